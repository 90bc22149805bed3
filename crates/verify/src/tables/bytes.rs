//! A table to bytes and back, compressed. Damaged bytes are refused.
//!
//! ```text
//! magic (8)  version (2)  material (2)  holds (1)  lengths of the blocks (4 each)  blocks  checksum (8)
//! ```
//!
//! Numbers are little-endian. A block is a million cells, compressed by LZ4; those of the distances to mate come
//! first, then those to conversion. The checksum is over everything before it.

use std::fmt;
use std::sync::Arc;

use crate::material::Material;
use crate::packing::{self, checksum};
use crate::tables::layout::Layout;
use crate::tables::{EndgameTable, Holds, is_too_large};

const MAGIC: &[u8; 8] = b"NasvetTb";
/// Increased whenever the meaning of the bytes changes, including the order of cells.
const VERSION: u16 = 2;
const HEADER_LEN: usize = 13;
const CHECKSUM_LEN: usize = 8;

/// Why bytes are not a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableBytesError {
    /// They do not begin like a table.
    NotATable,
    /// They were written by another version of the program.
    OtherVersion(u16),
    /// They are truncated or changed.
    Damaged,
}

impl fmt::Display for TableBytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableBytesError::NotATable => write!(f, "not an endgame table"),
            TableBytesError::OtherVersion(version) => write!(
                f,
                "an endgame table of version {version}, expected version {VERSION}"
            ),
            TableBytesError::Damaged => write!(f, "a damaged endgame table"),
        }
    }
}

impl std::error::Error for TableBytesError {}

impl EndgameTable {
    /// No table of an ending has more bytes.
    pub fn most_bytes(material: Material) -> u64 {
        let n_cells = Layout::new(material.canonical()).n_cells();
        let lists = packing::most_bytes(&[n_cells; 2]);
        lists + (HEADER_LEN + CHECKSUM_LEN) as u64
    }

    /// The table as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.material().code() as u16).to_le_bytes());
        bytes.push(match self.holds() {
            Holds::Mate => 0,
            Holds::MateAndConversion => 1,
        });
        let lists = [Some(&self.mate), self.conversion.as_ref()];
        bytes.extend(packing::pack(
            lists.into_iter().flatten().map(|cells| cells.as_slice()),
        ));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The table that these bytes hold.
    pub fn from_bytes(bytes: &[u8]) -> Result<EndgameTable, TableBytesError> {
        let damaged = TableBytesError::Damaged;
        if !bytes.starts_with(MAGIC) {
            return Err(TableBytesError::NotATable);
        }
        let version = bytes.get(8..10).ok_or(damaged)?;
        let version = u16::from_le_bytes([version[0], version[1]]);
        if version != VERSION {
            return Err(TableBytesError::OtherVersion(version));
        }
        let (body, sum) = bytes.split_last_chunk::<CHECKSUM_LEN>().ok_or(damaged)?;
        if body.len() < HEADER_LEN || checksum(body) != u64::from_le_bytes(*sum) {
            return Err(damaged);
        }
        let (header, rest) = body.split_at(HEADER_LEN);
        let material = Material::from_code(u16::from_le_bytes([header[10], header[11]]))
            .filter(|material| material.is_canonical() && *material != Material::KINGS)
            .filter(|material| !is_too_large(*material))
            .ok_or(damaged)?;
        let n_lists = match header[12] {
            0 => 1,
            1 => 2,
            _ => return Err(damaged),
        };
        let layout = Layout::new(material);
        let mut lists = packing::unpack(&vec![layout.n_cells(); n_lists], rest)
            .ok_or(damaged)?
            .into_iter();
        Ok(EndgameTable {
            layout,
            mate: Arc::new(lists.next().ok_or(damaged)?),
            conversion: lists.next().map(Arc::new),
        })
    }
}
