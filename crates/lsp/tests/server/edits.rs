//! Random edits: after each, the server says what a fresh one would say about the same text.

use nasvet::SHIPPED;
use serde_json::{Value, json};
use testing::{Numbers, is_deep};

use crate::client::{Client, Disk, uri};

/// Whatever may be typed, with characters of one to four bytes and every end of a line.
const TYPED: [&str; 14] = [
    "",
    " ",
    "é",
    "♔",
    "😀",
    "\n",
    "\r\n",
    "def x = 1\n",
    "```advice\n",
    "```\n",
    "room",
    "\"",
    "}",
    "\r",
];

fn questions(client: &mut Client, file: &str, line: u32, column: u32) -> Vec<Value> {
    let document = json!({"textDocument": {"uri": uri(file)}});
    let mut at = document.clone();
    at["position"] = json!({"line": line, "character": column});
    let mut answers: Vec<Value> = Vec::new();
    for method in [
        "documentSymbol",
        "semanticTokens/full",
        "foldingRange",
        "codeLens",
    ] {
        answers.push(client.ask(&format!("textDocument/{method}"), document.clone()));
    }
    for method in [
        "hover",
        "definition",
        "documentHighlight",
        "completion",
        "prepareRename",
    ] {
        answers.push(client.ask(&format!("textDocument/{method}"), at.clone()));
    }
    answers.push(json!(client.findings(file)));
    answers
}

/// A text is edited so often before a new one is begun: after many edits nothing of it can be read any more.
const EDITS: usize = 50;

#[test]
fn after_random_edits_the_server_says_what_a_fresh_one_says() {
    let mut numbers = Numbers(17);
    let n_texts = if is_deep() { 200 } else { 4 };
    let mut n_symbols = 0;
    for idx in 0..n_texts {
        let name = ["nim", "krk-box"][idx % 2];
        let shipped = SHIPPED.iter().find(|shipped| shipped.name == name);
        let begun = shipped.expect("a shipped chapter").text;
        let (disk, file) = (Disk::default(), "/a/x.md");
        let mut client = Client::new(&disk);
        client.open(file, begun);
        // The text as UTF-16, which is what an editor has.
        let mut units: Vec<u16> = begun.encode_utf16().collect();
        for version in 0..EDITS {
            let (start, end) = some_range(&mut numbers, &units);
            // A text with a carriage return alone has no program, so it comes last.
            let n_typed = TYPED.len() - usize::from(version < 40);
            let typed = TYPED[numbers.below(n_typed)];
            let range = json!({"start": position(&units, start), "end": position(&units, end)});
            let change = json!({
                "textDocument": {"uri": uri(file), "version": version + 2},
                "contentChanges": [{"range": range, "text": typed}],
            });
            units.splice(start..end, typed.encode_utf16());
            client.tell("textDocument/didChange", change);
            if version % 5 != 4 {
                continue;
            }
            let text = String::from_utf16(&units).expect("edits keep pairs whole");
            let mut fresh = Client::new(&disk);
            fresh.open(file, &text);
            let (line, column) = (numbers.below(60) as u32, numbers.below(60) as u32);
            let old = questions(&mut client, file, line, column);
            let new = questions(&mut fresh, file, line, column);
            n_symbols += new[0].as_array().map_or(0, Vec::len);
            for (old, new) in old.iter().zip(&new) {
                assert_eq!(old, new, "{name} {version}\n{text}");
            }
        }
    }
    assert!(
        n_symbols > 50 * n_texts,
        "only {n_symbols} symbols were compared"
    );
}

/// A short range that cuts no pair, nor the two characters of a line's end.
fn some_range(numbers: &mut Numbers, units: &[u16]) -> (usize, usize) {
    let whole = |mut idx: usize| {
        let is_low = |unit: u16| (0xdc00..0xe000).contains(&unit);
        while idx > 0
            && idx < units.len()
            && (is_low(units[idx]) || units[idx] == 10 && units[idx - 1] == 13)
        {
            idx -= 1;
        }
        idx
    };
    let start = numbers.below(units.len() + 1);
    let end = (start + numbers.below(12)).min(units.len());
    (whole(start), whole(end).max(whole(start)))
}

/// The place of a unit, by the words of the protocol.
fn position(units: &[u16], at: usize) -> Value {
    let (mut line, mut column) = (0, 0);
    for idx in 0..at {
        let ends = units[idx] == 10 || units[idx] == 13 && units.get(idx + 1) != Some(&10);
        (line, column) = if ends {
            (line + 1, 0)
        } else {
            (line, column + 1)
        };
    }
    json!({"line": line, "character": column})
}
