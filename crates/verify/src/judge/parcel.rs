//! What the team decided about some positions, in memory and as bytes.
//!
//! The bytes are those of one parcel in a file of [answers](crate::judge::answers). They say everything that judging needs, so that
//! a position is asked about once, by whomever. Bytes that do not fit the positions are refused.

use std::ops::Range;

use chess::{Board, Small};
use shakmaty::{Move, Role, Square};

use crate::index::Index;
use crate::judge::graph::{Far, FarPlan, Ways};
use crate::judge::plans::PlanFindings;
use crate::judge::survey::{Root, RootMove};

/// The roots of one parcel.
#[derive(Default, PartialEq, Debug)]
pub(crate) struct Parcel {
    pub(crate) roots: Vec<Root>,
    /// Those in which the game is over and which the advice is not about.
    pub(crate) over_outside: Vec<u32>,
    /// Trees longer than a move.
    pub(crate) far: Far,
    /// What claims need to know of the plans.
    pub(crate) plans: PlanFindings,
}

/// What a parcel may speak of; whoever reads bytes of strangers wants to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// How many rules there are.
    pub rules: u16,
    /// How many pieces of advice.
    pub pieces: u16,
    /// How many claims.
    pub claims: usize,
}

impl Parcel {
    /// Positions about which nobody was asked.
    pub(crate) fn unasked(ending: u8, numbers: impl Iterator<Item = u32>) -> Parcel {
        let roots = numbers.map(|number| Root {
            ending,
            number,
            played: RootMove::Stopped,
        });
        Parcel {
            roots: roots.collect(),
            ..Parcel::default()
        }
    }

    /// Adds a later parcel.
    pub(crate) fn append(&mut self, later: Parcel) {
        let first = self.roots.len() as u32;
        self.far.append(later.far, first);
        self.plans.append(later.plans, first);
        let outside = later.over_outside.iter();
        self.over_outside.extend(outside.map(|root| root + first));
        self.roots.extend(later.roots);
    }

    /// The memory that its lists take beside the roots.
    pub(crate) fn n_bytes(&self) -> usize {
        self.far.n_bytes() + self.plans.n_bytes()
    }

    /// The same with roots in the order of endings and numbers.
    pub(crate) fn sorted(mut self) -> Parcel {
        let mut order: Vec<u32> = (0..self.roots.len() as u32).collect();
        order.sort_unstable_by_key(|id| {
            let root = &self.roots[*id as usize];
            (root.ending, root.number)
        });
        let mut new_ids = vec![0; order.len()];
        for (new, old) in order.iter().enumerate() {
            new_ids[*old as usize] = new as u32;
        }
        self.roots = order.iter().map(|id| self.roots[*id as usize]).collect();
        for root in &mut self.over_outside {
            *root = new_ids[*root as usize];
        }
        self.over_outside.sort_unstable();
        self.far = self.far.renumbered(&new_ids);
        self.plans.renumber(&new_ids);
        self
    }

    /// As bytes, compressed. The numbers of the roots lie in `numbers`.
    pub(crate) fn to_bytes(&self, numbers: &Range<usize>) -> Vec<u8> {
        let mut out = Vec::new();
        put(&mut out, self.roots.len() as u64);
        let mut last = numbers.start as u64;
        for root in &self.roots {
            put(&mut out, u64::from(root.number) - last);
            last = u64::from(root.number);
            put_move(&mut out, root.played);
        }
        put(&mut out, self.over_outside.len() as u64);
        for root in &self.over_outside {
            put(&mut out, u64::from(*root));
        }
        put(&mut out, self.far.n_plans() as u64);
        for (root, over, steps) in self.far.all() {
            put(&mut out, u64::from(root));
            for end in over.to_numbers() {
                put(&mut out, u64::from(end));
            }
            put(&mut out, steps.len() as u64);
            for (place, ways) in steps {
                put(&mut out, u64::from(*place));
                put(&mut out, u64::from(ways.shortest));
                put(&mut out, u64::from(ways.longest));
            }
        }
        put(&mut out, self.plans.broken.len() as u64);
        for roots in &self.plans.broken {
            put(&mut out, roots.len() as u64);
            for (root, moves) in roots {
                put(&mut out, u64::from(*root));
                put(&mut out, u64::from(*moves));
            }
        }
        put(&mut out, self.plans.worse.len() as u64);
        for (root, given) in &self.plans.worse {
            put(&mut out, u64::from(*root));
            put(&mut out, u64::from(*given));
        }
        lz4_flex::block::compress_prepend_size(&out)
    }

    /// The parcel that these bytes hold; none if they do not fit an ending, its numbers, or the bounds.
    pub(crate) fn from_bytes(
        bytes: &[u8],
        (ending, index): (u8, &Index),
        numbers: Range<usize>,
        n_places: usize,
        bounds: Bounds,
    ) -> Option<Parcel> {
        // LZ4 makes at most 255 bytes of one.
        let size = u32::from_le_bytes(*bytes.first_chunk::<4>()?) as usize;
        if size > bytes.len().saturating_mul(255) {
            return None;
        }
        let bytes = lz4_flex::block::decompress_size_prepended(bytes).ok()?;
        let mut input = ParcelInput(&bytes);
        let mut parcel = Parcel::default();
        let mut last = numbers.start;
        for idx in 0..input.below(numbers.len() + 1)? {
            let number = last.checked_add(usize::try_from(input.number()?).ok()?)?;
            if number >= numbers.end || (idx > 0 && number == last) {
                return None;
            }
            last = number;
            let position = index.position(number)?;
            parcel.roots.push(Root {
                ending,
                number: number as u32,
                played: input.played(&position, bounds)?,
            });
        }
        let n_roots = parcel.roots.len();
        for _ in 0..input.below(n_roots + 1)? {
            parcel.over_outside.push(input.below(n_roots)? as u32);
        }
        for _ in 0..input.below(n_roots + 1)? {
            let root = input.below(n_roots)? as u32;
            let mut ends = [0; 4];
            for end in &mut ends {
                *end = input.below(1 << 16)? as u16;
            }
            let mut steps = Vec::new();
            for _ in 0..input.number()? {
                let place = input.below(n_places)? as u32;
                let shortest = input.below(1 << 16)? as u16;
                let longest = input.below(1 << 16)? as u16;
                steps.push((place, Ways { shortest, longest }));
            }
            parcel.far.add_plan(FarPlan { root, ends, steps });
        }
        for _ in 0..input.below(bounds.claims + 1)? {
            let mut broken = Vec::new();
            for _ in 0..input.below(n_roots + 1)? {
                broken.push((input.below(n_roots)? as u32, input.below(1 << 16)? as u16));
            }
            parcel.plans.broken.push(broken);
        }
        for _ in 0..input.below(n_roots + 1)? {
            let root = input.below(n_roots)? as u32;
            parcel.plans.worse.push((root, input.below(3)? as u8));
        }
        input.0.is_empty().then_some(parcel)
    }
}

/// Writes a number, seven bits at a time, the low ones first.
fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_move(out: &mut Vec<u8>, played: RootMove) {
    match played {
        RootMove::Mated => out.push(0),
        RootMove::Stalemated => out.push(1),
        RootMove::Silent => out.push(2),
        RootMove::Outside => out.push(3),
        RootMove::Stopped => out.push(4),
        RootMove::Move { rule, piece, m } => {
            out.push(5);
            put(out, rule.into());
            put(out, piece.into());
            out.extend(squares(m));
        }
    }
}

/// Where a move begins and ends, and what it promotes to: no two legal moves have all three in common.
fn squares(m: Move) -> [u8; 3] {
    [
        m.from().map_or(64, |from| from.to_usize() as u8),
        Square::to_usize(m.to()) as u8,
        m.promotion().map_or(0, |role: Role| u8::from(role)),
    ]
}

/// Bytes that are read from the front.
struct ParcelInput<'b>(&'b [u8]);

impl ParcelInput<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn below(&mut self, end: usize) -> Option<usize> {
        let number = usize::try_from(self.number()?).ok()?;
        (number < end).then_some(number)
    }

    fn played(&mut self, position: &Small, bounds: Bounds) -> Option<RootMove> {
        let is_over = !position.has_moves();
        let played = match self.byte()? {
            0 if is_over && position.in_check() => RootMove::Mated,
            1 if is_over && !position.in_check() => RootMove::Stalemated,
            2 if !is_over => RootMove::Silent,
            3 if !is_over => RootMove::Outside,
            4 if !is_over => RootMove::Stopped,
            5 => {
                let rule = self.below(bounds.rules.into())? as u16;
                let piece = self.below(bounds.pieces.into())? as u16;
                let wanted = [self.byte()?, self.byte()?, self.byte()?];
                let m = position
                    .moves()
                    .into_iter()
                    .find(|m| squares(*m) == wanted)?;
                RootMove::Move { rule, piece, m }
            }
            _ => return None,
        };
        Some(played)
    }
}
