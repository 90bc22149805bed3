//! Only some positions of an ending: those of a condition, a sample, or one.
//!
//! What becomes of them is found out against every reply, as for all positions: whatever can follow them is asked about,
//! and nothing else.

use std::collections::HashSet;
use std::sync::Arc;

use boards::{Remembered, quiet, remembering_engine};
use chess::{Board, Chess, Small};
use code::{compile_truths, compiled};
use domain::{Notation as _, Side, Stopped, Type, Watch};
use lang::checked::{Expr, Program};
use lang::{Diagnostics, Form, Source, check_expression};
use verify::{Index, Material, Test, positions_where};

use crate::evaluation;
use crate::session::random::Random;
use crate::verification::{Court, Unverifiable};

/// Which positions a report is about; without any of these, all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Excerpt<'a> {
    /// Only those in which this is true.
    pub condition: Option<&'a str>,
    /// So many of them, drawn evenly from a seed.
    pub sample: Option<(usize, u64)>,
    /// Only this position.
    pub from: Option<&'a str>,
}

impl Excerpt<'_> {
    /// Is it about all positions?
    pub fn is_everything(&self) -> bool {
        *self == Excerpt::default()
    }

    /// The positions.
    pub(crate) fn starts(
        &self,
        court: &Court<'_>,
        watch: &Watch,
    ) -> Result<Vec<Small>, Unverifiable> {
        let (_, program) = court.programs[0];
        if let Some(text) = self.from {
            return Ok(vec![one(court.chess, program, court.material, text)?]);
        }
        let condition = self.condition.map(|text| read(text, program, court.chess));
        let condition = condition.transpose()?;
        let truths: Vec<&Expr> = program.positions.iter().chain(&condition).collect();
        let searching = quiet(watch);
        let tests = Tests {
            n_truths: truths.len(),
            program: compile_truths(court.chess, program, &truths),
            memory: court
                .staff
                .remembered(court.material)
                .map(|memory| memory.now()),
            watch: &searching,
        };
        let found = match self.sample {
            Some((n, seed)) => tests.sample(court.material, n, seed),
            None => positions_where(court.material, &|| tests.test(), watch),
        };
        let found = found.map_err(Unverifiable::Stopped)?;
        match found.is_empty() {
            true => Err(Unverifiable::BadExcerpt("there is no such position".into())),
            false => Ok(found),
        }
    }
}

/// A position that was typed.
fn one(
    chess: &Chess<Small>,
    program: &Program,
    material: Material,
    text: &str,
) -> Result<Small, Unverifiable> {
    let read = chess.read_position(text, &program.header);
    let (position, _) = read.map_err(|error| Unverifiable::BadExcerpt(error.to_string()))?;
    let problem = match (position.turn(), Material::of(&position)) {
        (Side::Them, _) => "it has to be our move in the position".into(),
        (Side::Us, men) if men != material => {
            format!("the position has {men}, and the chapter is verified for {material}")
        }
        (Side::Us, _) => return Ok(position),
    };
    Err(Unverifiable::BadExcerpt(problem))
}

/// A condition that was typed.
fn read(text: &str, program: &Program, chess: &Chess<Small>) -> Result<Expr, Unverifiable> {
    let bad = |problem: String| Unverifiable::BadExcerpt(problem);
    let source = Source::from_text("condition", Form::Plain, text);
    let source = source.map_err(|found| bad(found.message))?;
    let mut diagnostics = Diagnostics::default();
    match check_expression(&source, program, chess, &mut diagnostics) {
        Some(expr) if expr.ty == Type::Truth => Ok(expr),
        Some(_) => Err(bad(format!("`{text}` is neither true nor false"))),
        None => {
            let found = diagnostics.into_vec();
            Err(bad(evaluation::bad(&source, &found).to_string()))
        }
    }
}

/// What must be true of the positions.
struct Tests<'w> {
    program: Arc<compiled::Program<Chess<Small>>>,
    n_truths: usize,
    memory: Option<Arc<Remembered>>,
    watch: &'w Watch,
}

impl Tests<'_> {
    fn test(&self) -> Test<'_> {
        let mut engine = remembering_engine(&self.program, self.memory.as_ref());
        Box::new(move |position| {
            for truth in 0..self.n_truths {
                if !engine.is_true(truth, position, self.watch)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// Positions by chance, each once.
    fn sample(&self, material: Material, n: usize, seed: u64) -> Result<Vec<Small>, Stopped> {
        let index = Index::new(material);
        let mut random = Random::new(seed);
        let mut test = self.test();
        let (mut seen, mut found) = (HashSet::new(), Vec::new());
        for _ in 0..100_000 + 100 * n {
            if found.len() == n {
                return Ok(found);
            }
            self.watch.check()?;
            let number = random.below(index.n_numbers() as u64 / 2) as usize;
            if let Some(position) = index.position(number)
                && seen.insert(number)
                && test(&position)?
            {
                found.push(position);
            }
        }
        // They are rare, so all are looked for, and the sample is drawn from them.
        let mut all = positions_where(material, &|| self.test(), self.watch)?;
        let mut found = Vec::new();
        while found.len() < n && !all.is_empty() {
            found.push(all.swap_remove(random.below(all.len() as u64) as usize));
        }
        Ok(found)
    }
}
