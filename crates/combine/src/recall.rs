//! Patterns propose plans: in the first position, and after dangerous moves.

use std::sync::Arc;

use crate::ids::{MoveNodeId, ReasonId};
use crate::pattern::matches;
use crate::reason::Cause;
use crate::search::CombinationSearch;

/// What a pattern was good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PatternUse {
    /// Positions in which it was looked for.
    pub tried: u64,
    /// Plans that it proposed, new ones that could be tried.
    pub proposed: u64,
    /// Moves of the line that was announced, and that came from it.
    pub helped: u64,
}

impl CombinationSearch {
    /// Offers the plans that patterns propose after a node: to the first player those that have won before, to the
    /// other one those that were tried in vain, which is what a defence is learned from.
    pub(crate) fn recall(&mut self, id: MoveNodeId) {
        let is_first_players = self.tree.node(id).board.turn == self.tree.first_player;
        let book = Arc::clone(&self.book);
        for (number, pattern) in (0..).zip(book.patterns()) {
            let is_for_us = match is_first_players {
                true => pattern.won > 0,
                false => pattern.won < pattern.seen,
            };
            // Nobody knows what a pattern that was written by hand is for.
            if !is_for_us && pattern.seen > 0 {
                continue;
            }
            let plans = matches(pattern, &self.tree.node(id).board, &self.scales);
            self.uses[usize::from(number)].tried += 1;
            for plan in plans {
                let waiting = self.tree.node(id).pending.len();
                let cause = Cause::Recalls { pattern: number };
                self.offer(id, &plan.0, None, cause, None);
                let accepted = self.tree.node(id).pending.len() - waiting;
                self.uses[usize::from(number)].proposed += accepted as u64;
            }
        }
    }

    /// What each pattern was good for, if this line is announced.
    pub(crate) fn pattern_uses(&self, line: &[MoveNodeId]) -> Vec<PatternUse> {
        let mut uses = self.uses.clone();
        for id in line {
            let node = self.tree.node(*id);
            if node.board.turn == self.tree.first_player {
                continue;
            }
            let mut reason: Option<ReasonId> = node.made_by.first().map(|entry| entry.reason);
            while let Some(next) = reason {
                let next = self.reason(next);
                if let Cause::Recalls { pattern } = next.cause {
                    uses[usize::from(pattern)].helped += 1;
                }
                reason = next.before;
            }
        }
        uses
    }
}
