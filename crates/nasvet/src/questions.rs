//! Questions to the reasoner, as people type them: in the words of a hypothesis, or as a formula of hypotheses.

use domain::{Domain, Side, Type, Value};
use lang::checked::{
    Expr, ExprKind, Formula, Hypothesis, HypothesisId, Local, Program, QuestionPart,
};
use lang::reference::{Budget, Evaluator, Scene};
use lang::{
    Diagnostic, Diagnostics, Form, Question, Source, Span, check_expression, check_question,
};

use crate::counsel::{FORMS, knows_who_wins};

/// A plan that is named in a question may take so many steps to make.
const MAX_STEPS: u64 = 100_000;

/// A question that could not be understood.
#[derive(Debug)]
pub struct BadQuestion {
    /// The question as a source, for showing where it goes wrong.
    pub source: Option<Source>,
    /// What is wrong with it as a formula.
    pub diagnostics: Vec<Diagnostic>,
    /// The questions that the chapter understands, with its own names for what they are about.
    pub known: Vec<String>,
}

/// Reads a question about a problem: `can a be solved?`, `goal(a)`, `goal(a) and not goal(b)`.
pub fn read_question<D: Domain>(
    domain: &D,
    program: &Program,
    (position, view): (&D::Position, D::View),
    text: &str,
) -> Result<Question, Box<BadQuestion>> {
    let reader = QuestionReader {
        domain,
        program,
        position,
        view,
    };
    for (idx, hypothesis) in (0..).zip(&program.hypotheses) {
        let types: Vec<Type> = hypothesis.parameters.iter().map(|(_, ty)| *ty).collect();
        let mut values = vec![None; types.len()];
        if let Some(asks) = &hypothesis.asks
            && reader.matches(asks, without_mark(text.trim()), &types, &mut values)
            && let Some(items) = values.into_iter().collect::<Option<Vec<Value>>>()
        {
            let formula = about(HypothesisId(idx), &types);
            return Ok(Question { formula, items });
        }
    }
    let mut diagnostics = Diagnostics::default();
    let source = Source::from_text("question", Form::Plain, text);
    let source = source.map_err(|diagnostic| {
        Box::new(BadQuestion {
            source: None,
            diagnostics: vec![diagnostic],
            known: known(program),
        })
    })?;
    let item = |sort, name: &str| domain.read_item(position, view, sort, name);
    let question = check_question(&source, program, domain, &item, &mut diagnostics);
    question.ok_or_else(|| {
        Box::new(BadQuestion {
            source: Some(source),
            diagnostics: diagnostics.into_vec(),
            known: known(program),
        })
    })
}

/// The questions that a chapter understands.
fn known(program: &Program) -> Vec<String> {
    let hypotheses = program.hypotheses.iter().filter_map(form);
    hypotheses.chain(about_what_to_do(program)).collect()
}

/// The questions about what to do, where the chapter can answer them.
fn about_what_to_do(program: &Program) -> Vec<String> {
    match knows_who_wins(program) {
        true => FORMS.map(str::to_owned).to_vec(),
        false => Vec::new(),
    }
}

/// Those that are not about plans, whose names a beginner does not know.
pub(crate) fn known_to_all(program: &Program) -> Vec<String> {
    let hypotheses = program.hypotheses.iter();
    let plain = hypotheses.filter(|hypothesis| {
        let mut types = hypothesis.parameters.iter().map(|(_, ty)| *ty);
        types.all(|ty| ty != Type::Plan)
    });
    let plain = plain.filter_map(form);
    plain.chain(about_what_to_do(program)).collect()
}

/// How one asks about a hypothesis, with the names of its parameters.
fn form(hypothesis: &Hypothesis) -> Option<String> {
    let parts = hypothesis.asks.as_ref()?.iter().map(|part| match part {
        QuestionPart::Plain(text) => text.clone(),
        QuestionPart::Parameter(idx) => format!("{{{}}}", hypothesis.parameters[*idx].0),
    });
    Some(parts.collect())
}

/// A hypothesis about the first locals.
fn about(id: HypothesisId, types: &[Type]) -> Formula {
    let args = (0..).zip(types).map(|(idx, ty)| Expr {
        span: Span::default(),
        ty: *ty,
        kind: ExprKind::Local(Local(idx)),
    });
    Formula::Hypothesis(id, args.collect())
}

/// What was asked, without the mark at the end.
fn without_mark(text: &str) -> &str {
    text.trim_end().trim_end_matches('?').trim_end()
}

struct QuestionReader<'a, D: Domain> {
    domain: &'a D,
    program: &'a Program,
    position: &'a D::Position,
    view: D::View,
}

impl<D: Domain> QuestionReader<'_, D> {
    /// Does the text say what the parts say? Then the values are filled in.
    fn matches(
        &self,
        parts: &[QuestionPart],
        text: &str,
        types: &[Type],
        values: &mut [Option<Value>],
    ) -> bool {
        match parts {
            [] => text.is_empty(),
            [QuestionPart::Plain(plain), rest @ ..] => {
                let plain = if rest.is_empty() {
                    without_mark(plain)
                } else {
                    plain
                };
                let said = text.get(..plain.len());
                said.is_some_and(|said| said.eq_ignore_ascii_case(plain))
                    && self.matches(rest, &text[plain.len()..], types, values)
            }
            [QuestionPart::Parameter(idx), rest @ ..] => {
                let ends = text.char_indices().map(|(end, c)| end + c.len_utf8());
                ends.into_iter().any(|end| {
                    let value = self.value(&text[..end], types[*idx]);
                    value.is_some() && {
                        values[*idx] = value;
                        self.matches(rest, &text[end..], types, values)
                    }
                })
            }
        }
    }

    /// A plan as the language writes it, or with its owner as the outside world names him: `White's push`.
    fn plan(&self, text: &str) -> Option<Value> {
        let mut text = text.to_owned();
        for (side, word) in [(Side::Us, "our."), (Side::Them, "their.")] {
            let owner = format!("{}'s ", self.domain.write_side(side, self.view));
            text = text.replace(&owner, word);
        }
        let source = Source::from_text("plan", Form::Plain, &text).ok()?;
        let mut diagnostics = Diagnostics::default();
        let expr = check_expression(&source, self.program, self.domain, &mut diagnostics)?;
        if expr.ty != Type::Plan {
            return None;
        }
        let budget = Budget::steps(MAX_STEPS);
        let mut evaluator = Evaluator::new(self.domain, self.program, budget);
        let value = evaluator.value(&expr, Scene::of(self.position));
        value.ok().flatten()
    }

    fn value(&self, text: &str, ty: Type) -> Option<Value> {
        match ty {
            Type::Item(sort) => self
                .domain
                .read_item(self.position, self.view, sort, text)
                .map(Value::Item),
            Type::Number => text.parse().ok().map(Value::Number),
            Type::Side => [Side::Us, Side::Them]
                .into_iter()
                .find(|side| {
                    let name = self.domain.write_side(*side, self.view);
                    name.eq_ignore_ascii_case(text)
                })
                .map(Value::Side),
            Type::Plan => self.plan(text),
            Type::Truth | Type::Set(_) => None,
        }
    }
}
