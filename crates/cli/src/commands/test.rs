//! `nasvet test`: the examples in chapters.

use clap::Parser;
use documents::ExamplesDocument;
use nasvet::Watch;

use super::{Outcome, load_chapter, print, print_json};
use crate::status::Status;

/// Run the examples of chapters: each must fire, fail, play and show what it says.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet test krk
  nasvet test chapters/*.md
  nasvet test my-chapter.md --json")]
pub(crate) struct TestArgs {
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

pub(crate) fn run(args: &TestArgs) -> Outcome {
    let watch = Watch::nodes(args.nodes);
    let mut document = ExamplesDocument::default();
    for file in &args.files {
        let tried = load_chapter(file)?.try_examples(&watch);
        document.digests.extend(tried.digests);
        document.examples.extend(tried.examples);
    }
    match args.json {
        true => print_json(&document)?,
        false => print(&document.text())?,
    }
    Ok(match (document.n_failed(), document.n_unknown()) {
        (0, _) => Status::Done,
        (failed, unknown) if failed == unknown => Status::Unknown,
        (_, _) => Status::No,
    })
}
