//! Why a question stays without an answer.

use std::fmt;

use domain::Stopped;

/// Why there is neither a yes nor a no. This is an answer, not an error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Undecided {
    /// No lemma or method is left to carry out.
    Exhausted,
    /// The facts contradict each other: a lemma or a method is wrong.
    Contradiction,
    /// It was stopped: on request, or by a limit on cycles, positions or steps.
    Stopped(Stopped),
    /// The pool would hold more entries than this.
    Entries(usize),
    /// A method applies in more contexts than this at once.
    Contexts(usize),
    /// All facts together have more parts than this.
    Parts(usize),
    /// A plan would be made of more simple plans than this.
    Plans(usize),
    /// The goals and moves of plans have more parts than this, written out.
    WrittenOut(usize),
    /// A question or a fact has more lines than this in c-form.
    Lines(usize),
    /// The prover met more conflicts than this.
    Conflicts(u64),
}

impl From<Stopped> for Undecided {
    fn from(stopped: Stopped) -> Undecided {
        Undecided::Stopped(stopped)
    }
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undecided::Exhausted => write!(f, "nothing is left to try"),
            Undecided::Contradiction => write!(f, "the facts contradict each other"),
            Undecided::Stopped(stopped) => stopped.fmt(f),
            Undecided::Entries(entries) => write!(
                f,
                "the pool holds {entries} hypotheses and objects and may hold no more"
            ),
            Undecided::Contexts(contexts) => {
                write!(f, "a method applies in more than {contexts} ways at once")
            }
            Undecided::Parts(parts) => write!(f, "the facts have more than {parts} parts"),
            Undecided::Plans(plans) => {
                write!(f, "a plan would be made of more than {plans} plans")
            }
            Undecided::WrittenOut(parts) => {
                write!(f, "plans have goals and moves of more than {parts} parts")
            }
            Undecided::Lines(lines) => {
                write!(f, "the question has more than {lines} lines in c-form")
            }
            Undecided::Conflicts(conflicts) => write!(
                f,
                "what follows was not decided after {conflicts} conflicts"
            ),
        }
    }
}

impl std::error::Error for Undecided {}
