//! Checks a program: names, types, recursion, and what is probably not meant.
//!
//! Given the syntax trees of a file and of the libraries it imports, [`check`] gives a program that makes
//! sense, if it does, and everything there is to say about it in any case. No step recurses over anything but
//! the bounded nesting of one expression, so a hostile file cannot exhaust the stack.

mod types;
mod gather;
mod order;
mod expressions;
mod constraints;
mod facts;
mod names;
mod definitions;
mod pieces;
mod plans;
mod tables;
mod formulas;
mod reasoner;
mod men;

use domain::{Game, Header, Vocabulary};

use crate::checked::{self, ConstraintId, DefinitionId, HypothesisId, PieceId, PlanId, Program};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::parser::parse_expression;
use crate::source::Source;
use crate::span::Span;
use crate::syntax;
use facts::Facts;
use gather::gather;
use names::Names;
use types::Types;

pub use reasoner::{Question, check_question};

/// Where `import` finds libraries. It names no files: what a name means is the caller's affair.
pub trait Library {
    /// The library of this name.
    fn find(&self, name: &str) -> Option<Source>;

    /// The names of the libraries that are known, for suggestions.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A library with nothing in it.
pub struct NoLibrary;

impl Library for NoLibrary {
    fn find(&self, _name: &str) -> Option<Source> {
        None
    }
}

/// Checks the program of a source. `games` are those a chapter may be about.
pub fn check(
    program: &syntax::Program,
    games: &[&dyn Game],
    library: &dyn Library,
    diagnostics: &mut Diagnostics,
) -> Option<Program> {
    let gathered = gather(program, games, library, diagnostics)?;
    let mut checker = Checker::new(gathered.game, diagnostics);
    checker.program.title = gathered.title.clone();
    checker.headers(&gathered);
    checker.collect_names(&gathered);
    checker.collect_reasoner_names(&gathered);
    checker.check_definitions(&gathered);
    checker.check_constraints(&gathered);
    checker.check_pieces(&gathered);
    checker.check_tables(&gathered);
    checker.check_plans(&gathered);
    checker.plans_may_be_named = true;
    checker.check_hypotheses(&gathered);
    checker.check_methods(&gathered);
    checker.plans_may_be_named = false;
    checker.check_examples_and_claims(&gathered);
    checker.check_piece_calls();
    checker.check_men();
    let Checker {
        program,
        diagnostics,
        ..
    } = checker;
    (!diagnostics.has_errors()).then_some(program)
}

/// Checks one expression against a checked program, as a question from outside: it may look at the position.
pub fn check_expression(
    source: &Source,
    program: &Program,
    game: &dyn Game,
    diagnostics: &mut Diagnostics,
) -> Option<checked::Expr> {
    let expr = parse_expression(source, diagnostics)?;
    let mut checker = Checker::knowing(program, game, diagnostics);
    let typed = checker.expr(&expr);
    let settled = checker.settle(typed);
    let facts = checker.facts(&settled);
    checker.look_at_position_only(&settled, facts.reads, "a question about a position");
    checker.check_men_of(&settled);
    let Checker { diagnostics, .. } = checker;
    (!diagnostics.has_errors()).then_some(settled)
}

struct Checker<'a> {
    game: &'a dyn Game,
    vocabulary: &'a Vocabulary,
    diagnostics: &'a mut Diagnostics,
    program: Program,
    /// The facts of each definition, by index.
    facts: Vec<Facts>,
    /// All headers of the program: men of any of them may be named.
    all_headers: Vec<Header>,
    /// What the program's names stand for. Definitions, constraints and pieces are never taken for each other,
    /// so a piece `mate` does not hide the word `mate`.
    definitions: Names<DefinitionId>,
    constraints: Names<ConstraintId>,
    pieces: Names<PieceId>,
    hypotheses: Names<HypothesisId>,
    plans: Names<PlanId>,
    /// May a plan be named now? What is compiled does not know plans, and is checked before and after.
    plans_may_be_named: bool,
    /// The statement at hand: its types, its locals, the import it came through, whether it is wrong already.
    types: Types,
    locals: Vec<(String, types::Ty)>,
    import: Option<(Span, String)>,
    statement_has_errors: bool,
    /// Is somebody only asking, who wants no findings?
    quiet: bool,
}

impl<'a> Checker<'a> {
    fn new(game: &'a dyn Game, diagnostics: &'a mut Diagnostics) -> Checker<'a> {
        let vocabulary = game.vocabulary();
        Checker {
            game,
            vocabulary,
            diagnostics,
            program: Program {
                game: vocabulary.game.to_owned(),
                ..Program::default()
            },
            facts: Vec::new(),
            all_headers: Vec::new(),
            definitions: Names::default(),
            constraints: Names::default(),
            pieces: Names::default(),
            hypotheses: Names::default(),
            plans: Names::default(),
            plans_may_be_named: false,
            types: Types::default(),
            locals: Vec::new(),
            import: None,
            statement_has_errors: false,
            quiet: false,
        }
    }

    /// A checker for whoever asks about a program that has been checked.
    fn knowing(
        program: &Program,
        game: &'a dyn Game,
        diagnostics: &'a mut Diagnostics,
    ) -> Checker<'a> {
        let mut checker = Checker::new(game, diagnostics);
        checker.program = program.clone();
        for (idx, definition) in (0..).zip(&program.definitions) {
            checker
                .definitions
                .know(&definition.name, DefinitionId(idx));
        }
        for (idx, piece) in (0..).zip(&program.pieces) {
            checker.pieces.know(&piece.name, PieceId(idx));
        }
        for (idx, hypothesis) in (0..).zip(&program.hypotheses) {
            checker.hypotheses.know(&hypothesis.name, HypothesisId(idx));
        }
        for (idx, plan) in (0..).zip(&program.plans) {
            checker.plans.know(&plan.name, PlanId(idx));
        }
        checker.plans_may_be_named = true;
        let facts = program.definitions.iter().map(Facts::of_definition);
        checker.facts = facts.collect();
        checker.all_headers = vec![program.header.clone()];
        checker
    }

    /// Reports a finding. In a library it is told at the import, since its spans mean nothing in this file.
    fn report(&mut self, diagnostic: Diagnostic) {
        if self.quiet {
            return;
        }
        self.statement_has_errors |= diagnostic.is_error();
        match &self.import {
            None => self.diagnostics.push(diagnostic),
            Some((span, name)) if diagnostic.is_error() => {
                let message = format!("library `{name}`: {}", diagnostic.message);
                self.diagnostics.push(
                    Diagnostic::error(diagnostic.code, *span, message).opt_help(diagnostic.help),
                );
            }
            Some(_) => {}
        }
    }

    /// Notes that the statement rests on something that was reported where it stands.
    fn rest_on_mistake(&mut self) {
        self.statement_has_errors = true;
    }

    /// Begins a new statement.
    fn begin(&mut self, import: Option<(Span, String)>) {
        self.types = Types::default();
        self.locals.clear();
        self.import = import;
        self.statement_has_errors = false;
    }
}
