//! Programs from their text, for tests that know no chapter.

use std::sync::Arc;

use domain::Game;
use lang::checked::Program;
use lang::{Form, NoLibrary, Source};

/// The program of a text about one of these games; a text with mistakes ends the test.
pub fn program_about(games: &[&dyn Game], form: Form, text: &str) -> Arc<Program> {
    let source = Source::from_text("test", form, text).expect("the text is well formed");
    let program = lang::check(source, games, &NoLibrary).into_program();
    program.unwrap_or_else(|found| panic!("{found:#?}\n{text}"))
}
