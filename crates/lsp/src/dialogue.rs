//! The protocol: messages, progress and ends of tasks in, effects out.

use std::collections::BTreeMap;

use lsp_types::{
    CancelParams, CodeActionParams, CodeLensParams, CompletionParams, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DocumentFormattingParams,
    DocumentSymbolParams, ExecuteCommandParams, FoldingRangeParams, InitializeParams,
    InitializeResult, NumberOrString, ReferenceParams, RenameFilesParams, RenameParams,
    SemanticTokensParams, ServerInfo, TextDocumentPositionParams, Uri,
    WorkDoneProgressCancelParams,
};
use nasvet::Progress;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::capabilities::{ClientNotes, capabilities, watched_files};
use crate::findings::Published;
use crate::host::LspHost;
use crate::lenses::{LensCommand, LensNotes};
use crate::message::{
    ErrorCode, Incoming, LspAnswer, Refusal, answer, notification, params, read, request, value,
};
use crate::texts::OpenTexts;
use crate::work::{LspOutcome, LspTask, TaskKind};

/// At most so many tasks run at once.
const MAX_TASKS: usize = 4;

/// One connection with an editor.
pub struct LspDialogue {
    stage: LspStage,
    client: ClientNotes,
    texts: OpenTexts,
    published: Published,
    /// Have texts or files changed since findings were published?
    is_stale: bool,
    notes: BTreeMap<String, LensNotes>,
    tasks: BTreeMap<u64, WaitedTask>,
    n_tasks: u64,
    n_requests: u64,
}

/// What the dialogue wants done.
#[derive(Debug)]
pub enum LspEffect {
    /// Send this message.
    Send(String),
    /// Do this, and tell its progress and its end.
    Start(Box<LspTask>),
    /// Stop the task with this number; its end is told all the same.
    Stop(u64),
    /// End the program: in order, or because the client left without a word.
    End {
        /// Was the end asked for as the protocol has it?
        in_order: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LspStage {
    New,
    Ready,
    ShutDown,
}

/// A task that somebody waits for.
struct WaitedTask {
    request: NumberOrString,
    token: Option<NumberOrString>,
    kind: TaskKind,
    file: String,
    revision: u64,
}

impl LspDialogue {
    /// Nobody has said anything yet.
    pub fn new(host: impl LspHost + 'static) -> LspDialogue {
        LspDialogue {
            stage: LspStage::New,
            client: ClientNotes::default(),
            texts: OpenTexts::new(Box::new(host)),
            published: Published::new(),
            is_stale: false,
            notes: BTreeMap::new(),
            tasks: BTreeMap::new(),
            n_tasks: 0,
            n_requests: 0,
        }
    }

    /// Takes a message.
    pub fn message(&mut self, body: &[u8]) -> Vec<LspEffect> {
        match read(body) {
            Ok(Incoming::Request { id, method, params }) => self.request(id, &method, params),
            Ok(Incoming::Notification { method, params }) => self.notification(&method, params),
            Ok(Incoming::Answer) => Vec::new(),
            Err(refusal) => vec![LspEffect::Send(refusal)],
        }
    }

    /// Publishes what was found in texts that have changed; to be called when no message waits, so that a burst of keys
    /// is checked once.
    pub fn settle(&mut self) -> Vec<LspEffect> {
        if !std::mem::take(&mut self.is_stale) {
            return Vec::new();
        }
        let news = self.texts.news(&mut self.published).into_iter();
        let method = "textDocument/publishDiagnostics";
        news.map(|found| LspEffect::Send(notification(method, &json!(found))))
            .collect()
    }

    /// Says that a message was too long to be read.
    pub fn too_long(&self, length: u64) -> Vec<LspEffect> {
        let text = format!("a message of {length} bytes was left out: it is too long");
        vec![show(MessageKind::Error, &text)]
    }

    /// How far a task is.
    pub fn progress(&mut self, task: u64, progress: &Progress) -> Vec<LspEffect> {
        let running = self.tasks.get(&task);
        let Some(token) = running.and_then(|running| running.token.as_ref()) else {
            return Vec::new();
        };
        let mut report = json!({"kind": "report", "message": progress.what});
        if let Some(of) = progress.of.filter(|of| *of > 0) {
            report["percentage"] = json!((100 * progress.done.min(of)) / of);
            report["message"] = json!(format!("{} {}/{of}", progress.what, progress.done));
        }
        vec![told(token, &report)]
    }

    /// A task has ended.
    pub fn ended(&mut self, task: u64, outcome: LspOutcome) -> Vec<LspEffect> {
        let Some(running) = self.tasks.remove(&task) else {
            return Vec::new();
        };
        let (line, result) = outcome.result();
        let mut effects = Vec::new();
        if let Some(token) = &running.token {
            effects.push(told(token, &json!({"kind": "end", "message": line})));
        }
        let answered = match outcome {
            LspOutcome::Stopped => Err(Refusal::new(ErrorCode::RequestCancelled, line)),
            LspOutcome::Refused(_) => Err(Refusal::failed(line)),
            LspOutcome::Example(example) => {
                let kind = if example.ok {
                    MessageKind::Info
                } else {
                    MessageKind::Warning
                };
                effects.push(show(kind, &line));
                if let TaskKind::Example(idx) = running.kind {
                    let notes = self.notes.entry(running.file).or_default();
                    notes.note_example(running.revision, idx, line);
                }
                Ok(result)
            }
            LspOutcome::Verified(report) => {
                effects.push(show(MessageKind::Info, &line));
                let log = json!({"type": MessageKind::Log as u8, "message": report.text(None)});
                effects.push(LspEffect::Send(notification("window/logMessage", &log)));
                let notes = self.notes.entry(running.file).or_default();
                notes.note_report(report);
                Ok(result)
            }
        };
        effects.push(LspEffect::Send(answer(&running.request, answered)));
        if self.client.lens_refresh {
            effects.push(self.ask("workspace/codeLens/refresh", &Value::Null));
        }
        effects
    }

    /// The client has gone.
    pub fn hung_up(&mut self) -> Vec<LspEffect> {
        self.end()
    }

    fn end(&mut self) -> Vec<LspEffect> {
        let running = self.tasks.keys();
        let mut effects: Vec<LspEffect> = running.map(|task| LspEffect::Stop(*task)).collect();
        effects.push(LspEffect::End {
            in_order: self.stage == LspStage::ShutDown,
        });
        effects
    }

    /// A request of ours; its answer changes nothing.
    fn ask(&mut self, method: &str, params: &Value) -> LspEffect {
        self.n_requests += 1;
        LspEffect::Send(request(self.n_requests, method, params))
    }

    fn request(&mut self, id: NumberOrString, method: &str, params: Value) -> Vec<LspEffect> {
        let answered = match (self.stage, method) {
            (LspStage::New, "initialize") => self.initialize(params),
            (LspStage::New, _) => Err(Refusal::new(
                ErrorCode::ServerNotInitialized,
                "expected `initialize` first",
            )),
            (LspStage::Ready, "initialize") => Err(Refusal::new(
                ErrorCode::InvalidRequest,
                "`initialize` was sent before",
            )),
            (LspStage::Ready, "shutdown") => {
                self.stage = LspStage::ShutDown;
                Ok(Value::Null)
            }
            (LspStage::Ready, "workspace/executeCommand") => match self.execute(&id, params) {
                Ok(effects) => return effects,
                Err(refusal) => Err(refusal),
            },
            (LspStage::Ready, _) => self.look_up(method, params),
            (LspStage::ShutDown, _) => Err(Refusal::new(
                ErrorCode::InvalidRequest,
                "the server was shut down",
            )),
        };
        vec![LspEffect::Send(answer(&id, answered))]
    }

    fn initialize(&mut self, asked: Value) -> LspAnswer {
        let asked: InitializeParams = params(asked)?;
        self.client = ClientNotes::of(&asked.capabilities);
        self.stage = LspStage::Ready;
        value(InitializeResult {
            capabilities: capabilities(),
            server_info: Some(ServerInfo {
                name: "nasvet".into(),
                version: Some(env!("CARGO_PKG_VERSION").into()),
            }),
        })
    }

    /// Everything that is answered from the texts alone.
    fn look_up(&self, method: &str, asked: Value) -> LspAnswer {
        let texts = &self.texts;
        let at = |asked| params::<TextDocumentPositionParams>(asked);
        match method {
            "textDocument/hover" => value(texts.hover(&at(asked)?)?),
            "textDocument/definition" => value(texts.definition(&at(asked)?)?),
            "textDocument/references" => {
                value(texts.references(&params::<ReferenceParams>(asked)?)?)
            }
            "textDocument/documentHighlight" => value(texts.highlights(&at(asked)?)?),
            "textDocument/completion" => {
                let asked: CompletionParams = params(asked)?;
                value(texts.complete(&asked.text_document_position)?)
            }
            "textDocument/prepareRename" => value(texts.prepare_rename(&at(asked)?)?),
            "textDocument/rename" => value(texts.renamed(&params::<RenameParams>(asked)?)?),
            "textDocument/formatting" => {
                let asked: DocumentFormattingParams = params(asked)?;
                value(texts.formatted(&asked.text_document)?)
            }
            "textDocument/documentSymbol" => {
                let asked: DocumentSymbolParams = params(asked)?;
                value(texts.symbols(&asked.text_document)?)
            }
            "textDocument/foldingRange" => {
                let asked: FoldingRangeParams = params(asked)?;
                value(texts.folds(&asked.text_document)?)
            }
            "textDocument/semanticTokens/full" => {
                let asked: SemanticTokensParams = params(asked)?;
                value(texts.colours(&asked.text_document)?)
            }
            "textDocument/codeAction" => {
                value(texts.code_actions(&params::<CodeActionParams>(asked)?)?)
            }
            "textDocument/codeLens" => {
                let asked: CodeLensParams = params(asked)?;
                value(texts.lenses(&asked.text_document, &self.notes)?)
            }
            "nasvet/board" => value(texts.board(&at(asked)?)?),
            _ => Err(Refusal::new(
                ErrorCode::MethodNotFound,
                format!("there is no method `{method}`"),
            )),
        }
    }

    /// Does a command, or begins a task that answers later.
    fn execute(&mut self, id: &NumberOrString, asked: Value) -> Result<Vec<LspEffect>, Refusal> {
        let asked: ExecuteCommandParams = params(asked)?;
        let (at, wish) = match LensCommand::read(&asked.command, asked.arguments)? {
            LensCommand::Board(at) => {
                let board = self.texts.board(&at)?;
                let shown = board
                    .as_ref()
                    .map(|board| show(MessageKind::Info, &board.text));
                let mut effects = vec![LspEffect::Send(answer(id, value(board)))];
                effects.extend(shown);
                return Ok(effects);
            }
            LensCommand::Task(at, wish) => (at, wish),
        };
        let (chapter, kind, file) = self.texts.task(&at, wish)?;
        if self.tasks.len() >= MAX_TASKS {
            let message = format!("{MAX_TASKS} tasks are running; wait for one, or cancel it");
            return Err(Refusal::failed(message));
        }
        self.n_tasks += 1;
        let task = LspTask {
            id: self.n_tasks,
            chapter,
            kind,
        };
        let mut effects = Vec::new();
        let mut token = asked.work_done_progress_params.work_done_token;
        if token.is_none() && self.client.progress {
            let own = NumberOrString::String(format!("nasvet-task-{}", task.id));
            effects.push(self.ask("window/workDoneProgress/create", &json!({"token": own})));
            token = Some(own);
        }
        if let Some(token) = &token {
            let begin = json!({
                "kind": "begin",
                "title": task.title(),
                "cancellable": true,
                "percentage": 0,
            });
            effects.push(told(token, &begin));
        }
        let revision = self.texts.spot(&at)?.text.revision;
        let running = WaitedTask {
            request: id.clone(),
            token,
            kind,
            file,
            revision,
        };
        self.tasks.insert(task.id, running);
        effects.push(LspEffect::Start(Box::new(task)));
        Ok(effects)
    }

    fn notification(&mut self, method: &str, asked: Value) -> Vec<LspEffect> {
        if method == "exit" {
            return self.end();
        }
        if self.stage != LspStage::Ready {
            return Vec::new();
        }
        match self.note(method, asked) {
            Ok(effects) => effects,
            Err(problem) => vec![show(MessageKind::Error, &format!("{method}: {problem}"))],
        }
    }

    fn note(&mut self, method: &str, asked: Value) -> Result<Vec<LspEffect>, String> {
        match method {
            "initialized" if self.client.watches => {
                return Ok(vec![
                    self.ask("client/registerCapability", &watched_files()),
                ]);
            }
            "textDocument/didOpen" => {
                let asked: DidOpenTextDocumentParams = noted(asked)?;
                self.texts.open(asked.text_document)?;
            }
            "textDocument/didChange" => {
                let asked: DidChangeTextDocumentParams = noted(asked)?;
                let text = asked.text_document;
                self.texts
                    .change(&text.uri, text.version, asked.content_changes)?;
            }
            "textDocument/didClose" => {
                let asked: DidCloseTextDocumentParams = noted(asked)?;
                self.texts.close(&asked.text_document.uri);
            }
            "workspace/didRenameFiles" => {
                let asked: RenameFilesParams = noted(asked)?;
                for file in &asked.files {
                    let uri = |text: &str| text.parse::<Uri>().map_err(|error| error.to_string());
                    self.texts
                        .rename(&uri(&file.old_uri)?, &uri(&file.new_uri)?);
                }
                self.texts.look_again();
            }
            "workspace/didChangeWatchedFiles"
            | "workspace/didDeleteFiles"
            | "workspace/didCreateFiles"
            | "textDocument/didSave" => {
                self.texts.look_again();
            }
            "$/cancelRequest" => {
                let asked: CancelParams = noted(asked)?;
                return Ok(self.stop(|task| task.request == asked.id));
            }
            "window/workDoneProgress/cancel" => {
                let asked: WorkDoneProgressCancelParams = noted(asked)?;
                return Ok(self.stop(|task| task.token.as_ref() == Some(&asked.token)));
            }
            // What a server does not know it may ignore.
            _ => return Ok(Vec::new()),
        }
        self.is_stale = true;
        Ok(Vec::new())
    }

    fn stop(&self, which: impl Fn(&WaitedTask) -> bool) -> Vec<LspEffect> {
        let tasks = self.tasks.iter().filter(|(_, task)| which(task));
        tasks.map(|(id, _)| LspEffect::Stop(*id)).collect()
    }
}

/// The parameters of a notification, to which nobody answers.
fn noted<P: DeserializeOwned>(asked: Value) -> Result<P, String> {
    serde_json::from_value(asked).map_err(|error| error.to_string())
}

/// How important a message to the user is.
#[derive(Clone, Copy)]
enum MessageKind {
    Error = 1,
    Warning = 2,
    Info = 3,
    Log = 4,
}

fn show(kind: MessageKind, text: &str) -> LspEffect {
    let params = json!({"type": kind as u8, "message": text});
    LspEffect::Send(notification("window/showMessage", &params))
}

fn told(token: &NumberOrString, progress: &Value) -> LspEffect {
    let params = json!({"token": token, "value": progress});
    LspEffect::Send(notification("$/progress", &params))
}
