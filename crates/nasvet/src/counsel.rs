//! Questions about what to do: what a side should play, which moves win, and why a move loses, answered by plans.
//!
//! A chapter whose hypotheses say whether a side can win answers them. How a move ends is what the reasoner says of the
//! position after it; the plan is that of the side that is right.

use std::sync::Arc;

use code::compiled;
use documents::{
    CounselDocument, CounselMoveDocument, FormatName, FormatVersion, ResultName, capitalised,
    digest_of_chapter,
};
use domain::{Domain, Side, TextError, Watch};
use lang::checked::Program;
use reason::{Conclusion, Control, Planner, ReasonedAnswer, Reasoner};

use crate::answer::{AskedQuestion, told};
use crate::questions::read_question;

/// How one asks, where a chapter can say who wins.
pub(crate) const FORMS: [&str; 3] = [
    "what should {x} do?",
    "which moves win?",
    "why does {move} lose?",
];

/// A question about what to do.
pub(crate) enum Counsel<M> {
    /// `what should White do?`
    WhatToDo(Side),
    /// `which moves win?`
    WhichMoves(ResultName),
    /// `why does Kh2 lose?`
    Why(M, ResultName),
}

/// Can a chapter say who wins?
pub(crate) fn knows_who_wins(program: &Program) -> bool {
    let mut hypotheses = program.hypotheses.iter();
    hypotheses.any(|hypothesis| {
        let is_of_a_side = matches!(hypothesis.parameters.as_slice(), [(_, domain::Type::Side)]);
        hypothesis.name == "can_win" && is_of_a_side
    })
}

/// Does a chapter think about its moves, having no table?
pub(crate) fn thinks(program: &Program) -> bool {
    program.tables.is_empty() && knows_who_wins(program)
}

/// What a side thinks of doing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Thought<M> {
    /// How it ends for the side to move; nothing if that is not settled.
    pub(crate) result: Option<ResultName>,
    /// The move that keeps this, or a try; nothing where every move loses.
    pub(crate) m: Option<M>,
    /// Why it ends so.
    pub(crate) idea: Option<ThoughtIdea>,
    /// How many positions were looked at.
    pub(crate) nodes: u64,
}

/// Why a position ends as it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ThoughtIdea {
    /// The plan of a side, by its name.
    Plan { by: String, plan: String },
    /// What one sees without a plan.
    Seen(String),
}

impl ThoughtIdea {
    /// As a sentence.
    pub(crate) fn sentence(&self) -> String {
        match self {
            ThoughtIdea::Plan { by, plan } => format!("{by}'s plan: {plan}."),
            ThoughtIdea::Seen(seen) => format!("{}.", capitalised(seen)),
        }
    }

    /// What it is, and its words, as they stand beside a move.
    pub(crate) fn beside_move(&self) -> (&'static str, &str) {
        match self {
            ThoughtIdea::Plan { plan, .. } => ("plan", plan),
            ThoughtIdea::Seen(seen) => ("at a glance", seen),
        }
    }
}

/// Reads a question about what to do; none if it is another one.
pub(crate) fn read_counsel<D: Domain>(
    domain: &D,
    program: &Program,
    (position, view): (&D::Position, D::View),
    text: &str,
) -> Result<Option<Counsel<D::Move>>, TextError> {
    if !knows_who_wins(program) {
        return Ok(None);
    }
    let text = text.trim().trim_end_matches('?');
    let words: Vec<&str> = text.split_whitespace().collect();
    let is = |word: &str, known: &str| word.eq_ignore_ascii_case(known);
    Ok(match words.as_slice() {
        [what, should, side, verb]
            if is(what, "what") && is(should, "should") && is(verb, "do") =>
        {
            let mut sides = [Side::Us, Side::Them].into_iter();
            let named = sides.find(|known| is(side, &domain.write_side(*known, view)));
            named.map(Counsel::WhatToDo)
        }
        [which, moves, verb] if is(which, "which") && is(moves, "moves") => {
            result(verb).map(Counsel::WhichMoves)
        }
        [why, does, m, verb] if is(why, "why") && is(does, "does") => match result(verb) {
            Some(result) => Some(Counsel::Why(domain.read_move(position, view, m)?, result)),
            None => None,
        },
        _ => None,
    })
}

fn result(verb: &str) -> Option<ResultName> {
    match verb.to_ascii_lowercase().as_str() {
        "win" => Some(ResultName::Win),
        "draw" => Some(ResultName::Draw),
        "lose" => Some(ResultName::Loss),
        _ => None,
    }
}

/// Thinks about the positions that a question about what to do leads to.
pub(crate) struct Counsellor<'c, D: Domain> {
    program: &'c Arc<compiled::Program<D>>,
    view: D::View,
    control: Control,
    watch: &'c Watch,
    /// Plans are compiled once for all positions.
    planner: Option<Planner<D>>,
    nodes: u64,
}

/// The answer that explains how it stands with the side to move.
struct ToldReason<D: Domain> {
    /// Whether this side can win was asked.
    can_win: Side,
    /// Is the position a draw in which the side to move has nothing to hold, since no move of it loses? There one tells
    /// why it cannot win.
    is_safe: bool,
    why: ReasonedAnswer<D>,
}

/// The answer, before it is a document.
struct CounselAnswer<D: Domain> {
    side: Side,
    result: Option<ResultName>,
    says: String,
    why: Option<ReasonedAnswer<D>>,
    moves: Vec<CounselMoveDocument>,
}

impl<'c, D: Domain> Counsellor<'c, D> {
    pub(crate) fn new(
        program: &'c Arc<compiled::Program<D>>,
        view: D::View,
        control: Control,
        watch: &'c Watch,
    ) -> Counsellor<'c, D> {
        Counsellor {
            program,
            view,
            control,
            watch,
            planner: None,
            nodes: 0,
        }
    }

    /// With plans that were compiled for another position.
    #[must_use]
    pub(crate) fn with_planner(mut self, planner: Option<Planner<D>>) -> Counsellor<'c, D> {
        self.planner = planner;
        self
    }

    /// The plans, for another position.
    pub(crate) fn into_planner(self) -> Option<Planner<D>> {
        self.planner
    }

    /// The move of the side whose turn it is, and the idea behind it.
    pub(crate) fn choose(&mut self, position: &D::Position) -> Thought<D::Move> {
        let side = self.program.domain.turn(position);
        let result = self.result(position, side);
        let (m, why) = match result {
            Some(result) => {
                let told = self.told(position, result);
                self.best(position, result, told)
            }
            None => {
                let why = self.asked(position, side);
                (why.first_move(side), why)
            }
        };
        let plan = why.idea.as_ref().map(|idea| ThoughtIdea::Plan {
            by: self.name(idea.by),
            plan: idea.plan.clone(),
        });
        let idea = plan.or_else(|| why.seen_at_once.clone().map(ThoughtIdea::Seen));
        Thought {
            result,
            m,
            idea: idea.filter(|_| result.is_some()),
            nodes: self.nodes,
        }
    }

    /// The answer as a document.
    pub(crate) fn answer(
        mut self,
        position: &D::Position,
        counsel: &Counsel<D::Move>,
        asked: AskedQuestion<'_>,
    ) -> CounselDocument {
        let advised = match counsel {
            Counsel::WhatToDo(side) => self.what_to_do(position, *side),
            Counsel::WhichMoves(result) => self.which_moves(position, *result),
            Counsel::Why(m, result) => self.why(position, *m, *result),
        };
        let (why, domain) = (advised.why.as_ref(), self.program.domain);
        CounselDocument {
            format: FormatName::default(),
            version: FormatVersion::default(),
            chapter: asked.chapter.into(),
            digest: digest_of_chapter(domain.vocabulary(), asked.program),
            problem: asked.problem.into(),
            question: asked.question.into(),
            side: domain.write_side(advised.side, self.view),
            result: advised.result,
            says: advised.says,
            idea: why.and_then(|why| Some(told(why, why.idea.as_ref()?))),
            seen_at_once: why.and_then(|why| why.seen_at_once.clone()),
            moves: advised.moves,
            nodes: self.nodes,
        }
    }

    /// What a side should do: the move of its plan, if it is its turn.
    fn what_to_do(&mut self, position: &D::Position, side: Side) -> CounselAnswer<D> {
        let result = self.result(position, side);
        let (name, turn) = (self.name(side), self.program.domain.turn(position));
        if turn != side {
            let why = result.map(|result| self.reason(position, side, result));
            let ends = match result {
                Some(ResultName::Win) => format!("{name} wins"),
                Some(ResultName::Draw) => format!("{name} can hold the draw"),
                Some(ResultName::Loss) => format!("{name} is lost"),
                None => "Who is better is not settled".into(),
            };
            let says = format!("It is {}'s move. {ends}.", self.name(turn));
            return advised(side, result, says, why);
        }
        let (mut is_safe, mut best, mut why) = (false, None, None);
        if let Some(result) = result {
            let told = self.told(position, result);
            is_safe = told.is_safe;
            let (m, answer) = self.best(position, result, told);
            best = m.map(|m| self.write(position, m));
            why = Some(answer);
        }
        let says = match (result, &best) {
            (Some(ResultName::Win), Some(m)) => format!("{name} should play {m}, which wins."),
            (Some(ResultName::Win), None) => format!("{name} wins."),
            (Some(ResultName::Draw), _) if is_safe => {
                format!("{name} cannot win, and no move loses.")
            }
            (Some(ResultName::Draw), Some(m)) => {
                format!("{name} should play {m}, which holds the draw.")
            }
            (Some(ResultName::Draw), None) => format!("{name} can hold the draw."),
            (Some(ResultName::Loss), _) => format!("{name} is lost, whatever {name} plays."),
            (None, _) => UNSETTLED.into(),
        };
        let moves = best.into_iter().map(|m| CounselMoveDocument {
            m,
            result,
            reply: None,
        });
        CounselAnswer {
            moves: moves.collect(),
            ..advised(side, result, says, why)
        }
    }

    /// What becomes of each move, and why those with this result have it.
    fn which_moves(&mut self, position: &D::Position, asked: ResultName) -> CounselAnswer<D> {
        let domain = self.program.domain;
        let side = domain.turn(position);
        let can = self.result(position, side);
        let why = can.map(|result| self.reason(position, side, result));
        let first = why.as_ref().and_then(|why| why.first_move(side));
        let mut legal = domain.legal_moves(position);
        // The move of the plan is named first, then those that end as well.
        legal.sort_by_key(|m| Some(*m) != first);
        let mut moves: Vec<CounselMoveDocument> =
            legal.iter().map(|m| self.judged(position, *m)).collect();
        moves.sort_by_key(|told| told.result != Some(asked));
        let told = moves.iter().filter(|told| told.result == Some(asked));
        let told: Vec<&str> = told.map(|told| told.m.as_str()).collect();
        let is_open = moves.iter().any(|told| told.result.is_none());
        let verb = |n: usize| match (asked, n) {
            (ResultName::Win, 1) => "wins",
            (ResultName::Win, _) => "win",
            (ResultName::Draw, 1) => "draws",
            (ResultName::Draw, _) => "draw",
            (ResultName::Loss, 1) => "loses",
            (ResultName::Loss, _) => "lose",
        };
        let mut says = match told.as_slice() {
            [] if is_open => format!("No move is known to {}.", verb(2)),
            [] => format!("No move {}.", verb(1)),
            all if all.len() == legal.len() => format!("Every move {}.", verb(1)),
            [only] => format!("Only {only} {}.", verb(1)),
            [some @ .., last] => format!("{} and {last} {}.", some.join(", "), verb(2)),
        };
        if told.is_empty() {
            let name = self.name(side);
            says += &match can {
                Some(ResultName::Win) => format!(" {name} wins."),
                Some(ResultName::Draw) => format!(" {name} can hold the draw."),
                Some(ResultName::Loss) => format!(" {name} is lost."),
                None => String::new(),
            };
        }
        // The plan explains the best moves; why others end otherwise is shown by a reply.
        let explains = told.is_empty() || can == Some(asked);
        CounselAnswer {
            moves,
            ..advised(side, Some(asked), says, why.filter(|_| explains))
        }
    }

    /// Why a move ends as it does, whatever the question took for granted.
    fn why(&mut self, position: &D::Position, m: D::Move, asked: ResultName) -> CounselAnswer<D> {
        let domain = self.program.domain;
        let side = domain.turn(position);
        let after = domain.play(position, m);
        let (before, result) = (self.result(position, side), self.result(&after, side));
        let written = domain.write_move(position, self.view, m);
        let verb = |result| match result {
            ResultName::Win => ("win", "wins"),
            ResultName::Draw => ("draw", "draws"),
            ResultName::Loss => ("lose", "loses"),
        };
        let mut says = match result {
            None => UNSETTLED.into(),
            Some(result) if result == asked => format!("{written} {}.", verb(result).1),
            Some(result) => {
                format!(
                    "{written} does not {}: it {}.",
                    verb(asked).0,
                    verb(result).1
                )
            }
        };
        let mut moves = vec![self.judged(position, m)];
        if let (Some(before), Some(now)) = (before, result)
            && before != now
        {
            let told = self.told(position, before);
            if let (Some(best), _) = self.best(position, before, told) {
                let best = self.write(position, best);
                says += &format!(" {best} {}.", verb(before).1);
                moves.push(CounselMoveDocument {
                    m: best,
                    result: Some(before),
                    reply: None,
                });
            }
        }
        let why = result.map(|result| match (before, result) {
            // A draw where there was a win: what keeps the side from winning is the reason.
            (Some(ResultName::Win), ResultName::Draw) => self.asked(&after, side),
            _ => self.reason(&after, side, result),
        });
        // The better move is in the sentence.
        CounselAnswer {
            moves: moves.into_iter().take(1).collect(),
            ..advised(side, result, says, why)
        }
    }

    /// How a position ends for a side; none if a limit came first.
    fn result(&mut self, position: &D::Position, side: Side) -> Option<ResultName> {
        let mut can_win = |side| self.verdict(position, side).0;
        match (can_win(side), can_win(!side)) {
            (Conclusion::Yes, _) => Some(ResultName::Win),
            (_, Conclusion::Yes) => Some(ResultName::Loss),
            (Conclusion::No, Conclusion::No) => Some(ResultName::Draw),
            (Conclusion::Unknown(_), _) | (_, Conclusion::Unknown(_)) => None,
        }
    }

    /// The answer that explains a result: how the side wins, how it holds, or how the other side wins.
    fn reason(
        &mut self,
        position: &D::Position,
        side: Side,
        result: ResultName,
    ) -> ReasonedAnswer<D> {
        match result {
            ResultName::Win => self.asked(position, side),
            ResultName::Draw | ResultName::Loss => self.asked(position, !side),
        }
    }

    /// The answer that is worth telling the side to move.
    fn told(&mut self, position: &D::Position, result: ResultName) -> ToldReason<D> {
        let domain = self.program.domain;
        let side = domain.turn(position);
        let why = self.reason(position, side, result);
        let mut moves = domain.legal_moves(position).into_iter();
        let is_safe = result == ResultName::Draw
            && why.idea.is_none()
            && moves.all(|m| {
                let after = domain.play(position, m);
                self.verdict(&after, !side).0 == Conclusion::No
            });
        ToldReason {
            is_safe,
            can_win: match result {
                ResultName::Draw | ResultName::Loss if !is_safe => !side,
                ResultName::Win | ResultName::Draw | ResultName::Loss => side,
            },
            why: match is_safe {
                true => self.asked(position, side),
                false => why,
            },
        }
    }

    /// A move that keeps what the side to move has: that of the tree, or else the first that does, in the order of the
    /// plan. Nothing where the side is lost. Where the result is seen at once, without a tree, something must be seen after
    /// the move, too, and is then told as it is seen there; without a plan the same thing if there is such a move. Or else
    /// the plan after it is the reason.
    fn best(
        &mut self,
        position: &D::Position,
        result: ResultName,
        told: ToldReason<D>,
    ) -> (Option<D::Move>, ReasonedAnswer<D>) {
        let ToldReason {
            can_win, mut why, ..
        } = told;
        let domain = self.program.domain;
        let side = domain.turn(position);
        if result == ResultName::Loss {
            return (None, why);
        }
        if let Some(m) = why.first_move(side) {
            return (Some(m), why);
        }
        let mut moves = why.moves.clone();
        moves.extend(domain.legal_moves(position));
        if let Some(seen) = &why.seen_at_once {
            let mut first = None;
            for m in &moves {
                let after =
                    self.at_a_glance(&domain.play(position, *m), can_win, why.counts.cycles);
                if after.conclusion != why.conclusion {
                    continue;
                }
                let is_planned = why.moves.contains(m);
                let is_same = after.seen_at_once.as_ref() == Some(seen);
                if let Some(seen) = after.seen_at_once {
                    if is_planned || is_same {
                        why.seen_at_once = Some(seen);
                        return (Some(*m), why);
                    }
                    first = first.or(Some((*m, seen)));
                }
            }
            if let Some((m, seen)) = first {
                why.seen_at_once = Some(seen);
                return (Some(m), why);
            }
        }
        let keeps = |m: &D::Move, own: &mut Self| {
            own.result(&domain.play(position, *m), side) == Some(result)
        };
        if why.seen_at_once.is_some() {
            // What was seen is gone: the side goes on by a plan.
            for m in &moves {
                if keeps(m, self) {
                    let after = self.asked(&domain.play(position, *m), can_win);
                    let is_ours = after.idea.as_ref().is_some_and(|idea| idea.by == side);
                    if is_ours || after.seen_at_once.is_some() {
                        return (Some(*m), after);
                    }
                }
            }
        }
        let m = moves.into_iter().find(|m| keeps(m, self));
        (m, why)
    }

    fn write(&self, position: &D::Position, m: D::Move) -> String {
        self.program.domain.write_move(position, self.view, m)
    }

    /// A move, how it ends, and the reply that shows it.
    fn judged(&mut self, position: &D::Position, m: D::Move) -> CounselMoveDocument {
        let domain = self.program.domain;
        let side = domain.turn(position);
        let after = domain.play(position, m);
        let (can_win, holds) = self.verdict(&after, side);
        let (result, reply) = match can_win {
            Conclusion::Yes => (Some(ResultName::Win), None),
            Conclusion::No | Conclusion::Unknown(_) => match (self.verdict(&after, !side), can_win)
            {
                ((Conclusion::Yes, wins), _) => (Some(ResultName::Loss), wins),
                ((Conclusion::No, _), Conclusion::No) => (Some(ResultName::Draw), holds),
                _ => (None, None),
            },
        };
        CounselMoveDocument {
            m: domain.write_move(position, self.view, m),
            result,
            reply: reply.map(|reply| domain.write_move(&after, self.view, reply)),
        }
    }

    /// Can a side win, and by which move is it shown, if it is the move of the side that is right?
    fn verdict(&mut self, position: &D::Position, side: Side) -> (Conclusion, Option<D::Move>) {
        self.think(position, side, |reasoner| {
            let conclusion = reasoner.run();
            let tree = match conclusion {
                Conclusion::Yes | Conclusion::No => reasoner.proposal(),
                Conclusion::Unknown(_) => None,
            };
            let first = tree.and_then(|found| match found.tree.branches(found.tree.root()) {
                [(m, _)] => Some(*m),
                [] | [_, _, ..] => None,
            });
            (conclusion, first)
        })
    }

    /// The whole answer to whether a side can win.
    fn asked(&mut self, position: &D::Position, side: Side) -> ReasonedAnswer<D> {
        self.think(position, side, Reasoner::answer)
    }

    /// The answer to whether a side can win, as far as so many thoughts give it without a search.
    fn at_a_glance(
        &mut self,
        position: &D::Position,
        side: Side,
        max_cycles: u64,
    ) -> ReasonedAnswer<D> {
        let control = self.control;
        self.control.max_search_nodes = 0;
        self.control.max_cycles = max_cycles;
        let answer = self.asked(position, side);
        self.control = control;
        answer
    }

    fn think<T>(
        &mut self,
        position: &D::Position,
        side: Side,
        think: impl FnOnce(&mut Reasoner<D>) -> T,
    ) -> T {
        let (domain, program) = (self.program.domain, &self.program.checked);
        let question = match side {
            Side::Us => "can_win(our)",
            Side::Them => "can_win(their)",
        };
        let question = read_question(&domain, program, (position, self.view), question)
            .expect("the chapter knows who wins: that was looked at first");
        let problem = (position.clone(), self.view);
        let mut reasoner =
            Reasoner::new(self.program, problem, &question, self.control, self.watch);
        if let Some(planner) = self.planner.take() {
            reasoner = reasoner.with_planner(planner);
        }
        let thought = think(&mut reasoner);
        self.nodes += reasoner.n_nodes();
        self.planner = Some(reasoner.into_planner());
        thought
    }

    fn name(&self, side: Side) -> String {
        self.program.domain.write_side(side, self.view)
    }
}

const UNSETTLED: &str = "This is not settled within the limits.";

fn advised<D: Domain>(
    side: Side,
    result: Option<ResultName>,
    says: String,
    why: Option<ReasonedAnswer<D>>,
) -> CounselAnswer<D> {
    CounselAnswer {
        side,
        result,
        says,
        why,
        moves: Vec::new(),
    }
}
