//! Work that takes long: progress on the terminal, and Ctrl-C.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::pace::Pace;
use crate::screen::tell_problem;
use crate::status::{CommandProblem, Status};
use crate::table_cache::{CacheReport, TableCache};
use domain::{Progress, Stop, Watch};
use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use verify::{BuildError, EndgameTables, Holds, Material};

/// A run that can be watched and stopped.
pub(crate) struct LongRun {
    shows: bool,
    /// Raised by Ctrl-C.
    stop: Stop,
    begun: Instant,
    /// Where no terminal shows a bar: may lines be written? Not if `NASVET_PROGRESS` is `off`.
    writes_lines: bool,
    /// Lines for a log, where no terminal shows a bar.
    pace: Arc<Mutex<Pace>>,
}

impl LongRun {
    /// From now on Ctrl-C stops the run.
    pub(crate) fn begin() -> Result<LongRun, String> {
        let stop = Stop::new();
        let heard = stop.clone();
        ctrlc::set_handler(move || {
            // A second Ctrl-C does not wait for the end of the work.
            if heard.is_raised() {
                std::process::exit(Status::Interrupted.number().into());
            }
            heard.raise();
        })
        .map_err(|error| format!("cannot listen to Ctrl-C: {error}"))?;
        Ok(LongRun {
            shows: std::io::stderr().is_terminal(),
            stop,
            begun: Instant::now(),
            writes_lines: std::env::var_os("NASVET_PROGRESS").is_none_or(|said| said != "off"),
            pace: Arc::default(),
        })
    }

    /// The flag that Ctrl-C raises.
    pub(crate) fn stop(&self) -> &Stop {
        &self.stop
    }

    /// A bar with rate and time left; none where nobody looks.
    pub(crate) fn bar(&self, what: &str) -> ProgressBar {
        if !self.shows {
            return ProgressBar::hidden();
        }
        let style = ProgressStyle::with_template(
            "{msg:<24} {bar:30} {percent:>3} %  {rate:>14}  {eta} left",
        )
        .expect("the template is well formed")
        // The library's own rate has fourteen digits after the point.
        .with_key(
            "rate",
            |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                // A bar that cannot be written is no reason to stop.
                let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
            },
        );
        let bar = ProgressBar::new(0).with_style(style);
        bar.set_message(what.to_owned());
        bar
    }

    /// Shows progress phase by phase: in a bar on a terminal, elsewhere by a line on standard error every few seconds.
    pub(crate) fn listener(
        &self,
        bar: &ProgressBar,
    ) -> impl Fn(&Progress) + Send + Sync + 'static + use<> {
        let (shows, begun, writes_lines) = (self.shows, self.begun, self.writes_lines);
        let (bar, pace) = (bar.clone(), Arc::clone(&self.pace));
        move |progress: &Progress| {
            if shows {
                // Another phase has another rate.
                if bar.message() != progress.what {
                    bar.reset();
                    bar.set_message(progress.what.clone());
                }
                show(&bar, progress);
                return;
            }
            if !writes_lines {
                return;
            }
            let mut pace = pace.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(line) = pace.line(begun.elapsed(), progress) {
                tell_problem(&line);
            }
        }
    }

    /// Reads or builds the tables of an ending; what is odd about files is said.
    pub(crate) fn tables(
        &self,
        cache: &TableCache,
        tables: &mut EndgameTables,
        material: Material,
        holds: Holds,
    ) -> Result<CacheReport, CommandProblem> {
        if material.n_men() > 4 && !material.has_pawns() {
            let bytes = EndgameTables::bytes_needed(material);
            tell_problem(&format!(
                "the tables of {material} take about {} MiB of memory while they are built",
                bytes.div_ceil(1 << 20)
            ));
        }
        let bar = self.bar("tables");
        let watch = Watch::new()
            .with_stop(&self.stop)
            .with_listener(self.listener(&bar));
        let report = cache.provide(tables, material, holds, &watch);
        bar.finish_and_clear();
        match report {
            Ok(report) => {
                for notice in &report.notices {
                    tell_problem(notice);
                }
                Ok(report)
            }
            Err(BuildError::Stopped(_)) => Err(CommandProblem::interrupted(
                "stopped on request; the tables that were finished are kept",
            )),
            Err(error) => Err(error.to_string().into()),
        }
    }
}

/// Moves a bar to where the work is.
fn show(bar: &ProgressBar, progress: &Progress) {
    if let Some(total) = progress.of {
        bar.set_length(total);
    }
    bar.set_position(progress.done);
}
