//! What is wrong with an open text, how to mend it, and how it is laid out.

use lang::{Checked, Diagnostic, Fix, Severity, Source};

use super::{Analysis, TextPlace, place};

/// Something that was found in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TextFinding {
    /// Does it keep the chapter from being used?
    pub is_error: bool,
    /// Which kind of finding, as one word: `unknown-name`.
    pub code: String,
    /// What was found, and what was expected.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
    /// Where it is.
    pub place: TextPlace,
    /// Other places that matter, each with what it shows; they may be in libraries.
    pub related: Vec<(TextPlace, String)>,
    /// Edits that mend it, the most likely first.
    pub fixes: Vec<TextFix>,
}

/// Edits that mend a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextFix {
    /// What they do, as an order.
    pub title: String,
    /// The edits, which do not overlap.
    pub edits: Vec<TextEdit>,
}

/// One replacement in a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TextEdit {
    /// What is replaced.
    pub place: TextPlace,
    /// What stands there afterwards.
    pub new_text: String,
}

impl Analysis {
    /// The findings about an open text, in the order of their places.
    pub fn diagnostics(&self, file: &str) -> Vec<TextFinding> {
        let Some(checked) = self.checked(file) else {
            return Vec::new();
        };
        let found = checked.diagnostics.iter();
        found.map(|found| finding(&checked, found)).collect()
    }

    /// A text in the one layout, or what keeps it from being read; nothing if it is not open.
    pub fn format(&self, file: &str) -> Option<Result<String, Vec<TextFinding>>> {
        let source = self.texts.get(file)?;
        Some(formatted(source).map_err(|found| {
            let checked = self.checked(file);
            let checked = checked.into_iter();
            checked
                .flat_map(|checked| {
                    let found = found.iter();
                    let found: Vec<TextFinding> =
                        found.map(|found| finding(&checked, found)).collect();
                    found
                })
                .collect()
        }))
    }
}

fn formatted(source: &Source) -> Result<String, Vec<Diagnostic>> {
    match source.finding() {
        Some(finding) => Err(vec![finding.clone()]),
        None => lang::format(source),
    }
}

fn finding(checked: &Checked, found: &Diagnostic) -> TextFinding {
    let related = found.related.iter();
    TextFinding {
        is_error: found.severity == Severity::Error,
        code: found.code.to_owned(),
        message: found.message.clone(),
        help: found.help.clone(),
        place: place(checked, found.span),
        related: related
            .map(|(span, what)| (place(checked, *span), what.clone()))
            .collect(),
        fixes: found
            .fixes
            .iter()
            .map(|fix| text_fix(checked, fix))
            .collect(),
    }
}

fn text_fix(checked: &Checked, fix: &Fix) -> TextFix {
    let edits = fix.edits.iter().map(|edit| TextEdit {
        place: place(checked, edit.span),
        new_text: edit.new_text.clone(),
    });
    TextFix {
        title: fix.title.clone(),
        edits: edits.collect(),
    }
}
