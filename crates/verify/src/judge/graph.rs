//! Where trees lead: for every root the roots that come next, and the ends of the game.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::num::NonZeroU16;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use chess::{Board, Small};
use domain::Side;
use proof::{NodeId, Tree};
use rustc_hash::FxHashMap;
use shakmaty::Move;

use crate::judge::asking::Places;
use crate::judge::memory::bytes_of_replies;
use crate::judge::roots::{RootSaying, Roots};
use crate::judge::survey::RootMove;
use crate::judge::{PlayMode, Truth};
use crate::parallel;
use crate::ranked::RankedBits;
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
            places: FxHashMap::default(),
            seen: FxHashMap::default(),
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
    places: FxHashMap<Small, usize>,
    /// Visited nodes with their positions and ways: a way that is neither shorter nor longer need not be walked again.
    seen: FxHashMap<(NodeId, Small), Ways>,
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

/// Where the moves of all roots lead, in both modes.
///
/// Four men have ten million roots, so memory counts: after one move it is looked up on the board where they can go, and
/// only where nearly all of that is wanted again and again it is listed once. Trees longer than a move have lists of their
/// own.
pub(crate) struct PlayGraph<'t> {
    pub(crate) roots: Arc<Roots>,
    pub(crate) places: Arc<Places>,
    truth: &'t dyn Truth,
    /// Trees longer than a move.
    far: Far,
    /// How many bytes may be taken to list all replies; none: as many as it takes.
    room_for_replies: Option<usize>,
    listed: OnceLock<ListedMoves>,
}

/// Where one move and a reply lead, for all roots.
struct ListedMoves {
    /// The first successor of each root that plays one move; one more at the end.
    starts: Vec<u32>,
    /// The roots that come after one move and a reply.
    nexts: Vec<u32>,
    /// The ends of the game after one move, by root.
    overs: Vec<Over>,
}

/// A tree longer than a move, as it is read from bytes: its root, the ends of the game, and where else it leads.
pub(crate) struct FarPlan {
    pub(crate) root: u32,
    pub(crate) ends: [u16; 4],
    pub(crate) steps: Vec<Successor>,
}

/// No root.
const NO_ROOT: u32 = u32::MAX;

/// Trees longer than a move.
#[derive(Default, PartialEq, Debug)]
pub(crate) struct Far {
    /// The root of each in rising order, its first step, and the ends of the game.
    plans: Vec<(u32, u32, Over)>,
    steps: Vec<Successor>,
    /// The roots of the trees. Empty until they are settled.
    roots: RankedBits,
}

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

    /// Gives back what was asked for and not used.
    pub(crate) fn shrink(&mut self) {
        self.plans.shrink_to_fit();
        self.steps.shrink_to_fit();
    }

    /// Turns the places of all steps into roots.
    fn settle(&mut self, roots: &Roots) {
        for (next, _) in &mut self.steps {
            *next = roots.at(*next).unwrap_or(NO_ROOT);
        }
        if !self.plans.is_empty() {
            let mut words = vec![0; roots.len().div_ceil(64)];
            for (root, _, _) in &self.plans {
                words[*root as usize / 64] |= 1 << (root % 64);
            }
            self.roots = RankedBits::new(words);
        }
    }

    /// The tree of a root; none if it is one move.
    fn of(&self, root: usize) -> Option<usize> {
        self.roots.rank(root)
    }

    fn steps(&self, idx: usize) -> &[Successor] {
        let end = self
            .plans
            .get(idx + 1)
            .map_or(self.steps.len(), |(_, start, _)| *start as usize);
        &self.steps[self.plans[idx].1 as usize..end]
    }
}

impl<'t> PlayGraph<'t> {
    /// Where the moves of these roots lead. Positions that are no roots are left to the oracle.
    pub(crate) fn new(
        roots: Roots,
        places: Arc<Places>,
        truth: &'t dyn Truth,
        mut far: Far,
        room_for_replies: Option<usize>,
    ) -> PlayGraph<'t> {
        far.settle(&roots);
        PlayGraph {
            roots: Arc::new(roots),
            places,
            truth,
            far,
            room_for_replies,
            listed: OnceLock::new(),
        }
    }

    /// The position after the first move of a root; none if it plays none.
    pub(crate) fn after(&self, root: usize) -> Option<Small> {
        // Most questions about roots without a move end here.
        let RootSaying::Move { .. } = self.roots.saying(root) else {
            return None;
        };
        let root = self.roots.get(root);
        match root.played {
            RootMove::Move { m, .. } => Some(root.position(&self.places.endings).play(m)),
            RootMove::Mated
            | RootMove::Stalemated
            | RootMove::Silent
            | RootMove::Outside
            | RootMove::Stopped => None,
        }
    }

    /// The root of a position; none if it is not among them.
    pub(crate) fn root_of(&self, position: &Small) -> Option<u32> {
        let place = self.places.of(position)?;
        Some(self.roots.at(place).unwrap_or(NO_ROOT))
    }

    /// Follows the first moves of all roots, for those who go through all of them again and again. Where there is no room
    /// for what is found, they are followed whenever somebody asks.
    pub(crate) fn list(&self) {
        let needed = || -> u64 {
            let endings = self.places.endings.iter().enumerate();
            let of_endings = endings.map(|(ending, index)| {
                let places = self.places.of_ending(ending);
                let before = |place: usize| self.roots.bits().before_word(place / 64);
                let n_roots = before(places.end) - before(places.start);
                bytes_of_replies(index.material(), n_roots)
            });
            of_endings.sum()
        };
        if self
            .room_for_replies
            .is_some_and(|room| needed() > room as u64)
        {
            return;
        }
        self.listed.get_or_init(|| {
            let firsts = (0..self.roots.len()).step_by(PARCEL).collect();
            let parcels = parallel::map(firsts, |first: usize| {
                let (mut ends, mut nexts, mut overs) = (Vec::new(), Vec::new(), Vec::new());
                for root in first..(first + PARCEL).min(self.roots.len()) {
                    overs.push(self.follow(root, &mut nexts));
                    ends.push(nexts.len() as u32);
                }
                (ends, nexts, overs)
            });
            let n_nexts = parcels.iter().map(|(_, nexts, _)| nexts.len()).sum();
            let mut listed = ListedMoves {
                starts: Vec::with_capacity(self.roots.len() + 1),
                nexts: Vec::with_capacity(n_nexts),
                overs: Vec::with_capacity(self.roots.len()),
            };
            listed.starts.push(0);
            for (ends, nexts, overs) in parcels {
                let before = u32::try_from(listed.nexts.len());
                let before = before.expect("fewer than 2^32 replies: five men do not fit");
                listed.starts.extend(ends.iter().map(|end| before + end));
                listed.nexts.extend(nexts);
                listed.overs.extend(overs);
            }
            listed
        });
    }

    /// The roots that come after the first move of a root and a reply, and the ends of the game there.
    fn follow(&self, root: usize, nexts: &mut Vec<u32>) -> Over {
        let mut over = Over::default();
        let Some(after) = self.after(root) else {
            return over;
        };
        let mut ends = Ends::default();
        ends.replies(
            &after,
            1,
            &mut |position, _| match self.root_of(&position) {
                Some(next) => nexts.push(next),
                None => over.note(&position, Ways::of(1), self.truth),
            },
        );
        over.mates(ends.mates);
        over.sooner(Wdl::Draw, ends.stalemates);
        over
    }

    /// Is every tree one move, so that both modes agree?
    pub(crate) fn modes_agree(&self) -> bool {
        self.far.plans.is_empty()
    }

    /// Is the tree of a root longer than a move?
    pub(crate) fn is_far(&self, root: usize) -> bool {
        self.far.of(root).is_some()
    }

    /// The roots whose trees are longer than a move, in rising order.
    pub(crate) fn far_roots(&self) -> impl Iterator<Item = u32> {
        let roots = self.far.plans.iter().map(|(root, _, _)| *root);
        roots.filter(|root| matches!(self.roots.saying(*root as usize), RootSaying::Move { .. }))
    }

    /// Does a tree longer than a move lead to an end without a known result?
    pub(crate) fn is_far_unknown(&self) -> bool {
        let mut far = self.far.plans.iter();
        far.any(|(_, _, over)| over.unknown.is_some())
    }

    /// Does a tree lead to an end without a known result?
    pub(crate) fn is_any_unknown(&self) -> bool {
        let mut roots = 0..self.roots.len();
        self.is_far_unknown() || roots.any(|root| self.over(PlayMode::Weak, root).unknown.is_some())
    }

    /// The successors of a root, with the number of our moves until then.
    pub(crate) fn steps(&self, mode: PlayMode, root: usize) -> impl Iterator<Item = Successor> {
        let far = self.far_plan(mode, root);
        let near: Cow<'_, [u32]> = match (far, self.listed.get()) {
            (Some(_), _) => Cow::Borrowed(&[]),
            (None, Some(listed)) => Cow::Borrowed(listed.nexts(root)),
            (None, None) => {
                let mut nexts = Vec::new();
                self.follow(root, &mut nexts);
                Cow::Owned(nexts)
            }
        };
        let far = far.map_or(&[][..], |idx| self.far.steps(idx));
        let near = (0..near.len()).map(move |idx| (near[idx], Ways::of(1)));
        near.chain(far.iter().copied())
    }

    /// The ends of the game that can follow a root.
    pub(crate) fn over(&self, mode: PlayMode, root: usize) -> Over {
        match (self.far_plan(mode, root), self.listed.get()) {
            (Some(idx), _) => self.far.plans[idx].2,
            (None, Some(listed)) => listed.overs[root],
            (None, None) => self.follow(root, &mut Vec::new()),
        }
    }

    fn far_plan(&self, mode: PlayMode, root: usize) -> Option<usize> {
        match mode {
            PlayMode::Strong => self.far.of(root),
            PlayMode::Weak => None,
        }
    }
}

impl ListedMoves {
    fn nexts(&self, root: usize) -> &[u32] {
        &self.nexts[self.starts[root] as usize..self.starts[root + 1] as usize]
    }
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
