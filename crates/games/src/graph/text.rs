//! A graph as text: `a = b and d; b = c or e; goal d e`.
//!
//! A line, or the text between two `;`, gives the successors of a node or names goals. The problem is the first node
//! that is named, unless `from b` names another. `#` starts a comment.

use std::collections::HashMap;
use std::fmt::Write;

use domain::TextError;

use super::{Graph, GraphNode, NodeKind};

/// Text longer than this is refused, so that untrusted text cannot exhaust memory.
const MAX_TEXT: usize = 1 << 18;

/// No graph has more nodes.
const MAX_NODES: usize = 10_000;

/// Reads a graph and the node it asks about.
pub(super) fn read(text: &str) -> Result<(Graph, u32), TextError> {
    if text.len() > MAX_TEXT {
        return Err(TextError::new(format!(
            "the text of a graph is at most {MAX_TEXT} characters long"
        )));
    }
    let mut reader = GraphReader::default();
    for line in text.lines() {
        let line = line.split_once('#').map_or(line, |(said, _remark)| said);
        for said in line.split(';').map(str::trim) {
            if !said.is_empty() {
                reader.statement(said)?;
            }
        }
    }
    reader.finish()
}

/// Writes a graph and the node it asks about, on one line.
pub(super) fn write(graph: &Graph, from: u32) -> String {
    let mut said: Vec<String> = Vec::new();
    for node in &graph.nodes {
        let word = match node.kind {
            NodeKind::And => " and ",
            NodeKind::Or => " or ",
            NodeKind::Goal | NodeKind::Other => continue,
        };
        let names: Vec<&str> = node.successors.iter().map(|idx| graph.name(*idx)).collect();
        said.push(format!("{} = {}", node.name, names.join(word)));
    }
    let goals = graph
        .nodes
        .iter()
        .filter(|node| node.kind == NodeKind::Goal);
    let goals: Vec<&str> = goals.map(|node| node.name.as_str()).collect();
    if !goals.is_empty() {
        said.push(format!("goal {}", goals.join(" ")));
    }
    // Nodes are numbered in order of appearance, so the text must name them in the same order to read back as the same
    // graph.
    let order = read(&said.join("; ")).ok();
    let in_order = order.is_some_and(|(again, _)| again == *graph);
    let mut text = String::new();
    if !in_order {
        let names: Vec<&str> = graph.nodes.iter().map(|node| node.name.as_str()).collect();
        let _ = write!(text, "nodes {}; ", names.join(" "));
    }
    text += &said.join("; ");
    if from != 0 || text.is_empty() {
        let _ = write!(text, "; from {}", graph.name(from));
    }
    text.trim_start_matches("; ")
        .trim_end_matches("; ")
        .to_owned()
}

#[derive(Default)]
struct GraphReader {
    nodes: Vec<GraphNode>,
    numbers: HashMap<String, u32>,
    from: Option<u32>,
}

impl GraphReader {
    fn statement(&mut self, said: &str) -> Result<(), TextError> {
        if let Some((name, parts)) = said.split_once('=') {
            return self.node_is(name.trim(), parts);
        }
        let mut words = said.split_whitespace();
        let first = words.next().unwrap_or_default();
        let names: Vec<&str> = words.collect();
        match first {
            "goal" | "from" | "nodes" if names.is_empty() => Err(TextError::new(format!(
                "expected the name of a node after `{first}`"
            ))),
            "goal" => names.into_iter().try_for_each(|name| self.goal(name)),
            "nodes" => names
                .into_iter()
                .try_for_each(|name| self.node(name).map(|_| ())),
            "from" => {
                if names.len() > 1 || self.from.is_some() {
                    return Err(TextError::new("a graph asks about one node: `from a`"));
                }
                self.from = Some(self.node(names[0])?);
                Ok(())
            }
            _ => Err(TextError::new(format!(
                "expected `a = b and c`, `a = b or c` or `goal a`, found `{said}`"
            ))),
        }
    }

    fn node_is(&mut self, name: &str, parts: &str) -> Result<(), TextError> {
        let node = self.node(name)?;
        match self.nodes[node as usize].kind {
            NodeKind::Other => {}
            NodeKind::Goal => {
                return Err(TextError::new(format!(
                    "`{name}` is a goal: it has no successors"
                )));
            }
            NodeKind::And | NodeKind::Or => {
                return Err(TextError::new(format!(
                    "what `{name}` is made of is said twice"
                )));
            }
        }
        let words: Vec<&str> = parts.split_whitespace().collect();
        let mut kind = None;
        let mut successors = Vec::new();
        for (idx, word) in words.iter().enumerate() {
            if idx.is_multiple_of(2) {
                let successor = self.node(word)?;
                if successors.contains(&successor) {
                    return Err(TextError::new(format!(
                        "`{word}` is a successor of `{name}` twice"
                    )));
                }
                successors.push(successor);
                continue;
            }
            let found = match *word {
                "and" => NodeKind::And,
                "or" => NodeKind::Or,
                _ => {
                    return Err(TextError::new(format!(
                        "expected `and` or `or`, found `{word}`"
                    )));
                }
            };
            if *kind.get_or_insert(found) != found {
                return Err(TextError::new(format!(
                    "`{name}` is made with `and` or with `or`, not with both: name a part of it"
                )));
            }
        }
        if words.len().is_multiple_of(2) {
            return Err(TextError::new(format!(
                "expected a node at the end of `{name} = {}`",
                parts.trim()
            )));
        }
        // The order of successors has no meaning.
        successors.sort_unstable();
        self.nodes[node as usize].kind = kind.unwrap_or(NodeKind::Or);
        self.nodes[node as usize].successors = successors;
        Ok(())
    }

    fn goal(&mut self, name: &str) -> Result<(), TextError> {
        let node = self.node(name)?;
        let node = &mut self.nodes[node as usize];
        match node.kind {
            NodeKind::Goal | NodeKind::Other => {
                node.kind = NodeKind::Goal;
                Ok(())
            }
            NodeKind::And | NodeKind::Or => Err(TextError::new(format!(
                "`{name}` has successors: it cannot be a goal"
            ))),
        }
    }

    fn node(&mut self, name: &str) -> Result<u32, TextError> {
        if let Some(number) = self.numbers.get(name) {
            return Ok(*number);
        }
        let is_word = name.chars().all(|c| c.is_alphanumeric() || c == '_')
            && name
                .chars()
                .next()
                .is_some_and(|c| c.is_alphabetic() || c == '_');
        if !is_word || ["and", "or", "goal", "from", "nodes"].contains(&name) {
            return Err(TextError::new(format!(
                "expected the name of a node, found `{name}`"
            )));
        }
        if self.nodes.len() == MAX_NODES {
            return Err(TextError::new(format!(
                "a graph has at most {MAX_NODES} nodes"
            )));
        }
        let number = self.nodes.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        self.nodes.push(GraphNode {
            name: name.to_owned(),
            kind: NodeKind::Other,
            successors: Vec::new(),
        });
        Ok(number)
    }

    fn finish(self) -> Result<(Graph, u32), TextError> {
        if self.nodes.is_empty() {
            return Err(TextError::new(
                "expected a graph, such as `a = b and d; b = c or e; goal d e`",
            ));
        }
        let graph = Graph {
            nodes: self.nodes,
            numbers: self.numbers,
        };
        Ok((graph, self.from.unwrap_or(0)))
    }
}
