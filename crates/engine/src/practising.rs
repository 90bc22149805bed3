//! Practice without a memory: a request brings all lines since the beginning, and gets what is said after the last.
//!
//! So a page may reload, and a server end and begin again, in the middle of a task.

use std::sync::{Arc, Mutex, PoisonError};

use documents::PracticeDocument;
use nasvet::practice::{Practice, PracticeBeginning, PracticeSettings, PracticeWaits};
use nasvet::session::{Host, Interruption, Replace, no_chapter, no_file};
use nasvet::{Chapter, MoveVerdict, Referee, Stop, Worth};
use serde::Serialize;

use crate::board::{BoardAnswer, MoveAnswer, shown, written};
use crate::chapters::KnownChapters;
use crate::refused::{Refused, refused};
use crate::request::{ChapterChoice, PracticeLine};

/// No task takes more lines.
const MAX_LINES: usize = 400;

/// What is said, and where practice is now.
#[derive(Serialize)]
pub(crate) struct PracticeAnswer {
    chapter: String,
    title: String,
    goal: String,
    /// What the last line brought: sentences, each on its own line, those about a move with the move before them.
    said: Vec<SaidLine>,
    success: bool,
    /// The position in which the task began, and the moves since.
    start: String,
    moves: Vec<String>,
    board: BoardAnswer,
    last: Option<MoveAnswer>,
    /// `move`, `again` or `next`.
    waits: &'static str,
    idea: Option<String>,
    /// After a mistake: the moves that punish it, and the board after the first two of them.
    punished: Vec<String>,
    after: Option<BoardAnswer>,
    progress: PracticeDocument,
}

#[derive(Serialize)]
struct SaidLine {
    /// `1.`, `1…`
    label: String,
    m: String,
    text: String,
}

/// How practice begins.
pub(crate) struct PracticeStart {
    pub(crate) chapter: Option<String>,
    pub(crate) position: Option<String>,
    pub(crate) seed: u64,
    pub(crate) now: u64,
    pub(crate) progress: PracticeDocument,
}

pub(crate) fn practise(
    start: PracticeStart,
    lines: &[PracticeLine],
    chapters: &mut KnownChapters,
    referee: &Arc<Mutex<Referee>>,
    stop: &Stop,
) -> Result<PracticeAnswer, Refused> {
    if lines.len() > MAX_LINES {
        return Err(refused(format!("a task has at most {MAX_LINES} lines")));
    }
    let host = DeskHost {
        referee: Arc::clone(referee),
        stop: stop.clone(),
    };
    let beginning = PracticeBeginning {
        chapter: start.chapter,
        position: start.position,
        seed: start.seed,
        progress: start.progress,
        settings: PracticeSettings {
            is_page: true,
            ..PracticeSettings::default()
        },
    };
    let (mut practice, mut reply) =
        Practice::begin(Box::new(host), beginning, start.now).map_err(Refused)?;
    for line in lines {
        reply = practice.line(&line.line, line.now);
    }
    let moment = practice.moment();
    let name = moment.prompt.trim_end_matches("> ").to_owned();
    let chapter = chapters.get(&ChapterChoice::Shipped(name.clone()))?;
    let position = chapter.position(&moment.position).map_err(refused)?;
    let (began, moves) = moment.game;
    let mut before = chapter.position(&began).map_err(refused)?;
    let mut last = None;
    for m in &moves {
        last = Some(written(&before, m));
        before = before.play(m).map_err(refused)?;
    }
    let mut after = None;
    for m in moment.punished.iter().take(2) {
        let from = after.as_ref().unwrap_or(&position);
        after = Some(from.play(m).map_err(refused)?);
    }
    // The page has a place of its own for the title and the task.
    let title = format!("{} ({name})", chapter.title());
    let said = reply.text.lines();
    let said = said.filter(|line| *line != title && *line != moment.goal);
    let said = said.filter_map(said_line).collect();
    Ok(PracticeAnswer {
        title: chapter.title().into(),
        chapter: name,
        goal: moment.goal,
        said,
        success: reply.success,
        start: began,
        moves,
        board: shown(&position),
        last,
        waits: match moment.waits {
            PracticeWaits::Move => "move",
            PracticeWaits::Again => "again",
            PracticeWaits::Next => "next",
        },
        idea: moment.idea,
        punished: moment.punished,
        after: after.as_ref().map(shown),
        progress: practice.progress().clone(),
    })
}

/// A line that begins with the number of a move is about that move.
fn said_line(line: &str) -> Option<SaidLine> {
    let line = line.trim();
    if line.is_empty() {
        return None;
    }
    let mut words = line.split_whitespace();
    let label = words.next().unwrap_or_default();
    let is_number =
        label.starts_with(|ch: char| ch.is_ascii_digit()) && label.ends_with(['.', '…']);
    if !is_number {
        return Some(SaidLine {
            label: String::new(),
            m: String::new(),
            text: line.into(),
        });
    }
    Some(SaidLine {
        label: label.into(),
        m: words.next().unwrap_or_default().into(),
        text: words.collect::<Vec<_>>().join(" "),
    })
}

/// The world around practice: shipped chapters and shared tables, no files and no clock.
struct DeskHost {
    referee: Arc<Mutex<Referee>>,
    stop: Stop,
}

impl Host for DeskHost {
    fn read(&mut self, file: &str) -> Result<String, String> {
        Err(no_file(file))
    }

    fn write(&mut self, file: &str, _text: &str, _replace: Replace) -> Result<(), String> {
        Err(no_file(file))
    }

    fn chapter(&mut self, name: &str) -> Result<Chapter, String> {
        Chapter::shipped(name).ok_or_else(|| no_chapter(name))
    }

    fn worths(&mut self, game: &str, position: &str, _stop: &Stop) -> Result<Vec<Worth>, String> {
        let mut referee = self.referee.lock().unwrap_or_else(PoisonError::into_inner);
        referee.worths(game, position, &self.stop)
    }

    fn verdict(
        &mut self,
        game: &str,
        position: &str,
        m: Option<&str>,
        _stop: &Stop,
    ) -> Result<MoveVerdict, String> {
        let mut referee = self.referee.lock().unwrap_or_else(PoisonError::into_inner);
        referee.verdict(game, position, m, &self.stop)
    }

    fn search_begins(&mut self, _seconds: Option<u64>) -> Stop {
        self.stop.clone()
    }

    fn search_ends(&mut self) -> Interruption {
        Interruption::None
    }
}
