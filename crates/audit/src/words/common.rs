//! What the judges of several topics ask.

use shakmaty::{Color, Position, Role, Square};

use crate::geometry::opposed;
use crate::ledger::Ledger;
use crate::stage::Stage;

/// A man of this kind stands there, on either side.
pub(super) fn stands(stage: &Stage<'_>, role: Role, square: Square, ledger: &mut Ledger) {
    let there = stage.board().role_at(square) == Some(role);
    ledger.claim(there, || format!("no {role:?} stands on {square}"));
}

/// Can the other side take the man on this square, now or if it were its turn?
pub(super) fn can_be_taken(stage: &Stage<'_>, square: Square) -> bool {
    let owner = stage.board().color_at(square);
    match owner == Some(stage.turn()) {
        true => stage.could_take_after_null(square),
        false => !stage.captures_on(square).is_empty(),
    }
}

/// Something before our last move, and now.
pub(super) fn change<'s, T>(stage: &Stage<'s>, of: impl Fn(&Stage<'s>) -> T) -> (Option<T>, T) {
    (stage.before().map(|before| of(&before)), of(stage))
}

/// A number is so now, and was so before our move.
pub(super) fn changed<'s>(
    stage: &Stage<'s>,
    of: impl Fn(&Stage<'s>) -> u32,
    is: u32,
    was: u32,
    ledger: &mut Ledger,
) {
    let (truly_was, truly_is) = change(stage, of);
    ledger.claim(truly_is == is && truly_was == Some(was), || {
        format!("it is {truly_is}, before {truly_was:?}")
    });
}

/// The kings are opposed, and the other side is to move.
pub(super) fn has_opposition(stage: &Stage<'_>, color: Color) -> bool {
    stage.turn() != color && opposed(stage.our_king(), stage.their_king())
}

/// Their king is the only man of theirs that can move, and it is their turn.
pub(super) fn has_to_move(stage: &Stage<'_>) -> bool {
    let moves = stage.now.legal_moves();
    !stage.is_our_turn() && !moves.is_empty() && moves.iter().all(|m| m.role() == Role::King)
}
