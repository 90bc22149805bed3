//! Players that are kept from question to question: one for each chapter and mode, all with the same kind of tables.

use std::fmt;

use crate::advisor::Mode;
use crate::chapter::Chapter;
use crate::player::Player;
use crate::referee::{Referee, TableStore};

/// The players of somebody who is asked about many positions, and the referees that judge their moves.
pub struct Players {
    store: Box<dyn Fn() -> Box<dyn TableStore> + Send>,
    seated: Vec<SeatedPlayer>,
}

struct SeatedPlayer {
    chapter: String,
    mode: Mode,
    player: Player,
}

impl Players {
    /// Their tables are made for positions of at most this many pieces.
    pub const MAX_PIECES: usize = 4;

    /// Nobody yet; tables will come from such stores.
    pub fn new(store: impl Fn() -> Box<dyn TableStore> + Send + 'static) -> Players {
        Players {
            store: Box::new(store),
            seated: Vec::new(),
        }
    }

    /// The player for a chapter, which is the same one each time. Chapters are told apart by their names.
    pub fn player(&mut self, chapter: &Chapter, mode: Mode) -> &mut Player {
        let name = chapter.name();
        let known = self
            .seated
            .iter()
            .position(|seated| seated.chapter == name && seated.mode == mode);
        let at = known.unwrap_or_else(|| {
            let player = Player::with_mode(chapter, mode).with_referee(self.referee());
            self.seated.push(SeatedPlayer {
                chapter: name.to_owned(),
                mode,
                player,
            });
            self.seated.len() - 1
        });
        &mut self.seated[at].player
    }

    /// Another referee with such tables.
    pub fn referee(&self) -> Referee {
        Referee::new((self.store)(), Players::MAX_PIECES)
    }

    /// Forgets all players: another game begins, or a name stands for another chapter.
    pub fn forget(&mut self) {
        self.seated.clear();
    }
}

impl fmt::Debug for Players {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.seated.iter().map(|seated| &seated.chapter);
        f.debug_list().entries(names).finish()
    }
}
