//! `nasvet test`: the examples in chapters.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use code::compile;
use documents::{ExampleDocument, ExamplesDocument, FormatName, FormatVersion};
use domain::{Domain, Watch};
use lang::checked::{Example, Expectation, Program};
use lang::reference::{Budget, Evaluator, Scene};
use nasvet::{Ask, Games, read_position};
use search::{Advised, Answer, Engine, Options};

use super::{Outcome, load_program, print, print_json};

/// Run the examples of chapters: each must fire, fail, play and show what it says.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet test krk
  nasvet test chapters/*.md
  nasvet test my-chapter.md --json")]
pub(crate) struct Args {
    /// Files or names of shipped chapters
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Give up after this many positions for a piece
    #[arg(long, default_value_t = 10_000_000, value_name = "N")]
    nodes: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Outcome {
    let games = Games::new();
    let mut examples = Vec::new();
    for file in &args.files {
        let loaded = load_program(file)?;
        let Some(program) = &loaded.program else {
            return Ok(ExitCode::from(1));
        };
        for example in &program.examples {
            let question = Question {
                program,
                example,
                nodes: args.nodes,
            };
            let problems = games
                .ask_about(program, &example.position, question)
                .unwrap_or_else(|| vec![format!("no game `{}`", program.game)]);
            let (line, _) = loaded.source.line_and_column(example.span.start);
            let (file, position) = (loaded.source.name.clone(), example.position.clone());
            examples.push(ExampleDocument {
                file,
                line,
                position,
                ok: problems.is_empty(),
                problems,
            });
        }
    }
    let document = ExamplesDocument {
        format: FormatName::default(),
        version: FormatVersion::default(),
        examples,
    };
    match args.json {
        true => print_json(&document)?,
        false => print(&document.text())?,
    }
    Ok(ExitCode::from(u8::from(document.n_failed() > 0)))
}

struct Question<'a> {
    program: &'a Arc<Program>,
    example: &'a Example,
    nodes: u64,
}

impl Ask for Question<'_> {
    type Answer = Vec<String>;

    fn ask<D: Domain>(self, domain: &D) -> Vec<String> {
        let Question {
            program,
            example,
            nodes,
        } = self;
        let (position, view) = match read_position(domain, program, &example.position) {
            Ok(read) => read,
            Err(error) => return vec![error.to_string()],
        };
        let compiled = compile(domain, program);
        let mut engine = Engine::new(&compiled, Options::default());
        let watch = Watch::nodes(nodes);
        let mut advised: Option<Advised<D::Move>> = None;
        let mut problems = Vec::new();
        for expectation in &example.expects {
            match expectation {
                Expectation::Fires(piece) => {
                    let advised = advised.get_or_insert_with(|| engine.advise(&position, &watch));
                    let fired = advised.chosen.as_ref().map(|(fired, _)| *fired);
                    if fired != Some(*piece) {
                        let expected = &program.piece(*piece).name;
                        let found = fired.map_or("nothing", |fired| &program.piece(fired).name);
                        problems.push(format!("expected {expected} to fire, but it was {found}"));
                    }
                }
                Expectation::Plays(text) => {
                    let advised = advised.get_or_insert_with(|| engine.advise(&position, &watch));
                    let played = advised
                        .chosen
                        .as_ref()
                        .and_then(|(_, tree)| tree.first_move());
                    let expected = domain.read_move(&position, view, text).ok();
                    if played.is_none() || played != expected {
                        let found = played
                            .map_or("nothing".into(), |m| domain.write_move(&position, view, m));
                        problems.push(format!("expected {text}, but it plays {found}"));
                    }
                }
                Expectation::Fails(piece) => {
                    match engine.decide(*piece, &position, &watch).answer {
                        Answer::Refuted | Answer::Cut => {}
                        Answer::Satisfied(_) => {
                            problems.push(format!(
                                "expected {} to fail, but it works",
                                program.piece(*piece).name
                            ));
                        }
                        Answer::Unknown(stopped) => problems.push(format!("unknown: {stopped}")),
                    }
                }
                Expectation::Shows(expr) => {
                    let budget = Budget::steps(nodes.saturating_mul(100));
                    let mut evaluator = Evaluator::new(domain, program, budget);
                    match evaluator.value(expr, Scene::of(&position)) {
                        Ok(Some(value)) if value.truth() => {}
                        Ok(_) => problems.push("what it should show is not true".into()),
                        Err(stopped) => problems.push(format!("unknown: {stopped}")),
                    }
                }
            }
        }
        problems
    }
}
