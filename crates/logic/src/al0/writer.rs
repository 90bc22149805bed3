//! The chapter that comes of an AL0 file, as Markdown.

use std::fmt::Write;

use lang::{Diagnostic, Source};

use super::importer::ChapterParts;
use super::standard::{GROUPS, MOVES};
use super::table::Dialect;

/// The text of the chapter; the findings that are no errors are told at its end.
pub(crate) fn chapter(
    files: &[Source],
    dialect: Dialect,
    parts: &ChapterParts,
    found: &[Diagnostic],
) -> String {
    let name = files.first().map_or("a file", |file| file_name(&file.name));
    let mut text = format!(
        "# King and rook against king, from {}\n\n{}\n\n",
        plain(name),
        introduction(name, dialect)
    );
    text += &fence(&format!(
        "endgame \"King and rook against king, from {}\"\nus K R\nthem K\nconvention al0\n\n\
         let king = our.king\nlet rook = our.rook\nlet enemy = their.king",
        name.replace(['\\', '"'], "")
    ));
    for group in GROUPS {
        let used = group
            .definitions
            .iter()
            .filter(|definition| parts.definitions.contains(definition.name));
        let used: Vec<&str> = used
            .map(|definition| definition.in_dialect(dialect).text)
            .collect();
        if !used.is_empty() {
            let prose = if group.prose.is_empty() {
                String::new()
            } else {
                format!("{}\n\n", group.prose)
            };
            text += &format!("## {}\n\n{prose}{}", group.title, fence(&used.join("\n")));
        }
    }
    if !parts.own.is_empty() {
        text += &format!(
            "## From the library\n\nThese goals come from the clauses of the author's own library.\n\n{}",
            fence(&parts.own.join("\n"))
        );
    }
    if !parts.undefined.is_empty() {
        text += &format!(
            "## Goals that nothing defines\n\nThe table names them, and the interpreter takes them for false.\n\n{}",
            fence(&parts.undefined.join("\n"))
        );
    }
    let moves = MOVES
        .iter()
        .filter(|moves| parts.moves.contains(moves.name));
    let moves: Vec<&str> = moves.map(|moves| moves.in_dialect(dialect).text).collect();
    if !moves.is_empty() {
        text += &format!(
            "## The moves\n\nMoves are tried in the order of the Prolog program, so that the same one is found first.\n\n{}",
            fence(&moves.join("\n"))
        );
    }
    text += "## The advice\n\n";
    for piece in &parts.pieces {
        text += &quotation(&piece.comment);
        text += &fence(piece.text.trim_end());
    }
    text += &table(parts, dialect);
    text += &left_out(files, found);
    format!("{}\n", text.trim_end())
}

fn introduction(name: &str, dialect: Dialect) -> String {
    let name = plain(name);
    let first = format!(
        "This chapter was written by `nasvet import` from the AL0 table {name}, and plays the same moves by the same advice."
    );
    let second = match dialect {
        Dialect::Book => {
            "It is read as the book's interpreter reads it: the first rule that applies decides."
        }
        Dialect::Course => {
            "It is read as the course's interpreter reads it: where no advice of a rule succeeds, the rules after it are tried."
        }
    };
    format!(
        "{first}\n{second}\nA tree that has been found is played to its end before the table is asked again."
    )
}

fn table(parts: &ChapterParts, dialect: Dialect) -> String {
    let mut text = "## The table\n\n".to_owned();
    for (number, rule) in (1..).zip(&parts.rules) {
        let _ = writeln!(text, "{number}. {}", plain(&rule.name));
    }
    text += "\n";
    let comments: Vec<String> = parts
        .rules
        .iter()
        .flat_map(|rule| rule.comment.clone())
        .collect();
    text += &quotation(&comments);
    if dialect == Dialect::Course && parts.rules.len() > 1 {
        text += "Each rule goes on with the advice of those after it.\n\n";
    }
    let rules: Vec<&str> = parts.rules.iter().map(|rule| rule.text.as_str()).collect();
    text + &fence(&format!("table {{\n{}\n}}", rules.join("\n")))
}

/// What the author should know, with its line.
fn left_out(files: &[Source], found: &[Diagnostic]) -> String {
    if found.is_empty() {
        return String::new();
    }
    let mut text = "## What to know about the import\n\n".to_owned();
    for finding in found.iter().take(MAX_TOLD) {
        let file = files.get(finding.span.source.idx());
        let line = file.map_or(1, |file| file.line_and_column(finding.span.start).0);
        let name = file.map_or("", |file| file_name(&file.name));
        let message = finding.message.replace('\n', " ");
        let _ = writeln!(
            text,
            "- {}, line {line}: {}.",
            plain(name),
            message.replace('`', "")
        );
    }
    text
}

/// More findings are not told in the chapter.
const MAX_TOLD: usize = 50;

/// The last part of a path.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// A stranger's words as plain text of one line, without marks of Markdown.
fn plain(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        '`' | '~' | '<' | '>' | '#' | '*' | '[' | ']' | '|' | '\\' | '!' | '\n' | '\r' | '\t' => {
            ' '
        }
        _ => c,
    });
    let escaped: String = escaped.collect();
    escaped.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The author's own comment.
fn quotation(lines: &[String]) -> String {
    let lines = lines.iter().take(MAX_COMMENT).map(|line| plain(line));
    let lines: Vec<String> = lines
        .filter(|line| line.chars().any(char::is_alphanumeric))
        .collect();
    if lines.is_empty() {
        return String::new();
    }
    format!("> {}\n\n", lines.join("\n> "))
}

/// A longer comment is cut off.
const MAX_COMMENT: usize = 20;

fn fence(program: &str) -> String {
    format!("```advice\n{program}\n```\n\n")
}
