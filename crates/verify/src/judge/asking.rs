//! Asks the team: about every position of the endings, parcel by parcel, or only about what can follow some positions.

mod consultation;
mod promises;

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use chess::{Board, Small};
use domain::{Stopped, Watch};

use crate::index::Index;
use crate::judge::Hearing;
use crate::judge::answers::{AnswerKeeper, ParcelKey};
use crate::judge::graph::Far;
use crate::judge::parcel::Parcel;
use crate::judge::plans::PlanFindings;
use crate::judge::roots::{Roots, RootsBuilder};
use crate::judge::survey::{AskedPart, AskingScope, RootMove, judged_endings};
use crate::material::Material;
use crate::parallel;
use crate::sets::Terrain;
use consultation::Consultation;
use promises::TargetsOfTakers;

/// A thread takes this many numbers at a time: few enough that slow chapters still show progress.
pub(crate) const PARCEL: usize = 1 << 11;

/// A thread takes this many positions at a time where it is found out on the way which they are.
const FOLLOWED: usize = 1 << 7;

/// What the team said, in the order of endings and numbers.
pub(crate) struct AskedPositions {
    pub(crate) roots: Roots,
    /// Those in which the game is over and which the advice is not about.
    pub(crate) over_outside: Vec<u32>,
    /// Trees longer than a move.
    pub(crate) far: Far,
    /// What claims need to know of the plans.
    pub(crate) plans: PlanFindings,
    /// How much was asked, if it was stopped.
    pub(crate) part: Option<AskedPart>,
}

/// Parcels that are put together, one after the other.
struct AnswerCollector {
    roots: RootsBuilder,
    over_outside: Vec<u32>,
    far: Far,
    plans: PlanFindings,
}

impl AnswerCollector {
    fn new(places: &Arc<Places>) -> AnswerCollector {
        AnswerCollector {
            roots: RootsBuilder::new(Arc::clone(places)),
            over_outside: Vec::new(),
            far: Far::default(),
            plans: PlanFindings::default(),
        }
    }

    /// Adds a later parcel.
    fn add(&mut self, later: Parcel) {
        let first = self.roots.len() as u32;
        self.far.append(later.far, first);
        self.plans.append(later.plans, first);
        let outside = later.over_outside.iter();
        self.over_outside.extend(outside.map(|root| root + first));
        later
            .roots
            .into_iter()
            .for_each(|root| self.roots.push(root));
    }

    fn finish(mut self, part: Option<AskedPart>) -> AskedPositions {
        self.far.shrink();
        AskedPositions {
            roots: self.roots.build(),
            over_outside: self.over_outside,
            far: self.far,
            plans: self.plans,
            part,
        }
    }
}

/// Asks the team; shared by all threads.
pub(crate) struct TeamAsker<'s> {
    hearing: Hearing<'s>,
    places: &'s Arc<Places>,
    inquiry: AskingScope<'s>,
    watch: &'s Watch,
    /// How many bytes trees longer than a move take.
    used: AtomicUsize,
    /// Where promises are broken, by the ending among the sets; found when it is first asked about.
    taken: Vec<OnceLock<TargetsOfTakers>>,
}

impl<'s> TeamAsker<'s> {
    pub(crate) fn new(
        hearing: Hearing<'s>,
        places: &'s Arc<Places>,
        inquiry: AskingScope<'s>,
        watch: &'s Watch,
    ) -> TeamAsker<'s> {
        TeamAsker {
            hearing,
            places,
            inquiry,
            watch,
            used: AtomicUsize::new(0),
            taken: (0..hearing.terrain.map_or(0, Terrain::n_endings))
                .map(|_| OnceLock::new())
                .collect(),
        }
    }

    /// Asks about every position.
    pub(crate) fn all(&self) -> Result<AskedPositions, Stopped> {
        let keys = self.places.parcels();
        let mut collector = AnswerCollector::new(self.places);
        let (mut asked, mut is_stopped) = (0, false);
        self.parcels(&keys, |idx, parcel| {
            let key = keys[idx];
            collector.add(match parcel {
                Ok(parcel) => {
                    asked += parcel.roots.len() as u64;
                    parcel
                }
                Err(Stopped::Asked) if self.inquiry.is_partial_welcome => {
                    is_stopped = true;
                    let index = self.places.endings[usize::from(key.ending)];
                    let positions = index.positions(self.places.numbers(key));
                    Parcel::unasked(key.ending, positions.map(|(number, _)| number as u32))
                }
                Err(stopped) => return Err(stopped),
            });
            Ok(())
        })?;
        let of = collector.roots.len() as u64;
        Ok(collector.finish(is_stopped.then_some(AskedPart { asked, of })))
    }

    /// Shows what the team says of some parcels, in their order. The first problem ends it.
    pub(crate) fn parcels(
        &self,
        keys: &[ParcelKey],
        mut take: impl FnMut(usize, Result<Parcel, Stopped>) -> Result<(), Stopped> + Send,
    ) -> Result<(), Stopped> {
        let total = keys
            .iter()
            .map(|key| self.places.numbers(*key).len() as u64);
        let (done, total) = (AtomicU64::new(0), total.sum());
        let what = format!("positions of {}", self.hearing.material);
        // The first parcel may take long; the listener learns the total before it.
        self.watch.tell(what.clone(), 0, Some(total));
        let (has_problem, mut problem) = (AtomicBool::new(false), None);
        parallel::in_order(
            keys.len(),
            |idx| {
                if has_problem.load(Ordering::Relaxed) {
                    // Nobody looks at it.
                    return Ok(Parcel::default());
                }
                let found = self.parcel(keys[idx]);
                let n_done = self.places.numbers(keys[idx]).len() as u64;
                let done = done.fetch_add(n_done, Ordering::Relaxed) + n_done;
                if found.is_ok() {
                    self.watch.tell(what.clone(), done, Some(total));
                }
                found
            },
            |idx, found| {
                if problem.is_none()
                    && let Err(stopped) = take(idx, found)
                {
                    problem = Some(stopped);
                    has_problem.store(true, Ordering::Relaxed);
                }
            },
        );
        problem.map_or(Ok(()), Err)
    }

    /// A parcel that is kept, or else asked about and then kept.
    fn parcel(&self, key: ParcelKey) -> Result<Parcel, Stopped> {
        self.watch.check()?;
        let numbers = self.places.numbers(key);
        let index = &self.places.endings[usize::from(key.ending)];
        if let Some(keeper) = self.inquiry.keeper
            && let Some(parcel) = self.found(keeper, key)
        {
            return self.with_room(parcel);
        }
        let parcel = match self.as_sets(index) {
            Some(sets) => self.consult_words(key.ending, &numbers, sets)?,
            None => self.consult(key.ending, index.positions(numbers.clone()))?,
        };
        if let Some(keeper) = self.inquiry.keeper {
            keeper.keep(key, parcel.to_bytes(&numbers));
        }
        Ok(parcel)
    }

    /// Where an ending is among sets, if it is.
    fn as_sets(&self, index: &Index) -> Option<(&'s Terrain, usize)> {
        let terrain = self.hearing.terrain?;
        let mut endings = 0..terrain.n_endings();
        let ending = endings.find(|ending| terrain.index(*ending) == *index)?;
        Some((terrain, ending))
    }

    /// A parcel that is kept and can be read.
    pub(crate) fn found(&self, keeper: &dyn AnswerKeeper, key: ParcelKey) -> Option<Parcel> {
        let index = &self.places.endings[usize::from(key.ending)];
        Parcel::from_bytes(
            &keeper.find(key)?,
            (key.ending, index),
            self.places.numbers(key),
            self.places.len(),
            keeper.bounds(),
        )
    }

    /// Asks about some positions and everything that can follow them.
    pub(crate) fn follow(&self, starts: &[Small]) -> Result<AskedPositions, Stopped> {
        let mut known = vec![false; self.places.len()];
        let mut fresh = |places: &mut dyn Iterator<Item = u32>| {
            let mut fresh: Vec<u32> = places
                .filter(|place| !std::mem::replace(&mut known[*place as usize], true))
                .collect();
            parallel::sort(&mut fresh);
            fresh
        };
        let mut waiting = fresh(&mut starts.iter().filter_map(|start| self.places.of(start)));
        let mut whole = Parcel::default();
        let (mut asked, mut unasked) = (0, 0);
        while !waiting.is_empty() {
            let (done, of) = (asked + unasked, waiting.len() as u64);
            let n_asked = AtomicU64::new(done);
            let parcels = parallel::map(waiting.chunks(FOLLOWED).collect(), |places| {
                let parcel = self.places_and_next(places)?;
                let now = n_asked.fetch_add(places.len() as u64, Ordering::Relaxed);
                self.watch.tell(
                    "positions that follow",
                    now + places.len() as u64,
                    Some(done + of),
                );
                Ok(parcel)
            });
            let mut next: Vec<u32> = Vec::new();
            for (places, parcel) in waiting.chunks(FOLLOWED).zip(parcels) {
                let parcel = match parcel {
                    Ok((parcel, after)) => {
                        asked += places.len() as u64;
                        next.extend(after);
                        parcel
                    }
                    Err(Stopped::Asked) if self.inquiry.is_partial_welcome => {
                        unasked += places.len() as u64;
                        let mut parcel = Parcel::default();
                        for place in places {
                            let (ending, number) = self.places.number(*place);
                            parcel.append(Parcel::unasked(ending, [number as u32].into_iter()));
                        }
                        parcel
                    }
                    Err(stopped) => return Err(stopped),
                };
                whole.append(parcel);
            }
            waiting = fresh(&mut next.into_iter());
        }
        let mut collector = AnswerCollector::new(self.places);
        collector.add(whole.sorted());
        Ok(collector.finish((unasked > 0).then_some(AskedPart {
            asked,
            of: asked + unasked,
        })))
    }

    /// Asks about the positions at some places, and says where play can go on.
    fn places_and_next(&self, places: &[u32]) -> Result<(Parcel, Vec<u32>), Stopped> {
        let mut whole = Parcel::default();
        for places in places.chunk_by(|a, b| self.places.number(*a).0 == self.places.number(*b).0) {
            let (ending, _) = self.places.number(places[0]);
            let index = &self.places.endings[usize::from(ending)];
            let positions = places.iter().filter_map(|place| {
                let (_, number) = self.places.number(*place);
                Some((number, index.position(number)?))
            });
            whole.append(self.consult(ending, positions)?);
        }
        let mut next: Vec<u32> = Vec::new();
        for root in &whole.roots {
            if let RootMove::Move { m, .. } = root.played {
                let after = root.position(&self.places.endings).play(m);
                let _ = after.visit_next(|_, position| {
                    next.extend(self.places.of(&position));
                    ControlFlow::Continue(())
                });
            }
        }
        for (_, _, steps) in whole.far.all() {
            next.extend(steps.iter().map(|(place, _)| *place));
        }
        Ok((whole, next))
    }

    /// Asks about positions of an ending, given with their numbers.
    fn consult(
        &self,
        ending: u8,
        positions: impl Iterator<Item = (usize, Small)>,
    ) -> Result<Parcel, Stopped> {
        let index = &self.places.endings[usize::from(ending)];
        let mut consultation = Consultation::new(self, ending, index.material());
        for (number, position) in positions {
            consultation.ask(number, &position, position.has_moves())?;
        }
        consultation.finish()
    }

    /// A parcel, if there is room for it.
    fn with_room(&self, parcel: Parcel) -> Result<Parcel, Stopped> {
        let n_bytes = parcel.n_bytes();
        let used = self.used.fetch_add(n_bytes, Ordering::Relaxed) + n_bytes;
        match used > self.hearing.room {
            true => Err(Stopped::Memory(self.hearing.room as u64)),
            false => Ok(parcel),
        }
    }
}

/// The numbers of all endings with us to move, ending by ending.
pub(crate) struct Places {
    pub(crate) endings: Vec<Index>,
    /// The first place of each ending.
    starts: Vec<usize>,
}

impl Places {
    /// Those of the endings that a hearing is about.
    pub(crate) fn of_hearing(hearing: &Hearing<'_>) -> Places {
        Places::new(judged_endings(
            hearing.material,
            hearing.others,
            hearing.team,
        ))
    }

    pub(crate) fn new(endings: Vec<Material>) -> Places {
        let endings: Vec<Index> = endings.into_iter().map(Index::new).collect();
        let mut starts = vec![0];
        for index in &endings {
            // Us to move is the first half of the numbers.
            starts.push(starts[starts.len() - 1] + index.n_numbers() / 2);
        }
        Places { endings, starts }
    }

    pub(crate) fn len(&self) -> usize {
        self.starts[self.endings.len()]
    }

    /// The ending and number of a place.
    pub(crate) fn number(&self, place: u32) -> (u8, usize) {
        let ending = self
            .starts
            .partition_point(|start| *start <= place as usize)
            - 1;
        (ending as u8, place as usize - self.starts[ending])
    }

    /// All parcels, ending by ending.
    pub(crate) fn parcels(&self) -> Vec<ParcelKey> {
        let endings = self.endings.iter().enumerate();
        let parcels = endings.flat_map(|(ending, index)| {
            let n_parcels = (index.n_numbers() / 2).div_ceil(PARCEL) as u32;
            (0..n_parcels).map(move |parcel| ParcelKey {
                ending: ending as u8,
                parcel,
            })
        });
        parcels.collect()
    }

    /// The numbers of a parcel.
    pub(crate) fn numbers(&self, key: ParcelKey) -> Range<usize> {
        let n_numbers = self.endings[usize::from(key.ending)].n_numbers() / 2;
        let from = key.parcel as usize * PARCEL;
        from..(from + PARCEL).min(n_numbers)
    }

    /// The place of a position; none if it belongs to none of the endings.
    pub(crate) fn of(&self, position: &Small) -> Option<u32> {
        let mut endings = self.endings.iter().zip(&self.starts);
        endings.find_map(|(index, start)| Some((start + index.of(position)?) as u32))
    }

    /// The place of a number of an ending.
    pub(crate) fn place(&self, ending: u8, number: u32) -> usize {
        self.starts[usize::from(ending)] + number as usize
    }

    /// The places of an ending.
    pub(crate) fn of_ending(&self, ending: usize) -> Range<usize> {
        self.starts[ending]..self.starts[ending + 1]
    }
}
