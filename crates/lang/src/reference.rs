//! The reference evaluator: what expressions, constraints and pieces mean, written as plainly as possible.
//!
//! It is slow on purpose. Faster evaluators and engines are compared with it, so it takes every step from the
//! definition: nothing is remembered, nothing is compiled. What it does is bounded by a [`Budget`].

mod budget;
mod values;
mod moves;
mod satisfy;
mod trace;

use domain::{Meaning, Side, Stopped, Value};

use crate::checked::{Constraint, DefinitionId, Expr, PieceId, Program, Time};

pub use budget::Budget;
pub use satisfy::Verdict;
pub use trace::Trace;
pub(crate) use values::arithmetic;

/// The position in which an expression is evaluated, and what else it may read.
#[derive(Debug)]
pub struct Scene<'a, D: Meaning> {
    /// Now.
    pub position: &'a D::Position,
    /// Before our last move.
    pub before: Option<&'a D::Position>,
    /// At the root of the tree.
    pub root: &'a D::Position,
    /// How many plies below the root.
    pub depth: u32,
    /// The side that is called ours.
    pub viewer: Side,
    /// The move in question and the position in which it is played, in a constraint.
    pub the_move: Option<(&'a D::Position, D::Move)>,
}

impl<D: Meaning> Clone for Scene<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Meaning> Copy for Scene<'_, D> {}

impl<'a, D: Meaning> Scene<'a, D> {
    /// A position by itself, which is then its own root.
    pub fn of(position: &'a D::Position) -> Scene<'a, D> {
        Scene {
            position,
            before: None,
            root: position,
            depth: 0,
            viewer: Side::Us,
            the_move: None,
        }
    }

    /// The same scene before our last move, or at the root; `after` is a later time and has no scene here.
    pub fn earlier(self, time: Time) -> Option<Scene<'a, D>> {
        match time {
            Time::Before => Some(Scene {
                position: self.before?,
                before: None,
                ..self
            }),
            Time::Root => Some(Scene {
                position: self.root,
                before: None,
                depth: 0,
                ..self
            }),
            Time::After => None,
        }
    }
}

/// Evaluates the expressions and constraints of one program.
pub struct Evaluator<'a, D: Meaning> {
    domain: &'a D,
    program: &'a Program,
    budget: Budget,
    trace: Option<trace::Recorder>,
}

/// The values of parameters and quantified items; a missing one has no value.
type Locals = Vec<Option<Value>>;

impl<'a, D: Meaning> Evaluator<'a, D> {
    /// An evaluator that spends from a budget.
    pub fn new(domain: &'a D, program: &'a Program, budget: Budget) -> Evaluator<'a, D> {
        Evaluator {
            domain,
            program,
            budget,
            trace: None,
        }
    }

    /// The budget, with what has been spent.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The value of an expression, if it has one.
    #[inline(never)]
    pub fn value(&mut self, expr: &Expr, scene: Scene<'_, D>) -> Result<Option<Value>, Stopped> {
        self.eval(expr, scene, &mut Vec::new())
    }

    /// The value of a part of a definition, whose parameters have these values.
    #[inline(never)]
    pub fn value_with(
        &mut self,
        expr: &Expr,
        scene: Scene<'_, D>,
        locals: &[Option<Value>],
    ) -> Result<Option<Value>, Stopped> {
        self.eval(expr, scene, &mut locals.to_vec())
    }

    /// The value of an expression, and how it was computed.
    #[inline(never)]
    pub fn traced(
        &mut self,
        expr: &Expr,
        scene: Scene<'_, D>,
    ) -> Result<(Option<Value>, Trace), Stopped> {
        self.trace = Some(trace::Recorder::default());
        let value = self.eval(expr, scene, &mut Vec::new());
        let recorder = self
            .trace
            .take()
            .expect("the recorder was put there a moment ago");
        Ok((value?, recorder.finish()))
    }

    /// The value of a definition for some arguments.
    #[inline(never)]
    pub fn call(
        &mut self,
        definition: DefinitionId,
        mut args: Vec<Option<Value>>,
        scene: Scene<'_, D>,
    ) -> Result<Option<Value>, Stopped> {
        self.eval(&self.program.definition(definition).body, scene, &mut args)
    }

    /// The legal moves that a constraint selects, in its order.
    #[inline(never)]
    pub fn moves(
        &mut self,
        constraint: &Constraint,
        scene: Scene<'_, D>,
    ) -> Result<Vec<D::Move>, Stopped> {
        self.select(constraint, scene, &mut Vec::new())
    }

    /// Whether a piece of advice is satisfiable in a position, for the side that the viewer calls ours.
    #[inline(never)]
    pub fn verdict(
        &mut self,
        piece: PieceId,
        position: &D::Position,
        viewer: Side,
    ) -> Result<Verdict, Stopped> {
        self.satisfy(piece, position, viewer)
    }
}
