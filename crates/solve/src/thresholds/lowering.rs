//! Numbers that are to become smaller, however long it takes, and must never grow meanwhile: all numbers at once.
//!
//! Whoever starts from one number may come to smaller ones, where it is done, and to positions with the same number, from
//! which it can be done sooner. So with us to move it matters only whether a position is done with for its own number, and
//! with them to move there is a threshold: the least number to start from with which it does not matter what they reply.

use std::sync::Arc;

use domain::Side;
use lang::checked::PieceId;
use verify::{Best, Images, PackedValues, Region};

use super::bytes::ByteTable;
use super::lanes::{LaneFormula, where_set};
use super::ply::PlyOfPiece;
use super::{ALWAYS, BetterNumbers, NEVER, Thresholds};
use crate::endless::{Distances, MAX_MOVES, Wanted};
use crate::formula::Above;
use crate::numbers::NumberColumn;
use crate::permitted::PermittedMoves;
use crate::pieces::{Solver, Unsolved};

impl Solver<'_> {
    /// Where a piece makes its number smaller, and by how many moves; `wanted` is without regard to the number. None if
    /// its moves are listed, or there are too many numbers.
    pub(crate) fn lowered_at_once(
        &mut self,
        id: PieceId,
        wanted: &Wanted,
        numbers: &Arc<NumberColumn>,
    ) -> Result<Option<(Distances, Region)>, Unsolved> {
        let ranks = numbers.exact_values();
        let ranks = ranks.and_then(|values| ByteTable::of_ranks(values, BetterNumbers::Rising));
        let plies = [
            self.endless_ply(id, wanted, Side::Us)?,
            self.endless_ply(id, wanted, Side::Them)?,
        ];
        let (Some(ranks), [Some(ours), Some(theirs)]) = (ranks, plies) else {
            return Ok(None);
        };
        let terrain = self.terrain;
        let mut distances = Distances::nowhere(terrain);
        let mut done = terrain.none();
        for moves in 1..=MAX_MOVES {
            let mut before: Option<Thresholds> = None;
            for ply in [None, Some(&theirs), Some(&ours)] {
                let endings = (0..terrain.n_endings()).map(|ending| {
                    self.watch.check()?;
                    Ok(match ply {
                        None => self.done_with(ending, wanted, numbers, &ranks, &done),
                        Some(ply) => {
                            let [follows, stands] = ply.in_ending(terrain, ending, before.as_ref());
                            match ply.mover {
                                Side::Us => follows,
                                Side::Them => stands,
                            }
                        }
                    })
                });
                before = Some(Thresholds(endings.collect::<Result<_, Unsolved>>()?));
            }
            let Some(after_best) = before else {
                break;
            };
            let sets = (0..terrain.n_endings()).map(|ending| {
                let known = &after_best.0[ending];
                let kept = known.kept().and(numbers.kept(ending));
                let images = Images::new(&terrain.index(ending), kept);
                terrain.set_of_words(ending, Side::Us, &images, |at| {
                    (0..64).fold(0, |word, lane| {
                        let number = at << 6 | lane;
                        let rank = ranks.of(numbers.at(ending, number));
                        let is_done = rank != ALWAYS && known.at(number) <= rank;
                        word | u64::from(is_done) << lane
                    })
                })
            });
            let now = Region::new(sets.collect());
            let new = now.clone().without(&done);
            if new.is_empty() {
                break;
            }
            distances.note(&new, moves);
            done = now;
        }
        Ok(Some((distances, done)))
    }

    /// The least number to start from with which the positions of an ending with us to move are done with.
    fn done_with(
        &self,
        ending: usize,
        wanted: &Wanted,
        numbers: &NumberColumn,
        ranks: &ByteTable,
        done: &Region,
    ) -> PackedValues {
        let [reached, holding, done] =
            [&wanted.reached[0], &wanted.holding[0], done].map(|region| region.set(ending));
        let kept = [reached.kept(), holding.kept(), done.kept()];
        let kept = kept
            .into_iter()
            .fold(numbers.kept(ending), |all, kept| all.and(kept));
        let index = self.terrain.index(ending);
        let images = Images::new(&index, kept);
        let [list] = self.terrain.byte_lists(ending, &images, |at| {
            let is_done = done.word(at);
            let lanes =
                std::array::from_fn(|lane| match ranks.of(numbers.at(ending, at << 6 | lane)) {
                    ALWAYS => NEVER,
                    rank if is_done >> lane & 1 == 1 => rank,
                    rank => rank + 1,
                });
            let holds = where_set(holding.word(at), &lanes, NEVER);
            [where_set(!reached.word(at), &holds, ALWAYS)]
        });
        PackedValues::new(&index, kept, NEVER, &list)
    }

    /// A ply of a piece without a bound; none if its moves are listed.
    fn endless_ply(
        &mut self,
        id: PieceId,
        wanted: &Wanted,
        mover: Side,
    ) -> Result<Option<PlyOfPiece>, Unsolved> {
        let (terrain, above) = (self.terrain, Above::default());
        let piece = self.piece(id)?;
        let (moves, best) = match mover {
            Side::Us => (piece.us.clone(), Best::Least),
            Side::Them => (piece.them.clone(), Best::Greatest),
        };
        let PermittedMoves::Kinds(kinds) = &moves else {
            return Ok(None);
        };
        let kinds = kinds.iter().cloned();
        let kinds = kinds.map(|kind| self.moves_of_ply(kind, mover, above));
        let kinds = kinds.collect::<Result<_, _>>()?;
        let (better, holding, replies) = match mover {
            // What is reached or holds with us to move is part of what is done with.
            Side::Us => {
                let all = LaneFormula::In(Arc::new(terrain.all(Side::Us)));
                (LaneFormula::Never, all, None)
            }
            Side::Them => {
                let [_, reached] = &wanted.reached;
                let [_, holding] = &wanted.holding;
                let formula = |region: &Region| LaneFormula::In(Arc::new(region.clone()));
                let with = self.some_move(&moves, mover, (above, None), &terrain.all(Side::Us))?;
                let without = match wanted.no_reply_succeeds {
                    true => ALWAYS,
                    false => NEVER,
                };
                (formula(reached), formula(holding), Some((with, without)))
            }
        };
        Ok(Some(PlyOfPiece {
            mover,
            best,
            kinds,
            better,
            holding,
            replies,
        }))
    }
}
