//! The session as a state machine: one line in, one reply out, and what lasts from line to line.
//!
//! A [`Seat`] is where one chapter is played on one board. When a command needs another chapter or board, it first makes
//! sure that the new game can be played, then puts it in the place of the old one and leaves its seat; here the next
//! seat is taken. So no line can lose the game in progress.

use std::sync::Arc;

use domain::{Domain, Header};

use crate::chapter::{Chapter, Chapters};
use crate::games::{Ask, Games};
use crate::session::customs::customs_of;
use crate::session::draw::drawn;
use crate::session::host::{Host, Moment, Reply};
use crate::session::random::Random;
use crate::session::record::{Record, Replayable, Unplayable};
use crate::session::seat::{Answered, AnySeat, Leaving, Seat, short};
use crate::session::settings::Settings;
use crate::session::told::invitation;
use crate::session::wording::{WIDTH, fitted, width_of, wrapped};

/// How a session begins.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// The chapter, by its name or file.
    pub chapter: String,
    /// The position; otherwise one is drawn by chance.
    pub position: Option<String>,
    /// Where chance begins.
    pub seed: u64,
    /// The first settings.
    pub settings: Settings,
    /// Is the user told what this is?
    pub greeting: bool,
}

/// A dialogue about one game at a time: one line in, one reply out.
///
/// ```
/// use nasvet::session::{Beginning, Rehearsal, Session};
///
/// let beginning = Beginning {
///     position: Some("8/8/8/3k4/8/8/1R6/K7 w - -".into()),
///     ..Beginning::of("krk")
/// };
/// let (mut session, first) = Session::begin(Box::new(Rehearsal::new()), beginning).expect("a chapter");
/// assert!(first.success && session.moment().moves.len() > 1);
/// assert!(session.line("why").success);
/// session.line("quit");
/// assert!(session.is_over());
/// ```
pub struct Session {
    conversation: Conversation,
    seat: Box<dyn AnySeat>,
    is_over: bool,
    n_failures: usize,
}

/// What lasts while chapters and boards change.
pub(crate) struct Conversation {
    pub(crate) host: Box<dyn Host>,
    pub(crate) games: &'static Games,
    pub(crate) chapters: Chapters,
    pub(crate) settings: Settings,
    /// The chapter in use.
    pub(crate) chapter: Arc<Chapter>,
    /// The game in progress.
    pub(crate) record: Record,
    /// The game before it.
    pub(crate) shelved: Option<(Arc<Chapter>, Record)>,
    /// The position that is being set up.
    pub(crate) draft: Option<String>,
    pub(crate) random: Random,
    /// The columns that a line may have.
    pub(crate) width: usize,
    /// The seat whose chapter has handed over to the one in use: it can explain its last move.
    pub(crate) before: Option<Box<dyn AnySeat>>,
}

/// What is said and done when a seat is taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Arrival {
    /// What has been said already, by the command that led here.
    pub(crate) said: String,
    pub(crate) then: Then,
    pub(crate) left: Left,
}

/// Why the last seat was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Left {
    /// The men changed, and its chapter handed over; the game goes on.
    HandedOver,
    /// The user wanted something else.
    Asked,
}

/// What follows when a seat is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Then {
    /// The position is shown.
    Show,
    /// A side that answers at once moves, and the position is shown.
    Play,
}

impl Beginning {
    /// A session with a chapter, from a random position, without a greeting.
    pub fn of(chapter: &str) -> Beginning {
        Beginning {
            chapter: chapter.into(),
            position: None,
            seed: 1,
            settings: Settings::default(),
            greeting: false,
        }
    }
}

impl Session {
    /// Begins a session, and gives the first thing that is said.
    ///
    /// If there is no such chapter or position, there is no session either, and the reason is given.
    pub fn begin(
        mut host: Box<dyn Host>,
        beginning: Beginning,
    ) -> Result<(Session, Reply), String> {
        let Beginning {
            chapter,
            position,
            seed,
            settings,
            greeting,
        } = beginning;
        let games = Games::shared();
        let width = host.columns().map_or(WIDTH, width_of);
        let chapter = Arc::new(host.chapter(&chapter)?);
        let mut chapters = Chapters::default();
        let mut random = Random::new(seed);
        let (record, how) = match position {
            Some(position) => {
                let header = chapter
                    .header_of(games, &position)
                    .map_err(|error| format!("the position `{position}`: {error}"))?;
                (begin(&chapter, &position, &header), "\n".into())
            }
            None => {
                let (record, how) = drawn(games, &chapter, &mut random)?;
                (record, format!("{how}\n{}", invitation(&chapter, games)))
            }
        };
        let mut said = String::new();
        if greeting {
            said += &GREETING
                .lines()
                .map(|line| wrapped(line, width))
                .collect::<String>();
            let shipped = chapters.shipped().iter();
            let names: Vec<&str> = shipped.map(|chapter| chapter.name.as_str()).collect();
            said += &wrapped(&format!("Chapters: {}.", names.join(", ")), width);
            said.push('\n');
        }
        let title = format!("{} ({}){how}", chapter.program.title, chapter.name);
        said += &fitted(&title, width);
        let conversation = Conversation {
            host,
            games,
            chapters,
            settings,
            chapter,
            record,
            shelved: None,
            draft: None,
            random,
            width,
            before: None,
        };
        let mut session = Session {
            seat: conversation.seat()?,
            conversation,
            is_over: false,
            n_failures: 0,
        };
        let arrival = Arrival {
            said,
            then: Then::Play,
            left: Left::Asked,
        };
        let arrived = session.seat.arrive(&mut session.conversation, arrival);
        let reply = session.reply(arrived);
        Ok((session, reply))
    }

    /// Answers one line. After the end every line is answered by the same sentence.
    pub fn line(&mut self, line: &str) -> Reply {
        if self.is_over {
            return Reply {
                text: "The session is over.\n".into(),
                success: false,
            };
        }
        // The user may have changed the window.
        self.conversation.width = self.conversation.host.columns().map_or(WIDTH, width_of);
        let answered = self.seat.answer(&mut self.conversation, line);
        self.reply(answered)
    }

    /// Has the user left?
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// How many commands could not be carried out.
    pub fn n_failures(&self) -> usize {
        self.n_failures
    }

    /// What an interface shows while the session waits for a line.
    pub fn moment(&self) -> Moment {
        let session = &self.conversation;
        let prompt = match session.draft {
            Some(_) => "edit> ".to_owned(),
            None => format!(
                "{} {}> ",
                short(&session.chapter.name),
                self.seat.number(session)
            ),
        };
        Moment {
            prompt,
            moves: self.seat.moves(),
            record: session.record.clone(),
            position: self.seat.position(),
            shelved: session.shelved.as_ref().map(|(_, record)| record.clone()),
        }
    }

    /// Takes the next seat as long as one is left for another, and says what was said.
    fn reply(&mut self, mut answered: Answered) -> Reply {
        while let Some(leaving) = answered.leaving.take() {
            match leaving {
                Leaving::Quit => self.is_over = true,
                Leaving::For(arrival) => {
                    let seat = self.conversation.seat();
                    let seat = seat.expect("a game that is in place belongs to a known game");
                    let left = std::mem::replace(&mut self.seat, seat);
                    self.conversation.before = match arrival.left {
                        Left::HandedOver => Some(left),
                        Left::Asked => None,
                    };
                    answered = self.seat.arrive(&mut self.conversation, arrival);
                }
            }
        }
        let (text, success) = match answered.said {
            Ok(text) => (text, true),
            Err(text) => (fitted(&text, self.conversation.width), false),
        };
        self.n_failures += usize::from(!success);
        Reply { text, success }
    }
}

const GREETING: &str = "\
Nasvet plays by written advice, and every move has a reason.
You defend with the lone king against king and rook: enter moves such as Kd4.
`why` explains our move, `chapter NAME` plays another one, `help` says more.
To have the rook yourself, say `opponent tables`: they defend as well as can be, and `judge` tells whether your move \
kept the win. `nasvet practise` teaches it step by step.
";

/// A game that begins in a position of a chapter.
pub(crate) fn begin(chapter: &Chapter, position: &str, header: &Header) -> Record {
    let game = &chapter.program.game;
    let start = customs_of(game).map(|customs| customs.start(position));
    Record::new(game, start.as_deref().unwrap_or(position), header)
}

impl Conversation {
    /// A seat for the game in progress, on the fastest board that holds it.
    fn seat(&self) -> Result<Box<dyn AnySeat>, String> {
        let seat = self.games.ask(&self.record.game, Seating(self));
        seat.ok_or_else(|| format!("there is no game `{}`", self.record.game))
    }

    /// Puts a game in the place of the one in progress, which can be resumed.
    pub(crate) fn replace_game(&mut self, chapter: Arc<Chapter>, record: Record) {
        let chapter = std::mem::replace(&mut self.chapter, chapter);
        let record = std::mem::replace(&mut self.record, record);
        self.shelved = Some((chapter, record));
    }

    /// Can the game be played to its end?
    pub(crate) fn check(&self, record: &Record) -> Result<(), Unplayable> {
        self.games
            .ask(&record.game, Replayable(record))
            .unwrap_or(Ok(()))
    }
}

/// Finds the seat of whichever game it is.
struct Seating<'a>(&'a Conversation);

impl Ask for Seating<'_> {
    type Answer = Box<dyn AnySeat>;

    fn ask<D: Domain>(self, domain: &D) -> Box<dyn AnySeat> {
        Box::new(Seat::new(self.0, *domain))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_can_be_sent_to_another_thread() {
        fn check<T: Send + 'static>() {}
        check::<Session>();
    }
}
