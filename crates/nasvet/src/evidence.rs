//! What a search did, printed: the positions counted for each piece, and the moves in the order they were tried.

use domain::Domain;
use lang::checked::Program;
use proof::{Verdict, show_statistics};
use search::{Advised, Event, MAX_EVENTS, PieceOutcome};

/// The pieces that were searched, numbered by their place among all pieces of the chapter.
pub fn statistics<M>(program: &Program, advised: &Advised<M>) -> String {
    let rows: Vec<(usize, &str, &[u64])> = advised
        .tried
        .iter()
        .filter(|tried| tried.outcome != PieceOutcome::Guarded)
        .map(|tried| {
            let idx = tried.piece.0 as usize;
            (
                idx + 1,
                program.pieces[idx].name.as_str(),
                tried.statistics.by_depth(),
            )
        })
        .collect();
    let nested: u64 = advised.tried.iter().map(|tried| tried.nested_nodes).sum();
    let nested = if nested > 0 {
        format!("asked by goals = {nested}\n")
    } else {
        String::new()
    };
    show_statistics(&rows) + &nested
}

/// What the search did: moves tried and replies generated, indented by depth.
pub fn write_trace<D: Domain>(
    domain: &D,
    root: &D::Position,
    view: D::View,
    trace: &[Event<D::Move>],
) -> String {
    let mut line: Vec<D::Position> = vec![root.clone()];
    let mut text = String::new();
    let indent = |depth: u32| "  ".repeat(depth as usize);
    for event in trace {
        match *event {
            Event::Bounded { plies: 1 } => text += "within 1 ply\n",
            Event::Bounded { plies } => text += &format!("within {plies} plies\n"),
            Event::Generated { depth, m, holds } => {
                let written = domain.write_move(&line[depth as usize - 1], view, m);
                let broken = if holds {
                    ""
                } else {
                    " breaks the holding goal"
                };
                text += &format!("{}- {written}{broken}\n", indent(depth));
            }
            Event::Entered { depth, m } => {
                line.truncate(depth as usize);
                let position = &line[depth as usize - 1];
                text += &format!(
                    "{}{}\n",
                    indent(depth),
                    domain.write_move(position, view, m)
                );
                let next = domain.play(position, m);
                line.push(next);
            }
            Event::Decided { depth, verdict } => {
                let verdict = match verdict {
                    Verdict::Satisfied => "satisfied",
                    Verdict::Refuted => "refuted",
                    Verdict::Cut => "cut by the depth bound",
                };
                text += &format!("{}= {verdict}\n", indent(depth));
            }
        }
    }
    if trace.len() >= MAX_EVENTS {
        text += &format!("(cut off after {MAX_EVENTS} events)\n");
    }
    text
}
