//! `cargo xtask wasm`: every crate below the program compiles for the browser.

use std::path::PathBuf;

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

/// As the page runs them.
const PROFILE: &str = "wasm";

pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let mut steps = Steps::from_args("wasm", args)?;
    steps.step_with(&WASM, "crates for the browser", check)?;
    steps.finish()
}

/// The engine of the page, one of these crates.
pub(crate) fn engine() -> PathBuf {
    folder().join(WASM_TARGET).join(PROFILE).join("nasvet_wasm.wasm")
}

fn folder() -> PathBuf {
    target().join("wasm")
}

/// All crates compile, in a folder of their own, since the standard library may have to be compiled too.
pub(crate) fn check() -> Result<(), String> {
    let mut build = cargo(&["build", "--lib", "--target", WASM_TARGET]);
    build.args(["--profile", "unoptimised", "--target-dir"]);
    build.arg(target().join("wasm"));
    for package in Metadata::read()?.members() {
        if !ABOVE.contains(&package.name.as_str()) {
            build.args(["--package", &package.name]);
        }
    }
    match WasmCompiler::find() {
        None => return Err(format!("{}: {}", WASM.name, WASM.how)),
        Some(WasmCompiler::InUse) => {}
        Some(WasmCompiler::FromSource(rustc)) => {
            build.arg("-Zbuild-std=std,panic_abort");
            build.env("RUSTC", rustc).env("RUSTC_BOOTSTRAP", "1");
        }
    }
    run_command(&mut build)
}
