//! The chapters that a session can use, and which of them is for the men on the board.

use std::sync::Arc;

use domain::{Domain, Header, TextError};
use lang::Span;
use lang::checked::Program;

use crate::games::Games;
use crate::knowledge::{Kind, SHIPPED, Shelf, Shipped};
use crate::load::{Loaded, check_source};

/// A chapter that makes sense.
#[derive(Debug)]
pub(crate) struct Chapter {
    /// The name by which one asks for it.
    pub(crate) name: String,
    pub(crate) loaded: Loaded,
    pub(crate) program: Arc<Program>,
}

impl Chapter {
    /// A chapter, if its text makes sense; otherwise the first mistake.
    pub(crate) fn new(name: &str, mut loaded: Loaded) -> Result<Chapter, String> {
        match loaded.program.take() {
            Some(program) => Ok(Chapter {
                name: name.into(),
                loaded,
                program,
            }),
            None => {
                let first = loaded.diagnostics.first();
                let mistake = first.map(|diagnostic| {
                    let (line, _) = loaded.source.line_and_column(diagnostic.span.start);
                    format!(", in line {line}: {}", diagnostic.message)
                });
                let mistake = mistake.unwrap_or_default();
                Err(format!(
                    "the chapter `{name}` has mistakes{mistake}; `nasvet check {name}` shows them all"
                ))
            }
        }
    }

    /// The header of the first table, or else of the chapter, under which a text is a position.
    pub(crate) fn header_of(&self, games: &Games, position: &str) -> Result<Header, TextError> {
        let Some(game) = games.named(&self.program.game) else {
            return Err(TextError(format!(
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
        let known = &self.program.hypotheses;
        let has = |name: &str| known.iter().any(|known| known.name == name);
        self.program.tables.is_empty() && has("can_win") && has("can_draw")
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
    pub(crate) fn shipped(&mut self, games: &Games) -> &[Arc<Chapter>] {
        if self.shipped.is_empty() {
            let chapters = SHIPPED
                .iter()
                .filter(|shipped| shipped.kind == Kind::Chapter);
            self.shipped = chapters
                .map(|shipped| Arc::new(read_shipped(shipped, games)))
                .collect();
        }
        &self.shipped
    }

    /// The shipped chapter for the men of this position. The one that is named after the men comes first.
    pub(crate) fn advising<D: Domain>(
        &mut self,
        games: &Games,
        domain: &D,
        position: &D::Position,
    ) -> Option<Arc<Chapter>> {
        let advising = self
            .shipped(games)
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
        let fitting = self.shipped(games).iter().filter(|chapter| {
            chapter.program.game == game && chapter.header_of(games, position).is_ok()
        });
        let chapter = preferred(men, fitting)?;
        let header = chapter.header_of(games, position).ok()?;
        Some((chapter, header))
    }
}

fn read_shipped(shipped: &Shipped, games: &Games) -> Chapter {
    let loaded = check_source(shipped.source(), games, &Shelf::shipped());
    Chapter::new(shipped.name, loaded).expect("shipped chapters make sense: a test reads them all")
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
