//! The program as its users meet it: each of these tests starts it.

#[path = "../../../nasvet/tests/library/endings/mod.rs"]
mod endings;
mod commands;
mod reading;
mod asking;
mod combine;
mod sessions;
mod interrupt;
mod verify;
mod syzygy;
mod table_cache;
