//! Registers, and operations on raw values that need no position: numbers and tables.

use domain::{N_ONLY_MEN, NOBODY_ELSE, OnlyMen, RawArgs};

use crate::compiled::{
    ArgRegs, FIRST_MAN, MAX_REGS, NO_VALUE, NumberTable, NumbersOfItems, Operand, Reg,
};
use lang::checked::Operation;

/// How many values that depend on the squares of men alone are kept in one table; a power of two.
pub(super) const N_KEPT: usize = 256;

/// The registers: a fixed number, so that no bounds check is needed.
pub(super) struct Regs {
    values: Box<[u64; MAX_REGS]>,
    /// The stamp of the position whose men are in their registers, if it is known, and which of them are there. No
    /// position has stamp 0.
    men_of: u64,
    there: u64,
}

impl Regs {
    pub(super) fn new() -> Regs {
        let values = vec![0; MAX_REGS].into_boxed_slice();
        Regs {
            values: values.try_into().expect("there are just so many"),
            men_of: 0,
            there: 0,
        }
    }

    #[inline]
    pub(super) fn get(&self, reg: Reg) -> u64 {
        self.values[usize::from(reg)]
    }

    #[inline]
    pub(super) fn put(&mut self, reg: Reg, raw: u64) {
        self.values[usize::from(reg)] = raw;
    }

    /// The registers for men of which a side has just one. Whose men they hold from now on is not known.
    #[inline]
    pub(super) fn only_men(&mut self) -> &mut OnlyMen {
        self.men_of = 0;
        let men = &mut self.values[FIRST_MAN..FIRST_MAN + N_ONLY_MEN];
        men.try_into().expect("there are just so many")
    }

    /// Loads the men of a position with this stamp, if they are not there already: which of them it has.
    #[inline]
    pub(super) fn load_men(&mut self, stamp: u64, load: impl FnOnce(&mut OnlyMen) -> u64) -> u64 {
        if stamp == 0 || self.men_of != stamp {
            self.there = load(self.only_men());
            self.men_of = stamp;
        }
        self.there
    }

    /// Has the position whose men are loaded just these men, and nobody else?
    #[inline]
    pub(super) fn are_all(&self, men: u64) -> bool {
        self.there == men | NOBODY_ELSE
    }

    /// The squares of up to ten men in one number that is not 0, and its place in a table.
    #[inline]
    pub(super) fn key_of(&self, men: u64) -> (u64, usize) {
        let mut key = 1;
        let mut rest = men;
        while rest != 0 {
            let man = FIRST_MAN + rest.trailing_zeros() as usize % N_ONLY_MEN;
            key = key << 6 | self.values[man];
            rest &= rest - 1;
        }
        // A multiplicative hash: its high bits depend on all of the key.
        let at = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        (key, at as usize)
    }

    /// The squares in two registers, as an index of a table with all of them.
    #[inline]
    pub(super) fn pair(&self, [a, b]: [Reg; 2]) -> usize {
        (self.get(a) % 64 * 64 + self.get(b) % 64) as usize
    }

    #[inline]
    pub(super) fn number(&self, reg: Reg) -> i64 {
        self.get(reg).cast_signed()
    }

    #[inline]
    pub(super) fn put_number(&mut self, reg: Reg, number: i64) {
        self.put(reg, number.cast_unsigned());
    }

    /// Puts a value into a register, if there is one; otherwise the code goes on at `missing`.
    #[inline]
    pub(super) fn put_or_go(&mut self, reg: Reg, raw: Option<u64>, at: &mut usize, missing: u32) {
        match raw {
            Some(raw) => self.put(reg, raw),
            None => *at = missing as usize,
        }
    }

    /// Registers as the arguments of a word.
    #[inline]
    pub(super) fn args(&self, args: ArgRegs) -> RawArgs {
        args.map(|reg| self.get(reg))
    }

    /// What is compared.
    #[inline]
    pub(super) fn operand(&self, operand: &Operand) -> i64 {
        match &operand.table {
            Some(table) => of_pair(table, self.get(operand.a), self.get(operand.b)).into(),
            None => self.number(operand.a),
        }
    }

    /// Looks numbers up in a table, or calls the word if they are too large for it.
    #[inline]
    pub(super) fn of_numbers(&self, asked: &NumberTable, args: ArgRegs) -> Option<u64> {
        let [a, b, c, ..] = args;
        let numbers = [self.get(a), self.get(b), self.get(c)];
        match Regs::in_table(asked, numbers) {
            Some(NO_VALUE) => None,
            Some(raw) => Some(raw.into()),
            None => Regs::beyond_table(asked, self.args(args)),
        }
    }

    /// The entry of numbers that are small enough for the table.
    #[inline]
    fn in_table(asked: &NumberTable, [a, b, c]: [u64; 3]) -> Option<u8> {
        let table = &asked.table;
        ((a | b | c) < 16).then(|| table[(a << 8 | b << 4 | c) as usize % table.len()])
    }

    #[inline(never)]
    fn beyond_table(asked: &NumberTable, args: RawArgs) -> Option<u64> {
        (asked.word)(asked.viewer, args)
    }

    /// The same where a register may hold an item that stands for its number.
    #[inline]
    pub(super) fn of_numbers_of_items(&self, asked: &NumberTable, args: ArgRegs) -> Option<u64> {
        let mut args = self.args(args);
        for (arg, table) in args.iter_mut().zip(&asked.of_items) {
            if let Some(table) = table {
                *arg = of_item(table, *arg).into();
            }
        }
        let [a, b, c, ..] = args;
        match Regs::in_table(asked, [a, b, c]) {
            Some(NO_VALUE) => None,
            Some(raw) => Some(raw.into()),
            None => Regs::beyond_table(asked, args),
        }
    }

    /// Is a word true of the numbers of three items?
    #[inline]
    pub(super) fn test_numbers_of_items(&self, asked: &NumbersOfItems, items: [Reg; 3]) -> bool {
        let [a, b, c] = items.map(|reg| self.get(reg));
        let [of_a, of_b, of_c] = &asked.places;
        let idx = of_item(of_a, a) | of_item(of_b, b) | of_item(of_c, c);
        asked.table[usize::from(idx) % asked.table.len()] == 1
    }
}

/// The table entry of an item, and of a pair of items; items are below 64.
#[inline]
pub(super) fn of_item<T: Copy>(table: &[T; 64], a: u64) -> T {
    table[(a % 64) as usize]
}

#[inline]
pub(super) fn of_pair<T: Copy>(table: &[T; 64 * 64], a: u64, b: u64) -> T {
    table[(a % 64 * 64 + b % 64) as usize]
}

/// Whole numbers; what does not fit, and division by zero, has no value.
#[inline]
pub(crate) fn arithmetic(operation: Operation, a: i64, b: i64) -> Option<i64> {
    match operation {
        Operation::Add => a.checked_add(b),
        Operation::Subtract => a.checked_sub(b),
        Operation::Multiply => a.checked_mul(b),
        Operation::Divide => {
            let quotient = a.checked_div(b)?;
            Some(if a % b != 0 && (a < 0) != (b < 0) {
                quotient - 1
            } else {
                quotient
            })
        }
        Operation::Modulo => {
            let remainder = a.checked_rem(b)?;
            Some(if remainder != 0 && (remainder < 0) != (b < 0) {
                remainder + b
            } else {
                remainder
            })
        }
    }
}
