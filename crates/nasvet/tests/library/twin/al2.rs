//! Move orders of AL2: the base order, captures first, and king macromoves.
//!
//! The paper prints its figures without saying how moves are generated. They fix this much: a king steps NE, N, NW,
//! E, W, SE, S, SW (rank by rank from the top, each from the right), captures come first, and a macromove of total
//! length n allows a side's k-th move only if it leaves at most n - k king moves, sorted by what it leaves with
//! exchanges that do not keep equals in place. Other men follow the king by the same rule: rank by rank from the top.

use super::board::{Square, men_of};

/// Some men on a board, capitals for White, and who is to move.
#[derive(Clone, Debug)]
pub(crate) struct Men {
    men: Vec<(char, Square)>,
    is_white: bool,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    man: char,
    from: Square,
    to: Square,
    takes: bool,
    promotion: Option<char>,
}

impl Step {
    /// As it is written when no other man of the kind can go there, without its check mark.
    pub(crate) fn text(&self) -> String {
        let man = if self.man == 'P' {
            String::new()
        } else {
            self.man.to_string()
        };
        let file = if self.man == 'P' && self.takes {
            &self.from.name()[..1]
        } else {
            ""
        };
        let takes = if self.takes { "x" } else { "" };
        let promotion = self
            .promotion
            .map_or(String::new(), |man| format!("={man}"));
        format!("{man}{file}{takes}{}{promotion}", self.to.name())
    }
}

/// An order of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// All moves in the base order, captures first.
    CapturesFirst,
    /// A macromove of the king to a square, of a total length or without bound, captures first before they are sorted.
    Walk { to: Square, length: Option<u32> },
}

impl Men {
    /// The men of a FEN.
    pub(crate) fn from_fen(fen: &str) -> Men {
        let (men, is_white) = men_of(fen);
        Men { men, is_white }
    }

    /// The moves in an order, this many plies below the root.
    pub(crate) fn list(&self, order: &Order, depth: u32) -> Vec<Step> {
        let (mut steps, quiet): (Vec<Step>, Vec<Step>) =
            self.legal().into_iter().partition(|step| step.takes);
        steps.extend(quiet);
        if let Order::Walk { to, length } = order {
            let left = |step: &Step| {
                (step.to.i - to.i)
                    .unsigned_abs()
                    .max((step.to.j - to.j).unsigned_abs())
            };
            // A side moves every second ply; this is its move number k.
            let k = depth / 2 + 1;
            steps.retain(|step| {
                step.man == 'K' && length.is_none_or(|length| left(step) + k <= length)
            });
            for place in 0..steps.len() {
                for later in place + 1..steps.len() {
                    if left(&steps[later]) < left(&steps[place]) {
                        steps.swap(place, later);
                    }
                }
            }
        }
        steps
    }

    /// All legal moves in the base order.
    fn legal(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for kind in "KQRBNP".chars() {
            for number in (0..64).rev() {
                let from = Square::new(number);
                let Some(man) = self.at(from) else { continue };
                if man.to_ascii_uppercase() == kind && man.is_ascii_uppercase() == self.is_white {
                    for number in (0..64).rev() {
                        self.push_steps(kind, from, Square::new(number), &mut steps);
                    }
                }
            }
        }
        steps.retain(|step| !self.after(step).takes_king());
        steps
    }

    fn push_steps(&self, kind: char, from: Square, to: Square, steps: &mut Vec<Step>) {
        let target = self.at(to);
        if target.is_some_and(|man| man.is_ascii_uppercase() == self.is_white) {
            return;
        }
        let goes = match (kind, target) {
            ('P', None) => self.pushes(from, to),
            (_, _) => self.attacks(kind, self.is_white, from, to),
        };
        if goes {
            let is_last = to.j == if self.is_white { 8 } else { 1 };
            let step = Step {
                man: kind,
                from,
                to,
                takes: target.is_some(),
                promotion: None,
            };
            if kind == 'P' && is_last {
                steps.extend("QRBN".chars().map(|man| Step {
                    promotion: Some(man),
                    ..step
                }));
            } else {
                steps.push(step);
            }
        }
    }

    fn pushes(&self, from: Square, to: Square) -> bool {
        let (up, first) = if self.is_white { (1, 2) } else { (-1, 7) };
        let is_free = self
            .at(Square {
                i: from.i,
                j: from.j + up,
            })
            .is_none();
        let is_double = from.j == first && to.j - from.j == 2 * up;
        from.i == to.i && is_free && (to.j - from.j == up || is_double)
    }

    /// Does the man attack the square? Nothing may stand between for a rook.
    fn attacks(&self, kind: char, is_white: bool, from: Square, to: Square) -> bool {
        let (di, dj) = (to.i - from.i, to.j - from.j);
        match kind {
            'K' => di.abs().max(dj.abs()) == 1,
            'N' => di.abs() * dj.abs() == 2,
            'P' => di.abs() == 1 && dj == if is_white { 1 } else { -1 },
            'R' => {
                let n_steps = di.abs() + dj.abs();
                let on_the_way = |n: i32| Square {
                    i: from.i + n * di.signum(),
                    j: from.j + n * dj.signum(),
                };
                (di == 0) != (dj == 0) && (1..n_steps).all(|n| self.at(on_the_way(n)).is_none())
            }
            _ => panic!("these endings have kings, rooks, knights and pawns"),
        }
    }

    fn at(&self, square: Square) -> Option<char> {
        self.men
            .iter()
            .find(|(_, at)| *at == square)
            .map(|(man, _)| *man)
    }

    /// After a move, with the other side to move. A new queen is left a pawn: it is not asked about again.
    fn after(&self, step: &Step) -> Men {
        let stays = |(_, at): &&(char, Square)| *at != step.to;
        let moved = |&(man, at): &(char, Square)| (man, if at == step.from { step.to } else { at });
        Men {
            men: self.men.iter().filter(stays).map(moved).collect(),
            is_white: !self.is_white,
        }
    }

    /// Can the side to move take the other king?
    fn takes_king(&self) -> bool {
        let king = if self.is_white { 'k' } else { 'K' };
        let at = self
            .men
            .iter()
            .find(|(man, _)| *man == king)
            .expect("both kings are there")
            .1;
        let mut own = self
            .men
            .iter()
            .filter(|(man, _)| man.is_ascii_uppercase() == self.is_white);
        own.any(|(man, from)| self.attacks(man.to_ascii_uppercase(), self.is_white, *from, at))
    }
}
