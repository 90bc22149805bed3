//! The order of moves as a number of the position after each: its place among all positions, by all keys together.

use std::sync::Arc;

use domain::{Stopped, Watch};
use verify::{Images, Terrain, WordPlace};

use crate::columns::Columns;
use crate::numbers::NumberColumn;
use crate::permitted::OrderKey;

/// The place of every position with them to move, in the ending that was asked for and those with fewer men. Moves that
/// lead to equal places are tried as they are listed.
#[derive(Clone)]
pub(crate) enum PlacesOf {
    /// Nothing is put in order.
    Equal,
    /// By ending; none where nothing is known.
    Different(Arc<Vec<Option<PlacesInEnding>>>),
}

/// The places in an ending, for our king in one part of the board if they are the same in all images.
pub(crate) struct PlacesInEnding {
    images: Images,
    places: Vec<u16>,
}

impl PlacesOf {
    /// The places by some keys, the one that counts most first; none if there are too many.
    pub(crate) fn find(
        terrain: &Terrain,
        columns: &Columns,
        keys: &[OrderKey],
        watch: &Watch,
    ) -> Result<Option<PlacesOf>, Stopped> {
        let mut known: Option<(Vec<Vec<u16>>, usize)> = None;
        for key in keys {
            let endings = (0..terrain.n_endings()).map(|ending| match terrain.is_at_hand(ending) {
                true => columns.key(terrain, ending, key.key, watch),
                false => Ok(Vec::new()),
            });
            let values: Vec<Vec<i16>> = endings.collect::<Result<_, _>>()?;
            let Some((ranks, n_ranks)) = ranks(&values, key.largest_first) else {
                return Ok(None);
            };
            let rank = |value: i16| ranks[usize::from(value.cast_unsigned())];
            let of_ending = |values: Vec<i16>| values.into_iter().map(rank).collect();
            known = Some(match known {
                None => (values.into_iter().map(of_ending).collect(), n_ranks),
                Some((mut places, n_places)) => {
                    let n_both = n_places * n_ranks;
                    if n_both > usize::from(u16::MAX) {
                        return Ok(None);
                    }
                    let all = places.iter_mut().flatten();
                    for (place, value) in all.zip(values.into_iter().flatten()) {
                        *place = *place * n_ranks as u16 + rank(value);
                    }
                    (places, n_both)
                }
            });
        }
        Ok(Some(match known {
            None => PlacesOf::Equal,
            Some((places, _)) => {
                let kept = columns.kept_by_keys(keys);
                let endings = places.into_iter().enumerate().map(|(ending, places)| {
                    let images = Images::new(&terrain.index(ending), kept);
                    (!places.is_empty()).then(|| PlacesInEnding {
                        places: images.looked_at(&places),
                        images,
                    })
                });
                PlacesOf::Different(Arc::new(endings.collect()))
            }
        }))
    }

    /// The places of the positions of a word of an ending, if they are known.
    #[inline]
    pub(crate) fn word(&self, ending: usize, at: usize) -> Option<PlacesInWord<'_>> {
        Some(match self {
            PlacesOf::Equal => PlacesInWord::Equal,
            PlacesOf::Different(endings) => {
                let ending = endings[ending].as_ref()?;
                PlacesInWord::Different(ending.images.word_place(at), &ending.places)
            }
        })
    }

    /// The place of a position, by its ending and number, if it is known.
    #[inline]
    pub(crate) fn at(&self, ending: usize, number: usize) -> Option<u16> {
        match self {
            PlacesOf::Equal => Some(0),
            PlacesOf::Different(endings) => {
                let ending = endings[ending].as_ref()?;
                Some(ending.places[ending.images.place(number)])
            }
        }
    }
}

/// The places of the 64 positions of a word.
pub(crate) enum PlacesInWord<'p> {
    Equal,
    Different(WordPlace, &'p [u16]),
}

impl PlacesInWord<'_> {
    #[inline]
    pub(crate) fn at(&self, lane: usize) -> u16 {
        match self {
            PlacesInWord::Equal => 0,
            PlacesInWord::Different(word, places) => places[word.of(lane)],
        }
    }
}

/// The rank of each value that occurs, and how many there are. What has no value comes last. None if a value stands for
/// others beyond it, which may differ.
fn ranks(values: &[Vec<i16>], largest_first: bool) -> Option<(Vec<u16>, usize)> {
    const ABSENT: u16 = u16::MAX;
    const OCCURS: u16 = u16::MAX - 1;
    let mut ranks = vec![ABSENT; 1 << 16];
    for value in values.iter().flatten() {
        ranks[usize::from(value.cast_unsigned())] = OCCURS;
    }
    let mut n_ranks = 0;
    let mut note = |value: i16| {
        let rank = &mut ranks[usize::from(value.cast_unsigned())];
        if *rank == OCCURS {
            *rank = n_ranks;
            n_ranks += 1;
        }
        *rank != ABSENT && NumberColumn::is_bound(value)
    };
    let numbers = NumberColumn::NONE + 1..=i16::MAX;
    let mut is_inexact = false;
    for value in numbers {
        is_inexact |= note(if largest_first { -value } else { value });
    }
    note(NumberColumn::NONE);
    (!is_inexact).then_some((ranks, usize::from(n_ranks)))
}
