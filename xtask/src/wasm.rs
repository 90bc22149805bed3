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
    run_command(&mut build)
}

/// The engine of the page is compiled. Where the standard library is compiled too, nothing need speak when it panics:
/// the page says so itself.
pub(crate) fn build_engine() -> Result<(), String> {
    let mut build = build(PAGE_PROFILE)?;
    if let Some(WasmCompiler::FromSource { .. }) = WasmCompiler::find() {
        build.env(
            "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
            "-Zunstable-options -Cpanic=immediate-abort",
        );
    }
    run_command(build.args(["--package", "nasvet-wasm"]))
}

/// Where the engine of the page is then.
pub(crate) fn engine() -> PathBuf {
    let folder = folder().join(WASM_TARGET).join(PAGE_PROFILE);
    folder.join("nasvet_wasm.wasm")
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
