//! What is wrong with the open texts, and how to mend it.

use std::collections::BTreeMap;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Diagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, DocumentChanges,
    NumberOrString, OneOf, OptionalVersionedTextDocumentIdentifier, PublishDiagnosticsParams,
    TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};
use nasvet::Analysis;
use nasvet::analysis::{TextEdit as FileEdit, TextFinding};

use crate::message::Refusal;
use crate::texts::{OpenText, OpenTexts};

/// What was published last, by address.
pub(crate) type Published = BTreeMap<String, (Uri, Vec<Diagnostic>)>;

impl OpenTexts {
    /// The findings about every open text that are other than those published last.
    pub(crate) fn news(&self, published: &mut Published) -> Vec<PublishDiagnosticsParams> {
        let mut news = Vec::new();
        let mut now = Published::new();
        for (file, text) in self.all() {
            let found = self.diagnostics(file, text);
            let address = text.uri.as_str().to_owned();
            let last = published.get(&address).map(|(_, last)| last);
            if last != Some(&found) {
                news.push(PublishDiagnosticsParams {
                    uri: text.uri.clone(),
                    diagnostics: found.clone(),
                    version: Some(text.version),
                });
            }
            now.insert(address, (text.uri.clone(), found));
        }
        // What is closed has no findings any more.
        for (address, (uri, found)) in published.iter() {
            if !now.contains_key(address) && !found.is_empty() {
                news.push(PublishDiagnosticsParams {
                    uri: uri.clone(),
                    diagnostics: Vec::new(),
                    version: None,
                });
            }
        }
        *published = now;
        news
    }

    fn diagnostics(&self, file: &str, text: &OpenText) -> Vec<Diagnostic> {
        let Some(analysis) = self.analysis(file) else {
            return Vec::new();
        };
        // Most Markdown is no chapter.
        let is_plain = !file.to_ascii_lowercase().ends_with("md");
        if !is_plain && !analysis.has_program(file) {
            return Vec::new();
        }
        let found = analysis.diagnostics(file);
        let found = found.iter();
        found
            .map(|found| self.diagnostic(analysis, file, text, found))
            .collect()
    }

    fn diagnostic(
        &self,
        analysis: &Analysis,
        file: &str,
        text: &OpenText,
        found: &TextFinding,
    ) -> Diagnostic {
        let help = found.help.as_ref().map(|help| format!("\nhelp: {help}"));
        let related = found.related.iter().filter_map(|(place, what)| {
            Some(DiagnosticRelatedInformation {
                location: self.location(analysis, place)?,
                message: what.clone(),
            })
        });
        let related: Vec<DiagnosticRelatedInformation> = related.collect();
        let unused = found.code.starts_with("unused");
        let range = match found.place.file == file {
            true => text.range(found.place.start, found.place.end),
            // Something in a library: said at the beginning.
            false => text.range(0, 0),
        };
        Diagnostic {
            range,
            severity: Some(match found.is_error {
                true => DiagnosticSeverity::ERROR,
                false => DiagnosticSeverity::WARNING,
            }),
            code: Some(NumberOrString::String(found.code.clone())),
            source: Some("nasvet".into()),
            message: format!("{}{}", found.message, help.unwrap_or_default()),
            related_information: (!related.is_empty()).then_some(related),
            tags: unused.then(|| vec![DiagnosticTag::UNNECESSARY]),
            ..Diagnostic::default()
        }
    }

    /// The fixes for what is found in a range.
    pub(crate) fn code_actions(
        &self,
        asked: &CodeActionParams,
    ) -> Result<Vec<CodeActionOrCommand>, Refusal> {
        let spot = self.get(&asked.text_document)?;
        let wants = |only: &Vec<CodeActionKind>| {
            let mut kinds = only.iter();
            kinds.any(|kind| ["", "quickfix"].contains(&kind.as_str()))
        };
        if !asked.context.only.as_ref().is_none_or(wants) {
            return Ok(Vec::new());
        }
        let first = spot.text.byte(asked.range.start);
        let last = spot.text.byte(asked.range.end);
        let mut actions = Vec::new();
        for found in spot.analysis.diagnostics(&spot.file) {
            if found.place.file != spot.file || found.place.start > last || found.place.end < first
            {
                continue;
            }
            let diagnostic = self.diagnostic(spot.analysis, &spot.file, spot.text, &found);
            for (idx, fix) in found.fixes.iter().enumerate() {
                let Some(edit) = self.workspace_edit(spot.analysis, &fix.edits) else {
                    continue;
                };
                actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                    title: fix.title.clone(),
                    kind: Some(CodeActionKind::QUICKFIX),
                    diagnostics: Some(vec![diagnostic.clone()]),
                    edit: Some(edit),
                    is_preferred: Some(idx == 0 && found.fixes.len() == 1),
                    ..CodeAction::default()
                }));
            }
        }
        Ok(actions)
    }

    /// Edits as the protocol has them; none if one is in a file that nobody can open.
    pub(crate) fn workspace_edit(
        &self,
        analysis: &Analysis,
        edits: &[FileEdit],
    ) -> Option<WorkspaceEdit> {
        let mut by_file: BTreeMap<String, TextDocumentEdit> = BTreeMap::new();
        for edit in edits {
            let location = self.location(analysis, &edit.place)?;
            let changes = by_file.entry(location.uri.as_str().to_owned());
            let changes = changes.or_insert_with(|| TextDocumentEdit {
                text_document: OptionalVersionedTextDocumentIdentifier {
                    version: self.version(&location.uri),
                    uri: location.uri,
                },
                edits: Vec::new(),
            });
            let edit = TextEdit::new(location.range, edit.new_text.clone());
            changes.edits.push(OneOf::Left(edit));
        }
        Some(WorkspaceEdit {
            document_changes: Some(DocumentChanges::Edits(by_file.into_values().collect())),
            ..WorkspaceEdit::default()
        })
    }
}
