//! `nasvet survey`: asks a chapter of the reasoner about all positions, and holds its answers against the tables.

use std::path::{Path, PathBuf};

use clap::Parser;
use documents::{
    FindingsDocument, FormatName, FormatVersion, SurveyDocument, digest_of_chapter, refuse_steering,
};
use lang::checked::{Expr, Program};
use lang::{Diagnostics, Form, Source, check_expression};
use nasvet::{Games, Sample, Survey, judged_material, report};
use reason::Control;
use serde::{Deserialize, Serialize};
use verify::{EndgameTables, Holds};

use super::long_run::LongRun;
use super::{Outcome, load_program, print, print_json};
use crate::files::read_file;
use crate::status::Status;
use crate::table_cache::TableCache;

/// Ask the reasoner of a chapter who can win and who can draw, in all positions, and hold its answers against the tables.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet survey kpkp --sample 1000
  nasvet survey kpkp --sample 20000 --search-nodes 200
  nasvet survey kpkp --keep kpkp.survey

A chapter is surveyed by its hypotheses `can_win(x: side)` and `can_draw(x: side)`. With `--keep` what has been found is \
written into a file after every parcel, and a run that was stopped goes on from there.

Exit status: 0 if no answer is wrong, 1 if one is, 130 if the run was stopped.")]
pub(crate) struct SurveyArgs {
    /// A file or the name of a shipped chapter
    chapter: String,
    /// Ask about so many positions chosen at random, and not about all
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// The choice of a sample begins here
    #[arg(long, default_value_t = 1, value_name = "N", requires = "sample")]
    seed: u64,
    /// Ask only about those positions of the chapter of which this is true
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
    /// A single search by plans may look at so many positions
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    search_nodes: u64,
    /// Give up a question after this many cycles
    #[arg(long, default_value_t = 300, value_name = "N")]
    cycles: u64,
    /// Keep what has been found in this file, and go on from what is there
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Show so many positions of each kind of failure
    #[arg(long, default_value_t = 10, value_name = "N")]
    examples: usize,
    /// Use so many threads; without it, as many as the machine has
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// No file of findings is longer.
const MAX_KEPT: u64 = 1 << 28;

/// What a file keeps: the findings, and what they are about.
#[derive(Serialize, Deserialize)]
struct Kept {
    about: String,
    findings: FindingsDocument,
}

pub(crate) fn run(args: &SurveyArgs) -> Outcome {
    let games = Games::new();
    let loaded = load_program(&args.chapter)?;
    let Some(program) = &loaded.program else {
        return Ok(Status::No);
    };
    let material = judged_material(program).map_err(|problem| problem.to_string())?;
    let condition = condition(args, program, &games)?;
    let sample = match args.sample {
        Some(count) => Sample::Some {
            count,
            seed: args.seed,
        },
        None => Sample::All,
    };
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let survey = Survey {
        program,
        condition: condition.as_ref(),
        control: Control {
            max_search_nodes: args.search_nodes,
            max_cycles: args.cycles,
            ..Control::default()
        },
        sample,
        examples: args.examples,
        threads: args.threads.unwrap_or(threads),
    };
    let game = games.named(&program.game);
    let game = game.ok_or_else(|| format!("no game `{}`", program.game))?;
    let digest = digest_of_chapter(game.vocabulary(), program);
    // Findings about another chapter, or another question, are not gone on with. The digest knows what is imported, and
    // the fingerprint what only the condition calls.
    let about = format!(
        "{digest} {:016x} {:?} {:?} {} {}",
        fingerprint(&loaded.source.text),
        args.condition,
        sample,
        args.search_nodes,
        args.cycles
    );
    let before = match &args.keep {
        Some(file) => read(file, &about)?,
        None => FindingsDocument::default(),
    };
    let run = LongRun::begin()?;
    let mut tables = EndgameTables::new();
    run.tables(&TableCache::of_user(), &mut tables, material, Holds::Mate)?;
    let bar = run.bar(&format!("{} is asked", args.chapter));
    bar.set_length(survey.n_parcels(material) as u64);
    bar.set_position(before.done.len() as u64);
    let tell = |findings: &FindingsDocument| {
        bar.set_position(findings.done.len() as u64);
        if let Some(file) = &args.keep
            && let Err(problem) = write(file, &about, findings)
        {
            bar.println(problem);
        }
    };
    let findings = survey.run(&tables, material, before, run.stop(), &tell);
    bar.finish_and_clear();
    let document = SurveyDocument {
        format: FormatName::default(),
        version: FormatVersion::default(),
        chapter: args.chapter.clone(),
        digest,
        parcels: survey.n_parcels(material),
        findings: findings?,
    };
    match args.json {
        true => print_json(&document)?,
        false => print(&document.text())?,
    }
    Ok(match (document.findings.n_wrong(), document.is_whole()) {
        (1.., _) => Status::No,
        (0, true) => Status::Done,
        (0, false) => Status::Interrupted,
    })
}

/// The condition of the survey, if one was asked for.
fn condition(args: &SurveyArgs, program: &Program, games: &Games) -> Result<Option<Expr>, String> {
    let Some(text) = args.condition.as_deref() else {
        return Ok(None);
    };
    let source = Source::from_text("condition", Form::Plain, text);
    let source = source.map_err(|diagnostic| diagnostic.message)?;
    let game = games
        .named(&program.game)
        .ok_or_else(|| format!("no game `{}`", program.game))?;
    let mut diagnostics = Diagnostics::default();
    match check_expression(&source, program, game, &mut diagnostics) {
        Some(expr) if expr.ty == domain::Type::Truth => Ok(Some(expr)),
        Some(_) => Err(format!("`{text}` is neither true nor false")),
        None => {
            let told = diagnostics.into_vec();
            let told = told.iter().map(|found| report::show(&source, &[], found));
            Err(told.collect::<Vec<_>>().join("\n"))
        }
    }
}

fn read(file: &Path, about: &str) -> Result<FindingsDocument, String> {
    if !file.exists() {
        return Ok(FindingsDocument::default());
    }
    let bytes = read_file(&file.to_string_lossy(), MAX_KEPT)?;
    let kept: Kept = refuse_steering(&bytes)
        .and_then(|()| serde_json::from_slice(&bytes))
        .map_err(|error| format!("{} is not a kept survey: {error}", file.display()))?;
    if kept.about == about {
        Ok(kept.findings)
    } else {
        Err(format!(
            "{} keeps a survey of another chapter or of other questions; remove it, or name another file",
            file.display()
        ))
    }
}

/// Writes beside the place and then moves there, so that no half of it is ever found.
fn write(file: &Path, about: &str, findings: &FindingsDocument) -> Result<(), String> {
    let kept = Kept {
        about: about.to_owned(),
        findings: findings.clone(),
    };
    let problem = |error: std::io::Error| format!("cannot write {}: {error}", file.display());
    let text = serde_json::to_string(&kept).map_err(|error| problem(error.into()))?;
    let beside = file.with_extension("half");
    std::fs::write(&beside, text).map_err(problem)?;
    std::fs::rename(&beside, file).map_err(problem)
}

/// FNV-1a.
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
