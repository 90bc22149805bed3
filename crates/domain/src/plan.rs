//! Plans as values: which plan, whose, about what; and plans made of plans.

use std::sync::Arc;

use crate::side::Side;
use crate::value::Value;

/// A plan. Two plans are the same if they are made in the same way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Plan {
    /// A plan that the program writes down.
    Simple {
        /// Its index among the plans of the program.
        idx: u32,
        /// Whose plan it is.
        owner: Side,
        /// What it is about.
        args: Vec<Value>,
    },
    /// `P1 or P2`: either will do.
    Or(Arc<Plan>, Arc<Plan>),
    /// `P1 mod P2`: the goal of the first, with steps of the second put in between.
    Mod(Arc<Plan>, Arc<Plan>),
}

impl Plan {
    /// A plan is made of at most this many simple plans, so that joining ends.
    pub const MAX_SIZE: usize = 64;

    /// Whose plan it is. Plans that are joined have the same owner.
    pub fn owner(&self) -> Side {
        let mut plan = self;
        loop {
            match plan {
                Plan::Simple { owner, .. } => return *owner,
                Plan::Or(first, _) | Plan::Mod(first, _) => plan = first,
            }
        }
    }

    /// How many simple plans it is made of.
    pub fn size(&self) -> usize {
        match self {
            Plan::Simple { .. } => 1,
            Plan::Or(a, b) | Plan::Mod(a, b) => a.size() + b.size(),
        }
    }

    /// Does it reach the same goals as the other with moves that the other may make too? Where the other fails, this
    /// one then fails.
    pub fn is_narrower_than(&self, other: &Plan) -> bool {
        if self == other {
            return true;
        }
        if let Plan::Or(a, b) = self {
            return a.is_narrower_than(other) && b.is_narrower_than(other);
        }
        // Steps that the other may make anyway add nothing.
        if let Plan::Mod(goal, steps) = self
            && goal.is_narrower_than(other)
            && steps.moves_less_than(other)
        {
            return true;
        }
        match other {
            Plan::Simple { .. } => false,
            Plan::Or(a, b) => self.is_narrower_than(a) || self.is_narrower_than(b),
            Plan::Mod(goal, steps) => {
                self.is_narrower_than(goal)
                    || matches!(self, Plan::Mod(own_goal, own_steps)
                        if own_goal == goal && own_steps.moves_less_than(steps))
            }
        }
    }

    /// Are the moves of this plan among those of the other?
    fn moves_less_than(&self, other: &Plan) -> bool {
        if self == other {
            return true;
        }
        match self {
            Plan::Or(a, b) | Plan::Mod(a, b) => {
                a.moves_less_than(other) && b.moves_less_than(other)
            }
            Plan::Simple { .. } => match other {
                Plan::Simple { .. } => false,
                Plan::Or(a, b) | Plan::Mod(a, b) => {
                    self.moves_less_than(a) || self.moves_less_than(b)
                }
            },
        }
    }
}
