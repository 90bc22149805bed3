//! The libraries that a file imports, and those that they import.

use std::collections::BTreeSet;

use domain::Game;

use crate::diagnostic::{Diagnostic, Diagnostics, nearest};
use crate::parser::parse;
use crate::source::Source;
use crate::span::{SourceId, Span};
use crate::syntax::{Name, Program, StatementKind};
use crate::world::World;

/// A library may import others, this many in all.
const MAX_IMPORTS: usize = 32;

/// The import in the file through which something came: its place, and the library's name.
pub(super) type Import = (Span, String);

/// A library that lends its names.
pub(super) struct Library {
    pub(super) import: Import,
    pub(super) source: SourceId,
    pub(super) program: Program,
}

/// All libraries of a file.
#[derive(Default)]
pub(super) struct Imports {
    /// Those that lend their names, each after the ones it rests on.
    pub(super) libraries: Vec<Library>,
    /// The texts that were read, by [`SourceId`] from 1 on, and whether they could be used or not.
    pub(super) sources: Vec<Source>,
}

impl Imports {
    /// Reads the libraries, each once.
    pub(super) fn of(
        program: &Program,
        game: &dyn Game,
        world: &dyn World,
        diagnostics: &mut Diagnostics,
    ) -> Imports {
        let mut imports = Imports::default();
        let mut seen: BTreeSet<String> = BTreeSet::new();
        // Names still to load, with the import in this file that led to them.
        let mut waiting: Vec<(Span, String)> = imported_by(program)
            .map(|name| (name.span, name.text.clone()))
            .collect();
        waiting.reverse();
        while let Some((span, name)) = waiting.pop() {
            if !seen.insert(name.clone()) {
                continue;
            }
            if imports.sources.len() >= MAX_IMPORTS {
                let message = format!("more than {MAX_IMPORTS} libraries are imported");
                diagnostics.push(Diagnostic::error("too-many-imports", span, message));
                break;
            }
            let source = match imports.find(&name, span, world) {
                Ok(source) => source,
                Err(diagnostic) => {
                    diagnostics.push(diagnostic);
                    continue;
                }
            };
            let mut inner = Diagnostics::default();
            let program = parse(imports.source(source), &mut inner);
            if let Some(finding) = imports.source(source).finding() {
                inner.push(finding.clone());
            }
            let is_read = !inner.has_errors();
            if !is_read {
                diagnostics.push(imports.cannot_be_read(&name, span, source, inner));
            }
            if let Some(diagnostic) = of_another_game(&name, span, &program, game) {
                // A library whose title could not be read has been reported already.
                if is_read {
                    diagnostics.push(diagnostic);
                }
                continue;
            }
            let further = imported_by(&program).map(|name| (span, name.text.clone()));
            waiting.extend(further);
            imports.libraries.push(Library {
                import: (span, name),
                source,
                program,
            });
        }
        imports.libraries.reverse();
        imports
    }

    /// The text of an import.
    pub(super) fn source(&self, id: SourceId) -> &Source {
        &self.sources[id.idx() - 1]
    }

    /// Finds the text of a library, or says at the import why there is none.
    fn find(&mut self, name: &str, span: Span, world: &dyn World) -> Result<SourceId, Diagnostic> {
        match world.find(name) {
            Ok(Some(source)) => {
                let id = SourceId(self.sources.len() as u16 + 1);
                self.sources.push(source.numbered(id));
                Ok(id)
            }
            Ok(None) => Err(unknown_library(name, span, world)),
            Err(error) => {
                let message = format!("library `{name}` cannot be read: {error}");
                Err(Diagnostic::error("broken-library", span, message))
            }
        }
    }

    /// Says that a library has mistakes in its text, and shows the first.
    fn cannot_be_read(
        &self,
        name: &str,
        span: Span,
        id: SourceId,
        found: Diagnostics,
    ) -> Diagnostic {
        let message = format!("library `{name}` cannot be read");
        let help = format!("checking `{}` by itself shows why", self.source(id).name);
        let mut diagnostic = Diagnostic::error("broken-library", span, message).help(help);
        let first = found.into_vec().into_iter().find(Diagnostic::is_error);
        diagnostic
            .related
            .extend(first.map(|first| (first.span, first.message)));
        diagnostic
    }
}

/// What to say of an import that is not a library about this game.
fn of_another_game(
    name: &str,
    span: Span,
    program: &Program,
    game: &dyn Game,
) -> Option<Diagnostic> {
    let about = match program.statements.first().map(|first| &first.kind) {
        Some(StatementKind::Title {
            game: Some(name), ..
        }) => name.text.as_str(),
        Some(_) | None => "",
    };
    let game = game.vocabulary().game;
    if about == game {
        return None;
    }
    let message = match about {
        "" => format!("`{name}` is not a library"),
        _ => format!("`{name}` is a library about {about}, not about {game}"),
    };
    let help = format!("a library begins with `library {game} \"…\"`");
    Some(Diagnostic::error("not-a-library", span, message).help(help))
}

/// The names of the libraries that a program imports.
pub(super) fn imported_by(program: &Program) -> impl Iterator<Item = &Name> {
    program
        .statements
        .iter()
        .filter_map(|statement| match &statement.kind {
            StatementKind::Import(name) => Some(name),
            StatementKind::Title { .. }
            | StatementKind::Header(_)
            | StatementKind::Convention(_)
            | StatementKind::Definition(_)
            | StatementKind::Moves(_)
            | StatementKind::Advice(_)
            | StatementKind::Table(_)
            | StatementKind::Hypothesis(_)
            | StatementKind::Plan(_)
            | StatementKind::Method(_)
            | StatementKind::Example(_)
            | StatementKind::Positions(_)
            | StatementKind::Remark(..)
            | StatementKind::Claim(_) => None,
        })
}

fn unknown_library(name: &str, span: Span, world: &dyn World) -> Diagnostic {
    let message = format!("there is no library `{name}`");
    let names = world.names();
    let meant = nearest(name, names.iter().map(String::as_str));
    Diagnostic::error("unknown-library", span, message).meant(span, meant, || {
        format!("`import {name}` looks for a file {name}.advice beside this one")
    })
}
