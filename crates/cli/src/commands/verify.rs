//! `nasvet verify`: plays a chapter from every position, and rules on its claims.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Parser;
use documents::{VerificationDocument, refuse_steering};
use nasvet::picture::draw;
use nasvet::{
    Asking, CertifiedClaim, Chapter, Excerpt, Old, OutcomeName, Questions, SpareMemory, Stopped,
    Unverifiable, Watch,
};
use shakmaty_syzygy::Tablebase;
use verify::{Answers, Bounds, EndgameTables, Holds, Index, Material, Share, Syzygy, Truth};

use super::long_run::LongRun;
use super::{Outcome, load_chapter, print, print_json};
use crate::answers_file::{self, AnswersFile, Others};
use crate::files::read_file;
use crate::kept_files::KeptFiles;
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
  nasvet verify my-chapter.md --sample 100
  nasvet verify my-chapter.md --where 'corner(their.king)' --group
  nasvet verify krk --from '8/8/8/3k4/8/8/1R6/K7 w - -'
  nasvet verify knkr --shard 1/4 --out knkr-1.answers
  nasvet verify merge knkr-*.answers

The chapter is played from every legal position with us to move, against every reply: in strong mode a plan is \
followed to its end, in weak mode a new one is made for every move. The exit status is 0 if all claims of the \
chapter hold, 1 if one is broken, 3 if one is neither proved nor broken, or if none can be certified.

Ctrl-C gives a report about what is done, and the next run goes on from there. With `--shard` the asking is cut into \
parts, which may run on several machines; `verify merge` puts their files together and judges.")]
pub(crate) struct VerifyArgs {
    /// A file or the name of a shipped chapter; or `merge`, with the files of all shards
    chapter: String,
    /// After `merge`: the files that `--shard` has written
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Ask only about this share of the positions, such as 1/4, and judge nothing
    #[arg(long, value_name = "I/N", value_parser = share, requires = "out", conflicts_with_all = ["json", "html", "certificate"])]
    shard: Option<Share>,
    /// Keep the answers in this file; a run that was stopped goes on from there
    #[arg(long, value_name = "FILE", conflicts_with = "certificate")]
    out: Option<PathBuf>,
    /// Report only on positions in which this is true; only what can follow them is asked about
    #[arg(long = "where", value_name = "CONDITION", conflicts_with_all = ["from", "shard", "out", "certificate"])]
    condition: Option<String>,
    /// Report only on so many positions, drawn evenly; they are played against every reply, as all are
    #[arg(long, value_name = "N", conflicts_with_all = ["from", "shard", "out", "certificate"])]
    sample: Option<usize>,
    /// Where the drawing of a sample begins
    #[arg(long, default_value_t = 1, value_name = "N", requires = "sample")]
    seed: u64,
    /// Say what becomes of this one position, and show the game
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["shard", "out", "certificate"])]
    from: Option<String>,
    /// Print so many failures as `example` lines, which can be pasted into the chapter
    #[arg(long, default_value_t = 0, value_name = "N")]
    examples: usize,
    /// Compare with an older result: a file that `--out` has written, or a report in JSON
    #[arg(long, value_name = "OLD", conflicts_with_all = ["shard", "certificate"])]
    diff: Option<PathBuf>,
    /// Say where the time goes: by piece and by definition, in 1000 positions or those of `--sample`
    #[arg(long, conflicts_with_all = ["shard", "certificate"])]
    profile: bool,
    /// Give up on a piece after this many positions, counted as in play; it takes longer than without a limit
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Take no more memory than this many MiB: less is remembered, so it may take longer; without it, as much as is useful, and 768 MiB for plans longer than a move
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

/// `2/4` as the second of four shares.
fn share(text: &str) -> Result<Share, String> {
    let parts = text.split_once('/');
    let number = |text: &str| text.parse::<u32>().ok();
    match parts.and_then(|(idx, of)| Some((number(idx)?, number(of)?))) {
        Some((idx, of)) if 0 < idx && idx <= of => Ok(Share { idx: idx - 1, of }),
        Some(_) | None => Err("expected a share such as 1/4".into()),
    }
}

pub(crate) fn run(args: &VerifyArgs) -> Outcome {
    match (&args.chapter[..], &args.files[..]) {
        ("merge", [_, ..]) => merge(args),
        (_, []) => verify(args),
        (_, [file, ..]) => Err(format!(
            "`{}` is one argument too many; did you mean `nasvet verify merge {}`?",
            file.display(),
            file.display()
        )
        .into()),
    }
}

/// What a run needs: the chapter, the truth, and what is asked.
struct VerifiedCase {
    chapter: Chapter,
    truth: Box<dyn Truth>,
    questions: Questions,
    run: LongRun,
}

impl VerifiedCase {
    fn open(
        args: &VerifyArgs,
        name: &str,
        nodes: Option<u64>,
    ) -> Result<VerifiedCase, CommandProblem> {
        let chapter = load_chapter(name)?;
        let materials = chapter.materials().map_err(|problem| problem.to_string())?;
        let (room, spare) = memory(args, name, nodes, &chapter, &materials)?;
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
            nodes,
            room,
            spare,
            games: args.games,
            group: args.group,
        };
        Ok(VerifiedCase {
            chapter,
            truth,
            questions,
            run,
        })
    }

    /// What the answers depend on.
    fn heading(&self, args: &VerifyArgs) -> Result<String, String> {
        let truth = match args.syzygy {
            Some(_) => "syzygy",
            None => "tables",
        };
        let heading = self.chapter.answers_heading(self.questions, truth);
        heading.map_err(|problem| problem.to_string())
    }

    /// Does something that takes long, while progress is shown.
    fn watched<T>(
        &self,
        work: impl FnOnce(&Watch) -> Result<T, Unverifiable>,
    ) -> Result<T, CommandProblem> {
        let bar = self.run.bar("positions");
        let watch = Watch::new()
            .with_stop(self.run.stop())
            .with_listener(self.run.listener(&bar));
        let found = work(&watch);
        bar.finish_and_clear();
        found.map_err(|problem| match problem {
            Unverifiable::Stopped(Stopped::Memory(_)) => {
                CommandProblem::from(format!("{problem}; allow more with `--memory`"))
            }
            Unverifiable::Stopped(Stopped::Asked) => {
                CommandProblem::interrupted("stopped on request")
            }
            Unverifiable::OtherGame(_)
            | Unverifiable::NoMen
            | Unverifiable::NoTable(_)
            | Unverifiable::TooLarge(_)
            | Unverifiable::BadExcerpt(_)
            | Unverifiable::Stopped(_) => problem.to_string().into(),
        })
    }
}

fn verify(args: &VerifyArgs) -> Outcome {
    let case = VerifiedCase::open(args, &args.chapter, args.nodes)?;
    if let Some(file) = &args.certificate {
        let (document, certified) =
            case.watched(|watch| case.chapter.certify_by(&*case.truth, case.questions, watch))?;
        show(args, &document)?;
        let is_certified = write_certificates(file, &certified)?;
        let status = status(&document);
        return Ok(match status == Status::Done && !is_certified {
            true => Status::Unknown,
            false => status,
        });
    }
    let excerpt = Excerpt {
        condition: args.condition.as_deref(),
        sample: args.sample.map(|n| (n, args.seed)),
        from: args.from.as_deref(),
    };
    let answers = match excerpt.is_everything() {
        true => answers(args, &case)?,
        // They take seconds, and are asked anew.
        false => None,
    };
    if let Some(share) = args.shard {
        return ask_share(args, &case, answers.as_ref(), share);
    }
    let old = args
        .diff
        .as_ref()
        .map(|file| OldFile::read(&case, args, file));
    let old = old.transpose()?;
    let asking = Asking {
        examples: args.examples,
        old: old.as_ref().map(OldFile::lent),
        keeper: answers.as_ref().map(|answers| answers as _),
        excerpt,
        is_partial_welcome: true,
    };
    let mut document = case.watched(|watch| {
        case.chapter
            .verify_asking(&*case.truth, case.questions, &asking, watch)
    })?;
    if args.profile {
        let sample = (args.sample.unwrap_or(PROFILED), args.seed);
        let begun = Instant::now();
        let profile =
            case.watched(|watch| case.chapter.profile(sample, &|| begun.elapsed(), watch))?;
        document.profile = Some(profile);
    }
    match (&answers, &document.partial) {
        (Some(answers), None) if args.out.is_none() => answers.discard(),
        (Some(answers), _) => finish(answers),
        (None, _) => {}
    }
    show(args, &document)?;
    if document.partial.is_some() {
        let goes_on = match answers {
            Some(_) => "; the same command goes on from here",
            None => "",
        };
        return Err(CommandProblem::interrupted(&format!(
            "stopped on request{goes_on}"
        )));
    }
    Ok(status(&document))
}

/// An older result, from a file.
enum OldFile {
    Answers(AnswersFile),
    Report(Box<VerificationDocument>),
}

impl OldFile {
    fn read(case: &VerifiedCase, args: &VerifyArgs, file: &Path) -> Result<OldFile, String> {
        let bytes = read_file(&file.display().to_string(), answers_file::MAX_BYTES)?;
        if bytes.first() == Some(&b'{') {
            let report = refuse_steering(&bytes).and_then(|()| serde_json::from_slice(&bytes));
            let report = report.map_err(|error| format!("{}: {error}", file.display()))?;
            return Ok(OldFile::Report(Box::new(report)));
        }
        let answers = Answers::read(bytes);
        let answers = answers.map_err(|error| format!("{}: {error}", file.display()))?;
        // Another chapter for the same men, by the same truth: everything but what the chapter says.
        let about = |heading: &str| -> Vec<String> {
            let lines = heading.lines();
            let lines = lines.filter(|line| line.starts_with("men ") || line.starts_with("truth "));
            lines.map(str::to_owned).collect()
        };
        if about(answers.heading()) != about(&case.heading(args)?) {
            return Err(format!(
                "{} holds answers about other men, or by other tables",
                file.display()
            ));
        }
        let bounds = Bounds {
            rules: u16::MAX,
            pieces: u16::MAX,
            claims: usize::from(u16::MAX),
        };
        let answers = AnswersFile::of(vec![answers], bounds);
        let missing = case
            .chapter
            .missing_answers(&*case.truth, case.questions, &answers);
        match missing.map_err(|problem| problem.to_string())? {
            (0, _) => Ok(OldFile::Answers(answers)),
            (missing, all) => Err(format!(
                "{}: {missing} of {all} parcels of answers are missing",
                file.display()
            )),
        }
    }

    fn lent(&self) -> Old<'_> {
        match self {
            OldFile::Answers(answers) => Old::Answers(answers),
            OldFile::Report(report) => Old::Report(report),
        }
    }
}

/// Where answers are kept: in the file that was named, or in the folder of the tables until the run is done.
fn answers(args: &VerifyArgs, case: &VerifiedCase) -> Result<Option<AnswersFile>, String> {
    let mut heading = case.heading(args)?;
    let bounds = case.chapter.answers_bounds();
    let bounds = bounds.map_err(|problem| problem.to_string())?;
    let answers = match &args.out {
        Some(file) => AnswersFile::going_on(file, &heading, bounds, Others::Refused)?,
        None => {
            let cache = TableCache::of_user();
            let Some(folder) = cache.folder() else {
                return Ok(None);
            };
            // Whoever builds this program anew wants to see what it says now.
            let program = std::env::current_exe().and_then(std::fs::metadata);
            heading += &format!("{:?}\n", program.and_then(|file| file.modified()).ok());
            let name: String = args
                .chapter
                .chars()
                .map(|ch| if ch.is_alphanumeric() { ch } else { '-' })
                .collect();
            let file = folder.join(format!("{name}.nasvet-answers"));
            AnswersFile::going_on(&file, &heading, bounds, Others::Replaced)?
        }
    };
    if answers.n_found() > 0 {
        tell_problem(&format!(
            "goes on from {} parcels of answers that are kept",
            answers.n_found()
        ));
    }
    Ok(Some(answers))
}

/// Writes the last answers. What cannot be written is told: the report does not depend on it.
fn finish(answers: &AnswersFile) {
    if let Err(problem) = answers.finish() {
        tell_problem(&problem);
    }
}

/// Asks about a share of the positions.
fn ask_share(
    args: &VerifyArgs,
    case: &VerifiedCase,
    answers: Option<&AnswersFile>,
    share: Share,
) -> Outcome {
    let Some(answers) = answers else {
        return Err("a share of the answers needs a file, `--out FILE`".into());
    };
    let asked = case.watched(|watch| {
        case.chapter
            .ask_share(&*case.truth, case.questions, answers, share, watch)
    });
    let file = answers.finish()?;
    asked?;
    let file = file.unwrap_or_default();
    print(&format!(
        "share {} of {} of {} is in {}\n",
        share.idx + 1,
        share.of,
        args.chapter,
        file.display()
    ))?;
    Ok(Status::Done)
}

/// Puts the answers of all shares together, and judges.
fn merge(args: &VerifyArgs) -> Outcome {
    let found: Result<Vec<_>, String> = args
        .files
        .iter()
        .map(|file| answers_file::read(file))
        .collect();
    let found = found?;
    let heading = found[0].heading().to_owned();
    let line = |name: &str| {
        let mut lines = heading.lines();
        lines
            .find_map(|line| line.strip_prefix(name))
            .unwrap_or_default()
    };
    let case = VerifiedCase::open(args, line("chapter "), line("nodes ").parse().ok())?;
    for (file, answers) in args.files.iter().zip(&found) {
        if answers.heading() != heading {
            let (one, other) = (args.files[0].display(), file.display());
            return Err(format!("{one} and {other} hold answers to different questions").into());
        }
    }
    if case.heading(args)? != heading {
        return Err(format!(
            "`{}` has changed since these answers were given, or other tables or another version of this program gave them",
            line("chapter ")
        )
        .into());
    }
    let bounds = case.chapter.answers_bounds();
    let answers = AnswersFile::of(found, bounds.map_err(|problem| problem.to_string())?);
    let missing = case
        .chapter
        .missing_answers(&*case.truth, case.questions, &answers);
    match missing.map_err(|problem| problem.to_string())? {
        (0, _) => {}
        (missing, all) => {
            return Err(format!(
                "{missing} of {all} parcels of answers are missing: every share has to be there, and done"
            )
            .into());
        }
    }
    let old = args
        .diff
        .as_ref()
        .map(|file| OldFile::read(&case, args, file));
    let old = old.transpose()?;
    let asking = Asking {
        examples: args.examples,
        old: old.as_ref().map(OldFile::lent),
        keeper: Some(&answers),
        ..Asking::default()
    };
    let document = case.watched(|watch| {
        case.chapter
            .verify_asking(&*case.truth, case.questions, &asking, watch)
    })?;
    show(args, &document)?;
    Ok(status(&document))
}

/// The time of pieces is taken in so many positions.
const PROFILED: usize = 1000;

/// Writes a report wherever it was asked for, and keeps it for editors; with a limit it would not be the chapter's.
fn show(args: &VerifyArgs, document: &VerificationDocument) -> Result<(), String> {
    if let Some(kept) = KeptFiles::reports(&TableCache::of_user())
        && args.nodes.is_none()
    {
        kept.keep_report(document);
    }
    if let Some(file) = &args.html {
        std::fs::write(file, document.page())
            .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    }
    if args.json {
        return print_json(document);
    }
    let style = style::of_stdout();
    let board = |position: &str| draw("chess", position, &[], style);
    print(&document.text(args.boards.then_some(&board)))
}

fn status(document: &VerificationDocument) -> Status {
    match document.outcome() {
        OutcomeName::Holds => Status::Done,
        OutcomeName::Broken => Status::No,
        OutcomeName::NotKnown => Status::Unknown,
    }
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

/// The bytes that are left for plans longer than a move, and for what is only faster. Says how much memory four men and
/// more will take, and refuses what does not fit before any work is done.
fn memory(
    args: &VerifyArgs,
    name: &str,
    nodes: Option<u64>,
    chapter: &Chapter,
    materials: &[Material],
) -> Result<(usize, Option<SpareMemory>), String> {
    let bytes = chapter.bytes_to_verify(nodes);
    let mut bytes = bytes.map_err(|problem| problem.to_string())?;
    if args.condition.is_some() || args.sample.is_some() || args.from.is_some() {
        bytes = bytes.with_following();
    }
    if args.diff.is_some() {
        bytes = bytes.with_old();
    }
    let of_tables = |bytes: fn(Material) -> u64| match args.syzygy {
        Some(_) => 0,
        None => materials.iter().map(|men| bytes(*men)).sum(),
    };
    let kept = PROGRAM + of_tables(EndgameTables::bytes_kept);
    let building = PROGRAM + of_tables(EndgameTables::bytes_needed);
    let needed = building.max(kept + bytes.needed);
    let most = building.max(kept + bytes.at_most());
    let (room, spare, most) = match args.memory.map(|allowed| allowed.saturating_mul(MIB)) {
        None => (USUAL_ROOM, None, most),
        Some(allowed) if allowed < needed => {
            return Err(format!(
                "`{}` takes up to {} MiB before any plan longer than a move is kept; allow more with `--memory`",
                name,
                needed.div_ceil(MIB)
            ));
        }
        Some(allowed) => {
            // Plans stay until the end, and without room for them nothing is judged; what is remembered shares the rest.
            let left = allowed - kept;
            let room = (left - bytes.asking.max(bytes.judging)) / 4 * 3;
            let most = most.min(allowed - room);
            (room, Some(bytes.spare(left - room)), most)
        }
    };
    if materials.iter().any(|men| men.n_men() > 3) {
        tell_problem(&format!(
            "`{}` takes up to {} MiB of memory, and up to {} MiB more for plans longer than a move",
            name,
            most.div_ceil(MIB),
            room / MIB
        ));
    }
    Ok((usize::try_from(room).unwrap_or(usize::MAX), spare))
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
