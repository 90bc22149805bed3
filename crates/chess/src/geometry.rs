//! The geometry of the board: squares, distances, lines, and the squares that matter to pawns and kings.
//!
//! Everything here is about squares, without pieces. Up is towards the eighth rank, and a pawn
//! goes up. For the other side, flip the squares first and the result afterwards.

use std::sync::LazyLock;

use shakmaty::{Bitboard, File, Rank, Square, attacks};

/// The squares around the rim.
///
/// ```text
/// x x x x x x x x
/// x . . . . . . x
/// x . . . . . . x
/// x . . . . . . x
/// x . . . . . . x
/// x . . . . . . x
/// x . . . . . . x
/// x x x x x x x x
/// ```
pub(crate) const EDGES: Bitboard = Bitboard(0xff81_8181_8181_81ff);

/// a1, h1, a8 and h8.
pub(crate) const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

/// d4, e4, d5 and e5.
pub(crate) const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// The square on a file and a rank, both counted from 1; `None` off the board.
pub(crate) fn square_at(file: i64, rank: i64) -> Option<Square> {
    let index = |n: i64| u32::try_from(n.checked_sub(1)?).ok();
    let (file, rank) = (
        File::try_from(index(file)?).ok()?,
        Rank::try_from(index(rank)?).ok()?,
    );
    Some(Square::from_coords(file, rank))
}

/// The square this many files to the right and ranks up; `None` off the board.
pub(crate) fn step(square: Square, right: i32, up: i32) -> Option<Square> {
    Some(Square::from_coords(
        square.file().offset(right)?,
        square.rank().offset(up)?,
    ))
}

/// The files and ranks between a square and the rim: `(0, 2)` for a3.
fn to_rim(square: Square) -> (u32, u32) {
    let inwards = |n: u32| n.min(7 - n);
    (
        inwards(square.file().to_u32()),
        inwards(square.rank().to_u32()),
    )
}

/// King moves to the nearest square of the rim.
///
/// ```text
/// 0 0 0 0 0 0 0 0
/// 0 1 1 1 1 1 1 0
/// 0 1 2 2 2 2 1 0
/// 0 1 2 3 3 2 1 0   (and below, the same upside down)
/// ```
pub(crate) fn edge_distance(square: Square) -> u32 {
    let (files, ranks) = to_rim(square);
    files.min(ranks)
}

/// King moves to the nearest corner.
///
/// ```text
/// 0 1 2 3 3 2 1 0
/// 1 1 2 3 3 2 1 1
/// 2 2 2 3 3 2 2 2
/// 3 3 3 3 3 3 3 3   (and below, the same upside down)
/// ```
pub(crate) fn corner_distance(square: Square) -> u32 {
    let (files, ranks) = to_rim(square);
    files.max(ranks)
}

/// King moves to the nearest of the four centre squares.
///
/// ```text
/// 3 3 3 3 3 3 3 3
/// 3 2 2 2 2 2 2 3
/// 3 2 1 1 1 1 2 3
/// 3 2 1 0 0 1 2 3   (and below, the same upside down)
/// ```
pub(crate) fn centre_distance(square: Square) -> u32 {
    3 - edge_distance(square)
}

/// The squares in front of a square on its file.
///
/// ```text
/// . . x .
/// . . x .
/// . . s .
/// . . . .
/// ```
pub(crate) fn ahead(square: Square) -> Bitboard {
    Bitboard::from(square.file()) & ranks_above(square)
}

/// The squares behind a square on its file.
pub(crate) fn behind(square: Square) -> Bitboard {
    Bitboard::from(square.file()) & !ranks_above(square) & !Bitboard::from(square)
}

/// All squares of the ranks above the square's own.
fn ranks_above(square: Square) -> Bitboard {
    Bitboard::FULL.shift(8 * (i32::from(square.rank()) + 1))
}

/// The squares on both diagonals through a square, itself included.
///
/// ```text
/// . x . . . x
/// . . x . x .
/// . . . s . .
/// . . x . x .
/// ```
pub(crate) fn diagonals(square: Square) -> Bitboard {
    attacks::bishop_attacks(square, Bitboard::EMPTY) | Bitboard::from(square)
}

/// The squares within this many king moves, including the square itself; empty if the number is negative.
pub(crate) fn near(square: Square, king_moves: i64) -> Bitboard {
    match u32::try_from(king_moves) {
        Ok(n) => (0..n.min(7)).fold(Bitboard::from(square), |set, _| widened(set)),
        Err(_) => {
            if king_moves > 0 {
                Bitboard::FULL
            } else {
                Bitboard::EMPTY
            }
        }
    }
}

/// A set of squares and all their neighbours.
fn widened(set: Bitboard) -> Bitboard {
    let rows =
        set | set.shift(1) & !Bitboard::from(File::A) | set.shift(-1) & !Bitboard::from(File::H);
    rows | rows.shift(8) | rows.shift(-8)
}

/// The rectangle with two squares in opposite corners.
///
/// ```text
/// . . . . . . . .
/// . x x x b . . .
/// . x x x x . . .
/// . a x x x . . .
/// ```
pub(crate) fn rectangle(a: Square, b: Square) -> Bitboard {
    let span = |a: u32, b: u32| (a.min(b), a.max(b));
    let (left, right) = span(a.file().to_u32(), b.file().to_u32());
    let (low, high) = span(a.rank().to_u32(), b.rank().to_u32());
    // The same files on every rank from the lowest to the highest.
    let files = ((2 << right) - (1 << left)) * 0x0101_0101_0101_0101;
    let (above, below) = (u64::MAX << (8 * low), u64::MAX >> (56 - 8 * high));
    Bitboard(files & above & below)
}

/// Files and ranks between two squares, added.
pub(crate) fn manhattan(a: Square, b: Square) -> u32 {
    a.file().distance(b.file()) + a.rank().distance(b.rank())
}

/// Moves that a knight needs on an empty board.
///
/// ```text
/// 2 3 2 3 4 3
/// 3 2 3 2 3 4
/// 2 1 4 3 2 3
/// 3 4 1 2 3 4     (in the corner, the diagonal neighbour takes four)
/// N 3 2 3 2 3
/// ```
pub(crate) fn knight_distance(a: Square, b: Square) -> u32 {
    static TABLE: LazyLock<Vec<[u8; 64]>> =
        LazyLock::new(|| Square::ALL.map(knight_distances).into());
    u32::from(TABLE[a.to_usize()][b.to_usize()])
}

fn knight_distances(start: Square) -> [u8; 64] {
    let mut distances = [0; 64];
    let mut reached = Bitboard::from(start);
    let mut ring = reached;
    for distance in 1.. {
        ring = ring
            .into_iter()
            .fold(Bitboard::EMPTY, |next, s| next | attacks::knight_attacks(s))
            & !reached;
        if ring.is_empty() {
            break;
        }
        ring.for_each(|s| distances[s.to_usize()] = distance);
        reached |= ring;
    }
    distances
}

/// The least number of king steps from one square to another without entering a forbidden square; `None` if
/// there is no such way. The walk may start on a forbidden square.
///
/// ```text
/// . 2 3 4 .
/// 1 # # # 5
/// a # . # b     six steps from a to b around the #
/// . # # # .
/// ```
pub(crate) fn walk(start: Square, end: Square, forbidden: Bitboard) -> Option<u32> {
    let mut reached = Bitboard::from(start);
    for steps in 0.. {
        if reached.contains(end) {
            return Some(steps);
        }
        let wider = reached | widened(reached) & !forbidden;
        if wider == reached {
            return None;
        }
        reached = wider;
    }
    None
}

/// The squares to which a king can walk without entering a forbidden square. Where the walk starts is one of them, even
/// if it is forbidden.
///
/// ```text
/// . # x x
/// . # x x     the . stay out of reach
/// # # a x
/// x x x x
/// ```
pub(crate) fn reachable(start: Square, forbidden: Bitboard) -> Bitboard {
    let mut reached = Bitboard::from(start);
    loop {
        let wider = reached | widened(reached) & !forbidden;
        if wider == reached {
            return reached;
        }
        reached = wider;
    }
}

/// Moves that a rook needs on an empty board.
pub(crate) fn rook_distance(a: Square, b: Square) -> u32 {
    u32::from(a.file() != b.file()) + u32::from(a.rank() != b.rank())
}

/// Moves that a bishop needs on an empty board; `None` if the squares differ in colour.
pub(crate) fn bishop_distance(a: Square, b: Square) -> Option<u32> {
    let n_moves = 2 - u32::from(same_diagonal(a, b)) - u32::from(a == b);
    (a.is_light() == b.is_light()).then_some(n_moves)
}

/// Moves that a queen needs on an empty board.
pub(crate) fn queen_distance(a: Square, b: Square) -> u32 {
    let is_one_move = same_row(a, b) || same_diagonal(a, b);
    2 - u32::from(is_one_move) - u32::from(a == b)
}

/// The number of the diagonal that rises to the right, from 1 in the corner a8 to 15 in the corner h1.
pub(crate) fn diagonal(square: Square) -> u32 {
    square.file().to_u32() + 8 - square.rank().to_u32()
}

/// The number of the diagonal that falls to the right, from 1 in the corner a1 to 15 in the corner h8.
pub(crate) fn antidiagonal(square: Square) -> u32 {
    square.file().to_u32() + square.rank().to_u32() + 1
}

/// Where one of the eight symmetries of the board takes a square: the first two leave every rank where it is.
pub(crate) fn image(square: Square, idx: usize) -> Square {
    let mut square = square;
    if idx & 1 != 0 {
        square = square.flip_horizontal();
    }
    if idx & 2 != 0 {
        square = square.flip_vertical();
    }
    if idx & 4 != 0 {
        square = square.flip_diagonal();
    }
    square
}

/// The least number of king moves to a square of a set; `None` if the set is empty.
pub(crate) fn distance_to(square: Square, set: Bitboard) -> Option<u32> {
    set.into_iter().map(|s| square.distance(s)).min()
}

/// Are the squares on one file or one rank?
pub(crate) fn same_row(a: Square, b: Square) -> bool {
    a.file() == b.file() || a.rank() == b.rank()
}

/// Are the squares on one diagonal?
pub(crate) fn same_diagonal(a: Square, b: Square) -> bool {
    a.file().distance(b.file()) == a.rank().distance(b.rank())
}

/// The step, right and up, that leads straight or diagonally from one square to another; `None` if they are
/// equal or share no line.
pub(crate) fn direction(from: Square, to: Square) -> Option<(i32, i32)> {
    let right = i32::from(to.file()) - i32::from(from.file());
    let up = i32::from(to.rank()) - i32::from(from.rank());
    // One rank, one file, or as far to the side as up or down.
    let on_line = from != to && (right * up == 0 || right * right == up * up);
    on_line.then_some((right.signum(), up.signum()))
}

/// The squares from which an enemy pawn could stop a pawn here: ahead on its own and the adjacent files.
///
/// ```text
/// . x x x .
/// . x x x .
/// . . p . .
/// . . . . .
/// ```
pub(crate) fn pawn_path(pawn: Square) -> Bitboard {
    let file = Bitboard::from(pawn.file());
    (file | file.shift(1) & !Bitboard::from(File::A) | file.shift(-1) & !Bitboard::from(File::H))
        & ranks_above(pawn)
}

/// The promotion square of a pawn.
pub(crate) fn queening_square(pawn: Square) -> Square {
    Square::from_coords(pawn.file(), Rank::Eighth)
}

/// How many moves a pawn needs to promote, with the double step: five from the second and from the
/// third rank, one from the seventh.
pub(crate) fn steps_to_queen(pawn: Square) -> u32 {
    (7 - pawn.rank().to_u32()).min(5)
}

/// The square of the pawn: where a lone king still catches it with the pawn to move. With its own move first
/// the king may be one step outside.
///
/// ```text
/// . x x x x x x x
/// . x x x x x x x
/// . x x x x x x x
/// . x x x p x x x
/// . . . . . . . .
/// ```
pub(crate) fn pawn_square(pawn: Square) -> Bitboard {
    near(queening_square(pawn), i64::from(steps_to_queen(pawn)))
}

/// The key squares of a pawn: our king on one of them promotes it, whichever side is to move, if their king is not
/// nearer to it. The one exception, which textbooks mention, is stalemate beside a knight's pawn on the sixth rank: pawn b6,
/// our king on c7 or c8, theirs on a8 and to move.
///
/// ```text
///  second to fourth rank   fifth and sixth       seventh        rook's pawn
///       . . . . .            . x x x .          . x x x .       . x . . (8th)
///       . x x x .            . x x x .          . x p x .       . x . . (7th)
///       . . . . .            . . p . .          . . . . .       . . . .
///       . . p . .            . . . . .          . . . . .       p . . .
/// ```
pub(crate) fn key_squares(pawn: Square) -> Bitboard {
    let three = |up| {
        [-1, 0, 1]
            .into_iter()
            .filter_map(move |right| step(pawn, right, up))
    };
    let rows = |ups: &[i32]| ups.iter().flat_map(|&up| three(up)).collect::<Bitboard>();
    match (pawn.file(), pawn.rank()) {
        (_, Rank::First | Rank::Eighth) => Bitboard::EMPTY,
        (File::A, _) => Bitboard::from(Square::B7) | Bitboard::from(Square::B8),
        (File::H, _) => Bitboard::from(Square::G7) | Bitboard::from(Square::G8),
        (_, Rank::Second | Rank::Third | Rank::Fourth) => rows(&[2]),
        (_, Rank::Fifth | Rank::Sixth) => rows(&[1, 2]),
        (_, Rank::Seventh) => rows(&[0, 1]) & !Bitboard::from(pawn),
    }
}

/// Direct opposition: one square between, on a file or a rank.
///
/// ```text
/// . . b . .
/// . . . . .
/// . . a . b
/// ```
pub(crate) fn opposition(a: Square, b: Square) -> bool {
    same_row(a, b) && a.distance(b) == 2
}

/// Distant opposition: three or five squares between, on a file or a rank.
pub(crate) fn distant_opposition(a: Square, b: Square) -> bool {
    same_row(a, b) && matches!(a.distance(b), 4 | 6)
}

/// Diagonal opposition: one square between, on a diagonal.
///
/// ```text
/// . . . b .
/// . . . . .
/// . a . . .
/// ```
pub(crate) fn diagonal_opposition(a: Square, b: Square) -> bool {
    same_diagonal(a, b) && a.distance(b) == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn xy(square: Square) -> (i32, i32) {
        (i32::from(square.file()), i32::from(square.rank()))
    }

    /// How many steps of one kind lead from a square to every other, found by trying them all.
    fn flood(start: Square, can_step: impl Fn(Square, Square) -> bool) -> [Option<u32>; 64] {
        let mut steps = [None; 64];
        steps[start.to_usize()] = Some(0);
        for n in 0..64 {
            for from in Square::ALL
                .into_iter()
                .filter(|s| steps[s.to_usize()] == Some(n))
                .collect::<Vec<_>>()
            {
                for to in Square::ALL.into_iter().filter(|&to| can_step(from, to)) {
                    steps[to.to_usize()].get_or_insert(n + 1);
                }
            }
        }
        steps
    }

    fn king_step(from: Square, to: Square) -> bool {
        let ((ax, ay), (bx, by)) = (xy(from), xy(to));
        from != to && (ax - bx).abs() <= 1 && (ay - by).abs() <= 1
    }

    fn knight_step(from: Square, to: Square) -> bool {
        let ((ax, ay), (bx, by)) = (xy(from), xy(to));
        (ax - bx).abs() * (ay - by).abs() == 2
    }

    #[test]
    fn distances_are_the_fewest_steps() {
        for start in Square::ALL {
            let (king, knight) = (flood(start, king_step), flood(start, knight_step));
            for end in Square::ALL {
                assert_eq!(Some(start.distance(end)), king[end.to_usize()]);
                assert_eq!(Some(knight_distance(start, end)), knight[end.to_usize()]);
                assert_eq!(walk(start, end, Bitboard::EMPTY), king[end.to_usize()]);
                for n in [
                    i64::MIN,
                    -1,
                    0,
                    1,
                    2,
                    3,
                    4,
                    5,
                    6,
                    7,
                    8,
                    i64::from(u32::MAX) + 1,
                    i64::MAX,
                ] {
                    assert_eq!(
                        near(start, n).contains(end),
                        i64::from(start.distance(end)) <= n
                    );
                }
            }
            let nearest = |set: Bitboard| set.into_iter().filter_map(|s| king[s.to_usize()]).min();
            assert_eq!(Some(edge_distance(start)), nearest(EDGES));
            assert_eq!(Some(corner_distance(start)), nearest(CORNERS));
            assert_eq!(Some(centre_distance(start)), nearest(CENTRE));
        }
    }

    #[test]
    fn a_walk_goes_around_what_is_forbidden() {
        let mut random = 1u64;
        for _ in 0..100 {
            let mut next = || {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                random.rotate_right(8)
            };
            let forbidden = Bitboard(next() & next() | next() & next() & next());
            for start in [Square::A1, Square::D4, Square::H5] {
                let steps = flood(start, |from, to| {
                    king_step(from, to) && !forbidden.contains(to)
                });
                for end in Square::ALL {
                    assert_eq!(
                        walk(start, end, forbidden),
                        steps[end.to_usize()],
                        "{forbidden:?}"
                    );
                    assert_eq!(
                        reachable(start, forbidden).contains(end),
                        steps[end.to_usize()].is_some(),
                        "{forbidden:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn squares_are_where_their_coordinates_say() {
        for square in Square::ALL {
            let (x, y) = xy(square);
            assert_eq!(square_at(i64::from(x) + 1, i64::from(y) + 1), Some(square));
            for other in Square::ALL {
                let (ox, oy) = xy(other);
                let (right, up) = (ox - x, oy - y);
                assert_eq!(step(square, right, up), Some(other));
                assert_eq!(ahead(square).contains(other), right == 0 && up > 0);
                assert_eq!(behind(square).contains(other), right == 0 && up < 0);
                assert_eq!(
                    pawn_path(square).contains(other),
                    right.abs() <= 1 && up > 0
                );
                assert_eq!(diagonals(square).contains(other), right.abs() == up.abs());
                assert_eq!(manhattan(square, other) as i32, right.abs() + up.abs());
                assert_eq!(
                    opposition(square, other),
                    right * up == 0 && (right + up).abs() == 2
                );
                assert_eq!(
                    distant_opposition(square, other),
                    right * up == 0 && [4, 6].contains(&(right + up).abs())
                );
                assert_eq!(
                    diagonal_opposition(square, other),
                    right.abs() == 2 && up.abs() == 2
                );
                let ray = (right.signum(), up.signum());
                let hits = (1..8)
                    .any(|n| square != other && step(square, n * ray.0, n * ray.1) == Some(other));
                assert_eq!(direction(square, other), hits.then_some(ray));
                for inside in Square::ALL {
                    let (ix, iy) = xy(inside);
                    let within = (ix - x) * (ix - ox) <= 0 && (iy - y) * (iy - oy) <= 0;
                    assert_eq!(rectangle(square, other).contains(inside), within);
                }
            }
        }
        for off in [0, 9, -1, i64::MIN, i64::MAX] {
            assert_eq!(square_at(off, 1).or(square_at(1, off)), None);
        }
    }

    fn pawn_squares() -> impl Iterator<Item = Square> {
        Square::ALL
            .into_iter()
            .filter(|s| !matches!(s.rank(), Rank::First | Rank::Eighth))
    }

    /// Does a lone king stop a running pawn that moves first?
    fn catches(king: Square, pawn: Square) -> bool {
        let attacked = |by: Square| [step(by, -1, 1), step(by, 1, 1)];
        let ahead = step(pawn, 0, 1).filter(|&to| to != king);
        let two_ahead = ahead
            .filter(|_| pawn.rank() == Rank::Second)
            .and_then(|s| step(s, 0, 1));
        let runs = [ahead, two_ahead.filter(|&to| to != king)]
            .into_iter()
            .flatten();
        runs.into_iter().all(|pawn| {
            attacks::king_attacks(king).into_iter().any(|to| {
                let goes_on = pawn.rank() != Rank::Eighth && !attacked(pawn).contains(&Some(to));
                to == pawn || goes_on && catches(to, pawn)
            })
        })
    }

    #[test]
    fn in_its_square_a_king_catches_the_pawn() {
        for pawn in pawn_squares() {
            for king in Square::ALL.into_iter().filter(|&king| king != pawn) {
                let gives_check =
                    attacks::pawn_attacks(shakmaty::Color::White, pawn).contains(king);
                if !gives_check {
                    assert_eq!(
                        pawn_square(pawn).contains(king),
                        catches(king, pawn),
                        "{pawn} {king}"
                    );
                }
            }
        }
    }

    /// King and pawn against king, solved by iteration to a fixed point: is it won, with us and with them to
    /// move?
    struct PawnEnding {
        won: Vec<[bool; 2]>,
    }

    impl PawnEnding {
        fn idx(king: Square, pawn: Square, enemy: Square) -> usize {
            (king.to_usize() * 64 + pawn.to_usize()) * 64 + enemy.to_usize()
        }

        fn won(&self, king: Square, pawn: Square, enemy: Square) -> [bool; 2] {
            self.won[PawnEnding::idx(king, pawn, enemy)]
        }

        fn solve() -> PawnEnding {
            let mut ending = PawnEnding {
                won: vec![[false; 2]; 64 * 64 * 64],
            };
            loop {
                let mut changed = false;
                for king in Square::ALL {
                    for pawn in pawn_squares().filter(|&pawn| pawn != king) {
                        for enemy in Square::ALL
                            .into_iter()
                            .filter(|&s| s != pawn && king.distance(s) > 1)
                        {
                            let now = [
                                ending.we_win(king, pawn, enemy),
                                ending.they_lose(king, pawn, enemy),
                            ];
                            let idx = PawnEnding::idx(king, pawn, enemy);
                            changed |= ending.won[idx] != now;
                            ending.won[idx] = now;
                        }
                    }
                }
                if !changed {
                    return ending;
                }
            }
        }

        /// Our move: a king step or a pawn move; a new queen that cannot be captured at once wins.
        fn we_win(&self, king: Square, pawn: Square, enemy: Square) -> bool {
            if attacks::pawn_attacks(shakmaty::Color::White, pawn).contains(enemy) {
                return false; // They cannot be in check on our move.
            }
            let free = |&to: &Square| to != king && to != enemy;
            let one = step(pawn, 0, 1).filter(free);
            let two = one
                .filter(|_| pawn.rank() == Rank::Second)
                .and_then(|s| step(s, 0, 1))
                .filter(free);
            let king_wins = attacks::king_attacks(king)
                .into_iter()
                .any(|to| to != pawn && to.distance(enemy) > 1 && self.won(to, pawn, enemy)[1]);
            king_wins
                || one.into_iter().chain(two).any(|to| {
                    let queens = to.rank() == Rank::Eighth
                        && (enemy.distance(to) > 1 || king.distance(to) == 1);
                    queens || self.won(king, to, enemy)[1]
                })
        }

        /// Their move: they have one, and every one loses.
        fn they_lose(&self, king: Square, pawn: Square, enemy: Square) -> bool {
            let guarded = attacks::pawn_attacks(shakmaty::Color::White, pawn);
            let mut steps = attacks::king_attacks(enemy)
                .into_iter()
                .filter(|&to| king.distance(to) > 1 && !guarded.contains(to))
                .peekable();
            steps.peek().is_some() && steps.all(|to| to != pawn && self.won(king, pawn, to)[0])
        }
    }

    #[test]
    fn a_king_on_a_key_square_wins_unless_theirs_is_nearer_to_the_pawn() {
        let ending = PawnEnding::solve();
        let mut stalemates = Vec::new();
        for pawn in pawn_squares() {
            for king in key_squares(pawn) {
                for enemy in Square::ALL
                    .into_iter()
                    .filter(|&s| s != pawn && king.distance(s) > 1)
                {
                    if enemy.distance(pawn) < king.distance(pawn) {
                        continue;
                    }
                    let check = attacks::pawn_attacks(shakmaty::Color::White, pawn).contains(enemy);
                    let [our_move, their_move] = ending.won(king, pawn, enemy);
                    assert!(our_move || check, "{pawn} {king} {enemy}");
                    if !their_move {
                        stalemates.push([pawn, king, enemy].map(|s| s.to_string()).join(" "));
                    }
                }
            }
        }
        assert_eq!(stalemates, ["b6 c7 a8", "b6 c8 a8", "g6 f7 h8", "g6 f8 h8"]);
    }
}
