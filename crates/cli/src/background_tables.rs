//! Endgame tables that are made in the background, so that nobody waits for them longer than a second.
//!
//! Each ending that is wanted gets a thread, which reads or builds its tables over a [`TableCache`] and hands over each
//! of them as soon as it is there. Who asks in between hears how far it is.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use domain::{Progress, Stop, Watch};
use nasvet::{Offered, TableStore};
use verify::{BuildError, EndgameTable, EndgameTables, Holds, Material};

use crate::table_cache::TableCache;

/// Tables from a cache, made in the background.
pub struct BackgroundTables {
    cache: TableCache,
    patience: Duration,
    waited_for: TablesWaitedFor,
    jobs: Vec<TableJob>,
}

/// How much is made of the tables that somebody is waiting for just now, for those who show it.
#[derive(Clone, Default, Debug)]
pub struct TablesWaitedFor(Arc<Mutex<Option<u8>>>);

impl TablesWaitedFor {
    /// The percentage; none where nobody waits.
    pub fn percent(&self) -> Option<u8> {
        self.0.lock().ok().and_then(|percent| *percent)
    }

    fn tell(&self, percent: Option<u8>) {
        if let Ok(mut told) = self.0.lock() {
            *told = percent;
        }
    }
}

/// The tables of one ending, being made.
struct TableJob {
    /// The ending, in the orientation that has a table.
    material: Material,
    /// The tables that are done.
    finished: Receiver<EndgameTable>,
    thread: JoinHandle<Result<(), BuildError>>,
    /// How much is done.
    percent: Arc<AtomicU8>,
    stop: Stop,
    /// When somebody last waited in vain.
    refused: Option<Instant>,
}

/// Nobody who plays waits longer than this.
const PATIENCE: Duration = Duration::from_secs(1);

/// So often somebody who waits looks whether he is to stop.
const LOOK_EVERY: Duration = Duration::from_millis(20);

impl BackgroundTables {
    /// Tables that are kept in this cache. Who asks for them waits at most one second.
    pub fn new(cache: TableCache) -> BackgroundTables {
        BackgroundTables {
            cache,
            patience: PATIENCE,
            waited_for: TablesWaitedFor::default(),
            jobs: Vec::new(),
        }
    }

    /// The same for those who wait this long.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> BackgroundTables {
        self.patience = patience;
        self
    }

    /// The same, telling how far they are while somebody waits.
    #[must_use]
    pub fn telling(mut self, waited_for: &TablesWaitedFor) -> BackgroundTables {
        self.waited_for = waited_for.clone();
        self
    }

    /// The index of the job that makes these tables; it begins if it has not yet.
    fn job(&mut self, tables: &EndgameTables, material: Material) -> usize {
        let begun = self.jobs.iter().position(|job| job.material == material);
        begun.unwrap_or_else(|| {
            self.jobs
                .push(TableJob::begin(&self.cache, tables, material));
            self.jobs.len() - 1
        })
    }

    /// Takes what a job has finished, until it ends or the time is up; without a time it is waited for to the end.
    fn wait(
        &mut self,
        tables: &mut EndgameTables,
        material: Material,
        watch: &Watch,
        patience: Option<Duration>,
    ) -> Result<Offered, BuildError> {
        EndgameTables::check_size(material)?;
        let material = material.canonical();
        let needed = material.needed();
        if needed.iter().all(|needed| tables.get(*needed).is_some()) {
            return Ok(Offered::Ready);
        }
        let begun = Instant::now();
        let idx = self.job(tables, material);
        // One answer may ask for the tables several times; only the first waits.
        let refused = self.jobs[idx].refused;
        let is_again = refused.is_some_and(|at| at.elapsed() < self.patience);
        let patience = patience.map(|patience| if is_again { Duration::ZERO } else { patience });
        loop {
            watch.check()?;
            let job = &self.jobs[idx];
            let percent = job.percent.load(Ordering::Relaxed);
            self.waited_for.tell(Some(percent));
            match job.finished.recv_timeout(LOOK_EVERY) {
                Ok(table) => tables.insert(table),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let job = self.jobs.remove(idx);
                    return match job.thread.join() {
                        Ok(done) => done.map(|()| Offered::Ready),
                        Err(panic) => std::panic::resume_unwind(panic),
                    };
                }
            }
            if patience.is_some_and(|patience| begun.elapsed() >= patience) {
                self.jobs[idx].refused = Some(Instant::now());
                return Ok(Offered::NotYet { percent });
            }
        }
    }
}

impl TableStore for BackgroundTables {
    fn provide(
        &mut self,
        tables: &mut EndgameTables,
        material: Material,
        watch: &Watch,
    ) -> Result<(), BuildError> {
        let waited = self.wait(tables, material, watch, None);
        self.waited_for.tell(None);
        waited.map(|_| ())
    }

    fn offer(
        &mut self,
        tables: &mut EndgameTables,
        material: Material,
        watch: &Watch,
    ) -> Result<Offered, BuildError> {
        let patience = self.patience;
        let waited = self.wait(tables, material, watch, Some(patience));
        self.waited_for.tell(None);
        waited
    }

    fn prepare(&mut self, tables: &EndgameTables, material: Material) {
        let material = material.canonical();
        let needed = material.needed();
        let is_ready = needed.iter().all(|needed| tables.get(*needed).is_some());
        if !is_ready && EndgameTables::check_size(material).is_ok() {
            self.job(tables, material);
        }
    }
}

/// Whoever drops the store wants no more tables. What is finished is kept in the cache.
impl Drop for BackgroundTables {
    fn drop(&mut self) {
        for job in &self.jobs {
            job.stop.raise();
        }
    }
}

impl TableJob {
    /// Begins to make the tables of an ending that are not there yet.
    fn begin(cache: &TableCache, tables: &EndgameTables, material: Material) -> TableJob {
        // The thread needs tables of its own: the others are in use meanwhile.
        let mut own = EndgameTables::new();
        for needed in material.needed() {
            if let Some(table) = tables.get(needed) {
                own.insert(table.clone());
            }
        }
        let (finish, finished) = channel();
        let (percent, stop) = (Arc::new(AtomicU8::new(0)), Stop::new());
        let cache = cache.clone();
        let (told, heard) = (Arc::clone(&percent), stop.clone());
        let thread =
            std::thread::spawn(move || make(&cache, own, material, &finish, &told, &heard));
        TableJob {
            material,
            finished,
            thread,
            percent,
            stop,
            refused: None,
        }
    }
}

/// Makes the tables of an ending, one after the other, and hands them over.
fn make(
    cache: &TableCache,
    mut tables: EndgameTables,
    material: Material,
    finish: &Sender<EndgameTable>,
    percent: &Arc<AtomicU8>,
    stop: &Stop,
) -> Result<(), BuildError> {
    let missing: Vec<Material> = material
        .needed()
        .into_iter()
        .filter(|needed| tables.get(*needed).is_none())
        .collect();
    let weight = EndgameTable::most_bytes;
    let total: u64 = missing.iter().copied().map(weight).sum();
    let mut before = 0;
    for material in missing {
        let of_this = weight(material);
        let told = Arc::clone(percent);
        let listener = move |progress: &Progress| {
            let part = of_this * progress.done / progress.of.unwrap_or(progress.done).max(1);
            let done = (before + part) * 100 / total.max(1);
            told.fetch_max(done.min(99) as u8, Ordering::Relaxed);
        };
        let watch = Watch::new().with_stop(stop).with_listener(listener);
        cache.provide(&mut tables, material, Holds::Mate, &watch)?;
        before += of_this;
        percent.fetch_max(
            (before * 100 / total.max(1)).min(99) as u8,
            Ordering::Relaxed,
        );
        if let Some(table) = tables.get(material)
            && finish.send(table.clone()).is_err()
        {
            // Nobody wants them any more.
            return Ok(());
        }
    }
    Ok(())
}
