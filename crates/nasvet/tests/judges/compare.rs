//! Both judges on one chapter.

use std::collections::{BTreeMap, HashMap};

use chess::{Chess, Small};
use domain::{Side, Watch};
use lang::Form;
use lang::checked::{Claim, Promise};
use nasvet::{Questions, verify_alone, verify_program};
use shakmaty::Role;
use verify::{
    ClaimOutcome, EndgameTables, Holds, Material, Oracle, PlayMode, Ruling, Truth as FirstTruth,
    Wdl,
};

use crate::board;
use crate::chapters::{RandomChapter, Slice};
use crate::games::{Library, Players};
use crate::plans::{Author, is_true};
use crate::rulings::{Court, Fares, SlowRuling, What};
use crate::truth::Truth;

/// What the judgements of all chapters share.
pub(crate) struct Courthouse<'a> {
    chess: &'a Chess<Small>,
    tables: EndgameTables,
    truth: Truth,
    slices: HashMap<Slice, Vec<Small>>,
    /// By the nodes that a search may take: what the shipped chapters said is asked for again and again.
    libraries: HashMap<Option<u64>, Library<'a>>,
    /// How often each promise came to each outcome.
    pub(crate) tally: BTreeMap<(&'static str, &'static str), u32>,
}

/// The first judge's tables, with or without lengths.
struct Told<'t> {
    tables: &'t EndgameTables,
    knows_lengths: bool,
}

impl Oracle for Told<'_> {
    fn wdl(&self, position: &Small) -> Option<Wdl> {
        self.tables.wdl(position)
    }
}

impl FirstTruth for Told<'_> {
    fn plies(&self, position: &Small) -> Option<u16> {
        self.tables.plies(position).filter(|_| self.knows_lengths)
    }
}

impl<'a> Courthouse<'a> {
    pub(crate) fn new(chess: &'a Chess<Small>) -> Courthouse<'a> {
        let mut tables = EndgameTables::new();
        let kpk = Material::new(&[Role::Pawn], &[]).expect("three men fit");
        let built = tables.build(kpk, Holds::Mate, &Watch::new());
        built.expect("nobody stops it");
        Courthouse {
            chess,
            tables,
            truth: Truth::new(),
            slices: HashMap::new(),
            libraries: HashMap::new(),
            tally: BTreeMap::new(),
        }
    }

    /// The positions of a slice, by the reference evaluator.
    fn positions(&mut self, slice: &Slice) -> Vec<Small> {
        if let Some(known) = self.slices.get(slice) {
            return known.clone();
        }
        let of = |wanted: Side| {
            let men = slice.men.iter().filter(|(side, _)| *side == wanted);
            men.map(|(_, role)| format!(" {}", role.upper_char()))
                .collect::<String>()
        };
        let (us, them, condition) = (of(Side::Us), of(Side::Them), slice.condition);
        let text =
            format!("endgame \"Slice\"\nus K{us}\nthem K{them}\npositions where {condition}\n");
        let program = testing::program(Form::Plain, &text);
        let condition = program.positions.as_ref().expect("it was written");
        let mut all = board::positions(&slice.men);
        all.retain(|position| is_true(self.chess, &program, condition, *position));
        self.slices.insert(slice.clone(), all.clone());
        all
    }

    /// Lets both judges rule; returns what they differ in.
    pub(crate) fn judge(&mut self, chapter: &RandomChapter) -> Vec<String> {
        let program = testing::program(Form::Plain, &chapter.text);
        let told = Told {
            tables: &self.tables,
            knows_lengths: chapter.knows_lengths,
        };
        let questions = Questions {
            nodes: chapter.nodes,
            room: usize::MAX,
            spare: None,
            games: 0,
            group: false,
        };
        let verify = match chapter.is_alone {
            true => verify_alone,
            false => verify_program,
        };
        let found = verify(&program, &told, questions, &Watch::new());
        let found = found.unwrap_or_else(|reason| panic!("{reason}\n{}", chapter.text));

        let own = self.positions(&chapter.about);
        let ending = chapter.ending.as_ref();
        let other = ending
            .map(|slice| self.positions(slice))
            .unwrap_or_default();
        let all: Vec<Small> = own.iter().chain(&other).copied().collect();
        let library = self.libraries.entry(chapter.nodes);
        let library = library.or_insert_with(|| Library::new(self.chess, chapter.nodes));
        let mut players = Players {
            author: Author::new(self.chess, &program, chapter.nodes),
            library: (!chapter.is_alone).then_some(library),
            truth: &self.truth,
            known: HashMap::new(),
        };
        let mut differences = Vec::new();
        for mode in PlayMode::BOTH {
            let games = players.games(&all, mode);
            let court = Court {
                chess: self.chess,
                program: &program,
                truth: &self.truth,
                knows_lengths: chapter.knows_lengths,
                mode,
                games: &games,
            };
            for (claim, rulings) in program.claims.iter().zip(&found.rulings) {
                let is_of_mode = claim.mode.is_none_or(|of| PlayMode::from(of) == mode);
                let first = rulings.iter().find(|ruling| ruling.mode == mode);
                let alike = match (is_of_mode, first) {
                    (false, None) => continue,
                    (false, Some(_)) => Err("it is ruled on in the wrong mode".to_owned()),
                    (true, None) => Err("it is not ruled on".to_owned()),
                    (true, Some(first)) => {
                        let starts = if claim.ending.is_none() { &own } else { &other };
                        let second = court.rule(claim, starts);
                        let named = (promise_name(claim), outcome_name(second.outcome));
                        *self.tally.entry(named).or_default() += 1;
                        let alike = agree(first, &second);
                        alike.and_then(|()| examine(&court, claim, first, &second))
                    }
                };
                if let Err(why) = alike {
                    let text = &chapter.text[claim.span.range()];
                    differences.push(format!("{text} ({mode:?}): {why}"));
                }
            }
        }
        differences
    }
}

fn promise_name(claim: &Claim) -> &'static str {
    match (&claim.promise, claim.within) {
        (Promise::Wins, None) => "wins",
        (Promise::Wins, Some(_)) => "wins within",
        (Promise::KeepsWins, None) => "keeps wins",
        (Promise::KeepsWins, Some(_)) => "keeps wins within",
        (Promise::KeepsDraws, _) => "keeps draws",
        (Promise::NeverLoses(_), _) => "never loses",
        (Promise::Never(_), _) => "never",
        (Promise::WinsAtLeast(_), _) => "wins at least",
        (Promise::GivesAwayAtMost(_), _) => "gives away at most",
    }
}

fn outcome_name(outcome: ClaimOutcome) -> &'static str {
    match outcome {
        ClaimOutcome::Holds => "holds",
        ClaimOutcome::Broken => "broken",
        ClaimOutcome::NotKnown => "not known",
    }
}

/// Do both rulings say the same?
fn agree(first: &Ruling, second: &SlowRuling) -> Result<(), String> {
    let count = |is: &dyn Fn(&Fares) -> bool| {
        let fares = second.fares.values().filter(|here| is(here));
        fares.count() as u64
    };
    let missing = |what: What, alone: bool| {
        count(&|here| match here {
            Fares::Missing(all) => all.contains(&what) && (!alone || all.len() == 1),
            Fares::Kept | Fares::Broken => false,
        })
    };
    let rulings = [
        (
            "outcome",
            outcome_name(first.outcome).to_owned(),
            outcome_name(second.outcome).to_owned(),
        ),
        (
            "positions",
            first.positions.to_string(),
            second.fares.len().to_string(),
        ),
        (
            "broken in",
            first.broken.to_string(),
            count(&|here| *here == Fares::Broken).to_string(),
        ),
        (
            "missing in",
            first.missing.positions().to_string(),
            count(&|here| matches!(here, Fares::Missing(_))).to_string(),
        ),
        (
            "counted",
            format!("{:?}", first.counted),
            format!("{:?}", second.counted),
        ),
    ];
    let differences = rulings.iter().filter(|(_, first, second)| first != second);
    let mut differences: Vec<String> = differences
        .map(|(what, first, second)| format!("{what} {first}, not {second}"))
        .collect();
    // Where more than one thing is missing in a position, it is counted once, under either.
    for (what, n) in [
        (What::Answer, first.missing.answers),
        (What::Advice, first.missing.advice),
        (What::Length, first.missing.lengths),
        (What::Result, first.missing.results),
    ] {
        let (at_least, at_most) = (missing(what, true), missing(what, false));
        if !(at_least..=at_most).contains(&n) {
            differences.push(format!(
                "{what:?} missing in {n}, not {at_least} to {at_most}"
            ));
        }
    }
    match differences.is_empty() {
        true => Ok(()),
        false => Err(differences.join("; ")),
    }
}

/// Is there a game if, and only if, the claim is broken, and does it show that?
fn examine(
    court: &Court<'_>,
    claim: &Claim,
    first: &Ruling,
    second: &SlowRuling,
) -> Result<(), String> {
    match (first.outcome, &first.game) {
        (ClaimOutcome::Broken, Some(game)) => {
            let examined = court.examine(claim, second, game);
            examined.map_err(|why| format!("{why}: {game:?}"))
        }
        // There may be too few positions for what was promised, and none in which it is broken.
        (ClaimOutcome::Broken, None) => {
            match second.fares.values().any(|at| *at == Fares::Broken) {
                true => Err("no game is shown".to_owned()),
                false => Ok(()),
            }
        }
        (ClaimOutcome::Holds | ClaimOutcome::NotKnown, None) => Ok(()),
        (ClaimOutcome::Holds | ClaimOutcome::NotKnown, Some(_)) => {
            Err("a game is shown".to_owned())
        }
    }
}
