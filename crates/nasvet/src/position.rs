//! Positions and moves of whichever game, as owned values without a type parameter.
//!
//! The game is forgotten behind [`AnyPosition`]; a [`Player`](crate::Player) finds it again when it needs it.

use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use domain::{Domain, Side, TextError};

use crate::advisor::Mode;
use crate::chapter::Chapter;
use crate::player::{AnyPlayer, PlayerOf};

/// A situation with a side to move. Cheap to clone, and the same in every thread.
///
/// ```
/// let chapter = nasvet::Chapter::shipped("krk").expect("a shipped chapter");
/// let position = chapter.position("8/8/8/3k4/8/8/1R6/K7 w - -")?;
/// assert_eq!(position.side_to_move(), "White");
/// let next = position.play("Rb4")?;
/// assert_eq!(next.text(), "8/8/8/3k4/1R6/8/8/K7 b - -");
/// # Ok::<(), nasvet::TextError>(())
/// ```
#[derive(Clone)]
pub struct Position(Arc<dyn AnyPosition>);

/// A legal move, as the game writes it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// As people write it: `Rb4`, `2→0`.
    pub text: String,
    /// From where to where it goes, if it is to be drawn as an arrow.
    pub arrow: Option<(String, String)>,
}

/// At most this many legal moves are listed: a heap of matches has no bound.
pub const MAX_MOVES: usize = 10_000;

impl Position {
    pub(crate) fn new<D: Domain>(domain: D, position: D::Position, view: D::View) -> Position {
        Position(Arc::new(Placed {
            domain,
            position,
            view,
        }))
    }

    /// The position as text: a FEN, heaps, a graph.
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// Is it our move, the side that the chapter advises?
    pub fn is_ours(&self) -> bool {
        self.0.turn() == Side::Us
    }

    /// Who is to move, as the game names it: `White`, `us`.
    pub fn side_to_move(&self) -> String {
        self.0.side_to_move()
    }

    /// The legal moves in the game's own order, at most [`MAX_MOVES`].
    pub fn moves(&self) -> Vec<Move> {
        self.0.moves()
    }

    /// Is there no legal move?
    pub fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The position after a legal move.
    pub fn play(&self, m: &str) -> Result<Position, TextError> {
        self.0.play(m).map(Position)
    }

    /// A player of this position's game, on its board.
    pub(crate) fn player(&self, chapter: &Chapter, mode: Mode) -> Box<dyn AnyPlayer> {
        self.0.player(chapter, mode)
    }

    /// The position of a game, if this is the game.
    pub(crate) fn of<D: Domain>(&self) -> Option<(&D::Position, D::View)> {
        let placed: &Placed<D> = self.0.as_any().downcast_ref()?;
        Some((&placed.position, placed.view))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Position").field(&self.text()).finish()
    }
}

/// Two positions are equal if they are written alike.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.text() == other.text()
    }
}

impl Eq for Position {}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// What every position can tell of itself.
trait AnyPosition: Send + Sync {
    fn text(&self) -> String;
    fn turn(&self) -> Side;
    fn side_to_move(&self) -> String;
    fn moves(&self) -> Vec<Move>;
    fn is_over(&self) -> bool;
    fn play(&self, m: &str) -> Result<Arc<dyn AnyPosition>, TextError>;
    fn player(&self, chapter: &Chapter, mode: Mode) -> Box<dyn AnyPlayer>;
    fn as_any(&self) -> &dyn Any;
}

/// A position of one game, and how the outside world sees it.
struct Placed<D: Domain> {
    domain: D,
    position: D::Position,
    view: D::View,
}

impl<D: Domain> AnyPosition for Placed<D> {
    fn text(&self) -> String {
        self.domain.write_position(&self.position, self.view)
    }

    fn turn(&self) -> Side {
        self.domain.turn(&self.position)
    }

    fn side_to_move(&self) -> String {
        self.domain.write_side(self.turn(), self.view)
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.domain.visit_moves(&self.position, |m| {
            moves.push(written(&self.domain, &self.position, self.view, m));
            match moves.len() < MAX_MOVES {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        moves
    }

    fn is_over(&self) -> bool {
        !self.domain.has_moves(&self.position)
    }

    fn play(&self, m: &str) -> Result<Arc<dyn AnyPosition>, TextError> {
        let m = self.domain.read_move(&self.position, self.view, m)?;
        Ok(Arc::new(Placed {
            domain: self.domain,
            position: self.domain.play(&self.position, m),
            view: self.view,
        }))
    }

    fn player(&self, chapter: &Chapter, mode: Mode) -> Box<dyn AnyPlayer> {
        Box::new(PlayerOf::new(self.domain, chapter, mode))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A move as the outside world knows it.
pub(crate) fn written<D: Domain>(
    domain: &D,
    position: &D::Position,
    view: D::View,
    m: D::Move,
) -> Move {
    let place = domain.vocabulary().place;
    let write = |item| domain.write_item(position, view, place, item);
    Move {
        text: domain.write_move(position, view, m),
        arrow: domain
            .arrow(position, m)
            .map(|(from, to)| (write(from), write(to))),
    }
}
