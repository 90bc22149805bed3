//! A chapter that is watched: what is printed after each save, and how it ends.

#![cfg(unix)]

use std::fs;
use std::time::Duration;

use crate::{nasvet, scratch};

const CHAPTER: &str = r#"endgame "A rook that wanders"
us K R
them K

advice wander {
  "Move the rook."
  better   them_to_move
  us       rook moves
  within   1 move
}

table {
  otherwise wander
}

example "8/8/8/3k4/8/8/1R6/K7 w - -" fires wander
"#;

#[test]
fn every_save_is_looked_at_until_ctrl_c() {
    let folder = scratch("watch");
    let file = folder.file("rook.advice", CHAPTER);
    let call = nasvet(&["watch", &file, "--sample", "5"]);
    let call = call.env("NASVET_CACHE", folder.path().join("cache"));
    let path = folder.path().join("rook.advice");
    let save = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(15));
        let text = CHAPTER.replace("rook moves", "rook mves");
        fs::write(path, text).expect("the file can be saved");
    });
    let run = call.interrupted_after(Duration::from_secs(25));
    save.join().expect("it was saved");
    assert_eq!(run.status, Some(130), "{run:?}");
    let (before, after) = run.out.split_once("\n\n").unwrap_or_default();
    assert!(before.contains("examples: 1 passed, 0 failed"), "{run:?}");
    assert!(
        before.contains("sample: 5 positions, 5 can be won"),
        "{run:?}"
    );
    assert!(after.contains("mves"), "{run:?}");
}

#[test]
fn a_file_that_is_not_there_is_refused() {
    let run = nasvet(&["watch", "no-such-file.md"]).run();
    assert_eq!(run.status, Some(2), "{run:?}");
}
