//! One mistake does not hide the rest: what is known of a program that is wrong somewhere.

use games::nim::Nim;
use nasvet_lang::checked::HoleCause;
use nasvet_lang::index::{Entity, EntityKind, Occurrence, Role};
use nasvet_lang::{Checked, Form, NoLibrary, Overlay, Source, SourceId, Span, World, check};

fn source(name: &str, text: &str) -> Source {
    Source::from_text(name, Form::of_name(name), text).expect("a short source")
}

fn checked(text: &str, world: &dyn World) -> Checked {
    check(source("t.advice", text), &[&Nim], world)
}

/// The text of a place.
fn written(checked: &Checked, span: Span) -> &str {
    &checked.sources[span.source.idx()].text[span.range()]
}

/// The name at the nth place where a word stands in the main text.
fn at(checked: &Checked, word: &str, nth: usize) -> (Occurrence, Entity) {
    let text = &checked.source().text;
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let is_whole = |byte: &usize| {
        !text[..*byte].ends_with(is_letter) && !text[byte + word.len()..].starts_with(is_letter)
    };
    let places = text.match_indices(word).map(|(byte, _)| byte);
    let byte = places.filter(is_whole).nth(nth).expect("the word is there");
    let found = checked.index.at(SourceId::MAIN, byte as u32);
    let found = found.unwrap_or_else(|| panic!("{word} stands for nothing"));
    assert_eq!(written(checked, found.span), word);
    (found, checked.index.entity(found.entity).clone())
}

const MISTAKES: &str = r#"nim "With mistakes"

# The heaps that are
# not small.
def large(n) = those h in heaps : matches(h) > n
  means "a heap of more than {n}"
def wrong = lrage(3)
def rests = wrong + 1
def broken = (1 +
def sum_is_even = digital_sum mod 2 = 0

moves big = any that heap in large(4)
moves worse = any that nonsense

advice balance {
  "Balance the heaps."
  better  them_to_move and sum_is_even
  us      big then any
}
advice lost {
  better  rests = 2
}

table {
  if sum_is_even then balance
  otherwise lost
}
"#;

#[test]
fn what_does_not_rest_on_a_mistake_is_there() {
    let checked = checked(MISTAKES, &NoLibrary);
    assert!(!checked.is_sound());
    assert!(checked.program().is_none());
    let partial = checked.partial();
    let names: Vec<&str> = partial
        .definitions()
        .map(|found| found.name.as_str())
        .collect();
    assert_eq!(names, ["large", "sum_is_even"]);
    let names: Vec<&str> = partial
        .constraints()
        .map(|found| found.name.as_str())
        .collect();
    assert_eq!(names, ["big"]);
    let names: Vec<&str> = partial.pieces().map(|found| found.name.as_str()).collect();
    assert_eq!(names, ["balance"]);
    assert_eq!(partial.tables().count(), 0);
    assert_eq!(partial.title(), "With mistakes");
}

#[test]
fn every_statement_that_cannot_be_used_is_a_hole() {
    let checked = checked(MISTAKES, &NoLibrary);
    let rests_on = |name: &str| HoleCause::RestsOn(vec![name.to_owned()]);
    let holes: Vec<(Option<&str>, &HoleCause)> = checked
        .holes
        .iter()
        .map(|hole| (hole.name.as_deref(), &hole.cause))
        .collect();
    assert_eq!(
        holes,
        [
            (Some("wrong"), &HoleCause::Mistaken),
            (Some("rests"), &rests_on("wrong")),
            (Some("broken"), &HoleCause::Unread),
            (Some("worse"), &HoleCause::Mistaken),
            (Some("lost"), &rests_on("rests")),
            (None, &rests_on("lost")),
        ]
    );
}

#[test]
fn a_program_without_errors_has_no_hole() {
    let text = "nim \"Fine\"\ndef odd(n) = n mod 2 = 1\nadvice a {\n  better odd(digital_sum)\n}\n";
    let checked = checked(text, &NoLibrary);
    assert!(checked.is_sound(), "{:?}", checked.diagnostics);
    assert_eq!(checked.holes, []);
    assert!(checked.program().is_some());
}

#[test]
fn the_index_tells_what_each_name_is() {
    let checked = checked(MISTAKES, &NoLibrary);
    let (found, large) = at(&checked, "large", 1);
    assert_eq!(found.role, Role::Used);
    assert_eq!(large.kind, EntityKind::Definition);
    assert_eq!(large.form, "large(n: number)");
    assert_eq!(large.ty.as_deref(), Some("a set of heaps"));
    assert_eq!(large.doc.as_deref(), Some("The heaps that are not small."));
    assert_eq!(large.phrase.as_deref(), Some("a heap of more than {n}"));
    assert!(large.is_sound);
    let defined = large.span.expect("it is defined in the text");
    assert_eq!(at(&checked, "large", 0).0.span, defined);

    let (_, parameter) = at(&checked, "n", 1);
    assert_eq!(parameter.kind, EntityKind::Parameter);
    assert_eq!(parameter.ty.as_deref(), Some("a number"));
    let (_, heap) = at(&checked, "h", 1);
    assert_eq!(
        (heap.kind, heap.ty.as_deref()),
        (EntityKind::Local, Some("a heap"))
    );
    let (_, word) = at(&checked, "digital_sum", 0);
    assert_eq!((word.kind, word.span), (EntityKind::Word, None));
    assert!(word.doc.is_some());
    let (_, builtin) = at(&checked, "them_to_move", 0);
    assert_eq!(builtin.kind, EntityKind::Builtin);
    let (entry, piece) = at(&checked, "balance", 1);
    assert_eq!((entry.role, piece.kind), (Role::Listed, EntityKind::Advice));
    assert_eq!(piece.doc.as_deref(), Some("Balance the heaps."));
    let (_, moves) = at(&checked, "big", 1);
    assert_eq!(moves.kind, EntityKind::Moves);
    // A name whose definition is wrong, or cannot be read, has its place all the same.
    let (_, wrong) = at(&checked, "wrong", 1);
    assert_eq!(
        (wrong.kind, wrong.is_sound),
        (EntityKind::Definition, false)
    );
    let (_, broken) = at(&checked, "broken", 0);
    assert_eq!((broken.kind, broken.is_sound), (EntityKind::Unread, false));
}

#[test]
fn without_a_title_names_are_known_all_the_same() {
    let checked = checked("def a = digital_sum\ndef b = a + 1\n", &NoLibrary);
    let codes: Vec<&str> = checked.diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["no-title"]);
    assert_eq!(at(&checked, "a", 1).1.ty.as_deref(), Some("a number"));
}

#[test]
fn names_lead_into_libraries_and_mistakes_there_are_told_in_both_texts() {
    let mut world = Overlay::new(NoLibrary);
    let library = "library nim \"Helpers\"\ndef half(n) = n / 2\ndef bad = hlaf(2)\n";
    world.insert("helpers", source("helpers.advice", library));
    let checked = checked("nim \"User\"\nimport helpers\ndef q = half(8)\n", &world);
    let (_, half) = at(&checked, "half", 0);
    let defined = half.span.expect("it is defined in the library");
    assert_eq!(defined.source, SourceId(1));
    assert_eq!(written(&checked, defined), "half");
    let (_, import) = at(&checked, "helpers", 0);
    assert_eq!(import.kind, EntityKind::Library);
    assert_eq!(import.doc.as_deref(), Some("Helpers"));
    let [told] = &checked.diagnostics[..] else {
        panic!("{:?}", checked.diagnostics);
    };
    assert_eq!(written(&checked, told.span), "helpers");
    let [(place, what)] = &told.related[..] else {
        panic!("{told:?}");
    };
    assert_eq!(written(&checked, *place), "hlaf");
    assert_eq!(what, "unknown name `hlaf`");
    // What does not rest on it can be used.
    let partial = checked.partial();
    let names: Vec<&str> = partial
        .definitions()
        .map(|found| found.name.as_str())
        .collect();
    assert_eq!(names, ["half", "q"]);
}

#[test]
fn a_library_that_cannot_be_had_is_told_with_the_reason() {
    struct Locked;
    impl World for Locked {
        fn find(&self, _: &str) -> Result<Option<Source>, nasvet_lang::WorldError> {
            Err(nasvet_lang::WorldError::Unreadable(
                "permission denied".into(),
            ))
        }
    }
    let checked = checked("nim \"User\"\nimport helpers\n", &Locked);
    let messages: Vec<&str> = checked
        .diagnostics
        .iter()
        .map(|found| found.message.as_str())
        .collect();
    assert_eq!(
        messages,
        ["library `helpers` cannot be read: permission denied"]
    );
}

#[test]
fn in_another_position_nothing_else_is_looked_at() {
    let errors = |statement: &str| {
        let checked = checked(&format!("nim \"Elsewhere\"\n{statement}\n"), &NoLibrary);
        let errors = checked.diagnostics.iter().filter(|found| found.is_error());
        errors
            .map(|found| found.message.clone())
            .collect::<Vec<_>>()
    };
    for (statement, message) in [
        (
            "def f = from any side (all_matches < before.all_matches)",
            "`before` cannot be used inside `from any side`",
        ),
        (
            "def f = least over moves : all_matches + depth",
            "`depth` cannot be used inside `over moves`",
        ),
        (
            "def f = greatest over moves : root.all_matches",
            "`root` cannot be used inside `over moves`",
        ),
        (
            "moves m = any that (least over moves : taken) > 2",
            "a word about the move cannot be used inside `over moves`",
        ),
        (
            "def f = from any side (all_matches)",
            "expected a truth value, found a number",
        ),
        (
            "def f = least over moves : no_moves",
            "expected a number, found a truth value",
        ),
        (
            "moves m = any, first no_moves",
            "expected a number, found a truth value",
        ),
    ] {
        assert_eq!(errors(statement), [message], "{statement}");
    }
    let sound = "def f = (least over moves : all_matches) < 3 and from any side (no_moves)
moves m = any by left, first all_matches / 2, then any";
    assert_eq!(errors(sound), [""; 0]);
}
