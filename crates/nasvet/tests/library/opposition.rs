//! The opposition, thought through: three sentences that are true everywhere, and an idea in every answer.
//!
//! The tables judge; the reasoner never sees them. With `NASVET_DEEP=1` all positions are asked about.

use chess::{Chess, Small, View};
use domain::{Notation, Stop};
use nasvet::{Chapter, Sample, Survey};
use reason::Control;
use shakmaty::Color;
use testing::is_deep;
use verify::{Index, Material};

use crate::pawns::glance::Glance;
use crate::pawns::ideas::Ideas;
use crate::pawns::tables;

/// The square of the pawn, the key squares, and the king before the pawn: over all positions, and those after the pawn
/// has become something or is gone.
#[test]
fn the_three_sentences_are_true_in_every_position() {
    let program = testing::chapter("opposition");
    let chess = Chess::<Small>::new();
    let mut glance = Glance::new(&chess, &program, tables());
    let mut n_positions = 0;
    for ending in ["KPK", "KQK", "KRK", "KBK", "KNK"] {
        let index = Index::new(ending.parse().expect("it is an ending"));
        for position in (0..index.n_numbers()).filter_map(|number| index.position(number)) {
            glance.look(&position);
            n_positions += 1;
        }
    }
    println!("{n_positions} positions, known {:?}", glance.known);
    assert!(glance.lies.is_empty(), "{:#?}", glance.lies);
    assert!(glance.known.into_iter().all(|known| known > 100_000));
}

/// No answer is wrong and none is missing.
#[test]
fn every_position_is_answered_as_the_tables_say() {
    let program = testing::chapter("opposition");
    let survey = Survey {
        program: &program,
        condition: None,
        control: Control {
            max_search_nodes: 100_000,
            ..Control::default()
        },
        sample: if is_deep() {
            Sample::All
        } else {
            Sample::Some {
                count: 500,
                seed: 1,
            }
        },
        examples: 10,
        threads: 2,
    };
    let material: Material = "KPK".parse().expect("it is an ending");
    let before = documents::FindingsDocument::default();
    let findings = survey.run(tables(), material, before, &Stop::new(), &|_| {});
    let findings = findings.expect("the chapter has the hypotheses");
    println!("{findings:?}");
    assert_eq!(findings.n_wrong(), 0, "{:?}", findings.wrong);
    assert_eq!(findings.n_unknown(), 0, "{:?}", findings.unknown);
}

/// What is not seen at once is told as a plan that permits few moves, never as a search of all.
#[test]
fn every_answer_has_an_idea() {
    let chapter = Chapter::shipped("opposition").expect("a shipped chapter");
    let chess = Chess::<Small>::new();
    let index = Index::new("KPK".parse().expect("it is an ending"));
    // A prime, so that all squares come up.
    let stride = if is_deep() { 199 } else { 1_999 };
    let positions = (0..index.n_numbers())
        .step_by(stride)
        .filter_map(|number| index.position(number));
    let positions =
        positions.map(|position| chess.write_position(&position, View { us: Color::White }));
    let ideas = Ideas::of(&chapter, positions, &["can White win?"]);
    let Ideas { n_seen, permitted } = &ideas;
    println!("{n_seen} at once, {} by a plan", permitted.len());
    assert!(permitted.len() > 20, "{}", permitted.len());
    // A king has eight moves at most, so three of them are many.
    assert!(ideas.median() <= 40, "{permitted:?}");
}
