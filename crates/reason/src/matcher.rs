//! Contexts: the parts of the pool that satisfy what a lemma or a method asks for.

use domain::{Domain, Plan, Value};
use lang::checked::{HypothesisKeyword, Joining, MethodId, Pattern, PatternArg, PlanPattern};

use crate::explorer::{Explorer, Trouble};
use crate::pool::{EntryId, Pool};

/// A lemma or method with the part of the pool that satisfies its patterns, and the values that these have bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Context {
    /// The lemma or method.
    pub method: MethodId,
    /// One entry for each pattern.
    pub entries: Vec<EntryId>,
    /// The values of its first locals.
    pub bound: Vec<Option<Value>>,
}

/// No method has more patterns that are tried at once.
const MAX_CONTEXTS: usize = 100_000;

/// All contexts in which an entry that has just come takes part, in the order of the methods.
///
/// Each context is found once: when the last of its entries comes.
pub(crate) fn contexts_with<D: Domain>(
    explorer: &mut Explorer<'_, '_, D>,
    pool: &Pool,
    newest: EntryId,
) -> Result<Vec<Context>, Trouble> {
    let mut found = Vec::new();
    for (idx, method) in (0..).zip(&explorer.program.methods) {
        for newest_at in 0..method.given.len() {
            if method.given[newest_at].hypothesis != pool.entry(newest).kind {
                continue;
            }
            let mut search = Search {
                pool,
                given: &method.given,
                newest,
                newest_at,
                method: MethodId(idx),
                found: &mut found,
            };
            let begun = Context {
                method: MethodId(idx),
                entries: Vec::new(),
                bound: Vec::new(),
            };
            search.extend(explorer, begun)?;
        }
    }
    Ok(found)
}

struct Search<'s> {
    pool: &'s Pool,
    given: &'s [Pattern],
    newest: EntryId,
    /// The pattern that the newest entry satisfies; those before it are satisfied by older ones.
    newest_at: usize,
    method: MethodId,
    found: &'s mut Vec<Context>,
}

impl Search<'_> {
    fn extend<D: Domain>(
        &mut self,
        explorer: &mut Explorer<'_, '_, D>,
        begun: Context,
    ) -> Result<(), Trouble> {
        debug_assert_eq!(begun.method, self.method, "a search is about one method");
        let at = begun.entries.len();
        let Some(pattern) = self.given.get(at) else {
            if self.found.len() >= MAX_CONTEXTS {
                return Err(Trouble::Contexts(MAX_CONTEXTS));
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
            // All that a method looks at belongs to one position.
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

/// Is the value what the pattern asks for? What it binds is added to what is bound.
fn matches<D: Domain>(
    explorer: &Explorer<'_, '_, D>,
    arg: &PatternArg,
    value: &Value,
    bound: &mut Vec<Option<Value>>,
) -> Result<bool, Trouble> {
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
    match (pattern, &**value.plan()) {
        (
            PlanPattern::Simple {
                plan,
                owner: asked_owner,
                args: asked,
            },
            Plan::Simple { idx, owner, args },
        ) if plan.0 == *idx => {
            if !matches(explorer, asked_owner, &Value::Side(*owner), bound)? {
                return Ok(false);
            }
            for (arg, value) in asked.iter().zip(args) {
                if !matches(explorer, arg, value, bound)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        (PlanPattern::Joined(Joining::Or, a, b), Plan::Or(first, second))
        | (PlanPattern::Joined(Joining::Mod, a, b), Plan::Mod(first, second)) => {
            let (first, second) = (Value::Plan(first.clone()), Value::Plan(second.clone()));
            Ok(matches(explorer, a, &first, bound)? && matches(explorer, b, &second, bound)?)
        }
        (PlanPattern::Simple { .. } | PlanPattern::Joined(..), _) => Ok(false),
    }
}

impl Context {
    /// Are some of its entries hypotheses?
    pub(crate) fn has_hypotheses(
        &self,
        explorer: &Explorer<'_, '_, impl Domain>,
        pool: &Pool,
    ) -> bool {
        let mut entries = self.entries.iter();
        entries.any(|id| {
            let kind = pool.entry(*id).kind;
            explorer.program.hypothesis(kind).keyword == HypothesisKeyword::Hypothesis
        })
    }
}
