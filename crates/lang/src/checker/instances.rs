//! Pieces with parameters: which pieces come of them.
//!
//! Wherever `win_in(2)` is named, the piece `win_in` is written out with 2 in place of its parameter, and is from then
//! on a piece like any other, called `win_in(2)`. What the number decides is decided here, so a piece may ask about
//! itself with another number, as long as that comes to an end.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use domain::Side;

use super::Checker;
use super::constants::{KnownValue, constant, is_made_of};
use super::gather::Gathered;
use crate::checked::of_one;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::{
    Advice, Constraint, ConstraintKind, Expr, ExprKind, FieldKind, HasPlaces, Seen, Template,
    TemplatePart, WrittenPiece,
};

/// A chapter has at most this many pieces that come of pieces with parameters.
const MAX_INSTANCES: usize = 200;

/// Written out, they have at most this many bytes, so that a small text stays a small program.
const MAX_WRITTEN_OUT: usize = 1 << 20;

/// A piece that comes of one with parameters.
pub(super) struct Instance {
    /// Written out, with its constants in its name and no parameters.
    pub(super) advice: Advice,
    /// Where it was first named.
    pub(super) named_at: Span,
}

impl Checker<'_> {
    /// Finds the pieces that come of pieces with parameters: those that are named, and those that these name.
    pub(super) fn find_instances(&mut self, gathered: &mut Gathered<'_>) {
        let mut waiting = named_outside(gathered);
        let hidden: HashSet<String> = gathered
            .definitions
            .iter()
            .map(|from| from.what.name.text.clone())
            .collect();
        let vocabulary = self.vocabulary;
        let is_item =
            |name: &str| vocabulary.constant_named(name).is_some() && !hidden.contains(name);
        let with_parameters: HashMap<&str, usize> = gathered
            .pieces
            .iter()
            .enumerate()
            .filter(|(_, from)| !from.what.parameters.is_empty())
            .map(|(idx, from)| (from.what.name.text.as_str(), idx))
            .collect();
        let mut found: BTreeMap<(usize, Vec<KnownValue>), Instance> = BTreeMap::new();
        let mut n_bytes = 0;
        while let Some((piece, by)) = waiting.pop_front() {
            let Some(&idx) = with_parameters.get(piece.name.text.as_str()) else {
                continue;
            };
            let from = &gathered.pieces[idx];
            if piece.args.len() != from.what.parameters.len() {
                continue;
            }
            let values = piece.args.iter().map(|arg| constant(arg, &is_item));
            let Some(values) = values.collect::<Option<Vec<KnownValue>>>() else {
                // Whatever else is not a constant is reported where it is written.
                if let Some(by) =
                    by.filter(|_| piece.args.iter().all(|arg| is_made_of(arg, &is_item)))
                {
                    self.begin(from.import.clone(), from.span);
                    let message =
                        format!("what `{by}` gives to `{}` has no value", piece.name.text);
                    let help = "there is no division by zero, and no number beyond 2^63";
                    let place = piece.args.first().map_or(piece.name.span, |arg| arg.span);
                    self.report(Diagnostic::error("no-value", place, message).help(help));
                }
                continue;
            };
            if found.contains_key(&(idx, values.clone())) {
                continue;
            }
            let name = instance_name(&piece.name.text, &values);
            n_bytes += from.span.range().len();
            let limit = if found.len() == MAX_INSTANCES {
                let help = "a piece that asks about itself with another value must come to an end: `n > 1 and can win_in(n - 1)`";
                Some((format!("more than {MAX_INSTANCES} pieces"), help))
            } else if n_bytes > MAX_WRITTEN_OUT {
                let help =
                    "let definitions say what such a piece is about, and give it fewer constants";
                Some((
                    format!("more than {} KiB of text", MAX_WRITTEN_OUT >> 10),
                    help,
                ))
            } else {
                None
            };
            if let Some((more, help)) = limit {
                self.begin(from.import.clone(), from.span);
                let message =
                    format!("{more} come of pieces with parameters; the next is `{name}`");
                let place = piece.name.span;
                self.report(Diagnostic::error("no-end", place, message).help(help));
                found.clear();
                break;
            }
            let (mut advice, turned) = written_out(&from.what, &values, &is_item);
            if let Some(place) = turned {
                self.begin(from.import.clone(), from.span);
                let message = "what is given to a piece cannot be seen from any side";
                let help =
                    "name it where the piece is used, or compare it outside of `from any side`";
                self.report(Diagnostic::error("not-a-constant", place, message).help(help));
            }
            advice.name.text.clone_from(&name);
            advice.each_place(&mut |seen| {
                if let Seen::Piece(piece) = seen {
                    waiting.push_back((piece.clone(), Some(name.clone())));
                }
            });
            let named_at = piece.span;
            found.insert((idx, values), Instance { advice, named_at });
        }
        let mut instances: Vec<Vec<Instance>> = Vec::new();
        instances.resize_with(gathered.pieces.len(), Vec::new);
        for ((idx, _), instance) in found {
            instances[idx].push(instance);
        }
        gathered.instances = instances;
    }

    /// The name of the piece that this one stands for, if its constants are known.
    pub(super) fn instance_named(&self, piece: &WrittenPiece) -> Option<String> {
        let is_item = |name: &str| self.is_item(name);
        let values = piece.args.iter().map(|arg| constant(arg, &is_item));
        let values: Vec<KnownValue> = values.collect::<Option<_>>()?;
        Some(instance_name(&piece.name.text, &values))
    }

    /// The value of a number that needs no position.
    pub(super) fn constant_number(&self, expr: &Expr) -> Option<i64> {
        match constant(expr, &|name| self.is_item(name))? {
            KnownValue::Number(number) => Some(number),
            KnownValue::Truth(_) | KnownValue::Side(_) | KnownValue::Item(_) => None,
        }
    }

    /// Reports what is not known before the game. The parameters of the piece at hand are.
    pub(super) fn require_constant(&mut self, expr: &Expr) -> bool {
        let is_known = |name: &str| {
            self.piece_parameters.iter().any(|known| known == name) || self.is_item(name)
        };
        let is_known = is_made_of(expr, &is_known);
        if !is_known && !self.statement_has_errors {
            let message = "a piece takes constants, and this is not known before the game";
            let help = match self.piece_parameters.first() {
                Some(parameter) => format!(
                    "write a number, a side or the name of an item; `{parameter} - 1` will do too"
                ),
                None => "write a number, a side or the name of an item".to_owned(),
            };
            self.report(Diagnostic::error("not-a-constant", expr.span, message).help(help));
        }
        is_known
    }

    fn is_item(&self, name: &str) -> bool {
        self.vocabulary.constant_named(name).is_some()
            && self.definitions.find(name).is_none()
            && self.locals.iter().all(|local| local.name != name)
    }
}

/// The pieces that are named outside of pieces with parameters, in the order of the text.
fn named_outside(gathered: &mut Gathered<'_>) -> VecDeque<(WrittenPiece, Option<String>)> {
    let mut named = VecDeque::new();
    let see = &mut |seen: Seen<'_>| {
        if let Seen::Piece(piece) = seen {
            named.push_back((piece.clone(), None));
        }
    };
    for from in &mut gathered.definitions {
        from.what.each_place(see);
    }
    for from in &mut gathered.constraints {
        from.what.each_place(see);
    }
    for from in &mut gathered.pieces {
        if from.what.parameters.is_empty() {
            from.what.each_place(see);
        }
    }
    for from in &mut gathered.tables {
        from.what.each_place(see);
    }
    if let Some(from) = &mut gathered.positions {
        from.what.each_place(see);
    }
    for from in &mut gathered.remarks {
        from.what.1.each_place(see);
    }
    for from in &mut gathered.plans {
        from.what.each_place(see);
    }
    for from in &mut gathered.methods {
        from.what.each_place(see);
    }
    for from in &mut gathered.examples {
        from.what.each_place(see);
    }
    for from in &mut gathered.claims {
        from.what.each_place(see);
    }
    named
}

/// `win_in(2)`
fn instance_name(name: &str, values: &[KnownValue]) -> String {
    let values: Vec<String> = values.iter().map(KnownValue::written).collect();
    match values.as_slice() {
        [] => name.to_owned(),
        _ => format!("{name}({})", values.join(", ")),
    }
}

/// A piece with constants in place of its parameters, and where one of them cannot stand.
fn written_out(
    advice: &Advice,
    values: &[KnownValue],
    is_item: &dyn Fn(&str) -> bool,
) -> (Advice, Option<Span>) {
    let parameters = advice.parameters.iter();
    let known = parameters.map(|parameter| parameter.name.text.clone());
    let writer = InstanceWriter {
        known: known.zip(values.iter().cloned()).collect(),
        is_item,
        is_turned: false,
        turned: &Cell::new(None),
    };
    let mut advice = advice.clone();
    advice.parameters.clear();
    if let Some(doc) = &mut advice.doc {
        doc.value = writer.doc(&doc.value);
    }
    for field in &mut advice.fields {
        match &mut field.kind {
            FieldKind::Better(expr) | FieldKind::Holding(expr) | FieldKind::Smaller(expr) => {
                writer.put(expr, Side::Us)
            }
            FieldKind::Us(constraint) | FieldKind::Them(constraint) => writer.put_moves(constraint),
            FieldKind::Within(depth) => writer.put(&mut depth.count, Side::Us),
            FieldKind::Convention(_) | FieldKind::Lasting(_) => {}
            FieldKind::Because(template) => writer.put_text(template),
            FieldKind::Teach(remark) => {
                writer.put_text(&mut remark.text);
                if let Some(when) = &mut remark.when {
                    writer.put(when, Side::Us);
                }
                remark.when.take_if(|when| truth(when) == Some(true));
            }
        }
    }
    // What is never said is left out.
    advice.fields.retain(|field| match &field.kind {
        FieldKind::Teach(remark) => remark.when.as_ref().and_then(truth) != Some(false),
        FieldKind::Better(_)
        | FieldKind::Holding(_)
        | FieldKind::Us(_)
        | FieldKind::Them(_)
        | FieldKind::Within(_)
        | FieldKind::Lasting(_)
        | FieldKind::Smaller(_)
        | FieldKind::Convention(_)
        | FieldKind::Because(_) => true,
    });
    (advice, writer.turned.get())
}

/// Puts constants in place of names, and decides what they decide.
struct InstanceWriter<'a> {
    known: Vec<(String, KnownValue)>,
    is_item: &'a dyn Fn(&str) -> bool,
    /// Is this in `from any side`, where an item has another name from each?
    is_turned: bool,
    /// Where an item was to be put all the same.
    turned: &'a Cell<Option<Span>>,
}

impl InstanceWriter<'_> {
    fn value(&self, name: &str) -> Option<&KnownValue> {
        let mut known = self.known.iter();
        known
            .find(|(known, _)| known == name)
            .map(|(_, value)| value)
    }

    /// The names in braces are those of parameters.
    fn doc(&self, doc: &str) -> String {
        let (mut parts, mut rest) = (Vec::new(), doc);
        for (range, name) in names_in_braces(doc) {
            let Some(value) = self.value(name) else {
                continue;
            };
            let at = doc.len() - rest.len();
            parts.push(TemplatePart::Plain(doc[at..range.start].to_owned()));
            parts.push(TemplatePart::Value(value.clone()));
            rest = &doc[range.end..];
        }
        parts.push(TemplatePart::Plain(rest.to_owned()));
        said(parts)
    }

    fn put(&self, expr: &mut Expr, viewer: Side) {
        if let ExprKind::Name(name) = &expr.kind
            && let Some(value) = self.value(&name.text)
        {
            if self.is_turned && matches!(value, KnownValue::Item(_)) {
                self.turned.set(Some(expr.span));
            }
            *expr = value.expr(expr.span, viewer);
            return;
        }
        if let ExprKind::AnySide(of) = &mut expr.kind {
            let inside = InstanceWriter {
                known: self.known.clone(),
                is_turned: true,
                ..*self
            };
            return inside.put(of, viewer);
        }
        if let ExprKind::Quantified(_, variable, set, body) = &mut expr.kind {
            self.put(set, viewer);
            let mut known = self.known.clone();
            known.retain(|(name, _)| *name != variable.text);
            let is_item = |name: &str| name != variable.text && (self.is_item)(name);
            let inside = InstanceWriter {
                known,
                is_item: &is_item,
                ..*self
            };
            return inside.put(body, viewer);
        }
        let viewer = if matches!(expr.kind, ExprKind::ForThem(_)) {
            !viewer
        } else {
            viewer
        };
        for part in expr.parts_mut() {
            self.put(part, viewer);
        }
        self.decide(expr);
    }

    /// Leaves out what is decided.
    fn decide(&self, expr: &mut Expr) {
        if let Some(value) = constant(expr, self.is_item) {
            if !matches!(expr.kind, ExprKind::ForThem(_)) {
                *expr = value.expr(expr.span, Side::Us);
            }
            return;
        }
        let span = expr.span;
        let is_all = matches!(expr.kind, ExprKind::And(_));
        if let ExprKind::And(parts) | ExprKind::Or(parts) = &mut expr.kind {
            // A false part decides an `and`, a true one an `or`; the others of the two say nothing.
            if parts.iter().any(|part| truth(part) == Some(!is_all)) {
                expr.kind = ExprKind::Truth(!is_all);
                return;
            }
            parts.retain(|part| truth(part).is_none());
            if parts.len() == 1
                && let Some(only) = parts.pop()
            {
                *expr = only;
            }
            return;
        }
        let ExprKind::If(cases, otherwise) = &mut expr.kind else {
            return;
        };
        if let Some(idx) = cases.iter().position(|(when, _)| truth(when) == Some(true)) {
            let (_, then) = cases.swap_remove(idx);
            cases.truncate(idx);
            *otherwise = Some(Box::new(then));
        }
        let mut left_out = None;
        cases.retain(|(when, then)| {
            let is_left = truth(when) != Some(false);
            if !is_left {
                left_out.get_or_insert_with(|| then.clone());
            }
            is_left
        });
        match (cases.is_empty(), otherwise.take(), left_out) {
            (true, Some(otherwise), _) => *expr = *otherwise,
            // It never has a value; what it would be keeps its type.
            (true, None, Some(mut then)) => {
                ask_nothing(&mut then);
                let kind = ExprKind::Truth(false);
                cases.push((Expr { span, kind }, then));
            }
            (_, rest, _) => *otherwise = rest,
        }
    }

    fn put_moves(&self, constraint: &mut Constraint) {
        match &mut constraint.kind {
            ConstraintKind::Any | ConstraintKind::None | ConstraintKind::Man(_) => {}
            ConstraintKind::Of(places) => self.put(places, Side::Us),
            ConstraintKind::Named(_, args) => {
                for arg in args {
                    self.put(arg, Side::Us);
                }
            }
            ConstraintKind::Walk(_, targets, within) => {
                self.put(targets, Side::Us);
                if let Some(within) = within {
                    self.put(within, Side::Us);
                }
            }
            ConstraintKind::Then(parts) => {
                for part in &mut *parts {
                    self.put_moves(part);
                }
                parts.retain(|part| part.kind != ConstraintKind::None);
                match parts.len() {
                    0 => constraint.kind = ConstraintKind::None,
                    1 => *constraint = parts.remove(0),
                    _ => {}
                }
            }
            ConstraintKind::That(inner, _, condition) | ConstraintKind::When(inner, condition) => {
                self.put_moves(inner);
                self.put(condition, Side::Us);
                if condition.kind == ExprKind::Truth(false) {
                    constraint.kind = ConstraintKind::None;
                } else if condition.kind == ExprKind::Truth(true) {
                    let inner = (**inner).clone();
                    *constraint = inner;
                }
            }
            ConstraintKind::By(inner, _, key) | ConstraintKind::First(inner, key) => {
                self.put_moves(inner);
                self.put(key, Side::Us);
            }
            ConstraintKind::Going(inner, _) => self.put_moves(inner),
        }
    }

    /// A constant in a text is said.
    fn put_text(&self, template: &mut Template) {
        let mut parts: Vec<TemplatePart> = Vec::new();
        let mut run: Vec<TemplatePart<KnownValue>> = Vec::new();
        let finish = |run: &mut Vec<TemplatePart<KnownValue>>, parts: &mut Vec<TemplatePart>| {
            let text = said(std::mem::take(run));
            if !text.is_empty() {
                parts.push(TemplatePart::Plain(text));
            }
        };
        for part in std::mem::take(&mut template.parts) {
            match part {
                TemplatePart::Plain(text) => run.push(TemplatePart::Plain(text)),
                TemplatePart::Value(mut expr) => {
                    self.put(&mut expr, Side::Us);
                    match constant(&expr, self.is_item) {
                        Some(value) => run.push(TemplatePart::Value(value)),
                        None => {
                            finish(&mut run, &mut parts);
                            parts.push(TemplatePart::Value(expr));
                        }
                    }
                }
            }
        }
        finish(&mut run, &mut parts);
        template.parts = parts;
    }
}

/// A text with its constants; what follows a one stands in the singular.
fn said(parts: Vec<TemplatePart<KnownValue>>) -> String {
    let mut text = String::new();
    let mut is_one = false;
    for part in parts {
        match part {
            TemplatePart::Plain(plain) if is_one => text += &of_one(&plain),
            TemplatePart::Plain(plain) => text += &plain,
            TemplatePart::Value(value) => {
                text += &value.said();
                is_one = value == KnownValue::Number(1);
                continue;
            }
        }
        is_one = false;
    }
    text
}

/// The names that stand in braces in a plain text, with their places in it.
pub(super) fn names_in_braces(text: &str) -> Vec<(std::ops::Range<usize>, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('{').map(|start| at + start) {
        let Some(end) = text[start..].find('}').map(|end| start + end) else {
            break;
        };
        found.push((start..end + 1, &text[start + 1..end]));
        at = end + 1;
    }
    found
}

/// What a part says that is decided.
fn truth(part: &Expr) -> Option<bool> {
    if let ExprKind::Truth(truth) = part.kind {
        return Some(truth);
    }
    None
}

/// No piece is asked about where nothing is evaluated.
fn ask_nothing(expr: &mut Expr) {
    if let ExprKind::Can(..) = expr.kind {
        expr.kind = ExprKind::Truth(false);
    }
    for part in expr.parts_mut() {
        ask_nothing(part);
    }
}
