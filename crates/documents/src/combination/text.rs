//! A combination as text: the answer, the line, the story and the counts.

use crate::combination::{BranchDocument, ColourName, CombinationDocument, FoundName};

/// The longest tree or trace that is printed, in lines.
const MAX_LINES: usize = 20_000;

impl CombinationDocument {
    /// All of it.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for traced in self.trace.iter().take(MAX_LINES) {
            text += &format!(
                "{:<5} [{}] {}  {}\n",
                traced.side.name(),
                traced.line.join(" "),
                traced.plan,
                traced.verdict
            );
        }
        if self.trace.len() > MAX_LINES {
            text += &format!("… and {} more plans\n", self.trace.len() - MAX_LINES);
        }
        for given in &self.given {
            text += &not_tried(&given.plan, &given.verdict);
        }
        text += &self.answer();
        if !self.line.is_empty() {
            let before = match self.succeeds {
                true => "",
                false => "The longest try: ",
            };
            text += &format!("{before}{}\n", self.numbered());
        }
        for sentence in &self.story {
            text += &format!("{}\n", sentence.text);
        }
        if let Some(tree) = &self.tree {
            let mut lines = Vec::new();
            write_tree(tree, 0, &mut lines);
            let n_lines = lines.len();
            lines.truncate(MAX_LINES);
            text += &format!("{}\n", lines.join("\n"));
            if n_lines > MAX_LINES {
                text += &format!("… and {} more lines\n", n_lines - MAX_LINES);
            }
        }
        text + &self.counts()
    }

    fn answer(&self) -> String {
        let side = self.side.name();
        let wins = match &*self.goal {
            "mate" => format!("{side} mates"),
            gain => format!("{side} wins at least {gain}"),
        };
        match self.verdict {
            FoundName::Found => format!("{wins}: no natural answer refutes it.\n"),
            FoundName::NotFound => format!("No combination of {side}'s was found by plans.\n"),
            FoundName::Unknown => {
                let so_far = match self.succeeds {
                    true => format!("So far {wins}."),
                    false => "So far there is no combination.".into(),
                };
                let why = self.stopped.as_deref().unwrap_or("by a limit");
                format!("Stopped {why}. {so_far}\n")
            }
        }
    }

    /// The line with its numbers: `1…Nxc3 2.Rxc3 Rxc3`.
    fn numbered(&self) -> String {
        let mut text = String::new();
        let mut side = self.side;
        let mut number = 1;
        for (idx, san) in self.line.iter().enumerate() {
            let before = match (side, idx) {
                (ColourName::White, 0) => format!("{number}."),
                (ColourName::White, _) => format!(" {number}."),
                (ColourName::Black, 0) => format!("{number}…"),
                (ColourName::Black, _) => " ".into(),
            };
            text += &format!("{before}{san}");
            side = match side {
                ColourName::White => ColourName::Black,
                ColourName::Black => {
                    number += 1;
                    ColourName::White
                }
            };
        }
        text
    }

    fn counts(&self) -> String {
        let of = &self.statistics;
        let ratio = of.ratio.map_or("-".into(), |ratio| format!("{ratio:.2}"));
        format!(
            "P = {}  N = {}  NR = {}  DR = {}  MER = {}  F = {}  FL = {}  r = {ratio}\n\
             {} simulations, {} plans rejected, {} captures in exchange tests\n",
            of.plans,
            of.nodes,
            of.reduced_nodes,
            of.reduced_depth,
            of.max_replies,
            of.first_moves,
            of.legal_moves,
            of.simulated,
            of.rejected,
            of.exchanges
        )
    }
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

/// One line for each end of the tree, with what it shares with the line above left out.
fn write_tree(branches: &[BranchDocument], depth: usize, lines: &mut Vec<String>) {
    for branch in branches {
        lines.push(format!("{}{}", "  ".repeat(depth), branch.m));
        write_tree(&branch.after, depth + 1, lines);
    }
}
