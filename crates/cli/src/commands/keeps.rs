//! `nasvet keeps`: can something be kept for ever? Tried over all positions of an ending.

use clap::Parser;
use nasvet::ExploreError;

use super::long_run::LongRun;
use super::{Outcome, load_chapter, print, print_findings, print_json};
use crate::status::{CommandProblem, Status};
use crate::table_cache::TableCache;
use domain::{Stopped, Watch};

/// Try over all positions whether something can be kept for ever, and how soon it can be had.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet keeps knkr 'distance(our.king, our.knight) <= 2'
  nasvet keeps krk 'adjacent(our.king, our.rook)'

It must be true after each of our moves, whatever they reply. Of the positions that are not lost, the list says from \
how many it can be kept at once, and from how many after some moves. A piece with `lasting for ever` plays so.")]
pub(crate) struct KeepsArgs {
    /// A file or a shipped chapter, whose ending it is and whose definitions may be used
    chapter: String,
    /// What is to be kept: something true or false of a position
    #[arg(allow_hyphen_values = true)]
    expression: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &KeepsArgs) -> Outcome {
    let chapter = load_chapter(&args.chapter)?;
    let run = LongRun::begin()?;
    let bar = run.bar("keeps");
    let watch = Watch::new()
        .with_stop(run.stop())
        .with_listener(run.listener(&bar));
    let mut store = TableCache::of_user();
    let found = chapter.keeps(&args.expression, &mut store, &watch);
    bar.finish_and_clear();
    match found {
        Ok(document) if args.json => print_json(&document)?,
        Ok(document) => print(&document.text())?,
        Err(error) => return refused(error),
    }
    Ok(Status::Done)
}

/// What is said where a thought cannot be tried.
pub(super) fn refused(error: ExploreError) -> Outcome {
    match error {
        ExploreError::BadExpression(findings) => {
            print_findings(&findings);
            Ok(Status::Refused)
        }
        ExploreError::Stopped(Stopped::Asked) => {
            Err(CommandProblem::interrupted("stopped on request"))
        }
        ExploreError::WrongType { .. }
        | ExploreError::LooksBack
        | ExploreError::Unverifiable(_)
        | ExploreError::TooLarge(_)
        | ExploreError::Stopped(_) => Err(error.to_string().into()),
    }
}
