//! Building: progress is told, a stop is quick and leaves whole tables, and what is too large is refused.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use nasvet_verify::{BuildError, Holds, Index, Material, Outcome, Tables, Watch};

fn material(text: &str) -> Material {
    text.parse().expect("the name of an ending")
}

#[test]
fn progress_ends_at_the_total() {
    let steps = Mutex::new(Vec::new());
    let stop = AtomicBool::new(false);
    let progress = |material, done, total| steps.lock().unwrap().push((material, done, total));
    let watch = Watch {
        stop: &stop,
        progress: &progress,
    };
    Tables::new()
        .build(material("KPK"), Holds::MateAndConversion, &watch)
        .unwrap();
    let steps = steps.into_inner().unwrap();
    let (last, done, total) = *steps.last().unwrap();
    assert_eq!((last, done), (material("KPK"), total));
    assert!(steps.iter().all(|step| step.1 <= total && step.2 == total));
    // The tables that a pawn may promote into come first.
    assert_eq!(steps[0].0.to_string(), "KNK");
    assert!(steps.len() > 100);
}

#[test]
fn a_stop_is_quick_and_leaves_whole_tables() {
    let mut tables = Tables::new();
    let stop = AtomicBool::new(false);
    let told = AtomicU64::new(0);
    let stopped_at = Mutex::new(None);
    let progress = |of: Material, _, _| {
        // In the midst of the first ending of four men.
        if of.n_men() == 4 && told.fetch_add(1, Ordering::Relaxed) == 500 {
            stop.store(true, Ordering::Relaxed);
            *stopped_at.lock().unwrap() = Some(Instant::now());
        }
    };
    let watch = Watch {
        stop: &stop,
        progress: &progress,
    };
    // Threads of its own: those that all tests share may be busy with the work of another.
    let pool = rayon::ThreadPoolBuilder::new().build().expect("threads");
    let result = pool.install(|| tables.build(material("KRKN"), Holds::Mate, &watch));
    let waited = stopped_at
        .lock()
        .unwrap()
        .expect("it was stopped")
        .elapsed();
    assert_eq!(result, Err(BuildError::Stopped));
    // A fifth of a second is promised; a busy machine gets more.
    assert!(waited < Duration::from_secs(2), "{waited:?}");
    assert!(tables.get(material("KKR")).is_some());
    assert!(tables.get(material("KRKN")).is_none());
    // Whoever asks again gets the rest.
    stop.store(false, Ordering::Relaxed);
    tables.build(material("KNKR"), Holds::Mate, &watch).unwrap();
    assert!(tables.get(material("KRKN")).is_some());
}

#[test]
fn a_stop_before_the_start_builds_nothing() {
    let stop = AtomicBool::new(true);
    let watch = Watch {
        stop: &stop,
        progress: &|_, _, _| (),
    };
    let mut tables = Tables::new();
    assert_eq!(
        tables.build(material("KRK"), Holds::Mate, &watch),
        Err(BuildError::Stopped)
    );
    assert!(tables.get(material("KRK")).is_none());
}

#[test]
fn five_men_with_pawns_are_too_many() {
    let mut tables = Tables::new();
    for text in ["KRPKR", "KPPKP", "KKPPP"] {
        let result = tables.build(material(text), Holds::Mate, &Watch::nobody());
        assert_eq!(result, Err(BuildError::TooLarge(material(text))));
    }
}

#[test]
fn the_memory_is_told_beforehand() {
    let megabytes = |text: &str| Tables::bytes_needed(material(text)) >> 20;
    assert!(megabytes("KRK") < 1);
    assert!((16..64).contains(&megabytes("KRKN")));
    // Two equal rooks have half as many positions as a rook and a knight.
    assert!((1_400..1_700).contains(&megabytes("KRRKR")));
    assert!((2_400..2_700).contains(&megabytes("KRNKR")));
    assert_eq!(Tables::bytes_needed(Material::KINGS), 0);
}

#[test]
fn bare_kings_are_drawn_and_unknown_endings_are_not_known() {
    let tables = Tables::new();
    let first = |text: &str| {
        let index = Index::new(material(text));
        index.positions(0..index.n_numbers()).next().unwrap().1
    };
    assert_eq!(tables.probe(&first("KK")), Some(Outcome::Draw));
    assert_eq!(tables.probe_conversion(&first("KK")), Some(Outcome::Draw));
    assert_eq!(tables.probe(&first("KRK")), None);
}
