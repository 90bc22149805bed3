//! What to work on next: the order of the dangerous moves.
//!
//! The paper first corrects where the fewest other dangerous moves remain to be corrected, and tries waiting plans,
//! threats and new captures early everywhere. Ties go to the line with the least effort so far: every move costs
//! something according to its class of corrections, and a check, which leaves few answers, costs almost nothing. The
//! weights were tuned on the positions of the paper.

use crate::ids::MoveNodeId;

/// The cost of trying a class of corrections. Class 0 is a waiting plan or a threat, class 7 names squares.
const CLASS: [u32; 9] = [0, 0, 50, 50, 60, 80, 80, 90, 120];

/// The cost of a quiet move by its class of corrections; class 0 is the initial analysis.
const EFFORT: [u32; 9] = [20, 5, 20, 30, 35, 60, 60, 60, 90];

/// The cost of each other dangerous move that remains, and the percentage of its own cost that is added.
const OTHER: (u32, u32) = (100, 50);

/// A task for the player who fails. The order puts the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct NextTask {
    cost: u32,
    /// Deeper nodes come first.
    height: u16,
    /// The node.
    pub(crate) node: MoveNodeId,
}

impl NextTask {
    /// Nothing is left to do.
    pub(crate) const NOTHING: NextTask = NextTask {
        cost: u32::MAX,
        height: u16::MAX,
        node: MoveNodeId(u32::MAX),
    };

    /// A class of corrections at a node; class 0 is a waiting plan or a threat.
    pub(crate) fn here(node: MoveNodeId, depth: u16, class: u8, effort: u32) -> NextTask {
        NextTask {
            cost: CLASS[usize::from(class)] + effort,
            height: u16::MAX - depth,
            node,
        }
    }

    /// Its cost beyond the effort of the line to it.
    pub(crate) fn beyond(self, effort: u32) -> u32 {
        self.cost.saturating_sub(effort)
    }

    /// The same task when this many other dangerous moves remain, which together cost this much.
    pub(crate) fn with_others(self, n_others: u32, cost: u32) -> NextTask {
        let more = n_others
            .saturating_mul(OTHER.0)
            .saturating_add((u64::from(cost) * u64::from(OTHER.1) / 100) as u32);
        match self == NextTask::NOTHING {
            true => self,
            false => NextTask {
                cost: self.cost.saturating_add(more).min(u32::MAX - 1),
                ..self
            },
        }
    }
}

/// The cost of a move by its class of corrections.
pub(crate) fn effort(class: u8, is_check: bool) -> u32 {
    match is_check {
        true => u32::from(class) / 5,
        false => EFFORT[usize::from(class)],
    }
}
