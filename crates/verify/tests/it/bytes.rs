//! Tables as bytes: what is damaged is refused, and nothing panics, whatever the bytes are.

use std::sync::LazyLock;

use domain::Watch;
use nasvet_verify::{EndgameTable, EndgameTables, Holds, Index, Material, TableBytesError};
use proptest::prelude::*;

/// What comes before the lengths of the blocks.
const HEADER_LEN: usize = 13;

static TABLES: LazyLock<EndgameTables> = LazyLock::new(|| {
    let mut tables = EndgameTables::new();
    tables
        .build(kpk(), Holds::MateAndConversion, &Watch::new())
        .expect("three men are not too many");
    tables
});

static BYTES: LazyLock<Vec<u8>> =
    LazyLock::new(|| TABLES.get(kpk()).expect("the table is built").to_bytes());

fn kpk() -> Material {
    "KPK".parse().expect("the name of an ending")
}

/// The bytes with a checksum that fits them: 64-bit FNV-1a over all but the last eight.
fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    let Some(end) = bytes.len().checked_sub(8) else {
        return bytes;
    };
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    for byte in &bytes[..end] {
        sum = (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn a_table_comes_back_as_it_was() {
    let table = EndgameTable::from_bytes(&BYTES).unwrap();
    assert_eq!(
        (table.material(), table.holds()),
        (kpk(), Holds::MateAndConversion)
    );
    let mut tables = EndgameTables::new();
    tables.insert(table);
    let index = Index::new(kpk());
    for (_, position) in index.positions(0..index.n_numbers()) {
        assert_eq!(tables.probe(&position), TABLES.probe(&position));
        assert_eq!(
            tables.probe_conversion(&position),
            TABLES.probe_conversion(&position)
        );
    }
    assert_eq!(signed(BYTES.clone()), *BYTES);
}

#[test]
fn a_table_without_conversions_comes_back_too() {
    let material = "KRK".parse().unwrap();
    let mut tables = EndgameTables::new();
    tables.build(material, Holds::Mate, &Watch::new()).unwrap();
    let bytes = tables.get(material).unwrap().to_bytes();
    let table = EndgameTable::from_bytes(&bytes).unwrap();
    assert_eq!((table.material(), table.holds()), (material, Holds::Mate));
    assert_eq!(table.to_bytes(), bytes);
}

#[test]
fn every_change_of_a_byte_of_the_header_is_found() {
    for idx in 0..HEADER_LEN + 8 {
        for change in 1..=255 {
            let mut bytes = BYTES.clone();
            bytes[idx] ^= change;
            assert!(
                EndgameTable::from_bytes(&bytes).is_err(),
                "byte {idx} changed by {change}"
            );
        }
    }
}

#[test]
fn the_reason_is_told() {
    let check = |bytes: &[u8], expected: TableBytesError| {
        assert_eq!(EndgameTable::from_bytes(bytes).err(), Some(expected));
    };
    check(b"", TableBytesError::NotATable);
    check(b"a text of another kind", TableBytesError::NotATable);
    check(&BYTES[..9], TableBytesError::Damaged);
    check(&BYTES[..BYTES.len() - 1], TableBytesError::Damaged);
    let mut bytes = BYTES.clone();
    bytes[8] = 9;
    check(&signed(bytes), TableBytesError::OtherVersion(9));
}

#[test]
fn every_short_beginning_is_refused() {
    for len in 0..200 {
        assert!(
            EndgameTable::from_bytes(&BYTES[..len]).is_err(),
            "{len} bytes"
        );
        assert!(
            EndgameTable::from_bytes(&signed(BYTES[..len].to_vec())).is_err(),
            "{len} bytes"
        );
    }
}

proptest! {
    #![proptest_config(testing::config(256))]

    #[test]
    fn every_change_of_a_byte_is_found(idx in 0..BYTES.len(), change in 1..=255_u8) {
        let mut bytes = BYTES.clone();
        bytes[idx] ^= change;
        prop_assert!(EndgameTable::from_bytes(&bytes).is_err());
    }

    #[test]
    fn what_is_cut_short_or_too_long_is_refused(len in 0..BYTES.len(), more in 1..99_usize) {
        prop_assert!(EndgameTable::from_bytes(&BYTES[..len]).is_err());
        prop_assert!(EndgameTable::from_bytes(&signed(BYTES[..len].to_vec())).is_err());
        let longer = [BYTES.as_slice(), &vec![0; more]].concat();
        prop_assert!(EndgameTable::from_bytes(&longer).is_err());
        prop_assert!(EndgameTable::from_bytes(&signed(longer)).is_err());
    }

    /// With a right checksum the bytes may be a false table, but they cannot break the program.
    #[test]
    fn forged_bytes_do_not_panic(
        changes in prop::collection::vec((0..BYTES.len(), any::<u8>()), 1..20),
        header in prop::collection::vec((8..HEADER_LEN + 40, any::<u8>()), 0..4),
    ) {
        let mut bytes = BYTES.clone();
        for (idx, byte) in changes.into_iter().chain(header) {
            bytes[idx] = byte;
        }
        if let Ok(table) = EndgameTable::from_bytes(&signed(bytes)) {
            let index = Index::new(table.material());
            let mut tables = EndgameTables::new();
            tables.insert(table);
            for (_, position) in index.positions(0..10_000) {
                let _ = (tables.probe(&position), tables.probe_conversion(&position));
            }
        }
    }

    #[test]
    fn random_bytes_are_refused(mut bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(EndgameTable::from_bytes(&bytes).is_err());
        let n = bytes.len().min(10);
        bytes[..n].copy_from_slice(&BYTES[..n]);
        prop_assert!(EndgameTable::from_bytes(&signed(bytes)).is_err());
    }
}
