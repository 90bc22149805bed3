//! Does a tree show what it claims to show?
//!
//! Given a piece of advice, a position and a tree of moves, accepts the tree or names the first node that is wrong and
//! the condition it breaks. The conditions are those of section 2.2 of *An efficient implementation of Advice Language
//! 2*, (1) to (6), with the conventions of the other papers where a piece asks for them; a refutation must meet the
//! same definition with the sides exchanged. Every goal and constraint is evaluated by the reference evaluator, and no
//! search code is used.

use std::collections::HashSet;

use domain::{Meaning, Notation, Side, Stopped};
use lang::Span;
use lang::checked::{Advice, Constraint, ConstraintKind, Expr, PieceId, Program};
use lang::reference::{Budget, Evaluator, Scene, Verdict};

use crate::tree::{NodeId, Tree};

/// What a tree is about: a piece of advice, asked about in a position.
#[derive(Debug)]
pub struct Subject<'a, D: Meaning> {
    /// The game.
    pub domain: &'a D,
    /// The chapter.
    pub program: &'a Program,
    /// The piece.
    pub piece: PieceId,
    /// Who takes the advice; the goals are seen from this side.
    pub us: Side,
    /// The position at the root.
    pub root: &'a D::Position,
}

impl<D: Meaning> Clone for Subject<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Meaning> Copy for Subject<'_, D> {}

/// The finding on a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding<M> {
    /// It is what it claims to be.
    Sound,
    /// It is not.
    Flawed(Flaw<M>),
    /// A limit came first.
    Unknown(Stopped),
}

/// A node that is wrong. Nodes are checked depth-first, in the order of the branches, and the first flaw is reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw<M> {
    /// The moves from the root to the node; all of them are legal.
    pub path: Vec<M>,
    /// What is wrong there.
    pub condition: Condition<M>,
}

/// The condition that a node breaks, with AL2's number where the paper has one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition<M> {
    /// (1) In a forcing tree every node satisfies the holding goal, the root as the convention says.
    HoldingGoalBroken,
    /// (2) In a forcing tree a node that satisfies the better goal is terminal.
    GoesOnPastBetterGoal,
    /// (3) In a forcing tree a terminal node satisfies the better goal, unless they have no reply.
    EndsWithoutBetterGoal,
    /// (3) A terminal node of a forcing tree where we have no permitted move.
    NoMoveForUs,
    /// A terminal node of a forcing tree where they have no permitted reply, which this piece counts as a failure.
    NoReplyIsFailure,
    /// A move that is not legal, by its index among the branches.
    Illegal {
        /// The index.
        branch_idx: usize,
    },
    /// (4), (5) A legal move that the constraint does not select.
    NotPermitted(M),
    /// (4) A second move where one is chosen.
    SecondMove(M),
    /// (5) A permitted move that is missing where all are answered.
    Missing(M),
    /// (5) The same move twice.
    Twice(M),
    /// (6) The tree goes on at the depth bound.
    TooDeep,
    /// Without a depth bound, a position that occurred before in its line ends it as a failure.
    Repeats,
    /// In a refutation a node that breaks the holding goal is terminal.
    GoesOnPastBreak,
    /// In a refutation a node that repeats its line is terminal.
    GoesOnPastRepetition,
    /// In a refutation no node satisfies the better goal.
    BetterGoalMet,
    /// A terminal node of a refutation where they have no permitted reply, which this piece counts as a success.
    NoReplyIsSuccess,
    /// A terminal node of a refutation where nothing has failed.
    EndsWithoutFailure,
    /// A terminal node at the depth bound, in a tree that claims a refutation within it.
    CutByBound,
}

/// Does the tree force the better goal, as the piece says?
#[inline(never)]
pub fn check<D: Meaning>(
    question: Subject<'_, D>,
    tree: &Tree<D::Move>,
    budget: Budget,
) -> Finding<D::Move> {
    check_verdict(question, Verdict::Satisfied, tree, budget)
}

/// How a piece fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Every line ends in a failure within the depth bound.
    Refuted,
    /// Lines may also end at the depth bound.
    Cut,
}

/// Does the tree show that the piece fails: one reply to each of our moves, and every line a failure?
#[inline(never)]
pub fn check_refutation<D: Meaning>(
    question: Subject<'_, D>,
    failure: Failure,
    tree: &Tree<D::Move>,
    budget: Budget,
) -> Finding<D::Move> {
    let verdict = match failure {
        Failure::Refuted => Verdict::Refuted,
        Failure::Cut => Verdict::Cut,
    };
    check_verdict(question, verdict, tree, budget)
}

/// Does the tree show this verdict? One that shows [`Verdict::Refuted`] shows [`Verdict::Cut`] too.
#[inline(never)]
pub fn check_verdict<D: Meaning>(
    question: Subject<'_, D>,
    verdict: Verdict,
    tree: &Tree<D::Move>,
    budget: Budget,
) -> Finding<D::Move> {
    check_first(question, None, verdict, tree, budget)
}

/// The same if our first move is given: only this move is checked, whether the piece permits it or not.
#[inline(never)]
pub fn check_first<D: Meaning>(
    question: Subject<'_, D>,
    first: Option<D::Move>,
    verdict: Verdict,
    tree: &Tree<D::Move>,
    budget: Budget,
) -> Finding<D::Move> {
    let Subject {
        domain,
        program,
        piece,
        us,
        root,
    } = question;
    let piece = program.piece(piece);
    let to_move = if domain.turn(root) == us {
        Side::Us
    } else {
        Side::Them
    };
    let bound = piece.depth.map(|depth| usize::from(depth.plies(to_move)));
    let evaluator = Evaluator::new(domain, program, budget);
    let walk = Walk {
        domain,
        piece,
        us,
        bound,
        first,
        verdict,
        tree,
        evaluator,
        line: Vec::new(),
        seen: HashSet::new(),
        looked_at: HashSet::new(),
    };
    match walk.whole_tree(root) {
        Ok(None) => Finding::Sound,
        Ok(Some(flaw)) => Finding::Flawed(flaw),
        Err(stopped) => Finding::Unknown(stopped),
    }
}

/// A node of the line that is being checked.
struct OpenNode<P> {
    node: NodeId,
    position: P,
    /// The index in the line of the position before our last move.
    before: Option<usize>,
    /// The branch that comes next.
    next: usize,
}

/// The walk through a tree, line by line.
struct Walk<'a, D: Meaning> {
    domain: &'a D,
    piece: &'a Advice,
    us: Side,
    /// The depth bound in plies.
    bound: Option<usize>,
    /// Our only move at the root, if it is given.
    first: Option<D::Move>,
    verdict: Verdict,
    tree: &'a Tree<D::Move>,
    evaluator: Evaluator<'a, D>,
    /// From the root to the node at hand.
    line: Vec<OpenNode<D::Position>>,
    /// The positions of the line before the node at hand.
    seen: HashSet<D::Position>,
    /// Nodes that were checked, with everything that the finding depends on.
    looked_at: HashSet<NodeVisit<D::Position>>,
}

/// A visit of a node. Equal parts of a tree are shared, and need not be checked twice at equal depth; but without a
/// bound a line must not repeat a position, so the path to a node matters too.
type NodeVisit<P> = (NodeId, usize, P, Option<P>);

impl<D: Meaning> Walk<'_, D> {
    /// Checks every node, along each path that leads to it.
    fn whole_tree(mut self, root: &D::Position) -> Result<Option<Flaw<D::Move>>, Stopped> {
        let mut arrived = Some(OpenNode {
            node: self.tree.root(),
            position: root.clone(),
            before: None,
            next: 0,
        });
        loop {
            if let Some(step) = arrived.take().filter(|step| self.is_new(step)) {
                self.line.push(step);
                if let Some(condition) = self.last_node()? {
                    return Ok(Some(Flaw {
                        path: self.path(),
                        condition,
                    }));
                }
            }
            let n_steps = self.line.len();
            let Some(step) = self.line.last_mut() else {
                return Ok(None);
            };
            match self.tree.branches(step.node).get(step.next) {
                Some((m, node)) => {
                    if step.next == 0 && self.bound.is_none() {
                        self.seen.insert(step.position.clone());
                    }
                    step.next += 1;
                    let ours = self.domain.turn(&step.position) == self.us;
                    let before = if ours { Some(n_steps - 1) } else { step.before };
                    let position = self.domain.play(&step.position, *m);
                    arrived = Some(OpenNode {
                        node: *node,
                        position,
                        before,
                        next: 0,
                    });
                }
                None => {
                    if step.next > 0 {
                        self.seen.remove(&step.position);
                    }
                    self.line.pop();
                }
            }
        }
    }

    /// Is this the first visit of the node in these circumstances?
    fn is_new(&mut self, step: &OpenNode<D::Position>) -> bool {
        if self.bound.is_none() {
            return true;
        }
        let before = step.before.filter(|_| self.piece.reads.before);
        let before = before.map(|idx| self.line[idx].position.clone());
        let sight = (step.node, self.line.len(), step.position.clone(), before);
        self.looked_at.insert(sight)
    }

    /// The moves that lead to the node at hand.
    fn path(&self) -> Vec<D::Move> {
        let above = &self.line[..self.line.len() - 1];
        above
            .iter()
            .map(|step| self.tree.branches(step.node)[step.next - 1].0)
            .collect()
    }

    /// What is wrong with the node at hand, if anything.
    fn last_node(&mut self) -> Result<Option<Condition<D::Move>>, Stopped> {
        let Some(step) = self.line.last() else {
            return Ok(None);
        };
        let piece = self.piece;
        let depth = self.line.len() - 1;
        let branches = self.tree.branches(step.node);
        let forces = self.verdict == Verdict::Satisfied;
        let scene: Scene<'_, D> = Scene {
            position: &step.position,
            before: step.before.map(|idx| &self.line[idx].position),
            root: &self.line[0].position,
            depth: u32::try_from(depth).expect("a line is not longer than its tree has nodes"),
            viewer: self.us,
            the_move: None,
        };

        // Step 1. Past the root, a position that breaks the holding goal ends its line as a failure.
        let must_hold = depth > 0 || piece.convention.root_must_hold;
        if must_hold && !truth(&mut self.evaluator, &piece.holding_goal, scene)? {
            return Ok(match forces {
                true => Some(Condition::HoldingGoalBroken),
                false => (!branches.is_empty()).then_some(Condition::GoesOnPastBreak),
            });
        }
        // Step 2. One that meets the better goal ends it as a success.
        if truth(&mut self.evaluator, &piece.better_goal, scene)? {
            return Ok(match forces {
                true => (!branches.is_empty()).then_some(Condition::GoesOnPastBetterGoal),
                false => Some(Condition::BetterGoalMet),
            });
        }
        // Step 3. Without a bound, one that repeats ends it as a failure.
        if self.bound.is_none() && self.seen.contains(&step.position) {
            return Ok(match forces {
                true => Some(Condition::Repeats),
                false => (!branches.is_empty()).then_some(Condition::GoesOnPastRepetition),
            });
        }
        let ours = self.domain.turn(&step.position) == self.us;
        let moves = match self.first {
            Some(first) if ours && depth == 0 => vec![first],
            Some(_) | None => {
                let constraint = if ours { &piece.us } else { &piece.them };
                self.evaluator.moves(constraint, scene)?
            }
        };
        let is_cut = self.bound == Some(depth);
        if branches.is_empty() {
            // Step 4. Where nothing may be played the line ends: we fail, and they as the convention says.
            // Step 5. Anything else may end only at the depth bound, and only where that is claimed.
            let succeeds = !ours && piece.convention.no_reply_succeeds;
            return Ok(match (moves.is_empty(), self.verdict) {
                (true, Verdict::Satisfied) if succeeds => None,
                (true, Verdict::Satisfied) if ours => Some(Condition::NoMoveForUs),
                (true, Verdict::Satisfied) => Some(Condition::NoReplyIsFailure),
                (true, Verdict::Refuted | Verdict::Cut) => {
                    succeeds.then_some(Condition::NoReplyIsSuccess)
                }
                (false, Verdict::Satisfied) => Some(Condition::EndsWithoutBetterGoal),
                (false, Verdict::Cut) if is_cut => None,
                (false, Verdict::Refuted) if is_cut => Some(Condition::CutByBound),
                (false, Verdict::Refuted | Verdict::Cut) => Some(Condition::EndsWithoutFailure),
            });
        }
        // Step 6. The branches: only permitted moves, one for the side that makes its point, all for the other.
        let permitted: HashSet<D::Move> = moves.iter().copied().collect();
        let mut played = HashSet::new();
        for (branch_idx, (m, _)) in branches.iter().enumerate() {
            if !permitted.contains(m) {
                // Rarely needed, and evaluated by the evaluator, so that the budget pays for it.
                let any = Constraint {
                    span: Span::default(),
                    kind: ConstraintKind::Any,
                };
                let is_legal = self.evaluator.moves(&any, scene)?.contains(m);
                return Ok(Some(match is_legal {
                    true => Condition::NotPermitted(*m),
                    false => Condition::Illegal { branch_idx },
                }));
            }
            if !played.insert(*m) {
                return Ok(Some(Condition::Twice(*m)));
            }
            if ours == forces && branch_idx > 0 {
                return Ok(Some(Condition::SecondMove(*m)));
            }
        }
        if ours != forces
            && let Some(missing) = moves.iter().find(|m| !played.contains(m))
        {
            return Ok(Some(Condition::Missing(*missing)));
        }
        // Step 7. No line is longer than the depth bound.
        Ok(is_cut.then_some(Condition::TooDeep))
    }
}

fn truth<D: Meaning>(
    evaluator: &mut Evaluator<'_, D>,
    goal: &Expr,
    scene: Scene<'_, D>,
) -> Result<bool, Stopped> {
    Ok(evaluator
        .value(goal, scene)?
        .is_some_and(|value| value.truth()))
}

impl<M: Copy> Condition<M> {
    /// The condition in a sentence without its full stop, a move in it written by `write`.
    pub fn sentence(&self, mut write: impl FnMut(M) -> String) -> String {
        match self {
            Condition::HoldingGoalBroken => "the holding goal is broken".into(),
            Condition::GoesOnPastBetterGoal => "the better goal is met, yet the tree goes on".into(),
            Condition::EndsWithoutBetterGoal => "the tree ends, but the better goal is not met".into(),
            Condition::NoMoveForUs => {
                "the tree ends where we have no permitted move, and the better goal is not met".into()
            }
            Condition::NoReplyIsFailure => {
                "the tree ends where they have no permitted reply, which this piece counts as a failure"
                    .into()
            }
            Condition::Illegal { branch_idx } => {
                format!("the move of branch {} is not legal", branch_idx + 1)
            }
            Condition::NotPermitted(m) => format!("{} is legal, but not permitted by the advice", write(*m)),
            Condition::SecondMove(m) => format!("{} is a second move where only one is chosen", write(*m)),
            Condition::Missing(m) => format!("{} is permitted, but missing", write(*m)),
            Condition::Twice(m) => format!("{} stands twice", write(*m)),
            Condition::TooDeep => "the tree goes on at the depth bound".into(),
            Condition::Repeats => "the position has occurred before in this line".into(),
            Condition::GoesOnPastBreak => "the holding goal is broken, yet the refutation goes on".into(),
            Condition::GoesOnPastRepetition => {
                "the position has occurred before in this line, yet the refutation goes on".into()
            }
            Condition::BetterGoalMet => "the better goal is met, so this refutes nothing".into(),
            Condition::NoReplyIsSuccess => {
                "the refutation ends where they have no permitted reply, which this piece counts as a success"
                    .into()
            }
            Condition::EndsWithoutFailure => "the refutation ends, but nothing has failed".into(),
            Condition::CutByBound => "the line is only cut by the depth bound, which refutes nothing".into(),
        }
    }
}

impl<M: Copy> Flaw<M> {
    /// The flaw in words: `after Kc2 Ke7: the holding goal is broken`.
    pub fn in_words<D: Notation<Move = M>>(
        &self,
        domain: &D,
        root: &D::Position,
        view: D::View,
    ) -> String {
        let mut position = root.clone();
        let mut played = Vec::new();
        for m in &self.path {
            played.push(domain.write_move(&position, view, *m));
            position = domain.play(&position, *m);
        }
        let sentence = self
            .condition
            .sentence(|m| domain.write_move(&position, view, m));
        match played[..] {
            [] => format!("at the root: {sentence}"),
            _ => format!("after {}: {sentence}", played.join(" ")),
        }
    }
}
