//! What a position is worth to the side to move: hundredths of a pawn, or mate in so many moves.

/// No line is searched deeper than this many plies.
pub const MAX_DEPTH: u32 = 100;

/// A score, from the view of the side to move. The greater one is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayScore(pub(crate) i32);

/// The score of a side that has just mated; mate further away is worth less by a point a ply.
pub(crate) const MATE: i32 = 30_000;

/// Scores beyond this are about mate.
pub(crate) const MATE_BOUND: i32 = MATE - 1_000;

impl PlayScore {
    /// A draw.
    pub const DRAW: PlayScore = PlayScore(0);

    /// So many hundredths of a pawn.
    pub fn of_centipawns(centipawns: i32) -> PlayScore {
        PlayScore(centipawns.clamp(-MATE_BOUND, MATE_BOUND))
    }

    /// The side to move mates in this many moves; if negative, it is mated in this many; 0 is mated already.
    pub fn of_mate(moves: i32) -> PlayScore {
        PlayScore(match moves > 0 {
            true => MATE - (2 * moves - 1),
            false => -MATE - 2 * moves,
        })
    }

    /// In how many moves the side to move mates, or, if negative, is mated.
    pub fn mate_in(self) -> Option<i32> {
        match self.0 {
            score if score > MATE_BOUND => Some((MATE - score + 1) / 2),
            score if score < -MATE_BOUND => Some(-((MATE + score) / 2)),
            _ => None,
        }
    }

    /// Hundredths of a pawn. Mate is worth more than any material.
    pub fn centipawns(self) -> i32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        let check = |score, moves| {
            assert_eq!(PlayScore(score).mate_in(), Some(moves));
            assert_eq!(PlayScore::of_mate(moves), PlayScore(score));
        };
        check(MATE - 1, 1);
        check(MATE - 3, 2);
        check(-MATE, 0);
        check(-MATE + 2, -1);
        check(-MATE + 4, -2);
        assert_eq!(PlayScore(512).mate_in(), None);
    }
}
