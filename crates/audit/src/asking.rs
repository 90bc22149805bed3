//! Asks the library as a program of a user does, and keeps the texts.

use std::time::{Duration, Instant};

use nasvet::{Chapter, Player, Position, Referee, Watch};
use serde_json::Value;

use crate::arbiter::Arbiter;

/// An answer as it leaves the library.
#[derive(Clone, Debug)]
pub struct GivenAnswer {
    /// What each sentence is about, and its words.
    pub sentences: Vec<(String, String)>,
    /// What is told on request only.
    pub more: Vec<String>,
    /// The verdict in the document, if there is one.
    pub verdict: Option<Value>,
    /// How long it took.
    pub time: Duration,
}

impl GivenAnswer {
    /// The move that the verdict of the document is about.
    pub fn first_move(&self) -> Option<&str> {
        self.verdict.as_ref()?["line"][0].as_str()
    }

    /// The main answer in one line.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self
            .sentences
            .iter()
            .map(|(_, text)| text.as_str())
            .collect();
        texts.join(" ")
    }
}

/// The most men of an ending that is audited.
const MOST_MEN: usize = 4;

/// A player of one chapter, who is asked.
pub struct SentenceAsker {
    chapter: Chapter,
    player: Player,
    /// Tells how a move was found, too; asked apart, so that the time of an answer is that of the answer.
    thorough: Player,
}

impl SentenceAsker {
    /// For a shipped chapter, with tables for its verdicts.
    pub fn new(chapter: &str, arbiter: &Arbiter) -> SentenceAsker {
        let chapter = Chapter::shipped(chapter).expect("a shipped chapter");
        let player = || {
            let referee = Referee::new(Box::new(arbiter.clone()), MOST_MEN);
            Player::new(&chapter).with_referee(referee)
        };
        SentenceAsker {
            player: player(),
            thorough: player().with_more(true),
            chapter,
        }
    }

    /// A position of the chapter's game; why it is none, otherwise.
    pub fn position(&self, text: &str) -> Result<Position, String> {
        self.chapter
            .position(text)
            .map_err(|error| error.to_string())
    }

    /// The move that the chapter advises.
    pub fn advised(&mut self, position: &Position) -> Option<String> {
        self.thorough.advise(position, &Watch::new());
        let advice = self.player.advise(position, &Watch::new());
        advice.m.map(|m| m.text)
    }

    /// What the chapter notices of a legal move, as practice tells it.
    pub fn notices(&mut self, position: &Position, m: &str) -> Result<Vec<String>, String> {
        let notices = self.player.notices(position, m, &Watch::new());
        let notices = notices.map_err(|error| error.to_string())?;
        Ok(notices.into_iter().map(|notice| notice.text).collect())
    }

    /// Why this move: the answer to `why`, or to `why not` about a move.
    pub fn ask(&mut self, position: &Position, not: Option<&str>) -> Result<GivenAnswer, String> {
        let answer = |player: &mut Player| {
            let answer = match not {
                None => player.why(position, &Watch::new()),
                Some(m) => player.why_not(position, m, &Watch::new()),
            };
            answer.map_err(|error| error.to_string())
        };
        let begin = Instant::now();
        let document = answer(&mut self.player)?;
        let time = begin.elapsed();
        let document = serde_json::to_value(&document).map_err(|error| error.to_string())?;
        let thorough = answer(&mut self.thorough)?;
        let thorough = serde_json::to_value(&thorough).map_err(|error| error.to_string())?;
        if thorough["sentences"] != document["sentences"] {
            return Err("with `more` the answer itself is another".into());
        }
        Ok(GivenAnswer {
            sentences: texts(&document["sentences"]),
            more: texts(&thorough["more"])
                .into_iter()
                .map(|(_, text)| text)
                .collect(),
            verdict: document
                .get("verdict")
                .filter(|verdict| !verdict.is_null())
                .cloned(),
            time,
        })
    }
}

fn texts(sentences: &Value) -> Vec<(String, String)> {
    let field = |sentence: &Value, name: &str| sentence[name].as_str().unwrap_or("").to_owned();
    let sentences = sentences.as_array().into_iter().flatten();
    sentences
        .map(|sentence| (field(sentence, "about"), field(sentence, "text")))
        .collect()
}
