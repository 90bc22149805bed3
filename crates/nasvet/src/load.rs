//! From a text to a checked program, with everything that is known of it.

use std::sync::Arc;

use lang::checked::Program;
use lang::{Checked, Diagnostic, Form, Source, World, check, syntax};

use crate::games::Games;

/// A source with everything that is known of it.
#[derive(Debug)]
pub struct Loaded {
    /// The text.
    pub source: Source,
    /// The texts of the libraries that it imports.
    pub libraries: Vec<Source>,
    /// As it was written.
    pub syntax: syntax::Program,
    /// The program, if it makes sense.
    pub program: Option<Arc<Program>>,
    /// All findings, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks the bytes of a source; bytes that are no source become a source with one finding.
///
/// A text without a name (`-`) that has an `advice` fence is a chapter.
pub fn check_bytes(name: &str, bytes: &[u8], world: &dyn World) -> Loaded {
    match Source::from_bytes(name, form_of(name, bytes), bytes) {
        Ok(source) => check_source(source, Games::shared(), world),
        Err(diagnostic) => Loaded {
            source: Source::without_program(name, &String::from_utf8_lossy(bytes)),
            libraries: Vec::new(),
            syntax: syntax::Program::default(),
            program: None,
            diagnostics: vec![diagnostic],
        },
    }
}

/// Standard input has no name to tell its form: a chapter has a fence.
fn form_of(name: &str, bytes: &[u8]) -> Form {
    let has_fence = || bytes.windows(9).any(|window| window == b"```advice");
    if name == "-" && has_fence() {
        Form::Chapter
    } else {
        Form::of_name(name)
    }
}

/// Parses and checks a source.
pub fn check_source(source: Source, games: &Games, world: &dyn World) -> Loaded {
    check(source, &games.all(), world).into()
}

impl From<Checked> for Loaded {
    fn from(checked: Checked) -> Loaded {
        let program = checked.program().cloned();
        let Checked {
            mut sources,
            syntax,
            diagnostics,
            ..
        } = checked;
        let libraries = sources.split_off(1);
        Loaded {
            source: sources.remove(0),
            libraries,
            syntax,
            program,
            diagnostics,
        }
    }
}
