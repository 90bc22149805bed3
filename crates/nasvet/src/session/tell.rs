//! What the session tells about itself: help, settings, the chapter's table, the moves so far.

use std::sync::Arc;

use domain::Domain;

use crate::advisor::Mode;
use crate::chapter::Chapter;
use crate::session::command::{Act, Command, DRAFT_COMMANDS, list};
use crate::session::opponent::Opponent;
use crate::session::record::number;
use crate::session::seat::{Said, Sitting};
use crate::session::told::told;
use crate::session::wording::beside;

impl<D: Domain> Sitting<'_, D> {
    /// All commands, or one of them.
    pub(crate) fn help(&self, name: &str) -> Said {
        if self.session.draft.is_some() && name.is_empty() {
            let rows = DRAFT_COMMANDS.iter().map(|(name, takes, what)| {
                let left = format!("  {:<14} ", format!("{name} {takes}"));
                beside(&left, what, self.width())
            });
            return Ok(format!(
                "{}{}",
                rows.collect::<String>(),
                self.indented(&format!("Say {}.", self.seat.customs.editing()), 0)
            ));
        }
        if name.is_empty() {
            return Ok(list(self.width()));
        }
        match Command::named(name) {
            Some(command) => {
                let also = match command.aliases {
                    [] => String::new(),
                    aliases => format!(" (or {})", aliases.join(", ")),
                };
                Ok(format!(
                    "{}{also}\n{}",
                    command.usage(),
                    self.wrapped(command.help)
                ))
            }
            None => Err(format!(
                "There is no command `{name}`.\n{}",
                list(self.width())
            )),
        }
    }

    pub(crate) fn list_chapters(&mut self) -> String {
        let width = self.width();
        let shipped = self.session.chapters.shipped().iter();
        let line = |chapter: &Arc<Chapter>| {
            let left = format!("  {:<17} ", chapter.name);
            beside(&left, &chapter.program.title, width)
        };
        shipped.map(line).collect()
    }

    /// The games and positions that the chapter tells of, by number.
    pub(crate) fn list_told(&self) -> Said {
        let told = told(&self.seat.chapter, self.session.games);
        if told.is_empty() {
            return Err(format!(
                "The chapter `{}` tells of no games or positions; `new` draws one.\n",
                self.seat.chapter.name
            ));
        }
        let lines = told.iter().enumerate().map(|(idx, told)| {
            let margin = if idx < 9 { "  " } else { " " };
            margin.to_owned() + &self.indented(&format!("{}. {}", idx + 1, told.text), 5)
        });
        Ok(lines.collect::<String>() + "`game N` sets one of them up.\n")
    }

    /// The tables of the chapter: its rules, and what each piece of advice is about.
    pub(crate) fn rules(&self) -> String {
        let program = &self.seat.chapter.program;
        let mut text = format!("{} ({})\n", program.title, self.seat.chapter.name);
        let n_tables = program.tables.len();
        for (idx, table) in program.tables.iter().enumerate() {
            if n_tables > 1 {
                text += &format!("Table {}:\n", idx + 1);
            }
            for rule in &table.rules {
                text += &match &rule.condition {
                    Some(condition) => self.indented(
                        &format!(
                            "If {}, try in this order:",
                            self.seat.chapter.written(condition.span)
                        ),
                        3,
                    ),
                    None => "Otherwise try in this order:\n".into(),
                };
                for (idx, entry) in rule.entries.iter().enumerate() {
                    let piece = program.piece(entry.piece);
                    let doc = match &piece.doc {
                        Some(doc) => format!(": {doc}"),
                        None => String::new(),
                    };
                    let guard = match &entry.guard {
                        Some(guard) => {
                            format!(" (only when {})", self.seat.chapter.written(guard.span))
                        }
                        None => String::new(),
                    };
                    let line = format!("{}. {}{doc}{guard}", idx + 1, piece.name);
                    let margin = if idx < 9 { "  " } else { " " };
                    text += margin;
                    text += &self.indented(&line, 5);
                }
            }
        }
        text
    }

    /// The moves so far.
    pub(crate) fn score(&self) -> String {
        let record = &self.session.record;
        let mut text = format!("From {}\n", record.start);
        if record.plies.is_empty() {
            return text + "No moves yet.\n";
        }
        for (idx, ply) in record.plies.iter().enumerate() {
            let label = number(self.opening(), idx);
            let line = match ply.by.piece() {
                Some(piece) => format!("{label:<4} {:<7} {piece} ({})", ply.text, ply.chapter),
                None => format!("{label:<4} {}", ply.text),
            };
            text += &line;
            text.push('\n');
        }
        text
    }

    /// Changes a setting, or tells what it is.
    pub(crate) fn change_setting(&mut self, command: &Command, rest: &str) -> Said {
        let choice = rest.to_lowercase();
        let settings = &mut self.session.settings;
        let on = match choice.as_str() {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        };
        match (command.act, on) {
            (Act::Auto, Some(on)) => {
                settings.auto = on;
                let said = if on {
                    "Our move comes at once after theirs.\n"
                } else {
                    "Our moves wait for you: `go`, `hint`, or a move.\n"
                };
                Ok(self.settled(said))
            }
            (Act::Trace, Some(on)) => {
                settings.trace = on;
                Ok(format!(
                    "Searches are {}shown.\n",
                    if on { "" } else { "not " }
                ))
            }
            (Act::Ascii, Some(on)) => {
                settings.style.unicode = !on;
                Ok(self.board())
            }
            (Act::Colour, Some(on)) => {
                settings.style.colour = on;
                Ok(self.board())
            }
            (Act::Auto | Act::Trace | Act::Ascii | Act::Colour, None) => Err(format!(
                "Say `{} on` or `{} off`.\n",
                command.name, command.name
            )),
            (Act::Mode, _) => {
                settings.mode = match choice.as_str() {
                    "strong" => Mode::Strong,
                    "weak" => Mode::Weak,
                    _ => return Err("Say `mode strong` or `mode weak`.\n".into()),
                };
                let said = match settings.mode {
                    Mode::Strong => "Strong: a strategy is followed to its end.\n",
                    Mode::Weak => "Weak: a new strategy is made for every move.\n",
                };
                self.seat.advisor.set_mode(settings.mode);
                self.forget_advice();
                Ok(self.wrapped(said))
            }
            (Act::Opponent, _) => {
                let named = Opponent::ALL
                    .into_iter()
                    .find(|opponent| opponent.name() == choice);
                settings.opponent = named
                    .ok_or("Say `opponent human`, `opponent random` or `opponent tables`.\n")?;
                let said = match settings.opponent {
                    Opponent::Human => "You enter their moves.",
                    Opponent::Random => {
                        "They answer at random. Our moves are yours: play one, or say `go` or `hint`."
                    }
                    Opponent::Tables => {
                        "They answer by the tables, as well as can be. Our moves are yours: play one, or say `go` \
                         or `hint`; `judge` tells whether a move kept the result."
                    }
                };
                Ok(self.settled(said))
            }
            // Only commands about settings come here.
            _ => self.set(&choice),
        }
    }

    /// After a setting about who moves: whoever answers by himself does.
    fn settled(&mut self, said: &str) -> String {
        let plies = self.session.record.plies.len();
        let mut text = self.wrapped(said);
        if self.session.draft.is_some() {
            return text;
        }
        self.go_on(&mut text);
        if self.session.record.plies.len() == plies {
            text
        } else {
            self.conclude(text)
        }
    }

    fn set(&mut self, rest: &str) -> Said {
        let settings = &mut self.session.settings;
        let usage = "Say `set nodes N` or `set seconds N`, with a whole number.\n";
        let (name, value) = rest.split_once(char::is_whitespace).ok_or(usage)?;
        let value: u64 = value.trim().parse().map_err(|_| usage)?;
        match name {
            "nodes" if value == 0 => Err("At least one position must be looked at.\n".into()),
            "nodes" => {
                settings.nodes = value;
                Ok(format!(
                    "At most {value} positions for a piece of advice.\n"
                ))
            }
            "seconds" => {
                settings.seconds = Some(value).filter(|value| *value > 0);
                Ok(match settings.seconds {
                    Some(1) => "At most one second for a search.\n".into(),
                    Some(seconds) => format!("At most {seconds} seconds for a search.\n"),
                    None => "No limit of time.\n".into(),
                })
            }
            _ => Err(usage.into()),
        }
    }
}
