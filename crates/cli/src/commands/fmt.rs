//! `nasvet fmt`: the layout that everybody uses.

use std::path::Path;

use clap::Parser;
use documents::{
    DiagnosticDocument, FormatName, FormatVersion, LayoutDocument, LayoutFileDocument, LayoutResult,
};
use lang::{BYTE_ORDER_MARK, Form, Source};

use super::{Outcome, print, print_json};
use crate::files::read_source;
use crate::screen::tell;
use crate::status::Status;

/// Lay out advice files and chapters in the common style; prose is left alone.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet fmt my-chapter.md            rewrites the file
  nasvet fmt --check chapters/*.md    tells which files would change, and changes none
  nasvet fmt - < krk.advice           prints the result

Lines end as the first line does, with LF or CR LF, and a byte order mark stays where it is.")]
pub(crate) struct FmtArgs {
    /// Files to rewrite, or - to read standard input and print the result
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Change nothing; the exit status says whether all files are laid out already
    #[arg(long)]
    check: bool,
    /// Print JSON: a document with one object for each file
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &FmtArgs) -> Outcome {
    let mut files = Vec::new();
    for file in &args.files {
        let file = format_file(file, args)?;
        if !args.json {
            print(&file.text())?;
            if let Some(problem) = file.problem() {
                tell(&problem);
            }
        }
        files.push(file);
    }
    let document = LayoutDocument {
        format: FormatName::default(),
        version: FormatVersion::default(),
        files,
    };
    if args.json {
        print_json(&document)?;
    }
    let is_bad =
        document.any(LayoutResult::Faulty) || (args.check && document.any(LayoutResult::Changed));
    Ok(Status::of(!is_bad))
}

fn format_file(file: &str, args: &FmtArgs) -> Result<LayoutFileDocument, String> {
    let bytes = read_source(file)?;
    let has_fence = bytes.windows(9).any(|window| window == b"```advice");
    let form = if file == "-" && has_fence {
        Form::Chapter
    } else {
        Form::of_name(file)
    };
    let faulty = |diagnostics| LayoutFileDocument {
        file: file.to_owned(),
        result: LayoutResult::Faulty,
        only_checked: args.check,
        diagnostics,
        text: None,
    };
    let source = match Source::from_bytes(file, form, &bytes) {
        Ok(source) => source,
        Err(diagnostic) => {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let source = Source::without_program(file, &text);
            return Ok(faulty(vec![DiagnosticDocument::new(
                &source,
                &[],
                &diagnostic,
            )]));
        }
    };
    let formatted = match lang::format(&source) {
        Ok(formatted) => formatted,
        Err(diagnostics) => {
            return Ok(faulty(
                diagnostics
                    .iter()
                    .map(|d| DiagnosticDocument::new(&source, &[], d))
                    .collect(),
            ));
        }
    };
    let result = if formatted == source.text {
        LayoutResult::Unchanged
    } else {
        LayoutResult::Changed
    };
    // What an editor put before the text stays there.
    let mark = String::from(BYTE_ORDER_MARK);
    let formatted = match bytes.starts_with(mark.as_bytes()) {
        true => mark + &formatted,
        false => formatted,
    };
    if file != "-" && result == LayoutResult::Changed && !args.check {
        replace_file(Path::new(file), &formatted)?;
    }
    let text = (file == "-" && !args.check).then_some(formatted);
    Ok(LayoutFileDocument {
        file: file.to_owned(),
        result,
        only_checked: args.check,
        diagnostics: Vec::new(),
        text,
    })
}

/// Writes beside the file and then takes its place, so that a failure leaves the old text whole.
fn replace_file(path: &Path, text: &str) -> Result<(), String> {
    let problem = |error: std::io::Error| format!("cannot write `{}`: {error}", path.display());
    // A link stays a link: what is replaced is the file it points to.
    let path = &path.canonicalize().map_err(problem)?;
    let permissions = std::fs::metadata(path).map_err(problem)?.permissions();
    let mut beside = path.as_os_str().to_owned();
    beside.push(".nasvet-new");
    let written = std::fs::write(&beside, text)
        .and_then(|()| std::fs::set_permissions(&beside, permissions))
        .and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|error| {
        let _ = std::fs::remove_file(&beside);
        problem(error)
    })
}
