//! `nasvet verify --syzygy`: a judge with Syzygy's tables rules as the judge with our own does.

use serde_json::Value;
use testing::{Run, root};

use crate::{nasvet, scratch};

/// Loses the rook sooner or later, stalemates and circles: every kind of end occurs.
pub(crate) const CHAPTER: &str = r#"endgame "Any rook move"
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

fn tables() -> String {
    let path = root().join("suites/tables/syzygy");
    path.to_str().expect("a path of letters").to_owned()
}

fn verify(test: &str, options: &[&str]) -> Run {
    let folder = scratch(&format!("syzygy-{test}"));
    let chapter = folder.file("any-rook-move.advice", CHAPTER);
    let args = [&["verify", &chapter], options].concat();
    // Tables that are built go to a cache of this test.
    let cache = folder.path().join("cache");
    nasvet(&args).env("XDG_CACHE_HOME", cache).run()
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
        let run = verify("same", options);
        assert_eq!(run.status, Some(1), "a claim is wrong: {run:?}");
        let mut found = run.json();
        without_optimum(&mut found);
        found
    };
    let theirs = found(&["--json", "--syzygy", &tables()]);
    let ours = found(&["--json"]);
    assert_eq!(theirs, ours);
}

#[test]
fn missing_tables_are_named() {
    let empty = scratch("syzygy-empty");
    let empty = empty.path().to_str().expect("a path of letters");
    let Run { status, err, .. } = verify("missing", &["--syzygy", empty]);
    assert_eq!(status, Some(2), "{err}");
    assert!(err.contains("KRK"), "{err}");
}

#[test]
fn a_folder_that_is_not_there_is_a_problem() {
    let Run { status, err, .. } = verify("nowhere", &["--syzygy", "there/is/no/such/folder"]);
    assert_eq!(status, Some(2), "{err}");
    assert!(err.contains("there/is/no/such/folder"), "{err}");
}
