//! A table to bytes and back, compressed. Damaged bytes are refused.
//!
//! ```text
//! magic (8)  version (2)  material (2)  holds (1)  lengths of the blocks (4 each)  blocks  checksum (8)
//! ```
//!
//! Numbers are little-endian. A block is a million cells, compressed by LZ4; those of the distances to mate come
//! first, then those to conversion. The checksum is 64-bit FNV-1a over everything before it: each of its steps is
//! invertible, so every change of a single byte is detected.

use std::fmt;

use crate::material::Material;
use crate::parallel;
use crate::tables::layout::Layout;
use crate::tables::{EndgameTable, Holds, is_too_large};

const MAGIC: &[u8; 8] = b"NasvetTb";
/// Increased whenever the meaning of the bytes changes, including the order of cells.
const VERSION: u16 = 2;
const HEADER_LEN: usize = 13;
const CHECKSUM_LEN: usize = 8;
const BLOCK_CELLS: usize = 1 << 20;

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
        let n_lists = 2;
        let n_blocks = n_lists
            * Layout::new(material.canonical())
                .n_cells()
                .div_ceil(BLOCK_CELLS);
        let of_block = lz4_flex::block::get_maximum_output_size(BLOCK_CELLS) + 4;
        (HEADER_LEN + n_blocks * of_block + CHECKSUM_LEN) as u64
    }

    /// The table as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let blocks = [Some(&self.mate), self.conversion.as_ref()]
            .into_iter()
            .flatten()
            .flat_map(|cells| cells.chunks(BLOCK_CELLS));
        let blocks = parallel::map(blocks.collect(), lz4_flex::block::compress);
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.material().code() as u16).to_le_bytes());
        bytes.push(match self.holds() {
            Holds::Mate => 0,
            Holds::MateAndConversion => 1,
        });
        for block in &blocks {
            bytes.extend((block.len() as u32).to_le_bytes());
        }
        bytes.extend(blocks.concat());
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
        let mut lists = read_lists(layout.n_cells(), n_lists, rest)
            .ok_or(damaged)?
            .into_iter();
        Ok(EndgameTable {
            layout,
            mate: lists.next().ok_or(damaged)?,
            conversion: lists.next(),
        })
    }
}

/// `n_lists` lists of `n_cells` cells; none if the bytes hold anything else.
fn read_lists(n_cells: usize, n_lists: usize, bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let n_blocks = n_lists * n_cells.div_ceil(BLOCK_CELLS);
    let (lengths, mut rest) = bytes.split_at_checked(4 * n_blocks)?;
    let mut blocks = Vec::with_capacity(n_blocks);
    for length in lengths.as_chunks::<4>().0 {
        let block;
        (block, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        blocks.push(block);
    }
    if !rest.is_empty() {
        return None;
    }
    let mut lists = vec![vec![0; n_cells]; n_lists];
    let targets = lists
        .iter_mut()
        .flat_map(|list| list.chunks_mut(BLOCK_CELLS));
    let are_whole = parallel::map(
        blocks.into_iter().zip(targets).collect(),
        |(block, target)| {
            let length = target.len();
            lz4_flex::block::decompress_into(block, target).is_ok_and(|n| n == length)
        },
    );
    are_whole
        .into_iter()
        .all(|is_whole| is_whole)
        .then_some(lists)
}

/// 64-bit FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
