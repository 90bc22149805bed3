//! Trees damaged at random are rejected, or still good by the definition said once more in Rust.

use domain::Side;
use games::nim::{Nim, NimMove, NimPosition};
use lang::checked::Program;
use lang::reference::Budget;
use nasvet_proof::{Finding, Subject, Verdict, check_verdict};
use testing::Numbers;

use crate::nim::{Here, MEANINGS, Meaning, Plain, chapter, position};

const ROOTS: [&str; 14] = [
    "2 1", "1 1", "2 2", "3", "4", "5", "3 1", "2 2 1", "3 3", "1 1 1", "4 2", "6", "7", "0",
];

fn at_root(root: &NimPosition) -> Here<'_> {
    Here {
        now: root,
        before: None,
        root,
        depth: 0,
    }
}

/// A good tree for the verdict, if there is one; the moves are tried in random order.
fn find(meaning: &Meaning, verdict: Verdict, here: Here<'_>, dice: &mut Numbers) -> Option<Plain> {
    let forces = verdict == Verdict::Satisfied;
    let leaf = |is_good: bool| is_good.then(Plain::default);
    if !meaning.holds(here) {
        return leaf(!forces);
    }
    if (meaning.better)(here) {
        return leaf(forces);
    }
    let mut moves = meaning.permitted(here);
    let ours = here.now.turn == Side::Us;
    if moves.is_empty() {
        return leaf(forces == (!ours && meaning.no_reply_succeeds));
    }
    if meaning.bound == Some(here.depth) {
        return leaf(verdict == Verdict::Cut);
    }
    dice.shuffle(&mut moves);
    let mut below = moves.into_iter().map(|m| {
        (
            m,
            meaning.after(here, m, |next| find(meaning, verdict, next, dice)),
        )
    });
    if ours == forces {
        let (m, tree) = below.find(|(_, tree)| tree.is_some())?;
        Some(Plain {
            branches: vec![(m, tree?)],
        })
    } else {
        let branches = below
            .map(|(m, tree)| Some((m, tree?)))
            .collect::<Option<_>>()?;
        Some(Plain { branches })
    }
}

/// Changes one thing somewhere.
fn damage(tree: &mut Plain, dice: &mut Numbers) {
    let number = dice.below(tree.size());
    let other_number = dice.below(tree.size());
    let other = tree.nth(other_number).clone();
    let m = NimMove {
        heap: dice.below(3) as u32,
        left: dice.below(5) as u64,
    };
    let kind = dice.below(8);
    let branches = &mut tree.nth(number).branches;
    match branches.len() {
        0 => branches.push((m, if kind < 4 { Plain::default() } else { other })),
        n_branches => {
            let idx = dice.below(n_branches);
            match kind {
                0 => drop(branches.remove(idx)),
                1 => branches[idx].0 = m,
                2 => branches[idx].1 = other,
                3 => branches.insert(idx, (m, other)),
                4 => branches.push(branches[idx].clone()),
                5 => branches[idx].1 = Plain::default(),
                6 => branches.rotate_left(1),
                _ => branches.clear(),
            }
        }
    }
}

fn accepts(
    program: &Program,
    meaning: &Meaning,
    verdict: Verdict,
    root: &NimPosition,
    tree: &Plain,
) -> bool {
    let piece = program
        .piece_named(meaning.name)
        .expect("a piece of the chapter");
    let question = Subject {
        domain: &Nim,
        program,
        piece,
        us: Side::Us,
        root,
    };
    match check_verdict(question, verdict, &tree.tree(), Budget::steps(10_000_000)) {
        Finding::Sound => true,
        Finding::Flawed(_) => false,
        Finding::Unknown(stopped) => panic!("{stopped}"),
    }
}

/// Damages good trees for a verdict a thousand times; at least so many are rejected, and so many stay good.
fn check_damage(verdict: Verdict, at_least: (usize, usize)) {
    let program = chapter();
    let mut dice = Numbers(20 + verdict as u64);
    let is_good = |meaning: &Meaning, tree: &Plain, root: &NimPosition| match verdict {
        Verdict::Satisfied => meaning.is_forced(tree, at_root(root)),
        Verdict::Refuted => meaning.is_refuted(tree, at_root(root), false),
        Verdict::Cut => meaning.is_refuted(tree, at_root(root), true),
    };
    let mut good_trees = Vec::new();
    for meaning in &MEANINGS {
        let n_before = good_trees.len();
        for root in ROOTS.map(position) {
            let found = find(meaning, verdict, at_root(&root), &mut dice)
                .filter(|tree| tree.size() < 5_000);
            if let Some(tree) = found {
                assert!(is_good(meaning, &tree, &root), "{}: {root:?}", meaning.name);
                assert!(
                    accepts(&program, meaning, verdict, &root, &tree),
                    "{}: {root:?}",
                    meaning.name
                );
                good_trees.push((meaning, root, tree));
            }
        }
        assert!(
            good_trees.len() > n_before,
            "{} is never {verdict:?}",
            meaning.name
        );
    }
    let (mut n_rejected, mut n_good) = (0, 0);
    for _ in 0..1_000 {
        let (meaning, root, tree) = &good_trees[dice.below(good_trees.len())];
        let mut tree = tree.clone();
        for _ in 0..=dice.below(2) {
            damage(&mut tree, &mut dice);
        }
        let expected = is_good(meaning, &tree, root);
        assert_eq!(
            accepts(&program, meaning, verdict, root, &tree),
            expected,
            "{}: {root:?}\n{tree:#?}",
            meaning.name
        );
        *(if expected {
            &mut n_good
        } else {
            &mut n_rejected
        }) += 1;
    }
    assert!(
        n_rejected >= at_least.0 && n_good >= at_least.1,
        "{n_rejected} and {n_good}"
    );
}

#[test]
fn damaged_forcing_trees_are_rejected() {
    check_damage(Verdict::Satisfied, (500, 50));
}

#[test]
fn damaged_refutations_are_rejected() {
    check_damage(Verdict::Refuted, (500, 50));
}

#[test]
fn damaged_trees_of_a_cut_are_rejected() {
    check_damage(Verdict::Cut, (500, 50));
}
