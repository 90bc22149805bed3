//! Dice, and formulas and pools thrown with them.

pub(crate) mod graphs;
pub(crate) mod nim;
pub(crate) mod truth;

use nasvet_reason::logic::{PoolHypothesis, Proposition};

/// The same throws today and tomorrow (xorshift64*).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number below `n`.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n
    }

    /// A hypothesis out of `n`.
    pub(crate) fn hypothesis(&mut self, n: u64) -> Proposition {
        PoolHypothesis(self.below(n) as u32).into()
    }

    /// Several different hypotheses out of `n`.
    pub(crate) fn hypotheses(&mut self, count: usize, n: u64) -> Vec<Proposition> {
        let mut numbers: Vec<u32> = Vec::new();
        while numbers.len() < count {
            let number = self.below(n) as u32;
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        numbers
            .into_iter()
            .map(|number| PoolHypothesis(number).into())
            .collect()
    }

    /// Any formula over `n` hypotheses, nested at most so deep.
    pub(crate) fn formula(&mut self, depth: u32, n: u64) -> Proposition {
        if depth == 0 {
            return match self.below(12) {
                0 => Proposition::Truth(true),
                1 => Proposition::Truth(false),
                _ => self.hypothesis(n),
            };
        }
        let some = |dice: &mut Dice| {
            let count = dice.below(4);
            (0..count).map(|_| dice.formula(depth - 1, n)).collect()
        };
        match self.below(6) {
            0 => self.formula(depth - 1, n).negated(),
            1 => Proposition::And(some(self)),
            2 => Proposition::Or(some(self)),
            3 => {
                let assumed = self.formula(depth - 1, n);
                assumed.implies(self.formula(depth - 1, n))
            }
            4 => {
                let one = self.formula(depth - 1, n);
                one.iff(self.formula(depth - 1, n))
            }
            _ => self.hypothesis(n),
        }
    }

    /// A fact of one of the six forms of the paper's Table 1, over `n` hypotheses.
    pub(crate) fn table_fact(&mut self, n: u64) -> Proposition {
        let width = 2 + self.below(3) as usize;
        let mut named = self.hypotheses(width + 1, n);
        let head = named.pop().expect("there is one more");
        match self.below(6) {
            0 => Proposition::Or(named),
            1 => Proposition::And(named),
            2 => Proposition::Or(named).implies(head),
            3 => Proposition::And(named).implies(head),
            4 => Proposition::Or(named).iff(head),
            _ => Proposition::And(named).iff(head),
        }
    }

    /// A fact of mixed form that is true where hypotheses have these values.
    pub(crate) fn true_fact(&mut self, values: &[bool]) -> Proposition {
        loop {
            let n = values.len() as u64;
            let fact = match self.below(8) {
                0 => self.formula(2, n),
                1 => self.table_fact(n).negated(),
                _ => self.table_fact(n),
            };
            if fact.holds(&|hypothesis| values[hypothesis.0 as usize]) {
                return fact;
            }
        }
    }
}

/// All ways to give values to `n` hypotheses.
pub(crate) fn assignments(n: u32) -> impl Iterator<Item = Vec<bool>> {
    (0..1u32 << n).map(move |bits| (0..n).map(|idx| bits >> idx & 1 == 1).collect())
}

/// Values as a formula asks for them.
pub(crate) fn valued(values: &[bool]) -> impl Fn(PoolHypothesis) -> bool + '_ {
    |hypothesis| values[hypothesis.0 as usize]
}
