//! Finds combinations: the tree grows by plans until one player has nothing left to try.
//!
//! Given a position and a goal, makes the plans of both sides, tries those of the side to move, and then corrects: the
//! player who fails looks for the moves that are dangerous and makes new plans against them, until that player
//! succeeds and the other player fails. Follows sections 2.3 and 2.4 of the paper.

use domain::{Stopped, Watch};
use shakmaty::{Chess, Color};

use crate::board::PlanBoard;
use crate::ids::{MoveNodeId, ROOT};
use crate::moves::TreeMove;
use crate::options::CombinationOptions;
use crate::order::NextTask;
use crate::plan::CombinationPlan;
use crate::reduced::Reduced;
use crate::report::{CombinationReport, CombinationVerdict, LineMove, TraceLine};
use crate::search::{CombinationSearch, initial_plans};
use crate::simulate::{Situation, simulate};
use crate::story::story;
use crate::values::Scales;

/// At most this many plans are made for each node of the budget.
const PLANS_A_NODE: u64 = 24;

/// The largest budget: plans and nodes have 32-bit numbers.
const MAX_NODES: u64 = u32::MAX as u64 / PLANS_A_NODE;

/// Progress is reported each time the tree has grown by this many nodes.
const NODES_A_REPORT: u64 = 1_000;

/// Looks for a combination of the side to move.
pub fn find(position: &Chess, options: &CombinationOptions, watch: &Watch) -> CombinationReport {
    let mut search = CombinationSearch::new(PlanBoard::new(position), options);
    let stopped = search.run(watch);
    let succeeds = search.tree.node(ROOT).succeeds;
    let verdict = match stopped {
        Some(stopped) => CombinationVerdict::Unknown {
            stopped,
            so_far: succeeds,
        },
        None if succeeds => CombinationVerdict::Found,
        None => CombinationVerdict::NotFound,
    };
    let reduced = Reduced::new(&search);
    let line = reduced.main_line();
    let last = line.last().copied().unwrap_or(ROOT);
    let mut statistics = reduced.statistics(position);
    if !succeeds {
        (
            statistics.reduced_nodes,
            statistics.reduced_depth,
            statistics.max_replies,
        ) = (0, 0, 0);
    }
    CombinationReport {
        verdict,
        gain: search.tree.node(last).gain,
        tree: reduced.branches(ROOT),
        statistics,
        story: story(&search, &line),
        given: given(position, options, &search.scales),
        trace: trace(&search),
        line: line
            .into_iter()
            .map(|id| LineMove {
                m: search.tree.node(id).m,
                san: search.tree.text_of(id),
            })
            .collect(),
    }
}

/// The plans of a colour in a position, as if it were to move: only the initial analysis.
pub fn plans(position: &Chess, color: Color, options: &CombinationOptions) -> Vec<CombinationPlan> {
    let scales = Scales::new(options.values, options.goal);
    let found = initial_plans(&PlanBoard::new(position), color, &scales);
    found.into_iter().map(|found| found.plan).collect()
}

impl CombinationSearch {
    /// Works until nothing is left to do, or returns why it stopped before.
    pub(crate) fn run(&mut self, watch: &Watch) -> Option<Stopped> {
        let max_nodes = watch.max_nodes().min(MAX_NODES);
        let mut next_report = NODES_A_REPORT;
        loop {
            let next = self.tree.node(ROOT).next;
            if next == NextTask::NOTHING {
                return None;
            }
            if let Err(stopped) = watch.check() {
                return Some(stopped);
            }
            let n_nodes = self.tree.nodes.len() as u64;
            if n_nodes > max_nodes || self.store.len() as u64 > max_nodes * PLANS_A_NODE {
                return Some(Stopped::Nodes(max_nodes));
            }
            if n_nodes >= next_report {
                watch.tell("plans", n_nodes, None);
                next_report = n_nodes + NODES_A_REPORT;
            }
            self.work(next.node);
        }
    }

    /// Does one thing for the player who fails: tries a waiting plan, shows a threat, or makes a class of corrections.
    fn work(&mut self, id: MoveNodeId) {
        let node = self.tree.node(id);
        if node.board.turn != self.tree.failing(id) {
            // The opponent passes, which shows the threat of a move.
            self.add_child(id, TreeMove::Null, None);
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
}

/// The verdict of the simulation on the given plans.
fn given(position: &Chess, options: &CombinationOptions, scales: &Scales) -> Vec<&'static str> {
    let board = PlanBoard::new(position);
    let situation = Situation {
        board: &board,
        first_player: board.turn,
        gain: 0,
        scales,
    };
    let verdicts = options.plans.iter();
    verdicts
        .map(|plan| simulate(situation, plan.0.iter().copied()).name())
        .collect()
}

/// Every plan, in the order of making.
fn trace(search: &CombinationSearch) -> Vec<TraceLine> {
    let records = search.trace.iter().flatten();
    records
        .map(|record| {
            let line = search.tree.line(record.node).into_iter();
            TraceLine {
                line: line.map(|id| search.tree.node(id).m.to_string()).collect(),
                color: search.tree.node(record.node).board.turn,
                plan: search.store.plan(record.plan).to_string(),
                verdict: record.verdict.name(),
            }
        })
        .collect()
}
