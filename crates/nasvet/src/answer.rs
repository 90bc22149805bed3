//! What the reasoner found, as a document: the answer, what it follows from, and the tree that is proposed.

use documents::{
    AnswerDocument, AnswerName, AnswerStepDocument, FormatName, FormatVersion, IdeaDocument,
    IdeaLineDocument, IdeaMoveDocument, LimitName, LineEndDocument, ProposalDocument, WrittenTree,
    digest_of_chapter,
};
use domain::{Domain, Stopped};
use lang::checked::Program;
use proof::show;
use reason::{Conclusion, ProposedTree, ReasonedAnswer, ToldIdea, ToldLine, Undecided};

/// What was asked, as it was written.
#[derive(Clone, Copy, Debug)]
pub struct AskedQuestion<'a> {
    /// The chapter's name.
    pub chapter: &'a str,
    /// The chapter.
    pub program: &'a Program,
    /// The problem.
    pub problem: &'a str,
    /// The question.
    pub question: &'a str,
}

/// An answer as a document.
pub fn answer_document<D: Domain>(
    answer: &ReasonedAnswer<D>,
    asked: AskedQuestion<'_>,
) -> AnswerDocument {
    let (name, reason, limit) = match answer.conclusion {
        Conclusion::Yes => (AnswerName::Yes, None, None),
        Conclusion::No => (AnswerName::No, None, None),
        Conclusion::Unknown(undecided) => (
            AnswerName::Unknown,
            Some(undecided.to_string()),
            limit(undecided),
        ),
    };
    let steps = answer.steps.iter().map(|step| AnswerStepDocument {
        method: step.method.clone(),
        text: step.text.clone(),
        fact: step.fact.clone(),
    });
    let ends = answer.ends.iter().map(|end| LineEndDocument {
        why: end.why.clone(),
        positions: end.n_positions,
    });
    let proposal = answer.proposal.as_ref();
    AnswerDocument {
        format: FormatName::default(),
        version: FormatVersion::default(),
        chapter: asked.chapter.into(),
        digest: digest_of_chapter(answer.domain.vocabulary(), asked.program),
        problem: asked.problem.into(),
        question: asked.question.into(),
        answer: name,
        says: answer.sentence.clone(),
        reason,
        limit,
        explanation: steps.collect(),
        idea: answer.idea.as_ref().map(|idea| told(answer, idea)),
        proposal: proposal.map(|proposal| proposed(answer, proposal)),
        ends: ends.collect(),
        seen_at_once: answer.seen_at_once.clone(),
        cycles: answer.counts.cycles,
        methods: answer.counts.main_cycles,
        nodes: answer.counts.nodes,
        hypotheses: answer.hypotheses.clone(),
        facts: answer.counts.facts,
        trace: None,
    }
}

/// The idea and its lines.
pub(crate) fn told<D: Domain>(answer: &ReasonedAnswer<D>, idea: &ToldIdea) -> IdeaDocument {
    let moves = |line: &ToldLine| {
        let moves = line.moves.iter().map(|told| IdeaMoveDocument {
            text: told.text.clone(),
            aim: told.aim.clone(),
        });
        moves.collect()
    };
    let lines = idea.lines.iter().map(|line| IdeaLineDocument {
        shared: line.n_shared,
        moves: moves(line),
        goes_on: line.goes_on,
        end: line.end.clone(),
    });
    IdeaDocument {
        by: answer.domain.write_side(idea.by, answer.view),
        plan: idea.plan.clone(),
        needs_both: idea.needs_both,
        permitted: idea.permitted,
        lines: lines.collect(),
    }
}

/// The proposed tree, and whose plans it follows.
fn proposed<D: Domain>(
    answer: &ReasonedAnswer<D>,
    proposal: &ProposedTree<D::Move>,
) -> ProposalDocument {
    let ReasonedAnswer {
        domain,
        problem,
        view,
        ..
    } = answer;
    let moves = WrittenTree::new(domain, problem, *view, &proposal.tree).ok();
    ProposalDocument {
        plan: proposal.plan.clone(),
        against: proposal.against.clone(),
        by: proposal.by_name.clone(),
        plies: proposal.plies,
        settled: proposal.is_settled,
        nodes: proposal.nodes,
        tree: match &moves {
            Some(moves) => moves.text(usize::MAX),
            None => show(domain, problem, *view, &proposal.tree, usize::MAX),
        },
        moves,
    }
}

/// The limit that was reached, if the user can raise it.
fn limit(undecided: Undecided) -> Option<LimitName> {
    match undecided {
        Undecided::Stopped(Stopped::Cycles(_)) => Some(LimitName::Cycles),
        Undecided::Stopped(Stopped::Asked) => Some(LimitName::Time),
        Undecided::Stopped(
            Stopped::Nodes(_)
            | Stopped::Steps(_)
            | Stopped::Plies(_)
            | Stopped::Memory(_)
            | Stopped::Endless,
        )
        | Undecided::Exhausted
        | Undecided::Contradiction
        | Undecided::Entries(_)
        | Undecided::Contexts(_)
        | Undecided::Parts(_)
        | Undecided::Plans(_)
        | Undecided::WrittenOut(_)
        | Undecided::Lines(_)
        | Undecided::Conflicts(_) => None,
    }
}
