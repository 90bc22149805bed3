//! A small evaluation: material, where pieces like to stand, pawns on their way, kings, and how to mate a bare king.
//!
//! The numbers are the usual rules of thumb in hundredths of a pawn, written by hand and not tuned.

use shakmaty::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Board, Chess, Color, File, Position, Rank, Role, Square};

/// What a piece is worth.
pub(crate) fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 335,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 0,
    }
}

/// What the position is worth to the side to move. It is not asked whether somebody is mated.
pub fn evaluate(position: &Chess) -> i32 {
    let board = position.board();
    let phase = phase(board);
    let white = side(board, Color::White, phase) - side(board, Color::Black, phase);
    let score = white + chase(board, Color::White) - chase(board, Color::Black);
    let score = match is_hard_to_win(board, score) {
        true => score / 8,
        false => score,
    };
    // Whoever moves next has a little more.
    match position.turn() {
        Color::White => score + 8,
        Color::Black => 8 - score,
    }
}

/// How much of the opening's force is left, from 24 to 0.
fn phase(board: &Board) -> i32 {
    let count = |pieces: Bitboard| pieces.count() as i32;
    let force = count(board.knights())
        + count(board.bishops())
        + 2 * count(board.rooks())
        + 4 * count(board.queens());
    force.min(24)
}

fn side(board: &Board, color: Color, phase: i32) -> i32 {
    let ours = board.by_color(color);
    let pawns = ours & board.pawns();
    let their_pawns = board.by_color(color.other()) & board.pawns();
    let occupied = board.occupied();
    let mut score = 0;
    for square in ours {
        let Some(role) = board.role_at(square) else {
            continue;
        };
        score += worth(role);
        score += match role {
            Role::Pawn => pawn(square, color, pawns, their_pawns, phase),
            Role::Knight => {
                // A knight on the rim is dim.
                4 * (knight_attacks(square) & !ours).count() as i32 + 5 * centre(square) - 25
            }
            Role::Bishop => {
                4 * (bishop_attacks(square, occupied) & !ours).count() as i32 + 2 * centre(square)
                    - 20
            }
            Role::Rook => {
                let file = Bitboard::from(square.file());
                let open = match ((file & pawns).any(), (file & their_pawns).any()) {
                    (false, false) => 25,
                    (false, true) => 12,
                    (true, _) => 0,
                };
                2 * (rook_attacks(square, occupied) & !ours).count() as i32 + open - 10
            }
            Role::Queen => centre(square),
            Role::King => king(square, color, pawns, phase),
        };
    }
    if (ours & board.bishops()).count() >= 2 {
        score += 30;
    }
    score
}

/// From 0 on the edge to 6 in the centre, corners less than nothing else.
fn centre(square: Square) -> i32 {
    let off = |coordinate: u32| (coordinate.min(7 - coordinate)) as i32;
    off(u32::from(square.file())) + off(u32::from(square.rank()))
}

/// How far a pawn or king has come, from 0 to 7.
fn advance(square: Square, color: Color) -> i32 {
    let rank = u32::from(square.rank()) as i32;
    color.fold_wb(rank, 7 - rank)
}

fn pawn(square: Square, color: Color, ours: Bitboard, theirs: Bitboard, phase: i32) -> i32 {
    let advance = advance(square, color);
    let file = u32::from(square.file()) as i32;
    // In the opening the pawns of the centre go first.
    let central = (3 - (2 * file - 7).abs() / 2).max(0);
    let mut score = phase * central * (advance - 1).min(3) * 3 / 24;
    if (Bitboard::from(square.file()) & ours).count() > 1 {
        score -= 12;
    }
    let beside = neighbours(square.file());
    if (beside & ours).is_empty() {
        score -= 12;
    }
    let ahead = ahead(square.rank(), color);
    let stoppers = (beside | Bitboard::from(square.file())) & ahead & theirs;
    if stoppers.is_empty() {
        // A passed pawn is worth more the further it is, and most in the ending.
        score += advance * advance * (36 - phase) / 12;
    }
    score
}

fn king(square: Square, color: Color, pawns: Bitboard, phase: i32) -> i32 {
    let near = shakmaty::attacks::king_attacks(square) & pawns;
    let sheltered = 12 * near.count().min(3) as i32;
    let home = match advance(square, color) {
        0 => 15,
        1 => 0,
        _ => -35,
    };
    let file = u32::from(square.file());
    let aside = if (3..=4).contains(&file) { -20 } else { 0 };
    let hidden = sheltered + home + aside;
    (hidden * phase + 7 * centre(square) * (24 - phase)) / 24
}

fn neighbours(file: File) -> Bitboard {
    let beside = |offset| file.offset(offset).map_or(Bitboard::EMPTY, Bitboard::from);
    beside(-1) | beside(1)
}

/// The ranks before this one, as a side looks at them.
fn ahead(rank: Rank, color: Color) -> Bitboard {
    let is_ahead = |other: &Rank| color.fold_wb(*other > rank, *other < rank);
    let ranks = Rank::ALL.into_iter().filter(is_ahead);
    ranks.fold(Bitboard::EMPTY, |all, rank| all | Bitboard::from(rank))
}

/// A bare king is driven to the edge, and our king comes near.
fn chase(board: &Board, color: Color) -> i32 {
    let theirs = board.by_color(color.other());
    let ours = board.by_color(color);
    let heavy = ours & (board.queens() | board.rooks());
    let light = ours & (board.bishops() | board.knights());
    if theirs.count() > 1 || (heavy.is_empty() && light.count() < 2) {
        return 0;
    }
    let (Some(king), Some(prey)) = (board.king_of(color), board.king_of(color.other())) else {
        return 0;
    };
    let corner = match (light & board.bishops()).first() {
        // With bishop and knight only the corners of the bishop's colour will do.
        Some(bishop) if heavy.is_empty() && light.count() == 2 => {
            let corners = match bishop.is_light() {
                true => [Square::A8, Square::H1],
                false => [Square::A1, Square::H8],
            };
            let nearest = corners.into_iter().map(|corner| steps(corner, prey)).min();
            60 - 10 * nearest.unwrap_or(0)
        }
        _ => 0,
    };
    20 * (6 - centre(prey)) + 10 * (7 - steps(king, prey)) + corner
}

fn steps(a: Square, b: Square) -> i32 {
    a.distance(b) as i32
}

/// Without pawns, a lead of less than a rook rarely wins.
fn is_hard_to_win(board: &Board, score: i32) -> bool {
    let ahead = if score > 0 {
        Color::White
    } else {
        Color::Black
    };
    let has_pawns = (board.by_color(ahead) & board.pawns()).any();
    let material = |color: Color| -> i32 {
        let men = board.by_color(color).into_iter();
        men.filter_map(|square| board.role_at(square))
            .map(worth)
            .sum()
    };
    !has_pawns && material(ahead) - material(ahead.other()) < 400
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;

    fn value(fen: &str) -> i32 {
        let fen: Fen = fen.parse().expect("a FEN");
        evaluate(
            &fen.into_position(CastlingMode::Standard)
                .expect("a position"),
        )
    }

    #[test]
    fn both_colours_are_seen_alike() {
        let check = |white: &str, black: &str| assert_eq!(value(white), value(black));
        check(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        );
        check(
            "4k3/8/8/3P4/8/2N5/8/4K3 w - - 0 1",
            "4k3/8/2n5/8/3p4/8/8/4K3 b - - 0 1",
        );
    }

    #[test]
    fn more_material_is_better_and_a_lone_knight_is_not_much() {
        assert!(value("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1") > 800);
        assert!(value("4k3/8/8/8/8/8/8/N3K3 w - - 0 1") < 100);
    }

    #[test]
    fn a_bare_king_is_driven_to_the_edge() {
        let middle = value("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
        let edge = value("3k4/8/8/8/8/8/8/R3K3 w - - 0 1");
        assert!(edge > middle);
    }
}
