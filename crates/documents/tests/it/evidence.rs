//! Documents with trees: every tree is checked, and nothing beside a tree may say something else.

use std::sync::Arc;

use games::nim::Nim;
use lang::Form;
use lang::checked::Program;
use nasvet_documents::{CheckName, Evidence, TextStyle, TreeCheckDocument};
use serde_json::{Value, json};
use testing::program_about;

const CHAPTER: &str = r#"
nim "Nim"

def over = no_moves and them_to_move

advice win {
  better   over
}

advice hold {
  better   over
  holding  digital_sum < 8
}
"#;

fn program(text: &str) -> Arc<Program> {
    program_about(&[&Nim], Form::Plain, text)
}

/// The tree of `win` in the position 2 1, as version 1 had it.
fn tree() -> Value {
    json!({
        "format": "nasvet-tree", "version": 1, "chapter": "nim", "game": "nim", "position": "2 1",
        "piece": "win", "verdict": "satisfied",
        "tree": [[], [["1→0", 0]], [["1→0", 0]], [["1→0", 1], ["2:1→0", 2]], [["2→1", 3]]]
    })
}

/// Two moves: the first with its tree, the second as planned.
fn advice() -> Value {
    json!({
        "format": "nasvet-advice", "version": 1, "chapter": "nim", "counted": false,
        "moves": [
            {
                "position": "2 1", "move": "2→1", "piece": "win", "says": null, "followed": false,
                "rule": 1, "tried": [], "tree": tree(), "reply": "1→0"
            },
            {
                "position": "0 1", "move": "1→0", "piece": "win", "says": null, "followed": true,
                "rule": null, "tried": [], "tree": null, "reply": null
            }
        ],
        "ended": null
    })
}

fn found(document: &Value) -> Result<TreeCheckDocument, String> {
    let found = Evidence::from_json(document.to_string().as_bytes())
        .and_then(|evidence| evidence.check(&Nim, &program(CHAPTER), 100_000));
    found.map_err(|error| error.to_string())
}

/// Changes one place of a document, and says what is then found.
fn with(mut document: Value, place: &str, value: Value) -> Result<TreeCheckDocument, String> {
    *document.pointer_mut(place).expect("the place is there") = value;
    found(&document)
}

#[test]
fn what_is_sound_is_told_tree_by_tree() {
    let checked = found(&tree()).expect("a tree");
    assert_eq!(checked.sound, Some(true));
    let note = "The tree was made before trees carried a digest of their advice, so it is checked against the chapter \
                as it is now.\n";
    assert_eq!(
        checked.text(TextStyle::PLAIN),
        format!("sound: every condition holds at every node\n{note}")
    );
    let checked = found(&advice()).expect("advice with a tree");
    assert_eq!(checked.sound, Some(true));
    assert_eq!(
        checked.text(TextStyle::PLAIN),
        format!(
            "2→1     win: sound: every condition holds at every node\n{note}\
             1→0     win: the move follows the tree before it\n"
        )
    );
}

#[test]
fn what_stands_beside_a_tree_must_agree_with_it() {
    #[track_caller]
    fn check(place: &str, value: Value, finding: &str) {
        let checked = with(advice(), place, value).expect("a document");
        assert_eq!((checked.sound, &*checked.finding), (Some(false), finding));
    }
    check(
        "/moves/0/move",
        json!("2→0"),
        "the document plays 2→0, but the tree begins with 2→1",
    );
    check(
        "/moves/0/move",
        Value::Null,
        "the document gives no move, but the tree begins with 2→1",
    );
    check(
        "/moves/0/piece",
        json!("hold"),
        "the document names the piece `hold`, but the tree is for `win`",
    );
    check(
        "/moves/0/tree/verdict",
        json!("refuted"),
        "the tree shows why a piece fails, and no move can come from it",
    );
    check(
        "/moves/0/followed",
        json!(true),
        "the move is said to follow an earlier tree, but has one of its own",
    );
    check(
        "/moves/0/tree/chapter",
        json!("krk"),
        "the tree is about another position or chapter than the document",
    );
    check(
        "/moves/1/piece",
        json!("hold"),
        "the move is not the one that follows in the tree before it",
    );
    check(
        "/moves/0/reply",
        json!("2:1→0"),
        "this is not the position after the move and the reply before",
    );
    let mut elsewhere = advice();
    elsewhere["moves"][0]["position"] = json!("2 1 1");
    elsewhere["moves"][0]["move"] = json!("2→1");
    assert_eq!(
        found(&elsewhere).map(|checked| checked.sound),
        Ok(Some(false))
    );
}

#[test]
fn an_illegal_move_is_a_flaw_and_no_reason_to_refuse() {
    #[track_caller]
    fn check(document: Value, place: &str, value: Value, finding: &str) {
        let checked = with(document, place, value).expect("a document");
        assert_eq!((checked.sound, &*checked.finding), (Some(false), finding));
    }
    check(
        tree(),
        "/tree/4/0/0",
        json!("2→2"),
        "node 4, move `2→2`: a move takes at least one match",
    );
    check(
        advice(),
        "/moves/0/move",
        json!("3→1"),
        "the move `3→1`: no heap has 3 matches",
    );
    check(
        advice(),
        "/moves/0/reply",
        json!("3→1"),
        "the move `3→1`: no heap has 3 matches",
    );
}

#[test]
fn no_text_of_a_document_may_steer_a_terminal() {
    for place in [
        "/chapter",
        "/game",
        "/position",
        "/piece",
        "/verdict",
        "/tree/4/0/0",
    ] {
        let refused = with(tree(), place, json!("a\u{1b}[2J")).expect_err("it steers");
        let expected = "not a document with trees: the character U+001B may not be in a document";
        assert!(refused.starts_with(expected), "{place}: {refused}");
    }
}

#[test]
fn every_tree_of_a_document_is_checked() {
    // The first tree is sound; the second leaves out a reply.
    let mut document = advice();
    let mut second = document["moves"][0].clone();
    second["position"] = json!("2 1");
    second["tree"]["tree"] = json!([[], [["1→0", 0]], [["1→0", 1]], [["2→1", 2]]]);
    second["reply"] = Value::Null;
    document["moves"][0]["reply"] = Value::Null;
    document["moves"][1] = second;
    let checked = found(&document).expect("a document");
    assert_eq!(checked.sound, Some(false));
    let outcomes: Vec<CheckName> = checked.trees.iter().map(|tree| tree.outcome).collect();
    assert_eq!(outcomes, [CheckName::Sound, CheckName::Flawed]);
    assert!(checked.finding.contains("missing"), "{}", checked.finding);
}

#[test]
fn a_move_without_a_tree_is_not_shown() {
    let checked = with(advice(), "/moves/1/followed", json!(false)).expect("a document");
    assert_eq!(checked.sound, None);
    assert_eq!(checked.finding, "no tree in the document shows this move");
    let none = with(advice(), "/moves/0/tree", Value::Null);
    assert_eq!(none, Err("the document has no tree".into()));
}

#[test]
fn no_field_leads_past_a_tree() {
    let lying = || {
        let mut lying = tree();
        lying["tree"] = json!([[], [["2→1", 0]]]);
        lying
    };
    assert_eq!(
        found(&lying()).map(|checked| checked.sound),
        Ok(Some(false))
    );
    // A field of another format does not make it a document of that format.
    let mut document = lying();
    document["moves"] = advice()["moves"].clone();
    let error = found(&document).expect_err("a tree has no moves");
    assert!(error.contains("unknown field `moves`"), "{error}");
    let mut document = advice();
    document["tree"] = lying();
    let error = found(&document).expect_err("advice has no tree of its own");
    assert!(error.contains("unknown field `tree`"), "{error}");
    // Nor does a field that comes twice.
    let twice = tree().to_string().replacen('{', "{\"tree\":[[]],", 1);
    let error = Evidence::from_json(twice.as_bytes()).expect_err("one tree is enough");
    assert!(error.to_string().contains("duplicate field"), "{error}");
    let mut document = tree();
    document["format"] = json!("nasvet-answer");
    assert_eq!(
        found(&document),
        Err("expected the format `nasvet-tree` or `nasvet-advice`, found `nasvet-answer`".into())
    );
    let mut document = advice();
    document
        .as_object_mut()
        .expect("an object")
        .remove("format");
    let error = found(&document).expect_err("it does not say what it is");
    assert!(error.contains("missing field `format`"), "{error}");
}

#[test]
fn a_tree_of_other_advice_is_refused() {
    let mut document = tree();
    document["version"] = json!(2);
    let before = program(CHAPTER);
    let piece = before.piece_named("win").expect("it is there");
    let digest = nasvet_documents::digest_of_piece(domain::Game::vocabulary(&Nim), &before, piece);
    document["digest"] = json!(digest);
    let evidence = Evidence::from_json(document.to_string().as_bytes()).expect("a document");
    let check = |chapter: &str| evidence.check(&Nim, &program(chapter), 100_000);
    let checked = check(CHAPTER).expect("the same advice");
    assert_eq!((checked.sound, &checked.trees[0].note), (Some(true), &None));
    let prose = CHAPTER.replace("advice win {", "# prose\nadvice win {\n  \"Win.\"");
    assert_eq!(check(&prose).map(|checked| checked.sound), Ok(Some(true)));
    let called = CHAPTER.replace("no_moves and", "no_moves and digital_sum = 0 and");
    let error = check(&called).expect_err("other advice").to_string();
    assert!(
        error.starts_with("the tree was made from other advice than `win` is now: its digest is "),
        "{error}"
    );
}

#[test]
fn moves_of_another_chapter_are_told_apart_by_its_digest() {
    let vocabulary = domain::Game::vocabulary(&Nim);
    let before = program(CHAPTER);
    let piece = before.piece_named("win").expect("it is there");
    let mut document = advice();
    document["version"] = json!(2);
    let missing = found(&document).expect_err("version 2 has a digest");
    assert_eq!(missing, "the digest of the advice is missing");
    document["digest"] = json!(nasvet_documents::digest_of_chapter(vocabulary, &before));
    document["moves"][0]["tree"]["version"] = json!(2);
    let digest = nasvet_documents::digest_of_piece(vocabulary, &before, piece);
    document["moves"][0]["tree"]["digest"] = json!(digest);
    let evidence = Evidence::from_json(document.to_string().as_bytes()).expect("a document");

    let check = |chapter: &str| evidence.check(&Nim, &program(chapter), 100_000);
    let same = check(CHAPTER).expect("the same advice");
    assert_eq!((same.sound, &same.note), (Some(true), &None));
    assert_eq!(json!(same.digest), document["digest"]);

    // Another piece changes the chapter, and nothing that the tree is made from.
    let other = CHAPTER.replace("digital_sum < 8", "digital_sum < 7");
    let other = check(&other).expect("the piece is the same");
    assert_eq!(other.sound, Some(true));
    assert_ne!(other.digest, same.digest);
    let note = other.note.as_deref().expect("it is told");
    assert!(note.contains("the chapter has changed since"), "{note}");

    document["version"] = json!(1);
    let early = found(&document).expect_err("version 1 had no digest");
    assert_eq!(early, "version 1 has no digest, but this document has one");
}
