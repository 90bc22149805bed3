//! The text of a program, for comments beside its clauses.

use lang::{Library, Source, Span};

/// The chapter and the libraries that it imports.
pub(crate) struct Sources<'a> {
    chapter: &'a Source,
    libraries: Vec<(String, Source)>,
}

impl<'a> Sources<'a> {
    pub(crate) fn new(chapter: &'a Source, names: &[String], library: &dyn Library) -> Sources<'a> {
        let libraries = names
            .iter()
            .filter_map(|name| Some((name.clone(), library.find(name)?)))
            .collect();
        Sources { chapter, libraries }
    }

    /// The source in which this name stands at this place.
    fn source_of(&self, name: &str, span: Span) -> Option<&Source> {
        let is_there = |source: &&Source| source.program.get(span.range()) == Some(name);
        let libraries = self.libraries.iter().map(|(_, source)| source);
        std::iter::once(self.chapter)
            .chain(libraries)
            .find(is_there)
    }

    /// The lines from a name to the end of what follows it, as comments with their numbers.
    pub(crate) fn definition(&self, name: &str, span: Span, body: Span) -> String {
        self.source_of(name, span)
            .map_or_else(String::new, |source| {
                comment(source, span.start as usize, body.end as usize)
            })
    }

    /// The lines from a name to the brace that closes what it opens.
    pub(crate) fn in_braces(&self, name: &str, span: Span) -> String {
        self.source_of(name, span)
            .map_or_else(String::new, |source| {
                let end = closing_brace(&source.program, span.end as usize);
                comment(source, span.start as usize, end)
            })
    }

    /// The lines of a place in the chapter.
    pub(crate) fn lines(&self, span: Span) -> String {
        comment(self.chapter, span.start as usize, span.end as usize)
    }
}

/// Whole lines of a source as comments, with their numbers.
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

/// The place of the brace that closes the first one after a place; braces in texts do not count.
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
