//! What comes after the judgement: rulings, games and groups; and what is left out where somebody stops it.

use chess::Small;
use documents::VerificationDocument;
use domain::{Stopped, Watch};
use verify::{
    AnswerKeeper, AskedPart, ExampleGame, FailureGroup, Fate, Judged, LoopGroup, PlayMode, Ruling,
    SlipGroup,
};

use crate::excerpt::Excerpt;
use crate::verification::Unverifiable;

/// How the positions are asked about.
#[derive(Clone, Copy, Default)]
pub struct Asking<'a> {
    /// Where answers are kept and found again.
    pub keeper: Option<&'a dyn AnswerKeeper>,
    /// Which positions the report is about.
    pub excerpt: Excerpt<'a>,
    /// How many failures to turn into examples.
    pub examples: usize,
    /// Something older that the report is compared with.
    pub old: Option<Old<'a>>,
    /// Does a raised stop flag give a report about what is done? Otherwise it gives none.
    pub is_partial_welcome: bool,
}

/// An older result.
#[derive(Clone, Copy)]
pub enum Old<'a> {
    /// All answers of the chapter as it was.
    Answers(&'a dyn AnswerKeeper),
    /// A report on it, which shows some positions.
    Report(&'a VerificationDocument),
}

/// What was not done because it was stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CutShort {
    /// How many positions were asked about, if not all.
    pub part: Option<AskedPart>,
    /// What was left out, in words.
    pub left_out: Vec<&'static str>,
}

/// Failures by pattern in both modes, and half-points by pattern.
type Groups = (Option<[Vec<FailureGroup>; 2]>, Option<Vec<SlipGroup>>);

/// Makes the parts of a report.
pub(crate) struct Finish<'j, 't> {
    judged: &'j Judged<'t>,
    watch: Watch,
    is_partial_welcome: bool,
    left_out: Vec<&'static str>,
}

impl<'j, 't> Finish<'j, 't> {
    pub(crate) fn new(judged: &'j Judged<'t>, asking: &Asking<'_>, watch: &Watch) -> Self {
        Finish {
            judged,
            // Whoever stopped the asking wants to see what became of it.
            watch: match judged.part() {
                Some(_) => watch.clone().without_stop(),
                None => watch.clone(),
            },
            is_partial_welcome: asking.is_partial_welcome,
            left_out: Vec::new(),
        }
    }

    /// What was found; nothing if it was stopped, and what is there is welcome without it.
    fn or_left_out<T>(
        &mut self,
        what: &'static str,
        found: Result<T, Stopped>,
    ) -> Result<Option<T>, Unverifiable> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Stopped::Asked) if self.is_partial_welcome => {
                if !self.left_out.contains(&what) {
                    self.left_out.push(what);
                }
                Ok(None)
            }
            Err(stopped) => Err(Unverifiable::Stopped(stopped)),
        }
    }

    /// What became of each claim, in every mode that it is about.
    pub(crate) fn rulings(&mut self, n_claims: usize) -> Result<Vec<Vec<Ruling>>, Unverifiable> {
        let mut rulings = Vec::new();
        for idx in 0..n_claims {
            self.watch.tell("claims", idx as u64, Some(n_claims as u64));
            let rule = |mode| match self.watch.check() {
                Ok(()) => self.judged.rule(idx, mode, &self.watch),
                Err(stopped) => Err(stopped),
            };
            let both =
                rule(PlayMode::Strong).and_then(|strong| Ok([strong, rule(PlayMode::Weak)?]));
            let both = self.or_left_out("claims", both)?;
            rulings.push(both.into_iter().flatten().flatten().collect());
        }
        Ok(rulings)
    }

    /// The games that show where the advice fails.
    pub(crate) fn games(&self, n_games: usize) -> Vec<(PlayMode, Fate, Vec<ExampleGame>)> {
        let mut all = Vec::new();
        let kinds = PlayMode::BOTH.map(|mode| Fate::ALL.map(|fate| (mode, fate)));
        let kinds = kinds.as_flattened();
        for (idx, (mode, fate)) in kinds.iter().enumerate() {
            self.watch
                .tell("games", idx as u64, Some(kinds.len() as u64));
            let games = self.judged.games(*mode, *fate, n_games);
            if !games.is_empty() {
                all.push((*mode, *fate, games));
            }
        }
        all
    }

    /// What becomes of one position, in both modes.
    pub(crate) fn lines(&self, position: &Small) -> Option<[ExampleGame; 2]> {
        let line = |mode| self.judged.game_of(mode, position);
        Some([line(PlayMode::Strong)?, line(PlayMode::Weak)?])
    }

    /// Failures and half-points by pattern.
    pub(crate) fn groups(&mut self) -> Result<Groups, Unverifiable> {
        let groups = |mode| self.judged.groups(mode, &self.watch);
        let both =
            groups(PlayMode::Strong).and_then(|strong| Ok([strong, groups(PlayMode::Weak)?]));
        let groups = self.or_left_out("groups", both)?;
        let slips = groups.is_some().then(|| self.judged.slips());
        Ok((groups, slips))
    }

    /// Circles by the pieces that take turns in them, in both modes.
    pub(crate) fn loops(&mut self) -> Result<Option<[Vec<LoopGroup>; 2]>, Unverifiable> {
        let loops = |mode| self.judged.loops(mode, &self.watch);
        let both = loops(PlayMode::Strong).and_then(|strong| Ok([strong, loops(PlayMode::Weak)?]));
        self.or_left_out("loops", both)
    }

    /// What was not done, if anything was not.
    pub(crate) fn cut_short(self) -> Option<CutShort> {
        let part = self.judged.part();
        (part.is_some() || !self.left_out.is_empty()).then_some(CutShort {
            part,
            left_out: self.left_out,
        })
    }
}
