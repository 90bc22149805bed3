//! Files of games: annotating takes nothing away and moves nothing, and what is put in reads as comments.

use std::cell::RefCell;

use chess::read_pgn;
use nasvet::{Players, Watch};
use pgn::{AnnotateRequest, Annotator, ScannedGame, scan};

use crate::uci::NoTables;

/// Longer texts take longer and say nothing new.
const MAX_BYTES: usize = 4_000;

/// Advice looks at few positions here.
const NODES: u64 = 50;

thread_local! {
    // What is said of a game does not depend on those before it, so that one annotator does for all.
    static ANNOTATOR: RefCell<Annotator> = RefCell::new(Annotator::new(Players::new(|| Box::new(NoTables))));
}

/// Scans, reads and annotates a text.
pub fn pgn(bytes: &[u8]) {
    if bytes.len() > MAX_BYTES {
        return;
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        // The strict reader of single games survives it too.
        let _ = read_pgn(text);
    }
    let games = scan(bytes);
    check_places(bytes, &games);
    let request = AnnotateRequest {
        combinations: false,
        nodes: NODES,
    };
    let annotated =
        ANNOTATOR.with_borrow_mut(|annotator| annotator.annotate(bytes, &request, &Watch::new()));
    assert_eq!(annotated.n_games, games.len());
    assert!(is_part(bytes, &annotated.text), "nothing is taken away");
    let again = scan(&annotated.text);
    check_places(&annotated.text, &again);
    assert_eq!(sense(bytes, &games), sense(&annotated.text, &again));
}

/// Every move stands where it is said to, one after the other.
fn check_places(text: &[u8], games: &[ScannedGame]) {
    let mut at = 0;
    for game in games {
        assert!(game.start <= text.len());
        for m in &game.moves {
            assert!(at <= m.san.start && m.san.start < m.san.end);
            assert!(m.san.end <= m.after_glyphs && m.after_glyphs <= m.end);
            at = m.end;
        }
    }
    assert!(at <= text.len());
}

/// The tags and the moves of games.
fn sense<'a>(
    text: &'a [u8],
    games: &'a [ScannedGame],
) -> Vec<(&'a [(String, String)], Vec<&'a [u8]>)> {
    let moves = |game: &ScannedGame| game.moves.iter().map(|m| &text[m.san.clone()]).collect();
    games
        .iter()
        .map(|game| (&game.tags[..], moves(game)))
        .collect()
}

/// Is the first text what is left of the second after some parts of it are taken out?
fn is_part(first: &[u8], second: &[u8]) -> bool {
    let mut rest = second.iter();
    first.iter().all(|byte| rest.any(|other| other == byte))
}
