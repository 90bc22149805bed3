//! Progress where nobody looks at a terminal: a line now and then, for a log.

use std::time::Duration;

use domain::Progress;

/// There is at most one line in this time.
pub(crate) const EVERY: Duration = Duration::from_secs(3);

/// Decides when a line is due, and writes it. Time is told from the beginning of the run.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    last: Duration,
    phase: String,
    /// When the phase began, and how much was done then.
    begun: (Duration, u64),
}

impl Pace {
    /// The line for some progress, if one is due.
    pub(crate) fn line(&mut self, now: Duration, progress: &Progress) -> Option<String> {
        if self.phase != progress.what {
            self.phase = progress.what.clone().into_owned();
            self.begun = (now, progress.done);
        }
        if now.saturating_sub(self.last) < EVERY {
            return None;
        }
        self.last = now;
        let Some(of) = progress.of.filter(|of| *of > 0) else {
            return Some(format!("{}: {}", self.phase, progress.done));
        };
        let percent = progress.done.min(of) * 100 / of;
        let mut line = format!("{}: {percent} % of {of}", self.phase);
        let elapsed = now.saturating_sub(self.begun.0).as_secs_f64();
        let done = progress.done.saturating_sub(self.begun.1);
        if elapsed > 0.0 && done > 0 {
            let rate = done as f64 / elapsed;
            let left = of.saturating_sub(progress.done) as f64 / rate;
            line += &format!(", {rate:.0}/s, {} left", in_words(left));
        }
        Some(line)
    }
}

/// `8 s`, `12 min`, `3 h 5 min`
fn in_words(seconds: f64) -> String {
    match seconds as u64 {
        seconds @ 0..100 => format!("{seconds} s"),
        seconds @ 100..6000 => format!("{} min", seconds / 60),
        seconds => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(pace: &mut Pace, seconds: u64, what: &'static str, done: u64) -> Option<String> {
        let progress = Progress {
            what: what.into(),
            done,
            of: Some(1000),
        };
        pace.line(Duration::from_secs(seconds), &progress)
    }

    #[test]
    fn lines_come_now_and_then_and_every_phase_has_its_own_rate() {
        let mut pace = Pace::default();
        assert_eq!(at(&mut pace, 0, "asking", 0), None);
        assert_eq!(at(&mut pace, 2, "asking", 100), None);
        let line = at(&mut pace, 4, "asking", 200);
        assert_eq!(
            line.as_deref(),
            Some("asking: 20 % of 1000, 50/s, 16 s left")
        );
        assert_eq!(at(&mut pace, 5, "asking", 250), None);
        // A phase that has just begun has no rate yet.
        let line = at(&mut pace, 10, "judging", 500);
        assert_eq!(line.as_deref(), Some("judging: 50 % of 1000"));
        let line = at(&mut pace, 20, "judging", 501);
        assert_eq!(
            line.as_deref(),
            Some("judging: 50 % of 1000, 0/s, 83 min left")
        );
    }
}
