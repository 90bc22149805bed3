//! The server as strangers meet it: what is malformed is refused with a message, what is hostile does no harm, and jobs
//! are heard of, stopped and counted.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use std::time::Duration;

use engine::{Desk, Stop};
use nasvet_serve::{Limits, ServeOptions, WebPage, serve};
use serde_json::{Value, json};
use testing::{Numbers, Scratch};

const KRK: &str = "8/8/8/3k4/8/8/1R6/K7 w - -";

/// A server with a page of one file, which ends with the test.
struct Running {
    address: SocketAddr,
    stop: Stop,
    thread: Option<JoinHandle<Result<(), String>>>,
}

impl Running {
    fn start(limits: Limits) -> Running {
        static N_STARTED: AtomicUsize = AtomicUsize::new(0);
        let name = format!("page-{}", N_STARTED.fetch_add(1, Ordering::Relaxed));
        let folder = Scratch::new(env!("CARGO_TARGET_TMPDIR"), &name);
        folder.file("index.html", "<!doctype html>");
        let page = WebPage::from_folder(folder.path()).expect("a page");
        let stop = Stop::new();
        let options = ServeOptions {
            listen: ([127, 0, 0, 1], 0).into(),
            page,
            limits,
            desk: Arc::new(Desk::new),
            stop: stop.clone(),
        };
        let (told, hears) = channel();
        let thread = std::thread::spawn(move || {
            serve(options, |address| {
                told.send(address).expect("the test waits")
            })
        });
        let address = hears.recv().expect("the server listens");
        Running {
            address,
            stop,
            thread: Some(thread),
        }
    }

    /// Sends bytes as they are, and gives the status and the body.
    fn raw(&self, bytes: &[u8]) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).expect("the server listens");
        let limit = Some(Duration::from_secs(60));
        stream.set_read_timeout(limit).expect("a limit");
        // A server that has refused a long request need not read it to its end.
        let _ = stream.write_all(bytes);
        let mut heard = Vec::new();
        let _ = stream.read_to_end(&mut heard);
        let heard = String::from_utf8_lossy(&heard).into_owned();
        let status = heard
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let body = heard
            .split_once("\r\n\r\n")
            .map(|(_, body)| body.to_owned());
        (status.unwrap_or(0), body.unwrap_or_default())
    }

    fn send(&self, method: &str, path: &str, kind: &str, body: &[u8]) -> (u16, String) {
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Content-Type: {kind}\r\nContent-Length: {length}\r\n\r\n"
        );
        self.raw(&[head.as_bytes(), body].concat())
    }

    fn post(&self, path: &str, request: &Value) -> (u16, Value) {
        let (status, body) = self.send(
            "POST",
            path,
            "application/json",
            request.to_string().as_bytes(),
        );
        let answer = serde_json::from_str(&body).unwrap_or(Value::Null);
        (status, answer)
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.send("GET", path, "text/plain", b"")
    }

    /// It answers as on the first day.
    fn is_well(&self) {
        let request = json!({"ask": "board", "chapter": "krk", "position": KRK});
        let (status, answer) = self.post("/api/answer", &request);
        assert_eq!((status, answer["side"].as_str()), (200, Some("White")));
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.raise();
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            assert!(
                matches!(ended, Some(Ok(Ok(())))),
                "the server ends in order"
            );
        }
    }
}

/// Requests as a page sends them, one of each kind.
fn requests() -> Vec<Value> {
    let own = "nim \"Nim\"\n";
    vec![
        json!({"ask": "chapter", "chapter": "krk"}),
        json!({"ask": "board", "chapter": "krk", "position": KRK, "moves": ["Rb3"]}),
        json!({"ask": "advise", "chapter": "krk", "position": KRK, "why": true}),
        json!({"ask": "reply", "chapter": "krk", "position": "8/8/8/3k4/8/1R6/8/K7 b - -"}),
        json!({"ask": "evaluate", "chapter": "krk", "position": KRK, "expression": "enemy"}),
        json!({"ask": "practise", "chapter": "krk", "now": 1, "lines": []}),
        json!({"ask": "think", "chapter": "and-or", "problem": "a = b; goal b", "question": "can a be solved?"}),
        json!({"ask": "combine", "position": KRK, "goal": "mate", "nodes": 10}),
        json!({"ask": "analyse", "text": own}),
        json!({"ask": "hover", "text": own, "at": 1}),
        json!({"ask": "complete", "text": own, "at": 1}),
        json!({"ask": "rename", "text": own, "at": 1, "name": "b"}),
        json!({"ask": "format", "text": own}),
        json!({"ask": "examples", "chapter": {"text": own}}),
        json!({"ask": "verify", "chapter": "krk", "sample": 10}),
    ]
}

/// A body that is no request, whatever is drawn.
fn malformed(numbers: &mut Numbers) -> Vec<u8> {
    let all = requests();
    let request = numbers.pick(&all).clone();
    let text = request.to_string();
    match numbers.below(8) {
        // Cut off, so its brace is open.
        0 => text.as_bytes()[..numbers.below(text.len())].to_vec(),
        1 => format!("{}{text}", "[".repeat(1 + numbers.below(9_000))).into_bytes(),
        2 => (0..numbers.below(200))
            .map(|_| 0x80 | numbers.draw() as u8)
            .collect(),
        3 => {
            let mut request = request;
            request["ask"] = json!(format!("ask{}", numbers.draw()));
            request.to_string().into_bytes()
        }
        4 => {
            let mut request = request;
            request[format!("field{}", numbers.draw())] = json!(1);
            request.to_string().into_bytes()
        }
        5 => {
            // A text, a list or a number becomes a map, which nothing here is.
            let mut request = request;
            let names: Vec<String> = request
                .as_object()
                .expect("a map")
                .keys()
                .cloned()
                .collect();
            request[numbers.pick(&names)] = json!({"no": {"such": numbers.draw()}});
            request.to_string().into_bytes()
        }
        6 => format!("{text}{}", numbers.draw()).into_bytes(),
        _ => json!([numbers.draw(), "ask"]).to_string().into_bytes(),
    }
}

/// Was it refused, with a message?
fn check_refused((status, body): &(u16, String), asked: &str) {
    assert!((400..500).contains(status), "{status} {body} to {asked}");
    let told: Value = serde_json::from_str(body).unwrap_or(Value::Null);
    assert!(
        told["error"].as_str().is_some_and(|told| !told.is_empty()),
        "{body} to {asked}"
    );
}

#[test]
fn what_is_malformed_is_refused_with_a_message() {
    let server = Running::start(Limits::default());
    let mut numbers = Numbers(24);
    for path in ["/api/answer", "/api/jobs"] {
        for _ in 0..200 {
            let body = malformed(&mut numbers);
            let kind = *numbers.pick(&["application/json", "application/json", "text/plain", ""]);
            let heard = server.send("POST", path, kind, &body);
            check_refused(
                &heard,
                &format!("{path} {kind} {}", String::from_utf8_lossy(&body)),
            );
        }
    }
    for _ in 0..200 {
        let job = format!("/api/jobs/{:x}%{:02x}", numbers.draw(), numbers.below(256));
        check_refused_or_empty(&server.send("DELETE", &job, "", b""), &job);
        let events = format!("{job}/events");
        check_refused_or_empty(&server.get(&events), &events);
        let file = format!("/../{:x}/..%2f..%2fetc/passwd", numbers.draw());
        check_refused(&server.get(&file), &file);
        let method = *numbers.pick(&["PUT", "PATCH", "DELETE", "OPTIONS", "BREW"]);
        for path in ["/", "/api/answer", "/api/jobs"] {
            check_refused(
                &server.send(method, path, "", b""),
                &format!("{method} {path}"),
            );
        }
    }
    server.is_well();
}

/// A name that is no text is refused before we see it, in words of the library.
fn check_refused_or_empty(heard: &(u16, String), asked: &str) {
    assert!(
        (400..500).contains(&heard.0) && !heard.1.is_empty(),
        "{heard:?} to {asked}"
    );
}

#[test]
fn what_is_no_http_does_no_harm() {
    let server = Running::start(Limits::default());
    let mut numbers = Numbers(25);
    for _ in 0..200 {
        let length = 1 + numbers.below(300);
        let mut bytes: Vec<u8> = (0..length).map(|_| numbers.draw() as u8).collect();
        bytes.extend(b"\r\n\r\n");
        let (status, _) = server.raw(&bytes);
        assert!(status == 0 || (400..500).contains(&status), "{status}");
    }
    let long = format!(
        "GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "a".repeat(1 << 20)
    );
    let (status, _) = server.raw(long.as_bytes());
    assert!(status == 0 || (400..500).contains(&status), "{status}");
    server.is_well();
}

#[test]
fn sizes_are_bounded() {
    let limits = Limits {
        body: 1000,
        ..Limits::default()
    };
    let server = Running::start(limits);
    let text = "#".repeat(2000);
    let request = json!({"ask": "analyse", "text": text}).to_string();
    let heard = server.send(
        "POST",
        "/api/answer",
        "application/json",
        request.as_bytes(),
    );
    check_refused(&heard, "a long text");
    assert_eq!(heard.0, 413);
    server.is_well();
}

#[test]
fn other_hosts_are_refused_and_scripts_of_others_forbidden() {
    let server = Running::start(Limits::default());
    let foreign = server.raw(b"GET / HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n");
    check_refused(&foreign, "a foreign host");
    assert_eq!(foreign.0, 403);
    let mut stream = TcpStream::connect(server.address).expect("the server listens");
    let request = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(request).expect("the server reads");
    let mut heard = String::new();
    stream
        .read_to_string(&mut heard)
        .expect("the server answers");
    let policy = heard
        .lines()
        .find(|line| line.starts_with("content-security-policy:"));
    let policy = policy.expect("a policy");
    assert!(
        policy.contains("script-src 'self' 'wasm-unsafe-eval';"),
        "{policy}"
    );
    assert!(heard.contains("x-content-type-options: nosniff"), "{heard}");
}

/// Texts that do their worst, each as large as a chapter may be.
fn hostile_texts() -> Vec<String> {
    let title = "endgame \"Hostile\"\nus K R\nthem K\n";
    let size = 250 * 1024;
    let chain: String = (1..6_000)
        .map(|n| format!("def a{n} = a{} + a{}\n", n - 1, n - 1))
        .collect();
    let loops = "count(a in squares : ".repeat(40) + "a = e4" + &")".repeat(40);
    vec![
        String::new(),
        "\0".repeat(1000),
        "\n".repeat(size),
        format!("{title}def a = {}1\n", "(".repeat(size)),
        format!("{title}def a0 = 1\n{chain}"),
        format!("{title}def a = {loops}\nexample \"{KRK}\" shows a > 0\n"),
        format!("{title}{}", "def é = \"\u{202e}\"\n".repeat(8_000)),
        format!(
            "{title}advice a {{ better mate us any within 1000000 moves }}\ntable {{ otherwise a }}\n"
        ),
        format!("# A\n\n```advice\n{title}```\n{}", "* ".repeat(size / 2)),
    ]
}

#[test]
fn a_hostile_chapter_leaves_the_server_alive() {
    let server = Running::start(Limits::default());
    for (idx, text) in hostile_texts().iter().enumerate() {
        let own = json!({"text": text});
        for request in [
            json!({"ask": "analyse", "text": text}),
            json!({"ask": "format", "text": text}),
            json!({"ask": "complete", "text": text, "at": 70}),
            json!({"ask": "chapter", "chapter": own}),
            json!({"ask": "examples", "chapter": own}),
            json!({"ask": "advise", "chapter": own, "position": KRK, "why": true}),
        ] {
            let (status, _) = server.post("/api/answer", &request);
            assert!(
                [200, 413, 422, 503].contains(&status),
                "{status}: text {idx}, {}",
                request["ask"]
            );
        }
    }
    server.is_well();
}

/// The events of a job: the name of each, and what it holds.
fn events(heard: &str) -> Vec<(String, Value)> {
    let lines: Vec<&str> = heard.lines().collect();
    let named = lines.windows(2).filter_map(|pair| {
        let name = pair[0].strip_prefix("event: ")?;
        let data = pair[1].strip_prefix("data: ")?;
        Some((name.to_owned(), serde_json::from_str(data).ok()?))
    });
    named.collect()
}

#[test]
fn a_job_is_heard_of_to_its_end() {
    let server = Running::start(Limits::default());
    let (status, begun) = server.post(
        "/api/jobs",
        &json!({"ask": "verify", "chapter": "kqk", "sample": 200}),
    );
    assert_eq!(status, 202);
    let job = begun["job"].as_str().expect("a name");
    let (status, heard) = server.get(&format!("/api/jobs/{job}/events"));
    assert_eq!(status, 200);
    let events = events(&heard);
    let (name, found) = events.last().expect("an end");
    assert_eq!(
        (name.as_str(), found["positions"].as_u64()),
        ("answer", Some(200))
    );
    server.is_well();
}

#[test]
fn jobs_are_counted_and_can_be_stopped() {
    let server = Running::start(Limits::default());
    let long = json!({"ask": "verify", "chapter": "knkr"});
    let begin = || server.post("/api/jobs", &long);
    let jobs: Vec<String> = (0..2)
        .map(|_| begin().1["job"].as_str().expect("a name").to_owned())
        .collect();
    let (status, told) = begin();
    assert_eq!(status, 429);
    assert!(
        told["error"]
            .as_str()
            .is_some_and(|told| told.contains("too many jobs"))
    );
    // Work that does not take long does not wait for them.
    server.is_well();
    for job in jobs {
        assert_eq!(
            server
                .send("DELETE", &format!("/api/jobs/{job}"), "", b"")
                .0,
            204
        );
        let (_, heard) = server.get(&format!("/api/jobs/{job}/events"));
        let events = events(&heard);
        assert_ne!(
            events.last().map(|(name, _)| name.as_str()),
            Some("progress")
        );
        assert!(!events.is_empty());
    }
    assert_eq!(begin().0, 202);
}
