//! What a chess program can say: a line of text as a command.
//!
//! Words that are not known are skipped, as the protocol wants it, so `joho debug on` is `debug on`.

use std::time::Duration;

use crate::clock::GoLimits;

/// A line from the chess program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciCommand {
    /// `uci`
    Uci,
    /// `debug on`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name Hash value 64`
    SetOption {
        /// The name, as it was written.
        name: String,
        /// The value; none for a button.
        value: Option<String>,
    },
    /// `ucinewgame`
    NewGame,
    /// `position startpos moves e2e4`
    Position {
        /// The FEN; none for the first position of a game.
        fen: Option<String>,
        /// The moves after it.
        moves: Vec<String>,
    },
    /// `go wtime 1000`
    Go(GoLimits),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
}

/// Reads a line; none if there is no command in it.
pub fn read_command(line: &str) -> Option<UciCommand> {
    let words: Vec<&str> = line.split_whitespace().collect();
    // What is not known is skipped, and so is what makes no sense after a known word.
    (0..words.len()).find_map(|at| command(words[at], &words[at + 1..]))
}

fn command(name: &str, rest: &[&str]) -> Option<UciCommand> {
    Some(match name {
        "uci" => UciCommand::Uci,
        "debug" => UciCommand::Debug(match rest.first() {
            Some(&"on") => true,
            Some(&"off") => false,
            Some(_) | None => return None,
        }),
        "isready" => UciCommand::IsReady,
        "setoption" => set_option(rest)?,
        "ucinewgame" => UciCommand::NewGame,
        "position" => position(rest)?,
        "go" => UciCommand::Go(go(rest)),
        "stop" => UciCommand::Stop,
        "ponderhit" => UciCommand::PonderHit,
        "quit" => UciCommand::Quit,
        _ => return None,
    })
}

fn set_option(words: &[&str]) -> Option<UciCommand> {
    let at = words.iter().position(|word| *word == "name")?;
    let words = &words[at + 1..];
    let value = words.iter().position(|word| *word == "value");
    let name = words[..value.unwrap_or(words.len())].join(" ");
    (!name.is_empty()).then(|| UciCommand::SetOption {
        name,
        value: value.map(|at| words[at + 1..].join(" ")),
    })
}

fn position(words: &[&str]) -> Option<UciCommand> {
    let begins = words
        .iter()
        .position(|word| ["startpos", "fen"].contains(word))?;
    let (kind, rest) = (words[begins], &words[begins + 1..]);
    let moves = rest.iter().position(|word| *word == "moves");
    let fields = &rest[..moves.unwrap_or(rest.len())];
    let moves = moves.map_or(&[][..], |at| &rest[at + 1..]);
    Some(UciCommand::Position {
        fen: (kind == "fen").then(|| fields.join(" ")),
        moves: moves.iter().map(|m| (*m).to_owned()).collect(),
    })
}

fn go(words: &[&str]) -> GoLimits {
    let mut limits = GoLimits::default();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        // A number that cannot be read is skipped with its name.
        let mut number = || -> Option<i64> {
            let number = words.peek()?.parse().ok()?;
            words.next();
            Some(number)
        };
        let millis = |number: i64| Duration::from_millis(number.max(0).unsigned_abs());
        let count = |number: i64| number.max(1).unsigned_abs();
        match *word {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "wtime" => limits.clocks[0] = number().map(millis).or(limits.clocks[0]),
            "btime" => limits.clocks[1] = number().map(millis).or(limits.clocks[1]),
            "winc" => limits.increments[0] = number().map_or(limits.increments[0], millis),
            "binc" => limits.increments[1] = number().map_or(limits.increments[1], millis),
            "movestogo" => limits.moves_to_go = number().map(count).or(limits.moves_to_go),
            "movetime" => limits.move_time = number().map(millis).or(limits.move_time),
            "depth" => limits.depth = number().map(count).or(limits.depth),
            "nodes" => limits.nodes = number().map(count).or(limits.nodes),
            "mate" => limits.mate = number().map(count).or(limits.mate),
            "perft" => limits.perft = number().map(count).or(limits.perft),
            "searchmoves" => {
                while let Some(m) = words.peek().filter(|word| is_move(word)) {
                    limits.moves.push((**m).to_owned());
                    words.next();
                }
            }
            _ => {}
        }
    }
    limits
}

/// Does a word look like a move?
fn is_move(word: &str) -> bool {
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    let bytes = word.as_bytes();
    matches!(bytes.len(), 4 | 5) && is_square(&bytes[..2]) && is_square(&bytes[2..4])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Option<UciCommand>) {
        assert_eq!(read_command(line), expected, "{line}");
    }

    #[test]
    fn unknown_words_are_skipped() {
        check("joho debug on", Some(UciCommand::Debug(true)));
        check("  \t isready  please ", Some(UciCommand::IsReady));
        check("debug maybe", None);
        check("", None);
        check("register later", None);
        check("setoption value 3", None);
        check("position nowhere", None);
    }

    #[test]
    fn options_may_have_several_words() {
        let option = |name: &str, value: Option<&str>| {
            Some(UciCommand::SetOption {
                name: name.into(),
                value: value.map(str::to_owned),
            })
        };
        check("setoption name Clear Hash", option("Clear Hash", None));
        check(
            "setoption name SyzygyPath value /a b/c",
            option("SyzygyPath", Some("/a b/c")),
        );
        check("setoption name Hash value", option("Hash", Some("")));
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let go = |limits| Some(UciCommand::Go(limits));
        check(
            "go binc 7 searchmoves e2e4 e7e8q depth 3 joho nodes x wtime -5",
            go(GoLimits {
                increments: [Duration::ZERO, Duration::from_millis(7)],
                moves: vec!["e2e4".into(), "e7e8q".into()],
                depth: Some(3),
                clocks: [Some(Duration::ZERO), None],
                ..GoLimits::default()
            }),
        );
        check("go depth", go(GoLimits::default()));
        check("go depth 99999999999999999999", go(GoLimits::default()));
    }
}
