//! A tree whose moves are texts.

use std::collections::HashMap;

use domain::Notation;
use proof::{NodeId, Tree, TreeBuilder, show_written};
use serde::{Deserialize, Serialize};

use crate::tree::TreeError;

/// The most moves in a document.
const MAX_MOVES: usize = 1_000_000;

/// The most characters of positions, counting the root's position once for each move: this bounds what a replay
/// costs, in a game whose positions can be of any size.
const MAX_REPLAYED: usize = 1 << 26;

/// A list of nodes, the root last. A node is a list of branches, each a move and the index of an earlier node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct WrittenTree(pub(crate) Vec<Vec<(String, u32)>>);

impl WrittenTree {
    /// Writes a tree whose moves are legal from the position on, unless it is too large once parts in different
    /// positions are kept apart.
    pub fn new<D: Notation>(
        domain: &D,
        root: &D::Position,
        view: D::View,
        tree: &Tree<D::Move>,
    ) -> Result<WrittenTree, TreeError> {
        let max_moves = max_moves(&domain.write_position(root, view));
        nodes(domain, root, view, tree, max_moves).map(WrittenTree)
    }

    /// The moves at the root, in their order.
    pub fn first_moves(&self) -> impl Iterator<Item = &str> {
        self.0.last().into_iter().flatten().map(|(m, _)| &**m)
    }

    /// The tree as AL2 printed it, with at most so many of its lines.
    pub fn text(&self, max_lines: usize) -> String {
        match self.tree() {
            Some(tree) => show_written(&tree, max_lines),
            None => "The tree cannot be shown: a move in it leads to no earlier node.\n".into(),
        }
    }

    /// The tree, if each node leads to earlier ones.
    fn tree(&self) -> Option<Tree<&str>> {
        let mut builder = TreeBuilder::default();
        let mut ids: Vec<NodeId> = Vec::with_capacity(self.0.len());
        for branches in &self.0 {
            let branches = branches
                .iter()
                .map(|(m, to)| Some((&**m, *ids.get(*to as usize)?)));
            let branches: Vec<_> = branches.collect::<Option<_>>()?;
            ids.push(builder.node(branches));
        }
        Some(builder.tree(*ids.last()?))
    }
}

/// How many moves a tree below this position may have in a document.
pub(super) fn max_moves(position: &str) -> usize {
    MAX_MOVES.min(MAX_REPLAYED / position.len().max(1))
}

/// A node that is being written, with the branches that are.
struct Open<P> {
    node: NodeId,
    position: P,
    branches: Vec<(String, u32)>,
}

/// The nodes of a document: one for each node of the tree and each position in which it occurs.
fn nodes<D: Notation>(
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
            return Err(TreeError::Refused(format!(
                "the tree has more than {max_moves} moves once it is written out"
            )));
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
