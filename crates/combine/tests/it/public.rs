//! Puzzles from games and mates in two to four: what share is found, and whether what is announced holds.
//!
//! The weights of the finder come from the positions of the paper, not from these. A mate is checked by a search that
//! knows nothing of plans; of a gain of material it is checked that captures at the end of the line do not take it
//! back. `NASVET_DEEP=1` takes all positions and prints the shares with `--nocapture`; otherwise it is every eighth.

#![expect(clippy::print_stdout, reason = "the shares are worth seeing")]

use chess::{Full, View, read_move};
use domain::Watch;
use nasvet_combine::{
    CombinationGoal, CombinationOptions, CombinationPlan, CombinationReport, CombinationVerdict,
    Motif, PlanStatement, SquareState, find, find_best,
};
use shakmaty::{Chess, Color, Position, Role};
use testing::is_deep;

use crate::suite::{Problem, read};

/// Nodes for a position.
const MAX_NODES: u64 = 20_000;

/// The moves that a mate may take after the first one, and how many of them may be without check.
const MAX_MOVES: u32 = 5;
const MAX_QUIET: u32 = 2;

/// What was counted over a file.
#[derive(Debug, Default)]
struct Shares {
    /// Positions that were asked.
    asked: usize,
    /// Combinations that were announced.
    found: usize,
    /// Those that begin with the move of the suite.
    same: usize,
    /// Those that are called proved.
    proved: usize,
    /// Those whose gain does not hold, as far as the checks see.
    contradicted: Vec<String>,
}

impl Shares {
    fn percent_found(&self) -> usize {
        100 * self.found / self.asked
    }
}

/// Every eighth position, or all of them.
fn chosen(text: &str) -> Vec<Problem> {
    let step = match is_deep() {
        true => 1,
        false => 8,
    };
    read(text)
        .into_iter()
        .filter(|problem| problem.is_sure())
        .step_by(step)
        .collect()
}

/// Looks for all combinations of a file and checks what is announced.
fn survey(name: &str, text: &str) -> Shares {
    let mut shares = Shares::default();
    for problem in chosen(text) {
        let watch = Watch::nodes(MAX_NODES);
        let report = find(
            &problem.epd.position,
            &CombinationOptions::new(problem.goal),
            &watch,
        );
        shares.asked += 1;
        let end = replay(&problem.epd.position, &report);
        let is_proved = report.verdict == CombinationVerdict::Proved;
        if !is_proved && report.verdict != CombinationVerdict::Found {
            continue;
        }
        shares.found += 1;
        shares.proved += usize::from(is_proved);
        let first = bare(&report.line[0].san);
        let is_same = problem.operands("bm").iter().any(|san| bare(san) == first);
        shares.same += usize::from(is_same);
        let is_known = is_same && problem.goal == CombinationGoal::Mate;
        if !is_known && !holds(&problem, &report, &end) {
            shares.contradicted.push(problem.name.clone());
        }
    }
    println!(
        "{name}: {} of {} found ({} %), {} proved, {} with the move of the suite, contradicted: {:?}",
        shares.found,
        shares.asked,
        shares.percent_found(),
        shares.proved,
        shares.same,
        shares.contradicted
    );
    shares
}

fn bare(san: &str) -> &str {
    san.trim_end_matches(['+', '#'])
}

/// Plays the announced line, which must be legal.
fn replay(position: &Chess, report: &CombinationReport) -> Chess {
    let mut position = position.clone();
    for played in &report.line {
        let full = Full::new(position.clone(), Color::White);
        let m = read_move(&full, View { us: Color::White }, &played.san)
            .unwrap_or_else(|error| panic!("{}: {error}", played.san));
        position.play_unchecked(m);
    }
    position
}

/// Does another way of looking agree with what is announced?
fn holds(problem: &Problem, report: &CombinationReport, end: &Chess) -> bool {
    match problem.goal {
        CombinationGoal::Mate => {
            let mut after = problem.epd.position.clone();
            let full = Full::new(after.clone(), Color::White);
            let m = read_move(&full, View { us: Color::White }, &report.line[0].san);
            after.play_unchecked(m.expect("the line was replayed"));
            is_mated_soon(&after)
        }
        CombinationGoal::Gain(wanted) => {
            let us = problem.epd.position.turn();
            let before = material(&problem.epd.position, us);
            let balance = settled(end, i32::MIN + 1, i32::MAX);
            let ours = if end.turn() == us { balance } else { -balance };
            end.is_checkmate() || ours - before >= wanted
        }
    }
}

/// Is the side to move mated by force in this many moves, of which at most this many give no check?
fn is_mated(position: &Chess, n_moves: u32, n_quiet: u32) -> bool {
    if position.is_checkmate() {
        return true;
    }
    if n_moves == 0 || position.is_stalemate() {
        return false;
    }
    let answers = |reply: &Chess, n_quiet: u32, checks: bool| {
        reply.legal_moves().into_iter().any(|m| {
            let mut next = reply.clone();
            next.play_unchecked(m);
            next.is_check() == checks && is_mated(&next, n_moves - 1, n_quiet)
        })
    };
    position.legal_moves().into_iter().all(|reply| {
        let mut after = position.clone();
        after.play_unchecked(reply);
        answers(&after, n_quiet, true) || n_quiet > 0 && answers(&after, n_quiet - 1, false)
    })
}

/// The same, the shortest mates first.
fn is_mated_soon(position: &Chess) -> bool {
    (1..=MAX_MOVES).any(|n_moves| is_mated(position, n_moves, MAX_QUIET.min(n_moves - 1)))
}

/// The pieces of a side minus those of the other, in the values of the paper.
fn material(position: &Chess, us: Color) -> i32 {
    let worth = |role: Role| match role {
        Role::Pawn => 10,
        Role::Knight | Role::Bishop => 30,
        Role::Rook => 45,
        Role::Queen => 95,
        Role::King => 0,
    };
    let board = position.board();
    let pieces = board.iter().map(|(_, piece)| match piece.color == us {
        true => worth(piece.role),
        false => -worth(piece.role),
    });
    pieces.sum()
}

/// The balance for the side to move once captures are exhausted, if either side may stop; in check it may not.
fn settled(position: &Chess, least: i32, most: i32) -> i32 {
    let mut best = match position.is_check() {
        true => -1000,
        false => material(position, position.turn()),
    };
    if best >= most {
        return best;
    }
    for m in position.legal_moves() {
        if !m.is_capture() && !m.is_promotion() && !position.is_check() {
            continue;
        }
        let mut after = position.clone();
        after.play_unchecked(m);
        best = best.max(-settled(&after, -most, -best.max(least)));
        if best >= most {
            break;
        }
    }
    best
}

#[test]
fn puzzles_from_games_are_found() {
    let text = include_str!("../../../../suites/combinations/lichess.epd");
    let shares = survey("lichess", text);
    assert!(shares.percent_found() >= 80, "{shares:?}");
    assert!(50 * shares.contradicted.len() <= shares.found, "{shares:?}");
}

#[test]
fn short_mates_are_found() {
    let text = include_str!("../../../../suites/combinations/mates.epd");
    let shares = survey("mates", text);
    assert!(shares.percent_found() >= 90, "{shares:?}");
    assert!(shares.contradicted.is_empty(), "{shares:?}");
}

/// What the themes of lichess call a motif.
const THEMES: [(Motif, &[&str]); 15] = [
    (Motif::Fork, &["fork"]),
    (Motif::Skewer, &["skewer"]),
    (Motif::Pin, &["pin"]),
    (Motif::DiscoveredAttack, &["discoveredAttack"]),
    (Motif::Decoy, &["attraction"]),
    (Motif::Promotion, &["promotion", "advancedPawn"]),
    (Motif::BackRankMate, &["backRankMate"]),
    (Motif::QuietMateThreat, &["quietMove"]),
    (Motif::Clearance, &["clearance"]),
    (Motif::Deflection, &["deflection"]),
    (Motif::RemovalOfTheGuard, &["capturingDefender"]),
    (Motif::DiscoveredCheck, &["discoveredCheck", "doubleCheck"]),
    (Motif::Interference, &["interference"]),
    (Motif::TrappedPiece, &["trappedPiece"]),
    (Motif::InBetweenMove, &["intermezzo"]),
];

/// Motifs that come from plans, beside the themes that others gave the same puzzles.
#[test]
fn motifs_are_what_others_call_them() {
    let text = include_str!("../../../../suites/combinations/lichess.epd");
    let mut counts = [(0, 0, 0); THEMES.len()];
    let (mut asked, mut solved) = (0, 0);
    for problem in chosen(text) {
        asked += 1;
        let watch = Watch::nodes(MAX_NODES);
        let options = CombinationOptions::new(problem.goal);
        let best = find_best(&problem.epd.position, &options, &watch).report;
        let first = best.line.first().map_or("", |played| bare(&played.san));
        if !best.verdict.succeeds() || !problem.operands("bm").iter().any(|san| bare(san) == first)
        {
            continue;
        }
        solved += 1;
        let themes: Vec<&str> = problem
            .operands("c0")
            .iter()
            .flat_map(|themes| themes.split(' '))
            .collect();
        for ((motif, names), (named, tagged, both)) in THEMES.iter().zip(&mut counts) {
            let is_named = best.motifs.contains(motif);
            let is_tagged = names.iter().any(|name| themes.contains(name));
            *named += usize::from(is_named);
            *tagged += usize::from(is_tagged);
            *both += usize::from(is_named && is_tagged);
        }
    }
    println!("best: {solved} of {asked} with the move of the suite");
    for ((motif, _), (named, tagged, both)) in THEMES.iter().zip(counts) {
        println!("{motif}: named {named}, among the themes {tagged}, both {both}");
    }
    let both = |wanted: Motif| {
        let row = THEMES.iter().position(|(motif, _)| *motif == wanted);
        counts[row.expect("the table has it")]
    };
    // A promotion cannot be mistaken for something else; a fork can be more than one thing.
    let (named, _, right) = both(Motif::Promotion);
    assert!(named > 0 && 10 * right >= 7 * named, "{right} of {named}");
    let (_, tagged, right) = both(Motif::Fork);
    assert!(
        tagged > 0 && 10 * right >= 5 * tagged,
        "{right} of {tagged}"
    );
}

/// A published line as a plan: our moves, and after each the piece that is hoped to go where it went. None if the line
/// has a move that no verification describes: a pawn of theirs goes forward, a side castles or promotes, or two pieces
/// could have answered alike.
fn plan_of(problem: &Problem) -> Option<CombinationPlan> {
    let mut statements = Vec::new();
    let mut position = problem.epd.position.clone();
    let us = position.turn();
    let mut king_taken_from = None;
    for san in problem.operands("pv") {
        let full = Full::new(position.clone(), Color::White);
        let m = read_move(&full, View { us: Color::White }, san).ok()?;
        let from = m
            .from()
            .filter(|_| !m.is_castle() && !m.is_promotion() && !m.is_en_passant())?;
        let board = position.board();
        if position.turn() == us {
            statements.push(PlanStatement::Move {
                from,
                to: m.to(),
                threat: false,
            });
        } else {
            let comers = board.attacks_to(m.to(), !us, board.occupied());
            let alike = comers & board.by_role(m.role());
            if alike != from.into() {
                return None;
            }
            statements.push(PlanStatement::Verify {
                square: m.to(),
                state: SquareState::SuchEnemy(m.role()),
            });
        }
        position.play_unchecked(m);
        king_taken_from = position.checkers().first();
    }
    let king = position.board().king_of(!us)?;
    statements.push(PlanStatement::Move {
        from: king_taken_from.filter(|_| position.is_checkmate())?,
        to: king,
        threat: true,
    });
    Some(CombinationPlan(statements))
}

/// The simulation never rejects a plan that describes exactly what was played.
#[test]
fn the_simulation_rejects_no_line_that_mates() {
    let text = include_str!("../../../../suites/combinations/mates.epd");
    let mut n_lines = 0;
    for problem in read(text) {
        let Some(plan) = plan_of(&problem) else {
            continue;
        };
        n_lines += 1;
        let options = CombinationOptions {
            plans: vec![plan],
            trace: true,
            ..CombinationOptions::new(problem.goal)
        };
        let watch = Watch::nodes(1);
        let report = find(&problem.epd.position, &options, &watch);
        let first = &report.trace[0];
        assert_eq!(
            first.verdict, "accepted",
            "{}: {}",
            problem.name, first.plan
        );
    }
    assert!(n_lines > 250, "{n_lines}");
}
