//! The page of the textbook: `cargo xtask web` opens it, `cargo xtask site` writes it as files, and the check tries it
//! in a browser.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::args::{Arg, Args};
use crate::command::{cargo, run as run_command, works};
use crate::failure::Failure;
use crate::project::{root, target};
use crate::steps::Steps;
use crate::tools::{BROWSER, NODE, WASM, chromium};
use crate::wasm;

/// Builds everything and opens the book.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let mut steps = Steps::from_args("web", args)?;
    steps.step_with(&WASM, "engine of the page", wasm::check)?;
    steps.step_with(&NODE, "page", || build(&built_in()))?;
    steps.finish()?;
    let opened = std::thread::spawn(open_browser);
    let served = run_command(&mut cargo(&[
        "run",
        "--release",
        "--package",
        "nasvet-cli",
        "--",
        "serve",
    ]));
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
    steps.step_with(&WASM, "engine of the page", wasm::check)?;
    steps.step_with(&NODE, "page", || build(&folder))?;
    steps.finish()?;
    println!("{}", folder.display());
    Ok(())
}

/// Builds the page and tries it.
pub(crate) fn page(args: &[String]) -> Result<(), Failure> {
    let mut steps = Steps::from_args("page", args)?;
    steps.step_with(&WASM, "engine of the page", wasm::check)?;
    steps.step_with(&BROWSER, "page in the browser", check)?;
    steps.finish()
}

/// Tries the page in a browser, with both engines.
pub(crate) fn check() -> Result<(), String> {
    let folder = target().join("page");
    build(&folder)?;
    // The program as the tests build it, so that nothing is compiled twice.
    run_command(&mut cargo(&[
        "build",
        "--quiet",
        "--profile",
        "test",
        "--package",
        "nasvet-cli",
    ]))?;
    let mut tests = Command::new("node");
    tests.args(["--test", "--test-concurrency=1", "tests/"]);
    tests.current_dir(web());
    tests.env("NASVET_PAGE", &folder);
    tests.env("NASVET_PROGRAM", target().join("debug").join("nasvet"));
    if let Some(browser) = chromium() {
        tests.env("NASVET_BROWSER", browser);
    }
    run_command(&mut tests)
}

/// Where the page lies that the program is built with.
fn built_in() -> PathBuf {
    web().join("dist")
}

fn web() -> PathBuf {
    root().join("web")
}

/// Builds the page into a folder; the engine is there.
fn build(folder: &Path) -> Result<(), String> {
    let mut types = Command::new("node");
    types.args(["node_modules/typescript/bin/tsc", "--noEmit"]);
    run_command(types.current_dir(web()))?;
    let mut build = Command::new("node");
    build.arg("build.mjs").arg(wasm::engine()).arg(folder);
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
