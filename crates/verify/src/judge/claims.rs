//! Claims of a chapter, proved or refuted over all positions.
//!
//! A claim is about every legal position with us to move in which its condition holds.

use std::ops::ControlFlow;

use chess::{Board, Chess, ROLES, Small};
use domain::{Side, Stopped};
use lang::checked::{Claim, Expr, Program, Promise};
use lang::reference::{Budget, Evaluator, Scene};

use crate::judge::PlayMode;
use crate::judge::fates::Fate;
use crate::judge::games::ExampleGame;
use crate::judge::survey::{Judged, RootMove};
use crate::value::Wdl;

/// The ruling on a claim in one mode.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// In how many positions its condition holds.
    pub positions: u64,
    /// In how many of them it is broken.
    pub broken: u64,
    /// A game that breaks it, one of the shortest.
    pub game: Option<ExampleGame>,
}

impl Ruling {
    /// Is it broken nowhere?
    pub fn holds(&self) -> bool {
        self.broken == 0
    }
}

impl Judged<'_> {
    /// Rules on a claim of the program that was judged.
    pub fn rule(
        &self,
        chess: &Chess<Small>,
        program: &Program,
        claim: &Claim,
        mode: PlayMode,
    ) -> Result<Ruling, Stopped> {
        let mut ruling = Ruling {
            positions: 0,
            broken: 0,
            game: None,
        };
        let mut shortest: Option<(u16, usize)> = None;
        let mut evaluator = Evaluator::new(chess, program, Budget::steps(u64::MAX));
        for (id, root) in self.first_roots().iter().enumerate() {
            let position = self.position(root);
            if let Some(condition) = &claim.condition
                && !truth(&mut evaluator, condition, Scene::of(&position))?
            {
                continue;
            }
            let concerns = match claim.promise {
                Promise::KeepsWins => self.is_at_least(&position, Wdl::Win),
                Promise::KeepsDraws => self.is_at_least(&position, Wdl::Draw),
                Promise::Wins | Promise::NeverLoses(_) | Promise::Never(_) => true,
            };
            if !concerns {
                continue;
            }
            ruling.positions += 1;
            let (fate, moves) = self.fates[mode as usize].of(id);
            let too_long = claim.within.is_some_and(|within| {
                // We begin, so n moves are 2n - 1 plies.
                2 * u32::from(moves) > u32::from(within.plies(Side::Us)) + 1
            });
            let broken = match &claim.promise {
                Promise::Wins | Promise::KeepsWins => fate != Fate::Won || too_long,
                Promise::KeepsDraws => match fate {
                    Fate::Lost | Fate::Silent | Fate::Stopped => true,
                    Fate::Won | Fate::Drawn | Fate::Circle => false,
                },
                Promise::NeverLoses(man) => {
                    let role = ROLES[usize::from(man.0)];
                    self.after(id).is_some_and(|after| {
                        let n_men = |position: &Small| position.men(Side::Us, role).count();
                        let mut lost = false;
                        let _ = after.visit_next(|_, next| {
                            lost |= n_men(&next) < n_men(&after);
                            ControlFlow::Continue(())
                        });
                        lost
                    })
                }
                Promise::Never(expr) => self.comes_true(&mut evaluator, expr, id)?,
            };
            if broken {
                ruling.broken += 1;
                if shortest.is_none_or(|(least, _)| moves < least) {
                    shortest = Some((moves, id));
                }
            }
        }
        ruling.game = shortest.map(|(_, id)| self.game_from(mode, id));
        Ok(ruling)
    }

    fn is_at_least(&self, position: &Small, wdl: Wdl) -> bool {
        self.wdl(position).is_some_and(|is| is >= wdl)
    }

    /// The position after our move, if we have one.
    fn after(&self, id: usize) -> Option<Small> {
        let root = &self.roots[id];
        match root.played {
            RootMove::Move { m, .. } => Some(self.position(root).play(m)),
            RootMove::Mated | RootMove::Stalemated | RootMove::Silent | RootMove::Stopped => None,
        }
    }

    /// Does an expression come true after our move from a root, or after a reply to it?
    fn comes_true(
        &self,
        evaluator: &mut Evaluator<'_, Chess<Small>>,
        expr: &Expr,
        id: usize,
    ) -> Result<bool, Stopped> {
        let Some(after) = self.after(id) else {
            return Ok(false);
        };
        let before = self.position(&self.roots[id]);
        let mut seen = vec![(after, 1)];
        let _ = after.visit_next(|_, next| {
            seen.push((next, 2));
            ControlFlow::Continue(())
        });
        for (position, depth) in &seen {
            let scene = Scene {
                before: Some(&before),
                root: &before,
                depth: *depth,
                ..Scene::of(position)
            };
            if truth(evaluator, expr, scene)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn truth(
    evaluator: &mut Evaluator<'_, Chess<Small>>,
    expr: &Expr,
    scene: Scene<'_, Chess<Small>>,
) -> Result<bool, Stopped> {
    let value = evaluator.value(expr, scene)?;
    Ok(value.is_some_and(|value| value.truth()))
}
