//! How a graph grows: who looks at positions, for which piece, and until when.

use std::ops::ControlFlow;

use domain::{Domain, Side};
use lang::compiled::{Advice, Reached};
use lang::machine::{Machine, Moment, Past, Tries};
use lang::reference::Stopped;
use proof::Verdict;

use super::{Graph, Node, State};
use crate::engine::Shared;
use crate::frame::Key;
use crate::level::no_reply;

/// A graph with all that it needs to grow.
pub(crate) struct Growing<'g, 's, 'p, D: Domain> {
    pub(crate) graph: &'g mut Graph<D>,
    pub(crate) machine: &'g mut Machine<'p, D>,
    pub(crate) shared: &'g mut Shared<'s, 'p, D>,
    pub(crate) piece: &'g Advice<D>,
    pub(crate) us: Side,
}

/// Moves from a node, and where they lead.
type Moves<D> = Vec<(<D as Domain>::Move, usize)>;

impl<D: Domain> Growing<'_, '_, '_, D> {
    /// Looks at positions until it is settled what becomes of this one.
    pub(crate) fn settle(&mut self, position: &D::Position) -> Result<Verdict, Stopped> {
        // Stamps go on from those that are in the graph.
        self.shared.skip_stamps(self.graph.next_stamp);
        let settled = self.grow(position);
        self.graph.next_stamp = self.shared.stamp();
        settled
    }

    fn grow(&mut self, position: &D::Position) -> Result<Verdict, Stopped> {
        self.graph.root = self.place_root(position)?;
        loop {
            if let State::Settled(verdict) = self.graph.states[self.graph.root] {
                return Ok(verdict);
            }
            self.graph.work_out_costs();
            for leaf in self.graph.doubtful() {
                self.look_at_moves(leaf)?;
            }
        }
    }

    /// Looks at the moves of a leaf. If a limit comes before the last of them it stays a leaf.
    fn look_at_moves(&mut self, idx: usize) -> Result<(), Stopped> {
        let ours = self.graph.is_ours[idx];
        let moves = if ours {
            self.look_at_ours(idx)?
        } else {
            self.look_at_theirs(idx)?
        };
        for (_, to) in &moves {
            self.graph.nodes[*to].parents.push(idx);
        }
        self.graph.n_grown += 1;
        let state = match (moves.is_empty(), ours) {
            (true, true) => State::Settled(Verdict::Refuted),
            (true, false) => State::Settled(no_reply(self.piece)),
            (false, _) => State::Open,
        };
        self.graph.nodes[idx].moves = moves;
        self.graph.set_state(idx, state);
        Ok(())
    }

    /// Our permitted moves; one alone if the position after it succeeds.
    fn look_at_ours(&mut self, idx: usize) -> Result<Moves<D>, Stopped> {
        let mut moves = Vec::new();
        let mut tries = Tries::default();
        loop {
            let node = &self.graph.nodes[idx];
            let past = self.graph.past(node.before);
            let us = &self.piece.us;
            let permitted =
                self.machine
                    .next_permitted(us, &mut tries, &node.moment(&past), self.shared)?;
            let Some(permitted) = permitted else {
                return Ok(moves);
            };
            let m = self.machine.move_of(&permitted, &tries, &node.position);
            let to = self.place(permitted.next, idx, Some(idx))?;
            if self.graph.states[to] == State::Settled(Verdict::Satisfied) {
                return Ok(vec![(m, to)]);
            }
            moves.push((m, to));
        }
    }

    /// Their permitted replies; one alone if the position after it fails.
    fn look_at_theirs(&mut self, idx: usize) -> Result<Moves<D>, Stopped> {
        let node = &self.graph.nodes[idx];
        let domain = self.shared.domain();
        let mut replies = Vec::new();
        if self.piece.them.is_any() {
            let _ = domain.visit_next(&node.position, |m, next| {
                replies.push((m, next));
                ControlFlow::Continue(())
            });
        } else {
            let past = self.graph.past(node.before);
            let them = &self.piece.them;
            let permitted = self
                .machine
                .select(them, &node.moment(&past), self.shared)?;
            let next = |m| (m, domain.play(&node.position, m));
            replies.extend(permitted.into_iter().map(next));
        }
        let before = node.before;
        let mut moves = Vec::with_capacity(replies.len());
        for (m, next) in replies {
            let to = self.place(next, idx, before)?;
            if self.graph.states[to] == State::Settled(Verdict::Refuted) {
                return Ok(vec![(m, to)]);
            }
            moves.push((m, to));
        }
        Ok(moves)
    }

    /// The node of a position that is asked about. It is given, and costs nothing.
    fn place_root(&mut self, position: &D::Position) -> Result<usize, Stopped> {
        let key = self.key(position, 0, None);
        // One that need not hold is no other node's equal.
        let is_like_others = self.piece.convention.root_must_hold;
        if is_like_others && let Some(idx) = self.graph.known.get(&key) {
            return Ok(*idx);
        }
        let stamp = self.shared.stamp();
        let here = Moment {
            position,
            stamp,
            past: &Past::of_root(position, stamp),
            depth: 0,
            the_move: None,
        };
        let goals = &self.piece.goals[self.shared.domain().turn(position)];
        let reached = if is_like_others {
            self.machine.reached(goals, &here, self.shared)?
        } else if self.machine.truth(&goals.better, &here, self.shared)? {
            Reached::Better
        } else {
            Reached::Neither
        };
        let known_as = is_like_others.then_some(key);
        Ok(self.add(position.clone(), stamp, 0, None, reached, known_as))
    }

    /// The node of a position after a move. If it is new, it is looked at, and paid for.
    fn place(
        &mut self,
        position: D::Position,
        from: usize,
        before: Option<usize>,
    ) -> Result<usize, Stopped> {
        let depth = self.graph.nodes[from].depth + 1;
        let key = self.key(&position, depth, before);
        if let Some(idx) = self.graph.known.get(&key) {
            return Ok(*idx);
        }
        self.shared.meter.node()?;
        self.graph.n_looked_at += 1;
        let stamp = self.shared.stamp();
        let here = Moment {
            position: &position,
            stamp,
            past: &self.graph.past(before),
            depth,
            the_move: None,
        };
        let goals = &self.piece.goals[self.shared.domain().turn(&position)];
        let reached = self.machine.reached(goals, &here, self.shared)?;
        Ok(self.add(position, stamp, depth, before, reached, Some(key)))
    }

    fn key(&self, position: &D::Position, depth: u32, before: Option<usize>) -> Key<D::Position> {
        let reads = self.piece.reads;
        let before = before.filter(|_| reads.before);
        Key {
            position: position.clone(),
            depth: reads.depth.then_some(depth),
            before: before.map(|before| self.graph.nodes[before].position.clone()),
        }
    }

    fn add(
        &mut self,
        position: D::Position,
        stamp: u64,
        depth: u32,
        before: Option<usize>,
        reached: Reached,
        known_as: Option<Key<D::Position>>,
    ) -> usize {
        let idx = self.graph.nodes.len();
        let is_ours = self.shared.domain().turn(&position) == self.us;
        self.graph.known.extend(known_as.map(|key| (key, idx)));
        self.graph.states.push(State::Leaf);
        self.graph.is_ours.push(is_ours);
        self.graph.nodes.push(Node {
            position,
            stamp,
            depth,
            before,
            moves: Vec::new(),
            parents: Vec::new(),
        });
        let state = match reached {
            Reached::Broken => State::Settled(Verdict::Refuted),
            Reached::Better => State::Settled(Verdict::Satisfied),
            Reached::Neither => State::Leaf,
        };
        self.graph.set_state(idx, state);
        idx
    }
}

impl<D: Domain> Node<D> {
    fn moment<'n>(&'n self, past: &'n Past<'n, D>) -> Moment<'n, D> {
        Moment {
            position: &self.position,
            stamp: self.stamp,
            past,
            depth: self.depth,
            the_move: None,
        }
    }
}

impl<D: Domain> Graph<D> {
    fn past(&self, before: Option<usize>) -> Past<'_, D> {
        let at = |idx: usize| (&self.nodes[idx].position, self.nodes[idx].stamp);
        Past {
            before: before.map(at),
            root: at(self.root),
        }
    }
}
