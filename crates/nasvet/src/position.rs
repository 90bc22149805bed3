//! Positions and moves of whichever game, as owned values without a type parameter.
//!
//! The game is forgotten behind [`AnyPosition`].

use std::fmt;
use std::sync::Arc;

use domain::{Domain, Side, TextError};

use crate::advice::Move;
use crate::seam::{AnyPosition, PositionOf};

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

impl Position {
    pub(crate) fn new<D: Domain>(domain: D, position: D::Position, view: D::View) -> Position {
        Position(Arc::new(PositionOf {
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

    /// The legal moves in the game's own order, at most [`MAX_MOVES`](crate::MAX_MOVES).
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

    /// The position behind the seam.
    pub(crate) fn any(&self) -> &dyn AnyPosition {
        &*self.0
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
