//! `nasvet tree`: forcing trees as documents.

use clap::{Parser, Subcommand};
use documents::{
    CombinationDocument, Evidence, Format, MAX_BYTES, Opening, TextStyle, TreeCheckDocument,
    TreeError,
};
use nasvet::{Chapter, check_combination};

use super::{Outcome, load_chapter, print, print_json};
use crate::files::read_file;
use crate::status::Status;

/// Work with forcing trees written by `nasvet advise --json --tree`.
#[derive(Parser)]
pub(crate) struct TreeArgs {
    #[command(subcommand)]
    command: TreeCommand,
}

#[derive(Subcommand)]
enum TreeCommand {
    Check(TreeCheckArgs),
}

/// Check that a tree shows what it claims, by the definition and without any search.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet tree check tree.json
  nasvet tree check tree.json --chapter my-chapter.md
  nasvet combine POSITION --tree --json | nasvet tree check -

The document names its chapter; a chapter that is not shipped must be given with --chapter. All trees of a document \
are checked, and the moves and pieces beside them. A tree that was made from other advice than the chapter has now is \
refused.
The tree of a combination is tried against every legal reply, by a search that knows nothing of plans.

Exit status: 0 if all is sound, 1 if something is not, 3 if something is not known, 2 if the document is refused.")]
struct TreeCheckArgs {
    /// A document with trees, as `nasvet advise --json --tree` prints it, or - for standard input
    file: String,
    /// The chapter, if it is not a shipped one
    #[arg(long)]
    chapter: Option<String>,
    /// Give up on a tree after this many steps
    #[arg(long, default_value_t = 1_000_000_000)]
    steps: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &TreeArgs) -> Outcome {
    match &args.command {
        TreeCommand::Check(args) => check(args),
    }
}

fn check(args: &TreeCheckArgs) -> Outcome {
    let bytes = read_file(&args.file, MAX_BYTES as u64)?;
    let refused = |error: TreeError| format!("`{}`: {error}", args.file);
    let opening: Option<Opening> = serde_json::from_slice(&bytes).ok();
    if opening.is_some_and(|opening| opening.format == CombinationDocument::NAME) {
        let document = check_combination(&bytes, args.steps).map_err(refused)?;
        return shown(&document, args.json);
    }
    let evidence = Evidence::from_json(&bytes).map_err(refused)?;
    // A document may come from anybody, so the chapter it names is looked for among the shipped ones only.
    let chapter = match &args.chapter {
        Some(chapter) => load_chapter(chapter)?,
        None => Chapter::shipped(evidence.chapter())
            .ok_or("the tree's chapter is not a shipped one; give it with --chapter")?,
    };
    let document = chapter
        .check_trees(&evidence, args.steps)
        .map_err(|error| match error {
            TreeError::Refused(_) | TreeError::Flawed(_) => refused(error),
            TreeError::Outdated { .. } => {
                format!("{}, by `nasvet advise … --tree --json`", refused(error))
            }
        })?;
    shown(&document, args.json)
}

fn shown(document: &TreeCheckDocument, json: bool) -> Outcome {
    match json {
        true => print_json(document)?,
        false => print(&document.text(TextStyle::TERMINAL))?,
    }
    Ok(match document.sound {
        Some(true) => Status::Done,
        Some(false) => Status::No,
        None => Status::Unknown,
    })
}
