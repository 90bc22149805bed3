//! Trees as JSON documents: what was asked, what came out, and the tree that shows it.
//!
//! ```json
//! {
//!   "format": "nasvet-tree",
//!   "version": 1,
//!   "chapter": "nim",
//!   "game": "nim",
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

use std::collections::HashMap;
use std::fmt;

use domain::{Domain, Header};
use proof::{NodeId, Tree, TreeBuilder, Verdict};
use serde::{Deserialize, Serialize};

use crate::opening::{Format, FormatName, FormatVersion, Opening};

/// The longest document, in bytes.
pub const MAX_BYTES: usize = 16 << 20;

/// The most moves in a document.
const MAX_MOVES: usize = 1_000_000;

/// The most characters of positions, counting the root's position once for each move: this bounds what a replay
/// costs, in a game whose positions can be of any size.
const MAX_REPLAYED: usize = 1 << 26;

/// The longest text of a move.
const MAX_MOVE_TEXT: usize = 64;

/// A tree with the question it answers. Moves and position are texts until they are replayed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TreeDocument {
    format: FormatName<TreeDocument>,
    version: FormatVersion<TreeDocument>,
    /// The chapter's name.
    pub chapter: String,
    /// The game's name, as in its vocabulary.
    pub game: String,
    /// The position at the root.
    pub position: String,
    /// The piece of advice.
    pub piece: String,
    verdict: Word,
    tree: Vec<Vec<(String, u32)>>,
}

impl Format for TreeDocument {
    const NAME: &'static str = "nasvet-tree";
    const VERSION: u64 = 1;
}

/// A verdict as a document names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum Word {
    Satisfied,
    Refuted,
    Cut,
}

/// A document's tree, played from its root.
#[derive(Clone, Debug)]
pub struct Replayed<D: Domain> {
    /// The position at the root.
    pub position: D::Position,
    /// Which colour is us.
    pub view: D::View,
    /// The tree. Its moves are legal; what it shows, [`proof::check_verdict`] knows.
    pub tree: Tree<D::Move>,
}

/// What a tree answers.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The chapter's name.
    pub chapter: &'a str,
    /// The positions the chapter is about.
    pub header: &'a Header,
    /// The piece of advice.
    pub piece: &'a str,
    /// What it comes to.
    pub verdict: Verdict,
}

/// Why a tree document could not be written or read: lower case, no full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeError(pub String);

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TreeError {}

fn error<T>(message: impl Into<String>) -> Result<T, TreeError> {
    Err(TreeError(message.into()))
}

impl TreeDocument {
    /// The document of a tree whose moves are legal from the position on.
    ///
    /// A tree is refused if it is too large once parts in different positions are kept apart, and a position if it
    /// would not be read back as it is: the header must tell who is us, or else it is the side to move.
    pub fn new<D: Domain>(
        domain: &D,
        asked: Asked<'_>,
        position: &D::Position,
        view: D::View,
        tree: &Tree<D::Move>,
    ) -> Result<TreeDocument, TreeError> {
        let text = domain.write_position(position, view);
        let read = domain
            .read_position(&text, asked.header)
            .map_err(|problem| {
                TreeError(format!("the position `{}`: {problem}", shortened(&text)))
            })?;
        if read != (position.clone(), view) {
            let text = shortened(&text);
            return error(format!(
                "the position `{text}` would be read back from the other side"
            ));
        }
        let max_moves = max_moves(&text);
        Ok(TreeDocument {
            format: FormatName::default(),
            version: FormatVersion::default(),
            chapter: asked.chapter.into(),
            game: domain.vocabulary().game.into(),
            position: text,
            piece: asked.piece.into(),
            verdict: Word::from(asked.verdict),
            tree: written(domain, position, view, tree, max_moves)?,
        })
    }

    /// What the piece comes to.
    pub fn verdict(&self) -> Verdict {
        match self.verdict {
            Word::Satisfied => Verdict::Satisfied,
            Word::Refuted => Verdict::Refuted,
            Word::Cut => Verdict::Cut,
        }
    }

    /// The document's text, on one line, unless it is longer than could be read.
    pub fn to_json(&self) -> Result<String, TreeError> {
        let json = serde_json::to_string(self)
            .map_err(|problem| TreeError(format!("the tree cannot be written: {problem}")))?;
        if json.len() > MAX_BYTES {
            too_long(json.len())
        } else {
            Ok(json)
        }
    }

    /// Reads a document; its position and moves are not looked at before [`TreeDocument::replay`].
    pub fn from_json(json: &[u8]) -> Result<TreeDocument, TreeError> {
        if json.len() > MAX_BYTES {
            return too_long(json.len());
        }
        let not_json =
            |problem: serde_json::Error| TreeError(format!("not a tree document: {problem}"));
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
                "only version {} is known, and this is {}",
                TreeDocument::VERSION,
                opening.version
            ));
        }
        let document: TreeDocument = serde_json::from_slice(json).map_err(not_json)?;
        let n_moves: usize = document.tree.iter().map(Vec::len).sum();
        let max_moves = max_moves(&document.position);
        if n_moves > max_moves {
            return error(format!(
                "the tree has {n_moves} moves; here at most {max_moves} are read"
            ));
        }
        if document.tree.len() > n_moves + 1 {
            let n_nodes = document.tree.len();
            return error(format!(
                "the tree has {n_nodes} nodes, but only {n_moves} moves lead to them"
            ));
        }
        Ok(document)
    }

    /// Plays the tree from its root. Every node must be reached, in one position, and every move legal there.
    pub fn replay<D: Domain>(&self, domain: &D, header: &Header) -> Result<Replayed<D>, TreeError> {
        if self.game != domain.vocabulary().game {
            let (asked, game) = (domain.vocabulary().game, shortened(&self.game));
            return error(format!("the tree is about the game `{game}`, not {asked}"));
        }
        let (position, view) = domain
            .read_position(&self.position, header)
            .map_err(|problem| {
                TreeError(format!(
                    "the position `{}`: {problem}",
                    shortened(&self.position)
                ))
            })?;
        let Some(root_idx) = self.tree.len().checked_sub(1) else {
            return error("the tree has no node");
        };

        // From the root down, so that each node knows its position before its moves are read. A node without
        // branches is the same everywhere and needs none.
        let mut reached = vec![false; self.tree.len()];
        let mut positions: Vec<Option<D::Position>> = vec![None; self.tree.len()];
        let mut moves: Vec<Vec<D::Move>> = vec![Vec::new(); self.tree.len()];
        reached[root_idx] = true;
        positions[root_idx] = Some(position.clone());
        for node_idx in (0..self.tree.len()).rev() {
            if !reached[node_idx] {
                return error(format!("node {node_idx} is not reached from the root"));
            }
            let Some(position) = positions[node_idx].take() else {
                continue;
            };
            for (text, to) in &self.tree[node_idx] {
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
                    .map_err(|problem| TreeError(format!("{}: {problem}", place())))?;
                moves[node_idx].push(m);
                reached[to] = true;
                if self.tree[to].is_empty() {
                    continue;
                }
                let next = domain.play(&position, m);
                match &positions[to] {
                    None => positions[to] = Some(next),
                    Some(known) if *known == next => {}
                    Some(_) => {
                        return error(format!(
                            "{}: node {to} belongs to another position",
                            place()
                        ));
                    }
                }
            }
        }
        let mut builder = TreeBuilder::default();
        let mut ids: Vec<NodeId> = Vec::with_capacity(self.tree.len());
        for (branches, moves) in self.tree.iter().zip(moves) {
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

impl From<Verdict> for Word {
    fn from(verdict: Verdict) -> Word {
        match verdict {
            Verdict::Satisfied => Word::Satisfied,
            Verdict::Refuted => Word::Refuted,
            Verdict::Cut => Word::Cut,
        }
    }
}

/// How many moves a tree below this position may have in a document.
fn max_moves(position: &str) -> usize {
    MAX_MOVES.min(MAX_REPLAYED / position.len().max(1))
}

fn too_long<T>(n_bytes: usize) -> Result<T, TreeError> {
    error(format!(
        "a tree document has at most {MAX_BYTES} bytes, and this has {n_bytes}"
    ))
}

/// The beginning of a text that may be long and may hold anything, fit to be shown.
fn shortened(text: &str) -> String {
    let mut start: String = text.chars().take(40).collect();
    if start.len() < text.len() {
        start.push('…');
    }
    start.escape_debug().to_string()
}

/// A node that is being written, with the branches that are.
struct Open<P> {
    node: NodeId,
    position: P,
    branches: Vec<(String, u32)>,
}

/// The nodes of a document: one for each node of the tree and each position in which it occurs.
fn written<D: Domain>(
    domain: &D,
    root: &D::Position,
    view: D::View,
    tree: &Tree<D::Move>,
    max_moves: usize,
) -> Result<Vec<Vec<(String, u32)>>, TreeError> {
    let mut nodes: Vec<Vec<(String, u32)>> = Vec::new();
    let mut n_moves = 0;
    let mut leaf = None;
    let mut known: HashMap<(NodeId, D::Position), u32> = HashMap::new();
    let mut path = vec![Open {
        node: tree.root(),
        position: root.clone(),
        branches: Vec::new(),
    }];
    while let Some(open) = path.last_mut() {
        let branches = tree.branches(open.node);
        let Some((m, to)) = branches.get(open.branches.len()) else {
            // All branches are written, so this node can be; its index goes into the branch that leads here.
            let Some(done) = path.pop() else { break };
            let idx =
                u32::try_from(nodes.len()).expect("there are fewer nodes than moves are allowed");
            if done.branches.is_empty() {
                leaf = Some(idx);
            } else {
                known.insert((done.node, done.position), idx);
            }
            nodes.push(done.branches);
            if let Some(branch) = path
                .last_mut()
                .and_then(|parent| parent.branches.last_mut())
            {
                branch.1 = idx;
            }
            continue;
        };
        n_moves += 1;
        if n_moves > max_moves {
            return error(format!(
                "the tree has more than {max_moves} moves once it is written out"
            ));
        }
        let text = domain.write_move(&open.position, view, *m);
        let next = domain.play(&open.position, *m);
        let is_leaf = tree.branches(*to).is_empty();
        let key = (*to, next);
        let written = if is_leaf {
            leaf
        } else {
            known.get(&key).copied()
        };
        open.branches.push((text, written.unwrap_or(0)));
        if written.is_none() {
            path.push(Open {
                node: key.0,
                position: key.1,
                branches: Vec::new(),
            });
        }
    }
    Ok(nodes)
}
