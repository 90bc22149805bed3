//! A puzzle that is being solved: the moves so far, and what a move of the learner's is worth.

use combine::{AnnouncedMove, CombinationGoal, TreeFinding, Values, balance, check_tree};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Move, Position};

use super::suite::ChosenPuzzle;
use crate::puzzles::read_move;

/// So many positions are looked at to judge a move that is not that of the solution.
const MAX_POSITIONS: u64 = 200_000;

/// A puzzle that is being solved.
pub(super) struct SolvedPuzzle {
    pub(super) chosen: ChosenPuzzle,
    /// All positions, the learner's move and theirs in turn.
    pub(super) positions: Vec<Chess>,
    /// The moves between them.
    pub(super) moves: Vec<String>,
    /// Hints that were given in this position.
    pub(super) hints: usize,
    /// Was a wrong move made, or the solution shown?
    pub(super) is_missed: bool,
    /// Was the whole solution shown?
    pub(super) is_shown: bool,
    /// Was there any help?
    pub(super) is_helped: bool,
    /// Has it ended?
    pub(super) has_ended: bool,
}

/// What a move of the learner's is worth.
pub(super) enum PuzzleJudgement {
    /// It is the move of the solution.
    Right,
    /// It is another one, and mates.
    Mates,
    /// It is another one, and wins as much against every reply.
    WinsAsMuch,
    /// It does not: these moves are the answer to it.
    Refuted(Vec<String>),
    /// Whether it does could not be settled.
    Open,
}

impl SolvedPuzzle {
    pub(super) fn new(chosen: ChosenPuzzle) -> SolvedPuzzle {
        SolvedPuzzle {
            positions: vec![chosen.position.clone()],
            moves: Vec::new(),
            hints: 0,
            is_missed: false,
            is_shown: false,
            is_helped: false,
            has_ended: false,
            chosen,
        }
    }

    /// The position that it has come to.
    pub(super) fn position(&self) -> &Chess {
        self.positions
            .last()
            .expect("a puzzle has a first position")
    }

    /// Does the learner know the solution, so that there is nothing left to give away?
    pub(super) fn is_known(&self) -> bool {
        self.has_ended || self.is_shown
    }

    /// The side that has the combination.
    pub(super) fn side(&self) -> Color {
        self.chosen.position.turn()
    }

    /// The move that is looked for.
    pub(super) fn expected(&self) -> Option<&str> {
        let line = &self.chosen.solution.line;
        line.get(self.moves.len()).map(String::as_str)
    }

    /// The moves of the solution after the next one of ours: their reply, and whether the learner goes on.
    pub(super) fn reply(&self) -> Option<&str> {
        let line = &self.chosen.solution.line;
        let reply = line.get(self.moves.len())?;
        line.get(self.moves.len() + 1)?;
        Some(reply)
    }

    pub(super) fn play(&mut self, m: Move) {
        let mut next = self.position().clone();
        self.moves.push(written(&next, m));
        next.play_unchecked(m);
        self.positions.push(next);
        self.hints = 0;
    }

    /// A move of the learner's is judged: by the solution, or else by every reply to it.
    pub(super) fn judge(&self, m: Move) -> PuzzleJudgement {
        let position = self.position();
        let san = written(position, m);
        if self.expected() == Some(&san) {
            return PuzzleJudgement::Right;
        }
        let mut after = position.clone();
        after.play_unchecked(m);
        if after.is_checkmate() {
            return PuzzleJudgement::Mates;
        }
        let Some(goal) = self.goal_now() else {
            return PuzzleJudgement::Open;
        };
        let tree = [AnnouncedMove {
            m,
            after: Vec::new(),
        }];
        match check_tree(position, goal, Values::PITRAT, &tree, MAX_POSITIONS) {
            TreeFinding::Holds => PuzzleJudgement::WinsAsMuch,
            TreeFinding::Refuted(line) => PuzzleJudgement::Refuted(told(position, &line)),
            TreeFinding::Open(_) if self.moves.is_empty() && self.chosen.best.contains(&san) => {
                PuzzleJudgement::WinsAsMuch
            }
            TreeFinding::Open(_) => PuzzleJudgement::Open,
        }
    }

    /// What is still to be won from here; none where the aim is a draw, which no search of captures can show.
    fn goal_now(&self) -> Option<CombinationGoal> {
        let goal: CombinationGoal = self.chosen.solution.goal.parse().ok()?;
        Some(match goal {
            CombinationGoal::Mate => goal,
            CombinationGoal::Gain(wanted) => {
                let had = balance(&self.chosen.position, &Values::PITRAT);
                let has = balance(self.position(), &Values::PITRAT);
                CombinationGoal::Gain(wanted - (has - had))
            }
        })
    }

    /// A move as people write it here; or none.
    pub(super) fn read(&self, text: &str) -> Option<Move> {
        read_move(self.position(), text)
    }
}

/// A move in standard notation.
pub(super) fn written(position: &Chess, m: Move) -> String {
    SanPlus::from_move(position.clone(), m).to_string()
}

/// A line in standard notation.
fn told(position: &Chess, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut told = Vec::new();
    for m in line {
        told.push(written(&position, *m));
        position.play_unchecked(*m);
    }
    told
}
