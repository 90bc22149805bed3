//! The reasoner at the table: questions asked in words, and our move where a chapter thinks instead of having a table.

use documents::TextStyle;
use domain::{Domain, Side, Watch};
use reason::{Conclusion, Control, ReasonedAnswer, Reasoner};

use crate::about::outside;
use crate::answer::{AskedQuestion, answer_document};
use crate::counsel::{Counsellor, read_counsel};
use crate::questions::read_question;
use crate::session::seat::{Said, Sitting};
use crate::session::wording::sentence;

/// What a move was thought out by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Thought {
    /// What is said when the move is played.
    pub(crate) reason: String,
    /// The question whose answer it follows from, as the chapter writes it.
    question: &'static str,
    /// What is asked for: to win, or to draw.
    verb: &'static str,
}

/// So many ways in which lines end are told at most.
const MAX_ENDS: usize = 3;

const NO_THOUGHT: &str =
    "We have not thought about a move yet: `go` plays one when it is our turn.\n";

impl<D: Domain> Sitting<'_, D> {
    /// A question about the position at hand.
    pub(crate) fn ask(&mut self, question: &str) -> Said {
        let program = &self.seat.chapter.program;
        if program.hypotheses.is_empty() {
            return Err(self.wrapped(&format!(
                "The chapter `{}` has no hypotheses to ask about; `why` explains its moves.",
                self.seat.chapter.name
            )));
        }
        let position = self.position().clone();
        self.about(&position)?;
        if let Some(said) = self.counsel(&position, question)? {
            return Ok(said);
        }
        let answer = self.think(&position, question)?;
        let asked = AskedQuestion {
            chapter: &self.seat.chapter.name,
            program: &self.seat.chapter.program,
            problem: &self.seat.domain.write_position(&position, self.seat.view),
            question,
        };
        Ok(answer_document(&answer, asked).text(TextStyle::TERMINAL))
    }

    /// What to do, if the question is about that.
    fn counsel(
        &mut self,
        position: &D::Position,
        question: &str,
    ) -> Result<Option<String>, String> {
        let (domain, view, program) = (
            &self.seat.domain,
            self.seat.view,
            &self.seat.chapter.program,
        );
        let counsel = read_counsel(domain, program, (position, view), question)
            .map_err(|error| self.wrapped(&sentence(&error.to_string())))?;
        let Some(counsel) = counsel else {
            return Ok(None);
        };
        let asked = AskedQuestion {
            chapter: &self.seat.chapter.name,
            program,
            problem: &domain.write_position(position, view),
            question,
        };
        let settings = &self.session.settings;
        let stop = self.session.host.search_begins(settings.seconds);
        let watch = Watch::nodes(settings.nodes).with_stop(&stop);
        let counsellor = Counsellor::new(&self.seat.compiled, view, Control::default(), &watch);
        let document = counsellor.answer(position, &counsel, asked);
        self.seat.interruption = self.session.host.search_ends();
        Ok(Some(document.text()))
    }

    /// Our move in a position by thinking, and the reason: one that wins, or one that draws, or the best try.
    pub(crate) fn thought(&mut self, position: D::Position) -> Result<(D::Move, Thought), String> {
        self.about(&position)?;
        let mut best_try = None;
        for (question, verb, opposite) in [
            ("can_win(our)", "win", "can_draw(their)"),
            ("can_draw(our)", "draw", "can_win(their)"),
        ] {
            let by = |how: &str| Thought {
                reason: format!("we {verb} {how}"),
                question,
                verb,
            };
            let answer = self.think(&position, question)?;
            let first = answer.first_move(Side::Us);
            match answer.conclusion {
                Conclusion::No => continue,
                Conclusion::Unknown(_) => {
                    best_try = best_try.or(first.map(|m| {
                        let reason = "the best try: nothing is proved".into();
                        (m, Thought { reason, ..by("") })
                    }));
                    continue;
                }
                Conclusion::Yes => {}
            }
            if let Some(m) = first {
                return Ok((m, by("by this plan")));
            }
            // What is known without a search is known of some move, too.
            for m in self.seat.domain.legal_moves(&position) {
                let next = self.seat.domain.play(&position, m);
                if self.think(&next, opposite)?.conclusion == Conclusion::No {
                    return Ok((m, by("after this move")));
                }
            }
        }
        match best_try {
            Some(found) => Ok(found),
            None => Err(format!(
                "The chapter `{}` knows no move here: play our move yourself, or take back.\n",
                self.seat.chapter.name
            )),
        }
    }

    /// Why our move is played, where the chapter thinks: the answer it follows from.
    pub(crate) fn why_thought(&mut self) -> Said {
        let is_ours = self.turn() == Side::Us && self.ending().is_none();
        let ply = match (is_ours, self.ply().checked_sub(1)) {
            (true, _) => self.ply(),
            (false, Some(last)) => last,
            (false, None) => return Err(NO_THOUGHT.into()),
        };
        let position = self.seat.positions[ply].clone();
        let thought = match &self.seat.thought {
            Some((at, thought)) if *at == ply => thought.clone(),
            _ if is_ours => self.thought(position.clone())?.1,
            _ => return Err(NO_THOUGHT.into()),
        };
        let answer = self.think(&position, thought.question)?;
        let asked = AskedQuestion {
            chapter: &self.seat.chapter.name,
            program: &self.seat.chapter.program,
            problem: &self.seat.domain.write_position(&position, self.seat.view),
            question: thought.question,
        };
        let document = answer_document(&answer, asked);
        let says = document.says.iter().map(|says| sentence(says));
        let seen = document.seen_at_once.iter();
        let seen = seen.map(|seen| format!("One sees at once: {seen}."));
        let ends = document.ends.iter().filter_map(|end| end.why.clone());
        let ends: Vec<String> = ends.take(MAX_ENDS).collect();
        let ends = (!ends.is_empty()).then(|| format!("Most lines end so: {}.", ends.join("; ")));
        let side = self.side(Side::Us);
        let more = format!(
            "`ask can {side} {}?` shows the whole argument.",
            thought.verb
        );
        let words: Vec<String> = says.chain(seen).chain(ends).chain([more]).collect();
        Ok(self.wrapped(&words.join(" ")))
    }

    /// Says so if the chapter is not about a position.
    fn about(&self, position: &D::Position) -> Result<(), String> {
        let program = &self.seat.chapter.program;
        match outside(&self.seat.domain, program, position, self.seat.view) {
            Some(why) => Err(self.wrapped(&why)),
            None => Ok(()),
        }
    }

    /// Thinks about a question within the settings, while the host watches the clock and the user.
    fn think(
        &mut self,
        position: &D::Position,
        question: &str,
    ) -> Result<ReasonedAnswer<D>, String> {
        let (domain, view, program) = (
            &self.seat.domain,
            self.seat.view,
            &self.seat.chapter.program,
        );
        let read = read_question(domain, program, (position, view), question);
        let asked = read.map_err(|bad| {
            self.wrapped(&format!(
                "The chapter does not understand this; it understands: {}",
                bad.known.join("; ")
            ))
        })?;
        let settings = &self.session.settings;
        let stop = self.session.host.search_begins(settings.seconds);
        let watch = Watch::nodes(settings.nodes).with_stop(&stop);
        let problem = (position.clone(), view);
        let control = Control::default();
        let answer = Reasoner::new(&self.seat.compiled, problem, &asked, control, &watch).answer();
        self.seat.interruption = self.session.host.search_ends();
        Ok(answer)
    }
}
