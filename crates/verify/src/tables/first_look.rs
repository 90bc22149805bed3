//! The first look at every position of an ending: whether it is legal or mate, and what its moves give.

use std::ops::ControlFlow;

use chess::Small;
use domain::{BySide, Side};
use shakmaty::{Bitboard, Rank, Role, Square, attacks};

use crate::index::square;
use crate::material::MAX_OTHERS;
use crate::tables::follow::Follow;
use crate::tables::layout::Layout;
use crate::tables::mobility::{Men, Mobility, Placement};
use crate::tables::{EndgameTables, Metric};
use crate::value::GameValue;

/// What is known of a legal position from its moves alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    /// The side to move is mated.
    Mate,
    /// Won by a capture or promotion, in at most this many plies.
    Winning(u8),
    /// A capture or promotion draws, or it is stalemate: never lost.
    Safe,
    /// Not known.
    Open {
        /// The number of quiet moves.
        quiet: u8,
        /// The longest resistance after a capture or promotion, if there is one: they all lose.
        losing: Option<u8>,
    },
}

/// Looks at positions of one ending, with the tables of all endings that can follow it.
pub(crate) struct FirstLook<'a> {
    layout: Layout,
    men: Men,
    tables: &'a EndgameTables,
    /// What follows when the man in a slot is captured.
    follows: Vec<Follow<'a>>,
    metric: Metric,
}

impl<'a> FirstLook<'a> {
    pub(crate) fn new(layout: Layout, tables: &'a EndgameTables, metric: Metric) -> FirstLook<'a> {
        let men = Men::new(layout.index.material());
        let follows = men
            .slots()
            .map(|(slot, _, _)| Follow::new(tables, &men, slot))
            .collect();
        FirstLook {
            layout,
            men,
            tables,
            follows,
            metric,
        }
    }

    pub(crate) fn layout(&self) -> Layout {
        self.layout
    }

    /// How many cells share the side to move and both kings.
    pub(crate) fn block(&self) -> usize {
        1 << self.layout.index.king_shift(Side::Them)
    }

    /// Shows every legal position of the block that begins with this cell.
    pub(crate) fn visit(&self, start: usize, mut visit: impl FnMut(usize, Look)) {
        let index = &self.layout.index;
        let first = self.layout.number(start);
        let kings = BySide::from_fn(|side| square(first >> index.king_shift(side)));
        if kings.us == kings.them || attacks::king_attacks(kings.us).contains(kings.them) {
            return;
        }
        let turn = index.turn(first);
        for offset in 0..self.block() {
            if index.sorted(first + offset) != first + offset {
                continue;
            }
            let mut squares = [Square::A1; MAX_OTHERS];
            for (slot, _, _) in self.men.slots() {
                squares[slot] = square(offset >> index.shift(slot));
            }
            let placement = Placement {
                turn,
                kings,
                squares,
            };
            let look = if self.needs_care(&placement) {
                index
                    .position(first + offset)
                    .map(|position| self.look_with_care(position))
            } else {
                let targets = self.men.targets(&placement);
                targets.map(|targets| self.look(placement, &targets))
            };
            if let Some(look) = look {
                visit(start + offset, look);
            }
        }
    }

    /// Is there a pawn that may promote, may be captured en passant, or stands where none can?
    #[inline]
    fn needs_care(&self, placement: &Placement) -> bool {
        self.layout.has_pawns
            && self.men.slots().any(|(slot, side, role)| {
                let at = placement.squares[slot];
                let seventh = match side {
                    Side::Us => Rank::Seventh,
                    Side::Them => Rank::Second,
                };
                role == Role::Pawn
                    && (Bitboard::BACKRANKS.contains(at)
                        || side == placement.turn && at.rank() == seventh)
            })
    }

    /// The moves of a position by their targets.
    #[inline]
    fn look(&self, mut placement: Placement, targets: &Mobility) -> Look {
        let quiet = targets.n_quiet();
        let mut best = None;
        if targets.has_capture() {
            let turn = placement.turn;
            for victim in 0..self.follows.len() {
                let at = placement.squares[victim];
                if !targets.enemy.contains(at) {
                    continue;
                }
                if targets.king.contains(at) {
                    let king = std::mem::replace(&mut placement.kings[turn], at);
                    best = best.max(Some(self.capture(&placement, victim)));
                    placement.kings[turn] = king;
                }
                for slot in 0..self.follows.len() {
                    if targets.men[slot].contains(at) {
                        let from = std::mem::replace(&mut placement.squares[slot], at);
                        best = best.max(Some(self.capture(&placement, victim)));
                        placement.squares[slot] = from;
                    }
                }
            }
        }
        judge(best, quiet, targets.in_check)
    }

    #[inline]
    fn capture(&self, after: &Placement, victim: usize) -> GameValue {
        let outcome = self.follows[victim].probe(after);
        self.metric
            .of_conversion(outcome.expect("a legal capture leads to a legal position"))
    }

    /// The moves of a position one by one, as `chess` generates them.
    fn look_with_care(&self, position: Small) -> Look {
        let mut quiet = 0;
        let mut best = None;
        let _ = position.visit_next(|m, next| {
            if m.is_capture() || m.is_promotion() {
                let outcome = self.tables.probe(&next);
                let outcome = outcome.expect("smaller endings have tables");
                best = best.max(Some(self.metric.of_conversion(outcome)));
            } else {
                quiet += 1;
            }
            ControlFlow::Continue(())
        });
        judge(best, quiet, position.in_check())
    }
}

/// The distance as a table holds it.
fn short(plies: u16) -> u8 {
    u8::try_from(plies).expect("it is at most one more than the distance in a byte")
}

/// The result of the best capture or promotion and the number of quiet moves.
#[inline]
fn judge(best: Option<GameValue>, quiet: u8, in_check: bool) -> Look {
    match best {
        Some(GameValue::Win(plies)) => Look::Winning(short(plies)),
        Some(GameValue::Draw) => Look::Safe,
        Some(GameValue::Loss(plies)) => Look::Open {
            quiet,
            losing: Some(short(plies)),
        },
        None if quiet > 0 => Look::Open {
            quiet,
            losing: None,
        },
        None if in_check => Look::Mate,
        None => Look::Safe,
    }
}

#[cfg(test)]
mod tests {
    use domain::Watch;

    use super::*;
    use crate::tables::Holds;

    /// In every `stride`-th block, each look agrees with `chess`.
    fn check(text: &str, stride: usize) {
        let layout = Layout::new(text.parse().unwrap());
        let mut tables = EndgameTables::new();
        for smaller in layout.index.material().conversions() {
            tables.build(smaller, Holds::Mate, &Watch::new()).unwrap();
        }
        for metric in [Metric::Mate, Metric::Conversion] {
            let first_look = FirstLook::new(layout, &tables, metric);
            let block = first_look.block();
            for start in (0..layout.n_cells()).step_by(stride * block) {
                let mut looks = vec![None; block];
                first_look.visit(start, |cell, look| looks[cell - start] = Some(look));
                for (offset, look) in looks.into_iter().enumerate() {
                    let position = layout.index.position(layout.number(start + offset));
                    let expected = position.map(|position| first_look.look_with_care(position));
                    assert_eq!(look, expected, "{position:?}");
                }
            }
        }
    }

    #[test]
    fn three_men_are_looked_at_as_chess_does() {
        for text in ["KQK", "KRK", "KBK", "KNK", "KPK"] {
            check(text, 1);
        }
    }

    #[test]
    fn four_men_are_looked_at_as_chess_does() {
        for text in ["KQKR", "KBNK", "KRRK", "KNKP"] {
            check(text, 5);
        }
    }

    #[test]
    fn five_men_are_looked_at_as_chess_does() {
        for text in ["KRRRK", "KNNKN"] {
            check(text, 211);
        }
    }
}
