//! Truths that are evaluated position by position: once for each position, for whoever asks.

use std::sync::Arc;

use crate::formula::asks;
use chess::{Chess, Small};
use code::compiled::{self, EndlessCode};
use code::machine::{Inputs, Machine, NoEnvironment, Past};
use domain::{Side, Stopped, Watch, WordId};
use lang::Span;
use lang::checked::{
    Advice, Constraint, ConstraintKind, Convention, Depth, Endless, Expr, ExprKind, PieceId,
    Program, Reads, Unit,
};
use rustc_hash::FxHashMap;
use verify::{PositionSet, Region, Ruler, Terrain};

/// A truth about a position.
#[derive(Clone, Debug)]
pub(crate) enum Leaf {
    /// An expression that asks about no piece.
    Expr(Expr),
    /// A word about the position after a move, asked of that position.
    Word(WordId, fn(&Small) -> Option<u64>),
}

impl Leaf {
    fn is_same(&self, other: &Leaf) -> bool {
        match (self, other) {
            (Leaf::Expr(a), Leaf::Expr(b)) => a.same_meaning(b),
            (Leaf::Word(a, _), Leaf::Word(b, _)) => a == b,
            (Leaf::Expr(_) | Leaf::Word(..), _) => false,
        }
    }
}

/// An index into [`Leaves`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LeafId(usize);

/// An index into the numbers of [`Leaves`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct NumberId(usize);

/// All truths and numbers that are needed, each once.
pub(crate) struct Leaves {
    chess: Chess<Small>,
    all: Vec<Leaf>,
    numbers: Vec<Expr>,
}

impl Leaves {
    pub(crate) fn new(chess: &Chess<Small>) -> Leaves {
        Leaves {
            chess: *chess,
            all: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// A number to be evaluated in each position; none if it asks about a piece.
    pub(crate) fn add_number(&mut self, program: &Program, number: &Expr) -> Option<NumberId> {
        if asks(program, number) {
            return None;
        }
        self.numbers.push(number.clone());
        Some(NumberId(self.numbers.len() - 1))
    }

    pub(crate) fn chess(&self) -> &Chess<Small> {
        &self.chess
    }

    pub(crate) fn add(&mut self, leaf: Leaf) -> LeafId {
        let known = self.all.iter().position(|other| other.is_same(&leaf));
        LeafId(known.unwrap_or_else(|| {
            self.all.push(leaf);
            self.all.len() - 1
        }))
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }
}

/// What the truths are in every position, found when it is first asked.
pub(crate) struct Columns {
    leaves: Leaves,
    /// The program with a piece for each truth, whose better goal it is.
    compiled: Arc<compiled::Program<Chess<Small>>>,
    known: FxHashMap<(LeafId, Side), Arc<Region>>,
}

impl Columns {
    pub(crate) fn new(program: &Program, leaves: Leaves) -> Columns {
        let pieces = leaves.all.iter().map(|leaf| {
            piece_with_goal(match leaf {
                Leaf::Expr(expr) => expr.clone(),
                Leaf::Word(..) => truth(true),
            })
        });
        let numbers = leaves.numbers.iter().map(|number| Advice {
            endless: Some(Endless::MakeSmaller(number.clone())),
            depth: None,
            ..piece_with_goal(truth(true))
        });
        let with_goals = Program {
            pieces: pieces.chain(numbers).collect(),
            tables: Vec::new(),
            methods: Vec::new(),
            hypotheses: Vec::new(),
            plans: Vec::new(),
            examples: Vec::new(),
            claims: Vec::new(),
            remarks: Vec::new(),
            positions: None,
            ..program.clone()
        };
        let compiled = code::compile(&leaves.chess, &Arc::new(with_goals));
        Columns {
            leaves,
            compiled,
            known: FxHashMap::default(),
        }
    }

    /// Where a truth holds, with this side to move.
    pub(crate) fn region(
        &mut self,
        terrain: &Terrain,
        leaf: LeafId,
        turn: Side,
        watch: &Watch,
    ) -> Result<Arc<Region>, Stopped> {
        if let Some(known) = self.known.get(&(leaf, turn)) {
            return Ok(Arc::clone(known));
        }
        let sets =
            (0..terrain.n_endings()).map(|ending| self.set(terrain, leaf, ending, turn, watch));
        let region = Arc::new(Region::new(sets.collect::<Result<_, _>>()?));
        self.known.insert((leaf, turn), Arc::clone(&region));
        Ok(region)
    }

    fn set(
        &self,
        terrain: &Terrain,
        leaf: LeafId,
        ending: usize,
        turn: Side,
        watch: &Watch,
    ) -> Result<PositionSet, Stopped> {
        if let Leaf::Word(_, holds) = self.leaves.all[leaf.0] {
            let of = move |position: &Small| Ok(holds(position) == Some(1));
            return terrain.those(ending, turn, || Box::new(of));
        }
        let piece = PieceId(leaf.0 as u32);
        if let Some(settled) = self.compiled.piece(piece, Side::Us).goals[turn]
            .better
            .settled()
        {
            return Ok(match settled {
                true => terrain.legal(ending, turn).clone(),
                false => terrain.none().set(ending).clone(),
            });
        }
        terrain.those(ending, turn, || {
            let compiled = Arc::clone(&self.compiled);
            let mut machine = Machine::new(&compiled);
            let watch = watch.clone();
            let mut stamp = 0;
            Box::new(move |position: &Small| {
                stamp += 1;
                if stamp % 1024 == 1 {
                    watch.check()?;
                }
                let code = &compiled.piece(piece, Side::Us).goals[turn].better;
                let inputs = Inputs {
                    position,
                    stamp,
                    past: &Past::of_root(position, stamp),
                    depth: 0,
                    the_move: None,
                };
                machine.truth(code, &inputs, &mut NoEnvironment)
            })
        })
    }
}

/// A number in every position of a terrain with us to move.
pub(crate) struct NumberColumn {
    by_number: Vec<Vec<i16>>,
}

impl NumberColumn {
    /// No value, or no position.
    const NONE: i16 = i16::MIN;

    /// The values that occur, in rising order.
    pub(crate) fn values(&self) -> Vec<i16> {
        let mut values: Vec<i16> = self.by_number.concat();
        values.sort_unstable();
        values.dedup();
        values.retain(|value| *value != NumberColumn::NONE);
        values
    }

    /// Where the number is so.
    pub(crate) fn region(&self, terrain: &Terrain, is_so: impl Fn(i16) -> bool) -> Region {
        let sets = (0..terrain.n_endings()).map(|ending| {
            let numbers = &self.by_number[ending];
            terrain.set_of(ending, Side::Us, |number| {
                let value = numbers[number];
                value != NumberColumn::NONE && is_so(value)
            })
        });
        Region::new(sets.collect())
    }
}

impl Columns {
    /// The value of a number in every position with us to move.
    pub(crate) fn numbers(
        &self,
        terrain: &Terrain,
        number: NumberId,
        watch: &Watch,
    ) -> Result<NumberColumn, Stopped> {
        let piece = PieceId((self.leaves.all.len() + number.0) as u32);
        let value = || -> Ruler<i16, Stopped> {
            let compiled = Arc::clone(&self.compiled);
            let mut machine = Machine::new(&compiled);
            let watch = watch.clone();
            let mut stamp = 0;
            Box::new(move |position: &Small| {
                stamp += 1;
                if stamp % 1024 == 1 {
                    watch.check()?;
                }
                let Some(EndlessCode::MakeSmaller(code)) = &compiled.piece(piece, Side::Us).endless
                else {
                    return Ok(NumberColumn::NONE);
                };
                let inputs = Inputs {
                    position,
                    stamp,
                    past: &Past::of_root(position, stamp),
                    depth: 0,
                    the_move: None,
                };
                let value = machine.number(code, &inputs, &mut NoEnvironment)?;
                // NumberColumn beyond all bounds count as the bound: they are never smaller than one another.
                Ok(value.map_or(NumberColumn::NONE, |value| {
                    value.clamp(i64::from(i16::MIN) + 1, i16::MAX.into()) as i16
                }))
            })
        };
        let endings = 0..terrain.n_endings();
        let by_number =
            endings.map(|ending| terrain.values(ending, Side::Us, NumberColumn::NONE, value));
        Ok(NumberColumn {
            by_number: by_number.collect::<Result<_, _>>()?,
        })
    }
}

fn truth(truth: bool) -> Expr {
    Expr {
        span: Span::default(),
        ty: domain::Type::Truth,
        kind: ExprKind::Truth(truth),
    }
}

/// A piece that is nothing but its better goal.
fn piece_with_goal(goal: Expr) -> Advice {
    let any = || Constraint {
        span: Span::default(),
        kind: ConstraintKind::Any,
    };
    Advice {
        name: String::new(),
        span: Span::default(),
        doc: None,
        better_goal: goal,
        holding_goal: truth(true),
        us: any(),
        them: any(),
        depth: Some(Depth {
            count: 1,
            unit: Unit::Plies,
            shortest_first: false,
        }),
        endless: None,
        convention: Convention::default(),
        because: None,
        teaches: Vec::new(),
        reads: Reads::default(),
    }
}
