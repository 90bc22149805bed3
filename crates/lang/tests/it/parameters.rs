//! Pieces with parameters are the pieces that somebody would have written by hand.

use games::nim::Nim;
use nasvet_lang::checked::{Advice, Program};
use nasvet_lang::index::{EntityKind, Role};
use nasvet_lang::{Checked, Form, NoLibrary, Source, check};

fn checked(text: &str) -> Checked {
    let source = Source::from_text("t.advice", Form::Plain, text).expect("a short source");
    check(source, &[&Nim], &NoLibrary)
}

/// The diagnostics of a text, without their places.
fn found(text: &str) -> Vec<(&'static str, String)> {
    let found = checked(text).diagnostics.into_iter();
    found
        .map(|diagnostic| (diagnostic.code, diagnostic.message))
        .collect()
}

const WITH_PARAMETERS: &str = r#"nim "Once"

advice leave(n: number, early: truth) {
  "Leave {n} matches, {early}."
  better   them_to_move and (digital_sum = n or (n > 1 and can leave(n - 1, early)))
  holding  if n = 1 then no_moves else if early then digital_sum < 2 * n else digital_sum < 9
  us       any when early, then any that heap in those n in heaps : matches(n) > 1
  within   2 * n - 1 plies
  because  "the digital sum is {digital_sum}, {n} or {n - 1}"
  teach    "it is one" when n = 1
  teach    "it is more, after {n - 1} moves" when n > 1
}

table {
  otherwise leave(2, true), leave(-(1 - 3), not false), leave(1, 2 > 3)
}
"#;

const BY_HAND: &str = r#"nim "Twice"

advice first {
  "Leave one match, false."
  better   them_to_move and digital_sum = 1
  holding  no_moves
  us       any that heap in those n in heaps : matches(n) > 1
  within   1 ply
  because  "the digital sum is {digital_sum}, one or 0"
  teach    "it is one"
}

advice second {
  "Leave one match, true."
  better   them_to_move and digital_sum = 1
  holding  no_moves
  us       any, then any that heap in those n in heaps : matches(n) > 1
  within   1 ply
  because  "the digital sum is {digital_sum}, one or 0"
  teach    "it is one"
}

advice third {
  "Leave two matches, true."
  better   them_to_move and (digital_sum = 2 or can second)
  holding  digital_sum < 4
  us       any, then any that heap in those n in heaps : matches(n) > 1
  within   3 plies
  because  "the digital sum is {digital_sum}, two or one"
  teach    "it is more, after one move"
}

table {
  otherwise third, third, first
}
"#;

/// What a piece says, without places and names.
fn said(program: &Program, piece: &Advice) -> String {
    let shown = format!("{piece:?}");
    let parts = shown.split("span: ").enumerate();
    let parts = parts.map(|(idx, part)| match (idx, part.split_once(',')) {
        (0, _) | (_, None) => part,
        (_, Some((_place, rest))) => rest,
    });
    let shown: String = parts.collect();
    assert_eq!(program.game, "nim");
    shown.replacen(&format!("{:?}", piece.name), "a name", 1)
}

#[test]
fn they_are_the_pieces_written_by_hand() {
    let (made, by_hand) = (checked(WITH_PARAMETERS), checked(BY_HAND));
    let made = made.program().expect("it makes sense");
    let by_hand = by_hand.program().expect("it makes sense");
    let names: Vec<&str> = made.pieces.iter().map(|piece| &piece.name[..]).collect();
    assert_eq!(
        names,
        ["leave(1, false)", "leave(1, true)", "leave(2, true)"]
    );
    for (made_piece, piece) in made.pieces.iter().zip(&by_hand.pieces) {
        let expected = said(by_hand, piece);
        assert_eq!(said(made, made_piece), expected, "{}", made_piece.name);
    }
    let listed = |program: &Program| {
        let entries = program.tables[0].rules[0].entries.iter();
        entries.map(|entry| entry.piece).collect::<Vec<_>>()
    };
    assert_eq!(listed(made), listed(by_hand));
}

#[test]
fn every_name_in_one_is_in_the_index_once() {
    let checked = checked(WITH_PARAMETERS);
    let index = &checked.index;
    let named = |kind, name: &str| {
        let entities = index.entities();
        let found = entities.filter(|(_, entity)| entity.kind == kind && entity.name == name);
        found.map(|(id, _)| id).collect::<Vec<_>>()
    };
    let parameter = named(EntityKind::Parameter, "n");
    assert_eq!(parameter.len(), 1);
    // In the sentence, the goal (three times), the holding goal (twice), the depth, the reason (twice) and the lessons
    // (three times); the item of the quantifier hides it elsewhere.
    let uses = index
        .of_entity(parameter[0])
        .filter(|found| found.role == Role::Used);
    assert_eq!(uses.count(), 12);
    assert_eq!(named(EntityKind::Local, "n").len(), 1);
    let pieces = named(EntityKind::Advice, "leave");
    assert_eq!(pieces.len(), 1);
    let form = &index.entity(pieces[0]).form;
    assert_eq!(form, "leave(n: number, early: truth)");
}

#[test]
fn a_piece_may_ask_about_itself_if_that_ends() {
    let text = |goal: &str| {
        format!(
            "nim \"Ends\"\nadvice f(n: number) {{\n  better {goal}\n  within 1 move\n}}\ntable {{\n  otherwise f(5)\n}}\n"
        )
    };
    let ends = "if n = 1 then digital_sum = 0 else can f(n - 1)";
    assert_eq!(found(&text(ends)), []);
    // Beyond the last case there is no value, and nothing is asked.
    assert_eq!(found(&text("if n > 1 then can f(n / 2)")), []);
    let codes = |goal: &str| {
        let found = found(&text(goal)).into_iter();
        found.map(|(code, _)| code).collect::<Vec<_>>()
    };
    assert_eq!(codes("can f(n + 1)"), ["no-end"]);
    assert_eq!(codes("can f(n)"), ["calls-itself"]);
    assert_eq!(codes("n > 0 and can f(6 / (n - 5))"), ["no-value"]);
    assert_eq!(codes("can f(digital_sum)"), ["not-a-constant"]);
    assert_eq!(codes("can f"), ["wrong-number-of-values"]);
    assert_eq!(codes("can f(true)"), ["wrong-type"]);
}
