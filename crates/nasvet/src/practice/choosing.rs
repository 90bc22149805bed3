//! What is practised: the next task and how it is set, the ideas of a chapter, and the chapters.

use std::sync::Arc;

use crate::chapter::Chapter;
use crate::picture::{Mark, Style, draw};
use crate::position::Position;
use crate::practice::course::Course;
use crate::practice::dialogue::{Practice, Told};
use crate::practice::judging::{GAME, Tables};
use crate::practice::layout::{plural, sentence};
use crate::practice::progress::due_now;
use crate::practice::task::{LearnerTask, Origin};

impl Practice {
    pub(crate) fn next_task(&mut self, now: u64) -> Told {
        let before = self.progress.clone();
        self.leave();
        let mut tables = Tables(&mut *self.host);
        let next = self
            .course
            .next(&mut tables, &self.progress, &mut self.random, now);
        match next {
            Ok(task) => {
                self.set(task);
                Ok(self.announced())
            }
            Err(problem) => {
                self.progress = before;
                Err(self.sentence(&problem))
            }
        }
    }

    /// Sets a task in the place of the one before it.
    fn set(&mut self, task: LearnerTask) {
        self.task = task;
        self.mistake = None;
    }

    /// A task is left: an example that was seen does not come first again, nor does what was left without an answer.
    fn leave(&mut self) {
        let start = self.task.start().text();
        match self.task.origin {
            Origin::Example => {
                let chapter = self.own_progress();
                if !chapter.examples.contains(&start) {
                    chapter.examples.push(start);
                }
            }
            Origin::Repeat if self.task.end.is_none() && !self.task.missed.contains(&start) => {
                self.course.skipped.push(start);
            }
            Origin::Repeat | Origin::Drawn | Origin::Given => {}
        }
    }

    /// The task as it is set: the chapter, what is to be done, and the board. The idea is not named.
    pub(crate) fn announced(&self) -> String {
        let Chapter { name, .. } = &self.course.chapter;
        let title = format!("{} ({name})", self.course.chapter.title());
        let side = self.task.start().side_to_move();
        let goal = self.task.goal.sentence(&side);
        let goal = match self.task.origin {
            Origin::Repeat => format!("Once more, since you missed it before: {goal}"),
            Origin::Example | Origin::Drawn | Origin::Given => goal,
        };
        format!(
            "{}\n{}{}",
            self.settings.bold(&title),
            self.settings.wrapped(&goal),
            self.board()
        )
    }

    /// The board as it stands, from the learner's side.
    pub(crate) fn board(&self) -> String {
        let n_moves = self.task.moves.len();
        let last = n_moves
            .checked_sub(1)
            .map(|idx| (&self.task.positions[idx], self.task.moves[idx].as_str()));
        self.drawn(self.task.position(), last)
    }

    /// A position with the last move marked: the position before it, and the move.
    pub(crate) fn drawn(&self, position: &Position, last: Option<(&Position, &str)>) -> String {
        if self.settings.is_page {
            return String::new();
        }
        let arrow = last.and_then(|(before, m)| {
            let mut moves = before.moves().into_iter();
            moves.find(|other| other.text == m)?.arrow
        });
        let marks: Vec<(String, Mark)> = arrow
            .into_iter()
            .flat_map(|(from, to)| [(from, Mark::From), (to, Mark::To)])
            .collect();
        let style = Style {
            flipped: self.task.is_black(),
            ..self.settings.style
        };
        draw(GAME, &position.text(), &marks, style).unwrap_or_default()
    }

    pub(crate) fn list_ideas(&self) -> String {
        let mut said = String::new();
        for (idx, idea) in self.course.ideas.iter().enumerate() {
            let mark = match self.course.only == Some(idx) {
                true => "  (this one)",
                false => "",
            };
            said += &format!("{:>3}. {}{mark}\n", idx + 1, idea.name);
        }
        said + "`idea N` practises one of them, `idea all` all.\n"
    }

    pub(crate) fn choose_idea(&mut self, rest: &str, now: u64) -> Told {
        let only = match rest {
            "all" => None,
            _ => {
                let n: Option<usize> = rest.parse().ok();
                let idx = n.and_then(|n| n.checked_sub(1));
                let idx = idx.filter(|idx| *idx < self.course.ideas.len());
                Some(idx.ok_or_else(|| {
                    let n = self.course.ideas.len();
                    self.sentence(&format!(
                        "say `idea` and a number from 1 to {n}, or `idea all`"
                    ))
                })?)
            }
        };
        let before = std::mem::replace(&mut self.course.only, only);
        let said = self.next_task(now);
        if said.is_err() {
            self.course.only = before;
        }
        said
    }

    pub(crate) fn change_chapter(&mut self, name: &str, now: u64) -> Told {
        let settings = self.settings;
        if name.is_empty() {
            return Err(self.sentence("say which one: `chapters` lists them"));
        }
        let chapter = self.host.chapter(name);
        let course = chapter.and_then(|chapter| Course::new(chapter, settings.nodes));
        let mut course = course.map_err(|problem| sentence(&problem, settings))?;
        let mut tables = Tables(&mut *self.host);
        let task = course.next(&mut tables, &self.progress, &mut self.random, now);
        let task = task.map_err(|problem| sentence(&problem, settings))?;
        self.leave();
        self.course = course;
        self.set(task);
        self.progress.last = Some(self.course.chapter.name().into());
        Ok(self.announced())
    }

    /// The shipped chapters that can be practised.
    pub(crate) fn practicable(&mut self) -> Vec<Arc<Chapter>> {
        let nodes = self.settings.nodes;
        let shipped = self.chapters.shipped().iter();
        shipped
            .filter(|chapter| Course::new((***chapter).clone(), nodes).is_ok())
            .cloned()
            .collect()
    }

    /// The names of the chapters that can be practised.
    pub fn chapter_names(&mut self) -> Vec<String> {
        let chapters = self.practicable().into_iter();
        chapters.map(|chapter| chapter.name().to_owned()).collect()
    }

    pub(crate) fn list_names(&mut self) -> String {
        let names = self.chapter_names().join(", ");
        let said = format!("Chapters: {names}. `chapter NAME` changes to another.");
        self.settings.wrapped(&said)
    }

    pub(crate) fn list_chapters(&mut self) -> String {
        let chapters = self.practicable();
        chapters.iter().map(|chapter| chapter.line()).collect()
    }

    /// How many positions are due now, if any.
    pub(crate) fn told_due(&self, now: u64) -> String {
        let due: Vec<(&str, u64)> = self
            .progress
            .chapters
            .iter()
            .map(|chapter| {
                let n_due = due_now(chapter, now).len() as u64;
                (chapter.chapter.as_str(), n_due)
            })
            .filter(|(_, n_due)| *n_due > 0)
            .collect();
        if due.is_empty() {
            return String::new();
        }
        let total: u64 = due.iter().map(|(_, n_due)| n_due).sum();
        let parts: Vec<String> = due
            .iter()
            .map(|(name, n_due)| format!("{name} {n_due}"))
            .collect();
        let verb = if total == 1 { "is" } else { "are" };
        self.settings.wrapped(&format!(
            "{} {verb} due again: {}.",
            plural(total, "position"),
            parts.join(", ")
        ))
    }
}
