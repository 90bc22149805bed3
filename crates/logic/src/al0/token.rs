//! Tokens of Prolog.

use lang::{Diagnostic, Span};

/// A token, where it stands, and whether something blank stands before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PrologToken {
    pub(crate) kind: PrologTokenKind,
    pub(crate) span: Span,
    pub(crate) is_apart: bool,
    /// The lines of the comments right above it.
    pub(crate) comment: Vec<String>,
}

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PrologTokenKind {
    Name(String),
    /// A name in quotes, which is never an operator.
    Quoted(String),
    Variable(String),
    Number(i64),
    Text(String),
    /// A bracket, a comma or a bar.
    Sign(char),
    /// The full stop that ends a clause.
    Stop,
}

/// Characters of which names such as `:-` are made.
const SYMBOLS: &str = "+-*/\\^<>=~:.?@#&$";

/// The tokens of a file, and what could not be read. The place of everything is in the text that is given.
pub(crate) fn tokens(
    text: &str,
    place: impl Fn(usize, usize) -> Span,
) -> (Vec<PrologToken>, Vec<Diagnostic>) {
    let mut lexer = PrologLexer {
        text,
        at: 0,
        found: Vec::new(),
        place,
    };
    let mut tokens = Vec::new();
    loop {
        let start = lexer.at;
        let comment = lexer.skip_blank();
        let is_apart = lexer.at > start || start == 0;
        let from = lexer.at;
        let Some(kind) = lexer.token() else {
            break;
        };
        tokens.push(PrologToken {
            kind,
            span: (lexer.place)(from, lexer.at),
            is_apart,
            comment,
        });
    }
    (tokens, lexer.found)
}

struct PrologLexer<'a, P> {
    text: &'a str,
    at: usize,
    found: Vec<Diagnostic>,
    place: P,
}

impl<P: Fn(usize, usize) -> Span> PrologLexer<'_, P> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes characters as long as they are of a kind.
    fn take_while(&mut self, is: impl Fn(char) -> bool) -> String {
        let taken: String = self.rest().chars().take_while(|c| is(*c)).collect();
        self.at += taken.len();
        taken
    }

    /// Goes behind blanks and comments; gives the comments after the last empty line.
    fn skip_blank(&mut self) -> Vec<String> {
        let mut comment = Vec::new();
        loop {
            let blank = self.take_while(char::is_whitespace);
            if blank.matches('\n').count() > 1 {
                comment.clear();
            }
            if self.rest().starts_with('%') {
                let line = self.take_while(|c| c != '\n');
                comment.push(line.trim_start_matches('%').trim().to_owned());
            } else if self.rest().starts_with("/*") {
                let from = self.at;
                let end = self.rest().find("*/");
                if end.is_none() {
                    let span = (self.place)(from, from + 2);
                    let message = "this comment is never closed";
                    let finding = Diagnostic::error("prolog-syntax", span, message);
                    self.found.push(finding.help("close it with `*/`"));
                }
                self.at = end.map_or(self.text.len(), |end| from + end + 2);
                let inside = self.text[from..self.at].trim_matches(['/', '*']);
                comment.extend(inside.lines().map(|line| line.trim().to_owned()));
            } else {
                comment.retain(|line| !line.is_empty());
                return comment;
            }
        }
    }

    fn token(&mut self) -> Option<PrologTokenKind> {
        let first = self.peek()?;
        Some(match first {
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | '|' => {
                self.at += 1;
                PrologTokenKind::Sign(first)
            }
            '!' | ';' => {
                self.at += 1;
                PrologTokenKind::Name(first.into())
            }
            '0'..='9' => self.number(),
            '\'' => PrologTokenKind::Quoted(self.quoted('\'')),
            '"' | '`' => PrologTokenKind::Text(self.quoted(first)),
            '_' => PrologTokenKind::Variable(self.take_while(is_of_word)),
            _ if first.is_uppercase() => PrologTokenKind::Variable(self.take_while(is_of_word)),
            _ if first.is_alphabetic() => PrologTokenKind::Name(self.take_while(is_of_word)),
            _ if is_stop(self.rest()) => {
                self.at += 1;
                PrologTokenKind::Stop
            }
            _ if SYMBOLS.contains(first) => {
                PrologTokenKind::Name(self.take_while(|c| SYMBOLS.contains(c)))
            }
            _ => {
                let span = (self.place)(self.at, self.at + first.len_utf8());
                let message = format!("`{first}` has no meaning in Prolog");
                self.found
                    .push(Diagnostic::error("prolog-syntax", span, message).help("leave it out"));
                self.at += first.len_utf8();
                self.skip_blank();
                return self.token();
            }
        })
    }

    /// A whole number; one that is too large counts as the largest.
    fn number(&mut self) -> PrologTokenKind {
        let digits = self.take_while(|c| c.is_ascii_digit());
        PrologTokenKind::Number(digits.parse().unwrap_or(i64::MAX))
    }

    /// What stands between two quotes; a quote written twice is one.
    fn quoted(&mut self, quote: char) -> String {
        let from = self.at;
        self.at += 1;
        let mut inside = String::new();
        loop {
            let Some(next) = self.peek() else {
                let span = (self.place)(from, from + 1);
                let message = format!("this `{quote}` is never closed");
                let finding = Diagnostic::error("prolog-syntax", span, message);
                self.found
                    .push(finding.help(format!("close it with `{quote}`")));
                return inside;
            };
            self.at += next.len_utf8();
            if next == quote {
                if self.peek() != Some(quote) {
                    return inside;
                }
                self.at += 1;
            } else if next == '\\' {
                let escaped = self.peek();
                self.at += escaped.map_or(0, char::len_utf8);
                inside.extend(escaped);
                continue;
            }
            inside.push(next);
        }
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// A full stop ends a clause if nothing that belongs to a name follows.
fn is_stop(rest: &str) -> bool {
    let mut rest = rest.chars();
    rest.next() == Some('.')
        && rest
            .next()
            .is_none_or(|next| next.is_whitespace() || next == '%')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let (tokens, found) = tokens(text, Span::new);
        assert_eq!(found, []);
        let shown: Vec<&str> = tokens
            .iter()
            .map(|token| &text[token.span.range()])
            .collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_full_stop_ends_a_clause_and_two_join_fields() {
        check("w..X:Y..D.", &["w", "..", "X", ":", "Y", "..", "D", "."]);
        check("a:-b.% c\nd.", &["a", ":-", "b", ".", "d", "."]);
        check("x /* . */ .", &["x", "."]);
        check("'it''s'(\"a.b\")", &["'it''s'", "(", "\"a.b\"", ")"]);
    }

    #[test]
    fn comments_right_above_a_token_are_kept() {
        let text = "% old\n\n% one\n/* two\n * three */\na. % four\nb.";
        let (tokens, _) = tokens(text, Span::new);
        assert_eq!(tokens[0].comment, ["one", "two", "* three"]);
        assert_eq!(tokens[2].comment, ["four"]);
    }

    #[test]
    fn what_is_never_closed_is_named() {
        for text in ["/* a", "'a", "\"a", "a § b."] {
            assert_eq!(tokens(text, Span::new).1.len(), 1, "{text}");
        }
    }
}
