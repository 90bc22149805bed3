//! Sessions of `nasvet play`, held in the library: without the program, what is said is the same.

use std::collections::BTreeMap;

use nasvet::Mode;
use nasvet::picture::Style;
use nasvet::session::{Beginning, Rehearsal, Settings};
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
    let held = |command: &ConsoleCommand<'_>| -> Option<String> {
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
        greeting: command.args.is_empty(),
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
