//! What must hold of any plan and any position.

use std::sync::{Arc, Mutex};

use chess::{Full, View, read_fen, read_move};
use domain::{Stop, Stopped, Watch};
use nasvet_combine::{
    CombinationGoal, CombinationOptions, CombinationPlan, CombinationVerdict, Ideas, PlanStatement,
    SquareChange, SquareState, find,
};
use proptest::prelude::*;
use shakmaty::{Chess, Color, Position, Role, Square};

fn square() -> impl Strategy<Value = Square> {
    (0u32..64).prop_map(Square::new)
}

fn role() -> impl Strategy<Value = Role> {
    prop::sample::select(Role::ALL.to_vec())
}

fn change() -> impl Strategy<Value = SquareChange> {
    prop_oneof![
        Just(SquareChange::FriendToVacant),
        Just(SquareChange::FriendAway),
        Just(SquareChange::EnemyToVacant),
        role().prop_map(SquareChange::PieceAway),
        role().prop_map(SquareChange::PieceReplaced),
        Just(SquareChange::VacantToOccupied),
        Just(SquareChange::EnemyComes),
        role().prop_map(SquareChange::PieceComes),
    ]
}

fn state() -> impl Strategy<Value = SquareState> {
    prop_oneof![
        Just(SquareState::NoFriend),
        role().prop_map(SquareState::SuchEnemy),
        change().prop_map(SquareChange::wanted),
    ]
}

fn statement() -> impl Strategy<Value = PlanStatement> {
    prop_oneof![
        (square(), square(), any::<bool>())
            .prop_filter("a piece moves somewhere else", |(from, to, _)| from != to)
            .prop_map(|(from, to, threat)| PlanStatement::Move { from, to, threat }),
        square().prop_map(PlanStatement::Plays),
        (square(), change(), any::<bool>()).prop_map(|(square, change, threat)| {
            PlanStatement::Modify {
                square,
                change,
                threat: threat && change.may_threaten(),
            }
        }),
        (square(), state()).prop_map(|(square, state)| PlanStatement::Verify { square, state }),
        square().prop_map(PlanStatement::Analysis),
    ]
}

/// A position some moves after another one, by chance.
fn played(start: &str, choices: &[usize]) -> Chess {
    let mut position = read_fen(start).expect("the position is legal");
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[choice % moves.len()]);
    }
    position
}

/// Whatever is announced can be played, and the counts fit together.
fn check(position: &Chess, goal: CombinationGoal, plans: Vec<CombinationPlan>) {
    let options = CombinationOptions {
        plans,
        ..CombinationOptions::new(goal)
    };
    let watch = Watch::nodes(400);
    let report = find(position, &options, &watch);
    let mut position = position.clone();
    for played in &report.line {
        let full = Full::new(position.clone(), Color::White);
        let m = read_move(&full, View { us: Color::White }, &played.san)
            .unwrap_or_else(|error| panic!("{}: {error}", played.san));
        position.play_unchecked(m);
    }
    let statistics = report.statistics;
    // A plan may add a whole round of moves before the limit is looked at again.
    assert!(statistics.nodes <= 500, "{}", statistics.nodes);
    assert!(statistics.reduced_nodes <= statistics.nodes);
    assert!(statistics.first_moves <= statistics.legal_moves + 30);
    // Memory goes with plans and nodes, and plans are bounded by the nodes that are allowed.
    assert!(statistics.plans <= 100_000, "{}", statistics.plans);
}

const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
    "7k/8/8/QQQQ4/4qqqq/8/8/K7 w - - 0 1",
    "7k/8/1QQQ4/QQQ5/5qqq/4qqq1/8/K7 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
];

proptest! {
    #![proptest_config(testing::config(256))]

    #[test]
    fn a_plan_reads_back_as_it_was_written(statements in prop::collection::vec(statement(), 1..12)) {
        let plan = CombinationPlan(statements);
        prop_assert_eq!(plan.to_string().parse::<CombinationPlan>(), Ok(plan));
    }

    #[test]
    fn announced_lines_are_legal(
        start in 0usize..3,
        choices in prop::collection::vec(any::<usize>(), 0..40),
        goal in prop_oneof![Just(CombinationGoal::Mate), Just(CombinationGoal::Gain(10)), Just(CombinationGoal::Gain(45))],
        plan in prop::collection::vec(statement(), 1..6),
    ) {
        check(&played(STARTS[start], &choices), goal, vec![CombinationPlan(plan)]);
    }
}

#[test]
fn many_queens_do_no_harm() {
    for start in &STARTS[3..] {
        let position = played(start, &[]);
        check(&position, CombinationGoal::Gain(10), Vec::new());
        check(&position, CombinationGoal::Mate, Vec::new());
    }
}

#[test]
fn a_stopped_search_gives_the_best_so_far() {
    let stop = Stop::new();
    stop.raise();
    let watch = Watch::nodes(1_000).with_stop(&stop);
    let position = played(STARTS[1], &[]);
    let report = find(
        &position,
        &CombinationOptions::new(CombinationGoal::Gain(10)),
        &watch,
    );
    let stopped = CombinationVerdict::Unknown {
        stopped: Stopped::Asked,
        so_far: false,
    };
    assert_eq!(report.verdict, stopped);
    assert_eq!(report.statistics.nodes, 0);
}

/// Progress is the size of the tree, and it only grows.
#[test]
fn the_listener_hears_how_the_tree_grows() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ear = Arc::clone(&heard);
    let watch = Watch::nodes(3_000).with_listener(move |progress| {
        ear.lock().expect("no listener panics").push(progress.done);
    });
    let position = played(STARTS[1], &[]);
    let report = find(
        &position,
        &CombinationOptions::new(CombinationGoal::Mate),
        &watch,
    );
    let heard = heard.lock().expect("no listener panics");
    assert!(heard.is_sorted());
    assert_eq!(heard.len() as u64, report.statistics.nodes / 1_000);
}

/// What the tree shows when a limit comes is a line for both sides, and says who succeeds in it.
#[test]
fn a_search_out_of_nodes_gives_a_line() {
    let position = read_fen("2r1r1k1/1p1q1ppp/3p1b2/p2P4/3Q4/5N2/PP2RPPP/4R1K1 w - - 0 1").unwrap();
    let mut seen = [false; 2];
    for nodes in [50, 200, 1_000, 3_000, 5_000] {
        let watch = Watch::nodes(nodes);
        let options = CombinationOptions {
            ideas: Ideas::Paper,
            ..CombinationOptions::new(CombinationGoal::Gain(30))
        };
        let report = find(&position, &options, &watch);
        let CombinationVerdict::Unknown { stopped, so_far } = report.verdict else {
            panic!("{nodes} nodes are too few: {:?}", report.verdict);
        };
        assert_eq!(stopped, Stopped::Nodes(nodes));
        assert!(!report.line.is_empty());
        seen[usize::from(so_far)] = true;
    }
    assert!(seen[0]);
}

#[test]
fn the_same_question_gives_the_same_tree() {
    let position = played(STARTS[1], &[3, 5]);
    let watch = Watch::nodes(2_000);
    let ask = || {
        find(
            &position,
            &CombinationOptions::new(CombinationGoal::Gain(10)),
            &watch,
        )
    };
    let (one, other) = (ask(), ask());
    assert_eq!(one.statistics, other.statistics);
    assert_eq!(one.tree, other.tree);
    assert_eq!(one.story, other.story);
}
