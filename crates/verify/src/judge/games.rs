//! Example games: the shortest way to a failure of the advice, move by move.

use std::collections::{HashMap, HashSet, VecDeque};
use std::iter::successors;
use std::ops::ControlFlow;

use chess::{Board, Small};
use domain::{Side, Stopped, Watch};
use proof::{NodeId, Tree};
use shakmaty::Move;

use crate::judge::fates::{Fate, Fates};
use crate::judge::graph::{Length, Successor};
use crate::judge::plans::PlanInspector;
use crate::judge::reach::NEVER;
use crate::judge::report::given_away;
use crate::judge::survey::{Judged, RootMove};
use crate::judge::{Decision, PlayMode};
use crate::value::Wdl;

/// A game in which the advice fails.
#[derive(Clone, Debug)]
pub struct ExampleGame {
    /// The first position, with us to move.
    pub start: Small,
    /// Its moves, ours and theirs alternating.
    pub steps: Vec<GameMove>,
    /// Its end.
    pub ending: ExampleEnd,
}

/// A move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameMove {
    /// The move.
    pub m: Move,
    /// The piece of advice behind it, if it is ours.
    pub piece: Option<u16>,
}

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExampleEnd {
    /// They are mated, or the new ending is won.
    Won,
    /// We are mated, or the new ending is lost.
    Lost,
    /// There is no advice.
    Silent,
    /// The advice is not about the position.
    Outside,
    /// A claim is broken.
    Breaks,
    /// A search reached its limit.
    Stopped,
    /// It is a draw.
    Drawn,
    /// The position is the same as after this many moves: they can repeat it for ever.
    Repeats(usize),
}

/// The longest small circle that is looked for, in steps.
const MAX_CIRCLE: usize = 6;

/// The most roots that are visited in search of small circles.
const MAX_VISITS: usize = 10_000_000;

impl Judged<'_> {
    /// The shortest games that meet a fate where more was possible, at most `n_games`.
    pub fn games(&self, mode: PlayMode, fate: Fate, n_games: usize) -> Vec<ExampleGame> {
        let fates = &self.fates[mode as usize];
        let failures = || {
            let roots = self.first_roots();
            roots.filter(|id| fates.of(*id).0 == fate && self.is_failure(mode, *id))
        };
        if fate == Fate::Circle {
            let centres: Vec<u32> = failures().map(|id| id as u32).collect();
            let circles = self.circles(fates, mode, &centres, n_games);
            // Without a small circle, any circle is shown.
            return match (circles.is_empty(), centres.first()) {
                (true, Some(first)) if n_games > 0 => {
                    vec![self.game_to_circle(fates, mode, *first as usize)]
                }
                (_, _) => circles,
            };
        }
        let mut images = HashSet::new();
        let mut shortest: Vec<usize> = Vec::new();
        let mut from = 0;
        // Those of one length after the other: there may be millions of failures, and few of them are shown.
        while shortest.len() < n_games {
            let lengths = failures().map(|id| fates.of(id).1);
            let Some(moves) = lengths.filter(|moves| *moves >= from).min() else {
                break;
            };
            let those = failures().filter(|id| fates.of(*id).1 == moves);
            let those = those.filter(|id| images.insert(self.image(*id)));
            shortest.extend(those.take(n_games - shortest.len()));
            from = moves + 1;
        }
        let games = shortest.into_iter();
        games.map(|id| self.game(fates, mode, fate, id)).collect()
    }

    /// The same for all mirror images of a root: one of them is enough to be shown.
    pub(crate) fn image(&self, id: usize) -> (u8, usize) {
        let place = self.roots.bits().member(id);
        let (ending, number) = self.graph.places.number(place as u32);
        (ending, self.endings[usize::from(ending)].canonical(number))
    }

    /// The game that shows the fate of a root: the longest resistance to a win, or the shortest way to anything worse.
    pub(crate) fn game_from(&self, fates: &Fates, mode: PlayMode, id: usize) -> ExampleGame {
        match fates.of(id).0 {
            Fate::Won => self.won_game(fates, mode, id),
            Fate::Circle => match self.circles(fates, mode, &[id as u32], 1).pop() {
                Some(circle) => circle,
                None => self.game_to_circle(fates, mode, id),
            },
            fate @ (Fate::Lost | Fate::Silent | Fate::Stopped | Fate::Drawn) => {
                self.game(fates, mode, fate, id)
            }
        }
    }

    /// The longest game from a root that we win, as far as the team covers it.
    fn won_game(&self, fates: &Fates, mode: PlayMode, start: usize) -> ExampleGame {
        let mut game = ExampleGame {
            start: self.position(start),
            steps: Vec::new(),
            ending: ExampleEnd::Won,
        };
        let (mut id, mut position) = (start, game.start);
        loop {
            let length = |(next, ways): &Successor| ways.longest + fates.of(*next as usize).1;
            let later = self.graph.steps(mode, id).max_by_key(length);
            let over = self.graph.over(mode, id).won().map(Length::least);
            match later {
                Some(step) if over.is_none_or(|over| length(&step) >= over) => {
                    let target = self.position(step.0 as usize);
                    let is_there = |end: &Small, moves| *end == target && moves == step.1.longest;
                    let way = self.way(mode, id, &position, &is_there);
                    game.steps.extend(way);
                    (id, position) = (step.0 as usize, target);
                }
                Some(_) | None => {
                    let is_won = |end: &Small, moves| {
                        // Mate takes no more moves; a win whose length is not known takes one at least.
                        let then = match (end.turn(), self.truth.plies(end)) {
                            (Side::Us, None) => 1,
                            (_, plies) => plies.unwrap_or(0).div_ceil(2),
                        };
                        self.is_over(Fate::Won, end) && over == Some(moves + then)
                    };
                    game.steps.extend(self.way(mode, id, &position, &is_won));
                    return game;
                }
            }
        }
    }

    /// A game from a root into a circle that does not lead back to the root itself.
    fn game_to_circle(&self, fates: &Fates, mode: PlayMode, start: usize) -> ExampleGame {
        let mut game = ExampleGame {
            start: self.position(start),
            steps: Vec::new(),
            ending: ExampleEnd::Repeats(0),
        };
        let (mut id, mut position) = (start, game.start);
        // The move at which each root was passed.
        let mut passed = HashMap::new();
        loop {
            if let Some(when) = passed.insert(id, game.steps.len()) {
                game.ending = ExampleEnd::Repeats(when);
                return game;
            }
            let mut steps = self.graph.steps(mode, id);
            let Some((next, _)) =
                steps.find(|(next, _)| fates.of(*next as usize).0 == Fate::Circle)
            else {
                return game;
            };
            let target = self.position(next as usize);
            let way = self.way(mode, id, &position, &|end, _| *end == target);
            game.steps.extend(way);
            (id, position) = (next as usize, target);
        }
    }

    /// The shortest game from a root to a fate.
    fn game(&self, fates: &Fates, mode: PlayMode, fate: Fate, id: usize) -> ExampleGame {
        let start = self.position(id);
        let (mut id, mut position, mut steps) = (id, start, Vec::new());
        while let RootMove::Move { .. } = self.played(id) {
            let later = self
                .graph
                .steps(mode, id)
                .filter(|(next, _)| fates.of(*next as usize).0 == fate)
                .min_by_key(|(next, ways)| (ways.shortest + fates.of(*next as usize).1, *next));
            let over = self.graph.over(mode, id);
            let at_once = match fate {
                Fate::Lost => over.lost(),
                Fate::Drawn => over.drawn(),
                Fate::Stopped => over.unknown(),
                Fate::Won | Fate::Silent | Fate::Circle => None,
            };
            let length = |(next, ways): &Successor| ways.shortest + fates.of(*next as usize).1;
            match later {
                Some(step) if at_once.is_none_or(|at_once| at_once > length(&step)) => {
                    let target = self.position(step.0 as usize);
                    let is_there = |end: &Small, moves| *end == target && moves == step.1.shortest;
                    steps.extend(self.way(mode, id, &position, &is_there));
                    (id, position) = (step.0 as usize, target);
                }
                Some(_) | None => {
                    let is_over =
                        |end: &Small, moves| self.is_over(fate, end) && at_once == Some(moves);
                    steps.extend(self.way(mode, id, &position, &is_over));
                    break;
                }
            }
        }
        let ending = match fate {
            Fate::Won | Fate::Lost => ExampleEnd::Lost,
            Fate::Silent if self.played(id) == RootMove::Outside => ExampleEnd::Outside,
            Fate::Silent => ExampleEnd::Silent,
            Fate::Stopped => ExampleEnd::Stopped,
            Fate::Drawn | Fate::Circle => ExampleEnd::Drawn,
        };
        ExampleGame {
            start,
            steps,
            ending,
        }
    }

    /// Does the oracle decide this end with this fate? They are stalemated, or the men have changed.
    fn is_over(&self, fate: Fate, end: &Small) -> bool {
        let is_ours = end.turn() == Side::Us;
        if is_ours && self.endings.iter().any(|index| index.of(end).is_some()) {
            return false;
        }
        match (fate, self.truth.wdl(end)) {
            (Fate::Drawn, Some(Wdl::Draw)) => true,
            (Fate::Lost, Some(Wdl::Loss)) => is_ours,
            (Fate::Stopped, None) => true,
            (Fate::Won, Some(Wdl::Win)) => is_ours,
            (Fate::Won, Some(Wdl::Loss)) => !is_ours,
            (_, _) => false,
        }
    }

    /// The moves from a root to the first end that is wanted, given the end and the number of our moves until then.
    fn way(
        &self,
        mode: PlayMode,
        id: usize,
        position: &Small,
        wanted: &dyn Fn(&Small, u16) -> bool,
    ) -> Vec<GameMove> {
        let RootMove::Move { piece, m, .. } = self.played(id) else {
            return Vec::new();
        };
        let plan = self.plan(mode, position);
        let after = position.play(m);
        let mut way = vec![ours(m, piece)];
        let found = match &plan {
            Some(tree) => {
                let then = tree.branches(tree.root())[0].1;
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
        debug_assert!(found, "the graph was made from the same trees");
        way
    }

    /// The moves of a root's plan up to the first that gives so many half-points away.
    pub(crate) fn game_to_slip(&self, mode: PlayMode, id: usize, given: u64) -> ExampleGame {
        let is_slip = |before: &Small, after: &Small| {
            Ok(
                (given_away(self.truth.wdl(before), self.truth.wdl(after)) == given)
                    .then_some(None),
            )
        };
        ExampleGame {
            start: self.position(id),
            steps: self.way_in_plan(mode, id, is_slip).unwrap_or_default(),
            ending: ExampleEnd::Breaks,
        }
    }

    /// The shortest game from a root to where a `never` is broken, given how soon that can be from each root.
    pub(crate) fn game_to_break(
        &self,
        mode: PlayMode,
        id: usize,
        claim: usize,
        soonest: impl Fn(usize) -> u16,
        watch: &Watch,
    ) -> Result<ExampleGame, Stopped> {
        let mut game = ExampleGame {
            start: self.position(id),
            steps: Vec::new(),
            ending: ExampleEnd::Breaks,
        };
        let (mut id, mut position) = (id, game.start);
        loop {
            let total = |(next, ways): &Successor| match soonest(*next as usize) {
                NEVER => NEVER,
                then => ways.shortest.saturating_add(then),
            };
            let steps = self.graph.steps(mode, id);
            let later = steps.min_by_key(|step| (total(step), step.0));
            match later.filter(|step| total(step) == soonest(id)) {
                Some(step) => {
                    let target = self.position(step.0 as usize);
                    let is_there = |end: &Small, moves| *end == target && moves == step.1.shortest;
                    game.steps.extend(self.way(mode, id, &position, &is_there));
                    (id, position) = (step.0 as usize, target);
                }
                None => {
                    let mut inspector = PlanInspector::new(&self.hearing, watch);
                    let way = self.way_in_plan(mode, id, |_, after| {
                        if inspector.is_broken_in(claim, after, None)? {
                            return Ok(Some(None));
                        }
                        Ok(inspector.breaking_reply(claim, after)?.map(Some))
                    });
                    game.steps.extend(way?);
                    return Ok(game);
                }
            }
        }
    }

    /// The moves of a plan up to the first of ours that is wanted. Given the positions before and after a move, `wanted`
    /// says whether it is the one, and which reply is to be shown after it.
    fn way_in_plan(
        &self,
        mode: PlayMode,
        id: usize,
        mut wanted: impl FnMut(&Small, &Small) -> Result<Option<Option<Move>>, Stopped>,
    ) -> Result<Vec<GameMove>, Stopped> {
        let position = self.position(id);
        let RootMove::Move { piece, m, .. } = self.played(id) else {
            return Ok(Vec::new());
        };
        let tree = self.plan(mode, &position);
        let node = tree.as_ref().map(|tree| tree.branches(tree.root())[0].1);
        let first = (position, node, position.play(m), vec![ours(m, piece)]);
        let mut waiting = VecDeque::from([first]);
        while let Some((before, node, after, mut way)) = waiting.pop_front() {
            if let Some(reply) = wanted(&before, &after)? {
                way.extend(reply.map(|m| GameMove { m, piece: None }));
                return Ok(way);
            }
            let (Some(tree), Some(node)) = (&tree, node) else {
                continue;
            };
            for (reply, then) in tree.branches(node) {
                let next = after.play(*reply);
                if let Some((m, then)) = tree.branches(*then).first() {
                    let theirs = GameMove {
                        m: *reply,
                        piece: None,
                    };
                    let way = way.iter().copied().chain([theirs, ours(*m, piece)]);
                    waiting.push_back((next, Some(*then), next.play(*m), way.collect()));
                }
            }
        }
        debug_assert!(false, "there is such a move in the plan");
        Ok(Vec::new())
    }

    /// The tree of a position in strong mode.
    fn plan(&self, mode: PlayMode, position: &Small) -> Option<Tree<Move>> {
        if mode == PlayMode::Weak {
            return None;
        }
        let material = crate::material::Material::of(position);
        match self.team.player(material, &Watch::new()).decide(position) {
            Decision::Plays(plan) => Some(plan.tree),
            Decision::Silent | Decision::Outside | Decision::Stopped => None,
        }
    }

    /// The smallest circles through some of the centres, at most `n_games`.
    fn circles(
        &self,
        fates: &Fates,
        mode: PlayMode,
        centres: &[u32],
        n_games: usize,
    ) -> Vec<ExampleGame> {
        let mut found: Vec<Vec<usize>> = Vec::new();
        let mut images = HashSet::new();
        let mut budget = MAX_VISITS;
        for n_steps in 1..=MAX_CIRCLE {
            for centre in centres.iter().map(|id| *id as usize) {
                if found.len() == n_games || budget == 0 {
                    break;
                }
                if images.contains(&self.image(centre)) {
                    continue;
                }
                if let Some(circle) = self.circle(fates, mode, centre, n_steps, &mut budget) {
                    images.extend(circle.iter().map(|id| self.image(*id)));
                    found.push(circle);
                }
            }
        }
        let games = found.iter().map(|circle| self.game_around(mode, circle));
        games.collect()
    }

    /// The game that goes round a circle of roots.
    pub(crate) fn game_around(&self, mode: PlayMode, circle: &[usize]) -> ExampleGame {
        let start = self.position(circle[0]);
        let mut steps = Vec::new();
        let mut position = start;
        for (idx, id) in circle.iter().enumerate() {
            let next = circle.get(idx + 1).unwrap_or(&circle[0]);
            let target = self.position(*next);
            steps.extend(self.way(mode, *id, &position, &|end, _| *end == target));
            position = target;
        }
        ExampleGame {
            start,
            steps,
            ending: ExampleEnd::Repeats(0),
        }
    }

    /// The roots of a circle of at most `n_steps` steps, found breadth first.
    fn circle(
        &self,
        fates: &Fates,
        mode: PlayMode,
        centre: usize,
        n_steps: usize,
        budget: &mut usize,
    ) -> Option<Vec<usize>> {
        let mut came_from: HashMap<usize, usize> = HashMap::new();
        let mut waiting = VecDeque::from([(centre, 1)]);
        while let Some((id, step)) = waiting.pop_front() {
            *budget = budget.saturating_sub(1);
            if *budget == 0 {
                return None;
            }
            for (next, _) in self.graph.steps(mode, id) {
                let next = next as usize;
                if next == centre {
                    let before = |id: &usize| came_from.get(id).copied();
                    let mut circle: Vec<usize> = successors(Some(id), before).collect();
                    circle.reverse();
                    return Some(circle);
                }
                if step < n_steps
                    && fates.of(next).0 == Fate::Circle
                    && !came_from.contains_key(&next)
                {
                    came_from.insert(next, id);
                    waiting.push_back((next, step + 1));
                }
            }
        }
        None
    }
}

fn ours(m: Move, piece: u16) -> GameMove {
    GameMove {
        m,
        piece: Some(piece),
    }
}

/// Looks for a wanted end below a node with them to move, and adds the moves to the way.
fn theirs(
    tree: &Tree<Move>,
    node: NodeId,
    position: &Small,
    piece: u16,
    wanted: &dyn Fn(&Small, u16) -> bool,
    way: &mut Vec<GameMove>,
) -> bool {
    if !position.has_moves() {
        return wanted(position, n_ours(way));
    }
    let length = way.len();
    (*position)
        .visit_next(|m, next| {
            way.truncate(length);
            way.push(GameMove { m, piece: None });
            let known = tree.branches(node).iter().find(|(known, _)| *known == m);
            let ours = known.and_then(|(_, then)| tree.branches(*then).first());
            let found = match ours {
                None => wanted(&next, n_ours(way)),
                Some((m, then)) => {
                    way.push(GameMove {
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

/// How many moves of a way are ours: every other one, from the first.
fn n_ours(way: &[GameMove]) -> u16 {
    way.len().div_ceil(2) as u16
}
