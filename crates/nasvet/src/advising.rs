//! Our moves in one game, as a document: with trees, reasons, counts and traces as far as they are asked for.

use std::fmt;
use std::sync::Arc;

use code::compile;
use documents::{
    AdviceDocument, AdvisedMoveDocument, Digest, FormatName, FormatVersion, TreeDocument,
    TreeError, TreeQuestion, TriedName, TriedPieceDocument, digest_of_chapter, read_position,
};
use domain::{Domain, Side, Watch};
use lang::checked::{PieceId, Program};
use proof::Verdict;
use search::{Advised, Options, PieceOutcome};

use crate::advice::NoAdvice;
use crate::advisor::{Advisor, Choice, Mode};
use crate::chapter::Chapter;
use crate::counsel::{Thought, ThoughtIdea};
use crate::evidence::write_trace;
use crate::explaining::Explaining;
use crate::games::{Ask, Games};
use crate::referee::Referee;
use crate::session::first_moves;

/// What is asked of a chapter beside our move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AdviceRequest {
    /// How long a strategy is kept.
    pub mode: Mode,
    /// Their replies, one after each of our moves.
    pub replies: Vec<String>,
    /// Count positions as the AL2 paper does: nothing that was found out about one is used again.
    pub stats: bool,
    /// Give the forcing tree.
    pub tree: bool,
    /// Say why.
    pub why: bool,
    /// Say why this move is not played in the first position.
    pub why_not: Option<String>,
    /// Tell how the move was found, too.
    pub more: bool,
    /// Write down what the search did, move by move.
    pub trace: bool,
    /// Look for a tree of least depth.
    pub shortest: bool,
}

/// What a chapter has advised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenAdvice {
    /// Our moves.
    pub document: AdviceDocument,
    /// Why there is no further move.
    pub end: Option<AdviceEnd>,
    /// What is wrong with the rest of the request: lower case, no full stop. What was played before it stands.
    pub problem: Option<String>,
}

/// Why advice ends before the replies do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AdviceEnd {
    /// It is their move, and no reply is given.
    TheirMove {
        /// Who they are.
        side: String,
        /// The piece of advice that is played whatever they reply, if there is one.
        works: Option<String>,
    },
    /// There is no advice.
    None(NoAdvice),
}

impl fmt::Display for AdviceEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdviceEnd::TheirMove {
                side,
                works: Some(piece),
            } => write!(
                f,
                "It is {side} to move; whatever they play, `{piece}` works."
            ),
            AdviceEnd::TheirMove { side, works: None } => write!(f, "It is {side} to move."),
            AdviceEnd::None(none) => write!(f, "{none}"),
        }
    }
}

impl Chapter {
    /// Plays our moves from a position, against the replies of the request. The budget of the watch is for each piece.
    ///
    /// If the position cannot be read, the reason is given: lower case, no full stop.
    pub fn advise(
        &self,
        position: &str,
        request: &AdviceRequest,
        referee: &mut Referee,
        watch: &Watch,
    ) -> Result<GivenAdvice, String> {
        let question = Requested {
            chapter: self,
            position,
            request,
            referee,
            watch,
        };
        let given = Games::shared().ask(&self.program.game, question);
        given.expect("a checked program is about a known game")
    }
}

/// The question, until it is known which game it is about.
struct Requested<'a> {
    chapter: &'a Chapter,
    position: &'a str,
    request: &'a AdviceRequest,
    referee: &'a mut Referee,
    watch: &'a Watch,
}

/// Nothing is said of what holds after every reply where there are more of them.
const MAX_REPLIES: usize = 200;

/// A game in progress, and what has been said of it.
struct Adviser<'a, D: Domain> {
    request: &'a AdviceRequest,
    referee: &'a mut Referee,
    chapter: &'a str,
    program: &'a Arc<Program>,
    domain: &'a D,
    digest: Digest,
    view: D::View,
    watch: &'a Watch,
    document: AdviceDocument,
    /// Has the other move been asked about?
    asked_other: bool,
}

impl Ask for Requested<'_> {
    type Answer = Result<GivenAdvice, String>;

    fn ask<D: Domain>(self, domain: &D) -> Self::Answer {
        let (program, request) = (&self.chapter.program, self.request);
        let (position, view) = read_position(domain, program, self.position)
            .map_err(|error| format!("the position `{}`: {error}", self.position))?;
        let compiled = compile(domain, program);
        let options = Options {
            cache: !request.stats && !request.trace,
            shortest_first: request.shortest,
        };
        let mut engine = boards::engine(&compiled, options);
        if request.trace {
            engine.start_trace();
        }
        let advisor = Advisor::new(engine, request.mode);
        let digest = digest_of_chapter(domain.vocabulary(), program);
        let mut adviser = Adviser {
            request,
            referee: self.referee,
            chapter: &self.chapter.name,
            program,
            domain,
            digest: digest.clone(),
            view,
            watch: self.watch,
            document: AdviceDocument {
                format: FormatName::default(),
                version: FormatVersion::default(),
                chapter: self.chapter.name.clone(),
                digest: Some(digest),
                counted: request.stats,
                first_reply: None,
                moves: Vec::new(),
                ended: None,
            },
            asked_other: false,
        };
        let ended = adviser.play(advisor, position);
        let mut document = adviser.document;
        let (end, problem) = match ended {
            Ok(end) => (end, None),
            Err(problem) => (None, Some(problem)),
        };
        document.ended = end.as_ref().map(AdviceEnd::to_string);
        Ok(GivenAdvice {
            document,
            end,
            problem,
        })
    }
}

impl<D: Domain> Adviser<'_, D> {
    /// Plays until the replies are used up; gives the reason if there is no move before.
    fn play(
        &mut self,
        mut advisor: Advisor<D>,
        mut position: D::Position,
    ) -> Result<Option<AdviceEnd>, String> {
        let mut replies = self.request.replies.iter();
        if self.domain.turn(&position) == Side::Them {
            match replies.next() {
                Some(reply) => position = self.their_move(&position, reply, &mut advisor)?,
                None => return Ok(Some(self.them_to_move(&mut advisor, &position))),
            }
        }
        loop {
            let m = match self.our_move(&mut advisor, &position)? {
                Ok(m) => m,
                Err(end) => return Ok(Some(end)),
            };
            position = self.domain.play(&position, m);
            let Some(reply) = replies.next() else {
                return Ok(None);
            };
            position = self.their_move(&position, reply, &mut advisor)?;
        }
    }

    /// Our move, noted and explained; or why there is none.
    fn our_move(
        &mut self,
        advisor: &mut Advisor<D>,
        position: &D::Position,
    ) -> Result<Result<D::Move, AdviceEnd>, String> {
        let choice = advisor.choose(position, self.watch);
        let trace = self.request.trace.then(|| {
            let trace = advisor.engine().take_trace();
            write_trace(self.domain, position, self.view, &trace)
        });
        let advised = match choice {
            Ok(choice) => {
                self.note(position, Some(&choice), choice.advised.as_ref(), trace);
                self.explain(advisor, position, &choice)?;
                return Ok(Ok(choice.m));
            }
            Err(advised) => advised,
        };
        let Some(thought) = advisor.thought(position, self.view, self.watch) else {
            self.note(position, None, Some(&advised), trace);
            self.explain_nothing(advisor, position)?;
            return Ok(Err(self.no_advice(position, &advised)));
        };
        self.note(position, None, Some(&advised), trace);
        self.tell_thought(advisor, position, &thought)?;
        let none = match thought.result {
            Some(_) => NoAdvice::Lost,
            None => NoAdvice::NoPiece,
        };
        Ok(thought.m.ok_or(AdviceEnd::None(none)))
    }

    /// Notes the move that was thought out, and says why, as far as that is asked.
    fn tell_thought(
        &mut self,
        advisor: &mut Advisor<D>,
        position: &D::Position,
        thought: &Thought<D::Move>,
    ) -> Result<(), String> {
        let m = thought.m;
        let m = m.map(|m| self.domain.write_move(position, self.view, m));
        let why = self.request.why;
        let why = why.then(|| self.explaining(position, |explaining| explaining.thought(thought)));
        if let Some(last) = self.document.moves.last_mut() {
            let idea = thought.idea.as_ref().filter(|_| m.is_some());
            last.says = idea.map(ThoughtIdea::sentence);
            last.m = m;
            last.why = why;
        }
        self.explain_other(advisor, position)
    }

    fn their_move(
        &mut self,
        position: &D::Position,
        reply: &str,
        advisor: &mut Advisor<D>,
    ) -> Result<D::Position, String> {
        let m = self
            .domain
            .read_move(position, self.view, reply)
            .map_err(|error| format!("their reply `{reply}`: {error}"))?;
        let written = self.domain.write_move(position, self.view, m);
        match self.document.moves.last_mut() {
            Some(last) => last.reply = Some(written),
            None => self.document.first_reply = Some(written),
        }
        advisor.reply(m);
        Ok(self.domain.play(position, m))
    }

    /// With them to move there is nothing to play, but the tables can be consulted.
    fn them_to_move(&mut self, advisor: &mut Advisor<D>, position: &D::Position) -> AdviceEnd {
        let advised = advisor.engine().advise(position, self.watch);
        self.note(position, None, Some(&advised), None);
        let works = advised.chosen.as_ref().map(|(piece, _)| *piece);
        let works = works.filter(|piece| self.is_always_played(advisor, position, *piece));
        AdviceEnd::TheirMove {
            side: self.domain.write_side(Side::Them, self.view),
            works: works.map(|piece| self.program.piece(piece).name.clone()),
        }
    }

    /// Is it this piece that the tables choose after every reply? That it can be satisfied does not say so: an earlier
    /// one may be, too.
    fn is_always_played(
        &self,
        advisor: &mut Advisor<D>,
        position: &D::Position,
        piece: PieceId,
    ) -> bool {
        let replies = first_moves(self.domain, position, MAX_REPLIES + 1);
        let is_played = |reply: &D::Move| {
            let next = self.domain.play(position, *reply);
            let advised = advisor.engine().advise(&next, self.watch);
            advised.chosen.is_some_and(|(chosen, _)| chosen == piece)
        };
        !replies.is_empty() && replies.len() <= MAX_REPLIES && replies.iter().all(is_played)
    }

    fn no_advice(&self, position: &D::Position, advised: &Advised<D::Move>) -> AdviceEnd {
        let none = match (advised.stopped, advised.table, advised.rule) {
            (Some(stopped), _, _) => NoAdvice::Stopped(stopped),
            (None, _, _) if !self.domain.has_moves(position) => NoAdvice::GameOver,
            (None, _, _) if advised.is_outside => NoAdvice::Outside,
            (None, None, _) => NoAdvice::NoTable,
            (None, Some(_), None) => NoAdvice::NoRule,
            (None, Some(_), Some(_)) => NoAdvice::NoPiece,
        };
        AdviceEnd::None(none)
    }

    /// Notes what was found.
    fn note(
        &mut self,
        position: &D::Position,
        choice: Option<&Choice<D>>,
        advised: Option<&Advised<D::Move>>,
        trace: Option<String>,
    ) {
        let m = choice.map(|choice| self.domain.write_move(position, self.view, choice.m));
        let piece = choice.map(|choice| self.program.piece(choice.piece));
        let chosen = advised.and_then(|advised| advised.chosen.as_ref());
        let tree = chosen
            .filter(|_| self.request.tree)
            .map(|(piece, tree)| self.tree(position, *piece, tree));
        let (tree, no_tree) = match tree {
            Some(Ok(tree)) => (Some(tree), None),
            Some(Err(problem)) => (None, Some(problem.to_string())),
            None => (None, None),
        };
        self.document.moves.push(AdvisedMoveDocument {
            position: self.domain.write_position(position, self.view),
            m,
            piece: piece.map(|piece| piece.name.clone()),
            says: piece.and_then(|piece| piece.doc.clone()),
            followed: choice.is_some_and(|choice| choice.advised.is_none()),
            rule: advised
                .and_then(|advised| advised.rule)
                .map(|rule| rule + 1),
            tried: advised
                .map(|advised| self.tried(advised))
                .unwrap_or_default(),
            tree,
            no_tree,
            trace,
            why: None,
            why_not: None,
            reply: None,
        });
    }

    /// Says why our move is played, and why another one is not, as far as that is asked.
    fn explain(
        &mut self,
        advisor: &mut Advisor<D>,
        position: &D::Position,
        choice: &Choice<D>,
    ) -> Result<(), String> {
        if self.request.why {
            let explained = self.explaining(position, |explaining| explaining.why(advisor, choice));
            let document = explained.map_err(|stopped| format!("no explanation: {stopped}"))?;
            if let Some(last) = self.document.moves.last_mut() {
                last.why = Some(document);
            }
        }
        self.explain_other(advisor, position)
    }

    /// Says why there is no move, if that is asked.
    fn explain_nothing(
        &mut self,
        advisor: &mut Advisor<D>,
        position: &D::Position,
    ) -> Result<(), String> {
        // A search that was stopped has said so already.
        if self.request.why
            && let Ok(document) =
                self.explaining(position, |explaining| explaining.nothing(advisor))
            && let Some(last) = self.document.moves.last_mut()
        {
            last.why = Some(document);
        }
        self.explain_other(advisor, position)
    }

    /// Says what another move does, if that is asked and has not been said.
    fn explain_other(
        &mut self,
        advisor: &mut Advisor<D>,
        position: &D::Position,
    ) -> Result<(), String> {
        let Some(m) = self.request.why_not.as_ref().filter(|_| !self.asked_other) else {
            return Ok(());
        };
        self.asked_other = true;
        let m = self
            .domain
            .read_move(position, self.view, m)
            .map_err(|error| format!("the move `{m}`: {error}"))?;
        let explained = self.explaining(position, |explaining| explaining.why_not(advisor, m));
        let document = explained.map_err(|stopped| format!("no explanation: {stopped}"))?;
        if let Some(last) = self.document.moves.last_mut() {
            last.why_not = Some(document);
        }
        Ok(())
    }

    /// Explains a position with the referee at hand.
    fn explaining<T>(
        &mut self,
        position: &D::Position,
        explain: impl FnOnce(Explaining<'_, '_, D>) -> T,
    ) -> T {
        let stop = self.watch.stop().cloned().unwrap_or_default();
        let referee = &mut *self.referee;
        explain(Explaining {
            domain: self.domain,
            digest: self.digest.clone(),
            position,
            view: self.view,
            judge: &mut |game, position, m| referee.verdict(game, position, m, &stop),
            more: self.request.more,
            watch: self.watch,
        })
    }

    fn tree(
        &self,
        position: &D::Position,
        piece: PieceId,
        tree: &proof::Tree<D::Move>,
    ) -> Result<TreeDocument, TreeError> {
        let asked = TreeQuestion {
            chapter: self.chapter,
            program: self.program,
            piece,
            verdict: Verdict::Satisfied,
        };
        TreeDocument::new(self.domain, asked, position, self.view, tree)
    }

    fn tried(&self, advised: &Advised<D::Move>) -> Vec<TriedPieceDocument> {
        let tried = advised.tried.iter().map(|tried| TriedPieceDocument {
            piece: self.program.piece(tried.piece).name.clone(),
            number: tried.piece.0 as usize + 1,
            outcome: match tried.outcome {
                PieceOutcome::Guarded => TriedName::Guarded,
                PieceOutcome::AlreadyReached => TriedName::AlreadyReached,
                PieceOutcome::Satisfied => TriedName::Satisfied,
                PieceOutcome::Refuted => TriedName::Refuted,
                PieceOutcome::Cut => TriedName::Cut,
                PieceOutcome::Unknown(_) => TriedName::Unknown,
            },
            nodes: tried.statistics.nodes() + tried.nested_nodes,
            by_depth: tried.statistics.by_depth().to_vec(),
        });
        tried.collect()
    }
}
