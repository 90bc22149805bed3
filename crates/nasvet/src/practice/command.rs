//! The commands of practice, and how a line is read.

use crate::practice::layout::PracticeSettings;

/// What a command does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LearnerAct {
    Hint,
    Why,
    Show,
    Again,
    Next,
    Skip,
    Progress,
    Ideas,
    Idea,
    Chapter,
    Chapters,
    Board,
    Help,
    Quit,
}

/// A command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LearnerCommand {
    pub(crate) name: &'static str,
    aliases: &'static [&'static str],
    /// What may follow it.
    pub(crate) takes: &'static str,
    help: &'static str,
    pub(crate) act: LearnerAct,
}

const fn command(
    act: LearnerAct,
    name: &'static str,
    aliases: &'static [&'static str],
    takes: &'static str,
    help: &'static str,
) -> LearnerCommand {
    LearnerCommand {
        name,
        aliases,
        takes,
        help,
        act,
    }
}

/// All commands, in the order in which help lists them.
pub(crate) const COMMANDS: &[LearnerCommand] = &[
    command(
        LearnerAct::Hint,
        "hint",
        &["h"],
        "",
        "the idea; asked again the man, the square, the move",
    ),
    command(
        LearnerAct::Again,
        "again",
        &["retry", "back"],
        "",
        "takes a mistake back, or else your last move",
    ),
    command(
        LearnerAct::Why,
        "why",
        &[],
        "[not MOVE]",
        "why your last move was good or bad, or what another move would do",
    ),
    command(LearnerAct::Show, "show", &["solution"], "", "the solution"),
    command(
        LearnerAct::Next,
        "next",
        &["n"],
        "",
        "the next task, when this one has ended; an empty line will do",
    ),
    command(
        LearnerAct::Skip,
        "skip",
        &[],
        "",
        "leaves this task for another",
    ),
    command(
        LearnerAct::Progress,
        "progress",
        &["stats"],
        "",
        "how far you are, idea by idea, and what is due",
    ),
    command(
        LearnerAct::Ideas,
        "ideas",
        &[],
        "",
        "the ideas of the chapter, or the motifs",
    ),
    command(
        LearnerAct::Idea,
        "idea",
        &[],
        "N|all",
        "practises one idea, or all of them again",
    ),
    command(
        LearnerAct::Chapter,
        "chapter",
        &[],
        "NAME",
        "practises another chapter",
    ),
    command(
        LearnerAct::Chapters,
        "chapters",
        &[],
        "",
        "the chapters that can be practised",
    ),
    command(
        LearnerAct::Board,
        "board",
        &["b"],
        "",
        "shows the board again",
    ),
    command(LearnerAct::Help, "help", &["?"], "", "this list"),
    command(
        LearnerAct::Quit,
        "quit",
        &["exit", "q", "bye"],
        "",
        "ends practice; what you have done is kept",
    ),
];

impl LearnerCommand {
    /// The command of a name or alias, in whatever case.
    pub(crate) fn named(name: &str) -> Option<&'static LearnerCommand> {
        let name = name.to_lowercase();
        COMMANDS
            .iter()
            .find(|command| command.name == name || command.aliases.contains(&name.as_str()))
    }
}

/// What can be typed, as a list.
pub(crate) fn list(settings: PracticeSettings) -> String {
    list_of(settings, COMMANDS.iter())
}

/// What can be typed where puzzles are practised, which have motifs and no chapter.
pub(crate) fn puzzle_list(settings: PracticeSettings) -> String {
    let about_chapters = [LearnerAct::Chapter, LearnerAct::Chapters];
    let commands = COMMANDS.iter();
    list_of(
        settings,
        commands.filter(|command| !about_chapters.contains(&command.act)),
    )
}

fn list_of<'c>(
    settings: PracticeSettings,
    commands: impl Iterator<Item = &'c LearnerCommand>,
) -> String {
    let row = |name: &str, help: &str| settings.row(name, 18, help);
    let commands = commands.map(|command| {
        let name = format!("{} {}", command.name, command.takes);
        row(name.trim_end(), command.help)
    });
    [row("Kd4, e8=Q", "a move")]
        .into_iter()
        .chain(commands)
        .collect()
}

/// A move without the number before it: `2. Kd4`, `2... Kd4`.
pub(crate) fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|ch: char| ch.is_ascii_digit());
    let is_numbered = rest.len() < text.len() && rest.starts_with(['.', '…']);
    match is_numbered {
        true => rest.trim_start_matches(['.', '…', ' ']),
        false => text,
    }
}

/// The byte at which the word begins that is being typed, and what it may become.
pub fn complete(line: &str, moves: &[String], chapters: &[String]) -> (usize, Vec<String>) {
    let start = line.rfind(' ').map_or(0, |blank| blank + 1);
    let (before, typed) = line.split_at(start);
    let words: Vec<&str> = before.split_whitespace().collect();
    let names = COMMANDS.iter().map(|command| command.name.to_owned());
    let candidates: Vec<String> = match words[..] {
        [] => names.chain(moves.iter().cloned()).collect(),
        ["why"] => vec!["not".into()],
        ["why", "not"] => moves.to_vec(),
        ["idea"] => vec!["all".into()],
        ["chapter"] => chapters.to_vec(),
        _ => Vec::new(),
    };
    let typed = typed.to_lowercase();
    let fits = |candidate: &String| candidate.to_lowercase().starts_with(&typed);
    (start, candidates.into_iter().filter(fits).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_have_a_name_in_common() {
        let mut names: Vec<&str> = COMMANDS
            .iter()
            .flat_map(|command| command.aliases.iter().chain([&command.name]).copied())
            .collect();
        let n_names = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), n_names);
    }

    #[test]
    fn numbers_before_moves_are_left_out() {
        for (text, expected) in [
            ("2. Kd4", "Kd4"),
            ("12...Kd4", "Kd4"),
            ("3… Kd4", "Kd4"),
            ("Kd4", "Kd4"),
            ("1-0", "1-0"),
        ] {
            assert_eq!(without_number(text), expected);
        }
    }

    #[test]
    fn lines_are_completed() {
        let (moves, chapters) = (["Kb1".into(), "Rb8+".into()], ["kqk".into(), "krk".into()]);
        let check = |line: &str, start: usize, expected: &[&str]| {
            let (at, found) = complete(line, &moves, &chapters);
            assert_eq!(
                (at, found),
                (start, expected.iter().map(|m| (*m).into()).collect())
            );
        };
        check("hi", 0, &["hint"]);
        check("k", 0, &["Kb1"]);
        check("why not r", 8, &["Rb8+"]);
        check("chapter kr", 8, &["krk"]);
        check("hint x", 5, &[]);
    }

    #[test]
    fn help_names_every_command_and_fits() {
        for width in [40, 80, 120] {
            let settings = PracticeSettings {
                width,
                ..PracticeSettings::default()
            };
            let help = list(settings);
            assert!(COMMANDS.iter().all(|command| help.contains(command.name)));
            assert!(help.lines().all(|line| line.chars().count() < width));
        }
    }
}
