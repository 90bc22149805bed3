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
use crate::players::Players;
use crate::referee::Referee;
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

/// The shipped chapters of positions that were asked about: to look through all of them takes longer than many an
/// answer.
#[derive(Default)]
struct ShippedChapters {
    /// By the pieces on the board and the side to move, on which alone it depends.
    known: Vec<(Vec<char>, Chapter)>,
}

impl ShippedChapters {
    /// The chapter that advises the side to move; or why there is none.
    fn chapter(&mut self, position: &str) -> Result<Chapter, String> {
        let mut fields = position.split_whitespace();
        let board = fields.next().unwrap_or_default().chars();
        let mut key: Vec<char> = board.filter(char::is_ascii_alphabetic).collect();
        key.sort_unstable();
        key.extend(fields.next().unwrap_or_default().chars());
        // Pieces that it knows may stand where they cannot.
        let speaks = |chapter: &Chapter| {
            let read = chapter.position(position);
            read.is_ok_and(|position| position.is_ours())
        };
        let known = self.known.iter().find(|(known, _)| *known == key);
        if let Some((_, chapter)) = known.filter(|(_, chapter)| speaks(chapter)) {
            return Ok(chapter.clone());
        }
        let chapter =
            Chapter::shipped_for("chess", position).ok_or_else(|| {
                match chess::read_fen(position) {
                    Ok(_) => "no shipped chapter advises the side to move here".into(),
                    Err(error) => error.to_string(),
                }
            })?;
        if known.is_none() {
            self.known.push((key, chapter.clone()));
        }
        Ok(chapter)
    }
}

/// Answers about one position after the other.
pub struct BatchWorker {
    question: BatchQuestion,
    /// The chapter that is asked; without one, the shipped chapter for the men of each position.
    chapter: Option<Chapter>,
    shipped: ShippedChapters,
    players: Players,
    referee: Referee,
    /// The digests of chapters that were asked: they take longer to find than many an answer.
    digests: Vec<(String, Digest)>,
}

impl BatchWorker {
    /// A worker who asks these players.
    pub fn new(question: BatchQuestion, chapter: Option<Chapter>, players: Players) -> BatchWorker {
        BatchWorker {
            question,
            chapter,
            shipped: ShippedChapters::default(),
            referee: players.referee(),
            players,
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
                let counsel = chapter.counsel(&position, &question, &request, watch);
                document.counsel = counsel.map_err(|error| error.to_string())?;
                if document.counsel.is_none() {
                    let answer = chapter.ask(&position, &question, &request, watch);
                    document.answer = Some(answer.map_err(|error| error.to_string())?);
                }
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
            None => self.shipped.chapter(text)?,
        };
        self.name(document, &chapter);
        let text = &document.position;
        let position = chapter.position(text).map_err(|error| error.to_string())?;
        // In weak mode no strategy is carried from one position to the next.
        let player = self.players.player(&chapter, Mode::Weak);
        let advice = player.advise(&position, watch);
        if let Some(m) = &advice.m {
            let piece = advice.piece.as_ref();
            let title = piece.and_then(|piece| piece.title.clone());
            document.advice = Some(BatchAdviceDocument {
                m: m.text.clone(),
                piece: piece.map(|piece| piece.name.clone()),
                title: title.or_else(|| advice.idea.clone()),
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
