//! Sessions of `nasvet play` and `nasvet practise`, held in the library: without the program, what is said is the same.

use std::collections::BTreeMap;

use documents::PracticeDocument;
use nasvet::Mode;
use nasvet::picture::Style;
use nasvet::practice::{
    Practice, PracticeBeginning, PracticeSettings, PuzzleBeginning, PuzzlePractice,
};
use nasvet::puzzles::PuzzleForm;
use nasvet::session::{Beginning, Rehearsal, Settings, echoed};
use testing::{Case, CaseBlock, CasePage, ConsoleCommand, commands};

/// What the library makes of a block whose commands all begin a session.
pub(crate) fn answer(case: &Case<'_>, block: &CaseBlock) -> Option<String> {
    if block.kind() != "console" {
        return None;
    }
    let commands = commands(&block.text);
    let files: BTreeMap<String, String> = case
        .files()
        .map(|(name, text)| (name.to_owned(), text.to_owned()))
        .collect();
    let mut progress = PracticeDocument::default();
    let held = |command: &ConsoleCommand<'_>| -> Option<String> {
        if let Some((beginning, now)) = practice_beginning(command, &progress) {
            let host = Rehearsal::with_files(files.clone());
            let suite = beginning
                .chapter
                .as_ref()
                .filter(|name| name.ends_with(".epd"));
            let (printed, status) = match suite.and_then(|name| files.get(name)) {
                Some(text) => {
                    let beginning = puzzle_beginning(&beginning, text);
                    solved(host, beginning, now, command, &mut progress)
                }
                None => practised(host, beginning, now, command, &mut progress),
            };
            return Some(command.answered(&printed, status));
        }
        let (printed, status) = match Rehearsal::with_files(files.clone())
            .hold(beginning(command)?, command.typed.iter().copied())
        {
            Ok(held) => (held.text, i32::from(held.n_failures > 0)),
            Err(reason) => (format!("nasvet: {reason}"), 2),
        };
        Some(command.answered(&printed, status))
    };
    commands.iter().map(held).collect()
}

/// Practice by a command: what is printed, and the exit status. The progress goes from command to command.
fn practised(
    host: Rehearsal,
    beginning: PracticeBeginning,
    now: u64,
    command: &ConsoleCommand<'_>,
    progress: &mut PracticeDocument,
) -> (String, i32) {
    let (mut practice, first) = match Practice::begin(Box::new(host), beginning, now) {
        Ok(begun) => begun,
        Err(reason) => return (format!("nasvet: {reason}"), 2),
    };
    let mut printed = first.text;
    for line in &command.typed {
        printed += &echoed(line);
        printed += &practice.line(line, now).text;
        if practice.is_over() {
            break;
        }
    }
    *progress = practice.progress().clone();
    (printed, i32::from(practice.n_failures() > 0))
}

/// The same with the puzzles of a file.
fn solved(
    host: Rehearsal,
    beginning: PuzzleBeginning,
    now: u64,
    command: &ConsoleCommand<'_>,
    progress: &mut PracticeDocument,
) -> (String, i32) {
    let (mut practice, first) = match PuzzlePractice::begin(Box::new(host), beginning, now) {
        Ok(begun) => begun,
        Err(reason) => return (format!("nasvet: {reason}"), 2),
    };
    let mut printed = first.text;
    for line in &command.typed {
        printed += &echoed(line);
        printed += &practice.line(line, now).text;
        if practice.is_over() {
            break;
        }
    }
    *progress = practice.progress().clone();
    (printed, i32::from(practice.n_failures() > 0))
}

/// Practice with puzzles instead of a chapter.
fn puzzle_beginning(practice: &PracticeBeginning, text: &str) -> PuzzleBeginning {
    let name = practice.chapter.clone().expect("the file has a name");
    PuzzleBeginning {
        form: PuzzleForm::of_name(&name),
        name,
        text: text.into(),
        motif: None,
        nodes: 20_000,
        progress: practice.progress.clone(),
        settings: practice.settings,
    }
}

/// How practice begins by a command, and when, if it does. A picture of progress is no practice.
fn practice_beginning(
    command: &ConsoleCommand<'_>,
    progress: &PracticeDocument,
) -> Option<(PracticeBeginning, u64)> {
    let mut args = command.args.iter().map(String::as_str);
    if args.next().is_some_and(|first| first != "practise") {
        return None;
    }
    let mut beginning = PracticeBeginning {
        chapter: None,
        position: None,
        seed: 1,
        progress: progress.clone(),
        settings: PracticeSettings::default(),
    };
    let mut now = 0;
    while let Some(arg) = args.next() {
        let mut value = || args.next().expect("an option has a value");
        match arg {
            "--progress" | "--strict" => return None,
            "--seed" => beginning.seed = value().parse().expect("a seed"),
            "--now" => now = value().parse().expect("a time"),
            _ if beginning.chapter.is_none() => beginning.chapter = Some(arg.into()),
            _ => beginning.position = Some(arg.into()),
        }
    }
    Some((beginning, now))
}

/// How the session of a command begins, if it begins one. That a strict script ends early is the program's affair.
fn beginning(command: &ConsoleCommand<'_>) -> Option<Beginning> {
    let mut beginning = Beginning {
        chapter: "krk".into(),
        position: None,
        seed: 1,
        settings: Settings {
            style: Style::plain(),
            ..Settings::default()
        },
        greeting: command.args.len() == 1,
    };
    let mut args = command.args.iter().map(String::as_str);
    if args.next().is_some_and(|first| first != "play") {
        return None;
    }
    let mut named = 0;
    while let Some(arg) = args.next() {
        let mut value = || args.next().expect("an option has a value");
        match arg {
            "--strict" => return None,
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
                beginning.chapter = arg.into();
            }
            _ => beginning.position = Some(arg.into()),
        }
    }
    Some(beginning)
}

#[test]
fn every_command_appears_in_some_session() {
    let pages = CasePage::all_in("cases/sessions");
    let blocks = pages
        .iter()
        .flat_map(CasePage::cases)
        .flat_map(|case| &case.section.blocks);
    let consoles = blocks.filter(|block| block.kind() == "console");
    let typed: Vec<&str> = consoles
        .flat_map(|block| commands(&block.text))
        .flat_map(|command| command.typed)
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

#[test]
fn every_command_of_practice_appears_in_some_session() {
    let page = CasePage::read("cases/sessions/practice.md");
    let blocks = page.cases().flat_map(|case| &case.section.blocks);
    let typed: Vec<&str> = blocks
        .filter(|block| block.kind() == "console")
        .flat_map(|block| commands(&block.text))
        .flat_map(|command| command.typed)
        .collect();
    let (_, commands) = nasvet::practice::complete("", &[], &[]);
    for command in commands {
        let is_typed = typed
            .iter()
            .any(|line| line.split_whitespace().next() == Some(command.as_str()));
        assert!(is_typed, "no practice uses `{command}`");
    }
}
