//! How much strangers may ask, and who asks how much just now.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The bounds of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of a request.
    pub body: usize,
    /// How long an answer may take.
    pub answer: Duration,
    /// How long a job may take.
    pub job: Duration,
    /// Requests of a client that are answered or wait.
    pub requests_of_client: usize,
    /// Jobs of a client.
    pub jobs_of_client: usize,
    /// Jobs of all.
    pub jobs: usize,
    /// Answers that are worked on at once.
    pub at_once: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Limits {
            // A chapter of the largest size, written in escapes, and progress beside it.
            body: 2 << 20,
            answer: Duration::from_secs(20),
            job: Duration::from_secs(15 * 60),
            requests_of_client: 256,
            jobs_of_client: 2,
            jobs: 4,
            at_once: cores,
        }
    }
}

/// How much each client has under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clients(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// A place that a client has; given back when it is dropped.
#[derive(Debug)]
pub(crate) struct ClientSeat {
    clients: Clients,
    client: IpAddr,
}

impl Clients {
    /// A place for one thing more, if the client has not too many under way.
    pub(crate) fn seat(&self, client: IpAddr, most: usize) -> Option<ClientSeat> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = known.entry(client).or_default();
        if *taken >= most {
            return None;
        }
        *taken += 1;
        Some(ClientSeat {
            clients: self.clone(),
            client,
        })
    }
}

impl Drop for ClientSeat {
    fn drop(&mut self) {
        let mut known = self
            .clients
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(taken) = known.get_mut(&self.client) {
            *taken -= 1;
            if *taken == 0 {
                known.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_so_many_places_and_no_more() {
        let clients = Clients::default();
        let [a, b] = [1, 2].map(|n| IpAddr::from([10, 0, 0, n]));
        let first = clients.seat(a, 2).expect("a place");
        let _second = clients.seat(a, 2).expect("a place");
        assert!(clients.seat(a, 2).is_none());
        assert!(clients.seat(b, 2).is_some());
        drop(first);
        assert!(clients.seat(a, 2).is_some());
    }
}
