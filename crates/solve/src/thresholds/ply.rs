//! One ply of a piece: its moves, its goals, and the thresholds of all its nodes.

use std::sync::Arc;

use domain::{Side, Symmetries};
use lang::checked::Comparison;
use verify::{
    Best, BestMoves, Images, MoveLimit, MovesOf, PackedValues, Region, Terrain, ValuesAfter,
};

use super::bytes::ByteTable;
use super::lanes::{LaneFormula, where_set};
use super::{ALWAYS, BetterNumbers, NEVER, Thresholds};
use crate::numbers::NumberColumn;

/// The moves of one kind at one ply, over the whole terrain.
pub(super) struct PlyMoves {
    pub(super) moves: MovesOf,
    /// Where they are played; none: anywhere.
    pub(super) when: Option<Arc<Region>>,
    /// Where they may lead.
    pub(super) after: Region,
    pub(super) limit: Option<Limit>,
}

/// A comparison of numbers of both ends of a move, as bytes: the first is to be at most the second.
pub(super) struct Limit {
    after: (Arc<NumberColumn>, ByteTable),
    before: (Arc<NumberColumn>, ByteTable),
}

impl Limit {
    /// With the numbers before and after moves that have to compare so. None if they are too many.
    pub(super) fn new(
        before: Arc<NumberColumn>,
        comparison: Comparison,
        after: Arc<NumberColumn>,
    ) -> Option<Limit> {
        let mut values = [before.exact_values()?, after.exact_values()?].concat();
        values.sort_unstable();
        values.dedup();
        // The first numbers are those to which more may be compared.
        let direction = BetterNumbers::of(comparison)?;
        let ranks = ByteTable::of_ranks(&values, direction)?;
        // Nothing is at most 0, since what has no number is kept out.
        let is_strict = matches!(comparison, Comparison::Less | Comparison::Greater);
        let bounds = ByteTable::new(&values, 0, |value| {
            ranks.of(Some(value)) - u8::from(is_strict)
        });
        Some(Limit {
            after: (after, ranks),
            before: (before, bounds),
        })
    }
}

/// What is known of one ply of a piece, for whoever finds its thresholds.
pub(super) struct PlyOfPiece {
    pub(super) mover: Side,
    pub(super) best: Best,
    pub(super) kinds: Vec<PlyMoves>,
    pub(super) better: LaneFormula,
    pub(super) holding: LaneFormula,
    /// For replies: where there is one, and the threshold where there is none.
    pub(super) replies: Option<(Region, u8)>,
}

impl PlyOfPiece {
    /// The symmetries of everything in one ending, and of what is known of the ply below.
    pub(super) fn kept(&self, ending: usize, below: Option<&Thresholds>) -> Symmetries {
        let goals = [self.better.kept(ending), self.holding.kept(ending)];
        let kinds = self.kinds.iter().flat_map(|kind| {
            let when = kind.when.iter().map(|when| when.set(ending).kept());
            let limits = kind
                .limit
                .iter()
                .flat_map(|limit| [limit.after.0.kept(ending), limit.before.0.kept(ending)]);
            let after = (0..=ending).map(|ending| kind.after.set(ending).kept());
            when.chain(limits).chain(after)
        });
        let replies = self.replies.iter().map(|(with, _)| with.set(ending).kept());
        // What can follow comes before.
        let below = below.iter().flat_map(|below| &below.0[..=ending]);
        let all = goals.into_iter().chain(kinds).chain(replies);
        all.chain(below.map(PackedValues::kept))
            .fold(Symmetries::ALL, Symmetries::and)
    }

    /// The thresholds in one ending: by what follows, and with the goals.
    pub(super) fn in_ending(
        &self,
        terrain: &Terrain,
        ending: usize,
        below: Option<&Thresholds>,
    ) -> [PackedValues; 2] {
        let index = terrain.index(ending);
        let kept = self.kept(ending, below);
        let images = Images::new(&index, kept);
        let neutral = self.best.neutral();
        // What may be reached, as lists.
        let lists = below.map(|below| {
            let known = below.0[ending].list();
            let of_kind = |kind: &PlyMoves| {
                let [same] = terrain.byte_lists(ending, &images, |at| {
                    let lanes = known[at << 6..].first_chunk().expect("whole words");
                    [where_set(kind.after.set(ending).word(at), lanes, neutral)]
                });
                let bytes = |(column, table): &(Arc<NumberColumn>, ByteTable)| {
                    column.bytes(ending, |value| table.of(value))
                };
                let limits = kind.limit.as_ref();
                (
                    same,
                    limits.map(|limit| (bytes(&limit.after), bytes(&limit.before))),
                )
            };
            self.kinds.iter().map(of_kind).collect::<Vec<_>>()
        });
        let others = self.kinds.iter().map(|kind| {
            let value = move |ending: usize, number: usize| {
                let below = below.filter(|_| kind.after.set(ending).contains(number));
                below.map_or(neutral, |below| below.0[ending].at(number))
            };
            let rank = move |ending: usize, number: usize| {
                let limit = kind.limit.as_ref();
                limit.map_or(ALWAYS, |limit| {
                    limit.after.1.of(limit.after.0.at(ending, number))
                })
            };
            (value, rank)
        });
        let others: Vec<_> = others.collect();
        let steps = lists.iter().flatten().zip(&self.kinds).zip(&others);
        let steps = steps.map(|(((same, limits), kind), (value, rank))| {
            let after = ValuesAfter {
                same,
                other: value,
                within: limits.as_ref().map(|(after, before)| MoveLimit {
                    after,
                    other: rank,
                    before,
                }),
            };
            let at = (ending, self.mover);
            (
                kind,
                BestMoves::new(terrain, at, kind.moves, self.best, after),
            )
        });
        let steps: Vec<_> = steps.collect();
        let legal = terrain.legal(ending, self.mover);
        let found = terrain.byte_lists(ending, &images, |at| {
            let mut follows = [neutral; 64];
            for (kind, moves) in &steps {
                let mut lanes = moves.lanes(at);
                if let Some(when) = &kind.when {
                    lanes = where_set(when.set(ending).word(at), &lanes, neutral);
                }
                follows = std::array::from_fn(|lane| self.best.of(follows[lane], lanes[lane]));
            }
            if let Some((with, without)) = &self.replies {
                if below.is_none() {
                    // There is a reply, and no ply for it.
                    follows = [NEVER; 64];
                }
                follows = where_set(with.set(ending).word(at), &follows, *without);
            }
            let (better, holding) = (
                self.better.lanes(ending, at),
                self.holding.lanes(ending, at),
            );
            let stands =
                std::array::from_fn(|lane| better[lane].min(follows[lane]).max(holding[lane]));
            [follows, stands].map(|lanes| where_set(legal.word(at), &lanes, NEVER))
        });
        found.map(|list| PackedValues::new(&index, kept, NEVER, &list))
    }
}
