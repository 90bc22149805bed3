//! Plans: sequences of statements about moves to make and states that squares must reach.
//!
//! The four kinds of statement are those of section 2.1 of the paper. *Friend* means the owner of the plan.

use shakmaty::{Color, Role, Square};

use crate::board::PlanBoard;

/// A plan, from its first statement to its last.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CombinationPlan(pub Vec<PlanStatement>);

/// One statement of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlanStatement {
    /// A piece moves. With an asterisk the move carries out a threat: it is made only if it captures, and the plan
    /// goes on in any case.
    Move {
        /// Where the piece stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// Does it carry out a threat?
        threat: bool,
    },
    /// An open move: the piece on the square moves, and its target is left open.
    Plays(Square),
    /// A square must change its state.
    Modify {
        /// The square.
        square: Square,
        /// The change.
        change: SquareChange,
        /// Must the moves that do it also threaten or capture?
        threat: bool,
    },
    /// If the square does not have this state, the plan ends.
    Verify {
        /// The square.
        square: Square,
        /// The state.
        state: SquareState,
    },
    /// Looks for a simple combination against the enemy piece on the square.
    Analysis(Square),
}

/// How a square must change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SquareChange {
    /// `F>V`: a friend vacates the square.
    FriendToVacant,
    /// `F>NF`: a friend leaves the square.
    FriendAway,
    /// `E>V`: the enemy piece vacates the square.
    EnemyToVacant,
    /// `En>NEn`: this kind of enemy piece leaves the square.
    PieceAway(Role),
    /// `En>ENn`: another enemy piece replaces this kind.
    PieceReplaced(Role),
    /// `V>NV`: any piece comes to the empty square.
    VacantToOccupied,
    /// `NE>E`: an enemy piece comes to the square.
    EnemyComes,
    /// `NEn>En`: this kind of enemy piece comes to the square.
    PieceComes(Role),
}

impl SquareChange {
    /// The state that is wanted.
    pub fn wanted(self) -> SquareState {
        match self {
            SquareChange::FriendToVacant | SquareChange::EnemyToVacant => SquareState::Vacant,
            SquareChange::FriendAway => SquareState::NoFriend,
            SquareChange::PieceAway(role) => SquareState::NoSuchEnemy(role),
            SquareChange::PieceReplaced(role) => SquareState::OtherEnemy(role),
            SquareChange::VacantToOccupied => SquareState::Occupied,
            SquareChange::EnemyComes => SquareState::Enemy,
            SquareChange::PieceComes(role) => SquareState::SuchEnemy(role),
        }
    }

    /// May the modification require a threat? Only our own pieces make threats.
    pub fn may_threaten(self) -> bool {
        match self {
            SquareChange::FriendToVacant
            | SquareChange::FriendAway
            | SquareChange::VacantToOccupied => true,
            SquareChange::EnemyToVacant
            | SquareChange::PieceAway(_)
            | SquareChange::PieceReplaced(_)
            | SquareChange::EnemyComes
            | SquareChange::PieceComes(_) => false,
        }
    }
}

/// A state of a square, as plans describe it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SquareState {
    /// `V`: the square is empty.
    Vacant,
    /// `NV`: the square is not empty.
    Occupied,
    /// `NF`: no friend is there.
    NoFriend,
    /// `E`: an enemy piece is there.
    Enemy,
    /// `En`: this kind of enemy piece is there.
    SuchEnemy(Role),
    /// `NEn`: this kind of enemy piece is not there.
    NoSuchEnemy(Role),
    /// `ENn`: another kind of enemy piece is there.
    OtherEnemy(Role),
}

impl SquareState {
    /// Does the square have this state, if friends have this colour?
    #[inline]
    pub fn holds(self, board: &PlanBoard, square: Square, friend: Color) -> bool {
        let piece = board.piece(square);
        let enemy = piece
            .filter(|piece| piece.color != friend)
            .map(|piece| piece.role);
        match self {
            SquareState::Vacant => piece.is_none(),
            SquareState::Occupied => piece.is_some(),
            SquareState::NoFriend => piece.is_none() || enemy.is_some(),
            SquareState::Enemy => enemy.is_some(),
            SquareState::SuchEnemy(role) => enemy == Some(role),
            SquareState::NoSuchEnemy(role) => enemy != Some(role),
            SquareState::OtherEnemy(role) => enemy.is_some_and(|enemy| enemy != role),
        }
    }
}
