//! The predicted memory suffices, and is not far above what building takes.
//!
//! Each ending is built in a process of its own, which tells its highest resident memory as Linux counts it; elsewhere
//! nothing is measured. With `NASVET_DEEP=1` five men are built too, which takes minutes and gigabytes.

#![allow(
    clippy::print_stdout,
    reason = "the processes tell each other their figures"
)]

use std::ops::ControlFlow;
use std::process::Command;

use chess::{Board, Small};
use domain::{Side, Watch};
use nasvet_verify::{
    Decision, EndgameTables, Hearing, Holds, Material, PlannedTree, Team, TeamPlayer, Terrain,
    bytes_to_judge, judge,
};
use proof::TreeBuilder;
use shakmaty::Move;
use testing::is_deep;

/// Endings with many captures and with few, with equal men and without, and with pawns.
const FOUR_MEN: &[&str] = &["KQKR", "KQKQ", "KRKN", "KBNK", "KRRK", "KNNK", "KQKP"];

const FIVE_MEN: &[&str] = &["KRRKR", "KRRRK", "KQRKR"];

/// The largest ratio of predicted to used memory: where little can be captured, few positions wait.
const MAX_RATIO: f64 = 4.0;

/// Endings that are judged.
const JUDGED: &[&str] = &["KRKN"];

/// What a process is asked to judge begins so.
const TO_JUDGE: &str = "judge:";

fn main() {
    // The process of one ending, unless the argument is one of the test runner's.
    let asked = std::env::args().nth(1).unwrap_or_default();
    if let Ok(ending) = asked.parse() {
        build(ending);
        return;
    }
    if let Some(Ok(ending)) = asked.strip_prefix(TO_JUDGE).map(str::parse) {
        judge_ending(ending);
        return;
    }
    if highest().is_none() {
        println!("this system does not tell how much memory a process takes");
        return;
    }
    let is_deep = is_deep();
    let five_men = FIVE_MEN.iter().filter(|_| is_deep);
    for text in FOUR_MEN.iter().chain(five_men) {
        let predicted = EndgameTables::bytes_needed(text.parse().expect("an ending"));
        check(text, predicted);
    }
    for text in JUDGED {
        let predicted = bytes_to_judge(&[text.parse().expect("an ending")]);
        check(&format!("{TO_JUDGE}{text}"), predicted);
    }
}

/// A process that is asked this takes so many bytes at most, and not much less.
fn check(asked: &str, predicted: u64) {
    let program = std::env::current_exe().expect("the path of this test");
    let output = Command::new(program).arg(asked).output();
    let output = output.expect("the process runs");
    let said = String::from_utf8(output.stdout).expect("a number");
    let taken: usize = said.trim().parse().expect("a number");
    let ratio = predicted as f64 / taken as f64;
    println!(
        "{asked}: {} MiB predicted, {} MiB taken, {ratio:.2}",
        predicted >> 20,
        taken >> 20
    );
    assert!((1.0..MAX_RATIO).contains(&ratio), "{asked}: {ratio:.2}");
}

/// Judges a team that captures whenever it can, and tells how many bytes that took.
fn judge_ending(ending: Material) {
    let mut tables = EndgameTables::new();
    let built = tables.build(ending, Holds::Mate, &Watch::new());
    built.expect("it is not stopped");
    let terrain = Terrain::new(ending, &Watch::new()).expect("it is not stopped");
    let before = of_status("VmRSS:").expect("asked on Linux only");
    let hearing = Hearing {
        material: ending,
        others: &[],
        team: &Capturers(ending),
        truth: &tables,
        claims: None,
        conditions: None,
        room: usize::MAX,
        room_for_replies: None,
        terrain: terrain.as_ref(),
    };
    let judged = judge(hearing, &Watch::new()).expect("it is not stopped");
    // Failures are listed for games.
    for mode in nasvet_verify::PlayMode::BOTH {
        for fate in nasvet_verify::Fate::ALL {
            judged.games(mode, fate, 1);
        }
    }
    println!("{}", highest().expect("asked on Linux only") - before);
}

/// They capture or promote if they can. Some plans are two moves long, and sometimes nobody knows what to play.
struct Capturers(Material);

impl Team for Capturers {
    fn covers(&self, material: Material) -> bool {
        material == self.0
    }

    fn player(&self, _material: Material, _watch: &Watch) -> Box<dyn TeamPlayer + '_> {
        Box::new(Capturer)
    }
}

/// It says the same of a position whenever it is asked.
struct Capturer;

impl TeamPlayer for Capturer {
    fn decide(&mut self, position: &Small) -> Decision {
        let kings = Side::BOTH.map(|side| position.king(side));
        let others = position.others().map(|man| man.square);
        let squares = others.chain(kings).map(u32::from);
        let key = squares.fold(0, |key, square| (key * 67 + square) % 1_000_003);
        if key.is_multiple_of(1009) {
            return Decision::Stopped;
        }
        let Some(m) = capture(position) else {
            return Decision::Silent;
        };
        let mut builder = TreeBuilder::default();
        let mut replies = Vec::new();
        let mut reply = None;
        let after = position.play(m);
        let _ = after.visit_next(|m, next| {
            reply = Some((m, next));
            ControlFlow::Break(())
        });
        if let Some((reply, next)) = reply.filter(|_| key.is_multiple_of(31))
            && let Some(then) = capture(&next)
        {
            let end = builder.node(Vec::new());
            let ours = builder.node(vec![(then, end)]);
            replies.push((reply, ours));
        }
        let theirs = builder.node(replies);
        let root = builder.node(vec![(m, theirs)]);
        Decision::Plays(PlannedTree {
            rule: 0,
            piece: 0,
            tree: builder.tree(root),
        })
    }
}

/// A capture or promotion, or else any move.
fn capture(position: &Small) -> Option<Move> {
    let moves = position.moves();
    let mut captures = moves.iter().filter(|m| m.is_capture() || m.is_promotion());
    captures.next().or(moves.first()).copied()
}

/// Builds the tables of an ending, and tells how many bytes that took.
fn build(ending: Material) {
    // What a process takes before it does anything; the threads are there.
    rayon::broadcast(|_| ());
    let before = highest().expect("asked on Linux only");
    let mut tables = EndgameTables::new();
    let built = tables.build(ending, Holds::Mate, &Watch::new());
    built.expect("it is not stopped");
    println!("{}", highest().expect("asked on Linux only") - before);
}

/// The most memory that this process has had so far, in bytes.
fn highest() -> Option<usize> {
    of_status("VmHWM:")
}

fn of_status(name: &str) -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: usize = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kib << 10)
}
