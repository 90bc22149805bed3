//! Verdict, reason, evidence: what the game knows and what the chapter says of a move, put together.
//!
//! The verdict is the game's, exact where it is known. The reason is the chapter's where it has one that is true of the
//! position; otherwise the moves that show the verdict are the reason.

use documents::{
    About, Digest, ExplanationDocument, ResultName, SentenceDocument, VerdictDocument,
};
use domain::{Domain, Stopped, Watch};
use proof::Explanation;
use verify::Wdl;

use crate::advisor::{Advisor, Choice};
use crate::counsel::{Thought, ThoughtIdea};
use crate::verdict::{self, MoveVerdict};

/// The reasons have at most this many words, if something can be left out.
const MAX_WORDS: usize = 40;

/// Who knows what moves are worth: asked about a game, a position and a move, or the best one.
pub(crate) type MoveJudge<'j> =
    dyn FnMut(&str, &str, Option<&str>) -> Result<MoveVerdict, String> + 'j;

/// Explains one position of a chapter.
pub(crate) struct Explaining<'a, 'j, D: Domain> {
    pub(crate) domain: &'a D,
    /// The digest of the chapter, which takes longer to find than many an answer.
    pub(crate) digest: Digest,
    pub(crate) position: &'a D::Position,
    pub(crate) view: D::View,
    pub(crate) judge: &'a mut MoveJudge<'j>,
    /// Tell how the move was found, too.
    pub(crate) more: bool,
    pub(crate) watch: &'a Watch,
}

impl<D: Domain> Explaining<'_, '_, D> {
    /// Why a move was chosen.
    pub(crate) fn why(
        mut self,
        advisor: &mut Advisor<D>,
        choice: &Choice<D>,
    ) -> Result<ExplanationDocument, Stopped> {
        let (position, view) = (self.position, self.view);
        let said = match advisor.why(position, view, choice, self.more, self.watch) {
            // A reason that takes too long to put into words is left out; the moves that show the verdict are not.
            Err(Stopped::Steps(_)) => Explanation {
                sentences: Vec::new(),
                tree: None,
            },
            said => said?,
        };
        let mut document = self.document(&said);
        let m = self.write(choice.m);
        let reasons = std::mem::take(&mut document.sentences);
        match self.judged(Some(&m)) {
            Ok(verdict) => {
                document.sentences.push(self.first(&verdict, None));
                document.verdict = Some(verdict_document(&verdict));
                let reasons = worth_telling(reasons, &verdict);
                let has_reason = !reasons.is_empty();
                document.sentences.extend(reasons);
                if !has_reason {
                    document.sentences.extend(self.evidence(&verdict));
                }
                // What is short and decides comes before the moves that show it.
                let second = document.sentences.len().min(2);
                let squeezed = self.zugzwang(&verdict);
                document.sentences.splice(second..second, squeezed);
                document.sentences.extend(self.trap(&verdict));
                shorten(&mut document.sentences);
            }
            Err(problem) => {
                document.sentences.push(unknown(&m, &problem));
                document.sentences.extend(reasons);
            }
        }
        if !self.more {
            document.more.clear();
        }
        Ok(document)
    }

    /// Why the move of a plan is played, or why every move loses, where the chapter thinks.
    pub(crate) fn thought(mut self, thought: &Thought<D::Move>) -> ExplanationDocument {
        let mut document = self.document(&Explanation {
            sentences: Vec::new(),
            tree: None,
        });
        let m = thought.m.map(|m| self.write(m));
        let idea = thought.idea.as_ref().map(ThoughtIdea::sentence);
        let idea = idea.map(|idea| plain(About::Reason, idea));
        match self.judged(m.as_deref()) {
            Ok(verdict) => {
                document.sentences.push(self.first(&verdict, None));
                document.verdict = Some(verdict_document(&verdict));
                match idea {
                    Some(idea) => document.sentences.push(idea),
                    None => document.sentences.extend(self.evidence(&verdict)),
                }
                document.sentences.extend(self.trap(&verdict));
                shorten(&mut document.sentences);
            }
            Err(problem) => {
                let known = self.thought_verdict(thought);
                let known = known.or_else(|| Some(unknown(&m?, &problem)));
                document.sentences.extend(known);
                document.sentences.extend(idea);
            }
        }
        document
    }

    /// The verdict of the chapter itself, where nobody else knows.
    fn thought_verdict(&self, thought: &Thought<D::Move>) -> Option<SentenceDocument> {
        let text = match (thought.m.map(|m| self.write(m)), thought.result?) {
            (Some(m), ResultName::Win) => format!("{m} wins."),
            (Some(m), ResultName::Draw) => format!("{m} holds the draw."),
            (Some(_) | None, _) => "Every move loses.".into(),
        };
        Some(plain(About::Verdict, text))
    }

    /// Why there is no move to play.
    pub(crate) fn nothing(
        mut self,
        advisor: &mut Advisor<D>,
    ) -> Result<ExplanationDocument, Stopped> {
        let said = advisor.why_nothing(self.position, self.view, self.watch)?;
        let mut document = self.document(&said);
        if let Ok(verdict) = self.judged(None) {
            // The game knows a move where the chapter has none.
            let mut sentences = vec![self.first(&verdict, None)];
            sentences.extend(self.evidence(&verdict));
            sentences.append(&mut document.sentences);
            document.sentences = sentences;
            document.verdict = Some(verdict_document(&verdict));
        }
        if !self.more {
            document.more.clear();
        }
        Ok(document)
    }

    /// What another legal move does, and why it is not played.
    pub(crate) fn why_not(
        mut self,
        advisor: &mut Advisor<D>,
        m: D::Move,
    ) -> Result<ExplanationDocument, Stopped> {
        let (position, view) = (self.position, self.view);
        let written = self.write(m);
        let verdict = self.judged(Some(&written));
        // Without a verdict the pieces of advice have to say what the move lacks.
        let more = self.more || verdict.is_err();
        let other = advisor.why_not(position, view, m, more, self.watch)?;
        let thought = || advisor.thought(position, view, self.watch)?.m;
        let chosen = other.played.or_else(thought);
        let mut document = self.document(&other.said);
        let reasons = std::mem::take(&mut document.sentences);
        match verdict {
            Ok(verdict) => {
                let chosen = chosen.map(|chosen| self.write(chosen));
                document
                    .sentences
                    .push(self.first(&verdict, chosen.as_deref()));
                document.verdict = Some(verdict_document(&verdict));
                let reasons = worth_telling(reasons, &verdict);
                let has_reason = !reasons.is_empty();
                document.sentences.extend(reasons);
                if !has_reason || !verdict.keeps() {
                    document.sentences.extend(self.evidence(&verdict));
                }
                document.sentences.extend(self.zugzwang(&verdict));
            }
            Err(problem) => {
                document.sentences.push(unknown(&written, &problem));
                document.sentences.extend(reasons);
                if document.sentences.len() == 1 && !document.more.is_empty() {
                    document.sentences.push(document.more.remove(0));
                }
            }
        }
        if !self.more {
            document.more.clear();
        }
        Ok(document)
    }

    fn document(&self, said: &Explanation<D::Move>) -> ExplanationDocument {
        let (domain, position, view) = (self.domain, self.position, self.view);
        ExplanationDocument::new(domain, self.digest.clone(), position, view, said)
    }

    fn write(&self, m: D::Move) -> String {
        self.domain.write_move(self.position, self.view, m)
    }

    fn judged(&mut self, m: Option<&str>) -> Result<MoveVerdict, String> {
        let position = self.domain.write_position(self.position, self.view);
        (self.judge)(self.domain.vocabulary().game, &position, m)
    }

    fn first(&self, of: &MoveVerdict, chosen: Option<&str>) -> SentenceDocument {
        let shown = match of.keeps() {
            true => &of.line[..1],
            false => &of.line[..of.line.len().min(2)],
        };
        self.with_moves(About::Verdict, verdict::verdict(of, chosen), shown)
    }

    fn evidence(&self, of: &MoveVerdict) -> Vec<SentenceDocument> {
        let said = verdict::evidence(of).into_iter();
        said.map(|(text, line)| self.with_moves(About::Line, text, &line))
            .collect()
    }

    /// That they would rather pass, where it is so.
    fn zugzwang(&self, of: &MoveVerdict) -> Option<SentenceDocument> {
        let text = verdict::zugzwang(of)?;
        Some(self.with_moves(About::Reason, text.into(), &of.line[..1]))
    }

    /// A natural move that fails, if there is one.
    fn trap(&self, of: &MoveVerdict) -> Option<SentenceDocument> {
        let trap = of.trap.as_ref()?;
        let shown = &trap.line[..trap.line.len().min(2)];
        Some(self.with_moves(About::Reason, verdict::trap(trap), shown))
    }

    /// A sentence with the moves it speaks of, from the position, as arrows.
    fn with_moves(&self, about: About, text: String, moves: &[String]) -> SentenceDocument {
        let (domain, view) = (self.domain, self.view);
        let place = domain.vocabulary().place;
        let mut position = self.position.clone();
        let mut arrows = Vec::new();
        for m in moves {
            let Ok(m) = domain.read_move(&position, view, m) else {
                break;
            };
            let write = |item| domain.write_item(&position, view, place, item);
            let arrow = domain.arrow(&position, m);
            arrows.extend(arrow.map(|(from, to)| (write(from), write(to))));
            position = domain.play(&position, m);
        }
        SentenceDocument {
            moves: moves.to_vec(),
            arrows,
            ..plain(about, text)
        }
    }
}

/// What a move gains is not worth telling when the game is lost or thrown away, and nothing is after mate or stalemate.
fn worth_telling(reasons: Vec<SentenceDocument>, of: &MoveVerdict) -> Vec<SentenceDocument> {
    let is_over = of.is_mate() || of.is_stalemate();
    let is_lost = of.has.wdl == Wdl::Loss || !of.keeps();
    let mut reasons = reasons;
    reasons.retain(|said| !(is_over || is_lost && said.about == About::Gain));
    reasons
}

/// Leaves out what an answer can do without: first the natural move that fails, then what the move gains.
fn shorten(sentences: &mut Vec<SentenceDocument>) {
    let n_words = |sentences: &[SentenceDocument]| -> usize {
        let reasons = sentences.iter().skip(1);
        reasons
            .map(|said| said.text.split_whitespace().count())
            .sum()
    };
    while n_words(sentences) > MAX_WORDS && sentences.len() > 2 {
        let gain = sentences.iter().position(|said| said.about == About::Gain);
        match gain {
            Some(gain) if sentences.len() == 3 => {
                sentences.remove(gain);
            }
            Some(_) | None => {
                sentences.pop();
            }
        }
    }
}

fn plain(about: About, text: String) -> SentenceDocument {
    SentenceDocument {
        about,
        text,
        moves: Vec::new(),
        places: Vec::new(),
        arrows: Vec::new(),
    }
}

fn unknown(m: &str, problem: &str) -> SentenceDocument {
    let text = format!("It is not known whether {m} keeps the result: {problem}.");
    plain(About::Verdict, text)
}

fn verdict_document(of: &MoveVerdict) -> VerdictDocument {
    let name = |wdl| match wdl {
        Wdl::Win => ResultName::Win,
        Wdl::Draw => ResultName::Draw,
        Wdl::Loss => ResultName::Loss,
    };
    VerdictDocument {
        position: name(of.had.wdl),
        m: name(of.has.wdl),
        keeps: of.keeps(),
        mate_in: of.has.mate_in,
        best: of.best.clone(),
        keeping: of.n_keeping,
        line: of.line.clone(),
    }
}
