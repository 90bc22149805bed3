//! Building reports progress, stops quickly with whole tables, and refuses tables that are too large.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use domain::{Progress, Stop, Stopped, Watch};
use nasvet_verify::{BuildError, EndgameTables, GameValue, Holds, Index, Material};

use crate::material;

#[test]
fn progress_ends_at_the_total() {
    let steps = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&steps);
    let listener = move |progress: &Progress| heard.lock().unwrap().push(progress.clone());
    let watch = Watch::new().with_listener(listener);
    EndgameTables::new()
        .build(material("KPK"), Holds::MateAndConversion, &watch)
        .unwrap();
    let steps = steps.lock().unwrap();
    let last = steps.last().unwrap();
    assert_eq!((&*last.what, Some(last.done)), ("table of KPK", last.of));
    assert!(
        steps
            .iter()
            .all(|step| step.done <= last.done && step.of == last.of)
    );
    // The tables that a pawn may promote into come first.
    assert_eq!(steps[0].what, "table of KNK");
    assert!(steps.len() > 100);
}

#[test]
fn a_stop_is_quick_and_leaves_whole_tables() {
    let mut tables = EndgameTables::new();
    let stop = Stop::new();
    let told = AtomicU64::new(0);
    let stopped_at = Arc::new(Mutex::new(None));
    let (raised, raised_at) = (stop.clone(), Arc::clone(&stopped_at));
    let listener = move |progress: &Progress| {
        // In the midst of the ending of four men.
        if progress.what == "table of KRKN" && told.fetch_add(1, Ordering::Relaxed) == 500 {
            raised.raise();
            *raised_at.lock().unwrap() = Some(Instant::now());
        }
    };
    let watch = Watch::new().with_stop(&stop).with_listener(listener);
    // Threads of its own: those that all tests share may be busy with the work of another.
    let pool = rayon::ThreadPoolBuilder::new().build().expect("threads");
    let result = pool.install(|| tables.build(material("KRKN"), Holds::Mate, &watch));
    let waited = stopped_at
        .lock()
        .unwrap()
        .expect("it was stopped")
        .elapsed();
    assert_eq!(result, Err(BuildError::Stopped(Stopped::Asked)));
    // A fifth of a second is promised; a busy machine gets more.
    assert!(waited < Duration::from_secs(2), "{waited:?}");
    assert!(tables.get(material("KKR")).is_some());
    assert!(tables.get(material("KRKN")).is_none());
    // The next request builds the rest.
    stop.lower();
    tables.build(material("KNKR"), Holds::Mate, &watch).unwrap();
    assert!(tables.get(material("KRKN")).is_some());
}

#[test]
fn a_stop_before_the_start_builds_nothing() {
    let stop = Stop::new();
    stop.raise();
    let watch = Watch::new().with_stop(&stop);
    let mut tables = EndgameTables::new();
    assert_eq!(
        tables.build(material("KRK"), Holds::Mate, &watch),
        Err(BuildError::Stopped(Stopped::Asked))
    );
    assert!(tables.get(material("KRK")).is_none());
}

#[test]
fn five_men_with_pawns_are_too_many() {
    let mut tables = EndgameTables::new();
    for text in ["KRPKR", "KPPKP", "KKPPP"] {
        let result = tables.build(material(text), Holds::Mate, &Watch::new());
        assert_eq!(result, Err(BuildError::TooLarge(material(text))));
        // Nothing was built on the way.
        assert!(tables.get(material("KPK")).is_none());
        let error = EndgameTables::check_size(material(text)).unwrap_err();
        assert!(error.to_string().contains("MiB of memory"), "{error}");
    }
}

#[test]
fn the_memory_is_told_beforehand() {
    let megabytes = |text: &str| EndgameTables::bytes_needed(material(text)) >> 20;
    assert!(megabytes("KRK") < 1);
    assert!((16..64).contains(&megabytes("KRKN")));
    // Two equal rooks have half as many positions as a rook and a knight.
    assert!((1_400..1_700).contains(&megabytes("KRRKR")));
    assert!((2_400..2_700).contains(&megabytes("KRNKR")));
    assert_eq!(EndgameTables::bytes_needed(Material::KINGS), 0);
}

#[test]
fn bare_kings_are_drawn_and_unknown_endings_are_not_known() {
    let tables = EndgameTables::new();
    let first = |text: &str| {
        let index = Index::new(material(text));
        index.positions(0..index.n_numbers()).next().unwrap().1
    };
    assert_eq!(tables.probe(&first("KK")), Some(GameValue::Draw));
    assert_eq!(tables.probe_conversion(&first("KK")), Some(GameValue::Draw));
    assert_eq!(tables.probe(&first("KRK")), None);
}
