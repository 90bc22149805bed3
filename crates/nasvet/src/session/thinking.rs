//! The reasoner at the table: questions asked in words, and our move where a chapter thinks instead of having a table.

use documents::TextStyle;
use domain::{Domain, Side, Watch};
use reason::{Control, ReasonedAnswer, Reasoner};

use crate::about::outside;
use crate::answer::{AskedQuestion, answer_document};
use crate::counsel::{Counsellor, read_counsel};
use crate::questions::read_question;
use crate::session::record::By;
use crate::session::seat::{Said, Sitting};
use crate::session::wording::sentence;

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

    /// Our move in the position at hand by thinking, and the idea behind it.
    pub(crate) fn thought(&mut self) -> Result<(D::Move, By, String), String> {
        let (position, view) = (self.position().clone(), self.seat.view);
        self.about(&position)?;
        let thought = self.search(|advisor, watch| advisor.thought(&position, view, watch));
        let found = thought.and_then(|thought| {
            let (by, reason) = match (thought.result, &thought.idea) {
                (None, _) => ("a try", "nothing is proved"),
                (Some(_), Some(idea)) => idea.beside_move(),
                (Some(_), None) => ("a search", "it looked at all moves"),
            };
            Some((thought.m?, By::Advice(by.into()), reason.to_owned()))
        });
        found.ok_or_else(|| {
            format!(
                "The chapter `{}` knows no move here: play our move yourself, or take back.\n",
                self.seat.chapter.name
            )
        })
    }

    /// Why our move is played, where the chapter thinks: what is to be done where it was, or is, our turn.
    pub(crate) fn why_thought(&mut self) -> Said {
        let is_ours = self.turn() == Side::Us && self.ending().is_none();
        let ply = match (is_ours, self.ply().checked_sub(1)) {
            (true, _) => self.ply(),
            (false, Some(last)) => last,
            (false, None) => return Err(NO_THOUGHT.into()),
        };
        let position = self.seat.positions[ply].clone();
        if self.seat.domain.turn(&position) != Side::Us {
            return Err(NO_THOUGHT.into());
        }
        self.about(&position)?;
        let question = format!("what should {} do?", self.side(Side::Us));
        let said = self.counsel(&position, &question)?;
        said.ok_or_else(|| NO_THOUGHT.into())
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
