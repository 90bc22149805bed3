//! The executorial cycle: look at the targets, gather what could be done, do the best of it, and learn from it.
//!
//! The top level of AL3 (Fig. 4 of the paper). Each [`Reasoner::execute`] is one cycle; [`Reasoner::run`] makes cycles
//! until there is an answer, or nothing is left to try, or a limit is reached.

use std::collections::HashMap;
use std::sync::Arc;

use code::compiled;
use domain::{Domain, Stopped, Value, Watch};
use lang::Question;
use lang::checked::MethodKeyword;
use search::{Engine, Options};

use crate::control::{Control, Sides, conflict_set, sides_of, stands};
use crate::explorer::{Explorer, MAX_PARTS, bind};
use crate::logic::{
    CForm, FactId, Frequencies, HypothesisSet, PoolHypothesis, Proposition, Prover, Simplification,
    TargetPair, TargetState,
};
use crate::matcher::{MethodContext, contexts_with};
use crate::plan_search::PlanSearch;
use crate::planner::Planner;
use crate::pool::{EntryId, KnownFact, Pool};
use crate::positions::{PositionId, Positions};
use crate::subproblems::Subproblems;
use crate::undecided::Undecided;

/// The reasoner's answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Conclusion {
    /// It follows from the facts.
    Yes,
    /// Its opposite follows.
    No,
    /// Neither does, for this reason.
    Unknown(Undecided),
}

/// What one cycle did.
#[derive(Clone, Debug)]
pub struct Executed {
    /// What was carried out.
    pub context: MethodContext,
    /// Its facts as factors of the targets: those that have one.
    pub factors: Vec<CForm>,
    /// The entries that it put into the pool.
    pub new: Vec<EntryId>,
}

/// Reasons about one question.
pub struct Reasoner<D: Domain> {
    pub(crate) explorer: Explorer<D>,
    pub(crate) pool: Pool,
    pub(crate) targets: TargetPair,
    pub(crate) prover: Prover,
    pub(crate) question: Proposition,
    control: Control,
    subproblems: Subproblems,
    /// All contexts found so far, and whether each has been carried out.
    pub(crate) contexts: Vec<MethodContext>,
    pub(crate) is_done: Vec<bool>,
    window: HypothesisSet,
    sides: Vec<Vec<Sides>>,
    frequencies: Frequencies,
    pub(crate) conclusion: Option<Conclusion>,
    n_cycles: u64,
    n_main_cycles: u64,
    /// What is known of hypotheses, and how many facts there were then.
    known: HashMap<PoolHypothesis, (usize, Option<bool>)>,
}

impl<D: Domain> Reasoner<D> {
    /// A reasoner that has made no cycle yet. Its searches share the positions of the watch.
    #[inline(never)]
    pub fn new(
        program: &Arc<compiled::Program<D>>,
        (position, view): (D::Position, D::View),
        question: &Question,
        control: Control,
        watch: &Watch,
    ) -> Reasoner<D> {
        let mut explorer = Explorer {
            domain: program.domain,
            program: Arc::clone(&program.checked),
            engine: Engine::new(program, Options::default()),
            planner: Planner::new(program.domain, &program.checked),
            positions: Positions::of(position),
            here: PositionId::PROBLEM,
            view,
            watch: watch.clone(),
            max_search_nodes: control.max_search_nodes,
            max_nodes_of_method: None,
            nodes_left: watch.max_nodes(),
            nodes: 0,
            max_entries: control.max_entries,
            parts_left: MAX_PARTS,
            searches: Vec::new(),
        };
        let (mut pool, mut new) = (Pool::default(), Vec::new());
        let mut locals: Vec<Option<Value>> = question.items.iter().cloned().map(Some).collect();
        let asked = explorer.proposition(&question.formula, &mut locals, &mut pool, &mut new);
        // A search that the question asks for may run out of positions.
        let asked = asked.and_then(|asked| asked.ok_or(Stopped::Nodes(watch.max_nodes()).into()));
        let targets = asked.and_then(|asked| {
            let targets = TargetPair::of(&asked, control.rules, control.multiplication)?;
            Ok((asked, targets))
        });
        let (question, targets, conclusion) = match targets {
            Ok((asked, targets)) => (asked, targets, None),
            Err(undecided) => {
                let truth = Proposition::Truth(true);
                let targets = TargetPair::of(&truth, Simplification::ALL, control.multiplication);
                (
                    truth,
                    targets.expect("what is true is short"),
                    Some(Conclusion::Unknown(undecided)),
                )
            }
        };
        let mut reasoner = Reasoner {
            sides: sides_of(&explorer.program),
            explorer,
            pool,
            targets,
            prover: Prover::new(control.max_conflicts),
            question,
            control,
            subproblems: Subproblems::default(),
            contexts: Vec::new(),
            is_done: Vec::new(),
            window: HypothesisSet::default(),
            frequencies: Frequencies::new(),
            conclusion,
            n_cycles: 0,
            n_main_cycles: 0,
            known: HashMap::new(),
        };
        if reasoner.conclusion.is_none() {
            reasoner.notice(&new);
            reasoner.frequencies = reasoner.targets.frequencies();
            reasoner.conclude();
        }
        reasoner
    }

    /// The same with a planner that has compiled some plans already.
    #[must_use]
    pub fn with_planner(mut self, planner: Planner<D>) -> Reasoner<D> {
        self.explorer.planner = planner;
        self.explorer.planner.forget();
        self
    }

    /// The planner, for the next question.
    pub fn into_planner(self) -> Planner<D> {
        self.explorer.planner
    }

    /// The pool.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The targets.
    pub fn targets(&self) -> &TargetPair {
        &self.targets
    }

    /// The answer, as soon as there is one.
    pub fn conclusion(&self) -> Option<Conclusion> {
        self.conclusion
    }

    /// How many cycles there were.
    pub fn n_cycles(&self) -> u64 {
        self.n_cycles
    }

    /// How many of them carried out a method and not a lemma.
    pub fn n_main_cycles(&self) -> u64 {
        self.n_main_cycles
    }

    /// How many positions searches have looked at.
    pub fn n_nodes(&self) -> u64 {
        self.explorer.nodes
    }

    /// The searches by plans so far.
    pub fn searches(&self) -> &[PlanSearch] {
        &self.explorer.searches
    }

    /// The question as a proposition.
    pub fn question(&self) -> &Proposition {
        &self.question
    }

    /// Makes cycles until there is an answer, always with the first of the conflict set.
    #[inline(never)]
    pub fn run(&mut self) -> Conclusion {
        loop {
            if let Some(conclusion) = self.conclusion {
                return conclusion;
            }
            if let Some(first) = self.conflict_set().first() {
                self.execute(*first);
            }
        }
    }

    /// What could be done now, the best first, as numbers for [`Reasoner::execute`]. If it is empty there is an answer.
    #[inline(never)]
    pub fn conflict_set(&mut self) -> Vec<usize> {
        if self.conclusion.is_some() {
            return Vec::new();
        }
        if let Err(stopped) = self.explorer.watch.check() {
            self.give_up(stopped.into());
        } else if self.n_cycles >= self.control.max_cycles {
            self.give_up(Stopped::Cycles(self.control.max_cycles).into());
        }
        let mut open = Vec::new();
        for idx in 0..self.contexts.len() {
            if self.conclusion.is_some() {
                return Vec::new();
            }
            if !self.is_done[idx] && self.stands(idx) {
                open.push(idx);
            }
        }
        if open.is_empty() && self.conclusion.is_none() {
            self.give_up(Undecided::Exhausted);
        }
        let narrowed = self.subproblems.narrow(&open, &self.contexts, &self.pool);
        let (open, frequencies) = match &narrowed {
            Some((helping, frequencies)) => (helping, frequencies),
            None => (&open, &self.frequencies),
        };
        let open: Vec<(usize, &MethodContext)> = open
            .iter()
            .map(|idx| (*idx, &self.contexts[*idx]))
            .collect();
        conflict_set(
            &self.control,
            &self.explorer,
            &self.pool,
            &open,
            frequencies,
            &self.sides,
            &self.window,
        )
    }

    /// The context of a number of the conflict set.
    pub fn context(&self, number: usize) -> &MethodContext {
        &self.contexts[number]
    }

    /// Carries out a context of the conflict set: one cycle.
    #[inline(never)]
    pub fn execute(&mut self, number: usize) -> Executed {
        let context = self.contexts[number].clone();
        self.is_done[number] = true;
        self.n_cycles += 1;
        let max_cycles = self.control.max_cycles;
        self.explorer
            .watch
            .tell("cycles", self.n_cycles, Some(max_cycles));
        let keyword = self.explorer.program.method(context.method).keyword;
        self.n_main_cycles += u64::from(keyword != MethodKeyword::Lemma);
        let mut executed = Executed {
            context,
            factors: Vec::new(),
            new: Vec::new(),
        };
        let n_facts = self.pool.facts().len();
        match self.carry_out(&mut executed) {
            Ok(()) => {
                self.notice(&executed.new);
                if self.control.window {
                    self.focus(&executed.context, n_facts);
                }
                // Without a new fact nothing new follows.
                if self.pool.facts().len() > n_facts {
                    self.frequencies = self.targets.frequencies();
                    self.conclude();
                }
            }
            Err(undecided) => self.give_up(undecided),
        }
        executed
    }

    /// The facts that the answer needs, in the order in which they became known. None can be left out. Where it follows
    /// without those of referees, none of theirs is among them.
    pub fn needed_facts(&mut self) -> Vec<FactId> {
        let answer = match self.conclusion {
            Some(Conclusion::Unknown(Undecided::Contradiction)) => Some(Proposition::Truth(false)),
            _ => self.answered(),
        };
        let Some(answer) = answer else {
            return Vec::new();
        };
        for facts in [self.reasons(), self.prover.all_facts()] {
            if let Ok(Some(needed)) = self.prover.needed(&facts, &answer) {
                return needed;
            }
        }
        Vec::new()
    }

    fn carry_out(&mut self, executed: &mut Executed) -> Result<(), Undecided> {
        let program = Arc::clone(&self.explorer.program);
        let method = program.method(executed.context.method);
        self.explorer.max_nodes_of_method = method.max_search_nodes;
        self.look_at(&executed.context.entries);
        let mut locals = executed.context.bound.clone();
        for proposal in &method.proposals {
            let items = match &proposal.each {
                Some((local, set)) => {
                    let items = self.explorer.items(set, &locals)?;
                    items.into_iter().map(|item| Some((*local, item))).collect()
                }
                None => vec![None],
            };
            for item in items {
                if let Some((local, item)) = item {
                    bind(&mut locals, local, item);
                }
                let is_meant = match &proposal.when {
                    Some(when) => self.explorer.truth(when, &locals)?,
                    None => true,
                };
                let kind = proposal.hypothesis;
                if is_meant
                    && let Some(entry) = self.explorer.entry(kind, &proposal.args, &locals)?
                {
                    self.explorer
                        .put(entry, &mut self.pool, &mut executed.new)?;
                }
                locals.truncate(method.n_bound);
            }
        }
        for fact in &method.facts {
            let is_meant = match &fact.when {
                Some(when) => self.explorer.truth(when, &locals)?,
                None => true,
            };
            if !is_meant {
                continue;
            }
            let (pool, new) = (&mut self.pool, &mut executed.new);
            let Some(proposition) =
                self.explorer
                    .proposition(&fact.formula, &mut locals, pool, new)?
            else {
                continue;
            };
            let note = match &fact.because {
                Some(because) => self.explorer.said(because, &locals)?,
                None => None,
            };
            let path = self.explorer.path(self.explorer.here);
            let note = note.map(|note| match path {
                Some(path) => format!("after {path}: {note}"),
                None => note,
            });
            self.prover.add(&proposition);
            self.subproblems.update(&proposition);
            executed.factors.extend(self.targets.update(&proposition));
            self.pool.know(KnownFact {
                proposition,
                method: executed.context.method,
                context: executed.context.entries.clone(),
                note,
            });
        }
        for problem in &method.problems {
            let (pool, new) = (&mut self.pool, &mut executed.new);
            if let Some(question) = self.explorer.proposition(problem, &mut locals, pool, new)? {
                self.subproblems.push(question, &self.control, &self.pool);
            }
        }
        Ok(())
    }

    /// Moves to the position that entries are about, which is the same for all.
    fn look_at(&mut self, entries: &[EntryId]) {
        if let Some(id) = entries.first() {
            self.explorer.here = self.pool.entry(*id).position;
        }
    }

    /// Finds the contexts in which new entries take part.
    fn notice(&mut self, new: &[EntryId]) {
        for id in new {
            self.look_at(&[*id]);
            match contexts_with(&mut self.explorer, &self.pool, *id) {
                Ok(contexts) => {
                    for context in contexts {
                        if !self.is_guarded(&context) {
                            self.contexts.push(context);
                            self.is_done.push(false);
                        }
                    }
                }
                Err(undecided) => self.give_up(undecided),
            }
            if self.conclusion.is_some() {
                return;
            }
        }
    }

    /// Does the guard of the method keep the context out?
    fn is_guarded(&mut self, context: &MethodContext) -> bool {
        let program = Arc::clone(&self.explorer.program);
        let Some(guard) = &program.method(context.method).guard else {
            return false;
        };
        self.look_at(&context.entries);
        match self.explorer.truth(guard, &context.bound) {
            Ok(truth) => !truth,
            Err(undecided) => {
                self.give_up(undecided);
                true
            }
        }
    }

    /// Is as much known of the hypotheses of a context as its patterns ask for?
    pub(crate) fn stands(&mut self, idx: usize) -> bool {
        let program = Arc::clone(&self.explorer.program);
        let method = program.method(self.contexts[idx].method);
        for (at, pattern) in method.given.iter().enumerate() {
            let Some(standing) = pattern.standing else {
                continue;
            };
            let entry = self.contexts[idx].entries[at];
            let hypothesis = self.pool.hypothesis(entry);
            let known = hypothesis.and_then(|hypothesis| self.known(hypothesis));
            if !stands(standing, known) {
                return false;
            }
        }
        true
    }

    /// What follows about a hypothesis from all facts; none if that is too hard to tell.
    pub fn known(&mut self, hypothesis: PoolHypothesis) -> Option<bool> {
        if let Some(truth) = self.targets.values().get(&hypothesis) {
            return Some(*truth);
        }
        let n_facts = self.pool.facts().len();
        if let Some((as_of, known)) = self.known.get(&hypothesis)
            && (*as_of == n_facts || known.is_some())
        {
            return *known;
        }
        let mut follows =
            |proposition: &Proposition| matches!(self.prover.implied(proposition), Ok(Some(_)));
        let proposition = Proposition::from(hypothesis);
        let known = if follows(&proposition) {
            Some(true)
        } else {
            follows(&proposition.negated()).then_some(false)
        };
        self.known.insert(hypothesis, (n_facts, known));
        known
    }

    /// The window: the hypotheses of the last context, and all that share a fact with them.
    fn focus(&mut self, context: &MethodContext, n_facts_before: usize) {
        let of_context = context
            .entries
            .iter()
            .filter_map(|id| self.pool.hypothesis(*id));
        self.window = of_context.collect();
        let before = self.window.clone();
        for (idx, fact) in self.pool.facts().iter().enumerate() {
            let mentioned = fact.proposition.hypotheses();
            if idx >= n_facts_before || mentioned.meets(&before) {
                self.window.join(&mentioned);
            }
        }
    }

    /// Is there an answer? If the targets are products, the prover decides.
    fn conclude(&mut self) {
        if self.conclusion.is_some() {
            return;
        }
        let state = match self.targets.state() {
            TargetState::Open if self.targets.is_product() => self.proved(),
            state @ (TargetState::Open
            | TargetState::Yes
            | TargetState::No
            | TargetState::Contradiction) => Ok(state),
        };
        match state {
            Ok(TargetState::Yes) => self.conclusion = Some(Conclusion::Yes),
            Ok(TargetState::No) => self.conclusion = Some(Conclusion::No),
            Ok(TargetState::Contradiction) => self.give_up(Undecided::Contradiction),
            Ok(TargetState::Open) => {}
            Err(undecided) => self.give_up(undecided),
        }
    }

    fn proved(&mut self) -> Result<TargetState, Undecided> {
        let yes = self.prover.implied(&self.question)?.is_some();
        let no = self
            .prover
            .implied(&self.question.clone().negated())?
            .is_some();
        Ok(match (yes, no) {
            (true, true) => TargetState::Contradiction,
            (true, false) => TargetState::Yes,
            (false, true) => TargetState::No,
            (false, false) => TargetState::Open,
        })
    }

    fn give_up(&mut self, undecided: Undecided) {
        self.conclusion = Some(Conclusion::Unknown(undecided));
    }
}
