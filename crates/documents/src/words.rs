//! The words that advice about a game may use, as a reference.

mod listing;

use domain::Vocabulary;
use serde::{Deserialize, Serialize};

use crate::opening::{Format, FormatName, FormatVersion};
use crate::style::TextStyle;

/// The words of a game, or some of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WordsDocument {
    /// `nasvet-words`.
    pub format: FormatName<WordsDocument>,
    /// The version.
    pub version: FormatVersion<WordsDocument>,
    /// The game.
    pub game: String,
    /// The words of its headers, each with its meaning.
    pub header_words: Vec<(String, String)>,
    /// The men that move.
    pub men: Vec<String>,
    /// The words, by topic.
    pub words: Vec<WordDocument>,
}

impl Format for WordsDocument {
    const NAME: &'static str = "nasvet-words";
    const VERSION: u64 = 1;
}

/// A word as the reference shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WordDocument {
    /// What it has to do with.
    pub topic: String,
    /// Its name.
    pub name: String,
    /// As it is written, with its parameters: `our.attackers(s)`.
    pub form: String,
    /// The type of its value.
    pub gives: String,
    /// Is there a value everywhere?
    pub may_have_no_value: bool,
    /// What it means.
    pub doc: String,
}

impl WordsDocument {
    /// All words of a game, and those of the language itself.
    pub fn new(vocabulary: &Vocabulary) -> WordsDocument {
        WordsDocument {
            format: FormatName::default(),
            version: FormatVersion::default(),
            game: vocabulary.game.into(),
            header_words: vocabulary
                .header_words
                .iter()
                .map(|(word, doc)| ((*word).into(), (*doc).into()))
                .collect(),
            men: vocabulary.men.iter().map(|man| (*man).into()).collect(),
            words: listing::words(vocabulary),
        }
    }

    /// Keeps a topic or a word; without one of that name, those that have it in theirs. Gives back what is left.
    #[must_use]
    pub fn about(mut self, topic: &str) -> WordsDocument {
        let exact = |word: &WordDocument| word.topic == topic || word.name == topic;
        let found = self.words.iter().any(exact);
        self.words.retain(|word| match found {
            true => exact(word),
            false => word.topic.contains(topic) || word.name.contains(topic),
        });
        self
    }

    /// The topics, in their order.
    pub fn topics(&self) -> Vec<&str> {
        let mut topics: Vec<&str> = self.words.iter().map(|word| &*word.topic).collect();
        topics.dedup();
        topics
    }

    /// The words with their meanings, topic by topic.
    pub fn text(&self, style: TextStyle) -> String {
        let mut text = String::new();
        let mut topic = "";
        for word in &self.words {
            if word.topic != topic {
                topic = &word.topic;
                let gap = if text.is_empty() { "" } else { "\n" };
                text += &format!("{gap}{}\n", style.bold(topic));
            }
            text += &format!(
                "  {} -> {}\n      {}\n",
                word.form,
                word.type_text(),
                word.doc
            );
        }
        text + "\nA type with ? may have no value. What is `our.` can be `their.` too.\n"
    }

    /// The reference as a page of Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("# The words of {}\n\n", self.game);
        text += "This page is printed from the vocabulary itself (`nasvet words --markdown`).\n";
        text += "A type with `?` may have no value.\nWhat is written `our.` can be `their.` too.\n";
        if !self.header_words.is_empty() {
            text += "\n## header\n\n";
            for (word, doc) in &self.header_words {
                text += &format!("- `{word}`: {doc}\n");
            }
        }
        if !self.men.is_empty() {
            text += &format!(
                "\n## men that move\n\n`{}`\n",
                self.men.join(" moves`, `") + " moves"
            );
        }
        let mut topic = "";
        for word in &self.words {
            if word.topic != topic {
                topic = &word.topic;
                text += &format!("\n## {topic}\n\n| word | gives | meaning |\n|---|---|---|\n");
            }
            let doc = word.doc.replace('|', "\\|");
            text += &format!("| `{}` | {} | {doc} |\n", word.form, word.type_text());
        }
        text
    }
}

impl WordDocument {
    /// `square`, or `square?` where there may be none.
    fn type_text(&self) -> String {
        let may_miss = if self.may_have_no_value { "?" } else { "" };
        format!("{}{may_miss}", self.gives)
    }
}
