//! Verifying in parts: four shares in four runs, one of them killed and repeated, come to the same report.

use std::fs;

use testing::{Run, Scratch};

use crate::{nasvet, scratch};

/// Plans of two moves, circles, half-points, a claim that holds and two that do not.
const CHAPTER: &str = r#"endgame "A rook and no plan"
us K R
them K

advice mate_in_two {
  "Mate in two moves."
  better  mate
  within  2 moves
}

advice wander {
  "Move the rook."
  better   them_to_move
  us       rook moves that after.rook_is_safe then king moves
  within   1 move
}

def rook_is_safe = not (our.rook in their.attacks) or our.rook in our.attacks

table {
  otherwise mate_in_two, wander
}

claim keeps every draw
claim never loses the rook where can mate_in_two
claim wins from every position
"#;

fn call(folder: &Scratch, args: &[&str]) -> Run {
    let call = nasvet(args).inside(folder.path());
    call.env("NASVET_CACHE", folder.path().join("cache")).run()
}

#[test]
fn four_shares_come_to_the_same_report() {
    let folder = scratch("shards");
    folder.file("rook.advice", CHAPTER);
    let whole = call(&folder, &["verify", "rook.advice", "--group"]);
    assert_eq!(whole.status, Some(1), "{whole:?}");
    assert!(whole.out.contains("in a circle"), "{whole:?}");

    let files = ["1.answers", "2.answers", "3.answers", "4.answers"];
    let share = |idx: usize| {
        let share = format!("{}/4", idx + 1);
        let args = [
            "verify",
            "rook.advice",
            "--shard",
            &share,
            "--out",
            files[idx],
        ];
        let run = call(&folder, &args);
        assert_eq!(run.status, Some(0), "{run:?}");
        run
    };
    for idx in 0..4 {
        share(idx);
    }
    let merge = |files: &[&str]| call(&folder, &[&["verify", "merge", "--group"], files].concat());
    assert_eq!(
        (merge(&files).out, merge(&files).status),
        (whole.out, whole.status)
    );

    // Killed while it wrote: the end is missing, and the next run writes it.
    let path = folder.path().join(files[1]);
    let bytes = fs::read(&path).expect("the share was written");
    fs::write(&path, &bytes[..bytes.len() / 2 + 3]).expect("half of it");
    let run = merge(&files);
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(
        run.err.contains("parcels of answers are missing"),
        "{run:?}"
    );
    let run = share(1);
    assert!(run.err.contains("goes on from "), "{run:?}");
    let whole = call(&folder, &["verify", "rook.advice", "--group", "--json"]);
    let merged = call(
        &folder,
        &[&["verify", "merge", "--group", "--json"], &files[..]].concat(),
    );
    assert_eq!(merged.out, whole.out);

    // A share that is missing is missed, and answers of another chapter are not believed.
    let run = merge(&files[1..]);
    assert_eq!(run.status, Some(2), "{run:?}");
    folder.file(
        "rook.advice",
        CHAPTER.replace("within  2 moves", "within  1 move"),
    );
    let run = merge(&files);
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(run.err.contains("has changed since"), "{run:?}");
    let run = call(&folder, &["verify", "rook.advice", "--out", files[0]]);
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(run.err.contains("another chapter"), "{run:?}");
}

#[test]
fn shares_that_are_none_are_refused() {
    for share in ["0/4", "5/4", "1", "x/y", "1/0"] {
        let run = nasvet(&["verify", "krk", "--shard", share, "--out", "x"]).run();
        assert_eq!(run.status, Some(2), "{share}: {run:?}");
        assert!(run.err.contains("expected a share such as 1/4"), "{run:?}");
    }
}
