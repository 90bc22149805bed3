//! Limits of a search, and how much time a move may take.

use std::time::Duration;

/// What `go` allows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoLimits {
    /// Until `stop`.
    pub infinite: bool,
    /// The move is thought about while the opponent thinks.
    pub ponder: bool,
    /// What White and Black have on their clocks.
    pub clocks: [Option<Duration>; 2],
    /// What White and Black get for each move.
    pub increments: [Duration; 2],
    /// How many moves there are until the clocks are set anew.
    pub moves_to_go: Option<u64>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// Not deeper than this.
    pub depth: Option<u64>,
    /// Not more positions than this.
    pub nodes: Option<u64>,
    /// A mate in this many moves is looked for.
    pub mate: Option<u64>,
    /// The legal lines of this length are counted, nothing else.
    pub perft: Option<u64>,
    /// Only these moves.
    pub moves: Vec<String>,
}

/// How long a move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveTime {
    /// After this, no deeper look is begun.
    pub enough: Duration,
    /// After this, there must be a move.
    pub most: Duration,
}

impl GoLimits {
    /// Does the search go on until somebody stops it?
    pub fn is_open(&self) -> bool {
        let clocks = self.clocks.iter().any(Option::is_some);
        let counts = [self.depth, self.nodes, self.mate, self.perft];
        self.infinite || !clocks && self.move_time.is_none() && counts.iter().all(Option::is_none)
    }

    /// How long the side of this index may think; none if no clock runs.
    pub fn time(&self, side: usize, overhead: Duration) -> Option<MoveTime> {
        if self.infinite {
            return None;
        }
        if let Some(time) = self.move_time {
            let most = time.saturating_sub(overhead).max(LEAST);
            return Some(MoveTime { enough: most, most });
        }
        let clock = self.clocks[side]?;
        let increment = self.increments[side];
        let moves = self.moves_to_go.unwrap_or(USUAL_MOVES).min(USUAL_MOVES) as u32;
        let share = clock / moves + increment * 3 / 4;
        // Never the whole clock: another move may follow, and the messages take time as well.
        let limit = match moves {
            1 => clock.saturating_sub(overhead * 2),
            _ => (clock / 2).min(clock.saturating_sub(overhead)),
        };
        let most = (share * 2).min(limit).max(LEAST);
        Some(MoveTime {
            enough: (share / 2).min(most),
            most,
        })
    }
}

/// A game is thought to last so many moves more.
const USUAL_MOVES: u64 = 30;

/// Nobody moves faster than this.
const LEAST: Duration = Duration::from_millis(1);

#[cfg(test)]
mod tests {
    use super::*;

    fn most(limits: &GoLimits) -> u128 {
        let time = limits.time(0, Duration::from_millis(30));
        time.expect("a clock runs").most.as_millis()
    }

    #[test]
    fn the_clock_never_runs_out() {
        for millis in [0, 1, 5, 20, 50, 100, 1_000, 60_000, 3_600_000] {
            for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                let limits = GoLimits {
                    clocks: [Some(Duration::from_millis(millis)), None],
                    increments: [Duration::from_secs(2); 2],
                    moves_to_go,
                    ..GoLimits::default()
                };
                let most = most(&limits);
                assert!(
                    most <= u128::from(millis.saturating_sub(30).max(1)),
                    "{millis}"
                );
            }
        }
    }

    #[test]
    fn a_given_time_is_used() {
        let limits = GoLimits {
            move_time: Some(Duration::from_millis(500)),
            ..GoLimits::default()
        };
        assert_eq!(most(&limits), 470);
        assert!(!limits.is_open());
    }

    #[test]
    fn without_limits_a_search_is_open() {
        assert!(GoLimits::default().is_open());
        let limits = GoLimits {
            depth: Some(3),
            ..GoLimits::default()
        };
        assert!(!limits.is_open());
        assert_eq!(limits.time(0, Duration::ZERO), None);
    }
}
