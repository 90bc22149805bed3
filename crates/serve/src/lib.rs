//! The textbook as a page that this machine serves: the same requests as in the browser, answered by the program.
//!
//! Everything a stranger can send is bounded: sizes, time, work at once, jobs of each client. A page of another site
//! cannot ask: requests must be JSON, which browsers send to strangers only with leave, and where only this machine
//! listens, the name of the host must be its own.

mod page;
mod limits;
mod desks;
mod jobs;
mod routes;
mod server;

pub use limits::Limits;
pub use page::WebPage;
pub use server::{ServeOptions, serve};
