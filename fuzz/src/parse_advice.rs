//! Files of advice: whatever the bytes, reading, checking and laying out end without a panic.

use std::sync::LazyLock;

use lang::syntax::Program;
use lang::syntax::without_places;
use lang::{Diagnostics, Form, Source, format, parse};
use nasvet::{Games, Shelf, check_source, report};

/// More findings than this are not printed; the first ones have all the kinds there are.
const MAX_REPORTED: usize = 20;

static GAMES: LazyLock<Games> = LazyLock::new(Games::new);

/// Reads the bytes as a plain file and as a chapter, checks them, and lays them out.
///
/// What is laid out says the same as before, and is laid out already.
pub fn parse_advice(bytes: &[u8]) {
    for form in [Form::Plain, Form::Chapter] {
        let Ok(source) = Source::from_bytes("fuzz", form, bytes) else {
            continue;
        };
        let loaded = check_source(source, &GAMES, &Shelf::shipped());
        let has_errors = loaded
            .diagnostics
            .iter()
            .any(|diagnostic| diagnostic.is_error());
        assert_eq!(
            loaded.program.is_none(),
            has_errors,
            "a program is refused for a reason, and only for one"
        );
        for diagnostic in loaded.diagnostics.iter().take(MAX_REPORTED) {
            report::show(&loaded.source, &loaded.libraries, diagnostic);
        }
        check_format(&loaded.source, form);
    }
}

fn check_format(source: &Source, form: Form) {
    let (program, is_readable) = read(source);
    match format(source) {
        Ok(once) => {
            assert!(is_readable, "what cannot be read was laid out as\n{once}");
            let again =
                Source::from_text("fuzz", form, &once).expect("what is laid out is a source");
            let (same, is_readable) = read(&again);
            assert!(is_readable, "what was laid out cannot be read:\n{once}");
            assert_eq!(
                without_places(&program.statements),
                without_places(&same.statements),
                "laying out changed what it says:\n{once}"
            );
            if let Ok(twice) = format(&again) {
                assert_eq!(once, twice, "what is laid out is laid out already");
            }
        }
        Err(diagnostics) => {
            let is_refused = diagnostics
                .iter()
                .any(|diagnostic| diagnostic.code == "cannot-format");
            assert!(
                !is_readable || is_refused,
                "laid out nothing, without saying why: {diagnostics:?}"
            );
        }
    }
}

/// The program as it is written, and whether it was read without an error.
fn read(source: &Source) -> (Program, bool) {
    let mut diagnostics = Diagnostics::default();
    let program = parse(source, &mut diagnostics);
    (program, !diagnostics.has_errors())
}
