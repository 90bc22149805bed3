//! Do the defender's checks come to an end? If they do not, what was won is worth a draw.
//!
//! The defender only gives check; the attacker may answer as he likes. What is asked is whether he can answer so that
//! the checks end, and he still has what he won. A few checks are tried first, then more.

use shakmaty::{Chess, Move, Position};

use super::{OutOfBudget, ReplyProver, hash};

/// The checks must end after so many, in rising order.
const MOST_CHECKS: [u32; 5] = [1, 2, 4, 8, 16];
/// The most positions for this question at one end of a line.
const POSITIONS: u64 = 20_000;

impl ReplyProver {
    /// The defender to move: a check with which he begins a series that has not been seen to end; none if all of them
    /// end.
    pub(super) fn endless_check(
        &mut self,
        position: &Chess,
        gain: i32,
    ) -> Result<Option<Move>, OutOfBudget> {
        let checks = self.checks(position);
        if checks.is_empty() {
            return Ok(None);
        }
        let (limit, n_path) = (self.limit, self.path.len());
        self.limit = limit.min(self.n_positions + POSITIONS);
        let mut endless = None;
        for (m, next, won) in checks {
            let mut ends = Ok(false);
            for most in MOST_CHECKS {
                ends = self.some_answer_ends_checks(&next, gain - won, most - 1);
                if !matches!(ends, Ok(false)) {
                    break;
                }
            }
            self.path.truncate(n_path);
            if !matches!(ends, Ok(true)) {
                endless = Some(m);
                break;
            }
        }
        self.limit = limit;
        match self.n_positions >= self.max_positions {
            true => Err(OutOfBudget),
            false => Ok(endless),
        }
    }

    /// The attacker to move, in check: can he answer so that after at most so many more checks there is none?
    fn some_answer_ends_checks(
        &mut self,
        position: &Chess,
        gain: i32,
        left: u32,
    ) -> Result<bool, OutOfBudget> {
        self.path.push(hash(position));
        for m in self.ordered(position) {
            let (next, won) = self.play(position, m);
            if self.checks_end(&next, gain + won, left)? {
                self.path.pop();
                return Ok(true);
            }
        }
        self.path.pop();
        Ok(false)
    }

    /// The defender to move: do all his checks end, after at most so many?
    fn checks_end(&mut self, position: &Chess, gain: i32, left: u32) -> Result<bool, OutOfBudget> {
        self.count()?;
        if let Some(end) = self.end(position) {
            return Ok(end);
        }
        let checks = self.checks(position);
        if checks.is_empty() {
            return Ok(self.is_reached(gain));
        }
        if left == 0 {
            return Ok(false);
        }
        self.path.push(hash(position));
        for (_, next, won) in checks {
            if !self.some_answer_ends_checks(&next, gain - won, left - 1)? {
                self.path.pop();
                return Ok(false);
            }
        }
        self.path.pop();
        Ok(true)
    }

    /// The checks of the side to move, with the position after each and what it wins.
    fn checks(&self, position: &Chess) -> Vec<(Move, Chess, i32)> {
        let moves = position.legal_moves().into_iter();
        let played = moves.map(|m| {
            let (next, won) = self.play(position, m);
            (m, next, won)
        });
        played.filter(|(_, next, _)| next.is_check()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::{CombinationGoal, Values};

    /// White to move has lost a rook; what Black does about a series of checks.
    fn endless(fen: &str) -> Option<String> {
        let white = chess::read_fen(&format!("{fen} w - -")).unwrap();
        let black = chess::read_fen(&format!("{fen} b - -")).unwrap();
        let values = Values::PITRAT;
        let mut prover = ReplyProver::new(&black, CombinationGoal::Gain(values.rook), values);
        prover.max_positions = 100_000;
        prover.limit = 100_000;
        let Ok(check) = prover.endless_check(&white, values.rook) else {
            panic!("out of budget");
        };
        check.map(|m| m.to_string())
    }

    #[test]
    fn a_perpetual_check_is_noticed() {
        // The queen goes from h5 to e8 and back.
        assert_eq!(
            endless("6k1/6p1/8/7Q/8/8/qr6/7K").as_deref(),
            Some("Qh5-e8")
        );
    }

    #[test]
    fn checks_that_end_do_no_harm() {
        // The king goes to h7, and the rook has no check but the one with which it gives itself up.
        assert_eq!(endless("6k1/5pp1/7p/8/8/8/1q6/R6K"), None);
        // No check at all.
        assert_eq!(endless("6k1/5pp1/7p/8/8/1R6/1q6/7K"), None);
    }
}
