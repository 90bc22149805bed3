//! The program of figures 6.1, 6.2 and 6.6: the subgames, their moves in the printed order, and the choice of a rule.
//!
//! S and T are read with four places throughout, and TK2 in TMOVE as a variable. The paper's text and listing leave
//! nothing else open.

use super::board::{Position, Square, Turn};
use super::definitions::{
    approach, between, close, divide, incheck, keeproom, kingrule, mate, rooklost, squeeze,
    stalemate,
};

/// A rule of the advice table of figure 6.3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    Mate,
    Squeeze,
    Approach,
    Keeproom,
    Divide,
}

/// A move constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Constraint {
    Checkfirst,
    Rookmove,
    Kdmovefirst,
    Anymove,
}

impl Rule {
    /// The rules as they are listed.
    pub(crate) const ALL: [Rule; 5] = [
        Rule::Mate,
        Rule::Squeeze,
        Rule::Approach,
        Rule::Keeproom,
        Rule::Divide,
    ];

    /// The piece of this rule in our chapter.
    pub(crate) fn piece(self) -> &'static str {
        match self {
            Rule::Mate => "mate",
            Rule::Squeeze => "squeeze",
            Rule::Approach => "approach",
            Rule::Keeproom => "keep_room",
            Rule::Divide => "divide",
        }
    }

    /// BETTERGOAL.
    pub(crate) fn better_goal(self) -> fn(&Position, &Position) -> bool {
        match self {
            Rule::Mate => mate,
            Rule::Squeeze => squeeze,
            Rule::Approach => approach,
            Rule::Keeproom => keeproom,
            Rule::Divide => divide,
        }
    }

    /// MOVECONSTR.
    pub(crate) fn constraint(self) -> Constraint {
        match self {
            Rule::Mate => Constraint::Checkfirst,
            Rule::Squeeze => Constraint::Rookmove,
            Rule::Approach | Rule::Keeproom => Constraint::Kdmovefirst,
            Rule::Divide => Constraint::Anymove,
        }
    }

    /// DEPTHBOUND.
    pub(crate) fn depth_bound(self) -> u32 {
        match self {
            Rule::Mate => 2,
            Rule::Squeeze | Rule::Approach | Rule::Keeproom => 1,
            Rule::Divide => 3,
        }
    }

    /// The condition under which ADVICE lists the rule.
    pub(crate) fn is_listed(self, pos: &Position) -> bool {
        match self {
            Rule::Mate => close(pos),
            Rule::Squeeze | Rule::Approach | Rule::Keeproom | Rule::Divide => true,
        }
    }
}

/// OURMOVE: the first rule whose subgame is won, and the position after its first winning move.
pub(crate) fn ourmove(pos1: &Position) -> Option<(Rule, Position)> {
    let mut listed = Rule::ALL.into_iter().filter(|rule| rule.is_listed(pos1));
    listed.find_map(|rule| s(pos1, rule, rule.depth_bound()).map(|pos2| (rule, pos2)))
}

/// S: our first move that wins the subgame of the rule.
pub(crate) fn s(pos1: &Position, rule: Rule, n: u32) -> Option<Position> {
    let n1 = n.checked_sub(1)?;
    smoves(rule.constraint(), pos1)
        .find(|pos2| (rule.better_goal())(pos1, pos2) || t(pos2, rule, n1).is_none())
}

/// T: their first move that spoils the subgame. The holding goal is asked of the position in which they move.
fn t(pos1: &Position, rule: Rule, n: u32) -> Option<Position> {
    tmoves(pos1)
        .into_iter()
        .find(|pos2| rooklost(pos1) || s(pos2, rule, n).is_none())
}

/// SMOVE: our moves, in the printed order. CHECKFIRST lists its checks twice.
pub(crate) fn smoves(constraint: Constraint, pos1: &Position) -> impl Iterator<Item = Position> {
    let is_ours = pos1.turn == Turn::Ours;
    let trials = if is_ours {
        trialmoves(constraint, pos1)
    } else {
        Vec::new()
    };
    trials.into_iter().filter(|pos2| {
        pos2.ok != pos2.or && !kingrule(pos2.tk).any(|next| next == pos2.ok) && !stalemate(pos2)
    })
}

/// TMOVE: their moves.
pub(crate) fn tmoves(pos1: &Position) -> Vec<Position> {
    if pos1.turn == Turn::Ours {
        return Vec::new();
    }
    let next = |tk: Square| Position {
        turn: Turn::Ours,
        tk,
        ..*pos1
    };
    kingrule(pos1.tk)
        .map(next)
        .filter(|pos2| !incheck(pos2))
        .collect()
}

/// TRIALMOVE.
fn trialmoves(constraint: Constraint, pos1: &Position) -> Vec<Position> {
    match constraint {
        Constraint::Checkfirst => {
            let mut moves = trialmoves(Constraint::Rookmove, pos1);
            moves.retain(incheck);
            moves.extend(trialmoves(Constraint::Anymove, pos1));
            moves
        }
        Constraint::Rookmove => {
            let moves = rookrule(pos1)
                .into_iter()
                .filter(|or| !hopped(pos1.ok, pos1.or, *or));
            moves
                .map(|or| Position {
                    turn: Turn::Theirs,
                    or,
                    ..*pos1
                })
                .collect()
        }
        Constraint::Kdmovefirst => kingrule(pos1.ok)
            .map(|ok| Position {
                turn: Turn::Theirs,
                ok,
                ..*pos1
            })
            .collect(),
        Constraint::Anymove => {
            let mut moves = trialmoves(Constraint::Rookmove, pos1);
            moves.extend(trialmoves(Constraint::Kdmovefirst, pos1));
            moves
        }
    }
}

/// ROOKRULE within ROOKRANGE: north, south, east, west, each from the line of the farther king back to the rook.
fn rookrule(&Position { tk, ok, or, .. }: &Position) -> Vec<Square> {
    let (w, e) = (tk.i.min(ok.i), tk.i.max(ok.i));
    let (s, n) = (tk.j.min(ok.j), tk.j.max(ok.j));
    let north = (or.j + 1..=n).rev().map(|j| Square { i: or.i, j });
    let south = (s..or.j).map(|j| Square { i: or.i, j });
    let east = (or.i + 1..=e).rev().map(|i| Square { i, j: or.j });
    let west = (w..or.i).map(|i| Square { i, j: or.j });
    north.chain(south).chain(east).chain(west).collect()
}

/// HOPPED: the rook jumped over our king.
fn hopped(ok: Square, or1: Square, or2: Square) -> bool {
    (ok.i == or1.i && or1.i == or2.i && between(ok.j, or1.j, or2.j))
        || (ok.j == or1.j && or1.j == or2.j && between(ok.i, or1.i, or2.i))
}
