//! A board for any position: the fast one where the position fits on it, and the full one for the rest.
//!
//! Everything that answers people is compiled for this board alone. Only what goes over all positions of an ending is
//! compiled for [`Small`] as well.

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use domain::{BySide, OnlyMen, Side, TextError};
use shakmaty::{Bitboard, Move, Role, Square};

use crate::board::Board;
use crate::domain::Knowledge;
use crate::full::{Convert, Full};
use crate::packed::Small;
use crate::role_moves::RoleMoves;

/// A chess position on the smallest board that holds it, so that equal positions are equal values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AnyBoard {
    /// Five pieces at most, and nobody may castle.
    Small(Small),
    /// Everything else.
    Full(Arc<Full>),
}

impl AnyBoard {
    fn new(full: Full) -> AnyBoard {
        match Small::from_board(&full) {
            Some(small) => AnyBoard::Small(small),
            None => AnyBoard::Full(Arc::new(full)),
        }
    }

    /// The position on the fast board, if it fits.
    pub fn small(&self) -> Option<Small> {
        match self {
            AnyBoard::Small(small) => Some(*small),
            AnyBoard::Full(_) => None,
        }
    }
}

/// Asks whichever board it is.
macro_rules! of_board {
    ($any:expr, $board:ident => $answer:expr) => {
        match $any {
            AnyBoard::Small($board) => $answer,
            AnyBoard::Full($board) => {
                let $board: &Full = $board;
                $answer
            }
        }
    };
}

impl Board for AnyBoard {
    fn knowledge() -> &'static Knowledge<AnyBoard> {
        static KNOWLEDGE: LazyLock<Knowledge<AnyBoard>> = LazyLock::new(Knowledge::new);
        &KNOWLEDGE
    }

    #[inline]
    fn men(&self, side: Side, role: Role) -> Bitboard {
        of_board!(self, board => board.men(side, role))
    }

    #[inline]
    fn only(&self, side: Side, role: Role) -> Option<Square> {
        of_board!(self, board => board.only(side, role))
    }

    #[inline]
    fn only_men(&self, places: &mut OnlyMen) -> u64 {
        of_board!(self, board => board.only_men(places))
    }

    #[inline]
    fn piece_counts(&self) -> BySide<[u8; 6]> {
        of_board!(self, board => board.piece_counts())
    }

    #[inline]
    fn turn(&self) -> Side {
        of_board!(self, board => board.turn())
    }

    fn image(&self, idx: usize) -> AnyBoard {
        match self {
            AnyBoard::Small(small) => AnyBoard::Small(small.image(idx)),
            AnyBoard::Full(full) => AnyBoard::Full(Arc::new(full.image(idx))),
        }
    }

    fn n_images(&self) -> usize {
        of_board!(self, board => board.n_images())
    }

    fn en_passant(&self) -> Option<Square> {
        of_board!(self, board => board.en_passant())
    }

    #[inline]
    fn visit_moves(&self, visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        of_board!(self, board => board.visit_moves(visit))
    }

    #[inline]
    fn visit_next(
        &self,
        mut visit: impl FnMut(Move, AnyBoard) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self {
            AnyBoard::Small(small) => small.visit_next(|m, next| visit(m, AnyBoard::Small(next))),
            AnyBoard::Full(full) => full.visit_next(|m, next| visit(m, AnyBoard::new(next))),
        }
    }

    #[inline]
    fn only_moves(&self, role: Role) -> Option<RoleMoves> {
        of_board!(self, board => board.only_moves(role))
    }

    #[inline]
    fn lone_moves(&self) -> Option<RoleMoves> {
        of_board!(self, board => board.lone_moves())
    }

    #[inline]
    fn play_quiet(&self, moves: &RoleMoves, to: Square) -> AnyBoard {
        match self {
            AnyBoard::Small(small) => AnyBoard::Small(small.play_quiet(moves, to)),
            AnyBoard::Full(full) => AnyBoard::new(full.play_quiet(moves, to)),
        }
    }

    #[inline]
    fn leave_moves(&self, moves: &RoleMoves, among: Bitboard) -> Bitboard {
        of_board!(self, board => board.leave_moves(moves, among))
    }

    #[inline]
    fn attackers(&self, by: Side, square: Square, occupied: Bitboard) -> Bitboard {
        of_board!(self, board => board.attackers(by, square, occupied))
    }

    #[inline]
    fn play(&self, m: Move) -> AnyBoard {
        match self {
            AnyBoard::Small(small) => AnyBoard::Small(small.play(m)),
            AnyBoard::Full(full) => AnyBoard::new(full.play(m)),
        }
    }

    #[inline]
    fn has_moves(&self) -> bool {
        of_board!(self, board => board.has_moves())
    }

    #[inline]
    fn captured_on(&self, square: Square) -> Option<Role> {
        of_board!(self, board => board.captured_on(square))
    }

    #[inline]
    fn all_men(&self, side: Side) -> Bitboard {
        of_board!(self, board => board.all_men(side))
    }

    #[inline]
    fn occupied(&self) -> Bitboard {
        of_board!(self, board => board.occupied())
    }
}

impl Convert for AnyBoard {
    fn from_full(full: &Full) -> Result<AnyBoard, TextError> {
        Ok(AnyBoard::new(full.clone()))
    }

    fn to_full(&self) -> Full {
        match self {
            AnyBoard::Small(small) => small.to_full(),
            AnyBoard::Full(full) => Full::clone(full),
        }
    }
}
