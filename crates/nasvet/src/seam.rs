//! The seam between the library and the games: positions and players whose game is forgotten.
//!
//! Everything above speaks to [`AnyPosition`] and [`AnyPlayer`]; everything below is generic over a game, and is
//! generated once for each: for chess in `boards`, as far as it takes time, and here for the rest.

use std::any::Any;
use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::sync::Arc;

use code::compile;
use documents::{Digest, ExplanationDocument, TreeDocument, TreeQuestion, digest_of_chapter};
use domain::{Domain, Side, TextError, Watch};
use lang::checked::Program;
use proof::{SentenceRole, Verdict};
use search::{Advised, Options};

use crate::advice::{Advice, Move, NoAdvice, Notice, NoticeKind, PieceInfo, WhyError};
use crate::advisor::{Advisor, Choice, Mode};
use crate::counsel::ThoughtIdea;
use crate::explaining::{Explaining, MoveJudge};

/// At most this many legal moves are listed: a heap of matches has no bound.
pub const MAX_MOVES: usize = 10_000;

/// What every position can tell of itself.
pub(crate) trait AnyPosition: Send + Sync {
    fn text(&self) -> String;
    fn turn(&self) -> Side;
    fn side_to_move(&self) -> String;
    fn moves(&self) -> Vec<Move>;
    fn is_over(&self) -> bool;
    fn play(&self, m: &str) -> Result<Arc<dyn AnyPosition>, TextError>;
    fn player(&self, chapter: &str, program: &Arc<Program>, mode: Mode) -> Box<dyn AnyPlayer>;
    fn as_any(&self) -> &dyn Any;
}

/// A position of one game, and how the outside world sees it.
pub(crate) struct PositionOf<D: Domain> {
    pub(crate) domain: D,
    pub(crate) position: D::Position,
    pub(crate) view: D::View,
}

impl<D: Domain> AnyPosition for PositionOf<D> {
    fn text(&self) -> String {
        self.domain.write_position(&self.position, self.view)
    }

    fn turn(&self) -> Side {
        self.domain.turn(&self.position)
    }

    fn side_to_move(&self) -> String {
        self.domain.write_side(self.turn(), self.view)
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.domain.visit_moves(&self.position, |m| {
            moves.push(written(&self.domain, &self.position, self.view, m));
            match moves.len() < MAX_MOVES {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        moves
    }

    fn is_over(&self) -> bool {
        !self.domain.has_moves(&self.position)
    }

    fn play(&self, m: &str) -> Result<Arc<dyn AnyPosition>, TextError> {
        let m = self.domain.read_move(&self.position, self.view, m)?;
        Ok(Arc::new(PositionOf {
            domain: self.domain,
            position: self.domain.play(&self.position, m),
            view: self.view,
        }))
    }

    fn player(&self, chapter: &str, program: &Arc<Program>, mode: Mode) -> Box<dyn AnyPlayer> {
        Box::new(PlayerOf::new(self.domain, chapter, program, mode))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A move as the outside world knows it.
fn written<D: Domain>(domain: &D, position: &D::Position, view: D::View, m: D::Move) -> Move {
    let place = domain.vocabulary().place;
    let write = |item| domain.write_item(position, view, place, item);
    Move {
        text: domain.write_move(position, view, m),
        arrow: domain
            .arrow(position, m)
            .map(|(from, to)| (write(from), write(to))),
    }
}

/// A question for reasons.
pub(crate) struct WhyAsked<'a, 'j> {
    pub(crate) position: &'a dyn AnyPosition,
    pub(crate) judge: &'a mut MoveJudge<'j>,
    pub(crate) more: bool,
    pub(crate) watch: &'a Watch,
}

impl<'a, 'j> WhyAsked<'a, 'j> {
    fn explaining<'b, D: Domain>(
        self,
        domain: &'b D,
        digest: Digest,
        position: &'b D::Position,
        view: D::View,
    ) -> Explaining<'b, 'j, D>
    where
        'a: 'b,
    {
        Explaining {
            domain,
            digest,
            position,
            view,
            judge: self.judge,
            more: self.more,
            watch: self.watch,
        }
    }
}

/// A player whose game is forgotten.
pub(crate) trait AnyPlayer: Send {
    /// Is the position of the game, and on the board, for which this player was made?
    fn knows(&self, position: &dyn AnyPosition) -> bool;
    fn advise(&mut self, position: &dyn AnyPosition, watch: &Watch) -> Advice;
    fn why(&mut self, asked: WhyAsked<'_, '_>) -> Result<ExplanationDocument, WhyError>;
    fn why_not(
        &mut self,
        asked: WhyAsked<'_, '_>,
        m: &str,
    ) -> Result<ExplanationDocument, WhyError>;
    fn notices(
        &mut self,
        position: &dyn AnyPosition,
        m: &str,
        watch: &Watch,
    ) -> Result<Vec<Notice>, WhyError>;
    fn tree(&mut self, position: &dyn AnyPosition, watch: &Watch) -> Option<TreeDocument>;
}

/// A player of one game, on one kind of board.
pub(crate) struct PlayerOf<D: Domain> {
    domain: D,
    /// The chapter's name.
    chapter: String,
    program: Arc<Program>,
    /// The digest of the chapter, once somebody wants it.
    digest: OnceCell<Digest>,
    advisor: Advisor<D>,
    /// The last position in which a move was chosen, and the choice.
    last: Option<(D::Position, Choice<D>)>,
}

impl<D: Domain> PlayerOf<D> {
    fn new(domain: D, chapter: &str, program: &Arc<Program>, mode: Mode) -> PlayerOf<D> {
        let compiled = compile(&domain, program);
        let options = Options {
            cache: true,
            shortest_first: false,
        };
        PlayerOf {
            domain,
            chapter: chapter.into(),
            program: Arc::clone(program),
            digest: OnceCell::new(),
            advisor: Advisor::new(boards::engine(&compiled, options), mode),
            last: None,
        }
    }

    /// Our move. A strategy is followed only where the position comes from the last one by our move and a reply.
    fn choose(
        &mut self,
        position: &D::Position,
        watch: &Watch,
    ) -> Result<Choice<D>, Box<Advised<D::Move>>> {
        if let Some((at, choice)) = &self.last
            && at == position
        {
            return Ok(choice.clone());
        }
        let reply = self.last.take().and_then(|(at, choice)| {
            let after = self.domain.play(&at, choice.m);
            let mut replies = self.domain.legal_moves(&after).into_iter();
            replies.find(|m| self.domain.play(&after, *m) == *position)
        });
        match reply {
            Some(m) => self.advisor.reply(m),
            None => self.advisor.forget(),
        }
        let choice = self.advisor.choose(position, watch)?;
        self.last = Some((position.clone(), choice.clone()));
        Ok(choice)
    }

    fn digest(&self) -> Digest {
        let digest = || digest_of_chapter(self.domain.vocabulary(), &self.program);
        self.digest.get_or_init(digest).clone()
    }

    fn piece(&self, choice: &Choice<D>) -> PieceInfo {
        let piece = self.program.piece(choice.piece);
        PieceInfo {
            name: piece.name.clone(),
            title: piece.doc.clone(),
        }
    }
}

/// The position of a game and its board, if this is the board.
fn of<D: Domain>(position: &dyn AnyPosition) -> Option<&PositionOf<D>> {
    position.as_any().downcast_ref()
}

/// The position of this player's game. [`Player`](crate::Player) has made sure of it.
fn known<D: Domain>(position: &dyn AnyPosition) -> (&D::Position, D::View) {
    let placed = of::<D>(position).expect("a player is asked about positions of its own board");
    (&placed.position, placed.view)
}

impl<D: Domain> AnyPlayer for PlayerOf<D> {
    fn knows(&self, position: &dyn AnyPosition) -> bool {
        // Two games may share a board.
        let game = self.domain.vocabulary().game;
        of::<D>(position).is_some_and(|placed| placed.domain.vocabulary().game == game)
    }

    fn advise(&mut self, position: &dyn AnyPosition, watch: &Watch) -> Advice {
        let (position, view) = known::<D>(position);
        let nothing = |none, nodes| Advice {
            m: None,
            piece: None,
            idea: None,
            rule: None,
            is_followed: false,
            none: Some(none),
            nodes,
        };
        if !self.domain.has_moves(position) {
            return nothing(NoAdvice::GameOver, 0);
        }
        if self.domain.turn(position) == Side::Them {
            return nothing(NoAdvice::TheirMove, 0);
        }
        match self.choose(position, watch) {
            Ok(choice) => Advice {
                m: Some(written(&self.domain, position, view, choice.m)),
                piece: Some(self.piece(&choice)),
                idea: None,
                rule: choice
                    .advised
                    .as_ref()
                    .and_then(|advised| advised.rule)
                    .map(|idx| idx + 1),
                is_followed: choice.advised.is_none(),
                none: None,
                nodes: choice.advised.as_ref().map_or(0, Advised::nodes),
            },
            Err(advised) => {
                let thought = self.advisor.thought(position, view, watch);
                if let Some(thought) = thought {
                    let none = match thought.result {
                        Some(_) => NoAdvice::Lost,
                        None => NoAdvice::NoPiece,
                    };
                    let idea = thought.idea.filter(|_| thought.m.is_some());
                    return Advice {
                        m: thought.m.map(|m| written(&self.domain, position, view, m)),
                        idea: idea.as_ref().map(ThoughtIdea::sentence),
                        none: thought.m.is_none().then_some(none),
                        ..nothing(none, thought.nodes)
                    };
                }
                let none = match (advised.stopped, advised.table, advised.rule) {
                    (Some(stopped), _, _) => NoAdvice::Stopped(stopped),
                    (None, _, _) if advised.is_outside => NoAdvice::Outside,
                    (None, None, _) => NoAdvice::NoTable,
                    (None, Some(_), None) => NoAdvice::NoRule,
                    (None, Some(_), Some(_)) => NoAdvice::NoPiece,
                };
                nothing(none, advised.nodes())
            }
        }
    }

    fn why(&mut self, asked: WhyAsked<'_, '_>) -> Result<ExplanationDocument, WhyError> {
        let (position, view) = known::<D>(asked.position);
        if self.domain.turn(position) == Side::Them {
            return Err(WhyError::TheirMove);
        }
        let watch = asked.watch;
        let choice = self.choose(position, watch).ok();
        let explaining = asked.explaining(&self.domain, self.digest(), position, view);
        Ok(match choice {
            Some(choice) => explaining.why(&mut self.advisor, &choice)?,
            None => match self.advisor.thought(position, view, watch) {
                Some(thought) => explaining.thought(&thought),
                None => explaining.nothing(&mut self.advisor)?,
            },
        })
    }

    fn why_not(
        &mut self,
        asked: WhyAsked<'_, '_>,
        m: &str,
    ) -> Result<ExplanationDocument, WhyError> {
        let (position, view) = known::<D>(asked.position);
        if self.domain.turn(position) == Side::Them {
            return Err(WhyError::TheirMove);
        }
        let m = self.domain.read_move(position, view, m);
        let m = m.map_err(WhyError::BadMove)?;
        let explaining = asked.explaining(&self.domain, self.digest(), position, view);
        Ok(explaining.why_not(&mut self.advisor, m)?)
    }

    fn notices(
        &mut self,
        position: &dyn AnyPosition,
        m: &str,
        watch: &Watch,
    ) -> Result<Vec<Notice>, WhyError> {
        let (position, view) = known::<D>(position);
        if self.domain.turn(position) == Side::Them {
            return Err(WhyError::TheirMove);
        }
        let m = self.domain.read_move(position, view, m);
        let m = m.map_err(WhyError::BadMove)?;
        let remarks = self.advisor.remarks(position, view, m, watch)?;
        let notices = remarks.into_iter().map(|remark| Notice {
            kind: match remark.role == SentenceRole::Slip {
                true => NoticeKind::Slip,
                false => NoticeKind::Gain,
            },
            text: remark.text,
        });
        Ok(notices.collect())
    }

    fn tree(&mut self, position: &dyn AnyPosition, watch: &Watch) -> Option<TreeDocument> {
        let (position, view) = known::<D>(position);
        let choice = self.choose(position, watch).ok()?;
        let asked = TreeQuestion {
            chapter: &self.chapter,
            program: &self.program,
            piece: choice.piece,
            verdict: Verdict::Satisfied,
        };
        TreeDocument::new(&self.domain, asked, &choice.root, view, &choice.tree).ok()
    }
}
