//! Quiet moves taken back: the positions from which one such move leads to a given one.
//!
//! Captures and promotions come from other endings and are looked at forwards.

use domain::Side;
use shakmaty::{Bitboard, Role, Square, attacks};

use crate::index::{double_step_rank, home_rank, square};
use crate::material::MAX_OTHERS;
use crate::tables::layout::Layout;

/// Takes moves back in one ending.
pub(crate) struct Unmover {
    pub(crate) layout: Layout,
    men: [(Side, Role); MAX_OTHERS],
    n_others: usize,
    /// Can a pawn be captured in passing?
    has_en_passant: bool,
}

/// From the home rank to where a pawn starts, `e1` and `e2`.
const TO_START: usize = 8;
/// From the home rank to where a double step ends, `e1` and `e4`, or `e8` and `e5`.
pub(crate) const TO_MARK: usize = 24;

impl Unmover {
    pub(crate) fn new(layout: Layout) -> Unmover {
        let material = layout.index.material();
        let mut men = [(Side::Us, Role::King); MAX_OTHERS];
        for (slot, man) in material.others().enumerate() {
            men[slot] = man;
        }
        Unmover {
            layout,
            men,
            n_others: material.others().count(),
            has_en_passant: Side::BOTH.into_iter().all(|side| material.has_pawn(side)),
        }
    }

    /// Shows the cell of every legal position with a quiet move to this legal one, and cells of illegal positions.
    ///
    /// `is_legal` says of a cell whether its position is legal.
    #[inline]
    pub(crate) fn visit(
        &self,
        cell: usize,
        is_legal: impl Fn(usize) -> bool,
        mut visit: impl FnMut(usize),
    ) {
        let index = &self.layout.index;
        let number = self.layout.number(cell);
        let mover = !index.turn(number);
        let before = number ^ 1 << index.turn_shift();
        let king_at = |side| square(number >> index.king_shift(side));
        let mut occupied = Bitboard::from_square(king_at(Side::Us)) | king_at(Side::Them);
        for slot in 0..self.n_others {
            let at = square(number >> index.shift(slot));
            if self.is_marked(slot, at) {
                // The last move was the double step of this pawn.
                if self.men[slot].0 == mover {
                    self.show(before ^ TO_START << index.shift(slot), mover, &mut visit);
                }
                return;
            }
            occupied |= at;
        }
        let mut take_back = |shift: usize, from: Square, to: Square| {
            let change = from.to_usize() ^ to.to_usize();
            self.show(before ^ change << shift, mover, &mut visit);
        };
        let king = king_at(mover);
        for origin in attacks::king_attacks(king) & !occupied {
            take_back(index.king_shift(mover), king, origin);
        }
        for slot in (0..self.n_others).filter(|slot| self.men[*slot].0 == mover) {
            let shift = index.shift(slot);
            let at = square(number >> shift);
            let origins = match self.men[slot].1 {
                Role::Pawn => {
                    // A double step after which the pawn can be captured led to the marked position.
                    let may_be_double = !self.has_en_passant
                        || !is_legal(self.layout.cell(number ^ TO_MARK << shift));
                    pawn_origins(mover, at, occupied, may_be_double)
                }
                Role::Knight => attacks::knight_attacks(at),
                Role::Bishop => attacks::bishop_attacks(at, occupied),
                Role::Rook => attacks::rook_attacks(at, occupied),
                Role::Queen | Role::King => attacks::queen_attacks(at, occupied),
            };
            for origin in origins & !occupied {
                take_back(shift, at, origin);
            }
        }
    }

    /// Shows a position, and the same with each pawn marked that may have made a double step before it.
    #[inline]
    fn show(&self, number: usize, turn: Side, visit: &mut impl FnMut(usize)) {
        visit(self.layout.cell(number));
        if !self.has_en_passant {
            return;
        }
        for slot in 0..self.n_others {
            let (side, role) = self.men[slot];
            let shift = self.layout.index.shift(slot);
            let at = square(number >> shift);
            if side != turn && role == Role::Pawn && at.rank() == double_step_rank(side) {
                visit(self.layout.cell(number ^ TO_MARK << shift));
            }
        }
    }

    fn is_marked(&self, slot: usize, at: Square) -> bool {
        let (side, role) = self.men[slot];
        role == Role::Pawn && at.rank() == home_rank(side)
    }
}

/// Where a pawn may have come from without capturing.
fn pawn_origins(side: Side, at: Square, occupied: Bitboard, may_be_double: bool) -> Bitboard {
    let back = match side {
        Side::Us => -8,
        Side::Them => 8,
    };
    let free = !occupied & !Bitboard::from_rank(home_rank(side));
    let one = Bitboard::from_square(at).shift(back) & free;
    if may_be_double && at.rank() == double_step_rank(side) {
        one | one.shift(back) & free
    } else {
        one
    }
}
