//! Words and definitions as calls: their arguments, and names for their values.

use domain::WordId;
use lang::Span;
use lang::checked::Expr;

use super::ClauseWriter;
use crate::clause::GoalScope;
use crate::export::{ExportError, ExportErrorKind};
use crate::library::{Argument, PredicateCall};

impl ClauseWriter<'_, '_> {
    /// The arguments of a definition: its context, then its own arguments.
    pub(super) fn call_arguments(
        &mut self,
        idx: usize,
        args: &[Expr],
        scope: &mut GoalScope,
    ) -> Result<Vec<String>, ExportError> {
        let known = &self.exporter.facts.definitions[idx];
        let mut arguments = scope.context.arguments(known.needs);
        for (arg, is_optional) in args.iter().zip(&known.optional) {
            arguments.push(if *is_optional {
                self.value_or_none(arg, scope, "")?
            } else {
                self.value(arg, scope, "")?
            });
        }
        Ok(arguments)
    }

    /// The call for a word, or an error where the word is used.
    pub(crate) fn word(&self, id: WordId, span: Span) -> Result<PredicateCall, ExportError> {
        let word = self.exporter.vocabulary.word(id);
        let found = self.exporter.library.word(word);
        found.cloned().ok_or_else(|| ExportError {
            span,
            kind: ExportErrorKind::Word(word.name.into()),
        })
    }

    pub(super) fn ask(
        &mut self,
        call: &PredicateCall,
        given: &[String],
        scope: &mut GoalScope,
        hint: &str,
        is_about_moves: bool,
    ) -> String {
        let arguments = arguments_of(call, given, scope, is_about_moves);
        scope.ask(&mut self.names, &call.predicate, &arguments, hint)
    }
}

/// The arguments of a library predicate, without the value, which comes last.
pub(crate) fn arguments_of(
    call: &PredicateCall,
    given: &[String],
    scope: &GoalScope,
    is_about_moves: bool,
) -> Vec<String> {
    let context = &scope.context;
    let term = |argument: &Argument| match argument {
        Argument::Position if is_about_moves => Some(context.played_in.clone()),
        Argument::Position => Some(context.position.clone()),
        Argument::Us => Some(context.us.clone()),
        Argument::Move => Some(context.the_move.clone()),
        Argument::Given(idx) => Some(given[*idx].clone()),
        Argument::Literal(name) => Some(name.clone()),
        Argument::Value => None,
    };
    call.arguments.iter().filter_map(term).collect()
}

/// A name for the value of a word: the word, with the names of its arguments if they are short.
pub(super) fn hint_of(word: &str, given: &[String]) -> String {
    let names = given
        .iter()
        .filter(|term| term.starts_with(char::is_uppercase) && *term != "Us" && *term != "Them");
    let long: String = std::iter::once(word)
        .chain(names.map(String::as_str))
        .collect::<Vec<_>>()
        .join("_");
    if long.len() <= 20 {
        long
    } else {
        word.to_owned()
    }
}

/// A name for the value of a definition, with the time if it is not the present.
pub(super) fn hint_at(name: &str, scope: &GoalScope) -> String {
    match scope.context.position.as_str() {
        "Before" => format!("{name}_before"),
        "Root" => format!("{name}_at_root"),
        _ => name.to_owned(),
    }
}
