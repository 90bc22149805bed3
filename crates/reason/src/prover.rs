//! Whether facts imply a formula, and which of them are needed: the same answers as multiplying the targets out.
//!
//! Facts become clauses with a name for each part (Tseitin), so their number grows with the length of the facts only,
//! and a satisfiability solver decides. Each fact has a switch, so that the solver can name the facts that it used.

use std::collections::HashMap;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};

use crate::formula::Formula;
use crate::hypothesis::Hypothesis;

/// A fact that the prover was told, in the order of telling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FactId(pub u32);

/// The prover gave up after so many conflicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undecided(pub u64);

/// Facts, and what follows from them.
pub struct Prover {
    solver: Solver<Meter>,
    /// The literal of each hypothesis that was mentioned.
    hypotheses: Vec<Option<Lit>>,
    /// The switch of each fact.
    switches: Vec<Lit>,
    /// The literals of the formulas that were asked about.
    goals: HashMap<Formula, Lit>,
}

/// Stops the solver when it has learnt so many clauses: the same number today and tomorrow.
struct Meter {
    learnt: u64,
    limit: u64,
}

impl Callbacks for Meter {
    fn on_new_clause(&mut self, _clause: &[Lit], kind: ClauseKind) {
        self.learnt += u64::from(matches!(kind, ClauseKind::Learnt));
    }

    fn stop(&self) -> bool {
        self.learnt >= self.limit
    }
}

impl Prover {
    /// A prover that knows nothing, and gives up on a question after so many conflicts.
    pub fn new(max_conflicts: u64) -> Prover {
        let meter = Meter {
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

    /// Tells a fact.
    pub fn tell(&mut self, fact: &Formula) -> FactId {
        let holds = self.literal(fact);
        let switch = self.new_literal();
        self.clause([!switch, holds]);
        self.switches.push(switch);
        FactId(self.switches.len() as u32 - 1)
    }

    /// If the facts imply the formula: some of them that do so by themselves.
    pub fn implied(&mut self, formula: &Formula) -> Result<Option<Vec<FactId>>, Undecided> {
        let goal = self.goal(formula);
        self.follows(&self.all_facts(), goal)
    }

    /// As [`Prover::implied`], but not one of the facts can be spared.
    pub fn needed(&mut self, formula: &Formula) -> Result<Option<Vec<FactId>>, Undecided> {
        let goal = self.goal(formula);
        let Some(mut facts) = self.follows(&self.all_facts(), goal)? else {
            return Ok(None);
        };
        // The newest are spared first, so that the explanation rests on what was known early.
        let mut idx = facts.len();
        while idx > 0 {
            idx -= 1;
            let mut fewer = facts.clone();
            fewer.remove(idx);
            if let Some(enough) = self.follows(&fewer, goal)? {
                // Those after the one that was spared are needed, so they are among these too.
                let n_needed = fewer.len() - idx;
                facts = enough;
                idx = facts.len() - n_needed;
            }
        }
        Ok(Some(facts))
    }

    /// Do these facts by themselves imply the formula?
    pub fn implied_by(&mut self, facts: &[FactId], formula: &Formula) -> Result<bool, Undecided> {
        let goal = self.goal(formula);
        Ok(self.follows(facts, goal)?.is_some())
    }

    /// All facts, in the order of telling.
    pub fn all_facts(&self) -> Vec<FactId> {
        (0..self.switches.len() as u32).map(FactId).collect()
    }

    /// The literal of a formula that is asked about, perhaps again and again.
    fn goal(&mut self, formula: &Formula) -> Lit {
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
            return Err(Undecided(self.solver.cb().limit));
        }
        // The solver names the assumptions that cannot hold together, each negated or as it was.
        let core = self.solver.unsat_core();
        let used = |fact: &&FactId| {
            let switch = self.switches[fact.0 as usize];
            core.contains(&switch) || core.contains(&!switch)
        };
        Ok(Some(facts.iter().filter(used).copied().collect()))
    }

    /// A literal that is true exactly where the formula is.
    fn literal(&mut self, formula: &Formula) -> Lit {
        match formula {
            Formula::Truth(truth) => {
                let literal = self.new_literal();
                self.clause([if *truth { literal } else { !literal }]);
                literal
            }
            Formula::Hypothesis(hypothesis) => self.hypothesis(*hypothesis),
            Formula::Not(part) => !self.literal(part),
            Formula::And(parts) => {
                let parts: Vec<Lit> = parts.iter().map(|part| self.literal(part)).collect();
                self.conjunction(&parts)
            }
            Formula::Or(parts) => {
                let parts: Vec<Lit> = parts.iter().map(|part| !self.literal(part)).collect();
                !self.conjunction(&parts)
            }
            Formula::Implies(a, b) => {
                let parts = [self.literal(a), !self.literal(b)];
                !self.conjunction(&parts)
            }
            Formula::Iff(a, b) => {
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

    fn hypothesis(&mut self, hypothesis: Hypothesis) -> Lit {
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
