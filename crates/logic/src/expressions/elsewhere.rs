//! Expressions for the other side or at another time: the same goals in another context.

use domain::Side;
use lang::checked::Time;

use super::ClauseWriter;
use crate::clause::{ClauseContext, GoalScope};
use crate::export::ExportError;

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
