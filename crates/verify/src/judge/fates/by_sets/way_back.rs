//! Ways back from some places, a move of ours at a time: the roots from which they can lead us there, the nearest first.
//!
//! The places of one round are a set, and so are the positions in which a reply leads there; whoever moves to one of these
//! is found in the next round. Trees longer than a move are followed root by root.

use domain::Side;

use crate::judge::PlayMode;
use crate::judge::fates::by_sets::PlayedSets;
use crate::judge::fates::those;
use crate::judge::roots::Roots;
use crate::sets::{MovesOf, Region};

/// What somebody looks for on a way back.
pub(crate) trait WayGoal: Sync {
    /// After how many of our moves a tree longer than a move leads to what is known by now, if it does.
    fn far(&self, id: usize) -> Option<u16>;

    /// They can lead us there from a root, after so many of our moves.
    fn note(&mut self, id: usize, moves: u16);
}

/// Roots from which no way is known yet.
pub(super) struct OpenRoots {
    /// Those that play one move, as bits by place.
    pub(super) near: Vec<u64>,
    /// Those with longer trees, in rising order.
    pub(super) far: Vec<u32>,
    /// How many there are.
    pub(super) n_open: usize,
}

impl OpenRoots {
    /// All roots that move.
    pub(super) fn all(sets: &PlayedSets<'_>, mode: PlayMode) -> OpenRoots {
        let far: Vec<u32> = match mode {
            PlayMode::Strong => sets.graph.far_roots().collect(),
            PlayMode::Weak => Vec::new(),
        };
        let mut near = sets.movers.words().to_vec();
        let n_open = near.iter().map(|word| word.count_ones() as usize).sum();
        if !far.is_empty() {
            let far = sets.graph.roots.words_of(far.iter().copied());
            close(&mut near, &far);
        }
        OpenRoots { near, far, n_open }
    }

    /// Takes out roots that play one move, given as bits by place.
    pub(super) fn close_near(&mut self, places: &[u64]) {
        self.n_open = close(&mut self.near, places) + self.far.len();
    }

    /// Takes out roots with longer trees, for which something is so.
    pub(super) fn close_far(&mut self, mut is_so: impl FnMut(u32) -> bool) {
        let n_far = self.far.len();
        self.far.retain(|id| !is_so(*id));
        self.n_open -= n_far - self.far.len();
    }

    /// Takes out roots at some places, whatever they play.
    pub(super) fn close(&mut self, roots: &Roots, places: &[u64]) {
        self.close_near(places);
        self.close_far(|id| {
            let place = roots.bits().member(id as usize);
            places[place / 64] >> (place % 64) & 1 == 1
        });
    }
}

/// Takes bits out, and says how many are left.
fn close(open: &mut [u64], found: &[u64]) -> usize {
    let both = open.iter_mut().zip(found);
    let left = both.map(|(open, found)| {
        *open &= !found;
        open.count_ones() as usize
    });
    left.sum()
}

/// A way back.
pub(super) struct WayBack<'s, 't> {
    sets: &'s PlayedSets<'t>,
    /// Where the last round came to.
    last: Region,
    /// The positions with them to move from which a reply leads to where it came before.
    before: Region,
}

/// What one round of a way back has found.
pub(super) struct Round {
    /// The roots, as bits by place.
    pub(super) found: Vec<u64>,
    /// May a later round find more? Not if this one found nothing, and no longer tree leads there later.
    pub(super) goes_on: bool,
}

impl<'s, 't> WayBack<'s, 't> {
    /// The way back from some positions with us to move.
    pub(super) fn from(sets: &'s PlayedSets<'t>, last: Region) -> WayBack<'s, 't> {
        WayBack {
            before: sets.terrain.none(),
            sets,
            last,
        }
    }

    /// Goes on from some roots too, given as bits by place.
    pub(super) fn put(&mut self, places: &[u64]) {
        self.sets.change(&mut self.last, places, true);
    }

    /// Finds the open roots from which it is so many moves, and closes them. The game may also end there at once in some
    /// positions with them to move.
    pub(super) fn round(
        &mut self,
        open: &mut OpenRoots,
        moves: u16,
        at_once: Option<&Region>,
        goal: &mut dyn WayGoal,
    ) -> Round {
        let (sets, terrain) = (self.sets, self.sets.terrain);
        let last = std::mem::replace(&mut self.last, terrain.none());
        let mut near = terrain.some_move_into_few(Side::Them, MovesOf::ANY, &last);
        drop(last);
        if let Some(at_once) = at_once {
            near = near.or(at_once);
        }
        // Whoever moves to where it came before is closed.
        let near = near.without(&self.before);
        self.before.unite(&near);
        let mut found = sets.movers.those(&open.near, &near);
        drop(near);
        let roots = &sets.graph.roots;
        let far = those(&open.far, |id| goal.far(id));
        let is_far_near = !far.is_empty();
        let far = far.into_iter().filter(|(_, soonest)| *soonest <= moves);
        let far: Vec<u32> = far.map(|(id, _)| id).collect();
        open.close_near(&found);
        let mut closed = far.iter().peekable();
        open.close_far(|id| closed.next_if(|next| **next == id).is_some());
        for id in far {
            let place = roots.bits().member(id as usize);
            found[place / 64] |= 1 << (place % 64);
        }
        let is_found = found.iter().any(|word| *word != 0);
        if is_found {
            roots.at_words(&found).for_each(|id| goal.note(id, moves));
            self.put(&found);
        }
        Round {
            found,
            goes_on: is_found || is_far_near,
        }
    }
}
