//! Why a piece fails, from the tree that shows it: the try that lasts longest, and what goes wrong at its end.

use domain::{Notation, Side, Stopped};
use lang::checked::PieceId;

use super::Teller;
use super::journey::Journey;
use crate::explanation::SentenceFact;
use crate::tree::{NodeId, Tree};

/// What is said, and the moves it speaks of.
type Phrased<M> = Result<(String, Vec<M>), Stopped>;

impl<'p: 'q, 'q, D: Notation> Teller<'p, 'q, D> {
    /// Why a piece fails whatever we try: `after Rb3 the rook can be taken, and 12 other tries fail too`.
    pub(super) fn failure(
        &mut self,
        piece: PieceId,
        tree: &Tree<D::Move>,
        start: &Journey<D>,
    ) -> Phrased<D::Move> {
        let n_tries = tree.branches(tree.root()).len();
        let line = longest(tree, tree.root());
        let end = start.then(self.speaker.domain, &line);
        let said = self.what_went_wrong(piece, &end)?;
        let written = self.write_line(start, &line);
        let text = match line.as_slice() {
            [] => said,
            [_] => format!("after {written} {said}"),
            [first, reply] => {
                let first_written = self.write(start, *first);
                let after = start.then(self.speaker.domain, &[*first]);
                let reply_written = self.write(&after, *reply);
                format!("{first_written} is met by {reply_written}, and {said}")
            }
            _ => format!("the longest try is {written}, and then {said}"),
        };
        let others = match n_tries {
            0 | 1 => String::new(),
            2 => "; the other try fails too".into(),
            _ => format!("; {} other tries fail too", n_tries - 1),
        };
        Ok((text + &others, line))
    }

    /// Why a move fails for a piece: `Rb3 lets the rook be taken`, said as `after Rb3 the rook can be taken`.
    pub(super) fn failure_of(
        &mut self,
        piece: PieceId,
        tree: &Tree<D::Move>,
        start: &Journey<D>,
        m: D::Move,
    ) -> Phrased<D::Move> {
        let mut line = longest(tree, tree.root());
        if line.is_empty() {
            line.push(m);
        }
        let end = start.then(self.speaker.domain, &line);
        let said = self.what_went_wrong(piece, &end)?;
        let first = self.write(start, m);
        let text = match line.as_slice() {
            [] | [_] => format!("After {first} {said}"),
            [_, rest @ ..] => {
                let after = start.then(self.speaker.domain, &[m]);
                let rest = self.write_line(&after, rest);
                format!("{first} is met by {rest}, and {said}")
            }
        };
        Ok((text, line))
    }

    /// What is wrong at the end of a line of a refutation.
    fn what_went_wrong(&mut self, piece: PieceId, end: &Journey<D>) -> Result<String, Stopped> {
        let advice = self.speaker.program.piece(piece);
        let past_the_root = !end.moves().is_empty() || advice.convention.root_must_hold;
        if past_the_root && !self.speaker.truth(&advice.holding_goal, end)? {
            let said = self.speaker.clause(&advice.holding_goal, end)?;
            return Ok(said.unwrap_or_else(|| "what must hold does not hold".into()));
        }
        if advice.depth.is_none() && end.repeats() {
            self.speaker
                .note(SentenceFact::Repeats { spot: end.spot() });
            return Ok("the position has been there before".into());
        }
        let ours = self.speaker.domain.turn(end.here()) == Side::Us;
        let constraint = if ours { &advice.us } else { &advice.them };
        if self
            .speaker
            .evaluator
            .moves(constraint, end.scene())?
            .is_empty()
        {
            self.speaker.note(SentenceFact::NoMove {
                piece,
                spot: end.spot(),
            });
            let is_over = !self.speaker.domain.has_moves(end.here());
            return Ok(match ours {
                true if is_over => "we have no move left".into(),
                true => "there is no such move".into(),
                false => "they have no reply".into(),
            });
        }
        let reached = self.speaker.truth(&advice.better_goal, end)?;
        debug_assert!(!reached, "a refutation never meets the better goal");
        let said = self.speaker.clause(&advice.better_goal, end)?;
        Ok(match said {
            Some(said) => format!("the goal is not reached: {said}"),
            None => "the goal is not reached".into(),
        })
    }
}

/// The longest line below a node; the first of equals.
pub(super) fn longest<M: Copy>(tree: &Tree<M>, from: NodeId) -> Vec<M> {
    let depths = tree.depths();
    let mut line = Vec::new();
    let mut node = from;
    while let Some(deepest) = tree
        .branches(node)
        .iter()
        .map(|(_, to)| depths[to.idx()])
        .max()
    {
        let branches = tree.branches(node);
        let Some((m, to)) = branches.iter().find(|(_, to)| depths[to.idx()] == deepest) else {
            break;
        };
        line.push(*m);
        node = *to;
    }
    line
}
