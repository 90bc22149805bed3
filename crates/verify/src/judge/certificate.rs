//! Certificates: what somebody else needs to believe a claim, as docs/certificate-format.md says.
//!
//! A certificate starts from the positions that the claim is about. What is said of each of them rests on positions
//! after it, of which something is said in turn, until nothing is new: so it holds no more than it needs.

mod bytes;
mod counting;
mod places;
mod sayings;

use std::collections::HashMap;
use std::fmt;

use chess::{Chess, Small};
use domain::{Game as _, Side, Stopped, Watch};
use lang::checked::{Claim, Promise};

use crate::judge::PlayMode;
use crate::judge::certificate::counting::count_anew;
use crate::judge::certificate::places::PlaceOrder;
use crate::judge::certificate::sayings::{AfterReply, Author, CertifiedPlan, Saying};
use crate::judge::roots::RootSaying;
use crate::judge::survey::Judged;
use crate::material::Material;
use crate::parallel;

/// What a certificate says of the chapter, for its first lines.
pub struct CertificateHeading<'h> {
    /// The chapter's name.
    pub chapter: &'h str,
    /// Its digest.
    pub digest: &'h str,
    /// The names and digests of the chapters that go on where the men change.
    pub successors: &'h [(String, String)],
    /// The claim's condition as it is written, if it has one.
    pub condition: Option<&'h str>,
    /// The chapter that plays with these men; none: the table does.
    pub player: &'h dyn Fn(Material) -> Option<String>,
}

/// Why there is no certificate for a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Uncertifiable {
    /// Whether it holds cannot be checked without the language.
    NeedsLanguage,
    /// There are more men than a certificate can be about.
    TooManyMen,
    /// The tables do not say how long a win takes.
    NoLengths,
    /// A plan goes on where nobody plays, and what it may do there is not promised.
    LeavesChapters,
    /// It was stopped.
    Stopped(Stopped),
}

impl fmt::Display for Uncertifiable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Uncertifiable::NeedsLanguage => {
                write!(f, "nobody can check this promise without the language")
            }
            Uncertifiable::TooManyMen => write!(f, "certificates are about four men at most"),
            Uncertifiable::NoLengths => {
                write!(
                    f,
                    "it needs tables that say how long a win takes, which Syzygy's do not"
                )
            }
            Uncertifiable::LeavesChapters => {
                write!(f, "a plan goes on with men for which there is no chapter")
            }
            Uncertifiable::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl std::error::Error for Uncertifiable {}

impl From<Stopped> for Uncertifiable {
    fn from(stopped: Stopped) -> Uncertifiable {
        Uncertifiable::Stopped(stopped)
    }
}

/// The promises that can be certified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Certified {
    Wins,
    KeepsWins,
    KeepsDraws,
    NeverLoses,
}

/// What is said about the positions of one ending.
struct SectionDraft {
    material: Material,
    order: PlaceOrder,
    /// By place: is it needed?
    is_needed: Vec<bool>,
    /// By place: what is said, as a number.
    said: Vec<u16>,
    /// By place: the number of the move of the position's own plan.
    numbers: Vec<u8>,
    /// By place, where it does not end after its move: how the position's own plan goes on.
    goes_on: HashMap<u32, Vec<u32>>,
    /// By place: further plans.
    further: HashMap<u32, Vec<FurtherPlan>>,
}

/// A plan that is followed where another was begun.
#[derive(Clone, PartialEq, Eq, Debug)]
struct FurtherPlan {
    measure: u16,
    number: u8,
    goes_on: Vec<u32>,
}

/// This many positions are asked about before what was said is put in place.
const BATCH: usize = 1 << 16;
/// A thread takes this many of them at a time.
const PARCEL: usize = 1 << 9;

impl Judged<'_> {
    /// Are all plans one move, so that one certificate serves both modes?
    pub fn modes_agree(&self) -> bool {
        self.graph.modes_agree()
    }

    /// The certificate of a claim that holds in a mode, by the number of the claim.
    pub fn certificate(
        &self,
        claim_idx: usize,
        mode: PlayMode,
        heading: &CertificateHeading<'_>,
        watch: &Watch,
    ) -> Result<Vec<u8>, Uncertifiable> {
        let Some((chess, program)) = self.hearing.claims else {
            return Err(Uncertifiable::NeedsLanguage);
        };
        let claim = &program.claims[claim_idx];
        let promise = match claim.promise {
            Promise::Wins | Promise::WinsAtLeast(_) => Certified::Wins,
            Promise::KeepsWins => Certified::KeepsWins,
            Promise::KeepsDraws => Certified::KeepsDraws,
            Promise::NeverLoses(_) => Certified::NeverLoses,
            Promise::Never(_) | Promise::GivesAwayAtMost(_) => {
                return Err(Uncertifiable::NeedsLanguage);
            }
        };
        let ending = claim.ending.as_ref().and_then(Material::of_header);
        let material = ending.unwrap_or(self.hearing.material);
        if material.n_men() > places::MOST_MEN {
            return Err(Uncertifiable::TooManyMen);
        }
        let scope = self.scope(claim_idx, watch)?;
        let all = self.roots_of(material).map_or(0, |roots| roots.len());
        let is_listed = claim.condition.is_some() || scope.len() < all;
        let author = Author {
            judged: self,
            promise,
            mode,
        };
        let mut draft = Draft::new(&author, material);
        let starts = scope.iter().map(|id| self.position(id));
        draft.fill(starts.collect(), watch)?;
        let tables_play = |section: &SectionDraft| !self.team.covers(section.material);
        if author.promises_win() && draft.sections.iter().any(tables_play) {
            count_anew(&mut draft.sections, watch)?;
        }
        let mut content = self.first_lines(claim, mode, is_listed, chess, heading, &draft);
        let listed = scope.iter().map(|id| self.position(id));
        let listed: Option<Vec<Small>> = is_listed.then(|| listed.collect());
        let is_strong = mode == PlayMode::Strong && !self.modes_agree();
        for (idx, section) in draft.sections.iter().enumerate() {
            watch.check()?;
            let listed = listed.as_deref().filter(|_| idx == 0);
            bytes::write_section(section, listed, is_strong, &mut content);
        }
        Ok(bytes::wrap(&content))
    }

    fn first_lines(
        &self,
        claim: &Claim,
        mode: PlayMode,
        is_listed: bool,
        chess: &Chess<Small>,
        heading: &CertificateHeading<'_>,
        draft: &Draft<'_>,
    ) -> Vec<u8> {
        let mode = match (self.modes_agree(), mode) {
            (true, _) => "both",
            (false, PlayMode::Strong) => "strong",
            (false, PlayMode::Weak) => "weak",
        };
        let positions = if is_listed { "listed" } else { "all" };
        let mut text = format!(
            "claim {}\nmode {mode}\npositions {positions}\nchapter {}\ndigest {}\n",
            sentence(claim, chess, heading.condition),
            heading.chapter,
            heading.digest
        );
        for (name, digest) in heading.successors {
            text += &format!("successor {name} {digest}\n");
        }
        text += &format!("men {}\n", draft.sections[0].material);
        for section in &draft.sections {
            let player = (heading.player)(section.material);
            let player = player.map_or("table".to_owned(), |name| format!("chapter {name}"));
            text += &format!("section {} {player}\n", section.material);
        }
        text += "\n";
        text.into_bytes()
    }
}

/// The claim in words, its additions in the order of the format.
fn sentence(claim: &Claim, chess: &Chess<Small>, condition: Option<&str>) -> String {
    let mut text = match &claim.promise {
        Promise::Wins => "wins from every position".to_owned(),
        Promise::KeepsWins => "keeps every win".to_owned(),
        Promise::KeepsDraws => "keeps every draw".to_owned(),
        Promise::NeverLoses(man) => format!("never loses the {}", chess.vocabulary().man(*man)),
        Promise::WinsAtLeast(n) => format!("wins at least {n} positions"),
        Promise::Never(_) | Promise::GivesAwayAtMost(_) => String::new(),
    };
    if let Some(material) = claim.ending.as_ref().and_then(Material::of_header) {
        text += &format!(" in the ending {material}");
    }
    if let Some(within) = claim.within {
        // We begin, so n moves are 2n - 1 plies.
        let moves = within.plies(Side::Us).div_ceil(2);
        text += &format!(" within {moves} moves");
    }
    if let Some(mode) = claim.mode {
        text += &format!(" in {} mode", mode.word());
    }
    if let Some(condition) = condition {
        let words: Vec<&str> = condition.split_whitespace().collect();
        text += &format!(" where {}", words.join(" "));
    }
    text
}

/// A certificate in the making.
struct Draft<'j> {
    author: &'j Author<'j>,
    sections: Vec<SectionDraft>,
}

impl Draft<'_> {
    fn new<'j>(author: &'j Author<'j>, material: Material) -> Draft<'j> {
        Draft {
            author,
            sections: vec![SectionDraft::new(material)],
        }
    }

    /// Says something about these positions, about those on which that rests, and so on.
    fn fill(&mut self, starts: Vec<Small>, watch: &Watch) -> Result<(), Uncertifiable> {
        let mut open = Vec::new();
        for position in starts {
            self.need(position, &mut open);
        }
        let mut n_done = 0;
        while !open.is_empty() {
            let batch = open.split_off(open.len().saturating_sub(BATCH));
            let author = self.author;
            let parcels = parallel::map(batch.chunks(PARCEL).collect(), |positions| {
                author.say(positions, watch)
            });
            for parcel in parcels {
                for saying in parcel? {
                    self.put(&saying)?;
                    for position in saying.rests_on {
                        self.need(position, &mut open);
                    }
                }
            }
            n_done += batch.len() as u64;
            watch.tell("positions of the certificate", n_done, None);
        }
        Ok(())
    }

    /// Notes that something has to be said about a position.
    fn need(&mut self, position: Small, open: &mut Vec<Small>) {
        let material = Material::of(&position);
        if !self.author.follows(material) {
            return;
        }
        let section = self.section(material);
        let place = section.order.of(&position);
        if !std::mem::replace(&mut section.is_needed[place], true) {
            open.push(position);
        }
    }

    fn section(&mut self, material: Material) -> &mut SectionDraft {
        let idx = self.section_idx(material);
        &mut self.sections[idx]
    }

    fn section_idx(&mut self, material: Material) -> usize {
        let mut sections = self.sections.iter();
        let known = sections.position(|section| section.material == material);
        known.unwrap_or_else(|| {
            self.sections.push(SectionDraft::new(material));
            self.sections.len() - 1
        })
    }

    /// Puts what is said in its place.
    fn put(&mut self, saying: &Saying) -> Result<(), Uncertifiable> {
        // The further plans of a tree come before those that lead to them.
        let mut numbers: Vec<u32> = Vec::new();
        for (position, plan) in &saying.further {
            let material = Material::of(position);
            if !self.author.follows(material) {
                return Err(Uncertifiable::LeavesChapters);
            }
            let further = FurtherPlan {
                measure: plan.measure,
                number: plan.number,
                goes_on: resolved(plan, &numbers),
            };
            let section = self.section(material);
            let place = section.order.of(position) as u32;
            let plans = section.further.entry(place).or_default();
            let known = plans.iter().position(|known| *known == further);
            let idx = known.unwrap_or_else(|| {
                plans.push(further);
                plans.len() - 1
            });
            numbers.push(idx as u32 + 1);
        }
        let section = self.section(Material::of(&saying.position));
        let place = section.order.of(&saying.position);
        section.said[place] = saying.said;
        if let Some(plan) = &saying.plan {
            section.numbers[place] = plan.number;
            let goes_on = resolved(plan, &numbers);
            if !goes_on.is_empty() {
                section.goes_on.insert(place as u32, goes_on);
            }
        }
        Ok(())
    }
}

/// The numbers of the further plans with which a plan goes on; empty if it ends after its move.
fn resolved(plan: &CertifiedPlan, numbers: &[u32]) -> Vec<u32> {
    if plan.then.iter().all(|then| *then == AfterReply::Ends) {
        return Vec::new();
    }
    let then = plan.then.iter().map(|then| match then {
        AfterReply::Ends => 0,
        AfterReply::GoesOn(idx) => numbers[*idx],
    });
    then.collect()
}

impl SectionDraft {
    /// The measure of the plan at a place, if there is one.
    fn measure(&self, place: usize) -> Option<u16> {
        let said = self.said[place];
        (said > 0 && said.is_multiple_of(2)).then_some(said / 2)
    }

    fn new(material: Material) -> SectionDraft {
        let order = PlaceOrder::new(material);
        let n_places = order.n_places();
        SectionDraft {
            material,
            order,
            is_needed: vec![false; n_places],
            said: vec![0; n_places],
            numbers: vec![0; n_places],
            goes_on: HashMap::new(),
            further: HashMap::new(),
        }
    }
}

/// Does the chapter play in a root?
fn plays(said: RootSaying) -> bool {
    matches!(said, RootSaying::Move { .. })
}
