//! The control strategy: which rules are used, what is tried first, and how much may be spent.

use domain::Domain;
use lang::checked::{Formula, Method, MethodId, MethodKeyword, PatternArg, Program, Standing};

use crate::explorer::Explorer;
use crate::logic::{Frequencies, HypothesisSet, Multiplication, Simplification};
use crate::matcher::MethodContext;
use crate::pool::{EntryId, Pool};

/// The choices of the caller. None of them changes what is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Control {
    /// The rules of simplification.
    pub rules: Simplification,
    /// When facts are multiplied into the targets.
    pub multiplication: Multiplication,
    /// Are lemmas tried before easy methods, and these before difficult ones?
    pub cheapest_first: bool,
    /// Are only methods tried that are complementary to the targets, as long as there are some?
    pub interesting_only: bool,
    /// Are methods tried first whose hypotheses are in the window of the last cycle?
    pub window: bool,
    /// The most cycles.
    pub max_cycles: u64,
    /// The most positions of one search by plans. All searches together share those of the watch.
    pub max_search_nodes: u64,
    /// The most entries of the pool.
    pub max_entries: usize,
    /// The most conflicts of the prover in one proof.
    pub max_conflicts: u64,
}

impl Default for Control {
    /// The strategy that the paper recommends.
    fn default() -> Control {
        Control {
            rules: Simplification::ALL,
            multiplication: Multiplication::Immediate(100),
            cheapest_first: true,
            interesting_only: true,
            window: false,
            max_cycles: 10_000,
            max_search_nodes: 100_000,
            max_entries: 10_000,
            max_conflicts: 100_000,
        }
    }
}

/// A context, and how promising it is.
struct Candidate<'c> {
    context: usize,
    entries: &'c [EntryId],
    method: MethodId,
    cost: u32,
    frequency: usize,
    is_complementary: bool,
    in_window: bool,
}

/// The contexts that are worth carrying out now, the best first.
pub(crate) fn conflict_set<D: Domain>(
    control: &Control,
    explorer: &Explorer<D>,
    pool: &Pool,
    contexts: &[(usize, &MethodContext)],
    frequencies: &Frequencies,
    sides: &[Vec<Sides>],
    window: &HypothesisSet,
) -> Vec<usize> {
    let mut candidates: Vec<Candidate<'_>> = contexts
        .iter()
        .map(|(idx, context)| {
            let method = explorer.program.method(context.method);
            let mut candidate = Candidate {
                context: *idx,
                entries: &context.entries,
                method: context.method,
                cost: if control.cheapest_first {
                    method.cost
                } else {
                    0
                },
                frequency: 0,
                is_complementary: !context.has_hypotheses(explorer, pool),
                in_window: false,
            };
            for (at, id) in context.entries.iter().enumerate() {
                let Some(hypothesis) = pool.hypothesis(*id) else {
                    continue;
                };
                let (left, right) = frequencies.get(&hypothesis).copied().unwrap_or((0, 0));
                let sides = sides[context.method.0 as usize][at];
                candidate.frequency = candidate.frequency.max(left + right);
                candidate.is_complementary |=
                    (sides.left && right > 0) || (sides.right && left > 0);
                candidate.in_window |= window.contains(hypothesis);
            }
            candidate
        })
        .collect();
    // A filter applies only if it leaves something, so that nothing that could help is lost.
    if control.interesting_only {
        keep_if_any(&mut candidates, |candidate| candidate.is_complementary);
    }
    if control.window {
        keep_if_any(&mut candidates, |candidate| candidate.in_window);
    }
    candidates.sort_by_key(|candidate| {
        let frequency = std::cmp::Reverse(candidate.frequency);
        (
            candidate.cost,
            frequency,
            candidate.entries,
            candidate.method,
        )
    });
    candidates
        .iter()
        .map(|candidate| candidate.context)
        .collect()
}

fn keep_if_any(candidates: &mut Vec<Candidate<'_>>, keeps: impl Fn(&Candidate<'_>) -> bool) {
    if candidates.iter().any(&keeps) {
        candidates.retain(keeps);
    }
}

/// Does what is known of a hypothesis satisfy the pattern?
pub(crate) fn stands(standing: Standing, known: Option<bool>) -> bool {
    match standing {
        Standing::True => known == Some(true),
        Standing::False => known == Some(false),
        Standing::Open => known.is_none(),
    }
}

/// The sides of lines on which the facts of a method can put the hypothesis of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sides {
    left: bool,
    right: bool,
}

/// The sides for each method and each of its patterns.
pub(crate) fn sides_of(program: &Program) -> Vec<Vec<Sides>> {
    let of_method = |method: &Method| {
        (0..method.given.len())
            .map(|at| sides(method, at))
            .collect()
    };
    program.methods.iter().map(of_method).collect()
}

/// A fact that asserts a hypothesis has it on the left, since its factor is `fact => false`.
fn sides(method: &Method, at: usize) -> Sides {
    let mut sides = Sides::default();
    for fact in &method.facts {
        occurrences(&fact.formula, method, at, true, &mut sides);
    }
    let says_something = sides.left || sides.right;
    if says_something || method.keyword == MethodKeyword::Lemma {
        return sides;
    }
    // A method that only proposes hypotheses may always help.
    Sides {
        left: true,
        right: true,
    }
}

fn occurrences(formula: &Formula, method: &Method, at: usize, holds: bool, sides: &mut Sides) {
    match formula {
        // After a move it is another hypothesis.
        Formula::Condition(_)
        | Formula::Can(_)
        | Formula::CanPlan(..)
        | Formula::SomeMove(..)
        | Formula::EveryReply(..) => {}
        Formula::Hypothesis(id, args) => {
            let pattern = &method.given[at];
            let is_same = *id == pattern.hypothesis
                && args.iter().zip(&pattern.args).all(|(arg, given)| {
                    match given {
                        PatternArg::Bind(local) => {
                            matches!(&arg.kind, lang::checked::ExprKind::Local(own) if own == local)
                        }
                        PatternArg::Equal(expr) => expr.same_meaning(arg),
                        // The pattern only describes the plan, so the fact may be about it.
                        PatternArg::Plan(_) => true,
                    }
                });
            sides.left |= is_same && holds;
            sides.right |= is_same && !holds;
        }
        Formula::Not(part) => occurrences(part, method, at, !holds, sides),
        Formula::And(parts) | Formula::Or(parts) => {
            for part in parts {
                occurrences(part, method, at, holds, sides);
            }
        }
        Formula::If(cases, otherwise) => {
            let formulas = cases
                .iter()
                .map(|(_, then)| then)
                .chain(otherwise.as_deref());
            for part in formulas {
                occurrences(part, method, at, holds, sides);
            }
        }
        Formula::Every(_, _, body) | Formula::Some(_, _, body) => {
            occurrences(body, method, at, holds, sides);
        }
        Formula::Arrow(arrow, a, b) => {
            occurrences(a, method, at, !holds, sides);
            occurrences(b, method, at, holds, sides);
            if *arrow == lang::checked::Arrow::Iff {
                occurrences(a, method, at, holds, sides);
                occurrences(b, method, at, !holds, sides);
            }
        }
    }
}
