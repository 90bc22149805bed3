//! The words that belong to the language itself, whatever the domain.

/// A word of the language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Builtin {
    /// Is it our move?
    UsToMove,
    /// Is it their move?
    ThemToMove,
    /// Has the side to move no legal move?
    NoMoves,
    /// How many plies below the root.
    Depth,
    /// A number without its sign.
    Abs,
    /// -1, 0 or 1.
    Sign,
    /// The smallest of some numbers, two at least.
    Min,
    /// The largest of some numbers, two at least.
    Max,
    /// The number of items in a set.
    Count,
    /// Has the set no item?
    Empty,
    /// Does the expression have a value?
    Exists,
    /// Whose plan it is.
    Owner,
    /// Is the better goal of a plan reached?
    Better,
    /// Does the holding goal of a plan hold?
    Holding,
    /// Does one plan fail wherever another does?
    Narrower,
}

/// How a word of the language is listed in the reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuiltinWord {
    /// The word.
    pub builtin: Builtin,
    /// As it is written.
    pub name: &'static str,
    /// Its parameters and their types, as the reference shows them.
    pub takes: &'static [(&'static str, &'static str)],
    /// The type of its value.
    pub gives: &'static str,
    /// What it means.
    pub doc: &'static str,
}

const fn word(
    builtin: Builtin,
    name: &'static str,
    takes: &'static [(&'static str, &'static str)],
    gives: &'static str,
    doc: &'static str,
) -> BuiltinWord {
    BuiltinWord {
        builtin,
        name,
        takes,
        gives,
        doc,
    }
}

/// All words of the language.
#[rustfmt::skip]
pub const BUILTINS: [BuiltinWord; 15] = [
    word(Builtin::UsToMove, "us_to_move", &[], "truth", "It is our move."),
    word(Builtin::ThemToMove, "them_to_move", &[], "truth", "It is their move."),
    word(Builtin::NoMoves, "no_moves", &[], "truth", "The side to move has no legal move."),
    word(Builtin::Depth, "depth", &[], "number", "How many plies the position lies below the root of the tree."),
    word(Builtin::Abs, "abs", &[("n", "number")], "number", "The number without its sign."),
    word(Builtin::Sign, "sign", &[("n", "number")], "number", "1, 0 or -1, as the number is positive, zero or negative."),
    word(Builtin::Min, "min", &[("a", "number"), ("b", "number")], "number", "The smallest of two or more numbers."),
    word(Builtin::Max, "max", &[("a", "number"), ("b", "number")], "number", "The largest of two or more numbers."),
    word(Builtin::Count, "count", &[("items", "any set")], "number", "How many items the set has."),
    word(Builtin::Empty, "empty", &[("items", "any set")], "truth", "The set has no item."),
    word(Builtin::Exists, "exists", &[("value", "any type")], "truth", "The expression has a value."),
    word(Builtin::Owner, "whose", &[("p", "plan")], "side", "Whose plan it is."),
    word(Builtin::Better, "reached", &[("p", "plan")], "truth", "What the plan wants is reached."),
    word(Builtin::Holding, "kept", &[("p", "plan")], "truth", "What the plan must keep is kept."),
    word(Builtin::Narrower, "narrower", &[("p", "plan"), ("q", "plan")], "truth", "The first plan wants the same as the second, with no other moves: where the second fails, so does the first."),
];

impl BuiltinWord {
    /// The word of this name.
    pub fn named(name: &str) -> Option<&'static BuiltinWord> {
        BUILTINS.iter().find(|word| word.name == name)
    }
}
