//! What the chess vocabulary and the engines need to know about a position, however it is stored.
//!
//! A board is always seen from our side: our pieces are shakmaty's White, our pawns go up. `Full`
//! knows all the rules; `Small` holds up to five pieces in eight bytes and is fast; `AnyBoard` is one or the other.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use domain::{BySide, NOBODY_ELSE, OnlyMen, Side, only_man};
use shakmaty::{Bitboard, Move, Role, Square, attacks};

use crate::domain::Knowledge;
use crate::full::color_of;
use crate::kind::{ROLES, man_of};
use crate::role_moves::RoleMoves;

/// A chess position with a side to move, seen from our side.
///
/// Moves are visited in one order, whatever the board: by piece (king, queen, rook, bishop, knight, pawn), pieces of
/// one kind from h8 down to a1, their target squares from h8 down to a1 (for a king: north-east, north,
/// north-west, east, west, south-east, south, south-west), promotions to queen, rook, bishop, knight, and
/// castling, by the king's target, after an ordinary king move to the same square.
pub trait Board: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// What the words of chess mean on boards of this kind.
    fn knowledge() -> &'static Knowledge<Self>;

    /// The squares of one side's pieces of one kind.
    fn men(&self, side: Side, role: Role) -> Bitboard;

    /// The square of one side's only piece of one kind, if there is just one.
    fn only(&self, side: Side, role: Role) -> Option<Square> {
        self.men(side, role).single_square()
    }

    /// The squares of all pieces of which a side has exactly one, at the indices of [`only_man`]. Returns a bit for
    /// each of them, and [`NOBODY_ELSE`] if these are all.
    fn only_men(&self, places: &mut OnlyMen) -> u64 {
        let mut there = 0u64;
        for side in Side::BOTH {
            for role in Role::ALL {
                if let (Some(square), Some(idx)) =
                    (self.only(side, role), only_man(side, man_of(role)))
                {
                    places[idx] = square.into();
                    there |= 1 << idx;
                }
            }
        }
        let is_all = self.occupied().count() == there.count_ones() as usize;
        there | if is_all { NOBODY_ELSE } else { 0 }
    }

    /// How many pieces of each kind each side has, in the order of [`ROLES`].
    fn piece_counts(&self) -> BySide<[u8; 6]> {
        BySide::from_fn(|side| ROLES.map(|role| self.men(side, role).count() as u8))
    }

    /// Whose move it is.
    fn turn(&self) -> Side;

    /// The position turned and mirrored by one of its symmetries.
    fn image(&self, idx: usize) -> Self;

    /// How many symmetries the position has: pawns tell ranks apart, castling rights also files.
    fn n_images(&self) -> usize {
        let mut pawns = Side::BOTH
            .into_iter()
            .map(|side| self.men(side, Role::Pawn));
        if pawns.any(Bitboard::any) { 2 } else { 8 }
    }

    /// The square behind a pawn that has just made a double step, if it can be captured there.
    fn en_passant(&self) -> Option<Square>;

    /// Visits every legal move once, until the visitor breaks.
    fn visit_moves(&self, visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Visits every legal move once with the position after it, until the visitor breaks.
    fn visit_next(&self, mut visit: impl FnMut(Move, Self) -> ControlFlow<()>) -> ControlFlow<()> {
        self.visit_moves(|m| visit(m, self.play(m)))
    }

    /// The moves of the only piece of a kind that the side to move has; `None` if there is not exactly one, if it is a
    /// pawn, or if the board has no fast way.
    fn only_moves(&self, _role: Role) -> Option<RoleMoves> {
        None
    }

    /// The moves of the side to move if it has nothing but its king, and the board has a fast way.
    fn lone_moves(&self) -> Option<RoleMoves> {
        None
    }

    /// The position after a move of such a piece that captures nothing.
    fn play_quiet(&self, moves: &RoleMoves, to: Square) -> Self {
        self.play(Move::Normal {
            role: moves.role,
            from: moves.from,
            capture: None,
            to,
            promotion: None,
        })
    }

    /// Squares among some on which such a piece, if it captures nothing there, surely leaves the other side a move.
    fn leave_moves(&self, _moves: &RoleMoves, _among: Bitboard) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Squares from which such a piece, if it goes there and captures nothing, gives check; `None` if other pieces might
    /// then give check too, or if the board has no fast way.
    fn checks(&self, _moves: &RoleMoves) -> Option<Bitboard> {
        None
    }

    /// The pieces of a side that attack a square, with only the `occupied` squares as obstacles.
    fn attackers(&self, by: Side, square: Square, occupied: Bitboard) -> Bitboard {
        // Attacks are symmetric, except for pawns, which attack backwards here.
        let men = |role| self.men(by, role);
        attacks::king_attacks(square) & men(Role::King)
            | attacks::knight_attacks(square) & men(Role::Knight)
            | attacks::pawn_attacks(color_of(!by), square) & men(Role::Pawn)
            | attacks::rook_attacks(square, occupied) & (men(Role::Rook) | men(Role::Queen))
            | attacks::bishop_attacks(square, occupied) & (men(Role::Bishop) | men(Role::Queen))
    }

    /// The position after a legal move.
    fn play(&self, m: Move) -> Self;

    /// Does the side to move have a legal move?
    fn has_moves(&self) -> bool {
        self.visit_moves(|_| ControlFlow::Break(())).is_break()
    }

    /// What a move to a square captures there.
    fn captured_on(&self, square: Square) -> Option<Role> {
        let enemy = !self.turn();
        Role::ALL
            .into_iter()
            .find(|role| self.men(enemy, *role).contains(square))
    }

    /// All pieces of one side.
    fn all_men(&self, side: Side) -> Bitboard {
        Role::ALL
            .into_iter()
            .fold(Bitboard::EMPTY, |men, role| men | self.men(side, role))
    }

    /// All pieces.
    fn occupied(&self) -> Bitboard {
        self.all_men(Side::Us) | self.all_men(Side::Them)
    }
}
