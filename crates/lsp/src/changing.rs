//! What changes a text: completion, renaming, layout.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionResponse, CompletionTextEdit, Documentation,
    MarkupContent, MarkupKind, PrepareRenameResponse, RenameParams, TextDocumentIdentifier,
    TextDocumentPositionParams, TextEdit, WorkspaceEdit,
};
use nasvet::analysis::{CompletionKind, RenameError, TextPlace};

use crate::message::Refusal;
use crate::texts::{OpenTexts, TextSpot};
use crate::uris::is_path;

impl OpenTexts {
    /// What can be written at a place.
    pub(crate) fn complete(
        &self,
        at: &TextDocumentPositionParams,
    ) -> Result<CompletionResponse, Refusal> {
        let spot = self.spot(at)?;
        let found = spot.analysis.complete(&spot.file, spot.byte);
        let items = found.into_iter().enumerate().map(|(idx, found)| {
            let (start, end) = found.replaces;
            // The word may go on after the place, and an edit must be around it.
            let range = spot.text.range(start.min(spot.byte), end.max(spot.byte));
            let doc = found.doc.map(|value| {
                Documentation::MarkupContent(MarkupContent {
                    kind: MarkupKind::Markdown,
                    value,
                })
            });
            CompletionItem {
                label: found.text.clone(),
                kind: Some(item_kind(found.kind)),
                detail: found.detail,
                documentation: doc,
                // In the order of likelihood.
                sort_text: Some(format!("{idx:04}")),
                text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, found.text))),
                ..CompletionItem::default()
            }
        });
        Ok(CompletionResponse::Array(items.collect()))
    }

    /// The name at a place, if it can be given another.
    pub(crate) fn prepare_rename(
        &self,
        at: &TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>, Refusal> {
        let spot = self.spot(at)?;
        let Some(name) = spot.analysis.hover(&spot.file, spot.byte) else {
            return Ok(None);
        };
        // Words of the language and of the game are defined nowhere, and shipped names in no file of the user.
        let is_own = |place: &TextPlace| place.file == spot.file || is_path(&place.file);
        if !name.defined.as_ref().is_some_and(is_own) || name.place.file != spot.file {
            return Ok(None);
        }
        let range = spot.text.range(name.place.start, name.place.end);
        Ok(Some(PrepareRenameResponse::Range(range)))
    }

    /// The edits that give what stands at a place another name, in all files of the folder.
    pub(crate) fn renamed(&self, asked: &RenameParams) -> Result<Option<WorkspaceEdit>, Refusal> {
        let spot = self.spot(&asked.text_document_position)?;
        let word = word_at(&spot);
        let folder = self.whole_folder(&spot.file, &word);
        let folder = folder.as_ref().unwrap_or(spot.analysis);
        let edits = folder.rename(&spot.file, spot.byte, &asked.new_name);
        let edits = edits.map_err(|error: RenameError| Refusal::failed(error.to_string()))?;
        Ok(self.workspace_edit(folder, &edits))
    }

    /// The edit that lays a text out; none if it cannot be read, which the findings tell.
    pub(crate) fn formatted(
        &self,
        id: &TextDocumentIdentifier,
    ) -> Result<Option<Vec<TextEdit>>, Refusal> {
        let spot = self.get(id)?;
        let Some(Ok(new)) = spot.analysis.format(&spot.file) else {
            return Ok(None);
        };
        let old = spot.analysis.text(&spot.file).unwrap_or_default();
        Ok(Some(difference(&spot, old, &new).into_iter().collect()))
    }
}

/// The word at a place.
fn word_at(spot: &TextSpot<'_>) -> String {
    let name = spot.analysis.hover(&spot.file, spot.byte);
    let text = spot.analysis.text(&spot.file).unwrap_or_default();
    let word = name.and_then(|name| text.get(name.place.start..name.place.end));
    word.unwrap_or_default().to_owned()
}

/// One edit for all lines between the first and the last that differ, so that the cursor elsewhere stays where it is.
fn difference(spot: &TextSpot<'_>, old: &str, new: &str) -> Option<TextEdit> {
    if old == new {
        return None;
    }
    let same = |(a, b): &(&str, &str)| a == b;
    let length = |lines: &mut dyn Iterator<Item = (&str, &str)>| -> usize {
        lines.take_while(same).map(|(line, _)| line.len()).sum()
    };
    let head = length(&mut old.split_inclusive('\n').zip(new.split_inclusive('\n')));
    let (old_rest, new_rest) = (&old[head..], &new[head..]);
    let ends = old_rest.split_inclusive('\n').rev();
    let tail = length(&mut ends.zip(new_rest.split_inclusive('\n').rev()));
    let tail = tail.min(old_rest.len()).min(new_rest.len());
    let range = spot.text.range(head, old.len() - tail);
    let text = &new_rest[..new_rest.len() - tail];
    Some(TextEdit::new(range, text.to_owned()))
}

fn item_kind(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Defined => CompletionItemKind::FUNCTION,
        CompletionKind::Local => CompletionItemKind::VARIABLE,
        CompletionKind::Word => CompletionItemKind::PROPERTY,
        CompletionKind::Man => CompletionItemKind::UNIT,
        CompletionKind::Type => CompletionItemKind::CLASS,
        CompletionKind::Library => CompletionItemKind::MODULE,
        CompletionKind::Keyword | _ => CompletionItemKind::KEYWORD,
    }
}
