//! The text of a program, for comments beside its clauses.

use lang::{Source, Span};

/// The chapter and the libraries that it imports.
pub(crate) struct Sources<'a> {
    chapter: &'a Source,
    libraries: &'a [Source],
}

impl<'a> Sources<'a> {
    pub(crate) fn new(chapter: &'a Source, libraries: &'a [Source]) -> Sources<'a> {
        Sources { chapter, libraries }
    }

    fn source_of(&self, span: Span) -> &'a Source {
        let mut libraries = self.libraries.iter();
        let library = libraries.find(|library| library.id() == span.source);
        library.unwrap_or(self.chapter)
    }

    /// The lines from a name to the end of its body, as numbered comments.
    pub(crate) fn definition(&self, name: Span, body: Span) -> String {
        comment(self.source_of(name), name.start as usize, body.end as usize)
    }

    /// The lines from a name to its closing brace.
    pub(crate) fn in_braces(&self, name: Span) -> String {
        let source = self.source_of(name);
        let end = closing_brace(&source.program, name.end as usize);
        comment(source, name.start as usize, end)
    }

    /// The lines of a span.
    pub(crate) fn lines(&self, span: Span) -> String {
        comment(self.source_of(span), span.start as usize, span.end as usize)
    }
}

/// Whole lines of a source as numbered comments.
fn comment(source: &Source, start: usize, end: usize) -> String {
    let (text, end) = (&source.program, end.min(source.program.len()));
    let from = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let to = text[end..]
        .find('\n')
        .map_or(text.len(), |newline| end + newline);
    let first = 1 + text[..from].matches('\n').count();
    (first..)
        .zip(text[from..to].lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| format!("% {number:>3}  {}\n", line.trim_end()))
        .collect()
}

/// The end of the brace that closes the first one after an offset, ignoring braces in texts.
fn closing_brace(text: &str, from: usize) -> usize {
    let (mut depth, mut is_text) = (0, false);
    for (idx, c) in text[from..].char_indices() {
        match c {
            '"' => is_text = !is_text,
            '{' if !is_text => depth += 1,
            '}' if !is_text && depth == 1 => return from + idx + 1,
            '}' if !is_text => depth -= 1,
            _ => {}
        }
    }
    text.len()
}
