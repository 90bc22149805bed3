//! What practice has to know of a chessboard, read from the text of a position: men, pawns, and what moves where.

use std::fmt::Write as _;

/// The letters of the men on a board, White's in capitals, in the order of the text.
pub(crate) fn men(position: &str) -> Vec<char> {
    let board = position.split_whitespace().next().unwrap_or_default();
    board.chars().filter(char::is_ascii_alphabetic).collect()
}

/// The same men, however they stand.
pub(crate) fn sorted_men(position: &str) -> Vec<char> {
    let mut men = men(position);
    men.sort_unstable();
    men
}

/// Is it White's move?
pub(crate) fn is_whites_move(position: &str) -> bool {
    position.split_whitespace().nth(1) != Some("b")
}

/// Can neither side mate, whatever both do? So it is with the kings alone, or with one bishop or knight beside them.
pub(crate) fn nobody_can_mate(position: &str) -> bool {
    let others: Vec<char> = men(position)
        .into_iter()
        .map(|man| man.to_ascii_uppercase())
        .filter(|man| *man != 'K')
        .collect();
    matches!(others[..], [] | ['B' | 'N'])
}

/// Where the pawns stand: they and the captures are what the count of fifty moves begins anew with.
pub(crate) fn pawns(position: &str) -> String {
    let mut pawns = String::new();
    for (square, man) in squares(position) {
        if man.eq_ignore_ascii_case(&'P') {
            let _ = write!(pawns, "{man}{square}");
        }
    }
    pawns
}

/// Every man with the name of its square.
fn squares(position: &str) -> Vec<(String, char)> {
    let board = position.split_whitespace().next().unwrap_or_default();
    let mut squares = Vec::new();
    for (row, rank) in board.split('/').zip((1..=8).rev()) {
        let mut file = b'a';
        for ch in row.chars() {
            match ch.to_digit(10) {
                Some(n_empty) => file += n_empty as u8,
                None => {
                    squares.push((format!("{}{rank}", char::from(file)), ch));
                    file += 1;
                }
            }
        }
    }
    squares
}

/// What a man is called, whoever has it.
pub(crate) fn man_name(letter: char) -> &'static str {
    match letter.to_ascii_uppercase() {
        'K' => "king",
        'Q' => "queen",
        'R' => "rook",
        'B' => "bishop",
        'N' => "knight",
        _ => "pawn",
    }
}

/// The letter of the man that a move moves.
pub(crate) fn mover(m: &str) -> char {
    match m.chars().next() {
        Some(letter @ ('K' | 'Q' | 'R' | 'B' | 'N')) => letter,
        Some(_) | None => 'P',
    }
}

/// The square that a move goes to; castling names none.
pub(crate) fn target(m: &str) -> Option<&str> {
    let ends = (2..=m.len()).rev().filter(|end| m.is_char_boundary(*end));
    ends.filter_map(|end| m.get(end - 2..end))
        .find(|name| matches!(name.as_bytes(), [b'a'..=b'h', b'1'..=b'8']))
}

/// What the men of both sides are worth together, White's first: a queen 9, a rook 5, a bishop or knight 3, a pawn 1.
pub(crate) fn strengths(position: &str) -> (u32, u32) {
    let worth = |man: char| match man.to_ascii_uppercase() {
        'Q' => 9,
        'R' => 5,
        'B' | 'N' => 3,
        'P' => 1,
        _ => 0,
    };
    let men = men(position);
    let sum = |white: bool| {
        let ours = men.iter().filter(|man| man.is_ascii_uppercase() == white);
        ours.map(|man| worth(*man)).sum()
    };
    (sum(true), sum(false))
}

/// The same position with the colours exchanged, as a mirror between the fourth and the fifth rank shows it.
pub(crate) fn other_colours(position: &str) -> String {
    let board = position.split_whitespace().next().unwrap_or_default();
    let swap = |ch: char| match ch.is_ascii_uppercase() {
        true => ch.to_ascii_lowercase(),
        false => ch.to_ascii_uppercase(),
    };
    let rows: Vec<String> = board
        .rsplit('/')
        .map(|row| row.chars().map(swap).collect())
        .collect();
    let turn = if is_whites_move(position) { "b" } else { "w" };
    format!("{} {turn} - -", rows.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOK: &str = "8/8/8/3k4/8/8/1R6/K7 w - -";

    #[test]
    fn moves_tell_what_they_do() {
        let check = |m: &str, man: &str, to: Option<&str>| {
            assert_eq!((man_name(mover(m)), target(m)), (man, to), "{m}");
        };
        check("Rb8+", "rook", Some("b8"));
        check("Nxe4#", "knight", Some("e4"));
        check("e8=Q+", "pawn", Some("e8"));
        check("R1a3", "rook", Some("a3"));
        check("O-O", "pawn", None);
    }

    #[test]
    fn boards_tell_who_stands_where() {
        assert_eq!(strengths(ROOK), (5, 0));
        assert_eq!(pawns("8/2p5/8/8/8/7P/8/K1k5 w - -"), "pc7Ph3");
        assert_eq!(other_colours(ROOK), "k7/1r6/8/8/3K4/8/8/8 b - -");
        assert_eq!(other_colours(&other_colours(ROOK)), ROOK);
    }

    #[test]
    fn a_single_minor_piece_mates_nobody() {
        for (position, expected) in [
            ("8/8/8/3k4/8/8/8/K7 w - -", true),
            ("8/8/8/3k4/8/8/1N6/K7 w - -", true),
            ("8/8/8/3k4/8/8/1b6/K7 w - -", true),
            ("8/8/8/3kn3/8/8/1N6/K7 w - -", false),
            ("8/8/8/3k4/8/8/1P6/K7 w - -", false),
            (ROOK, false),
        ] {
            assert_eq!(nobody_can_mate(position), expected, "{position}");
        }
    }
}
