//! Filling the index while names are resolved.

use std::collections::BTreeMap;

use domain::{ConstantId, Man, Vocabulary, WordId};

use super::Checker;
use super::imports::{Imports, imported_by};
use super::types::{Ty, Types};
use crate::builtin::BuiltinWord;
use crate::index::{Entity, EntityId, EntityKind, Role};
use crate::span::Span;
use crate::syntax::{self, Name, StatementKind};

/// A local name: a parameter, the item of a quantifier, or what a pattern binds.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub(super) name: String,
    pub(super) ty: Ty,
    /// What the index knows of it; a question from outside has no index.
    pub(super) entity: Option<EntityId>,
}

/// Something with a name that no text defines.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Thing {
    Word(WordId),
    Constant(ConstantId),
    Man(Man),
    Builtin(&'static str),
    HeaderWord(&'static str),
    Type(String),
    Convention(String),
}

impl Checker<'_> {
    /// Notes a name that a statement gives.
    pub(super) fn declare(
        &mut self,
        kind: EntityKind,
        name: &Name,
        doc: Option<String>,
    ) -> EntityId {
        let scope = Some(self.statement);
        self.index.add(Entity {
            span: Some(name.span),
            scope,
            doc,
            ..Entity::new(kind, &name.text)
        })
    }

    /// Binds a local name, which means something within `scope`. Its type may not be known yet.
    pub(super) fn bind(&mut self, kind: EntityKind, name: &Name, ty: Ty, scope: Span) {
        let id = self.index.add(Entity {
            span: Some(name.span),
            scope: Some(scope),
            ..Entity::new(kind, &name.text)
        });
        self.bound.insert(name.span, id);
        self.untyped.push((id, ty));
        self.locals.push(Bound {
            name: name.text.clone(),
            ty,
            entity: Some(id),
        });
    }

    /// Binds parameters again, now that their types are known.
    pub(super) fn bind_again(
        &mut self,
        written: &[syntax::WrittenParameter],
        known: &[(String, domain::Type)],
    ) {
        self.locals = written
            .iter()
            .zip(known)
            .map(|(parameter, (name, ty))| Bound {
                name: name.clone(),
                ty: Ty::from(*ty),
                entity: self.bound.get(&parameter.name.span).copied(),
            })
            .collect();
    }

    /// Notes that a name is used, if what it stands for is in the index.
    pub(super) fn used(&mut self, name: &Name, entity: Option<EntityId>) {
        if let Some(entity) = entity {
            self.index.note(name.span, entity, Role::Used);
        }
    }

    /// Notes that a name stands in the list of a table.
    pub(super) fn listed(&mut self, name: &Name) {
        if let Some(entity) = self.pieces.entity(&name.text) {
            self.index.note(name.span, entity, Role::Listed);
        }
    }

    /// Notes that a name is used for something that no text defines.
    pub(super) fn used_thing(&mut self, name: &Name, thing: Thing) {
        let id = self.thing(thing);
        self.index.note(name.span, id, Role::Used);
    }

    fn thing(&mut self, thing: Thing) -> EntityId {
        if let Some(id) = self.things.get(&thing) {
            return *id;
        }
        let entity = describe(&thing, self.vocabulary);
        let id = self.index.add(entity);
        self.things.insert(thing, id);
        id
    }

    /// Says how something with parameters is written, and the type of its value, as far as they are known.
    pub(super) fn describe(
        &mut self,
        id: Option<EntityId>,
        name: &Name,
        parameters: &[syntax::WrittenParameter],
        ty: Option<Ty>,
    ) {
        let Some(id) = id else { return };
        let locals = self.locals.iter().map(|local| local.ty);
        let written: Vec<String> = parameters
            .iter()
            .zip(locals)
            .map(|(parameter, ty)| match self.types.known(ty) {
                Some(ty) => format!("{}: {}", parameter.name.text, self.vocabulary.type_word(ty)),
                None => parameter.name.text.clone(),
            })
            .collect();
        let known = ty.and_then(|ty| self.types.known(ty));
        let entity = self.index.entity_mut(id);
        entity.ty = known.map(|ty| self.vocabulary.type_name(ty));
        if !written.is_empty() {
            entity.form = format!("{}({})", name.text, written.join(", "));
        }
    }

    /// Says how an explanation says it.
    pub(super) fn phrase(&mut self, id: Option<EntityId>, template: Option<&syntax::Template>) {
        if let (Some(id), Some(template)) = (id, template) {
            self.index.entity_mut(id).phrase = Some(template.as_written());
        }
    }

    /// Begins with types of which nothing is known; what has been found out about local names is kept.
    pub(super) fn fresh_types(&mut self) {
        for (id, ty) in std::mem::take(&mut self.untyped) {
            let known = self.types.known(ty);
            self.index.entity_mut(id).ty = known.map(|ty| self.vocabulary.type_name(ty));
        }
        self.types = Types::default();
    }

    /// Notes which library each import names.
    pub(super) fn index_imports(&mut self, program: &syntax::Program, imports: &Imports) {
        let mut ids: BTreeMap<&str, EntityId> = BTreeMap::new();
        for library in &imports.libraries {
            let (name, first) = (&library.import.1, library.program.statements.first());
            if let Some(StatementKind::Title { title, .. }) = first.map(|first| &first.kind) {
                let id = self.index.add(Entity {
                    span: Some(title.span),
                    doc: Some(title.value.clone()),
                    ..Entity::new(EntityKind::Library, name)
                });
                ids.insert(name, id);
            }
        }
        let libraries = imports.libraries.iter().map(|library| &library.program);
        for name in libraries.chain([program]).flat_map(imported_by) {
            self.used(name, ids.get(name.text.as_str()).copied());
        }
    }
}

/// What the vocabulary and the language say of a thing.
fn describe(thing: &Thing, vocabulary: &Vocabulary) -> Entity {
    match thing {
        Thing::Word(id) => Entity::of_word(*id, vocabulary),
        Thing::Constant(id) => Entity::of_constant(*id, vocabulary),
        Thing::Man(man) => Entity::new(EntityKind::Man, vocabulary.man(*man)),
        Thing::Builtin(name) => match BuiltinWord::named(name) {
            Some(word) => Entity::of_builtin(word),
            None => Entity::new(EntityKind::Builtin, name),
        },
        Thing::HeaderWord(name) => {
            let mut words = vocabulary.header_words.iter();
            let found = words.find(|(word, _)| word == name);
            Entity {
                doc: found.map(|(_, doc)| (*doc).to_owned()),
                ..Entity::new(EntityKind::HeaderWord, name)
            }
        }
        Thing::Type(name) => Entity {
            ty: vocabulary
                .type_named(name)
                .map(|ty| vocabulary.type_name(ty)),
            ..Entity::new(EntityKind::Type, name)
        },
        Thing::Convention(name) => Entity::new(EntityKind::Convention, name),
    }
}
