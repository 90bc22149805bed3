//! The judge: plays a team's advice from every position against every reply, and finds the result.
//!
//! A [`Team`] decides in some endings, and an oracle knows the truth. The team is consulted once about every position
//! with us to move, and gives a tree. In weak mode only its first move is played, and the position after each reply has
//! a tree of its own; in strong mode the tree is followed to its ends. After a capture or promotion the team goes on if
//! it covers the new ending; otherwise the oracle gives the result.

mod survey;
mod asking;
mod parcel;
mod answers;
mod conditions;
mod memory;
mod roots;
mod graph;
mod fates;
mod plans;
mod reach;
mod results;
mod games;
mod groups;
mod report;
mod slips;
mod loops;
mod lessons;
mod changes;
mod starts;
mod claims;
mod certificate;

use chess::{Chess, Small};
use domain::Watch;
use lang::checked::{ClaimedMode, Program};
use proof::Tree;
use shakmaty::{Move, Role, Square};

use crate::material::Material;
use crate::sets::Terrain;
use crate::value::{GameValue, Oracle};

pub use answers::{
    AnswerBytesError, AnswerKeeper, Answers, ParcelKey, Share, ask_share, missing_parcels,
};
pub use certificate::{CertificateHeading, Uncertifiable};
pub use changes::{Changes, FormerTeam};
pub use claims::{ClaimOutcome, Missing, Ruling};
pub use conditions::{ClaimPart, Conditions, Examiner};
pub use fates::Fate;
pub use games::{ExampleEnd, ExampleGame, GameMove};
pub use groups::{FailureGroup, FailurePattern, Zone};
pub use lessons::Lesson;
pub use loops::LoopGroup;
pub use memory::{bytes_to_ask, bytes_to_follow, bytes_to_judge};
pub use parcel::Bounds;
pub use report::{Crossing, EndgameReport, HalfPoints, Lengths, ModeReport, Use};
pub use slips::{SlipGroup, SlipPattern};
pub use starts::{Test, positions_where};
pub use survey::{AskedPart, AskingScope, Judged, RootMove, judge, judge_by, judged_endings};

/// How long a tree is followed.
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

impl From<ClaimedMode> for PlayMode {
    fn from(mode: ClaimedMode) -> PlayMode {
        match mode {
            ClaimedMode::Strong => PlayMode::Strong,
            ClaimedMode::Weak => PlayMode::Weak,
        }
    }
}

/// What the advice decides in a position.
#[derive(Clone, Debug)]
pub enum Decision {
    /// It plays by a tree.
    Plays(PlannedTree),
    /// It has no advice.
    Silent,
    /// It is not about this position.
    Outside,
    /// Its search reached a limit.
    Stopped,
}

/// A tree of our moves and their replies, with us to move at its root.
#[derive(Clone, Debug)]
pub struct PlannedTree {
    /// The rule behind it, by number.
    pub rule: u16,
    /// The piece of advice behind it, by number.
    pub piece: u16,
    /// The tree.
    pub tree: Tree<Move>,
}

/// A move that is a whole plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlannedMove {
    /// The rule behind it, by number.
    pub rule: u16,
    /// The piece of advice behind it, by number.
    pub piece: u16,
    /// The move.
    pub m: Move,
}

/// Decisions in positions whose numbers share a word, as far as they are told for all of them together. A bit of a word is
/// a position.
#[derive(Clone, Debug)]
pub struct WordDecisions {
    /// There is no advice.
    pub silent: u64,
    /// The advice is not about the position.
    pub outside: u64,
    /// A move is played.
    pub plays: u64,
    /// The moves that are played.
    pub moves: [PlannedMove; 64],
}

impl WordDecisions {
    /// Nothing is told.
    pub fn none() -> WordDecisions {
        let no_move = PlannedMove {
            rule: 0,
            piece: 0,
            m: Move::Put {
                role: Role::King,
                to: Square::A1,
            },
        };
        WordDecisions {
            silent: 0,
            outside: 0,
            plays: 0,
            moves: [no_move; 64],
        }
    }
}

/// Decides position after position.
pub trait TeamPlayer {
    /// The decision in a position with us to move.
    fn decide(&mut self, position: &Small) -> Decision;

    /// Decides in some positions with us to move, all of them with numbers in one word, as far as that can be told for
    /// all of them together. The others are asked about one by one.
    fn decide_word(&mut self, word: usize, among: u64) -> WordDecisions {
        let _ = (word, among);
        WordDecisions::none()
    }
}

/// The advice that is judged.
pub trait Team: Sync {
    /// Does the team cover these men?
    fn covers(&self, material: Material) -> bool;

    /// A player for these men. Each thread has its own, and it listens to the stop flag of the watch.
    fn player(&self, material: Material, watch: &Watch) -> Box<dyn TeamPlayer + '_>;

    /// All positions have been asked about: what was only remembered to be faster may be forgotten.
    fn forget(&self) {}
}

/// What is judged, and by what.
#[derive(Clone, Copy)]
pub struct Hearing<'t> {
    /// The ending.
    pub material: Material,
    /// Other endings that a claim is about.
    pub others: &'t [Material],
    /// The advice.
    pub team: &'t dyn Team,
    /// What is true.
    pub truth: &'t dyn Truth,
    /// The program whose claims are to be ruled on.
    pub claims: Option<(&'t Chess<Small>, &'t Program)>,
    /// Whoever evaluates the claims' expressions; none: the reference evaluator.
    pub conditions: Option<&'t dyn Conditions>,
    /// How many bytes trees longer than a move may take.
    pub room: usize,
    /// How many bytes may be taken to list all replies, which is faster than looking them up; none: as many as it takes.
    pub room_for_replies: Option<usize>,
    /// The ending as sets, by which results are found for all positions at once; none: root by root.
    pub terrain: Option<&'t Terrain>,
}

/// An oracle that may also know the distance to mate.
pub trait Truth: Oracle + Sync {
    /// The plies to mate under best play; none if it is a draw or not known.
    fn plies(&self, position: &Small) -> Option<u16>;
}

impl Truth for crate::EndgameTables {
    fn plies(&self, position: &Small) -> Option<u16> {
        self.probe(position).and_then(GameValue::plies)
    }
}

/// Syzygy files know who wins, but not the distance to mate.
#[cfg(feature = "syzygy")]
impl Truth for crate::Syzygy {
    fn plies(&self, _position: &Small) -> Option<u16> {
        None
    }
}
