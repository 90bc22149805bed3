//! Texts that are being written: findings with their cures, names, completion, renaming, layout.
//!
//! Places go out and come in as units of UTF-16, as a page counts them.

use nasvet::Shelf;
use nasvet::analysis::{Analysis, CompletionKind, TextEdit, TextFinding};
use serde::Serialize;

use crate::chapters::OWN;
use crate::places::Units;
use crate::refused::{Refused, refused};
use crate::sections::class;

/// What is to be said about a text.
#[derive(Serialize)]
pub(crate) struct AnalysisAnswer {
    findings: Vec<FindingAnswer>,
    /// First and last place, and what stands there.
    tokens: Vec<(u32, u32, &'static str)>,
    outline: Vec<OutlineAnswer>,
}

#[derive(Serialize)]
struct FindingAnswer {
    error: bool,
    message: String,
    help: Option<String>,
    from: u32,
    to: u32,
    fixes: Vec<FixAnswer>,
}

#[derive(Serialize)]
struct FixAnswer {
    title: String,
    edits: Vec<EditAnswer>,
}

/// A replacement.
#[derive(Serialize)]
pub(crate) struct EditAnswer {
    from: u32,
    to: u32,
    text: String,
}

#[derive(Serialize)]
struct OutlineAnswer {
    name: String,
    kind: &'static str,
    detail: Option<String>,
    from: u32,
}

/// The texts of a page: there is one.
pub(crate) struct TextDraft {
    analysis: Analysis,
    units: Units,
}

impl TextDraft {
    pub(crate) fn new(text: &str) -> TextDraft {
        let mut analysis = Analysis::new(Shelf::shipped());
        analysis.set_text(OWN, text);
        TextDraft {
            analysis,
            units: Units::of(text),
        }
    }

    pub(crate) fn analyse(&self) -> AnalysisAnswer {
        let TextDraft { analysis, units } = self;
        let findings = analysis.diagnostics(OWN);
        let tokens = analysis.tokens(OWN);
        let tokens = tokens.iter().map(|token| {
            (
                units.at(token.start),
                units.at(token.end),
                class(token.class),
            )
        });
        let outline = analysis.symbols(OWN).into_iter().map(|item| OutlineAnswer {
            from: units.at(item.name_place.start),
            name: item.name,
            kind: item.kind,
            detail: item.detail,
        });
        AnalysisAnswer {
            findings: findings
                .into_iter()
                .map(|found| self.finding(found))
                .collect(),
            tokens: tokens.collect(),
            outline: outline.collect(),
        }
    }

    fn finding(&self, found: TextFinding) -> FindingAnswer {
        // What is wrong in a library is shown where the chapter begins.
        let is_here = found.place.file == OWN;
        let at = |byte| if is_here { self.units.at(byte) } else { 0 };
        let fixes = found.fixes.into_iter().map(|fix| FixAnswer {
            title: fix.title,
            edits: self.edits(fix.edits),
        });
        FindingAnswer {
            error: found.is_error,
            message: found.message,
            help: found.help,
            from: at(found.place.start),
            to: at(found.place.end),
            fixes: fixes.filter(|fix| !fix.edits.is_empty()).collect(),
        }
    }

    fn edits(&self, edits: Vec<TextEdit>) -> Vec<EditAnswer> {
        let here = edits.into_iter().filter(|edit| edit.place.file == OWN);
        here.map(|edit| EditAnswer {
            from: self.units.at(edit.place.start),
            to: self.units.at(edit.place.end),
            text: edit.new_text,
        })
        .collect()
    }

    pub(crate) fn hover(&self, at: usize) -> Option<HoverAnswer> {
        let info = self.analysis.hover(OWN, self.units.byte(at))?;
        let defined = info.defined.as_ref().filter(|place| place.file == OWN);
        Some(HoverAnswer {
            from: self.units.at(info.place.start),
            to: self.units.at(info.place.end),
            defined: defined.map(|place| self.units.at(place.start)),
            kind: info.kind,
            form: info.form,
            ty: info.ty,
            doc: info.doc,
            phrase: info.phrase,
        })
    }

    pub(crate) fn complete(&self, at: usize) -> Vec<CompletionAnswer> {
        let found = self.analysis.complete(OWN, self.units.byte(at)).into_iter();
        found
            .map(|item| CompletionAnswer {
                from: self.units.at(item.replaces.0),
                to: self.units.at(item.replaces.1),
                text: item.text,
                kind: kind(item.kind),
                detail: item.detail,
                doc: item.doc,
            })
            .collect()
    }

    pub(crate) fn rename(&self, at: usize, name: &str) -> Result<Vec<EditAnswer>, Refused> {
        let edits = self.analysis.rename(OWN, self.units.byte(at), name);
        Ok(self.edits(edits.map_err(refused)?))
    }

    pub(crate) fn format(&self) -> Result<String, Refused> {
        match self.analysis.format(OWN) {
            Some(Ok(text)) => Ok(text),
            Some(Err(found)) => Err(refused(match found.first() {
                Some(first) => format!("the layout must wait for a mistake: {}", first.message),
                None => "the text cannot be read".into(),
            })),
            None => Err(refused("there is no text")),
        }
    }
}

/// What the name at a place means.
#[derive(Serialize)]
pub(crate) struct HoverAnswer {
    from: u32,
    to: u32,
    /// Where it is defined, if in this text.
    defined: Option<u32>,
    kind: &'static str,
    form: String,
    #[serde(rename = "type")]
    ty: Option<String>,
    doc: Option<String>,
    phrase: Option<String>,
}

/// Something that can be written.
#[derive(Serialize)]
pub(crate) struct CompletionAnswer {
    from: u32,
    to: u32,
    text: String,
    kind: &'static str,
    detail: Option<String>,
    doc: Option<String>,
}

fn kind(kind: CompletionKind) -> &'static str {
    match kind {
        CompletionKind::Keyword => "keyword",
        CompletionKind::Defined
        | CompletionKind::Local
        | CompletionKind::Word
        | CompletionKind::Man
        | CompletionKind::Type
        | CompletionKind::Library
        | _ => "variable",
    }
}
