//! Gathers the statements of a file and of everything it imports, each kind with its own.

use std::collections::BTreeSet;

use domain::Game;

use crate::diagnostic::{Diagnostic, Diagnostics, nearest};
use crate::parser::{not_a_statement, parse};
use crate::span::{SourceId, Span};
use crate::syntax::{
    Advice, Claim, Definition, Example, Hypothesis, Method, MovesDefinition, Name, Plan, Program,
    Statement, StatementKind, Table,
};

use super::Library;

/// A library may import others, this many in all.
const MAX_IMPORTS: u16 = 32;

/// A statement, and the import through which it came: its place in this file and the library's name.
pub(super) struct From<T> {
    pub(super) import: Option<(Span, String)>,
    pub(super) span: Span,
    pub(super) what: T,
}

/// The statements by kind.
pub(super) struct Gathered<'a> {
    pub(super) game: &'a dyn Game,
    pub(super) title: String,
    /// Names whose definitions could not be read: using them is no further mistake.
    pub(super) unread: Vec<Name>,
    pub(super) header: Vec<Name>,
    pub(super) convention: Option<Name>,
    pub(super) definitions: Vec<From<Definition>>,
    pub(super) constraints: Vec<From<MovesDefinition>>,
    pub(super) pieces: Vec<From<Advice>>,
    pub(super) tables: Vec<From<Table>>,
    pub(super) hypotheses: Vec<From<Hypothesis>>,
    pub(super) plans: Vec<From<Plan>>,
    pub(super) methods: Vec<From<Method>>,
    pub(super) examples: Vec<From<Example>>,
    pub(super) claims: Vec<From<Claim>>,
}

/// Gathers all statements; without a game there is nothing to check against.
pub(super) fn gather<'a>(
    program: &Program,
    games: &[&'a dyn Game],
    library: &dyn Library,
    diagnostics: &mut Diagnostics,
) -> Option<Gathered<'a>> {
    let (game, title) = title(program, games, diagnostics)?;
    let mut gathered = Gathered {
        game,
        title,
        unread: program.unread.clone(),
        header: Vec::new(),
        convention: None,
        definitions: Vec::new(),
        constraints: Vec::new(),
        pieces: Vec::new(),
        tables: Vec::new(),
        hypotheses: Vec::new(),
        plans: Vec::new(),
        methods: Vec::new(),
        examples: Vec::new(),
        claims: Vec::new(),
    };
    let imports = imports(program, game, library, diagnostics);
    for (import, imported) in imports {
        for statement in imported.statements {
            gathered.add(statement, Some(import.clone()), diagnostics);
        }
    }
    for statement in &program.statements {
        gathered.add(statement.clone(), None, diagnostics);
    }
    Some(gathered)
}

fn title<'a>(
    program: &Program,
    games: &[&'a dyn Game],
    diagnostics: &mut Diagnostics,
) -> Option<(&'a dyn Game, String)> {
    let openings: Vec<&str> = games.iter().map(|game| game.vocabulary().opening).collect();
    let help = format!(
        "begin with `{} \"…\"` and a title",
        openings.join(" \"…\"` or `")
    );
    let Some(Statement {
        kind:
            StatementKind::Title {
                opening,
                game,
                title,
            },
        ..
    }) = program.statements.first()
    else {
        // A file that could not be read at all has been told so already.
        if !diagnostics.has_errors() {
            let span = program
                .statements
                .first()
                .map_or(Span::default(), |statement| statement.span);
            let message = "the file does not say what it is about";
            diagnostics.push(Diagnostic::error("no-title", span, message).help(help));
        }
        return None;
    };
    let found = match game {
        Some(name) => games
            .iter()
            .find(|game| game.vocabulary().game == name.text),
        None => games
            .iter()
            .find(|game| game.vocabulary().opening == opening.text),
    };
    match found {
        Some(game) => Some((*game, title.value.clone())),
        None => {
            let names: Vec<&str> = games.iter().map(|game| game.vocabulary().game).collect();
            let (name, known, message, help) = match game {
                Some(name) => {
                    let help = format!("the games are {}", names.join(", "));
                    (
                        name,
                        names,
                        format!("there is no game `{}`", name.text),
                        help,
                    )
                }
                None => {
                    let known = openings.into_iter().chain(["library"]).collect();
                    (
                        opening,
                        known,
                        format!("no chapter begins with `{}`", opening.text),
                        help,
                    )
                }
            };
            let help =
                nearest(&name.text, known).map_or(help, |meant| format!("did you mean `{meant}`?"));
            diagnostics.push(Diagnostic::error("unknown-game", name.span, message).help(help));
            None
        }
    }
}

/// The libraries, each once, those that others rest on first.
fn imports(
    program: &Program,
    game: &dyn Game,
    library: &dyn Library,
    diagnostics: &mut Diagnostics,
) -> Vec<((Span, String), Program)> {
    let names_in = |program: &Program| -> Vec<Name> {
        let imports = program
            .statements
            .iter()
            .filter_map(|statement| match &statement.kind {
                StatementKind::Import(name) => Some(name.clone()),
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
                | StatementKind::Claim(_) => None,
            });
        imports.collect()
    };
    let mut found: Vec<((Span, String), Program)> = Vec::new();
    // What has been looked for, so that nothing is read and reported twice.
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut n_read = SourceId::MAIN.0;
    // Names still to load, with the import in this file that led to them.
    let mut waiting: Vec<(Span, Name)> = names_in(program)
        .into_iter()
        .map(|name| (name.span, name))
        .rev()
        .collect();
    while let Some((span, name)) = waiting.pop() {
        if !seen.insert(name.text.clone()) {
            continue;
        }
        if n_read >= MAX_IMPORTS {
            let message = format!("more than {MAX_IMPORTS} libraries are imported");
            diagnostics.push(Diagnostic::error("too-many-imports", span, message));
            break;
        }
        let Some(source) = library.find(&name.text) else {
            let message = format!("there is no library `{}`", name.text);
            let names = library.names();
            let help = match nearest(&name.text, names.iter().map(String::as_str)) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!(
                    "`import {0}` looks for a file {0}.advice beside this one",
                    name.text
                ),
            };
            diagnostics.push(Diagnostic::error("unknown-library", span, message).help(help));
            continue;
        };
        n_read += 1;
        let source = source.numbered(SourceId(n_read));
        let mut inner = Diagnostics::default();
        let imported = parse(&source, &mut inner);
        if inner.has_errors() {
            let message = format!("library `{}` cannot be read", name.text);
            let help = format!("`nasvet check {}` shows why", source.name);
            diagnostics.push(Diagnostic::error("broken-library", span, message).help(help));
            continue;
        }
        let opening = imported.statements.first().map(|statement| &statement.kind);
        let about = match opening {
            Some(StatementKind::Title {
                game: Some(name), ..
            }) => name.text.as_str(),
            Some(_) | None => "",
        };
        if about != game.vocabulary().game {
            let message = match about {
                "" => format!("`{}` is not a library", name.text),
                _ => {
                    format!(
                        "`{}` is a library about {about}, not about {}",
                        name.text,
                        game.vocabulary().game
                    )
                }
            };
            let help = format!(
                "a library begins with `library {} \"…\"`",
                game.vocabulary().game
            );
            diagnostics.push(Diagnostic::error("not-a-library", span, message).help(help));
            continue;
        }
        waiting.extend(names_in(&imported).into_iter().map(|name| (span, name)));
        found.push(((span, name.text), imported));
    }
    found.reverse();
    found
}

impl Gathered<'_> {
    fn add(
        &mut self,
        statement: Statement,
        import: Option<(Span, String)>,
        diagnostics: &mut Diagnostics,
    ) {
        let span = statement.span;
        let in_library = import.is_some();
        match statement.kind {
            StatementKind::Definition(what) => self.definitions.push(From { import, span, what }),
            StatementKind::Moves(what) => self.constraints.push(From { import, span, what }),
            StatementKind::Advice(what) => self.pieces.push(From { import, span, what }),
            StatementKind::Hypothesis(what) => self.hypotheses.push(From { import, span, what }),
            StatementKind::Plan(what) => self.plans.push(From { import, span, what }),
            StatementKind::Method(what) => self.methods.push(From { import, span, what }),
            StatementKind::Import(_) => {}
            // A library lends its names; its tables, examples and claims are its own affair.
            StatementKind::Title { .. }
            | StatementKind::Header(_)
            | StatementKind::Convention(_)
            | StatementKind::Table(_)
            | StatementKind::Example(_)
            | StatementKind::Claim(_)
                if in_library => {}
            StatementKind::Title { .. } => {}
            StatementKind::Header(words) => {
                let first = &words[0];
                let is_header = self
                    .game
                    .vocabulary()
                    .header_words
                    .iter()
                    .any(|(word, _)| *word == first.text);
                if is_header && self.has_statements() {
                    let message = "the header comes right after the title";
                    let help = "move this line up, below the title";
                    diagnostics.push(Diagnostic::error("late-header", span, message).help(help));
                } else if is_header || matches!(first.text.as_str(), "us" | "them") {
                    self.header.extend(words);
                } else {
                    diagnostics.push(not_a_statement(&first.text, first.span));
                }
            }
            StatementKind::Convention(name) => match &self.convention {
                None => self.convention = Some(name),
                Some(first) => {
                    let message = "the chapter has a convention already";
                    let diagnostic = Diagnostic::error("second-convention", span, message)
                        .help("keep one; a piece of advice may have its own");
                    diagnostics.push(diagnostic.see(first.span, "here"));
                }
            },
            StatementKind::Table(what) => self.tables.push(From { import, span, what }),
            StatementKind::Example(what) => self.examples.push(From { import, span, what }),
            StatementKind::Claim(what) => self.claims.push(From { import, span, what }),
        }
    }

    fn has_statements(&self) -> bool {
        self.definitions.iter().any(|from| from.import.is_none())
            || self.constraints.iter().any(|from| from.import.is_none())
            || self.pieces.iter().any(|from| from.import.is_none())
            || self.hypotheses.iter().any(|from| from.import.is_none())
            || self.plans.iter().any(|from| from.import.is_none())
            || self.methods.iter().any(|from| from.import.is_none())
            || !self.tables.is_empty()
            || !self.examples.is_empty()
            || !self.claims.is_empty()
    }
}
