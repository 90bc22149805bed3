//! One cell for all the mirror images of a position.
//!
//! Mirroring the files brings our king to the left half of the board and, where there are no pawns, mirroring the
//! ranks brings it to the lower half. No position is its own image, since our king never is, so moves of an image
//! correspond one to one to moves of the position and can be counted.

use domain::Side;

use crate::index::Index;
use crate::material::Material;

/// How the positions of a canonical ending are laid out in cells.
///
/// A cell is the number of [`Index`] except for our king, which takes five bits with pawns and four without.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) index: Index,
    pub(crate) has_pawns: bool,
    /// A one in every field of a number.
    ones: usize,
    king_shift: usize,
    king_bits: usize,
}

impl Layout {
    pub(crate) fn new(material: Material) -> Layout {
        debug_assert!(material.is_canonical(), "{material:?}");
        let index = Index::new(material);
        let has_pawns = material.has_pawns();
        let ones = (0..index.turn_shift())
            .step_by(6)
            .map(|shift| 1 << shift)
            .sum();
        Layout {
            index,
            has_pawns,
            ones,
            king_shift: index.king_shift(Side::Us),
            king_bits: if has_pawns { 5 } else { 4 },
        }
    }

    pub(crate) fn n_cells(&self) -> usize {
        2 << (self.king_bits + self.king_shift)
    }

    /// How many cells are in use: of equal men only one order of their squares counts.
    pub(crate) fn n_sorted(&self) -> usize {
        let others: Vec<_> = self.index.material().others().collect();
        let equal = others.chunk_by(|a, b| a == b).map(<[_]>::len);
        // The ways to place n equal men, where several may share a square: 64 · 65 … (63 + n) / n!.
        equal.fold(self.n_cells(), |n_cells, n_men| {
            (0..n_men).fold(n_cells, |n, man| n / 64 * (64 + man) / (man + 1))
        })
    }

    /// The cell of a number, which may be of any image.
    #[inline]
    pub(crate) fn cell(&self, number: usize) -> usize {
        let king = number >> self.king_shift;
        let mut mirror = (king >> 2 & 1) * 7;
        if !self.has_pawns {
            mirror |= (king >> 5 & 1) * 56;
        }
        let number = self.index.sorted(number ^ (mirror * self.ones));
        let king = number >> self.king_shift & 63;
        let turn = number >> self.index.turn_shift();
        let king = turn << self.king_bits | king >> 3 << 2 | king & 3;
        king << self.king_shift | number & ((1 << self.king_shift) - 1)
    }

    /// The cell of the same placement with the other side to move.
    #[inline]
    pub(crate) fn other_turn(&self, cell: usize) -> usize {
        cell ^ 1 << (self.king_bits + self.king_shift)
    }

    /// The number of the image whose cell this is.
    #[inline]
    pub(crate) fn number(&self, cell: usize) -> usize {
        let king = cell >> self.king_shift;
        let turn = king >> self.king_bits;
        let king = king & ((1 << self.king_bits) - 1);
        turn << self.index.turn_shift()
            | (king >> 2 << 3 | king & 3) << self.king_shift
            | cell & ((1 << self.king_shift) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every cell is the cell of its number, and no more than the images of a position share one.
    fn check(text: &str, n_images: usize) {
        let layout = Layout::new(text.parse().unwrap());
        let mut n_positions = vec![0; layout.n_cells()];
        for (number, _) in layout.index.positions(0..layout.index.n_numbers()) {
            n_positions[layout.cell(number)] += 1;
        }
        for (cell, n) in n_positions.into_iter().enumerate() {
            assert!(n == 0 || n == n_images, "{text}: {n} images in cell {cell}");
            assert!(n == 0 || layout.cell(layout.number(cell)) == cell);
        }
    }

    #[test]
    fn images_share_a_cell() {
        check("KK", 4);
        check("KRK", 4);
        check("KPK", 2);
    }
}
