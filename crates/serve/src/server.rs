//! The server from its first to its last breath.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use engine::{Desk, Stop};
use tokio::net::TcpListener;
use tokio::runtime::Builder;

use crate::desks::{Desks, MakeDesk};
use crate::jobs::Jobs;
use crate::limits::{Clients, Limits};
use crate::page::WebPage;
use crate::routes::{Service, router};

/// What is served, to whom, and within which bounds.
pub struct ServeOptions {
    /// Where to listen; port 0 chooses one.
    pub listen: SocketAddr,
    /// The page.
    pub page: WebPage,
    /// The bounds.
    pub limits: Limits,
    /// Makes a desk, with tables from wherever they are kept.
    pub desk: Arc<dyn Fn() -> Desk + Send + Sync>,
    /// Ends the server.
    pub stop: Stop,
}

impl fmt::Debug for ServeOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServeOptions")
            .field("listen", &self.listen)
            .finish_non_exhaustive()
    }
}

/// How long answers may still take when the server is to end.
const LAST: Duration = Duration::from_secs(3);

/// How often the server looks whether it is to end.
const LOOK: Duration = Duration::from_millis(100);

/// Serves until the stop is raised. Says where, once it listens.
pub fn serve(options: ServeOptions, listens: impl FnOnce(SocketAddr)) -> Result<(), String> {
    let ServeOptions {
        listen,
        page,
        limits,
        desk,
        stop,
    } = options;
    let make: MakeDesk = desk;
    let mut builder = Builder::new_multi_thread();
    // Answers and jobs, and nobody else, work on threads that may block.
    builder
        .worker_threads(2)
        .max_blocking_threads(limits.at_once + limits.jobs);
    let runtime = builder.enable_all().build();
    let runtime = runtime.map_err(|error| format!("cannot begin to serve: {error}"))?;
    let jobs = Jobs::default();
    let service = Service {
        page: Arc::new(page),
        desks: Desks::new(make, limits.at_once),
        jobs: jobs.clone(),
        requests: Clients::default(),
        working: Clients::default(),
        limits,
        is_local: listen.ip().is_loopback(),
    };
    let served = runtime.block_on(async move {
        let listener = TcpListener::bind(listen).await;
        let listener = listener.map_err(|error| format!("cannot listen at {listen}: {error}"))?;
        listens(listener.local_addr().map_err(|error| error.to_string())?);
        let asked = async move {
            while !stop.is_raised() {
                tokio::time::sleep(LOOK).await;
            }
            jobs.stop_all();
        };
        let (told, mut hears) = tokio::sync::watch::channel(false);
        let asked = async move {
            asked.await;
            let _ = told.send(true);
        };
        let app = router(service).into_make_service_with_connect_info::<SocketAddr>();
        let serving = axum::serve(listener, app).with_graceful_shutdown(asked);
        let late = async move {
            let _ = hears.wait_for(|told| *told).await;
            tokio::time::sleep(LAST).await;
        };
        tokio::select! {
            ended = serving.into_future() => ended.map_err(|error| error.to_string()),
            // Whoever keeps a connection open is not waited for.
            () = late => Ok(()),
        }
    });
    runtime.shutdown_timeout(LAST);
    served
}
