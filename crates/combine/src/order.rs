//! What is worked on next: the order of the dangerous moves.
//!
//! The paper corrects first where the fewest other dangerous moves are left to correct afterwards, and tries plans
//! that wait, threats and new captures quickly everywhere. Where that leaves a choice, the one who has had to think
//! of least on his way is preferred: every move costs the class of corrections that it came from, and a check, which
//! leaves few answers, next to nothing. The weights were found by trying them on the positions of the paper.

use crate::tree::NodeId;

/// What another dangerous move costs that is left to correct.
const OTHER: u32 = 10;

/// What a class of corrections costs.
const CLASS: u32 = 10;

/// What it costs to correct at all rather than to try what is there.
const SLOW: u32 = 20;

/// What is to be done next for the player who fails, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Next {
    cost: u32,
    /// The deeper first.
    height: u16,
    /// Where.
    pub(crate) node: NodeId,
}

impl Next {
    /// Nothing is left to do.
    pub(crate) const NOTHING: Next = Next {
        cost: u32::MAX,
        height: u16::MAX,
        node: NodeId(u32::MAX),
    };

    /// A class of corrections at a node; class 0 is a plan that waits or a threat.
    pub(crate) fn here(node: NodeId, depth: u16, class: u8, effort: u32) -> Next {
        let slow = if class > 1 { SLOW } else { 0 };
        Next {
            cost: CLASS * u32::from(class) + slow + effort,
            height: u16::MAX - depth,
            node,
        }
    }

    /// The same, if so many other dangerous moves are left.
    pub(crate) fn with_others(self, n_others: u32) -> Next {
        match self == Next::NOTHING {
            true => self,
            false => Next {
                cost: self.cost.saturating_add(n_others * OTHER).min(u32::MAX - 1),
                ..self
            },
        }
    }
}

/// What a move costs that came from a class of corrections.
pub(crate) fn effort(class: u8, is_check: bool) -> u32 {
    match is_check {
        true => u32::from(class) / 2,
        false => u32::from(class) * CLASS,
    }
}
