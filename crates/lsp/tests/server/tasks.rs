//! Examples that are run and claims that are verified from the text.

use serde_json::{Value, json};

use crate::client::{Client, Disk, place, uri};

const QUEEN: &str = "endgame \"Queen 😀\"\nus K Q\nthem K\n\n\
    advice mate { better mate  holding not stalemate  us any  within 1 move }\n\
    advice wait { better them_to_move  holding not stalemate  us any  within 1 ply }\n\
    table { otherwise mate, wait }\n\n\
    example \"k7/8/1K6/8/8/8/8/6Q1 w - -\" fires mate\n\
    example \"k7/8/8/8/8/8/8/K5Q1 w - -\" fires mate\n\
    claim never stalemate\n";

fn lenses(client: &mut Client) -> Vec<(u64, String, Value)> {
    let found = client.ask(
        "textDocument/codeLens",
        json!({"textDocument": {"uri": uri("/q.advice")}}),
    );
    let found = found.as_array().expect("lenses").iter();
    found
        .map(|lens| {
            let title = lens["command"]["title"]
                .as_str()
                .expect("a title")
                .to_owned();
            (
                lens["range"]["start"]["line"].as_u64().expect("a line"),
                title,
                lens["command"].clone(),
            )
        })
        .collect()
}

fn desk() -> Client {
    let mut client = Client::new(&Disk::default());
    client.open("/q.advice", QUEEN);
    assert!(client.findings("/q.advice").is_empty(), "{:?}", client.said);
    client.said.clear();
    client
}

#[test]
fn an_example_is_run_and_its_lens_tells_what_came_of_it() {
    let mut client = desk();
    let found = lenses(&mut client);
    let (first, _) = place(QUEEN, "example", 0);
    let titles: Vec<(u64, &str)> = found
        .iter()
        .map(|(line, title, _)| (*line, title.as_str()))
        .collect();
    let first = u64::from(first);
    assert_eq!(
        titles[..4],
        [
            (first, "▶ run"),
            (first, "board"),
            (first + 1, "▶ run"),
            (first + 1, "board")
        ]
    );
    for (idx, ok) in [(0, true), (2, false)] {
        let command = &found[idx].2;
        let pending = client.whole("workspace/executeCommand", json!({"command": command["command"], "arguments": command["arguments"], "workDoneToken": "t"}));
        assert_eq!(pending, Value::Null, "it is answered when it is done");
        // The server answers others in the meantime.
        assert_eq!(
            client
                .ask(
                    "textDocument/documentSymbol",
                    json!({"textDocument": {"uri": uri("/q.advice")}})
                )
                .as_array()
                .map(Vec::len),
            Some(7)
        );
        client.said.retain(|said| {
            said["method"] != "$/progress" || said["params"]["value"]["kind"] == "begin"
        });
        let said = client.work();
        let kinds: Vec<&str> = said
            .iter()
            .filter_map(|said| said["params"]["value"]["kind"].as_str())
            .collect();
        assert_eq!(kinds, ["begin", "end"]);
        let answer = said
            .iter()
            .find(|said| said.get("result").is_some())
            .expect("an answer");
        assert_eq!(answer["result"]["ok"], ok, "{answer}");
        assert!(
            said.iter()
                .any(|said| said["method"] == "workspace/codeLens/refresh")
        );
    }
    let found = lenses(&mut client);
    assert_eq!(found[0].1, "✓ as it says · run again");
    assert!(found[2].1.starts_with("✗ "), "{}", found[2].1);
    // After a change nobody knows.
    client.tell("textDocument/didChange", json!({"textDocument": {"uri": uri("/q.advice"), "version": 2}, "contentChanges": [{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "\n"}]}));
    assert_eq!(lenses(&mut client)[0].1, "▶ run");
}

#[test]
fn a_sample_and_then_all_positions_rule_on_a_claim() {
    let mut client = desk();
    let found = lenses(&mut client);
    let verify: Vec<&Value> = found
        .iter()
        .map(|(_, _, command)| command)
        .filter(|command| command["command"] == "nasvet.verify")
        .collect();
    assert_eq!(verify.len(), 2);
    // A sample can break a claim and cannot prove it.
    let expected = [
        (false, "not broken (1000 positions, a sample) · "),
        (true, "✓ holds ("),
    ];
    for (command, (ok, told)) in verify.iter().zip(expected) {
        client.whole(
            "workspace/executeCommand",
            json!({"command": command["command"], "arguments": command["arguments"]}),
        );
        let said = client.work();
        assert!(
            said.iter()
                .any(|said| said["method"] == "window/workDoneProgress/create"),
            "the server begins the progress"
        );
        let answer = said
            .iter()
            .find(|said| said.get("result").is_some())
            .expect("an answer");
        assert_eq!(answer["result"]["ok"], ok, "{answer}");
        let now = lenses(&mut client);
        let claim = now
            .iter()
            .find(|(_, title, _)| title.contains("positions") && title.contains("try"))
            .expect("the claim");
        assert!(claim.1.starts_with(told), "{}", claim.1);
        let piece = now
            .iter()
            .find(|(line, _, _)| *line == 4)
            .expect("the piece has a lens");
        assert!(piece.1.starts_with("played in "), "{}", piece.1);
    }
}

#[test]
fn a_report_that_is_kept_speaks_for_the_same_advice_only() {
    let played = |client: &mut Client| {
        let titles = lenses(client).into_iter().map(|(_, title, _)| title);
        titles
            .filter(|title| title.starts_with("played in "))
            .count()
    };
    let mut client = desk();
    assert_eq!(played(&mut client), 0);
    client.whole(
        "workspace/executeCommand",
        json!({"command": "nasvet.verify", "arguments": [uri("/q.advice"), 100]}),
    );
    let said = client.work();
    let mut documents = said.iter().map(|said| &said["result"]["document"]);
    let report = documents
        .find(|report| report.is_object())
        .expect("a report");
    let digest = report["digest"].as_str().expect("a digest");

    let disk = Disk::default();
    disk.write(digest, &report.to_string());
    let mut later = Client::new(&disk);
    later.open("/q.advice", QUEEN);
    assert!(played(&mut later) > 0);
    later.open("/q.advice", &format!("# Only a remark.\n{QUEEN}"));
    assert!(played(&mut later) > 0);
    later.open(
        "/q.advice",
        &QUEEN.replace("within 1 ply", "within 2 plies"),
    );
    assert_eq!(played(&mut later), 0);
}

#[test]
fn what_takes_long_can_be_cancelled() {
    let mut client = desk();
    let ask = |token: Value| json!({"command": "nasvet.verify", "arguments": [uri("/q.advice")], "workDoneToken": token});
    client.whole("workspace/executeCommand", ask(json!("a")));
    client.whole("workspace/executeCommand", ask(json!(7)));
    client.tell("window/workDoneProgress/cancel", json!({"token": 7}));
    assert_eq!(client.stopped, [client.tasks[1].id]);
    client.tell(
        "window/workDoneProgress/cancel",
        json!({"token": "nobody's"}),
    );
    assert_eq!(client.stopped.len(), 1);
    let id = client.tasks[1].id;
    let stop = nasvet::Stop::new();
    stop.raise();
    let outcome = client.tasks[1].run(
        &mut nasvet::BuiltTables,
        &nasvet::Watch::new().with_stop(&stop),
    );
    let said = client.dialogue.ended(id, outcome);
    let said = format!("{said:?}");
    assert!(said.contains("-32800"), "{said}");
    for _ in 0..3 {
        client.whole("workspace/executeCommand", ask(Value::Null));
    }
    let refused = client.whole("workspace/executeCommand", ask(Value::Null));
    assert_eq!(refused["error"]["code"], -32803, "four tasks are enough");
    client.tell("exit", Value::Null);
    assert_eq!(client.end, Some(false));
    assert_eq!(client.stopped.len(), 5, "all that run are stopped");
}

#[test]
fn the_board_of_an_example_can_be_seen() {
    let mut client = desk();
    let at = place(QUEEN, "fires mate", 0);
    let board = client.at("nasvet/board", "/q.advice", at);
    assert!(
        board["text"]
            .as_str()
            .is_some_and(|text| text.contains('♕')),
        "{board}"
    );
    assert!(
        board["svg"]
            .as_str()
            .is_some_and(|svg| svg.starts_with("<svg xmlns") && svg.matches("<use ").count() == 3)
    );
    assert_eq!(client.at("nasvet/board", "/q.advice", (0, 0)), Value::Null);
    let shown = client.ask("workspace/executeCommand", json!({"command": "nasvet.board", "arguments": [uri("/q.advice"), {"line": at.0, "character": at.1}]}));
    assert_eq!(shown["position"], "k7/8/1K6/8/8/8/8/6Q1 w - -");
    // A faulty chapter is not run.
    client.open(
        "/q.advice",
        &QUEEN.replace("us any  within 1 ply", "us anny  within 1 ply"),
    );
    let refused = client.whole(
        "workspace/executeCommand",
        json!({"command": "nasvet.verify", "arguments": [uri("/q.advice")]}),
    );
    assert_eq!(refused["error"]["code"], -32803);
}
