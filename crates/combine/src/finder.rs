//! Finds combinations: the tree grows by plans until one player has nothing left to try.
//!
//! Given a position and a goal, makes the plans of both sides, tries those of the side to move, and then corrects: the
//! player who fails looks for the moves that are dangerous and makes new plans against them, until that player
//! succeeds and the other player fails. Follows sections 2.3 and 2.4 of the paper.

use domain::{Stopped, Watch};
use shakmaty::{Chess, Color};

use crate::attempt::{Attempt, AttemptState};
use crate::best::best;
use crate::board::PlanBoard;
use crate::ids::{MoveNodeId, ROOT};
use crate::motif::{deeds, motifs};
use crate::moves::TreeMove;
use crate::notation::move_text;
use crate::options::CombinationOptions;
use crate::order::NextTask;
use crate::plan::CombinationPlan;
use crate::proof::ReplyProver;
use crate::reduced::Reduced;
use crate::report::{
    BestReport, CombinationReport, CombinationVerdict, LineMove, TraceLine, TriedGoal,
};
use crate::search::{CombinationSearch, initial_plans};
use crate::simulate::{Situation, simulate};
use crate::story::story;
use crate::tree::{LAST_CLASS, WIDER};
use crate::values::Scales;

/// At most this many plans are made for each node of the budget.
const PLANS_A_NODE: u64 = 24;

/// The largest budget: plans and nodes have 32-bit numbers.
const MAX_NODES: u64 = u32::MAX as u64 / PLANS_A_NODE;

/// Progress is reported each time the tree has grown by this many nodes.
const NODES_A_REPORT: u64 = 1_000;

/// Looks for a combination of the side to move that reaches the goal.
pub fn find(position: &Chess, options: &CombinationOptions, watch: &Watch) -> CombinationReport {
    let max_nodes = watch.max_nodes().min(MAX_NODES);
    let mut attempt = Attempt::new(position, options, max_nodes);
    attempt.advance(position, max_nodes, watch);
    report(position, options, &mut attempt)
}

/// Looks for the best combination of the side to move: mate, then falling goals. The goal of the options is not used.
pub fn find_best(position: &Chess, options: &CombinationOptions, watch: &Watch) -> BestReport {
    let (mut attempts, answer) = best(position, options, watch);
    // Once a goal is reached, what is less is not asked any more.
    let n_tried = answer.map_or(attempts.len(), |idx| idx + 1);
    let tried = attempts[..n_tried].iter().map(|attempt| TriedGoal {
        goal: attempt.goal,
        verdict: verdict(attempt),
        nodes: attempt.n_nodes(),
    });
    let tried = tried.collect();
    // Without an answer the lowest goal shows what was tried.
    let shown = answer.or(attempts.len().checked_sub(1));
    let shown = shown.and_then(|idx| attempts.get_mut(idx));
    let attempt = shown.expect("mate is always a goal");
    let goal = attempt.goal;
    let mut report = report(position, options, attempt);
    // What patterns cost is counted for all goals.
    let others = attempts.iter().filter(|attempt| attempt.goal != goal);
    for uses in others.map(|attempt| &attempt.search.uses) {
        for (sum, of) in report.patterns.iter_mut().zip(uses) {
            sum.tried += of.tried;
            sum.proposed += of.proposed;
        }
    }
    BestReport {
        goal,
        report,
        tried,
    }
}

fn verdict(attempt: &Attempt) -> CombinationVerdict {
    match &attempt.state {
        AttemptState::Proved => CombinationVerdict::Proved,
        AttemptState::Found(_) => CombinationVerdict::Found,
        AttemptState::GivenUp => CombinationVerdict::NotFound,
        AttemptState::Searching(stopped) => CombinationVerdict::Unknown {
            stopped: *stopped,
            so_far: attempt.search.tree.node(ROOT).succeeds,
        },
    }
}

fn report(
    position: &Chess,
    options: &CombinationOptions,
    attempt: &mut Attempt,
) -> CombinationReport {
    let verdict = verdict(attempt);
    let open = open_line(position, attempt);
    let search = &attempt.search;
    let succeeds = search.tree.node(ROOT).succeeds;
    let reduced = Reduced::new(search);
    let longest = reduced.longest_line();
    let line = match succeeds {
        true => reduced.idea_line(),
        false => longest.clone(),
    };
    let last = line.last().copied().unwrap_or(ROOT);
    let played = |line: Vec<MoveNodeId>| -> Vec<LineMove> {
        let moves = line.into_iter().map(|id| LineMove {
            m: search.tree.node(id).m,
            san: search.tree.text_of(id),
        });
        moves.collect()
    };
    let more = match verdict {
        CombinationVerdict::Proved => more_moves(&mut attempt.prover, search, last),
        CombinationVerdict::Found
        | CombinationVerdict::NotFound
        | CombinationVerdict::Unknown { .. } => Vec::new(),
    };
    let moves: Vec<TreeMove> = line
        .iter()
        .map(|id| search.tree.node(*id).m)
        .chain(more.iter().map(|(played, _)| played.m))
        .collect();
    let deeds = match succeeds {
        true => deeds(&PlanBoard::new(position), &moves),
        false => Vec::new(),
    };
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
        gain: search.tree.node(last).gain + more.iter().map(|(_, won)| won).sum::<i32>(),
        tree: reduced.branches(ROOT),
        open,
        positions: attempt.n_positions,
        statistics,
        story: story(search, &line, &deeds),
        motifs: match succeeds {
            true => motifs(search, &line, &deeds),
            false => Vec::new(),
        },
        others: match succeeds {
            true => {
                let others = reduced.others(&[&line, &longest]);
                others.into_iter().map(played).collect()
            }
            false => Vec::new(),
        },
        longest: match longest == line {
            true => Vec::new(),
            false => played(longest),
        },
        patterns: search.pattern_uses(match succeeds {
            true => &line,
            false => &[],
        }),
        given: given(position, options, &search.scales),
        trace: trace(search),
        line: played(line)
            .into_iter()
            .chain(more.into_iter().map(|(played, _)| played))
            .collect(),
    }
}

/// How the main line goes on after the tree until the goal is reached, and what each move wins for the first player.
fn more_moves(
    prover: &mut ReplyProver,
    search: &CombinationSearch,
    last: MoveNodeId,
) -> Vec<(LineMove, i32)> {
    let node = search.tree.node(last);
    let mut board = node.board.clone();
    let moves = board
        .to_chess()
        .map(|position| prover.goes_on(&position, node.gain, node.m.to()));
    let moves = moves.unwrap_or_default().into_iter().map(|m| {
        let won = match board.turn == search.tree.first_player {
            true => prover.worth(m),
            false => -prover.worth(m),
        };
        let m = TreeMove::of(m);
        let san = move_text(&board, m);
        board = board.play(m);
        (LineMove { m, san }, won)
    });
    moves.collect()
}

/// The line that the proof could not settle.
fn open_line(position: &Chess, attempt: &Attempt) -> Vec<LineMove> {
    let AttemptState::Found(line) = &attempt.state else {
        return Vec::new();
    };
    let mut board = PlanBoard::new(position);
    line.iter()
        .map(|m| {
            let san = move_text(&board, *m);
            board = board.play(*m);
            LineMove { m: *m, san }
        })
        .collect()
}

/// The plans of a colour in a position, as if it were to move: only the initial analysis.
pub fn plans(position: &Chess, color: Color, options: &CombinationOptions) -> Vec<CombinationPlan> {
    let scales = Scales::new(options.values, options.goal);
    let found = initial_plans(&PlanBoard::new(position), color, &scales);
    found.into_iter().map(|found| found.plan).collect()
}

impl CombinationSearch {
    /// Works until nothing is left to do, or returns why it stopped before.
    pub(crate) fn run(&mut self, max_nodes: u64, watch: &Watch) -> Option<Stopped> {
        let max_nodes = max_nodes.min(MAX_NODES);
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
                node.class = match node.class >= LAST_CLASS && !matches!(node.m, TreeMove::Open(_))
                {
                    true => WIDER,
                    false => node.class + 1,
                };
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
