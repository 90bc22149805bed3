//! Programs as text: what is printed is read back.

mod printing;
