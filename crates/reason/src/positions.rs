//! The positions that hypotheses are about: the problem itself, and later ones on the lines of plans.

use std::collections::HashMap;

use domain::Domain;

/// An index into the positions; 0 is the problem.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct PositionId(pub u32);

impl PositionId {
    /// The problem.
    pub const PROBLEM: PositionId = PositionId(0);
}

/// Each position once, with the move that first led to it.
pub(crate) struct Positions<D: Domain> {
    positions: Vec<D::Position>,
    found: HashMap<D::Position, PositionId>,
    reached: Vec<Option<(PositionId, D::Move)>>,
}

impl<D: Domain> Positions<D> {
    /// The problem alone.
    pub(crate) fn of(problem: D::Position) -> Positions<D> {
        Positions {
            found: HashMap::from([(problem.clone(), PositionId::PROBLEM)]),
            positions: vec![problem],
            reached: vec![None],
        }
    }

    /// The position of an index.
    pub(crate) fn get(&self, id: PositionId) -> &D::Position {
        &self.positions[id.0 as usize]
    }

    /// The index of a position, if it is there.
    pub(crate) fn find(&self, position: &D::Position) -> Option<PositionId> {
        self.found.get(position).copied()
    }

    /// The index of the position after a move, which is added if it is new.
    pub(crate) fn after(&mut self, domain: &D, before: PositionId, m: D::Move) -> PositionId {
        let position = domain.play(self.get(before), m);
        if let Some(id) = self.found.get(&position) {
            return *id;
        }
        let id = PositionId(self.positions.len() as u32);
        self.found.insert(position.clone(), id);
        self.positions.push(position);
        self.reached.push(Some((before, m)));
        id
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// The moves that first led to a position, as text; none for the problem.
    pub(crate) fn path(&self, domain: &D, view: D::View, id: PositionId) -> Option<String> {
        let mut moves = Vec::new();
        let mut at = id;
        while let Some((before, m)) = self.reached[at.0 as usize] {
            moves.push(domain.write_move(self.get(before), view, m));
            at = before;
        }
        moves.reverse();
        (!moves.is_empty()).then(|| moves.join(" "))
    }
}
