//! The project's own tasks: `cargo xtask` lists them, `cargo xtask TASK` runs one.
//!
//! Exit status: 0, all is well; 1, the task failed; 2, there is no such task or flag.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tasks talk to the terminal"
)]

mod failure;
mod args;
mod project;
mod command;
mod tools;
mod steps;
mod metadata;
mod headers;
mod links;
mod names;
mod msrv;
mod package;
mod wasm;
mod web;
mod chapters;
mod pages;
mod schemas;
mod prolog;
mod fuzz;
mod signature;
mod matches;
mod announcements;
mod editors;
mod vscode;
mod verify;
mod check;
mod update;

use std::process::ExitCode;

use failure::Failure;

/// Something that `cargo xtask` can do.
struct Task {
    name: &'static str,
    /// Its arguments, as the list shows them.
    args: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Result<(), Failure>,
}

const TASKS: &[Task] = &[
    Task {
        name: "check",
        args: "[--deep] [--install]",
        about: "everything a reviewer would run; --deep adds long tests and fuzzing, --install what is missing",
        run: check::run,
    },
    Task {
        name: "update",
        args: "",
        about: "rewrite the generated pages and schemas, and the golden files",
        run: update::run,
    },
    Task {
        name: "verify",
        args: "[NAME…] [--check]",
        about: "play chapters from every position and write the reports; --check compares them",
        run: verify::run,
    },
    Task {
        name: "fuzz",
        args: "[TARGET] [--seconds N] [--install]",
        about: "fuzz one target, or each in turn, for a minute",
        run: fuzz::run,
    },
    Task {
        name: "wasm",
        args: "[--install]",
        about: "compile every crate below the program for the browser",
        run: wasm::run,
    },
    Task {
        name: "web",
        args: "[--install]",
        about: "build the page of the textbook and open it",
        run: web::run,
    },
    Task {
        name: "site",
        args: "[FOLDER] [--install]",
        about: "write the textbook as a static site that any host can serve",
        run: web::site,
    },
    Task {
        name: "page",
        args: "[PROGRAM] [--install]",
        about: "try the page in a browser, with both engines, or with this program as its server",
        run: web::page,
    },
    Task {
        name: "package",
        args: "",
        about: "make the packages, and compile each as its users will",
        run: package::run,
    },
    Task {
        name: "msrv",
        args: "",
        about: "compare the oldest Rust that we name with what our packages need",
        run: msrv::run,
    },
    Task {
        name: "names",
        args: "",
        about: "list the type names that are defined more than once",
        run: names::run,
    },
    Task {
        name: "matches",
        args: "[--install]",
        about: "play against Stockfish and GNU Chess, and let python-chess read annotated games (needs all three)",
        run: matches::run,
    },
    Task {
        name: "announcements",
        args: "FILE… [--install]",
        about: "hold what `nasvet solve --output` wrote against Stockfish, or let it solve a suite",
        run: announcements::run,
    },
    Task {
        name: "editors",
        args: "[--install]",
        about: "try advice in print and the language server in Neovim (needs Pygments, Neovim)",
        run: editors::run,
    },
    Task {
        name: "vscode",
        args: "[--install]",
        about: "try the grammar on all chapters and pack the extension (needs Node.js)",
        run: vscode::run,
    },
    Task {
        name: "signature",
        args: "",
        about: "count the positions that the search looks at over a fixed suite",
        run: signature::signature,
    },
    Task {
        name: "instructions",
        args: "",
        about: "count the instructions that this takes (needs valgrind)",
        run: signature::instructions,
    },
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::from(failure.status())
        }
    }
}

fn run(args: &[String]) -> Result<(), Failure> {
    let asks_for_help = |arg: &String| ["help", "-h", "--help"].contains(&arg.as_str());
    let Some((name, rest)) = args
        .split_first()
        .filter(|_| !args.iter().any(asks_for_help))
    else {
        println!("{}", list());
        return Ok(());
    };
    let task = TASKS
        .iter()
        .find(|task| task.name == name)
        .ok_or_else(|| Failure::Usage(format!("no task `{name}`\n\n{}", list())))?;
    (task.run)(rest)
}

/// All tasks, one line each.
fn list() -> String {
    let lines = TASKS.iter().map(|task| {
        let usage = format!("{} {}", task.name, task.args);
        format!("  cargo xtask {usage:<39} {}", task.about)
    });
    format!("Tasks:\n{}", lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(args: &str, expected: Result<(), u8>) {
        let args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
        assert_eq!(
            run(&args).map_err(|failure| failure.status()),
            expected,
            "{args:?}"
        );
    }

    #[test]
    fn no_task_lists_the_tasks() {
        check("", Ok(()));
        check("--help", Ok(()));
        check("check --help", Ok(()));
    }

    #[test]
    fn an_unknown_task_or_flag_has_status_two() {
        check("chekc", Err(2));
        check("check --depe", Err(2));
        check("check --deep --deep", Err(2));
        check("check --install --install", Err(2));
        check("update now", Err(2));
        check("wasm now", Err(2));
        check("web now", Err(2));
        check("site --fast", Err(2));
        check("site here there", Err(2));
        check("page now then", Err(2));
        check("package --fast", Err(2));
        check("msrv 1.95", Err(2));
        check("names Plan", Err(2));
        check("matches --fast", Err(2));
        check("announcements", Err(2));
        check("announcements --fast puzzles.epd", Err(2));
        check("verify no-such-chapter", Err(2));
        check("verify --chekc", Err(2));
        check("fuzz no_such_target", Err(2));
        check("fuzz fen expression", Err(2));
        check("fuzz --seconds", Err(2));
        check("fuzz --seconds 0", Err(2));
    }
}
