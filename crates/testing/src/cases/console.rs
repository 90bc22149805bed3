//! Blocks of `console`: commands, what is typed, and what the program prints.

use std::fs;

use crate::cases::{Case, CaseBlock};
use crate::{Call, Scratch};

/// Stands for lines that are not shown; as the last line, for the rest.
const AND_SO_ON: &str = "…";

/// Stands for any text in quotes.
const ANY_TEXT: &str = "\"…\"";

/// A command in a block, with what follows it.
pub struct ConsoleCommand<'a> {
    /// As it is written, without the `$`.
    pub line: &'a str,
    /// The arguments of the program.
    pub args: Vec<String>,
    /// The file that takes what is printed: `> tree.json`.
    pub into: Option<String>,
    /// What is typed.
    pub typed: Vec<&'a str>,
    /// What the page shows below the command.
    shown: Vec<&'a str>,
}

/// The commands of a block.
pub fn commands(text: &str) -> Vec<ConsoleCommand<'_>> {
    let mut commands: Vec<ConsoleCommand<'_>> = Vec::new();
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            commands.push(ConsoleCommand::new(command));
            continue;
        }
        let command = commands
            .last_mut()
            .expect("a `console` block begins with `$ `");
        command.shown.push(line);
        // A comment is typed, too, and the program repeats it without a prompt.
        let typed = line.strip_prefix("> ").or(line.strip_prefix('>'));
        let comment = line.starts_with('#').then_some(line);
        command.typed.extend(typed.or(comment));
    }
    commands
}

impl<'a> ConsoleCommand<'a> {
    fn new(line: &'a str) -> ConsoleCommand<'a> {
        let mut words = words(line).into_iter();
        let program = words.next();
        assert_eq!(
            program.as_deref(),
            Some("nasvet"),
            "only `nasvet` can be run"
        );
        let mut args: Vec<String> = words.collect();
        let into = args.iter().position(|arg| arg == ">").map(|at| {
            let after: Vec<String> = args.drain(at..).collect();
            let [_, file] = after.try_into().expect("one file after `>`");
            file
        });
        ConsoleCommand {
            line,
            args,
            into,
            typed: Vec::new(),
            shown: Vec::new(),
        }
    }

    /// The command with what is printed below it, and a status other than 0.
    pub fn answered(&self, printed: &str, status: i32) -> String {
        let failed = (status != 0).then(|| format!("[status {status}]"));
        let mut lines: Vec<&str> = printed.lines().chain(failed.as_deref()).collect();
        if is_shown(&self.shown, &lines) {
            lines.clone_from(&self.shown);
        }
        if let Some((&AND_SO_ON, shown)) = self.shown.split_last() {
            lines.truncate(shown.len());
            lines.push(AND_SO_ON);
        }
        let below: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        format!("$ {}\n{below}", self.line)
    }
}

/// Are these the lines, but for what is not shown?
fn is_shown(shown: &[&str], lines: &[&str]) -> bool {
    match (shown, lines) {
        ([], []) => true,
        ([first, rest @ ..], _) if first.trim() == AND_SO_ON => {
            (0..=lines.len()).any(|from| is_shown(rest, &lines[from..]))
        }
        ([first, shown @ ..], [line, lines @ ..]) => is_like(first, line) && is_shown(shown, lines),
        ([], [_, ..]) | ([_, ..], []) => false,
    }
}

/// Is this the line, but for a text in quotes?
fn is_like(shown: &str, line: &str) -> bool {
    match shown.split_once(ANY_TEXT) {
        Some((before, after)) => {
            let text = line.strip_prefix(before);
            let text = text.and_then(|rest| rest.strip_suffix(after));
            let text = text.and_then(|text| text.strip_prefix('"')?.strip_suffix('"'));
            text.is_some_and(|text| !text.contains('"'))
        }
        None => shown == line,
    }
}

/// The words of a command, in single quotes where they have blanks.
pub fn words(text: &str) -> Vec<String> {
    let parts = text.split('\'').enumerate();
    parts
        .flat_map(|(idx, part)| match idx % 2 {
            0 => part.split_whitespace().map(String::from).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// Runs the commands of `console` blocks.
pub struct Console {
    program: &'static str,
    place: &'static str,
}

impl Console {
    /// Cargo names the program and a place for files:
    /// `Console::new(env!("CARGO_BIN_EXE_nasvet"), env!("CARGO_TARGET_TMPDIR"))`.
    pub fn new(program: &'static str, place: &'static str) -> Console {
        Console { program, place }
    }

    /// What the program makes of a `console` block, in a folder of its own with the page and the files of the case.
    pub fn answer(&self, case: &Case<'_>, block: &CaseBlock) -> Option<String> {
        if block.kind() != "console" {
            return None;
        }
        let path = &case.page.path;
        let folder = format!("{}-{}", path.replace('/', "-"), block.line);
        let folder = Scratch::new(self.place, &folder);
        let (above, _) = path.rsplit_once('/').unwrap_or_default();
        fs::create_dir_all(folder.path().join(above)).expect("a folder can be made");
        folder.file(path, &case.page.text);
        for (name, text) in case.files() {
            folder.file(name, text);
        }
        let commands = commands(&block.text);
        Some(
            commands
                .iter()
                .map(|command| self.run(command, &folder))
                .collect(),
        )
    }

    fn run(&self, command: &ConsoleCommand<'_>, folder: &Scratch) -> String {
        let input: String = command.typed.iter().flat_map(|line| [line, "\n"]).collect();
        let call = Call::new(self.program, &command.args)
            .inside(folder.path())
            // Boards in letters, as every terminal can show them.
            .env("LC_ALL", "C")
            .env("NASVET_CACHE", self.place)
            // The commands of a block share what was practised.
            .env("NASVET_DATA", folder.path());
        let run = call.input(&input).run();
        let mut printed = run.out;
        if let Some(file) = &command.into {
            folder.file(file, &printed);
            printed.clear();
        }
        let status = run.status.expect("the program ends by itself");
        command.answered(&(printed + &run.err), status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: &str = "\
$ nasvet play nim '2 1 1' > game.txt
Nim
> 1-0
>
# a remark
Bye.
$ nasvet ask
one
…
";

    #[test]
    fn a_block_has_commands_with_what_is_typed() {
        let commands = commands(BLOCK);
        assert_eq!(commands[0].args, ["play", "nim", "2 1 1"]);
        assert_eq!(commands[0].into.as_deref(), Some("game.txt"));
        assert_eq!(commands[0].typed, ["1-0", "", "# a remark"]);
        assert_eq!(
            (&commands[1].args[..], commands[1].typed.len()),
            (&["ask".to_owned()][..], 0)
        );
    }

    #[test]
    fn an_answer_is_shown_as_far_as_before() {
        let commands = commands(BLOCK);
        let whole = "$ nasvet play nim '2 1 1' > game.txt\na\nb\n[status 1]\n";
        assert_eq!(commands[0].answered("a\nb", 1), whole);
        assert_eq!(commands[1].answered("a\nb\nc\n", 0), "$ nasvet ask\na\n…\n");
    }

    #[test]
    fn only_what_is_left_out_may_differ() {
        let lines = ["{", "  \"a\": 1,", "  \"b\": \"x\"", "}"];
        let check = |shown: &[&str], expected| assert_eq!(is_shown(shown, &lines), expected);
        check(&lines, true);
        check(&["{", "  …", "}"], true);
        check(&["{", "  …"], true);
        check(&["{", "  \"a\": 1,", "  \"b\": \"…\"", "}"], true);
        check(&["{", "  \"a\": \"…\",", "  \"b\": \"x\"", "}"], false);
        check(&["{", "  \"b\": \"x\"", "  …", "}"], false);
        check(&["[", "  …", "}"], false);
        check(&["{", "  \"a\": 1,", "}"], false);
        check(&lines[..3], false);
    }

    #[test]
    fn an_answer_that_differs_is_given_whole() {
        let commands = commands("$ nasvet words\n{\n  …\n  2\n}\n");
        let same = "$ nasvet words\n{\n  …\n  2\n}\n";
        assert_eq!(commands[0].answered("{\n  0\n  1\n  2\n}\n", 0), same);
        let whole = "$ nasvet words\n{\n  0\n  3\n}\n";
        assert_eq!(commands[0].answered("{\n  0\n  3\n}\n", 0), whole);
    }
}
