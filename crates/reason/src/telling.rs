//! What a player would say of a tree: the idea, and the two or three lines that carry it.
//!
//! The first line is the longest without moves that people look at last, and not one in which a side that only cannot win
//! goes on to lose; the others end for other reasons. A word stands where a move first serves another part of the plan:
//! there a line turns.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use domain::{Domain, Plan, PlanForm, Side};
use lang::checked::{ExprKind, PlanId};
use proof::{NodeId, Tree};

use crate::ends::Reasons;
use crate::planner::Try;
use crate::positions::PositionId;
use crate::reasoner::Reasoner;
use crate::undecided::Undecided;

/// At most so many lines are told.
const MAX_LINES: usize = 3;

/// At most so many moves of a line are told; the rest would not be read.
const MAX_PLIES: usize = 14;

/// At most so many aims of a move are named.
const MAX_AIMS: usize = 3;

/// Trees with more positions are not told.
const MAX_VISITED: usize = 20_000;

/// So many of the positions of a tree are looked at to see how narrow a plan is.
const MAX_LOOKS: usize = 100;

/// What is told of a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldIdea {
    /// Whose idea it is.
    pub by: Side,
    /// The plan in words, without its owner.
    pub plan: String,
    /// It has two parts, each of which was tried alone and failed.
    pub needs_both: bool,
    /// The lines, the longest first.
    pub lines: Vec<ToldLine>,
    /// Of a hundred legal moves, how many the plan permits: the median over the tree.
    pub permitted: u32,
}

/// One line of a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldLine {
    /// How many plies it shares with the first line.
    pub n_shared: usize,
    /// The moves that it has for itself, or all of them in the first line.
    pub moves: Vec<ToldMove>,
    /// Is it longer than what is told of it?
    pub goes_on: bool,
    /// What has been reached at its end, if the chapter has words for it.
    pub end: Option<String>,
}

/// A move of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldMove {
    /// As it is written.
    pub text: String,
    /// Which part of the plan it serves, where that is another one than before.
    pub aim: Option<String>,
}

/// A line as it is found in the tree.
struct Path<D: Domain> {
    n_shared: usize,
    steps: Vec<(D::Position, D::Move)>,
    last: D::Position,
}

impl<D: Domain> Reasoner<D> {
    /// The idea of a settled tree. None where a referee's plan says nothing but to win or to hold.
    pub(crate) fn idea(&mut self, found: &Try<D::Move>) -> Option<ToldIdea> {
        let plan = if found.by == found.plan.owner() {
            &found.plan
        } else {
            found.against.as_ref()?
        };
        if !found.is_settled || self.is_referees(found) {
            return None;
        }
        let (parts, n_own) = (self.aims_of(plan), simple_parts(plan).len());
        let (mut lines, mut named) = (Vec::new(), HashSet::new());
        for path in self.paths(found).ok()? {
            lines.push(
                self.told_line(found, (&parts, n_own), &path, &mut named)
                    .ok()?,
            );
        }
        Some(ToldIdea {
            by: found.by,
            plan: self.explorer.plan_in_words(plan),
            needs_both: self.needs_both(found, plan),
            lines,
            permitted: self.permitted(found, plan).ok()?,
        })
    }

    /// Did a referee try it?
    fn is_referees(&self, found: &Try<D::Move>) -> bool {
        let contest = (Arc::clone(&found.plan), found.against.clone());
        let mut searches = self.explorer.searches.iter().rev();
        let reasons = self.reasons();
        let search = searches.find(|search| search.contest == contest && search.succeeds.is_some());
        search.is_none_or(|search| !reasons.contains(&search.fact))
    }

    /// Are both parts of a joined plan known to fail alone?
    fn needs_both(&self, found: &Try<D::Move>, plan: &Arc<Plan>) -> bool {
        let PlanForm::Or(a, b) = plan.form() else {
            return false;
        };
        let fails = |part: &Arc<Plan>| {
            let is_owners = found.by == found.plan.owner();
            let contest = match is_owners {
                true => (Arc::clone(part), found.against.clone()),
                false => (Arc::clone(&found.plan), Some(Arc::clone(part))),
            };
            let mut searches = self.explorer.searches.iter();
            searches.any(|search| search.contest == contest && search.succeeds == Some(!is_owners))
        };
        fails(a) && fails(b)
    }

    /// The line that is best told, and the best of those that end in other ways, the most frequent end first.
    fn paths(&mut self, found: &Try<D::Move>) -> Result<Vec<Path<D>>, Undecided> {
        let problem = self.explorer.positions.get(PositionId::PROBLEM).clone();
        let succeeds = found.by == found.plan.owner();
        let mut walk = EndWalk {
            domain: &self.explorer.domain,
            tree: &found.tree,
            reasons: Reasons::new(&self.explorer),
            found,
            succeeds,
            ways: HashMap::new(),
            n_ends: HashMap::new(),
        };
        walk.visit(found.tree.root(), &problem)?;
        let ways = &walk.ways[&(found.tree.root(), problem.clone())];
        let mut ends: Vec<&Option<String>> = ways.keys().collect();
        // The best first, then by how often; those without words last.
        ends.sort_by_key(|end| {
            let n_fewer = usize::MAX - walk.n_ends[*end];
            (end.is_none(), n_fewer, (*end).clone())
        });
        let best = ends.iter().max_by_key(|end| ways[**end].0);
        let Some(best) = best.map(|end| (*end).clone()) else {
            return Ok(Vec::new());
        };
        // What only a move brings about that people look at last is told where there is nothing else to tell.
        let is_usual = |end: &Option<String>| ways[end].0.0 == Reverse(0);
        let has_usual = ends.iter().any(|end| end.is_some() && is_usual(end));
        let others = ends
            .iter()
            .filter(|end| end.is_some() && ***end != best && (is_usual(end) || !has_usual));
        let told = std::iter::once(&best).chain(others.copied());
        let mut paths: Vec<Path<D>> = Vec::new();
        for end in told {
            let mut path = walk.follow(end, &problem);
            if let Some(first) = paths.first() {
                let pairs = first.steps.iter().zip(&path.steps);
                path.n_shared = pairs.take_while(|(a, b)| a.1 == b.1).count();
            }
            // Where it would turn away from the first line, that is not told any more.
            if path.n_shared < MAX_PLIES {
                paths.push(path);
            }
            if paths.len() == MAX_LINES {
                break;
            }
        }
        Ok(paths)
    }

    /// The plans that a move may serve: the parts of the plan, and what its owner has tried beside it.
    fn aims_of(&self, plan: &Arc<Plan>) -> Vec<Arc<Plan>> {
        let mut aims = simple_parts(plan);
        let reasons = self.reasons();
        for search in &self.explorer.searches {
            let (a, b) = &search.contest;
            let is_here = search.position == PositionId::PROBLEM;
            if !is_here || (search.succeeds.is_some() && !reasons.contains(&search.fact)) {
                continue;
            }
            for tried in std::iter::once(a).chain(b) {
                if tried.owner() == plan.owner() && **tried != **plan {
                    let parts = simple_parts(tried).into_iter();
                    aims.extend(parts.filter(|part| self.wants_little(part)));
                }
            }
        }
        let mut seen = Vec::new();
        aims.retain(|aim| {
            let is_new = !seen.contains(aim);
            seen.push(Arc::clone(aim));
            is_new
        });
        aims
    }

    /// Does a plan say which moves it thinks of, and nothing of what it wants? Such plans are steps on the way.
    fn wants_little(&self, plan: &Plan) -> bool {
        match plan.form() {
            PlanForm::Simple(simple) if simple.args.is_empty() => {
                let program = &self.explorer.program;
                let goal = program.definition(program.plan(PlanId(simple.idx)).better);
                matches!(goal.body.kind, ExprKind::Truth(false))
            }
            PlanForm::Simple(_) | PlanForm::Or(..) | PlanForm::Mod(..) => false,
        }
    }

    /// The aims that a move serves: parts of the plan where it serves two of them, else whatever its owner has tried.
    fn aims(
        &mut self,
        (parts, n_own): (&[Arc<Plan>], usize),
        position: &D::Position,
        m: D::Move,
    ) -> Result<Vec<usize>, Undecided> {
        let mut aims = Vec::new();
        for (idx, part) in parts.iter().enumerate() {
            let moves = self.explorer.plan_moves_in(part, position)?;
            if moves.contains(&m) && self.explorer.is_still_about(part, position) {
                aims.push((idx, moves));
            }
        }
        // An aim that fewer moves serve says more exactly what this one is for.
        let says_less = |moves: &[D::Move]| {
            let mut others = aims.iter().map(|(_, others)| others);
            others.any(|others| {
                others.len() < moves.len() && others.iter().all(|m| moves.contains(m))
            })
        };
        let exact = aims.iter().filter(|(_, moves)| !says_less(moves));
        let mut aims: Vec<usize> = exact.map(|(idx, _)| *idx).collect();
        if aims.iter().filter(|idx| **idx < n_own).count() > 1 {
            aims.retain(|idx| *idx < n_own);
        }
        Ok(aims)
    }

    /// A line in words. An aim is named once, where a move first serves it; those in `named` have been.
    fn told_line(
        &mut self,
        found: &Try<D::Move>,
        (parts, n_own): (&[Arc<Plan>], usize),
        path: &Path<D>,
        named: &mut HashSet<usize>,
    ) -> Result<ToldLine, Undecided> {
        let mut moves = Vec::new();
        let steps = path.steps.iter().skip(path.n_shared);
        for (position, m) in steps.take(MAX_PLIES) {
            let mut aim = None;
            if parts.len() > 1 && self.explorer.domain.turn(position) == found.by {
                let mut aims = self.aims((parts, n_own), position, *m)?;
                aims.retain(|idx| named.insert(*idx));
                let said = aims.iter().take(MAX_AIMS);
                let said = said.map(|idx| self.explorer.plan_in_words(&parts[*idx]));
                aim = at_once(&said.collect::<Vec<_>>());
            }
            let explorer = &self.explorer;
            moves.push(ToldMove {
                text: explorer.domain.write_move(position, explorer.view, *m),
                aim,
            });
        }
        let succeeds = found.by == found.plan.owner();
        let mut reasons = Reasons::new(&self.explorer);
        let comes_back = path.steps.iter().any(|(met, _)| *met == path.last);
        let end = reasons
            .at_end(found, succeeds, &path.last)?
            .or_else(|| comes_back.then(|| "the position repeats".into()));
        Ok(ToldLine {
            n_shared: path.n_shared,
            goes_on: path.steps.len() - path.n_shared > MAX_PLIES,
            moves,
            end,
        })
    }

    /// Of a hundred legal moves, how many the plan permits: the median over the positions of the tree where its owner
    /// moves.
    fn permitted(&mut self, found: &Try<D::Move>, plan: &Arc<Plan>) -> Result<u32, Undecided> {
        let tree = &found.tree;
        let problem = self.explorer.positions.get(PositionId::PROBLEM).clone();
        let (mut shares, mut waiting) = (Vec::new(), vec![(tree.root(), problem)]);
        let mut seen = HashSet::new();
        while let Some((node, position)) = waiting.pop() {
            if shares.len() == MAX_LOOKS || !seen.insert(node) {
                continue;
            }
            let branches = tree.branches(node);
            if !branches.is_empty() && self.explorer.domain.turn(&position) == found.by {
                let n_legal = self.explorer.domain.legal_moves(&position).len();
                let n_permitted = self.explorer.plan_moves_in(plan, &position)?.len();
                shares.push((100 * n_permitted / n_legal.max(1)) as u32);
            }
            for (m, to) in branches.iter().rev() {
                waiting.push((*to, self.explorer.domain.play(&position, *m)));
            }
        }
        shares.sort_unstable();
        Ok(shares.get(shares.len() / 2).copied().unwrap_or(0))
    }
}

/// One aim, or up to three that a move serves at once; none if there is none to name.
fn at_once(aims: &[String]) -> Option<String> {
    match aims {
        [] => None,
        [only] => Some(only.clone()),
        [a, b] => Some(format!("two aims at once: {a}, and {b}")),
        [a, b, c, ..] => Some(format!("three aims at once: {a}, {b}, and {c}")),
    }
}

/// The plans that a plan is joined from, each once.
fn simple_parts(plan: &Arc<Plan>) -> Vec<Arc<Plan>> {
    let (mut parts, mut waiting) = (Vec::new(), vec![plan]);
    while let Some(plan) = waiting.pop() {
        match plan.form() {
            PlanForm::Simple(_) if !parts.contains(plan) => parts.push(Arc::clone(plan)),
            PlanForm::Simple(_) => {}
            PlanForm::Or(a, b) | PlanForm::Mod(a, b) => waiting.extend([b, a]),
        }
    }
    parts
}

/// Ends of lines, each with how well the best line to it can be told and the branch where that begins.
type WaysToEnds = BTreeMap<Option<String>, (Telling, Option<usize>)>;

/// How well a line can be told: the fewest moves that people look at last, then those in which a side that only cannot
/// win does not lose, then the longest.
type Telling = (Reverse<usize>, bool, usize);

/// A walk through a tree that finds the ways to each kind of end.
struct EndWalk<'w, D: Domain> {
    domain: &'w D,
    tree: &'w Tree<D::Move>,
    reasons: Reasons<'w, D>,
    found: &'w Try<D::Move>,
    succeeds: bool,
    ways: HashMap<(NodeId, D::Position), WaysToEnds>,
    /// How many positions have an end.
    n_ends: HashMap<Option<String>, usize>,
}

impl<D: Domain> EndWalk<'_, D> {
    /// Finds the ways from a position, those of later ones first.
    fn visit(&mut self, root: NodeId, problem: &D::Position) -> Result<(), Undecided> {
        let mut waiting = vec![(root, problem.clone(), false)];
        while let Some((node, position, is_ready)) = waiting.pop() {
            let place = (node, position.clone());
            if self.ways.contains_key(&place) {
                continue;
            }
            if self.ways.len() > MAX_VISITED {
                return Err(Undecided::Entries(MAX_VISITED));
            }
            let branches = self.tree.branches(node);
            let after = |m: D::Move| self.domain.play(&position, m);
            if branches.is_empty() {
                let end = self.reasons.at_end(self.found, self.succeeds, &position)?;
                *self.n_ends.entry(end.clone()).or_default() += 1;
                let is_close =
                    self.succeeds || !self.reasons.is_reversed(&self.found.plan, &position)?;
                let way = ((Reverse(0), is_close, 0), None);
                self.ways.insert(place, WaysToEnds::from([(end, way)]));
            } else if is_ready {
                let mut ways = WaysToEnds::new();
                for (idx, (m, to)) in branches.iter().enumerate() {
                    let odd = usize::from(self.domain.is_odd(*m));
                    let below = &self.ways[&(*to, after(*m))];
                    for (end, ((Reverse(n_odd), is_close, length), _)) in below {
                        let telling = (Reverse(n_odd + odd), *is_close, length + 1);
                        let known = ways.get(end).map(|(known, _)| *known);
                        if known.is_none_or(|known| telling > known) {
                            ways.insert(end.clone(), (telling, Some(idx)));
                        }
                    }
                }
                self.ways.insert(place, ways);
            } else {
                let below = branches.iter().map(|(m, to)| (*to, after(*m), false));
                let below: Vec<_> = below.collect();
                waiting.push((node, position, true));
                waiting.extend(below);
            }
        }
        Ok(())
    }

    /// The best line to an end.
    fn follow(&self, end: &Option<String>, problem: &D::Position) -> Path<D> {
        let (mut node, mut position) = (self.tree.root(), problem.clone());
        let mut steps = Vec::new();
        while let Some((_, Some(idx))) = self.ways[&(node, position.clone())].get(end) {
            let (m, to) = self.tree.branches(node)[*idx];
            steps.push((position.clone(), m));
            position = self.domain.play(&position, m);
            node = to;
        }
        Path {
            n_shared: 0,
            steps,
            last: position,
        }
    }
}
