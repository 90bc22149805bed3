//! An editor that types anything anywhere: after all edits the server says what a fresh one says about the same text.
//!
//! The first line names a shipped chapter to begin with, or none. Every other line is an edit: line, column and how far
//! it reaches, as numbers, and then what is typed, in which `\\n` and `\\r` stand for ends of lines.

use lsp::{LspDialogue, LspEffect};
use nasvet::{NoLibrary, SHIPPED};
use serde_json::{Value, json};

/// More edits than this are not made.
const MAX_EDITS: usize = 40;

const URI: &str = "file:///a/chapter.md";

/// Makes the edits.
pub fn edits(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let mut lines = text.lines();
    let name = lines.next().unwrap_or_default();
    let begun = SHIPPED.iter().find(|shipped| shipped.name == name);
    let begun = begun.map_or("", |shipped| shipped.text);
    let (mut server, mut now) = (opened(begun), begun.to_owned());
    for (idx, line) in lines.take(MAX_EDITS).enumerate() {
        let mut parts = line.splitn(4, ' ');
        let mut number = || {
            parts
                .next()
                .and_then(|part| part.parse::<u32>().ok())
                .unwrap_or(0)
        };
        let (line, column, reach) = (number(), number(), number());
        let typed = parts.next().unwrap_or_default();
        let typed = typed.replace("\\n", "\n").replace("\\r", "\r");
        let end = column.saturating_add(reach);
        let range = json!({
            "start": {"line": line, "character": column},
            "end": {"line": line, "character": end},
        });
        now.replace_range(byte(&now, line, column)..byte(&now, line, end), &typed);
        let change = json!({
            "textDocument": {"uri": URI, "version": idx + 2},
            "contentChanges": [{"range": range, "text": typed}],
        });
        tell(&mut server, "textDocument/didChange", &change);
    }
    assert_eq!(asked(&mut server), asked(&mut opened(&now)), "{now}");
}

/// A server with one open text.
fn opened(text: &str) -> LspDialogue {
    let mut server = LspDialogue::new(NoLibrary);
    let hello =
        json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"capabilities": {}}});
    server.message(hello.to_string().as_bytes());
    let item = json!({"uri": URI, "languageId": "markdown", "version": 1, "text": text});
    tell(
        &mut server,
        "textDocument/didOpen",
        &json!({"textDocument": item}),
    );
    server
}

fn tell(server: &mut LspDialogue, method: &str, params: &Value) {
    let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
    server.message(message.to_string().as_bytes());
}

/// What the server says about its text.
fn asked(server: &mut LspDialogue) -> Vec<String> {
    let mut said = Vec::new();
    for method in [
        "documentSymbol",
        "semanticTokens/full",
        "foldingRange",
        "codeLens",
    ] {
        let params = json!({"textDocument": {"uri": URI}});
        let method = format!("textDocument/{method}");
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        for effect in server.message(message.to_string().as_bytes()) {
            if let LspEffect::Send(answer) = effect {
                said.push(answer);
            }
        }
    }
    said
}

/// The byte of a place by the words of the protocol: lines end with LF, CR LF or CR, columns count UTF-16, the middle of
/// a pair is its beginning, and what lies behind the end of a line is its end.
fn byte(text: &str, line: u32, column: u32) -> usize {
    let (mut at_line, mut units) = (0, 0);
    for (idx, ch) in text.char_indices() {
        if at_line == line {
            let ends = ch == '\n' || ch == '\r';
            if ends || units + ch.len_utf16() as u32 > column {
                return idx;
            }
            units += ch.len_utf16() as u32;
        }
        let ends = ch == '\n' || ch == '\r' && !text[idx + 1..].starts_with('\n');
        at_line += u32::from(ends);
    }
    text.len()
}
