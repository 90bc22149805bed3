//! A set of positions over all endings of a terrain, with one side to move.

use domain::Side;

use super::{MovesOf, PositionSet, Terrain};

/// A set of positions over all endings of a [`Terrain`], with the same side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    sets: Vec<PositionSet>,
}

impl Region {
    /// One set for each ending, in the order of the terrain.
    pub fn new(sets: Vec<PositionSet>) -> Region {
        Region { sets }
    }

    /// The part in one ending.
    pub fn set(&self, ending: usize) -> &PositionSet {
        &self.sets[ending]
    }

    /// How many parts there are.
    pub fn n_sets(&self) -> usize {
        self.sets.len()
    }

    /// Replaces the part in one ending.
    pub fn replace(&mut self, ending: usize, set: PositionSet) {
        self.sets[ending] = set;
    }

    /// Adds a position of an ending, by its number.
    pub(crate) fn insert(&mut self, ending: usize, number: usize) {
        self.sets[ending].insert(number);
    }

    /// Takes a position away.
    pub(crate) fn remove(&mut self, ending: usize, number: usize) {
        self.sets[ending].remove(number);
    }

    /// Adds positions of an ending, given as words.
    pub(crate) fn unite_words(&mut self, ending: usize, words: &[u64]) {
        self.sets[ending].unite_words(words);
    }

    /// Takes positions of an ending away, given as words.
    pub(crate) fn subtract_words(&mut self, ending: usize, words: &[u64]) {
        self.sets[ending].subtract_words(words);
    }

    /// The same in less memory, for those who only ask whether a position is in it.
    #[must_use]
    pub fn packed(&self, terrain: &Terrain) -> Region {
        let sets = self.sets.iter().enumerate();
        Region::new(
            sets.map(|(ending, set)| set.packed(&terrain.index(ending)))
                .collect(),
        )
    }

    /// The same with all words, for those who put sets together.
    #[must_use]
    pub fn unpacked(&self) -> Region {
        Region::new(self.sets.iter().map(PositionSet::unpacked).collect())
    }

    /// How many bytes its words take.
    pub fn n_bytes(&self) -> usize {
        self.sets.iter().map(PositionSet::n_bytes).sum()
    }

    /// Is there no position in it?
    pub fn is_empty(&self) -> bool {
        self.sets.iter().all(PositionSet::is_empty)
    }

    /// Keeps what is in the other too.
    #[must_use]
    pub fn and(mut self, other: &Region) -> Region {
        for (set, other) in self.sets.iter_mut().zip(&other.sets) {
            set.intersect(other);
        }
        self
    }

    /// Adds what is in the other.
    #[must_use]
    pub fn or(mut self, other: &Region) -> Region {
        for (set, other) in self.sets.iter_mut().zip(&other.sets) {
            set.unite(other);
        }
        self
    }

    /// The same where it is.
    pub(crate) fn unite(&mut self, other: &Region) {
        for (set, other) in self.sets.iter_mut().zip(&other.sets) {
            set.unite(other);
        }
    }

    /// Takes away what is in the other.
    #[must_use]
    pub fn without(mut self, other: &Region) -> Region {
        for (set, other) in self.sets.iter_mut().zip(&other.sets) {
            set.subtract(other);
        }
        self
    }
}

impl Terrain {
    /// All legal positions with this side to move.
    pub fn all(&self, turn: Side) -> Region {
        let endings = self.endings.iter();
        Region::new(endings.map(|ending| ending.legal[turn].clone()).collect())
    }

    /// No position.
    pub fn none(&self) -> Region {
        let nothing = |ending: &super::EndingSets| PositionSet::empty(ending.n_words());
        Region::new(self.endings.iter().map(nothing).collect())
    }

    /// The positions with `mover` to move that have such a move into the region.
    pub fn some_move_into(&self, mover: Side, moves: MovesOf, targets: &Region) -> Region {
        self.some_move_into_again(mover, moves, targets, None)
    }

    /// The same, where the region may be small: then the moves into it are taken back.
    pub fn some_move_into_few(&self, mover: Side, moves: MovesOf, few: &Region) -> Region {
        let endings = 0..self.n_endings();
        Region::new(
            endings
                .map(|ending| self.before_few(ending, mover, moves, few))
                .collect(),
        )
    }

    /// The same, where an earlier step of these moves is known. What has not changed is not looked for again: of the
    /// endings after a promotion most are settled long before the one with the pawn, and where a set grows from its
    /// goal each step adds little.
    pub fn some_move_into_again(
        &self,
        mover: Side,
        moves: MovesOf,
        targets: &Region,
        earlier: Option<&SetStep>,
    ) -> Region {
        let endings = (0..self.n_endings()).map(|ending| match earlier {
            Some(step) => self.before_again(ending, mover, moves, targets, step),
            None => self.before(ending, mover, moves, targets),
        });
        Region::new(endings.collect())
    }
}

/// A step that has been taken: where it leads, and the positions that have such a move.
#[derive(Clone, Debug)]
pub struct SetStep {
    /// Where the moves lead.
    pub targets: Region,
    /// Where they are played.
    pub origins: Region,
}
