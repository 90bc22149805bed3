//! Truths that are evaluated position by position: once for each position, for whoever asks.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::at_hand::AtHand;
use crate::formula::compares;
use crate::numbers::{NumberColumn, NumbersInEnding};
use crate::permitted::OrderKey;
use crate::pieces::RootValue;
use crate::shared_values::SharedValues;
use chess::{Chess, Small};
use code::compiled::{self, EndlessCode};
use code::machine::{Inputs, Machine, NoEnvironment, Past};
use domain::{Game as _, Rules as _, Side, Stopped, Symmetries, Watch, WordId};
use lang::checked::{
    Advice, Comparison, Constraint, ConstraintKind, Convention, Depth, Endless, Expr, ExprKind,
    Operation, PieceId, Program, Reads, Unit,
};
use lang::{KeptSymmetries, Span};
use rustc_hash::FxHashMap;
use verify::{Images, Index, Lister, Material, MoveLists, PositionSet, Region, Ruler, Terrain};

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

/// An index into the constraints of [`Leaves`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ListId(usize);

/// An index into the numbers of [`Leaves`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct NumberId(usize);

/// An index into the keys of [`Leaves`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct KeyId(usize);

/// All truths and numbers that are needed, each once, the constraints whose moves are listed, and what moves are sorted by.
pub(crate) struct Leaves {
    chess: Chess<Small>,
    all: Vec<Leaf>,
    numbers: Vec<Expr>,
    keys: Vec<Expr>,
    lists: Vec<Constraint>,
    has_lists: bool,
}

/// Moves are listed in endings of so many men. With more, the lists of all positions would take more memory than the
/// sets, and a search that meets few of them is as fast.
const MOST_MEN_WITH_LISTS: usize = 3;

impl Leaves {
    pub(crate) fn new(chess: &Chess<Small>, material: Material) -> Leaves {
        Leaves {
            chess: *chess,
            all: Vec::new(),
            numbers: Vec::new(),
            keys: Vec::new(),
            lists: Vec::new(),
            has_lists: material.n_men() <= MOST_MEN_WITH_LISTS,
        }
    }

    /// A constraint whose moves are listed in each position; none if there are too many positions.
    pub(crate) fn add_list(&mut self, constraint: &Constraint) -> Option<ListId> {
        self.has_lists.then(|| {
            self.lists.push(constraint.clone());
            ListId(self.lists.len() - 1)
        })
    }

    /// How many constraints are listed.
    pub(crate) fn n_lists(&self) -> usize {
        self.lists.len()
    }

    /// A number that asks about no piece, to be evaluated in each position.
    pub(crate) fn add_number(&mut self, number: Expr) -> NumberId {
        NumberId(place_of(number, &mut self.numbers))
    }

    /// A number of the position after a move, by which moves are sorted.
    pub(crate) fn add_key(&mut self, key: Expr) -> KeyId {
        KeyId(place_of(key, &mut self.keys))
    }

    /// How many numbers are evaluated.
    pub(crate) fn n_numbers(&self) -> usize {
        self.numbers.len()
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

    /// The symmetries that all of them keep, and so does whatever is made of them and of moves by kind.
    pub(crate) fn kept(&self, program: &Program) -> Symmetries {
        let vocabulary = self.chess.vocabulary();
        let mut finder = KeptSymmetries::new(vocabulary, program);
        let mut kept = Symmetries::ALL;
        for leaf in &self.all {
            kept = kept.and(match leaf {
                Leaf::Expr(expr) => finder.of(expr),
                Leaf::Word(word, _) => vocabulary.word(*word).keeps,
            });
        }
        for number in self.numbers.iter().chain(&self.keys) {
            kept = kept.and(finder.of(number));
        }
        match self.lists.is_empty() {
            true => kept,
            false => Symmetries::NONE,
        }
    }
}

/// The place of a number among those that mean something else.
fn place_of(number: Expr, known: &mut Vec<Expr>) -> usize {
    let mut others = known.iter();
    let place = others.position(|other| other.same_meaning(&number));
    place.unwrap_or_else(|| {
        known.push(number);
        known.len() - 1
    })
}

/// What the truths are in every position, found when it is first asked.
pub(crate) struct Columns {
    leaves: Leaves,
    /// The program with a piece for each truth, whose better goal it is.
    compiled: Arc<compiled::Program<Chess<Small>>>,
    /// The symmetries that truths, numbers and keys keep, by their numbers.
    kept: Vec<Symmetries>,
    kept_by_numbers: Vec<Symmetries>,
    kept_by_keys: Vec<Symmetries>,
    /// In less memory; those that were asked for last are at hand.
    known: FxHashMap<(LeafId, Side), Region>,
    at_hand: AtHand<(LeafId, Side)>,
    numbers: FxHashMap<(NumberId, Side), Arc<NumberColumn>>,
    /// What definitions that take a loop give in the ending, for all that call them.
    shared: Arc<SharedValues>,
    /// Comparisons with what was asked about last in a root.
    compared: (RootValue, FxHashMap<ComparedNumber, Arc<Region>>),
    /// The lists that were asked for last: those of the piece that is being solved.
    listed: VecDeque<((ListId, Side), Arc<MoveLists>)>,
}

/// A number that is compared, how, and with whom to move.
type ComparedNumber = (NumberId, Comparison, Side);

/// One for each side: lists take much memory, and no two pieces share them.
pub(crate) const LISTS_AT_HAND: usize = 2;

impl Columns {
    pub(crate) fn new(program: &Program, leaves: Leaves, material: Material) -> Columns {
        let pieces = leaves.all.iter().map(|leaf| {
            piece_with_goal(match leaf {
                Leaf::Expr(expr) => expr.clone(),
                Leaf::Word(..) => truth(true),
            })
        });
        let measured = |number: &Expr| Advice {
            endless: Some(Endless::MakeSmaller(number.clone())),
            depth: None,
            ..piece_with_goal(truth(true))
        };
        let numbers = leaves.numbers.iter().map(measured);
        let keys = leaves.keys.iter().map(measured);
        let lists = leaves.lists.iter().map(|constraint| Advice {
            us: constraint.clone(),
            them: constraint.clone(),
            ..piece_with_goal(truth(true))
        });
        let with_goals = Program {
            pieces: pieces.chain(numbers).chain(lists).chain(keys).collect(),
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
        let compiled = code::compile_to_share(&leaves.chess, &Arc::new(with_goals));
        let vocabulary = leaves.chess.vocabulary();
        let mut finder = KeptSymmetries::new(vocabulary, program);
        let kept = leaves.all.iter().map(|leaf| match leaf {
            Leaf::Expr(expr) => finder.of(expr),
            Leaf::Word(word, _) => vocabulary.word(*word).keeps,
        });
        let kept = kept.collect();
        let kept_by_numbers = leaves.numbers.iter().map(|number| finder.of(number));
        let kept_by_numbers = kept_by_numbers.collect();
        let kept_by_keys = leaves.keys.iter().map(|key| finder.of(key)).collect();
        Columns {
            leaves,
            compiled,
            kept,
            kept_by_numbers,
            kept_by_keys,
            known: FxHashMap::default(),
            at_hand: AtHand::default(),
            numbers: FxHashMap::default(),
            compared: (None, FxHashMap::default()),
            shared: Arc::new(SharedValues::new(program, Index::new(material))),
            listed: VecDeque::new(),
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
        if let Some(region) = self.at_hand.get(&(leaf, turn)) {
            return Ok(region);
        }
        let region = match self.known.get(&(leaf, turn)) {
            Some(known) => known.unpacked(),
            None => {
                let endings = 0..terrain.n_endings();
                let sets = endings.map(|ending| self.set(terrain, leaf, ending, turn, watch));
                let region = Region::new(sets.collect::<Result<_, _>>()?);
                self.known.insert((leaf, turn), region.packed(terrain));
                region
            }
        };
        Ok(self.at_hand.put((leaf, turn), region))
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
            return terrain.those(ending, turn, self.kept[leaf.0], || Box::new(of));
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
        terrain.those(ending, turn, self.kept[leaf.0], || {
            let (compiled, shared) = (Arc::clone(&self.compiled), Arc::clone(&self.shared));
            let index = terrain.index(ending);
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
                machine.truth(code, &inputs, &mut shared.environment(&index))
            })
        })
    }
}

impl Columns {
    /// Where a number, with this side to move, compares so with what a piece looked at in the root. What has no value
    /// compares with nothing.
    pub(crate) fn compared(
        &mut self,
        terrain: &Terrain,
        (number, comparison, value): (NumberId, Comparison, RootValue),
        turn: Side,
        watch: &Watch,
    ) -> Result<Arc<Region>, Stopped> {
        if self.compared.0 != value {
            self.compared = (value, FxHashMap::default());
        }
        if let Some(known) = self.compared.1.get(&(number, comparison, turn)) {
            return Ok(Arc::clone(known));
        }
        let numbers = self.numbers(terrain, number, turn, watch)?;
        let region = numbers.region(terrain, |here| {
            let both = here.zip(value);
            both.is_some_and(|(here, value)| compares(comparison, here, value))
        });
        let region = Arc::new(region);
        let compared = &mut self.compared.1;
        compared.insert((number, comparison, turn), Arc::clone(&region));
        Ok(region)
    }

    /// The value of a number in every position with this side to move.
    pub(crate) fn numbers(
        &mut self,
        terrain: &Terrain,
        number: NumberId,
        turn: Side,
        watch: &Watch,
    ) -> Result<Arc<NumberColumn>, Stopped> {
        if let Some(known) = self.numbers.get(&(number, turn)) {
            return Ok(Arc::clone(known));
        }
        let column = Arc::new(self.number_column(terrain, number, turn, watch)?);
        self.numbers.insert((number, turn), Arc::clone(&column));
        Ok(column)
    }

    fn number_column(
        &self,
        terrain: &Terrain,
        number: NumberId,
        turn: Side,
        watch: &Watch,
    ) -> Result<NumberColumn, Stopped> {
        if let Some(column) = self.moved_column(number, turn) {
            return Ok(column);
        }
        let piece = PieceId((self.leaves.all.len() + number.0) as u32);
        let endings = 0..terrain.n_endings();
        let kept = self.kept_by_numbers[number.0];
        let endings = endings.map(|ending| {
            let value = || self.ruler(piece, terrain.index(ending), watch);
            let values = terrain.values(ending, turn, NumberColumn::NONE, kept, value)?;
            let images = Images::new(&terrain.index(ending), kept);
            Ok(NumbersInEnding::new(images, &values))
        });
        let endings = endings.collect::<Result<_, _>>()?;
        Ok(NumberColumn::new(turn, endings))
    }

    /// The column of a number that is so much more or less than another whose column is known.
    fn moved_column(&self, number: NumberId, turn: Side) -> Option<NumberColumn> {
        let ExprKind::Arithmetic(operation, part, by) = &self.leaves.numbers[number.0].kind else {
            return None;
        };
        let (ExprKind::Number(by), Operation::Add | Operation::Subtract) = (&by.kind, operation)
        else {
            return None;
        };
        let sign = if *operation == Operation::Subtract {
            -1
        } else {
            1
        };
        let by = i16::try_from(by.checked_mul(sign)?).ok()?;
        let known = self.known_column(part, turn)?;
        known.moved(by)
    }

    /// The column of a number, if it was evaluated.
    fn known_column(&self, number: &Expr, turn: Side) -> Option<&Arc<NumberColumn>> {
        let mut numbers = self.leaves.numbers.iter();
        let place = numbers.position(|other| other.same_meaning(number))?;
        self.numbers.get(&(NumberId(place), turn))
    }

    /// What moves are sorted by, in every position of an ending with them to move.
    pub(crate) fn key(
        &self,
        terrain: &Terrain,
        ending: usize,
        key: KeyId,
        watch: &Watch,
    ) -> Result<Vec<i16>, Stopped> {
        let Leaves {
            all,
            numbers,
            lists,
            keys,
            ..
        } = &self.leaves;
        if let Some(known) = self.known_column(&keys[key.0], Side::Them) {
            return Ok(known.list(ending));
        }
        let piece = PieceId((all.len() + numbers.len() + lists.len() + key.0) as u32);
        let value = || self.ruler(piece, terrain.index(ending), watch);
        let kept = self.kept_by_keys[key.0];
        terrain.values(ending, Side::Them, NumberColumn::NONE, kept, value)
    }

    /// The symmetries that keys keep, all of them together.
    pub(crate) fn kept_by_keys(&self, keys: &[OrderKey]) -> Symmetries {
        let kept = keys.iter().map(|key| self.kept_by_keys[key.key.0]);
        kept.fold(Symmetries::ALL, Symmetries::and)
    }

    /// Evaluates the number that a piece stands for.
    fn ruler(&self, piece: PieceId, index: Index, watch: &Watch) -> Ruler<i16, Stopped> {
        let (compiled, shared) = (Arc::clone(&self.compiled), Arc::clone(&self.shared));
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
            let value = machine.number(code, &inputs, &mut shared.environment(&index))?;
            // Numbers beyond all bounds count as the bound: they are never smaller than one another.
            Ok(value.map_or(NumberColumn::NONE, |value| {
                let least = NumberColumn::NONE + 1;
                value.clamp(least.into(), i16::MAX.into()) as i16
            }))
        })
    }
}

impl Columns {
    /// Where the moves of a constraint lead from every position with this side to move.
    pub(crate) fn lists(
        &mut self,
        terrain: &Terrain,
        list: ListId,
        mover: Side,
        watch: &Watch,
    ) -> Result<Arc<MoveLists>, Stopped> {
        let mut listed = self.listed.iter();
        if let Some((_, known)) = listed.find(|(of, _)| *of == (list, mover)) {
            return Ok(Arc::clone(known));
        }
        if self.listed.len() == LISTS_AT_HAND {
            self.listed.pop_front();
        }
        let piece = PieceId((self.leaves.all.len() + self.leaves.numbers.len() + list.0) as u32);
        let lists = terrain.lists(mover, || -> Lister<Stopped> {
            let compiled = Arc::clone(&self.compiled);
            let chess = self.leaves.chess;
            let mut machine = Machine::new(&compiled);
            let watch = watch.clone();
            let mut stamp = 0;
            Box::new(move |position: &Small, nexts: &mut Vec<Small>| {
                stamp += 1;
                if stamp % 1024 == 1 {
                    watch.check()?;
                }
                let piece = compiled.piece(piece, Side::Us);
                let code = match mover {
                    Side::Us => &piece.us,
                    Side::Them => &piece.them,
                };
                let inputs = Inputs {
                    position,
                    stamp,
                    past: &Past::of_root(position, stamp),
                    depth: 0,
                    the_move: None,
                };
                let moves = machine.select(code, &inputs, &mut NoEnvironment)?;
                nexts.extend(moves.into_iter().map(|m| chess.play(position, m)));
                Ok(())
            })
        })?;
        let lists = Arc::new(lists);
        let known = ((list, mover), Arc::clone(&lists));
        self.listed.push_back(known);
        Ok(lists)
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
