//! Who wins with king and pawn against king: a table by retrograde analysis, with nothing of the project in it.
//!
//! A promotion to a queen or rook counts as a win if the new piece is not taken at once and does not stalemate.

use super::{N_KEYS, key, squares};

/// By key (the pawn's king, the pawn, the other king): does the pawn's side win?
pub(crate) struct Truth {
    pub(crate) pawn_to_move: Vec<bool>,
    pub(crate) king_to_move: Vec<bool>,
}

fn distance(a: u32, b: u32) -> u32 {
    let (files, ranks) = ((a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
    files.max(ranks)
}

fn steps(from: u32) -> impl Iterator<Item = u32> {
    (0..64).filter(move |to| distance(from, *to) == 1)
}

/// Does the pawn attack the square?
fn guards(pawn: u32, square: u32) -> bool {
    square == pawn + 7 && !pawn.is_multiple_of(8) || square == pawn + 9 && pawn % 8 != 7
}

/// Does a queen (or a rook) see the square, with one king in the way?
fn sees(from: u32, to: u32, blocker: u32, is_queen: bool) -> bool {
    let (df, dr) = (
        (to % 8) as i32 - (from % 8) as i32,
        (to / 8) as i32 - (from / 8) as i32,
    );
    let is_line = df == 0 || dr == 0 || is_queen && df.abs() == dr.abs();
    if from == to || !is_line {
        return false;
    }
    let step = df.signum() + 8 * dr.signum();
    (1..df.abs().max(dr.abs())).all(|n| from as i32 + n * step != blocker as i32)
}

/// Has the new piece on the last rank won: neither taken nor stalemate?
fn promotion_wins(king: u32, piece: u32, enemy: u32, is_queen: bool) -> bool {
    let is_guarded = distance(king, piece) == 1;
    if distance(enemy, piece) == 1 && !is_guarded {
        return false;
    }
    let is_check = sees(piece, enemy, king, is_queen);
    // The enemy king does not shield the squares behind him, since he leaves his own.
    let can_step = steps(enemy)
        .any(|to| distance(to, king) > 1 && to != piece && !sees(piece, to, king, is_queen));
    let can_take = distance(enemy, piece) == 1 && !is_guarded;
    is_check || can_step || can_take
}

impl Truth {
    pub(crate) fn new() -> Truth {
        let mut truth = Truth {
            pawn_to_move: vec![false; N_KEYS],
            king_to_move: vec![false; N_KEYS],
        };
        let is_placed = |key: usize| {
            let (king, pawn, enemy) = squares(key);
            (8..56).contains(&pawn) && king != pawn && enemy != pawn && distance(king, enemy) > 1
        };
        let keys: Vec<usize> = (0..N_KEYS).filter(|key| is_placed(*key)).collect();
        loop {
            let mut is_changed = false;
            for at in &keys {
                let (king, pawn, enemy) = squares(*at);
                if !truth.king_to_move[*at] && truth.every_reply_loses(king, pawn, enemy) {
                    truth.king_to_move[*at] = true;
                    is_changed = true;
                }
                let is_legal = !guards(pawn, enemy);
                if is_legal && !truth.pawn_to_move[*at] && truth.some_move_wins(king, pawn, enemy) {
                    truth.pawn_to_move[*at] = true;
                    is_changed = true;
                }
            }
            if !is_changed {
                return truth;
            }
        }
    }

    fn every_reply_loses(&self, king: u32, pawn: u32, enemy: u32) -> bool {
        let replies: Vec<u32> = steps(enemy)
            .filter(|to| distance(*to, king) > 1 && !guards(pawn, *to))
            .collect();
        if replies.is_empty() {
            return guards(pawn, enemy);
        }
        replies
            .into_iter()
            .all(|to| to != pawn && self.pawn_to_move[key(king, pawn, to)])
    }

    fn some_move_wins(&self, king: u32, pawn: u32, enemy: u32) -> bool {
        let king_wins = steps(king).any(|to| {
            to != pawn && distance(to, enemy) > 1 && self.king_to_move[key(to, pawn, enemy)]
        });
        if king_wins {
            return true;
        }
        let ahead = pawn + 8;
        if ahead == king || ahead == enemy {
            return false;
        }
        if ahead >= 56 {
            return [true, false]
                .into_iter()
                .any(|is_queen| promotion_wins(king, ahead, enemy, is_queen));
        }
        if self.king_to_move[key(king, ahead, enemy)] {
            return true;
        }
        let two = pawn + 16;
        pawn < 16 && two != king && two != enemy && self.king_to_move[key(king, two, enemy)]
    }
}
