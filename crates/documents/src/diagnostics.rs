//! What is wrong with some sources, and what they contain.

mod snippet;

use lang::checked::{DefinitionId, Program};
use lang::{Diagnostic, Edit, Severity, Source, Span};
use serde::{Deserialize, Serialize};

use crate::opening::{Format, FormatName, FormatVersion};
use crate::style::TextStyle;

/// The findings about some sources.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiagnosticsDocument {
    /// `nasvet-diagnostics`.
    pub format: FormatName<DiagnosticsDocument>,
    /// The version.
    pub version: FormatVersion<DiagnosticsDocument>,
    /// The sources, in the order they were given.
    pub files: Vec<FileDocument>,
}

impl Format for DiagnosticsDocument {
    const NAME: &'static str = "nasvet-diagnostics";
    const VERSION: u64 = 1;
}

/// A source and the findings about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileDocument {
    /// Its name.
    pub file: String,
    /// Is it free of faults?
    pub ok: bool,
    /// The findings, in the order of their places.
    pub diagnostics: Vec<DiagnosticDocument>,
    /// What it contains, if it makes sense.
    pub contents: Vec<ContentsDocument>,
}

/// How many parts of one kind a source has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContentsDocument {
    /// How many.
    pub count: usize,
    /// Of what, in the singular.
    pub what: String,
}

/// A finding. Lines and columns count from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiagnosticDocument {
    /// How bad it is.
    pub severity: SeverityDocument,
    /// Which kind of finding, as one word.
    pub code: String,
    /// What was found, and what was expected.
    pub message: String,
    /// How it can be mended.
    pub help: Option<String>,
    /// The line where it begins.
    pub line: usize,
    /// The column where it begins.
    pub column: usize,
    /// The line where it ends.
    pub end_line: usize,
    /// The column behind its last character.
    pub end_column: usize,
    /// Edits that mend it, the most likely first.
    pub fixes: Vec<FixDocument>,
    /// Other places that matter.
    pub related: Vec<RelatedDocument>,
    /// The lines it is about.
    pub excerpt: ExcerptDocument,
}

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SeverityDocument {
    /// The source cannot be used.
    Error,
    /// It can, but perhaps it does not mean what its author meant.
    Warning,
}

/// Edits that mend a mistake, all of them together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FixDocument {
    /// What it does, as an order: ``write `rook_lost` ``.
    pub title: String,
    /// The edits, which do not overlap, in the order of their places.
    pub edits: Vec<EditDocument>,
}

/// One replacement in a text. Bytes count from 0, and a byte order mark is not counted; lines and columns count from 1,
/// columns in characters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EditDocument {
    /// The file, if it is another one: a library.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The first byte of the text that is replaced.
    pub start: u32,
    /// The byte behind the last; the same for an insertion.
    pub end: u32,
    /// The line where it begins.
    pub line: usize,
    /// The column where it begins.
    pub column: usize,
    /// The line where it ends.
    pub end_line: usize,
    /// The column behind its last character.
    pub end_column: usize,
    /// What stands there afterwards.
    pub new_text: String,
}

/// Another place that matters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RelatedDocument {
    /// The file, if it is another one: a library.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Its line.
    pub line: usize,
    /// Its column.
    pub column: usize,
    /// What is there.
    pub what: String,
    /// The lines it is about.
    pub excerpt: ExcerptDocument,
}

/// Some lines of a source, and the part of them that a finding points at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExcerptDocument {
    /// The number of the first line.
    pub line: usize,
    /// The lines; what is very long is not shown whole.
    pub text: String,
    /// Where the part begins, in bytes of the text.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

impl DiagnosticsDocument {
    /// The findings about each source, and how many there are.
    pub fn text(&self, style: TextStyle) -> String {
        self.files.iter().map(|file| file.text(style)).collect()
    }
}

impl FileDocument {
    /// The findings about a source and its libraries; warnings are faults if one is strict.
    pub fn new(
        source: &Source,
        libraries: &[Source],
        program: Option<&Program>,
        diagnostics: &[Diagnostic],
        strict: bool,
    ) -> FileDocument {
        let is_fault = |diagnostic: &Diagnostic| diagnostic.is_error() || strict;
        FileDocument {
            file: source.name.clone(),
            ok: !diagnostics.iter().any(is_fault),
            diagnostics: diagnostics
                .iter()
                .map(|diagnostic| DiagnosticDocument::new(source, libraries, diagnostic))
                .collect(),
            contents: program.map(contents).unwrap_or_default(),
        }
    }

    fn text(&self, style: TextStyle) -> String {
        let mut text = String::new();
        for diagnostic in &self.diagnostics {
            text += &diagnostic.text(&self.file, style);
            text += "\n\n";
        }
        let is_error =
            |diagnostic: &&DiagnosticDocument| diagnostic.severity == SeverityDocument::Error;
        let n_errors = self.diagnostics.iter().filter(is_error).count();
        let n_warnings = self.diagnostics.len() - n_errors;
        let findings = match (n_errors, n_warnings) {
            (0, 0) => "no mistakes found".to_owned(),
            (0, _) => counted(n_warnings, "warning"),
            (_, 0) => counted(n_errors, "error"),
            (_, _) => format!(
                "{}, {}",
                counted(n_errors, "error"),
                counted(n_warnings, "warning")
            ),
        };
        let contents = self.contents.iter();
        let contents: Vec<String> = contents.map(|of| counted(of.count, &of.what)).collect();
        let contents = match contents.is_empty() {
            true => String::new(),
            false => format!(" ({})", contents.join(", ")),
        };
        text + &format!("{}: {findings}{contents}\n", self.file)
    }
}

impl DiagnosticDocument {
    /// A finding about a source; it may point into the libraries, too.
    pub fn new(
        source: &Source,
        libraries: &[Source],
        diagnostic: &Diagnostic,
    ) -> DiagnosticDocument {
        let Span { start, end, .. } = diagnostic.span;
        let (line, column) = source.line_and_column(start);
        let (end_line, end_column) = source.line_and_column(end);
        let library_of = |span: &Span| libraries.iter().find(|library| library.id() == span.source);
        let fixes = diagnostic.fixes.iter().map(|fix| FixDocument {
            title: fix.title.clone(),
            edits: fix
                .edits
                .iter()
                .map(|edit| EditDocument::new(source, library_of(&edit.span), edit))
                .collect(),
        });
        let related = diagnostic.related.iter().map(|(span, what)| {
            let library = library_of(span);
            let text = library.unwrap_or(source);
            let (line, column) = text.line_and_column(span.start);
            RelatedDocument {
                file: library.map(|library| library.name.clone()),
                line,
                column,
                what: what.clone(),
                excerpt: ExcerptDocument::new(text, *span),
            }
        });
        DiagnosticDocument {
            severity: match diagnostic.severity {
                Severity::Error => SeverityDocument::Error,
                Severity::Warning => SeverityDocument::Warning,
            },
            code: diagnostic.code.into(),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            line,
            column,
            end_line,
            end_column,
            fixes: fixes.collect(),
            related: related.collect(),
            excerpt: ExcerptDocument::new(source, diagnostic.span),
        }
    }
}

impl EditDocument {
    fn new(source: &Source, library: Option<&Source>, edit: &Edit) -> EditDocument {
        let Span { start, end, .. } = edit.span;
        let text = library.unwrap_or(source);
        let (line, column) = text.line_and_column(start);
        let (end_line, end_column) = text.line_and_column(end);
        EditDocument {
            file: library.map(|library| library.name.clone()),
            start,
            end,
            line,
            column,
            end_line,
            end_column,
            new_text: edit.new_text.clone(),
        }
    }
}

/// What a program without errors contains.
fn contents(program: &Program) -> Vec<ContentsDocument> {
    // The goals and moves of plans are not what their author would count.
    let plans = &program.plans;
    let is_goal = |id: DefinitionId| {
        let mut plans = plans.iter();
        plans.any(|plan| [plan.better, plan.holding].contains(&id))
    };
    let own = (0..)
        .map(DefinitionId)
        .zip(&program.definitions)
        .filter(|(id, definition)| definition.library.is_none() && !is_goal(*id))
        .count();
    let parts = [
        (own, "definition"),
        (program.constraints.len() - plans.len(), "move constraint"),
        (program.pieces.len(), "piece of advice"),
        (program.tables.len(), "table"),
        (plans.len(), "plan"),
        (program.examples.len(), "example"),
        (program.claims.len(), "claim"),
    ];
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    parts
        .map(|(count, what)| ContentsDocument {
            count,
            what: what.into(),
        })
        .collect()
}

fn counted(count: usize, what: &str) -> String {
    match (count, what) {
        (1, _) => format!("1 {what}"),
        (_, "piece of advice") => format!("{count} pieces of advice"),
        (_, _) => format!("{count} {what}s"),
    }
}
