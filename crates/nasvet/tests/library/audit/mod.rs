//! The auditor: holds every sentence of an explanation against the reference evaluator and the tree checker.
//!
//! First the facts a sentence rests on are evaluated again, each from the root of its line. Then the words are held
//! against the facts: every place, number, move and quoted truth in the text must come from one of them.

mod text;

use std::sync::Arc;

use domain::{Domain, Side, Type, Value};
use lang::checked::{Expr, PieceId, Program, Template, TemplatePart};
use lang::reference::{Budget, Evaluator, Scene, Verdict};
use proof::{
    Explanation, Finding, Sentence, SentenceFact, SentenceRole, Spot, Subject, check_first,
};

/// What an explanation is about.
pub(crate) struct Case<'a, D: Domain> {
    pub(crate) domain: &'a D,
    pub(crate) program: &'a Arc<Program>,
    pub(crate) view: D::View,
    /// Where the plan was made; the position itself, unless a plan is followed.
    pub(crate) root: &'a D::Position,
    /// The moves since then.
    pub(crate) played: &'a [D::Move],
}

impl<D: Domain> Clone for Case<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain> Copy for Case<'_, D> {}

/// How much may be evaluated for one fact.
const STEPS: u64 = 400_000_000;

impl<D: Domain> Case<'_, D> {
    /// Everything that is wrong with an explanation.
    pub(crate) fn audit(&self, explanation: &Explanation<D::Move>) -> Vec<String> {
        let mut faults = Vec::new();
        for sentence in &explanation.sentences {
            for fact in &sentence.facts {
                if let Some(fault) = self.fact(fact) {
                    faults.push(format!("`{}`: {fault}", sentence.text));
                }
            }
            let wrong = self.role(sentence).into_iter().chain(self.text(sentence));
            faults.extend(wrong.map(|fault| format!("`{}`: {fault}", sentence.text)));
        }
        faults
    }

    /// What is wrong with a fact.
    fn fact(&self, fact: &SentenceFact<D::Move>) -> Option<String> {
        match fact {
            SentenceFact::Value {
                expr,
                spot,
                locals,
                value,
            } => {
                let found = self.value(expr, spot, locals);
                (found != *value).then(|| format!("the value is {found:?}, not {value:?}"))
            }
            SentenceFact::Said {
                template,
                spot,
                locals,
                text,
            } => {
                let found = self.said(template, spot, locals);
                (found.as_ref() != Some(text)).then(|| format!("it reads {found:?}"))
            }
            SentenceFact::Shown {
                piece,
                first,
                verdict,
                tree,
            } => {
                let question = Subject {
                    domain: self.domain,
                    program: self.program,
                    piece: *piece,
                    us: Side::Us,
                    root: self.root,
                };
                match check_first(question, *first, *verdict, tree, Budget::steps(STEPS)) {
                    Finding::Sound => None,
                    Finding::Flawed(flaw) => Some(format!("the tree is wrong: {flaw:?}")),
                    Finding::Unknown(stopped) => Some(format!("the tree is too large: {stopped}")),
                }
            }
            SentenceFact::Permitted {
                piece,
                m,
                permitted,
            } => {
                let found = self.permitted(*piece, self.root).contains(m);
                (found != *permitted).then(|| format!("permitted is {found}"))
            }
            SentenceFact::NoMove { piece, spot } => {
                let line = self.line(spot);
                let advice = self.program.piece(*piece);
                let here = line.last().expect("a line has a position");
                let constraint = match self.domain.turn(here) {
                    Side::Us => &advice.us,
                    Side::Them => &advice.them,
                };
                let moves = self.evaluator().moves(constraint, self.scene(&line, spot));
                (!moves.expect("the steps suffice").is_empty()).then(|| "there is a move".into())
            }
            SentenceFact::Repeats { spot } => {
                let line = self.line(spot);
                let (here, earlier) = line.split_last().expect("a line has a position");
                (!earlier.contains(here)).then(|| "nothing repeats".into())
            }
        }
    }

    /// What is wrong with a sentence because its facts do not suffice for what it is about.
    fn role(&self, sentence: &Sentence<D::Move>) -> Option<String> {
        let shows = |wanted: &dyn Fn(Verdict) -> bool| {
            sentence
                .facts
                .iter()
                .any(|fact| matches!(fact, SentenceFact::Shown { verdict, .. } if wanted(*verdict)))
        };
        let works = |verdict| verdict == Verdict::Satisfied;
        let fails = |verdict| verdict != Verdict::Satisfied;
        let says = |words: &str| sentence.text.contains(words);
        let rests = match sentence.role {
            SentenceRole::Move => shows(&works),
            SentenceRole::Alternative if says("not one of the moves") => true,
            SentenceRole::Alternative => shows(&works),
            SentenceRole::Fails => shows(&fails),
            SentenceRole::Tried if says("does not work") => shows(&fails),
            SentenceRole::Tried if says("left out") => self.is_said_of_guard(sentence),
            SentenceRole::Tried => says("has nothing left to do"),
            SentenceRole::Goal => self.goal_is_reached(sentence),
            SentenceRole::Rule => self.rule_is_right(sentence),
            SentenceRole::Taught | SentenceRole::Gain | SentenceRole::Slip => {
                self.is_said(sentence)
            }
            SentenceRole::Line | SentenceRole::NoAdvice => true,
        };
        (!rests).then(|| "its facts do not say so".into())
    }

    /// A remark is a text with its values.
    fn is_said(&self, sentence: &Sentence<D::Move>) -> bool {
        let mut facts = sentence.facts.iter();
        facts.any(|fact| matches!(fact, SentenceFact::Said { .. }))
    }

    /// A piece is left out because its guard is false at the root.
    fn is_said_of_guard(&self, sentence: &Sentence<D::Move>) -> bool {
        let rules = self.program.tables.iter().flat_map(|table| &table.rules);
        let guards: Vec<&Expr> = rules
            .flat_map(|rule| &rule.entries)
            .filter_map(|entry| entry.guard.as_ref())
            .collect();
        sentence.facts.iter().any(|fact| match fact {
            SentenceFact::Value { expr, value, .. } => {
                guards.contains(&expr) && *value == Some(Value::Truth(false))
            }
            SentenceFact::Said { .. }
            | SentenceFact::Shown { .. }
            | SentenceFact::Permitted { .. }
            | SentenceFact::NoMove { .. }
            | SentenceFact::Repeats { .. } => false,
        })
    }

    /// Some better goal is true, or they have no reply, wherever the sentence speaks of an end.
    fn goal_is_reached(&self, sentence: &Sentence<D::Move>) -> bool {
        sentence.facts.iter().any(|fact| match fact {
            SentenceFact::Value { expr, value, .. } => {
                let mut goals = self.program.pieces.iter().map(|piece| &piece.better_goal);
                *value == Some(Value::Truth(true)) && goals.any(|goal| goal == expr)
            }
            SentenceFact::NoMove { .. } => true,
            SentenceFact::Said { .. }
            | SentenceFact::Shown { .. }
            | SentenceFact::Permitted { .. }
            | SentenceFact::Repeats { .. } => false,
        })
    }

    /// The condition of the rule that is named is as it is said.
    fn rule_is_right(&self, sentence: &Sentence<D::Move>) -> bool {
        if sentence.text.starts_with("So rule ") {
            return true;
        }
        let applies = !sentence.text.contains("does not apply");
        let rules = self.program.tables.iter().flat_map(|table| &table.rules);
        let mut conditions = rules.filter_map(|rule| rule.condition.as_ref());
        conditions.any(|condition| {
            sentence.facts.iter().any(|fact| match fact {
                SentenceFact::Value { expr, value, .. } => {
                    condition == expr && *value == Some(Value::Truth(applies))
                }
                SentenceFact::Said { .. }
                | SentenceFact::Shown { .. }
                | SentenceFact::Permitted { .. }
                | SentenceFact::NoMove { .. }
                | SentenceFact::Repeats { .. } => false,
            })
        })
    }

    fn evaluator(&self) -> Evaluator<'_, D> {
        Evaluator::new(self.domain, self.program, Budget::steps(STEPS))
    }

    /// The positions from the root to a spot.
    fn line(&self, spot: &Spot<D::Move>) -> Vec<D::Position> {
        let mut line = vec![self.root.clone()];
        for m in &spot.line {
            let here = line.last().expect("the root is there").clone();
            assert!(self.domain.legal_moves(&here).contains(m), "a legal line");
            line.push(self.domain.play(&here, *m));
        }
        line
    }

    /// What can be seen at a spot.
    fn scene<'l>(&self, line: &'l [D::Position], spot: &Spot<D::Move>) -> Scene<'l, D> {
        let idx = line.len() - 1;
        let before = (0..idx)
            .rev()
            .find(|idx| self.domain.turn(&line[*idx]) == Side::Us);
        Scene {
            position: &line[idx],
            before: before.map(|idx| &line[idx]),
            root: &line[0],
            depth: idx as u32,
            viewer: spot.viewer,
            the_move: None,
        }
    }

    fn value(&self, expr: &Expr, spot: &Spot<D::Move>, locals: &[Option<Value>]) -> Option<Value> {
        let line = self.line(spot);
        let scene = match spot.time {
            None => self.scene(&line, spot),
            Some(time) => self.scene(&line, spot).earlier(time)?,
        };
        let value = self.evaluator().value_with(expr, scene, locals);
        value.expect("the steps suffice")
    }

    fn said(
        &self,
        template: &Template,
        spot: &Spot<D::Move>,
        locals: &[Option<Value>],
    ) -> Option<String> {
        let parts = template.parts.iter().map(|part| match part {
            TemplatePart::Plain(text) => Some(text.clone()),
            TemplatePart::Value(expr) => {
                let value = self.value(expr, spot, locals)?;
                Some(self.written(expr.ty, &value).join(", "))
            }
        });
        let text: Option<String> = parts.collect();
        text.map(|text| singular(&text))
    }

    /// A value as people write it, item by item.
    fn written(&self, ty: Type, value: &Value) -> Vec<String> {
        let mut written: Vec<String> = match (ty, value) {
            (Type::Item(sort), Value::Item(item)) => {
                vec![self.domain.write_item(self.root, self.view, sort, *item)]
            }
            (Type::Set(sort), Value::Set(set)) => set
                .iter()
                .map(|item| self.domain.write_item(self.root, self.view, sort, item))
                .collect(),
            (_, Value::Number(number)) => vec![number.to_string()],
            (_, Value::Side(side)) => vec![self.domain.write_side(*side, self.view)],
            (_, _) => Vec::new(),
        };
        written.sort();
        written
    }

    fn permitted(&self, piece: PieceId, position: &D::Position) -> Vec<D::Move> {
        let constraint = &self.program.piece(piece).us;
        let moves = self.evaluator().moves(constraint, Scene::of(position));
        moves.expect("the steps suffice")
    }
}

/// One of a thing is not many: `1 steps` reads `1 step`.
fn singular(text: &str) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    for at in 1..words.len() {
        let counted = ["squares", "steps", "moves", "jumps"].iter();
        let plural = counted
            .copied()
            .find(|plural| words[at].starts_with(plural));
        let one = words[at - 1] == "1" || at > 1 && words[at - 1] == "safe" && words[at - 2] == "1";
        if let (Some(plural), true) = (plural, one) {
            words[at] = words[at].replacen(plural, &plural[..plural.len() - 1], 1);
        }
    }
    words.join(" ")
}
