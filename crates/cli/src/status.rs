//! How the program ends: one table of exit statuses for all commands.

use std::process::ExitCode;

/// What an exit status says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// It is done; the answer is yes; all claims hold.
    Done = 0,
    /// The answer is no; a claim is broken; mistakes were found.
    No = 1,
    /// It could not be done: arguments, a file or a position were not understood, or the memory did not suffice.
    Refused = 2,
    /// It is not known: a limit was reached before there was an answer.
    Unknown = 3,
    /// Ctrl-C. Shells have it so: 128 and the number of the signal.
    Interrupted = 130,
}

impl Status {
    /// The table, for `--help`.
    pub(crate) const TABLE: &'static str = "\
Exit status, the same for every command:
  0    done; yes; all claims hold
  1    no; something is broken; there are mistakes
  2    not done: not understood, or memory was short
  3    not known: a limit was reached first
  130  interrupted with Ctrl-C";

    /// Yes or no.
    pub(crate) fn of(answer: bool) -> Status {
        match answer {
            true => Status::Done,
            false => Status::No,
        }
    }

    /// The number.
    pub(crate) fn number(self) -> u8 {
        self as u8
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status.number())
    }
}

/// Why a command came to no answer: what is said, and how the program ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CommandProblem {
    pub(crate) status: Status,
    pub(crate) message: String,
}

impl CommandProblem {
    /// A limit was reached.
    pub(crate) fn unknown(message: String) -> CommandProblem {
        CommandProblem {
            status: Status::Unknown,
            message,
        }
    }

    /// Ctrl-C.
    pub(crate) fn interrupted(message: &str) -> CommandProblem {
        CommandProblem {
            status: Status::Interrupted,
            message: message.to_owned(),
        }
    }
}

/// What cannot be understood or read is the usual problem.
impl From<String> for CommandProblem {
    fn from(message: String) -> CommandProblem {
        CommandProblem {
            status: Status::Refused,
            message,
        }
    }
}

impl From<&str> for CommandProblem {
    fn from(message: &str) -> CommandProblem {
        CommandProblem::from(message.to_owned())
    }
}
