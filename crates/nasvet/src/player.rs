//! A player: a chapter that is asked for moves and reasons, position after position.
//!
//! The engine of a game is behind [`AnyPlayer`]; which game it is, the position knows.

use std::fmt;

use code::compile;
use documents::{ExplanationDocument, TreeDocument, TreeQuestion};
use domain::{Domain, Side, Stopped, TextError, Watch};
use proof::Verdict;
use search::{Advised, Engine, Options};

use crate::advisor::{Advisor, Choice, Mode};
use crate::chapter::{Chapter, PieceInfo};
use crate::position::{Move, Position, written};

/// Plays by a chapter and says why.
///
/// In strong mode it follows a strategy to its end, as long as the positions it is asked about are those of one game;
/// in weak mode it looks anew in every position.
///
/// ```
/// use nasvet::{Chapter, Player, Watch};
///
/// let chapter = Chapter::shipped("krk").expect("a shipped chapter");
/// let position = chapter.position("8/8/8/3k4/8/8/1R6/K7 w - -")?;
/// let mut player = Player::new(&chapter);
/// let advice = player.advise(&position, &Watch::new());
/// println!("{}", advice.m.expect("the rook always has a move"));
/// println!("{}", player.why(&position, &Watch::new())?.text());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Player {
    chapter: Chapter,
    mode: Mode,
    seat: Option<Box<dyn AnyPlayer>>,
}

/// What a chapter advises in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Advice {
    /// Our move, if there is one.
    pub m: Option<Move>,
    /// The piece of advice behind it.
    pub piece: Option<PieceInfo>,
    /// The rule of the table that applied, from 1; nothing where a strategy is followed.
    pub rule: Option<usize>,
    /// Does the move follow a strategy that was made before?
    pub is_followed: bool,
    /// Why there is no move.
    pub none: Option<NoAdvice>,
    /// How many positions the search looked at.
    pub nodes: u64,
}

/// Why a chapter advises no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoAdvice {
    /// It is their move.
    TheirMove,
    /// There is no legal move.
    GameOver,
    /// No table of the chapter is for these men.
    NoTable,
    /// No rule of the table applies.
    NoRule,
    /// No piece of advice of the rule can be satisfied.
    NoPiece,
    /// The search was stopped.
    Stopped(Stopped),
}

/// Why there is no explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WhyError {
    /// It is their move; only our moves are explained.
    TheirMove,
    /// The move that was asked about is not legal.
    BadMove(TextError),
    /// The search was stopped.
    Stopped(Stopped),
}

impl Player {
    /// A player in strong mode.
    pub fn new(chapter: &Chapter) -> Player {
        Player::with_mode(chapter, Mode::Strong)
    }

    /// A player in this mode.
    pub fn with_mode(chapter: &Chapter, mode: Mode) -> Player {
        Player {
            chapter: chapter.clone(),
            mode,
            seat: None,
        }
    }

    /// The chapter it plays by.
    pub fn chapter(&self) -> &Chapter {
        &self.chapter
    }

    /// Our move in a position. The budget of the watch is for each piece of advice.
    pub fn advise(&mut self, position: &Position, watch: &Watch) -> Advice {
        self.seat(position).advise(position, watch)
    }

    /// Why the move is played that [`Player::advise`] gives; or why there is none.
    pub fn why(
        &mut self,
        position: &Position,
        watch: &Watch,
    ) -> Result<ExplanationDocument, WhyError> {
        self.seat(position).why(position, watch)
    }

    /// Why another legal move is not played.
    pub fn why_not(
        &mut self,
        position: &Position,
        m: &str,
        watch: &Watch,
    ) -> Result<ExplanationDocument, WhyError> {
        self.seat(position).why_not(position, m, watch)
    }

    /// The forcing tree behind the move that [`Player::advise`] gives; nothing if there is no move, or the tree is too
    /// large for a document.
    pub fn tree(&mut self, position: &Position, watch: &Watch) -> Option<TreeDocument> {
        self.seat(position).tree(position, watch)
    }

    /// The engine for the board of this position. Men only leave the board, so one board mostly serves a whole game.
    fn seat(&mut self, position: &Position) -> &mut dyn AnyPlayer {
        let taken = self.seat.take().filter(|seat| seat.knows(position));
        let seat = taken.unwrap_or_else(|| position.player(&self.chapter, self.mode));
        &mut **self.seat.insert(seat)
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player")
            .field("chapter", &self.chapter.name)
            .field("mode", &self.mode)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for NoAdvice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoAdvice::TheirMove => f.write_str("It is their move."),
            NoAdvice::GameOver => f.write_str("The game is over: there is no legal move."),
            NoAdvice::NoTable => f.write_str("No table of the chapter is for these men."),
            NoAdvice::NoRule => f.write_str("No rule of the table applies."),
            NoAdvice::NoPiece => f.write_str("No piece of advice can be satisfied."),
            NoAdvice::Stopped(stopped) => write!(f, "Unknown: {stopped}."),
        }
    }
}

impl fmt::Display for WhyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyError::TheirMove => f.write_str("it is their move; only our moves are explained"),
            WhyError::BadMove(error) => write!(f, "{error}"),
            WhyError::Stopped(stopped) => write!(f, "{stopped}"),
        }
    }
}

impl std::error::Error for WhyError {}

impl From<Stopped> for WhyError {
    fn from(stopped: Stopped) -> WhyError {
        WhyError::Stopped(stopped)
    }
}

/// A player whose game is forgotten.
pub(crate) trait AnyPlayer: Send {
    /// Is the position of the game, and on the board, for which this player was made?
    fn knows(&self, position: &Position) -> bool;
    fn advise(&mut self, position: &Position, watch: &Watch) -> Advice;
    fn why(&mut self, position: &Position, watch: &Watch) -> Result<ExplanationDocument, WhyError>;
    fn why_not(
        &mut self,
        position: &Position,
        m: &str,
        watch: &Watch,
    ) -> Result<ExplanationDocument, WhyError>;
    fn tree(&mut self, position: &Position, watch: &Watch) -> Option<TreeDocument>;
}

/// A player of one game, on one kind of board.
pub(crate) struct PlayerOf<D: Domain> {
    domain: D,
    chapter: Chapter,
    advisor: Advisor<D>,
    /// The last position in which a move was chosen, and the choice.
    last: Option<(D::Position, Choice<D>)>,
}

impl<D: Domain> PlayerOf<D> {
    pub(crate) fn new(domain: D, chapter: &Chapter, mode: Mode) -> PlayerOf<D> {
        let compiled = compile(&domain, &chapter.program);
        let options = Options {
            cache: true,
            shortest_first: false,
        };
        PlayerOf {
            domain,
            chapter: chapter.clone(),
            advisor: Advisor::new(Engine::new(&compiled, options), mode),
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

    fn piece(&self, choice: &Choice<D>) -> PieceInfo {
        let piece = self.chapter.program.piece(choice.piece);
        PieceInfo {
            name: piece.name.clone(),
            title: piece.doc.clone(),
        }
    }
}

/// The position of this player's game. [`Player::seat`] has made sure of it.
fn known<D: Domain>(position: &Position) -> (&D::Position, D::View) {
    position
        .of::<D>()
        .expect("a player is asked about positions of its own board")
}

impl<D: Domain> AnyPlayer for PlayerOf<D> {
    fn knows(&self, position: &Position) -> bool {
        position.of::<D>().is_some()
    }

    fn advise(&mut self, position: &Position, watch: &Watch) -> Advice {
        let (position, view) = known::<D>(position);
        let nothing = |none, nodes| Advice {
            m: None,
            piece: None,
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
                let none = match (advised.stopped, advised.table, advised.rule) {
                    (Some(stopped), _, _) => NoAdvice::Stopped(stopped),
                    (None, None, _) => NoAdvice::NoTable,
                    (None, Some(_), None) => NoAdvice::NoRule,
                    (None, Some(_), Some(_)) => NoAdvice::NoPiece,
                };
                nothing(none, advised.nodes())
            }
        }
    }

    fn why(&mut self, position: &Position, watch: &Watch) -> Result<ExplanationDocument, WhyError> {
        let (position, view) = known::<D>(position);
        if self.domain.turn(position) == Side::Them {
            return Err(WhyError::TheirMove);
        }
        let why = match self.choose(position, watch) {
            Ok(choice) => self.advisor.why(position, view, &choice, watch)?,
            Err(_) => self.advisor.why_nothing(position, view, watch)?,
        };
        Ok(ExplanationDocument::new(&self.domain, position, view, &why))
    }

    fn why_not(
        &mut self,
        position: &Position,
        m: &str,
        watch: &Watch,
    ) -> Result<ExplanationDocument, WhyError> {
        let (position, view) = known::<D>(position);
        if self.domain.turn(position) == Side::Them {
            return Err(WhyError::TheirMove);
        }
        let m = self.domain.read_move(position, view, m);
        let m = m.map_err(WhyError::BadMove)?;
        let why = self.advisor.why_not(position, view, m, watch)?;
        Ok(ExplanationDocument::new(&self.domain, position, view, &why))
    }

    fn tree(&mut self, position: &Position, watch: &Watch) -> Option<TreeDocument> {
        let (position, view) = known::<D>(position);
        let choice = self.choose(position, watch).ok()?;
        let asked = TreeQuestion {
            chapter: &self.chapter.name,
            program: &self.chapter.program,
            piece: choice.piece,
            verdict: Verdict::Satisfied,
        };
        TreeDocument::new(&self.domain, asked, &choice.root, view, &choice.tree).ok()
    }
}
