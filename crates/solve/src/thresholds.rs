//! Pieces that compare numbers with one of the root: from which number on they succeed.
//!
//! Where a goal wants `f < root.f`, whoever succeeds from one number of the root succeeds from every greater one too. So
//! there need not be a set of positions for every number: a node has one threshold, the least number of the root with
//! which it succeeds. It is the least over our moves and the greatest over their replies, so a ply is one step for all
//! positions and all numbers together.

use std::sync::Arc;

use domain::{Side, Symmetries};
use lang::checked::{Comparison, PieceId};
use rustc_hash::FxHashMap;
use verify::{
    Best, BestMoves, Images, Lanes, MovesOf, PackedValues, Region, Terrain, ValuesAfter, Within,
};

use crate::columns::{NumberColumn, NumberId};
use crate::formula::{Above, SetFormula, compares};
use crate::permitted::{ComparedEnds, KindOfMoves, PermittedMoves};
use crate::pieces::{RootValue, SetPiece, Solver, Unsolved};

/// It succeeds whatever the number of the root is, and also if there is none.
const ALWAYS: u8 = 0;
/// With no number of the root.
const NEVER: u8 = u8::MAX;

/// With which numbers of the root more succeeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    /// With greater ones.
    Rising,
    /// With smaller ones.
    Falling,
}

impl Direction {
    /// With which numbers of the root a number compares so more often.
    fn of(comparison: Comparison) -> Option<Direction> {
        match comparison {
            Comparison::Less | Comparison::LessOrEqual => Some(Direction::Rising),
            Comparison::Greater | Comparison::GreaterOrEqual => Some(Direction::Falling),
            Comparison::Equal | Comparison::Unequal => None,
        }
    }
}

impl SetPiece {
    /// With which numbers of the root the piece succeeds more often, if each of its nodes has a threshold: its goals compare
    /// with the root in one direction, and its moves do not depend on the root.
    pub(crate) fn direction(&self) -> Option<Direction> {
        let mut directions = Vec::new();
        for goal in [&self.better, &self.holding] {
            add_directions(goal, &mut directions)?;
        }
        let is_plain = |moves: &PermittedMoves, may_compare: bool| match moves {
            PermittedMoves::Listed(_) => false,
            PermittedMoves::Kinds(kinds) => kinds.iter().all(|kind| {
                let is_limit = |compared: ComparedEnds| {
                    may_compare && Direction::of(compared.comparison).is_some()
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
fn add_directions(formula: &SetFormula, found: &mut Vec<Direction>) -> Option<()> {
    match formula {
        SetFormula::WithRoot(_, comparison) | SetFormula::WithBefore(_, comparison) => {
            found.push(Direction::of(*comparison)?);
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

/// A byte for each number of some that occur.
struct ByteTable {
    least: i16,
    bytes: Vec<u8>,
    none: u8,
}

impl ByteTable {
    /// The bytes of some numbers in rising order; another stands for no number.
    fn new(values: &[i16], none: u8, of: impl Fn(i16) -> u8) -> ByteTable {
        let (least, most) = match (values.first(), values.last()) {
            (Some(least), Some(most)) => (*least, *most),
            (_, _) => (0, 0),
        };
        let mut bytes = vec![none; usize::from(most.abs_diff(least)) + 1];
        for value in values {
            bytes[usize::from(value.abs_diff(least))] = of(*value);
        }
        ByteTable { least, bytes, none }
    }

    /// The places of numbers, the first in an order counted as 1, and 0 for no number; none if a byte does not suffice.
    fn of_ranks(values: &[i16], direction: Direction) -> Option<ByteTable> {
        (values.len() < usize::from(NEVER)).then(|| {
            ByteTable::new(values, 0, |value| {
                let below = values.partition_point(|other| *other < value);
                match direction {
                    Direction::Rising => below as u8 + 1,
                    Direction::Falling => (values.len() - below) as u8,
                }
            })
        })
    }

    #[inline]
    fn of(&self, value: RootValue) -> u8 {
        match value {
            Some(value) if value >= self.least => {
                let byte = self.bytes.get(usize::from(value.abs_diff(self.least)));
                byte.copied().unwrap_or(self.none)
            }
            Some(_) | None => self.none,
        }
    }
}

/// The least rank of a root's number with which a number of a later position compares so.
fn threshold(here: i16, comparison: Comparison, values: &[i16], ranks: &ByteTable) -> u8 {
    let met = values
        .iter()
        .filter(|root| compares(comparison, here, **root));
    let met = met.map(|root| ranks.of(Some(*root)));
    met.min().unwrap_or(NEVER)
}

/// The thresholds of the nodes of one kind, by ending.
pub(crate) struct Thresholds(Vec<PackedValues>);

impl Thresholds {
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
        self.thresholds.0[ending].at(number) <= self.rank
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
}

/// The thresholds of a formula, a word at a time.
enum LaneFormula {
    Never,
    /// Always there, and never elsewhere.
    In(Arc<Region>),
    /// By the number of a position.
    Number(Arc<NumberColumn>, ByteTable),
    /// Of all parts.
    Greatest(Vec<LaneFormula>),
    /// Of any part.
    Least(Vec<LaneFormula>),
}

impl LaneFormula {
    fn lanes(&self, ending: usize, at: usize) -> Lanes {
        let together = |parts: &[LaneFormula], first: u8, of: fn(u8, u8) -> u8| {
            let mut found = [first; 64];
            for part in parts {
                let lanes = part.lanes(ending, at);
                found = std::array::from_fn(|lane| of(found[lane], lanes[lane]));
            }
            found
        };
        match self {
            LaneFormula::Never => [NEVER; 64],
            LaneFormula::In(region) => {
                let word = region.set(ending).word(at);
                where_set(word, &[ALWAYS; 64], NEVER)
            }
            LaneFormula::Number(column, table) => {
                std::array::from_fn(|lane| table.of(column.at(ending, at << 6 | lane)))
            }
            LaneFormula::Greatest(parts) => together(parts, ALWAYS, u8::max),
            LaneFormula::Least(parts) => together(parts, NEVER, u8::min),
        }
    }

    fn kept(&self, ending: usize) -> Symmetries {
        match self {
            LaneFormula::Never => Symmetries::ALL,
            LaneFormula::In(region) => region.set(ending).kept(),
            LaneFormula::Number(column, _) => column.kept(ending),
            LaneFormula::Greatest(parts) | LaneFormula::Least(parts) => {
                let kept = parts.iter().map(|part| part.kept(ending));
                kept.fold(Symmetries::ALL, Symmetries::and)
            }
        }
    }
}

/// The bytes of those whose bit is set, and another for the rest.
#[inline]
fn where_set(word: u64, lanes: &Lanes, outside: u8) -> Lanes {
    match word {
        0 => [outside; 64],
        u64::MAX => *lanes,
        _ => std::array::from_fn(|lane| match word >> lane & 1 {
            1 => lanes[lane],
            _ => outside,
        }),
    }
}

/// The moves of one kind at one ply, over the whole terrain.
struct PlyMoves {
    moves: MovesOf,
    /// Where they are played; none: anywhere.
    when: Option<Arc<Region>>,
    /// Where they may lead.
    after: Region,
    limit: Option<Limit>,
}

/// A comparison of numbers of both ends of a move, as bytes: the first is to be at most the second.
struct Limit {
    after: (Arc<NumberColumn>, ByteTable),
    before: (Arc<NumberColumn>, ByteTable),
}

impl Limit {
    /// With the numbers before and after moves that have to compare so. None if they are too many.
    fn new(
        before: Arc<NumberColumn>,
        comparison: Comparison,
        after: Arc<NumberColumn>,
    ) -> Option<Limit> {
        let mut values = [before.exact_values()?, after.exact_values()?].concat();
        values.sort_unstable();
        values.dedup();
        // The first numbers are those to which more may be compared.
        let direction = Direction::of(comparison)?;
        let ranks = ByteTable::of_ranks(&values, direction)?;
        // Nothing is at most 0, since what has no number is kept out.
        let is_strict = matches!(comparison, Comparison::Less | Comparison::Greater);
        let bounds = ByteTable::new(&values, 0, |value| {
            ranks.of(Some(value)) - u8::from(is_strict)
        });
        Some(Limit {
            after: (after, ranks),
            before: (before, bounds),
        })
    }
}

/// What is known of one ply of a piece, for whoever finds its thresholds.
struct Ply {
    mover: Side,
    best: Best,
    kinds: Vec<PlyMoves>,
    better: LaneFormula,
    holding: LaneFormula,
    /// For replies: where there is one, and the threshold where there is none.
    replies: Option<(Region, u8)>,
}

impl Ply {
    /// The symmetries of everything in one ending, and of what is known of the ply below.
    fn kept(&self, ending: usize, below: Option<&Thresholds>) -> Symmetries {
        let goals = [self.better.kept(ending), self.holding.kept(ending)];
        let kinds = self.kinds.iter().flat_map(|kind| {
            let when = kind.when.iter().map(|when| when.set(ending).kept());
            let limits = kind
                .limit
                .iter()
                .flat_map(|limit| [limit.after.0.kept(ending), limit.before.0.kept(ending)]);
            let after = (0..=ending).map(|ending| kind.after.set(ending).kept());
            when.chain(limits).chain(after)
        });
        let replies = self.replies.iter().map(|(with, _)| with.set(ending).kept());
        // What can follow comes before.
        let below = below.iter().flat_map(|below| &below.0[..=ending]);
        let all = goals.into_iter().chain(kinds).chain(replies);
        all.chain(below.map(PackedValues::kept))
            .fold(Symmetries::ALL, Symmetries::and)
    }

    /// The thresholds in one ending: by what follows, and with the goals.
    fn in_ending(
        &self,
        terrain: &Terrain,
        ending: usize,
        below: Option<&Thresholds>,
    ) -> [PackedValues; 2] {
        let index = terrain.index(ending);
        let kept = self.kept(ending, below);
        let images = Images::new(&index, kept);
        let neutral = self.best.neutral();
        // What may be reached, as lists.
        let lists = below.map(|below| {
            let known = below.0[ending].list();
            let of_kind = |kind: &PlyMoves| {
                let [same] = terrain.byte_lists(ending, &images, |at| {
                    let lanes = known[at << 6..].first_chunk().expect("whole words");
                    [where_set(kind.after.set(ending).word(at), lanes, neutral)]
                });
                let bytes = |(column, table): &(Arc<NumberColumn>, ByteTable)| {
                    column.bytes(ending, |value| table.of(value))
                };
                let limits = kind.limit.as_ref();
                (
                    same,
                    limits.map(|limit| (bytes(&limit.after), bytes(&limit.before))),
                )
            };
            self.kinds.iter().map(of_kind).collect::<Vec<_>>()
        });
        let others = self.kinds.iter().map(|kind| {
            let value = move |ending: usize, number: usize| {
                let below = below.filter(|_| kind.after.set(ending).contains(number));
                below.map_or(neutral, |below| below.0[ending].at(number))
            };
            let rank = move |ending: usize, number: usize| {
                let limit = kind.limit.as_ref();
                limit.map_or(ALWAYS, |limit| {
                    limit.after.1.of(limit.after.0.at(ending, number))
                })
            };
            (value, rank)
        });
        let others: Vec<_> = others.collect();
        let steps = lists.iter().flatten().zip(&self.kinds).zip(&others);
        let steps = steps.map(|(((same, limits), kind), (value, rank))| {
            let after = ValuesAfter {
                same,
                other: value,
                within: limits.as_ref().map(|(after, before)| Within {
                    after,
                    other: rank,
                    before,
                }),
            };
            let at = (ending, self.mover);
            (
                kind,
                BestMoves::new(terrain, at, kind.moves, self.best, after),
            )
        });
        let steps: Vec<_> = steps.collect();
        let legal = terrain.legal(ending, self.mover);
        let found = terrain.byte_lists(ending, &images, |at| {
            let mut follows = [neutral; 64];
            for (kind, moves) in &steps {
                let mut lanes = moves.lanes(at);
                if let Some(when) = &kind.when {
                    lanes = where_set(when.set(ending).word(at), &lanes, neutral);
                }
                follows = std::array::from_fn(|lane| self.best.of(follows[lane], lanes[lane]));
            }
            if let Some((with, without)) = &self.replies {
                if below.is_none() {
                    // There is a reply, and no ply for it.
                    follows = [NEVER; 64];
                }
                follows = where_set(with.set(ending).word(at), &follows, *without);
            }
            let (better, holding) = (
                self.better.lanes(ending, at),
                self.holding.lanes(ending, at),
            );
            let stands =
                std::array::from_fn(|lane| better[lane].min(follows[lane]).max(holding[lane]));
            [follows, stands].map(|lanes| where_set(legal.word(at), &lanes, NEVER))
        });
        found.map(|list| PackedValues::new(&index, kept, NEVER, &list))
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
            let lanes = move |at: usize| -> Lanes {
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
    fn met_at_root<L: Fn(usize) -> Lanes + Sync>(
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
    ) -> Result<Ply, Unsolved> {
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
        Ok(Ply {
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
