//! The executorial cycle: look at the targets, gather what could be done, do one of it, and learn from it.
//!
//! The top level of AL3 (Fig. 4 of the paper). Each [`Reasoner::execute`] is one cycle; [`Reasoner::run`] makes cycles
//! until there is an answer, or nothing is left to try, or a limit is reached.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use code::compiled;
use domain::{Domain, Stop, Stopped, Value};
use lang::Question;
use lang::checked::{MethodKeyword, Program};
use search::{Engine, Options};

use crate::cform::{CForm, Rules};
use crate::control::{Control, Sides, conflict_set, sides_of, stands};
use crate::explorer::{Explorer, MAX_PARTS, Search, Trouble, bind};
use crate::formula::Formula;
use crate::hypothesis::{Hypothesis, HypothesisSet};
use crate::matcher::{Context, contexts_with};
use crate::planner::Planner;
use crate::pool::{EntryId, Fact, Pool};
use crate::positions::{PositionId, Positions};
use crate::prover::{FactId, Prover, Undecided};
use crate::subproblems::Subproblem;
use crate::targets::{Targets, Told};
use crate::wang::TooLarge;

/// What the reasoner says to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It follows from the facts.
    Yes,
    /// Its opposite follows.
    No,
    /// Neither, for this reason.
    Unknown(Why),
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Nothing is left to try.
    Exhausted,
    /// So many cycles were allowed.
    Cycles(u64),
    /// The facts contradict each other: a lemma or a method is wrong.
    Contradiction,
    /// Carrying out a method took too much.
    Trouble(Trouble),
    /// What follows from the facts was too hard to tell.
    Undecided(Undecided),
    /// The question is too long.
    TooLarge(TooLarge),
    /// Somebody asked to stop.
    Asked,
}

/// What one cycle did.
#[derive(Clone, Debug)]
pub struct Executed {
    /// What was carried out.
    pub context: Context,
    /// Its facts as a factor of the targets: those that have one.
    pub factors: Vec<CForm>,
    /// What it has put into the pool.
    pub new: Vec<EntryId>,
}

/// Thinks about one question.
pub struct Reasoner<'p, 's, D: Domain> {
    pub(crate) explorer: Explorer<'p, 's, D>,
    pub(crate) pool: Pool,
    pub(crate) targets: Targets,
    prover: Prover,
    question: Formula,
    pub(crate) control: Control,
    pub(crate) subproblems: Vec<Subproblem>,
    /// All contexts found so far, and whether their turn has passed: carried out, or kept out by their guard.
    pub(crate) contexts: Vec<Context>,
    is_done: Vec<bool>,
    window: HypothesisSet,
    sides: Vec<Vec<Sides>>,
    /// How often hypotheses stand on the left and on the right of the targets.
    frequencies: BTreeMap<Hypothesis, (usize, usize)>,
    verdict: Option<Verdict>,
    n_cycles: u64,
    n_main_cycles: u64,
    /// What is known of hypotheses, as of so many facts.
    known: HashMap<Hypothesis, (usize, Option<bool>)>,
}

impl<'p, 's, D: Domain> Reasoner<'p, 's, D> {
    /// A reasoner that has only just been asked.
    pub fn new(
        domain: &'p D,
        program: &'p Arc<Program>,
        compiled: &Arc<compiled::Program<D>>,
        (position, view): (D::Position, D::View),
        question: &Question,
        control: Control,
        stop: Option<&'s Stop>,
    ) -> Reasoner<'p, 's, D> {
        let mut explorer = Explorer {
            domain,
            program,
            engine: Engine::new(compiled, Options::default()),
            planner: Planner::new(domain, program),
            positions: Positions::of(position),
            here: PositionId::PROBLEM,
            view,
            stop,
            max_search_nodes: control.max_search_nodes,
            nodes_left: control.max_nodes,
            nodes: 0,
            max_entries: control.max_entries,
            parts_left: MAX_PARTS,
            searches: Vec::new(),
        };
        let (mut pool, mut new) = (Pool::default(), Vec::new());
        let mut locals: Vec<Option<Value>> = question.items.iter().cloned().map(Some).collect();
        let asked = explorer.formula(&question.formula, &mut locals, &mut pool, &mut new);
        let (asked, mut verdict) = match asked {
            Ok(Some(asked)) => (asked, None),
            // A search that the question asks for has not come to an end.
            Ok(None) => {
                let stopped = Stopped::Nodes(control.max_nodes);
                let why = Why::Trouble(Trouble::Stopped(stopped));
                (Formula::Truth(true), Some(Verdict::Unknown(why)))
            }
            Err(trouble) => {
                let why = Verdict::Unknown(Why::Trouble(trouble));
                (Formula::Truth(true), Some(why))
            }
        };
        let targets = Targets::of(&asked, control.rules, control.multiplication);
        let targets = targets.unwrap_or_else(|too_large| {
            verdict = Some(Verdict::Unknown(Why::TooLarge(too_large)));
            Targets::of(&Formula::Truth(true), Rules::ALL, control.multiplication)
                .expect("what is true is short")
        });
        let mut reasoner = Reasoner {
            explorer,
            pool,
            targets,
            prover: Prover::new(control.max_conflicts),
            question: asked,
            control,
            subproblems: Vec::new(),
            contexts: Vec::new(),
            is_done: Vec::new(),
            window: HypothesisSet::default(),
            sides: sides_of(program),
            frequencies: BTreeMap::new(),
            verdict,
            n_cycles: 0,
            n_main_cycles: 0,
            known: HashMap::new(),
        };
        if reasoner.verdict.is_none() {
            reasoner.notice(&new);
            reasoner.frequencies = reasoner.targets.frequencies();
            reasoner.judge();
        }
        reasoner
    }

    /// The same with a planner that has compiled some plans already.
    pub fn with_planner(mut self, planner: Planner<'p, D>) -> Reasoner<'p, 's, D> {
        self.explorer.planner = planner;
        self.explorer.planner.forget();
        self
    }

    /// The planner, for the next question.
    pub fn into_planner(self) -> Planner<'p, D> {
        self.explorer.planner
    }

    /// The pool.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The targets.
    pub fn targets(&self) -> &Targets {
        &self.targets
    }

    /// The answer, as soon as there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
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
    pub fn searches(&self) -> &[Search] {
        &self.explorer.searches
    }

    /// Makes cycles until there is an answer, always with the first of the conflict set.
    pub fn run(&mut self) -> Verdict {
        loop {
            if let Some(verdict) = self.verdict {
                return verdict;
            }
            if let Some(first) = self.conflict_set().first() {
                self.execute(*first);
            }
        }
    }

    /// What could be done now, the best first, as numbers for [`Reasoner::execute`]. If it is empty there is a verdict.
    pub fn conflict_set(&mut self) -> Vec<usize> {
        if self.verdict.is_some() {
            return Vec::new();
        }
        if self.is_stopped() {
            self.verdict = Some(Verdict::Unknown(Why::Asked));
        } else if self.n_cycles >= self.control.max_cycles {
            self.verdict = Some(Verdict::Unknown(Why::Cycles(self.control.max_cycles)));
        }
        let mut open = Vec::new();
        for idx in 0..self.contexts.len() {
            if self.verdict.is_some() {
                return Vec::new();
            }
            if !self.is_done[idx] && self.stands(idx) {
                open.push(idx);
            }
        }
        if open.is_empty() && self.verdict.is_none() {
            self.verdict = Some(Verdict::Unknown(Why::Exhausted));
        }
        let narrowed = self.narrowed(&open);
        let (open, frequencies) = match &narrowed {
            Some((helping, frequencies)) => (helping, frequencies),
            None => (&open, &self.frequencies),
        };
        let open: Vec<(usize, &Context)> = open
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
    pub fn context(&self, number: usize) -> &Context {
        &self.contexts[number]
    }

    /// Carries out a context of the conflict set: one cycle.
    pub fn execute(&mut self, number: usize) -> Executed {
        let context = self.contexts[number].clone();
        self.is_done[number] = true;
        self.n_cycles += 1;
        let keyword = self.explorer.program.method(context.method).keyword;
        self.n_main_cycles += u64::from(keyword == MethodKeyword::Method);
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
                    self.judge();
                }
            }
            Err(trouble) => self.give_up(trouble),
        }
        executed
    }

    /// The facts without any of which the answer would not follow, in the order in which they became known.
    pub fn needed_facts(&mut self) -> Vec<FactId> {
        let answer = match self.verdict {
            Some(Verdict::Yes) => self.question.clone(),
            Some(Verdict::No) => self.question.clone().negated(),
            Some(Verdict::Unknown(Why::Contradiction)) => Formula::Truth(false),
            Some(Verdict::Unknown(_)) | None => return Vec::new(),
        };
        let needed = self.prover.needed(&answer);
        needed.ok().flatten().unwrap_or_default()
    }

    /// The question as a formula.
    pub fn question(&self) -> &Formula {
        &self.question
    }

    fn carry_out(&mut self, executed: &mut Executed) -> Result<(), Trouble> {
        let method = self.explorer.program.method(executed.context.method);
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
            let Some(formula) = self
                .explorer
                .formula(&fact.formula, &mut locals, pool, new)?
            else {
                continue;
            };
            let note = match &fact.because {
                Some(because) => self.explorer.said(because, &locals)?,
                None => None,
            };
            let path = self.explorer.path_here();
            let note = note.map(|note| match path {
                Some(path) => format!("after {path}: {note}"),
                None => note,
            });
            self.prover.tell(&formula);
            self.tell_subproblems(&formula);
            executed.factors.extend(self.targets.update(&formula));
            self.pool.know(Fact {
                formula,
                method: executed.context.method,
                context: executed.context.entries.clone(),
                note,
            });
        }
        for problem in &method.problems {
            let (pool, new) = (&mut self.pool, &mut executed.new);
            if let Some(question) = self.explorer.formula(problem, &mut locals, pool, new)? {
                self.set_problem(question);
            }
        }
        Ok(())
    }

    /// Looks at the position that entries are about, which is the same for all.
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
                Err(trouble) => self.give_up(trouble),
            }
            if self.verdict.is_some() {
                return;
            }
        }
    }

    /// Does the guard of the method keep the context out?
    fn is_guarded(&mut self, context: &Context) -> bool {
        let program = self.explorer.program;
        let Some(guard) = &program.method(context.method).guard else {
            return false;
        };
        self.look_at(&context.entries);
        match self.explorer.truth(guard, &context.bound) {
            Ok(truth) => !truth,
            Err(trouble) => {
                self.give_up(trouble);
                true
            }
        }
    }

    /// Is as much known of the hypotheses of a context as its patterns ask for?
    fn stands(&mut self, idx: usize) -> bool {
        let program = self.explorer.program;
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

    /// What follows about a hypothesis from all facts; nothing if that is too hard to tell.
    pub fn known(&mut self, hypothesis: Hypothesis) -> Option<bool> {
        if let Some(truth) = self.targets.values().get(&hypothesis) {
            return Some(*truth);
        }
        let n_facts = self.pool.facts().len();
        if let Some((as_of, known)) = self.known.get(&hypothesis)
            && (*as_of == n_facts || known.is_some())
        {
            return *known;
        }
        let mut follows = |formula: &Formula| matches!(self.prover.implied(formula), Ok(Some(_)));
        let formula = Formula::from(hypothesis);
        let known = if follows(&formula) {
            Some(true)
        } else {
            follows(&formula.negated()).then_some(false)
        };
        self.known.insert(hypothesis, (n_facts, known));
        known
    }

    /// The window: what was just thought about, and whatever shares a fact with it.
    fn focus(&mut self, context: &Context, n_facts_before: usize) {
        let of_context = context
            .entries
            .iter()
            .filter_map(|id| self.pool.hypothesis(*id));
        self.window = of_context.collect();
        let before = self.window.clone();
        for (idx, fact) in self.pool.facts().iter().enumerate() {
            let mentioned = fact.formula.hypotheses();
            if idx >= n_facts_before || mentioned.meets(&before) {
                self.window.join(&mentioned);
            }
        }
    }

    /// Is there an answer? If the targets are products, the prover is asked.
    fn judge(&mut self) {
        if self.verdict.is_some() {
            return;
        }
        let told = match self.targets.told() {
            Told::Open if self.targets.is_product() => self.proved(),
            told @ (Told::Open | Told::Yes | Told::No | Told::Contradiction) => Ok(told),
        };
        self.verdict = match told {
            Ok(Told::Yes) => Some(Verdict::Yes),
            Ok(Told::No) => Some(Verdict::No),
            Ok(Told::Contradiction) => Some(Verdict::Unknown(Why::Contradiction)),
            Ok(Told::Open) => None,
            Err(undecided) => Some(Verdict::Unknown(Why::Undecided(undecided))),
        };
    }

    fn proved(&mut self) -> Result<Told, Undecided> {
        let yes = self.prover.implied(&self.question)?.is_some();
        let no = self
            .prover
            .implied(&self.question.clone().negated())?
            .is_some();
        Ok(match (yes, no) {
            (true, true) => Told::Contradiction,
            (true, false) => Told::Yes,
            (false, true) => Told::No,
            (false, false) => Told::Open,
        })
    }

    fn give_up(&mut self, trouble: Trouble) {
        let why = match trouble {
            Trouble::Stopped(Stopped::Asked) => Why::Asked,
            Trouble::Stopped(_)
            | Trouble::Entries(_)
            | Trouble::Contexts(_)
            | Trouble::Parts(_)
            | Trouble::Plans(_)
            | Trouble::WrittenOut(_) => Why::Trouble(trouble),
        };
        self.verdict = Some(Verdict::Unknown(why));
    }

    fn is_stopped(&self) -> bool {
        self.explorer.stop.is_some_and(Stop::is_raised)
    }
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Why::Exhausted => write!(f, "nothing is left to try"),
            Why::Cycles(cycles) => write!(f, "stopped after {cycles} cycles"),
            Why::Contradiction => write!(f, "the facts contradict each other"),
            Why::Trouble(Trouble::Stopped(stopped)) => write!(f, "{stopped}"),
            Why::Trouble(Trouble::Entries(entries)) => {
                write!(
                    f,
                    "the pool holds {entries} hypotheses and objects and may hold no more"
                )
            }
            Why::Trouble(Trouble::Contexts(contexts)) => {
                write!(f, "a method applies in more than {contexts} ways at once")
            }
            Why::Trouble(Trouble::Parts(parts)) => {
                write!(f, "the facts have more than {parts} parts")
            }
            Why::Trouble(Trouble::Plans(plans)) => {
                write!(f, "a plan would be made of more than {plans} plans")
            }
            Why::Trouble(Trouble::WrittenOut(parts)) => {
                write!(f, "plans have goals and moves of more than {parts} parts")
            }
            Why::Undecided(Undecided(conflicts)) => {
                write!(
                    f,
                    "what follows was not decided after {conflicts} conflicts"
                )
            }
            Why::TooLarge(TooLarge(lines)) => {
                write!(f, "the question has more than {lines} lines in c-form")
            }
            Why::Asked => write!(f, "stopped on request"),
        }
    }
}
