//! Plans kept once: a plan is a statement and the plan after it, so that the rest of a plan costs nothing and two
//! plans are equal when their numbers are.

use rustc_hash::FxHashMap;

use crate::plan::{Plan, Statement};

/// The number of a plan on the shelf.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PlanId(u32);

/// All plans of one search.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    plans: Vec<(Statement, Option<PlanId>)>,
    numbers: FxHashMap<(Statement, Option<PlanId>), PlanId>,
}

impl Shelf {
    /// The plan that begins with a statement and goes on with another plan.
    pub(crate) fn put(&mut self, first: Statement, rest: Option<PlanId>) -> PlanId {
        *self.numbers.entry((first, rest)).or_insert_with(|| {
            let id = PlanId(u32::try_from(self.plans.len()).expect("limits keep plans few"));
            self.plans.push((first, rest));
            id
        })
    }

    /// The plan that makes these statements and then goes on with another plan; none if there is nothing to do.
    pub(crate) fn chain(
        &mut self,
        statements: &[Statement],
        rest: Option<PlanId>,
    ) -> Option<PlanId> {
        statements
            .iter()
            .rev()
            .fold(rest, |rest, statement| Some(self.put(*statement, rest)))
    }

    pub(crate) fn first(&self, id: PlanId) -> Statement {
        self.plans[id.0 as usize].0
    }

    pub(crate) fn rest(&self, id: PlanId) -> Option<PlanId> {
        self.plans[id.0 as usize].1
    }

    /// The statements of a plan.
    pub(crate) fn statements(&self, id: PlanId) -> impl Iterator<Item = Statement> {
        let mut next = Some(id);
        std::iter::from_fn(move || {
            let id = next?;
            next = self.rest(id);
            Some(self.first(id))
        })
    }

    pub(crate) fn plan(&self, id: PlanId) -> Plan {
        Plan(self.statements(id).collect())
    }

    pub(crate) fn len(&self) -> usize {
        self.plans.len()
    }
}
