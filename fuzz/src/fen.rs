//! Positions and moves of chess: what is read can be written, and reads back as the same.
//!
//! The first line of the input is a header (`us K R them K`), the second a position, the others moves.

use chess::{
    Board, Chess, Convert, Full, Small, View, read_epd, read_fen, read_move, write_epd_fields,
    write_fen, write_uci,
};
use domain::{Game, Header, Meaning, Notation, Rules};

/// Longer lines of EPD may be too long once they are written.
const MAX_EPD: usize = 2_000;

/// Reads a header, a position and moves on both kinds of board.
pub fn fen(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let mut lines = text.lines();
    let header = lines.next().unwrap_or_default();
    let position = lines.next().unwrap_or_default();
    let moves: Vec<&str> = lines.collect();
    check_epd(position);
    check_position::<Full>(header, position, &moves);
    check_position::<Small>(header, position, &moves);
}

/// A line of EPD reads back as the same.
fn check_epd(text: &str) {
    let Ok(epd) = read_epd(text) else { return };
    // Quotation marks and blanks make the written line longer, at most twice as long.
    if text.len() < MAX_EPD {
        let written = epd.to_string();
        assert_eq!(read_epd(&written), Ok(epd), "{written}");
    }
}

fn check_position<B: Convert + PartialEq + std::fmt::Debug>(
    header: &str,
    text: &str,
    moves: &[&str],
) {
    let chess = Chess::<B>::new();
    let words: Vec<&str> = header.split_whitespace().collect();
    let header = match chess.read_header(&words) {
        Ok(header) => header,
        Err(error) => {
            assert!(
                error.word_idx <= words.len(),
                "an error is at a word, or after the last"
            );
            Header::default()
        }
    };
    let Ok((mut position, view)) = chess.read_position(text, &header) else {
        return;
    };
    assert!(
        chess.belongs(&position, &header),
        "a position that was read belongs to its chapter"
    );
    let written = chess.write_position(&position, view);
    let again = chess
        .read_position(&written, &header)
        .expect("what is written can be read");
    assert_eq!((&position, view), (&again.0, again.1));
    check_texts(&chess, &position, view);
    for m in moves {
        let Ok(m) = chess.read_move(&position, view, m) else {
            continue;
        };
        assert!(
            chess.legal_moves(&position).contains(&m),
            "a move that was read is legal"
        );
        position = chess.play(&position, m);
        check_texts(&chess, &position, view);
    }
}

/// The position and each of its moves, in every notation.
fn check_texts<B: Convert + PartialEq + std::fmt::Debug>(
    chess: &Chess<B>,
    position: &B,
    view: View,
) {
    let full = position.to_full();
    for text in [write_fen(&full, view), write_epd_fields(&full, view)] {
        let again = Full::new(
            read_fen(&text).expect("what is written can be read"),
            view.us,
        );
        assert_eq!(full, again, "{text}");
        assert_eq!(
            *position,
            B::from_full(&again).expect("it was on this board before"),
            "{text}"
        );
    }
    assert_eq!(Board::turn(position), Board::turn(&full));
    for m in chess.legal_moves(position) {
        let san = chess.write_move(position, view, m);
        assert_eq!(chess.read_move(position, view, &san), Ok(m), "{san}");
        let uci = write_uci(&full, view, m);
        assert_eq!(read_move(&full, view, &uci), Ok(m), "{uci}");
    }
}
