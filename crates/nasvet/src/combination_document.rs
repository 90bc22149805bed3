//! What the combination finder found, written out as the document that the outside world reads.

use combine::{
    BestReport, CombinationGoal, CombinationVerdict, DrawEnd, DrawReport, LineMove, PatternUse,
    ReducedBranch, StoryRole, StorySentence,
};
use documents::{
    About, BranchDocument, ColourName, CombinationCountsDocument, CombinationDocument, FormatName,
    FormatVersion, FoundName, GivenPlanDocument, RecalledPatternDocument, SentenceDocument,
    TracedPlanDocument, TriedGoalDocument,
};
use domain::Stopped;
use shakmaty::{Chess, Color, Position};

use crate::patterns::Patterns;

/// A question to the combination finder, as it was asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CombinationQuestion<'a> {
    /// The position, as it was written.
    pub(crate) text: &'a str,
    /// The position.
    pub(crate) position: &'a Chess,
    /// The plans that were given, as they were written.
    pub(crate) plans: &'a [String],
    /// The patterns that were given.
    pub(crate) patterns: &'a Patterns,
    /// What the men are worth, if that was said.
    pub(crate) values: Option<&'a String>,
    /// Is the tree part of the answer?
    pub(crate) tree: bool,
}

/// The answer, written out.
pub(crate) fn combination_document(
    question: CombinationQuestion<'_>,
    best: &BestReport,
) -> CombinationDocument {
    let found = &best.report;
    let statistics = found.statistics;
    let plans = question.plans.iter().zip(&found.given);
    let trace = found.trace.iter().map(|traced| TracedPlanDocument {
        line: traced.line.clone(),
        side: colour(traced.color),
        plan: traced.plan.clone(),
        verdict: traced.verdict.into(),
    });
    let stopped = match found.verdict {
        CombinationVerdict::Unknown { stopped, .. } => Some(when(stopped)),
        CombinationVerdict::Proved | CombinationVerdict::Found | CombinationVerdict::NotFound => {
            None
        }
    };
    let tried = best.tried.iter().map(|tried| TriedGoalDocument {
        goal: goal_name(tried.goal),
        verdict: verdict_name(tried.verdict),
        nodes: tried.nodes,
    });
    CombinationDocument {
        format: FormatName::default(),
        version: FormatVersion::default(),
        position: question.text.into(),
        side: colour(question.position.turn()),
        goal: goal_name(best.goal),
        values: question.values.cloned(),
        tried: tried.collect(),
        verdict: verdict_name(found.verdict),
        stopped,
        succeeds: found.verdict.succeeds(),
        line: texts(&found.line),
        longest: texts(&found.longest),
        gain: found.gain,
        unanswered: texts(&found.open),
        positions: found.positions,
        others: found.others.iter().map(|line| texts(line)).collect(),
        motifs: found.motifs.iter().map(ToString::to_string).collect(),
        story: found.story.iter().map(sentence).collect(),
        given: plans
            .map(|(plan, verdict)| GivenPlanDocument {
                plan: plan.clone(),
                verdict: (*verdict).into(),
            })
            .collect(),
        recall: recall(question.patterns, &found.patterns),
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

/// What the patterns were good for.
fn recall(patterns: &Patterns, uses: &[PatternUse]) -> Vec<RecalledPatternDocument> {
    let tried = patterns.book().patterns().iter().zip(uses);
    let tried = tried.filter(|(_, of)| of.tried > 0);
    tried
        .map(|(pattern, of)| RecalledPatternDocument {
            name: pattern.name.clone(),
            tried: of.tried,
            proposed: of.proposed,
            helped: of.helped,
        })
        .collect()
}

/// The answer to the question for a draw, written out.
pub(crate) fn draw_document(
    question: CombinationQuestion<'_>,
    found: &DrawReport,
) -> CombinationDocument {
    let verdict = match (found.end, found.stopped) {
        (Some(_), _) => FoundName::Proved,
        (None, None) => FoundName::NotFound,
        (None, Some(_)) => FoundName::Unknown,
    };
    let told = found.end.map(|end| match end {
        DrawEnd::PerpetualCheck => "Whatever the reply, there is another check: they never end.",
        DrawEnd::Stalemate => {
            "Whatever the reply, there is another check, until nothing is left that can move: stalemate."
        }
        DrawEnd::DeadPosition => "In the end neither side has enough men to mate.",
    });
    let told = told.map(|text| SentenceDocument {
        about: About::Seen,
        text: text.into(),
        moves: Vec::new(),
        places: Vec::new(),
        arrows: Vec::new(),
    });
    CombinationDocument {
        format: FormatName::default(),
        version: FormatVersion::default(),
        position: question.text.into(),
        side: colour(question.position.turn()),
        goal: "draw".into(),
        values: question.values.cloned(),
        tried: vec![TriedGoalDocument {
            goal: "draw".into(),
            verdict,
            nodes: found.positions,
        }],
        verdict,
        stopped: found.stopped.map(when),
        succeeds: found.end.is_some(),
        line: found.line.clone(),
        longest: Vec::new(),
        gain: 0,
        unanswered: Vec::new(),
        positions: found.positions,
        others: Vec::new(),
        motifs: found.end.iter().map(|end| end.name().into()).collect(),
        story: told.into_iter().collect(),
        given: Vec::new(),
        recall: Vec::new(),
        tree: None,
        statistics: CombinationCountsDocument {
            nodes: found.positions,
            legal_moves: question.position.legal_moves().len() as u64,
            ..CombinationCountsDocument::default()
        },
        trace: Vec::new(),
    }
}

fn goal_name(goal: CombinationGoal) -> String {
    match goal {
        CombinationGoal::Mate => "mate".into(),
        CombinationGoal::Gain(gain) => gain.to_string(),
    }
}

fn texts(line: &[LineMove]) -> Vec<String> {
    line.iter().map(|played| played.san.clone()).collect()
}

fn verdict_name(verdict: CombinationVerdict) -> FoundName {
    match verdict {
        CombinationVerdict::Proved => FoundName::Proved,
        CombinationVerdict::Found => FoundName::Found,
        CombinationVerdict::NotFound => FoundName::NotFound,
        CombinationVerdict::Unknown { .. } => FoundName::Unknown,
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
            StoryRole::Deed => About::Reason,
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
