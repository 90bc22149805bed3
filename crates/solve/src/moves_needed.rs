//! How many moves the pieces without a bound still need, in every position: what a player has to know of a solution, and
//! the form in which it is kept.
//!
//! ```text
//! magic (8)  version (2)  number of pieces (4)  pieces (4 each)  distances, packed  checksum (8)
//! ```

use chess::Small;
use lang::checked::PieceId;
use verify::{Index, Material, Terrain, packing};

use crate::endless::Distances;

/// How many moves pieces still need, in every position of an ending and of those that can follow.
pub struct MovesNeeded {
    endings: Vec<Index>,
    by_piece: Vec<(PieceId, Distances)>,
}

const MAGIC: &[u8; 8] = b"NasvetMN";
/// Increased whenever the bytes, or what pieces without a bound mean, change.
const VERSION: u16 = 1;
const CHECKSUM_LEN: usize = 8;

impl MovesNeeded {
    pub(crate) fn new(material: Material, mut by_piece: Vec<(PieceId, Distances)>) -> MovesNeeded {
        by_piece.sort_by_key(|(piece, _)| *piece);
        MovesNeeded {
            endings: Terrain::indices(material),
            by_piece,
        }
    }

    /// With us to move: how many moves a piece without a bound still needs at most; none if it cannot be forced, and
    /// nothing at all if the piece or the position is not known.
    pub fn at(&self, piece: PieceId, position: &Small) -> Option<Option<u32>> {
        let distances = self.of_piece(piece)?;
        let (ending, number) = verify::place_among(self.endings.iter(), position)?;
        let moves = distances.at(ending, number);
        Some((moves != Distances::NEVER).then_some(moves.into()))
    }

    /// The same by the number in an ending; none too if the goal cannot be forced.
    pub(crate) fn at_number(&self, piece: PieceId, ending: usize, number: usize) -> Option<u32> {
        let moves = self.of_piece(piece)?.at(ending, number);
        (moves != Distances::NEVER).then_some(moves.into())
    }

    /// The same in the 64 positions of a word, with [`Distances::NEVER`] where the goal cannot be forced.
    pub(crate) fn in_word(&self, piece: PieceId, ending: usize, at: usize) -> Option<[u8; 64]> {
        Some(self.of_piece(piece)?.word(ending, at))
    }

    fn of_piece(&self, piece: PieceId) -> Option<&Distances> {
        let place = self.by_piece.binary_search_by_key(&piece, |(of, _)| *of);
        Some(&self.by_piece[place.ok()?].1)
    }

    /// All of it as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.by_piece.len() as u32).to_le_bytes());
        for (piece, _) in &self.by_piece {
            bytes.extend(piece.0.to_le_bytes());
        }
        let of_pieces = self.by_piece.iter();
        let lists: Vec<Vec<u8>> = of_pieces
            .flat_map(|(_, distances)| distances.lists())
            .collect();
        bytes.extend(packing::pack(lists.iter().map(Vec::as_slice)));
        bytes.extend(packing::checksum(&bytes).to_le_bytes());
        bytes
    }

    /// What was kept about an ending; none if the bytes are damaged, or hold anything else.
    pub fn from_bytes(material: Material, bytes: &[u8]) -> Option<MovesNeeded> {
        let (body, sum) = bytes.split_last_chunk::<CHECKSUM_LEN>()?;
        if packing::checksum(body) != u64::from_le_bytes(*sum) {
            return None;
        }
        let rest = body.strip_prefix(MAGIC)?;
        let (version, rest) = rest.split_first_chunk()?;
        if u16::from_le_bytes(*version) != VERSION {
            return None;
        }
        let (n_pieces, rest) = rest.split_first_chunk()?;
        let n_pieces = u32::from_le_bytes(*n_pieces) as usize;
        let (pieces, packed) = rest.split_at_checked(n_pieces.checked_mul(4)?)?;
        let pieces = pieces.as_chunks::<4>().0.iter();
        let pieces = pieces.map(|piece| PieceId(u32::from_le_bytes(*piece)));
        let endings = Terrain::indices(material);
        let mut lists = packing::unpack(&lengths(&endings, n_pieces), packed)?.into_iter();
        let by_piece = pieces.map(|piece| {
            let distances = lists.by_ref().take(endings.len()).collect();
            (piece, Distances::of_lists(distances))
        });
        Some(MovesNeeded::new(material, by_piece.collect()))
    }

    /// What is kept about so many pieces takes no more bytes.
    pub fn most_bytes(material: Material, n_pieces: usize) -> u64 {
        let lengths = lengths(&Terrain::indices(material), n_pieces);
        packing::most_bytes(&lengths) + (MAGIC.len() + 6 + 4 * n_pieces + CHECKSUM_LEN) as u64
    }
}

/// The lengths of the lists of so many pieces.
fn lengths(endings: &[Index], n_pieces: usize) -> Vec<usize> {
    let of_piece: Vec<usize> = endings.iter().map(|index| index.n_numbers() / 2).collect();
    of_piece.repeat(n_pieces)
}
