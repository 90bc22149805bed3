//! Pieces without a bound, solved for all positions of their ending when they are first needed.
//!
//! What was found is kept for as long as the program runs, by the digest of the pieces: a chapter that is asked about
//! many positions, or opened twice, is solved once. Whoever has a place to keep it for longer gives a [`SetStore`].

use std::any::Any;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use chess::{AnyBoard, Chess, Small};
use code::compiled;
use documents::digest_of_pieces;
use domain::{Domain, Game as _, Stopped, Watch};
use lang::checked::{PieceId, Program};
use search::{Engine, Foresight, Options};
use solve::{MovesNeeded, Which, solve};
use verify::Material;

/// An engine that knows how long pieces without a bound take, if the program has any.
#[inline(never)]
pub fn engine<D: Domain>(compiled: &Arc<compiled::Program<D>>, options: Options) -> Engine<D> {
    let program = &compiled.checked;
    let engine = Engine::new(compiled, options);
    if program.pieces.iter().all(|piece| piece.endless.is_none()) {
        return engine;
    }
    engine.with_foresight(Arc::new(Foreseen {
        program: Arc::clone(program),
        digest: digest_of_pieces(Chess::<Small>::new().vocabulary(), program).to_string(),
    }))
}

/// Knows how long the pieces of a program take.
struct Foreseen {
    program: Arc<Program>,
    /// Of the pieces. Made once: a piece is asked about after every move and every reply.
    digest: String,
}

/// At most this many solutions are kept; the oldest goes first.
const MAX_KEPT: usize = 6;

/// Sets for one ending take no more bytes than this.
const MAX_BYTES: usize = 1 << 30;

/// A solution, by the digest of the pieces and the men.
type KeptSolution = (String, Material, Arc<MovesNeeded>);

static KEPT: LazyLock<Mutex<Vec<KeptSolution>>> = LazyLock::new(Mutex::default);

/// A place where what took long to find out is kept from one run to the next. It may lose everything, and what it hands
/// out is checked.
pub trait SetStore: Send + Sync {
    /// What is kept under a name of letters, digits and hyphens, unless it has more bytes than this.
    fn take(&self, name: &str, most_bytes: u64) -> Option<Vec<u8>>;

    /// Keeps bytes under a name.
    fn put(&self, name: &str, bytes: &[u8]);
}

static STORE: OnceLock<Box<dyn SetStore>> = OnceLock::new();

/// From now on, what is found out about all positions of an ending is kept here too. The first store stays.
pub fn keep_on(store: Box<dyn SetStore>) {
    let _ = STORE.set(store);
}

/// An ending with fewer men is solved in less time than it takes to read what was kept.
const FEWEST_MEN_TO_KEEP: usize = 4;

impl Foreseen {
    /// The ending whose solution covers a position: its own if a table is for it, else that of the chapter.
    fn ending(&self, position: &Small) -> Option<Material> {
        let here = Material::of(position);
        let tables = self.program.tables.iter();
        let mut men = tables.filter_map(|table| Material::of_header(&table.header));
        match men.any(|men| men == here) {
            true => Some(here),
            false => Material::of_header(&self.program.header),
        }
    }

    /// What was found out about an ending, in this run or in an earlier one.
    fn solution(&self, material: Material, watch: &Watch) -> Result<Arc<MovesNeeded>, Stopped> {
        // Whoever comes second waits for the first: both would find the same.
        let mut kept = KEPT.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let known = kept
            .iter()
            .find(|(of, men, _)| *of == self.digest && *men == material);
        if let Some((_, _, solution)) = known {
            return Ok(Arc::clone(solution));
        }
        let solution = Arc::new(self.kept_or_solved(material, watch)?);
        if kept.len() == MAX_KEPT {
            kept.remove(0);
        }
        kept.push((self.digest.clone(), material, Arc::clone(&solution)));
        Ok(solution)
    }

    fn kept_or_solved(&self, material: Material, watch: &Watch) -> Result<MovesNeeded, Stopped> {
        let store = STORE
            .get()
            .filter(|_| material.n_men() >= FEWEST_MEN_TO_KEEP);
        let name = format!("{}-{material}", self.digest);
        let most_bytes = MovesNeeded::most_bytes(material, self.program.pieces.len());
        let bytes = store.and_then(|store| store.take(&name, most_bytes));
        if let Some(known) = bytes.and_then(|bytes| MovesNeeded::from_bytes(material, &bytes)) {
            return Ok(known);
        }
        let solution = solve(
            &Chess::<Small>::new(),
            &self.program,
            material,
            Which::Endless,
            MAX_BYTES,
            watch,
        )?;
        let solution = solution.ok_or(Stopped::Endless)?.into_moves_needed();
        if let Some(store) = store {
            store.put(&name, &solution.to_bytes());
        }
        Ok(solution)
    }
}

impl<P: 'static> Foresight<P> for Foreseen {
    fn moves_needed(
        &self,
        piece: PieceId,
        position: &P,
        watch: &Watch,
    ) -> Result<Option<u32>, Stopped> {
        let position: &dyn Any = position;
        let small = match position.downcast_ref::<AnyBoard>() {
            Some(board) => board.small(),
            None => position.downcast_ref::<Small>().copied(),
        };
        let small = small.ok_or(Stopped::Endless)?;
        let ending = self.ending(&small).ok_or(Stopped::Endless)?;
        let solution = self.solution(ending, watch)?;
        solution.at(piece, &small).ok_or(Stopped::Endless)
    }
}
