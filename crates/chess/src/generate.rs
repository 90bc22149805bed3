//! The legal moves of a position of up to five pieces, generated without playing them, and the positions after them.
//!
//! Each enemy piece is examined once: what it attacks through our king, whether it checks, whether it pins. With three
//! pieces besides the kings there is at most one pin: a pin takes one piece of theirs and one of ours.

use std::ops::ControlFlow;

use domain::{BySide, Side};
use shakmaty::{Bitboard, Move, Rank, Role, Square, attacks};

use crate::full::color_of;
use crate::order::PROMOTIONS;
use crate::packed::{PackedPiece, Parts, Passed, Small};
use crate::reach;
use crate::role_moves::RoleMoves;

/// A position unpacked for move generation. `own` is the side to move, `enemy` the other.
pub(crate) struct MoveGenerator {
    kings: BySide<Square>,
    men: [PackedPiece; 3],
    turn: Side,
    en_passant: Option<Square>,
    own: Bitboard,
    enemy: Bitboard,
}

impl MoveGenerator {
    #[inline]
    pub(crate) fn new(parts: &Parts) -> MoveGenerator {
        let &Parts {
            kings,
            men,
            turn,
            en_passant,
        } = parts;
        let mut generator = MoveGenerator {
            kings,
            men,
            turn,
            en_passant: en_passant.map(|file| Passed::on(!turn, file).square),
            own: kings[turn].into(),
            enemy: kings[!turn].into(),
        };
        for man in men.into_iter().take_while(|man| !man.is_none()) {
            if man.side() == turn {
                generator.own |= man.square();
            } else {
                generator.enemy |= man.square();
            }
        }
        generator
    }

    /// Visits every legal move with the position after it: the king first, then the pieces in their order.
    ///
    /// Quiet moves of kings and pieces, by far the most frequent, change the packed position in place. The rest are
    /// played.
    #[inline]
    pub(crate) fn visit(
        &self,
        small: Small,
        mut visit: impl FnMut(Move, Small) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let king = self.kings[self.turn];
        let threats = self.threats();
        let steps = attacks::king_attacks(king) & !self.own & !threats.attacked;
        let after = small.after_king(self.turn);
        self.visit_targets(
            small,
            Role::King,
            king,
            steps,
            |to| after.place(to),
            &mut visit,
        )?;
        for (idx, man) in self
            .men
            .into_iter()
            .enumerate()
            .take_while(|(_, man)| !man.is_none())
        {
            if man.side() != self.turn {
                continue;
            }
            let (role, from) = (man.role(), man.square());
            let allowed = threats.allowed(from) & !self.own;
            if role == Role::Pawn {
                self.visit_pawn(small, from, allowed, &mut visit)?;
            } else {
                let targets = man.attacks(self.occupied()) & allowed;
                let after = small.after_man(idx);
                self.visit_targets(
                    small,
                    role,
                    from,
                    targets,
                    |to| after.place(man.moved_to(to)),
                    &mut visit,
                )?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Can the side to move legally capture a pawn that has just made a double step on this file?
    pub(crate) fn captures_en_passant(&self, file: shakmaty::File) -> bool {
        let to = Passed::on(!self.turn, file).square;
        let beside = attacks::pawn_attacks(color_of(!self.turn), to);
        self.men.into_iter().any(|man| {
            man.side() == self.turn
                && man.role() == Role::Pawn
                && beside.contains(man.square())
                && self.is_safe_en_passant(man.square(), to)
        })
    }

    #[inline]
    fn occupied(&self) -> Bitboard {
        self.own | self.enemy
    }

    fn threats(&self) -> Threats {
        let king = self.kings[self.turn];
        let mut threats = Threats {
            attacked: attacks::king_attacks(self.kings[!self.turn]),
            answers: Bitboard::FULL,
            pinned: Bitboard::EMPTY,
            pin_line: Bitboard::FULL,
        };
        // The king does not shield the squares behind it.
        let occupied = self.occupied().without(king);
        for man in self.men.into_iter().take_while(|man| !man.is_none()) {
            if man.side() == self.turn {
                continue;
            }
            let square = man.square();
            let attacked = man.attacks(occupied);
            threats.attacked |= attacked;
            if attacked.contains(king) {
                threats.answers &= attacks::between(square, king).with(square);
                continue;
            }
            let shields = attacked & self.own;
            let is_slider = matches!(man.role(), Role::Bishop | Role::Rook | Role::Queen);
            if is_slider && shields.any() && man.attacks(occupied ^ shields).contains(king) {
                threats.pin_line = attacks::between(square, king).with(square);
                threats.pinned = threats.pin_line & shields;
            }
        }
        threats
    }

    #[inline]
    fn visit_targets(
        &self,
        small: Small,
        role: Role,
        from: Square,
        mut targets: Bitboard,
        after_quiet: impl Fn(Square) -> Small,
        visit: &mut impl FnMut(Move, Small) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        while let Some(to) = targets.pop_back() {
            if self.enemy.contains(to) {
                let m = Move::Normal {
                    role,
                    from,
                    capture: self.captured_on(to),
                    to,
                    promotion: None,
                };
                visit(m, play(small, m))?;
            } else {
                let m = Move::Normal {
                    role,
                    from,
                    capture: None,
                    to,
                    promotion: None,
                };
                visit(m, after_quiet(to))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn visit_pawn(
        &self,
        small: Small,
        from: Square,
        allowed: Bitboard,
        visit: &mut impl FnMut(Move, Small) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (ahead, first_rank, last_rank) = match self.turn {
            Side::Us => (8, Rank::Second, Rank::Eighth),
            Side::Them => (-8, Rank::Seventh, Rank::First),
        };
        let free = !self.occupied();
        let sideways = attacks::pawn_attacks(color_of(self.turn), from);
        let one = Bitboard::from_square(from).shift(ahead) & free;
        let two = if from.rank() == first_rank {
            one.shift(ahead) & free
        } else {
            Bitboard::EMPTY
        };
        let mut targets = (one | two | sideways & self.enemy) & allowed;
        // En passant clears two squares at once, so pins and checks are computed again.
        let en_passant = self
            .en_passant
            .filter(|to| sideways.contains(*to) && self.is_safe_en_passant(from, *to));
        if let Some(to) = en_passant {
            targets |= to;
        }
        while let Some(to) = targets.pop_back() {
            let normal = |promotion| {
                let capture = self.captured_on(to);
                Move::Normal {
                    role: Role::Pawn,
                    from,
                    capture,
                    to,
                    promotion,
                }
            };
            if en_passant == Some(to) {
                let m = Move::EnPassant { from, to };
                visit(m, play(small, m))?;
            } else if to.rank() == last_rank {
                for promotion in PROMOTIONS {
                    let m = normal(Some(promotion));
                    visit(m, play(small, m))?;
                }
            } else {
                let m = normal(None);
                visit(m, play(small, m))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn captured_on(&self, square: Square) -> Option<Role> {
        if !self.enemy.contains(square) {
            return None;
        }
        self.men
            .into_iter()
            .find(|man| man.side() != self.turn && man.square() == square)
            .map(PackedPiece::role)
    }

    /// Is our king safe after the en passant capture?
    fn is_safe_en_passant(&self, from: Square, to: Square) -> bool {
        let king = self.kings[self.turn];
        let passing = Passed::on(!self.turn, to.file()).pawn;
        let occupied = self.occupied().without(from).without(passing).with(to);
        self.men
            .into_iter()
            .take_while(|man| !man.is_none())
            .all(|man| {
                man.side() == self.turn
                    || man.square() == passing
                    || !man.attacks(occupied).contains(king)
            })
    }
}

/// Does the side to move have a legal move? Usually the king has one, which is tested first.
#[inline(always)]
pub(crate) fn has_moves(small: Small) -> bool {
    let turn = small.mover();
    let steps = attacks::king_attacks(small.king(turn)) & !attacks::king_attacks(small.king(!turn));
    let [a, b, c] = small.places();
    let denied = reach::denied(turn, a) | reach::denied(turn, b) | reach::denied(turn, c);
    (steps & !denied).any() || has_moves_exactly(small)
}

#[inline(never)]
fn has_moves_exactly(small: Small) -> bool {
    let (own, enemies) = small.squares_of(small.mover());
    king_steps(small, own, enemies).any()
        || MoveGenerator::new(&small.parts())
            .visit(small, |_, _| ControlFlow::Break(()))
            .is_break()
}

/// The moves of the only piece of a kind that the side to move has, if there is exactly one and it is not a pawn.
#[inline(always)]
pub(crate) fn only_moves(small: Small, role: Role) -> Option<RoleMoves> {
    let turn = small.mover();
    let [first, second, _] = small.places();
    if role != Role::King && second.is_none() {
        return moves_of_one(small, first, role);
    }
    let (own, enemies) = small.squares_of(turn);
    if role == Role::King {
        let (to, kept_at) = (king_steps(small, own, enemies), Small::king_kept_at(turn));
        return Some(RoleMoves {
            role,
            from: small.king(turn),
            to,
            captures: to & enemies,
            kept_at,
        });
    }
    let idx = small.place_of_only(turn, role)?;
    let kept_at = Small::man_kept_at(idx);
    let from = small.square_kept_at(kept_at);
    let to = if enemies.is_empty() {
        unhindered(role, from, own | small.kings())?
    } else {
        targets_among_enemies(small, PackedPiece::new(turn, role, from))?
    };
    Some(RoleMoves {
        role,
        from,
        to,
        captures: to & enemies,
        kept_at,
    })
}

/// The same with one piece at most beside the kings.
#[inline(always)]
fn moves_of_one(small: Small, man: PackedPiece, role: Role) -> Option<RoleMoves> {
    let from = man.square();
    if man != PackedPiece::new(small.mover(), role, from) {
        return None;
    }
    Some(RoleMoves {
        role,
        from,
        to: unhindered(role, from, small.kings())?,
        captures: Bitboard::EMPTY,
        kept_at: Small::man_kept_at(0),
    })
}

/// Where a piece other than a pawn may go past its own men and a lone enemy king, who gives neither check nor pin and
/// is not attacked.
#[inline(always)]
fn unhindered(role: Role, from: Square, occupied: Bitboard) -> Option<Bitboard> {
    let attacked = match role {
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::bishop_attacks(from, occupied),
        Role::Rook => attacks::rook_attacks(from, occupied),
        Role::Queen => attacks::queen_attacks(from, occupied),
        Role::Pawn | Role::King => return None,
    };
    Some(attacked & !occupied)
}

/// Where a piece of the side to move may go, if it is not a pawn.
#[inline(never)]
fn targets_among_enemies(small: Small, man: PackedPiece) -> Option<Bitboard> {
    if man.role() == Role::Pawn {
        return None;
    }
    let generator = MoveGenerator::new(&small.parts());
    let allowed = generator.threats().allowed(man.square()) & !generator.own;
    Some(man.attacks(generator.occupied()) & allowed)
}

/// The moves of the side to move if it has nothing but its king.
#[inline]
pub(crate) fn lone_moves(small: Small) -> Option<RoleMoves> {
    let turn = small.mover();
    let (own, enemies) = small.squares_of(turn);
    if own.any() {
        return None;
    }
    let to = king_steps(small, own, enemies);
    Some(RoleMoves {
        role: Role::King,
        from: small.king(turn),
        to,
        captures: to & enemies,
        kept_at: Small::king_kept_at(turn),
    })
}

/// Squares among some on which a piece, if it captures nothing there, surely leaves the enemy king a step: one that no
/// piece denies it on an otherwise empty board.
#[inline]
pub(crate) fn leave_moves(small: Small, moves: &RoleMoves, among: Bitboard) -> Bitboard {
    let turn = small.mover();
    let mut steps = attacks::king_attacks(small.king(!turn));
    for (idx, man) in (0..).zip(small.pieces()) {
        if Small::man_kept_at(idx) != moves.kept_at {
            steps &= !reach::denied(!turn, man);
        }
    }
    // The squares from which a piece other than a pawn denies the king a step are those that it would attack from there.
    let mut without = among;
    if moves.role == Role::King {
        for step in steps {
            without &= attacks::king_attacks(step);
        }
    } else {
        for step in steps & !attacks::king_attacks(small.king(turn)) {
            without &= reach::denied(!turn, PackedPiece::new(turn, moves.role, step));
            if without.is_empty() {
                break;
            }
        }
    }
    among & !without
}

/// Squares from which a piece, if it goes there and captures nothing, gives check; none are told if another piece might
/// give check too, once that one has moved.
#[inline]
pub(crate) fn checks(small: Small, moves: &RoleMoves) -> Option<Bitboard> {
    let turn = small.mover();
    let king = small.king(!turn);
    let mut occupied = Bitboard::from_square(small.king(turn));
    for (idx, man) in (0..).zip(small.pieces()) {
        let is_slider = matches!(man.role(), Role::Bishop | Role::Rook | Role::Queen);
        if Small::man_kept_at(idx) == moves.kept_at {
            continue;
        }
        if man.side() == turn && is_slider {
            return None;
        }
        occupied.add(man.square());
    }
    if moves.role == Role::King {
        return Some(Bitboard::EMPTY);
    }
    // A piece other than a pawn attacks what would attack it.
    Some(PackedPiece::new(turn, moves.role, king).attacks(occupied))
}

/// The squares to which the king of the side to move may go, past the pieces of both sides.
#[inline]
fn king_steps(small: Small, own: Bitboard, enemies: Bitboard) -> Bitboard {
    let turn = small.mover();
    let enemy_king = small.king(!turn);
    let near = attacks::king_attacks(small.king(turn)) & !attacks::king_attacks(enemy_king);
    if enemies.is_empty() {
        return near & !own;
    }
    // The moving king does not shield the squares behind it.
    let occupied = own | enemies | enemy_king;
    let attacked = small.pieces().fold(Bitboard::EMPTY, |attacked, man| {
        if man.side() == turn {
            attacked
        } else {
            attacked | man.attacks(occupied)
        }
    });
    near & !own & !attacked
}

/// The position after a legal move.
#[inline(always)]
pub(crate) fn play(small: Small, m: Move) -> Small {
    match m {
        Move::Normal {
            role: role @ (Role::King | Role::Queen | Role::Rook | Role::Bishop | Role::Knight),
            from,
            capture: None,
            to,
            promotion: _,
        } => play_quiet(small, role, from, to),
        Move::Normal { .. } | Move::EnPassant { .. } | Move::Castle { .. } | Move::Put { .. } => {
            play_any(small, m)
        }
    }
}

/// The position after a quiet move of a king or a piece, by far the most frequent kind.
#[inline(always)]
fn play_quiet(small: Small, role: Role, from: Square, to: Square) -> Small {
    let side = small.mover();
    if role == Role::King {
        return small.after_king(side).place(to);
    }
    small.with_man_moved(PackedPiece::new(side, role, from), to)
}

#[inline(never)]
fn play_any(small: Small, m: Move) -> Small {
    let mut parts = small.parts();
    let side = parts.turn;
    let mut replace = |old: PackedPiece, new: PackedPiece| {
        for man in &mut parts.men {
            if *man == old {
                *man = new;
            }
        }
    };
    let mut double_step = None;
    match m {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => {
            if let Some(captured) = capture {
                replace(PackedPiece::new(!side, captured, to), PackedPiece::NONE);
            }
            if role == Role::King {
                parts.kings[side] = to;
            } else {
                replace(
                    PackedPiece::new(side, role, from),
                    PackedPiece::new(side, promotion.unwrap_or(role), to),
                );
            }
            double_step = (role == Role::Pawn && from.distance(to) == 2).then(|| to.file());
        }
        Move::EnPassant { from, to } => {
            replace(
                PackedPiece::new(!side, Role::Pawn, Passed::on(!side, to.file()).pawn),
                PackedPiece::NONE,
            );
            replace(
                PackedPiece::new(side, Role::Pawn, from),
                PackedPiece::new(side, Role::Pawn, to),
            );
        }
        Move::Castle { .. } | Move::Put { .. } => {
            panic!("five pieces neither castle nor drop: {m:?}")
        }
    }
    parts.turn = !side;
    parts.en_passant =
        double_step.filter(|file| MoveGenerator::new(&parts).captures_en_passant(*file));
    parts.pack()
}

/// How the enemy pieces restrict the side to move.
struct Threats {
    /// Where our king may not go.
    attacked: Bitboard,
    /// Where another piece must go to answer all checks: anywhere, one line, or nowhere.
    answers: Bitboard,
    /// Our pinned piece, if any.
    pinned: Bitboard,
    /// Where that piece may go.
    pin_line: Bitboard,
}

impl Threats {
    /// Where a piece other than the king may go without exposing its king.
    #[inline]
    fn allowed(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) {
            self.answers & self.pin_line
        } else {
            self.answers
        }
    }
}
