//! What stands above examples, claims and pieces of advice: commands, and what the last run told.

use std::collections::BTreeMap;

use documents::{OutcomeName, VerificationDocument};
use lsp_types::{
    CodeLens, Command, Position, TextDocumentIdentifier, TextDocumentPositionParams, Uri,
};
use nasvet::analysis::OutlineItem;
use serde_json::{Value, json};

use crate::host::LspHost;
use crate::message::{ErrorCode, Refusal, params};
use crate::texts::{OpenTexts, TextSpot};
use crate::work::TaskKind;

/// The commands that a lens or an editor can ask for.
pub(crate) const RUN_EXAMPLE: &str = "nasvet.runExample";
pub(crate) const VERIFY: &str = "nasvet.verify";
pub(crate) const BOARD: &str = "nasvet.board";
pub(crate) const COMMANDS: [&str; 3] = [RUN_EXAMPLE, VERIFY, BOARD];

/// A sample is large enough to find most mistakes, and small enough to be judged in a second or two.
const SAMPLE: usize = 1000;

/// What the last runs told about a text.
#[derive(Default)]
pub(crate) struct LensNotes {
    /// The revision of the text that the examples are about.
    revision: u64,
    /// By the number of the example.
    examples: BTreeMap<usize, String>,
    report: Option<Box<VerificationDocument>>,
}

impl LensNotes {
    pub(crate) fn note_example(&mut self, revision: u64, idx: usize, line: String) {
        if self.revision != revision {
            (self.revision, self.examples) = (revision, BTreeMap::new());
        }
        self.examples.insert(idx, line);
    }

    pub(crate) fn note_report(&mut self, report: Box<VerificationDocument>) {
        self.report = Some(report);
    }

    /// The report of the last run here, or else one that is kept, if it is about the text as it is.
    fn fitting(&self, spot: &TextSpot<'_>, host: &dyn LspHost) -> Option<VerificationDocument> {
        let digest = spot.analysis.chapter(&spot.file)?.digest();
        let own = self.report.as_deref();
        let own = own.filter(|report| report.digest == digest).cloned();
        own.or_else(|| host.report(&digest))
    }
}

/// A command for a place in a text.
#[derive(Debug)]
pub(crate) enum LensCommand {
    Task(TextDocumentPositionParams, TaskWish),
    Board(TextDocumentPositionParams),
}

/// What is wanted of a chapter.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TaskWish {
    Example,
    Verify(Option<usize>),
}

impl LensCommand {
    /// Reads a command: an address, then a place or the size of a sample.
    pub(crate) fn read(command: &str, arguments: Vec<Value>) -> Result<LensCommand, Refusal> {
        let mut arguments = arguments.into_iter();
        let uri: Uri = params(arguments.next().unwrap_or_default())?;
        let more = arguments.next();
        let at = |position: Position| TextDocumentPositionParams {
            text_document: TextDocumentIdentifier::new(uri.clone()),
            position,
        };
        let place = |more: Option<Value>| params(more.unwrap_or_default()).map(at);
        match command {
            RUN_EXAMPLE => Ok(LensCommand::Task(place(more)?, TaskWish::Example)),
            BOARD => Ok(LensCommand::Board(place(more)?)),
            VERIFY => {
                let sample: Option<usize> = params(more.unwrap_or_default())?;
                Ok(LensCommand::Task(
                    at(Position::default()),
                    TaskWish::Verify(sample),
                ))
            }
            _ => Err(Refusal::new(
                ErrorCode::InvalidParams,
                format!("there is no command `{command}`"),
            )),
        }
    }
}

impl OpenTexts {
    /// The task that a command wants, with the text it is about.
    pub(crate) fn task(
        &self,
        at: &TextDocumentPositionParams,
        wish: TaskWish,
    ) -> Result<(nasvet::Chapter, TaskKind, String), Refusal> {
        let spot = self.spot(at)?;
        let kind = match wish {
            TaskWish::Verify(sample) => TaskKind::Verify(sample),
            TaskWish::Example => {
                let items = spot.analysis.symbols(&spot.file);
                let mut examples = items.iter().filter(|item| item.kind == "example");
                let is_here =
                    |item: &OutlineItem| (item.place.start..=item.place.end).contains(&spot.byte);
                let idx = examples.position(is_here);
                TaskKind::Example(idx.ok_or_else(|| Refusal::failed("there is no example here"))?)
            }
        };
        let chapter = spot.analysis.chapter(&spot.file);
        let chapter =
            chapter.ok_or_else(|| Refusal::failed("the chapter has mistakes; mend them first"))?;
        Ok((chapter, kind, spot.file))
    }

    /// What stands above the statements of a text.
    pub(crate) fn lenses(
        &self,
        id: &TextDocumentIdentifier,
        notes: &BTreeMap<String, LensNotes>,
    ) -> Result<Vec<CodeLens>, Refusal> {
        let spot = self.get(id)?;
        let nothing = LensNotes::default();
        let notes = notes.get(&spot.file).unwrap_or(&nothing);
        let report = notes.fitting(&spot, &*self.host);
        let report = report.as_ref();
        let items = spot.analysis.symbols(&spot.file);
        let n_claims = items.iter().filter(|item| item.kind == "claim").count();
        let (mut lenses, mut n_examples, mut claim_idx) = (Vec::new(), 0, 0);
        for item in &items {
            let place = spot.text.range(item.place.start, item.place.start);
            let mut lens = |title: String, command: &str, more: Value| {
                let mut arguments = vec![json!(spot.text.uri)];
                arguments.extend((!more.is_null()).then_some(more));
                lenses.push(CodeLens {
                    range: place,
                    command: Some(Command::new(title, command.into(), Some(arguments))),
                    data: None,
                });
            };
            match item.kind {
                "example" => {
                    let told = notes.examples.get(&n_examples);
                    let told = told.filter(|_| notes.revision == spot.text.revision);
                    n_examples += 1;
                    let title =
                        told.map_or("▶ run".to_owned(), |told| format!("{told} · run again"));
                    lens(title, RUN_EXAMPLE, json!(place.start));
                    lens("board".into(), BOARD, json!(place.start));
                }
                "claim" => {
                    let claims = report.map(|report| (report, &report.claims[..]));
                    let claims = claims.filter(|(_, claims)| claims.len() == n_claims);
                    let told = claims.map(|(report, claims)| {
                        let claim = &claims[claim_idx];
                        let sign = match claim.outcome {
                            OutcomeName::Holds => "✓ holds",
                            OutcomeName::Broken => "✗ broken",
                            // A sample can break a claim and cannot prove it.
                            OutcomeName::NotKnown if report.excerpt.is_some() => "not broken",
                            OutcomeName::NotKnown => "not known",
                        };
                        let sample = if report.excerpt.is_some() {
                            ", a sample"
                        } else {
                            ""
                        };
                        format!("{sign} ({} positions{sample}) · ", claim.positions)
                    });
                    claim_idx += 1;
                    let told = told.unwrap_or_default();
                    lens(
                        format!("{told}▶ try {SAMPLE} positions"),
                        VERIFY,
                        json!(SAMPLE),
                    );
                    lens("verify all".into(), VERIFY, Value::Null);
                }
                "piece of advice" => {
                    let Some(report) = report else {
                        continue;
                    };
                    let uses = report.pieces.iter().filter(|of| of.piece == item.name);
                    let n: u64 = uses.map(|of| of.positions).sum();
                    let of = report.positions;
                    lens(
                        format!("played in {n} of {of} positions"),
                        VERIFY,
                        Value::Null,
                    );
                }
                _ => {}
            }
        }
        Ok(lenses)
    }
}
