//! What can be written at a place of an open text.

use domain::{Man, Scope, Side, Type, Vocabulary, WordId};
use lang::checked::Convention;
use lang::index::{Entity, EntityKind};
use lang::{BUILTINS, Checked, Cursor, Expected, World, cursor, statement_words};

use super::{Analysis, Beside, folder};
use crate::games::Games;

/// Something that can be written at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Completion {
    /// What is written, in place of the word that was begun.
    pub text: String,
    /// What it is.
    pub kind: CompletionKind,
    /// How it is written with its parameters, and its type.
    pub detail: Option<String>,
    /// What it is for.
    pub doc: Option<String>,
    /// The word that was begun, as bytes from the first up to the second.
    pub replaces: (usize, usize),
}

/// What a completion is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CompletionKind {
    /// A word of the language.
    Keyword,
    /// A name that the chapter or a library defines.
    Defined,
    /// A local name.
    Local,
    /// A word of the game, or an item of it.
    Word,
    /// A kind of man.
    Man,
    /// A type.
    Type,
    /// A library.
    Library,
}

impl Analysis {
    /// What can be written at a byte, as far as the words before it tell, in the order of likelihood: local names, names
    /// of the chapter, words of the game that fit its men, words of the language.
    pub fn complete(&self, file: &str, byte: usize) -> Vec<Completion> {
        let Some(checked) = self.checked(file) else {
            return Vec::new();
        };
        // A place inside of a character is taken for the one before it.
        let byte = checked.source().text.floor_char_boundary(byte);
        let Ok(byte) = u32::try_from(byte) else {
            return Vec::new();
        };
        let place = cursor(checked.source(), byte);
        let range = place.word.range();
        let begun = range.start..(byte as usize).clamp(range.start, range.end);
        let prefix = checked.source().text.get(begun).unwrap_or("");
        let mut offer = Offer {
            checked: &checked,
            place: &place,
            vocabulary: Games::shared()
                .named(checked.partial().game())
                .map(|game| game.vocabulary()),
            prefix,
            found: Vec::new(),
        };
        if place.expected == Expected::Library {
            let beside = Beside {
                texts: &self.texts,
                folder: folder(file),
                world: &*self.world,
            };
            for name in beside.names() {
                offer.push(&name, CompletionKind::Library, None, None);
            }
        }
        offer.expected(&place.expected);
        offer.found
    }
}

/// Gathers what fits.
struct Offer<'a> {
    checked: &'a Checked,
    place: &'a Cursor,
    vocabulary: Option<&'a Vocabulary>,
    prefix: &'a str,
    found: Vec<Completion>,
}

/// Words that values are made of.
const VALUE_WORDS: [&str; 22] = [
    "our",
    "their",
    "not",
    "if",
    "then",
    "else",
    "and",
    "or",
    "in",
    "true",
    "false",
    "before",
    "root",
    "after",
    "for",
    "can",
    "union",
    "intersect",
    "without",
    "mod",
    "means",
    "because",
];

impl Offer<'_> {
    fn expected(&mut self, expected: &Expected) {
        match expected {
            Expected::Nothing | Expected::Library => {}
            Expected::Title => {
                for game in Games::shared().all() {
                    self.keyword(game.vocabulary().opening);
                }
                self.keyword("library");
            }
            Expected::Statement => {
                self.header_words();
                for word in statement_words() {
                    self.keyword(word);
                }
            }
            Expected::Words(words) => {
                for word in *words {
                    self.keyword(word);
                }
            }
            Expected::Value => self.values(&[EntityKind::Let, EntityKind::Definition]),
            Expected::Formula => self.values(&[
                EntityKind::Hypothesis,
                EntityKind::Let,
                EntityKind::Definition,
            ]),
            Expected::Property => {
                self.words(|word| word.of_side);
                self.defined(&[EntityKind::Plan]);
            }
            Expected::Moves => {
                self.defined(&[EntityKind::Moves]);
                self.men(&[Side::Us, Side::Them], " moves");
                for word in ["any", "none", "moves of"] {
                    self.keyword(word);
                }
            }
            Expected::Direction => self.words(|word| {
                word.scope == Scope::Move && word.gives == Type::Truth && word.takes.is_empty()
            }),
            Expected::Advice => {
                self.locals();
                self.defined(&[EntityKind::Advice]);
            }
            Expected::Hypothesis => {
                self.defined(&[EntityKind::Hypothesis, EntityKind::Object]);
            }
            Expected::Man => self.men(&[Side::Us], ""),
            Expected::Type => {
                let sorts = self
                    .vocabulary
                    .map_or(&[][..], |vocabulary| vocabulary.sorts);
                let sorts = sorts.iter().flat_map(|sort| [sort.singular, sort.plural]);
                for name in sorts.chain(["number", "truth", "side", "plan"]) {
                    self.push(name, CompletionKind::Type, None, None);
                }
            }
            Expected::Convention => {
                for (name, _) in Convention::NAMED {
                    self.keyword(name);
                }
            }
            Expected::Header => self.header_words(),
        }
    }

    /// Names and words that have values.
    fn values(&mut self, kinds: &[EntityKind]) {
        self.locals();
        self.defined(kinds);
        self.words(|word| !word.of_side);
        for word in &BUILTINS {
            self.entity(&Entity::of_builtin(word), CompletionKind::Keyword);
        }
        for quantifier in lang::syntax::Quantifier::ALL {
            self.keyword(quantifier.word());
        }
        for word in VALUE_WORDS {
            self.keyword(word);
        }
    }

    fn locals(&mut self) {
        for local in &self.place.locals {
            self.push(local, CompletionKind::Local, None, None);
        }
    }

    /// The names of these kinds that the chapter and its libraries define.
    fn defined(&mut self, kinds: &[EntityKind]) {
        let checked = self.checked;
        for (_, entity) in checked.index.entities() {
            if kinds.contains(&entity.kind) {
                self.entity(entity, CompletionKind::Defined);
            }
        }
    }

    /// The words of the game that fit; those about men that no table has are left out.
    fn words(&mut self, fits: impl Fn(&domain::Word) -> bool) {
        let Some(vocabulary) = self.vocabulary else {
            return;
        };
        for (id, word) in (0..).map(WordId).zip(&vocabulary.words) {
            let men = [Side::Us, Side::Them];
            if fits(word) && word.man.is_none_or(|man| self.may_have(&men, man)) {
                let entity = Entity::of_word(id, vocabulary);
                self.entity(&entity, CompletionKind::Word);
            }
        }
    }

    /// The men that these sides may have.
    fn men(&mut self, sides: &[Side], after: &str) {
        let Some(vocabulary) = self.vocabulary else {
            return;
        };
        for (idx, name) in (0..).zip(vocabulary.men) {
            if self.may_have(sides, Man(idx)) {
                self.push(&format!("{name}{after}"), CompletionKind::Man, None, None);
            }
        }
    }

    fn may_have(&self, sides: &[Side], man: Man) -> bool {
        let mut headers = self.checked.partial().headers();
        headers.any(|header| sides.iter().any(|side| header.may_have(*side, man)))
    }

    fn header_words(&mut self) {
        let words = self
            .vocabulary
            .map_or(&[][..], |vocabulary| vocabulary.header_words);
        for (word, doc) in words {
            self.push(word, CompletionKind::Keyword, None, Some((*doc).to_owned()));
        }
    }

    fn keyword(&mut self, word: &str) {
        self.push(word, CompletionKind::Keyword, None, None);
    }

    fn entity(&mut self, entity: &Entity, kind: CompletionKind) {
        let detail = match &entity.ty {
            Some(ty) => format!("{}: {ty}", entity.form),
            None => entity.form.clone(),
        };
        self.push(&entity.name, kind, Some(detail), entity.doc.clone());
    }

    fn push(
        &mut self,
        text: &str,
        kind: CompletionKind,
        detail: Option<String>,
        doc: Option<String>,
    ) {
        let is_offered = self.found.iter().any(|other| other.text == text);
        if text.starts_with(self.prefix) && !is_offered {
            let range = self.place.word.range();
            self.found.push(Completion {
                text: text.to_owned(),
                kind,
                detail,
                doc,
                replaces: (range.start, range.end),
            });
        }
    }
}
