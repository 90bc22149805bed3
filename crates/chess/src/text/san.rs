//! Moves in standard algebraic notation and in UCI's.
//!
//! The reader accepts any case (`kc2`), missing check marks, `0-0`, a missing `x`, and UCI (`b1c2`, `e7e8q`).
//! An error says which pieces could make the move, or that none could.

mod error;

use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingSide, Color, File, Move, MoveList, Position, Rank, Role, Square};

use crate::full::Full;
use crate::order::target;
use crate::text::View;

pub use error::{MoveError, MoveErrorKind};

/// Longer text is refused.
const MAX_TEXT: usize = 32;

/// Reads a legal move, SAN or UCI.
///
/// ```
/// use nasvet_chess::{Full, View, read_fen, read_move, write_san};
/// use shakmaty::Color;
///
/// let view = View { us: Color::White };
/// let full = Full::new(read_fen("4k3/8/8/8/8/5N2/8/1N2K3 w")?, view.us);
/// let m = read_move(&full, view, "nbd2")?;
/// assert_eq!(write_san(&full, view, m), "Nbd2");
///
/// let error = read_move(&full, view, "Nd2").expect_err("there are two knights");
/// assert_eq!(error.to_string(), "two knights can go to d2: say Nbd2 or Nfd2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_move(full: &Full, view: View, text: &str) -> Result<Move, MoveError> {
    let word = text.trim_start();
    let start = text.len() - word.len();
    let word = word.trim_end().trim_end_matches(['+', '#', '!', '?']);
    let wrong = |kind: MoveErrorKind| MoveError {
        kind,
        span: start..start + word.len(),
    };
    let not_a_move = || wrong(MoveErrorKind::NotAMove(text.into()));
    if word.len() > MAX_TEXT || !word.is_ascii() {
        return Err(not_a_move());
    }
    let moves: MoveList = full
        .moves()
        .into_iter()
        .map(|m| view.turn_move(m))
        .collect();
    let readings = readings(word);
    let first = *readings.first().ok_or_else(not_a_move)?;
    // `bc4` is a bishop's move only where no pawn can make it.
    let found = readings.iter().find_map(|reading| reading.find(&moves));
    let turn = full.to_chess(view.us).turn();
    let m = found.ok_or_else(|| wrong(first.complaint(&moves, turn)))?;
    Ok(view.turn_move(m))
}

/// Writes a legal move in standard algebraic notation, with its check mark.
pub fn write_san(full: &Full, view: View, m: Move) -> String {
    SanPlus::from_move(full.to_chess(view.us), view.turn_move(m)).to_string()
}

/// Writes a legal move as UCI engines do.
pub fn write_uci(full: &Full, view: View, m: Move) -> String {
    UciMove::from_move(view.turn_move(m), full.as_chess().castles().mode()).to_string()
}

/// What a text may mean.
#[derive(Clone, Copy)]
enum MoveReading {
    Castle(CastlingSide),
    /// From square to square.
    Path {
        from: Square,
        to: Square,
        promotion: Option<Role>,
    },
    /// A piece, perhaps its file and rank, and its target.
    Man {
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        captures: bool,
        to: Square,
        promotion: Option<Role>,
    },
}

/// The readings of a word, most likely first.
fn readings(word: &str) -> Vec<MoveReading> {
    match word.replace('0', "o").to_ascii_lowercase().as_str() {
        "o-o" => return vec![MoveReading::Castle(CastlingSide::KingSide)],
        "o-o-o" => return vec![MoveReading::Castle(CastlingSide::QueenSide)],
        _ => {}
    }
    let (body, promotion) = split_promotion(word);
    let body = body.to_ascii_lowercase();
    let Some((source, to)) = body.split_at_checked(body.len().saturating_sub(2)) else {
        return Vec::new();
    };
    let Ok(to) = to.parse::<Square>() else {
        return Vec::new();
    };
    let captures = source.ends_with(['x', ':']);
    let source = source.trim_end_matches(['x', ':', '-']);
    let of_role = |role: Role, source: &str| {
        let mut chars = source.chars().peekable();
        let file = chars.peek().and_then(|ch| File::from_char(*ch));
        if file.is_some() {
            chars.next();
        }
        let rank = chars.peek().and_then(|ch| Rank::from_char(*ch));
        if rank.is_some() {
            chars.next();
        }
        chars.next().is_none().then_some(MoveReading::Man {
            role,
            file,
            rank,
            captures,
            to,
            promotion,
        })
    };
    let as_path = source.parse().ok().map(|from| MoveReading::Path {
        from,
        to,
        promotion,
    });
    let as_pawn = of_role(Role::Pawn, source).filter(|_| as_path.is_none());
    let as_piece = source
        .chars()
        .next()
        .and_then(Role::from_char)
        .and_then(|role| of_role(role, &source[1..]));
    // `B5e6` is a bishop's move from the fifth rank; `b5e6` and `B5E6` go from b5.
    let is_capital = word.starts_with(|ch: char| ch.is_ascii_uppercase());
    let is_shouted = !word.contains(|ch: char| ch.is_ascii_lowercase());
    let in_order = match (is_capital, is_shouted) {
        (true, false) => [as_piece, as_path, as_pawn],
        (true, true) => [as_path, as_piece, as_pawn],
        (false, _) => [as_path, as_pawn, as_piece],
    };
    in_order.into_iter().flatten().collect()
}

/// Splits `e8=Q`, `e8Q`, `e8(Q)` and `e7e8q` before the new piece.
fn split_promotion(word: &str) -> (&str, Option<Role>) {
    let bare = word.strip_suffix(')').unwrap_or(word);
    let Some((body, last)) = bare.split_at_checked(bare.len().saturating_sub(1)) else {
        return (word, None);
    };
    let body = body.strip_suffix(['=', '(', '/']).unwrap_or(body);
    match last.chars().next().and_then(Role::from_char) {
        Some(role) if body.ends_with(|ch: char| ch.is_ascii_digit()) => (body, Some(role)),
        _ => (word, None),
    }
}

impl MoveReading {
    /// The one move that this reading means, if there is exactly one.
    fn find(self, moves: &MoveList) -> Option<Move> {
        let mut fitting = moves.iter().filter(|m| self.fits(**m));
        fitting.next().copied().filter(|_| fitting.next().is_none())
    }

    fn fits(self, m: Move) -> bool {
        match self {
            MoveReading::Castle(side) => m.castling_side() == Some(side),
            MoveReading::Path {
                from,
                to,
                promotion,
            } => {
                // Castling is e1g1 in standard chess and e1h1, king to rook, in Chess960.
                let arrives = to == m.to() || to == target(m) && from.distance(to) > 1;
                m.from() == Some(from) && arrives && m.promotion() == promotion
            }
            MoveReading::Man {
                role,
                file,
                rank,
                captures,
                to,
                promotion,
            } => {
                comes_from(file, rank, m)
                    && !m.is_castle()
                    && m.role() == role
                    && m.to() == to
                    && (!captures || m.is_capture())
                    && m.promotion() == promotion
            }
        }
    }

    /// Why no single legal move fits.
    fn complaint(self, moves: &MoveList, turn: Color) -> MoveErrorKind {
        match self {
            MoveReading::Castle(_) => MoveErrorKind::CannotCastle(turn),
            MoveReading::Path {
                from,
                to,
                promotion,
            } => {
                let mut leaving = moves.iter().filter(|m| m.from() == Some(from));
                let arrives = leaving.clone().any(|m| target(*m) == to);
                match leaving.next().map(|m| m.role()) {
                    None => MoveErrorKind::NothingThere { color: turn, from },
                    Some(_) if arrives && promotion.is_none() => MoveErrorKind::PromotionMissing {
                        from: Some(from),
                        to,
                    },
                    Some(role) => MoveErrorKind::CannotGo { role, from, to },
                }
            }
            MoveReading::Man {
                role,
                file,
                rank,
                captures,
                to,
                promotion,
            } => {
                let coming: Vec<Move> = moves
                    .iter()
                    .copied()
                    .filter(|m| m.role() == role && m.to() == to && !m.is_castle())
                    .collect();
                let from_there: Vec<Move> = coming
                    .iter()
                    .copied()
                    .filter(|m| comes_from(file, rank, *m))
                    .collect();
                let promotes = from_there.iter().any(|m| m.is_promotion());
                if from_there.is_empty() {
                    // Where no such piece can go there at all, it does not matter where it was to come from.
                    let is_there = !coming.is_empty();
                    MoveErrorKind::NoneCanGo {
                        role,
                        file: file.filter(|_| is_there),
                        rank: rank.filter(|_| is_there),
                        to,
                    }
                } else if captures && !from_there.iter().any(|m| m.is_capture()) {
                    MoveErrorKind::NothingToCapture(to)
                } else if promotes && promotion.is_none() {
                    MoveErrorKind::PromotionMissing { from: None, to }
                } else if promotion.is_some() && !promotes {
                    MoveErrorKind::NoPromotion { role, to }
                } else {
                    let written = from_there.iter().map(|m| San::disambiguate(*m, moves));
                    let mut ways: Vec<String> = written.map(|san| san.to_string()).collect();
                    ways.sort();
                    MoveErrorKind::Ambiguous { role, to, ways }
                }
            }
        }
    }
}

fn comes_from(file: Option<File>, rank: Option<Rank>, m: Move) -> bool {
    m.from().is_some_and(|from| {
        file.is_none_or(|file| file == from.file()) && rank.is_none_or(|rank| rank == from.rank())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::read_fen;

    fn check(fen: &str, text: &str, expected: Result<&str, &str>) {
        let chess = read_fen(fen).unwrap();
        for us in Color::ALL {
            let (full, view) = (Full::new(chess.clone(), us), View { us });
            let found = read_move(&full, view, text)
                .map(|m| write_san(&full, view, m))
                .map_err(|error| error.to_string());
            assert_eq!(
                found,
                expected.map(String::from).map_err(String::from),
                "{text} in {fen}"
            );
        }
    }

    const KRK: &str = "8/8/8/3k4/8/8/1R6/K7 w - -";
    const KNIGHTS: &str = "4k3/8/8/8/8/5N2/8/1N2K3 w - -";
    const PROMOTION: &str = "3n3k/4P3/8/8/8/8/8/K7 w - -";
    const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -";
    const BISHOP: &str = "4k3/8/8/8/2p5/1P1B4/8/4K3 w - -";

    #[test]
    fn moves_are_read_as_people_write_them() {
        check(KRK, "Rb5+", Ok("Rb5+"));
        check(KRK, " rb5 ", Ok("Rb5+"));
        check(KRK, "RB5!?", Ok("Rb5+"));
        check(KRK, "b2b5", Ok("Rb5+"));
        check(KRK, "b2-b5", Ok("Rb5+"));
        check(KRK, "Rb2b5", Ok("Rb5+"));
        check(CASTLING, "0-0", Ok("O-O"));
        check(CASTLING, "o-o-o", Ok("O-O-O"));
        check(CASTLING, "e8g8", Ok("O-O"));
        check(CASTLING, "e8h8", Ok("O-O"));
        check(PROMOTION, "e8=N", Ok("e8=N"));
        check(PROMOTION, "exd8q", Ok("exd8=Q+"));
        check(PROMOTION, "e7e8r", Ok("e8=R+"));
        check(PROMOTION, "e8(B)", Ok("e8=B"));
    }

    #[test]
    fn a_small_b_is_a_pawn_before_it_is_a_bishop() {
        check(BISHOP, "bxc4", Ok("bxc4"));
        check(BISHOP, "Bxc4", Ok("Bxc4"));
        check(BISHOP, "be4", Ok("Be4"));
    }

    #[test]
    fn a_move_that_does_not_fit_is_refused_with_the_reason() {
        check(KRK, "Ra4", Err("no rook can go to a4"));
        check(KRK, "Rab5", Err("no rook on the a-file can go to b5"));
        check(KRK, "Rxb5", Err("there is nothing to capture on b5"));
        check(KRK, "b2c3", Err("the rook on b2 cannot go to c3"));
        check(KRK, "d5d6", Err("White has no piece on d5 that can move"));
        check(KRK, "e4", Err("no pawn can go to e4"));
        check(KRK, "O-O", Err("White cannot castle on that side now"));
        check(
            KNIGHTS,
            "Nd2",
            Err("two knights can go to d2: say Nbd2 or Nfd2"),
        );
        check(
            PROMOTION,
            "e8",
            Err("the pawn promotes on e8: say e8=Q, or R, B or N"),
        );
        check(
            PROMOTION,
            "e7e8",
            Err("the pawn promotes on e8: say e7e8q, or r, b or n"),
        );
        check(BISHOP, "b4=Q", Err("no pawn promotes on b4"));
        for text in ["", "x", "hello", "Nf9", "žž", "e", "+"] {
            let expected = format!("expected a move such as Nf3, e4 or g1f3, found `{text}`");
            check(KRK, text, Err(&expected));
        }
    }
}
