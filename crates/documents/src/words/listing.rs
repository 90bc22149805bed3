//! The words of a vocabulary and of the language, as the reference lists them.

use domain::{Scope, Vocabulary, Word};
use lang::BUILTINS;
use lang::checked::Quantifier;

use crate::words::WordDocument;

/// The words of a game, those of the language, and the quantifiers.
pub(super) fn words(vocabulary: &Vocabulary) -> Vec<WordDocument> {
    let of_domain = vocabulary.words.iter().map(|word| WordDocument {
        topic: word.topic.to_owned(),
        name: word.name.to_owned(),
        form: form(word, vocabulary),
        gives: vocabulary.type_word(word.gives).to_owned(),
        may_have_no_value: word.partial,
        doc: match word.scope {
            Scope::Position => word.doc.to_owned(),
            Scope::Move => format!("{} (Of a move.)", word.doc),
        },
    });
    let of_language = BUILTINS.iter().map(|word| WordDocument {
        topic: "language".into(),
        name: word.name.into(),
        form: with_parameters(
            word.name,
            word.takes.iter().map(|(name, ty)| format!("{name}: {ty}")),
        ),
        gives: word.gives.into(),
        may_have_no_value: false,
        doc: word.doc.into(),
    });
    let quantifiers = Quantifier::ALL.into_iter().map(|quantifier| {
        let (body, gives, partial, doc) = match quantifier {
            Quantifier::Some => (
                "truth",
                "truth",
                false,
                "It is true of one item of the set at least.",
            ),
            Quantifier::Every => (
                "truth",
                "truth",
                false,
                "It is true of every item of the set.",
            ),
            Quantifier::Count => (
                "truth",
                "number",
                false,
                "Of how many items of the set it is true.",
            ),
            Quantifier::Those => (
                "truth",
                "set",
                false,
                "The items of the set of which it is true.",
            ),
            Quantifier::The => (
                "truth",
                "item",
                true,
                "The only item of the set of which it is true.",
            ),
            Quantifier::Least => (
                "number",
                "number",
                true,
                "The least value for an item of the set.",
            ),
            Quantifier::Greatest => (
                "number",
                "number",
                true,
                "The greatest value for an item of the set.",
            ),
            Quantifier::Sum => (
                "number",
                "number",
                true,
                "The sum of the values for the items of the set.",
            ),
        };
        WordDocument {
            topic: "language".into(),
            name: quantifier.word().into(),
            form: format!("{} s in set : {body}", quantifier.word()),
            gives: gives.into(),
            may_have_no_value: partial,
            doc: doc.into(),
        }
    });
    of_domain
        .chain(of_language)
        .chain(quantifiers)
        .chain(elsewhere())
        .collect()
}

/// What looks at other positions.
fn elsewhere() -> impl Iterator<Item = WordDocument> {
    let listed = [
        (
            "least",
            "least over moves : number",
            "number",
            true,
            "The least value in the positions after each legal move.",
        ),
        (
            "greatest",
            "greatest over moves : number",
            "number",
            true,
            "The greatest value in the positions after each legal move.",
        ),
        (
            "from any side",
            "from any side (truth)",
            "truth",
            false,
            "It is true of the position, or of the position turned or mirrored.",
        ),
    ];
    listed
        .into_iter()
        .map(|(name, form, gives, may_have_no_value, doc)| WordDocument {
            topic: "language".into(),
            name: name.into(),
            form: form.into(),
            gives: gives.into(),
            may_have_no_value,
            doc: doc.into(),
        })
}

fn form(word: &Word, vocabulary: &Vocabulary) -> String {
    let parameters = word
        .takes
        .iter()
        .map(|parameter| format!("{}: {}", parameter.name, vocabulary.type_word(parameter.ty)));
    let name = if word.of_side {
        format!("our.{}", word.name)
    } else {
        word.name.to_owned()
    };
    with_parameters(&name, parameters)
}

fn with_parameters(name: &str, parameters: impl Iterator<Item = String>) -> String {
    let parameters: Vec<String> = parameters.collect();
    if parameters.is_empty() {
        name.to_owned()
    } else {
        format!("{name}({})", parameters.join(", "))
    }
}
