//! What chess players call cut off, driven to the edge, dominated and forked.

use domain::Side;
use shakmaty::{Bitboard, Role, Square, attacks};

use crate::board::Board;
use crate::full::color_of;
use crate::geometry;
use crate::words::WordEntry;
use crate::words::attacks::{attackers, safe};
use crate::words::men::man_on;
use crate::words::state::Freedom;
use crate::words::table::{S, TRUTH, WordTopic, give, of_side, side, square};

#[rustfmt::skip]
pub(super) fn entries<P: Board>(t: &WordTopic<P>) -> Vec<WordEntry<P>> {
    vec![
        of_side(t.word("cut_off", &[S], TRUTH,
            "The side's king is cut off from the square: an enemy rook or queen stands on a file or a rank \
             strictly between them.",
            |b, _, args| give(cut_off(b, side(args), square(args, 1))))),
        of_side(t.word("driven_to_edge", &[], TRUTH,
            "The side's king is on the edge of the board and cannot step off it.",
            |b, _, args| give(driven_to_edge(b, side(args))))),
        t.word("dominated", &[S], TRUTH,
            "A piece other than a king stands on the square, and wherever it could legally go, an enemy attacks it.",
            |b, _, args| give(dominated(b, square(args, 0)))),
        of_side(t.word("forked", &[], TRUTH,
            "One enemy piece attacks two pieces of the side at once, each of them the king, unguarded, \
             or worth more than the attacker.",
            |b, _, args| give(forked(b, side(args))))),
    ]
}

/// Does a file or a rank with an enemy rook or queen separate the side's king from the square?
///
/// ```text
/// . . r . . .
/// . K . . . .     the king is cut off from x
/// . . . . x .
/// ```
fn cut_off(board: &impl Board, side: Side, square: Square) -> bool {
    let Some(king) = board.only(side, Role::King) else {
        return false;
    };
    let lies_between = |x: u32, a: u32, b: u32| a.min(b) < x && x < a.max(b);
    let separates = |man: Square| {
        lies_between(
            man.file().to_u32(),
            king.file().to_u32(),
            square.file().to_u32(),
        ) || lies_between(
            man.rank().to_u32(),
            king.rank().to_u32(),
            square.rank().to_u32(),
        )
    };
    let heavy = board.men(!side, Role::Rook) | board.men(!side, Role::Queen);
    heavy.into_iter().any(separates)
}

fn driven_to_edge(board: &impl Board, side: Side) -> bool {
    board.only(side, Role::King).is_some_and(|king| {
        let inward = attacks::king_attacks(king) & !geometry::EDGES & !board.all_men(side);
        geometry::EDGES.contains(king) && !inward.into_iter().any(|to| safe(board, side, to))
    })
}

fn dominated(board: &impl Board, square: Square) -> bool {
    let Some((side, role)) = man_on(board, square).filter(|(_, role)| *role != Role::King) else {
        return false;
    };
    let targets = Freedom::of(board, side).targets(board, square, role);
    // On its way the piece shields nothing.
    let occupied = board.occupied() & !Bitboard::from(square);
    let is_attacked = |to: Square| board.attackers(!side, to, occupied).any();
    targets.into_iter().all(is_attacked)
}

fn forked(board: &impl Board, side: Side) -> bool {
    let mut attacker_roles = Role::ALL.into_iter();
    attacker_roles.any(|role| {
        let mut from = board.men(!side, role).into_iter();
        from.any(|from| {
            let attacked = attacks::attacks(from, role.of(color_of(!side)), board.occupied());
            let counts = |to: &Square| {
                man_on(board, *to).is_some_and(|(_, hit)| {
                    hit == Role::King
                        || worth(hit) > worth(role)
                        || attackers(board, side, *to).is_empty()
                })
            };
            let targets = attacked & board.all_men(side);
            targets.into_iter().filter(counts).count() >= 2
        })
    })
}

/// What pieces are worth to each other; a king that attacks risks everything.
fn worth(role: Role) -> u32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}
