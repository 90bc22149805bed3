//! What is printed reads back as the same tree; what is formatted says the same and keeps every comment.

mod trees;

use std::fmt::Debug;

use nasvet_lang::syntax::{HasPlaces, Program, Statement, StatementKind, without_places};
use nasvet_lang::{
    Diagnostics, Form, Source, format, parse, parse_expression, print, print_constraint, print_expr,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn source(form: Form, text: &str) -> Source {
    Source::from_text("test", form, text).expect("a short source with closed fences")
}

fn parsed(form: Form, text: &str) -> Program {
    let mut diagnostics = Diagnostics::default();
    let program = parse(&source(form, text), &mut diagnostics);
    let found = diagnostics.into_vec();
    assert!(found.is_empty(), "{found:#?} in\n{text}");
    program
}

fn formatted(form: Form, text: &str) -> String {
    format(&source(form, text)).unwrap_or_else(|found| panic!("{found:#?} in\n{text}"))
}

fn comments(program: &Program) -> Vec<&str> {
    let mut texts: Vec<&str> = program
        .comments
        .iter()
        .map(|comment| comment.text.as_str())
        .collect();
    texts.sort_unstable();
    texts
}

/// Two trees say the same thing, wherever they stand.
fn assert_same<T: HasPlaces + Clone + PartialEq + Debug>(one: &T, other: &T, text: &str) {
    assert_eq!(without_places(one), without_places(other), "{text}");
}

/// The formatted text says the same, keeps the comments, and is formatted already.
fn check_formatting(form: Form, text: &str) -> String {
    let (program, once) = (parsed(form, text), formatted(form, text));
    let again = parsed(form, &once);
    assert_same(&program.statements, &again.statements, &once);
    assert_eq!(
        comments(&program),
        comments(&again),
        "{text}\nbecame\n{once}"
    );
    assert_eq!(formatted(form, &once), once, "from\n{text}");
    once
}

/// Breaks lines, and puts comments and blank lines between the words of a program, as the dice say.
fn decorated(printed: &str, dice: &[u8]) -> String {
    let mut dice = dice.iter().copied().cycle();
    let mut decorated = String::new();
    let mut n_comments = 0;
    for line in printed.lines() {
        let is_header = ["us ", "them ", "piles "]
            .iter()
            .any(|word| line.starts_with(word));
        let (mut in_text, mut escaped) = (false, false);
        for (idx, c) in line.char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = in_text,
                '"' => in_text = !in_text,
                _ => {}
            }
            // These words begin something else at the start of a line.
            let rest = line[idx..].trim_start();
            let may_break = !["moves", "within", "when"]
                .iter()
                .any(|word| rest.starts_with(word));
            if c != ' ' || in_text || is_header || !may_break {
                decorated.push(c);
                continue;
            }
            match dice.next() {
                Some(0..8) => {
                    n_comments += 1;
                    decorated.push_str(&format!(" # {n_comments} {{ \" c\n   "));
                }
                Some(8..16) => decorated.push_str("\r\n\n "),
                Some(16..32) => decorated.push_str("\n\t"),
                _ => decorated.push(' '),
            }
        }
        n_comments += 1;
        match dice.next() {
            Some(0..60) => decorated.push_str(&format!(" # {n_comments} trails\n")),
            Some(60..90) => decorated.push_str(&format!("\n  #{n_comments} stands alone  \n")),
            Some(90..110) => decorated.push_str("\r\n \n\n"),
            Some(110..120) => decorated.push_str(&format!("\n\n# {n_comments} stands apart\n\n\n")),
            _ => decorated.push('\n'),
        }
    }
    decorated
}

proptest! {
    #![proptest_config(testing::config(2000))]

    #[test]
    fn a_printed_program_parses_to_itself(program in trees::program()) {
        let printed = print(&program);
        assert_same(&parsed(Form::Plain, &printed).statements, &program.statements, &printed);
        prop_assert_eq!(formatted(Form::Plain, &printed), printed, "what is printed is formatted");
    }

    #[test]
    fn a_printed_expression_parses_to_itself(expr in trees::expr()) {
        let printed = print_expr(&expr);
        let mut diagnostics = Diagnostics::default();
        let again = parse_expression(&source(Form::Plain, &printed), &mut diagnostics);
        assert_same(&again, &Some(expr), &printed);
    }

    #[test]
    fn a_printed_constraint_parses_to_itself(constraint in trees::constraint()) {
        let printed = print_constraint(&constraint);
        let program = parsed(Form::Plain, &format!("moves m = {printed}"));
        match &program.statements[..] {
            [Statement { kind: StatementKind::Moves(moves), .. }] => {
                assert_same(&moves.body, &constraint, &printed);
            }
            other => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn formatting_keeps_meaning_and_comments(program in trees::program(), dice in vec(any::<u8>(), 1..200)) {
        let text = decorated(&print(&program), &dice);
        assert_same(&parsed(Form::Plain, &text).statements, &program.statements, &text);
        check_formatting(Form::Plain, &text);
    }

    #[test]
    fn formatting_a_chapter_leaves_its_prose(
        blocks in vec((trees::statements(), select(&["", "> ", "  ", "   ", "> > "][..])), 0..4),
        dice in vec(any::<u8>(), 1..200),
    ) {
        let (prose, end) = ("# Šah\r\n\n *Prose*  `x`\n* * *\n\n", "\nno newline");
        let (mut text, mut frame) = (prose.to_owned(), prose.to_owned());
        for (statements, prefix) in blocks {
            let program = Program { statements, ..Program::default() };
            text.push_str(&format!("{prefix}~~~~ advice x\n"));
            for line in decorated(&print(&program), &dice).lines() {
                text.push_str(&format!("{prefix}{line}\n"));
            }
            let close = format!("{prefix}~~~~\n\n```text\nlet  a=1\n```\n{prose}");
            text.push_str(&close);
            frame.push_str(&format!("{prefix}~~~~ advice x\n{close}"));
        }
        text.push_str(end);
        frame.push_str(end);
        let once = check_formatting(Form::Chapter, &text);
        let blocks = source(Form::Chapter, &once).blocks;
        let mut rest = String::new();
        let mut at = 0;
        for block in blocks {
            let start = once[..block.start as usize].rfind('\n').map_or(0, |newline| newline + 1);
            rest.push_str(&once[at..start]);
            at = block.end as usize;
        }
        rest.push_str(&once[at..]);
        prop_assert_eq!(rest, frame);
    }

    #[test]
    fn no_soup_of_words_is_too_much(words in vec(select(&SOUP[..]), 0..60)) {
        soup(Form::Plain, &words.concat());
        soup(Form::Chapter, &words.concat());
    }

    #[test]
    fn no_bytes_are_too_much(bytes in vec(any::<u8>(), 0..200), text in ".{0,100}") {
        for form in [Form::Plain, Form::Chapter] {
            if let Ok(source) = Source::from_bytes("bytes", form, &bytes) {
                let _ = format(&source);
            }
            soup(form, &text);
        }
    }
}

const SOUP: [&str; 60] = [
    "advice ",
    "table ",
    "for ",
    "them ",
    "us ",
    "{",
    "}",
    "(",
    ")",
    ",",
    "=",
    "<",
    ".",
    "..",
    ":",
    "-",
    "+",
    "\n",
    "\n",
    "\n\n",
    "\r",
    "\r\n",
    "\t",
    "# c",
    "# {\n",
    "\"",
    "\"a\"",
    "\"{a}\" ",
    "\\",
    "if ",
    "then ",
    "else ",
    "otherwise ",
    "let a = ",
    "def b(x) = ",
    "moves m = ",
    "moves ",
    "walks to ",
    "within ",
    "1 ",
    "move ",
    "a ",
    "b ",
    "not ",
    "and ",
    "or ",
    "in ",
    "some ",
    "better ",
    "holding ",
    "because ",
    "example ",
    "claim never ",
    "before",
    "```advice\n",
    "```\n",
    "> ",
    "- ",
    "   ",
    "š",
];

/// Reads anything; what can be formatted is then formatted for good.
fn soup(form: Form, text: &str) {
    let Ok(source) = Source::from_text("soup", form, text) else {
        return;
    };
    if let Ok(once) = format(&source) {
        let again = Source::from_text("soup", form, &once).expect("it was read before");
        assert_eq!(format(&again).as_ref(), Ok(&once), "{text:?}");
    }
}

fn check(form: Form, before: &str, after: &str) {
    assert_eq!(check_formatting(form, before), after);
}

#[test]
fn a_piece_of_advice_has_a_field_a_line() {
    check(
        Form::Plain,
        "advice squeeze { \"Make the box smaller.\" better room<before.room and divides and not exposed
         holding not rook_lost us rook moves them any within 1 moves # soon
         because \"the rook on { rook } leaves the king {room} squares instead of {before.room}\" }",
        r#"advice squeeze {
  "Make the box smaller."
  better   room < before.room and divides and not exposed
  holding  not rook_lost
  us       rook moves
  them     any
  within   1 move  # soon
  because  "the rook on {rook} leaves the king {room} squares instead of {before.room}"
}
"#,
    );
}

#[test]
fn comments_and_single_blank_lines_stay() {
    check(
        Form::Plain,
        "\n\n# head\n\n\n\nlet a = 1 # one\nlet long = (2 # inside\n + # and again\n 3)\nlet c=a\n\n\
         advice # before the brace\n x { # opens\n\n better a # goal\n\n # own line\n us any\n\n } # closes\n\
         table {\n # nothing here\n }\n\n\n# end\n\n",
        "# head\n\nlet a = 1  # one\n# inside\n# and again\nlet long = 2 + 3\nlet c    = a\n\n\
         # before the brace\nadvice x {  # opens\n  better  a  # goal\n\n  # own line\n  us      any\n}  # closes\n\
         table {\n  # nothing here\n}\n\n# end\n",
    );
}

#[test]
fn long_lines_are_broken_between_their_parts() {
    check(
        Form::Plain,
        "def divides = between(file(rook), file(king), file(enemy)) or between(rank(rook), rank(king), rank(enemy))
def cut(first, second) = if first < second then second - first else if first > second then 8 - second else 0
moves checks = rook moves that check then king moves that are diagonal then rook moves going north, south then any
table { if edge(enemy) and distance(king, enemy) < 4 then mate, squeeze when close, approach, keep_room, divide
 otherwise squeeze }",
        "def divides = between(file(rook), file(king), file(enemy))
    or between(rank(rook), rank(king), rank(enemy))
def cut(first, second) =
    if first < second then second - first
    else if first > second then 8 - second
    else 0
moves checks = rook moves that check,
    then king moves that are diagonal,
    then rook moves going north, south,
    then any
table {
  if edge(enemy) and distance(king, enemy) < 4
      then mate, squeeze when close, approach, keep_room, divide
  otherwise squeeze
}
",
    );
}

#[test]
fn parentheses_stand_where_meaning_or_the_reader_needs_them() {
    let cases = [
        ("((a)) and ((b or (c)))", "a and (b or c)"),
        ("a and b or c", "(a and b) or c"),
        ("(a and b) and c", "(a and b) and c"),
        ("not a < b", "not (a < b)"),
        ("not (a)", "not a"),
        ("not a in b", "not (a in b)"),
        ("(a + b) - (c - d) * 2", "a + b - (c - d) * 2"),
        ("a + if b then 1 else 2", "a + (if b then 1 else 2)"),
        (
            "if a then (if b then 1) else 2",
            "if a then (if b then 1) else 2",
        ),
        (
            "if a then (some s in x : if b then c) else 2",
            "if a then (some s in x : if b then c) else 2",
        ),
        ("(before.a).b", "(before.a).b"),
        ("before.(a.b)", "before.a.b"),
        ("- - 1", "-(-1)"),
        ("some s in (a union b): (x)", "some s in a union b : x"),
    ];
    for (before, after) in cases {
        check(
            Form::Plain,
            &format!("let a = {before}"),
            &format!("let a = {after}\n"),
        );
    }
}

#[test]
fn a_fence_in_a_list_or_a_quotation_keeps_its_place() {
    check(
        Form::Chapter,
        "- item\r\n\r\n  ```advice\r\n  let a=1   # x\r\n\r\n\r\n  let bb =2\r\n  ```\r\n\r\n1. ~~~advice\n   \n   let c = 3\n\n   ~~~\n\
         > q\n> ```advice\n>\n> def x= 1\n>let y =2\n>\n> # c\n> ```\nend",
        "- item\r\n\r\n  ```advice\r\n  let a = 1  # x\r\n\r\n  let bb = 2\r\n  ```\r\n\r\n1. ~~~advice\n   let c = 3\n   ~~~\n\
         > q\n> ```advice\n> def x = 1\n> let y = 2\n>\n> # c\n> ```\nend",
    );
}

#[test]
fn what_cannot_be_read_is_not_formatted() {
    let code = |text: &str| format(&source(Form::Plain, text)).map_err(|found| found[0].code);
    assert_eq!(code("let a = 1\nlet b = = 2\n"), Err("unexpected"));
    assert_eq!(code(" \n\n"), Ok(String::new()));
    // The parentheses for the reader make the whole too deep to be read again.
    let nested = (0..40).fold("a".to_owned(), |inner, _| format!("not ({inner}) < b"));
    assert_eq!(code(&format!("let x = {nested}")), Err("cannot-format"));
}

#[test]
fn the_length_of_a_walk_stands_on_its_line() {
    let program = parsed(
        Form::Plain,
        "advice a {\n us king walks to s within 2 moves\n within 3 plies\n}",
    );
    assert_eq!(
        print(&program),
        "advice a {\n  us      king walks to s within 2 moves\n  within  3 plies\n}\n"
    );
    let program = parsed(
        Form::Plain,
        "advice a {\n us king walks to s\n within 3 plies\n}",
    );
    assert_eq!(
        print(&program),
        "advice a {\n  us      king walks to s\n  within  3 plies\n}\n"
    );
}

#[test]
fn a_quantifier_without_a_variable_is_a_name() {
    let text = "let a = sum\nlet b = sum and the not in count\nlet c = count + sum s in least : sum union s\n";
    let printed = print(&parsed(Form::Plain, text));
    assert_eq!(
        printed,
        "let a = sum\nlet b = sum and the not in count\nlet c = count + (sum s in least : sum union s)\n"
    );
}

#[test]
fn a_comment_inside_a_text_is_refused() {
    let found = format(&source(Form::Plain, "let a = 1 means \"{a # b}\"")).expect_err("a comment");
    assert_eq!(found[0].code, "comment-in-text");
}

#[test]
fn the_examples_of_the_grammar_are_laid_out_as_they_should_be() {
    let page = include_str!("../../../../book/grammar.md");
    assert_eq!(check_formatting(Form::Chapter, page), page);
    assert_eq!(parsed(Form::Chapter, page).statements.len(), 33);
}
