//! When a piece of advice is satisfiable: the definition of a forcing tree, followed word for word.
//!
//! From section 2.2 of *An efficient implementation of Advice Language 2*, with the conventions of the other
//! papers where a piece asks for them. Nothing is remembered between positions.

use domain::{Meaning, Side, Stopped};

use super::{Evaluator, Scene};
use crate::checked::{Advice, Endless, Expr, PieceId};

/// The verdict on a piece of advice in a position, by depth-first search in the order of its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a forcing tree.
    Satisfied,
    /// There is none, and every line that shows it ends within the depth bound.
    Refuted,
    /// There is none within the depth bound; a deeper one is not excluded.
    Cut,
}

/// No line is longer than this, so that recursion ends.
const MAX_LINE: u32 = 250;

/// A piece in one position, and the line that leads to the current node.
struct Inquiry<'a, P> {
    piece: &'a Advice,
    /// Who takes the advice.
    us: Side,
    /// The bound in plies.
    depth: Option<u32>,
    /// The positions from the root on.
    line: Vec<P>,
}

impl<D: Meaning> Evaluator<'_, D> {
    /// Is the piece satisfiable in the position, for this side?
    #[inline(never)]
    pub(super) fn satisfy(
        &mut self,
        piece: PieceId,
        position: &D::Position,
        us: Side,
    ) -> Result<Verdict, Stopped> {
        let piece = self.program.piece(piece);
        let to_move = if self.domain.turn(position) == us {
            Side::Us
        } else {
            Side::Them
        };
        let depth = piece.depth.map(|depth| u32::from(depth.plies(to_move)));
        // A nested search is not part of the trace.
        let trace = self.trace.take();
        let mut inquiry = Inquiry {
            piece,
            us,
            depth,
            line: Vec::new(),
        };
        let verdict = self.node(&mut inquiry, position, None);
        self.trace = trace;
        verdict
    }

    fn node(
        &mut self,
        inquiry: &mut Inquiry<'_, D::Position>,
        position: &D::Position,
        before: Option<&D::Position>,
    ) -> Result<Verdict, Stopped> {
        self.budget.spend()?;
        let piece = inquiry.piece;
        let depth = inquiry.line.len() as u32;
        let root = inquiry.line.first().unwrap_or(position).clone();
        let scene = Scene {
            position,
            before,
            root: &root,
            depth,
            viewer: inquiry.us,
            the_move: None,
        };

        // Step 1. Past the root, a position that breaks the holding goal fails.
        let must_hold = depth > 0 || piece.convention.root_must_hold;
        if must_hold && !self.truth(&piece.holding_goal, scene, &mut Vec::new())? {
            return Ok(Verdict::Refuted);
        }
        // Step 2. A position that meets the better goal is a leaf.
        if self.truth(&piece.better_goal, scene, &mut Vec::new())? {
            return Ok(Verdict::Satisfied);
        }
        if let Some(Endless::MakeSmaller(number)) = &piece.endless
            && let Some(verdict) = self.measured(number, scene)?
        {
            return Ok(verdict);
        }
        // Without a bound, a line that repeats a position fails; unless it is to go on for ever.
        if inquiry.depth.is_none() && inquiry.line.contains(position) {
            return Ok(match piece.endless {
                Some(Endless::ForEver) => Verdict::Satisfied,
                Some(Endless::HoweverLong | Endless::MakeSmaller(_)) | None => Verdict::Refuted,
            });
        }
        let ours = self.domain.turn(position) == inquiry.us;
        let moves = self.moves(if ours { &piece.us } else { &piece.them }, scene)?;
        // Step 3. So is one where they have no permitted reply; where we have none, we fail.
        if moves.is_empty() {
            let succeeds = !ours && piece.convention.no_reply_succeeds;
            return Ok(if succeeds {
                Verdict::Satisfied
            } else {
                Verdict::Refuted
            });
        }
        // Step 4. Anything else at the depth bound fails.
        if inquiry.depth == Some(depth) {
            return Ok(Verdict::Cut);
        }
        if depth >= MAX_LINE {
            return Err(Stopped::Plies(MAX_LINE));
        }
        inquiry.line.push(position.clone());
        let children: Vec<D::Position> = moves
            .into_iter()
            .map(|m| self.domain.play(position, m))
            .collect();
        let verdict = if ours {
            self.our_move(inquiry, &children, position)?
        } else {
            self.their_move(inquiry, &children, before)?
        };
        inquiry.line.pop();
        Ok(verdict)
    }

    /// What a number that is to become smaller says of a node, past the root and where it is our move: it must not grow,
    /// nor be without a value.
    fn measured(&mut self, number: &Expr, scene: Scene<'_, D>) -> Result<Option<Verdict>, Stopped> {
        if scene.depth == 0 || self.domain.turn(scene.position) != scene.viewer {
            return Ok(None);
        }
        let root = Scene {
            viewer: scene.viewer,
            ..Scene::of(scene.root)
        };
        let now = self.eval(number, scene, &mut Vec::new())?;
        let at_root = self.eval(number, root, &mut Vec::new())?;
        Ok(match now.zip(at_root) {
            None => Some(Verdict::Refuted),
            Some((now, at_root)) => match now.number().cmp(&at_root.number()) {
                std::cmp::Ordering::Less => Some(Verdict::Satisfied),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(Verdict::Refuted),
            },
        })
    }

    /// Step 5. Our move: the first permitted move that succeeds is enough; without one we fail.
    fn our_move(
        &mut self,
        inquiry: &mut Inquiry<'_, D::Position>,
        children: &[D::Position],
        position: &D::Position,
    ) -> Result<Verdict, Stopped> {
        let mut failure = Verdict::Refuted;
        for child in children {
            match self.node(inquiry, child, Some(position))? {
                Verdict::Satisfied => return Ok(Verdict::Satisfied),
                Verdict::Cut => failure = Verdict::Cut,
                Verdict::Refuted => {}
            }
        }
        Ok(failure)
    }

    /// Step 6. Their move: every permitted reply must succeed. The holding goal is tested on all of them before any
    /// is searched, as in AL2; then the first that fails decides.
    fn their_move(
        &mut self,
        inquiry: &mut Inquiry<'_, D::Position>,
        children: &[D::Position],
        before: Option<&D::Position>,
    ) -> Result<Verdict, Stopped> {
        let root = inquiry.line[0].clone();
        let depth = inquiry.line.len() as u32;
        for position in children {
            let scene = Scene {
                position,
                before,
                root: &root,
                depth,
                viewer: inquiry.us,
                the_move: None,
            };
            if !self.truth(&inquiry.piece.holding_goal, scene, &mut Vec::new())? {
                return Ok(Verdict::Refuted);
            }
        }
        for child in children {
            let verdict = self.node(inquiry, child, before)?;
            if verdict != Verdict::Satisfied {
                return Ok(verdict);
            }
        }
        Ok(Verdict::Satisfied)
    }
}
