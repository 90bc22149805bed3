//! The examples of a chapter, which are its tests: each must fire, fail, play and show what it says.

use std::sync::Arc;

use code::compile;
use documents::{ExampleDocument, ExamplesDocument, FormatName, FormatVersion, read_position};
use domain::{Domain, Watch};
use lang::checked::{Example, Expectation, Program};
use lang::reference::{Budget, Evaluator, Scene};
use search::{Advised, Answer, Options};

use crate::chapter::Chapter;
use crate::foresight;
use crate::games::{Ask, Games};

impl Chapter {
    /// Tries every example. The budget of the watch is for each piece of advice.
    pub fn try_examples(&self, watch: &Watch) -> ExamplesDocument {
        let examples = (0..self.program.examples.len()).map(|idx| self.try_example(idx, watch));
        ExamplesDocument {
            format: FormatName::default(),
            version: FormatVersion::default(),
            digests: vec![(self.loaded.source.name.clone(), self.digest())],
            examples: examples.collect(),
        }
    }

    /// Tries the example with this index.
    ///
    /// # Panics
    ///
    /// If there is no such example.
    pub fn try_example(&self, idx: usize, watch: &Watch) -> ExampleDocument {
        let example = &self.program.examples[idx];
        let trial = Trial {
            program: &self.program,
            example,
            watch,
        };
        let problems = Games::shared().ask_about(&self.program, &example.position, trial);
        let problems = problems.expect("a checked program is about a known game");
        let source = &self.loaded.source;
        let (line, _) = source.line_and_column(example.span.start);
        ExampleDocument {
            file: source.name.clone(),
            line,
            position: example.position.clone(),
            ok: problems.is_empty(),
            problems,
        }
    }
}

/// Tries one example, once it is known which game it is about.
struct Trial<'a> {
    program: &'a Arc<Program>,
    example: &'a Example,
    watch: &'a Watch,
}

impl Ask for Trial<'_> {
    type Answer = Vec<String>;

    fn ask<D: Domain>(self, domain: &D) -> Vec<String> {
        let Trial {
            program,
            example,
            watch,
        } = self;
        let (position, view) = match read_position(domain, program, &example.position) {
            Ok(read) => read,
            Err(error) => return vec![error.to_string()],
        };
        let compiled = compile(domain, program);
        let mut engine = foresight::engine(&compiled, Options::default());
        let mut advised: Option<Advised<D::Move>> = None;
        let mut problems = Vec::new();
        for expectation in &example.expects {
            match expectation {
                Expectation::Fires(piece) => {
                    let advised = advised.get_or_insert_with(|| engine.advise(&position, watch));
                    let fired = advised.chosen.as_ref().map(|(fired, _)| *fired);
                    if let (None, Some(stopped)) = (fired, advised.stopped) {
                        problems.push(ExampleDocument::unknown(stopped));
                    } else if fired != Some(*piece) {
                        let expected = &program.piece(*piece).name;
                        let found = fired.map_or("nothing", |fired| &program.piece(fired).name);
                        problems.push(format!("expected {expected} to fire, but it was {found}"));
                    }
                }
                Expectation::Plays(text) => {
                    let advised = advised.get_or_insert_with(|| engine.advise(&position, watch));
                    let played = advised
                        .chosen
                        .as_ref()
                        .and_then(|(_, tree)| tree.first_move());
                    let expected = domain.read_move(&position, view, text).ok();
                    if let (None, Some(stopped)) = (played, advised.stopped) {
                        problems.push(ExampleDocument::unknown(stopped));
                    } else if played.is_none() || played != expected {
                        let found = played
                            .map_or("nothing".into(), |m| domain.write_move(&position, view, m));
                        problems.push(format!("expected {text}, but it plays {found}"));
                    }
                }
                Expectation::Fails(piece) => match engine.decide(*piece, &position, watch).answer {
                    Answer::Refuted | Answer::Cut => {}
                    Answer::Satisfied(_) => {
                        problems.push(format!(
                            "expected {} to fail, but it works",
                            program.piece(*piece).name
                        ));
                    }
                    Answer::Unknown(stopped) => problems.push(ExampleDocument::unknown(stopped)),
                },
                Expectation::Shows(expr) => {
                    let budget = Budget::watched(watch.max_nodes().saturating_mul(100), watch);
                    let mut evaluator = Evaluator::new(domain, program, budget);
                    match evaluator.value(expr, Scene::of(&position)) {
                        Ok(Some(value)) if value.truth() => {}
                        Ok(_) => problems.push("what it should show is not true".into()),
                        Err(stopped) => problems.push(ExampleDocument::unknown(stopped)),
                    }
                }
            }
        }
        problems
    }
}
