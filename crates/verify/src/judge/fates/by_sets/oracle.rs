//! Positions with us to move that are left to the oracle: those of endings that the team does not cover.
//!
//! The rules treat all images of a position alike, and so does the truth: it is asked, and kept, for our king in one part
//! of the board.

use chess::Small;
use domain::Side;

use crate::judge::Truth;
use crate::parallel;
use crate::ranked::bits_of;
use crate::sets::{Images, PositionSet, Region, Terrain, kept_by_rules};
use crate::value::Wdl;

/// What the oracle says of a position, as a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct OracleSaying(u16);

impl OracleSaying {
    /// There is no position.
    const NOTHING: OracleSaying = OracleSaying(0);
    pub(super) const UNKNOWN: OracleSaying = OracleSaying(1);
    pub(super) const DRAWN: OracleSaying = OracleSaying(2);
    pub(super) const LOST: OracleSaying = OracleSaying(3);
    /// Won, nobody knows how soon.
    pub(super) const WON_SOMETIME: OracleSaying = OracleSaying(4);

    fn of(position: &Small, truth: &dyn Truth) -> OracleSaying {
        match truth.wdl(position) {
            Some(Wdl::Win) => match truth.plies(position) {
                Some(plies) => OracleSaying::won_in(plies.div_ceil(2)),
                None => OracleSaying::WON_SOMETIME,
            },
            Some(Wdl::Draw) => OracleSaying::DRAWN,
            Some(Wdl::Loss) => OracleSaying::LOST,
            None => OracleSaying::UNKNOWN,
        }
    }

    /// Won after so many moves.
    fn won_in(moves: u16) -> OracleSaying {
        OracleSaying(moves.saturating_add(OracleSaying::WON_SOMETIME.0 + 1))
    }
}

/// A thread asks about this many words at a time.
const PARCEL_WORDS: usize = 1 << 7;

/// What the oracle says, by ending.
pub(super) struct OraclePositions {
    endings: Vec<OracleEnding>,
    /// The longest win of known length; none if there is none.
    longest: Option<u16>,
}

struct OracleEnding {
    /// Its number in the terrain.
    ending: usize,
    images: Images,
    /// For our king on the squares that are looked at, in their order.
    said: Vec<OracleSaying>,
}

impl OraclePositions {
    /// Asks about the positions of some endings with us to move.
    pub(super) fn new(
        terrain: &Terrain,
        endings: impl Iterator<Item = usize>,
        truth: &dyn Truth,
    ) -> OraclePositions {
        let endings = endings.map(|ending| OracleEnding::new(terrain, ending, truth));
        let endings: Vec<OracleEnding> = endings.collect();
        let said = endings.iter().flat_map(|ending| &ending.said);
        let longest = said.map(|saying| saying.0).max();
        OraclePositions {
            endings,
            longest: longest.and_then(|most| most.checked_sub(OracleSaying::won_in(0).0)),
        }
    }

    /// Is there a win after so many moves or more?
    pub(super) fn is_won_from(&self, moves: u16) -> bool {
        self.longest.is_some_and(|longest| longest >= moves)
    }

    /// What is won after so many moves; nothing if there is surely none.
    pub(super) fn won_in(&self, terrain: &Terrain, moves: u16) -> Option<Region> {
        let is_won = self.is_won_from(moves);
        is_won.then(|| self.region(terrain, OracleSaying::won_in(moves)))
    }

    /// The positions of which this is said.
    pub(super) fn region(&self, terrain: &Terrain, saying: OracleSaying) -> Region {
        let mut region = terrain.none();
        for ending in &self.endings {
            if ending.said.contains(&saying) {
                region.replace(ending.ending, ending.those(terrain, saying));
            }
        }
        region
    }
}

impl OracleEnding {
    fn new(terrain: &Terrain, ending: usize, truth: &dyn Truth) -> OracleEnding {
        let index = terrain.index(ending);
        let images = Images::new(&index, kept_by_rules(index.material()));
        let legal = terrain.legal(ending, Side::Us).words();
        let looked_at = (0..legal.len()).filter(|at| images.is_looked_at(*at));
        let looked_at: Vec<usize> = looked_at.collect();
        let said = parallel::map(looked_at.chunks(PARCEL_WORDS).collect(), |words| {
            let mut said = vec![OracleSaying::NOTHING; 64 * words.len()];
            for (at, said) in words.iter().zip(said.as_chunks_mut::<64>().0) {
                for bit in bits_of(legal[*at]) {
                    let position = index.legal_position(index.sorted(at << 6 | bit));
                    said[bit] = OracleSaying::of(&position, truth);
                }
            }
            said
        });
        OracleEnding {
            ending,
            images,
            said: said.concat(),
        }
    }

    /// The positions of which this is said.
    fn those(&self, terrain: &Terrain, saying: OracleSaying) -> PositionSet {
        let n_words = terrain.legal(self.ending, Side::Us).words().len();
        let mut words = vec![0; n_words];
        let looked_at = (0..n_words).filter(|at| self.images.is_looked_at(*at));
        for (at, said) in looked_at.zip(self.said.as_chunks::<64>().0) {
            let bits = said.iter().enumerate();
            words[at] = bits.fold(0, |word, (bit, said)| {
                word | u64::from(*said == saying) << bit
            });
        }
        self.images.complete(&mut words);
        let kept = kept_by_rules(terrain.index(self.ending).material());
        PositionSet::from_words(words, kept)
    }
}
