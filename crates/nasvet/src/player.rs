//! A player: a chapter that is asked for moves and reasons, position after position.
//!
//! The engine is behind [`AnyPlayer`]; which game it is for, the position knows.

use std::fmt;

use documents::{ExplanationDocument, TreeDocument};
use domain::Watch;

use crate::advice::{Advice, Notice, WhyError};
use crate::advisor::Mode;
use crate::chapter::Chapter;
use crate::explaining::MoveJudge;
use crate::position::Position;
use crate::referee::{BuiltTables, Referee};
use crate::seam::{AnyPlayer, WhyAsked};

/// Plays by a chapter and says why.
///
/// In strong mode it follows a strategy to its end, as long as the positions it is asked about are those of one game;
/// in weak mode it looks anew in every position.
///
/// ```
/// use nasvet::{Chapter, Player, Watch};
///
/// let chapter = Chapter::shipped("krk").expect("a shipped chapter");
/// let position = chapter.position("8/8/8/3k4/8/8/1R6/K7 w - -")?;
/// let mut player = Player::new(&chapter);
/// let advice = player.advise(&position, &Watch::new());
/// println!("{}", advice.m.expect("the rook always has a move"));
/// println!("{}", player.why(&position, &Watch::new())?.text());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Player {
    chapter: Chapter,
    mode: Mode,
    seat: Option<Box<dyn AnyPlayer>>,
    referee: Referee,
    /// Do explanations tell how a move was found?
    more: bool,
}

impl Player {
    /// A player in strong mode.
    pub fn new(chapter: &Chapter) -> Player {
        Player::with_mode(chapter, Mode::Strong)
    }

    /// A player in this mode.
    pub fn with_mode(chapter: &Chapter, mode: Mode) -> Player {
        Player {
            chapter: chapter.clone(),
            mode,
            seat: None,
            referee: Referee::new(Box::new(BuiltTables), 3),
            more: false,
        }
    }

    /// The chapter it plays by.
    pub fn chapter(&self) -> &Chapter {
        &self.chapter
    }

    /// Our move in a position. The budget of the watch is for each piece of advice.
    pub fn advise(&mut self, position: &Position, watch: &Watch) -> Advice {
        self.seat(position).advise(position.any(), watch)
    }

    /// What moves are worth is asked of this referee; without one, of tables of three men that are built when they are
    /// wanted.
    pub fn with_referee(mut self, referee: Referee) -> Player {
        self.referee = referee;
        self
    }

    /// Explanations tell how a move was found, too.
    pub fn with_more(mut self, more: bool) -> Player {
        self.more = more;
        self
    }

    /// Why the move is played that [`Player::advise`] gives; or why there is none.
    pub fn why(
        &mut self,
        position: &Position,
        watch: &Watch,
    ) -> Result<ExplanationDocument, WhyError> {
        let more = self.more;
        let (seat, referee) = self.seat_and_referee(position);
        let stop = watch.stop().cloned().unwrap_or_default();
        seat.why(WhyAsked {
            position: position.any(),
            judge: &mut |game, position, m| referee.verdict(game, position, m, &stop),
            more,
            watch,
        })
    }

    /// What another legal move does, and why it is not played.
    pub fn why_not(
        &mut self,
        position: &Position,
        m: &str,
        watch: &Watch,
    ) -> Result<ExplanationDocument, WhyError> {
        let more = self.more;
        let (seat, referee) = self.seat_and_referee(position);
        let stop = watch.stop().cloned().unwrap_or_default();
        let asked = WhyAsked {
            position: position.any(),
            judge: &mut |game, position, m| referee.verdict(game, position, m, &stop),
            more,
            watch,
        };
        seat.why_not(asked, m)
    }

    /// The same, where somebody else knows what moves are worth.
    pub(crate) fn why_not_by(
        &mut self,
        position: &Position,
        m: &str,
        judge: &mut MoveJudge<'_>,
        watch: &Watch,
    ) -> Result<ExplanationDocument, WhyError> {
        let more = self.more;
        let asked = WhyAsked {
            position: position.any(),
            judge,
            more,
            watch,
        };
        self.seat(position).why_not(asked, m)
    }

    /// What the chapter says of a legal move: what it gives up, and what it gains.
    pub fn notices(
        &mut self,
        position: &Position,
        m: &str,
        watch: &Watch,
    ) -> Result<Vec<Notice>, WhyError> {
        self.seat(position).notices(position.any(), m, watch)
    }

    /// The forcing tree behind the move that [`Player::advise`] gives; nothing if there is no move, or the tree is too
    /// large for a document.
    pub fn tree(&mut self, position: &Position, watch: &Watch) -> Option<TreeDocument> {
        self.seat(position).tree(position.any(), watch)
    }

    /// The engine for the board of this position. Men only leave the board, so one board mostly serves a whole game.
    fn seat(&mut self, position: &Position) -> &mut dyn AnyPlayer {
        self.seat_and_referee(position).0
    }

    fn seat_and_referee(&mut self, position: &Position) -> (&mut dyn AnyPlayer, &mut Referee) {
        let taken = self.seat.take().filter(|seat| seat.knows(position.any()));
        let Chapter { name, program, .. } = &self.chapter;
        let seat = taken.unwrap_or_else(|| position.any().player(name, program, self.mode));
        (&mut **self.seat.insert(seat), &mut self.referee)
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player")
            .field("chapter", &self.chapter.name)
            .field("mode", &self.mode)
            .finish_non_exhaustive()
    }
}
