//! Code for all targets of one man at once: where the positions after its moves differ in nothing but its square, a
//! condition is a set of squares.
//!
//! Every target is a *lane*, a bit of a word. The code is steps in order; each has the lanes that have come to it, tests
//! them together, and passes them on to later steps or to answers. What does not depend on the man that moves is the
//! same in all lanes, and is computed once by ordinary code.

use std::ops::Range;
use std::sync::Arc;

use domain::{Fast, N_ONLY_MEN};

use super::{Code, FIRST_MAN, NumbersOfItems, OfPair, Operand, Reg};

/// Code gives one of so many answers.
pub(crate) const N_ANSWERS: usize = 3;

/// Code with more steps has no lanes.
pub(crate) const MAX_STEPS: usize = 29;

/// For each item, or each pair of items, the lanes in which something is true.
pub(crate) type RowOfItem = Arc<[u64; 64]>;
pub(crate) type RowOfPair = Arc<[u64; 64 * 64]>;

/// The code of a truth or of goals, for the positions after the quiet moves of one man.
pub(crate) struct LaneCode<D: Fast> {
    /// The men that must be there, by their numbers in `only_men`.
    pub(crate) needed: u64,
    pub(crate) steps: Vec<LaneStep<D>>,
    /// Where all lanes begin.
    pub(crate) first: u8,
    /// The first part, if its answers are kept.
    pub(crate) kept: Option<KeptPart>,
    /// The other parts, one after the other: lanes that get no answer in one go on at the beginning of the next.
    pub(crate) parts: Vec<LanePart>,
    /// Does the first part decide everything by the squares of all the men that the code needs, where the other side has
    /// a move?
    pub(crate) is_of_all_men: bool,
}

/// Steps that follow each other. No other step leads to one of them but the first.
pub(crate) enum LanePart {
    Kept(KeptPart),
    Run(Range<usize>),
}

/// Steps whose answers depend on nothing but the squares of some other men, so that the machine keeps them.
#[derive(Clone)]
pub(crate) struct KeptPart {
    pub(crate) steps: Range<usize>,
    /// The number of their table in the machine.
    pub(crate) table: usize,
    pub(crate) by: KeptBy,
    /// Are these all the men that the code needs beside the one that moves?
    pub(crate) is_by_all: bool,
}

/// By what answers are found in their table.
#[derive(Clone, Copy)]
pub(crate) enum KeptBy {
    /// The squares of two men: the table has room for all of them.
    Pair(Reg, Reg),
    /// The squares of more men, by their numbers in `only_men`.
    Men(u64),
}

impl KeptBy {
    pub(crate) fn of(men: u64) -> KeptBy {
        let mut those = (0..N_ONLY_MEN).filter(|idx| men >> idx & 1 != 0);
        let mut reg = || those.next().map(|idx| (FIRST_MAN + idx) as Reg);
        match (reg(), reg(), reg()) {
            (_, _, Some(_)) => KeptBy::Men(men),
            (Some(a), Some(b), None) => KeptBy::Pair(a, b),
            (Some(a), None, None) => KeptBy::Pair(a, a),
            // Nobody: any place in the table will do.
            (None, _, None) => KeptBy::Pair(FIRST_MAN as Reg, FIRST_MAN as Reg),
        }
    }
}

/// A step. Places are numbered from the answers on.
pub(crate) struct LaneStep<D: Fast> {
    pub(crate) kind: LaneKind<D>,
    pub(crate) yes: u8,
    pub(crate) no: u8,
}

/// What a step tests.
pub(crate) enum LaneKind<D: Fast> {
    /// Known when the code was made.
    Fixed(u64),
    /// Looked up for what is the same in all lanes.
    OfItem {
        rows: RowOfItem,
        of: Reg,
    },
    OfPair {
        rows: RowOfPair,
        a: Reg,
        b: Reg,
    },
    OfClasses {
        asked: Arc<OfClasses>,
        a: Reg,
        b: Reg,
    },
    /// Does the man stand there, or on one of these squares?
    Is(Reg),
    InSet(Reg),
    /// Is a number that depends on the man less than one that does not? Or not greater, or equal?
    Less {
        rows: Arc<Below>,
        of: Reg,
        number: Operand,
    },
    AtMost {
        rows: Arc<Below>,
        of: Reg,
        number: Operand,
    },
    Equal {
        rows: Arc<Below>,
        of: Reg,
        number: Operand,
    },
    /// The same of two numbers, a table entry or a word about numbers that do not depend on the man.
    Compare {
        operands: Box<[Operand; 2]>,
        is_less: bool,
    },
    TestPair {
        table: OfPair,
        a: Reg,
        b: Reg,
    },
    TestNumbers {
        asked: Box<NumbersOfItems>,
        items: [Reg; 3],
    },
    /// Has the side to move no legal move?
    NoMoves,
    /// A word about a position without moves, asked for one lane after the other.
    WithoutMoves(fn(&D::Position) -> bool),
    /// What is the same in all lanes: the code answers with the index of the place where they go on.
    Same {
        code: Code<D>,
        places: Box<[u8]>,
        kept: Option<KeptBlock>,
    },
}

/// A block that depends on nothing but the squares of one or two men, so that the machine keeps what comes of it.
#[derive(Clone, Copy)]
pub(crate) struct KeptBlock {
    /// The number of its table in the machine.
    pub(crate) table: usize,
    pub(crate) men: [Reg; 2],
    /// The register that it sets for other steps.
    pub(crate) to: Option<Reg>,
}

/// Lanes by the classes of two items, of which there are up to 16 each.
pub(crate) struct OfClasses {
    pub(crate) classes: [[u8; 64]; 2],
    pub(crate) rows: [u64; 16 * 16],
}

/// For each item and each number up to the largest: the lanes with a smaller number.
pub(crate) struct Below {
    /// How many there are for an item: the last is for all greater numbers.
    pub(crate) n: usize,
    pub(crate) rows: Vec<u64>,
}

impl Below {
    /// The lanes in which the number for this item is below another.
    #[inline]
    pub(crate) fn lanes(&self, item: u64, number: i64) -> u64 {
        let number = number.clamp(0, self.n as i64 - 1) as usize;
        self.rows[(item % 64) as usize * self.n + number]
    }
}
