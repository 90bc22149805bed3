//! When a piece of advice is satisfiable: the definition of a forcing tree, followed word for word.
//!
//! From section 2.2 of *An efficient implementation of Advice Language 2*, with the conventions of the other
//! papers where a piece asks for them. Nothing is remembered between positions.

use domain::{Domain, Side};

use super::{Evaluator, Scene, Stopped};
use crate::checked::{Advice, PieceId};

/// What a piece of advice comes to in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a forcing tree.
    Satisfied,
    /// There is none, however deep one looks.
    Refuted,
    /// There is none within the depth bound.
    Cut,
}

/// No line is followed farther, so that recursion ends.
const MAX_LINE: u32 = 250;

/// A piece asked about in one position, and the line that leads to the node at hand.
struct Question<'a, P> {
    piece: &'a Advice,
    /// Who takes the advice.
    us: Side,
    /// The bound in plies.
    depth: Option<u32>,
    /// The positions from the root on.
    line: Vec<P>,
}

impl<D: Domain> Evaluator<'_, D> {
    /// Is the piece satisfiable in the position, for this side?
    pub(super) fn satisfy(
        &mut self,
        piece: PieceId,
        position: &D::Position,
        us: Side,
    ) -> Result<Verdict, Stopped> {
        let piece = self.program.piece(piece);
        let to_move = if self.domain.turn(position) == us { Side::Us } else { Side::Them };
        let depth = piece.depth.map(|depth| u32::from(depth.plies(to_move)));
        // What happens inside another search is no part of the trace.
        let trace = self.trace.take();
        let mut question = Question { piece, us, depth, line: Vec::new() };
        let verdict = self.node(&mut question, position, None);
        self.trace = trace;
        verdict
    }

    fn node(
        &mut self,
        question: &mut Question<'_, D::Position>,
        position: &D::Position,
        before: Option<&D::Position>,
    ) -> Result<Verdict, Stopped> {
        self.budget.spend()?;
        let piece = question.piece;
        let depth = question.line.len() as u32;
        let root = question.line.first().unwrap_or(position).clone();
        let scene = Scene { position, before, root: &root, depth, viewer: question.us, the_move: None };

        // Step 1. Past the root, a position that breaks the holding goal fails.
        let must_hold = depth > 0 || piece.convention.root_must_hold;
        if must_hold && !self.truth(&piece.holding_goal, scene, &mut Vec::new())? {
            return Ok(Verdict::Refuted);
        }
        // Step 2. A position that meets the better goal is a leaf.
        if self.truth(&piece.better_goal, scene, &mut Vec::new())? {
            return Ok(Verdict::Satisfied);
        }
        // Without a bound, a line that comes back to itself leads nowhere.
        if question.depth.is_none() && question.line.contains(position) {
            return Ok(Verdict::Refuted);
        }
        let ours = self.domain.turn(position) == question.us;
        let moves = self.moves(if ours { &piece.us } else { &piece.them }, scene)?;
        // Step 3. So is one where they have no permitted reply; where we have none, we fail.
        if moves.is_empty() {
            let succeeds = !ours && piece.convention.no_reply_succeeds;
            return Ok(if succeeds { Verdict::Satisfied } else { Verdict::Refuted });
        }
        // Step 4. Anything else at the depth bound fails.
        if question.depth == Some(depth) {
            return Ok(Verdict::Cut);
        }
        if depth >= MAX_LINE {
            return Err(Stopped::Plies(MAX_LINE));
        }
        question.line.push(position.clone());
        let mut verdicts = Vec::new();
        for m in moves {
            let next = self.domain.play(position, m);
            let verdict = self.node(question, &next, if ours { Some(position) } else { before })?;
            verdicts.push(verdict);
            // Step 5. Our move: the first permitted move that succeeds is enough; without one we fail.
            // Step 6. Their move: every permitted reply must succeed.
            let decided = if ours { Verdict::Satisfied } else { Verdict::Refuted };
            if verdict == decided {
                break;
            }
        }
        question.line.pop();
        let has = |verdict| verdicts.contains(&verdict);
        Ok(match ours {
            true if has(Verdict::Satisfied) => Verdict::Satisfied,
            false if has(Verdict::Refuted) => Verdict::Refuted,
            true | false if has(Verdict::Cut) => Verdict::Cut,
            true => Verdict::Refuted,
            false => Verdict::Satisfied,
        })
    }
}
