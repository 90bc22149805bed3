//! Where the moves of 64 positions lead, all at a time, in the order in which moves are listed.
//!
//! The positions of a word differ in the square of the man in the lowest field, their *lane*. Whatever another man does
//! leads all lanes to the same lanes of another word, but for those where the lowest man stands in the way or is captured.
//! The lowest man goes from lane to lane of its own word; where it captures, the number is that of the men above it.
//!
//! Nothing is known here of checks: whoever looks for moves into a set of legal positions finds legal moves alone.
//! Promotions change the order of the fields, so positions with a pawn that is about to promote are left to others.

use std::ops::ControlFlow;

use domain::Side;
use shakmaty::{Bitboard, Move, Role, Square, attacks};

use super::moves::{
    FieldMen, MenAbove, MovesOf, attacks_of, pawn_step, second_rank, without_field,
};
use super::{EndingSets, Terrain};

/// Whoever sees the moves of the positions of a word.
pub trait SeesMoves {
    /// A move that leads from each of these lanes to the same lane of a word of an ending.
    fn in_lanes(&mut self, m: Move, lanes: u64, ending: usize, word: usize) -> ControlFlow<()>;

    /// The move of one lane that captures the lowest man, to the number of an ending.
    fn in_lane(&mut self, m: Move, lane: usize, ending: usize, number: usize) -> ControlFlow<()>;

    /// The moves of the lowest man, from all lanes.
    fn of_lowest(&mut self, man: &LowestMan<'_>) -> ControlFlow<()>;
}

/// The moves of one side in the positions of a word.
pub struct MovesOfWord<'t> {
    men: &'t FieldMen,
    ending: usize,
    mover: Side,
    standing: MenAbove,
}

/// The moves of the man in the lowest field.
pub struct LowestMan<'w> {
    word: &'w MovesOfWord<'w>,
    role: Role,
    moves: MovesOf,
}

impl Terrain {
    /// The moves of the positions of a word of an ending.
    pub fn moves_of_word(&self, ending: usize, mover: Side, at: usize) -> MovesOfWord<'_> {
        let EndingSets { men, .. } = &self.endings[ending];
        MovesOfWord {
            men,
            ending,
            mover,
            standing: MenAbove::new(men, at),
        }
    }
}

impl MovesOfWord<'_> {
    /// The lanes with a pawn of the mover that is one step from promotion.
    pub fn promoting(&self) -> u64 {
        let last = second_rank(!self.mover);
        let fields = self.men.fields().iter().enumerate();
        let pawns = fields.filter(|(_, man)| **man == (self.mover, Role::Pawn));
        pawns.fold(0, |lanes, (field, _)| match field {
            0 => lanes | last.0,
            _ if last.contains(self.standing.squares[field]) => u64::MAX,
            _ => lanes,
        })
    }

    /// Shows the moves that count, but for promotions, in the order of every position: our king's, then those of the
    /// other men from the lowest field up, and of each man those to the highest square first.
    #[inline]
    pub fn visit(&self, moves: MovesOf, see: &mut impl SeesMoves) -> ControlFlow<()> {
        let fields = self.men.fields();
        let is_king = |field: &usize| fields[*field].1 == Role::King;
        let kings = (0..fields.len()).filter(is_king);
        let others = (0..fields.len()).filter(|field| !is_king(field));
        for field in kings.chain(others) {
            let (side, role) = fields[field];
            if side != self.mover || !moves.has(role) {
                continue;
            }
            match field {
                0 => see.of_lowest(&LowestMan {
                    word: self,
                    role,
                    moves,
                })?,
                _ => self.visit_upper(field, role, moves, see)?,
            }
        }
        ControlFlow::Continue(())
    }

    /// The moves of a man above the lowest.
    #[inline]
    fn visit_upper(
        &self,
        field: usize,
        role: Role,
        moves: MovesOf,
        see: &mut impl SeesMoves,
    ) -> ControlFlow<()> {
        let MenAbove {
            at,
            squares,
            occupied,
        } = &self.standing;
        let from = squares[field];
        let shift = 6 * (field - 1);
        let without_mover = at & !(63 << shift);
        let (mut targets, steps) = match role {
            Role::Pawn => {
                let steps = self.pawn_steps(from);
                (self.attacked_by(role, from) | steps, steps)
            }
            Role::King | Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
                (self.attacked_by(role, from), Bitboard::EMPTY)
            }
        };
        while let Some(to) = targets.pop_back() {
            let word = without_mover | to.to_usize() << shift;
            // The lowest man is in the way, or on the target.
            let free = !(attacks::between(from, to).0 | 1 << to.to_u32());
            let m = |capture| Move::Normal {
                role,
                from,
                capture,
                to,
                promotion: None,
            };
            if occupied.contains(to) {
                let Some(victim) = self.victim_on(to).filter(|_| moves.is_capture()) else {
                    continue;
                };
                if let Some(ending) = self.captured(victim) {
                    let next = without_field(word << 6, victim) >> 6;
                    let m = m(Some(self.men.fields()[victim].1));
                    see.in_lanes(m, free, ending, next)?;
                }
                continue;
            }
            let is_quiet = role != Role::Pawn || steps.contains(to);
            if is_quiet && moves.is_quiet() {
                see.in_lanes(m(None), free, self.ending, word)?;
            }
            if !steps.contains(to)
                && moves.is_capture()
                && let Some(ending) = self.captured(0)
            {
                // Without the lowest man, the number is what was above it.
                let m = m(Some(self.men.fields()[0].1));
                see.in_lane(m, to.to_usize(), ending, word)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn attacked_by(&self, role: Role, from: Square) -> Bitboard {
        attacks_of(role, self.mover, from, self.standing.occupied)
    }

    /// Where a pawn may step, past the men above the lowest.
    fn pawn_steps(&self, from: Square) -> Bitboard {
        let is_free = |to: &Square| !self.standing.occupied.contains(*to);
        let Some(one) = pawn_step(self.mover, from).filter(is_free) else {
            return Bitboard::EMPTY;
        };
        let two = pawn_step(self.mover, one).filter(is_free);
        let two = two.filter(|_| second_rank(self.mover).contains(from));
        two.map_or(Bitboard::EMPTY, Bitboard::from_square).with(one)
    }

    /// The field of the man above the lowest that stands on a square.
    fn victim_on(&self, square: Square) -> Option<usize> {
        let mut fields = 1..self.men.fields().len();
        fields.find(|field| self.standing.squares[*field] == square)
    }

    /// The ending after the man in a field is captured, if the other side can capture it.
    fn captured(&self, field: usize) -> Option<usize> {
        let is_theirs = self.men.fields()[field].0 != self.mover;
        self.men.without(field).filter(|_| is_theirs)
    }
}

impl LowestMan<'_> {
    /// The ending and the word in which it moves where it captures nothing, if such moves count.
    pub fn quiet(&self) -> Option<(usize, usize)> {
        let quiet = (self.word.ending, self.word.standing.at);
        self.moves.is_quiet().then_some(quiet)
    }

    /// The squares of men that it may capture, if captures count, with the ending and the number after that.
    pub fn captures(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let MenAbove { at, squares, .. } = &self.word.standing;
        let fields = 1..self.word.men.fields().len();
        let fields = fields.filter(|_| self.moves.is_capture());
        fields.filter_map(move |field| {
            let ending = self.word.captured(field)?;
            let to = squares[field].to_usize();
            // The captured man's field goes, and the lowest man stands on its square.
            Some((to, ending, without_field(at << 6, field) | to))
        })
    }

    /// The squares that it reaches from a lane.
    #[inline]
    pub fn targets(&self, lane: usize) -> u64 {
        let from = Square::new(lane as u32);
        let reached = self.word.attacked_by(self.role, from);
        match self.role {
            Role::Pawn => {
                let steps = self.word.pawn_steps(from);
                (reached & self.word.standing.occupied | steps).0
            }
            Role::King | Role::Knight | Role::Bishop | Role::Rook | Role::Queen => reached.0,
        }
    }

    /// The move from a lane to a square.
    pub fn to_move(&self, lane: usize, to: usize) -> Move {
        let to = Square::new(to as u32);
        let victim = self.word.victim_on(to);
        Move::Normal {
            role: self.role,
            from: Square::new(lane as u32),
            capture: victim.map(|field| self.word.men.fields()[field].1),
            to,
            promotion: None,
        }
    }
}
