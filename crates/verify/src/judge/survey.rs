//! Asks the team about every position once, and keeps what it plays and where that leads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use chess::{Board, Small};
use domain::{Side, Stopped, Watch};
use shakmaty::{Move, Role};

use crate::index::Index;
use crate::judge::fates::{Fate, Fates, fates};
use crate::judge::graph::{Ends, Far, PlayGraph};
use crate::judge::{Decision, PlayMode, Team, Truth};
use crate::material::Material;
use crate::parallel;
use crate::value::Wdl;

/// Everything that was asked and what became of it.
pub struct Judged<'t> {
    /// The endings that the team answers for, the one that was asked about first.
    pub(crate) endings: Vec<Index>,
    /// Every position with us to move, ending by ending.
    pub(crate) roots: Vec<Root>,
    /// How many roots belong to the first ending.
    pub(crate) n_first: usize,
    /// Where plans lead.
    pub(crate) graph: PlayGraph,
    /// What becomes of each root, by mode.
    pub(crate) fates: [Fates; 2],
    pub(crate) team: &'t dyn Team,
    pub(crate) truth: &'t dyn Truth,
}

/// A position with us to move, and what is played there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Root {
    /// Its ending.
    pub(crate) ending: u8,
    /// Its number there.
    pub(crate) number: u32,
    pub(crate) played: RootMove,
}

/// What is played in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RootMove {
    /// Nothing: we are mated.
    Mated,
    /// Nothing: we are stalemated.
    Stalemated,
    /// Nothing: no advice.
    Silent,
    /// Nothing: a limit came first.
    Stopped,
    /// A move of a piece, by a rule.
    Move {
        /// The rule, by number.
        rule: u16,
        /// The piece, by number.
        piece: u16,
        /// The move.
        m: Move,
    },
}

/// Positions are handed to threads in parcels of so many numbers: few enough that progress is seen where every
/// position takes a while.
const PARCEL: usize = 1 << 11;

/// Asks the team about every position of an ending and of those that it can turn into, and follows the answers.
///
/// Plans longer than a move may take `room` bytes. The progress of the watch is how many numbers have been asked
/// about.
pub fn judge<'t>(
    material: Material,
    team: &'t dyn Team,
    truth: &'t dyn Truth,
    room: usize,
    watch: &Watch,
) -> Result<Judged<'t>, Stopped> {
    let places = Places::new(reached(material, team));
    let survey = PositionSurvey {
        team,
        truth,
        places: &places,
        watch,
        room,
        used: AtomicUsize::new(0),
    };
    let total = places.len() as u64;
    let done = AtomicU64::new(0);
    let what = format!("positions of {material}");
    let tell = |done| watch.tell(what.clone(), done, Some(total));
    // The first parcel may take long; the listener learns the total before it.
    tell(0);
    let (mut roots, mut far) = (Vec::<Root>::new(), Far::default());
    let mut n_first = 0;
    for (ending, index) in places.endings.iter().enumerate() {
        let n_numbers = index.n_numbers() / 2;
        let parcels = (0..n_numbers.div_ceil(PARCEL)).collect();
        let parcels = parallel::map(parcels, |parcel| {
            let from = parcel * PARCEL;
            let to = (from + PARCEL).min(n_numbers);
            let asked = survey.ask(ending as u8, from..to);
            let done = done.fetch_add((to - from) as u64, Ordering::Relaxed);
            tell(done + (to - from) as u64);
            asked
        });
        for parcel in parcels {
            let parcel = parcel?;
            far.append(parcel.far, roots.len() as u32);
            roots.extend(parcel.roots);
        }
        if ending == 0 {
            n_first = roots.len();
        }
    }
    let ids = places.ids(&roots);
    let after = |id: usize| match roots[id].played {
        RootMove::Move { m, .. } => Some(roots[id].position(&places.endings).play(m)),
        RootMove::Mated | RootMove::Stalemated | RootMove::Silent | RootMove::Stopped => None,
    };
    let place = |position: &Small| places.of(position);
    let graph = PlayGraph::new(roots.len(), &after, &place, &ids, truth, far);
    let weak = fates(&roots, &graph, PlayMode::Weak);
    let strong = match graph.modes_agree() {
        true => weak.clone(),
        false => fates(&roots, &graph, PlayMode::Strong),
    };
    Ok(Judged {
        endings: places.endings,
        roots,
        n_first,
        graph,
        fates: [strong, weak],
        team,
        truth,
    })
}

/// All numbers of all endings with us to move, one ending after the other.
struct Places {
    endings: Vec<Index>,
    /// Where the places of each ending begin.
    starts: Vec<usize>,
}

/// No root.
const NOBODY: u32 = u32::MAX;

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

    /// Where a position stands, if it is of one of the endings.
    fn of(&self, position: &Small) -> Option<u32> {
        let mut endings = self.endings.iter().zip(&self.starts);
        endings.find_map(|(index, start)| Some((start + index.of(position)?) as u32))
    }

    /// Which root stands where.
    fn ids(&self, roots: &[Root]) -> Vec<u32> {
        let mut ids = vec![NOBODY; self.len()];
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

/// Whoever asks, on any thread.
struct PositionSurvey<'s> {
    team: &'s dyn Team,
    truth: &'s dyn Truth,
    places: &'s Places,
    watch: &'s Watch,
    /// How many bytes plans longer than a move may take, and how many they do.
    room: usize,
    used: AtomicUsize,
}

/// What was found out in one go.
#[derive(Default)]
struct Parcel {
    roots: Vec<Root>,
    /// Plans longer than a move.
    far: Far,
}

impl PositionSurvey<'_> {
    fn ask(&self, ending: u8, numbers: Range<usize>) -> Result<Parcel, Stopped> {
        let index = &self.places.endings[usize::from(ending)];
        let mut player = self.team.player(index.material());
        let mut parcel = Parcel::default();
        for (number, position) in index.positions(numbers) {
            self.watch.check()?;
            let played = if position.has_moves() {
                self.play(&position, player.answer(&position), &mut parcel)
            } else if position.in_check() {
                RootMove::Mated
            } else {
                RootMove::Stalemated
            };
            parcel.roots.push(Root {
                ending,
                number: number as u32,
                played,
            });
        }
        let n_bytes = parcel.far.n_bytes();
        let used = self.used.fetch_add(n_bytes, Ordering::Relaxed) + n_bytes;
        match used > self.room {
            true => Err(Stopped::Memory(self.room as u64)),
            false => Ok(parcel),
        }
    }

    /// What an answer means for the next root of a parcel; a plan longer than a move is kept.
    fn play(&self, position: &Small, answer: Decision, parcel: &mut Parcel) -> RootMove {
        let plan = match answer {
            Decision::Silent => return RootMove::Silent,
            Decision::Stopped => return RootMove::Stopped,
            Decision::Plays(plan) => plan,
        };
        if plan.tree.depth() > 1 {
            let ends = Ends::after_plan(position, &plan.tree);
            let place = |position: &Small| self.places.of(position);
            let root = parcel.roots.len() as u32;
            parcel.far.add(root, &ends, &place, self.truth);
        }
        RootMove::Move {
            rule: plan.rule,
            piece: plan.piece,
            m: plan.tree.first_move().expect("a plan begins with a move"),
        }
    }
}

/// The endings that play can come to and that the team answers for, the given one first.
fn reached(material: Material, team: &dyn Team) -> Vec<Material> {
    let mut reached = vec![material];
    let mut idx = 0;
    while let Some(from) = reached.get(idx).copied() {
        for next in conversions(from) {
            if !reached.contains(&next) && team.covers(next) {
                reached.push(next);
            }
        }
        idx += 1;
    }
    reached
}

/// What a capture, a promotion or both at once make of some men.
fn conversions(material: Material) -> Vec<Material> {
    let men: Vec<(Side, Role)> = material.others().collect();
    let mut promoted = vec![men.clone()];
    for (idx, (side, role)) in men.iter().enumerate() {
        if *role == Role::Pawn {
            for new in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                let mut men = men.clone();
                men[idx] = (*side, new);
                promoted.push(men);
            }
        }
    }
    let captured = promoted.clone().into_iter().flat_map(|men| {
        (0..men.len()).map(move |idx| {
            let mut men = men.clone();
            men.remove(idx);
            men
        })
    });
    let all: Vec<_> = captured.chain(promoted).collect();
    let of = |men: &[(Side, Role)], side| -> Vec<Role> {
        let men = men.iter().filter(|(of, _)| *of == side);
        men.map(|(_, role)| *role).collect()
    };
    all.iter()
        .filter_map(|men| Material::new(&of(men, Side::Us), &of(men, Side::Them)))
        .filter(|next| *next != material)
        .collect()
}

impl Judged<'_> {
    /// The position of a root.
    pub(crate) fn position(&self, root: &Root) -> Small {
        root.position(&self.endings)
    }

    /// What the truth says of a position with us to move.
    pub(crate) fn wdl(&self, position: &Small) -> Option<Wdl> {
        debug_assert_eq!(position.turn(), Side::Us);
        self.truth.wdl(position)
    }

    /// What becomes of a position with us to move, with the number of our moves until then: the longest to a win, the
    /// fewest to anything worse. None if it is of an ending that nobody was asked about.
    pub fn fate(&self, mode: PlayMode, position: &Small) -> Option<(Fate, u16)> {
        let mut endings = (0..).zip(&self.endings);
        let place: (u8, u32) =
            endings.find_map(|(ending, index)| Some((ending, index.of(position)? as u32)))?;
        // Roots were asked about ending by ending, in the order of their numbers.
        let id = self
            .roots
            .binary_search_by_key(&place, |root| (root.ending, root.number));
        Some(self.fates[mode as usize].of(id.ok()?))
    }

    /// The men of all endings in which the team was asked, those of the first one first.
    pub fn materials(&self) -> impl Iterator<Item = Material> + '_ {
        self.endings.iter().map(Index::material)
    }

    /// The roots of the ending that was asked about.
    pub(crate) fn first_roots(&self) -> &[Root] {
        &self.roots[..self.n_first]
    }
}
