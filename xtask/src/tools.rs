//! Programs of the system that some steps need: used where they are, and installed only where that is asked for.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{cargo, run, works};

/// Something that not every machine has.
pub(crate) struct Tool {
    /// What it is, as messages name it.
    pub(crate) name: &'static str,
    /// How one gets it.
    pub(crate) how: &'static str,
    is_there: fn() -> bool,
    install: fn() -> Result<(), String>,
}

impl Tool {
    /// A tool that no machine has.
    #[cfg(test)]
    pub(crate) const fn named(name: &'static str, how: &'static str) -> Tool {
        Tool {
            name,
            how,
            is_there: || false,
            install: || Err("it cannot be had".into()),
        }
    }

    /// Can it be used?
    pub(crate) fn is_there(&self) -> bool {
        (self.is_there)()
    }

    /// Installs it.
    pub(crate) fn install(&self) -> Result<(), String> {
        (self.install)().map_err(|problem| format!("{problem}\n{}: {}", self.name, self.how))
    }
}

/// May missing tools be installed? A person says `--install`; a machine that tests changes has `CI=true`.
pub(crate) fn may_install(flag: bool) -> bool {
    flag || std::env::var_os("CI").is_some_and(|value| value == "true")
}

/// SWI-Prolog, which runs exported chapters.
pub(crate) const PROLOG: Tool = Tool {
    name: "SWI-Prolog",
    how: "install it so that `swipl` runs; on Debian: apt-get install swi-prolog-nox",
    is_there: || works(Command::new("swipl").arg("--version")),
    install: || debian(&["swi-prolog-nox"]),
};

/// A compiler for the browser's machine.
pub(crate) const WASM: Tool = Tool {
    name: "a compiler for wasm32-unknown-unknown",
    how: "rustup target add wasm32-unknown-unknown; or on Debian: apt-get install rustc-web rust-web-src",
    is_there: || WasmCompiler::find().is_some(),
    install: || {
        let mut rustup = Command::new("rustup");
        if works(rustup.args(["target", "add", "wasm32-unknown-unknown"])) {
            return Ok(());
        }
        debian(&["rustc-web", "rust-web-src"])
    },
};

/// Valgrind, which counts instructions.
pub(crate) const VALGRIND: Tool = Tool {
    name: "valgrind",
    how: "on Debian: apt-get install valgrind",
    is_there: || works(Command::new("valgrind").arg("--version")),
    install: || debian(&["valgrind"]),
};

/// Engines to play against, and what drives them.
pub(crate) const OPPONENTS: Tool = Tool {
    name: "Stockfish, GNU Chess and python-chess",
    how: "on Debian: apt-get install stockfish gnuchess python3-chess",
    is_there: || {
        let mut python = Command::new("python3");
        works(python.args(["-c", "import chess.engine"]))
            && ["gnuchess", "stockfish"].into_iter().all(is_installed)
    },
    install: || debian(&["stockfish", "gnuchess", "python3-chess"]),
};

/// cargo-fuzz, which drives libFuzzer.
pub(crate) const FUZZ: Tool = Tool {
    name: "cargo-fuzz",
    how: "cargo install cargo-fuzz --locked, with a C++ compiler",
    is_there: || works(&mut cargo(&["fuzz", "--version"])),
    install: || run(&mut cargo(&["install", "cargo-fuzz", "--locked"])),
};

/// Is there such a program? Debian keeps games in a folder of their own.
fn is_installed(name: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&folders).chain([PathBuf::from("/usr/games")]);
    folders.any(|folder| folder.join(name).exists())
}

/// Installs packages of Debian.
fn debian(packages: &[&str]) -> Result<(), String> {
    run(Command::new("apt-get").arg("update"))?;
    let mut install = Command::new("apt-get");
    run(install
        .args(["install", "--yes", "--no-install-recommends"])
        .args(packages))
}

/// What compiles for wasm32-unknown-unknown.
pub(crate) enum WasmCompiler {
    /// The compiler in use has the target's standard library.
    InUse,
    /// This one has the source of the standard library, which is compiled first.
    FromSource(PathBuf),
}

impl WasmCompiler {
    /// The first that is there.
    pub(crate) fn find() -> Option<WasmCompiler> {
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut asked = Command::new(rustc);
        asked.args(["--print", "target-libdir", "--target", WASM_TARGET]);
        if let Ok(told) = asked.output() {
            let folder = String::from_utf8_lossy(&told.stdout);
            if !folder.trim().is_empty() && Path::new(folder.trim()).exists() {
                return Some(WasmCompiler::InUse);
            }
        }
        // Debian's compiler stands beside the one of rustup; its package `rust-web-src` brings the source.
        let rustc = Path::new("/usr/bin/rustc");
        let source = Path::new("/usr/lib/rustlib/src/rust/library/std/Cargo.toml");
        (rustc.exists() && source.exists()).then(|| WasmCompiler::FromSource(rustc.to_owned()))
    }
}

/// The machine in the browser.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";
