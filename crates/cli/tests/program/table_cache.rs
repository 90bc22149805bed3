//! Tables in the cache folder: kept, read again, and never believed when they are not whole.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use domain::{Stopped, Watch};
use nasvet::{Offered, SetStore as _, TableStore};
use nasvet_cli::background_tables::{BackgroundTables, TablesWaitedFor};
use nasvet_cli::kept_files::KeptFiles;
use nasvet_cli::table_cache::{CacheReport, TableCache};
use testing::{Numbers, Scratch};
use verify::{BuildError, EndgameTable, EndgameTables, Holds, Material};

use crate::{nasvet, scratch};

/// The file of a table.
fn file(folder: &Scratch, men: &str) -> PathBuf {
    folder.path().join(format!("{men}.nasvet-table"))
}

fn men(text: &str) -> Material {
    text.parse().expect("men")
}

/// The bytes of a table that the cache provides, and what it says about it.
fn provided(folder: &Path, material: Material) -> (Vec<u8>, CacheReport) {
    let mut tables = EndgameTables::new();
    let report = TableCache::in_folder(folder)
        .provide(&mut tables, material, Holds::Mate, &Watch::new())
        .expect("nobody stops it");
    let table = tables.get(material).expect("it was provided");
    (table.to_bytes(), report)
}

/// The bytes of a table that no file has anything to do with.
fn built(material: Material) -> Vec<u8> {
    let mut tables = EndgameTables::new();
    tables
        .build(material, Holds::Mate, &Watch::new())
        .expect("nobody stops it");
    tables
        .get(material)
        .map(EndgameTable::to_bytes)
        .expect("it was built")
}

#[test]
fn what_killed_runs_left_behind_is_removed() {
    let folder = scratch("table-cache-drafts");
    let at = |name: String| folder.path().join(name);
    let mut ended = std::process::Command::new("true")
        .spawn()
        .expect("a process");
    ended.wait().expect("it ends");
    let (own, ended) = (std::process::id(), ended.id());
    let left = at(format!("KNK.{ended}.draft"));
    let old = at(format!("KBK.{own}.draft"));
    let being_written = at(format!("KRK.{own}.draft"));
    let other = at(format!("notes.{ended}.draft"));
    for file in [&left, &old, &being_written, &other] {
        fs::write(file, "half a table").expect("a file");
    }
    let two_hours = std::time::Duration::from_secs(7200);
    let long_ago = std::time::SystemTime::now() - two_hours;
    let file = fs::File::options().write(true).open(&old);
    file.and_then(|file| file.set_modified(long_ago))
        .expect("an old file");
    provided(folder.path(), men("KNK"));
    // Only Linux tells which processes there are.
    assert_eq!(left.exists(), !cfg!(target_os = "linux"));
    assert!(!old.exists());
    assert!(being_written.exists() && other.exists());
}

#[test]
fn a_table_is_built_once_and_then_read() {
    let folder = scratch("table-cache-once");
    let (first, report) = provided(folder.path(), men("KRK"));
    assert_eq!((report.built, report.read), (vec![men("KRK")], vec![]));
    let (again, report) = provided(folder.path(), men("KRK"));
    assert_eq!((report.built, report.read), (vec![], vec![men("KRK")]));
    assert_eq!(report.notices, Vec::<String>::new());
    assert_eq!(first, again);
    assert_eq!(first, built(men("KRK")));
    let kept = TableCache::in_folder(folder.path()).kept();
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].0, "KRK");
}

#[test]
fn what_is_not_a_whole_table_is_built_anew_and_said() {
    let right = built(men("KRK"));
    let other = built(men("KQK"));
    let mut changed = right.clone();
    changed[right.len() / 2] ^= 1;
    let mut later_version = right.clone();
    later_version[8] += 1;
    let damaged: [(&str, &[u8]); 6] = [
        ("empty", b""),
        ("cut short", &right[..right.len() - 1]),
        ("half", &right[..right.len() / 2]),
        ("a bit changed", &changed),
        ("another version", &later_version),
        ("other men", &other),
    ];
    for (what, bytes) in damaged {
        let folder = scratch("table-cache-damaged");
        fs::write(file(&folder, "KRK"), bytes).expect("a file can be written");
        let (found, report) = provided(folder.path(), men("KRK"));
        assert_eq!(found, right, "{what}");
        assert_eq!(report.built, [men("KRK")], "{what}");
        assert_eq!(report.notices.len(), 1, "{what}: {:?}", report.notices);
        // Next time it is whole.
        let (_, report) = provided(folder.path(), men("KRK"));
        assert_eq!(report.read, [men("KRK")], "{what}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_costs_only_time() {
    let folder = scratch("table-cache-file");
    let file = folder.path().join("a-file");
    fs::write(&file, "not a folder").expect("a file can be written");
    let (found, report) = provided(&file, men("KQK"));
    assert_eq!(found, built(men("KQK")));
    assert!(!report.notices.is_empty());
}

/// The build is killed without warning at ten moments; what is found afterwards is right each time.
#[test]
fn a_killed_build_leaves_nothing_wrong_behind() {
    let build = |folder: &Path| {
        let call = nasvet(&["tables", "KRKN"]);
        call.env("NASVET_CACHE", folder)
    };
    let whole = scratch("table-cache-whole");
    let begun = Instant::now();
    assert_eq!(build(whole.path()).run().status, Some(0));
    let time = begun.elapsed();
    let right = fs::read(file(&whole, "KRKN")).expect("it was kept");
    assert_eq!(right, built(men("KRKN")));
    let folder = scratch("table-cache-killed");
    let mut numbers = Numbers(3);
    let mut n_killed = 0;
    for _ in 0..10 {
        let mut child = build(folder.path()).start();
        std::thread::sleep(time.mul_f64(numbers.below(1000) as f64 / 1000.0));
        if child.try_wait().expect("it can be asked").is_none() {
            child.kill().expect("it can be killed");
            n_killed += 1;
        }
        child.wait().expect("it ends");
        // Whatever lies there now, the answer is right; and then it begins anew.
        let (found, _) = provided(folder.path(), men("KRKN"));
        assert!(found == right, "after {n_killed} kills");
        fs::remove_file(file(&folder, "KRKN")).expect("it was kept");
    }
    assert!(n_killed > 0, "it was never in time to kill it");
}

/// What a store offers within a time.
fn offered(store: &mut BackgroundTables, tables: &mut EndgameTables, of: &str) -> Offered {
    let offered = store.offer(tables, men(of), &Watch::new());
    offered.expect("the ending is small enough, and nobody stops it")
}

#[test]
fn tables_are_made_while_nobody_waits() {
    let folder = scratch("background-tables");
    let cache = TableCache::in_folder(folder.path());
    let mut store = BackgroundTables::new(cache).with_patience(Duration::ZERO);
    let mut tables = EndgameTables::new();
    // No table of four men is made in the time of one look.
    let first = offered(&mut store, &mut tables, "KRKN");
    assert!(
        matches!(first, Offered::NotYet { percent: 0..=99 }),
        "{first:?}"
    );
    let begun = Instant::now();
    let mut last = 0;
    loop {
        match offered(&mut store, &mut tables, "KRKN") {
            Offered::Ready => break,
            Offered::NotYet { percent } => {
                assert!((last..100).contains(&percent), "{last} {percent}");
                last = percent;
            }
        }
        assert!(begun.elapsed() < Duration::from_secs(300), "it never ends");
    }
    for needed in men("KRKN").needed() {
        let table = tables.get(needed).map(EndgameTable::to_bytes);
        assert_eq!(table.as_deref(), Some(&built(needed)[..]), "{needed}");
    }
    // They are kept for the next run.
    assert!(file(&folder, "KRKN").exists());
    assert_eq!(offered(&mut store, &mut tables, "KNKR"), Offered::Ready);
}

#[test]
fn who_asks_waits_no_longer_than_he_said() {
    let mut store = BackgroundTables::new(TableCache::none());
    let mut tables = EndgameTables::new();
    // Fifteen tables of four men take longer than a second on any machine of today.
    let begun = Instant::now();
    let offered = offered(&mut store, &mut tables, "KPKP");
    let waited = begun.elapsed();
    assert!(
        matches!(offered, Offered::NotYet { .. }),
        "{offered:?} after {waited:?}"
    );
    // The rest of what is running here must not make it fail.
    assert!(waited < Duration::from_secs(3), "{waited:?}");
    // Who asks again at once does not wait again.
    let begun = Instant::now();
    let again = store.offer(&mut tables, men("KPKP"), &Watch::new());
    assert!(matches!(again, Ok(Offered::NotYet { .. })), "{again:?}");
    assert!(begun.elapsed() < waited, "{:?}", begun.elapsed());
    let stop = domain::Stop::new();
    stop.raise();
    let stopped = store.offer(&mut tables, men("KPKP"), &Watch::new().with_stop(&stop));
    assert_eq!(stopped, Err(BuildError::Stopped(Stopped::Asked)));
}

#[test]
fn who_waits_sees_how_far_the_tables_are() {
    let waited_for = TablesWaitedFor::default();
    let store = BackgroundTables::new(TableCache::none());
    let mut store = store.with_patience(Duration::MAX).telling(&waited_for);
    assert_eq!(waited_for.percent(), None);
    let seen = std::thread::scope(|scope| {
        let watching = scope.spawn(|| {
            // The store tells before it waits for the first time, and four men take longer than a look.
            let begun = Instant::now();
            loop {
                let percent = waited_for.percent();
                if percent.is_some() || begun.elapsed() > Duration::from_secs(300) {
                    return percent;
                }
                std::thread::yield_now();
            }
        });
        let ready = offered(&mut store, &mut EndgameTables::new(), "KRKN");
        assert_eq!(ready, Offered::Ready);
        watching.join().expect("it only looks")
    });
    assert!(seen.is_some_and(|percent| percent < 100), "{seen:?}");
    assert_eq!(waited_for.percent(), None);
}

#[test]
fn an_ending_that_is_too_large_is_refused_at_once() {
    let mut store = BackgroundTables::new(TableCache::none());
    let large = men("KPPKP");
    let refused = store.offer(&mut EndgameTables::new(), large, &Watch::new());
    assert_eq!(refused, Err(BuildError::TooLarge(large)));
    store.prepare(&EndgameTables::new(), large);
}

/// What was found out about pieces is kept, and what was not used for the longest time goes.
#[test]
fn sets_are_kept_until_there_are_too_many() {
    let folder = scratch("kept-sets");
    let kept = KeptFiles::sets(&TableCache::in_folder(folder.path())).expect("a folder");
    assert_eq!(kept.take("0-KRK", 100), None);
    let name = |n: usize| format!("{n}-KRK");
    for n in 0..24 {
        kept.put(&name(n), &[n as u8; 3]);
        let file = folder.path().join(format!("{}.nasvet-sets", name(n)));
        let at = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000 + n as u64);
        let file = fs::File::options().append(true).open(file);
        file.and_then(|file| file.set_modified(at))
            .expect("the file is there");
    }
    assert_eq!(kept.take(&name(3), 2), None, "it is longer");
    // It is used, so the next one is the oldest.
    assert_eq!(kept.take(&name(0), 3), Some(vec![0; 3]));
    kept.put(&name(24), &[24; 3]);
    assert_eq!(kept.take(&name(1), 3), None);
    for n in [0, 2, 3, 23, 24] {
        assert_eq!(kept.take(&name(n), 3), Some(vec![n as u8; 3]), "{n}");
    }
    let nowhere = KeptFiles::sets(&TableCache::none());
    assert!(nowhere.is_none());
}
