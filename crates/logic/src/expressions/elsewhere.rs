//! Expressions for the other side, at another time or in another position: the same goals in another context.

use domain::{Side, Type};
use lang::checked::{Expr, ExprKind, Extreme, Local, Time};

use super::{ClauseWriter, TermResult};
use crate::clause::{ClauseContext, GoalScope};
use crate::export::ExportError;
use crate::goal::PrologGoal;

impl ClauseWriter<'_, '_> {
    /// The term for `our` or `their` in the present view.
    pub(super) fn side(&mut self, side: Side, scope: &mut GoalScope) -> String {
        let us = scope.context.us.clone();
        match (side, us.as_str()) {
            (Side::Us, _) => us,
            (Side::Them, "us") => "them".into(),
            (Side::Them, "them") => "us".into(),
            (Side::Them, _) => {
                if us == "Us" {
                    self.names.free("Them");
                }
                scope.ask(&mut self.names, "other", &[us], "Them")
            }
        }
    }

    /// Writes goals at another time.
    pub(super) fn at<T>(
        &mut self,
        time: Time,
        scope: &mut GoalScope,
        say: impl FnOnce(&mut Self, &mut GoalScope) -> Result<T, ExportError>,
    ) -> Result<T, ExportError> {
        let context = scope.context.clone();
        match time {
            Time::Before => {
                scope.require(format!("{} \\== none", context.before));
                self.elsewhere(
                    scope,
                    |now| {
                        now.position = context.before;
                        now.before = "none".into();
                    },
                    say,
                )
            }
            Time::Root => self.elsewhere(
                scope,
                |now| {
                    now.position = context.root;
                    now.before = "none".into();
                    now.depth = "0".into();
                },
                say,
            ),
            Time::After => {
                let played = [context.played_in, context.the_move];
                let after = scope.ask(&mut self.names, "play", &played, "After");
                self.elsewhere(scope, |now| now.position = after, say)
            }
        }
    }

    /// The least or the greatest number after a legal move; `min_list` and `max_list` fail if there is none.
    pub(super) fn over_moves(
        &mut self,
        extreme: Extreme,
        part: &Expr,
        scope: &mut GoalScope,
        hint: &str,
    ) -> TermResult {
        let position = scope.context.position.clone();
        let moves = scope.ask(
            &mut self.names,
            "legal_moves",
            std::slice::from_ref(&position),
            "Moves",
        );
        let (m, after) = (self.names.fresh("Played"), self.names.fresh("After"));
        let mut inner = scope.inner();
        inner.context.position = after.clone();
        let number = self.value(part, &mut inner, "")?;
        let mut goals = vec![
            PrologGoal::Plain(format!("member({m}, {moves})")),
            PrologGoal::Plain(format!("play({position}, {m}, {after})")),
        ];
        goals.extend(inner.goals);
        let numbers = self.find_all(&number, goals, scope, "Numbers");
        let (predicate, own) = match extreme {
            Extreme::Least => ("min_list", "Least"),
            Extreme::Greatest => ("max_list", "Greatest"),
        };
        let hint = if hint.is_empty() { own } else { hint };
        Ok(scope.ask(&mut self.names, predicate, &[numbers], hint))
    }

    /// A truth about some image of the position. Places that come from outside are turned with it.
    pub(super) fn any_side(
        &mut self,
        part: &Expr,
        scope: &mut GoalScope,
    ) -> Result<(), ExportError> {
        let position = scope.context.position.clone();
        let (turn, image) = (self.names.fresh("Turn"), self.names.fresh("Image"));
        let mut goals = vec![PrologGoal::Plain(format!(
            "image({position}, {turn}, {image})"
        ))];
        let mut inner = scope.inner();
        inner.context.position = image;
        let outside = self.locals.clone();
        let mut types = vec![None; outside.len()];
        types_of_locals(part, &mut types);
        let place = self.exporter.vocabulary.place;
        for (idx, ty) in types.into_iter().enumerate() {
            let predicate = match ty {
                Some(Type::Item(sort)) if sort == place => "image_square",
                Some(Type::Set(sort)) if sort == place => "image_squares",
                Some(_) | None => continue,
            };
            let turned = self.names.fresh("Turned");
            let term = &self.locals[idx].0;
            goals.push(PrologGoal::Plain(format!(
                "{predicate}({turn}, {term}, {turned})"
            )));
            self.locals[idx].0 = turned;
        }
        let said = self.truth(part, &mut inner);
        self.locals = outside;
        said?;
        goals.extend(inner.goals);
        let once = PrologGoal::Inside("once(".into(), goals, ")".into());
        scope.goals.push(once);
        Ok(())
    }

    /// Writes goals in another context.
    pub(super) fn elsewhere<T>(
        &mut self,
        scope: &mut GoalScope,
        change: impl FnOnce(&mut ClauseContext),
        say: impl FnOnce(&mut Self, &mut GoalScope) -> Result<T, ExportError>,
    ) -> Result<T, ExportError> {
        let before = scope.context.clone();
        change(&mut scope.context);
        let said = say(self, scope);
        scope.context = before;
        said
    }
}

/// The types of the locals that an expression names, as far as they come from outside.
fn types_of_locals(expr: &Expr, types: &mut [Option<Type>]) {
    if let ExprKind::Local(Local(idx)) = &expr.kind
        && let Some(ty) = types.get_mut(usize::from(*idx))
    {
        *ty = Some(expr.ty);
    }
    for part in expr.parts() {
        types_of_locals(part, types);
    }
}
