//! Random plans in Nim, as text and as plain functions on heaps, which neither the language nor the search evaluates.

use std::rc::Rc;
use std::sync::Arc;

use domain::{Plan, PlanForm, Rules, Side, Value};
use games::nim::{Nim, NimMove, NimPosition};
use lang::checked::Program;
use lang::{Diagnostics, Form, Question, Source};
use testing::program_about;

use super::Dice;

/// A program about Nim.
pub(crate) fn program(text: &str) -> Arc<Program> {
    program_about(&[&Nim], Form::Plain, text)
}

/// A question that such a program understands.
pub(crate) fn question(program: &Arc<Program>, text: &str) -> Question {
    let source = Source::from_text("question", Form::Plain, text).expect("a source");
    let mut diagnostics = Diagnostics::default();
    let question = lang::check_question(&source, program, &Nim, &|_, _| None, &mut diagnostics);
    question.unwrap_or_else(|| panic!("{text}: {:?}", diagnostics.into_vec()))
}

/// Whether a goal holds, given whether its owner is to move.
type Holds = Rc<dyn Fn(bool, &NimPosition) -> bool>;
/// Which moves are selected, in order.
type Select = Rc<dyn Fn(&NimPosition) -> Vec<NimMove>>;
/// What a number is.
type Count = Rc<dyn Fn(&NimPosition) -> i64>;

/// A goal: what its owner writes, and what it says.
#[derive(Clone)]
pub(crate) struct Goal {
    pub(crate) text: String,
    pub(crate) holds: Holds,
}

/// A move constraint: what is written, and which moves it selects in which order.
#[derive(Clone)]
pub(crate) struct Moves {
    pub(crate) text: String,
    pub(crate) select: Select,
}

/// A plan that is written down: BG, HG, MCX.
#[derive(Clone)]
pub(crate) struct Written {
    /// The number that it is about, if it is about one.
    pub(crate) about: Option<i64>,
    pub(crate) better: Goal,
    pub(crate) holding: Goal,
    pub(crate) us: Moves,
}

/// A number that the text speaks of.
fn number(dice: &mut Dice) -> (String, Count) {
    match dice.below(4) {
        0 => ("digital_sum".into(), Rc::new(digital_sum)),
        1 => {
            let least = dice.below(3);
            let text = format!("(count h in heaps : matches(h) >= {least})");
            let count =
                move |p: &NimPosition| p.heaps.iter().filter(|n| **n >= least).count() as i64;
            (text, Rc::new(count))
        }
        2 => {
            let text = "(greatest h in heaps : matches(h))".into();
            let largest = |p: &NimPosition| p.heaps.iter().max().map_or(0, |n| n.cast_signed());
            (text, Rc::new(largest))
        }
        _ => ("all_matches".into(), Rc::new(all_matches)),
    }
}

fn all_matches(position: &NimPosition) -> i64 {
    position.heaps.iter().sum::<u64>().cast_signed()
}

fn digital_sum(position: &NimPosition) -> i64 {
    let sum = position.heaps.iter().fold(0, |sum, n| sum ^ n);
    sum.cast_signed()
}

impl Goal {
    /// A goal that is nested at most so deep.
    pub(crate) fn random(dice: &mut Dice, depth: u32) -> Goal {
        if depth > 0 && dice.below(2) == 0 {
            let (a, b) = (Goal::random(dice, depth - 1), Goal::random(dice, depth - 1));
            return match dice.below(3) {
                0 => a.not(),
                1 => a.and(&b),
                _ => a.or(&b),
            };
        }
        let (text, value) = number(dice);
        let limit = dice.below(4).cast_signed();
        match dice.below(6) {
            0 => Goal::of("us_to_move", |is_our_turn, _| is_our_turn),
            1 => Goal::of("them_to_move", |is_our_turn, _| !is_our_turn),
            2 => Goal::of(&format!("{text} mod 2 = 0"), move |_, p| value(p) % 2 == 0),
            3 => Goal::of(&format!("{text} > {limit}"), move |_, p| value(p) > limit),
            4 => Goal::of(&format!("{text} != {limit}"), move |_, p| value(p) != limit),
            _ => Goal::of(&format!("{text} <= {limit}"), move |_, p| value(p) <= limit),
        }
    }

    fn of(text: &str, holds: impl Fn(bool, &NimPosition) -> bool + 'static) -> Goal {
        Goal {
            text: text.into(),
            holds: Rc::new(holds),
        }
    }

    pub(crate) fn not(&self) -> Goal {
        let of = self.holds.clone();
        Goal::of(&format!("not ({})", self.text), move |turn, p| !of(turn, p))
    }

    pub(crate) fn and(&self, other: &Goal) -> Goal {
        let (a, b) = (self.holds.clone(), other.holds.clone());
        let text = format!("({}) and ({})", self.text, other.text);
        Goal::of(&text, move |turn, p| a(turn, p) && b(turn, p))
    }

    pub(crate) fn or(&self, other: &Goal) -> Goal {
        let (a, b) = (self.holds.clone(), other.holds.clone());
        let text = format!("({}) or ({})", self.text, other.text);
        Goal::of(&text, move |turn, p| a(turn, p) || b(turn, p))
    }

    /// The same goal, written by the other side.
    pub(crate) fn of_the_other(&self) -> Goal {
        let of = self.holds.clone();
        Goal::of(&format!("for them ({})", self.text), move |turn, p| {
            of(!turn, p)
        })
    }
}

impl Moves {
    /// `any`, or one filter after the other, or sorted.
    pub(crate) fn random(dice: &mut Dice) -> Moves {
        let mut moves = match dice.below(5) {
            0 | 1 => Moves::any(),
            _ => Moves::filtered(dice),
        };
        if dice.below(3) == 0 {
            let (first, next) = (moves.clone(), Moves::filtered(dice));
            moves = Moves::of(&format!("{} then {}", first.text, next.text), move |p| {
                let mut moves = (first.select)(p);
                let more = (next.select)(p);
                let more = more.into_iter().filter(|m| !moves.contains(m));
                let more: Vec<NimMove> = more.collect();
                moves.extend(more);
                moves
            });
        }
        moves
    }

    pub(crate) fn any() -> Moves {
        Moves::of("any", |p| Nim.legal_moves(p))
    }

    fn filtered(dice: &mut Dice) -> Moves {
        let limit = dice.below(3);
        type Passes = Rc<dyn Fn(&NimPosition, NimMove) -> bool>;
        let (text, passes): (String, Passes) = match dice.below(4) {
            0 => (
                format!("taken = {}", limit + 1),
                Rc::new(move |p, m| p.heaps[m.heap as usize] - m.left == limit + 1),
            ),
            1 => ("left mod 2 = 0".into(), Rc::new(|_, m| m.left % 2 == 0)),
            2 => (
                format!("left <= {limit}"),
                Rc::new(move |_, m| m.left <= limit),
            ),
            _ => (
                format!("after.digital_sum != {limit}"),
                Rc::new(move |p, m| digital_sum(&Nim.play(p, m)) != limit.cast_signed()),
            ),
        };
        Moves::of(&format!("any that {text}"), move |p| {
            let mut moves = Nim.legal_moves(p);
            moves.retain(|m| passes(p, *m));
            moves
        })
    }

    fn of(text: &str, select: impl Fn(&NimPosition) -> Vec<NimMove> + 'static) -> Moves {
        Moves {
            text: text.into(),
            select: Rc::new(select),
        }
    }
}

impl Written {
    pub(crate) fn random(dice: &mut Dice) -> Written {
        let holding = if dice.below(3) == 0 {
            Goal::of("true", |_, _| true)
        } else {
            // Goals that hold often let trees grow.
            Goal::random(dice, 1).or(&Goal::random(dice, 1))
        };
        let mut better = Goal::random(dice, 1).and(&Goal::random(dice, 2));
        let mut about = None;
        if dice.below(3) == 0 {
            let n = dice.below(5).cast_signed();
            about = Some(n);
            better = better.and(&Goal::of("all_matches != n", move |_, p| {
                all_matches(p) != n
            }));
        }
        Written {
            about,
            better,
            holding,
            us: Moves::random(dice),
        }
    }

    /// As a statement.
    pub(crate) fn text(&self, name: &str) -> String {
        let parameters = if self.about.is_some() {
            "(n: number)"
        } else {
            ""
        };
        let (better, holding, us) = (&self.better.text, &self.holding.text, &self.us.text);
        format!(
            "plan {name}{parameters} {{\n  better {better}\n  holding {holding}\n  us {us}\n}}\n"
        )
    }
}

impl Dice {
    /// A plan of a side made of up to `most` of those that are written down.
    pub(crate) fn plan(&mut self, written: &[Written], owner: Side, most: u64) -> Arc<Plan> {
        if most > 1 && self.below(4) > 0 {
            let first = 1 + self.below(most - 1);
            let a = self.plan(written, owner, first);
            let b = self.plan(written, owner, most - first);
            return if self.below(2) == 0 {
                Plan::or(a, b)
            } else {
                Plan::modified(a, b)
            };
        }
        let idx = self.below(written.len() as u64) as u32;
        let about = written[idx as usize].about;
        let args = about.into_iter().map(Value::Number).collect();
        Plan::simple(idx, owner, args)
    }
}

/// A plan as the language writes it; the plans are called `p0`, `p1` and so on.
pub(crate) fn write(plan: &Plan) -> String {
    match plan.form() {
        PlanForm::Simple(simple) => {
            let owner = match simple.owner {
                Side::Us => "our",
                Side::Them => "their",
            };
            match simple.args.as_slice() {
                [n] => format!("{owner}.p{}({})", simple.idx, n.number()),
                _ => format!("{owner}.p{}", simple.idx),
            }
        }
        PlanForm::Or(a, b) => format!("({} or {})", write(a), write(b)),
        PlanForm::Mod(a, b) => format!("({} mod {})", write(a), write(b)),
    }
}

/// All positions that play can lead to, with either side to move at the start.
pub(crate) fn positions(heaps: &[u64]) -> Vec<NimPosition> {
    let mut all = vec![Vec::new()];
    for &most in heaps {
        let extended = all.iter().flat_map(|heaps: &Vec<u64>| {
            (0..=most).map(move |n| heaps.iter().copied().chain([n]).collect())
        });
        all = extended.collect();
    }
    let with = |turn| move |heaps: Vec<u64>| NimPosition { heaps, turn };
    let ours = all.iter().cloned().map(with(Side::Us));
    let theirs = all.iter().cloned().map(with(Side::Them));
    ours.chain(theirs).collect()
}
