//! What can be learned from a combination: a pattern for every plan on its line, of either side (4.2).

use domain::Watch;
use shakmaty::fen::Epd;
use shakmaty::{Chess, EnPassantMode, Move};

use crate::attempt::AttemptState;
use crate::best::best;
use crate::ids::{MoveNodeId, ROOT};
use crate::motif::motif_of;
use crate::moves::TreeMove;
use crate::options::CombinationOptions;
use crate::pattern::{CombinationPattern, Guarding, PatternCondition, PatternOrigin, generalise};
use crate::reason::Cause;
use crate::reduced::Reduced;
use crate::report::LineMove;
use crate::search::CombinationSearch;
use crate::tree::ListedPlan;
use crate::values::CombinationGoal;

/// With fewer moves than these, what was played shows no idea; the finder's own line does.
const MIN_PLAYED: usize = 2;

/// What was learned from a position.
#[derive(Clone, Debug)]
pub struct LearnedCombination {
    /// What is won by force.
    pub goal: CombinationGoal,
    /// The line that was learned from.
    pub line: Vec<LineMove>,
    /// A pattern for every plan on the line that has one, in the order of the moves.
    pub patterns: Vec<CombinationPattern>,
}

/// Looks for the best combination of the side to move, and learns from it if it is proved.
///
/// The moves that were played in the game are followed as far as the finder considered them. Both sides are learned
/// from: the one who fails had ideas, too. The goal of the options is not used.
pub fn learn(
    position: &Chess,
    played: &[Move],
    options: &CombinationOptions,
    watch: &Watch,
) -> Option<LearnedCombination> {
    let (attempts, answer) = best(position, options, watch);
    let attempt = attempts.get(answer?)?;
    if attempt.state != AttemptState::Proved {
        return None;
    }
    let search = &attempt.search;
    let mut line = followed(search, played);
    if line.len() < MIN_PLAYED {
        line = Reduced::new(search).idea_line();
    }
    let moves = line.iter().map(|id| LineMove {
        m: search.tree.node(*id).m,
        san: search.tree.text_of(*id),
    });
    Some(LearnedCombination {
        goal: attempt.goal,
        line: moves.collect(),
        patterns: line.iter().filter_map(|id| pattern(search, *id)).collect(),
    })
}

/// The nodes of the moves that were played, as far as they are in the tree.
fn followed(search: &CombinationSearch, played: &[Move]) -> Vec<MoveNodeId> {
    let mut line = Vec::new();
    let mut id = ROOT;
    for m in played {
        let Some(next) = search.tree.child(id, TreeMove::of(*m)) else {
            break;
        };
        line.push(next);
        id = next;
    }
    line
}

/// The pattern behind a move, if a plan began with it.
fn pattern(search: &CombinationSearch, id: MoveNodeId) -> Option<CombinationPattern> {
    let node = search.tree.node(id);
    let before = node.parent?;
    let begins = |entry: &&ListedPlan| search.reason(entry.reason).node == before;
    let entry = node.made_by.iter().find(begins)?;
    let board = &search.tree.node(before).board;
    let cause = search.reason(entry.reason).cause;
    let guarding = match cause {
        Cause::Protects { danger } => {
            let danger = search.tree.node(danger).m;
            let squares = danger.from().zip(danger.to());
            Some(squares.map(|(attacker, target)| Guarding { attacker, target })?)
        }
        Cause::Saw(_)
        | Cause::Modifies { .. }
        | Cause::NewCapture
        | Cause::TakesBack
        | Cause::Recalls { .. }
        | Cause::Destroys { .. }
        | Cause::Parries { .. }
        | Cause::NamesSquare { .. }
        | Cause::Interferes { .. }
        | Cause::Analyses
        | Cause::SawThere { .. }
        | Cause::Widens { .. } => None,
    };
    let plan = search.store.plan(entry.plan);
    let position = Epd::from_position(&board.to_chess()?, EnPassantMode::Legal).to_string();
    let pattern = generalise(board, &plan.0, guarding, &search.scales)?;
    Some(CombinationPattern {
        name: name(search, entry, &pattern, guarding),
        won: u32::from(search.tree.failing(id) != board.turn),
        origins: vec![PatternOrigin {
            position,
            san: search.tree.text_of(id),
        }],
        ..pattern
    })
}

/// What to call it: by the motif of its plan, or by what it does.
fn name(
    search: &CombinationSearch,
    entry: &ListedPlan,
    pattern: &CombinationPattern,
    guarding: Option<Guarding>,
) -> String {
    let has = |is_it: fn(&PatternCondition) -> bool| pattern.conditions.iter().any(is_it);
    if guarding.is_some() {
        return "guard".into();
    }
    if let Some(motif) = motif_of(search, entry.reason) {
        return motif.name().replace([' ', '-'], "_");
    }
    let name = match () {
        () if has(|condition| matches!(condition, PatternCondition::Boxed { .. })) => "no_escape",
        () if has(|condition| matches!(condition, PatternCondition::Safe { .. })) => "safe_check",
        () => "plan",
    };
    name.into()
}
