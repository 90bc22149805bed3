//! Failures grouped by pattern: the fate, the piece of advice that is played, and the places of the kings.
//!
//! Thousands of positions fail for a handful of reasons. A pattern is not a reason, but positions with one pattern
//! mostly share one, and the shortest example is the place to begin.

use std::collections::BTreeMap;

use chess::Small;
use domain::{Side, Stopped, Watch};
use shakmaty::Square;

use crate::judge::PlayMode;
use crate::judge::fates::Fate;
use crate::judge::games::ExampleGame;
use crate::judge::survey::Judged;
use crate::value::Wdl;

/// The part of the board on which a man stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Zone {
    /// In a corner.
    Corner,
    /// On an edge, and not in a corner.
    Edge,
    /// Not on an edge.
    Inside,
}

impl Zone {
    pub(crate) fn of(square: Square) -> Zone {
        let is_outer = |line: u32| line == 0 || line == 7;
        let (file, rank) = (square.file().to_u32(), square.rank().to_u32());
        match (is_outer(file), is_outer(rank)) {
            (true, true) => Zone::Corner,
            (true, false) | (false, true) => Zone::Edge,
            (false, false) => Zone::Inside,
        }
    }
}

/// What the failures of a group have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FailurePattern {
    /// Their fate.
    pub fate: Fate,
    /// The piece of advice that is played, by number, if one is.
    pub piece: Option<u16>,
    /// The zone of our king.
    pub our_king: Zone,
    /// The zone of theirs.
    pub their_king: Zone,
    /// Their distance in king's moves.
    pub distance: u8,
}

/// Failures with one pattern.
#[derive(Clone, Debug)]
pub struct FailureGroup {
    /// What they have in common.
    pub pattern: FailurePattern,
    /// How many there are.
    pub positions: u64,
    /// A shortest game of the group.
    pub example: ExampleGame,
}

impl Judged<'_> {
    /// Is the fate of a root worse than its true result? Silence counts as a loss.
    pub(crate) fn is_failure(&self, mode: PlayMode, id: usize) -> bool {
        let reached = match self.fates[mode as usize].of(id).0 {
            Fate::Won => return false,
            Fate::Drawn | Fate::Circle => Wdl::Draw,
            Fate::Lost | Fate::Silent | Fate::Stopped => Wdl::Loss,
        };
        self.results
            .of(id)
            .is_none_or(|possible| reached < possible)
    }

    /// All failures by pattern, the largest group first.
    pub fn groups(&self, mode: PlayMode, watch: &Watch) -> Result<Vec<FailureGroup>, Stopped> {
        // The count, and the shortest game with its number of moves.
        let mut found: BTreeMap<FailurePattern, (u64, (u16, usize))> = BTreeMap::new();
        let roots = self.first_roots();
        for id in roots.filter(|id| self.is_failure(mode, *id)) {
            let (_, moves) = self.fates[mode as usize].of(id);
            let group = found
                .entry(self.pattern(mode, id))
                .or_insert((0, (moves, id)));
            group.0 += 1;
            group.1 = group.1.min((moves, id));
        }
        let (mut groups, n_groups) = (Vec::new(), found.len() as u64);
        for (pattern, (positions, (_, id))) in found {
            watch.check()?;
            watch.tell("groups", groups.len() as u64, Some(n_groups));
            groups.push(FailureGroup {
                pattern,
                positions,
                example: self.game_from(&self.fates[mode as usize], mode, id),
            });
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.positions));
        Ok(groups)
    }

    fn pattern(&self, mode: PlayMode, id: usize) -> FailurePattern {
        let position: Small = self.position(id);
        let (ours, theirs) = (position.king(Side::Us), position.king(Side::Them));
        FailurePattern {
            fate: self.fates[mode as usize].of(id).0,
            piece: self.roots.saying(id).piece(),
            our_king: Zone::of(ours),
            their_king: Zone::of(theirs),
            distance: ours.distance(theirs) as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_four_corners_and_twenty_four_other_squares_on_its_edge() {
        let count = |place| {
            Square::ALL
                .into_iter()
                .filter(|s| Zone::of(*s) == place)
                .count()
        };
        assert_eq!(
            [Zone::Corner, Zone::Edge, Zone::Inside].map(count),
            [4, 24, 36]
        );
    }
}
