//! Tables in the cache folder: kept, read again, and never believed when they are not whole.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::endings::Numbers;
use domain::Watch;
use nasvet::TableCache;
use verify::{EndgameTable, EndgameTables, Holds, Material};

/// An empty folder of our own, which is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("nasvet-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    fn file(&self, men: &str) -> PathBuf {
        self.0.join(format!("{men}.nasvet-table"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn men(text: &str) -> Material {
    text.parse().expect("men")
}

/// The bytes of a table that the cache provides, and what it says about it.
fn provided(folder: &Path, material: Material) -> (Vec<u8>, nasvet::CacheReport) {
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
fn a_table_is_built_once_and_then_read() {
    let folder = Folder::new("once");
    let (first, report) = provided(&folder.0, men("KRK"));
    assert_eq!((report.built, report.read), (vec![men("KRK")], vec![]));
    let (again, report) = provided(&folder.0, men("KRK"));
    assert_eq!((report.built, report.read), (vec![], vec![men("KRK")]));
    assert_eq!(report.notices, Vec::<String>::new());
    assert_eq!(first, again);
    assert_eq!(first, built(men("KRK")));
    let kept = TableCache::in_folder(&folder.0).kept();
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
        let folder = Folder::new("damaged");
        fs::write(folder.file("KRK"), bytes).expect("a file can be written");
        let (found, report) = provided(&folder.0, men("KRK"));
        assert_eq!(found, right, "{what}");
        assert_eq!(report.built, [men("KRK")], "{what}");
        assert_eq!(report.notices.len(), 1, "{what}: {:?}", report.notices);
        // Next time it is whole.
        let (_, report) = provided(&folder.0, men("KRK"));
        assert_eq!(report.read, [men("KRK")], "{what}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_costs_only_time() {
    let folder = Folder::new("file");
    let file = folder.0.join("a-file");
    fs::write(&file, "not a folder").expect("a file can be written");
    let (found, report) = provided(&file, men("KQK"));
    assert_eq!(found, built(men("KQK")));
    assert!(!report.notices.is_empty());
}

/// The build is killed without warning at ten moments; what is found afterwards is right each time.
#[test]
fn a_killed_build_leaves_nothing_wrong_behind() {
    let build = |folder: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nasvet"));
        command
            .args(["tables", "KRKN"])
            .env("NASVET_CACHE", folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    };
    let whole = Folder::new("whole");
    let begun = Instant::now();
    assert!(build(&whole.0).status().expect("it runs").success());
    let time = begun.elapsed();
    let right = fs::read(whole.file("KRKN")).expect("it was kept");
    assert_eq!(right, built(men("KRKN")));
    let folder = Folder::new("killed");
    let mut numbers = Numbers(3);
    let mut n_killed = 0;
    for _ in 0..10 {
        let mut child = build(&folder.0).spawn().expect("it runs");
        std::thread::sleep(time.mul_f64(numbers.below(1000) as f64 / 1000.0));
        if child.try_wait().expect("it can be asked").is_none() {
            child.kill().expect("it can be killed");
            n_killed += 1;
        }
        child.wait().expect("it ends");
        // Whatever lies there now, the answer is right; and then it begins anew.
        let (found, _) = provided(&folder.0, men("KRKN"));
        assert!(found == right, "after {n_killed} kills");
        fs::remove_file(folder.file("KRKN")).expect("it was kept");
    }
    assert!(n_killed > 0, "it was never in time to kill it");
}
