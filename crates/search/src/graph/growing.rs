//! How a graph grows until the root is decided.

use std::ops::ControlFlow;

use code::compiled::{Advice, Reached};
use code::machine::{Inputs, Machine, Past, Tries};
use domain::{Domain, Rules, Side, Stopped};
use proof::Verdict;

use super::{NodeState, PositionGraph};
use crate::context::Shared;
use crate::job::no_reply;

/// A graph with all that it needs to grow.
pub(crate) struct Growing<'g, 's, D: Domain> {
    pub(crate) graph: &'g mut PositionGraph<D>,
    pub(crate) machine: &'g mut Machine<D>,
    pub(crate) shared: &'g mut Shared<'s, D>,
    pub(crate) piece: &'g Advice<D>,
    pub(crate) us: Side,
    /// The position that is asked about, and its unique stamp.
    pub(crate) root: (&'g D::Position, u64),
}

/// Moves from a node, and where they lead.
type Moves<D> = Vec<(<D as Rules>::Move, usize)>;

impl<D: Domain> Growing<'_, '_, D> {
    /// Grows the graph until the root is decided.
    pub(crate) fn settle(&mut self) -> Result<Verdict, Stopped> {
        self.graph.root = None;
        let root = self.place_root()?;
        self.graph.root = Some(root);
        let mut n_visits = 0;
        loop {
            match self.graph.states[root] {
                NodeState::Succeeds => return Ok(Verdict::Satisfied),
                NodeState::Fails => return Ok(Verdict::Refuted),
                NodeState::Leaf | NodeState::Open => {}
            }
            n_visits += self.graph.nodes.len() as u64;
            self.shared.meter.rounds(n_visits)?;
            self.graph.work_out_costs();
            for leaf in self.graph.doubtful(root) {
                self.look_at_moves(leaf)?;
            }
        }
    }

    /// Expands a leaf. If a limit comes first it stays a leaf.
    fn look_at_moves(&mut self, idx: usize) -> Result<(), Stopped> {
        let is_ours = self.graph.is_ours[idx];
        let moves = if is_ours {
            self.look_at_ours(idx)?
        } else {
            self.look_at_theirs(idx)?
        };
        for (_, to) in &moves {
            self.graph.nodes[*to].parents.push(idx);
        }
        self.graph.n_grown += 1;
        let state = if !moves.is_empty() {
            NodeState::Open
        } else if !is_ours && no_reply(self.piece) == Verdict::Satisfied {
            NodeState::Succeeds
        } else {
            NodeState::Fails
        };
        self.graph.nodes[idx].moves = moves;
        self.graph.set_state(idx, state);
        Ok(())
    }

    /// Our permitted moves, or only the one after which the position succeeds.
    fn look_at_ours(&mut self, idx: usize) -> Result<Moves<D>, Stopped> {
        let mut moves = Vec::new();
        let mut tries = Tries::default();
        let stamp = self.shared.stamp();
        let past = past(self.root);
        loop {
            let position = &self.graph.nodes[idx].position;
            let here = inputs(position, stamp, &past);
            let us = &self.piece.us;
            let permitted = self
                .machine
                .next_permitted(us, &mut tries, &here, self.shared)?;
            let Some(permitted) = permitted else {
                return Ok(moves);
            };
            let m = self.machine.move_of(&permitted, &tries, position);
            let to = self.place(permitted.next)?;
            if self.graph.states[to] == NodeState::Succeeds {
                return Ok(vec![(m, to)]);
            }
            moves.push((m, to));
        }
    }

    /// Their permitted replies, or only the one after which the position fails.
    fn look_at_theirs(&mut self, idx: usize) -> Result<Moves<D>, Stopped> {
        let position = &self.graph.nodes[idx].position;
        let domain = self.shared.domain();
        let mut replies = Vec::new();
        if self.piece.them.is_any() {
            let _ = domain.visit_next(position, |m, next| {
                replies.push((m, next));
                ControlFlow::Continue(())
            });
        } else {
            let past = past(self.root);
            let here = inputs(position, self.shared.stamp(), &past);
            let them = &self.piece.them;
            let permitted = self.machine.select(them, &here, self.shared)?;
            replies.extend(permitted.into_iter().map(|m| (m, domain.play(position, m))));
        }
        let mut moves = Vec::with_capacity(replies.len());
        for (m, next) in replies {
            let to = self.place(next)?;
            if self.graph.states[to] == NodeState::Fails {
                return Ok(vec![(m, to)]);
            }
            moves.push((m, to));
        }
        Ok(moves)
    }

    /// The node of the position that is asked about, which is free.
    fn place_root(&mut self) -> Result<usize, Stopped> {
        let (position, stamp) = self.root;
        // A root exempt from the holding goal must not be shared with an interior node.
        let must_hold = self.piece.convention.root_must_hold;
        if must_hold && let Some(idx) = self.graph.known.get(position) {
            return Ok(*idx);
        }
        let turn = self.shared.domain().turn(position);
        let past = past(self.root);
        let here = inputs(position, stamp, &past);
        let goals = &self.piece.goals[turn];
        let reached = if must_hold {
            self.machine.reached(goals, &here, self.shared)?
        } else if self.machine.truth(&goals.better, &here, self.shared)? {
            Reached::Better
        } else {
            Reached::Neither
        };
        let position = position.clone();
        let idx = self
            .graph
            .add(position.clone(), turn == self.us, state(reached));
        if must_hold {
            self.graph.known.insert(position, idx);
        }
        Ok(idx)
    }

    /// The node of a position after a move. A new one is evaluated and paid for.
    fn place(&mut self, position: D::Position) -> Result<usize, Stopped> {
        if let Some(idx) = self.graph.known.get(&position) {
            return Ok(*idx);
        }
        self.shared.meter.node()?;
        self.graph.n_looked_at += 1;
        let turn = self.shared.domain().turn(&position);
        let past = past(self.root);
        let here = inputs(&position, self.shared.stamp(), &past);
        let goals = &self.piece.goals[turn];
        let reached = self.machine.reached(goals, &here, self.shared)?;
        let idx = self
            .graph
            .add(position.clone(), turn == self.us, state(reached));
        self.graph.known.insert(position, idx);
        Ok(idx)
    }
}

/// The state of a position without looking at its moves.
fn state(reached: Reached) -> NodeState {
    match reached {
        Reached::Broken => NodeState::Fails,
        Reached::Better => NodeState::Succeeds,
        Reached::Neither => NodeState::Leaf,
    }
}

/// The piece reads no earlier position but the root.
fn past<D: Domain>(root: (&D::Position, u64)) -> Past<'_, D> {
    Past { before: None, root }
}

fn inputs<'n, D: Domain>(
    position: &'n D::Position,
    stamp: u64,
    past: &'n Past<'n, D>,
) -> Inputs<'n, D> {
    Inputs {
        position,
        stamp,
        past,
        depth: 0,
        the_move: None,
    }
}
