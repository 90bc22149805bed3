//! The kinds of piece and the sorts of item, in the order in which the vocabulary numbers them.

use domain::{Man, Sort};
use shakmaty::Role;

/// The sort of squares: items 0 to 63 are a1, b1 … h8 as we see the board.
pub const SQUARE: Sort = Sort(0);

/// The sort of kinds of piece: items 0 to 5 are numbered like the pieces.
pub const KIND: Sort = Sort(1);

/// The kinds of piece, by [`Man`].
pub const ROLES: [Role; 6] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

/// The names of the kinds of piece, by [`Man`].
pub(crate) const NAMES: [&str; 6] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

/// The number of a kind of piece in the vocabulary.
pub fn man_of(role: Role) -> Man {
    // shakmaty counts from the pawn, 1, up to the king, 6.
    Man(6 - role as u8)
}

/// The name of a kind of piece: `rook`.
pub fn name_of(role: Role) -> &'static str {
    NAMES[usize::from(man_of(role).0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_of_men_agree() {
        for (idx, role) in ROLES.into_iter().enumerate() {
            assert_eq!(usize::from(man_of(role).0), idx);
            assert!(format!("{role:?}").eq_ignore_ascii_case(name_of(role)));
        }
    }
}
