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
    king_steps(small).any()
        || MoveGenerator::new(&small.parts())
            .visit(small, |_, _| ControlFlow::Break(()))
            .is_break()
}

/// The moves of the only piece of a kind that the side to move has, if there is exactly one and it is not a pawn.
#[inline]
pub(crate) fn only_moves(small: Small, role: Role) -> Option<RoleMoves> {
    let turn = small.mover();
    let (mut own, mut enemies) = (Bitboard::from_square(small.king(turn)), Bitboard::EMPTY);
    let mut of_kind = None;
    for (idx, man) in (0..).zip(small.pieces()) {
        if man.side() != turn {
            enemies.add(man.square());
            continue;
        }
        own.add(man.square());
        if man.role() == role && of_kind.replace((idx, man)).is_some() {
            return None;
        }
    }
    let moves = |from: Square, to: Bitboard, kept_at: u32| RoleMoves {
        role,
        from,
        to,
        captures: to & enemies,
        kept_at,
    };
    if role == Role::King {
        return Some(moves(
            small.king(turn),
            king_steps(small),
            Small::king_kept_at(turn),
        ));
    }
    let (idx, man) = of_kind.filter(|_| role != Role::Pawn)?;
    let (from, kept_at) = (man.square(), Small::man_kept_at(idx));
    // A lone enemy king gives neither check nor pin.
    if enemies.is_empty() {
        let reach = man.attacks(own.with(small.king(!turn)));
        return Some(moves(from, reach & !own, kept_at));
    }
    let generator = MoveGenerator::new(&small.parts());
    let allowed = generator.threats().allowed(from) & !generator.own;
    let to = man.attacks(generator.occupied()) & allowed;
    Some(moves(from, to, kept_at))
}

/// The moves of the side to move if it has nothing but its king.
#[inline]
pub(crate) fn lone_moves(small: Small) -> Option<RoleMoves> {
    let turn = small.mover();
    let mut enemies = Bitboard::EMPTY;
    for man in small.pieces() {
        if man.side() == turn {
            return None;
        }
        enemies.add(man.square());
    }
    let to = king_steps(small);
    Some(RoleMoves {
        role: Role::King,
        from: small.king(turn),
        to,
        captures: to & enemies,
        kept_at: Small::king_kept_at(turn),
    })
}

/// Squares among the targets of a piece, if it captures nothing, after which the enemy king surely has a step: one that
/// no piece denies it on an otherwise empty board.
#[inline]
pub(crate) fn leave_moves(small: Small, moves: &RoleMoves) -> Bitboard {
    let turn = small.mover();
    let mut steps = attacks::king_attacks(small.king(!turn));
    for (idx, man) in (0..).zip(small.places()) {
        if Small::man_kept_at(idx) != moves.kept_at {
            steps &= !reach::denied(!turn, man);
        }
    }
    // The squares from which a piece other than a pawn denies the king a step are those that it would attack from there.
    let quiet = moves.to & !moves.captures;
    let mut without = quiet;
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
    quiet & !without
}

fn with_man(squares: Bitboard, man: PackedPiece) -> Bitboard {
    squares.with(man.square())
}

/// The squares to which the king of the side to move may go.
#[inline]
fn king_steps(small: Small) -> Bitboard {
    let turn = small.mover();
    let enemy_king = small.king(!turn);
    // The moving king does not shield the squares behind it.
    let occupied = small.pieces().fold(enemy_king.into(), with_man);
    let near = attacks::king_attacks(small.king(turn)) & !attacks::king_attacks(enemy_king);
    small.pieces().fold(near, |steps, man| {
        if man.side() == turn {
            steps.without(man.square())
        } else {
            steps & !man.attacks(occupied)
        }
    })
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
