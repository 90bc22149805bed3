//! The advice language: from the text of a chapter to a checked program and its meaning.

mod span;
mod diagnostic;
mod source;
mod lexer;
pub mod syntax;
mod parser;

pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use lexer::Comment;
pub use parser::{MAX_NESTING, parse, parse_expression};
pub use source::{Form, MAX_SOURCE, Source};
pub use span::Span;
