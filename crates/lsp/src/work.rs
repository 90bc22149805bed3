//! Work that takes long: an example that is run, a chapter that is verified.

use documents::{ExampleDocument, OutcomeName, VerificationDocument};
use nasvet::{Chapter, Excerpt, Questions, Stopped, TableStore, Unverifiable, Watch};
use serde_json::{Value, json};

/// A piece looks at no more positions when an example is run.
const EXAMPLE_NODES: u64 = 10_000_000;

/// What plans longer than a move may take, in bytes.
const ROOM: usize = 768 << 20;

/// Long work, to be done by whoever has a thread for it.
#[derive(Debug)]
pub struct LspTask {
    /// Its number, which goes back with its progress and its end.
    pub id: u64,
    pub(crate) chapter: Chapter,
    pub(crate) kind: TaskKind,
}

/// What is to be done with a chapter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TaskKind {
    /// Run the example with this index.
    Example(usize),
    /// Verify all positions, or so many.
    Verify(Option<usize>),
}

/// What became of a task.
#[derive(Debug)]
pub enum LspOutcome {
    /// An example was run.
    Example(ExampleDocument),
    /// A chapter was verified.
    Verified(Box<VerificationDocument>),
    /// It cannot be done.
    Refused(String),
    /// Somebody asked to stop.
    Stopped,
}

impl LspTask {
    /// Does the work. The store provides the tables that moves are held against.
    pub fn run(&self, store: &mut dyn TableStore, watch: &Watch) -> LspOutcome {
        match self.kind {
            TaskKind::Example(idx) => {
                let watch = watch.clone().with_nodes(EXAMPLE_NODES);
                let example = self.chapter.try_example(idx, &watch);
                match watch.is_stopped() {
                    true => LspOutcome::Stopped,
                    false => LspOutcome::Example(example),
                }
            }
            TaskKind::Verify(sample) => {
                let questions = Questions {
                    nodes: None,
                    room: ROOM,
                    spare: None,
                    games: 1,
                    group: false,
                };
                let excerpt = Excerpt {
                    sample: sample.map(|n| (n, 1)),
                    ..Excerpt::default()
                };
                let found = self
                    .chapter
                    .verify_excerpt(store, questions, excerpt, watch);
                match found {
                    Ok(document) => LspOutcome::Verified(Box::new(document)),
                    Err(Unverifiable::Stopped(Stopped::Asked)) => LspOutcome::Stopped,
                    Err(problem) => LspOutcome::Refused(problem.to_string()),
                }
            }
        }
    }

    pub(crate) fn title(&self) -> &'static str {
        match self.kind {
            TaskKind::Example(_) => "Running the example",
            TaskKind::Verify(Some(_)) => "Verifying a sample",
            TaskKind::Verify(None) => "Verifying all positions",
        }
    }
}

/// What became of an example, in a line.
pub(crate) fn example_line(example: &ExampleDocument) -> String {
    match example.problems.first() {
        None => "✓ as it says".to_owned(),
        Some(problem) => format!("✗ {problem}"),
    }
}

/// What became of all claims, in a line.
pub(crate) fn verification_line(document: &VerificationDocument) -> String {
    let positions = document.positions;
    let about = match document.excerpt {
        Some(_) => format!("in a sample of {positions} positions"),
        None => format!("in all {positions} positions"),
    };
    match document.outcome() {
        _ if document.claims.is_empty() => {
            format!("{}: no claim; verified {about}", document.title)
        }
        OutcomeName::Holds => format!("✓ {}: every claim holds {about}", document.title),
        OutcomeName::Broken => format!("✗ {}: a claim is broken {about}", document.title),
        OutcomeName::NotKnown if document.excerpt.is_some() => {
            format!("{}: no claim is broken {about}", document.title)
        }
        OutcomeName::NotKnown => format!(
            "{}: not all claims are known to hold {about}",
            document.title
        ),
    }
}

impl LspOutcome {
    /// The result of the command, with the line that is shown.
    pub(crate) fn result(&self) -> (String, Value) {
        match self {
            LspOutcome::Example(example) => {
                let line = example_line(example);
                (
                    line.clone(),
                    json!({"ok": example.ok, "text": line, "document": example}),
                )
            }
            LspOutcome::Verified(document) => {
                let line = verification_line(document);
                let result = json!({
                    "ok": document.outcome() == OutcomeName::Holds,
                    "text": document.text(None),
                    "document": document,
                });
                (line, result)
            }
            LspOutcome::Refused(problem) => (problem.clone(), Value::Null),
            LspOutcome::Stopped => ("stopped on request".to_owned(), Value::Null),
        }
    }
}
