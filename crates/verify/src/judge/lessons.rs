//! Positions from which an author can learn: where the advice should have played something else.

use std::collections::HashSet;

use chess::{Board, Small};
use shakmaty::Move;

use crate::judge::PlayMode;
use crate::judge::fates::Fate;
use crate::judge::survey::{Judged, RootMove};

/// A position in which the advice does not play what a table plays, and fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The position.
    pub position: Small,
    /// What becomes of it.
    pub fate: Fate,
    /// In which mode.
    pub mode: PlayMode,
    /// What is played, and by which piece of advice.
    pub played: Option<(Move, u16)>,
    /// What the table plays.
    pub best: Move,
}

impl Judged<'_> {
    /// At most so many positions in which the advice fails and plays another move than the best: the soonest failures
    /// of each piece in turn, and one of several mirror images.
    pub fn lessons(&self, n_lessons: usize) -> Vec<Lesson> {
        if n_lessons == 0 {
            return Vec::new();
        }
        let mut failures: Vec<(u16, PlayMode, u32)> = Vec::new();
        for mode in PlayMode::BOTH {
            let failing = self.first_roots();
            let failing = failing.filter(|id| self.is_failure(mode, *id));
            failures.extend(failing.map(|id| {
                let (_, moves) = self.fates[mode as usize].of(id);
                (moves, mode, id as u32)
            }));
        }
        failures.sort_unstable_by_key(|(moves, mode, id)| (*moves, *mode as u8, *id));
        let piece = |id: usize| self.roots.saying(id).piece();
        let (mut lessons, mut images) = (Vec::new(), HashSet::new());
        // In each round every piece gives one lesson.
        while lessons.len() < n_lessons {
            let mut pieces = HashSet::new();
            let before = lessons.len();
            for (_, mode, id) in &failures {
                let id = *id as usize;
                if lessons.len() == n_lessons {
                    break;
                }
                if pieces.contains(&piece(id)) || images.contains(&self.image(id)) {
                    continue;
                }
                images.insert(self.image(id));
                if let Some(lesson) = self.lesson(*mode, id) {
                    pieces.insert(piece(id));
                    lessons.push(lesson);
                }
            }
            if lessons.len() == before {
                break;
            }
        }
        lessons
    }

    fn lesson(&self, mode: PlayMode, id: usize) -> Option<Lesson> {
        let position = self.position(id);
        let played = match self.played(id) {
            RootMove::Move { piece, m, .. } => Some((m, piece)),
            RootMove::Mated
            | RootMove::Stalemated
            | RootMove::Silent
            | RootMove::Outside
            | RootMove::Stopped => None,
        };
        // The best result for us is the worst for them; then the soonest mate, or the latest if we lose.
        let worth = |m: &Move| {
            let after = position.play(*m);
            let wdl = self.truth.wdl(&after)?;
            let plies = i32::from(self.truth.plies(&after).unwrap_or(0));
            let plies = if wdl == crate::value::Wdl::Win {
                -plies
            } else {
                plies
            };
            Some((wdl, plies))
        };
        let moves = position.moves();
        let best = moves.iter().filter_map(|m| Some((worth(m)?, *m)));
        let (_, best) = best.min_by_key(|(worth, _)| *worth)?;
        if played.is_some_and(|(m, _)| worth(&m) == worth(&best)) {
            return None;
        }
        Some(Lesson {
            position,
            fate: self.fates[mode as usize].of(id).0,
            mode,
            played,
            best,
        })
    }
}
