//! The steps of a task: the first that fails ends it, and at the end each is shown with its time.
//!
//! A step that needs what this machine lacks is skipped, and the end says so loudly; it is installed only if that is
//! asked for.

use std::time::{Duration, Instant};

use crate::args::{Arg, Args};
use crate::failure::Failure;
use crate::tools::{Tool, may_install};

/// The steps done so far.
#[derive(Default)]
pub(crate) struct Steps {
    done: Vec<(String, Duration)>,
    /// What was not done, and what it needs.
    skipped: Vec<(String, &'static Tool)>,
    /// Is what is missing installed?
    installs: bool,
}

impl Steps {
    /// Steps that install what they need, if this flag was given or a machine tests changes.
    pub(crate) fn installing(flag: bool) -> Steps {
        Steps {
            installs: may_install(flag),
            ..Steps::default()
        }
    }

    /// The steps of a task whose only flag is `--install`.
    pub(crate) fn from_args(task: &'static str, args: &[String]) -> Result<Steps, Failure> {
        let mut args = Args::of(task, args);
        let mut install = false;
        while let Some(arg) = args.next() {
            match arg {
                Arg::Flag("--install") if !install => install = true,
                Arg::Flag(_) | Arg::Word(_) => return args.unknown(&arg),
            }
        }
        Ok(Steps::installing(install))
    }

    /// Does one step. A step that fails names itself, after the times of all steps.
    pub(crate) fn step(
        &mut self,
        name: &str,
        action: impl FnOnce() -> Result<(), String>,
    ) -> Result<(), Failure> {
        eprintln!("\n== {name}");
        let start = Instant::now();
        let result = action();
        self.done.push((name.to_owned(), start.elapsed()));
        result.map_err(|problem| {
            eprint!("\n{problem}\n\n{}", self.times());
            Failure::Task(format!(
                "stopped at the step `{name}`: {}",
                problem.lines().next().unwrap_or("")
            ))
        })
    }

    /// Does one step that needs a tool, or skips it.
    pub(crate) fn step_with(
        &mut self,
        tool: &'static Tool,
        name: &str,
        action: impl FnOnce() -> Result<(), String>,
    ) -> Result<(), Failure> {
        if !tool.is_there() {
            if !self.installs {
                eprintln!("\n== {name}: SKIPPED, {} is missing", tool.name);
                self.skipped.push((name.to_owned(), tool));
                return Ok(());
            }
            self.step(&format!("install {}", tool.name), || tool.install())?;
        }
        self.step(name, action)
    }

    /// All steps are done. A task that could do nothing has failed.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        eprint!("\n{}", self.times());
        if self.skipped.is_empty() {
            eprintln!("all is well");
            return Ok(());
        }
        let told = self.told();
        if self.done.is_empty() {
            return Err(Failure::Task(told));
        }
        eprint!("\n{told}\neverything else is well\n");
        Ok(())
    }

    /// What was skipped, and how it would be done.
    fn told(&self) -> String {
        let lines = self.skipped.iter().map(|(name, tool)| {
            let Tool {
                name: needs, how, ..
            } = tool;
            format!("  {name}\n    needs {needs}: {how}\n")
        });
        format!(
            "NOT CHECKED, because something is missing on this machine:\n{}With `--install` it is installed.",
            lines.collect::<String>()
        )
    }

    fn times(&self) -> String {
        let width = self
            .done
            .iter()
            .map(|(name, _)| name.chars().count())
            .max()
            .unwrap_or(0);
        let line = |(name, time): &(String, Duration)| {
            format!("{name:<width$} {:>7.1} s\n", time.as_secs_f64())
        };
        self.done.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_fails_names_itself() {
        let mut steps = Steps::default();
        assert_eq!(steps.step("first", || Ok(())), Ok(()));
        let failure = steps.step("second", || Err("it is broken\nhere".into()));
        assert_eq!(
            failure,
            Err(Failure::Task(
                "stopped at the step `second`: it is broken".into()
            ))
        );
        assert_eq!(steps.times(), "first      0.0 s\nsecond     0.0 s\n");
    }

    #[test]
    fn what_is_missing_is_not_installed_unasked() {
        static TOOL: Tool = Tool::named("a philosopher's stone", "ask Nicolas Flamel");
        let mut steps = Steps::default();
        let never = || Err("it was run without its tool".into());
        assert_eq!(steps.step_with(&TOOL, "gold", never), Ok(()));
        let told = steps.told();
        assert!(told.contains("gold\n    needs a philosopher's stone: ask Nicolas Flamel"));
        // A task that did nothing is no success.
        assert!(steps.finish().is_err());

        let mut steps = Steps {
            installs: true,
            ..Steps::default()
        };
        let failure = steps.step_with(&TOOL, "gold", never);
        let message = "stopped at the step `install a philosopher's stone`: it cannot be had";
        assert_eq!(failure, Err(Failure::Task(message.into())));
    }
}
