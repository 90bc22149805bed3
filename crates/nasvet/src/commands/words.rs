//! `nasvet words`: the vocabulary, printed from the vocabulary itself.

use std::process::ExitCode;

use clap::Parser;
use domain::{Scope, Vocabulary, Word};
use lang::BUILTINS;
use lang::checked::Quantifier;
use nasvet::Games;
use serde::Serialize;

use super::{Outcome, print, print_json};

/// List the words that advice may use.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet words                 all words of chess, by topic
  nasvet words pawns           one topic
  nasvet words distance        one word
  nasvet words --game nim      the words of Nim
  nasvet words --markdown      the whole reference as a page")]
pub(crate) struct Args {
    /// A topic, a word, or a part of one
    topic: Option<String>,
    /// The game: chess or nim
    #[arg(long, default_value = "chess")]
    game: String,
    /// Print JSON
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Print a page of Markdown
    #[arg(long)]
    markdown: bool,
}

/// A word as the reference shows it.
#[derive(Serialize)]
struct Listed {
    topic: String,
    name: String,
    /// As it is written, with its parameters: `our.attackers(s)`.
    form: String,
    gives: String,
    may_have_no_value: bool,
    doc: String,
}

pub(crate) fn run(args: &Args) -> Outcome {
    let games = Games::new();
    let game = games.named(&args.game).ok_or_else(|| {
        format!(
            "no game `{}`; there are {}",
            args.game,
            games.names().join(" and ")
        )
    })?;
    let vocabulary = game.vocabulary();
    let mut words = listed(vocabulary);
    if let Some(topic) = &args.topic {
        let exact = |word: &Listed| word.topic == *topic || word.name == *topic;
        let found = words.iter().any(exact);
        words.retain(|word| {
            if found {
                exact(word)
            } else {
                word.topic.contains(topic) || word.name.contains(topic)
            }
        });
        if words.is_empty() {
            let mut topics: Vec<String> = listed(vocabulary)
                .into_iter()
                .map(|word| word.topic)
                .collect();
            topics.dedup();
            return Err(format!(
                "no word or topic `{topic}`; the topics are {}",
                topics.join(", ")
            ));
        }
    }
    if args.json {
        print_json(&words)?;
    } else if args.markdown {
        print(&markdown(vocabulary, &words))?;
    } else {
        print(&columns(&words))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn listed(vocabulary: &Vocabulary) -> Vec<Listed> {
    let of_domain = vocabulary.words.iter().map(|word| Listed {
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
    let of_language = BUILTINS.iter().map(|word| Listed {
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
        Listed {
            topic: "language".into(),
            name: quantifier.word().into(),
            form: format!("{} s in set : {body}", quantifier.word()),
            gives: gives.into(),
            may_have_no_value: partial,
            doc: doc.into(),
        }
    });
    of_domain.chain(of_language).chain(quantifiers).collect()
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

/// `square`, or `square?` where there may be none.
fn gives(word: &Listed) -> String {
    format!(
        "{}{}",
        word.gives,
        if word.may_have_no_value { "?" } else { "" }
    )
}

fn columns(words: &[Listed]) -> String {
    let mut text = String::new();
    let mut topic = "";
    for word in words {
        if word.topic != topic {
            topic = &word.topic;
            let gap = if text.is_empty() { "" } else { "\n" };
            text += &format!("{gap}\u{1b}[1m{topic}\u{1b}[0m\n");
        }
        text += &format!("  {} -> {}\n      {}\n", word.form, gives(word), word.doc);
    }
    text + "\nA type with ? may have no value. What is `our.` can be `their.` too.\n"
}

fn markdown(vocabulary: &Vocabulary, words: &[Listed]) -> String {
    let mut text = format!("# The words of {}\n\n", vocabulary.game);
    text += "This page is printed from the vocabulary itself (`nasvet words --markdown`).\n";
    text += "A type with `?` may have no value.\nWhat is written `our.` can be `their.` too.\n";
    if !vocabulary.header_words.is_empty() {
        text += "\n## header\n\n";
        for (word, doc) in vocabulary.header_words {
            text += &format!("- `{word}`: {doc}\n");
        }
    }
    if !vocabulary.men.is_empty() {
        text += &format!(
            "\n## men that move\n\n`{}`\n",
            vocabulary.men.join(" moves`, `") + " moves"
        );
    }
    let mut topic = "";
    for word in words {
        if word.topic != topic {
            topic = &word.topic;
            text += &format!("\n## {topic}\n\n| word | gives | meaning |\n|---|---|---|\n");
        }
        let doc = word.doc.replace('|', "\\|");
        text += &format!("| `{}` | {} | {doc} |\n", word.form, gives(word));
    }
    text
}
