//! What can be wrong with the text of patterns, where, and what would be right.

use std::fmt;

use super::super::{MAX_CONDITIONS, MAX_PATTERNS, MAX_PLACES, MAX_STEPS};

/// What is wrong with a text of patterns, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePatternError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub kind: ParsePatternErrorKind,
}

/// What can be wrong with a text of patterns.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParsePatternErrorKind {
    /// A pattern must begin here.
    NoPattern(String),
    /// This is no name for a pattern or a place.
    NotAName(String),
    /// Two patterns, or two places of a pattern, have this name.
    Twice(String),
    /// A line of a pattern begins with another word.
    NotAField(String),
    /// This is no kind of man.
    NotAMan(String),
    /// No place has this name.
    NoSuchPlace(String),
    /// This is no condition.
    NotACondition(String),
    /// This is no step of a plan.
    NotAStep(String),
    /// The step says something of a man or a square that only holds of others.
    WrongMan(String),
    /// These are no counts.
    NotACount(String),
    /// This is no position with a move.
    NotAnOrigin(String),
    /// The pattern does not end.
    NoEnd,
    /// The pattern has no condition, or no plan.
    Incomplete(&'static str),
    /// This place is not mentioned by plan or conditions.
    Idle(String),
    /// There is too much.
    TooMany(&'static str),
}

impl fmt::Display for ParsePatternErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ParsePatternErrorKind as Kind;
        match self {
            Kind::NoPattern(found) => {
                write!(
                    f,
                    "a pattern begins with `pattern name {{`, not with `{}`",
                    shortened(found)
                )
            }
            Kind::NotAName(found) => write!(
                f,
                "`{}` is no name; write a letter, then letters, digits or `_`, at most 40",
                shortened(found)
            ),
            Kind::Twice(name) => {
                write!(
                    f,
                    "`{}` is there already; give it another name",
                    shortened(name)
                )
            }
            Kind::NotAField(found) => write!(
                f,
                "expected `ours`, `theirs`, `empty`, `if`, `try`, `seen`, `from` or `}}`, found `{}`",
                shortened(found)
            ),
            Kind::NotAMan(found) => write!(
                f,
                "expected a name and a kind of man, such as `R rook`, or for a man of theirs that is no king \
                 `n knight or more`, found `{}`",
                shortened(found)
            ),
            Kind::NoSuchPlace(name) => write!(
                f,
                "`{}` is unknown; name it under `ours`, `theirs` or `empty` before",
                shortened(name)
            ),
            Kind::NotACondition(found) => write!(
                f,
                "expected a condition such as `R can go to s`, `R from s attacks n past m`, `n is guarded`, \
                 `R is safe on s` or `R on s leaves their king no square`, found `{}`",
                shortened(found)
            ),
            Kind::NotAStep(found) => write!(
                f,
                "expected a step such as `R goes to s`, `R takes n`, `R threatens n`, `N vacates with a threat`, \
                 `n must leave` or `square of n is empty`, found `{}`",
                shortened(found)
            ),
            Kind::WrongMan(found) => write!(
                f,
                "`{}` cannot be: our men go, take, vacate and leave, theirs must, and only `vacates`, `leaves` \
                 and `must be blocked` go on `with a threat`",
                shortened(found)
            ),
            Kind::NotACount(found) => write!(
                f,
                "expected counts such as `3, won 2`, found `{}`",
                shortened(found)
            ),
            Kind::NotAnOrigin(found) => write!(
                f,
                "expected a position and a move such as `4k3/8/8/8/8/8/8/R3K3 w - - : Ra8+`, found `{}`",
                shortened(found)
            ),
            Kind::NoEnd => f.write_str("the pattern does not end; write `}` after it"),
            Kind::Incomplete(what) => write!(f, "the pattern has no `{what}`; add one"),
            Kind::Idle(name) => write!(
                f,
                "`{}` is in no condition and no step; use it or delete it",
                shortened(name)
            ),
            Kind::TooMany(what) => {
                let most = match *what {
                    "patterns" => MAX_PATTERNS,
                    "men and squares" => MAX_PLACES,
                    "conditions" => MAX_CONDITIONS,
                    _ => MAX_STEPS,
                };
                write!(f, "more than {most} {what}; delete some")
            }
        }
    }
}

impl fmt::Display for ParsePatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl std::error::Error for ParsePatternError {}

/// The first characters of a text, so that messages stay short.
fn shortened(text: &str) -> String {
    const MAX_SHOWN: usize = 40;
    match text.char_indices().nth(MAX_SHOWN) {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
