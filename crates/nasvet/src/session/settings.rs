//! How a session behaves and looks; each can be changed while it lasts.

use crate::advisor::Mode;
use crate::picture::Style;
use crate::session::opponent::Opponent;
use crate::session::wording::beside;

/// The settings.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How long a strategy is kept.
    pub mode: Mode,
    /// Does our move come at once after theirs?
    pub auto: bool,
    /// Is shown what a search did?
    pub trace: bool,
    /// Who plays their moves.
    pub opponent: Opponent,
    /// How many positions may be looked at for a piece of advice.
    pub nodes: u64,
    /// How many seconds a search may take.
    pub seconds: Option<u64>,
    /// How boards are drawn.
    pub style: Style,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            mode: Mode::Strong,
            auto: true,
            trace: false,
            opponent: Opponent::Human,
            nodes: 10_000_000,
            seconds: None,
            style: Style {
                unicode: true,
                colour: false,
                flipped: false,
            },
        }
    }
}

impl Settings {
    /// All settings, each with the command that changes it, in lines of a width.
    pub(crate) fn list(&self, width: usize) -> String {
        let on_off = |on: bool| if on { "on" } else { "off" };
        let mode = match self.mode {
            Mode::Strong => "strong",
            Mode::Weak => "weak",
        };
        let seconds = match self.seconds {
            Some(seconds) => seconds.to_string(),
            None => "no limit".into(),
        };
        let rows = [
            ("mode", mode.to_owned(), "how long a strategy is kept"),
            ("auto", on_off(self.auto).into(), "our move comes at once"),
            (
                "opponent",
                self.opponent.name().into(),
                "who plays their moves",
            ),
            (
                "trace",
                on_off(self.trace).into(),
                "show what a search does",
            ),
            (
                "set nodes",
                self.nodes.to_string(),
                "positions for a piece of advice",
            ),
            ("set seconds", seconds, "time for a search"),
            (
                "ascii",
                on_off(!self.style.unicode).into(),
                "boards in plain letters",
            ),
            (
                "colour",
                on_off(self.style.colour).into(),
                "boards in colour",
            ),
        ];
        let mut text = String::new();
        for (name, value, what) in rows {
            text += &beside(&format!("  {name:<12} {value:<10} "), what, width);
        }
        text
    }
}
