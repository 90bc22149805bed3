//! Help in practice: hints in steps, the solution, and why a move was good or bad. Nothing here comes unasked.

use crate::practice::board::{man_name, mover, sorted_men, target};
use crate::practice::command::without_number;
use crate::practice::course::AdvisedMove;
use crate::practice::dialogue::{Practice, Told};
use crate::practice::judging::{JudgedMove, Tables, moves_to_mate};
use crate::practice::layout::sentence;
use crate::verdict::{evidence, verdict as verdict_sentence};

impl Practice {
    /// The move that is the solution, and what it follows: the chapter's, unless it gives the result away.
    pub(crate) fn solution(&mut self) -> Result<AdvisedMove, String> {
        let mut tables = Tables(&mut *self.host);
        let (advised, _) = self.course.advised(&mut tables, self.task.position());
        let keeps = |advised: &AdvisedMove| {
            let judged = JudgedMove::new(&self.task.worths, &advised.m);
            judged.is_some_and(|judged| !judged.gives_away())
        };
        if let Some(advised) = advised.filter(keeps) {
            return Ok(advised);
        }
        let best = self.task.worths.first();
        let best = best.ok_or_else(|| self.sentence("there is no legal move"))?;
        Ok(AdvisedMove {
            m: best.m.clone(),
            title: None,
            idea: None,
        })
    }

    pub(crate) fn hint(&mut self, now: u64) -> Told {
        if !self.is_playing() {
            return Err(self.not_playing());
        }
        let solution = self.solution()?;
        let m = &solution.m;
        let hint = match (self.task.hints, &solution.title) {
            (0, Some(title)) => format!("The idea: {title}"),
            (0, None) => "The chapter has no advice here that keeps the result; the tables have a \
                move. Ask again for the man that makes it."
                .to_owned(),
            (1, _) => format!("Move the {}.", man_name(mover(m))),
            (2, _) => match target(m) {
                Some(square) => format!("It goes to {square}."),
                None => format!("The move is {m}."),
            },
            (_, _) => format!("The move is {m}."),
        };
        self.task.helped = true;
        self.task.hints += 1;
        let again = match self.task.hints {
            4 => self.note_missed(now),
            _ => String::new(),
        };
        Ok(self.settings.wrapped(&(hint + &again)))
    }

    pub(crate) fn not_playing(&self) -> String {
        match &self.mistake {
            Some(mistake) => {
                let message = format!("first take {} back with `again`", mistake.m);
                self.sentence(&message)
            }
            None => self.sentence("this task has ended; `next` gives another"),
        }
    }

    pub(crate) fn show(&mut self, now: u64) -> Told {
        if !self.is_playing() {
            return Err(self.not_playing());
        }
        let solution = self.solution()?;
        let line = self.line_from(&solution.m)?;
        let again = self.note_missed(now);
        self.task.helped = true;
        let title = match &solution.title {
            Some(title) => format!("{}: {title}", solution.m),
            None => format!("{}, by the tables.", solution.m),
        };
        let longer = match line.len() {
            0 | 1 => String::new(),
            _ => format!(" It may go on {}.", line.join(" ")),
        };
        Ok(self.settings.wrapped(&format!("{title}{longer}{again}")))
    }

    /// A few moves of the solution, by the chapter against the best defence.
    pub(crate) fn line_from(&mut self, m: &str) -> Result<Vec<String>, String> {
        const MAX_PLIES: usize = 5;
        let (settings, mut line) = (self.settings, Vec::new());
        let mut position = self.task.position().clone();
        let men = sorted_men(&position.text());
        let mut m = m.to_owned();
        while line.len() < MAX_PLIES {
            let next = position.play(&m);
            position = next.map_err(|error| sentence(&error.message, settings))?;
            line.push(m);
            // What comes after the ending that is practised is not its solution.
            if sorted_men(&position.text()) != men {
                break;
            }
            let mut tables = Tables(&mut *self.host);
            let worths = tables.worths(&position);
            let worths = worths.map_err(|problem| sentence(&problem, settings))?;
            let Some(best) = worths.first() else {
                break;
            };
            m = match position.is_ours() {
                false => best.m.clone(),
                true => {
                    let (advised, _) = self.course.advised(&mut tables, &position);
                    let keeps = |advised: &AdvisedMove| {
                        let judged = JudgedMove::new(&worths, &advised.m);
                        judged.is_some_and(|judged| !judged.gives_away())
                    };
                    advised
                        .filter(keeps)
                        .map_or(best.m.clone(), |advised| advised.m)
                }
            };
        }
        Ok(line)
    }

    pub(crate) fn why(&mut self, rest: &str) -> Told {
        if let Some(text) = rest.strip_prefix("not ") {
            return self.why_not(without_number(text.trim()));
        }
        if !rest.is_empty() {
            return Err(self.sentence("say `why`, or `why not` and a move"));
        }
        if let Some(mistake) = &self.mistake {
            let mut said = vec![verdict_sentence(&mistake.verdict, None)];
            said.extend(evidence(&mistake.verdict).into_iter().map(|(text, _)| text));
            said.extend(mistake.notices.iter().map(|notice| notice.text.clone()));
            return Ok(self.settings.wrapped(&said.join(" ")));
        }
        // The learner's moves have even indices.
        let idx = self
            .task
            .moves
            .len()
            .checked_sub(1)
            .map(|last| last / 2 * 2);
        let Some(idx) = idx else {
            return Err(self.sentence(
                "you have not moved yet; `hint` gives the idea, and `why not Kd4` says what a move would do",
            ));
        };
        let (before, m) = (
            self.task.positions[idx].clone(),
            self.task.moves[idx].clone(),
        );
        let mut tables = Tables(&mut *self.host);
        let explained = self.course.explained(&mut tables, &before, &m);
        let explained = explained.map_err(|problem| sentence(&problem, self.settings))?;
        let lines = explained.lines().map(|line| self.settings.wrapped(line));
        Ok(lines.collect())
    }

    /// What a move would do, without naming any other.
    pub(crate) fn why_not(&mut self, text: &str) -> Told {
        if !self.is_playing() {
            return Err(self.not_playing());
        }
        let m = self.read_move(text)?;
        let judged = JudgedMove::new(&self.task.worths, &m);
        let judged = judged.ok_or_else(|| self.sentence("the tables do not know this move"))?;
        let mut tables = Tables(&mut *self.host);
        let position = self.task.position();
        let mut said = match (judged.gives_away(), moves_to_mate(judged.has)) {
            (true, _) => {
                let found = tables.verdict(position, &m);
                let verdict = found.map_err(|problem| sentence(&problem, self.settings))?;
                verdict_sentence(&verdict, None)
            }
            (false, Some(moves)) => format!("{m} keeps the win: mate in {moves}."),
            (false, None) => format!("{m} keeps the draw."),
        };
        for notice in self.course.notices(&mut tables, position, &m) {
            said += &format!(" {}", notice.text);
        }
        self.task.helped = true;
        Ok(self.settings.wrapped(&said))
    }
}
