//! What a search found: the verdict, the main line, the reduced tree, the story, and the counts of the paper's Table 1.
//!
//! Plain owned data.

use domain::Stopped;
use shakmaty::{Color, Square};

use crate::motif::Motif;
use crate::moves::TreeMove;
use crate::recall::PatternUse;
use crate::values::CombinationGoal;

/// What was found in a position.
#[derive(Clone, Debug)]
pub struct CombinationReport {
    /// The answer.
    pub verdict: CombinationVerdict,
    /// The line that shows the idea, every move of it legal: what is offered is taken. Without a combination, the
    /// longest try.
    pub line: Vec<LineMove>,
    /// The line in which the other side holds out longest, if it is another.
    pub longest: Vec<LineMove>,
    /// What the first player has won at the end of the line, kings not counted.
    pub gain: i32,
    /// The moves that justify the answer: one for the winner, and for the loser all that were considered.
    pub tree: Vec<ReducedBranch>,
    /// A line whose last reply has no answer yet, where the answer is found and not proved.
    pub open: Vec<LineMove>,
    /// Positions that the proof looked at.
    pub positions: u64,
    /// The counts.
    pub statistics: CombinationStatistics,
    /// What else the other side may try against the first move, and how it is met; at most three lines.
    pub others: Vec<Vec<LineMove>>,
    /// The motifs of the line.
    pub motifs: Vec<Motif>,
    /// How the idea was found.
    pub story: Vec<StorySentence>,
    /// What each of the given patterns was good for.
    pub patterns: Vec<PatternUse>,
    /// The verdict of the simulation on each given plan: `accepted`, or why it is not tried.
    pub given: Vec<&'static str>,
    /// Every plan, in the order of making; empty without the option `trace`.
    pub trace: Vec<TraceLine>,
}

/// The best that was found in a position, and what was tried for it.
#[derive(Clone, Debug)]
pub struct BestReport {
    /// The goal that is reached; the lowest one if none is.
    pub goal: CombinationGoal,
    /// What was found for that goal.
    pub report: CombinationReport,
    /// The goals in falling order, down to the one that is reached.
    pub tried: Vec<TriedGoal>,
}

impl CombinationReport {
    /// The same where this was the only goal.
    pub fn alone(self, goal: CombinationGoal) -> BestReport {
        BestReport {
            goal,
            tried: vec![TriedGoal {
                goal,
                verdict: self.verdict,
                nodes: self.statistics.nodes,
            }],
            report: self,
        }
    }
}

/// A goal that was tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TriedGoal {
    /// The goal.
    pub goal: CombinationGoal,
    /// How it ended.
    pub verdict: CombinationVerdict,
    /// Nodes of the tree.
    pub nodes: u64,
}

/// Is there a combination?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CombinationVerdict {
    /// Yes: every legal reply to every move of the tree has an answer.
    Proved,
    /// Yes, and the opponent found no refutation, but not every legal reply could be looked at.
    Found,
    /// None was found.
    NotFound,
    /// The search was stopped first.
    Unknown {
        /// Why it was stopped.
        stopped: Stopped,
        /// Did the first player succeed in the tree so far?
        so_far: bool,
    },
}

impl CombinationVerdict {
    /// Does the first player succeed in the tree?
    pub fn succeeds(self) -> bool {
        match self {
            CombinationVerdict::Proved | CombinationVerdict::Found => true,
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
    /// The move as text; `--` is a pass.
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
    /// NR: nodes of the reduced tree. This and the next two are 0 if no combination was found.
    pub reduced_nodes: u64,
    /// DR: the depth of the reduced tree in plies, with the capture of the king.
    pub reduced_depth: u64,
    /// MER: the most answers considered after one move of the reduced tree.
    pub max_replies: u64,
    /// F: first moves considered.
    pub first_moves: u64,
    /// FL: legal first moves, without castling and en passant.
    pub legal_moves: u64,
    /// Plans that the simulation rejected.
    pub rejected: u64,
    /// Simulations of plans and of rests of plans; not part of N.
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

/// One line of the trace: a plan for a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceLine {
    /// The moves before it, as pairs of squares.
    pub line: Vec<String>,
    /// Whose plan it is.
    pub color: Color,
    /// The plan as text.
    pub plan: String,
    /// The verdict of the simulation.
    pub verdict: &'static str,
}

/// A sentence of the story, and what it refers to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StorySentence {
    /// What it is about.
    pub role: StoryRole,
    /// The words.
    pub text: String,
    /// The moves that lead to its position.
    pub line: Vec<String>,
    /// The squares it mentions.
    pub squares: Vec<Square>,
    /// Moves it mentions, as arrows.
    pub arrows: Vec<(Square, Square)>,
}

/// What a sentence of the story is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoryRole {
    /// An idea in a position.
    Seen,
    /// A move of the opponent that refutes a plan, and what must be done about it.
    Danger,
    /// A way of doing what a plan needs.
    Way,
    /// What a move of the line does for a later one.
    Deed,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::CombinationOptions;

    #[test]
    fn questions_and_answers_can_be_sent_to_other_threads() {
        fn check<T: Send + Sync + 'static>() {}
        check::<CombinationOptions>();
        check::<CombinationReport>();
    }
}
