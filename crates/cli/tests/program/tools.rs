//! What authors ask of the verifier: some positions, what changed, failures as examples, loops, one piece, values along
//! a game. What is said is held against the report on all positions, or follows from the rules.

use documents::{Shows, VerificationDocument};
use testing::{Run, Scratch};

use crate::{nasvet, scratch};

/// In weak mode `divide` goes round in 11,338 positions, as under Prolog; in strong mode all are won.
const CHAPTER: &str = "krk-van-emden";

fn call(folder: &Scratch, args: &[&str]) -> Run {
    let call = nasvet(args).inside(folder.path());
    call.env("NASVET_CACHE", folder.path().join("cache")).run()
}

fn document(folder: &Scratch, args: &[&str]) -> VerificationDocument {
    let run = call(folder, &[args, &["--json"]].concat());
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {run:?}"))
}

#[test]
fn some_positions_fare_as_among_all() {
    let folder = scratch("tools-some");
    let whole = document(&folder, &["verify", CHAPTER, "--group"]);
    // Kings that are this far apart: not all circles, and not none.
    let condition = "distance(our.king, their.king) > 5";
    let near = format!("not ({condition})");
    let parts = [condition, &near].map(|condition| {
        let part = document(&folder, &["verify", CHAPTER, "--where", condition]);
        let of = part.excerpt.as_ref().expect("it is about some");
        assert_eq!(of.condition.as_deref(), Some(condition));
        part
    });
    let sum = |of: fn(&VerificationDocument) -> u64| parts.iter().map(of).sum::<u64>();
    assert_eq!(sum(|of| of.positions), whole.positions);
    assert_eq!(sum(|of| of.modes[0].won), whole.modes[0].won);
    assert_eq!(sum(|of| of.modes[1].won), 163_830);
    assert_eq!(sum(|of| of.modes[1].circle), 11_338);
    assert_eq!(sum(|of| of.half_points.given), whole.half_points.given);

    // One position of a circle, by itself.
    let game = &whole.modes[1].games[0];
    assert_eq!(game.shows, Shows::Circle);
    let one = document(&folder, &["verify", CHAPTER, "--from", &game.start]);
    assert_eq!(
        (one.positions, one.modes[0].won, one.modes[1].circle),
        (1, 1, 1)
    );
    let lines = one
        .modes
        .iter()
        .map(|mode| mode.line.as_ref().map(|line| line.shows));
    assert_eq!(
        lines.collect::<Vec<_>>(),
        [Some(Shows::Win), Some(Shows::Circle)]
    );

    // Every circling position ends in one loop.
    let loops = whole.modes[1]
        .loops
        .as_ref()
        .expect("groups were asked for");
    assert_eq!(
        loops.iter().map(|group| group.positions).sum::<u64>(),
        11_338
    );
    for group in loops {
        assert!(group.largest <= group.positions && 0 < group.loops);
        assert_eq!(group.example.repeats, Some(0));
        assert_eq!(group.example.start, group.example.end);
        let pieces = group.example.moves.iter().filter_map(|m| m.piece.as_ref());
        assert!(pieces.into_iter().all(|piece| group.pieces.contains(piece)));
    }

    // The same seed draws the same sample; a claim that is kept in it is not said to hold.
    let sample = |seed| {
        document(
            &folder,
            &["verify", CHAPTER, "--sample", "50", "--seed", seed],
        )
    };
    assert_eq!(sample("1"), sample("1"));
    assert_ne!(sample("1"), sample("2"));
    assert_eq!((sample("1").positions, sample("1").modes[0].won), (50, 50));
    let run = call(&folder, &["verify", CHAPTER, "--sample", "50"]);
    assert_eq!(run.status, Some(3), "{run:?}");
}

#[test]
fn positions_that_are_none_are_refused() {
    let folder = scratch("tools-none");
    for (args, problem) in [
        (
            ["--from", "8/8/8/3k4/8/8/1Q6/K7 w - -"],
            "king and queen against king",
        ),
        (["--from", "8/8/8/3k4/8/8/1R6/K7 b - -"], "our move"),
        (["--where", "our.king = their.king"], "no such position"),
        (["--where", "1 + 1"], "neither true nor false"),
        (["--where", "their.kink = e4"], "a side has no `kink`"),
    ] {
        let run = call(&folder, &["verify", CHAPTER, args[0], args[1]]);
        assert_eq!(run.status, Some(2), "{args:?}: {run:?}");
        assert!(run.err.contains(problem), "{args:?}: {run:?}");
    }
}

const TWO_MOVES: &str = r#"endgame "Mate with a rook, sometimes"
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
  us       rook moves
  within   1 move
}

table {
  otherwise mate_in_two, wander
}
"#;

#[test]
fn what_changed_is_counted_and_shown() {
    let folder = scratch("tools-diff");
    folder.file(
        "rook.advice",
        TWO_MOVES.replace("mate_in_two, wander", "wander"),
    );
    let before = document(
        &folder,
        &["verify", "rook.advice", "--out", "before.answers"],
    );
    let report = call(&folder, &["verify", "rook.advice", "--json"]).out;
    folder.file("before.json", report);
    folder.file("rook.advice", TWO_MOVES);
    let after = document(
        &folder,
        &["verify", "rook.advice", "--diff", "before.answers"],
    );
    let changes = after.comparison.as_ref().expect("it was compared");
    assert!(changes.is_whole);
    for (idx, changes) in changes.modes.iter().enumerate() {
        let broken = changes.broken.expect("all positions were compared");
        let won = |of: &VerificationDocument| of.modes[idx].won;
        assert!(changes.mended > 0);
        // Every failure of this ending is a win that is missed.
        assert_eq!(won(&before) + changes.mended, won(&after) + broken);
        assert!(
            changes
                .mended_games
                .iter()
                .all(|game| game.shows == Shows::Win)
        );
        assert!(
            changes
                .broken_games
                .iter()
                .all(|game| game.shows != Shows::Win)
        );
    }
    // A report knows less.
    let after = document(&folder, &["verify", "rook.advice", "--diff", "before.json"]);
    let changes = after.comparison.as_ref().expect("it was compared");
    assert!(!changes.is_whole);
    assert!(changes.modes.iter().all(|changes| changes.broken.is_none()));
    // Nothing has changed since.
    call(&folder, &["verify", "rook.advice", "--out", "now.answers"]);
    let same = document(&folder, &["verify", "rook.advice", "--diff", "now.answers"]);
    for changes in &same.comparison.as_ref().expect("it was compared").modes {
        assert_eq!((changes.mended, changes.broken), (0, Some(0)));
    }
}

/// Pasted into the chapter, every line is an example that fails, and its move is one that the tables play.
#[test]
fn failures_become_examples() {
    let folder = scratch("tools-examples");
    folder.file("rook.advice", TWO_MOVES);
    let run = call(&folder, &["test", "rook.advice"]);
    assert!(
        run.out.starts_with("There is no example to run."),
        "{run:?}"
    );
    let run = call(&folder, &["verify", "rook.advice", "--examples", "6"]);
    let lines: Vec<&str> = run
        .out
        .lines()
        .filter(|line| line.starts_with("example "))
        .collect();
    assert_eq!(lines.len(), 6, "{run:?}");
    folder.file(
        "pasted.advice",
        format!("{TWO_MOVES}\n{}\n", lines.join("\n")),
    );
    let run = call(&folder, &["test", "pasted.advice"]);
    assert!(run.out.ends_with("0 passed, 6 failed\n"), "{run:?}");
}
