//! A line of moves from the root, with every position on it: the scenes in which facts are evaluated.

use domain::{Notation, Side};
use lang::checked::Time;
use lang::reference::Scene;

use crate::explanation::Spot;

/// A line from the root.
pub(crate) struct Journey<D: Notation> {
    /// The root and the positions after each move.
    positions: Vec<D::Position>,
    moves: Vec<D::Move>,
    /// For each position, which one is before our last move.
    before: Vec<Option<usize>>,
}

impl<D: Notation> Clone for Journey<D> {
    fn clone(&self) -> Self {
        Journey {
            positions: self.positions.clone(),
            moves: self.moves.clone(),
            before: self.before.clone(),
        }
    }
}

impl<D: Notation> Journey<D> {
    /// The line of no moves.
    pub(crate) fn at(root: &D::Position) -> Journey<D> {
        Journey {
            positions: vec![root.clone()],
            moves: Vec::new(),
            before: vec![None],
        }
    }

    /// The line with these moves after it.
    pub(crate) fn then(&self, domain: &D, moves: &[D::Move]) -> Journey<D> {
        let mut journey = self.clone();
        for m in moves {
            let here = journey.here().clone();
            let idx = journey.positions.len() - 1;
            let ours = domain.turn(&here) == Side::Us;
            let before = if ours { Some(idx) } else { journey.before[idx] };
            journey.positions.push(domain.play(&here, *m));
            journey.moves.push(*m);
            journey.before.push(before);
        }
        journey
    }

    /// The position at the end.
    pub(crate) fn here(&self) -> &D::Position {
        self.positions.last().expect("the root is there")
    }

    /// The moves.
    pub(crate) fn moves(&self) -> &[D::Move] {
        &self.moves
    }

    /// Has the position at the end occurred before?
    pub(crate) fn repeats(&self) -> bool {
        self.positions[..self.positions.len() - 1].contains(self.here())
    }

    /// The scene at the end, as we see it.
    pub(crate) fn scene(&self) -> Scene<'_, D> {
        let idx = self.positions.len() - 1;
        Scene {
            position: &self.positions[idx],
            before: self.before[idx].map(|before| &self.positions[before]),
            root: &self.positions[0],
            depth: u32::try_from(idx).expect("a line is not longer than its tree has nodes"),
            viewer: Side::Us,
            the_move: None,
        }
    }

    /// The spot at the end, as we see it.
    pub(crate) fn spot(&self) -> Spot<D::Move> {
        Spot {
            line: self.moves.clone(),
            time: None,
            viewer: Side::Us,
        }
    }

    /// The scene of a spot on this line.
    pub(crate) fn scene_at(&self, time: Option<Time>, viewer: Side) -> Option<Scene<'_, D>> {
        let scene = Scene {
            viewer,
            ..self.scene()
        };
        match time {
            None => Some(scene),
            Some(time) => scene.earlier(time),
        }
    }
}
