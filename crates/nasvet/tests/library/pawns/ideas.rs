//! How answers are told: seen at once, or by a plan, and how much the plan permits.

use documents::AnswerName;
use domain::Watch;
use nasvet::{Chapter, ThinkingRequest};

/// How questions were answered.
#[derive(Default)]
pub(crate) struct Ideas {
    /// How many a definition settles.
    pub(crate) n_seen: usize,
    /// Of those that a plan settles, how many of a hundred moves of its side the plan permits, least first.
    pub(crate) permitted: Vec<u32>,
}

impl Ideas {
    /// Asks each question in each position. Nothing stays open, and no answer rests on a search of all moves.
    pub(crate) fn of(
        chapter: &Chapter,
        positions: impl IntoIterator<Item = String>,
        questions: &[&str],
    ) -> Ideas {
        let mut ideas = Ideas::default();
        for fen in positions {
            for question in questions {
                let request = ThinkingRequest::default();
                let answer = chapter.ask(&fen, question, &request, &Watch::new());
                let answer = answer.expect("the question is understood");
                assert_ne!(answer.answer, AnswerName::Unknown, "{question} {fen}");
                match answer.idea {
                    Some(idea) => ideas.permitted.push(idea.permitted),
                    None if answer.seen_at_once.is_some() => ideas.n_seen += 1,
                    None => panic!("no idea: {question} {fen}"),
                }
            }
        }
        ideas.permitted.sort_unstable();
        ideas
    }

    /// The median of what the plans permit.
    pub(crate) fn median(&self) -> u32 {
        self.permitted[self.permitted.len() / 2]
    }
}
