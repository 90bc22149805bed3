//! What has been found out about the pieces of a program, to be looked up.

use std::sync::Arc;

use chess::{Board as _, Chess, Small};
use domain::{Side, Stopped, Watch};
use lang::checked::{PieceId, Program};
use rustc_hash::FxHashMap;
use verify::{Images, Index, Material, Region, Terrain};

use crate::at_hand::{AtHand, MOST_AT_HAND};
use crate::choices::{Choices, TableFormulas};
use crate::columns::{Columns, LISTS_AT_HAND, Leaves};
use crate::endless::{Distances, Remaining};
use crate::moves_needed::MovesNeeded;
use crate::numbers::NumberColumn;
use crate::pieces::{SetPiece, Solved, SolvedNode, Solver, Unsolved};
use crate::shared_values::SharedValues;
use crate::thresholds::{AskedNode, PieceThresholds};

/// Verdicts of pieces over all positions of an ending and of those that can follow.
pub struct Solution {
    pub(crate) terrain: Terrain,
    pub(crate) solved: FxHashMap<SolvedNode, Solved>,
    roots: FxHashMap<(PieceId, Side), Region>,
    pub(crate) needed: MovesNeeded,
    pub(crate) remaining: FxHashMap<PieceId, Remaining>,
    pub(crate) root_numbers: FxHashMap<PieceId, Arc<NumberColumn>>,
    pub(crate) thresholds: FxHashMap<PieceId, PieceThresholds>,
    measures: FxHashMap<PieceId, Arc<NumberColumn>>,
    pub(crate) choices: Option<Choices>,
}

/// A node of a search for us.
#[derive(Clone, Copy)]
pub struct NodeOfPiece<'n> {
    /// The piece that is followed.
    pub piece: PieceId,
    /// How many plies are left to its depth bound.
    pub plies_left: u32,
    /// The position.
    pub position: &'n Small,
    /// The root of the search, if the piece looks at it.
    pub root: Option<&'n Small>,
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
/// at most, and notes of what remains after a move half as much again; pieces for which there is no room stay unsolved. None if the ending cannot be said as sets.
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
    let mut leaves = Leaves::new(chess, material);
    let pieces = program.pieces.iter();
    let pieces = pieces.map(|piece| SetPiece::of(program, piece, material, &mut leaves));
    let pieces: Vec<_> = pieces.collect();
    let formulas = match which {
        Which::All => TableFormulas::of(program, material, &mut leaves),
        Which::Endless => None,
    };
    let shares = KeptShares::new(program, &leaves, material);
    let of_leaf = 2 * shares.of_all(Terrain::bytes_of_region(material) as u64);
    let of_leaves = leaves.len() * of_leaf as usize;
    let mut solver = Solver {
        program,
        terrain: &terrain,
        pieces,
        // What is evaluated is needed only while solving, for both sides to move.
        room: bytes.saturating_sub(of_leaves),
        columns: Columns::new(program, leaves, material),
        solved: FxHashMap::default(),
        roots: FxHashMap::default(),
        roots_at_hand: AtHand::default(),
        distances: FxHashMap::default(),
        remaining: FxHashMap::default(),
        room_for_remaining: match which {
            Which::All => room_for_remaining(material, bytes),
            Which::Endless => 0,
        },
        measures: FxHashMap::default(),
        thresholds: FxHashMap::default(),
        root_numbers: FxHashMap::default(),
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
    let choices = match &formulas {
        Some(formulas) => Choices::find(&mut solver, formulas)?,
        None => None,
    };
    let Solver {
        solved,
        roots,
        distances,
        remaining,
        root_numbers,
        thresholds,
        measures,
        ..
    } = solver;
    Ok(Some(Solution {
        terrain,
        solved,
        roots,
        needed: MovesNeeded::new(material, distances.into_iter().collect()),
        remaining,
        root_numbers,
        thresholds,
        measures,
        choices,
    }))
}

/// Which pieces of a program can be solved for an ending, if there is room and what they ask about can be.
pub fn solvable(chess: &Chess<Small>, program: &Program, material: Material) -> Vec<PieceId> {
    let mut leaves = Leaves::new(chess, material);
    let pieces = (0..).map(PieceId).zip(&program.pieces);
    let pieces =
        pieces.filter(|(_, piece)| SetPiece::of(program, piece, material, &mut leaves).is_some());
    pieces.map(|(id, _)| id).collect()
}

/// Bounds on the bytes for what is found out about an ending.
#[derive(Clone, Copy, Debug)]
pub struct BytesToSolve {
    /// While it is solved.
    pub solving: u64,
    /// What is kept.
    pub solved: u64,
}

/// Bounds on the bytes that solving takes, where all sets together may take `bytes`.
pub fn bytes_to_solve(
    chess: &Chess<Small>,
    program: &Program,
    material: Material,
    bytes: usize,
) -> BytesToSolve {
    let mut leaves = Leaves::new(chess, material);
    let mut n_kept = 0;
    let mut orders = Vec::new();
    for piece in &program.pieces {
        if let Some(solved) = SetPiece::of(program, piece, material, &mut leaves) {
            orders.extend(solved.us.orders());
            let plies = piece
                .depth
                .map_or(0, |depth| u64::from(depth.plies(Side::Them)));
            // At each ply two regions for each side to move, and the roots; as much for every value that a piece looks at
            // in the root, so that all of the room may be taken, unless a byte and some bits say from which value on.
            let n_of_piece = match (piece.reads.root, solved.direction()) {
                (_, Some(_)) => 2 * 10 * (plies + 1) + 2,
                (true, None) => u64::MAX,
                (false, None) => 4 * (plies + 1) + 2,
            };
            n_kept = u64::saturating_add(n_kept, n_of_piece);
        }
    }
    let of_region = Terrain::bytes_of_region(material) as u64;
    // What is kept is kept for our king in one part of the board.
    let shares = KeptShares::new(program, &leaves, material);
    let kept = n_kept.saturating_mul(shares.of_all(of_region));
    let kept = kept.min(bytes as u64);
    let n_lists = leaves.n_lists().min(LISTS_AT_HAND);
    let lists = (n_lists * Terrain::bytes_of_lists(material)) as u64;
    // What is evaluated, a number with 16 bits, with either side to move.
    let evaluated = 2 * leaves.len() as u64 + 2 * 16 * leaves.n_numbers() as u64;
    // What is at hand while a step is taken, and what was asked for last.
    let n_regions = 22 + 2 * MOST_AT_HAND as u64;
    let mut endless = program
        .pieces
        .iter()
        .filter(|piece| piece.endless.is_some());
    let (n_endless, is_any_endless) = (endless.clone().count(), endless.next().is_some());
    let n_remaining = n_endless.min(room_for_remaining(material, bytes)) as u64;
    // Moves with a byte and a bit, and the ranks of bits.
    let distances = n_endless as u64 * shares.of_all(10 * of_region);
    let remaining = n_remaining * shares.most(bytes_of_remaining(material) * 5 / 4);
    // The piece that is being solved has its moves in lists, which are merged where a number is made smaller.
    let lists_of_moves = match is_any_endless {
        true => 2 * 8 * of_region + bytes_of_remaining(material),
        false => 0,
    };
    // What is played, a byte for each position, and a place in the order of moves, two bytes, for each order and twice more
    // while it is found.
    orders.sort_unstable();
    orders.dedup();
    let at_hand = Terrain::numbers_at_hand(material) as u64;
    // While a number is evaluated it is there in full, twice, for one ending after the other.
    let of_number = match leaves.n_numbers() {
        0 => 0,
        _ => 2 * 2 * at_hand,
    };
    let choices = shares.most(at_hand * (2 + 2 * orders.len() as u64));
    let legal = 2 * of_region;
    let moves = distances + remaining + choices;
    let is_shared = code::shared_definitions(program);
    let shared = SharedValues::most_bytes(program, &is_shared, Index::new(material));
    let numbers = 2 * leaves.n_numbers() as u64 * shares.of_all(16 * of_region);
    BytesToSolve {
        solving: kept
            + lists
            + moves
            + lists_of_moves.max(at_hand * 5).max(of_number)
            + legal
            + shared
            + shares.of_all(evaluated * of_region)
            + n_regions * of_region,
        solved: kept + moves + legal + numbers,
    }
}

/// Which share of all positions is kept, of what keeps the symmetries of everything that is evaluated.
struct KeptShares {
    /// Of the ending and all that can follow.
    of_all: f64,
    /// At most, of any of them.
    most: f64,
}

impl KeptShares {
    fn new(program: &Program, leaves: &Leaves, material: Material) -> KeptShares {
        let kept = leaves.kept(program);
        let (mut places, mut numbers, mut most) = (0, 0, 0.0_f64);
        for index in Terrain::indices(material) {
            let n_places = Images::new(&index, kept).n_places();
            places += n_places;
            numbers += index.n_numbers();
            most = most.max(n_places as f64 / index.n_numbers() as f64);
        }
        KeptShares {
            of_all: places as f64 / numbers as f64,
            most,
        }
    }

    /// The share of so many bytes for the ending and all that can follow.
    fn of_all(&self, bytes: u64) -> u64 {
        (bytes as f64 * self.of_all).ceil() as u64
    }

    /// The same where not all of them are there.
    fn most(&self, bytes: u64) -> u64 {
        (bytes as f64 * self.most).ceil() as u64
    }
}

/// Of how many pieces it is noted what remains after a move of ours. That takes no room from what has to be known.
fn room_for_remaining(material: Material, bytes: usize) -> usize {
    bytes / 2 / bytes_of_remaining(material) as usize
}

/// For the ending and those with fewer men.
fn bytes_of_remaining(material: Material) -> u64 {
    Terrain::numbers_at_hand(material) as u64
}

impl Solution {
    /// Does a node of a piece that we follow succeed by what follows it, if its position decides nothing?
    #[inline]
    pub fn expands(&self, node: &NodeOfPiece<'_>) -> Option<bool> {
        if let Some(thresholds) = self.thresholds.get(&node.piece) {
            return self.is_met(thresholds, node, AskedNode::Expanding);
        }
        let solved = self.solved_node(node)?;
        self.contains(&solved.expanding, node.position)
    }

    /// Does a node of a piece that we follow, below the root, succeed?
    #[inline]
    pub fn stands(&self, node: &NodeOfPiece<'_>) -> Option<bool> {
        if let Some(thresholds) = self.thresholds.get(&node.piece) {
            return self.is_met(thresholds, node, AskedNode::Standing);
        }
        let solved = self.solved_node(node)?;
        self.contains(&solved.standing, node.position)
    }

    fn is_met(
        &self,
        thresholds: &PieceThresholds,
        node: &NodeOfPiece<'_>,
        asked: AskedNode,
    ) -> Option<bool> {
        let root = node.root.filter(|root| root.turn() == Side::Us)?;
        let kind = (node.position.turn(), node.plies_left);
        let nodes = thresholds.below(self.terrain.place(root)?, kind, asked)?;
        let (ending, number) = self.terrain.place(node.position)?;
        Some(nodes.succeeds(ending, number))
    }

    fn solved_node(&self, node: &NodeOfPiece<'_>) -> Option<&Solved> {
        let value = match node.root {
            None => None,
            Some(root) => {
                let numbers = self.root_numbers.get(&node.piece)?;
                let (ending, number) = self.terrain.place(root)?;
                (root.turn() == Side::Us).then_some(())?;
                numbers.at(ending, number)
            }
        };
        let turn = node.position.turn();
        self.solved.get(&(node.piece, value, turn, node.plies_left))
    }

    /// Is a piece satisfiable?
    #[inline]
    pub fn can(&self, piece: PieceId, position: &Small) -> Option<bool> {
        let root = self.roots.get(&(piece, position.turn()))?;
        self.contains(root, position)
    }

    /// The number that a piece makes smaller, in a position with us to move: that there is none, too. None if it is not
    /// known.
    pub fn measure(&self, piece: PieceId, position: &Small) -> Option<Option<i64>> {
        let column = self.measures.get(&piece)?;
        let (ending, number) = self.terrain.place(position)?;
        let value = column.at(ending, number);
        let is_exact = value.is_none_or(|value| !NumberColumn::is_bound(value));
        is_exact.then(|| value.map(i64::from))
    }

    /// The ending as sets.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// How many moves the pieces without a bound still need.
    pub fn moves_needed(&self) -> &MovesNeeded {
        &self.needed
    }

    /// Is it noted for a piece what remains after a move of ours?
    pub fn knows_what_remains(&self, piece: PieceId) -> bool {
        self.remaining.contains_key(&piece)
    }

    /// With them to move after our move: do at most so many moves of ours remain for a piece without a bound, whatever they
    /// reply? None if that was not noted.
    #[inline]
    pub fn remain_within(&self, piece: PieceId, position: &Small, moves: u32) -> Option<bool> {
        let noted = self.remaining.get(&piece)?;
        let (ending, number) = self.terrain.place(position)?;
        let remaining = noted.at(ending, number)?;
        Some(remaining != Distances::NEVER && u32::from(remaining) <= moves)
    }

    /// Nothing but this.
    pub fn into_moves_needed(self) -> MovesNeeded {
        self.needed
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
