//! The advice language: from the text of a chapter to a checked program and its meaning.

mod steering;
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
mod cursor;
mod printer;
mod formatter;
mod builtin;
pub mod index;
pub mod checked;
pub mod plans;
mod checker;
mod symmetry;
pub mod reference;

/// The version of the language and of the words of its games: it is raised when a text comes to mean something else, so
/// that whatever rests on the old meaning is known by its digest.
pub const LANGUAGE_VERSION: u32 = 1;

pub use builtin::{BUILTINS, Builtin, BuiltinWord};
pub use checked::Checked;
pub use checker::{Question, check, check_expression, check_question};
pub use cursor::{Cursor, Expected, cursor, statement_words};
pub use diagnostic::{Diagnostic, Diagnostics, Severity, nearest};
pub use fix::{Edit, Fix};
pub use formatter::format;
pub use lexer::Comment;
pub use parser::{MAX_NESTING, is_reserved, parse, parse_expression};
pub use parts::{Part, parts};
pub use printer::{print, print_constraint, print_expr, print_piece};
pub use source::{BYTE_ORDER_MARK, Form, MAX_SOURCE, Source};
pub use span::{SourceId, Span};
pub use steering::{find_steering, steers, visible};
pub use symmetry::KeptSymmetries;
pub use world::{NoLibrary, Overlay, World, WorldError};
