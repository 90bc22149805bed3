//! The advice language: from the text of a chapter to a checked program and its meaning.

mod span;
mod lines;
mod fix;
mod diagnostic;
mod source;
mod world;
mod lexer;
pub mod syntax;
mod parser;
mod parts;
mod printer;
mod formatter;
mod builtin;
pub mod index;
pub mod checked;
pub mod plans;
mod checker;
pub mod reference;

pub use builtin::{BUILTINS, Builtin, BuiltinWord};
pub use checked::Checked;
pub use checker::{Question, check, check_expression, check_question};
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use fix::{Edit, Fix};
pub use formatter::format;
pub use lexer::Comment;
pub use parser::{MAX_NESTING, parse, parse_expression};
pub use parts::{Part, parts};
pub use printer::{print, print_constraint, print_expr};
pub use source::{Form, MAX_SOURCE, Source};
pub use span::{SourceId, Span};
pub use world::{NoLibrary, Overlay, World, WorldError};
