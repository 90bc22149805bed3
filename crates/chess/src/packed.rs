//! How up to five pieces are packed into eight bytes.
//!
//! This is only the data. [`Small`] keeps its pieces sorted, so equal positions are equal values. It must hold a
//! legal position; the caller of [`Parts::pack`] ensures that.

use domain::{BySide, NOBODY_ELSE, OnlyMen, Side};
use shakmaty::{Bitboard, File, Rank, Role, Square, attacks};

use crate::full::color_of;

/// How many pieces a [`Small`] holds besides the kings.
pub(crate) const MAX_OTHERS: usize = 3;

/// A legal position of up to five pieces without castling rights, seen from our side.
///
/// From the lowest bit: our king's square (6 bits), their king's (6), three pieces (10 each, in falling order), the
/// side to move (1), and the en passant file plus one (4), or zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Small(u64);

const THEIR_KING: u32 = 6;
const MEN: u32 = 12;
const MAN_BITS: u32 = 10;
const ALL_MEN: u64 = (1 << (3 * MAN_BITS)) - 1;
const TURN: u32 = 42;
const EN_PASSANT: u32 = 43;

/// The indices of [`domain::only_man`] by the kind of a packed piece. There kinds are counted from the king down and our
/// piece comes first; here from the pawn up, and ours are 8 more.
const ONLY: [usize; 16] = [0, 11, 9, 7, 5, 3, 0, 0, 0, 10, 8, 6, 4, 2, 0, 0];

/// The number of different packed pieces is below this.
pub(crate) const PACKED_PIECES: usize = 1 << MAN_BITS;

/// A piece other than a king in ten bits, or none.
///
/// The kind (shakmaty's number, plus 8 for ours) is above the square. The falling order puts our pieces before
/// theirs, queens before pawns, h8 before a1, and empty places last: the order of moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct PackedPiece(u16);

impl PackedPiece {
    pub(crate) const NONE: PackedPiece = PackedPiece(0);
    const OURS: u16 = 8 << 6;

    #[inline]
    pub(crate) const fn new(side: Side, role: Role, square: Square) -> PackedPiece {
        let side = match side {
            Side::Us => PackedPiece::OURS,
            Side::Them => 0,
        };
        PackedPiece(side | (role as u16) << 6 | square.to_u32() as u16)
    }

    /// Its number, below [`PACKED_PIECES`].
    #[inline]
    pub(crate) const fn number(self) -> usize {
        self.0 as usize % PACKED_PIECES
    }

    #[inline]
    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) fn side(self) -> Side {
        if self.0 & PackedPiece::OURS != 0 {
            Side::Us
        } else {
            Side::Them
        }
    }

    #[inline]
    pub(crate) fn square(self) -> Square {
        Square::new(u32::from(self.0 & 63))
    }

    #[inline]
    pub(crate) fn role(self) -> Role {
        match self.0 >> 6 & 7 {
            1 => Role::Pawn,
            2 => Role::Knight,
            3 => Role::Bishop,
            4 => Role::Rook,
            _ => Role::Queen,
        }
    }

    /// Do side and kind agree?
    #[inline]
    fn is_like(self, other: PackedPiece) -> bool {
        self.0 >> 6 == other.0 >> 6
    }

    /// The same piece on another square.
    #[inline]
    pub(crate) fn moved_to(self, square: Square) -> PackedPiece {
        PackedPiece(self.0 & !63 | square.to_u32() as u16)
    }

    /// The squares it attacks or guards.
    #[inline]
    pub(crate) fn attacks(self, occupied: Bitboard) -> Bitboard {
        let square = self.square();
        match self.role() {
            Role::Pawn => attacks::pawn_attacks(color_of(self.side()), square),
            Role::Knight => attacks::knight_attacks(square),
            Role::Bishop => attacks::bishop_attacks(square, occupied),
            Role::Rook => attacks::rook_attacks(square, occupied),
            Role::Queen | Role::King => attacks::queen_attacks(square, occupied),
        }
    }
}

/// The contents of a [`Small`] before packing. They need not be legal.
#[derive(Clone, Copy)]
pub(crate) struct Parts {
    pub(crate) kings: BySide<Square>,
    pub(crate) men: [PackedPiece; MAX_OTHERS],
    pub(crate) turn: Side,
    pub(crate) en_passant: Option<File>,
}

impl Parts {
    /// Packs a legal position; the pieces may be in any order.
    #[inline]
    pub(crate) fn pack(self) -> Small {
        let [mut a, mut b, mut c] = self.men;
        (a, b) = (a.max(b), a.min(b));
        (b, c) = (b.max(c), b.min(c));
        (a, b) = (a.max(b), a.min(b));
        let en_passant = self.en_passant.map_or(0, |file| file.to_u32() + 1);
        Small(
            u64::from(self.kings.us)
                | u64::from(self.kings.them) << THEIR_KING
                | packed(a, b, c)
                | u64::from(self.turn == Side::Them) << TURN
                | u64::from(en_passant) << EN_PASSANT,
        )
    }
}

impl Small {
    /// The square of a side's king.
    #[inline]
    pub fn king(self, side: Side) -> Square {
        Square::new((self.0 >> king_shift(side) & 63) as u32)
    }

    /// The squares of both kings.
    #[inline]
    pub(crate) fn kings(self) -> Bitboard {
        Bitboard::from_square(self.king(Side::Us)).with(self.king(Side::Them))
    }

    /// The side to move.
    #[inline]
    pub(crate) fn mover(self) -> Side {
        if self.0 >> TURN & 1 == 0 {
            Side::Us
        } else {
            Side::Them
        }
    }

    /// The pieces other than kings, in falling order.
    #[inline]
    pub(crate) fn pieces(self) -> impl Iterator<Item = PackedPiece> {
        // The empty places come last, and are zero.
        let mut rest = self.0 >> MEN & ALL_MEN;
        std::iter::from_fn(move || {
            let man = PackedPiece(rest as u16 & 0x3ff);
            rest >>= MAN_BITS;
            (!man.is_none()).then_some(man)
        })
    }

    /// The squares of one side's pieces of one kind other than the king.
    #[inline]
    pub(crate) fn others_of(self, side: Side, role: Role) -> Bitboard {
        let kind = PackedPiece::new(side, role, Square::A1).0 >> 6;
        // The kind of an empty place is zero, which no piece has, so all places can be compared without a branch.
        let on = |idx: u32| {
            let man = self.0 >> (MEN + idx * MAN_BITS);
            u64::from((man >> 6) as u16 & 15 == kind) << (man & 63)
        };
        Bitboard(on(0) | on(1) | on(2))
    }

    /// The squares of the pieces other than kings: those of one side, and the others.
    #[inline]
    pub(crate) fn squares_of(self, side: Side) -> (Bitboard, Bitboard) {
        let is_us = u64::from(side == Side::Us);
        let (mut rest, mut own, mut all) = (self.0 >> MEN & ALL_MEN, 0, 0);
        // The empty places come last, and are zero.
        while rest != 0 {
            let is_own = !(rest >> (MAN_BITS - 1) ^ is_us) & 1;
            own |= is_own << (rest & 63);
            all |= 1 << (rest & 63);
            rest >>= MAN_BITS;
        }
        (Bitboard(own), Bitboard(all ^ own))
    }

    /// The square of one side's only piece of one kind other than the king, if there is exactly one.
    #[inline]
    pub(crate) fn only_of(self, side: Side, role: Role) -> Option<Square> {
        let idx = self.place_of_only(side, role)?;
        Some(self.square_kept_at(Small::man_kept_at(idx)))
    }

    /// The square that these bits hold.
    #[inline]
    pub(crate) fn square_kept_at(self, kept_at: u32) -> Square {
        Square::new((self.0 >> kept_at & 63) as u32)
    }

    /// The place of one side's only piece of one kind other than the king, if there is exactly one.
    #[inline]
    pub(crate) fn place_of_only(self, side: Side, role: Role) -> Option<u32> {
        let kind = PackedPiece::new(side, role, Square::A1).0 >> 6;
        let man = |idx: u32| (self.0 >> (MEN + idx * MAN_BITS)) as u16;
        let is_of_kind = |idx: u32| man(idx) >> 6 & 15 == kind;
        // Pieces of a kind are adjacent.
        match () {
            () if is_of_kind(0) => (!is_of_kind(1)).then_some(0),
            () if is_of_kind(1) => (!is_of_kind(2)).then_some(1),
            () => is_of_kind(2).then_some(2),
        }
    }

    /// The squares of all pieces of which a side has exactly one, in the order of [`domain::only_man`]; and whether these
    /// are all.
    #[inline]
    pub(crate) fn only_places(self, places: &mut OnlyMen) -> u64 {
        let (mut there, mut twice) = (0, 0);
        let mut put = |man: PackedPiece| {
            let idx = ONLY[usize::from(man.0 >> 6) % ONLY.len()] % places.len();
            places[idx] = u64::from(man.0 & 63);
            twice |= there & 1 << idx;
            there |= 1 << idx;
        };
        // An empty place is put where a king comes later.
        let [first, second, third] = self.places();
        put(first);
        if !second.is_none() {
            put(second);
            put(third);
        }
        // Kings are the first kind, and each side has one.
        places[0] = u64::from(self.king(Side::Us));
        places[1] = u64::from(self.king(Side::Them));
        let is_all = twice & !0b11 == 0;
        there & !twice | 0b11 | if is_all { NOBODY_ELSE } else { 0 }
    }

    /// The position after a quiet king move, without the king's new square.
    #[inline]
    pub(crate) fn after_king(self, side: Side) -> WithoutKing {
        let shift = king_shift(side);
        WithoutKing {
            rest: self.passed_on().0 & !(63 << shift),
            shift,
        }
    }

    /// The position after a quiet move of a piece other than a pawn, without its new square.
    #[inline]
    pub(crate) fn after_man(self, idx: usize) -> WithoutMan {
        let [a, b, c] = self.parts().men;
        let (first, second) = match idx {
            0 => (b, c),
            1 => (a, c),
            _ => (a, b),
        };
        WithoutMan {
            rest: self.passed_on().0 & !(ALL_MEN << MEN),
            first,
            second,
        }
    }

    /// The position after a quiet move of a piece other than a pawn.
    #[inline(always)]
    pub(crate) fn with_man_moved(self, man: PackedPiece, to: Square) -> Small {
        let [a, b, c] = self.parts().men;
        // A legal move has its piece, so it is in the last place if not before. Pieces of a kind are adjacent.
        let (idx, is_only) = if a == man {
            (0, !b.is_like(man))
        } else if b == man {
            (1, !a.is_like(man) && !c.is_like(man))
        } else {
            (2, !b.is_like(man))
        };
        if !is_only {
            return self.after_man(idx).place(man.moved_to(to));
        }
        self.with_square_changed(
            Small::man_kept_at(idx as u32),
            man.square().into(),
            to.into(),
        )
    }

    /// The position after a quiet move of a king, or of the only piece of its kind. Its place in the order stays the
    /// same; only its square changes.
    #[inline(always)]
    pub(crate) fn with_square_changed(self, kept_at: u32, from: u32, to: u32) -> Small {
        Small(self.passed_on().0 ^ u64::from(from ^ to) << kept_at)
    }

    /// The bits of a king's square, and of the square of another piece in order.
    pub(crate) fn king_kept_at(side: Side) -> u32 {
        king_shift(side)
    }

    pub(crate) fn man_kept_at(idx: u32) -> u32 {
        MEN + idx * MAN_BITS
    }

    /// The other side to move, and no en passant.
    #[inline]
    fn passed_on(self) -> Small {
        Small((self.0 ^ 1 << TURN) & ((1 << EN_PASSANT) - 1))
    }

    /// The places of the pieces other than kings, the empty ones included.
    #[inline]
    pub(crate) fn places(self) -> [PackedPiece; MAX_OTHERS] {
        let man = |idx: u32| PackedPiece((self.0 >> (MEN + idx * MAN_BITS)) as u16 & 0x3ff);
        [man(0), man(1), man(2)]
    }

    #[inline]
    pub(crate) fn parts(self) -> Parts {
        Parts {
            kings: BySide {
                us: self.king(Side::Us),
                them: self.king(Side::Them),
            },
            men: self.places(),
            turn: self.mover(),
            en_passant: match self.0 >> EN_PASSANT {
                0 => None,
                file => Some(File::new(file as u32 - 1)),
            },
        }
    }
}

/// A position that lacks one king.
#[derive(Clone, Copy)]
pub(crate) struct WithoutKing {
    rest: u64,
    shift: u32,
}

impl WithoutKing {
    #[inline]
    pub(crate) fn place(self, square: Square) -> Small {
        Small(self.rest | u64::from(square) << self.shift)
    }
}

/// A position that lacks one piece; the two others are in falling order.
#[derive(Clone, Copy)]
pub(crate) struct WithoutMan {
    rest: u64,
    first: PackedPiece,
    second: PackedPiece,
}

impl WithoutMan {
    #[inline]
    pub(crate) fn place(self, man: PackedPiece) -> Small {
        let lower = man.min(self.first);
        Small(
            self.rest
                | packed(
                    man.max(self.first),
                    lower.max(self.second),
                    lower.min(self.second),
                ),
        )
    }
}

/// Three pieces in falling order.
#[inline]
fn packed(a: PackedPiece, b: PackedPiece, c: PackedPiece) -> u64 {
    (u64::from(a.0) | u64::from(b.0) << MAN_BITS | u64::from(c.0) << (2 * MAN_BITS)) << MEN
}

#[inline]
const fn king_shift(side: Side) -> u32 {
    match side {
        Side::Us => 0,
        Side::Them => THEIR_KING,
    }
}

/// The squares of a double step: where the pawn was, what it passed, and where it is.
pub(crate) struct Passed {
    pub(crate) start: Square,
    pub(crate) square: Square,
    pub(crate) pawn: Square,
}

impl Passed {
    /// The double step of a side's pawn over a square, if there is one.
    pub(crate) fn new(side: Side, square: Square) -> Option<Passed> {
        let passed = Passed::on(side, square.file());
        (passed.square == square).then_some(passed)
    }

    /// The double step of a side's pawn on a file.
    pub(crate) fn on(side: Side, file: File) -> Passed {
        let [start, square, pawn] = match side {
            Side::Us => [Rank::Second, Rank::Third, Rank::Fourth],
            Side::Them => [Rank::Seventh, Rank::Sixth, Rank::Fifth],
        }
        .map(|rank| Square::from_coords(file, rank));
        Passed {
            start,
            square,
            pawn,
        }
    }
}
