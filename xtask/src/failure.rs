//! Why a task ended early.

use std::fmt;

/// What went wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// The task was asked for in a way that makes no sense.
    Usage(String),
    /// The task itself failed.
    Task(String),
}

impl Failure {
    /// The exit status.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Failure::Usage(_) => 2,
            Failure::Task(_) => 1,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(message) | Failure::Task(message) => f.write_str(message),
        }
    }
}
