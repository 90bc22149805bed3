//! What is worked on next: the order of the dangerous moves.
//!
//! The paper corrects first where the fewest other dangerous moves are left to correct afterwards, and tries plans
//! that wait, threats and new captures quickly everywhere. Where that leaves a choice, the one who has had to think
//! of least on his way is preferred: every move costs the class of corrections that it came from, and a check, which
//! leaves few answers, next to nothing. The weights were found by trying them on the positions of the paper.

use crate::ids::MoveNodeId;

/// What it costs to try a class of corrections; class 0 is a plan that waits or a threat, 7 asks for squares.
const CLASS: [u32; 8] = [0, 0, 50, 50, 60, 80, 80, 90];

/// What a quiet move costs that came from a class of corrections; class 0 is the initial analysis.
const EFFORT: [u32; 7] = [20, 5, 20, 30, 35, 60, 60];

/// What another dangerous move costs that is left to correct, and what is added of its own cost, in percent.
const OTHER: (u32, u32) = (100, 50);

/// What is to be done next for the player who fails, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct NextTask {
    cost: u32,
    /// The deeper first.
    height: u16,
    /// Where.
    pub(crate) node: MoveNodeId,
}

impl NextTask {
    /// Nothing is left to do.
    pub(crate) const NOTHING: NextTask = NextTask {
        cost: u32::MAX,
        height: u16::MAX,
        node: MoveNodeId(u32::MAX),
    };

    /// A class of corrections at a node; class 0 is a plan that waits or a threat.
    pub(crate) fn here(node: MoveNodeId, depth: u16, class: u8, effort: u32) -> NextTask {
        NextTask {
            cost: CLASS[usize::from(class)] + effort,
            height: u16::MAX - depth,
            node,
        }
    }

    /// What it costs beyond the effort of the way to it.
    pub(crate) fn beyond(self, effort: u32) -> u32 {
        self.cost.saturating_sub(effort)
    }

    /// The same, if so many other dangerous moves are left, which cost so much together.
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

/// What a move costs that came from a class of corrections.
pub(crate) fn effort(class: u8, is_check: bool) -> u32 {
    match is_check {
        true => u32::from(class) / 5,
        false => EFFORT[usize::from(class)],
    }
}
