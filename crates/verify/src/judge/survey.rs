//! Consults the team once about every position, and keeps its moves and where they lead.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use chess::{Board, Small};
use domain::{Side, Stopped, Watch};
use shakmaty::Move;

use crate::index::Index;
use crate::judge::fates::{Fate, Fates, Unknown, fates};
use crate::judge::graph::{Ends, Far, PlayGraph};
use crate::judge::plans::{PlanFindings, PlanInspector};
use crate::judge::{Decision, Hearing, PlayMode, Team, Truth};
use crate::material::Material;
use crate::parallel;
use crate::value::Wdl;

/// The moves of a team in every position of its endings, and the results.
pub struct Judged<'t> {
    /// The endings that the team covers; the requested one is first.
    pub(crate) endings: Vec<Index>,
    /// Every position with us to move, ending by ending.
    pub(crate) roots: Vec<Root>,
    /// The roots, in rising order, in which the game is over and which the advice is not about.
    pub(crate) over_outside: Vec<u32>,
    /// Where the roots of each ending end.
    pub(crate) ends: Vec<usize>,
    /// Where the moves lead.
    pub(crate) graph: PlayGraph,
    /// The fate of each root, by mode.
    pub(crate) fates: [Fates; 2],
    /// The same if everything that is unknown turned out well for us; none if nothing is unknown.
    pub(crate) at_best: Option<[Fates; 2]>,
    /// What claims need to know of the plans.
    pub(crate) plans: PlanFindings,
    pub(crate) hearing: Hearing<'t>,
    pub(crate) team: &'t dyn Team,
    pub(crate) truth: &'t dyn Truth,
}

/// A position with us to move, and the move there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Root {
    /// Its ending.
    pub(crate) ending: u8,
    /// Its number there.
    pub(crate) number: u32,
    pub(crate) played: RootMove,
}

/// Our move in a position, or why there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RootMove {
    /// We are mated.
    Mated,
    /// We are stalemated.
    Stalemated,
    /// There is no advice.
    Silent,
    /// The advice is not about this position.
    Outside,
    /// The search reached a limit.
    Stopped,
    /// A move of a piece of advice, by a rule.
    Move {
        /// The rule, by number.
        rule: u16,
        /// The piece of advice, by number.
        piece: u16,
        /// The move.
        m: Move,
    },
}

/// A thread takes this many numbers at a time: few enough that slow chapters still show progress.
const PARCEL: usize = 1 << 11;

/// Consults the team about every position of an ending and of the endings that can follow, and finds the results.
///
/// The watch hears how many numbers are done.
pub fn judge<'t>(hearing: Hearing<'t>, watch: &Watch) -> Result<Judged<'t>, Stopped> {
    let Hearing {
        material,
        team,
        truth,
        ..
    } = hearing;
    let places = Places::new(judged_endings(material, hearing.others, team));
    let survey = PositionSurvey {
        hearing,
        places: &places,
        watch,
        used: AtomicUsize::new(0),
    };
    let total = places.len() as u64;
    let done = AtomicU64::new(0);
    let what = format!("positions of {material}");
    let tell = |done| watch.tell(what.clone(), done, Some(total));
    // The first parcel may take long; the listener learns the total before it.
    tell(0);
    let (mut roots, mut far) = (Vec::<Root>::new(), Far::default());
    let mut over_outside = Vec::new();
    let mut plans = PlanFindings::default();
    let mut ends = Vec::new();
    for (ending, index) in places.endings.iter().enumerate() {
        let n_numbers = index.n_numbers() / 2;
        let parcels = (0..n_numbers.div_ceil(PARCEL)).collect();
        let parcels = parallel::map(parcels, |parcel| {
            let from = parcel * PARCEL;
            let to = (from + PARCEL).min(n_numbers);
            let found = survey.consult(ending as u8, from..to);
            let done = done.fetch_add((to - from) as u64, Ordering::Relaxed);
            tell(done + (to - from) as u64);
            found
        });
        for parcel in parcels {
            let parcel = parcel?;
            far.append(parcel.far, roots.len() as u32);
            plans.append(parcel.plans, roots.len() as u32);
            let outside = parcel.over_outside.iter();
            over_outside.extend(outside.map(|root| root + roots.len() as u32));
            roots.extend(parcel.roots);
        }
        ends.push(roots.len());
    }
    let ids = places.ids(&roots);
    let after = |id: usize| match roots[id].played {
        RootMove::Move { m, .. } => Some(roots[id].position(&places.endings).play(m)),
        RootMove::Mated
        | RootMove::Stalemated
        | RootMove::Silent
        | RootMove::Outside
        | RootMove::Stopped => None,
    };
    let place = |position: &Small| places.of(position);
    let graph = PlayGraph::new(roots.len(), &after, &place, &ids, truth, far);
    let both = |unknown| {
        let weak = fates(&roots, &graph, PlayMode::Weak, unknown);
        let strong = match graph.modes_agree() {
            true => weak.clone(),
            false => fates(&roots, &graph, PlayMode::Strong, unknown),
        };
        [strong, weak]
    };
    let is_unknown = |root: &Root| root.played == RootMove::Stopped;
    let at_best =
        (roots.iter().any(is_unknown) || graph.has_unknown()).then(|| both(Unknown::CountsAsWon));
    let fates = both(Unknown::Stays);
    Ok(Judged {
        endings: places.endings,
        roots,
        over_outside,
        ends,
        fates,
        graph,
        at_best,
        plans,
        hearing,
        team,
        truth,
    })
}

/// The numbers of all endings with us to move, ending by ending.
struct Places {
    endings: Vec<Index>,
    /// The first place of each ending.
    starts: Vec<usize>,
}

/// No root.
const NO_ROOT: u32 = u32::MAX;

impl Places {
    fn new(endings: Vec<Material>) -> Places {
        let endings: Vec<Index> = endings.into_iter().map(Index::new).collect();
        let mut starts = vec![0];
        for index in &endings {
            // Us to move is the first half of the numbers.
            starts.push(starts[starts.len() - 1] + index.n_numbers() / 2);
        }
        Places { endings, starts }
    }

    fn len(&self) -> usize {
        self.starts[self.endings.len()]
    }

    /// The place of a position; none if it belongs to none of the endings.
    fn of(&self, position: &Small) -> Option<u32> {
        let mut endings = self.endings.iter().zip(&self.starts);
        endings.find_map(|(index, start)| Some((start + index.of(position)?) as u32))
    }

    /// The root at each place.
    fn ids(&self, roots: &[Root]) -> Vec<u32> {
        let mut ids = vec![NO_ROOT; self.len()];
        for (id, root) in roots.iter().enumerate() {
            ids[self.starts[usize::from(root.ending)] + root.number as usize] = id as u32;
        }
        ids
    }
}

impl Root {
    fn position(&self, endings: &[Index]) -> Small {
        endings[usize::from(self.ending)]
            .position(self.number as usize)
            .expect("a root is a legal position")
    }
}

/// Consults the team; shared by all threads.
struct PositionSurvey<'s> {
    hearing: Hearing<'s>,
    places: &'s Places,
    watch: &'s Watch,
    /// How many bytes trees longer than a move take.
    used: AtomicUsize,
}

/// The roots of one parcel.
#[derive(Default)]
struct Parcel {
    roots: Vec<Root>,
    /// Those in which the game is over and which the advice is not about.
    over_outside: Vec<u32>,
    /// Trees longer than a move.
    far: Far,
    /// What claims need to know of the plans.
    plans: PlanFindings,
}

impl PositionSurvey<'_> {
    fn consult(&self, ending: u8, numbers: Range<usize>) -> Result<Parcel, Stopped> {
        let index = &self.places.endings[usize::from(ending)];
        let mut player = self.hearing.team.player(index.material());
        let mut inspector = PlanInspector::new(&self.hearing, self.watch);
        let mut parcel = Parcel::default();
        for (number, position) in index.positions(numbers) {
            self.watch.check()?;
            let played = if position.has_moves() {
                let decision = player.decide(&position);
                if let Decision::Plays(plan) = &decision {
                    let root = parcel.roots.len() as u32;
                    inspector.inspect(root, &position, &plan.tree, &mut parcel.plans)?;
                }
                self.play(&position, decision, &mut parcel)
            } else {
                // Whoever comes here has lost or drawn; a claim begins here only if the advice is about it.
                if let Decision::Outside = player.decide(&position) {
                    parcel.over_outside.push(parcel.roots.len() as u32);
                }
                match position.in_check() {
                    true => RootMove::Mated,
                    false => RootMove::Stalemated,
                }
            };
            parcel.roots.push(Root {
                ending,
                number: number as u32,
                played,
            });
        }
        let n_bytes = parcel.far.n_bytes() + parcel.plans.n_bytes();
        let used = self.used.fetch_add(n_bytes, Ordering::Relaxed) + n_bytes;
        match used > self.hearing.room {
            true => Err(Stopped::Memory(self.hearing.room as u64)),
            false => Ok(parcel),
        }
    }

    /// The move of a decision for the next root of a parcel. A tree longer than a move is kept.
    fn play(&self, position: &Small, answer: Decision, parcel: &mut Parcel) -> RootMove {
        let plan = match answer {
            Decision::Silent => return RootMove::Silent,
            Decision::Outside => return RootMove::Outside,
            Decision::Stopped => return RootMove::Stopped,
            Decision::Plays(plan) => plan,
        };
        if plan.tree.depth() > 1 {
            let ends = Ends::after_plan(position, &plan.tree);
            let place = |position: &Small| self.places.of(position);
            let root = parcel.roots.len() as u32;
            parcel.far.add(root, &ends, &place, self.hearing.truth);
        }
        RootMove::Move {
            rule: plan.rule,
            piece: plan.piece,
            m: plan.tree.first_move().expect("the tree begins with a move"),
        }
    }
}

/// The endings that can follow and that the team covers; the given one is first.
pub fn judged_endings(material: Material, others: &[Material], team: &dyn Team) -> Vec<Material> {
    let mut reached = vec![material];
    for other in others {
        if !reached.contains(other) {
            reached.push(*other);
        }
    }
    let mut idx = 0;
    while let Some(from) = reached.get(idx).copied() {
        for next in from.followers() {
            if !reached.contains(&next) && team.covers(next) {
                reached.push(next);
            }
        }
        idx += 1;
    }
    reached
}

impl Judged<'_> {
    /// The position of a root.
    pub(crate) fn position(&self, root: &Root) -> Small {
        root.position(&self.endings)
    }

    /// The true result of a position with us to move.
    pub(crate) fn wdl(&self, position: &Small) -> Option<Wdl> {
        debug_assert_eq!(position.turn(), Side::Us);
        self.truth.wdl(position)
    }

    /// The fate of a position with us to move, with the number of our moves until then: the most to a win, the fewest
    /// to anything worse. None if the team was not consulted about its ending.
    pub fn fate(&self, mode: PlayMode, position: &Small) -> Option<(Fate, u16)> {
        let mut endings = (0..).zip(&self.endings);
        let place: (u8, u32) =
            endings.find_map(|(ending, index)| Some((ending, index.of(position)? as u32)))?;
        // Roots are ordered by ending and number.
        let id = self
            .roots
            .binary_search_by_key(&place, |root| (root.ending, root.number));
        Some(self.fates[mode as usize].of(id.ok()?))
    }

    /// The men of all endings about which the team was consulted; the requested one is first.
    pub fn materials(&self) -> impl Iterator<Item = Material> + '_ {
        self.endings.iter().map(Index::material)
    }

    /// The roots of the requested ending that the advice is about, with their numbers.
    pub(crate) fn first_roots(&self) -> impl Iterator<Item = (usize, &Root)> {
        let first = self.roots[..self.ends[0]].iter().enumerate();
        first.filter(|(id, _)| self.is_about(*id))
    }

    /// Is the advice about a root?
    pub(crate) fn is_about(&self, id: usize) -> bool {
        self.roots[id].played != RootMove::Outside
            && self.over_outside.binary_search(&(id as u32)).is_err()
    }

    /// The numbers of the roots of an ending; none if the team was not consulted about it.
    pub(crate) fn roots_of(&self, material: Material) -> Option<Range<usize>> {
        let mut endings = self.endings.iter();
        let idx = endings.position(|index| index.material() == material)?;
        let start = idx.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(start..self.ends[idx])
    }
}
