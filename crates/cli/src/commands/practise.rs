//! `nasvet practise`: the learner has the side with the task, and every move is judged at once.
//!
//! Practice itself is in the library. Here are its lines, from a terminal or a pipe, its clock, and the file with the
//! learner's progress.

use std::io::IsTerminal;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Parser;
use domain::Stop;
use nasvet::picture::Style;
use nasvet::practice::{
    MAX_MEN, Practice, PracticeBeginning, PracticeReply, PracticeSettings, complete, show_progress,
};
use nasvet::session::{Host, Interruption, Replace};
use nasvet::{Chapter, MoveVerdict, Referee, Worth};

use super::play::terminal::Terminal;
use super::play::{chapter_named, script_line};
use super::watch::{Lookout, Outside};
use super::{Outcome, print, print_json};
use crate::background_tables::BackgroundTables;
use crate::progress_file::{FoundProgress, ProgressFile};
use crate::screen::tell;
use crate::status::Status;
use crate::style;
use crate::table_cache::TableCache;

/// Practise an ending: you have the side with the task, and every move is judged at once.
#[derive(Parser)]
#[command(
    visible_alias = "practice",
    after_help = "Examples:
  nasvet                        what is due again, or the chapter of the last time
  nasvet practise kpk-defence
  nasvet practise krk '8/8/8/3k4/8/8/1R6/K7 w - -'
  nasvet practise --progress    a picture of what was practised

What you miss comes again, after minutes at first, then after days.
Progress is kept in `practice.json`, in the folder NASVET_DATA or in your folder for data.
Where standard input is no terminal, it is a script."
)]
pub(crate) struct PractiseArgs {
    /// A file or the name of a shipped chapter; otherwise what is due, or the last one
    chapter: Option<String>,
    /// The first position; otherwise one is chosen
    position: Option<String>,
    /// Show what was practised, and end
    #[arg(long, conflicts_with_all = ["chapter", "position", "seed", "strict"])]
    progress: bool,
    /// Show it as JSON
    #[arg(long, requires = "progress", conflicts_with_all = ["nodes", "ascii", "no_colour", "seed", "strict"])]
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
    let beginning = PracticeBeginning {
        chapter: args.chapter.clone(),
        position: args.position.clone(),
        seed: args.seed.unwrap_or(if is_terminal { clock() } else { 1 }),
        progress,
        settings,
    };
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
    let (mut practice, first) = Practice::begin(Box::new(host), beginning, args.now())?;
    let mut terminal = match is_terminal {
        true => {
            let chapters = practice.chapter_names();
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
                let moment = practice.moment();
                terminal.line(&moment.prompt, moment.moves)?
            }
            None => script_line()?,
        };
        let Some(line) = line else {
            break;
        };
        let reply = practice.line(&line, args.now());
        keeper.say(&reply)?;
        if practice.is_over() || args.strict && !reply.success {
            break;
        }
    }
    let failed = practice.n_failures() > 0 && !is_terminal;
    Ok(Status::of(!failed))
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
