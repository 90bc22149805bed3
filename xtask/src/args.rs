//! The arguments of a task: flags, options with a value, and words.

use std::slice::Iter;

use crate::failure::Failure;

/// One argument.
pub(crate) enum Arg<'a> {
    /// `--deep`
    Flag(&'a str),
    /// Anything else.
    Word(&'a str),
}

/// The arguments of a task that are left.
pub(crate) struct Args<'a> {
    task: &'static str,
    rest: Iter<'a, String>,
}

impl<'a> Args<'a> {
    pub(crate) fn of(task: &'static str, args: &'a [String]) -> Args<'a> {
        Args {
            task,
            rest: args.iter(),
        }
    }

    /// The next argument.
    pub(crate) fn next(&mut self) -> Option<Arg<'a>> {
        let arg = self.rest.next()?;
        Some(if arg.starts_with('-') {
            Arg::Flag(arg)
        } else {
            Arg::Word(arg)
        })
    }

    /// The value of an option: a number above zero.
    pub(crate) fn number(&mut self, option: &str) -> Result<u32, Failure> {
        let text = self.rest.next().map(String::as_str).unwrap_or_default();
        match text.parse() {
            Ok(number) if number > 0 => Ok(number),
            Ok(_) | Err(_) => self.wrong(&format!(
                "expected a number above zero after `{option}`, found `{text}`"
            )),
        }
    }

    /// The failure for an argument that the task does not know.
    pub(crate) fn unknown<T>(&self, arg: &Arg<'_>) -> Result<T, Failure> {
        match arg {
            Arg::Flag(flag) => self.wrong(&format!("no flag `{flag}`")),
            Arg::Word(word) => self.wrong(&format!("`{word}` is not expected")),
        }
    }

    /// The failure for arguments that make no sense.
    pub(crate) fn wrong<T>(&self, message: &str) -> Result<T, Failure> {
        Err(Failure::Usage(format!(
            "{}: {message}; see `cargo xtask`",
            self.task
        )))
    }
}
