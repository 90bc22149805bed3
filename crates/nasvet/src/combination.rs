//! Combinations in full positions, found by plans.

use std::fmt;
use std::sync::Arc;

use chess::read_fen;
use combine::{
    AnnouncedMove, CombinationGoal, CombinationOptions, CombinationPlan, Ideas, TreeFinding,
    Values, check_tree, find_draw,
};
use documents::{
    BranchDocument, CheckName, CombinationDocument, TreeCheckDocument, TreeError, numbered,
    refuse_steering,
};
use domain::Watch;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move, Position};

use crate::combination_document::{CombinationQuestion, combination_document, draw_document};
use crate::patterns::Patterns;
use crate::puzzles::read_move;

/// What is looked for in a position. Everything is text, as people write it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CombinationRequest {
    /// `best`, `mate`, `draw`, or how much material is to be won: a pawn is worth 10.
    pub goal: String,
    /// Plans that are tried first: `d5 F>V*; d8d1; d1g1*`.
    pub plans: Vec<String>,
    /// Patterns that propose plans.
    pub patterns: Patterns,
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
            patterns: Patterns::default(),
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
            patterns: Arc::clone(self.patterns.book()),
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
        patterns: &request.patterns,
        values: request.values.as_ref(),
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
    // Who is behind, with all that he can win, may still save the game.
    let won = match document.verdict.is_found() {
        true => document.goal.parse().unwrap_or(i32::MAX),
        false => 0,
    };
    let balance = combine::balance(&board, &options.values).saturating_add(won);
    if balance > -options.values.bishop || request.paper {
        return Ok(document);
    }
    let drawn = draw_document(question, &find_draw(&board, watch));
    let tried = document.tried.iter().chain(&drawn.tried).cloned().collect();
    Ok(match drawn.verdict.is_found() {
        true => CombinationDocument { tried, ..drawn },
        false => CombinationDocument { tried, ..document },
    })
}

/// Checks the tree of a combination that may come from anybody: every legal reply is tried, by code that knows nothing
/// of plans. Looks at no more than so many positions.
pub fn check_combination(json: &[u8], max_positions: u64) -> Result<TreeCheckDocument, TreeError> {
    let refused = |problem: String| TreeError::Refused(problem);
    refuse_steering(json).map_err(|error| refused(format!("not a combination: {error}")))?;
    let document: CombinationDocument = serde_json::from_slice(json)
        .map_err(|error| refused(format!("not a combination: {error}")))?;
    let board = read_fen(&document.position).map_err(|error| refused(error.to_string()))?;
    if document.goal == DRAW {
        let problem = "a draw is shown by a set of positions that cannot be left, and has no tree";
        return Err(refused(problem.into()));
    }
    let goal: CombinationGoal = document
        .goal
        .parse()
        .map_err(|error: combine::ParseGoalError| refused(error.to_string()))?;
    let values = match &document.values {
        Some(values) => values
            .parse()
            .map_err(|error: combine::ParseValuesError| refused(error.to_string()))?,
        None => Values::PITRAT,
    };
    let tree = document.tree.as_ref().filter(|tree| !tree.is_empty());
    let tree = tree.ok_or_else(|| {
        refused("the combination has no tree; `nasvet combine … --tree --json` writes one".into())
    })?;
    let first = document.line.first();
    let found = |outcome, finding: String| {
        TreeCheckDocument::of_combination(&document.position, first, outcome, finding)
    };
    if !document.verdict.is_found() {
        return Err(refused(
            "the document does not say that there is one".into(),
        ));
    }
    let announced = first.and_then(|text| read_move(&board, text));
    let tree = announced_moves(&board, tree);
    if announced.is_none() || tree.first().map(|first| first.m) != announced {
        let finding = "flawed: the line and the tree do not begin with the same move".into();
        return Ok(found(CheckName::Flawed, finding));
    }
    let told = |line: &[Move]| {
        let mut way = board.clone();
        let texts: Vec<String> = line
            .iter()
            .map(|m| SanPlus::from_move_and_play_unchecked(&mut way, *m).to_string())
            .collect();
        numbered(document.side, &texts)
    };
    Ok(
        match check_tree(&board, goal, values, &tree, max_positions) {
            TreeFinding::Holds => found(
                CheckName::Sound,
                "sound: every legal reply has an answer".into(),
            ),
            TreeFinding::Refuted(line) => found(
                CheckName::Flawed,
                format!("flawed: after {} no answer was found", told(&line)),
            ),
            TreeFinding::Open(line) => found(
                CheckName::Unknown,
                format!("unknown: {} is not settled", told(&line)),
            ),
        },
    )
}

/// The legal moves of a tree. What cannot be played, such as a pass that shows a threat, proves nothing and is left out.
fn announced_moves(position: &Chess, branches: &[BranchDocument]) -> Vec<AnnouncedMove> {
    let announced = branches.iter().filter_map(|branch| {
        let m = read_move(position, &branch.m)?;
        let mut after = position.clone();
        after.play_unchecked(m);
        Some(AnnouncedMove {
            m,
            after: announced_moves(&after, &branch.after),
        })
    });
    announced.collect()
}
