//! Our move where a chapter thinks instead of having a table.

use std::sync::Arc;

use domain::{Domain, Watch};
use reason::Control;

use crate::about::outside;
use crate::advisor::Advisor;
use crate::counsel::{Counsellor, Thought, thinks};

impl<D: Domain> Advisor<D> {
    /// What the chapter thinks of a position; nothing if it has tables, or is not about the position. A position is not
    /// thought about twice in a row.
    pub(crate) fn thought(
        &mut self,
        position: &D::Position,
        view: D::View,
        watch: &Watch,
    ) -> Option<Thought<D::Move>> {
        if let Some((at, thought)) = &self.thought
            && at == position
        {
            return Some(thought.clone());
        }
        let program = Arc::clone(self.engine.program());
        let is_about = || outside(&program.domain, &program.checked, position, view).is_none();
        if !thinks(&program.checked) || !program.domain.has_moves(position) || !is_about() {
            return None;
        }
        let counsellor = Counsellor::new(&program, view, Control::default(), watch);
        let mut counsellor = counsellor.with_planner(self.planner.take());
        let thought = counsellor.choose(position);
        self.planner = counsellor.into_planner();
        // What a limit ended is thought about again: there may be more time.
        if thought.result.is_some() {
            self.thought = Some((position.clone(), thought.clone()));
        }
        Some(thought)
    }
}
