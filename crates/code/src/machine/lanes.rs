//! Runs code for all targets of a man at once.

use std::ops::Range;

use domain::{Fast, ManMoves};

use super::order::LaneAnswers;
use super::registers::{N_KEPT, of_item, of_pair};
use super::run::Ended;
use super::{Inputs, Machine, NoEnvironment, Past};
use crate::compiled::{KeptAnswers, KeptBy, LaneCode, LaneKind, LaneStep, N_ANSWERS, Reached};

/// The positions after the quiet moves of one man.
pub(super) struct Lanes<'l, D: Fast> {
    pub(super) position: &'l D::Position,
    pub(super) moves: D::ManMoves,
    /// Those in which the side to move is known to have a move, and those in which it is known to have none; whether
    /// anybody has looked.
    mobile: u64,
    stuck: u64,
    is_looked_at: bool,
}

#[inline]
fn all_or_none(holds: bool) -> u64 {
    u64::from(holds).wrapping_neg()
}

/// The lanes of a set, the lowest first.
#[inline]
pub(super) fn each_lane(mut lanes: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lane = lanes.trailing_zeros();
        (lanes != 0).then(|| {
            lanes &= lanes - 1;
            lane
        })
    })
}

impl<'l, D: Fast> Lanes<'l, D> {
    #[inline]
    pub(super) fn new(position: &'l D::Position, moves: D::ManMoves) -> Lanes<'l, D> {
        Lanes {
            position,
            moves,
            mobile: 0,
            stuck: 0,
            is_looked_at: false,
        }
    }

    /// The lanes among some in which the side to move has no legal move.
    #[inline(always)]
    pub(super) fn without_moves(&mut self, domain: &D, lanes: u64) -> u64 {
        if lanes & !self.mobile == 0 {
            return 0;
        }
        if !self.is_looked_at {
            self.is_looked_at = true;
            self.mobile |= self.moves.leave_moves(self.position);
        }
        let unknown = lanes & !(self.mobile | self.stuck);
        if unknown != 0 {
            self.look_closer(domain, unknown);
        }
        lanes & self.stuck
    }

    #[inline(never)]
    fn look_closer(&mut self, domain: &D, unknown: u64) {
        for lane in each_lane(unknown) {
            let next = self.moves.play_to(self.position, domain::Item(lane));
            match domain.has_moves(&next) {
                true => self.mobile |= 1 << lane,
                false => self.stuck |= 1 << lane,
            }
        }
    }

    /// The lanes among some in which something is true of the position.
    #[inline]
    pub(super) fn those(&self, lanes: u64, holds: impl Fn(&D::Position) -> bool) -> u64 {
        each_lane(lanes)
            .filter(|lane| holds(&self.moves.play_to(self.position, domain::Item(*lane))))
            .fold(0, |those, lane| those | 1 << lane)
    }
}

impl<D: Fast> Machine<D> {
    /// The answers of code for some lanes: those that reach the better goal, and those that reach nothing; the others break
    /// the holding goal. The men that it needs are in their registers.
    ///
    #[inline(always)]
    pub(super) fn run_lanes(
        &mut self,
        code: &LaneCode<D>,
        among: u64,
        lanes: &mut Lanes<'_, D>,
        here: &Inputs<'_, D>,
    ) -> LaneAnswers {
        let Some(KeptAnswers { table, by }) = code.kept else {
            return self.run_all(code, among, lanes, here);
        };
        // Other positions have other targets, so all lanes are answered.
        let answers = match by {
            KeptBy::Pair(a, b) => {
                let pair = (self.regs.get(a) % 64 * 64 + self.regs.get(b) % 64) as usize;
                match self.scratch.pair_answers[table].get(pair) {
                    Some(kept) if *kept != LaneAnswers::NOT_COMPUTED => *kept,
                    _ => self.answer_pair(code, (table, pair), lanes, here),
                }
            }
            KeptBy::Men(men) => self.answer_men(code, (table, men), lanes, here),
        };
        let mut answers = LaneAnswers {
            better: answers.better & among,
            neither: answers.neither & among,
            open: answers.open & among,
        };
        if answers.open != 0 {
            self.close(code, &mut answers, lanes, here);
        }
        answers
    }

    #[inline(never)]
    fn run_all(
        &mut self,
        code: &LaneCode<D>,
        among: u64,
        lanes: &mut Lanes<'_, D>,
        here: &Inputs<'_, D>,
    ) -> LaneAnswers {
        self.run_steps(code, 0..code.steps.len(), among, lanes, here)
    }

    /// Finds out what comes of lanes that are open.
    #[inline(always)]
    fn close(
        &mut self,
        code: &LaneCode<D>,
        answers: &mut LaneAnswers,
        lanes: &mut Lanes<'_, D>,
        here: &Inputs<'_, D>,
    ) {
        const NEITHER: u8 = Reached::Neither as u8;
        let open = std::mem::take(&mut answers.open);
        // Nearly always the side to move has moves, and then nothing is reached.
        if let LaneStep {
            kind: LaneKind::NoMoves,
            no: NEITHER,
            ..
        } = code.steps[code.n_kept]
            && lanes.without_moves(&self.domain, open) == 0
        {
            answers.neither |= open;
            return;
        }
        let others = code.n_kept..code.steps.len();
        let closed = self.run_steps(code, others, open, lanes, here);
        answers.better |= closed.better;
        answers.neither |= closed.neither;
    }

    /// The answers in all lanes; those for the squares of some men that were computed last are kept.
    #[inline(never)]
    fn answer_men(
        &mut self,
        code: &LaneCode<D>,
        (table, men): (usize, u64),
        lanes: &mut Lanes<'_, D>,
        here: &Inputs<'_, D>,
    ) -> LaneAnswers {
        let (key, at) = self.regs.key_of(men);
        let kept = &mut self.scratch.answers[table];
        if kept.is_empty() {
            kept.resize(N_KEPT, (0, LaneAnswers::NOT_COMPUTED));
        }
        let (known, answers) = kept[at % N_KEPT];
        if known == key {
            return answers;
        }
        let answers = self.run_steps(code, 0..code.n_kept, u64::MAX, lanes, here);
        self.scratch.answers[table][at % N_KEPT] = (key, answers);
        answers
    }

    /// The answers in all lanes, which are kept for these squares of two men.
    #[inline(never)]
    fn answer_pair(
        &mut self,
        code: &LaneCode<D>,
        (table, pair): (usize, usize),
        lanes: &mut Lanes<'_, D>,
        here: &Inputs<'_, D>,
    ) -> LaneAnswers {
        let answers = self.run_steps(code, 0..code.n_kept, u64::MAX, lanes, here);
        let kept = &mut self.scratch.pair_answers[table];
        if kept.is_empty() {
            kept.resize(64 * 64, LaneAnswers::NOT_COMPUTED);
        }
        kept[pair] = answers;
        answers
    }

    /// Some steps, one after the other, with the men of the position at hand in their registers. Lanes that go on behind them are open.
    #[inline(never)]
    fn run_steps(
        &mut self,
        code: &LaneCode<D>,
        steps: Range<usize>,
        among: u64,
        lanes: &mut Lanes<'_, D>,
        here: &Inputs<'_, D>,
    ) -> LaneAnswers {
        // What a position after the moves has behind it; which of them it is does not matter.
        let past = Past {
            before: Some((here.position, here.stamp)),
            root: here.past.root,
        };
        let inputs = &Inputs {
            past: &past,
            depth: here.depth + 1,
            ..*here
        };
        let regs = &mut self.regs;
        let mut arrived = [0u64; 32];
        let first = match steps.start {
            0 => usize::from(code.first),
            start => N_ANSWERS + start,
        };
        arrived[first % 32] = among;
        let behind = N_ANSWERS + steps.end;
        for (step, place) in code.steps[steps.clone()]
            .iter()
            .zip(N_ANSWERS + steps.start..)
        {
            let here = arrived[place % 32];
            if here == 0 {
                continue;
            }
            let holds = match &step.kind {
                LaneKind::Fixed(lanes) => *lanes,
                LaneKind::OfItem { rows, of } => of_item(rows, regs.get(*of)),
                LaneKind::OfPair { rows, a, b } => of_pair(rows, regs.get(*a), regs.get(*b)),
                LaneKind::OfClasses { asked, a, b } => {
                    let [of_a, of_b] = &asked.classes;
                    let (a, b) = (of_item(of_a, regs.get(*a)), of_item(of_b, regs.get(*b)));
                    asked.rows[usize::from(a % 16 * 16 + b % 16)]
                }
                LaneKind::Is(reg) => 1 << (regs.get(*reg) % 64),
                LaneKind::InSet(reg) => regs.get(*reg),
                LaneKind::Less { rows, of, number } => {
                    rows.lanes(regs.get(*of), regs.operand(number))
                }
                LaneKind::AtMost { rows, of, number } => {
                    rows.lanes(regs.get(*of), regs.operand(number).saturating_add(1))
                }
                LaneKind::Equal { rows, of, number } => {
                    let (item, number) = (regs.get(*of), regs.operand(number));
                    rows.lanes(item, number.saturating_add(1)) & !rows.lanes(item, number)
                }
                LaneKind::Compare { operands, is_less } => {
                    let [a, b] = &**operands;
                    let (a, b) = (regs.operand(a), regs.operand(b));
                    all_or_none(if *is_less { a < b } else { a == b })
                }
                LaneKind::TestPair { table, a, b } => {
                    all_or_none(of_pair(table, regs.get(*a), regs.get(*b)) != 0)
                }
                LaneKind::TestNumbers { asked, items } => {
                    all_or_none(regs.test_numbers_of_items(asked, *items))
                }
                LaneKind::NoMoves => lanes.without_moves(&self.domain, here),
                LaneKind::WithoutMoves(word) => lanes.those(here, word),
                LaneKind::Same { code, places } => {
                    let env = &mut NoEnvironment;
                    let place = match self.aside.run(regs, &code.ops, inputs, env) {
                        Ended::Value(idx) => places[idx as usize],
                        Ended::Nothing | Ended::Stopped => {
                            panic!("such code costs nothing, and goes on somewhere")
                        }
                    };
                    arrived[usize::from(place) % 32] |= here;
                    continue;
                }
            };
            arrived[usize::from(step.yes) % 32] |= here & holds;
            arrived[usize::from(step.no) % 32] |= here & !holds;
        }
        let open = match behind < N_ANSWERS + code.steps.len() {
            true => arrived[behind % 32],
            false => 0,
        };
        let [_, better, neither, ..] = arrived;
        LaneAnswers {
            better,
            neither,
            open,
        }
    }
}
