//! What a table plays in every position of an ending, as far as sets tell: which rule and which piece, and by which move.
//!
//! A search asks one piece after the other and tries its moves in order. Where the pieces are solved it is a matter of
//! sets which of them is the first that works, and one look at the position after each move which moves are good. What
//! the order of moves depends on is evaluated beforehand, for all positions.
//!
//! Where a plan is longer than a move, or one of several good moves comes first for a reason that is no number of the
//! position after it, the piece is [known](TableChoice::Follows) and its tree has to be searched for. Where a piece is not
//! solved, the table has to be [asked](TableChoice::Ask).

mod by_words;

use std::ops::ControlFlow;
use std::sync::Arc;

use chess::{Board as _, Small};
use domain::{Side, Stopped, Symmetries};
use lang::checked::{Comparison, PieceId, Program, Table};
use rustc_hash::FxHashMap;
use shakmaty::Move;
use verify::{Material, MovesOf, PackedValues, PositionSet, Region};

use crate::columns::Leaves;
use crate::endless::{Distances, Remaining};
use crate::formula::{Above, RootNumber, SetFormula, compares};
use crate::numbers::NumberColumn;
use crate::orders::PlacesOf;
use crate::permitted::{ComparedEnds, KindOrder, OrderKey, PermittedMoves};
use crate::pieces::{Solver, Unsolved};
use crate::solution::Solution;
use crate::thresholds::{AskedNode, NodesBelow};

pub use by_words::ChoicesOfWord;

/// What a table plays in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableChoice {
    /// A move of a piece, by a rule of the table, with the numbers of both.
    Plays {
        /// The table and the rule.
        rule: (usize, usize),
        /// The piece.
        piece: PieceId,
        /// The move.
        m: Move,
    },
    /// A piece of a rule, whose tree has to be searched for: it is longer than a move, or its order is not known.
    Follows {
        /// The table and the rule.
        rule: (usize, usize),
        /// The piece.
        piece: PieceId,
    },
    /// No piece works.
    Silent,
    /// The chapter is not about the position.
    Outside,
    /// Sets do not tell.
    Ask,
}

/// The table of an ending as formulas.
pub(crate) struct TableFormulas {
    table: usize,
    about: SetFormula,
    rules: Vec<RuleFormulas>,
}

struct RuleFormulas {
    /// None: sets cannot follow.
    condition: Option<SetFormula>,
    /// The pieces with their guards.
    entries: Vec<(PieceId, Option<SetFormula>)>,
}

impl TableFormulas {
    /// The table of a program for an ending; none if it has none, or if sets cannot tell what it is about.
    pub(crate) fn of(
        program: &Program,
        material: Material,
        leaves: &mut Leaves,
    ) -> Option<TableFormulas> {
        let is_about = |table: &Table| Material::of_header(&table.header) == Some(material);
        let table = program.tables.iter().position(is_about)?;
        let mut of = |condition: Option<&lang::checked::Expr>| {
            let Some(condition) = condition else {
                return Some(SetFormula::Always(true));
            };
            let mut root = RootNumber::default();
            let formula = SetFormula::of(program, condition, leaves, &mut root);
            formula.filter(|_| root.number().is_none())
        };
        // Which positions a program is about is said of the men in its header alone.
        let is_own = Material::of_header(&program.header) == Some(material);
        let about = of(program.positions.as_ref().filter(|_| is_own))?;
        let rules = program.tables[table].rules.iter().map(|rule| {
            let entries = rule.entries.iter();
            RuleFormulas {
                condition: of(rule.condition.as_ref()),
                entries: entries
                    .map(|entry| (entry.piece, of(entry.guard.as_ref())))
                    .collect(),
            }
        });
        Some(TableFormulas {
            table,
            about,
            rules: rules.collect(),
        })
    }

    /// How many entries there are in all.
    fn n_entries(&self) -> usize {
        self.rules.iter().map(|rule| rule.entries.len()).sum()
    }
}

/// What is played in all positions with us to move.
pub(crate) struct Choices {
    table: usize,
    /// By number: what is in `plays`, or one of the other codes.
    codes: PackedValues,
    plays: Vec<Play>,
}

/// Codes that are no index.
const ASK: u8 = u8::MAX;
const SILENT: u8 = u8::MAX - 1;
const OUTSIDE: u8 = u8::MAX - 2;
/// No more entries of a table than this are known.
const MAX_PLAYS: usize = OUTSIDE as usize;

/// A piece that is played by a rule.
struct Play {
    rule: usize,
    piece: PieceId,
    /// None: its tree has to be searched for.
    moves: Option<PlayedMoves>,
}

/// The moves of a piece that is played for one move.
struct PlayedMoves {
    /// The depth bound; none if it has none.
    plies: Option<u32>,
    kinds: Vec<PlayedKind>,
}

/// Moves of one kind, in their order.
struct PlayedKind {
    moves: MovesOf,
    /// Where they may lead; none: anywhere.
    after: Option<Region>,
    compared: Option<ComparedNumbers>,
    /// None: not known.
    places: Option<PlacesOf>,
}

/// A number of the position after a move, compared with one of the position before it.
struct ComparedNumbers {
    after: Arc<NumberColumn>,
    comparison: Comparison,
    before: Arc<NumberColumn>,
}

impl ComparedNumbers {
    /// Does a move permit it, from a number of one ending to a number of another?
    fn permits(&self, (from, before): (usize, usize), (to, after): (usize, usize)) -> bool {
        let numbers = self.before.at(from, before).zip(self.after.at(to, after));
        numbers.is_some_and(|(before, after)| compares(self.comparison, after, before))
    }
}

impl Choices {
    /// What is told by what has been solved.
    pub(crate) fn find(
        solver: &mut Solver<'_>,
        formulas: &TableFormulas,
    ) -> Result<Option<Choices>, Stopped> {
        if formulas.n_entries() > MAX_PLAYS {
            return Ok(None);
        }
        let ending = solver.terrain.n_endings() - 1;
        let all = solver.terrain.legal(ending, Side::Us).clone();
        let n_numbers = solver.terrain.index(ending).n_numbers() / 2;
        let mut finder = Finder {
            codes: vec![ASK; n_numbers],
            kept: Symmetries::ALL,
            plays: Vec::new(),
            places: FxHashMap::default(),
            ending,
            solver,
        };
        match finder.table(formulas, all) {
            Ok(()) => {
                let index = finder.solver.terrain.index(ending);
                Ok(Some(Choices {
                    table: formulas.table,
                    codes: PackedValues::new(&index, finder.kept, ASK, &finder.codes),
                    plays: finder.plays,
                }))
            }
            // There is no room, or nothing can be told of what the chapter is about.
            Err(Unsolved::Unknown) => Ok(None),
            Err(Unsolved::Stopped(stopped)) => Err(stopped),
        }
    }

    /// What is played in a position of the ending, by its number.
    pub(crate) fn at(&self, solution: &Solution, number: usize, position: &Small) -> TableChoice {
        let play = match self.codes.at(number) {
            ASK => return TableChoice::Ask,
            SILENT => return TableChoice::Silent,
            OUTSIDE => return TableChoice::Outside,
            code => &self.plays[usize::from(code)],
        };
        let (rule, piece) = ((self.table, play.rule), play.piece);
        let first = play.moves.as_ref().and_then(|moves| {
            let good = GoodMoves {
                solution,
                piece,
                moves,
                number,
            };
            good.first(position)
        });
        match first {
            Some(m) => TableChoice::Plays { rule, piece, m },
            None => TableChoice::Follows { rule, piece },
        }
    }
}

/// Goes through a table, rule by rule and piece by piece.
struct Finder<'f, 's> {
    codes: Vec<u8>,
    /// The symmetries that they keep.
    kept: Symmetries,
    plays: Vec<Play>,
    /// Orders that are known.
    places: FxHashMap<Vec<OrderKey>, Option<PlacesOf>>,
    ending: usize,
    solver: &'f mut Solver<'s>,
}

impl Finder<'_, '_> {
    fn table(&mut self, formulas: &TableFormulas, all: PositionSet) -> Result<(), Unsolved> {
        let mut open = all.clone();
        open.intersect(&self.set(&formulas.about)?);
        let mut outside = all;
        outside.subtract(&open);
        self.note(&outside, OUTSIDE);
        for (idx, rule) in formulas.rules.iter().enumerate() {
            let Some(condition) = &rule.condition else {
                // Whatever comes after it may never be asked.
                return Ok(());
            };
            let mut here = open.clone();
            here.intersect(&self.set(condition)?);
            open.subtract(&here);
            self.rule(idx, rule, here)?;
        }
        self.note(&open, SILENT);
        Ok(())
    }

    /// The entries of a rule, one after the other, in the positions where it applies.
    fn rule(
        &mut self,
        idx: usize,
        rule: &RuleFormulas,
        mut here: PositionSet,
    ) -> Result<(), Unsolved> {
        for (piece, guard) in &rule.entries {
            let mut tried = here.clone();
            match guard {
                Some(guard) => tried.intersect(&self.set(guard)?),
                // Nobody knows where the guard holds.
                None => return Ok(()),
            }
            match self.works(*piece) {
                Ok(works) => tried.intersect(&works),
                Err(Unsolved::Unknown) => {
                    here.subtract(&tried);
                    continue;
                }
                Err(stopped @ Unsolved::Stopped(_)) => return Err(stopped),
            }
            here.subtract(&tried);
            let code = self.plays.len() as u8;
            let moves = self.moves(*piece)?;
            self.plays.push(Play {
                rule: idx,
                piece: *piece,
                moves,
            });
            self.note(&tried, code);
        }
        self.note(&here, SILENT);
        Ok(())
    }

    /// Where a piece is satisfiable and its goal is not reached yet.
    fn works(&mut self, piece: PieceId) -> Result<PositionSet, Unsolved> {
        let root = self.solver.root(piece, Side::Us)?;
        let reached = self.solver.reached_at_root(piece)?;
        let mut works = root.set(self.ending).clone();
        works.subtract(reached.set(self.ending));
        Ok(works)
    }

    /// The moves of a piece; none if its plans are longer than a move, or its moves are no kinds.
    fn moves(&mut self, piece: PieceId) -> Result<Option<PlayedMoves>, Unsolved> {
        let depth = self.solver.program.piece(piece).depth;
        let plies = depth.map(|depth| u32::from(depth.plies(Side::Us)));
        let is_short = match plies {
            Some(plies) => (1..=2).contains(&plies),
            None => self.solver.remaining.contains_key(&piece),
        };
        let asked = self.solver.piece(piece)?;
        let (permitted, looks_at_root) = (asked.us.clone(), asked.root.is_some());
        let PermittedMoves::Kinds(kinds) = permitted else {
            return Ok(None);
        };
        let is_plain = kinds
            .iter()
            .all(|kind| kind.when.is_always() && (kind.after.is_always() || !looks_at_root));
        if !is_short || !is_plain {
            return Ok(None);
        }
        let mut played = Vec::new();
        for kind in kinds {
            let after = match kind.after.is_always() {
                true => None,
                false => {
                    let above = Above::default().after_move();
                    let after = self.solver.region(&kind.after, Side::Them, above)?;
                    Some(after.packed(self.solver.terrain))
                }
            };
            let compared = match kind.compared {
                Some(compared) => Some(self.compared(compared)?),
                None => None,
            };
            let places = match kind.order {
                KindOrder::By(keys) => self.places(keys)?,
                KindOrder::Unknown => None,
            };
            played.push(PlayedKind {
                moves: kind.moves,
                after,
                compared,
                places,
            });
        }
        Ok(Some(PlayedMoves {
            plies,
            kinds: played,
        }))
    }

    fn compared(&mut self, compared: ComparedEnds) -> Result<ComparedNumbers, Unsolved> {
        let Solver {
            terrain,
            columns,
            watch,
            ..
        } = &mut *self.solver;
        Ok(ComparedNumbers {
            after: columns.numbers(terrain, compared.after, Side::Them, watch)?,
            comparison: compared.comparison,
            before: columns.numbers(terrain, compared.before, Side::Us, watch)?,
        })
    }

    fn places(&mut self, keys: Vec<OrderKey>) -> Result<Option<PlacesOf>, Unsolved> {
        if let Some(known) = self.places.get(&keys) {
            return Ok(known.clone());
        }
        let Solver {
            terrain,
            columns,
            watch,
            ..
        } = &mut *self.solver;
        let found = PlacesOf::find(terrain, columns, &keys, watch)?;
        self.places.insert(keys, found.clone());
        Ok(found)
    }

    /// Where a formula is true, with us to move.
    fn set(&mut self, formula: &SetFormula) -> Result<PositionSet, Unsolved> {
        let region = self.solver.region(formula, Side::Us, Above::default())?;
        Ok(region.set(self.ending).clone())
    }

    /// Writes a code at some positions.
    fn note(&mut self, those: &PositionSet, code: u8) {
        self.kept = self.kept.and(those.kept());
        let codes = &mut self.codes;
        those.for_each(|number| codes[number] = code);
    }
}

/// The moves of a piece in one position that do what it wants.
struct GoodMoves<'g> {
    solution: &'g Solution,
    piece: PieceId,
    moves: &'g PlayedMoves,
    number: usize,
}

impl GoodMoves<'_> {
    /// The first of them; none if that is not known.
    fn first(&self, position: &Small) -> Option<Move> {
        let terrain = self.solution.terrain();
        let main = terrain.n_endings() - 1;
        let index = terrain.index(main);
        let goal = self
            .solution
            .goal_of_moves(self.piece, self.moves, self.number)?;
        let kinds = &self.moves.kinds[..];
        let is_ordered = kinds.iter().all(|kind| kind.places.is_some());
        let mut first = kinds.iter().take(1);
        let is_listed = first.any(|kind| matches!(kind.places, Some(PlacesOf::Equal)));
        let mut best = None;
        let mut is_known = true;
        let _ = position.visit(|m| {
            let tried = match m.is_capture() || m.is_promotion() {
                false => Some((main, index.after(self.number, m))),
                true => terrain.place(&position.play(m)),
            };
            let tried = self.try_move(m, tried, &goal, is_ordered, &mut best);
            is_known = tried.is_some();
            // Of the first kind, and in no order: nothing that is listed later can come before it.
            let is_first = is_listed && matches!(best, Some(((0, _), _)));
            match is_known && !is_first {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        best.filter(|_| is_known).map(|(_, m)| m)
    }

    /// Looks at a move and the place to which it leads; none if it is not known what the move does.
    #[inline]
    fn try_move(
        &self,
        m: Move,
        to: Option<(usize, usize)>,
        goal: &MoveGoal<'_>,
        is_ordered: bool,
        best: &mut Option<((usize, u16), Move)>,
    ) -> Option<()> {
        let (ending, after) = to?;
        if !goal.is_met(ending, after)? {
            return Some(());
        }
        let kinds = &self.moves.kinds[..];
        let kind = kinds.iter().position(|kind| {
            let (mut targets, mut numbers) = (kind.after.iter(), kind.compared.iter());
            let here = (self.solution.terrain().n_endings() - 1, self.number);
            kind.moves.permits(m)
                && targets.all(|targets| targets.set(ending).contains(after))
                && numbers.all(|numbers| numbers.permits(here, (ending, after)))
        });
        let Some(kind) = kind else {
            return Some(());
        };
        let place = match &kinds[kind].places {
            Some(places) => places.at(ending, after)?,
            None => 0,
        };
        match best {
            Some(_) if !is_ordered => return None,
            // Of moves that are alike the one that is listed first stays.
            Some((least, _)) if *least <= (kind, place) => {}
            Some(_) | None => *best = Some(((kind, place), m)),
        }
        Some(())
    }
}

/// When a move is good, by the place of the position after it.
enum MoveGoal<'g> {
    /// So many moves remain at most.
    Remaining(&'g Remaining, u32),
    /// It leads into this set.
    Into(&'g Region),
    /// It leads to a node that succeeds from this root.
    Succeeding(NodesBelow<'g>),
}

impl MoveGoal<'_> {
    /// Is it met? None if that was not noted.
    #[inline]
    fn is_met(&self, ending: usize, after: usize) -> Option<bool> {
        match self {
            MoveGoal::Remaining(remaining, at_most) => {
                let moves = remaining.at(ending, after)?;
                Some(moves != Distances::NEVER && u32::from(moves) <= *at_most)
            }
            MoveGoal::Into(region) => Some(region.set(ending).contains(after)),
            MoveGoal::Succeeding(nodes) => Some(nodes.succeeds(ending, after)),
        }
    }
}

impl Solution {
    /// What the table of the ending plays in one of its positions with us to move.
    pub fn choice(&self, position: &Small) -> TableChoice {
        let Some(choices) = &self.choices else {
            return TableChoice::Ask;
        };
        let index = self.terrain.index(self.terrain.n_endings() - 1);
        match index.of(position) {
            Some(number) => choices.at(self, number, position),
            None => TableChoice::Ask,
        }
    }

    /// What a move of a piece has to lead to, in the position of a number.
    fn goal_of_moves(
        &self,
        piece: PieceId,
        moves: &PlayedMoves,
        number: usize,
    ) -> Option<MoveGoal<'_>> {
        let ending = self.terrain.n_endings() - 1;
        let Some(plies) = moves.plies else {
            let needed = self.needed.at_number(piece, ending, number)?;
            // The best move leaves one fewer than there are now.
            let at_most = needed.saturating_sub(1);
            return Some(MoveGoal::Remaining(self.remaining.get(&piece)?, at_most));
        };
        if let Some(thresholds) = self.thresholds.get(&piece) {
            let below = (Side::Them, plies - 1);
            let nodes = thresholds.below((ending, number), below, AskedNode::Standing);
            return nodes.map(MoveGoal::Succeeding);
        }
        let value = match self.root_numbers.get(&piece) {
            Some(numbers) => numbers.at(ending, number),
            None => None,
        };
        let below = (piece, value, Side::Them, plies - 1);
        Some(MoveGoal::Into(&self.solved.get(&below)?.standing))
    }
}
