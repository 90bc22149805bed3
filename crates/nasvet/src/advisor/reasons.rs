//! Why a move is played, why another one is not: what the search has found, made ready to be put into words.

use std::sync::Arc;

use domain::{Domain, Stopped, Watch};
use lang::checked::PieceId;
use lang::reference::{Budget, Evaluator, Scene};
use proof::{
    Consulted, ExplainedPosition, Explanation, FollowedPlan, Other, PieceTrial, Sentence, Tree,
    Verdict,
};
use search::{Advised, Evidence, PieceOutcome, Query};
use solve::asks;

use crate::advisor::{Advisor, Choice};

/// How much is evaluated for an explanation.
const WORDS: u64 = 200_000_000;

/// The same for why a move is played, which can be said without: nobody waits for a reason longer than a blink.
const REASON: u64 = 1_500_000;

/// What is said of another move.
#[derive(Clone, Debug)]
pub struct WhyNot<M> {
    /// The sentences.
    pub said: Explanation<M>,
    /// The move that is played instead, if there is one.
    pub played: Option<M>,
}

impl<D: Domain> Advisor<D> {
    /// Why a move was chosen in a position; and how it was found, if there is to be `more`.
    pub fn why(
        &mut self,
        position: &D::Position,
        view: D::View,
        choice: &Choice<D>,
        more: bool,
        watch: &Watch,
    ) -> Result<Explanation<D::Move>, Stopped> {
        let consulted = match &choice.advised {
            Some(advised) if more && self.can_be_retold() => {
                Some(self.consulted(position, advised, watch)?)
            }
            Some(_) | None => None,
        };
        let plan = FollowedPlan {
            root: &choice.root,
            played: &choice.played,
            piece: choice.piece,
            tree: &choice.tree,
        };
        let mut asked = self.asked(position, view, watch);
        if !more {
            asked.budget = Budget::watched(REASON, watch);
        }
        proof::why(asked, &plan, consulted.as_ref())
    }

    /// Why there is no move to play in a position.
    pub fn why_nothing(
        &mut self,
        position: &D::Position,
        view: D::View,
        watch: &Watch,
    ) -> Result<Explanation<D::Move>, Stopped> {
        let advised = self.advised(position, watch);
        if let Some(stopped) = advised.stopped {
            return Err(stopped);
        }
        let consulted = self.consulted(position, &advised, watch)?;
        proof::no_advice(self.asked(position, view, watch), &consulted)
    }

    /// What is to be said of another legal move in a position where it is our turn, with the move that is played; and
    /// what the pieces of advice make of it, if there is to be `more`.
    pub fn why_not(
        &mut self,
        position: &D::Position,
        view: D::View,
        m: D::Move,
        more: bool,
        watch: &Watch,
    ) -> Result<WhyNot<D::Move>, Stopped> {
        let advised = self.advised(position, watch);
        if let Some(stopped) = advised.stopped {
            return Err(stopped);
        }
        let chosen = advised
            .chosen
            .as_ref()
            .and_then(|(piece, tree)| Some((*piece, tree.first_move()?)));
        let played = chosen.map(|(_, played)| played);
        if !more || !self.can_be_retold() {
            let asked = self.asked(position, view, watch);
            let sentences = proof::remarks(asked, m)?;
            let tree = None;
            let said = Explanation { sentences, tree };
            return Ok(WhyNot { said, played });
        }
        // The piece that is played by says what the move lacks; where none is, the first that was tried.
        let mut pieces = match chosen {
            Some((piece, _)) => vec![piece],
            None => first_failure(&advised).into_iter().collect(),
        };
        // A piece that failed has tried every move it permits, so only those after the chosen one can be good.
        if let Some((piece, _)) = chosen {
            let later = self.later_pieces(position, &advised, watch)?;
            pieces.extend(later.into_iter().filter(|later| *later != piece));
        }
        let program = Arc::clone(self.engine.program());
        let mut trials = Vec::new();
        for (idx, piece) in pieces.into_iter().enumerate() {
            let mut evaluator = Evaluator::new(&program.domain, &program.checked, budget(watch));
            let constraint = &program.checked.piece(piece).us;
            let permitted = evaluator
                .moves(constraint, Scene::of(position))?
                .contains(&m);
            if idx > 0 && !permitted {
                continue;
            }
            let query = Query::of(piece).after(m).with(Evidence::Either);
            let (verdict, tree) = self.engine.ask(query, position, watch).evidence()?;
            trials.push((piece, permitted, outcome(verdict, tree)));
            if permitted && verdict == Verdict::Satisfied {
                break;
            }
        }
        let other = Other { m, trials };
        let why_not = proof::why_not(self.asked(position, view, watch), chosen, &other)?;
        Ok(WhyNot {
            said: why_not,
            played,
        })
    }

    /// What the chapter says of a legal move in a position where it is our turn.
    pub fn remarks(
        &mut self,
        position: &D::Position,
        view: D::View,
        m: D::Move,
        watch: &Watch,
    ) -> Result<Vec<Sentence<D::Move>>, Stopped> {
        proof::remarks(self.asked(position, view, watch), m)
    }

    fn asked<'q>(
        &'q self,
        position: &'q D::Position,
        view: D::View,
        watch: &Watch,
    ) -> ExplainedPosition<'q, 'q, D> {
        let program = self.engine.program();
        ExplainedPosition {
            domain: &program.domain,
            program: &program.checked,
            view,
            position,
            budget: budget(watch),
        }
    }

    /// Can it be told how a move was found? The words come from looking ahead, which never decides whether a piece
    /// without a bound works; so not where such pieces ask about each other.
    fn can_be_retold(&self) -> bool {
        let program = &self.engine.program().checked;
        let mut pieces = program.pieces.iter();
        !pieces.any(|piece| piece.endless.is_some() && asks(program, &piece.better_goal))
    }

    /// What the tables said, with the tree that shows why each piece failed.
    fn consulted(
        &mut self,
        position: &D::Position,
        advised: &Advised<D::Move>,
        watch: &Watch,
    ) -> Result<Consulted<D::Move>, Stopped> {
        let mut tried = Vec::new();
        for trial in &advised.tried {
            let outcome = match trial.outcome {
                PieceOutcome::Guarded => proof::TrialOutcome::Guarded,
                PieceOutcome::AlreadyReached => proof::TrialOutcome::AlreadyReached,
                PieceOutcome::Unknown(stopped) => return Err(stopped),
                PieceOutcome::Satisfied => {
                    let chosen = advised.chosen.as_ref();
                    let (_, tree) = chosen.expect("a piece that is satisfied is chosen");
                    proof::TrialOutcome::Works(tree.clone())
                }
                PieceOutcome::Refuted => {
                    self.failure(trial.piece, Verdict::Refuted, position, watch)?
                }
                PieceOutcome::Cut => self.failure(trial.piece, Verdict::Cut, position, watch)?,
            };
            tried.push(PieceTrial {
                piece: trial.piece,
                outcome,
            });
        }
        Ok(Consulted {
            is_outside: advised.is_outside,
            table: advised.table,
            rule: advised.rule,
            tried,
        })
    }

    /// A piece that failed, with the tree that shows it.
    fn failure(
        &mut self,
        piece: PieceId,
        verdict: Verdict,
        position: &D::Position,
        watch: &Watch,
    ) -> Result<proof::TrialOutcome<D::Move>, Stopped> {
        let query = Query::of(piece).with(Evidence::Refutation);
        let searched = self.engine.ask(query, position, watch);
        searched.answer.decided()?;
        let tree = searched.refutation;
        let tree = tree.expect("what failed without a tree fails with one");
        Ok(proof::TrialOutcome::Fails(verdict, tree))
    }

    /// The pieces of the rule that applies which come after those that were tried, if their guards hold and their
    /// goals are not reached yet.
    fn later_pieces(
        &mut self,
        position: &D::Position,
        advised: &Advised<D::Move>,
        watch: &Watch,
    ) -> Result<Vec<PieceId>, Stopped> {
        let program = self.engine.program();
        let (Some(table), Some(rule)) = (advised.table, advised.rule) else {
            return Ok(Vec::new());
        };
        let mut evaluator = Evaluator::new(&program.domain, &program.checked, budget(watch));
        let mut pieces = Vec::new();
        let entries = &program.checked.tables[table].rules[rule].entries;
        for entry in entries.iter().skip(advised.tried.len()) {
            let scene = Scene::of(position);
            let applies = match &entry.guard {
                Some(guard) => evaluator.value(guard, scene)?.is_some_and(|v| v.truth()),
                None => true,
            };
            let goal = &program.checked.piece(entry.piece).better_goal;
            let reached = evaluator.value(goal, scene)?.is_some_and(|v| v.truth());
            if applies && !reached {
                pieces.push(entry.piece);
            }
        }
        Ok(pieces)
    }
}

/// The first piece that was tried in vain.
fn first_failure<M>(advised: &Advised<M>) -> Option<PieceId> {
    let mut tried = advised.tried.iter();
    tried
        .find(|tried| matches!(tried.outcome, PieceOutcome::Refuted | PieceOutcome::Cut))
        .map(|tried| tried.piece)
}

/// What an explanation may spend.
fn budget(watch: &Watch) -> Budget {
    Budget::watched(WORDS, watch)
}

fn outcome<M>(verdict: Verdict, tree: Tree<M>) -> proof::TrialOutcome<M> {
    match verdict {
        Verdict::Satisfied => proof::TrialOutcome::Works(tree),
        Verdict::Refuted | Verdict::Cut => proof::TrialOutcome::Fails(verdict, tree),
    }
}
