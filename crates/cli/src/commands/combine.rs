//! `nasvet combine`: looks for a combination by plans, and tells how it was found.

use std::io::IsTerminal;

use clap::Parser;
use documents::FoundName;
use nasvet::session::Interruption;
use nasvet::{BadCombinationRequest, CombinationRequest, find_combination};

use super::watch::{Lookout, Outside};
use super::{Outcome, print, print_json};
use crate::patterns_file::patterns_of;
use crate::status::Status;

/// Look for a combination by plans, as Pitrat's program of 1977 did, and tell how it was found.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet combine '3r2k1/p4ppp/1q6/2rn4/8/2N1P3/P1R1QPPP/2R3K1 b - -' --goal 30
  nasvet combine '2qrr1n1/3b1kp1/2pBpn1p/1p2PP2/p2P4/1BP5/P3Q1PP/4RRK1 w - -' --goal mate --tree
  nasvet combine '3r2k1/p4ppp/1q6/2rn4/8/2N1P3/P1R1QPPP/2R3K1 b - -' --plan 'd5 F>V*; d8d1; d1g1*' --trace

`best` looks for mate, then for less and less, and a draw for a side that is behind. A pawn is worth 10, a knight or bishop 30, a rook 45, a queen 95. \
Plans find the combination; then every legal reply is tried. `proved` means that each of them has an answer, `found` \
that not all could be looked at.
Exit status: 0 if one was found, 1 if there is none that plans could find, 3 if a limit came first.")]
pub(crate) struct CombineArgs {
    /// The position
    position: String,
    /// What is to be won: the best there is, mate, a draw, or so much material
    #[arg(long, default_value = "best", value_name = "best|mate|draw|N")]
    goal: String,
    /// Try only the ideas of Pitrat's paper, and do not answer what refutes them
    #[arg(long)]
    paper: bool,
    /// A plan to be tried first: 'd5 F>V*; d8d1; d1g1*'
    #[arg(long, value_name = "PLAN")]
    plan: Vec<String>,
    /// Let the patterns of this file propose plans
    #[arg(long, value_name = "FILE")]
    patterns: Option<String>,
    /// What men are worth, from king to pawn
    #[arg(long, value_name = "K:Q:R:B:N:P")]
    values: Option<String>,
    /// Give up after this many moves in the tree
    #[arg(long, default_value_t = 200_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=2_000_000))]
    nodes: u64,
    /// Give up after this many seconds, at least 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: Option<u64>,
    /// Print the reduced tree: the winner's moves and all answers that were considered
    #[arg(long)]
    tree: bool,
    /// Print every plan that was made, in the order of making
    #[arg(long)]
    trace: bool,
    /// Print the counts of Pitrat's Table 1
    #[arg(long)]
    stats: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &CombineArgs) -> Outcome {
    let request = CombinationRequest {
        goal: args.goal.clone(),
        plans: args.plan.clone(),
        patterns: patterns_of(&args.patterns)?,
        values: args.values.clone(),
        paper: args.paper,
        tree: args.tree,
        trace: args.trace,
    };
    let mut watch = Lookout::new(std::io::stderr().is_terminal(), Outside::Ends)?;
    let stop = watch.begin(args.seconds);
    let budget = nasvet::Watch::nodes(args.nodes).with_stop(&stop);
    let found = find_combination(&args.position, &request, &budget);
    let interruption = watch.end();
    let mut document = found.map_err(|bad| match &bad {
        BadCombinationRequest::Position(error) => {
            format!("the position `{}`: {error}", args.position)
        }
        BadCombinationRequest::Goal(error) => format!("--goal: {error}"),
        BadCombinationRequest::Plan(error) => format!("--plan: {error}"),
        BadCombinationRequest::Values(error) => format!("--values: {error}"),
        _ => bad.to_string(),
    })?;
    if let (Some(seconds), true) = (args.seconds, stop.is_raised()) {
        document.stopped = document
            .stopped
            .map(|_| format!("after {seconds} s, or on request"));
    }
    match args.json {
        true => print_json(&document)?,
        false if args.stats => print(&(document.text() + &document.counts()))?,
        false => print(&document.text())?,
    }
    Ok(match (document.verdict, interruption) {
        (FoundName::Proved | FoundName::Found, _) => Status::Done,
        (FoundName::NotFound, _) => Status::No,
        (FoundName::Unknown, Interruption::User) => Status::Interrupted,
        (FoundName::Unknown, Interruption::None | Interruption::Time) => Status::Unknown,
    })
}
