//! What an editor asks about texts.

use serde_json::{Value, json};

use crate::client::{Client, Disk, about, place, range, uri};

/// Non-ASCII text stands before the places that are asked about.
const ROOK: &str = r#"# The rook é ♔ 😀

```advice
endgame "König und Turm 😀"
us K R
them K
import kings
import tools

# é
def apart = kings_distance > far  # ♔😀
  means "😀 the kings are far apart"
advice come {
  "Come ♔ nearer 😀."
  better   not apart
  us       king moves
  within   1 move
}

table { otherwise come }

example "8/8/8/3k4/8/8/1R6/K7 w - -" shows apart and far = 2
```
"#;

const TOOLS: &str = "library chess \"Tools 😀\"\n\n# What is far.\nlet far = 2\n";

fn desk() -> (Client, Disk, String) {
    let disk = Disk::default();
    disk.write("/a/tools.advice", TOOLS);
    let mut client = Client::new(&disk);
    let text = ROOK.to_owned();
    client.open("/a/rook.md", &text);
    (client, disk, text)
}

#[test]
fn a_sound_chapter_has_no_findings() {
    let (client, _, _) = desk();
    assert_eq!(client.findings("/a/rook.md"), Vec::<Value>::new());
}

#[test]
fn mistakes_are_told_as_one_types_with_fixes_at_the_right_place() {
    let (mut client, _, text) = desk();
    let word = range(&text, "better   not apart", 0);
    let new = "better   not 😀 apart";
    let change = json!({"range": word, "text": new});
    client.tell("textDocument/didChange", json!({"textDocument": {"uri": uri("/a/rook.md"), "version": 2}, "contentChanges": [change]}));
    let found = client.findings("/a/rook.md");
    let found = found
        .iter()
        .find(|found| found["code"] == "unexpected-character");
    let found = found.expect("a picture is no part of the language");
    let changed = text.replace("better   not apart", new);
    assert_eq!(found["range"], range(&changed, "😀", 5));
    let undo = json!({"range": range(&changed, "not 😀 apart", 0), "text": "not aprat"});
    client.tell(
        "textDocument/didChange",
        json!({"textDocument": {"uri": uri("/a/rook.md"), "version": 3}, "contentChanges": [undo]}),
    );
    let found = client.findings("/a/rook.md");
    let changed = changed.replace("not 😀 apart", "not aprat");
    let typo = range(&changed, "aprat", 0);
    let finding = found.iter().find(|found| found["range"] == typo);
    let finding = finding.unwrap_or_else(|| panic!("{found:?}"));
    assert_eq!(finding["code"], "unknown-name");
    let asked = json!({"textDocument": {"uri": uri("/a/rook.md")}, "range": typo, "context": {"diagnostics": []}});
    let actions = client.ask("textDocument/codeAction", asked);
    let edit = &actions[0]["edit"]["documentChanges"][0];
    assert_eq!(edit["textDocument"]["version"], 3);
    assert_eq!(edit["edits"][0], json!({"range": typo, "newText": "apart"}));
}

#[test]
fn a_name_has_its_type_doc_phrase_and_its_value_in_the_example() {
    let (mut client, _, text) = desk();
    let hover = client.at(
        "textDocument/hover",
        "/a/rook.md",
        place(&text, "not apart", 0),
    );
    assert_eq!(hover, Value::Null, "`not` is no name");
    let (line, column) = place(&text, "not apart", 0);
    let hover = client.at("textDocument/hover", "/a/rook.md", (line, column + 5));
    let told = hover["contents"]["value"].as_str().expect("Markdown");
    assert!(told.contains("a truth value"), "{told}");
    assert!(told.contains("😀 the kings are far apart"), "{told}");
    assert!(!told.contains("In this example"), "{told}");
    assert_eq!(hover["range"], range(&text, "apart", 2));
    let (line, column) = place(&text, "shows apart", 0);
    let hover = client.at("textDocument/hover", "/a/rook.md", (line, column + 6));
    let told = hover["contents"]["value"].as_str().expect("Markdown");
    assert!(told.contains("In this example: **true**"), "{told}");
    let hover = client.at(
        "textDocument/hover",
        "/a/rook.md",
        place(&text, "8/8/8/3k4", 0),
    );
    let told = hover["contents"]["value"].as_str().expect("Markdown");
    assert!(told.contains('♚') && told.contains('♖'), "{told}");
}

#[test]
fn definitions_and_references_go_across_imports() {
    let (mut client, disk, text) = desk();
    let far = place(&text, "far  #", 0);
    let found = client.at("textDocument/definition", "/a/rook.md", far);
    assert_eq!(
        found,
        json!({"uri": uri("/a/tools.advice"), "range": range(TOOLS, "far", 1)})
    );
    // Another chapter of the folder uses it, too, and is not open; one in another folder has its own.
    let other = "endgame \"😀\"\nus K R\nthem K\nimport tools\ndef x = 😀";
    let other = other.replace("😀", "far");
    disk.write("/a/other.advice", &other);
    disk.write("/b/tools.advice", TOOLS);
    let mut asked = about("/a/rook.md", far);
    asked["context"] = json!({"includeDeclaration": true});
    let found = client.ask("textDocument/references", asked.clone());
    let files: Vec<&str> = found
        .as_array()
        .expect("places")
        .iter()
        .filter_map(|found| found["uri"].as_str())
        .collect();
    let a = [
        uri("/a/other.advice"),
        uri("/a/rook.md"),
        uri("/a/rook.md"),
        uri("/a/tools.advice"),
    ];
    assert_eq!(files, a);
    asked["context"]["includeDeclaration"] = json!(false);
    let found = client.ask("textDocument/references", asked);
    assert_eq!(found.as_array().map(Vec::len), Some(3));
}

#[test]
fn a_name_is_changed_in_every_file_of_the_folder() {
    let (mut client, disk, text) = desk();
    disk.write(
        "/a/other.advice",
        "endgame \"Other\"\nus K R\nthem K\nimport tools\ndef y = far\n",
    );
    client.open("/a/tools.advice", TOOLS);
    let mut asked = about("/a/rook.md", place(&text, "far  #", 0));
    asked["newName"] = json!("wide");
    let edit = client.ask("textDocument/rename", asked.clone());
    let changes = edit["documentChanges"].as_array().expect("changes");
    let n_edits = |file: &str| {
        let of = changes
            .iter()
            .find(|change| change["textDocument"]["uri"] == uri(file));
        of.map_or(0, |of| of["edits"].as_array().map_or(0, Vec::len))
    };
    assert_eq!(
        ["/a/other.advice", "/a/rook.md", "/a/tools.advice"].map(n_edits),
        [1, 2, 1]
    );
    asked["newName"] = json!("apart");
    let refused = client.whole("textDocument/rename", asked);
    assert_eq!(refused["error"]["code"], -32803, "{refused}");
    let (line, column) = place(&text, "not apart", 0);
    let found = client.at(
        "textDocument/prepareRename",
        "/a/rook.md",
        (line, column + 4),
    );
    assert_eq!(found, range(&text, "apart", 2));
    let found = client.at(
        "textDocument/prepareRename",
        "/a/rook.md",
        place(&text, "kings_distance", 0),
    );
    assert_eq!(found, Value::Null, "a shipped name stays");
}

#[test]
fn completion_knows_the_men_and_the_names() {
    let (mut client, _, text) = desk();
    let (line, column) = place(&text, "king moves", 0);
    let found = client.at("textDocument/completion", "/a/rook.md", (line, column));
    let labels: Vec<&str> = found
        .as_array()
        .expect("items")
        .iter()
        .filter_map(|item| item["label"].as_str())
        .collect();
    assert!(labels.contains(&"rook moves"), "{labels:?}");
    assert!(!labels.contains(&"queen moves"), "{labels:?}");
    let (line, column) = place(&text, "not apart", 0);
    let found = client.at("textDocument/completion", "/a/rook.md", (line, column + 6));
    let item = found
        .as_array()
        .and_then(|items| items.iter().find(|item| item["label"] == "apart"));
    let item = item.unwrap_or_else(|| panic!("{found}"));
    assert_eq!(
        item["textEdit"],
        json!({"range": range(&text, "apart", 2), "newText": "apart"})
    );
}

#[test]
fn a_text_is_laid_out_listed_folded_and_coloured() {
    let (mut client, _, text) = desk();
    let document = json!({"textDocument": {"uri": uri("/a/rook.md")}, "options": {"tabSize": 2, "insertSpaces": true}});
    let edits = client.ask("textDocument/formatting", document.clone());
    let edit = &edits[0];
    assert!(
        edit["newText"]
            .as_str()
            .is_some_and(|new| new.contains("table {\n  otherwise come\n}")),
        "{edits}"
    );
    assert!(
        edit["range"]["start"]["line"].as_u64() > Some(5),
        "what comes before stays: {edits}"
    );
    let symbols = client.ask("textDocument/documentSymbol", document.clone());
    let named: Vec<&str> = symbols
        .as_array()
        .expect("symbols")
        .iter()
        .filter_map(|symbol| symbol["name"].as_str())
        .collect();
    assert_eq!(
        named,
        [
            "König und Turm 😀",
            "kings",
            "tools",
            "apart",
            "come",
            "",
            "8/8/8/3k4/8/8/1R6/K7 w - -"
        ]
        .map(|name| if name.is_empty() { "table" } else { name })
    );
    let folds = client.ask("textDocument/foldingRange", document.clone());
    let (line, _) = place(&text, "advice come", 0);
    assert!(
        folds.as_array().is_some_and(|folds| folds
            .iter()
            .any(|fold| fold["startLine"] == line && fold["endLine"] == line + 5)),
        "{folds}"
    );
    let tokens = client.ask("textDocument/semanticTokens/full", document);
    let data: Vec<u32> = tokens["data"]
        .as_array()
        .expect("numbers")
        .iter()
        .filter_map(|n| n.as_u64().map(|n| n as u32))
        .collect();
    let (mut line, mut column) = (0, 0);
    let lines: Vec<Vec<u16>> = text
        .lines()
        .map(|line| line.encode_utf16().collect())
        .collect();
    let mut words = Vec::new();
    for token in data.chunks(5) {
        column = if token[0] == 0 {
            column + token[1]
        } else {
            token[1]
        };
        line += token[0];
        let units = &lines[line as usize][column as usize..(column + token[2]) as usize];
        words.push((
            String::from_utf16(units).expect("no half of a pair"),
            token[3],
        ));
    }
    for expected in [
        ("apart", 1),
        ("kings_distance", 1),
        ("king", 3),
        ("2", 5),
        ("# é", 7),
        ("\"Come ♔ nearer 😀.\"", 6),
        ("advice", 0),
    ] {
        assert!(
            words
                .iter()
                .any(|(word, kind)| (word.as_str(), *kind) == expected),
            "{expected:?} {words:?}"
        );
    }
}

#[test]
fn unsaved_renamed_and_deleted_files_are_seen() {
    let (mut client, disk, text) = desk();
    // What is typed in the library counts before it is saved.
    client.open("/a/tools.advice", &TOOLS.replace("far = 2", "wide = 2"));
    assert_eq!(
        client.findings("/a/rook.md").len(),
        2,
        "both places that name it"
    );
    client.tell(
        "textDocument/didClose",
        json!({"textDocument": {"uri": uri("/a/tools.advice")}}),
    );
    assert_eq!(client.findings("/a/rook.md"), Vec::<Value>::new());
    disk.delete("/a/tools.advice");
    client.tell(
        "workspace/didChangeWatchedFiles",
        json!({"changes": [{"uri": uri("/a/tools.advice"), "type": 3}]}),
    );
    assert!(!client.findings("/a/rook.md").is_empty());
    disk.write("/a/tools.advice", TOOLS);
    client.tell(
        "workspace/didCreateFiles",
        json!({"files": [{"uri": uri("/a/tools.advice")}]}),
    );
    assert_eq!(client.findings("/a/rook.md"), Vec::<Value>::new());
    // In another folder its library is missing.
    client.tell(
        "workspace/didRenameFiles",
        json!({"files": [{"oldUri": uri("/a/rook.md"), "newUri": uri("/b/rook.md")}]}),
    );
    assert!(!client.findings("/b/rook.md").is_empty());
    assert!(client.findings("/a/rook.md").is_empty());
    // The same name in two folders are two texts.
    client.open("/a/rook.md", &text);
    assert!(client.findings("/a/rook.md").is_empty() && !client.findings("/b/rook.md").is_empty());
}

#[test]
fn texts_without_a_file_and_other_markdown_are_no_trouble() {
    let (mut client, _, text) = desk();
    client.open("/a/README.md", "# Nothing\n\n```python\nx\n```\n");
    assert!(client.findings("/a/README.md").is_empty());
    client.open(
        "untitled:Untitled-1",
        "nim \"Heaps\"\nadvice a { better digital_sm = 0  us any }\n",
    );
    assert_eq!(client.findings("untitled:Untitled-1").len(), 1);
    // A mark at the beginning counts for the editor and not for the language.
    let marked = format!("\u{feff}{}", "nim \"x\" deff");
    client.open("/c/x.advice", &marked);
    let found = client.findings("/c/x.advice");
    assert_eq!(
        found[0]["range"]["start"],
        json!({"line": 0, "character": 9}),
        "{found:?}"
    );
    // A lone carriage return ends a line for the editor.
    client.open("/c/y.advice", "nim \"x\"\r\rdeff\n");
    let found = client.findings("/c/y.advice");
    assert_eq!(
        found[0]["range"]["start"],
        json!({"line": 0, "character": 7}),
        "{found:?}"
    );
    let _ = text;
}
