//! Which moves may break a promise, so that nobody has to look at the others.
//!
//! A promise never to lose a man is broken where a reply takes one. Where that is so is found for 64 positions at a time;
//! a promise that has to be evaluated may be broken by every move.

use domain::Side;
use shakmaty::{Move, Role};

use crate::index::Index;
use crate::judge::plans::PlanInspector;
use crate::material::Material;
use crate::sets::{MovesOf, PositionSet, Region, Terrain};

/// Where replies lead that take one of the men that are to be kept.
pub(super) enum TargetsOfTakers {
    /// Every move has to be looked at.
    Anywhere,
    /// No move has to be.
    Nowhere,
    Region(Region),
}

impl TargetsOfTakers {
    /// By what an inspector looks for, in positions of an ending.
    pub(super) fn new(
        terrain: &Terrain,
        ending: usize,
        inspector: &PlanInspector<'_>,
    ) -> TargetsOfTakers {
        let Some(kept) = inspector.kept_men() else {
            return TargetsOfTakers::Anywhere;
        };
        let material = terrain.index(ending).material();
        let kept = kept.into_iter().filter(|role| n_ours(material, *role) > 0);
        let kept: Vec<Role> = kept.collect();
        if kept.is_empty() {
            return TargetsOfTakers::Nowhere;
        }
        let n_numbers = terrain.index(ending).n_numbers();
        // With one man fewer there are a sixty-fourth of the numbers, and with as many men nothing was taken.
        let nothing = PositionSet::empty(n_numbers / 2 / 64 / 64);
        let sets = (0..terrain.n_endings()).map(|after| {
            let others = terrain.index(after).material();
            let mut kept = kept.iter();
            match kept.any(|role| n_ours(others, *role) < n_ours(material, *role)) {
                true => terrain.legal(after, Side::Us).clone(),
                false => nothing.clone(),
            }
        });
        TargetsOfTakers::Region(Region::new(sets.collect()))
    }
}

fn n_ours(material: Material, role: Role) -> usize {
    let ours = material.others().filter(|man| *man == (Side::Us, role));
    ours.count()
}

/// The positions with them to move, word by word, in which a reply takes a man that is to be kept.
pub(super) struct Promises<'t> {
    takers: Takers<'t>,
    /// Words that were asked for, by some of their bits: the moves of neighbours lead into the same ones.
    known: [(usize, u64); N_KNOWN],
}

enum Takers<'t> {
    Everywhere,
    Nowhere,
    InWords(Box<dyn Fn(usize) -> u64 + 't>),
}

const N_KNOWN: usize = 64;

impl<'t> Promises<'t> {
    pub(super) fn new(
        terrain: &'t Terrain,
        ending: usize,
        targets: &'t TargetsOfTakers,
    ) -> Promises<'t> {
        let captures = MovesOf::ANY.capturing(true);
        Promises {
            takers: match targets {
                TargetsOfTakers::Anywhere => Takers::Everywhere,
                TargetsOfTakers::Nowhere => Takers::Nowhere,
                TargetsOfTakers::Region(targets) => {
                    let words = terrain.words_before(ending, Side::Them, captures, targets);
                    Takers::InWords(Box::new(words))
                }
            },
            known: [(usize::MAX, 0); N_KNOWN],
        }
    }

    /// May the move in a position of the ending break a promise?
    pub(super) fn may_break(&mut self, index: &Index, number: usize, m: Move) -> bool {
        let takers = match &self.takers {
            Takers::Everywhere => return true,
            Takers::Nowhere => return false,
            Takers::InWords(takers) => takers,
        };
        if m.is_capture() || m.is_promotion() {
            // It leads into another ending.
            return true;
        }
        let after = index.after(number, m);
        let word = after / 64;
        let known = &mut self.known[(word ^ word >> 6 ^ word >> 12) % N_KNOWN];
        if known.0 != word {
            *known = (word, takers(word));
        }
        known.1 >> (after % 64) & 1 == 1
    }
}
