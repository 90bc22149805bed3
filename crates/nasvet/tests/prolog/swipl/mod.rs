//! SWI-Prolog, asked by tests and benches: exported programs, and what they answer.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use logic::{ExportError, ExportInput, export};
use nasvet::{Games, Shipped};

/// Asks the tables of a program about one position a line.
pub(crate) const ASK: &str = include_str!("ask.pl");

/// The export of a shipped chapter.
pub(crate) fn exported(name: &str) -> String {
    let shipped = Shipped::named(name).expect("the chapter is shipped");
    exported_text(shipped.file, shipped.text)
}

/// The export of a chapter's text.
pub(crate) fn exported_text(file: &str, text: &str) -> String {
    try_export(file, text).unwrap_or_else(|error| panic!("{file} can be exported: {error}"))
}

/// The export of a chapter's text, or why there is none.
pub(crate) fn try_export(file: &str, text: &str) -> Result<String, ExportError> {
    let games = Games::new();
    let loaded = testing::checked(file, lang::Form::of_name(file), text);
    let program = loaded
        .program
        .unwrap_or_else(|| panic!("{file} makes sense: {:?}", loaded.diagnostics));
    let game = games.named(&program.game).expect("the game is known");
    export(ExportInput {
        program: &program,
        vocabulary: game.vocabulary(),
        source: &loaded.source,
        libraries: &loaded.libraries,
    })
}

/// A file of its own for some text, gone when it is dropped.
pub(crate) struct Temporary(PathBuf);

impl Temporary {
    pub(crate) fn new(extension: &str, text: &str) -> Temporary {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("nasvet-{}-{number}.{extension}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).expect("the temporary folder can be written to");
        Temporary(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // A file that stays behind does no harm.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Runs programs together, hands them some lines, and gives the lines that they print. Warnings count as failures.
pub(crate) fn run(programs: &[&str], input: &str) -> Vec<String> {
    let files: Vec<Temporary> = programs
        .iter()
        .map(|text| Temporary::new("pl", text))
        .collect();
    let mut command = Command::new("swipl");
    command
        .args(["-O", "--on-warning=status", "--on-error=status"])
        .args(files.iter().map(Temporary::path))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command
        .spawn()
        .unwrap_or_else(|error| panic!("swipl must be installed (Debian: swi-prolog): {error}"));
    let mut stdin = child.stdin.take().expect("it was asked for");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("swipl ends");
    writer
        .join()
        .expect("the writer ends")
        .expect("swipl reads all its input");
    assert!(
        output.status.success(),
        "swipl ended with {}",
        output.status
    );
    let text = String::from_utf8(output.stdout).expect("swipl prints UTF-8");
    text.lines().map(str::to_owned).collect()
}
