//! The value of an expression in a position, and how it comes about.

use std::fmt;

use documents::{
    AlongDocument, DiagnosticsDocument, EvaluationDocument, FileDocument, FormatName,
    FormatVersion, PartDocument, TextStyle, ValueDocument,
};
use domain::{Domain, Item, Sort, Stopped, TextError, Type, Value, Watch};
use lang::checked::Program;
use lang::reference::{Budget, Evaluator, Scene, Trace};
use lang::{Diagnostics, Form, Source, check_expression};

use crate::chapter::Chapter;
use crate::games::{Ask, Games};

/// Why an expression has not been evaluated.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EvaluationError {
    /// The position cannot be read.
    BadPosition(TextError),
    /// The expression makes no sense.
    BadExpression(DiagnosticsDocument),
    /// The steps ran out, or somebody asked to stop.
    Stopped(Stopped),
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluationError::BadPosition(error) => write!(f, "{error}"),
            EvaluationError::BadExpression(findings) => {
                f.write_str(&findings.text(TextStyle::PLAIN))
            }
            EvaluationError::Stopped(stopped) => write!(f, "unknown: {stopped}"),
        }
    }
}

impl std::error::Error for EvaluationError {}

impl Chapter {
    /// The value of an expression in a position, with the values of its parts; the chapter's definitions may be used.
    ///
    /// The position may have any men. The budget of the watch counts steps.
    ///
    /// ```
    /// use nasvet::{Chapter, Watch};
    ///
    /// let chapter = Chapter::shipped("krk-van-emden").expect("a shipped chapter");
    /// let position = "8/8/8/3k4/8/8/1R6/K7 w - -";
    /// let room = chapter.evaluate("room", position, &Watch::nodes(100_000))?;
    /// assert_eq!(room.value_text(), "36\n");
    /// # Ok::<(), nasvet::EvaluationError>(())
    /// ```
    pub fn evaluate(
        &self,
        expression: &str,
        position: &str,
        watch: &Watch,
    ) -> Result<EvaluationDocument, EvaluationError> {
        let question = Evaluation {
            chapter: self,
            expression,
            position,
            watch,
        };
        let found = Games::shared().ask(&self.program.game, question);
        found.expect("a checked program is about a known game")
    }
}

impl Chapter {
    /// The same, and the values after each move of a game from the position. A game that is not finished by its moves,
    /// or a move that cannot be read, is told.
    pub fn evaluate_along(
        &self,
        expression: &str,
        position: &str,
        moves: &[String],
        watch: &Watch,
    ) -> Result<EvaluationDocument, EvaluationError> {
        let mut document = self.evaluate(expression, position, watch)?;
        let mut now = self
            .position(position)
            .map_err(EvaluationError::BadPosition)?;
        for m in moves {
            now = now.play(m).map_err(EvaluationError::BadPosition)?;
            let after = self.evaluate(expression, &now.text(), watch)?;
            document.along.push(AlongDocument {
                m: m.clone(),
                value: after.whole.value,
            });
        }
        Ok(document)
    }
}

/// The question, until it is known which game it is about.
struct Evaluation<'a> {
    chapter: &'a Chapter,
    expression: &'a str,
    position: &'a str,
    watch: &'a Watch,
}

impl Ask for Evaluation<'_> {
    type Answer = Result<EvaluationDocument, EvaluationError>;

    fn ask<D: Domain>(self, domain: &D) -> Self::Answer {
        let program: &Program = &self.chapter.program;
        let (position, view) = domain
            .read_position(self.position, &program.header)
            .map_err(EvaluationError::BadPosition)?;
        let name = "expression";
        let question = Source::from_text(name, Form::Plain, self.expression)
            .map_err(|found| bad(&Source::without_program(name, self.expression), &[found]))?;
        let mut diagnostics = Diagnostics::default();
        let expr = check_expression(&question, program, domain, &mut diagnostics);
        let expr = expr.ok_or_else(|| bad(&question, &diagnostics.into_vec()))?;
        let budget = Budget::watched(self.watch.max_nodes(), self.watch);
        let mut evaluator = Evaluator::new(domain, program, budget);
        let traced = evaluator.traced(&expr, Scene::of(&position));
        let (_, trace) = traced.map_err(EvaluationError::Stopped)?;
        let problem = Problem {
            domain,
            position: &position,
            view,
        };
        let texts = Texts {
            question: &question,
            chapter: self.chapter,
        };
        Ok(EvaluationDocument {
            format: FormatName::default(),
            version: FormatVersion::default(),
            game: program.game.clone(),
            position: domain.write_position(&position, view),
            whole: part(problem, &trace, &texts),
            left_out: trace.left_out,
            along: Vec::new(),
        })
    }
}

pub(crate) fn bad(source: &Source, diagnostics: &[lang::Diagnostic]) -> EvaluationError {
    EvaluationError::BadExpression(DiagnosticsDocument {
        format: FormatName::default(),
        version: FormatVersion::default(),
        files: vec![FileDocument::new(source, &[], None, diagnostics, false)],
    })
}

/// What the values are about.
struct Problem<'a, D: Domain> {
    domain: &'a D,
    position: &'a D::Position,
    view: D::View,
}

impl<D: Domain> Clone for Problem<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain> Copy for Problem<'_, D> {}

impl<D: Domain> Problem<'_, D> {
    fn write_item(&self, sort: Sort, item: Item) -> String {
        self.domain.write_item(self.position, self.view, sort, item)
    }
}

/// Where the parts of a trace are written.
struct Texts<'a> {
    question: &'a Source,
    chapter: &'a Chapter,
}

impl Texts<'_> {
    /// A part as it is written, on one line, shortened if it is long.
    fn of(&self, trace: &Trace) -> String {
        let loaded = &self.chapter.loaded;
        let mut texts = std::iter::once(&loaded.source).chain(&loaded.libraries);
        let source = texts
            .find(|source| source.id() == trace.span.source)
            .unwrap_or(self.question);
        let written = source.program.get(trace.span.range()).unwrap_or("…");
        let words: Vec<&str> = written.split_whitespace().collect();
        let line = words.join(" ");
        match line.char_indices().nth(64) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line,
        }
    }
}

fn part<D: Domain>(problem: Problem<'_, D>, trace: &Trace, texts: &Texts<'_>) -> PartDocument {
    let value = trace.value.as_ref();
    let parts = trace.parts.iter();
    PartDocument {
        expression: texts.of(trace),
        ty: problem.domain.vocabulary().type_word(trace.ty).to_owned(),
        value: value.map(|value| written(problem, trace.ty, value)),
        parts: parts.map(|trace| part(problem, trace, texts)).collect(),
    }
}

fn written<D: Domain>(problem: Problem<'_, D>, ty: Type, value: &Value) -> ValueDocument {
    let item = |item| match ty {
        Type::Item(sort) | Type::Set(sort) => problem.write_item(sort, item),
        Type::Truth | Type::Number | Type::Side | Type::Plan => String::new(),
    };
    let side = |side| problem.domain.write_side(side, problem.view);
    match value {
        Value::Truth(truth) => ValueDocument::Truth(*truth),
        Value::Number(number) => ValueDocument::Number(*number),
        Value::Side(one) => ValueDocument::Item(side(*one)),
        Value::Item(one) => ValueDocument::Item(item(*one)),
        // Whoever wants to know more of a plan asks the reasoner.
        Value::Plan(plan) => ValueDocument::Item(format!("a plan of {}", side(plan.owner()))),
        Value::Set(set) => ValueDocument::Set(set.iter().map(item).collect()),
    }
}
