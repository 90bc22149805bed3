//! The account of one question: what its [`Watch`] still allows, and when to say how far the search is.

use domain::{Stop, Stopped, Watch};

/// Rounds of loops that cost as much as one position.
pub(crate) const STEPS_A_NODE: u64 = 1_000;

/// A graph of at most this many nodes is small.
const SMALL_GRAPH: u64 = 10_000;

/// How many positions are counted between two reports of progress.
const NODES_A_REPORT: u64 = 1 << 16;

/// What is left of the budget. Positions and the rounds of loops draw on one account.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    watch: &'a Watch,
    stop: Option<&'a Stop>,
    steps: u64,
    steps_left: u64,
    /// Progress is reported when fewer steps are left; 0 without a listener.
    report_below: u64,
    /// The depth bound of the outermost search, if it has one.
    depth: Option<u32>,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(watch: &'a Watch) -> Meter<'a> {
        let steps = watch.max_nodes().saturating_mul(STEPS_A_NODE);
        let mut meter = Meter {
            watch,
            stop: watch.stop(),
            steps,
            steps_left: steps,
            report_below: 0,
            depth: None,
        };
        meter.plan_report();
        meter
    }

    /// A search with this depth bound begins.
    pub(crate) fn begin(&mut self, depth: Option<u32>) {
        self.depth = depth;
    }

    /// The watch over the question.
    pub(crate) fn watch(&self) -> &'a Watch {
        self.watch
    }

    /// Pays for a position.
    #[inline]
    pub(crate) fn node(&mut self) -> Result<(), Stopped> {
        self.pay(STEPS_A_NODE)
    }

    /// Pays for so many positions at once, if that neither ends the budget nor is worth a report: then they must be paid
    /// for one after the other.
    #[inline]
    pub(crate) fn nodes_at_once(&mut self, n: u64) -> bool {
        let left = self.steps_left.checked_sub(n * STEPS_A_NODE);
        match left.filter(|left| *left >= self.report_below && !self.is_stopped()) {
            Some(left) => {
                self.steps_left = left;
                true
            }
            None => false,
        }
    }

    /// Pays for `n` rounds of a loop.
    #[inline]
    pub(crate) fn steps(&mut self, n: u64) -> Result<(), Stopped> {
        self.pay(n)
    }

    /// A graph has been traversed again and again, `n_visits` nodes in all. That is cheap, and free up to what the
    /// positions themselves may cost, or what a small graph needs.
    pub(crate) fn rounds(&mut self, n_visits: u64) -> Result<(), Stopped> {
        self.pay(0)?;
        let free = self.watch.max_nodes().max(SMALL_GRAPH);
        if n_visits > free.saturating_mul(STEPS_A_NODE) {
            return Err(self.out_of_nodes());
        }
        Ok(())
    }

    /// How much is left.
    #[inline]
    pub(crate) fn steps_left(&self) -> u64 {
        self.steps_left
    }

    #[inline]
    fn pay(&mut self, steps: u64) -> Result<(), Stopped> {
        if self.is_stopped() {
            return Err(Stopped::Asked);
        }
        match self.steps_left.checked_sub(steps) {
            Some(left) => {
                self.steps_left = left;
                if left < self.report_below {
                    self.report();
                }
                Ok(())
            }
            None => Err(self.out_of_nodes()),
        }
    }

    /// For how many positions one can pay at once later; unknown if progress is reported before.
    #[inline]
    pub(crate) fn nodes_left(&self) -> Option<u64> {
        let may_pay = self.report_below == 0 && !self.is_stopped();
        may_pay.then_some(self.steps_left / STEPS_A_NODE)
    }

    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(Stop::is_raised)
    }

    fn out_of_nodes(&self) -> Stopped {
        Stopped::Nodes(self.watch.max_nodes())
    }

    /// Tells the listener how far the search is. Rounds of loops count as the positions that they cost.
    #[cold]
    fn report(&mut self) {
        let nodes = (self.steps - self.steps_left) / STEPS_A_NODE;
        let limit = self.watch.max_nodes();
        let of = (limit != u64::MAX).then_some(limit);
        match self.depth {
            Some(depth) => self.watch.tell(format!("depth {depth}"), nodes, of),
            None => self.watch.tell("any depth", nodes, of),
        }
        self.plan_report();
    }

    fn plan_report(&mut self) {
        if self.watch.is_listened_to() {
            let until = NODES_A_REPORT * STEPS_A_NODE;
            self.report_below = self.steps_left.saturating_sub(until);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[test]
    fn the_listener_hears_how_many_positions_were_looked_at() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ear = Arc::clone(&heard);
        let watch = Watch::nodes(200_000).with_listener(move |progress| {
            let mut heard = ear.lock().expect("no listener panics");
            heard.push((progress.what.to_string(), progress.done, progress.of));
        });
        let mut meter = Meter::new(&watch);
        meter.begin(Some(7));
        while meter.node().is_ok() {}
        let heard = heard.lock().expect("no listener panics");
        let expected =
            [65_537, 131_074, 196_611].map(|nodes| ("depth 7".to_owned(), nodes, Some(200_000)));
        assert_eq!(*heard, expected);
        assert_eq!(meter.node(), Err(Stopped::Nodes(200_000)));
    }
}
