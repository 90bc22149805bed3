//! A finding for people, with the lines it points at.

use documents::{DiagnosticDocument, TextStyle};
use lang::{Diagnostic, Source};

/// A finding with the lines it points at, coloured for a terminal; the caller strips colours where unwanted.
pub fn show(source: &Source, diagnostic: &Diagnostic) -> String {
    DiagnosticDocument::new(source, diagnostic).text(&source.name, TextStyle::TERMINAL)
}
