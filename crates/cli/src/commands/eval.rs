//! `nasvet eval`: the value of an expression in a position, and how it comes about.

use std::io::IsTerminal;

use clap::Parser;
use documents::{EvaluationDocument, TextStyle, ValueDocument};
use nasvet::picture::{Mark, draw};
use nasvet::{Chapter, EvaluationError, Stopped, Watch};

use super::{Outcome, load_chapter, print, print_findings, print_json};
use crate::status::{CommandProblem, Status};
use crate::style;

/// Evaluate an expression in a position, with a trace of its parts.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet eval 'distance(our.king, their.king)' '8/8/8/3k4/8/8/1R6/K7 w - -'
  nasvet eval room '8/8/8/3k4/8/8/1R6/K7 w - -' --chapter krk-van-emden
  nasvet eval room '8/8/8/3k4/8/8/1R6/K7 w - -' --chapter krk-van-emden --along 'Rb4 Kc5 Rd4'
  nasvet eval 'our.attacks' '8/8/8/3k4/8/8/1R6/K7 w - -' --board
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
    /// A game from the position: the values after its moves are plotted
    #[arg(long, value_name = "MOVES", default_value = "")]
    along: String,
    /// Draw the board with the squares of the value marked; on a terminal, sets are drawn anyway
    #[arg(long)]
    board: bool,
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
    let moves: Vec<String> = args.along.split_whitespace().map(String::from).collect();
    match chapter.evaluate_along(&args.expression, &args.position, &moves, &watch) {
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
        (false, true) => {
            print(&(document.value_text() + &document.plot() + &board(args, &document)))
        }
        (false, false) => print(&(document.text(TextStyle::TERMINAL) + &board(args, &document))),
    }
}

/// The board with the places of the value marked, if that is asked and there are any.
fn board(args: &EvalArgs, document: &EvaluationDocument) -> String {
    let places = match &document.whole.value {
        Some(ValueDocument::Set(places)) => places.clone(),
        Some(ValueDocument::Item(place)) => vec![place.clone()],
        Some(ValueDocument::Truth(_) | ValueDocument::Number(_)) | None => Vec::new(),
    };
    let is_set = matches!(document.whole.value, Some(ValueDocument::Set(_)));
    // Whoever reads in a terminal wants to see a set; what goes into a file stays on one line.
    let is_shown = args.board || is_set && std::io::stdout().is_terminal();
    if !is_shown {
        return String::new();
    }
    let marks: Vec<(String, Mark)> = places
        .into_iter()
        .map(|place| (place, Mark::Named))
        .collect();
    let drawn = draw(
        &document.game,
        &document.position,
        &marks,
        style::of_stdout(),
    );
    drawn.unwrap_or_default()
}
