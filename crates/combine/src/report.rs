//! What a search found: the verdict, the main line, the reduced tree, the story, and the counts of the paper's Table 1.
//!
//! Plain data that owns all it says.

use domain::Stopped;
use shakmaty::{Color, Square};

use crate::moves::TreeMove;

/// What was found about a position.
#[derive(Clone, Debug)]
pub struct CombinationReport {
    /// The answer.
    pub verdict: CombinationVerdict,
    /// The best line for both sides, every move of it legal.
    pub line: Vec<LineMove>,
    /// What the first player has won at the end of the line; a king is not counted.
    pub gain: i32,
    /// The moves that justify the answer: one for the winner, all that were considered for the other side.
    pub tree: Vec<ReducedBranch>,
    /// The counts.
    pub statistics: CombinationStatistics,
    /// How the idea was found.
    pub story: Vec<StorySentence>,
    /// What the simulation says of the plans that were given: `accepted`, or why they are not tried.
    pub given: Vec<&'static str>,
    /// Every plan, in the order in which they were made; empty unless a trace was asked for.
    pub trace: Vec<TraceLine>,
}

/// Is there a combination?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CombinationVerdict {
    /// There is one, and the opponent found nothing against it.
    Found,
    /// There is none that plans could find.
    NotFound,
    /// A limit came first.
    Unknown {
        /// Which limit.
        stopped: Stopped,
        /// Was there one, as far as the tree had grown?
        so_far: bool,
    },
}

impl CombinationVerdict {
    /// Does the first player reach his goal in the tree?
    pub fn succeeds(self) -> bool {
        match self {
            CombinationVerdict::Found => true,
            CombinationVerdict::NotFound => false,
            CombinationVerdict::Unknown { so_far, .. } => so_far,
        }
    }
}

/// A move of the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineMove {
    /// The move.
    pub m: TreeMove,
    /// The move in standard notation.
    pub san: String,
}

/// A move of the reduced tree and the moves after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReducedBranch {
    /// The move.
    pub m: TreeMove,
    /// The move as text; `--` where somebody passes.
    pub text: String,
    /// What follows.
    pub after: Vec<ReducedBranch>,
}

/// The counts, named as in the paper's Table 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CombinationStatistics {
    /// P: plans made by both players.
    pub plans: u64,
    /// N: nodes of the tree.
    pub nodes: u64,
    /// NR: nodes of the reduced tree; 0 if no combination was found, and so for the next two.
    pub reduced_nodes: u64,
    /// DR: the depth of the reduced tree in plies, the capture of a king counted.
    pub reduced_depth: u64,
    /// MER: the most answers that were considered after a move of the reduced tree.
    pub max_replies: u64,
    /// F: first moves that were considered.
    pub first_moves: u64,
    /// FL: legal first moves, without castling and en passant.
    pub legal_moves: u64,
    /// Plans that the simulation threw away.
    pub rejected: u64,
    /// Plans and ends of plans that were simulated; not part of N.
    pub simulated: u64,
    /// Captures in exchange tests; not part of N.
    pub exchanges: u64,
}

impl CombinationStatistics {
    /// r: 100 NR / N.
    pub fn ratio(&self) -> Option<f64> {
        (self.nodes > 0).then(|| 100.0 * self.reduced_nodes as f64 / self.nodes as f64)
    }
}

/// One line of the trace: a plan that was put on the list of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceLine {
    /// The moves up to there, as pairs of squares.
    pub line: Vec<String>,
    /// Who has the plan.
    pub color: Color,
    /// The plan in the notation of plans.
    pub plan: String,
    /// What the simulation says of it.
    pub verdict: &'static str,
}

/// A sentence of the story, and what it points at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StorySentence {
    /// What it is about.
    pub role: StoryRole,
    /// The words.
    pub text: String,
    /// The moves that lead to the position it speaks of.
    pub line: Vec<String>,
    /// The squares it speaks of.
    pub squares: Vec<Square>,
    /// Moves as arrows.
    pub arrows: Vec<(Square, Square)>,
}

/// What a sentence of the story is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoryRole {
    /// Something seen in a position.
    Seen,
    /// A move of the opponent that spoils a plan, and what is to be done about it.
    Danger,
    /// A way of doing it.
    Way,
}
