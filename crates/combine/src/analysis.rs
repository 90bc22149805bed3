//! The analysis of a position: plans for what might be won.
//!
//! Section 2.2 of the paper. The initial position is analysed in full, for both sides; later positions in a limited
//! way, for one piece only.

mod capture;
mod double;
mod king;
mod promotion;
mod uncover;
mod wider;
pub(crate) use wider::is_race;

use shakmaty::{Color, Square};

use crate::board::PlanBoard;
use crate::plan::{CombinationPlan, PlanStatement};
use crate::values::Scales;
use crate::ways::Obstacles;

/// What an analysis looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Focus {
    /// Everything.
    All,
    /// Attacks on this enemy piece.
    On(Square),
    /// Double attacks by this piece of ours.
    By(Square),
}

/// An idea in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Idea {
    /// The caller gave the plan.
    Given,
    /// A piece can be captured, or could be if it were protected less.
    Capture {
        /// The capturing piece.
        by: Square,
        /// The captured piece.
        target: Square,
    },
    /// A piece could be captured if the line to it were open.
    Line {
        /// The capturing piece.
        by: Square,
        /// The captured piece.
        target: Square,
    },
    /// A pawn cannot move away and can be attacked.
    BlockedPawn {
        /// The attacker.
        by: Square,
        /// From where.
        at: Square,
        /// The pawn.
        target: Square,
    },
    /// Two pieces can be attacked at once.
    DoubleAttack {
        /// The attacker.
        by: Square,
        /// From where.
        at: Square,
        /// The first target.
        first: Square,
        /// The second target.
        second: Square,
    },
    /// A knight could attack a piece and the king, if the king stood on another square.
    Lure {
        /// The knight.
        by: Square,
        /// From where it attacks.
        at: Square,
        /// Where the king should stand.
        king: Square,
        /// The other target.
        target: Square,
    },
    /// A check by a piece that cannot be captured profitably.
    SafeCheck {
        /// The checking piece.
        by: Square,
        /// From where.
        at: Square,
    },
    /// A check that leaves the king no escape square.
    Boxed {
        /// The checking piece.
        by: Square,
        /// From where.
        at: Square,
    },
    /// Any check.
    Check {
        /// The checking piece.
        by: Square,
        /// From where.
        at: Square,
    },
    /// A piece moves away, and another gives check.
    Uncovers {
        /// The piece that moves.
        by: Square,
        /// Where it goes.
        at: Square,
        /// The piece behind it.
        checker: Square,
    },
    /// A piece moves away, and another attacks a man.
    Discovers {
        /// The piece that moves.
        by: Square,
        /// Where it goes.
        at: Square,
        /// The piece behind it.
        attacker: Square,
        /// The man that it attacks.
        target: Square,
    },
    /// A quiet move threatens mate.
    MateThreat {
        /// The piece that moves.
        by: Square,
        /// Where it goes.
        at: Square,
        /// Where the mating move goes.
        mate: Square,
    },
    /// A piece can be attacked.
    Threat {
        /// The attacker.
        by: Square,
        /// From where.
        at: Square,
        /// The piece.
        target: Square,
    },
    /// A piece can be taken, for something or for what the answer allows.
    Exchange {
        /// The capturing piece.
        by: Square,
        /// The captured piece.
        target: Square,
    },
    /// With few pieces left, a king or a pawn wins a race, or leaves the other side without a good move.
    Race {
        /// The man that moves.
        by: Square,
        /// Where it goes.
        at: Square,
    },
    /// A pawn can promote.
    Promotion {
        /// The pawn.
        pawn: Square,
    },
}

/// A plan, and the idea behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FoundPlan {
    pub(crate) plan: CombinationPlan,
    pub(crate) idea: Idea,
}

impl FoundPlan {
    /// Is it an immediate check that leaves the king no escape square?
    pub(crate) fn is_mate_at_once(&self) -> bool {
        let is_prepared = matches!(self.plan.0.first(), Some(PlanStatement::Modify { .. }));
        matches!(self.idea, Idea::Boxed { .. }) && !is_prepared
    }
}

/// The plans of a colour in a position, as if it were to move.
pub(crate) fn analyse(board: &PlanBoard, color: Color, scales: &Scales) -> Vec<FoundPlan> {
    let analyser = Analyser {
        board,
        color,
        scales,
        max_obstacles: 2,
    };
    let mut found = Vec::new();
    analyser.captures(Focus::All, &mut found);
    analyser.double_attacks(Focus::All, &mut found);
    analyser.king_attacks(&mut found);
    analyser.promotions(&mut found);
    distinct(found)
}

/// The plans for ideas beyond the paper's, of the side to move.
pub(crate) fn analyse_wider(board: &PlanBoard, scales: &Scales) -> Vec<FoundPlan> {
    let analyser = Analyser {
        board,
        color: board.turn,
        scales,
        max_obstacles: 0,
    };
    let mut found = Vec::new();
    analyser.wider(&mut found);
    distinct(found)
}

/// What a limited analysis is about (2.3.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AnalysisSubject {
    /// The enemy piece on this square.
    Piece(Square),
    /// Double attacks by our piece on this square.
    Attacker(Square),
    /// The enemy king.
    King,
}

/// The plans of a limited analysis; they remove at most one obstacle.
pub(crate) fn analyse_about(
    board: &PlanBoard,
    color: Color,
    about: AnalysisSubject,
    scales: &Scales,
) -> Vec<FoundPlan> {
    let analyser = Analyser {
        board,
        color,
        scales,
        max_obstacles: 1,
    };
    let mut found = Vec::new();
    match about {
        AnalysisSubject::Piece(target) => {
            if board.pieces.king_of(!color) == Some(target) {
                analyser.king_attacks(&mut found);
            }
            analyser.captures(Focus::On(target), &mut found);
            analyser.double_attacks(Focus::On(target), &mut found);
        }
        AnalysisSubject::Attacker(piece) => analyser.double_attacks(Focus::By(piece), &mut found),
        AnalysisSubject::King => analyser.king_attacks(&mut found),
    }
    distinct(found)
}

/// Each plan once, with the idea that came first.
fn distinct(found: Vec<FoundPlan>) -> Vec<FoundPlan> {
    let mut distinct: Vec<FoundPlan> = Vec::with_capacity(found.len());
    let mut seen = rustc_hash::FxHashSet::default();
    for item in found {
        if seen.insert(item.plan.clone()) {
            distinct.push(item);
        }
    }
    distinct
}

/// An analysis of a board for one colour, and how many obstacles its plans may remove.
struct Analyser<'a> {
    board: &'a PlanBoard,
    color: Color,
    scales: &'a Scales,
    max_obstacles: usize,
}

impl Analyser<'_> {
    fn found(&self, idea: Idea, obstacles: Obstacles, moves: &[PlanStatement]) -> FoundPlan {
        let mut plan: Vec<PlanStatement> = obstacles.statements(self.board, self.color).collect();
        plan.extend_from_slice(moves);
        FoundPlan {
            plan: CombinationPlan(plan),
            idea,
        }
    }
}

/// A move statement.
pub(crate) fn goes(from: Square, to: Square) -> PlanStatement {
    PlanStatement::Move {
        from,
        to,
        threat: false,
    }
}

/// A move statement with an asterisk.
pub(crate) fn takes(from: Square, to: Square) -> PlanStatement {
    PlanStatement::Move {
        from,
        to,
        threat: true,
    }
}
