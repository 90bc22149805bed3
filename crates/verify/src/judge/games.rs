//! Games that show what becomes of a position: the shortest way to where the advice fails, move by move.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;

use chess::{Board, Small};
use proof::{NodeId, Tree};
use shakmaty::Move;

use crate::judge::fates::Fate;
use crate::judge::survey::{Judged, Played};
use crate::judge::{Answer, Mode};
use crate::outcome::Wdl;

/// A game in which the advice fails.
#[derive(Clone, Debug)]
pub struct Game {
    /// Where it begins, with us to move.
    pub start: Small,
    /// Its moves, ours and theirs in turn.
    pub steps: Vec<Step>,
    /// How it ends.
    pub ending: Ending,
}

/// A move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The move.
    pub m: Move,
    /// The piece behind it, if it is ours.
    pub piece: Option<u16>,
}

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// They are mated, or have men that lose.
    Won,
    /// We are mated, or have men that lose.
    Lost,
    /// There is no advice.
    Silent,
    /// A search came to its limit.
    Stopped,
    /// It is a draw.
    Drawn,
    /// The position is the same as after so many moves: they can go on for ever.
    Repeats(usize),
}

/// The smallest circle is looked for among so many positions,
const MAX_CENTRES: usize = 20_000;

/// and no circle of more steps is looked for.
const MAX_CIRCLE: usize = 6;

impl Judged<'_> {
    /// The shortest games in which a fate other than winning is met, at most so many.
    pub fn games(&self, mode: Mode, fate: Fate, n_games: usize) -> Vec<Game> {
        let fates = &self.fates[mode as usize];
        let mut found: Vec<(u16, usize)> = (0..self.n_first)
            .filter_map(|id| {
                let (is, moves) = fates.of(id);
                (is == fate).then_some((moves, id))
            })
            .collect();
        if fate == Fate::Circle {
            let centres: Vec<usize> = found.iter().map(|(_, id)| *id).collect();
            return self.circles(mode, &centres, n_games);
        }
        found.sort_unstable();
        let games = found.iter().take(n_games);
        games.map(|(_, id)| self.game(mode, fate, *id)).collect()
    }

    /// The game that shows the fate of a root: the longest resistance to a win, the shortest way to anything worse.
    pub(crate) fn game_from(&self, mode: Mode, id: usize) -> Game {
        match self.fates[mode as usize].of(id).0 {
            Fate::Won => self.won_game(mode, id),
            Fate::Circle => match self.circles(mode, &[id], 1).pop() {
                Some(circle) => circle,
                None => self.into_circle(mode, id),
            },
            fate @ (Fate::Lost | Fate::Silent | Fate::Stopped | Fate::Drawn) => {
                self.game(mode, fate, id)
            }
        }
    }

    /// The longest game from a root that we win, as far as the advice is asked.
    fn won_game(&self, mode: Mode, start: usize) -> Game {
        let fates = &self.fates[mode as usize];
        let mut game = Game {
            start: self.position(&self.roots[start]),
            steps: Vec::new(),
            ending: Ending::Won,
        };
        let (mut id, mut position) = (start, game.start);
        loop {
            let graph = &self.graphs[mode as usize];
            let length = |(next, moves): &&(u32, u16)| moves + fates.of(*next as usize).1;
            let later = graph.steps(id).iter().max_by_key(length);
            let over = graph.over(id).won;
            match later {
                Some(step) if over.is_none_or(|over| length(&step) >= over) => {
                    let target = self.position(&self.roots[step.0 as usize]);
                    let way = self.way(mode, id, &position, &|end| *end == target);
                    game.steps.extend(way);
                    (id, position) = (step.0 as usize, target);
                }
                Some(_) | None => {
                    let is_won = |end: &Small| self.is_over(Fate::Won, end);
                    game.steps.extend(self.way(mode, id, &position, &is_won));
                    return game;
                }
            }
        }
    }

    /// A game from a root into a circle that does not lead back to the root itself.
    fn into_circle(&self, mode: Mode, start: usize) -> Game {
        let fates = &self.fates[mode as usize];
        let mut game = Game {
            start: self.position(&self.roots[start]),
            steps: Vec::new(),
            ending: Ending::Repeats(0),
        };
        let (mut id, mut position) = (start, game.start);
        // When each root was passed.
        let mut passed = HashMap::new();
        loop {
            if let Some(when) = passed.insert(id, game.steps.len()) {
                game.ending = Ending::Repeats(when);
                return game;
            }
            let steps = self.graphs[mode as usize].steps(id);
            let Some((next, _)) = steps
                .iter()
                .find(|(next, _)| fates.of(*next as usize).0 == Fate::Circle)
            else {
                return game;
            };
            let target = self.position(&self.roots[*next as usize]);
            let way = self.way(mode, id, &position, &|end| *end == target);
            game.steps.extend(way);
            (id, position) = (*next as usize, target);
        }
    }

    /// The game from a root to a fate, by the soonest way.
    fn game(&self, mode: Mode, fate: Fate, id: usize) -> Game {
        let start = self.position(&self.roots[id]);
        let (mut id, mut position, mut steps) = (id, start, Vec::new());
        let fates = &self.fates[mode as usize];
        loop {
            let Played::Move { .. } = self.roots[id].played else {
                break;
            };
            let graph = &self.graphs[mode as usize];
            let later = graph
                .steps(id)
                .iter()
                .filter(|(next, _)| fates.of(*next as usize).0 == fate)
                .min_by_key(|(next, moves)| (moves + fates.of(*next as usize).1, *next));
            let over = graph.over(id);
            let at_once = match fate {
                Fate::Lost => over.lost,
                Fate::Drawn => over.drawn,
                Fate::Silent => over.untold,
                Fate::Won | Fate::Stopped | Fate::Circle => None,
            };
            let later_moves = later.map(|(next, moves)| moves + fates.of(*next as usize).1);
            match (later, at_once) {
                (Some((next, _)), at_once) if at_once.is_none_or(|m| Some(m) > later_moves) => {
                    let target = self.position(&self.roots[*next as usize]);
                    steps.extend(self.way(mode, id, &position, &|end| *end == target));
                    (id, position) = (*next as usize, target);
                }
                _ => {
                    steps.extend(self.way(mode, id, &position, &|end| self.is_over(fate, end)));
                    break;
                }
            }
        }
        let ending = match fate {
            Fate::Won | Fate::Lost => Ending::Lost,
            Fate::Silent => Ending::Silent,
            Fate::Stopped => Ending::Stopped,
            Fate::Drawn | Fate::Circle => Ending::Drawn,
        };
        Game {
            start,
            steps,
            ending,
        }
    }

    /// Is this an end that the truth decides, in this way? They are stalemated, or the men have changed.
    fn is_over(&self, fate: Fate, end: &Small) -> bool {
        let is_ours = end.turn() == domain::Side::Us;
        match (fate, self.truth.wdl(end)) {
            (Fate::Drawn, Some(Wdl::Draw)) => true,
            (Fate::Lost, Some(Wdl::Loss)) => is_ours,
            (Fate::Silent, None) => true,
            (Fate::Won, Some(Wdl::Win)) => is_ours,
            (Fate::Won, Some(Wdl::Loss)) => !is_ours,
            (_, _) => false,
        }
    }

    /// The moves of a plan from its root to an end that is wanted: the first that is found.
    fn way(
        &self,
        mode: Mode,
        id: usize,
        position: &Small,
        wanted: &dyn Fn(&Small) -> bool,
    ) -> Vec<Step> {
        let root = &self.roots[id];
        let Played::Move { piece, m, .. } = root.played else {
            return Vec::new();
        };
        let plan = match mode {
            Mode::Weak => None,
            Mode::Strong => {
                let material = crate::material::Material::of(position);
                match self.team.player(material).answer(position) {
                    Answer::Plays(plan) => Some(plan.tree),
                    Answer::Silent | Answer::Stopped => None,
                }
            }
        };
        let ours = Step {
            m,
            piece: Some(piece),
        };
        let after = position.play(m);
        let mut way = vec![ours];
        let found = match &plan {
            Some(tree) => {
                let then = tree.node(tree.root()).branches[0].1;
                theirs(tree, then, &after, piece, wanted, &mut way)
            }
            None => theirs(
                &Tree::leaf(),
                Tree::<Move>::leaf().root(),
                &after,
                piece,
                wanted,
                &mut way,
            ),
        };
        debug_assert!(found, "the graph was made from the same plans");
        way
    }

    /// The smallest circles.
    fn circles(&self, mode: Mode, centres: &[usize], n_games: usize) -> Vec<Game> {
        let fates = &self.fates[mode as usize];
        let graph = &self.graphs[mode as usize];
        let mut found: Vec<Vec<usize>> = Vec::new();
        let mut smallest = MAX_CIRCLE;
        for &centre in centres.iter().take(MAX_CENTRES) {
            // Breadth first, back to where it began.
            let mut came_from: HashMap<usize, usize> = HashMap::new();
            let mut waiting = VecDeque::from([(centre, 0)]);
            while let Some((id, n_steps)) = waiting.pop_front() {
                if n_steps >= smallest {
                    break;
                }
                let mut closed = false;
                for (next, _) in graph.steps(id) {
                    let next = *next as usize;
                    if next == centre {
                        closed = true;
                        break;
                    }
                    if fates.of(next).0 == Fate::Circle && !came_from.contains_key(&next) {
                        came_from.insert(next, id);
                        waiting.push_back((next, n_steps + 1));
                    }
                }
                if closed {
                    let mut circle = vec![id];
                    while let Some(before) = circle.last().and_then(|id| came_from.get(id)) {
                        circle.push(*before);
                    }
                    circle.reverse();
                    let is_new = |other: &Vec<usize>| !other.contains(&centre);
                    if found.iter().all(is_new) {
                        smallest = smallest.min(circle.len().max(1));
                        found.push(circle);
                    }
                    break;
                }
            }
        }
        found.sort_by_key(Vec::len);
        let circles = found.into_iter().take(n_games);
        let games = circles.map(|circle| {
            let start = self.position(&self.roots[circle[0]]);
            let mut steps = Vec::new();
            let mut position = start;
            for (idx, id) in circle.iter().enumerate() {
                let next = circle.get(idx + 1).unwrap_or(&circle[0]);
                let target = self.position(&self.roots[*next]);
                steps.extend(self.way(mode, *id, &position, &|end| *end == target));
                position = target;
            }
            Game {
                start,
                steps,
                ending: Ending::Repeats(0),
            }
        });
        games.collect()
    }
}

/// Looks for a wanted end below a node where they move; the moves to it are added to the way.
fn theirs(
    tree: &Tree<Move>,
    node: NodeId,
    position: &Small,
    piece: u16,
    wanted: &dyn Fn(&Small) -> bool,
    way: &mut Vec<Step>,
) -> bool {
    if !super::survey::has_moves(position) {
        return wanted(position);
    }
    let length = way.len();
    (*position)
        .visit_next(|m, next| {
            way.truncate(length);
            way.push(Step { m, piece: None });
            let known = tree
                .node(node)
                .branches
                .iter()
                .find(|(known, _)| *known == m);
            let ours = known.and_then(|(_, then)| tree.node(*then).branches.first());
            let found = match ours {
                None => wanted(&next),
                Some((m, then)) => {
                    way.push(Step {
                        m: *m,
                        piece: Some(piece),
                    });
                    theirs(tree, *then, &next.play(*m), piece, wanted, way)
                }
            };
            if found {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .is_break()
}
