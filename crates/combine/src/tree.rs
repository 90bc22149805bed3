//! The tree of moves that plans have made, who succeeds in it, and what is best corrected next.
//!
//! Every node is a move with the board after it, the plans that made the move, and the plans to be tried after it.
//! A node *succeeds* when the first player reaches his goal there: at a leaf by the material, elsewhere by minimax.
//! Where a player fails, the moves of his opponent after which he fails are *dangerous* (2.4.1).

use std::collections::VecDeque;

use shakmaty::Color;

use crate::board::PlanBoard;
use crate::ids::{MoveNodeId, PlanKey, ReasonId};
use crate::moves::TreeMove;
use crate::notation::move_text;
use crate::order::NextTask;
use crate::values::Scales;

/// A plan on a list of a node, and why it is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ListedPlan {
    pub(crate) plan: PlanKey,
    pub(crate) reason: ReasonId,
}

/// Why nothing is played after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LineEnd {
    /// The king is taken.
    KingTaken,
    /// The king will be taken, whatever is played.
    Mate,
    /// No move, and no check.
    Stalemate,
    /// The position was there before.
    Repetition,
    /// The line is longer than any that is looked at.
    TooLong,
}

impl LineEnd {
    /// Has the side to move lost its king, or will?
    pub(crate) fn is_fatal(self) -> bool {
        match self {
            LineEnd::KingTaken | LineEnd::Mate => true,
            LineEnd::Stalemate | LineEnd::Repetition | LineEnd::TooLong => false,
        }
    }
}

/// A move and what is known about it.
#[derive(Debug)]
pub(crate) struct MoveNode {
    pub(crate) parent: Option<MoveNodeId>,
    pub(crate) m: TreeMove,
    /// The board after the move.
    pub(crate) board: PlanBoard,
    /// What the first player has won up to here.
    pub(crate) gain: i32,
    pub(crate) depth: u16,
    /// What the first player has had to think of on the way, and the other one.
    pub(crate) effort: [u32; 2],
    pub(crate) children: Vec<MoveNodeId>,
    /// The plans that made the move: the first list of the paper.
    pub(crate) made_by: Vec<ListedPlan>,
    /// The plans to be tried after the move: the second list.
    pub(crate) pending: VecDeque<ListedPlan>,
    /// All plans that were ever offered there, so that none is looked at twice.
    pub(crate) offered: Vec<PlanKey>,
    /// The last class of corrections that was tried.
    pub(crate) class: u8,
    pub(crate) end: Option<LineEnd>,
    /// Is the side to move in check?
    pub(crate) is_check: bool,
    /// Is there a threat later in one of the plans that made the move?
    pub(crate) is_threat: bool,
    /// An open move that has been replaced by moves to squares.
    pub(crate) is_closed: bool,
    /// Does the first player reach his goal?
    pub(crate) succeeds: bool,
    /// What is best done in this part of the tree.
    pub(crate) next: NextTask,
}

/// The last class of corrections, and the one beyond it, which asks an open move where it goes.
pub(crate) const LAST_CLASS: u8 = 6;
/// The last of the classes that make a dangerous move impossible; the one before them only answers it.
pub(crate) const LAST_DESTROYING: u8 = 4;
pub(crate) const CAPTURES: u8 = 1;
pub(crate) const NAME_SQUARES: u8 = 7;

/// All nodes, the root first.
#[derive(Debug)]
pub(crate) struct MoveTree {
    pub(crate) nodes: Vec<MoveNode>,
    pub(crate) first_player: Color,
}

impl MoveTree {
    /// A tree without moves.
    pub(crate) fn new(board: PlanBoard) -> MoveTree {
        let first_player = board.turn;
        let is_check = board.is_checked(board.turn);
        MoveTree {
            nodes: vec![MoveNode {
                parent: None,
                m: TreeMove::Null,
                board,
                gain: 0,
                depth: 0,
                effort: [0, 0],
                children: Vec::new(),
                made_by: Vec::new(),
                pending: VecDeque::new(),
                offered: Vec::new(),
                // Nobody has moved, so there is nothing to correct.
                class: NAME_SQUARES,
                end: None,
                is_check,
                is_threat: false,
                is_closed: false,
                succeeds: false,
                next: NextTask::NOTHING,
            }],
            first_player,
        }
    }

    pub(crate) fn node(&self, id: MoveNodeId) -> &MoveNode {
        &self.nodes[id.0 as usize]
    }

    pub(crate) fn node_mut(&mut self, id: MoveNodeId) -> &mut MoveNode {
        &mut self.nodes[id.0 as usize]
    }

    pub(crate) fn child(&self, id: MoveNodeId, m: TreeMove) -> Option<MoveNodeId> {
        let mut children = self.node(id).children.iter().copied();
        children.find(|child| self.node(*child).m == m)
    }

    /// The children that count: all but open moves that have been replaced.
    pub(crate) fn active_children(&self, id: MoveNodeId) -> impl Iterator<Item = MoveNodeId> {
        let children = self.node(id).children.iter().copied();
        children.filter(|child| !self.node(*child).is_closed)
    }

    /// The moves from the root to a node.
    pub(crate) fn line(&self, id: MoveNodeId) -> Vec<MoveNodeId> {
        let mut line = Vec::new();
        let mut next = id;
        while let Some(parent) = self.node(next).parent {
            line.push(next);
            next = parent;
        }
        line.reverse();
        line
    }

    /// The move of a node in standard notation; nothing for the root.
    pub(crate) fn text_of(&self, id: MoveNodeId) -> String {
        let node = self.node(id);
        let parent = node.parent.map(|parent| self.node(parent));
        parent.map_or(String::new(), |before| move_text(&before.board, node.m))
    }

    /// The player who does not get what he wants there.
    pub(crate) fn failing(&self, id: MoveNodeId) -> Color {
        match self.node(id).succeeds {
            true => !self.first_player,
            false => self.first_player,
        }
    }

    /// Is the move a pass? The root, where nobody has moved, is none.
    pub(crate) fn is_pass(&self, id: MoveNodeId) -> bool {
        let node = self.node(id);
        node.m == TreeMove::Null && node.parent.is_some()
    }

    /// Was somebody passing just before? Then nobody passes again.
    fn was_passed(&self, id: MoveNodeId) -> bool {
        let parent = self.node(id).parent;
        parent.is_some_and(|parent| self.is_pass(parent))
    }

    /// Works out success and what to do next at a node that has changed, and above it as far as that matters.
    pub(crate) fn refresh(&mut self, from: MoveNodeId, scales: &Scales) {
        let mut next = Some(from);
        while let Some(id) = next {
            let succeeds = self.succeeds(id, scales);
            let was = (self.node(id).succeeds, self.node(id).next);
            self.node_mut(id).succeeds = succeeds;
            let best = self.best(id);
            self.node_mut(id).next = best;
            if was == (succeeds, best) {
                return;
            }
            next = self.node(id).parent;
        }
    }

    fn succeeds(&self, id: MoveNodeId, scales: &Scales) -> bool {
        let node = self.node(id);
        if let Some(end) = node.end {
            return end.is_fatal() && node.board.turn != self.first_player;
        }
        let is_first_players = node.board.turn == self.first_player;
        let mut has_children = false;
        for child in self.active_children(id) {
            if self.node(child).succeeds == is_first_players {
                return is_first_players;
            }
            has_children = true;
        }
        match has_children {
            true => !is_first_players,
            // A check is a threat that needs no null move to be seen: unless it is parried, the king is taken.
            false if node.is_check && node.parent.is_some() => !is_first_players,
            false => scales.suffices(node.gain),
        }
    }

    fn best(&self, id: MoveNodeId) -> NextTask {
        let node = self.node(id);
        if node.end.is_some_and(|end| !end.is_fatal()) {
            return NextTask::NOTHING;
        }
        let failing = self.failing(id);
        let effort = node.effort[usize::from(failing != self.first_player)];
        let here = |class: u8| NextTask::here(id, node.depth, class, effort);
        if node.board.turn == failing {
            // A dangerous move: it can be corrected here or below, where every answer fails.
            let last = match node.m {
                // Nothing helps after a mate, but something may be played before it.
                _ if node.end.is_some() => LAST_DESTROYING,
                TreeMove::Open(_) => NAME_SQUARES,
                TreeMove::Null | TreeMove::Step { .. } | TreeMove::Castle { .. } => LAST_CLASS,
            };
            let own = if !node.pending.is_empty() {
                here(0)
            } else if node.class < last {
                here(node.class + 1)
            } else {
                NextTask::NOTHING
            };
            let below = self.active_children(id).map(|child| self.node(child).next);
            return below.fold(own, NextTask::min);
        }
        // A move of the player who fails: all dangerous answers must be corrected, or a threat be shown.
        let (mut n_dangerous, mut cost, mut n_children) = (0, 0u32, 0);
        let mut best = NextTask::NOTHING;
        for child in self.active_children(id) {
            n_children += 1;
            let child = self.node(child);
            if child.succeeds == node.succeeds {
                n_dangerous += 1;
                if child.next == NextTask::NOTHING {
                    // One answer is beyond help, so the others do not matter.
                    return NextTask::NOTHING;
                }
                cost = cost.saturating_add(child.next.beyond(effort));
                best = best.min(child.next);
            }
        }
        match n_children {
            0 if node.is_threat && !self.was_passed(id) => here(0),
            0 => NextTask::NOTHING,
            _ => best.with_others(n_dangerous - 1, cost - best.beyond(effort)),
        }
    }
}
