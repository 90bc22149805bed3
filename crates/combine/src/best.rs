//! Finds the best combination: mate, then falling goals, within one budget.
//!
//! The search for each goal stays open and goes on where it stopped, the highest goal first. What is found is proved
//! before it counts, so a lower goal that is proved is better than a higher one that is not.

use domain::Watch;
use shakmaty::{Chess, Color, Position, Role};

use crate::attempt::{Attempt, AttemptState};
use crate::options::CombinationOptions;
use crate::values::{CombinationGoal, Values};

/// The share of the budget that each goal may use in the first round, and how much more in each later one.
const FIRST_ROUND: u64 = 32;
const MORE: u64 = 4;

/// The share of the budget for a last look: may more be won than the goal that is reached?
const LAST_LOOK: u64 = 16;

/// What all men of the other side are worth, without the king.
pub fn most_to_win(position: &Chess, values: &Values) -> i32 {
    worth(position, !position.turn(), values)
}

/// What the side to move has more than the other.
pub fn balance(position: &Chess, values: &Values) -> i32 {
    let us = position.turn();
    worth(position, us, values) - worth(position, !us, values)
}

/// What the men of a side are worth, without the king.
fn worth(position: &Chess, side: Color, values: &Values) -> i32 {
    let men = position.board().by_color(side);
    let roles = men
        .into_iter()
        .filter_map(|square| position.board().role_at(square));
    roles
        .filter(|role| *role != Role::King)
        .map(|role| values.of(role))
        .sum()
}

/// The goals in falling order, as far as the enemy has so much to lose.
fn goals(position: &Chess, values: &Values) -> Vec<CombinationGoal> {
    // A few steps: with more of them each would get too little of the budget.
    let minor = values.bishop.min(values.knight);
    let mut gains = vec![2 * values.rook, minor, values.pawn];
    gains.sort_unstable_by(|one, other| other.cmp(one));
    gains.dedup();
    let most = most_to_win(position, values);
    gains.retain(|gain| *gain <= most);
    let mut goals = vec![CombinationGoal::Mate];
    goals.extend(gains.into_iter().map(CombinationGoal::Gain));
    goals
}

/// Works on all goals; returns the attempts in falling order of their goals, and which of them is the answer.
pub(crate) fn best(
    position: &Chess,
    options: &CombinationOptions,
    watch: &Watch,
) -> (Vec<Attempt>, Option<usize>) {
    // The rest is kept for a last look at something between two goals.
    let max_nodes = watch.max_nodes() - watch.max_nodes() / LAST_LOOK;
    let mut attempts: Vec<Attempt> = goals(position, &options.values)
        .into_iter()
        .map(|goal| {
            Attempt::new(
                position,
                &CombinationOptions {
                    goal,
                    ..options.clone()
                },
                max_nodes,
            )
        })
        .collect();
    let mut round = (max_nodes / FIRST_ROUND).max(1);
    let mut answer: Option<usize> = None;
    loop {
        let mut is_over = true;
        for idx in 0..answer.unwrap_or(attempts.len()) {
            let used: u64 = attempts.iter().map(Attempt::n_nodes).sum();
            let n_open = attempts[idx..answer.unwrap_or(attempts.len())]
                .iter()
                .filter(|attempt| matches!(attempt.state, AttemptState::Searching(_)))
                .count()
                .max(1) as u64;
            let attempt = &mut attempts[idx];
            if !matches!(attempt.state, AttemptState::Searching(_)) {
                continue;
            }
            let left = max_nodes.saturating_sub(used);
            let limit = round.min(attempt.n_nodes() + left.div_ceil(n_open));
            attempt.advance(position, limit, watch);
            match attempt.state {
                AttemptState::Proved => {
                    answer = Some(idx);
                    break;
                }
                AttemptState::Searching(_) => is_over &= left == 0 || watch.is_stopped(),
                AttemptState::Found(_) | AttemptState::GivenUp => {}
            }
        }
        if is_over {
            break;
        }
        round = round.saturating_mul(MORE);
    }
    let found = |attempt: &Attempt| matches!(attempt.state, AttemptState::Found(_));
    let mut answer = answer.or_else(|| attempts.iter().position(found));
    if let Some(idx) = answer {
        let goals = goals_above(attempts[idx].goal, &options.values);
        let used: u64 = attempts.iter().map(Attempt::n_nodes).sum();
        let mut left = watch.max_nodes().saturating_sub(used);
        for (n_before, goal) in goals.iter().enumerate() {
            let options = CombinationOptions {
                goal: *goal,
                ..options.clone()
            };
            let mut more = Attempt::new(position, &options, max_nodes);
            more.advance(position, left / (goals.len() - n_before) as u64, watch);
            left = left.saturating_sub(more.n_nodes());
            if more.state == AttemptState::Proved {
                attempts.insert(idx, more);
                answer = Some(idx);
                break;
            }
        }
    }
    (attempts, answer)
}

/// What may be won beyond a goal that is reached, without the next of the falling goals; the most first.
fn goals_above(reached: CombinationGoal, values: &Values) -> Vec<CombinationGoal> {
    let minor = values.bishop.min(values.knight);
    let goals = match reached {
        CombinationGoal::Gain(gain) if gain == minor => vec![2 * minor, values.rook],
        CombinationGoal::Gain(gain) if gain == values.pawn => {
            // The exchange, a rook for a minor piece, is more than a pawn.
            let exchange = values.rook - minor;
            let goals = [2 * values.pawn, exchange];
            goals.into_iter().filter(|goal| *goal > gain).collect()
        }
        CombinationGoal::Gain(_) | CombinationGoal::Mate => Vec::new(),
    };
    goals.into_iter().map(CombinationGoal::Gain).collect()
}
