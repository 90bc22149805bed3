//! From a file, a shipped chapter's name or standard input to a checked program.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use lang::checked::Program;
use lang::{Checked, Diagnostic, Form, MAX_SOURCE, Source, World, check, syntax};

use crate::games::Games;
use crate::knowledge::{Kind, SHIPPED, Shelf, Shipped};

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

/// Why a source could not even be looked at.
#[derive(Debug)]
pub enum LoadError {
    /// The file cannot be read.
    Unreadable(String),
    /// Its bytes are no source: too large, not UTF-8, a fence never closed. With the text as far as it can be
    /// shown.
    NotASource(String, String, Box<Diagnostic>),
}

/// Loads a file, a shipped chapter by its name, or standard input (`-`).
pub fn load(name: &str, games: &Games) -> Result<Loaded, LoadError> {
    let (bytes, shelf, shown_as) = match name {
        "-" => (
            read_limited(std::io::stdin().lock(), "standard input")?,
            Shelf::shipped(),
            "-".to_owned(),
        ),
        _ => {
            let path = Path::new(name);
            let shipped = Shipped::named(name).filter(|_| !path.exists());
            match shipped {
                Some(shipped) => (
                    shipped.text.as_bytes().to_vec(),
                    Shelf::shipped(),
                    shipped.file.to_owned(),
                ),
                None => {
                    let file =
                        std::fs::File::open(path).map_err(|error| unreadable(name, &error))?;
                    (
                        read_limited(file, name)?,
                        Shelf::beside(path),
                        name.to_owned(),
                    )
                }
            }
        }
    };
    let form = form_of(&shown_as, &bytes);
    match Source::from_bytes(&shown_as, form, &bytes) {
        Ok(source) => Ok(check_source(source, games, &shelf)),
        Err(diagnostic) => {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            Err(LoadError::NotASource(shown_as, text, Box::new(diagnostic)))
        }
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
    let checked = check(source, &games.all(), world);
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

/// Reads one byte more than is allowed, so that a source that is too large is seen to be.
fn read_limited(input: impl Read, name: &str) -> Result<Vec<u8>, LoadError> {
    let mut bytes = Vec::new();
    let mut input = input.take(MAX_SOURCE as u64 + 1);
    input
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(name, &error))?;
    Ok(bytes)
}

fn unreadable(name: &str, error: &std::io::Error) -> LoadError {
    let chapters: Vec<&str> = SHIPPED
        .iter()
        .filter(|shipped| shipped.kind == Kind::Chapter)
        .map(|shipped| shipped.name)
        .collect();
    let help = if name.contains(['.', '/']) {
        String::new()
    } else {
        format!("; the shipped chapters are {}", chapters.join(", "))
    };
    LoadError::Unreadable(format!("cannot read `{name}`: {error}{help}"))
}
