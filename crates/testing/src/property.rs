//! Properties: the same cases in every run, and fresh ones in a deep run.
//!
//! A plain run draws its cases from a fixed seed, so that it passes today if it passed yesterday. A deep run draws many
//! more from a fresh seed. It prints the seed, `NASVET_SEED=…` draws the same cases again, and a case that fails is
//! kept: proptest writes it to a file beside the test (`dialogue.failures` beside `dialogue.rs`), which is committed
//! with the mend. Every run tries the kept cases first.

use std::any::Any;
use std::fmt::Debug;
use std::hash::{BuildHasher, RandomState};

use proptest::test_runner::{
    Config, FailurePersistence, FileFailurePersistence, PersistedSeed, RngSeed,
};

use crate::is_deep;

/// The seed of all plain runs.
const SEED: u64 = 1982;

/// How many times as many cases a deep run tries.
const DEEPER: u32 = 30;

/// Where cases that failed are kept: beside the test, with this ending.
const KEPT: FileFailurePersistence = FileFailurePersistence::WithSource("failures");

/// How a property is tested that is worth so many cases in a plain run.
pub fn config(cases: u32) -> Config {
    let (seed, cases, kept): (_, _, Box<dyn FailurePersistence>) = match is_deep() {
        true => (deep_seed(), cases.saturating_mul(DEEPER), Box::new(KEPT)),
        false => (SEED, cases, Box::new(OnlyRead(KEPT))),
    };
    Config {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: Some(kept),
        // A property that throws away most of its cases is written wrongly.
        max_global_rejects: cases.saturating_mul(20),
        ..Config::default()
    }
}

/// A fresh seed, or the one that is asked for.
#[expect(
    clippy::print_stderr,
    reason = "the output of a test that fails is shown"
)]
fn deep_seed() -> u64 {
    let asked = std::env::var("NASVET_SEED").ok();
    let seed = match asked {
        Some(text) => text.parse().expect("NASVET_SEED is a number"),
        None => RandomState::new().hash_one(SEED),
    };
    eprintln!("drawn with NASVET_DEEP=1 NASVET_SEED={seed}");
    seed
}

/// Kept cases are tried, and no file is written: a plain run fails again by itself.
#[derive(Clone, Debug, PartialEq)]
struct OnlyRead(FileFailurePersistence);

impl FailurePersistence for OnlyRead {
    fn load_persisted_failures2(&self, source_file: Option<&'static str>) -> Vec<PersistedSeed> {
        self.0.load_persisted_failures2(source_file)
    }

    fn save_persisted_failure2(
        &mut self,
        _source_file: Option<&'static str>,
        _seed: PersistedSeed,
        _shrunken_value: &dyn Debug,
    ) {
    }

    fn box_clone(&self) -> Box<dyn FailurePersistence> {
        Box::new(self.clone())
    }

    fn eq(&self, other: &dyn FailurePersistence) -> bool {
        other.as_any().downcast_ref::<OnlyRead>() == Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use proptest::prelude::*;
    use proptest::test_runner::TestRunner;

    use super::*;

    fn drawn() -> Vec<u64> {
        let drawn = RefCell::new(Vec::new());
        let outcome = TestRunner::new(config(20)).run(&any::<u64>(), |number| {
            drawn.borrow_mut().push(number);
            Ok(())
        });
        assert_eq!(outcome, Ok(()));
        drawn.into_inner()
    }

    #[test]
    fn a_plain_run_draws_the_same_cases_and_a_deep_one_others() {
        assert_eq!(drawn() == drawn(), !is_deep());
    }
}
