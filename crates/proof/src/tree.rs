//! A tree of moves: a strategy for us, or a refutation by them.
//!
//! In a forcing tree each of our nodes has one branch and each of theirs one for every permitted reply. In a
//! refutation it is the other way round: one branch for each of our permitted moves, and the one reply of theirs
//! that breaks it. Equal parts may be shared, so a tree can be far larger than its list of nodes.

/// An index into the nodes of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(u32);

/// A position in the tree: what is played from it, and where that leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node<M> {
    /// The moves and the nodes they lead to, in the order in which they were tried. None: the line ends here.
    pub branches: Vec<(M, NodeId)>,
}

/// A tree of moves. Each node comes after those it leads to; the root is the last.
#[derive(Clone, Debug)]
pub struct Tree<M> {
    nodes: Vec<Node<M>>,
}

/// Builds a tree from its leaves to its root.
#[derive(Clone, Debug)]
pub struct TreeBuilder<M> {
    nodes: Vec<Node<M>>,
}

impl<M> Default for TreeBuilder<M> {
    fn default() -> TreeBuilder<M> {
        TreeBuilder { nodes: Vec::new() }
    }
}

impl<M: Copy> TreeBuilder<M> {
    /// Adds a node whose branches lead to nodes added before.
    pub fn node(&mut self, branches: Vec<(M, NodeId)>) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("a tree has fewer than 2^32 nodes"));
        assert!(
            branches.iter().all(|(_, to)| *to < id),
            "branches lead to nodes added before"
        );
        self.nodes.push(Node { branches });
        id
    }

    /// Adds a whole tree, to go on from where it begins.
    pub fn graft(&mut self, tree: &Tree<M>) -> NodeId {
        let added = self.nodes.len() as u32;
        let mut root = None;
        for node in &tree.nodes {
            let branches = node.branches.iter();
            let branches = branches.map(|(m, to)| (*m, NodeId(to.0 + added)));
            root = Some(self.node(branches.collect()));
        }
        root.expect("a tree has a root")
    }

    /// How many nodes there are, to come back to with [`TreeBuilder::truncate`].
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Is there no node?
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Forgets the nodes added since there were `len`.
    pub fn truncate(&mut self, len: usize) {
        self.nodes.truncate(len);
    }

    /// The tree below a node; the builder begins anew.
    pub fn take(&mut self, root: NodeId) -> Tree<M> {
        let mut nodes = std::mem::take(&mut self.nodes);
        nodes.truncate(root.idx() + 1);
        // Mostly there are no other nodes, and nothing need be copied.
        if reached(&nodes).iter().all(|reached| *reached) {
            Tree { nodes }
        } else {
            TreeBuilder { nodes }.tree(root)
        }
    }

    /// The tree below a node; whatever is not part of it is left out.
    pub fn tree(&self, root: NodeId) -> Tree<M> {
        // Nodes reached from the root, in the same order, which keeps children before parents.
        let wanted = reached(&self.nodes[..=root.idx()]);
        let mut renamed = vec![NodeId(0); wanted.len()];
        let mut nodes = Vec::new();
        for idx in (0..wanted.len()).filter(|idx| wanted[*idx]) {
            renamed[idx] = NodeId(nodes.len() as u32);
            let branches = self.nodes[idx].branches.iter();
            nodes.push(Node {
                branches: branches
                    .map(|(m, to)| (*m, renamed[to.0 as usize]))
                    .collect(),
            });
        }
        Tree { nodes }
    }
}

/// Which nodes can be reached from the last.
fn reached<M>(nodes: &[Node<M>]) -> Vec<bool> {
    let mut reached = vec![false; nodes.len()];
    if let Some(root) = reached.last_mut() {
        *root = true;
    }
    for (idx, node) in nodes.iter().enumerate().rev() {
        if reached[idx] {
            for (_, to) in &node.branches {
                reached[to.idx()] = true;
            }
        }
    }
    reached
}

impl<M> Tree<M> {
    /// The tree that ends where it begins.
    pub fn leaf() -> Tree<M> {
        Tree {
            nodes: vec![Node {
                branches: Vec::new(),
            }],
        }
    }

    /// The root.
    pub fn root(&self) -> NodeId {
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// The node of an index.
    pub fn node(&self, id: NodeId) -> &Node<M> {
        &self.nodes[id.0 as usize]
    }

    /// The move at the root, if there is just one.
    pub fn first_move(&self) -> Option<M>
    where
        M: Copy,
    {
        match self.node(self.root()).branches[..] {
            [(m, _)] => Some(m),
            _ => None,
        }
    }

    /// How many plies the longest line has.
    pub fn depth(&self) -> usize {
        self.depths().last().copied().unwrap_or(0)
    }

    /// How many plies the longest line below each node has.
    pub fn depths(&self) -> Vec<usize> {
        let mut depths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            depths.push(
                node.branches
                    .iter()
                    .map(|(_, to)| depths[to.0 as usize] + 1)
                    .max()
                    .unwrap_or(0),
            );
        }
        depths
    }

    /// How many nodes the tree has below its root, shared parts counted each time; as many as fit in a `u64`.
    pub fn size(&self) -> u64 {
        let mut sizes: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let below = node
                .branches
                .iter()
                .map(|(_, to)| sizes[to.0 as usize].saturating_add(1));
            sizes.push(below.fold(0, u64::saturating_add));
        }
        sizes.last().copied().unwrap_or(0)
    }

    /// The nodes themselves, children before parents; shared parts stand once.
    pub fn nodes(&self) -> &[Node<M>] {
        &self.nodes
    }
}

/// Trees are equal when they are the same played out, however their parts are shared.
impl<M: Eq> PartialEq for Tree<M> {
    fn eq(&self, other: &Tree<M>) -> bool {
        // Pairs of nodes to compare; a pair that was compared once need not be again.
        let mut seen = std::collections::HashSet::new();
        let mut waiting = vec![(self.root(), other.root())];
        while let Some((a, b)) = waiting.pop() {
            if !seen.insert((a, b)) {
                continue;
            }
            let (a, b) = (&self.node(a).branches, &other.node(b).branches);
            if a.len() != b.len() || a.iter().zip(b).any(|((m, _), (n, _))| m != n) {
                return false;
            }
            waiting.extend(
                a.iter()
                    .zip(b)
                    .map(|((_, to), (_, other_to))| (*to, *other_to)),
            );
        }
        true
    }
}

impl<M: Eq> Eq for Tree<M> {}

impl NodeId {
    /// As an index into [`Tree::nodes`].
    pub fn idx(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_tree_equals_the_same_tree_unshared() {
        let mut shared = TreeBuilder::default();
        let leaf = shared.node(vec![]);
        let both = shared.node(vec![(1, leaf), (2, leaf)]);
        let root = shared.node(vec![(0, both)]);
        let mut builder = TreeBuilder::default();
        let [first, _unused, second] = [(); 3].map(|()| builder.node(vec![]));
        let both = builder.node(vec![(1, first), (2, second)]);
        let plain_root = builder.node(vec![(0, both)]);
        let (shared, plain) = (shared.tree(root), builder.tree(plain_root));
        assert_eq!(shared, plain);
        assert_eq!((shared.nodes().len(), plain.nodes().len()), (3, 4));
        assert_eq!(builder.take(plain_root).nodes(), plain.nodes());
        assert!(builder.is_empty());
        assert_eq!(
            (shared.size(), shared.depth(), shared.first_move()),
            (3, 2, Some(0))
        );
        assert_ne!(shared, Tree::leaf());
    }
}
