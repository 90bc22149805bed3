//! The answer to a question, as the reasoner found it: what it follows from, and the tree that is proposed.

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::opening::{Format, FormatName, FormatVersion};
use crate::style::TextStyle;
use crate::tree::WrittenTree;

/// A tree is shown in at most so many lines.
const MAX_TREE_LINES: usize = 40;

/// At most so many facts are listed; where there are more, the tree tells the rest.
const MAX_STEPS: usize = 20;

/// An answer with all that is told about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerDocument {
    /// `nasvet-answer`.
    pub format: FormatName<AnswerDocument>,
    /// The version.
    pub version: FormatVersion<AnswerDocument>,
    /// The chapter's name.
    pub chapter: String,
    /// The digest of the chapter that was thought with: its hypotheses, plans, lemmas and methods, and everything they
    /// call. What was left out is no part of it.
    pub digest: Digest,
    /// The problem.
    pub problem: String,
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: AnswerName,
    /// The answer as a sentence, if there is one.
    pub says: Option<String>,
    /// Why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Which limit came first, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<LimitName>,
    /// The facts that the answer needs.
    pub explanation: Vec<AnswerStepDocument>,
    /// What a player would say: the plan, and the lines that carry it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idea: Option<IdeaDocument>,
    /// The tree that is proposed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<ProposalDocument>,
    /// Where its lines end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<LineEndDocument>,
    /// Without a tree, why the answer is seen at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_at_once: Option<String>,
    /// How many cycles the reasoner made.
    pub cycles: u64,
    /// How many of them were not those of subproblems.
    pub methods: u64,
    /// How many positions its searches looked at.
    pub nodes: u64,
    /// The hypotheses in its pool.
    pub hypotheses: Vec<String>,
    /// How many facts it knew.
    pub facts: usize,
    /// The pool and what was done, cycle by cycle, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<String>,
}

impl Format for AnswerDocument {
    const NAME: &'static str = "nasvet-answer";
    const VERSION: u64 = 1;
}

/// An answer in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum AnswerName {
    /// It is so.
    Yes,
    /// It is not.
    No,
    /// Nobody knows.
    Unknown,
}

/// A limit of the reasoner that the user can move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LimitName {
    /// The number of cycles.
    Cycles,
    /// The time, or the user's patience.
    Time,
}

/// A fact that an answer needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerStepDocument {
    /// The lemma or method that knows it.
    pub method: String,
    /// In words.
    pub text: String,
    /// As a formula.
    pub fact: String,
}

/// The plan of the side that is right, and the lines that carry it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IdeaDocument {
    /// Whose idea it is.
    pub by: String,
    /// The plan in words.
    pub plan: String,
    /// It has two parts, each of which was tried alone and failed.
    pub needs_both: bool,
    /// Of a hundred legal moves, how many the plan permits: the median over the tree.
    pub permitted: u32,
    /// The lines, the longest first.
    pub lines: Vec<IdeaLineDocument>,
}

/// One line that carries an idea.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IdeaLineDocument {
    /// How many plies it shares with the first line.
    pub shared: usize,
    /// The moves that it has for itself, or all of them in the first line.
    pub moves: Vec<IdeaMoveDocument>,
    /// Is it longer than what is told of it?
    pub goes_on: bool,
    /// What has been reached at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
}

/// A move of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IdeaMoveDocument {
    /// As it is written.
    pub text: String,
    /// Which part of the plan it serves, where that is another one than before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<String>,
}

/// The tree that is proposed, and whose plans it follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProposalDocument {
    /// The plan.
    pub plan: String,
    /// The plan of the other side, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// Whose tree it is.
    pub by: String,
    /// How deep it is.
    pub plies: u32,
    /// Is the contest settled, and not only so many plies of it?
    pub settled: bool,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The tree as AL2 printed it.
    pub tree: String,
    /// The tree as data; nothing if it is too large for a document.
    pub moves: Option<WrittenTree>,
}

/// Why some lines of a tree end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineEndDocument {
    /// Nothing if the chapter has no words for it.
    pub why: Option<String>,
    /// In how many positions.
    pub positions: usize,
}

impl AnswerDocument {
    /// The answer and its reason, as a player would give it: the idea with its lines where there is one, else what is
    /// seen at once, else the facts.
    pub fn text(&self, style: TextStyle) -> String {
        let Some(reason) = self.reason_text() else {
            return self.full_text(style);
        };
        let positions = match self.nodes {
            0 => return format!("{}{reason}", self.sentence(style)),
            1 => "1 position".to_owned(),
            nodes => format!("{nodes} positions"),
        };
        let more = match style.options {
            true => "; --more shows all moves",
            false => "",
        };
        format!(
            "{}{reason}\nLooked at {positions}{more}.\n",
            self.sentence(style)
        )
    }

    /// The idea, or what is seen at once.
    fn reason_text(&self) -> Option<String> {
        if let Some(idea) = &self.idea {
            return Some(idea.text());
        }
        let why = self.seen_at_once.as_ref()?;
        Some(wrapped(&format!("{}.", capitalised(why)), ""))
    }

    /// Yes, no or unknown.
    fn sentence(&self, style: TextStyle) -> String {
        let says = self.says.as_deref().unwrap_or_default();
        match self.answer {
            AnswerName::Yes => format!("Yes: {says}.\n"),
            AnswerName::No => format!("No: {says}.\n"),
            AnswerName::Unknown => format!("Unknown: {}.\n", self.mend(style)),
        }
    }

    /// The answer, what it follows from, and the beginning of the tree.
    pub fn full_text(&self, style: TextStyle) -> String {
        let mut text = self.sentence(style);
        if let Some(idea) = &self.idea {
            text += &idea.text();
        }
        if !self.explanation.is_empty() {
            text += match self.answer {
                AnswerName::Yes | AnswerName::No => "\nThis follows from:\n",
                AnswerName::Unknown => "\nThese cannot all be true:\n",
            };
        }
        for (number, step) in (1..=MAX_STEPS).zip(&self.explanation) {
            text += &format!("{number:>3}. {} ({})\n", step.text, step.method);
        }
        if self.explanation.len() > MAX_STEPS {
            let n_more = self.explanation.len() - MAX_STEPS;
            text += &format!("  … and {n_more} more facts\n");
        }
        if let Some(proposal) = &self.proposal {
            text += &proposal.text();
        }
        if !self.ends.is_empty() {
            text += "\nWhere the lines end:\n";
        }
        for LineEndDocument { why, positions } in &self.ends {
            let why = why.as_deref().unwrap_or("otherwise");
            text += &format!("{positions:>5} × {why}\n");
        }
        if let Some(why) = &self.seen_at_once {
            text += &format!("\nWhat one sees at once:\n  {why}\n");
        }
        text + &format!(
            "\n{} cycles, {} hypotheses, {} facts, {} positions searched\n",
            self.cycles,
            self.hypotheses.len(),
            self.facts,
            self.nodes
        )
    }

    /// Why there is no answer, and what to do about it.
    fn mend(&self, style: TextStyle) -> String {
        let reason = self.reason.as_deref().unwrap_or_default();
        match self.limit {
            Some(LimitName::Cycles) => format!("{reason}{}", style.allow_more("--cycles")),
            Some(LimitName::Time) => "stopped, or the time is up".into(),
            None => reason.to_owned(),
        }
    }
}

/// No line of an idea is wider, if it can be helped.
const WIDTH: usize = 80;

impl IdeaDocument {
    /// The plan in a sentence or two, then the lines.
    pub(crate) fn text(&self) -> String {
        let mut told = format!("{}'s plan: {}.", self.by, self.plan);
        if self.needs_both {
            told += " Neither is enough alone; together they are.";
        }
        let mut text = wrapped(&told, "");
        for (number, line) in self.lines.iter().enumerate() {
            let shared = self.lines[0].moves.get(..line.shared).unwrap_or_default();
            let mut words = Vec::new();
            if number > 0 {
                let after = shared.iter().map(|m| m.text.as_str()).collect::<Vec<_>>();
                words.push(match after.as_slice() {
                    [] => "Or".to_owned(),
                    after => format!("Or, after {}:", after.join(" ")),
                });
            }
            for told in &line.moves {
                words.push(match &told.aim {
                    Some(aim) => format!("{} ({aim})", told.text),
                    None => told.text.clone(),
                });
            }
            if line.goes_on {
                words.push("\u{2026}".into());
            }
            let mut told = words.join(" ");
            match &line.end {
                Some(end) => told += &format!(": {end}."),
                None => told += ".",
            }
            text += &wrapped(&told, "  ");
        }
        text
    }
}

/// A text in lines of at most [`WIDTH`], each with this before it.
pub(crate) fn wrapped(text: &str, before: &str) -> String {
    let (mut lines, mut line) = (String::new(), String::new());
    for word in text.split(' ') {
        if !line.is_empty() && before.len() + line.chars().count() + word.chars().count() >= WIDTH {
            lines += &format!("{before}{line}\n");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines + &format!("{before}{line}\n")
}

/// The same text with a capital letter.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

impl ProposalDocument {
    fn text(&self) -> String {
        let mut text = format!("\nTried: {}", self.plan);
        if let Some(against) = &self.against {
            text += &format!("\nagainst {against}");
        }
        let so_far = match self.settled {
            true => "which settles it",
            false => "as deep as a search may go",
        };
        let plies = match self.plies {
            1 => "1 ply".to_owned(),
            plies => format!("{plies} plies"),
        };
        text += &format!(
            "\n{} has the better of it, {plies} deep, {so_far}; {} positions:\n\n",
            self.by, self.nodes
        );
        text + &match &self.moves {
            Some(moves) => moves.text(MAX_TREE_LINES),
            None => {
                let lines = self.tree.lines().take(MAX_TREE_LINES);
                let lines: String = lines.map(|line| format!("{line}\n")).collect();
                lines + "… and more lines\n"
            }
        }
    }
}
