//! The judge: plays by somebody's advice from every position against every reply, and sees what becomes of it.
//!
//! Given is a [`Team`], which answers for some endings, and an oracle, which knows the truth. Every position with us
//! to move is asked about once; the answer is a tree. In weak mode its first move is played and the position after
//! each reply is asked about anew; in strong mode the tree is followed to its ends. Captures and promotions go on
//! into whatever ending they lead to: the team's, if it answers there, or else the oracle's.

mod survey;
mod graph;
mod fates;
mod games;
mod groups;
mod report;
mod slips;
mod claims;

use chess::Small;
use proof::Tree;
use shakmaty::Move;

use crate::material::Material;
use crate::value::{GameValue, Oracle};

pub use claims::Ruling;
pub use fates::Fate;
pub use games::{ExampleGame, GameEnd, GameMove};
pub use groups::{FailureGroup, FailurePattern, Zone};
pub use report::{Crossing, EndgameReport, HalfPoints, Lengths, ModeReport, Use};
pub use slips::{SlipGroup, SlipPattern};
pub use survey::{Judged, RootMove, judge};

/// How long a plan is kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayMode {
    /// To its end.
    Strong,
    /// For one move.
    Weak,
}

impl PlayMode {
    /// Both.
    pub const BOTH: [PlayMode; 2] = [PlayMode::Strong, PlayMode::Weak];
}

/// What the advice says of a position.
#[derive(Clone, Debug)]
pub enum Decision {
    /// A plan.
    Plays(PlannedTree),
    /// Nothing.
    Silent,
    /// A limit came first.
    Stopped,
}

/// A plan: a tree of our moves and their replies, with us to move at its root.
#[derive(Clone, Debug)]
pub struct PlannedTree {
    /// The rule behind it, by number.
    pub rule: u16,
    /// The piece behind it, by number.
    pub piece: u16,
    /// The tree.
    pub tree: Tree<Move>,
}

/// Somebody who answers, position after position.
pub trait Player {
    /// What the advice says of a position with us to move.
    fn answer(&mut self, position: &Small) -> Decision;
}

/// Whoever is judged.
pub trait Team: Sync {
    /// Does the team answer for these men?
    fn covers(&self, material: Material) -> bool;

    /// Somebody who answers for these men; each thread asks for its own.
    fn player(&self, material: Material) -> Box<dyn Player + '_>;
}

/// An oracle that may also know how far away the end is.
pub trait Truth: Oracle + Sync {
    /// How many plies are left to mate under best play; none if it is a draw, or not known.
    fn plies(&self, position: &Small) -> Option<u16>;
}

impl Truth for crate::EndgameTables {
    fn plies(&self, position: &Small) -> Option<u16> {
        self.probe(position).and_then(GameValue::plies)
    }
}

/// Syzygy's files tell who wins, and not in how many moves.
#[cfg(feature = "syzygy")]
impl Truth for crate::Syzygy {
    fn plies(&self, _position: &Small) -> Option<u16> {
        None
    }
}
