//! Discovered attacks: a man leaves a line, wherever it goes, and a piece behind it attacks a man.
//!
//! The paper asks that the man that leaves threatens something itself. It need not: the attack that it uncovers is a
//! threat already, and its own move may do anything else, such as block a reply or attack the next square.

use shakmaty::{Square, attacks};

use super::wider::found_plan;
use super::{Analyser, FoundPlan, Idea, goes, takes};
use crate::board::PlanBoard;
use crate::exchange::is_profitable;

impl Analyser<'_> {
    /// What pieces behind the man that moves attack once it has left, if it pays to take it.
    pub(super) fn uncovered_threats(
        &self,
        by: Square,
        at: Square,
        after: &PlanBoard,
        found: &mut Vec<FoundPlan>,
    ) {
        let behind = attacks::queen_attacks(by, after.pieces.occupied())
            & after.of(self.color)
            & after.pieces.sliders();
        for attacker in behind {
            let targets = after.pieces.attacks_from(attacker) & after.of(!self.color);
            for target in targets {
                if attacks::between(attacker, target).contains(by)
                    && is_profitable(&after.pieces, attacker, target, self.scales)
                {
                    let idea = Idea::Discovers {
                        by,
                        at,
                        attacker,
                        target,
                    };
                    let moves = vec![goes(by, at), takes(attacker, target)];
                    found.push(found_plan(idea, moves));
                }
            }
        }
    }
}
