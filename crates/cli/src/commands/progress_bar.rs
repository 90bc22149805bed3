//! A bar on standard error that shows how far long work has come: its rate, and the time that is left.

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::screen::tell;

/// The bar is drawn at most this often.
const DRAWN_EVERY: Duration = Duration::from_millis(50);

/// The bar has this many cells.
const CELLS: u64 = 30;

/// Clones share the bar; one that is hidden shows nothing.
#[derive(Clone)]
pub(crate) struct ProgressBar(Option<Arc<Mutex<Drawing>>>);

struct Drawing {
    work: Work,
    /// When this work began, and where.
    begun: (Instant, u64),
    drawn: Option<Instant>,
}

/// What is told of the work.
struct Work {
    what: String,
    done: u64,
    total: u64,
}

impl ProgressBar {
    /// A bar that shows nothing.
    pub(crate) fn hidden() -> ProgressBar {
        ProgressBar(None)
    }

    /// A bar for work that is called so.
    pub(crate) fn new(what: &str) -> ProgressBar {
        let drawing = Drawing {
            work: Work {
                what: what.to_owned(),
                done: 0,
                total: 0,
            },
            begun: (Instant::now(), 0),
            drawn: None,
        };
        ProgressBar(Some(Arc::new(Mutex::new(drawing))))
    }

    /// The work is called so from now on; where it was called otherwise, other work begins.
    pub(crate) fn begin(&self, what: &str) {
        self.change(|work| {
            if work.what != what {
                work.what = what.to_owned();
                work.done = 0;
            }
        });
    }

    /// Where the work ends.
    pub(crate) fn set_length(&self, total: u64) {
        self.change(|work| work.total = total);
    }

    /// Where the work is.
    pub(crate) fn set_position(&self, done: u64) {
        self.change(|work| work.done = done);
    }

    /// Tells something above the bar.
    pub(crate) fn println(&self, text: &str) {
        self.finish_and_clear();
        tell(text);
    }

    /// The work has ended: the bar goes away.
    pub(crate) fn finish_and_clear(&self) {
        self.draw(|drawing| {
            drawing.drawn = None;
            Some(String::new())
        });
    }

    fn change(&self, change: impl FnOnce(&mut Work)) {
        self.draw(|drawing| {
            let before = drawing.work.done;
            change(&mut drawing.work);
            let work = &drawing.work;
            let now = Instant::now();
            // Where work starts or goes on from another day, the rate is that of what is new.
            if work.done < before || before == 0 {
                drawing.begun = (now, work.done);
            }
            if drawing.drawn.is_some_and(|at| now - at < DRAWN_EVERY) {
                return None;
            }
            drawing.drawn = Some(now);
            let (begun, first) = drawing.begun;
            Some(work.line(work.done - first, now - begun))
        });
    }

    /// Shows the line that is made, if there is one, in place of what was shown.
    fn draw(&self, line: impl FnOnce(&mut Drawing) -> Option<String>) {
        let Some(drawing) = &self.0 else {
            return;
        };
        let mut drawing = drawing.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(line) = line(&mut drawing) else {
            return;
        };
        let mut out = std::io::stderr().lock();
        let width = terminal_size::terminal_size_of(&out).map_or(80, |(width, _)| width.0);
        let shown: String = line.chars().take(usize::from(width)).collect();
        // A bar that cannot be written is no reason to stop.
        let _ = write!(out, "\r\u{1b}[2K{shown}").and_then(|()| out.flush());
    }
}

impl Work {
    /// The bar as a line, when so much was done in this time.
    fn line(&self, newly: u64, elapsed: Duration) -> String {
        let total = self.total.max(1);
        let done = self.done.min(total);
        let part = |whole: u64| (u128::from(whole) * u128::from(done) / u128::from(total)) as u64;
        let filled = part(CELLS) as usize;
        let cells = "█".repeat(filled) + &"░".repeat(CELLS as usize - filled);
        let rate = newly as f64 / elapsed.as_secs_f64().max(0.001);
        let left = match newly {
            0 => "?".into(),
            _ => in_short((total - done) as f64 / rate),
        };
        let mut line = format!("{:<24} {cells} {:>3} %  ", self.what, part(100));
        let rate = format!("{}/s", grouped(rate as u64));
        // Writing to a string does not fail.
        let _ = write!(line, "{rate:>14}  {left} left");
        line
    }
}

/// A number with its thousands apart: `12,345`.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time in the largest unit that fits it: `40s`, `3m`, `2h`.
fn in_short(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match seconds {
        0..90 => format!("{seconds}s"),
        90..5_400 => format!("{}m", (seconds + 30) / 60),
        _ => format!("{}h", (seconds + 1_800) / 3_600),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(work: (u64, u64), newly: u64, seconds: u64, expected: &str) {
        let work = Work {
            what: "tables".into(),
            done: work.0,
            total: work.1,
        };
        assert_eq!(work.line(newly, Duration::from_secs(seconds)), expected);
    }

    #[test]
    fn a_bar_tells_rate_and_time_left() {
        let name = "tables                   ";
        check(
            (0, 40_000),
            0,
            1,
            &format!("{name}{}   0 %             0/s  ? left", "░".repeat(30)),
        );
        check(
            (10_000, 40_000),
            10_000,
            4,
            &format!(
                "{name}{}{}  25 %         2,500/s  12s left",
                "█".repeat(7),
                "░".repeat(23)
            ),
        );
        // Half of it was done on another day: the rate is today's.
        check(
            (3_000, 4_000),
            1_000,
            600,
            &format!(
                "{name}{}{}  75 %             1/s  10m left",
                "█".repeat(22),
                "░".repeat(8)
            ),
        );
        check(
            (4, 4),
            4,
            1,
            &format!("{name}{} 100 %             4/s  0s left", "█".repeat(30)),
        );
    }
}
