//! The positions of an ending by number.

use chess::{PlacedPiece, ROLES, Small};
use domain::{BySide, Header, Side};
use shakmaty::{Role, Square};

use crate::is_deep;

/// All positions with the men of a header: each has a number, and not every number has a legal position.
pub struct Ending {
    others: Vec<(Side, Role)>,
}

impl Ending {
    /// The ending of a header, if it names no more men than fit on the small board.
    pub fn of(header: &Header) -> Option<Ending> {
        let men = header.men.as_ref()?;
        let mut others = Vec::new();
        for side in Side::BOTH {
            for (role, presence) in ROLES.into_iter().zip(&men[side]) {
                let count = if role == Role::King {
                    0
                } else {
                    presence.count
                };
                others.extend((0..count).map(|_| (side, role)));
            }
        }
        (others.len() <= 3).then_some(Ending { others })
    }

    /// How many numbers there are.
    pub fn n_numbers(&self) -> usize {
        2 * 64usize.pow(self.others.len() as u32 + 2)
    }

    /// The position of a number, if it is legal.
    pub fn position(&self, number: usize) -> Option<Small> {
        let turn = if number.is_multiple_of(2) {
            Side::Us
        } else {
            Side::Them
        };
        let mut rest = number / 2;
        let mut square = || {
            let square = Square::new((rest % 64) as u32);
            rest /= 64;
            square
        };
        let kings = BySide {
            us: square(),
            them: square(),
        };
        let others: Vec<PlacedPiece> = self
            .others
            .iter()
            .map(|(side, role)| PlacedPiece {
                side: *side,
                role: *role,
                square: square(),
            })
            .collect();
        Small::new(turn, kings, &others, None)
    }

    /// Every n-th position; all if there is time for everything.
    pub fn sample(&self, n: usize) -> impl Iterator<Item = Small> + '_ {
        let step = if is_deep() { 1 } else { n };
        (0..self.n_numbers())
            .step_by(step)
            .filter_map(|number| self.position(number))
    }
}
