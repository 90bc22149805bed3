//! The result of a capture, looked up in the smaller table directly by squares.

use domain::Side;
use shakmaty::Square;

use crate::material::{MAX_OTHERS, Material};
use crate::tables::mobility::{Men, Placement};
use crate::tables::{EndgameTable, EndgameTables};
use crate::value::GameValue;

/// The smaller ending that follows when the man in one slot is captured.
pub(crate) struct Follow<'a> {
    /// None for bare kings.
    table: Option<&'a EndgameTable>,
    /// The side whose men come first in that table.
    first: Side,
    /// For each slot, the shift of its man's field in a number of that table; none for the captured man.
    shifts: [Option<usize>; MAX_OTHERS],
}

impl<'a> Follow<'a> {
    pub(crate) fn new(tables: &'a EndgameTables, men: &Men, captured: usize) -> Follow<'a> {
        let rest: Vec<_> = men
            .slots()
            .filter(|(slot, _, _)| *slot != captured)
            .collect();
        let roles = |owner: Side| -> Vec<_> {
            let owned = rest.iter().filter(|(_, side, _)| *side == owner);
            owned.map(|(_, _, role)| *role).collect()
        };
        let material = Material::new(&roles(Side::Us), &roles(Side::Them))
            .expect("a capture leaves fewer men and the kings");
        let Some((table, first)) = tables.place(material) else {
            assert!(
                material == Material::KINGS,
                "the table of {material} is there"
            );
            return Follow {
                table: None,
                first: Side::Us,
                shifts: [None; MAX_OTHERS],
            };
        };
        let mut shifts = [None; MAX_OTHERS];
        let in_order = rest.iter().filter(|(_, side, _)| *side == first);
        let in_order = in_order.chain(rest.iter().filter(|(_, side, _)| *side != first));
        for (new_slot, (slot, _, _)) in in_order.enumerate() {
            shifts[*slot] = Some(table.layout.index.shift(new_slot));
        }
        Follow {
            table: Some(table),
            first,
            shifts,
        }
    }

    /// The value after a capture, for the side that moves next. The capturing man is already on its new square.
    #[inline]
    pub(crate) fn probe(&self, placement: &Placement) -> Option<GameValue> {
        let Some(table) = self.table else {
            return Some(GameValue::Draw);
        };
        let turned = match self.first {
            Side::Us => 0,
            Side::Them => 56,
        };
        let index = &table.layout.index;
        let field = |square: Square| square.to_usize() ^ turned;
        let mut number = usize::from(!placement.turn != self.first) << index.turn_shift()
            | field(placement.kings[self.first]) << index.king_shift(Side::Us)
            | field(placement.kings[!self.first]) << index.king_shift(Side::Them);
        for (square, shift) in placement.squares.iter().zip(self.shifts) {
            if let Some(shift) = shift {
                number |= field(*square) << shift;
            }
        }
        table.outcome(table.layout.cell(number))
    }
}
