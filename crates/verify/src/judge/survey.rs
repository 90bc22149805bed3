//! Consults the team once about every position, and keeps its moves and where they lead.

use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex, OnceLock};

use chess::{Board, Small};
use domain::{Side, Stopped, Watch};
use shakmaty::Move;

use crate::index::Index;
use crate::judge::answers::AnswerKeeper;
use crate::judge::asking::{AskedPositions, Places, TeamAsker};
use crate::judge::claims::Unsure;
use crate::judge::fates::{Fate, Fates, PlayedSets, Unknown, fates};
use crate::judge::games::ExampleGame;
use crate::judge::graph::PlayGraph;
use crate::judge::plans::PlanFindings;
use crate::judge::results::Results;
use crate::judge::roots::{RootSaying, RootSet, Roots};
use crate::judge::{Hearing, PlayMode, Team, Truth};
use crate::material::Material;
use crate::value::Wdl;

/// The moves of a team in every position of its endings, and the results.
pub struct Judged<'t> {
    /// How much was asked, if the asking was stopped.
    pub(crate) part: Option<AskedPart>,
    /// The roots that are reported on, in rising order; none: all of the requested ending.
    pub(crate) only: Option<Vec<u32>>,
    /// The endings that the team covers; the requested one is first.
    pub(crate) endings: Vec<Index>,
    /// Every position with us to move, ending by ending.
    pub(crate) roots: Arc<Roots>,
    /// The roots in which the game is over and which the advice is not about.
    pub(crate) over_outside: RootSet,
    /// Where the roots of each ending end.
    pub(crate) ends: Vec<usize>,
    /// Where the moves lead.
    pub(crate) graph: Arc<PlayGraph<'t>>,
    /// The same as sets; none for an excerpt, and where sets cannot say it.
    pub(crate) sets: Option<PlayedSets<'t>>,
    /// By mode: from which roots games lead to where something is not known. Found when a claim needs it.
    pub(crate) unsure: [OnceLock<Unsure>; 2],
    /// The roots that a claim is about, by its number: those of the last claim that was asked for.
    pub(crate) last_scope: Mutex<Option<(usize, Arc<RootSet>)>>,
    /// Does a tree lead to an end without a known result?
    pub(crate) has_unknown: bool,
    /// The true result of each root, if it is known.
    pub(crate) results: Results,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

/// How the positions are asked about.
#[derive(Clone, Copy, Default)]
pub struct AskingScope<'i> {
    /// Where answers are kept and found again.
    pub keeper: Option<&'i dyn AnswerKeeper>,
    /// Report on these positions of the ending alone, and ask only about what can follow them. Without it, on all.
    pub starts: Option<&'i [Small]>,
    /// A raised stop flag ends the asking, and positions that were not asked about count as unknown. Without it, the
    /// flag ends everything.
    pub is_partial_welcome: bool,
}

/// A thread takes this many roots at a time.
pub(crate) const PART: usize = 1 << 14;

/// How many positions were asked about, where the asking was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AskedPart {
    /// So many were.
    pub asked: u64,
    /// So many are known that should have been.
    pub of: u64,
}

/// Consults the team about every position of an ending and of the endings that can follow, and finds the results.
///
/// The watch hears how many numbers are done.
pub fn judge<'t>(hearing: Hearing<'t>, watch: &Watch) -> Result<Judged<'t>, Stopped> {
    judge_by(hearing, AskingScope::default(), watch)
}

/// The same, where answers are kept, or only some positions are reported on.
pub fn judge_by<'t>(
    hearing: Hearing<'t>,
    inquiry: AskingScope<'_>,
    watch: &Watch,
) -> Result<Judged<'t>, Stopped> {
    let Hearing { team, truth, .. } = hearing;
    let places = Arc::new(Places::of_hearing(&hearing));
    let asker = TeamAsker::new(hearing, &places, inquiry, watch);
    let asked = match inquiry.starts {
        None => asker.all()?,
        Some(starts) => asker.follow(starts)?,
    };
    team.forget();
    let AskedPositions {
        roots,
        over_outside,
        far,
        plans,
        part,
    } = asked;
    watch.tell("the moves", 0, None);
    let graph = Arc::new(PlayGraph::new(
        roots,
        Arc::clone(&places),
        truth,
        far,
        hearing.room_for_replies,
    ));
    // Sets are for all positions, and for endings that can be said as sets.
    let terrain = hearing.terrain.filter(|_| inquiry.starts.is_none());
    let sets = terrain.and_then(|terrain| PlayedSets::new(&graph, terrain, truth));
    let find = |mode, unknown| match &sets {
        Some(sets) => sets.fates(mode, unknown, watch),
        None => fates(&graph, mode, unknown, watch),
    };
    let both = |unknown| {
        let weak = find(PlayMode::Weak, unknown);
        let strong = match graph.modes_agree() {
            true => weak.clone(),
            false => find(PlayMode::Strong, unknown),
        };
        [strong, weak]
    };
    let fates = both(Unknown::Stays);
    let has_unknown = match &sets {
        Some(sets) => sets.has_unknown(),
        None => graph.is_any_unknown(),
    };
    let mut roots = 0..graph.roots.len();
    let has_stopped = roots.any(|id| graph.roots.saying(id) == RootSaying::Stopped);
    let at_best = (has_stopped || has_unknown).then(|| both(Unknown::CountsAsWon));
    let results = Results::new(&graph, truth);
    let bits = graph.roots.bits();
    let ends = (0..places.endings.len())
        .map(|ending| bits.before_word(places.of_ending(ending).end / 64))
        .collect();
    let only = inquiry.starts.map(|starts| {
        let known = starts.iter().filter_map(|start| graph.root_of(start));
        let mut only: Vec<u32> = known.collect();
        only.sort_unstable();
        only.dedup();
        only
    });
    Ok(Judged {
        part,
        only,
        endings: places.endings.clone(),
        roots: Arc::clone(&graph.roots),
        over_outside: over_outside.into_iter().map(|id| id as usize).collect(),
        ends,
        results,
        fates,
        graph,
        sets,
        unsure: Default::default(),
        last_scope: Mutex::default(),
        has_unknown,
        at_best,
        plans,
        hearing,
        team,
        truth,
    })
}

impl Root {
    /// Its position.
    pub(crate) fn position(&self, endings: &[Index]) -> Small {
        // A root is a legal position.
        endings[usize::from(self.ending)].known_position(self.number as usize)
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
    pub(crate) fn position(&self, id: usize) -> Small {
        self.roots.position(id)
    }

    /// Our move in a root, or why there is none.
    pub(crate) fn played(&self, id: usize) -> RootMove {
        self.roots.get(id).played
    }

    /// The true result of a position with us to move.
    pub(crate) fn wdl(&self, position: &Small) -> Option<Wdl> {
        debug_assert_eq!(position.turn(), Side::Us);
        self.truth.wdl(position)
    }

    /// The fate of a position with us to move, with the number of our moves until then: the most to a win, the fewest
    /// to anything worse. None if the team was not consulted about its ending.
    pub fn fate(&self, mode: PlayMode, position: &Small) -> Option<(Fate, u16)> {
        Some(self.fates[mode as usize].of(self.id(position)?))
    }

    /// The men of all endings about which the team was consulted; the requested one is first.
    pub fn materials(&self) -> impl Iterator<Item = Material> + '_ {
        self.endings.iter().map(Index::material)
    }

    /// How much was asked, if the asking was stopped.
    pub fn part(&self) -> Option<AskedPart> {
        self.part
    }

    /// How many positions were asked about, or should have been.
    pub fn n_positions(&self) -> u64 {
        self.roots.len() as u64
    }

    /// The number of a position with us to move among the roots.
    pub(crate) fn id(&self, position: &Small) -> Option<usize> {
        // Only positions with us to move have places.
        let place = self.graph.places.of(position);
        let place = place.filter(|_| position.turn() == Side::Us)?;
        Some(self.roots.at(place)? as usize)
    }

    /// The game that shows the fate of a position with us to move.
    pub fn game_of(&self, mode: PlayMode, position: &Small) -> Option<ExampleGame> {
        let id = self.id(position)?;
        Some(self.game_from(&self.fates[mode as usize], mode, id))
    }

    /// Is the report about some positions of the ending alone?
    pub fn is_excerpt(&self) -> bool {
        self.only.is_some()
    }

    /// Is a root one of those that are reported on?
    pub(crate) fn is_reported(&self, id: usize) -> bool {
        let only = self.only.as_ref();
        only.is_none_or(|only| only.binary_search(&(id as u32)).is_ok())
    }

    /// How many roots are reported on.
    pub(crate) fn n_reported(&self) -> usize {
        self.only.as_ref().map_or(self.ends[0], Vec::len)
    }

    /// The roots of the requested ending that are reported on, whether the advice is about them or not.
    pub(crate) fn reported(&self) -> impl Iterator<Item = usize> {
        let (some, all) = match &self.only {
            Some(only) => (&only[..], 0..0),
            None => (&[][..], 0..self.ends[0]),
        };
        some.iter().map(|id| *id as usize).chain(all)
    }

    /// The roots that are reported on and that the advice is about.
    pub(crate) fn first_roots(&self) -> impl Iterator<Item = usize> {
        self.reported().filter(|id| self.is_about(*id))
    }

    /// Is the advice about a root?
    pub(crate) fn is_about(&self, id: usize) -> bool {
        self.roots.saying(id) != RootSaying::Outside && !self.over_outside.contains(id)
    }

    /// The positions of the requested ending with us to move that are won in both modes.
    pub fn won_positions(&self) -> impl Iterator<Item = Small> {
        let roots = self.roots_of(self.hearing.material).unwrap_or_default();
        roots
            .filter(|id| self.is_won(*id))
            .map(|id| self.position(id))
    }

    /// The positions of the requested ending with them to move in which we are sure to win in both modes: it is mate, or
    /// whatever they reply leads to a position that is won.
    pub fn won_before_replies(&self) -> impl Iterator<Item = Small> {
        let index = Index::new(self.hearing.material);
        let positions = (0..index.n_numbers()).filter_map(move |number| index.position(number));
        let theirs = positions.filter(|position| position.turn() == Side::Them);
        theirs.filter(|position| {
            let mut has_reply = false;
            let escape = position.visit_next(|_, next| {
                has_reply = true;
                // About endings without advice the oracle is asked, as in the graph of play.
                let is_won = match self.id(&next) {
                    Some(id) => self.is_won(id),
                    None => self.wdl(&next) == Some(Wdl::Win),
                };
                match is_won {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
            escape.is_continue() && (has_reply || position.in_check())
        })
    }

    /// Is a root won in both modes?
    fn is_won(&self, id: usize) -> bool {
        self.fates.iter().all(|fates| fates.of(id).0 == Fate::Won)
    }

    /// The numbers of the roots of an ending; none if the team was not consulted about it.
    pub(crate) fn roots_of(&self, material: Material) -> Option<Range<usize>> {
        let mut endings = self.endings.iter();
        let idx = endings.position(|index| index.material() == material)?;
        let start = idx.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(start..self.ends[idx])
    }
}
