//! Trees and statistics as AL2 printed them, and the way down a tree along the moves of a game.
//!
//! A tree is laid out as in Fig. 3 of the paper: a column for each ply, the first branch of a node on its own line,
//! the others below it in their column, and a stroke where a line ends.
//!
//! ```text
//! Kc2  Ke7  Kb3  Kd6  Kb4  Kc6 /
//!                          Kd5 /
//!                Ke6  Kc4  Kd6 /
//! ```

use std::fmt::Write;

use domain::Notation;

use crate::tree::{NodeId, Tree};

/// No further line is started beyond this many cells: very deep trees have wide lines.
const MAX_CELLS: usize = 1 << 20;

/// A line of the figure: the column in which it begins, and the contents of that column and the following ones.
struct FigureLine {
    column: usize,
    cells: Vec<String>,
}

/// Prints a tree whose moves are legal from the root on, with at most `max_lines` of its lines.
///
/// Where lines are left out, one more line says how many. Only the printed part is unfolded, however large the tree.
pub fn show<D: Notation>(
    domain: &D,
    root: &D::Position,
    view: D::View,
    tree: &Tree<D::Move>,
    max_lines: usize,
) -> String {
    let step = |position: &D::Position, m: D::Move| {
        let written = domain.write_move(position, view, m);
        (written, domain.play(position, m))
    };
    figure(tree, root.clone(), step, max_lines)
}

/// Prints a tree whose moves are written already, as [`show`] does.
pub fn show_written(tree: &Tree<&str>, max_lines: usize) -> String {
    figure(tree, (), |(), m| (m.to_owned(), ()), max_lines)
}

/// The figure of a tree, by the step from a position and a move to the move's text and the next position.
fn figure<P, M: Copy>(
    tree: &Tree<M>,
    root: P,
    step: impl Fn(&P, M) -> (String, P),
    max_lines: usize,
) -> String {
    let lines = first_lines(tree, root, step, max_lines);
    let mut widths: Vec<usize> = Vec::new();
    for line in &lines {
        for (column, cell) in (line.column..).zip(&line.cells) {
            widths.resize(widths.len().max(column + 1), 0);
            widths[column] = widths[column].max(width(cell));
        }
    }
    let mut text = String::new();
    for FigureLine { column, cells } in &lines {
        let indent: usize = widths[..*column].iter().map(|width| width + 2).sum();
        text.push_str(&" ".repeat(indent));
        let Some((last, cells)) = cells.split_last() else {
            text.push_str("/\n");
            continue;
        };
        for (column, cell) in (*column..).zip(cells) {
            text.push_str(cell);
            text.push_str(&" ".repeat(widths[column] - width(cell) + 2));
        }
        text.push_str(last);
        text.push_str(" /\n");
    }
    let n_lines = n_lines(tree);
    let left_out = n_lines - lines.len() as u64;
    match left_out {
        0 => {}
        1 => text.push_str("… and 1 more line\n"),
        _ if n_lines == u64::MAX => text.push_str("… and more lines than can be counted\n"),
        _ => writeln!(text, "… and {left_out} more lines").expect("a string takes any text"),
    }
    text
}

/// How wide a text is on the screen, as far as the moves of games go.
fn width(text: &str) -> usize {
    text.chars().count()
}

/// How many lines the whole figure has: one for each end of a line of play. As many as fit in a `u64`.
fn n_lines<M: Copy>(tree: &Tree<M>) -> u64 {
    let mut counts: Vec<u64> = Vec::with_capacity(tree.nodes().len());
    for branches in tree.nodes() {
        let below = branches.iter().map(|(_, to)| counts[to.idx()]);
        counts.push(below.fold(0, u64::saturating_add).max(1));
    }
    counts[tree.root().idx()]
}

fn first_lines<P, M: Copy>(
    tree: &Tree<M>,
    root: P,
    step: impl Fn(&P, M) -> (String, P),
    max_lines: usize,
) -> Vec<FigureLine> {
    let mut lines = Vec::new();
    let mut n_cells = 0;
    // From the root to the node at hand: the node, its position, and the branch that comes next.
    let mut path = vec![(tree.root(), root, 0)];
    let mut line = FigureLine {
        column: 0,
        cells: Vec::new(),
    };
    while let Some((node, position, next)) = path.last_mut() {
        if lines.len() >= max_lines || n_cells > MAX_CELLS {
            break;
        }
        let branches = tree.branches(*node);
        match branches.get(*next) {
            Some((m, to)) => {
                *next += 1;
                let (written, position) = step(position, *m);
                line.cells.push(written);
                path.push((*to, position, 0));
            }
            None => {
                if branches.is_empty() {
                    n_cells += line.column + line.cells.len();
                    lines.push(line);
                }
                path.pop();
                // The next branch, if there is one, begins a line in the column of its ply.
                line = FigureLine {
                    column: path.len().saturating_sub(1),
                    cells: Vec::new(),
                };
            }
        }
    }
    lines
}

/// Prints what each piece cost, as in Fig. 4: its number, its name, and its positions in all and by depth, from 1.
///
/// ```text
/// ADVICE        NODES  1  2  3
/// 1 push_pawn      19  1  5 13
/// NODES = 19
/// ```
pub fn show_statistics(rows: &[(usize, &str, &[u64])]) -> String {
    let deepest = rows
        .iter()
        .map(|(_, _, by_depth)| by_depth.len())
        .max()
        .unwrap_or(0);
    let mut table = vec![vec!["ADVICE".to_owned(), "NODES".to_owned()]];
    table[0].extend((1..=deepest).map(|depth| depth.to_string()));
    for (number, name, by_depth) in rows {
        let nodes: u64 = by_depth.iter().sum();
        let mut row = vec![format!("{number} {name}"), nodes.to_string()];
        row.extend((0..deepest).map(|idx| by_depth.get(idx).unwrap_or(&0).to_string()));
        table.push(row);
    }
    let widths: Vec<usize> = (0..deepest + 2)
        .map(|column| {
            table
                .iter()
                .map(|row| width(&row[column]))
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for row in &table {
        text.push_str(&row[0]);
        text.push_str(&" ".repeat(widths[0] - width(&row[0])));
        for (cell, wide) in row.iter().zip(&widths).skip(1) {
            text.push_str(&" ".repeat(2 + wide - width(cell)));
            text.push_str(cell);
        }
        text.push('\n');
    }
    let nodes: u64 = rows.iter().flat_map(|(_, _, by_depth)| *by_depth).sum();
    writeln!(text, "NODES = {nodes}").expect("a string takes any text");
    text
}

impl<M: Copy + Eq> Tree<M> {
    /// The node that the moves played so far lead to, or nothing where they have left the tree.
    pub fn follow(&self, moves: &[M]) -> Option<NodeId> {
        moves.iter().try_fold(self.root(), |node, played| {
            self.branches(node)
                .iter()
                .find(|(m, _)| m == played)
                .map(|(_, to)| *to)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::TreeBuilder;
    use domain::Header;
    use games::nim::{Nim, NimMove, NimPosition};

    fn position(text: &str) -> NimPosition {
        Nim.read_position(text, &Header::default())
            .expect("a Nim position")
            .0
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_move() {
        let mut builder = TreeBuilder::default();
        let leaf = builder.node(vec![]);
        let mate = builder.node(vec![(NimMove { heap: 0, left: 0 }, leaf)]);
        let replies = builder.node(vec![
            (NimMove { heap: 0, left: 0 }, leaf),
            (NimMove { heap: 1, left: 2 }, mate),
            (NimMove { heap: 1, left: 10 }, leaf),
        ]);
        let root = builder.node(vec![(NimMove { heap: 0, left: 1 }, replies)]);
        let tree = builder.tree(root);
        let shown = |max_lines| show(&Nim, &position("2 12"), (), &tree, max_lines);
        assert_eq!(shown(9), "2→1  1→0 /\n     12→2   1→0 /\n     12→10 /\n");
        assert_eq!(
            shown(2),
            "2→1  1→0 /\n     12→2  1→0 /\n… and 1 more line\n"
        );
        assert_eq!(shown(0), "… and 3 more lines\n");
        assert_eq!(show(&Nim, &position("2 12"), (), &Tree::leaf(), 9), "/\n");
    }

    #[test]
    fn a_tree_of_countless_lines_is_shown_at_once() {
        let mut builder = TreeBuilder::default();
        let mut node = builder.node(vec![]);
        for left in 0..200 {
            node = builder.node(vec![
                (NimMove { heap: 0, left }, node),
                (NimMove { heap: 1, left }, node),
            ]);
        }
        let tree = builder.tree(node);
        let text = show(&Nim, &position("200 200"), (), &tree, 3);
        assert_eq!(text.lines().count(), 4);
        assert!(
            text.ends_with("… and more lines than can be counted\n"),
            "{text}"
        );
    }

    #[test]
    fn a_tree_is_followed_while_the_game_stays_in_it() {
        let mut builder = TreeBuilder::default();
        let leaf = builder.node(vec![]);
        let both = builder.node(vec![(1, leaf), (2, leaf)]);
        let root = builder.node(vec![(0, both)]);
        let tree = builder.tree(root);
        assert_eq!(tree.follow(&[]), Some(tree.root()));
        assert_eq!(tree.follow(&[0, 2]).map(NodeId::idx), Some(0));
        assert_eq!(tree.follow(&[0, 3]), None);
        assert_eq!(tree.follow(&[0, 2, 1]), None);
    }

    #[test]
    fn statistics_are_printed_as_in_the_paper() {
        let push: &[u64] = &[1, 5, 1, 5, 1, 4, 1, 1];
        let bring: &[u64] = &[3, 9, 6, 15, 10, 15];
        let rows = [(1, "push_pawn", push), (2, "bring_king_in_front", bring)];
        let expected = "\
ADVICE                 NODES  1  2  3   4   5   6  7  8
1 push_pawn               19  1  5  1   5   1   4  1  1
2 bring_king_in_front     58  3  9  6  15  10  15  0  0
NODES = 77
";
        assert_eq!(show_statistics(&rows), expected);
        assert_eq!(show_statistics(&[]), "ADVICE  NODES\nNODES = 0\n");
    }
}
