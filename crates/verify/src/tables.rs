//! Endgame tables: built on request, and probed.

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
use std::sync::Arc;

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
    /// The watch stopped it.
    Stopped(Stopped),
    /// Tables of five men with pawns are too large.
    TooLarge(Material),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Stopped(stopped) => stopped.fmt(f),
            BuildError::TooLarge(material) => write!(
                f,
                "there are no tables of five men with pawns, such as {material}: they would take {} MiB of memory",
                EndgameTables::bytes_needed(*material).div_ceil(1 << 20)
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

/// A store of tables. It builds a requested table and all that it needs.
#[derive(Clone)]
pub struct EndgameTables {
    tables: Vec<EndgameTable>,
    /// By the code of a material in either orientation: the table, and the side whose men come first in it.
    places: Vec<Option<(u16, Side)>>,
}

/// The event to which a distance counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Metric {
    Mate,
    Conversion,
}

impl Metric {
    /// The value of a capture or promotion that leads to this value.
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

    /// An upper bound on the memory for building the tables of an ending, with distances to mate only.
    ///
    /// All tables stay, with a byte per cell. The lists of positions that wait for their ply are longest where much can
    /// be captured; they never take more than four bytes per position of the largest table.
    pub fn bytes_needed(material: Material) -> u64 {
        let layouts = material.needed().into_iter().map(Layout::new);
        let waiting = layouts.map(|layout| layout.n_sorted()).max().unwrap_or(0);
        EndgameTables::bytes_kept(material) + BYTES_WAITING * waiting as u64
    }

    /// What these tables take when they are built.
    pub fn bytes_kept(material: Material) -> u64 {
        let layouts = material.needed().into_iter().map(Layout::new);
        layouts.map(|layout| layout.n_cells() as u64).sum()
    }

    /// Refuses an ending whose table would be too large, before any work is done for it.
    pub fn check_size(material: Material) -> Result<(), BuildError> {
        match is_too_large(material) {
            true => Err(BuildError::TooLarge(material)),
            false => Ok(()),
        }
    }

    /// Builds the table of an ending, in either orientation, and of every ending that can follow.
    ///
    /// The tables of endings that follow hold at least the distances to mate. Existing tables are reused, and tables
    /// finished before a stop are kept.
    pub fn build(
        &mut self,
        material: Material,
        holds: Holds,
        watch: &Watch,
    ) -> Result<(), BuildError> {
        EndgameTables::check_size(material)?;
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

    /// What must be computed for a request, in this order.
    fn wanted(&self, material: Material, holds: Holds) -> impl Iterator<Item = (Layout, Metric)> {
        let canonical = material.canonical();
        canonical.needed().into_iter().flat_map(move |needed| {
            let is_last = needed == canonical;
            self.missing(needed, if is_last { holds } else { Holds::Mate })
        })
    }

    /// What must be computed for a table to hold this much.
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
                mate: Arc::new(cells),
                conversion: None,
            }),
            Metric::Conversion => {
                let (idx, _) = self.places[layout.index.material().code()]
                    .expect("distances to mate are computed before those to conversion");
                self.tables[usize::from(idx)].conversion = Some(Arc::new(cells));
            }
        }
    }

    /// Adds a table, such as one from bytes. It replaces an existing one.
    pub fn insert(&mut self, table: EndgameTable) {
        let material = table.material();
        match self.places[material.code()] {
            Some((idx, _)) => self.tables[usize::from(idx)] = table,
            None => {
                let idx = self.tables.len() as u16;
                // A material that equals its exchange keeps our men first.
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

    /// The table of an ending, and the side whose men come first in it.
    #[inline]
    fn place(&self, material: Material) -> Option<(&EndgameTable, Side)> {
        let (idx, first) = self.places[material.code()]?;
        Some((&self.tables[usize::from(idx)], first))
    }

    /// The result for the side to move with the distance to mate; none if the ending has no table.
    #[inline]
    pub fn probe(&self, position: &Small) -> Option<GameValue> {
        match self.find(position) {
            Some((table, cell)) => table.outcome(cell),
            None => bare_kings(position),
        }
    }

    /// The result for the side to move with the distance to the next capture, promotion or mate; none if no table
    /// holds it.
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

/// The most bytes per position that the lists of an analysis take, measured by `tests/memory.rs`.
const BYTES_WAITING: u64 = 4;

/// Is the ending too large for a table?
fn is_too_large(material: Material) -> bool {
    material.n_men() > 4 && material.has_pawns()
}

fn bare_kings(position: &Small) -> Option<GameValue> {
    (Material::of(position) == Material::KINGS).then_some(GameValue::Draw)
}
