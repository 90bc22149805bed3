//! The page of the textbook: `cargo xtask web` opens it, `cargo xtask site` writes it as files, and the check tries it
//! in a browser.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::args::{Arg, Args};
use crate::command::{cargo, nasvet, run as run_command, works};
use crate::failure::Failure;
use crate::project::{root, target};
use crate::steps::Steps;
use crate::tools::{BROWSER, NODE, NPM, WASM, chromium};
use crate::wasm::{self, Engines};

/// Builds the page and opens it; the program answers.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let mut steps = Steps::from_args("web", args)?;
    // Beside the program, which finds it there when it is started by itself.
    let folder = target().join("release").join("page");
    packages(&mut steps)?;
    steps.step_with(&NODE, "page", || build(&folder, None))?;
    steps.finish()?;
    let opened = std::thread::spawn(open_browser);
    let mut serve = cargo(&["run", "--release", "--package", "nasvet-cli", "--"]);
    let served = run_command(serve.args(["serve", "--page"]).arg(&folder));
    let _ = opened.join();
    served.map_err(Failure::Task)
}

/// Writes the static site.
pub(crate) fn site(args: &[String]) -> Result<(), Failure> {
    let mut args = Args::of("site", args);
    let (mut folder, mut install) = (None, false);
    while let Some(arg) = args.next() {
        match arg {
            Arg::Flag("--install") if !install => install = true,
            Arg::Word(name) if folder.is_none() => folder = Some(PathBuf::from(name)),
            Arg::Flag(_) | Arg::Word(_) => return args.unknown(&arg),
        }
    }
    let folder = folder.unwrap_or_else(|| target().join("site"));
    // The page is built from another folder.
    let folder = std::path::absolute(&folder).unwrap_or(folder);
    let mut steps = Steps::installing(install);
    steps.step_with(&WASM, "engines of the page", wasm::build_engines)?;
    if WASM.is_there() {
        let engines = wasm::engines();
        packages(&mut steps)?;
        steps.step_with(&NODE, "page", || build(&folder, Some(&engines)))?;
    }
    steps.finish()?;
    println!("{}", folder.display());
    Ok(())
}

/// The packages of the page come as crates do: when they are first needed.
fn packages(steps: &mut Steps) -> Result<(), Failure> {
    match NODE.is_there() {
        true => Ok(()),
        false => steps.step_with(&NPM, "packages of the page", || NODE.install()),
    }
}

/// Tries the page, with both engines if there is a compiler for the browser's; or with a program that is there.
pub(crate) fn page(args: &[String]) -> Result<(), Failure> {
    let mut args = Args::of("page", args);
    let (mut program, mut install) = (None, false);
    while let Some(arg) = args.next() {
        match arg {
            Arg::Flag("--install") if !install => install = true,
            Arg::Word(name) if program.is_none() => program = Some(PathBuf::from(name)),
            Arg::Flag(_) | Arg::Word(_) => return args.unknown(&arg),
        }
    }
    let mut steps = Steps::installing(install);
    if let Some(program) = program {
        let program = std::path::absolute(&program).unwrap_or(program);
        let check = || check_with(&program, None);
        steps.step_with(&BROWSER, "page in the browser", check)?;
        return steps.finish();
    }
    steps.step_with(&WASM, "engines of the page", wasm::build_engines)?;
    let engines = WASM.is_there().then(wasm::engines);
    steps.step_with(&BROWSER, "page in the browser", || {
        let program = ["build", "--release", "--package", "nasvet-cli"];
        run_command(&mut cargo(&program))?;
        let program = target().join("release").join("nasvet");
        check_with(&program, engines.as_ref())
    })?;
    steps.finish()
}

/// Tries the page with the program as its engine.
pub(crate) fn check() -> Result<(), String> {
    check_with(Path::new(nasvet(&[])?.get_program()), None)
}

/// Tries it with both engines; those of the browser have been compiled.
pub(crate) fn check_deep() -> Result<(), String> {
    check_with(
        Path::new(nasvet(&[])?.get_program()),
        Some(&wasm::engines()),
    )
}

fn check_with(program: &Path, engines: Option<&Engines>) -> Result<(), String> {
    let folder = target().join("page");
    build(&folder, engines)?;
    let mut tests = Command::new("node");
    tests.args(["--test", "--test-concurrency=1"]);
    tests.args(["tests/page.test.mjs", "tests/games.test.mjs"]);
    tests.current_dir(web());
    tests
        .env("NASVET_PAGE", &folder)
        .env("NASVET_PROGRAM", program);
    if let Some(browser) = chromium() {
        tests.env("NASVET_BROWSER", browser);
    }
    run_command(&mut tests)
}

fn web() -> PathBuf {
    root().join("web")
}

/// Builds the page into a folder; with engines it needs no server.
fn build(folder: &Path, engines: Option<&Engines>) -> Result<(), String> {
    let mut types = Command::new("node");
    types.args(["node_modules/typescript/bin/tsc", "--noEmit"]);
    run_command(types.current_dir(web()))?;
    let mut build = Command::new("node");
    build.arg("build.mjs").arg(folder);
    if let Some(engines) = engines {
        build.args([&engines.reader, &engines.workshop]);
    }
    run_command(build.current_dir(web()))
}

/// Opens the page when it is served; where no browser can be opened, its address has been printed.
fn open_browser() {
    const ADDRESS: (&str, u16) = ("127.0.0.1", 8190);
    for _ in 0..600 {
        if std::net::TcpStream::connect(ADDRESS).is_ok() {
            let url = format!("http://{}:{}/", ADDRESS.0, ADDRESS.1);
            for opener in ["xdg-open", "open"] {
                let mut command = Command::new(opener);
                if works(command.arg(&url).stdin(Stdio::null())) {
                    return;
                }
            }
            return;
        }
        std::thread::sleep(std::time::Duration::from_secs(1));
    }
}
