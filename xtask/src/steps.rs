//! The steps of a task: the first that fails ends it, and at the end each is shown with its time.

use std::time::{Duration, Instant};

use crate::failure::Failure;

/// The steps done so far.
#[derive(Default)]
pub(crate) struct Steps {
    done: Vec<(String, Duration)>,
}

impl Steps {
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

    /// All steps are done.
    pub(crate) fn finish(self) {
        eprint!("\n{}", self.times());
        eprintln!("all is well");
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
}
