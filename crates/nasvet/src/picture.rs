//! Positions as pictures for a terminal: boards and heaps, with marked places.
//!
//! A picture is at most 11 lines high and 60 columns wide, so that text fits below it on the smallest screen. Where
//! colours cannot be shown, marks are brackets: `(.)` where a move came from, `[K]` where it went, `<.>` for a place
//! that is spoken of.

mod board;
mod heaps;
mod nodes;

use std::io;

use anstream::{AutoStream, ColorChoice};

/// How pictures are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Figurines and box lines; otherwise plain ASCII.
    pub unicode: bool,
    /// ANSI colours.
    pub colour: bool,
    /// Seen from Black's side (chess).
    pub flipped: bool,
}

impl Style {
    /// What every terminal can show: ASCII without colours, from White's side.
    pub fn plain() -> Style {
        Style {
            unicode: false,
            colour: false,
            flipped: false,
        }
    }

    /// What standard output can show, by the locale, the kind of terminal, and the user's wish for colours.
    pub fn of_stdout() -> Style {
        Style {
            unicode: shows_unicode(|name| std::env::var(name).ok()),
            colour: AutoStream::choice(&io::stdout()) != ColorChoice::Never,
            flipped: false,
        }
    }
}

/// Can a terminal with these variables of the environment show figurines?
///
/// The first of the three locale variables that is set decides, as POSIX has it. The Linux console speaks UTF-8,
/// but its font has no chess men.
fn shows_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let is_limited = variable("TERM").is_some_and(|term| term == "dumb" || term == "linux");
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(variable)
        .find(|locale| !locale.is_empty());
    let speaks_utf8 = locale.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    });
    speaks_utf8 && !is_limited
}

/// Why a place is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The last move came from here.
    From,
    /// The last move went here.
    To,
    /// A sentence speaks of it.
    Named,
}

impl Mark {
    /// What stands on either side of a marked place where there are no colours.
    fn brackets(self) -> (char, char) {
        match self {
            Mark::From => ('(', ')'),
            Mark::To => ('[', ']'),
            Mark::Named => ('<', '>'),
        }
    }

    /// Its background: blues for a move and purple for words, which nobody mistakes for the browns of the board,
    /// and on which black and white can both be read.
    fn background(self) -> u8 {
        match self {
            Mark::From => 67,
            Mark::To => 32,
            Mark::Named => 133,
        }
    }
}

/// A position of a game as lines of text, each with its line end; no picture if the text is no position of the game.
///
/// `game` is the vocabulary's name. A place is a square (`e4`) or a heap (`2` or `heap 2`, counted from 1); the last
/// mark of a place counts, and a mark on a place that is not there is left out.
pub fn draw(game: &str, position: &str, marks: &[(String, Mark)], style: Style) -> Option<String> {
    let lines = match game {
        "chess" => board::draw(position, marks, style),
        "nim" => heaps::draw(position, marks, style),
        "graphs" => nodes::draw(position, marks),
        _ => None,
    }?;
    let mut picture = String::new();
    for line in lines {
        picture.push_str(line.trim_end());
        picture.push('\n');
    }
    Some(picture)
}

/// A text in a colour of the 256, on a background.
fn painted(text: &str, foreground: u8, background: u8) -> String {
    format!("\x1b[38;5;{foreground};48;5;{background}m{text}\x1b[0m")
}

const WHITE: u8 = 231;
const BLACK: u8 = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figurines_need_a_utf8_locale_and_a_terminal_that_has_them() {
        let check = |variables: &[(&str, &str)], expected: bool| {
            let found = shows_unicode(|name| {
                let found = variables.iter().find(|(other, _)| *other == name);
                found.map(|(_, value)| (*value).to_owned())
            });
            assert_eq!(found, expected, "{variables:?}");
        };
        check(&[], false);
        check(&[("LANG", "sl_SI.UTF-8")], true);
        check(&[("LANG", "C.utf8"), ("TERM", "xterm-256color")], true);
        check(&[("LANG", "sl_SI.UTF-8"), ("TERM", "linux")], false);
        check(&[("LANG", "sl_SI.UTF-8"), ("TERM", "dumb")], false);
        check(&[("LANG", "sl_SI.UTF-8"), ("LC_ALL", "C")], false);
        check(&[("LANG", "C"), ("LC_CTYPE", "en_GB.UTF-8")], true);
        check(&[("LANG", "C.UTF-8"), ("LC_ALL", "")], true);
        check(&[("LC_CTYPE", "C"), ("LC_ALL", "C.UTF-8")], true);
    }
}
