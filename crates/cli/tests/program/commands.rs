//! The program as its users meet it: what it prints, for people and for machines, and its exit status.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{assert_has, nasvet, ran, scratch};

/// King and rook against king; the box has the files c to h and the ranks 3 to 8.
const KRK: &str = "8/8/8/3k4/8/8/1R6/K7 w - -";

const GOOD: &str = "nim \"Nim\"\n\ndef even = digital_sum = 0\n";
const UNTIDY: &str = "nim   \"Nim\"\n\n\n\ndef   even=digital_sum=0   # balanced\n";
const BAD: &str = "nim \"Nim\"\n\ndef even = digital_sun = 0\n";

/// A file of its own for a test.
fn file(name: &str, text: impl AsRef<[u8]>) -> String {
    scratch(&format!("commands-{name}")).file(name, text)
}

/// The question could not be understood: status 2, nothing on standard output, the reason on the other.
fn assert_refused(args: &[&str], reason: &str) {
    let run = ran(args);
    assert_eq!(
        (run.status, run.out.as_str()),
        (Some(2), ""),
        "{args:?}: {}",
        run.err
    );
    assert_has(&run.err, reason);
}

#[test]
fn check_tells_what_is_wrong_and_where() {
    let good = file("good.advice", GOOD);
    let bad = file("bad.advice", BAD);
    let run = ran(&["check", &good]);
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    assert_has(&run.out, "good.advice: no mistakes found (1 definition)");

    let run = ran(&["check", &good, &bad]);
    assert_eq!(run.status, Some(1));
    for part in [
        "error[unknown-name]: unknown name `digital_sun`",
        "bad.advice:3:12",
        "did you mean `digital_sum`?",
        "1 error",
    ] {
        assert_has(&run.out, part);
    }
    // Not a terminal, so no colours.
    assert!(!run.out.contains('\u{1b}'));

    let run = ran(&["check", "--json", &good, &bad]);
    assert_eq!(run.status, Some(1));
    let json = run.json();
    assert_eq!(
        (&json["files"][0]["ok"], &json["files"][1]["ok"]),
        (&Value::Bool(true), &Value::Bool(false))
    );
    assert_eq!(json["files"][0]["diagnostics"], Value::Array(Vec::new()));
    // `digital_sun` has eleven letters and begins in column 12 of line 3.
    let finding = &json["files"][1]["diagnostics"][0];
    let place =
        ["line", "column", "end_line", "end_column"].map(|key| finding[key].as_u64().unwrap());
    assert_eq!(place, [3, 12, 3, 23]);
    assert_eq!(
        (&finding["severity"], &finding["code"]),
        (&"error".into(), &"unknown-name".into())
    );
    assert_eq!(finding["help"], "did you mean `digital_sum`?");
    // Before it are 10 bytes of the first line, 1 of the second, and the 11 of `def even = `.
    let edit = &finding["fixes"][0]["edits"][0];
    let (start, end) = (22, 22 + "digital_sun".len());
    assert_eq!((&edit["start"], &edit["end"]), (&start.into(), &end.into()));
    let place = ["line", "column", "end_line", "end_column"].map(|key| edit[key].as_u64().unwrap());
    assert_eq!(place, [3, 12, 3, 23]);
    let mut mended = BAD.to_owned();
    mended.replace_range(start..end, edit["new_text"].as_str().unwrap());
    assert_eq!(mended, GOOD);
}

#[test]
fn a_warning_is_a_fault_only_if_one_is_strict() {
    let text = "nim \"Nim\"\nadvice now {\n  better  true\n}\n";
    let run = nasvet(&["check", "-"]).input(text).run();
    assert_eq!(run.status, Some(0));
    assert_has(&run.out, "1 warning");
    assert_eq!(
        nasvet(&["check", "--strict", "-"]).input(text).run().status,
        Some(1)
    );
}

#[test]
fn standard_input_may_be_a_chapter() {
    let chapter = "# Nim\n\n```advice\nnim \"Nim\"\ndef even = digital_sun = 0\n```\n";
    let run = nasvet(&["check", "-", "--json"]).input(chapter).run();
    assert_eq!(run.status, Some(1));
    assert_eq!(run.json()["files"][0]["diagnostics"][0]["line"], 5);
}

#[test]
fn bytes_that_are_no_source_are_findings() {
    let latin = file("latin.advice", b"nim \"Nim\"\n# \xe4\n");
    let large = file("large.advice", vec![b'\n'; 300 * 1024]);
    let open = file("open.md", "# Nim\n\n```advice\nnim \"Nim\"\n");
    let files = [&latin, &large, &open].map(String::as_str);
    let run = ran(&["check", "--json", files[0], files[1], files[2]]);
    assert_eq!(run.status, Some(1));
    let json = run.json();
    for (idx, code) in ["not-utf8", "too-large", "open-fence"]
        .into_iter()
        .enumerate()
    {
        assert_eq!(json["files"][idx]["diagnostics"][0]["code"], code);
    }
    assert_eq!(json["files"][2]["diagnostics"][0]["line"], 3);
    let run = ran(&["check", files[0], files[1], files[2]]);
    assert_eq!(run.status, Some(1));
    assert_has(&run.out, "byte 0xe4 in line 2 is not UTF-8");
    // `fmt` leaves them as they are.
    assert_eq!(ran(&["fmt", files[0], files[1], files[2]]).status, Some(1));
    assert_eq!(fs::read(&latin).unwrap(), b"nim \"Nim\"\n# \xe4\n");
    assert_eq!(fs::read(&large).unwrap().len(), 300 * 1024);
}

#[test]
fn what_cannot_be_read_is_refused() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    assert_refused(
        &["check", "no-such-chapter"],
        "the shipped chapters are first-advice",
    );
    assert_refused(
        &["check", "no/such/file.md"],
        "cannot read `no/such/file.md`",
    );
    assert_refused(&["check", folder], "cannot read");
    assert_refused(&["fmt", folder], "cannot read");
    assert_refused(&["check"], "<FILE>");
    assert_refused(&["chekc"], "check");
}

#[test]
fn fmt_lays_out_a_file_once_and_for_all() {
    let path = file("untidy.advice", UNTIDY);
    let name = path.as_str();
    let tidy = "nim \"Nim\"\n\ndef even = digital_sum = 0 # balanced\n";

    let run = ran(&["fmt", "--check", name]);
    assert_eq!(run.status, Some(1));
    assert_has(&run.out, "would be changed");
    assert_eq!(fs::read_to_string(&path).unwrap(), UNTIDY);

    let run = ran(&["fmt", "--json", name]);
    assert_eq!(
        (run.status, &run.json()["files"][0]["result"]),
        (Some(0), &"changed".into())
    );
    let once = fs::read_to_string(&path).unwrap();
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(squeezed(&once), squeezed(tidy));

    let run = ran(&["fmt", "--check", "--json", name]);
    assert_eq!(
        (run.status, &run.json()["files"][0]["result"]),
        (Some(0), &"unchanged".into())
    );
    assert_eq!(ran(&["fmt", name]).status, Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), once);
    // From standard input the result is printed.
    let run = nasvet(&["fmt", "-"]).input(UNTIDY).run();
    assert_eq!((run.status, run.out), (Some(0), once));
}

#[test]
fn fmt_leaves_a_file_that_cannot_be_read_whole() {
    let text = "nim \"Nim\"\n\ndef   even = (1\n";
    let path = file("broken.advice", text);
    let run = ran(&["fmt", &path]);
    assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
    assert_has(&run.err, "not formatted");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    let beside = fs::read_dir(Path::new(&path).parent().unwrap()).unwrap();
    assert!(
        beside
            .flatten()
            .all(|entry| !entry.file_name().to_string_lossy().contains("nasvet-new"))
    );
}

#[test]
fn words_lists_topics_and_words() {
    let run = ran(&["words", "manhattan", "--json"]);
    assert_eq!(run.status, Some(0));
    let json = run.json();
    assert_eq!(json["words"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&json["words"][0]["form"], &json["words"][0]["gives"]),
        (&"manhattan(a: square, b: square)".into(), &"number".into())
    );

    let run = ran(&["words", "--game", "nim"]);
    assert_eq!(run.status, Some(0));
    assert_has(&run.out, "digital_sum -> number");
    assert!(!run.out.contains("rook"));

    let run = ran(&["words", "--markdown"]);
    assert_has(&run.out, "| `our.rook` | square? |");
    assert_refused(&["words", "zugzwang"], "the topics are men, squares");
    assert_refused(
        &["words", "--game", "go"],
        "no game `go`; there are chess and nim",
    );
    assert_refused(&["words", "--json", "--markdown"], "cannot be used with");
}

#[test]
fn eval_gives_the_value_and_how_it_comes_about() {
    // From a1 to d5 a king makes four steps: three files, four ranks.
    let question = "distance(our.king, their.king)";
    let run = ran(&["eval", question, KRK, "--no-trace"]);
    assert_eq!(
        (run.status, run.out.as_str(), run.err.as_str()),
        (Some(0), "4\n", "")
    );
    let run = ran(&["eval", question, KRK]);
    for part in ["4", "our.king", "a1", "their.king", "d5"] {
        assert_has(&run.out, part);
    }
    let json = ran(&["eval", question, KRK, "--json"]).json();
    assert_eq!(
        (&json["value"], &json["type"]),
        (&4.into(), &"number".into())
    );
    assert_eq!(
        (&json["parts"][0]["value"], &json["parts"][1]["value"]),
        (&"a1".into(), &"d5".into())
    );

    // Six files and six ranks.
    let run = ran(&[
        "eval",
        "room",
        KRK,
        "--chapter",
        "krk-van-emden",
        "--no-trace",
    ]);
    assert_eq!(run.out, "36\n");
    // 2 xor 1 xor 1.
    assert_eq!(
        ran(&["eval", "digital_sum", "2 1 1", "--no-trace"]).out,
        "2\n"
    );
    // There is no queen.
    let json = ran(&["eval", "our.queen", KRK, "--json"]).json();
    assert_eq!(
        (&json["value"], &json["type"]),
        (&Value::Null, &"square".into())
    );
    let run = ran(&["eval", "{a1, h8} union {e4}", KRK, "--no-trace"]);
    assert_eq!(run.out, "{a1, e4, h8}\n");
}

#[test]
fn eval_refuses_bad_questions() {
    assert_refused(
        &["eval", "our.king", "8/8/8 w"],
        "expected 8 ranks, found 3",
    );
    assert_refused(&["eval", "our.king", "hello/"], "the position `hello/`");
    assert_refused(&["eval", "our.kng", KRK], "did you mean `king`?");
    assert_refused(
        &["eval", "1 +", KRK],
        "expected a condition or a value, found the end",
    );
    assert_refused(
        &["eval", "", KRK],
        "expected a condition or a value, found the end",
    );
    assert_refused(&["eval", "before.us_to_move", KRK], "looks at one position");
    assert_refused(
        &["eval", "digital_sum", "2 x"],
        "expected the size of a heap, found `x`",
    );
    assert_refused(
        &["eval", "digital_sum", "2 1", "--game", "go"],
        "no game `go`",
    );
    assert_refused(
        &["eval", "room", KRK, "--chapter", "no-such"],
        "cannot read `no-such`",
    );
    // 64 times 64 squares are more than a hundred steps.
    let question = "some a in board : every b in board : a = b";
    let run = ran(&["eval", question, KRK, "--steps", "100"]);
    assert_eq!((run.status, run.out.as_str()), (Some(3), ""));
    assert_has(&run.err, "stopped after 100 steps; allow more with --steps");
    let bad = file("bad-chapter.advice", BAD);
    assert_refused(
        &["eval", "even", "2 1", "--chapter", &bad],
        "has faults; mend them first",
    );
}

#[test]
fn chapters_are_listed_with_their_titles() {
    let run = ran(&["chapters"]);
    assert_eq!(run.status, Some(0));
    assert_has(&run.out, "The game of Nim");
    let json = ran(&["chapters", "--json"]).json();
    let nim = json["chapters"]
        .as_array()
        .unwrap()
        .iter()
        .find(|chapter| chapter["name"] == "nim")
        .unwrap();
    // The chapter has the pieces `win` and `balance`.
    assert_eq!(
        (&nim["kind"], &nim["game"], &nim["pieces"]),
        (&"chapter".into(), &"nim".into(), &2.into())
    );
}

#[test]
fn every_command_has_help_with_examples() {
    let run = ran(&["--help"]);
    assert_eq!(run.status, Some(0));
    for command in [
        "check", "fmt", "words", "eval", "chapters", "advise", "verify", "tables", "combine",
    ] {
        assert_has(&run.out, command);
        let run = ran(&[command, "--help"]);
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
        assert_has(&run.out, &format!("Examples:\n  nasvet {command}"));
    }
    // Without arguments a game begins; at the end of the input it is over.
    assert_eq!(ran(&[]).status, Some(0));
    assert_has(&ran(&["--version"]).out, env!("CARGO_PKG_VERSION"));
}

#[test]
fn a_reader_that_goes_away_is_no_problem() {
    let mut child = nasvet(&["words", "--json"]).start();
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(0), b"".as_slice())
    );
}
