//! Reads the clauses of a Prolog file: terms with operators, each ended by a full stop.
//!
//! What cannot be read is named, and reading goes on behind the next full stop. Everything is bounded: a file has at most
//! 256 KiB, and terms are nested at most [`MAX_NESTING`] deep.

use lang::{Diagnostic, Fix, Source, SourceId, Span};

use super::operators::Operators;
use super::term::{Clause, Functor, Term, TermKind};
use super::token::{PrologToken, PrologTokenKind, tokens};

/// Terms are nested at most so deep; a chain of operators that group to the right counts as nested.
const MAX_NESTING: u32 = 200;

/// A clause has at most so many operators that group to the left, as in `1 + 2 + 3`.
const MAX_CHAINED: u32 = 1_000;

/// The clauses of a file, as far as they can be read, and what cannot.
pub(crate) fn clauses(source: &Source, id: SourceId) -> (Vec<Clause>, Vec<Diagnostic>) {
    let place = |start: usize, end: usize| Span::of(id, start, end);
    let (tokens, found) = tokens(&source.text, place);
    let mut reader = ClauseReader {
        tokens: &tokens,
        at: 0,
        end: place(source.text.len(), source.text.len()),
        operators: Operators::new(),
        nesting: 0,
        chained: 0,
        found,
    };
    let mut clauses = Vec::new();
    while let Some(token) = reader.peek() {
        let comment = token.comment.clone();
        match reader.clause() {
            Ok(term) => {
                if let Some(directive) = term.under(":-") {
                    reader.operators.declare(directive);
                }
                clauses.push(Clause { term, comment });
            }
            Err(finding) => {
                reader.found.push(*finding);
                reader.skip_clause();
            }
        }
    }
    (clauses, reader.found)
}

struct ClauseReader<'a> {
    tokens: &'a [PrologToken],
    at: usize,
    /// The end of the file.
    end: Span,
    operators: Operators,
    nesting: u32,
    chained: u32,
    found: Vec<Diagnostic>,
}

/// A finding that ends the reading of a clause.
type Read<T> = Result<T, Box<Diagnostic>>;

impl<'a> ClauseReader<'a> {
    fn peek(&self) -> Option<&'a PrologToken> {
        self.tokens.get(self.at)
    }

    fn kind(&self) -> Option<&'a PrologTokenKind> {
        self.peek().map(|token| &token.kind)
    }

    fn is_sign(&self, sign: char) -> bool {
        self.kind() == Some(&PrologTokenKind::Sign(sign))
    }

    /// The place of the next token, or of the end of the file.
    fn here(&self) -> Span {
        self.peek().map_or(self.end, |token| token.span)
    }

    /// The place of the token before.
    fn last(&self) -> Span {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or(self.end, |token| token.span)
    }

    fn skip_clause(&mut self) {
        while let Some(kind) = self.kind() {
            self.at += 1;
            if *kind == PrologTokenKind::Stop {
                break;
            }
        }
    }

    fn clause(&mut self) -> Read<Term> {
        (self.nesting, self.chained) = (0, 0);
        let (term, _) = self.term(1200)?;
        if self.kind() == Some(&PrologTokenKind::Stop) {
            self.at += 1;
            return Ok(term);
        }
        Err(self.unexpected("a full stop or an operator"))
    }

    /// What was found instead of something that was expected.
    fn unexpected(&self, expected: &str) -> Box<Diagnostic> {
        let (found, help) = match self.kind() {
            None => (
                "the end of the file".to_owned(),
                "end the last clause with a full stop",
            ),
            Some(PrologTokenKind::Stop) => (
                "the full stop".to_owned(),
                "a full stop ends the clause: is a bracket still open, or a part missing?",
            ),
            Some(PrologTokenKind::Name(name) | PrologTokenKind::Quoted(name)) => (
                format!("`{name}`"),
                "is a full stop missing before it, or an operator such as `and` or `:`?",
            ),
            Some(PrologTokenKind::Variable(name)) => (
                format!("the variable `{name}`"),
                "names begin with a small letter; or is an operator missing?",
            ),
            Some(PrologTokenKind::Number(number)) => {
                (format!("`{number}`"), "is an operator missing?")
            }
            Some(PrologTokenKind::Text(_)) => ("a text".to_owned(), "is an operator missing?"),
            Some(PrologTokenKind::Sign(sign)) => (format!("`{sign}`"), "is an operator missing?"),
        };
        let message = format!("expected {expected}, found {found}");
        Box::new(Diagnostic::error("prolog-syntax", self.here(), message).help(help))
    }

    /// A term of at most this priority, and its own priority.
    fn term(&mut self, most: u32) -> Read<(Term, u32)> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return Err(self.too_much());
        }
        let (mut left, mut priority) = self.primary(most)?;
        while let Some((name, (own, left_most, right_most))) = self.infix() {
            if own > most || priority > left_most {
                break;
            }
            self.chained += 1;
            if self.chained > MAX_CHAINED {
                return Err(self.too_much());
            }
            let span = self.here();
            self.at += 1;
            let (right, _) = self.term(right_most)?;
            let whole = left.span.to(right.span);
            let functor = Functor { name, span };
            left = Term {
                kind: TermKind::Compound(functor, vec![left, right]),
                span: whole,
            };
            priority = own;
        }
        self.nesting -= 1;
        Ok((left, priority))
    }

    fn too_much(&self) -> Box<Diagnostic> {
        let message = "this clause is nested too deep";
        let finding = Diagnostic::error("prolog-syntax", self.here(), message);
        Box::new(finding.help("split it into several clauses"))
    }

    /// The next token as an operator between two terms.
    fn infix(&self) -> Option<(String, (u32, u32, u32))> {
        let name = match self.kind()? {
            PrologTokenKind::Name(name) => name.clone(),
            PrologTokenKind::Sign(',') => ",".to_owned(),
            PrologTokenKind::Sign('|') => ";".to_owned(),
            PrologTokenKind::Quoted(_)
            | PrologTokenKind::Variable(_)
            | PrologTokenKind::Number(_)
            | PrologTokenKind::Text(_)
            | PrologTokenKind::Sign(_)
            | PrologTokenKind::Stop => return None,
        };
        let operator = self.operators.infix(&name)?;
        Some((name, operator))
    }

    fn primary(&mut self, most: u32) -> Read<(Term, u32)> {
        let Some(token) = self.peek() else {
            return Err(self.unexpected("a term"));
        };
        let span = token.span;
        let plain = |kind: TermKind| Ok((Term { kind, span }, 0));
        match &token.kind {
            PrologTokenKind::Number(number) => {
                self.at += 1;
                plain(TermKind::Number(*number))
            }
            PrologTokenKind::Text(text) => {
                self.at += 1;
                plain(TermKind::Text(text.clone()))
            }
            PrologTokenKind::Variable(name) => {
                self.at += 1;
                plain(TermKind::Variable(name.clone()))
            }
            PrologTokenKind::Quoted(name) => {
                self.at += 1;
                Ok((self.named(name.clone(), span)?, 0))
            }
            PrologTokenKind::Name(name) => {
                self.at += 1;
                self.name(name, span, most)
            }
            PrologTokenKind::Sign('(') => {
                self.at += 1;
                let (inner, _) = self.term(1200)?;
                self.close(')')?;
                // A term in brackets stands where the brackets do.
                let span = span.to(self.last());
                Ok((Term { span, ..inner }, 0))
            }
            PrologTokenKind::Sign('{') => {
                self.at += 1;
                let (inner, _) = self.term(1200)?;
                self.close('}')?;
                let functor = Functor {
                    name: "{}".to_owned(),
                    span,
                };
                let span = span.to(self.last());
                let kind = TermKind::Compound(functor, vec![inner]);
                Ok((Term { kind, span }, 0))
            }
            PrologTokenKind::Sign('[') => {
                self.at += 1;
                Ok((self.list(span)?, 0))
            }
            PrologTokenKind::Sign(_) | PrologTokenKind::Stop => Err(self.unexpected("a term")),
        }
    }

    fn close(&mut self, sign: char) -> Read<()> {
        if self.is_sign(sign) {
            self.at += 1;
            return Ok(());
        }
        Err(self.unexpected(&format!("`{sign}`")))
    }

    /// A name: with arguments, before an argument as an operator, or alone.
    fn name(&mut self, name: &str, span: Span, most: u32) -> Read<(Term, u32)> {
        let touches = |token: &&PrologToken| !token.is_apart;
        let next = self.peek();
        if let (Some(PrologTokenKind::Number(number)), "-") =
            (next.filter(touches).map(|next| &next.kind), name)
        {
            self.at += 1;
            let kind = TermKind::Number(-*number);
            let span = span.to(self.last());
            return Ok((Term { kind, span }, 0));
        }
        let has_arguments = self.is_sign('(') && next.is_some_and(|next| !next.is_apart);
        let prefix = self.operators.prefix(name).filter(|_| !has_arguments);
        if let Some((own, inner_most)) = prefix.filter(|(own, _)| *own <= most)
            && self.begins_term()
        {
            let (inner, _) = self.term(inner_most)?;
            let whole = span.to(inner.span);
            let functor = Functor {
                name: name.to_owned(),
                span,
            };
            let kind = TermKind::Compound(functor, vec![inner]);
            return Ok((Term { kind, span: whole }, own));
        }
        Ok((self.named(name.to_owned(), span)?, 0))
    }

    /// Does the next token begin a term, and not go on with what stands before it?
    fn begins_term(&self) -> bool {
        match self.kind() {
            None
            | Some(PrologTokenKind::Stop | PrologTokenKind::Sign(')' | ']' | '}' | ',' | '|')) => {
                false
            }
            Some(PrologTokenKind::Name(name)) => {
                self.operators.infix(name).is_none() || self.operators.prefix(name).is_some()
            }
            Some(
                PrologTokenKind::Quoted(_)
                | PrologTokenKind::Variable(_)
                | PrologTokenKind::Number(_)
                | PrologTokenKind::Text(_)
                | PrologTokenKind::Sign(_),
            ) => true,
        }
    }

    /// A name, with its arguments if there are any. Arguments after a blank are a mistake of which Prolog says little.
    fn named(&mut self, name: String, span: Span) -> Read<Term> {
        if !self.is_sign('(')
            || self.operators.infix(&name).is_some() && self.here().start > span.end
        {
            let kind = TermKind::Atom(name);
            return Ok(Term { kind, span });
        }
        let bracket = self.here();
        if bracket.start > span.end {
            let gap = Span {
                start: span.end,
                end: bracket.start,
                ..span
            };
            let message =
                format!("a blank between `{name}` and its bracket is a syntax error in Prolog");
            self.found.push(
                Diagnostic::error("blank-before-bracket", gap, message)
                    .help(format!("write `{name}(…)`"))
                    .fix(Fix::new(
                        "leave out the blank",
                        vec![lang::Edit::new(gap, "")],
                    )),
            );
        }
        self.at += 1;
        let mut args = Vec::new();
        loop {
            args.push(self.term(999)?.0);
            if !self.is_sign(',') {
                break;
            }
            self.at += 1;
        }
        self.close(')')?;
        let functor = Functor { name, span };
        Ok(Term {
            kind: TermKind::Compound(functor, args),
            span: span.to(self.last()),
        })
    }

    fn list(&mut self, open: Span) -> Read<Term> {
        let (mut items, mut rest) = (Vec::new(), None);
        if !self.is_sign(']') {
            loop {
                items.push(self.term(999)?.0);
                if !self.is_sign(',') {
                    break;
                }
                self.at += 1;
            }
            if self.is_sign('|') {
                self.at += 1;
                rest = Some(Box::new(self.term(999)?.0));
            }
        }
        self.close(']')?;
        Ok(Term {
            kind: TermKind::List(items, rest),
            span: open.to(self.last()),
        })
    }
}

#[cfg(test)]
mod tests {
    use lang::Form;

    use super::*;

    /// A term with all its brackets.
    fn shown(term: &Term) -> String {
        match &term.kind {
            TermKind::Atom(name) | TermKind::Variable(name) => name.clone(),
            TermKind::Number(number) => number.to_string(),
            TermKind::Text(text) => format!("{text:?}"),
            TermKind::Compound(functor, args) => {
                let args: Vec<String> = args.iter().map(shown).collect();
                format!("{}({})", functor.name, args.join(" "))
            }
            TermKind::List(items, rest) => {
                let items: Vec<String> = items.iter().chain(rest.as_deref()).map(shown).collect();
                format!("[{}]", items.join(" "))
            }
        }
    }

    fn read(text: &str) -> (Vec<Clause>, Vec<Diagnostic>) {
        let source = Source::from_text("t.pl", Form::Plain, text).expect("a source");
        clauses(&source, SourceId::MAIN)
    }

    fn check(text: &str, expected: &str) {
        let (clauses, found) = read(text);
        assert_eq!(found, [], "{text}");
        let shown: Vec<String> = clauses.iter().map(|clause| shown(&clause.term)).collect();
        assert_eq!(shown.join("; "), expected, "{text}");
    }

    #[test]
    fn rules_and_advice_group_as_al0_says() {
        check(
            "r :: if a and not b or c then [x, y].",
            "::(r then(if(or(and(a not(b)) c)) [x y]))",
        );
        check(
            "advice(m, a : not b : (depth = 0) and k then r : n).",
            "advice(m :(a :(not(b) :(then(and(=(depth 0) k) r) n))))",
        );
        check("a then b then c.", "then(a then(b c))");
    }

    #[test]
    fn clauses_group_as_prolog_says() {
        check(
            "p(w..X:Y.._) :- X < Y, \\+ q(X) ; X is Y - 1 - 2 * 3.",
            ":-(p(..(w ..(:(X Y) _))) ;(,(<(X Y) \\+(q(X))) is(X -(-(Y 1) *(2 3)))))",
        );
        check(
            ":- op(700, xfx, near). a near b.",
            ":-(op(700 xfx near)); near(a b)",
        );
        check("f(-1, - 1, [H|T], 'A b').", "f(-1 -(1) [H T] A b)");
        check(":- op(220, xfy, ..).", ":-(op(220 xfy ..))");
        check("not (a, b).", "not(,(a b))");
    }

    #[test]
    fn reading_goes_on_behind_the_next_full_stop() {
        let (clauses, found) = read("a b. c. f(. d");
        assert_eq!(clauses.len(), 1);
        assert_eq!(found.len(), 3, "{found:?}");
    }

    #[test]
    fn a_blank_before_a_bracket_is_named_and_read() {
        let (clauses, found) = read("advice (a, b).");
        assert_eq!(clauses.len(), 1);
        assert_eq!(
            (found[0].code, found[0].span),
            ("blank-before-bracket", Span::new(6, 7))
        );
        let mended = found[0].fixes[0].apply(SourceId::MAIN, "advice (a, b).");
        assert_eq!(mended, "advice(a, b).");
    }

    #[test]
    fn deep_and_long_clauses_are_refused() {
        for text in [
            "(".repeat(1_000),
            "a and ".repeat(1_000),
            "1 + ".repeat(2_000),
            "- ".repeat(900),
        ] {
            let (clauses, found) = read(&format!("{text} a."));
            assert!(clauses.is_empty() && !found.is_empty());
        }
    }
}
