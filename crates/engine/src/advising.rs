//! Our move with its reasons, and their best reply.

use nasvet::documents::AdviceDocument;
use nasvet::{AdviceRequest, Chapter, Mode, Referee, Stop, Watch};
use serde::Serialize;

use crate::board::{BoardAnswer, MoveAnswer, shown, written};
use crate::refused::{Refused, refused};

/// What a chapter says in a position.
#[derive(Serialize)]
pub(crate) struct AdviceAnswer {
    advice: AdviceDocument,
    /// Our move, as one plays it.
    #[serde(skip_serializing_if = "Option::is_none")]
    m: Option<MoveAnswer>,
    /// What could not be answered, in a sentence without its capital.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// What is asked about a position.
pub(crate) struct WantedAdvice {
    pub(crate) why: bool,
    pub(crate) why_not: Option<String>,
    pub(crate) tree: bool,
    pub(crate) stats: bool,
}

pub(crate) fn advise(
    chapter: &Chapter,
    position: &str,
    wanted: WantedAdvice,
    referee: &mut Referee,
    watch: &Watch,
) -> Result<AdviceAnswer, Refused> {
    let request = AdviceRequest {
        // The answer depends on the position alone, so a link to it says all.
        mode: Mode::Weak,
        why: wanted.why,
        why_not: wanted.why_not,
        tree: wanted.tree,
        stats: wanted.stats,
        more: true,
        ..AdviceRequest::default()
    };
    let given = chapter.advise(position, &request, referee, watch);
    let given = given.map_err(Refused)?;
    let first = given.document.moves.first();
    let m = first.and_then(|first| first.m.clone());
    let m = m.and_then(|m| Some(written(&chapter.position(position).ok()?, &m)));
    Ok(AdviceAnswer {
        m,
        problem: given.problem,
        advice: given.document,
    })
}

/// Their move.
#[derive(Serialize)]
pub(crate) struct ReplyAnswer {
    m: MoveAnswer,
    board: BoardAnswer,
    /// By the tables?
    best: bool,
}

pub(crate) fn reply(
    chapter: &Chapter,
    position: &str,
    referee: &mut Referee,
    stop: &Stop,
) -> Result<ReplyAnswer, Refused> {
    let position = chapter.position(position).map_err(refused)?;
    let worths = referee.worths(chapter.game(), &position.text(), stop).ok();
    let best = worths.and_then(|worths| Some(worths.first()?.m.clone()));
    let is_best = best.is_some();
    let m = match best {
        Some(m) => m,
        None => {
            let first = position.moves().into_iter().next();
            first.ok_or_else(|| refused("the game is over"))?.text
        }
    };
    let next = position.play(&m).map_err(refused)?;
    Ok(ReplyAnswer {
        m: written(&position, &m),
        board: shown(&next),
        best: is_best,
    })
}
