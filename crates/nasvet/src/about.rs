//! Is a position one of those that a chapter is about?

use domain::Domain;
use lang::checked::Program;
use lang::reference::{Budget, Evaluator, Scene};
use proof::{Consulted, ExplainedPosition, no_advice};

/// Steps that the condition of a chapter may take in one position.
const MAX_STEPS: u64 = 10_000_000;

/// Why a chapter is not about a position, in a sentence; nothing if it is.
pub(crate) fn outside<D: Domain>(
    domain: &D,
    program: &Program,
    position: &D::Position,
    view: D::View,
) -> Option<String> {
    let about = program.positions.as_ref()?;
    if !domain.belongs(position, &program.header) {
        return None;
    }
    let mut evaluator = Evaluator::new(domain, program, Budget::steps(MAX_STEPS));
    let unknown = |stopped| {
        format!("Whether the chapter is about this position could not be found out: {stopped}.")
    };
    match evaluator.value(about, Scene::of(position)) {
        Ok(Some(value)) if value.truth() => return None,
        Ok(_) => {}
        Err(stopped) => return Some(unknown(stopped)),
    }
    let asked = ExplainedPosition {
        domain,
        program,
        view,
        position,
        budget: Budget::steps(MAX_STEPS),
    };
    let consulted = Consulted {
        is_outside: true,
        table: None,
        rule: None,
        tried: Vec::new(),
    };
    Some(match no_advice(asked, &consulted) {
        Ok(explanation) => {
            let sentences = explanation.sentences.iter();
            let texts: Vec<&str> = sentences.map(|sentence| sentence.text.as_str()).collect();
            texts.join(" ")
        }
        Err(stopped) => unknown(stopped),
    })
}
