//! `nasvet eval`: the value of an expression in a position, and how it comes about.

use std::collections::HashSet;
use std::process::ExitCode;

use clap::Parser;
use domain::{Domain, Item, Sort, Type, Value};
use lang::checked::Program;
use lang::reference::{Budget, Evaluator, Origin, Scene, Stopped, Trace};
use lang::{Diagnostics, Form, Library, Source, check_expression};
use nasvet::{Ask, Games, Shelf, report};
use serde::Serialize;

use super::{Outcome, load_program, print, print_json};

/// Evaluate an expression in a position, with a trace of its parts.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet eval 'distance(our.king, their.king)' '8/8/8/3k4/8/8/1R6/K7 w - -'
  nasvet eval room '8/8/8/3k4/8/8/1R6/K7 w - -' --chapter krk-van-emden
  nasvet eval digital_sum '2 1 1' --game nim
  nasvet eval 'those s in board : their.safe(s)' '8/8/8/3k4/8/8/1R6/K7 w' --no-trace

We are the side that the chapter's header says, or else the side to move.")]
pub(crate) struct Args {
    /// The expression: words of the vocabulary, and definitions of the chapter
    #[arg(allow_hyphen_values = true)]
    expression: String,
    /// The position: a FEN, the heaps of Nim, or a graph
    position: String,
    /// A file or a shipped chapter whose definitions may be used
    #[arg(long, value_name = "CHAPTER")]
    chapter: Option<String>,
    /// The game, where no chapter tells it: chess, nim or graphs
    #[arg(long, conflicts_with = "chapter")]
    game: Option<String>,
    /// Give up after this many steps
    #[arg(long, default_value_t = 10_000_000)]
    steps: u64,
    /// Print the value alone
    #[arg(long)]
    no_trace: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct JsonValue {
    expression: String,
    #[serde(rename = "type")]
    ty: String,
    value: Option<serde_json::Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<JsonValue>,
}

pub(crate) fn run(args: &Args) -> Outcome {
    let games = Games::new();
    let loaded = args
        .chapter
        .as_ref()
        .map(|name| load_program(name, &games))
        .transpose()?;
    let program = match loaded.as_ref().and_then(|loaded| loaded.program.clone()) {
        Some(program) => Program::clone(&program),
        None => {
            let guess = if args.position.contains('/') {
                "chess"
            } else {
                "nim"
            };
            Program {
                game: args.game.clone().unwrap_or_else(|| guess.into()),
                ..Program::default()
            }
        }
    };
    let question = Question {
        args,
        program: &program,
        source: loaded.as_ref().map(|loaded| &loaded.source),
    };
    games.ask(&program.game, question).unwrap_or_else(|| {
        Err(format!(
            "no game `{}`; there are {}",
            program.game,
            games.names().join(" and ")
        ))
    })
}

/// The question, once it is known which game it is about.
struct Question<'a> {
    args: &'a Args,
    program: &'a Program,
    source: Option<&'a Source>,
}

impl Ask for Question<'_> {
    type Answer = Outcome;

    fn ask<D: Domain>(self, domain: &D) -> Outcome {
        let Question { args, program, .. } = self;
        let (position, view) = domain
            .read_position(&args.position, &program.header)
            .map_err(|error| format!("the position `{}`: {error}", args.position))?;
        let question = Source::from_text("expression", Form::Plain, &args.expression)
            .map_err(|diagnostic| diagnostic.message)?;
        let mut diagnostics = Diagnostics::default();
        let expr = check_expression(&question, program, domain, &mut diagnostics);
        let Some(expr) = expr else {
            for diagnostic in diagnostics.into_vec() {
                anstream::eprintln!("{}\n", report::show(&question, &diagnostic));
            }
            return Ok(ExitCode::from(2));
        };
        let mut evaluator = Evaluator::new(domain, program, Budget::steps(args.steps));
        let (value, trace) = match evaluator.traced(&expr, Scene::of(&position)) {
            Ok(answer) => answer,
            Err(stopped) => return Err(unknown(stopped)),
        };
        let problem = Problem {
            domain,
            position: &position,
            view,
        };
        let texts = Texts {
            question: &question,
            program: self.source,
        };
        if args.json {
            let mut json = json(problem, &trace, &texts);
            if args.no_trace {
                json.parts.clear();
            }
            print_json(&json)?;
        } else if args.no_trace {
            print(&format!(
                "{}\n",
                write_value(problem, expr.ty, value.as_ref())
            ))?;
        } else {
            let mut lines = Lines::default();
            write_trace(problem, &trace, &texts, 0, &mut lines);
            print(&lines.text)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What the values are about.
struct Problem<'a, D: Domain> {
    domain: &'a D,
    position: &'a D::Position,
    view: D::View,
}

impl<D: Domain> Clone for Problem<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain> Copy for Problem<'_, D> {}

impl<D: Domain> Problem<'_, D> {
    fn write_item(&self, sort: Sort, item: Item) -> String {
        self.domain.write_item(self.position, self.view, sort, item)
    }
}

fn unknown(stopped: Stopped) -> String {
    match stopped {
        Stopped::Steps(_) => format!("unknown: {stopped}; allow more with --steps"),
        Stopped::Nodes(_) | Stopped::Plies(_) | Stopped::Asked => format!("unknown: {stopped}"),
    }
}

/// Where the parts of a trace are written.
struct Texts<'a> {
    question: &'a Source,
    program: Option<&'a Source>,
}

impl Texts<'_> {
    /// A part as it is written, on one line, shortened if it is long.
    fn of(&self, trace: &Trace) -> String {
        let library;
        let text = match &trace.origin {
            Origin::Question => &self.question.program,
            Origin::Program => self.program.map_or("", |source| &source.program),
            Origin::Library(name) => {
                library = Shelf::shipped().find(name);
                library.as_ref().map_or("", |source| &source.program)
            }
        };
        let written = text.get(trace.span.range()).unwrap_or("…");
        let words: Vec<&str> = written.split_whitespace().collect();
        let line = words.join(" ");
        match line.char_indices().nth(64) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line,
        }
    }
}

/// The lines of a printed trace, and what has been unfolded in it.
#[derive(Default)]
struct Lines {
    text: String,
    unfolded: HashSet<String>,
}

/// A part with all its values, to tell whether the same has been shown before.
fn whole<D: Domain>(problem: Problem<'_, D>, trace: &Trace, texts: &Texts<'_>) -> String {
    let value = write_value(problem, trace.ty, trace.value.as_ref());
    let parts = trace.parts.iter().map(|part| whole(problem, part, texts));
    format!(
        "{}={value}[{}]",
        texts.of(trace),
        parts.collect::<Vec<_>>().join(";")
    )
}

fn write_trace<D: Domain>(
    problem: Problem<'_, D>,
    trace: &Trace,
    texts: &Texts<'_>,
    indent: usize,
    lines: &mut Lines,
) {
    let value = write_value(problem, trace.ty, trace.value.as_ref());
    let line = format!("{} = \u{1b}[1m{value}\u{1b}[0m", texts.of(trace));
    // What has been unfolded once is not unfolded again.
    let again = !trace.parts.is_empty() && !lines.unfolded.insert(whole(problem, trace, texts));
    lines.text += &format!(
        "{:indent$}{line}{}\n",
        "",
        if again { " (as above)" } else { "" }
    );
    if !again {
        for part in &trace.parts {
            write_trace(problem, part, texts, indent + 2, lines);
        }
    }
}

fn write_value<D: Domain>(problem: Problem<'_, D>, ty: Type, value: Option<&Value>) -> String {
    let item = |item| match ty {
        Type::Item(sort) | Type::Set(sort) => problem.write_item(sort, item),
        Type::Truth | Type::Number | Type::Side | Type::Plan => String::new(),
    };
    match value {
        None => "no value".into(),
        Some(Value::Truth(truth)) => truth.to_string(),
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Side(side)) => problem.domain.write_side(*side, problem.view),
        Some(Value::Item(one)) => item(*one),
        // Whoever wants to know more of a plan asks the reasoner.
        Some(Value::Plan(plan)) => {
            format!(
                "a plan of {}",
                problem.domain.write_side(plan.owner(), problem.view)
            )
        }
        Some(Value::Set(set)) => {
            let mut items: Vec<String> = set.iter().map(item).collect();
            items.sort();
            format!("{{{}}}", items.join(", "))
        }
    }
}

fn json<D: Domain>(problem: Problem<'_, D>, trace: &Trace, texts: &Texts<'_>) -> JsonValue {
    let value = trace.value.as_ref().map(|value| match value {
        Value::Truth(truth) => serde_json::Value::from(*truth),
        Value::Number(number) => serde_json::Value::from(*number),
        Value::Set(set) => {
            let ty = trace.ty;
            let items = set.iter().map(|item| {
                let one = match ty {
                    Type::Set(sort) => problem.write_item(sort, item),
                    Type::Truth | Type::Number | Type::Side | Type::Item(_) | Type::Plan => {
                        String::new()
                    }
                };
                serde_json::Value::from(one)
            });
            serde_json::Value::Array(items.collect())
        }
        Value::Side(_) | Value::Item(_) | Value::Plan(_) => {
            write_value(problem, trace.ty, Some(value)).into()
        }
    });
    JsonValue {
        expression: texts.of(trace),
        ty: problem.domain.vocabulary().type_word(trace.ty).to_owned(),
        value,
        parts: trace
            .parts
            .iter()
            .map(|part| json(problem, part, texts))
            .collect(),
    }
}
