//! Certificates with bytes changed at random.

use std::ops::AddAssign;

use certcheck::check_content;
use certcheck::ending::KnownPlaces;

use super::judge::{decode, is_true};
use super::{Dice, World};

/// What became of damaged certificates.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    pub(crate) n_rejected: usize,
    /// Accepted, and all that the slow judge looks at is as it was.
    pub(crate) n_same: usize,
    /// Accepted with something else to look at, which the slow judge finds true.
    pub(crate) n_other: usize,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.n_rejected += other.n_rejected;
        self.n_same += other.n_same;
        self.n_other += other.n_other;
    }
}

/// Damages certificates so many times in all. Whatever is accepted must be true by the slow judge.
pub(crate) fn damage(
    contents: &[Vec<u8>],
    n_times: usize,
    world: &mut World,
    dice: &mut Dice,
) -> Tally {
    let (mut tally, mut known) = (Tally::default(), KnownPlaces::default());
    for (idx, content) in contents.iter().enumerate() {
        let judged = decode(content, world).expect("readable").judged();
        assert!(is_true(&judged, world), "{}", judged.claim);
        let telling: Vec<usize> = (0..content.len()).filter(|at| content[*at] != 0).collect();
        for _ in (idx..n_times).step_by(contents.len()) {
            let damaged = damaged(content, &telling, dice);
            if !check_content(&damaged, None, &mut known).is_ok_and(|ruled| ruled.is_ok()) {
                tally.n_rejected += 1;
                continue;
            }
            let other = decode(&damaged, world).expect("it was accepted").judged();
            if other == judged {
                tally.n_same += 1;
            } else {
                assert!(is_true(&other, world), "{}", other.claim);
                tally.n_other += 1;
            }
        }
    }
    tally
}

/// Changes one or two bytes of a content at random; most of a content are zeros that say nothing, so those that are
/// telling are damaged more often.
fn damaged(content: &[u8], telling: &[usize], dice: &mut Dice) -> Vec<u8> {
    let mut damaged = content.to_vec();
    for _ in 0..1 + dice.below(2) {
        let at = match dice.below(4) {
            0 => dice.below(content.len()),
            _ => telling[dice.below(telling.len())],
        };
        damaged[at] = match dice.below(3) {
            0 => dice.below(256) as u8,
            1 => damaged[at] ^ 1 << dice.below(8),
            _ => damaged[at].wrapping_add(2),
        };
    }
    damaged
}
