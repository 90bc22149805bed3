//! `nasvet play`: the terminal one plays in.
//!
//! The session itself is in the library. Here are its lines, from a terminal or a pipe, its files, its clock and Ctrl-C.

pub(super) mod terminal;

use std::fs::OpenOptions;
use std::io::{ErrorKind, IsTerminal, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Parser;
use domain::Stop;
use nasvet::picture::Style;
use nasvet::session::{
    Beginning, Host, Interruption, Replace, Session, Settings, already_there, complete, echoed,
    no_chapter, no_file,
};
use nasvet::{Chapter, MoveVerdict, Referee, TableStore, Worth};

use super::advise::ModeArg;
use super::watch::{Lookout, Outside};
use super::{Outcome, print};
use crate::background_tables::BackgroundTables;
use crate::files::{harmless, is_chapter, load, read_file, read_line};
use crate::status::Status;
use crate::style;
use crate::table_cache::TableCache;
use terminal::Terminal;

/// Play against a chapter: its moves come with their reasons, and every question about them is answered.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet play                   a game of king and rook against king
  nasvet play kpk '5k2/8/8/8/8/2P5/8/3K4 w - -'
  nasvet play nim '2 1 1'
  nasvet play krk --seed 42 --strict < script.txt

\
Where standard input is no terminal, it is a script: each command is shown behind `> `, lines that begin with # are \
comments, and the exit status is 1 if a command could not be carried out.")]
pub(crate) struct PlayArgs {
    /// A file or the name of a shipped chapter; otherwise king and rook against king, with a greeting
    chapter: Option<String>,
    /// The position; otherwise one is drawn by chance
    position: Option<String>,
    /// How long a strategy is kept
    #[arg(long, value_enum, default_value_t = ModeArg::Strong)]
    mode: ModeArg,
    /// Give up a search after this many positions for a piece
    #[arg(long, default_value_t = 10_000_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Give up a search after this many seconds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: Option<u64>,
    /// Where chance begins; a script begins with 1 unless told otherwise
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Draw boards in plain letters
    #[arg(long)]
    ascii: bool,
    /// Draw boards without colours
    #[arg(long)]
    no_colour: bool,
    /// End a script at the first command that cannot be carried out
    #[arg(long)]
    strict: bool,
}

/// The chapter for those who name none.
const CHAPTER: &str = "krk";

pub(crate) fn run(args: &PlayArgs) -> Outcome {
    let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let style = style::of_stdout();
    let settings = Settings {
        mode: args.mode.into(),
        nodes: args.nodes,
        seconds: args.seconds,
        style: Style {
            unicode: style.unicode && !args.ascii,
            colour: style.colour && is_terminal && !args.no_colour,
            flipped: false,
        },
        ..Settings::default()
    };
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
    let by_the_clock = since_1970.map_or(1, |time| time.as_secs());
    let beginning = Beginning {
        chapter: args.chapter.clone().unwrap_or_else(|| CHAPTER.into()),
        position: args.position.clone(),
        seed: args
            .seed
            .unwrap_or(if is_terminal { by_the_clock } else { 1 }),
        settings,
        greeting: args.chapter.is_none(),
    };
    let mut input = if is_terminal {
        Input::Terminal(Box::new(Terminal::open(Box::new(complete))?))
    } else {
        Input::Script
    };
    let outside = if is_terminal {
        Outside::Goes
    } else {
        Outside::Ends
    };
    // A script waits for the tables, so that it always says the same; a user does not like to.
    let cache = TableCache::of_user();
    let tables: Box<dyn TableStore> = match is_terminal {
        true => Box::new(BackgroundTables::new(cache)),
        false => Box::new(cache),
    };
    let world = PlayHost {
        is_terminal,
        watch: Lookout::new(is_terminal, outside)?,
        referee: Referee::new(tables, 4),
    };
    let (mut session, first) = Session::begin(Box::new(world), beginning)?;
    print(&first.text)?;
    while let Some(line) = input.line(&session)? {
        let reply = session.line(&line);
        print(&reply.text)?;
        if session.is_over() || args.strict && !reply.success {
            break;
        }
    }
    let failed = session.n_failures() > 0 && !is_terminal;
    Ok(Status::of(!failed))
}

/// Where lines come from.
enum Input {
    Terminal(Box<Terminal>),
    /// Standard input.
    Script,
}

impl Input {
    /// The next line; none when the input has ended.
    fn line(&mut self, session: &Session) -> Result<Option<String>, String> {
        match self {
            Input::Terminal(terminal) => {
                let moment = session.moment();
                terminal.line(&moment.prompt, moment.moves)
            }
            Input::Script => script_line(),
        }
    }
}

/// The next line of a script.
pub(super) fn script_line() -> Result<Option<String>, String> {
    let line = read_line()?;
    if let Some(line) = &line {
        print(&echoed(line))?;
    }
    Ok(line)
}

/// The world around a session of this program.
struct PlayHost {
    is_terminal: bool,
    watch: Lookout,
    referee: Referee,
}

/// Longer files of games are not read.
const MAX_FILE: u64 = 1 << 20;

impl Host for PlayHost {
    fn read(&mut self, file: &str) -> Result<String, String> {
        if !std::path::Path::new(file).exists() {
            return Err(no_file(file));
        }
        let bytes = read_file(file, MAX_FILE)?;
        // Old files of games are often in Latin-1; their moves are plain ASCII all the same.
        Ok(harmless(&String::from_utf8_lossy(&bytes)))
    }

    fn write(&mut self, file: &str, text: &str, replace: Replace) -> Result<(), String> {
        let mut options = OpenOptions::new();
        match replace {
            Replace::Yes => options.write(true).create(true).truncate(true),
            Replace::No => options.write(true).create_new(true),
        };
        let written = options
            .open(file)
            .and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|error| {
            if error.kind() == ErrorKind::AlreadyExists {
                already_there(file)
            } else {
                format!("cannot write `{file}`: {error}")
            }
        })
    }

    fn chapter(&mut self, name: &str) -> Result<Chapter, String> {
        chapter_named(name)
    }

    fn worths(&mut self, game: &str, position: &str, stop: &Stop) -> Result<Vec<Worth>, String> {
        self.referee.worths(game, position, stop)
    }

    fn columns(&self) -> Option<usize> {
        let size = self.is_terminal.then(terminal_size::terminal_size)?;
        size.map(|(terminal_size::Width(columns), _)| columns.into())
    }

    fn prepare_tables(&mut self, game: &str, position: &str) {
        self.referee.prepare(game, position);
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

/// A chapter by its name or file, for somebody who plays; what is wrong with it is said in a sentence.
pub(super) fn chapter_named(name: &str) -> Result<Chapter, String> {
    // `-` would take the lines of the session itself.
    if name == "-" || !is_chapter(name) {
        return Err(no_chapter(name));
    }
    let chapter = load(name)?.into_chapter(name);
    chapter.map_err(|faulty| {
        format!(
            "{}; `nasvet check {name}` shows them all",
            faulty.in_a_sentence()
        )
    })
}
