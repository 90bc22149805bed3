//! What becomes of every position when we play by the advice and they play as badly for it as they can.
//!
//! A position is won if every step of its plan leads to won ones, or to mate. Of those that are not, they choose the
//! worst for us that they can force: a loss, then silence, then a draw; what is left goes round in circles for ever.

use crate::judge::graph::Graph;
use crate::judge::survey::{Played, Root};

/// What becomes of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Fate {
    /// We mate, whatever they do.
    Won,
    /// They can lead us into a loss.
    Lost,
    /// They can lead us to a position without advice.
    Silent,
    /// They can lead us to a position where the search came to its limit.
    Stopped,
    /// They can lead us into a draw: stalemate, or men that cannot win.
    Drawn,
    /// They can go round in circles.
    Circle,
}

impl Fate {
    /// All of them.
    pub const ALL: [Fate; 6] = [
        Fate::Won,
        Fate::Lost,
        Fate::Silent,
        Fate::Stopped,
        Fate::Drawn,
        Fate::Circle,
    ];
}

/// The fate of every root, with the number of our moves: the longest to a win, the fewest to anything worse.
pub(crate) struct Fates {
    fates: Vec<(Fate, u16)>,
}

impl Fates {
    /// The fate of a root, and the number of our moves until then.
    pub(crate) fn of(&self, root: usize) -> (Fate, u16) {
        self.fates[root]
    }
}

/// Finds the fate of every root.
pub(crate) fn fates(roots: &[Root], graph: &Graph) -> Fates {
    // Until it is found out, everything goes round in circles.
    let mut fates: Vec<(Fate, u16)> = vec![(Fate::Circle, 0); roots.len()];
    let mut open: Vec<u32> = Vec::new();
    for (id, root) in roots.iter().enumerate() {
        fates[id].0 = match root.played {
            Played::Mated => Fate::Lost,
            Played::Stalemated => Fate::Drawn,
            Played::Silent => Fate::Silent,
            Played::Stopped => Fate::Stopped,
            Played::Move { .. } => {
                open.push(id as u32);
                Fate::Circle
            }
        };
    }
    loop {
        let n_open = open.len();
        let won: Vec<(u32, u16)> = open
            .iter()
            .filter_map(|id| Some((*id, won(graph, &fates, *id as usize)?)))
            .collect();
        for (id, moves) in &won {
            fates[*id as usize] = (Fate::Won, *moves);
        }
        open.retain(|id| fates[*id as usize].0 == Fate::Circle);
        if open.len() == n_open {
            break;
        }
    }
    for fate in [Fate::Lost, Fate::Silent, Fate::Stopped, Fate::Drawn] {
        // The soonest comes first, so the number of moves is the least.
        let mut moves = 1;
        loop {
            let mut is_later = false;
            let found: Vec<u32> = open
                .iter()
                .copied()
                .filter(|id| match soonest(graph, &fates, fate, *id as usize) {
                    Some(soonest) if soonest <= moves => true,
                    Some(_) => {
                        is_later = true;
                        false
                    }
                    None => false,
                })
                .collect();
            for id in &found {
                fates[*id as usize] = (fate, moves);
            }
            open.retain(|id| fates[*id as usize].0 == Fate::Circle);
            if found.is_empty() && !is_later {
                break;
            }
            moves += 1;
        }
    }
    Fates { fates }
}

/// The number of moves to mate, if every step leads to it.
fn won(graph: &Graph, fates: &[(Fate, u16)], id: usize) -> Option<u16> {
    let over = graph.over(id);
    if over.drawn.or(over.lost).or(over.untold).is_some() {
        return None;
    }
    let mut longest = over.won.unwrap_or(0);
    for (next, ways) in graph.steps(id) {
        let (Fate::Won, then) = fates[*next as usize] else {
            return None;
        };
        longest = longest.max(ways.longest + then);
    }
    Some(longest)
}

/// The least number of moves to a fate, if a step leads to it.
fn soonest(graph: &Graph, fates: &[(Fate, u16)], wanted: Fate, id: usize) -> Option<u16> {
    let over = graph.over(id);
    let at_once = match wanted {
        Fate::Lost => over.lost,
        Fate::Silent => over.untold,
        Fate::Drawn => over.drawn,
        Fate::Won | Fate::Stopped | Fate::Circle => None,
    };
    let later = graph.steps(id).iter().filter_map(|(next, ways)| {
        let (fate, then) = fates[*next as usize];
        (fate == wanted).then_some(ways.shortest + then)
    });
    later.chain(at_once).min()
}
