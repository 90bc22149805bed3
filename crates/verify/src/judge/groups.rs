//! Failures sorted by pattern: what happens, which piece is played, and where the kings stand.
//!
//! Thousands of positions fail for a handful of reasons. A pattern says nothing about the reason, but positions with
//! one pattern mostly share it, and the smallest example is the place to begin.

use std::collections::BTreeMap;

use chess::Small;
use domain::Side;
use shakmaty::Square;

use crate::judge::PlayMode;
use crate::judge::fates::Fate;
use crate::judge::games::ExampleGame;
use crate::judge::survey::{Judged, RootMove};
use crate::value::Wdl;

/// Where on the board a man stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Zone {
    /// In a corner.
    Corner,
    /// On an edge, and not in a corner.
    Edge,
    /// On none of them.
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

/// What failures of one group have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FailurePattern {
    /// What happens.
    pub fate: Fate,
    /// The piece that is played, by number, if one is.
    pub piece: Option<u16>,
    /// Where our king stands.
    pub our_king: Zone,
    /// Where theirs stands.
    pub their_king: Zone,
    /// How many king's moves they are apart.
    pub distance: u8,
}

/// Failures with one pattern.
#[derive(Clone, Debug)]
pub struct FailureGroup {
    /// What they have in common.
    pub pattern: FailurePattern,
    /// How many there are.
    pub positions: u64,
    /// The game of one of them, one of the shortest.
    pub example: ExampleGame,
}

impl Judged<'_> {
    /// Is less reached from a root than could be? No advice is worth as little as a loss.
    pub(crate) fn is_failure(&self, mode: PlayMode, id: usize) -> bool {
        let reached = match self.fates[mode as usize].of(id).0 {
            Fate::Won => return false,
            Fate::Drawn | Fate::Circle => Wdl::Draw,
            Fate::Lost | Fate::Silent | Fate::Stopped => Wdl::Loss,
        };
        let possible = self.wdl(&self.position(&self.roots[id]));
        possible.is_none_or(|possible| reached < possible)
    }

    /// All failures, the largest group first.
    pub fn groups(&self, mode: PlayMode) -> Vec<FailureGroup> {
        // How many, and the shortest with its number of moves.
        let mut found: BTreeMap<FailurePattern, (u64, (u16, usize))> = BTreeMap::new();
        for id in (0..self.n_first).filter(|id| self.is_failure(mode, *id)) {
            let (_, moves) = self.fates[mode as usize].of(id);
            let group = found
                .entry(self.pattern(mode, id))
                .or_insert((0, (moves, id)));
            group.0 += 1;
            group.1 = group.1.min((moves, id));
        }
        let mut groups: Vec<FailureGroup> = found
            .into_iter()
            .map(|(pattern, (positions, (_, id)))| FailureGroup {
                pattern,
                positions,
                example: self.game_from(mode, id),
            })
            .collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.positions));
        groups
    }

    fn pattern(&self, mode: PlayMode, id: usize) -> FailurePattern {
        let root = &self.roots[id];
        let position: Small = self.position(root);
        let (ours, theirs) = (position.king(Side::Us), position.king(Side::Them));
        FailurePattern {
            fate: self.fates[mode as usize].of(id).0,
            piece: match root.played {
                RootMove::Move { piece, .. } => Some(piece),
                RootMove::Mated | RootMove::Stalemated | RootMove::Silent | RootMove::Stopped => {
                    None
                }
            },
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
