//! What the searches of one question share: the program, the account, the stamps, and what goals have asked.
//!
//! A goal may ask about another piece, which is a search of its own. Where that is done stands behind [`Nested`], so that
//! a search needs to know its context, and the context no search.

use code::compiled::Program;
use code::machine::Environment;
use domain::{Domain, Side, Stopped, Watch};
use lang::checked::{DefinitionId, PieceId};
use proof::Verdict;
use rustc_hash::FxHashMap;

use crate::endless::Foresight;
use crate::memory::Memory;
use crate::meter::Meter;

/// How to search. No option changes a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Remember what was found out about a position, and use it again. Fewer positions are then counted.
    ///
    /// A piece without a depth bound is searched without it where positions can repeat: what fails there may
    /// fail because of the line that led to it.
    pub cache: bool,
    /// Look for a tree of least depth: bound after bound.
    pub shortest_first: bool,
}

/// Something that happened in a search, in the order it did; nested searches are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<M> {
    /// A piece that wants the shortest tree is searched to this bound.
    Bounded {
        /// The bound.
        plies: u32,
    },
    /// A reply of theirs was generated and counted; does the holding goal hold after it?
    Generated {
        /// Its depth.
        depth: u32,
        /// The reply.
        m: M,
        /// Does the holding goal hold?
        holds: bool,
    },
    /// A move led to a node that was then looked at.
    Entered {
        /// Its depth.
        depth: u32,
        /// The move.
        m: M,
    },
    /// A node was decided.
    Decided {
        /// Its depth.
        depth: u32,
        /// Its verdict.
        verdict: Verdict,
    },
}

/// A trace is cut off after this many events.
pub const MAX_EVENTS: usize = 200_000;

/// Carries out the searches that goals ask for.
pub(crate) trait Nested<D: Domain> {
    /// The verdict of a piece that this side follows, and how many positions were counted for it.
    fn decide(
        &self,
        shared: &mut Shared<'_, D>,
        piece: PieceId,
        us: Side,
        position: &D::Position,
    ) -> (Result<Verdict, Stopped>, u64);
}

/// What the searches of one question share.
pub(crate) struct Shared<'s, D: Domain> {
    pub(crate) program: &'s Program<D>,
    pub(crate) options: Options,
    pub(crate) meter: Meter<'s>,
    nested: &'s dyn Nested<D>,
    next_stamp: &'s mut u64,
    /// Whether the pieces that goals have asked about are satisfied.
    asked: FxHashMap<(PieceId, Side, D::Position), bool>,
    /// How often goals have asked.
    pub(crate) n_asked: u64,
    /// The positions counted in searches that goals asked for.
    pub(crate) nested_nodes: u64,
    /// How deep searches are nested now.
    nesting: usize,
    trace: Option<&'s mut Vec<Event<D::Move>>>,
    pub(crate) memory: Option<&'s dyn Memory<D::Position>>,
    foresight: Option<&'s dyn Foresight<D::Position>>,
}

/// What an engine lends to the searches of one question.
pub(crate) struct Lent<'s, D: Domain> {
    pub(crate) program: &'s Program<D>,
    pub(crate) options: Options,
    pub(crate) nested: &'s dyn Nested<D>,
    /// Stamps are never used twice, so that no value outlives the node for which it was computed.
    pub(crate) next_stamp: &'s mut u64,
    pub(crate) trace: Option<&'s mut Vec<Event<D::Move>>>,
    pub(crate) memory: Option<&'s dyn Memory<D::Position>>,
    pub(crate) foresight: Option<&'s dyn Foresight<D::Position>>,
}

impl<'s, D: Domain> Shared<'s, D> {
    pub(crate) fn new(lent: Lent<'s, D>, meter: Meter<'s>) -> Shared<'s, D> {
        Shared {
            program: lent.program,
            options: lent.options,
            meter,
            nested: lent.nested,
            next_stamp: lent.next_stamp,
            asked: FxHashMap::default(),
            n_asked: 0,
            nested_nodes: 0,
            nesting: 0,
            trace: lent.trace,
            memory: lent.memory,
            foresight: lent.foresight,
        }
    }

    /// A new question begins, with a budget of its own.
    pub(crate) fn begin_anew(&mut self, watch: &'s Watch) {
        self.meter = Meter::new(watch);
        if !self.asked.is_empty() {
            self.asked = FxHashMap::default();
        }
        (self.n_asked, self.nested_nodes) = (0, 0);
    }

    /// With us to move: how many moves a piece without a bound still needs.
    pub(crate) fn moves_needed(
        &self,
        piece: PieceId,
        position: &D::Position,
    ) -> Result<Option<u32>, Stopped> {
        let foresight = self.foresight.ok_or(Stopped::Endless)?;
        foresight.moves_needed(piece, position, self.meter.watch())
    }

    /// Is it known of a piece what remains after a move of ours?
    pub(crate) fn knows_what_remains(&self, piece: PieceId) -> bool {
        let foresight = self.foresight;
        foresight.is_some_and(|foresight| foresight.knows_what_remains(piece))
    }

    /// After our move: do at most so many moves remain, if that is known without evaluating goals?
    pub(crate) fn remain_within(
        &self,
        piece: PieceId,
        position: &D::Position,
        moves: u32,
    ) -> Option<bool> {
        let foresight = self.foresight?;
        foresight.remain_within(piece, position, moves)
    }

    pub(crate) fn domain(&self) -> &'s D {
        &self.program.domain
    }

    /// Is no trace recorded?
    pub(crate) fn is_untraced(&self) -> bool {
        self.trace.is_none()
    }

    /// A search with this depth bound begins.
    pub(crate) fn begin(&mut self, depth: Option<u32>) {
        if self.nesting == 0 {
            self.meter.begin(depth);
        }
    }

    /// Records an event of the outermost search.
    #[inline]
    pub(crate) fn happens(&mut self, event: Event<D::Move>) {
        if let Some(trace) = &mut self.trace
            && self.nesting == 0
            && trace.len() < MAX_EVENTS
        {
            trace.push(event);
        }
    }

    /// A number that no other node has.
    pub(crate) fn stamp(&mut self) -> u64 {
        let stamp = *self.next_stamp;
        *self.next_stamp += 1;
        stamp
    }
}

impl<D: Domain> Environment<D> for Shared<'_, D> {
    fn can(
        &mut self,
        piece: PieceId,
        viewer: Side,
        position: &D::Position,
    ) -> Result<bool, Stopped> {
        self.n_asked += 1;
        if let Some(known) = self
            .memory
            .and_then(|memory| memory.can(piece, viewer, position))
        {
            return Ok(known);
        }
        let key = (piece, viewer, position.clone());
        if let Some(satisfied) = self.asked.get(&key) {
            return Ok(*satisfied);
        }
        let nested = self.nested;
        self.nesting += 1;
        let (result, nodes) = nested.decide(self, piece, viewer, position);
        self.nesting -= 1;
        self.nested_nodes += nodes;
        let satisfied = result? == Verdict::Satisfied;
        self.asked.insert(key, satisfied);
        if let Some(memory) = self.memory {
            memory.learn(piece, viewer, position, satisfied);
        }
        Ok(satisfied)
    }

    #[inline]
    fn steps(&mut self, n: u64) -> Result<(), Stopped> {
        self.meter.steps(n)
    }

    fn found(
        &self,
        definition: DefinitionId,
        viewer: Side,
        position: &D::Position,
    ) -> Option<Option<u64>> {
        self.memory?.value(definition, viewer, position)
    }

    fn share(
        &mut self,
        definition: DefinitionId,
        viewer: Side,
        position: &D::Position,
        value: Option<u64>,
    ) {
        if let Some(memory) = self.memory {
            memory.learn_value(definition, viewer, position, value);
        }
    }
}
