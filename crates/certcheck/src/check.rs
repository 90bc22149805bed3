//! The rules that make a certificate a proof, checked position by position.
//!
//! Nothing here looks further than a move and the replies to it: a measure that falls with every move of ours, or a
//! set of positions that no game can leave, makes the whole true.

use std::collections::BTreeSet;

use crate::content::{Certificate, EndingSection, Pledge, WrittenPlan, number};
use crate::ending::EndingMen;
use crate::rules::{Setting, Step};

/// The first fault, if there is one.
type CheckResult = Result<(), String>;

/// What a good certificate proves.
#[derive(Default)]
pub(crate) struct Findings {
    /// How many positions the promise speaks of, and how many of them have a plan.
    pub(crate) n_positions: u64,
    pub(crate) n_planned: u64,
    /// The largest measure among these.
    pub(crate) longest: u16,
    /// The endings into which games turn and where they are not followed.
    pub(crate) not_followed: BTreeSet<EndingMen>,
}

/// Checks everything.
pub(crate) fn check(certificate: &Certificate<'_>) -> Result<Findings, String> {
    let mut checker = Replay {
        certificate,
        promises_win: matches!(certificate.pledge, Pledge::Wins | Pledge::KeepsWins),
        findings: Findings::default(),
    };
    for section in &certificate.sections {
        let mut replies = section.replies;
        for plan in &section.plans {
            let setting = section.at(plan.place)?;
            let checked = checker.plan(&setting, plan, &mut replies);
            checked.map_err(|fault| format!("{fault}\n  in {setting}"))?;
        }
        for place in &*section.places {
            if let Some(measure) = section.against(*place) {
                let setting = section.at(*place)?;
                let checked = checker.against(&setting, measure);
                checked.map_err(|fault| format!("{fault}\n  in {setting}"))?;
            }
        }
    }
    checker.promise()?;
    Ok(checker.findings)
}

struct Replay<'c> {
    certificate: &'c Certificate<'c>,
    promises_win: bool,
    findings: Findings,
}

impl Replay<'_> {
    /// A plan: its move is legal, and after every reply the promise is nearer, or still kept. In strong mode the next of
    /// `further` are about its replies.
    fn plan(&mut self, setting: &Setting, plan: &WrittenPlan, further: &mut &[u8]) -> CheckResult {
        let step = setting.moves().nth(usize::from(plan.number));
        let step = step.ok_or_else(|| format!("illegal move: number {}", plan.number))?;
        if plan.measure == 0 || (!self.promises_win && plan.measure != 1) {
            return Err(format!("the measure {} is not possible", plan.measure));
        }
        if self.promises_win && step.then.is_stalemate() {
            return Err(format!("{step} stalemates"));
        }
        let is_strong = self.certificate.is_strong;
        let n_further: usize = if is_strong { number(further)? } else { 0 };
        if n_further > 0 && n_further != step.then.moves().count() {
            return Err(format!("the plan has other replies to {step}"));
        }
        for reply in step.then.moves() {
            let next = if n_further > 0 { number(further)? } else { 0 };
            let arrives = self.arrives(&reply, next, plan.measure);
            arrives.map_err(|fault| format!("after {step} {reply} {fault}"))?;
        }
        Ok(())
    }

    /// After a reply the promise is nearer, or still kept, by the plan of that number; 0 is the position's own.
    fn arrives(&mut self, reply: &Step, number: usize, before: u16) -> CheckResult {
        let loses = |figure| self.certificate.pledge == Pledge::NeverLoses(figure);
        if let Some(figure) = reply.takes.filter(|figure| loses(*figure)) {
            return Err(format!("a {} is lost", figure.name()));
        }
        let setting = &reply.then;
        let Some((section, place)) = self.place(setting) else {
            let men = EndingMen::of(setting);
            if !matches!(self.certificate.pledge, Pledge::NeverLoses(_)) {
                return Err(format!("the men are {men}, which has no section"));
            }
            self.findings.not_followed.insert(men);
            return Ok(());
        };
        match section.measure(place, number) {
            Some(now) if self.promises_win && now >= before => {
                Err(format!("the measure does not fall: {before}, {now}"))
            }
            Some(_) => Ok(()),
            None if number == 0 && self.is_harmless(setting) => Ok(()),
            None => Err(format!("there is no plan {number} in {setting}")),
        }
    }

    /// Without a plan, a promise is kept if the game is over: a draw by stalemate, and after mate nothing is captured.
    fn is_harmless(&self, setting: &Setting) -> bool {
        match self.certificate.pledge {
            Pledge::Wins | Pledge::KeepsWins => false,
            Pledge::KeepsDraws => setting.is_stalemate(),
            Pledge::NeverLoses(_) => setting.moves().next().is_none(),
        }
    }

    /// A position that is said to be against us: whatever we play, they have a reply that keeps it so.
    fn against(&self, setting: &Setting, measure: u16) -> CheckResult {
        let they_win = self.certificate.pledge == Pledge::KeepsDraws;
        if !they_win && (self.certificate.pledge != Pledge::KeepsWins || measure > 0) {
            return Err("nothing is against us in such a certificate".into());
        }
        if they_win && setting.is_stalemate() {
            return Err("it is said to be lost, but is stalemate".into());
        }
        for step in setting.moves() {
            let then = step.then;
            let stays = |reply: Step| {
                let there = self.place(&reply.then);
                let after = there.and_then(|(section, place)| section.against(place));
                after.is_some_and(|after| !they_win || after < measure)
            };
            let is_draw = || !they_win && then.is_stalemate();
            if !then.moves().any(stays) && !is_draw() {
                let result = if they_win { "lost" } else { "not won" };
                return Err(format!("it is not shown to be {result} after {step}"));
            }
        }
        Ok(())
    }

    /// The section and the place of a position with our turn.
    fn place(&self, setting: &Setting) -> Option<(&EndingSection<'_>, u32)> {
        let mut sections = self.certificate.sections.iter();
        sections.find_map(|section| Some((section, section.men.place(setting)? as u32)))
    }

    /// The positions of which the promise speaks have what is promised.
    fn promise(&mut self) -> CheckResult {
        let (certificate, section) = (self.certificate, &self.certificate.sections[0]);
        for (idx, &place) in section.places.iter().enumerate() {
            let is_meant = |bits: &[u8]| bits[idx / 8] >> (idx % 8) & 1 == 1;
            if !certificate.listed.is_none_or(is_meant) {
                continue;
            }
            self.findings.n_positions += 1;
            let measure = section.measure(place, 0);
            let within = certificate.within.unwrap_or(u64::MAX);
            if let Some(measure) = measure.filter(|measure| u64::from(*measure) <= within) {
                self.findings.n_planned += 1;
                self.findings.longest = self.findings.longest.max(measure);
            } else if certificate.at_least.is_none() && section.against(place).is_none() {
                let setting = section.at(place)?;
                if !self.is_harmless(&setting) {
                    let fault = match measure {
                        Some(measure) => format!("it takes {measure} moves"),
                        None => "the claim speaks of it, and it has no plan".to_owned(),
                    };
                    return Err(format!("{fault}\n  in {setting}"));
                }
            }
        }
        let n_planned = self.findings.n_planned;
        match n_planned < certificate.at_least.unwrap_or(1).max(1) {
            true => Err(format!("too few positions have a plan: {n_planned}")),
            false => Ok(()),
        }
    }
}
