//! `nasvet eval`: the value of an expression in a position, and how it comes about.

use std::process::ExitCode;

use clap::Parser;
use documents::{
    EvaluationDocument, FormatName, FormatVersion, PartDocument, TextStyle, ValueDocument,
};
use domain::{Domain, Item, Sort, Stopped, Type, Value};
use lang::checked::Program;
use lang::reference::{Budget, Evaluator, Scene, Trace};
use lang::{Diagnostics, Form, Source, check_expression};
use nasvet::{Ask, Games, Loaded, report};

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

pub(crate) fn run(args: &Args) -> Outcome {
    let games = Games::new();
    let loaded = args
        .chapter
        .as_ref()
        .map(|name| load_program(name))
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
        loaded: loaded.as_ref(),
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
    loaded: Option<&'a Loaded>,
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
                anstream::eprintln!("{}\n", report::show(&question, &[], &diagnostic));
            }
            return Ok(ExitCode::from(2));
        };
        let mut evaluator = Evaluator::new(domain, program, Budget::steps(args.steps));
        let (_, trace) = match evaluator.traced(&expr, Scene::of(&position)) {
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
            loaded: self.loaded,
        };
        let mut document = EvaluationDocument {
            format: FormatName::default(),
            version: FormatVersion::default(),
            game: program.game.clone(),
            position: domain.write_position(&position, view),
            whole: part(problem, &trace, &texts),
        };
        if args.no_trace {
            document.whole.parts.clear();
        }
        print_evaluation(args, &document)?;
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
        Stopped::Nodes(_)
        | Stopped::Plies(_)
        | Stopped::Cycles(_)
        | Stopped::Memory(_)
        | Stopped::Asked => format!("unknown: {stopped}"),
    }
}

/// Where the parts of a trace are written.
struct Texts<'a> {
    question: &'a Source,
    loaded: Option<&'a Loaded>,
}

impl Texts<'_> {
    /// A part as it is written, on one line, shortened if it is long.
    fn of(&self, trace: &Trace) -> String {
        let chapter = self.loaded.iter();
        let texts =
            chapter.flat_map(|loaded| std::iter::once(&loaded.source).chain(&loaded.libraries));
        let source = texts
            .into_iter()
            .find(|source| source.id() == trace.span.source)
            .unwrap_or(self.question);
        let written = source.program.get(trace.span.range()).unwrap_or("…");
        let words: Vec<&str> = written.split_whitespace().collect();
        let line = words.join(" ");
        match line.char_indices().nth(64) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line,
        }
    }
}

fn part<D: Domain>(problem: Problem<'_, D>, trace: &Trace, texts: &Texts<'_>) -> PartDocument {
    let value = trace.value.as_ref();
    let parts = trace.parts.iter();
    PartDocument {
        expression: texts.of(trace),
        ty: problem.domain.vocabulary().type_word(trace.ty).to_owned(),
        value: value.map(|value| written(problem, trace.ty, value)),
        parts: parts.map(|trace| part(problem, trace, texts)).collect(),
    }
}

fn written<D: Domain>(problem: Problem<'_, D>, ty: Type, value: &Value) -> ValueDocument {
    let item = |item| match ty {
        Type::Item(sort) | Type::Set(sort) => problem.write_item(sort, item),
        Type::Truth | Type::Number | Type::Side | Type::Plan => String::new(),
    };
    let side = |side| problem.domain.write_side(side, problem.view);
    match value {
        Value::Truth(truth) => ValueDocument::Truth(*truth),
        Value::Number(number) => ValueDocument::Number(*number),
        Value::Side(one) => ValueDocument::Item(side(*one)),
        Value::Item(one) => ValueDocument::Item(item(*one)),
        // Whoever wants to know more of a plan asks the reasoner.
        Value::Plan(plan) => ValueDocument::Item(format!("a plan of {}", side(plan.owner()))),
        Value::Set(set) => ValueDocument::Set(set.iter().map(item).collect()),
    }
}

fn print_evaluation(args: &Args, document: &EvaluationDocument) -> Result<(), String> {
    match (args.json, args.no_trace) {
        (true, _) => print_json(document),
        (false, true) => print(&document.value_text()),
        (false, false) => print(&document.text(TextStyle::TERMINAL)),
    }
}
