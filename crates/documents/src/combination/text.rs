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
            text += &format!("{before}{}\n", numbered(self.side, &self.line));
        }
        for sentence in &self.story {
            text += &format!("{}\n", sentence.text);
        }
        if !self.longest.is_empty() {
            let line = numbered(self.side, &self.longest);
            text += &format!("{} holds out longest: {line}.\n", self.side.other().name());
        }
        for line in &self.others {
            text += &format!("Or {}.\n", numbered(self.side, line));
        }
        if !self.motifs.is_empty() {
            text += &format!("Motifs: {}.\n", self.motifs.join(", "));
        }
        text += &self.tried_goals();
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
        text
    }

    fn answer(&self) -> String {
        let side = self.side.name();
        let wins = match &*self.goal {
            "mate" => format!("{side} mates"),
            "draw" => format!("{side} draws"),
            gain => format!("{side} wins {}", worth(gain)),
        };
        match self.verdict {
            FoundName::Proved => format!("{wins}: proved against every reply.\n"),
            FoundName::Found if self.unanswered.is_empty() => {
                format!("{wins}: found, but not proved.\n")
            }
            FoundName::Found => format!(
                "{wins}: found, but not proved. Not settled: {}.\n",
                numbered(self.side, &self.unanswered)
            ),
            FoundName::NotFound => format!("No combination for {side} was found.\n"),
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

    /// What was looked for, where it was more than one thing.
    fn tried_goals(&self) -> String {
        if self.tried.len() < 2 {
            return String::new();
        }
        let tried = self
            .tried
            .iter()
            .map(|tried| format!("{}: {}", worth(&tried.goal), tried.verdict.name()));
        format!("Looked for {}.\n", tried.collect::<Vec<_>>().join("; "))
    }

    /// The counts of Pitrat's Table 1.
    pub fn counts(&self) -> String {
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

/// A line with its numbers: `1…Nxc3 2.Rxc3 Rxc3`.
pub fn numbered(first: ColourName, line: &[String]) -> String {
    let mut text = String::new();
    let mut side = first;
    let mut number = 1;
    for (idx, san) in line.iter().enumerate() {
        let before = match (side, idx) {
            (ColourName::White, 0) => format!("{number}."),
            (ColourName::White, _) => format!(" {number}."),
            (ColourName::Black, 0) => format!("{number}…"),
            (ColourName::Black, _) => " ".into(),
        };
        text += &format!("{before}{san}");
        number += u32::from(side == ColourName::Black);
        side = side.other();
    }
    text
}

/// What is to be won, in words.
pub(crate) fn worth(gain: &str) -> String {
    match gain {
        "mate" => "mate".into(),
        "draw" => "a draw".into(),
        "10" => "at least a pawn".into(),
        "20" => "at least two pawns".into(),
        "30" => "at least a minor piece".into(),
        "45" => "at least a rook".into(),
        "90" => "at least two rooks’ worth".into(),
        "95" => "at least a queen".into(),
        other => format!("at least {other}, where a pawn is 10"),
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
