//! Answers of a team, kept between runs or brought together from several machines.
//!
//! ```text
//! magic (8)  version (2)  length of the heading (4)  heading  checksum (8)
//! then for each parcel:  ending (1)  parcel (4)  length (4)  bytes  checksum (8)
//! ```
//!
//! Numbers are little-endian; each checksum is 64-bit FNV-1a over its part. Parcels stand in any order and are added at
//! the end while a run goes on, so a file that was cut off is good up to its last whole parcel. The heading says whose
//! answers these are; only those with equal headings belong together.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use domain::{Stopped, Watch};

use crate::judge::Hearing;
use crate::judge::asking::{Places, TeamAsker};
use crate::judge::parcel::Bounds;
use crate::judge::survey::AskingScope;

const MAGIC: &[u8; 8] = b"NasvetAn";
/// Increased whenever the meaning of the bytes changes, including the numbers of positions and the size of parcels.
const VERSION: u16 = 1;

/// Which positions a parcel is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ParcelKey {
    /// The ending, by its number among those that are judged.
    pub ending: u8,
    /// The parcel in it.
    pub parcel: u32,
}

/// Keeps answers; it may be called from several threads.
pub trait AnswerKeeper: Sync {
    /// The bytes of a parcel, if they are kept.
    fn find(&self, key: ParcelKey) -> Option<Vec<u8>>;

    /// Keeps the bytes of a parcel.
    fn keep(&self, key: ParcelKey, bytes: Vec<u8>);

    /// What the parcels may speak of.
    fn bounds(&self) -> Bounds;
}

/// One of several shares of all parcels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Which, from 0.
    pub idx: u32,
    /// Of how many.
    pub of: u32,
}

/// Answers as they were read.
#[derive(Debug)]
pub struct Answers {
    heading: String,
    bytes: Vec<u8>,
    parcels: HashMap<ParcelKey, Range<usize>>,
    n_good: usize,
}

/// Why bytes are no answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerBytesError {
    /// They do not begin like answers.
    NotAnswers,
    /// They were written by another version of the program.
    OtherVersion(u16),
    /// Their heading is cut off or changed.
    Damaged,
}

impl fmt::Display for AnswerBytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerBytesError::NotAnswers => write!(f, "not answers of a chapter"),
            AnswerBytesError::OtherVersion(version) => {
                write!(
                    f,
                    "answers of version {version}, expected version {VERSION}"
                )
            }
            AnswerBytesError::Damaged => write!(f, "damaged answers of a chapter"),
        }
    }
}

impl std::error::Error for AnswerBytesError {}

impl Answers {
    /// How a file with this heading begins.
    pub fn opening(heading: &str) -> Vec<u8> {
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((heading.len() as u32).to_le_bytes());
        bytes.extend(heading.as_bytes());
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// A parcel as it stands in a file.
    pub fn record(key: ParcelKey, parcel: &[u8]) -> Vec<u8> {
        let mut bytes = vec![key.ending];
        bytes.extend(key.parcel.to_le_bytes());
        bytes.extend((parcel.len() as u32).to_le_bytes());
        bytes.extend(parcel);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file up to its last whole parcel.
    pub fn read(bytes: Vec<u8>) -> Result<Answers, AnswerBytesError> {
        let damaged = AnswerBytesError::Damaged;
        if !bytes.starts_with(MAGIC) {
            return Err(AnswerBytesError::NotAnswers);
        }
        let version = bytes.get(8..10).ok_or(damaged)?;
        let version = u16::from_le_bytes([version[0], version[1]]);
        if version != VERSION {
            return Err(AnswerBytesError::OtherVersion(version));
        }
        let length = number(&bytes, 10).ok_or(damaged)?;
        let end = 14usize.checked_add(length).ok_or(damaged)?;
        let heading = bytes.get(14..end).ok_or(damaged)?;
        let heading = String::from_utf8(heading.to_vec()).map_err(|_| damaged)?;
        let mut n_good = checked(&bytes, 0..end).ok_or(damaged)?;
        let mut parcels = HashMap::new();
        while let Some((key, parcel, end)) = record_at(&bytes, n_good) {
            parcels.insert(key, parcel);
            n_good = end;
        }
        Ok(Answers {
            heading,
            bytes,
            parcels,
            n_good,
        })
    }

    /// Whose answers they are.
    pub fn heading(&self) -> &str {
        &self.heading
    }

    /// How many bytes are good; what comes after them was cut off or changed.
    pub fn n_good(&self) -> usize {
        self.n_good
    }

    /// Is there nothing after the last whole parcel?
    pub fn is_whole(&self) -> bool {
        self.n_good == self.bytes.len()
    }

    /// How many parcels there are.
    pub fn n_parcels(&self) -> usize {
        self.parcels.len()
    }

    /// The bytes of a parcel.
    pub fn find(&self, key: ParcelKey) -> Option<&[u8]> {
        Some(&self.bytes[self.parcels.get(&key)?.clone()])
    }
}

/// The parcel that begins at a place, and where it ends.
fn record_at(bytes: &[u8], start: usize) -> Option<(ParcelKey, Range<usize>, usize)> {
    let key = ParcelKey {
        ending: *bytes.get(start)?,
        parcel: number(bytes, start + 1)? as u32,
    };
    let length = number(bytes, start + 5)?;
    let parcel = start + 9..(start + 9).checked_add(length)?;
    let end = checked(bytes, start..parcel.end)?;
    Some((key, parcel, end))
}

/// Four bytes as a number.
fn number(bytes: &[u8], start: usize) -> Option<usize> {
    let bytes = bytes.get(start..start.checked_add(4)?)?;
    Some(u32::from_le_bytes(*bytes.first_chunk()?) as usize)
}

/// The end of the checksum after a part, if it is right.
fn checked(bytes: &[u8], part: Range<usize>) -> Option<usize> {
    let end = part.end.checked_add(8)?;
    let sum = bytes.get(part.end..end)?.first_chunk()?;
    (checksum(bytes.get(part)?) == u64::from_le_bytes(*sum)).then_some(end)
}

/// 64-bit FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Asks a team about a share of all parcels, and has the answers kept. Nothing is judged.
pub fn ask_share(
    hearing: Hearing<'_>,
    keeper: &dyn AnswerKeeper,
    share: Share,
    watch: &Watch,
) -> Result<(), Stopped> {
    let places = Arc::new(Places::of_hearing(&hearing));
    let inquiry = AskingScope {
        keeper: Some(keeper),
        ..AskingScope::default()
    };
    let asker = TeamAsker::new(hearing, &places, inquiry, watch);
    let parcels = places.parcels().into_iter().enumerate();
    let ours = parcels.filter(|(idx, _)| *idx as u32 % share.of == share.idx);
    let ours: Vec<ParcelKey> = ours.map(|(_, key)| key).collect();
    asker.parcels(&ours, |_, parcel| parcel.map(|_| ()))
}

/// How many parcels of a hearing are not kept, and how many there are in all.
pub fn missing_parcels(hearing: &Hearing<'_>, keeper: &dyn AnswerKeeper) -> (usize, usize) {
    let all = Places::of_hearing(hearing).parcels();
    let missing = all.iter().filter(|key| keeper.find(**key).is_none());
    (missing.count(), all.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [ParcelKey; 2] = [
        ParcelKey {
            ending: 0,
            parcel: 7,
        },
        ParcelKey {
            ending: 1,
            parcel: 0,
        },
    ];

    fn file() -> Vec<u8> {
        let mut bytes = Answers::opening("whose");
        bytes.extend(Answers::record(KEYS[0], b"first"));
        bytes.extend(Answers::record(KEYS[1], b"second"));
        bytes
    }

    #[test]
    fn what_is_written_is_read() {
        let answers = Answers::read(file()).expect("a whole file");
        assert_eq!((answers.heading(), answers.n_parcels()), ("whose", 2));
        assert!(answers.is_whole());
        assert_eq!(answers.find(KEYS[0]), Some(&b"first"[..]));
        assert_eq!(answers.find(KEYS[1]), Some(&b"second"[..]));
    }

    /// Wherever a file is cut off, whole parcels before that place stay good; without a heading nothing is.
    #[test]
    fn a_file_that_was_cut_off_is_good_up_to_its_last_whole_parcel() {
        let whole = file();
        let opening = Answers::opening("whose").len();
        let first = opening + Answers::record(KEYS[0], b"first").len();
        for length in 8..whole.len() {
            let read = Answers::read(whole[..length].to_vec());
            let expected = match length {
                0..10 => None,
                _ if length < opening => None,
                _ if length < first => Some((0, opening)),
                _ => Some((1, first)),
            };
            let found = read.ok().map(|read| (read.n_parcels(), read.n_good()));
            assert_eq!(found, expected, "{length}");
        }
    }

    #[test]
    fn a_changed_byte_is_noticed() {
        let whole = file();
        for idx in 0..whole.len() {
            let mut changed = whole.clone();
            changed[idx] ^= 1;
            let read = Answers::read(changed);
            assert!(
                read.is_err() || !read.is_ok_and(|read| read.is_whole()),
                "{idx}"
            );
        }
    }
}
