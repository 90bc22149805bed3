//! What may be written at a place, told from the words before it in the same statement.
//!
//! A text that is being written can mostly not be parsed where the cursor stands, so this looks at tokens only.

mod grammar;
mod names;

use crate::diagnostic::Diagnostics;
use crate::lexer::{Token, TokenKind, lex_source};
use crate::parser::{FIELD_WORDS, METHOD_WORDS, PLAN_WORDS, begins_statement};
use crate::source::Source;
use crate::span::Span;
use grammar::{depth, goes_on, in_line, in_statement};
use names::locals;

/// A place in a text, and what may be written there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cursor {
    /// The word that is being written; empty right after anything else.
    pub word: Span,
    /// What may stand there.
    pub expected: Expected,
    /// The local names that can be used there, the nearest first.
    pub locals: Vec<String>,
}

/// What may stand at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// Nothing that could be offered: prose, a comment, a text, a number, a new name.
    Nothing,
    /// The first line of a chapter or a library.
    Title,
    /// A statement, or a line of the header.
    Statement,
    /// One of these words.
    Words(&'static [&'static str]),
    /// A condition or a value.
    Value,
    /// A condition or a value, or a hypothesis.
    Formula,
    /// What a side has.
    Property,
    /// Moves: `any`, the moves of a man, a named constraint.
    Moves,
    /// A word that is true of moves.
    Direction,
    /// A piece of advice.
    Advice,
    /// A hypothesis or an object.
    Hypothesis,
    /// A kind of man.
    Man,
    /// A type.
    Type,
    /// A library.
    Library,
    /// A convention.
    Convention,
    /// A word of the header.
    Header,
}

/// What may be written at a byte of a source.
pub fn cursor(source: &Source, byte: u32) -> Cursor {
    // Whatever is wrong was reported when the program was parsed.
    let lexed = lex_source(source, &mut Diagnostics::default());
    let nowhere = Cursor {
        word: Span::of(source.id(), byte as usize, byte as usize),
        expected: Expected::Nothing,
        locals: Vec::new(),
    };
    let is_inside = |span: Span| span.start < byte && byte <= span.end;
    let in_comment = lexed.comments.iter().any(|comment| {
        let before = source
            .program
            .get(comment.span.start as usize..byte as usize);
        before.is_some_and(|before| !before.is_empty() && !before.contains('\n'))
    });
    let mut blocks = source.blocks.iter();
    let block = blocks.find(|block| block.start <= byte && byte <= block.end);
    let (Some(block), false) = (block, in_comment) else {
        return nowhere;
    };
    let tokens: Vec<Token> = lexed
        .tokens
        .into_iter()
        .filter(|token| block.contains(token.span) && token.kind != TokenKind::End)
        .collect();
    let n_before = tokens.partition_point(|token| token.span.end < byte);
    let written = tokens.get(n_before).filter(|token| is_inside(token.span));
    let word = match written.map(|token| token.kind) {
        Some(TokenKind::Word) => written.map(|token| token.span),
        Some(TokenKind::Symbol(_)) | None => None,
        Some(TokenKind::Number | TokenKind::Text | TokenKind::Unreadable | TokenKind::End) => {
            let mut found = in_template(source, &tokens[n_before], byte).unwrap_or(nowhere);
            if found.expected == Expected::Value {
                let reader = Reader {
                    source,
                    tokens: &tokens[..n_before],
                    line_starts: false,
                    is_first: false,
                };
                found.locals = locals(&reader.texts(reader.statement()));
            }
            return found;
        }
    };
    // A sign that ends at the cursor stands before it.
    let n_before = n_before + usize::from(written.is_some() && word.is_none());
    let is_first_block = source.blocks.first() == Some(block);
    let line_starts = match word {
        Some(_) => tokens[n_before].starts_line,
        None => begins_line(source, byte),
    };
    let reader = Reader {
        source,
        tokens: &tokens[..n_before],
        line_starts,
        is_first: is_first_block && n_before == 0,
    };
    let (expected, locals) = reader.read();
    Cursor {
        word: word.unwrap_or(nowhere.word),
        expected,
        locals,
    }
}

/// Do only blanks stand before a place on its line?
fn begins_line(source: &Source, byte: u32) -> bool {
    let before = source.program.get(..byte as usize).unwrap_or("");
    before.rsplit('\n').next().unwrap_or("").trim().is_empty()
}

/// In the braces of a text stands a value.
fn in_template(source: &Source, token: &Token, byte: u32) -> Option<Cursor> {
    let before = source
        .program
        .get(token.span.start as usize..byte as usize)?;
    let open = before
        .rfind('{')
        .filter(|open| !before[*open..].contains('}'))?;
    let inside = &before[open + 1..];
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let name = inside.rfind(|c| !is_letter(c)).map_or(inside, |at| {
        let width = inside[at..].chars().next().map_or(1, char::len_utf8);
        &inside[at + width..]
    });
    let owner = inside[..inside.len() - name.len()].trim_end();
    let expected = match owner.strip_suffix('.') {
        Some(owner) if owner.ends_with("our") || owner.ends_with("their") => Expected::Property,
        Some(_) | None => Expected::Value,
    };
    Some(Cursor {
        word: Span::of(source.id(), byte as usize - name.len(), byte as usize),
        expected,
        locals: Vec::new(),
    })
}

/// The words that begin any statement but the first.
const STATEMENTS: [&str; 18] = [
    "import",
    "convention",
    "let",
    "def",
    "moves",
    "advice",
    "table",
    "positions",
    "gain",
    "slip",
    "example",
    "claim",
    "hypothesis",
    "object",
    "plan",
    "lemma",
    "method",
    "referee",
];

/// Reads the tokens before the cursor.
struct Reader<'a> {
    source: &'a Source,
    tokens: &'a [Token],
    /// Does the cursor stand at the beginning of a line?
    line_starts: bool,
    /// Does nothing stand before it in the program?
    is_first: bool,
}

impl<'a> Reader<'a> {
    fn text(&self, token: &Token) -> &'a str {
        &self.source.program[token.span.range()]
    }

    fn texts(&self, tokens: &[Token]) -> Vec<&'a str> {
        tokens.iter().map(|token| self.text(token)).collect()
    }

    fn read(&self) -> (Expected, Vec<String>) {
        if self.is_first {
            return (Expected::Title, Vec::new());
        }
        let statement = self.statement();
        let words = self.texts(statement);
        let locals = locals(&words);
        let keyword = words.first().copied().unwrap_or("");
        let has_braces = matches!(
            keyword,
            "advice" | "table" | "plan" | "lemma" | "method" | "referee"
        );
        let is_open = has_braces && depth(&words) > 0;
        let expected = if is_open {
            self.in_braces(keyword, statement)
        } else if self.line_starts && !goes_on(&words) {
            Expected::Statement
        } else {
            in_statement(&words)
        };
        let locals = match expected {
            Expected::Value | Expected::Formula | Expected::Advice | Expected::Property => locals,
            Expected::Nothing
            | Expected::Title
            | Expected::Statement
            | Expected::Words(_)
            | Expected::Moves
            | Expected::Direction
            | Expected::Hypothesis
            | Expected::Man
            | Expected::Type
            | Expected::Library
            | Expected::Convention
            | Expected::Header => Vec::new(),
        };
        (expected, locals)
    }

    /// The tokens of the statement at hand.
    fn statement(&self) -> &'a [Token] {
        let mut start = 0;
        let mut open = 0;
        for (idx, token) in self.tokens.iter().enumerate() {
            let word = self.text(token);
            let begins = token.starts_line && token.kind == TokenKind::Word;
            // Between braces some of these words begin lines.
            let is_line = open > 0 && matches!(word, "moves" | "convention");
            if begins && begins_statement(word) && !is_line {
                (start, open) = (idx, 0);
            } else if begins && open == 0 && !begins_statement(self.text(&self.tokens[start])) {
                // The title and the lines of the header.
                start = idx;
            }
            open += depth(&[word]);
        }
        &self.tokens[start..]
    }

    /// Between braces: the words that begin lines, or what follows such a word.
    fn in_braces(&self, keyword: &str, statement: &[Token]) -> Expected {
        let lines: &'static [&'static str] = match keyword {
            "advice" => &FIELD_WORDS,
            "plan" => &PLAN_WORDS,
            "table" => &["if", "otherwise"],
            _ => &METHOD_WORDS,
        };
        let begins = |token: &Token| token.starts_line && lines.contains(&self.text(token));
        let line = statement.iter().rposition(begins);
        let words = self.texts(&statement[line.unwrap_or(statement.len())..]);
        if self.line_starts && !goes_on(&words) || line.is_none() {
            return Expected::Words(lines);
        }
        in_line(keyword, &words)
    }
}

/// The words that begin statements, for whoever offers them.
pub fn statement_words() -> impl Iterator<Item = &'static str> {
    STATEMENTS.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Form;

    /// What is expected where `|` stands, and the local names there.
    fn check(text: &str, expected: Expected, locals: &[&str]) {
        let byte = text.find('|').expect("the cursor is marked");
        let text = text.replacen('|', "", 1);
        let form = match text.contains("```") {
            true => Form::Chapter,
            false => Form::Plain,
        };
        let source = Source::from_text("t", form, &text).expect("a short text");
        let found = cursor(&source, byte as u32);
        assert_eq!(found.expected, expected, "{text}");
        assert_eq!(found.locals, locals, "{text}");
    }

    #[test]
    fn the_words_before_tell_what_is_expected() {
        use Expected::*;
        let begin = "endgame \"x\"\nus K R\n";
        let after = |text: &str, expected, locals: &[&str]| {
            check(&format!("{begin}{text}"), expected, locals);
        };
        check("|", Title, &[]);
        check("prose |\n```advice\n\n```\n", Nothing, &[]);
        check("```advice\n|\n```\n", Title, &[]);
        after("|", Statement, &[]);
        after("le|", Statement, &[]);
        after("them |", Header, &[]);
        after("import |", Library, &[]);
        after("let |", Nothing, &[]);
        after("let king = |", Value, &[]);
        after("let king = our.|", Property, &[]);
        after("let king = our.ki|", Property, &[]);
        after("def f(e: |", Type, &[]);
        after("def cut(e: number, r) = |", Value, &["r", "e"]);
        after("def cut(e, r) =\n  e + |", Value, &["r", "e"]);
        after("def f(e) = some s in board : |", Value, &["s", "e"]);
        after("def f = some s |", Words(&["in"]), &[]);
        after("def f = can |", Advice, &[]);
        after("def f = before.|", Value, &[]);
        after("def f = 1\n|", Statement, &[]);
        after("def f = 1 # |", Nothing, &[]);
        after("def f(s) = 1 means \"the {|\"", Value, &["s"]);
        after("def f = 1 means \"the {our.r|}\"", Property, &[]);
        after("def f = 1 means \"the |\"", Nothing, &[]);
        after("moves a = |", Moves, &[]);
        after("moves a = rook moves that |", Value, &[]);
        after("moves a = rook moves that check, then |", Moves, &[]);
        after("moves a = rook moves going |", Direction, &[]);
        after("advice a {\n  |", Words(&FIELD_WORDS), &[]);
        after("advice a {\n  better |", Value, &[]);
        after("advice a {\n  better mate\n  us |", Moves, &[]);
        after(
            "advice a {\n  within 3 |",
            Words(&["move", "moves", "ply", "plies"]),
            &[],
        );
        after(
            "advice a {\n  better mate\n  hol|\n}",
            Words(&FIELD_WORDS),
            &[],
        );
        after("table {\n  if edge(our.king) then |", Advice, &[]);
        after("table {\n  if |", Value, &[]);
        after("table {\n  otherwise a, |", Advice, &[]);
        after("table {\n  otherwise a when |", Value, &[]);
        after(
            "example \"8/8\" |",
            Words(&["fires", "fails", "plays", "shows"]),
            &[],
        );
        after("example \"8/8\" fires |", Advice, &[]);
        after("claim never loses the |", Man, &[]);
        after(
            "lemma l {\n  given goal(x), near(x, n)\n  fact |",
            Formula,
            &["n", "x"],
        );
        after("lemma l {\n  given |", Hypothesis, &[]);
        after(
            "method m {\n  given goal(x)\n  propose goal(y) for y in |",
            Value,
            &["y", "x"],
        );
    }
}
