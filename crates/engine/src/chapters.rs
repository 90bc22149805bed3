//! The chapters that are asked about: shipped ones are read once, and the last text of the reader's own is kept.

use std::collections::BTreeMap;

use nasvet::{Chapter, Shelf};

use crate::refused::{Refused, refused};
use crate::request::ChapterChoice;

/// The name under which a text of the reader's own is known.
pub(crate) const OWN: &str = "your-chapter.md";

/// The words of chess, for any position and no advice.
const CHESS: &str = "chess";

#[derive(Debug, Default)]
pub(crate) struct KnownChapters {
    shipped: BTreeMap<String, Chapter>,
    /// The last text that was asked about.
    own: Option<(String, Chapter)>,
}

impl KnownChapters {
    pub(crate) fn get(&mut self, choice: &ChapterChoice) -> Result<Chapter, Refused> {
        match choice {
            ChapterChoice::Shipped(name) => {
                if let Some(known) = self.shipped.get(name) {
                    return Ok(known.clone());
                }
                let found = match name == CHESS {
                    true => Chapter::without_advice(CHESS),
                    false => Chapter::shipped(name),
                };
                let shown: String = name.chars().take(80).collect();
                let chapter =
                    found.ok_or_else(|| refused(format!("there is no chapter `{shown}`")))?;
                self.shipped.insert(name.clone(), chapter.clone());
                Ok(chapter)
            }
            ChapterChoice::Own { text } => {
                if let Some((known, chapter)) = &self.own
                    && known == text
                {
                    return Ok(chapter.clone());
                }
                let chapter = Chapter::from_text(OWN, text, &Shelf::shipped());
                let chapter = chapter.map_err(|faulty| refused(faulty.in_a_sentence()))?;
                self.own = Some((text.clone(), chapter.clone()));
                Ok(chapter)
            }
        }
    }
}
