//! Trees as JSON documents: what was asked, what came out, and the tree that shows it.
//!
//! ```json
//! {
//!   "format": "nasvet-tree",
//!   "version": 2,
//!   "chapter": "nim",
//!   "game": "nim",
//!   "digest": "1f0c…",
//!   "position": "2 1",
//!   "piece": "win",
//!   "verdict": "satisfied",
//!   "tree": [
//!     [],
//!     [["1→0", 0]],
//!     [["1→0", 0]],
//!     [["1→0", 1], ["2:1→0", 2]],
//!     [["2→1", 3]]
//!   ]
//! }
//! ```
//!
//! The tree is a list of nodes. A node is a list of branches, each a move and the index of the node it leads to,
//! which stands earlier in the list; the root is the last. A move is written as the game writes it in its position,
//! so a node with branches belongs to one position, and parts of a tree are shared only where the position is the
//! same. (Nodes without branches can be shared everywhere.) Reading replays every node once from the root, and so
//! costs no more than the document is long; a document of a stranger is bounded in size, moves and positions.

mod written;

use std::fmt;

use domain::{Notation, Vocabulary};
use lang::checked::{PieceId, Program};
use proof::{NodeId, Tree, TreeBuilder, Verdict};
use serde::{Deserialize, Serialize};

use crate::digest::{Digest, digest_of_piece};
use crate::opening::{Format, FormatName, FormatVersion, Opening};
use crate::positions::read_position;
use crate::tree::written::max_moves;

pub use crate::tree::written::WrittenTree;

/// The longest document, in bytes.
pub const MAX_BYTES: usize = 16 << 20;

/// The longest text of a move.
const MAX_MOVE_TEXT: usize = 64;

/// A tree with the question it answers. Moves and position are texts until they are replayed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(transform = crate::schemas::with_digest))]
#[serde(deny_unknown_fields)]
pub struct TreeDocument {
    /// `nasvet-tree`.
    format: FormatName<TreeDocument>,
    /// The version.
    version: FormatVersion<TreeDocument>,
    /// The chapter's name.
    pub chapter: String,
    /// The game's name, as in its vocabulary.
    pub game: String,
    /// The digest of the piece and everything it calls, as it was when the tree was made; version 1 had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
    /// The position at the root.
    pub position: String,
    /// The piece of advice.
    pub piece: String,
    /// What the piece comes to.
    verdict: VerdictName,
    /// The tree that shows it.
    tree: WrittenTree,
}

impl Format for TreeDocument {
    const NAME: &'static str = "nasvet-tree";
    const VERSION: u64 = 2;
    const OLDEST: u64 = 1;
}

/// A verdict as a document names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum VerdictName {
    /// The better goal is forced; the tree says how.
    Satisfied,
    /// They can always avoid it; the tree says how.
    Refuted,
    /// They can avoid it within the bound on its depth.
    Cut,
}

/// A document's tree, played from its root.
#[derive(Clone, Debug)]
pub struct Replayed<D: Notation> {
    /// The position at the root.
    pub position: D::Position,
    /// Which colour is us.
    pub view: D::View,
    /// The tree. Its moves are legal; what it shows, [`proof::check_verdict`] knows.
    pub tree: Tree<D::Move>,
}

/// What a tree answers.
#[derive(Clone, Copy, Debug)]
pub struct TreeQuestion<'a> {
    /// The chapter's name.
    pub chapter: &'a str,
    /// The chapter.
    pub program: &'a Program,
    /// The piece of advice.
    pub piece: PieceId,
    /// What it comes to.
    pub verdict: Verdict,
}

/// Why a tree document could not be written or read: lower case, no full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TreeError {
    /// It cannot be read or written.
    Refused(String),
    /// It can be read, but a move is illegal or falsely marked, or two moves that meet lead to different positions.
    Flawed(String),
    /// It was made from other advice than there is now.
    Outdated {
        /// The piece of advice.
        piece: String,
        /// The digest of the advice it was made from.
        made_from: Digest,
        /// The digest of the piece as it is now.
        now: Digest,
    },
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::Refused(problem) | TreeError::Flawed(problem) => f.write_str(problem),
            TreeError::Outdated {
                piece,
                made_from,
                now,
            } => write!(
                f,
                "the tree was made from other advice than `{piece}` is now: its digest is {}…, that of the piece is {}…; \
                 the tree must be made anew",
                made_from.short(),
                now.short()
            ),
        }
    }
}

impl std::error::Error for TreeError {}

fn error<T>(message: impl Into<String>) -> Result<T, TreeError> {
    Err(TreeError::Refused(message.into()))
}

impl TreeDocument {
    /// The document of a tree whose moves are legal from the position on.
    ///
    /// A tree is refused if it is too large once parts in different positions are kept apart, and a position if it
    /// would not be read back as it is: the header must tell who is us, or else it is the side to move.
    pub fn new<D: Notation>(
        domain: &D,
        asked: TreeQuestion<'_>,
        position: &D::Position,
        view: D::View,
        tree: &Tree<D::Move>,
    ) -> Result<TreeDocument, TreeError> {
        let text = domain.write_position(position, view);
        let read = read_position(domain, asked.program, &text).map_err(|problem| {
            TreeError::Refused(format!("the position `{}`: {problem}", shortened(&text)))
        })?;
        if read != (position.clone(), view) {
            let text = shortened(&text);
            return error(format!(
                "the position `{text}` would be read back from the other side"
            ));
        }
        Ok(TreeDocument {
            format: FormatName::default(),
            version: FormatVersion::default(),
            chapter: asked.chapter.into(),
            game: domain.vocabulary().game.into(),
            digest: Some(digest_of_piece(
                domain.vocabulary(),
                asked.program,
                asked.piece,
            )),
            position: text,
            piece: asked.program.piece(asked.piece).name.clone(),
            verdict: VerdictName::from(asked.verdict),
            tree: WrittenTree::new(domain, position, view, tree)?,
        })
    }

    /// The tree as AL2 printed it, with at most so many of its lines.
    pub fn text(&self, max_lines: usize) -> String {
        self.tree.text(max_lines)
    }

    /// What the piece comes to.
    pub fn verdict(&self) -> Verdict {
        match self.verdict {
            VerdictName::Satisfied => Verdict::Satisfied,
            VerdictName::Refuted => Verdict::Refuted,
            VerdictName::Cut => Verdict::Cut,
        }
    }

    /// The document's text, on one line, unless it is longer than could be read.
    pub fn to_json(&self) -> Result<String, TreeError> {
        let json = serde_json::to_string(self).map_err(|problem| {
            TreeError::Refused(format!("the tree cannot be written: {problem}"))
        })?;
        if json.len() > MAX_BYTES {
            Err(TreeError::too_long(json.len()))
        } else {
            Ok(json)
        }
    }

    /// Reads a document; its position and moves are not looked at before [`TreeDocument::replay`].
    pub fn from_json(json: &[u8]) -> Result<TreeDocument, TreeError> {
        if json.len() > MAX_BYTES {
            return Err(TreeError::too_long(json.len()));
        }
        let not_json = |problem: serde_json::Error| {
            TreeError::Refused(format!("not a tree document: {problem}"))
        };
        let opening: Opening = serde_json::from_slice(json).map_err(not_json)?;
        if opening.format != TreeDocument::NAME {
            return error(format!(
                "expected the format `{}`, found `{}`",
                TreeDocument::NAME,
                shortened(&opening.format)
            ));
        }
        if FormatVersion::<TreeDocument>::of_number(opening.version).is_none() {
            return error(format!(
                "only the versions {} and {} are known, and this is {}",
                TreeDocument::OLDEST,
                TreeDocument::VERSION,
                opening.version
            ));
        }
        let document: TreeDocument = serde_json::from_slice(json).map_err(not_json)?;
        document.check_bounds()?;
        Ok(document)
    }

    /// Is the document small enough to be replayed, and has it what its version has?
    pub(crate) fn check_bounds(&self) -> Result<(), TreeError> {
        check_presence(self.version, self.digest.as_ref())?;
        let n_moves: usize = self.tree.0.iter().map(Vec::len).sum();
        let max_moves = max_moves(&self.position);
        if n_moves > max_moves {
            return error(format!(
                "the tree has {n_moves} moves; here at most {max_moves} are read"
            ));
        }
        if self.tree.0.len() > n_moves + 1 {
            let n_nodes = self.tree.0.len();
            return error(format!(
                "the tree has {n_nodes} nodes, but only {n_moves} moves lead to them"
            ));
        }
        Ok(())
    }

    /// Plays the tree from its root. Every node must be reached, in one position, and every move legal there and check
    /// or mate if it is marked so.
    ///
    /// A tree whose digest is not that of the piece in this program was made from other advice, and is refused.
    pub fn replay<D: Notation>(
        &self,
        domain: &D,
        program: &Program,
    ) -> Result<Replayed<D>, TreeError> {
        if self.game != domain.vocabulary().game {
            let (asked, game) = (domain.vocabulary().game, shortened(&self.game));
            return error(format!("the tree is about the game `{game}`, not {asked}"));
        }
        self.check_digest(domain.vocabulary(), program)?;
        let read = read_position(domain, program, &self.position);
        let (position, view) = read.map_err(|problem| {
            let position = shortened(&self.position);
            TreeError::Refused(format!("the position `{position}`: {problem}"))
        })?;
        let Some(root_idx) = self.tree.0.len().checked_sub(1) else {
            return error("the tree has no node");
        };

        // From the root down, so that each node knows its position before its moves are read. A node without
        // branches is the same everywhere and needs none.
        let mut reached = vec![false; self.tree.0.len()];
        let mut positions: Vec<Option<D::Position>> = vec![None; self.tree.0.len()];
        let mut moves: Vec<Vec<D::Move>> = vec![Vec::new(); self.tree.0.len()];
        reached[root_idx] = true;
        positions[root_idx] = Some(position.clone());
        for node_idx in (0..self.tree.0.len()).rev() {
            if !reached[node_idx] {
                return error(format!("node {node_idx} is not reached from the root"));
            }
            let Some(position) = positions[node_idx].take() else {
                continue;
            };
            for (text, to) in &self.tree.0[node_idx] {
                let to = *to as usize;
                let place = || format!("node {node_idx}, move `{}`", shortened(text));
                if to >= node_idx {
                    return error(format!(
                        "{}: it must lead to an earlier node, not {to}",
                        place()
                    ));
                }
                if text.len() > MAX_MOVE_TEXT || text.contains(char::is_control) {
                    return error(format!("{}: this is no move", place()));
                }
                let m = domain
                    .read_move(&position, view, text)
                    .map_err(|problem| TreeError::Flawed(format!("{}: {problem}", place())))?;
                if let Some(written) = falsely_marked(domain, &position, view, text, m) {
                    return Err(TreeError::Flawed(format!(
                        "{}: marked falsely, the move is {written}",
                        place()
                    )));
                }
                moves[node_idx].push(m);
                reached[to] = true;
                if self.tree.0[to].is_empty() {
                    continue;
                }
                let next = domain.play(&position, m);
                match &positions[to] {
                    None => positions[to] = Some(next),
                    Some(known) if *known == next => {}
                    Some(_) => {
                        return Err(TreeError::Flawed(format!(
                            "{}: node {to} belongs to another position",
                            place()
                        )));
                    }
                }
            }
        }
        let mut builder = TreeBuilder::default();
        let mut ids: Vec<NodeId> = Vec::with_capacity(self.tree.0.len());
        for (branches, moves) in self.tree.0.iter().zip(moves) {
            let branches = moves
                .into_iter()
                .zip(branches)
                .map(|(m, (_, to))| (m, ids[*to as usize]));
            let id = builder.node(branches);
            ids.push(id);
        }
        Ok(Replayed {
            position,
            view,
            tree: builder.tree(ids[root_idx]),
        })
    }
}

impl TreeDocument {
    /// Was the tree made from the advice that this program has?
    fn check_digest(&self, vocabulary: &Vocabulary, program: &Program) -> Result<(), TreeError> {
        let name = shortened(&self.piece);
        let Some(piece) = program.piece_named(&self.piece) else {
            return error(format!("the chapter has no piece of advice `{name}`"));
        };
        let now = digest_of_piece(vocabulary, program, piece);
        match &self.digest {
            Some(made_from) if *made_from != now => Err(TreeError::Outdated {
                piece: name,
                made_from: made_from.clone(),
                now,
            }),
            Some(_) | None => Ok(()),
        }
    }
}

impl From<Verdict> for VerdictName {
    fn from(verdict: Verdict) -> VerdictName {
        match verdict {
            Verdict::Satisfied => VerdictName::Satisfied,
            Verdict::Refuted => VerdictName::Refuted,
            Verdict::Cut => VerdictName::Cut,
        }
    }
}

impl TreeError {
    /// A document is too long to be read.
    pub(crate) fn too_long(n_bytes: usize) -> TreeError {
        TreeError::Refused(format!(
            "a tree document has at most {MAX_BYTES} bytes, and this has {n_bytes}"
        ))
    }
}

/// How a legal move is written, if its text calls it check or mate and it is not. A missing mark says nothing.
pub(crate) fn falsely_marked<D: Notation>(
    domain: &D,
    position: &D::Position,
    view: D::View,
    text: &str,
    m: D::Move,
) -> Option<String> {
    let marks: &[char] = match text.trim_end().trim_end_matches(['!', '?']).chars().last() {
        Some('#') => &['#'],
        Some('+') => &['+', '#'],
        Some(_) | None => return None,
    };
    Some(domain.write_move(position, view, m)).filter(|written| !written.ends_with(marks))
}

/// Documents with trees have had a digest since version 2 of their formats.
pub(crate) fn check_presence<T: Format>(
    version: FormatVersion<T>,
    digest: Option<&Digest>,
) -> Result<(), TreeError> {
    match (version.number(), digest) {
        (1, Some(_)) => error("version 1 has no digest, but this document has one"),
        (2.., None) => error("the digest of the advice is missing"),
        (_, _) => Ok(()),
    }
}

/// The beginning of a text that may be long and may hold anything, fit to be shown.
pub(crate) fn shortened(text: &str) -> String {
    let mut start: String = text.chars().take(40).collect();
    if start.len() < text.len() {
        start.push('…');
    }
    start.escape_debug().to_string()
}
