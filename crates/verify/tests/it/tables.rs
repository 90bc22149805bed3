//! The tables against other people's: Syzygy, Gaviota, published maxima, and the rules themselves.
//!
//! What takes long is sampled, and done in full with `NASVET_DEEP=1` in the environment.

use std::path::PathBuf;
use std::sync::LazyLock;

use domain::Watch;
use nasvet_verify::{EndgameTables, Holds, Material};

use crate::material;

#[cfg(feature = "syzygy")]
mod syzygy;
mod gaviota;
mod maxima;
mod successors;

/// All tables of three and four men, with the distances to conversion where a test asks for them.
static TABLES: LazyLock<EndgameTables> = LazyLock::new(|| {
    let mut tables = EndgameTables::new();
    for material in all_endings() {
        tables
            .build(material, Holds::Mate, &Watch::new())
            .expect("four men are not too many");
    }
    for text in ["KRK", "KPK", "KRKN", "KQKR", "KPKP"] {
        tables
            .build(material(text), Holds::MateAndConversion, &Watch::new())
            .expect("four men are not too many");
    }
    tables
});

fn all_endings() -> impl Iterator<Item = Material> {
    [3, 4].into_iter().flat_map(Material::all_with)
}

/// A file or folder among the suites.
fn suite(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../suites/tables")
        .join(path)
}
