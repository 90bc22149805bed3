//! Asks the team about every position once, and keeps what it plays and where that leads.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use chess::{Board, Small};
use domain::Side;
use rayon::prelude::*;
use shakmaty::{Move, Role};

use crate::index::Index;
use crate::judge::fates::{Fate, Fates, fates};
use crate::judge::graph::{Ends, Graph};
use crate::judge::{Answer, Mode, Team, Truth};
use crate::material::Material;
use crate::outcome::Wdl;

/// Everything that was asked and what became of it.
pub struct Judged<'t> {
    /// The endings that the team answers for, the one that was asked about first.
    pub(crate) endings: Vec<Index>,
    /// Every position with us to move, ending by ending.
    pub(crate) roots: Vec<Root>,
    /// How many roots belong to the first ending.
    pub(crate) n_first: usize,
    /// Where plans lead, by mode.
    pub(crate) graphs: [Graph; 2],
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
    pub(crate) played: Played,
}

/// What is played in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Played {
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

/// Positions are handed to threads in parcels of so many numbers.
const PARCEL: usize = 1 << 14;

/// Asks the team about every position of an ending and of those that it can turn into, and follows the answers.
///
/// `progress` hears how many numbers of how many have been asked about. None if it is stopped.
pub fn judge<'t>(
    material: Material,
    team: &'t dyn Team,
    truth: &'t dyn Truth,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Option<Judged<'t>> {
    let endings: Vec<Index> = reached(material, team)
        .into_iter()
        .map(Index::new)
        .collect();
    // Us to move is the first half of the numbers.
    let total: u64 = endings
        .iter()
        .map(|index| index.n_numbers() as u64 / 2)
        .sum();
    let done = AtomicU64::new(0);
    let mut asked: Vec<Asked> = Vec::new();
    let mut n_first = 0;
    for (ending, index) in endings.iter().enumerate() {
        let n_numbers = index.n_numbers() / 2;
        let parcels: Vec<Option<Vec<Asked>>> = (0..n_numbers.div_ceil(PARCEL))
            .into_par_iter()
            .map(|parcel| {
                let from = parcel * PARCEL;
                let to = (from + PARCEL).min(n_numbers);
                let asked = ask(team, index, ending as u8, from..to, stop);
                let done = done.fetch_add((to - from) as u64, Ordering::Relaxed);
                progress(done + (to - from) as u64, total);
                asked
            })
            .collect();
        for parcel in parcels {
            asked.extend(parcel?);
        }
        if ending == 0 {
            n_first = asked.len();
        }
    }
    let ids = Ids::new(&endings, asked.iter().map(|asked| &asked.root));
    let graphs = Mode::BOTH.map(|mode| {
        let ends = |id: usize| asked[id].ends(mode, &endings);
        Graph::new(asked.len(), &ends, &|position| ids.of(position), truth)
    });
    let roots: Vec<Root> = asked.into_iter().map(|asked| asked.root).collect();
    let fates = [fates(&roots, &graphs[0]), fates(&roots, &graphs[1])];
    Some(Judged {
        endings,
        roots,
        n_first,
        graphs,
        fates,
        team,
        truth,
    })
}

/// A position that was asked about, and where its plan leads if it is longer than a move.
struct Asked {
    root: Root,
    strong: Option<Ends>,
}

impl Asked {
    fn ends(&self, mode: Mode, endings: &[Index]) -> Cow<'_, Ends> {
        let Played::Move { m, .. } = self.root.played else {
            return Cow::Owned(Ends::default());
        };
        match (mode, &self.strong) {
            (Mode::Strong, Some(strong)) => Cow::Borrowed(strong),
            (Mode::Strong, None) | (Mode::Weak, _) => {
                let position = self.root.position(endings);
                Cow::Owned(Ends::after_move(&position, m))
            }
        }
    }
}

/// Which root a position is.
struct Ids<'e> {
    endings: &'e [Index],
    /// For each ending, by number.
    ids: Vec<Vec<u32>>,
}

/// No root.
const NOBODY: u32 = u32::MAX;

impl<'e> Ids<'e> {
    fn new<'r>(endings: &'e [Index], roots: impl Iterator<Item = &'r Root>) -> Ids<'e> {
        let lists = endings
            .iter()
            .map(|index| vec![NOBODY; index.n_numbers() / 2]);
        let mut ids: Vec<Vec<u32>> = lists.collect();
        for (id, root) in roots.enumerate() {
            ids[usize::from(root.ending)][root.number as usize] = id as u32;
        }
        Ids { endings, ids }
    }

    fn of(&self, position: &Small) -> Option<u32> {
        let (ending, number) = self
            .endings
            .iter()
            .enumerate()
            .find_map(|(ending, index)| Some((ending, index.of(position)?)))?;
        Some(self.ids[ending][number]).filter(|id| *id != NOBODY)
    }
}

impl Root {
    fn position(&self, endings: &[Index]) -> Small {
        endings[usize::from(self.ending)]
            .position(self.number as usize)
            .expect("a root is a legal position")
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

fn ask(
    team: &dyn Team,
    index: &Index,
    ending: u8,
    numbers: std::ops::Range<usize>,
    stop: &AtomicBool,
) -> Option<Vec<Asked>> {
    let mut player = team.player(index.material());
    let mut found = Vec::new();
    for (number, position) in index.positions(numbers) {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let root = |played| Root {
            ending,
            number: number as u32,
            played,
        };
        let over = |played| Asked {
            root: root(played),
            strong: None,
        };
        if !has_moves(&position) {
            found.push(over(match position.in_check() {
                true => Played::Mated,
                false => Played::Stalemated,
            }));
            continue;
        }
        found.push(match player.answer(&position) {
            Answer::Silent => over(Played::Silent),
            Answer::Stopped => over(Played::Stopped),
            Answer::Plays(plan) => {
                let m = plan.tree.first_move().expect("a plan begins with a move");
                let is_long = plan.tree.depth() > 1;
                Asked {
                    root: root(Played::Move {
                        rule: plan.rule,
                        piece: plan.piece,
                        m,
                    }),
                    strong: is_long.then(|| Ends::after_plan(&position, &plan.tree)),
                }
            }
        });
    }
    Some(found)
}

pub(crate) fn has_moves(position: &Small) -> bool {
    position
        .visit_moves(&mut |_| ControlFlow::Break(()))
        .is_break()
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
    pub fn fate(&self, mode: Mode, position: &Small) -> Option<(Fate, u16)> {
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
