//! Playing by advice, move after move: in strong mode a strategy is followed to its end, in weak mode a new one is
//! made for each move.

use domain::Domain;
use lang::checked::PieceId;
use proof::{NodeId, Tree};
use search::{Advised, Engine, Limits};

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
pub struct Advisor<'p, D: Domain> {
    engine: Engine<'p, D>,
    mode: Mode,
    /// The strategy being followed.
    strategy: Option<Strategy<D::Move>>,
}

/// A tree, and where in it the game stands.
struct Strategy<M> {
    piece: PieceId,
    tree: Tree<M>,
    node: NodeId,
}

/// Our move, and where it comes from.
#[derive(Clone, Debug)]
pub struct Choice<M> {
    /// The move.
    pub m: M,
    /// The piece of advice behind it.
    pub piece: PieceId,
    /// What the tables said; nothing where a strategy is only followed.
    pub advised: Option<Advised<M>>,
}

impl<'p, D: Domain> Advisor<'p, D> {
    /// An advisor at the beginning of a game.
    pub fn new(engine: Engine<'p, D>, mode: Mode) -> Advisor<'p, D> {
        Advisor {
            engine,
            mode,
            strategy: None,
        }
    }

    /// The engine, for questions beside the game.
    pub fn engine(&mut self) -> &mut Engine<'p, D> {
        &mut self.engine
    }

    /// Forgets the strategy: the next position is not the one that the game has come to.
    pub fn forget(&mut self) {
        self.strategy = None;
    }

    /// Our move in the position at hand; what the tables said if they have none.
    pub fn choose(
        &mut self,
        position: &D::Position,
        limits: Limits<'_>,
    ) -> Result<Choice<D::Move>, Box<Advised<D::Move>>> {
        if let Some(strategy) = &mut self.strategy
            && let [(m, next)] = strategy.tree.node(strategy.node).branches[..]
        {
            strategy.node = next;
            return Ok(Choice {
                m,
                piece: strategy.piece,
                advised: None,
            });
        }
        self.strategy = None;
        let advised = self.engine.advise(position, limits);
        let Some((piece, tree)) = advised.chosen.clone() else {
            return Err(Box::new(advised));
        };
        let Some(m) = tree.first_move() else {
            return Err(Box::new(advised));
        };
        if self.mode == Mode::Strong {
            let node = tree.node(tree.root()).branches[0].1;
            self.strategy = Some(Strategy { piece, tree, node });
        }
        Ok(Choice {
            m,
            piece,
            advised: Some(advised),
        })
    }

    /// Their reply. If the strategy does not know it, or ends with it, a new one is made for our next move.
    pub fn reply(&mut self, m: D::Move) {
        self.strategy = self.strategy.take().and_then(|strategy| {
            let branches = &strategy.tree.node(strategy.node).branches;
            let node = branches
                .iter()
                .find(|(reply, _)| *reply == m)
                .map(|(_, node)| *node)?;
            Some(Strategy { node, ..strategy })
        });
    }
}
