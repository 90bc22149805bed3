//! Where trees lead: for every root the roots that come next, and the ends of the game.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::num::NonZeroU16;
use std::ops::ControlFlow;

use chess::{Board, Small};
use domain::Side;
use proof::{NodeId, Tree};
use shakmaty::Move;

use crate::judge::{PlayMode, Truth};
use crate::parallel;
use crate::value::Wdl;

/// The number of our moves on the ways to one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ways {
    /// The shortest.
    pub(crate) shortest: u16,
    /// The longest.
    pub(crate) longest: u16,
}

impl Ways {
    fn of(moves: u16) -> Ways {
        Ways {
            shortest: moves,
            longest: moves,
        }
    }

    /// Adds a way. True if it is longer or shorter than all before.
    fn add(&mut self, moves: u16) -> bool {
        let before = *self;
        self.shortest = self.shortest.min(moves);
        self.longest = self.longest.max(moves);
        *self != before
    }
}

/// The length of a win, in our moves: at least so many, and exactly so many if it is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Length(u16);

impl Length {
    /// The bit that tells that a win may be longer; no game is so long that it is needed.
    const OPEN: u16 = 1 << 15;

    pub(crate) fn of(moves: u16) -> Length {
        Length(moves.min(Length::OPEN - 1))
    }

    pub(crate) fn at_least(moves: u16) -> Length {
        Length(Length::of(moves).0 | Length::OPEN)
    }

    pub(crate) fn least(self) -> u16 {
        self.0 & !Length::OPEN
    }

    pub(crate) fn is_exact(self) -> bool {
        self.0 & Length::OPEN == 0
    }

    /// The length with some moves before.
    pub(crate) fn after(self, moves: u16) -> Length {
        Length(Length::of(self.least().saturating_add(moves)).0 | self.0 & Length::OPEN)
    }

    /// The longer one. It is exact only if both are.
    pub(crate) fn max(self, other: Length) -> Length {
        Length(self.least().max(other.least()) | (self.0 | other.0) & Length::OPEN)
    }
}

/// A root that comes next, with the number of our moves until then.
pub(crate) type Successor = (u32, Ways);

/// Where a tree can end, with the number of our moves until then.
#[derive(Clone, Default, Debug)]
pub(crate) struct Ends {
    /// Positions with us to move, each once.
    pub(crate) positions: Vec<(Small, Ways)>,
    /// The longest way to their mate.
    pub(crate) mates: Option<u16>,
    /// The shortest way to their stalemate.
    pub(crate) stalemates: Option<u16>,
}

impl Ends {
    /// The ends of a tree that is followed. A reply that is not in the tree also ends it.
    pub(crate) fn after_plan(position: &Small, tree: &Tree<Move>) -> Ends {
        let mut walk = TreeWalk {
            tree,
            ends: Ends::default(),
            places: HashMap::new(),
            seen: HashMap::new(),
        };
        walk.ours(tree.root(), position, 0);
        walk.ends
    }

    /// Visits every reply; where there is none, notes the end of the game.
    fn replies(&mut self, after: &Small, moves: u16, next: &mut dyn FnMut(Small, &mut Ends)) {
        let mut has_reply = false;
        let _ = (*after).visit_next(|_, position| {
            has_reply = true;
            next(position, self);
            ControlFlow::Continue(())
        });
        if has_reply {
            return;
        }
        if after.in_check() {
            self.mates = Some(self.mates.map_or(moves, |longest| longest.max(moves)));
        } else {
            self.stalemates = Some(self.stalemates.map_or(moves, |least| least.min(moves)));
        }
    }
}

/// A walk through a tree.
struct TreeWalk<'a> {
    tree: &'a Tree<Move>,
    ends: Ends,
    /// The index of each position among the ends.
    places: HashMap<Small, usize>,
    /// Visited nodes with their positions and ways: a way that is neither shorter nor longer need not be walked again.
    seen: HashMap<(NodeId, Small), Ways>,
}

impl TreeWalk<'_> {
    fn ours(&mut self, node: NodeId, position: &Small, moves: u16) {
        match self.tree.branches(node).first() {
            Some((m, then)) => self.theirs(*then, &position.play(*m), moves + 1),
            None => self.ends_at(*position, moves),
        }
    }

    fn theirs(&mut self, node: NodeId, position: &Small, moves: u16) {
        match self.seen.entry((node, *position)) {
            Entry::Vacant(place) => {
                place.insert(Ways::of(moves));
            }
            Entry::Occupied(mut ways) => {
                if !ways.get_mut().add(moves) {
                    return;
                }
            }
        }
        let branches = self.tree.branches(node);
        let mut replies = Vec::new();
        let _ = (*position).visit_next(|m, next| {
            replies.push((m, next));
            ControlFlow::Continue(())
        });
        for (m, next) in &replies {
            match branches.iter().find(|(known, _)| known == m) {
                Some((_, then)) => self.ours(*then, next, moves),
                None => self.ends_at(*next, moves),
            }
        }
        if replies.is_empty() {
            self.ends.replies(position, moves, &mut |_, _| {});
        }
    }

    fn ends_at(&mut self, position: Small, moves: u16) {
        let positions = &mut self.ends.positions;
        let place = *self.places.entry(position).or_insert_with(|| {
            positions.push((position, Ways::of(moves)));
            positions.len() - 1
        });
        positions[place].1.add(moves);
    }
}

/// One thread takes this many roots at a time.
const PARCEL: usize = 1 << 12;

/// The place of a position among the roots; none if it is not one.
pub(crate) type Numbering<'p> = dyn Fn(&Small) -> Option<u32> + Sync + 'p;

/// The successors of every root, in both modes.
///
/// Four men have ten million roots, so memory counts: one move has a bare list of successors, and only trees longer
/// than a move have lists of their own.
pub(crate) struct PlayGraph {
    /// The first successor of each root that plays one move; one more at the end.
    starts: Vec<u32>,
    /// The roots that come after one move and a reply.
    nexts: Vec<u32>,
    /// The ends of the game after one move, by root.
    overs: Vec<Over>,
    /// Trees longer than a move.
    far: Far,
}

/// A tree longer than a move, as it is read from bytes: its root, the ends of the game, and where else it leads.
pub(crate) struct FarPlan {
    pub(crate) root: u32,
    pub(crate) ends: [u16; 4],
    pub(crate) steps: Vec<Successor>,
}

/// Trees longer than a move.
#[derive(Default, PartialEq, Debug)]
pub(crate) struct Far {
    /// The root of each in rising order, its first step, and the ends of the game.
    plans: Vec<(u32, u32, Over)>,
    steps: Vec<Successor>,
    /// The tree of each root, [`NEAR`] if it is one move. Empty if no tree is longer.
    of_root: Vec<u32>,
}

/// The root has no tree longer than a move.
const NEAR: u32 = u32::MAX;

/// The ends of the game to which one tree can lead, with the number of our moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Over {
    /// The [`Length`] of the longest mate, directly or by the table of another ending.
    won: Option<NonZeroU16>,
    /// The soonest draw.
    drawn: Option<NonZeroU16>,
    /// The soonest loss by the table of another ending.
    lost: Option<NonZeroU16>,
    /// The soonest change to an ending without a known result.
    unknown: Option<NonZeroU16>,
}

impl Far {
    /// Adds the tree of a root; roots come in rising order. Until [`Far::settle`], its steps are places.
    pub(crate) fn add(&mut self, root: u32, ends: &Ends, place: &Numbering<'_>, truth: &dyn Truth) {
        let mut over = Over::default();
        over.mates(ends.mates);
        over.sooner(Wdl::Draw, ends.stalemates);
        let start = self.steps.len() as u32;
        for (position, ways) in &ends.positions {
            match place(position) {
                Some(place) => self.steps.push((place, *ways)),
                None => over.note(position, *ways, truth),
            }
        }
        self.plans.push((root, start, over));
    }

    /// Adds the trees of later roots, which are numbered from `first`.
    pub(crate) fn append(&mut self, later: Far, first: u32) {
        let n_steps = self.steps.len() as u32;
        let plans = later.plans.into_iter();
        self.plans
            .extend(plans.map(|(root, start, over)| (root + first, start + n_steps, over)));
        self.steps.extend(later.steps);
    }

    /// Adds a tree that was written down; roots come in rising order.
    pub(crate) fn add_plan(&mut self, plan: FarPlan) {
        let start = self.steps.len() as u32;
        let over = Over::from_numbers(plan.ends);
        self.plans.push((plan.root, start, over));
        self.steps.extend(plan.steps);
    }

    /// How many trees there are.
    pub(crate) fn n_plans(&self) -> usize {
        self.plans.len()
    }

    /// Each tree: its root, the ends of the game, and where else it leads.
    pub(crate) fn all(&self) -> impl Iterator<Item = (u32, Over, &[Successor])> {
        let plans = self.plans.iter().enumerate();
        plans.map(|(idx, (root, _, over))| (*root, *over, self.steps(idx)))
    }

    /// The same with other numbers for the roots.
    pub(crate) fn renumbered(&self, new_ids: &[u32]) -> Far {
        let mut order: Vec<usize> = (0..self.plans.len()).collect();
        let new_id = |idx: &usize| new_ids[self.plans[*idx].0 as usize];
        order.sort_unstable_by_key(new_id);
        let mut far = Far::default();
        for idx in order {
            let start = far.steps.len() as u32;
            far.plans.push((new_id(&idx), start, self.plans[idx].2));
            far.steps.extend(self.steps(idx));
        }
        far
    }

    /// The memory it takes.
    pub(crate) fn n_bytes(&self) -> usize {
        size_of_val(&self.plans[..]) + size_of_val(&self.steps[..])
    }

    /// Turns the places of all steps into roots.
    fn settle(&mut self, n_roots: usize, ids: &[u32]) {
        for (next, _) in &mut self.steps {
            *next = ids[*next as usize];
        }
        if !self.plans.is_empty() {
            self.of_root = vec![NEAR; n_roots];
            for (idx, (root, _, _)) in self.plans.iter().enumerate() {
                self.of_root[*root as usize] = idx as u32;
            }
        }
    }

    fn of(&self, root: usize) -> Option<usize> {
        let idx = *self.of_root.get(root)?;
        (idx != NEAR).then_some(idx as usize)
    }

    fn steps(&self, idx: usize) -> &[Successor] {
        let end = self
            .plans
            .get(idx + 1)
            .map_or(self.steps.len(), |(_, start, _)| *start as usize);
        &self.steps[self.plans[idx].1 as usize..end]
    }
}

impl PlayGraph {
    /// Follows the first move of every root. `after` gives the position after it, `place` the place of a position, and
    /// `ids` the root there; other positions are left to the oracle.
    pub(crate) fn new(
        n_roots: usize,
        after: &(dyn Fn(usize) -> Option<Small> + Sync),
        place: &Numbering<'_>,
        ids: &[u32],
        truth: &dyn Truth,
        mut far: Far,
    ) -> PlayGraph {
        far.settle(n_roots, ids);
        // The replies are counted first, so that the list is allocated once.
        let mut counts = vec![0; n_roots];
        let parcels = counts.chunks_mut(PARCEL).enumerate().collect();
        parallel::map(parcels, |(parcel, counts)| {
            for (id, n) in (parcel * PARCEL..).zip(counts) {
                *n = after(id).map_or(0, |after| n_replies(&after, place));
            }
        });
        let mut starts = Vec::with_capacity(n_roots + 1);
        let mut start = 0u32;
        for n in counts {
            starts.push(start);
            start = start
                .checked_add(n)
                .expect("fewer than 2^32 replies: five men do not fit");
        }
        starts.push(start);
        let (mut nexts, mut overs) = (vec![0; start as usize], vec![Over::default(); n_roots]);
        let mut parcels = Vec::new();
        let mut rest = &mut nexts[..];
        for (parcel, overs) in overs.chunks_mut(PARCEL).enumerate() {
            let first = parcel * PARCEL;
            let n_nexts = starts[first + overs.len()] - starts[first];
            let (nexts, others) = rest.split_at_mut(n_nexts as usize);
            rest = others;
            parcels.push((first, nexts, overs));
        }
        parallel::map(parcels, |(first, nexts, overs)| {
            let mut nexts = nexts.iter_mut();
            for (id, over) in (first..).zip(overs) {
                let Some(after) = after(id) else { continue };
                let mut ends = Ends::default();
                ends.replies(&after, 1, &mut |position, _| match place(&position) {
                    Some(place) => {
                        if let Some(next) = nexts.next() {
                            *next = ids[place as usize];
                        }
                    }
                    None => over.note(&position, Ways::of(1), truth),
                });
                over.mates(ends.mates);
                over.sooner(Wdl::Draw, ends.stalemates);
            }
        });
        PlayGraph {
            starts,
            nexts,
            overs,
            far,
        }
    }

    /// Is every tree one move, so that both modes agree?
    pub(crate) fn modes_agree(&self) -> bool {
        self.far.plans.is_empty()
    }

    /// Is the tree of a root longer than a move?
    pub(crate) fn is_far(&self, root: usize) -> bool {
        self.far.of(root).is_some()
    }

    /// Does a tree lead to an end without a known result?
    pub(crate) fn has_unknown(&self) -> bool {
        let far = self.far.plans.iter().map(|(_, _, over)| over);
        let mut all = self.overs.iter().chain(far);
        all.any(|over| over.unknown.is_some())
    }

    /// The successors of a root, with the number of our moves until then.
    pub(crate) fn steps(&self, mode: PlayMode, root: usize) -> impl Iterator<Item = Successor> {
        let far = self.far_plan(mode, root);
        let near = match far {
            Some(_) => &[],
            None => &self.nexts[self.starts[root] as usize..self.starts[root + 1] as usize],
        };
        let far = far.map_or(&[][..], |idx| self.far.steps(idx));
        let near = near.iter().map(|next| (*next, Ways::of(1)));
        near.chain(far.iter().copied())
    }

    /// The ends of the game that can follow a root.
    pub(crate) fn over(&self, mode: PlayMode, root: usize) -> Over {
        match self.far_plan(mode, root) {
            Some(idx) => self.far.plans[idx].2,
            None => self.overs[root],
        }
    }

    fn far_plan(&self, mode: PlayMode, root: usize) -> Option<usize> {
        match mode {
            PlayMode::Strong => self.far.of(root),
            PlayMode::Weak => None,
        }
    }
}

/// How many replies lead to roots.
fn n_replies(after: &Small, place: &Numbering<'_>) -> u32 {
    let mut n = 0;
    let _ = (*after).visit_next(|_, position| {
        n += u32::from(place(&position).is_some());
        ControlFlow::Continue(())
    });
    n
}

impl Over {
    /// Its four numbers, 0 for none.
    pub(crate) fn to_numbers(self) -> [u16; 4] {
        let ends = [self.won, self.drawn, self.lost, self.unknown];
        ends.map(|end| end.map_or(0, NonZeroU16::get))
    }

    fn from_numbers(ends: [u16; 4]) -> Over {
        let [won, drawn, lost, unknown] = ends.map(NonZeroU16::new);
        Over {
            won,
            drawn,
            lost,
            unknown,
        }
    }

    /// The longest mate, directly or by the table of another ending.
    pub(crate) fn won(self) -> Option<Length> {
        self.won.map(|won| Length(won.get()))
    }

    /// The soonest draw.
    pub(crate) fn drawn(self) -> Option<u16> {
        self.drawn.map(NonZeroU16::get)
    }

    /// The soonest loss by the table of another ending.
    pub(crate) fn lost(self) -> Option<u16> {
        self.lost.map(NonZeroU16::get)
    }

    /// The soonest change to an ending without a known result.
    pub(crate) fn unknown(self) -> Option<u16> {
        self.unknown.map(NonZeroU16::get)
    }

    /// Notes an end that the oracle decides.
    fn note(&mut self, position: &Small, ways: Ways, truth: &dyn Truth) {
        debug_assert_eq!(position.turn(), Side::Us);
        match truth.wdl(position) {
            Some(Wdl::Win) => {
                let won = match truth.plies(position) {
                    Some(plies) => Length::of(plies.div_ceil(2)),
                    None => Length::at_least(1),
                };
                self.wins(won.after(ways.longest));
            }
            Some(wdl @ (Wdl::Draw | Wdl::Loss)) => self.sooner(wdl, Some(ways.shortest)),
            None => lower(&mut self.unknown, Some(ways.shortest)),
        }
    }

    fn mates(&mut self, moves: Option<u16>) {
        if let Some(moves) = moves {
            self.wins(Length::of(moves));
        }
    }

    fn wins(&mut self, length: Length) {
        let longest = self.won().map_or(length, |longest| longest.max(length));
        self.won = NonZeroU16::new(longest.0);
    }

    fn sooner(&mut self, wdl: Wdl, moves: Option<u16>) {
        match wdl {
            Wdl::Win => self.mates(moves),
            Wdl::Draw => lower(&mut self.drawn, moves),
            Wdl::Loss => lower(&mut self.lost, moves),
        }
    }
}

fn lower(soonest: &mut Option<NonZeroU16>, moves: Option<u16>) {
    let moves = moves.and_then(NonZeroU16::new);
    *soonest = match (*soonest, moves) {
        (Some(soonest), Some(moves)) => Some(soonest.min(moves)),
        (soonest, moves) => soonest.or(moves),
    };
}
