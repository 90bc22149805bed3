//! Code that is run on a position by itself: after each legal move, seen from each side of the board, and for a value that
//! searches share.

use std::ops::ControlFlow;

use domain::{Fast, Item, ItemSet, Side, Stopped};

use super::aside::Aside;
use super::registers::Regs;
use super::run::Ended;
use super::{Environment, Inputs, Past};
use crate::compiled::{Code, OfImages, SharedValue, TurnedPlace, When};
use lang::checked::PieceId;

impl<D: Fast> Aside<D> {
    /// Is code true of the position or of one of its images? Every image is paid for like a round of a loop.
    #[inline(never)]
    pub(super) fn any_side(
        &mut self,
        regs: &mut Regs,
        asked: &OfImages<D>,
        when: When,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Ended {
        let position = self.position(when, inputs).clone();
        for idx in 0..self.domain.n_images(&position) {
            if let Err(stopped) = env.steps(1) {
                return self.stops(stopped);
            }
            // The men may be among the places that are turned.
            regs.only_men();
            for TurnedPlace { from, to, is_set } in &asked.turned {
                let raw = match is_set {
                    true => self.image_of_set(regs.get(*from), idx),
                    false => self.image_of_item(regs.get(*from), idx),
                };
                regs.put(*to, raw);
            }
            let ended = match asked.of_men {
                true => self.run_on(&position, regs, &asked.code, env),
                false => {
                    let image = self.domain.image(&position, idx);
                    self.run_on(&image, regs, &asked.code, env)
                }
            };
            match ended {
                Ended::Value(1) => return Ended::Value(1),
                Ended::Value(_) | Ended::Nothing => {}
                Ended::Stopped => return Ended::Stopped,
            }
        }
        Ended::Value(0)
    }

    /// The least or the greatest number that code gives after a legal move. Every move is paid for like a round of a
    /// loop.
    #[inline(never)]
    pub(super) fn over_moves(
        &mut self,
        regs: &mut Regs,
        asked: &Code<D>,
        greatest: bool,
        when: When,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Ended {
        let position = self.position(when, inputs).clone();
        let domain = self.domain;
        let mut best: Option<i64> = None;
        let mut ended = Ended::Nothing;
        let _ = domain.visit_next(&position, |_, next| {
            if let Err(stopped) = env.steps(1) {
                ended = self.stops(stopped);
                return ControlFlow::Break(());
            }
            match self.run_on(&next, regs, asked, env) {
                Ended::Value(raw) => {
                    let number = raw.cast_signed();
                    best = Some(best.map_or(number, |best| match greatest {
                        true => best.max(number),
                        false => best.min(number),
                    }));
                }
                Ended::Nothing => {}
                Ended::Stopped => {
                    ended = Ended::Stopped;
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        match (ended, best) {
            (Ended::Stopped, _) => Ended::Stopped,
            (_, Some(number)) => Ended::Value(number.cast_unsigned()),
            (ended, None) => ended,
        }
    }

    /// The value of a definition that searches share. It costs the same whether somebody has found it or not, so that an
    /// account does not depend on what was asked before.
    #[inline(never)]
    pub(super) fn shared(
        &mut self,
        regs: &mut Regs,
        asked: &SharedValue<D>,
        when: When,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Ended {
        let (definition, viewer) = (asked.definition, asked.viewer);
        if let Err(stopped) = env.steps(1) {
            return self.stops(stopped);
        }
        let position = self.position(when, inputs).clone();
        if let Some(found) = env.found(definition, viewer, &position) {
            return found.map_or(Ended::Nothing, Ended::Value);
        }
        let ended = self.run_on(&position, regs, &asked.code, &mut Free(env));
        match ended {
            Ended::Value(raw) => env.share(definition, viewer, &position, Some(raw)),
            Ended::Nothing => env.share(definition, viewer, &position, None),
            Ended::Stopped => {}
        }
        ended
    }

    /// Runs code on a position by itself. Such code looks at nothing else and remembers nothing, so that no stamp is
    /// needed.
    fn run_on(
        &mut self,
        position: &D::Position,
        regs: &mut Regs,
        asked: &Code<D>,
        env: &mut dyn Environment<D>,
    ) -> Ended {
        let past = Past::of_root(position, 0);
        let inputs = Inputs {
            position,
            stamp: 0,
            past: &past,
            depth: 0,
            the_move: None,
        };
        self.run(regs, &asked.ops, &inputs, env)
    }

    /// The register of a value that is missing may hold anything; its image is then not looked at.
    fn image_of_item(&self, raw: u64, idx: usize) -> u64 {
        let place = match D::WORD_SETS {
            true => Item(raw as u32 & 63),
            false => Item(raw as u32),
        };
        self.domain.image_of_place(place, idx).0.into()
    }

    fn image_of_set(&mut self, raw: u64, idx: usize) -> u64 {
        let turned = |item: Item| self.domain.image_of_place(item, idx);
        if D::WORD_SETS {
            let items = (0..64).filter(|item| raw >> item & 1 != 0);
            return items.fold(0, |image, item| image | 1 << turned(Item(item)).0);
        }
        let image: Option<ItemSet> = self
            .sets
            .get(raw as usize)
            .map(|set| set.iter().map(turned).collect());
        image.map_or(raw, |image| self.hold(image))
    }
}

/// Rounds of loops are not paid for; but one may still be told to stop.
struct Free<'e, D: Fast>(&'e mut dyn Environment<D>);

impl<D: Fast> Environment<D> for Free<'_, D> {
    fn can(
        &mut self,
        piece: PieceId,
        viewer: Side,
        position: &D::Position,
    ) -> Result<bool, Stopped> {
        self.0.can(piece, viewer, position)
    }

    fn steps(&mut self, _: u64) -> Result<(), Stopped> {
        self.0.steps(0)
    }
}
