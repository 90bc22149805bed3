//! Playing by advice, move after move: in strong mode a strategy is followed to its end, in weak mode a new one is
//! made for each move. And why: what was found, put into words.

use std::rc::Rc;

use domain::Domain;
use lang::checked::PieceId;
use lang::reference::{Budget, Evaluator, Scene, Stopped};
use proof::{Asked, Consulted, Explanation, NodeId, Other, Plan, Tree, Trial, Verdict};
use search::{Advised, Engine, Limits, Outcome};

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
    strategy: Option<Strategy<D>>,
}

/// A tree, and where in it the game stands.
struct Strategy<D: Domain> {
    piece: PieceId,
    root: D::Position,
    tree: Rc<Tree<D::Move>>,
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
    pub tree: Rc<Tree<D::Move>>,
}

impl<D: Domain> Clone for Choice<D> {
    fn clone(&self) -> Self {
        Choice {
            m: self.m,
            piece: self.piece,
            advised: self.advised.clone(),
            root: self.root.clone(),
            played: self.played.clone(),
            tree: Rc::clone(&self.tree),
        }
    }
}

/// How much is evaluated for an explanation.
const WORDS: u64 = 200_000_000;

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
        limits: Limits<'_>,
    ) -> Result<Choice<D>, Box<Advised<D::Move>>> {
        if let Some(strategy) = &mut self.strategy
            && let [(m, next)] = strategy.tree.node(strategy.node).branches[..]
        {
            let choice = Choice {
                m,
                piece: strategy.piece,
                advised: None,
                root: strategy.root.clone(),
                played: strategy.played.clone(),
                tree: Rc::clone(&strategy.tree),
            };
            strategy.node = next;
            strategy.played.push(m);
            return Ok(choice);
        }
        self.strategy = None;
        let advised = self.engine.advise(position, limits);
        let Some((piece, tree)) = advised.chosen.clone() else {
            return Err(Box::new(advised));
        };
        let Some(m) = tree.first_move() else {
            return Err(Box::new(advised));
        };
        let tree = Rc::new(tree);
        if self.mode == Mode::Strong {
            self.strategy = Some(Strategy {
                piece,
                root: position.clone(),
                node: tree.node(tree.root()).branches[0].1,
                tree: Rc::clone(&tree),
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
            let branches = &strategy.tree.node(strategy.node).branches;
            strategy.node = branches
                .iter()
                .find(|(reply, _)| *reply == m)
                .map(|(_, node)| *node)?;
            strategy.played.push(m);
            Some(strategy)
        });
    }

    /// Why a move was chosen in a position.
    pub fn why(
        &mut self,
        position: &D::Position,
        view: D::View,
        choice: &Choice<D>,
        limits: Limits<'_>,
    ) -> Result<Explanation<'p, D::Move>, Stopped> {
        let consulted = match &choice.advised {
            Some(advised) => Some(self.consulted(position, advised, limits)?),
            None => None,
        };
        let plan = Plan {
            root: &choice.root,
            played: &choice.played,
            piece: choice.piece,
            tree: &choice.tree,
        };
        proof::why(
            self.asked(position, view, limits),
            &plan,
            consulted.as_ref(),
        )
    }

    /// Why there is no move to play in a position.
    pub fn why_nothing(
        &mut self,
        position: &D::Position,
        view: D::View,
        limits: Limits<'_>,
    ) -> Result<Explanation<'p, D::Move>, Stopped> {
        let advised = self.engine.advise(position, limits);
        if let Some(stopped) = advised.stopped {
            return Err(stopped);
        }
        let consulted = self.consulted(position, &advised, limits)?;
        proof::no_advice(self.asked(position, view, limits), &consulted)
    }

    /// Why another legal move is not played in a position where it is our turn.
    pub fn why_not(
        &mut self,
        position: &D::Position,
        view: D::View,
        m: D::Move,
        limits: Limits<'_>,
    ) -> Result<Explanation<'p, D::Move>, Stopped> {
        let advised = self.engine.advise(position, limits);
        if let Some(stopped) = advised.stopped {
            return Err(stopped);
        }
        let chosen = advised
            .chosen
            .as_ref()
            .and_then(|(piece, tree)| Some((*piece, tree.first_move()?)));
        let pieces = self.pieces_that_apply(position, &advised, limits)?;
        let program = self.engine.program();
        let mut trials = Vec::new();
        for piece in pieces {
            let mut evaluator = Evaluator::new(program.domain, program.checked, budget(limits));
            let constraint = &program.checked.piece(piece).us;
            let permitted = evaluator
                .moves(constraint, Scene::of(position))?
                .contains(&m);
            let (verdict, tree) = self.engine.evidence(piece, position, Some(m), limits)?;
            trials.push((piece, permitted, outcome(verdict, tree)));
        }
        let other = Other { m, trials };
        proof::why_not(self.asked(position, view, limits), chosen, &other)
    }

    fn asked<'q>(
        &self,
        position: &'q D::Position,
        view: D::View,
        limits: Limits<'q>,
    ) -> Asked<'p, 'q, D>
    where
        'p: 'q,
    {
        let program = self.engine.program();
        Asked {
            domain: program.domain,
            program: program.checked,
            view,
            position,
            budget: budget(limits),
        }
    }

    /// What the tables said, with the tree that shows why each piece failed.
    fn consulted(
        &mut self,
        position: &D::Position,
        advised: &Advised<D::Move>,
        limits: Limits<'_>,
    ) -> Result<Consulted<D::Move>, Stopped> {
        let mut tried = Vec::new();
        for trial in &advised.tried {
            let outcome = match trial.outcome {
                Outcome::Guarded => proof::Outcome::Guarded,
                Outcome::AlreadyReached => proof::Outcome::AlreadyReached,
                Outcome::Unknown(stopped) => return Err(stopped),
                Outcome::Satisfied | Outcome::Refuted | Outcome::Cut => {
                    let (verdict, tree) =
                        self.engine.evidence(trial.piece, position, None, limits)?;
                    outcome(verdict, tree)
                }
            };
            tried.push(Trial {
                piece: trial.piece,
                outcome,
            });
        }
        Ok(Consulted {
            table: advised.table,
            rule: advised.rule,
            tried,
        })
    }

    /// The pieces of the rule that applies whose guards hold and whose goals are not reached yet, in order.
    fn pieces_that_apply(
        &mut self,
        position: &D::Position,
        advised: &Advised<D::Move>,
        limits: Limits<'_>,
    ) -> Result<Vec<PieceId>, Stopped> {
        let program = self.engine.program();
        let (Some(table), Some(rule)) = (advised.table, advised.rule) else {
            return Ok(Vec::new());
        };
        let mut evaluator = Evaluator::new(program.domain, program.checked, budget(limits));
        let mut pieces = Vec::new();
        for entry in &program.checked.tables[table].rules[rule].entries {
            let scene = Scene::of(position);
            let applies = match &entry.guard {
                Some(guard) => evaluator.value(guard, scene)?.is_some_and(|v| v.truth()),
                None => true,
            };
            let goal = &program.checked.piece(entry.piece).better_goal;
            let reached = evaluator.value(goal, scene)?.is_some_and(|v| v.truth());
            if applies && !reached {
                pieces.push(entry.piece);
            }
        }
        Ok(pieces)
    }
}

/// What an explanation may spend.
fn budget(limits: Limits<'_>) -> Budget<'_> {
    match limits.stop {
        Some(stop) => Budget::until(WORDS, stop),
        None => Budget::steps(WORDS),
    }
}

fn outcome<M>(verdict: Verdict, tree: Tree<M>) -> proof::Outcome<M> {
    match verdict {
        Verdict::Satisfied => proof::Outcome::Works(tree),
        Verdict::Refuted | Verdict::Cut => proof::Outcome::Fails(verdict, tree),
    }
}
