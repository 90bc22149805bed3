//! A draw for the side that is lost: checks that never end, or stalemate.
//!
//! Our first move may be any, and after it we only give check; their answers are all legal moves. The positions that
//! can be reached so are a graph, and a draw is a part of it that they cannot leave: in each of our positions a check
//! stays inside, in each of theirs every answer does. So it is decided by taking away what fails until nothing does;
//! what the budget did not reach counts as failed.

use domain::{Stopped, Watch};
use rustc_hash::FxHashMap;
use shakmaty::san::SanPlus;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position};

/// The most plies of the line that is shown.
const MAX_LINE: usize = 24;

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawReport {
    /// How the draw comes about, if there is one.
    pub end: Option<DrawEnd>,
    /// Why the search stopped before it had seen everything.
    pub stopped: Option<Stopped>,
    /// A line that shows it, up to the stalemate or until a position comes back.
    pub line: Vec<String>,
    /// Positions looked at.
    pub positions: u64,
}

/// How a line ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawEnd {
    /// The checks go on for ever.
    PerpetualCheck,
    /// Somebody is stalemated.
    Stalemate,
    /// Nobody has enough men left to mate.
    DeadPosition,
}

impl DrawEnd {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            DrawEnd::PerpetualCheck => "perpetual check",
            DrawEnd::Stalemate => "stalemate",
            DrawEnd::DeadPosition => "too few men left to mate",
        }
    }
}

/// Looks for a draw by force. The budget of the watch is the number of positions of a graph.
pub fn find_draw(position: &Chess, watch: &Watch) -> DrawReport {
    let mut positions = 0;
    let mut stopped = None;
    // A check at once is more likely, and its graph is small.
    for first in [FirstMove::Check, FirstMove::Any] {
        let mut graph = DrawGraph::default();
        graph.visit(position.clone());
        stopped = graph.grow(first, watch);
        graph.prune();
        positions += graph.nodes.len() as u64;
        if graph.nodes[0].is_alive {
            let (line, end) = graph.line();
            return DrawReport {
                end: Some(end),
                stopped: None,
                line,
                positions,
            };
        }
    }
    DrawReport {
        end: None,
        stopped,
        line: Vec::new(),
        positions,
    }
}

/// What we may begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FirstMove {
    Check,
    Any,
}

/// A position of the graph.
struct DrawNode {
    position: Chess,
    is_ours: bool,
    moves: Vec<(Move, usize)>,
    /// Is the game over, and how?
    end: Option<DrawEnd>,
    /// Not failed yet.
    is_alive: bool,
    /// Have its moves been looked at?
    is_grown: bool,
}

#[derive(Default)]
struct DrawGraph {
    nodes: Vec<DrawNode>,
    known: FxHashMap<u64, usize>,
}

impl DrawGraph {
    fn visit(&mut self, position: Chess) -> usize {
        let Zobrist64(hash) = position.zobrist_hash(EnPassantMode::Legal);
        if let Some(idx) = self.known.get(&hash) {
            return *idx;
        }
        let idx = self.nodes.len();
        let first = self.nodes.first();
        let is_ours = first.is_none_or(|first| first.position.turn() == position.turn());
        let end = if position.is_insufficient_material() {
            Some(DrawEnd::DeadPosition)
        } else if position.is_stalemate() {
            Some(DrawEnd::Stalemate)
        } else {
            None
        };
        self.known.insert(hash, idx);
        self.nodes.push(DrawNode {
            // Where they have no move and are in check, we have mated: better than a draw.
            is_alive: !(is_ours && position.is_checkmate()),
            is_grown: end.is_some() || position.is_checkmate(),
            position,
            is_ours,
            moves: Vec::new(),
            end,
        });
        idx
    }

    /// Looks at one position after the other, nearest first.
    fn grow(&mut self, first: FirstMove, watch: &Watch) -> Option<Stopped> {
        let mut next = 0;
        while next < self.nodes.len() {
            if let Err(stopped) = watch.check() {
                return Some(stopped);
            }
            if self.nodes.len() as u64 > watch.max_nodes() {
                return Some(Stopped::Nodes(watch.max_nodes()));
            }
            let node = &self.nodes[next];
            if !node.is_grown {
                let (position, is_ours) = (node.position.clone(), node.is_ours);
                let mut moves = Vec::new();
                for m in position.legal_moves() {
                    let mut after = position.clone();
                    after.play_unchecked(m);
                    let is_free = next == 0 && first == FirstMove::Any;
                    if is_free || !is_ours || after.is_check() {
                        moves.push((m, self.visit(after)));
                    }
                }
                let node = &mut self.nodes[next];
                node.moves = moves;
                node.is_grown = true;
            }
            next += 1;
        }
        None
    }

    /// Takes away what fails, until nothing does.
    fn prune(&mut self) {
        for node in &mut self.nodes {
            node.is_alive &= node.is_grown;
        }
        loop {
            let mut is_changed = false;
            for idx in (0..self.nodes.len()).rev() {
                let node = &self.nodes[idx];
                if !node.is_alive || node.end.is_some() || node.position.is_checkmate() {
                    continue;
                }
                let mut moves = node.moves.iter();
                let stays = |(_, after): &(Move, usize)| self.nodes[*after].is_alive;
                let is_alive = match node.is_ours {
                    true => moves.any(stays),
                    false => moves.all(stays),
                };
                self.nodes[idx].is_alive = is_alive;
                is_changed |= !is_alive;
            }
            if !is_changed {
                return;
            }
        }
    }

    /// A line inside what is alive. We make for an end of the game, if there is one near; they avoid it while they can.
    fn line(&self) -> (Vec<String>, DrawEnd) {
        let (mut line, mut way, mut idx) = (Vec::new(), Vec::new(), 0);
        loop {
            let node = &self.nodes[idx];
            if let Some(end) = node.end {
                return (line, end);
            }
            if way.contains(&idx) {
                return (line, DrawEnd::PerpetualCheck);
            }
            way.push(idx);
            let alive = node.moves.iter().filter(|(_, after)| {
                let after = &self.nodes[*after];
                after.is_alive && !after.position.is_checkmate()
            });
            // A check before a quiet move, and what is known before what is new: the line is short.
            let next = alive.min_by_key(|(m, after)| {
                let next = &self.nodes[*after];
                match node.is_ours {
                    true => (!next.position.is_check(), !way.contains(after), false),
                    // They take what is offered: that shows the idea.
                    false => (next.end.is_none(), !m.is_capture(), !way.contains(after)),
                }
            });
            let (Some((m, after)), true) = (next, line.len() < MAX_LINE) else {
                return (line, DrawEnd::PerpetualCheck);
            };
            line.push(SanPlus::from_move(node.position.clone(), *m).to_string());
            idx = *after;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fen: &str, expected: Option<DrawEnd>, first: &[&str]) {
        let position = chess::read_fen(fen).unwrap();
        let found = find_draw(&position, &Watch::nodes(20_000));
        assert_eq!(found.end, expected, "{fen}: {found:?}");
        let begins = first.is_empty() || found.line.first().is_some_and(|m| first.contains(&&**m));
        assert!(begins, "{fen}: {found:?}");
    }

    #[test]
    fn the_side_that_is_lost_draws() {
        // The queen goes from h5 to e8 and back: the king has one answer each time.
        check(
            "6k1/6p1/8/7Q/8/8/qr6/7K w - -",
            Some(DrawEnd::PerpetualCheck),
            &["Qe8+"],
        );
        // The queen is taken with check.
        check(
            "7k/8/5KQ1/8/8/8/8/6r1 b - -",
            Some(DrawEnd::DeadPosition),
            &["Rxg6+"],
        );
    }

    #[test]
    fn a_lost_position_is_not_called_drawn() {
        check("8/8/8/8/8/1k6/1q6/K7 w - -", None, &[]);
        check("4k3/8/8/8/8/8/4q3/4K2r w - -", None, &[]);
    }
}
