//! `nasvet verify`: plays a chapter from every position, and rules on its claims.

use std::path::{Path, PathBuf};

use clap::Parser;
use nasvet::picture::draw;
use nasvet::{CertifiedClaim, Chapter, OutcomeName, Questions, Stopped, Unverifiable, Watch};
use shakmaty_syzygy::Tablebase;
use verify::{EndgameTables, Holds, Index, Material, Syzygy, Truth};

use super::long_run::{LongRun, show};
use super::{Outcome, load_chapter, print, print_json};
use crate::screen::tell_problem;
use crate::status::{CommandProblem, Status};
use crate::style;
use crate::table_cache::TableCache;

/// Prove a chapter over all positions, or show the games where it fails.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet verify krk
  nasvet verify krk-van-emden --group
  nasvet verify my-chapter.md --html report.html
  nasvet verify krk --certificate krk.cert

The chapter is played from every legal position with us to move, against every reply: in strong mode a plan is \
followed to its end, in weak mode a new one is made for every move. The exit status is 0 if all claims of the \
chapter hold, 1 if one is broken, 3 if one is neither proved nor broken, or if none can be certified.")]
pub(crate) struct VerifyArgs {
    /// A file or the name of a shipped chapter
    chapter: String,
    /// Give up on a piece after this many positions, counted as in play; it takes longer than without a limit
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Take no more memory than this many MiB; without it, what is needed and 768 MiB for plans longer than a move
    #[arg(long, value_name = "MIB")]
    memory: Option<u64>,
    /// Show this many games for each way to fail
    #[arg(long, default_value_t = 2, value_name = "N")]
    games: usize,
    /// Sort the failures by pattern
    #[arg(long)]
    group: bool,
    /// Show a board at the beginning of each game
    #[arg(long)]
    boards: bool,
    /// Ask Syzygy's tables in this folder instead of building our own; they do not tell how long a win takes
    #[arg(long, value_name = "FOLDER")]
    syzygy: Option<PathBuf>,
    /// Write a page with boards and charts into a file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write certificates of the claims that hold into a file; `certcheck FILE` checks them
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &VerifyArgs) -> Outcome {
    let chapter = load_chapter(&args.chapter)?;
    let materials = chapter.materials().map_err(|problem| problem.to_string())?;
    let room = room_for_plans(args, &chapter, &materials)?;
    let run = LongRun::begin()?;
    let truth: Box<dyn Truth> = match &args.syzygy {
        Some(folder) => Box::new(open_syzygy(folder, &materials)?),
        None => {
            let mut tables = EndgameTables::new();
            for material in materials {
                run.tables(&TableCache::of_user(), &mut tables, material, Holds::Mate)?;
            }
            Box::new(tables)
        }
    };
    let questions = Questions {
        nodes: args.nodes,
        room,
        games: args.games,
        group: args.group,
    };
    let bar = run.bar(&format!("{} plays", args.chapter));
    let shown = bar.clone();
    let watch = Watch::new()
        .with_stop(run.stop())
        .with_listener(move |progress| show(&shown, progress));
    let found = match &args.certificate {
        None => {
            let document = chapter.verify_by(&*truth, questions, &watch);
            document.map(|document| (document, Vec::new()))
        }
        Some(_) => chapter.certify_by(&*truth, questions, &watch),
    };
    bar.finish_and_clear();
    let (document, certified) = found.map_err(|problem| match problem {
        Unverifiable::Stopped(Stopped::Memory(_)) => {
            CommandProblem::from(format!("{problem}; allow more with `--memory`"))
        }
        Unverifiable::Stopped(Stopped::Asked) => CommandProblem::interrupted("stopped on request"),
        Unverifiable::OtherGame(_)
        | Unverifiable::NoMen
        | Unverifiable::NoTable(_)
        | Unverifiable::TooLarge(_)
        | Unverifiable::Stopped(_) => problem.to_string().into(),
    })?;
    if let Some(file) = &args.html {
        std::fs::write(file, document.page())
            .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    }
    if args.json {
        print_json(&document)?;
    } else {
        let style = style::of_stdout();
        let board = |position: &str| draw("chess", position, &[], style);
        print(&document.text(args.boards.then_some(&board)))?;
    }
    let is_certified = match &args.certificate {
        None => true,
        Some(file) => write_certificates(file, &certified)?,
    };
    Ok(match document.outcome() {
        OutcomeName::Holds if is_certified => Status::Done,
        OutcomeName::Broken => Status::No,
        OutcomeName::Holds | OutcomeName::NotKnown => Status::Unknown,
    })
}

/// Writes the certificates, and says of which claims there are none. False if there is none at all: then nothing is
/// written.
fn write_certificates(file: &Path, claims: &[CertifiedClaim]) -> Result<bool, String> {
    let mut bytes = Vec::new();
    for claim in claims {
        match &claim.outcome {
            Ok(certificates) => bytes.extend(certificates),
            Err(reason) => {
                let claim = &claim.claim;
                tell_problem(&format!("no certificate of `{claim}`: {reason}"));
            }
        }
    }
    if bytes.is_empty() {
        let file = file.display();
        tell_problem(&format!(
            "{file} was not written: no claim could be certified"
        ));
        return Ok(false);
    }
    // Written beside its place and then moved there, so that no half of it is ever found.
    let problem = |error: std::io::Error| format!("cannot write {}: {error}", file.display());
    let mut beside = file.as_os_str().to_owned();
    beside.push(".nasvet-new");
    let written = std::fs::write(&beside, &bytes).and_then(|()| std::fs::rename(&beside, file));
    written.map_err(|error| {
        let _ = std::fs::remove_file(&beside);
        problem(error)
    })?;
    Ok(true)
}

const MIB: u64 = 1 << 20;

/// What plans longer than a move may take where nothing is said.
const USUAL_ROOM: u64 = 768 * MIB;

/// What the program takes before it does anything.
const PROGRAM: u64 = 16 * MIB;

/// The bytes that are left for plans longer than a move. Says how much memory four men and more will take, and refuses
/// what does not fit before any work is done.
fn room_for_plans(
    args: &VerifyArgs,
    chapter: &Chapter,
    materials: &[Material],
) -> Result<usize, String> {
    let needed = chapter.bytes_to_verify(args.nodes);
    let needed = needed.map_err(|problem| problem.to_string())?;
    let tables = match args.syzygy {
        Some(_) => 0,
        None => materials
            .iter()
            .map(|men| EndgameTables::bytes_needed(*men))
            .sum(),
    };
    let needed = PROGRAM + needed + tables;
    let room = match args.memory {
        None => USUAL_ROOM,
        Some(allowed) => allowed
            .saturating_mul(MIB)
            .checked_sub(needed)
            .ok_or_else(|| {
                format!(
                    "`{}` takes up to {} MiB before any plan longer than a move is kept; allow more with `--memory`",
                    args.chapter,
                    needed.div_ceil(MIB)
                )
            })?,
    };
    if materials.iter().any(|men| men.n_men() > 3) {
        tell_problem(&format!(
            "`{}` takes up to {} MiB of memory, and up to {} MiB more for plans longer than a move",
            args.chapter,
            needed.div_ceil(MIB),
            room / MIB
        ));
    }
    Ok(usize::try_from(room).unwrap_or(usize::MAX))
}

/// Opens the tables in a folder; those of the ending and of all that it can turn into must be there.
fn open_syzygy(folder: &Path, materials: &[Material]) -> Result<Syzygy, String> {
    let mut tablebase = Tablebase::new();
    tablebase
        .add_directory(folder)
        .map_err(|error| format!("the folder {}: {error}", folder.display()))?;
    let tables = Syzygy::new(tablebase);
    let is_missing = |material: &Material| {
        let index = Index::new(*material);
        let mut positions = index.positions(0..index.n_numbers());
        positions
            .next()
            .is_some_and(|(_, position)| tables.probe(&position).is_err())
    };
    let missing: Vec<String> = materials
        .iter()
        .flat_map(|material| material.needed())
        .filter(is_missing)
        .map(|material| material.to_string())
        .collect();
    match missing.len() {
        0 => Ok(tables),
        _ => Err(format!(
            "the folder {} has no Syzygy table of {}",
            folder.display(),
            missing.join(", ")
        )),
    }
}
