//! Plans as values: which plan, whose, about what; and plans made of plans.
//!
//! What becomes of a plan depends on two sets of simple plans: those whose goals it wants, and those whose moves it may
//! make. Two plans with the same sets are equal, however they were joined, so that joining comes to an end.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::side::Side;
use crate::value::Value;

/// A plan.
#[derive(Clone, Debug)]
pub struct Plan {
    form: PlanForm,
    /// Whose goals it wants; reaching one of them is enough.
    wants: Vec<Arc<SimplePlan>>,
    /// Whose moves it may make.
    makes: Vec<Arc<SimplePlan>>,
}

/// How a plan is made. This decides how it is written, and which of its moves are tried first.
#[derive(Clone, Debug)]
pub enum PlanForm {
    /// A plan that the program writes down.
    Simple(Arc<SimplePlan>),
    /// `P1 or P2`: either will do.
    Or(Arc<Plan>, Arc<Plan>),
    /// `P1 mod P2`: the goal of the first, with steps of the second put in between.
    Mod(Arc<Plan>, Arc<Plan>),
}

/// A plan that the program writes down.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SimplePlan {
    /// Its index among the plans of the program.
    pub idx: u32,
    /// Whose plan it is.
    pub owner: Side,
    /// What it is about.
    pub args: Vec<Value>,
}

impl Plan {
    /// A plan is made of at most this many simple plans.
    pub const MAX_SIZE: usize = 64;

    /// A plan that the program writes down.
    pub fn simple(idx: u32, owner: Side, args: Vec<Value>) -> Arc<Plan> {
        let simple = Arc::new(SimplePlan { idx, owner, args });
        Arc::new(Plan {
            wants: vec![Arc::clone(&simple)],
            makes: vec![Arc::clone(&simple)],
            form: PlanForm::Simple(simple),
        })
    }

    /// `P1 or P2`, for two plans of one side. If one of them has all that the other has, it is that one.
    pub fn or(a: Arc<Plan>, b: Arc<Plan>) -> Arc<Plan> {
        if b.is_narrower_than(&a) {
            return a;
        }
        if a.is_narrower_than(&b) {
            return b;
        }
        Arc::new(Plan {
            wants: union(&a.wants, &b.wants),
            makes: union(&a.makes, &b.makes),
            form: PlanForm::Or(a, b),
        })
    }

    /// `P1 mod P2`, for two plans of one side. If the first may make all moves of the second, it is the first.
    pub fn modified(goal: Arc<Plan>, steps: Arc<Plan>) -> Arc<Plan> {
        if is_subset(&steps.makes, &goal.makes) {
            return goal;
        }
        Arc::new(Plan {
            wants: goal.wants.clone(),
            makes: union(&goal.makes, &steps.makes),
            form: PlanForm::Mod(goal, steps),
        })
    }

    /// How it is made.
    pub fn form(&self) -> &PlanForm {
        &self.form
    }

    /// Whose plan it is. Plans that are joined have the same owner.
    pub fn owner(&self) -> Side {
        self.wants[0].owner
    }

    /// How many simple plans it is made of, as it is written.
    pub fn size(&self) -> usize {
        match &self.form {
            PlanForm::Simple(_) => 1,
            PlanForm::Or(a, b) | PlanForm::Mod(a, b) => a.size() + b.size(),
        }
    }

    /// Does it want nothing that the other does not want, with moves that the other may make too? Where the other fails,
    /// this one then fails.
    pub fn is_narrower_than(&self, other: &Plan) -> bool {
        is_subset(&self.wants, &other.wants) && is_subset(&self.makes, &other.makes)
    }

    /// Are the two written alike, so that their moves are tried in the same order too?
    pub fn is_written_like(&self, other: &Plan) -> bool {
        match (&self.form, &other.form) {
            (PlanForm::Simple(a), PlanForm::Simple(b)) => a == b,
            (PlanForm::Or(a, b), PlanForm::Or(c, d))
            | (PlanForm::Mod(a, b), PlanForm::Mod(c, d)) => {
                a.is_written_like(c) && b.is_written_like(d)
            }
            (PlanForm::Simple(_) | PlanForm::Or(..) | PlanForm::Mod(..), _) => false,
        }
    }
}

impl PartialEq for Plan {
    fn eq(&self, other: &Plan) -> bool {
        is_same_set(&self.wants, &other.wants) && is_same_set(&self.makes, &other.makes)
    }
}

impl Eq for Plan {}

impl Hash for Plan {
    /// Equal sets may be in different order, so only what all orders share is hashed.
    fn hash<H: Hasher>(&self, state: &mut H) {
        for set in [&self.wants, &self.makes] {
            set.len().hash(state);
            set.iter()
                .fold(0_u64, |sum, simple| {
                    sum.wrapping_add(1 << (simple.idx % 64))
                })
                .hash(state);
        }
    }
}

fn union(a: &[Arc<SimplePlan>], b: &[Arc<SimplePlan>]) -> Vec<Arc<SimplePlan>> {
    let new = b.iter().filter(|simple| !a.contains(simple));
    a.iter().chain(new).cloned().collect()
}

fn is_subset(a: &[Arc<SimplePlan>], b: &[Arc<SimplePlan>]) -> bool {
    a.iter().all(|simple| b.contains(simple))
}

/// The members of each are different from one another.
fn is_same_set(a: &[Arc<SimplePlan>], b: &[Arc<SimplePlan>]) -> bool {
    a.len() == b.len() && is_subset(a, b)
}
