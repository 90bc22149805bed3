//! A finding for people, with the lines it points at.

use documents::{DiagnosticDocument, TextStyle};
use lang::{Diagnostic, Source};

/// A finding with the lines it points at, coloured for a terminal; the caller strips colours where unwanted.
///
/// `libraries` are the texts of other places that matter.
pub fn show(source: &Source, libraries: &[Source], diagnostic: &Diagnostic) -> String {
    DiagnosticDocument::new(source, libraries, diagnostic).text(&source.name, TextStyle::TERMINAL)
}
