//! The parts of a program that a reader tells apart, for those who show it in colours.
//!
//! Given a source and its syntax, gives the places of keywords, names, numbers, texts and comments, in order. What
//! is left, such as words of the game and signs, is plain.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostics;
use crate::lexer::{Token, TokenKind, lex_source};
use crate::parser::is_reserved;
use crate::source::Source;
use crate::span::Span;
use crate::syntax::{Combination, Program, Quantifier, StatementKind};

/// What a part of a program is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A word of the language.
    Keyword,
    /// A name that this program defines.
    Defined,
    /// A number.
    Number,
    /// A text, with its quotation marks.
    Text,
    /// A remark, with its `#`.
    Comment,
}

/// Words of the language that may be names elsewhere, beside those of quantifiers and sets.
const LESSER_WORDS: [&str; 32] = [
    "fires",
    "fails",
    "plays",
    "shows",
    "are",
    "largest",
    "of",
    "to",
    "move",
    "plies",
    "ply",
    "wins",
    "keeps",
    "never",
    "loses",
    "from",
    "where",
    "win",
    "draw",
    "position",
    "given",
    "cost",
    "propose",
    "solve",
    "against",
    "fact",
    "asks",
    "is",
    "open",
    "easy",
    "difficult",
    "object",
];

/// The parts of a program, in the order of their places.
pub fn parts(source: &Source, syntax: &Program) -> Vec<(Span, Part)> {
    // Whatever is wrong was reported when the program was parsed.
    let lexed = lex_source(source, &mut Diagnostics::default());
    let defined = defined(syntax);
    let mut parts: Vec<(Span, Part)> = lexed
        .comments
        .iter()
        .map(|comment| (comment.span, Part::Comment))
        .collect();
    let text_of = |token: &Token| &source.program[token.span.range()];
    for (idx, token) in lexed.tokens.iter().enumerate() {
        let part = match token.kind {
            TokenKind::Word => {
                let word = text_of(token);
                // In `our.king` the word is the game's, even where the program has a `king` of its own.
                let before = lexed.tokens[..idx].iter().rev().map(text_of).take(2);
                let is_of_side = matches!(before.collect::<Vec<_>>()[..], [".", "our" | "their"]);
                if is_of_side {
                    continue;
                } else if defined.contains(word) {
                    Part::Defined
                } else if token.starts_line && begins_statement(syntax, token.span)
                    || is_keyword(word)
                {
                    Part::Keyword
                } else {
                    continue;
                }
            }
            TokenKind::Number => Part::Number,
            TokenKind::Text => Part::Text,
            TokenKind::Symbol(_) | TokenKind::Unreadable | TokenKind::End => continue,
        };
        parts.push((token.span, part));
    }
    parts.sort_by_key(|(span, _)| span.start);
    parts
}

/// The names that a program gives to definitions, constraints, pieces of advice and whatever the reasoner has.
fn defined(syntax: &Program) -> BTreeSet<&str> {
    let names = syntax.statements.iter().filter_map(|statement| {
        let name = match &statement.kind {
            StatementKind::Definition(definition) => &definition.name,
            StatementKind::Moves(moves) => &moves.name,
            StatementKind::Advice(advice) => &advice.name,
            StatementKind::Hypothesis(hypothesis) => &hypothesis.name,
            StatementKind::Plan(plan) => &plan.name,
            StatementKind::Method(method) => &method.name,
            StatementKind::Title { .. }
            | StatementKind::Header(_)
            | StatementKind::Import(_)
            | StatementKind::Convention(_)
            | StatementKind::Table(_)
            | StatementKind::Example(_)
            | StatementKind::Positions(_)
            | StatementKind::Remark(..)
            | StatementKind::Claim(_) => return None,
        };
        Some(name.text.as_str())
    });
    names.collect()
}

/// The first word of a statement is a keyword, also where the game has chosen it: `endgame`.
fn begins_statement(syntax: &Program, word: Span) -> bool {
    let found = syntax
        .statements
        .binary_search_by_key(&word.start, |statement| statement.span.start);
    found.is_ok()
}

fn is_keyword(word: &str) -> bool {
    let combinations = [
        Combination::Union,
        Combination::Intersect,
        Combination::Without,
    ];
    is_reserved(word)
        || LESSER_WORDS.contains(&word)
        || combinations.iter().any(|set| set.word() == word)
        || Quantifier::ALL.iter().any(|other| other.word() == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, parse};

    #[test]
    fn every_part_is_told_apart_in_order() {
        let text =
            "```advice\nendgame \"KRK\"\n# a box\nlet king = our.king\ndef room(e) = e + 12\n```\n";
        let source = Source::from_text("t.md", Form::Chapter, text).expect("a chapter");
        let syntax = parse(&source, &mut Diagnostics::default());
        let found: Vec<(&str, Part)> = parts(&source, &syntax)
            .into_iter()
            .map(|(span, part)| (&text[span.range()], part))
            .collect();
        assert_eq!(
            found,
            [
                ("endgame", Part::Keyword),
                ("\"KRK\"", Part::Text),
                ("# a box", Part::Comment),
                ("let", Part::Keyword),
                ("king", Part::Defined),
                ("our", Part::Keyword),
                ("def", Part::Keyword),
                ("room", Part::Defined),
                ("12", Part::Number),
            ]
        );
    }
}
