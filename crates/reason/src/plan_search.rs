//! Searches on behalf of formulas: whether a piece of advice is satisfiable, and whether a plan succeeds.

use domain::Domain;
use lang::checked::PieceId;
use search::Answer;

use crate::explorer::Explorer;
use crate::logic::FactId;
use crate::planner::{Contest, MAX_WRITTEN_OUT};
use crate::positions::PositionId;
use crate::undecided::Undecided;

/// A search by plans.
#[derive(Clone, Debug)]
pub struct PlanSearch {
    /// The plan, and the one against it.
    pub contest: Contest,
    /// The position in which it began.
    pub position: PositionId,
    /// The fact that rests on it, if it was settled.
    pub fact: FactId,
    /// Does the plan succeed? None if the positions ran out.
    pub succeeds: Option<bool>,
    /// How many positions it looked at.
    pub nodes: u64,
}

impl<D: Domain> Explorer<D> {
    /// Is a piece of advice satisfiable? None where the search was cut, since that is no fact.
    pub(crate) fn search(&mut self, piece: PieceId) -> Result<Option<bool>, Undecided> {
        let watch = self.watch.clone().with_nodes(self.nodes_left);
        let position = self.positions.get(self.here);
        let searched = self.engine.decide(piece, position, &watch);
        self.pay(searched.statistics.nodes() + searched.nested_nodes)?;
        Ok(match searched.answer {
            Answer::Satisfied(_) => Some(true),
            Answer::Refuted => Some(false),
            Answer::Cut | Answer::Unknown(_) => None,
        })
    }

    /// Does a plan succeed, against everything or against another? None where the search did not settle it.
    pub(crate) fn contest(
        &mut self,
        contest: &Contest,
        fact: FactId,
    ) -> Result<Option<bool>, Undecided> {
        if self.planner.n_parts(contest) > MAX_WRITTEN_OUT {
            return Err(Undecided::WrittenOut(MAX_WRITTEN_OUT));
        }
        let of_method = self.max_nodes_of_method.unwrap_or(u64::MAX);
        let nodes = self.max_search_nodes.min(of_method).min(self.nodes_left);
        let watch = self.watch.clone().with_nodes(nodes);
        let position = self.positions.get(self.here);
        let settled = self.planner.settle(contest, position, &watch);
        self.pay(settled.nodes)?;
        self.searches.push(PlanSearch {
            contest: contest.clone(),
            position: self.here,
            fact,
            succeeds: settled.succeeds,
            nodes: settled.nodes,
        });
        Ok(settled.succeeds)
    }

    /// Counts the positions of a search.
    fn pay(&mut self, nodes: u64) -> Result<(), Undecided> {
        self.nodes += nodes;
        self.nodes_left = self.nodes_left.saturating_sub(nodes);
        Ok(self.watch.check()?)
    }
}
