//! Class 1: new captures (2.4.2).
//!
//! A capture is new when one of the last two moves made it possible or left its target unprotected. Each is tried
//! alone and followed by the plan that was under way, so that an exchange does not interrupt it; a capture
//! that gives check is also tried as a threat.

use shakmaty::{Bitboard, Role, Square, attacks};

use crate::analysis::{goes, takes};
use crate::exchange::is_profitable;
use crate::ids::{MoveNodeId, PlanKey};
use crate::plan::PlanStatement;
use crate::reason::Cause;
use crate::search::CombinationSearch;
use crate::tree::ListedPlan;

impl CombinationSearch {
    /// Class 1: captures that the last two moves have made possible, alone and followed by the old plan.
    pub(super) fn new_captures(&mut self, danger: MoveNodeId) {
        let before = self.move_before(danger);
        let node = self.tree.node(danger);
        let board = &node.board;
        let us = board.turn;
        let last = before.map(|before| self.tree.node(before).m);
        let mut changed = Bitboard::EMPTY;
        for m in [Some(node.m), last].into_iter().flatten() {
            changed |= Bitboard::from_iter(m.from());
            changed |= Bitboard::from_iter(m.to());
        }
        let mut captures: Vec<(Square, Square)> = Vec::new();
        for square in changed {
            match board.piece(square) {
                Some(piece) if piece.color == us => {
                    let targets = board.pieces.attacks_from(square) & board.of(!us);
                    captures.extend(targets.into_iter().map(|target| (square, target)));
                }
                Some(_) => {
                    let takers = board.attackers(square, us);
                    captures.extend(takers.into_iter().map(|taker| (taker, square)));
                }
                None => captures.extend(self.through(danger, square)),
            }
        }
        captures.extend(self.left_alone(danger));
        let mut kept: Vec<(Square, Square)> = Vec::new();
        for (from, to) in captures {
            if !kept.contains(&(from, to)) && board.can_step(from, to) {
                let promotes = board.pieces.role_at(from) == Some(Role::Pawn)
                    && Bitboard::BACKRANKS.contains(to);
                if promotes || is_profitable(&board.pieces, from, to, &self.scales) {
                    kept.push((from, to));
                }
            }
        }
        if let Some(capture) = self.new_en_passant(danger) {
            kept.push(capture);
        }
        let rests: Vec<ListedPlan> = before.map_or(Vec::new(), |before| self.rests(before));
        let even = self.takes_back(danger);
        for (from, to) in kept {
            let alone = match even == Some(to) {
                true => Cause::TakesBack,
                false => Cause::NewCapture,
            };
            self.offer(danger, &[goes(from, to)], None, alone, None);
            if let Some(king) = self.checked_by(danger, from, to) {
                let moves = [goes(from, to), takes(to, king)];
                self.offer(danger, &moves, None, Cause::NewCapture, None);
            }
            for rest in &rests {
                let (plan, reason) = (Some(rest.plan), Some(rest.reason));
                self.offer(danger, &[goes(from, to)], plan, Cause::NewCapture, reason);
                // The capture may have made the rest impossible, but not what was threatened.
                let mut moves = vec![goes(from, to)];
                moves.extend(self.threats_of(rest.plan));
                if moves.len() > 1 {
                    self.offer(danger, &moves, None, Cause::NewCapture, reason);
                }
            }
        }
    }

    /// The threats with which a plan begins.
    fn threats_of(&self, plan: PlanKey) -> impl Iterator<Item = PlanStatement> {
        let statements = self.store.statements(plan);
        statements
            .take_while(|statement| matches!(statement, PlanStatement::Move { threat: true, .. }))
    }

    /// The king that a piece attacks after a capture, if any.
    fn checked_by(&self, danger: MoveNodeId, from: Square, to: Square) -> Option<Square> {
        let board = &self.tree.node(danger).board;
        let after = board.play(board.steps(from, to).next()?);
        let king = after.pieces.king_of(after.turn)?;
        after.pieces.attacks_from(to).contains(king).then_some(king)
    }

    /// The square where a recapture recovers at least what the dangerous move captured, if it does.
    fn takes_back(&self, danger: MoveNodeId) -> Option<Square> {
        let (_, taken) = self.captured_by(danger)?;
        let node = self.tree.node(danger);
        let to = node.m.to()?;
        let taker = node.board.pieces.role_at(to)?;
        (self.scales.of(taker) >= self.scales.of(taken)).then_some(to)
    }

    /// Captures along lines through a vacated square.
    fn through(&self, danger: MoveNodeId, square: Square) -> Vec<(Square, Square)> {
        let board = &self.tree.node(danger).board;
        let us = board.turn;
        let occupied = board.pieces.occupied();
        let sliders =
            board.of(us) & board.pieces.sliders() & attacks::queen_attacks(square, occupied);
        let mut captures = Vec::new();
        for slider in sliders {
            let targets = board.pieces.attacks_from(slider) & board.of(!us);
            let behind = targets
                .into_iter()
                .filter(|target| attacks::between(slider, *target).contains(square));
            captures.extend(behind.map(|target| (slider, target)));
        }
        captures
    }

    /// Captures of pieces that the dangerous move left unprotected.
    fn left_alone(&self, danger: MoveNodeId) -> Vec<(Square, Square)> {
        let node = self.tree.node(danger);
        let (Some(from), Some(before)) = (node.m.from(), node.parent) else {
            return Vec::new();
        };
        let board = &node.board;
        let protected = self.tree.node(before).board.pieces.attacks_from(from);
        let mut captures = Vec::new();
        for target in protected & board.of(!board.turn) {
            let takers = board.attackers(target, board.turn);
            captures.extend(takers.into_iter().map(|taker| (taker, target)));
        }
        captures
    }

    /// En passant captures of a pawn that has just made a double step.
    fn new_en_passant(&self, danger: MoveNodeId) -> Option<(Square, Square)> {
        let node = self.tree.node(danger);
        let (from, to) = (node.m.from()?, node.m.to()?);
        if node.board.pieces.role_at(to) != Some(Role::Pawn) || from.distance(to) != 2 {
            return None;
        }
        let passed = attacks::between(from, to).first()?;
        let pawns = node.board.of(node.board.turn) & node.board.pieces.by_role(Role::Pawn);
        let mut pawns = (attacks::pawn_attacks(!node.board.turn, passed) & pawns).into_iter();
        pawns
            .find(|pawn| node.board.can_step(*pawn, passed))
            .map(|pawn| (pawn, passed))
    }
}
