//! The positions of an ending in which something is true.

use chess::Small;
use domain::{Stopped, Watch};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::index::Index;
use crate::material::Material;
use crate::parallel;

/// Says of positions whether they are wanted.
pub type Test<'c> = Box<dyn FnMut(&Small) -> Result<bool, Stopped> + 'c>;

/// A thread takes this many numbers at a time.
const PARCEL: usize = 1 << 12;

/// All positions with us to move that are wanted, in the order of their numbers. Each thread has a test of its own.
pub fn positions_where<'c>(
    material: Material,
    test: &(dyn Fn() -> Test<'c> + Sync),
    watch: &Watch,
) -> Result<Vec<Small>, Stopped> {
    let index = Index::new(material);
    let n_numbers = index.n_numbers() / 2;
    let done = AtomicU64::new(0);
    let parcels = (0..n_numbers.div_ceil(PARCEL)).collect();
    let found = parallel::map(parcels, |parcel: usize| {
        let from = parcel * PARCEL;
        let (mut test, mut wanted) = (test(), Vec::new());
        for (_, position) in index.positions(from..(from + PARCEL).min(n_numbers)) {
            watch.check()?;
            if test(&position)? {
                wanted.push(position);
            }
        }
        let done = done.fetch_add(PARCEL as u64, Ordering::Relaxed);
        watch.tell("the condition", done, Some(n_numbers as u64));
        Ok(wanted)
    });
    let found: Result<Vec<Vec<Small>>, Stopped> = found.into_iter().collect();
    Ok(found?.concat())
}
