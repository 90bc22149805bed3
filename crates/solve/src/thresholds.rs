//! Pieces that compare numbers with one of the root: from which number on they succeed.
//!
//! Where a goal wants `f < root.f`, whoever succeeds from one number of the root succeeds from every greater one too. So
//! there need not be a set of positions for every number: a node has one threshold, the least number of the root with
//! which it succeeds. It is the least over our moves and the greatest over their replies, so a ply is one step for all
//! positions and all numbers together.

mod bytes;
mod lanes;
mod lowering;
mod ply;

use std::sync::Arc;

use domain::{Side, Symmetries};
use lang::checked::{Comparison, PieceId};
use rustc_hash::FxHashMap;
use verify::{Best, Images, LaneBytes, PackedValues, Region};

use crate::columns::NumberId;
use crate::formula::{Above, SetFormula};
use crate::numbers::NumberColumn;
use crate::permitted::{ComparedEnds, KindOfMoves, PermittedMoves};
use crate::pieces::{SetPiece, Solver, Unsolved};
use bytes::{ByteTable, threshold};
use lanes::LaneFormula;
use ply::{Limit, PlyMoves, PlyOfPiece};

/// It succeeds whatever the number of the root is, and also if there is none.
const ALWAYS: u8 = 0;
/// With no number of the root.
const NEVER: u8 = u8::MAX;

/// With which numbers of the root more succeeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BetterNumbers {
    /// With greater ones.
    Rising,
    /// With smaller ones.
    Falling,
}

impl BetterNumbers {
    /// With which numbers of the root a number compares so more often.
    fn of(comparison: Comparison) -> Option<BetterNumbers> {
        match comparison {
            Comparison::Less | Comparison::LessOrEqual => Some(BetterNumbers::Rising),
            Comparison::Greater | Comparison::GreaterOrEqual => Some(BetterNumbers::Falling),
            Comparison::Equal | Comparison::Unequal => None,
        }
    }
}

impl SetPiece {
    /// With which numbers of the root the piece succeeds more often, if each of its nodes has a threshold: its goals compare
    /// with the root in one direction, and its moves do not depend on the root.
    pub(crate) fn direction(&self) -> Option<BetterNumbers> {
        let mut directions = Vec::new();
        for goal in [&self.better, &self.holding] {
            add_directions(goal, &mut directions)?;
        }
        let is_plain = |moves: &PermittedMoves, may_compare: bool| match moves {
            PermittedMoves::Listed(_) => false,
            PermittedMoves::Kinds(kinds) => kinds.iter().all(|kind| {
                let is_limit = |compared: ComparedEnds| {
                    may_compare && BetterNumbers::of(compared.comparison).is_some()
                };
                kind.compared.is_none_or(is_limit)
                    && !compares_with_root(&kind.when)
                    && !compares_with_root(&kind.after)
            }),
        };
        let are_plain = is_plain(&self.us, true) && is_plain(&self.them, false);
        let first = *directions.first()?;
        let is_one = directions.iter().all(|direction| *direction == first);
        (self.endless.is_none() && are_plain && is_one).then_some(first)
    }
}

/// Adds the directions in which a formula compares with the root; none if it does so in no direction.
fn add_directions(formula: &SetFormula, found: &mut Vec<BetterNumbers>) -> Option<()> {
    match formula {
        SetFormula::WithRoot(_, comparison) | SetFormula::WithBefore(_, comparison) => {
            found.push(BetterNumbers::of(*comparison)?);
        }
        SetFormula::Not(part) if compares_with_root(part) => return None,
        SetFormula::And(parts) | SetFormula::Or(parts) => {
            for part in parts {
                add_directions(part, found)?;
            }
        }
        SetFormula::Not(_)
        | SetFormula::Always(_)
        | SetFormula::Turn(_)
        | SetFormula::Leaf(_)
        | SetFormula::Depth(..)
        | SetFormula::Can(_) => {}
    }
    Some(())
}

fn compares_with_root(formula: &SetFormula) -> bool {
    match formula {
        SetFormula::WithRoot(..) | SetFormula::WithBefore(..) => true,
        SetFormula::Not(part) => compares_with_root(part),
        SetFormula::And(parts) | SetFormula::Or(parts) => parts.iter().any(compares_with_root),
        SetFormula::Always(_)
        | SetFormula::Turn(_)
        | SetFormula::Leaf(_)
        | SetFormula::Depth(..)
        | SetFormula::Can(_) => false,
    }
}

/// The thresholds of the nodes of one kind, by ending.
pub(crate) struct Thresholds(Vec<PackedValues>);

impl Thresholds {
    #[inline]
    pub(crate) fn at(&self, ending: usize, number: usize) -> u8 {
        self.0[ending].at(number)
    }

    /// Those of a word.
    pub(crate) fn word(&self, ending: usize, word: usize) -> LaneBytes {
        self.0[ending].word(word)
    }

    fn n_bytes(&self) -> usize {
        self.0.iter().map(PackedValues::n_bytes).sum()
    }
}

/// Where the nodes of one kind succeed: by what follows, and by their goals and what follows.
struct SolvedThresholds {
    expanding: Thresholds,
    standing: Thresholds,
}

/// A piece for roots with us to move.
pub(crate) struct PieceThresholds {
    numbers: Arc<NumberColumn>,
    ranks: ByteTable,
    /// By whose move it is, and how many plies are left.
    nodes: FxHashMap<(Side, u32), SolvedThresholds>,
}

/// Which goals a node is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AskedNode {
    /// What follows, if its position decides nothing.
    Expanding,
    /// What follows and its own goals.
    Standing,
}

/// The nodes of one kind below a root.
pub(crate) struct NodesBelow<'t> {
    thresholds: &'t Thresholds,
    rank: u8,
}

impl NodesBelow<'_> {
    /// Does the node of a position succeed?
    #[inline]
    pub(crate) fn succeeds(&self, ending: usize, number: usize) -> bool {
        self.thresholds.at(ending, number) <= self.rank
    }
}

impl PieceThresholds {
    /// The nodes of one kind below a root, which is given by its ending and its number there.
    #[inline]
    pub(crate) fn below(
        &self,
        (ending, number): (usize, usize),
        node: (Side, u32),
        asked: AskedNode,
    ) -> Option<NodesBelow<'_>> {
        let solved = self.nodes.get(&node)?;
        let thresholds = match asked {
            AskedNode::Expanding => &solved.expanding,
            AskedNode::Standing => &solved.standing,
        };
        let rank = self.ranks.of(self.numbers.at(ending, number));
        Some(NodesBelow { thresholds, rank })
    }

    /// The nodes of one kind with their goals, and the ranks of roots in a word of an ending.
    pub(crate) fn below_word(
        &self,
        (ending, word): (usize, usize),
        node: (Side, u32),
    ) -> Option<(&Thresholds, LaneBytes)> {
        let nodes = &self.nodes.get(&node)?.standing;
        let rank = |lane: usize| self.ranks.of(self.numbers.at(ending, word << 6 | lane));
        Some((nodes, std::array::from_fn(rank)))
    }
}

impl Solver<'_> {
    /// Where a piece with thresholds is satisfiable with this side to move. None if it has none, or if there are too many
    /// numbers.
    pub(crate) fn root_by_thresholds(
        &mut self,
        id: PieceId,
        turn: Side,
        number: NumberId,
    ) -> Result<Option<Region>, Unsolved> {
        let Some((numbers, ranks)) = self.root_ranks(id, turn, number)? else {
            return Ok(None);
        };
        let depth = self.program.piece(id).depth.ok_or(Unsolved::Unknown)?;
        let plies = u32::from(depth.plies(turn));
        let mut solved = PieceThresholds {
            numbers,
            ranks,
            nodes: FxHashMap::default(),
        };
        for left in 0..=plies {
            let mover = match (plies - left).is_multiple_of(2) {
                true => turn,
                false => !turn,
            };
            let below = left.checked_sub(1);
            let below = below.and_then(|below| solved.nodes.get(&(!mover, below)));
            let below = below.map(|below| &below.standing);
            let ply = self.ply(id, (mover, left), &solved)?;
            let endings = (0..self.terrain.n_endings()).map(|ending| {
                self.watch.check()?;
                Ok(ply.in_ending(self.terrain, ending, below))
            });
            let endings: Vec<[PackedValues; 2]> = endings.collect::<Result<_, Unsolved>>()?;
            let (expanding, standing) = endings.into_iter().map(|[a, b]| (a, b)).unzip();
            let (expanding, standing) = (Thresholds(expanding), Thresholds(standing));
            let n_bytes = expanding.n_bytes() + standing.n_bytes();
            self.room = self.room.checked_sub(n_bytes).ok_or(Unsolved::Unknown)?;
            let node = SolvedThresholds {
                expanding,
                standing,
            };
            solved.nodes.insert((mover, left), node);
        }
        let piece = self.piece(id)?;
        let (better, holding) = (piece.better.clone(), piece.holding.clone());
        let must_hold = piece.convention.root_must_hold;
        let better = self.lane_formula(&better, turn, Above::default(), &solved)?;
        let holding = match must_hold {
            true => Some(self.lane_formula(&holding, turn, Above::default(), &solved)?),
            false => None,
        };
        let (better, holding) = (&better, holding.as_ref());
        let expanding = &solved.nodes[&(turn, plies)].expanding;
        let root = self.met_at_root(turn, &solved, |ending| {
            let known = &expanding.0[ending];
            let formulas = [better].into_iter().chain(holding);
            let kept = formulas.map(|formula| formula.kept(ending));
            let lanes = move |at: usize| -> LaneBytes {
                let here = better.lanes(ending, at);
                let holds = holding.map(|holding| holding.lanes(ending, at));
                std::array::from_fn(|lane| {
                    let reached = here[lane].min(known.at(at << 6 | lane));
                    holds.map_or(reached, |holds| reached.max(holds[lane]))
                })
            };
            (kept.fold(known.kept(), Symmetries::and), lanes)
        });
        match turn {
            // A question about a piece is looked up with us to move.
            Side::Us => {
                self.thresholds.insert(id, solved);
            }
            Side::Them => {
                let nodes = solved.nodes.values();
                let bytes = nodes.map(|node| node.expanding.n_bytes() + node.standing.n_bytes());
                self.room += bytes.sum::<usize>();
            }
        }
        Ok(Some(root))
    }

    /// Where the better goal of a piece with thresholds is reached at the root, with us to move; none if it was not solved so.
    pub(crate) fn reached_by_thresholds(
        &mut self,
        id: PieceId,
    ) -> Result<Option<Region>, Unsolved> {
        let Some(solved) = self.thresholds.remove(&id) else {
            return Ok(None);
        };
        let better = self.piece(id)?.better.clone();
        let better = self.lane_formula(&better, Side::Us, Above::default(), &solved)?;
        let reached = self.met_at_root(Side::Us, &solved, |ending| {
            let better = &better;
            (better.kept(ending), move |at| better.lanes(ending, at))
        });
        self.thresholds.insert(id, solved);
        Ok(Some(reached))
    }

    /// The numbers of all roots, and their ranks.
    fn root_ranks(
        &mut self,
        id: PieceId,
        turn: Side,
        number: NumberId,
    ) -> Result<Option<(Arc<NumberColumn>, ByteTable)>, Unsolved> {
        let Some(direction) = self.piece(id)?.direction() else {
            return Ok(None);
        };
        let (terrain, watch) = (self.terrain, self.watch);
        let numbers = self.columns.numbers(terrain, number, turn, watch)?;
        let values = numbers.exact_values().ok_or(Unsolved::Unknown)?;
        let ranks = ByteTable::of_ranks(values, direction);
        Ok(ranks.map(|ranks| (numbers, ranks)))
    }

    /// The roots whose number is enough for their threshold.
    fn met_at_root<L: Fn(usize) -> LaneBytes + Sync>(
        &self,
        turn: Side,
        solved: &PieceThresholds,
        in_ending: impl Fn(usize) -> (Symmetries, L),
    ) -> Region {
        let sets = (0..self.terrain.n_endings()).map(|ending| {
            let (kept, lanes) = in_ending(ending);
            let numbers = &solved.numbers;
            let images = Images::new(&self.terrain.index(ending), kept.and(numbers.kept(ending)));
            self.terrain.set_of_words(ending, turn, &images, |at| {
                let thresholds = lanes(at);
                (0..64).fold(0, |word, lane| {
                    let rank = solved.ranks.of(numbers.at(ending, at << 6 | lane));
                    word | u64::from(thresholds[lane] <= rank) << lane
                })
            })
        });
        Region::new(sets.collect())
    }

    /// What is known of a ply with this side to move and so many plies left.
    fn ply(
        &mut self,
        id: PieceId,
        (mover, left): (Side, u32),
        solved: &PieceThresholds,
    ) -> Result<PlyOfPiece, Unsolved> {
        let depth = self.program.piece(id).depth.ok_or(Unsolved::Unknown)?;
        // Whatever looks at the depth has us to move in the root.
        let depth = u32::from(depth.plies(Side::Us)).saturating_sub(left);
        let above = Above { value: None, depth };
        let piece = self.piece(id)?;
        let (better, holding) = (piece.better.clone(), piece.holding.clone());
        let without = match piece.convention.no_reply_succeeds {
            true => ALWAYS,
            false => NEVER,
        };
        let moves = match mover {
            Side::Us => piece.us.clone(),
            Side::Them => piece.them.clone(),
        };
        let replies = match mover {
            Side::Us => None,
            Side::Them => {
                let all = self.terrain.all(Side::Us);
                let with = self.some_move(&moves, mover, (above, None), &all)?;
                Some((with, without))
            }
        };
        let PermittedMoves::Kinds(kinds) = moves else {
            return Err(Unsolved::Unknown);
        };
        let kinds = kinds.into_iter();
        let kinds = kinds.map(|kind| self.moves_of_ply(kind, mover, above));
        Ok(PlyOfPiece {
            mover,
            best: match mover {
                Side::Us => Best::Least,
                Side::Them => Best::Greatest,
            },
            kinds: kinds.collect::<Result<_, _>>()?,
            better: self.lane_formula(&better, mover, above, solved)?,
            holding: self.lane_formula(&holding, mover, above, solved)?,
            replies,
        })
    }

    fn moves_of_ply(
        &mut self,
        kind: KindOfMoves,
        mover: Side,
        above: Above,
    ) -> Result<PlyMoves, Unsolved> {
        let (terrain, watch) = (self.terrain, self.watch);
        let when = match kind.when.is_always() {
            true => None,
            false => Some(self.region(&kind.when, mover, above)?),
        };
        let after = self.region(&kind.after, !mover, above.after_move())?;
        let mut after = Region::clone(&after);
        let limit = match kind.compared {
            None => None,
            Some(compared) => {
                let columns = &mut self.columns;
                let before = columns.numbers(terrain, compared.before, mover, watch)?;
                let there = columns.numbers(terrain, compared.after, !mover, watch)?;
                after = after.and(&there.region(terrain, |number| number.is_some()));
                let limit = Limit::new(before, compared.comparison, there);
                Some(limit.ok_or(Unsolved::Unknown)?)
            }
        };
        Ok(PlyMoves {
            moves: kind.moves,
            when,
            after,
            limit,
        })
    }

    fn lane_formula(
        &mut self,
        formula: &SetFormula,
        turn: Side,
        above: Above,
        solved: &PieceThresholds,
    ) -> Result<LaneFormula, Unsolved> {
        if !compares_with_root(formula) {
            return Ok(LaneFormula::In(self.region(formula, turn, above)?));
        }
        let mut all = |parts: &[SetFormula]| -> Result<Vec<LaneFormula>, Unsolved> {
            let parts = parts.iter();
            let parts = parts.map(|part| self.lane_formula(part, turn, above, solved));
            parts.collect()
        };
        Ok(match formula {
            // At the root nothing was before.
            SetFormula::WithBefore(..) if above.depth == 0 => LaneFormula::Never,
            SetFormula::WithRoot(number, comparison)
            | SetFormula::WithBefore(number, comparison) => {
                let (terrain, watch) = (self.terrain, self.watch);
                let here = self.columns.numbers(terrain, *number, turn, watch)?;
                let values = here.exact_values().ok_or(Unsolved::Unknown)?;
                let roots = solved.numbers.values();
                let table = ByteTable::new(values, NEVER, |here| {
                    threshold(here, *comparison, roots, &solved.ranks)
                });
                LaneFormula::Number(here, table)
            }
            SetFormula::And(parts) => LaneFormula::Greatest(all(parts)?),
            SetFormula::Or(parts) => LaneFormula::Least(all(parts)?),
            SetFormula::Always(_)
            | SetFormula::Turn(_)
            | SetFormula::Leaf(_)
            | SetFormula::Depth(..)
            | SetFormula::Can(_)
            | SetFormula::Not(_) => return Err(Unsolved::Unknown),
        })
    }
}
