//! What a byte of a table says, and a finished list of them.

use crate::outcome::Outcome;

/// Nothing was found out, or a draw.
pub(crate) const DRAW: u8 = 0;
/// No legal position.
pub(crate) const ILLEGAL: u8 = u8::MAX;

/// The byte for a decided position: one more than its distance in plies.
///
/// The longest mates of up to five men without pawns take 78 moves (king and two bishops against king and knight),
/// those of four men 43, so a byte is enough for both.
pub(crate) fn decided(plies: usize) -> u8 {
    u8::try_from(plies + 1)
        .ok()
        .filter(|byte| *byte != ILLEGAL)
        .expect("the longest mate of these endings is known")
}

/// The outcome that a byte of distances to mate says: wins take an odd number of plies, losses an even one.
#[inline]
pub(crate) fn mate_outcome(byte: u8) -> Option<Outcome> {
    match byte {
        DRAW => Some(Outcome::Draw),
        ILLEGAL => None,
        _ => {
            let plies = u16::from(byte) - 1;
            Some(if plies % 2 == 1 {
                Outcome::Win(plies)
            } else {
                Outcome::Loss(plies)
            })
        }
    }
}

/// The outcome with another distance: a byte of distances to conversion does not say who wins.
#[inline]
pub(crate) fn with_distance(outcome: Outcome, byte: u8) -> Option<Outcome> {
    let plies = u16::from(byte).checked_sub(1);
    match outcome {
        Outcome::Draw => Some(Outcome::Draw),
        Outcome::Win(_) => plies.map(Outcome::Win),
        Outcome::Loss(_) => plies.map(Outcome::Loss),
    }
}
