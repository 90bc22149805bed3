//! The examples of a chapter, which are its tests: each must fire, fail, play and show what it says.

use std::sync::Arc;

use code::compile;
use documents::{
    ExampleDocument, ExamplesDocument, FormatName, FormatVersion, TextStyle, read_position,
};
use domain::{Domain, Watch};
use lang::checked::{Example, Expectation, Program};
use lang::reference::{Budget, Evaluator, Scene};
use search::{Advised, Answer, Options};

use crate::advising::AdviceRequest;
use crate::chapter::Chapter;
use crate::games::{Ask, Games};
use crate::referee::{BuiltTables, Referee};

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
        let problems = Games::shared().ask(&self.program.game, trial);
        let problems = problems.expect("a checked program is about a known game");
        let source = &self.loaded.source;
        let (line, _) = source.line_and_column(example.span.start);
        ExampleDocument {
            file: source.name.clone(),
            line,
            position: example.position.clone(),
            ok: problems.is_empty(),
            why: match problems.is_empty() {
                true => Vec::new(),
                false => self.why_it_fails(example, watch),
            },
            problems,
        }
    }

    /// Sentences about what a failing example expects: why the piece is not played or works, why not that move, and what
    /// the values are.
    fn why_it_fails(&self, example: &Example, watch: &Watch) -> Vec<String> {
        let mut sentences: Vec<String> = Vec::new();
        for expectation in &example.expects {
            let about = match expectation {
                Expectation::Fires(piece) | Expectation::Fails(piece) => {
                    let only = self.with_only_piece(&self.program.piece(*piece).name);
                    only.map(|only| only.reasons(&example.position, None, watch))
                }
                Expectation::Plays(m) => {
                    Some(self.reasons(&example.position, Some(m.clone()), watch))
                }
                Expectation::Shows(expr) => {
                    let text = self.written(expr.span);
                    let steps = watch.clone().with_nodes(MAX_WHY_STEPS);
                    let found = self.evaluate(&text, &example.position, &steps).ok();
                    found.map(|found| {
                        let text = found.text(TextStyle::PLAIN);
                        text.lines()
                            .take(MAX_WHY_LINES)
                            .map(str::to_owned)
                            .collect()
                    })
                }
            };
            for sentence in about.into_iter().flatten() {
                if !sentences.contains(&sentence) {
                    sentences.push(sentence);
                }
            }
        }
        sentences
    }

    /// Why the chapter plays what it plays, or why not another move.
    fn reasons(&self, position: &str, why_not: Option<String>, watch: &Watch) -> Vec<String> {
        let request = AdviceRequest {
            why: why_not.is_none(),
            why_not,
            more: true,
            ..AdviceRequest::default()
        };
        // No tables: only what the chapter itself says.
        let mut referee = Referee::new(Box::new(BuiltTables), 0);
        let Ok(given) = self.advise(position, &request, &mut referee, watch) else {
            return Vec::new();
        };
        let first = given.document.moves.first();
        let said = first.and_then(|first| first.why_not.as_ref().or(first.why.as_ref()));
        let Some(said) = said else {
            return Vec::new();
        };
        let text = said.text() + &said.more_text();
        text.lines().map(str::to_owned).collect()
    }
}

/// A value that takes more steps is not traced.
const MAX_WHY_STEPS: u64 = 1_000_000;

/// At most this many lines of a value are shown.
const MAX_WHY_LINES: usize = 12;

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
        let mut engine = boards::engine(&compiled, Options::default());
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
