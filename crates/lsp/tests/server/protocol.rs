//! The protocol itself: order, errors and the end.

use serde_json::{Value, json};

use crate::client::{Client, Disk};

fn code(said: &[Value]) -> (Value, i64) {
    assert_eq!(said.len(), 1, "{said:?}");
    (
        said[0]["id"].clone(),
        said[0]["error"]["code"].as_i64().unwrap_or(0),
    )
}

#[test]
fn whatever_cannot_be_understood_is_answered_as_the_protocol_says() {
    let mut client = Client::silent(&Disk::default());
    for (body, expected) in [
        ("{", (Value::Null, -32700)),
        ("\u{fffd}", (Value::Null, -32700)),
        ("[]", (Value::Null, -32600)),
        ("7", (Value::Null, -32600)),
        (r#"{"id": 7}"#, (json!(7), -32600)),
        (
            r#"{"id": {"a": 1}, "method": "initialize"}"#,
            (Value::Null, -32600),
        ),
        (
            r#"{"id": 7, "method": "textDocument/hover", "params": {}}"#,
            (json!(7), -32002),
        ),
        (
            r#"{"id": 7, "method": "initialize", "params": 3}"#,
            (json!(7), -32602),
        ),
    ] {
        assert_eq!(code(&client.raw(body.as_bytes())), expected, "{body}");
    }
    assert!(
        client
            .raw(br#"{"method": "textDocument/didOpen", "params": 3}"#)
            .is_empty()
    );
    assert_eq!(code(&client.raw(b"\xff")), (Value::Null, -32700));
}

#[test]
fn unknown_methods_are_refused_and_unknown_notifications_ignored() {
    let mut client = Client::new(&Disk::default());
    for method in ["textDocument/typeDefinition", "$/unknown", "", "initialize"] {
        let expected = if method == "initialize" {
            -32600
        } else {
            -32601
        };
        assert_eq!(
            client.whole(method, json!({}))["error"]["code"],
            expected,
            "{method}"
        );
    }
    client.said.clear();
    for method in ["$/setTrace", "workspace/didChangeConfiguration", "x"] {
        client.tell(method, json!({}));
    }
    assert!(client.said.is_empty());
    let refused = client.whole(
        "textDocument/hover",
        json!({"textDocument": {"uri": "file:///x.md"}, "position": {"line": 0, "character": 0}}),
    );
    assert_eq!(refused["error"]["code"], -32602, "it is not open");
    let refused = client.whole(
        "workspace/executeCommand",
        json!({"command": "rm", "arguments": ["file:///x.md"]}),
    );
    assert_eq!(refused["error"]["code"], -32602);
    // An answer to one of our requests, and a notification that makes no sense.
    assert!(
        client
            .raw(br#"{"jsonrpc": "2.0", "id": "nasvet-1", "result": null}"#)
            .is_empty()
    );
    client.tell("textDocument/didOpen", json!({"textDocument": 3}));
    assert_eq!(client.said[0]["method"], "window/showMessage");
}

#[test]
fn places_are_counted_in_utf16_and_that_is_said() {
    let mut client = Client::silent(&Disk::default());
    let told = client.ask(
        "initialize",
        json!({"capabilities": {"general": {"positionEncodings": ["utf-8", "utf-16"]}}}),
    );
    assert_eq!(told["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(told["serverInfo"]["name"], "nasvet");
}

#[test]
fn files_are_watched_where_the_client_can() {
    let mut client = Client::silent(&Disk::default());
    let watches = json!({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}});
    client.ask("initialize", json!({"capabilities": watches}));
    client.tell("initialized", json!({}));
    assert_eq!(client.said[0]["method"], "client/registerCapability");
}

#[test]
fn the_end_is_in_order_only_after_a_shutdown() {
    let mut client = Client::new(&Disk::default());
    assert_eq!(client.ask("shutdown", Value::Null), Value::Null);
    assert_eq!(
        client.whole("shutdown", Value::Null)["error"]["code"],
        -32600
    );
    client.tell("exit", Value::Null);
    assert_eq!(client.end, Some(true));
    let mut client = Client::new(&Disk::default());
    client.tell("exit", Value::Null);
    assert_eq!(client.end, Some(false));
}

#[test]
fn what_is_too_much_is_refused() {
    let mut client = Client::new(&Disk::default());
    // Longer than any source: told as a finding.
    client.open("/a/x.advice", &"x ".repeat(140_000));
    assert_eq!(client.findings("/a/x.advice")[0]["code"], "too-large");
    client.said.clear();
    let large = "y".repeat(33 << 20);
    client.open("/a/y.advice", &large);
    client.open("/a/z.advice", &large);
    let told = client
        .said
        .iter()
        .find(|said| said["method"] == "window/showMessage");
    assert!(told.is_some_and(|told| {
        told["params"]["message"]
            .as_str()
            .is_some_and(|text| text.contains("too much"))
    }));
}
