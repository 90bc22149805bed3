//! What several tests need: the shipped chapters, the positions of an ending by number, and numbers without pattern.

#![allow(dead_code, reason = "each test uses its own part")]

use std::sync::Arc;

use chess::{PlacedPiece, ROLES, Small};
use domain::{BySide, Header, Side};
use lang::checked::Program;
use nasvet::{Games, Kind, SHIPPED, Shelf, Shipped, check_source};
use shakmaty::{Role, Square};

/// Is there time for everything?
pub(crate) fn is_deep() -> bool {
    std::env::var_os("NASVET_DEEP").is_some()
}

/// The program of a shipped chapter, if there is such a chapter.
pub(crate) fn chapter(name: &str) -> Option<Arc<Program>> {
    Shipped::named(name).map(program_of)
}

/// The names and programs of all shipped chapters about a game.
pub(crate) fn chapters_about(game: &str) -> Vec<(&'static str, Arc<Program>)> {
    let chapters = SHIPPED
        .iter()
        .filter(|shipped| shipped.kind == Kind::Chapter);
    let programs = chapters.map(|shipped| (shipped.name, program_of(shipped)));
    programs
        .filter(|(_, program)| program.game == game)
        .collect()
}

fn program_of(shipped: &Shipped) -> Arc<Program> {
    let loaded = check_source(shipped.source(), &Games::new(), &Shelf::shipped());
    loaded
        .program
        .unwrap_or_else(|| panic!("{} makes sense: {:?}", shipped.file, loaded.diagnostics))
}

/// All positions with the men of a header: each has a number, and not every number has a legal position.
pub(crate) struct Ending {
    others: Vec<(Side, Role)>,
}

impl Ending {
    /// The ending of a header, if it names no more men than fit on the small board.
    pub(crate) fn of(header: &Header) -> Option<Ending> {
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
    pub(crate) fn n_numbers(&self) -> usize {
        2 * 64usize.pow(self.others.len() as u32 + 2)
    }

    /// The position of a number, if it is legal.
    pub(crate) fn position(&self, number: usize) -> Option<Small> {
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
    pub(crate) fn sample(&self, n: usize) -> impl Iterator<Item = Small> + '_ {
        let step = if is_deep() { 1 } else { n };
        (0..self.n_numbers())
            .step_by(step)
            .filter_map(|number| self.position(number))
    }
}

/// Numbers without pattern, the same in every run (splitmix64).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// The next one.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// The next one below a bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// One of these.
    pub(crate) fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}
