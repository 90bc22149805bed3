//! What a name in a text stands for, where that is defined, and where it is used.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lang::index::{Entity, EntityId, EntityKind, Occurrence};
use lang::{Checked, SourceId, Span, cursor};

use super::{Analysis, TextPlace, place};
use crate::games::Games;

/// What is known of a name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NameInfo {
    /// The name that was asked about.
    pub place: TextPlace,
    /// What it is: `definition`, `piece of advice`, `word of the game`.
    pub kind: &'static str,
    /// How it is written, with its parameters and their types.
    pub form: String,
    /// The type of its value in words.
    pub ty: Option<String>,
    /// What it is for.
    pub doc: Option<String>,
    /// How an explanation says it.
    pub phrase: Option<String>,
    /// Where it is defined; nothing for words of the language and of the game.
    pub defined: Option<TextPlace>,
    /// Is its definition free of mistakes, and what it rests on?
    pub is_sound: bool,
}

impl NameInfo {
    /// All of it as Markdown, for a box beside the text.
    pub fn markdown(&self) -> String {
        let ty = self.ty.as_ref().map(|ty| format!(", {ty}"));
        let mut text = format!(
            "```advice\n{}\n```\n*{}{}*",
            self.form,
            self.kind,
            ty.unwrap_or_default()
        );
        if let Some(doc) = &self.doc {
            text += &format!("\n\n{doc}");
        }
        if let Some(phrase) = &self.phrase {
            text += &format!("\n\nIn explanations: “{phrase}”");
        }
        if !self.is_sound {
            text += "\n\nThere is a mistake in it, or in what it rests on.";
        }
        text
    }
}

impl Analysis {
    /// What the name at a byte stands for.
    pub fn hover(&self, file: &str, byte: usize) -> Option<NameInfo> {
        let (checked, span, entity) = self.entity_at(file, byte)?;
        Some(NameInfo {
            place: place(&checked, span),
            kind: entity.kind.noun(),
            form: full_form(&entity),
            ty: entity.ty,
            doc: entity.doc,
            phrase: entity.phrase,
            defined: entity.span.map(|span| place(&checked, span)),
            is_sound: entity.is_sound,
        })
    }

    /// Where the name at a byte is defined, which may be in a library.
    pub fn definition(&self, file: &str, byte: usize) -> Option<TextPlace> {
        let (checked, _, entity) = self.entity_at(file, byte)?;
        entity.span.map(|span| place(&checked, span))
    }

    /// All places in the open texts, and in the libraries they import, where what the name at a byte stands for is
    /// named: its definition too.
    pub fn references(&self, file: &str, byte: usize) -> Vec<TextPlace> {
        let Some((checked, found)) = self.name_at(file, byte) else {
            return Vec::new();
        };
        let wanted = identity(&checked, found.entity);
        let mut places = BTreeSet::new();
        for open in self.texts.keys() {
            let Some(checked) = self.checked(open) else {
                continue;
            };
            let mut same: BTreeMap<EntityId, bool> = BTreeMap::new();
            for found in checked.index.occurrences() {
                let is_same = same
                    .entry(found.entity)
                    .or_insert_with(|| identity(&checked, found.entity) == wanted);
                if *is_same {
                    places.insert(place(&checked, found.span));
                }
            }
        }
        places.into_iter().collect()
    }

    /// The name at a byte, and what it stands for. In a statement that cannot be read, that is whatever has the name.
    fn entity_at(&self, file: &str, byte: usize) -> Option<(Arc<Checked>, Span, Entity)> {
        if let Some((checked, found)) = self.name_at(file, byte) {
            let entity = checked.index.entity(found.entity).clone();
            return Some((checked, found.span, entity));
        }
        let checked = self.checked(file)?;
        let byte = u32::try_from(byte).ok()?;
        // A word is at its first byte, too, where one would begin to write another.
        let words = [byte, byte.saturating_add(1)].map(|byte| cursor(checked.source(), byte).word);
        let place = words.into_iter().find(|word| word.start < word.end)?;
        let name = &checked.source().program[place.range()];
        let mut unread = checked.syntax.unread.iter();
        unread.find(|unread| unread.span.contains(place))?;
        let entity = named(&checked, name)?;
        Some((checked, place, entity))
    }

    /// The name at a byte of an open text.
    pub(super) fn name_at(&self, file: &str, byte: usize) -> Option<(Arc<Checked>, Occurrence)> {
        let checked = self.checked(file)?;
        let found = checked
            .index
            .at(SourceId::MAIN, u32::try_from(byte).ok()?)?;
        Some((checked, found))
    }
}

/// What the chapter, its libraries or the game has under a name.
fn named(checked: &Checked, name: &str) -> Option<Entity> {
    let mut entities = checked.index.entities();
    let own = entities.find(|(_, entity)| entity.name == name && !entity.kind.is_local());
    if let Some((_, entity)) = own {
        return Some(entity.clone());
    }
    let game = Games::shared().named(checked.partial().game())?;
    let word = game.vocabulary().words_named(name).next();
    word.map(|id| Entity::of_word(id, game.vocabulary()))
}

/// What makes two names stand for one thing, also in two texts: where it is defined, or which word it is.
#[derive(PartialEq, Eq)]
enum Identity {
    Defined(TextPlace),
    Word(EntityKind, String, String),
}

fn identity(checked: &Checked, id: EntityId) -> Identity {
    let entity = checked.index.entity(id);
    match entity.span {
        Some(span) => Identity::Defined(place(checked, span)),
        None => Identity::Word(entity.kind, entity.name.clone(), entity.form.clone()),
    }
}

/// How something is written where it is defined.
pub(super) fn full_form(entity: &Entity) -> String {
    let keyword = match entity.kind {
        EntityKind::Let => "let ",
        EntityKind::Definition => "def ",
        EntityKind::Moves => "moves ",
        EntityKind::Advice => "advice ",
        EntityKind::Plan => "plan ",
        EntityKind::Hypothesis => "hypothesis ",
        EntityKind::Object => "object ",
        EntityKind::Lemma => "lemma ",
        EntityKind::Method => "method ",
        EntityKind::Library => "import ",
        EntityKind::Convention => "convention ",
        EntityKind::Parameter
        | EntityKind::Local
        | EntityKind::Unread
        | EntityKind::Word
        | EntityKind::Constant
        | EntityKind::Man
        | EntityKind::HeaderWord
        | EntityKind::Builtin
        | EntityKind::Type => "",
    };
    format!("{keyword}{}", entity.form)
}
