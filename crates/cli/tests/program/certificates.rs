//! Certificates as their users meet them: what `nasvet verify --certificate` writes, `certcheck` accepts.

use std::fs;
use std::path::Path;

use certcheck::check_file;
use testing::{Run, root};

use crate::{assert_has, nasvet, scratch};

/// Plans a mate in two, and is silent where there is none.
const MATES: &str = r#"endgame "King and queen against king"
us K Q
them K

advice mate_in_two {
  "Mate in two moves."
  better   mate
  holding  not stalemate
  us       any
  within   2 moves
}

table {
  otherwise mate_in_two
}
"#;

/// Verifies a chapter, and gives the run and what was written.
fn certify(name: &str, chapter: String) -> (Run, Option<Vec<u8>>) {
    let folder = scratch(name);
    let chapter = folder.file("chapter.md", chapter);
    let file = Path::new(&chapter).with_file_name("claims.cert");
    let shown = file.to_str().expect("a path of letters");
    let run = nasvet(&["verify", &chapter, "--certificate", shown])
        .env("NASVET_CACHE", env!("CARGO_TARGET_TMPDIR"))
        .run();
    (run, fs::read(&file).ok())
}

/// King and queen against king has so many positions, by the brute force of certcheck's own tests.
const ALL: &str = "144508 of 144508 positions";

#[test]
fn the_claims_of_a_shipped_chapter_are_accepted() {
    let folder = scratch("certificates-kqk");
    let file = folder.file("kqk.cert", "");
    let run = nasvet(&["verify", "kqk", "--certificate", &file, "--json"])
        .env("NASVET_CACHE", env!("CARGO_TARGET_TMPDIR"))
        .run();
    assert_eq!(run.status, Some(0), "{}", run.err);
    let digest = run.json()["digest"].as_str().expect("a digest").to_owned();
    let bytes = fs::read(&file).expect("it was written");
    let ruled = check_file(&bytes, Some(&digest)).expect("it can be read");
    // Two claims, each in both modes.
    assert_eq!(ruled.len(), 4);
    for ruled in ruled {
        let proved = ruled.expect("it is a proof");
        assert_has(&proved, ALL);
        assert_has(&proved, "section KQK chapter kqk");
    }
    let other = digest.chars().rev().collect::<String>();
    let ruled = check_file(&bytes, Some(&other)).expect("it can be read");
    assert!(ruled.iter().all(Result::is_err));
}

/// One claim has a condition, one needs the language, and one is broken.
#[test]
fn each_claim_is_certified_as_far_as_it_can_be() {
    let source = root().join("chapters/kqk.md");
    let source = fs::read_to_string(source).expect("the chapter is shipped");
    let claims = "claim wins from every position within 22 moves where corner(their.king)
claim never stalemate
claim wins from every position within 3 moves";
    let chapter = format!("{source}\n```advice\n{claims}\n```\n");
    let (run, bytes) = certify("certificates-more", chapter);
    assert_eq!(run.status, Some(1), "{}", run.err);
    assert_has(
        &run.err,
        "no certificate of `claim never stalemate`: nobody can check this promise without the language",
    );
    assert_has(
        &run.err,
        "no certificate of `claim wins from every position within 3 moves`: it does not hold",
    );
    let ruled = check_file(&bytes.expect("it was written"), None).expect("it can be read");
    let proved: Vec<String> = ruled
        .into_iter()
        .map(|ruled| ruled.expect("a proof"))
        .collect();
    assert_eq!(proved.len(), 6);
    for (idx, proved) in proved.iter().enumerate() {
        let is_listed = idx >= 4;
        assert_eq!(proved.contains("positions listed"), is_listed, "{proved}");
        assert_eq!(proved.contains("where corner(their.king)"), is_listed);
        assert_eq!(proved.contains(ALL), !is_listed);
    }
}

#[test]
fn without_a_certificate_nothing_is_written() {
    let broken = "claim wins from every position\n";
    for (name, claims, status, says) in [
        ("certificates-broken", broken, 1, "it does not hold"),
        ("certificates-none", "", 3, "no claim could be certified"),
    ] {
        let (run, bytes) = certify(name, format!("```advice\n{MATES}{claims}```\n"));
        assert_eq!(run.status, Some(status), "{name}: {}", run.err);
        assert_has(&run.err, says);
        assert_has(&run.err, "was not written");
        assert_eq!(bytes, None, "{name}");
    }
}
