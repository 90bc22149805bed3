//! Why a plan is there: what was seen in the position, or what went wrong and how it is to be mended.

use shakmaty::Square;

use crate::analysis::Idea;
use crate::ids::{MoveNodeId, ReasonId};
use crate::modify::Way;
use crate::plan::{PlanStatement, SquareChange};

/// The reason for a plan on the list of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanReason {
    pub(crate) cause: Cause,
    /// The node after which the plan is tried.
    pub(crate) node: MoveNodeId,
    /// The reason for the plan that this one was made from.
    pub(crate) before: Option<ReasonId>,
}

/// What a plan comes from.
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
    /// A new capture that takes back as much as the dangerous move has taken.
    TakesBack,
    /// A dangerous move is to be made impossible: classes 2 to 4.
    Destroys {
        danger: MoveNodeId,
        by: PlanStatement,
    },
    /// A check is to be parried.
    Parries {
        danger: MoveNodeId,
        by: PlanStatement,
    },
    /// The square of a dangerous move is protected: class 4.
    Protects { danger: MoveNodeId },
    /// An open move gets a square, because of a dangerous move or because somebody asks.
    NamesSquare { danger: MoveNodeId },
    /// A plan of the initial position has become possible: class 5.
    Interferes { danger: MoveNodeId, idea: Idea },
    /// A limited analysis after a dangerous move: class 6.
    Analyses,
    /// Something that a limited analysis saw.
    SawThere { idea: Idea },
}

impl Cause {
    /// The class of corrections; 0 for what was seen in the initial position.
    pub(crate) fn class(self) -> u8 {
        match self {
            Cause::Saw(_) | Cause::Modifies { .. } => 0,
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
        }
    }
}
