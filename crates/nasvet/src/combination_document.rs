//! What the combination finder found, written out as the document that the outside world reads.

use combine::{
    CombinationGoal, CombinationReport, CombinationVerdict, ReducedBranch, StoryRole, StorySentence,
};
use documents::{
    About, BranchDocument, ColourName, CombinationCountsDocument, CombinationDocument, FormatName,
    FormatVersion, FoundName, GivenPlanDocument, SentenceDocument, TracedPlanDocument,
};
use domain::Stopped;
use shakmaty::{Chess, Color, Position};

/// A question to the combination finder, as it was asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CombinationQuestion<'a> {
    /// The position, as it was written.
    pub(crate) text: &'a str,
    /// The position.
    pub(crate) position: &'a Chess,
    /// What is to be won.
    pub(crate) goal: CombinationGoal,
    /// The plans that were given, as they were written.
    pub(crate) plans: &'a [String],
    /// Is the tree part of the answer?
    pub(crate) tree: bool,
}

/// The answer, written out.
pub(crate) fn combination_document(
    question: CombinationQuestion<'_>,
    found: &CombinationReport,
) -> CombinationDocument {
    let statistics = found.statistics;
    let plans = question.plans.iter().zip(&found.given);
    let trace = found.trace.iter().map(|traced| TracedPlanDocument {
        line: traced.line.clone(),
        side: colour(traced.color),
        plan: traced.plan.clone(),
        verdict: traced.verdict.into(),
    });
    let (verdict, stopped) = match found.verdict {
        CombinationVerdict::Found => (FoundName::Found, None),
        CombinationVerdict::NotFound => (FoundName::NotFound, None),
        CombinationVerdict::Unknown { stopped, .. } => (FoundName::Unknown, Some(when(stopped))),
    };
    CombinationDocument {
        format: FormatName::default(),
        version: FormatVersion::default(),
        position: question.text.into(),
        side: colour(question.position.turn()),
        goal: match question.goal {
            CombinationGoal::Mate => "mate".into(),
            CombinationGoal::Gain(gain) => gain.to_string(),
        },
        verdict,
        stopped,
        succeeds: found.verdict.succeeds(),
        line: found.line.iter().map(|played| played.san.clone()).collect(),
        gain: found.gain,
        story: found.story.iter().map(sentence).collect(),
        given: plans
            .map(|(plan, verdict)| GivenPlanDocument {
                plan: plan.clone(),
                verdict: (*verdict).into(),
            })
            .collect(),
        tree: question.tree.then(|| branches(&found.tree)),
        statistics: CombinationCountsDocument {
            plans: statistics.plans,
            nodes: statistics.nodes,
            reduced_nodes: statistics.reduced_nodes,
            reduced_depth: statistics.reduced_depth,
            max_replies: statistics.max_replies,
            first_moves: statistics.first_moves,
            legal_moves: statistics.legal_moves,
            ratio: statistics.ratio(),
            rejected: statistics.rejected,
            simulated: statistics.simulated,
            exchanges: statistics.exchanges,
        },
        trace: trace.collect(),
    }
}

/// When the search was stopped, so that it can stand behind "stopped".
fn when(stopped: Stopped) -> String {
    match stopped {
        Stopped::Nodes(nodes) => format!("after {nodes} moves in the tree"),
        Stopped::Asked => "on request".into(),
        Stopped::Steps(_)
        | Stopped::Plies(_)
        | Stopped::Cycles(_)
        | Stopped::Memory(_)
        | Stopped::Endless => stopped.to_string(),
    }
}

fn colour(color: Color) -> ColourName {
    match color {
        Color::White => ColourName::White,
        Color::Black => ColourName::Black,
    }
}

fn branches(branches: &[ReducedBranch]) -> Vec<BranchDocument> {
    branches
        .iter()
        .map(|branch| BranchDocument {
            m: branch.text.clone(),
            after: self::branches(&branch.after),
        })
        .collect()
}

fn sentence(sentence: &StorySentence) -> SentenceDocument {
    SentenceDocument {
        about: match sentence.role {
            StoryRole::Seen => About::Seen,
            StoryRole::Danger => About::Danger,
            StoryRole::Way => About::Way,
        },
        text: sentence.text.clone(),
        moves: sentence.line.clone(),
        places: sentence.squares.iter().map(ToString::to_string).collect(),
        arrows: sentence
            .arrows
            .iter()
            .map(|(from, to)| (from.to_string(), to.to_string()))
            .collect(),
    }
}
