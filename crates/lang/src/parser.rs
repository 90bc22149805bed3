//! Reads a program: recursive descent, with recovery at every statement, field and rule.
//!
//! Given a source, [`parse`] gives the statements it could read *and* everything that was wrong, so that one
//! run shows all mistakes. Recursion is bounded: no text, however nested, exhausts the stack.

mod statements;
mod claims;
mod slips;
mod advice;
mod braces;
mod constraints;
mod reasoner;
mod expressions;

use crate::diagnostic::{Diagnostic, Diagnostics, nearest};
use crate::fix::Fix;
use crate::lexer::{Token, TokenKind, lex, lex_source};
use crate::source::Source;
use crate::span::Span;
use crate::syntax::{Expr, Formula, Name, Program, Template, TemplatePart, Text, Unread};

pub(crate) use advice::FIELD_WORDS;
pub(crate) use reasoner::{METHOD_WORDS, PLAN_WORDS};
pub(crate) use statements::{begins_statement, not_a_statement};

/// Expressions and constraints are nested at most this deep.
pub const MAX_NESTING: usize = 100;

/// Words that begin a statement, at the start of a line.
const STATEMENT_WORDS: [&str; 8] = [
    "import",
    "convention",
    "let",
    "def",
    "moves",
    "advice",
    "table",
    "example",
];

/// Words that begin a statement of the reasoner.
const REASONER_WORDS: [&str; 6] = ["hypothesis", "object", "plan", "lemma", "method", "referee"];

/// Words that cannot be names, beside those that begin statements.
const RESERVED: [&str; 36] = [
    "claim",
    "positions",
    "gain",
    "slip",
    "and",
    "or",
    "not",
    "in",
    "if",
    "then",
    "else",
    "otherwise",
    "true",
    "false",
    "our",
    "their",
    "before",
    "root",
    "after",
    "for",
    "them",
    "us",
    "can",
    "any",
    "none",
    "that",
    "when",
    "by",
    "going",
    "walks",
    "better",
    "holding",
    "within",
    "because",
    "means",
    "mod",
];

/// Marks that a diagnostic has been pushed and the construct cannot be read.
struct Reported;

type Parsed<T> = Result<T, Reported>;

/// Reads the program of a source.
pub fn parse(source: &Source, diagnostics: &mut Diagnostics) -> Program {
    let lexed = lex_source(source, diagnostics);
    let mut parser = Parser::new(&source.program, lexed.tokens, diagnostics);
    let statements = parser.program();
    Program {
        statements,
        comments: lexed.comments,
        unread: parser.unread,
    }
}

/// Reads one expression, for a question asked from outside.
pub fn parse_expression(source: &Source, diagnostics: &mut Diagnostics) -> Option<Expr> {
    whole(source, diagnostics, |parser| parser.expr())
}

/// Reads one formula of hypotheses, for a question asked from outside.
pub(crate) fn parse_formula(source: &Source, diagnostics: &mut Diagnostics) -> Option<Formula> {
    whole(source, diagnostics, |parser| parser.formula())
}

/// Reads one thing that is the whole source.
fn whole<T>(
    source: &Source,
    diagnostics: &mut Diagnostics,
    rule: fn(&mut Parser<'_>) -> Parsed<T>,
) -> Option<T> {
    let lexed = lex_source(source, diagnostics);
    let mut parser = Parser::new(&source.program, lexed.tokens, diagnostics);
    let read = rule(&mut parser).ok()?;
    match parser.peek().kind {
        TokenKind::End => Some(read),
        TokenKind::Word
        | TokenKind::Number
        | TokenKind::Text
        | TokenKind::Symbol(_)
        | TokenKind::Unreadable => {
            parser.expected("the end of the expression");
            None
        }
    }
}

struct Parser<'a> {
    program: &'a str,
    tokens: Vec<Token>,
    at: usize,
    diagnostics: &'a mut Diagnostics,
    /// Does the piece of advice at hand have parameters?
    has_parameters: bool,
    /// Where the statement, field or rule at hand began.
    begun: usize,
    /// What stands after the last token, in words.
    end: &'static str,
    /// The name that the statement at hand defines, and what could not be read so far.
    defines: Option<Name>,
    unread: Vec<Unread>,
    /// How many calls deep we are, and how high the last expression or constraint was.
    depth: usize,
    height: usize,
}

impl<'a> Parser<'a> {
    fn new(program: &'a str, tokens: Vec<Token>, diagnostics: &'a mut Diagnostics) -> Parser<'a> {
        Parser {
            program,
            tokens,
            at: 0,
            diagnostics,
            has_parameters: false,
            begun: 0,
            end: "the end",
            defines: None,
            unread: Vec::new(),
            depth: 0,
            height: 0,
        }
    }

    // Looking ahead.

    fn peek(&self) -> Token {
        self.tokens[self.at]
    }

    fn peek_second(&self) -> Option<Token> {
        self.tokens.get(self.at + 1).copied()
    }

    fn text_of(&self, token: Token) -> &'a str {
        &self.program[token.span.range()]
    }

    fn at_word(&self, word: &str) -> bool {
        self.peek().kind == TokenKind::Word && self.text_of(self.peek()) == word
    }

    fn at_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek().kind, TokenKind::Symbol(found) if found == symbol)
    }

    /// At a name that is not reserved?
    fn at_name(&self) -> bool {
        self.peek().kind == TokenKind::Word && !is_reserved(self.text_of(self.peek()))
    }

    /// A place in the text that is read.
    fn span(&self, start: usize, end: usize) -> Span {
        Span::of(self.peek().span.source, start, end)
    }

    fn previous_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    // Taking.

    fn bump(&mut self) -> Token {
        let token = self.peek();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.bump();
        }
        found
    }

    fn take_symbol(&mut self, symbol: &str) -> bool {
        let found = self.at_symbol(symbol);
        if found {
            self.bump();
        }
        found
    }

    fn word(&mut self, word: &str) -> Parsed<Span> {
        if self.at_word(word) {
            Ok(self.bump().span)
        } else {
            Err(self.expected(&format!("`{word}`")))
        }
    }

    /// A word, or else a hint at how the whole is written.
    fn word_of(&mut self, word: &str, form: &str) -> Parsed<Span> {
        if self.at_word(word) {
            Ok(self.bump().span)
        } else {
            let fix = self.missing_word(word);
            Err(self.expected_fixed(&format!("`{word}`"), form, fix))
        }
    }

    /// A symbol, or else a hint at how the whole is written.
    fn symbol_of(&mut self, symbol: &str, form: &str) -> Parsed<Span> {
        if self.at_symbol(symbol) {
            Ok(self.bump().span)
        } else {
            let fix = self.missing_symbol(symbol);
            Err(self.expected_fixed(&format!("`{symbol}`"), form, fix))
        }
    }

    fn symbol(&mut self, symbol: &str) -> Parsed<Span> {
        if self.at_symbol(symbol) {
            Ok(self.bump().span)
        } else {
            let (help, slip) = self.slip().unzip();
            let fix = slip.flatten().or_else(|| self.missing_symbol(symbol));
            Err(self.report_expected(&format!("`{symbol}`"), help, fix))
        }
    }

    /// A name that is known.
    fn name(&mut self, what: &str) -> Parsed<Name> {
        let token = self.peek();
        if self.at_name() {
            self.bump();
            Ok(Name {
                text: self.text_of(token).to_owned(),
                span: token.span,
            })
        } else {
            Err(self.expected(what))
        }
    }

    /// A name that is given here.
    fn new_name(&mut self, what: &str) -> Parsed<Name> {
        let token = self.peek();
        if self.at_name() {
            self.name(what)
        } else if token.kind == TokenKind::Word && !token.starts_line {
            let word = self.text_of(token);
            let message =
                format!("expected {what}, found `{word}`, which is a word of the language");
            let help = format!("choose another name, such as `{word}_`");
            // What a statement defines is used elsewhere; a parameter would be used by its old name.
            let defines = self.at == self.begun + 1;
            let fix = defines.then(|| Fix::replace(token.span, format!("{word}_")));
            let diagnostic = Diagnostic::error("reserved-word", token.span, message);
            self.diagnostics.push(diagnostic.help(help).fix(fix));
            Err(Reported)
        } else {
            Err(self.expected(what))
        }
    }

    fn number(&mut self, what: &str) -> Parsed<i64> {
        let token = self.peek();
        if token.kind != TokenKind::Number {
            return Err(self.expected(what));
        }
        self.bump();
        let digits = self.text_of(token);
        digits.parse().map_err(|_| {
            let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
            let diagnostic = if all_digits {
                let message = "this number is too large";
                Diagnostic::error("number-too-large", token.span, message)
                    .help(format!("the largest number is {}", i64::MAX))
            } else {
                Diagnostic::error(
                    "bad-number",
                    token.span,
                    format!("`{digits}` is neither a number nor a name"),
                )
                .help("a name begins with a letter")
            };
            self.diagnostics.push(diagnostic);
            Reported
        })
    }

    fn text(&mut self, what: &str) -> Parsed<Text> {
        let token = self.peek();
        if token.kind != TokenKind::Text {
            return Err(self.expected(what));
        }
        self.bump();
        let span = token.span;
        let mut value = String::new();
        let mut chars = self.program[span.start as usize + 1..span.end as usize - 1].chars();
        while let Some(c) = chars.next() {
            value.push(if c == '\\' {
                chars.next().unwrap_or(c)
            } else {
                c
            });
        }
        Ok(Text { value, span })
    }

    /// A text whose parts in braces are expressions.
    fn template(&mut self, what: &str) -> Parsed<Template> {
        let token = self.peek();
        if token.kind != TokenKind::Text {
            return Err(self.expected(what));
        }
        self.bump();
        let (mut at, end) = (token.span.start as usize + 1, token.span.end as usize - 1);
        let mut parts = Vec::new();
        let mut plain = String::new();
        while let Some(c) = self.program[at..end].chars().next() {
            at += c.len_utf8();
            match c {
                '\\' => {
                    let escaped = self.program[at..end].chars().next().unwrap_or('\\');
                    plain.push(escaped);
                    at += escaped.len_utf8();
                }
                '{' => {
                    if !plain.is_empty() {
                        parts.push(TemplatePart::Plain(std::mem::take(&mut plain)));
                    }
                    let close = self.closing_brace(at, end)?;
                    parts.push(TemplatePart::Value(self.embedded(self.span(at, close))?));
                    at = close + 1;
                }
                '}' => {
                    let span = self.span(at - 1, at);
                    let message = "this `}` has no `{` before it";
                    self.diagnostics.push(
                        Diagnostic::error("stray-brace", span, message)
                            .help("for the brace itself write `\\}`")
                            .fix(Fix::replace(span, "\\}")),
                    );
                    return Err(Reported);
                }
                _ => plain.push(c),
            }
        }
        if !plain.is_empty() {
            parts.push(TemplatePart::Plain(plain));
        }
        Ok(Template {
            parts,
            span: token.span,
        })
    }

    fn closing_brace(&mut self, start: usize, end: usize) -> Parsed<usize> {
        let mut open = 1;
        for (offset, c) in self.program[start..end].char_indices() {
            match c {
                '{' => open += 1,
                '}' => open -= 1,
                _ => {}
            }
            if open == 0 {
                return Ok(start + offset);
            }
        }
        let message = "this `{` has no `}` after it";
        let help = "for the brace itself write `\\{`";
        let span = self.span(start - 1, start);
        let diagnostic = Diagnostic::error("stray-brace", span, message);
        let fix = Fix::replace(span, "\\{");
        self.diagnostics.push(diagnostic.help(help).fix(fix));
        Err(Reported)
    }

    /// An expression inside a text.
    fn embedded(&mut self, span: Span) -> Parsed<Expr> {
        let lexed = lex(self.program, &[span], self.diagnostics);
        if let Some(comment) = lexed.comments.first() {
            let message = "a comment cannot stand inside a text";
            let help = "for the brace itself write `\\{`";
            self.diagnostics
                .push(Diagnostic::error("comment-in-text", comment.span, message).help(help));
            return Err(Reported);
        }
        let mut inner = Parser::new(self.program, lexed.tokens, self.diagnostics);
        inner.end = "`}`";
        let expr = inner.expr()?;
        let form = "a value in a text stands in braces: \"there are {n} left\"";
        if inner.peek().kind == TokenKind::End {
            Ok(expr)
        } else {
            Err(inner.expected_in("`}`", form))
        }
    }

    // Complaining.

    /// Says what was expected here, and what was found instead.
    fn expected(&mut self, what: &str) -> Reported {
        let (help, fix) = self.slip().unzip();
        let fix = fix.flatten().or_else(|| self.misspelt_operator());
        self.report_expected(what, help, fix)
    }

    /// The same, with how the whole is written.
    fn expected_in(&mut self, what: &str, form: &str) -> Reported {
        self.expected_fixed(what, form, None)
    }

    /// The same, with the edit that mends it, if there is one.
    fn expected_fixed(&mut self, what: &str, form: &str, fix: Option<Fix>) -> Reported {
        let (help, fix) = match self.slip().filter(|_| self.at_symbol(";")) {
            Some((help, slip)) => (help, slip),
            None => (form.to_owned(), fix),
        };
        self.report_expected(what, Some(help), fix)
    }

    /// Says that one of some words was expected, and which was probably meant.
    fn expected_one_of(&mut self, words: &[&str], form: Option<&str>) -> Reported {
        self.expected_word(words, form, None)
    }

    /// The same, with the edit that mends it if none of the words is near.
    fn expected_word(&mut self, words: &[&str], form: Option<&str>, fix: Option<Fix>) -> Reported {
        let list: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        let token = self.peek();
        let meant = (token.kind == TokenKind::Word)
            .then(|| nearest(self.text_of(token), words.iter().copied()))
            .flatten();
        let what = match list.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            Some((only, _)) => only.clone(),
            None => String::new(),
        };
        if let Some(meant) = meant {
            let fix = Fix::replace(token.span, meant);
            let help = format!("did you mean `{meant}`?");
            return self.report_expected(&what, Some(help), Some(fix));
        }
        if let Some(form) = form {
            return self.report_expected(&what, Some(form.to_owned()), fix);
        }
        let (help, fix) = self.slip().unzip();
        self.report_expected(&what, help, fix.flatten())
    }

    fn report_expected(&mut self, what: &str, help: Option<String>, fix: Option<Fix>) -> Reported {
        let token = self.peek();
        if token.kind == TokenKind::Unreadable {
            return Reported;
        }
        // What is missing at the end of a line is missing there, not where the next line begins.
        let is_next_line = token.starts_line && self.at > self.begun;
        let found = match token.kind {
            TokenKind::End => self.end.to_owned(),
            TokenKind::Text => "a text".to_owned(),
            TokenKind::Word | TokenKind::Number | TokenKind::Symbol(_) | TokenKind::Unreadable => {
                let next_line = if is_next_line {
                    " on the next line"
                } else {
                    ""
                };
                format!("`{}`{next_line}", self.text_of(token))
            }
        };
        let span = if is_next_line {
            self.previous_span()
        } else {
            token.span
        };
        let message = format!("expected {what}, found {found}");
        let diagnostic = Diagnostic::error("unexpected", span, message);
        self.diagnostics.push(diagnostic.opt_help(help).fix(fix));
        Reported
    }

    // Bounding.

    /// Runs a rule one level deeper, unless that is too deep.
    fn deeper<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_NESTING {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    /// Notes the height of something just built on parts of this height.
    fn built_on(&mut self, height: usize) -> Parsed<()> {
        self.height = height + 1;
        if self.height > MAX_NESTING {
            Err(self.too_deep())
        } else {
            Ok(())
        }
    }

    fn too_deep(&mut self) -> Reported {
        let message = format!("nested more than {MAX_NESTING} deep");
        let span = self.peek().span;
        self.diagnostics.push(
            Diagnostic::error("too-deep", span, message).help("name a part of it with `def`"),
        );
        Reported
    }
}

/// Can the word not be a name?
pub fn is_reserved(word: &str) -> bool {
    STATEMENT_WORDS.contains(&word) || REASONER_WORDS.contains(&word) || RESERVED.contains(&word)
}
