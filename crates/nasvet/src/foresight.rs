//! Pieces without a bound, solved for all positions of their ending when they are first needed.
//!
//! What was found is kept for as long as the program runs, by the digest of the advice: a chapter that is asked about
//! many positions, or opened twice, is solved once.

use std::any::Any;
use std::sync::{Arc, LazyLock, Mutex};

use chess::{Chess, Full, Small};
use code::compiled;
use documents::digest_of_chapter;
use domain::{Domain, Game as _, Stopped, Watch};
use lang::checked::{PieceId, Program};
use search::{Engine, Foresight, Options};
use solve::{Solution, Which, solve};
use verify::Material;

/// An engine that knows how long pieces without a bound take, if the program has any.
pub(crate) fn engine<D: Domain>(
    compiled: &Arc<compiled::Program<D>>,
    options: Options,
) -> Engine<D> {
    let program = &compiled.checked;
    let engine = Engine::new(compiled, options);
    if program.pieces.iter().all(|piece| piece.endless.is_none()) {
        return engine;
    }
    engine.with_foresight(Arc::new(Foreseen {
        program: Arc::clone(program),
        digest: digest_of_chapter(Chess::<Small>::new().vocabulary(), program).to_string(),
    }))
}

/// Knows how long the pieces of a program take.
struct Foreseen {
    program: Arc<Program>,
    /// Made once: a piece is asked about after every move and every reply.
    digest: String,
}

/// At most this many solutions are kept; the oldest goes first.
const MAX_KEPT: usize = 6;

/// Sets for one ending take no more bytes than this.
const MAX_BYTES: usize = 1 << 30;

/// A solution, by the digest of the advice and the men.
type KeptSolution = (String, Material, Arc<Solution>);

static KEPT: LazyLock<Mutex<Vec<KeptSolution>>> = LazyLock::new(Mutex::default);

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

    fn solution(&self, material: Material, watch: &Watch) -> Result<Arc<Solution>, Stopped> {
        // Whoever comes second waits for the first: both would find the same.
        let mut kept = KEPT.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let known = kept
            .iter()
            .find(|(of, men, _)| *of == self.digest && *men == material);
        if let Some((_, _, solution)) = known {
            return Ok(Arc::clone(solution));
        }
        let solution = solve(
            &Chess::<Small>::new(),
            &self.program,
            material,
            Which::Endless,
            MAX_BYTES,
            watch,
        )?;
        let solution = Arc::new(solution.ok_or(Stopped::Endless)?);
        if kept.len() == MAX_KEPT {
            kept.remove(0);
        }
        kept.push((self.digest.clone(), material, Arc::clone(&solution)));
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
        let small = match position.downcast_ref::<Full>() {
            Some(full) => Small::from_board(full),
            None => position.downcast_ref::<Small>().copied(),
        };
        let small = small.ok_or(Stopped::Endless)?;
        let ending = self.ending(&small).ok_or(Stopped::Endless)?;
        let solution = self.solution(ending, watch)?;
        solution.moves_needed(piece, &small).ok_or(Stopped::Endless)
    }
}
