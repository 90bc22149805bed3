//! Combinations in full positions, found by plans.

use std::fmt;

use chess::read_fen;
use combine::{CombinationGoal, CombinationOptions, CombinationPlan, Ideas, Values, find_draw};
use documents::CombinationDocument;
use domain::Watch;
use shakmaty::Position;

use crate::combination_document::{CombinationQuestion, combination_document, draw_document};

/// What is looked for in a position. Everything is text, as people write it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CombinationRequest {
    /// `best`, `mate`, `draw`, or how much material is to be won: a pawn is worth 10.
    pub goal: String,
    /// Plans that are tried first: `d5 F>V*; d8d1; d1g1*`.
    pub plans: Vec<String>,
    /// What the pieces are worth, from king to pawn, if not what they were in Pitrat's program.
    pub values: Option<String>,
    /// Only the ideas of Pitrat's paper.
    pub paper: bool,
    /// Give the reduced tree.
    pub tree: bool,
    /// Write down every plan that was made.
    pub trace: bool,
}

impl CombinationRequest {
    /// This goal, and nothing else.
    pub fn new(goal: &str) -> CombinationRequest {
        CombinationRequest {
            goal: goal.into(),
            plans: Vec::new(),
            values: None,
            paper: false,
            tree: false,
            trace: false,
        }
    }

    /// Can the goal, the plans and the values be read?
    pub fn check(&self) -> Result<(), BadCombinationRequest> {
        self.options().map(|_| ())
    }

    fn is_best(&self) -> bool {
        self.goal.eq_ignore_ascii_case(BEST)
    }

    fn is_draw(&self) -> bool {
        self.goal.eq_ignore_ascii_case(DRAW)
    }

    fn options(&self) -> Result<CombinationOptions, BadCombinationRequest> {
        let goal = match self.is_best() || self.is_draw() {
            true => CombinationGoal::Mate,
            false => self
                .goal
                .parse()
                .map_err(|error: combine::ParseGoalError| {
                    BadCombinationRequest::Goal(format!("{error}; or `{BEST}`, or `{DRAW}`"))
                })?,
        };
        let plans = self.plans.iter().map(|plan| {
            plan.parse::<CombinationPlan>()
                .map_err(|error| BadCombinationRequest::Plan(error.to_string()))
        });
        Ok(CombinationOptions {
            goal,
            values: match &self.values {
                Some(values) => values.parse().map_err(|error: combine::ParseValuesError| {
                    BadCombinationRequest::Values(error.to_string())
                })?,
                None => Values::PITRAT,
            },
            plans: plans.collect::<Result<_, _>>()?,
            ideas: match self.paper {
                true => Ideas::Paper,
                false => Ideas::All,
            },
            trace: self.trace,
        })
    }
}

/// Which part of a request cannot be read, and why: lower case, no full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BadCombinationRequest {
    /// The position.
    Position(String),
    /// The goal.
    Goal(String),
    /// A plan.
    Plan(String),
    /// The values.
    Values(String),
}

impl fmt::Display for BadCombinationRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadCombinationRequest::Position(error)
            | BadCombinationRequest::Goal(error)
            | BadCombinationRequest::Plan(error)
            | BadCombinationRequest::Values(error) => f.write_str(error),
        }
    }
}

impl std::error::Error for BadCombinationRequest {}

/// The goal that stands for mate, then falling gains.
const BEST: &str = "best";
/// The goal of a side that is lost.
const DRAW: &str = "draw";

/// Looks for a combination. The budget of the watch is the size of all trees together.
///
/// ```
/// use nasvet::{CombinationRequest, Watch, find_combination};
///
/// let position = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";
/// let found = find_combination(position, &CombinationRequest::new("mate"), &Watch::nodes(1_000))?;
/// assert_eq!(found.line, ["Rd8#"]);
/// # Ok::<(), nasvet::BadCombinationRequest>(())
/// ```
pub fn find_combination(
    position: &str,
    request: &CombinationRequest,
    watch: &Watch,
) -> Result<CombinationDocument, BadCombinationRequest> {
    let board = read_fen(position);
    let board = board.map_err(|error| BadCombinationRequest::Position(error.to_string()))?;
    if board.is_checkmate() || board.is_stalemate() {
        let how = if board.is_checkmate() {
            "mated"
        } else {
            "stalemated"
        };
        let side = board.turn();
        let error = format!("{side} is {how}, so the game is over");
        return Err(BadCombinationRequest::Position(error));
    }
    let options = request.options()?;
    let goal = options.goal;
    if let CombinationGoal::Gain(wanted) = goal {
        let most = combine::most_to_win(&board, &options.values);
        if wanted > most {
            let error =
                format!("all men of the other side together are worth {most}, not {wanted}");
            return Err(BadCombinationRequest::Goal(error));
        }
    }
    let question = CombinationQuestion {
        text: position,
        position: &board,
        plans: &request.plans,
        tree: request.tree,
    };
    if request.is_draw() {
        return Ok(draw_document(question, &find_draw(&board, watch)));
    }
    if !request.is_best() {
        let found = combine::find(&board, &options, watch).alone(goal);
        return Ok(combination_document(question, &found));
    }
    let best = combine::find_best(&board, &options, watch);
    let document = combination_document(question, &best);
    // Who has nothing to win and is behind may still save the game.
    let is_behind = combine::balance(&board, &options.values) <= -options.values.bishop;
    if document.verdict.is_found() || !is_behind || request.paper {
        return Ok(document);
    }
    let drawn = draw_document(question, &find_draw(&board, watch));
    let tried = document.tried.iter().chain(&drawn.tried).cloned().collect();
    Ok(match drawn.verdict.is_found() {
        true => CombinationDocument { tried, ..drawn },
        false => CombinationDocument { tried, ..document },
    })
}
