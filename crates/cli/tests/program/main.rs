//! The program as its users meet it: each of these tests starts it.

mod cases;
mod commands;
mod reading;
mod asking;
mod combine;
mod sessions;
mod interrupt;
mod verify;
mod certificates;
mod claims;
mod syzygy;
mod table_cache;
mod hostile;
mod documents;

use testing::{Call, Run, Scratch};

/// The program, with arguments.
fn nasvet(args: &[&str]) -> Call {
    Call::new(env!("CARGO_BIN_EXE_nasvet"), args)
}

/// A run without input.
fn ran(args: &[&str]) -> Run {
    nasvet(args).run()
}

/// An empty folder of one test.
fn scratch(name: &str) -> Scratch {
    Scratch::new(env!("CARGO_TARGET_TMPDIR"), name)
}

fn assert_has(text: &str, part: &str) {
    assert!(text.contains(part), "expected `{part}` in:\n{text}");
}
