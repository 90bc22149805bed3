//! The search on the graph of positions, on random graphs with circles: its verdicts against brute force, and its trees.

use std::collections::{HashMap, HashSet};

use domain::{Header, Notation, Rules, Side, Watch};
use games::graph::{AndOr, GraphPosition};
use lang::Form;
use nasvet_reason::Control;
use proof::{NodeId, Tree, Verdict};
use search::{Engine, Options};

use crate::common::Dice;
use crate::common::graphs::{Graph, ask, chapter, program, told};

type AnyTree = Tree<<AndOr as Rules>::Move>;
type Branches<'t> = &'t [(<AndOr as Rules>::Move, NodeId)];

/// The branches of the tree in each position; a repeated position has none.
fn branches_by_position<'t>(
    tree: &'t AnyTree,
    root: &GraphPosition,
) -> HashMap<GraphPosition, Vec<Branches<'t>>> {
    let mut found: HashMap<GraphPosition, Vec<Branches<'t>>> = HashMap::new();
    let mut seen = HashSet::new();
    let mut waiting = vec![(tree.root(), root.clone())];
    while let Some((node, position)) = waiting.pop() {
        if !seen.insert((node, position.clone())) {
            continue;
        }
        let branches = tree.branches(node);
        for (m, to) in branches {
            waiting.push((*to, AndOr.play(&position, *m)));
        }
        found.entry(position).or_default().push(branches);
    }
    found
}

/// One move where the side moves whose tree it is, all moves where the other does.
fn is_whole(position: &GraphPosition, branches: Branches<'_>, by: Side) -> bool {
    let legal = AndOr.legal_moves(position);
    let is_legal = branches.iter().all(|(m, _)| legal.contains(m));
    let n_wanted = if AndOr.turn(position) == by {
        1
    } else {
        legal.len()
    };
    is_legal && branches.len() == n_wanted
}

/// A forcing tree ends at goals and nowhere else; that it ends is in the nature of a tree.
fn forces(tree: &AnyTree, root: &GraphPosition) -> bool {
    let found = branches_by_position(tree, root);
    let mut nodes = found
        .iter()
        .flat_map(|(position, here)| here.iter().map(move |branches| (position, *branches)));
    nodes.all(|(position, branches)| {
        if branches.is_empty() {
            position.is_goal()
        } else {
            is_whole(position, branches, Side::Us)
        }
    })
}

/// The positions of a refutation are a trap: none is a goal, and whatever we do we stay inside.
fn traps(tree: &AnyTree, root: &GraphPosition) -> bool {
    let found = branches_by_position(tree, root);
    found.iter().all(|(position, here)| {
        let is_stuck = AndOr.legal_moves(position).is_empty();
        let mut going_on = here.iter().filter(|branches| !branches.is_empty());
        let goes_on = going_on.clone().next().is_some();
        let is_right = going_on.all(|branches| is_whole(position, branches, Side::Them));
        !position.is_goal() && is_right && (is_stuck || goes_on)
    })
}

/// Every node of a graph is asked about in turn, with one graph of positions for all of them, and with a few positions at
/// a time, so that each search goes on where another was stopped.
#[test]
fn what_is_settled_is_true_and_shown() {
    let program = chapter();
    let compiled = code::compile(&AndOr, &program);
    let piece = program.piece_named("solve").expect("the chapter has it");
    let (mut n_solved, mut n_unsolved, mut n_stopped) = (0, 0, 0);
    for seed in 0..2_000 {
        let mut dice = Dice(seed * 2 + 1);
        let graph = Graph::random(&mut dice, 60, seed % 4 != 0);
        let solved = graph.solved();
        let mut engine = Engine::new(&compiled, Options::default());
        let mut seen = search::PositionGraph::default();
        let nodes = 1 + dice.below(20);
        for (node, is_solved) in solved.into_iter().enumerate() {
            let text = format!("{}from n{node}", graph.text());
            // Nodes that nothing leads to have no name.
            let Ok((position, ())) = AndOr.read_position(&text, &Header::default()) else {
                continue;
            };
            let verdict = loop {
                let asked = (piece, Side::Us);
                let (settled, _) = engine.settle(asked, &position, &mut seen, &Watch::nodes(nodes));
                match settled {
                    Ok(verdict) => break verdict,
                    Err(_) => n_stopped += 1,
                }
            };
            let expected = if is_solved {
                Verdict::Satisfied
            } else {
                Verdict::Refuted
            };
            assert_eq!(verdict, expected, "{text}");
            let (shown, tree) = seen.evidence().expect("it is settled");
            assert_eq!(shown, expected, "{text}");
            if is_solved {
                assert!(forces(&tree, &position), "{text}");
                n_solved += 1;
            } else {
                assert!(traps(&tree, &position), "{text}");
                n_unsolved += 1;
            }
        }
    }
    println!("{n_solved} solved, {n_unsolved} not, stopped {n_stopped} times");
    assert!(n_solved > 5_000 && n_unsolved > 5_000 && n_stopped > 1_000);
}

/// Against a plan that counts its moves one does not succeed by going in circles until it has none left: to come back to a
/// position is a failure, as the reference evaluator has it. Such plans are tried ply by ply.
#[test]
fn a_plan_that_counts_its_moves_cannot_be_outwaited() {
    const WAITING: &str = "graphs \"Waiting\"
        plan reach { better goal_node(here) }
        plan linger(n: number) { us any that depth < n }
        hypothesis ref(q: plan, p: plan)
        method search { given ref(q, p)
          fact ref(q, p) <=> not can p against q }";
    let program = program(Form::Plain, WAITING);
    // We move at a and c, they at b and d, and only e is a goal.
    let circle = "a = b or d; c = b or d; b = a and c; d = a and c; from a";
    let way_out = "a = b or d; c = b or e; b = c and c2; d = a and c; c2 = d or e; goal e; from a";
    for (graph, n, refutes) in [
        // At b, one ply down, they have no move left.
        (circle, 1, false),
        (circle, 2, true),
        (circle, 7, true),
        (way_out, 1, false),
        (way_out, 7, false),
    ] {
        let question = format!("ref(their.linger({n}), our.reach)");
        ask(&program, graph, &question, Control::default(), |reasoner| {
            assert_eq!(told(reasoner.run()), Some(refutes), "{question} in {graph}");
        });
    }
}

/// Where nothing else breaks a plan, the lines end where a position repeats, and the end says so.
#[test]
fn lines_that_come_back_end_there() {
    const REACHING: &str = "graphs \"Reaching\"
        plan reach { better goal_node(here) }
        hypothesis suc(p: plan)
        method search { given suc(p)
          fact suc(p) <=> can p }";
    let program = program(Form::Plain, REACHING);
    let circle = "a = b or d; c = b or d; b = a and c; d = a and c; from a";
    ask(
        &program,
        circle,
        "suc(our.reach)",
        Control::default(),
        |reasoner| {
            let answer = reasoner.answer();
            assert_eq!(told(answer.conclusion), Some(false));
            let whys: Vec<_> = answer.ends.iter().map(|end| end.why.as_deref()).collect();
            assert_eq!(whys, [Some("the position repeats")]);
        },
    );
}
