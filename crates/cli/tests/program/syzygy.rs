//! `nasvet verify --syzygy`: a judge with Syzygy's tables rules as the judge with our own does.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// Loses the rook sooner or later, stalemates and circles: every kind of end occurs.
const CHAPTER: &str = r#"endgame "Any rook move"
us K R
them K

advice wander {
  "Go anywhere."
  better   them_to_move
  us       rook moves
  within   1 move
}

table {
  otherwise wander
}

claim wins from every position
claim keeps every draw
"#;

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("syzygy")
        .join(name);
    std::fs::create_dir_all(&folder).expect("a folder for files");
    folder
}

fn tables() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/tables/syzygy")
}

fn verify(test: &str, options: &[&str]) -> Output {
    let folder = folder(test);
    let chapter = folder.join("any-rook-move.advice");
    std::fs::write(&chapter, CHAPTER).expect("a file can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_nasvet"));
    command.arg("verify").arg(chapter).args(options);
    // Tables that are built go to a cache of this test.
    let output = command.env("XDG_CACHE_HOME", folder.join("cache")).output();
    output.expect("the program runs")
}

/// Leaves out how long a win takes at best, which Syzygy's tables do not tell.
fn without_optimum(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !name.contains("optim"));
            fields.values_mut().for_each(without_optimum);
        }
        Value::Array(items) => items.iter_mut().for_each(without_optimum),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn both_judges_say_the_same() {
    let found = |options: &[&str]| {
        let output = verify("same", options);
        assert_eq!(
            output.status.code(),
            Some(1),
            "a claim is wrong: {output:?}"
        );
        let mut found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        without_optimum(&mut found);
        found
    };
    let tables = tables();
    let theirs = found(&[
        "--json",
        "--syzygy",
        tables.to_str().expect("a path of letters"),
    ]);
    let ours = found(&["--json"]);
    assert_eq!(theirs, ours);
}

#[test]
fn missing_tables_are_named() {
    let empty = folder("empty");
    let output = verify(
        "missing",
        &["--syzygy", empty.to_str().expect("a path of letters")],
    );
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("KRK"), "{said}");
}

#[test]
fn a_folder_that_is_not_there_is_a_problem() {
    let output = verify("nowhere", &["--syzygy", "there/is/no/such/folder"]);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("there/is/no/such/folder"), "{said}");
}
