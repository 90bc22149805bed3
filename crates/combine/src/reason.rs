//! Why a plan was made: an idea in the position, or a failure and the correction for it.

use shakmaty::Square;

use crate::analysis::Idea;
use crate::ids::{MoveNodeId, ReasonId};
use crate::modify::Way;
use crate::plan::{PlanStatement, SquareChange};
use crate::tree::WIDER;

/// The reason for a plan on the list of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanReason {
    pub(crate) cause: Cause,
    /// The node after which the plan is tried.
    pub(crate) node: MoveNodeId,
    /// The reason for the plan that this one was derived from.
    pub(crate) before: Option<ReasonId>,
}

/// Where a plan comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cause {
    /// The analysis of the initial position.
    Saw(Idea),
    /// A way of modifying a square.
    Modifies {
        square: Square,
        change: SquareChange,
        way: Way,
    },
    /// A new capture after a dangerous move: class 1.
    NewCapture,
    /// A new capture that recovers at least what the dangerous move captured.
    TakesBack,
    /// A pattern proposes it.
    Recalls {
        /// The number of the pattern.
        pattern: u16,
    },
    /// Prevents a dangerous move: classes 2 to 4.
    Destroys {
        danger: MoveNodeId,
        by: PlanStatement,
    },
    /// Parries a check.
    Parries {
        danger: MoveNodeId,
        by: PlanStatement,
    },
    /// Protects the target of a dangerous move: class 4.
    Protects { danger: MoveNodeId },
    /// Gives an open move its square, against a dangerous move or because nothing else is left.
    NamesSquare { danger: MoveNodeId },
    /// A plan of the initial position has become possible: class 5.
    Interferes { danger: MoveNodeId, idea: Idea },
    /// A limited analysis after a dangerous move: class 6.
    Analyses,
    /// An idea found by a limited analysis.
    SawThere { idea: Idea },
    /// An idea beyond the paper's.
    Widens { idea: Idea },
}

impl Cause {
    /// The class of corrections; 0 for the initial analysis.
    pub(crate) fn class(self) -> u8 {
        match self {
            Cause::Saw(_) | Cause::Modifies { .. } | Cause::Recalls { .. } => 0,
            Cause::NewCapture | Cause::TakesBack => 1,
            Cause::Destroys { by, .. } | Cause::Parries { by, .. } => match by {
                PlanStatement::Modify {
                    change: SquareChange::FriendAway,
                    threat,
                    ..
                } => 2 + u8::from(threat),
                PlanStatement::Modify { .. }
                | PlanStatement::Move { .. }
                | PlanStatement::Plays(_)
                | PlanStatement::Verify { .. }
                | PlanStatement::Analysis(_) => 4,
            },
            Cause::Protects { .. } | Cause::NamesSquare { .. } => 4,
            Cause::Interferes { .. } => 5,
            Cause::Analyses | Cause::SawThere { .. } => 6,
            Cause::Widens { .. } => WIDER,
        }
    }
}
