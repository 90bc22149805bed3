//! Chapters while they are written: findings, names, completion, renaming, layout, for an editor.
//!
//! An [`Analysis`] holds the open texts and looks into a [`World`] for what they import. It is owned and can be shared
//! between threads; places are bytes in a text, with helpers for editors that count in UTF-16. Checking a chapter takes
//! a few milliseconds, so a changed text is checked anew when it is next asked about, and nothing is incremental.

mod findings;
mod names;
mod completion;
mod renaming;
mod outline;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use lang::{Checked, Form, Source, Span, World, WorldError};

use crate::chapter::Chapter;
use crate::games::Games;
use crate::load::Loaded;

pub use completion::{Completion, CompletionKind};
pub use findings::{TextEdit, TextFinding, TextFix};
pub use names::NameInfo;
pub use outline::{ExampleError, OutlineItem, SemanticToken, TokenClass};
pub use renaming::RenameError;

/// The texts that are open, and what is known about them.
///
/// ```
/// use nasvet::NoLibrary;
/// use nasvet::analysis::Analysis;
///
/// let mut analysis = Analysis::new(NoLibrary);
/// let text = "nim \"Heaps\"\ndef odd = digital_sum mod 2 = 1\nadvice even {\n  better not odd\n  us     anny\n}\n";
/// analysis.set_text("heaps.advice", text);
/// let found = analysis.diagnostics("heaps.advice");
/// assert_eq!(found[0].fixes[0].edits[0].new_text, "any");
/// // The mistake in the piece of advice does not hide what `odd` is.
/// let name = analysis.hover("heaps.advice", text.rfind("odd").unwrap()).unwrap();
/// assert_eq!(name.ty.as_deref(), Some("a truth value"));
/// ```
pub struct Analysis {
    world: Arc<dyn World>,
    texts: BTreeMap<String, Source>,
    /// The texts that have been checked since the last change.
    checked: Mutex<BTreeMap<String, Arc<Checked>>>,
}

/// A place in a file: bytes from `start` up to, but not including, `end`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TextPlace {
    /// The file, by the name under which it was opened or found.
    pub file: String,
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Analysis {
    /// No text is open; imports are found in the world.
    pub fn new(world: impl World + 'static) -> Analysis {
        Analysis {
            world: Arc::new(world),
            texts: BTreeMap::new(),
            checked: Mutex::default(),
        }
    }

    /// Opens a text, or changes it. A file whose name ends in `.md` is a chapter in Markdown; others are all program.
    ///
    /// Open texts import each other by name if they are in one folder, and hide what the world has.
    pub fn set_text(&mut self, file: &str, text: &str) {
        let source = Source::from_draft(file, Form::of_name(file), text);
        self.texts.insert(file.to_owned(), source);
        self.forget();
    }

    /// Closes a text. What imports it finds what the world has.
    pub fn remove(&mut self, file: &str) {
        self.texts.remove(file);
        self.forget();
    }

    /// Looks into the world again: a file that an open text imports was written, renamed or deleted.
    pub fn look_again(&mut self) {
        self.forget();
    }

    /// Has an open text any program? A Markdown file without an `advice` block has none.
    pub fn has_program(&self, file: &str) -> bool {
        let source = self.texts.get(file);
        source.is_some_and(|source| !source.blocks.is_empty())
    }

    /// The game that an open text is about, if its title tells one.
    pub fn game(&self, file: &str) -> Option<String> {
        let checked = self.checked(file)?;
        let game = checked.partial().game();
        (!game.is_empty()).then(|| game.to_owned())
    }

    /// An open text as a chapter, if it has no mistakes.
    pub fn chapter(&self, file: &str) -> Option<Chapter> {
        let checked = self.checked(file)?;
        checked.program()?;
        let loaded = Loaded::from(Checked::clone(&checked));
        loaded.into_chapter(file).ok()
    }

    /// The names of the open texts, in order.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }

    /// The text of a file that is open.
    pub fn text(&self, file: &str) -> Option<&str> {
        self.texts.get(file).map(|source| source.text.as_str())
    }

    /// The line and the column of a byte, both from 0, as editors count them: in units of UTF-16.
    ///
    /// The file may also be a library that an open text imports.
    pub fn utf16_position(&self, file: &str, byte: usize) -> Option<(u32, u32)> {
        let byte = u32::try_from(byte).unwrap_or(u32::MAX);
        self.with_source(file, |source| source.utf16_position(byte))
    }

    /// The byte of a line and a column as [`Analysis::utf16_position`] gives them, or the nearest one.
    pub fn byte_of_utf16(&self, file: &str, line: u32, column: u32) -> Option<usize> {
        self.with_source(file, |source| source.byte_of_utf16(line, column) as usize)
    }

    fn with_source<T>(&self, file: &str, ask: impl Fn(&Source) -> T) -> Option<T> {
        if let Some(source) = self.texts.get(file) {
            return Some(ask(source));
        }
        self.texts.keys().find_map(|open| {
            let checked = self.checked(open)?;
            let mut sources = checked.sources.iter();
            sources.find(|source| source.name == file).map(&ask)
        })
    }

    /// What is known of an open text.
    fn checked(&self, file: &str) -> Option<Arc<Checked>> {
        let source = self.texts.get(file)?;
        let mut known = self.checked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(checked) = known.get(file) {
            return Some(Arc::clone(checked));
        }
        let beside = Beside {
            texts: &self.texts,
            folder: folder(file),
            world: &*self.world,
        };
        let checked = Arc::new(lang::check(source.clone(), &Games::shared().all(), &beside));
        known.insert(file.to_owned(), Arc::clone(&checked));
        Some(checked)
    }

    fn forget(&mut self) {
        let known = self.checked.get_mut();
        known.unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// The same with more texts, as the world has them now. What is known of the open ones stays known, unless it rests
    /// on an older text.
    pub fn with_more<'a>(&self, more: impl Iterator<Item = (&'a str, &'a str)>) -> Analysis {
        let mut texts = self.texts.clone();
        for (file, text) in more {
            let read = || Source::from_draft(file, Form::of_name(file), text);
            texts.entry(file.to_owned()).or_insert_with(read);
        }
        let known = self.checked.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = known.clone();
        known.retain(|_, checked| {
            let mut sources = checked.sources.iter();
            sources.all(|source| {
                let now = texts.get(&source.name);
                now.is_none_or(|now| now.text == source.text)
            })
        });
        Analysis {
            checked: Mutex::new(known),
            ..self.with_texts(texts)
        }
    }

    /// The same world with other texts.
    fn with_texts(&self, texts: BTreeMap<String, Source>) -> Analysis {
        Analysis {
            world: Arc::clone(&self.world),
            texts,
            checked: Mutex::default(),
        }
    }
}

impl fmt::Debug for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files: Vec<&str> = self.files().collect();
        f.debug_struct("Analysis")
            .field("files", &files)
            .finish_non_exhaustive()
    }
}

/// The place of a span in the file in which it lies.
fn place(checked: &Checked, span: Span) -> TextPlace {
    let (file, range) = (&checked.sources[span.source.idx()].name, span.range());
    TextPlace {
        file: file.clone(),
        start: range.start,
        end: range.end,
    }
}

/// The folder of a file, with its last slash.
fn folder(file: &str) -> &str {
    &file[..file.rfind(['/', '\\']).map_or(0, |slash| slash + 1)]
}

/// The libraries for a file: the open texts beside it, then the world.
struct Beside<'a> {
    texts: &'a BTreeMap<String, Source>,
    folder: &'a str,
    world: &'a dyn World,
}

impl World for Beside<'_> {
    fn find(&self, name: &str) -> Result<Option<Source>, WorldError> {
        let beside = ["advice", "md"].map(|end| format!("{}{name}.{end}", self.folder));
        if let Some(open) = beside.iter().find_map(|file| self.texts.get(file)) {
            return Ok(Some(open.clone()));
        }
        let found = self.world.find(name)?;
        // What the world has may be open, too.
        Ok(found.map(|found| self.texts.get(&found.name).cloned().unwrap_or(found)))
    }

    fn names(&self) -> Vec<String> {
        let mut names = self.world.names();
        for file in self.texts.keys() {
            let name = file.strip_prefix(self.folder).unwrap_or("");
            let stem = name.strip_suffix(".advice").or(name.strip_suffix(".md"));
            names.extend(stem.map(str::to_owned));
        }
        names.sort();
        names.dedup();
        names
    }
}
