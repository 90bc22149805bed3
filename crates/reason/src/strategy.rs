//! The tree of an answer that rests on later positions: the moves to them, and the trees of the searches there.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use domain::{Domain, Plan, Side, Value};
use proof::{NodeId, TreeBuilder};

use crate::logic::FactId;
use crate::logic::HypothesisSet;
use crate::planner::Try;
use crate::pool::PoolEntry;
use crate::positions::PositionId;
use crate::reasoner::Reasoner;

/// The most positions that are visited, counted on every path.
const MAX_STEPS: u32 = 100_000;

/// The longest path.
const MAX_DEPTH: usize = 250;

/// The tree under construction.
struct StrategyBuilder<'n, M> {
    needed: &'n [FactId],
    by: Side,
    /// The moves from a position to those that the needed facts connect with it.
    leads_to: HashMap<PositionId, Vec<(M, PositionId)>>,
    builder: TreeBuilder<M>,
    done: HashMap<PositionId, NodeId>,
    path: Vec<PositionId>,
    n_steps: u32,
    n_searched: u64,
}

impl<D: Domain> Reasoner<D> {
    /// One move for the side that succeeds, all replies, and at the ends the trees of searches or known positions. None
    /// where the answer is not about a plan, or needs no move.
    pub(crate) fn strategy(&mut self, needed: &[FactId]) -> Option<Try<D::Move>> {
        let (about, plan) = self.first_plan(needed)?;
        let truth = self.known_of(&about)?;
        let mut strategy = StrategyBuilder {
            needed,
            by: if truth { plan.owner() } else { !plan.owner() },
            leads_to: self.leads_to(needed, &about, truth),
            builder: TreeBuilder::default(),
            done: HashMap::new(),
            path: Vec::new(),
            n_steps: 0,
            n_searched: 0,
        };
        let root = self.grow(&mut strategy, PositionId::PROBLEM)?;
        let tree = strategy.builder.take(root);
        if tree.depth() == 0 {
            return None;
        }
        Some(Try {
            plan,
            against: None,
            plies: tree.depth() as u32,
            by: strategy.by,
            is_settled: true,
            tree,
            nodes: strategy.n_searched,
        })
    }

    /// The oldest needed hypothesis about one plan in the problem itself.
    pub(crate) fn first_plan(&self, needed: &[FactId]) -> Option<(PoolEntry, Arc<Plan>)> {
        let mentioned = needed.iter().flat_map(|id| {
            let fact = &self.pool.facts()[id.0 as usize];
            fact.proposition.hypotheses().iter().collect::<Vec<_>>()
        });
        let entries: HashSet<_> = mentioned.map(|known| self.pool.entry_of(known)).collect();
        let mut entries: Vec<_> = entries.into_iter().collect();
        entries.sort_unstable();
        entries.into_iter().find_map(|id| {
            let entry = self.pool.entry(id);
            match entry.args.as_slice() {
                [Value::Plan(plan)] if entry.position == PositionId::PROBLEM => {
                    Some((entry.clone(), Arc::clone(plan)))
                }
                _ => None,
            }
        })
    }

    pub(crate) fn known_of(&mut self, entry: &PoolEntry) -> Option<bool> {
        let hypothesis = self.pool.find(entry)?;
        self.known(hypothesis)
    }

    /// The moves from each position to those with the same result of the plan, where a needed fact connects the two.
    fn leads_to(
        &mut self,
        needed: &[FactId],
        about: &PoolEntry,
        truth: bool,
    ) -> HashMap<PositionId, Vec<(D::Move, PositionId)>> {
        let facts = needed.iter().filter_map(|id| {
            let fact = &self.pool.facts()[id.0 as usize];
            let context = fact.context.iter();
            // The fact is about the latest position of its context.
            let about = context.map(|id| self.pool.entry(*id).position).max()?;
            Some((about, fact.proposition.hypotheses()))
        });
        let facts: Vec<(PositionId, HypothesisSet)> = facts.collect();
        let settled: HashSet<PositionId> = facts.iter().map(|(about, _)| *about).collect();
        let mut tied: HashMap<PositionId, HashSet<PositionId>> = HashMap::new();
        for (from, mentioned) in facts {
            for hypothesis in mentioned.iter() {
                let entry = self.pool.entry(self.pool.entry_of(hypothesis));
                let (to, is_alike) = (
                    entry.position,
                    entry.kind == about.kind && entry.args == about.args,
                );
                let is_tied = is_alike && to != from && settled.contains(&to);
                if is_tied && self.known(hypothesis) == Some(truth) {
                    tied.entry(from).or_default().insert(to);
                }
            }
        }
        let (domain, positions) = (&self.explorer.domain, &self.explorer.positions);
        let moves = tied.into_iter().map(|(from, to)| {
            let position = positions.get(from);
            let legal = domain.legal_moves(position).into_iter();
            let tied = legal.filter_map(|m| {
                let after = positions.find(&domain.play(position, m))?;
                to.contains(&after).then_some((m, after))
            });
            (from, tied.collect())
        });
        moves.collect()
    }

    /// The tree from a position; none if every way repeats an earlier position.
    fn grow(
        &mut self,
        strategy: &mut StrategyBuilder<'_, D::Move>,
        position: PositionId,
    ) -> Option<NodeId> {
        if let Some(done) = strategy.done.get(&position) {
            return Some(*done);
        }
        strategy.n_steps += 1;
        if strategy.path.contains(&position)
            || strategy.path.len() > MAX_DEPTH
            || strategy.n_steps > MAX_STEPS
        {
            return None;
        }
        if let Some(contest) = self.deciding_contest(strategy.needed, position)
            && let Some(found) = self.best_try(&contest, position)
            && found.is_settled
            && found.by == strategy.by
        {
            strategy.n_searched += found.nodes;
            let node = strategy.builder.graft(&found.tree);
            strategy.done.insert(position, node);
            return Some(node);
        }
        let is_ours = {
            let explorer = &self.explorer;
            explorer.domain.turn(explorer.positions.get(position)) == strategy.by
        };
        let leads_to = strategy.leads_to.get(&position).cloned();
        strategy.path.push(position);
        let (mut branches, mut n_lost) = (Vec::new(), 0);
        for (m, after) in leads_to.unwrap_or_default() {
            match self.grow(strategy, after) {
                Some(node) => branches.push((m, node)),
                None => n_lost += 1,
            }
            // One move of the succeeding side is enough; no reply may be missing.
            let is_settled = if is_ours {
                !branches.is_empty()
            } else {
                n_lost > 0
            };
            if is_settled {
                break;
            }
        }
        strategy.path.pop();
        let is_whole = n_lost == 0 || (is_ours && !branches.is_empty());
        is_whole.then(|| {
            let node = strategy.builder.node(branches);
            strategy.done.insert(position, node);
            node
        })
    }
}
