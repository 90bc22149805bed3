//! The moves that a constraint permits at a node, found one at a time, as they are tried.

use domain::{Domain, Item, Man, Targets};

use super::lists::Legal;
use super::{Host, Machine, Moment};
use crate::compiled::{AfterFilter, Constraint, Selector};
use crate::reference::Stopped;

/// A move, and the position after it.
pub type Step<D> = (<D as Domain>::Move, <D as Domain>::Position);

/// How far the moves of a constraint have been tried at a node.
#[derive(Debug)]
pub struct Tries<D: Domain> {
    /// All legal moves, which stay known where the pieces of a table ask about one root in turn.
    legal: Legal<D>,
    next_selector: usize,
    listed: Listed<D>,
    /// What has been tried, where a move may be listed twice: shapes too, since they are quick to compare.
    tried: Vec<(usize, D::Move)>,
}

/// The moves of one selector that are still to be tried; the filters that were put off have not been asked yet.
#[derive(Debug)]
pub(super) struct Listed<D: Domain> {
    /// A list, and how far we are.
    pub(super) moves: Vec<D::Move>,
    at: usize,
    /// The moves of one man, which need no list.
    pub(super) of_man: Option<OfMan>,
}

/// The moves of one man that are still to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct OfMan {
    pub(super) man: Man,
    pub(super) targets: Targets,
    /// The order by shape, if there is one.
    pub(super) order: Option<usize>,
    /// The places in that order that are left, the lowest first; without an order the targets, the highest first.
    pub(super) rest: u64,
}

impl<D: Domain> Default for Tries<D> {
    fn default() -> Tries<D> {
        Tries {
            legal: Legal::default(),
            next_selector: 0,
            listed: Listed {
                moves: Vec::new(),
                at: 0,
                of_man: None,
            },
            tried: Vec::new(),
        }
    }
}

impl<D: Domain> Tries<D> {
    /// Begins anew, perhaps at another node.
    pub fn restart(&mut self) {
        self.next_selector = 0;
        self.listed.restart();
        self.tried.clear();
    }

    fn has_tried(&self, domain: &D, m: D::Move) -> bool {
        let shape = domain.shape(m);
        let mut tried = self.tried.iter();
        tried.any(|(other, tried)| *other == shape && *tried == m)
    }
}

impl<D: Domain> Listed<D> {
    /// Nothing is listed.
    pub(super) fn restart(&mut self) {
        self.moves.clear();
        self.at = 0;
        self.of_man = None;
    }
}

impl<D: Domain> Machine<'_, D> {
    /// The next move that the constraint permits, and the position after it.
    #[inline(always)]
    pub fn next_permitted(
        &mut self,
        constraint: &Constraint<D>,
        tries: &mut Tries<D>,
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
    ) -> Result<Option<Step<D>>, Stopped> {
        loop {
            if let Some(m) = self.next_listed(&mut tries.listed, moment.position) {
                // A selector lists no move twice, so at the first there is nothing to look for.
                if constraint.may_repeat
                    && tries.next_selector > 1
                    && tries.has_tried(self.domain, m)
                {
                    continue;
                }
                let selector = &constraint.selectors[tries.next_selector - 1];
                if let Some(next) = self.play(selector, m, moment, host)? {
                    if constraint.may_repeat {
                        tries.tried.push((self.domain.shape(m), m));
                    }
                    return Ok(Some((m, next)));
                }
            } else if let Some(selector) = constraint.selectors.get(tries.next_selector) {
                tries.next_selector += 1;
                self.list(selector, &mut tries.legal, moment, host, &mut tries.listed)?;
            } else {
                return Ok(None);
            }
        }
    }

    #[inline(always)]
    fn next_listed(&self, listed: &mut Listed<D>, position: &D::Position) -> Option<D::Move> {
        let Some(of_man) = &mut listed.of_man else {
            let m = listed.moves.get(listed.at).copied()?;
            listed.at += 1;
            return Some(m);
        };
        let OfMan { man, targets, .. } = *of_man;
        let to = match of_man.order {
            Some(order) => {
                let rest = of_man.rest;
                if rest == 0 {
                    return None;
                }
                of_man.rest = rest & (rest - 1);
                self.scratch.orders[order].target(targets.from, rest.trailing_zeros())
            }
            None => {
                let to = of_man.rest.checked_ilog2()?;
                of_man.rest ^= 1 << to;
                to
            }
        };
        Some(self.domain.move_to(position, man, targets, Item(to)))
    }

    /// The position after a listed move, if it passes the filters that were put off.
    #[inline(always)]
    pub(super) fn play(
        &mut self,
        selector: &Selector<D>,
        m: D::Move,
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
    ) -> Result<Option<D::Position>, Stopped> {
        for code in &selector.late_filters {
            if !self.truth(code, &moment.about(m), host)? {
                return Ok(None);
            }
        }
        let next = self.domain.play(moment.position, m);
        for filter in &selector.after_filters {
            let passes = match filter {
                AfterFilter::Not(word) => self.has_moves(&next) || !word(&next),
                AfterFilter::Code(code) => {
                    self.aside.after = Some(next.clone());
                    self.truth(code, &moment.about(m), host)?
                }
            };
            if !passes {
                return Ok(None);
            }
        }
        Ok(Some(next))
    }
}
