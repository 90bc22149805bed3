//! `cargo xtask wasm`: every crate below the program compiles for the browser.

use std::path::PathBuf;
use std::process::Command;

use crate::command::{cargo, run as run_command};
use crate::failure::Failure;
use crate::metadata::Metadata;
use crate::project::target;
use crate::steps::Steps;
use crate::tools::{WASM, WASM_TARGET, WasmCompiler};

/// Those that need a terminal, files or processes.
const ABOVE: &[&str] = &[
    "nasvet-audit",
    "nasvet-cli",
    "nasvet-serve",
    "nasvet-testing",
    "xtask",
];

/// The engine for readers, as a package and its features.
const READER: &[&str] = &["--package", "nasvet-wasm", "--no-default-features"];

/// The engine that does everything.
const WORKSHOP: &[&str] = &["--package", "nasvet-wasm"];

/// As the page runs the engine.
const PAGE_PROFILE: &str = "page";

pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let mut steps = Steps::from_args("wasm", args)?;
    steps.step_with(&WASM, "crates for the browser", check)?;
    steps.finish()
}

/// All crates compile, without being optimised.
pub(crate) fn check() -> Result<(), String> {
    let mut build = build("unoptimised")?;
    for package in Metadata::read()?.members() {
        if !ABOVE.contains(&package.name.as_str()) {
            build.args(["--package", &package.name]);
        }
    }
    run_command(&mut build)?;
    run_command(self::build("unoptimised")?.args(READER))
}

/// The two engines of the page: what a reader loads first, and the one that does everything.
pub(crate) struct Engines {
    pub(crate) reader: PathBuf,
    pub(crate) workshop: PathBuf,
}

/// The engines of the page are compiled, one after the other, since they have the same name.
pub(crate) fn build_engines() -> Result<(), String> {
    let engines = engines();
    for (path, package) in [(&engines.reader, READER), (&engines.workshop, WORKSHOP)] {
        // Cargo would take the other one for this one if nothing has changed. If it is not there, all the better.
        let _ = std::fs::remove_file(engines_folder().join("deps/nasvet_wasm.wasm"));
        build_engine(package)?;
        let built = engines_folder().join("nasvet_wasm.wasm");
        std::fs::rename(&built, path).map_err(|error| format!("{}: {error}", built.display()))?;
    }
    Ok(())
}

/// Where the standard library is compiled too, nothing need speak when it panics: the page says so itself.
fn build_engine(package: &[&str]) -> Result<(), String> {
    let mut build = build(PAGE_PROFILE)?;
    if let Some(WasmCompiler::FromSource { .. }) = WasmCompiler::find() {
        build.env(
            "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
            "-Zunstable-options -Cpanic=immediate-abort",
        );
    }
    run_command(build.args(package))
}

/// Where the engines of the page are then.
pub(crate) fn engines() -> Engines {
    Engines {
        reader: engines_folder().join("reader.wasm"),
        workshop: engines_folder().join("workshop.wasm"),
    }
}

fn engines_folder() -> PathBuf {
    folder().join(WASM_TARGET).join(PAGE_PROFILE)
}

/// A folder of their own, since the standard library may have to be compiled too.
fn folder() -> PathBuf {
    target().join("wasm")
}

fn build(profile: &str) -> Result<Command, String> {
    let mut build = cargo(&["build", "--lib", "--target", WASM_TARGET]);
    build
        .args(["--profile", profile, "--target-dir"])
        .arg(folder());
    match WasmCompiler::find() {
        None => return Err(format!("{}: {}", WASM.name, WASM.how)),
        Some(WasmCompiler::InUse) => {}
        Some(WasmCompiler::FromSource { rustc, linker }) => {
            build.arg("-Zbuild-std=std,panic_abort");
            build.env("RUSTC", rustc).env("RUSTC_BOOTSTRAP", "1");
            build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
    }
    Ok(build)
}
