//! Moves that give half-points away, grouped by pattern: the piece of advice that is played, and the places of our men.
//!
//! In many endings nearly every position can be led to a mistake, so failures grouped by fate do not show where the
//! mistakes are made. Here only positions count in which the move itself is wrong.

use std::collections::BTreeMap;

use chess::{Board, ROLES, Small};
use domain::Side;
use shakmaty::{Role, Square};

use crate::judge::groups::Zone;
use crate::judge::report::given_away;
use crate::judge::survey::{Judged, RootMove};

/// What the wrong moves of a group have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SlipPattern {
    /// The piece of advice that is played, by number.
    pub piece: u16,
    /// The zone of our king.
    pub king: Zone,
    /// The zone of our man farthest from the king, and its distance in king's moves; none if the king is alone.
    pub farthest: Option<(Zone, u8)>,
}

/// Wrong moves with one pattern.
#[derive(Clone, Debug)]
pub struct SlipGroup {
    /// What they have in common.
    pub pattern: SlipPattern,
    /// The number of positions.
    pub positions: u64,
    /// The first position.
    pub example: Small,
}

impl Judged<'_> {
    /// All moves that give half-points away, the largest group first.
    pub fn slips(&self) -> Vec<SlipGroup> {
        let mut found: BTreeMap<SlipPattern, SlipGroup> = BTreeMap::new();
        for id in self.first_roots() {
            let root = self.roots.get(id);
            let RootMove::Move { piece, m, .. } = root.played else {
                continue;
            };
            let position = root.position(&self.endings);
            let after = self.truth.wdl(&position.play(m));
            if given_away(self.wdl(&position), after) == 0 {
                continue;
            }
            let pattern = pattern(piece, &position);
            let group = found.entry(pattern).or_insert(SlipGroup {
                pattern,
                positions: 0,
                example: position,
            });
            group.positions += 1;
        }
        let mut groups: Vec<SlipGroup> = found.into_values().collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.positions));
        groups
    }
}

fn pattern(piece: u16, position: &Small) -> SlipPattern {
    let king = position.king(Side::Us);
    let others = ROLES.into_iter().filter(|role| *role != Role::King);
    let men = others.flat_map(|role| position.men(Side::Us, role));
    let away = |man: &Square| king.distance(*man);
    let farthest = men.max_by_key(away);
    SlipPattern {
        piece,
        king: Zone::of(king),
        farthest: farthest.map(|man| (Zone::of(man), away(&man) as u8)),
    }
}
