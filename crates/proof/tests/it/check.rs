//! The checker accepts good trees, and says of bad ones what is wrong and where.

use std::collections::HashMap;

use domain::{Rules, Side, Stop, Stopped, Watch};
use games::nim::{Nim, NimMove, NimPosition};
use lang::checked::Program;
use lang::reference::Budget;
use nasvet_proof::{
    Condition, Failure, Finding, Flaw, NodeId, Subject, TreeBuilder, Verdict, check,
    check_refutation, check_verdict,
};

use crate::nim::{Plain, chapter, one_move, position};

fn question<'a>(program: &'a Program, piece: &str, root: &'a NimPosition) -> Subject<'a, Nim> {
    let piece = program.piece_named(piece).expect("a piece of the chapter");
    Subject {
        domain: &Nim,
        program,
        piece,
        us: Side::Us,
        root,
    }
}

fn ask(verdict: Verdict, piece: &str, root: &str, tree: &str) -> Finding<NimMove> {
    let (program, root) = (chapter(), position(root));
    let tree = Plain::read(tree).tree();
    check_verdict(
        question(&program, piece, &root),
        verdict,
        &tree,
        Budget::steps(100_000),
    )
}

#[track_caller]
fn flawed(
    verdict: Verdict,
    piece: &str,
    root: &str,
    tree: &str,
    path: &str,
    condition: Condition<NimMove>,
) {
    let path = path.split_whitespace().map(one_move).collect();
    assert_eq!(
        ask(verdict, piece, root, tree),
        Finding::Flawed(Flaw { path, condition }),
        "{tree}"
    );
}

#[track_caller]
fn forced(piece: &str, root: &str, tree: &str) {
    assert_eq!(
        ask(Verdict::Satisfied, piece, root, tree),
        Finding::Sound,
        "{tree}"
    );
}

#[track_caller]
fn not_forced(piece: &str, root: &str, tree: &str, path: &str, condition: Condition<NimMove>) {
    flawed(Verdict::Satisfied, piece, root, tree, path, condition);
}

#[track_caller]
fn refuted(piece: &str, root: &str, tree: &str) {
    assert_eq!(
        ask(Verdict::Refuted, piece, root, tree),
        Finding::Sound,
        "{tree}"
    );
    assert_eq!(
        ask(Verdict::Cut, piece, root, tree),
        Finding::Sound,
        "{tree}"
    );
}

#[track_caller]
fn not_refuted(piece: &str, root: &str, tree: &str, path: &str, condition: Condition<NimMove>) {
    flawed(Verdict::Refuted, piece, root, tree, path, condition);
}

/// Van Emden's Fig. 2.1.
const FIGURE: &str = "1:1(1:0(2:0) 2:0(1:0))";

#[test]
fn the_forcing_tree_of_van_emden_is_accepted() {
    forced("win", "2 1", FIGURE);
    // Replies may stand in any order, and a tree may begin with their move or be over at once.
    forced("win", "2 1", "1:1(2:0(1:0) 1:0(2:0))");
    forced("win", "1 1 them to move", "1:0(2:0) 2:0(1:0)");
    forced("win", "0 them to move", "");
}

#[test]
fn damage_to_a_forcing_tree_is_named() {
    not_forced(
        "win",
        "2 1",
        "1:1(1:0(2:0))",
        "1:1",
        Condition::Missing(one_move("2:0")),
    );
    let twice = "1:1(1:0(2:0) 2:0(1:0) 1:0(2:0))";
    not_forced(
        "win",
        "2 1",
        twice,
        "1:1",
        Condition::Twice(one_move("1:0")),
    );
    not_forced(
        "win",
        "2 1",
        "1:1 2:0",
        "",
        Condition::SecondMove(one_move("2:0")),
    );
    not_forced("win", "2 1", "", "", Condition::EndsWithoutBetterGoal);
    not_forced("win", "2 1", "1:1", "1:1", Condition::EndsWithoutBetterGoal);
    not_forced(
        "win",
        "2 1",
        "1:1(1:0(2:0) 2:0)",
        "1:1 2:0",
        Condition::EndsWithoutBetterGoal,
    );
    not_forced("win", "1 1", "1:0(2:0)", "1:0 2:0", Condition::NoMoveForUs);
    let goes_on = "1:1(1:0(2:0(1:0)) 2:0(1:0))";
    not_forced(
        "win",
        "2 1",
        goes_on,
        "1:1 1:0 2:0",
        Condition::GoesOnPastBetterGoal,
    );
}

#[test]
fn illegal_moves_are_never_played() {
    not_forced(
        "win",
        "2 1",
        "1:2",
        "",
        Condition::Illegal { branch_idx: 0 },
    );
    not_forced(
        "win",
        "2 1",
        "7:0",
        "",
        Condition::Illegal { branch_idx: 0 },
    );
    let past_the_end = "1:1(1:0(2:0) 2:0(1:0) 1:9)";
    not_forced(
        "win",
        "2 1",
        past_the_end,
        "1:1",
        Condition::Illegal { branch_idx: 2 },
    );
    not_forced(
        "win",
        "1 1",
        "1:0(2:0(1:0))",
        "1:0 2:0",
        Condition::Illegal { branch_idx: 0 },
    );
    not_refuted(
        "win",
        "2",
        "1:1(1:4) 1:0",
        "1:1",
        Condition::Illegal { branch_idx: 0 },
    );
}

#[test]
fn only_permitted_moves_are_played() {
    forced("one_by_one", "1 2", "1:0(2:1(2:0))");
    not_forced(
        "one_by_one",
        "1 2",
        "2:0",
        "",
        Condition::NotPermitted(one_move("2:0")),
    );
    let reply = "1:0(2:1(2:0) 2:0)";
    not_forced(
        "one_by_one",
        "1 2",
        reply,
        "1:0",
        Condition::NotPermitted(one_move("2:0")),
    );
}

#[test]
fn the_holding_goal_holds_below_the_root_and_there_too_if_the_piece_says_so() {
    forced("few_left", "4", "1:3(1:2(1:1(1:0)))");
    not_forced("few_left", "7", "1:6", "1:6", Condition::HoldingGoalBroken);
    not_forced(
        "few_left_al0",
        "7",
        "1:5(1:4(1:0))",
        "",
        Condition::HoldingGoalBroken,
    );
}

#[test]
fn without_a_reply_it_is_as_the_convention_says() {
    // They may move only where more than one match is left.
    not_forced(
        "few_left_al0",
        "4",
        "1:1",
        "1:1",
        Condition::NoReplyIsFailure,
    );
    forced("few_left_al0", "4", "1:2(1:1)");
    refuted("few_left_al0", "2", "1:0 1:1");
    let tree = "1:5(1:3(1:1 1:2)) 1:4";
    not_refuted(
        "in_threes",
        "6",
        tree,
        "1:5 1:3 1:1",
        Condition::NoReplyIsSuccess,
    );
}

#[test]
fn no_line_is_longer_than_the_bound() {
    forced("win_at_once", "3", "1:0");
    not_forced("win_at_once", "2 1", FIGURE, "1:1", Condition::TooDeep);
    flawed(
        Verdict::Cut,
        "win_at_once",
        "2 2",
        "1:1(1:0) 1:0(2:0) 2:1(1:0) 2:0(1:0)",
        "1:1",
        Condition::TooDeep,
    );
}

#[test]
fn goals_look_at_the_time_they_mean() {
    forced("in_threes", "6", "1:5(1:4(1:3(1:1)) 1:3(1:1))");
    // Three matches since the root, but too early; and four since our last move.
    not_forced(
        "in_threes",
        "6",
        "1:5(1:3 1:4)",
        "1:5 1:3",
        Condition::EndsWithoutBetterGoal,
    );
    let four = "1:6(1:5(1:3(1:1)) 1:4(1:3(1:1)))";
    not_forced(
        "in_threes",
        "7",
        four,
        "1:6 1:5 1:3 1:1",
        Condition::EndsWithoutBetterGoal,
    );
}

#[test]
fn a_refutation_answers_every_move_of_ours() {
    refuted("win", "1 1", "1:0(2:0) 2:0(1:0)");
    refuted("win", "2 them to move", "1:0");
    refuted("win", "0", "");
    not_refuted(
        "win",
        "1 1",
        "1:0(2:0)",
        "",
        Condition::Missing(one_move("2:0")),
    );
    not_refuted(
        "win",
        "1 1",
        "2:0 1:0(2:0)",
        "2:0",
        Condition::EndsWithoutFailure,
    );
    let second = Condition::SecondMove(one_move("1:1"));
    not_refuted("win", "2 them to move", "1:0 1:1", "", second);
    not_refuted("win", "1", "1:0", "1:0", Condition::BetterGoalMet);
    let unfit = Condition::NotPermitted(one_move("1:0"));
    not_refuted("one_by_one", "2", "1:0 1:1", "", unfit);
}

#[test]
fn a_refutation_ends_where_something_failed() {
    refuted("few_left", "7", "1:6");
    not_refuted(
        "few_left",
        "7",
        "1:6(1:5)",
        "1:6",
        Condition::GoesOnPastBreak,
    );
    refuted("few_left_al0", "7", "");
    not_refuted("few_left_al0", "7", "1:6", "", Condition::GoesOnPastBreak);
}

#[test]
fn a_line_cut_by_the_bound_refutes_nothing() {
    let tree = "1:0 1:1 2:0";
    assert_eq!(
        ask(Verdict::Cut, "win_at_once", "2 1", tree),
        Finding::Sound
    );
    not_refuted("win_at_once", "2 1", tree, "1:0", Condition::CutByBound);
    flawed(
        Verdict::Cut,
        "win_at_once",
        "2 1",
        "",
        "",
        Condition::EndsWithoutFailure,
    );
}

#[test]
fn without_steps_nothing_is_known() {
    let (program, root) = (chapter(), position("2 1"));
    let tree = Plain::read(FIGURE).tree();
    let asked = question(&program, "win", &root);
    assert_eq!(
        check(asked, &tree, Budget::steps(9)),
        Finding::Unknown(Stopped::Steps(9))
    );
    let stop = Stop::new();
    stop.raise();
    let watch = Watch::new().with_stop(&stop);
    let found = check_refutation(
        asked,
        Failure::Refuted,
        &tree,
        Budget::watched(1_000, &watch),
    );
    assert_eq!(found, Finding::Unknown(Stopped::Asked));
}

/// Bouton's strategy with every position once; played out it has more lines than can be looked at.
fn bouton(
    now: &NimPosition,
    builder: &mut TreeBuilder<NimMove>,
    known: &mut HashMap<NimPosition, NodeId>,
) -> NodeId {
    if let Some(id) = known.get(now) {
        return *id;
    }
    let mut moves = Nim.legal_moves(now);
    if now.turn == Side::Us {
        moves.retain(|m| Nim.play(now, *m).heaps.iter().fold(0, |sum, n| sum ^ n) == 0);
        moves.truncate(1);
    }
    let branches: Vec<_> = moves
        .into_iter()
        .map(|m| (m, bouton(&Nim.play(now, m), builder, known)))
        .collect();
    let id = builder.node(branches);
    known.insert(now.clone(), id);
    id
}

#[test]
fn a_shared_tree_is_looked_at_path_by_path_within_the_budget() {
    let program = chapter();
    let strategy = |root: &NimPosition| {
        let mut builder = TreeBuilder::default();
        let id = bouton(root, &mut builder, &mut HashMap::new());
        builder.tree(id)
    };
    let (small, large) = (position("3 2 2"), position("30 20 10 5"));
    let tree = strategy(&small);
    assert!(tree.size() as usize > tree.nodes().len());
    assert_eq!(
        check(
            question(&program, "win", &small),
            &tree,
            Budget::steps(1_000_000)
        ),
        Finding::Sound
    );
    let found = check(
        question(&program, "win", &large),
        &strategy(&large),
        Budget::steps(1_000_000),
    );
    assert_eq!(found, Finding::Unknown(Stopped::Steps(1_000_000)));
}

#[test]
fn a_very_deep_tree_needs_no_deep_stack() {
    let check_deep = || {
        let (program, root) = (chapter(), position("3001"));
        let mut builder = TreeBuilder::default();
        let mut node = builder.node(vec![]);
        for left in 0..3001 {
            node = builder.node(vec![(NimMove { heap: 0, left }, node)]);
        }
        let tree = builder.tree(node);
        check(
            question(&program, "one_by_one", &root),
            &tree,
            Budget::steps(100_000_000),
        )
    };
    let thread = std::thread::Builder::new()
        .stack_size(128 * 1024)
        .spawn(check_deep)
        .unwrap();
    assert_eq!(thread.join().unwrap(), Finding::Sound);
}

#[test]
fn a_flaw_is_told_in_words() {
    let root = position("2 1");
    let told = |path: &str, condition| {
        let path = path.split_whitespace().map(one_move).collect();
        Flaw { path, condition }.in_words(&Nim, &root, ())
    };
    assert_eq!(
        told("1:1 1:0", Condition::Missing(one_move("2:0"))),
        "after 2→1 1→0: 1→0 is permitted, but missing"
    );
    assert_eq!(
        told("", Condition::Illegal { branch_idx: 1 }),
        "at the root: the move of branch 2 is not legal"
    );
    assert_eq!(
        told("1:1", Condition::EndsWithoutBetterGoal),
        "after 2→1: the tree ends, but the better goal is not met"
    );
}
