//! Stores each plan once: a plan is a statement and the plan after it, so that the rest of a plan costs nothing and two
//! plans are equal when their numbers are.

use rustc_hash::FxHashMap;

use shakmaty::Role;

use crate::ids::PlanKey;
use crate::plan::{CombinationPlan, PlanStatement, SquareChange, SquareState};

/// A plan in the store: its first statement, its rest, and the size of both.
#[derive(Clone, Copy, Debug)]
struct StoredPlan {
    first: PlanStatement,
    rest: Option<PlanKey>,
    size: Size,
}

/// The size of a plan.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Size {
    /// Moves and modifications; threats are not counted.
    pub(crate) n_steps: u16,
    pub(crate) n_modifications: u16,
    pub(crate) n_threats: u16,
}

impl Size {
    /// One more statement.
    fn with(mut self, statement: PlanStatement) -> Size {
        match statement {
            PlanStatement::Move { threat: false, .. } | PlanStatement::Plays(_) => {
                self.n_steps += 1
            }
            PlanStatement::Modify { .. } => {
                self.n_steps += 1;
                self.n_modifications += 1;
            }
            PlanStatement::Move { threat: true, .. } => self.n_threats += 1,
            PlanStatement::Verify { .. } | PlanStatement::Analysis(_) => {}
        }
        self
    }
}

/// All plans of one search.
#[derive(Debug, Default)]
pub(crate) struct PlanStore {
    plans: Vec<StoredPlan>,
    /// The numbers by statement and rest, packed into one word.
    numbers: FxHashMap<u64, PlanKey>,
}

impl PlanStore {
    /// The plan that begins with a statement and goes on with another plan.
    pub(crate) fn put(&mut self, first: PlanStatement, rest: Option<PlanKey>) -> PlanKey {
        let key = u64::from(code(first)) << 32 | rest.map_or(0, |rest| u64::from(rest.0) + 1);
        if let Some(id) = self.numbers.get(&key) {
            return *id;
        }
        let id = PlanKey(u32::try_from(self.plans.len()).expect("the budget keeps plans few"));
        let size = self.size(rest).with(first);
        self.plans.push(StoredPlan { first, rest, size });
        self.numbers.insert(key, id);
        id
    }

    /// The size of a plan; zero without one.
    pub(crate) fn size(&self, plan: Option<PlanKey>) -> Size {
        plan.map_or(Size::default(), |id| self.plans[id.0 as usize].size)
    }

    /// The size of these statements and a plan after them.
    pub(crate) fn size_of(&self, statements: &[PlanStatement], rest: Option<PlanKey>) -> Size {
        statements
            .iter()
            .fold(self.size(rest), |size, statement| size.with(*statement))
    }

    /// The plan that begins with these statements and goes on with another plan; `None` if both are empty.
    pub(crate) fn chain(
        &mut self,
        statements: &[PlanStatement],
        rest: Option<PlanKey>,
    ) -> Option<PlanKey> {
        statements
            .iter()
            .rev()
            .fold(rest, |rest, statement| Some(self.put(*statement, rest)))
    }

    pub(crate) fn first(&self, id: PlanKey) -> PlanStatement {
        self.plans[id.0 as usize].first
    }

    pub(crate) fn rest(&self, id: PlanKey) -> Option<PlanKey> {
        self.plans[id.0 as usize].rest
    }

    /// The statements of a plan.
    pub(crate) fn statements(&self, id: PlanKey) -> impl Iterator<Item = PlanStatement> {
        let mut next = Some(id);
        std::iter::from_fn(move || {
            let id = next?;
            next = self.rest(id);
            Some(self.first(id))
        })
    }

    pub(crate) fn plan(&self, id: PlanKey) -> CombinationPlan {
        CombinationPlan(self.statements(id).collect())
    }

    pub(crate) fn len(&self) -> usize {
        self.plans.len()
    }
}

/// A number for every statement.
fn code(statement: PlanStatement) -> u32 {
    let of = |role: Role| role as u32;
    let (kind, square, more, threat) = match statement {
        PlanStatement::Move { from, to, threat } => (0, from, u32::from(to), threat),
        PlanStatement::Plays(square) => (1, square, 0, false),
        PlanStatement::Modify {
            square,
            change,
            threat,
        } => {
            let change = match change {
                SquareChange::FriendToVacant => 0,
                SquareChange::FriendAway => 1,
                SquareChange::EnemyToVacant => 2,
                SquareChange::VacantToOccupied => 3,
                SquareChange::EnemyComes => 4,
                SquareChange::PieceAway(role) => 8 + of(role),
                SquareChange::PieceReplaced(role) => 16 + of(role),
                SquareChange::PieceComes(role) => 24 + of(role),
            };
            (2, square, change, threat)
        }
        PlanStatement::Verify { square, state } => {
            let state = match state {
                SquareState::Vacant => 0,
                SquareState::Occupied => 1,
                SquareState::NoFriend => 2,
                SquareState::Enemy => 3,
                SquareState::SuchEnemy(role) => 8 + of(role),
                SquareState::NoSuchEnemy(role) => 16 + of(role),
                SquareState::OtherEnemy(role) => 24 + of(role),
            };
            (3, square, state, false)
        }
        PlanStatement::Analysis(square) => (4, square, 0, false),
    };
    kind << 24 | u32::from(square) << 16 | more << 8 | u32::from(threat)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_plans_have_one_number_and_others_another() {
        let mut store = PlanStore::default();
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
            let plan: CombinationPlan = text.parse().unwrap();
            let id = store.chain(&plan.0, None).unwrap();
            assert_eq!(store.plan(id), plan);
            id
        };
        let ids: Vec<PlanKey> = texts.iter().map(|text| put(text)).collect();
        for (idx, text) in texts.iter().enumerate() {
            assert_eq!(put(text), ids[idx]);
            assert!(!ids[..idx].contains(&ids[idx]), "{text}");
        }
    }
}
