//! What a certificate says, read from its content: the promise, and for every ending its positions and plans.

use std::rc::Rc;

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
    pub(crate) sections: Vec<EndingSection<'c>>,
}

/// What is said about the positions of an ending.
pub(crate) struct EndingSection<'c> {
    pub(crate) men: EndingMen,
    /// The places with positions, in order.
    pub(crate) places: Rc<[u32]>,
    /// What is said at each place: nothing (0), that there is a plan (twice its measure), or that it is against us (twice
    /// the measure and one).
    pub(crate) said: Vec<u16>,
    /// All plans, in the order of their places; a position's own comes before its further ones.
    pub(crate) plans: Vec<WrittenPlan>,
    /// In strong mode, which plans go on after the replies, plan by plan.
    pub(crate) replies: &'c [u8],
}

/// A move of ours, by its number among the legal ones.
pub(crate) struct WrittenPlan {
    pub(crate) place: u32,
    pub(crate) measure: u16,
    pub(crate) number: u8,
}

impl EndingSection<'_> {
    /// The position at a place.
    pub(crate) fn at(&self, place: u32) -> Result<Setting, String> {
        let setting = self.men.setting(place as usize);
        setting.ok_or_else(|| format!("there is no position at {place}"))
    }

    /// The measure of a plan of the position at a place; 0 is the number of its own.
    pub(crate) fn measure(&self, place: u32, number: usize) -> Option<u16> {
        let said = self.said[place as usize];
        let own = (said > 0 && said.is_multiple_of(2)).then_some(said / 2);
        if number == 0 {
            return own;
        }
        let first = self.plans.partition_point(|plan| plan.place < place);
        let idx = first + number - usize::from(own.is_none());
        let plan = self.plans.get(idx)?;
        (plan.place == place).then_some(plan.measure)
    }

    /// The measure with which the position at a place is said to be against us.
    pub(crate) fn against(&self, place: u32) -> Option<u16> {
        let said = self.said[place as usize];
        (said % 2 == 1).then_some(said / 2)
    }
}

/// Takes a number: seven bits a byte, the lowest first; all bytes but the last have the highest bit set.
pub(crate) fn number<N: TryFrom<u32>>(bytes: &mut &[u8]) -> Result<N, String> {
    let mut number = 0;
    for shift in [0, 7, 14, 21] {
        let byte = *bytes.split_off_first().ok_or("its content is cut off")?;
        number |= u32::from(byte & 127) << shift;
        if byte < 128 {
            return N::try_from(number).map_err(|_| "a number is too large".into());
        }
    }
    Err("a number is too large".into())
}

/// Reads a content.
pub(crate) fn read<'c>(
    content: &'c [u8],
    known: &mut KnownPlaces,
) -> Result<Certificate<'c>, String> {
    let end = content.windows(2).position(|pair| pair == b"\n\n");
    let end = end.ok_or("its first lines have no end")?;
    let (text, mut bytes) = (&content[..end], &content[end + 2..]);
    let text = std::str::from_utf8(text).map_err(|_| "its first lines are no text")?;
    let (mut certificate, names) = heading(text)?;
    for name in names {
        let men = EndingMen::parse(name).ok_or("a section is of no ending")?;
        if certificate.sections.iter().any(|other| other.men == men) {
            return Err(format!("{men} has two sections"));
        }
        let places = known.of(&men);
        if certificate.listed.is_some() && certificate.sections.is_empty() {
            certificate.listed = bytes.split_off(..places.len().div_ceil(8));
            certificate.listed.ok_or("its content is cut off")?;
        }
        // A byte for each position is the least, so a short content cannot ask for much memory.
        if bytes.len() < places.len() {
            return Err("its content is cut off".into());
        }
        let section = section(men, places, certificate.is_strong, &mut bytes)?;
        certificate.sections.push(section);
    }
    let whole = bytes.is_empty().then_some(certificate);
    whole.ok_or("there is more than its sections".into())
}

/// Reads the first lines: a certificate without sections, and the endings of its sections.
fn heading(text: &str) -> Result<(Certificate<'_>, Vec<&str>), String> {
    let lines = text.lines().map(|line| line.split_once(' '));
    let mut lines = lines.map(Option::unwrap_or_default).peekable();
    let mut value = |word: &str| Some(lines.next_if(|(first, _)| *first == word)?.1);
    let mut needed = |word| value(word).ok_or_else(|| format!("its line `{word}` is missing"));
    let (claim, mode, positions) = (needed("claim")?, needed("mode")?, needed("positions")?);
    let (_chapter, digest) = (needed("chapter")?, needed("digest")?);
    while value("successor").is_some() {}
    let men = value("men").ok_or("its line `men` is missing")?;
    let names = std::iter::from_fn(|| value("section")?.split(' ').next());
    let names: Vec<&str> = names.collect();
    if lines.next().is_some() || names.first() != Some(&men) {
        return Err("its first lines are not understood".into());
    }
    let words: Vec<&str> = claim.split(' ').collect();
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
    let is_mode = ["both", "strong", "weak"].contains(&mode)
        && plain.windows(3).all(|three| match *three {
            ["in", of, "mode"] => mode == of || mode == "both",
            _ => true,
        });
    let is_all = positions == "all" && condition.is_none();
    if !is_mode || !is_all && positions != "listed" {
        return Err("its mode or its positions are not those of its claim".into());
    }
    let certificate = Certificate {
        heading: text,
        digest,
        pledge,
        within: after("within")?,
        at_least: after("least")?,
        is_strong: mode == "strong",
        listed: (!is_all).then_some(&[]),
        sections: Vec::new(),
    };
    Ok((certificate, names))
}

fn section<'c>(
    men: EndingMen,
    places: Rc<[u32]>,
    is_strong: bool,
    bytes: &mut &'c [u8],
) -> Result<EndingSection<'c>, String> {
    let mut section = EndingSection {
        said: vec![0; men.n_places()],
        men,
        places: Rc::clone(&places),
        plans: Vec::new(),
        replies: &[],
    };
    for place in &*places {
        section.said[*place as usize] = number(bytes)?;
    }
    for &place in &*places {
        let n_further: usize = if is_strong { number(bytes)? } else { 0 };
        let own = section.measure(place, 0);
        for idx in usize::from(own.is_none())..=n_further {
            section.plans.push(WrittenPlan {
                place,
                measure: match own.filter(|_| idx == 0) {
                    Some(measure) => measure,
                    None => number(bytes)?,
                },
                number: number(bytes)?,
            });
        }
    }
    section.replies = bytes;
    for _ in section.plans.iter().filter(|_| is_strong) {
        for _ in 0..number::<u32>(bytes)? {
            number::<u32>(bytes)?;
        }
    }
    Ok(section)
}
