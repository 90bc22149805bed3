//! Compiles a checked program into [`compiled`](crate::compiled) code.
//!
//! Equal values on one path are computed once; `before` and `root` values that depend on nothing else are
//! remembered between evaluations.

mod assembler;
mod expressions;
mod constraints;

use domain::{Domain, Side, Type};

use crate::checked;
use crate::compiled::{Advice, Code, Program, Rule};
use assembler::Assembler;

/// Compiles a program for a domain.
pub fn compile<'a, D: Domain>(domain: &'a D, program: &'a checked::Program) -> Program<'a, D> {
    let mut compiler = Compiler { domain, program, n_slots: 0, max_slots: u16::MAX, asked: Vec::new() };
    let tables = program.tables.iter();
    let tables = tables.map(|table| table.rules.iter().map(|rule| compiler.rule(rule)).collect()).collect();
    // Every piece from our side; from theirs only those that somebody asks about.
    let mut pieces: Vec<[Option<Advice<D>>; 2]> = program.pieces.iter().map(|_| [None, None]).collect();
    compiler.asked.extend((0..program.pieces.len()).map(|idx| (idx, Side::Us)));
    while let Some((idx, viewer)) = compiler.asked.pop() {
        let slot = &mut pieces[idx][usize::from(viewer == Side::Them)];
        if slot.is_none() {
            *slot = Some(compiler.piece(&program.pieces[idx], viewer));
        }
    }
    Program { domain, checked: program, pieces, tables, n_slots: compiler.n_slots.into() }
}

/// Compiles one definition, asked from our side; its arguments go into the first registers.
pub fn compile_definition<'a, D: Domain>(
    domain: &'a D,
    program: &'a checked::Program,
    definition: checked::DefinitionId,
) -> Code<D> {
    let mut compiler = Compiler { domain, program, n_slots: 0, max_slots: 0, asked: Vec::new() };
    let definition = program.definition(definition);
    let parameters: Vec<Type> = definition.parameters.iter().map(|(_, ty)| *ty).collect();
    Assembler::assemble(&mut compiler, &definition.body, Side::Us, &parameters)
}

struct Compiler<'a, D: Domain> {
    domain: &'a D,
    program: &'a checked::Program,
    /// Slots for remembered values, over the whole program, and how many there may be.
    n_slots: u16,
    max_slots: u16,
    /// Pieces that code asks about, and from whose side.
    asked: Vec<(usize, Side)>,
}

impl<'a, D: Domain> Compiler<'a, D> {
    fn piece(&mut self, piece: &'a checked::Advice, viewer: Side) -> Advice<D> {
        Advice {
            better_goal: self.code(&piece.better_goal, viewer),
            holding_goal: self.code(&piece.holding_goal, viewer),
            us: self.constraint(&piece.us, viewer),
            them: self.constraint(&piece.them, viewer),
            depth: piece.depth,
            convention: piece.convention,
            reads: piece.reads,
        }
    }

    fn rule(&mut self, rule: &'a checked::Rule) -> Rule<D> {
        Rule {
            condition: rule.condition.as_ref().map(|condition| self.code(condition, Side::Us)),
            entries: rule
                .entries
                .iter()
                .map(|entry| (entry.piece, entry.guard.as_ref().map(|guard| self.code(guard, Side::Us))))
                .collect(),
        }
    }

    /// The code of a whole expression.
    fn code(&mut self, expr: &'a checked::Expr, viewer: Side) -> Code<D> {
        Assembler::assemble(self, expr, viewer, &[])
    }
}
