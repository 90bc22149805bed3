//! A set of numbers that also tells how many of its members come before one, and which is the n-th.

/// How many words are counted together.
const BLOCK: usize = 8;

/// Bits with the number of those set before each block: 17 bits for 16 numbers.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct RankedBits {
    words: Vec<u64>,
    /// By block: how many bits are set before it; and in all.
    before: Vec<u32>,
}

impl RankedBits {
    pub(crate) fn new(words: Vec<u64>) -> RankedBits {
        let mut before = Vec::with_capacity(words.len().div_ceil(BLOCK) + 1);
        before.push(0);
        for block in words.chunks(BLOCK) {
            let n: u32 = block.iter().map(|word| word.count_ones()).sum();
            before.push(before[before.len() - 1] + n);
        }
        RankedBits { words, before }
    }

    /// The words, in the order of the numbers.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// How many members there are before the numbers of a word.
    #[inline]
    pub(crate) fn before_word(&self, at: usize) -> usize {
        let block = at / BLOCK;
        let near = self.words[block * BLOCK..at].iter();
        near.fold(self.before[block], |n, word| n + word.count_ones()) as usize
    }

    /// How many members there are before a number, if it is one itself.
    #[inline]
    pub(crate) fn rank(&self, number: usize) -> Option<usize> {
        let (at, bit) = (number / 64, number % 64);
        let word = *self.words.get(at)?;
        (word >> bit & 1 == 1).then(|| self.before_word(at) + rank_in_word(word, bit))
    }

    /// The member before which there are so many others.
    pub(crate) fn member(&self, rank: usize) -> usize {
        let block = self.before.partition_point(|n| *n as usize <= rank) - 1;
        let mut left = rank - self.before[block] as usize;
        let mut at = block * BLOCK;
        loop {
            let n = self.words[at].count_ones() as usize;
            if left < n {
                let rest = (0..left).fold(self.words[at], |rest, _| rest & (rest - 1));
                return at << 6 | rest.trailing_zeros() as usize;
            }
            left -= n;
            at += 1;
        }
    }
}

/// How many bits of a word are set below one of them.
#[inline]
pub(crate) fn rank_in_word(word: u64, bit: usize) -> usize {
    (word & ((1 << bit) - 1)).count_ones() as usize
}

/// The bits of a word that are set, in rising order.
#[inline]
pub(crate) fn bits_of(mut rest: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_and_ranks_correspond() {
        let words: Vec<u64> = (0..37_u64)
            .map(|n| (n * n).wrapping_mul(0x0123_4567_89ab_cdef))
            .collect();
        let bits = RankedBits::new(words.clone());
        let members =
            (0..64 * words.len()).filter(|number| words[number / 64] >> (number % 64) & 1 == 1);
        let members: Vec<usize> = members.collect();
        for (rank, member) in members.iter().enumerate() {
            assert_eq!(bits.member(rank), *member);
            assert_eq!(bits.rank(*member), Some(rank));
        }
        assert_eq!(bits.rank(0), None);
        assert_eq!(bits.rank(1 << 20), None);
    }
}
