//! Quiet moves taken back: the positions from which one such move leads to a given one.
//!
//! Captures and promotions come from other endings; the first look treats them forwards.

use domain::Side;
use shakmaty::{Bitboard, Role, Square, attacks};

use crate::index::{double_step_rank, home_rank, square};
use crate::tables::layout::Layout;
use crate::tables::mobility::{Men, attacks_of};

/// Takes moves back in one ending.
pub(crate) struct Unmover {
    layout: Layout,
    men: Men,
    /// Can a pawn be captured in passing?
    has_en_passant: bool,
}

/// From the home rank to the start of a pawn: `e1` to `e2`.
const TO_START: usize = 8;
/// From the home rank to the end of a double step: `e1` to `e4`, `e8` to `e5`.
const TO_MARK: usize = 24;

impl Unmover {
    pub(crate) fn new(layout: Layout) -> Unmover {
        let material = layout.index.material();
        Unmover {
            layout,
            men: Men::new(material),
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
        let before = self.layout.other_turn(cell);
        let king_at = |side| square(number >> index.king_shift(side));
        let mut occupied = Bitboard::from_square(king_at(Side::Us)) | king_at(Side::Them);
        for (slot, side, role) in self.men.slots() {
            let at = square(number >> index.shift(slot));
            if role == Role::Pawn && at.rank() == home_rank(side) {
                // The last move was the double step of this pawn.
                self.show(before ^ TO_START << index.shift(slot), mover, &mut visit);
                return;
            }
            occupied |= at;
        }
        let king = king_at(mover);
        for origin in attacks::king_attacks(king) & !occupied {
            let change = king.to_usize() ^ origin.to_usize();
            let before = match mover {
                // Only our king's square decides which image it is.
                Side::Us => {
                    let number = number ^ 1 << index.turn_shift();
                    self.layout
                        .cell(number ^ change << index.king_shift(Side::Us))
                }
                Side::Them => before ^ change << index.king_shift(Side::Them),
            };
            self.show(before, mover, &mut visit);
        }
        for (slot, side, role) in self.men.slots().filter(|(_, side, _)| *side == mover) {
            let shift = index.shift(slot);
            let at = square(number >> shift);
            let origins = match role {
                Role::Pawn => {
                    // A double step after which the pawn can be captured led to the marked position.
                    let is_double_free =
                        !self.has_en_passant || !is_legal(index.sorted(cell ^ TO_MARK << shift));
                    pawn_origins(side, at, occupied, is_double_free)
                }
                Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
                    attacks_of(side, role, at, occupied) & !occupied
                }
            };
            for origin in origins {
                let change = at.to_usize() ^ origin.to_usize();
                self.show(before ^ change << shift, mover, &mut visit);
            }
        }
    }

    /// Shows a position, and the same with each pawn marked that may have made a double step before it.
    #[inline]
    fn show(&self, cell: usize, turn: Side, visit: &mut impl FnMut(usize)) {
        visit(self.layout.index.sorted(cell));
        if self.has_en_passant {
            self.show_marked(cell, turn, visit);
        }
    }

    fn show_marked(&self, cell: usize, turn: Side, visit: &mut impl FnMut(usize)) {
        let index = &self.layout.index;
        for (slot, side, role) in self.men.slots() {
            let shift = index.shift(slot);
            let is_double_step = square(cell >> shift).rank() == double_step_rank(side);
            if side != turn && role == Role::Pawn && is_double_step {
                visit(index.sorted(cell ^ TO_MARK << shift));
            }
        }
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;

    use super::*;

    /// In every `stride`-th position, each quiet move is taken back exactly once.
    fn check(text: &str, stride: usize) {
        let layout = Layout::new(text.parse().unwrap());
        let index = layout.index;
        let unmover = Unmover::new(layout);
        let is_legal = |cell: usize| index.position(layout.number(cell)).is_some();
        let mut n_moves = 0;
        for number in (0..index.n_numbers()).step_by(stride) {
            let Some(position) = index.position(number) else {
                continue;
            };
            let mut reached = BTreeMap::new();
            let _ = position.visit_next(|m, next| {
                if !m.is_capture() && !m.is_promotion() {
                    let next = layout.cell(index.of(&next).unwrap());
                    *reached.entry(next).or_insert(0) += 1;
                }
                ControlFlow::Continue(())
            });
            let here = layout.cell(number);
            for (next, n) in reached {
                let mut n_back = 0;
                unmover.visit(next, is_legal, |cell| n_back += usize::from(cell == here));
                assert_eq!(n_back, n, "{position:?}");
                n_moves += n;
            }
        }
        assert!(n_moves > 10_000, "{n_moves}");
    }

    /// For every `stride`-th cell, each legal position shown has a quiet move to it.
    fn check_back(text: &str, stride: usize) {
        let layout = Layout::new(text.parse().unwrap());
        let index = layout.index;
        let unmover = Unmover::new(layout);
        let position_in = |cell: usize| index.position(layout.number(cell));
        let is_legal = |cell: usize| position_in(cell).is_some();
        for cell in (0..layout.n_cells())
            .step_by(stride)
            .filter(|cell| is_legal(*cell))
        {
            unmover.visit(cell, is_legal, |before| {
                let Some(before) = position_in(before) else {
                    return;
                };
                let leads_here = before.visit_next(|m, next| {
                    let is_quiet = !m.is_capture() && !m.is_promotion();
                    if is_quiet && layout.cell(index.of(&next).unwrap()) == cell {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                assert!(leads_here.is_break(), "{before:?}");
            });
        }
    }

    #[test]
    fn every_quiet_move_is_taken_back_once() {
        check("KPK", 7);
        check("KRKN", 1_009);
        check("KPKP", 1_009);
        check("KPPK", 1_009);
        check("KQQQK", 100_003);
    }

    #[test]
    fn whatever_is_taken_back_was_a_move() {
        check_back("KPK", 7);
        check_back("KRRK", 1_009);
        check_back("KPKP", 1_009);
        check_back("KBBKN", 100_003);
    }
}
