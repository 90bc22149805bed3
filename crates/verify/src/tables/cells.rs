//! The meaning of a byte of a finished table.

use crate::value::GameValue;

/// Neither side wins.
pub(crate) const DRAW: u8 = 0;
/// No legal position.
pub(crate) const ILLEGAL: u8 = u8::MAX;

/// The byte for a decided position: one more than its distance in plies.
#[inline]
pub(crate) fn decided(plies: u8) -> u8 {
    plies + 1
}

/// The value of a byte of distances to mate: wins take an odd number of plies, losses an even one.
#[inline]
pub(crate) fn mate_outcome(byte: u8) -> Option<GameValue> {
    let plies = u16::from(byte).wrapping_sub(1);
    match byte {
        DRAW => Some(GameValue::Draw),
        ILLEGAL => None,
        _ if plies % 2 == 1 => Some(GameValue::Win(plies)),
        _ => Some(GameValue::Loss(plies)),
    }
}

/// The value with the distance of a byte of distances to conversion, which does not say who wins.
#[inline]
pub(crate) fn with_distance(outcome: GameValue, byte: u8) -> Option<GameValue> {
    let plies = u16::from(byte).checked_sub(1);
    match outcome {
        GameValue::Draw => Some(GameValue::Draw),
        GameValue::Win(_) => plies.map(GameValue::Win),
        GameValue::Loss(_) => plies.map(GameValue::Loss),
    }
}
