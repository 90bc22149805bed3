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
        let mut men = setting.men().to_vec();
        let kinds = men.iter().map(|man| (man.theirs, man.figure));
        if !kinds.eq(self.0.iter().copied()) {
            return None;
        }
        let passing = setting.en_passant.map(|passed| passed - 8);
        if let Some(man) = men.iter_mut().find(|man| passing == Some(man.square)) {
            man.square = man.square % 8 + 56;
        }
        men.sort_unstable();
        let add = |place, man: &Chessman| place << 6 | usize::from(man.square);
        Some(men.iter().fold(0, add))
    }

    /// The position at a place, if there is one.
    pub fn setting(&self, place: usize) -> Option<Setting> {
        let digits = (0..self.0.len()).rev().map(|idx| place >> (6 * idx) & 63);
        let written = self.0.iter().zip(digits).map(|(kind, digit)| Chessman {
            theirs: kind.0,
            figure: kind.1,
            square: digit as u8,
        });
        let mut men: Vec<Chessman> = written.collect();
        // Equal men are written in rising order, so that each position has one place.
        if !men.is_sorted_by(|one, next| one < next) {
            return None;
        }
        let mut en_passant = None;
        let is_passer = |man: &Chessman| man.figure == Figure::Pawn && man.square >= 56;
        for man in men.iter_mut().filter(|man| man.theirs && is_passer(man)) {
            if en_passant.replace(man.square - 16).is_some() {
                return None;
            }
            man.square -= 24;
        }
        Setting::new(&men, en_passant)
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
