//! Heaps of matches: a row for each heap, and whose turn it is.

use domain::{Header, Notation, Side};
use games::Nim;

use super::{Mark, Style, WHITE, painted};

/// Rows of heaps; further heaps are only counted.
const MAX_ROWS: usize = 10;
/// Matches that are drawn of one heap, in bundles.
const MAX_MATCHES: u64 = 20;
const BUNDLE: u64 = 5;

/// The lines of the picture; none if the text is no position.
pub(super) fn draw(position: &str, marks: &[(String, Mark)], style: Style) -> Option<Vec<String>> {
    let (position, ()) = Nim.read_position(position, &Header::default()).ok()?;
    let n_heaps = position.heaps.len();
    let mut mark_of: Vec<Option<Mark>> = vec![None; n_heaps];
    for (place, mark) in marks {
        let number = place.strip_prefix("heap ").unwrap_or(place);
        let idx = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        if let Some(slot) = idx.and_then(|idx| mark_of.get_mut(idx)) {
            *slot = Some(*mark);
        }
    }
    // Where there are too many heaps, marked ones come first.
    let n_rows = if n_heaps > MAX_ROWS {
        MAX_ROWS - 1
    } else {
        n_heaps
    };
    let mut shown: Vec<usize> = (0..n_heaps).collect();
    shown.sort_by_key(|&idx| mark_of[idx].is_none());
    shown.truncate(n_rows);
    shown.sort_unstable();
    let width = shown.last().map_or(1, |idx| (idx + 1).to_string().len());
    let mut lines: Vec<String> = shown
        .iter()
        .map(|&idx| {
            let label = label(idx + 1, width, mark_of[idx], style);
            format!("{label} {}", row(position.heaps[idx], style))
        })
        .collect();
    if n_rows < n_heaps {
        let n_hidden = n_heaps - n_rows;
        lines.push(format!(" and {n_hidden} more heaps"));
    }
    lines.push(match position.turn {
        Side::Us => " It is our turn".into(),
        Side::Them => " It is their turn".into(),
    });
    Some(lines)
}

/// ` 2:`, or `[2]` where the heap is marked.
fn label(number: usize, width: usize, mark: Option<Mark>, style: Style) -> String {
    let number = format!("{number:>width$}");
    match mark {
        None => format!(" {number}:"),
        Some(mark) if style.colour => {
            format!(
                "{}:",
                painted(&format!(" {number}"), WHITE, mark.background())
            )
        }
        Some(mark) => {
            let (open, close) = mark.brackets();
            format!("{open}{number}{close}")
        }
    }
}

/// The matches and their number: `||||| ||  7`.
fn row(n_matches: u64, style: Style) -> String {
    let stick = if style.unicode { '╿' } else { '|' };
    let mut row = String::new();
    for idx in 0..n_matches.min(MAX_MATCHES) {
        if idx > 0 && idx % BUNDLE == 0 {
            row.push(' ');
        }
        row.push(stick);
    }
    if n_matches > MAX_MATCHES {
        row.push_str(if style.unicode { " …" } else { " ..." });
    }
    if n_matches > 0 {
        row.push_str("  ");
    }
    row + &n_matches.to_string()
}
