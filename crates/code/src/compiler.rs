//! Compiles a checked program into [`compiled`](crate::compiled) code.
//!
//! Equal values on one path are computed once; `before` and `root` values that depend on nothing else are remembered
//! between evaluations. Goals are compiled once for each side to move, so that code never tests it.

mod assembler;
mod addresses;
mod expressions;
mod calls;
mod men;
mod lookup;
mod tabulate;
mod times;
mod loops;
mod once;
mod elsewhere;
mod constraints;
mod same;
mod classes;
mod rows;
mod lanes;
mod parts;
mod at_once;

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use domain::{BySide, Fast, Side, Type, WordId};

use crate::compiled::{
    Advice, Code, EndlessCode, Goals, MAX_CONSTANTS, MAX_REGS, OfItem, OfNumbers, OfPair, Program,
    Reg, Rule, SetOfPair, SetPart, When,
};
use assembler::Assembler;
pub use elsewhere::shared_definitions;
use lang::checked;
use rows::RowTables;
use tabulate::Tabulated;

/// Compiles a program for a domain.
#[inline(never)]
pub fn compile<D: Fast>(domain: &D, program: &Arc<checked::Program>) -> Arc<Program<D>> {
    Compiler::new(domain, program, u16::MAX).whole(domain, program)
}

/// Compiles a program for searches from very many positions, which share what takes long to evaluate.
#[inline(never)]
pub fn compile_to_share<D: Fast>(domain: &D, program: &Arc<checked::Program>) -> Arc<Program<D>> {
    let mut compiler = Compiler::new(domain, program, u16::MAX);
    compiler.shared = shared_definitions(program);
    compiler.whole(domain, program)
}

/// Compiles a piece that is not in the program, for one side: it is the piece after the last.
#[inline(never)]
pub fn compile_piece<D: Fast>(
    domain: &D,
    program: &Arc<checked::Program>,
    piece: &checked::Advice,
    viewer: Side,
) -> (Arc<Program<D>>, checked::PieceId) {
    let mut compiler = Compiler::new(domain, program, u16::MAX);
    let compiled = compiler.piece(piece, viewer);
    let mut pieces = compiler.asked_pieces();
    let id = checked::PieceId(pieces.len() as u32);
    let mut of_sides = [None, None];
    of_sides[usize::from(viewer == Side::Them)] = Some(compiled);
    pieces.push(of_sides);
    let program = compiler.program_of(domain, program, pieces, Vec::new());
    (Arc::new(program), id)
}

/// Compiles expressions of a program that are true or false, such as the conditions of its claims, with the pieces that
/// they ask about.
#[inline(never)]
pub fn compile_truths<D: Fast>(
    domain: &D,
    program: &Arc<checked::Program>,
    truths: &[&checked::Expr],
) -> Arc<Program<D>> {
    let mut compiler = Compiler::new(domain, program, u16::MAX);
    compiler.tabulates = true;
    let truths = truths.iter().map(|expr| compiler.code(expr, Side::Us));
    let truths = truths.collect();
    let pieces = compiler.asked_pieces();
    Arc::new(Program {
        truths,
        ..compiler.program_of(domain, program, pieces, Vec::new())
    })
}

/// Compiles one definition as we see it; its arguments go into the first registers.
#[inline(never)]
pub fn compile_definition<D: Fast>(
    domain: &D,
    program: &checked::Program,
    definition: checked::DefinitionId,
) -> Code<D> {
    let mut compiler = Compiler::new(domain, program, 0);
    let definition = program.definition(definition);
    let parameters: Vec<Type> = definition.parameters.iter().map(|(_, ty)| *ty).collect();
    Assembler::assemble(&mut compiler, &definition.body, Side::Us, &parameters)
}

struct Compiler<'a, D: Fast> {
    domain: &'a D,
    program: &'a checked::Program,
    /// Slots for remembered values, over the whole program, and how many there may be.
    n_slots: u16,
    max_slots: u16,
    /// The slot of an expression, seen by a side at a time.
    slots: HashMap<(ExprIdentity<'a>, Side, When), u16>,
    /// Orders by shape, over the whole program.
    n_tables: usize,
    /// Tables of answers for all targets of a man.
    n_answer_tables: usize,
    /// Tables of sets that depend on the classes of some men.
    n_set_tables: usize,
    /// Constants that get a register of their own, from the last one down.
    constants: Vec<u64>,
    /// Lookup tables of words, as a side sees them.
    of_item: HashMap<(WordId, Side), Option<OfItem>>,
    of_pair: HashMap<(WordId, Side), Option<OfPair>>,
    set_of_pair: HashMap<(WordId, Side), Option<SetOfPair>>,
    of_numbers: HashMap<(WordId, Side), Option<OfNumbers>>,
    /// Lookup tables of definitions, as a side sees them; and whether to build any.
    of_men: HashMap<(checked::DefinitionId, Side), Option<Tabulated>>,
    of_parts: HashMap<(ExprIdentity<'a>, Side), Option<Tabulated>>,
    /// Sets, or parts of them, that have tables; and the orders by shape that have been made.
    set_parts: HashMap<(ExprIdentity<'a>, Side), Arc<SetPart<D>>>,
    orders: HashMap<OrderIdentity, usize>,
    tabulates: bool,
    /// Tables of bits for code with lanes.
    rows: RowTables,
    /// Pieces that code asks about, and for which side.
    asked: Vec<(usize, Side)>,
    /// For each definition: does it take more than a few instructions?
    long_definitions: Vec<bool>,
    /// For each definition: do searches share its value? Empty if nothing is shared.
    shared: Vec<bool>,
}

/// What an order by shape depends on: the words by which it chooses, sorts and tells directions apart, as addresses, each
/// with its viewer, and the set from which it chooses.
#[derive(PartialEq, Eq, Hash)]
struct OrderIdentity {
    chosen: Option<(usize, Side, bool, usize)>,
    sort: Option<(usize, Side, bool)>,
    directions: Vec<(usize, Side)>,
}

/// An expression as itself: two that read alike are two. While the reference lives nothing else has its address.
#[derive(Clone, Copy)]
struct ExprIdentity<'a>(&'a checked::Expr);

impl PartialEq for ExprIdentity<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for ExprIdentity<'_> {}

impl Hash for ExprIdentity<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::hash(self.0, state);
    }
}

// What all ways to compile share is never inlined, so that crates which compile for one board share it too.
impl<'a, D: Fast> Compiler<'a, D> {
    #[inline(never)]
    fn new(domain: &'a D, program: &'a checked::Program, max_slots: u16) -> Compiler<'a, D> {
        let mut compiler = Compiler {
            domain,
            program,
            n_slots: 0,
            max_slots,
            slots: HashMap::new(),
            n_tables: 0,
            n_answer_tables: 0,
            n_set_tables: 0,
            constants: Vec::new(),
            of_item: HashMap::new(),
            of_pair: HashMap::new(),
            set_of_pair: HashMap::new(),
            of_numbers: HashMap::new(),
            of_men: HashMap::new(),
            of_parts: HashMap::new(),
            set_parts: HashMap::new(),
            orders: HashMap::new(),
            tabulates: false,
            rows: RowTables::default(),
            asked: Vec::new(),
            long_definitions: Vec::with_capacity(program.definitions.len()),
            shared: Vec::new(),
        };
        compiler.find_long_definitions();
        compiler
    }

    /// The preloaded register of a constant, if one is free.
    fn constant(&mut self, raw: u64) -> Option<Reg> {
        // Code that is run by itself has no program to preload its registers.
        if self.max_slots == 0 {
            return None;
        }
        let known = self.constants.iter().position(|constant| *constant == raw);
        let idx = match known {
            Some(idx) => idx,
            None if self.constants.len() < MAX_CONSTANTS => {
                self.constants.push(raw);
                self.constants.len() - 1
            }
            None => return None,
        };
        Some((MAX_REGS - 1 - idx) as Reg)
    }

    /// The pieces that are asked about, for the side that asks, and those that they ask about in turn.
    #[inline(never)]
    fn asked_pieces(&mut self) -> Vec<[Option<Advice<D>>; 2]> {
        let program = self.program;
        let mut pieces: Vec<[Option<Advice<D>>; 2]> =
            program.pieces.iter().map(|_| [None, None]).collect();
        while let Some((idx, viewer)) = self.asked.pop() {
            let slot = &mut pieces[idx][usize::from(viewer == Side::Them)];
            if slot.is_none() {
                *slot = Some(self.piece(&program.pieces[idx], viewer));
            }
        }
        pieces
    }

    #[inline(never)]
    fn whole(mut self, domain: &D, program: &'a Arc<checked::Program>) -> Arc<Program<D>> {
        // A whole program is run on many positions, so that tables are worth building.
        self.tabulates = true;
        let tables = program.tables.iter();
        let tables = tables
            .map(|table| table.rules.iter().map(|rule| self.rule(rule)).collect())
            .collect();
        let positions = program.positions.as_ref();
        let positions = positions.map(|about| self.code(about, Side::Us));
        // Every piece from our side; from theirs only those that other pieces ask about.
        self.asked
            .extend((0..program.pieces.len()).map(|idx| (idx, Side::Us)));
        let pieces = self.asked_pieces();
        Arc::new(Program {
            positions,
            ..self.program_of(domain, program, pieces, tables)
        })
    }

    #[inline(never)]
    fn program_of(
        self,
        domain: &D,
        checked: &Arc<checked::Program>,
        pieces: Vec<[Option<Advice<D>>; 2]>,
        tables: Vec<Vec<Rule<D>>>,
    ) -> Program<D> {
        Program {
            domain: *domain,
            checked: Arc::clone(checked),
            pieces,
            positions: None,
            tables,
            shared: self.shared,
            truths: Vec::new(),
            n_slots: self.n_slots.into(),
            n_tables: self.n_tables,
            n_answer_tables: self.n_answer_tables,
            n_set_tables: self.n_set_tables,
            constants: self.constants,
        }
    }

    #[inline(never)]
    fn piece(&mut self, piece: &'a checked::Advice, viewer: Side) -> Advice<D> {
        let us = self.constraint(&piece.us, viewer);
        let mut goals = BySide::from_fn(|turn| self.goals(piece, viewer, turn));
        self.add_lanes(&mut goals[!viewer], viewer, &us);
        let them = self.constraint(&piece.them, viewer);
        let where_we_move = &goals[viewer];
        Advice {
            is_of_lists: goals[!viewer].lists.is_some()
                && them.is_any()
                && where_we_move.better.settled() == Some(false)
                && where_we_move.holding.settled() == Some(true),
            goals,
            us,
            them,
            depth: piece.depth,
            endless: piece.endless.as_ref().map(|endless| match endless {
                checked::Endless::ForEver => EndlessCode::ForEver,
                checked::Endless::HoweverLong => EndlessCode::HoweverLong,
                checked::Endless::MakeSmaller(number) => {
                    EndlessCode::MakeSmaller(self.code(number, viewer))
                }
            }),
            convention: piece.convention,
            reads: piece.reads,
        }
    }

    /// The goals where it is this side's move.
    fn goals(&mut self, piece: &'a checked::Advice, viewer: Side, turn: Side) -> Goals<D> {
        let (better, holding) = (&piece.better_goal, &piece.holding_goal);
        Goals {
            better: Assembler::assemble_truth(self, better, viewer, turn),
            holding: Assembler::assemble_truth(self, holding, viewer, turn),
            both: Assembler::assemble_goals(self, holding, better, viewer, turn),
            lanes: Vec::new(),
            lists: None,
        }
    }

    fn rule(&mut self, rule: &'a checked::Rule) -> Rule<D> {
        Rule {
            condition: rule
                .condition
                .as_ref()
                .map(|condition| self.code(condition, Side::Us)),
            entries: rule
                .entries
                .iter()
                .map(|entry| {
                    (
                        entry.piece,
                        entry.guard.as_ref().map(|guard| self.code(guard, Side::Us)),
                    )
                })
                .collect(),
        }
    }

    /// The code of a whole expression.
    #[inline(never)]
    fn code(&mut self, expr: &'a checked::Expr, viewer: Side) -> Code<D> {
        Assembler::assemble(self, expr, viewer, &[])
    }
}
