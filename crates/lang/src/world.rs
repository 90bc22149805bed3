//! Where `import` finds libraries.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::source::Source;

/// Finds the libraries that chapters import. What a name means, a file or a text in memory, is its own affair.
pub trait World: Send + Sync {
    /// The library of this name, if there is one. One that is there and cannot be read is an error.
    fn find(&self, name: &str) -> Result<Option<Source>, WorldError>;

    /// The names of the libraries that are known, for suggestions.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Why a library that is there cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WorldError {
    /// Its text cannot be had.
    Unreadable(String),
    /// What is there is no source: too large, not UTF-8, a fence that is never closed.
    NotASource(Box<Diagnostic>),
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorldError::Unreadable(reason) => f.write_str(reason),
            WorldError::NotASource(diagnostic) => f.write_str(&diagnostic.message),
        }
    }
}

impl std::error::Error for WorldError {}

impl From<Diagnostic> for WorldError {
    fn from(diagnostic: Diagnostic) -> WorldError {
        WorldError::NotASource(Box::new(diagnostic))
    }
}

/// A world without libraries.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLibrary;

impl World for NoLibrary {
    fn find(&self, _name: &str) -> Result<Option<Source>, WorldError> {
        Ok(None)
    }
}

impl<W: World + ?Sized> World for &W {
    fn find(&self, name: &str) -> Result<Option<Source>, WorldError> {
        (**self).find(name)
    }

    fn names(&self) -> Vec<String> {
        (**self).names()
    }
}

impl<W: World + ?Sized> World for Box<W> {
    fn find(&self, name: &str) -> Result<Option<Source>, WorldError> {
        (**self).find(name)
    }

    fn names(&self) -> Vec<String> {
        (**self).names()
    }
}

impl<W: World + ?Sized> World for Arc<W> {
    fn find(&self, name: &str) -> Result<Option<Source>, WorldError> {
        (**self).find(name)
    }

    fn names(&self) -> Vec<String> {
        (**self).names()
    }
}

/// Texts in memory that lie over another world and hide what it has under their names.
#[derive(Clone, Debug, Default)]
pub struct Overlay<W = NoLibrary> {
    texts: BTreeMap<String, Source>,
    below: W,
}

impl<W: World> Overlay<W> {
    /// No text yet: what is found is what the world below has.
    pub fn new(below: W) -> Overlay<W> {
        Overlay {
            texts: BTreeMap::new(),
            below,
        }
    }

    /// Puts a library over whatever had its name.
    pub fn insert(&mut self, name: impl Into<String>, source: Source) {
        self.texts.insert(name.into(), source);
    }

    /// Takes a library away, so that the world below shows again.
    pub fn remove(&mut self, name: &str) -> Option<Source> {
        self.texts.remove(name)
    }
}

impl<W: World> World for Overlay<W> {
    fn find(&self, name: &str) -> Result<Option<Source>, WorldError> {
        match self.texts.get(name) {
            Some(source) => Ok(Some(source.clone())),
            None => self.below.find(name),
        }
    }

    fn names(&self) -> Vec<String> {
        let mut names = self.below.names();
        names.extend(self.texts.keys().cloned());
        names.sort();
        names.dedup();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Form;

    #[test]
    fn a_text_hides_what_lies_below_it_until_it_is_taken_away() {
        let library = |title: &str| {
            let text = format!("library nim \"{title}\"\n");
            Source::from_text("t.advice", Form::Plain, &text).expect("a short text")
        };
        let mut below = Overlay::new(NoLibrary);
        below.insert("a", library("below"));
        let mut world = Overlay::new(Arc::new(below));
        world.insert("a", library("above"));
        world.insert("b", library("b"));
        assert_eq!(world.find("a"), Ok(Some(library("above"))));
        assert_eq!(world.find("c"), Ok(None));
        assert_eq!(world.names(), ["a", "b"]);
        world.remove("a");
        assert_eq!(world.find("a"), Ok(Some(library("below"))));
    }
}
