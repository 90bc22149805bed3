//! Patterns: if men stand to each other like this, try that plan (4.2).
//!
//! A pattern is a plan without squares: it names men and places, says how they must stand to each other, and what to
//! try. It was learned from a position and proposes plans in others; it proves nothing.

mod generalise;
mod matching;
mod notation;

use shakmaty::Role;

pub(crate) use generalise::{Guarding, generalise};
pub(crate) use matching::matches;
pub use notation::{ParsePatternError, ParsePatternErrorKind};

/// The most patterns of a book, and the most of everything in a pattern.
pub(crate) const MAX_PATTERNS: usize = 256;
pub(crate) const MAX_PLACES: usize = 8;
pub(crate) const MAX_CONDITIONS: usize = 16;
pub(crate) const MAX_STEPS: usize = 12;
/// So many of the positions that a pattern came from are kept.
pub(crate) const MAX_ORIGINS: usize = 3;

/// The number of a place in a pattern: a man where it stands at first, or an empty square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PatternPlace(pub u8);

/// What stands on a place at first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PatternMan {
    /// A man of whoever has the plan.
    Ours(Role),
    /// A man of the other side.
    Theirs {
        /// Its kind.
        role: Role,
        /// May it also be one that is worth as much or more? Never the king.
        or_more: bool,
    },
    /// Nothing.
    Empty,
}

/// How men and places stand to each other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PatternCondition {
    /// A man, where it stands or from another place, can go to a place or attacks it, once others have left.
    Reaches {
        /// The man.
        man: PatternPlace,
        /// From where; `None` where it stands.
        from: Option<PatternPlace>,
        /// The place.
        to: PatternPlace,
        /// Does it attack the place, rather than go there? Only for pawns is this another thing.
        attacks: bool,
        /// The men between, nearest first.
        past: Vec<PatternPlace>,
    },
    /// Their man is guarded.
    Guarded(PatternPlace),
    /// Nothing is lost if our man goes there.
    Safe {
        /// The man.
        man: PatternPlace,
        /// The place.
        at: PatternPlace,
    },
    /// With our man on a place, their king can go nowhere, unless it takes that man.
    Boxed {
        /// The man.
        man: PatternPlace,
        /// The place.
        at: PatternPlace,
    },
}

/// A statement of a plan, with places instead of squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PatternStep {
    /// A man goes from a place to another; with `threat`, if it captures there.
    Move {
        /// From where.
        from: PatternPlace,
        /// Where to.
        to: PatternPlace,
        /// Is it a threat?
        threat: bool,
    },
    /// A man moves anywhere.
    Plays(PatternPlace),
    /// A place must change.
    Modify {
        /// The place.
        at: PatternPlace,
        /// How.
        change: PatternChange,
        /// With a threat?
        threat: bool,
    },
    /// The place must be like this.
    Verify {
        /// The place.
        at: PatternPlace,
        /// Like what.
        state: PatternState,
    },
    /// Look for a simple combination against the man there.
    Analysis(PatternPlace),
}

/// How a place must change; kinds of men that the place itself names are left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PatternChange {
    /// `F>V`.
    OursVacates,
    /// `F>NF`.
    OursLeaves,
    /// `E>V`.
    TheirsVacates,
    /// `En>NEn`.
    TheirsLeaves,
    /// `En>ENn`.
    TheirsIsReplaced,
    /// `V>NV`.
    IsBlocked,
    /// `NE>E`.
    TheyCome,
    /// `NEn>En`.
    Comes(Role),
}

/// How a place must be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PatternState {
    /// `V`.
    Empty,
    /// `NV`.
    Occupied,
    /// `NF`.
    NotOurs,
    /// `E`.
    Theirs,
    /// `En`.
    IsThere(Role),
    /// `NEn`: the man of this place is not there.
    Gone,
    /// `ENn`: another man of theirs is there.
    Replaced,
}

/// A position from which a pattern was learned.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PatternOrigin {
    /// The position: the first four fields of FEN.
    pub position: String,
    /// The move that was tried there.
    pub san: String,
}

/// A pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CombinationPattern {
    /// The comments of whoever keeps the file, from before it or inside of it, without the sign.
    pub remarks: Vec<String>,
    /// Its name.
    pub name: String,
    /// What stands on its places.
    pub men: Vec<PatternMan>,
    /// How they stand to each other.
    pub conditions: Vec<PatternCondition>,
    /// What to try.
    pub plan: Vec<PatternStep>,
    /// In how many positions it was seen.
    pub seen: u32,
    /// In how many of them whoever had the plan succeeded.
    pub won: u32,
    /// The first of these positions.
    pub origins: Vec<PatternOrigin>,
}

impl CombinationPattern {
    /// The same with places numbered in the order of the plan, then of the conditions.
    fn canonical(mut self) -> CombinationPattern {
        let mut order: Vec<PatternPlace> = Vec::new();
        let mut mention = |place: PatternPlace| {
            if !order.contains(&place) {
                order.push(place);
            }
        };
        for step in &mut self.plan {
            step.places().for_each(|place| mention(*place));
        }
        for condition in &mut self.conditions {
            condition
                .places()
                .into_iter()
                .for_each(|place| mention(*place));
        }
        let number = |place: PatternPlace| -> PatternPlace {
            let idx = order.iter().position(|other| *other == place);
            PatternPlace(
                idx.and_then(|idx| u8::try_from(idx).ok())
                    .unwrap_or(place.0),
            )
        };
        for step in &mut self.plan {
            step.places().for_each(|place| *place = number(*place));
        }
        for condition in &mut self.conditions {
            for place in condition.places() {
                *place = number(*place);
            }
        }
        self.men = order
            .iter()
            .filter_map(|place| self.men.get(usize::from(place.0)).copied())
            .collect();
        self
    }

    /// Do both say the same, except perhaps how much a man of theirs must be worth?
    fn is_like(&self, other: &CombinationPattern) -> bool {
        let is_like = |pair: (&PatternMan, &PatternMan)| match pair {
            (PatternMan::Theirs { role: one, .. }, PatternMan::Theirs { role: other, .. }) => {
                (*one == Role::King) == (*other == Role::King)
            }
            (one, other) => one == other,
        };
        self.plan == other.plan
            && self.conditions == other.conditions
            && self.men.len() == other.men.len()
            && self.men.iter().zip(&other.men).all(is_like)
    }

    /// Takes over what another one like this has seen. A man of theirs need be worth no more than the lesser.
    fn merge(&mut self, other: CombinationPattern) {
        for (man, other) in self.men.iter_mut().zip(other.men) {
            if let (
                PatternMan::Theirs { role, or_more },
                PatternMan::Theirs {
                    role: other,
                    or_more: other_or_more,
                },
            ) = (man, other)
            {
                *or_more |= other_or_more || *role != other;
                // The kinds are in the order of what they are worth.
                *role = (*role).min(other);
            }
        }
        let is_known = |origin: &PatternOrigin| self.origins.contains(origin);
        if other.origins.iter().all(is_known) && self.origins.len() < MAX_ORIGINS {
            return;
        }
        self.seen = self.seen.saturating_add(other.seen);
        self.won = self.won.saturating_add(other.won);
        for origin in other.origins {
            if self.origins.len() < MAX_ORIGINS && !self.origins.contains(&origin) {
                self.origins.push(origin);
            }
        }
    }
}

impl PatternStep {
    fn places(&mut self) -> impl Iterator<Item = &mut PatternPlace> {
        let (first, second) = match self {
            PatternStep::Move { from, to, .. } => (from, Some(to)),
            PatternStep::Plays(at)
            | PatternStep::Modify { at, .. }
            | PatternStep::Verify { at, .. }
            | PatternStep::Analysis(at) => (at, None),
        };
        std::iter::once(first).chain(second)
    }
}

impl PatternCondition {
    /// The places that it is about.
    fn mentioned(&self) -> impl Iterator<Item = PatternPlace> {
        let (places, past): ([Option<PatternPlace>; 3], &[PatternPlace]) = match self {
            PatternCondition::Reaches {
                man,
                from,
                to,
                past,
                ..
            } => ([Some(*man), *from, Some(*to)], past),
            PatternCondition::Guarded(at) => ([Some(*at), None, None], &[]),
            PatternCondition::Safe { man, at } | PatternCondition::Boxed { man, at } => {
                ([Some(*man), Some(*at), None], &[])
            }
        };
        places.into_iter().flatten().chain(past.iter().copied())
    }

    fn places(&mut self) -> Vec<&mut PatternPlace> {
        match self {
            PatternCondition::Reaches {
                man,
                from,
                to,
                past,
                ..
            } => {
                let places = [man].into_iter().chain(from).chain([to]);
                places.chain(past).collect()
            }
            PatternCondition::Guarded(at) => vec![at],
            PatternCondition::Safe { man, at } | PatternCondition::Boxed { man, at } => {
                vec![man, at]
            }
        }
    }
}

/// What came of a pattern that was to be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatternKept {
    /// It is new.
    New,
    /// One like it was there, and has seen one position more.
    Again,
    /// There are too many already.
    Full,
}

/// The patterns of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PatternBook {
    patterns: Vec<CombinationPattern>,
    /// The comments after the last pattern.
    remarks: Vec<String>,
}

impl PatternBook {
    /// The patterns, in their order.
    pub fn patterns(&self) -> &[CombinationPattern] {
        &self.patterns
    }

    /// Keeps a pattern, or counts it where one like it is known.
    pub fn keep(&mut self, mut pattern: CombinationPattern) -> PatternKept {
        if let Some(known) = self
            .patterns
            .iter_mut()
            .find(|known| known.is_like(&pattern))
        {
            known.merge(pattern);
            return PatternKept::Again;
        }
        if self.patterns.len() >= MAX_PATTERNS {
            return PatternKept::Full;
        }
        let is_taken = |name: &str| self.patterns.iter().any(|known| known.name == name);
        if is_taken(&pattern.name) {
            let numbered = (2..).map(|number: u32| format!("{}_{number}", pattern.name));
            let free = numbered.into_iter().find(|name| !is_taken(name));
            pattern.name = free.unwrap_or_default();
        }
        self.patterns.push(pattern);
        PatternKept::New
    }
}
