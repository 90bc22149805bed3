//! The knowledge that comes with the library, and the shelf on which `import` looks.

use lang::{Form, Source, World, WorldError};

/// A chapter or library that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The name by which one asks for it.
    pub name: &'static str,
    /// Its file, below the project's root.
    pub file: &'static str,
    /// Its text.
    pub text: &'static str,
    /// Which of the two it is.
    pub kind: Kind,
}

/// What a shipped text is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// To read and to play by.
    Chapter,
    /// To import.
    Library,
}

macro_rules! shipped {
    ($kind:ident $name:literal $file:literal) => {
        Shipped {
            name: $name,
            file: $file,
            text: include_str!(concat!("../", $file)),
            kind: Kind::$kind,
        }
    };
}

/// All shipped texts, chapters in reading order.
pub const SHIPPED: &[Shipped] = &[
    shipped!(Chapter "first-advice" "chapters/first-advice.md"),
    shipped!(Chapter "nim" "chapters/nim.md"),
    shipped!(Chapter "and-or" "chapters/and-or.md"),
    shipped!(Chapter "kqk" "chapters/kqk.md"),
    shipped!(Chapter "krk" "chapters/krk.md"),
    shipped!(Chapter "krk-box" "chapters/krk-box.md"),
    shipped!(Chapter "krk-van-emden" "chapters/krk-van-emden.md"),
    shipped!(Chapter "krk-memoryless" "chapters/krk-memoryless.md"),
    shipped!(Chapter "advice-and-logic" "chapters/advice-and-logic.md"),
    shipped!(Chapter "kbbk" "chapters/kbbk.md"),
    shipped!(Chapter "kbnk" "chapters/kbnk.md"),
    shipped!(Chapter "kpk" "chapters/kpk.md"),
    shipped!(Chapter "kpk-defence" "chapters/kpk-defence.md"),
    shipped!(Chapter "kqkp" "chapters/kqkp.md"),
    shipped!(Chapter "kqkr" "chapters/kqkr.md"),
    shipped!(Chapter "krkp" "chapters/krkp.md"),
    shipped!(Chapter "krkp-defence" "chapters/krkp-defence.md"),
    shipped!(Chapter "knkr" "chapters/knkr.md"),
    shipped!(Chapter "knkr-together" "chapters/knkr-together.md"),
    shipped!(Chapter "krkn" "chapters/krkn.md"),
    shipped!(Chapter "kpkp" "chapters/kpkp.md"),
    shipped!(Chapter "opposition" "chapters/opposition.md"),
    shipped!(Library "kings" "chapters/library/kings.advice"),
];

impl Shipped {
    /// The shipped text of this name.
    pub fn named(name: &str) -> Option<&'static Shipped> {
        SHIPPED.iter().find(|shipped| shipped.name == name)
    }

    /// Its source.
    pub fn source(&self) -> Source {
        Source::from_text(self.file, Form::of_name(self.file), self.text)
            .expect("shipped sources are well formed: a test reads them all")
    }
}

/// Where `import` looks first: the shipped libraries.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shelf;

impl Shelf {
    /// The shipped libraries.
    pub fn shipped() -> Shelf {
        Shelf
    }
}

impl World for Shelf {
    fn names(&self) -> Vec<String> {
        let libraries = SHIPPED
            .iter()
            .filter(|shipped| shipped.kind == Kind::Library);
        libraries.map(|shipped| shipped.name.to_owned()).collect()
    }

    fn find(&self, name: &str) -> Result<Option<Source>, WorldError> {
        let library = Shipped::named(name).filter(|shipped| shipped.kind == Kind::Library);
        Ok(library.map(Shipped::source))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{Games, check_source};

    #[test]
    fn every_shipped_text_checks_without_a_finding() {
        let games = Games::new();
        for shipped in SHIPPED {
            let loaded = check_source(shipped.source(), &games, &Shelf::shipped());
            assert_eq!(loaded.diagnostics, [], "{}", shipped.file);
            assert!(loaded.program.is_some());
        }
    }

    #[test]
    fn every_file_of_the_folder_is_shipped() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for folder in ["chapters", "chapters/library"] {
            for entry in std::fs::read_dir(root.join(folder)).expect("the folder is there") {
                let path = entry.expect("an entry").path();
                if path.is_file() {
                    let file = format!(
                        "{folder}/{}",
                        path.file_name().expect("a name").to_string_lossy()
                    );
                    assert!(
                        SHIPPED.iter().any(|shipped| shipped.file == file),
                        "{file} is not shipped"
                    );
                }
            }
        }
    }
}
