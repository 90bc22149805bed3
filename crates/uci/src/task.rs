//! What a thinker is asked, and what it says while it thinks. Data only.

use nasvet::Watch;
use play::PlayScore;
use shakmaty::Move;
use verify::Wdl;

use crate::board::GameBoard;
use crate::clock::GoLimits;
use crate::options::UciOptions;

/// A position to be thought about.
#[derive(Clone, Debug)]
pub struct ThinkTask {
    /// Its number, so that late thoughts about an old one are known.
    pub id: u64,
    pub(crate) board: GameBoard,
    /// The legal moves that may be chosen; never none.
    pub(crate) moves: Vec<Move>,
    pub(crate) limits: GoLimits,
    pub(crate) options: UciOptions,
}

impl ThinkTask {
    /// Does it go on until somebody stops it?
    pub fn is_open(&self) -> bool {
        self.limits.is_open() || self.limits.ponder
    }

    /// The budget of positions, under a watch that can stop it.
    pub(crate) fn watch(&self, watch: &Watch) -> Watch {
        let nodes = self.limits.nodes.unwrap_or(u64::MAX);
        watch.clone().with_nodes(nodes.min(watch.max_nodes()))
    }
}

/// What a thinker says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciThought {
    /// A move to fall back upon, which is not shown.
    First(String),
    /// The best lines so far, the best first.
    Lines(Vec<InfoLine>),
    /// Something in words.
    Words(String),
    /// That is all.
    Done,
}

/// A line that is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InfoLine {
    /// How deep was looked.
    pub depth: u32,
    /// The deepest that was looked at.
    pub deepest: u32,
    /// What it is worth to the side to move.
    pub score: PlayScore,
    /// What is known of the result, beyond an estimate.
    pub known: Option<Wdl>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How full the table of positions is, in thousandths.
    pub fullness: usize,
    /// The moves, as the protocol writes them; at least one.
    pub moves: Vec<String>,
}
