//! Formats a source: given an advice file or a chapter, the same with its program in the canonical layout.
//!
//! Comments and single blank lines are kept, prose is untouched. A comment on a line of its own stays before
//! what it stood before; one that trails a statement, a field or a rule stays on its line; one in the middle
//! of such moves to a line of its own before it. Lines end as the first line, or that of the opening fence, does.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lexer::Comment;
use crate::parser::parse;
use crate::printer::{INSIDE, Row, RowKind, WIDTH, rows_of};
use crate::source::{Form, Source};
use crate::span::Span;
use crate::syntax::{Program, same_meaning};

/// However deep in lists and quotations a fence stands, its lines have at least so many columns.
const MIN_WIDTH: usize = 60;

/// The source in its canonical layout, or what keeps it from being read.
pub fn format(source: &Source) -> Result<String, Vec<Diagnostic>> {
    let mut diagnostics = Diagnostics::default();
    let program = parse(source, &mut diagnostics);
    if diagnostics.has_errors() {
        return Err(diagnostics.into_vec());
    }
    let is_plain = source
        .blocks
        .iter()
        .any(|block| block.range() == (0..source.text.len()));
    let mut formatted = String::new();
    let mut at = 0;
    for block in &source.blocks {
        let fence = if is_plain {
            Fence::plain(source)
        } else {
            Fence::around(source, *block)
        };
        formatted.push_str(&source.text[at..fence.start]);
        for line in lines_of(
            source,
            &program,
            *block,
            WIDTH.saturating_sub(fence.columns()).max(MIN_WIDTH),
        ) {
            formatted.push_str(if line.is_empty() {
                fence.prefix.trim_end()
            } else {
                fence.prefix
            });
            formatted.push_str(&line);
            formatted.push_str(fence.line_end(source));
        }
        at = fence.end;
    }
    formatted.push_str(&source.text[at..]);
    let form = if is_plain { Form::Plain } else { Form::Chapter };
    match altered(source, &program, form, &formatted) {
        Some(diagnostic) => Err(vec![diagnostic]),
        None => Ok(formatted),
    }
}

/// The lines of a source that hold a block of program, and what stands before each in a list or a quotation.
struct Fence<'a> {
    start: usize,
    end: usize,
    prefix: &'a str,
}

impl<'a> Fence<'a> {
    fn plain(source: &'a Source) -> Fence<'a> {
        Fence {
            start: 0,
            end: source.text.len(),
            prefix: "",
        }
    }

    /// The whole lines of a block. The closing fence follows them; its marks are preceded by nothing but
    /// what belongs to the list or the quotation.
    fn around(source: &'a Source, block: Span) -> Fence<'a> {
        let Span { start, end, .. } = block;
        let text = source.text.as_str();
        let line_end = |from: usize| {
            text[from..]
                .find('\n')
                .map_or(text.len(), |idx| from + idx + 1)
        };
        let start = text[..start as usize]
            .rfind('\n')
            .map_or(0, |newline| newline + 1);
        let end = end as usize;
        let end = if text[..end].ends_with('\n') {
            end
        } else {
            line_end(end)
        };
        let closing = &text[end..line_end(end)];
        let marks = closing.find(['`', '~']).unwrap_or(0);
        Fence {
            start,
            end,
            prefix: &closing[..marks],
        }
    }

    /// How its lines end: as the line of the opening fence does, or else the first.
    fn line_end(&self, source: &Source) -> &'static str {
        let before = match self.start {
            0 => source.text.split_inclusive('\n').next(),
            start => source.text.get(..start),
        };
        match before {
            Some(line) if line.ends_with("\r\n") => "\r\n",
            Some(_) | None => "\n",
        }
    }

    fn columns(&self) -> usize {
        self.prefix.chars().count()
    }
}

/// The lines of one block of program.
fn lines_of(source: &Source, program: &Program, block: Span, width: usize) -> Vec<String> {
    // A statement never reaches over the end of its block: the parser ends both together.
    let statements = inside(&program.statements, |statement| statement.span, block);
    let comments = inside(&program.comments, |comment| comment.span, block);
    let mut separated = vec![false; statements.len()];
    for idx in 1..statements.len() {
        let (before, after) = (statements[idx - 1].span, statements[idx].span);
        let between = before.after().to(after);
        separated[idx] = is_blank_between(source, before.end, after.start)
            || inside(comments, |comment| comment.span, between)
                .iter()
                .any(|comment| !trails(source, before.end, comment));
    }
    let mut rows: Vec<Row> = rows_of(statements, &separated, width)
        .into_iter()
        .flatten()
        .collect();
    for row in rows.iter_mut().filter(|row| row.kind == RowKind::Opening) {
        row.span.end = after_brace(source, comments, row.span.end);
    }
    weave(source, &rows, comments)
}

/// The items, which stand in the order of their places, that lie in a span.
fn inside<T>(items: &[T], span_of: fn(&T) -> Span, span: Span) -> &[T] {
    let start = items.partition_point(|item| span_of(item).start < span.start);
    let n_inside = items[start..].partition_point(|item| span_of(item).end <= span.end);
    &items[start..start + n_inside]
}

/// One past the first `{` from a place on that is not in a comment.
fn after_brace(source: &Source, comments: &[Comment], mut from: u32) -> u32 {
    loop {
        let idx = source.program[from as usize..]
            .find('{')
            .expect("what was read has its brace");
        let brace = from + idx as u32;
        let next = comments.partition_point(|comment| comment.span.end <= brace);
        match comments
            .get(next)
            .filter(|comment| comment.span.start < brace)
        {
            Some(comment) => from = comment.span.end,
            None => return brace + 1,
        }
    }
}

/// Puts rows and comments together into lines.
fn weave(source: &Source, rows: &[Row], comments: &[Comment]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut comments = comments.iter().peekable();
    // Where the last thing written ended in the source, and whether a blank line may follow it.
    let mut last: Option<(u32, bool)> = None;
    let blank = |lines: &mut Vec<String>, last: Option<(u32, bool)>, start: u32| {
        if last.is_some_and(|(end, may_follow)| may_follow && is_blank_between(source, end, start))
        {
            lines.push(String::new());
        }
    };
    for row in rows {
        let indent = match row.kind {
            RowKind::Whole | RowKind::Defining(..) | RowKind::Opening => "",
            RowKind::Part | RowKind::Closing => &" ".repeat(INSIDE),
        };
        while let Some(comment) = comments.next_if(|comment| comment.span.start < row.span.start) {
            blank(&mut lines, last, comment.span.start);
            lines.push(format!("{indent}{}", comment.text));
            last = Some((comment.span.end, true));
        }
        if row.kind != RowKind::Closing {
            blank(&mut lines, last, row.span.start);
        }
        while let Some(comment) = comments.next_if(|comment| comment.span.start < row.span.end) {
            lines.push(format!("{indent}{}", comment.text));
        }
        lines.extend(row.text.split('\n').map(str::to_owned));
        let mut end = row.span.end;
        let trailing = comments.next_if(|comment| trails(source, row.span.end, comment));
        if let (Some(comment), Some(line)) = (trailing, lines.last_mut()) {
            line.push_str("  ");
            line.push_str(&comment.text);
            end = comment.span.end;
        }
        last = Some((end, row.kind != RowKind::Opening));
    }
    for comment in comments {
        blank(&mut lines, last, comment.span.start);
        lines.push(comment.text.clone());
        last = Some((comment.span.end, true));
    }
    lines
}

/// Does the comment stand on the line of what ends there, with nothing else in between?
fn trails(source: &Source, end: u32, comment: &Comment) -> bool {
    let between = &source.program[end as usize..comment.span.start as usize];
    between.trim().is_empty() && !between.contains('\n')
}

/// Is there a blank line between two neighbours?
fn is_blank_between(source: &Source, end: u32, start: u32) -> bool {
    source.program[end as usize..start as usize]
        .matches('\n')
        .count()
        > 1
}

/// Reads what was written once more. Only a program at the limit of nesting can fail here, where the
/// parentheses for the reader are one level too many, or one with line ends of its own making.
fn altered(source: &Source, program: &Program, form: Form, formatted: &str) -> Option<Diagnostic> {
    let mut diagnostics = Diagnostics::default();
    let again = match Source::from_text(&source.name, form, formatted) {
        Ok(again) => parse(&again, &mut diagnostics),
        Err(diagnostic) => {
            return Some(Diagnostic {
                span: Span::default(),
                ..diagnostic
            });
        }
    };
    let idx = program
        .statements
        .iter()
        .zip(&again.statements)
        .take_while(|(was, is)| same_meaning(*was, *is))
        .count();
    let span = match program.statements.get(idx) {
        Some(statement) => statement.span,
        None if again.statements.len() == idx && texts(program) == texts(&again) => return None,
        None => Span::default(),
    };
    let message = "this cannot be laid out without changing what it says";
    let help = "it is nested very deep: name a part of it with `def`";
    Some(Diagnostic::error("cannot-format", span, message).help(help))
}

fn texts(program: &Program) -> Vec<&str> {
    let mut texts: Vec<&str> = program
        .comments
        .iter()
        .map(|comment| comment.text.as_str())
        .collect();
    texts.sort_unstable();
    texts
}
