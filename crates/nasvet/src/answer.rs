//! What the reasoner found, in words: the answer, what it follows from, and the tree that is proposed.

use domain::{Domain, Side};
use lang::checked::Program;
use proof::show;
use reason::{End, Reasoner, Search, Try, Verdict, Why};

/// A tree is shown in at most so many lines.
const MAX_TREE_LINES: usize = 40;

/// At most so many facts are listed; where there are more, the tree tells the rest.
const MAX_STEPS: usize = 20;

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
    /// All of it as text.
    pub fn text<D: Domain<Move = M>>(
        &self,
        domain: &D,
        (problem, view): (&D::Position, D::View),
        reasoner: &mut Reasoner<'_, '_, D>,
    ) -> String {
        let mut text = match self.verdict {
            Verdict::Yes => format!("Yes: {}.\n", reasoner.say_answer(true)),
            Verdict::No => format!("No: {}.\n", reasoner.say_answer(false)),
            Verdict::Unknown(why) => format!("Unknown: {}.\n", mend(why)),
        };
        if !self.steps.is_empty() {
            text += match self.verdict {
                Verdict::Yes | Verdict::No => "\nThis follows from:\n",
                Verdict::Unknown(_) => "\nThese cannot all be true:\n",
            };
        }
        for (number, step) in (1..=MAX_STEPS).zip(&self.steps) {
            text += &format!("{number:>3}. {} ({})\n", step.text, step.method);
        }
        if self.steps.len() > MAX_STEPS {
            let n_more = self.steps.len() - MAX_STEPS;
            text += &format!("  … and {n_more} more facts\n");
        }
        if let Some(proposal) = &self.proposal {
            text += &proposed(domain, (problem, view), reasoner, proposal);
        }
        if !self.ends.is_empty() {
            text += "\nWhere the lines end:\n";
        }
        for End { why, n_positions } in &self.ends {
            let why = why.as_deref().unwrap_or("otherwise");
            text += &format!("{n_positions:>5} × {why}\n");
        }
        if let Some(why) = &self.seen_at_once {
            text += &format!("\nWhat one sees at once:\n  {why}\n");
        }
        text += &format!(
            "\n{} cycles, {} hypotheses, {} facts, {} positions searched\n",
            reasoner.n_cycles(),
            reasoner.pool().n_hypotheses(),
            reasoner.pool().facts().len(),
            reasoner.n_nodes()
        );
        text
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
) -> String {
    let by = domain.write_side(proposal.by, view);
    let mut text = format!("\nTried: {}", reasoner.say_plan(&proposal.plan));
    if let Some(against) = &proposal.against {
        text += &format!("\nagainst {}", reasoner.say_plan(against));
    }
    let so_far = if proposal.is_settled {
        "which settles it"
    } else {
        "as deep as a search may go"
    };
    let plies = match proposal.plies {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    };
    text += &format!(
        "\n{by} has the better of it, {plies} deep, {so_far}; {} positions:\n\n",
        proposal.nodes
    );
    text + &show(domain, problem, view, &proposal.tree, MAX_TREE_LINES)
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

/// Why there is no answer, and what to do about it.
fn mend(why: Why) -> String {
    match why {
        Why::Cycles(_) => format!("{why}; allow more with --cycles"),
        Why::Asked => "stopped, or the time is up".into(),
        Why::Exhausted
        | Why::Contradiction
        | Why::Trouble(_)
        | Why::Undecided(_)
        | Why::TooLarge(_) => why.to_string(),
    }
}
