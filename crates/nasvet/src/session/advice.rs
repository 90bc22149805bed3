//! Our advice: what the chapter plays here, a hint of it, its tree, and what the search did.

use domain::{Domain, Side, Stopped, Watch};
use proof::{SentenceRole, show};
use search::{Advised, Engine, Options};

use crate::advisor::{Advisor, Choice};
use crate::evidence::{statistics, write_trace};
use crate::explaining::Explaining;
use crate::session::host::Interruption;
use crate::session::seat::{Said, Sitting};
use crate::session::wording::sentence;
use documents::ExplanationDocument;

/// So many lines of a tree and of a trace are shown unless more are asked for.
const TREE_LINES: usize = 18;
const TRACE_LINES: usize = 200;

/// The longest tree that is shown.
const MAX_TREE_LINES: usize = 2_000;

/// What `why` is asked about, with the position by its index.
enum WhyQuestion<D: Domain> {
    /// That there is no move.
    Nothing,
    /// Our move.
    Choice(usize, Choice<D>),
    /// Another move.
    Other(usize, D::Move),
}

impl<D: Domain> Sitting<'_, D> {
    /// Our move in the position at hand, looked for once; or why there is none.
    pub(crate) fn consult(&mut self) -> Result<Choice<D>, String> {
        let ply = self.ply();
        if let Some((at, choice)) = &self.seat.choice
            && *at == ply
        {
            return Ok(choice.clone());
        }
        let position = self.position().clone();
        match self.search(|advisor, watch| advisor.choose(&position, watch)) {
            Ok(choice) => {
                self.seat.choice = Some((ply, choice.clone()));
                Ok(choice)
            }
            Err(advised) => Err(self.no_advice(&advised)),
        }
    }

    /// Searches within the budget, while the host watches the clock and the user.
    pub(crate) fn search<T>(&mut self, ask: impl FnOnce(&mut Advisor<D>, &Watch) -> T) -> T {
        let settings = &self.session.settings;
        let stop = self.session.host.search_begins(settings.seconds);
        let watch = Watch::nodes(settings.nodes).with_stop(&stop);
        let answer = ask(&mut self.seat.advisor, &watch);
        self.seat.interruption = self.session.host.search_ends();
        answer
    }

    /// Why a search came to nothing.
    pub(crate) fn stopped(&self, stopped: Stopped) -> String {
        match (stopped, self.seat.interruption) {
            (Stopped::Asked, Interruption::Time) => {
                "The time is up; allow more with `set seconds N`, or play our move yourself.\n"
                    .into()
            }
            (Stopped::Asked, Interruption::None | Interruption::User) => {
                "Stopped; the game is as it was. `go` looks again, or play our move yourself.\n"
                    .into()
            }
            (
                Stopped::Nodes(_)
                | Stopped::Steps(_)
                | Stopped::Plies(_)
                | Stopped::Cycles(_)
                | Stopped::Memory(_)
                | Stopped::Endless,
                _,
            ) => {
                let nodes = self.session.settings.nodes;
                format!(
                    "Nothing found within {nodes} positions; allow more with `set nodes N`, or play our move \
                     yourself.\n"
                )
            }
        }
    }

    fn no_advice(&self, advised: &Advised<D::Move>) -> String {
        if let Some(stopped) = advised.stopped {
            return self.stopped(stopped);
        }
        let name = &self.seat.chapter.name;
        let what = match (advised.table, advised.rule) {
            _ if advised.is_outside => "is not about this position",
            (None, _) => "has no table for these men",
            (Some(_), None) => "has no rule for this position",
            (Some(_), Some(_)) => "has no piece of advice that can be satisfied here",
        };
        format!("The chapter `{name}` {what}: play our move yourself, or take back.\n")
    }

    /// First the idea, then the move.
    pub(crate) fn hint(&mut self) -> Said {
        self.ours_to_move("Hints are for our moves")?;
        let choice = self.consult()?;
        if self.seat.hinted == Some(self.ply()) {
            let m = self
                .seat
                .domain
                .write_move(self.position(), self.seat.view, choice.m);
            return Ok(format!("The move is {m}. `go` plays it.\n"));
        }
        self.seat.hinted = Some(self.ply());
        let piece = self.seat.chapter.program.piece(choice.piece);
        let idea = match &piece.doc {
            Some(doc) => doc.clone(),
            None => format!("Play by `{}`.", piece.name),
        };
        Ok(self.wrapped(&format!("{idea} (`hint` again tells the move.)")))
    }

    /// Is the game going on, and is it our move?
    pub(crate) fn ours_to_move(&self, what: &str) -> Result<(), String> {
        if let Some(ending) = self.ending() {
            return Err(format!("The game is over. {}\n", ending.sentence));
        }
        match self.turn() {
            Side::Us => Ok(()),
            Side::Them => {
                let auto = if self.session.settings.auto {
                    " `auto off` leaves our moves to you, too."
                } else {
                    ""
                };
                let turn = self.whose_turn();
                Err(format!("{what}, and it is {turn}.{auto}\n"))
            }
        }
    }

    /// The advice to speak of: of the position at hand if it is our move, otherwise of our last move.
    pub(crate) fn current_choice(&mut self) -> Result<(usize, Choice<D>), String> {
        if self.turn() == Side::Us && self.ending().is_none() {
            return Ok((self.ply(), self.consult()?));
        }
        let last = self.ply().checked_sub(1);
        let found = self.seat.choice.clone().filter(|(at, _)| Some(*at) == last);
        found.ok_or_else(|| {
            "There is no move of ours by the advice yet: `go` plays one when it is our turn.\n"
                .into()
        })
    }

    /// The forcing tree from our move on.
    pub(crate) fn tree(&mut self, rest: &str) -> Said {
        let lines = match rest {
            "" => TREE_LINES,
            _ => match rest.parse() {
                Ok(lines) if lines > 0 => lines,
                Ok(_) | Err(_) => return Err("Say how many lines, for example `tree 50`.\n".into()),
            },
        };
        let (ply, choice) = self.current_choice()?;
        let node = choice.tree.follow(&choice.played);
        let node = node.expect("a strategy is followed along its own tree");
        let piece = &self.seat.chapter.program.piece(choice.piece).name;
        let shown = show(
            &self.seat.domain,
            &self.seat.positions[ply],
            self.seat.view,
            &choice.tree.below(node),
            lines.min(MAX_TREE_LINES),
        );
        Ok(format!("{piece}, against every reply:\n{shown}"))
    }

    /// The positions that each piece looked at, counted as the paper does.
    pub(crate) fn stats(&mut self) -> Said {
        let (_, choice) = self.current_choice()?;
        let mut engine = boards::engine(&self.seat.compiled, Options::default());
        let advised = self.recount(&choice, &mut engine)?;
        Ok(statistics(&self.seat.chapter.program, &advised))
    }

    /// What the search for our move did.
    pub(crate) fn trace(&mut self, choice: &Choice<D>) -> Said {
        let mut engine = boards::engine(&self.seat.compiled, Options::default());
        engine.start_trace();
        self.recount(choice, &mut engine)?;
        let trace = write_trace(
            &self.seat.domain,
            &choice.root,
            self.seat.view,
            &engine.take_trace(),
        );
        let n_lines = trace.lines().count();
        let mut text: String = trace.split_inclusive('\n').take(TRACE_LINES).collect();
        if n_lines > TRACE_LINES {
            text += &format!("… and {} more lines\n", n_lines - TRACE_LINES);
        }
        Ok(text)
    }

    /// Consults the tables again where the strategy was made, without using anything that was found out before: what
    /// is counted and traced is then what the paper counts.
    fn recount(
        &mut self,
        choice: &Choice<D>,
        engine: &mut Engine<D>,
    ) -> Result<Advised<D::Move>, String> {
        let advised = self.search(|_, watch| engine.advise(&choice.root, watch));
        match advised.stopped {
            Some(stopped) => Err(self.stopped(stopped)),
            None => Ok(advised),
        }
    }

    /// What is said about our move when it is played: the sentence of its piece, and the goal that is reached.
    pub(crate) fn reason(&mut self, choice: &Choice<D>) -> Said {
        let (position, view) = (self.position().clone(), self.seat.view);
        // What the tables said is left out, so that nothing has to be searched.
        let plan = Choice {
            advised: None,
            ..choice.clone()
        };
        let why = self.search(|advisor, watch| advisor.why(&position, view, &plan, false, watch));
        let why = why.map_err(|stopped| self.stopped(stopped))?;
        // A title is an instruction for the first move of its plan.
        let doc = match choice.played.is_empty() {
            true => self.seat.chapter.program.piece(choice.piece).doc.clone(),
            false => Some("As planned.".into()),
        };
        let goals = why.sentences.iter().filter(|sentence| {
            matches!(
                sentence.role,
                SentenceRole::Goal | SentenceRole::Taught | SentenceRole::Gain
            )
        });
        let mut words: Vec<&str> = goals.map(|sentence| sentence.text.as_str()).collect();
        let left = self.moves_left(choice);
        if let (true, Some(left)) = (words.is_empty(), &left) {
            words.push(left);
        }
        if let Some(doc) = &doc {
            words.insert(0, doc);
        }
        Ok(words.join(" "))
    }

    /// How many moves of a plan that is followed are left after this one.
    fn moves_left(&self, choice: &Choice<D>) -> Option<String> {
        if choice.played.is_empty() {
            return None;
        }
        let line = [&choice.played[..], &[choice.m]].concat();
        let node = choice.tree.follow(&line);
        let node = node.expect("a strategy is followed along its own tree");
        // They are to move, so that every second ply is ours.
        match choice.tree.below(node).depth() / 2 {
            0 => None,
            1 => Some("At most one more move is needed.".into()),
            n => Some(format!("At most {n} more moves are needed.")),
        }
    }

    /// Why our move, or why not another one; with `more`, how it was found, too.
    pub(crate) fn why(&mut self, rest: &str) -> Said {
        let usage = "Say `why`, or `why not` and a move of ours; `why more` tells how the move was found.\n";
        let mut words: Vec<&str> = rest.split_whitespace().collect();
        let more = words
            .pop_if(|word| word.eq_ignore_ascii_case("more"))
            .is_some();
        let m = match words[..] {
            [] => None,
            [not, m] if not.eq_ignore_ascii_case("not") => Some(m),
            _ => return Err(usage.into()),
        };
        let question = match m {
            None if self.has_no_advice() => WhyQuestion::Nothing,
            None => {
                let (ply, choice) = self.current_choice()?;
                WhyQuestion::Choice(ply, choice)
            }
            Some(m) => {
                let ply = self.our_ply()?;
                let (position, view) = (&self.seat.positions[ply], self.seat.view);
                let m = self.seat.domain.read_move(position, view, m);
                WhyQuestion::Other(ply, m.map_err(|error| sentence(&error.message))?)
            }
        };
        let why = self.explain(&question, more);
        let why = why.map_err(|stopped| self.stopped(stopped))?;
        let said = why.text() + &why.more_text();
        Ok(said.lines().map(|line| self.wrapped(line)).collect())
    }

    fn explain(
        &mut self,
        question: &WhyQuestion<D>,
        more: bool,
    ) -> Result<ExplanationDocument, Stopped> {
        let ply = match question {
            WhyQuestion::Nothing => self.ply(),
            WhyQuestion::Choice(ply, _) | WhyQuestion::Other(ply, _) => *ply,
        };
        let settings = &self.session.settings;
        let stop = self.session.host.search_begins(settings.seconds);
        let watch = Watch::nodes(settings.nodes).with_stop(&stop);
        let host = &mut self.session.host;
        let explaining = Explaining {
            domain: &self.seat.domain,
            digest: self.seat.chapter.digest(),
            position: &self.seat.positions[ply],
            view: self.seat.view,
            judge: &mut |game, position, m| host.verdict(game, position, m, &stop),
            more,
            watch: &watch,
        };
        let advisor = &mut self.seat.advisor;
        let said = match question {
            WhyQuestion::Nothing => explaining.nothing(advisor),
            WhyQuestion::Choice(_, choice) => explaining.why(advisor, choice),
            WhyQuestion::Other(_, m) => explaining.why_not(advisor, *m),
        };
        self.seat.interruption = self.session.host.search_ends();
        said
    }

    /// Is it our move, and do the tables have none?
    fn has_no_advice(&mut self) -> bool {
        self.ours_to_move("").is_ok() && self.consult().is_err()
    }

    /// The position in which it is, or last was, our turn.
    fn our_ply(&self) -> Result<usize, String> {
        let turn = |ply: usize| self.seat.domain.turn(&self.seat.positions[ply]);
        let last = (0..=self.ply()).rev().find(|ply| turn(*ply) == Side::Us);
        last.ok_or_else(|| "It has not been our turn yet.\n".into())
    }
}
