//! The figures of the AL2 paper, from the shipped chapter: the forcing tree of Fig. 3, line by line, and the two rows
//! of Fig. 4.

use chess::{Chess, Small};
use code::compile;
use domain::{Notation, Side, Watch};
use lang::reference::Budget;
use proof::{Finding, Subject, show, show_statistics};
use search::{Engine, Options};
use testing::chapter;

/// The position of Fig. 2: only Kc2 wins.
pub(crate) const FIGURE_2: &str = "5k2/8/8/8/8/2P5/8/3K4 w - -";

/// Its forcing tree.
pub(crate) const FIGURE_3: &str = "\
Kc2  Ke7  Kb3  Kd6  Kb4  Kc6 /
                         Kd5 /
               Ke6  Kc4  Kd6 /
               Kd7  Kb4  Kd6 /
                         Kc6 /
     Kf7  Kd3  Ke7  Kc4  Kd6 /
               Ke6  Kc4  Kd6 /
     Ke8  Kb3  Ke7  Kc4  Kd6 /
               Kd7  Kb4  Kd6 /
                         Kc6 /
";

const FIGURE_4: &str = "\
ADVICE                         NODES  1  2  3   4   5   6  7  8
1 push_pawn                       19  1  5  1   5   1   4  1  1
2 bring_king_in_front_of_pawn     58  3  9  6  15  10  15  0  0
NODES = 77
";

#[test]
fn figures_3_and_4_are_printed_as_in_the_paper() {
    let (chess, program) = (Chess::<Small>::new(), chapter("kpk"));
    let compiled = compile(&chess, &program);
    let (root, view) = chess
        .read_position(FIGURE_2, &program.header)
        .expect("the position of Fig. 2");
    let mut engine = Engine::new(&compiled, Options::default());
    let advised = engine.advise(&root, &Watch::nodes(100_000));
    let name = |piece| &program.piece(piece).name[..];
    let rows: Vec<_> = (1..)
        .zip(&advised.tried)
        .map(|(n, tried)| (n, name(tried.piece), tried.statistics.by_depth()))
        .collect();
    assert_eq!(show_statistics(&rows), FIGURE_4);
    let (piece, tree) = advised.chosen.expect("the second piece is satisfied");
    assert_eq!(name(piece), "bring_king_in_front_of_pawn");
    assert_eq!((tree.size(), tree.depth()), (31, 6));
    assert_eq!(show(&chess, &root, view, &tree, 100), FIGURE_3);
    let question = Subject {
        domain: &chess,
        program: &program,
        piece,
        us: Side::Us,
        root: &root,
    };
    assert_eq!(
        proof::check(question, &tree, Budget::steps(1_000_000)),
        Finding::Sound
    );
}
