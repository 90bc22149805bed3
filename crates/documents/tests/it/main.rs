//! What documents promise: they are read as they were written, and speak of the advice they were made from.

mod digest;
mod evidence;
mod tree;
