//! How long an editor waits for answers about the longest chapter, right after a key.
//!
//! The times are printed; with `NASVET_DEEP=1` none may be longer than 50 ms, the best of seven tries.

#![allow(clippy::print_stderr)]

use std::time::{Duration, Instant};

use nasvet::SHIPPED;
use serde_json::{Value, json};

use crate::client::{Client, Disk, place, uri};

/// An answer within this time is there at once.
const AT_ONCE: Duration = Duration::from_millis(50);

#[test]
fn the_longest_chapter_is_answered_about_at_once() {
    let longest = SHIPPED.iter().max_by_key(|shipped| shipped.text.len());
    let longest = longest.expect("chapters are shipped");
    let disk = Disk::default();
    for shipped in SHIPPED {
        disk.write(&format!("/{}", shipped.file), shipped.text);
    }
    let file = format!("/{}", longest.file);
    let mut client = Client::new(&disk);
    client.open(&file, longest.text);

    let (line, _) = place(longest.text, "\ndef ", 0);
    let name = json!({"line": line + 1, "character": 4});
    let text = json!({"uri": uri(&file)});
    let at = |more: Value| {
        let mut asked = json!({"textDocument": text, "position": name});
        let more = more.as_object().expect("more parameters").clone();
        asked.as_object_mut().expect("parameters").extend(more);
        asked
    };
    let nothing = || at(json!({}));
    let asked = [
        ("semanticTokens/full", nothing()),
        ("rename", at(json!({"newName": "another_name"}))),
        (
            "references",
            at(json!({"context": {"includeDeclaration": true}})),
        ),
        ("hover", nothing()),
        ("definition", nothing()),
        ("completion", nothing()),
        ("documentSymbol", nothing()),
        ("foldingRange", nothing()),
        ("codeLens", nothing()),
        (
            "formatting",
            at(json!({"options": {"tabSize": 2, "insertSpaces": true}})),
        ),
    ];
    let mut slow = Vec::new();
    for (method, params) in asked {
        let tries = (0..7).map(|n| {
            let start = json!({"line": 0, "character": 0});
            let key = json!([{"range": {"start": start, "end": start}, "text": " "}]);
            let changed = json!({"textDocument": {"uri": uri(&file), "version": n}, "contentChanges": key});
            let typed = json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": changed});
            let wanted = json!({"jsonrpc": "2.0", "id": n, "method": format!("textDocument/{method}"), "params": params});
            let (typed, wanted) = (typed.to_string(), wanted.to_string());
            let begun = Instant::now();
            client.dialogue.message(typed.as_bytes());
            let said = client.dialogue.message(wanted.as_bytes());
            let taken = begun.elapsed();
            assert!(format!("{said:?}").contains("result"), "{method}: {said:?}");
            taken
        });
        let best = tries.min().expect("some tries");
        eprintln!("{method}: {:.1} ms", 1000.0 * best.as_secs_f64());
        if best > AT_ONCE {
            slow.push(method);
        }
    }
    assert!(slow.is_empty() || !testing::is_deep(), "{slow:?}");
}
