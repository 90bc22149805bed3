//! In which order moves are tried: what was best before, captures of much by little, what refuted a neighbour, and
//! then what has often been good.

use shakmaty::{Color, Move, MoveList, Role};

use crate::evaluation::worth;
use crate::table::code;

/// What a search has learnt about quiet moves.
#[derive(Clone, Debug)]
pub(crate) struct Habits {
    killers: Vec<[u16; 2]>,
    /// By colour, and by where from and to.
    history: Vec<i32>,
}

impl Habits {
    pub(crate) fn new(plies: usize) -> Habits {
        Habits {
            killers: vec![[0; 2]; plies],
            history: vec![0; 2 * 64 * 64],
        }
    }

    /// A quiet move was too good for them.
    pub(crate) fn learn(&mut self, color: Color, m: Move, ply: usize, depth: i32) {
        let code = code(m);
        let [first, second] = &mut self.killers[ply];
        if *first != code {
            (*first, *second) = (code, *first);
        }
        let entry = &mut self.history[place(color, m)];
        *entry = (*entry + depth * depth).min(1 << 16);
    }

    /// Sorts moves, the most promising first; equals stay in the generator's order.
    pub(crate) fn sort(&self, moves: &mut MoveList, color: Color, ply: usize, best: u16) {
        moves.sort_by_cached_key(|m| std::cmp::Reverse(self.promise(*m, color, ply, best)));
    }

    fn promise(&self, m: Move, color: Color, ply: usize, best: u16) -> i32 {
        let code = code(m);
        if code == best {
            return 1 << 30;
        }
        let promoted = m.promotion().map_or(0, |role| match role {
            Role::Queen => 900,
            Role::Knight => 200,
            Role::Rook | Role::Bishop | Role::Pawn | Role::King => -500,
        });
        if m.is_capture() || promoted != 0 {
            let taken = m.capture().map_or(0, worth);
            return (1 << 24) + 16 * (taken + promoted) - worth(m.role()) / 16;
        }
        match self.killers[ply] {
            [first, _] if first == code => 1 << 23,
            [_, second] if second == code => (1 << 23) - 1,
            _ => self.history[place(color, m)],
        }
    }
}

fn place(color: Color, m: Move) -> usize {
    let from = m.from().map_or(0, usize::from);
    color.fold_wb(0, 64 * 64) + 64 * from + usize::from(m.to())
}
