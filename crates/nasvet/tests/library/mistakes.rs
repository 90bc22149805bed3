//! Mistakes, each in a small file of `cases/mistakes`, and what is said about them.
//!
//! The findings that a file expects are comments in it. The first of a line stands at its end, further ones
//! on lines of their own below it, and so does the first where the line cannot take a comment:
//!
//! ```text
//! holding  not rook_lst   # error[unknown-name]: unknown name `rook_lst`; did you mean `rook_lost`?
//! #^ warning[…]: …
//! ```
//!
//! A finding is written as its severity, its code, its message and, after a semicolon, its help. All findings
//! of a file are listed, no more and no fewer. `NASVET_UPDATE=1 cargo test -p nasvet --test library mistakes` writes
//! them anew; the wording is part of the product, so a change in these files is a change to defend.

use std::fs;
use std::path::{Path, PathBuf};

use lang::{Diagnostic, Fix, Form, MAX_SOURCE, Severity, Source, SourceId};
use nasvet::{Games, check_source};
use testing::is_update;

/// Begins a finding on a line of its own.
const BELOW: &str = "#^ ";

/// A line, counted from 1, and what is said about it.
type Finding = (usize, String);

#[test]
fn every_mistake_is_found_and_nothing_else_is() {
    let games = Games::new();
    let update = is_update();
    let mut wrong = Vec::new();
    let files = case_files();
    assert!(files.len() >= 60, "only {} cases", files.len());
    for file in files {
        let mut text = fs::read_to_string(&file).expect("a case is UTF-8");
        if update {
            text = with_findings(&file, &text, &games);
            fs::write(&file, &text).expect("a case can be written");
        }
        let (expected, found) = (expected(&text), findings(&file, &text, &games));
        let is_library = text.lines().any(|line| line.starts_with("library "));
        assert!(
            is_library || !expected.is_empty(),
            "{} expects nothing",
            file.display()
        );
        if expected != found {
            let only = |these: &[Finding], others: &[Finding], what: &str| {
                let lines = these.iter().filter(|finding| !others.contains(finding));
                lines
                    .map(|(line, said)| format!("\n  {what} {line}: {said}"))
                    .collect::<String>()
            };
            let expected_only = only(&expected, &found, "not found in line");
            let found_only = only(&found, &expected, "not expected in line");
            wrong.push(format!("{}:{expected_only}{found_only}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_fix_mends_its_finding_and_breaks_nothing() {
    let games = Games::new();
    let (mut with_fix, mut n_fixes, mut wrong) = (0, 0, Vec::new());
    for file in case_files() {
        let text = bare(&fs::read_to_string(&file).expect("a case is UTF-8"));
        let (_, found) = diagnostics(&file, &text, &games);
        let found: Vec<Diagnostic> = found.into_iter().map(|(_, found)| found).collect();
        with_fix += usize::from(found.iter().any(|found| !found.fixes.is_empty()));
        for (idx, mended) in found.iter().enumerate() {
            let Some(fix) = mended.fixes.first() else {
                continue;
            };
            n_fixes += 1;
            let after = after_fix(&file, &text, fix, &games);
            let count = |all: &[Diagnostic], one: &Diagnostic| {
                let same = |other: &&Diagnostic| written(other) == written(one);
                all.iter().filter(same).count()
            };
            let is_gone = count(&after, mended) < count(&found, mended);
            let new = after
                .iter()
                .filter(|one| one.is_error() && count(&after, one) > count(&found, one));
            let new: Vec<String> = new.map(written).collect();
            if !is_gone || !new.is_empty() {
                let title = &fix.title;
                let told = written(mended);
                wrong.push(format!(
                    "{} {idx}: {told}\n  {title}: {new:#?}",
                    file.display()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        with_fix >= 100,
        "only {with_fix} files have a fix, {n_fixes} findings"
    );
}

/// What is found after a fix, which may be for a library.
fn after_fix(file: &Path, text: &str, fix: &Fix, games: &Games) -> Vec<Diagnostic> {
    let name = file.to_string_lossy();
    let beside = testing::folder(file.parent().expect("a file is in a folder"));
    let mut world = beside.clone();
    if let Ok(source) = Source::from_text(&name, Form::of_name(&name), text) {
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
    match Source::from_text(&name, Form::of_name(&name), &text) {
        Ok(source) => check_source(source, games, &world).diagnostics,
        Err(diagnostic) => vec![diagnostic],
    }
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

/// The cases, in the order of their names.
fn case_files() -> Vec<PathBuf> {
    // Tests run in the folder of the crate; a relative name is the same on every machine.
    let folder = Path::new("../../cases/mistakes");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "advice" || extension == "md")
        })
        .collect();
    files.sort();
    files
}

/// What a text says should be found in it.
fn expected(text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut line_above = 0;
    for (line, content) in (1..).zip(text.lines()) {
        if let Some(said) = content.strip_prefix(BELOW) {
            findings.push((line_above, said.to_owned()));
        } else {
            line_above = line;
            findings.extend(trailing(content).map(|at| (line, content[at + 2..].to_owned())));
        }
    }
    findings.sort();
    findings
}

/// Where the finding at the end of a line begins, if there is one.
fn trailing(line: &str) -> Option<usize> {
    ["# error[", "# warning["]
        .into_iter()
        .filter_map(|mark| line.find(mark))
        .min()
}

/// What is found in a text.
fn findings(file: &Path, text: &str, games: &Games) -> Vec<Finding> {
    let mut findings: Vec<Finding> = diagnostics(file, text, games)
        .1
        .iter()
        .map(|(line, diagnostic)| (*line, written(diagnostic)))
        .collect();
    findings.sort();
    findings
}

/// The blocks of program and the findings, each with its line.
fn diagnostics(
    file: &Path,
    text: &str,
    games: &Games,
) -> (Vec<lang::Span>, Vec<(usize, Diagnostic)>) {
    let name = file.to_string_lossy();
    let at = |source: &Source, diagnostic: Diagnostic| {
        (source.line_and_column(diagnostic.span.start).0, diagnostic)
    };
    match Source::from_text(&name, Form::of_name(&name), text) {
        Ok(source) => {
            let world = testing::folder(file.parent().expect("a file is in a folder"));
            let loaded = check_source(source, games, &world);
            let found = loaded
                .diagnostics
                .into_iter()
                .map(|found| at(&loaded.source, found))
                .collect();
            (loaded.source.blocks, found)
        }
        Err(diagnostic) => {
            let plain =
                Source::from_text(&name, Form::Plain, text).expect("small, and all of it program");
            (Vec::new(), vec![at(&plain, diagnostic)])
        }
    }
}

fn written(diagnostic: &Diagnostic) -> String {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let help = diagnostic
        .help
        .as_ref()
        .map_or(String::new(), |help| format!("; {help}"));
    format!(
        "{severity}[{}]: {}{help}",
        diagnostic.code, diagnostic.message
    )
}

/// A text without its expectations.
fn bare(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with(BELOW));
    let lines = lines.map(|line| trailing(line).map_or(line, |at| line[..at].trim_end()));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// A text with its expectations replaced by what is found.
fn with_findings(file: &Path, text: &str, games: &Games) -> String {
    let bare = bare(text);
    let (blocks, found) = diagnostics(file, &bare, games);
    let (mut start, mut new) = (0, String::new());
    for (line, content) in (1..).zip(bare.lines()) {
        let is_program = blocks.iter().any(|block| block.range().contains(&start));
        let has_open_text = content.matches('"').count() % 2 == 1;
        let mut takes_comment = is_program && !has_open_text;
        new += content;
        for (_, diagnostic) in found.iter().filter(|(found_line, _)| *found_line == line) {
            let said = written(diagnostic);
            new += &if takes_comment {
                format!("   # {said}")
            } else {
                format!("\n{BELOW}{said}")
            };
            takes_comment = false;
        }
        new += "\n";
        start += content.len() + 1;
    }
    new
}
