//! Contexts: the parts of the pool that match the patterns of a lemma or method.

use std::sync::Arc;

use domain::{Domain, PlanForm, Value};
use lang::checked::{HypothesisKeyword, Joining, MethodId, Pattern, PatternArg, PlanPattern};

use crate::explorer::Explorer;
use crate::pool::{EntryId, Pool};
use crate::undecided::Undecided;

/// A lemma or method with the entries that match its patterns, and the values that these bind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodContext {
    /// The lemma or method.
    pub method: MethodId,
    /// One entry for each pattern.
    pub entries: Vec<EntryId>,
    /// The values of its first locals.
    pub bound: Vec<Option<Value>>,
}

/// The most contexts of one method in one cycle.
const MAX_CONTEXTS: usize = 100_000;

/// All contexts in which a new entry takes part, in the order of the methods.
///
/// Each context is found once: when the last of its entries is put into the pool.
pub(crate) fn contexts_with<D: Domain>(
    explorer: &mut Explorer<D>,
    pool: &Pool,
    newest: EntryId,
) -> Result<Vec<MethodContext>, Undecided> {
    let mut found = Vec::new();
    let program = Arc::clone(&explorer.program);
    for (idx, method) in (0..).zip(&program.methods) {
        for newest_at in 0..method.given.len() {
            if method.given[newest_at].hypothesis != pool.entry(newest).kind {
                continue;
            }
            let mut search = ContextSearch {
                pool,
                given: &method.given,
                newest,
                newest_at,
                method: MethodId(idx),
                found: &mut found,
            };
            let begun = MethodContext {
                method: MethodId(idx),
                entries: Vec::new(),
                bound: Vec::new(),
            };
            search.extend(explorer, begun)?;
        }
    }
    Ok(found)
}

struct ContextSearch<'s> {
    pool: &'s Pool,
    given: &'s [Pattern],
    newest: EntryId,
    /// The pattern that the newest entry matches; older entries match those before it.
    newest_at: usize,
    method: MethodId,
    found: &'s mut Vec<MethodContext>,
}

impl ContextSearch<'_> {
    fn extend<D: Domain>(
        &mut self,
        explorer: &mut Explorer<D>,
        begun: MethodContext,
    ) -> Result<(), Undecided> {
        debug_assert_eq!(begun.method, self.method, "a search is about one method");
        let at = begun.entries.len();
        let Some(pattern) = self.given.get(at) else {
            if self.found.len() >= MAX_CONTEXTS {
                return Err(Undecided::Contexts(MAX_CONTEXTS));
            }
            self.found.push(begun);
            return Ok(());
        };
        let candidates = match at.cmp(&self.newest_at) {
            std::cmp::Ordering::Less => 0..self.newest.0,
            std::cmp::Ordering::Equal => self.newest.0..self.newest.0 + 1,
            std::cmp::Ordering::Greater => 0..self.newest.0 + 1,
        };
        for id in candidates.map(EntryId) {
            let entry = self.pool.entry(id);
            // All entries of a context are about one position.
            let position = self.pool.entry(self.newest).position;
            if entry.kind != pattern.hypothesis || entry.position != position {
                continue;
            }
            let mut context = begun.clone();
            let mut fits = true;
            for (arg, value) in pattern.args.iter().zip(&entry.args) {
                if !matches(explorer, arg, value, &mut context.bound)? {
                    fits = false;
                    break;
                }
            }
            if fits {
                context.entries.push(id);
                self.extend(explorer, context)?;
            }
        }
        Ok(())
    }
}

/// Does the value match the pattern? Its bindings are added to `bound`.
fn matches<D: Domain>(
    explorer: &Explorer<D>,
    arg: &PatternArg,
    value: &Value,
    bound: &mut Vec<Option<Value>>,
) -> Result<bool, Undecided> {
    let pattern = match arg {
        PatternArg::Bind(_) => {
            bound.push(Some(value.clone()));
            return Ok(true);
        }
        PatternArg::Equal(expr) => {
            let expected = explorer.value(expr, bound)?;
            return Ok(expected.as_ref() == Some(value));
        }
        PatternArg::Plan(pattern) => &**pattern,
    };
    match (pattern, value.plan().form()) {
        (
            PlanPattern::Simple {
                plan,
                owner: asked_owner,
                args: asked,
            },
            PlanForm::Simple(simple),
        ) if plan.0 == simple.idx => {
            if !matches(explorer, asked_owner, &Value::Side(simple.owner), bound)? {
                return Ok(false);
            }
            for (arg, value) in asked.iter().zip(&simple.args) {
                if !matches(explorer, arg, value, bound)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        (PlanPattern::Joined(Joining::Or, a, b), PlanForm::Or(first, second))
        | (PlanPattern::Joined(Joining::Mod, a, b), PlanForm::Mod(first, second)) => {
            let (first, second) = (Value::Plan(first.clone()), Value::Plan(second.clone()));
            Ok(matches(explorer, a, &first, bound)? && matches(explorer, b, &second, bound)?)
        }
        (PlanPattern::Simple { .. } | PlanPattern::Joined(..), _) => Ok(false),
    }
}

impl MethodContext {
    /// Are some of its entries hypotheses?
    pub(crate) fn has_hypotheses(&self, explorer: &Explorer<impl Domain>, pool: &Pool) -> bool {
        let mut entries = self.entries.iter();
        entries.any(|id| {
            let kind = pool.entry(*id).kind;
            explorer.program.hypothesis(kind).keyword == HypothesisKeyword::Hypothesis
        })
    }
}
