//! Patterns as text, one statement on a line.
//!
//! ```text
//! pattern pin {
//!   ours    R rook
//!   theirs  n knight or more, k king
//!   empty   s
//!   if      R can go to s
//!   if      R from s attacks n
//!   if      R from s attacks k past n
//!   try     R goes to s
//!   try     R threatens n
//!   try     n must vacate
//!   try     R threatens k
//!   seen    1, won 1
//!   from    4k3/pppp1ppp/8/8/4n3/8/PPPP1PPP/5RK1 w - - : Re1
//! }
//! ```
//!
//! A line that begins with `#` is a comment; it is written again before the pattern that it stands in or before. `or
//! more` is any man that is worth as much. In a plan, a place stands for its square: `square of n` is where `n` stood at
//! first.

mod error;
mod reader;

use std::fmt;

use shakmaty::Role;

use super::{
    CombinationPattern, PatternBook, PatternChange, PatternCondition, PatternMan, PatternPlace,
    PatternState, PatternStep,
};

use crate::notation::role_name;

pub use error::{ParsePatternError, ParsePatternErrorKind};

fn role_named(text: &str) -> Option<Role> {
    Role::ALL.into_iter().find(|role| role_name(*role) == text)
}

/// What a place must be like, as a statement says it after the name of the place.
const STATES: [(PatternState, &str); 6] = [
    (PatternState::Empty, "is empty"),
    (PatternState::Occupied, "is occupied"),
    (PatternState::NotOurs, "is not ours"),
    (PatternState::Theirs, "is theirs"),
    (PatternState::Gone, "has lost its man"),
    (PatternState::Replaced, "has another man of theirs"),
];

/// How a place must change, in the same way.
const CHANGES: [(PatternChange, &str); 7] = [
    (PatternChange::OursVacates, "vacates"),
    (PatternChange::OursLeaves, "leaves"),
    (PatternChange::TheirsVacates, "must vacate"),
    (PatternChange::TheirsLeaves, "must leave"),
    (PatternChange::TheirsIsReplaced, "must be replaced"),
    (PatternChange::IsBlocked, "must be blocked"),
    (PatternChange::TheyCome, "must be taken by them"),
];

/// How a change that must threaten something goes on.
const WITH_THREAT: &str = " with a threat";

impl fmt::Display for PatternBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (idx, pattern) in self.patterns.iter().enumerate() {
            let gap = if idx == 0 { "" } else { "\n" };
            write!(f, "{gap}{pattern}")?;
        }
        if !self.patterns.is_empty() && !self.remarks.is_empty() {
            writeln!(f)?;
        }
        remarked(f, &self.remarks)
    }
}

/// Comments, each on a line.
fn remarked(f: &mut fmt::Formatter<'_>, remarks: &[String]) -> fmt::Result {
    remarks
        .iter()
        .try_for_each(|remark| writeln!(f, "#{remark}"))
}

impl fmt::Display for CombinationPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let writer = PatternWriter {
            pattern: self,
            names: names(&self.men),
        };
        remarked(f, &self.remarks)?;
        writeln!(f, "pattern {} {{", self.name)?;
        let mut field = |key: &str, text: &str| match text.is_empty() {
            true => Ok(()),
            false => writeln!(f, "  {key:<7} {text}"),
        };
        field(
            "ours",
            &writer.men(|man| matches!(man, PatternMan::Ours(_))),
        )?;
        field(
            "theirs",
            &writer.men(|man| matches!(man, PatternMan::Theirs { .. })),
        )?;
        field("empty", &writer.men(|man| matches!(man, PatternMan::Empty)))?;
        for condition in &self.conditions {
            field("if", &writer.condition(condition))?;
        }
        for text in writer.plan() {
            field("try", &text)?;
        }
        field("seen", &format!("{}, won {}", self.seen, self.won))?;
        for origin in &self.origins {
            field("from", &format!("{} : {}", origin.position, origin.san))?;
        }
        writeln!(f, "}}")
    }
}

/// A name for each place: our men with capitals, theirs with small letters, and squares from `s` on.
fn names(men: &[PatternMan]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for man in men {
        let name = match man {
            PatternMan::Ours(role) => role.upper_char(),
            PatternMan::Theirs { role, .. } => role.char(),
            PatternMan::Empty => 's',
        };
        let numbered = std::iter::once(name.to_string())
            .chain((2u32..).map(|number| format!("{name}{number}")));
        let free = numbered.into_iter().find(|name| !names.contains(name));
        names.push(free.unwrap_or_default());
    }
    names
}

struct PatternWriter<'a> {
    pattern: &'a CombinationPattern,
    names: Vec<String>,
}

impl PatternWriter<'_> {
    fn name(&self, place: PatternPlace) -> &str {
        self.names
            .get(usize::from(place.0))
            .map_or("?", String::as_str)
    }

    fn man(&self, place: PatternPlace) -> PatternMan {
        let man = self.pattern.men.get(usize::from(place.0));
        man.copied().unwrap_or(PatternMan::Empty)
    }

    fn men(&self, is_wanted: impl Fn(&PatternMan) -> bool) -> String {
        let men = self.pattern.men.iter().zip(&self.names);
        let wanted = men.filter(|(man, _)| is_wanted(man));
        let texts: Vec<String> = wanted
            .map(|(man, name)| match man {
                PatternMan::Ours(role)
                | PatternMan::Theirs {
                    role,
                    or_more: false,
                } => format!("{name} {}", role_name(*role)),
                PatternMan::Theirs { role, .. } => format!("{name} {} or more", role_name(*role)),
                PatternMan::Empty => name.clone(),
            })
            .collect();
        texts.join(", ")
    }

    fn condition(&self, condition: &PatternCondition) -> String {
        match condition {
            PatternCondition::Reaches {
                man,
                from,
                to,
                attacks,
                past,
            } => {
                let ours = |place: PatternPlace| matches!(self.man(place), PatternMan::Ours(_));
                let from = from.map_or(String::new(), |from| format!(" from {}", self.name(from)));
                let verb = match (attacks, self.man(*to)) {
                    (false, _) => "can go to",
                    (true, PatternMan::Empty) => "attacks",
                    (true, _) if ours(*man) == ours(*to) => "guards",
                    (true, _) => "attacks",
                };
                let past: Vec<&str> = past.iter().map(|place| self.name(*place)).collect();
                let past = match past.is_empty() {
                    true => String::new(),
                    false => format!(" past {}", past.join(" and ")),
                };
                format!("{}{from} {verb} {}{past}", self.name(*man), self.name(*to))
            }
            PatternCondition::Guarded(at) => format!("{} is guarded", self.name(*at)),
            PatternCondition::Safe { man, at } => {
                format!("{} is safe on {}", self.name(*man), self.name(*at))
            }
            PatternCondition::Boxed { man, at } => {
                format!(
                    "{} on {} leaves their king no square",
                    self.name(*man),
                    self.name(*at)
                )
            }
        }
    }

    /// A place as a square.
    fn square(&self, place: PatternPlace) -> String {
        match self.man(place) {
            PatternMan::Empty => self.name(place).to_string(),
            PatternMan::Ours(_) | PatternMan::Theirs { .. } => {
                format!("square of {}", self.name(place))
            }
        }
    }

    /// The steps of the plan. A man keeps its name wherever it goes.
    fn plan(&self) -> Vec<String> {
        let mut whereabouts = Whereabouts::default();
        let mut texts = Vec::new();
        for step in &self.pattern.plan {
            texts.push(match *step {
                PatternStep::Move { from, to, threat } => {
                    let man = self.name(whereabouts.man(from));
                    if !threat {
                        whereabouts.go(from, to);
                    }
                    match (threat, self.man(to)) {
                        (true, _) => format!("{man} threatens {}", self.name(to)),
                        (false, PatternMan::Theirs { .. }) => {
                            format!("{man} takes {}", self.name(to))
                        }
                        (false, PatternMan::Ours(_) | PatternMan::Empty) => {
                            format!("{man} goes to {}", self.square(to))
                        }
                    }
                }
                PatternStep::Plays(at) => format!("{} plays", self.name(at)),
                PatternStep::Modify { at, change, threat } => {
                    let more = if threat { WITH_THREAT } else { "" };
                    let found = CHANGES.iter().find(|(other, _)| *other == change);
                    match (change, found) {
                        (PatternChange::Comes(role), _) => {
                            format!("their {} must come to {}", role_name(role), self.square(at))
                        }
                        (_, Some((_, words))) => match self.man(at) {
                            PatternMan::Empty => format!("{} {words}{more}", self.name(at)),
                            _ if matches!(
                                change,
                                PatternChange::IsBlocked | PatternChange::TheyCome
                            ) =>
                            {
                                format!("{} {words}{more}", self.square(at))
                            }
                            PatternMan::Ours(_) | PatternMan::Theirs { .. } => {
                                format!("{} {words}{more}", self.name(at))
                            }
                        },
                        (_, None) => String::new(),
                    }
                }
                PatternStep::Verify { at, state } => match state {
                    PatternState::IsThere(role) => {
                        format!("their {} is on {}", role_name(role), self.square(at))
                    }
                    PatternState::Empty
                    | PatternState::Occupied
                    | PatternState::NotOurs
                    | PatternState::Theirs
                    | PatternState::Gone
                    | PatternState::Replaced => {
                        let found = STATES.iter().find(|(other, _)| *other == state);
                        let words = found.map_or("", |(_, words)| words);
                        format!("{} {words}", self.square(at))
                    }
                },
                PatternStep::Analysis(at) => format!("look at {}", self.square(at)),
            });
        }
        texts
    }
}

/// Which man of ours is on which place, while a plan is followed.
#[derive(Default)]
struct Whereabouts {
    /// Place and man.
    moved: Vec<(PatternPlace, PatternPlace)>,
}

impl Whereabouts {
    /// The man on a place: the one that went there, or the one that stood there at first.
    fn man(&self, place: PatternPlace) -> PatternPlace {
        let found = self.moved.iter().find(|(at, _)| *at == place);
        found.map_or(place, |(_, man)| *man)
    }

    /// Where a man is.
    fn place(&self, man: PatternPlace) -> PatternPlace {
        let found = self.moved.iter().find(|(_, other)| *other == man);
        found.map_or(man, |(at, _)| *at)
    }

    fn go(&mut self, from: PatternPlace, to: PatternPlace) {
        let man = self.man(from);
        self.moved.retain(|(at, other)| *at != to && *other != man);
        self.moved.push((to, man));
    }
}
