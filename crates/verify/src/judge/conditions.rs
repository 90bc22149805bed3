//! Where the expressions of claims are true.
//!
//! The judge asks whoever it is given, so that a fast evaluator can answer. Where it is given nobody, the reference
//! evaluator answers, which is the definition.

use chess::{Chess, Small};
use domain::{Stopped, Watch};
use lang::checked::{Program, Promise};
use lang::reference::{Budget, Evaluator, Scene};

use crate::judge::Hearing;

/// An expression of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClaimPart {
    /// The condition after `where`.
    Condition,
    /// What must never be true.
    Never,
}

/// Says where the expressions of claims are true.
pub trait Conditions: Sync {
    /// Evaluates for one thread.
    fn examiner(&self, watch: &Watch) -> Box<dyn Examiner + '_>;
}

/// Evaluates expressions of claims, position after position.
pub trait Examiner {
    /// Is the part of a claim, by the claim's number, true in a position? Without a value it is not.
    fn holds(&mut self, claim: usize, part: ClaimPart, position: &Small) -> Result<bool, Stopped>;
}

impl<'t> Hearing<'t> {
    /// Whoever evaluates the claims of the program; none if there is no program.
    pub(crate) fn examiner(&self, watch: &Watch) -> Option<Box<dyn Examiner + 't>> {
        let (chess, program) = self.claims?;
        Some(match self.conditions {
            Some(conditions) => conditions.examiner(watch),
            None => Box::new(ReferenceExaminer {
                program,
                evaluator: Evaluator::new(chess, program, Budget::watched(u64::MAX, watch)),
            }),
        })
    }
}

/// The definition.
struct ReferenceExaminer<'p> {
    program: &'p Program,
    evaluator: Evaluator<'p, Chess<Small>>,
}

impl Examiner for ReferenceExaminer<'_> {
    fn holds(&mut self, claim: usize, part: ClaimPart, position: &Small) -> Result<bool, Stopped> {
        let claim = &self.program.claims[claim];
        let expr = match (part, &claim.promise) {
            (ClaimPart::Condition, _) => claim.condition.as_ref(),
            (ClaimPart::Never, Promise::Never(expr)) => Some(expr),
            (ClaimPart::Never, _) => None,
        };
        let Some(expr) = expr else {
            return Ok(part == ClaimPart::Condition);
        };
        let value = self.evaluator.value(expr, Scene::of(position))?;
        Ok(value.is_some_and(|value| value.truth()))
    }
}
