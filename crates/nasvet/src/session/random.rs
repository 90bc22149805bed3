//! Chance that can be repeated: the same seed gives the same numbers, everywhere and always.

/// A source of numbers that look random (SplitMix64, by Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: u64,
}

impl Random {
    /// The source with this seed.
    pub(crate) fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// A number below `n`, which is not zero.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        // The high part of a wide product is as even as a remainder, and needs no division.
        ((u128::from(bits) * u128::from(n)) >> 64) as u64
    }

    /// One of the items, if there are any.
    pub(crate) fn one_of<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        if items.is_empty() {
            return None;
        }
        items.get(self.below(items.len() as u64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        // The first numbers for the seed 1234567, as the reference implementation in C prints them.
        let expected: [u64; 3] = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        let mut random = Random::new(1_234_567);
        for number in expected {
            let high = (number >> 32) as u32;
            assert_eq!(random.below(1 << 32), u64::from(high));
        }
    }

    #[test]
    fn every_number_below_comes_up() {
        let mut random = Random::new(7);
        let mut seen = [0; 6];
        for _ in 0..6_000 {
            seen[random.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (800..1_200).contains(n)), "{seen:?}");
    }
}
