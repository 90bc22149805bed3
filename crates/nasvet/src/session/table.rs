//! A table: one chapter played on one board, line by line.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use code::compiled::Program;
use domain::{Domain, Side};
use search::{Engine, Options};

use crate::advisor::{Advisor, Choice};
use crate::picture::{Mark, draw};
use crate::session::chapter::Chapter;
use crate::session::command::{Act, COMMANDS, Command, Topic};
use crate::session::customs::{Customs, Ending, customs_of};
use crate::session::dialogue::{Arrival, Session, Then};
use crate::session::host::{Interruption, Moment};
use crate::session::opponent::first_moves;
use crate::session::record::{Opening, number};

/// What came of a command: what is said, or what is said about why it could not be carried out.
pub(crate) type Said = Result<String, String>;

/// Why a table is left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Leaving {
    /// The session goes on at another table.
    For(Arrival),
    /// The session ends.
    Quit,
}

/// A chapter, a board, and the game played there.
pub(crate) struct Table<'t, 'h, 'p, D: Domain> {
    pub(crate) session: &'t mut Session<'h>,
    pub(crate) chapter: &'p Chapter,
    pub(crate) compiled: &'p Arc<Program<D>>,
    pub(crate) domain: &'p D,
    pub(crate) customs: &'static dyn Customs,
    pub(crate) advisor: Advisor<D>,
    pub(crate) view: D::View,
    /// All positions of the game; the last is the one at hand.
    pub(crate) positions: Vec<D::Position>,
    /// The last of our moves that was looked for, and in which position, by its index.
    pub(crate) choice: Option<(usize, Choice<D>)>,
    /// The position in which the idea of our move has been told.
    pub(crate) hinted: Option<usize>,
    /// Who called off the last search.
    pub(crate) interruption: Interruption,
    /// Set when this table is to be left.
    pub(crate) leaving: Option<Leaving>,
}

/// So many moves are offered for completion.
const MAX_OFFERED: usize = 300;

impl<'t, 'h, 'p, D: Domain> Table<'t, 'h, 'p, D> {
    /// Lays a table for the game in progress.
    pub(crate) fn lay(
        session: &'t mut Session<'h>,
        chapter: &'p Chapter,
        compiled: &'p Arc<Program<D>>,
    ) -> Table<'t, 'h, 'p, D> {
        let domain = &compiled.domain;
        let replayed = session.record.replay(domain);
        let (positions, view) = replayed.expect("a game is replayed before it is put in place");
        let customs = customs_of(&session.record.game).expect("every game has its customs");
        let options = Options {
            cache: true,
            shortest_first: false,
        };
        let advisor = Advisor::new(Engine::new(compiled, options), session.settings.mode);
        Table {
            session,
            chapter,
            compiled,
            domain,
            customs,
            advisor,
            view,
            positions,
            choice: None,
            hinted: None,
            interruption: Interruption::None,
            leaving: None,
        }
    }

    /// Answers line after line, until the table is left.
    pub(crate) fn sit(mut self, arrival: Arrival) -> Leaving {
        let Arrival { mut said, then } = arrival;
        match then {
            Then::Show => {}
            Then::Play => self.go_on(&mut said),
        }
        let said = self.conclude(said);
        if let Some(leaving) = self.leaving.take() {
            return leaving;
        }
        self.session.reply(Ok(said));
        loop {
            let Some(line) = self.next_line() else {
                return Leaving::Quit;
            };
            let said = self.answer(&line);
            if let Some(leaving) = self.leaving.take() {
                if leaving == Leaving::Quit {
                    self.session.reply(said);
                }
                return leaving;
            }
            self.session.reply(said);
        }
    }

    /// Waits for a line.
    fn next_line(&mut self) -> Option<String> {
        let prompt = match self.session.draft {
            Some(_) => "edit> ".to_owned(),
            None => format!("{} {}> ", short(&self.chapter.name), self.number()),
        };
        let moves: Vec<String> = first_moves(self.domain, self.position(), MAX_OFFERED)
            .into_iter()
            .map(|m| self.domain.write_move(self.position(), self.view, m))
            .collect();
        let position = self.write_position();
        self.session.host.line(&Moment {
            prompt: &prompt,
            moves: &moves,
            record: &self.session.record,
            position: &position,
            shelved: self.session.shelved.as_ref().map(|(_, record)| record),
        })
    }

    /// Answers one line.
    fn answer(&mut self, line: &str) -> Said {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(String::new());
        }
        let (first, rest) = match line.split_once(char::is_whitespace) {
            Some((first, rest)) => (first, rest.trim()),
            None => (line, ""),
        };
        if self.session.draft.is_some()
            && let Some(said) = self.answer_draft(first, rest)
        {
            return said;
        }
        let command = Command::named(first);
        // While a position is set up the game waits; only settings can be changed.
        if self.session.draft.is_some()
            && command.is_none_or(|command| command.topic != Topic::Settings)
        {
            return Err(
                "You are setting up a position: `help` tells how. `done` or `cancel` ends it.\n"
                    .into(),
            );
        }
        match command {
            Some(command) => self.obey(command, rest),
            None if looks_like_a_word(first) => Err(unknown(first)),
            None => self.enter(line),
        }
    }

    fn obey(&mut self, command: &'static Command, rest: &str) -> Said {
        if command.takes.is_empty() && !rest.is_empty() {
            return Err(format!(
                "`{}` takes nothing more; say only `{}`.\n",
                command.name, command.name
            ));
        }
        match command.act {
            Act::Go => self.go(),
            Act::Back => self.back(rest),
            Act::Forward => self.forward(rest),
            Act::Moves => Ok(self.list_moves()),
            Act::Board => Ok(self.board()),
            Act::Flip => Ok(self.flip()),
            Act::Hint => self.hint(),
            Act::Why => self.why(rest),
            Act::Judge => self.judge(),
            Act::Ask => self.ask(rest),
            Act::Tree => self.tree(rest),
            Act::Stats => self.stats(),
            Act::Rules => Ok(self.rules()),
            Act::New => self.new_game(rest),
            Act::Chapter => self.change_chapter(rest),
            Act::Chapters => Ok(self.list_chapters()),
            Act::Games => self.list_told(),
            Act::Game => self.begin_told(rest),
            Act::Position => self.set_position(rest),
            Act::Edit => self.edit(),
            Act::Resume => self.resume(),
            Act::Save => self.save(rest),
            Act::Load => self.load(rest),
            Act::Pgn => Ok(self.pgn()),
            Act::Fen => Ok(self.write_position() + "\n"),
            Act::Score => Ok(self.score()),
            Act::Mode
            | Act::Auto
            | Act::Opponent
            | Act::Trace
            | Act::Set
            | Act::Ascii
            | Act::Colour => self.change_setting(command, rest),
            Act::Options => Ok(self.session.settings.list()),
            Act::Help => self.help(rest),
            Act::Quit => {
                self.leaving = Some(Leaving::Quit);
                Ok("Goodbye.\n".into())
            }
        }
    }

    /// The position at hand.
    pub(crate) fn position(&self) -> &D::Position {
        self.positions.last().expect("a game has a first position")
    }

    /// The index of the position at hand, which is that of the next move.
    pub(crate) fn ply(&self) -> usize {
        self.positions.len() - 1
    }

    /// The position at hand as text.
    pub(crate) fn write_position(&self) -> String {
        self.domain.write_position(self.position(), self.view)
    }

    /// Whose move it is.
    pub(crate) fn turn(&self) -> Side {
        self.domain.turn(self.position())
    }

    /// A side as the game names it.
    pub(crate) fn side(&self, side: Side) -> String {
        self.domain.write_side(side, self.view)
    }

    pub(crate) fn opening(&self) -> Opening {
        self.customs.opening(&self.session.record.start)
    }

    /// The number of the next move.
    pub(crate) fn number(&self) -> String {
        number(self.opening(), self.ply())
    }

    /// The end of the game, if the position at hand is one.
    pub(crate) fn ending(&self) -> Option<Ending> {
        let can_move = self.domain.has_moves(self.position());
        self.customs.ending(&self.write_position(), can_move)
    }

    /// The picture of the position, with the last move marked.
    pub(crate) fn board(&self) -> String {
        let marks = self.last_move_marks();
        self.picture(&self.write_position(), &marks)
    }

    /// The picture of a position; its text where it cannot be drawn.
    pub(crate) fn picture(&self, position: &str, marks: &[(String, Mark)]) -> String {
        let style = self.session.settings.style;
        draw(&self.session.record.game, position, marks, style)
            .unwrap_or_else(|| format!("{position}\n"))
    }

    fn last_move_marks(&self) -> Vec<(String, Mark)> {
        let (Some(last), Some(before)) =
            (self.session.record.plies.last(), self.ply().checked_sub(1))
        else {
            return Vec::new();
        };
        let before = &self.positions[before];
        let Ok(m) = self.domain.read_move(before, self.view, &last.text) else {
            return Vec::new();
        };
        let place = self.domain.vocabulary().place;
        let origin = self
            .domain
            .origin(before, m)
            .map(|item| self.domain.write_item(before, self.view, place, item));
        self.customs.marks(&last.text, origin)
    }
}

/// The name of a chapter without the folder and the ending of its file.
fn short(name: &str) -> &str {
    let stem = Path::new(name).file_stem();
    stem.and_then(OsStr::to_str).unwrap_or(name)
}

/// Moves have digits, but for castling.
fn looks_like_a_word(text: &str) -> bool {
    let is_castling = text
        .trim_end_matches(['+', '#', '!', '?'])
        .chars()
        .all(|ch| matches!(ch, 'o' | 'O' | '-'));
    !is_castling && text.chars().all(|ch| ch.is_alphabetic() || ch == '-')
}

fn unknown(word: &str) -> String {
    let shown: String = word.chars().take(24).collect();
    let lower = shown.to_lowercase();
    let head: String = lower.chars().take(2).collect();
    let near: Vec<String> = COMMANDS
        .iter()
        .filter(|command| command.name.starts_with(&head))
        .map(|command| format!("`{}`", command.name))
        .collect();
    let near = match near[..] {
        [] => String::new(),
        _ => format!(" Did you mean {}?", near.join(" or ")),
    };
    format!("There is no command `{shown}`, and it is no move.{near} `help` lists the commands.\n")
}
