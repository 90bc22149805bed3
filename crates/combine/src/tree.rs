//! The tree of moves made by plans, who succeeds in it, and what to correct next.
//!
//! Every node is a move with the board after it, the plans behind the move, and the plans to try after it.
//! A node *succeeds* when the first player reaches the goal there: at a leaf by material, elsewhere by minimax.
//! Where a player fails, the opponent's moves that cause the failure are *dangerous* (2.4.1).

use std::collections::VecDeque;

use shakmaty::Color;

use crate::board::PlanBoard;
use crate::ids::{MoveNodeId, PlanKey, ROOT, ReasonId};
use crate::moves::TreeMove;
use crate::notation::move_text;
use crate::options::Ideas;
use crate::order::NextTask;
use crate::values::Scales;

/// A plan on a list of a node, and the reason for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ListedPlan {
    pub(crate) plan: PlanKey,
    pub(crate) reason: ReasonId,
}

/// Why a line ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameOver {
    /// The king has been captured.
    KingTaken,
    /// Checkmate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// The position is repeated.
    Repetition,
    /// The line is too long.
    TooLong,
}

impl GameOver {
    /// Has the side to move lost its king, or is it mated?
    pub(crate) fn is_fatal(self) -> bool {
        match self {
            GameOver::KingTaken | GameOver::Mate => true,
            GameOver::Stalemate | GameOver::Repetition | GameOver::TooLong => false,
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
    /// What the first player has won so far.
    pub(crate) gain: i32,
    pub(crate) depth: u16,
    /// The effort of the line, of the first player and of the other.
    pub(crate) effort: [u32; 2],
    pub(crate) children: Vec<MoveNodeId>,
    /// The plans behind the move: the first list of the paper.
    pub(crate) made_by: Vec<ListedPlan>,
    /// The plans to try after the move: the second list.
    pub(crate) pending: VecDeque<ListedPlan>,
    /// All plans ever offered here, so that none is tried twice.
    pub(crate) offered: Vec<PlanKey>,
    /// The last class of corrections tried.
    pub(crate) class: u8,
    pub(crate) end: Option<GameOver>,
    /// Is the side to move in check?
    pub(crate) is_check: bool,
    /// Does one of the plans behind the move threaten something later?
    pub(crate) is_threat: bool,
    /// Is it an open move that has been replaced by definite moves?
    pub(crate) is_closed: bool,
    /// Does the proof say that the first player has nothing here, whatever the material says?
    pub(crate) is_disputed: bool,
    /// Is it proved that the first player reaches the goal here, whatever the tree says so far?
    pub(crate) is_settled: bool,
    /// Does the first player reach the goal?
    pub(crate) succeeds: bool,
    /// The best next task in this part of the tree.
    pub(crate) next: NextTask,
}

/// The last class of corrections. `NAME_SQUARES`, beyond it, makes open moves definite.
pub(crate) const LAST_CLASS: u8 = 6;
/// The last class that prevents a dangerous move. `CAPTURES`, before these classes, only answers it.
pub(crate) const LAST_DESTROYING: u8 = 4;
pub(crate) const CAPTURES: u8 = 1;
pub(crate) const NAME_SQUARES: u8 = 7;
/// Ideas beyond the paper's, for the first player only.
pub(crate) const WIDER: u8 = 8;

/// All nodes, the root first.
#[derive(Debug)]
pub(crate) struct MoveTree {
    pub(crate) nodes: Vec<MoveNode>,
    pub(crate) first_player: Color,
    pub(crate) ideas: Ideas,
}

impl MoveTree {
    /// A tree without moves.
    pub(crate) fn new(board: PlanBoard, ideas: Ideas) -> MoveTree {
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
                // There is no move to correct.
                class: NAME_SQUARES,
                end: None,
                is_check,
                is_threat: false,
                is_closed: false,
                is_disputed: false,
                is_settled: false,
                succeeds: false,
                next: NextTask::NOTHING,
            }],
            first_player,
            ideas,
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

    /// The children without open moves that have been replaced.
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

    /// The player who fails there.
    pub(crate) fn failing(&self, id: MoveNodeId) -> Color {
        match self.node(id).succeeds {
            true => !self.first_player,
            false => self.first_player,
        }
    }

    /// Is the move a pass? The root is not.
    pub(crate) fn is_pass(&self, id: MoveNodeId) -> bool {
        let node = self.node(id);
        node.m == TreeMove::Null && node.parent.is_some()
    }

    /// Is the previous move a pass? Then another pass is not allowed.
    fn was_passed(&self, id: MoveNodeId) -> bool {
        let parent = self.node(id).parent;
        parent.is_some_and(|parent| self.is_pass(parent))
    }

    /// Updates success and the next task of a changed node, and of its ancestors as far as they change.
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
        if node.is_settled {
            return true;
        }
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
            // A check is a threat without a null move: unless it is parried, the king is captured.
            false if node.is_check && node.parent.is_some() => !is_first_players,
            false => scales.suffices(node.gain) && !node.is_disputed,
        }
    }

    /// May the first player try the ideas beyond the paper's here?
    fn may_widen(&self, id: MoveNodeId) -> bool {
        let node = self.node(id);
        self.ideas == Ideas::All
            && node.board.turn == self.first_player
            && node.class < WIDER
            && node.end.is_none()
            && !matches!(node.m, TreeMove::Open(_))
            && (id == ROOT || node.m != TreeMove::Null)
    }

    fn best(&self, id: MoveNodeId) -> NextTask {
        let node = self.node(id);
        if node.is_settled || node.end.is_some_and(|end| !end.is_fatal()) {
            return NextTask::NOTHING;
        }
        let failing = self.failing(id);
        let effort = node.effort[usize::from(failing != self.first_player)];
        let here = |class: u8| NextTask::here(id, node.depth, class, effort);
        if node.board.turn == failing {
            // A dangerous move: it is corrected here, or below where every answer fails.
            let last = match node.m {
                // Nothing helps after mate, but something may be played before it.
                _ if node.end.is_some() => LAST_DESTROYING,
                TreeMove::Open(_) => NAME_SQUARES,
                TreeMove::Null | TreeMove::Step { .. } | TreeMove::Castle { .. } => LAST_CLASS,
            };
            let own = if !node.pending.is_empty() {
                here(0)
            } else if node.class < last {
                here(node.class + 1)
            } else if self.may_widen(id) {
                here(WIDER)
            } else {
                NextTask::NOTHING
            };
            let below = self.active_children(id).map(|child| self.node(child).next);
            return below.fold(own, NextTask::min);
        }
        // A move of the player who fails: all dangerous answers must be corrected, or a threat shown.
        let (mut n_dangerous, mut cost, mut n_children) = (0, 0u32, 0);
        let mut best = NextTask::NOTHING;
        for child in self.active_children(id) {
            n_children += 1;
            let child = self.node(child);
            if child.succeeds == node.succeeds {
                n_dangerous += 1;
                if child.next == NextTask::NOTHING {
                    // One answer cannot be corrected, so the others do not matter.
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
