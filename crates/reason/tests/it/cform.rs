//! The c-form against the paper's Table 1 and against truth tables.

use nasvet_reason::Simplification;
use nasvet_reason::logic::{CForm, PoolHypothesis, Proposition, TargetLine, convert, fact_factor};

use crate::common::{Dice, assignments, valued};

const A: PoolHypothesis = PoolHypothesis(0);
const B: PoolHypothesis = PoolHypothesis(1);
const C: PoolHypothesis = PoolHypothesis(2);
const H: PoolHypothesis = PoolHypothesis(3);

fn abc() -> Vec<Proposition> {
    [A, B, C].map(Proposition::from).to_vec()
}

/// The fact in c-form has exactly the lines of the table, in whatever order.
fn check(fact: Proposition, table: &[(&[PoolHypothesis], &[PoolHypothesis])]) {
    let factor = fact_factor(&fact).expect("a small fact");
    let mut found = factor.lines().to_vec();
    let mut expected: Vec<TargetLine> = table
        .iter()
        .map(|(left, right)| TargetLine::new(left.iter().copied(), right.iter().copied()))
        .collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{fact}");
}

#[test]
fn the_six_rows_of_table_1() {
    let h = || Proposition::from(H);
    check(
        Proposition::Or(abc()),
        &[(&[A], &[]), (&[B], &[]), (&[C], &[])],
    );
    check(Proposition::And(abc()), &[(&[A, B, C], &[])]);
    check(
        Proposition::Or(abc()).implies(h()),
        &[(&[H], &[]), (&[], &[A, B, C])],
    );
    check(
        Proposition::And(abc()).implies(h()),
        &[(&[H], &[]), (&[], &[A]), (&[], &[B]), (&[], &[C])],
    );
    check(
        Proposition::Or(abc()).iff(h()),
        &[
            (&[], &[H, A, B, C]),
            (&[A, H], &[]),
            (&[B, H], &[]),
            (&[C, H], &[]),
        ],
    );
    check(
        Proposition::And(abc()).iff(h()),
        &[
            (&[H, A, B, C], &[]),
            (&[], &[A, H]),
            (&[], &[B, H]),
            (&[], &[C, H]),
        ],
    );
    // The transformation that the text shows step by step.
    check(
        Proposition::from(A).implies(B.into()),
        &[(&[], &[A]), (&[B], &[])],
    );
}

#[test]
fn wangs_conversion_has_the_truth_table_of_the_formula() {
    let mut dice = Dice(1982);
    let (mut theorems, mut contradictions) = (0, 0);
    for _ in 0..10_000 {
        let formula = dice.formula(4, 6);
        let (form, factor) = (convert(&formula), fact_factor(&formula));
        let (form, factor) = (form.expect("not too large"), factor.expect("not too large"));
        let mut is_theorem = true;
        for values in assignments(6) {
            let truth = formula.holds(&valued(&values));
            is_theorem &= truth;
            assert_eq!(form.holds(&valued(&values)), truth, "{formula}");
            assert_eq!(factor.holds(&valued(&values)), !truth, "{formula}");
        }
        // Lines that are not tautologies can each be false, so this is decided by looking.
        assert_eq!(form.is_theorem(), is_theorem, "{formula}");
        theorems += u32::from(is_theorem);
        contradictions += u32::from(form.is_false());
    }
    assert!(
        theorems > 500 && contradictions > 500,
        "{theorems} {contradictions}"
    );
}

fn random_form(dice: &mut Dice, first: u32, n: u32) -> CForm {
    let lines = (0..dice.below(4)).map(|_| {
        let mut side = || -> Vec<PoolHypothesis> {
            let count = dice.below(3);
            (0..count)
                .map(|_| PoolHypothesis(first + dice.below(u64::from(n)) as u32))
                .collect()
        };
        let left = side();
        TargetLine::new(left, side())
    });
    CForm::new(lines.collect())
}

#[test]
fn a_product_is_true_where_one_factor_is() {
    let mut dice = Dice(1960);
    for _ in 0..10_000 {
        let (one, other) = (random_form(&mut dice, 0, 5), random_form(&mut dice, 0, 5));
        for tautologies in [false, true] {
            for implied in [false, true] {
                let rules = Simplification {
                    tautologies,
                    implied,
                    values: false,
                };
                let product = one.times(&other, rules);
                for values in assignments(5) {
                    let expected = one.holds(&valued(&values)) || other.holds(&valued(&values));
                    assert_eq!(product.holds(&valued(&values)), expected);
                }
                if one.is_theorem() || other.is_theorem() {
                    assert!(product.is_theorem());
                }
            }
        }
    }
}

#[test]
fn a_product_of_unrelated_factors_is_a_theorem_iff_one_of_them_is() {
    let mut dice = Dice(1979);
    let mut theorems = 0;
    for _ in 0..10_000 {
        let (one, other) = (random_form(&mut dice, 0, 4), random_form(&mut dice, 4, 4));
        let product = one.times(&other, Simplification::ALL);
        let expected = one.is_theorem() || other.is_theorem();
        assert_eq!(product.is_theorem(), expected, "{one:?} {other:?}");
        theorems += u32::from(expected);
    }
    assert!((1_000..9_000).contains(&theorems), "{theorems}");
}

/// Where factors share a hypothesis the product can be a theorem though neither is: that is how facts prove.
#[test]
fn related_factors_can_prove_together_what_neither_proves() {
    let holds = CForm::new(vec![TargetLine::new([], [A])]);
    let is_false = CForm::new(vec![TargetLine::new([A], [])]);
    assert!(!holds.is_theorem() && !is_false.is_theorem());
    assert!(holds.times(&is_false, Simplification::NONE).is_theorem());
}

#[test]
fn each_rule_deletes_what_it_says_and_nothing_else() {
    let lines = || {
        vec![
            TargetLine::new([A], [A]),
            TargetLine::new([A], [B]),
            TargetLine::new([A, C], [B, H]),
            TargetLine::new([A], [B]),
        ]
    };
    let left = |rules| {
        let mut form = CForm::new(lines());
        form.simplify(rules);
        form.lines().to_vec()
    };
    let of = |tautologies, implied| Simplification {
        tautologies,
        implied,
        values: false,
    };
    assert_eq!(left(of(false, false)), lines());
    assert_eq!(left(of(true, false)), lines()[1..]);
    assert_eq!(left(of(false, true)), lines()[..2]);
    assert_eq!(left(of(true, true)), lines()[1..2]);
}
