//! Failures sorted by pattern: what happens, which piece is played, and where the kings stand.
//!
//! Thousands of positions fail for a handful of reasons. A pattern says nothing about the reason, but positions with
//! one pattern mostly share it, and the smallest example is the place to begin.

use std::collections::BTreeMap;

use chess::Small;
use domain::Side;
use shakmaty::Square;

use crate::judge::Mode;
use crate::judge::fates::Fate;
use crate::judge::games::Game;
use crate::judge::survey::{Judged, Played};
use crate::outcome::Wdl;

/// Where on the board a man stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// In a corner.
    Corner,
    /// On an edge, and not in a corner.
    Edge,
    /// On none of them.
    Inside,
}

impl Place {
    pub(crate) fn of(square: Square) -> Place {
        let is_outer = |line: u32| line == 0 || line == 7;
        let (file, rank) = (square.file().to_u32(), square.rank().to_u32());
        match (is_outer(file), is_outer(rank)) {
            (true, true) => Place::Corner,
            (true, false) | (false, true) => Place::Edge,
            (false, false) => Place::Inside,
        }
    }
}

/// What failures of one group have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pattern {
    /// What happens.
    pub fate: Fate,
    /// The piece that is played, by number, if one is.
    pub piece: Option<u16>,
    /// Where our king stands.
    pub our_king: Place,
    /// Where theirs stands.
    pub their_king: Place,
    /// How many king's moves they are apart.
    pub distance: u8,
}

/// Failures with one pattern.
#[derive(Clone, Debug)]
pub struct Group {
    /// What they have in common.
    pub pattern: Pattern,
    /// How many there are.
    pub positions: u64,
    /// The game of one of them, one of the shortest.
    pub example: Game,
}

impl Judged<'_> {
    /// Is less reached from a root than could be? No advice is worth as little as a loss.
    pub(crate) fn is_failure(&self, mode: Mode, id: usize) -> bool {
        let reached = match self.fates[mode as usize].of(id).0 {
            Fate::Won => return false,
            Fate::Drawn | Fate::Circle => Wdl::Draw,
            Fate::Lost | Fate::Silent | Fate::Stopped => Wdl::Loss,
        };
        let possible = self.wdl(&self.position(&self.roots[id]));
        possible.is_none_or(|possible| reached < possible)
    }

    /// All failures, the largest group first.
    pub fn groups(&self, mode: Mode) -> Vec<Group> {
        // How many, and the shortest with its number of moves.
        let mut found: BTreeMap<Pattern, (u64, (u16, usize))> = BTreeMap::new();
        for id in (0..self.n_first).filter(|id| self.is_failure(mode, *id)) {
            let (_, moves) = self.fates[mode as usize].of(id);
            let group = found
                .entry(self.pattern(mode, id))
                .or_insert((0, (moves, id)));
            group.0 += 1;
            group.1 = group.1.min((moves, id));
        }
        let mut groups: Vec<Group> = found
            .into_iter()
            .map(|(pattern, (positions, (_, id)))| Group {
                pattern,
                positions,
                example: self.game_from(mode, id),
            })
            .collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.positions));
        groups
    }

    fn pattern(&self, mode: Mode, id: usize) -> Pattern {
        let root = &self.roots[id];
        let position: Small = self.position(root);
        let (ours, theirs) = (position.king(Side::Us), position.king(Side::Them));
        Pattern {
            fate: self.fates[mode as usize].of(id).0,
            piece: match root.played {
                Played::Move { piece, .. } => Some(piece),
                Played::Mated | Played::Stalemated | Played::Silent | Played::Stopped => None,
            },
            our_king: Place::of(ours),
            their_king: Place::of(theirs),
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
                .filter(|s| Place::of(*s) == place)
                .count()
        };
        assert_eq!(
            [Place::Corner, Place::Edge, Place::Inside].map(count),
            [4, 24, 36]
        );
    }
}
