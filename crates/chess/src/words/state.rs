//! Check, mate, stalemate, and mobility.
//!
//! Mobility is defined for both sides, so it is counted as if it were the side's turn: every move that
//! leaves its own king safe. Castling and en passant depend on earlier moves and are not counted,
//! and a king is never captured.

use std::ops::ControlFlow;

use domain::Side;
use shakmaty::{Bitboard, Rank, Role, Square, attacks};

use crate::board::Board;
use crate::full::color_of;
use crate::words::WordEntry;
use crate::words::attacks::{checkers, pinned, safe};
use crate::words::men::man_on;
use crate::words::table::{NUMBER, S, SQUARES, TRUTH, WordTopic, by_side, give, partial, square};

#[rustfmt::skip]
pub(super) fn entries<P: Board>(t: &WordTopic<P>) -> Vec<WordEntry<P>> {
    vec![
        t.word("in_check", &[], TRUTH,
            "The side to move is in check.",
            |b, _, _| give(in_check(b))),
        t.without_moves("mate",
            "The side to move is checkmated.",
            |b| in_check(b)),
        t.without_moves("stalemate",
            "The side to move has no legal move and is not in check.",
            |b| !in_check(b)),
        t.word("legal_moves", &[], NUMBER,
            "How many legal moves the side to move has; a promotion counts once for each new piece.",
            |b, _, _| give(n_moves(b))),
        t.of_side("mobility", NUMBER,
            "How many legal moves the side would have if it were its turn, without castling and en passant.",
            by_side!(|b, side| give(mobility(b, side)))),
        partial(t.word("mobility", &[S], NUMBER,
            "How many legal moves the piece on the square would have if it were its turn; \
             no value if the square is vacant.",
            |b, _, args| {
                let square = square(args, 0);
                give(man_on(b, square).map(|(side, role)| Freedom::of(b, side).n_moves(b, square, role)))
            })),
        t.of_side("king_steps", SQUARES,
            "The squares to which the side's king could legally step if it were its turn.",
            by_side!(|b, side| give(king_steps(b, side)))),
    ]
}

/// Is the side to move in check?
pub(super) fn in_check(board: &impl Board) -> bool {
    checkers(board, !board.turn()).any()
}

/// Is the side to move checkmated?
pub(super) fn is_mate(board: &impl Board) -> bool {
    !board.has_moves() && in_check(board)
}

fn n_moves(board: &impl Board) -> u32 {
    let mut n_moves = 0;
    let _ = board.visit_moves(|_| {
        n_moves += 1;
        ControlFlow::Continue(())
    });
    n_moves
}

fn mobility(board: &impl Board, side: Side) -> u32 {
    let freedom = Freedom::of(board, side);
    let squares_of = |role| {
        board
            .men(side, role)
            .into_iter()
            .map(move |square| (square, role))
    };
    let men = Role::ALL.into_iter().flat_map(squares_of);
    men.map(|(square, role)| freedom.n_moves(board, square, role))
        .sum()
}

fn king_steps(board: &impl Board, side: Side) -> Bitboard {
    let freedom = Freedom::of(board, side);
    freedom.king.map_or(Bitboard::EMPTY, |king| {
        freedom.targets(board, king, Role::King)
    })
}

/// How the safety of its own king restricts a side's pieces.
pub(super) struct Freedom {
    side: Side,
    king: Option<Square>,
    /// The pinned pieces, which may move only along the line to their king.
    pinned: Bitboard,
    /// Where a piece other than the king may go: anywhere, or, in check, where it captures the checking piece or
    /// blocks the line; nowhere in double check.
    answers: Bitboard,
    /// Squares that no piece of the side can enter: its own pieces, and the other king.
    barred: Bitboard,
    occupied: Bitboard,
}

impl Freedom {
    pub(super) fn of(board: &impl Board, side: Side) -> Freedom {
        let king = board.men(side, Role::King).single_square();
        let checkers = checkers(board, !side);
        let answers = match (king, checkers.single_square()) {
            (Some(king), Some(checker)) => attacks::between(king, checker) | checkers,
            _ if checkers.any() => Bitboard::EMPTY,
            _ => Bitboard::FULL,
        };
        Freedom {
            side,
            king,
            pinned: pinned(board, side),
            answers,
            barred: board.all_men(side) | board.men(!side, Role::King),
            occupied: board.occupied(),
        }
    }

    /// How many legal moves the piece has; a promotion counts four times.
    fn n_moves(&self, board: &impl Board, from: Square, role: Role) -> u32 {
        let targets = self.targets(board, from, role);
        let promotions = match role {
            Role::Pawn => targets & Bitboard::from(color_of(!self.side).backrank()),
            Role::King | Role::Queen | Role::Rook | Role::Bishop | Role::Knight => Bitboard::EMPTY,
        };
        targets.0.count_ones() + 3 * promotions.0.count_ones()
    }

    /// The squares to which the side's piece can move.
    pub(super) fn targets(&self, board: &impl Board, from: Square, role: Role) -> Bitboard {
        let attacked =
            attacks::attacks(from, role.of(color_of(self.side)), self.occupied) & !self.barred;
        let targets = match role {
            Role::King => {
                return attacked
                    .into_iter()
                    .filter(|&to| safe(board, self.side, to))
                    .collect();
            }
            Role::Pawn => attacked & self.occupied | pawn_steps(self.side, from, self.occupied),
            Role::Queen | Role::Rook | Role::Bishop | Role::Knight => attacked,
        };
        match self.king {
            Some(king) if self.pinned.contains(from) => {
                targets & self.answers & attacks::ray(king, from)
            }
            _ => targets & self.answers,
        }
    }
}

/// The squares straight ahead to which a pawn can move.
fn pawn_steps(side: Side, from: Square, occupied: Bitboard) -> Bitboard {
    let ahead = |set: Bitboard| match side {
        Side::Us => set.shift(8),
        Side::Them => set.shift(-8),
    };
    let one = ahead(Bitboard::from(from)) & !occupied;
    let two = ahead(one) & !occupied & Bitboard::from(color_of(side).relative_rank(Rank::Fourth));
    one | two
}
