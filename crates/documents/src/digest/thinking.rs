//! The reasoner's part of a chapter, written out: hypotheses, lemmas and methods.
//!
//! What the pool may hold is named by its place among the hypotheses, and the methods stand in their order, because
//! both decide what the reasoner does first.

use lang::checked::{
    Fact, Formula, Hypothesis, Local, Method, Pattern, PatternArg, PlanPattern, Proposal,
};

use crate::digest::canon::{Canon, Named};

impl Canon<'_> {
    pub(super) fn thinking(&mut self) {
        let program = self.program;
        for hypothesis in &program.hypotheses {
            self.hypothesis(hypothesis);
        }
        for method in &program.methods {
            self.method(method);
        }
    }

    fn hypothesis(&mut self, hypothesis: &Hypothesis) {
        self.part("hypothesis", |canon| {
            canon.word(format_args!("{:?}", hypothesis.keyword));
            canon.parameters(&hypothesis.parameters);
        });
    }

    fn method(&mut self, method: &Method) {
        self.part("method", |canon| {
            canon.word(format_args!(
                "{:?} {} {}",
                method.keyword, method.cost, method.n_bound
            ));
            if let Some(bound) = method.max_search_nodes {
                canon.word(format_args!("within {bound}"));
            }
            for pattern in &method.given {
                canon.pattern(pattern);
            }
            canon.opt_expr(method.guard.as_ref());
            for proposal in &method.proposals {
                canon.proposal(proposal);
            }
            for problem in &method.problems {
                canon.part("problem", |canon| canon.formula(problem));
            }
            for fact in &method.facts {
                canon.fact(fact);
            }
        });
    }

    fn pattern(&mut self, pattern: &Pattern) {
        self.part("given", |canon| {
            canon.word(format_args!(
                "{} {:?}",
                pattern.hypothesis.0, pattern.standing
            ));
            for arg in &pattern.args {
                canon.pattern_arg(arg);
            }
        });
    }

    fn pattern_arg(&mut self, arg: &PatternArg) {
        match arg {
            PatternArg::Bind(Local(idx)) => self.word(format_args!("bind {idx}")),
            PatternArg::Equal(expr) => self.part("equal", |canon| canon.expr(expr)),
            PatternArg::Plan(plan) => match &**plan {
                PlanPattern::Simple { plan, owner, args } => self.part("simple", |canon| {
                    canon.name(Named::Plan(*plan));
                    canon.pattern_arg(owner);
                    for arg in args {
                        canon.pattern_arg(arg);
                    }
                }),
                PlanPattern::Joined(joining, a, b) => self.part("joined", |canon| {
                    canon.word(format_args!("{joining:?}"));
                    canon.pattern_arg(a);
                    canon.pattern_arg(b);
                }),
            },
        }
    }

    fn proposal(&mut self, proposal: &Proposal) {
        self.part("proposes", |canon| {
            canon.word(proposal.hypothesis.0);
            canon.exprs(&proposal.args);
            if let Some((Local(idx), set)) = &proposal.each {
                canon.part("each", |canon| {
                    canon.word(idx);
                    canon.expr(set);
                });
            }
            canon.opt_expr(proposal.when.as_ref());
        });
    }

    fn fact(&mut self, fact: &Fact) {
        self.part("fact", |canon| {
            canon.formula(&fact.formula);
            canon.opt_expr(fact.when.as_ref());
        });
    }

    fn formula(&mut self, formula: &Formula) {
        match formula {
            Formula::Condition(expr) => self.part("condition", |canon| canon.expr(expr)),
            Formula::Can(piece) => self.part("can", |canon| canon.name(Named::Piece(*piece))),
            Formula::CanPlan(plan, against) => self.part("can-plan", |canon| {
                canon.expr(plan);
                canon.opt_expr(against.as_ref());
            }),
            Formula::SomeMove(plan, body) => self.part("some-move", |canon| {
                canon.expr(plan);
                canon.formula(body);
            }),
            Formula::EveryReply(plan, body) => self.part("every-reply", |canon| {
                canon.expr(plan);
                canon.formula(body);
            }),
            Formula::Hypothesis(id, args) => self.part("hypothesis", |canon| {
                canon.word(id.0);
                canon.exprs(args);
            }),
            Formula::Not(part) => self.part("not", |canon| canon.formula(part)),
            Formula::And(parts) => self.part("and", |canon| canon.formulas(parts)),
            Formula::Or(parts) => self.part("or", |canon| canon.formulas(parts)),
            Formula::If(cases, otherwise) => self.part("if", |canon| {
                for (condition, then) in cases {
                    canon.expr(condition);
                    canon.formula(then);
                }
                match otherwise {
                    Some(otherwise) => canon.formula(otherwise),
                    None => canon.word("-"),
                }
            }),
            Formula::Every(Local(idx), set, body) => self.part("every", |canon| {
                canon.word(idx);
                canon.expr(set);
                canon.formula(body);
            }),
            Formula::Some(Local(idx), set, body) => self.part("some", |canon| {
                canon.word(idx);
                canon.expr(set);
                canon.formula(body);
            }),
            Formula::Arrow(arrow, a, b) => self.part("arrow", |canon| {
                canon.word(format_args!("{arrow:?}"));
                canon.formula(a);
                canon.formula(b);
            }),
        }
    }

    fn formulas(&mut self, formulas: &[Formula]) {
        for formula in formulas {
            self.formula(formula);
        }
    }
}
