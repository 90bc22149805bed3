//! Ctrl-C at a long question: what was found is shown, and the exit status says that the user stopped it.

#![cfg(unix)]

use std::process::{Command, Stdio};
use std::time::Duration;

/// Drawn, so that every piece of the ladder fails; without a bound this takes minutes.
const LONG: &str = "8/4k3/8/8/8/8/1P6/4K3 w - -";

#[test]
fn an_interrupted_question_tells_what_was_found() {
    let child = Command::new(env!("CARGO_BIN_EXE_nasvet"))
        .args(["advise", "kpk", LONG, "--stats", "--nodes", "100000000000"])
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
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(said.contains("advance_in_four"), "{said}");
    assert!(said.ends_with("Unknown: stopped on request.\n"), "{said}");
}
