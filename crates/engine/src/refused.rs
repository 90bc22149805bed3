//! Why a request gets no answer.

use std::fmt;

/// Why a request gets no answer: a sentence without its capital and its full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused(pub String);

impl Refused {
    /// The answer that says so, as JSON.
    pub fn json(&self) -> String {
        serde_json::json!({ "error": self.0 }).to_string()
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// Whatever can be said in words.
pub(crate) fn refused(why: impl fmt::Display) -> Refused {
    Refused(why.to_string())
}
