//! A slow second opinion: plays the plans of a certificate out over shakmaty, and never looks at a measure.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use certcheck::ending::EndingMen;
use shakmaty::{Position, Role};

use super::{Draft, DraftPlan, DraftSection, Spot, World};

/// A position, and the plan that is followed there: 0 is its own.
type State = (Spot, u32);

/// Reads a content; the text says why it cannot be read.
pub(crate) fn decode(content: &[u8], world: &mut World) -> Result<Draft, &'static str> {
    let end = content
        .windows(2)
        .position(|pair| pair == b"\n\n")
        .ok_or("no heading")?;
    let text = std::str::from_utf8(&content[..end]).map_err(|_| "no text")?;
    let field = |name: &str| {
        let mut lines = text.lines().filter_map(|line| line.strip_prefix(name));
        lines.next().map(str::to_owned).ok_or("no field")
    };
    let mut draft = Draft {
        claim: field("claim ")?,
        mode: field("mode ")?,
        digest: field("digest ")?,
        ..Draft::default()
    };
    let is_listed = field("positions ")? == "listed";
    let mut rest = content[end + 2..].iter();
    for line in text
        .lines()
        .filter_map(|line| line.strip_prefix("section "))
    {
        let men = line.split(' ').next().ok_or("no men")?;
        let is_ending = men.len() < 4 && EndingMen::parse(men).is_some();
        let ending = is_ending
            .then(|| world.ending(men))
            .ok_or("another ending")?;
        let places = world.places(ending);
        if is_listed && draft.sections.is_empty() {
            let bits: Vec<u8> = rest
                .by_ref()
                .take(places.len().div_ceil(8))
                .copied()
                .collect();
            let is_set = |idx: &usize| bits.get(idx / 8).is_some_and(|b| b >> (idx % 8) & 1 == 1);
            let listed = (0..places.len()).filter(is_set).map(|idx| places[idx]);
            draft.listed = Some(listed.collect());
        }
        let section = decode_section(ending, &places, draft.mode == "strong", &mut rest)?;
        draft.sections.push(section);
    }
    Ok(draft)
}

fn decode_section(
    ending: usize,
    places: &[usize],
    is_strong: bool,
    rest: &mut std::slice::Iter<'_, u8>,
) -> Result<DraftSection, &'static str> {
    let mut number = || {
        let (mut number, mut shift) = (0u32, 0);
        loop {
            let byte = *rest.next().ok_or("cut off")?;
            number |= u32::from(byte & 127).checked_shl(shift).ok_or("large")?;
            shift += 7;
            if byte < 128 {
                return Ok::<u32, &'static str>(number);
            }
        }
    };
    let mut section = DraftSection {
        ending,
        ..DraftSection::default()
    };
    for place in places {
        let said = number()?;
        if said > 0 {
            section.said.insert(*place, said);
        }
    }
    for place in places {
        let said = section.said.get(place).copied().unwrap_or(0);
        let is_planned = said > 0 && said.is_multiple_of(2);
        let n_further = if is_strong { number()? } else { 0 };
        let mut plans = Vec::new();
        for idx in u32::from(!is_planned)..=n_further {
            let measure = if idx == 0 { said / 2 } else { number()? };
            plans.push(DraftPlan {
                measure,
                number: number()?,
                goes_on: Vec::new(),
            });
        }
        if !plans.is_empty() {
            section.plans.insert(*place, plans);
        }
    }
    for plan in section.plans.values_mut().flatten().filter(|_| is_strong) {
        for _ in 0..number()? {
            plan.goes_on.push(number()?);
        }
    }
    Ok(section)
}

/// Is the claim true of the plans and of what is said about the other positions? No measure has a say in it.
pub(crate) fn is_true(draft: &Draft, world: &mut World) -> bool {
    let mut judge = SlowJudge {
        nexts: HashMap::new(),
        against: HashSet::new(),
        draft,
    };
    judge.learn(world);
    judge.rule(world)
}

struct SlowJudge<'d> {
    draft: &'d Draft,
    /// Where each plan leads; none if it stalemates, cannot be followed, or lets a man be captured.
    nexts: HashMap<State, Option<Next>>,
    against: HashSet<Spot>,
}

struct Next {
    states: Vec<State>,
    mates: bool,
    takes: Vec<Role>,
}

impl SlowJudge<'_> {
    fn learn(&mut self, world: &mut World) {
        for section in &self.draft.sections {
            for (place, said) in &section.said {
                if said % 2 == 1 {
                    self.against.insert((section.ending, *place));
                }
            }
            for (place, plans) in &section.plans {
                let spot = (section.ending, *place);
                let said = self.draft.said(spot);
                let has_own = said > 0 && said.is_multiple_of(2);
                for (idx, plan) in (u32::from(!has_own)..).zip(plans) {
                    self.nexts.insert((spot, idx), next(plan, spot, world));
                }
            }
        }
    }

    fn rule(&self, world: &mut World) -> bool {
        let words: Vec<&str> = self.draft.claim.split(' ').collect();
        let men = self.draft.sections[0].ending;
        let spots: Vec<Spot> = match &self.draft.listed {
            Some(listed) => listed.iter().map(|place| (men, *place)).collect(),
            None => world
                .places(men)
                .iter()
                .map(|place| (men, *place))
                .collect(),
        };
        let after = |word: &str| {
            let at = words.iter().position(|other| *other == word)?;
            Some(words[at + 1].parse::<u32>().expect("a number"))
        };
        let within = after("within").unwrap_or(u32::MAX);
        match words[..2] {
            ["wins", _] | ["keeps", "every"] if words[0] == "wins" || words[2] == "win" => {
                let won = self.won();
                let drawn = match words[0] {
                    "wins" => Rc::default(),
                    _ => world.settled("never won", &self.against, |world| self.never_won(world)),
                };
                let is_won = |spot: &Spot| won.get(&(*spot, 0)).is_some_and(|n| *n <= within);
                let is_kept = |spot: &&Spot| is_won(spot) || drawn.contains(*spot);
                let n_kept = spots.iter().filter(is_kept).count();
                n_kept >= after("least").map_or(spots.len(), |n| n as usize)
            }
            ["keeps", "every"] => {
                let held = self.kept(None, world);
                let lost = world.settled("lost", &self.against, |world| self.lost(world));
                let is_fine = |spot: &Spot, world: &mut World| {
                    held.contains(&(*spot, 0)) || lost.contains(spot) || is_stalemate(*spot, world)
                };
                spots.iter().all(|spot| is_fine(spot, world))
            }
            ["never", "loses"] => {
                let role = match words[3] {
                    "queen" => Role::Queen,
                    "rook" => Role::Rook,
                    "pawn" => Role::Pawn,
                    _ => return false,
                };
                let kept = self.kept(Some(role), world);
                let is_fine = |spot: &Spot, world: &mut World| {
                    kept.contains(&(*spot, 0)) || world.moves(*spot).is_empty()
                };
                spots.iter().all(|spot| is_fine(spot, world))
            }
            _ => false,
        }
    }

    /// The states from which the plans mate, with the most moves it takes: round after round.
    fn won(&self) -> HashMap<State, u32> {
        let mut won: HashMap<State, u32> = HashMap::new();
        let can_win = |(_, next): &(&State, &Option<Next>)| {
            let mut next = next.iter();
            next.any(|next| next.mates || !next.states.is_empty())
        };
        let mut open: Vec<(&State, &Option<Next>)> = self.nexts.iter().filter(can_win).collect();
        for round in 1.. {
            let is_won = |(_, next): &(&State, &Option<Next>)| {
                let mut states = next.iter().flat_map(|next| &next.states);
                states.all(|state| won.contains_key(state))
            };
            let (found, others) = open.into_iter().partition::<Vec<_>, _>(is_won);
            if found.is_empty() {
                break;
            }
            won.extend(found.into_iter().map(|(state, _)| (*state, round)));
            open = others;
        }
        won
    }

    /// The states from which the plans never lead to a loss, or never to a capture of this kind of man.
    fn kept(&self, man: Option<Role>, world: &mut World) -> HashSet<State> {
        let mut kept: HashSet<State> = self.nexts.keys().copied().collect();
        loop {
            let before = kept.clone();
            kept.retain(|state| {
                let Some(next) = &self.nexts[state] else {
                    return false;
                };
                let mut states = next.states.iter();
                let goes_on = states.all(|to| {
                    let (spot, number) = *to;
                    let is_followed = self.draft.sections.iter().any(|s| s.ending == spot.0);
                    before.contains(to)
                        || number == 0
                            && match man {
                                None => is_stalemate(spot, world),
                                Some(_) => !is_followed || world.moves(spot).is_empty(),
                            }
                });
                goes_on && man.is_none_or(|man| !next.takes.contains(&man))
            });
            if kept.len() == before.len() {
                return kept;
            }
        }
    }

    /// The positions said to be against us in which we can never force mate.
    fn never_won(&self, world: &mut World) -> HashSet<Spot> {
        let mut kept = self.against.clone();
        loop {
            let before = kept.clone();
            kept.retain(|spot| {
                world
                    .moves(*spot)
                    .iter()
                    .all(|m| match m.replies.is_empty() {
                        true => !m.mates,
                        false => m.replies.iter().any(|(spot, _)| before.contains(spot)),
                    })
            });
            if kept.len() == before.len() {
                return kept;
            }
        }
    }

    /// The positions said to be against us in which they can force mate.
    fn lost(&self, world: &mut World) -> HashSet<Spot> {
        let mut lost: HashSet<Spot> = HashSet::new();
        loop {
            let mut found = Vec::new();
            for spot in self.against.difference(&lost) {
                let moves = world.moves(*spot);
                let falls = moves
                    .iter()
                    .all(|m| m.replies.iter().any(|(spot, _)| lost.contains(spot)));
                if falls && !is_stalemate(*spot, world) {
                    found.push(*spot);
                }
            }
            if found.is_empty() {
                return lost;
            }
            lost.extend(found);
        }
    }
}

fn next(plan: &DraftPlan, spot: Spot, world: &mut World) -> Option<Next> {
    let m = world.one_move(spot, plan.number as usize)?;
    let goes_on = !plan.goes_on.is_empty();
    if goes_on && plan.goes_on.len() != m.replies.len() {
        return None;
    }
    let numbers = plan.goes_on.iter().copied().chain(std::iter::repeat(0));
    let states = m.replies.iter().map(|(spot, _)| *spot).zip(numbers);
    Some(Next {
        states: states.collect(),
        mates: m.mates,
        takes: m.replies.iter().filter_map(|(_, takes)| *takes).collect(),
    })
}

fn is_stalemate(spot: Spot, world: &mut World) -> bool {
    world.chess(spot).is_some_and(|chess| chess.is_stalemate())
}
