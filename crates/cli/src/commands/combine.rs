//! `nasvet combine`: looks for a combination by plans, and tells how it was found.

use std::io::IsTerminal;
use std::process::ExitCode;

use chess::read_fen;
use clap::Parser;
use combine::{
    CombinationGoal, CombinationOptions, CombinationPlan, CombinationReport, CombinationStatistics,
    CombinationVerdict, ReducedBranch, Values,
};
use domain::Stopped;
use serde::Serialize;
use shakmaty::{Chess, Color, Position};

use documents::{About, SentenceDocument};
use nasvet::session::Interruption;

use super::watch::{INTERRUPTED, Outside, Watch};
use super::{Outcome, print, print_json};

/// Look for a combination by plans, as Pitrat's program of 1977 did, and tell how it was found.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet combine '3r2k1/p4ppp/1q6/2rn4/8/2N1P3/P1R1QPPP/2R3K1 b - -' --goal 30
  nasvet combine '2qrr1n1/3b1kp1/2pBpn1p/1p2PP2/p2P4/1BP5/P3Q1PP/4RRK1 w - -' --goal mate --tree
  nasvet combine '3r2k1/p4ppp/1q6/2rn4/8/2N1P3/P1R1QPPP/2R3K1 b - -' --plan 'd5 F>V*; d8d1; d1g1*' --trace

A pawn is worth 10, a knight or bishop 30, a rook 45, a queen 95. Only moves that a plan asks for are looked at, so
`found` means that no natural answer refutes the combination, not that none does. Exit status 1: none was found.")]
pub(crate) struct Args {
    /// The position
    position: String,
    /// What is to be won: mate, or so much material
    #[arg(long, default_value = "10", value_name = "mate|N")]
    goal: String,
    /// A plan to be tried first: 'd5 F>V*; d8d1; d1g1*'
    #[arg(long, value_name = "PLAN")]
    plan: Vec<String>,
    /// What men are worth, from king to pawn
    #[arg(long, value_name = "K:Q:R:B:N:P")]
    values: Option<String>,
    /// Give up after this many moves in the tree
    #[arg(long, default_value_t = 200_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=2_000_000))]
    nodes: u64,
    /// Give up after this many seconds
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// Print the reduced tree: the winner's moves and all answers that were considered
    #[arg(long)]
    tree: bool,
    /// Print every plan that was made, in the order of making
    #[arg(long)]
    trace: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The longest tree or trace that is printed, in lines.
const MAX_LINES: usize = 20_000;

pub(crate) fn run(args: &Args) -> Outcome {
    let position = read_fen(&args.position)
        .map_err(|error| format!("the position `{}`: {error}", args.position))?;
    let options = CombinationOptions {
        goal: args
            .goal
            .parse::<CombinationGoal>()
            .map_err(|error| format!("--goal: {error}"))?,
        values: match &args.values {
            Some(values) => values
                .parse()
                .map_err(|error| format!("--values: {error}"))?,
            None => Values::PITRAT,
        },
        plans: args
            .plan
            .iter()
            .map(|plan| {
                plan.parse::<CombinationPlan>()
                    .map_err(|error| format!("--plan: {error}"))
            })
            .collect::<Result<_, _>>()?,
        trace: args.trace,
    };
    let mut watch = Watch::new(std::io::stderr().is_terminal(), Outside::Ends)?;
    let stop = watch.begin(args.seconds);
    let budget = domain::Watch::nodes(args.nodes).with_stop(&stop);
    let report = combine::find(&position, &options, &budget);
    let interruption = watch.end();
    match args.json {
        true => print_json(&Document::new(args, &report))?,
        false => print(&text(args, &position, options.goal, &report))?,
    }
    Ok(ExitCode::from(match interruption {
        Interruption::User => INTERRUPTED,
        Interruption::None | Interruption::Time => {
            u8::from(report.verdict != CombinationVerdict::Found)
        }
    }))
}

fn text(
    args: &Args,
    position: &Chess,
    goal: CombinationGoal,
    report: &CombinationReport,
) -> String {
    let mut text = String::new();
    for line in report.trace.iter().take(MAX_LINES) {
        text += &format!(
            "{:<5} [{}] {}  {}\n",
            color_name(line.color),
            line.line.join(" "),
            line.plan,
            line.verdict
        );
    }
    if report.trace.len() > MAX_LINES {
        text += &format!("… and {} more plans\n", report.trace.len() - MAX_LINES);
    }
    for (plan, verdict) in args.plan.iter().zip(&report.given) {
        text += &not_tried(plan, verdict);
    }
    text += &answer(args, position, goal, report);
    if !report.line.is_empty() {
        let before = match report.verdict.succeeds() {
            true => "",
            false => "The longest try: ",
        };
        text += &format!("{before}{}\n", numbered(position, report));
    }
    for sentence in &report.story {
        text += &format!("{}\n", sentence.text);
    }
    if args.tree {
        let mut lines = Vec::new();
        write_tree(&report.tree, 0, &mut lines);
        let n_lines = lines.len();
        lines.truncate(MAX_LINES);
        text += &format!("{}\n", lines.join("\n"));
        if n_lines > MAX_LINES {
            text += &format!("… and {} more lines\n", n_lines - MAX_LINES);
        }
    }
    text += &counts(&report.statistics);
    text
}

/// Why a plan of the user's is not tried; nothing if it is.
fn not_tried(plan: &str, verdict: &str) -> String {
    let why = match verdict {
        "impossible" => "somewhere a man is not where it wants it",
        "insufficient" => "even if all goes well it does not win enough",
        "absurd" => "it ends with less than it has won on the way",
        _ => return String::new(),
    };
    format!("The plan `{plan}` is not tried: {why}.\n")
}

fn answer(
    args: &Args,
    position: &Chess,
    goal: CombinationGoal,
    report: &CombinationReport,
) -> String {
    let side = color_name(position.turn());
    let wins = match goal {
        CombinationGoal::Mate => format!("{side} mates"),
        CombinationGoal::Gain(gain) => format!("{side} wins at least {gain}"),
    };
    match report.verdict {
        CombinationVerdict::Found => format!("{wins}: no natural answer refutes it.\n"),
        CombinationVerdict::NotFound => format!("No combination of {side}'s was found by plans.\n"),
        CombinationVerdict::Unknown { stopped, so_far } => {
            let why = match stopped {
                Stopped::Nodes(nodes) => format!("after {nodes} moves in the tree"),
                Stopped::Asked => match args.seconds {
                    Some(seconds) => format!("after {seconds} s, or on request"),
                    None => "on request".to_string(),
                },
                Stopped::Steps(_) | Stopped::Plies(_) | Stopped::Cycles(_) | Stopped::Memory(_) => {
                    stopped.to_string()
                }
            };
            let so_far = match so_far {
                true => format!("So far {wins}."),
                false => "So far there is no combination.".into(),
            };
            format!("Stopped {why}. {so_far}\n")
        }
    }
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// The line with its numbers: `1…Nxc3 2.Rxc3 Rxc3`.
fn numbered(position: &Chess, report: &CombinationReport) -> String {
    let mut text = String::new();
    let mut color = position.turn();
    let mut number = 1;
    for (idx, played) in report.line.iter().enumerate() {
        let before = match (color, idx) {
            (Color::White, 0) => format!("{number}."),
            (Color::White, _) => format!(" {number}."),
            (Color::Black, 0) => format!("{number}…"),
            (Color::Black, _) => " ".into(),
        };
        text += &format!("{before}{}", played.san);
        if color == Color::Black {
            number += 1;
        }
        color = !color;
    }
    text
}

/// One line for each end of the tree, with what it shares with the line above left out.
fn write_tree(branches: &[ReducedBranch], depth: usize, lines: &mut Vec<String>) {
    for branch in branches {
        lines.push(format!("{}{}", "  ".repeat(depth), branch.text));
        write_tree(&branch.after, depth + 1, lines);
    }
}

fn counts(statistics: &CombinationStatistics) -> String {
    let CombinationStatistics {
        plans,
        nodes,
        reduced_nodes,
        reduced_depth,
        max_replies,
        first_moves,
        legal_moves,
        rejected,
        simulated,
        exchanges,
    } = *statistics;
    let ratio = statistics
        .ratio()
        .map_or("-".to_string(), |ratio| format!("{ratio:.2}"));
    format!(
        "P = {plans}  N = {nodes}  NR = {reduced_nodes}  DR = {reduced_depth}  MER = {max_replies}  F = {first_moves}  \
         FL = {legal_moves}  r = {ratio}\n\
         {simulated} simulations, {rejected} plans rejected, {exchanges} captures in exchange tests\n"
    )
}

#[derive(Serialize)]
struct Document {
    position: String,
    goal: String,
    verdict: &'static str,
    succeeds: bool,
    line: Vec<String>,
    gain: i32,
    story: Vec<SentenceDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Vec<BranchDocument>>,
    statistics: StatisticsDocument,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trace: Vec<TraceDocument>,
}

#[derive(Serialize)]
struct BranchDocument {
    #[serde(rename = "move")]
    m: String,
    after: Vec<BranchDocument>,
}

#[derive(Serialize)]
struct StatisticsDocument {
    plans: u64,
    nodes: u64,
    reduced_nodes: u64,
    reduced_depth: u64,
    max_replies: u64,
    first_moves: u64,
    legal_moves: u64,
    ratio: Option<f64>,
    rejected: u64,
    simulated: u64,
    exchanges: u64,
}

#[derive(Serialize)]
struct TraceDocument {
    line: Vec<String>,
    side: &'static str,
    plan: String,
    verdict: &'static str,
}

impl Document {
    fn new(args: &Args, report: &CombinationReport) -> Document {
        let statistics = report.statistics;
        Document {
            position: args.position.clone(),
            goal: args.goal.clone(),
            verdict: match report.verdict {
                CombinationVerdict::Found => "found",
                CombinationVerdict::NotFound => "not found",
                CombinationVerdict::Unknown { .. } => "unknown",
            },
            succeeds: report.verdict.succeeds(),
            line: report
                .line
                .iter()
                .map(|played| played.san.clone())
                .collect(),
            gain: report.gain,
            story: report.story.iter().map(sentence).collect(),
            tree: args.tree.then(|| branches(&report.tree)),
            statistics: StatisticsDocument {
                plans: statistics.plans,
                nodes: statistics.nodes,
                reduced_nodes: statistics.reduced_nodes,
                reduced_depth: statistics.reduced_depth,
                max_replies: statistics.max_replies,
                first_moves: statistics.first_moves,
                legal_moves: statistics.legal_moves,
                ratio: statistics.ratio(),
                rejected: statistics.rejected,
                simulated: statistics.simulated,
                exchanges: statistics.exchanges,
            },
            trace: report
                .trace
                .iter()
                .map(|line| TraceDocument {
                    line: line.line.clone(),
                    side: color_name(line.color),
                    plan: line.plan.clone(),
                    verdict: line.verdict,
                })
                .collect(),
        }
    }
}

fn branches(branches: &[ReducedBranch]) -> Vec<BranchDocument> {
    branches
        .iter()
        .map(|branch| BranchDocument {
            m: branch.text.clone(),
            after: self::branches(&branch.after),
        })
        .collect()
}

fn sentence(sentence: &combine::StorySentence) -> SentenceDocument {
    SentenceDocument {
        about: match sentence.role {
            combine::StoryRole::Seen => About::Seen,
            combine::StoryRole::Danger => About::Danger,
            combine::StoryRole::Way => About::Way,
        },
        text: sentence.text.clone(),
        moves: sentence.line.clone(),
        places: sentence.squares.iter().map(ToString::to_string).collect(),
        arrows: sentence
            .arrows
            .iter()
            .map(|(from, to)| (from.to_string(), to.to_string()))
            .collect(),
    }
}
