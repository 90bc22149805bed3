//! What a certificate says about one position: a plan of the chapter or of the table, or that it is against us.

use std::collections::HashMap;
use std::ops::ControlFlow;

use chess::{Board, Small};
use domain::Watch;
use proof::{NodeId, Tree};
use shakmaty::Move;

use crate::judge::certificate::places::ordered_moves;
use crate::judge::certificate::{Certified, Uncertifiable, plays};
use crate::judge::fates::Fate;
use crate::judge::survey::{Judged, RootMove};
use crate::judge::{Decision, PlayMode, TeamPlayer};
use crate::material::Material;
use crate::value::Wdl;

/// What is said about a position, and the positions on which that rests.
pub(super) struct Saying {
    pub(super) position: Small,
    /// As the number of the format.
    pub(super) said: u16,
    pub(super) plan: Option<CertifiedPlan>,
    /// The plans that are followed after it, each after those to which it leads.
    pub(super) further: Vec<(Small, CertifiedPlan)>,
    pub(super) rests_on: Vec<Small>,
}

/// A move of ours, and what comes after each reply.
#[derive(Clone, Debug)]
pub(super) struct CertifiedPlan {
    pub(super) measure: u16,
    pub(super) number: u8,
    pub(super) then: Vec<AfterReply>,
}

/// What comes after a reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AfterReply {
    /// The plan ends; the position has its own.
    Ends,
    /// One of the further plans, by its index.
    GoesOn(usize),
}

/// Says what is needed for a promise in a mode.
pub(super) struct Author<'j> {
    pub(super) judged: &'j Judged<'j>,
    pub(super) promise: Certified,
    pub(super) mode: PlayMode,
}

impl Author<'_> {
    pub(super) fn promises_win(&self) -> bool {
        matches!(self.promise, Certified::Wins | Certified::KeepsWins)
    }

    /// Are games followed with these men? Where nobody plays, nothing is captured that a `never` speaks of.
    pub(super) fn follows(&self, material: Material) -> bool {
        self.promise != Certified::NeverLoses || self.judged.team.covers(material)
    }

    /// Something about each position.
    pub(super) fn say(
        &self,
        positions: &[Small],
        watch: &Watch,
    ) -> Result<Vec<Saying>, Uncertifiable> {
        let mut players: HashMap<Material, Box<dyn TeamPlayer + '_>> = HashMap::new();
        let mut sayings = Vec::with_capacity(positions.len());
        for position in positions {
            watch.check()?;
            sayings.push(self.of(position, &mut players)?);
        }
        Ok(sayings)
    }

    fn of<'s>(
        &'s self,
        position: &Small,
        players: &mut HashMap<Material, Box<dyn TeamPlayer + 's>>,
    ) -> Result<Saying, Uncertifiable> {
        let nothing = Saying {
            position: *position,
            said: 0,
            plan: None,
            further: Vec::new(),
            rests_on: Vec::new(),
        };
        match self.measure(position)? {
            Some(measure) => {
                let mut writer = PlanWriter {
                    author: self,
                    known: HashMap::new(),
                    saying: nothing,
                };
                let plan = match self.chapters_move(position) {
                    Some(m) if self.is_longer(position) => {
                        let material = Material::of(position);
                        let team = self.judged.team;
                        let player = players.entry(material);
                        let player = player.or_insert_with(|| team.player(material, &Watch::new()));
                        let Decision::Plays(planned) = player.decide(position) else {
                            unreachable!("a team decides alike whenever it is asked");
                        };
                        assert_eq!(planned.tree.first_move(), Some(m));
                        writer.tree(&planned.tree, position)?
                    }
                    Some(m) => writer.plan(position, m, &|_| None)?,
                    None => writer.plan(position, self.tables_move(position)?, &|_| None)?,
                };
                let mut saying = writer.saying;
                saying.said = 2 * measure;
                saying.plan = Some(CertifiedPlan { measure, ..plan });
                Ok(saying)
            }
            None => match self.against(position)? {
                Some((measure, rests_on)) => Ok(Saying {
                    said: 2 * measure + 1,
                    rests_on,
                    ..nothing
                }),
                None => Ok(nothing),
            },
        }
    }

    /// The measure of a position's own plan; none if it has none.
    fn measure(&self, position: &Small) -> Result<Option<u16>, Uncertifiable> {
        let judged = self.judged;
        let root = judged.id(position);
        let fates = &judged.fates[self.mode as usize];
        let is_won = || judged.wdl(position) == Some(Wdl::Win);
        Ok(match (self.promise, root) {
            (Certified::Wins | Certified::KeepsWins, Some(id)) => match fates.of(id) {
                (Fate::Won, moves) if fates.is_exact(id) => Some(moves),
                (Fate::Won, _) => return Err(Uncertifiable::NoLengths),
                (_, _) => None,
            },
            (Certified::Wins | Certified::KeepsWins, None) if is_won() => {
                let plies = judged.truth.plies(position);
                Some(plies.ok_or(Uncertifiable::NoLengths)?.div_ceil(2))
            }
            (Certified::Wins | Certified::KeepsWins, None) => None,
            (Certified::KeepsDraws, Some(id)) => match fates.of(id).0 {
                Fate::Won | Fate::Drawn | Fate::Circle => {
                    plays(judged.roots.saying(id)).then_some(1)
                }
                Fate::Lost | Fate::Silent | Fate::Stopped => None,
            },
            (Certified::KeepsDraws, None) => {
                let is_held = judged.wdl(position).is_some_and(|wdl| wdl >= Wdl::Draw);
                (is_held && position.has_moves()).then_some(1)
            }
            (Certified::NeverLoses, Some(id)) => plays(judged.roots.saying(id)).then_some(1),
            (Certified::NeverLoses, None) => None,
        })
    }

    fn chapters_move(&self, position: &Small) -> Option<Move> {
        match self.judged.played(self.judged.id(position)?) {
            RootMove::Move { m, .. } => Some(m),
            RootMove::Mated
            | RootMove::Stalemated
            | RootMove::Silent
            | RootMove::Outside
            | RootMove::Stopped => None,
        }
    }

    /// Is the chapter's plan followed for more than a move?
    fn is_longer(&self, position: &Small) -> bool {
        let root = self.judged.id(position);
        self.mode == PlayMode::Strong && root.is_some_and(|id| self.judged.graph.is_far(id))
    }

    /// A move that the table plays: the quickest win, or the first that does not lose.
    fn tables_move(&self, position: &Small) -> Result<Move, Uncertifiable> {
        let truth = self.judged.truth;
        let moves = ordered_moves(position);
        let best = if self.promises_win() {
            let plies = truth.plies(position).ok_or(Uncertifiable::NoLengths)?;
            let is_best = |m: &&Move| {
                let after = position.play(**m);
                truth.wdl(&after) == Some(Wdl::Loss) && truth.plies(&after) == Some(plies - 1)
            };
            moves.iter().find(is_best)
        } else {
            let holds = |m: &&Move| {
                truth
                    .wdl(&position.play(**m))
                    .is_some_and(|wdl| wdl < Wdl::Win)
            };
            moves.iter().find(holds)
        };
        Ok(*best.expect("a result of a table comes from a move"))
    }

    /// Why a position is against us, if the promise needs that: its measure, and their replies.
    fn against(&self, position: &Small) -> Result<Option<(u16, Vec<Small>)>, Uncertifiable> {
        let truth = self.judged.truth;
        let they_win = match (self.promise, truth.wdl(position)) {
            (Certified::KeepsWins, Some(Wdl::Draw | Wdl::Loss)) => false,
            (Certified::KeepsDraws, Some(Wdl::Loss)) => true,
            (_, _) => return Ok(None),
        };
        let plies = |position: &Small| match they_win {
            true => truth.plies(position).ok_or(Uncertifiable::NoLengths),
            false => Ok(0),
        };
        let mut rests_on = Vec::new();
        for m in ordered_moves(position) {
            let mut best: Option<(u16, Small)> = None;
            for next in replies(&position.play(m)) {
                let stays = match truth.wdl(&next) {
                    Some(Wdl::Loss) => true,
                    Some(Wdl::Draw) => !they_win,
                    Some(Wdl::Win) | None => false,
                };
                if stays {
                    let plies = plies(&next)?;
                    if best.is_none_or(|(least, _)| plies < least) {
                        best = Some((plies, next));
                    }
                }
            }
            rests_on.extend(best.map(|(_, next)| next));
        }
        Ok(Some((plies(position)?.div_ceil(2), rests_on)))
    }
}

/// The positions after all replies.
fn replies(after: &Small) -> Vec<Small> {
    let mut nexts = Vec::new();
    let _ = (*after).visit_next(|_, next| {
        nexts.push(next);
        ControlFlow::Continue(())
    });
    nexts
}

/// Writes the plans of one saying.
struct PlanWriter<'a> {
    author: &'a Author<'a>,
    /// The further plan at each place of the tree that was visited.
    known: HashMap<(NodeId, Small), usize>,
    saying: Saying,
}

impl PlanWriter<'_> {
    /// The plan of a whole tree.
    fn tree(
        &mut self,
        tree: &Tree<Move>,
        position: &Small,
    ) -> Result<CertifiedPlan, Uncertifiable> {
        let (m, then) = tree.branches(tree.root())[0];
        self.branch(tree, position, m, then)
    }

    /// The plan that begins with a move to a node of theirs.
    fn branch(
        &mut self,
        tree: &Tree<Move>,
        position: &Small,
        m: Move,
        node: NodeId,
    ) -> Result<CertifiedPlan, Uncertifiable> {
        let after = position.play(m);
        let mut further: Vec<(Move, usize)> = Vec::new();
        for (reply, ours) in tree.branches(node) {
            let Some((m, then)) = tree.branches(*ours).first() else {
                continue;
            };
            let next = after.play(*reply);
            let idx = match self.known.get(&(*ours, next)) {
                Some(idx) => *idx,
                None => {
                    let plan = self.branch(tree, &next, *m, *then)?;
                    self.saying.further.push((next, plan));
                    let idx = self.saying.further.len() - 1;
                    self.known.insert((*ours, next), idx);
                    idx
                }
            };
            further.push((*reply, idx));
        }
        self.plan(position, m, &|reply| {
            let found = further.iter().find(|(known, _)| *known == reply);
            found.map(|(_, idx)| *idx)
        })
    }

    /// The plan that begins with a move, and after a reply goes on with a further plan or ends.
    fn plan(
        &mut self,
        position: &Small,
        m: Move,
        further: &dyn Fn(Move) -> Option<usize>,
    ) -> Result<CertifiedPlan, Uncertifiable> {
        let ours = ordered_moves(position);
        let number = ours.iter().position(|legal| *legal == m);
        let after = position.play(m);
        let (mut then, mut longest) = (Vec::new(), 0);
        for reply in ordered_moves(&after) {
            let next = after.play(reply);
            match further(reply) {
                Some(idx) => {
                    longest = longest.max(self.saying.further[idx].1.measure);
                    then.push(AfterReply::GoesOn(idx));
                }
                None => {
                    longest = longest.max(self.author.measure(&next)?.unwrap_or(0));
                    self.saying.rests_on.push(next);
                    then.push(AfterReply::Ends);
                }
            }
        }
        Ok(CertifiedPlan {
            measure: if self.author.promises_win() {
                longest + 1
            } else {
                1
            },
            number: number.expect("a plan has legal moves") as u8,
            then,
        })
    }
}
