//! Which positions have a move to one of a few targets: moves are taken back from each target, instead of looking at every
//! position.

use domain::Side;
use shakmaty::{Bitboard, Rank, Role, Square, attacks};

use super::Region;
use super::moves::{MAX_MEN, MenAbove, Promotion, StepBack, attacks_of, bit};

/// Where more words than one in so many have a target, every position is looked at. So it is where there are more targets
/// with other men, which are looked at one by one.
const FEW: usize = 8;

impl StepBack<'_> {
    /// The positions of an ending, as words, that have a move to a target; or to one that is no target although it was
    /// one, or the other way round, if the targets before are given. None if these are many.
    pub(super) fn origins_of_few(
        &self,
        ending: usize,
        before: Option<&Region>,
    ) -> Option<Vec<u64>> {
        let most = self.legal.len() / FEW;
        let changes = |of: usize| {
            let before = before.map(|before| before.set(of).words());
            let now = self.targets.set(of).words().iter().enumerate();
            let words = now.map(move |(at, now)| (at, before.map_or(0, |before| before[at]) ^ now));
            words.filter(|(_, word)| *word != 0)
        };
        let mut followers: Vec<usize> = self.men.followers().collect();
        followers.sort_unstable();
        followers.dedup();
        // What is still the same set has no changes.
        followers.retain(|of| before.is_none_or(|before| before.set(*of) != self.targets.set(*of)));
        let n_after = followers.iter().flat_map(|of| changes(*of));
        let n_after = n_after.scan(0, |n, (_, word)| {
            *n += word.count_ones() as usize;
            Some(*n)
        });
        let is_many = changes(ending).nth(most).is_some() || n_after.into_iter().any(|n| n > most);
        if is_many {
            return None;
        }
        let mut found = Origins {
            legal: self.legal,
            words: vec![0; self.legal.len()],
        };
        if self.moves.quiet {
            for (at, word) in changes(ending) {
                self.take_back(at, word, &mut found);
            }
        }
        for of in followers {
            for (at, word) in changes(of) {
                for low in Bitboard(word) {
                    self.take_back_into(of, at << 6 | low.to_usize(), &mut found);
                }
            }
        }
        Some(found.words)
    }

    /// Takes back moves after which the men are the same, given the targets of one word.
    fn take_back(&self, at: usize, targets: u64, found: &mut Origins<'_>) {
        let standing = MenAbove::new(self.men, at);
        let occupied = standing.occupied;
        for (field, (side, role)) in self.men.fields.iter().enumerate() {
            if *side != self.mover || !self.moves.has(*role) {
                continue;
            }
            if field == 0 {
                let origins = self.before_moves(*role, Bitboard(targets), !occupied);
                found.add(at, origins.0);
                continue;
            }
            let to = standing.squares[field];
            match role {
                Role::Pawn => {
                    let Some(one) = self.step_of_pawn_back(to) else {
                        continue;
                    };
                    found.add(standing.word_with(field, one), targets);
                    let two = self.step_of_pawn_back(one);
                    if let Some(two) = two.filter(|two| self.is_on_second(*two))
                        && !occupied.contains(one)
                    {
                        found.add(standing.word_with(field, two), targets & !bit(one));
                    }
                }
                Role::King | Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
                    for from in attacks_of(*role, self.mover, to, occupied) & !occupied {
                        let free = !attacks::between(from, to).0;
                        found.add(standing.word_with(field, from), targets & free);
                    }
                }
            }
        }
    }

    /// Takes back captures and promotions that lead to a position of another ending.
    fn take_back_into(&self, ending: usize, number: usize, found: &mut Origins<'_>) {
        for (victim, without) in self.men.without.iter().enumerate() {
            if *without == Some(ending)
                && self.men.fields[victim].0 != self.mover
                && self.moves.captures
            {
                self.take_back_capture(victim, number, found);
            }
        }
        let promotions = self.men.promotions.iter();
        for promotion in promotions.filter(|promotion| promotion.ending == ending) {
            let is_wanted = match promotion.captured {
                Some(_) => self.moves.captures,
                None => self.moves.quiet,
            };
            let is_ours = self.men.fields[promotion.pawn].0 == self.mover;
            if is_wanted && is_ours && self.moves.has(Role::Pawn) {
                self.take_back_promotion(promotion, number, found);
            }
        }
    }

    fn take_back_capture(&self, victim: usize, number: usize, found: &mut Origins<'_>) {
        let n_fields = self.men.fields.len();
        let mut squares = [Square::A1; MAX_MEN];
        let staying = (0..n_fields).filter(|field| *field != victim);
        for (field, after) in staying.clone().zip(0..) {
            squares[field] = Square::new((number >> (6 * after) & 63) as u32);
        }
        for field in staying.clone() {
            let (side, role) = self.men.fields[field];
            if side != self.mover || !self.moves.has(role) {
                continue;
            }
            let to = squares[field];
            squares[victim] = to;
            let others = staying.clone().filter(|other| *other != field);
            let others: Bitboard = others.map(|other| squares[other]).collect();
            // What a pawn attacks, it is attacked from by a pawn of the other side.
            for from in attacks_of(role, !self.mover, to, others) & !others {
                squares[field] = from;
                found.add_one(&squares[..n_fields]);
            }
            squares[field] = to;
        }
    }

    fn take_back_promotion(&self, promotion: &Promotion, number: usize, found: &mut Origins<'_>) {
        let n_fields = self.men.fields.len();
        let mut squares = [Square::A1; MAX_MEN];
        for (square, after) in squares.iter_mut().zip(promotion.to) {
            if let Some(after) = after {
                *square = Square::new((number >> (6 * after) & 63) as u32);
            }
        }
        let to = squares[promotion.pawn];
        let last = match self.mover {
            Side::Us => Rank::Eighth,
            Side::Them => Rank::First,
        };
        if to.rank() != last {
            return;
        }
        let origins = match promotion.captured {
            Some(victim) => {
                squares[victim] = to;
                attacks_of(Role::Pawn, !self.mover, to, Bitboard::EMPTY)
            }
            None => self.step_of_pawn_back(to).into_iter().collect(),
        };
        for from in origins {
            squares[promotion.pawn] = from;
            found.add_one(&squares[..n_fields]);
        }
    }

    /// The square behind a pawn of the mover.
    fn step_of_pawn_back(&self, to: Square) -> Option<Square> {
        to.offset(match self.mover {
            Side::Us => -8,
            Side::Them => 8,
        })
    }
}

/// Positions from which a move leads to a target.
struct Origins<'l> {
    legal: &'l [u64],
    words: Vec<u64>,
}

impl Origins<'_> {
    /// Adds those of a word that are legal.
    fn add(&mut self, at: usize, bits: u64) {
        self.words[at] |= bits & self.legal[at];
    }

    /// Adds one, by the squares of its fields, if it is legal.
    fn add_one(&mut self, squares: &[Square]) {
        let fields = squares.iter().zip(0..);
        let number: usize = fields
            .map(|(square, field)| square.to_usize() << (6 * field))
            .sum();
        self.add(number / 64, 1 << (number % 64));
    }
}
