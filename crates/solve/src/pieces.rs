//! Verdicts of pieces over all positions, ply by ply.

use std::sync::Arc;

use domain::{Side, Stopped, Watch};
use lang::checked::{Advice, Convention, Endless, PieceId, Program};
use rustc_hash::FxHashMap;
use verify::{Material, MovesOf, Region, SetStep, Terrain};

use crate::at_hand::AtHand;
use crate::columns::{Columns, Leaves, NumberId};
use crate::endless::{
    Distances, Forced, Noted, Remaining, SideSteps, Wanted, for_ever, however_long,
};
use crate::formula::{Above, RootNumber, SetFormula, asks, compares};
use crate::numbers::NumberColumn;
use crate::permitted::{ComparedEnds, MoversTurn, PermittedMoves};
use crate::thresholds::PieceThresholds;

/// A piece in terms of sets.
pub(crate) struct SetPiece {
    pub(crate) better: SetFormula,
    pub(crate) holding: SetFormula,
    pub(crate) us: PermittedMoves,
    pub(crate) them: PermittedMoves,
    pub(crate) convention: Convention,
    pub(crate) endless: Option<EndlessKind>,
    /// What it looks at in the root.
    pub(crate) root: Option<NumberId>,
    /// May it be solved for each number of the root by itself?
    is_number_by_number: bool,
    /// Is it solved for roots with us to move alone? Then its nodes are at one depth each.
    pub(crate) of_our_roots: bool,
}

/// What the number that a piece looks at in the root was there; none for pieces that look at none, or if it had no value.
pub(crate) type RootValue = Option<i16>;

/// How a piece without a bound ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EndlessKind {
    ForEver,
    HoweverLong,
    /// The number is a column of its own.
    MakeSmaller(NumberId),
}

impl SetPiece {
    /// A piece that can be solved; none if its verdict depends on more than the position, or its moves are no sets.
    pub(crate) fn of(
        program: &Program,
        piece: &Advice,
        material: Material,
        leaves: &mut Leaves,
    ) -> Option<SetPiece> {
        let turn = |mover| MoversTurn {
            program,
            material,
            mover,
        };
        let reads = piece.reads;
        let is_bounded = piece.depth.is_some() || piece.endless.is_some();
        let is_endless = piece.endless.is_some();
        let looks_above = reads.root || reads.before || reads.depth;
        // A shorter search counts its own depth.
        let of_our_roots = reads.before || reads.depth;
        let is_shortened = piece.depth.is_some_and(|depth| depth.shortest_first);
        if !is_bounded || (looks_above && is_endless) || (of_our_roots && is_shortened) {
            return None;
        }
        let endless = match &piece.endless {
            None => None,
            Some(Endless::ForEver) => Some(EndlessKind::ForEver),
            Some(Endless::HoweverLong) => Some(EndlessKind::HoweverLong),
            Some(Endless::MakeSmaller(number)) => {
                let number = (!asks(program, number)).then(|| leaves.add_number(number.clone()));
                Some(EndlessKind::MakeSmaller(number?))
            }
        };
        let mut root = RootNumber {
            is_before: piece.depth.is_some_and(|depth| depth.plies(Side::Us) <= 2),
            ..RootNumber::default()
        };
        let better = SetFormula::of(program, &piece.better_goal, leaves, &mut root)?;
        let holding = SetFormula::of(program, &piece.holding_goal, leaves, &mut root)?;
        root.is_before = false;
        let us = PermittedMoves::of(turn(Side::Us), &piece.us, leaves, &mut root)?;
        let them = PermittedMoves::of(turn(Side::Them), &piece.them, leaves, &mut root)?;
        let is_number_by_number = !us.compares() || is_worth_comparing(piece, material);
        let found = SetPiece {
            better,
            holding,
            us,
            them,
            convention: piece.convention,
            of_our_roots,
            endless,
            root: root
                .number()
                .map(|number| leaves.add_number(number.clone())),
            is_number_by_number,
        };
        let is_solvable =
            found.root.is_none() || is_number_by_number || found.direction().is_some();
        is_solvable.then_some(found)
    }
}

/// Where a piece looks at a number in the root and compares numbers over its moves, and has no thresholds, every value in
/// the root is taken with every value in each later position of ours: with four men, or two moves, searches are faster.
fn is_worth_comparing(piece: &Advice, material: Material) -> bool {
    let is_short = piece.depth.is_some_and(|depth| depth.plies(Side::Us) <= 2);
    is_short && material.n_men() <= 3
}

/// A node of a piece: what it looked at in the root, whose move it is, and how many plies are left to the depth bound.
pub(crate) type SolvedNode = (PieceId, RootValue, Side, u32);

/// Where the nodes of one kind succeed, in less memory.
pub(crate) struct Solved {
    /// If the position decides nothing, by what follows.
    pub(crate) expanding: Region,
    /// By the goals and what follows, the holding goal included.
    pub(crate) standing: Region,
}

/// Why a set could not be found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Unsolved {
    /// A piece that is asked about has no sets, or there is no room for more.
    Unknown,
    Stopped(Stopped),
}

impl From<Stopped> for Unsolved {
    fn from(stopped: Stopped) -> Unsolved {
        Unsolved::Stopped(stopped)
    }
}

/// Finds verdicts over all positions of a terrain.
pub(crate) struct Solver<'s> {
    pub(crate) program: &'s Program,
    pub(crate) terrain: &'s Terrain,
    pub(crate) pieces: Vec<Option<SetPiece>>,
    pub(crate) columns: Columns,
    pub(crate) solved: FxHashMap<SolvedNode, Solved>,
    /// In less memory; those that were asked for last are at hand.
    pub(crate) roots: FxHashMap<(PieceId, Side), Region>,
    pub(crate) roots_at_hand: AtHand<(PieceId, Side)>,
    /// What pieces without a bound still need.
    pub(crate) distances: FxHashMap<PieceId, Distances>,
    /// What remains for them after a move of ours.
    pub(crate) remaining: FxHashMap<PieceId, Remaining>,
    /// Of how many pieces that may still be noted.
    pub(crate) room_for_remaining: usize,
    /// From which number of the root on pieces succeed, for roots with us to move.
    pub(crate) thresholds: FxHashMap<PieceId, PieceThresholds>,
    /// The numbers that pieces make smaller, with us to move.
    pub(crate) measures: FxHashMap<PieceId, Arc<NumberColumn>>,
    /// What pieces looked at in every root.
    pub(crate) root_numbers: FxHashMap<PieceId, Arc<NumberColumn>>,
    /// How many bytes regions may still take, so that memory is bounded.
    pub(crate) room: usize,
    pub(crate) watch: &'s Watch,
}

impl Solver<'_> {
    /// Where a piece is satisfiable with this side to move.
    pub(crate) fn root(&mut self, id: PieceId, turn: Side) -> Result<Arc<Region>, Unsolved> {
        if let Some(root) = self.known_root(id, turn) {
            return Ok(root);
        }
        let piece = self.piece(id)?;
        if let Some(endless) = piece.endless {
            self.endless(id, endless)?;
            return self.known_root(id, turn).ok_or(Unsolved::Unknown);
        }
        if piece.of_our_roots && turn == Side::Them {
            return Err(Unsolved::Unknown);
        }
        let root = match piece.root {
            None => self.root_with(id, turn, None, None)?,
            Some(number) => match self.root_by_thresholds(id, turn, number)? {
                Some(root) => root,
                None => self.root_by_number(id, turn, number)?,
            },
        };
        let kept = self.keep(&root)?;
        self.roots.insert((id, turn), kept);
        Ok(self.roots_at_hand.put((id, turn), root))
    }

    /// The same, if it has been found.
    fn known_root(&mut self, id: PieceId, turn: Side) -> Option<Arc<Region>> {
        if let Some(root) = self.roots_at_hand.get(&(id, turn)) {
            return Some(root);
        }
        let root = self.roots.get(&(id, turn))?.unpacked();
        Some(self.roots_at_hand.put((id, turn), root))
    }

    /// The same for a piece that looks at a number in the root: from each value by itself.
    fn root_by_number(
        &mut self,
        id: PieceId,
        turn: Side,
        number: NumberId,
    ) -> Result<Region, Unsolved> {
        if !self.piece(id)?.is_number_by_number {
            return Err(Unsolved::Unknown);
        }
        let numbers = self
            .columns
            .numbers(self.terrain, number, turn, self.watch)?;
        let values = numbers.exact_values().ok_or(Unsolved::Unknown)?;
        let mut root = self.terrain.none();
        for value in std::iter::once(None).chain(values.iter().copied().map(Some)) {
            let here = numbers.region(self.terrain, |number| number == value);
            if !here.is_empty() {
                root = root.or(&self.root_with(id, turn, value, Some(&here))?.and(&here));
            }
        }
        // A question about a piece is looked up with us to move.
        if turn == Side::Us {
            self.root_numbers.insert(id, numbers);
        }
        Ok(root)
    }

    /// Where a piece is satisfiable with this side to move, if this is what it looks at in the root: of the roots that are
    /// given, or of all.
    fn root_with(
        &mut self,
        id: PieceId,
        turn: Side,
        value: RootValue,
        roots: Option<&Region>,
    ) -> Result<Region, Unsolved> {
        let piece = self.piece(id)?;
        let (better, holding) = (piece.better.clone(), piece.holding.clone());
        let must_hold = piece.convention.root_must_hold;
        let depth = self.program.piece(id).depth.ok_or(Unsolved::Unknown)?;
        let above = Above { value, depth: 0 };
        let better = self.region(&better, turn, above)?;
        let expanding = self.expanding((id, value, turn, depth.plies(turn).into()), roots)?;
        let mut root = expanding.or(&better);
        if must_hold {
            root = root.and(&*self.region(&holding, turn, above)?);
        }
        Ok(root)
    }

    /// Where a piece has nothing to do with us to move: its better goal is reached at the root.
    pub(crate) fn reached_at_root(&mut self, id: PieceId) -> Result<Region, Unsolved> {
        if let Some(reached) = self.reached_by_thresholds(id)? {
            return Ok(reached);
        }
        let piece = self.piece(id)?;
        let better = piece.better.clone();
        let Some(number) = piece.root else {
            return Ok(Region::clone(&*self.region(
                &better,
                Side::Us,
                Above::default(),
            )?));
        };
        let columns = &mut self.columns;
        let numbers = columns.numbers(self.terrain, number, Side::Us, self.watch)?;
        let mut reached = self.terrain.none();
        for value in std::iter::once(None).chain(numbers.values().iter().copied().map(Some)) {
            let here = numbers.region(self.terrain, |number| number == value);
            if !here.is_empty() {
                let above = Above { value, depth: 0 };
                reached = reached.or(&here.and(&*self.region(&better, Side::Us, above)?));
            }
        }
        Ok(reached)
    }

    /// Finds where a piece without a bound succeeds, and how long it takes.
    fn endless(&mut self, id: PieceId, kind: EndlessKind) -> Result<(), Unsolved> {
        let piece = self.piece(id)?;
        let (better, holding) = (piece.better.clone(), piece.holding.clone());
        let convention = piece.convention;
        let is_fixed = !matches!(kind, EndlessKind::MakeSmaller(_));
        let noted = Noted {
            only: None,
            // Where a number must not grow, what is wanted differs from root to root.
            remaining: is_fixed && self.room_for_remaining > 0,
        };
        let mut moves = PieceSteps {
            us: RepeatedSteps::of(&piece.us),
            them: RepeatedSteps::of(&piece.them),
            solver: self,
        };
        let terrain = moves.solver.terrain;
        let watch = moves.solver.watch;
        let mut both = |formula: &SetFormula| -> Result<[Region; 2], Unsolved> {
            let of = |turn, solver: &mut Solver<'_>| -> Result<Region, Unsolved> {
                Ok(Region::clone(&*solver.region(
                    formula,
                    turn,
                    Above::default(),
                )?))
            };
            Ok([of(Side::Us, moves.solver)?, of(Side::Them, moves.solver)?])
        };
        let [better_us, better_them] = both(&better)?;
        let holding = both(&holding)?;
        let reached = [
            better_us.clone().and(&holding[0]),
            better_them.clone().and(&holding[1]),
        ];
        let mut wanted = Wanted {
            reached,
            holding,
            no_reply_succeeds: convention.no_reply_succeeds,
        };
        let of_all = |forced: Forced| {
            let found = (forced.distances, forced.ours);
            (found, Some(forced.theirs), forced.remaining)
        };
        let (forced, theirs, remaining) = match kind {
            EndlessKind::ForEver => of_all(for_ever(terrain, &wanted, &mut moves, noted, watch)?),
            EndlessKind::HoweverLong => {
                of_all(however_long(terrain, &wanted, &mut moves, noted, watch)?)
            }
            EndlessKind::MakeSmaller(number) => {
                let columns = &mut moves.solver.columns;
                let numbers = columns.numbers(terrain, number, Side::Us, watch)?;
                moves.solver.measures.insert(id, Arc::clone(&numbers));
                if let Some(found) = moves.solver.lowered_at_once(id, &wanted, &numbers)? {
                    return moves
                        .solver
                        .note_endless(id, found, convention, (&better_us, &wanted));
                }
                let (reached, holding) = (wanted.reached[0].clone(), wanted.holding[0].clone());
                let mut distances = Distances::nowhere(terrain);
                let mut ours = terrain.none();
                for &value in numbers.values() {
                    let here = numbers.region(terrain, |number| number == Some(value));
                    let is_below = |number: RootValue| number.is_some_and(|number| number < value);
                    let below = numbers.region(terrain, is_below);
                    let below = below.and(&holding);
                    wanted.reached[0] = reached.clone().or(&below);
                    wanted.holding[0] = below.or(&here.clone().and(&holding));
                    let noted = Noted {
                        only: Some(&here),
                        ..noted
                    };
                    let forced = however_long(terrain, &wanted, &mut moves, noted, watch)?;
                    distances.take(forced.distances);
                    ours = ours.or(&forced.ours.and(&here));
                }
                // Where it is their move the number is not measured.
                ((distances, ours), None, None)
            }
        };
        self.note_endless(id, forced, convention, (&better_us, &wanted))?;
        if let Some(theirs) = theirs {
            // What is reached or has no reply is in it, but a root need not hold.
            let theirs = match convention.root_must_hold {
                true => theirs,
                false => theirs.or(&better_them),
            };
            let theirs = self.keep(&theirs)?;
            self.roots.insert((id, Side::Them), theirs);
        }
        if let Some(remaining) = remaining {
            self.room_for_remaining -= 1;
            self.remaining.insert(id, remaining.packed(terrain));
        }
        Ok(())
    }

    /// Takes note of where a piece without a bound succeeds with us to move, given also where its goal is reached.
    fn note_endless(
        &mut self,
        id: PieceId,
        (distances, ours): (Distances, Region),
        convention: Convention,
        (better, wanted): (&Region, &Wanted),
    ) -> Result<(), Unsolved> {
        let mut ours = ours.or(better);
        if convention.root_must_hold {
            ours = ours.and(&wanted.holding[0]);
        }
        let ours = self.keep(&ours)?;
        self.roots.insert((id, Side::Us), ours);
        self.distances.insert(id, distances.packed(self.terrain));
        Ok(())
    }

    /// Where a piece succeeds by what follows, with this side to move and so many plies left; if roots are given, only those
    /// matter where all plies are left.
    fn expanding(&mut self, node: SolvedNode, roots: Option<&Region>) -> Result<Region, Unsolved> {
        let (id, value, turn, plies) = node;
        if let Some(solved) = self.solved.get(&node) {
            return Ok(solved.expanding.unpacked());
        }
        let at = |left: u32| match (plies - left).is_multiple_of(2) {
            true => (id, value, turn, left),
            false => (id, value, !turn, left),
        };
        // From the depth bound up, so that nothing recurses from ply to ply.
        let known = (0..plies).rev().find_map(|left| {
            let solved = self.solved.get(&at(left))?;
            Some((left, solved.standing.unpacked()))
        });
        let (first, mut below) = match known {
            Some((left, standing)) => (left + 1, Some(standing)),
            None => (0, None),
        };
        for left in first..plies {
            let (_, standing) = self.next_ply(at(left), below.as_ref(), None)?;
            below = Some(standing);
        }
        let (expanding, _) = self.next_ply(node, below.as_ref(), roots)?;
        Ok(expanding)
    }

    /// Finds where a node succeeds by what follows, and with its goals, where one ply less is known already.
    fn next_ply(
        &mut self,
        node @ (id, value, turn, left): SolvedNode,
        below: Option<&Region>,
        only: Option<&Region>,
    ) -> Result<(Region, Region), Unsolved> {
        self.watch.check()?;
        let depth = self.program.piece(id).depth.ok_or(Unsolved::Unknown)?;
        // Whatever looks at the depth has us to move in the root.
        let depth = u32::from(depth.plies(Side::Us)).saturating_sub(left);
        let above = Above { value, depth };
        let piece = self.piece(id)?;
        let (better, holding) = (piece.better.clone(), piece.holding.clone());
        let no_reply_succeeds = piece.convention.no_reply_succeeds;
        let moves = match turn {
            Side::Us => piece.us.clone(),
            Side::Them => piece.them.clone(),
        };
        let expanding = match (turn, below) {
            (Side::Us, None) => self.terrain.none(),
            (Side::Us, Some(below)) => self.some_move(&moves, turn, (above, only), below)?,
            (Side::Them, below) => {
                // SetStep 3 of a search: where they have no permitted reply, the convention decides.
                let all = self.terrain.all(turn);
                let at = (above, only);
                let with_replies = self.some_move(&moves, turn, at, &self.terrain.all(!turn))?;
                let without = all.clone().without(&with_replies);
                let mut succeed = match below {
                    Some(below) => {
                        let bad = self.terrain.all(!turn).without(below);
                        with_replies.without(&self.some_move(&moves, turn, at, &bad)?)
                    }
                    None => self.terrain.none(),
                };
                if no_reply_succeeds {
                    succeed = succeed.or(&without);
                }
                succeed
            }
        };
        let better = self.region(&better, turn, above)?;
        let holding = self.region(&holding, turn, above)?;
        let standing = expanding.clone().or(&better).and(&holding);
        // What is known of some positions only is no answer for those who come here from another root.
        if only.is_none() || !moves.compares() {
            let solved = Solved {
                expanding: self.keep(&expanding)?,
                standing: self.keep(&standing)?,
            };
            self.solved.insert(node, solved);
        }
        Ok((expanding, standing))
    }

    /// The positions in which a permitted move leads into the targets; if some are given, only those matter.
    pub(crate) fn some_move(
        &mut self,
        moves: &PermittedMoves,
        mover: Side,
        at: (Above, Option<&Region>),
        targets: &Region,
    ) -> Result<Region, Unsolved> {
        self.some_move_again(&mut RepeatedSteps::of(moves), mover, at, targets)
    }

    /// The same, step after step: what has not changed since the last is not looked for again.
    fn some_move_again(
        &mut self,
        steps: &mut RepeatedSteps,
        mover: Side,
        (above, only): (Above, Option<&Region>),
        targets: &Region,
    ) -> Result<Region, Unsolved> {
        let kinds = match &steps.moves {
            PermittedMoves::Kinds(kinds) => kinds,
            PermittedMoves::Listed(list) => {
                let lists = self.columns.lists(self.terrain, *list, mover, self.watch)?;
                return Ok(lists.some_move_into(self.terrain, targets));
            }
        };
        let mut found = self.terrain.none();
        for (kind, last) in kinds.iter().zip(&mut steps.last) {
            let when = match kind.when.is_always() {
                true => None,
                false => Some(self.region(&kind.when, mover, above)?),
            };
            let after = match kind.after.is_always() {
                true => None,
                false => Some(targets.clone().and(&*self.region(
                    &kind.after,
                    !mover,
                    above.after_move(),
                )?)),
            };
            let targets = after.as_ref().unwrap_or(targets);
            if let Some(compared) = kind.compared {
                let moves = (kind.moves, compared);
                let mut origins = self.some_move_that(moves, mover, only, targets)?;
                if let Some(when) = when {
                    origins = origins.and(&when);
                }
                found = found.or(&origins);
                continue;
            }
            let mut origins =
                self.terrain
                    .some_move_into_again(mover, kind.moves, targets, last.as_ref());
            *last = Some(SetStep {
                targets: targets.clone(),
                origins: origins.clone(),
            });
            if let Some(when) = when {
                origins = origins.and(&when);
            }
            found = found.or(&origins);
        }
        Ok(found)
    }

    /// The positions in which such a move leads into the targets of which a comparison of both positions is true; if some
    /// are given, only those matter.
    fn some_move_that(
        &mut self,
        (moves, compared): (MovesOf, ComparedEnds),
        mover: Side,
        only: Option<&Region>,
        targets: &Region,
    ) -> Result<Region, Unsolved> {
        let (terrain, watch) = (self.terrain, self.watch);
        let columns = &mut self.columns;
        let before = columns.numbers(terrain, compared.before, mover, watch)?;
        let after = columns.numbers(terrain, compared.after, !mover, watch)?;
        let values = before.exact_values().ok_or(Unsolved::Unknown)?;
        after.exact_values().ok_or(Unsolved::Unknown)?;
        let values = match only {
            Some(only) => before.values_in(only),
            None => values.to_vec(),
        };
        let mut found = terrain.none();
        for value in values {
            let here = before.region(terrain, |number| number == Some(value));
            let here = match only {
                Some(only) => here.and(only),
                None => here,
            };
            if here.is_empty() {
                continue;
            }
            let there = after.region(terrain, |number| {
                number.is_some_and(|number| compares(compared.comparison, number, value))
            });
            let there = there.and(targets);
            if !there.is_empty() {
                found = found.or(&here.and(&terrain.some_move_into(mover, moves, &there)));
            }
        }
        Ok(found)
    }

    /// Where a formula is true, with this side to move.
    pub(crate) fn region(
        &mut self,
        formula: &SetFormula,
        turn: Side,
        above: Above,
    ) -> Result<Arc<Region>, Unsolved> {
        Ok(match formula {
            SetFormula::Always(true) => Arc::new(self.terrain.all(turn)),
            SetFormula::Always(false) => Arc::new(self.terrain.none()),
            SetFormula::Turn(side) => {
                return self.region(&SetFormula::Always(*side == turn), turn, above);
            }
            SetFormula::Leaf(leaf) => self.columns.region(self.terrain, *leaf, turn, self.watch)?,
            SetFormula::Depth(comparison, number) => {
                let holds = compares(*comparison, i64::from(above.depth), *number);
                return self.region(&SetFormula::Always(holds), turn, above);
            }
            // At the root nothing was before.
            SetFormula::WithBefore(..) if above.depth == 0 => Arc::new(self.terrain.none()),
            SetFormula::WithRoot(number, comparison)
            | SetFormula::WithBefore(number, comparison) => {
                let compared = (*number, *comparison, above.value);
                self.columns
                    .compared(self.terrain, compared, turn, self.watch)?
            }
            SetFormula::Can(piece) => self.root(*piece, turn)?,
            SetFormula::Not(part) => {
                let part = self.region(part, turn, above)?;
                Arc::new(self.terrain.all(turn).without(&part))
            }
            SetFormula::And(parts) => {
                let mut found = self.terrain.all(turn);
                for part in parts {
                    // As in an evaluation from left to right: what cannot matter any more is not asked.
                    if found.is_empty() {
                        break;
                    }
                    found = found.and(&*self.region(part, turn, above)?);
                }
                Arc::new(found)
            }
            SetFormula::Or(parts) => {
                let mut found = self.terrain.none();
                for part in parts {
                    found = found.or(&*self.region(part, turn, above)?);
                }
                Arc::new(found)
            }
        })
    }

    pub(crate) fn piece(&self, id: PieceId) -> Result<&SetPiece, Unsolved> {
        let piece = self.pieces.get(id.0 as usize);
        piece.and_then(Option::as_ref).ok_or(Unsolved::Unknown)
    }

    /// A region in less memory, if there is room.
    fn keep(&mut self, region: &Region) -> Result<Region, Unsolved> {
        let kept = region.packed(self.terrain);
        self.room = self
            .room
            .checked_sub(kept.n_bytes())
            .ok_or(Unsolved::Unknown)?;
        Ok(kept)
    }
}

/// Moves that are stepped back again and again, each kind with its last step.
struct RepeatedSteps {
    moves: PermittedMoves,
    last: Vec<Option<SetStep>>,
}

impl RepeatedSteps {
    fn of(moves: &PermittedMoves) -> RepeatedSteps {
        let n_kinds = match moves {
            PermittedMoves::Kinds(kinds) => kinds.len(),
            PermittedMoves::Listed(_) => 0,
        };
        RepeatedSteps {
            moves: moves.clone(),
            last: vec![None; n_kinds],
        }
    }
}

/// The steps that a piece permits.
struct PieceSteps<'p, 's> {
    us: RepeatedSteps,
    them: RepeatedSteps,
    solver: &'p mut Solver<'s>,
}

impl SideSteps for PieceSteps<'_, '_> {
    type Error = Unsolved;

    fn ours(&mut self, targets: &Region) -> Result<Region, Unsolved> {
        self.solver
            .some_move_again(&mut self.us, Side::Us, (Above::default(), None), targets)
    }

    fn theirs(&mut self, targets: &Region) -> Result<Region, Unsolved> {
        self.solver.some_move_again(
            &mut self.them,
            Side::Them,
            (Above::default(), None),
            targets,
        )
    }
}
