//! The table of an AL0 file: rules and pieces of advice, as data.

use std::collections::BTreeMap;

use lang::{Diagnostic, Edit, Fix, Source, Span};

use super::term::{Clause, Term, TermKind};

/// What is in the files.
#[derive(Debug, Default)]
pub(crate) struct Al0Table {
    /// The rules, in order.
    pub(crate) rules: Vec<Al0Rule>,
    /// The clauses of `advice`, in order.
    pub(crate) advice: Vec<AdviceClause>,
    /// Clauses of predicates, in order.
    pub(crate) predicates: Vec<Predicate>,
}

/// A table has at most so many rules, since each may go on with all that follow it.
pub(crate) const MAX_RULES: usize = 100;

/// A table has at most so many clauses of advice, and lists at most so many names.
pub(crate) const MAX_ADVICE: usize = 500;

impl Al0Table {
    /// Is it of a size that people write?
    pub(crate) fn is_small(&self) -> bool {
        let n_listed: usize = self.rules.iter().map(|rule| rule.listed.len()).sum();
        self.rules.len() <= MAX_RULES && self.advice.len() <= MAX_ADVICE && n_listed <= MAX_ADVICE
    }
}

/// A rule: a condition, and the names of advice to try.
#[derive(Debug)]
pub(crate) struct Al0Rule {
    pub(crate) name: Al0Name,
    pub(crate) condition: Al0Goal,
    pub(crate) listed: Vec<Al0Name>,
    pub(crate) comment: Vec<String>,
}

/// A clause of `advice`. Several with one name are alternatives.
#[derive(Debug)]
pub(crate) struct AdviceClause {
    pub(crate) name: Al0Name,
    pub(crate) better: Al0Goal,
    pub(crate) holding: Al0Goal,
    pub(crate) us: Al0Moves,
    pub(crate) them: Al0Moves,
    pub(crate) comment: Vec<String>,
}

/// A clause of a predicate.
#[derive(Debug)]
pub(crate) struct Predicate {
    pub(crate) name: String,
    pub(crate) args: Vec<Term>,
    pub(crate) body: Option<Term>,
    pub(crate) span: Span,
}

/// A name, and where it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Al0Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// A condition on a position.
#[derive(Clone, Debug)]
pub(crate) enum Al0Goal {
    Name(Al0Name),
    And(Box<Al0Goal>, Box<Al0Goal>),
    Or(Box<Al0Goal>, Box<Al0Goal>),
    Not(Box<Al0Goal>),
}

/// A move constraint.
#[derive(Clone, Debug)]
pub(crate) enum Al0Moves {
    Name(Al0Name),
    /// The first generates, the second filters; a test of the depth does neither.
    And(Box<Al0Moves>, Box<Al0Moves>),
    Then(Box<Al0Moves>, Box<Al0Moves>),
    Depth(DepthTest),
}

/// `(depth = 2)` or `(depth < 2)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DepthTest {
    pub(crate) is_less: bool,
    pub(crate) number: i64,
    pub(crate) span: Span,
}

impl DepthTest {
    /// Is it true so many plies below the root?
    pub(crate) fn holds(self, depth: u32) -> bool {
        let depth = i64::from(depth);
        if self.is_less {
            depth < self.number
        } else {
            depth == self.number
        }
    }
}

impl Al0Goal {
    /// Calls with every name in it.
    pub(crate) fn names<'a>(&'a self, call: &mut impl FnMut(&'a Al0Name)) {
        match self {
            Al0Goal::Name(name) => call(name),
            Al0Goal::And(a, b) | Al0Goal::Or(a, b) => {
                a.names(call);
                b.names(call);
            }
            Al0Goal::Not(inner) => inner.names(call),
        }
    }
}

/// Which interpreter a file is written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// That of the book: the first rule that applies decides, and a goal that is defined nowhere is false.
    #[default]
    Book,
    /// That of the course: later rules are tried too, and `or` joins moves.
    Course,
}

/// Sorts clauses into rules, advice and predicates. The first file is the table; the others are libraries.
pub(crate) fn table(
    clauses: Vec<Clause>,
    source: &Source,
    dialect: Dialect,
    found: &mut Vec<Diagnostic>,
) -> Al0Table {
    let mut table = Al0Table::default();
    for Clause { term, comment } in clauses {
        let mut reader = TermReader {
            source,
            dialect,
            found,
        };
        if term.under(":-").is_some() || term.under("?-").is_some() {
            reader.directive(&term);
        } else if term.joined("::").is_some() || is_rule_with_one_colon(&term) {
            table.rules.extend(reader.rule(&term, comment));
        } else if term.signature().is_some_and(|(name, _)| name == "advice") {
            table.advice.extend(reader.advice(&term, comment));
        } else {
            table.predicates.extend(reader.predicate(term));
        }
    }
    table
}

/// A rule whose author wrote `:` for `::`.
fn is_rule_with_one_colon(term: &Term) -> bool {
    term.joined(":")
        .is_some_and(|(_, body)| body.joined("then").is_some())
}

/// Reads the parts of one clause.
struct TermReader<'a> {
    source: &'a Source,
    dialect: Dialect,
    found: &'a mut Vec<Diagnostic>,
}

impl TermReader<'_> {
    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>, help: &str) {
        self.found
            .push(Diagnostic::error(code, span, message).help(help));
    }

    /// Directives say how Prolog is to read a file; some of them do things.
    fn directive(&mut self, term: &Term) {
        let directive = term.under(":-").or_else(|| term.under("?-"));
        let name = directive
            .and_then(Term::signature)
            .map_or("", |(name, _)| name);
        let is_harmless = [
            "op",
            "dynamic",
            "discontiguous",
            "module",
            "use_module",
            "ensure_loaded",
            "consult",
            "style_check",
            "multifile",
            "set_prolog_flag",
            "unknown",
            "initialization",
        ];
        if !is_harmless.contains(&name) {
            let message = "this directive is not carried out: a chapter only says what is true";
            let finding = Diagnostic::warning("al0-directive", term.span, message);
            self.found.push(finding.help("leave it out"));
        }
    }

    fn rule(&mut self, term: &Term, comment: Vec<String>) -> Option<Al0Rule> {
        let (functor, args) = term.compound()?;
        let [name, body] = args else {
            return None;
        };
        if functor.name == ":" {
            let message = "a rule is written with `::`; with `:` Prolog never finds it";
            let finding = Diagnostic::error("rule-with-one-colon", functor.span, message);
            let finding = finding.help("write `::`");
            self.found
                .push(finding.fix(Fix::replace(functor.span, "::")));
        }
        let name = self.name(name, "a rule")?;
        let help = "a rule is written `name :: if goal and not goal then [advice, advice].`";
        let Some((condition, listed)) = body.joined("then") else {
            self.error("al0-rule", body.span, "this rule has no `then`", help);
            return None;
        };
        let Some(condition) = condition.under("if") else {
            self.error("al0-rule", condition.span, "this rule has no `if`", help);
            return None;
        };
        let TermKind::List(items, None) = &listed.kind else {
            let message = "what a rule advises is a list, in square brackets";
            let finding = Diagnostic::error("al0-rule", listed.span, message);
            self.found
                .push(finding.help(help).fix(Fix::around(listed.span, "[", "]")));
            return None;
        };
        let condition = self.goal(condition)?;
        let listed = items
            .iter()
            .filter_map(|item| self.name(item, "a piece of advice"));
        let listed = listed.collect();
        Some(Al0Rule {
            name,
            condition,
            listed,
            comment,
        })
    }

    fn advice(&mut self, term: &Term, comment: Vec<String>) -> Option<AdviceClause> {
        let help = "advice is written `advice(name, better : holding : us : them).`";
        let Some((functor, args)) = term.compound() else {
            self.error("al0-advice", term.span, "this advice says nothing", help);
            return None;
        };
        let (name, parts) = match args {
            [name, parts] if parts.joined(":").is_some() => (name, colon_parts(parts)),
            [name, rest @ ..] if rest.len() > 1 => {
                let n_args = args.len();
                let message = format!(
                    "`advice` has {n_args} arguments here, and Prolog looks only for `advice` with two: this clause is never found"
                );
                let commas: Vec<Edit> = rest
                    .windows(2)
                    .filter_map(|pair| self.comma_between(pair[0].span, pair[1].span))
                    .map(|comma| Edit::new(comma, " :"))
                    .collect();
                let at = commas.first().map_or(functor.span, |edit| edit.span);
                let finding = Diagnostic::error("comma-for-colon", at, message);
                let finding = finding.help("the four parts are joined with `:`");
                self.found.push(finding.fix(Fix::new("write `:`", commas)));
                (name, rest.iter().flat_map(colon_parts).collect())
            }
            _ => {
                self.error(
                    "al0-advice",
                    term.span,
                    "this advice has not got its parts",
                    help,
                );
                return None;
            }
        };
        let name = self.name(name, "a piece of advice")?;
        let &[better, holding, us, them] = parts.as_slice() else {
            let message = format!(
                "this advice has {} parts, and should have four",
                parts.len()
            );
            self.error("al0-advice", term.span, message, help);
            return None;
        };
        let (better, holding) = (self.goal(better), self.goal(holding));
        let (us, them) = (self.moves(us), self.moves(them));
        Some(AdviceClause {
            name,
            better: better?,
            holding: holding?,
            us: us?,
            them: them?,
            comment,
        })
    }

    /// The comma between two arguments.
    fn comma_between(&self, left: Span, right: Span) -> Option<Span> {
        let gap = self
            .source
            .text
            .get(left.end as usize..right.start as usize)?;
        let at = left.end + gap.find(',')? as u32;
        Some(Span {
            start: at,
            end: at + 1,
            ..left
        })
    }

    fn predicate(&mut self, term: Term) -> Option<Predicate> {
        let span = term.span;
        let (head, body) = match term.joined(":-") {
            Some((head, body)) => (head.clone(), Some(body.clone())),
            None => (term, None),
        };
        match head.kind {
            TermKind::Atom(name) => Some(Predicate {
                name,
                args: Vec::new(),
                body,
                span,
            }),
            TermKind::Compound(functor, args) => Some(Predicate {
                name: functor.name,
                args,
                body,
                span,
            }),
            TermKind::Variable(_)
            | TermKind::Number(_)
            | TermKind::Text(_)
            | TermKind::List(..) => {
                let help = "a clause begins with the name of what it says";
                self.error("prolog-syntax", span, "this is no clause", help);
                None
            }
        }
    }

    fn name(&mut self, term: &Term, of_what: &str) -> Option<Al0Name> {
        if let Some(text) = term.atom() {
            let text = text.to_owned();
            return Some(Al0Name {
                text,
                span: term.span,
            });
        }
        let message = format!("this is no name of {of_what}");
        self.error(
            "al0-name",
            term.span,
            message,
            "a name is one word that begins with a small letter",
        );
        None
    }

    fn goal(&mut self, term: &Term) -> Option<Al0Goal> {
        let both = |reader: &mut Self, a: &Term, b: &Term| {
            let (a, b) = (reader.goal(a), reader.goal(b));
            Some((Box::new(a?), Box::new(b?)))
        };
        if let Some((a, b)) = term.joined("and") {
            return both(self, a, b).map(|(a, b)| Al0Goal::And(a, b));
        }
        if let Some((a, b)) = term.joined("or") {
            return both(self, a, b).map(|(a, b)| Al0Goal::Or(a, b));
        }
        if let Some(inner) = term.under("not") {
            return self.goal(inner).map(|inner| Al0Goal::Not(Box::new(inner)));
        }
        if let Some(name) = term.atom() {
            let text = name.to_owned();
            return Some(Al0Goal::Name(Al0Name {
                text,
                span: term.span,
            }));
        }
        let message = "a goal is a name, or goals joined with `and`, `or` and `not`";
        let help = match term.joined(",") {
            Some(_) => "write `and` for the comma",
            None => "define a predicate for it in the library, and write its name here",
        };
        self.error("al0-goal", term.span, message, help);
        None
    }

    fn moves(&mut self, term: &Term) -> Option<Al0Moves> {
        let both = |reader: &mut Self, a: &Term, b: &Term| {
            let (a, b) = (reader.moves(a), reader.moves(b));
            Some((Box::new(a?), Box::new(b?)))
        };
        if let Some((a, b)) = term.joined("and") {
            return both(self, a, b).map(|(a, b)| Al0Moves::And(a, b));
        }
        if let Some((a, b)) = term.joined("then") {
            if self.dialect == Dialect::Book && b.joined("then").is_some() {
                let message = "the book declares `then` so that it cannot be chained";
                let finding = Diagnostic::warning("then-chain", term.span, message);
                self.found.push(finding.help("it is read as the course reads it: all of the first, then all of the second, and so on"));
            }
            return both(self, a, b).map(|(a, b)| Al0Moves::Then(a, b));
        }
        if let Some((a, b)) = term.joined("or") {
            if self.dialect == Dialect::Book {
                let message = "the book's interpreter knows no `or` between move constraints";
                self.error(
                    "al0-moves",
                    term.span,
                    message,
                    "write `then`; or is the file for the course (`--dialect course`)?",
                );
            }
            return both(self, a, b).map(|(a, b)| Al0Moves::Then(a, b));
        }
        if let Some((functor, [depth, number])) = term.compound()
            && depth.atom() == Some("depth")
            && let TermKind::Number(number) = number.kind
        {
            if functor.name == "=" || functor.name == "<" {
                let (is_less, span) = (functor.name == "<", term.span);
                return Some(Al0Moves::Depth(DepthTest {
                    is_less,
                    number,
                    span,
                }));
            }
            let message = format!(
                "the interpreter knows no test `depth {} {number}`",
                functor.name
            );
            self.error(
                "al0-depth",
                term.span,
                message,
                "write `(depth = N)` or `(depth < N)`",
            );
            return None;
        }
        if let Some(name) = term.atom() {
            let text = name.to_owned();
            return Some(Al0Moves::Name(Al0Name {
                text,
                span: term.span,
            }));
        }
        let (message, help) = match term.under("not") {
            Some(_) => (
                "`not` cannot stand before a move constraint",
                "define a constraint that leaves these moves out",
            ),
            None => (
                "a move constraint is a name, a test of the depth, or such joined with `and` and `then`",
                "write a test of the depth in brackets: `(depth = 0) and legal`",
            ),
        };
        self.error("al0-moves", term.span, message, help);
        None
    }
}

/// The parts of a term that are joined with colons.
fn colon_parts(term: &Term) -> Vec<&Term> {
    let (mut parts, mut rest) = (Vec::new(), term);
    while let Some((first, others)) = rest.joined(":") {
        parts.push(first);
        rest = others;
    }
    parts.push(rest);
    parts
}

/// The clauses of each name, by index, in order.
pub(crate) fn by_name<'a, T>(
    items: &'a [T],
    name: impl Fn(&'a T) -> &'a str,
) -> BTreeMap<&'a str, Vec<&'a T>> {
    let mut found: BTreeMap<&str, Vec<&T>> = BTreeMap::new();
    for item in items {
        found.entry(name(item)).or_default().push(item);
    }
    found
}
