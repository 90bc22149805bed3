//! The definitions of figures 6.3 to 6.5 and 6.7, written straight from the listing.
//!
//! The names are the paper's. Where the listing cannot be run as printed, it is read thus: OKCSNMDLT takes two whole
//! positions; the half clause after RDIVIDES is dropped; ROOM's second clause has the value 100; DIST is the larger of
//! the two differences; ROOMGT2ORNOKEDGE is ROOMGT2ORNOTOKEDGE; MATE is advised only when CLOSE.

use super::board::{Position, Square, Turn};
use super::program::tmoves;

/// MATED: in check without a move.
pub(crate) fn mated(pos: &Position) -> bool {
    incheck(pos) && tmoves(pos).is_empty()
}

/// NEWROOMLT: the new room (of their king) is less.
pub(crate) fn newroomlt(pos1: &Position, pos2: &Position) -> bool {
    room(pos2) < room(pos1)
}

/// REXPOSED: the rook is too close to their king.
pub(crate) fn rexposed(pos: &Position) -> bool {
    let td = dist(pos.tk, pos.or);
    let od = dist(pos.ok, pos.or);
    match pos.turn {
        Turn::Theirs => td < od,
        Turn::Ours => td < od - 1,
    }
}

/// The critical square of OKCSNMDLT: ICS.JCS.
pub(crate) fn critical_square(tk: Square, or: Square) -> Square {
    Square {
        i: or.i + sign(tk.i - or.i),
        j: or.j + sign(tk.j - or.j),
    }
}

/// OKCSNMDLT: our king's new Manhattan distance to the critical square is less. The rook has not moved.
pub(crate) fn okcsnmdlt(pos1: &Position, pos2: &Position) -> bool {
    let cs = critical_square(pos1.tk, pos1.or);
    pos1.or == pos2.or && mdist(pos2.ok, cs) < mdist(pos1.ok, cs)
}

/// RDIVIDES: the rook divides the kings.
pub(crate) fn rdivides(pos: &Position) -> bool {
    between(pos.or.i, pos.tk.i, pos.ok.i) || between(pos.or.j, pos.tk.j, pos.ok.j)
}

/// RDIVIDESORLPATT: the rook divides, or there is the L-pattern.
pub(crate) fn rdividesorlpatt(pos: &Position) -> bool {
    rdivides(pos) || lpatt(pos)
}

/// OKORNDLE: our king's new distance to our rook is less or equal.
pub(crate) fn okorndle(pos1: &Position, pos2: &Position) -> bool {
    dist(pos2.ok, pos2.or) <= dist(pos1.ok, pos1.or)
}

/// ROOMGT2ORNOTOKEDGE: the room is greater than 2, or our king is not on the edge.
pub(crate) fn roomgt2ornotokedge(pos: &Position) -> bool {
    room(pos) > 2 || !edge(pos.ok)
}

/// STALEMATE: not in check and no move. The program asks it with their turn only; with ours it would always succeed,
/// because TMOVE needs their turn, so here it is false.
pub(crate) fn stalemate(pos: &Position) -> bool {
    pos.turn == Turn::Theirs && !incheck(pos) && tmoves(pos).is_empty()
}

/// ROOKLOST: their king, to move, is next to the rook, and ours is not.
pub(crate) fn rooklost(pos: &Position) -> bool {
    pos.turn == Turn::Theirs && touches(pos.tk, pos.or) && !touches(pos.ok, pos.or)
}

/// The better goal MATE.
pub(crate) fn mate(_pos1: &Position, pos2: &Position) -> bool {
    mated(pos2)
}

/// The better goal SQUEEZE.
pub(crate) fn squeeze(pos1: &Position, pos2: &Position) -> bool {
    newroomlt(pos1, pos2) && !rexposed(pos2) && rdivides(pos2)
}

/// The better goal APPROACH.
pub(crate) fn approach(pos1: &Position, pos2: &Position) -> bool {
    okcsnmdlt(pos1, pos2) && !rexposed(pos2) && rdividesorlpatt(pos2) && roomgt2ornotokedge(pos2)
}

/// The better goal KEEPROOM.
pub(crate) fn keeproom(pos1: &Position, pos2: &Position) -> bool {
    rdivides(pos2) && !rexposed(pos2) && okorndle(pos1, pos2) && roomgt2ornotokedge(pos2)
}

/// The better goal DIVIDE.
pub(crate) fn divide(_pos1: &Position, pos2: &Position) -> bool {
    !rexposed(pos2) && rdivides(pos2)
}

/// CLOSE: the condition of the advice MATE.
pub(crate) fn close(pos: &Position) -> bool {
    mdist(pos.tk, pos.ok) < 4 && edge(pos.tk)
}

/// INCHECK: their king is attacked, also by our king. On the rook's square it has taken the rook.
pub(crate) fn incheck(pos: &Position) -> bool {
    touches(pos.ok, pos.tk) || (pos.or != pos.tk && rookcheck(pos))
}

/// ROOKCHECK: on a common line, and our king not between.
fn rookcheck(&Position { tk, ok, or, .. }: &Position) -> bool {
    (tk.i == or.i && (ok.i != tk.i || !between(ok.j, tk.j, or.j)))
        || (tk.j == or.j && (ok.j != tk.j || !between(ok.i, tk.i, or.i)))
}

/// BETWEEN: the first is strictly between the other two.
pub(crate) fn between(x: i32, y: i32, z: i32) -> bool {
    (y < x && x < z) || (z < x && x < y)
}

/// LPATT: the kings face each other two squares apart, our rook beside our king.
pub(crate) fn lpatt(&Position { turn, tk, ok, or }: &Position) -> bool {
    let on_a_rank = ok.j == tk.j && or.i == ok.i && (ok.i - tk.i).abs() == 2 && is_next(tk.j, or.j);
    let on_a_file = ok.i == tk.i && or.j == ok.j && (ok.j - tk.j).abs() == 2 && is_next(tk.i, or.i);
    turn == Turn::Theirs && (on_a_rank || on_a_file)
}

/// ROOM: how many squares the rook leaves their king; 100 when they share a line.
pub(crate) fn room(pos: &Position) -> i32 {
    match (side(pos.tk.i, pos.or.i), side(pos.tk.j, pos.or.j)) {
        (Some(i), Some(j)) => i * j,
        (None, _) | (_, None) => 100,
    }
}

/// SIDE: what the rook leaves on one axis; nothing when they share the line.
pub(crate) fn side(x: i32, y: i32) -> Option<i32> {
    if x < y {
        Some(y - 1)
    } else if x > y {
        Some(8 - y)
    } else {
        None
    }
}

/// MDIST: the Manhattan distance.
pub(crate) fn mdist(a: Square, b: Square) -> i32 {
    (b.i - a.i).abs() + (b.j - a.j).abs()
}

/// DIST: another kind of distance.
pub(crate) fn dist(a: Square, b: Square) -> i32 {
    let (di, dj) = ((b.i - a.i).abs(), (b.j - a.j).abs());
    if di <= dj { dj } else { di }
}

/// EDGE: on the edge of the board.
pub(crate) fn edge(square: Square) -> bool {
    square.i == 1 || square.i == 8 || square.j == 8 || square.j == 1
}

/// KINGRULE: where a king can step, in the order of the clauses: NE, SE, NW, SW, N, S, E, W.
pub(crate) fn kingrule(from: Square) -> impl Iterator<Item = Square> {
    const STEPS: [(i32, i32); 8] = [
        (1, 1),
        (1, -1),
        (-1, 1),
        (-1, -1),
        (0, 1),
        (0, -1),
        (1, 0),
        (-1, 0),
    ];
    STEPS
        .into_iter()
        .filter_map(move |(right, up)| from.step(right, up))
}

/// KINGRULE as a question.
fn touches(a: Square, b: Square) -> bool {
    kingrule(a).any(|next| next == b)
}

/// SUCC or PRED.
fn is_next(x: i32, y: i32) -> bool {
    (x < 8 && y == x + 1) || (x > 1 && y == x - 1)
}

/// SIGN.
fn sign(x: i32) -> i32 {
    if x > 0 {
        1
    } else if x == 0 {
        0
    } else {
        -1
    }
}
