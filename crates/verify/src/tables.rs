//! Endgame tables: built when they are wanted, and asked.

mod layout;
mod cells;
mod table;
mod mobility;
mod follow;
mod first_look;
mod unmove;
mod progress;
mod state;
mod retrograde;
mod bytes;

pub use bytes::TableBytesError;
pub use table::{EndgameTable, Holds};

use std::fmt;

use chess::Small;
use domain::{Side, Stopped, Watch};

use crate::material::Material;
use crate::value::{GameValue, Oracle, Wdl};
use first_look::FirstLook;
use layout::Layout;
use progress::TableProgress;

/// Why a table was not built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuildError {
    /// It was stopped.
    Stopped(Stopped),
    /// Five men with pawns among them are too much.
    TooLarge(Material),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Stopped(stopped) => stopped.fmt(f),
            BuildError::TooLarge(material) => write!(
                f,
                "there are no tables of five men with pawns, such as {material}"
            ),
        }
    }
}

impl std::error::Error for BuildError {}

impl From<Stopped> for BuildError {
    fn from(stopped: Stopped) -> BuildError {
        BuildError::Stopped(stopped)
    }
}

/// A store of tables, which builds what is asked for and all that it needs.
#[derive(Clone)]
pub struct EndgameTables {
    tables: Vec<EndgameTable>,
    /// By the code of a material in either orientation: which table, and whose men come first in it.
    places: Vec<Option<(u16, Side)>>,
}

/// What a distance counts to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Metric {
    Mate,
    Conversion,
}

impl Metric {
    /// What a capture or promotion is worth that leads to such an outcome.
    fn of_conversion(self, after: GameValue) -> GameValue {
        match (self, after) {
            (Metric::Mate, _) | (Metric::Conversion, GameValue::Draw) => after.of_move_here(),
            (Metric::Conversion, GameValue::Loss(_)) => GameValue::Win(1),
            (Metric::Conversion, GameValue::Win(_)) => GameValue::Loss(1),
        }
    }
}

impl EndgameTables {
    /// No tables yet.
    pub fn new() -> EndgameTables {
        EndgameTables {
            tables: Vec::new(),
            places: vec![None; Material::N_CODES],
        }
    }

    /// How much memory it takes at most to build the tables of an ending, distances to mate only.
    ///
    /// All tables stay, a byte a cell. Beside them are the lists of positions that wait for their ply, which are longest
    /// where much can be captured; in no ending do they take more than four bytes for each position of the largest table.
    pub fn bytes_needed(material: Material) -> u64 {
        let layouts = material.needed().into_iter().map(Layout::new);
        let layouts: Vec<Layout> = layouts.collect();
        let kept: u64 = layouts.iter().map(|layout| layout.n_cells() as u64).sum();
        let waiting = layouts.iter().map(Layout::n_sorted).max().unwrap_or(0);
        kept + BYTES_WAITING * waiting as u64
    }

    /// Sees to it that there is a table for an ending, in either orientation, and for every ending that can follow.
    ///
    /// The tables of endings that follow hold at least the distances to mate. What is there already is used. Tables
    /// finished before a stop stay.
    pub fn build(
        &mut self,
        material: Material,
        holds: Holds,
        watch: &Watch,
    ) -> Result<(), BuildError> {
        if is_too_large(material) {
            return Err(BuildError::TooLarge(material));
        }
        let wanted: Vec<(Layout, Metric)> = self.wanted(material, holds).collect();
        let n_cells = |wanted: &[(Layout, Metric)]| -> usize {
            wanted.iter().map(|(layout, _)| layout.n_cells()).sum()
        };
        let total = n_cells(&wanted) as u64;
        for (idx, &(layout, metric)) in wanted.iter().enumerate() {
            let material = layout.index.material();
            let done = n_cells(&wanted[..idx]) as u64;
            let meter = TableProgress::new(watch, material, done, total);
            let cells = retrograde::analyse(&FirstLook::new(layout, self, metric), &meter)?;
            self.keep(layout, metric, cells);
            meter.finish(layout.n_cells());
        }
        Ok(())
    }

    /// What has to be computed for a request, in this order.
    fn wanted(&self, material: Material, holds: Holds) -> impl Iterator<Item = (Layout, Metric)> {
        let canonical = material.canonical();
        canonical.needed().into_iter().flat_map(move |needed| {
            let is_last = needed == canonical;
            self.missing(needed, if is_last { holds } else { Holds::Mate })
        })
    }

    /// What has to be computed for a table to hold this much.
    fn missing(&self, material: Material, holds: Holds) -> Vec<(Layout, Metric)> {
        let there = self.get(material).map(EndgameTable::holds);
        let layout = Layout::new(material);
        let mut missing = Vec::new();
        if there.is_none() {
            missing.push((layout, Metric::Mate));
        }
        if holds == Holds::MateAndConversion && there != Some(Holds::MateAndConversion) {
            missing.push((layout, Metric::Conversion));
        }
        missing
    }

    fn keep(&mut self, layout: Layout, metric: Metric, cells: Vec<u8>) {
        match metric {
            Metric::Mate => self.insert(EndgameTable {
                layout,
                mate: cells,
                conversion: None,
            }),
            Metric::Conversion => {
                let (idx, _) = self.places[layout.index.material().code()]
                    .expect("distances to mate are computed before those to conversion");
                self.tables[usize::from(idx)].conversion = Some(cells);
            }
        }
    }

    /// Takes in a table, such as one from bytes, in place of what was there.
    pub fn insert(&mut self, table: EndgameTable) {
        let material = table.material();
        match self.places[material.code()] {
            Some((idx, _)) => self.tables[usize::from(idx)] = table,
            None => {
                let idx = self.tables.len() as u16;
                // A material that is its own exchange keeps our men first.
                self.places[material.exchanged().code()] = Some((idx, Side::Them));
                self.places[material.code()] = Some((idx, Side::Us));
                self.tables.push(table);
            }
        }
    }

    /// The table of an ending, in either orientation.
    pub fn get(&self, material: Material) -> Option<&EndgameTable> {
        Some(self.place(material)?.0)
    }

    /// The table of an ending, and whose men come first in it.
    #[inline]
    fn place(&self, material: Material) -> Option<(&EndgameTable, Side)> {
        let (idx, first) = self.places[material.code()]?;
        Some((&self.tables[usize::from(idx)], first))
    }

    /// The result for the side to move with the distance to mate; none if the ending has no table here.
    #[inline]
    pub fn probe(&self, position: &Small) -> Option<GameValue> {
        match self.find(position) {
            Some((table, cell)) => table.outcome(cell),
            None => bare_kings(position),
        }
    }

    /// The result for the side to move with the distance to the next capture, promotion or mate; none if no table
    /// here tells that.
    #[inline]
    pub fn probe_conversion(&self, position: &Small) -> Option<GameValue> {
        match self.find(position) {
            Some((table, cell)) => table.outcome_to_conversion(cell),
            None => bare_kings(position),
        }
    }

    #[inline]
    fn find(&self, position: &Small) -> Option<(&EndgameTable, usize)> {
        let (table, first) = self.place(Material::of(position))?;
        Some((table, table.cell(position, first)))
    }
}

impl Default for EndgameTables {
    fn default() -> EndgameTables {
        EndgameTables::new()
    }
}

impl Oracle for EndgameTables {
    fn wdl(&self, position: &Small) -> Option<Wdl> {
        self.probe(position).map(GameValue::wdl)
    }
}

/// The most that the lists of an analysis take for each position, measured by `tests/memory.rs`.
const BYTES_WAITING: u64 = 4;

/// Is this more than is built here?
fn is_too_large(material: Material) -> bool {
    material.n_men() > 4 && material.has_pawns()
}

fn bare_kings(position: &Small) -> Option<GameValue> {
    (Material::of(position) == Material::KINGS).then_some(GameValue::Draw)
}
