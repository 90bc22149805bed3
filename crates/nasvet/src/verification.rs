//! A chapter before the judge: who answers for which men, and everything the verifier needs for it.

use boards::{CompiledConditions, SpareMemory, Staff};
use chess::{Chess, Small};
use documents::{Digest, VerificationDocument, digest_of_chapter};
use domain::{Game as _, Stopped, Watch};
use lang::checked::{Program, Table};
use std::sync::Arc;
use verify::{
    AskingScope, BuildError, ClaimOutcome, EndgameReport, EndgameTables, ExampleGame, FailureGroup,
    Fate, Hearing, Judged, Lesson, LoopGroup, Material, PlayMode, Ruling, SlipGroup, Team, Truth,
    bytes_to_ask, bytes_to_follow, bytes_to_judge, judge_by, judged_endings,
};

use crate::chapter::Chapter;
use crate::comparison::ChapterComparison;
use crate::excerpt::Excerpt;
use crate::finishing::{Asking, CutShort, Finish};
use crate::games::Games;
use crate::knowledge::{Kind, SHIPPED, Shelf};
use crate::load::check_source;
use crate::referee::TableStore;

/// What the verifier was told to do.
#[derive(Clone, Copy, Debug)]
pub struct Questions {
    /// How many positions a piece may look at. Without a limit, what was found out about one position is used for the
    /// others, which is faster; with one, every position is counted as in play.
    pub nodes: Option<u64>,
    /// How many bytes plans longer than a move may take.
    pub room: usize,
    /// How many bytes may be taken only to be faster; none: as many as is useful.
    pub spare: Option<SpareMemory>,
    /// How many games to show for each fate.
    pub games: usize,
    /// Sort the failures by pattern?
    pub group: bool,
}

/// Bounds on the bytes that verifying takes.
#[derive(Clone, Copy, Debug)]
pub struct BytesToVerify {
    /// At least so many.
    pub needed: u64,
    /// So many of them while positions are asked about.
    pub asking: u64,
    /// So many of them while the results are found and shown.
    pub judging: u64,
    /// What is remembered to be faster while positions are asked about.
    pub remembered: u64,
    /// What comes to it if only what can follow some positions is asked about.
    pub following: u64,
    /// What comes to it if an older result is found too.
    pub old: u64,
}

impl BytesToVerify {
    /// The same where only what can follow some positions is asked about.
    #[must_use]
    pub fn with_following(mut self) -> BytesToVerify {
        self.asking += self.following;
        self.needed = self.needed.max(self.asking);
        self
    }

    /// The same where it is compared with an older result.
    #[must_use]
    pub fn with_old(mut self) -> BytesToVerify {
        self.judging += self.old;
        self.needed = self.needed.max(self.judging);
        self
    }

    /// With everything that makes it faster.
    pub fn at_most(self) -> u64 {
        self.needed.max(self.asking + self.remembered)
    }

    /// What may be taken to be faster, if there are so many bytes.
    pub fn spare(self, allowed: u64) -> SpareMemory {
        let bytes = |taken: u64| usize::try_from(allowed.saturating_sub(taken));
        SpareMemory {
            asking: bytes(self.asking).unwrap_or(usize::MAX),
            judging: bytes(self.judging).unwrap_or(usize::MAX),
        }
    }
}

/// What was found out about a chapter.
pub struct Verification {
    /// The digest of the chapter.
    pub digest: Digest,
    /// The numbers.
    pub report: EndgameReport,
    /// The names of the pieces, by number; those of other chapters with the chapter's name before them.
    pub pieces: Vec<String>,
    /// What their authors say of them, by number.
    pub says: Vec<Option<String>>,
    /// The rules, by number: table and place in it, both from 1.
    pub rules: Vec<String>,
    /// How many of the pieces and of the rules are the chapter's own.
    pub own: (usize, usize),
    /// The chapters that go on where the men change, with the men.
    pub successors: Vec<(String, Material)>,
    /// The digests of the chapters that go on, each once.
    pub successor_digests: Vec<(String, Digest)>,
    /// What became of each claim, in every mode that it is about.
    pub rulings: Vec<Vec<Ruling>>,
    /// The games that show where the advice fails, by mode and fate.
    pub games: Vec<(PlayMode, Fate, Vec<ExampleGame>)>,
    /// The failures sorted by pattern, by mode, if that was asked.
    pub groups: Option<[Vec<FailureGroup>; 2]>,
    /// The moves that give half-points away, sorted by pattern, if that was asked.
    pub slips: Option<Vec<SlipGroup>>,
    /// What was not done, if it was stopped.
    pub cut_short: Option<CutShort>,
    /// Circles by the pieces that take turns in them, by mode, if groups were asked for.
    pub loops: Option<[Vec<LoopGroup>; 2]>,
    /// Failures from which an author can learn, as many as were asked for.
    pub lessons: Vec<Lesson>,
    /// What changed since an older result, if it was compared with one.
    pub(crate) comparison: Option<ChapterComparison>,
    /// What becomes of the one position that was asked about, in both modes.
    pub lines: Option<[ExampleGame; 2]>,
    /// How many positions can follow those that were asked about, with them, if not all were.
    pub followed: Option<u64>,
}

/// Why a chapter cannot be verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unverifiable {
    /// It is about another game.
    OtherGame(String),
    /// Its header does not say which men there are, or names too many.
    NoMen,
    /// It has no table for its own men.
    NoTable(Material),
    /// The tables of its ending are too large.
    TooLarge(BuildError),
    /// The positions that were asked for cannot be found.
    BadExcerpt(String),
    /// It was stopped, or the plans longer than a move need too much memory.
    Stopped(Stopped),
}

impl std::fmt::Display for Unverifiable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unverifiable::OtherGame(game) => write!(
                f,
                "the verifier plays endings of chess, and this chapter is about {game}"
            ),
            Unverifiable::NoMen => write!(
                f,
                "the chapter must name its men (`us K R`, `them K`), five at most with the kings"
            ),
            Unverifiable::NoTable(men) => write!(
                f,
                "the chapter has no table for its own men ({men}), so it plays no move that could be verified"
            ),
            Unverifiable::TooLarge(error) => error.fmt(f),
            Unverifiable::BadExcerpt(problem) => f.write_str(problem),
            Unverifiable::Stopped(Stopped::Memory(room)) => write!(
                f,
                "the plans longer than a move take more than {} MiB",
                room >> 20
            ),
            Unverifiable::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl std::error::Error for Unverifiable {}

/// The men of a program that the verifier can judge.
pub fn judged_material(program: &Program) -> Result<Material, Unverifiable> {
    if program.game != Chess::<Small>::new().vocabulary().game {
        return Err(Unverifiable::OtherGame(program.game.clone()));
    }
    Material::of_header(&program.header).ok_or(Unverifiable::NoMen)
}

/// The other endings that claims of a program are about.
pub(crate) fn claimed_materials(program: &Program) -> Vec<Material> {
    let headers = program
        .claims
        .iter()
        .filter_map(|claim| claim.ending.as_ref());
    headers.filter_map(Material::of_header).collect()
}

/// Plays a chapter from every position, and rules on its claims.
pub fn verify_program(
    program: &Arc<Program>,
    truth: &dyn Truth,
    questions: Questions,
    watch: &Watch,
) -> Result<Verification, Unverifiable> {
    let asking = Asking::default();
    let found = verify_then(program, truth, questions, &asking, watch, |_, _| Ok(()))?;
    Ok(found.0)
}

/// The same without the shipped chapters: where the men change and the chapter has no table, the true result counts.
pub fn verify_alone(
    program: &Arc<Program>,
    truth: &dyn Truth,
    questions: Questions,
    watch: &Watch,
) -> Result<Verification, Unverifiable> {
    let asking = Asking::default();
    let found = verify_among(
        program,
        &[],
        truth,
        questions,
        &asking,
        watch,
        |_, _| Ok(()),
    )?;
    Ok(found.0)
}

/// The positions that a chapter wins by its own advice, in both modes, whoever is to move, and whether all its claims
/// hold.
pub fn won_positions(
    program: &Arc<Program>,
    truth: &dyn Truth,
    questions: Questions,
    watch: &Watch,
) -> Result<(Vec<Small>, bool), Unverifiable> {
    let asking = Asking::default();
    let won = |judged: &Judged<'_>, _: &Verification| {
        let won = judged.won_positions();
        Ok(won.chain(judged.won_before_replies()).collect())
    };
    let (found, won) = verify_then(program, truth, questions, &asking, watch, won)?;
    let mut rulings = found.rulings.iter().flatten();
    let holds = rulings.all(|ruling| ruling.outcome == ClaimOutcome::Holds);
    Ok((won, holds))
}

/// Verifies among the shipped chapters, and lets somebody see more than is reported.
pub(crate) fn verify_then<T>(
    program: &Arc<Program>,
    truth: &dyn Truth,
    questions: Questions,
    asking: &Asking<'_>,
    watch: &Watch,
    then: impl FnOnce(&Judged<'_>, &Verification) -> Result<T, Unverifiable>,
) -> Result<(Verification, T), Unverifiable> {
    let library = successors(judged_material(program)?);
    verify_among(program, &library, truth, questions, asking, watch, then)
}

fn verify_among<T>(
    program: &Arc<Program>,
    library: &[(&'static str, Arc<Program>)],
    truth: &dyn Truth,
    questions: Questions,
    asking: &Asking<'_>,
    watch: &Watch,
    then: impl FnOnce(&Judged<'_>, &Verification) -> Result<T, Unverifiable>,
) -> Result<(Verification, T), Unverifiable> {
    let chess = Chess::<Small>::new();
    let court = Court::new(&chess, program, library, questions)?;
    court.solve(asking, watch)?;
    let hearing = court.hearing(truth, questions);
    let (staff, programs) = (&court.staff, &court.programs);
    let starts = match asking.excerpt.is_everything() {
        true => None,
        false => Some(asking.excerpt.starts(&court, watch)?),
    };
    let inquiry = AskingScope {
        keeper: asking.keeper,
        starts: starts.as_deref(),
        is_partial_welcome: asking.is_partial_welcome,
    };
    let judged = judge_by(hearing, inquiry, watch).map_err(Unverifiable::Stopped)?;
    let mut finish = Finish::new(&judged, asking, watch);
    let rulings = finish.rulings(program.claims.len())?;
    let games = finish.games(questions.games);
    let one = starts.iter().flatten().next();
    let lines = one.filter(|_| asking.excerpt.from.is_some());
    let lines = lines.and_then(|position| finish.lines(position));
    let (groups, slips) = match questions.group {
        true => finish.groups()?,
        false => (None, None),
    };
    let loops = match questions.group {
        true => finish.loops()?,
        false => None,
    };
    let comparison = asking.old.map(|old| {
        let after = watch.clone().without_stop();
        ChapterComparison::new(&court, &judged, hearing, old, questions.games, &after)
    });
    let digest = |program: &Program| digest_of_chapter(chess.vocabulary(), program);
    let successors = staff.successors(programs, &judged);
    let goes_on = |name: &str| successors.iter().any(|(successor, _)| *successor == name);
    let successor_digests = library.iter().filter(|(name, _)| goes_on(name));
    let found = Verification {
        digest: digest(program),
        successor_digests: successor_digests
            .map(|(name, program)| ((*name).to_owned(), digest(program)))
            .collect(),
        report: judged.report(),
        pieces: staff.pieces(programs),
        says: says(programs),
        rules: staff.rules(programs),
        own: (program.pieces.len(), n_rules(program)),
        successors,
        rulings,
        games,
        groups,
        slips,
        cut_short: finish.cut_short(),
        loops,
        lessons: judged.lessons(asking.examples),
        comparison: comparison.transpose()?,
        lines,
        followed: starts.is_some().then(|| judged.n_positions()),
    };
    let more = then(&judged, &found)?;
    Ok((found, more))
}

/// A chapter and those that go on after it, called before the judge.
pub(crate) struct Court<'c> {
    pub(crate) chess: &'c Chess<Small>,
    pub(crate) programs: Vec<(Option<&'c str>, &'c Arc<Program>)>,
    pub(crate) material: Material,
    others: Vec<Material>,
    pub(crate) staff: Staff,
    conditions: CompiledConditions,
}

impl<'c> Court<'c> {
    pub(crate) fn new(
        chess: &'c Chess<Small>,
        program: &'c Arc<Program>,
        library: &'c [(&'static str, Arc<Program>)],
        questions: Questions,
    ) -> Result<Court<'c>, Unverifiable> {
        let material = judged_material(program)?;
        let mut programs: Vec<(Option<&str>, &Arc<Program>)> = vec![(None, program)];
        programs.extend(library.iter().map(|(name, program)| (Some(*name), program)));
        let staff = Staff::new(chess, &programs, questions.nodes, questions.spare);
        if !staff.covers(material) {
            return Err(Unverifiable::NoTable(material));
        }
        let conditions = CompiledConditions::new(chess, program, staff.remembered(material));
        Ok(Court {
            chess,
            programs,
            material,
            others: claimed_materials(program),
            staff,
            conditions,
        })
    }

    /// Finds out beforehand what can be found out for all positions at once. For a few positions that is not worth it,
    /// unless a piece of advice has no bound and cannot be played otherwise.
    pub(crate) fn solve(&self, asking: &Asking<'_>, watch: &Watch) -> Result<(), Unverifiable> {
        let mut pieces = self
            .programs
            .iter()
            .flat_map(|(_, program)| &program.pieces);
        let is_worth_it = asking.excerpt.is_everything() || pieces.any(|of| of.endless.is_some());
        if !self.staff.remembers() || !is_worth_it {
            return Ok(());
        }
        let endings = judged_endings(self.material, &self.others, &self.staff);
        let solved = self
            .staff
            .solve(self.chess, &self.programs, &endings, watch);
        solved.map_err(Unverifiable::Stopped)
    }

    pub(crate) fn hearing<'h>(&'h self, truth: &'h dyn Truth, questions: Questions) -> Hearing<'h> {
        let (_, program) = self.programs[0];
        Hearing {
            material: self.material,
            others: &self.others,
            team: &self.staff,
            truth,
            claims: Some((self.chess, &**program)),
            conditions: Some(&self.conditions),
            room: questions.room,
            room_for_replies: questions.spare.map(|spare| spare.judging),
            terrain: self.staff.terrain(self.material),
        }
    }
}

/// The shipped chapters about what other men can be left, the one named after its men first.
pub(crate) fn successors(material: Material) -> Vec<(&'static str, Arc<Program>)> {
    let (games, shelf) = (Games::new(), Shelf::shipped());
    let mut found: Vec<(&'static str, Arc<Program>)> = Vec::new();
    for shipped in SHIPPED
        .iter()
        .filter(|shipped| shipped.kind == Kind::Chapter)
    {
        let Some(program) = check_source(shipped.source(), &games, &shelf).program else {
            continue;
        };
        let Some(men) = judged_material(&program)
            .ok()
            .filter(|men| *men != material)
        else {
            continue;
        };
        let is_named_after = men.to_string().eq_ignore_ascii_case(shipped.name);
        let same = found
            .iter()
            .position(|(_, other)| Material::of_header(&other.header) == Some(men));
        match same {
            None => found.push((shipped.name, program)),
            Some(idx) if is_named_after => found[idx] = (shipped.name, program),
            Some(_) => {}
        }
    }
    found
}

/// What the authors say of the pieces, in the order of their numbers.
fn says(programs: &[(Option<&str>, &Arc<Program>)]) -> Vec<Option<String>> {
    let pieces = programs.iter().flat_map(|(_, program)| &program.pieces);
    pieces.map(|piece| piece.doc.clone()).collect()
}

pub(crate) fn n_rules(program: &Program) -> usize {
    program.tables.iter().map(|table| table.rules.len()).sum()
}

impl Chapter {
    /// Plays the chapter from every position of its ending against every reply, and rules on its claims.
    ///
    /// The store provides the tables that its moves are held against.
    pub fn verify(
        &self,
        store: &mut dyn TableStore,
        questions: Questions,
        watch: &Watch,
    ) -> Result<VerificationDocument, Unverifiable> {
        self.verify_excerpt(store, questions, Excerpt::default(), watch)
    }

    /// The same for some positions only: a sample tells soon what a whole ending tells later.
    pub fn verify_excerpt(
        &self,
        store: &mut dyn TableStore,
        questions: Questions,
        excerpt: Excerpt<'_>,
        watch: &Watch,
    ) -> Result<VerificationDocument, Unverifiable> {
        let mut tables = EndgameTables::new();
        for material in self.materials()? {
            let provided = store.provide(&mut tables, material, watch);
            provided.map_err(|error| match error {
                BuildError::Stopped(stopped) => Unverifiable::Stopped(stopped),
                BuildError::TooLarge(_) => Unverifiable::TooLarge(error),
            })?;
        }
        let asking = Asking {
            excerpt,
            ..Asking::default()
        };
        self.verify_asking(&tables, questions, &asking, watch)
    }

    /// Bounds on the bytes that [verifying](Chapter::verify_by) takes, besides the tables and the room for plans longer
    /// than a move. A limit of positions is as in [`Questions`].
    pub fn bytes_to_verify(&self, nodes: Option<u64>) -> Result<BytesToVerify, Unverifiable> {
        let material = judged_material(&self.program)?;
        let library = successors(material);
        let programs: Vec<(Option<&str>, &Arc<Program>)> = [(None, &self.program)]
            .into_iter()
            .chain(library.iter().map(|(name, program)| (Some(*name), program)))
            .collect();
        let staff = Staff::new(&Chess::new(), &programs, nodes, None);
        let endings = judged_endings(material, &claimed_materials(&self.program), &staff);
        let bytes = staff.bytes_to_remember(&programs, &endings);
        let judging = bytes.solved + bytes_to_judge(&endings);
        Ok(BytesToVerify {
            needed: judging.max(bytes.solving),
            asking: bytes.solved + bytes_to_ask(&endings),
            judging,
            remembered: bytes.remembered,
            following: bytes_to_follow(&endings),
            old: bytes_to_judge(&endings),
        })
    }

    /// The same by tables that are at hand.
    pub fn verify_by(
        &self,
        truth: &dyn Truth,
        questions: Questions,
        watch: &Watch,
    ) -> Result<VerificationDocument, Unverifiable> {
        self.verify_asking(truth, questions, &Asking::default(), watch)
    }

    /// The same, where answers are kept, or a stop gives a report about what is done.
    pub fn verify_asking(
        &self,
        truth: &dyn Truth,
        questions: Questions,
        asking: &Asking<'_>,
        watch: &Watch,
    ) -> Result<VerificationDocument, Unverifiable> {
        let nothing = |_: &Judged<'_>, _: &Verification| Ok(());
        let found = verify_then(&self.program, truth, questions, asking, watch, nothing)?;
        let mut document = found.0.document(&self.name, &self.loaded);
        document.excerpt = found.0.excerpt(&asking.excerpt);
        Ok(document)
    }

    /// The men of the endings whose tables the verifier needs: that of the chapter, and those that claims are about.
    pub fn materials(&self) -> Result<Vec<Material>, Unverifiable> {
        let own = judged_material(&self.program)?;
        let has_table = |table: &Table| Material::of_header(&table.header) == Some(own);
        if !self.program.tables.iter().any(has_table) {
            return Err(Unverifiable::NoTable(own));
        }
        let mut all = vec![own];
        all.extend(claimed_materials(&self.program));
        Ok(all)
    }
}
