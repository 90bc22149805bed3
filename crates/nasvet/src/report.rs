//! Findings for people and for machines.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use lang::{Diagnostic, Severity, Source, Span};
use serde::Serialize;

/// Longer lines are not shown whole.
const MAX_SHOWN: usize = 2_000;

/// A finding with the lines it points at, coloured for a terminal; the caller strips colours where unwanted.
pub fn show(source: &Source, diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let (line, text, range) = excerpt(source, diagnostic.span);
    let snippet = Snippet::source(text)
        .path(&source.name)
        .line_start(line)
        .annotation(AnnotationKind::Primary.span(range));
    let mut group = level
        .primary_title(&diagnostic.message)
        .id(diagnostic.code)
        .element(snippet);
    for (span, what) in &diagnostic.related {
        let (line, text, range) = excerpt(source, *span);
        let annotation = AnnotationKind::Context.span(range).label(what);
        group = group.element(
            Snippet::source(text)
                .path(&source.name)
                .line_start(line)
                .annotation(annotation),
        );
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    Renderer::styled()
        .decor_style(DecorStyle::Ascii)
        .render(&[group])
}

/// The lines of a span, the number of the first, and the span within them.
fn excerpt(source: &Source, span: Span) -> (usize, &str, std::ops::Range<usize>) {
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
    let line = 1 + text[..shown].matches('\n').count();
    (line, &text[shown..line_end], start - shown..end - shown)
}

/// A finding as JSON has it. Lines and columns count from 1, columns in characters.
#[derive(Serialize, Debug)]
pub struct JsonDiagnostic {
    severity: &'static str,
    code: &'static str,
    message: String,
    help: Option<String>,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    related: Vec<JsonRelated>,
}

/// Another place that matters, as JSON has it.
#[derive(Serialize, Debug)]
struct JsonRelated {
    line: usize,
    column: usize,
    what: String,
}

/// A finding as JSON has it.
pub fn to_json(source: &Source, diagnostic: &Diagnostic) -> JsonDiagnostic {
    let (line, column) = source.line_and_column(diagnostic.span.start);
    let (end_line, end_column) = source.line_and_column(diagnostic.span.end);
    let related = diagnostic.related.iter().map(|(span, what)| {
        let (line, column) = source.line_and_column(span.start);
        JsonRelated {
            line,
            column,
            what: what.clone(),
        }
    });
    JsonDiagnostic {
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        code: diagnostic.code,
        message: diagnostic.message.clone(),
        help: diagnostic.help.clone(),
        line,
        column,
        end_line,
        end_column,
        related: related.collect(),
    }
}
