//! The state of a search, and how plans are listed at its nodes.
//!
//! Given a board and a goal, makes the plans of both sides and lists those of the side to move. `grow`, `execute` and
//! `danger` add moves and further plans; `finder` drives them.

use std::cell::Cell;
use std::sync::Arc;

use shakmaty::Color;

use crate::analysis::{FoundPlan, Idea, analyse};
use crate::board::PlanBoard;
use crate::ids::{MoveNodeId, PlanKey, ROOT, ReasonId};
use crate::options::CombinationOptions;
use crate::pattern::PatternBook;
use crate::plan::PlanStatement;
use crate::plan_store::PlanStore;
use crate::reason::{Cause, PlanReason};
use crate::recall::PatternUse;
use crate::simulate::{Feasibility, Situation, simulate};
use crate::tree::{ListedPlan, MoveTree};
use crate::values::Scales;

/// The most moves and modifications of a plan, threats not counted. Given plans may exceed it.
const MAX_STEPS: u16 = 3;

/// The most modifications of a plan, in the initial analysis and later (2.3.4).
const MAX_MODIFICATIONS: (u16, u16) = (2, 1);

/// Counts of plans.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PlanCounts {
    /// Plans made by both players.
    pub(crate) plans: u64,
    /// Plans that the simulation rejected.
    pub(crate) rejected: u64,
    /// Simulations of plans and of rests of plans.
    pub(crate) simulated: u64,
}

/// One line of the trace: a plan that was listed at a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TraceRecord {
    pub(crate) node: MoveNodeId,
    pub(crate) plan: PlanKey,
    pub(crate) verdict: Feasibility,
}

/// The plans of a colour in the initial position, as if it were to move, without absurd ones.
pub(crate) fn initial_plans(board: &PlanBoard, color: Color, scales: &Scales) -> Vec<FoundPlan> {
    let turned = match board.turn == color {
        true => board.clone(),
        false => board.passed(),
    };
    let situation = Situation {
        board: &turned,
        first_player: color,
        gain: 0,
        scales,
    };
    let mut found = analyse(board, color, scales);
    found.retain(|item| simulate(situation, item.plan.0.iter().copied()) != Feasibility::Absurd);
    found
}

/// A search and everything it has found.
pub(crate) struct CombinationSearch {
    pub(crate) scales: Scales,
    pub(crate) store: PlanStore,
    pub(crate) tree: MoveTree,
    pub(crate) reasons: Vec<PlanReason>,
    /// The plans of both sides in the initial position: the first player's, then the other's.
    pub(crate) initial: [Vec<FoundPlan>; 2],
    pub(crate) counts: PlanCounts,
    pub(crate) trace: Option<Vec<TraceRecord>>,
    /// Patterns that propose plans, and what each has done.
    pub(crate) book: Arc<PatternBook>,
    pub(crate) uses: Vec<PatternUse>,
    /// The most steps of a plan, and the most modifications in the initial analysis and later.
    max_steps: u16,
    max_modifications: (u16, u16),
    /// Nodes that have a new plan since the last refresh.
    pub(crate) changed: Vec<MoveNodeId>,
}

impl CombinationSearch {
    pub(crate) fn new(board: PlanBoard, options: &CombinationOptions) -> CombinationSearch {
        let scales = Scales::new(options.values, options.goal);
        let first_player = board.turn;
        let initial =
            [first_player, !first_player].map(|color| initial_plans(&board, color, &scales));
        let store = PlanStore::default();
        let given = options.plans.iter();
        let (n_steps, n_modifications) = given.map(|plan| store.size_of(&plan.0, None)).fold(
            (0, 0),
            |(steps, modifications), size| {
                (
                    steps.max(size.n_steps),
                    modifications.max(size.n_modifications),
                )
            },
        );
        let mut search = CombinationSearch {
            scales,
            store,
            tree: MoveTree::new(board, options.ideas),
            reasons: Vec::new(),
            initial,
            counts: PlanCounts::default(),
            trace: options.trace.then(Vec::new),
            book: Arc::clone(&options.patterns),
            uses: vec![PatternUse::default(); options.patterns.patterns().len()],
            max_steps: MAX_STEPS.max(n_steps),
            max_modifications: (
                MAX_MODIFICATIONS.0.max(n_modifications),
                MAX_MODIFICATIONS.1.max(n_modifications),
            ),
            changed: Vec::new(),
        };
        for plan in &options.plans {
            search.offer(ROOT, &plan.0, None, Cause::Saw(Idea::Given), None);
        }
        search.recall(ROOT);
        // The plans of the other side are counted now and tried later, in class 5.
        search.counts.plans += search.initial[1].len() as u64;
        for found in search.initial[0].clone() {
            search.offer(ROOT, &found.plan.0, None, Cause::Saw(found.idea), None);
        }
        search.tree.refresh(ROOT, &search.scales);
        search
    }

    /// The plans of a colour in the initial position.
    pub(crate) fn initial_of(&self, color: Color) -> &[FoundPlan] {
        &self.initial[usize::from(color != self.tree.first_player)]
    }

    pub(crate) fn is_good(&self, color: Color, gain: i32) -> bool {
        self.scales.suffices(gain) == (color == self.tree.first_player)
    }

    /// Lists a new plan at a node, if the simulation accepts it.
    pub(crate) fn offer(
        &mut self,
        id: MoveNodeId,
        statements: &[PlanStatement],
        rest: Option<PlanKey>,
        cause: Cause,
        before: Option<ReasonId>,
    ) {
        let most = match matches!(cause, Cause::Saw(_) | Cause::Recalls { .. }) {
            true => self.max_modifications.0,
            false => self.max_modifications.1,
        };
        // The paper limits modifications; too many steps are not worth following.
        let size = self.store.size_of(statements, rest);
        if size.n_steps > self.max_steps || size.n_modifications > most {
            return;
        }
        let Some(plan) = self.store.chain(statements, rest) else {
            return;
        };
        if self.tree.node(id).offered.contains(&plan) {
            return;
        }
        self.counts.plans += 1;
        let reason =
            ReasonId(u32::try_from(self.reasons.len()).expect("the budget keeps reasons few"));
        self.reasons.push(PlanReason {
            cause,
            node: id,
            before,
        });
        if !self.list(id, ListedPlan { plan, reason }) {
            self.counts.rejected += 1;
        }
    }

    /// Lists the rest of a plan at a node, if it is new there and the simulation accepts it.
    pub(crate) fn put(&mut self, id: MoveNodeId, entry: ListedPlan) {
        if !self.tree.node(id).offered.contains(&entry.plan) {
            self.list(id, entry);
        }
    }

    /// Lists a plan that is new at a node, if the simulation accepts it.
    fn list(&mut self, id: MoveNodeId, entry: ListedPlan) -> bool {
        self.tree.node_mut(id).offered.push(entry.plan);
        self.counts.simulated += 1;
        let node = self.tree.node(id);
        let situation = Situation {
            board: &node.board,
            first_player: self.tree.first_player,
            gain: node.gain,
            scales: &self.scales,
        };
        let mut verdict = simulate(situation, self.store.statements(entry.plan));
        // A recapture only restores the balance; winning something is left to the other plans.
        let takes_back = matches!(self.reason(entry.reason).cause, Cause::TakesBack);
        if takes_back && verdict == Feasibility::Insufficient {
            verdict = Feasibility::Accepted;
        }
        if let Some(trace) = &mut self.trace {
            trace.push(TraceRecord {
                node: id,
                plan: entry.plan,
                verdict,
            });
        }
        if verdict == Feasibility::Accepted {
            self.tree.node_mut(id).pending.push_back(entry);
            self.changed.push(id);
        }
        verdict == Feasibility::Accepted
    }

    pub(crate) fn reason(&self, id: ReasonId) -> &PlanReason {
        &self.reasons[id.0 as usize]
    }

    pub(crate) fn n_exchanges(&self) -> &Cell<u64> {
        &self.scales.n_exchanges
    }
}
