//! An editor without a window.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use documents::{Digest, VerificationDocument};
use nasvet::{BuiltTables, Shelf, Watch, World, WorldError};
use nasvet_lsp::{LspDialogue, LspEffect, LspHost, LspTask};
use serde_json::{Value, json};

/// Files in memory, which a test may write and delete.
#[derive(Clone, Default)]
pub(crate) struct Disk(Arc<Mutex<BTreeMap<String, String>>>);

impl Disk {
    pub(crate) fn write(&self, file: &str, text: &str) {
        let mut files = self.0.lock().expect("no test panics with the files");
        files.insert(file.to_owned(), text.to_owned());
    }

    pub(crate) fn delete(&self, file: &str) {
        let mut files = self.0.lock().expect("no test panics with the files");
        files.remove(file);
    }

    fn get(&self, file: &str) -> Option<String> {
        let files = self.0.lock().expect("no test panics with the files");
        files.get(file).cloned()
    }
}

struct DiskFolder(Disk, String);

impl World for DiskFolder {
    fn find(&self, name: &str) -> Result<Option<lang::Source>, WorldError> {
        if let Some(found) = Shelf.find(name)? {
            return Ok(Some(found));
        }
        for end in ["advice", "md"] {
            let file = format!("{}{name}.{end}", self.1);
            if let Some(text) = self.0.get(&file) {
                let form = lang::Form::of_name(&file);
                return Ok(Some(lang::Source::from_text(&file, form, &text)?));
            }
        }
        Ok(None)
    }
}

impl LspHost for Disk {
    fn world(&self, folder: &str) -> Box<dyn World> {
        Box::new(DiskFolder(self.clone(), folder.to_owned()))
    }

    fn chapters(&self, folder: &str) -> Vec<(String, String)> {
        let files = self.0.lock().expect("no test panics with the files");
        let here = files.iter().filter(|(file, _)| {
            file.strip_prefix(folder)
                .is_some_and(|name| !name.contains('/'))
        });
        here.map(|(file, text)| (file.clone(), text.clone()))
            .collect()
    }

    fn shipped_file(&self, file: &str) -> Option<String> {
        Some(format!("/shipped/{file}"))
    }

    /// A report is a file that has the digest for its name.
    fn report(&self, digest: &Digest) -> Option<VerificationDocument> {
        serde_json::from_str(&self.get(&digest.to_string())?).ok()
    }
}

/// An editor, its server, and what the server has said without being asked.
pub(crate) struct Client {
    pub(crate) dialogue: LspDialogue,
    pub(crate) said: Vec<Value>,
    /// Tasks that wait to be done.
    pub(crate) tasks: Vec<LspTask>,
    pub(crate) stopped: Vec<u64>,
    pub(crate) end: Option<bool>,
    n_requests: u64,
}

impl Client {
    /// A server that nobody has greeted.
    pub(crate) fn silent(disk: &Disk) -> Client {
        Client {
            dialogue: LspDialogue::new(disk.clone()),
            said: Vec::new(),
            tasks: Vec::new(),
            stopped: Vec::new(),
            end: None,
            n_requests: 0,
        }
    }

    /// A server that is ready.
    pub(crate) fn new(disk: &Disk) -> Client {
        let mut client = Client::silent(disk);
        let capabilities = json!({"window": {"workDoneProgress": true}, "workspace": {"codeLens": {"refreshSupport": true}}});
        client.ask(
            "initialize",
            json!({"capabilities": capabilities, "processId": null, "rootUri": null}),
        );
        client.tell("initialized", json!({}));
        client
    }

    fn carry_out(&mut self, effects: Vec<LspEffect>) {
        for effect in effects {
            match effect {
                LspEffect::Send(body) => {
                    let said: Value = serde_json::from_str(&body).expect("the server sends JSON");
                    assert_eq!(said["jsonrpc"], "2.0");
                    self.said.push(said);
                }
                LspEffect::Start(task) => self.tasks.push(*task),
                LspEffect::Stop(task) => self.stopped.push(task),
                LspEffect::End { in_order } => self.end = Some(in_order),
            }
        }
    }

    pub(crate) fn raw(&mut self, body: &[u8]) -> Vec<Value> {
        let effects = self.dialogue.message(body);
        self.carry_out(effects);
        let effects = self.dialogue.settle();
        self.carry_out(effects);
        std::mem::take(&mut self.said)
    }

    /// Notifies the server; what it says is kept.
    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        let body = json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string();
        let said = self.raw(body.as_bytes());
        self.said.extend(said);
    }

    /// Asks the server, and gives the whole answer; what it says beside it is kept.
    pub(crate) fn whole(&mut self, method: &str, params: Value) -> Value {
        self.n_requests += 1;
        let id = self.n_requests;
        let body =
            json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string();
        let said = self.raw(body.as_bytes());
        let (mut own, others): (Vec<Value>, Vec<Value>) =
            said.into_iter().partition(|said| said["id"] == json!(id));
        self.said.extend(others);
        assert!(own.len() <= 1, "{own:?}");
        own.pop().unwrap_or(Value::Null)
    }

    /// Asks the server, and gives the result.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let whole = self.whole(method, params);
        assert!(whole.get("error").is_none(), "{method}: {whole}");
        whole["result"].clone()
    }

    pub(crate) fn open(&mut self, file: &str, text: &str) {
        let language = if file.ends_with("md") {
            "markdown"
        } else {
            "advice"
        };
        let item = json!({"uri": uri(file), "languageId": language, "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": item}));
    }

    /// The last findings that were published about a file.
    pub(crate) fn findings(&self, file: &str) -> Vec<Value> {
        let about = self.said.iter().rev().find(|said| {
            said["method"] == "textDocument/publishDiagnostics"
                && said["params"]["uri"] == uri(file)
        });
        let found = about.map(|said| said["params"]["diagnostics"].clone());
        found
            .and_then(|found| found.as_array().cloned())
            .unwrap_or_default()
    }

    /// A request about a place.
    pub(crate) fn at(&mut self, method: &str, file: &str, place: (u32, u32)) -> Value {
        self.ask(method, about(file, place))
    }

    /// Does the tasks that wait, and gives what is said then.
    pub(crate) fn work(&mut self) -> Vec<Value> {
        for task in std::mem::take(&mut self.tasks) {
            let outcome = task.run(&mut BuiltTables, &Watch::new());
            let effects = self.dialogue.ended(task.id, outcome);
            self.carry_out(effects);
        }
        std::mem::take(&mut self.said)
    }
}

pub(crate) fn uri(file: &str) -> String {
    match file.contains(':') {
        true => file.to_owned(),
        false => format!("file://{file}"),
    }
}

pub(crate) fn about(file: &str, (line, character): (u32, u32)) -> Value {
    json!({"textDocument": {"uri": uri(file)}, "position": {"line": line, "character": character}})
}

/// The place of the nth time that a word stands in a text, counted as the protocol counts.
pub(crate) fn place(text: &str, word: &str, nth: usize) -> (u32, u32) {
    let mut places = text.match_indices(word).map(|(byte, _)| byte);
    let byte = places.nth(nth).unwrap_or_else(|| panic!("{word} {nth}"));
    let before = &text[..byte];
    let line = before.matches('\n').count() as u32;
    let column = before
        .rsplit('\n')
        .next()
        .unwrap_or("")
        .encode_utf16()
        .count() as u32;
    (line, column)
}

/// A range of one line in a text: the nth time that a word stands there.
pub(crate) fn range(text: &str, word: &str, nth: usize) -> Value {
    let (line, column) = place(text, word, nth);
    let end = column + word.encode_utf16().count() as u32;
    json!({"start": {"line": line, "character": column}, "end": {"line": line, "character": end}})
}
