//! Programs as text, and what is found out about them.

mod checking;
mod parameters;
mod printing;
