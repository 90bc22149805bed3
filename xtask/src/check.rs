//! `cargo xtask check`: everything a reviewer would run, what is quick first.

use crate::args::{Arg, Args};
use crate::command::{auditor, cargo, run as run_command};
use crate::failure::Failure;
use crate::steps::Steps;
use crate::tools::{BROWSER, NEOVIM, PROLOG, PYGMENTS, WASM};
use crate::{
    chapters, editors, fuzz, headers, links, msrv, names, package, pages, prolog, schemas, verify,
    wasm, web,
};

pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let mut args = Args::of("check", args);
    let (mut deep, mut install) = (false, false);
    while let Some(arg) = args.next() {
        match arg {
            Arg::Flag("--deep") if !deep => deep = true,
            Arg::Flag("--install") if !install => install = true,
            Arg::Flag(_) | Arg::Word(_) => return args.unknown(&arg),
        }
    }
    let mut steps = Steps::installing(install);
    check(&mut steps)?;
    if deep {
        check_deep(&mut steps)?;
    }
    steps.finish()
}

fn check(steps: &mut Steps) -> Result<(), Failure> {
    steps.step("first lines of Rust files", headers::check)?;
    steps.step("links", links::check)?;
    steps.step("type names", names::check)?;
    steps.step("oldest Rust", msrv::check)?;
    steps.step("format", || {
        run_command(&mut cargo(&["fmt", "--all", "--check"]))?;
        run_command(&mut cargo(&[
            "fmt",
            "--manifest-path",
            "fuzz/Cargo.toml",
            "--check",
        ]))
    })?;
    steps.step("lints", || {
        run_command(&mut cargo(&[
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ]))?;
        // What makes the schemas is compiled for nothing else.
        run_command(&mut cargo(&[
            "clippy",
            "--package",
            "nasvet-documents",
            "--features",
            "schema",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ]))?;
        // All targets are those that plain `cargo test` builds; this one is not among them.
        run_command(&mut cargo(&[
            "clippy",
            "--workspace",
            "--test",
            "prolog",
            "--",
            "-D",
            "warnings",
        ]))
    })?;
    steps.step("tests", || {
        run_command(&mut cargo(&["test", "--workspace"]))
    })?;
    steps.step_with(&PROLOG, "exported chapters under Prolog", prolog::check)?;
    steps.step_with(&WASM, "crates for the browser", wasm::check)?;
    steps.step_with(&BROWSER, "page in the browser", web::check)?;
    steps.step("documentation", || {
        run_command(cargo(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))
    })?;
    steps.step("layout of the chapters", chapters::check_layout)?;
    steps.step("contents of the chapters", chapters::check_contents)?;
    steps.step("verified chapters", verify::check_quick)?;
    steps.step("sentences of explanations", || {
        run_command(&mut auditor(&["--positions", "30"])?)
    })?;
    steps.step("generated pages", pages::check)?;
    steps.step("schemas of the documents", schemas::check)?;
    steps.step_with(&PYGMENTS, "advice in print", editors::check_print)?;
    steps.step("packages", package::check)?;
    steps.step("seeds of the fuzz targets", fuzz::check_seeds)
}

fn check_deep(steps: &mut Steps) -> Result<(), Failure> {
    steps.step("deep tests", || {
        run_command(cargo(&["test", "--workspace"]).env("NASVET_DEEP", "1"))
    })?;
    steps.step_with(&PROLOG, "deep tests under Prolog", prolog::check_deep)?;
    steps.step("a hundred thousand sentences of explanations", || {
        run_command(&mut auditor(&["--positions", "600", "--seed", "2"])?)
    })?;
    steps.step_with(&WASM, "engines of the page", wasm::build_engines)?;
    if WASM.is_there() {
        steps.step_with(&BROWSER, "page without a server", web::check_deep)?;
    }
    steps.step_with(&NEOVIM, "a chapter in Neovim", editors::check)?;
    steps.step("packages compile", package::check_deep)?;
    steps.step("other verified chapters", verify::check_slow)?;
    fuzz::fuzz_all(steps)
}
