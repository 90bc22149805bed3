//! Where plans lead: for every position the positions to be asked about next, and the ends of the game.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::ControlFlow;

use chess::{Board, Small};
use domain::Side;
use proof::{NodeId, Tree};
use rayon::prelude::*;
use shakmaty::Move;

use crate::judge::Truth;
use crate::outcome::Wdl;

/// How many of our moves the ways to one place take.
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

    /// Adds a way. Is it longer or shorter than all before?
    fn add(&mut self, moves: u16) -> bool {
        let before = *self;
        self.shortest = self.shortest.min(moves);
        self.longest = self.longest.max(moves);
        *self != before
    }
}

/// A root that comes next, with the number of our moves until then.
pub(crate) type Next = (u32, Ways);

/// Where a plan can end, with the number of our moves until then.
#[derive(Clone, Default, Debug)]
pub(crate) struct Ends {
    /// Positions with us to move, each once.
    pub(crate) positions: Vec<(Small, Ways)>,
    /// They are mated: the longest way.
    pub(crate) mates: Option<u16>,
    /// They are stalemated: the shortest way.
    pub(crate) stalemates: Option<u16>,
}

impl Ends {
    /// After a move and every reply.
    pub(crate) fn after_move(position: &Small, m: Move) -> Ends {
        let mut ends = Ends::default();
        ends.replies(&position.play(m), 1, &mut |next, ends| {
            ends.positions.push((next, Ways::of(1)));
        });
        ends
    }

    /// After a plan is followed to its ends. A reply that it does not know ends it too.
    pub(crate) fn after_plan(position: &Small, tree: &Tree<Move>) -> Ends {
        let mut walk = Walk {
            tree,
            ends: Ends::default(),
            places: HashMap::new(),
            seen: HashMap::new(),
        };
        walk.ours(tree.root(), position, 0);
        walk.ends
    }

    /// Shows every reply; where there is none, notes the end of the game.
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

/// The way through a plan.
struct Walk<'a> {
    tree: &'a Tree<Move>,
    ends: Ends,
    /// Where in the ends a position is.
    places: HashMap<Small, usize>,
    /// Nodes that were seen, with the position and the ways there: between a shorter and a longer one, a way need not
    /// be walked again.
    seen: HashMap<(NodeId, Small), Ways>,
}

impl Walk<'_> {
    fn ours(&mut self, node: NodeId, position: &Small, moves: u16) {
        match self.tree.node(node).branches.first() {
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
        let branches = &self.tree.node(node).branches;
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

/// Roots are handed to threads in parcels of so many.
const PARCEL: usize = 1 << 12;

/// All plans of a mode.
pub(crate) struct Graph {
    /// Where the steps of each root begin; one more at the end.
    offsets: Vec<usize>,
    /// The roots that come next, with the number of our moves until then.
    steps: Vec<Next>,
    /// The ends of the game, by root.
    ends: Vec<Over>,
}

/// The ends of the game to which one plan can lead, with the number of our moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Over {
    /// Mate, at once or by the table of another ending: the longest.
    pub(crate) won: Option<u16>,
    /// A draw: the soonest.
    pub(crate) drawn: Option<u16>,
    /// Lost by the table of another ending: the soonest.
    pub(crate) lost: Option<u16>,
    /// An ending that nobody knows: the soonest.
    pub(crate) untold: Option<u16>,
}

impl Graph {
    /// Puts the ends of all plans together. `place` knows which root a position is; the others are left to the truth.
    pub(crate) fn new<'a>(
        n_roots: usize,
        ends: &(dyn Fn(usize) -> Cow<'a, Ends> + Sync),
        place: &(dyn Fn(&Small) -> Option<u32> + Sync),
        truth: &dyn Truth,
    ) -> Graph {
        let parts: Vec<_> = (0..n_roots.div_ceil(PARCEL))
            .into_par_iter()
            .map(|parcel| {
                let (mut steps, mut overs) = (Vec::<Next>::new(), Vec::<(usize, Over)>::new());
                for id in parcel * PARCEL..n_roots.min((parcel + 1) * PARCEL) {
                    let from = steps.len();
                    let over = Over::of(&ends(id), place, truth, &mut steps);
                    overs.push((steps.len() - from, over));
                }
                (steps, overs)
            })
            .collect();
        let mut graph = Graph {
            offsets: vec![0],
            steps: Vec::with_capacity(parts.iter().map(|(steps, _)| steps.len()).sum()),
            ends: Vec::with_capacity(n_roots),
        };
        let mut offset = 0;
        for (steps, overs) in parts {
            graph.steps.extend(steps);
            for (n_steps, over) in overs {
                offset += n_steps;
                graph.offsets.push(offset);
                graph.ends.push(over);
            }
        }
        graph
    }

    /// The roots that can come after one, with the number of our moves until then.
    pub(crate) fn steps(&self, root: usize) -> &[Next] {
        &self.steps[self.offsets[root]..self.offsets[root + 1]]
    }

    /// The ends of the game that can come after a root.
    pub(crate) fn over(&self, root: usize) -> Over {
        self.ends[root]
    }
}

impl Over {
    fn of(
        ends: &Ends,
        place: &dyn Fn(&Small) -> Option<u32>,
        truth: &dyn Truth,
        steps: &mut Vec<Next>,
    ) -> Over {
        let mut over = Over {
            won: ends.mates,
            drawn: ends.stalemates,
            ..Over::default()
        };
        let sooner = |now: Option<u16>, moves: u16| Some(now.map_or(moves, |now| now.min(moves)));
        for (position, ways) in &ends.positions {
            debug_assert_eq!(position.turn(), Side::Us);
            if let Some(root) = place(position) {
                steps.push((root, *ways));
                continue;
            }
            match truth.wdl(position) {
                Some(Wdl::Win) => {
                    // Where the distance is not known, the game is counted as far as it was played.
                    let plies = truth.plies(position).unwrap_or(0);
                    let moves = ways.longest + plies.div_ceil(2);
                    over.won = Some(over.won.map_or(moves, |longest| longest.max(moves)));
                }
                Some(Wdl::Draw) => over.drawn = sooner(over.drawn, ways.shortest),
                Some(Wdl::Loss) => over.lost = sooner(over.lost, ways.shortest),
                None => over.untold = sooner(over.untold, ways.shortest),
            }
        }
        over
    }
}
