//! Nim for the tests: a chapter, the trees written by hand, and the same pieces said once more in Rust.

use std::sync::Arc;

use domain::{Header, Notation, Side};
use games::nim::{Nim, NimMove, NimPosition};
use lang::Form;
use lang::checked::Program;
use nasvet_proof::{NodeId, Tree, TreeBuilder};
use testing::program_about;

const CHAPTER: &str = r#"
nim "Trees"

advice win {
  better   them_to_move and no_moves
  us       any
  them     any
}
advice win_at_once {
  better   them_to_move and no_moves
  us       any
  them     any
  within   1 move
}
advice one_by_one {
  better   them_to_move and no_moves
  us       any that taken = 1
  them     any that taken = 1
}
advice few_left {
  better   us_to_move and all_matches <= 1
  holding  all_matches <= 5
  us       any that taken = 1
  them     any that taken = 1
  within   4 plies
}
advice few_left_al0 {
  better      us_to_move and all_matches <= 1
  holding     all_matches <= 5
  us          any
  them        any that taken = 1 when all_matches > 1
  within      5 plies
  convention  al0
}
advice in_threes {
  better   us_to_move and before.all_matches - all_matches = 3 and depth > 2
  holding  all_matches > 0 and root.all_matches - all_matches <= 6
  us       any that taken <= 2
  them     any that taken <= 2 and (depth < 3 or taken = 2)
  within   3 moves
}
"#;

/// The chapter, checked.
pub(crate) fn chapter() -> Arc<Program> {
    program_about(&[&Nim], Form::Plain, CHAPTER)
}

/// A position from its text.
pub(crate) fn position(text: &str) -> NimPosition {
    Nim.read_position(text, &Header::default())
        .expect("a Nim position")
        .0
}

/// A tree with nothing shared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Plain {
    pub(crate) branches: Vec<(NimMove, Plain)>,
}

impl Plain {
    /// Reads `1:1(1:0(2:0) 2:0(1:0))`: a move leaves so many in the heap of that number; what follows it is in
    /// brackets.
    pub(crate) fn read(text: &str) -> Plain {
        Plain::opt_read(text).expect("the brackets match")
    }

    fn opt_read(text: &str) -> Option<Plain> {
        let mut open = vec![Plain::default()];
        let mut leading_here = Vec::new();
        for word in text
            .replace('(', " ( ")
            .replace(')', " ) ")
            .split_whitespace()
        {
            match word {
                "(" => {
                    leading_here.push(open.last_mut()?.branches.pop()?.0);
                    open.push(Plain::default());
                }
                ")" => {
                    let below = open.pop()?;
                    open.last_mut()?.branches.push((leading_here.pop()?, below));
                }
                _ => open
                    .last_mut()?
                    .branches
                    .push((one_move(word), Plain::default())),
            }
        }
        open.pop().filter(|_| open.is_empty())
    }

    /// As a tree.
    pub(crate) fn tree(&self) -> Tree<NimMove> {
        let mut builder = TreeBuilder::default();
        let root = self.add_to(&mut builder);
        builder.tree(root)
    }

    fn add_to(&self, builder: &mut TreeBuilder<NimMove>) -> NodeId {
        let branches: Vec<_> = self
            .branches
            .iter()
            .map(|(m, below)| (*m, below.add_to(builder)))
            .collect();
        builder.node(branches)
    }

    /// How many nodes there are, this one included.
    pub(crate) fn size(&self) -> usize {
        1 + self
            .branches
            .iter()
            .map(|(_, below)| below.size())
            .sum::<usize>()
    }

    /// The node of this number, counted from the root down.
    pub(crate) fn nth(&mut self, number: usize) -> &mut Plain {
        if number == 0 {
            return self;
        }
        let mut number = number - 1;
        for (_, below) in &mut self.branches {
            if number < below.size() {
                return below.nth(number);
            }
            number -= below.size();
        }
        panic!("there are fewer nodes")
    }
}

/// `1:0` leaves nothing in the first heap.
pub(crate) fn one_move(text: &str) -> NimMove {
    let numbers = text
        .split_once(':')
        .and_then(|(heap, left)| Some((heap.parse().ok()?, left.parse().ok()?)));
    let (heap, left): (u32, u64) = numbers.expect("two numbers");
    NimMove {
        heap: heap - 1,
        left,
    }
}

/// Where a goal or a constraint is asked.
#[derive(Clone, Copy)]
pub(crate) struct Here<'a> {
    pub(crate) now: &'a NimPosition,
    pub(crate) before: Option<&'a NimPosition>,
    pub(crate) root: &'a NimPosition,
    pub(crate) depth: usize,
}

/// A piece of the chapter in Rust.
pub(crate) struct Meaning {
    pub(crate) name: &'static str,
    pub(crate) better: fn(Here<'_>) -> bool,
    pub(crate) holding: fn(Here<'_>) -> bool,
    /// By the number of matches taken.
    pub(crate) us: fn(Here<'_>, u64) -> bool,
    pub(crate) them: fn(Here<'_>, u64) -> bool,
    pub(crate) bound: Option<usize>,
    pub(crate) root_must_hold: bool,
    pub(crate) no_reply_succeeds: bool,
}

fn all(position: &NimPosition) -> u64 {
    position.heaps.iter().sum()
}

const WIN: Meaning = Meaning {
    name: "win",
    better: |here| here.now.turn == Side::Them && all(here.now) == 0,
    holding: |_| true,
    us: |_, _| true,
    them: |_, _| true,
    bound: None,
    root_must_hold: false,
    no_reply_succeeds: true,
};

/// All pieces, for a root with us to move.
pub(crate) const MEANINGS: [Meaning; 6] = [
    WIN,
    Meaning {
        name: "win_at_once",
        bound: Some(1),
        ..WIN
    },
    Meaning {
        name: "one_by_one",
        us: |_, taken| taken == 1,
        them: |_, taken| taken == 1,
        ..WIN
    },
    Meaning {
        name: "few_left",
        better: |here| here.now.turn == Side::Us && all(here.now) <= 1,
        holding: |here| all(here.now) <= 5,
        us: |_, taken| taken == 1,
        them: |_, taken| taken == 1,
        bound: Some(4),
        ..WIN
    },
    Meaning {
        name: "few_left_al0",
        better: |here| here.now.turn == Side::Us && all(here.now) <= 1,
        holding: |here| all(here.now) <= 5,
        them: |here, taken| taken == 1 && all(here.now) > 1,
        bound: Some(5),
        root_must_hold: true,
        no_reply_succeeds: false,
        ..WIN
    },
    Meaning {
        name: "in_threes",
        better: |here| {
            let taken = here.before.map(|before| all(before) - all(here.now));
            here.now.turn == Side::Us && taken == Some(3) && here.depth > 2
        },
        holding: |here| all(here.now) > 0 && all(here.root) - all(here.now) <= 6,
        us: |_, taken| taken <= 2,
        them: |here, taken| taken <= 2 && (here.depth < 3 || taken == 2),
        bound: Some(5),
        ..WIN
    },
];

impl Meaning {
    /// The permitted moves, in order.
    pub(crate) fn permitted(&self, here: Here<'_>) -> Vec<NimMove> {
        let permits = if here.now.turn == Side::Us {
            self.us
        } else {
            self.them
        };
        let mut moves = Vec::new();
        for (heap, &matches) in (0..).zip(&here.now.heaps) {
            moves.extend((0..matches).map(|left| NimMove { heap, left }));
        }
        moves.retain(|m| permits(here, here.now.heaps[m.heap as usize] - m.left));
        moves
    }

    /// Does the position hold where it must?
    pub(crate) fn holds(&self, here: Here<'_>) -> bool {
        (here.depth == 0 && !self.root_must_hold) || (self.holding)(here)
    }

    /// Where a move leads, asked about with what comes after.
    pub(crate) fn after<T>(
        &self,
        here: Here<'_>,
        m: NimMove,
        ask: impl FnOnce(Here<'_>) -> T,
    ) -> T {
        let mut now = here.now.clone();
        now.heaps[m.heap as usize] = m.left;
        now.turn = !now.turn;
        let before = if here.now.turn == Side::Us {
            Some(here.now)
        } else {
            here.before
        };
        ask(Here {
            now: &now,
            before,
            root: here.root,
            depth: here.depth + 1,
        })
    }

    /// The definition of a forcing tree, condition by condition.
    pub(crate) fn is_forced(&self, tree: &Plain, here: Here<'_>) -> bool {
        let better = (self.better)(here);
        let permitted = self.permitted(here);
        let ours = here.now.turn == Side::Us;
        let moves: Vec<NimMove> = tree.branches.iter().map(|(m, _)| *m).collect();
        let is_shaped = match (moves.is_empty(), ours) {
            (true, true) => better,
            (true, false) => better || (permitted.is_empty() && self.no_reply_succeeds),
            (false, true) => !better && moves.len() == 1 && permitted.contains(&moves[0]),
            (false, false) => !better && same_set(&moves, &permitted),
        };
        self.holds(here)
            && is_shaped
            && (moves.is_empty() || self.bound.is_none_or(|bound| here.depth < bound))
            && tree
                .branches
                .iter()
                .all(|(m, below)| self.after(here, *m, |next| self.is_forced(below, next)))
    }

    /// The same for a refutation; where `cuts`, lines may end at the depth bound.
    pub(crate) fn is_refuted(&self, tree: &Plain, here: Here<'_>, cuts: bool) -> bool {
        let moves: Vec<NimMove> = tree.branches.iter().map(|(m, _)| *m).collect();
        if !self.holds(here) {
            return moves.is_empty();
        }
        let permitted = self.permitted(here);
        let ours = here.now.turn == Side::Us;
        let at_bound = self.bound == Some(here.depth);
        let is_shaped = match (moves.is_empty(), permitted.is_empty()) {
            (true, true) => ours || !self.no_reply_succeeds,
            (true, false) => at_bound && cuts,
            (false, true) => false,
            (false, false) if at_bound => false,
            (false, false) if ours => same_set(&moves, &permitted),
            (false, false) => moves.len() == 1 && permitted.contains(&moves[0]),
        };
        !(self.better)(here)
            && is_shaped
            && tree
                .branches
                .iter()
                .all(|(m, below)| self.after(here, *m, |next| self.is_refuted(below, next, cuts)))
    }
}

fn same_set(moves: &[NimMove], permitted: &[NimMove]) -> bool {
    moves.len() == permitted.len() && permitted.iter().all(|m| moves.contains(m))
}
