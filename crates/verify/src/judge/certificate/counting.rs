//! The measures of plans to win, counted anew where tables play between chapters.
//!
//! A table counts its own moves to mate, but a chapter that goes on after a capture takes longer. Here every plan takes
//! a move more than the longest of the plans at which it arrives.

use std::collections::BTreeMap;

use chess::{Board as _, Small};
use domain::{Stopped, Watch};

use crate::judge::certificate::SectionDraft;
use crate::judge::certificate::places::ordered_moves;
use crate::material::Material;

/// A plan that is being counted; no measure is as large.
const BEGUN: u16 = u16::MAX;

/// Counts all plans of a certificate.
pub(super) fn count_anew(sections: &mut [SectionDraft], watch: &Watch) -> Result<(), Stopped> {
    let mut counter = Counter {
        own: Vec::new(),
        further: Vec::new(),
        sections,
    };
    for section in counter.sections {
        counter.own.push(vec![0; section.said.len()]);
        let further = section.further.iter();
        let further = further.map(|(place, plans)| (*place, vec![0; plans.len()]));
        counter.further.push(further.collect());
    }
    for idx in 0..counter.sections.len() {
        for place in 0..counter.sections[idx].said.len() {
            if place.is_multiple_of(1 << 16) {
                watch.check()?;
            }
            let n_further = counter.sections[idx].further.get(&(place as u32));
            let n_further = n_further.map_or(0, Vec::len);
            let first = usize::from(counter.sections[idx].measure(place).is_none());
            for which in first..=n_further {
                counter.count(idx, place, which);
            }
        }
    }
    let Counter { own, further, .. } = counter;
    for ((section, own), further) in sections.iter_mut().zip(own).zip(further) {
        for (said, measure) in section.said.iter_mut().zip(own) {
            if measure > 0 {
                *said = 2 * measure;
            }
        }
        for (place, measures) in further {
            let plans = section.further.entry(place).or_default();
            for (plan, measure) in plans.iter_mut().zip(measures) {
                plan.measure = measure;
            }
        }
    }
    Ok(())
}

/// What has been counted, by section and place.
struct Counter<'s> {
    sections: &'s [SectionDraft],
    own: Vec<Vec<u16>>,
    further: Vec<BTreeMap<u32, Vec<u16>>>,
}

impl Counter<'_> {
    /// The measure of a position's own plan (0) or of one of its further plans, from 1.
    fn count(&mut self, idx: usize, place: usize, which: usize) -> u16 {
        let known = *self.slot(idx, place, which);
        assert_ne!(known, BEGUN, "a plan to win comes back to itself");
        if known > 0 {
            return known;
        }
        *self.slot(idx, place, which) = BEGUN;
        let section = &self.sections[idx];
        let (number, goes_on) = match which.checked_sub(1) {
            None => {
                let goes_on = section.goes_on.get(&(place as u32));
                (section.numbers[place], goes_on)
            }
            Some(further) => {
                let plan = &section.further[&(place as u32)][further];
                (plan.number, Some(&plan.goes_on))
            }
        };
        let position = section.order.position(place).expect("it has a plan");
        let after = position.play(ordered_moves(&position)[usize::from(number)]);
        let mut longest = 0;
        for (reply_idx, reply) in ordered_moves(&after).into_iter().enumerate() {
            let next = goes_on.and_then(|goes_on| goes_on.get(reply_idx));
            let (there, at) = self.place(&after.play(reply));
            longest = longest.max(self.count(there, at, next.map_or(0, |next| *next as usize)));
        }
        *self.slot(idx, place, which) = longest + 1;
        longest + 1
    }

    fn slot(&mut self, idx: usize, place: usize, which: usize) -> &mut u16 {
        match which.checked_sub(1) {
            None => &mut self.own[idx][place],
            Some(further) => {
                let plans = self.further[idx].get_mut(&(place as u32));
                &mut plans.expect("the plan is named")[further]
            }
        }
    }

    /// The section of a position, and its place there.
    fn place(&self, position: &Small) -> (usize, usize) {
        let material = Material::of(position);
        let mut sections = self.sections.iter();
        let idx = sections.position(|section| section.material == material);
        let idx = idx.expect("what a plan rests on has a section");
        (idx, self.sections[idx].order.of(position))
    }
}
