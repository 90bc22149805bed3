//! A tree of moves: a strategy for us, or a refutation by them.
//!
//! In a forcing tree each of our nodes has one branch and each of theirs one for every permitted reply. In a
//! refutation it is the other way round: one branch for each of our permitted moves, and the one reply of theirs
//! that breaks it. Equal parts may be shared, so a tree can be far larger than its list of nodes.

/// An index into the nodes of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(u32);

/// A move and the node it leads to.
pub type Branch<M> = (M, NodeId);

/// Nodes with the branches of all in one list, since most have one or none.
#[derive(Clone, Debug)]
struct Nodes<M> {
    /// For each node, where its branches end; they begin where those of the node before end.
    ends: Vec<u32>,
    branches: Vec<Branch<M>>,
}

/// A tree of moves. Each node comes after those it leads to; the root is the last.
#[derive(Clone, Debug)]
pub struct Tree<M> {
    nodes: TreeNodes<M>,
}

/// The nodes of a tree. Most trees are a single move, and need no list.
#[derive(Clone, Debug)]
enum TreeNodes<M> {
    /// The only branch, which leads from the root to the other node.
    Move([Branch<M>; 1]),
    Any(Nodes<M>),
}

/// Builds a tree from its leaves to its root.
#[derive(Clone, Debug)]
pub struct TreeBuilder<M> {
    nodes: Nodes<M>,
    /// Room to note which nodes belong to a tree, used for one after the other.
    reached: Vec<bool>,
}

impl<M> Default for TreeBuilder<M> {
    fn default() -> TreeBuilder<M> {
        TreeBuilder {
            nodes: Nodes::default(),
            reached: Vec::new(),
        }
    }
}

impl<M> Default for Nodes<M> {
    fn default() -> Nodes<M> {
        Nodes {
            ends: Vec::new(),
            branches: Vec::new(),
        }
    }
}

impl<M> Nodes<M> {
    fn len(&self) -> usize {
        self.ends.len()
    }

    /// Where the branches of a node begin, or would if it were the next.
    fn begin(&self, idx: usize) -> usize {
        idx.checked_sub(1)
            .map_or(0, |before| self.ends[before] as usize)
    }

    fn branches(&self, idx: usize) -> &[Branch<M>] {
        &self.branches[self.begin(idx)..self.ends[idx] as usize]
    }

    fn push(&mut self, branches: impl IntoIterator<Item = Branch<M>>) -> NodeId {
        let begin = self.branches.len();
        self.branches.extend(branches);
        self.end_from(begin)
    }

    /// Adds a node with the branches from this one on.
    fn end_from(&mut self, begin: usize) -> NodeId {
        let id = self.push_end();
        assert!(
            self.branches[begin..].iter().all(|(_, to)| *to < id),
            "branches lead to nodes added before"
        );
        id
    }

    /// Adds a node with the branches that were added since the last one.
    #[inline(always)]
    fn push_end(&mut self) -> NodeId {
        let id = u32::try_from(self.len()).expect("a tree has fewer than 2^32 nodes");
        let end = u32::try_from(self.branches.len());
        self.ends
            .push(end.expect("a tree has fewer than 2^32 branches"));
        NodeId(id)
    }

    fn truncate(&mut self, len: usize) {
        if len < self.len() {
            self.branches.truncate(self.begin(len));
            self.ends.truncate(len);
        }
    }

    /// Notes which nodes up to this one can be reached from it.
    fn find_reached(&self, root: NodeId, reached: &mut Vec<bool>) {
        reached.clear();
        reached.resize(root.idx() + 1, false);
        reached[root.idx()] = true;
        for idx in (0..reached.len()).rev() {
            if reached[idx] {
                for (_, to) in self.branches(idx) {
                    reached[to.idx()] = true;
                }
            }
        }
    }
}

impl<M> TreeNodes<M> {
    fn len(&self) -> usize {
        match self {
            TreeNodes::Move(_) => 2,
            TreeNodes::Any(nodes) => nodes.len(),
        }
    }

    fn branches(&self, idx: usize) -> &[Branch<M>] {
        match self {
            TreeNodes::Move(branch) => &branch[..idx],
            TreeNodes::Any(nodes) => nodes.branches(idx),
        }
    }
}

impl<M: Copy> Nodes<M> {
    /// The tree below a node; whatever is not part of it is left out.
    #[inline]
    fn below(&self, root: NodeId, reached: &mut Vec<bool>) -> Tree<M> {
        match self.branches(root.idx()) {
            [(m, to)] if self.branches(to.idx()).is_empty() => Tree::of_move(*m),
            _ => Tree {
                nodes: TreeNodes::Any(self.all_below(root, reached)),
            },
        }
    }

    #[inline(never)]
    fn all_below(&self, root: NodeId, reached: &mut Vec<bool>) -> Nodes<M> {
        // Usually all nodes belong to it.
        let n_nodes = root.idx() + 1;
        let branches = &self.branches[..self.begin(n_nodes)];
        reached.clear();
        reached.resize(n_nodes, false);
        for (_, to) in branches {
            reached[to.idx()] = true;
        }
        // Then one branch at least leads to each but the root; and each comes from a node that was added later.
        if reached[..root.idx()].iter().all(|reached| *reached) {
            let (ends, branches) = (self.ends[..n_nodes].to_vec(), branches.to_vec());
            return Nodes { ends, branches };
        }
        // Nodes reached from the root, in the same order, which keeps children before parents.
        self.find_reached(root, reached);
        let mut renamed = vec![NodeId(0); reached.len()];
        let mut nodes = Nodes::default();
        for idx in (0..reached.len()).filter(|idx| reached[*idx]) {
            let branches = self.branches(idx).iter();
            renamed[idx] = nodes.push(branches.map(|(m, to)| (*m, renamed[to.idx()])));
        }
        nodes
    }
}

impl<M: Copy> TreeBuilder<M> {
    /// Adds a node whose branches lead to nodes added before, in the order in which they were tried. None: the line
    /// ends here.
    pub fn node(&mut self, branches: impl IntoIterator<Item = Branch<M>>) -> NodeId {
        self.nodes.push(branches)
    }

    /// The same with branches that are in a list.
    pub fn node_of(&mut self, branches: &[Branch<M>]) -> NodeId {
        let begin = self.nodes.branches.len();
        self.nodes.branches.extend_from_slice(branches);
        self.nodes.end_from(begin)
    }

    /// Adds a node with one branch: to this node, or to a new one where the line ends.
    #[inline(always)]
    pub fn step(&mut self, m: M, below: Option<NodeId>) -> NodeId {
        let Nodes { ends, branches } = &mut self.nodes;
        let places = u32::try_from(ends.len() + 1).ok();
        let ended = u32::try_from(branches.len() + 1).ok();
        let (Some(place), Some(ended)) = (places, ended) else {
            panic!("a tree has fewer than 2^32 nodes and branches");
        };
        let root = match below {
            Some(below) => {
                branches.push((m, below));
                ends.push(ended);
                place - 1
            }
            None => {
                branches.push((m, NodeId(place - 1)));
                ends.extend([ended - 1, ended]);
                place
            }
        };
        NodeId(root)
    }

    /// Adds a whole tree, to go on from where it begins.
    pub fn graft(&mut self, tree: &Tree<M>) -> NodeId {
        let added = self.len() as u32;
        let mut root = None;
        for branches in tree.nodes() {
            let branches = branches.iter();
            root = Some(self.node(branches.map(|(m, to)| (*m, NodeId(to.0 + added)))));
        }
        root.expect("a tree has a root")
    }

    /// How many nodes there are, to come back to with [`TreeBuilder::truncate`].
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Is there no node?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets all nodes.
    #[inline]
    pub fn clear(&mut self) {
        self.nodes.ends.clear();
        self.nodes.branches.clear();
    }

    /// Forgets the nodes added since there were `len`.
    pub fn truncate(&mut self, len: usize) {
        self.nodes.truncate(len);
    }

    /// The tree below a node; the builder starts over.
    pub fn take(&mut self, root: NodeId) -> Tree<M> {
        let tree = self.nodes.below(root, &mut self.reached);
        self.clear();
        tree
    }

    /// The tree below a node; whatever is not part of it is left out.
    pub fn tree(&self, root: NodeId) -> Tree<M> {
        self.nodes.below(root, &mut Vec::new())
    }
}

impl<M: Copy> Tree<M> {
    /// The part below a node.
    pub fn below(&self, node: NodeId) -> Tree<M> {
        match &self.nodes {
            TreeNodes::Any(nodes) => nodes.below(node, &mut Vec::new()),
            TreeNodes::Move(_) if node.idx() == 0 => Tree::leaf(),
            TreeNodes::Move(_) => self.clone(),
        }
    }
}

impl<M> Tree<M> {
    /// The tree that ends where it begins.
    pub fn leaf() -> Tree<M> {
        let mut nodes = Nodes::default();
        nodes.push([]);
        Tree {
            nodes: TreeNodes::Any(nodes),
        }
    }

    /// The tree of one move.
    pub fn of_move(m: M) -> Tree<M> {
        Tree {
            nodes: TreeNodes::Move([(m, NodeId(0))]),
        }
    }

    /// The root.
    pub fn root(&self) -> NodeId {
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// What is played at a node, and where that leads, in the order in which it was tried. Nothing: the line ends here.
    pub fn branches(&self, id: NodeId) -> &[Branch<M>] {
        self.nodes.branches(id.idx())
    }

    /// The move at the root, if there is just one.
    pub fn first_move(&self) -> Option<M>
    where
        M: Copy,
    {
        match self.branches(self.root()) {
            [(m, _)] => Some(*m),
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
        for branches in self.nodes() {
            let below = branches.iter().map(|(_, to)| depths[to.idx()] + 1);
            depths.push(below.max().unwrap_or(0));
        }
        depths
    }

    /// How many nodes the tree has below its root, shared parts counted each time; as many as fit in a `u64`.
    pub fn size(&self) -> u64 {
        let mut sizes: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for branches in self.nodes() {
            let below = branches
                .iter()
                .map(|(_, to)| sizes[to.idx()].saturating_add(1));
            sizes.push(below.fold(0, u64::saturating_add));
        }
        sizes.last().copied().unwrap_or(0)
    }

    /// The branches of all nodes, children before parents; shared parts appear once.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = &[Branch<M>]> {
        (0..self.nodes.len()).map(|idx| self.nodes.branches(idx))
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
            let (a, b) = (self.branches(a), other.branches(b));
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
        assert!(builder.take(plain_root).nodes().eq(plain.nodes()));
        assert!(builder.is_empty());
        assert_eq!(
            (shared.size(), shared.depth(), shared.first_move()),
            (3, 2, Some(0))
        );
        assert_ne!(shared, Tree::leaf());
    }
    #[test]
    fn steps_that_lead_nowhere_are_left_out() {
        let mut builder = TreeBuilder::default();
        let first = builder.step(1, None);
        let second = builder.step(2, Some(first));
        let _unused = builder.step(3, Some(first));
        let root = builder.step(4, Some(second));
        assert_eq!(builder.len(), 5);
        let tree = builder.take(root);
        let of_nodes: Vec<Vec<i32>> = tree
            .nodes()
            .map(|branches| branches.iter().map(|(m, _)| *m).collect())
            .collect();
        assert_eq!(of_nodes, [vec![], vec![1], vec![2], vec![4]]);
    }
}
