//! Changes of a text that mend a finding.

use crate::span::{SourceId, Span};

/// A change that mends a finding. What it does to the meaning is for the author to judge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What it does, as an order: ``write `rook_lost` ``.
    pub title: String,
    /// The edits, which do not overlap, in the order of their places.
    pub edits: Vec<Edit>,
}

/// One replacement in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What is replaced; an empty place for an insertion.
    pub span: Span,
    /// What stands there afterwards.
    pub new_text: String,
}

impl Fix {
    /// Some edits at once.
    pub fn new(title: impl Into<String>, mut edits: Vec<Edit>) -> Fix {
        edits.sort_by_key(|edit| edit.span);
        Fix {
            title: title.into(),
            edits,
        }
    }

    /// Replaces a place, and says so.
    pub fn replace(span: Span, new_text: impl Into<String>) -> Fix {
        let new_text = new_text.into();
        Fix::new(
            format!("write `{}`", new_text.trim()),
            vec![Edit { span, new_text }],
        )
    }

    /// Takes a place out of the text.
    pub fn remove(span: Span) -> Fix {
        Fix::new("leave it out", vec![Edit::new(span, "")])
    }

    /// Puts something before and after a place.
    pub fn around(span: Span, before: &str, after: &str) -> Fix {
        Fix::new(
            format!("write `{before}…{after}`"),
            Edit::around(span, before, after),
        )
    }

    /// A text after the edits that are for it.
    pub fn apply(&self, source: SourceId, text: &str) -> String {
        let mut changed = String::with_capacity(text.len());
        let mut at = 0;
        for edit in self.edits.iter().filter(|edit| edit.span.source == source) {
            let range = edit.span.range();
            changed.push_str(&text[at..range.start]);
            changed.push_str(&edit.new_text);
            at = range.end;
        }
        changed + &text[at..]
    }
}

impl Edit {
    /// A replacement.
    pub fn new(span: Span, new_text: impl Into<String>) -> Edit {
        Edit {
            span,
            new_text: new_text.into(),
        }
    }

    /// Insertions before and after a place.
    pub(crate) fn around(span: Span, before: &str, after: &str) -> Vec<Edit> {
        vec![
            Edit::new(span.before(), before),
            Edit::new(span.after(), after),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_made_in_the_order_of_their_places() {
        let of = |start, end| Span::new(start, end);
        let fix = Fix::new(
            "t",
            vec![
                Edit::new(of(6, 7), "d"),
                Edit::new(of(0, 0), "def "),
                Edit::new(of(2, 3), ""),
            ],
        );
        assert_eq!(fix.apply(SourceId::MAIN, "a = b c"), "def a  b d");
        assert_eq!(fix.apply(SourceId(1), "a = b c"), "a = b c");
    }
}
