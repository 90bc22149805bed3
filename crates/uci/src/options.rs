//! The options of the engine: their names, their bounds, and their values.

use std::time::Duration;

/// How the chapters are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AdviceUse {
    /// A strategy is followed to its end.
    #[default]
    Strong,
    /// A new one is made for every move.
    Weak,
    /// Not at all.
    Off,
}

/// What can be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UciOptions {
    /// `Hash`: the size of the table of positions, in mebibytes.
    pub hash: usize,
    /// `Threads`: how many threads search.
    pub threads: usize,
    /// `MultiPV`: how many lines are shown.
    pub lines: usize,
    /// `SyzygyPath`: the folders with Syzygy tables; empty for none.
    pub syzygy_path: String,
    /// `UCI_AnalyseMode`: somebody analyses, so advice is shown and the best move is looked for all the same.
    pub analyse: bool,
    /// `UCI_ShowWDL`: say how likely a win, a draw and a loss are.
    pub show_wdl: bool,
    /// `UCI_Chess960`: castling is written as the king taking the rook.
    pub chess960: bool,
    /// `AdviceFile`: a chapter to play by; empty for the shipped ones.
    pub advice_file: String,
    /// `AdviceMode`: how chapters are used.
    pub advice: AdviceUse,
    /// `Explain`: say why.
    pub explain: bool,
    /// `Move Overhead`: what a move costs beside thinking.
    pub overhead: Duration,
}

impl Default for UciOptions {
    fn default() -> UciOptions {
        UciOptions {
            hash: 16,
            threads: 1,
            lines: 1,
            syzygy_path: String::new(),
            analyse: false,
            show_wdl: false,
            chess960: false,
            advice_file: String::new(),
            advice: AdviceUse::Strong,
            explain: true,
            overhead: Duration::from_millis(30),
        }
    }
}

/// What has to be done when an option is set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OptionChange {
    /// Nothing more.
    Noted,
    /// The table of positions gets another size.
    Hash(usize),
    /// What is remembered is forgotten.
    Clear,
    /// Syzygy tables are opened.
    Syzygy(String),
    /// A chapter is read.
    Advice(String),
}

/// The lines that tell of the options.
pub(crate) const LIST: [&str; 13] = [
    "option name Hash type spin default 16 min 1 max 4096",
    "option name Clear Hash type button",
    "option name Threads type spin default 1 min 1 max 64",
    "option name MultiPV type spin default 1 min 1 max 218",
    "option name Ponder type check default false",
    "option name Move Overhead type spin default 30 min 0 max 5000",
    "option name SyzygyPath type string default <empty>",
    "option name UCI_AnalyseMode type check default false",
    "option name UCI_ShowWDL type check default false",
    "option name UCI_Chess960 type check default false",
    "option name AdviceFile type string default <empty>",
    "option name AdviceMode type combo default strong var strong var weak var off",
    "option name Explain type check default true",
];

impl UciOptions {
    /// Sets an option. Case does not matter in its name. What cannot be is said: lower case, no full stop.
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>) -> Result<OptionChange, String> {
        let text = || value.unwrap_or_default();
        let number = |least: usize, most: usize| {
            let number: Option<usize> = text().trim().parse().ok();
            let within = number.filter(|number| (least..=most).contains(number));
            within.ok_or_else(|| format!("{name} is a number from {least} to {most}"))
        };
        let truth = || match text().to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("{name} is true or false")),
        };
        let path = || match text() {
            "<empty>" => String::new(),
            path => path.to_owned(),
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash = number(1, 4096)?;
                return Ok(OptionChange::Hash(self.hash));
            }
            "clear hash" => return Ok(OptionChange::Clear),
            "threads" => self.threads = number(1, 64)?,
            "multipv" => self.lines = number(1, 218)?,
            // It only tells us that `go ponder` may come.
            "ponder" => drop(truth()?),
            "move overhead" => self.overhead = Duration::from_millis(number(0, 5000)? as u64),
            "syzygypath" => {
                self.syzygy_path = path();
                return Ok(OptionChange::Syzygy(self.syzygy_path.clone()));
            }
            "uci_analysemode" => self.analyse = truth()?,
            "uci_showwdl" => self.show_wdl = truth()?,
            "uci_chess960" => self.chess960 = truth()?,
            "advicefile" => {
                self.advice_file = path();
                return Ok(OptionChange::Advice(self.advice_file.clone()));
            }
            "advicemode" => {
                self.advice = match text().to_ascii_lowercase().as_str() {
                    "strong" => AdviceUse::Strong,
                    "weak" => AdviceUse::Weak,
                    "off" => AdviceUse::Off,
                    _ => return Err(format!("{name} is strong, weak or off")),
                }
            }
            "explain" => self.explain = truth()?,
            _ => return Err(format!("there is no option {name}")),
        }
        Ok(OptionChange::Noted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_list() {
        let mut options = UciOptions::default();
        for line in LIST {
            let words: Vec<&str> = line.split(' ').collect();
            let at = |word: &str| words.iter().position(|other| *other == word);
            let name = words[2..at("type").expect("a type")].join(" ");
            let Some(default) = at("default") else {
                continue;
            };
            let set = options.set(&name, Some(words[default + 1]));
            assert!(set.is_ok(), "{line}");
        }
        assert_eq!(options, UciOptions::default());
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let check = |name: &str, value: &str, expected: &str| {
            let mut options = UciOptions::default();
            assert_eq!(options.set(name, Some(value)), Err(expected.into()));
            assert_eq!(options, UciOptions::default());
        };
        check("Hash", "0", "Hash is a number from 1 to 4096");
        check("threads", "many", "threads is a number from 1 to 64");
        check("Explain", "perhaps", "Explain is true or false");
        check("AdviceMode", "mild", "AdviceMode is strong, weak or off");
        check("Contempt", "5", "there is no option Contempt");
    }
}
