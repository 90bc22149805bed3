//! Nasvet for editors: the Language Server Protocol, and what answers it.
//!
//! [`LspDialogue`] is the protocol as a state machine: a message in, effects out. Nothing is read, printed or waited
//! for; an [`LspHost`] finds the files beside those that are open. One of the effects is an [`LspTask`], long work that
//! its owner does in whatever thread it has; its progress and its end go back into the dialogue. [`Framing`] finds the
//! messages in a stream of bytes.
//!
//! What is asked about texts is answered by [`nasvet::Analysis`], one for each folder, since imports stay in a folder.
//! Places are counted in units of UTF-16, as every editor can.

mod framing;
mod message;
mod places;
mod uris;
mod host;
mod texts;
mod findings;
mod looking;
mod changing;
mod colours;
mod work;
mod lenses;
mod capabilities;
mod dialogue;

pub use dialogue::{LspDialogue, LspEffect};
pub use framing::{Framed, Framing, framed};
pub use host::LspHost;
pub use work::{LspOutcome, LspTask};
