//! `nasvet check`: all findings about some sources.

use std::process::ExitCode;

use clap::Parser;
use lang::Diagnostic;
use lang::checked::DefinitionId;
use nasvet::{Games, Loaded, report};
use serde::Serialize;

use super::{Outcome, load_source, print, print_json};

/// Check advice files and chapters, and show all mistakes.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet check my-chapter.md
  nasvet check krk-van-emden          a shipped chapter, by its name
  nasvet check --json *.advice        for an editor
  nasvet check --strict chapters/*.md warnings count as errors")]
pub(crate) struct Args {
    /// Files, names of shipped chapters, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Print JSON: a list with one object for each file
    #[arg(long)]
    json: bool,
    /// Let warnings count as errors
    #[arg(long)]
    strict: bool,
}

#[derive(Serialize)]
struct JsonFile {
    file: String,
    ok: bool,
    diagnostics: Vec<report::JsonDiagnostic>,
}

pub(crate) fn run(args: &Args) -> Outcome {
    let games = Games::new();
    let mut all = Vec::new();
    for file in &args.files {
        all.push(load_source(file, &games)?);
    }
    let is_ok = |loaded: &Loaded| {
        let fatal = |diagnostic: &Diagnostic| diagnostic.is_error() || args.strict;
        !loaded.diagnostics.iter().any(fatal)
    };
    if args.json {
        let files: Vec<JsonFile> = all
            .iter()
            .map(|loaded| JsonFile {
                file: loaded.source.name.clone(),
                ok: is_ok(loaded),
                diagnostics: loaded
                    .diagnostics
                    .iter()
                    .map(|d| report::to_json(&loaded.source, d))
                    .collect(),
            })
            .collect();
        print_json(&files)?;
    } else {
        for loaded in &all {
            print(&text_report(loaded))?;
        }
    }
    Ok(ExitCode::from(u8::from(!all.iter().all(is_ok))))
}

fn text_report(loaded: &Loaded) -> String {
    let mut text = String::new();
    for diagnostic in &loaded.diagnostics {
        text += &report::show(&loaded.source, diagnostic);
        text += "\n\n";
    }
    let n_errors = loaded
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .count();
    let n_warnings = loaded.diagnostics.len() - n_errors;
    let findings = match (n_errors, n_warnings) {
        (0, 0) => "no mistakes found".to_owned(),
        (0, _) => counted(n_warnings, "warning"),
        (_, 0) => counted(n_errors, "error"),
        (_, _) => format!(
            "{}, {}",
            counted(n_errors, "error"),
            counted(n_warnings, "warning")
        ),
    };
    text + &format!("{}: {findings}{}\n", loaded.source.name, contents(loaded))
}

/// What a program without errors contains.
fn contents(loaded: &Loaded) -> String {
    let Some(program) = &loaded.program else {
        return String::new();
    };
    // The goals and moves of plans are not what their author would count.
    let plans = &program.plans;
    let is_goal = |id: DefinitionId| {
        plans
            .iter()
            .any(|plan| [plan.better, plan.holding].contains(&id))
    };
    let own = (0..)
        .map(DefinitionId)
        .zip(&program.definitions)
        .filter(|(id, definition)| definition.library.is_none() && !is_goal(*id))
        .count();
    let parts = [
        (own, "definition"),
        (program.constraints.len() - plans.len(), "move constraint"),
        (program.pieces.len(), "piece of advice"),
        (program.tables.len(), "table"),
        (plans.len(), "plan"),
        (program.examples.len(), "example"),
        (program.claims.len(), "claim"),
    ];
    let named: Vec<String> = parts
        .into_iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, what)| counted(n, what))
        .collect();
    if named.is_empty() {
        String::new()
    } else {
        format!(" ({})", named.join(", "))
    }
}

fn counted(n: usize, what: &str) -> String {
    match (n, what) {
        (1, _) => format!("1 {what}"),
        (_, "piece of advice") => format!("{n} pieces of advice"),
        (_, _) => format!("{n} {what}s"),
    }
}
