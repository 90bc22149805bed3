//! Giving something another name, everywhere at once.

use std::collections::BTreeSet;
use std::fmt;

use lang::index::{Entity, EntityKind, Occurrence};
use lang::{Checked, Form, Source, SourceId, Span};

use super::{Analysis, TextEdit, TextPlace, place};
use crate::games::Games;

/// Why something cannot be given a name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RenameError {
    /// There is no name at that place.
    NoName,
    /// It is a word of the language or the game, a library or a type.
    NotDefined {
        /// The name.
        name: String,
        /// What it is.
        kind: &'static str,
    },
    /// The new name is not one: it has other signs than letters, digits and `_`, or begins with a digit.
    BadName(String),
    /// The new name is a word of the language.
    Reserved(String),
    /// Something else has the new name.
    Taken {
        /// The new name.
        name: String,
        /// What has it.
        kind: &'static str,
        /// Where that is defined, if it is in a text.
        place: Option<TextPlace>,
    },
    /// It is defined in a file that is not open.
    NotOpen(String),
    /// The old name stands in a statement that cannot be read, where nobody can tell what it means.
    Unread(TextPlace),
    /// With the new name this place would mean something else.
    Confused(TextPlace),
}

impl fmt::Display for RenameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenameError::NoName => f.write_str("there is no name here"),
            RenameError::NotDefined { name, kind } => {
                write!(f, "`{name}` is a {kind}; it cannot be renamed")
            }
            RenameError::BadName(name) => write!(
                f,
                "`{name}` is not a name: a name begins with a letter and has letters, digits and `_`"
            ),
            RenameError::Reserved(name) => write!(f, "`{name}` is a word of the language"),
            RenameError::Taken { name, kind, .. } => {
                write!(f, "there is already a {kind} called `{name}`")
            }
            RenameError::NotOpen(file) => {
                write!(f, "it is defined in `{file}`, which is not open")
            }
            RenameError::Unread(place) => write!(
                f,
                "the name stands in `{}` in a statement with a mistake; mend it first",
                place.file
            ),
            RenameError::Confused(place) => write!(
                f,
                "with this name something in `{}` would mean something else",
                place.file
            ),
        }
    }
}

impl std::error::Error for RenameError {}

impl Analysis {
    /// The edits, in all open texts, that give what the name at a byte stands for another name.
    ///
    /// They are made only if every name means afterwards what it meant before.
    pub fn rename(
        &self,
        file: &str,
        byte: usize,
        new_name: &str,
    ) -> Result<Vec<TextEdit>, RenameError> {
        let (checked, found) = self.name_at(file, byte).ok_or(RenameError::NoName)?;
        let entity = checked.index.entity(found.entity);
        let (Some(defined), Some(space)) = (entity.span, space(entity.kind)) else {
            return Err(RenameError::NotDefined {
                name: entity.name.clone(),
                kind: entity.kind.noun(),
            });
        };
        is_name(new_name)?;
        let defined = place(&checked, defined);
        if !self.texts.contains_key(&defined.file) {
            return Err(RenameError::NotOpen(defined.file));
        }
        let places = self.references(file, byte);
        let places: Vec<TextPlace> = places
            .into_iter()
            .filter(|place| self.texts.contains_key(&place.file))
            .collect();
        let edits: Vec<TextEdit> = places
            .iter()
            .map(|place| TextEdit {
                place: place.clone(),
                new_text: new_name.to_owned(),
            })
            .collect();
        if entity.name == new_name {
            return Ok(Vec::new());
        }
        self.is_free(&places, new_name, space, entity)?;
        self.is_understood(&entity.name, &places)?;
        self.stays_the_same(&edits)?;
        Ok(edits)
    }

    /// Is a name free in every text that names the thing?
    fn is_free(
        &self,
        places: &[TextPlace],
        name: &str,
        wanted: Space,
        renamed: &Entity,
    ) -> Result<(), RenameError> {
        let files: BTreeSet<&str> = places.iter().map(|place| place.file.as_str()).collect();
        for file in files {
            let Some(checked) = self.checked(file) else {
                continue;
            };
            let constant = Games::shared()
                .named(checked.partial().game())
                .and_then(|game| game.vocabulary().constant_named(name));
            if constant.is_some() && wanted == Space::Value {
                return Err(RenameError::Taken {
                    name: name.to_owned(),
                    kind: EntityKind::Constant.noun(),
                    place: None,
                });
            }
            let scope = |entity: &Entity| entity.scope.unwrap_or_default();
            for (_, other) in checked.index.entities() {
                let is_same = other.name == name && space(other.kind) == Some(wanted);
                // Local names may be used again in another statement.
                let meets = wanted != Space::Local
                    || scope(other).contains(scope(renamed))
                    || scope(renamed).contains(scope(other));
                if is_same && meets {
                    return Err(RenameError::Taken {
                        name: name.to_owned(),
                        kind: other.kind.noun(),
                        place: other.span.map(|span| place(&checked, span)),
                    });
                }
            }
        }
        Ok(())
    }

    /// Does the old name stand nowhere in a statement that cannot be used, without being understood there?
    fn is_understood(&self, old: &str, known: &[TextPlace]) -> Result<(), RenameError> {
        for file in self.texts.keys() {
            let Some(checked) = self.checked(file) else {
                continue;
            };
            let holes = checked.holes.iter().map(|hole| hole.span);
            for hole in holes.filter(|hole| hole.source == SourceId::MAIN) {
                let text = &checked.source().program[hole.range()];
                for at in words_in(text, old) {
                    let start = hole.start as usize + at;
                    let span = Span::new(start, start + old.len());
                    let here = place(&checked, span);
                    let is_other = checked.index.at(SourceId::MAIN, span.start);
                    if !known.contains(&here) && is_other.is_none() {
                        return Err(RenameError::Unread(here));
                    }
                }
            }
        }
        Ok(())
    }

    /// Does every name in every open text mean the same after the edits?
    fn stays_the_same(&self, edits: &[TextEdit]) -> Result<(), RenameError> {
        let mut texts = self.texts.clone();
        for (file, source) in &mut texts {
            let mut own = edits.iter().filter(|edit| edit.place.file == *file);
            if own.clone().next().is_some() {
                let text = edited(&source.text, &mut own);
                *source = Source::from_draft(file, Form::of_name(file), &text);
            }
        }
        let after = self.with_texts(texts);
        for file in self.texts.keys() {
            let Some(was) = self.checked(file) else {
                continue;
            };
            // What neither changes nor imports what does is as it was.
            let is_edited =
                |source: &Source| edits.iter().any(|edit| edit.place.file == source.name);
            if !was.sources.iter().any(is_edited) {
                continue;
            }
            let Some(is) = after.checked(file) else {
                continue;
            };
            if let Some(place) = first_difference(&was, &is) {
                return Err(RenameError::Confused(place));
            }
        }
        Ok(())
    }
}

/// The names that must differ from each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Space {
    Value,
    Local,
    Moves,
    Advice,
    Plan,
    Hypothesis,
    Method,
}

/// Among which names something has its own; `None` if it cannot be renamed.
fn space(kind: EntityKind) -> Option<Space> {
    match kind {
        EntityKind::Let | EntityKind::Definition | EntityKind::Unread => Some(Space::Value),
        EntityKind::Parameter | EntityKind::Local => Some(Space::Local),
        EntityKind::Moves => Some(Space::Moves),
        EntityKind::Advice => Some(Space::Advice),
        EntityKind::Plan => Some(Space::Plan),
        EntityKind::Hypothesis | EntityKind::Object => Some(Space::Hypothesis),
        EntityKind::Lemma | EntityKind::Method => Some(Space::Method),
        EntityKind::Library
        | EntityKind::Word
        | EntityKind::Constant
        | EntityKind::Man
        | EntityKind::HeaderWord
        | EntityKind::Builtin
        | EntityKind::Type
        | EntityKind::Convention => None,
    }
}

fn is_name(name: &str) -> Result<(), RenameError> {
    let mut letters = name.chars();
    let begins = letters
        .next()
        .is_some_and(|first| first.is_alphabetic() || first == '_');
    if !begins || !letters.all(|c| c.is_alphanumeric() || c == '_') {
        Err(RenameError::BadName(name.to_owned()))
    } else if lang::is_reserved(name) {
        Err(RenameError::Reserved(name.to_owned()))
    } else {
        Ok(())
    }
}

/// Where a word stands in a text, as a whole.
fn words_in<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word)
        .map(|(at, _)| at)
        .filter(move |at| {
            !text[..*at].ends_with(is_letter) && !text[at + word.len()..].starts_with(is_letter)
        })
}

/// A text after edits that do not overlap, in the order of their places.
fn edited<'a>(text: &str, edits: impl Iterator<Item = &'a TextEdit>) -> String {
    let (mut changed, mut at) = (String::with_capacity(text.len()), 0);
    for edit in edits {
        changed.push_str(&text[at..edit.place.start]);
        changed.push_str(&edit.new_text);
        at = edit.place.end;
    }
    changed + &text[at..]
}

/// The first name that means something else, or the place where something else is found.
fn first_difference(was: &Checked, is: &Checked) -> Option<TextPlace> {
    let meaning = |found: &Occurrence| (found.entity, found.role, found.span.source);
    let (old, new) = (was.index.occurrences(), is.index.occurrences());
    let same = old
        .iter()
        .zip(new)
        .take_while(|(a, b)| meaning(a) == meaning(b))
        .count();
    if same < old.len().max(new.len()) {
        let found = old.get(same).or(old.last())?;
        return Some(place(was, found.span));
    }
    let codes = |checked: &Checked| -> Vec<&'static str> {
        checked.diagnostics.iter().map(|found| found.code).collect()
    };
    let is_worse = codes(was) != codes(is);
    is_worse.then(|| {
        let span = is.diagnostics.first().map(|found| found.span);
        place(is, span.unwrap_or_default())
    })
}
