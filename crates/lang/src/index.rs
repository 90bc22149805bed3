//! The names in a text: what each stands for, and where that is defined.
//!
//! The index is filled while a program is checked, so it knows what the checker knows, and as much of it where the
//! program has mistakes.

use domain::{ConstantId, Phrase, Type, Vocabulary, WordId};

use crate::builtin::BuiltinWord;
use crate::span::{SourceId, Span};

/// The names of a program and of the libraries it imports.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NameIndex {
    entities: Vec<Entity>,
    /// In the order of their places.
    occurrences: Vec<Occurrence>,
}

/// An index into the entities of an [`NameIndex`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EntityId(u32);

/// Something that has a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entity {
    /// What it is.
    pub kind: EntityKind,
    /// Its name.
    pub name: String,
    /// The name where it is defined; `None` for words of the language and of the game.
    pub span: Option<Span>,
    /// Where the name means this: the statement that defines it, or for a local name all it can be used in.
    pub scope: Option<Span>,
    /// How it is written, with its parameters and their types: `cut(e: number, r: number)`.
    pub form: String,
    /// The type of its value in words, if it has a value and the type is known: `a number`.
    pub ty: Option<String>,
    /// What it is for, in the words of whoever defined it.
    pub doc: Option<String>,
    /// How an explanation says it.
    pub phrase: Option<String>,
    /// Is its definition free of mistakes, and everything that it rests on?
    pub is_sound: bool,
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum EntityKind {
    /// A short name for a thing: `let king = our.king`.
    Let,
    /// A definition: `def room = …`.
    Definition,
    /// A parameter of a definition, a constraint, a plan or a hypothesis.
    Parameter,
    /// The item of a quantifier, or whatever a pattern finds.
    Local,
    /// A named move constraint.
    Moves,
    /// A piece of advice.
    Advice,
    /// A plan.
    Plan,
    /// A hypothesis.
    Hypothesis,
    /// An object that the reasoner remembers.
    Object,
    /// A lemma.
    Lemma,
    /// A method.
    Method,
    /// A definition that could not be read.
    Unread,
    /// A library.
    Library,
    /// A word of the game.
    Word,
    /// A named item of the game, such as a square.
    Constant,
    /// A kind of man whose moves can be selected.
    Man,
    /// A word of the game for headers.
    HeaderWord,
    /// A word of the language.
    Builtin,
    /// The name of a type.
    Type,
    /// A convention on which the papers differ.
    Convention,
}

/// A place where a name stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Occurrence {
    /// The name in the text.
    pub span: Span,
    /// What it stands for.
    pub entity: EntityId,
    /// What is done with it there.
    pub role: Role,
}

/// What is done with a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Role {
    /// It gets its meaning here.
    Defined,
    /// It is used.
    Used,
    /// It stands in the list of a table.
    Listed,
}

impl EntityKind {
    /// What it is called in a message.
    pub fn noun(self) -> &'static str {
        match self {
            EntityKind::Let => "name",
            EntityKind::Definition => "definition",
            EntityKind::Parameter => "parameter",
            EntityKind::Local => "local name",
            EntityKind::Moves => "move constraint",
            EntityKind::Advice => "piece of advice",
            EntityKind::Plan => "plan",
            EntityKind::Hypothesis => "hypothesis",
            EntityKind::Object => "object",
            EntityKind::Lemma => "lemma",
            EntityKind::Method => "method",
            EntityKind::Unread => "definition with a mistake",
            EntityKind::Library => "library",
            EntityKind::Word => "word of the game",
            EntityKind::Constant => "item of the game",
            EntityKind::Man => "kind of man",
            EntityKind::HeaderWord => "word of the header",
            EntityKind::Builtin => "word of the language",
            EntityKind::Type => "type",
            EntityKind::Convention => "convention",
        }
    }

    /// Does it belong to one statement, and means nothing outside it?
    pub fn is_local(self) -> bool {
        matches!(self, EntityKind::Parameter | EntityKind::Local)
    }
}

impl Entity {
    /// Something of which only the name is known.
    pub(crate) fn new(kind: EntityKind, name: &str) -> Entity {
        Entity {
            kind,
            name: name.to_owned(),
            span: None,
            scope: None,
            form: name.to_owned(),
            ty: None,
            doc: None,
            phrase: None,
            is_sound: true,
        }
    }

    /// A word of the game.
    pub fn of_word(id: WordId, vocabulary: &Vocabulary) -> Entity {
        let word = vocabulary.word(id);
        let takes = word
            .takes
            .iter()
            .map(|parameter| (parameter.name, vocabulary.type_word(parameter.ty)));
        let owner = if word.of_side { "our." } else { "" };
        let phrase = word.phrase.map(|phrase| match phrase {
            Phrase::Noun(said) | Phrase::Truth(said, _) => said.to_owned(),
        });
        Entity {
            form: format!("{owner}{}", form(word.name, takes)),
            ty: Some(vocabulary.type_name(word.gives)),
            doc: Some(word.doc.to_owned()),
            phrase,
            ..Entity::new(EntityKind::Word, word.name)
        }
    }

    /// A named item of the game.
    pub fn of_constant(id: ConstantId, vocabulary: &Vocabulary) -> Entity {
        let constant = vocabulary.constant(id);
        Entity {
            ty: Some(vocabulary.type_name(Type::Item(constant.sort))),
            ..Entity::new(EntityKind::Constant, &constant.name)
        }
    }

    /// A word of the language.
    pub fn of_builtin(word: &BuiltinWord) -> Entity {
        let ty = match word.gives {
            "truth" => "a truth value".to_owned(),
            gives => format!("a {gives}"),
        };
        Entity {
            form: form(word.name, word.takes.iter().copied()),
            ty: Some(ty),
            doc: Some(word.doc.to_owned()),
            ..Entity::new(EntityKind::Builtin, word.name)
        }
    }
}

/// A name with its parameters and their types.
fn form<'a>(name: &str, takes: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let takes: Vec<String> = takes.map(|(name, ty)| format!("{name}: {ty}")).collect();
    match takes.as_slice() {
        [] => name.to_owned(),
        _ => format!("{name}({})", takes.join(", ")),
    }
}

impl NameIndex {
    /// The entity of an index.
    pub fn entity(&self, id: EntityId) -> &Entity {
        &self.entities[id.0 as usize]
    }

    /// All entities, those of libraries first.
    pub fn entities(&self) -> impl Iterator<Item = (EntityId, &Entity)> {
        (0..).map(EntityId).zip(&self.entities)
    }

    /// All places where names stand, in order.
    pub fn occurrences(&self) -> &[Occurrence] {
        &self.occurrences
    }

    /// The name at a byte, or right before it, as where a cursor stands after a word.
    pub fn at(&self, source: SourceId, byte: u32) -> Option<Occurrence> {
        let end = self
            .occurrences
            .partition_point(|found| (found.span.source, found.span.start) <= (source, byte));
        // Names do not overlap, so the last that begins here or before is the only one that can reach here.
        let found = self.occurrences[..end].last()?;
        (found.span.source == source && byte <= found.span.end).then_some(*found)
    }

    /// All places where an entity is named, in order.
    pub fn of_entity(&self, id: EntityId) -> impl Iterator<Item = Occurrence> {
        self.occurrences
            .iter()
            .copied()
            .filter(move |found| found.entity == id)
    }

    /// The indices of all entities.
    pub(crate) fn ids(&self) -> impl Iterator<Item = EntityId> + use<> {
        (0..self.entities.len() as u32).map(EntityId)
    }

    /// Adds an entity.
    pub(crate) fn add(&mut self, entity: Entity) -> EntityId {
        let id = EntityId(self.entities.len() as u32);
        if let Some(span) = entity.span {
            self.note(span, id, Role::Defined);
        }
        self.entities.push(entity);
        id
    }

    /// Notes that a name stands somewhere.
    pub(crate) fn note(&mut self, span: Span, entity: EntityId, role: Role) {
        self.occurrences.push(Occurrence { span, entity, role });
    }

    /// The entity of an index, to say more about it.
    pub(crate) fn entity_mut(&mut self, id: EntityId) -> &mut Entity {
        &mut self.entities[id.0 as usize]
    }

    /// Puts the names in the order of their places; each place has one meaning, the first that was found.
    pub(crate) fn sort(&mut self) {
        self.occurrences.sort_by_key(|found| found.span);
        self.occurrences.dedup_by_key(|found| found.span);
    }
}
