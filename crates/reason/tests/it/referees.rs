//! Referees: they settle a question, and then a reason is looked for.

use std::sync::Arc;

use lang::Form;
use lang::checked::{MethodKeyword, Program};
use nasvet_reason::{Conclusion, Control};

use crate::common::graphs::{ask, program};

/// A referee who looks at the whole graph, and a dearer method that takes it apart.
const CHAPTER: &str = r#"
graphs "Graphs"

hypothesis goal(x: node) asks "can {x} be solved?"

lemma goaltest {
  given  goal(x)
  fact   goal(x) when goal_node(x)
}

advice solve {
  better  goal_node(here)
  us      any
  them    any
}

referee look {
  given  goal(x)
  when   x = here
  cost   5
  fact   goal(x) <=> can solve because "a search shows it"
}

method expand {
  given  goal(x)
  when   not goal_node(x)
  cost   20
  fact   goal(x) <=> (every y in successors(x) : goal(y)) when and_node(x)
  fact   goal(x) <=> (some y in successors(x) : goal(y)) when or_node(x)
  fact   not goal(x) when empty(successors(x))
}
"#;

fn chapter() -> Arc<Program> {
    program(Form::Plain, CHAPTER)
}

/// The answer, and the keywords of the methods on which its explanation rests.
fn explained(problem: &str) -> (Conclusion, Vec<MethodKeyword>) {
    let chapter = chapter();
    let control = Control::default();
    ask(&chapter, problem, "goal(a)", control, |reasoner| {
        let answer = reasoner.answer();
        let methods = answer.steps.iter().map(|step| {
            let mut known = chapter.methods.iter();
            let method = known.find(|method| method.name == step.method);
            method.expect("the chapter has it").keyword
        });
        (answer.conclusion, methods.collect())
    })
}

#[test]
fn an_answer_of_a_referee_gets_a_reason_that_is_not_his() {
    for (problem, conclusion) in [
        ("a = b and c; b = d or e; goal c e", Conclusion::Yes),
        ("a = b and c; b = d or e; goal c", Conclusion::No),
    ] {
        let (answer, methods) = explained(problem);
        assert_eq!(answer, conclusion, "{problem}");
        assert!(!methods.is_empty(), "{problem}");
        assert!(!methods.contains(&MethodKeyword::Referee), "{problem}");
    }
}

#[test]
fn where_nothing_else_is_left_the_referee_is_named() {
    let chapter = chapter();
    let without: Vec<_> = chapter
        .methods
        .iter()
        .filter(|method| method.name != "expand")
        .cloned()
        .collect();
    let chapter = Arc::new(Program {
        methods: without,
        ..(*chapter).clone()
    });
    let control = Control::default();
    let problem = "a = b and c; b = d or e; goal c e";
    let (conclusion, methods) = ask(&chapter, problem, "goal(a)", control, |reasoner| {
        let answer = reasoner.answer();
        let methods: Vec<String> = answer
            .steps
            .iter()
            .map(|step| step.method.clone())
            .collect();
        (answer.conclusion, methods)
    });
    assert_eq!(conclusion, Conclusion::Yes);
    assert_eq!(methods, ["look"]);
}
