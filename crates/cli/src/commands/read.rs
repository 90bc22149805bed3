//! `nasvet read`: a chapter as a text to read, with its boards.

use std::io::IsTerminal;

use clap::Parser;
use nasvet::picture::Style;
use nasvet::reading::{Page, Reading};

use super::{Outcome, load_program, pager, print};
use crate::status::Status;
use crate::style;

/// Lines of prose that are longer than this are hard to follow.
const WIDEST: usize = 90;
/// The width where there is no terminal to ask.
const USUAL: usize = 80;

/// Read a chapter, with a board below every example.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet read krk
  nasvet read my-chapter.md --width 60
  nasvet read krk --ascii | lpr

On a terminal the text is shown page by page, by the program that PAGER names or by less.")]
pub(crate) struct ReadArgs {
    /// A file, or the name of a shipped chapter or library
    #[arg(value_name = "CHAPTER")]
    chapter: String,
    /// Columns of text [default: those of the terminal, 90 at most]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(20..=1000))]
    width: Option<u16>,
    /// Print all at once, and not page by page
    #[arg(long)]
    no_pager: bool,
    /// Draw with letters and ASCII signs only
    #[arg(long)]
    ascii: bool,
}

pub(crate) fn run(args: &ReadArgs) -> Outcome {
    let loaded = load_program(&args.chapter)?;
    let Some(program) = &loaded.program else {
        return Ok(Status::No);
    };
    let found = style::of_stdout();
    let style = Style {
        unicode: found.unicode && !args.ascii,
        ..found
    };
    let width = args.width.map_or_else(terminal_width, usize::from);
    let reading = Reading {
        source: &loaded.source,
        syntax: &loaded.syntax,
        program,
    };
    let text = reading.render(Page { width, style });
    if args.no_pager || !std::io::stdout().is_terminal() {
        print(&text)?;
    } else {
        pager::show(&text)?;
    }
    Ok(Status::Done)
}

fn terminal_width() -> usize {
    terminal_size::terminal_size().map_or(USUAL, |(width, _)| usize::from(width.0).min(WIDEST))
}
