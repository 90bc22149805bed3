//! Pieces without a bound: what can be reached however long it takes, and what can be kept for ever.
//!
//! The first is the smallest set that grows from the goal, with the number of moves that are still needed; the second is
//! the largest set that nobody can be driven out of.

use domain::{Side, Stopped, Symmetries, Watch};
use verify::{Index, PackedValues, PositionSet, Region, Terrain};

/// What a step of each side may do, over sets.
pub(crate) trait SideSteps {
    /// Why a step could not be taken.
    type Error: From<Stopped>;

    /// The positions with us to move in which a permitted move leads into the targets.
    fn ours(&mut self, targets: &Region) -> Result<Region, Self::Error>;

    /// The positions with them to move in which a permitted reply leads into the targets.
    fn theirs(&mut self, targets: &Region) -> Result<Region, Self::Error>;
}

/// How many moves, in every position of an ending with one side to move.
#[derive(Clone, Debug)]
enum NotedMoves {
    /// Nothing is noted, of so many numbers.
    Nothing(usize),
    /// By number, with the symmetries that all of it keeps.
    List(Vec<u8>, Symmetries),
    /// Nothing more will be noted.
    Packed(Box<PackedValues>),
}

impl NotedMoves {
    fn nowhere(index: &Index) -> NotedMoves {
        NotedMoves::Nothing(index.n_numbers() / 2)
    }

    /// Notes a number of moves in a set; where one is noted already, `which` says which of them stays.
    fn note(&mut self, set: &PositionSet, moves: u8, which: impl Fn(u8, u8) -> u8) {
        if set.is_empty() {
            return;
        }
        if let NotedMoves::Nothing(n_numbers) = self {
            *self = NotedMoves::List(vec![Distances::NEVER; *n_numbers], Symmetries::ALL);
        }
        let NotedMoves::List(list, kept) = self else {
            unreachable!("what is packed is not changed");
        };
        *kept = kept.and(set.kept());
        set.for_each(|number| list[number] = which(list[number], moves));
    }

    /// Adds what others have noted.
    fn take(&mut self, others: NotedMoves) {
        match (&mut *self, others) {
            (_, NotedMoves::Nothing(_)) => {}
            (NotedMoves::List(list, kept), NotedMoves::List(others, other_kept)) => {
                *kept = kept.and(other_kept);
                for (moves, other) in list.iter_mut().zip(others) {
                    *moves = (*moves).min(other);
                }
            }
            (_, others) => *self = others,
        }
    }

    fn pack(&mut self, index: &Index) {
        if let NotedMoves::List(list, kept) = self {
            let packed = PackedValues::new(index, *kept, Distances::NEVER, list);
            *self = NotedMoves::Packed(Box::new(packed));
        }
    }

    #[inline]
    fn at(&self, number: usize) -> u8 {
        match self {
            NotedMoves::Nothing(_) => Distances::NEVER,
            NotedMoves::List(list, _) => list[number],
            NotedMoves::Packed(packed) => packed.at(number),
        }
    }

    /// The same of the 64 numbers of a word.
    fn word(&self, at: usize) -> [u8; 64] {
        match self {
            NotedMoves::Nothing(_) => [Distances::NEVER; 64],
            NotedMoves::List(list, _) => list.as_chunks().0[at],
            NotedMoves::Packed(packed) => packed.word(at),
        }
    }

    fn list(&self) -> Vec<u8> {
        match self {
            NotedMoves::Nothing(n_numbers) => vec![Distances::NEVER; *n_numbers],
            NotedMoves::List(list, _) => list.clone(),
            NotedMoves::Packed(packed) => packed.list(),
        }
    }
}

/// Where it is our move: how many moves of ours are still needed.
#[derive(Clone, Debug)]
pub struct Distances {
    /// By ending; [`Distances::NEVER`] if the goal cannot be forced.
    by_ending: Vec<NotedMoves>,
}

impl Distances {
    /// The goal cannot be forced.
    pub const NEVER: u8 = u8::MAX;

    pub(crate) fn nowhere(terrain: &Terrain) -> Distances {
        let endings = 0..terrain.n_endings();
        let nowhere = endings.map(|ending| NotedMoves::nowhere(&terrain.index(ending)));
        Distances {
            by_ending: nowhere.collect(),
        }
    }

    /// Adds what others have noted.
    pub(crate) fn take(&mut self, others: Distances) {
        for (ours, theirs) in self.by_ending.iter_mut().zip(others.by_ending) {
            ours.take(theirs);
        }
    }

    /// The same in less memory; nothing more can be noted.
    pub(crate) fn packed(mut self, terrain: &Terrain) -> Distances {
        for (ending, noted) in self.by_ending.iter_mut().enumerate() {
            noted.pack(&terrain.index(ending));
        }
        self
    }

    /// What was noted elsewhere, by ending.
    pub(crate) fn of_lists(lists: Vec<Vec<u8>>) -> Distances {
        let lists = lists.into_iter();
        Distances {
            by_ending: lists
                .map(|list| NotedMoves::List(list, Symmetries::NONE))
                .collect(),
        }
    }

    /// What is noted, by ending.
    pub(crate) fn lists(&self) -> impl Iterator<Item = Vec<u8>> {
        self.by_ending.iter().map(NotedMoves::list)
    }

    /// How many moves are needed in a position of an ending, by its number.
    #[inline]
    pub fn at(&self, ending: usize, number: usize) -> u8 {
        self.by_ending[ending].at(number)
    }

    /// The same in the 64 positions of a word.
    pub(crate) fn word(&self, ending: usize, at: usize) -> [u8; 64] {
        self.by_ending[ending].word(at)
    }

    /// Notes a number of moves where none was noted.
    pub(crate) fn note(&mut self, region: &Region, moves: u8) {
        for (ending, noted) in self.by_ending.iter_mut().enumerate() {
            noted.note(region.set(ending), moves, |known, moves| {
                if known == Distances::NEVER {
                    moves
                } else {
                    known
                }
            });
        }
    }
}

/// Where it is their move, in the ending that was asked for and those with fewer men: how many moves of ours remain,
/// whatever they reply.
pub(crate) struct Remaining {
    /// By ending; none for those of which nothing is noted.
    by_ending: Vec<Option<NotedMoves>>,
}

impl Remaining {
    fn nowhere(terrain: &Terrain) -> Remaining {
        let endings = (0..terrain.n_endings()).map(|ending| {
            let is_at_hand = terrain.is_at_hand(ending);
            is_at_hand.then(|| NotedMoves::nowhere(&terrain.index(ending)))
        });
        Remaining {
            by_ending: endings.collect(),
        }
    }

    /// Notes a number of moves.
    fn note(&mut self, region: &Region, moves: u8) {
        for (ending, noted) in self.by_ending.iter_mut().enumerate() {
            if let Some(noted) = noted {
                noted.note(region.set(ending), moves, |_, moves| moves);
            }
        }
    }

    /// The same in less memory; nothing more can be noted.
    pub(crate) fn packed(mut self, terrain: &Terrain) -> Remaining {
        for (ending, noted) in self.by_ending.iter_mut().enumerate() {
            if let Some(noted) = noted {
                noted.pack(&terrain.index(ending));
            }
        }
        self
    }

    /// How many moves remain in the position of a number; [`Distances::NEVER`] if they can prevent it, none if it was not
    /// noted.
    #[inline]
    pub(crate) fn at(&self, ending: usize, number: usize) -> Option<u8> {
        let noted = self.by_ending[ending].as_ref()?;
        Some(noted.at(number))
    }

    /// The same in the 64 positions of a word.
    pub(crate) fn word(&self, ending: usize, at: usize) -> Option<[u8; 64]> {
        let noted = self.by_ending[ending].as_ref()?;
        Some(noted.word(at))
    }
}

/// What is wanted, as sets.
pub(crate) struct Wanted {
    /// Where it is reached, with us to move and with them to move; what must hold is included.
    pub(crate) reached: [Region; 2],
    /// Where what must hold does.
    pub(crate) holding: [Region; 2],
    /// Is it a success when they have no permitted reply?
    pub(crate) no_reply_succeeds: bool,
}

/// More moves than this are never needed with five men.
pub(crate) const MAX_MOVES: u8 = 254;

/// Where the goal can be forced however long it takes: where a move of ours does it, and where any reply leaves it so.
pub(crate) struct Forced {
    /// With us to move, not counting where the goal is reached already: the number of moves.
    pub(crate) distances: Distances,
    /// The same as a set.
    pub(crate) ours: Region,
    /// With them to move.
    pub(crate) theirs: Region,
    /// What remains where it is their move, if that is wanted.
    pub(crate) remaining: Option<Remaining>,
}

/// Which distances are noted.
#[derive(Clone, Copy)]
pub(crate) struct Noted<'r> {
    /// With us to move in these positions only, if they are given.
    pub(crate) only: Option<&'r Region>,
    /// What remains where it is their move, too?
    pub(crate) remaining: bool,
}

/// The smallest set that grows from the goal.
pub(crate) fn however_long<S: SideSteps>(
    terrain: &Terrain,
    wanted: &Wanted,
    steps: &mut S,
    noted: Noted<'_>,
    watch: &Watch,
) -> Result<Forced, S::Error> {
    let with_replies = steps.theirs(&terrain.all(Side::Us))?;
    let mut distances = Distances::nowhere(terrain);
    let mut remaining = noted.remaining.then(|| Remaining::nowhere(terrain));
    let mut standing = wanted.reached[0].clone();
    let mut ours = terrain.none();
    let mut theirs = terrain.none();
    for moves in 1..=MAX_MOVES {
        watch.check()?;
        let replied = all_replies_into(terrain, &standing, &with_replies, wanted, steps)?;
        if let Some(remaining) = &mut remaining {
            remaining.note(&replied.clone().without(&theirs), moves - 1);
        }
        theirs = replied;
        let now = steps.ours(&theirs)?;
        let new = now.clone().without(&ours);
        if new.is_empty() {
            break;
        }
        match noted.only {
            Some(only) => distances.note(&new.and(only), moves),
            None => distances.note(&new, moves),
        }
        ours = now;
        standing = standing.or(&ours.clone().and(&wanted.holding[0]));
    }
    Ok(Forced {
        distances,
        ours,
        theirs,
        remaining,
    })
}

/// The largest set that they cannot drive us out of. Every position in it is one move away.
pub(crate) fn for_ever<S: SideSteps>(
    terrain: &Terrain,
    wanted: &Wanted,
    steps: &mut S,
    noted: Noted<'_>,
    watch: &Watch,
) -> Result<Forced, S::Error> {
    let with_replies = steps.theirs(&terrain.all(Side::Us))?;
    let mut standing = wanted.holding[0].clone();
    loop {
        watch.check()?;
        let theirs = all_replies_into(terrain, &standing, &with_replies, wanted, steps)?;
        let ours = steps.ours(&theirs)?;
        let kept = ours.clone().and(&wanted.holding[0]).or(&wanted.reached[0]);
        let is_closed = kept == standing;
        standing = kept;
        if is_closed {
            let mut distances = Distances::nowhere(terrain);
            distances.note(&ours, 1);
            let remaining = noted.remaining.then(|| {
                let mut remaining = Remaining::nowhere(terrain);
                remaining.note(&theirs, 0);
                remaining
            });
            return Ok(Forced {
                distances,
                ours,
                theirs,
                remaining,
            });
        }
    }
}

/// Where the goal is reached with them to move, or every permitted reply leads into the set.
fn all_replies_into<S: SideSteps>(
    terrain: &Terrain,
    standing: &Region,
    with_replies: &Region,
    wanted: &Wanted,
    steps: &mut S,
) -> Result<Region, S::Error> {
    let elsewhere = terrain.all(Side::Us).without(standing);
    let mut found = with_replies.clone().without(&steps.theirs(&elsewhere)?);
    if wanted.no_reply_succeeds {
        found = found.or(&terrain.all(Side::Them).without(with_replies));
    }
    Ok(found.and(&wanted.holding[1]).or(&wanted.reached[1]))
}
