//! How two texts differ, line by line.

/// How many equal lines are shown around a change.
const AROUND: usize = 2;

/// The lines that differ, and a few around them: `-` was expected, `+` was found.
/// The expected text begins in the line with this number.
pub(super) fn difference(expected: &str, found: &str, first_line: usize) -> String {
    let edits = edits(expected, found, first_line);
    let is_near = |idx: usize| {
        let around = &edits[idx.saturating_sub(AROUND)..edits.len().min(idx + AROUND + 1)];
        around.iter().any(|(mark, ..)| *mark != ' ')
    };
    let mut shown = String::new();
    for (idx, (mark, line, text)) in edits.iter().enumerate() {
        if is_near(idx) {
            shown += &format!("{line:>6} {mark} {text}\n");
        } else if idx > 0 && is_near(idx - 1) {
            shown += "       …\n";
        }
    }
    shown
}

/// All lines of both texts: a mark, the number of a line, and what stands there.
fn edits<'a>(expected: &'a str, found: &'a str, first_line: usize) -> Vec<(char, usize, &'a str)> {
    let old: Vec<&str> = expected.lines().collect();
    let new: Vec<&str> = found.lines().collect();
    // How many lines the two have in common, in order, from these lines on.
    let mut common = vec![vec![0; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = match old[i] == new[j] {
                true => common[i + 1][j + 1] + 1,
                false => common[i + 1][j].max(common[i][j + 1]),
            };
        }
    }
    let (mut i, mut j, mut edits) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        let is_end = (i == old.len(), j == new.len());
        let line = first_line + i;
        if is_end == (false, false) && old[i] == new[j] {
            edits.push((' ', line, old[i]));
            (i, j) = (i + 1, j + 1);
        } else if is_end.1 || (!is_end.0 && common[i + 1][j] >= common[i][j + 1]) {
            edits.push(('-', line, old[i]));
            i += 1;
        } else {
            edits.push(('+', line, new[j]));
            j += 1;
        }
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(expected: &str, found: &str, shown: &str) {
        assert_eq!(difference(expected, found, 10), shown);
    }

    #[test]
    fn changed_lines_are_shown_with_their_neighbours() {
        check("a\nb\n", "a\nb\n", "");
        check(
            "a\nb\nc\nd\n",
            "b\nc\nd\n",
            "    10 - a\n    11   b\n    12   c\n       …\n",
        );
        check(
            "a\nb\nc\nd\ne\nf\n",
            "a\nb\nc\nD\ne\nf\n",
            "    11   b\n    12   c\n    13 - d\n    14 + D\n    14   e\n    15   f\n",
        );
        check("a\n", "", "    10 - a\n");
        check("a\n", "a\nb\nc\n", "    10   a\n    11 + b\n    11 + c\n");
        check("x\na\n", "a\n", "    10 - x\n    11   a\n");
    }
}
