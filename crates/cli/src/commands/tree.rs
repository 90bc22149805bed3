//! `nasvet tree`: forcing trees as documents.

use std::io::Read;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use domain::{Domain, Side};
use lang::checked::Program;
use lang::reference::Budget;
use nasvet::{Ask, Games, Shipped, TreeDocument};
use proof::{Finding, check_verdict};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{Outcome, load_program, print, print_json};

/// Work with forcing trees written by `nasvet advise --json --tree`.
#[derive(Parser)]
pub(crate) struct TreeArgs {
    #[command(subcommand)]
    command: TreeCommand,
}

#[derive(Subcommand)]
enum TreeCommand {
    Check(CheckArgs),
}

/// Check that a tree shows what it claims, by the definition and without any search.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet tree check tree.json
  nasvet tree check tree.json --chapter my-chapter.md

The document names its chapter; a chapter that is not shipped must be given with --chapter.")]
struct CheckArgs {
    /// A tree document, or - for standard input
    file: String,
    /// The chapter, if it is not a shipped one
    #[arg(long)]
    chapter: Option<String>,
    /// Give up after this many steps
    #[arg(long, default_value_t = 1_000_000_000)]
    steps: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct JsonFinding {
    sound: Option<bool>,
    finding: String,
}

/// One byte more than the longest document.
const MAX_BYTES: u64 = (16 << 20) + 1;

pub(crate) fn run(args: &TreeArgs) -> Outcome {
    match &args.command {
        TreeCommand::Check(args) => check(args),
    }
}

fn check(args: &CheckArgs) -> Outcome {
    let problem = |error: std::io::Error| format!("cannot read `{}`: {error}", args.file);
    let mut bytes = Vec::new();
    if args.file == "-" {
        std::io::stdin()
            .lock()
            .take(MAX_BYTES)
            .read_to_end(&mut bytes)
            .map_err(problem)?;
    } else {
        let file = std::fs::File::open(&args.file).map_err(problem)?;
        file.take(MAX_BYTES)
            .read_to_end(&mut bytes)
            .map_err(problem)?;
    }
    let document = TreeDocument::from_json(&inner_document(bytes))
        .map_err(|error| format!("`{}`: {error}", args.file))?;
    // A document may come from anybody, so the chapter it names is looked for among the shipped ones only.
    let chapter = match &args.chapter {
        Some(chapter) => chapter.clone(),
        None => match Shipped::named(&document.chapter) {
            Some(shipped) => shipped.name.to_owned(),
            None => {
                return Err(
                    "the tree's chapter is not a shipped one; give it with --chapter".into(),
                );
            }
        },
    };
    let games = Games::new();
    let loaded = load_program(&chapter)?;
    let Some(program) = &loaded.program else {
        return Ok(ExitCode::from(1));
    };
    let question = Question {
        args,
        program,
        document: &document,
    };
    let answer = games.ask_about(program, &document.position, question);
    answer.unwrap_or_else(|| Err(format!("no game `{}`", program.game)))
}

/// The first tree in what `nasvet advise --json --tree` printed; anything else is taken for a tree document.
fn inner_document(bytes: Vec<u8>) -> Vec<u8> {
    #[derive(Deserialize)]
    struct Advice {
        moves: Vec<AdvisedMove>,
    }
    #[derive(Deserialize)]
    struct AdvisedMove {
        tree: Option<Box<RawValue>>,
    }
    let Ok(advice) = serde_json::from_slice::<Advice>(&bytes) else {
        return bytes;
    };
    let tree = advice.moves.into_iter().find_map(|advised| advised.tree);
    tree.map_or(bytes, |tree| tree.get().as_bytes().to_vec())
}

struct Question<'a> {
    args: &'a CheckArgs,
    program: &'a Program,
    document: &'a TreeDocument,
}

impl Ask for Question<'_> {
    type Answer = Outcome;

    fn ask<D: Domain>(self, domain: &D) -> Outcome {
        let Question {
            args,
            program,
            document,
        } = self;
        let piece = program
            .piece_named(&document.piece)
            .ok_or_else(|| format!("the chapter has no piece of advice `{}`", document.piece))?;
        let replayed = document
            .replay(domain, program)
            .map_err(|error| format!("`{}`: {error}", args.file))?;
        let asked = proof::Subject {
            domain,
            program,
            piece,
            us: Side::Us,
            root: &replayed.position,
        };
        let finding = check_verdict(
            asked,
            document.verdict(),
            &replayed.tree,
            Budget::steps(args.steps),
        );
        let (sound, text) = match finding {
            Finding::Sound => (
                Some(true),
                "sound: every condition holds at every node".to_owned(),
            ),
            Finding::Flawed(flaw) => (
                Some(false),
                flaw.in_words(domain, &replayed.position, replayed.view),
            ),
            Finding::Unknown(stopped) => {
                (None, format!("unknown: {stopped}; allow more with --steps"))
            }
        };
        if args.json {
            print_json(&JsonFinding {
                sound,
                finding: text,
            })?;
        } else {
            print(&format!("{text}\n"))?;
        }
        Ok(ExitCode::from(u8::from(sound != Some(true))))
    }
}
