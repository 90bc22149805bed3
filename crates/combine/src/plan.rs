//! Plans: sequences of statements about moves that we want to make and states that we want squares to have.
//!
//! The four kinds of statement are those of section 2.1 of the paper. *Friend* is whoever has the plan.

use shakmaty::{Color, Role, Square};

use crate::board::Board;

/// A plan, from its first statement to its last.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Plan(pub Vec<Statement>);

/// One statement of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Statement {
    /// A man moves. With an asterisk the move carries out a threat: it is made only if it captures, and the plan
    /// goes on in any case.
    Move {
        /// Where the man stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// Does it carry out a threat?
        threat: bool,
    },
    /// The man on the square plays, nobody says where to.
    Plays(Square),
    /// A square is to get another state.
    Modify {
        /// The square.
        square: Square,
        /// What is to change.
        change: Change,
        /// Must the moves that bring it about also threaten or capture?
        threat: bool,
    },
    /// A square must have a state, or the plan ends.
    Verify {
        /// The square.
        square: Square,
        /// The state.
        state: State,
    },
    /// A simple combination against the enemy man on the square is to be found.
    Analysis(Square),
}

/// How a square is to change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// `F>V`: a friend makes the square vacant.
    FriendToVacant,
    /// `F>NF`: a friend leaves the square.
    FriendAway,
    /// `E>V`: the enemy man makes the square vacant.
    EnemyToVacant,
    /// `En>NEn`: this kind of enemy man leaves the square.
    ManAway(Role),
    /// `En>ENn`: another enemy man takes the place of this kind.
    ManReplaced(Role),
    /// `V>NV`: somebody comes to the empty square.
    VacantToOccupied,
    /// `NE>E`: an enemy man comes to the square.
    EnemyComes,
    /// `NEn>En`: this kind of enemy man comes to the square.
    ManComes(Role),
}

impl Change {
    /// The state that is wanted.
    pub fn wanted(self) -> State {
        match self {
            Change::FriendToVacant | Change::EnemyToVacant => State::Vacant,
            Change::FriendAway => State::NoFriend,
            Change::ManAway(role) => State::NoSuchEnemy(role),
            Change::ManReplaced(role) => State::OtherEnemy(role),
            Change::VacantToOccupied => State::Occupied,
            Change::EnemyComes => State::Enemy,
            Change::ManComes(role) => State::SuchEnemy(role),
        }
    }

    /// May the modification ask for a threat? Only men of ours make threats.
    pub fn may_threaten(self) -> bool {
        match self {
            Change::FriendToVacant | Change::FriendAway | Change::VacantToOccupied => true,
            Change::EnemyToVacant
            | Change::ManAway(_)
            | Change::ManReplaced(_)
            | Change::EnemyComes
            | Change::ManComes(_) => false,
        }
    }
}

/// A state of a square, as a plan wants it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum State {
    /// `V`: nobody is there.
    Vacant,
    /// `NV`: somebody is there.
    Occupied,
    /// `NF`: no friend is there.
    NoFriend,
    /// `E`: an enemy man is there.
    Enemy,
    /// `En`: this kind of enemy man is there.
    SuchEnemy(Role),
    /// `NEn`: this kind of enemy man is not there.
    NoSuchEnemy(Role),
    /// `ENn`: another kind of enemy man is there.
    OtherEnemy(Role),
}

impl State {
    /// Has the square this state, for a friend of this colour?
    pub fn holds(self, board: &Board, square: Square, friend: Color) -> bool {
        let man = board.man(square);
        let enemy = man.filter(|man| man.color != friend).map(|man| man.role);
        match self {
            State::Vacant => man.is_none(),
            State::Occupied => man.is_some(),
            State::NoFriend => man.is_none() || enemy.is_some(),
            State::Enemy => enemy.is_some(),
            State::SuchEnemy(role) => enemy == Some(role),
            State::NoSuchEnemy(role) => enemy != Some(role),
            State::OtherEnemy(role) => enemy.is_some_and(|enemy| enemy != role),
        }
    }
}
