//! `nasvet eval`: the value of an expression in a position, and how it comes about.

use clap::Parser;
use documents::{EvaluationDocument, TextStyle};
use nasvet::{Chapter, EvaluationError, Stopped, Watch};

use super::{Outcome, load_chapter, print, print_findings, print_json};
use crate::status::{CommandProblem, Status};

/// Evaluate an expression in a position, with a trace of its parts.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet eval 'distance(our.king, their.king)' '8/8/8/3k4/8/8/1R6/K7 w - -'
  nasvet eval room '8/8/8/3k4/8/8/1R6/K7 w - -' --chapter krk-van-emden
  nasvet eval digital_sum '2 1 1' --game nim
  nasvet eval 'those s in board : their.safe(s)' '8/8/8/3k4/8/8/1R6/K7 w' --no-trace

We are the side that the chapter's header says, or else the side to move.")]
pub(crate) struct EvalArgs {
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

pub(crate) fn run(args: &EvalArgs) -> Outcome {
    let chapter = match &args.chapter {
        Some(name) => load_chapter(name)?,
        None => {
            let guess = if args.position.contains('/') {
                "chess"
            } else {
                "nim"
            };
            let game = args.game.as_deref().unwrap_or(guess);
            Chapter::without_advice(game).ok_or_else(|| {
                let games = nasvet::game_names().join(" and ");
                format!("no game `{game}`; there are {games}")
            })?
        }
    };
    let watch = Watch::nodes(args.steps);
    match chapter.evaluate(&args.expression, &args.position, &watch) {
        Ok(document) => {
            show(args, document)?;
            Ok(Status::Done)
        }
        Err(EvaluationError::BadPosition(error)) => {
            Err(format!("the position `{}`: {error}", args.position).into())
        }
        Err(EvaluationError::BadExpression(findings)) => {
            print_findings(&findings);
            Ok(Status::Refused)
        }
        Err(EvaluationError::Stopped(stopped @ Stopped::Steps(_))) => Err(CommandProblem::unknown(
            format!("unknown: {stopped}; allow more with --steps"),
        )),
        Err(EvaluationError::Stopped(stopped)) => {
            Err(CommandProblem::unknown(format!("unknown: {stopped}")))
        }
        Err(error) => Err(error.to_string().into()),
    }
}

fn show(args: &EvalArgs, mut document: EvaluationDocument) -> Result<(), String> {
    if args.no_trace {
        document.whole.parts.clear();
    }
    match (args.json, args.no_trace) {
        (true, _) => print_json(&document),
        (false, true) => print(&document.value_text()),
        (false, false) => print(&document.text(TextStyle::TERMINAL)),
    }
}
