//! Endings such as `KRK`, and the order of their positions.

use std::fmt;
use std::rc::Rc;

use crate::rules::{Chessman, Figure, MOST_MEN, Setting};

/// The men of an ending: ours first, each side from its king down to its pawns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndingMen(Vec<(bool, Figure)>);

impl EndingMen {
    /// The men of a text such as `KRK`, which must be in order.
    pub fn parse(text: &str) -> Option<EndingMen> {
        let (mut men, mut kings) = (Vec::new(), 0);
        for letter in text.chars().take(MOST_MEN + 1) {
            let figure = Figure::find(|figure| figure.letter() == letter)?;
            kings += usize::from(figure == Figure::King);
            men.push((kings == 1, figure));
        }
        let is_sorted = men.is_sorted_by_key(|(ours, figure)| (!ours, *figure));
        (kings == 2 && men.len() <= MOST_MEN && is_sorted).then_some(EndingMen(men))
    }

    /// The men of a position.
    pub(crate) fn of(setting: &Setting) -> EndingMen {
        let men = setting.men().iter();
        EndingMen(men.map(|man| (man.ours, man.figure)).collect())
    }

    pub(crate) fn fits(&self, setting: &Setting) -> bool {
        let men = setting.men().iter().map(|man| (man.ours, man.figure));
        men.eq(self.0.iter().copied())
    }

    /// How many places there are; not each of them is a position.
    pub fn n_places(&self) -> usize {
        1 << (6 * self.0.len())
    }

    /// The place of a position with these men and our turn: the squares of the men, as digits.
    ///
    /// A pawn of theirs that can be captured en passant is written on the last rank of its file.
    pub fn place(&self, setting: &Setting) -> usize {
        let passing = setting.en_passant.map(|passed| passed - 8);
        let written = |man: &Chessman| match passing == Some(man.square) {
            true => (!man.ours, man.figure, man.square % 8 + 56),
            false => (!man.ours, man.figure, man.square),
        };
        let mut men: Vec<(bool, Figure, u8)> = setting.men().iter().map(written).collect();
        men.sort_unstable();
        let squares = men.iter().map(|(.., square)| usize::from(*square));
        squares.fold(0, |place, square| place << 6 | square)
    }

    /// The position at a place, if there is one.
    pub fn setting(&self, place: usize) -> Option<Setting> {
        let mut men = Vec::with_capacity(MOST_MEN);
        let (mut en_passant, mut before) = (None, 0);
        for (idx, &(ours, figure)) in self.0.iter().enumerate() {
            let mut square = (place >> (6 * (self.0.len() - 1 - idx)) & 63) as u8;
            // Equal men are written in rising order, so that each position has one place.
            if idx > 0 && self.0[idx - 1] == self.0[idx] && square <= before {
                return None;
            }
            before = square;
            if figure == Figure::Pawn && !ours && square / 8 == 7 {
                if en_passant.is_some() {
                    return None;
                }
                en_passant = Some(square - 16);
                square -= 24;
            }
            men.push(Chessman {
                ours,
                figure,
                square,
            });
        }
        Setting::new(&men, true, en_passant)
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
pub struct KnownPlaces(Vec<(EndingMen, Rc<[u32]>)>);

impl KnownPlaces {
    /// All places of an ending that hold a position, in order.
    pub fn of(&mut self, men: &EndingMen) -> Rc<[u32]> {
        if let Some((_, places)) = self.0.iter().find(|(known, _)| known == men) {
            return Rc::clone(places);
        }
        let is_position = |place: &u32| men.setting(*place as usize).is_some();
        let places: Rc<[u32]> = (0..men.n_places() as u32).filter(is_position).collect();
        self.0.push((men.clone(), Rc::clone(&places)));
        places
    }
}
