//! Many positions, one after the other: a line of a file in, a document out.
//!
//! A [`BatchReader`] takes lines of EPD, CSV or JSON; a [`BatchWorker`] keeps players and tables from position to
//! position, so that all but the first cost little. What it says of a position does not depend on those before it.

mod reader;

use documents::{
    BatchAdviceDocument, BatchDocument, Digest, FormatName, FormatVersion, ResultName,
    WorthDocument,
};
use domain::{Stop, Watch};
use verify::GameValue;

use crate::advisor::Mode;
use crate::asking::ThinkingRequest;
use crate::chapter::Chapter;
use crate::combination::{CombinationRequest, find_combination};
use crate::player::Player;
use crate::referee::{Referee, TableStore};
pub(crate) use reader::fields;
pub use reader::{BatchForm, BatchPosition, BatchReader};

/// What is asked about every position.
#[derive(Clone, Debug)]
pub enum BatchQuestion {
    /// The move that a chapter advises.
    Advise,
    /// That, and why.
    Why,
    /// A question to the chapter's reasoner: `can White win?`
    Ask(String),
    /// A combination with this goal: `mate`, or how much is to be won.
    Combine(String),
    /// What the tables say.
    Table,
}

/// Answers about one position after the other.
pub struct BatchWorker {
    question: BatchQuestion,
    /// The chapter that is asked; without one, the shipped chapter for the men of each position.
    chapter: Option<Chapter>,
    store: Box<dyn Fn() -> Box<dyn TableStore> + Send>,
    referee: Referee,
    players: Vec<(String, Player)>,
    /// The digests of chapters that were asked: they take longer to find than many an answer.
    digests: Vec<(String, Digest)>,
}

/// Tables are made for at most so many men.
const TABLE_MEN: usize = 4;

impl BatchWorker {
    /// A worker whose tables come from such stores.
    pub fn new(
        question: BatchQuestion,
        chapter: Option<Chapter>,
        store: Box<dyn Fn() -> Box<dyn TableStore> + Send>,
    ) -> BatchWorker {
        let referee = Referee::new(store(), TABLE_MEN);
        BatchWorker {
            question,
            chapter,
            store,
            referee,
            players: Vec::new(),
            digests: Vec::new(),
        }
    }

    /// What is found out about a position. The budget of the watch is for each position.
    pub fn answer(&mut self, asked: &BatchPosition, watch: &Watch) -> BatchDocument {
        let mut document = BatchDocument {
            format: FormatName::default(),
            version: FormatVersion::default(),
            line: asked.line,
            id: asked.id.clone(),
            position: asked.position.clone(),
            ..BatchDocument::default()
        };
        let filled = match &asked.problem {
            Some(problem) => Err(problem.clone()),
            None => self.fill(&mut document, watch),
        };
        document.problem = filled.err();
        document
    }

    fn fill(&mut self, document: &mut BatchDocument, watch: &Watch) -> Result<(), String> {
        let position = document.position.clone();
        match self.question.clone() {
            BatchQuestion::Advise => self.advise(document, false, watch),
            BatchQuestion::Why => self.advise(document, true, watch),
            BatchQuestion::Ask(question) => {
                let chapter = self.chapter.as_ref().ok_or("no chapter is named")?;
                let chapter = chapter.clone();
                self.name(document, &chapter);
                let request = ThinkingRequest::default();
                let answer = chapter.ask(&position, &question, &request, watch);
                document.answer = Some(answer.map_err(|error| error.to_string())?);
                Ok(())
            }
            BatchQuestion::Combine(goal) => {
                let request = CombinationRequest::new(&goal);
                let found = find_combination(&position, &request, watch);
                document.combination = Some(found.map_err(|error| error.to_string())?);
                Ok(())
            }
            BatchQuestion::Table => {
                let stop = watch.stop().cloned().unwrap_or_else(Stop::new);
                let worths = self.referee.worths("chess", &position, &stop)?;
                let best = worths.first().ok_or("there is no legal move")?;
                document.worth = Some(worth(best.outcome));
                Ok(())
            }
        }
    }

    fn advise(
        &mut self,
        document: &mut BatchDocument,
        why: bool,
        watch: &Watch,
    ) -> Result<(), String> {
        let text = &document.position;
        let chapter = match &self.chapter {
            Some(chapter) => chapter.clone(),
            None => Chapter::shipped_for("chess", text)
                .ok_or("no shipped chapter advises the side to move here")?,
        };
        self.name(document, &chapter);
        let text = &document.position;
        let position = chapter.position(text).map_err(|error| error.to_string())?;
        let player = self.player(&chapter);
        let advice = player.advise(&position, watch);
        if let (Some(m), Some(piece)) = (&advice.m, &advice.piece) {
            document.advice = Some(BatchAdviceDocument {
                m: m.text.clone(),
                piece: piece.name.clone(),
                title: piece.title.clone(),
            });
        }
        if why && position.is_ours() && !position.is_over() {
            let said = player.why(&position, watch);
            document.why = Some(said.map_err(|error| error.to_string())?);
        }
        match advice.none {
            Some(none) => Err(none.to_string()),
            None => Ok(()),
        }
    }

    /// Says which chapter is asked.
    fn name(&mut self, document: &mut BatchDocument, chapter: &Chapter) {
        let name = chapter.name();
        let known = self.digests.iter().find(|(known, _)| known == name);
        let digest = known.map(|(_, digest)| digest.clone());
        document.digest = Some(digest.unwrap_or_else(|| {
            let digest = chapter.digest();
            self.digests.push((name.to_owned(), digest.clone()));
            digest
        }));
        document.chapter = Some(name.to_owned());
    }

    /// The player for a chapter. In weak mode no strategy is carried from one position to the next.
    fn player(&mut self, chapter: &Chapter) -> &mut Player {
        let name = chapter.name();
        let known = self.players.iter().position(|(known, _)| known == name);
        let at = known.unwrap_or_else(|| {
            let referee = Referee::new((self.store)(), TABLE_MEN);
            let player = Player::with_mode(chapter, Mode::Weak).with_referee(referee);
            self.players.push((name.to_owned(), player));
            self.players.len() - 1
        });
        &mut self.players[at].1
    }
}

impl std::fmt::Debug for BatchWorker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BatchWorker")
            .field("question", &self.question)
            .finish_non_exhaustive()
    }
}

fn worth(value: GameValue) -> WorthDocument {
    WorthDocument {
        result: match value {
            GameValue::Win(_) => ResultName::Win,
            GameValue::Draw => ResultName::Draw,
            GameValue::Loss(_) => ResultName::Loss,
        },
        plies: value.plies(),
    }
}
