//! What a forcing tree reaches, in numbers, and the line that holds out longest against it.

use domain::{Notation, Stopped};
use lang::checked::{ConstraintKind, PieceId};

use super::Teller;
use super::failure::longest;
use super::journey::Journey;
use crate::explanation::SentenceRole;
use crate::tree::{NodeId, Tree};

/// At most this many leaves are compared to see whether one sentence fits them all.
const MAX_ENDS: usize = 200;

impl<'p: 'q, 'q, D: Notation> Teller<'p, 'q, D> {
    /// Tells what the tree reaches from the node after some moves, and how.
    pub(super) fn tell_goal(
        &mut self,
        piece: PieceId,
        tree: &Tree<D::Move>,
        played: &[D::Move],
    ) -> Result<(), Stopped> {
        let Some(node) = tree.follow(played) else {
            return Ok(());
        };
        let start = self.start.clone();
        let line = longest(tree, node);
        let end = start.then(self.speaker.domain, &line);
        if line.len() <= 1 {
            if let Some(said) = self.reached(piece, &end)? {
                self.sentence(SentenceRole::Goal, format!("{said}."), line);
            }
            return Ok(());
        }
        let n_moves = line.len().div_ceil(2);
        // Replies that the advice does not permit are not mentioned.
        let all_replies = matches!(
            self.speaker.program.piece(piece).them.kind,
            ConstraintKind::Any
        );
        let forced = all_replies && is_one_line(tree, node);
        if forced && let Some(said) = self.reached(piece, &end)? {
            let written = self.write_line(&start, &line);
            // Where the game is over, the line speaks for itself.
            let text = match self.speaker.domain.has_moves(end.here()) {
                true => format!("Their replies are forced: {written}, and {said}."),
                false => format!("Their replies are forced: {written}."),
            };
            self.sentence(SentenceRole::Goal, text, line);
        } else if all_replies && let Some(said) = self.reached_everywhere(piece, tree, node)? {
            let text = match n_moves {
                1 => format!("Whatever they reply, {said}."),
                _ => format!("Whatever they reply, in at most {n_moves} moves {said}."),
            };
            self.sentence(SentenceRole::Goal, text, Vec::new());
            let written = self.write_line(&start, &line);
            let text = format!("The longest line is {written}.");
            self.sentence(SentenceRole::Line, text, line);
        } else if let Some(said) = self.reached(piece, &end)? {
            let written = self.write_line(&start, &line);
            let line_is = match all_replies {
                true => "The longest line is",
                false => "The main line is",
            };
            let text = format!("{line_is} {written}: {said}.");
            self.sentence(SentenceRole::Goal, text, line);
        }
        Ok(())
    }

    /// What is reached at the end of a line.
    fn reached(&mut self, piece: PieceId, end: &Journey<D>) -> Result<Option<String>, Stopped> {
        let advice = self.speaker.program.piece(piece);
        if !self.speaker.truth(&advice.better_goal, end)? {
            // The line ends because they cannot go on, which says nothing about the position.
            let _ = self.speaker.take();
            return Ok(None);
        }
        let said = match &advice.because {
            Some(because) => self.speaker.template(because, end)?,
            None => None,
        };
        match said {
            Some(said) => Ok(Some(said)),
            None => self.speaker.clause(&advice.better_goal, end),
        }
    }

    /// What is reached at every end below a node, if one sentence says it for all and there are not too many.
    fn reached_everywhere(
        &mut self,
        piece: PieceId,
        tree: &Tree<D::Move>,
        node: NodeId,
    ) -> Result<Option<String>, Stopped> {
        let Some(ends) = ends(tree, node) else {
            return Ok(None);
        };
        let start = self.start.clone();
        let mut all: Option<String> = None;
        for line in ends {
            let end = start.then(self.speaker.domain, &line);
            let said = self.reached(piece, &end)?;
            match (&all, said) {
                (_, None) => {
                    let _ = self.speaker.take();
                    return Ok(None);
                }
                (None, Some(said)) => all = Some(said),
                (Some(first), Some(said)) if *first == said => {}
                (Some(_), Some(_)) => {
                    let _ = self.speaker.take();
                    return Ok(None);
                }
            }
        }
        Ok(all)
    }
}

/// Is there one way to go on at every node below this one?
fn is_one_line<M: Copy>(tree: &Tree<M>, from: NodeId) -> bool {
    let mut node = from;
    while let [(_, to), rest @ ..] = tree.branches(node) {
        if !rest.is_empty() {
            return false;
        }
        node = *to;
    }
    true
}

/// The lines to all ends below a node, unless there are too many.
fn ends<M: Copy>(tree: &Tree<M>, from: NodeId) -> Option<Vec<Vec<M>>> {
    let mut ends = Vec::new();
    let mut waiting = vec![(from, Vec::new())];
    while let Some((node, line)) = waiting.pop() {
        let branches = tree.branches(node);
        if branches.is_empty() {
            ends.push(line);
        } else {
            for (m, to) in branches.iter().rev() {
                let mut longer: Vec<M> = line.clone();
                longer.push(*m);
                waiting.push((*to, longer));
            }
        }
        if ends.len() + waiting.len() > MAX_ENDS {
            return None;
        }
    }
    Some(ends)
}
