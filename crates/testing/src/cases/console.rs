//! Blocks of `console`: commands, what is typed, and what the program prints.

use std::fs;

use crate::cases::{Case, CaseBlock};
use crate::{Call, Scratch};

/// The last line of an answer that is not shown to its end.
const AND_SO_ON: &str = "…";

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
        if let Some((&AND_SO_ON, shown)) = self.shown.split_last() {
            lines.truncate(shown.len());
            lines.push(AND_SO_ON);
        }
        let below: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        format!("$ {}\n{below}", self.line)
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
            .env("NASVET_CACHE", self.place);
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
}
