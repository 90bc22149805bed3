//! Sessions of play: whatever is typed, the game in progress is still there, and replaying it gives its position.
//!
//! The first line of the input names a chapter, the second a position, which may be empty; the others are typed. Files
//! are in memory, and the host there checks the promises at every line.

use nasvet::picture::Style;
use nasvet::session::{Beginning, Rehearsal, Settings};

/// More lines than this are not typed.
const MAX_LINES: usize = 100;

/// Searches are small; a script may ask for larger ones only with `set`, whose lines are left out.
const MAX_NODES: u64 = 500;

/// Holds a session.
pub fn dialogue(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let mut lines = text.lines();
    let chapter = lines.next().unwrap_or_default().to_owned();
    let position = lines.next().unwrap_or_default().to_owned();
    let typed = lines.filter(|line| !is_set(line)).take(MAX_LINES);
    let beginning = Beginning {
        chapter,
        position: Some(position).filter(|position| !position.is_empty()),
        seed: 1,
        settings: Settings {
            nodes: MAX_NODES,
            style: Style::plain(),
            ..Settings::default()
        },
        greeting: false,
    };
    // A chapter or a position that is none begins no session.
    let _ = Rehearsal::new().hold(beginning, typed);
}

fn is_set(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    first.eq_ignore_ascii_case("set")
}
