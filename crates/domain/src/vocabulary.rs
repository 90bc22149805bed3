//! The vocabulary of a domain: the typed, documented names that advice about it may use.
//!
//! This is data only. The checker reads types from it, the reference of words is printed from it, and a
//! [`Meaning`](crate::Meaning) gives each word its meaning under the word's index.

use crate::value::{Item, Sort, Type};

/// An index into [`Vocabulary::words`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct WordId(pub u16);

/// An index into [`Vocabulary::constants`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConstantId(pub u16);

/// An index into [`Vocabulary::men`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Man(pub u8);

/// Everything that advice about one game may name.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    /// The name of the game: `chess`.
    pub game: &'static str,
    /// The word that opens a chapter about it: `endgame`.
    pub opening: &'static str,
    /// The words of the header that follows, each with what it says.
    pub header_words: &'static [(&'static str, &'static str)],
    /// The sorts of item, by [`Sort`].
    pub sorts: &'static [SortName],
    /// The sort of the places from which and to which moves go.
    pub place: Sort,
    /// The kinds of man whose moves a constraint can select (`rook moves`), by [`Man`].
    pub men: &'static [&'static str],
    /// The words, by [`WordId`].
    pub words: Vec<Word>,
    /// The named items, by [`ConstantId`].
    pub constants: Vec<Constant>,
    /// Examples for error messages.
    pub samples: Samples,
}

/// Examples in the words of a game, for messages of a language that knows no game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Samples {
    /// A place as it is written: `e4`.
    pub place: Option<&'static str>,
    /// How a place becomes a number, with its marks: "`file(…)` or `rank(…)`".
    pub number_of_place: Option<&'static str>,
    /// What can be said of a place, with its marks: "`… = e4` or `edge(…)`".
    pub truth_of_place: Option<&'static str>,
    /// What people call it elsewhere, and the words for it here, the best first; some may not be in the vocabulary.
    pub other_names: &'static [(&'static str, &'static [&'static str])],
}

/// How a sort of item is spoken of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SortName {
    /// One of them: `square`.
    pub singular: &'static str,
    /// Several: `squares`.
    pub plural: &'static str,
}

/// A word: a property, a relation, a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The name, as it is written.
    pub name: &'static str,
    /// The heading under which the reference lists it.
    pub topic: &'static str,
    /// What it speaks about, and so where it may be used.
    pub scope: Scope,
    /// Is it written after a side, as in `our.king`?
    pub of_side: bool,
    /// Its parameters, not counting the side.
    pub takes: &'static [Parameter],
    /// The type of its value.
    pub gives: Type,
    /// May it have no value?
    pub partial: bool,
    /// The kind of man it speaks of; the header says whether there is one.
    pub man: Option<Man>,
    /// What it means, in a sentence or two.
    pub doc: &'static str,
    /// How an explanation says it, if it can.
    pub phrase: Option<Phrase>,
    /// Under which symmetries of the game it means the same.
    pub keeps: Symmetries,
}

/// Some of the simple symmetries of a game, a bit for each: the images that they make of a position are numbered by
/// their bits, as [`Meaning::image`](crate::Meaning::image) says.
///
/// Something is kept by a symmetry if it makes no difference whether it is evaluated in the image of a position, about
/// the images of its arguments, or evaluated and then turned like a place: numbers and truths are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetries(u8);

impl Symmetries {
    /// None of them.
    pub const NONE: Symmetries = Symmetries(0);
    /// All that a game may have.
    pub const ALL: Symmetries = Symmetries(u8::MAX);

    /// The simple symmetries with these bits.
    pub const fn of_bits(bits: u8) -> Symmetries {
        Symmetries(bits)
    }

    /// Those that the other has, too.
    #[must_use]
    pub const fn and(self, other: Symmetries) -> Symmetries {
        Symmetries(self.0 & other.0)
    }

    /// Those that the other does not have.
    #[must_use]
    pub const fn without(self, other: Symmetries) -> Symmetries {
        Symmetries(self.0 & !other.0)
    }

    /// Is the image of this number made by these symmetries alone?
    #[inline]
    pub const fn make(self, image: usize) -> bool {
        image & !(self.0 as usize) == 0
    }
}

/// How an explanation says a word. `{0}` stands for the first argument, `{side}` for "our" or "their", `{we}` for
/// "we" or "they", `{side_to_move}` for "our" or "their" as it is the move of the one or the other, and `{viewer}` for
/// "our" or "their" as the one or the other looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phrase {
    /// A thing: "the distance from {0} to {1}".
    Noun(&'static str),
    /// A truth, and its opposite: "it is mate", "it is not mate".
    Truth(&'static str, &'static str),
}

/// What a word speaks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// A position: may be used anywhere.
    Position,
    /// A move in a position: may be used in move constraints.
    Move,
}

/// A parameter of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// The name shown in the reference.
    pub name: &'static str,
    /// The type expected.
    pub ty: Type,
}

/// A named item: a square, a kind of man.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// The name, as it is written.
    pub name: String,
    /// The sort of the item.
    pub sort: Sort,
    /// The item as we see it; [`Meaning::constant`](crate::Meaning::constant) turns it for them.
    pub item: Item,
}

impl Vocabulary {
    /// The word of an index.
    pub fn word(&self, id: WordId) -> &Word {
        &self.words[usize::from(id.0)]
    }

    /// The named item of an index.
    pub fn constant(&self, id: ConstantId) -> &Constant {
        &self.constants[usize::from(id.0)]
    }

    /// All words of a name: the same name may serve for different numbers of parameters.
    pub fn words_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = WordId> + 'a {
        let ids = (0..).map(WordId);
        ids.zip(&self.words)
            .filter(move |(_, word)| word.name == name)
            .map(|(id, _)| id)
    }

    /// The named item of this name.
    pub fn constant_named(&self, name: &str) -> Option<ConstantId> {
        let idx = self
            .constants
            .iter()
            .position(|constant| constant.name == name)?;
        Some(ConstantId(
            u16::try_from(idx).expect("a vocabulary has fewer than 65,536 constants"),
        ))
    }

    /// The kind of man of this name.
    pub fn man_named(&self, name: &str) -> Option<Man> {
        let idx = self.men.iter().position(|man| *man == name)?;
        Some(Man(
            u8::try_from(idx).expect("a vocabulary has fewer than 256 kinds of man")
        ))
    }

    /// The name of a kind of man.
    pub fn man(&self, man: Man) -> &'static str {
        self.men[usize::from(man.0)]
    }

    /// The name of a type as an error message says it: `a square`, `a set of squares`.
    pub fn type_name(&self, ty: Type) -> String {
        match ty {
            Type::Truth => "a truth value".into(),
            Type::Number => "a number".into(),
            Type::Side => "a side".into(),
            Type::Item(sort) => format!("a {}", self.sorts[usize::from(sort.0)].singular),
            Type::Set(sort) => format!("a set of {}", self.sorts[usize::from(sort.0)].plural),
            Type::Plan => "a plan".into(),
        }
    }

    /// The type that an annotation names: `truth`, `number`, `side`, `plan`, `square`, `squares`.
    pub fn type_named(&self, name: &str) -> Option<Type> {
        match name {
            "truth" => Some(Type::Truth),
            "number" => Some(Type::Number),
            "side" => Some(Type::Side),
            "plan" => Some(Type::Plan),
            _ => (0..)
                .map(Sort)
                .zip(self.sorts)
                .find_map(|(sort, sort_name)| {
                    if sort_name.singular == name {
                        Some(Type::Item(sort))
                    } else {
                        (sort_name.plural == name).then_some(Type::Set(sort))
                    }
                }),
        }
    }

    /// The name of a type as an annotation writes it.
    pub fn type_word(&self, ty: Type) -> &'static str {
        match ty {
            Type::Truth => "truth",
            Type::Number => "number",
            Type::Side => "side",
            Type::Item(sort) => self.sorts[usize::from(sort.0)].singular,
            Type::Set(sort) => self.sorts[usize::from(sort.0)].plural,
            Type::Plan => "plan",
        }
    }
}
