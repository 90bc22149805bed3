//! How lists of moves are put in order, by keys and by directions.

use domain::{Domain, Native, Side, Stopped};

use super::lists::Idx;
use super::shapes::Worked;
use super::{Host, Machine, Moment};
use crate::compiled::{Meaning, SortKey, When};

/// What is used again and again while lists are made.
#[derive(Default)]
pub(super) struct Scratch {
    /// Moves with their keys, by their places in the list.
    keyed: Vec<(Placed, Idx)>,
    /// The same for orders by shape: the placing above the place in the list.
    pub(super) placed: Vec<u64>,
    pub(super) sorted: Vec<Idx>,
    pub(super) list: Vec<Idx>,
    /// For each order by shape, what has been worked out.
    pub(super) orders: Vec<Worked>,
}

/// What a list is sorted by: moves without a key come last.
pub(super) type Placed = (bool, i64);

pub(super) fn place_by(raw: Option<u64>, largest_first: bool) -> Placed {
    // The complement turns the order of numbers round.
    let number = raw.map(|raw| {
        if largest_first {
            !raw.cast_signed()
        } else {
            raw.cast_signed()
        }
    });
    (number.is_none(), number.unwrap_or(0))
}

impl<D: Domain> Machine<D> {
    pub(super) fn sort(
        &mut self,
        largest_first: bool,
        key: &SortKey<D>,
        legal: &[D::Move],
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
        list: &mut [Idx],
    ) -> Result<(), Stopped> {
        let mut keyed = std::mem::take(&mut self.scratch.keyed);
        keyed.clear();
        for idx in &*list {
            let m = legal[*idx as usize];
            let raw = match key {
                SortKey::OfMove(code) => self.raw(code, &moment.about(m), host)?,
                SortKey::OfNext(code) => {
                    let next = self.domain.play(moment.position, m);
                    let there = Moment {
                        position: &next,
                        ..*moment
                    };
                    self.raw(code, &there, host)?
                }
            };
            keyed.push((place_by(raw, largest_first), *idx));
        }
        keyed.sort_by_key(|(key, _)| *key);
        for (slot, (_, idx)) in list.iter_mut().zip(&keyed) {
            *slot = *idx;
        }
        self.scratch.keyed = keyed;
        Ok(())
    }

    pub(super) fn going(
        &mut self,
        directions: &[(Meaning<D>, Side)],
        legal: &[D::Move],
        moment: &Moment<'_, D>,
        list: &mut Vec<Idx>,
    ) {
        let mut sorted = std::mem::take(&mut self.scratch.sorted);
        sorted.clear();
        for (meaning, viewer) in directions {
            for idx in &*list {
                let m = legal[*idx as usize];
                let goes = match meaning {
                    Meaning::Native(Native::Shape(word)) => word(m, *viewer),
                    Meaning::Native(Native::Position(word)) => {
                        word(moment.position, *viewer, [0; 3])
                    }
                    Meaning::Native(Native::Move(word)) => {
                        word(moment.position, m, *viewer, [0; 3])
                    }
                    Meaning::Native(Native::OfSide(words)) => words[*viewer](moment.position),
                    Meaning::Native(Native::Timeless(word)) => word(*viewer, [0; 3]),
                    Meaning::Native(Native::WithoutMoves(word)) => {
                        let is_stuck = !self.domain.has_moves(moment.position);
                        Some(u64::from(is_stuck && word(moment.position)))
                    }
                    Meaning::Native(Native::After(word)) => {
                        word(&self.domain.play(moment.position, m))
                    }
                    Meaning::Slow(word) => {
                        let asked = moment.about(m);
                        self.aside
                            .slow_word(*word, When::Now, *viewer, [0; 3], &asked)
                    }
                };
                if goes == Some(1) && !sorted.contains(idx) {
                    sorted.push(*idx);
                }
            }
        }
        std::mem::swap(&mut sorted, list);
        self.scratch.sorted = sorted;
    }
}
