//! Headers, and what each name of the program stands for.

use std::collections::HashMap;

use domain::Header;

use super::gather::Gathered;
use super::{Checker, Global};
use crate::checked::{PieceId, Table};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::Name;

impl Checker<'_> {
    /// Reads the header of the chapter and of each table that has its own.
    pub(super) fn headers(&mut self, gathered: &Gathered<'_>) {
        self.begin(None);
        self.program.header = self.header(&gathered.header);
        self.all_headers.push(self.program.header.clone());
        for table in &gathered.tables {
            let header = if table.what.header.is_empty() {
                self.program.header.clone()
            } else {
                self.header(&table.what.header)
            };
            self.all_headers.push(header.clone());
            self.program.tables.push(Table { header, rules: Vec::new() });
        }
    }

    fn header(&mut self, names: &[Name]) -> Header {
        let words: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
        self.game.read_header(&words).unwrap_or_else(|error| {
            let span = match (names.get(error.word_idx), names.last()) {
                (Some(name), _) | (None, Some(name)) => name.span,
                (None, None) => Span::default(),
            };
            self.report(Diagnostic::error("bad-header", span, error.message).opt_help(error.help));
            Header::default()
        })
    }

    /// Notes what each name stands for; a name stands for one thing.
    pub(super) fn collect_names(&mut self, gathered: &Gathered<'_>) {
        let definitions = gathered.definitions.iter().map(|from| (&from.import, &from.what.name));
        let constraints = gathered.constraints.iter().map(|from| (&from.import, &from.what.name));
        let pieces = gathered.pieces.iter().map(|from| (&from.import, &from.what.name));
        let mut first: HashMap<&str, (bool, Span)> = HashMap::new();
        for (import, name) in definitions.chain(constraints).chain(pieces) {
            self.begin(import.clone());
            if let Some((imported, span)) = first.insert(&name.text, (import.is_some(), name.span)) {
                let message = format!("`{}` is defined twice", name.text);
                let diagnostic = Diagnostic::error("defined-twice", name.span, message);
                self.report(if imported { diagnostic } else { diagnostic.see(span, "first here") });
            }
            if self.vocabulary.constant_named(&name.text).is_some()
                && self.vocabulary.man_named(&name.text).is_none()
            {
                let message = format!("`{}` has a meaning already", name.text);
                self.report(
                    Diagnostic::error("reserved-name", name.span, message).help("choose another name"),
                );
            }
            self.globals.insert(name.text.clone(), Global::Broken);
            self.global_names.push(name.text.clone());
        }
        for (idx, piece) in (0..).zip(&gathered.pieces) {
            self.globals.insert(piece.what.name.text.clone(), Global::Piece(PieceId(idx)));
        }
    }
}
