//! What has been found out about the pieces of a program, to be looked up.

use std::sync::Arc;

use chess::{Chess, Small};
use domain::{Side, Stopped, Watch};
use lang::checked::{PieceId, Program};
use rustc_hash::FxHashMap;
use verify::{Material, Region, Terrain};

use crate::columns::{Columns, Leaves};
use crate::endless::Distances;
use crate::pieces::{SetPiece, Solved, SolvedNode, Solver, Unsolved};

/// Verdicts of pieces over all positions of an ending and of those that can follow.
pub struct Solution {
    terrain: Terrain,
    solved: FxHashMap<SolvedNode, Solved>,
    roots: FxHashMap<(PieceId, Side), Arc<Region>>,
    distances: FxHashMap<PieceId, Distances>,
}

/// Which pieces are solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// All that can be.
    All,
    /// Those without a bound, and what they ask about.
    Endless,
}

/// Solves every piece of a program that can be solved, for us, over an ending. All sets together take about `bytes`
/// at most; pieces for which there is no room stay unsolved. None if the ending cannot be said as sets.
pub fn solve(
    chess: &Chess<Small>,
    program: &Program,
    material: Material,
    which: Which,
    bytes: usize,
    watch: &Watch,
) -> Result<Option<Solution>, Stopped> {
    let Some(terrain) = Terrain::new(material, watch)? else {
        return Ok(None);
    };
    let mut leaves = Leaves::new(chess);
    let pieces = program.pieces.iter();
    let pieces = pieces.map(|piece| SetPiece::of(program, piece, &mut leaves));
    let pieces: Vec<_> = pieces.collect();
    let n_regions = bytes / Terrain::bytes_of_region(material).max(1);
    let mut solver = Solver {
        program,
        terrain: &terrain,
        pieces,
        // What is evaluated is needed only while solving, for both sides to move.
        room: n_regions.saturating_sub(2 * leaves.len()),
        columns: Columns::new(program, leaves),
        solved: FxHashMap::default(),
        roots: FxHashMap::default(),
        distances: FxHashMap::default(),
        watch,
    };
    let total = program.pieces.len() as u64;
    for (piece, done) in (0..program.pieces.len() as u32).map(PieceId).zip(0..) {
        if which == Which::Endless && program.piece(piece).endless.is_none() {
            continue;
        }
        watch.tell(
            format!("pieces solved for all of {material}"),
            done,
            Some(total),
        );
        // A piece of the table is followed with us to move; what others ask is found when they ask.
        match solver.root(piece, Side::Us) {
            Ok(_) | Err(Unsolved::Unknown) => {}
            Err(Unsolved::Stopped(stopped)) => return Err(stopped),
        }
    }
    let Solver {
        solved,
        roots,
        distances,
        ..
    } = solver;
    Ok(Some(Solution {
        terrain,
        solved,
        roots,
        distances,
    }))
}

/// A bound on the bytes that solving takes, where all sets together may take `bytes`.
pub fn bytes_to_solve(
    chess: &Chess<Small>,
    program: &Program,
    material: Material,
    bytes: usize,
) -> u64 {
    let mut leaves = Leaves::new(chess);
    let mut n_kept = 0;
    for piece in &program.pieces {
        if SetPiece::of(program, piece, &mut leaves).is_some() {
            let plies = piece
                .depth
                .map_or(0, |depth| u64::from(depth.plies(Side::Them)));
            // At each ply two regions for each side to move, and the roots.
            n_kept += 4 * (plies + 1) + 2;
        }
    }
    let of_region = Terrain::bytes_of_region(material) as u64;
    let kept = (n_kept * of_region).min(bytes as u64);
    // What is evaluated, the legal positions, and what is at hand while a step is taken.
    kept + (2 * leaves.len() as u64 + 16) * of_region
}

impl Solution {
    /// Does a node of a piece that we follow succeed by what follows it, if its position decides nothing?
    #[inline]
    pub fn expands(&self, piece: PieceId, plies_left: u32, position: &Small) -> Option<bool> {
        let solved = self
            .solved
            .get(&(piece, chess::Board::turn(position), plies_left))?;
        self.contains(&solved.expanding, position)
    }

    /// Does a node of a piece that we follow, below the root, succeed?
    #[inline]
    pub fn stands(&self, piece: PieceId, plies_left: u32, position: &Small) -> Option<bool> {
        let solved = self
            .solved
            .get(&(piece, chess::Board::turn(position), plies_left))?;
        self.contains(&solved.standing, position)
    }

    /// Is a piece satisfiable?
    #[inline]
    pub fn can(&self, piece: PieceId, position: &Small) -> Option<bool> {
        let root = self.roots.get(&(piece, chess::Board::turn(position)))?;
        self.contains(root, position)
    }

    /// With us to move: how many moves a piece without a bound still needs at most; none if it cannot be forced, and
    /// nothing at all if the piece or the position is not known.
    pub fn moves_needed(&self, piece: PieceId, position: &Small) -> Option<Option<u32>> {
        let distances = self.distances.get(&piece)?;
        let (ending, number) = self.terrain.place(position)?;
        let moves = distances.at(ending, number);
        Some((moves != Distances::NEVER).then_some(moves.into()))
    }

    /// How many pieces are solved with us to move.
    pub fn n_solved(&self) -> usize {
        let ours = self.roots.keys().filter(|(_, turn)| *turn == Side::Us);
        ours.count()
    }

    #[inline]
    fn contains(&self, region: &Region, position: &Small) -> Option<bool> {
        let (ending, number) = self.terrain.place(position)?;
        Some(region.set(ending).contains(number))
    }
}
