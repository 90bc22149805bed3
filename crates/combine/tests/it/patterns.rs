//! Patterns: what is learned from the paper's example, that they read as they are written, and that they prove nothing.

use std::sync::Arc;

use chess::read_fen;
use domain::Watch;
use nasvet_combine::{
    CombinationGoal, CombinationOptions, CombinationVerdict, PatternBook, PatternKept, find, learn,
};
use proptest::prelude::*;
use shakmaty::san::San;
use shakmaty::{Chess, Position};

/// T99, as far as the paper describes it.
const T99: &str = "4k3/pppp1ppp/8/8/4n3/8/PPPP1PPP/5RK1 w - -";

/// What the paper's program learned from T99: put a rook on the line of the king and a man of at least a knight's
/// worth; guard a pinned knight with a pawn; attack a guarded man that a rook pins with a pawn.
const LEARNED: &str = "\
pattern pin {
  ours    R rook
  theirs  n knight or more, k king
  empty   s
  if      R can go to s
  if      R from s attacks n
  if      R from s attacks k past n
  try     R goes to s
  try     R threatens n
  try     n must vacate
  try     R threatens k
  seen    1, won 1
  from    4k3/pppp1ppp/8/8/4n3/8/PPPP1PPP/5RK1 w - - : Re1
}

pattern guard {
  ours    P pawn, N knight, K king
  theirs  r rook or more
  empty   s
  if      P can go to s
  if      r attacks N
  if      P from s guards N
  if      r attacks K past N
  try     P goes to s
  seen    1, won 0
  from    4k3/pppp1ppp/8/8/4n3/8/PPPP1PPP/4R1K1 b - - : d5
}

pattern pin_2 {
  ours    P pawn, R rook
  theirs  n knight or more, k king
  empty   s
  if      P can go to s
  if      P from s attacks n
  if      R attacks k past n
  if      n is guarded
  try     P goes to s
  try     P threatens n
  try     square of n is empty
  try     R threatens k
  seen    1, won 1
  from    4k3/ppp2ppp/8/3p4/4n3/8/PPPP1PPP/4R1K1 w - - : d3
}
";

fn options() -> CombinationOptions {
    CombinationOptions::new(CombinationGoal::Gain(20))
}

/// What is learned from a position and the moves that were played.
fn learned(fen: &str, moves: &[&str]) -> PatternBook {
    let start = read_fen(fen).expect("a position");
    let mut position: Chess = start.clone();
    let mut played = Vec::new();
    for text in moves {
        let san: San = text.parse().expect("a move");
        let m = san.to_move(&position).expect("a legal move");
        position.play_unchecked(m);
        played.push(m);
    }
    let found = learn(&start, &played, &options(), &Watch::nodes(20_000));
    let mut book = PatternBook::default();
    for pattern in found.expect("it is proved").patterns {
        assert_eq!(book.keep(pattern), PatternKept::New);
    }
    book
}

#[test]
fn t99_teaches_what_the_paper_says() {
    let book = learned(T99, &["Re1", "d5", "d3", "Kf8", "dxe4"]);
    assert_eq!(book.to_string(), LEARNED);
    assert_eq!(LEARNED.parse(), Ok(book));
}

#[test]
fn a_pattern_is_seen_again_elsewhere() {
    // The same idea for Black, on a rank, with other men about.
    let other = "6k1/8/8/3N2K1/8/8/r7/8 b - -";
    let mut book: PatternBook = LEARNED.parse().expect("patterns");
    let position = read_fen(other).expect("a position");
    let with = CombinationOptions {
        patterns: Arc::new(book.clone()),
        trace: true,
        ..options()
    };
    let report = find(&position, &with, &Watch::nodes(2_000));
    let first = report.trace.first().expect("a plan");
    assert_eq!(first.plan, "a2a5; a5d5*; d5 E>V; a5g5*");
    assert!(report.patterns[0].proposed > 0);
    // Seen again it is the same pattern, with both positions.
    let [pin, ..] = book.patterns() else {
        panic!("there are three");
    };
    let mut again = pin.clone();
    again.origins[0].position = other.into();
    assert_eq!(book.keep(again), PatternKept::Again);
    assert_eq!(book.patterns().len(), 3);
    assert_eq!(
        (book.patterns()[0].seen, book.patterns()[0].origins.len()),
        (2, 2)
    );
}

#[test]
fn comments_stay() {
    let remarked = LEARNED.replacen("pattern pin {", "# the oldest\npattern pin {", 1);
    let text = format!("{remarked}\n# the end\n");
    let book: PatternBook = text.parse().expect("patterns");
    assert_eq!(book.to_string(), text);
}

#[test]
fn what_a_pattern_proposes_is_proved_or_nothing() {
    // The patterns fit, and there is no mate.
    let position = read_fen(T99).expect("a position");
    let with = CombinationOptions {
        patterns: Arc::new(LEARNED.parse().expect("patterns")),
        ..CombinationOptions::new(CombinationGoal::Mate)
    };
    let report = find(&position, &with, &Watch::nodes(2_000));
    assert_ne!(report.verdict, CombinationVerdict::Proved);
}

#[test]
fn what_is_no_pattern_is_named_with_its_line_and_how_to_mend_it() {
    let check = |old: &str, new: &str, expected: &str| {
        let text = LEARNED.replacen(old, new, 1);
        assert_ne!(text, LEARNED, "{old}");
        let error = text.parse::<PatternBook>().expect_err(new).to_string();
        assert!(error.starts_with(expected), "{error}");
    };
    check(
        "pattern pin {",
        "pin {",
        "line 1: a pattern begins with `pattern name {`",
    );
    check(
        "pattern guard",
        "pattern pin",
        "line 16: `pin` is there already",
    );
    check(
        "R rook",
        "R tower",
        "line 2: expected a name and a kind of man, such as `R rook`",
    );
    check(
        "k king",
        "k king or more",
        "line 3: expected a name and a kind of man",
    );
    check(
        "go to s",
        "go to t",
        "line 5: `t` is unknown; name it under `ours`",
    );
    check(
        "R can go to s",
        "R may go to s",
        "line 5: expected a condition such as",
    );
    check(
        "n must vacate",
        "s must vacate",
        "line 10: `s must vacate` cannot be",
    );
    check(
        "seen    1, won 1",
        "seen    1, won 2",
        "line 12: expected counts",
    );
    check(
        "4k3/pppp1ppp",
        "4k3/pppp1pp",
        "line 13: expected a position and a move",
    );
    check(
        "empty   s",
        "empty   s, u",
        "line 14: `u` is in no condition and no step",
    );
    let unended = LEARNED.trim_end().trim_end_matches('}');
    let error = unended.parse::<PatternBook>().expect_err("it does not end");
    assert!(error.to_string().ends_with("write `}` after it"), "{error}");
}

proptest! {
    /// Whatever somebody has done to a file, it is refused or reads as it is written.
    #[test]
    fn a_damaged_file_is_refused_or_reads_as_it_is_written(
        at in 0..LEARNED.len(), length in 0..40usize, text in "[ -~\\n]{0,12}"
    ) {
        let end = (at + length).min(LEARNED.len());
        let damaged = format!("{}{text}{}", &LEARNED[..at], &LEARNED[end..]);
        if let Ok(book) = damaged.parse::<PatternBook>() {
            prop_assert_eq!(book.to_string().parse(), Ok(book));
        }
    }
}
