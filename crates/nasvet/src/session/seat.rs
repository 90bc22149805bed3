//! A seat: one chapter played on one board, line by line.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use code::compile;
use code::compiled::Program;
use domain::{Domain, Side};
use search::Options;

use crate::advisor::{Advisor, Choice};
use crate::chapter::Chapter;
use crate::picture::{Mark, Style, draw};
use crate::session::command::{Act, COMMANDS, Command, Topic};
use crate::session::customs::{Customs, GameEnd, customs_of};
use crate::session::dialogue::{Arrival, Conversation, Then};
use crate::session::host::Interruption;
use crate::session::opponent::first_moves;
use crate::session::record::{MoveCount, number};
use crate::session::wording::{indented, wrapped};

/// What came of a command: what is said, or what is said about why it could not be carried out.
pub(crate) type Said = Result<String, String>;

/// Why a seat is left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Leaving {
    /// The session goes on at another seat.
    For(Arrival),
    /// The session ends.
    Quit,
}

/// A chapter on a board, and the game played there.
pub(crate) struct Seat<D: Domain> {
    pub(crate) chapter: Arc<Chapter>,
    pub(crate) compiled: Arc<Program<D>>,
    pub(crate) domain: D,
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
    /// Set when this seat is to be left.
    pub(crate) leaving: Option<Leaving>,
}

/// A seat whose game is forgotten: the one seam between the conversation and the games.
pub(crate) trait AnySeat: Send {
    /// What is said and done when the seat is taken.
    fn arrive(&mut self, session: &mut Conversation, arrival: Arrival) -> Answered;

    /// Answers one line.
    fn answer(&mut self, session: &mut Conversation, line: &str) -> Answered;

    /// The position at hand as text.
    fn position(&self) -> String;

    /// The number of the next move.
    fn number(&self, session: &Conversation) -> String;

    /// The first legal moves.
    fn moves(&self) -> Vec<String>;
}

/// What was said, and why the seat is left, if it is.
pub(crate) struct Answered {
    pub(crate) said: Said,
    pub(crate) leaving: Option<Leaving>,
}

/// The conversation at a seat, while one line is answered.
pub(crate) struct Sitting<'t, D: Domain> {
    pub(crate) session: &'t mut Conversation,
    pub(crate) seat: &'t mut Seat<D>,
}

/// At most this many moves are offered for completion.
const MAX_OFFERED: usize = 300;

impl<D: Domain> Seat<D> {
    /// A seat for the game in progress.
    pub(crate) fn new(session: &Conversation, domain: D) -> Seat<D> {
        let chapter = Arc::clone(&session.chapter);
        let compiled = compile(&domain, &chapter.program);
        let replayed = session.record.replay(&domain);
        let (positions, view) = replayed.expect("a game is replayed before it is put in place");
        let customs = customs_of(&session.record.game).expect("every game has its customs");
        let options = Options {
            cache: true,
            shortest_first: false,
        };
        Seat {
            advisor: Advisor::new(boards::engine(&compiled, options), session.settings.mode),
            chapter,
            compiled,
            domain,
            customs,
            view,
            positions,
            choice: None,
            hinted: None,
            interruption: Interruption::None,
            leaving: None,
        }
    }

    fn position(&self) -> &D::Position {
        self.positions.last().expect("a game has a first position")
    }
}

impl<D: Domain> AnySeat for Seat<D> {
    fn arrive(&mut self, session: &mut Conversation, arrival: Arrival) -> Answered {
        let Arrival {
            mut said,
            then,
            left: _,
        } = arrival;
        let position = AnySeat::position(self);
        session.host.prepare_tables(&session.record.game, &position);
        let mut sitting = Sitting {
            session,
            seat: self,
        };
        match then {
            Then::Show => {}
            Then::Play => sitting.go_on(&mut said),
        }
        let said = sitting.conclude(said);
        Answered {
            said: Ok(said),
            leaving: self.leaving.take(),
        }
    }

    fn answer(&mut self, session: &mut Conversation, line: &str) -> Answered {
        let mut sitting = Sitting {
            session,
            seat: self,
        };
        let said = sitting.answer(line);
        Answered {
            said,
            leaving: self.leaving.take(),
        }
    }

    fn position(&self) -> String {
        self.domain.write_position(self.position(), self.view)
    }

    fn number(&self, session: &Conversation) -> String {
        let opening = self.customs.opening(&session.record.start);
        number(opening, self.positions.len() - 1)
    }

    fn moves(&self) -> Vec<String> {
        first_moves(&self.domain, self.position(), MAX_OFFERED)
            .into_iter()
            .map(|m| self.domain.write_move(self.position(), self.view, m))
            .collect()
    }
}

impl<D: Domain> Sitting<'_, D> {
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
        let position = self.seat.customs.position_in(line);
        match (command, position) {
            (Some(command), _) => self.obey(command, rest),
            (None, Some(position)) => self.enter_position(&position),
            (None, None) if line.starts_with('[') => self.enter_tag(line),
            (None, None) if looks_like_a_word(first) => Err(unknown(first)),
            (None, None) => self.enter(line),
        }
    }

    fn obey(&mut self, command: &'static Command, rest: &str) -> Said {
        if command.takes.is_empty() && !rest.is_empty() {
            return Err(format!(
                "`{}` takes nothing more; say only `{}`.\n",
                command.name, command.name
            ));
        }
        if matches!(command.act, Act::Why | Act::Tree | Act::Stats)
            && let Some(said) = self.asked_before_handing_over(command, rest)
        {
            return said;
        }
        match command.act {
            Act::Go => self.go(),
            Act::Back => self.back(rest),
            Act::Forward => self.forward(rest),
            Act::Moves => Ok(self.list_moves()),
            Act::Board => Ok(self.board()),
            Act::Flip => Ok(self.flip()),
            Act::Hint => self.hint(),
            Act::Why if self.seat.chapter.thinks() && rest.is_empty() => self.why_thought(),
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
            Act::Options => Ok(self.session.settings.list(self.width())),
            Act::Help => self.help(rest),
            Act::Quit => {
                self.seat.leaving = Some(Leaving::Quit);
                Ok("Goodbye.\n".into())
            }
        }
    }

    /// What the chapter says of our last move that has just handed over to this one.
    fn asked_before_handing_over(&mut self, command: &Command, rest: &str) -> Option<Said> {
        if self.turn() == Side::Us && self.ending().is_none() {
            return None;
        }
        let mut before = self.session.before.take()?;
        let is_there = before.number(self.session) == self.seat.number(self.session)
            && before.position() == AnySeat::position(self.seat);
        let said = is_there.then(|| {
            let line = format!("{} {rest}", command.name);
            before.answer(self.session, &line).said
        });
        self.session.before = Some(before);
        said
    }

    /// The position at hand.
    pub(crate) fn position(&self) -> &D::Position {
        self.seat.position()
    }

    /// The index of the position at hand, which is that of the next move.
    pub(crate) fn ply(&self) -> usize {
        self.seat.positions.len() - 1
    }

    /// The position at hand as text.
    pub(crate) fn write_position(&self) -> String {
        self.seat
            .domain
            .write_position(self.position(), self.seat.view)
    }

    /// Whose move it is.
    pub(crate) fn turn(&self) -> Side {
        self.seat.domain.turn(self.position())
    }

    /// A side as the game names it.
    pub(crate) fn side(&self, side: Side) -> String {
        self.seat.domain.write_side(side, self.seat.view)
    }

    pub(crate) fn opening(&self) -> MoveCount {
        self.seat.customs.opening(&self.session.record.start)
    }

    /// The end of the game, if the position at hand is one.
    pub(crate) fn ending(&self) -> Option<GameEnd> {
        let can_move = self.seat.domain.has_moves(self.position());
        self.seat.customs.ending(&self.write_position(), can_move)
    }

    /// Whose moves the user enters; none where he enters those of both sides.
    pub(crate) fn users_side(&self) -> Option<Side> {
        let settings = &self.session.settings;
        match (settings.opponent.answers(), settings.auto) {
            (true, _) => Some(Side::Us),
            (false, true) => Some(Side::Them),
            (false, false) => None,
        }
    }

    /// The columns that a line may have.
    pub(crate) fn width(&self) -> usize {
        self.session.width
    }

    /// The words in lines that fit the terminal.
    pub(crate) fn wrapped(&self, text: &str) -> String {
        wrapped(text, self.width())
    }

    /// The words in lines that fit the terminal, all but the first indented.
    pub(crate) fn indented(&self, text: &str, indent: usize) -> String {
        indented(text, indent, self.width())
    }

    /// The picture of the position, with the last move marked.
    pub(crate) fn board(&self) -> String {
        let marks = self.last_move_marks();
        self.picture(&self.write_position(), &marks)
    }

    /// The picture of a position; its text where it cannot be drawn.
    fn picture(&self, position: &str, marks: &[(String, Mark)]) -> String {
        draw(&self.session.record.game, position, marks, self.style())
            .unwrap_or_else(|| format!("{position}\n"))
    }

    /// How boards are drawn: from the side of the user, unless he has turned them round.
    pub(crate) fn style(&self) -> Style {
        let style = self.session.settings.style;
        let user = self.users_side().unwrap_or(Side::Us);
        let is_second = self.side(user) == "Black";
        Style {
            flipped: style.flipped != is_second,
            ..style
        }
    }

    fn last_move_marks(&self) -> Vec<(String, Mark)> {
        let (Some(last), Some(before)) =
            (self.session.record.plies.last(), self.ply().checked_sub(1))
        else {
            return Vec::new();
        };
        let before = &self.seat.positions[before];
        let Ok(m) = self
            .seat
            .domain
            .read_move(before, self.seat.view, &last.text)
        else {
            return Vec::new();
        };
        let place = self.seat.domain.vocabulary().place;
        let origin = self.seat.domain.origin(before, m).map(|item| {
            self.seat
                .domain
                .write_item(before, self.seat.view, place, item)
        });
        self.seat.customs.marks(&last.text, origin)
    }
}

/// The name of a chapter without the folder and the ending of its file.
pub(crate) fn short(name: &str) -> &str {
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
