//! What a search comes to: the verdict, the main line, the reduced tree, and the counts of the paper's Table 1.

use chess::{Full, View, write_san};
use domain::{Stopped, Watch};
use shakmaty::{Chess, Color, Position, Role};

use crate::board::Board;
use crate::finder::{Counts, Finder, initial_plans};
use crate::moves::Move;
use crate::plan::Plan;
use crate::question::Options;
use crate::simulate::{Question, simulate};
use crate::story::{Sentence, story};
use crate::tree::{End, NodeId, ROOT};
use crate::values::Scales;

/// What was found about a position.
#[derive(Clone, Debug)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// The best line for both sides, every move of it legal.
    pub line: Vec<Played>,
    /// What the first player has won at the end of the line; a king is not counted.
    pub gain: i32,
    /// The moves that justify the answer: one for the winner, all that were considered for the other side.
    pub tree: Vec<Branch>,
    /// The counts.
    pub statistics: Statistics,
    /// How the idea was found.
    pub story: Vec<Sentence>,
    /// What the simulation says of the plans that were given: `accepted`, or why they are not tried.
    pub given: Vec<&'static str>,
    /// Every plan, in the order in which they were made; empty unless a trace was asked for.
    pub trace: Vec<TraceLine>,
}

/// Is there a combination?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is one, and the opponent found nothing against it.
    Found,
    /// There is none that plans could find.
    NotFound,
    /// A limit came first.
    Unknown {
        /// Which limit.
        stopped: Stopped,
        /// Was there one, as far as the tree had grown?
        so_far: bool,
    },
}

impl Verdict {
    /// Does the first player reach his goal in the tree?
    pub fn succeeds(self) -> bool {
        match self {
            Verdict::Found => true,
            Verdict::NotFound => false,
            Verdict::Unknown { so_far, .. } => so_far,
        }
    }
}

/// A move of the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move.
    pub m: Move,
    /// The move in standard notation.
    pub san: String,
}

/// A move of the reduced tree and the moves after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The move.
    pub m: Move,
    /// The move as text; `--` where somebody passes.
    pub text: String,
    /// What follows.
    pub after: Vec<Branch>,
}

/// The counts, named as in the paper's Table 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// P: plans made by both players.
    pub plans: u64,
    /// N: nodes of the tree.
    pub nodes: u64,
    /// NR: nodes of the reduced tree; 0 if no combination was found, and so for the next two.
    pub reduced_nodes: u64,
    /// DR: the depth of the reduced tree in plies, the capture of a king counted.
    pub reduced_depth: u64,
    /// MER: the most answers that were considered after a move of the reduced tree.
    pub max_replies: u64,
    /// F: first moves that were considered.
    pub first_moves: u64,
    /// FL: legal first moves, without castling and en passant.
    pub legal_moves: u64,
    /// Plans that the simulation threw away.
    pub rejected: u64,
    /// Plans and ends of plans that were simulated; not part of N.
    pub simulated: u64,
    /// Captures in exchange tests; not part of N.
    pub exchanges: u64,
}

impl Statistics {
    /// r: 100 NR / N.
    pub fn ratio(&self) -> Option<f64> {
        (self.nodes > 0).then(|| 100.0 * self.reduced_nodes as f64 / self.nodes as f64)
    }
}

/// One line of the trace: a plan that was put on the list of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceLine {
    /// The moves up to there, as pairs of squares.
    pub line: Vec<String>,
    /// Who has the plan.
    pub color: Color,
    /// The plan in the notation of plans.
    pub plan: String,
    /// What the simulation says of it.
    pub verdict: &'static str,
}

/// Looks for a combination of the side to move.
pub fn find(position: &Chess, options: &Options, watch: &Watch) -> Report {
    let mut finder = Finder::new(Board::new(position), options);
    let stopped = finder.run(watch);
    let succeeds = finder.tree.node(ROOT).succeeds;
    let verdict = match stopped {
        Some(stopped) => Verdict::Unknown {
            stopped,
            so_far: succeeds,
        },
        None if succeeds => Verdict::Found,
        None => Verdict::NotFound,
    };
    let reduced = Reduced::new(&finder);
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
    Report {
        verdict,
        gain: finder.tree.node(last).gain,
        tree: reduced.branches(ROOT),
        statistics,
        story: story(&finder, &line),
        given: given(position, options, &finder.scales),
        trace: trace(&finder),
        line: line.into_iter().map(|id| played(&finder, id)).collect(),
    }
}

/// What the simulation says of the plans that were given.
fn given(position: &Chess, options: &Options, scales: &Scales) -> Vec<&'static str> {
    let board = Board::new(position);
    let question = Question {
        board: &board,
        first_player: board.turn,
        gain: 0,
        scales,
    };
    let verdicts = options.plans.iter();
    verdicts
        .map(|plan| simulate(question, plan.0.iter().copied()).name())
        .collect()
}

/// The plans of a colour in a position, as if it were to move: the initial analysis alone.
pub fn plans(position: &Chess, color: Color, options: &Options) -> Vec<Plan> {
    let scales = Scales::new(options.values, options.goal);
    let found = initial_plans(&Board::new(position), color, &scales);
    found.into_iter().map(|found| found.plan).collect()
}

/// The part of the tree that justifies the answer.
struct Reduced<'a> {
    finder: &'a Finder,
    /// The player who gets what he wants.
    winner: Color,
    /// How many nodes justify each node.
    sizes: Vec<u64>,
}

impl Reduced<'_> {
    fn new(finder: &Finder) -> Reduced<'_> {
        let winner = !finder.tree.failing(ROOT);
        let mut reduced = Reduced {
            finder,
            winner,
            sizes: vec![0; finder.tree.nodes.len()],
        };
        // Children come after their parents.
        for idx in (0..finder.tree.nodes.len()).rev() {
            let id = NodeId(u32::try_from(idx).expect("the budget keeps nodes few"));
            let kept = reduced.kept(id);
            reduced.sizes[idx] = kept.into_iter().map(|child| 1 + reduced.size(child)).sum();
        }
        reduced
    }

    fn size(&self, id: NodeId) -> u64 {
        self.sizes[id.0 as usize]
    }

    /// The children that are kept: the winner's best move, and all of the other side.
    fn kept(&self, id: NodeId) -> Vec<NodeId> {
        let tree = &self.finder.tree;
        let is_won = |child: &NodeId| !tree.failing(*child) == self.winner;
        match tree.node(id).board.turn == self.winner {
            true => tree
                .active_children(id)
                .filter(is_won)
                .min_by_key(|child| self.size(*child))
                .into_iter()
                .collect(),
            false => tree.active_children(id).collect(),
        }
    }

    fn branches(&self, id: NodeId) -> Vec<Branch> {
        let kept = self.kept(id).into_iter();
        kept.map(|child| Branch {
            m: self.finder.tree.node(child).m,
            text: text_of(self.finder, child),
            after: self.branches(child),
        })
        .collect()
    }

    /// The line in which the other side holds out longest; it ends where somebody passes.
    fn main_line(&self) -> Vec<NodeId> {
        let tree = &self.finder.tree;
        let mut line = Vec::new();
        let mut id = ROOT;
        loop {
            let tried = self
                .kept(id)
                .into_iter()
                .filter(|child| {
                    matches!(tree.node(*child).m, Move::Step { .. } | Move::Castle { .. })
                })
                .max_by_key(|child| (self.size(*child), std::cmp::Reverse(*child)));
            let Some(next) = tried.filter(|next| tree.node(*next).end != Some(End::KingTaken))
            else {
                return line;
            };
            line.push(next);
            id = next;
        }
    }

    fn statistics(&self, position: &Chess) -> Statistics {
        let tree = &self.finder.tree;
        let legal_moves = position.legal_moves();
        let Counts {
            plans,
            rejected,
            simulated,
        } = self.finder.counts;
        let (mut reduced_depth, mut max_replies) = (0, 0);
        let mut open = vec![ROOT];
        while let Some(id) = open.pop() {
            let node = tree.node(id);
            // A mate is seen at once, without the move that takes the king and any before it; so is a check.
            let is_leaf_check = node.is_check && tree.active_children(id).next().is_none();
            let unseen = match node.end {
                Some(End::Mate) => 2,
                None if is_leaf_check && id != ROOT => 2,
                Some(End::KingTaken | End::Stalemate | End::Repetition | End::TooLong) | None => 0,
            };
            reduced_depth = reduced_depth.max(u64::from(node.depth) + unseen);
            let kept = self.kept(id);
            if node.board.turn != self.winner {
                let replies = kept
                    .iter()
                    .filter(|child| tree.node(**child).m != Move::Null);
                max_replies = max_replies.max(replies.count() as u64);
            }
            open.extend(kept);
        }
        Statistics {
            plans,
            nodes: tree.nodes.len() as u64 - 1,
            reduced_nodes: self.size(ROOT),
            reduced_depth,
            max_replies,
            first_moves: tree.active_children(ROOT).count() as u64,
            legal_moves: legal_moves
                .iter()
                .filter(|m| !m.is_castle() && !m.is_en_passant())
                .count() as u64,
            rejected,
            simulated,
            exchanges: self.finder.n_exchanges().get(),
        }
    }
}

fn played(finder: &Finder, id: NodeId) -> Played {
    Played {
        m: finder.tree.node(id).m,
        san: text_of(finder, id),
    }
}

/// A move of the tree as text, in standard notation where it is a legal move.
pub(crate) fn text_of(finder: &Finder, id: NodeId) -> String {
    let node = finder.tree.node(id);
    let Some(before) = node.parent.map(|parent| &finder.tree.node(parent).board) else {
        return String::new();
    };
    let (from, to, promotion) = match node.m {
        Move::Null => return "--".into(),
        Move::Open(from) => {
            let letter = before.men.role_at(from).filter(|role| *role != Role::Pawn);
            let letter = letter.map_or(String::new(), |role| role.upper_char().to_string());
            return format!("{letter}{from} plays");
        }
        Move::Step {
            from,
            to,
            promotion,
        } => (from, to, promotion),
        Move::Castle { king, rook } => (king, rook, None),
    };
    let legal = before.to_chess().and_then(|chess| {
        let mut moves = chess.legal_moves().into_iter();
        let m =
            moves.find(|m| m.from() == Some(from) && m.to() == to && m.promotion() == promotion)?;
        let view = View { us: Color::White };
        Some(write_san(&Full::new(chess, Color::White), view, m))
    });
    legal.unwrap_or_else(|| format!("{from}{to}"))
}

/// A move as a pair of squares.
pub(crate) fn squares_of(m: Move) -> String {
    match m {
        Move::Null => "--".into(),
        Move::Open(from) => format!("{from}-"),
        Move::Step {
            from,
            to,
            promotion,
        } => {
            let promotion = promotion.map_or(String::new(), |role| role.char().to_string());
            format!("{from}{to}{promotion}")
        }
        Move::Castle { king, rook } => format!("{king}{rook}"),
    }
}

fn trace(finder: &Finder) -> Vec<TraceLine> {
    let records = finder.trace.iter().flatten();
    records
        .map(|record| {
            let line = finder.tree.line(record.node).into_iter();
            TraceLine {
                line: line.map(|id| squares_of(finder.tree.node(id).m)).collect(),
                color: finder.tree.node(record.node).board.turn,
                plan: finder.shelf.plan(record.plan).to_string(),
                verdict: record.verdict.name(),
            }
        })
        .collect()
}
