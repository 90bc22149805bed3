//! A source: the text of an advice file, and which part of it is program.
//!
//! A plain file is all program. A chapter is Markdown whose fenced `advice` blocks are the program; the
//! program text then has the length of the chapter, with blanks for the prose, so that every span in it is a
//! span in the chapter.

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use crate::diagnostic::Diagnostic;
use crate::fix::{Edit, Fix};
use crate::lines::{ColumnUnit, LineIndex};
use crate::span::{SourceId, Span};
use crate::steering::find_steering;

/// No source is longer, so that checking one takes well under a second.
pub const MAX_SOURCE: usize = 256 * 1024;

/// What some editors put before a text in UTF-8. It is no part of the text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// A source whose size, encoding, characters and fences are in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Which of the texts of a check it is; all its spans carry it.
    id: SourceId,
    lines: LineIndex,
    /// What is wrong with a draft before anything is read.
    finding: Option<Box<Diagnostic>>,
    /// The file's name or the chapter's, for messages.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// The program, in the places it has in the text.
    pub program: String,
    /// The blocks of program, in order; a plain file is one block.
    pub blocks: Vec<Span>,
}

/// Which form a source has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// All of it is program (`*.advice`).
    Plain,
    /// Markdown with fenced `advice` blocks (`*.md`).
    Chapter,
}

impl Form {
    /// The form that a file's name tells.
    pub fn of_name(name: &str) -> Form {
        let name = name.to_ascii_lowercase();
        if name.ends_with(".md") || name.ends_with(".markdown") {
            Form::Chapter
        } else {
            Form::Plain
        }
    }
}

impl Source {
    /// Reads a source from bytes that may be anything.
    pub fn from_bytes(name: &str, form: Form, bytes: &[u8]) -> Result<Source, Diagnostic> {
        if bytes.len() > MAX_SOURCE {
            return Err(too_large());
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => Source::from_text(name, form, text),
            Err(error) => {
                let at = error.valid_up_to();
                let line = 1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count();
                let message = format!("byte 0x{:02x} in line {line} is not UTF-8", bytes[at]);
                let help = "save the file with the encoding UTF-8";
                Err(Diagnostic::error("not-utf8", Span::new(at, at + 1), message).help(help))
            }
        }
    }

    /// Reads a source from text.
    pub fn from_text(name: &str, form: Form, text: &str) -> Result<Source, Diagnostic> {
        let source = Source::from_draft(name, form, text);
        match source.finding {
            None => Ok(source),
            Some(diagnostic) => Err(*diagnostic),
        }
    }

    /// Reads a text that is being written: a fence that is still open goes to the end, and what is too large or has
    /// characters that steer a terminal has no program. [`check`](crate::check) tells it with the other findings.
    ///
    /// A byte order mark at its beginning is left out.
    pub fn from_draft(name: &str, form: Form, text: &str) -> Source {
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        if text.len() > MAX_SOURCE {
            return Source {
                finding: Some(Box::new(too_large())),
                ..Source::without_program(name, text)
            };
        }
        if let Some((at, found)) = find_steering(text) {
            return Source {
                finding: Some(Box::new(control_character(text, at, found))),
                ..Source::without_program(name, text)
            };
        }
        let (program, blocks, open) = match form {
            Form::Plain => (text.to_owned(), vec![Span::new(0, text.len())], None),
            Form::Chapter => fences(text),
        };
        Source {
            id: SourceId::MAIN,
            lines: LineIndex::new(text),
            finding: open.map(Box::new),
            name: name.to_owned(),
            text: text.to_owned(),
            program,
            blocks,
        }
    }

    /// What is wrong with a draft as a whole: it is too large, has a character that may not be there, or a fence is never
    /// closed.
    pub fn finding(&self) -> Option<&Diagnostic> {
        self.finding.as_deref()
    }

    /// A text without a program, to show what is wrong with it.
    pub fn without_program(name: &str, text: &str) -> Source {
        Source {
            id: SourceId::MAIN,
            lines: LineIndex::new(text),
            finding: None,
            name: name.to_owned(),
            text: text.to_owned(),
            program: String::new(),
            blocks: Vec::new(),
        }
    }

    /// Which of the texts of a check it is.
    pub fn id(&self) -> SourceId {
        self.id
    }

    /// The same source as another of the texts of a check.
    pub(crate) fn numbered(mut self, id: SourceId) -> Source {
        self.id = id;
        for block in &mut self.blocks {
            block.source = id;
        }
        if let Some(finding) = &mut self.finding {
            finding.span.source = id;
        }
        self
    }

    /// The line and the column, both from 1, of a byte; columns count characters.
    pub fn line_and_column(&self, byte: u32) -> (usize, usize) {
        let (line, column) = self.lines.position(byte, ColumnUnit::Char);
        (line as usize + 1, column as usize + 1)
    }

    /// The line and the column, both from 0, of a byte; columns count units of UTF-16, as editors do.
    pub fn utf16_position(&self, byte: u32) -> (u32, u32) {
        self.lines.position(byte, ColumnUnit::Utf16)
    }

    /// The byte of a line and a column as [`Source::utf16_position`] gives them; the nearest one if there is no such
    /// place.
    pub fn byte_of_utf16(&self, line: u32, column: u32) -> u32 {
        self.lines.byte(line, column, ColumnUnit::Utf16)
    }
}

fn too_large() -> Diagnostic {
    let message = format!("the file has more than {MAX_SOURCE} bytes, which is too large");
    Diagnostic::error("too-large", Span::default(), message)
        .help("split it, and `import` the parts")
}

/// A text that is shown must show what it says.
fn control_character(text: &str, at: usize, found: char) -> Diagnostic {
    let span = Span::new(at, at + found.len_utf8());
    let code = u32::from(found);
    let line = 1 + text[..at].matches('\n').count();
    let (what, help, fix) = match found {
        '\r' => (
            "a carriage return without a line feed",
            "end lines with LF or CR LF",
            Fix::new("end the line here", vec![Edit::new(span, "\n")]),
        ),
        _ if found.is_control() => ("a control character", "remove it", Fix::remove(span)),
        _ => (
            "a character that turns the direction of writing",
            "remove it",
            Fix::remove(span),
        ),
    };
    let message = format!("U+{code:04X} in line {line} is {what}");
    Diagnostic::error("control-character", span, message)
        .help(help)
        .fix(fix)
}

/// The program of a chapter: blanks and line ends everywhere but in the `advice` fences.
///
/// Gives also what is wrong with the first fence that is never closed.
fn fences(text: &str) -> (String, Vec<Span>, Option<Diagnostic>) {
    let mut never_closed = None;
    let mut program: Vec<u8> = text
        .bytes()
        .map(|byte| if byte == b'\n' { b'\n' } else { b' ' })
        .collect();
    let mut blocks = Vec::new();
    // While inside an advice fence: where it opens, and the program found so far.
    let mut open: Option<Option<Span>> = None;
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "prose of any other kind is not program"
    )]
    for (event, range) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                if is_open(&text[range.clone()]) {
                    let line_end = text[range.start..]
                        .find('\n')
                        .map_or(text.len(), |end| range.start + end);
                    let message = "this fence is never closed";
                    let span = Span::new(range.start, line_end);
                    never_closed.get_or_insert_with(|| {
                        Diagnostic::error("open-fence", span, message)
                            .help("close it with a line of its own: ```")
                            .fix(close_fence(text, range.start))
                    });
                }
                open = (info.split_whitespace().next() == Some("advice")).then_some(None);
            }
            Event::Text(_) => {
                if let Some(found) = &mut open {
                    program[range.clone()].copy_from_slice(&text.as_bytes()[range.clone()]);
                    let span = Span::new(range.start, range.end);
                    *found = Some(found.map_or(span, |before| before.to(span)));
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                if let Some(found) = open.take() {
                    blocks.extend(found);
                }
            }
            _ => {}
        }
    }
    let program =
        String::from_utf8(program).expect("blanks replace whole characters outside the fences");
    (program, blocks, never_closed)
}

/// Closes at the end of a text the fence that opens at a place, unless it stands in a list or a quotation.
fn close_fence(text: &str, start: usize) -> Option<Fix> {
    let starts_line = start == 0 || text[..start].ends_with('\n');
    let mark = text[start..].chars().next().filter(|_| starts_line)?;
    let marks: String = text[start..].chars().take_while(|c| *c == mark).collect();
    let end = Span::new(text.len(), text.len());
    let newline = if text.ends_with('\n') { "" } else { "\n" };
    let edits = vec![Edit::new(end, format!("{newline}{marks}\n"))];
    Some(Fix::new("close it at the end", edits))
}

/// Does a fenced block, given from its opening fence on, lack a closing fence?
fn is_open(block: &str) -> bool {
    let mark = block.chars().next().unwrap_or('`');
    let n_marks = block.chars().take_while(|&c| c == mark).count();
    let mut lines = block.trim_end().lines();
    let _opening = lines.next();
    // A fence inside a quotation or a list has the quotation's marks before it.
    let last = lines
        .next_back()
        .unwrap_or("")
        .trim_start_matches([' ', '\t', '>'])
        .trim_end();
    last.chars().count() < n_marks || last.chars().any(|c| c != mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_keeps_its_fences_in_place_and_blanks_its_prose() {
        let text = "# Šah\n\n```advice\nlet a = 1\n```\nprose\n```text\nno\n```\n- item\n  ```advice\n  let b = 2\n  ```\n";
        let source = Source::from_text("t.md", Form::Chapter, text).expect("a chapter");
        assert_eq!(source.program.len(), text.len());
        assert_eq!(
            source
                .program
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
            "let a = 1 let b = 2"
        );
        assert_eq!(source.program.find("let b"), text.find("let b"));
        assert_eq!(source.blocks.len(), 2);
        assert_eq!(source.line_and_column(source.blocks[0].start), (4, 1));
    }

    #[test]
    fn a_fence_that_is_never_closed_is_named() {
        for text in [
            "```advice\nlet a = 1\n",
            "x\n\n```advice",
            "> ```advice\n> let a = 1\n\nend\n",
        ] {
            let found = Source::from_text("t.md", Form::Chapter, text).expect_err("an open fence");
            assert_eq!(found.code, "open-fence", "{text}");
        }
        assert!(
            Source::from_text("t.md", Form::Chapter, "> ```advice\n> let a = 1\n> ```\n").is_ok()
        );
        assert!(Source::from_text("t.md", Form::Chapter, "~~~~advice\nlet a = 1\n~~~~").is_ok());
    }

    #[test]
    fn size_and_encoding_are_checked_first() {
        let large = vec![b' '; MAX_SOURCE + 1];
        assert_eq!(
            Source::from_bytes("t", Form::Plain, &large)
                .expect_err("large")
                .code,
            "too-large"
        );
        let found =
            Source::from_bytes("t", Form::Plain, b"let a = 1\nlet \xff").expect_err("not UTF-8");
        assert_eq!((found.code, found.span.start), ("not-utf8", 14));
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        for (form, text) in [
            (Form::Plain, "let a = 1\n"),
            (Form::Chapter, "# A\n\n```advice\nlet a = 1\n```\n"),
        ] {
            let marked = [b"\xef\xbb\xbf", text.as_bytes()].concat();
            let source = Source::from_bytes("t", form, &marked).expect("a source");
            assert_eq!(Ok(source), Source::from_text("t", form, text));
        }
        // Anywhere else it is a character like others, and no part of the language.
        let source = Source::from_text("t", Form::Plain, "let a = \u{feff}1\n").expect("a source");
        assert!(source.program.contains(BYTE_ORDER_MARK));
    }

    #[test]
    fn what_steers_a_terminal_is_refused_in_prose_too() {
        let check = |form: Form, text: &str, at: u32| {
            let found = Source::from_text("t", form, text).expect_err("it steers");
            assert_eq!((found.code, found.span.start), ("control-character", at));
        };
        check(Form::Plain, "let a = 1 # \u{1b}[2J\n", 12);
        check(Form::Chapter, "# A\n\nprose \u{202e}esorp\n", 11);
        check(Form::Plain, "let a = 1\rlet b = 2\n", 9);
        assert!(Source::from_text("t", Form::Plain, "let a = 1\r\n\tlet b = 2\r\n").is_ok());
    }
}
