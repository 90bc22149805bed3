//! `nasvet import`: a table of advice in Prolog as a chapter.

use clap::{Parser, ValueEnum};
use documents::{DiagnosticsDocument, DialectName, FormatName, FormatVersion, TextStyle};
use nasvet::import_al0;

use super::{Outcome, print, print_findings, print_json};
use crate::files::read_source;
use crate::status::Status;

/// Write an AL0 table, advice in Prolog, as a chapter that plays the same moves.
///
/// The first file holds rules and advice; clauses of goals may follow in others. Names of the standard library of the
/// rook ending are known. What cannot be said in a chapter is named with its line, and so are slips that Prolog does not
/// notice.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet import krk.pl                             prints the chapter
  nasvet import krk.pl goals.pl -o krk.md          writes it to a file
  nasvet import krk.pl --dialect course -o krk.md  later rules are tried where advice fails
  nasvet verify krk.md                             and does it win?")]
pub(crate) struct ImportArgs {
    /// A Prolog file with the table, or - for standard input
    table: String,
    /// Prolog files with clauses of the table's own goals
    #[arg(value_name = "LIBRARY")]
    libraries: Vec<String>,
    /// The interpreter for which it was written
    #[arg(long, value_enum, default_value_t = DialectArg::Book)]
    dialect: DialectArg,
    /// Write the chapter to this file
    #[arg(short, long, value_name = "CHAPTER")]
    output: Option<String>,
    /// Print JSON: the chapter, and the findings about each file
    #[arg(long)]
    json: bool,
}

/// The interpreters that differ.
#[derive(Clone, Copy, ValueEnum)]
enum DialectArg {
    /// The book's: the first rule that applies decides
    Book,
    /// The course's: later rules are tried, too
    Course,
}

pub(crate) fn run(args: &ImportArgs) -> Outcome {
    let mut texts = Vec::new();
    for file in [&args.table].into_iter().chain(&args.libraries) {
        texts.push((file.as_str(), read_source(file)?));
    }
    let dialect = match args.dialect {
        DialectArg::Book => DialectName::Book,
        DialectArg::Course => DialectName::Course,
    };
    let files: Vec<(&str, &[u8])> = texts
        .iter()
        .map(|(name, bytes)| (*name, bytes.as_slice()))
        .collect();
    let imported = import_al0(&files, dialect);
    if let (Some(file), Some(chapter)) = (&args.output, &imported.chapter) {
        std::fs::write(file, chapter).map_err(|error| format!("cannot write `{file}`: {error}"))?;
    }
    let is_done = imported.chapter.is_some();
    if args.json {
        print_json(&imported)?;
        return Ok(Status::of(is_done));
    }
    let findings = DiagnosticsDocument {
        format: FormatName::default(),
        version: FormatVersion::default(),
        files: imported.files,
    };
    match (&args.output, imported.chapter) {
        // The chapter goes where it can be piped on, and what is to be said of it beside.
        (None, Some(chapter)) => {
            print_findings(&findings);
            print(&chapter)?;
        }
        (Some(_), _) | (None, None) => print(&findings.text(TextStyle::TERMINAL))?,
    }
    Ok(Status::of(is_done))
}
