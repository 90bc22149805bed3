//! Gives open moves their squares: those where they help, or all of them when nothing refutes the open move.

use shakmaty::{Bitboard, Color, attacks};

use crate::analysis::goes;
use crate::ids::MoveNodeId;
use crate::moves::TreeMove;
use crate::reason::Cause;
use crate::search::CombinationSearch;
use crate::ways::attack_squares;

impl CombinationSearch {
    /// Gives an open move before a dangerous capture the squares from which it would help.
    pub(super) fn name_square_against(&mut self, danger: MoveNodeId) {
        let node = self.tree.node(danger);
        let us = node.board.turn;
        let (Some(from), Some(to)) = (node.m.from(), node.m.to()) else {
            return;
        };
        let Some(open) = self.open_move_before(danger, us) else {
            return;
        };
        let Some(before) = self.tree.node(open).parent else {
            return;
        };
        let board = &self.tree.node(before).board;
        let Some(square) = self.tree.node(open).m.from() else {
            return;
        };
        let Some(piece) = board.piece(square) else {
            return;
        };
        let helps = attack_squares(piece, to) | attacks::between(from, to) | Bitboard::from(from);
        let squares = board.destinations(square) & helps;
        self.name(open, squares, Cause::NamesSquare { danger });
    }

    fn open_move_before(&self, danger: MoveNodeId, us: Color) -> Option<MoveNodeId> {
        let mut next = self.tree.node(danger).parent;
        while let Some(id) = next {
            let node = self.tree.node(id);
            if matches!(node.m, TreeMove::Open(_)) && node.board.turn != us && !node.is_closed {
                return Some(id);
            }
            next = node.parent;
        }
        None
    }

    /// Adds moves to the given squares beside an open move.
    fn name(&mut self, open: MoveNodeId, squares: Bitboard, cause: Cause) {
        let node = self.tree.node(open);
        let (Some(before), Some(from)) = (node.parent, node.m.from()) else {
            return;
        };
        let made_by = node.made_by.clone();
        for to in squares {
            for entry in &made_by {
                let rest = self.store.rest(entry.plan);
                self.offer(before, &[goes(from, to)], rest, cause, Some(entry.reason));
            }
        }
        self.tree.refresh(before, &self.scales);
    }

    /// Replaces an open move that nothing refutes by moves to all its squares.
    pub(super) fn name_squares(&mut self, open: MoveNodeId) {
        let node = self.tree.node(open);
        let (Some(before), Some(from)) = (node.parent, node.m.from()) else {
            return;
        };
        let squares = self.tree.node(before).board.destinations(from);
        self.tree.node_mut(open).is_closed = true;
        self.name(open, squares, Cause::NamesSquare { danger: open });
    }
}
