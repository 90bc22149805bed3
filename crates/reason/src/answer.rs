//! The answer as data: what follows, the facts that it needs, and the tree that is proposed, all in words.

use domain::{Domain, Side};
use proof::Tree;

use crate::ends::LineEnd;
use crate::planner::Try;
use crate::positions::PositionId;
use crate::reasoner::{Conclusion, Reasoner};
use crate::telling::ToldIdea;

/// An answer with everything that is said about it. Text and documents are made from it alone.
#[derive(Clone, Debug)]
pub struct ReasonedAnswer<D: Domain> {
    /// The game of the problem.
    pub domain: D,
    /// The problem.
    pub problem: D::Position,
    /// How it is written.
    pub view: D::View,
    /// The answer.
    pub conclusion: Conclusion,
    /// The answer as a sentence without its full stop; none where it is unknown.
    pub sentence: Option<String>,
    /// The facts that the answer needs, in the order in which they became known. None can be left out.
    pub steps: Vec<AnswerStep>,
    /// The tree that is proposed, if plans were tried.
    pub proposal: Option<ProposedTree<D::Move>>,
    /// What a player would say of the tree, where it follows a plan that says something.
    pub idea: Option<ToldIdea>,
    /// Where the lines of the proposed tree end, the most frequent end first.
    pub ends: Vec<LineEnd>,
    /// Without a tree, why the answer is seen at once.
    pub seen_at_once: Option<String>,
    /// The moves of the plan that is asked about, in its own order, where its owner is to move.
    pub moves: Vec<D::Move>,
    /// All hypotheses of the pool: `goal(a)`.
    pub hypotheses: Vec<String>,
    /// How much work it was.
    pub counts: AnswerCounts,
}

/// A fact that an answer needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerStep {
    /// The lemma or method that contributed it.
    pub method: String,
    /// The fact in words: the note of its method, or else what its hypotheses mean.
    pub text: String,
    /// The fact as a formula: `h:0 <=> h:1 and h:2`.
    pub fact: String,
}

/// The tree that is proposed. With an answer it is the one on which the answer rests; without one it is the best try.
#[derive(Clone, Debug)]
pub struct ProposedTree<M> {
    /// The plan that was tried, in words.
    pub plan: String,
    /// The plan against it, in words.
    pub against: Option<String>,
    /// Whose tree it is: the side that succeeds, or holds out this long.
    pub by: Side,
    /// That side's name.
    pub by_name: String,
    /// How many plies deep it is.
    pub plies: u32,
    /// Has the whole contest been settled, and not only this many plies of it?
    pub is_settled: bool,
    /// How many positions the search looked at.
    pub nodes: u64,
    /// The tree.
    pub tree: Tree<M>,
}

/// How much work an answer was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnswerCounts {
    /// Cycles.
    pub cycles: u64,
    /// Cycles that carried out a method and not a lemma.
    pub main_cycles: u64,
    /// Positions that searches looked at.
    pub nodes: u64,
    /// Hypotheses in the pool.
    pub hypotheses: usize,
    /// Facts in the pool.
    pub facts: usize,
}

impl<D: Domain> Reasoner<D> {
    /// Runs to the end, and gathers everything that is to be said about the answer.
    #[inline(never)]
    pub fn answer(&mut self) -> ReasonedAnswer<D> {
        let conclusion = self.run();
        self.seek_reason();
        let sentence = match conclusion {
            Conclusion::Yes => Some(self.question().clone()),
            Conclusion::No => Some(self.question().clone().negated()),
            Conclusion::Unknown(_) => None,
        };
        let steps = self.explanation();
        let sentence = sentence.map(|sentence| self.explorer.say(&self.pool, &sentence));
        // Whatever else is said is about the problem itself.
        self.explorer.here = PositionId::PROBLEM;
        let proposal = self.proposal();
        let (ends, seen_at_once) = match &proposal {
            Some(found) => (self.ends(found), None),
            None => (Vec::new(), self.seen_at_once()),
        };
        let idea = proposal.as_ref().and_then(|found| self.idea(found));
        let proposal = proposal.map(|found| self.in_words(found));
        let moves = self.moves_of_plan();
        let hypotheses = self.pool.entries().filter_map(|(id, entry)| {
            self.pool.hypothesis(id)?;
            Some(self.explorer.write_entry(&self.pool, entry))
        });
        ReasonedAnswer {
            domain: self.explorer.domain,
            problem: self.explorer.positions.get(PositionId::PROBLEM).clone(),
            view: self.explorer.view,
            conclusion,
            sentence,
            steps,
            proposal,
            idea,
            ends,
            seen_at_once,
            moves,
            hypotheses: hypotheses.collect(),
            counts: AnswerCounts {
                cycles: self.n_cycles(),
                main_cycles: self.n_main_cycles(),
                nodes: self.n_nodes(),
                hypotheses: self.pool.n_hypotheses(),
                facts: self.pool.facts().len(),
            },
        }
    }

    /// The moves of the plan that the answer is about, in the order in which the plan thinks of them.
    fn moves_of_plan(&mut self) -> Vec<D::Move> {
        let needed = self.needed_facts();
        let problem = self.explorer.positions.get(PositionId::PROBLEM);
        match self.first_plan(&needed) {
            Some((_, plan)) if plan.owner() == self.explorer.domain.turn(problem) => {
                let moves = self.explorer.plan_moves_in(&plan, problem);
                moves.unwrap_or_default()
            }
            Some(_) | None => Vec::new(),
        }
    }

    /// The facts that the answer needs, in words.
    fn explanation(&mut self) -> Vec<AnswerStep> {
        let needed = self.needed_facts();
        let steps = needed.into_iter().map(|id| {
            let fact = &self.pool.facts()[id.0 as usize];
            let text = fact.note.clone();
            let text = text.unwrap_or_else(|| self.explorer.say(&self.pool, &fact.proposition));
            AnswerStep {
                method: self.explorer.program.method(fact.method).name.clone(),
                fact: fact.proposition.to_string(),
                text,
            }
        });
        steps.collect()
    }

    fn in_words(&self, found: Try<D::Move>) -> ProposedTree<D::Move> {
        let explorer = &self.explorer;
        ProposedTree {
            plan: explorer.write_plan(&found.plan),
            against: found.against.map(|plan| explorer.write_plan(&plan)),
            by: found.by,
            by_name: explorer.domain.write_side(found.by, explorer.view),
            plies: found.plies,
            is_settled: found.is_settled,
            nodes: found.nodes,
            tree: found.tree,
        }
    }
}

impl<D: Domain> ReasonedAnswer<D> {
    /// The move that the proposed tree begins with, if it is this side's tree and this side's move.
    pub fn first_move(&self, side: Side) -> Option<D::Move> {
        let proposal = self.proposal.as_ref()?;
        if proposal.by != side {
            return None;
        }
        match proposal.tree.branches(proposal.tree.root()) {
            [(m, _)] => Some(*m),
            [] | [_, _, ..] => None,
        }
    }
}
