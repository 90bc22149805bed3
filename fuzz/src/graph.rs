//! Graphs and questions about them: what is read can be written and reads back as the same, and thinking ends.
//!
//! The first line of the input is a question, the rest is a graph.

use code::compile;
use domain::{Header, Notation, Rules, Watch};
use games::AndOr;
use lang::NoLibrary;
use nasvet::{Games, Shipped, check_source, read_question};
use reason::{Conclusion, Control, Reasoner};

/// Larger graphs are read but not thought about.
const MAX_NODES: usize = 40;

/// Reads a graph and answers a question about it.
pub fn graph(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let (question, graph) = text.split_once('\n').unwrap_or(("", text));
    let Ok((position, ())) = AndOr.read_position(graph, &Header::default()) else {
        return;
    };
    let written = AndOr.write_position(&position, ());
    let again = AndOr
        .read_position(&written, &Header::default())
        .expect("what is written can be read");
    assert_eq!(again.0, position, "{written}");
    for m in AndOr.legal_moves(&position) {
        let name = AndOr.write_move(&position, (), m);
        assert_eq!(AndOr.read_move(&position, (), &name), Ok(m), "{name}");
    }
    if position.graph().n_nodes() <= MAX_NODES {
        think(&position, question);
    }
}

fn think(position: &<AndOr as Rules>::Position, question: &str) {
    let shipped = Shipped::named("and-or").expect("the chapter is shipped");
    let loaded = check_source(shipped.source(), &Games::new(), &NoLibrary);
    let program = loaded.program.expect("a shipped chapter has no mistakes");
    let Ok(question) = read_question(&AndOr, &program, (position, ()), question) else {
        return;
    };
    let compiled = compile(&AndOr, &program);
    let control = Control {
        max_cycles: 200,
        ..Control::default()
    };
    let problem = (position.clone(), ());
    let watch = Watch::nodes(1_000_000);
    let mut reasoner = Reasoner::new(&compiled, problem, &question, control, &watch);
    let answer = reasoner.answer();
    let n_steps = answer.steps.len();
    assert!(n_steps <= answer.counts.facts);
    if matches!(answer.conclusion, Conclusion::Unknown(_)) {
        assert_eq!(n_steps, 0, "the chapter contradicts itself");
    }
}
