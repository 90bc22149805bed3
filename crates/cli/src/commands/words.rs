//! `nasvet words`: the vocabulary, printed from the vocabulary itself.

use clap::Parser;
use documents::{TextStyle, WordsDocument};
use nasvet::Games;

use super::{Outcome, print, print_json};
use crate::status::Status;

/// List the words that advice may use.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet words                 all words of chess, by topic
  nasvet words pawns           one topic
  nasvet words distance        one word
  nasvet words --game nim      the words of Nim
  nasvet words --markdown      the whole reference as a page")]
pub(crate) struct WordsArgs {
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

pub(crate) fn run(args: &WordsArgs) -> Outcome {
    let games = Games::new();
    let game = games.named(&args.game).ok_or_else(|| {
        format!(
            "no game `{}`; there are {}",
            args.game,
            games.names().join(" and ")
        )
    })?;
    let all = WordsDocument::new(game.vocabulary());
    let document = match &args.topic {
        Some(topic) => all.clone().about(topic),
        None => all.clone(),
    };
    if let (Some(topic), true) = (&args.topic, document.words.is_empty()) {
        return Err(format!(
            "no word or topic `{topic}`; the topics are {}",
            all.topics().join(", ")
        )
        .into());
    }
    if args.json {
        print_json(&document)?;
    } else if args.markdown {
        print(&document.markdown())?;
    } else {
        print(&document.text(TextStyle::TERMINAL))?;
    }
    Ok(Status::Done)
}
