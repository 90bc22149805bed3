//! The machine that runs [`compiled`](crate::compiled) code, and carries out compiled constraints.

mod registers;
mod aside;
mod sets;
mod run;
mod seldom;
mod elsewhere;
mod tries;
mod lists;
mod order;
mod shapes;
mod lanes;
mod known;
mod batch;

use domain::{Fast, Side, Stopped, Type, Value};

use crate::compiled::{Code, Goals, MAX_REGS, Op, Reached, Reg};
use aside::Aside;
pub use batch::{DecidedMoves, FoundTargets, LastMoves, TriedTargets};
use lang::checked::{DefinitionId, PieceId};
use order::ListScratch;
use registers::Regs;
pub(crate) use registers::arithmetic;
use run::Ended;
use shapes::Worked;
pub use tries::{Permitted, Tries, Trying};

/// The positions before the one that code is run on.
#[derive(Debug)]
pub struct Past<'a, D: Fast> {
    /// Before our last move, and its unique stamp.
    pub before: Option<(&'a D::Position, u64)>,
    /// At the root of the tree, and its unique stamp.
    pub root: (&'a D::Position, u64),
}

impl<'a, D: Fast> Past<'a, D> {
    /// Nothing came before: the position is the root.
    pub fn of_root(position: &'a D::Position, stamp: u64) -> Past<'a, D> {
        Past {
            before: None,
            root: (position, stamp),
        }
    }
}

/// The position that code is run on, and what else it may read.
#[derive(Debug)]
pub struct Inputs<'a, D: Fast> {
    /// Now.
    pub position: &'a D::Position,
    /// Its unique stamp.
    pub stamp: u64,
    /// What came before it: the same for all positions after our moves at a node.
    pub past: &'a Past<'a, D>,
    /// How many plies below the root.
    pub depth: u32,
    /// The move in question, in a constraint.
    pub the_move: Option<D::Move>,
}

impl<D: Fast> Clone for Inputs<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Fast> Copy for Inputs<'_, D> {}

impl<D: Fast> Inputs<'_, D> {
    /// The same with a move in question.
    #[inline]
    #[must_use]
    pub fn about(&self, m: D::Move) -> Self {
        Inputs {
            the_move: Some(m),
            ..*self
        }
    }
}

/// What code asks of the engine that runs it: verdicts on other pieces, and leave to go on with a loop.
pub trait Environment<D: Fast> {
    /// Is the piece satisfiable in the position, for this side?
    fn can(
        &mut self,
        piece: PieceId,
        viewer: Side,
        position: &D::Position,
    ) -> Result<bool, Stopped>;

    /// Pays for `n` rounds of a loop, or moves in a list.
    fn steps(&mut self, n: u64) -> Result<(), Stopped>;

    /// What a definition about a position alone gives there, if somebody has found it: a raw value, or that there is none.
    fn found(
        &self,
        _definition: DefinitionId,
        _viewer: Side,
        _position: &D::Position,
    ) -> Option<Option<u64>> {
        None
    }

    /// Takes note of such a value.
    fn share(
        &mut self,
        _definition: DefinitionId,
        _viewer: Side,
        _position: &D::Position,
        _value: Option<u64>,
    ) {
    }
}

/// For code that asks about no piece, with no bound on loops but those of their sets.
pub struct NoEnvironment;

impl<D: Fast> Environment<D> for NoEnvironment {
    fn can(&mut self, _: PieceId, _: Side, _: &D::Position) -> Result<bool, Stopped> {
        panic!("this code asks about a piece, and there is nobody to answer")
    }

    fn steps(&mut self, _: u64) -> Result<(), Stopped> {
        Ok(())
    }
}

/// Legal moves are paid for in batches of this size; a smaller list is free.
pub const PAID_MOVES: usize = 256;

/// Registers, and what is kept beside them.
pub struct Machine<D: Fast> {
    domain: D,
    regs: Regs,
    aside: Aside<D>,
    /// What lists need while they are made.
    scratch: ListScratch,
}

impl<D: Fast> Machine<D> {
    /// A machine for code of this program.
    pub fn new(program: &crate::compiled::Program<D>) -> Machine<D> {
        let mut machine = Machine::with_slots(&program.domain, program.n_slots);
        for (idx, raw) in program.constants.iter().enumerate() {
            machine.regs.put((MAX_REGS - 1 - idx) as Reg, *raw);
        }
        machine.scratch.orders = vec![Worked::default(); program.n_tables];
        machine.scratch.answers = vec![Vec::new(); program.n_answer_tables];
        machine.scratch.pair_answers = vec![Vec::new(); program.n_answer_tables];
        machine.scratch.blocks = vec![Vec::new(); program.n_answer_tables];
        machine.scratch.sets = vec![Vec::new(); program.n_set_tables];
        machine
    }

    /// A machine for the code of definitions, which remembers nothing.
    pub fn for_domain(domain: &D) -> Machine<D> {
        Machine::with_slots(domain, 0)
    }

    fn with_slots(domain: &D, n_slots: usize) -> Machine<D> {
        Machine {
            domain: *domain,
            regs: Regs::new(),
            aside: Aside::new(domain, n_slots),
            scratch: ListScratch::default(),
        }
    }

    /// The truth of an expression of type truth.
    #[inline]
    pub fn truth(
        &mut self,
        code: &Code<D>,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Result<bool, Stopped> {
        match self.run(code, inputs, env) {
            Ended::Value(raw) => Ok(raw == 1),
            Ended::Nothing => Ok(false),
            Ended::Stopped => Err(self.aside.why()),
        }
    }

    /// The value of an expression that gives a number, if it has one.
    #[inline]
    pub fn number(
        &mut self,
        code: &Code<D>,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Result<Option<i64>, Stopped> {
        let raw = self.raw(code, inputs, env)?;
        Ok(raw.map(|raw| Value::from_raw(raw, Type::Number).number()))
    }

    /// What a position is to a piece with these goals.
    #[inline]
    pub fn reached(
        &mut self,
        goals: &Goals<D>,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Result<Reached, Stopped> {
        Ok(match self.run(&goals.both, inputs, env) {
            Ended::Value(raw) if raw == Reached::Broken as u64 => Reached::Broken,
            Ended::Value(raw) if raw == Reached::Better as u64 => Reached::Better,
            Ended::Value(_) | Ended::Nothing => Reached::Neither,
            Ended::Stopped => return Err(self.aside.why()),
        })
    }

    /// The value of an expression for some arguments.
    pub fn value(
        &mut self,
        code: &Code<D>,
        args: &[Value],
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Result<Option<Value>, Stopped> {
        self.aside.sets.clear();
        for (idx, arg) in args.iter().enumerate() {
            let raw = match arg {
                Value::Set(set) => self.aside.hold(set.clone()),
                Value::Truth(_)
                | Value::Number(_)
                | Value::Side(_)
                | Value::Item(_)
                | Value::Plan(_) => arg.to_raw(),
            };
            self.regs.put(idx as Reg, raw);
        }
        let ended = self.aside.run(&mut self.regs, &code.ops, inputs, env);
        Ok(self.aside.raw(ended)?.map(|raw| match code.ty {
            Type::Set(_) => Value::Set(self.aside.set(raw)),
            ty @ (Type::Truth | Type::Number | Type::Side | Type::Item(_) | Type::Plan) => {
                Value::from_raw(raw, ty)
            }
        }))
    }

    /// The raw value of an expression without parameters, if it has one.
    #[inline]
    fn raw(
        &mut self,
        code: &Code<D>,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Result<Option<u64>, Stopped> {
        let ended = self.run(code, inputs, env);
        self.aside.raw(ended)
    }

    #[inline]
    fn run(
        &mut self,
        code: &Code<D>,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Ended {
        // The side to move may have decided a goal at compile time.
        if let [Op::Answer(raw), ..] = code.ops[..] {
            return Ended::Value(raw);
        }
        if !D::WORD_SETS {
            self.aside.sets.clear();
        }
        self.aside.run(&mut self.regs, &code.ops, inputs, env)
    }

    /// Has the side to move a legal move?
    #[inline]
    pub fn has_moves(&mut self, position: &D::Position) -> bool {
        self.aside.has_moves(position)
    }
}
