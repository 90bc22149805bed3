//! What code uses beside its registers: positions at other times, values remembered there, and words without native
//! code.

use domain::{Fast, ItemSet, RawArgs, Scope, Side, Stopped, Type, Value, WordId};

use super::Inputs;
use crate::compiled::When;

/// What code uses beside its registers.
pub(super) struct Aside<D: Fast> {
    pub(super) domain: D,
    /// The position after the move in question.
    pub(super) after: Option<D::Position>,
    /// The last position in which the side to move is known to have a move.
    mobile: Option<D::Position>,
    /// Values remembered at other times.
    memory: Vec<KeptValue>,
    /// Why the last run was stopped.
    pub(super) stopped: Option<Stopped>,
    /// Sets that do not fit into a register; the register then holds an index.
    pub(super) sets: Vec<ItemSet>,
}

/// A value remembered at another time.
#[derive(Clone, Copy, Default)]
struct KeptValue {
    /// The stamp of the position; no position has stamp 0.
    stamp: u64,
    raw: Option<u64>,
}

impl<D: Fast> Aside<D> {
    pub(super) fn new(domain: &D, n_slots: usize) -> Aside<D> {
        Aside {
            domain: *domain,
            after: None,
            mobile: None,
            memory: vec![KeptValue::default(); n_slots],
            stopped: None,
            sets: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn position<'m>(&'m self, when: When, inputs: &Inputs<'m, D>) -> &'m D::Position {
        // The common case.
        if when == When::Now {
            inputs.position
        } else {
            self.elsewhere(when, inputs)
        }
    }

    #[inline(never)]
    fn elsewhere<'m>(&'m self, when: When, inputs: &Inputs<'m, D>) -> &'m D::Position {
        match when {
            When::Now => inputs.position,
            When::Before => inputs.past.before.expect("`HasBefore` was asked first").0,
            When::Root => inputs.past.root.0,
            When::After => self.after.as_ref().expect("`Play` came first"),
        }
    }

    /// What a slot remembers for this position, if anything: a value, or that there is none.
    #[inline]
    pub(super) fn recall(
        &self,
        slot: u16,
        when: When,
        inputs: &Inputs<'_, D>,
    ) -> Option<Option<u64>> {
        let memory = self.memory[usize::from(slot)];
        (memory.stamp == stamp(when, inputs)).then_some(memory.raw)
    }

    #[inline]
    pub(super) fn remember(
        &mut self,
        slot: u16,
        when: When,
        inputs: &Inputs<'_, D>,
        raw: Option<u64>,
    ) {
        let stamp = stamp(when, inputs);
        self.memory[usize::from(slot)] = KeptValue { stamp, raw };
    }

    /// Has the side to move a legal move? A filter, a goal and the search often ask this about the same position.
    #[inline]
    pub(super) fn has_moves(&mut self, position: &D::Position) -> bool {
        if self.mobile.as_ref() == Some(position) {
            return true;
        }
        let any = self.domain.has_moves(position);
        if any {
            self.mobile = Some(position.clone());
        }
        any
    }

    /// The same of a position at some time.
    #[inline]
    pub(super) fn has_moves_at(&mut self, when: When, inputs: &Inputs<'_, D>) -> bool {
        match when {
            When::After => {
                let after = self.after.take().expect("`Play` came first");
                let any = self.has_moves(&after);
                self.after = Some(after);
                any
            }
            When::Now => self.has_moves(inputs.position),
            When::Before | When::Root => self.domain.has_moves(self.position(when, inputs)),
        }
    }

    /// A word that has no native code.
    #[inline(never)]
    pub(super) fn slow_word(
        &mut self,
        id: WordId,
        when: When,
        viewer: Side,
        args: RawArgs,
        inputs: &Inputs<'_, D>,
    ) -> Option<u64> {
        let word = self.domain.vocabulary().word(id);
        let side = word.of_side.then_some(Type::Side);
        let types = side
            .into_iter()
            .chain(word.takes.iter().map(|parameter| parameter.ty));
        let args: Vec<Value> = types
            .zip(args)
            .map(|(ty, raw)| match ty {
                Type::Set(_) => Value::Set(self.set(raw)),
                ty @ (Type::Truth | Type::Number | Type::Side | Type::Item(_) | Type::Plan) => {
                    Value::from_raw(raw, ty)
                }
            })
            .collect();
        let value = match inputs.the_move {
            Some(m) if word.scope == Scope::Move => {
                self.domain.move_word(id, inputs.position, m, viewer, &args)
            }
            Some(_) | None => self
                .domain
                .word(id, self.position(when, inputs), viewer, &args),
        };
        match value? {
            Value::Set(set) => Some(self.hold(set)),
            value @ (Value::Truth(_)
            | Value::Number(_)
            | Value::Side(_)
            | Value::Item(_)
            | Value::Plan(_)) => Some(value.to_raw()),
        }
    }
}

// Inputs that are rarely read are read out of line, so that the loop does not load them for every run.

#[inline(never)]
pub(super) fn the_move<D: Fast>(inputs: &Inputs<'_, D>) -> D::Move {
    inputs
        .the_move
        .expect("what is said of moves is said in constraints only")
}

#[inline(never)]
pub(super) fn has_before<D: Fast>(inputs: &Inputs<'_, D>) -> bool {
    inputs.past.before.is_some()
}

#[inline(never)]
fn stamp<D: Fast>(when: When, inputs: &Inputs<'_, D>) -> u64 {
    match when {
        When::Before => inputs.past.before.map_or(0, |(_, stamp)| stamp),
        When::Root => inputs.past.root.1,
        When::Now => inputs.stamp,
        When::After => 0,
    }
}
