//! Runs code for all targets of a man at once.

use std::ops::Range;

use domain::{Fast, ManMoves};

use super::aside::Aside;
use super::order::LaneAnswers;
use super::registers::{N_KEPT, Regs, of_item, of_pair};
use super::run::Ended;
use super::{Inputs, Machine, NoEnvironment, Past};
use crate::compiled::{
    Code, KeptBlock, KeptBy, KeptPart, LaneCode, LaneKind, LanePart, LaneStep, N_ANSWERS, Reached,
};

const NEITHER: u8 = Reached::Neither as u8;

/// No block goes on here.
const NOWHERE: u8 = u8::MAX;

/// The positions after the quiet moves of one man.
pub(super) struct Lanes<'l, D: Fast> {
    pub(super) position: &'l D::Position,
    pub(super) moves: &'l D::ManMoves,
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
    pub(super) fn new(position: &'l D::Position, moves: &'l D::ManMoves) -> Lanes<'l, D> {
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
            self.mobile |= self.moves.leave_moves(self.position, self.moves.quiet());
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
    /// What the first part of code says in all lanes: those that reach the better goal, and those that reach nothing; the
    /// others break the holding goal. The men that it needs are in their registers.
    #[inline(always)]
    pub(super) fn first_answers(
        &mut self,
        code: &LaneCode<D>,
        lanes: &mut Lanes<'_, D>,
        here: &Inputs<'_, D>,
    ) -> LaneAnswers {
        let Some(kept) = &code.kept else {
            return LaneAnswers::ALL_OPEN;
        };
        let answers = self.answers_of(code, kept, lanes, here);
        if self.regs.are_all(code.needed) {
            lanes.mobile |= answers.mobile;
        }
        answers
    }

    /// The answers of the whole code for some lanes, after those of its first part.
    #[inline(always)]
    pub(super) fn run_lanes(
        &mut self,
        code: &LaneCode<D>,
        first: LaneAnswers,
        among: u64,
        lanes: &mut Lanes<'_, D>,
        here: &Inputs<'_, D>,
    ) -> LaneAnswers {
        let mut answers = LaneAnswers {
            better: first.better & among,
            neither: first.neither & among,
            open: first.open & among,
            mobile: 0,
        };
        if answers.open != 0 {
            self.go_on(code, &mut answers, lanes, here);
        }
        answers
    }

    /// Finds out what comes of lanes that are open.
    #[inline(never)]
    fn go_on(
        &mut self,
        code: &LaneCode<D>,
        answers: &mut LaneAnswers,
        lanes: &mut Lanes<'_, D>,
        here: &Inputs<'_, D>,
    ) {
        for part in &code.parts {
            let open = answers.open;
            let found = match part {
                LanePart::Kept(kept) => self.answers_of(code, kept, lanes, here),
                LanePart::Run(steps) => {
                    // Nearly always the side to move has moves, and then nothing is reached.
                    if let Some(LaneStep {
                        kind: LaneKind::NoMoves,
                        no: NEITHER,
                        ..
                    }) = code.steps.get(steps.start)
                        && lanes.without_moves(&self.domain, open) == 0
                    {
                        answers.neither |= open;
                        break;
                    }
                    self.run_steps(code, steps.clone(), open, lanes, here)
                }
            };
            answers.better |= found.better & open;
            answers.neither |= found.neither & open;
            answers.open = found.open & open;
            if answers.open == 0 {
                break;
            }
        }
        answers.open = 0;
    }

    /// The answers of a part in all lanes: other positions have other targets.
    #[inline(always)]
    fn answers_of(
        &mut self,
        code: &LaneCode<D>,
        kept: &KeptPart,
        lanes: &mut Lanes<'_, D>,
        here: &Inputs<'_, D>,
    ) -> LaneAnswers {
        match kept.by {
            KeptBy::Pair(a, b) => {
                let pair = self.regs.pair([a, b]);
                match self.scratch.pair_answers[kept.table].get(pair) {
                    Some(known) if *known != LaneAnswers::NOT_COMPUTED => *known,
                    _ => self.answer_pair(code, kept, pair, lanes, here),
                }
            }
            KeptBy::Men(men) => self.answer_men(code, kept, men, lanes, here),
        }
    }

    /// The same by the squares of more than two men; those that were computed last are kept.
    #[inline(never)]
    fn answer_men(
        &mut self,
        code: &LaneCode<D>,
        kept: &KeptPart,
        men: u64,
        lanes: &mut Lanes<'_, D>,
        here: &Inputs<'_, D>,
    ) -> LaneAnswers {
        let (key, at) = self.regs.key_of(men);
        let table = &mut self.scratch.answers[kept.table];
        if table.is_empty() {
            table.resize(N_KEPT, (0, LaneAnswers::NOT_COMPUTED));
        }
        let (known, answers) = table[at % N_KEPT];
        if known == key {
            return answers;
        }
        let answers = self.run_steps(code, kept.steps.clone(), u64::MAX, lanes, here);
        self.scratch.answers[kept.table][at % N_KEPT] = (key, answers);
        answers
    }

    /// Computes the answers for these squares of two men, which are kept.
    #[inline(never)]
    fn answer_pair(
        &mut self,
        code: &LaneCode<D>,
        kept: &KeptPart,
        pair: usize,
        lanes: &mut Lanes<'_, D>,
        here: &Inputs<'_, D>,
    ) -> LaneAnswers {
        let mut answers = self.run_steps(code, kept.steps.clone(), u64::MAX, lanes, here);
        if kept.is_by_all && self.regs.are_all(code.needed) {
            answers.mobile = lanes.moves.leave_moves(here.position, u64::MAX);
        }
        let table = &mut self.scratch.pair_answers[kept.table];
        if table.is_empty() {
            table.resize(64 * 64, LaneAnswers::NOT_COMPUTED);
        }
        table[pair] = answers;
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
        at: &Inputs<'_, D>,
    ) -> LaneAnswers {
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
                LaneKind::Same { code, places, kept } => {
                    let known = kept.and_then(|kept| {
                        let table = &self.scratch.blocks[kept.table];
                        let (raw, place) = table.get(regs.pair(kept.men))?;
                        if let Some(to) = kept.to {
                            regs.put(to, *raw);
                        }
                        (*place != NOWHERE).then_some(*place)
                    });
                    let place = match known {
                        Some(place) => place,
                        None => {
                            let place = run_block(&mut self.aside, regs, code, places, at);
                            if let Some(kept) = kept {
                                let table = &mut self.scratch.blocks[kept.table];
                                keep_block(*kept, table, regs, place);
                            }
                            place
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
            mobile: 0,
        }
    }
}

/// Runs a block: where it goes on.
#[inline(never)]
fn run_block<D: Fast>(
    aside: &mut Aside<D>,
    regs: &mut Regs,
    code: &Code<D>,
    places: &[u8],
    here: &Inputs<'_, D>,
) -> u8 {
    // What a position after the moves has behind it; which of them it is does not matter.
    let past = Past {
        before: Some((here.position, here.stamp)),
        root: here.past.root,
    };
    let inputs = Inputs {
        past: &past,
        depth: here.depth + 1,
        ..*here
    };
    match aside.run(regs, &code.ops, &inputs, &mut NoEnvironment) {
        Ended::Value(idx) => places[idx as usize],
        Ended::Nothing | Ended::Stopped => {
            panic!("such code costs nothing, and goes on somewhere")
        }
    }
}

/// Keeps what has come of a block.
#[inline(never)]
fn keep_block(kept: KeptBlock, table: &mut Vec<(u64, u8)>, regs: &Regs, place: u8) {
    if table.is_empty() {
        table.resize(64 * 64, (0, NOWHERE));
    }
    table[regs.pair(kept.men)] = (kept.to.map_or(0, |to| regs.get(to)), place);
}
