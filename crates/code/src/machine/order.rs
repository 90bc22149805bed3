//! How lists of moves are put in order, by keys and by directions.

use domain::{Fast, Native, RawArgs, Side, Stopped};

use super::lists::Idx;
use super::shapes::Worked;
use super::{Environment, Inputs, Machine};
use crate::compiled::{SortKey, When, WordCode};

/// Buffers that are reused while lists are made.
#[derive(Default)]
pub(super) struct ListScratch {
    /// Moves with their keys, by their places in the list.
    keyed: Vec<(SortPlace, Idx)>,
    /// The same for orders by shape: the rank in the high bits, the index in the list in the low bits.
    pub(super) placed: Vec<u64>,
    pub(super) sorted: Vec<Idx>,
    pub(super) list: Vec<Idx>,
    /// For each order by shape, the ranks computed so far.
    pub(super) orders: Vec<Worked>,
    /// For each table of answers, those computed last, with the squares on which they depend; or those of all pairs of
    /// squares computed so far.
    pub(super) answers: Vec<Vec<(u64, LaneAnswers)>>,
    pub(super) pair_answers: Vec<Vec<LaneAnswers>>,
    /// For each table of blocks, what came of them for each pair of squares: their register, and where they go on.
    pub(super) blocks: Vec<Vec<(u64, u8)>>,
    /// For each table of sets, those computed so far.
    pub(super) sets: Vec<Vec<u64>>,
}

/// The lanes that reach the better goal, and those that reach nothing; the others break the holding goal. Or they are open
/// until the next part of the code has been carried out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct LaneAnswers {
    pub(super) better: u64,
    pub(super) neither: u64,
    pub(super) open: u64,
    /// Those in which the side to move is known to have a move if there are no men but those of the code.
    pub(super) mobile: u64,
}

impl LaneAnswers {
    /// No lane has two answers.
    pub(super) const NOT_COMPUTED: LaneAnswers = LaneAnswers {
        better: u64::MAX,
        neither: u64::MAX,
        open: 0,
        mobile: 0,
    };
    /// Nothing is known yet.
    pub(super) const ALL_OPEN: LaneAnswers = LaneAnswers {
        better: 0,
        neither: 0,
        open: u64::MAX,
        mobile: 0,
    };
}

/// A set like this is computed again whenever it is needed.
pub(super) const NOT_COMPUTED: u64 = u64::MAX;

/// A sort key: moves without a value come last.
pub(super) type SortPlace = (bool, i64);

pub(super) fn place_by(raw: Option<u64>, largest_first: bool) -> SortPlace {
    // The complement reverses the order of numbers.
    let number = raw.map(|raw| {
        if largest_first {
            !raw.cast_signed()
        } else {
            raw.cast_signed()
        }
    });
    (number.is_none(), number.unwrap_or(0))
}

impl<D: Fast> Machine<D> {
    pub(super) fn sort(
        &mut self,
        largest_first: bool,
        key: &SortKey<D>,
        legal: &[D::Move],
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
        list: &mut [Idx],
    ) -> Result<(), Stopped> {
        let mut keyed = std::mem::take(&mut self.scratch.keyed);
        keyed.clear();
        for idx in &*list {
            let m = legal[*idx as usize];
            keyed.push((self.place_of(largest_first, key, m, inputs, env)?, *idx));
        }
        keyed.sort_by_key(|(key, _)| *key);
        for (slot, (_, idx)) in list.iter_mut().zip(&keyed) {
            *slot = *idx;
        }
        self.scratch.keyed = keyed;
        Ok(())
    }

    /// Keeps the moves that come first by a key, in the order in which they stand.
    pub(super) fn keep_first(
        &mut self,
        largest_first: bool,
        key: &SortKey<D>,
        moves: &mut Vec<D::Move>,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Result<(), Stopped> {
        let mut least = None;
        let mut n_kept = 0;
        for at in 0..moves.len() {
            let m = moves[at];
            let place = self.place_of(largest_first, key, m, inputs, env)?;
            if least.is_none_or(|least| place < least) {
                (least, n_kept) = (Some(place), 0);
            }
            if least == Some(place) {
                moves[n_kept] = m;
                n_kept += 1;
            }
        }
        moves.truncate(n_kept);
        Ok(())
    }

    fn place_of(
        &mut self,
        largest_first: bool,
        key: &SortKey<D>,
        m: D::Move,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Result<SortPlace, Stopped> {
        let raw = match key {
            SortKey::OfMove(code) => self.raw(code, &inputs.about(m), env)?,
            SortKey::OfNext(code) => {
                let next = self.domain.play(inputs.position, m);
                let there = Inputs {
                    position: &next,
                    ..*inputs
                };
                self.raw(code, &there, env)?
            }
        };
        Ok(place_by(raw, largest_first))
    }

    pub(super) fn going(
        &mut self,
        directions: &[(WordCode<D>, Side)],
        legal: &[D::Move],
        inputs: &Inputs<'_, D>,
        list: &mut Vec<Idx>,
    ) {
        let mut sorted = std::mem::take(&mut self.scratch.sorted);
        sorted.clear();
        for (meaning, viewer) in directions {
            for idx in &*list {
                let m = legal[*idx as usize];
                let goes = match meaning {
                    WordCode::Native(Native::Shape(word)) => word(m, *viewer),
                    WordCode::Native(Native::Position(word)) => {
                        word(inputs.position, *viewer, RawArgs::default())
                    }
                    WordCode::Native(Native::Move(word)) => {
                        word(inputs.position, m, *viewer, RawArgs::default())
                    }
                    WordCode::Native(Native::OfSide(words)) => words[*viewer](inputs.position),
                    WordCode::Native(Native::Timeless(word)) => word(*viewer, RawArgs::default()),
                    WordCode::Native(Native::WithoutMoves(word)) => {
                        let is_stuck = !self.domain.has_moves(inputs.position);
                        Some(u64::from(is_stuck && word(inputs.position)))
                    }
                    WordCode::Native(Native::After(word)) => {
                        word(&self.domain.play(inputs.position, m))
                    }
                    WordCode::Slow(word) => {
                        let asked = inputs.about(m);
                        self.aside
                            .slow_word(*word, When::Now, *viewer, RawArgs::default(), &asked)
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
