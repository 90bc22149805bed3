//! The open texts, and what is known about each folder of them.

use std::collections::BTreeMap;

use lsp_types::{
    Location, Position, Range, TextDocumentContentChangeEvent, TextDocumentIdentifier,
    TextDocumentItem, TextDocumentPositionParams, Uri,
};
use nasvet::analysis::TextPlace;
use nasvet::{Analysis, Shelf};

use crate::host::LspHost;
use crate::message::{ErrorCode, Refusal};
use crate::places::TextLines;
use crate::uris::{folder_of, is_path, path_of, uri_of};

/// All open texts together have at most so many bytes.
const MAX_OPEN: usize = 64 << 20;

/// At most so many texts are open.
const MAX_TEXTS: usize = 1000;

/// What some editors leave at the beginning of a text; the language does not count it.
const MARK: char = '\u{feff}';

/// The texts that are open.
pub(crate) struct OpenTexts {
    pub(crate) host: Box<dyn LspHost>,
    /// By the name of the file.
    texts: BTreeMap<String, OpenText>,
    /// One for each folder with an open text: imports stay in a folder.
    folders: BTreeMap<String, Analysis>,
}

/// A text as an editor has it.
pub(crate) struct OpenText {
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    /// Goes up with every change.
    pub(crate) revision: u64,
    pub(crate) lines: TextLines,
}

/// A text, and a byte in it as the analysis counts them.
pub(crate) struct TextSpot<'a> {
    pub(crate) file: String,
    pub(crate) byte: usize,
    pub(crate) analysis: &'a Analysis,
    pub(crate) text: &'a OpenText,
}

impl OpenText {
    /// The bytes that the analysis does not have.
    fn left_out(&self) -> usize {
        match self.lines.text().starts_with(MARK) {
            true => MARK.len_utf8(),
            false => 0,
        }
    }

    /// The place of a byte of the analysis.
    pub(crate) fn range(&self, start: usize, end: usize) -> Range {
        let more = self.left_out();
        self.lines.range(start + more, end + more)
    }

    /// The byte of the analysis at a place.
    pub(crate) fn byte(&self, position: Position) -> usize {
        self.lines.byte(position).saturating_sub(self.left_out())
    }

    /// Bytes of the analysis line by line.
    pub(crate) fn split(&self, start: usize, end: usize) -> Vec<Range> {
        let more = self.left_out();
        let parts = self.lines.split(start + more, end + more);
        let ranges = parts.into_iter();
        ranges
            .map(|(start, end)| self.lines.range(start, end))
            .collect()
    }
}

/// By which name the analysis knows a text. Markdown without a file has no name that tells its form.
fn name_of(uri: &Uri, language: Option<&str>) -> String {
    match path_of(uri.as_str()) {
        Some(path) => path,
        None if language == Some("markdown") => format!("{}.md", uri.as_str()),
        None => uri.as_str().to_owned(),
    }
}

impl OpenTexts {
    pub(crate) fn new(host: Box<dyn LspHost>) -> OpenTexts {
        OpenTexts {
            host,
            texts: BTreeMap::new(),
            folders: BTreeMap::new(),
        }
    }

    /// Opens a text; or says why not.
    pub(crate) fn open(&mut self, item: TextDocumentItem) -> Result<(), String> {
        let file = name_of(&item.uri, Some(&item.language_id));
        self.may_grow(item.text.len())?;
        if self.texts.len() >= MAX_TEXTS && !self.texts.contains_key(&file) {
            return Err(format!("{MAX_TEXTS} texts are open, which is too many"));
        }
        let revision = self.texts.get(&file).map_or(0, |text| text.revision + 1);
        let text = OpenText {
            uri: item.uri,
            version: item.version,
            revision,
            lines: TextLines::new(item.text),
        };
        self.tell_analysis(&file, text.lines.text());
        self.texts.insert(file, text);
        Ok(())
    }

    /// Changes a text that is open, edit by edit.
    pub(crate) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) -> Result<(), String> {
        let more: usize = changes.iter().map(|change| change.text.len()).sum();
        self.may_grow(more)?;
        let file = self.file_of(uri);
        let Some(text) = self.texts.get_mut(&file) else {
            return Ok(());
        };
        for change in changes {
            let whole = (0, text.lines.text().len());
            let (start, end) = change.range.map_or(whole, |range| text.lines.bytes(range));
            let mut changed = text.lines.text().to_owned();
            changed.replace_range(start..end, &change.text);
            text.lines = TextLines::new(changed);
        }
        text.version = version;
        text.revision += 1;
        let now = text.lines.text().to_owned();
        self.tell_analysis(&file, &now);
        Ok(())
    }

    fn may_grow(&self, more: usize) -> Result<(), String> {
        let open: usize = self
            .texts
            .values()
            .map(|text| text.lines.text().len())
            .sum();
        match open + more > MAX_OPEN {
            true => Err("the open texts have more than 64 MiB, which is too much".into()),
            false => Ok(()),
        }
    }

    fn tell_analysis(&mut self, file: &str, text: &str) {
        let folder = folder_of(file);
        let analysis =
            self.folders
                .entry(folder.to_owned())
                .or_insert_with(|| match is_path(folder) {
                    true => Analysis::new(self.host.world(folder)),
                    false => Analysis::new(Shelf),
                });
        analysis.set_text(file, text);
    }

    /// Closes a text.
    pub(crate) fn close(&mut self, uri: &Uri) {
        let file = self.file_of(uri);
        self.texts.remove(&file);
        let folder = folder_of(&file);
        if let Some(analysis) = self.folders.get_mut(folder) {
            analysis.remove(&file);
            if analysis.files().next().is_none() {
                self.folders.remove(folder);
            }
        }
    }

    /// An open text has another name from now on.
    pub(crate) fn rename(&mut self, old: &Uri, new: &Uri) {
        let Some(text) = self.texts.get(&self.file_of(old)) else {
            return;
        };
        let item = TextDocumentItem {
            uri: new.clone(),
            // The name of the file tells its form.
            language_id: String::new(),
            version: text.version,
            text: text.lines.text().to_owned(),
        };
        self.close(old);
        // It was open before, so there is room for it.
        let _ = self.open(item);
    }

    /// Files on the disk have changed.
    pub(crate) fn look_again(&mut self) {
        for analysis in self.folders.values_mut() {
            analysis.look_again();
        }
    }

    /// The name under which a text is open, or would be.
    fn file_of(&self, uri: &Uri) -> String {
        let file = name_of(uri, None);
        let marked = format!("{file}.md");
        match self.texts.contains_key(&marked) && path_of(uri.as_str()).is_none() {
            true => marked,
            false => file,
        }
    }

    /// The open texts by their names.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &OpenText)> {
        self.texts.iter().map(|(file, text)| (file.as_str(), text))
    }

    pub(crate) fn analysis(&self, file: &str) -> Option<&Analysis> {
        self.folders.get(folder_of(file))
    }

    /// A text that must be open.
    pub(crate) fn get(&self, id: &TextDocumentIdentifier) -> Result<TextSpot<'_>, Refusal> {
        self.spot(&TextDocumentPositionParams {
            text_document: id.clone(),
            position: Position::default(),
        })
    }

    /// A place in a text that must be open.
    pub(crate) fn spot(&self, at: &TextDocumentPositionParams) -> Result<TextSpot<'_>, Refusal> {
        let file = self.file_of(&at.text_document.uri);
        let found = self.texts.get(&file).zip(self.analysis(&file));
        let (text, analysis) = found.ok_or_else(|| {
            let uri = at.text_document.uri.as_str();
            Refusal::new(ErrorCode::InvalidParams, format!("{uri} is not open"))
        })?;
        Ok(TextSpot {
            byte: text.byte(at.position),
            file,
            analysis,
            text,
        })
    }

    /// A place in any file that the analysis knows, as the protocol has it.
    pub(crate) fn location(&self, analysis: &Analysis, place: &TextPlace) -> Option<Location> {
        if let Some(text) = self.texts.get(&place.file) {
            let range = text.range(place.start, place.end);
            return Some(Location::new(text.uri.clone(), range));
        }
        let uri = match uri_of(&place.file) {
            Some(uri) => uri,
            None => uri_of(&self.host.shipped_file(&place.file)?)?,
        };
        let position = |byte| {
            let (line, column) = analysis.utf16_position(&place.file, byte)?;
            Some(Position::new(line, column))
        };
        let range = Range::new(position(place.start)?, position(place.end)?);
        Some(Location::new(uri, range))
    }

    /// The version of a file, if it is open.
    pub(crate) fn version(&self, uri: &Uri) -> Option<i32> {
        let text = self.texts.get(&self.file_of(uri))?;
        Some(text.version)
    }

    /// The open texts of the folder of a file, and with them all others there that have a word: where a name may be
    /// used. None if only open texts have it.
    pub(crate) fn whole_folder(&self, file: &str, word: &str) -> Option<Analysis> {
        let folder = folder_of(file);
        if !is_path(folder) {
            return None;
        }
        let mut others = self.host.chapters(folder);
        others.retain(|(file, text)| !self.texts.contains_key(file) && text.contains(word));
        if others.is_empty() {
            return None;
        }
        let others = others.iter();
        let others = others.map(|(file, text)| (file.as_str(), text.as_str()));
        Some(self.analysis(file)?.with_more(others))
    }
}
