//! Puts the exported program together: the chapter, the interpreter, and what they need of the game.

use std::collections::BTreeSet;
use std::fmt;

use domain::{Header, Man, Side, Type, Vocabulary};
use lang::checked::{Advice, Depth, Expr, Program, Rule, Unit};
use lang::{Source, Span};

use crate::clause::{ClauseContext, GoalScope, VariableNames, call};
use crate::expressions::ClauseWriter;
use crate::facts::ExportFacts;
use crate::goal::{PrologGoal, clause, without_singletons};
use crate::library::PrologLibrary;
use crate::sources::Sources;

/// What to export, and its source texts.
#[derive(Clone, Copy)]
pub struct ExportInput<'a> {
    /// The program.
    pub program: &'a Program,
    /// The vocabulary of its game.
    pub vocabulary: &'a Vocabulary,
    /// Its text, for the comments.
    pub source: &'a Source,
    /// The texts of its libraries, for the comments.
    pub libraries: &'a [Source],
}

/// Something in the program that cannot be exported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportError {
    /// Its place in the program.
    pub span: Span,
    /// What cannot be exported.
    pub kind: ExportErrorKind,
}

/// What cannot be exported.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExportErrorKind {
    /// This game has no Prolog.
    Game(String),
    /// This word has no Prolog.
    Word(String),
    /// The program has plans.
    Plans,
    /// The program has no table.
    NoTable,
    /// The program is about some positions only.
    Positions,
    /// This piece has no bound, and is decided over all positions.
    Endless(String),
}

impl fmt::Display for ExportErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportErrorKind::Game(name) => write!(f, "the game `{name}` has no Prolog yet"),
            ExportErrorKind::Word(name) => write!(f, "the word `{name}` has no Prolog yet"),
            ExportErrorKind::Plans => {
                f.write_str("plans are for the reasoner; only advice and tables can be exported")
            }
            ExportErrorKind::NoTable => {
                f.write_str("the chapter has no table, so there is nothing to export")
            }
            ExportErrorKind::Positions => f.write_str(
                "`positions where` has no Prolog yet, and without it the program would play where the chapter says nothing",
            ),
            ExportErrorKind::Endless(piece) => write!(
                f,
                "`{piece}` has no bound and is decided over all positions, which Prolog's search cannot do; give it one, such as `within 4 moves`"
            ),
        }
    }
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for ExportError {}

/// Exports a checked program as a self-contained program for SWI-Prolog.
pub fn export(input: ExportInput<'_>) -> Result<String, ExportError> {
    let program = input.program;
    let nowhere = |kind: ExportErrorKind| ExportError {
        span: Span::default(),
        kind,
    };
    let library = PrologLibrary::of_game(&program.game)
        .ok_or_else(|| nowhere(ExportErrorKind::Game(program.game.clone())))?;
    if !program.plans.is_empty() {
        return Err(nowhere(ExportErrorKind::Plans));
    }
    if program.tables.is_empty() {
        return Err(nowhere(ExportErrorKind::NoTable));
    }
    if let Some(about) = &program.positions {
        return Err(ExportError {
            span: about.span,
            kind: ExportErrorKind::Positions,
        });
    }
    let mut taken = Taken::new(&library);
    let exporter = Exporter {
        program,
        vocabulary: input.vocabulary,
        library: &library,
        facts: ExportFacts::of(program, input.vocabulary, &library),
        sources: Sources::new(input.source, input.libraries),
        definitions: program
            .definitions
            .iter()
            .map(|definition| taken.name(&definition.name))
            .collect(),
        constraints: program
            .constraints
            .iter()
            .map(|constraint| taken.name(&format!("moves_{}", constraint.name)))
            .collect(),
    };
    let chapter = exporter.chapter()?;
    Ok(format!(
        "{}\n{chapter}{}",
        exporter.opening(input.source),
        library.called_by(&chapter)
    ))
}

/// A program, and the facts for its export.
pub(crate) struct Exporter<'a> {
    pub(crate) program: &'a Program,
    pub(crate) vocabulary: &'a Vocabulary,
    pub(crate) library: &'a PrologLibrary,
    pub(crate) facts: ExportFacts<'a>,
    sources: Sources<'a>,
    /// The predicates of definitions and of constraints.
    pub(crate) definitions: Vec<String>,
    pub(crate) constraints: Vec<String>,
}

/// The predicates whose clauses are spread over the program.
const FACTS: [&str; 9] = [
    "chapter/2",
    "piece/4",
    "better/2",
    "holding/2",
    "our_moves/3",
    "their_moves/3",
    "advice_table/2",
    "applies/2",
    "advice/3",
];

impl Exporter<'_> {
    /// The head of the file: how to query it, and the directives.
    fn opening(&self, source: &Source) -> String {
        let asked = match self.program.examples.first() {
            Some(example) => example.position.clone(),
            None => "…".to_owned(),
        };
        let mut text = format!(
            ":- encoding(utf8).\n\n\
             % {}\n\
             % {}, exported by Nasvet for SWI-Prolog.\n%\n\
             %   ?- advise(\"{asked}\", Rule, Piece, Tree).\n%\n\
             % Rule is Table/Rule, both counted from 1; Piece is the piece of advice that is played; Tree is its\n\
             % forcing tree, a list of Move-Tree: our one move, or all their permitted replies, or [] at the end.\n\
             % It fails where there is no advice.\n%\n\
             %   ?- play_game(\"{asked}\").\n%\n\
             % plays a whole game: our moves by the advice, each with its rule and piece; theirs are typed.\n%\n\
             % Below are the definitions of the chapter, its pieces and tables; then the interpreter; then the game.\n\
             % What has no value fails. The first arguments of a clause are what it looks at: the position Pos, the\n\
             % one Before our last move, the Root of the tree, the Depth, and whose side is Us.\n\n",
            self.program.title, source.name
        );
        if !self.program.hypotheses.is_empty() {
            text += "% Hypotheses, lemmas and methods are for the reasoner, and are left out: the tables search instead.\n\n";
        }
        for directive in self.library.directives() {
            text += directive;
            text.push('\n');
        }
        text + &format!(":- discontiguous {}.\n", FACTS.join(", "))
    }

    fn chapter(&self) -> Result<String, ExportError> {
        let mut text = format!(
            "% THE CHAPTER\n\nchapter('{}', {}).\n",
            self.program
                .title
                .replace('\\', "\\\\")
                .replace('\'', "\\'"),
            self.header(&self.program.header)
        );
        for (idx, definition) in self.program.definitions.iter().enumerate() {
            let lines = self
                .sources
                .definition(definition.span, definition.body.span);
            text += &format!("\n{lines}{}", self.definition(idx)?);
        }
        for (idx, constraint) in self.program.constraints.iter().enumerate() {
            let lines = self
                .sources
                .definition(constraint.span, constraint.body.span);
            text += &format!("\n{lines}{}", self.named_moves(idx)?);
        }
        for piece in &self.program.pieces {
            let lines = self.sources.in_braces(piece.span);
            text += &format!("\n{lines}{}", self.piece(piece)?);
        }
        for (number, table) in (1..).zip(&self.program.tables) {
            text += &format!(
                "\nadvice_table({number}, {}).\n",
                self.header(&table.header)
            );
            for (place, rule) in (1..).zip(&table.rules) {
                let lines = self.sources.lines(rule.span);
                text += &format!(
                    "\n{lines}{}",
                    self.rule(&format!("{number}/{place}"), rule)?
                );
            }
        }
        Ok(text)
    }

    /// The pieces of a header, as the Prolog reader of positions takes them.
    fn header(&self, header: &Header) -> String {
        let Some(men) = &header.men else {
            return "any".into();
        };
        let of_side = |side: Side| {
            let kinds = (0..).map(Man).zip(&men[side]);
            let names = kinds.flat_map(|(man, presence)| {
                std::iter::repeat_n(self.vocabulary.man(man), usize::from(presence.count))
            });
            names.collect::<Vec<_>>().join(", ")
        };
        format!("men([{}], [{}])", of_side(Side::Us), of_side(Side::Them))
    }

    fn writer(&self, parameters: &[(String, Type)], optional: &[bool]) -> ClauseWriter<'_, '_> {
        let mut names = VariableNames::new();
        let locals = parameters
            .iter()
            .zip(optional)
            .map(|((name, _), is_optional)| (names.fresh(name), *is_optional))
            .collect();
        ClauseWriter {
            exporter: self,
            names,
            locals,
        }
    }

    fn definition(&self, idx: usize) -> Result<String, ExportError> {
        let (definition, known) = (&self.program.definitions[idx], &self.facts.definitions[idx]);
        let mut writer = self.writer(&definition.parameters, &known.optional);
        let mut scope = GoalScope::new(ClauseContext::open());
        let mut arguments = scope.context.arguments(known.needs);
        arguments.extend(writer.locals.iter().map(|(term, _)| term.clone()));
        if definition.body.ty == Type::Truth {
            writer.truth(&definition.body, &mut scope)?;
        } else {
            let hint = &definition.name;
            arguments.push(writer.value(&definition.body, &mut scope, hint)?);
        }
        Ok(written(&self.definitions[idx], &arguments, &scope.goals))
    }

    fn named_moves(&self, idx: usize) -> Result<String, ExportError> {
        let constraint = &self.program.constraints[idx];
        let optional: Vec<bool> = constraint
            .parameters
            .iter()
            .map(|(_, ty)| *ty != Type::Truth)
            .collect();
        let mut writer = self.writer(&constraint.parameters, &optional);
        let mut scope = GoalScope::new(ClauseContext::open());
        let mut arguments = scope.context.arguments(self.facts.constraints[idx]);
        arguments.extend(writer.locals.iter().map(|(term, _)| term.clone()));
        arguments.push(writer.moves(&constraint.body, &mut scope)?);
        Ok(written(&self.constraints[idx], &arguments, &scope.goals))
    }

    fn piece(&self, piece: &Advice) -> Result<String, ExportError> {
        if piece.endless.is_some() {
            return Err(ExportError {
                span: piece.span,
                kind: ExportErrorKind::Endless(piece.name.clone()),
            });
        }
        let within = match piece.depth {
            None => "unbounded".to_owned(),
            Some(depth) => {
                let Depth {
                    count,
                    unit,
                    shortest_first,
                } = depth;
                let bound = match unit {
                    Unit::Plies => format!("plies({count})"),
                    Unit::Moves => format!("moves({count})"),
                };
                match shortest_first {
                    true => format!("shortest({bound})"),
                    false => bound,
                }
            }
        };
        let root = if piece.convention.root_must_hold {
            "tested"
        } else {
            "exempt"
        };
        let no_reply = if piece.convention.no_reply_succeeds {
            "succeeds"
        } else {
            "fails"
        };
        let mut text = format!("piece({}, {within}, {root}, {no_reply}).\n", piece.name);
        for (predicate, goal) in [
            ("better", &piece.better_goal),
            ("holding", &piece.holding_goal),
        ] {
            let mut scope = GoalScope::new(ClauseContext::open());
            self.writer(&[], &[]).truth(goal, &mut scope)?;
            let arguments = [piece.name.clone(), SCENE.to_owned()];
            text += &written(predicate, &arguments, &scope.goals);
        }
        for (predicate, moves) in [("our_moves", &piece.us), ("their_moves", &piece.them)] {
            let mut scope = GoalScope::new(ClauseContext::open());
            let list = self.writer(&[], &[]).moves(moves, &mut scope)?;
            let arguments = [piece.name.clone(), SCENE.to_owned(), list];
            text += &written(predicate, &arguments, &scope.goals);
        }
        Ok(text)
    }

    fn rule(&self, place: &str, rule: &Rule) -> Result<String, ExportError> {
        let asked = |condition: &Option<Expr>| -> Result<Vec<PrologGoal>, ExportError> {
            let mut scope = GoalScope::new(ClauseContext::of_table());
            if let Some(condition) = condition {
                self.writer(&[], &[]).truth(condition, &mut scope)?;
            }
            Ok(scope.goals)
        };
        let mut text = written("applies", &[place, "Pos"], &asked(&rule.condition)?);
        for entry in &rule.entries {
            let piece = self.program.piece(entry.piece).name.as_str();
            text += &written("advice", &[place, piece, "Pos"], &asked(&entry.guard)?);
        }
        Ok(text)
    }
}

/// The term that the interpreter passes to goals and constraints.
const SCENE: &str = "at(Pos, Before, Root, Depth, Us)";

fn written<S: AsRef<str>>(predicate: &str, arguments: &[S], goals: &[PrologGoal]) -> String {
    let text = without_singletons(&clause(&call(predicate, arguments), goals));
    text.replacen("at(_, _, _, _, _)", "_", 1)
}

/// The names of predicates that are taken.
struct Taken {
    names: BTreeSet<String>,
}

/// The reserved names of standard Prolog that a name of ours could equal.
const RESERVED: &str = "abolish acyclic_term arg asserta assertz at_end_of_stream atom atom_chars atom_codes \
    atom_concat atom_length atomic bagof call callable catch char_code char_conversion clause close compare compound \
    copy_term current_char_conversion current_input current_op current_output current_predicate \
    current_prolog_flag discontiguous dynamic fail false findall float flush_output functor get_byte get_char \
    get_code ground halt initialization integer is keysort length message_queue_create message_queue_destroy \
    message_queue_property multifile mutex_create mutex_destroy mutex_lock mutex_property mutex_trylock \
    mutex_unlock nl nonvar number number_chars number_codes numbervars once op open peek_byte peek_char peek_code \
    phrase predicate_property put_byte put_char put_code read read_term repeat retract retractall set_input \
    set_output set_prolog_flag set_stream_position setof sort stream_property sub_atom subsumes_term \
    term_variables thread_create thread_detach thread_get_message thread_peek_message thread_property thread_self \
    thread_send_message thread_signal throw true unify_with_occurs_check var with_mutex write write_canonical \
    write_term writeq";

impl Taken {
    fn new(library: &PrologLibrary) -> Taken {
        let facts = FACTS.iter().filter_map(|fact| fact.split('/').next());
        let reserved = RESERVED.split_whitespace();
        let mut names = library.names();
        names.extend(facts.chain(reserved).map(str::to_owned));
        Taken { names }
    }

    /// The name, with underscores appended if it is taken.
    fn name(&mut self, name: &str) -> String {
        let mut name = name.to_owned();
        while !self.names.insert(name.clone()) {
            name.push('_');
        }
        name
    }
}
