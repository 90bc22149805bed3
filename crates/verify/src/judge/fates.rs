//! The fate of every position when we play by the advice and they resist as well as they can.
//!
//! A position is won if every step of its tree leads to mate or to a won position. In the others they force what is
//! worst for us: a loss, else silence, else a draw. What is left repeats for ever.

mod by_sets;

use std::sync::Arc;

use domain::{Stopped, Watch};

use crate::judge::PlayMode;
use crate::judge::graph::{Length, PlayGraph};
use crate::judge::roots::{RootSaying, RootSet, Roots};
use crate::parallel;

pub(crate) use by_sets::{PlayedSets, WayGoal};

/// The result of following the advice from a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Fate {
    /// We mate against every reply.
    Won,
    /// They can lead us into a loss.
    Lost,
    /// They can lead us to a position without advice.
    Silent,
    /// They can lead us to a position where the search reaches a limit, or to one without a known result.
    Stopped,
    /// They can lead us into a draw: stalemate, or men that cannot win.
    Drawn,
    /// They can repeat positions for ever.
    Circle,
}

impl Fate {
    /// All of them.
    pub const ALL: [Fate; 6] = [
        Fate::Won,
        Fate::Lost,
        Fate::Silent,
        Fate::Stopped,
        Fate::Drawn,
        Fate::Circle,
    ];
}

/// The fate of every root, with the number of our moves: the most to a win, the fewest to anything worse. A copy shares
/// them.
#[derive(Clone)]
pub(crate) struct Fates {
    fates: Arc<Vec<PackedFate>>,
}

/// A fate in the upper three bits, and a length: so many moves, or with all bits set a number above, which no game needs.
#[derive(Clone, Copy, PartialEq, Eq)]
struct PackedFate(u16);

impl PackedFate {
    const LENGTH_BITS: u32 = 13;
    const MOST_MOVES: u16 = (1 << PackedFate::LENGTH_BITS) - 1;
    /// A win that may take longer.
    const WON_OPEN: u16 = Fate::ALL.len() as u16;

    fn new(fate: Fate, length: Length) -> PackedFate {
        let kind = match (fate, length.is_exact()) {
            (Fate::Won, false) => PackedFate::WON_OPEN,
            (_, _) => fate as u16,
        };
        let moves = length.least().min(PackedFate::MOST_MOVES);
        PackedFate(kind << PackedFate::LENGTH_BITS | moves)
    }

    #[inline]
    fn fate(self) -> Fate {
        // What is beyond the list is a win.
        let kind = usize::from(self.0 >> PackedFate::LENGTH_BITS);
        Fate::ALL.get(kind).copied().unwrap_or(Fate::Won)
    }

    #[inline]
    fn length(self) -> Length {
        let moves = self.0 & PackedFate::MOST_MOVES;
        match self.0 >> PackedFate::LENGTH_BITS {
            PackedFate::WON_OPEN => Length::at_least(moves),
            _ => Length::of(moves),
        }
    }
}

/// Fates that are being found.
struct FateList(Vec<PackedFate>);

impl FateList {
    #[inline]
    fn of(&self, root: usize) -> Fate {
        self.0[root].fate()
    }

    #[inline]
    fn length(&self, root: usize) -> Length {
        self.0[root].length()
    }

    fn set(&mut self, root: usize, fate: Fate, length: Length) {
        self.0[root] = PackedFate::new(fate, length);
    }

    fn is_open(&self, root: usize) -> bool {
        self.of(root) == Fate::Circle
    }

    fn finish(self) -> Fates {
        Fates {
            fates: Arc::new(self.0),
        }
    }
}

impl Fates {
    /// The fate of a root, and the number of our moves until then; for a win of unknown length, the least it can be.
    pub(crate) fn of(&self, root: usize) -> (Fate, u16) {
        let fate = self.fates[root];
        (fate.fate(), fate.length().least())
    }

    /// Is the number of moves known?
    pub(crate) fn is_exact(&self, root: usize) -> bool {
        self.fates[root].length().is_exact()
    }
}

/// What to make of positions where a search reached its limit, and of ends without a known result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unknown {
    /// They are unknown.
    Stays,
    /// They count as won, after who knows how many moves.
    CountsAsWon,
}

/// Finds the fate of every root, root by root.
///
/// The watch hears how many are decided.
pub(crate) fn fates(
    graph: &PlayGraph<'_>,
    mode: PlayMode,
    unknown: Unknown,
    watch: &Watch,
) -> Fates {
    graph.list();
    let tell = |n_open: usize| tell(mode, graph.roots.len(), n_open, watch);
    let mut fates = at_first(&graph.roots, unknown);
    let roots = 0..graph.roots.len() as u32;
    let mut open: Vec<u32> = roots.filter(|id| is_move(graph, *id as usize)).collect();
    let plans = Plans {
        graph,
        mode,
        unknown,
    };
    loop {
        let won = those(&open, |id| plans.won(&fates, id));
        for (id, moves) in &won {
            fates.set(*id as usize, Fate::Won, *moves);
        }
        if won.is_empty() {
            break;
        }
        open.retain(|id| fates.is_open(*id as usize));
        tell(open.len());
    }
    for fate in [Fate::Lost, Fate::Silent, Fate::Stopped, Fate::Drawn] {
        // The soonest comes first, so the number of moves is the least.
        let mut moves = 1;
        loop {
            let near = those(&open, |id| plans.soonest(&fates, fate, id));
            for (id, soonest) in &near {
                if *soonest <= moves {
                    fates.set(*id as usize, fate, Length::of(moves));
                }
            }
            if near.is_empty() {
                break;
            }
            open.retain(|id| fates.is_open(*id as usize));
            tell(open.len());
            moves += 1;
        }
    }
    fates.finish()
}

/// Does somebody move in a root?
fn is_move(graph: &PlayGraph<'_>, id: usize) -> bool {
    matches!(graph.roots.saying(id), RootSaying::Move { .. })
}

/// What is known before anybody moves: whatever is not decided repeats for ever.
fn at_first(roots: &Roots, unknown: Unknown) -> FateList {
    let (here, later) = (Length::of(0), Length::at_least(0));
    let fates = (0..roots.len()).map(|id| match (roots.saying(id), unknown) {
        (RootSaying::Mated, _) => PackedFate::new(Fate::Lost, here),
        (RootSaying::Stalemated, _) => PackedFate::new(Fate::Drawn, here),
        (RootSaying::Silent | RootSaying::Outside, _) => PackedFate::new(Fate::Silent, here),
        (RootSaying::Stopped, Unknown::Stays) => PackedFate::new(Fate::Stopped, here),
        (RootSaying::Stopped, Unknown::CountsAsWon) => PackedFate::new(Fate::Won, later),
        (RootSaying::Move { .. }, _) => PackedFate::new(Fate::Circle, here),
    });
    FateList(fates.collect())
}

fn tell(mode: PlayMode, n_roots: usize, n_open: usize, watch: &Watch) {
    let what = match mode {
        PlayMode::Strong => "results in strong mode",
        PlayMode::Weak => "results in weak mode",
    };
    watch.tell(what, (n_roots - n_open) as u64, Some(n_roots as u64));
}

/// The same with the soonest of some fates in place of the worst, where we do not win: how soon a promise is broken. What is
/// further away than the nearest of some roots is left open. Found by sets, if they are given.
pub(crate) fn soonest(
    known: &Fates,
    (graph, sets): (&PlayGraph<'_>, Option<&PlayedSets<'_>>),
    mode: PlayMode,
    breaches: &[Fate],
    wanted: &RootSet,
    watch: &Watch,
) -> Result<Fates, Stopped> {
    // From a circle they can lead us nowhere else, and from a win nowhere at all.
    let is_led = |id: usize| !matches!(known.of(id).0, Fate::Won | Fate::Circle);
    if !wanted.iter().any(is_led) {
        return Ok(known.clone());
    }
    let mut fates = FateList(known.fates.to_vec());
    for id in 0..graph.roots.len() {
        if is_move(graph, id) && fates.of(id) != Fate::Won {
            fates.set(id, Fate::Circle, Length::of(0));
        }
    }
    let found = match sets {
        Some(sets) => sets.soonest(fates, mode, breaches, wanted, watch)?,
        None => soonest_by_roots(fates, graph, mode, breaches, wanted, watch)?,
    };
    Ok(found.finish())
}

/// The same root by root, given the fates where roots that move and are not won are open.
fn soonest_by_roots(
    mut fates: FateList,
    graph: &PlayGraph<'_>,
    mode: PlayMode,
    breaches: &[Fate],
    wanted: &RootSet,
    watch: &Watch,
) -> Result<FateList, Stopped> {
    let roots = 0..graph.roots.len() as u32;
    let mut open: Vec<u32> = roots.filter(|id| fates.is_open(*id as usize)).collect();
    let is_found = |fates: &FateList| wanted.iter().any(|id| breaches.contains(&fates.of(id)));
    let plans = Plans {
        graph,
        mode,
        // Nothing is asked here that depends on it.
        unknown: Unknown::Stays,
    };
    let (mut moves, of) = (1, open.len() as u64);
    while !is_found(&fates) {
        graph.list();
        let mut nearest: Option<u16> = None;
        let n_open = open.len();
        for fate in breaches {
            watch.check()?;
            watch.tell("shortest game", of - open.len() as u64, Some(of));
            for (id, soonest) in those(&open, |id| plans.soonest(&fates, *fate, id)) {
                if soonest <= moves {
                    fates.set(id as usize, *fate, Length::of(soonest));
                }
                nearest = Some(nearest.map_or(soonest, |known| known.min(soonest)));
            }
            open.retain(|id| fates.is_open(*id as usize));
        }
        moves = match nearest {
            None => break,
            // What was found brings others near.
            Some(_) if open.len() < n_open => moves + 1,
            Some(nearest) => nearest.max(moves + 1),
        };
    }
    Ok(fates)
}

/// One thread takes this many roots at a time.
const PARCEL: usize = 1 << 12;

/// The roots for which `value` is something, with that value.
pub(crate) fn those<T: Copy + Send>(
    roots: &[u32],
    value: impl Fn(usize) -> Option<T> + Send + Sync,
) -> Vec<(u32, T)> {
    let found = parallel::map(roots.chunks(PARCEL).collect(), |parcel| {
        let found = parcel.iter();
        let found = found.filter_map(|id| Some((*id, value(*id as usize)?)));
        found.collect::<Vec<(u32, T)>>()
    });
    found.concat()
}

/// The trees of one mode.
struct Plans<'g, 't> {
    graph: &'g PlayGraph<'t>,
    mode: PlayMode,
    unknown: Unknown,
}

impl Plans<'_, '_> {
    /// The number of moves to mate, if every step leads to it.
    fn won(&self, fates: &FateList, id: usize) -> Option<Length> {
        let over = self.graph.over(self.mode, id);
        let mut longest = over.won().unwrap_or(Length::of(0));
        if over.drawn().or(over.lost()).is_some() {
            return None;
        }
        if let Some(unknown) = over.unknown() {
            match self.unknown {
                Unknown::Stays => return None,
                Unknown::CountsAsWon => longest = longest.max(Length::at_least(unknown)),
            }
        }
        for (next, ways) in self.graph.steps(self.mode, id) {
            if fates.of(next as usize) != Fate::Won {
                return None;
            }
            longest = longest.max(fates.length(next as usize).after(ways.longest));
        }
        Some(longest)
    }

    /// The least number of moves to a fate, if a step leads to it.
    fn soonest(&self, fates: &FateList, wanted: Fate, id: usize) -> Option<u16> {
        let over = self.graph.over(self.mode, id);
        let at_once = match wanted {
            Fate::Lost => over.lost(),
            Fate::Stopped => over.unknown(),
            Fate::Drawn => over.drawn(),
            Fate::Won | Fate::Silent | Fate::Circle => None,
        };
        let later = self.graph.steps(self.mode, id).filter_map(|(next, ways)| {
            let then = || fates.length(next as usize).after(ways.shortest);
            (fates.of(next as usize) == wanted).then(|| then().least())
        });
        later.chain(at_once).min()
    }
}
