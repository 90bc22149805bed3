//! Cuts a program into tokens; comments are kept aside for the formatter.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::fix::{Edit, Fix};
use crate::source::Source;
use crate::span::{SourceId, Span};

/// A token and what the parser needs to know of its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
    /// Is it the first of its line? Statements begin only there.
    pub(crate) starts_line: bool,
}

/// The kinds of token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    /// A name or a keyword.
    Word,
    Number,
    /// A text between quotation marks, which are part of the span.
    Text,
    /// One of the [`SYMBOLS`].
    Symbol(&'static str),
    /// Something that was reported already.
    Unreadable,
    /// The end of a fence, or of the file.
    End,
}

/// A remark for the human reader, from `#` to the end of the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    /// Where it stands.
    pub span: Span,
    /// The text with its `#`, without trailing blanks.
    pub text: String,
    /// Does something else stand before it on its line?
    pub trails: bool,
}

/// Longest first, so that `<=` is not read as `<`.
const SYMBOLS: [&str; 21] = [
    "..", "<=>", "=>", "<=", ">=", "!=", "(", ")", "{", "}", ",", ".", ":", "=", "<", ">", "+",
    "-", "*", "/", ";",
];

/// What the lexer gives: tokens, each block ended by [`TokenKind::End`], and comments.
pub(crate) struct Lexed {
    pub(crate) tokens: Vec<Token>,
    pub(crate) comments: Vec<Comment>,
}

/// Cuts the blocks of a program into tokens.
pub(crate) fn lex_source(source: &Source, diagnostics: &mut Diagnostics) -> Lexed {
    let end = source.program.len();
    let nothing = [Span::of(source.id(), end, end)];
    let blocks = if source.blocks.is_empty() {
        &nothing
    } else {
        &source.blocks[..]
    };
    lex(&source.program, blocks, diagnostics)
}

/// Cuts some places of a program into tokens.
pub(crate) fn lex(program: &str, blocks: &[Span], diagnostics: &mut Diagnostics) -> Lexed {
    let mut lexer = Lexer {
        program,
        source: SourceId::MAIN,
        at: 0,
        end: 0,
        starts_line: true,
        line_reported: false,
        diagnostics,
        tokens: Vec::new(),
        comments: Vec::new(),
    };
    for block in blocks {
        lexer.block(*block);
    }
    Lexed {
        tokens: lexer.tokens,
        comments: lexer.comments,
    }
}

struct Lexer<'a> {
    program: &'a str,
    source: SourceId,
    at: usize,
    end: usize,
    starts_line: bool,
    /// Has a character of this line been reported? The rest of it is then left to its author.
    line_reported: bool,
    diagnostics: &'a mut Diagnostics,
    tokens: Vec<Token>,
    comments: Vec<Comment>,
}

impl Lexer<'_> {
    fn block(&mut self, block: Span) {
        (self.at, self.end) = (block.start as usize, block.end as usize);
        self.source = block.source;
        (self.starts_line, self.line_reported) = (true, false);
        while self.at < self.end {
            self.token();
        }
        self.starts_line = true;
        self.push(TokenKind::End, self.end, self.end);
    }

    fn token(&mut self) {
        let start = self.at;
        let rest = &self.program[start..self.end];
        let first = rest.chars().next().expect("the block has not ended");
        if first == '\n' {
            self.at += 1;
            (self.starts_line, self.line_reported) = (true, false);
        } else if first.is_whitespace() {
            self.at += first.len_utf8();
        } else if first == '#' {
            self.at += rest.find('\n').unwrap_or(rest.len());
            let text = self.program[start..self.at].trim_end().to_owned();
            let trails = !self.starts_line;
            let span = self.span(start, start + text.len());
            self.comments.push(Comment { span, text, trails });
        } else if first.is_alphabetic() || first == '_' {
            self.take(rest, TokenKind::Word, |c| c.is_alphanumeric() || c == '_');
        } else if first.is_ascii_digit() {
            self.take(rest, TokenKind::Number, |c| c.is_alphanumeric() || c == '_');
        } else if first == '"' {
            self.text(rest);
        } else if let Some(symbol) = SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol)) {
            self.at += symbol.len();
            self.push(TokenKind::Symbol(symbol), start, self.at);
        } else {
            self.at += first.len_utf8();
            self.push(TokenKind::Unreadable, start, self.at);
            if !std::mem::replace(&mut self.line_reported, true) {
                let message = format!("unexpected character `{first}`");
                let span = self.span(start, self.at);
                let diagnostic = Diagnostic::error("unexpected-character", span, message)
                    .opt_help(help_for(first).map(String::from))
                    .fix(self.fix_for(first, start));
                self.diagnostics.push(diagnostic);
            }
        }
    }

    fn take(&mut self, rest: &str, kind: TokenKind, belongs: impl Fn(char) -> bool) {
        let start = self.at;
        self.at += rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.push(kind, start, self.at);
    }

    fn text(&mut self, rest: &str) {
        let start = self.at;
        let mut escaped = false;
        for (offset, c) in rest.char_indices().skip(1) {
            match c {
                '\n' => break,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => {
                    self.at += offset + 1;
                    self.push(TokenKind::Text, start, self.at);
                    return;
                }
                _ => {}
            }
        }
        self.at += rest.find('\n').unwrap_or(rest.len());
        let message = "this text has no closing quotation mark";
        let help = "a text ends with `\"` on the line on which it begins";
        let span = self.span(start, self.at);
        let end = start + self.program[start..self.at].trim_end().len();
        let fix = Fix::new(
            "write `\"` at the end of the line",
            vec![Edit::new(self.span(end, end), "\"")],
        );
        let diagnostic = Diagnostic::error("open-text", span, message);
        self.diagnostics.push(diagnostic.help(help).fix(fix));
        self.push(TokenKind::Unreadable, start, self.at);
    }

    /// The edit that replaces a sign of other languages, where it is plain what was meant.
    fn fix_for(&self, character: char, start: usize) -> Option<Fix> {
        let rest = &self.program[start..self.end];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let n_same: usize = line
            .chars()
            .take_while(|c| *c == character)
            .map(char::len_utf8)
            .sum();
        let replace = |new_text: &str| {
            let span = self.span(start, start + n_same);
            let blank_before = self.program[..start].ends_with(char::is_whitespace);
            let blank_after = line[n_same..].starts_with(char::is_whitespace);
            let is_word = new_text.ends_with(char::is_alphabetic);
            let before = if is_word && !blank_before { " " } else { "" };
            let after = if is_word && !blank_after { " " } else { "" };
            Some(Fix::replace(span, format!("{before}{new_text}{after}")))
        };
        let follows_set = matches!(
            self.tokens.iter().rev().nth(1).map(|token| token.kind),
            Some(TokenKind::Symbol("}"))
        );
        match character {
            '≤' => replace("<="),
            '≥' => replace(">="),
            '≠' => replace("!="),
            '!' | '¬' => replace("not"),
            '&' | '∧' => replace(if follows_set { "intersect" } else { "and" }),
            '∩' => replace("intersect"),
            '|' | '∨' => replace(if follows_set { "union" } else { "or" }),
            '∪' => replace("union"),
            '∈' => replace("in"),
            '%' => replace("mod"),
            '×' | '·' => replace("*"),
            '÷' => replace("/"),
            '–' | '—' | '−' => replace("-"),
            '⇔' | '↔' => replace("<=>"),
            '…' => replace(".."),
            '[' => {
                let close = start + line.find(']')?;
                let edits = vec![
                    Edit::new(self.span(start, start + 1), "{"),
                    Edit::new(self.span(close, close + 1), "}"),
                ];
                Some(Fix::new("write `{…}`", edits))
            }
            '“' | '„' | '«' => {
                // After a word a text can stand; after a sign it cannot.
                let before = self.tokens.iter().rev().nth(1)?;
                let inside = &line[character.len_utf8()..];
                let (close, mark) = inside
                    .char_indices()
                    .find(|(_, c)| matches!(c, '”' | '»' | '“' | '"'))?;
                let close = start + character.len_utf8() + close;
                (before.kind == TokenKind::Word).then(|| {
                    let open = self.span(start, start + character.len_utf8());
                    let close = self.span(close, close + mark.len_utf8());
                    Fix::new(
                        "write `\"…\"`",
                        vec![Edit::new(open, "\""), Edit::new(close, "\"")],
                    )
                })
            }
            _ => None,
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::of(self.source, start, end)
    }

    fn push(&mut self, kind: TokenKind, start: usize, end: usize) {
        let span = self.span(start, end);
        self.tokens.push(Token {
            kind,
            span,
            starts_line: self.starts_line,
        });
        self.starts_line = false;
    }
}

/// What to write instead of a sign that the language does not have.
fn help_for(character: char) -> Option<&'static str> {
    match character {
        '≤' => Some("write `<=`"),
        '≥' => Some("write `>=`"),
        '≠' => Some("write `!=`"),
        '!' => Some("write `not`, or `!=` for what is not equal"),
        '“' | '”' | '„' | '«' | '»' => {
            Some("write a text between straight quotation marks: \"…\"")
        }
        '\'' | '’' => Some(
            "a text stands between double quotation marks; what belongs to a side stands after `our.`",
        ),
        '&' | '∧' | '∩' => Some("write `and`; for sets `intersect`"),
        '|' | '∨' | '∪' => Some("write `or`; for sets `union`"),
        '¬' => Some("write `not`"),
        '∈' => Some("write `in`"),
        '[' | ']' => Some("sets are written with braces: {a1, a8}"),
        '%' => Some("for the remainder of a division write `mod`"),
        '×' | '·' | '^' => Some("for a product write `*`"),
        '÷' => Some("write `/`"),
        '–' | '—' | '−' => Some("for the minus sign write `-`"),
        '→' | '⇒' => Some("write `=` or `then`; in a fact `=>`"),
        '⇔' | '↔' => Some("write `<=>`"),
        '…' => Some("for a range of numbers write `2..5`"),
        '@' | '$' | '~' | '`' | '?' | '\\' => Some("names are made of letters, digits and `_`"),
        _ => None,
    }
}
