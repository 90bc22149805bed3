//! What becomes of pieces of advice and of plans in Nim, by the definitions of section 6 of the AL3 paper.
//!
//! All positions are walked through, with goals and moves as plain functions.

use std::collections::HashMap;

use domain::{Plan, PlanForm, Rules, Side};
use games::nim::{Nim, NimMove, NimPosition};

use super::nim::{Goal, Moves, Written};

/// A piece of advice (X, BG, HG, MCX, MCY). Goals are as X writes them.
pub(crate) struct Piece {
    pub(crate) side: Side,
    pub(crate) better: Goal,
    pub(crate) holding: Goal,
    pub(crate) us: Moves,
    pub(crate) them: Moves,
}

impl Piece {
    /// (Y, not HG, not (BG and HG), MCY, MCX).
    pub(crate) fn inverse(&self) -> Piece {
        Piece {
            side: !self.side,
            better: self.holding.not().of_the_other(),
            holding: self.better.and(&self.holding).not().of_the_other(),
            us: self.them.clone(),
            them: self.us.clone(),
        }
    }

    /// Is it satisfiable? By the five conditions on a forcing tree: every node satisfies HG, a node that satisfies BG is
    /// terminal, one move of ours, every permitted reply, and a position without a permitted reply is terminal too.
    pub(crate) fn is_satisfiable(&self, position: &NimPosition) -> bool {
        let is_our_turn = position.turn == self.side;
        if !(self.holding.holds)(is_our_turn, position) {
            return false;
        }
        if (self.better.holds)(is_our_turn, position) {
            return true;
        }
        let after = |m: &NimMove| self.is_satisfiable(&Nim.play(position, *m));
        if is_our_turn {
            (self.us.select)(position).iter().any(after)
        } else {
            (self.them.select)(position).iter().all(after)
        }
    }
}

/// A node of a forcing tree: does the better goal hold, does the holding goal, and which moves are permitted?
type Node = (bool, bool, Vec<NimMove>);

/// Plans that are written down, and what is known of how plans made of them fare.
pub(crate) struct Truth {
    pub(crate) written: Vec<Written>,
    found: HashMap<(Plan, NimPosition), bool>,
}

impl Truth {
    pub(crate) fn of(written: Vec<Written>) -> Truth {
        Truth {
            written,
            found: HashMap::new(),
        }
    }

    /// What a plan has to keep. Either will do for `P1 or P2`; `P1 mod P2` keeps what P1 keeps.
    fn is_kept(&self, plan: &Plan, position: &NimPosition) -> bool {
        match plan.form() {
            PlanForm::Simple(simple) => {
                let holding = &self.written[simple.idx as usize].holding;
                (holding.holds)(position.turn == simple.owner, position)
            }
            PlanForm::Or(a, b) => self.is_kept(a, position) || self.is_kept(b, position),
            PlanForm::Mod(goal, _) => self.is_kept(goal, position),
        }
    }

    /// The moves of a plan: for two plans first the moves of both, then those of the first, then those of the second.
    pub(crate) fn moves(&self, plan: &Plan, position: &NimPosition) -> Vec<NimMove> {
        match plan.form() {
            PlanForm::Simple(simple) => (self.written[simple.idx as usize].us.select)(position),
            PlanForm::Or(a, b) | PlanForm::Mod(a, b) => {
                let (a, b) = (self.moves(a, position), self.moves(b, position));
                let mut all: Vec<NimMove> = a.iter().filter(|m| b.contains(m)).copied().collect();
                for m in a.into_iter().chain(b) {
                    if !all.contains(&m) {
                        all.push(m);
                    }
                }
                all
            }
        }
    }

    /// Is what a plan wants reached? Of `P1 or P2`, one that also keeps what it has to keep.
    fn is_reached(&self, plan: &Plan, position: &NimPosition) -> bool {
        match plan.form() {
            PlanForm::Simple(simple) => {
                let better = &self.written[simple.idx as usize].better;
                (better.holds)(position.turn == simple.owner, position)
            }
            PlanForm::Or(a, b) => [a, b]
                .iter()
                .any(|plan| self.is_reached(plan, position) && self.is_kept(plan, position)),
            PlanForm::Mod(goal, _) => self.is_reached(goal, position),
        }
    }

    /// Does one plan refute the other? Both definitions of section 6.2: that A is not satisfiable, and that A1 is.
    pub(crate) fn refutes(&self, py: &Plan, px: &Plan, position: &NimPosition) -> [bool; 2] {
        let a = self.sat(px.owner(), position, &|p| {
            let succeeded = self.is_reached(px, p) || !self.is_kept(py, p);
            (
                succeeded,
                self.is_kept(px, p),
                self.moves(if p.turn == px.owner() { px } else { py }, p),
            )
        });
        let a1 = self.sat(py.owner(), position, &|p| {
            let failed = !self.is_kept(px, p);
            let holding = failed || (!self.is_reached(px, p) && self.is_kept(py, p));
            (
                failed,
                holding,
                self.moves(if p.turn == px.owner() { px } else { py }, p),
            )
        });
        [!a, a1]
    }

    /// Is a piece with this better goal, holding goal and these moves satisfiable for a side?
    fn sat(
        &self,
        side: Side,
        position: &NimPosition,
        piece: &dyn Fn(&NimPosition) -> Node,
    ) -> bool {
        let (better, holding, moves) = piece(position);
        let after = |m: &NimMove| self.sat(side, &Nim.play(position, *m), piece);
        holding
            && (better
                || if position.turn == side {
                    moves.iter().any(after)
                } else {
                    moves.iter().all(after)
                })
    }

    /// Does a plan succeed? Where it is made of others, as OREXPAND and MODEXPAND define it.
    pub(crate) fn succeeds(&mut self, plan: &Plan, position: &NimPosition) -> bool {
        let key = (plan.clone(), position.clone());
        if let Some(found) = self.found.get(&key) {
            return *found;
        }
        let at_once = match plan.form() {
            PlanForm::Simple(simple) => {
                let better = &self.written[simple.idx as usize].better;
                self.is_kept(plan, position)
                    && (better.holds)(position.turn == simple.owner, position)
            }
            PlanForm::Or(a, b) => self.succeeds(a, position) || self.succeeds(b, position),
            PlanForm::Mod(goal, _) => self.succeeds(goal, position),
        };
        let succeeds = at_once || (self.is_kept(plan, position) && self.goes_on(plan, position));
        self.found.insert(key, succeeds);
        succeeds
    }

    fn goes_on(&mut self, plan: &Plan, position: &NimPosition) -> bool {
        let is_owners = position.turn == plan.owner();
        let moves = if is_owners {
            self.moves(plan, position)
        } else {
            Nim.legal_moves(position)
        };
        let mut after = |m: NimMove| self.succeeds(plan, &Nim.play(position, m));
        if is_owners {
            moves.into_iter().any(&mut after)
        } else {
            moves.into_iter().all(&mut after)
        }
    }
}
