//! `nasvet uci` as a chess program meets it: lines through a pipe, in real time.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use testing::{Scratch, root};

use crate::scratch;
use crate::syzygy::CHAPTER;

/// Nothing takes longer than this, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// The engine, and what it has said.
struct Engine {
    program: Child,
    input: ChildStdin,
    said: Receiver<String>,
}

impl Engine {
    fn start(cache: &Path) -> Engine {
        let mut program = Command::new(env!("CARGO_BIN_EXE_nasvet"))
            .arg("uci")
            .env("NASVET_CACHE", cache)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = program.stdin.take().expect("a pipe");
        let output = BufReader::new(program.stdout.take().expect("a pipe"));
        let (tell, said) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                let line = line.expect("the engine says UTF-8");
                if tell.send(line).is_err() {
                    return;
                }
            }
        });
        Engine {
            program,
            input,
            said,
        }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine lives");
    }

    /// What is said up to a line that begins with this.
    fn until(&mut self, begins: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.said.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no `{begins}` after {lines:?}"));
            let is_last = line.starts_with(begins);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    /// What is said after a line, with `isready` behind it so that silence can be heard.
    fn answer(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The words and the move that a position gets.
    fn think(&mut self, position: &str, go: &str) -> (String, String) {
        assert_eq!(self.answer(position), Vec::<String>::new(), "{position}");
        self.send(go);
        let lines = self.until("bestmove ");
        let m = lines.last().and_then(|line| line.split(' ').nth(1));
        let m = m.expect("a move").to_owned();
        (lines.join("\n"), m)
    }

    fn quit(mut self) {
        self.send("quit");
        let status = self.program.wait().expect("it ends");
        assert_eq!(status.code(), Some(0));
    }
}

fn started(name: &str) -> (Engine, Scratch) {
    let folder = scratch(name);
    (Engine::start(folder.path()), folder)
}

/// What is said to the engine, and how each line of its answer begins. Nothing is known of what it thinks, so `…` stands
/// for any number of `info` lines.
const DIALOGUE: &[(&str, &[&str])] = &[
    ("", &[]),
    ("   ", &[]),
    ("hello", &[]),
    ("UCI", &[]),
    ("joho debug on", &[]),
    ("what is this", &["info string no command in: what is this"]),
    ("\u{1b}[2J\u{7}", &["info string no command in: "]),
    ("ü é 😀", &["info string no command in: "]),
    ("debug perhaps", &["info string no command in: "]),
    ("debug off", &[]),
    ("nonsense", &[]),
    ("stop", &[]),
    ("ponderhit", &[]),
    ("register later", &[]),
    ("setoption", &[]),
    ("setoption name", &[]),
    ("setoption value 3", &[]),
    (
        "setoption name Contempt value 20",
        &["info string there is no option Contempt"],
    ),
    ("setoption name Hash", &["info string Hash is a number"]),
    (
        "setoption name Hash value",
        &["info string Hash is a number"],
    ),
    (
        "setoption name Hash value 0",
        &["info string Hash is a number"],
    ),
    (
        "setoption name Hash value 99999999999999999999",
        &["info string Hash is a number"],
    ),
    (
        "setoption name Hash value -8",
        &["info string Hash is a number"],
    ),
    ("setoption name hash value 4", &[]),
    (
        "setoption name Threads value two",
        &["info string Threads is a number"],
    ),
    (
        "setoption name MultiPV value 0",
        &["info string MultiPV is a number"],
    ),
    (
        "setoption name Explain value 1",
        &["info string Explain is true or false"],
    ),
    (
        "setoption name AdviceMode value mild",
        &["info string AdviceMode is strong, weak or off"],
    ),
    ("setoption name UCI_ShowWDL value true", &[]),
    ("setoption name Clear Hash", &[]),
    (
        "setoption name SyzygyPath value /no/such/folder",
        &["info string cannot read the Syzygy tables in /no/such/folder"],
    ),
    ("setoption name SyzygyPath value <empty>", &[]),
    (
        "setoption name AdviceFile value /no/such/chapter.md",
        &["info string"],
    ),
    ("setoption name AdviceFile value <empty>", &[]),
    ("position", &[]),
    ("position nowhere", &[]),
    ("position fen", &["info string this is no position"]),
    ("position fen rubbish", &["info string this is no position"]),
    (
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        &["info string this position cannot be"],
    ),
    (
        "position fen kk6/8/8/8/8/8/8/K7 w - - 0 1",
        &["info string this position cannot be"],
    ),
    (
        "position fen 4k3/8/8/8/8/8/8/4K2P w - - 0 1",
        &["info string this position cannot be"],
    ),
    (
        "position fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        &["info string this is no position"],
    ),
    (
        "position startpos moves e2e5",
        &["info string e2e5 is not legal here"],
    ),
    (
        "position startpos moves e2e4 e7e5 e1e3 g1f3",
        &["info string e1e3 is not legal here"],
    ),
    (
        "position startpos moves e4",
        &["info string e4 is not legal here"],
    ),
    (
        "position startpos moves 0000",
        &["info string 0000 is not legal here"],
    ),
    ("position startpos", &[]),
    ("go infinite", &["…"]),
    (
        "go depth 1",
        &["…", "info string still thinking: send stop before go", "…"],
    ),
    (
        "ucinewgame",
        &[
            "…",
            "info string still thinking: send stop before ucinewgame",
            "…",
        ],
    ),
    (
        "setoption name MultiPV value x",
        &["…", "info string MultiPV is a number", "…"],
    ),
    (
        "position fen rubbish",
        &["…", "info string this is no position", "…"],
    ),
    ("ponderhit", &["…"]),
    ("stop", &["…", "bestmove "]),
    ("stop", &[]),
    ("go ponder wtime 1000 btime 1000", &["…"]),
    (
        "go ponder",
        &["…", "info string still thinking: send stop before go", "…"],
    ),
    ("stop", &["…", "bestmove "]),
    ("ucinewgame", &[]),
    ("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &[]),
    (
        "go wtime -5 btime x depth y nodes",
        &["info depth 0 score cp 0", "bestmove (none)"],
    ),
    ("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", &[]),
    (
        "go infinite",
        &["info depth 0 score mate 0", "bestmove (none)"],
    ),
    ("position startpos", &[]),
    ("go depth 1 searchmoves e2e5 h2h4", &["…", "bestmove h2h4"]),
    ("uci", &["id name Nasvet", "id author", "…", "uciok"]),
];

#[test]
fn sixty_exchanges_with_bad_input_are_survived() {
    assert!(DIALOGUE.len() >= 60);
    let (mut engine, _folder) = started("uci-dialogue");
    for (line, expected) in DIALOGUE {
        engine.send(line);
        // A move may come after `readyok`, since `isready` is answered at once.
        let mut said = match expected.last() {
            Some(last) if last.starts_with("bestmove") => engine.until(last),
            Some(_) | None => Vec::new(),
        };
        engine.send("isready");
        said.extend(engine.until("readyok"));
        said.pop();
        assert!(matches(&said, expected), "`{line}` is answered by {said:?}");
    }
    // A line without an end is too long at some time; the next one is heard.
    engine.send(&"x".repeat((1 << 20) + 5));
    assert_eq!(
        engine.answer(""),
        ["info string a line that is too long was skipped"]
    );
    engine.quit();
}

/// Do lines begin as they should, where `…` stands for any number of `info` or `option` lines?
fn matches(said: &[String], expected: &[&str]) -> bool {
    match (said, expected) {
        ([], []) => true,
        (_, ["…", rest @ ..]) => {
            let skips = said
                .first()
                .is_some_and(|line| line.starts_with("info ") || line.starts_with("option "));
            matches(said, rest) || skips && matches(&said[1..], expected)
        }
        ([line, said @ ..], [begin, rest @ ..]) => line.starts_with(begin) && matches(said, rest),
        ([], [_, ..]) | ([_, ..], []) => false,
    }
}

#[test]
fn a_move_comes_within_50_milliseconds_after_stop() {
    // A search, a chapter without tables, tables that are being made, and a chapter with tables.
    let positions = [
        "startpos",
        "fen 8/5k2/3p4/2p5/2P1P3/3K4/8/8 w - - 0 1",
        "fen 8/8/3k4/3n4/8/3K4/8/R7 b - - 0 1",
        "fen 8/8/8/3k4/8/8/1R6/K7 w - - 0 1",
    ];
    let (mut engine, _folder) = started("uci-stop");
    for position in positions {
        // Other programs may keep the machine busy at one time, but not each time.
        let times = (0..5).map(|n| {
            engine.send(&format!("position {position}"));
            engine.send("go infinite");
            std::thread::sleep(Duration::from_millis(5 + 60 * n));
            let begun = Instant::now();
            engine.send("stop");
            engine.until("bestmove ");
            begun.elapsed()
        });
        let quickest = times.min().expect("it was stopped five times");
        assert!(
            quickest <= Duration::from_millis(50),
            "{position}: {quickest:?}"
        );
    }
    engine.quit();
}

/// Queen against rook: no chapter is about it, and our own tables take longer than the engine waits.
#[test]
fn syzygy_tables_are_asked_where_nobody_else_knows() {
    let position = "position fen 8/8/8/8/1k6/8/8/K2Q2r1 b - - 0 1";
    let tables = root().join("suites/tables/syzygy");
    let (mut engine, folder) = started("uci-syzygy");
    let path = format!("setoption name SyzygyPath value {}", tables.display());
    assert_eq!(engine.answer(&path), Vec::<String>::new());
    // Black takes the queen.
    let (said, m) = engine.think(position, "go movetime 2000");
    assert_eq!(m, "g1d1", "{said}");
    assert!(said.contains("by the Syzygy tables"), "{said}");
    // Folders without tables are named, and those that were there stay.
    let empty = folder.path().join("empty");
    std::fs::create_dir(&empty).expect("a folder");
    let refused = engine.answer(&format!(
        "setoption name SyzygyPath value {}",
        empty.display()
    ));
    assert!(
        refused[0].contains("there are no Syzygy tables in"),
        "{refused:?}"
    );
    engine.quit();
}

#[test]
fn a_chapter_of_ones_own_is_played_by() {
    // It moves as soon as it knows; a busy machine may need seconds for that.
    const GO: &str = "go movetime 60000";
    let (mut engine, folder) = started("uci-advice");
    let position = "position fen 8/8/8/3k4/8/8/1R6/K7 w - - 0 1";
    let set = |file: &str| format!("setoption name AdviceFile value {file}");
    let (said, _) = engine.think(position, GO);
    assert!(said.contains("info string krk: "), "{said}");
    // Its name may have blanks.
    let file = folder.file("my rook.advice", CHAPTER);
    assert_eq!(engine.answer(&set(&file)), Vec::<String>::new());
    let (said, m) = engine.think(position, GO);
    assert!(said.contains("wander: Go anywhere."), "{said}");
    assert!(m.starts_with("b2"), "the rook moves: {m}");
    // A shipped one has a name.
    assert_eq!(engine.answer(&set("krk-box")), Vec::<String>::new());
    let (said, _) = engine.think(position, GO);
    assert!(said.contains("info string krk-box: "), "{said}");
    // A faulty one is refused, and the last one stays.
    let faulty = folder.file(
        "faulty.advice",
        CHAPTER
            .replace("wander", "wunder")
            .replacen("wunder", "x", 1),
    );
    let refused = engine.answer(&set(&faulty));
    assert!(refused[0].contains("wunder"), "{refused:?}");
    let (said, _) = engine.think(position, GO);
    assert!(said.contains("info string krk-box: "), "{said}");
    // And without any the tables decide.
    engine.answer("setoption name AdviceMode value off");
    let (said, _) = engine.think(position, GO);
    assert!(said.contains("by the tables: mate in 16"), "{said}");
    engine.quit();
}

/// A chess program that goes away does not leave the engine behind.
#[test]
fn the_engine_ends_with_its_input() {
    let (mut engine, _folder) = started("uci-gone");
    engine.send("position startpos");
    engine.send("go infinite");
    engine.until("info ");
    drop(engine.input);
    let status = engine.program.wait().expect("it ends");
    assert_eq!(status.code(), Some(0));
}
