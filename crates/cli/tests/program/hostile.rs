//! Some hundred hostile inputs over all commands: each ends soon, with the status that the table of the book says, with
//! a message, and with nothing in it that could steer a terminal.
//!
//! Colours are forced, so whatever is printed is what a terminal would get.

#![cfg(unix)]

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use testing::{Call, Run, Scratch};

use crate::{nasvet, ran, scratch};

const KRK: &str = "8/8/8/3k4/8/8/1R6/K7 w - -";
const GRAPH: &str = "a = b and d; goal d";

/// Nothing here takes a second; a busy machine may be slow.
const LIMIT: Duration = Duration::from_secs(60);

/// What a terminal must never get: it clears the screen, sets the title, prints inversely, and writes backwards.
const ATTACKS: [&str; 5] = [
    "\u{1b}[2J",
    "\u{1b}]0;title\u{7}",
    "\u{1b}[7m",
    "\u{9b}2J",
    "\u{202e}",
];

/// How many inputs were tried in this process.
static TRIED: AtomicUsize = AtomicUsize::new(0);

/// Runs the program, and holds it against the table: the status, and a part of what it says.
#[track_caller]
fn check(call: Call, what: &str, status: i32, says: &str) -> Run {
    TRIED.fetch_add(1, Ordering::Relaxed);
    let run = call.env("CLICOLOR_FORCE", "1").run_within(LIMIT);
    assert_eq!(run.status, Some(status), "{what}: {run:?}");
    assert!(
        run.out.contains(says) || run.err.contains(says),
        "{what}: expected `{says}` in {run:?}"
    );
    assert!(!run.err.contains("panicked"), "{what}: {run:?}");
    for text in [&run.out, &run.err] {
        assert_harmless(text, what);
    }
    run
}

/// Only colours of our own are there: each is bold, reset, or a colour.
#[track_caller]
fn assert_harmless(text: &str, what: &str) {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        plain += before;
        let (codes, after) = after.split_once('m').unwrap_or((after, ""));
        let is_ours = codes.bytes().all(|b| b.is_ascii_digit() || b == b';') && codes != "7";
        assert!(is_ours, "{what}: the code {codes:?} in {text:?}");
        rest = after;
    }
    plain += rest;
    let steers = |ch: char| {
        (ch.is_control() && ch != '\n' && ch != '\t')
            || ('\u{202a}'..='\u{202e}').contains(&ch)
            || ('\u{2066}'..='\u{2069}').contains(&ch)
    };
    assert!(!plain.contains(steers), "{what}: {text:?}");
}

/// In a folder with hostile files, a run of the program.
#[track_caller]
fn check_in(folder: &Scratch, args: &[&str], status: i32, says: &str) {
    check(
        nasvet(args).inside(folder.path()),
        &args.join(" "),
        status,
        says,
    );
}

/// Whether a file can be read at all, and what is said of it.
#[derive(Clone, Copy)]
enum Kind {
    /// It cannot be read.
    Unreadable,
    /// It has mistakes.
    Faulty,
}

/// A folder with files that are no chapters.
fn hostile_folder(name: &str) -> (Scratch, Vec<(&'static str, Kind, &'static str)>) {
    let folder = scratch(name);
    let path = |name: &str| folder.path().join(name);
    let made = Command::new("mkfifo").arg(path("pipe")).status();
    assert!(made.expect("mkfifo is there").success());
    std::os::unix::fs::symlink("loop.advice", path("loop.advice")).expect("a link");
    std::fs::create_dir(path("folder.advice")).expect("a folder");
    let mut bytes = b"nim \"Nim\"\n".to_vec();
    bytes.extend([0xff, 0xfe, b'\n']);
    let title = "endgame \"Hostile\"\nus K R\nthem K\n";
    let files: [(&str, Vec<u8>); 15] = [
        ("empty.advice", Vec::new()),
        ("latin.advice", bytes),
        ("nul.advice", b"nim \"Nim\"\n\0\0".to_vec()),
        ("title.advice", b"nim \"a\x1b[2J\"\n".to_vec()),
        (
            "doc.advice",
            b"nim \"a\"\n# \x1b]0;x\x07\ndef e = 1\n".to_vec(),
        ),
        (
            "prose.md",
            b"# A\x1b[7m\n\n```advice\nnim \"a\"\n```\n".to_vec(),
        ),
        ("bidi.advice", "nim \"a\u{202e}b\"\n".into()),
        ("c1.advice", "nim \"a\u{9b}2Jb\"\n".into()),
        ("return.advice", b"nim \"a\"\rdef b = 1\n".to_vec()),
        ("large.advice", vec![b'\n'; 300 * 1024]),
        (
            "nested.advice",
            format!("{title}def a = {}1\n", "(".repeat(100_000)).into(),
        ),
        ("open.md", b"# A\n\n```advice\nnim \"a\"\n".to_vec()),
        ("self.advice", b"nim \"a\"\nimport self\n".to_vec()),
        (
            "import.advice",
            b"nim \"a\"\nimport pipe\nimport ../etc\n".to_vec(),
        ),
        (
            "name.advice",
            format!("{title}def a = no_such_word\n").into(),
        ),
    ];
    for (name, text) in files {
        std::fs::write(path(name), text).expect("a file");
    }
    use Kind::{Faulty, Unreadable};
    let table = vec![
        ("pipe", Unreadable, "it is a pipe or a device"),
        ("/dev/zero", Unreadable, "it is a pipe or a device"),
        ("/dev/full", Unreadable, "it is a pipe or a device"),
        ("loop.advice", Unreadable, "cannot read `loop.advice`"),
        ("folder.advice", Unreadable, "cannot read `folder.advice`"),
        ("missing.advice", Unreadable, "cannot read `missing.advice`"),
        ("empty.advice", Faulty, "no-title"),
        ("latin.advice", Faulty, "not-utf8"),
        ("nul.advice", Faulty, "U+0000 in line 2"),
        ("title.advice", Faulty, "U+001B in line 1"),
        ("doc.advice", Faulty, "U+001B in line 2"),
        ("prose.md", Faulty, "U+001B in line 1"),
        ("bidi.advice", Faulty, "U+202E in line 1"),
        ("c1.advice", Faulty, "U+009B in line 1"),
        ("return.advice", Faulty, "U+000D in line 1"),
        ("large.advice", Faulty, "too-large"),
        ("nested.advice", Faulty, "error"),
        ("open.md", Faulty, "open-fence"),
        ("self.advice", Faulty, "error"),
        ("import.advice", Faulty, "error"),
        ("name.advice", Faulty, "unknown-name"),
    ];
    (folder, table)
}

/// One command for all files that are no chapters. Mistakes are what `check` and `fmt` look for; the others cannot
/// begin.
fn check_files(name: &str, command: &[&str], after: &[&str], faulty: i32) {
    let (folder, table) = hostile_folder(name);
    for (file, kind, says) in table {
        let args = [command, &[file], after].concat();
        let (status, says) = match kind {
            Kind::Unreadable => (2, says),
            // What `fmt` does not look at is laid out: names, titles and imports.
            Kind::Faulty if command == ["fmt", "--check"] => match file {
                "empty.advice" | "self.advice" | "name.advice" => (0, ""),
                _ => (1, "see `nasvet check`"),
            },
            Kind::Faulty if command == ["play"] => (2, "mistake"),
            Kind::Faulty => (faulty, says),
        };
        check_in(&folder, &args, status, says);
    }
}

#[test]
fn check_refuses_what_is_no_chapter() {
    check_files("hostile-check", &["check"], &[], 1);
}

#[test]
fn fmt_refuses_what_is_no_chapter() {
    check_files("hostile-fmt", &["fmt", "--check"], &[], 1);
}

#[test]
fn read_refuses_what_is_no_chapter() {
    check_files("hostile-read", &["read", "--no-pager"], &[], 2);
}

#[test]
fn test_and_export_refuse_what_is_no_chapter() {
    check_files("hostile-test", &["test"], &[], 2);
    check_files("hostile-export", &["export", "--prolog"], &[], 2);
}

#[test]
fn advise_and_verify_refuse_what_is_no_chapter() {
    check_files("hostile-advise", &["advise"], &[KRK], 2);
    check_files("hostile-verify", &["verify"], &[], 2);
}

#[test]
fn ask_and_survey_refuse_what_is_no_chapter() {
    check_files("hostile-ask", &["ask"], &[GRAPH, "goal(a)"], 2);
    check_files("hostile-survey", &["survey"], &[], 2);
}

#[test]
fn positions_that_are_none_are_refused() {
    let long = "8/".repeat(1_000);
    let positions = [
        "",
        "x",
        "8/8/8/8/8/8/8/8 w - -",
        "8/8/8/3k4/8/8/1R6/K7",
        "8/8/8/3k4/8/8/1R6/K7 x - -",
        "8/8/8/3k5/8/8/1R6/K7 w - -",
        "8/8/8/3k4/8/8/1R6/KK6 w - -",
        "8/8/8/8/8/8/kR6/K7 w - -",
        "P7/8/8/3k4/8/8/1R6/K7 w - -",
        "8/8/8/3k4/8/8/1R6/K7 w - - -1 1",
        "8/8/8/3k4/8/8/1R6/K7 w - - 0 99999999999",
        "8/8/8/3k4/8/8/1R6/K7 w KQkq -",
        "8/8/8/3k4/8/8/1R6/K7 w - e9",
        "♔/8 w - -",
        &long,
    ];
    for position in positions {
        for args in [
            vec!["advise", "krk", position],
            vec!["eval", "room", position, "--chapter", "krk"],
            vec!["combine", position],
            vec!["tables", "--probe", position],
            vec!["play", "krk", position],
        ] {
            check(nasvet(&args), &args.join(" "), 2, "nasvet: ");
        }
    }
    // Some programs number moves from 0; that is read as 1.
    let args = ["advise", "krk", "8/8/8/3k4/8/8/1R6/K7 w - - 0 0"];
    check(nasvet(&args), &args.join(" "), 0, "box");
}

#[test]
fn no_argument_can_steer_a_terminal() {
    for attack in ATTACKS {
        for args in [
            vec!["check", attack],
            vec!["fmt", attack],
            vec!["words", attack],
            vec!["eval", attack, KRK],
            vec!["eval", "room", attack],
            vec!["export", attack, "--prolog"],
            vec!["read", attack],
            vec!["play", attack],
            vec!["advise", "krk", attack],
            vec!["advise", "krk", KRK, "--why-not", attack],
            vec!["ask", "and-or", attack, "goal(a)"],
            vec!["ask", "and-or", GRAPH, attack],
            vec!["survey", "kpkp", "--where", attack],
            vec!["test", attack],
            vec!["tables", attack],
            vec!["tree", "check", attack],
            vec!["verify", attack],
            vec!["combine", KRK, "--plan", attack],
            vec![attack],
        ] {
            check(nasvet(&args), &args.join(" "), 2, "would steer a terminal");
        }
    }
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    let table: [(&[&str], &str); 30] = [
        (&["no-such-command"], "unrecognized subcommand"),
        (&["--no-such-flag"], "unexpected argument"),
        (&["check"], "required"),
        (&["advise", "krk"], "required"),
        (
            &["advise", "krk", KRK, "--nodes", "-1"],
            "unexpected argument",
        ),
        (
            &["advise", "krk", KRK, "--nodes", "99999999999999999999"],
            "invalid value",
        ),
        (&["advise", "krk", KRK, "--seconds", "0"], "invalid value"),
        (&["advise", "krk", KRK, "--mode", "medium"], "invalid value"),
        (&["advise", "krk", KRK, "--replies", "Ka9"], "Ka9"),
        (&["advise", "krk", KRK, "--why-not", "Ka9"], "Ka9"),
        (
            &["ask", "and-or", GRAPH, "goal(a)", "--seconds", "0"],
            "invalid value",
        ),
        (&["ask", "and-or", GRAPH, "goal(a", "--json"], "expected"),
        (&["ask", "and-or", "a = ", "goal(a)"], "expected"),
        (
            &["ask", "and-or", "/dev/zero", "goal(a)"],
            "pipe or a device",
        ),
        (&["ask", "krk", KRK, "can we win?"], "no hypotheses"),
        (
            &["ask", "and-or", GRAPH, "goal(a)", "--without", "nothing"],
            "nothing",
        ),
        (
            &["ask", "and-or", GRAPH, "goal(a)", "--without-rules", "9"],
            "invalid value",
        ),
        (&["combine", KRK, "--seconds", "0"], "invalid value"),
        (&["combine", KRK, "--nodes", "0"], "invalid value"),
        (&["combine", KRK, "--goal", "everything"], "--goal"),
        (&["combine", KRK, "--plan", ";;;"], "--plan"),
        (&["combine", KRK, "--values", "1:2"], "--values"),
        (&["eval", "(", KRK], "expected"),
        (&["eval", "room", "2 1 1", "--game", "chess"], "nasvet: "),
        (
            &["eval", "digital_sum", "2 1 1", "--game", "go"],
            "no game `go`",
        ),
        (&["play", "krk", "--seconds", "0"], "invalid value"),
        (&["read", "krk", "--width", "5"], "invalid value"),
        (&["words", "no-such-topic"], "no word or topic"),
        (&["words", "--game", "go"], "no game `go`"),
        (&["verify", "nim"], "the verifier plays endings of chess"),
    ];
    for (args, says) in table {
        check(nasvet(args), &args.join(" "), 2, says);
    }
}

#[test]
fn endings_without_tables_are_refused_at_once() {
    let memory = "MiB of memory";
    let table: [(&[&str], &str); 12] = [
        (&["tables", ""], "expected the men of both sides"),
        (&["tables", "K"], "expected the men of both sides"),
        (&["tables", "KXK"], "expected the men of both sides"),
        (&["tables", "KRKRKR"], "expected the men of both sides"),
        (&["tables", "KQQQQK"], "expected the men of both sides"),
        (&["tables", "KPPPK"], memory),
        (&["tables", "KPPKP"], memory),
        (&["tables", "KKPPP"], memory),
        (&["tables", "KRPKR", "--json"], memory),
        (&["tables", "KQPKQ", "--conversion", "--no-cache"], memory),
        (
            &["tables", "--probe", "8/8/8/3k4/8/8/PPP5/K7 w - -"],
            memory,
        ),
        (
            &["tables", "--probe", "4k3/pppppppp/8/8/8/8/8/4K3 w - -"],
            "nasvet: ",
        ),
    ];
    for (args, says) in table {
        check(nasvet(args), &args.join(" "), 2, says);
    }
    let folder = scratch("hostile-endings");
    let chapter = "endgame \"x\"\nus K P P\nthem K P\nadvice a { better mate within 1 move }\ntable { otherwise a }\n";
    folder.file("kppkp.advice", chapter);
    check_in(&folder, &["verify", "kppkp.advice"], 2, memory);
}

#[test]
fn limits_that_come_first_leave_it_unknown() {
    let folder = scratch("hostile-limits");
    let example = "endgame \"x\"\nus K R\nthem K\nadvice a { better mate within 3 moves }\n\
                   table { otherwise a }\nexample \"8/8/8/3k4/8/8/1R6/K7 w - -\" plays \"Rb5\"\n";
    folder.file("limits.advice", example);
    let queens = "7k/8/1QQQ4/QQQ5/5qqq/4qqq1/8/K7 w - -";
    for args in [
        vec!["advise", "limits.advice", KRK, "--nodes", "1"],
        vec!["advise", "limits.advice", KRK, "--nodes", "0", "--json"],
        vec!["eval", "room", KRK, "--chapter", "krk", "--steps", "0"],
        vec!["combine", queens, "--goal", "mate", "--nodes", "2"],
        vec!["ask", "and-or", "a = b and d; b = a; goal d", "goal(a)"],
        vec!["ask", "and-or", GRAPH, "goal(a)", "--cycles", "1"],
        vec!["test", "limits.advice", "--nodes", "1"],
    ] {
        check_in(&folder, &args, 3, "");
    }
    // Without the limit it is known.
    check_in(&folder, &["test", "limits.advice"], 1, "expected Rb5");
    check_in(
        &folder,
        &["advise", "limits.advice", KRK],
        1,
        "no advice that works",
    );
}

#[test]
fn scripts_that_go_wrong_are_told_and_end() {
    let folder = scratch("hostile-scripts");
    let made = Command::new("mkfifo")
        .arg(folder.path().join("pipe"))
        .status();
    assert!(made.expect("mkfifo is there").success());
    folder.file(
        "game.pgn",
        "[White \"\u{1b}[2J\"]\n\n1. \u{1b}]0;x\u{7} *\n",
    );
    let long = format!("{}\n", "x".repeat(100_000));
    let table: [(&str, i32, &str); 14] = [
        ("xyzzy\n", 1, "xyzzy"),
        ("\u{1b}[2J\n", 1, ""),
        ("\u{feff}board\n", 0, ""),
        ("load pipe\n", 1, "pipe or a device"),
        ("load /dev/zero\n", 1, "pipe or a device"),
        ("load missing.pgn\n", 1, "missing.pgn"),
        ("load game.pgn\n", 1, ""),
        ("load .\n", 1, "annot read"),
        ("save no/such/folder/x\n", 1, "annot write"),
        ("position 8/8\n", 1, ""),
        ("chapter nowhere\n", 1, "nowhere"),
        ("chapter pipe\n", 1, "pipe or a device"),
        ("back 99999999999999999999\n", 1, ""),
        (&long, 2, "a line of more than 65536 bytes"),
    ];
    for (script, status, says) in table {
        let call = nasvet(&["play", "krk", KRK]).input(script);
        let what = format!("the script {:?}", &script[..script.len().min(40)]);
        check(call.inside(folder.path()), &what, status, says);
    }
    let endless = "exec \"$0\" play krk < /dev/zero";
    let program = env!("CARGO_BIN_EXE_nasvet");
    let call = Call::new("sh", &["-c", endless, program]);
    check(call, endless, 2, "a line of more than");
    let endless = "exec \"$0\" check - < /dev/zero";
    check(
        Call::new("sh", &["-c", endless, program]),
        endless,
        1,
        "too-large",
    );
    let endless = "exec \"$0\" tree check - < /dev/zero";
    check(
        Call::new("sh", &["-c", endless, program]),
        endless,
        2,
        "more than",
    );
    // What a shell has opened may be read: it is as good as standard input.
    let opened = "printf 'nim \"Nim\"\\n' | \"$0\" check /dev/stdin";
    check(
        Call::new("sh", &["-c", opened, program]),
        opened,
        0,
        "no mistakes",
    );
}

/// The document of a sound tree.
fn sound() -> Value {
    let run = ran(&["advise", "krk", KRK, "--json", "--tree"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    run.json()
}

#[test]
fn trees_that_lie_are_found_out() {
    let folder = scratch("hostile-trees");
    let sound = sound();
    let try_tree = |name: &str, document: &Value, status: i32, says: &str| {
        let file = folder.file("tree.json", document.to_string());
        check(nasvet(&["tree", "check", &file]), name, status, says);
    };
    try_tree("the tree as it was", &sound, 0, "sound");
    let with = |place: &str, value: Value| {
        let mut changed = sound.clone();
        let at = changed.pointer_mut(place);
        *at.unwrap_or_else(|| panic!("no place {place}")) = value;
        changed
    };
    let root = sound["moves"][0]["tree"]["tree"]
        .as_array()
        .expect("a tree");
    let root = format!("/moves/0/tree/tree/{}/0", root.len() - 1);
    let m = sound["moves"][0]["move"].as_str().expect("a move");
    let refused: [(&str, Value, &str); 14] = [
        ("/format", json!("nasvet-words"), "expected the format"),
        ("/format", json!(1), "not a document"),
        ("/version", json!(99), "version"),
        ("/moves", json!([]), "no tree"),
        ("/moves", json!({}), "not a document"),
        ("/chapter", json!("/etc/passwd"), "not a shipped one"),
        ("/moves/0/tree", Value::Null, "no tree"),
        (
            "/moves/0/tree/digest",
            json!("0".repeat(64)),
            "made from other advice",
        ),
        ("/moves/0/tree/piece", json!("nobody"), "no piece of advice"),
        ("/moves/0/tree/game", json!("go"), "the game"),
        ("/moves/0/tree/position", json!("8/8"), "the position"),
        ("/moves/0/tree/tree", json!([]), "no node"),
        ("/moves/0/position", json!(""), "the position"),
        (
            &format!("{root}/1"),
            json!(4_000_000_000_u32),
            "earlier node",
        ),
    ];
    for (place, value, says) in refused {
        let what = format!("{place} {value}");
        try_tree(&what, &with(place, value), 2, says);
    }
    let flawed: [(&str, Value, &str); 7] = [
        (&format!("{root}/0"), json!("Ka9"), "Ka9"),
        (&format!("{root}/0"), json!("Rb9"), "Rb9"),
        (
            &format!("{root}/0"),
            json!(format!("{m}#")),
            "marked falsely",
        ),
        ("/moves/0/move", json!(format!("{m}#")), "marked falsely"),
        ("/moves/0/move", json!("Ka2"), "but the tree begins with"),
        (
            "/moves/0/piece",
            json!("nobody"),
            "names the piece `nobody`",
        ),
        (
            "/moves/0/tree/verdict",
            json!("refuted"),
            "why a piece fails",
        ),
    ];
    for (place, value, says) in flawed {
        let what = format!("{place} {value}");
        try_tree(&what, &with(place, value), 1, says);
    }
    let file = folder.file("tree.json", sound.to_string());
    let args = ["tree", "check", &file, "--steps", "0"];
    check(nasvet(&args), "a tree without steps", 3, "unknown");
    for attack in ATTACKS {
        for place in [
            "/format",
            "/chapter",
            "/moves/0/position",
            "/moves/0/move",
            "/moves/0/piece",
            "/moves/0/says",
            "/moves/0/tree/chapter",
            "/moves/0/tree/game",
            "/moves/0/tree/position",
            "/moves/0/tree/piece",
            "/moves/0/tree/verdict",
            &format!("{root}/0"),
        ] {
            let what = format!("{place} {attack:?}");
            try_tree(
                &what,
                &with(place, json!(attack)),
                2,
                "may not be in a document",
            );
        }
        let mut key = sound.clone();
        key[attack] = json!(1);
        try_tree("a key", &key, 2, "may not be in a document");
    }
    let texts = [
        "",
        "{",
        "null",
        "[1]",
        "\u{feff}{}",
        "{\"format\":\"nasvet-tree\"}",
    ];
    for text in texts.map(String::from).into_iter().chain([
        "[".repeat(100_000),
        format!("{sound}{}", " ".repeat(17 << 20)),
    ]) {
        let file = folder.file("tree.json", &text);
        let what = format!("the text {:?}", &text[..text.len().min(40)]);
        check(nasvet(&["tree", "check", &file]), &what, 2, "nasvet: ");
    }
}

/// A folder of tables that holds other things in their places.
#[test]
fn files_in_the_place_of_tables_are_not_believed() {
    let folder = scratch("hostile-tables");
    let at = |name: &str| folder.path().join(name);
    type Put<'p> = &'p dyn Fn(&Path);
    let places: [(&str, Put<'_>); 4] = [
        ("a pipe", &|path: &Path| {
            let made = Command::new("mkfifo").arg(path).status();
            assert!(made.expect("mkfifo is there").success());
        }),
        ("a device", &|path: &Path| {
            std::os::unix::fs::symlink("/dev/zero", path).expect("a link");
        }),
        ("a folder", &|path: &Path| {
            std::fs::create_dir(path).expect("a folder")
        }),
        ("a large file", &|path: &Path| {
            let file = std::fs::File::create(path).expect("a file");
            // It takes no room on the disk.
            file.set_len(1 << 40).expect("a file with a hole");
        }),
    ];
    for (what, put) in places {
        let table = at("KNK.nasvet-table");
        put(&table);
        let call = nasvet(&["tables", "KNK"]).env("NASVET_CACHE", folder.path());
        check(call, what, 0, "KNK: 1 built");
        let _ = std::fs::remove_file(&table);
        let _ = std::fs::remove_dir(&table);
    }
    std::fs::write(at("\u{1b}[2J.nasvet-table"), "").expect("a file");
    let call = nasvet(&["tables"]).env("NASVET_CACHE", folder.path());
    check(call, "a table with a hostile name", 0, "");
}

/// Where the memory does not suffice there is a message and a status, and no signal.
#[test]
fn too_little_memory_is_told() {
    let little = "ulimit -v 400000; exec \"$0\" tables --no-cache KQKR KRRKR";
    let program = env!("CARGO_BIN_EXE_nasvet");
    let call = Call::new("sh", &["-c", little, program]).env("RUST_BACKTRACE", "0");
    check(call, little, 2, "memory allocation of");
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_are_accepted() {
    let folder = scratch("hostile-windows");
    let plain = "nim \"Nim\"\n\ndef even = digital_sum = 0\n";
    let untidy = "\u{feff}nim   \"Nim\"\r\n\r\ndef   even=digital_sum=0\r\n";
    folder.file("mark.advice", format!("\u{feff}{plain}"));
    let windows = folder.file("windows.advice", untidy);
    check_in(&folder, &["check", "mark.advice"], 0, "no mistakes");
    check_in(&folder, &["fmt", "--check", "mark.advice"], 0, "");
    check_in(&folder, &["check", "windows.advice"], 0, "no mistakes");
    check_in(
        &folder,
        &["fmt", "--check", "windows.advice"],
        1,
        "windows.advice",
    );
    check_in(&folder, &["fmt", "windows.advice"], 0, "");
    let tidy = std::fs::read_to_string(windows).expect("a file");
    assert_eq!(tidy, format!("\u{feff}{}", plain.replace('\n', "\r\n")));
    check_in(&folder, &["fmt", "--check", "windows.advice"], 0, "");
}
