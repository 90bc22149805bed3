//! What the tests about chapters that think share: the chapter, the tables and how to ask.

pub(crate) mod glance;
pub(crate) mod ideas;

use std::sync::Arc;
use std::sync::OnceLock;

use chess::{Chess, Small};
use code::compile;
use domain::{Header, Notation, Watch};
use lang::checked::Program;
use nasvet::read_question;
use reason::{Control, ReasonedAnswer, Reasoner};
use verify::{EndgameTables, Holds, Material};

/// The shipped chapter.
pub(crate) fn chapter() -> Arc<Program> {
    testing::chapter("kpkp")
}

/// The ending, and all that it can turn into; built once for all tests of a file.
pub(crate) fn tables() -> &'static EndgameTables {
    static TABLES: OnceLock<EndgameTables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut tables = EndgameTables::new();
        let material: Material = "KPKP".parse().expect("it is an ending");
        for needed in material.needed() {
            tables
                .build(needed, Holds::Mate, &Watch::new())
                .expect("four men fit");
        }
        tables
    })
}

/// Asks a question about a position, under a control and a watch.
pub(crate) fn ask(
    program: &Arc<Program>,
    fen: &str,
    question: &str,
    control: Control,
    watch: &Watch,
    tell: impl FnOnce(&ReasonedAnswer<Chess<Small>>, &mut Reasoner<Chess<Small>>),
) {
    let chess = Chess::<Small>::new();
    let (position, view) = chess
        .read_position(fen, &Header::default())
        .expect("the position is legal");
    let asked = read_question(&chess, program, (&position, view), question);
    let asked = asked.expect("the chapter understands the question");
    let compiled = compile(&chess, program);
    let mut reasoner = Reasoner::new(&compiled, (position, view), &asked, control, watch);
    let answer = reasoner.answer();
    tell(&answer, &mut reasoner);
}
