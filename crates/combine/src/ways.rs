//! How a man gets to a square or attacks one, if up to a few men that stand in the way are removed.

use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

use crate::board::PlanBoard;
use crate::exchange::is_profitable;
use crate::plan::{PlanStatement, SquareChange};
use crate::values::Scales;

/// The most men that a plan may want removed.
pub(crate) const MAX_OBSTACLES: usize = 2;

/// Squares that must be vacated first, in the order in which a plan names them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Obstacles {
    squares: [Option<Square>; MAX_OBSTACLES],
}

impl Obstacles {
    pub(crate) fn iter(self) -> impl Iterator<Item = Square> {
        self.squares.into_iter().flatten()
    }

    pub(crate) fn len(self) -> usize {
        self.iter().count()
    }

    pub(crate) fn is_empty(self) -> bool {
        self.squares[0].is_none()
    }

    /// These squares; none if there are too many.
    pub(crate) fn of(squares: impl IntoIterator<Item = Square>) -> Option<Obstacles> {
        squares
            .into_iter()
            .try_fold(Obstacles::default(), Obstacles::with)
    }

    /// One more; none if there are too many.
    fn with(mut self, square: Square) -> Option<Obstacles> {
        if self.iter().any(|other| other == square) {
            return Some(self);
        }
        *self.squares.iter_mut().find(|place| place.is_none())? = Some(square);
        Some(self)
    }

    /// Those of both; none if there are too many.
    pub(crate) fn and(self, other: Obstacles) -> Option<Obstacles> {
        other.iter().try_fold(self, Obstacles::with)
    }

    /// The statements that want them removed: a friend with a threat, an enemy in any way.
    pub(crate) fn statements(
        self,
        board: &PlanBoard,
        friend: Color,
    ) -> impl Iterator<Item = PlanStatement> {
        self.iter().map(move |square| {
            let is_friend = board.of(friend).contains(square);
            PlanStatement::Modify {
                square,
                change: match is_friend {
                    true => SquareChange::FriendToVacant,
                    false => SquareChange::EnemyToVacant,
                },
                threat: is_friend,
            }
        })
    }
}

/// The men between two squares, the nearest to the first one first. A king is not removed.
fn between(
    board: &PlanBoard,
    from: Square,
    to: Square,
    vacated: Option<Square>,
) -> Option<Obstacles> {
    let mut men = attacks::between(from, to) & board.men.occupied();
    if let Some(square) = vacated {
        men.discard(square);
    }
    if (men & board.men.kings()).any() || men.count() > MAX_OBSTACLES {
        return None;
    }
    let none = Obstacles::default();
    match from < to {
        true => men.into_iter().try_fold(none, Obstacles::with),
        false => men.into_iter().rev().try_fold(none, Obstacles::with),
    }
}

/// What hinders a man on `from` to attack `target`; none if it could not even on an empty board.
///
/// The man comes from elsewhere: the square that it has left does not hinder.
pub(crate) fn attack_way(
    board: &PlanBoard,
    man: Piece,
    from: Square,
    target: Square,
    vacated: Option<Square>,
) -> Option<Obstacles> {
    if !attacks::attacks(from, man, Bitboard::EMPTY).contains(target) {
        return None;
    }
    between(board, from, target, vacated)
}

/// The squares from which a kind of man would attack a square on an empty board.
pub(crate) fn attack_squares(man: Piece, target: Square) -> Bitboard {
    match man.role {
        Role::Pawn => attacks::pawn_attacks(!man.color, target),
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
            attacks::attacks(target, man, Bitboard::EMPTY)
        }
    }
}

/// What hinders the man on `from` to move to `to`; none if it could not in any case.
///
/// A friend on the goal is in the way, and so is any man before a pawn.
pub(crate) fn move_way(board: &PlanBoard, from: Square, to: Square) -> Option<Obstacles> {
    let man = board.man(from)?;
    let on_goal = board.man(to);
    let goal_is_blocked = match man.role {
        Role::Pawn => {
            let forward = man.color.fold_wb(8, -8);
            let is_home = from.rank()
                == man
                    .color
                    .fold_wb(shakmaty::Rank::Second, shakmaty::Rank::Seventh);
            let is_push =
                from.offset(forward) == Some(to) || is_home && from.offset(2 * forward) == Some(to);
            if !is_push {
                let takes = attacks::pawn_attacks(man.color, from).contains(to)
                    && on_goal.is_some_and(|other| other.color != man.color);
                return takes.then(Obstacles::default);
            }
            on_goal.is_some()
        }
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
            if !attacks::attacks(from, man, Bitboard::EMPTY).contains(to) {
                return None;
            }
            on_goal.is_some_and(|other| other.color == man.color)
        }
    };
    let way = between(board, from, to, None)?;
    match (goal_is_blocked, on_goal) {
        (true, Some(blocker)) if blocker.role == Role::King => None,
        (true, _) => way.with(to),
        (false, _) => Some(way),
    }
}

/// The squares where a man could go on an empty board, among those given.
pub(crate) fn move_squares(board: &PlanBoard, from: Square, among: Bitboard) -> Bitboard {
    let Some(man) = board.man(from) else {
        return Bitboard::EMPTY;
    };
    let squares = match man.role {
        Role::Pawn => {
            let forward = man.color.fold_wb(8, -8);
            let pushes = [from.offset(forward), from.offset(2 * forward)];
            attacks::pawn_attacks(man.color, from)
                | Bitboard::from_iter(pushes.into_iter().flatten())
        }
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
            attacks::attacks(from, man, Bitboard::EMPTY)
        }
    };
    squares & among
}

/// The men once the obstacles are gone and a man has moved, or has come to where it stands.
pub(crate) fn rearranged(
    board: &PlanBoard,
    from: Square,
    to: Square,
    gone: Obstacles,
) -> shakmaty::Board {
    let mut men = board.men.clone();
    for square in gone.iter() {
        men.discard_piece_at(square);
    }
    if let Some(man) = board.man(from) {
        men.discard_piece_at(from);
        men.set_piece_at(to, man);
    }
    men
}

/// A way in which a man goes somewhere and attacks an enemy man with profit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threat {
    /// Where the man stands.
    pub(crate) from: Square,
    /// Where it goes.
    pub(crate) at: Square,
    /// Whom it attacks.
    pub(crate) target: Square,
    /// What must be removed first.
    pub(crate) obstacles: Obstacles,
}

/// The threat of a man that goes to a square against a target, if there is one with so few obstacles.
pub(crate) fn threat(
    board: &PlanBoard,
    scales: &Scales,
    from: Square,
    at: Square,
    target: Square,
    max_obstacles: usize,
) -> Option<Threat> {
    let man = board.man(from)?;
    if at == target {
        return None;
    }
    let line = attack_way(board, man, at, target, Some(from))?;
    let obstacles = line.and(move_way(board, from, at)?)?;
    if obstacles.len() > max_obstacles {
        return None;
    }
    let men = rearranged(board, from, at, obstacles);
    let pays = is_profitable(&men, at, target, scales)
        || helps_others(&board.men, &men, man.color, target, scales);
    pays.then_some(Threat {
        from,
        at,
        target,
        obstacles,
    })
}

/// Could another man take the target with profit now, and not before?
fn helps_others(
    before: &shakmaty::Board,
    after: &shakmaty::Board,
    us: Color,
    target: Square,
    scales: &Scales,
) -> bool {
    let takers = before.attacks_to(target, us, before.occupied()) & after.by_color(us);
    takers.into_iter().any(|taker| {
        !is_profitable(before, taker, target, scales)
            && after
                .attacks_to(target, us, after.occupied())
                .contains(taker)
            && is_profitable(after, taker, target, scales)
    })
}
