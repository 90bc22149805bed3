//! Ctrl-C at a long question: what was found is shown, and the exit status says that the user stopped it.

#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

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
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("endless.advice");
    std::fs::write(&file, ENDLESS).expect("the folder is ours");
    let mut asked = Command::new(env!("CARGO_BIN_EXE_nasvet"));
    asked
        .arg("advise")
        .arg(&file)
        .args(["8/8/8/3k4/8/8/1R6/4K3 w - -", "--stats"])
        .args(["--nodes", "100000000000"]);
    let said = interrupted(&mut asked);
    assert!(said.contains("quick"), "{said}");
    assert!(said.ends_with("Unknown: stopped on request.\n"), "{said}");
}

/// With a few positions a search, and no lemma, one thinks for ever about a pawn ending.
#[test]
fn an_interrupted_reasoner_tells_how_far_it_came() {
    let mut asked = Command::new(env!("CARGO_BIN_EXE_nasvet"));
    asked
        .args(["ask", "kpkp", "8/p7/8/8/2K5/5k2/2P5/8 w - -"])
        .args(["can White win?", "--without", "glance"])
        .args(["--search-nodes", "5", "--cycles", "1000000"]);
    let said = interrupted(&mut asked);
    assert!(
        said.starts_with("Unknown: stopped, or the time is up.\n"),
        "{said}"
    );
    assert!(said.ends_with(" positions searched\n"), "{said}");
}

/// What a program says that is interrupted after three seconds.
fn interrupted(program: &mut Command) -> String {
    let child = program
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_secs(3));
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("kill is there").success());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}
