//! What the definitions of a chapter say at a glance, held against the tables.

use std::sync::Arc;

use chess::{Board, Chess, Small, View};
use code::compile_definition;
use code::compiled::Code;
use code::machine::{Environment, Inputs, Machine, Past};
use domain::{Domain, Notation, Side, Stopped};
use lang::checked::{DefinitionId, PieceId, Program};
use shakmaty::Color;
use verify::{EndgameTables, Wdl};

/// Nobody is asked by definitions without searches.
struct Nobody;

impl<D: Domain> Environment<D> for Nobody {
    fn can(&mut self, _: PieceId, _: Side, _: &D::Position) -> Result<bool, Stopped> {
        unreachable!("the definitions ask for no search")
    }

    fn steps(&mut self, _: u64) -> Result<(), Stopped> {
        Ok(())
    }
}

/// What the definitions say at a glance, held against the tables.
pub(crate) struct Glance<'g> {
    chess: &'g Chess<Small>,
    tables: &'g EndgameTables,
    machine: Machine<Chess<Small>>,
    said: [(&'static str, Code<Chess<Small>>); 2],
    /// How often they say won, and not won.
    pub(crate) known: [u64; 2],
    /// The first lies.
    pub(crate) lies: Vec<String>,
}

impl<'g> Glance<'g> {
    /// For a chapter that defines `won` and `not_won`.
    pub(crate) fn new(
        chess: &'g Chess<Small>,
        program: &'g Arc<Program>,
        tables: &'g EndgameTables,
    ) -> Glance<'g> {
        let code = |name: &str| {
            let mut names = program.definitions.iter().map(|known| &known.name);
            let idx = names.position(|known| known == name);
            let idx = idx.expect("the chapter defines it");
            compile_definition(chess, program, DefinitionId(idx as u32))
        };
        Glance {
            chess,
            tables,
            machine: Machine::for_domain(chess),
            said: ["won", "not_won"].map(|name| (name, code(name))),
            known: [0; 2],
            lies: Vec::new(),
        }
    }

    /// Looks at a position.
    pub(crate) fn look(&mut self, position: &Small) {
        let inputs = Inputs {
            position,
            stamp: 0,
            past: &Past::of_root(position, 0),
            depth: 0,
            the_move: None,
        };
        let mut holds = |code| {
            let value = self.machine.value(code, &[], &inputs, &mut Nobody);
            value.expect("it ends").is_some_and(|value| value.truth())
        };
        let outcome = self.tables.probe(position).expect("the tables know it");
        let is_won = match position.turn() {
            Side::Us => outcome.wdl() == Wdl::Win,
            Side::Them => outcome.wdl() == Wdl::Loss,
        };
        for (idx, truth) in [is_won, !is_won].into_iter().enumerate() {
            let (name, code) = &self.said[idx];
            let says = holds(code);
            self.known[idx] += u64::from(says);
            if says && !truth && self.lies.len() < 50 {
                let view = View { us: Color::White };
                let shown = self.chess.write_position(position, view);
                self.lies.push(format!("{name} lies: {shown}"));
            }
        }
    }
}
