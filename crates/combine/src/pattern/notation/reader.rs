//! Reads patterns, line by line. Whatever the text is, the answer is patterns or the first line that is wrong.

use std::str::FromStr;

use chess::read_fen;
use shakmaty::Role;

use super::super::{
    CombinationPattern, MAX_CONDITIONS, MAX_ORIGINS, MAX_PATTERNS, MAX_PLACES, MAX_STEPS,
    PatternBook, PatternChange, PatternCondition, PatternMan, PatternOrigin, PatternPlace,
    PatternState, PatternStep,
};
use super::{
    CHANGES, ParsePatternError, ParsePatternErrorKind as Kind, STATES, WITH_THREAT, Whereabouts,
    role_named,
};

/// Names and moves are no longer than this.
const MAX_NAME: usize = 40;

impl FromStr for PatternBook {
    type Err = ParsePatternError;

    fn from_str(text: &str) -> Result<PatternBook, ParsePatternError> {
        let mut book = PatternBook::default();
        let mut open: Option<PatternDraft> = None;
        let mut remarks: Vec<String> = Vec::new();
        let mut n_lines = 0;
        for (idx, text) in text.lines().enumerate() {
            n_lines = idx + 1;
            let text = text.trim();
            if let Some(remark) = text.strip_prefix('#') {
                remarks.push(remark.trim_end().into());
                continue;
            }
            if text.is_empty() {
                continue;
            }
            let wrong = |kind: Kind| ParsePatternError {
                line: idx + 1,
                kind,
            };
            match &mut open {
                None => open = Some(begin(text, &book).map_err(wrong)?),
                Some(_) if text == "}" => {
                    if let Some(mut draft) = open.take() {
                        draft.pattern.remarks = std::mem::take(&mut remarks);
                        book.patterns.push(draft.finished().map_err(wrong)?);
                    }
                }
                Some(draft) => draft.field(text).map_err(wrong)?,
            }
        }
        book.remarks = remarks;
        match open {
            None => Ok(book),
            Some(_) => Err(ParsePatternError {
                line: n_lines,
                kind: Kind::NoEnd,
            }),
        }
    }
}

fn begin(text: &str, book: &PatternBook) -> Result<PatternDraft, Kind> {
    let rest = text.strip_prefix("pattern ");
    let name = rest.and_then(|rest| rest.strip_suffix('{')).map(str::trim);
    let name = name_of(name.ok_or_else(|| Kind::NoPattern(text.into()))?)?;
    if book.patterns.iter().any(|known| known.name == name) {
        return Err(Kind::Twice(name));
    }
    if book.patterns.len() >= MAX_PATTERNS {
        return Err(Kind::TooMany("patterns"));
    }
    Ok(PatternDraft {
        pattern: CombinationPattern {
            remarks: Vec::new(),
            name,
            men: Vec::new(),
            conditions: Vec::new(),
            plan: Vec::new(),
            seen: 0,
            won: 0,
            origins: Vec::new(),
        },
        names: Vec::new(),
        whereabouts: Whereabouts::default(),
    })
}

fn name_of(text: &str) -> Result<String, Kind> {
    let is_name = text.starts_with(|ch: char| ch.is_ascii_alphabetic())
        && text
            .chars()
            .all(|ch| ch.is_ascii_alphanumeric() || ch == '_')
        && text.len() <= MAX_NAME;
    match is_name {
        true => Ok(text.into()),
        false => Err(Kind::NotAName(text.into())),
    }
}

/// A pattern that is being read.
struct PatternDraft {
    pattern: CombinationPattern,
    names: Vec<String>,
    whereabouts: Whereabouts,
}

impl PatternDraft {
    fn field(&mut self, text: &str) -> Result<(), Kind> {
        let (key, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match key {
            "ours" => self.men(rest, |role, or_more| {
                (!or_more).then_some(PatternMan::Ours(role))
            }),
            "theirs" => self.men(rest, |role, or_more| {
                let is_king = role == Role::King;
                (!is_king || !or_more).then_some(PatternMan::Theirs { role, or_more })
            }),
            "empty" => rest
                .split(',')
                .try_for_each(|name| self.add(name.trim(), PatternMan::Empty)),
            "if" => {
                let condition = self.condition(rest)?;
                if self.pattern.conditions.len() >= MAX_CONDITIONS {
                    return Err(Kind::TooMany("conditions"));
                }
                self.pattern.conditions.push(condition);
                Ok(())
            }
            "try" => {
                let step = self.step(rest)?;
                if self.pattern.plan.len() >= MAX_STEPS {
                    return Err(Kind::TooMany("steps"));
                }
                self.pattern.plan.push(step);
                Ok(())
            }
            "seen" => self
                .counts(rest)
                .ok_or_else(|| Kind::NotACount(rest.into())),
            "from" => self
                .origin(rest)
                .ok_or_else(|| Kind::NotAnOrigin(rest.into())),
            _ => Err(Kind::NotAField(key.into())),
        }
    }

    fn men(&mut self, text: &str, side: fn(Role, bool) -> Option<PatternMan>) -> Result<(), Kind> {
        text.split(',').try_for_each(|man| {
            let wrong = || Kind::NotAMan(man.trim().into());
            let words: Vec<&str> = man.split_whitespace().collect();
            let (name, kind, or_more) = match words[..] {
                [name, kind] => (name, kind, false),
                [name, kind, "or", "more"] => (name, kind, true),
                _ => return Err(wrong()),
            };
            let man = role_named(kind).and_then(|role| side(role, or_more));
            self.add(name, man.ok_or_else(wrong)?)
        })
    }

    fn add(&mut self, name: &str, man: PatternMan) -> Result<(), Kind> {
        let name = name_of(name)?;
        if self.names.contains(&name) {
            return Err(Kind::Twice(name));
        }
        if self.names.len() >= MAX_PLACES {
            return Err(Kind::TooMany("men and squares"));
        }
        self.names.push(name);
        self.pattern.men.push(man);
        Ok(())
    }

    fn place(&self, name: &str) -> Result<PatternPlace, Kind> {
        let idx = self.names.iter().position(|other| other == name);
        let place = idx.and_then(|idx| u8::try_from(idx).ok());
        place
            .map(PatternPlace)
            .ok_or_else(|| Kind::NoSuchPlace(name.into()))
    }

    fn man(&self, place: PatternPlace) -> PatternMan {
        self.pattern.men[usize::from(place.0)]
    }

    fn condition(&self, text: &str) -> Result<PatternCondition, Kind> {
        let wrong = || Kind::NotACondition(text.into());
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let mut past = Vec::new();
        if let Some(at) = words.iter().position(|word| *word == "past") {
            for (idx, word) in words.split_off(at).into_iter().skip(1).enumerate() {
                match (idx % 2, word) {
                    (1, "and") => {}
                    (1, _) => return Err(wrong()),
                    _ => past.push(self.place(word)?),
                }
            }
            if past.is_empty() {
                return Err(wrong());
            }
        }
        if !past.is_empty()
            && words
                .iter()
                .any(|word| ["safe", "leaves", "guarded"].contains(word))
        {
            return Err(wrong());
        }
        let (man, from, verb, to) = match words[..] {
            [at, "is", "guarded"] => {
                let at = self.place(at)?;
                let is_theirs = matches!(self.man(at), PatternMan::Theirs { .. });
                return is_theirs
                    .then_some(PatternCondition::Guarded(at))
                    .ok_or_else(wrong);
            }
            [man, "is", "safe", "on", at] => {
                let (man, at) = (self.place(man)?, self.place(at)?);
                return self
                    .ours(man)
                    .map(|()| PatternCondition::Safe { man, at })
                    .ok_or_else(wrong);
            }
            [man, "on", at, "leaves", "their", "king", "no", "square"] => {
                let (man, at) = (self.place(man)?, self.place(at)?);
                return self
                    .ours(man)
                    .map(|()| PatternCondition::Boxed { man, at })
                    .ok_or_else(wrong);
            }
            [man, "from", from, "can", "go", "to", to] => (man, Some(from), "can", to),
            [man, "can", "go", "to", to] => (man, None, "can", to),
            [man, "from", from, verb @ ("attacks" | "guards"), to] => (man, Some(from), verb, to),
            [man, verb @ ("attacks" | "guards"), to] => (man, None, verb, to),
            _ => return Err(wrong()),
        };
        let (man, to) = (self.place(man)?, self.place(to)?);
        let from = from.map(|from| self.place(from)).transpose()?;
        if self.man(man) == PatternMan::Empty || from == Some(man) || man == to || from == Some(to)
        {
            return Err(wrong());
        }
        Ok(PatternCondition::Reaches {
            man,
            from,
            to,
            attacks: verb != "can",
            past,
        })
    }

    fn ours(&self, place: PatternPlace) -> Option<()> {
        matches!(self.man(place), PatternMan::Ours(_)).then_some(())
    }

    /// A place as a square: `s`, or `square of n`.
    fn square(&self, words: &[&str], text: &str) -> Result<PatternPlace, Kind> {
        match words {
            [name] | ["square", "of", name] => self.place(name),
            _ => Err(Kind::NotAStep(text.into())),
        }
    }

    fn step(&mut self, text: &str) -> Result<PatternStep, Kind> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let role = |kind: &str| role_named(kind).ok_or_else(|| Kind::NotAStep(text.into()));
        match &words[..] {
            [man, "threatens", to] => self.moves(man, self.place(to)?, true, text),
            [man, "takes", to] => {
                let to = self.place(to)?;
                match self.man(to) {
                    PatternMan::Theirs { .. } => self.moves(man, to, false, text),
                    PatternMan::Ours(_) | PatternMan::Empty => Err(Kind::WrongMan(text.into())),
                }
            }
            [man, "goes", "to", rest @ ..] => {
                let to = self.square(rest, text)?;
                match self.man(to) {
                    PatternMan::Theirs { .. } => Err(Kind::WrongMan(text.into())),
                    PatternMan::Ours(_) | PatternMan::Empty => self.moves(man, to, false, text),
                }
            }
            [man, "plays"] => {
                let man = self.place(man)?;
                let ours = self.ours(man).ok_or_else(|| Kind::WrongMan(text.into()));
                ours.map(|()| PatternStep::Plays(man))
            }
            ["their", kind, "must", "come", "to", rest @ ..] => Ok(PatternStep::Modify {
                at: self.square(rest, text)?,
                change: PatternChange::Comes(role(kind)?),
                threat: false,
            }),
            ["their", kind, "is", "on", rest @ ..] => Ok(PatternStep::Verify {
                at: self.square(rest, text)?,
                state: PatternState::IsThere(role(kind)?),
            }),
            ["look", "at", rest @ ..] => Ok(PatternStep::Analysis(self.square(rest, text)?)),
            _ => self.about_a_place(text),
        }
    }

    fn moves(
        &mut self,
        man: &str,
        to: PatternPlace,
        threat: bool,
        text: &str,
    ) -> Result<PatternStep, Kind> {
        let man = self.place(man)?;
        let from = self.whereabouts.place(man);
        if self.ours(man).is_none() || from == to {
            return Err(Kind::WrongMan(text.into()));
        }
        if !threat {
            self.whereabouts.go(from, to);
        }
        Ok(PatternStep::Move { from, to, threat })
    }

    /// A change or a state: the place first, then fixed words.
    fn about_a_place(&self, text: &str) -> Result<PatternStep, Kind> {
        let normal = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (body, threat) = match normal.strip_suffix(WITH_THREAT) {
            Some(body) => (body, true),
            None => (normal.as_str(), false),
        };
        let place = |words: &str| {
            let before = body.strip_suffix(words)?.strip_suffix(' ')?;
            Some(before.split(' ').collect::<Vec<_>>())
        };
        for (change, words) in CHANGES {
            if let Some(before) = place(words) {
                let at = self.square(&before, text)?;
                let fits = match change {
                    PatternChange::OursVacates | PatternChange::OursLeaves => {
                        matches!(self.man(at), PatternMan::Ours(_))
                    }
                    PatternChange::IsBlocked => true,
                    PatternChange::TheirsVacates
                    | PatternChange::TheirsLeaves
                    | PatternChange::TheirsIsReplaced => {
                        matches!(self.man(at), PatternMan::Theirs { .. }) && !threat
                    }
                    PatternChange::TheyCome | PatternChange::Comes(_) => !threat,
                };
                return match fits {
                    true => Ok(PatternStep::Modify { at, change, threat }),
                    false => Err(Kind::WrongMan(text.into())),
                };
            }
        }
        for (state, words) in STATES {
            if let Some(before) = place(words).filter(|_| !threat) {
                let at = self.square(&before, text)?;
                let needs_man = matches!(state, PatternState::Gone | PatternState::Replaced);
                return match needs_man && !matches!(self.man(at), PatternMan::Theirs { .. }) {
                    true => Err(Kind::WrongMan(text.into())),
                    false => Ok(PatternStep::Verify { at, state }),
                };
            }
        }
        Err(Kind::NotAStep(text.into()))
    }

    fn counts(&mut self, text: &str) -> Option<()> {
        let (seen, won) = text.split_once(',')?;
        self.pattern.seen = seen.trim().parse().ok()?;
        self.pattern.won = won.trim().strip_prefix("won ")?.trim().parse().ok()?;
        (self.pattern.won <= self.pattern.seen).then_some(())
    }

    fn origin(&mut self, text: &str) -> Option<()> {
        let (position, san) = text.split_once(" : ")?;
        read_fen(position.trim()).ok()?;
        let san = san.trim();
        let is_move =
            !san.is_empty() && san.len() <= MAX_NAME && !san.contains(char::is_whitespace);
        if self.pattern.origins.len() < MAX_ORIGINS {
            self.pattern.origins.push(PatternOrigin {
                position: position.split_whitespace().collect::<Vec<_>>().join(" "),
                san: san.into(),
            });
        }
        is_move.then_some(())
    }

    fn finished(self) -> Result<CombinationPattern, Kind> {
        if self.pattern.conditions.is_empty() {
            return Err(Kind::Incomplete("if"));
        }
        if self.pattern.plan.is_empty() {
            return Err(Kind::Incomplete("try"));
        }
        let n_places = self.names.len();
        let mut steps = self.pattern.plan.clone();
        let is_used = |idx: usize| {
            let used = |place: PatternPlace| usize::from(place.0) == idx;
            let conditions = self.pattern.conditions.iter();
            conditions.flat_map(PatternCondition::mentioned).any(used)
        };
        let in_plan: Vec<PatternPlace> = steps
            .iter_mut()
            .flat_map(|step| step.places().map(|place| *place).collect::<Vec<_>>())
            .collect();
        let is_in_plan = |idx: usize| in_plan.iter().any(|place| usize::from(place.0) == idx);
        if let Some(idle) = (0..n_places).find(|idx| !is_used(*idx) && !is_in_plan(*idx)) {
            return Err(Kind::Idle(self.names[idle].clone()));
        }
        Ok(self.pattern.canonical())
    }
}
