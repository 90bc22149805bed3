//! Two judgements of one ending compared: positions that were mended, and positions that are newly broken.

use std::collections::HashSet;

use chess::Small;
use domain::Watch;

use crate::judge::games::ExampleGame;
use crate::judge::survey::Judged;
use crate::judge::{Decision, PlayMode, Team, TeamPlayer};
use crate::material::Material;

/// What changed in one mode.
#[derive(Clone, Debug)]
pub struct Changes {
    /// Positions that failed and do not any more.
    pub mended: u64,
    /// Positions that fail and did not.
    pub broken: u64,
    /// Some of the mended, one of several mirror images, as they are played now.
    pub mended_games: Vec<ExampleGame>,
    /// The same of those that fail.
    pub broken_games: Vec<ExampleGame>,
}

impl Judged<'_> {
    /// What changed since an older judgement, with the shortest games.
    pub fn changes_since(&self, old: &Judged<'_>, mode: PlayMode, n_games: usize) -> Changes {
        let fates = &self.fates[mode as usize];
        let (mut mended, mut broken) = (Vec::new(), Vec::new());
        for id in self.first_roots() {
            let Some(before) = old.id(&self.position(id)) else {
                continue;
            };
            match (old.is_failure(mode, before), self.is_failure(mode, id)) {
                (true, false) => mended.push((fates.of(id).1, id as u32)),
                (false, true) => broken.push((fates.of(id).1, id as u32)),
                (true, true) | (false, false) => {}
            }
        }
        let games = |mut found: Vec<(u16, u32)>| {
            found.sort_unstable();
            let mut images = HashSet::new();
            let games = found.iter().map(|(_, id)| *id as usize);
            let games = games.filter(|id| images.insert(self.image(*id)));
            let games = games.take(n_games);
            games.map(|id| self.game_from(fates, mode, id)).collect()
        };
        Changes {
            mended: mended.len() as u64,
            broken: broken.len() as u64,
            mended_games: games(mended),
            broken_games: games(broken),
        }
    }

    /// Does the advice fail in a position with us to move? None if it was not asked about it.
    pub fn fails_in(&self, mode: PlayMode, position: &Small) -> Option<bool> {
        Some(self.is_failure(mode, self.id(position)?))
    }
}

/// A team that has given all its answers before, and says nothing new.
pub struct FormerTeam(
    /// The endings that it covers.
    pub Vec<Material>,
);

impl Team for FormerTeam {
    fn covers(&self, material: Material) -> bool {
        self.0.contains(&material)
    }

    fn player(&self, _material: Material, _watch: &Watch) -> Box<dyn TeamPlayer + '_> {
        Box::new(Mute)
    }
}

struct Mute;

impl TeamPlayer for Mute {
    fn decide(&mut self, _position: &Small) -> Decision {
        Decision::Stopped
    }
}
