//! `nasvet lsp` as an editor meets it: messages through a pipe.

use serde_json::{Value, json};

use crate::{nasvet, scratch};

/// Messages with their headers.
fn framed(messages: &[Value]) -> String {
    let framed = messages.iter().map(|message| {
        let body = message.to_string();
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    });
    framed.collect()
}

/// The messages in what the program has written.
fn unframed(mut text: &str) -> Vec<Value> {
    let mut messages = Vec::new();
    while let Some(rest) = text.strip_prefix("Content-Length: ") {
        let (length, rest) = rest.split_once("\r\n\r\n").expect("a header ends");
        let (body, rest) = rest.split_at(length.parse().expect("a length"));
        messages.push(serde_json::from_str(body).expect("JSON"));
        text = rest;
    }
    assert_eq!(text, "");
    messages
}

fn request(id: u64, method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

#[test]
fn an_editor_is_answered_through_a_pipe() {
    let folder = scratch("editor");
    let library = "library chess \"Tools\"\nlet far = 2\n";
    std::fs::write(folder.path().join("tools.advice"), library).expect("a file");
    let text = "endgame \"♔ 😀\"\nus K R\nthem K\nimport tools\nimport kings\ndef apart = kings_distance > far\n";
    let uri = format!("file://{}/rook.advice", folder.path().display());
    let place = |line: u32, character: u32| json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}});
    let messages = [
        request(1, "initialize", &json!({"capabilities": {}})),
        json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}),
        json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {
            "textDocument": {"uri": uri, "languageId": "advice", "version": 1, "text": text}}}),
        request(2, "textDocument/definition", &place(5, 29)),
        request(3, "textDocument/definition", &place(5, 14)),
        request(4, "no/such", &Value::Null),
        request(5, "shutdown", &Value::Null),
        json!({"jsonrpc": "2.0", "method": "exit"}),
    ];
    let run = nasvet(&["lsp"]).input(&framed(&messages)).run();
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    let said = unframed(&run.out);
    let answer = |id: u64| {
        let mut answers = said.iter().filter(|said| said["id"] == id);
        answers
            .next()
            .unwrap_or_else(|| panic!("no answer to {id}: {said:?}"))
    };
    assert_eq!(
        answer(1)["result"]["capabilities"]["renameProvider"]["prepareProvider"],
        true
    );
    let found = &answer(2)["result"];
    assert!(
        found["uri"]
            .as_str()
            .is_some_and(|uri| uri.ends_with("/tools.advice")),
        "{found}"
    );
    assert_eq!(found["range"]["start"], json!({"line": 1, "character": 4}));
    // A shipped library is a file that the editor can open.
    let found = &answer(3)["result"];
    let path = found["uri"]
        .as_str()
        .and_then(|uri| uri.strip_prefix("file://"))
        .expect("a file");
    let line = found["range"]["start"]["line"].as_u64().expect("a line") as usize;
    let shipped = std::fs::read_to_string(path).expect("it is there");
    assert!(
        shipped
            .lines()
            .nth(line)
            .is_some_and(|line| line.contains("kings_distance")),
        "{shipped}"
    );
    assert_eq!(answer(4)["error"]["code"], -32601);
    assert_eq!(answer(5)["result"], Value::Null);
}

#[test]
fn an_editor_that_goes_without_a_word_leaves_nothing_behind() {
    let run = nasvet(&["lsp"]).input("").run();
    assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
    let run = nasvet(&["lsp", "--stdio"]).input("hello\r\n\r\n").run();
    assert_eq!(run.status, Some(2));
    assert!(run.err.contains("Content-Length"), "{}", run.err);
}
