//! Tables of bits for code with lanes: for what is the same in all lanes, those in which something is true.
//!
//! Each is made from a table that ordinary code looks up, once for a program.

use std::collections::HashMap;
use std::sync::Arc;

use crate::compiled::{
    Below, NO_VALUE, NumbersOfItems, OfClasses, OfItem, OfPair, RowOfItem, RowOfPair,
};

/// A number that depends on the man that moves: a table by two items, and whether he is the first of them.
#[derive(Clone)]
pub(super) struct Column {
    pub(super) table: OfPair,
    pub(super) is_first: bool,
}

/// A table as itself. While it is kept nothing else has its address.
pub(super) type ColumnIdentity = (usize, bool);

/// The tables made so far.
#[derive(Default)]
pub(super) struct RowTables {
    truths: HashMap<ColumnIdentity, RowOfItem>,
    values: HashMap<ColumnIdentity, RowOfItem>,
    below: HashMap<ColumnIdentity, Arc<Below>>,
    compared: HashMap<(ColumnIdentity, ColumnIdentity, bool), RowOfPair>,
    kept: Vec<OfPair>,
}

impl Column {
    pub(super) fn identity(&self) -> ColumnIdentity {
        (Arc::as_ptr(&self.table).addr(), self.is_first)
    }

    /// The number for an item, by lanes.
    fn row(&self, item: usize) -> [u8; 64] {
        std::array::from_fn(|lane| match self.is_first {
            true => self.table[lane * 64 + item],
            false => self.table[item * 64 + lane],
        })
    }
}

/// The lanes for which something is true.
pub(super) fn lanes_where(holds: impl Fn(usize) -> bool) -> u64 {
    (0..64)
        .filter(|lane| holds(*lane))
        .fold(0, |lanes, lane| lanes | 1 << lane)
}

impl RowTables {
    fn keep(&mut self, column: &Column) -> ColumnIdentity {
        self.kept.push(Arc::clone(&column.table));
        column.identity()
    }

    /// For each item the lanes with an entry other than 0.
    pub(super) fn truths(&mut self, column: &Column) -> RowOfItem {
        let identity = self.keep(column);
        let rows = self.truths.entry(identity).or_insert_with(|| {
            Arc::new(std::array::from_fn(|item| {
                let row = column.row(item);
                lanes_where(|lane| row[lane] != 0)
            }))
        });
        Arc::clone(rows)
    }

    /// For each item the lanes with a value.
    pub(super) fn values(&mut self, column: &Column) -> RowOfItem {
        let identity = self.keep(column);
        let rows = self.values.entry(identity).or_insert_with(|| {
            Arc::new(std::array::from_fn(|item| {
                let row = column.row(item);
                lanes_where(|lane| row[lane] != NO_VALUE)
            }))
        });
        Arc::clone(rows)
    }

    /// For each item and number the lanes with a smaller entry.
    pub(super) fn below(&mut self, column: &Column) -> Arc<Below> {
        let identity = self.keep(column);
        let rows = self.below.entry(identity).or_insert_with(|| {
            let largest = column.table.iter().max().copied().unwrap_or(0);
            let n = usize::from(largest) + 2;
            let mut rows = Vec::with_capacity(64 * n);
            for item in 0..64 {
                let row = column.row(item);
                rows.extend(
                    (0..n).map(|number| lanes_where(|lane| usize::from(row[lane]) < number)),
                );
            }
            Arc::new(Below { n, rows })
        });
        Arc::clone(rows)
    }

    /// For each two items the lanes in which the first number is less than the second, or equal to it.
    pub(super) fn compared(&mut self, a: &Column, b: &Column, is_less: bool) -> RowOfPair {
        let key = (self.keep(a), self.keep(b), is_less);
        let rows = self.compared.entry(key).or_insert_with(|| {
            let (of_a, of_b) = (rows_of(a), rows_of(b));
            let mut rows = vec![0; 64 * 64].into_boxed_slice();
            for (idx, lanes) in rows.iter_mut().enumerate() {
                let (a, b) = (&of_a[idx / 64], &of_b[idx % 64]);
                *lanes = lanes_where(|lane| match is_less {
                    true => a[lane] < b[lane],
                    false => a[lane] == b[lane],
                });
            }
            let rows: Box<[u64; 64 * 64]> = rows.try_into().expect("there are just so many");
            rows.into()
        });
        Arc::clone(rows)
    }
}

fn rows_of(column: &Column) -> Vec<[u8; 64]> {
    (0..64).map(|item| column.row(item)).collect()
}

/// A column that is the same for all items.
pub(super) fn column_of(table: &OfItem) -> Column {
    let table = Arc::new(std::array::from_fn(|idx| table[idx % 64]));
    Column {
        table,
        is_first: false,
    }
}

/// A word about the numbers of three items, at most two of which stay: those are named by their places.
pub(super) fn of_classes(
    asked: &NumbersOfItems,
    staying: [usize; 2],
    n_staying: usize,
) -> OfClasses {
    let class = |place: usize, item: usize| asked.places[place][item] >> shift(place);
    let mut classes = [[0; 64]; 2];
    for (classes, place) in classes.iter_mut().zip(staying).take(n_staying) {
        *classes = std::array::from_fn(|item| class(place, item) as u8);
    }
    let rows = std::array::from_fn(|idx| {
        let of_staying = [idx / 16, idx % 16];
        lanes_where(|lane| {
            let mut at = 0;
            for place in 0..3 {
                let known = staying[..n_staying]
                    .iter()
                    .position(|other| *other == place);
                at |= match known {
                    Some(which) => of_staying[which] << shift(place),
                    None => usize::from(asked.places[place][lane]),
                };
            }
            asked.table[at] == 1
        })
    });
    OfClasses { classes, rows }
}

/// Where the number of an argument stands in the index of the table.
fn shift(place: usize) -> usize {
    8 - 4 * place
}
