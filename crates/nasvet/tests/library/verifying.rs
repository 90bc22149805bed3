//! No chapter makes the verifier fail: it gives a report, or says why it cannot.

use std::sync::Arc;

use domain::{Stop, Watch};
use lang::checked::Program;
use lang::{Form, Source};
use nasvet::{Games, Kind, Questions, SHIPPED, Shelf, Unverifiable, check_source, verify_program};
use testing::{CasePage, world_of};
use verify::EndgameTables;

/// Begins to verify a program, without tables, and stops after the first thousands of positions; or says why not.
fn begin(program: &Arc<Program>) -> Option<Unverifiable> {
    let stop = Stop::default();
    let raised = stop.clone();
    let watch = Watch::new()
        .with_stop(&stop)
        .with_listener(move |progress| {
            if progress.done > 0 {
                raised.raise();
            }
        });
    let questions = Questions {
        nodes: Some(20),
        room: 1 << 28,
        spare: None,
        games: 1,
        group: true,
    };
    verify_program(program, &EndgameTables::new(), questions, &watch).err()
}

#[test]
fn every_shipped_chapter_can_be_begun_or_is_refused() {
    let (games, shelf) = (Games::new(), Shelf::shipped());
    let chapters = SHIPPED.iter();
    let chapters = chapters.filter(|shipped| shipped.kind == Kind::Chapter);
    let mut refused = Vec::new();
    for shipped in chapters {
        let checked = check_source(shipped.source(), &games, &shelf);
        let program = checked.program.expect("a shipped chapter is sound");
        match begin(&program) {
            None | Some(Unverifiable::Stopped(_)) => {}
            Some(Unverifiable::NoTable(_) | Unverifiable::OtherGame(_)) => {
                refused.push(shipped.name);
            }
            Some(other) => panic!("{}: {other}", shipped.name),
        }
    }
    refused.sort_unstable();
    // Two are about other games, and one answers questions and has no table.
    assert_eq!(refused, ["and-or", "kpkp", "nim"]);
}

#[test]
fn what_is_sound_in_the_catalogue_of_mistakes_can_be_begun() {
    let games = Games::new();
    let mut n_sound = 0;
    for page in CasePage::all_in("cases/mistakes") {
        for case in page.cases() {
            for (name, text) in case.files() {
                let Ok(source) = Source::from_text(name, Form::of_name(name), text) else {
                    continue;
                };
                let checked = check_source(source, &games, &world_of(case.files()));
                if let Some(program) = checked.program {
                    let _ = begin(&program);
                    n_sound += 1;
                }
            }
        }
    }
    // Warnings are mistakes too, and leave a program.
    assert!(n_sound > 10, "{n_sound}");
}
