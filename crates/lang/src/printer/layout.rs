//! Lays a document out in lines: given text with places where it may be broken, the fewest breaks that fit.
//!
//! After Wadler, *A prettier printer*: a group stands on one line if it fits, and otherwise breaks at all of
//! its own places; the groups inside it are then asked in turn.

/// Text with places where it may be broken.
#[derive(Clone, Debug)]
pub(super) enum Doc {
    /// Stands as it is.
    Text(String),
    /// A blank, or the end of the line if the group around it is broken.
    Line,
    /// One after the other.
    Concat(Vec<Doc>),
    /// On one line if that fits.
    Group(Vec<Doc>),
    /// Lines that begin inside are this much further to the right.
    Indent(usize, Box<Doc>),
    /// Lines that begin inside begin in the column in which this begins.
    Align(Box<Doc>),
}

/// How far a continued line stands to the right of what it continues.
pub(super) const CONTINUED: usize = 4;

impl Doc {
    pub(super) fn text(text: impl Into<String>) -> Doc {
        Doc::Text(text.into())
    }

    /// Something that continues what stands before it.
    pub(super) fn continued(parts: Vec<Doc>) -> Doc {
        Doc::Indent(CONTINUED, Box::new(Doc::Concat(parts)))
    }

    /// A continuation that takes a line of its own if it does not fit on this one.
    pub(super) fn wrapped(mut parts: Vec<Doc>) -> Doc {
        parts.insert(0, Doc::Line);
        Doc::Indent(CONTINUED, Box::new(Doc::Group(parts)))
    }

    /// Items with commas, as many to a line as fit.
    pub(super) fn list(items: impl IntoIterator<Item = Doc>) -> Doc {
        let mut docs = Vec::new();
        for item in items {
            if docs.is_empty() {
                docs.push(item);
            } else {
                docs.push(Doc::text(","));
                docs.push(Doc::Group(vec![Doc::Line, item]));
            }
        }
        Doc::continued(docs)
    }

    /// The text of it, in lines of at most `width` columns where the places to break allow that.
    pub(super) fn render(&self, width: usize) -> String {
        let mut rendered = String::new();
        let mut column = 0;
        let mut stack = vec![(0, GroupMode::Broken, self)];
        while let Some((indent, mode, doc)) = stack.pop() {
            match doc {
                Doc::Text(text) => {
                    rendered.push_str(text);
                    column += text.chars().count();
                }
                Doc::Line if mode == GroupMode::Flat => {
                    rendered.push(' ');
                    column += 1;
                }
                Doc::Line => {
                    rendered.push('\n');
                    rendered.extend(std::iter::repeat_n(' ', indent));
                    column = indent;
                }
                Doc::Concat(parts) => {
                    stack.extend(parts.iter().rev().map(|part| (indent, mode, part)))
                }
                Doc::Group(parts) => {
                    let is_flat = mode == GroupMode::Flat
                        || fits(width.saturating_sub(column), parts, &stack);
                    let mode = if is_flat {
                        GroupMode::Flat
                    } else {
                        GroupMode::Broken
                    };
                    stack.extend(parts.iter().rev().map(|part| (indent, mode, part)));
                }
                Doc::Indent(by, inner) => stack.push((indent + by, mode, inner)),
                Doc::Align(inner) => stack.push((column, mode, inner)),
            }
        }
        rendered
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum GroupMode {
    Flat,
    Broken,
}

/// Does a group fit into the room when flat, with all that follows it up to the next place to break?
fn fits(mut room: usize, group: &[Doc], rest: &[(usize, GroupMode, &Doc)]) -> bool {
    let mut stack: Vec<(GroupMode, &Doc)> = group
        .iter()
        .rev()
        .map(|part| (GroupMode::Flat, part))
        .collect();
    let mut rest = rest.iter().rev().map(|&(_, mode, doc)| (mode, doc));
    while let Some((mode, doc)) = stack.pop().or_else(|| rest.next()) {
        match doc {
            Doc::Text(text) => match room.checked_sub(text.chars().count()) {
                Some(left) => room = left,
                None => return false,
            },
            Doc::Line if mode == GroupMode::Broken => return true,
            Doc::Line => match room.checked_sub(1) {
                Some(left) => room = left,
                None => return false,
            },
            Doc::Concat(parts) | Doc::Group(parts) => {
                stack.extend(parts.iter().rev().map(|part| (mode, part)));
            }
            Doc::Indent(_, inner) | Doc::Align(inner) => stack.push((mode, inner)),
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_breaks_everywhere_or_nowhere_and_a_list_where_it_must() {
        let text = |text: &str| Doc::text(text);
        let chain = |word: &str| {
            Doc::Group(vec![
                text("aaa"),
                Doc::Line,
                text(word),
                text(" bbb"),
                Doc::Line,
                text(word),
            ])
        };
        assert_eq!(chain("or").render(14), "aaa or bbb or");
        assert_eq!(chain("or").render(12), "aaa\nor bbb\nor");
        let list = Doc::Concat(vec![
            text("f("),
            Doc::list(["one", "two", "three"].map(text)),
            text(")"),
        ]);
        assert_eq!(list.render(12), "f(one, two,\n    three)");
        assert_eq!(
            list.render(17),
            "f(one, two,\n    three)",
            "the closing mark counts"
        );
        assert_eq!(list.render(18), "f(one, two, three)");
    }
}
