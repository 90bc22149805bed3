//! The expressions of claims, evaluated by compiled code that remembers.
//!
//! What they say is what the reference evaluator says, which is the definition.

use std::collections::HashMap;
use std::sync::Arc;

use chess::{Chess, Small};
use code::{compile_truths, compiled};
use domain::{Stopped, Watch};
use lang::checked::{Expr, Program, Promise};
use search::{Engine, Options};
use verify::{ClaimPart, Conditions, Examiner};

use crate::foresight;
use crate::remembered::{Recollection, Remembered};

/// The expressions of a program's claims.
pub struct CompiledConditions {
    program: Arc<compiled::Program<Chess<Small>>>,
    /// The number of each expression.
    numbers: HashMap<(usize, ClaimPart), usize>,
    memory: Option<Arc<Recollection>>,
}

impl CompiledConditions {
    /// Compiles them. They are remembered where there is a memory.
    pub fn new(
        chess: &Chess<Small>,
        program: &Arc<Program>,
        memory: Option<Arc<Recollection>>,
    ) -> CompiledConditions {
        let mut numbers = HashMap::new();
        let mut truths: Vec<&Expr> = Vec::new();
        for (idx, claim) in program.claims.iter().enumerate() {
            if let Some(condition) = &claim.condition {
                numbers.insert((idx, ClaimPart::Condition), truths.len());
                truths.push(condition);
            }
            if let Promise::Never(expr) = &claim.promise {
                numbers.insert((idx, ClaimPart::Never), truths.len());
                truths.push(expr);
            }
        }
        CompiledConditions {
            program: compile_truths(chess, program, &truths),
            numbers,
            memory,
        }
    }
}

/// A watch with the same stop flag and nothing else: the progress of single searches is nobody's concern.
pub fn quiet(watch: &Watch) -> Watch {
    match watch.stop() {
        Some(stop) => Watch::new().with_stop(stop),
        None => Watch::new(),
    }
}

/// An engine for expressions.
pub fn remembering_engine(
    program: &Arc<compiled::Program<Chess<Small>>>,
    memory: Option<&Arc<Remembered>>,
) -> Engine<Chess<Small>> {
    let options = Options {
        cache: true,
        shortest_first: false,
    };
    match memory {
        Some(memory) => {
            let (memory, foresight): (Arc<Remembered>, Arc<Remembered>) =
                (Arc::clone(memory), Arc::clone(memory));
            Engine::with_memory(program, options, memory).with_foresight(foresight)
        }
        None => foresight::engine(program, options),
    }
}

impl Conditions for CompiledConditions {
    fn examiner(&self, watch: &Watch) -> Box<dyn Examiner + '_> {
        let memory = self.memory.as_ref().map(|memory| memory.now());
        Box::new(CompiledExaminer {
            engine: remembering_engine(&self.program, memory.as_ref()),
            numbers: &self.numbers,
            watch: quiet(watch),
        })
    }
}

struct CompiledExaminer<'c> {
    engine: Engine<Chess<Small>>,
    numbers: &'c HashMap<(usize, ClaimPart), usize>,
    watch: Watch,
}

impl Examiner for CompiledExaminer<'_> {
    fn holds(&mut self, claim: usize, part: ClaimPart, position: &Small) -> Result<bool, Stopped> {
        match self.numbers.get(&(claim, part)) {
            Some(number) => self.engine.is_true(*number, position, &self.watch),
            // A claim without a condition is about every position.
            None => Ok(part == ClaimPart::Condition),
        }
    }
}

#[cfg(test)]
mod tests {
    use lang::Form;
    use lang::reference::{Budget, Evaluator, Scene};
    use testing::program_about;
    use verify::Index;

    use super::*;

    /// Conditions of all kinds: words, definitions, a search, and values that are missing.
    const CHAPTER: &str = r#"endgame "x"
us K R
them K

def far(n: number) = distance(our.king, their.king) > n

advice mate_in_two {
  "Mate in two moves."
  better  mate
  within  2 moves
}

table {
  otherwise mate_in_two
}

claim wins from every position where far(4)
claim wins from every position where can mate_in_two
claim never our.rook in their.attacks where rank(our.rook) > 4
claim never (us_to_move and not can mate_in_two)
claim never distance(our.king, our.rook) > 7
"#;

    #[test]
    fn compiled_conditions_say_what_the_definition_says() {
        let chess = Chess::<Small>::new();
        let program = program_about(&[&chess], Form::Plain, CHAPTER);
        let index = Index::new("KRK".parse().expect("men"));
        let memory = Arc::new(Recollection::new(Remembered::new(&program, index)));
        let conditions = [
            CompiledConditions::new(&chess, &program, None),
            CompiledConditions::new(&chess, &program, Some(memory)),
        ];
        let mut counts = [0, 0];
        for conditions in &conditions {
            let watch = Watch::new();
            let mut examiner = conditions.examiner(&watch);
            let positions = index.positions(0..index.n_numbers());
            for (_, position) in positions.step_by(211) {
                for (claim, of) in program.claims.iter().enumerate() {
                    let never = if let Promise::Never(expr) = &of.promise {
                        Some(expr)
                    } else {
                        None
                    };
                    let parts = [
                        (ClaimPart::Condition, of.condition.as_ref()),
                        (ClaimPart::Never, never),
                    ];
                    for (part, expr) in parts {
                        let Some(expr) = expr else { continue };
                        let budget = Budget::steps(u64::MAX);
                        let mut evaluator = Evaluator::new(&chess, &program, budget);
                        let expected = evaluator.value(expr, Scene::of(&position));
                        let expected = expected.expect("no limit");
                        let expected = expected.is_some_and(|value| value.truth());
                        let found = examiner.holds(claim, part, &position);
                        assert_eq!(found, Ok(expected), "{claim} {part:?} {position:?}");
                        counts[usize::from(expected)] += 1;
                    }
                }
            }
        }
        assert!(counts.iter().all(|n| *n > 1000), "{counts:?}");
    }
}
