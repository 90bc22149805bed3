//! A finding with the lines it points at, as compilers show it.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Level, Renderer, Snippet};
use lang::{Source, Span};

use crate::diagnostics::{DiagnosticDocument, ExcerptDocument, SeverityDocument};
use crate::style::TextStyle;

/// Longer lines are not shown whole.
const MAX_SHOWN: usize = 2_000;

impl DiagnosticDocument {
    /// The finding with the lines of the file it points at.
    pub fn text(&self, file: &str, style: TextStyle) -> String {
        let level = match self.severity {
            SeverityDocument::Error => Level::ERROR,
            SeverityDocument::Warning => Level::WARNING,
        };
        let excerpt = &self.excerpt;
        let mut group = level
            .primary_title(&self.message)
            .id(&self.code)
            .element(excerpt.snippet(
                file,
                AnnotationKind::Primary.span(excerpt.start..excerpt.end),
            ));
        for related in &self.related {
            let excerpt = &related.excerpt;
            let annotation = AnnotationKind::Context
                .span(excerpt.start..excerpt.end)
                .label(&related.what);
            let file = related.file.as_deref().unwrap_or(file);
            group = group.element(excerpt.snippet(file, annotation));
        }
        if let Some(help) = &self.help {
            let command = match style.options {
                true => self.command(),
                false => "",
            };
            group = group.element(Level::HELP.message(format!("{help}{command}")));
        }
        let renderer = match style.ansi {
            true => Renderer::styled(),
            false => Renderer::plain(),
        };
        renderer.decor_style(DecorStyle::Ascii).render(&[group])
    }
}

impl DiagnosticDocument {
    /// The command of the program that shows what the help speaks of, if there is one.
    fn command(&self) -> &'static str {
        let help = self.help.as_deref().unwrap_or_default();
        match help.starts_with("the list of words") {
            true => " (`nasvet words` prints it)",
            false => "",
        }
    }
}

impl ExcerptDocument {
    /// The lines of a span, the number of the first, and the span within them.
    pub(super) fn new(source: &Source, span: Span) -> ExcerptDocument {
        let text = &source.text;
        let clamp = |byte: u32| {
            let mut byte = (byte as usize).min(text.len());
            while !text.is_char_boundary(byte) {
                byte -= 1;
            }
            byte
        };
        let (start, mut end) = (clamp(span.start), clamp(span.end));
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        if end - line_start > MAX_SHOWN {
            end = start;
        }
        let line_end = text[end..]
            .find('\n')
            .map_or(text.len(), |newline| end + newline);
        let line_end = clamp(line_end.min(end + MAX_SHOWN) as u32).max(end);
        let shown = if start - line_start > MAX_SHOWN {
            start
        } else {
            line_start
        };
        ExcerptDocument {
            line: 1 + text[..shown].matches('\n').count(),
            text: text[shown..line_end].into(),
            start: start - shown,
            end: end - shown,
        }
    }

    fn snippet<'a>(
        &'a self,
        file: &'a str,
        annotation: Annotation<'a>,
    ) -> Snippet<'a, Annotation<'a>> {
        Snippet::source(&self.text)
            .path(file)
            .line_start(self.line)
            .annotation(annotation)
    }
}
