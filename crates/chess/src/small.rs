//! A position of up to five pieces, both kings included, in eight bytes.
//!
//! For whole endgames, where millions of positions are built from raw squares, compared and hashed. Castling
//! is not represented. Equal positions are equal values: the pieces are sorted, and an en passant square is kept
//! only if a legal capture goes there.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use domain::{BySide, OnlyMen, Side, TextError};
use shakmaty::{
    Bitboard, CastlingMode, Color, EnPassantMode, Move, MoveList, Position, Role, Setup, Square,
    attacks,
};

use crate::board::Board;
use crate::domain::Knowledge;
use crate::full::{Convert, Full, color_of, set_up, side_of};
use crate::generate::{self, MoveGenerator};
use crate::geometry;
use crate::kind::man_of;
use crate::packed::{MAX_OTHERS, PackedPiece, Parts, Passed, Small};
use crate::role_moves::RoleMoves;

/// A piece other than a king, and its square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlacedPiece {
    /// Whose piece it is.
    pub side: Side,
    /// Its kind.
    pub role: Role,
    /// Its square.
    pub square: Square,
}

impl Small {
    /// The position with these pieces, if it is legal.
    ///
    /// At most three pieces other than kings, no two pieces on one square, no pawn on the first or last rank, the kings
    /// apart, the side not to move not in check, and an en passant square only behind a pawn that can just have
    /// passed it. An en passant square where no legal capture goes is dropped.
    pub fn new(
        turn: Side,
        kings: BySide<Square>,
        others: &[PlacedPiece],
        en_passant: Option<Square>,
    ) -> Option<Small> {
        if others.len() > MAX_OTHERS || attacks::king_attacks(kings.us).contains(kings.them) {
            return None;
        }
        let mut occupied = Bitboard::from_square(kings.us) | kings.them;
        let mut men = [PackedPiece::NONE; MAX_OTHERS];
        for (man, placed) in men.iter_mut().zip(others) {
            let is_lost_pawn =
                placed.role == Role::Pawn && Bitboard::BACKRANKS.contains(placed.square);
            if is_lost_pawn || placed.role == Role::King {
                return None;
            }
            *man = PackedPiece::new(placed.side, placed.role, placed.square);
            occupied |= placed.square;
        }
        if occupied.count() != others.len() + 2 {
            return None;
        }
        let is_attacked = |man: &PackedPiece| {
            !man.is_none() && man.side() == turn && man.attacks(occupied).contains(kings[!turn])
        };
        if men.iter().any(is_attacked) {
            return None;
        }
        let mut parts = Parts {
            kings,
            men,
            turn,
            en_passant: None,
        };
        if let Some(square) = en_passant {
            let passed = Passed::new(!turn, square)?;
            let can_have_passed = !occupied.contains(passed.square)
                && !occupied.contains(passed.start)
                && men.contains(&PackedPiece::new(!turn, Role::Pawn, passed.pawn));
            if !can_have_passed {
                return None;
            }
            parts.en_passant = MoveGenerator::new(&parts)
                .captures_en_passant(square.file())
                .then(|| square.file());
        }
        Some(parts.pack())
    }

    /// The position with these pieces, which the caller knows to be legal, without an en passant square: for loops over
    /// all positions, where finding that out again would take longer than what is asked of each.
    #[inline]
    pub fn of_legal(turn: Side, kings: BySide<Square>, others: &[PlacedPiece]) -> Small {
        let mut men = [PackedPiece::NONE; MAX_OTHERS];
        for (man, placed) in men.iter_mut().zip(others) {
            *man = PackedPiece::new(placed.side, placed.role, placed.square);
        }
        let parts = Parts {
            kings,
            men,
            turn,
            en_passant: None,
        };
        let position = parts.pack();
        debug_assert_eq!(Small::new(turn, kings, others, None), Some(position));
        position
    }

    /// The same position; `None` with more than five pieces or with castling rights.
    pub fn from_board(full: &Full) -> Option<Small> {
        if full.has_castling_rights() || full.occupied().count() > MAX_OTHERS + 2 {
            return None;
        }
        let board = full.as_chess().board();
        let mut men = [PackedPiece::NONE; MAX_OTHERS];
        for (man, square) in men.iter_mut().zip(board.occupied() & !board.kings()) {
            let piece = board.piece_at(square)?;
            *man = PackedPiece::new(side_of(piece.color), piece.role, square);
        }
        let kings = BySide {
            us: board.king_of(Color::White)?,
            them: board.king_of(Color::Black)?,
        };
        let en_passant = full.en_passant().map(Square::file);
        Some(
            Parts {
                kings,
                men,
                turn: full.turn(),
                en_passant,
            }
            .pack(),
        )
    }

    /// The pieces other than kings: ours first, queens before pawns, h8 before a1.
    pub fn others(self) -> impl Iterator<Item = PlacedPiece> {
        self.parts()
            .men
            .into_iter()
            .take_while(|man| !man.is_none())
            .map(|man| PlacedPiece {
                side: man.side(),
                role: man.role(),
                square: man.square(),
            })
    }

    /// Visits every legal move once, in the order of [`Board::visit_moves`], until the visitor breaks.
    #[inline]
    pub fn visit(self, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        MoveGenerator::new(&self.parts()).visit(self, |m, _| visit(m))
    }

    /// Visits every legal move once with the position after it; faster than playing each move.
    #[inline]
    pub fn visit_next(self, visit: impl FnMut(Move, Small) -> ControlFlow<()>) -> ControlFlow<()> {
        MoveGenerator::new(&self.parts()).visit(self, visit)
    }

    /// The legal moves in their order.
    pub fn moves(self) -> MoveList {
        let mut moves = MoveList::new();
        let _ = self.visit(|m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        moves
    }

    /// Is this one of the legal moves?
    pub fn is_legal(self, m: Move) -> bool {
        self.visit(|legal| {
            if legal == m {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .is_break()
    }

    /// Is the king of the side to move attacked?
    pub fn in_check(self) -> bool {
        let occupied = self.occupied();
        let king = self.king(self.turn());
        self.parts().men.into_iter().any(|man| {
            !man.is_none() && man.side() != self.turn() && man.attacks(occupied).contains(king)
        })
    }
}

impl Board for Small {
    fn knowledge() -> &'static Knowledge<Small> {
        static KNOWLEDGE: LazyLock<Knowledge<Small>> = LazyLock::new(Knowledge::new);
        &KNOWLEDGE
    }

    #[inline]
    fn men(&self, side: Side, role: Role) -> Bitboard {
        match role {
            Role::King => self.king(side).into(),
            Role::Pawn | Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
                self.others_of(side, role)
            }
        }
    }

    #[inline]
    fn only(&self, side: Side, role: Role) -> Option<Square> {
        match role {
            Role::King => Some(self.king(side)),
            Role::Pawn | Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
                self.only_of(side, role)
            }
        }
    }

    #[inline]
    fn only_men(&self, places: &mut OnlyMen) -> u64 {
        self.only_places(places)
    }

    #[inline]
    fn piece_counts(&self) -> BySide<[u8; 6]> {
        let mut counts = BySide::from_fn(|_| [1, 0, 0, 0, 0, 0]);
        for man in self.pieces() {
            counts[man.side()][usize::from(man_of(man.role()).0)] += 1;
        }
        counts
    }

    #[inline(always)]
    fn only_moves(&self, role: Role) -> Option<RoleMoves> {
        generate::only_moves(*self, role)
    }

    #[inline]
    fn lone_moves(&self) -> Option<RoleMoves> {
        generate::lone_moves(*self)
    }

    #[inline]
    fn captured_on(&self, square: Square) -> Option<Role> {
        let turn = self.mover();
        self.pieces()
            .find(|man| man.side() != turn && man.square() == square)
            .map(PackedPiece::role)
    }

    #[inline]
    fn has_moves(&self) -> bool {
        generate::has_moves(*self)
    }

    #[inline]
    fn turn(&self) -> Side {
        self.mover()
    }

    fn image(&self, idx: usize) -> Small {
        let parts = self.parts();
        let turned = |square| geometry::image(square, idx);
        let men = parts.men.map(|man| match man.is_none() {
            true => man,
            false => PackedPiece::new(man.side(), man.role(), turned(man.square())),
        });
        Parts {
            kings: BySide {
                us: turned(parts.kings.us),
                them: turned(parts.kings.them),
            },
            men,
            en_passant: self.en_passant().map(|square| turned(square).file()),
            ..parts
        }
        .pack()
    }

    fn en_passant(&self) -> Option<Square> {
        self.parts()
            .en_passant
            .map(|file| Passed::on(!self.turn(), file).square)
    }

    #[inline]
    fn visit_moves(&self, visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.visit(visit)
    }

    #[inline]
    fn visit_next(&self, visit: impl FnMut(Move, Small) -> ControlFlow<()>) -> ControlFlow<()> {
        Small::visit_next(*self, visit)
    }

    #[inline(always)]
    fn play_quiet(&self, moves: &RoleMoves, to: Square) -> Small {
        self.with_square_changed(moves.kept_at, moves.from.into(), to.into())
    }

    #[inline]
    fn leave_moves(&self, moves: &RoleMoves, among: Bitboard) -> Bitboard {
        generate::leave_moves(*self, moves, among)
    }

    #[inline]
    fn checks(&self, moves: &RoleMoves) -> Option<Bitboard> {
        generate::checks(*self, moves)
    }

    #[inline(always)]
    fn play(&self, m: Move) -> Small {
        generate::play(*self, m)
    }

    #[inline]
    fn attackers(&self, by: Side, square: Square, occupied: Bitboard) -> Bitboard {
        let king = Bitboard::from(self.king(by)) & attacks::king_attacks(square);
        let others = self.pieces().filter(|man| man.side() == by);
        others
            .filter(|man| man.attacks(occupied).contains(square))
            .fold(king, |men, man| men.with(man.square()))
    }

    fn all_men(&self, side: Side) -> Bitboard {
        let others = self.others().filter(|man| man.side == side);
        others.fold(self.king(side).into(), |men, man| men | man.square)
    }

    fn occupied(&self) -> Bitboard {
        let kings = Bitboard::from_square(self.king(Side::Us)) | self.king(Side::Them);
        self.pieces().fold(kings, |men, man| men.with(man.square()))
    }
}

impl Convert for Small {
    fn from_full(full: &Full) -> Result<Small, TextError> {
        let n_men = full.occupied().count();
        if n_men > MAX_OTHERS + 2 {
            Err(TextError::new(format!(
                "expected at most five pieces, found {n_men}"
            )))
        } else {
            Small::from_board(full).ok_or_else(|| {
                TextError::new(
                    "castling rights are not allowed with five pieces or fewer; write - instead",
                )
            })
        }
    }

    fn to_full(&self) -> Full {
        let mut setup = Setup::empty();
        for side in Side::BOTH {
            setup
                .board
                .set_piece_at(self.king(side), color_of(side).king());
        }
        for man in self.others() {
            setup
                .board
                .set_piece_at(man.square, man.role.of(color_of(man.side)));
        }
        setup.turn = color_of(self.turn());
        setup.ep_square = self.en_passant();
        let chess = set_up(setup, CastlingMode::Standard).expect("a small position is legal");
        Full::new(chess, Color::White)
    }
}

impl fmt::Debug for Small {
    /// Our pieces are written as White's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let full = self.to_full();
        write!(
            f,
            "Small({})",
            shakmaty::fen::Epd::from_position(full.as_chess(), EnPassantMode::Legal)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(side: Side, role: Role, square: Square) -> PlacedPiece {
        PlacedPiece { side, role, square }
    }

    const KINGS: BySide<Square> = BySide {
        us: Square::A1,
        them: Square::D5,
    };

    #[test]
    fn a_position_is_eight_bytes() {
        assert_eq!(size_of::<Small>(), 8);
    }

    #[test]
    fn the_order_in_which_men_are_named_does_not_matter() {
        let men = [
            placed(Side::Them, Role::Pawn, Square::H7),
            placed(Side::Us, Role::Rook, Square::B2),
            placed(Side::Us, Role::Rook, Square::C8),
        ];
        let small = |order: [usize; 3]| {
            Small::new(Side::Us, KINGS, &order.map(|idx| men[idx]), None).unwrap()
        };
        let orders = [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ];
        assert!(
            orders
                .into_iter()
                .all(|order| small(order) == small([0, 1, 2]))
        );
        assert_eq!(
            small([0, 1, 2]).others().collect::<Vec<_>>(),
            [men[2], men[1], men[0]]
        );
    }

    #[test]
    fn an_illegal_position_is_not_built() {
        let check = |kings, others: &[PlacedPiece], en_passant, expected: bool| {
            assert_eq!(
                Small::new(Side::Us, kings, others, en_passant).is_some(),
                expected,
                "{others:?}"
            );
        };
        let rook = |square| placed(Side::Us, Role::Rook, square);
        check(KINGS, &[], None, true);
        check(
            BySide {
                us: Square::A1,
                them: Square::B2,
            },
            &[],
            None,
            false,
        );
        check(
            BySide {
                us: Square::A1,
                them: Square::A1,
            },
            &[],
            None,
            false,
        );
        check(KINGS, &[rook(Square::B2)], None, true);
        check(KINGS, &[rook(Square::D8)], None, false);
        check(KINGS, &[rook(Square::A1)], None, false);
        check(KINGS, &[rook(Square::B2), rook(Square::B2)], None, false);
        check(
            KINGS,
            &[rook(Square::B2), rook(Square::B3), rook(Square::B4)],
            None,
            true,
        );
        check(
            KINGS,
            &[
                rook(Square::B2),
                rook(Square::B3),
                rook(Square::B4),
                rook(Square::B6),
            ],
            None,
            false,
        );
        check(
            KINGS,
            &[placed(Side::Them, Role::Pawn, Square::E1)],
            None,
            false,
        );
        check(
            KINGS,
            &[placed(Side::Us, Role::King, Square::E1)],
            None,
            false,
        );
        let theirs = placed(Side::Them, Role::Pawn, Square::G5);
        check(KINGS, &[theirs], Some(Square::G6), true);
        check(KINGS, &[theirs], Some(Square::G3), false);
        check(KINGS, &[theirs], Some(Square::F6), false);
        check(KINGS, &[theirs, rook(Square::G7)], Some(Square::G6), false);
    }

    #[test]
    fn en_passant_is_kept_only_for_a_legal_capture() {
        let pawns = |ours: Square| {
            [
                placed(Side::Them, Role::Pawn, Square::G5),
                placed(Side::Us, Role::Pawn, ours),
            ]
        };
        let en_passant = |kings, others: &[PlacedPiece]| {
            Small::new(Side::Us, kings, others, Some(Square::G6))
                .unwrap()
                .en_passant()
        };
        assert_eq!(en_passant(KINGS, &pawns(Square::H5)), Some(Square::G6));
        assert_eq!(en_passant(KINGS, &pawns(Square::E5)), None);
        // Both pawns would leave the rank at once and expose our king to the rook.
        let kings = BySide {
            us: Square::A5,
            them: Square::D8,
        };
        let [theirs, ours] = pawns(Square::F5);
        let rook = placed(Side::Them, Role::Rook, Square::H5);
        assert_eq!(en_passant(kings, &[theirs, ours, rook]), None);
    }

    #[test]
    fn too_many_men_and_castling_are_refused_with_the_reason() {
        let check = |fen: &str, expected: &str| {
            let full = Full::new(crate::text::read_fen(fen).unwrap(), Color::White);
            assert_eq!(Small::from_full(&full), Err(TextError::new(expected)));
        };
        check(
            "8/8/8/3k4/8/8/PPPP4/K7 w - -",
            "expected at most five pieces, found 6",
        );
        check(
            "4k3/8/8/8/8/8/8/4K2R w K -",
            "castling rights are not allowed with five pieces or fewer; write - instead",
        );
    }
}
