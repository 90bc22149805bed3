//! What is asked over HTTP, and what comes back.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{
    ConnectInfo, DefaultBodyLimit, FromRequest, FromRequestParts as _, Path, Request, State,
};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use engine::DeskRequest;
use futures_util::stream::{Stream, unfold};

use crate::desks::{Desks, StopOnDrop};
use crate::jobs::{JobNews, Jobs, ServedJob};
use crate::limits::{Clients, Limits};
use crate::page::WebPage;

/// What every request can use.
#[derive(Clone, Debug)]
pub(crate) struct Service {
    pub(crate) page: Arc<WebPage>,
    pub(crate) desks: Desks,
    pub(crate) jobs: Jobs,
    pub(crate) requests: Clients,
    pub(crate) working: Clients,
    pub(crate) limits: Limits,
    /// Does only this machine listen?
    pub(crate) is_local: bool,
}

/// Nothing but this page's own files, and no script within the page.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(crate) fn router(service: Service) -> Router {
    Router::new()
        .route("/api/answer", post(answer))
        .route("/api/jobs", post(begin))
        .route("/api/jobs/{job}/events", get(events))
        .route("/api/jobs/{job}", axum::routing::delete(end))
        .fallback(file)
        .method_not_allowed_fallback(async || {
            told(
                StatusCode::METHOD_NOT_ALLOWED,
                "this address has another method",
            )
        })
        .layer(DefaultBodyLimit::max(service.limits.body))
        .layer(middleware::from_fn_with_state(service.clone(), guarded))
        .with_state(service)
}

/// Refuses hosts with a foreign name, and sets the headers that every answer has.
async fn guarded(State(service): State<Service>, request: Request, next: Next) -> Response {
    let host = request
        .headers()
        .get(HOST)
        .and_then(|host| host.to_str().ok());
    let mut response = match !service.is_local || host.is_some_and(is_this_machine) {
        true => next.run(request).await,
        false => told(
            StatusCode::FORBIDDEN,
            "this server answers to this machine only",
        ),
    };
    let headers = response.headers_mut();
    let fixed: [(HeaderName, &'static str); 5] = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (CACHE_CONTROL, "no-cache"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Is it a name of this machine, so that no other site has led the browser here?
fn is_this_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.chars().all(|ch| ch.is_ascii_digit()) => name,
        Some(_) | None => host,
    };
    name == "localhost"
        || name
            .trim_matches(['[', ']'])
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

/// A message of ours, as JSON.
fn told(status: StatusCode, message: &str) -> Response {
    let body = serde_json::json!({ "error": message }).to_string();
    (status, [(CONTENT_TYPE, "application/json")], body).into_response()
}

/// A request that was read, and who sent it.
struct ClientRequest {
    request: DeskRequest,
    client: IpAddr,
}

impl FromRequest<Service> for ClientRequest {
    type Rejection = Response;

    async fn from_request(sent: Request, service: &Service) -> Result<ClientRequest, Response> {
        let (mut parts, body) = sent.into_parts();
        let found = ConnectInfo::<SocketAddr>::from_request_parts(&mut parts, service).await;
        let ConnectInfo(client) = found.map_err(IntoResponse::into_response)?;
        let kind = parts.headers.get(CONTENT_TYPE).cloned();
        // Read to its end even if it is of no use: who still writes would not hear the answer.
        let body = Bytes::from_request(Request::from_parts(parts, body), service).await;
        let body = body.map_err(|refused| {
            let why = refused.body_text();
            told(
                refused.status(),
                &format!("the request cannot be read: {why}"),
            )
        })?;
        let kind = kind.as_ref().and_then(|kind| kind.to_str().ok());
        if !kind.is_some_and(|kind| kind.starts_with("application/json")) {
            let message = "a request is JSON, and says so in `Content-Type: application/json`";
            return Err(told(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        let request = serde_json::from_slice(&body).map_err(|error| {
            let message = format!("the request cannot be read: {error}");
            told(StatusCode::BAD_REQUEST, &message)
        })?;
        let client = client.ip();
        Ok(ClientRequest { request, client })
    }
}

async fn answer(State(service): State<Service>, asked: ClientRequest) -> Response {
    let ClientRequest { request, client } = asked;
    if matches!(request, DeskRequest::Verify { .. }) {
        return told(
            StatusCode::BAD_REQUEST,
            "verifying takes long: begin it as a job",
        );
    }
    let limits = service.limits;
    let Some(_seat) = service.requests.seat(client, limits.requests_of_client) else {
        return told(StatusCode::TOO_MANY_REQUESTS, "too many requests at once");
    };
    match tokio::time::timeout(limits.answer, service.desks.answer(request)).await {
        Ok(Ok(answer)) => ([(CONTENT_TYPE, "application/json")], answer).into_response(),
        Ok(Err(refused)) => told(StatusCode::UNPROCESSABLE_ENTITY, &refused.to_string()),
        Err(_) => told(StatusCode::SERVICE_UNAVAILABLE, "the answer took too long"),
    }
}

async fn begin(State(service): State<Service>, asked: ClientRequest) -> Response {
    let ClientRequest { request, client } = asked;
    let Limits {
        jobs_of_client,
        jobs,
        job,
        ..
    } = service.limits;
    let begun = service
        .working
        .seat(client, jobs_of_client)
        .and_then(|seat| {
            service
                .jobs
                .begin(service.desks.make(), request, seat, jobs, job)
        });
    match begun {
        Some(name) => {
            let body = serde_json::json!({ "job": name }).to_string();
            (
                StatusCode::ACCEPTED,
                [(CONTENT_TYPE, "application/json")],
                body,
            )
                .into_response()
        }
        None => told(
            StatusCode::TOO_MANY_REQUESTS,
            "too many jobs at once; stop one of them first",
        ),
    }
}

async fn end(State(service): State<Service>, Path(name): Path<String>) -> Response {
    match service.jobs.get(&name) {
        Some(job) => {
            job.stop.raise();
            StatusCode::NO_CONTENT.into_response()
        }
        None => no_job(),
    }
}

async fn events(State(service): State<Service>, Path(name): Path<String>) -> Response {
    match service.jobs.get(&name) {
        Some(job) => {
            let alive = KeepAlive::new().interval(Duration::from_secs(10));
            Sse::new(heard(job)).keep_alive(alive).into_response()
        }
        None => no_job(),
    }
}

fn no_job() -> Response {
    told(
        StatusCode::NOT_FOUND,
        "there is no such job, or not any more",
    )
}

/// What a listener hears: progress as it comes, not more than ten times a second, and the end. Whoever stops
/// listening ends the job.
fn heard(job: ServedJob) -> impl Stream<Item = Result<Event, Infallible>> {
    const PAUSE: Duration = Duration::from_millis(100);
    let guard = StopOnDrop(job.stop.clone());
    unfold(Some((job.news, guard)), async |state| {
        let (mut news, guard) = state?;
        loop {
            let JobNews { progress, ended } = news.borrow_and_update().clone();
            if let Some((name, data)) = ended {
                return Some((Ok(Event::default().event(name).data(&*data)), None));
            }
            if let Some(progress) = progress {
                tokio::time::sleep(PAUSE).await;
                let event = Event::default().event("progress").data(&*progress);
                if news.has_changed().is_ok_and(|changed| changed) {
                    return Some((Ok(event), Some((news, guard))));
                }
            }
            news.changed().await.ok()?;
        }
    })
}

async fn file(State(service): State<Service>, method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return told(
            StatusCode::METHOD_NOT_ALLOWED,
            "there is nothing here but to read",
        );
    }
    match service.page.file(uri.path()) {
        Some((bytes, kind)) => ([(CONTENT_TYPE, kind)], Body::from(bytes.to_vec())).into_response(),
        None => told(StatusCode::NOT_FOUND, "there is no such page"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_its_own() {
        for host in [
            "localhost",
            "localhost:8080",
            "127.0.0.1:1",
            "127.8.9.1",
            "[::1]:80",
        ] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in [
            "",
            "example.org",
            "localhost.example.org:80",
            "10.0.0.1",
            "[::2]:80",
        ] {
            assert!(!is_this_machine(host), "{host}");
        }
    }
}
