//! Plans kept once: a plan is a statement and the plan after it, so that the rest of a plan costs nothing and two
//! plans are equal when their numbers are.

use rustc_hash::FxHashMap;

use shakmaty::Role;

use crate::ids::PlanId;
use crate::plan::{Change, Plan, State, Statement};

/// A plan on the shelf: its first statement, what follows, and what is counted of both.
#[derive(Clone, Copy, Debug)]
struct Item {
    first: Statement,
    rest: Option<PlanId>,
    size: Size,
}

/// How much a plan asks for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Size {
    /// Moves and modifications; threats are not counted.
    pub(crate) n_steps: u16,
    pub(crate) n_modifications: u16,
    pub(crate) n_threats: u16,
}

impl Size {
    /// One more statement.
    fn with(mut self, statement: Statement) -> Size {
        match statement {
            Statement::Move { threat: false, .. } | Statement::Plays(_) => self.n_steps += 1,
            Statement::Modify { .. } => {
                self.n_steps += 1;
                self.n_modifications += 1;
            }
            Statement::Move { threat: true, .. } => self.n_threats += 1,
            Statement::Verify { .. } | Statement::Analysis(_) => {}
        }
        self
    }
}

/// All plans of one search.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    plans: Vec<Item>,
    /// The numbers by statement and rest, packed into one word.
    numbers: FxHashMap<u64, PlanId>,
}

impl Shelf {
    /// The plan that begins with a statement and goes on with another plan.
    pub(crate) fn put(&mut self, first: Statement, rest: Option<PlanId>) -> PlanId {
        let key = u64::from(code(first)) << 32 | rest.map_or(0, |rest| u64::from(rest.0) + 1);
        if let Some(id) = self.numbers.get(&key) {
            return *id;
        }
        let id = PlanId(u32::try_from(self.plans.len()).expect("the budget keeps plans few"));
        let size = self.size(rest).with(first);
        self.plans.push(Item { first, rest, size });
        self.numbers.insert(key, id);
        id
    }

    /// How much a plan asks for; nothing if there is none.
    pub(crate) fn size(&self, plan: Option<PlanId>) -> Size {
        plan.map_or(Size::default(), |id| self.plans[id.0 as usize].size)
    }

    /// How much these statements and a plan after them ask for.
    pub(crate) fn size_of(&self, statements: &[Statement], rest: Option<PlanId>) -> Size {
        statements
            .iter()
            .fold(self.size(rest), |size, statement| size.with(*statement))
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
        self.plans[id.0 as usize].first
    }

    pub(crate) fn rest(&self, id: PlanId) -> Option<PlanId> {
        self.plans[id.0 as usize].rest
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

/// A number for every statement.
fn code(statement: Statement) -> u32 {
    let of = |role: Role| role as u32;
    let (kind, square, more, threat) = match statement {
        Statement::Move { from, to, threat } => (0, from, u32::from(to), threat),
        Statement::Plays(square) => (1, square, 0, false),
        Statement::Modify {
            square,
            change,
            threat,
        } => {
            let change = match change {
                Change::FriendToVacant => 0,
                Change::FriendAway => 1,
                Change::EnemyToVacant => 2,
                Change::VacantToOccupied => 3,
                Change::EnemyComes => 4,
                Change::ManAway(role) => 8 + of(role),
                Change::ManReplaced(role) => 16 + of(role),
                Change::ManComes(role) => 24 + of(role),
            };
            (2, square, change, threat)
        }
        Statement::Verify { square, state } => {
            let state = match state {
                State::Vacant => 0,
                State::Occupied => 1,
                State::NoFriend => 2,
                State::Enemy => 3,
                State::SuchEnemy(role) => 8 + of(role),
                State::NoSuchEnemy(role) => 16 + of(role),
                State::OtherEnemy(role) => 24 + of(role),
            };
            (3, square, state, false)
        }
        Statement::Analysis(square) => (4, square, 0, false),
    };
    kind << 24 | u32::from(square) << 16 | more << 8 | u32::from(threat)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_plans_have_one_number_and_others_another() {
        let mut shelf = Shelf::default();
        let texts = [
            "d8d1",
            "d8d1*",
            "d1d8",
            "d8 plays",
            "d8 analysis",
            "d8 V",
            "d8 NV",
            "d8 F>V",
            "d8 F>V*",
            "d8 F>NF",
            "d8 E>V",
            "d8 V>NV",
            "d8 NE>E",
            "d8 EQ>NEQ",
            "d8 EQ>ENQ",
            "d8 NEQ>EQ",
            "d8 EQ",
            "d8 NEQ",
            "d8 ENQ",
            "d8 ENR",
            "d8 E",
            "d8 NF",
            "e8 NF",
            "d8 NF; d8d1",
            "d8 NF; d8d1*",
        ];
        let mut put = |text: &str| {
            let plan: Plan = text.parse().unwrap();
            let id = shelf.chain(&plan.0, None).unwrap();
            assert_eq!(shelf.plan(id), plan);
            id
        };
        let ids: Vec<PlanId> = texts.iter().map(|text| put(text)).collect();
        for (idx, text) in texts.iter().enumerate() {
            assert_eq!(put(text), ids[idx]);
            assert!(!ids[..idx].contains(&ids[idx]), "{text}");
        }
    }
}
