//! Gathers the statements of a file and of everything it imports, each kind with its own.

use domain::Game;

use super::imports::{Import, Imports, Library};
use super::instances::Instance;
use crate::diagnostic::{Diagnostic, Diagnostics, nearest};
use crate::fix::{Edit, Fix};
use crate::lexer::Comment;
use crate::parser::not_a_statement;
use crate::source::Source;
use crate::span::Span;
use crate::syntax::{
    Advice, Claim, Definition, Example, Expr, Hypothesis, Method, Name, Plan, Program, RemarkKind,
    Statement, StatementKind, Table, Unread, WrittenMoves, WrittenRemark,
};

/// A statement, and the import through which it came.
pub(super) struct From<T> {
    pub(super) import: Option<Import>,
    pub(super) span: Span,
    /// The comments right above it.
    pub(super) doc: Option<String>,
    pub(super) what: T,
}

/// The statements by kind.
pub(super) struct Gathered<'a> {
    pub(super) game: &'a dyn Game,
    /// What could not be read: using a name that was to be defined there is no further mistake.
    pub(super) unread: Vec<Unread>,
    /// The places of all statements.
    pub(super) places: Vec<Span>,
    pub(super) header: Vec<Name>,
    pub(super) convention: Option<Name>,
    pub(super) definitions: Vec<From<Definition>>,
    pub(super) constraints: Vec<From<WrittenMoves>>,
    pub(super) pieces: Vec<From<Advice>>,
    /// For each of them, the pieces that come of it if it has parameters.
    pub(super) instances: Vec<Vec<Instance>>,
    pub(super) positions: Option<From<Expr>>,
    /// What is said of moves.
    pub(super) remarks: Vec<From<(RemarkKind, WrittenRemark)>>,
    pub(super) tables: Vec<From<Table>>,
    pub(super) hypotheses: Vec<From<Hypothesis>>,
    pub(super) plans: Vec<From<Plan>>,
    pub(super) methods: Vec<From<Method>>,
    pub(super) examples: Vec<From<Example>>,
    pub(super) claims: Vec<From<Claim>>,
}

/// Gathers all statements.
pub(super) fn gather<'a>(
    source: &Source,
    program: &Program,
    imports: &Imports,
    game: &'a dyn Game,
    diagnostics: &mut Diagnostics,
) -> Gathered<'a> {
    let mut gathered = Gathered {
        game,
        unread: Vec::new(),
        places: Vec::new(),
        header: Vec::new(),
        convention: None,
        definitions: Vec::new(),
        constraints: Vec::new(),
        pieces: Vec::new(),
        instances: Vec::new(),
        positions: None,
        remarks: Vec::new(),
        tables: Vec::new(),
        hypotheses: Vec::new(),
        plans: Vec::new(),
        methods: Vec::new(),
        examples: Vec::new(),
        claims: Vec::new(),
    };
    for Library {
        import,
        source,
        program,
    } in &imports.libraries
    {
        gathered.add_all(imports.source(*source), program, Some(import), diagnostics);
    }
    gathered.add_all(source, program, None, diagnostics);
    gathered
}

/// The game and the title of a chapter or library.
pub(super) fn title<'a>(
    source: &Source,
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
        // A file that could not be read at all has been reported already.
        if !diagnostics.has_errors() {
            let span = program
                .statements
                .first()
                .map_or(Span::default(), |statement| statement.span);
            let message = "the file does not say what it is about";
            let diagnostic = Diagnostic::error("no-title", span, message).help(help);
            diagnostics.push(Diagnostic {
                fixes: titles(source, program, games),
                ..diagnostic
            });
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
            let diagnostic = Diagnostic::error("unknown-game", name.span, message);
            let meant = nearest(&name.text, known);
            diagnostics.push(diagnostic.meant(name.span, meant, || help));
            None
        }
    }
}

impl Gathered<'_> {
    fn add_all(
        &mut self,
        source: &Source,
        program: &Program,
        import: Option<&Import>,
        diagnostics: &mut Diagnostics,
    ) {
        self.unread.extend(program.unread.iter().cloned());
        for statement in &program.statements {
            self.places.push(statement.span);
            let doc = comments_above(source, &program.comments, statement.span);
            self.add(statement.clone(), import.cloned(), doc, diagnostics);
        }
    }

    fn add(
        &mut self,
        statement: Statement,
        import: Option<Import>,
        doc: Option<String>,
        diagnostics: &mut Diagnostics,
    ) {
        let span = statement.span;
        let in_library = import.is_some();
        macro_rules! from {
            ($what:ident) => {
                From {
                    import,
                    span,
                    doc,
                    what: $what,
                }
            };
        }
        match statement.kind {
            StatementKind::Definition(what) => self.definitions.push(from!(what)),
            StatementKind::Moves(what) => self.constraints.push(from!(what)),
            StatementKind::Advice(what) => self.pieces.push(from!(what)),
            StatementKind::Hypothesis(what) => self.hypotheses.push(from!(what)),
            StatementKind::Plan(what) => self.plans.push(from!(what)),
            StatementKind::Method(what) => self.methods.push(from!(what)),
            StatementKind::Import(_) => {}
            // A library lends its names; its tables, examples and claims are not imported.
            StatementKind::Title { .. }
            | StatementKind::Header(_)
            | StatementKind::Convention(_)
            | StatementKind::Positions(_)
            | StatementKind::Remark(..)
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
                    let diagnostic = Diagnostic::error("late-header", span, message);
                    let fix = self.move_up(span, &words);
                    diagnostics.push(diagnostic.help(help).fix(fix));
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
                        .help("keep one; a piece of advice may have its own")
                        .fix(Fix::remove(span));
                    diagnostics.push(diagnostic.see(first.span, "here"));
                }
            },
            StatementKind::Positions(what) => match &self.positions {
                None => self.positions = Some(from!(what)),
                Some(first) => {
                    let message = "the chapter has said already which positions it is about";
                    let diagnostic = Diagnostic::error("second-positions", span, message)
                        .help("join the two conditions with `and`")
                        .fix(Fix::remove(span));
                    diagnostics.push(diagnostic.see(first.span, "here"));
                }
            },
            StatementKind::Remark(kind, remark) => {
                let what = (kind, remark);
                self.remarks.push(from!(what));
            }
            StatementKind::Table(what) => self.tables.push(from!(what)),
            StatementKind::Example(what) => self.examples.push(from!(what)),
            StatementKind::Claim(what) => self.claims.push(from!(what)),
        }
    }

    /// Moves a line of the header below the title, if none of its words has been said there.
    fn move_up(&self, span: Span, words: &[Name]) -> Option<Fix> {
        let first = self
            .places
            .iter()
            .find(|place| place.source == span.source)?;
        let said = |name: &Name| self.header.iter().any(|word| word.text == name.text);
        if words.first().is_none_or(said) {
            return Some(Fix::remove(span));
        }
        let words: Vec<&str> = words.iter().map(|name| name.text.as_str()).collect();
        let edits = vec![
            Edit::new(first.after(), format!("\n{}", words.join(" "))),
            Edit::new(span, ""),
        ];
        Some(Fix::new("move it up, below the title", edits))
    }

    fn has_statements(&self) -> bool {
        self.definitions.iter().any(|from| from.import.is_none())
            || self.constraints.iter().any(|from| from.import.is_none())
            || self.pieces.iter().any(|from| from.import.is_none())
            || self.hypotheses.iter().any(|from| from.import.is_none())
            || self.plans.iter().any(|from| from.import.is_none())
            || self.methods.iter().any(|from| from.import.is_none())
            || self.positions.is_some()
            || !self.remarks.is_empty()
            || !self.tables.is_empty()
            || !self.examples.is_empty()
            || !self.claims.is_empty()
    }
}

/// Titles that a text could begin with, that of the game whose words it uses first.
fn titles(source: &Source, program: &Program, games: &[&dyn Game]) -> Vec<Fix> {
    let first = program.statements.first();
    let header = match first.map(|first| &first.kind) {
        Some(StatementKind::Header(words)) => words.first(),
        Some(_) | None => None,
    };
    let uses = |game: &&&dyn Game| {
        let mut words = game.vocabulary().header_words.iter();
        header.is_some_and(|name| words.any(|(word, _)| *word == name.text))
    };
    let Some(place) = first
        .map(|first| first.span.before())
        .or_else(|| source.blocks.first().map(|block| block.before()))
    else {
        return Vec::new();
    };
    let mut games: Vec<&&dyn Game> = games.iter().collect();
    games.sort_by_key(|game| !uses(game));
    let fixes = games.into_iter().map(|game| {
        let title = format!("{} \"Untitled\"\n", game.vocabulary().opening);
        Fix::new(
            format!("write `{}` here", title.trim()),
            vec![Edit::new(place, title)],
        )
    });
    fixes.collect()
}

/// The comments that stand alone on the lines right above a place, without their `#`.
fn comments_above(source: &Source, comments: &[Comment], span: Span) -> Option<String> {
    let n_before = comments.partition_point(|comment| comment.span.start < span.start);
    let mut below = span.start;
    let mut lines: Vec<&str> = Vec::new();
    for comment in comments[..n_before].iter().rev() {
        let between = source
            .program
            .get(comment.span.end as usize..below as usize)?;
        let is_right_above = between.trim().is_empty() && between.matches('\n').count() == 1;
        if !is_right_above || comment.trails {
            break;
        }
        lines.push(comment.text.trim_start_matches('#').trim());
        below = comment.span.start;
    }
    lines.reverse();
    (!lines.is_empty()).then(|| lines.join(" "))
}
