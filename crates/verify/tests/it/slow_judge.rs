//! The slow judge: as the fates are defined, and with no thought of speed.

use std::collections::HashMap;
use std::ops::ControlFlow;

use chess::{Board, Small};
use nasvet_verify::{Decision, EndgameTables, Fate, Index, Material, PlayMode, Team, Truth, Wdl};
use proof::{NodeId, Tree};
use shakmaty::Move;

/// What follows when our moves of one plan are played: an end, and the number of our moves until then.
type Line = (End, u16);

enum End {
    /// The game is over, or the team does not cover the new ending.
    Fate(Fate),
    /// We are to move, and ask anew.
    Asked(Small),
}

/// The fate of every position with us to move, and the number of our moves until then.
pub(crate) fn judge(
    covers: &[Material],
    team: &dyn Team,
    truth: &EndgameTables,
    mode: PlayMode,
) -> HashMap<Small, (Fate, u16)> {
    let mut fates: HashMap<Small, (Fate, u16)> = HashMap::new();
    let mut open: Vec<(Small, Vec<Line>)> = Vec::new();
    for material in covers {
        let index = Index::new(*material);
        let mut player = team.player(*material, &domain::Watch::new());
        for (_, position) in index.positions(0..index.n_numbers() / 2) {
            if replies(&position).is_empty() {
                let fate = match position.in_check() {
                    true => Fate::Lost,
                    false => Fate::Drawn,
                };
                fates.insert(position, (fate, 0));
                continue;
            }
            match player.decide(&position) {
                Decision::Silent | Decision::Outside => {
                    fates.insert(position, (Fate::Silent, 0));
                }
                Decision::Stopped => {
                    fates.insert(position, (Fate::Stopped, 0));
                }
                Decision::Plays(plan) => {
                    let mut lines = Lines {
                        tree: &plan.tree,
                        longest: match mode {
                            PlayMode::Strong => u16::MAX,
                            PlayMode::Weak => 1,
                        },
                        covers,
                        truth,
                        found: Vec::new(),
                    };
                    lines.ours(Some(plan.tree.root()), &position, 0);
                    open.push((position, lines.found));
                }
            }
        }
    }
    // Won: every line is, now or later.
    loop {
        let before = fates.len();
        open.retain(|(position, lines)| {
            let mut longest = 0;
            for (end, moves) in lines {
                match fate_of(end, &fates) {
                    Some((Fate::Won, then)) => longest = longest.max(moves + then),
                    Some(_) | None => return true,
                }
            }
            fates.insert(*position, (Fate::Won, longest));
            false
        });
        if fates.len() == before {
            break;
        }
    }
    // What they can force, the worst for us first: the way there is shortened until it is shortest.
    for wanted in [Fate::Lost, Fate::Silent, Fate::Stopped, Fate::Drawn] {
        loop {
            let mut is_changed = false;
            for (position, lines) in &open {
                if fates.get(position).is_some_and(|(fate, _)| *fate != wanted) {
                    continue;
                }
                let lengths = lines
                    .iter()
                    .filter_map(|(end, moves)| match fate_of(end, &fates) {
                        Some((fate, then)) if fate == wanted => Some(moves + then),
                        Some(_) | None => None,
                    });
                let Some(least) = lengths.min() else {
                    continue;
                };
                let known = fates.insert(*position, (wanted, least));
                is_changed |= known != Some((wanted, least));
            }
            if !is_changed {
                break;
            }
        }
    }
    for (position, _) in &open {
        fates.entry(*position).or_insert((Fate::Circle, 0));
    }
    fates
}

fn fate_of(end: &End, fates: &HashMap<Small, (Fate, u16)>) -> Option<(Fate, u16)> {
    match end {
        End::Fate(fate) => Some((*fate, 0)),
        End::Asked(position) => fates.get(position).copied(),
    }
}

fn replies(position: &Small) -> Vec<(Move, Small)> {
    let mut replies = Vec::new();
    let _ = (*position).visit_next(|m, next| {
        replies.push((m, next));
        ControlFlow::Continue(())
    });
    replies
}

/// All lines of a plan.
struct Lines<'a> {
    tree: &'a Tree<Move>,
    /// A tree is followed for this many moves.
    longest: u16,
    covers: &'a [Material],
    truth: &'a EndgameTables,
    found: Vec<Line>,
}

impl Lines<'_> {
    fn ours(&mut self, node: Option<NodeId>, position: &Small, moves: u16) {
        let planned = node.and_then(|node| self.tree.branches(node).first());
        match planned {
            Some((m, then)) if moves < self.longest => {
                self.theirs(*then, &position.play(*m), moves + 1);
            }
            Some(_) | None => {
                let line = self.end(position, moves);
                self.found.push(line);
            }
        }
    }

    fn theirs(&mut self, node: NodeId, position: &Small, moves: u16) {
        let replies = replies(position);
        for (m, next) in &replies {
            let branches = self.tree.branches(node);
            let known = branches.iter().find(|(known, _)| known == m);
            self.ours(known.map(|(_, then)| *then), next, moves);
        }
        if replies.is_empty() {
            let fate = match position.in_check() {
                true => Fate::Won,
                false => Fate::Drawn,
            };
            self.found.push((End::Fate(fate), moves));
        }
    }

    /// Where the team is not asked, the table says what comes.
    fn end(&self, position: &Small, moves: u16) -> Line {
        if self.covers.contains(&Material::of(position)) {
            return (End::Asked(*position), moves);
        }
        let outcome = self.truth.probe(position).expect("the table is there");
        match outcome.wdl() {
            Wdl::Win => {
                let plies = self.truth.plies(position).expect("a win has a distance");
                (End::Fate(Fate::Won), moves + plies.div_ceil(2))
            }
            Wdl::Draw => (End::Fate(Fate::Drawn), moves),
            Wdl::Loss => (End::Fate(Fate::Lost), moves),
        }
    }
}
