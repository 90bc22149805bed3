//! Where a pattern fits: its places are found on a board one after the other, and each way gives a plan.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::generalise::{arranged, is_boxed, is_reached, is_safe};
use super::{
    CombinationPattern, PatternChange, PatternCondition, PatternMan, PatternPlace, PatternState,
    PatternStep,
};
use crate::board::PlanBoard;
use crate::plan::{CombinationPlan, PlanStatement, SquareChange, SquareState};
use crate::values::Scales;

/// The most plans that a pattern proposes in a position, and the most squares that are looked at for them.
const MAX_PLANS: usize = 4;
const MAX_LOOKS: u32 = 600;

/// The plans that a pattern proposes to the side to move.
pub(crate) fn matches(
    pattern: &CombinationPattern,
    board: &PlanBoard,
    scales: &Scales,
) -> Vec<CombinationPlan> {
    let mut matcher = Matcher {
        pattern,
        board,
        us: board.turn,
        scales,
        order: order(pattern),
        squares: vec![None; pattern.men.len()],
        looks: 0,
        plans: Vec::new(),
    };
    matcher.bind(0);
    matcher.plans
}

/// In which order places are found: men before squares, and those of which there are few first.
fn order(pattern: &CombinationPattern) -> Vec<usize> {
    let mut order: Vec<usize> = (0..pattern.men.len()).collect();
    order.sort_by_key(|idx| match pattern.men[*idx] {
        PatternMan::Ours(Role::King)
        | PatternMan::Theirs {
            role: Role::King, ..
        } => 0,
        PatternMan::Ours(Role::Pawn) => 3,
        PatternMan::Ours(_) => 1,
        PatternMan::Theirs { .. } => 2,
        PatternMan::Empty => 4,
    });
    order
}

struct Matcher<'a> {
    pattern: &'a CombinationPattern,
    board: &'a PlanBoard,
    us: Color,
    scales: &'a Scales,
    order: Vec<usize>,
    squares: Vec<Option<Square>>,
    looks: u32,
    plans: Vec<CombinationPlan>,
}

impl Matcher<'_> {
    fn at(&self, place: PatternPlace) -> Option<Square> {
        self.squares.get(usize::from(place.0)).copied().flatten()
    }

    /// Finds the places from a number on.
    fn bind(&mut self, depth: usize) {
        let Some(idx) = self.order.get(depth).copied() else {
            let plan = self.plan();
            if let Some(plan) = plan.filter(|plan| !self.plans.contains(plan)) {
                self.plans.push(plan);
            }
            return;
        };
        for square in self.candidates(idx) {
            self.looks += 1;
            if self.looks > MAX_LOOKS || self.plans.len() >= MAX_PLANS {
                return;
            }
            if self.squares.contains(&Some(square)) {
                continue;
            }
            self.squares[idx] = Some(square);
            let place = PatternPlace(u8::try_from(idx).unwrap_or(u8::MAX));
            let mut conditions = self.pattern.conditions.iter();
            if conditions.all(|condition| self.may_hold(condition, place)) {
                self.bind(depth + 1);
            }
            self.squares[idx] = None;
        }
    }

    /// The squares where a place may be.
    fn candidates(&self, idx: usize) -> Bitboard {
        let pieces = &self.board.pieces;
        let mut squares = match self.pattern.men[idx] {
            PatternMan::Ours(role) => self.board.of(self.us) & pieces.by_role(role),
            PatternMan::Theirs {
                role,
                or_more: false,
            } => self.board.of(!self.us) & pieces.by_role(role),
            PatternMan::Theirs { role, .. } => {
                let least = self.scales.of(role);
                let worth = |square: &Square| {
                    let role = pieces.role_at(*square);
                    role.is_some_and(|role| self.scales.of(role) >= least)
                };
                let men = self.board.of(!self.us) & !pieces.kings();
                men.into_iter().filter(worth).collect()
            }
            PatternMan::Empty => !pieces.occupied(),
        };
        // What a man reaches from where it stands is quickly known.
        for condition in &self.pattern.conditions {
            if let PatternCondition::Reaches {
                man,
                from: None,
                to,
                attacks: is_attack,
                past,
            } = condition
                && usize::from(to.0) == idx
                && past.is_empty()
                && let Some(from) = self.at(*man)
                && let Some(piece) = self.board.piece(from)
                && (*is_attack || piece.role != Role::Pawn)
            {
                squares &= attacks::attacks(from, piece, pieces.occupied());
            }
        }
        squares
    }

    /// Does a condition hold, as far as it is about a place that was just found and others that are?
    fn may_hold(&self, condition: &PatternCondition, last: PatternPlace) -> bool {
        let is_new = condition.mentioned().any(|place| place == last);
        let is_ready = || condition.mentioned().all(|place| self.at(place).is_some());
        !(is_new && is_ready()) || self.holds(condition).unwrap_or(false)
    }

    fn holds(&self, condition: &PatternCondition) -> Option<bool> {
        let pieces = &self.board.pieces;
        Some(match condition {
            PatternCondition::Reaches {
                man,
                from,
                to,
                attacks: is_attack,
                past,
            } => {
                let origin = self.at(*man)?;
                let from = self.at(from.unwrap_or(*man))?;
                let to = self.at(*to)?;
                let wanted: Bitboard = past.iter().filter_map(|place| self.at(*place)).collect();
                let between = attacks::between(from, to) & pieces.occupied();
                is_reached(self.board.piece(origin)?, from, to, *is_attack)
                    && between & !Bitboard::from(origin) == wanted
            }
            PatternCondition::Guarded(at) => self.board.attackers(self.at(*at)?, !self.us).any(),
            PatternCondition::Safe { man, at } => {
                let at = self.at(*at)?;
                let pieces = arranged(self.board, self.at(*man)?, at, std::iter::empty());
                is_safe(&pieces, self.us, at, self.scales)
            }
            PatternCondition::Boxed { man, at } => {
                let at = self.at(*at)?;
                let pieces = arranged(self.board, self.at(*man)?, at, self.in_the_way(*man));
                is_boxed(&pieces, self.us, at)
            }
        })
    }

    /// The men that must have left before a man attacks their king.
    fn in_the_way(&self, man: PatternPlace) -> impl Iterator<Item = Square> {
        let conditions = self.pattern.conditions.iter();
        let gone = conditions.filter_map(move |condition| match condition {
            PatternCondition::Reaches {
                man: other,
                from: Some(_),
                to,
                past,
                ..
            } if *other == man && self.is_king(*to) => Some(past),
            PatternCondition::Reaches { .. }
            | PatternCondition::Guarded(_)
            | PatternCondition::Safe { .. }
            | PatternCondition::Boxed { .. } => None,
        });
        gone.flatten().filter_map(|place| self.at(*place))
    }

    fn is_king(&self, place: PatternPlace) -> bool {
        let man = self.pattern.men.get(usize::from(place.0));
        matches!(
            man,
            Some(PatternMan::Theirs {
                role: Role::King,
                ..
            })
        )
    }

    /// The plan on this board.
    fn plan(&self) -> Option<CombinationPlan> {
        let steps = self.pattern.plan.iter();
        let statements = steps.map(|step| self.statement(*step));
        statements.collect::<Option<_>>().map(CombinationPlan)
    }

    fn statement(&self, step: PatternStep) -> Option<PlanStatement> {
        let role = |at: PatternPlace| self.board.pieces.role_at(self.at(at)?);
        Some(match step {
            PatternStep::Move { from, to, threat } => PlanStatement::Move {
                from: self.at(from)?,
                to: self.at(to)?,
                threat,
            },
            PatternStep::Plays(at) => PlanStatement::Plays(self.at(at)?),
            PatternStep::Modify { at, change, threat } => PlanStatement::Modify {
                square: self.at(at)?,
                change: match change {
                    PatternChange::OursVacates => SquareChange::FriendToVacant,
                    PatternChange::OursLeaves => SquareChange::FriendAway,
                    PatternChange::TheirsVacates => SquareChange::EnemyToVacant,
                    PatternChange::TheirsLeaves => SquareChange::PieceAway(role(at)?),
                    PatternChange::TheirsIsReplaced => SquareChange::PieceReplaced(role(at)?),
                    PatternChange::IsBlocked => SquareChange::VacantToOccupied,
                    PatternChange::TheyCome => SquareChange::EnemyComes,
                    PatternChange::Comes(role) => SquareChange::PieceComes(role),
                },
                threat,
            },
            PatternStep::Verify { at, state } => PlanStatement::Verify {
                square: self.at(at)?,
                state: match state {
                    PatternState::Empty => SquareState::Vacant,
                    PatternState::Occupied => SquareState::Occupied,
                    PatternState::NotOurs => SquareState::NoFriend,
                    PatternState::Theirs => SquareState::Enemy,
                    PatternState::IsThere(role) => SquareState::SuchEnemy(role),
                    PatternState::Gone => SquareState::NoSuchEnemy(role(at)?),
                    PatternState::Replaced => SquareState::OtherEnemy(role(at)?),
                },
            },
            PatternStep::Analysis(at) => PlanStatement::Analysis(self.at(at)?),
        })
    }
}
