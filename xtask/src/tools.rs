//! Programs of the system that some steps need: used where they are, and installed only where that is asked for.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{cargo, run, works};
use crate::project::root;

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
    how: "rustup target add wasm32-unknown-unknown; or on Debian: apt-get install rustc-web rust-web-src lld-22",
    is_there: || WasmCompiler::find().is_some(),
    install: || {
        let mut rustup = Command::new("rustup");
        if works(rustup.args(["target", "add", "wasm32-unknown-unknown"])) {
            return Ok(());
        }
        debian(&["rustc-web", "rust-web-src", "lld-22"])
    },
};

/// Node.js with the packages that the page is built from.
pub(crate) const NODE: Tool = Tool {
    name: "Node.js with the packages of the page",
    how: "install Node.js 20 or later, then run `npm ci` in the folder `web`",
    is_there: has_page_packages,
    install: || {
        if !works(Command::new("npm").arg("--version")) {
            debian(&["nodejs", "npm"])?;
        }
        let npm = || {
            let mut npm = Command::new("npm");
            run(npm
                .args(["ci", "--no-audit", "--no-fund"])
                .current_dir(root().join("web")))
        };
        npm().or_else(|_| npm())
    },
};

/// Node.js and a browser.
pub(crate) const BROWSER: Tool = Tool {
    name: "Node.js with the packages of the page, and Chromium",
    how: "install Node.js 20 or later and Chromium, then run `npm ci` in the folder `web`; on Debian: apt-get install chromium",
    is_there: || has_page_packages() && chromium().is_some(),
    install: || {
        if !has_page_packages() {
            NODE.install()?;
        }
        match chromium() {
            Some(_) => Ok(()),
            None => debian(&["chromium", "fonts-dejavu-core"]),
        }
    },
};

fn has_page_packages() -> bool {
    let packages = root().join("web/node_modules/.package-lock.json");
    works(Command::new("node").arg("--version")) && packages.exists()
}

/// The browser.
pub(crate) fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("NASVET_BROWSER").map(PathBuf::from);
    let usual = [
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
    ];
    named
        .into_iter()
        .chain(usual.map(PathBuf::from))
        .find(|path| path.exists())
}

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

/// Neovim, in which the language server is tried.
pub(crate) const NEOVIM: Tool = Tool {
    name: "Neovim",
    how: "install it so that `nvim` runs; on Debian: apt-get install neovim",
    is_there: || works(Command::new("nvim").arg("--version")),
    install: || debian(&["neovim"]),
};

/// Python with Pygments, which colours advice for print.
pub(crate) const PYGMENTS: Tool = Tool {
    name: "Python with Pygments",
    how: "pip install pygments; or on Debian: apt-get install python3-pygments",
    is_there: || python_with_pygments().is_some(),
    install: || debian(&["python3-pygments"]),
};

/// The first Python that has Pygments: Debian's packages are not those of a Python that stands before it on the path.
pub(crate) fn python_with_pygments() -> Option<Command> {
    let mut pythons = ["python3", "/usr/bin/python3"].into_iter();
    let python =
        pythons.find(|python| works(Command::new(python).args(["-c", "import pygments"])))?;
    Some(Command::new(python))
}

/// npm, which fetches packages and packs the extension for Visual Studio Code.
pub(crate) const NPM: Tool = Tool {
    name: "Node.js with npm",
    how: "install Node.js 20 or later; on Debian: apt-get install nodejs npm",
    is_there: || works(Command::new("npm").arg("--version")),
    install: || debian(&["nodejs", "npm"]),
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
    FromSource {
        /// The compiler.
        rustc: PathBuf,
        /// What links for it.
        linker: PathBuf,
    },
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
        let rustc = PathBuf::from("/usr/bin/rustc");
        let source = Path::new("/usr/lib/rustlib/src/rust/library/std/Cargo.toml");
        let linker = PathBuf::from("/usr/bin/wasm-ld-22");
        let is_there = rustc.exists() && source.exists() && linker.exists();
        is_there.then_some(WasmCompiler::FromSource { rustc, linker })
    }
}

/// The machine in the browser.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";
