//! The search where everything is a set: our moves are targets of men, evaluated at once, and their only man replies.
//!
//! It takes the numbered steps of [`level`](crate::level), counts what is counted there, and writes the same tree.
//! Where it cannot go on, or where the budget might end, it gives up, and the question is searched again there.

use code::machine::{Inputs, LastMoves, Past, TriedTargets};
use domain::{Domain, Item, ManMoves};
use lang::checked::PieceId;
use proof::{NodeId, Verdict};

use crate::context::Shared;
use crate::job::{Job, JobResult, Recorded, no_reply};
use crate::level::Level;
use crate::met::MetOutcome;
use crate::meter::STEPS_A_NODE;

/// Deeper searches are left to the one with its own stack: this one recurs.
const MAX_DEPTH: u32 = 32;

/// How many searches do not try after one that has given up.
const SEARCHES_WITHOUT: u32 = 15;

/// Whether it is worth trying a piece: where one search gave up, others like it would too.
#[derive(Default)]
pub(crate) struct Prospects {
    /// For each piece, how many searches do not try.
    without: Vec<u32>,
}

impl Prospects {
    #[inline]
    fn may_try(&mut self, piece: PieceId) -> bool {
        match self.without.get_mut(piece.0 as usize) {
            Some(n @ 1..) => {
                *n -= 1;
                false
            }
            Some(0) | None => true,
        }
    }

    #[cold]
    fn gave_up(&mut self, piece: PieceId) {
        let idx = piece.0 as usize;
        if self.without.len() <= idx {
            self.without.resize(idx + 1, 0);
        }
        self.without[idx] = SEARCHES_WITHOUT;
    }
}

/// What the nodes of a search share.
struct BySets<'s, 'q, D: Domain> {
    job: &'s Job<'q, D>,
    moves: LastMoves<'s, D>,
    depth: u32,
    root: (&'s D::Position, u64),
    /// How many positions may still be counted. Those at the depth bound are counted here alone until the end.
    nodes_left: u64,
}

/// The verdict at a node of ours; and if that is good, our move and the tree after it, which may be a leaf.
type Found<M> = (Verdict, Option<(M, Option<NodeId>)>);

/// A position where it is our move.
struct OurNode<'n, D: Domain> {
    position: &'n D::Position,
    stamp: u64,
    depth: u32,
}

impl<D: Domain> OurNode<'_, D> {
    #[inline(always)]
    fn inputs<'i>(&'i self, past: &'i Past<'i, D>) -> Inputs<'i, D> {
        Inputs {
            position: self.position,
            stamp: self.stamp,
            past,
            depth: self.depth,
            the_move: None,
        }
    }
}

impl<D: Domain> Level<D> {
    /// Searches from a position, if sets are enough for that.
    #[inline]
    pub(crate) fn search_by_sets(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
        position: &D::Position,
    ) -> Option<JobResult> {
        let piece = job.piece;
        // Our move is the first and the last.
        let depth = job
            .depth
            .filter(|depth| depth % 2 == 1 && *depth < MAX_DEPTH)?;
        let may_be_sets = piece.is_of_lists
            && job.record != Recorded::Refutation
            && job.first.is_none()
            && !job.cache
            && shared.memory.is_none()
            && shared.is_untraced()
            && shared.domain().turn(position) == job.us;
        if !may_be_sets || !self.prospects.may_try(job.id) {
            return None;
        }
        let nodes_left = shared.meter.nodes_left()?;
        let stamp = shared.stamp();
        let mut search = BySets {
            job,
            moves: LastMoves::of(piece, &piece.goals[!job.us]),
            depth,
            root: (position, stamp),
            nodes_left,
        };
        let root = OurNode {
            position,
            stamp,
            depth: 0,
        };
        let found = match depth {
            1 => {
                let last = self.only_move_by_sets(&mut search, &root);
                last.map(|(verdict, last)| (verdict, last.map(|m| (m, None))))
            }
            _ => self.our_move_by_sets(shared, &mut search, &root),
        };
        let n_counted = nodes_left - search.nodes_left;
        match found {
            Some(found) if shared.meter.nodes_at_once(n_counted) => {
                // All others were counted at their depths.
                let n_last = n_counted - self.statistics.nodes();
                self.statistics.count_all(depth, n_last);
                Some((found.0, self.tree_of(job, found)))
            }
            Some(_) | None => {
                self.prospects.gave_up(job.id);
                self.begin_anew();
                None
            }
        }
    }

    /// The tree of our move at the root, if trees are recorded.
    #[inline]
    fn tree_of(&mut self, job: &Job<'_, D>, (verdict, found): Found<D::Move>) -> Option<NodeId> {
        let (m, below) = found?;
        let is_recorded = verdict == Verdict::Satisfied && job.record == Recorded::ForcingTree;
        is_recorded.then(|| self.builder.step(m, below))
    }

    /// Step 5 where there is no move but the one at the root.
    #[inline(never)]
    fn only_move_by_sets(
        &mut self,
        search: &mut BySets<'_, '_, D>,
        root: &OurNode<'_, D>,
    ) -> Option<(Verdict, Option<D::Move>)> {
        self.last_by_sets(search, root)
    }

    /// Step 5 where our move is the last: all at once. The verdict, and the move that works.
    #[inline(always)]
    fn last_by_sets(
        &mut self,
        search: &mut BySets<'_, '_, D>,
        node: &OurNode<'_, D>,
    ) -> Option<(Verdict, Option<D::Move>)> {
        let past = Past {
            before: None,
            root: search.root,
        };
        let decided = self
            .machine
            .decide_all(&search.moves, &node.inputs(&past))?;
        search.nodes_left = search.nodes_left.checked_sub(decided.n_tried)?;
        let verdict = match (decided.found, decided.is_cut) {
            (Some(_), _) => Verdict::Satisfied,
            (None, true) => Verdict::Cut,
            (None, false) => Verdict::Refuted,
        };
        Some((verdict, decided.found))
    }

    /// Step 5. Our move: the first permitted move that succeeds is enough; without one we fail. Its outcome, with the
    /// move that succeeds and the tree after it.
    fn our_move_by_sets(
        &mut self,
        shared: &mut Shared<'_, D>,
        search: &mut BySets<'_, '_, D>,
        node: &OurNode<'_, D>,
    ) -> Option<Found<D::Move>> {
        let (job, depth) = (search.job, node.depth + 1);
        let mark = self.builder.len();
        let mut failure = Verdict::Refuted;
        let mut tried = TriedTargets::default();
        for list in 0..search.moves.n_lists() {
            let past = Past {
                before: None,
                root: search.root,
            };
            let here = node.inputs(&past);
            let mut found = self
                .machine
                .found_targets(&search.moves, list, &here, &mut tried)?;
            while let Some((n_counted, to)) = self.machine.next_target(&mut found) {
                // Step 1. Those before it, which are counted with it, break the holding goal, and fail.
                search.nodes_left = search.nodes_left.checked_sub(n_counted)?;
                self.statistics.count_all(depth, n_counted);
                let Some(to) = to else {
                    break;
                };
                // Step 2. A position that meets the better goal is a leaf.
                if found.is_better(to) {
                    let m = found.moves.move_to(node.position, to);
                    return Some((Verdict::Satisfied, Some((m, None))));
                }
                let next = found.moves.play_to(node.position, to);
                let (verdict, tree) = self.replies_by_sets(shared, search, (node, &next))?;
                match verdict {
                    Verdict::Satisfied => {
                        let m = found.moves.move_to(node.position, to);
                        return Some((verdict, Some((m, tree))));
                    }
                    Verdict::Cut => failure = Verdict::Cut,
                    Verdict::Refuted => {}
                }
                if job.record == Recorded::ForcingTree {
                    self.builder.truncate(mark);
                }
            }
        }
        Some((failure, None))
    }

    /// Steps 3 and 6. Their move: every reply of their only man must succeed.
    #[inline(never)]
    fn replies_by_sets(
        &mut self,
        shared: &mut Shared<'_, D>,
        search: &mut BySets<'_, '_, D>,
        (before, position): (&OurNode<'_, D>, &D::Position),
    ) -> Option<(Verdict, Option<NodeId>)> {
        let (job, depth) = (search.job, before.depth + 2);
        if shared.meter.is_stopped() {
            return None;
        }
        let replies = shared.domain().lone_moves(position)?;
        let mut rest = replies.targets();
        if rest == 0 {
            return Some((no_reply(job.piece), None));
        }
        let n_replies = u64::from(rest.count_ones());
        search.nodes_left = search.nodes_left.checked_sub(n_replies)?;
        self.statistics.count_all(depth, n_replies);
        let is_recorded = job.record == Recorded::ForcingTree;
        let n_before = self.branches.len();
        while rest != 0 {
            // The highest target comes first.
            let to = Item(rest.ilog2());
            rest ^= 1 << to.0;
            let next = replies.play_to(position, to);
            let (verdict, tree) = if depth + 1 == search.depth {
                let (verdict, last) = self.met_by_sets(shared, search, (&next, depth))?;
                let last = last.filter(|_| is_recorded);
                (verdict, last.map(|m| self.builder.step(m, None)))
            } else {
                let node = OurNode {
                    position: &next,
                    stamp: shared.stamp(),
                    depth,
                };
                let found = self.our_move_by_sets(shared, search, &node)?;
                (found.0, self.tree_of(job, found))
            };
            if verdict != Verdict::Satisfied {
                self.branches.truncate(n_before);
                return Some((verdict, None));
            }
            if let Some(tree) = tree {
                self.branches.push((replies.move_to(position, to), tree));
            }
        }
        let tree = is_recorded.then(|| self.builder.node_of(&self.branches[n_before..]));
        self.branches.truncate(n_before);
        Some((Verdict::Satisfied, tree))
    }

    /// The outcome of our last moves, which is kept for those who come to the position again.
    #[inline(always)]
    fn met_by_sets(
        &mut self,
        shared: &mut Shared<'_, D>,
        search: &mut BySets<'_, '_, D>,
        (position, depth): (&D::Position, u32),
    ) -> Option<(Verdict, Option<D::Move>)> {
        let node = OurNode {
            position,
            stamp: shared.stamp(),
            depth,
        };
        let may_be_met = search.job.is_of_position;
        let (place, outcome) = match may_be_met {
            true => self.met.recall(position),
            false => (0, None),
        };
        if let Some(outcome) = outcome {
            search.nodes_left = search.nodes_left.checked_sub(outcome.tried)?;
            return Some((outcome.verdict, outcome.last));
        }
        let n_before = search.nodes_left;
        let (verdict, last) = self.last_by_sets(search, &node)?;
        if may_be_met {
            let tried = n_before - search.nodes_left;
            let outcome = MetOutcome {
                verdict,
                last,
                tried,
                steps: tried * STEPS_A_NODE,
            };
            self.met.remember(place, position.clone(), outcome);
        }
        Some((verdict, last))
    }
}
