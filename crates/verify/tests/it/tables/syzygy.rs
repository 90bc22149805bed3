//! Win, draw and loss are as in all the Syzygy tables of three and four men.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use chess::Board;
use nasvet_verify::{Index, Material, Syzygy};
use rayon::prelude::*;
use shakmaty_syzygy::Tablebase;
use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};
use testing::is_deep;

use crate::material;

use super::{TABLES, all_endings, suite};

/// The files read once, since there are a thousand million questions.
struct InMemory(HashMap<PathBuf, Arc<[u8]>>);

struct Bytes(Arc<[u8]>);

impl Filesystem for InMemory {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        Ok(self.file(path)?.len() as u64)
    }

    fn read_dir(&self, _: &Path) -> io::Result<Vec<PathBuf>> {
        Ok(self.0.keys().cloned().collect())
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        Ok(Box::new(Bytes(self.file(path)?.clone())))
    }
}

impl InMemory {
    fn file(&self, path: &Path) -> io::Result<&Arc<[u8]>> {
        self.0.get(path).ok_or(io::ErrorKind::NotFound.into())
    }
}

impl RandomAccessFile for Bytes {
    fn read_at(&self, buf: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let rest = usize::try_from(offset)
            .ok()
            .and_then(|offset| self.0.get(offset..));
        let rest = rest.ok_or(io::ErrorKind::UnexpectedEof)?;
        let n = rest.len().min(buf.len());
        buf[..n].copy_from_slice(&rest[..n]);
        Ok(n)
    }
}

static SYZYGY: LazyLock<Syzygy> = LazyLock::new(|| {
    let folder = suite("syzygy");
    let files = std::fs::read_dir(&folder).expect("the suite is there");
    let files = files.map(|entry| {
        let path = entry.expect("a readable folder").path();
        let bytes = std::fs::read(&path).expect("a readable file");
        (path, bytes.into())
    });
    let mut tables = Tablebase::with_filesystem(Arc::new(InMemory(files.collect())));
    let n_files = tables.add_directory(&folder).expect("whole tables");
    assert_eq!(n_files, 2 * 35);
    Syzygy::new(tables)
});

/// Compares every so manieth number, and gives back how many positions that were and with how many en passant.
fn compare(material: Material, stride: usize, only_en_passant: bool) -> (u64, u64) {
    let index = Index::new(material);
    (0..index.n_numbers())
        .into_par_iter()
        .step_by(stride)
        .filter_map(|number| index.position(number))
        .filter(|position| !only_en_passant || position.en_passant().is_some())
        .map(|position| {
            let expected = SYZYGY.probe(&position).expect("all tables are there");
            let found = TABLES.probe(&position).map(|outcome| outcome.wdl());
            assert_eq!(found, Some(expected), "{position:?}");
            (1, u64::from(position.en_passant().is_some()))
        })
        .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
}

#[test]
fn results_are_those_of_syzygy() {
    let mut total = 0;
    for material in all_endings() {
        // Prime to the squares, so all of them come up.
        let stride = if is_deep() || material.n_men() < 4 {
            1
        } else {
            401
        };
        let (positions, en_passant) = compare(material, stride, false);
        println!("{material}: {positions} positions, {en_passant} en passant");
        total += positions;
    }
    println!("{total} positions in all");
}

#[test]
fn results_with_en_passant_are_those_of_syzygy() {
    // The count is that of the exhaustive test of `chess`.
    assert_eq!(compare(material("KPKP"), 1, true), (87_572, 87_572));
}
