//! The rules of chess as the second judge knows them: shakmaty's.

use chess::{Board, PlacedPiece, Small};
use domain::{BySide, Side};
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Position, PositionError, Role,
    Setup, Square,
};

fn color(side: Side) -> Color {
    match side {
        Side::Us => Color::White,
        Side::Them => Color::Black,
    }
}

/// The position as shakmaty has it; we are White.
fn full(position: Small) -> Chess {
    let mut setup = Setup::empty();
    for side in Side::BOTH {
        let king = color(side).king();
        setup.board.set_piece_at(position.king(side), king);
    }
    for man in position.others() {
        let piece = man.role.of(color(man.side));
        setup.board.set_piece_at(man.square, piece);
    }
    setup.turn = color(position.turn());
    setup.ep_square = position.en_passant();
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .expect("the men of a small position stand legally")
}

fn small(chess: &Chess) -> Small {
    let side = |color| match color {
        Color::White => Side::Us,
        Color::Black => Side::Them,
    };
    let board = chess.board();
    let king = |color| board.king_of(color).expect("both sides have a king");
    let kings = BySide {
        us: king(Color::White),
        them: king(Color::Black),
    };
    let others = (board.occupied() & !board.kings()).into_iter();
    let others = others.filter_map(|square| {
        let piece = board.piece_at(square)?;
        Some(PlacedPiece {
            side: side(piece.color),
            role: piece.role,
            square,
        })
    });
    let others: Vec<PlacedPiece> = others.collect();
    let en_passant = chess.ep_square(EnPassantMode::Legal);
    Small::new(side(chess.turn()), kings, &others, en_passant)
        .expect("a position after a legal move is legal")
}

/// Every legal move with the position after it.
pub(crate) fn moves(position: Small) -> Vec<(Move, Small)> {
    let chess = full(position);
    let legal = chess.legal_moves().into_iter();
    let played = legal.map(|m| {
        let mut after = chess.clone();
        after.play_unchecked(m);
        (m, small(&after))
    });
    played.collect()
}

/// Is the side to move in check?
pub(crate) fn is_check(position: Small) -> bool {
    full(position).is_check()
}

/// Can the side to move capture a man of this kind?
pub(crate) fn can_capture(position: Small, role: Role) -> bool {
    let legal = full(position).legal_moves();
    legal.iter().any(|m| m.capture() == Some(role))
}

/// The men on the board besides the kings, ours first.
pub(crate) fn men(position: Small) -> Vec<(Side, Role)> {
    sorted(position.others().map(|man| (man.side, man.role)).collect())
}

/// Men in the one order in which they can be compared.
pub(crate) fn sorted(mut men: Vec<(Side, Role)>) -> Vec<(Side, Role)> {
    men.sort_by_key(|(side, role)| (*side == Side::Them, *role));
    men
}

/// Every legal position with these men and us to move.
pub(crate) fn positions(men: &[(Side, Role)]) -> Vec<Small> {
    let mut all = Vec::new();
    let mut others = Vec::new();
    for us in Square::ALL {
        for them in Square::ALL {
            place(BySide { us, them }, men, &mut others, &mut all);
        }
    }
    all
}

fn place(
    kings: BySide<Square>,
    men: &[(Side, Role)],
    others: &mut Vec<PlacedPiece>,
    all: &mut Vec<Small>,
) {
    let Some(((side, role), rest)) = men.split_first() else {
        all.extend(Small::new(Side::Us, kings, others, None));
        // Their pawn may just have made a double step.
        for file in 0..8 {
            let passed = Square::new(40 + file);
            let with = Small::new(Side::Us, kings, others, Some(passed));
            all.extend(with.filter(|with| with.en_passant().is_some()));
        }
        return;
    };
    for square in Square::ALL {
        others.push(PlacedPiece {
            side: *side,
            role: *role,
            square,
        });
        place(kings, rest, others, all);
        others.pop();
    }
}
