//! Plain geometry of the board, written for this crate alone.

use shakmaty::{Bitboard, Board, Color, File, Rank, Role, Square, attacks};

/// How many steps a king needs on an empty board.
pub(crate) fn steps(a: Square, b: Square) -> u32 {
    files_apart(a, b).max(ranks_apart(a, b))
}

/// How many files two squares are apart.
pub(crate) fn files_apart(a: Square, b: Square) -> u32 {
    column(a).abs_diff(column(b))
}

/// How many ranks two squares are apart.
pub(crate) fn ranks_apart(a: Square, b: Square) -> u32 {
    row(a).abs_diff(row(b))
}

/// The number of a file, from 1.
pub(crate) fn column(square: Square) -> u32 {
    square.file() as u32 + 1
}

/// The number of a rank, from 1.
pub(crate) fn row(square: Square) -> u32 {
    square.rank() as u32 + 1
}

/// The number of a rank as the player of a colour counts.
pub(crate) fn row_of(color: Color, square: Square) -> u32 {
    match color {
        Color::White => row(square),
        Color::Black => 9 - row(square),
    }
}

/// Neighbouring squares.
pub(crate) fn adjacent(a: Square, b: Square) -> bool {
    steps(a, b) == 1
}

/// On the edge of the board.
pub(crate) fn on_edge(square: Square) -> bool {
    [column(square), row(square)]
        .iter()
        .any(|n| matches!(n, 1 | 8))
}

/// In a corner of the board.
pub(crate) fn in_corner(square: Square) -> bool {
    [column(square), row(square)]
        .iter()
        .all(|n| matches!(n, 1 | 8))
}

/// Strictly between two numbers, whichever is greater.
fn is_between(n: u32, a: u32, b: u32) -> bool {
    n > a.min(b) && n < a.max(b)
}

/// The file of a man is strictly between those of two others.
pub(crate) fn file_divides(wall: Square, a: Square, b: Square) -> bool {
    is_between(column(wall), column(a), column(b))
}

/// The rank of a man is strictly between those of two others.
pub(crate) fn rank_divides(wall: Square, a: Square, b: Square) -> bool {
    is_between(row(wall), row(a), row(b))
}

/// A file or the rank of a man is strictly between two others.
pub(crate) fn divides(wall: Square, a: Square, b: Square) -> bool {
    file_divides(wall, a, b) || rank_divides(wall, a, b)
}

/// How many lines a wall leaves a king on his side of it, both by their numbers; none if he stands on it.
pub(crate) fn box_line(wall: u32, king: u32) -> Option<u32> {
    match king.cmp(&wall) {
        std::cmp::Ordering::Less => Some(wall - 1),
        std::cmp::Ordering::Greater => Some(8 - wall),
        std::cmp::Ordering::Equal => None,
    }
}

/// The rectangle in which the lines of a rook leave a king: its files and ranks; none if they share a line.
pub(crate) fn box_sides(wall: Square, king: Square) -> Option<(u32, u32)> {
    Some((
        box_line(column(wall), column(king))?,
        box_line(row(wall), row(king))?,
    ))
}

/// The squares that the men of a colour guard.
pub(crate) fn guarded(board: &Board, color: Color) -> Bitboard {
    let men = board.by_color(color).into_iter();
    men.fold(Bitboard::EMPTY, |found, man| {
        found | board.attacks_from(man)
    })
}

/// How many squares a king can walk to without entering a guarded one; where he stands is one of them.
pub(crate) fn cage(king: Square, guarded: Bitboard) -> usize {
    let mut found = Bitboard::from(king);
    loop {
        let steps = found.into_iter().fold(found, |found, square| {
            found | (attacks::king_attacks(square) & !guarded)
        });
        if steps == found {
            return found.count();
        }
        found = steps;
    }
}

/// The number of squares of the box.
pub(crate) fn box_size(wall: Square, king: Square) -> Option<u32> {
    box_sides(wall, king).map(|(files, ranks)| files * ranks)
}

/// The square with these numbers, from 1.
pub(crate) fn square_at(column: u32, row: u32) -> Option<Square> {
    let inside = |n: &u32| (1..=8).contains(n);
    [column, row]
        .iter()
        .all(inside)
        .then(|| Square::from_coords(File::new(column - 1), Rank::new(row - 1)))
}

/// Kings on a file, a rank or a diagonal with an odd number of squares between.
pub(crate) fn opposed(a: Square, b: Square) -> bool {
    let (files, ranks) = (files_apart(a, b), ranks_apart(a, b));
    let on_line = files == 0 || ranks == 0 || files == ranks;
    on_line && matches!(files.max(ranks), 2 | 4 | 6)
}

/// Where a pawn becomes a queen.
pub(crate) fn queening_square(color: Color, pawn: Square) -> Square {
    let last = color.fold_wb(Rank::Eighth, Rank::First);
    Square::from_coords(pawn.file(), last)
}

/// How many moves a pawn needs to queen on an empty board.
pub(crate) fn moves_to_queen(color: Color, pawn: Square) -> u32 {
    let ranks = 8 - row_of(color, pawn);
    ranks.min(5)
}

/// In the square of a pawn that is to move.
pub(crate) fn in_pawn_square(king: Square, color: Color, pawn: Square) -> bool {
    steps(king, queening_square(color, pawn)) <= moves_to_queen(color, pawn)
}

/// The square so many ranks ahead of a pawn.
pub(crate) fn ahead(color: Color, pawn: Square, ranks: u32) -> Option<Square> {
    let row = match color {
        Color::White => row(pawn) + ranks,
        Color::Black => row(pawn).checked_sub(ranks)?,
    };
    square_at(column(pawn), row)
}

/// The squares that a pawn has still to pass, its queening square included.
pub(crate) fn road(color: Color, pawn: Square) -> Vec<Square> {
    (1..=7).map_while(|n| ahead(color, pawn, n)).collect()
}

/// The key squares of a pawn, as the textbooks have them.
pub(crate) fn key_squares(color: Color, pawn: Square) -> Vec<Square> {
    let (c, r) = (column(pawn), row_of(color, pawn));
    let at = |c: u32, r: u32| {
        let row = match color {
            Color::White => r,
            Color::Black => 9 - r,
        };
        square_at(c, row)
    };
    if matches!(c, 1 | 8) {
        let beside = if c == 1 { 2 } else { 7 };
        return [7, 8].into_iter().filter_map(|r| at(beside, r)).collect();
    }
    if r == 7 {
        // The queening square and those that touch it.
        let touching = [(c - 1, 7), (c + 1, 7), (c - 1, 8), (c, 8), (c + 1, 8)];
        return touching.into_iter().filter_map(|(c, r)| at(c, r)).collect();
    }
    let rows: &[u32] = if r >= 5 { &[1, 2] } else { &[2] };
    let keys = rows
        .iter()
        .flat_map(|up| (c - 1..=c + 1).filter_map(move |c| at(c, r + up)));
    keys.collect()
}

/// The squares that a side attacks, through no man.
pub(crate) fn attacked_by(board: &Board, color: Color) -> Bitboard {
    board
        .by_color(color)
        .into_iter()
        .fold(Bitboard::EMPTY, |all, square| {
            all | board.attacks_from(square)
        })
}

/// Where a knight can jump, on an empty board.
pub(crate) fn jumps(knight: Square) -> Bitboard {
    attacks::knight_attacks(knight)
}

/// The jumps of a knight to squares that its enemies do not attack, and where no man of its own stands.
pub(crate) fn free_jumps(board: &Board, knight: Square) -> Bitboard {
    let Some(color) = board.color_at(knight) else {
        return Bitboard::EMPTY;
    };
    // A square behind the knight is attacked through it once it has left.
    let mut left = board.clone();
    left.discard_piece_at(knight);
    jumps(knight) & !board.by_color(color) & !attacked_by(&left, color.other())
}

/// The jumps of a knight after which no capture pays, all of them played out: there is none, it is illegal, or the taker
/// is worth more than the knight and is taken back.
pub(crate) fn safe_jumps(board: &Board, knight: Square) -> Bitboard {
    let Some(piece) = board.piece_at(knight) else {
        return Bitboard::EMPTY;
    };
    let (us, them) = (piece.color, piece.color.other());
    let targets = jumps(knight) & !board.by_color(us);
    let is_safe = |to: &Square| {
        let mut jumped = board.clone();
        jumped.discard_piece_at(knight);
        jumped.set_piece_at(*to, piece);
        let takers = jumped.attacks_to(*to, them, jumped.occupied());
        takers.into_iter().all(|taker| {
            let mut taken = jumped.clone();
            let Some(man) = taken.remove_piece_at(taker) else {
                return true;
            };
            taken.set_piece_at(*to, man);
            let recapturers = taken.attacks_to(*to, us, taken.occupied());
            let is_guarded = taken.attacks_to(*to, them, taken.occupied()).any();
            // A king takes nothing that is guarded.
            let recaptured = recapturers
                .into_iter()
                .any(|man| taken.role_at(man) != Some(Role::King) || !is_guarded);
            match man.role {
                Role::King => recapturers.any(),
                Role::Queen | Role::Rook => recaptured,
                Role::Bishop | Role::Knight | Role::Pawn => false,
            }
        })
    };
    targets.into_iter().filter(is_safe).collect()
}

/// Would moving this man leave its own king in check?
pub(crate) fn is_pinned(board: &Board, man: Square) -> bool {
    let Some(color) = board.color_at(man) else {
        return false;
    };
    let Some(king) = board.king_of(color) else {
        return false;
    };
    let sliders = board.by_color(color.other()) & board.sliders();
    sliders.into_iter().any(|slider| {
        let lines = match board.role_at(slider) {
            Some(Role::Rook) => attacks::rook_attacks(slider, Bitboard::EMPTY),
            Some(Role::Bishop) => attacks::bishop_attacks(slider, Bitboard::EMPTY),
            Some(Role::Queen | Role::Knight | Role::King | Role::Pawn) | None => {
                attacks::queen_attacks(slider, Bitboard::EMPTY)
            }
        };
        let between = attacks::between(slider, king);
        lines.contains(king) && (between & board.occupied()) == Bitboard::from_square(man)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_counted_in_squares() {
        // The rook on b2 leaves the king on d5 six files and six ranks.
        assert_eq!(box_size(Square::B2, Square::D5), Some(36));
        assert_eq!(box_size(Square::B2, Square::B7), None);
    }

    #[test]
    fn kings_stand_in_opposition_with_an_odd_number_of_squares_between() {
        assert!(opposed(Square::E4, Square::E6));
        assert!(opposed(Square::E1, Square::E7));
        assert!(opposed(Square::A1, Square::C3));
        assert!(!opposed(Square::E4, Square::E7));
        assert!(!opposed(Square::E4, Square::D6));
    }

    #[test]
    fn the_square_of_the_pawn_is_drawn_to_its_last_rank() {
        // The pawn on b4 needs four moves, the king on h4 six.
        assert!(!in_pawn_square(Square::H4, Color::White, Square::B4));
        assert!(in_pawn_square(Square::F4, Color::White, Square::B4));
        assert!(!in_pawn_square(Square::F3, Color::White, Square::B4));
        // A pawn on its first square may take two steps at once.
        assert!(!in_pawn_square(Square::H2, Color::White, Square::B2));
        assert!(in_pawn_square(Square::G3, Color::White, Square::B2));
    }

    #[test]
    fn key_squares_are_those_of_the_textbooks() {
        assert_eq!(
            key_squares(Color::White, Square::E4),
            [Square::D6, Square::E6, Square::F6]
        );
        assert_eq!(key_squares(Color::White, Square::E5).len(), 6);
        assert_eq!(
            key_squares(Color::Black, Square::A5),
            [Square::B2, Square::B1]
        );
    }
}
