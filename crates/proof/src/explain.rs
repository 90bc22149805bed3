//! Puts trees into words: why a move is played, and why another one is not.
//!
//! The input is what was found: the rule that applied and the pieces that were tried, each with the tree that shows its
//! verdict. Nothing is searched here, and every value in a sentence comes from the reference evaluator.

mod journey;
mod speaker;
mod failure;
mod goal;

use domain::{Notation, Stopped};
use lang::checked::{Expr, PieceId, Program, Remark, RemarkKind};
use lang::reference::{Budget, Verdict};

use crate::explain::journey::Journey;
use crate::explain::speaker::Speaker;
use crate::explanation::{Explanation, Sentence, SentenceFact, SentenceRole};
use crate::tree::Tree;

/// At most this many remarks are made about a move.
const MAX_REMARKS: usize = 2;

/// The position to explain, and its chapter.
#[derive(Debug)]
pub struct ExplainedPosition<'p, 'q, D: Notation> {
    /// The game.
    pub domain: &'p D,
    /// The chapter.
    pub program: &'p Program,
    /// Which side is us, for writing.
    pub view: D::View,
    /// The position.
    pub position: &'q D::Position,
    /// How much may be evaluated.
    pub budget: Budget,
}

/// What the tables said of the position.
#[derive(Clone, Debug)]
pub struct Consulted<M> {
    /// The program is not about this position.
    pub is_outside: bool,
    /// The table, by index, if there is one for these men.
    pub table: Option<usize>,
    /// The rule of it, by index, if one applies.
    pub rule: Option<usize>,
    /// The pieces in its list that were tried, in order.
    pub tried: Vec<PieceTrial<M>>,
}

/// A piece that was tried.
#[derive(Clone, Debug)]
pub struct PieceTrial<M> {
    /// The piece.
    pub piece: PieceId,
    /// Its outcome.
    pub outcome: TrialOutcome<M>,
}

/// The outcome of a piece.
#[derive(Clone, Debug)]
pub enum TrialOutcome<M> {
    /// Its guard does not hold.
    Guarded,
    /// Its goal holds already, or they cannot move: there is nothing to play.
    AlreadyReached,
    /// It works.
    Works(Tree<M>),
    /// It fails.
    Fails(Verdict, Tree<M>),
}

/// A plan that is being followed: it was made at a root, and some moves of it have been played.
#[derive(Debug)]
pub struct FollowedPlan<'a, D: Notation> {
    /// Where it was made.
    pub root: &'a D::Position,
    /// The moves since then.
    pub played: &'a [D::Move],
    /// The piece.
    pub piece: PieceId,
    /// The tree, from the root.
    pub tree: &'a Tree<D::Move>,
}

/// Another move, and the outcome of each piece if it is played first.
#[derive(Clone, Debug)]
pub struct Other<M> {
    /// The move.
    pub m: M,
    /// For each relevant piece, in order: does it permit the move, and what is the outcome? Pieces that permit it and
    /// were tried without success are left out: it fails for them.
    pub trials: Vec<(PieceId, bool, TrialOutcome<M>)>,
}

/// Collects the sentences.
struct Teller<'p, 'q, D: Notation> {
    speaker: Speaker<'p, 'q, D>,
    /// The line to the position that was asked about.
    start: Journey<D>,
    sentences: Vec<Sentence<D::Move>>,
}

/// Why the move of a plan is played. `consulted` says how the plan came about, if it was made here.
pub fn why<'p: 'q, 'q, D: Notation>(
    asked: ExplainedPosition<'p, 'q, D>,
    plan: &FollowedPlan<'_, D>,
    consulted: Option<&Consulted<D::Move>>,
) -> Result<Explanation<D::Move>, Stopped> {
    let start = Journey::at(plan.root).then(asked.domain, plan.played);
    let mut teller = Teller::new(asked, start);
    let is_taught = teller.tell_lesson(plan)? || teller.tell_gain(plan)?;
    if !is_taught || teller.is_long(plan) {
        teller.tell_goal(plan.piece, plan.tree, plan.played)?;
    }
    teller.tell_move(plan)?;
    if let Some(consulted) = consulted {
        teller.tell_rules(consulted)?;
        teller.tell_trials(consulted, SentenceRole::Tried)?;
    }
    Ok(teller.finish(Some(plan.tree.clone())))
}

/// Why there is no move to play.
pub fn no_advice<'p: 'q, 'q, D: Notation>(
    asked: ExplainedPosition<'p, 'q, D>,
    consulted: &Consulted<D::Move>,
) -> Result<Explanation<D::Move>, Stopped> {
    let start = Journey::at(asked.position);
    let about = asked.program.positions.as_ref();
    let mut teller = Teller::new(asked, start);
    if let (true, Some(about)) = (consulted.is_outside, about) {
        teller.tell_outside(about)?;
        return Ok(teller.finish(None));
    }
    // Where one piece alone can be asked, it is enough to say why that one does not work.
    let rules = consulted
        .table
        .map(|table| teller.speaker.program.tables[table].rules.as_slice());
    if matches!(rules, Some([rule]) if rule.entries.len() == 1) {
        teller.tell_trials(consulted, SentenceRole::NoAdvice)?;
        teller.tell_rules(consulted)?;
        return Ok(teller.finish(None));
    }
    let text = match (consulted.table, consulted.rule) {
        (None, _) => "No table of the chapter is for these men.",
        (Some(_), None) => "No rule of the table applies.",
        (Some(_), Some(_)) => "The chapter has no advice that works here.",
    };
    teller.sentence(SentenceRole::NoAdvice, text.into(), Vec::new());
    teller.tell_rules(consulted)?;
    teller.tell_trials(consulted, SentenceRole::Tried)?;
    Ok(teller.finish(None))
}

/// What the chapter says of any legal move of ours: what it gives up, and then what it gains.
pub fn remarks<'p: 'q, 'q, D: Notation>(
    asked: ExplainedPosition<'p, 'q, D>,
    m: D::Move,
) -> Result<Vec<Sentence<D::Move>>, Stopped> {
    let start = Journey::at(asked.position);
    let mut teller = Teller::new(asked, start);
    teller.tell_remarks(m)?;
    Ok(teller.sentences)
}

/// Why another move is not played. `chosen` is the piece that is played by and its move, if there is one.
pub fn why_not<'p: 'q, 'q, D: Notation>(
    asked: ExplainedPosition<'p, 'q, D>,
    chosen: Option<(PieceId, D::Move)>,
    other: &Other<D::Move>,
) -> Result<Explanation<D::Move>, Stopped> {
    let start = Journey::at(asked.position);
    let mut teller = Teller::new(asked, start);
    teller.tell_remarks(other.m)?;
    let works = other
        .trials
        .iter()
        .find_map(|(piece, permitted, outcome)| match outcome {
            TrialOutcome::Works(tree) if *permitted => Some((*piece, tree)),
            TrialOutcome::Works(_)
            | TrialOutcome::Fails(..)
            | TrialOutcome::Guarded
            | TrialOutcome::AlreadyReached => None,
        });
    // What the move lacks for the piece that is played, or else for the first one.
    let measure = match chosen {
        Some((piece, _)) => other.trials.iter().find(|(other, ..)| *other == piece),
        None => other.trials.first(),
    };
    if let Some((piece, permitted, outcome)) = measure
        && works.is_none_or(|(good, _)| good != *piece)
    {
        teller.tell_shortcoming(other.m, *piece, *permitted, outcome)?;
    }
    let tree = match works {
        Some((piece, tree)) => {
            teller.tell_alternative(other.m, chosen, piece, tree);
            Some(tree.clone())
        }
        None => None,
    };
    Ok(teller.finish(tree))
}

impl<'p: 'q, 'q, D: Notation> Teller<'p, 'q, D> {
    fn new(asked: ExplainedPosition<'p, 'q, D>, start: Journey<D>) -> Teller<'p, 'q, D> {
        Teller {
            speaker: Speaker::new(asked.domain, asked.program, asked.view, asked.budget),
            start,
            sentences: Vec::new(),
        }
    }

    fn finish(self, tree: Option<Tree<D::Move>>) -> Explanation<D::Move> {
        Explanation {
            sentences: self.sentences,
            tree,
        }
    }

    /// Adds a sentence that rests on all facts noted since the last one.
    fn sentence(&mut self, role: SentenceRole, text: String, line: Vec<D::Move>) {
        let (facts, places) = self.speaker.take();
        let mut arrows = Vec::new();
        let mut journey = self.start.clone();
        for m in &line {
            let domain = self.speaker.domain;
            arrows.extend(domain.arrow(journey.here(), *m));
            journey = journey.then(domain, &[*m]);
        }
        self.sentences.push(Sentence {
            role,
            text: capitalised(&text),
            line,
            places,
            arrows,
            facts,
        });
    }

    /// A move as it is written in a position.
    fn write(&self, journey: &Journey<D>, m: D::Move) -> String {
        let Speaker { domain, view, .. } = self.speaker;
        domain.write_move(journey.here(), view, m)
    }

    /// Moves one after the other, from the end of a line.
    fn write_line(&self, journey: &Journey<D>, moves: &[D::Move]) -> String {
        let mut journey = journey.clone();
        let mut written = Vec::new();
        for m in moves {
            written.push(self.write(&journey, *m));
            journey = journey.then(self.speaker.domain, &[*m]);
        }
        written.join(" ")
    }

    /// What the author teaches about the move of a plan: the first text whose condition holds after it. Is there one?
    fn tell_lesson(&mut self, plan: &FollowedPlan<'_, D>) -> Result<bool, Stopped> {
        let Some(m) = next_move(plan) else {
            return Ok(false);
        };
        let after = self.start.then(self.speaker.domain, &[m]);
        for remark in &self.speaker.program.piece(plan.piece).teaches {
            if let Some(text) = self.said_of(remark, &after)? {
                self.sentence(SentenceRole::Taught, format!("{text}."), vec![m]);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What the move of a plan gains: the first such text of the chapter that is true. Is there one?
    fn tell_gain(&mut self, plan: &FollowedPlan<'_, D>) -> Result<bool, Stopped> {
        let Some(m) = next_move(plan) else {
            return Ok(false);
        };
        let after = self.start.then(self.speaker.domain, &[m]);
        for (kind, remark) in &self.speaker.program.remarks {
            if *kind == RemarkKind::Gain
                && let Some(text) = self.said_of(remark, &after)?
            {
                self.sentence(SentenceRole::Gain, format!("{text}."), vec![m]);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Does the plan go on after the next move?
    fn is_long(&self, plan: &FollowedPlan<'_, D>) -> bool {
        let node = plan.tree.follow(plan.played);
        node.is_some_and(|node| failure::longest(plan.tree, node).len() > 1)
    }

    /// What the chapter says of a move.
    fn tell_remarks(&mut self, m: D::Move) -> Result<(), Stopped> {
        let after = self.start.then(self.speaker.domain, &[m]);
        let program = self.speaker.program;
        for wanted in [RemarkKind::Slip, RemarkKind::Gain] {
            let role = match wanted {
                RemarkKind::Slip => SentenceRole::Slip,
                RemarkKind::Gain => SentenceRole::Gain,
            };
            for (kind, remark) in &program.remarks {
                if *kind == wanted
                    && self.sentences.len() < MAX_REMARKS
                    && let Some(text) = self.said_of(remark, &after)?
                {
                    self.sentence(role, format!("{text}."), vec![m]);
                }
            }
        }
        Ok(())
    }

    /// A text, where its condition holds.
    fn said_of(
        &mut self,
        remark: &'p Remark,
        after: &Journey<D>,
    ) -> Result<Option<String>, Stopped> {
        let holds = match &remark.when {
            Some(when) => self.speaker.truth(when, after)?,
            None => true,
        };
        let said = match holds {
            true => self.speaker.template(&remark.text, after)?,
            false => None,
        };
        if said.is_none() {
            let _ = self.speaker.take();
        }
        Ok(said)
    }

    fn tell_move(&mut self, plan: &FollowedPlan<'_, D>) -> Result<(), Stopped> {
        let piece = self.speaker.program.piece(plan.piece);
        let Some(m) = next_move(plan) else {
            return Ok(());
        };
        let written = self.write(&self.start.clone(), m);
        self.speaker.note(SentenceFact::Shown {
            piece: plan.piece,
            first: None,
            verdict: Verdict::Satisfied,
            tree: plan.tree.clone(),
        });
        let idea = match &piece.doc {
            Some(doc) => doc.clone(),
            None => format!("{}.", piece.name.replace('_', " ")),
        };
        let text = if plan.played.is_empty() {
            format!("{written}: {idea}")
        } else {
            let begun = self.write(&Journey::at(plan.root), plan.played[0]);
            format!("{written} goes on with the plan that {begun} began: {idea}")
        };
        self.sentence(SentenceRole::Move, text, vec![m]);
        Ok(())
    }

    /// The chapter is not about this position, and why.
    fn tell_outside(&mut self, about: &'p Expr) -> Result<(), Stopped> {
        let start = self.start.clone();
        let text = match self.speaker.clause(about, &start)? {
            Some(why) => format!("The chapter is not about this position: {why}."),
            None => "The chapter is not about this position.".into(),
        };
        self.sentence(SentenceRole::NoAdvice, text, Vec::new());
        Ok(())
    }

    /// The rules that do not apply, and the one that does.
    fn tell_rules(&mut self, consulted: &Consulted<D::Move>) -> Result<(), Stopped> {
        let Some(table) = consulted.table else {
            return Ok(());
        };
        let table = &self.speaker.program.tables[table];
        let start = self.start.clone();
        for (idx, rule) in table.rules.iter().enumerate() {
            let Some(condition) = &rule.condition else {
                // A rule that always applies is mentioned only if others did not apply.
                if idx > 0 && consulted.rule == Some(idx) {
                    let text = format!("So rule {} is left, for all other positions.", idx + 1);
                    self.sentence(SentenceRole::Rule, text, Vec::new());
                }
                break;
            };
            let applies = self.speaker.truth(condition, &start)?;
            let said = match (&rule.because, applies) {
                (Some(because), true) => self.speaker.template(because, &start)?,
                (Some(_) | None, _) => None,
            };
            let said = match said {
                Some(said) => Some(said),
                None => self.speaker.clause(condition, &start)?,
            };
            let verb = if applies { "applies" } else { "does not apply" };
            let number = idx + 1;
            let text = match said {
                Some(said) => format!("Rule {number} {verb}: {said}."),
                None => format!("Rule {number} {verb}."),
            };
            self.sentence(SentenceRole::Rule, text, Vec::new());
            if applies {
                break;
            }
        }
        Ok(())
    }

    /// The pieces that were tried before the one that works. Consecutive pieces with the same sentence are told once,
    /// by the last of them.
    fn tell_trials(
        &mut self,
        consulted: &Consulted<D::Move>,
        role: SentenceRole,
    ) -> Result<(), Stopped> {
        for (idx, trial) in consulted.tried.iter().enumerate() {
            let title = self.speaker.title(trial.piece);
            let start = self.start.clone();
            match &trial.outcome {
                TrialOutcome::Works(_) => {}
                TrialOutcome::Guarded => {
                    let guard = self.guard_of(consulted, trial.piece);
                    let said = match guard {
                        Some(guard) => self.speaker.clause(guard, &start)?,
                        None => None,
                    };
                    let text = match said {
                        Some(said) => format!("{title} is left out here: {said}."),
                        None => format!("{title} is left out here."),
                    };
                    self.sentence(role, text, Vec::new());
                }
                TrialOutcome::AlreadyReached => {
                    let goal = &self.speaker.program.piece(trial.piece).better_goal;
                    let said = match self.speaker.truth(goal, &start)? {
                        true => self.speaker.clause(goal, &start)?,
                        false => None,
                    };
                    let text = match said {
                        Some(said) => format!("{title} has nothing left to do: {said}."),
                        None => format!("{title} has nothing left to do."),
                    };
                    self.sentence(role, text, Vec::new());
                }
                TrialOutcome::Fails(verdict, tree) => {
                    self.speaker.note(SentenceFact::Shown {
                        piece: trial.piece,
                        first: None,
                        verdict: *verdict,
                        tree: tree.clone(),
                    });
                    let is_told_later = consulted.tried.get(idx + 1).is_some_and(|next| {
                        matches!(next.outcome, TrialOutcome::Fails(..))
                            && self.speaker.title(next.piece) == title
                    });
                    if !is_told_later {
                        let (said, line) = self.failure(trial.piece, tree, &start)?;
                        let text = format!("{title} does not work: {said}.");
                        self.sentence(role, text, line);
                    }
                }
            }
        }
        Ok(())
    }

    fn guard_of(
        &self,
        consulted: &Consulted<D::Move>,
        piece: PieceId,
    ) -> Option<&'p lang::checked::Expr> {
        let table = &self.speaker.program.tables[consulted.table?];
        let entries = &table.rules[consulted.rule?].entries;
        entries
            .iter()
            .find(|entry| entry.piece == piece && entry.guard.is_some())
            .and_then(|entry| entry.guard.as_ref())
    }

    /// Why a move does not do what a piece asks for.
    fn tell_shortcoming(
        &mut self,
        m: D::Move,
        piece: PieceId,
        permitted: bool,
        outcome: &TrialOutcome<D::Move>,
    ) -> Result<(), Stopped> {
        let start = self.start.clone();
        let name = self.speaker.title(piece);
        let written = self.write(&start, m);
        self.speaker.note(SentenceFact::Permitted {
            piece,
            m,
            permitted,
        });
        match outcome {
            TrialOutcome::Works(tree) => {
                self.speaker.note(SentenceFact::Shown {
                    piece,
                    first: Some(m),
                    verdict: Verdict::Satisfied,
                    tree: tree.clone(),
                });
                let text = format!("{written} is not one of the moves that {name} tries.");
                self.sentence(SentenceRole::Alternative, text, vec![m]);
            }
            TrialOutcome::Fails(verdict, tree) => {
                self.speaker.note(SentenceFact::Shown {
                    piece,
                    first: Some(m),
                    verdict: *verdict,
                    tree: tree.clone(),
                });
                let (said, line) = self.failure_of(piece, tree, &start, m)?;
                let text = format!("{said}, so {name} does not play it.");
                self.sentence(SentenceRole::Fails, text, line);
            }
            TrialOutcome::Guarded | TrialOutcome::AlreadyReached => {}
        }
        Ok(())
    }

    /// A move with which a piece works, the one played by or a later one.
    fn tell_alternative(
        &mut self,
        m: D::Move,
        chosen: Option<(PieceId, D::Move)>,
        piece: PieceId,
        tree: &Tree<D::Move>,
    ) {
        let start = self.start.clone();
        let name = self.speaker.title(piece);
        let written = self.write(&start, m);
        self.speaker.note(SentenceFact::Permitted {
            piece,
            m,
            permitted: true,
        });
        self.speaker.note(SentenceFact::Shown {
            piece,
            first: Some(m),
            verdict: Verdict::Satisfied,
            tree: tree.clone(),
        });
        let text = match chosen {
            Some((_, played)) if played == m => format!("{written} is the move of {name}."),
            Some((by, played)) if by == piece => {
                let played = self.write(&start, played);
                format!("{name} would take {written} too; {played} is only tried first.")
            }
            Some((by, _)) => {
                let first = self.speaker.title(by);
                format!("{name} would play {written}, but {first} comes first.")
            }
            None => format!("{name} would play {written}."),
        };
        self.sentence(SentenceRole::Alternative, text, vec![m]);
    }
}

/// Our next move in a plan.
fn next_move<D: Notation>(plan: &FollowedPlan<'_, D>) -> Option<D::Move> {
    let node = plan.tree.follow(plan.played)?;
    plan.tree.branches(node).first().map(|(m, _)| *m)
}

/// With a capital letter, unless it begins with the name of a move or a quotation.
fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let Some(first) = chars.next() else {
        return String::new();
    };
    // A pawn's move begins with the letter of its file: `e4`, `exd5`.
    let is_move = text
        .split_whitespace()
        .next()
        .is_some_and(|word| word.chars().any(|c| c.is_ascii_digit()));
    if is_move {
        return text.into();
    }
    first.to_uppercase().chain(chars).collect()
}
