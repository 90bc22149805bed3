//! Another game: a random or a given position, a draft, another chapter, or the game before.
//!
//! Each command makes sure that the new game can be played before it puts it in the place of the old one.

use std::sync::Arc;

use domain::{Domain, Header};

use crate::chapter::Chapter;
use crate::session::customs::Change;
use crate::session::dialogue::{Conversation, Then, begin};
use crate::session::draw::{drawn, drawn_by};
use crate::session::paste::tag;
use crate::session::record::Record;
use crate::session::seat::{Said, Sitting};
use crate::session::told::{invitation, told};
use crate::session::wording::{fitted, plural, sentence};

impl Conversation {
    /// Reads a chapter that is to be used.
    pub(crate) fn read_chapter(&mut self, name: &str) -> Result<Arc<Chapter>, String> {
        Ok(Arc::new(self.host.chapter(name)?))
    }

    /// The chapter for a position, and its header: the one in use if it is for it, or else a shipped one.
    pub(crate) fn chapter_for(
        &mut self,
        game: &str,
        position: &str,
    ) -> Result<(Arc<Chapter>, Header), String> {
        let chapter = Arc::clone(&self.chapter);
        let refused = if chapter.program.game == game {
            match chapter.header_of(self.games, position) {
                Ok(header) => return Ok((chapter, header)),
                Err(error) => error.message,
            }
        } else {
            format!("no shipped chapter on {game} takes this position")
        };
        let shipped = self.chapters.for_text(self.games, game, position);
        shipped.ok_or(refused)
    }
}

impl<D: Domain> Sitting<'_, D> {
    /// A game from a random position.
    pub(crate) fn new_game(&mut self, rest: &str) -> Said {
        let chapter = Arc::clone(&self.session.chapter);
        let games = self.session.games;
        let (record, how) = match rest {
            "" => drawn(games, &chapter, &mut self.session.random),
            _ => {
                let seed = rest.parse().map_err(|_| {
                    "A seed is a whole number (`new 42`); `position TEXT` sets up a position.\n"
                        .to_owned()
                })?;
                drawn_by(games, &chapter, seed).map(|record| (record, format!(", position {seed}")))
            }
        }
        .map_err(|problem| sentence(&problem))?;
        let said = format!("{}{how}\n", chapter.program.title);
        Ok(self.begin_game(chapter, record, Then::Play, said))
    }

    /// Puts a game in place of the one in progress and leaves for its table.
    pub(crate) fn begin_game(
        &mut self,
        chapter: Arc<Chapter>,
        record: Record,
        then: Then,
        said: String,
    ) -> String {
        self.session.draft = None;
        self.session.replace_game(chapter, record);
        self.leave_for(then);
        self.conclude(fitted(&said, self.width()))
    }

    /// Another chapter: the game goes on if it is for the same men, otherwise a new one begins.
    pub(crate) fn change_chapter(&mut self, name: &str) -> Said {
        if name.is_empty() {
            return Err(format!(
                "The chapter in use is `{}`. `chapter NAME` takes another one; `chapters` lists them.\n",
                self.seat.chapter.name
            ));
        }
        let chapter = self
            .session
            .read_chapter(name)
            .map_err(|problem| sentence(&problem))?;
        let title = &chapter.program.title;
        if chapter.advises(&self.seat.domain, self.position()) {
            let invitation = invitation(&chapter, self.session.games);
            let said = format!("The game goes on with “{title}” ({name}).\n{invitation}");
            self.session.draft = None;
            self.session.chapter = chapter;
            self.leave_for(Then::Play);
            return Ok(self.conclude(fitted(&said, self.width())));
        }
        let drawn = drawn(self.session.games, &chapter, &mut self.session.random);
        let (record, how) = drawn.map_err(|problem| sentence(&problem))?;
        let invitation = invitation(&chapter, self.session.games);
        let said =
            format!("{title} ({name}){how}\n{invitation}`resume` goes back to the other game.\n");
        Ok(self.begin_game(chapter, record, Then::Play, said))
    }

    /// A game from a given position.
    pub(crate) fn set_position(&mut self, text: &str) -> Said {
        if text.is_empty() {
            return Err(format!(
                "Say which, for example `position {}`.\n",
                self.write_position()
            ));
        }
        self.begin_at(text, "")
    }

    /// A position that was entered without a command.
    pub(crate) fn enter_position(&mut self, position: &str) -> Said {
        let about = "The position is set up; `resume` goes back to the other game.";
        self.begin_at(position, &self.wrapped(about))
    }

    /// A tag of a PGN game that was pasted: only the position is of use.
    pub(crate) fn enter_tag(&mut self, line: &str) -> Said {
        match tag(line) {
            Some(("FEN", position)) => self.enter_position(position),
            Some(_) => Ok(String::new()),
            None => Err("This is neither a command, nor a move, nor a tag of a PGN game.\n".into()),
        }
    }

    /// A game that the chapter tells of.
    pub(crate) fn begin_told(&mut self, number: &str) -> Said {
        let told = told(&self.seat.chapter, self.session.games);
        let found = number
            .parse()
            .ok()
            .and_then(|number: usize| told.get(number.checked_sub(1)?));
        match (found, told.len()) {
            (Some(told), _) => self.begin_at(&told.position, &self.wrapped(&told.text)),
            (None, 0) => self.list_told(),
            (None, n) => Err(format!(
                "Say which, from `game 1` to `game {n}`; `games` lists them.\n"
            )),
        }
    }

    /// A game from a position, after something that is said about it.
    fn begin_at(&mut self, text: &str, about: &str) -> Said {
        let game = self.session.record.game.clone();
        let (chapter, header) = self
            .session
            .chapter_for(&game, text)
            .map_err(|problem| sentence(&problem))?;
        let record = begin(&chapter, text, &header);
        if let Err(unplayable) = self.session.check(&record) {
            return Err(sentence(&unplayable.error.message));
        }
        let said = if chapter.name == self.seat.chapter.name {
            about.to_owned()
        } else {
            format!("{} ({})\n{about}", chapter.program.title, chapter.name)
        };
        Ok(self.begin_game(chapter, record, Then::Play, said))
    }

    /// Begins a draft; the game stays until it is done.
    pub(crate) fn edit(&mut self) -> Said {
        self.session.draft = Some(self.seat.customs.draft(&self.write_position()));
        Ok(format!(
            "Setting up a position; the game waits.\n{}{}",
            self.indented(
                &format!("Say {}; then done, or cancel.", self.seat.customs.editing()),
                0
            ),
            self.show_draft()
        ))
    }

    fn show_draft(&self) -> String {
        let draft = self.session.draft.clone().unwrap_or_default();
        crate::picture::draw(&self.session.record.game, &draft, &[], self.style())
            .unwrap_or_else(|| self.seat.customs.describe(&draft))
    }

    /// A line while a position is set up; nothing if it is for the session at large.
    pub(crate) fn answer_draft(&mut self, first: &str, rest: &str) -> Option<Said> {
        let draft = self.session.draft.clone()?;
        let change = match first.to_lowercase().as_str() {
            "put" => Change::Put(rest),
            "remove" => Change::Remove(rest),
            "turn" => Change::Turn(rest),
            "clear" => {
                self.session.draft = Some(self.seat.customs.empty());
                return Some(Ok(self.show_draft()));
            }
            "board" => return Some(Ok(self.show_draft())),
            "done" => return Some(self.end_draft(&draft)),
            "cancel" => {
                self.session.draft = None;
                return Some(Ok(format!("The game goes on.\n{}", self.board())));
            }
            _ => return None,
        };
        Some(match self.seat.customs.edit(&draft, change) {
            Ok(draft) => {
                self.session.draft = Some(draft);
                Ok(self.show_draft())
            }
            Err(problem) => Err(sentence(&problem)),
        })
    }

    fn end_draft(&mut self, draft: &str) -> Said {
        self.begin_at(draft, "")
            .map_err(|problem| problem + "The draft stays: mend it, or say `cancel`.\n")
    }

    /// The game before this one.
    pub(crate) fn resume(&mut self) -> Said {
        let Some((chapter, record)) = self.session.shelved.take() else {
            return Err("There is no other game to go back to.\n".into());
        };
        let said = format!(
            "Back to “{}” ({}), after {}.\n",
            chapter.program.title,
            chapter.name,
            plural(record.plies.len(), "move")
        );
        Ok(self.begin_game(chapter, record, Then::Show, said))
    }
}
