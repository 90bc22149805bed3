//! The reasoner at the table: questions asked in words, and our move where a chapter thinks instead of having a table.

use documents::TextStyle;
use domain::{Domain, Side, Watch};
use reason::{Conclusion, Control, ReasonedAnswer, Reasoner};

use crate::about::outside;
use crate::answer::{AskedQuestion, answer_document};
use crate::questions::read_question;
use crate::session::seat::{Said, Sitting};
use crate::session::wording::wrapped;

impl<D: Domain> Sitting<'_, D> {
    /// A question about the position at hand.
    pub(crate) fn ask(&mut self, question: &str) -> Said {
        let program = &self.seat.chapter.program;
        if program.hypotheses.is_empty() {
            return Err(wrapped(&format!(
                "The chapter `{}` has no hypotheses to ask about; `why` explains its moves.",
                self.seat.chapter.name
            )));
        }
        let position = self.position().clone();
        self.about(&position)?;
        let answer = self.think(&position, question)?;
        let asked = AskedQuestion {
            chapter: &self.seat.chapter.name,
            program: &self.seat.chapter.program,
            problem: &self.seat.domain.write_position(&position, self.seat.view),
            question,
        };
        Ok(answer_document(&answer, asked).text(TextStyle::TERMINAL))
    }

    /// Our move by thinking, and the reason: one that wins, or one that draws, or the best try.
    pub(crate) fn thought(&mut self) -> Result<(D::Move, String), String> {
        let position = self.position().clone();
        self.about(&position)?;
        let mut best_try = None;
        for (question, so_that, opposite) in [
            ("can_win(our)", "we win", "can_draw(their)"),
            ("can_draw(our)", "we draw", "can_win(their)"),
        ] {
            let answer = self.think(&position, question)?;
            let first = answer.first_move(Side::Us);
            match answer.conclusion {
                Conclusion::No => continue,
                Conclusion::Unknown(_) => {
                    best_try = best_try.or(first);
                    continue;
                }
                Conclusion::Yes => {}
            }
            if let Some(m) = first {
                return Ok((m, format!("{so_that} by this plan")));
            }
            // What is known without a search is known of some move, too.
            for m in self.seat.domain.legal_moves(&position) {
                let next = self.seat.domain.play(&position, m);
                if self.think(&next, opposite)?.conclusion == Conclusion::No {
                    return Ok((m, format!("{so_that} after this move")));
                }
            }
        }
        match best_try {
            Some(m) => Ok((m, "the best try: nothing is proved".into())),
            None => Err(format!(
                "The chapter `{}` knows no move here: play our move yourself, or take back.\n",
                self.seat.chapter.name
            )),
        }
    }

    /// Says so if the chapter is not about a position.
    fn about(&self, position: &D::Position) -> Result<(), String> {
        let program = &self.seat.chapter.program;
        match outside(&self.seat.domain, program, position, self.seat.view) {
            Some(why) => Err(wrapped(&why)),
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
            wrapped(&format!(
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
