//! Long work: a job is begun, heard of, and ended by a stop, by its end, or when its client is gone.

use std::collections::BTreeMap;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::{Desk, DeskRequest, Progress, Stop, Watch};
use tokio::sync::watch;

use crate::limits::ClientSeat;

/// What is known of a job.
#[derive(Clone, Debug, Default)]
pub(crate) struct JobNews {
    /// How far it is, as JSON.
    pub(crate) progress: Option<Arc<str>>,
    /// Its answer or refusal, when it has ended: the name of the event, and JSON.
    pub(crate) ended: Option<(&'static str, Arc<str>)>,
}

/// A job.
#[derive(Clone, Debug)]
pub(crate) struct ServedJob {
    pub(crate) stop: Stop,
    pub(crate) news: watch::Receiver<JobNews>,
}

/// The jobs of a server.
#[derive(Clone, Debug, Default)]
pub(crate) struct Jobs {
    jobs: Arc<Mutex<BTreeMap<String, ServedJob>>>,
}

/// How long the answer of a job waits for somebody to hear it.
const KEPT: Duration = Duration::from_secs(60);

impl Jobs {
    fn jobs(&self) -> MutexGuard<'_, BTreeMap<String, ServedJob>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a job, and gives its name; none if there are too many.
    pub(crate) fn begin(
        &self,
        mut desk: Desk,
        request: DeskRequest,
        seat: ClientSeat,
        most: usize,
        time: Duration,
    ) -> Option<String> {
        let stop = Stop::new();
        let (sender, news) = watch::channel(JobNews::default());
        let sender = Arc::new(sender);
        // Nobody can guess the name of somebody else's job.
        let state = RandomState::new();
        let name = format!("{:016x}{:016x}", state.hash_one(0), state.hash_one(1));
        {
            let mut jobs = self.jobs();
            let n_running = jobs
                .values()
                .filter(|job| job.news.borrow().ended.is_none());
            if n_running.count() >= most {
                return None;
            }
            jobs.insert(
                name.clone(),
                ServedJob {
                    stop: stop.clone(),
                    news,
                },
            );
        }
        let (ear, to_stop) = (Arc::clone(&sender), stop.clone());
        let work = tokio::task::spawn_blocking(move || {
            let watch = Watch::new()
                .with_stop(&to_stop)
                .with_listener(move |told| hear(&ear, told));
            let ended = match desk.serve(request, &watch) {
                Ok(answer) => ("answer", answer),
                Err(refused) => ("refused", refused.json()),
            };
            (ended.0, Arc::from(ended.1))
        });
        let (jobs, gone) = (self.clone(), name.clone());
        tokio::spawn(async move {
            let mut work = work;
            let ended = match tokio::time::timeout(time, &mut work).await {
                Ok(ended) => ended,
                Err(_) => {
                    stop.raise();
                    work.await
                }
            };
            let broken = || {
                (
                    "refused",
                    Arc::from(r#"{"error":"this was too much for the program"}"#),
                )
            };
            let ended = ended.unwrap_or_else(|_| broken());
            sender.send_modify(|news| news.ended = Some(ended));
            drop(seat);
            tokio::time::sleep(KEPT).await;
            jobs.jobs().remove(&gone);
        });
        Some(name)
    }

    /// A job by its name.
    pub(crate) fn get(&self, name: &str) -> Option<ServedJob> {
        self.jobs().get(name).cloned()
    }

    /// Ends all of them.
    pub(crate) fn stop_all(&self) {
        for job in self.jobs().values() {
            job.stop.raise();
        }
    }
}

fn hear(news: &watch::Sender<JobNews>, told: &Progress) {
    let of = told.of.unwrap_or(0);
    let json = serde_json::json!({ "what": told.what, "done": told.done, "of": of });
    news.send_modify(|news| news.progress = Some(json.to_string().into()));
}
