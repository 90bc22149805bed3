//! Ideas that the paper's analysis does not have: every check, quiet threats of mate, checks and attacks by uncovering,
//! single threats, and races in endings. They come late, when the others have failed.

use shakmaty::{Bitboard, Role, Square, attacks};

use super::{Analyser, FoundPlan, Idea, goes, takes};
use crate::board::PlanBoard;
use crate::moves::TreeMove;
use crate::plan::{CombinationPlan, PlanStatement};
use crate::ways::threat;

/// The most pushes of a pawn that are planned together.
const MAX_PUSHES: usize = 3;

/// With no more pieces than these, kings and pawns decide.
const FEW_PIECES: usize = 2;

/// Are there only kings, pawns and a few pieces?
pub(crate) fn is_race(pieces: &shakmaty::Board) -> bool {
    let others = pieces.occupied() & !pieces.pawns() & !pieces.kings();
    others.count() <= FEW_PIECES
}

impl Analyser<'_> {
    /// All of them, for the side to move.
    pub(super) fn wider(&self, found: &mut Vec<FoundPlan>) {
        let Some(king) = self.board.pieces.king_of(!self.color) else {
            return;
        };
        for by in self.board.of(self.color) {
            for at in self.board.destinations(by) {
                for m in self.board.steps(by, at) {
                    self.move_with_an_aim(by, at, m, king, found);
                }
            }
        }
    }

    fn move_with_an_aim(
        &self,
        by: Square,
        at: Square,
        m: TreeMove,
        king: Square,
        found: &mut Vec<FoundPlan>,
    ) {
        if self.board.pieces.role_at(at) == Some(Role::King) {
            return;
        }
        let after = self.board.play(m);
        let checkers = after.attackers(king, self.color);
        if let Some(checker) = (checkers & !Bitboard::from(at)).first() {
            let moves = vec![goes(by, at), takes(checker, king)];
            found.push(found_plan(Idea::Uncovers { by, at, checker }, moves));
        } else if checkers.any() {
            found.push(found_plan(
                Idea::Check { by, at },
                vec![goes(by, at), takes(at, king)],
            ));
        } else if let Some((from, to)) = mate_in_one(&after.passed()) {
            let moves = vec![goes(by, at), goes(from, to), takes(to, king)];
            found.push(found_plan(Idea::MateThreat { by, at, mate: to }, moves));
        } else {
            self.single_threats(by, at, found);
            self.uncovered_threats(by, at, &after, found);
            self.advance(by, at, found);
            self.race(by, at, found);
        }
        if self.board.of(!self.color).contains(at) {
            // What takes back stands worse, or no longer does what it did.
            let moves = vec![goes(by, at), PlanStatement::Analysis(at)];
            found.push(found_plan(Idea::Exchange { by, target: at }, moves));
        }
    }

    /// Where few pieces are left, every move of a king or a pawn may decide.
    fn race(&self, by: Square, at: Square, found: &mut Vec<FoundPlan>) {
        let runs = matches!(self.board.pieces.role_at(by), Some(Role::King | Role::Pawn));
        if runs && is_race(&self.board.pieces) {
            let moves = vec![goes(by, at), PlanStatement::Analysis(at)];
            found.push(found_plan(Idea::Race { by, at }, moves));
        }
    }

    /// A passed pawn goes forward, to the last rank if it is not too far.
    fn advance(&self, by: Square, at: Square, found: &mut Vec<FoundPlan>) {
        if self.board.pieces.role_at(by) != Some(Role::Pawn) || by.file() != at.file() {
            return;
        }
        let forward = self.color.fold_wb(8, -8);
        let mut moves = vec![goes(by, at)];
        let mut pawn = at;
        while let Some(next) = pawn.offset(forward).filter(|_| moves.len() < MAX_PUSHES) {
            moves.push(goes(pawn, next));
            pawn = next;
        }
        if Bitboard::BACKRANKS.contains(pawn) {
            found.push(found_plan(Idea::Promotion { pawn: by }, moves));
        }
    }

    /// The piece attacks another one from its new square, and wins it unless something is done.
    fn single_threats(&self, by: Square, at: Square, found: &mut Vec<FoundPlan>) {
        let Some(piece) = self.board.piece(by) else {
            return;
        };
        let enemies = self.board.of(!self.color);
        for target in attacks::attacks(at, piece, self.board.pieces.occupied()) & enemies {
            if let Some(threat) = threat(self.board, self.scales, by, at, target, 0) {
                let idea = Idea::Threat { by, at, target };
                let moves = vec![goes(threat.from, at), takes(at, target)];
                found.push(found_plan(idea, moves));
            }
        }
    }
}

pub(super) fn found_plan(idea: Idea, moves: Vec<PlanStatement>) -> FoundPlan {
    FoundPlan {
        plan: CombinationPlan(moves),
        idea,
    }
}

/// A move of the side to move that mates at once.
pub(crate) fn mate_in_one(board: &PlanBoard) -> Option<(Square, Square)> {
    let us = board.turn;
    let king = board.pieces.king_of(!us)?;
    let occupied = board.pieces.occupied();
    // A piece on a line between a slider of ours and the king may uncover a check.
    let behind = attacks::queen_attacks(king, occupied) & board.of(us);
    for by in board.of(us) {
        let Some(piece) = board.piece(by) else {
            continue;
        };
        let aims = crate::ways::attack_squares(piece, king);
        let may_uncover = behind.contains(by);
        for at in board.destinations(by) {
            let promotes = piece.role == Role::Pawn && Bitboard::BACKRANKS.contains(at);
            if !aims.contains(at) && !may_uncover && !promotes {
                continue;
            }
            for m in board.steps(by, at) {
                let after = board.play(m);
                if after.is_checked(!us) && !after.has_steps() {
                    return Some((by, at));
                }
            }
        }
    }
    None
}
