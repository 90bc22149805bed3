//! The shipped chapters as programs, and programs that may use them.

use std::sync::Arc;

use lang::checked::Program;
use lang::{Form, Source};
use nasvet::{Games, Kind, Loaded, SHIPPED, Shelf, Shipped, check_source};

/// The program of a shipped chapter.
pub fn chapter(name: &str) -> Arc<Program> {
    let shipped = Shipped::named(name);
    program_of(shipped.unwrap_or_else(|| panic!("{name} is no shipped chapter")))
}

/// The names and programs of the shipped chapters about a game that are decided by looking ahead.
///
/// Those with pieces without a bound are left out: engine and reference know no end there, and their sets have tests
/// of their own.
pub fn chapters_about(game: &str) -> Vec<(&'static str, Arc<Program>)> {
    let chapters = SHIPPED
        .iter()
        .filter(|shipped| shipped.kind == Kind::Chapter);
    let programs = chapters.map(|shipped| (shipped.name, program_of(shipped)));
    let looks_ahead = |program: &Program| program.pieces.iter().all(|of| of.endless.is_none());
    programs
        .filter(|(_, program)| program.game == game && looks_ahead(program))
        .collect()
}

fn program_of(shipped: &Shipped) -> Arc<Program> {
    sound(check_source(
        shipped.source(),
        &Games::new(),
        &Shelf::shipped(),
    ))
}

/// The program of a text in a form, which may use what is shipped; a text with mistakes ends the test.
pub fn program(form: Form, text: &str) -> Arc<Program> {
    sound(checked("test", form, text))
}

/// A text, checked; it may have mistakes.
pub fn checked(name: &str, form: Form, text: &str) -> Loaded {
    let source = Source::from_text(name, form, text).expect("the text is well formed");
    check_source(source, &Games::new(), &Shelf::shipped())
}

/// What files with these names and texts may import: the shipped libraries, and each other.
pub fn world_of<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> lang::Overlay<Shelf> {
    let mut world = lang::Overlay::new(Shelf);
    for (name, text) in files {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        if let Ok(source) = Source::from_text(name, Form::of_name(name), text) {
            world.insert(stem, source);
        }
    }
    world
}

fn sound(loaded: Loaded) -> Arc<Program> {
    let name = &loaded.source.name;
    loaded
        .program
        .unwrap_or_else(|| panic!("{name} has mistakes: {:#?}", loaded.diagnostics))
}
