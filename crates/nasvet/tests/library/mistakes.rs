//! Fixes for the mistakes of `cases/mistakes`, and bytes that no page can hold.
//!
//! What is said about each mistake stands in the pages themselves, and the program's tests compare it.

use std::path::Path;

use lang::{Diagnostic, Fix, Form, MAX_SOURCE, Source, SourceId};
use nasvet::{Games, check_source};
use testing::{Case, CasePage, world_of};

#[test]
fn a_fix_mends_its_finding_and_breaks_nothing() {
    let games = Games::new();
    let (mut with_fix, mut n_findings, mut n_fixes, mut wrong) = (0, 0, 0, Vec::new());
    let pages = CasePage::all_in("cases/mistakes");
    for (case, name, text) in pages.iter().flat_map(files) {
        let found = diagnostics(&case, name, text, &games);
        n_findings += found.len();
        with_fix += usize::from(found.iter().any(|found| !found.fixes.is_empty()));
        for mended in &found {
            let Some(fix) = mended.fixes.first() else {
                continue;
            };
            n_fixes += 1;
            let after = after_fix(&case, name, text, fix, &games);
            let count = |all: &[Diagnostic], one: &Diagnostic| {
                let same = |other: &&Diagnostic| told(other) == told(one);
                all.iter().filter(same).count()
            };
            let is_gone = count(&after, mended) < count(&found, mended);
            let new = after
                .iter()
                .filter(|one| one.is_error() && count(&after, one) > count(&found, one));
            let new: Vec<String> = new.map(told).collect();
            if !is_gone || !new.is_empty() {
                let (page, title, told) = (&case.page.path, &fix.title, told(mended));
                wrong.push(format!("{page}, {name}: {told}\n  {title}: {new:#?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(n_findings >= 392, "only {n_findings} findings");
    assert!(
        with_fix >= 100,
        "only {with_fix} files have a fix, {n_fixes} findings"
    );
}

/// The files of a page, each with its case and its name.
fn files(page: &CasePage) -> impl Iterator<Item = (Case<'_>, &str, &str)> {
    let cases = page.cases();
    cases.flat_map(|case| {
        let files = case.files();
        files.map(move |(name, text)| (case, name, text))
    })
}

/// What is found in a file of a case.
fn diagnostics(case: &Case<'_>, name: &str, text: &str, games: &Games) -> Vec<Diagnostic> {
    match Source::from_text(name, Form::of_name(name), text) {
        Ok(source) => check_source(source, games, &world_of(case.files())).diagnostics,
        Err(diagnostic) => vec![diagnostic],
    }
}

/// What is found after a fix, which may be for a library.
fn after_fix(case: &Case<'_>, name: &str, text: &str, fix: &Fix, games: &Games) -> Vec<Diagnostic> {
    let beside = world_of(case.files());
    let mut world = beside.clone();
    if let Ok(source) = Source::from_text(name, Form::of_name(name), text) {
        for library in check_source(source, games, &beside).libraries {
            let mended = fix.apply(library.id(), &library.text);
            let stem = Path::new(&library.name)
                .file_stem()
                .expect("a file has a name");
            let mended = Source::from_text(&library.name, Form::of_name(&library.name), &mended);
            world.insert(
                stem.to_string_lossy(),
                mended.expect("a library stays a source"),
            );
        }
    }
    let text = fix.apply(SourceId::MAIN, text);
    match Source::from_text(name, Form::of_name(name), &text) {
        Ok(source) => check_source(source, games, &world).diagnostics,
        Err(diagnostic) => vec![diagnostic],
    }
}

/// A finding without its place.
fn told(diagnostic: &Diagnostic) -> String {
    let Diagnostic {
        severity,
        code,
        message,
        help,
        ..
    } = diagnostic;
    format!("{severity:?} {code}: {message}; {help:?}")
}

#[test]
fn bytes_that_are_no_text_are_refused_with_their_line() {
    let check = |bytes: &[u8], code: &str, message: &str, help: &str| {
        let found = Source::from_bytes("t.advice", Form::Plain, bytes).expect_err("no source");
        assert_eq!((found.code, found.message.as_str()), (code, message));
        assert_eq!(found.help.as_deref(), Some(help));
    };
    let utf8 = "save the file with the encoding UTF-8";
    // Latin-1: the second line ends in an ä.
    check(
        b"endgame \"x\"\n# K\xe4\n",
        "not-utf8",
        "byte 0xe4 in line 2 is not UTF-8",
        utf8,
    );
    check(
        b"\xff\xfee\0n\0d\0",
        "not-utf8",
        "byte 0xff in line 1 is not UTF-8",
        utf8,
    );
    let message = format!("the file has more than {MAX_SOURCE} bytes, which is too large");
    check(
        &vec![b'#'; MAX_SOURCE + 1],
        "too-large",
        &message,
        "split it, and `import` the parts",
    );
    assert!(Source::from_bytes("t.advice", Form::Plain, &vec![b'#'; MAX_SOURCE]).is_ok());
}
