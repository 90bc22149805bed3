//! Checks a program: names, types, recursion, and what is probably not meant.
//!
//! Given a source and the world in which its imports are found, [`check`] returns a program if it makes sense, and in
//! any case everything that was found out about it. No step recurses over anything but the bounded nesting of one
//! expression, so a hostile file cannot exhaust the stack.

mod types;
mod imports;
mod gather;
mod indexing;
mod holes;
mod constants;
mod instances;
mod order;
mod expressions;
mod mismatch;
mod constraints;
mod facts;
mod names;
mod wording;
mod definitions;
mod pieces;
mod plans;
mod tables;
mod formulas;
mod reasoner;
mod men;
mod traps;

use std::collections::HashMap;
use std::sync::Arc;

use domain::{Game, Header, Vocabulary};

use crate::checked::{
    self, Checked, ConstraintId, DefinitionId, Hole, HypothesisId, PieceId, PlanId, Program,
};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::index::{EntityId, NameIndex};
use crate::parser::{parse, parse_expression};
use crate::source::Source;
use crate::span::{SourceId, Span};
use crate::world::World;
use facts::Facts;
use gather::{Gathered, gather, title};
use holes::find_holes;
use imports::{Import, Imports};
use indexing::{Bound, Thing};
use names::{Maker, Names};
use types::{Ty, Types};

pub use reasoner::{Question, check_question};

/// Checks the program of a source. `games` are those a chapter may be about.
///
/// One mistake does not hide the rest: what does not rest on it is in the result.
pub fn check(source: Source, games: &[&dyn Game], world: &dyn World) -> Checked {
    let mut diagnostics = Diagnostics::default();
    let syntax = parse(&source, &mut diagnostics);
    if let Some(finding) = source.finding() {
        diagnostics.push(finding.clone());
    } else if source.blocks.is_empty() {
        let message = "this chapter has no fenced block called `advice`";
        let help = "begin one with ```advice and end it with ```";
        diagnostics.push(Diagnostic::error("no-advice", Span::default(), message).help(help));
    }
    let about = title(&source, &syntax, games, &mut diagnostics);
    let guess = games.first().map(|game| (*game, String::new()));
    // Without a title that can be read, the names are looked up as if the game were the first, and mistakes found that
    // way are not reported.
    let mut aside = Diagnostics::default();
    let heard = if about.is_some() {
        &mut diagnostics
    } else {
        &mut aside
    };
    let (mut program, mut index, mut holes) = <(Program, NameIndex, Vec<Hole>)>::default();
    let mut sources = vec![source];
    if let Some((game, title)) = about.or(guess) {
        let imports = Imports::of(&syntax, game, world, heard);
        let mut gathered = gather(&sources[0], &syntax, &imports, game, heard);
        let mut checker = Checker::new(game, heard);
        checker.program.title = title;
        let texts = sources.iter().chain(&imports.sources);
        checker.texts = texts.map(|source| source.program.as_str()).collect();
        checker.index_imports(&syntax, &imports);
        checker.find_instances(&mut gathered);
        checker.check_all(&gathered);
        (program, index) = (checker.program, checker.index);
        index.sort();
        holes = find_holes(&gathered, &mut index, diagnostics.errors());
        sources.extend(imports.sources);
    }
    let is_sound = !diagnostics.has_errors();
    Checked {
        sources,
        syntax,
        diagnostics: diagnostics.into_vec(),
        index,
        holes,
        program: Arc::new(program),
        is_sound,
    }
}

/// Checks one expression against a checked program, as a question from outside: it may look at the position.
pub fn check_expression(
    source: &Source,
    program: &Program,
    game: &dyn Game,
    diagnostics: &mut Diagnostics,
) -> Option<checked::Expr> {
    let source = source.clone().numbered(SourceId::QUESTION);
    let expr = parse_expression(&source, diagnostics)?;
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
    /// The texts by [`SourceId`], for edits; a question from outside gets none.
    texts: Vec<&'a str>,
    program: Program,
    /// The facts of each definition, by index.
    facts: Vec<Facts>,
    /// All headers of the program: men of any of them may be named.
    all_headers: Vec<Header>,
    /// For each table as it is written, how many tables come of it: one for each ending it is for.
    endings: Vec<usize>,
    /// What the program's names stand for. Definitions, constraints and pieces are never taken for each other,
    /// so a piece `mate` does not hide the word `mate`.
    definitions: Names<DefinitionId>,
    constraints: Names<ConstraintId>,
    pieces: Names<PieceId>,
    /// The pieces with parameters, which make others.
    makers: HashMap<String, Maker>,
    /// The names of the parameters of the piece at hand, which stand for constants.
    piece_parameters: Vec<String>,
    hypotheses: Names<HypothesisId>,
    plans: Names<PlanId>,
    /// For a name that was given twice, the first number that may make another name of it.
    free_numbers: HashMap<String, u32>,
    /// May a plan be named now? What is compiled does not know plans, and is checked before and after.
    plans_may_be_named: bool,
    /// The statement at hand: its place, its types, its locals, the import it came through, whether it is wrong already.
    statement: Span,
    types: Types,
    locals: Vec<Bound>,
    import: Option<Import>,
    statement_has_errors: bool,
    /// Is this a second look, which reports nothing?
    quiet: bool,
    /// What is checked now looks at a position after a move of ours, so there is one before it.
    after_move: bool,
    index: NameIndex,
    /// What has an entity without being defined in a text.
    things: HashMap<Thing, EntityId>,
    /// The local names by their places.
    bound: HashMap<Span, EntityId>,
    /// The entities of this statement whose types are still being found.
    untyped: Vec<(EntityId, Ty)>,
}

impl<'a> Checker<'a> {
    fn new(game: &'a dyn Game, diagnostics: &'a mut Diagnostics) -> Checker<'a> {
        let vocabulary = game.vocabulary();
        Checker {
            game,
            vocabulary,
            diagnostics,
            texts: Vec::new(),
            program: Program {
                game: vocabulary.game.to_owned(),
                ..Program::default()
            },
            facts: Vec::new(),
            all_headers: Vec::new(),
            endings: Vec::new(),
            definitions: Names::default(),
            constraints: Names::default(),
            pieces: Names::default(),
            makers: HashMap::new(),
            piece_parameters: Vec::new(),
            hypotheses: Names::default(),
            plans: Names::default(),
            free_numbers: HashMap::new(),
            plans_may_be_named: false,
            statement: Span::default(),
            types: Types::default(),
            locals: Vec::new(),
            import: None,
            statement_has_errors: false,
            quiet: false,
            after_move: false,
            index: NameIndex::default(),
            things: HashMap::new(),
            bound: HashMap::new(),
            untyped: Vec::new(),
        }
    }

    /// Checks all statements, each after those it rests on.
    fn check_all(&mut self, gathered: &Gathered<'_>) {
        self.headers(gathered);
        self.collect_names(gathered);
        self.collect_reasoner_names(gathered);
        self.check_definitions(gathered);
        self.check_constraints(gathered);
        self.check_pieces(gathered);
        self.check_tables(gathered);
        self.check_plans(gathered);
        self.plans_may_be_named = true;
        self.check_hypotheses(gathered);
        self.check_methods(gathered);
        self.plans_may_be_named = false;
        self.check_examples_and_claims(gathered);
        self.check_piece_calls();
        self.check_men();
        self.warn_of_reached_goals(gathered);
        self.warn_of_unused_definitions(gathered);
        self.fresh_types();
    }

    /// A checker for questions about a program that has been checked.
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

    /// Reports a finding. One in a library is also reported at the import, which is where the reader is.
    fn report(&mut self, diagnostic: Diagnostic) {
        if self.quiet {
            return;
        }
        self.statement_has_errors |= diagnostic.is_error();
        match &self.import {
            None => self.diagnostics.push(diagnostic),
            Some((span, name)) if diagnostic.is_error() => {
                let message = format!("library `{name}`: {}", diagnostic.message);
                let told = Diagnostic::error(diagnostic.code, *span, message)
                    .opt_help(diagnostic.help)
                    .see(diagnostic.span, diagnostic.message);
                self.diagnostics.push(Diagnostic {
                    fixes: diagnostic.fixes,
                    ..told
                });
            }
            Some(_) => {}
        }
    }

    /// What is written at a place.
    fn text(&self, span: Span) -> &'a str {
        let text = self.texts.get(span.source.idx()).copied();
        text.and_then(|text| text.get(span.range())).unwrap_or("")
    }

    /// Notes a mistake that is not reported, because there are too many.
    fn leave_out(&mut self, span: Span) {
        self.statement_has_errors = true;
        self.diagnostics.leave_out(span);
    }

    /// Notes that the statement depends on something that was reported elsewhere.
    fn rest_on_mistake(&mut self) {
        self.statement_has_errors = true;
    }

    /// Begins a new statement, or another look at one.
    fn begin(&mut self, import: Option<Import>, statement: Span) {
        self.fresh_types();
        self.locals.clear();
        self.statement = statement;
        self.import = import;
        self.statement_has_errors = false;
    }
}
