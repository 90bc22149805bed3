//! Promotions (2.2.4).

use shakmaty::{Color, Role, Square, attacks};

use super::{Analyser, FoundPlan, Idea, goes};
use crate::plan::{CombinationPlan, PlanStatement, SquareChange};

impl Analyser<'_> {
    pub(super) fn promotions(&self, found: &mut Vec<FoundPlan>) {
        let pawns = self.board.of(self.color) & self.board.pieces.by_role(Role::Pawn);
        for pawn in pawns {
            let rank = pawn.rank();
            let steps_left = match self.color {
                Color::White => 7 - rank.to_u32(),
                Color::Black => rank.to_u32(),
            };
            if steps_left > 2 {
                continue;
            }
            self.promotion(pawn, self.ahead(pawn), None, found);
            for side in attacks::pawn_attacks(self.color, pawn) {
                match self.board.piece(side) {
                    None => {
                        let lure = PlanStatement::Modify {
                            square: side,
                            change: SquareChange::EnemyComes,
                            threat: false,
                        };
                        self.promotion(pawn, Some(side), Some(lure), found);
                    }
                    Some(piece) if piece.color != self.color => {
                        self.promotion(pawn, Some(side), None, found);
                    }
                    Some(_) => {}
                }
            }
        }
    }

    fn ahead(&self, square: Square) -> Option<Square> {
        square.offset(self.color.fold_wb(8, -8))
    }

    /// The pawn moves or captures to a square, and from there reaches the last rank.
    fn promotion(
        &self,
        pawn: Square,
        first: Option<Square>,
        lure: Option<PlanStatement>,
        found: &mut Vec<FoundPlan>,
    ) {
        let Some(first) = first else {
            return;
        };
        let mut plan: Vec<PlanStatement> = lure.into_iter().collect();
        let mut moves = Vec::new();
        let mut from = pawn;
        let mut next = Some(first);
        while let Some(to) = next {
            if from.file() == to.file()
                && let Some(piece) = self.board.piece(to)
            {
                let is_friend = piece.color == self.color;
                plan.push(PlanStatement::Modify {
                    square: to,
                    change: match is_friend {
                        true => SquareChange::FriendToVacant,
                        false => SquareChange::EnemyToVacant,
                    },
                    threat: is_friend,
                });
            }
            moves.push(goes(from, to));
            from = to;
            next = self.ahead(from);
        }
        if plan.len() <= self.max_obstacles {
            plan.extend(moves);
            found.push(FoundPlan {
                plan: CombinationPlan(plan),
                idea: Idea::Promotion { pawn },
            });
        }
    }
}
