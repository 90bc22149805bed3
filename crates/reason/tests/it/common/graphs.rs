//! Random AND/OR graphs, their truth by brute force, and the reasoner asked about them.

use std::sync::Arc;

use domain::{Header, Notation, Watch};
use games::AndOr;
use lang::checked::Program;
use lang::{Diagnostics, Form, Source, check_question};
use nasvet_reason::{Conclusion, Control, Reasoner};
use testing::program_about;

use super::Dice;

/// A graph whose nodes are numbers; the root is 0.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// For each node its successors, and whether all of them are needed.
    pub(crate) nodes: Vec<(Vec<usize>, bool)>,
    pub(crate) goals: Vec<bool>,
}

impl Graph {
    /// At most `max_nodes` nodes. Without circles successors come later; nodes are shared in any case.
    pub(crate) fn random(dice: &mut Dice, max_nodes: u64, circles: bool) -> Graph {
        let n_nodes = 1 + dice.below(max_nodes) as usize;
        let mut graph = Graph {
            nodes: Vec::new(),
            goals: Vec::new(),
        };
        let goals_of_ten = 1 + dice.below(8);
        for node in 0..n_nodes {
            let first = if circles { 0 } else { node + 1 };
            let n_later = n_nodes - first;
            let is_leaf = n_later == 0 || dice.below(4) == 0;
            let n_successors = if is_leaf {
                0
            } else {
                (1 + dice.below(4) as usize).min(n_later)
            };
            let mut successors = Vec::new();
            while successors.len() < n_successors {
                // Near ones are likelier, so that graphs are deep.
                let reach = if dice.below(3) > 0 {
                    n_later.min(6)
                } else {
                    n_later
                };
                let far = first.max(if circles { node.saturating_sub(3) } else { 0 });
                let successor = (far + dice.below(reach as u64) as usize).min(n_nodes - 1);
                if !successors.contains(&successor) {
                    successors.push(successor);
                } else if successors.len() >= reach || dice.below(4) == 0 {
                    break;
                }
            }
            graph
                .goals
                .push(successors.is_empty() && dice.below(10) < goals_of_ten);
            graph.nodes.push((successors, dice.below(2) == 0));
        }
        graph
    }

    /// As text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::from("nodes n0; ");
        for (node, (successors, all)) in self.nodes.iter().enumerate() {
            if !successors.is_empty() {
                let names: Vec<String> = successors.iter().map(|idx| format!("n{idx}")).collect();
                let word = if *all { " and " } else { " or " };
                text += &format!("n{node} = {}; ", names.join(word));
            } else if self.goals[node] {
                text += &format!("goal n{node}; ");
            }
        }
        text
    }

    /// Which nodes are solved: those that are found to be, round after round, until no more are.
    pub(crate) fn solved(&self) -> Vec<bool> {
        let mut solved = self.goals.clone();
        loop {
            let before = solved.clone();
            for (node, (successors, all)) in self.nodes.iter().enumerate() {
                if successors.is_empty() {
                    continue;
                }
                let mut values = successors.iter().map(|idx| before[*idx]);
                solved[node] = if *all {
                    values.all(|solved| solved)
                } else {
                    values.any(|solved| solved)
                };
            }
            if solved == before {
                return solved;
            }
        }
    }
}

/// The shipped chapter on AND/OR graphs.
pub(crate) fn chapter() -> Arc<Program> {
    program(
        Form::Chapter,
        include_str!("../../../../../chapters/and-or.md"),
    )
}

pub(crate) fn program(form: Form, text: &str) -> Arc<Program> {
    program_about(&[&AndOr], form, text)
}

/// Asks a question about a graph, and hands the reasoner over.
pub(crate) fn ask<T>(
    program: &Arc<Program>,
    graph: &str,
    question: &str,
    control: Control,
    then: impl FnOnce(&mut Reasoner<AndOr>) -> T,
) -> T {
    let compiled = code::compile(&AndOr, program);
    let read = AndOr.read_position(graph, &Header::default());
    let (position, ()) = read.expect("a graph");
    let source = Source::from_text("question", Form::Plain, question).expect("a source");
    let mut diagnostics = Diagnostics::default();
    let item = |sort, name: &str| AndOr.read_item(&position, (), sort, name);
    let question = check_question(&source, program, &AndOr, &item, &mut diagnostics);
    let question = question.unwrap_or_else(|| panic!("{:?}", diagnostics.into_vec()));
    let problem = (position, ());
    let watch = Watch::nodes(1_000_000);
    then(&mut Reasoner::new(
        &compiled, problem, &question, control, &watch,
    ))
}

/// A conclusion as what it says of the question.
pub(crate) fn told(conclusion: Conclusion) -> Option<bool> {
    match conclusion {
        Conclusion::Yes => Some(true),
        Conclusion::No => Some(false),
        Conclusion::Unknown(_) => None,
    }
}
