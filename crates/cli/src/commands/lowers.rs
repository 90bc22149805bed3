//! `nasvet lowers`: can a number be forced lower? Tried over all positions of an ending.

use clap::Parser;

use super::keeps::refused;
use super::long_run::LongRun;
use super::{Outcome, load_chapter, print, print_json};
use crate::status::Status;
use domain::Watch;

/// Try over all positions from which values a number can be forced lower, and where it is stuck.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet lowers krk 'distance(our.king, their.king)'
  nasvet lowers krk-van-emden room

The number is measured where it is our move. It must become smaller, or there must be mate, however long it takes, and \
it may never be larger meanwhile; stalemate is avoided. A piece with `make smaller` plays so.")]
pub(crate) struct LowersArgs {
    /// A file or a shipped chapter, whose ending it is and whose definitions may be used
    chapter: String,
    /// The number
    #[arg(allow_hyphen_values = true)]
    expression: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &LowersArgs) -> Outcome {
    let chapter = load_chapter(&args.chapter)?;
    let run = LongRun::begin()?;
    let bar = run.bar("lowers");
    let watch = Watch::new()
        .with_stop(run.stop())
        .with_listener(run.listener(&bar));
    let found = chapter.lowers(&args.expression, &watch);
    bar.finish_and_clear();
    match found {
        Ok(document) if args.json => print_json(&document)?,
        Ok(document) => print(&document.text())?,
        Err(error) => return refused(error),
    }
    Ok(Status::Done)
}
