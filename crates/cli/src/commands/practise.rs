//! `nasvet practise`: the learner has the side with the task, and every move is judged at once.
//!
//! Practice itself is in the library. Here are its lines, from a terminal or a pipe, its clock, and the file with the
//! learner's progress.

use std::io::IsTerminal;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Parser;
use domain::Stop;
use nasvet::documents::PracticeDocument;
use nasvet::picture::Style;
use nasvet::practice::{
    MAX_MEN, Practice, PracticeBeginning, PracticeReply, PracticeSettings, PuzzleBeginning,
    PuzzlePractice, complete, show_progress,
};
use nasvet::puzzles::PuzzleForm;
use nasvet::session::{Host, Interruption, Replace};
use nasvet::{Chapter, MoveVerdict, Referee, Worth};

use super::play::terminal::Terminal;
use super::play::{chapter_named, script_line};
use super::watch::{Lookout, Outside};
use super::{Outcome, print, print_json};
use crate::background_tables::BackgroundTables;
use crate::files::{harmless, read_file};
use crate::progress_file::{FoundProgress, ProgressFile};
use crate::screen::tell;
use crate::status::Status;
use crate::style;
use crate::table_cache::TableCache;

/// Practise an ending or puzzles: you have the side with the task, and every move is judged at once.
#[derive(Parser)]
#[command(
    visible_alias = "practice",
    after_help = "Examples:
  nasvet                        what is due again, or the chapter of the last time
  nasvet practise kpk-defence
  nasvet practise krk '8/8/8/3k4/8/8/1R6/K7 w - -'
  nasvet practise puzzles.csv --motif fork
  nasvet practise --progress    a picture of what was practised

What you miss comes again, after minutes at first, then after days.
Puzzles are EPD, CSV as lichess writes it, or PGN; those that cannot be explained are left out.
Progress is kept in `practice.json`, in the folder NASVET_DATA or in your folder for data.
Where standard input is no terminal, it is a script, and a line that cannot be carried out makes the exit status 1."
)]
pub(crate) struct PractiseArgs {
    /// A file or the name of a shipped chapter, or a file of puzzles (.epd, .csv, .pgn); otherwise what is due, or the
    /// last chapter
    chapter: Option<String>,
    /// The first position; otherwise one is chosen
    position: Option<String>,
    /// Take only puzzles with this motif: fork, pin, deflection …
    #[arg(long, value_name = "NAME")]
    motif: Option<String>,
    /// Show what was practised, and end
    #[arg(long, conflicts_with_all = ["chapter", "position", "motif", "seed", "strict"])]
    progress: bool,
    /// Show it as JSON
    #[arg(long, requires = "progress", conflicts_with_all = ["motif", "nodes", "ascii", "no_colour", "seed", "strict"])]
    json: bool,
    /// Give up a search after this many positions for a piece
    #[arg(long, default_value_t = 10_000_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Where chance begins; a script begins with 1 unless told otherwise
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Take this for the time, in seconds since 1970
    #[arg(long, value_name = "SECONDS")]
    now: Option<u64>,
    /// Draw boards in plain letters
    #[arg(long)]
    ascii: bool,
    /// Draw boards without colours
    #[arg(long)]
    no_colour: bool,
    /// End a script at the first line that cannot be carried out
    #[arg(long)]
    strict: bool,
}

/// Practice of one who has only called the program by its name.
pub(crate) fn run_at_once() -> Outcome {
    run(&PractiseArgs::parse_from(["nasvet"]))
}

pub(crate) fn run(args: &PractiseArgs) -> Outcome {
    let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let settings = settings(args, is_terminal);
    let file = ProgressFile::of_user();
    let FoundProgress { progress, notice } = file.read()?;
    if let Some(notice) = notice {
        tell(&notice);
    }
    if args.json {
        print_json(&progress)?;
        return Ok(Status::Done);
    }
    if args.progress {
        print(&show_progress(&progress, args.now(), settings))?;
        return Ok(Status::Done);
    }
    let outside = if is_terminal {
        Outside::Goes
    } else {
        Outside::Ends
    };
    let watch = Lookout::new(is_terminal, outside)?;
    // Moves are judged by tables, so practice waits for them, and shows how far they are.
    let tables = BackgroundTables::new(TableCache::of_user())
        .with_patience(Duration::MAX)
        .telling(watch.tables());
    let host = PracticeHost {
        watch,
        referee: Referee::new(Box::new(tables), MAX_MEN),
    };
    let seed = args.seed.unwrap_or(if is_terminal { clock() } else { 1 });
    let (mut subject, first) = PractisedSubject::begin(args, host, progress, settings, seed)?;
    let mut terminal = match is_terminal {
        true => {
            let chapters = subject.chapter_names();
            let completed = move |line: &str, moves: &[String]| complete(line, moves, &chapters);
            Some(Terminal::open(Box::new(completed))?)
        }
        false => None,
    };
    let mut keeper = Keeper {
        file,
        has_told: false,
    };
    keeper.say(&first)?;
    loop {
        let line = match &mut terminal {
            Some(terminal) => {
                let (prompt, moves) = subject.moment();
                terminal.line(&prompt, moves)?
            }
            None => script_line()?,
        };
        let Some(line) = line else {
            break;
        };
        let reply = subject.line(&line, args.now());
        keeper.say(&reply)?;
        if subject.is_over() || args.strict && !reply.success {
            break;
        }
    }
    let failed = subject.n_failures() > 0 && !is_terminal;
    Ok(Status::of(!failed))
}

/// What is practised: an ending by a chapter, or puzzles.
enum PractisedSubject {
    Ending(Box<Practice>),
    Puzzles(Box<PuzzlePractice>),
}

/// Larger files of puzzles are refused.
const MAX_FILE: u64 = 1 << 26;

/// How large the trees for a puzzle may grow: a second's work, so that nobody waits.
const PUZZLE_NODES: u64 = 20_000;

impl PractisedSubject {
    fn begin(
        args: &PractiseArgs,
        host: PracticeHost,
        progress: PracticeDocument,
        settings: PracticeSettings,
        seed: u64,
    ) -> Result<(PractisedSubject, PracticeReply), String> {
        let host = Box::new(host);
        if let Some(file) = args.chapter.as_deref().filter(|name| is_puzzles(name)) {
            if args.position.is_some() {
                return Err("puzzles have positions of their own; leave the position out".into());
            }
            let bytes = read_file(file, MAX_FILE)?;
            let path = Path::new(file).file_name();
            let name = path.map_or(file.into(), |name| name.to_string_lossy().into_owned());
            let beginning = PuzzleBeginning {
                name,
                text: harmless(&String::from_utf8_lossy(&bytes)),
                form: PuzzleForm::of_name(file),
                motif: args.motif.clone(),
                nodes: PUZZLE_NODES,
                progress,
                settings,
            };
            let (practice, first) = PuzzlePractice::begin(host, beginning, args.now())?;
            return Ok((PractisedSubject::Puzzles(Box::new(practice)), first));
        }
        if args.motif.is_some() {
            return Err(
                "`--motif` is for puzzles; name a file that ends in .epd, .csv or .pgn".into(),
            );
        }
        let beginning = PracticeBeginning {
            chapter: args.chapter.clone(),
            position: args.position.clone(),
            seed,
            progress,
            settings,
        };
        let (practice, first) = Practice::begin(host, beginning, args.now())?;
        Ok((PractisedSubject::Ending(Box::new(practice)), first))
    }

    fn chapter_names(&mut self) -> Vec<String> {
        match self {
            PractisedSubject::Ending(practice) => practice.chapter_names(),
            PractisedSubject::Puzzles(_) => Vec::new(),
        }
    }

    /// What stands before a line, and the moves that may be typed.
    fn moment(&self) -> (String, Vec<String>) {
        match self {
            PractisedSubject::Ending(practice) => {
                let moment = practice.moment();
                (moment.prompt, moment.moves)
            }
            PractisedSubject::Puzzles(practice) => (practice.prompt(), practice.moves()),
        }
    }

    fn line(&mut self, line: &str, now: u64) -> PracticeReply {
        match self {
            PractisedSubject::Ending(practice) => practice.line(line, now),
            PractisedSubject::Puzzles(practice) => practice.line(line, now),
        }
    }

    fn is_over(&self) -> bool {
        match self {
            PractisedSubject::Ending(practice) => practice.is_over(),
            PractisedSubject::Puzzles(practice) => practice.is_over(),
        }
    }

    fn n_failures(&self) -> usize {
        match self {
            PractisedSubject::Ending(practice) => practice.n_failures(),
            PractisedSubject::Puzzles(practice) => practice.n_failures(),
        }
    }
}

/// Is it a file of puzzles, by its name?
fn is_puzzles(name: &str) -> bool {
    let end = Path::new(name).extension();
    let end = end.map(|end| end.to_string_lossy().to_ascii_lowercase());
    end.is_some_and(|end| ["epd", "csv", "pgn"].contains(&end.as_str()))
}

fn settings(args: &PractiseArgs, is_terminal: bool) -> PracticeSettings {
    /// The width where there is no terminal to ask.
    const USUAL: usize = 80;
    let style = style::of_stdout();
    let size = terminal_size::terminal_size().filter(|_| is_terminal);
    PracticeSettings {
        style: Style {
            unicode: style.unicode && !args.ascii,
            colour: style.colour && std::io::stdout().is_terminal() && !args.no_colour,
            flipped: false,
        },
        width: size.map_or(USUAL, |(width, _)| usize::from(width.0)),
        nodes: args.nodes,
        is_page: false,
    }
}

impl PractiseArgs {
    /// The time in seconds since 1970: the one that was given, or that of the clock.
    fn now(&self) -> u64 {
        self.now.unwrap_or_else(clock)
    }
}

fn clock() -> u64 {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
    since_1970.map_or(1, |time| time.as_secs())
}

/// Prints replies, and keeps the progress that they bring.
struct Keeper {
    file: ProgressFile,
    /// Does the user know already that progress cannot be kept?
    has_told: bool,
}

impl Keeper {
    fn say(&mut self, reply: &PracticeReply) -> Result<(), String> {
        print(&reply.text)?;
        let kept = reply
            .progress
            .as_ref()
            .map(|progress| self.file.keep(progress));
        if let Some(Err(problem)) = kept
            && !self.has_told
        {
            self.has_told = true;
            tell(&format!("Progress is not kept: {problem}."));
        }
        Ok(())
    }
}

/// The world around practice: chapters, tables, the clock and Ctrl-C. It needs no files.
struct PracticeHost {
    watch: Lookout,
    referee: Referee,
}

impl Host for PracticeHost {
    fn read(&mut self, file: &str) -> Result<String, String> {
        Err(format!("practice reads no files, and not `{file}`"))
    }

    fn write(&mut self, file: &str, _text: &str, _replace: Replace) -> Result<(), String> {
        Err(format!("practice writes no files, and not `{file}`"))
    }

    fn chapter(&mut self, name: &str) -> Result<Chapter, String> {
        chapter_named(name)
    }

    fn worths(&mut self, game: &str, position: &str, stop: &Stop) -> Result<Vec<Worth>, String> {
        self.referee.worths(game, position, stop)
    }

    fn verdict(
        &mut self,
        game: &str,
        position: &str,
        m: Option<&str>,
        stop: &Stop,
    ) -> Result<MoveVerdict, String> {
        self.referee.verdict(game, position, m, stop)
    }

    fn search_begins(&mut self, seconds: Option<u64>) -> Stop {
        self.watch.begin(seconds)
    }

    fn search_ends(&mut self) -> Interruption {
        self.watch.end()
    }
}
