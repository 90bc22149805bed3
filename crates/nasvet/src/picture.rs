//! Positions as pictures for a terminal: boards and heaps, with marked places.
//!
//! A picture is at most 11 lines high and 60 columns wide, so that text fits below it on the smallest screen. Where
//! colours cannot be shown, marks are brackets: `(.)` where a move came from, `[K]` where it went, `<.>` for a place
//! that is spoken of.

mod board;
mod heaps;
mod nodes;

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
