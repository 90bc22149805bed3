//! When a position comes again: the scheduler FSRS-6, with its published default parameters.
//!
//! The formulas are those of "The algorithm" in the wiki of open-spaced-repetition/fsrs4anki, and the steps of minutes
//! before the first day those of py-fsrs: a minute and ten minutes at first, ten minutes after forgetting. A position
//! comes again on the day when nine learners in ten would still solve it. Intervals are not blurred by chance, so that
//! the same answers at the same times always give the same days.

use documents::StageName;

/// The seconds of a day.
pub(crate) const DAY: u64 = 86_400;

const MINUTE: u64 = 60;

/// How a position that came again was answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rating {
    /// A mistake, or the solution was shown.
    Again,
    /// Solved with help.
    Hard,
    /// Solved.
    Good,
}

/// What the scheduler remembers of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct RepeatMemory {
    pub(crate) stage: StageName,
    /// After so many days nine in ten remember it.
    pub(crate) stability: f64,
    /// From 1 to 10.
    pub(crate) difficulty: f64,
    /// When it was answered last, in seconds.
    pub(crate) seen: u64,
    /// When it comes again, in seconds.
    pub(crate) due: u64,
}

/// The default parameters of FSRS-6.
const W: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
    0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];

/// The rating with which difficulties drift towards their mean, *easy*, which nobody is given here.
const EASY: f64 = 4.0;

const LEAST_STABILITY: f64 = 0.001;

/// A hundred years.
const MOST_DAYS: f64 = 36_500.0;

impl RepeatMemory {
    /// Whatever a file holds, the formulas are asked about numbers that they know.
    fn within_bounds(self) -> RepeatMemory {
        RepeatMemory {
            stability: self.stability.clamp(LEAST_STABILITY, MOST_DAYS),
            difficulty: clamped(self.difficulty),
            ..self
        }
    }
}

impl Rating {
    /// Its number in the formulas.
    fn grade(self) -> f64 {
        match self {
            Rating::Again => 1.0,
            Rating::Hard => 2.0,
            Rating::Good => 3.0,
        }
    }
}

/// What is remembered of a position after an answer; `before` is nothing if this was the first.
pub(crate) fn answered(before: Option<RepeatMemory>, rating: Rating, now: u64) -> RepeatMemory {
    let (stability, difficulty) = match before {
        None => (first_stability(rating), first_difficulty(rating.grade())),
        Some(memory) => {
            let memory = memory.within_bounds();
            let days = now.saturating_sub(memory.seen) / DAY;
            let stability = match days {
                0 => same_day_stability(memory.stability, rating),
                _ => next_stability(memory, days as f64, rating),
            };
            (stability, next_difficulty(memory.difficulty, rating))
        }
    };
    let stability = stability.max(LEAST_STABILITY);
    let stage = before.map_or(StageName::Learning, |memory| memory.stage);
    let (stage, seconds) = match (stage, rating) {
        (StageName::Learning | StageName::Settling, Rating::Again) => (StageName::Learning, MINUTE),
        (StageName::Learning, Rating::Hard) => (StageName::Learning, (MINUTE + 10 * MINUTE) / 2),
        (StageName::Learning, Rating::Good) | (StageName::Settling, Rating::Hard) => {
            (StageName::Settling, 10 * MINUTE)
        }
        (StageName::Review | StageName::Relearning, Rating::Again) => {
            (StageName::Relearning, 10 * MINUTE)
        }
        (StageName::Relearning, Rating::Hard) => (StageName::Relearning, 15 * MINUTE),
        (StageName::Settling | StageName::Relearning, Rating::Good)
        | (StageName::Review, Rating::Hard | Rating::Good) => {
            (StageName::Review, days_until(stability) * DAY)
        }
    };
    RepeatMemory {
        stage,
        stability: rounded(stability),
        difficulty: rounded(difficulty),
        seen: now,
        due: now.saturating_add(seconds),
    }
}

/// To six decimal places, as it is kept.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

fn first_stability(rating: Rating) -> f64 {
    match rating {
        Rating::Again => W[0],
        Rating::Hard => W[1],
        Rating::Good => W[2],
    }
}

fn first_difficulty(grade: f64) -> f64 {
    clamped(unclamped_difficulty(grade))
}

fn unclamped_difficulty(grade: f64) -> f64 {
    W[4] - (W[5] * (grade - 1.0)).exp() + 1.0
}

fn clamped(difficulty: f64) -> f64 {
    difficulty.clamp(1.0, 10.0)
}

fn next_difficulty(difficulty: f64, rating: Rating) -> f64 {
    let change = -W[6] * (rating.grade() - 3.0);
    let damped = difficulty + (10.0 - difficulty) * change / 9.0;
    clamped(W[7] * unclamped_difficulty(EASY) + (1.0 - W[7]) * damped)
}

fn same_day_stability(stability: f64, rating: Rating) -> f64 {
    let growth = (W[17] * (rating.grade() - 3.0 + W[18])).exp() * stability.powf(-W[19]);
    let growth = match rating {
        Rating::Good => growth.max(1.0),
        Rating::Again | Rating::Hard => growth,
    };
    stability * growth
}

fn next_stability(memory: RepeatMemory, days: f64, rating: Rating) -> f64 {
    let RepeatMemory {
        stability,
        difficulty,
        ..
    } = memory;
    let retrievability = retrievability(stability, days);
    match rating {
        Rating::Again => {
            let forgotten = W[11]
                * difficulty.powf(-W[12])
                * ((stability + 1.0).powf(W[13]) - 1.0)
                * ((1.0 - retrievability) * W[14]).exp();
            forgotten.min(stability / (W[17] * W[18]).exp())
        }
        Rating::Hard | Rating::Good => {
            let penalty = match rating {
                Rating::Hard => W[15],
                Rating::Again | Rating::Good => 1.0,
            };
            let growth = W[8].exp()
                * (11.0 - difficulty)
                * stability.powf(-W[9])
                * (((1.0 - retrievability) * W[10]).exp() - 1.0)
                * penalty;
            stability * (1.0 + growth)
        }
    }
}

/// How probable it is that it is remembered after so many days.
fn retrievability(stability: f64, days: f64) -> f64 {
    // So that it is nine in ten after as many days as the stability has.
    let factor = 0.9_f64.powf(-1.0 / W[20]) - 1.0;
    (1.0 + factor * days / stability).powf(-W[20])
}

/// Days until nine in ten would still remember it, which is what the stability says.
fn days_until(stability: f64) -> u64 {
    stability.round().clamp(1.0, MOST_DAYS) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A day in November 2022, as in the tests of py-fsrs.
    const START: u64 = 1_669_725_000;

    #[test]
    fn the_intervals_are_those_of_the_reference() {
        // `test_review_card` of py-fsrs 6: each answer comes when the position is due.
        use Rating::{Again, Good};
        let ratings = [
            Good, Good, Good, Good, Good, Good, Again, Again, Good, Good, Good, Good, Good,
        ];
        let (mut memory, mut now, mut days) = (None, START, Vec::new());
        for rating in ratings {
            let next = answered(memory, rating, now);
            days.push((next.due - now) / DAY);
            (memory, now) = (Some(next), next.due);
        }
        assert_eq!(days, [0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21]);
    }

    #[test]
    fn stability_and_difficulty_are_those_of_the_reference() {
        // `test_memo_state` of py-fsrs 6: answers after 0, 0, 1, 3, 8 and 21 days.
        let (mut memory, mut now) = (None, START);
        for (days, rating) in [
            (0, Rating::Again),
            (0, Rating::Good),
            (1, Rating::Good),
            (3, Rating::Good),
            (8, Rating::Good),
            (21, Rating::Good),
        ] {
            now += days * DAY;
            memory = Some(answered(memory, rating, now));
        }
        let memory = memory.expect("it was answered");
        // What is kept is rounded after every answer, so the last places may differ.
        assert!((memory.stability - 53.62691).abs() < 0.001, "{memory:?}");
        assert!(
            (memory.difficulty - 6.3574867).abs() < 0.00001,
            "{memory:?}"
        );
    }

    #[test]
    fn steps_of_minutes_come_before_the_first_day() {
        let after = |memory: &RepeatMemory| (memory.stage, memory.due - memory.seen);
        let first = answered(None, Rating::Again, START);
        assert_eq!(after(&first), (StageName::Learning, 60));
        let helped = answered(Some(first), Rating::Hard, first.due);
        assert_eq!(after(&helped), (StageName::Learning, 330));
        let solved = answered(Some(first), Rating::Good, first.due);
        assert_eq!(after(&solved), (StageName::Settling, 600));
        let learnt = answered(Some(solved), Rating::Good, solved.due);
        assert_eq!(learnt.stage, StageName::Review);
        let forgotten = answered(Some(learnt), Rating::Again, learnt.due);
        assert_eq!(after(&forgotten), (StageName::Relearning, 600));
    }

    #[test]
    fn whatever_a_file_holds_gives_a_day_to_come() {
        for stability in [-1.0, 0.0, 1e300] {
            for difficulty in [-5.0, 0.0, 1e300] {
                let memory = RepeatMemory {
                    stage: StageName::Review,
                    stability,
                    difficulty,
                    seen: START,
                    due: START,
                };
                for rating in [Rating::Again, Rating::Hard, Rating::Good] {
                    let next = answered(Some(memory), rating, START + 5 * DAY);
                    assert!(
                        next.due > START && next.stability >= LEAST_STABILITY,
                        "{next:?}"
                    );
                    assert!((1.0..=10.0).contains(&next.difficulty), "{next:?}");
                }
            }
        }
    }
}
