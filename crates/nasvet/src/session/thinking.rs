//! The reasoner at the table: questions asked in words, and our move where a chapter thinks instead of having a table.

use documents::TextStyle;
use domain::{Domain, Side};
use reason::{Control, Reasoner, Verdict};

use crate::answer::{Answered, AskedQuestion, answer};
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
        let name = self.seat.chapter.name.clone();
        self.think(&position, question, |domain, view, answered, reasoner| {
            let asked = AskedQuestion {
                chapter: &name,
                problem: &domain.write_position(&position, view),
                question,
            };
            let document = answered.document(asked, domain, (&position, view), reasoner);
            document.text(TextStyle::TERMINAL)
        })
    }

    /// Our move by thinking, and the reason: one that wins, or one that draws, or the best try.
    pub(crate) fn thought(&mut self) -> Result<(D::Move, String), String> {
        let position = self.position().clone();
        let mut best_try = None;
        for (question, so_that, opposite) in [
            ("can_win(our)", "we win", "can_draw(their)"),
            ("can_draw(our)", "we draw", "can_win(their)"),
        ] {
            let (verdict, first) = self.think(&position, question, |_, _, answered, _| {
                (answered.verdict, answered.first_move(Side::Us))
            })?;
            match verdict {
                Verdict::No => continue,
                Verdict::Unknown(_) => {
                    best_try = best_try.or(first);
                    continue;
                }
                Verdict::Yes => {}
            }
            if let Some(m) = first {
                return Ok((m, format!("{so_that} by this plan")));
            }
            // What is known without a search is known of some move, too.
            for m in self.seat.domain.legal_moves(&position) {
                let next = self.seat.domain.play(&position, m);
                let keeps = |answered: &Answered<D::Move>| answered.verdict == Verdict::No;
                if self.think(&next, opposite, |_, _, answered, _| keeps(answered))? {
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

    /// Thinks about a question within the settings, while the host watches the clock and the user.
    fn think<T>(
        &mut self,
        position: &D::Position,
        question: &str,
        tell: impl FnOnce(&D, D::View, &Answered<D::Move>, &mut Reasoner<'_, '_, D>) -> T,
    ) -> Result<T, String> {
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
        let control = Control {
            max_nodes: settings.nodes,
            ..Control::default()
        };
        let stop = self.session.host.search_begins(settings.seconds);
        let mut reasoner = Reasoner::new(
            domain,
            program,
            &self.seat.compiled,
            (position.clone(), view),
            &asked,
            control,
            Some(&stop),
        );
        let answered = answer(program, &mut reasoner);
        let told = tell(domain, view, &answered, &mut reasoner);
        self.seat.interruption = self.session.host.search_ends();
        Ok(told)
    }
}
