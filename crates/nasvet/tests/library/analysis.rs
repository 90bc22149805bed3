//! Chapters while they are written: what an editor hears about them.

use nasvet::analysis::{
    Analysis, CompletionKind, ExampleError, RenameError, TextPlace, TokenClass,
};
use nasvet::{NoLibrary, SHIPPED, Shelf, Watch};
use testing::Numbers;

/// An analysis with these texts open.
fn open(texts: &[(&str, &str)]) -> Analysis {
    let mut analysis = Analysis::new(Shelf);
    for (file, text) in texts {
        analysis.set_text(file, text);
    }
    analysis
}

/// The byte of the nth place where a word stands as a whole.
fn at(text: &str, word: &str, nth: usize) -> usize {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let is_whole = |byte: &usize| {
        !text[..*byte].ends_with(is_letter) && !text[byte + word.len()..].starts_with(is_letter)
    };
    let places = text.match_indices(word).map(|(byte, _)| byte);
    let mut places = places.filter(is_whole);
    places.nth(nth).unwrap_or_else(|| panic!("{word} {nth}"))
}

/// What is written at a place.
fn written<'a>(analysis: &'a Analysis, place: &TextPlace) -> &'a str {
    let text = analysis.text(&place.file).expect("the file is open");
    &text[place.start..place.end]
}

const FIVE_MISTAKES: &str = r#"# The rook

```advice
endgame "King and rook against king"
us K R
them K
import kings

let king = our.king
let rook = our.rok

# How far the kings are
# from each other.
def apart(n) = kings_distance > n
  means "the kings are more than {n} squares apart"
def wide = apart(3) andd true
def on_edge = edge(their.king)
moves checks = rook moves that chekc

advice step {
  "Come nearer."
  better   not apart(2)
  holding  on_edge
  us       king moves
  within   3 mvoes
}

table {
  if on_edge then step, stpe
  otherwise step
}
```
"#;

#[test]
fn five_mistakes_do_not_hide_the_rest() {
    let file = "rook.md";
    let analysis = open(&[(file, FIVE_MISTAKES)]);
    let found = analysis.diagnostics(file);
    let codes: Vec<&str> = found.iter().map(|found| found.code.as_str()).collect();
    let mistakes = [
        "no-such-property",
        "unexpected",
        "unknown-name",
        "unexpected",
        "unknown-piece",
    ];
    assert_eq!(codes, mistakes, "{found:#?}");
    for found in &found {
        assert_eq!(found.place.file, file);
        assert!(!found.fixes.is_empty(), "{found:?}");
    }
    let hover = |word: &str, nth: usize| {
        let name = analysis.hover(file, at(FIVE_MISTAKES, word, nth));
        name.unwrap_or_else(|| panic!("{word} {nth} stands for nothing"))
    };
    let apart = hover("apart", 2);
    assert_eq!(apart.form, "def apart(n: number)");
    assert_eq!(apart.ty.as_deref(), Some("a truth value"));
    let doc = apart.doc.as_deref();
    assert_eq!(doc, Some("How far the kings are from each other."));
    let phrase = apart.phrase.as_deref();
    assert_eq!(phrase, Some("the kings are more than {n} squares apart"));
    assert!(apart.is_sound);
    let defined = apart.defined.as_ref().expect("it is defined here");
    assert_eq!(defined.start, at(FIVE_MISTAKES, "apart", 0));
    assert_eq!(
        analysis
            .definition(file, at(FIVE_MISTAKES, "apart", 2))
            .as_ref(),
        Some(defined)
    );
    assert_eq!(hover("on_edge", 2).kind, "definition");
    assert_eq!(hover("king", 1).ty.as_deref(), Some("a square"));
    assert_eq!(hover("step", 1).doc.as_deref(), Some("Come nearer."));
    assert!(
        !hover("step", 1).is_sound,
        "one of its lines cannot be read"
    );
    assert_eq!(hover("n", 1).kind, "parameter");
    assert_eq!(hover("edge", 0).kind, "word of the game");
    assert!(!hover("rook", 2).is_sound);
    // A name of the library, which is found in the world.
    let place = analysis.definition(file, at(FIVE_MISTAKES, "kings_distance", 0));
    let place = place.expect("the library defines it");
    assert_eq!(place.file, "chapters/library/kings.advice");
    assert!(analysis.utf16_position(&place.file, place.start).is_some());
    let names: Vec<String> = analysis
        .symbols(file)
        .into_iter()
        .map(|item| item.name)
        .collect();
    for name in ["king", "rook", "apart", "wide", "on_edge", "checks", "step"] {
        assert!(
            names.iter().any(|found| found == name),
            "{name} in {names:?}"
        );
    }
}

#[test]
fn mending_by_the_fixes_leaves_no_error() {
    let file = "rook.md";
    let mut analysis = open(&[(file, FIVE_MISTAKES)]);
    let mut n_fixed = 0;
    // Each edit may move the others, so that one is made at a time.
    while let Some(found) = analysis
        .diagnostics(file)
        .into_iter()
        .find(|found| found.is_error)
    {
        let fix = found.fixes.first().unwrap_or_else(|| panic!("{found:?}"));
        let mut text = analysis.text(file).expect("it is open").to_owned();
        for edit in fix.edits.iter().rev() {
            text.replace_range(edit.place.start..edit.place.end, &edit.new_text);
        }
        analysis.set_text(file, &text);
        n_fixed += 1;
        assert!(n_fixed < 20, "{text}");
    }
    assert!(n_fixed >= 5);
}

const HELPERS: &str =
    "library nim \"Helpers\"\n# Half of it.\ndef half(n) = n / 2\ndef double(n) = n * 2\n";
const USER: &str = "nim \"User\"\nimport helpers\ndef quarter(x) = half(half(x))\n  means \"{half(x)} twice\"\ndef other = double(half(8))\n";

#[test]
fn a_name_is_renamed_across_an_import() {
    let analysis = open(&[("d/helpers.advice", HELPERS), ("d/user.advice", USER)]);
    assert_eq!(analysis.diagnostics("d/user.advice"), []);
    let edits = analysis
        .rename("d/user.advice", at(USER, "half", 0), "halved")
        .expect("the name is free");
    let places: Vec<(&str, usize)> = edits
        .iter()
        .map(|edit| (edit.place.file.as_str(), edit.place.start))
        .collect();
    assert_eq!(
        places,
        [
            ("d/helpers.advice", at(HELPERS, "half", 0)),
            ("d/user.advice", at(USER, "half", 0)),
            ("d/user.advice", at(USER, "half", 1)),
            ("d/user.advice", at(USER, "half", 2)),
            ("d/user.advice", at(USER, "half", 3)),
        ]
    );
    for edit in &edits {
        assert_eq!(written(&analysis, &edit.place), "half");
    }
    // The same from the library's side.
    let from_library = analysis.rename("d/helpers.advice", at(HELPERS, "half", 0), "halved");
    assert_eq!(from_library.as_ref(), Ok(&edits));
    // A local name stays in its statement.
    let local = analysis.rename("d/user.advice", at(USER, "x", 0), "n");
    assert_eq!(local.expect("the name is free").len(), 3);
}

#[test]
fn a_name_that_clashes_is_refused_with_the_reason() {
    let analysis = open(&[("d/helpers.advice", HELPERS), ("d/user.advice", USER)]);
    let rename = |word: &str, nth: usize, new: &str| {
        let found = analysis.rename("d/user.advice", at(USER, word, nth), new);
        found.expect_err("it is refused").to_string()
    };
    assert_eq!(
        rename("half", 0, "double"),
        "there is already a definition called `double`"
    );
    assert_eq!(
        rename("half", 0, "other"),
        "there is already a definition called `other`"
    );
    assert_eq!(
        rename("half", 0, "then"),
        "`then` is a word of the language"
    );
    assert!(rename("half", 0, "2nd").starts_with("`2nd` is not a name"));
    assert!(rename("half", 0, "").starts_with("`` is not a name"));
    // The parameter would hide the definition.
    assert!(rename("half", 0, "x").contains("would mean something else"));
    assert_eq!(rename("nim", 0, "n"), "there is no name here");

    let text = "endgame \"x\"\nus K R\nthem K\nimport kings\ndef a = kings_distance\ndef b = edge(our.king)\n";
    let analysis = open(&[("t.advice", text)]);
    let rename = |word: &str, new: &str| analysis.rename("t.advice", at(text, word, 0), new);
    let shipped = "chapters/library/kings.advice".to_owned();
    assert_eq!(
        rename("kings_distance", "far"),
        Err(RenameError::NotOpen(shipped))
    );
    assert!(matches!(
        rename("edge", "rim"),
        Err(RenameError::NotDefined { .. })
    ));
    assert!(matches!(rename("a", "e4"), Err(RenameError::Taken { .. })));

    // What stands in a statement that cannot be read is not forgotten.
    let text = "nim \"x\"\ndef a = 1\ndef b = (a +\ndef c = a\n";
    let analysis = open(&[("t.advice", text)]);
    let refused = analysis.rename("t.advice", at(text, "a", 0), "one");
    assert!(
        matches!(refused, Err(RenameError::Unread(_))),
        "{refused:?}"
    );
}

#[test]
fn references_are_found_in_all_open_texts() {
    let analysis = open(&[("d/helpers.advice", HELPERS), ("d/user.advice", USER)]);
    let found = analysis.references("d/helpers.advice", at(HELPERS, "double", 0));
    let files: Vec<&str> = found.iter().map(|place| place.file.as_str()).collect();
    assert_eq!(files, ["d/helpers.advice", "d/user.advice"]);
    // In another folder it is another library, which is not there.
    let analysis = open(&[("d/helpers.advice", HELPERS), ("e/user.advice", USER)]);
    let found = analysis.diagnostics("e/user.advice");
    assert_eq!(found[0].code, "unknown-library");
}

#[test]
fn a_closed_text_shows_what_lies_below() {
    let mut analysis = open(&[("d/helpers.advice", HELPERS), ("d/user.advice", USER)]);
    analysis.remove("d/helpers.advice");
    assert_eq!(
        analysis.diagnostics("d/user.advice")[0].code,
        "unknown-library"
    );
    assert_eq!(analysis.files().collect::<Vec<_>>(), ["d/user.advice"]);
    assert_eq!(analysis.diagnostics("d/helpers.advice"), []);
    // A shipped library that is open hides the shipped one.
    let text = "endgame \"x\"\nimport kings\ndef a = mine\n";
    analysis.set_text("t.advice", text);
    assert_eq!(analysis.diagnostics("t.advice")[0].code, "unknown-name");
    analysis.set_text(
        "chapters/library/kings.advice",
        "library chess \"Mine\"\ndef mine = 1\n",
    );
    assert_eq!(analysis.diagnostics("t.advice"), []);
}

/// The texts that are offered where `|` stands in a chapter on king and rook.
fn offered(text: &str) -> Vec<String> {
    let begin = "endgame \"King and rook against king\"\nus K R\nthem K\n\nlet king = our.king\n\
                 def cut(e, r) = e - r\nmoves checks = rook moves that check\n\
                 advice step {\n  better not edge(king)\n  us     king moves\n}\n";
    let byte = begin.len() + text.find('|').expect("the cursor is marked");
    let text = format!("{begin}{}\n", text.replacen('|', "", 1));
    let analysis = open(&[("t.advice", &text)]);
    let found = analysis.complete("t.advice", byte);
    for found in &found {
        let (start, end) = found.replaces;
        assert!(start <= byte && byte <= end, "{found:?}");
        assert!(found.text.starts_with(&text[start..byte]), "{found:?}");
    }
    found.into_iter().map(|found| found.text).collect()
}

#[test]
fn completion_knows_what_can_be_written() {
    let has = |text: &str, wanted: &[&str], unwanted: &[&str]| {
        let found = offered(text);
        for word in wanted {
            assert!(
                found.iter().any(|found| found == word),
                "{word} at {text}: {found:?}"
            );
        }
        for word in unwanted {
            assert!(!found.iter().any(|found| found == word), "{word} at {text}");
        }
    };
    has(
        "|",
        &["def", "let", "advice", "table", "example", "us"],
        &["edge", "our"],
    );
    has("de|", &["def"], &["let"]);
    has("import |", &["kings"], &["def"]);
    has(
        "let a = |",
        &["king", "cut", "edge", "our", "distance", "count"],
        &["step", "checks", "queen"],
    );
    has(
        "let a = our.|",
        &["king", "rook"],
        &["queen", "knight", "edge"],
    );
    has("let a = their.k|", &["king"], &["rook"]);
    has(
        "def f(enemy, s) = e|",
        &["enemy", "edge", "every", "exists"],
        &["s"],
    );
    has(
        "def f(enemy) = some other in board : |",
        &["other", "enemy"],
        &[],
    );
    has("def f(n: |", &["number", "square", "squares"], &["king"]);
    has(
        "moves m = |",
        &["any", "none", "king moves", "rook moves", "checks"],
        &["queen moves", "edge"],
    );
    has(
        "moves m = any that |",
        &["check", "edge", "after"],
        &["checks"],
    );
    has(
        "moves m = rook moves going |",
        &["north", "check"],
        &["edge"],
    );
    has(
        "advice a {\n  |\n}",
        &["better", "holding", "us", "them", "within", "because"],
        &["def"],
    );
    has(
        "advice a {\n  better |\n}",
        &["edge", "us_to_move", "king"],
        &["better"],
    );
    has(
        "advice a {\n  better edge(king)\n  w|\n}",
        &["within"],
        &["better"],
    );
    has("advice a {\n  convention |\n}", &["al2", "al3"], &[]);
    has("table {\n  if |\n}", &["edge", "king"], &["step"]);
    has("table {\n  otherwise |\n}", &["step"], &["edge"]);
    has("example \"8/8\" |", &["fires", "plays", "shows"], &["step"]);
    has("example \"8/8\" fires |", &["step"], &["cut"]);
    has("claim |", &["wins", "keeps", "never"], &[]);
    has("claim never loses the |", &["king", "rook"], &["queen"]);
    has("def f = 1 means \"the {k|}\"", &["king"], &["step"]);
    has("def f = 1 # |", &[], &["def", "king", "our"]);
    has("def f = \"|\"", &[], &["def", "king", "our"]);
    assert_eq!(
        open(&[("t.md", "prose, and no program\n")]).complete("t.md", 3),
        []
    );
    let title = open(&[("t.advice", "")]).complete("t.advice", 0);
    assert!(title.iter().any(|found| found.text == "endgame"));
    assert!(
        title
            .iter()
            .all(|found| found.kind == CompletionKind::Keyword)
    );
}

#[test]
fn parts_are_told_apart_and_do_not_overlap() {
    for shipped in SHIPPED {
        let analysis = open(&[(shipped.file, shipped.text)]);
        assert_eq!(analysis.diagnostics(shipped.file), [], "{}", shipped.file);
        let tokens = analysis.tokens(shipped.file);
        assert!(!tokens.is_empty());
        for pair in tokens.windows(2) {
            assert!(pair[0].end <= pair[1].start, "{}: {pair:?}", shipped.file);
        }
    }
    let text = "endgame \"x\"\nus K R\nthem K\ndef f(s) = edge(s) # near\n";
    let analysis = open(&[("t.advice", text)]);
    let tokens: Vec<(&str, TokenClass)> = analysis
        .tokens("t.advice")
        .iter()
        .map(|token| (&text[token.start..token.end], token.class))
        .collect();
    assert_eq!(tokens[0], ("endgame", TokenClass::Keyword));
    assert!(tokens.contains(&("f", TokenClass::Defined)));
    assert!(tokens.contains(&("s", TokenClass::Local)));
    assert!(tokens.contains(&("edge", TokenClass::Word)));
    assert!(tokens.contains(&("# near", TokenClass::Comment)));
}

#[test]
fn layout_and_examples_are_a_question_away() {
    let text = "nim \"x\"\nadvice  zero {\n  better them_to_move and digital_sum = 0\n  us any\n  within 1 move\n}\ntable {\n  otherwise zero\n}\nexample \"2 1\" fires zero\nexample \"1 1\" fires zero\n";
    let analysis = open(&[("t.advice", text)]);
    let formatted = analysis.format("t.advice").expect("it is open");
    assert!(formatted.expect("it can be read").contains("advice zero {"));
    let watch = Watch::nodes(10_000);
    let run = |nth: usize| analysis.run_example("t.advice", at(text, "example", nth), &watch);
    assert!(run(0).expect("there is an example").ok);
    assert!(!run(1).expect("there is an example").ok);
    assert_eq!(
        analysis.run_example("t.advice", 0, &watch),
        Err(ExampleError::NoExample)
    );
    let broken = text.replace("digital_sum", "digital_some");
    let analysis = open(&[("t.advice", &broken)]);
    let refused = analysis.run_example("t.advice", at(&broken, "example", 0), &watch);
    assert_eq!(refused, Err(ExampleError::Faulty));
    let analysis = open(&[("t.md", "```advice\nnim \"x\"\n")]);
    let refused = analysis.format("t.md").expect("it is open");
    assert_eq!(refused.expect_err("a fence is open")[0].code, "open-fence");
}

#[test]
fn an_open_fence_is_a_finding_and_the_rest_is_known() {
    let text = "```advice\nnim \"x\"\ndef a = 1\ndef b = a\n";
    let analysis = open(&[("t.md", text)]);
    let codes: Vec<String> = analysis
        .diagnostics("t.md")
        .into_iter()
        .map(|found| found.code)
        .collect();
    assert_eq!(codes, ["open-fence"]);
    let found = analysis.hover("t.md", text.rfind('a').expect("it is there"));
    assert_eq!(found.expect("it is known").ty.as_deref(), Some("a number"));
}

#[test]
fn places_count_as_editors_do() {
    let text = "nim \"♔𝄞\" # x\ndef a = 1\n";
    let analysis = open(&[("t.advice", text)]);
    let hash = text.find('#').expect("it is there");
    assert_eq!(analysis.utf16_position("t.advice", hash), Some((0, 10)));
    assert_eq!(analysis.byte_of_utf16("t.advice", 0, 10), Some(hash));
    assert_eq!(
        analysis.utf16_position("t.advice", text.len() + 9),
        Some((2, 0))
    );
    assert_eq!(analysis.utf16_position("nowhere", 0), None);
}

#[test]
fn an_analysis_can_go_to_another_thread() {
    fn is_shared<T: Send + Sync + 'static>() {}
    is_shared::<Analysis>();
    let mut analysis = Analysis::new(NoLibrary);
    analysis.set_text("t.advice", USER);
    let codes = std::thread::spawn(move || analysis.diagnostics("t.advice").len());
    assert!(codes.join().expect("it does not panic") > 0);
}

/// A place between two characters.
fn between_characters(text: &str, numbers: &mut Numbers) -> usize {
    let mut byte = numbers.below(text.len() + 1);
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

/// Changes a text as somebody does who types, deletes and pastes.
fn edit(text: &mut String, numbers: &mut Numbers) {
    const TYPED: [&str; 24] = [
        "\n",
        " ",
        "\"",
        "{",
        "}",
        "(",
        ")",
        "=",
        ".",
        ",",
        "#",
        "```advice\n",
        "```\n",
        "def x = ",
        "our.",
        "advice a {\n",
        "if ",
        "some s in ",
        "♔",
        "0",
        "import kings\n",
        "then ",
        "table {\n",
        "é",
    ];
    let a = between_characters(text, numbers);
    let b = between_characters(text, numbers);
    let short = |from: usize, text: &str| {
        let mut to = (from + 12).min(text.len());
        while !text.is_char_boundary(to) {
            to -= 1;
        }
        to.max(from)
    };
    match numbers.below(4) {
        0 => text.insert_str(a, numbers.pick::<&str>(&TYPED)),
        1 => text.replace_range(a..short(a, text), ""),
        2 => {
            let pasted = text[b..short(b, text)].to_owned();
            text.insert_str(a, &pasted);
        }
        _ => {
            let to = short(a, text);
            text.replace_range(a..to, numbers.pick::<&str>(&TYPED));
        }
    }
}

#[test]
fn no_edit_is_too_much_and_every_place_is_in_its_text() {
    let mut numbers = Numbers(7);
    for (number, shipped) in SHIPPED.iter().enumerate() {
        let file = shipped.file;
        let mut analysis = Analysis::new(Shelf);
        let mut text = shipped.text.to_owned();
        for round in 0..12 {
            for _ in 0..=numbers.below(3) {
                edit(&mut text, &mut numbers);
            }
            analysis.set_text(file, &text);
            look_around(&analysis, file, &text, &mut numbers, round + number);
        }
    }
}

/// Asks everything about a text, at some places.
fn look_around(analysis: &Analysis, file: &str, text: &str, numbers: &mut Numbers, round: usize) {
    let check = |place: &TextPlace| {
        if place.file == file {
            let found = text.get(place.start..place.end);
            assert!(found.is_some(), "{place:?} in\n{text}");
        }
    };
    for found in analysis.diagnostics(file) {
        check(&found.place);
        found.related.iter().for_each(|(place, _)| check(place));
        let edits = found.fixes.iter().flat_map(|fix| &fix.edits);
        edits.for_each(|edit| check(&edit.place));
    }
    for item in analysis.symbols(file) {
        check(&item.place);
        check(&item.name_place);
    }
    for token in analysis.tokens(file) {
        assert!(text.get(token.start..token.end).is_some(), "{token:?}");
    }
    for _ in 0..12 {
        let byte = numbers.below(text.len() + 2);
        if let Some(name) = analysis.hover(file, byte) {
            check(&name.place);
            name.defined.iter().for_each(check);
        }
        analysis.references(file, byte).iter().for_each(check);
        for found in analysis.complete(file, byte) {
            assert!(
                text.get(found.replaces.0..found.replaces.1).is_some(),
                "{found:?}"
            );
        }
        let (line, column) = analysis.utf16_position(file, byte).expect("it is open");
        assert!(analysis.byte_of_utf16(file, line, column).is_some());
    }
    if round.is_multiple_of(4) {
        let byte = numbers.below(text.len() + 1);
        if let Ok(edits) = analysis.rename(file, byte, "renamed_by_a_test") {
            edits.iter().for_each(|edit| check(&edit.place));
        }
        let _ = analysis.format(file);
    }
}
