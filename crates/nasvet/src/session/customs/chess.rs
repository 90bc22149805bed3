//! Customs of chess: mate and stalemate, three times the same position, fifty moves, and setting up a board.

use ::chess::{Full, View, read_fen, read_pgn, write_fen, write_san};
use domain::{Header, Side};
use shakmaty::Color;

use super::{Change, Customs, GameEnd};
use crate::picture::Mark;
use crate::session::random::Random;
use crate::session::record::{By, MoveCount, Record};

pub(super) struct ChessCustoms;

/// The kinds of men in the order of a header.
const LETTERS: [char; 6] = ['K', 'Q', 'R', 'B', 'N', 'P'];

/// Half-moves without a capture or a pawn move after which either side may claim a draw.
const FIFTY_MOVES: usize = 100;

const WHITE: View = View { us: Color::White };

fn full(position: &str) -> Option<Full> {
    let chess = read_fen(position).ok()?;
    Some(Full::new(chess, WHITE.us))
}

impl Customs for ChessCustoms {
    fn start(&self, position: &str) -> String {
        match full(position) {
            Some(full) => write_fen(&full, WHITE),
            None => position.into(),
        }
    }

    fn opening(&self, start: &str) -> MoveCount {
        let number = start.split_whitespace().nth(5);
        MoveCount {
            number: number.and_then(|number| number.parse().ok()).unwrap_or(1),
            second: !is_whites_move(start),
        }
    }

    fn ending(&self, position: &str, can_move: bool) -> Option<GameEnd> {
        let n_men = board_of(position)
            .chars()
            .filter(|ch| ch.is_ascii_alphabetic())
            .count();
        let has_minor = board_of(position).contains(['B', 'b', 'N', 'n']);
        let dead = match n_men {
            2 => Some("Only the kings are left: a draw."),
            3 if has_minor => Some("Nobody can be mated any more: a draw."),
            _ => None,
        };
        if let Some(sentence) = dead {
            return Some(GameEnd {
                sentence: sentence.into(),
                result: "1/2-1/2",
            });
        }
        if can_move {
            return None;
        }
        let in_check = full(position).is_some_and(|full| full.in_check());
        let (sentence, result) = match (in_check, is_whites_move(position)) {
            (true, false) => ("Checkmate: White has won.", "1-0"),
            (true, true) => ("Checkmate: Black has won.", "0-1"),
            (false, _) => ("Stalemate: a draw.", "1/2-1/2"),
        };
        Some(GameEnd {
            sentence: sentence.into(),
            result,
        })
    }

    fn claim(&self, record: &Record, positions: &[String]) -> Option<GameEnd> {
        let draw = |sentence: String| GameEnd {
            sentence,
            result: "1/2-1/2",
        };
        // An answer that came at once does not hide the position before it.
        let answered = record.plies.last().is_some_and(|ply| ply.by != By::Hand);
        let last = positions.iter().rev().take(1 + usize::from(answered));
        let times = last.map(|last| positions.iter().filter(|other| *other == last).count());
        let times = times.max()?;
        if times >= 3 {
            return Some(draw(format!(
                "The same position has come up {} times: a draw.",
                in_words(times)
            )));
        }
        let is_quiet = |text: &str| {
            !text.contains('x') && !text.starts_with(|ch: char| ch.is_ascii_lowercase())
        };
        let plies = record.plies.iter().rev();
        let quiet = plies.take_while(|ply| is_quiet(&ply.text)).count();
        let before = if quiet == record.plies.len() {
            let counter = record.start.split_whitespace().nth(4);
            counter
                .and_then(|counter| counter.parse().ok())
                .unwrap_or(0)
        } else {
            0
        };
        (quiet + before >= FIFTY_MOVES)
            .then(|| draw("Fifty moves without a capture or a pawn move: a draw.".into()))
    }

    /// Nobody is in check or can capture, whoever's turn it were: so nothing hangs, and nothing is won at once.
    fn is_worth_playing(&self, position: &str) -> bool {
        let is_quiet = |position: &str| {
            full(position).is_some_and(|full| {
                let mut moves = full.moves().into_iter();
                !full.in_check() && !moves.any(|m| write_san(&full, WHITE, m).contains('x'))
            })
        };
        let theirs = position.replacen(" w ", " b ", 1);
        is_quiet(position) && is_quiet(&theirs)
    }

    /// A FEN, or an EPD without what it says of the position.
    fn position_in(&self, line: &str) -> Option<String> {
        let fields: Vec<&str> = line.split_whitespace().collect();
        // A result such as 1/2-1/2 has fewer; what is wrong with other ranks is said by those who read it.
        if fields.first()?.matches('/').count() < 3 {
            return None;
        }
        let is_number = |field: &&str| field.chars().all(|ch| ch.is_ascii_digit());
        let n_counters = fields
            .iter()
            .skip(4)
            .take(2)
            .take_while(|field| is_number(field))
            .count();
        Some(fields[..fields.len().min(4 + n_counters)].join(" "))
    }

    fn moves_in(&self, line: &str) -> Vec<String> {
        let read = read_pgn(line).map(|read| read.game.moves);
        let moves = read.unwrap_or_default().into_iter();
        moves.map(|m| m.text).collect()
    }

    fn marks(&self, m: &str, origin: Option<String>) -> Vec<(String, Mark)> {
        // The last square of a move is where it goes; castling names none.
        let squares = m.as_bytes().windows(2);
        let to = squares
            .rev()
            .filter_map(|name| std::str::from_utf8(name).ok())
            .find(|name| square_of(name).is_some());
        let from = origin.map(|from| (from, Mark::From));
        from.into_iter()
            .chain(to.map(|to| (to.to_owned(), Mark::To)))
            .collect()
    }

    fn draw(&self, header: &Header, random: &mut Random) -> Option<String> {
        let men = header.men.as_ref()?;
        let mut board = [None; 64];
        for side in [Side::Us, Side::Them] {
            for (letter, presence) in LETTERS.into_iter().zip(&men[side]) {
                let letter = match side {
                    Side::Us => letter,
                    Side::Them => letter.to_ascii_lowercase(),
                };
                for _ in 0..presence.count {
                    // A pawn stands on neither the first nor the last rank.
                    let (first, n_squares) = if letter.eq_ignore_ascii_case(&'P') {
                        (8, 48)
                    } else {
                        (0, 64)
                    };
                    let free: Vec<usize> = (first..first + n_squares)
                        .filter(|square| board[*square].is_none())
                        .collect();
                    board[*random.one_of(&free)?] = Some(letter);
                }
            }
        }
        Some(format!("{} w - -", write_board(&board)))
    }

    fn empty(&self) -> String {
        "8/8/8/8/8/8/8/8 w".into()
    }

    fn draft(&self, position: &str) -> String {
        let turn = if is_whites_move(position) { "w" } else { "b" };
        format!("{} {turn}", board_of(position))
    }

    fn describe(&self, draft: &str) -> String {
        let board = read_board(board_of(draft));
        let men = |is_wanted: fn(&char) -> bool| {
            let placed =
                (0..64).filter_map(|square| Some((board[square].filter(is_wanted)?, square)));
            let men: Vec<String> = placed
                .map(|(letter, square)| format!("{letter}{}", square_name(square)))
                .collect();
            if men.is_empty() {
                "nothing".to_owned()
            } else {
                men.join(" ")
            }
        };
        let turn = if is_whites_move(draft) {
            "White"
        } else {
            "Black"
        };
        format!(
            "White: {}\nBlack: {}\n{turn} to move\n",
            men(char::is_ascii_uppercase),
            men(char::is_ascii_lowercase)
        )
    }

    fn edit(&self, draft: &str, change: Change<'_>) -> Result<String, String> {
        let mut board = read_board(board_of(draft));
        let mut turn = if is_whites_move(draft) { "w" } else { "b" };
        match change {
            Change::Put(men) => {
                for (letter, square) in men_of(men)? {
                    board[square] = Some(letter);
                }
            }
            Change::Remove("") => return Err("say from where, for example `remove e4`".into()),
            Change::Remove(squares) => {
                for name in squares.split_whitespace() {
                    let square = square_of(name).ok_or_else(|| {
                        format!("`{name}` is no square; say for example `remove e4`")
                    })?;
                    if board[square].take().is_none() {
                        return Err(format!("there is no man on {name}"));
                    }
                }
            }
            Change::Turn(side) => {
                turn = match side.to_ascii_lowercase().as_str() {
                    "white" | "w" => "w",
                    "black" | "b" => "b",
                    _ => return Err("say `turn white` or `turn black`".into()),
                }
            }
        }
        Ok(format!("{} {turn}", write_board(&board)))
    }

    fn editing(&self) -> &'static str {
        "put Ke1 Ra1 kd5 (capitals are White's men), remove e4, turn white or turn black, clear"
    }
}

fn in_words(times: usize) -> String {
    match times {
        3 => "three".into(),
        4 => "four".into(),
        _ => times.to_string(),
    }
}

fn board_of(position: &str) -> &str {
    position.split_whitespace().next().unwrap_or_default()
}

fn is_whites_move(position: &str) -> bool {
    position.split_whitespace().nth(1) != Some("b")
}

/// The men to put: `Ke1 Ra1`, or `K e1`.
fn men_of(text: &str) -> Result<Vec<(char, usize)>, String> {
    if text.is_empty() {
        return Err("say what to put where, for example `put Ke1 kd5`".into());
    }
    let mut men = Vec::new();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let wrong = || {
            format!(
                "`{}` is no man on a square; say for example `put Ke1` or `put kd5`",
                word.chars().take(24).collect::<String>()
            )
        };
        let mut chars = word.chars();
        let letter = chars
            .next()
            .filter(|letter| LETTERS.contains(&letter.to_ascii_uppercase()))
            .ok_or_else(wrong)?;
        let square = match chars.as_str() {
            "" => words.next().unwrap_or_default(),
            square => square,
        };
        men.push((letter, square_of(square).ok_or_else(wrong)?));
    }
    Ok(men)
}

/// The index of a square by its name, a1 first, rank by rank.
fn square_of(name: &str) -> Option<usize> {
    match name.to_ascii_lowercase().as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Some(usize::from(rank - b'1') * 8 + usize::from(file - b'a'))
        }
        _ => None,
    }
}

fn square_name(square: usize) -> String {
    let file = char::from(b'a' + (square % 8) as u8);
    format!("{file}{}", square / 8 + 1)
}

/// The men of a board that a FEN describes.
fn read_board(text: &str) -> [Option<char>; 64] {
    let mut board = [None; 64];
    for (row, rank) in text.split('/').zip((0..8).rev()) {
        let mut file = 0;
        for ch in row.chars() {
            match ch.to_digit(10) {
                Some(n_empty) => file += n_empty as usize,
                None => {
                    if file < 8 {
                        board[rank * 8 + file] = Some(ch);
                    }
                    file += 1;
                }
            }
        }
    }
    board
}

fn write_board(board: &[Option<char>; 64]) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let mut n_empty = 0;
        for man in &board[rank * 8..rank * 8 + 8] {
            match man {
                None => n_empty += 1,
                Some(man) => {
                    if n_empty > 0 {
                        text += &n_empty.to_string();
                    }
                    n_empty = 0;
                    text.push(*man);
                }
            }
        }
        if n_empty > 0 {
            text += &n_empty.to_string();
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_survives_reading_and_writing() {
        for board in [
            "8/8/8/3k4/8/8/1R6/K7",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "7k/8/8/8/8/8/8/K6R",
        ] {
            assert_eq!(write_board(&read_board(board)), board);
        }
    }

    #[test]
    fn a_position_is_known_by_its_ranks() {
        let check = |line: &str, expected: Option<&str>| {
            let found = ChessCustoms.position_in(line);
            assert_eq!(found.as_deref(), expected, "{line}");
        };
        let krk = "8/8/8/3k4/8/8/1R6/K7 w - -";
        check(krk, Some(krk));
        check(&format!("{krk} 3 17"), Some(&format!("{krk} 3 17")));
        check(&format!("{krk} bm Rb3; id \"first\";"), Some(krk));
        check("Kd4", None);
        check("1/2-1/2", None);
    }

    #[test]
    fn a_draft_is_changed_man_by_man() {
        let check = |draft: &str, change: Change<'_>, expected: Result<&str, &str>| {
            let found = ChessCustoms.edit(draft, change);
            let expected = expected.map(String::from).map_err(String::from);
            assert_eq!(found, expected, "{change:?}");
        };
        let empty = ChessCustoms.empty();
        let krk = "8/8/8/3k4/8/8/1R6/K7 w";
        check(&empty, Change::Put("Ka1 R b2 kD5"), Ok(krk));
        check(krk, Change::Remove("b2"), Ok("8/8/8/3k4/8/8/8/K7 w"));
        check(krk, Change::Turn("Black"), Ok("8/8/8/3k4/8/8/1R6/K7 b"));
        check(
            krk,
            Change::Turn("us"),
            Err("say `turn white` or `turn black`"),
        );
        check(krk, Change::Remove("c2"), Err("there is no man on c2"));
        check(
            krk,
            Change::Put("Xe4"),
            Err("`Xe4` is no man on a square; say for example `put Ke1` or `put kd5`"),
        );
    }

    #[test]
    fn mate_and_stalemate_are_told_apart() {
        let check = |position: &str, can_move: bool, expected: Option<&str>| {
            let found = ChessCustoms.ending(position, can_move);
            assert_eq!(found.as_ref().map(|end| end.result), expected, "{position}");
        };
        check("R2k4/8/3K4/8/8/8/8/8 b - -", false, Some("1-0"));
        check("r2K4/8/3k4/8/8/8/8/8 w - -", false, Some("0-1"));
        check("k7/2Q5/8/8/8/8/8/K7 b - -", false, Some("1/2-1/2"));
        check("k7/8/8/8/8/8/8/K7 b - -", true, Some("1/2-1/2"));
        check("k7/8/8/8/8/8/8/K6N b - -", true, Some("1/2-1/2"));
        check("k6b/8/8/8/8/8/8/K7 b - -", true, Some("1/2-1/2"));
        check("k6p/8/8/8/8/8/8/K7 b - -", true, None);
        check("k5bb/8/8/8/8/8/8/K7 b - -", true, None);
        check("8/8/8/3k4/8/8/1R6/K7 w - -", true, None);
    }
}
