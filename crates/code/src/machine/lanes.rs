//! Runs code for all targets of a man at once.

use domain::{Fast, ManMoves, OnlyMen};

use super::order::LaneAnswers;
use super::registers::{N_KEPT, of_item, of_pair};
use super::run::Ended;
use super::{Inputs, Machine, NoEnvironment};
use crate::compiled::{KeptAnswers, LaneCode, LaneKind, N_ANSWERS};

/// The positions after the quiet moves of one man.
pub(super) struct Lanes<'l, D: Fast> {
    pub(super) position: &'l D::Position,
    pub(super) moves: D::ManMoves,
    /// Those in which the side to move is known to have a move, and those in which it is known to have none.
    pub(super) mobile: u64,
    pub(super) stuck: u64,
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
            mobile: moves.leave_moves(position),
            stuck: 0,
        }
    }

    /// The lanes among some in which the side to move has no legal move.
    #[inline]
    pub(super) fn without_moves(&mut self, domain: &D, lanes: u64) -> u64 {
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
    /// The answers of code for some lanes: which of them end with each. None if men are missing that it needs.
    ///
    /// The stamp is that of the position before the moves; the inputs are those of any of the positions after them, and
    /// the position in them is not looked at.
    #[inline]
    pub(super) fn run_lanes(
        &mut self,
        code: &LaneCode<D>,
        among: u64,
        lanes: &mut Lanes<'_, D>,
        stamp: u64,
        inputs: &Inputs<'_, D>,
    ) -> Option<[u64; N_ANSWERS]> {
        let (domain, position) = (&self.domain, lanes.position);
        let load = |places: &mut OnlyMen| domain.only_men(position, places);
        let there = self.regs.load_men(stamp, load);
        if there & code.needed != code.needed {
            return None;
        }
        let Some(KeptAnswers { table, men }) = code.kept else {
            return Some(self.run_steps(code, among, lanes, inputs));
        };
        // Other positions have other targets, so all lanes are answered.
        let (key, at) = self.regs.key_of(men);
        let kept = &mut self.scratch.answers[table];
        if kept.is_empty() {
            kept.resize(N_KEPT, LaneAnswers::default());
        }
        if kept[at % N_KEPT].key != key {
            let answers = self.run_steps(code, u64::MAX, lanes, inputs);
            self.scratch.answers[table][at % N_KEPT] = LaneAnswers { key, answers };
        }
        let kept = &self.scratch.answers[table][at % N_KEPT];
        Some(kept.answers.map(|answer| answer & among))
    }

    /// The steps, one after the other, with the men in their registers.
    #[inline(never)]
    fn run_steps(
        &mut self,
        code: &LaneCode<D>,
        among: u64,
        lanes: &mut Lanes<'_, D>,
        inputs: &Inputs<'_, D>,
    ) -> [u64; N_ANSWERS] {
        let regs = &mut self.regs;
        let mut arrived = [0u64; 32];
        arrived[usize::from(code.first) % 32] = among;
        for (step, place) in code.steps.iter().zip(N_ANSWERS..) {
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
        let [broken, better, neither, ..] = arrived;
        [broken, better, neither]
    }
}
