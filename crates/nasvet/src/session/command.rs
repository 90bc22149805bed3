//! The commands as data: what they are called, what they take, what they do. Help and completion are made from it.

use crate::session::wording::wrapped;

/// A command.
#[derive(Debug)]
pub(crate) struct Command {
    pub(crate) act: Act,
    pub(crate) name: &'static str,
    /// Other names for it.
    pub(crate) aliases: &'static [&'static str],
    /// What follows the name.
    pub(crate) takes: &'static str,
    pub(crate) topic: Topic,
    /// What it does.
    pub(crate) help: &'static str,
}

/// What a command is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Topic {
    Play,
    Understand,
    Positions,
    Games,
    Settings,
}

impl Topic {
    pub(crate) const ALL: [Topic; 5] = [
        Topic::Play,
        Topic::Understand,
        Topic::Positions,
        Topic::Games,
        Topic::Settings,
    ];

    pub(crate) fn title(self) -> &'static str {
        match self {
            Topic::Play => "Play",
            Topic::Understand => "Understand",
            Topic::Positions => "Positions",
            Topic::Games => "Games",
            Topic::Settings => "Settings",
        }
    }
}

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Act {
    Go,
    Back,
    Forward,
    Moves,
    Board,
    Flip,
    Hint,
    Why,
    Judge,
    Ask,
    Tree,
    Stats,
    Rules,
    New,
    Chapter,
    Chapters,
    Games,
    Game,
    Position,
    Edit,
    Resume,
    Save,
    Load,
    Pgn,
    Fen,
    Score,
    Mode,
    Auto,
    Opponent,
    Trace,
    Set,
    Ascii,
    Colour,
    Options,
    Help,
    Quit,
}

macro_rules! commands {
    ($($topic:ident $act:ident $name:literal [$($alias:literal)*] $takes:literal $help:literal)*) => {
        &[$(Command {
            act: Act::$act,
            name: $name,
            aliases: &[$($alias),*],
            takes: $takes,
            topic: Topic::$topic,
            help: $help,
        }),*]
    };
}

/// All commands, in the order in which help shows them.
#[rustfmt::skip]
pub(crate) const COMMANDS: &[Command] = commands! {
    Play Go "go" ["g"] ""
        "Plays our move by the advice."
    Play Back "back" ["undo" "takeback"] "[N]"
        "Takes back to your last choice, or N single moves."
    Play Forward "forward" ["redo"] "[N]"
        "Plays again what was taken back, to your next choice, or N single moves."
    Play Moves "moves" [] ""
        "Lists the legal moves."
    Play Board "board" ["show"] ""
        "Shows the position."
    Play Flip "flip" [] ""
        "Turns the board round; it is shown from your side."
    Understand Hint "hint" [] ""
        "Tells the idea of our next move; asked again, the move."
    Understand Why "why" [] "[not MOVE]"
        "Explains our move, or what is wrong with another one."
    Understand Judge "judge" [] ""
        "Tells by the tables whether your last move and the answer kept the result, and what the position is worth."
    Understand Ask "ask" [] "QUESTION"
        "Asks the chapter's reasoner, in its own words: `ask can White draw?`"
    Understand Tree "tree" [] "[N]"
        "Shows the forcing tree of our move, at most N lines of it."
    Understand Stats "stats" ["statistics"] ""
        "Counts the positions that each piece of advice looked at, by depth, as the AL2 paper does."
    Understand Rules "rules" [] ""
        "Tells the chapter's table: its rules and pieces of advice."
    Positions New "new" [] "[SEED]"
        "Begins a game from a random position; the same seed gives the same position."
    Positions Position "position" ["pos"] "TEXT"
        "Begins a game from a position: a FEN, or the heaps of Nim. A position alone on a line does so, too."
    Positions Edit "edit" [] ""
        "Sets up a position man by man."
    Positions Fen "fen" [] ""
        "Prints the position as text."
    Games Chapter "chapter" [] "NAME"
        "Goes on with another chapter, shipped or from a file."
    Games Chapters "chapters" [] ""
        "Lists the shipped chapters."
    Games Games "games" [] ""
        "Lists the games and positions that the chapter tells of."
    Games Game "game" [] "N"
        "Begins a game from one of them, by its number."
    Games Resume "resume" [] ""
        "Goes back to the game before the last new, position or load; again, to the other one."
    Games Save "save" [] "FILE [over]"
        "Writes the game as PGN, with the reasons as comments; `over` replaces a file."
    Games Load "load" [] "FILE"
        "Reads a game from a PGN file and goes on at its end."
    Games Pgn "pgn" [] ""
        "Prints the game as PGN."
    Games Score "score" [] ""
        "Lists the moves so far, with the advice behind ours."
    Settings Mode "mode" [] "strong|weak"
        "Strong: a strategy is followed to its end. Weak: a new one is made for every move."
    Settings Auto "auto" [] "on|off"
        "On: our move comes at once after theirs. Off: say `go`, or play it yourself."
    Settings Opponent "opponent" [] "human|random|tables"
        "Human: you enter their moves. Random, tables: they answer by chance or perfectly, and our moves are yours."
    Settings Trace "trace" [] "on|off"
        "On: shows what each search does, move by move."
    Settings Set "set" [] "nodes|seconds N"
        "Bounds each search: positions for a piece of advice, or seconds (0: no limit)."
    Settings Ascii "ascii" [] "on|off"
        "On: boards in plain letters."
    Settings Colour "colour" ["color"] "on|off"
        "On: boards in colour."
    Settings Options "options" ["settings"] ""
        "Lists the settings."
    Settings Help "help" ["?" "h"] "[COMMAND]"
        "Lists the commands, or says more about one."
    Settings Quit "quit" ["exit" "q" "bye"] ""
        "Ends the session."
};

/// The commands while a position is set up, with what they take and do.
pub(crate) const DRAFT_COMMANDS: &[(&str, &str, &str)] = &[
    ("put", "MEN", "Puts something on the board."),
    ("remove", "PLACE", "Takes something away."),
    ("turn", "SIDE", "Says whose move it is."),
    ("clear", "", "Empties the board."),
    ("board", "", "Shows the draft."),
    ("done", "", "Begins a game from the draft."),
    ("cancel", "", "Leaves the draft and goes on with the game."),
];

impl Command {
    /// The command of this name, whatever its case.
    pub(crate) fn named(name: &str) -> Option<&'static Command> {
        let name = name.to_lowercase();
        COMMANDS
            .iter()
            .find(|command| command.name == name || command.aliases.contains(&name.as_str()))
    }

    /// The name and what it takes.
    pub(crate) fn usage(&self) -> String {
        format!("{} {}", self.name, self.takes)
            .trim_end()
            .to_owned()
    }
}

/// All commands by topic, in lines of a width.
pub(crate) fn list(width: usize) -> String {
    let mut text = String::new();
    for topic in Topic::ALL {
        let of_topic = COMMANDS.iter().filter(|command| command.topic == topic);
        let mut usages: Vec<String> = of_topic.map(Command::usage).collect();
        if topic == Topic::Play {
            usages.insert(0, "a move (Kd4, e2e4, e8=Q)".into());
        }
        text += &columns(topic.title(), &usages, width);
    }
    text + &wrapped("`help COMMAND` says more about one of them.", width)
}

/// A title and a list beside it.
fn columns(title: &str, items: &[String], width: usize) -> String {
    let mut text = String::new();
    // Where there is little room, the list stands below its title.
    let indent = if width < 60 { 1 } else { 11 };
    let mut line = format!("{title:<indent$}");
    if title.chars().count() > indent {
        text = std::mem::replace(&mut line, " ".repeat(indent)) + "\n";
    }
    for (idx, item) in items.iter().enumerate() {
        let comma = if idx + 1 < items.len() { "," } else { "" };
        if line.chars().count() + 1 + item.chars().count() + comma.len() > width {
            text += &line;
            text.push('\n');
            line = " ".repeat(indent);
        }
        line += &format!(" {item}{comma}");
    }
    text + &line + "\n"
}

/// All words that may begin a line.
pub(crate) fn first_words() -> impl Iterator<Item = &'static str> {
    let drafting = DRAFT_COMMANDS.iter().map(|(name, _, _)| *name);
    let names = COMMANDS.iter().map(|command| command.name);
    names.chain(drafting.filter(|name| Command::named(name).is_none()))
}

/// What may follow a command: the choices that its usage names, such as `on|off`.
pub(crate) fn choices(command: &str) -> Vec<&'static str> {
    let Some(command) = Command::named(command) else {
        return Vec::new();
    };
    let words = command.takes.split([' ', '|', '[', ']']);
    words
        .filter(|word| !word.is_empty() && word.chars().all(char::is_lowercase))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_means_one_command_and_no_move() {
        let mut names: Vec<&str> = COMMANDS
            .iter()
            .flat_map(|command| {
                std::iter::once(command.name).chain(command.aliases.iter().copied())
            })
            .collect();
        // A move of chess or Nim has a digit, but for castling.
        assert!(
            names
                .iter()
                .all(|name| !name.contains(|ch: char| ch.is_ascii_digit()))
        );
        let n_names = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), n_names);
    }

    #[test]
    fn help_fits_a_narrow_terminal() {
        for width in [38, 78] {
            for line in list(width).lines() {
                assert!(line.chars().count() <= width, "{line}");
            }
        }
        assert!(list(78).lines().count() <= 20);
    }

    #[test]
    fn choices_are_those_of_the_usage() {
        assert_eq!(choices("mode"), ["strong", "weak"]);
        assert_eq!(choices("set"), ["nodes", "seconds"]);
        assert_eq!(choices("save"), ["over"]);
        assert_eq!(choices("new"), Vec::<&str>::new());
    }
}
