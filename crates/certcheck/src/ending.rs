//! Endings such as `KRK`, and the order of their positions.

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use crate::rules::{Chessman, Figure, MOST_MEN, Setting};

/// The men of an ending and whether they are theirs: ours first, each side from its king down to its pawns.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct EndingMen(Vec<(bool, Figure)>);

impl EndingMen {
    /// The men of a text such as `KRK`, which must be in order.
    pub fn parse(text: &str) -> Option<EndingMen> {
        let (mut men, mut kings) = (Vec::new(), 0);
        for letter in text.chars().take(MOST_MEN + 1) {
            let figure = Figure::find(|figure| figure.letter() == letter)?;
            kings += usize::from(figure == Figure::King);
            men.push((kings != 1, figure));
        }
        (kings == 2 && men.len() <= MOST_MEN && men.is_sorted()).then_some(EndingMen(men))
    }

    /// The men of a position.
    pub(crate) fn of(setting: &Setting) -> EndingMen {
        let men = setting.men().iter();
        EndingMen(men.map(|man| (man.theirs, man.figure)).collect())
    }

    /// How many places there are; not each of them is a position.
    pub fn n_places(&self) -> usize {
        1 << (6 * self.0.len())
    }

    /// The place of a position with our turn: the squares of the men, as digits. None if it has other men.
    ///
    /// A pawn of theirs that can be captured en passant is written on the last rank of its file.
    pub fn place(&self, setting: &Setting) -> Option<usize> {
        let kinds = setting.men().iter().map(|man| (man.theirs, man.figure));
        if !kinds.eq(self.0.iter().copied()) {
            return None;
        }
        let mut men = setting.men;
        let men = &mut men[..self.0.len()];
        let passing = setting.en_passant.map(|passed| passed - 8);
        if let Some(man) = men.iter_mut().find(|man| passing == Some(man.square)) {
            man.square = man.square % 8 + 56;
            men.sort_unstable();
        }
        let add = |place, man: &Chessman| place << 6 | usize::from(man.square);
        Some(men.iter().fold(0, add))
    }

    /// The position at a place, if there is one.
    pub fn setting(&self, place: usize) -> Option<Setting> {
        let last = self.0.len() - 1;
        let mut men: [Chessman; MOST_MEN] = std::array::from_fn(|idx| {
            let shift = 6 * last.saturating_sub(idx);
            Chessman::new(self.0[idx.min(last)], (place >> shift & 63) as u8)
        });
        // Equal men are written in rising order, so that each position has one place.
        if !men[..=last].is_sorted_by(|one, next| one < next) {
            return None;
        }
        let mut en_passant = None;
        let is_passer = |man: &Chessman| man.figure == Figure::Pawn && man.square >= 56;
        let written = men[..=last].iter_mut();
        for man in written.filter(|man| man.theirs && is_passer(man)) {
            if en_passant.replace(man.square - 16).is_some() {
                return None;
            }
            man.square -= 24;
        }
        #[rustfmt::skip]
        let setting = Setting { men, n_men: last + 1, their_turn: false, en_passant };
        setting.legal()
    }
}

impl fmt::Display for EndingMen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut men = self.0.iter();
        men.try_for_each(|(_, figure)| write!(f, "{}", figure.letter()))
    }
}

/// The places of endings that hold a position, found once.
#[derive(Default)]
pub struct KnownPlaces(BTreeMap<EndingMen, Rc<[u32]>>);

impl KnownPlaces {
    /// All places of an ending that hold a position, in order.
    pub fn of(&mut self, men: &EndingMen) -> Rc<[u32]> {
        let is_position = |place: &u32| men.setting(*place as usize).is_some();
        let all = || (0..men.n_places() as u32).filter(is_position).collect();
        Rc::clone(self.0.entry(men.clone()).or_insert_with(all))
    }
}
