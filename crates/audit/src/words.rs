//! The templates, one file for each topic.

mod common;
mod verdict;
mod consequence;
mod lines;
mod finding;
mod wall;
mod side;
mod corner;
mod pawn;
mod queen;
mod duel;
mod road;
mod escort;
mod hunt;
mod knight;
mod lacks;
mod plans;

use crate::reader::SentenceForm;

/// Templates of whole sentences.
pub(crate) fn sentences() -> impl Iterator<Item = &'static SentenceForm> {
    let forms = verdict::FORMS.iter().chain(lines::FORMS);
    forms.chain(finding::FORMS).chain(plans::FORMS)
}

/// Templates of clauses, which speak of the position on the stage.
pub(crate) fn claims() -> impl Iterator<Item = &'static SentenceForm> {
    consequence::FORMS
        .iter()
        .chain(wall::FORMS)
        .chain(side::FORMS)
        .chain(corner::FORMS)
        .chain(pawn::FORMS)
        .chain(queen::FORMS)
        .chain(duel::FORMS)
        .chain(road::FORMS)
        .chain(escort::FORMS)
        .chain(hunt::FORMS)
        .chain(knight::FORMS)
        .chain(lacks::FORMS)
}
