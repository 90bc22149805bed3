//! The server as an editor meets it, held in the library: files are in memory, and tasks are done at once.

mod client;
mod asking;
mod protocol;
mod speed;
mod tasks;
mod edits;
