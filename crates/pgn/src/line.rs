//! Positions and lines of moves as text.

use shakmaty::fen::{Epd, Fen};
use shakmaty::san::{San, SanPlus};
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position};

use crate::scan::ScannedGame;

/// The first position of a game, if it is chess as everybody plays it, or Chess960.
pub(crate) fn first_position(game: &ScannedGame) -> Option<Chess> {
    let variant = game
        .tag("Variant")
        .unwrap_or("Standard")
        .to_ascii_lowercase();
    let mode = match variant.replace([' ', '-', '_'], "").as_str() {
        "standard" | "normal" | "chess" | "fromposition" | "" => CastlingMode::Standard,
        "chess960" | "fischerandom" | "fischerrandom" | "960" => CastlingMode::Chess960,
        _ => return None,
    };
    let Some(fen) = game.tag("FEN") else {
        return Some(Chess::default());
    };
    let fen: Fen = fen.parse().ok()?;
    fen.into_position(mode).ok()
}

/// A legal move in the notation of people.
pub(crate) fn read_san(position: &Chess, text: &str) -> Option<Move> {
    let plain = text.trim_end_matches(['+', '#', '!', '?']);
    // Some write castling with zeros.
    let plain = plain.replace('0', "O");
    San::from_ascii(plain.as_bytes())
        .ok()?
        .to_move(position)
        .ok()
}

/// The position as text, without the counts of moves.
pub(crate) fn text_of(position: &Chess) -> String {
    Epd::from_position(position, EnPassantMode::Legal).to_string()
}

/// A line with its numbers, `12. Rb3 Ke4 13. Kb2`, as far as it is legal.
pub(crate) fn numbered(position: &Chess, line: &[String]) -> String {
    let mut at = position.clone();
    let mut words = Vec::new();
    for san in line {
        let Some(m) = read_san(&at, san) else { break };
        let number = at.fullmoves();
        match at.turn() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if words.is_empty() => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(SanPlus::from_move_and_play_unchecked(&mut at, m).to_string());
    }
    words.join(" ")
}
