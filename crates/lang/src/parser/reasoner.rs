//! Statements for the reasoner: hypotheses, plans, lemmas and methods.

use super::{Parsed, Parser, Reported};
use crate::diagnostic::Diagnostic;
use crate::lexer::TokenKind;
use crate::syntax::{
    Arrow, Cost, Fact, Formula, Hypothesis, HypothesisKeyword, Method, MethodFieldKind,
    MethodKeyword, Plan, PlanFieldKind, Standing, StatementKind, WrittenBound, WrittenPattern,
    WrittenProposal,
};

/// Words that begin a line of a lemma or a method.
pub(crate) const METHOD_WORDS: [&str; 7] = [
    "given", "when", "cost", "within", "propose", "solve", "fact",
];

/// Words that begin a line of a plan.
pub(crate) const PLAN_WORDS: [&str; 4] = ["better", "holding", "us", "means"];

impl Parser<'_> {
    /// `hypothesis goal(x: node) asks "…" means "…" else "…"`.
    pub(super) fn hypothesis(&mut self, keyword: HypothesisKeyword) -> Parsed<StatementKind> {
        self.bump();
        let name = self.new_name("the name to define")?;
        self.defines = Some(name.clone());
        let parameters = self.opt_parameters()?;
        let text = "a text, in quotation marks";
        let asks = if self.take_word("asks") {
            Some(self.template(text)?)
        } else {
            None
        };
        let means = if self.take_word("means") {
            Some(self.template(text)?)
        } else {
            None
        };
        let means_not = if means.is_some() && self.take_word("else") {
            Some(self.template("a text for when it is false, in quotation marks")?)
        } else {
            None
        };
        Ok(StatementKind::Hypothesis(Hypothesis {
            keyword,
            name,
            parameters,
            asks,
            means,
            means_not,
        }))
    }

    /// `plan walk(targets: squares) { … }`.
    pub(super) fn plan(&mut self) -> Parsed<StatementKind> {
        let start = self.bump().span;
        let name = self.new_name("the name of the plan")?;
        self.defines = Some(name.clone());
        let parameters = self.opt_parameters()?;
        self.symbol_of("{", "a plan is written `plan name { … }`")?;
        Ok(StatementKind::Plan(Plan {
            name,
            parameters,
            doc: self.opt_doc()?,
            fields: self.fields(start, "the plan", &PLAN_WORDS, Self::plan_field)?,
        }))
    }

    fn plan_field(&mut self) -> Parsed<PlanFieldKind> {
        let word = self.first_word(&PLAN_WORDS, |word| match word {
            "them" => {
                let help = "a plan speaks of its owner's moves; the others may play anything";
                Some((help, None))
            }
            "within" | "depth" => Some((
                "a plan has no depth; searches are bounded by positions",
                None,
            )),
            "moves" => Some(("the owner's moves are written `us …`", Some("us"))),
            "because" | "reason" => {
                Some(("how a plan is said is written `means \"…\"`", Some("means")))
            }
            _ => None,
        })?;
        match word {
            "better" => Ok(PlanFieldKind::Better(self.expr()?)),
            "holding" => Ok(PlanFieldKind::Holding(self.expr()?)),
            "us" => Ok(PlanFieldKind::Us(self.constraint()?)),
            _ => Ok(PlanFieldKind::Means(
                self.template("a text, in quotation marks")?,
            )),
        }
    }

    /// `lemma goaltest { … }`, `method expand { … }`, `referee search { … }`.
    pub(super) fn method(&mut self, keyword: MethodKeyword) -> Parsed<StatementKind> {
        let start = self.bump().span;
        let name = self.new_name("the name to define")?;
        self.defines = Some(name.clone());
        let word = keyword.word();
        self.symbol_of("{", &format!("a {word} is written `{word} name {{ … }}`"))?;
        Ok(StatementKind::Method(Method {
            keyword,
            name,
            doc: self.opt_doc()?,
            fields: self.fields(
                start,
                &format!("the {word}"),
                &METHOD_WORDS,
                Self::method_field,
            )?,
        }))
    }

    fn method_field(&mut self) -> Parsed<MethodFieldKind> {
        let word = self.first_word(&METHOD_WORDS, |word| match word {
            "if" => {
                let help = "what must be true of the context is written `when …`";
                Some((help, Some("when")))
            }
            "precondition" | "pattern" | "for" => Some((
                "what must be in the pool is written `given …`",
                Some("given"),
            )),
            "facts" | "then" | "conclude" => {
                Some(("what is true is written `fact …`", Some("fact")))
            }
            "new" | "generate" => Some((
                "what goes into the pool is written `propose …`",
                Some("propose"),
            )),
            "note" | "because" => {
                let help = "a reason stands after its fact: `fact … because \"…\"`";
                Some((help, None))
            }
            _ => None,
        })?;
        match word {
            "given" => {
                let mut patterns = vec![self.pattern()?];
                while self.take_symbol(",") {
                    patterns.push(self.pattern()?);
                }
                Ok(MethodFieldKind::Given(patterns))
            }
            "when" => Ok(MethodFieldKind::When(self.expr()?)),
            "cost" => Ok(MethodFieldKind::Cost(self.cost()?)),
            "within" => {
                let bound = self.bound()?;
                self.word_of("positions", "write `within 500 positions`")?;
                let again = if self.take_symbol(",") {
                    let form = "write `within 500 positions, then 20000 at cost 45`";
                    self.word_of("then", form)?;
                    let bound = self.bound()?;
                    self.word_of("at", form)?;
                    self.word_of("cost", form)?;
                    Some((bound, self.cost()?))
                } else {
                    None
                };
                Ok(MethodFieldKind::Within(bound, again))
            }
            "propose" => Ok(MethodFieldKind::Propose(self.proposal()?)),
            "solve" => Ok(MethodFieldKind::Solve(self.formula()?)),
            _ => Ok(MethodFieldKind::Fact(self.fact()?)),
        }
    }

    fn bound(&mut self) -> Parsed<WrittenBound> {
        let span = self.peek().span;
        let number = self.number("a number of positions")?;
        Ok(WrittenBound { number, span })
    }

    fn pattern(&mut self) -> Parsed<WrittenPattern> {
        let name = self.name("the name of a hypothesis")?;
        let (args, _) = self.opt_args()?;
        let standing = if self.take_word("is") {
            let words = ["true", "false", "open"];
            let standings = [Standing::True, Standing::False, Standing::Open];
            let found = words.iter().position(|word| self.at_word(word));
            let Some(idx) = found else {
                return Err(self.expected_one_of(&words, None));
            };
            self.bump();
            Some(standings[idx])
        } else {
            None
        };
        Ok(WrittenPattern {
            name,
            args: args.unwrap_or_default(),
            standing,
        })
    }

    fn cost(&mut self) -> Parsed<Cost> {
        let token = self.peek();
        if token.kind == TokenKind::Number {
            let number = self.number("a cost")?;
            return Ok(Cost::Number(number, token.span));
        }
        Ok(Cost::Word(self.name("`easy`, `difficult` or a number")?))
    }

    fn proposal(&mut self) -> Parsed<WrittenProposal> {
        let name = self.name("the name of a hypothesis")?;
        let (args, _) = self.opt_args()?;
        // `for` at the start of a line cannot be meant: no line begins with it.
        let each = if self.take_word("for") {
            let variable = self.new_name("a name for each item")?;
            self.word_of("in", "write `propose goal(y) for y in successors(x)`")?;
            Some((variable, self.expr()?))
        } else {
            None
        };
        Ok(WrittenProposal {
            name,
            args: args.unwrap_or_default(),
            each,
            when: self.opt_when()?,
        })
    }

    fn fact(&mut self) -> Parsed<Fact> {
        let formula = self.formula()?;
        let when = self.opt_when()?;
        let because = if self.take_word("because") {
            Some(self.template("a text, in quotation marks")?)
        } else {
            None
        };
        Ok(Fact {
            formula,
            when,
            because,
        })
    }

    /// A formula: an expression, or two with an arrow between them.
    pub(super) fn formula(&mut self) -> Parsed<Formula> {
        let left = self.expr()?;
        let arrow = if self.take_symbol("=>") {
            Arrow::Implies
        } else if self.take_symbol("<=>") {
            Arrow::Iff
        } else {
            return Ok(Formula { left, right: None });
        };
        let right = Some((arrow, self.expr()?));
        if self.at_symbol("=>") || self.at_symbol("<=>") {
            let span = self.peek().span;
            let message = "a formula has one arrow";
            let help = "make two facts of it, or write `not a or b` for `a => b`";
            self.diagnostics
                .push(Diagnostic::error("second-arrow", span, message).help(help));
            return Err(Reported);
        }
        Ok(Formula { left, right })
    }

    /// `when` at the start of a line is the guard of the whole method.
    fn opt_when(&mut self) -> Parsed<Option<crate::syntax::Expr>> {
        if self.at_word("when") && !self.peek().starts_line {
            self.bump();
            return self.expr().map(Some);
        }
        Ok(None)
    }
}
