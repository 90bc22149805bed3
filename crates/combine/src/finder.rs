//! The search: a position, a goal, and the tree that grows by plans until one player has nothing left to try.
//!
//! Given a board and a goal, makes the plans of both sides, tries those of the side to move, and then corrects: the
//! player who fails looks for the moves that are dangerous to him and makes new plans against them, until he
//! succeeds and the other player fails. Follows sections 2.3 and 2.4 of the paper.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashSet;
use shakmaty::Color;

use crate::analysis::{Found, Idea, analyse, takes};
use crate::board::{Board, Move};
use crate::order::{self, Next};
use crate::plan::{Plan, Statement};
use crate::shelf::{PlanId, Shelf};
use crate::simulate::{Question, Verdict, simulate};
use crate::tree::{End, Entry, LAST_CLASS, Node, NodeId, ROOT, Tree, WhyId};
use crate::values::{Goal, Scales, Values};
use crate::why::{Cause, Why};

/// What is looked for, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the side to move is to win.
    pub goal: Goal,
    /// What men are worth.
    pub values: Values,
    /// Plans that are tried before those that are found.
    pub plans: Vec<Plan>,
    /// Keep a record of every plan?
    pub trace: bool,
}

impl Options {
    /// The goal, with the values of the paper.
    pub fn new(goal: Goal) -> Options {
        Options {
            goal,
            values: Values::PITRAT,
            plans: Vec::new(),
            trace: false,
        }
    }
}

/// How much may be looked at, and who may call it off.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The most nodes of the tree.
    pub nodes: u32,
    /// Ends the search at once when it is raised.
    pub stop: Option<&'a AtomicBool>,
}

/// Why a search ended before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The tree had as many nodes as it may have.
    Nodes(u32),
    /// Somebody raised the flag.
    Called,
}

/// Lines that are longer are given up.
const MAX_DEPTH: u16 = 80;

/// Plans that are made for each node that is allowed, at most.
const PLANS_A_NODE: u64 = 24;

/// The most moves and modifications of a plan that is made here, threats not counted.
const MAX_STEPS: usize = 4;

/// The most modifications of a plan, in the initial analysis and later (2.3.4).
const MAX_MODIFICATIONS: (usize, usize) = (2, 1);

/// The most plans that are remembered for a move. What follows a move hardly depends on the later ones, and each of
/// them would multiply all corrections.
const MAX_PLANS_OF_MOVE: usize = 6;

/// How much was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    /// Plans made by both players.
    pub(crate) plans: u64,
    /// Plans that the simulation threw away.
    pub(crate) rejected: u64,
    /// Plans, and ends of plans, that were simulated.
    pub(crate) simulated: u64,
}

/// One line of the record: a plan that was put on the list of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    pub(crate) node: NodeId,
    pub(crate) plan: PlanId,
    pub(crate) verdict: Verdict,
}

/// The plans of a colour in the initial position, as if it were to move, without those that are absurd.
pub(crate) fn initial_plans(board: &Board, color: Color, scales: &Scales) -> Vec<Found> {
    let turned = match board.turn == color {
        true => board.clone(),
        false => board.passed(),
    };
    let question = Question {
        board: &turned,
        first_player: color,
        gain: 0,
        scales,
    };
    let mut found = analyse(board, color, scales);
    found.retain(|item| simulate(question, item.plan.0.iter().copied()) != Verdict::Absurd);
    found
}

/// A search and everything it has found.
pub(crate) struct Finder {
    pub(crate) scales: Scales,
    pub(crate) shelf: Shelf,
    pub(crate) tree: Tree,
    pub(crate) whys: Vec<Why>,
    /// The plans of both sides in the initial position: the first player's, then the other's.
    pub(crate) initial: [Vec<Found>; 2],
    pub(crate) counts: Counts,
    pub(crate) trace: Option<Vec<Record>>,
    /// The plans that each node has had.
    seen: FxHashSet<u64>,
    /// Nodes that have got a plan since the tree was worked out.
    changed: Vec<NodeId>,
}

impl Finder {
    pub(crate) fn new(board: Board, options: &Options) -> Finder {
        let scales = Scales::new(options.values, options.goal);
        let first_player = board.turn;
        let initial =
            [first_player, !first_player].map(|color| initial_plans(&board, color, &scales));
        let mut finder = Finder {
            scales,
            shelf: Shelf::default(),
            tree: Tree::new(board),
            whys: Vec::new(),
            initial,
            counts: Counts::default(),
            trace: options.trace.then(Vec::new),
            seen: FxHashSet::default(),
            changed: Vec::new(),
        };
        for plan in &options.plans {
            finder.offer(ROOT, &plan.0, None, Cause::Saw(Idea::Given), None);
        }
        // The plans of the other side are made now and tried later, where they interfere.
        finder.counts.plans += finder.initial[1].len() as u64;
        for found in finder.initial[0].clone() {
            finder.offer(ROOT, &found.plan.0, None, Cause::Saw(found.idea), None);
        }
        finder.tree.refresh(ROOT, &finder.scales);
        finder
    }

    /// Goes on until nothing is left to do; says why if it ends before.
    pub(crate) fn run(&mut self, limits: Limits<'_>) -> Option<Stopped> {
        loop {
            let next = self.tree.node(ROOT).next;
            if next == Next::NOTHING {
                return None;
            }
            if limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Some(Stopped::Called);
            }
            let max_plans = u64::from(limits.nodes) * PLANS_A_NODE;
            if self.tree.nodes.len() > limits.nodes as usize || self.shelf.len() as u64 > max_plans
            {
                return Some(Stopped::Nodes(limits.nodes));
            }
            self.work(next.node);
        }
    }

    /// One thing for the player who fails: a plan that waits, a threat, or a class of corrections.
    fn work(&mut self, id: NodeId) {
        let node = self.tree.node(id);
        if node.board.turn != self.tree.failing(id) {
            self.pass(id);
            return;
        }
        match self.tree.node_mut(id).pending.pop_front() {
            Some(entry) => self.execute(id, entry),
            None => {
                let node = self.tree.node_mut(id);
                node.class += 1;
                let class = node.class;
                self.correct(id, class);
            }
        }
        self.tree.refresh(id, &self.scales);
        for changed in std::mem::take(&mut self.changed) {
            self.tree.refresh(changed, &self.scales);
        }
    }

    /// The opponent passes, so that the threat of a move is seen. In check his king can be taken.
    fn pass(&mut self, id: NodeId) {
        self.add_child(id, Move::Null, None);
        let Some(pass) = self.tree.child(id, Move::Null) else {
            return;
        };
        let board = &self.tree.node(pass).board;
        let king = board.men.king_of(!board.turn);
        let takers = king.map(|king| (board.attackers(king, board.turn).first(), king));
        if let Some((Some(from), to)) = takers {
            self.offer(pass, &[takes(from, to)], None, Cause::TakesKing, None);
            self.tree.refresh(pass, &self.scales);
        }
    }

    /// The plans of a colour in the initial position.
    pub(crate) fn initial_of(&self, color: Color) -> &[Found] {
        &self.initial[usize::from(color != self.tree.first_player)]
    }

    pub(crate) fn is_good(&self, color: Color, gain: i32) -> bool {
        self.scales.suffices(gain) == (color == self.tree.first_player)
    }

    /// Puts a new plan on the list of a node, if the simulation accepts it.
    pub(crate) fn offer(
        &mut self,
        id: NodeId,
        statements: &[Statement],
        rest: Option<PlanId>,
        cause: Cause,
        before: Option<WhyId>,
    ) {
        let max_modifications = match matches!(cause, Cause::Saw(_)) {
            true => MAX_MODIFICATIONS.0,
            false => MAX_MODIFICATIONS.1,
        };
        if self.is_unwieldy(statements, rest, max_modifications) {
            return;
        }
        let Some(plan) = self.shelf.chain(statements, rest) else {
            return;
        };
        if self.seen.contains(&pair(id, plan)) {
            return;
        }
        self.counts.plans += 1;
        let why = WhyId(u32::try_from(self.whys.len()).expect("limits keep reasons few"));
        self.whys.push(Why {
            cause,
            node: id,
            before,
        });
        if !self.put(id, Entry { plan, why }) {
            self.counts.rejected += 1;
        }
    }

    /// Has the plan more modifications than the paper allows, or more steps than anybody would follow?
    fn is_unwieldy(
        &self,
        statements: &[Statement],
        rest: Option<PlanId>,
        max_modifications: usize,
    ) -> bool {
        let rest = rest
            .into_iter()
            .flat_map(|rest| self.shelf.statements(rest));
        let (mut n_steps, mut n_modifications) = (0, 0);
        for statement in statements.iter().copied().chain(rest) {
            match statement {
                Statement::Move { threat: false, .. } | Statement::Plays(_) => n_steps += 1,
                Statement::Modify { .. } => {
                    n_steps += 1;
                    n_modifications += 1;
                }
                Statement::Move { threat: true, .. }
                | Statement::Verify { .. }
                | Statement::Analysis(_) => {}
            }
        }
        n_steps > MAX_STEPS || n_modifications > max_modifications
    }

    /// Puts a plan, or the rest of one, on the list of a node, if it is new there and the simulation accepts it.
    fn put(&mut self, id: NodeId, entry: Entry) -> bool {
        if !self.seen.insert(pair(id, entry.plan)) {
            return true;
        }
        self.counts.simulated += 1;
        let node = self.tree.node(id);
        let question = Question {
            board: &node.board,
            first_player: self.tree.first_player,
            gain: node.gain,
            scales: &self.scales,
        };
        let verdict = simulate(question, self.shelf.statements(entry.plan));
        if let Some(trace) = &mut self.trace {
            trace.push(Record {
                node: id,
                plan: entry.plan,
                verdict,
            });
        }
        if verdict == Verdict::Accepted {
            self.tree.node_mut(id).pending.push_back(entry);
            self.changed.push(id);
        }
        verdict == Verdict::Accepted
    }

    /// Adds a move to the tree, or a plan to a move that is there; a null move has no plan.
    pub(crate) fn add_child(&mut self, parent: NodeId, m: Move, entry: Option<Entry>) {
        if let Some(child) = self.tree.child(parent, m) {
            if let Some(entry) = entry {
                self.add_plan(child, entry);
            }
            return;
        }
        let child = self.new_child(parent, m, entry);
        // The plans that made the move before go on after this one.
        let rests: Vec<Entry> = self.rests(parent);
        if self.tree.node(child).end.is_none() {
            for entry in rests {
                self.put(child, entry);
            }
        }
        self.tree.refresh(child, &self.scales);
        self.tree.refresh(parent, &self.scales);
    }

    /// What the plans that made a move go on with.
    pub(crate) fn rests(&self, id: NodeId) -> Vec<Entry> {
        let made_by = self.tree.node(id).made_by.iter();
        made_by
            .filter_map(|entry| {
                let plan = self.shelf.rest(entry.plan)?;
                Some(Entry { plan, ..*entry })
            })
            .collect()
    }

    fn add_plan(&mut self, id: NodeId, entry: Entry) {
        if self
            .tree
            .node(id)
            .made_by
            .iter()
            .any(|other| other.plan == entry.plan)
        {
            return;
        }
        if self.tree.node(id).made_by.len() >= MAX_PLANS_OF_MOVE {
            return;
        }
        let is_threat = self.has_threat_after(entry.plan);
        let node = self.tree.node_mut(id);
        node.made_by.push(entry);
        node.is_threat |= is_threat;
        if let Some(plan) = self.shelf.rest(entry.plan) {
            for answer in self.tree.node(id).children.clone() {
                if self.tree.node(answer).end.is_none() {
                    self.put(answer, Entry { plan, ..entry });
                    self.tree.refresh(answer, &self.scales);
                }
            }
        }
        self.tree.refresh(id, &self.scales);
    }

    fn has_threat_after(&self, plan: PlanId) -> bool {
        let rest = self.shelf.rest(plan);
        rest.is_some_and(|rest| {
            self.shelf
                .statements(rest)
                .any(|statement| matches!(statement, Statement::Move { threat: true, .. }))
        })
    }

    fn new_child(&mut self, parent: NodeId, m: Move, entry: Option<Entry>) -> NodeId {
        let before = self.tree.node(parent);
        let captured = before
            .board
            .captured(m)
            .map_or(0, |(_, role)| self.scales.of(role));
        let promoted = match m {
            Move::Step {
                promotion: Some(role),
                ..
            } => self.scales.of(role) - self.scales.of(shakmaty::Role::Pawn),
            Move::Step { .. } | Move::Null | Move::Open(_) | Move::Castle { .. } => 0,
        };
        let won = captured + promoted;
        let board = before.board.play(m);
        let depth = before.depth + 1;
        let gain = match before.board.turn == self.tree.first_player {
            true => before.gain + won,
            false => before.gain - won,
        };
        let end = self.end_of(&board, parent, m, depth);
        let mut effort = before.effort;
        if let Some(entry) = entry.filter(|entry| self.why(entry.why).node == parent) {
            let mover = usize::from(before.board.turn != self.tree.first_player);
            effort[mover] += order::effort(self.class_of(entry.why), board.is_checked(board.turn));
        }
        let id = NodeId(u32::try_from(self.tree.nodes.len()).expect("limits keep nodes few"));
        let is_threat = board.is_checked(board.turn)
            || entry.is_some_and(|entry| self.has_threat_after(entry.plan));
        self.tree.nodes.push(Node {
            parent: Some(parent),
            m,
            board,
            gain,
            depth,
            effort,
            children: Vec::new(),
            made_by: entry.into_iter().collect(),
            pending: Default::default(),
            // A null move only shows a threat; nobody corrects it.
            class: if m == Move::Null { LAST_CLASS } else { 0 },
            end,
            is_threat,
            is_closed: false,
            succeeds: false,
            next: Next::NOTHING,
        });
        self.tree.node_mut(parent).children.push(id);
        id
    }

    pub(crate) fn why(&self, id: WhyId) -> &Why {
        &self.whys[id.0 as usize]
    }

    /// The class of corrections that a plan came from; a way of modifying belongs to what wanted it.
    fn class_of(&self, id: WhyId) -> u8 {
        let why = self.why(id);
        match (why.cause, why.before) {
            (Cause::Modifies { .. }, Some(before)) => self.class_of(before),
            (cause, _) => cause.class(),
        }
    }

    fn end_of(&self, board: &Board, parent: NodeId, m: Move, depth: u16) -> Option<End> {
        if board.men.king_of(board.turn).is_none() {
            return Some(End::KingTaken);
        }
        if depth >= MAX_DEPTH {
            return Some(End::TooLong);
        }
        if m == Move::Null {
            return None;
        }
        if !board.has_steps() {
            return Some(match board.is_checked(board.turn) {
                true => End::Mate,
                false => End::Stalemate,
            });
        }
        let mut earlier = self.tree.node(parent).parent;
        while let Some(id) = earlier {
            let node = self.tree.node(id);
            if node.board == *board {
                return Some(End::Repetition);
            }
            earlier = node.parent.and_then(|parent| self.tree.node(parent).parent);
        }
        None
    }

    pub(crate) fn n_exchanges(&self) -> &Cell<u64> {
        &self.scales.n_exchanges
    }
}

/// A node and a plan as one word.
fn pair(node: NodeId, plan: PlanId) -> u64 {
    u64::from(node.0) << 32 | u64::from(plan.0)
}
