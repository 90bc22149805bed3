//! What a chapter plays: our moves, the advice behind them, and as much evidence as was asked for.

use proof::show_statistics;
use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::explanation::{About, ExplanationDocument};
use crate::opening::{Format, FormatName, FormatVersion};
use crate::style::TextStyle;
use crate::tree::{TreeDocument, TreeError, check_presence};

/// The longest tree that is printed.
const MAX_LINES: usize = 2_000;

/// Our moves in one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(transform = crate::schemas::with_digest))]
#[serde(deny_unknown_fields)]
pub struct AdviceDocument {
    /// `nasvet-advice`.
    pub format: FormatName<AdviceDocument>,
    /// The version.
    pub version: FormatVersion<AdviceDocument>,
    /// The chapter's name.
    pub chapter: String,
    /// The digest of the chapter: its tables and pieces, and everything they call; version 1 had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
    /// Are positions counted as in the AL2 paper, where nothing that was found out about one is used again?
    pub counted: bool,
    /// Their first move, if the game begins with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_reply: Option<String>,
    /// Our moves, in the order they are played; the last may be missing.
    pub moves: Vec<AdvisedMoveDocument>,
    /// Why there is no further move.
    pub ended: Option<String>,
}

impl Format for AdviceDocument {
    const NAME: &'static str = "nasvet-advice";
    const VERSION: u64 = 2;
    const OLDEST: u64 = 1;
}

/// A position with our move in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AdvisedMoveDocument {
    /// The position.
    pub position: String,
    /// Our move, if there is advice.
    #[serde(rename = "move")]
    pub m: Option<String>,
    /// The piece of advice behind it; nothing where the chapter thinks instead of having a table.
    pub piece: Option<String>,
    /// What its author says of it, or the idea of the chapter that thinks.
    pub says: Option<String>,
    /// Is the move part of a strategy made earlier?
    pub followed: bool,
    /// Which rule of the table applies, from 1.
    pub rule: Option<usize>,
    /// The pieces that were tried, in order.
    pub tried: Vec<TriedPieceDocument>,
    /// The forcing tree, if it was asked for and a new one was made.
    pub tree: Option<TreeDocument>,
    /// Why there is no tree, though one was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_tree: Option<String>,
    /// What the search did, move by move, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<String>,
    /// Why the move is played, or why there is none, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<ExplanationDocument>,
    /// Why another move is not, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_not: Option<ExplanationDocument>,
    /// Their reply.
    pub reply: Option<String>,
}

/// A piece that was tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TriedPieceDocument {
    /// The piece.
    pub piece: String,
    /// Its place among all pieces of the chapter, from 1.
    pub number: usize,
    /// What it came to.
    pub outcome: TriedName,
    /// How many positions were looked at, those that its goals asked about included.
    pub nodes: u64,
    /// How many positions of its own tree, by depth from 1.
    pub by_depth: Vec<u64>,
}

/// What a piece came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TriedName {
    /// Its guard is false.
    Guarded,
    /// Its goal is reached already.
    #[serde(rename = "already reached")]
    AlreadyReached,
    /// There is a forcing tree.
    Satisfied,
    /// They can always avoid it.
    Refuted,
    /// They can avoid it within the bound on its depth.
    Cut,
    /// A limit came first.
    Unknown,
}

impl AdviceDocument {
    /// Has the document what its version has, and are its trees small enough to be replayed?
    pub(crate) fn check_bounds(&self) -> Result<(), TreeError> {
        check_presence(self.version, self.digest.as_ref())?;
        let mut trees = self.moves.iter().filter_map(|m| m.tree.as_ref());
        trees.try_for_each(TreeDocument::check_bounds)
    }

    /// The moves with their pieces, and whatever else is there.
    pub fn text(&self, style: TextStyle) -> String {
        let mut text = String::new();
        if let Some(reply) = &self.first_reply {
            text += &their_move(reply);
        }
        for advised in &self.moves {
            text += &advised.text(self.counted, style);
        }
        // An explanation of why there is no move has said it.
        let why = self.moves.last().and_then(|last| last.why.as_ref());
        let is_told = why.is_some_and(|why| {
            let mut sentences = why.sentences.iter();
            sentences.any(|said| said.about == About::NoAdvice)
        });
        if let Some(ended) = self.ended.as_ref().filter(|_| !is_told) {
            text += &format!("{ended}\n");
        }
        text
    }
}

impl AdvisedMoveDocument {
    fn text(&self, counted: bool, style: TextStyle) -> String {
        let mut text = self.trace.clone().unwrap_or_default();
        if let Some(m) = &self.m {
            let m = style.bold(&format!("{m:<7}"));
            text += &m;
            text += &match (&self.piece, self.followed, &self.says) {
                (Some(piece), true, _) => format!(" {piece} (as planned)\n"),
                (Some(piece), false, Some(says)) => format!(" {piece}: {says}\n"),
                (Some(words), false, None) | (None, _, Some(words)) => format!(" {words}\n"),
                (None, _, None) => "\n".to_owned(),
            };
        }
        if let Some(tree) = &self.tree {
            text += &tree.text(MAX_LINES);
        }
        if let Some(problem) = &self.no_tree {
            text += &format!("The tree is left out: {problem}.\n");
        }
        if counted && !self.followed {
            text += &self.counts();
        }
        if let Some(why) = &self.why {
            let margin = if self.m.is_some() { "  " } else { "" };
            let lines = (why.text() + &why.more_text())
                .lines()
                .map(|line| format!("{margin}{line}\n"))
                .collect::<String>();
            text += &lines;
        }
        if let Some(why_not) = &self.why_not {
            text += &why_not.text();
            text += &why_not.more_text();
        }
        if let Some(reply) = &self.reply {
            text += &their_move(reply);
        }
        text
    }

    /// How many positions each piece looked at, as AL2 printed it.
    fn counts(&self) -> String {
        let searched = self.tried.iter();
        let searched = searched.filter(|tried| tried.outcome != TriedName::Guarded);
        let rows: Vec<(usize, &str, &[u64])> = searched
            .map(|tried| (tried.number, &*tried.piece, &*tried.by_depth))
            .collect();
        let nodes: u64 = self.tried.iter().map(|tried| tried.nodes).sum();
        let own: u64 = self.tried.iter().flat_map(|tried| &tried.by_depth).sum();
        let nested = match nodes.saturating_sub(own) {
            0 => String::new(),
            nested => format!("asked by goals = {nested}\n"),
        };
        show_statistics(&rows) + &nested
    }
}

fn their_move(reply: &str) -> String {
    format!("        … {reply}\n")
}
