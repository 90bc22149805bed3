//! Whether facts imply a proposition, and which of them are needed. The answers are those of full multiplication.
//!
//! Facts become clauses with a name for each part (Tseitin), so the number of clauses is linear in the length of the
//! facts, and a satisfiability solver decides. Each fact has a switch, so that the solver can name the facts it used.

use std::collections::HashMap;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};

use crate::logic::hypothesis::PoolHypothesis;
use crate::logic::proposition::Proposition;
use crate::undecided::Undecided;

/// A fact by its number, in the order in which facts became known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FactId(pub u32);

/// Facts, and what follows from them.
pub struct Prover {
    solver: Solver<ConflictLimit>,
    /// The literal of each mentioned hypothesis.
    hypotheses: Vec<Option<Lit>>,
    /// The switch of each fact.
    switches: Vec<Lit>,
    /// The literals of the propositions that were goals.
    goals: HashMap<Proposition, Lit>,
}

/// Stops the solver after a number of learnt clauses, so that every run does the same.
struct ConflictLimit {
    learnt: u64,
    limit: u64,
}

impl Callbacks for ConflictLimit {
    fn on_new_clause(&mut self, _clause: &[Lit], kind: ClauseKind) {
        self.learnt += u64::from(matches!(kind, ClauseKind::Learnt));
    }

    fn stop(&self) -> bool {
        self.learnt >= self.limit
    }
}

impl Prover {
    /// A prover without facts. It gives up on a goal after this many conflicts.
    pub fn new(max_conflicts: u64) -> Prover {
        let meter = ConflictLimit {
            learnt: 0,
            limit: max_conflicts,
        };
        Prover {
            solver: Solver::new(SolverOpts::default(), meter),
            hypotheses: Vec::new(),
            switches: Vec::new(),
            goals: HashMap::new(),
        }
    }

    /// Adds a fact.
    pub fn add(&mut self, fact: &Proposition) -> FactId {
        let holds = self.literal(fact);
        let switch = self.new_literal();
        self.clause([!switch, holds]);
        self.switches.push(switch);
        FactId(self.switches.len() as u32 - 1)
    }

    /// Facts that imply the proposition; none if all facts together do not.
    pub fn implied(&mut self, formula: &Proposition) -> Result<Option<Vec<FactId>>, Undecided> {
        let goal = self.goal(formula);
        self.follows(&self.all_facts(), goal)
    }

    /// Those of some facts that imply the proposition, none of which can be left out.
    pub fn needed(
        &mut self,
        facts: &[FactId],
        formula: &Proposition,
    ) -> Result<Option<Vec<FactId>>, Undecided> {
        let goal = self.goal(formula);
        let Some(mut facts) = self.follows(facts, goal)? else {
            return Ok(None);
        };
        // The newest are left out first, so that the explanation rests on early facts.
        let mut idx = facts.len();
        while idx > 0 {
            idx -= 1;
            let mut fewer = facts.clone();
            fewer.remove(idx);
            if let Some(enough) = self.follows(&fewer, goal)? {
                // Those after the one left out are needed, so they are among these too.
                let n_needed = fewer.len() - idx;
                facts = enough;
                idx = facts.len() - n_needed;
            }
        }
        Ok(Some(facts))
    }

    /// Do these facts alone imply the proposition?
    pub fn implied_by(
        &mut self,
        facts: &[FactId],
        formula: &Proposition,
    ) -> Result<bool, Undecided> {
        let goal = self.goal(formula);
        Ok(self.follows(facts, goal)?.is_some())
    }

    /// All facts.
    pub fn all_facts(&self) -> Vec<FactId> {
        (0..self.switches.len() as u32).map(FactId).collect()
    }

    /// The literal of a goal, which is kept for the next time.
    fn goal(&mut self, formula: &Proposition) -> Lit {
        if let Some(literal) = self.goals.get(formula) {
            return *literal;
        }
        let literal = self.literal(formula);
        self.goals.insert(formula.clone(), literal);
        literal
    }

    fn follows(&mut self, facts: &[FactId], goal: Lit) -> Result<Option<Vec<FactId>>, Undecided> {
        let switch = |fact: &FactId| self.switches[fact.0 as usize];
        let mut assumed: Vec<Lit> = facts.iter().map(switch).collect();
        assumed.push(!goal);
        self.solver.cb_mut().learnt = 0;
        let satisfiable = self.solver.solve_limited(&assumed);
        if satisfiable == lbool::TRUE {
            return Ok(None);
        }
        if satisfiable != lbool::FALSE {
            return Err(Undecided::Conflicts(self.solver.cb().limit));
        }
        // The core has the assumptions that cannot hold together, each negated or not.
        let core = self.solver.unsat_core();
        let used = |fact: &&FactId| {
            let switch = self.switches[fact.0 as usize];
            core.contains(&switch) || core.contains(&!switch)
        };
        Ok(Some(facts.iter().filter(used).copied().collect()))
    }

    /// A literal that is equivalent to the proposition.
    fn literal(&mut self, formula: &Proposition) -> Lit {
        match formula {
            Proposition::Truth(truth) => {
                let literal = self.new_literal();
                self.clause([if *truth { literal } else { !literal }]);
                literal
            }
            Proposition::Hypothesis(hypothesis) => self.hypothesis(*hypothesis),
            Proposition::Not(part) => !self.literal(part),
            Proposition::And(parts) => {
                let parts: Vec<Lit> = parts.iter().map(|part| self.literal(part)).collect();
                self.conjunction(&parts)
            }
            Proposition::Or(parts) => {
                let parts: Vec<Lit> = parts.iter().map(|part| !self.literal(part)).collect();
                !self.conjunction(&parts)
            }
            Proposition::Implies(a, b) => {
                let parts = [self.literal(a), !self.literal(b)];
                !self.conjunction(&parts)
            }
            Proposition::Iff(a, b) => {
                let (a, b) = (self.literal(a), self.literal(b));
                let same = self.new_literal();
                self.clause([!same, !a, b]);
                self.clause([!same, a, !b]);
                self.clause([same, a, b]);
                self.clause([same, !a, !b]);
                same
            }
        }
    }

    fn conjunction(&mut self, parts: &[Lit]) -> Lit {
        let all = self.new_literal();
        for part in parts {
            self.clause([!all, *part]);
        }
        let mut one_fails: Vec<Lit> = parts.iter().map(|part| !*part).collect();
        one_fails.push(all);
        self.solver.add_clause_reuse(&mut one_fails);
        all
    }

    fn hypothesis(&mut self, hypothesis: PoolHypothesis) -> Lit {
        let idx = hypothesis.0 as usize;
        if self.hypotheses.len() <= idx {
            self.hypotheses.resize(idx + 1, None);
        }
        match self.hypotheses[idx] {
            Some(literal) => literal,
            None => {
                let literal = self.new_literal();
                self.hypotheses[idx] = Some(literal);
                literal
            }
        }
    }

    fn new_literal(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    fn clause<const N: usize>(&mut self, literals: [Lit; N]) {
        self.solver.add_clause_reuse(&mut literals.to_vec());
    }
}

impl std::fmt::Debug for Prover {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a prover with {} facts", self.switches.len())
    }
}
