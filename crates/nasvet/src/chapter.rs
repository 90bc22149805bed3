//! A chapter: a text that makes sense, owned, and cheap to share between threads.

use std::fmt;
use std::sync::{Arc, LazyLock};

use documents::{
    DiagnosticsDocument, Digest, Evidence, FileDocument, FormatName, FormatVersion, TextStyle,
    TreeCheckDocument, TreeError, digest_of_chapter, read_position,
};
use domain::{Domain, Header, TextError, Vocabulary};
use lang::checked::{Entry, PieceId, Program};
use lang::{Form, Source, Span, World};
use logic::{ExportInput, export};

use crate::advice::PieceInfo;
use crate::counsel;
use crate::games::{Ask, Games};
use crate::knowledge::{Kind, SHIPPED, Shelf, Shipped};
use crate::load::{Loaded, check_source};
use crate::position::Position;
use crate::questions::known_to_all;

/// Written advice that can be played by. Clones share everything.
///
/// ```
/// use nasvet::{Chapter, NoLibrary};
///
/// let text = r#"
/// endgame "King and queen against king"
/// us K Q
/// them K
/// advice mate { better mate  holding not stalemate  us any  within 2 moves }
/// table { otherwise mate }
/// "#;
/// let chapter = Chapter::from_text("queen.advice", text, &NoLibrary)?;
/// assert_eq!(chapter.title(), "King and queen against king");
///
/// let faulty = Chapter::from_text("queen.advice", &text.replace("mate  holding", "maet  holding"), &NoLibrary);
/// assert!(faulty.unwrap_err().to_string().contains("did you mean"));
/// # Ok::<(), nasvet::Faulty>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chapter {
    /// The name by which one asks for it.
    pub(crate) name: String,
    pub(crate) loaded: Arc<Loaded>,
    pub(crate) program: Arc<Program>,
}

/// A text that is no chapter: what is wrong with it, and where.
#[derive(Debug)]
pub struct Faulty {
    name: String,
    /// Every finding, with the lines it points at.
    pub findings: DiagnosticsDocument,
}

impl Chapter {
    /// Reads a chapter from its text. The world finds what it imports.
    ///
    /// A name that ends in `.md` is a Markdown file with `advice` blocks; any other text is all program.
    pub fn from_text(name: &str, text: &str, world: &dyn World) -> Result<Chapter, Faulty> {
        let source = match Source::from_text(name, Form::of_name(name), text) {
            Ok(source) => source,
            Err(diagnostic) => {
                let source = Source::without_program(name, text);
                return Err(Faulty::new(name, &source, &[], &[diagnostic]));
            }
        };
        let loaded = check_source(source, Games::shared(), world);
        loaded.into_chapter(name)
    }

    /// A chapter that comes with Nasvet.
    pub fn shipped(name: &str) -> Option<Chapter> {
        let shipped = Shipped::named(name).filter(|shipped| shipped.kind == Kind::Chapter)?;
        Some(read_shipped(shipped))
    }

    /// The names of the chapters that come with Nasvet, in reading order.
    pub fn shipped_names() -> impl Iterator<Item = &'static str> {
        let chapters = SHIPPED
            .iter()
            .filter(|shipped| shipped.kind == Kind::Chapter);
        chapters.map(|shipped| shipped.name)
    }

    /// The shipped chapter that advises the side to move in this position of a game. The one that is named after the men
    /// comes first.
    pub fn shipped_for(game: &str, position: &str) -> Option<Chapter> {
        static SHELF: LazyLock<Vec<Arc<Chapter>>> =
            LazyLock::new(|| Chapters::default().shipped().to_vec());
        let men = Games::shared().named(game)?.vocabulary().men;
        let fitting = SHELF.iter().filter(|chapter| {
            chapter.program.game == game
                && (!chapter.program.tables.is_empty() || chapter.thinks())
                && chapter
                    .position(position)
                    .is_ok_and(|position| position.is_ours())
        });
        preferred(men, fitting).map(|chapter| Chapter::clone(&chapter))
    }

    /// A chapter about a game that advises nothing: its words can be evaluated all the same.
    pub fn without_advice(game: &str) -> Option<Chapter> {
        Games::shared().named(game)?;
        let program = Arc::new(Program {
            game: game.into(),
            ..Program::default()
        });
        let loaded = Loaded {
            source: Source::without_program(game, ""),
            libraries: Vec::new(),
            syntax: lang::syntax::Program::default(),
            program: Some(Arc::clone(&program)),
            diagnostics: Vec::new(),
        };
        Some(Chapter {
            name: game.into(),
            loaded: Arc::new(loaded),
            program,
        })
    }

    /// The name by which one asks for it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its title.
    pub fn title(&self) -> &str {
        &self.program.title
    }

    /// The game that it is about.
    pub fn game(&self) -> &str {
        &self.program.game
    }

    /// Which advice it is: the digest of its tables, pieces, hypotheses, plans, methods and claims, and of everything
    /// they call. Prose, layout and the names of definitions are not part of it; whatever changes the meaning is.
    pub fn digest(&self) -> Digest {
        digest_of_chapter(self.vocabulary(), &self.program)
    }

    /// The text, prose included.
    pub fn text(&self) -> &str {
        &self.loaded.source.text
    }

    /// Its pieces of advice, in the order of the text.
    pub fn pieces(&self) -> Vec<PieceInfo> {
        let pieces = self.program.pieces.iter();
        pieces
            .map(|piece| PieceInfo {
                name: piece.name.clone(),
                title: piece.doc.clone(),
            })
            .collect()
    }

    /// The same chapter with one piece of advice in its tables, wherever they apply: what it says is about that piece
    /// alone. None if there is no such piece.
    pub fn with_only_piece(&self, name: &str) -> Option<Chapter> {
        let mut pieces = self.program.pieces.iter();
        let piece = PieceId(pieces.position(|piece| piece.name == name)? as u32);
        let mut program = Program::clone(&self.program);
        for table in &mut program.tables {
            let Some(mut rule) = table.rules.first().cloned() else {
                continue;
            };
            rule.condition = None;
            rule.because = None;
            rule.entries = vec![Entry { piece, guard: None }];
            table.rules = vec![rule];
        }
        Some(Chapter {
            program: Arc::new(program),
            ..self.clone()
        })
    }

    /// The positions of its examples.
    pub fn examples(&self) -> Vec<String> {
        let examples = self.program.examples.iter();
        examples.map(|example| example.position.clone()).collect()
    }

    /// The questions that its reasoner understands, with names for what they are about, except those about plans:
    /// `can {x} win?`.
    pub fn questions(&self) -> Vec<String> {
        known_to_all(&self.program)
    }

    /// What was found that is no error.
    pub fn findings(&self) -> DiagnosticsDocument {
        let loaded = &self.loaded;
        findings(
            &loaded.source,
            &loaded.libraries,
            Some(&self.program),
            &loaded.diagnostics,
        )
    }

    /// The chapter as a program for SWI-Prolog; or what cannot be said there.
    pub fn to_prolog(&self) -> Result<String, Faulty> {
        let Loaded {
            source, libraries, ..
        } = &*self.loaded;
        let exported = export(ExportInput {
            program: &self.program,
            vocabulary: self.vocabulary(),
            source,
            libraries,
        });
        exported.map_err(|error| {
            let found = lang::Diagnostic::error("not-exported", error.span, error.kind.to_string());
            Faulty::new(&self.name, source, libraries, &[found])
        })
    }

    /// The words of its game.
    fn vocabulary(&self) -> &'static Vocabulary {
        let game = Games::shared().named(&self.program.game);
        let game = game.expect("a checked program is about a known game");
        game.vocabulary()
    }

    /// Checks the trees of a document against this chapter, by the definition and without any search; each tree within so
    /// many steps.
    pub fn check_trees(
        &self,
        evidence: &Evidence,
        steps: u64,
    ) -> Result<TreeCheckDocument, TreeError> {
        struct Check<'a>(&'a Program, &'a Evidence, u64);
        impl Ask for Check<'_> {
            type Answer = Result<TreeCheckDocument, TreeError>;

            fn ask<D: Domain>(self, domain: &D) -> Self::Answer {
                self.1.check(domain, self.0, self.2)
            }
        }
        let check = Check(&self.program, evidence, steps);
        let checked = Games::shared().ask(&self.program.game, check);
        checked.expect("a checked program is about a known game")
    }

    /// Reads a position that the chapter or one of its tables is about.
    pub fn position(&self, text: &str) -> Result<Position, TextError> {
        struct Read<'a>(&'a Program, &'a str);
        impl Ask for Read<'_> {
            type Answer = Result<Position, TextError>;

            fn ask<D: Domain>(self, domain: &D) -> Self::Answer {
                let (position, view) = read_position(domain, self.0, self.1)?;
                Ok(Position::new(*domain, position, view))
            }
        }
        let read = Games::shared().ask(&self.program.game, Read(&self.program, text));
        read.expect("a checked program is about a known game")
    }

    /// The header of the first table, or else of the chapter, under which a text is a position.
    pub(crate) fn header_of(&self, games: &Games, position: &str) -> Result<Header, TextError> {
        let Some(game) = games.named(&self.program.game) else {
            return Err(TextError::new(format!(
                "there is no game `{}`",
                self.program.game
            )));
        };
        let tables = self.program.tables.iter().map(|table| &table.header);
        let found = tables
            .into_iter()
            .find(|header| game.check_position(position, header).is_ok());
        match found {
            Some(header) => Ok(header.clone()),
            None => {
                game.check_position(position, &self.program.header)?;
                Ok(self.program.header.clone())
            }
        }
    }

    /// Does one of the tables advise us in this position?
    pub(crate) fn advises<D: Domain>(&self, domain: &D, position: &D::Position) -> bool {
        let program = &self.program;
        let tables = program.tables.iter().map(|table| &table.header);
        let thinks = self.thinks().then_some(&program.header);
        program.game == domain.vocabulary().game
            && tables
                .chain(thinks)
                .any(|header| domain.belongs(position, header))
    }

    /// Does it think about its moves, having no table?
    pub(crate) fn thinks(&self) -> bool {
        counsel::thinks(&self.program)
    }

    /// A part of it as it was written, on one line.
    pub(crate) fn written(&self, span: Span) -> String {
        let text = self.loaded.source.text.get(span.range());
        let words: Vec<&str> = text.unwrap_or_default().split_whitespace().collect();
        words.join(" ")
    }

    /// Its name and title.
    pub(crate) fn line(&self) -> String {
        format!("  {:<17} {}\n", self.name, self.program.title)
    }
}

/// The shipped chapters, read when they are first wanted.
#[derive(Debug, Default)]
pub(crate) struct Chapters {
    shipped: Vec<Arc<Chapter>>,
}

impl Chapters {
    /// All shipped chapters, in reading order.
    pub(crate) fn shipped(&mut self) -> &[Arc<Chapter>] {
        if self.shipped.is_empty() {
            let chapters = SHIPPED
                .iter()
                .filter(|shipped| shipped.kind == Kind::Chapter);
            self.shipped = chapters
                .map(|shipped| Arc::new(read_shipped(shipped)))
                .collect();
        }
        &self.shipped
    }

    /// The shipped chapter for the men of this position. The one that is named after the men comes first.
    pub(crate) fn advising<D: Domain>(
        &mut self,
        domain: &D,
        position: &D::Position,
    ) -> Option<Arc<Chapter>> {
        let advising = self
            .shipped()
            .iter()
            .filter(|chapter| chapter.advises(domain, position));
        preferred(domain.vocabulary().men, advising)
    }

    /// The shipped chapter under which a text is a position with a table for it, and its header.
    pub(crate) fn for_text(
        &mut self,
        games: &Games,
        game: &str,
        position: &str,
    ) -> Option<(Arc<Chapter>, Header)> {
        let men = games.named(game)?.vocabulary().men;
        let fitting = self.shipped().iter().filter(|chapter| {
            chapter.program.game == game && chapter.header_of(games, position).is_ok()
        });
        let chapter = preferred(men, fitting)?;
        let header = chapter.header_of(games, position).ok()?;
        Some((chapter, header))
    }
}

fn read_shipped(shipped: &Shipped) -> Chapter {
    let loaded = check_source(shipped.source(), Games::shared(), &Shelf::shipped());
    let chapter = loaded.into_chapter(shipped.name);
    chapter.expect("shipped chapters make sense: a test reads them all")
}

impl Loaded {
    /// The chapter, if the text makes sense.
    pub fn into_chapter(self, name: &str) -> Result<Chapter, Faulty> {
        match &self.program {
            Some(program) => Ok(Chapter {
                name: name.into(),
                program: Arc::clone(program),
                loaded: Arc::new(self),
            }),
            None => Err(Faulty::new(
                name,
                &self.source,
                &self.libraries,
                &self.diagnostics,
            )),
        }
    }
}

impl Faulty {
    fn new(
        name: &str,
        source: &Source,
        libraries: &[Source],
        diagnostics: &[lang::Diagnostic],
    ) -> Faulty {
        Faulty {
            name: name.into(),
            findings: findings(source, libraries, None, diagnostics),
        }
    }

    /// The first mistake, in a sentence that begins in lower case and has no full stop.
    pub fn in_a_sentence(&self) -> String {
        let name = &self.name;
        let first = self
            .findings
            .files
            .iter()
            .flat_map(|file| &file.diagnostics)
            .next();
        let mistake = first
            .map(|found| format!(", in line {}: {}", found.line, found.message))
            .unwrap_or_default();
        format!("the chapter `{name}` has mistakes{mistake}")
    }
}

impl fmt::Display for Faulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.findings.text(TextStyle::PLAIN))
    }
}

impl std::error::Error for Faulty {}

fn findings(
    source: &Source,
    libraries: &[Source],
    program: Option<&Program>,
    diagnostics: &[lang::Diagnostic],
) -> DiagnosticsDocument {
    DiagnosticsDocument {
        format: FormatName::default(),
        version: FormatVersion::default(),
        files: vec![FileDocument::new(
            source,
            libraries,
            program,
            diagnostics,
            false,
        )],
    }
}

/// The chapter named after its men (`kqk`), or else the first.
fn preferred<'c>(
    men: &[&str],
    chapters: impl Iterator<Item = &'c Arc<Chapter>>,
) -> Option<Arc<Chapter>> {
    let chapters: Vec<&Arc<Chapter>> = chapters.collect();
    let named = chapters
        .iter()
        .find(|chapter| chapter.name == men_code(men, &chapter.program.header));
    named
        .or(chapters.first())
        .map(|chapter| Arc::clone(chapter))
}

/// The men of a header in letters, ours before theirs: `kqk`.
fn men_code(names: &[&str], header: &Header) -> String {
    // Two kinds begin with a k; the knight has the second letter of its name, as scores write it.
    let letter = |name: &str| {
        if name == "knight" {
            'n'
        } else {
            name.chars().next().unwrap_or(' ')
        }
    };
    let Some(men) = &header.men else {
        return String::new();
    };
    let sides = [&men.us, &men.them];
    sides
        .into_iter()
        .flat_map(|men| names.iter().zip(men))
        .flat_map(|(name, presence)| std::iter::repeat_n(letter(name), usize::from(presence.count)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chapter_named_after_the_men_comes_first() {
        let (games, mut chapters) = (Games::new(), Chapters::default());
        let mut check = |position: &str, expected: Option<&str>| {
            let found = chapters.for_text(&games, "chess", position);
            assert_eq!(
                found.as_ref().map(|(chapter, _)| chapter.name.as_str()),
                expected
            );
        };
        check("8/8/8/3k4/8/8/1Q6/K7 w - -", Some("kqk"));
        check("8/8/8/3k4/8/8/1R6/K7 w - -", Some("krk"));
        check("8/8/8/3k4/8/8/1P6/K7 w - -", Some("kpk"));
        check("8/8/8/3k4/8/8/1N6/K7 w - -", None);
    }
}
