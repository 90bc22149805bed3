//! Where the men of the side to move may go, found for a whole ending by the fixed order of its men.
//!
//! The same rules as in `chess`, for men whose kinds are known in advance. Positions with en passant or promotions
//! are left to `chess`.

use domain::{BySide, Side};
use shakmaty::{Bitboard, Role, Square, attacks};

use crate::material::{MAX_OTHERS, Material};

/// The men of an ending besides the kings, in their order.
#[derive(Clone, Copy)]
pub(crate) struct Men {
    men: [(Side, Role); MAX_OTHERS],
    len: usize,
}

/// A placement of all men, legal or not.
pub(crate) struct Placement {
    pub(crate) turn: Side,
    pub(crate) kings: BySide<Square>,
    /// By slot; unused slots mean nothing.
    pub(crate) squares: [Square; MAX_OTHERS],
}

/// The squares to which the side to move may legally go.
#[derive(Default)]
pub(crate) struct Mobility {
    pub(crate) king: Bitboard,
    /// By slot; empty for the men of the other side.
    pub(crate) men: [Bitboard; MAX_OTHERS],
    /// All men of the other side.
    pub(crate) enemy: Bitboard,
    pub(crate) in_check: bool,
}

impl Men {
    pub(crate) fn new(material: Material) -> Men {
        let mut men = [(Side::Us, Role::King); MAX_OTHERS];
        let mut len = 0;
        for (place, man) in men.iter_mut().zip(material.others()) {
            *place = man;
            len += 1;
        }
        Men { men, len }
    }

    /// The men with their slots.
    #[inline]
    pub(crate) fn slots(&self) -> impl Iterator<Item = (usize, Side, Role)> {
        let men = &self.men[..self.len];
        men.iter()
            .enumerate()
            .map(|(slot, &(side, role))| (slot, side, role))
    }

    /// Where the side to move may go, if the placement is legal. The kings must not be neighbours, and no pawn may
    /// stand on the first or last rank.
    #[inline]
    pub(crate) fn targets(&self, placement: &Placement) -> Option<Mobility> {
        let &Placement {
            turn,
            kings,
            ref squares,
        } = placement;
        let mut own = Bitboard::from_square(kings[turn]);
        let mut enemy = Bitboard::from_square(kings[!turn]);
        for (slot, side, _) in self.slots() {
            if (own | enemy).contains(squares[slot]) {
                return None;
            }
            if side == turn {
                own |= squares[slot];
            } else {
                enemy |= squares[slot];
            }
        }
        let occupied = own | enemy;
        let mut targets = Mobility {
            enemy,
            ..Mobility::default()
        };
        // Step 1. What our men could do if nothing stood behind them; with the other king in reach it is not our move.
        for (slot, side, role) in self.slots().filter(|(_, side, _)| *side == turn) {
            let at = squares[slot];
            let attacked = attacks_of(side, role, at, occupied);
            if attacked.contains(kings[!turn]) {
                return None;
            }
            targets.men[slot] = match role {
                Role::Pawn => attacked & enemy | pushes(side, at, occupied),
                Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
                    attacked & !own
                }
            };
        }
        // Step 2. What the other side's men forbid. Our king does not hide the squares behind it, and with three men
        // besides the kings there is at most one pin.
        let king = kings[turn];
        let through_king = occupied.without(king);
        let mut forbidden = attacks::king_attacks(kings[!turn]);
        let mut answers = Bitboard::FULL;
        for (slot, side, role) in self.slots().filter(|(_, side, _)| *side != turn) {
            let at = squares[slot];
            let attacked = attacks_of(side, role, at, through_king);
            forbidden |= attacked;
            if attacked.contains(king) {
                targets.in_check = true;
                answers &= attacks::between(at, king).with(at);
                continue;
            }
            let shields = attacked & own;
            let is_slider = matches!(role, Role::Bishop | Role::Rook | Role::Queen);
            if is_slider
                && shields.any()
                && attacks_of(side, role, at, through_king ^ shields).contains(king)
            {
                let line = attacks::between(at, king).with(at);
                for (slot, _, _) in self.slots() {
                    if (line & shields).contains(squares[slot]) {
                        targets.men[slot] &= line;
                    }
                }
            }
        }
        // Step 3. Checks are answered.
        targets.king = attacks::king_attacks(king) & !own & !forbidden;
        if targets.in_check {
            for men in &mut targets.men {
                *men &= answers;
            }
        }
        Some(targets)
    }
}

impl Mobility {
    /// The number of moves that capture nothing.
    #[inline]
    pub(crate) fn n_quiet(&self) -> u8 {
        let count = |targets: Bitboard| (targets & !self.enemy).count() as u8;
        self.men
            .iter()
            .fold(count(self.king), |n, targets| n + count(*targets))
    }

    /// Is a capture among the moves?
    #[inline]
    pub(crate) fn has_capture(&self) -> bool {
        let all = self
            .men
            .iter()
            .fold(self.king, |all, targets| all | *targets);
        (all & self.enemy).any()
    }
}

#[inline]
pub(crate) fn attacks_of(side: Side, role: Role, at: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => {
            let color = match side {
                Side::Us => shakmaty::Color::White,
                Side::Them => shakmaty::Color::Black,
            };
            attacks::pawn_attacks(color, at)
        }
        Role::Knight => attacks::knight_attacks(at),
        Role::Bishop => attacks::bishop_attacks(at, occupied),
        Role::Rook => attacks::rook_attacks(at, occupied),
        Role::Queen => attacks::queen_attacks(at, occupied),
        Role::King => attacks::king_attacks(at),
    }
}

/// Where a pawn may go without capturing.
#[inline]
fn pushes(side: Side, at: Square, occupied: Bitboard) -> Bitboard {
    let (ahead, start) = match side {
        Side::Us => (8, shakmaty::Rank::Second),
        Side::Them => (-8, shakmaty::Rank::Seventh),
    };
    let one = Bitboard::from_square(at).shift(ahead) & !occupied;
    if at.rank() == start {
        one | one.shift(ahead) & !occupied
    } else {
        one
    }
}
