//! The levels on which an engine searches: one for each search that is under way, kept to be used again.

use std::cell::RefCell;

use code::compiled::Program;
use code::machine::Machine;
use domain::{Domain, Side, Stopped};
use lang::checked::PieceId;
use proof::Verdict;

use crate::context::{Nested, Shared};
use crate::job::{Job, Recorded};
use crate::level::Level;

/// The levels that no search uses now.
pub(crate) struct Levels<D: Domain>(RefCell<Vec<Box<Level<D>>>>);

impl<D: Domain> Levels<D> {
    pub(crate) fn new() -> Levels<D> {
        Levels(RefCell::default())
    }

    /// A level that is free, or a new one.
    pub(crate) fn take(&self, program: &Program<D>) -> Box<Level<D>> {
        let free = self.0.borrow_mut().pop();
        free.unwrap_or_else(|| Box::new(Level::new(Machine::new(program))))
    }

    /// The search on a level has ended.
    pub(crate) fn give_back(&self, level: Box<Level<D>>) {
        self.0.borrow_mut().push(level);
    }
}

impl<D: Domain> Nested<D> for Levels<D> {
    fn decide(
        &self,
        shared: &mut Shared<'_, D>,
        piece: PieceId,
        us: Side,
        position: &D::Position,
    ) -> (Result<Verdict, Stopped>, u64) {
        let mut level = self.take(shared.program);
        let asked = (piece, us);
        let job = Job::new(
            shared.program,
            shared.options,
            asked,
            position,
            Recorded::Nothing,
        );
        let result = level.search(shared, &job, position);
        let nodes = level.statistics.nodes();
        self.give_back(level);
        (result.map(|(verdict, _)| verdict), nodes)
    }
}
