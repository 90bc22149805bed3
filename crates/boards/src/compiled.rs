//! The list of what is compiled here: the functions through which others use the engines, for each board.
//!
//! The compiler makes code of a generic function where its types are named, and in a crate that is optimised it does so
//! even if a crate below has made the same before, unless the function is never inlined. All functions of the list are
//! marked so where they are written. Whoever calls one of them for chess is linked to the code that was made here.

use chess::{AnyBoard, Chess, Small};
use domain::Domain;
use lang::reference::Evaluator;
use reason::{Planner, Reasoner};
use search::Engine;

use crate::foresight;

/// Where the code of a function begins.
type Code = *const ();

/// What is asked of a position on any board.
pub fn any_board() -> impl Iterator<Item = Code> {
    let thinking = thinking::<Chess<AnyBoard>>();
    searching::<Chess<AnyBoard>>().into_iter().chain(thinking)
}

/// What is asked of all positions of an ending.
pub fn small() -> impl Iterator<Item = Code> {
    searching::<Chess<Small>>().into_iter()
}

/// The compiler and the search.
fn searching<D: Domain>() -> [Code; 8] {
    [
        code::compile::<D> as Code,
        code::compile_truths::<D> as Code,
        foresight::engine::<D> as Code,
        Engine::<D>::new as Code,
        Engine::<D>::advise as Code,
        Engine::<D>::decide as Code,
        Engine::<D>::ask as Code,
        Engine::<D>::is_true as Code,
    ]
}

/// The definition, the checker of trees, and the reasoner.
fn thinking<D: Domain>() -> [Code; 20] {
    [
        code::compile_piece::<D> as Code,
        code::compile_definition::<D> as Code,
        Engine::<D>::prove as Code,
        Evaluator::<D>::value as Code,
        Evaluator::<D>::value_with as Code,
        Evaluator::<D>::traced as Code,
        Evaluator::<D>::call as Code,
        Evaluator::<D>::moves as Code,
        Evaluator::<D>::verdict as Code,
        proof::check::<D> as Code,
        proof::check_refutation::<D> as Code,
        proof::check_verdict::<D> as Code,
        proof::check_first::<D> as Code,
        Planner::<D>::new as Code,
        Reasoner::<D>::new as Code,
        Reasoner::<D>::run as Code,
        Reasoner::<D>::conflict_set as Code,
        Reasoner::<D>::execute as Code,
        Reasoner::<D>::answer as Code,
        Reasoner::<D>::proposal as Code,
    ]
}
