//! Patterns of combinations: what is read can be written, reads back as the same, and can be tried.

use std::sync::Arc;

use chess::read_fen;
use combine::{CombinationGoal, CombinationOptions, PatternBook, find};
use domain::Watch;

/// A position in which much can be done.
const POSITION: &str = "3r2k1/p4ppp/1q6/2rn4/8/2N1P3/P1R1QPPP/2R3K1 b - -";

/// Reads patterns, writes them, and lets them propose plans for a moment.
pub fn patterns(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(book) = text.parse::<PatternBook>() else {
        return;
    };
    let written = book.to_string();
    assert_eq!(
        written.parse::<PatternBook>().as_ref(),
        Ok(&book),
        "{written}"
    );
    let position = read_fen(POSITION).expect("the position is legal");
    let options = CombinationOptions {
        patterns: Arc::new(book),
        ..CombinationOptions::new(CombinationGoal::Gain(30))
    };
    find(&position, &options, &Watch::nodes(50));
}
