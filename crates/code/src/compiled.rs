//! Compiled advice: expressions as code for a small register machine, constraints as steps on lists of moves.
//!
//! Definitions are written out where they are called, so code never calls code. Whether a value is missing is a matter
//! of where the code jumps, not of a flag beside each value. The viewer (`our`, `their`) is fixed at compile time.

mod lanes;

use std::ops::Range;
use std::sync::Arc;

use domain::{BySide, Fast, Man, N_ARGS, N_ONLY_MEN, Native, RawArgs, Rules, Side, Type, WordId};

pub(crate) use lanes::{
    Below, KeptBlock, KeptBy, KeptPart, LaneCode, LaneKind, LanePart, LaneStep, MAX_STEPS,
    N_ANSWERS, OfClasses, RowOfItem, RowOfPair,
};
use lang::checked::{Convention, DefinitionId, Depth, Membership, Operation, PieceId, Reads};

/// A register, and a place in the code.
pub(crate) type Reg = u16;
pub(crate) type Address = u32;

/// An address from here on is no place: the code ends, and the rest of the address is its answer.
pub(crate) const ANSWERS: Address = Address::MAX - 0xff;

/// The arguments of a word.
pub(crate) type ArgRegs = [Reg; N_ARGS];

/// The first arguments of a word, with `none` for those that it does not take.
pub(crate) fn all_args<T: Copy, const N: usize>(first: [T; N], none: T) -> [T; N_ARGS] {
    std::array::from_fn(|idx| first.get(idx).copied().unwrap_or(none))
}

/// The machine has a register for every `Reg`, so that no access needs a bounds check.
pub(crate) const MAX_REGS: usize = 1 << Reg::BITS;

/// At most this many registers hold constants.
pub(crate) const MAX_CONSTANTS: usize = 256;

/// The first of the registers for men of which a side has just one.
pub(crate) const FIRST_MAN: usize = MAX_REGS - MAX_CONSTANTS - N_ONLY_MEN;

/// Does this register hold a constant?
pub(crate) fn is_constant(reg: Reg) -> bool {
    usize::from(reg) >= MAX_REGS - MAX_CONSTANTS
}

/// The table entry for a missing value.
pub(crate) const NO_VALUE: u8 = u8::MAX;

/// An order by shape has at most this many directions, so that a direction and a key fit into 32 bits.
pub(crate) const MAX_DIRECTIONS: usize = 1 << 14;

/// Which position an instruction looks at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum When {
    Now,
    Before,
    Root,
    After,
}

/// The meaning of a word in its fastest form.
pub(crate) enum WordCode<D: Fast> {
    Native(Native<D::Position, D::Move>),
    /// Evaluated through values, for domains that offer no plain function.
    Slow(WordId),
}

impl<D: Fast> Clone for WordCode<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Fast> Copy for WordCode<D> {}

/// A word about a position as a plain function, and one about a move.
pub(crate) type PositionFn<D> = fn(&<D as Rules>::Position, Side, RawArgs) -> Option<u64>;
pub(crate) type MoveFn<D> =
    fn(&<D as Rules>::Position, <D as Rules>::Move, Side, RawArgs) -> Option<u64>;

/// A word of a side, a word that is the same in every position, and a word about the position after a move.
pub(crate) type SideFn<D> = fn(&<D as Rules>::Position) -> Option<u64>;
pub(crate) type TimelessFn = fn(Side, RawArgs) -> Option<u64>;
pub(crate) type AfterFn<D> = fn(&<D as Rules>::Position) -> Option<u64>;

/// A word that does not depend on the position, as a table over items or pairs of items: for words that always have a
/// small value and sorts of at most 64 items. The first of a pair is in the high bits of the index.
pub(crate) type OfItem = Arc<[u8; 64]>;
pub(crate) type OfPair = Arc<[u8; 64 * 64]>;

/// The same where the value is a set that fits into a word.
pub(crate) type SetOfPair = Arc<[u64; 64 * 64]>;

/// The same for up to three numbers from 0 to 15; the caller checks the range. 255 is no value.
pub(crate) type OfNumbers = Arc<[u8; 16 * 16 * 16]>;

/// A word about numbers as a table; the function is called only for numbers outside the table.
#[derive(Clone)]
pub(crate) struct NumberTable {
    pub(crate) table: OfNumbers,
    pub(crate) word: TimelessFn,
    pub(crate) viewer: Side,
    /// An argument that is itself looked up: then the register holds an item, and the number is that item's.
    pub(crate) of_items: [Option<OfItem>; N_ARGS],
}

/// An operand of a comparison: a register, or the table entry of two items.
#[derive(Clone)]
pub(crate) struct Operand {
    pub(crate) table: Option<OfPair>,
    pub(crate) a: Reg,
    pub(crate) b: Reg,
}

impl Operand {
    /// A plain register.
    pub(crate) fn of(reg: Reg) -> Operand {
        Operand {
            table: None,
            a: reg,
            b: reg,
        }
    }
}

/// A word about a side that is known, the register for its value, and where to go if there is none.
pub(crate) struct SideWord<D: Fast> {
    pub(crate) word: SideFn<D>,
    /// The man whose place it is, by its number in `only_men`.
    pub(crate) only_man: Option<usize>,
    pub(crate) to: Reg,
    pub(crate) missing: Address,
}

impl<D: Fast> Clone for SideWord<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Fast> Copy for SideWord<D> {}

/// A place or a set of places in a register, and the register for its image.
pub(crate) struct TurnedPlace {
    pub(crate) from: Reg,
    pub(crate) to: Reg,
    pub(crate) is_set: bool,
}

/// A word about the shape of a move as a plain function.
pub(crate) type ShapeFn<D> = fn(<D as Rules>::Move, Side) -> Option<u64>;

/// Code that is asked of the images of a position, and what is turned with it. Code that reads nothing but where some men
/// stand finds them in registers, and the position need not be turned.
pub(crate) struct OfImages<D: Fast> {
    pub(crate) code: Code<D>,
    pub(crate) turned: Vec<TurnedPlace>,
    pub(crate) of_men: bool,
}

/// A definition about a position alone, as a side sees it: somebody may have found its value in another search. The code
/// is for the first who asks.
pub(crate) struct SharedValue<D: Fast> {
    pub(crate) definition: DefinitionId,
    pub(crate) viewer: Side,
    pub(crate) code: Code<D>,
}

/// A word about numbers that all are looked up for items. For each argument, what an item contributes to the index.
#[derive(Clone)]
pub(crate) struct NumbersOfItems {
    pub(crate) table: OfNumbers,
    pub(crate) places: [[u16; 64]; 3],
}

/// An instruction takes half a cache line, so that finding the next one is a shift.
pub(crate) const MAX_OP_SIZE: usize = 32;

/// An instruction. Where two places are named, the first is for "yes".
#[rustfmt::skip]
pub(crate) enum Op<D: Fast> {
    Constant { to: Reg, raw: u64 },
    Copy { to: Reg, from: Reg },
    Arithmetic { operation: Operation, to: Reg, a: Reg, b: Reg, missing: Address },
    Negate { to: Reg, a: Reg, missing: Address },
    Abs { to: Reg, a: Reg, missing: Address },
    Sign { to: Reg, a: Reg },
    Min { to: Reg, a: Reg, b: Reg },
    Max { to: Reg, a: Reg, b: Reg },
    /// A word of the domain about a position.
    Word { word: PositionFn<D>, when: When, viewer: Side, to: Reg, args: ArgRegs, missing: Address },
    /// A word of the domain about the move in question.
    MoveWord { word: MoveFn<D>, viewer: Side, to: Reg, args: ArgRegs, missing: Address },
    /// A word of the domain about the shape of the move in question.
    ShapeWord { word: ShapeFn<D>, viewer: Side, to: Reg, missing: Address },
    /// A word of the domain about the position after the move in question.
    AfterWord { word: AfterFn<D>, to: Reg, missing: Address },
    /// Loads the men of which a side has just one into their registers; jumps if one of the needed ones is missing.
    OnlyMen { needed: u64, missing: Address },
    /// Words about sides known at compile time, in sequence, and a word about the side in a register.
    SideWords { when: When, words: Box<[SideWord<D>]> },
    AnySideWord { words: BySide<SideFn<D>>, when: When, side: Reg, to: Reg, missing: Address },
    /// A word of the domain that is the same in every position.
    Timeless { word: TimelessFn, viewer: Side, to: Reg, args: ArgRegs, missing: Address },
    OfItem { table: OfItem, to: Reg, a: Reg },
    OfPair { table: OfPair, to: Reg, a: Reg, b: Reg },
    SetOfPair { table: SetOfPair, to: Reg, a: Reg, b: Reg },
    /// The same where a pair may have no value.
    PerhapsOfPair { table: OfPair, to: Reg, a: Reg, b: Reg, missing: Address },
    /// Is a word true of a position, of the arguments, of the move?
    TestWord { word: PositionFn<D>, when: When, viewer: Side, args: ArgRegs, yes: Address, no: Address },
    TestTimeless { word: TimelessFn, viewer: Side, args: ArgRegs, yes: Address, no: Address },
    /// The same about numbers.
    OfNumbers { asked: Box<NumberTable>, to: Reg, args: ArgRegs, missing: Address },
    TestNumbers { asked: Box<NumberTable>, args: ArgRegs, yes: Address, no: Address },
    TestNumbersOfItems { asked: Box<NumbersOfItems>, items: [Reg; 3], yes: Address, no: Address },
    TestItem { table: OfItem, a: Reg, yes: Address, no: Address },
    TestPair { table: OfPair, a: Reg, b: Reg, yes: Address, no: Address },
    TestAfter { word: AfterFn<D>, yes: Address, no: Address },
    TestShape { word: ShapeFn<D>, viewer: Side, yes: Address, no: Address },
    /// A word for which the domain has no plain function.
    SlowWord { word: WordId, when: When, viewer: Side, to: Reg, args: ArgRegs, missing: Address },
    Depth { to: Reg },
    EmptySet { to: Reg },
    Union { to: Reg, a: Reg, b: Reg },
    Intersect { to: Reg, a: Reg, b: Reg },
    Without { to: Reg, a: Reg, b: Reg },
    Insert { set: Reg, item: Reg },
    Count { to: Reg, set: Reg },
    /// The first item of a set that has just one.
    Only { to: Reg, set: Reg, missing: Address },
    /// Takes the first item out of the set.
    Next { item: Reg, set: Reg, done: Address },
    /// Is the first equal to the second, or less? Every comparison is one of these, perhaps with operands swapped.
    Equal { a: Reg, b: Reg, yes: Address, no: Address },
    Less { a: Reg, b: Reg, yes: Address, no: Address },
    /// The same for values that come from tables.
    EqualLookedUp { operands: Box<[Operand; 2]>, yes: Address, no: Address },
    LessLookedUp { operands: Box<[Operand; 2]>, yes: Address, no: Address },
    /// Are two sets equal? (Only where sets do not fit into a word; otherwise `Equal` does it.)
    SameSet { a: Reg, b: Reg, yes: Address, no: Address },
    Test { a: Reg, yes: Address, no: Address },
    Contains { item: Reg, set: Reg, yes: Address, no: Address },
    IsEmpty { set: Reg, yes: Address, no: Address },
    IsTurn { when: When, side: Side, yes: Address, no: Address },
    NoMoves { when: When, yes: Address, no: Address },
    /// Is a word true of a position in which the side to move has no moves?
    TestWithoutMoves { word: fn(&D::Position) -> bool, when: When, yes: Address, no: Address },
    HasBefore { yes: Address, no: Address },
    /// Plays the move in question, for `after`.
    Play,
    Can { piece: PieceId, viewer: Side, when: When, yes: Address, no: Address },
    /// The value that an earlier evaluation remembered for the position before or at the root, if any.
    Recall { slot: u16, when: When, to: Reg, known: Address, missing: Address },
    Remember { slot: u16, when: When, from: Reg },
    RememberMissing { slot: u16, when: When },
    /// Is code true of the position or of one of its images?
    AnySide { asked: Box<OfImages<D>>, when: When, yes: Address, no: Address },
    /// The least or the greatest number that code gives in the positions after each move.
    OverMoves { asked: Box<Code<D>>, greatest: bool, when: When, to: Reg, missing: Address },
    /// The value of a definition that searches share.
    Shared { asked: Box<SharedValue<D>>, when: When, to: Reg, missing: Address },
    /// Clears what is known of values that a loop computes once.
    Clear { regs: Box<[Reg]> },
    /// What is known of such a value: nothing (0: go on and compute it), that it is there (1), that it is not (2).
    Once { state: Reg, yes: Address, no: Address },
    Jump(Address),
    /// The end: a truth or another number that is known here, a value, no value.
    Answer(u64),
    Give(Reg),
    GiveNothing,
}

/// The code of one expression.
pub struct Code<D: Fast> {
    pub(crate) ops: Vec<Op<D>>,
    pub(crate) ty: Type,
}

impl<D: Fast> Code<D> {
    /// The truth of an expression, if it is the same everywhere.
    #[inline]
    pub fn settled(&self) -> Option<bool> {
        match self.ops[..] {
            [Op::Answer(raw), ..] => Some(raw == 1),
            _ => None,
        }
    }

    /// The word and its viewer, if the code is nothing but one word about the shape of the move.
    pub(crate) fn shape_word(&self) -> Option<(ShapeFn<D>, Side)> {
        match &self.ops[..] {
            [Op::ShapeWord { word, viewer, .. }, Op::Give(_), ..] => Some((*word, *viewer)),
            _ => None,
        }
    }
}

/// A compiled constraint: a list of moves, and what is done to it.
pub struct Selector<D: Fast> {
    pub(crate) source: MoveSource<D>,
    /// Done at once, in order.
    pub(crate) steps: Vec<ListStep<D>>,
    /// Are these the moves of one kind of man, only ordered by shape?
    pub(crate) is_of_man_by_shape: bool,
    /// Do all deferred filters read nothing but the position after the move?
    pub(crate) asks_of_next_alone: bool,
    /// Evaluated for a move only when it is about to be tried.
    pub(crate) late_filters: Vec<Code<D>>,
    /// Evaluated after it has been played, since they read the position after it.
    pub(crate) after_filters: Vec<AfterFilter<D>>,
}

/// A filter that looks at the position after a move.
pub(crate) enum AfterFilter<D: Fast> {
    /// The negation of a word that is true only without legal moves: `not after.stalemate`, the most common filter.
    Not(fn(&D::Position) -> bool),
    /// A word of the domain about the position after a move.
    Is(WordId, AfterFn<D>),
    Code(Code<D>),
}

pub(crate) enum MoveSource<D: Fast> {
    Legal,
    None,
    Man(Man),
    Of(Code<D>),
    Walk {
        man: Man,
        targets: Code<D>,
        within: Option<Code<D>>,
    },
    Then(Vec<Selector<D>>),
    /// The first of these moves, as many as the code says.
    First(Vec<Selector<D>>, Code<D>),
    /// The moves of both, then those of the first alone, then those of the second alone.
    Joined(Vec<Selector<D>>, Vec<Selector<D>>),
}

pub(crate) enum ListStep<D: Fast> {
    Filter(Code<D>),
    Within(Within<D>),
    When(Code<D>),
    Sort {
        largest_first: bool,
        key: SortKey<D>,
    },
    Going {
        directions: Vec<(WordCode<D>, Side)>,
    },
    Shaped(ShapeOrder<D>),
}

/// By what a list is sorted.
pub(crate) enum SortKey<D: Fast> {
    /// Evaluated for the move.
    OfMove(Code<D>),
    /// Evaluated in the position after it, as if that were now.
    OfNext(Code<D>),
}

/// Only moves of which a word about their shape gives an item in the set, or not in the set.
pub(crate) struct Within<D: Fast> {
    pub(crate) word: ShapeFn<D>,
    pub(crate) viewer: Side,
    pub(crate) membership: Membership,
    pub(crate) set: Code<D>,
    /// The men on whose squares the set depends, if they are there and it depends on nothing else.
    pub(crate) of_men: Option<u64>,
    /// The set as the union of parts for which there are tables; empty if there are none.
    pub(crate) parts: Vec<Arc<SetPart<D>>>,
    /// The address of its expression, if it depends on no parameters: then it is the same set elsewhere.
    pub(crate) identity: Option<usize>,
}

/// A set that depends on where some men stand only through what is looked up for it, such as the lower rank of two:
/// there are so few cases that a table holds all of them.
pub(crate) struct SetPart<D: Fast> {
    pub(crate) code: Code<D>,
    pub(crate) inputs: [CaseInput; 2],
    /// How many cases there are, and the number of the table in the machine.
    pub(crate) n_cases: usize,
    pub(crate) table: usize,
}

/// What the places of two men, or twice the place of one, contribute to the number of a case.
pub(crate) struct CaseInput {
    pub(crate) men: [Reg; 2],
    pub(crate) places: Box<[u16; 64 * 64]>,
}

/// The squares of at most so many men fit into the key of a table.
pub(crate) const MAX_KEY_MEN: u32 = 10;

/// A table has at most this many cases.
pub(crate) const MAX_CASES: usize = 64 * 64;

/// A choice and an order that depend on the shapes of moves alone: worked out once for each shape.
pub(crate) struct ShapeOrder<D: Fast> {
    /// The index of its table in the machine.
    pub(crate) table: usize,
    /// The choice that comes first, if there is one.
    pub(crate) within: Option<Within<D>>,
    pub(crate) sort: Option<(ShapeFn<D>, Side, bool)>,
    /// Empty: all directions.
    pub(crate) directions: Vec<(ShapeFn<D>, Side)>,
}

/// May a selector list a move that one before it has listed?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repeats {
    Never,
    /// A man's move that a selector for the same man has listed.
    ByMan,
    Somehow,
}

/// The moves of one side: selectors one after the other.
pub struct Constraint<D: Fast> {
    pub(crate) selectors: Vec<Selector<D>>,
    pub(crate) repeats: Repeats,
    /// Is it just `any`?
    pub(crate) is_any: bool,
}

impl<D: Fast> Selector<D> {
    /// The order by shape in which it lists the targets of a man, if it has one.
    #[inline]
    pub(crate) fn order_of_targets(&self) -> Option<&ShapeOrder<D>> {
        match &self.steps[..] {
            [ListStep::Shaped(order)] => Some(order),
            _ => None,
        }
    }

    /// The men that must be there, if it lists the targets of one man by where they stand, at no cost, and passes them
    /// by the position after the move alone.
    pub(crate) fn free_list_of_man(&self) -> Option<u64> {
        if !self.is_of_man_by_shape || !self.asks_of_next_alone {
            return None;
        }
        match &self.steps[..] {
            [] => Some(0),
            [ListStep::Shaped(order)] => match &order.within {
                None => Some(0),
                Some(within) => within.of_men,
            },
            _ => None,
        }
    }
}

impl<D: Fast> Constraint<D> {
    /// Its selectors, which are tried one after the other.
    pub fn selectors(&self) -> &[Selector<D>] {
        &self.selectors
    }

    /// May a selector list a move that one before it has listed? Such a move is tried once.
    pub fn may_repeat(&self) -> bool {
        self.repeats != Repeats::Never
    }

    /// Is it one list of all legal moves, in an order for which something is evaluated for each of them? Then some of them
    /// can be put in order without the others.
    pub fn is_costly_order(&self) -> bool {
        let [only] = &self.selectors[..] else {
            return false;
        };
        let mut steps = only.steps.iter();
        matches!(only.source, MoveSource::Legal)
            && only.late_filters.is_empty()
            && only.after_filters.is_empty()
            && !only.steps.is_empty()
            && steps.all(|step| matches!(step, ListStep::Sort { .. }))
    }

    /// Does it permit every legal move, in the domain's order?
    pub fn is_any(&self) -> bool {
        self.is_any
    }
}

/// How a position stands with respect to a piece of advice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reached {
    /// It breaks HG.
    Broken,
    /// It keeps HG, and BG is reached.
    Better,
    /// It keeps HG, and BG is not reached yet.
    Neither,
}

/// The goals of a piece where it is one side's move.
pub struct Goals<D: Fast> {
    /// BG.
    pub better: Code<D>,
    /// HG.
    pub holding: Code<D>,
    /// First HG, then BG; common parts are computed once.
    pub(crate) both: Code<D>,
    /// The same for all targets of a man that has just moved, where there is such code.
    pub(crate) lanes: Vec<(Man, LaneCode<D>)>,
    /// How all moves that lead here are decided at once, if they can be.
    pub(crate) lists: Option<LaneLists>,
}

/// A constraint of which all selectors list the targets of men, at no cost, man by man.
pub(crate) struct LaneLists {
    pub(crate) of_men: Vec<LaneList>,
    /// The men that must be there, by their numbers in `only_men`.
    pub(crate) needed: u64,
    /// Is all code for these men decided by where all of them stand?
    pub(crate) is_of_all_men: bool,
}

/// Selectors that follow each other and list the targets of one man.
pub(crate) struct LaneList {
    pub(crate) man: Man,
    pub(crate) selectors: Range<usize>,
    /// The index of the code for this man.
    pub(crate) lanes: usize,
    /// Has a list before this one tried moves of this man, or will one after it?
    pub(crate) is_one_of_many: bool,
}

/// Constraints that speak of more men are not decided at once.
pub(crate) const MAX_LANE_MEN: usize = 4;

/// How a compiled piece without a bound ends.
pub enum EndlessCode<D: Fast> {
    /// Never.
    ForEver,
    /// With the better goal.
    HoweverLong,
    /// With a smaller number where it is our move.
    MakeSmaller(Code<D>),
}

/// A compiled piece of advice, for one of the two sides.
pub struct Advice<D: Fast> {
    /// The goals, by whose move it is.
    pub goals: BySide<Goals<D>>,
    /// UMC.
    pub us: Constraint<D>,
    /// TMC.
    pub them: Constraint<D>,
    /// MAXD.
    pub depth: Option<Depth>,
    /// How it ends if it has no bound and is decided over all positions.
    pub endless: Option<EndlessCode<D>>,
    /// How the papers' open questions are answered.
    pub convention: Convention,
    /// What it looks at beside the position.
    pub reads: Reads,
    /// Are all our moves lists of targets that are decided at once, where only our goals after them are looked at and every
    /// reply is permitted? Then a search of it may be made of sets.
    pub is_of_lists: bool,
}

/// A compiled rule of a table.
pub struct Rule<D: Fast> {
    /// `None` always holds.
    pub condition: Option<Code<D>>,
    /// The pieces, each with its guard.
    pub entries: Vec<(PieceId, Option<Code<D>>)>,
}

/// A compiled program: all that a search needs. It can be shared between threads.
pub struct Program<D: Fast> {
    /// The domain.
    pub domain: D,
    /// The program it was made from.
    pub checked: Arc<lang::checked::Program>,
    /// Each piece for us, and for them where another piece asks about that.
    pub(crate) pieces: Vec<[Option<Advice<D>>; 2]>,
    /// Which positions with the men of its header it is about; none: all of them.
    pub positions: Option<Code<D>>,
    /// The rules of each table, seen from our side.
    pub tables: Vec<Vec<Rule<D>>>,
    /// For each definition: do searches share its value? Empty if nothing is shared.
    pub shared: Vec<bool>,
    /// Expressions beside the tables that somebody wants to have evaluated.
    pub truths: Vec<Code<D>>,
    /// The number of slots for remembered values.
    pub(crate) n_slots: usize,
    /// How many orders by shape there are, tables of answers, and tables of sets.
    pub(crate) n_tables: usize,
    pub(crate) n_answer_tables: usize,
    pub(crate) n_set_tables: usize,
    /// Constants that are preloaded into the last registers.
    pub(crate) constants: Vec<u64>,
}

impl<D: Fast> Program<D> {
    /// A piece as this side uses it.
    pub fn piece(&self, piece: PieceId, viewer: Side) -> &Advice<D> {
        self.pieces[piece.0 as usize][usize::from(viewer == Side::Them)]
            .as_ref()
            .expect("every piece that is asked about was compiled for that side")
    }
}
