//! The first look at every position of an ending: is it legal, is it mate, what do its moves promise?

use std::ops::ControlFlow;

use chess::Small;

use crate::outcome::Outcome;
use crate::tables::layout::Layout;
use crate::tables::{Metric, Tables};

/// What is known of a legal position from its moves alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    /// The side to move is mated.
    Mate,
    /// Won by a capture or promotion, in so many plies at most.
    Winning(usize),
    /// A capture or promotion draws, or it is stalemate: never lost.
    Safe,
    /// Not known.
    Open {
        /// The number of quiet moves.
        quiet: u8,
        /// How long the captures and promotions last, if there are any: they all lose.
        losing: Option<usize>,
    },
}

/// How positions of one ending are looked at, with the tables of all endings that follow it.
pub(crate) struct FirstLook<'a> {
    layout: Layout,
    tables: &'a Tables,
    metric: Metric,
}

impl<'a> FirstLook<'a> {
    pub(crate) fn new(layout: Layout, tables: &'a Tables, metric: Metric) -> FirstLook<'a> {
        FirstLook {
            layout,
            tables,
            metric,
        }
    }

    pub(crate) fn layout(&self) -> Layout {
        self.layout
    }

    /// How many cells share the side to move and both kings.
    pub(crate) fn block(&self) -> usize {
        1 << self.layout.index.king_shift(domain::Side::Them)
    }

    /// Shows every legal position of the block that begins here.
    pub(crate) fn visit(&self, start: usize, mut visit: impl FnMut(usize, Look)) {
        for cell in start..start + self.block() {
            if let Some(position) = self.layout.index.position(self.layout.number(cell)) {
                visit(cell, self.look(position));
            }
        }
    }

    /// The moves of a position one by one.
    fn look(&self, position: Small) -> Look {
        let mut quiet = 0;
        let mut best = None;
        let _ = position.visit_next(|m, next| {
            if m.is_capture() || m.is_promotion() {
                let outcome = self.tables.probe(&next);
                let outcome = outcome.expect("the tables of all smaller endings are there");
                best = best.max(Some(self.metric.of_conversion(outcome)));
            } else {
                quiet += 1;
            }
            ControlFlow::Continue(())
        });
        match best {
            Some(Outcome::Win(plies)) => Look::Winning(plies.into()),
            Some(Outcome::Draw) => Look::Safe,
            Some(Outcome::Loss(plies)) => Look::Open {
                quiet,
                losing: Some(plies.into()),
            },
            None if quiet > 0 => Look::Open {
                quiet,
                losing: None,
            },
            None if position.in_check() => Look::Mate,
            None => Look::Safe,
        }
    }
}
