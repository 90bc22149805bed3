//! What a certificate says, read from its content: the promise, and for every ending its positions and plans.

use std::iter::{Peekable, from_fn};
use std::rc::Rc;
use std::str::Lines;

use crate::ending::{EndingMen, KnownPlaces};
use crate::rules::{Figure, Setting};

/// What is promised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pledge {
    /// Positions are won.
    Wins,
    /// They are won, or cannot be won.
    KeepsWins,
    /// They are held, or cannot be held.
    KeepsDraws,
    /// They can never capture a man of ours of this kind.
    NeverLoses(Figure),
}

/// A whole certificate.
pub(crate) struct Certificate<'c> {
    pub(crate) content: &'c [u8],
    /// Its first lines.
    pub(crate) heading: &'c str,
    pub(crate) digest: &'c str,
    pub(crate) pledge: Pledge,
    pub(crate) within: Option<u64>,
    /// How many positions must be won; without it, all.
    pub(crate) at_least: Option<u64>,
    /// May plans be longer than a move?
    pub(crate) is_strong: bool,
    /// The positions of the first ending that it is about, a bit for each; without it, all.
    pub(crate) listed: Option<&'c [u8]>,
    /// The endings; the one that the promise is about is first.
    pub(crate) sections: Vec<EndingSection>,
}

/// What is said about the positions of an ending.
pub(crate) struct EndingSection {
    pub(crate) men: EndingMen,
    /// The places with positions, in order.
    pub(crate) places: Rc<[u32]>,
    /// What is said at each place: nothing (0), that there is a plan (twice its measure), or that it is against us (twice
    /// the measure and one).
    pub(crate) said: Vec<u16>,
    /// All plans, in the order of their places; a position's own comes before its further ones.
    pub(crate) plans: Vec<WrittenPlan>,
    /// The places with further plans, in order, each with the index of the first of these.
    pub(crate) further: Vec<(usize, usize)>,
}

/// A move of ours, and what comes after the replies.
#[derive(Clone, Copy)]
pub(crate) struct WrittenPlan {
    pub(crate) place: u32,
    pub(crate) measure: u16,
    /// The number of the move among the legal ones.
    pub(crate) number: u8,
    /// Where in the content the further plans for the replies stand; nowhere if the plan ends after the move.
    pub(crate) goes_on: Option<u32>,
}

impl EndingSection {
    /// The position at a place.
    pub(crate) fn at(&self, place: usize) -> Result<Setting, String> {
        let setting = self.men.setting(place);
        setting.ok_or_else(|| format!("there is no position at {place}"))
    }

    /// The measure of a plan of the position at a place; 0 is the number of its own.
    pub(crate) fn measure(&self, place: usize, number: u32) -> Option<u16> {
        let Some(further) = number.checked_sub(1) else {
            let said = self.said[place];
            return (said > 0 && said.is_multiple_of(2)).then_some(said / 2);
        };
        let found = self.further.binary_search_by_key(&place, |(at, _)| *at);
        let (_, first) = self.further[found.ok()?];
        let plan = self.plans.get(first + further as usize)?;
        (plan.place as usize == place).then_some(plan.measure)
    }

    /// The measure with which the position at a place is said to be against us.
    pub(crate) fn against(&self, place: usize) -> Option<u16> {
        let said = self.said[place];
        (said % 2 == 1).then_some(said / 2)
    }
}

/// Reads numbers one after the other.
pub(crate) struct ContentReader<'c> {
    pub(crate) content: &'c [u8],
    pub(crate) at: usize,
}

impl ContentReader<'_> {
    /// The next number: seven bits a byte, the lowest first; all bytes but the last have the highest bit set.
    pub(crate) fn number<N: TryFrom<u32>>(&mut self) -> Result<N, String> {
        let mut number = 0;
        for shift in [0, 7, 14, 21] {
            let byte = *self.content.get(self.at).ok_or("its content is cut off")?;
            self.at += 1;
            number |= u32::from(byte & 127) << shift;
            if byte < 128 {
                return N::try_from(number).map_err(|_| "a number is too large".into());
            }
        }
        Err("a number is too large".into())
    }
}

/// Reads a content.
pub(crate) fn read<'c>(
    content: &'c [u8],
    known: &mut KnownPlaces,
) -> Result<Certificate<'c>, String> {
    let end = content.windows(2).position(|pair| pair == b"\n\n");
    let end = end.ok_or("its first lines have no end")?;
    let text = std::str::from_utf8(&content[..end]).map_err(|_| "its first lines are no text")?;
    let mut lines = text.lines().peekable();
    let mut certificate = heading(content, text, &mut lines)?;
    let men = needed(&mut lines, "men")?;
    let names = from_fn(|| value(&mut lines, "section")?.split(' ').next());
    let names: Vec<&str> = names.collect();
    if lines.next().is_some() || names.first() != Some(&men) {
        return Err("its first lines are not understood".into());
    }
    let mut at = end + 2;
    for name in names {
        let men = EndingMen::parse(name).ok_or("a section is of no ending")?;
        if certificate.sections.iter().any(|other| other.men == men) {
            return Err(format!("{men} has two sections"));
        }
        let places = known.of(&men);
        if certificate.listed.is_some() && certificate.sections.is_empty() {
            let listed = content.get(at..at + places.len().div_ceil(8));
            certificate.listed = Some(listed.ok_or("its content is cut off")?);
            at += places.len().div_ceil(8);
        }
        // A byte for each position is the least, so a short content cannot ask for much memory.
        if content.len() < at + places.len() {
            return Err("its content is cut off".into());
        }
        let mut cursor = ContentReader { content, at };
        let section = section(men, places, certificate.is_strong, &mut cursor)?;
        certificate.sections.push(section);
        at = cursor.at;
    }
    match at == content.len() {
        true => Ok(certificate),
        false => Err("there is more than its sections".into()),
    }
}

/// The lines before the men.
fn heading<'c>(
    content: &'c [u8],
    heading: &'c str,
    lines: &mut Peekable<Lines<'c>>,
) -> Result<Certificate<'c>, String> {
    let words: Vec<&str> = needed(lines, "claim")?.split(' ').collect();
    let pledge = match words[..] {
        ["wins", "from", "every", "position", ..] | ["wins", "at", "least", ..] => Pledge::Wins,
        ["keeps", "every", "win", ..] => Pledge::KeepsWins,
        ["keeps", "every", "draw", ..] => Pledge::KeepsDraws,
        ["never", "loses", "the", man, ..] => {
            let figure = Figure::find(|figure| figure.name() == man);
            Pledge::NeverLoses(figure.ok_or("its man is not known")?)
        }
        _ => return Err("its claim is not understood".into()),
    };
    let condition = words.iter().position(|word| *word == "where");
    let plain = &words[..condition.unwrap_or(words.len())];
    // The number that comes after a word of the claim.
    let after = |word: &str| {
        let at = plain.iter().position(|other| *other == word);
        let text = at.map(|at| plain.get(at + 1).copied().unwrap_or_default());
        let number = text.map(str::parse::<u64>).transpose();
        number.map_err(|_| "its claim has a wrong number")
    };
    let (mode, positions) = (needed(lines, "mode")?, needed(lines, "positions")?);
    let mut modes = plain
        .windows(3)
        .filter(|three| three[0] == "in" && three[2] == "mode");
    let is_mode = ["both", "strong", "weak"].contains(&mode)
        && modes.all(|three| mode == three[1] || mode == "both");
    let is_all = positions == "all" && condition.is_none();
    if !is_mode || !is_all && positions != "listed" {
        return Err("its mode or its positions are not those of its claim".into());
    }
    needed(lines, "chapter")?;
    let certificate = Certificate {
        content,
        heading,
        digest: needed(lines, "digest")?,
        pledge,
        within: after("within")?,
        at_least: after("least")?,
        is_strong: mode == "strong",
        listed: (!is_all).then_some(&[]),
        sections: Vec::new(),
    };
    while value(lines, "successor").is_some() {}
    Ok(certificate)
}

/// The rest of the next line, if it begins with this word.
fn value<'c>(lines: &mut Peekable<Lines<'c>>, word: &str) -> Option<&'c str> {
    let value = lines.peek()?.strip_prefix(word)?.strip_prefix(' ')?;
    lines.next();
    Some(value)
}

fn needed<'c>(lines: &mut Peekable<Lines<'c>>, word: &str) -> Result<&'c str, String> {
    value(lines, word).ok_or_else(|| format!("its line `{word}` is missing"))
}

fn section(
    men: EndingMen,
    places: Rc<[u32]>,
    is_strong: bool,
    cursor: &mut ContentReader<'_>,
) -> Result<EndingSection, String> {
    let mut section = EndingSection {
        said: vec![0; men.n_places()],
        men,
        places: Rc::clone(&places),
        plans: Vec::new(),
        further: Vec::new(),
    };
    for place in &*places {
        section.said[*place as usize] = cursor.number()?;
    }
    for &place in &*places {
        let n_further: u32 = if is_strong { cursor.number()? } else { 0 };
        let own = section.measure(place as usize, 0);
        if n_further > 0 {
            let first = section.plans.len() + usize::from(own.is_some());
            section.further.push((place as usize, first));
        }
        for further in u32::from(own.is_none())..=n_further {
            section.plans.push(WrittenPlan {
                place,
                measure: match own.filter(|_| further == 0) {
                    Some(measure) => measure,
                    None => cursor.number()?,
                },
                number: cursor.number()?,
                goes_on: None,
            });
        }
    }
    for plan in section.plans.iter_mut().filter(|_| is_strong) {
        let at = cursor.at as u32;
        let n_replies: u32 = cursor.number()?;
        for _ in 0..n_replies {
            cursor.number::<u32>()?;
        }
        plan.goes_on = (n_replies > 0).then_some(at);
    }
    Ok(section)
}
