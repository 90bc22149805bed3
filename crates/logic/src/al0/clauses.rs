//! The author's own goals: clauses of a small part of Prolog as expressions of our language.
//!
//! A clause takes a position, or two, apart by its head; its body compares coordinates, squares and numbers, and calls
//! other goals about the same positions. Anything else is refused by what it is.

use std::collections::BTreeMap;

use lang::Span;

use super::table::{Dialect, Predicate};
use super::term::{Term, TermKind};

/// A goal of the author's own, in our language.
#[derive(Clone, Debug)]
pub(crate) struct OwnGoal {
    pub(crate) text: String,
    /// Is it about the root or the depth, too?
    pub(crate) looks_back: bool,
}

/// Who knows what other goals are called.
pub(crate) trait Calls {
    /// What one writes for a goal, and whether it looks at the root; none if there is no such goal.
    fn call(&mut self, name: &str, span: Span) -> Option<(String, bool)>;

    /// The dialect of the files.
    fn dialect(&self) -> Dialect;
}

/// Where a translation ends, and why.
type NoTranslation = (Span, String);

/// The goal that some clauses define together; or the first that has no translation.
pub(crate) fn translate(
    clauses: &[&Predicate],
    calls: &mut dyn Calls,
) -> Result<OwnGoal, NoTranslation> {
    let (mut texts, mut looks_back) = (Vec::new(), false);
    for clause in clauses {
        let mut body = Body {
            calls,
            looks_back: false,
        };
        texts.push(body.clause(clause)?);
        looks_back |= body.looks_back;
    }
    let text = match texts.len() {
        1 => texts.remove(0),
        _ => texts
            .iter()
            .map(|text| format!("({text})"))
            .collect::<Vec<_>>()
            .join(" or "),
    };
    Ok(OwnGoal { text, looks_back })
}

/// The predicate in a body that does something besides being true, if there is one.
pub(crate) fn side_effect(body: &Term) -> Option<(&str, Span)> {
    if let Some((name, _)) = body.signature()
        && EFFECTS.contains(&name)
    {
        return Some((name, body.span));
    }
    let (_, args) = body.compound()?;
    args.iter().find_map(side_effect)
}

/// What prints, reads, or changes the program.
const EFFECTS: &[&str] = &[
    "write", "writeln", "print", "nl", "put", "put_char", "tab", "tell", "told", "see", "seen",
    "read", "format", "assert", "asserta", "assertz", "retract", "halt",
];

/// What a variable stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Meant {
    Position { is_root: bool },
    Side { is_root: bool },
    Square(String),
    Number(String),
}

type Variables = BTreeMap<String, Meant>;

/// What a clause has told so far: what its variables stand for, and what must be true.
#[derive(Default)]
struct ClauseTold {
    variables: Variables,
    conditions: Vec<String>,
}

/// Expressions do not grow longer than this when variables are replaced by what they stand for.
const MAX_TEXT: usize = 2_000;

/// What is wrong with the first field of a position.
const NO_SIDE: &str = "this is no side to move";

struct Body<'a> {
    calls: &'a mut dyn Calls,
    looks_back: bool,
}

impl Body<'_> {
    fn clause(&mut self, clause: &Predicate) -> Result<String, NoTranslation> {
        let mut told = ClauseTold::default();
        for (arg, is_root) in clause.args.iter().zip([false, true]) {
            self.position(arg, is_root, &mut told)?;
        }
        if let Some(body) = &clause.body {
            self.all(body, &mut told)?;
        }
        joined(told.conditions, clause.span)
    }

    /// Takes a position of the head apart.
    fn position(
        &mut self,
        term: &Term,
        is_root: bool,
        told: &mut ClauseTold,
    ) -> Result<(), NoTranslation> {
        if let TermKind::Variable(name) = &term.kind {
            if name != "_" {
                told.variables
                    .insert(name.clone(), Meant::Position { is_root });
            }
            return Ok(());
        }
        let (mut fields, mut rest) = (Vec::new(), term);
        while let Some((first, others)) = rest.joined("..") {
            fields.push(first);
            rest = others;
        }
        fields.push(rest);
        let &[side, king, rook, enemy, depth] = fields.as_slice() else {
            let reason = format!(
                "a position of the rook ending has five fields, and this has {}",
                fields.len()
            );
            return Err((term.span, reason));
        };
        self.looks_back |= is_root;
        let at = if is_root { "root." } else { "" };
        match (&side.kind, self.calls.dialect()) {
            (TermKind::Variable(name), _) => {
                told.variables.insert(name.clone(), Meant::Side { is_root });
            }
            (TermKind::Atom(name), dialect) => {
                let to_move = match (name.as_str(), dialect) {
                    ("w", Dialect::Book) | ("us", Dialect::Course) => "us_to_move",
                    ("b", Dialect::Book) | ("them", Dialect::Course) => "them_to_move",
                    _ => return Err((side.span, NO_SIDE.to_owned())),
                };
                told.conditions.push(format!("{at}{to_move}"));
            }
            _ => return Err((side.span, NO_SIDE.to_owned())),
        }
        for (field, name) in [(king, "king"), (rook, "rook"), (enemy, "enemy")] {
            self.square(field, &format!("{at}{name}"), told)?;
        }
        let depth_here = if is_root { "0" } else { "depth" };
        self.number(depth, depth_here, told)
    }

    /// Something that stands for a square: a variable, or its two coordinates.
    fn square(
        &mut self,
        term: &Term,
        is: &str,
        told: &mut ClauseTold,
    ) -> Result<(), NoTranslation> {
        if let Some((file, rank)) = term.joined(":") {
            self.number(file, &format!("file({is})"), told)?;
            return self.number(rank, &format!("rank({is})"), told);
        }
        let Some(name) = term.variable() else {
            return Err((term.span, "this is no square".to_owned()));
        };
        match told.variables.get(name) {
            _ if name == "_" => {}
            None => {
                told.variables
                    .insert(name.to_owned(), Meant::Square(is.to_owned()));
            }
            Some(Meant::Square(other)) => told.conditions.push(format!("{is} = {other}")),
            Some(Meant::Position { .. } | Meant::Side { .. } | Meant::Number(_)) => {
                let reason = format!("`{name}` stands for two different things");
                return Err((term.span, reason));
            }
        }
        Ok(())
    }

    /// Something that stands for a number: a variable, or the number itself.
    fn number(
        &mut self,
        term: &Term,
        is: &str,
        told: &mut ClauseTold,
    ) -> Result<(), NoTranslation> {
        match term.variable() {
            Some("_") => {}
            Some(name) if !told.variables.contains_key(name) => {
                told.variables
                    .insert(name.to_owned(), Meant::Number(is.to_owned()));
            }
            Some(_) | None => {
                let value = self.arithmetic(term, &told.variables)?;
                self.looks_back |= is == "depth";
                told.conditions.push(format!("{is} = {value}"));
            }
        }
        Ok(())
    }

    /// The goals of a body that must all be true.
    fn all(&mut self, body: &Term, told: &mut ClauseTold) -> Result<(), NoTranslation> {
        let (mut goals, mut rest) = (Vec::new(), body);
        while let Some((first, others)) = rest.joined(",") {
            goals.push(first);
            rest = others;
        }
        goals.push(rest);
        // Whoever has come to the end is right; a cut there changes nothing.
        if rest.atom() == Some("!") {
            goals.pop();
        }
        for goal in goals {
            self.goal(goal, told)?;
        }
        Ok(())
    }

    /// A body of its own, whose variables are not seen outside.
    fn apart(&mut self, body: &Term, variables: &Variables) -> Result<String, NoTranslation> {
        let mut told = ClauseTold {
            variables: variables.clone(),
            conditions: Vec::new(),
        };
        self.all(body, &mut told)?;
        joined(told.conditions, body.span)
    }

    fn goal(&mut self, term: &Term, told: &mut ClauseTold) -> Result<(), NoTranslation> {
        if let Some((one, other)) = term.joined(";") {
            let other = self.apart(other, &told.variables)?;
            let text = match one.joined("->") {
                Some((condition, then)) => {
                    let whether = self.apart(condition, &told.variables)?;
                    let both = Term {
                        kind: TermKind::Compound(
                            super::term::Functor {
                                name: ",".to_owned(),
                                span: one.span,
                            },
                            vec![condition.clone(), then.clone()],
                        ),
                        span: one.span,
                    };
                    let both = self.apart(&both, &told.variables)?;
                    format!("(({both}) or (not ({whether}) and ({other})))")
                }
                None => format!("(({}) or ({other}))", self.apart(one, &told.variables)?),
            };
            told.conditions.push(text);
            return Ok(());
        }
        if let Some(inner) = term.under("not").or_else(|| term.under("\\+")) {
            told.conditions
                .push(format!("not ({})", self.apart(inner, &told.variables)?));
            return Ok(());
        }
        match term.signature() {
            Some(("true", 0)) => return Ok(()),
            Some(("fail" | "false", 0)) => {
                told.conditions.push("false".to_owned());
                return Ok(());
            }
            Some(("!", 0)) => {
                return Err((term.span, "a cut (`!`) in the middle of it".to_owned()));
            }
            // What prints is true; that it prints is told elsewhere.
            Some((name, _)) if EFFECTS.contains(&name) => return Ok(()),
            _ => {}
        }
        if let Some((functor, [left, right])) = term.compound() {
            let sign = match functor.name.as_str() {
                "=" | "is" | "==" | "=:=" => Some("="),
                "\\=" | "\\==" | "=\\=" => Some("!="),
                "<" => Some("<"),
                ">" => Some(">"),
                "=<" => Some("<="),
                ">=" => Some(">="),
                _ => None,
            };
            match (functor.name.as_str(), sign) {
                ("=" | "is", _) => return self.unified(left, right, told),
                (_, Some(sign)) => {
                    let (left, right) = match (
                        self.square_of(left, &told.variables),
                        self.square_of(right, &told.variables),
                    ) {
                        (Some(left), Some(right)) => (left, right),
                        _ => (
                            self.arithmetic(left, &told.variables)?,
                            self.arithmetic(right, &told.variables)?,
                        ),
                    };
                    told.conditions.push(format!("{left} {sign} {right}"));
                    return Ok(());
                }
                (_, None) => {}
            }
        }
        told.conditions.push(self.called(term, &told.variables)?);
        Ok(())
    }

    /// `X = Y` or `X is Y`: gives a variable its meaning, or compares.
    fn unified(
        &mut self,
        left: &Term,
        right: &Term,
        told: &mut ClauseTold,
    ) -> Result<(), NoTranslation> {
        let is_free = |term: &Term| matches!(&term.kind, TermKind::Variable(name) if !told.variables.contains_key(name));
        let (left, right) = if is_free(right) && !is_free(left) {
            (right, left)
        } else {
            (left, right)
        };
        if let Some(square) = self.square_of(right, &told.variables) {
            return self.square(left, &square, told);
        }
        if let Some(square) = self.square_of(left, &told.variables) {
            return self.square(right, &square, told);
        }
        let value = self.arithmetic(right, &told.variables)?;
        self.number(left, &value, told)
    }

    /// The square for which a variable stands.
    fn square_of(&self, term: &Term, variables: &Variables) -> Option<String> {
        let TermKind::Variable(name) = &term.kind else {
            return None;
        };
        match variables.get(name) {
            Some(Meant::Square(square)) => Some(square.clone()),
            Some(Meant::Position { .. } | Meant::Side { .. } | Meant::Number(_)) | None => None,
        }
    }

    fn arithmetic(&mut self, term: &Term, variables: &Variables) -> Result<String, NoTranslation> {
        let text = match &term.kind {
            TermKind::Number(number) if (-1_000_000..1_000_000).contains(number) => match number {
                ..0 => format!("(0 - {})", -number),
                _ => number.to_string(),
            },
            TermKind::Variable(name) => match variables.get(name) {
                Some(Meant::Number(number)) => {
                    self.looks_back |= number == "depth";
                    number.clone()
                }
                Some(_) => return Err((term.span, format!("`{name}` is no number"))),
                None => return Err((term.span, format!("nothing says what `{name}` is"))),
            },
            TermKind::Compound(functor, args) => {
                let mut values = Vec::new();
                for arg in args {
                    values.push(self.arithmetic(arg, variables)?);
                }
                match (functor.name.as_str(), values.as_slice()) {
                    ("+" | "-" | "*" | "mod", [left, right]) => {
                        format!("({left} {} {right})", functor.name)
                    }
                    ("-", [value]) => format!("(0 - {value})"),
                    ("abs", [value]) => format!("abs({value})"),
                    ("min" | "max", [left, right]) => format!("{}({left}, {right})", functor.name),
                    (name, _) => {
                        return Err((
                            term.span,
                            format!("`{name}` is no arithmetic that it knows"),
                        ));
                    }
                }
            }
            TermKind::Number(_) | TermKind::Atom(_) | TermKind::Text(_) | TermKind::List(..) => {
                return Err((term.span, "this is no number".to_owned()));
            }
        };
        if text.len() > MAX_TEXT {
            return Err((term.span, "this gets too long".to_owned()));
        }
        Ok(text)
    }

    /// Another goal, about the same positions.
    fn called(&mut self, term: &Term, variables: &Variables) -> Result<String, NoTranslation> {
        let refused = |reason: String| Err((term.span, reason));
        let Some((functor, args)) = term.compound() else {
            return refused("this is no goal about a position".to_owned());
        };
        let name = &functor.name;
        let position = |arg: &Term| match &arg.kind {
            TermKind::Variable(name) => match variables.get(name) {
                Some(Meant::Position { is_root }) => Some(*is_root),
                Some(Meant::Side { .. } | Meant::Square(_) | Meant::Number(_)) | None => None,
            },
            TermKind::Atom(_)
            | TermKind::Number(_)
            | TermKind::Text(_)
            | TermKind::Compound(..)
            | TermKind::List(..) => None,
        };
        let positions: Option<Vec<bool>> = args.iter().map(position).collect();
        let at_root = match positions.as_deref() {
            Some([at_root]) => *at_root,
            Some([false, true]) => false,
            _ => {
                return refused(format!(
                    "`{name}` is asked about something else than the position; in a chapter this is a word such as `distance(king, rook)`"
                ));
            }
        };
        let Some((text, looks_back)) = self.calls.call(name, term.span) else {
            return refused(format!("nothing defines `{name}`"));
        };
        self.looks_back |= looks_back || at_root;
        match at_root {
            true if looks_back => refused(format!(
                "`{name}` compares with the root, and is asked at the root"
            )),
            true => Ok(format!("root.{text}")),
            false => Ok(text),
        }
    }
}

/// Conditions that must all be true.
fn joined(conditions: Vec<String>, span: Span) -> Result<String, NoTranslation> {
    let text = match conditions.as_slice() {
        [] => "true".to_owned(),
        _ => conditions.join(" and "),
    };
    if text.len() > MAX_TEXT {
        return Err((span, "this gets too long".to_owned()));
    }
    Ok(text)
}
