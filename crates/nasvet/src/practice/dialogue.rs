//! Practice as a state machine: one line in, one reply out, and the progress that it leaves.
//!
//! It prints nothing, opens nothing and looks at no clock: chapters and tables come from a [`Host`], the time comes with
//! every line, and the progress document goes out with every reply that has changed it.

use documents::PracticeDocument;

use crate::advice::Notice;
use crate::chapter::Chapters;
use crate::practice::command::{LearnerAct, LearnerCommand, list};
use crate::practice::course::Course;
use crate::practice::judging::Tables;
use crate::practice::layout::{PracticeSettings, sentence};
use crate::practice::picture::show_progress;
use crate::practice::progress::due_now;
use crate::practice::task::{LearnerTask, Origin};
use crate::session::Host;
use crate::session::random::Random;
use crate::verdict::MoveVerdict;

/// How practice begins.
#[derive(Clone, Debug)]
pub struct PracticeBeginning {
    /// The chapter, by its name or file; none: what is due, or what was practised last.
    pub chapter: Option<String>,
    /// The first position; otherwise one is chosen.
    pub position: Option<String>,
    /// Where chance begins.
    pub seed: u64,
    /// What was practised before.
    pub progress: PracticeDocument,
    /// How it is shown.
    pub settings: PracticeSettings,
}

/// Practice by one chapter at a time: one line in, one reply out.
///
/// ```
/// use nasvet::practice::{Practice, PracticeBeginning};
/// use nasvet::session::Rehearsal;
///
/// let beginning = PracticeBeginning {
///     position: Some("3k4/8/3K4/8/8/8/8/R7 w - -".into()),
///     ..PracticeBeginning::of("krk")
/// };
/// let now = 1_700_000_000;
/// let (mut practice, first) = Practice::begin(Box::new(Rehearsal::new()), beginning, now)?;
/// assert!(first.text.contains("White to move and win."));
/// let reply = practice.line("Ra8", now + 5);
/// assert!(reply.text.contains("Checkmate."));
/// assert_eq!(reply.progress.expect("a task has ended").chapters[0].ideas[0].solved, 1);
/// # Ok::<(), String>(())
/// ```
pub struct Practice {
    pub(crate) host: Box<dyn Host>,
    pub(crate) course: Course,
    pub(crate) task: LearnerTask,
    /// A mistake that has not been taken back.
    pub(crate) mistake: Option<Mistake>,
    pub(crate) random: Random,
    pub(crate) progress: PracticeDocument,
    pub(crate) settings: PracticeSettings,
    pub(crate) chapters: Chapters,
    is_over: bool,
    n_failures: usize,
}

/// An answer.
#[derive(Clone, PartialEq, Debug)]
pub struct PracticeReply {
    /// Its lines, each with its end.
    pub text: String,
    /// Could the line be understood and carried out?
    pub success: bool,
    /// The progress, if the line has changed it; whoever holds the conversation keeps it.
    pub progress: Option<PracticeDocument>,
}

/// Practice at the moment when it waits for a line.
#[derive(Clone, Debug)]
pub struct PracticeMoment {
    /// What stands before the line.
    pub prompt: String,
    /// The legal moves, to complete what is typed.
    pub moves: Vec<String>,
    /// The position on the board.
    pub position: String,
    /// What the task is: `White to move and win.`
    pub goal: String,
    /// The idea that is practised, once the task has ended.
    pub idea: Option<String>,
    /// The position in which the task began, and the moves since.
    pub game: (String, Vec<String>),
    /// Which line is waited for.
    pub waits: PracticeWaits,
    /// A mistake that has not been taken back, and the moves that punish it; the mistake comes first.
    pub punished: Vec<String>,
}

/// Which line practice waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PracticeWaits {
    /// A move.
    Move,
    /// `again`, after a mistake.
    Again,
    /// `next`: the task has ended.
    Next,
}

/// A mistake, with what punishes it.
pub(crate) struct Mistake {
    pub(crate) m: String,
    pub(crate) verdict: MoveVerdict,
    pub(crate) notices: Vec<Notice>,
}

/// What is said, or why a line could not be carried out.
pub(crate) type Told = Result<String, String>;

impl PracticeBeginning {
    /// Practice of a chapter, by one who begins today.
    pub fn of(chapter: &str) -> PracticeBeginning {
        PracticeBeginning {
            chapter: Some(chapter.into()),
            position: None,
            seed: 1,
            progress: PracticeDocument::default(),
            settings: PracticeSettings::default(),
        }
    }
}

/// The chapter for those who begin and name none.
const CHAPTER: &str = "krk";

const GREETING: &str = "Practice: you play the side with something to do, and every move is judged at once. \
    Enter a move such as Kd4. `hint` helps in steps, `again` takes a mistake back, `help` lists the rest.";

impl Practice {
    /// Begins practice at a time in seconds since 1970, and gives the first thing that is said.
    ///
    /// If there is no such chapter, or nothing in it to practise, there is no practice either, and the reason is given.
    pub fn begin(
        mut host: Box<dyn Host>,
        beginning: PracticeBeginning,
        now: u64,
    ) -> Result<(Practice, PracticeReply), String> {
        let PracticeBeginning {
            chapter,
            position,
            seed,
            mut progress,
            settings,
        } = beginning;
        let mut said = String::new();
        // Whoever has practised before knows what this is.
        let is_first = chapter.is_none() && progress.last.is_none();
        if is_first {
            said += &settings.wrapped(GREETING);
        }
        let mut random = Random::new(seed);
        let chapter = match chapter {
            Some(chapter) => chapter,
            None => chapter_at_hand(&mut *host, &progress, now),
        };
        let mut course = Course::new(host.chapter(&chapter)?, settings.nodes)?;
        let mut tables = Tables(&mut *host);
        let task = match position {
            Some(position) => {
                let read = course.chapter.position(&position);
                read.map_err(|error| format!("the position `{position}`: {error}"))?;
                let task = course.task_at(&mut tables, &position, Origin::Given)?;
                task.ok_or_else(|| {
                    format!("the position `{position}`: there is nothing to win or to hold here")
                })?
            }
            None => course.next(&mut tables, &progress, &mut random, now)?,
        };
        let is_new = progress.last.as_deref() != Some(course.chapter.name());
        if is_new {
            progress.last = Some(course.chapter.name().into());
        }
        let mut practice = Practice {
            host,
            course,
            task,
            mistake: None,
            random,
            progress,
            settings,
            chapters: Chapters::default(),
            is_over: false,
            n_failures: 0,
        };
        if is_first {
            said += &practice.list_names();
        }
        said += &practice.told_due(now);
        if !said.is_empty() {
            said.push('\n');
        }
        said += &practice.announced();
        let reply = practice.reply(Ok(said), is_new);
        Ok((practice, reply))
    }

    /// Answers one line, at a time in seconds since 1970. After the end every line is answered by the same sentence.
    pub fn line(&mut self, line: &str, now: u64) -> PracticeReply {
        if self.is_over {
            return self.reply(Err("Practice is over.\n".into()), false);
        }
        let before = self.progress.clone();
        let said = self.answer(line, now);
        let has_changed = self.progress != before;
        self.reply(said, has_changed)
    }

    /// Has the learner left?
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// How many lines could not be carried out.
    pub fn n_failures(&self) -> usize {
        self.n_failures
    }

    /// What was practised.
    pub fn progress(&self) -> &PracticeDocument {
        &self.progress
    }

    /// What an interface shows while practice waits for a line.
    pub fn moment(&self) -> PracticeMoment {
        let moves = match self.is_playing() {
            true => self.task.position().moves(),
            false => Vec::new(),
        };
        let side = self.task.start().side_to_move();
        let waits = match (&self.mistake, &self.task.end) {
            (_, Some(_)) => PracticeWaits::Next,
            (Some(_), None) => PracticeWaits::Again,
            (None, None) => PracticeWaits::Move,
        };
        let mistake = self.mistake.as_ref();
        PracticeMoment {
            prompt: format!("{}> ", self.course.chapter.name()),
            moves: moves.into_iter().map(|m| m.text).collect(),
            position: self.task.position().text(),
            goal: self.task.goal.sentence(&side),
            idea: self.task.end.as_ref().and(self.task.idea.clone()),
            game: (self.task.start().text(), self.task.moves.clone()),
            waits,
            punished: mistake.map_or(Vec::new(), |mistake| mistake.verdict.line.clone()),
        }
    }

    fn reply(&mut self, said: Told, has_changed: bool) -> PracticeReply {
        let success = said.is_ok();
        self.n_failures += usize::from(!success);
        PracticeReply {
            text: said.unwrap_or_else(|problem| problem),
            success,
            progress: has_changed.then(|| self.progress.clone()),
        }
    }

    /// Does the task wait for a move?
    pub(crate) fn is_playing(&self) -> bool {
        self.mistake.is_none() && self.task.end.is_none()
    }

    fn answer(&mut self, line: &str, now: u64) -> Told {
        let line = line.trim();
        if line.starts_with('#') {
            return Ok(String::new());
        }
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if line.is_empty() {
            return match (&self.mistake, &self.task.end) {
                (_, Some(_)) => self.next_task(now),
                (Some(_), None) => self.again(),
                (None, None) => Ok(String::new()),
            };
        }
        let Some(command) = LearnerCommand::named(first) else {
            return self.enter(line, now);
        };
        if command.takes.is_empty() && !rest.is_empty() {
            let name = command.name;
            return Err(self.sentence(&format!("`{name}` takes nothing more; say only `{name}`")));
        }
        match command.act {
            LearnerAct::Hint => self.hint(now),
            LearnerAct::Why => self.why(rest),
            LearnerAct::Show => self.show(now),
            LearnerAct::Again => self.again(),
            LearnerAct::Next => match self.task.end {
                Some(_) => self.next_task(now),
                None => Err(self.sentence("this task has not ended; `skip` leaves it")),
            },
            LearnerAct::Skip => self.next_task(now),
            LearnerAct::Progress => Ok(show_progress(
                &self.progress,
                Some((self.course.chapter.name(), &self.course.ideas)),
                now,
                self.settings,
            )),
            LearnerAct::Ideas => Ok(self.list_ideas()),
            LearnerAct::Idea => self.choose_idea(rest, now),
            LearnerAct::Chapter => self.change_chapter(rest, now),
            LearnerAct::Chapters => Ok(self.list_chapters()),
            LearnerAct::Board => Ok(self.board()),
            LearnerAct::Help => Ok(list(self.settings)),
            LearnerAct::Quit => {
                self.is_over = true;
                Ok("Goodbye.\n".into())
            }
        }
    }

    pub(crate) fn sentence(&self, message: &str) -> String {
        sentence(message, self.settings)
    }
}

/// The chapter for one who names none: where something is due, else the last one, else the first to learn.
fn chapter_at_hand(host: &mut dyn Host, progress: &PracticeDocument, now: u64) -> String {
    let due = progress.chapters.iter().filter_map(|chapter| {
        let first = due_now(chapter, now).first().map(|repeat| repeat.due)?;
        Some((first, &chapter.chapter))
    });
    let mut due: Vec<(u64, &String)> = due.collect();
    due.sort();
    let wanted = due.into_iter().map(|(_, chapter)| chapter);
    let mut wanted = wanted.chain(progress.last.as_ref());
    // A chapter of the learner's own may be gone since, and puzzles are in a file that only he knows.
    let found = wanted.find(|name| host.chapter(name).is_ok());
    found.map_or_else(|| CHAPTER.into(), String::clone)
}
