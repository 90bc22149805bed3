//! What chapters have proved, as sets of positions: other chapters may ask about them as they ask any word.
//!
//! A set is made by playing a chapter from every position. A position with us to move is in it if the chapter wins; since
//! its claim to keep every win is proved, the others cannot be won. A position with them to move is in it if the chapter
//! wins after every reply; where a reply leads to men that no chapter advises about, as two queens, the tables said what
//! it is worth when the set was made. The set names the digest of the advice, and a test compares it with the chapter as it
//! is today.

use std::sync::OnceLock;

use domain::Side;
use shakmaty::{Bitboard, Color, Role, Square, attacks};

/// The pawn stands on one of so many squares: if it is on the other half of the board, all is mirrored.
const PAWN_SQUARES: usize = 24;

/// An ending with one pawn whose wins a chapter has proved.
pub struct ProvedEnding {
    /// The chapter.
    pub chapter: &'static str,
    /// The men, ours first, each side in the order K Q R B N P.
    pub men: &'static [(Color, Role)],
    /// A line with the digest of the chapter's advice, then the set.
    file: &'static [u8],
    /// In which order the men other than the pawn are counted: the last changes fastest.
    order: &'static [usize],
    bits: OnceLock<Box<[u64]>>,
}

const US: Color = Color::White;
const THEM: Color = Color::Black;

/// King and pawn against king.
pub(crate) static KPK: ProvedEnding = ProvedEnding {
    chapter: "kpk",
    men: &[(US, Role::King), (US, Role::Pawn), (THEM, Role::King)],
    file: include_bytes!("proved/kpk.set"),
    order: &[2, 0],
    bits: OnceLock::new(),
};

/// King and queen against king and pawn.
pub(crate) static KQKP: ProvedEnding = ProvedEnding {
    chapter: "kqkp",
    men: &[
        (US, Role::King),
        (US, Role::Queen),
        (THEM, Role::King),
        (THEM, Role::Pawn),
    ],
    file: include_bytes!("proved/kqkp.set"),
    order: &[2, 1, 0],
    bits: OnceLock::new(),
};

impl ProvedEnding {
    /// All of them.
    pub fn all() -> [&'static ProvedEnding; 2] {
        [&KPK, &KQKP]
    }

    /// The digest of the advice that was proved.
    pub fn digest(&self) -> &'static str {
        let line = self.file.split(|byte| *byte == b'\n').next();
        line.and_then(|line| std::str::from_utf8(line).ok())
            .unwrap_or_default()
    }

    /// Is the position with the men on these squares and this side to move won for us? None if there is no such position.
    pub fn is_won(&self, squares: &[Square], mover: Side) -> Option<bool> {
        if !self.is_position(squares, mover) {
            return None;
        }
        if self.loses_queen(squares, mover) {
            return Some(false);
        }
        let idx = self.index(squares, mover);
        let bits = self.bits.get_or_init(|| self.unpack());
        Some(bits[idx / 64] >> (idx % 64) & 1 == 1)
    }

    /// The file of a set, from the positions that are won.
    pub fn write(&self, digest: &str, mut is_won: impl FnMut(&[Square], Side) -> bool) -> Vec<u8> {
        // What is no position, or known without the set, goes on as the one before it, so that runs are long.
        let (mut runs, mut now, mut length) = (Vec::new(), false, 0);
        for idx in 0..self.n_indices() {
            let (squares, mover) = self.squares(idx);
            let is_asked = self.is_position(&squares, mover) && !self.loses_queen(&squares, mover);
            let here = match is_asked {
                true => is_won(&squares, mover),
                false => now,
            };
            if here != now {
                write_number(&mut runs, length);
                (now, length) = (here, 0);
            }
            length += 1;
        }
        write_number(&mut runs, length);
        [digest.as_bytes(), b"\n", &runs].concat()
    }

    fn unpack(&self) -> Box<[u64]> {
        let mut bits = vec![0_u64; self.n_indices().div_ceil(64)];
        let mut runs = &self.file[self.digest().len() + 1..];
        let (mut idx, mut is_won) = (0, false);
        while let Some(length) = read_number(&mut runs) {
            if is_won {
                (idx..idx + length).for_each(|idx| bits[idx / 64] |= 1 << (idx % 64));
            }
            (idx, is_won) = (idx + length, !is_won);
        }
        bits.into()
    }

    fn pawn(&self) -> usize {
        let pawn = self.men.iter().position(|(_, role)| *role == Role::Pawn);
        pawn.expect("every ending here has a pawn")
    }

    /// Those with us to move come first, then those with them to move.
    fn n_indices(&self) -> usize {
        2 * PAWN_SQUARES * 64_usize.pow(self.order.len() as u32)
    }

    #[inline]
    fn index(&self, squares: &[Square], mover: Side) -> usize {
        let pawn = squares[self.pawn()];
        let is_mirrored = usize::from(pawn.file()) >= 4;
        let seen = |square: Square| match is_mirrored {
            true => square.flip_horizontal(),
            false => square,
        };
        let pawn = seen(pawn);
        let first = match mover {
            Side::Us => 0,
            Side::Them => PAWN_SQUARES,
        };
        let first = first + (usize::from(pawn.rank()) - 1) * 4 + usize::from(pawn.file());
        let others = self.order.iter().map(|man| seen(squares[*man]));
        others.fold(first, |idx, square| idx * 64 + usize::from(square))
    }

    fn squares(&self, mut idx: usize) -> (Vec<Square>, Side) {
        let mut squares = vec![Square::A1; self.men.len()];
        for man in self.order.iter().rev() {
            squares[*man] = Square::new((idx % 64) as u32);
            idx /= 64;
        }
        let mover = match idx < PAWN_SQUARES {
            true => Side::Us,
            false => Side::Them,
        };
        idx %= PAWN_SQUARES;
        squares[self.pawn()] = Square::new(((idx / 4 + 1) * 8 + idx % 4) as u32);
        (squares, mover)
    }

    /// The square of a man, if the ending has it.
    #[inline]
    fn square_of(&self, squares: &[Square], color: Color, role: Role) -> Option<Square> {
        let man = self.men.iter().position(|man| *man == (color, role));
        man.map(|man| squares[man])
    }

    /// Can they take our queen at once? Then we have nothing left to win with.
    #[inline]
    fn loses_queen(&self, squares: &[Square], mover: Side) -> bool {
        let of = |color, role| self.square_of(squares, color, role);
        let (Side::Them, Some(queen)) = (mover, of(US, Role::Queen)) else {
            return false;
        };
        let is_near = |king: Square| king.distance(queen) == 1;
        let is_guarded = of(US, Role::King).is_some_and(is_near);
        (of(THEM, Role::King).is_some_and(is_near) && !is_guarded)
            || of(THEM, Role::Pawn)
                .is_some_and(|pawn| attacks::pawn_attacks(THEM, pawn).contains(queen))
    }

    /// Can the men stand on these squares, with this side to move?
    #[inline]
    fn is_position(&self, squares: &[Square], mover: Side) -> bool {
        let occupied: Bitboard = squares.iter().copied().collect();
        let of = |color, role| self.square_of(squares, color, role);
        let (Some(king), Some(enemy)) = (of(US, Role::King), of(THEM, Role::King)) else {
            return false;
        };
        let pawn = squares[self.pawn()];
        occupied.count() == squares.len()
            && !Bitboard::BACKRANKS.contains(pawn)
            && king.distance(enemy) > 1
            && match mover {
                Side::Us => {
                    of(US, Role::Pawn)
                        .is_none_or(|pawn| !attacks::pawn_attacks(US, pawn).contains(enemy))
                        && of(US, Role::Queen).is_none_or(|queen| {
                            !attacks::queen_attacks(queen, occupied).contains(enemy)
                        })
                }
                Side::Them => of(THEM, Role::Pawn)
                    .is_none_or(|pawn| !attacks::pawn_attacks(THEM, pawn).contains(king)),
            }
    }
}

/// A number, seven bits a byte, the lowest first; all its bytes but the last have the highest bit set.
fn write_number(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 128 {
        bytes.push((number % 128) as u8 | 128);
        number /= 128;
    }
    bytes.push(number as u8);
}

fn read_number(bytes: &mut &[u8]) -> Option<usize> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= usize::from(byte % 128) << shift;
        if *byte < 128 {
            return Some(number);
        }
        shift += 7;
    }
}
