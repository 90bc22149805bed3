//! Ctrl-C at a long question: what was found is shown, and the exit status says that the user stopped it.

#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Command;
use std::time::Duration;

use testing::{Call, Run};

use crate::{nasvet, scratch};

/// The second piece fails only after hours, however fast the search.
const ENDLESS: &str = r#"endgame "King and rook against king"
us K R
them K

advice quick {
  "Mate at once."
  better  mate
  within  1 move
}

advice endless {
  "What never comes is looked for everywhere."
  better  mate and stalemate
  within  8 moves
}

table {
  otherwise quick, endless
}
"#;

#[test]
fn an_interrupted_question_tells_what_was_found() {
    let file = scratch("interrupt").file("endless.advice", ENDLESS);
    let position = "8/8/8/3k4/8/8/1R6/4K3 w - -";
    let said = interrupted(nasvet(&[
        "advise",
        &file,
        position,
        "--stats",
        "--nodes",
        "100000000000",
    ]));
    assert!(said.contains("quick"), "{said}");
    assert!(said.ends_with("Unknown: stopped on request.\n"), "{said}");
}

/// With a few positions a search, and no lemma, one thinks for ever about a pawn ending.
#[test]
fn an_interrupted_reasoner_tells_how_far_it_came() {
    let position = "8/p7/8/8/2K5/5k2/2P5/8 w - -";
    let question = ["ask", "kpkp", position, "can White win?"];
    let control = [
        "--without",
        "glance",
        "--search-nodes",
        "5",
        "--cycles",
        "1000000",
    ];
    let said = interrupted(nasvet(&[&question[..], &control[..]].concat()));
    assert!(
        said.starts_with("Unknown: stopped, or the time is up.\n"),
        "{said}"
    );
    assert!(said.ends_with(" positions searched\n"), "{said}");
}

/// Tables of five men take a minute or more.
#[test]
fn interrupted_tables_keep_what_is_finished() {
    let folder = scratch("interrupt-tables");
    let call = nasvet(&["tables", "KQRKR"]).env("NASVET_CACHE", folder.path());
    let run = call.interrupted_after(Duration::from_secs(3));
    assert_eq!(run.status, Some(130), "{run:?}");
    let said = "nasvet: stopped on request; the tables that were finished are kept\n";
    assert!(run.err.ends_with(said), "{run:?}");
    assert!(folder.path().join("KRK.nasvet-table").exists());
}

/// A chapter for four men is played for a minute or more. Whoever stops it sees what was found, and loses nothing; and
/// whoever reads a log sees how far it has come.
#[test]
fn an_interrupted_verifier_reports_and_goes_on() {
    let folder = scratch("interrupt-verify");
    let chapter = ENDLESS.replace("them K\n", "them K R\n") + "claim keeps every win\n";
    let chapter = chapter.replace("mate and stalemate", "them_to_move");
    // The first of a list are looked for in each position by itself.
    let listed = "us      any by distance(to, their.king), first 5\n  within  1 move";
    let chapter = chapter.replace("within  8 moves", listed);
    let file = folder.file("four.advice", chapter);
    let cache = folder.path().join("cache");
    // The tables are not what is interrupted.
    let tables = nasvet(&["tables", "KRKR"])
        .env("NASVET_CACHE", &cache)
        .run();
    assert_eq!(tables.status, Some(0), "{tables:?}");
    let verify = || {
        nasvet(&["verify", &file])
            .env("NASVET_CACHE", &cache)
            .env("NASVET_PROGRESS", "on")
    };
    let run = interrupted_while_asking(verify());
    assert_eq!(run.status, Some(130), "{run:?}");
    let goes_on = "nasvet: stopped on request; the same command goes on from here\n";
    assert!(run.err.ends_with(goes_on), "{run:?}");
    assert!(run.err.contains("positions of KRKR: "), "{run:?}");
    let partial = "PARTIAL: the run was stopped. ";
    assert!(
        run.out
            .lines()
            .nth(1)
            .is_some_and(|line| line.starts_with(partial)),
        "{run:?}"
    );
    let asked = asked(&run.out);
    assert!(asked > 0, "{run:?}");

    let run = interrupted_while_asking(verify());
    assert!(run.err.contains("nasvet: goes on from "), "{run:?}");
    assert!(self::asked(&run.out) >= asked, "{run:?}");
}

/// What the verifier comes to if it is interrupted soon after it began to ask about positions.
fn interrupted_while_asking(program: Call) -> Run {
    let mut child = program.start();
    let mut stdout = child.stdout.take().expect("a pipe");
    let out = std::thread::spawn(move || {
        let mut out = String::new();
        stdout.read_to_string(&mut out).expect("UTF-8");
        out
    });
    let (mut err, mut is_asked) = (String::new(), false);
    for line in BufReader::new(child.stderr.take().expect("a pipe")).lines() {
        let line = line.expect("UTF-8");
        if line.contains("positions of KRKR: ") && !std::mem::replace(&mut is_asked, true) {
            std::thread::sleep(Duration::from_secs(3));
            let id = child.id().to_string();
            let sent = Command::new("kill").args(["-INT", &id]).status();
            assert!(sent.expect("kill is there").success());
        }
        err += &line;
        err.push('\n');
    }
    Run {
        status: child.wait().expect("the program ends").code(),
        out: out.join().expect("nothing goes wrong"),
        err,
    }
}

/// How many positions a partial report says were asked about: all of them where only claims were left
/// out.
fn asked(report: &str) -> u64 {
    let line = report.lines().nth(1).unwrap_or_default();
    let numbers = line
        .split(' ')
        .filter_map(|word| word.replace(',', "").parse().ok());
    match numbers.into_iter().next() {
        Some(number) => number,
        None if line.ends_with("Left out: claims.") => u64::MAX,
        None => 0,
    }
}

/// What a program says that is interrupted after three seconds.
fn interrupted(program: Call) -> String {
    let run = program.interrupted_after(Duration::from_secs(3));
    assert_eq!(run.status, Some(130), "{run:?}");
    run.out
}
