//! Desks that answer: as many as work at once, lent to one request after another.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use engine::{Desk, DeskRequest, Refused, Stop, Watch};
use tokio::sync::Semaphore;

/// Makes a desk; whoever runs the server knows where tables are kept.
pub(crate) type MakeDesk = Arc<dyn Fn() -> Desk + Send + Sync>;

/// The desks of a server.
#[derive(Clone)]
pub(crate) struct Desks {
    make: MakeDesk,
    idle: Arc<Mutex<Vec<Desk>>>,
    at_once: Arc<Semaphore>,
}

impl fmt::Debug for Desks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desks").finish_non_exhaustive()
    }
}

/// Raises a flag when it is dropped: whoever no longer waits for an answer ends the work on it.
pub(crate) struct StopOnDrop(pub(crate) Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

impl Desks {
    pub(crate) fn new(make: MakeDesk, at_once: usize) -> Desks {
        Desks {
            make,
            idle: Arc::default(),
            at_once: Arc::new(Semaphore::new(at_once)),
        }
    }

    /// A desk of its own, for a job.
    pub(crate) fn make(&self) -> Desk {
        (self.make)()
    }

    /// The answer to a request. When nobody waits for it any more, the work ends.
    ///
    /// A desk at which something broke is not used again.
    pub(crate) async fn answer(&self, request: DeskRequest) -> Result<String, Refused> {
        let broken = || Refused("this was too much for the program".into());
        let permit = Arc::clone(&self.at_once).acquire_owned().await;
        let permit = permit.map_err(|_| broken())?;
        let stop = Stop::new();
        let _guard = StopOnDrop(stop.clone());
        let desks = self.clone();
        let work = tokio::task::spawn_blocking(move || {
            let idle = || desks.idle.lock().unwrap_or_else(PoisonError::into_inner);
            let kept = idle().pop();
            let mut desk = kept.unwrap_or_else(|| desks.make());
            let answer = desk.serve(request, &Watch::new().with_stop(&stop));
            idle().push(desk);
            drop(permit);
            answer
        });
        work.await.map_err(|_| broken())?
    }
}
