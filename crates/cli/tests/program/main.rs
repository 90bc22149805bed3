//! The program as its users meet it: each of these tests starts it.

mod cases;
mod commands;
mod reading;
mod asking;
mod combine;
mod sessions;
mod practice;
mod interrupt;
mod shards;
mod tools;
mod watching;
mod verify;
mod certificates;
mod claims;
mod syzygy;
mod table_cache;
mod hostile;
mod documents;
mod editors;
mod course;
mod engine;
mod game_files;
mod batches;

use testing::{Call, Run, Scratch};

/// The program, with arguments. What it keeps, it keeps where tests do, and not in the folders of the user.
fn nasvet(args: &[&str]) -> Call {
    let place = env!("CARGO_TARGET_TMPDIR");
    Call::new(env!("CARGO_BIN_EXE_nasvet"), args)
        .env("NASVET_CACHE", place)
        .env("NASVET_DATA", place)
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
