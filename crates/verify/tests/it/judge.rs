//! The judge against a slow one: a map from positions to fates, filled by going over all of them again and again until
//! nothing changes. It knows no numbers, no graph and no threads.
//!
//! The team that both judge throws dice, so that every fate is met in many ways: mostly it plays the best move, now and
//! then any other; it makes plans of up to three moves that leave replies out, and it may say nothing.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use chess::{Board as _, Chess, Small};
use domain::{Side, Stopped, Watch};
use lang::Form;
use nasvet_verify::{
    ClaimOutcome, ClaimPart, Conditions, Decision, EndgameTables, Examiner, Fate, GameValue,
    Hearing, Holds, Index, Judged, Material, Oracle, PlannedTree, PlayMode, Team, TeamPlayer,
    Terrain, Truth, Wdl, judge,
};
use proof::{NodeId, Tree, TreeBuilder};
use shakmaty::{Move, Square};

use crate::slow_judge;

/// Plays by dice, for some endings.
pub(crate) struct Dice {
    pub(crate) covers: Vec<Material>,
    pub(crate) tables: EndgameTables,
    pub(crate) seed: u64,
}

impl Team for Dice {
    fn covers(&self, material: Material) -> bool {
        self.covers.contains(&material)
    }

    fn player(&self, _material: Material, _watch: &Watch) -> Box<dyn TeamPlayer + '_> {
        Box::new(Thrower(self))
    }
}

struct Thrower<'d>(&'d Dice);

impl TeamPlayer for Thrower<'_> {
    fn decide(&mut self, position: &Small) -> Decision {
        self.0.decide(position)
    }
}

impl Dice {
    fn decide(&self, position: &Small) -> Decision {
        match self.throw(position, 0) % 2000 {
            0 => Decision::Silent,
            1 => Decision::Stopped,
            n => {
                let mut builder = TreeBuilder::default();
                // Long plans are rare: they take long to make, and the slow judge makes them anew.
                let moves = [1, 1, 1, 1, 1, 1, 1, 2, 2, 3][n as usize % 10];
                let root = self.ours(&mut builder, position, moves);
                Decision::Plays(PlannedTree {
                    rule: 0,
                    piece: (n % 3) as u16,
                    tree: builder.tree(root),
                })
            }
        }
    }

    /// A number that depends on the position, the question and the seed alone.
    fn throw(&self, position: &Small, question: u64) -> u64 {
        let mut hasher = DefaultHasher::new();
        (position, question, self.seed).hash(&mut hasher);
        hasher.finish()
    }

    /// A tree of at most this many moves.
    fn ours(&self, builder: &mut TreeBuilder<Move>, position: &Small, moves: u64) -> NodeId {
        let mut next = Vec::new();
        let _ = (*position).visit_next(|m, after| {
            next.push((m, after));
            ControlFlow::Continue(())
        });
        if moves == 0 || next.is_empty() {
            return builder.node(Vec::new());
        }
        let throw = self.throw(position, moves);
        let (m, after) = if throw.is_multiple_of(100) {
            next[(throw >> 32) as usize % next.len()]
        } else {
            let worth = |after: &Small| self.tables.probe(after).map(GameValue::of_move_here);
            let best = next.iter().max_by_key(|(_, after)| worth(after));
            *best.expect("there is a move")
        };
        let then = self.theirs(builder, &after, moves);
        builder.node(vec![(m, then)])
    }

    fn theirs(&self, builder: &mut TreeBuilder<Move>, position: &Small, moves: u64) -> NodeId {
        let mut replies = Vec::new();
        let _ = (*position).visit_next(|m, next| {
            replies.push((m, next));
            ControlFlow::Continue(())
        });
        // A plan is for these men.
        let material = Material::of(position);
        replies.retain(|(_, next)| Material::of(next) == material);
        replies.retain(|(_, next)| !self.throw(next, 100 + moves).is_multiple_of(4));
        let branches = replies
            .iter()
            .map(|(m, next)| (*m, self.ours(builder, next, moves - 1)));
        let branches: Vec<_> = branches.collect();
        builder.node(branches)
    }
}

/// The judges agree on every position of all endings that are covered, in both modes: the slow one, the one that goes root
/// by root, and the one that finds results as sets.
fn check(men: &[&str], seed: u64) -> [u64; 6] {
    let covers: Vec<Material> = men.iter().map(|men| men.parse().expect("men")).collect();
    let truth = built(covers[0]);
    let dice = Dice {
        covers: covers.clone(),
        tables: built(covers[0]),
        seed,
    };
    let hearing = Hearing {
        material: covers[0],
        others: &[],
        team: &dice,
        truth: &truth,
        claims: None,
        conditions: None,
        room: usize::MAX,
        room_for_replies: None,
        terrain: None,
    };
    let terrain = Terrain::new(covers[0], &Watch::new()).expect("it is not stopped");
    let terrain = terrain.expect("pawns of one side at most");
    let by_sets = Hearing {
        terrain: Some(&terrain),
        ..hearing
    };
    agree_on_unknown(by_sets);
    let judged = judge(hearing, &Watch::new()).expect("it is not stopped");
    let by_sets = judge(by_sets, &Watch::new()).expect("it is not stopped");
    let mut counts = [0; 6];
    for mode in PlayMode::BOTH {
        let slow = slow_judge::judge(&covers, &dice, &truth, mode);
        for material in &covers {
            let index = Index::new(*material);
            for (_, position) in index.positions(0..index.n_numbers() / 2) {
                let fate = judged.fate(mode, &position);
                assert_eq!(fate, Some(slow[&position]), "{mode:?} {position:?}");
                let fate = by_sets.fate(mode, &position);
                assert_eq!(fate, Some(slow[&position]), "sets, {mode:?} {position:?}");
                counts[slow[&position].0 as usize] += 1;
            }
        }
    }
    counts
}

/// Both ways agree on lengths that nobody knows: what they say of wins, and how many of them are exact.
fn agree_on_unknown(by_sets: Hearing<'_>) {
    let truth = WithoutLengths(built(by_sets.material));
    let by_sets = Hearing {
        truth: &truth,
        ..by_sets
    };
    // Without room for lists, too.
    let by_roots = Hearing {
        terrain: None,
        room_for_replies: Some(0),
        ..by_sets
    };
    let [by_sets, by_roots] = [by_sets, by_roots]
        .map(|hearing| judge(hearing, &Watch::new()).expect("it is not stopped"));
    let shown = |judged: &Judged<'_>| format!("{:?}", judged.report());
    assert_eq!(shown(&by_sets), shown(&by_roots));
}

fn built(material: Material) -> EndgameTables {
    let mut tables = EndgameTables::new();
    let built = tables.build(material, Holds::Mate, &Watch::new());
    built.expect("three men fit");
    tables
}

/// The trees are plans of moves that can be played.
#[test]
fn dice_make_sound_plans() {
    let mut tables = EndgameTables::new();
    let krk: Material = "KRK".parse().expect("men");
    tables
        .build(krk, Holds::Mate, &Watch::new())
        .expect("three men fit");
    let dice = Dice {
        covers: vec![krk],
        tables,
        seed: 1,
    };
    let index = Index::new(krk);
    let mut depths = [0; 8];
    for (_, position) in index.positions(0..index.n_numbers() / 2).step_by(97) {
        if let Decision::Plays(plan) = dice.decide(&position) {
            let tree: &Tree<Move> = &plan.tree;
            depths[tree.depth()] += 1;
            assert!(tree.first_move().is_some(), "{position:?}");
        }
    }
    assert!(
        depths[1] > 0 && depths[3..].iter().sum::<u32>() > 0,
        "{depths:?}"
    );
}

#[test]
fn rook_against_king_is_judged_as_slowly() {
    let counts = check(&["KRK"], 1);
    for fate in [
        Fate::Won,
        Fate::Silent,
        Fate::Stopped,
        Fate::Drawn,
        Fate::Circle,
    ] {
        assert!(counts[fate as usize] > 0, "{fate:?}: {counts:?}");
    }
}

#[test]
fn a_pawn_goes_on_as_a_queen_or_as_the_table_says() {
    let counts = check(&["KPK", "KQK"], 2);
    for fate in [Fate::Won, Fate::Silent, Fate::Drawn] {
        assert!(counts[fate as usize] > 0, "{fate:?}: {counts:?}");
    }
}

#[test]
fn the_weaker_side_loses_and_circles() {
    let counts = check(&["KKP"], 3);
    for fate in [Fate::Lost, Fate::Drawn, Fate::Silent] {
        assert!(counts[fate as usize] > 0, "{fate:?}: {counts:?}");
    }
}

/// Tables that tell who wins and not how soon, as Syzygy's do.
struct WithoutLengths(EndgameTables);

impl Oracle for WithoutLengths {
    fn wdl(&self, position: &Small) -> Option<Wdl> {
        self.0.wdl(position)
    }
}

impl Truth for WithoutLengths {
    fn plies(&self, _position: &Small) -> Option<u16> {
        None
    }
}

/// Tables that say nothing where the kings are four steps apart.
struct Forgetful(EndgameTables);

impl Oracle for Forgetful {
    fn wdl(&self, position: &Small) -> Option<Wdl> {
        let [ours, theirs] = Side::BOTH.map(|side| position.king(side));
        let wdl = self.0.wdl(position)?;
        (ours.distance(theirs) != 4).then_some(wdl)
    }
}

impl Truth for Forgetful {
    fn plies(&self, position: &Small) -> Option<u16> {
        self.wdl(position)?;
        self.0.plies(position)
    }
}

/// Claims about different places: each has others that are nearest to where it is broken.
fn claims_about(header: &str, man: Option<&str>) -> String {
    let mut text = format!("endgame \"x\"\n{header}\n");
    let promises = [
        "wins from every position",
        "keeps every draw",
        "never (us_to_move and our.king = a1 and their.king = h8)",
    ];
    let promises = promises.map(str::to_owned).into_iter();
    for promise in promises.chain(man.map(|man| format!("never loses the {man}"))) {
        text += &format!("claim {promise}\n");
        text += &format!("claim {promise} where file(our.king) = 4 and rank(their.king) = 5\n");
    }
    text
}

/// What [`claims_about`] says, in Rust: the definition takes too long in all positions of all plans.
struct InRust;

impl Conditions for InRust {
    fn examiner(&self, _watch: &Watch) -> Box<dyn Examiner + '_> {
        Box::new(InRust)
    }
}

impl Examiner for InRust {
    fn holds(&mut self, claim: usize, part: ClaimPart, position: &Small) -> Result<bool, Stopped> {
        let file = u32::from(position.king(Side::Us).file()) + 1;
        let rank = u32::from(position.king(Side::Them).rank()) + 1;
        Ok(match part {
            // Every other claim has a condition.
            ClaimPart::Condition => claim.is_multiple_of(2) || (file == 4 && rank == 5),
            ClaimPart::Never => {
                let kings = Side::BOTH.map(|side| position.king(side));
                position.turn() == Side::Us && kings == [Square::A1, Square::H8]
            }
        })
    }
}

/// Claims are ruled on alike, with the same counts and the same games, by sets and root by root. The outcomes are told.
fn rule_alike(
    men: &[&str],
    header: &str,
    man: Option<&str>,
    seed: u64,
) -> Vec<(ClaimOutcome, bool)> {
    let covers: Vec<Material> = men.iter().map(|men| men.parse().expect("men")).collect();
    let dice = Dice {
        covers: covers.clone(),
        tables: built(covers[0]),
        seed,
    };
    let chess = Chess::<Small>::new();
    let text = claims_about(header, man);
    let program = testing::program_about(&[&chess], Form::Plain, &text);
    let terrain = Terrain::new(covers[0], &Watch::new()).expect("it is not stopped");
    let terrain = terrain.expect("pawns of one side at most");
    let truth = Forgetful(built(covers[0]));
    let by_roots = Hearing {
        material: covers[0],
        others: &[],
        team: &dice,
        truth: &truth,
        claims: Some((&chess, &program)),
        conditions: Some(&InRust),
        room: usize::MAX,
        room_for_replies: None,
        terrain: None,
    };
    let by_sets = Hearing {
        terrain: Some(&terrain),
        ..by_roots
    };
    let [by_roots, by_sets] = [by_roots, by_sets]
        .map(|hearing| judge(hearing, &Watch::new()).expect("it is not stopped"));
    let mut outcomes = Vec::new();
    for claim in 0..program.claims.len() {
        for mode in PlayMode::BOTH {
            let [by_roots, by_sets] = [&by_roots, &by_sets].map(|judged| {
                let ruling = judged.rule(claim, mode, &Watch::new());
                let ruling = ruling.expect("it is not stopped");
                ruling.expect("about both modes")
            });
            let shown = [&by_roots, &by_sets].map(|ruling| format!("{ruling:?}"));
            assert_eq!(shown[0], shown[1], "{:?}", program.claims[claim].promise);
            let is_far = by_sets.game.is_some_and(|game| game.steps.len() > 4);
            outcomes.push((by_sets.outcome, is_far));
        }
    }
    outcomes
}

/// Long plans, captures, promotions, men that the team goes on with and others, and results that nobody knows.
#[test]
fn claims_are_ruled_on_alike_by_sets_and_root_by_root() {
    let all = [
        rule_alike(&["KRK"], "us K R\nthem K", Some("rook"), 5),
        rule_alike(&["KPK", "KQK"], "us K P\nthem K", Some("pawn"), 7),
        rule_alike(&["KKP"], "us K\nthem K P", None, 8),
    ];

    let outcomes = all.concat();
    use ClaimOutcome::{Broken, NotKnown};
    for kind in [(Broken, false), (Broken, true), (NotKnown, false)] {
        assert!(outcomes.contains(&kind), "{kind:?}");
    }
}

/// A win of unknown length is not short. Nobody goes on after a promotion, so the tables speak, and no mate of a lone
/// king by a queen takes more than ten moves; nearly none is given by the pawn itself.
#[test]
fn lengths_that_nobody_knows_prove_nothing() {
    let text = "endgame \"x\"\nus K P\nthem K\n\
                claim wins at least 1000 positions\n\
                claim wins at least 1000 positions within 60 moves\n\
                claim wins at least 1000 positions within 1 move\n";
    let chess = Chess::<Small>::new();
    let program = testing::program_about(&[&chess], Form::Plain, text);
    let kpk: Material = "KPK".parse().expect("men");
    let dice = Dice {
        covers: vec![kpk],
        tables: built(kpk),
        seed: 4,
    };
    let outcomes = |truth: &dyn Truth| {
        let hearing = Hearing {
            material: dice.covers[0],
            others: &[],
            team: &dice,
            truth,
            claims: Some((&chess, &program)),
            conditions: None,
            room: usize::MAX,
            room_for_replies: None,
            terrain: None,
        };
        let judged = judge(hearing, &Watch::new()).expect("it is not stopped");
        let rulings = (0..3).map(|claim| {
            let ruling = judged.rule(claim, PlayMode::Weak, &Watch::new());
            ruling
                .expect("it is not stopped")
                .expect("about both modes")
        });
        let report = judged.report();
        let weak = &report.modes[PlayMode::Weak as usize];
        let n_won = weak.crossing.of(Fate::Won);
        assert_eq!(weak.lengths.n_games() + weak.lengths.unknown, n_won);
        let outcomes: Vec<ClaimOutcome> = rulings.map(|ruling| ruling.outcome).collect();
        (outcomes, weak.lengths.unknown > 0)
    };
    use ClaimOutcome::{Broken, Holds as Kept, NotKnown};
    assert_eq!(outcomes(&built(kpk)), (vec![Kept, Kept, Broken], false));
    let without = WithoutLengths(built(kpk));
    assert_eq!(outcomes(&without), (vec![Kept, NotKnown, Broken], true));
}
