//! Playing by advice, move after move: in strong mode a strategy is followed to its end, in weak mode a new one is
//! made for each move.

mod reasons;
mod thinking;

pub use reasons::WhyNot;

use std::sync::Arc;

use domain::{Domain, Watch};
use lang::checked::PieceId;
use proof::{NodeId, Tree};
use reason::Planner;
use search::{Advised, Engine};

use crate::counsel::Thought;

/// How long a strategy is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Until it ends, or they leave it.
    #[default]
    Strong,
    /// For one move.
    Weak,
}

/// Plays our moves in one game.
pub struct Advisor<D: Domain> {
    engine: Engine<D>,
    mode: Mode,
    /// The strategy being followed.
    strategy: Option<FollowedStrategy<D>>,
    /// The position that the tables were last asked about, and what they said.
    asked: Option<(D::Position, Advised<D::Move>)>,
    /// Where the chapter thinks: the position that was last thought about, and the thought.
    thought: Option<(D::Position, Thought<D::Move>)>,
    /// The plans that are thought with, compiled.
    planner: Option<Planner<D>>,
}

/// A tree, and where in it the game stands.
struct FollowedStrategy<D: Domain> {
    piece: PieceId,
    root: D::Position,
    tree: Arc<Tree<D::Move>>,
    played: Vec<D::Move>,
    node: NodeId,
}

/// Our move, and where it comes from.
#[derive(Debug)]
pub struct Choice<D: Domain> {
    /// The move.
    pub m: D::Move,
    /// The piece of advice behind it.
    pub piece: PieceId,
    /// What the tables said; nothing where a strategy is only followed.
    pub advised: Option<Advised<D::Move>>,
    /// The position in which the strategy was made.
    pub root: D::Position,
    /// The moves played since then, this one left out.
    pub played: Vec<D::Move>,
    /// The strategy, from its root.
    pub tree: Arc<Tree<D::Move>>,
}

impl<D: Domain> Clone for Choice<D> {
    fn clone(&self) -> Self {
        Choice {
            m: self.m,
            piece: self.piece,
            advised: self.advised.clone(),
            root: self.root.clone(),
            played: self.played.clone(),
            tree: Arc::clone(&self.tree),
        }
    }
}

impl<D: Domain> Advisor<D> {
    /// An advisor at the beginning of a game.
    pub fn new(engine: Engine<D>, mode: Mode) -> Advisor<D> {
        Advisor {
            engine,
            mode,
            strategy: None,
            asked: None,
            thought: None,
            planner: None,
        }
    }

    /// The engine, for questions beside the game.
    pub fn engine(&mut self) -> &mut Engine<D> {
        &mut self.engine
    }

    /// Changes how long a strategy is kept.
    pub fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
        self.forget();
    }

    /// Forgets the strategy: the next position is not the one that the game has come to.
    pub fn forget(&mut self) {
        self.strategy = None;
    }

    /// Our move in the position at hand; what the tables said if they have none.
    pub fn choose(
        &mut self,
        position: &D::Position,
        watch: &Watch,
    ) -> Result<Choice<D>, Box<Advised<D::Move>>> {
        if let Some(strategy) = &mut self.strategy
            && let [(m, next)] = strategy.tree.branches(strategy.node)[..]
        {
            let choice = Choice {
                m,
                piece: strategy.piece,
                advised: None,
                root: strategy.root.clone(),
                played: strategy.played.clone(),
                tree: Arc::clone(&strategy.tree),
            };
            strategy.node = next;
            strategy.played.push(m);
            return Ok(choice);
        }
        self.strategy = None;
        let advised = self.advised(position, watch);
        let Some((piece, tree)) = advised.chosen.clone() else {
            return Err(Box::new(advised));
        };
        let Some(m) = tree.first_move() else {
            return Err(Box::new(advised));
        };
        let tree = Arc::new(tree);
        if self.mode == Mode::Strong {
            self.strategy = Some(FollowedStrategy {
                piece,
                root: position.clone(),
                node: tree.branches(tree.root())[0].1,
                tree: Arc::clone(&tree),
                played: vec![m],
            });
        }
        Ok(Choice {
            m,
            piece,
            advised: Some(advised),
            root: position.clone(),
            played: Vec::new(),
            tree,
        })
    }

    /// Their reply. If the strategy does not know it, or ends with it, a new one is made for our next move.
    pub fn reply(&mut self, m: D::Move) {
        self.strategy = self.strategy.take().and_then(|mut strategy| {
            let branches = strategy.tree.branches(strategy.node);
            strategy.node = branches
                .iter()
                .find(|(reply, _)| *reply == m)
                .map(|(_, node)| *node)?;
            strategy.played.push(m);
            Some(strategy)
        });
    }

    /// What the tables say of a position. They are not asked twice in a row about the same one, since a reason is often
    /// asked for right after a move.
    fn advised(&mut self, position: &D::Position, watch: &Watch) -> Advised<D::Move> {
        if let Some((at, advised)) = &self.asked
            && at == position
        {
            return advised.clone();
        }
        let advised = self.engine.advise(position, watch);
        // An answer that a limit ended is none: asked again, there may be more time.
        if advised.stopped.is_none() {
            self.asked = Some((position.clone(), advised.clone()));
        }
        advised
    }
}
