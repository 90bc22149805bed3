//! `cargo xtask fuzz`: libFuzzer on the targets of `fuzz/`, starting from their seeds.
//!
//! New inputs go to `fuzz/target/found/` and serve the next run; the seeds in `fuzz/corpus/` stay as we wrote them.

use std::process::Command;

use crate::args::{Arg, Args};
use crate::command::{cargo, run as run_command};
use crate::failure::Failure;
use crate::project::root;
use crate::steps::Steps;
use crate::tools::FUZZ;

/// A fuzz target and the dictionary that helps it.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    name: &'static str,
    dictionary: &'static str,
}

/// All targets.
pub(crate) const TARGETS: &[Target] = &[
    Target {
        name: "parse_advice",
        dictionary: "advice",
    },
    Target {
        name: "fen",
        dictionary: "chess",
    },
    Target {
        name: "expression",
        dictionary: "advice",
    },
    Target {
        name: "check_tree",
        dictionary: "tree",
    },
    Target {
        name: "dialogue",
        dictionary: "chess",
    },
    Target {
        name: "edits",
        dictionary: "advice",
    },
    Target {
        name: "graph",
        dictionary: "advice",
    },
    Target {
        name: "plan",
        dictionary: "chess",
    },
    Target {
        name: "patterns",
        dictionary: "chess",
    },
    Target {
        name: "uci",
        dictionary: "uci",
    },
    Target {
        name: "pgn",
        dictionary: "pgn",
    },
    Target {
        name: "import_al0",
        dictionary: "prolog",
    },
];

/// How long each target runs unless told otherwise.
const SECONDS: u32 = 60;

pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let mut args = Args::of("fuzz", args);
    let (mut chosen, mut seconds, mut install) = (None, SECONDS, false);
    while let Some(arg) = args.next() {
        match arg {
            Arg::Flag("--install") if !install => install = true,
            Arg::Flag("--seconds") => seconds = args.number("--seconds")?,
            Arg::Word(name) if chosen.is_none() => {
                match TARGETS.iter().position(|target| target.name == name) {
                    Some(idx) => chosen = Some(idx),
                    None => {
                        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
                        return args.wrong(&format!(
                            "no target `{name}`; there are {}",
                            names.join(", ")
                        ));
                    }
                }
            }
            Arg::Flag(_) | Arg::Word(_) => return args.unknown(&arg),
        }
    }
    let targets = chosen.map_or(TARGETS, |idx| &TARGETS[idx..=idx]);
    let mut steps = Steps::installing(install);
    add_steps(&mut steps, targets, seconds)?;
    steps.finish()
}

/// Fuzzes every target for a minute, as steps of a longer task.
pub(crate) fn fuzz_all(steps: &mut Steps) -> Result<(), Failure> {
    add_steps(steps, TARGETS, SECONDS)
}

/// The seeds, without libFuzzer: every target accepts its own.
pub(crate) fn check_seeds() -> Result<(), String> {
    run_command(&mut cargo(&[
        "test",
        "--manifest-path",
        "fuzz/Cargo.toml",
        "--no-default-features",
    ]))
}

fn add_steps(steps: &mut Steps, targets: &[Target], seconds: u32) -> Result<(), Failure> {
    for target in targets {
        let name = format!("fuzz: {}", target.name);
        steps.step_with(&FUZZ, &name, || fuzz(*target, seconds))?;
    }
    Ok(())
}

fn fuzz(target: Target, seconds: u32) -> Result<(), String> {
    let Target { name, .. } = target;
    let found = format!("fuzz/target/found/{name}");
    std::fs::create_dir_all(root().join(&found))
        .map_err(|error| format!("cannot make {found}: {error}"))?;
    run_command(&mut libfuzzer(target, &found, seconds)).map_err(|problem| {
        format!("{problem}\nThe input is in fuzz/artifacts/{name}/; once it is mended, keep it as a seed in fuzz/corpus/{name}/.")
    })
}

/// Sanitizers need a nightly compiler; coverage needs only to be allowed.
fn libfuzzer(target: Target, found: &str, seconds: u32) -> Command {
    let Target { name, dictionary } = target;
    let mut command = cargo(&["fuzz", "run", "--sanitizer", "none", name, found]);
    command
        .env("RUSTC_BOOTSTRAP", "1")
        .arg(format!("fuzz/corpus/{name}"))
        .arg("--")
        .args([
            format!("-dict=fuzz/dictionaries/{dictionary}.dict"),
            format!("-max_total_time={seconds}"),
            "-rss_limit_mb=2048".into(),
            "-timeout=5".into(),
            "-print_final_stats=1".into(),
        ]);
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::entries;

    #[test]
    fn every_target_is_listed_with_its_seeds_and_its_dictionary() {
        let mut names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        names.sort_unstable();
        let files = entries(&root().join("fuzz/fuzz_targets")).expect("the folder is there");
        let stems: Vec<_> = files.iter().filter_map(|path| path.file_stem()).collect();
        assert_eq!(stems, names);
        for Target { name, dictionary } in TARGETS {
            assert!(
                root().join("fuzz/corpus").join(name).is_dir(),
                "{name} has no seeds"
            );
            assert!(
                root()
                    .join(format!("fuzz/dictionaries/{dictionary}.dict"))
                    .is_file(),
                "{dictionary}"
            );
        }
    }
}
