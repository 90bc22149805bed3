//! The proposed tree: the one on which an answer rests, or the best try of the ideas that are left.

use std::sync::Arc;

use domain::{Domain, Plan, Value};

use crate::logic::FactId;
use crate::plan_search::PlanSearch;
use crate::planner::{Contest, Try};
use crate::positions::PositionId;
use crate::reasoner::{Conclusion, Reasoner};

/// The most plans that are joined in the best try.
const MAX_IDEAS: usize = 1_000;

impl<D: Domain> Reasoner<D> {
    /// The tree that is proposed. With an answer it is the one on which the answer rests. Without one it is the *state of
    /// the art*: the newest idea of one side against all ideas of the other, as deep as a search may go.
    #[inline(never)]
    pub fn proposal(&mut self) -> Option<Try<D::Move>> {
        match self.conclusion()? {
            Conclusion::Yes | Conclusion::No => {
                let needed = self.needed_facts();
                match self.deciding_contest(&needed, PositionId::PROBLEM) {
                    Some(contest) => self.best_try(&contest, PositionId::PROBLEM),
                    None => self.strategy(&needed),
                }
            }
            Conclusion::Unknown(_) => {
                let contest = self.state_of_the_art()?;
                self.best_try(&contest, PositionId::PROBLEM)
            }
        }
    }

    /// The tree of a contest, as deep as a search may go.
    pub(crate) fn best_try(
        &mut self,
        contest: &Contest,
        position: PositionId,
    ) -> Option<Try<D::Move>> {
        let explorer = &mut self.explorer;
        let watch = explorer.watch.clone().with_nodes(explorer.max_search_nodes);
        let is_this =
            |search: &&PlanSearch| search.contest == *contest && search.position == position;
        let searched = explorer.searches.iter().find(is_this);
        let n_searched = searched.map_or(0, |search| search.nodes);
        let position = explorer.positions.get(position);
        let mut found = explorer.planner.best_try(contest, position, &watch)?;
        // A second search of a known graph looks at fewer positions.
        found.nodes = found.nodes.max(n_searched);
        Some(found)
    }

    /// The last contest in a position that settles one of the needed facts.
    pub(crate) fn deciding_contest(
        &self,
        needed: &[FactId],
        position: PositionId,
    ) -> Option<Contest> {
        let searches = self.explorer.searches.iter().rev();
        let mut settled = searches.filter(|search| {
            search.position == position
                && search.succeeds.is_some()
                && needed.contains(&search.fact)
        });
        settled.next().map(|search| search.contest.clone())
    }

    /// The newest plan that the targets mention, against all plans of the other side that are not narrower than another.
    pub fn state_of_the_art(&self) -> Option<Contest> {
        let frequencies = self.targets.frequencies();
        let mut asked: Option<Arc<Plan>> = None;
        let mut all: Vec<Arc<Plan>> = Vec::new();
        for (id, entry) in self.pool.entries() {
            if entry.position != PositionId::PROBLEM {
                continue;
            }
            let plans = entry.args.iter().filter_map(|value| match value {
                Value::Plan(plan) => Some(plan),
                Value::Truth(_)
                | Value::Number(_)
                | Value::Side(_)
                | Value::Item(_)
                | Value::Set(_) => None,
            });
            let plans: Vec<&Arc<Plan>> = plans.collect();
            let hypothesis = self.pool.hypothesis(id);
            if let ([only], Some(hypothesis)) = (plans.as_slice(), hypothesis)
                && frequencies.contains_key(&hypothesis)
            {
                asked = Some(Arc::clone(only));
            }
            for plan in plans {
                if all.len() < MAX_IDEAS && !all.contains(plan) {
                    all.push(plan.clone());
                }
            }
        }
        let asked = asked?;
        let others: Vec<&Arc<Plan>> = all
            .iter()
            .filter(|plan| plan.owner() != asked.owner())
            .collect();
        let widest = others.iter().filter(|plan| {
            let mut wider = others.iter().filter(|other| *other != *plan);
            !wider.any(|other| plan.is_narrower_than(other))
        });
        let against = widest.fold(None, |joined: Option<Arc<Plan>>, plan| {
            Some(match joined {
                // The first ideas are the most relevant ones.
                Some(joined) if joined.size() + plan.size() > Plan::MAX_SIZE => joined,
                Some(joined) => Plan::or(joined, Arc::clone(plan)),
                None => Arc::clone(plan),
            })
        });
        Some((asked, against))
    }
}
