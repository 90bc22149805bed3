//! What is asked without changing anything: hover, definitions, references, symbols, folding, boards.

use documents::board_picture;
use lsp_types::{
    DocumentHighlight, DocumentSymbol, FoldingRange, FoldingRangeKind, Hover, HoverContents,
    Location, MarkupContent, MarkupKind, ReferenceParams, SymbolKind, TextDocumentIdentifier,
    TextDocumentPositionParams,
};
use nasvet::analysis::OutlineItem;
use nasvet::picture::{Style, draw};
use nasvet::{Chapter, Watch};
use serde::Serialize;

use crate::message::Refusal;
use crate::texts::{OpenTexts, TextSpot};

/// An evaluation for a hover takes at most so many steps: a few milliseconds.
const MAX_STEPS: u64 = 100_000;

/// The position of an example as a picture.
#[derive(Serialize)]
pub(crate) struct BoardPreview {
    /// The position as it is written.
    pub(crate) position: String,
    /// The board in characters.
    pub(crate) text: String,
    /// The board as a picture, if the chapter is about chess.
    pub(crate) svg: Option<String>,
}

impl TextSpot<'_> {
    /// The example in which the spot is.
    pub(crate) fn example(&self) -> Option<OutlineItem> {
        let mut items = self.analysis.symbols(&self.file).into_iter();
        items.find(|item| {
            item.kind == "example" && (item.place.start..=item.place.end).contains(&self.byte)
        })
    }

    /// The board of the example in which the spot is.
    pub(crate) fn board(&self) -> Option<BoardPreview> {
        let position = self.example()?.name;
        let style = Style {
            unicode: true,
            ..Style::plain()
        };
        let game = self.analysis.game(&self.file)?;
        let text = draw(&game, &position, &[], style)?;
        Some(BoardPreview {
            svg: (game == "chess").then(|| board_picture(&position)),
            position,
            text,
        })
    }
}

impl OpenTexts {
    /// What the name at a place stands for, and its value if it stands in an example; or the example's board.
    pub(crate) fn hover(&self, at: &TextDocumentPositionParams) -> Result<Option<Hover>, Refusal> {
        let spot = self.spot(at)?;
        let markdown = |value: String| {
            HoverContents::Markup(MarkupContent {
                kind: MarkupKind::Markdown,
                value,
            })
        };
        let Some(name) = spot.analysis.hover(&spot.file, spot.byte) else {
            return Ok(spot.board().map(|board| Hover {
                contents: markdown(format!("```text\n{}```", board.text)),
                range: None,
            }));
        };
        let mut text = name.markdown();
        if let Some(example) = spot.example() {
            let written = spot.analysis.text(&spot.file).unwrap_or_default();
            let word = written
                .get(name.place.start..name.place.end)
                .unwrap_or_default();
            let chapter = spot.analysis.chapter(&spot.file);
            let value = chapter.and_then(|chapter| value(&chapter, word, &example.name));
            if let Some(value) = value {
                text += &format!("\n\nIn this example: **{value}**");
            }
        }
        let range = (name.place.file == spot.file)
            .then(|| spot.text.range(name.place.start, name.place.end));
        Ok(Some(Hover {
            contents: markdown(text),
            range,
        }))
    }

    /// Where the name at a place is defined.
    pub(crate) fn definition(
        &self,
        at: &TextDocumentPositionParams,
    ) -> Result<Option<Location>, Refusal> {
        let spot = self.spot(at)?;
        let place = spot.analysis.definition(&spot.file, spot.byte);
        Ok(place.and_then(|place| self.location(spot.analysis, &place)))
    }

    /// All places in the folder that name the same.
    pub(crate) fn references(&self, asked: &ReferenceParams) -> Result<Vec<Location>, Refusal> {
        let spot = self.spot(&asked.text_document_position)?;
        let Some(name) = spot.analysis.hover(&spot.file, spot.byte) else {
            return Ok(Vec::new());
        };
        let word = spot.analysis.text(&spot.file).unwrap_or_default();
        let word = word
            .get(name.place.start..name.place.end)
            .unwrap_or_default();
        let folder = self.whole_folder(&spot.file, word);
        let folder = folder.as_ref().unwrap_or(spot.analysis);
        let places = folder.references(&spot.file, spot.byte).into_iter();
        let places = places.filter(|place| {
            asked.context.include_declaration || name.defined.as_ref() != Some(place)
        });
        Ok(places
            .filter_map(|place| self.location(folder, &place))
            .collect())
    }

    /// The places in the same text that name the same.
    pub(crate) fn highlights(
        &self,
        at: &TextDocumentPositionParams,
    ) -> Result<Vec<DocumentHighlight>, Refusal> {
        let spot = self.spot(at)?;
        let places = spot.analysis.references(&spot.file, spot.byte).into_iter();
        let here = places.filter(|place| place.file == spot.file);
        Ok(here
            .map(|place| DocumentHighlight {
                range: spot.text.range(place.start, place.end),
                kind: None,
            })
            .collect())
    }

    /// The statements of a text.
    pub(crate) fn symbols(
        &self,
        id: &TextDocumentIdentifier,
    ) -> Result<Vec<DocumentSymbol>, Refusal> {
        let spot = self.get(id)?;
        let items = spot.analysis.symbols(&spot.file).into_iter();
        Ok(items
            .map(|item| {
                #[expect(deprecated, reason = "the field has no default")]
                DocumentSymbol {
                    // An editor refuses a symbol without a name.
                    name: match item.name.is_empty() {
                        true => item.kind.to_owned(),
                        false => item.name,
                    },
                    detail: item.detail,
                    kind: symbol_kind(item.kind),
                    tags: None,
                    deprecated: None,
                    range: spot.text.range(item.place.start, item.place.end),
                    selection_range: spot.text.range(item.name_place.start, item.name_place.end),
                    children: None,
                }
            })
            .collect())
    }

    /// The statements that are longer than a line.
    pub(crate) fn folds(&self, id: &TextDocumentIdentifier) -> Result<Vec<FoldingRange>, Refusal> {
        let spot = self.get(id)?;
        let items = spot.analysis.symbols(&spot.file).into_iter();
        let ranges = items.map(|item| spot.text.range(item.place.start, item.place.end));
        let ranges = ranges.filter(|range| range.start.line < range.end.line);
        Ok(ranges
            .map(|range| FoldingRange {
                start_line: range.start.line,
                end_line: range.end.line,
                kind: Some(FoldingRangeKind::Region),
                ..FoldingRange::default()
            })
            .collect())
    }

    /// The board of the example at a place.
    pub(crate) fn board(
        &self,
        at: &TextDocumentPositionParams,
    ) -> Result<Option<BoardPreview>, Refusal> {
        Ok(self.spot(at)?.board())
    }
}

/// The value of a name in a position, if it has one by itself.
fn value(chapter: &Chapter, name: &str, position: &str) -> Option<String> {
    let found = chapter.evaluate(name, position, &Watch::nodes(MAX_STEPS));
    let text = found.ok()?.value_text();
    Some(text.trim().to_owned())
}

fn symbol_kind(kind: &str) -> SymbolKind {
    match kind {
        "title" => SymbolKind::FILE,
        "library" => SymbolKind::MODULE,
        "piece of advice" => SymbolKind::METHOD,
        "table" => SymbolKind::STRUCT,
        "example" => SymbolKind::EVENT,
        "claim" => SymbolKind::BOOLEAN,
        "plan" => SymbolKind::INTERFACE,
        _ => SymbolKind::FUNCTION,
    }
}
