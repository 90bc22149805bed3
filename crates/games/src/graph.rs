//! AND/OR graphs: a node is solved if it is a goal, if one of its successors is (OR), or if all of them are (AND).
//!
//! Section 5 of Bratko's *Knowledge-based problem-solving in AL3*. As a two-sided problem: at an OR node we choose the
//! successor, at an AND node they do, and we want to reach a goal. A position is a node of a graph and carries the
//! graph with it. A graph may have cycles; a node that can only be solved by way of itself is not solved.

mod text;

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use domain::{
    ConstantId, Fast, Game, Header, HeaderError, Item, ItemSet, Man, Meaning, NoManMoves, Notation,
    Parameter, Phrase, Rules, Samples, Scope, Side, Sort, SortName, Symmetries, TextError, Type,
    Value, Vocabulary, Word, WordId,
};

use crate::plain;

/// The game of solving a node of a graph.
#[derive(Clone, Copy, Debug, Default)]
pub struct AndOr;

/// A graph. Nodes are numbered in the order in which its text names them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    nodes: Vec<GraphNode>,
    numbers: HashMap<String, u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct GraphNode {
    name: String,
    kind: NodeKind,
    successors: Vec<u32>,
}

/// What is known of a node by looking at it alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NodeKind {
    /// Solved if all successors are.
    And,
    /// Solved if one successor is.
    Or,
    /// Solved.
    Goal,
    /// Without successors, and not solved.
    Other,
}

/// A node, and the graph it belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphPosition {
    graph: Arc<Graph>,
    node: u32,
}

/// The graph stays the same in a line of play, so hashing the node is enough.
impl Hash for GraphPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.node.hash(state);
    }
}

/// Goes to a successor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GraphMove {
    /// The number of the successor.
    pub to: u32,
}

const NODE: Sort = Sort(0);
const ONE_NODE: &[Parameter] = &[Parameter {
    name: "node",
    ty: Type::Item(NODE),
}];

type NodeFn = fn(&GraphPosition, &[Value]) -> Value;

impl Graph {
    fn name(&self, node: u32) -> &str {
        &self.nodes[node as usize].name
    }

    /// How many nodes there are.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }
}

impl GraphPosition {
    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The name of the node.
    pub fn name(&self) -> &str {
        &self.node().name
    }

    /// Is the node a goal?
    pub fn is_goal(&self) -> bool {
        self.node().kind == NodeKind::Goal
    }

    fn node(&self) -> &GraphNode {
        &self.graph.nodes[self.node as usize]
    }

    fn node_of(&self, args: &[Value]) -> &GraphNode {
        &self.graph.nodes[args[0].item().0 as usize]
    }
}

#[rustfmt::skip]
fn entries() -> Vec<(Word, NodeFn)> {
    let word = |name, takes, gives, doc, phrase| Word {
        name, topic: "nodes", scope: Scope::Position, of_side: false, takes, gives, partial: false, man: None, doc,
        phrase: Some(phrase), keeps: Symmetries::NONE,
    };
    vec![
        (word("nodes", &[], Type::Set(NODE), "All nodes of the graph.", Phrase::Noun("the nodes")),
         |p, _| Value::Set(ItemSet::first(p.graph.nodes.len() as u32))),
        (word("here", &[], Type::Item(NODE), "The node that the problem is about.", Phrase::Noun("this node")),
         |p, _| Value::Item(Item(p.node))),
        (word("successors", ONE_NODE, Type::Set(NODE), "The nodes of which a node is made.",
              Phrase::Noun("the successors of {0}")),
         |p, args| Value::Set(p.node_of(args).successors.iter().copied().map(Item).collect())),
        (word("goal_node", ONE_NODE, Type::Truth, "The node is solved as it stands.",
              Phrase::Truth("{0} is a goal", "{0} is not a goal")),
         |p, args| Value::Truth(p.node_of(args).kind == NodeKind::Goal)),
        (word("and_node", ONE_NODE, Type::Truth, "The node is solved if all its successors are.",
              Phrase::Truth("{0} is an AND node", "{0} is not an AND node")),
         |p, args| Value::Truth(p.node_of(args).kind == NodeKind::And)),
        (word("or_node", ONE_NODE, Type::Truth, "The node is solved if one of its successors is.",
              Phrase::Truth("{0} is an OR node", "{0} is not an OR node")),
         |p, args| Value::Truth(p.node_of(args).kind == NodeKind::Or)),
    ]
}

static ENTRIES: LazyLock<Vec<(Word, NodeFn)>> = LazyLock::new(entries);
static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary {
    game: "graphs",
    opening: "graphs",
    header_words: &[],
    sorts: &[SortName {
        singular: "node",
        plural: "nodes",
    }],
    place: NODE,
    men: &[],
    words: ENTRIES.iter().map(|(word, _)| word.clone()).collect(),
    constants: Vec::new(),
    samples: Samples::default(),
});

impl Game for AndOr {
    fn vocabulary(&self) -> &Vocabulary {
        &VOCABULARY
    }

    fn read_header(&self, words: &[&str]) -> Result<Header, HeaderError> {
        plain::read_header("graphs", "graphs", words)
    }

    fn check_position(&self, position: &str, header: &Header) -> Result<(), TextError> {
        plain::check_position(self, position, header)
    }

    fn check_move(&self, position: &str, header: &Header, m: &str) -> Result<(), TextError> {
        plain::check_move(self, position, header, m)
    }
}

impl Rules for AndOr {
    type Position = GraphPosition;
    type Move = GraphMove;

    fn repeats(&self) -> bool {
        true
    }

    /// Theirs at an AND node. A node without successors is ours, so that there we have no move.
    fn turn(&self, position: &GraphPosition) -> Side {
        match position.node().kind {
            NodeKind::And => Side::Them,
            NodeKind::Or | NodeKind::Goal | NodeKind::Other => Side::Us,
        }
    }

    fn visit_moves(
        &self,
        position: &GraphPosition,
        mut visit: impl FnMut(GraphMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut successors = position.node().successors.iter();
        successors.try_for_each(|to| visit(GraphMove { to: *to }))
    }

    fn play(&self, position: &GraphPosition, m: GraphMove) -> GraphPosition {
        GraphPosition {
            graph: position.graph.clone(),
            node: m.to,
        }
    }
}

impl Meaning for AndOr {
    fn word(
        &self,
        word: WordId,
        position: &GraphPosition,
        _viewer: Side,
        args: &[Value],
    ) -> Option<Value> {
        Some(ENTRIES[usize::from(word.0)].1(position, args))
    }

    fn move_word(
        &self,
        word: WordId,
        position: &GraphPosition,
        _m: GraphMove,
        viewer: Side,
        args: &[Value],
    ) -> Option<Value> {
        self.word(word, position, viewer, args)
    }

    fn constant(&self, _constant: ConstantId, _viewer: Side) -> Item {
        panic!("graphs have no constants")
    }

    fn moves_man(&self, _position: &GraphPosition, _m: GraphMove, _man: Man) -> bool {
        panic!("graphs have no men")
    }

    fn moves_left(
        &self,
        _position: &GraphPosition,
        _m: GraphMove,
        _targets: &ItemSet,
    ) -> Option<i64> {
        None
    }

    fn origin(&self, position: &GraphPosition, _m: GraphMove) -> Option<Item> {
        Some(Item(position.node))
    }

    fn belongs(&self, _position: &GraphPosition, _header: &Header) -> bool {
        true
    }
}

impl Notation for AndOr {
    type View = ();

    fn arrow(&self, position: &GraphPosition, m: GraphMove) -> Option<(Item, Item)> {
        Some((Item(position.node), Item(m.to)))
    }

    fn read_position(
        &self,
        text: &str,
        _header: &Header,
    ) -> Result<(GraphPosition, ()), TextError> {
        let (graph, node) = text::read(text)?;
        let graph = Arc::new(graph);
        Ok((GraphPosition { graph, node }, ()))
    }

    fn write_position(&self, position: &GraphPosition, _view: ()) -> String {
        text::write(&position.graph, position.node)
    }

    /// A move is the name of the successor.
    fn read_move(
        &self,
        position: &GraphPosition,
        _view: (),
        text: &str,
    ) -> Result<GraphMove, TextError> {
        let name = text.trim();
        let to = self.read_item(position, (), NODE, name);
        let to = to.filter(|to| position.node().successors.contains(&to.0));
        to.map(|to| GraphMove { to: to.0 }).ok_or_else(|| {
            TextError::new(format!(
                "`{name}` is not a successor of `{}`",
                position.node().name
            ))
        })
    }

    fn write_move(&self, position: &GraphPosition, _view: (), m: GraphMove) -> String {
        position.graph.name(m.to).to_owned()
    }

    fn write_item(&self, position: &GraphPosition, _view: (), _sort: Sort, item: Item) -> String {
        position.graph.name(item.0).to_owned()
    }

    fn read_item(
        &self,
        position: &GraphPosition,
        _view: (),
        _sort: Sort,
        text: &str,
    ) -> Option<Item> {
        position.graph.numbers.get(text).copied().map(Item)
    }

    fn write_side(&self, side: Side, _view: ()) -> String {
        match side {
            Side::Us => "us".into(),
            Side::Them => "them".into(),
        }
    }
}

impl Fast for AndOr {
    type ManMoves = NoManMoves;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<GraphPosition, String> {
        let read = AndOr.read_position(text, &Header::default());
        read.map(|(position, ())| position)
            .map_err(|error| error.message)
    }

    #[test]
    fn graphs_survive_writing_and_reading() {
        for text in [
            "a = b and d; b = c or e; goal d e",
            "a = b and d\nb = c or e # two ways\n\ngoal d e",
            "goal x; y = x; from y",
            "from lonely",
            "z = a or b; b = z and c; goal a; from b",
            "nodes c b a; a = b or c",
        ] {
            let position = read(text).expect(text);
            let written = AndOr.write_position(&position, ());
            assert_eq!(read(&written), Ok(position.clone()), "{text} → {written}");
            for m in AndOr.legal_moves(&position) {
                let name = AndOr.write_move(&position, (), m);
                assert_eq!(AndOr.read_move(&position, (), &name), Ok(m));
            }
        }
    }

    #[test]
    fn the_graph_of_fig_6_has_its_nodes_and_sides() {
        let position = read("a = b and d").expect("a graph");
        assert_eq!(AndOr.turn(&position), Side::Them);
        let moves = AndOr.legal_moves(&position);
        let names: Vec<String> = moves
            .iter()
            .map(|m| AndOr.write_move(&position, (), *m))
            .collect();
        assert_eq!(names, ["b", "d"]);
        let leaf = AndOr.play(&position, moves[0]);
        assert!(AndOr.turn(&leaf) == Side::Us && !AndOr.has_moves(&leaf));
    }

    #[test]
    fn bad_text_is_refused_with_a_reason() {
        for (text, reason) in [
            (
                "",
                "expected a graph, such as `a = b and d; b = c or e; goal d e`",
            ),
            ("a = b and", "expected a node at the end of `a = b and`"),
            ("a = ", "expected a node at the end of `a = `"),
            (
                "a = b and c or d",
                "`a` is made with `and` or with `or`, not with both: name a part of it",
            ),
            ("a = b c", "expected `and` or `or`, found `c`"),
            ("a = b and b", "`b` is a successor of `a` twice"),
            ("a = b; a = c", "what `a` is made of is said twice"),
            ("a = b; goal a", "`a` has successors: it cannot be a goal"),
            ("goal a; a = b", "`a` is a goal: it has no successors"),
            ("goal", "expected the name of a node after `goal`"),
            ("a = 3", "expected the name of a node, found `3`"),
            ("= b", "expected the name of a node, found ``"),
            ("from a; from b", "a graph asks about one node: `from a`"),
            (
                "solve a",
                "expected `a = b and c`, `a = b or c` or `goal a`, found `solve a`",
            ),
        ] {
            assert_eq!(read(text), Err(reason.to_owned()), "{text}");
        }
        assert!(read(&"x".repeat(1 << 19)).is_err());
    }
}
