//! `nasvet advise`: what a chapter plays in a position.

use std::io::IsTerminal;

use clap::{Parser, ValueEnum};
use documents::TextStyle;
use nasvet::session::Interruption;
use nasvet::{AdviceEnd, AdviceRequest, Chapter, Mode, NoAdvice, Referee, Stopped};

use super::watch::{Lookout, Outside};
use super::{Outcome, load_chapter, print, print_json};
use crate::background_tables::BackgroundTables;
use crate::status::Status;
use crate::table_cache::TableCache;

/// Play by a chapter: our move in a position, the piece of advice behind it, and its forcing tree.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet advise kpk '5k2/8/8/8/8/2P5/8/3K4 w - -' --stats --tree
  nasvet advise kpk '5k2/8/8/8/8/2P5/8/3K4 w - -' --replies 'Ke7 Kd6'
  nasvet advise nim '2 1 1' --json
  nasvet advise krk '8/8/8/3k4/8/8/1R6/K7 w - -' --mode weak --replies 'Kd4'
  nasvet advise krk '8/8/8/3k4/8/8/1R6/K7 w - -' --why --why-not Rb5
  nasvet advise krk '8/8/8/3k4/8/8/1R6/K7 w - -' --piece squeeze --why

With --replies the game goes on: after each of our moves their next reply is played. In strong mode a \
strategy is followed to its end; in weak mode a new one is made for every move.")]
pub(crate) struct AdviseArgs {
    /// A file or the name of a shipped chapter
    chapter: String,
    /// The position
    position: String,
    /// How long a strategy is kept
    #[arg(long, value_enum, default_value_t = ModeArg::Strong)]
    mode: ModeArg,
    /// Their replies, one after each of our moves
    #[arg(long, value_name = "MOVES", default_value = "")]
    replies: String,
    /// Print how many positions each piece looked at, by depth, counted as in the AL2 paper: nothing that was found
    /// out about a position is used again
    #[arg(long)]
    stats: bool,
    /// Print the forcing tree
    #[arg(long)]
    tree: bool,
    /// Say why, in words
    #[arg(long)]
    why: bool,
    /// Say why this move is not played instead
    #[arg(long, value_name = "MOVE")]
    why_not: Option<String>,
    /// Ask only this piece of advice, wherever the tables have it: why it is played, or why it cannot be
    #[arg(long, value_name = "PIECE")]
    piece: Option<String>,
    /// Say also how the move was found: the rules that apply, and what was tried before
    #[arg(long)]
    more: bool,
    /// Print what the search did, move by move
    #[arg(long)]
    trace: bool,
    /// Give up after this many positions for a piece
    #[arg(long, default_value_t = 10_000_000, value_name = "N")]
    nodes: u64,
    /// Give up after this many seconds, at least 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: Option<u64>,
    /// Look for a tree of least depth
    #[arg(long)]
    shortest: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModeArg {
    Strong,
    Weak,
}

impl From<ModeArg> for Mode {
    fn from(mode: ModeArg) -> Mode {
        match mode {
            ModeArg::Strong => Mode::Strong,
            ModeArg::Weak => Mode::Weak,
        }
    }
}

pub(crate) fn run(args: &AdviseArgs) -> Outcome {
    let whole = load_chapter(&args.chapter)?;
    let chapter = match &args.piece {
        None => whole.clone(),
        Some(name) => whole.with_only_piece(name).ok_or_else(|| {
            let pieces = whole.pieces().into_iter().map(|piece| piece.name);
            let pieces: Vec<String> = pieces.collect();
            format!(
                "no piece `{name}` in `{}`; there are {}",
                args.chapter,
                pieces.join(", ")
            )
        })?,
    };
    let request = AdviceRequest {
        mode: args.mode.into(),
        replies: args.replies.split_whitespace().map(String::from).collect(),
        stats: args.stats,
        tree: args.tree,
        why: args.why,
        why_not: args.why_not.clone(),
        more: args.more,
        trace: args.trace,
        shortest: args.shortest,
    };
    let mut watch = Lookout::new(std::io::stderr().is_terminal(), Outside::Ends)?;
    let stop = watch.begin(args.seconds);
    let limits = nasvet::Watch::nodes(args.nodes).with_stop(&stop);
    let tables = BackgroundTables::new(TableCache::of_user());
    let mut referee = Referee::new(Box::new(tables), 4).asked_once();
    let given = chapter.advise(&args.position, &request, &mut referee, &limits);
    // What has been found is shown when the line that tells of the search is gone.
    let interruption = watch.end();
    let mut given = given?;
    // It is the whole chapter's advice, of which one piece was asked.
    given.document.digest = Some(whole.digest());
    given.document.ended = given.end.as_ref().map(|end| match end {
        AdviceEnd::None(NoAdvice::NoTable) => format!("{end}{}", questions(args, &whole)),
        AdviceEnd::None(_) | AdviceEnd::TheirMove { .. } => with_flags(end, interruption),
    });
    // What was played up to a problem is worth showing, but is no document.
    if !args.json {
        print(&given.document.text(TextStyle::TERMINAL))?;
    }
    if let Some(problem) = given.problem {
        return Err(problem.into());
    }
    if args.json {
        print_json(&given.document)?;
    }
    Ok(match (interruption, &given.end) {
        (Interruption::User, _) => Status::Interrupted,
        (_, None) => Status::Done,
        (_, Some(AdviceEnd::None(NoAdvice::Stopped(_)))) => Status::Unknown,
        (_, Some(AdviceEnd::None(_) | AdviceEnd::TheirMove { .. })) => Status::No,
    })
}

/// How a chapter that thinks instead of playing by a table is asked; nothing for others.
fn questions(args: &AdviseArgs, chapter: &Chapter) -> String {
    // One that has no name to be filled in.
    let known = chapter.questions();
    let question = known.iter().find(|question| !question.contains('{'));
    question.map_or(String::new(), |question| {
        let (name, position) = (&args.chapter, &args.position);
        format!(" It answers questions: `nasvet ask {name} '{position}' '{question}'`.")
    })
}

/// Why there is no further move, and which flag would help.
fn with_flags(end: &AdviceEnd, interruption: Interruption) -> String {
    match (end, interruption) {
        (AdviceEnd::TheirMove { .. }, _) => format!("{end} Give their move with --replies."),
        (AdviceEnd::None(NoAdvice::Stopped(Stopped::Asked)), Interruption::User) => {
            "Unknown: stopped on request.".into()
        }
        (AdviceEnd::None(NoAdvice::Stopped(Stopped::Asked)), _) => {
            "Unknown: the time is up; allow more with --seconds.".into()
        }
        (AdviceEnd::None(NoAdvice::Stopped(stopped)), _) => {
            format!("Unknown: {stopped}; allow more with --nodes.")
        }
        (AdviceEnd::None(none), _) => none.to_string(),
    }
}
