//! The endings of games as positions to practise.

use nasvet::documents::ResultName;

use crate::scan::ScannedGame;

/// Where a chapter begins to speak in a game: a position to practise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnding {
    /// The position, without the counts of moves.
    pub position: String,
    /// The chapter that advises the side to move.
    pub chapter: String,
    /// What the side to move can reach, if that is known; never a loss.
    pub result: Option<ResultName>,
    /// The game that it is from: `Event`, `White` and `Black`, as far as the file has them.
    pub event: String,
    /// Who played White.
    pub white: String,
    /// Who played Black.
    pub black: String,
}

impl GameEnding {
    /// The ending that a game has come to.
    pub(crate) fn new(
        game: &ScannedGame,
        position: String,
        chapter: &str,
        result: Option<ResultName>,
    ) -> GameEnding {
        let tag = |name| game.tag(name).unwrap_or("?").to_owned();
        GameEnding {
            position,
            chapter: chapter.to_owned(),
            result,
            event: tag("Event"),
            white: tag("White"),
            black: tag("Black"),
        }
    }

    /// The task, as it stands below a diagram: `White to move and win`.
    pub fn task(&self) -> String {
        let side = match self.position.split(' ').nth(1) {
            Some("b") => "Black",
            _ => "White",
        };
        let aim = match self.result {
            Some(ResultName::Win) => " and win",
            Some(ResultName::Draw) => " and draw",
            Some(ResultName::Loss) | None => "",
        };
        format!("{side} to move{aim}")
    }

    /// As a line of EPD: the `id` begins with the chapter, and `c0` is the task.
    pub fn to_epd(&self) -> String {
        let Self {
            position, chapter, ..
        } = self;
        // Strings of EPD have no quotation marks in them.
        let event = self.event.replace('"', "'");
        let task = self.task();
        format!("{position} id \"{chapter} {event}\"; c0 \"{task}\";\n")
    }

    /// As a game without moves, which studies import.
    pub fn to_pgn(&self) -> String {
        let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        let Self {
            position, chapter, ..
        } = self;
        let (event, white, black) = (
            quoted(&self.event),
            quoted(&self.white),
            quoted(&self.black),
        );
        let task = self.task();
        format!(
            "[Event \"{event}\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n[White \"{white}\"]\n\
             [Black \"{black}\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"{position} 0 1\"]\n\n\
             {{{task}. See the chapter {chapter}.}} *\n\n"
        )
    }
}
