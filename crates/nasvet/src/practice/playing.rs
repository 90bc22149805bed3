//! Moves in practice: read, judged at once by the result and by the chapter's method, answered, taken back.

use documents::{PracticeChapterDocument, TaskResultName};
use verify::Wdl;

use crate::advice::{Notice, NoticeKind};
use crate::position::Position;
use crate::practice::command::without_number;
use crate::practice::course::Course;
use crate::practice::dialogue::{Mistake, Practice, Told};
use crate::practice::judging::{JudgedMove, Tables, moves_to_mate};
use crate::practice::layout::{Tone, lowered, sentence, until};
use crate::practice::progress::{chapter_of, note_answer, note_day, note_result};
use crate::practice::schedule::Rating;
use crate::practice::task::{Origin, TaskEnd};
use crate::session::record::{MoveCount, number};
use crate::verdict::verdict as verdict_sentence;

impl Practice {
    pub(crate) fn enter(&mut self, text: &str, now: u64) -> Told {
        let text = without_number(text);
        if let Some(mistake) = &self.mistake {
            let message = format!("first take {} back with `again`", mistake.m);
            return Err(self.sentence(&message));
        }
        if self.task.end.is_some() {
            return Err(self.sentence("this task has ended; `next` gives another"));
        }
        let m = self.read_move(text)?;
        let judged = JudgedMove::new(&self.task.worths, &m);
        let judged = judged.ok_or_else(|| self.sentence("the tables do not know this move"))?;
        let mut tables = Tables(&mut *self.host);
        let notices = self.course.notices(&mut tables, self.task.position(), &m);
        let after = self.after(&m)?;
        match judged.gives_away() {
            true => self.err_on(&m, notices, &after, now),
            false => self.go_on(&m, judged, &notices, after, now),
        }
    }

    /// The move that a text means, as the game writes it.
    pub(crate) fn read_move(&self, text: &str) -> Result<String, String> {
        let position = self.task.position();
        let next = position.play(text).map_err(|error| {
            let looks_like_a_move = text.chars().any(|ch| ch.is_ascii_digit()) || text.len() < 3;
            match looks_like_a_move {
                true => self.sentence(&error.message),
                false => self.sentence(&format!(
                    "`{}` is neither a command nor a legal move here; `help` lists the commands",
                    text.chars().take(40).collect::<String>()
                )),
            }
        })?;
        let mut moves = position.moves().into_iter();
        let m = moves.find(|m| position.play(&m.text).is_ok_and(|other| other == next));
        let m = m.ok_or_else(|| self.sentence("this move is not among the legal ones"))?;
        Ok(m.text)
    }

    pub(crate) fn after(&self, m: &str) -> Result<Position, String> {
        let played = self.task.position().play(m);
        played.map_err(|error| self.sentence(&error.message))
    }

    /// The label of the next move: `3.`, `3…`.
    pub(crate) fn label(&self) -> String {
        let first = MoveCount {
            number: 1,
            second: self.task.is_black(),
        };
        number(first, self.task.moves.len())
    }

    /// A move that gives the result away: it is shown with what punishes it, and comes again.
    fn err_on(&mut self, m: &str, notices: Vec<Notice>, after: &Position, now: u64) -> Told {
        let found = Tables(&mut *self.host).verdict(self.task.position(), m);
        let verdict = found.map_err(|problem| self.sentence(&problem))?;
        let said = verdict_sentence(&verdict, None);
        let label = self.label();
        let mut said = self
            .settings
            .move_line(&label, &format!("{m}?"), &said, Some(Tone::Bad));
        // The reply that punishes it is on the board, too, unless the game is over.
        let reply = verdict.line.get(1);
        let punished = reply.and_then(|reply| Some((after.play(reply).ok()?, reply)));
        said += &match &punished {
            Some((position, reply)) => self.drawn(position, Some((after, reply))),
            None => self.drawn(after, Some((self.task.position(), m))),
        };
        let again = self.note_missed(now);
        let commands = format!("`again` takes {m} back, `why` says more, `skip` goes on.");
        let commands = self.settings.typed(&commands);
        said += &self.settings.wrapped(&format!("{commands}{again}"));
        self.mistake = Some(Mistake {
            m: m.into(),
            verdict,
            notices,
        });
        Ok(said)
    }

    /// The position was missed: it comes again. Says when, the first time.
    pub(crate) fn note_missed(&mut self, now: u64) -> String {
        let position = self.task.position().text();
        if self.task.missed.contains(&position) {
            return String::new();
        }
        self.task.missed.push(position.clone());
        let idea = match position == self.task.start().text() {
            true => self.task.idea.clone(),
            false => {
                let mut tables = Tables(&mut *self.host);
                let (advised, _) = self.course.advised(&mut tables, self.task.position());
                let idea = advised.and_then(|advised| advised.idea);
                idea.map(|idea| self.course.ideas[idea].name.clone())
            }
        };
        let chapter = self.own_progress();
        let due = note_answer(chapter, &position, idea.as_deref(), Rating::Again, now);
        format!(
            " This position comes again {}.",
            until(due.saturating_sub(now))
        )
    }

    pub(crate) fn own_progress(&mut self) -> &mut PracticeChapterDocument {
        let Course {
            chapter, digest, ..
        } = &self.course;
        chapter_of(&mut self.progress, chapter.name(), digest)
    }

    /// A move that keeps the result: it is judged, and answered.
    pub(crate) fn go_on(
        &mut self,
        m: &str,
        judged: JudgedMove,
        notices: &[Notice],
        after: Position,
        now: u64,
    ) -> Told {
        let (label, before) = (self.label(), self.task.position().clone());
        // What may fail comes before anything is changed.
        let positions = [&self.task.positions[..], std::slice::from_ref(&after)].concat();
        let mut tables = Tables(&mut *self.host);
        let problem = |problem: String| sentence(&problem, self.settings);
        let mut ahead = self.task.clone();
        ahead.play(m, after.clone());
        let mut end = ahead.ending(true);
        let mut reply = None;
        if end.is_none() {
            let defence = tables.defence(&after, &positions).map_err(problem)?;
            if let Some(m) = defence {
                let next = after.play(&m).map_err(|error| problem(error.message))?;
                let worths = tables.worths(&next).map_err(problem)?;
                ahead.play(&m, next);
                end = ahead.ending(false);
                ahead.turn(worths);
                reply = Some(m);
            }
        }
        self.task = ahead;
        let (judgement, tone) = self.judgement(m, judged, notices);
        let mut said = self.settings.move_line(&label, m, &judgement, Some(tone));
        let last = match &reply {
            Some(reply) => {
                let label = number(
                    MoveCount {
                        number: 1,
                        second: self.task.is_black(),
                    },
                    self.task.moves.len() - 1,
                );
                said += &self.settings.move_line(&label, reply, "", None);
                (&after, reply.as_str())
            }
            None => (&before, m),
        };
        said += &self.drawn(self.task.position(), Some(last));
        match end {
            Some(end) => said += &self.finish(end, now),
            None => {
                let shuffling = self.task.shuffling();
                let told = shuffling.map(|told| self.settings.wrapped(&told));
                said += &self
                    .settings
                    .toned(&told.unwrap_or_default(), Some(Tone::Slow));
            }
        }
        Ok(said)
    }

    /// What is said of a move that keeps the result, by the result and by the method.
    pub(crate) fn judgement(
        &self,
        m: &str,
        judged: JudgedMove,
        notices: &[Notice],
    ) -> (String, Tone) {
        // Whatever a move gives up, where nothing was better there is nothing to say against it.
        let had_choice = match judged.had.wdl() {
            Wdl::Win => !judged.is_best(),
            Wdl::Draw | Wdl::Loss => judged.n_keeping > 1,
        };
        let slip = notices
            .iter()
            .find(|notice| had_choice && notice.kind == NoticeKind::Slip);
        let gain = notices
            .iter()
            .find(|notice| notice.kind == NoticeKind::Gain);
        let but = slip.map_or(String::new(), |slip| {
            format!(", but {}", lowered(&slip.text))
        });
        let and = match (slip, gain) {
            (None, Some(gain)) => format!(" {}", gain.text),
            (Some(_), _) | (None, None) => String::new(),
        };
        let tone = match (slip, judged.is_best()) {
            (None, true) => Tone::Good,
            (Some(_), _) | (None, false) => Tone::Slow,
        };
        if judged.had.wdl() != Wdl::Win {
            let held = match (judged.n_keeping, judged.n_moves) {
                (_, 1) => "Still a draw; there was no other move".to_owned(),
                (1, _) => format!("{m} holds, and nothing else did"),
                (_, _) => "Still a draw".to_owned(),
            };
            let count = match self.task.goal.moves {
                Some(wanted) => format!(" Move {} of {wanted}.", self.task.n_moves()),
                None => String::new(),
            };
            return (format!("{held}{but}.{and}{count}"), tone);
        }
        // With this move made, one move less is left.
        let left = |value| moves_to_mate(value).unwrap_or_default().saturating_sub(1);
        let (now, best) = (left(judged.has), left(judged.had));
        // `why` counts this move, too; so it is said that these are more.
        let more = match now {
            1 => "one more move".to_owned(),
            _ => format!("{now} more moves"),
        };
        let said = match (now, slip, judged.is_best()) {
            (0, _, _) => String::new(),
            (_, None, true) => {
                format!("Still winning, and nothing is faster: mate in {more}.{and}")
            }
            (_, None, false) => {
                format!("Still winning: mate in {more}; it could be {best}.{and}")
            }
            (_, Some(_), _) => format!("Still winning{but}. Mate in {more}; it could be {best}."),
        };
        (said, tone)
    }

    /// The task has ended: its result is noted and told.
    pub(crate) fn finish(&mut self, end: TaskEnd, now: u64) -> String {
        let happened = end.sentence.clone();
        let is_lost = !end.is_reached;
        self.task.end = Some(end);
        let result = self.task.result();
        let start = self.task.start().text();
        let (origin, idea) = (self.task.origin, self.task.idea.clone());
        let mut comes_again = None;
        let was_missed = self.task.missed.contains(&start);
        let helped = self.task.helped;
        let chapter = self.own_progress();
        if let Some(idea) = &idea {
            note_result(chapter, idea, result);
        }
        if origin == Origin::Example && !chapter.examples.contains(&start) {
            chapter.examples.push(start.clone());
        }
        if is_lost && !was_missed {
            comes_again = Some(note_answer(
                chapter,
                &start,
                idea.as_deref(),
                Rating::Again,
                now,
            ));
        } else if origin == Origin::Repeat && !was_missed {
            let rating = if helped { Rating::Hard } else { Rating::Good };
            comes_again = Some(note_answer(chapter, &start, idea.as_deref(), rating, now));
        }
        note_day(&mut self.progress, now, result);
        let (judged, tone) = match result {
            TaskResultName::Solved => ("Solved without help.", Tone::Good),
            TaskResultName::Helped => ("Solved with help.", Tone::Good),
            TaskResultName::Failed if is_lost => ("Not solved.", Tone::Bad),
            TaskResultName::Failed => ("Solved, but not at the first try.", Tone::Slow),
        };
        let mut said = format!("{happened} {judged}");
        if let Some(idea) = idea {
            said += &format!(" Idea: {}.", idea.trim_end_matches('.'));
        }
        if let Some(due) = comes_again {
            let when = until(due.saturating_sub(now));
            said += &format!(" This position comes again {when}.");
        }
        let said = self.settings.wrapped(&said);
        let said = self.settings.toned(said.trim_end(), Some(tone));
        format!(
            "{said}\n{}",
            self.settings.typed("`next` gives another task.\n")
        )
    }

    pub(crate) fn again(&mut self) -> Told {
        if let Some(mistake) = self.mistake.take() {
            let said = format!("{} is taken back.", mistake.m);
            return Ok(self.settings.wrapped(&said) + &self.board());
        }
        if self.task.end.is_some() {
            return Err(self.sentence("this task has ended; `next` gives another"));
        }
        if self.task.moves.len() < 2 {
            return Err(self.sentence("there is no move to take back"));
        }
        let n_positions = self.task.positions.len();
        let before = &self.task.positions[n_positions - 3];
        let worths = Tables(&mut *self.host).worths(before);
        let worths = worths.map_err(|problem| sentence(&problem, self.settings))?;
        let m = self.task.moves[n_positions - 3].clone();
        self.task.take_back(worths);
        self.task.helped = true;
        Ok(self.settings.wrapped(&format!("{m} is taken back.")) + &self.board())
    }
}
