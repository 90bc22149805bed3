//! What the reasoner found, in words: the answer, what it follows from, and the tree that is proposed.

use documents::{
    AnswerDocument, AnswerName, AnswerStepDocument, FormatName, FormatVersion, LimitName,
    LineEndDocument, ProposalDocument, WrittenTree,
};
use domain::{Domain, Side};
use lang::checked::Program;
use proof::show;
use reason::{End, Reasoner, Search, Try, Verdict, Why};

/// What was asked, as it was written.
#[derive(Clone, Copy, Debug)]
pub struct AskedQuestion<'a> {
    /// The chapter's name.
    pub chapter: &'a str,
    /// The problem.
    pub problem: &'a str,
    /// The question.
    pub question: &'a str,
}

/// An answer with all that is told about it.
pub struct Answered<M> {
    /// The answer.
    pub verdict: Verdict,
    /// The facts that it needs: who knows them, in words, and as a formula.
    pub steps: Vec<AnswerStep>,
    /// The tree that is proposed, if plans were tried.
    pub proposal: Option<Try<M>>,
    /// Where its lines end.
    pub ends: Vec<End>,
    /// Without a tree, why the answer is seen at once.
    pub seen_at_once: Option<String>,
}

/// A fact that an answer needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerStep {
    /// The lemma or method that knows it.
    pub method: String,
    /// In words.
    pub text: String,
    /// As a formula.
    pub fact: String,
}

/// Lets a reasoner come to its answer, and asks it why.
pub fn answer<D: Domain>(
    program: &Program,
    reasoner: &mut Reasoner<'_, '_, D>,
) -> Answered<D::Move> {
    let verdict = reasoner.run();
    let steps = reasoner.explanation().into_iter().map(|step| {
        let fact = &reasoner.pool().facts()[step.fact.0 as usize];
        AnswerStep {
            method: program.method(step.method).name.clone(),
            fact: fact.formula.to_string(),
            text: step.text,
        }
    });
    let steps = steps.collect();
    let proposal = reasoner.proposal();
    let (ends, seen_at_once) = match &proposal {
        Some(proposal) => (reasoner.ends(proposal), None),
        None => (Vec::new(), reasoner.seen_at_once()),
    };
    Answered {
        verdict,
        steps,
        proposal,
        ends,
        seen_at_once,
    }
}

impl<M: Copy> Answered<M> {
    /// All of it as a document.
    pub fn document<D: Domain<Move = M>>(
        &self,
        asked: AskedQuestion<'_>,
        domain: &D,
        (problem, view): (&D::Position, D::View),
        reasoner: &mut Reasoner<'_, '_, D>,
    ) -> AnswerDocument {
        let (answer, says, reason, limit) = match self.verdict {
            Verdict::Yes => (AnswerName::Yes, Some(reasoner.say_answer(true)), None, None),
            Verdict::No => (AnswerName::No, Some(reasoner.say_answer(false)), None, None),
            Verdict::Unknown(why) => (AnswerName::Unknown, None, Some(why.to_string()), limit(why)),
        };
        let steps = self.steps.iter().map(|step| AnswerStepDocument {
            method: step.method.clone(),
            text: step.text.clone(),
            fact: step.fact.clone(),
        });
        let ends = self.ends.iter().map(|end| LineEndDocument {
            why: end.why.clone(),
            positions: end.n_positions,
        });
        let proposal = self.proposal.as_ref();
        AnswerDocument {
            format: FormatName::default(),
            version: FormatVersion::default(),
            chapter: asked.chapter.into(),
            problem: asked.problem.into(),
            question: asked.question.into(),
            answer,
            says,
            reason,
            limit,
            explanation: steps.collect(),
            proposal: proposal.map(|of| proposed(domain, (problem, view), reasoner, of)),
            ends: ends.collect(),
            seen_at_once: self.seen_at_once.clone(),
            cycles: reasoner.n_cycles(),
            methods: reasoner.n_main_cycles(),
            nodes: reasoner.n_nodes(),
            hypotheses: hypotheses(reasoner),
            facts: reasoner.pool().facts().len(),
            trace: None,
        }
    }

    /// The move that the proposed tree begins with, if it is this side's tree and this side's move.
    pub fn first_move(&self, side: Side) -> Option<M> {
        let proposal = self
            .proposal
            .as_ref()
            .filter(|proposal| proposal.by == side)?;
        match proposal.tree.branches(proposal.tree.root()) {
            [(m, _)] => Some(*m),
            [] | [_, _, ..] => None,
        }
    }
}

/// The proposed tree, and whose plans it follows.
fn proposed<D: Domain>(
    domain: &D,
    (problem, view): (&D::Position, D::View),
    reasoner: &Reasoner<'_, '_, D>,
    proposal: &Try<D::Move>,
) -> ProposalDocument {
    let against = proposal.against.as_ref();
    let moves = WrittenTree::new(domain, problem, view, &proposal.tree).ok();
    ProposalDocument {
        plan: reasoner.say_plan(&proposal.plan),
        against: against.map(|plan| reasoner.say_plan(plan)),
        by: domain.write_side(proposal.by, view),
        plies: proposal.plies,
        settled: proposal.is_settled,
        nodes: proposal.nodes,
        tree: match &moves {
            Some(moves) => moves.text(usize::MAX),
            None => show(domain, problem, view, &proposal.tree, usize::MAX),
        },
        moves,
    }
}

fn hypotheses<D: Domain>(reasoner: &Reasoner<'_, '_, D>) -> Vec<String> {
    let pool = reasoner.pool();
    let entries = pool.entries();
    let hypotheses = entries.filter(|(id, _)| pool.hypothesis(*id).is_some());
    hypotheses
        .map(|(_, entry)| reasoner.write_entry(entry))
        .collect()
}

/// The searches of a reasoner, one on a line, as the AL3 paper counts them.
pub fn searches<D: Domain>(reasoner: &Reasoner<'_, '_, D>) -> String {
    let line = |search: &Search| {
        let what = reasoner.show_contest(&search.contest, search.position);
        let came_to = match search.succeeds {
            Some(true) => "succeeds",
            Some(false) => "fails",
            None => "stays open",
        };
        format!("{what} {came_to}: {} positions\n", search.nodes)
    };
    reasoner.searches().iter().map(line).collect()
}

/// The limit that came first, if the user can move it.
fn limit(why: Why) -> Option<LimitName> {
    match why {
        Why::Cycles(_) => Some(LimitName::Cycles),
        Why::Asked => Some(LimitName::Time),
        Why::Exhausted
        | Why::Contradiction
        | Why::Trouble(_)
        | Why::Undecided(_)
        | Why::TooLarge(_) => None,
    }
}
