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
type CodeAddress = *const ();

/// What is asked of a position on any board.
pub fn any_board() -> impl Iterator<Item = CodeAddress> {
    let thinking = thinking::<Chess<AnyBoard>>();
    searching::<Chess<AnyBoard>>().into_iter().chain(thinking)
}

/// What is asked of all positions of an ending.
pub fn small() -> impl Iterator<Item = CodeAddress> {
    searching::<Chess<Small>>().into_iter()
}

/// The compiler and the search.
fn searching<D: Domain>() -> [CodeAddress; 8] {
    [
        code::compile::<D> as CodeAddress,
        code::compile_truths::<D> as CodeAddress,
        foresight::engine::<D> as CodeAddress,
        Engine::<D>::new as CodeAddress,
        Engine::<D>::advise as CodeAddress,
        Engine::<D>::decide as CodeAddress,
        Engine::<D>::ask as CodeAddress,
        Engine::<D>::is_true as CodeAddress,
    ]
}

/// The definition, the checker of trees, and the reasoner.
fn thinking<D: Domain>() -> [CodeAddress; 20] {
    [
        code::compile_piece::<D> as CodeAddress,
        code::compile_definition::<D> as CodeAddress,
        Engine::<D>::prove as CodeAddress,
        Evaluator::<D>::value as CodeAddress,
        Evaluator::<D>::value_with as CodeAddress,
        Evaluator::<D>::traced as CodeAddress,
        Evaluator::<D>::call as CodeAddress,
        Evaluator::<D>::moves as CodeAddress,
        Evaluator::<D>::verdict as CodeAddress,
        proof::check::<D> as CodeAddress,
        proof::check_refutation::<D> as CodeAddress,
        proof::check_verdict::<D> as CodeAddress,
        proof::check_first::<D> as CodeAddress,
        Planner::<D>::new as CodeAddress,
        Reasoner::<D>::new as CodeAddress,
        Reasoner::<D>::run as CodeAddress,
        Reasoner::<D>::conflict_set as CodeAddress,
        Reasoner::<D>::execute as CodeAddress,
        Reasoner::<D>::answer as CodeAddress,
        Reasoner::<D>::proposal as CodeAddress,
    ]
}
