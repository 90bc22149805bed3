//! How a piece reaches or attacks a square once a few obstacles are removed.

use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

use crate::board::PlanBoard;
use crate::exchange::is_profitable;
use crate::plan::{PlanStatement, SquareChange};
use crate::values::Scales;

/// The most obstacles that a plan may remove.
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

    /// These squares; `None` if there are too many.
    pub(crate) fn of(squares: impl IntoIterator<Item = Square>) -> Option<Obstacles> {
        squares
            .into_iter()
            .try_fold(Obstacles::default(), Obstacles::with)
    }

    /// One square more; `None` if there are too many.
    fn with(mut self, square: Square) -> Option<Obstacles> {
        if self.iter().any(|other| other == square) {
            return Some(self);
        }
        *self.squares.iter_mut().find(|place| place.is_none())? = Some(square);
        Some(self)
    }

    /// The squares of both; `None` if there are too many.
    pub(crate) fn and(self, other: Obstacles) -> Option<Obstacles> {
        other.iter().try_fold(self, Obstacles::with)
    }

    /// The statements that remove them: a friend leaves with a threat, an enemy in any way.
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

/// The pieces between two squares, nearest to the first square first; `None` if there are too many or a
/// king is among them.
fn between(
    board: &PlanBoard,
    from: Square,
    to: Square,
    vacated: Option<Square>,
) -> Option<Obstacles> {
    let mut pieces = attacks::between(from, to) & board.pieces.occupied();
    if let Some(square) = vacated {
        pieces.discard(square);
    }
    if (pieces & board.pieces.kings()).any() || pieces.count() > MAX_OBSTACLES {
        return None;
    }
    let none = Obstacles::default();
    match from < to {
        true => pieces.into_iter().try_fold(none, Obstacles::with),
        false => pieces.into_iter().rev().try_fold(none, Obstacles::with),
    }
}

/// The obstacles to an attack from `from` on `target`; `None` if the attack is impossible even on an
/// empty board, or needs too many of them removed.
///
/// The piece comes from elsewhere: the square it left is no obstacle.
pub(crate) fn attack_way(
    board: &PlanBoard,
    piece: Piece,
    from: Square,
    target: Square,
    vacated: Option<Square>,
) -> Option<Obstacles> {
    if !attacks::attacks(from, piece, Bitboard::EMPTY).contains(target) {
        return None;
    }
    between(board, from, target, vacated)
}

/// The squares from which a kind of piece would attack a square on an empty board.
pub(crate) fn attack_squares(piece: Piece, target: Square) -> Bitboard {
    match piece.role {
        Role::Pawn => attacks::pawn_attacks(!piece.color, target),
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
            attacks::attacks(target, piece, Bitboard::EMPTY)
        }
    }
}

/// The obstacles to a move from `from` to `to`; `None` if the piece cannot move like that.
///
/// A friend on the target is an obstacle, and so is any piece in front of a pawn.
pub(crate) fn move_way(board: &PlanBoard, from: Square, to: Square) -> Option<Obstacles> {
    let piece = board.piece(from)?;
    let on_goal = board.piece(to);
    let goal_is_blocked = match piece.role {
        Role::Pawn => {
            let forward = piece.color.fold_wb(8, -8);
            let is_home = from.rank()
                == piece
                    .color
                    .fold_wb(shakmaty::Rank::Second, shakmaty::Rank::Seventh);
            let is_push =
                from.offset(forward) == Some(to) || is_home && from.offset(2 * forward) == Some(to);
            if !is_push {
                let takes = attacks::pawn_attacks(piece.color, from).contains(to)
                    && on_goal.is_some_and(|other| other.color != piece.color);
                return takes.then(Obstacles::default);
            }
            on_goal.is_some()
        }
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
            if !attacks::attacks(from, piece, Bitboard::EMPTY).contains(to) {
                return None;
            }
            on_goal.is_some_and(|other| other.color == piece.color)
        }
    };
    let way = between(board, from, to, None)?;
    match (goal_is_blocked, on_goal) {
        (true, Some(blocker)) if blocker.role == Role::King => None,
        (true, _) => way.with(to),
        (false, _) => Some(way),
    }
}

/// Those of the given squares that a piece could reach on an empty board.
pub(crate) fn move_squares(board: &PlanBoard, from: Square, among: Bitboard) -> Bitboard {
    let Some(piece) = board.piece(from) else {
        return Bitboard::EMPTY;
    };
    let squares = match piece.role {
        Role::Pawn => {
            let forward = piece.color.fold_wb(8, -8);
            let pushes = [from.offset(forward), from.offset(2 * forward)];
            attacks::pawn_attacks(piece.color, from)
                | Bitboard::from_iter(pushes.into_iter().flatten())
        }
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
            attacks::attacks(from, piece, Bitboard::EMPTY)
        }
    };
    squares & among
}

/// The board once the obstacles are gone and the piece has moved.
pub(crate) fn rearranged(
    board: &PlanBoard,
    from: Square,
    to: Square,
    gone: Obstacles,
) -> shakmaty::Board {
    let mut pieces = board.pieces.clone();
    for square in gone.iter() {
        pieces.discard_piece_at(square);
    }
    if let Some(piece) = board.piece(from) {
        pieces.discard_piece_at(from);
        pieces.set_piece_at(to, piece);
    }
    pieces
}

/// A move after which a piece attacks an enemy piece profitably.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threat {
    /// Where the piece stands.
    pub(crate) from: Square,
    /// Where it goes.
    pub(crate) at: Square,
    /// Which piece it attacks.
    pub(crate) target: Square,
    /// What must be removed first.
    pub(crate) obstacles: Obstacles,
}

/// The threat against a target after a piece moves to a square, if few enough obstacles are in the way.
pub(crate) fn threat(
    board: &PlanBoard,
    scales: &Scales,
    from: Square,
    at: Square,
    target: Square,
    max_obstacles: usize,
) -> Option<Threat> {
    let piece = board.piece(from)?;
    if at == target {
        return None;
    }
    let line = attack_way(board, piece, at, target, Some(from))?;
    let obstacles = line.and(move_way(board, from, at)?)?;
    if obstacles.len() > max_obstacles {
        return None;
    }
    let pieces = rearranged(board, from, at, obstacles);
    let pays = is_profitable(&pieces, at, target, scales)
        || helps_others(&board.pieces, &pieces, piece.color, target, scales);
    pays.then_some(Threat {
        from,
        at,
        target,
        obstacles,
    })
}

/// Does another piece win the target now, and did not before?
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
