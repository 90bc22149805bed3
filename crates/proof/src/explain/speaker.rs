//! Puts the value of an expression at a spot into words: a clause for a truth, a name for anything else.
//!
//! Every value that goes into the words is evaluated by the reference evaluator and kept as a [`SentenceFact`]. What
//! has no words gets no clause, and the sentence says less.

use domain::{Item, Notation, Phrase, Side, Stopped, Type, Value, WordId};
use lang::Builtin;
use lang::checked::{
    Comparison, Definition, Expr, ExprKind, Local, Membership, Operation, Program, Template, Time,
};
use lang::reference::{Budget, Evaluator};

use crate::explain::journey::Journey;
use crate::explanation::{SentenceFact, Spot};
use crate::words::value_in_words;

/// Words, if there are any.
type Words = Result<Option<String>, Stopped>;

/// At most this many parts of a chain are said.
const MAX_CLAUSES: usize = 3;

/// Speaks about one program, and notes the facts it speaks of.
pub(crate) struct Speaker<'p, 'q, D: Notation> {
    pub(crate) domain: &'p D,
    pub(crate) program: &'p Program,
    pub(crate) view: D::View,
    pub(crate) evaluator: Evaluator<'q, D>,
    /// The facts since they were last taken.
    facts: Vec<SentenceFact<D::Move>>,
    /// The places spoken of since then.
    places: Vec<Item>,
}

/// Where an expression is evaluated: on a line, at a time, by a viewer, with the values of its parameters.
struct Standpoint<'a, D: Notation> {
    journey: &'a Journey<D>,
    time: Option<Time>,
    viewer: Side,
    locals: &'a [Option<Value>],
}

impl<D: Notation> Clone for Standpoint<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Notation> Copy for Standpoint<'_, D> {}

impl<D: Notation> Standpoint<'_, D> {
    fn spot(&self) -> Spot<D::Move> {
        Spot {
            time: self.time,
            viewer: self.viewer,
            ..self.journey.spot()
        }
    }
}

impl<'p: 'q, 'q, D: Notation> Speaker<'p, 'q, D> {
    pub(crate) fn new(
        domain: &'p D,
        program: &'p Program,
        view: D::View,
        budget: Budget,
    ) -> Speaker<'p, 'q, D> {
        Speaker {
            domain,
            program,
            view,
            evaluator: Evaluator::new(domain, program, budget),
            facts: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Notes a fact that was found elsewhere.
    pub(crate) fn note(&mut self, fact: SentenceFact<D::Move>) {
        self.facts.push(fact);
    }

    /// The facts and places noted since the last call.
    pub(crate) fn take(&mut self) -> (Vec<SentenceFact<D::Move>>, Vec<Item>) {
        let mut places = std::mem::take(&mut self.places);
        places.sort_unstable();
        places.dedup();
        (std::mem::take(&mut self.facts), places)
    }

    /// Is an expression true at the end of a line? The answer is noted.
    pub(crate) fn truth(&mut self, expr: &'p Expr, journey: &Journey<D>) -> Result<bool, Stopped> {
        let place = here(journey);
        Ok(self.value(expr, place)?.is_some_and(|value| value.truth()))
    }

    /// A clause that says why an expression is true, or why it is false, at the end of a line.
    pub(crate) fn clause(&mut self, expr: &'p Expr, journey: &Journey<D>) -> Words {
        // Whose move it is, everybody sees.
        if says_turn(expr) {
            return Ok(None);
        }
        self.say(expr, here(journey))
    }

    /// A text with its values at the end of a line; none if a value is missing.
    pub(crate) fn template(&mut self, template: &'p Template, journey: &Journey<D>) -> Words {
        self.said(template, here(journey))
    }

    fn write(&self, ty: Type, value: &Value, place: Standpoint<'_, D>) -> String {
        value_in_words(self.domain, (place.journey.here(), self.view), ty, value)
    }

    /// Evaluates, and notes the fact and the places in it.
    fn value(
        &mut self,
        expr: &'p Expr,
        place: Standpoint<'_, D>,
    ) -> Result<Option<Value>, Stopped> {
        let Some(scene) = place.journey.scene_at(place.time, place.viewer) else {
            return Ok(None);
        };
        let value = self.evaluator.value_with(expr, scene, place.locals)?;
        if let (Type::Item(sort), Some(Value::Item(item))) = (expr.ty, &value)
            && sort == self.domain.vocabulary().place
        {
            self.places.push(*item);
        }
        self.facts.push(SentenceFact::Value {
            expr: expr.clone(),
            spot: place.spot(),
            locals: place.locals.to_vec(),
            value: value.clone(),
        });
        Ok(value)
    }

    fn is_true(&mut self, expr: &'p Expr, place: Standpoint<'_, D>) -> Result<bool, Stopped> {
        Ok(self.value(expr, place)?.is_some_and(|value| value.truth()))
    }

    fn said(&mut self, template: &'p Template, place: Standpoint<'_, D>) -> Words {
        let text = template.fill(|expr| {
            let value = self.value(expr, place)?;
            if value.is_some() {
                self.point_at(expr, place)?;
            }
            Ok(value.map(|value| self.write(expr.ty, &value, place)))
        })?;
        let Some(text) = text else {
            return Ok(None);
        };
        self.facts.push(SentenceFact::Said {
            template: template.clone(),
            spot: place.spot(),
            locals: place.locals.to_vec(),
            text: text.clone(),
        });
        Ok(Some(text))
    }

    /// Notes the places that a number was counted or measured on: the squares of the box, the key squares.
    fn point_at(&mut self, expr: &'p Expr, place: Standpoint<'_, D>) -> Result<(), Stopped> {
        let counted = Type::Set(self.domain.vocabulary().place);
        if let ExprKind::Builtin(_, args) | ExprKind::Word(_, args) = &expr.kind {
            for set in args.iter().filter(|arg| arg.ty == counted) {
                if let Some(Value::Set(set)) = self.value(set, place)? {
                    self.places.extend(set.iter());
                }
            }
        } else if let ExprKind::Call(id, args) = &expr.kind {
            let locals = self.values(args, place)?;
            let locals = &locals;
            self.point_at(
                &self.program.definition(*id).body,
                Standpoint { locals, ..place },
            )?;
        } else if let ExprKind::If(cases, otherwise) = &expr.kind {
            for (condition, value) in cases {
                if self.is_true(condition, place)? {
                    return self.point_at(value, place);
                }
            }
            if let Some(value) = otherwise {
                self.point_at(value, place)?;
            }
        }
        Ok(())
    }

    /// A clause for a truth.
    fn say(&mut self, expr: &'p Expr, place: Standpoint<'_, D>) -> Words {
        let is_true = self.value(expr, place)?.is_some_and(|value| value.truth());
        match &expr.kind {
            ExprKind::Not(part) => self.say(part, place),
            ExprKind::And(parts) if is_true => self.say_all(parts, place),
            ExprKind::Or(parts) if !is_true => self.say_all(parts, place),
            ExprKind::And(parts) | ExprKind::Or(parts) => self.say_one(parts, is_true, place),
            ExprKind::Call(id, args) => {
                let locals = self.values(args, place)?;
                let inner = Standpoint {
                    locals: &locals,
                    ..place
                };
                self.say_definition(self.program.definition(*id), is_true, inner)
            }
            ExprKind::Word(word, args) => self.say_word(*word, args, is_true, place),
            ExprKind::Builtin(builtin, args) => self.say_builtin(*builtin, args, is_true, place),
            ExprKind::Can(piece) => Ok(Some(match is_true {
                true => format!("{} works", self.title(*piece)),
                false => format!("{} does not work", self.title(*piece)),
            })),
            ExprKind::Compare(comparison, a, b) => {
                self.say_comparison(*comparison, a, b, is_true, place)
            }
            ExprKind::In(item, membership, set) => {
                let (Some(item), Some(set)) = (self.thing(item, place)?, self.thing(set, place)?)
                else {
                    return Ok(None);
                };
                let is_among = is_true == (*membership == Membership::In);
                let is = if is_among { "is" } else { "is not" };
                Ok(Some(format!("{item} {is} among {set}")))
            }
            ExprKind::InRange(item, ..) | ExprKind::InList(item, ..) => self.is(item, place),
            ExprKind::If(cases, otherwise) => {
                for (condition, value) in cases {
                    if self
                        .value(condition, place)?
                        .is_some_and(|value| value.truth())
                    {
                        return self.say(value, place);
                    }
                }
                match otherwise {
                    Some(value) => self.say(value, place),
                    None => Ok(None),
                }
            }
            ExprKind::ForThem(part) => {
                let viewer = !place.viewer;
                self.say(part, Standpoint { viewer, ..place })
            }
            ExprKind::At(time, part) => self.say_earlier(*time, part, place),
            // Of a picture that is there only when the board is turned, the squares have other names.
            ExprKind::AnySide(part) if self.is_true(part, place)? => self.say(part, place),
            ExprKind::AnySide(_)
            | ExprKind::OverMoves(..)
            | ExprKind::Quantified(..)
            | ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Side(_)
            | ExprKind::Constant(_)
            | ExprKind::Item(_)
            | ExprKind::Plan(..)
            | ExprKind::Join(..)
            | ExprKind::Local(_)
            | ExprKind::MoveWord(..)
            | ExprKind::Arithmetic(..)
            | ExprKind::Negate(_)
            | ExprKind::Combine(..)
            | ExprKind::Set(_) => Ok(None),
        }
    }

    /// All parts, except those that only say whose move it is.
    fn say_all(&mut self, parts: &'p [Expr], place: Standpoint<'_, D>) -> Words {
        let mut clauses = Vec::new();
        for part in parts.iter().filter(|part| !says_turn(part)) {
            let Some(clause) = self.say(part, place)? else {
                return Ok(None);
            };
            if !clauses.contains(&clause) {
                clauses.push(clause);
            }
            if clauses.len() == MAX_CLAUSES {
                break;
            }
        }
        Ok(match clauses.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            [firsts @ .., last] => Some(format!("{}, and {last}", firsts.join(", "))),
        })
    }

    /// The first part that holds; one that only says whose move it is, if there is no other.
    fn say_one(&mut self, parts: &'p [Expr], wanted: bool, place: Standpoint<'_, D>) -> Words {
        let turns_last = parts
            .iter()
            .filter(|part| !says_turn(part))
            .chain(parts.iter().filter(|part| says_turn(part)));
        for part in turns_last {
            let is_true = self.value(part, place)?.is_some_and(|value| value.truth());
            if is_true == wanted {
                return self.say(part, place);
            }
        }
        Ok(None)
    }

    /// A definition in its author's words; else what it stands for, or its name.
    fn say_definition(
        &mut self,
        definition: &'p Definition,
        is_true: bool,
        place: Standpoint<'_, D>,
    ) -> Words {
        let meaning = if is_true {
            &definition.means
        } else {
            &definition.means_not
        };
        // The author's text speaks from one side, about the current position.
        let from_here = place.viewer == Side::Us && place.time.is_none();
        if let (Some(meaning), true) = (meaning, from_here)
            && let Some(text) = self.said(meaning, place)?
        {
            return Ok(Some(text));
        }
        if let Some(text) = self.say(&definition.body, place)? {
            return Ok(Some(text));
        }
        // A name is no sentence.
        Ok(None)
    }

    fn say_word(
        &mut self,
        word: WordId,
        args: &'p [Expr],
        is_true: bool,
        place: Standpoint<'_, D>,
    ) -> Words {
        let Some(Phrase::Truth(yes, no)) = self.domain.vocabulary().word(word).phrase else {
            return Ok(None);
        };
        self.fill(word, if is_true { yes } else { no }, args, place)
    }

    fn say_builtin(
        &mut self,
        builtin: Builtin,
        args: &'p [Expr],
        is_true: bool,
        place: Standpoint<'_, D>,
    ) -> Words {
        let viewer_moves = match builtin {
            Builtin::UsToMove => is_true,
            Builtin::ThemToMove => !is_true,
            Builtin::NoMoves => {
                let text = match is_true {
                    true => "there is no legal move",
                    false => "there is a legal move",
                };
                return Ok(Some(text.into()));
            }
            Builtin::Empty => {
                return Ok(self.thing(&args[0], place)?.map(|set| had(&set, !is_true)));
            }
            Builtin::Exists => {
                return Ok(self.thing(&args[0], place)?.map(|thing| match is_true {
                    true => format!("{thing} is there"),
                    false => missing(&thing),
                }));
            }
            Builtin::Depth
            | Builtin::Abs
            | Builtin::Sign
            | Builtin::Min
            | Builtin::Max
            | Builtin::Count
            | Builtin::Owner
            | Builtin::Better
            | Builtin::Holding
            | Builtin::Narrower => return Ok(None),
        };
        let ours = viewer_moves == (place.viewer == Side::Us);
        Ok(Some(format!("it is {} move", our(ours))))
    }

    fn say_comparison(
        &mut self,
        comparison: Comparison,
        a: &'p Expr,
        b: &'p Expr,
        is_true: bool,
        place: Standpoint<'_, D>,
    ) -> Words {
        let (value_a, value_b) = (self.value(a, place)?, self.value(b, place)?);
        // Something that is missing makes every comparison false.
        for (expr, value) in [(a, &value_a), (b, &value_b)] {
            if value.is_none() {
                let name = self.thing(expr, place)?;
                return Ok(name.map(|name| missing(&name)));
            }
        }
        let (Some(_), Some(value_b)) = (value_a, value_b) else {
            return Ok(None);
        };
        let Some(is) = self.is(a, place)? else {
            return Ok(None);
        };
        let written_b = self.write(b.ty, &value_b, place);
        if let ExprKind::At(Time::Before, earlier) = &b.kind
            && is_same_name(a, earlier)
        {
            return Ok(Some(format!("{is}, and was {written_b}")));
        }
        if is_plain(b) {
            return Ok(Some(match (comparison, is_true) {
                (Comparison::Unequal, _) | (_, true) => is,
                (_, false) => format!("{is}, not {}{written_b}", compared(comparison)),
            }));
        }
        let Some(other) = self.is(b, place)? else {
            return Ok(None);
        };
        Ok(Some(format!("{is}, and {other}")))
    }

    /// `the distance from our king on e4 to c3 is 2`
    fn is(&mut self, expr: &'p Expr, place: Standpoint<'_, D>) -> Words {
        let Some(value) = self.value(expr, place)? else {
            return Ok(None);
        };
        let written = self.write(expr.ty, &value, place);
        Ok(self.name(expr, place)?.map(|name| match expr.ty {
            Type::Item(_) => format!("{name} is on {written}"),
            Type::Truth | Type::Number | Type::Side | Type::Set(_) | Type::Plan => {
                format!("{name} is {written}")
            }
        }))
    }

    fn say_earlier(&mut self, time: Time, part: &'p Expr, place: Standpoint<'_, D>) -> Words {
        if place.time.is_some() {
            return Ok(None);
        }
        let time_place = Standpoint {
            time: Some(time),
            ..place
        };
        let clause = self.say(part, time_place)?;
        Ok(match time {
            Time::Before => clause.map(|clause| format!("before that move {clause}")),
            Time::Root => clause.map(|clause| format!("at the beginning {clause}")),
            Time::After => None,
        })
    }

    /// A thing with its value: `our king on e4`, `the distance from a1 to b2 (1)`.
    fn thing(&mut self, expr: &'p Expr, place: Standpoint<'_, D>) -> Words {
        let value = self.value(expr, place)?;
        if is_plain(expr) {
            return Ok(value.map(|value| self.write(expr.ty, &value, place)));
        }
        let Some(name) = self.name(expr, place)? else {
            // A square needs no name of its own.
            let of_itself = matches!(expr.ty, Type::Item(_));
            return Ok(value
                .filter(|_| of_itself)
                .map(|value| self.write(expr.ty, &value, place)));
        };
        let Some(value) = value else {
            return Ok(Some(name));
        };
        let written = self.write(expr.ty, &value, place);
        Ok(Some(match expr.ty {
            Type::Item(_) => format!("{name} on {written}"),
            Type::Number => format!("{name} ({written})"),
            Type::Truth | Type::Side | Type::Set(_) | Type::Plan => name,
        }))
    }

    /// What a thing is called, without its value.
    fn name(&mut self, expr: &'p Expr, place: Standpoint<'_, D>) -> Words {
        match &expr.kind {
            ExprKind::Word(word, args) => match self.domain.vocabulary().word(*word).phrase {
                Some(Phrase::Noun(noun)) => self.fill(*word, noun, args, place),
                Some(Phrase::Truth(..)) | None => Ok(None),
            },
            ExprKind::Call(id, args) => {
                let definition = self.program.definition(*id);
                let locals = self.values(args, place)?;
                let inner = Standpoint {
                    locals: &locals,
                    ..place
                };
                let from_here = place.viewer == Side::Us && place.time.is_none();
                if let (Some(means), true) = (&definition.means, from_here)
                    && let Some(text) = self.said(means, inner)?
                {
                    return Ok(Some(text));
                }
                // A name for a man is said as the man; any other as itself.
                if args.is_empty()
                    && let ExprKind::Word(word, _) = &definition.body.kind
                    && self.domain.vocabulary().word(*word).man.is_some()
                {
                    return self.name(&definition.body, inner);
                }
                let name = definition.name.replace('_', " ");
                let things: Option<Vec<String>> = args
                    .iter()
                    .map(|arg| self.thing(arg, place))
                    .collect::<Result<_, _>>()?;
                Ok(things.map(|things| match things.as_slice() {
                    [] => format!("the {name}"),
                    _ => format!("the {name} of {}", things.join(" and ")),
                }))
            }
            ExprKind::Builtin(Builtin::Count, args) => Ok(self
                .name(&args[0], place)?
                .map(|name| format!("the number of {name}"))),
            ExprKind::Arithmetic(operation, a, b) => {
                let (Some(a), Some(b)) = (self.thing(a, place)?, self.thing(b, place)?) else {
                    return Ok(None);
                };
                let sign = match operation {
                    Operation::Add => "plus",
                    Operation::Subtract => "minus",
                    Operation::Multiply => "times",
                    Operation::Divide => "divided by",
                    Operation::Modulo => "modulo",
                };
                Ok(Some(format!("{a} {sign} {b}")))
            }
            ExprKind::If(cases, otherwise) => {
                for (condition, value) in cases {
                    if self
                        .value(condition, place)?
                        .is_some_and(|value| value.truth())
                    {
                        return self.name(value, place);
                    }
                }
                match otherwise {
                    Some(value) => self.name(value, place),
                    None => Ok(None),
                }
            }
            ExprKind::At(time, part) if place.time.is_none() => {
                let earlier = Standpoint {
                    time: Some(*time),
                    ..place
                };
                let name = self.name(part, earlier)?;
                Ok(match time {
                    Time::Before => name.map(|name| format!("{name} before that move")),
                    Time::Root => name.map(|name| format!("{name} at the beginning")),
                    Time::After => None,
                })
            }
            ExprKind::ForThem(part) => {
                let viewer = !place.viewer;
                self.name(part, Standpoint { viewer, ..place })
            }
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Side(_)
            | ExprKind::Constant(_)
            | ExprKind::Item(_)
            | ExprKind::Plan(..)
            | ExprKind::Join(..)
            | ExprKind::Local(Local(_))
            | ExprKind::MoveWord(..)
            | ExprKind::Builtin(..)
            | ExprKind::Can(_)
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::InRange(..)
            | ExprKind::InList(..)
            | ExprKind::Negate(_)
            | ExprKind::Combine(..)
            | ExprKind::Set(_)
            | ExprKind::Quantified(..)
            | ExprKind::AnySide(_)
            | ExprKind::OverMoves(..)
            | ExprKind::At(..) => Ok(None),
        }
    }

    /// A phrase of the vocabulary with its arguments.
    fn fill(
        &mut self,
        word: WordId,
        phrase: &'static str,
        args: &'p [Expr],
        place: Standpoint<'_, D>,
    ) -> Words {
        let mut text = phrase.to_string();
        let mut args = args;
        if self.domain.vocabulary().word(word).of_side {
            let Some(Value::Side(side)) = self.value(&args[0], place)? else {
                return Ok(None);
            };
            let is_us = side == Side::Us;
            text = text.replace("{side}", our(is_us));
            text = text.replace("{we}", if is_us { "we" } else { "they" });
            args = &args[1..];
        }
        text = text.replace("{viewer}", our(place.viewer == Side::Us));
        if let Some(scene) = place.journey.scene_at(place.time, place.viewer) {
            let is_us = self.domain.turn(scene.position) == Side::Us;
            text = text.replace("{side_to_move}", our(is_us));
        }
        for (idx, arg) in args.iter().enumerate() {
            let Some(thing) = self.thing(arg, place)? else {
                return Ok(None);
            };
            text = text.replace(&format!("{{{idx}}}"), &thing);
        }
        Ok(Some(text))
    }

    fn values(
        &mut self,
        args: &'p [Expr],
        place: Standpoint<'_, D>,
    ) -> Result<Vec<Option<Value>>, Stopped> {
        args.iter().map(|arg| self.value(arg, place)).collect()
    }

    /// What a piece is called: its own sentence, or its name.
    pub(crate) fn title(&self, piece: lang::checked::PieceId) -> String {
        let piece = self.program.piece(piece);
        match &piece.doc {
            Some(doc) => format!("“{}”", doc.trim_end_matches('.')),
            None => format!("“{}”", piece.name.replace('_', " ")),
        }
    }
}

/// That somebody has, or has not, something: `they have no knights`.
fn had(set: &str, has: bool) -> String {
    let owned = [("our ", "we have"), ("their ", "they have")];
    let no = if has { "" } else { "no " };
    for (whose, have) in owned {
        if let Some(things) = set.strip_prefix(whose) {
            return format!("{have} {no}{things}");
        }
    }
    match has {
        true => format!("{set} are there"),
        false => format!("{set} are not there"),
    }
}

fn here<D: Notation>(journey: &Journey<D>) -> Standpoint<'_, D> {
    Standpoint {
        journey,
        time: None,
        viewer: Side::Us,
        locals: &[],
    }
}

fn our(is_us: bool) -> &'static str {
    if is_us { "our" } else { "their" }
}

/// `there is no room`, `our rook is missing`
fn missing(name: &str) -> String {
    match name.strip_prefix("the ") {
        Some(name) => format!("there is no {name}"),
        None => format!("{name} is missing"),
    }
}

/// Does it only say whose move it is?
fn says_turn(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Builtin(Builtin::UsToMove | Builtin::ThemToMove, _)
    )
}

/// Is it written as its own value?
fn is_plain(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Number(_) | ExprKind::Constant(_) | ExprKind::Local(_) | ExprKind::Side(_)
    )
}

/// Are both the same name?
fn is_same_name(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Call(a, args_a), ExprKind::Call(b, args_b)) => {
            a == b && args_a.is_empty() && args_b.is_empty()
        }
        _ => false,
    }
}

fn compared(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal | Comparison::Unequal => "",
        Comparison::Less => "less than ",
        Comparison::LessOrEqual => "at most ",
        Comparison::Greater => "more than ",
        Comparison::GreaterOrEqual => "at least ",
    }
}
