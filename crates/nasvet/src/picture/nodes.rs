//! A node of a graph: what it is made of, and whose turn it is to choose.

use domain::{Header, Notation, Rules, Side};
use games::AndOr;

use super::Mark;

/// Rows of successors; further ones are only counted.
const MAX_ROWS: usize = 8;

/// The lines of the picture; none if the text is no position.
pub(super) fn draw(position: &str, marks: &[(String, Mark)]) -> Option<Vec<String>> {
    let (position, ()) = AndOr.read_position(position, &Header::default()).ok()?;
    let is_marked = marks.iter().any(|(place, _)| place == position.name());
    let here = if is_marked {
        format!("[{}]", position.name())
    } else {
        position.name().to_owned()
    };
    let moves = AndOr.legal_moves(&position);
    let sentence = match (AndOr.turn(&position), moves.is_empty()) {
        (_, true) if position.is_goal() => "is a goal",
        (_, true) => "is made of nothing",
        (Side::Us, false) => "needs one of these:",
        (Side::Them, false) => "needs all of these:",
    };
    let mut lines = vec![format!(" {here} {sentence}")];
    for m in moves.iter().take(MAX_ROWS) {
        let next = AndOr.play(&position, *m);
        let remark = if next.is_goal() { " (a goal)" } else { "" };
        lines.push(format!("   {}{remark}", next.name()));
    }
    if moves.len() > MAX_ROWS {
        lines.push(format!("   and {} more", moves.len() - MAX_ROWS));
    }
    lines.push(match AndOr.turn(&position) {
        Side::Us => " It is our turn".into(),
        Side::Them => " It is their turn".into(),
    });
    Some(lines)
}
