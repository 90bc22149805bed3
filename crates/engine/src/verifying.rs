//! A chapter before the verifier: first a sample, then all positions.

use documents::VerificationDocument;
use nasvet::{Asking, Chapter, Excerpt, Questions, TableStore, Unverifiable, Watch};
use verify::{BuildError, EndgameTables};

use crate::refused::{Refused, refused};

/// Where a sample begins.
const SEED: u64 = 1;

/// The largest sample.
const MAX_SAMPLE: usize = 1_000_000;

/// How many games show each way to fail.
const GAMES: usize = 3;

/// How much may be needed, so that a machine of strangers can bear it.
const MAX_BYTES: u64 = 1 << 30;

pub(crate) fn verify_chapter(
    chapter: &Chapter,
    sample: Option<usize>,
    store: &mut dyn TableStore,
    watch: &Watch,
) -> Result<VerificationDocument, Refused> {
    let questions = Questions {
        nodes: None,
        room: 256 << 20,
        spare: None,
        games: GAMES,
        group: false,
    };
    let excerpt = Excerpt {
        sample: sample.map(|n| (n.clamp(1, MAX_SAMPLE), SEED)),
        ..Excerpt::default()
    };
    let asking = Asking {
        excerpt,
        is_partial_welcome: true,
        ..Asking::default()
    };
    let needed = chapter.bytes_to_verify(None).map_err(refused)?.at_most();
    if needed > MAX_BYTES {
        let needed = needed >> 20;
        return Err(refused(format!(
            "verifying this ending takes {needed} MiB; the program `nasvet verify` can do it"
        )));
    }
    let mut tables = EndgameTables::new();
    for material in chapter.materials().map_err(refused)? {
        let provided = store.provide(&mut tables, material, watch);
        provided.map_err(|error| match error {
            BuildError::Stopped(stopped) => refused(Unverifiable::Stopped(stopped)),
            BuildError::TooLarge(_) => refused(error),
        })?;
    }
    let found = chapter.verify_asking(&tables, questions, &asking, watch);
    found.map_err(refused)
}
