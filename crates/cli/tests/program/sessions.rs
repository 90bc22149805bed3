//! Whole sessions of `nasvet play`, each in a file of `cases/sessions`: what was typed and what was answered.
//!
//! A file begins with comments that say what it shows and where its moves come from. Then comes the command, the
//! transcript exactly as a script gives it, and the exit status:
//!
//! ```text
//! $ nasvet play nim '2 1 1'
//! The game of Nim (nim)
//! …
//! > 1-0
//! …
//! [status 0]
//! ```
//!
//! Each session is held in the library and by the program. The files in `cases/sessions/files` are there to be loaded.
//! `NASVET_UPDATE=1 cargo test -p nasvet-cli --test program sessions` writes the answers anew; read them before you believe them.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use nasvet::Mode;
use nasvet::picture::Style;
use nasvet::session::{Beginning, Rehearsal, Settings};
use testing::{is_update, root};

use crate::{nasvet, scratch};

/// A session as it is kept.
struct Session {
    path: PathBuf,
    /// The comments at its head.
    about: String,
    /// The arguments of the program.
    args: Vec<String>,
    /// What was typed.
    script: Vec<String>,
    /// The transcript and the status.
    expected: String,
}

impl Session {
    fn read(path: PathBuf) -> Session {
        let text = fs::read_to_string(&path).expect("a session is UTF-8");
        Session::parse(path, &text)
    }

    fn parse(path: PathBuf, text: &str) -> Session {
        let (about, rest) = match text.split_once("$ nasvet") {
            Some(parts) => parts,
            None => panic!("{} has no command", path.display()),
        };
        let (args, transcript) = rest.split_once('\n').expect("a session has lines");
        let script = transcript
            .lines()
            .filter(|line| line.starts_with("> ") || *line == ">" || line.starts_with('#'))
            .map(|line| {
                line.strip_prefix("> ")
                    .unwrap_or(line.trim_start_matches('>'))
                    .to_owned()
            })
            .collect();
        Session {
            about: about.into(),
            args: words(args),
            script,
            expected: transcript.into(),
            path,
        }
    }

    fn command(&self) -> String {
        let args = self.args.iter().map(|arg| quoted(arg));
        let words: Vec<String> = ["$ nasvet".to_owned()].into_iter().chain(args).collect();
        words.join(" ")
    }

    fn write(&self, transcript: &str) {
        let command = self.command();
        let text = format!("{}{command}\n{transcript}", self.about);
        fs::write(&self.path, text).expect("a session can be written");
    }
}

/// The words of a command, in single quotes where they have blanks.
fn words(text: &str) -> Vec<String> {
    let parts = text.split('\'').enumerate();
    parts
        .flat_map(|(idx, part)| match idx % 2 {
            0 => part.split_whitespace().map(String::from).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

fn quoted(word: &str) -> String {
    if word.contains(' ') {
        format!("'{word}'")
    } else {
        word.into()
    }
}

fn folder() -> PathBuf {
    root().join("cases/sessions")
}

/// All sessions, written anew before anybody sees them if that is asked for.
static SESSIONS: LazyLock<Vec<Session>> = LazyLock::new(|| {
    if is_update() {
        for session in read_sessions() {
            session.write(&held_by_the_program(&session));
        }
    }
    read_sessions()
});

fn read_sessions() -> Vec<Session> {
    let entries = fs::read_dir(folder()).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "session")
        })
        .collect();
    paths.sort();
    assert!(paths.len() >= 25, "only {} sessions", paths.len());
    paths.into_iter().map(Session::read).collect()
}

/// The files that sessions load.
fn files() -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder().join("files")).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let named = |path: PathBuf| {
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        (name, fs::read_to_string(&path).expect("a file is UTF-8"))
    };
    paths.map(named).collect()
}

/// The transcript that the library gives, with the status.
fn held_in_memory(session: &Session) -> String {
    let mut beginning = Beginning {
        chapter: "krk".into(),
        position: None,
        seed: 1,
        settings: Settings {
            style: Style::plain(),
            ..Settings::default()
        },
        greeting: session.args.is_empty(),
    };
    let mut args = session.args.iter().skip(1);
    let mut named = 0;
    while let Some(arg) = args.next() {
        let mut value = || args.next().expect("an option has a value").as_str();
        match arg.as_str() {
            "--seed" => beginning.seed = value().parse().expect("a seed"),
            "--nodes" => beginning.settings.nodes = value().parse().expect("a number"),
            "--mode" => {
                beginning.settings.mode = match value() {
                    "weak" => Mode::Weak,
                    _ => Mode::Strong,
                }
            }
            _ if named == 0 => {
                named = 1;
                beginning.chapter.clone_from(arg);
            }
            _ => beginning.position = Some(arg.clone()),
        }
    }
    let lines = session.script.iter().map(String::as_str);
    let (transcript, status) = match Rehearsal::with_files(files()).hold(beginning, lines) {
        Ok(held) => (held.text, i32::from(held.n_failures > 0)),
        Err(_) => (String::new(), 2),
    };
    format!("{transcript}[status {status}]\n")
}

/// The transcript that the program gives, with the status.
fn held_by_the_program(session: &Session) -> String {
    let name = session.path.file_stem().expect("a name");
    let place = scratch(&format!("sessions-{}", name.display()));
    for (name, text) in files() {
        place.file(&name, text);
    }
    let args: Vec<&str> = session.args.iter().map(String::as_str).collect();
    let script: String = session
        .script
        .iter()
        .map(|line| format!("{line}\n"))
        .collect();
    let call = nasvet(&args).inside(place.path()).env("LC_ALL", "C");
    let run = call.input(&script).run();
    let status = run.status.expect("a status");
    format!("{}[status {status}]\n", run.out)
}

/// The first line in which two transcripts differ, with both.
fn difference(expected: &str, found: &str) -> String {
    let mut lines = expected.lines().zip(found.lines()).zip(1..);
    match lines.find(|((expected, found), _)| expected != found) {
        Some(((expected, found), line)) => {
            format!("line {line} of the transcript\n  expected: {expected}\n  found:    {found}")
        }
        None => format!(
            "{} lines expected, {} found",
            expected.lines().count(),
            found.lines().count()
        ),
    }
}

fn check_all(held: impl Fn(&Session) -> Option<String>) {
    let mut wrong = Vec::new();
    for session in SESSIONS.iter() {
        let Some(found) = held(session) else {
            continue;
        };
        if found != session.expected {
            let difference = difference(&session.expected, &found);
            wrong.push(format!("{}: {difference}", session.path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_library_holds_every_session_as_it_is_written() {
    // That a strict script ends early is the program's affair.
    check_all(|session| {
        let strict = session.args.iter().any(|arg| arg == "--strict");
        (!strict).then(|| held_in_memory(session))
    });
}

#[test]
fn the_program_holds_every_session_as_it_is_written() {
    check_all(|session| Some(held_by_the_program(session)));
}

/// The pages that show sessions.
const PAGES: [&str; 2] = ["README.md", "book/playing.md"];

#[test]
fn the_pages_show_sessions_as_they_are() {
    for page in PAGES {
        let path = root().join(page);
        let text = fs::read_to_string(&path).expect("a page is UTF-8");
        let mut blocks = text.split("```");
        let mut found: Vec<String> = vec![blocks.next().unwrap_or_default().into()];
        let mut n_sessions = 0;
        for block in blocks {
            let Some(session) = block.strip_prefix("text\n$ nasvet play") else {
                found.push(block.into());
                continue;
            };
            n_sessions += 1;
            let session = Session::parse(path.clone(), &format!("$ nasvet play{session}"));
            let held = held_in_memory(&session);
            let (transcript, _status) = held.rsplit_once("[status").expect("a status");
            found.push(format!("text\n{}\n{transcript}", session.command()));
        }
        let found = found.join("```");
        assert!(n_sessions > 0, "{page} shows no session");
        if is_update() {
            fs::write(&path, &found).expect("a page can be written");
        } else {
            assert!(found == text, "{page}: {}", difference(&text, &found));
        }
    }
}

#[test]
fn every_command_appears_in_some_session() {
    let typed: Vec<&String> = SESSIONS
        .iter()
        .flat_map(|session| &session.script)
        .collect();
    let (_, commands) = nasvet::session::complete("", &[]);
    for command in commands {
        let is_typed = typed.iter().any(|line| {
            let first = line.split_whitespace().next().unwrap_or_default();
            first.eq_ignore_ascii_case(&command)
        });
        assert!(is_typed, "no session uses `{command}`");
    }
}
