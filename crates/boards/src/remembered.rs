//! What pieces came to in all positions of one ending, two bits each.
//!
//! The verifier asks about every position, and the searches meet again and again. With verdicts kept in a table for each
//! piece and each number of plies left, a node is expanded once for all of them.

use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use chess::{Chess, Small};
use domain::{Side, Stopped, Watch};
use lang::checked::{DefinitionId, PieceId, Program};
use proof::Verdict;
use search::{Foresight, Memory, MemoryNode};
use solve::{
    BytesToSolve, ChoicesOfWord, NodeOfPiece, SharedValues, Solution, TableChoice, Which,
    bytes_to_solve, solve,
};
use verify::{Index, Material, Terrain};

/// All tables together take no more bytes than this; what does not fit is forgotten.
const MAX_BYTES: usize = 512 << 20;

/// How many bytes may be taken by what is remembered only to be faster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpareMemory {
    /// While all positions are asked about.
    pub asking: usize,
    /// Afterwards, when what was remembered has been forgotten.
    pub judging: usize,
}

/// Bytes that are given away, to all endings together.
pub(crate) struct Purse {
    used: AtomicUsize,
    most: usize,
}

impl Purse {
    pub(crate) fn new(most: usize) -> Arc<Purse> {
        Arc::new(Purse {
            used: AtomicUsize::new(0),
            most,
        })
    }

    /// Is there room for so many bytes more?
    fn fit(&self, n_bytes: usize) -> bool {
        let used = self.used.fetch_add(n_bytes, Ordering::Relaxed);
        let fits = used.saturating_add(n_bytes) <= self.most;
        if !fits {
            self.used.fetch_sub(n_bytes, Ordering::Relaxed);
        }
        fits
    }
}

/// Pieces with deeper bounds are not remembered that far from the end.
const MAX_PLIES: usize = 32;

/// Verdicts over the positions of one ending.
pub struct Remembered {
    index: Index,
    /// By piece, side and plies left; made when they are first needed. Those that do not fit stay empty.
    tables: Vec<OnceLock<Box<[AtomicU8]>>>,
    /// By piece and side: whether it can be satisfied where a goal has asked.
    asked: Vec<OnceLock<Box<[AtomicU8]>>>,
    values: SharedValues,
    /// Where the bytes of all tables come from.
    purse: Arc<Purse>,
    /// What was found out about all positions at once, for pieces that we follow.
    solution: OnceLock<Option<Arc<Solution>>>,
}

/// What is remembered about an ending, for whoever asks about it now. It can be forgotten while nobody does.
pub struct Recollection {
    now: RwLock<Arc<Remembered>>,
    solution: OnceLock<Option<Arc<Solution>>>,
}

impl Recollection {
    pub(crate) fn new(remembered: Remembered) -> Recollection {
        Recollection {
            now: RwLock::new(Arc::new(remembered)),
            solution: OnceLock::new(),
        }
    }

    /// What is remembered now.
    pub fn now(&self) -> Arc<Remembered> {
        let now = self.now.read();
        // Nobody panics while it is replaced.
        Arc::clone(&now.unwrap_or_else(PoisonError::into_inner))
    }

    /// Forgets everything but what was found out about all positions at once. What is remembered from now on takes its
    /// bytes from a purse, or as many as usual.
    pub(crate) fn forget(&self, purse: Option<&Arc<Purse>>) {
        let now = self.now.write();
        let mut now = now.unwrap_or_else(PoisonError::into_inner);
        *now = Arc::new(now.emptied(purse));
    }

    /// Solves the pieces of the program for all positions, where that can be done.
    pub(crate) fn solve(
        &self,
        chess: &Chess<Small>,
        program: &Program,
        watch: &Watch,
    ) -> Result<(), Stopped> {
        let remembered = self.now();
        remembered.solve(chess, program, watch)?;
        if let Some(solution) = remembered.solution.get() {
            // Whoever is second has found the same.
            let _ = self.solution.set(solution.clone());
        }
        Ok(())
    }

    /// The ending as sets, if it was solved as such.
    pub fn terrain(&self) -> Option<&Terrain> {
        Some(self.solution.get()?.as_ref()?.terrain())
    }
}

impl Remembered {
    /// A bound on the bytes for what the pieces of a program come to, and the definitions that are shared.
    pub fn most_bytes(program: &Program, shared: &[bool], index: Index) -> u64 {
        let n_tables = program.pieces.iter().map(|piece| {
            let plies = |side| piece.depth.map(|depth| depth.plies(side));
            let plies = plies(Side::Us).max(plies(Side::Them));
            let plies = plies.map_or(MAX_PLIES, |plies| usize::from(plies) + 1);
            // And one for what goals ask.
            2 * (plies.min(MAX_PLIES) + 1)
        });
        let verdicts = (n_tables.sum::<usize>() * (index.n_numbers() / 4)) as u64;
        let values = SharedValues::most_bytes(program, shared, index);
        (verdicts + values).min(MAX_BYTES as u64)
    }

    /// A bound on the bytes for solving a program.
    pub fn bytes_to_solve(program: &Program, material: Material) -> BytesToSolve {
        bytes_to_solve(&Chess::new(), program, material, MAX_BYTES)
    }

    /// Room for what the pieces and definitions of a program come to.
    pub fn new(program: &Program, index: Index) -> Remembered {
        let n_pieces = program.pieces.len();
        let unmade = |n| (0..n).map(|_| OnceLock::new()).collect();
        Remembered {
            index,
            tables: unmade(n_pieces * 2 * MAX_PLIES),
            asked: unmade(n_pieces * 2),
            values: SharedValues::new(program, index),
            purse: Purse::new(MAX_BYTES),
            solution: OnceLock::new(),
        }
    }

    /// The same, where nothing is remembered but what was found out about all positions at once, with bytes from a purse
    /// or as many as usual.
    fn emptied(&self, purse: Option<&Arc<Purse>>) -> Remembered {
        let unmade = |tables: &[_]| tables.iter().map(|_| OnceLock::new()).collect();
        Remembered {
            index: self.index,
            tables: unmade(&self.tables),
            asked: unmade(&self.asked),
            values: self.values.emptied(),
            purse: purse.map_or_else(|| Purse::new(MAX_BYTES), Arc::clone),
            solution: self.solution.clone(),
        }
    }

    /// Solves the pieces of the program for all positions, where that can be done.
    pub fn solve(
        &self,
        chess: &Chess<Small>,
        program: &Program,
        watch: &Watch,
    ) -> Result<(), Stopped> {
        let solution = solve(
            chess,
            program,
            self.index.material(),
            Which::All,
            MAX_BYTES,
            watch,
        )?;
        // Whoever is second has found the same.
        let _ = self.solution.set(solution.map(Arc::new));
        Ok(())
    }

    /// What the table plays in a position with us to move, as far as it was solved.
    pub(crate) fn choice(&self, position: &Small) -> TableChoice {
        let solution = self.solution_for(Side::Us);
        solution.map_or(TableChoice::Ask, |solution| solution.choice(position))
    }

    /// The same in some positions of a word of numbers, if the pieces were solved.
    pub(crate) fn choices_of_word(&self, at: usize, among: u64) -> Option<ChoicesOfWord<'_>> {
        let solution = self.solution_for(Side::Us)?;
        Some(solution.choices_of_word(at, among))
    }

    #[inline]
    fn solution_for(&self, us: Side) -> Option<&Solution> {
        let solution = self.solution.get()?.as_deref();
        solution.filter(|_| us == Side::Us)
    }

    /// The byte of a node, and how far up its two bits stand.
    fn place(&self, node: &MemoryNode<'_, Small>) -> Option<(&AtomicU8, u32)> {
        let plies = node.plies_left as usize;
        // A table is the same for every root.
        if plies >= MAX_PLIES || node.root.is_some() {
            return None;
        }
        let table = self.tables[of_side(node.piece, node.us) * MAX_PLIES + plies]
            .get_or_init(|| self.table());
        self.entry(table, node.position)
    }

    /// The byte of a position in a table, and how far up its two bits stand.
    fn entry<'t>(&self, table: &'t [AtomicU8], position: &Small) -> Option<(&'t AtomicU8, u32)> {
        let number = self.index.of(position)?;
        Some((table.get(number / 4)?, (number % 4 * 2) as u32))
    }

    fn table(&self) -> Box<[AtomicU8]> {
        let n_bytes = self.index.n_numbers() / 4;
        (0..if self.purse.fit(n_bytes) { n_bytes } else { 0 })
            .map(|_| AtomicU8::new(0))
            .collect()
    }
}

/// An index for a piece and whoever follows it.
fn of_side(piece: PieceId, us: Side) -> usize {
    let side = match us {
        Side::Us => 0,
        Side::Them => 1,
    };
    piece.0 as usize * 2 + side
}

/// What two bits say of a question of a goal.
const CAN: u8 = 1;
const CANNOT: u8 = 2;

impl Foresight<Small> for Remembered {
    fn moves_needed(
        &self,
        piece: PieceId,
        position: &Small,
        _watch: &Watch,
    ) -> Result<Option<u32>, Stopped> {
        let solution = self.solution_for(Side::Us).ok_or(Stopped::Endless)?;
        solution
            .moves_needed()
            .at(piece, position)
            .ok_or(Stopped::Endless)
    }

    fn knows_what_remains(&self, piece: PieceId) -> bool {
        let solution = self.solution_for(Side::Us);
        solution.is_some_and(|solution| solution.knows_what_remains(piece))
    }

    fn remain_within(&self, piece: PieceId, position: &Small, moves: u32) -> Option<bool> {
        let solution = self.solution_for(Side::Us)?;
        solution.remain_within(piece, position, moves)
    }
}

impl Memory<Small> for Remembered {
    fn stands(&self, node: MemoryNode<'_, Small>) -> Option<bool> {
        let solution = self.solution_for(node.us)?;
        solution.stands(&node_of_piece(&node))
    }

    fn can(&self, piece: PieceId, us: Side, position: &Small) -> Option<bool> {
        let solution = self.solution_for(us);
        let solved = solution.and_then(|solution| solution.can(piece, position));
        solved.or_else(|| {
            let (byte, shift) = self.entry(self.asked[of_side(piece, us)].get()?, position)?;
            match byte.load(Ordering::Relaxed) >> shift & 3 {
                CAN => Some(true),
                CANNOT => Some(false),
                _ => None,
            }
        })
    }

    fn learn(&self, piece: PieceId, us: Side, position: &Small, can: bool) {
        let table = self.asked[of_side(piece, us)].get_or_init(|| self.table());
        if let Some((byte, shift)) = self.entry(table, position) {
            let bits = if can { CAN } else { CANNOT };
            // Every thread that asks finds the same.
            byte.fetch_or(bits << shift, Ordering::Relaxed);
        }
    }

    fn value(&self, definition: DefinitionId, us: Side, position: &Small) -> Option<Option<u64>> {
        self.values.get(definition, us, self.index.of(position)?)
    }

    fn learn_value(
        &self,
        definition: DefinitionId,
        us: Side,
        position: &Small,
        value: Option<u64>,
    ) {
        if let Some(number) = self.index.of(position) {
            let grant = |n_bytes| self.purse.fit(n_bytes);
            self.values.learn(definition, us, number, value, grant);
        }
    }

    fn recall(&self, node: MemoryNode<'_, Small>) -> Option<Verdict> {
        let solution = self.solution_for(node.us);
        let solved = solution.and_then(|solution| solution.expands(&node_of_piece(&node)));
        if let Some(succeeds) = solved {
            // What fails here may succeed with a deeper bound: sets do not tell.
            return Some(match succeeds {
                true => Verdict::Satisfied,
                false => Verdict::Cut,
            });
        }
        let (byte, shift) = self.place(&node)?;
        match byte.load(Ordering::Relaxed) >> shift & 3 {
            0 => None,
            1 => Some(Verdict::Satisfied),
            2 => Some(Verdict::Refuted),
            _ => Some(Verdict::Cut),
        }
    }

    fn remember(&self, node: MemoryNode<'_, Small>, verdict: Verdict) {
        let solution = self.solution_for(node.us);
        let is_solved = solution.is_some_and(|solution| {
            let solved = solution.expands(&node_of_piece(&node));
            solved.is_some()
        });
        if is_solved {
            return;
        }
        let Some((byte, shift)) = self.place(&node) else {
            return;
        };
        let bits: u8 = match verdict {
            Verdict::Satisfied => 1,
            Verdict::Refuted => 2,
            Verdict::Cut => 3,
        };
        // Every thread that comes to a node finds the same verdict, so nothing is ever overwritten.
        byte.fetch_or(bits << shift, Ordering::Relaxed);
    }
}

fn node_of_piece<'n>(node: &MemoryNode<'n, Small>) -> NodeOfPiece<'n> {
    NodeOfPiece {
        piece: node.piece,
        plies_left: node.plies_left,
        position: node.position,
        root: node.root,
    }
}
