//! Questions to the reasoner, cycle by cycle, and combinations.

use documents::{AnswerDocument, CombinationDocument, CounselDocument};
use nasvet::{Chapter, CombinationRequest, ThinkingRequest, Watch, find_combination};
use serde::Serialize;

use crate::refused::{Refused, refused};

/// More cycles are not shown one by one.
const MAX_CYCLES: usize = 2_000;

/// A question that is being thought about.
#[derive(Serialize)]
pub(crate) struct ThinkingAnswer {
    /// How many cycles were made.
    cycles: usize,
    /// What was done in the last of them.
    done: String,
    /// What is known and supposed now.
    pool: String,
    /// What could be done next.
    choices: String,
    /// The answer, when it has been thought to the end.
    answer: Option<AnswerDocument>,
    /// The answer to a question about what to do, which is not thought about cycle by cycle.
    counsel: Option<CounselDocument>,
}

pub(crate) fn think(
    chapter: &Chapter,
    problem: &str,
    question: &str,
    cycles: Option<usize>,
    watch: &Watch,
) -> Result<ThinkingAnswer, Refused> {
    let request = ThinkingRequest::default();
    let counsel = chapter.counsel(problem, question, &request, watch);
    if let Some(counsel) = counsel.map_err(refused)? {
        return Ok(ThinkingAnswer {
            cycles: 0,
            done: String::new(),
            pool: String::new(),
            choices: String::new(),
            answer: None,
            counsel: Some(counsel),
        });
    }
    let thinking = chapter.think(problem, question, &request, watch);
    let mut thinking = thinking.map_err(refused)?;
    let Some(cycles) = cycles else {
        let answer = thinking.answer();
        return Ok(ThinkingAnswer {
            cycles: answer.cycles as usize,
            done: String::new(),
            pool: thinking.pool(),
            choices: String::new(),
            answer: Some(answer),
            counsel: None,
        });
    };
    if cycles > MAX_CYCLES {
        return Err(refused(format!(
            "at most {MAX_CYCLES} cycles are shown one by one"
        )));
    }
    let (mut made, mut done) = (0, String::new());
    while made < cycles && thinking.choices().0 > 0 {
        done = thinking.choose(0);
        made += 1;
    }
    let (n_choices, choices) = thinking.choices();
    Ok(ThinkingAnswer {
        cycles: made,
        done,
        pool: thinking.pool(),
        choices,
        answer: (n_choices == 0).then(|| thinking.answer()),
        counsel: None,
    })
}

/// No search for a combination looks at more positions unless it is asked to.
const MAX_NODES: u64 = 20_000;

pub(crate) fn combine(
    position: &str,
    goal: &str,
    trace: bool,
    nodes: Option<u64>,
    watch: &Watch,
) -> Result<CombinationDocument, Refused> {
    let request = CombinationRequest {
        tree: true,
        trace,
        ..CombinationRequest::new(goal)
    };
    let watch = watch.clone().with_nodes(nodes.unwrap_or(MAX_NODES));
    find_combination(position, &request, &watch).map_err(refused)
}
