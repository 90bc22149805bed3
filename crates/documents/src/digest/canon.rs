//! Advice written out in one canonical way, to be digested.
//!
//! Words of the game are named; whatever the chapter itself defines has the number in which it was first met, so that
//! neither its name nor its place matters. Every part begins with its kind and stands in parentheses.

use std::collections::HashMap;

use domain::{Header, Man, Presence, Side, Type, Vocabulary, WordId};
use lang::LANGUAGE_VERSION;
use lang::checked::{
    Claim, Constraint, ConstraintId, ConstraintKind, DefinitionId, Depth, Endless, Expr, ExprKind,
    Local, PieceId, PlanId, Program, Promise, Table,
};

/// Writes parts of one program.
pub(super) struct Canon<'a> {
    pub(super) program: &'a Program,
    vocabulary: &'a Vocabulary,
    text: String,
    /// What has been met, in the order of meeting; the first `n_written` are written.
    met: Vec<Named>,
    numbers: HashMap<Named, usize>,
    n_written: usize,
}

/// Something that a chapter defines, and others name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Named {
    Definition(DefinitionId),
    Constraint(ConstraintId),
    Piece(PieceId),
    Plan(PlanId),
}

impl<'a> Canon<'a> {
    pub(super) fn new(vocabulary: &'a Vocabulary, program: &'a Program) -> Canon<'a> {
        let mut canon = Canon {
            program,
            vocabulary,
            text: format!("nasvet {LANGUAGE_VERSION} {:?}", program.game),
            met: Vec::new(),
            numbers: HashMap::new(),
            n_written: 0,
        };
        canon.header(&program.header);
        canon
    }

    /// Writes whatever was named and is not written yet, and gives all of it.
    pub(super) fn finish(mut self) -> String {
        while let Some(named) = self.met.get(self.n_written).copied() {
            self.n_written += 1;
            match named {
                Named::Definition(id) => {
                    let definition = self.program.definition(id);
                    self.part("def", |canon| {
                        canon.parameters(&definition.parameters);
                        canon.expr(&definition.body);
                    });
                }
                Named::Constraint(id) => {
                    let constraint = self.program.constraint(id);
                    self.part("moves", |canon| {
                        canon.parameters(&constraint.parameters);
                        canon.constraint(&constraint.body);
                    });
                }
                Named::Piece(id) => self.piece_itself(id),
                Named::Plan(id) => {
                    let plan = self.program.plan(id);
                    self.part("plan", |canon| {
                        canon.parameters(&plan.parameters);
                        canon.name(Named::Definition(plan.better));
                        canon.name(Named::Definition(plan.holding));
                        canon.name(Named::Constraint(plan.us));
                    });
                }
            }
        }
        self.text
    }

    /// Everything that a chapter advises and claims.
    pub(super) fn chapter(&mut self) {
        let program = self.program;
        for table in &program.tables {
            self.table(table);
        }
        for idx in 0..program.pieces.len() as u32 {
            self.name(Named::Piece(PieceId(idx)));
        }
        if let Some(about) = &program.positions {
            self.part("positions", |canon| canon.expr(about));
        }
        self.thinking();
        for claim in &program.claims {
            self.claim(claim);
        }
    }

    /// A piece, as the first thing that is met.
    pub(super) fn piece(&mut self, piece: PieceId) {
        self.name(Named::Piece(piece));
    }

    fn piece_itself(&mut self, piece: PieceId) {
        let piece = self.program.piece(piece);
        self.part("advice", |canon| {
            canon.expr(&piece.better_goal);
            canon.expr(&piece.holding_goal);
            canon.constraint(&piece.us);
            canon.constraint(&piece.them);
            canon.depth(piece.depth);
            canon.word(piece.convention.root_must_hold);
            canon.word(piece.convention.no_reply_succeeds);
            // Written only where there is something to write, so that no other digest changes.
            match &piece.endless {
                None => {}
                Some(Endless::ForEver) => canon.word("for-ever"),
                Some(Endless::HoweverLong) => canon.word("however-long"),
                Some(Endless::MakeSmaller(number)) => {
                    canon.word("make-smaller");
                    canon.expr(number);
                }
            }
        });
    }

    fn table(&mut self, table: &Table) {
        self.part("table", |canon| {
            canon.header(&table.header);
            for rule in &table.rules {
                canon.part("rule", |canon| {
                    canon.opt_expr(rule.condition.as_ref());
                    for entry in &rule.entries {
                        canon.name(Named::Piece(entry.piece));
                        canon.opt_expr(entry.guard.as_ref());
                    }
                });
            }
        });
    }

    fn claim(&mut self, claim: &Claim) {
        self.part("claim", |canon| {
            match &claim.promise {
                Promise::Wins => canon.word("wins"),
                Promise::KeepsWins => canon.word("keeps-wins"),
                Promise::KeepsDraws => canon.word("keeps-draws"),
                Promise::NeverLoses(man) => {
                    canon.word("never-loses");
                    canon.man(*man);
                }
                Promise::Never(expr) => {
                    canon.word("never");
                    canon.expr(expr);
                }
                Promise::WinsAtLeast(count) => {
                    canon.word(format_args!("wins-at-least {count}"));
                }
                Promise::GivesAwayAtMost(count) => {
                    canon.word(format_args!("gives-away-at-most {count}"));
                }
            }
            if let Some(ending) = &claim.ending {
                canon.header(ending);
            }
            if let Some(mode) = claim.mode {
                canon.word(mode.word());
            }
            canon.depth(claim.within);
            canon.opt_expr(claim.condition.as_ref());
        });
    }

    fn header(&mut self, header: &Header) {
        self.part("header", |canon| {
            for side in Side::BOTH {
                let men = header.men.iter().flat_map(|men| &men[side]);
                for (man, presence) in canon.vocabulary.men.iter().zip(men) {
                    if presence.count > 0 || presence.may_appear {
                        let Presence { count, may_appear } = presence;
                        canon.word(format_args!("{side:?} {man:?} {count} {may_appear}"));
                    }
                }
            }
        });
    }

    fn depth(&mut self, depth: Option<Depth>) {
        match depth {
            Some(Depth {
                count,
                unit,
                shortest_first,
            }) => {
                self.word(format_args!("{count} {unit:?}"));
                if shortest_first {
                    self.word("shortest-first");
                }
            }
            None => self.word("unbounded"),
        }
    }

    pub(super) fn parameters(&mut self, parameters: &[(String, Type)]) {
        self.part("parameters", |canon| {
            for (_, ty) in parameters {
                let ty = canon.vocabulary.type_word(*ty);
                canon.word(ty);
            }
        });
    }

    pub(super) fn opt_expr(&mut self, expr: Option<&Expr>) {
        match expr {
            Some(expr) => self.expr(expr),
            None => self.word("-"),
        }
    }

    pub(super) fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) {
        for expr in exprs {
            self.expr(expr);
        }
    }

    pub(super) fn expr(&mut self, expr: &Expr) {
        let opening = match &expr.kind {
            ExprKind::Number(number) => format!("number {number}"),
            ExprKind::Truth(truth) => format!("truth {truth}"),
            ExprKind::Side(side) => format!("side {side:?}"),
            ExprKind::Constant(id) => {
                let constant = &self.vocabulary.constants[usize::from(id.0)];
                format!("constant {:?}", constant.name)
            }
            ExprKind::Item(item) => format!("item {}", item.0),
            ExprKind::Local(Local(idx)) => format!("local {idx}"),
            ExprKind::Word(id, _) => format!("word {}", self.game_word(*id)),
            ExprKind::MoveWord(id, _) => format!("move-word {}", self.game_word(*id)),
            ExprKind::Builtin(builtin, _) => format!("builtin {builtin:?}"),
            ExprKind::Call(id, _) => format!("call {}", self.number(Named::Definition(*id))),
            ExprKind::Can(id) => format!("can {}", self.number(Named::Piece(*id))),
            ExprKind::Plan(id, _) => format!("plan {}", self.number(Named::Plan(*id))),
            ExprKind::Join(joining, ..) => format!("join {joining:?}"),
            ExprKind::Not(_) => "not".into(),
            ExprKind::And(_) => "and".into(),
            ExprKind::Or(_) => "or".into(),
            ExprKind::Compare(comparison, ..) => format!("compare {comparison:?}"),
            ExprKind::In(_, membership, _) => format!("in {membership:?}"),
            ExprKind::InRange(_, membership, ..) => format!("in-range {membership:?}"),
            ExprKind::InList(_, membership, _) => format!("in-list {membership:?}"),
            ExprKind::Arithmetic(operation, ..) => format!("arithmetic {operation:?}"),
            ExprKind::Negate(_) => "negate".into(),
            ExprKind::Combine(combination, ..) => format!("combine {combination:?}"),
            ExprKind::Set(_) => format!("set {}", self.vocabulary.type_word(expr.ty)),
            ExprKind::If(cases, otherwise) => {
                format!("if {} {}", cases.len(), otherwise.is_some())
            }
            ExprKind::Quantified(quantifier, Local(idx), ..) => {
                format!("quantified {quantifier:?} {idx}")
            }
            ExprKind::ForThem(_) => "for-them".into(),
            ExprKind::At(time, _) => format!("at {time:?}"),
            ExprKind::AnySide(_) => "any-side".into(),
            ExprKind::OverMoves(extreme, _) => format!("over-moves {extreme:?}"),
        };
        self.part(&opening, |canon| canon.exprs(expr.parts()));
    }

    pub(super) fn constraint(&mut self, constraint: &Constraint) {
        match &constraint.kind {
            ConstraintKind::Any => self.word("any"),
            ConstraintKind::None => self.word("none"),
            ConstraintKind::Man(man) => self.part("man", |canon| canon.man(*man)),
            ConstraintKind::Of(places) => self.part("of", |canon| canon.expr(places)),
            ConstraintKind::Named(id, args) => self.part("named", |canon| {
                canon.name(Named::Constraint(*id));
                canon.exprs(args);
            }),
            ConstraintKind::Walk(man, targets, within) => self.part("walk", |canon| {
                canon.man(*man);
                canon.expr(targets);
                canon.opt_expr(within.as_ref());
            }),
            ConstraintKind::Then(parts) => self.part("then", |canon| {
                for part in parts {
                    canon.constraint(part);
                }
            }),
            ConstraintKind::That(inner, condition) => self.part("that", |canon| {
                canon.constraint(inner);
                canon.expr(condition);
            }),
            ConstraintKind::When(inner, condition) => self.part("when", |canon| {
                canon.constraint(inner);
                canon.expr(condition);
            }),
            ConstraintKind::By(inner, order, key) => self.part("by", |canon| {
                canon.constraint(inner);
                canon.word(format_args!("{order:?}"));
                canon.expr(key);
            }),
            ConstraintKind::Going(inner, directions) => self.part("going", |canon| {
                canon.constraint(inner);
                for direction in directions {
                    let direction = canon.game_word(*direction);
                    canon.word(direction);
                }
            }),
            ConstraintKind::First(inner, count) => self.part("first", |canon| {
                canon.constraint(inner);
                canon.expr(count);
            }),
            ConstraintKind::Joined(a, b) => self.part("joined", |canon| {
                canon.constraint(a);
                canon.constraint(b);
            }),
            ConstraintKind::ForThem(inner) => {
                self.part("for-them", |canon| canon.constraint(inner));
            }
        }
    }

    /// A part: its kind, then whatever is in it.
    pub(super) fn part(&mut self, kind: &str, inside: impl FnOnce(&mut Self)) {
        self.text += " (";
        self.text += kind;
        inside(self);
        self.text.push(')');
    }

    pub(super) fn word(&mut self, word: impl std::fmt::Display) {
        self.text += &format!(" {word}");
    }

    /// Names something that is written later.
    pub(super) fn name(&mut self, named: Named) {
        let number = self.number(named);
        self.word(number);
    }

    fn man(&mut self, man: Man) {
        let name = self.vocabulary.men[usize::from(man.0)];
        self.word(format_args!("{name:?}"));
    }

    /// A word of the game. Some words have one name and differ in whether they belong to a side.
    fn game_word(&self, id: WordId) -> String {
        let word = self.vocabulary.word(id);
        let of_side = if word.of_side { "side." } else { "" };
        format!("{of_side}{}", word.name)
    }

    /// In which order it was met.
    fn number(&mut self, named: Named) -> String {
        let number = *self.numbers.entry(named).or_insert_with(|| {
            self.met.push(named);
            self.met.len() - 1
        });
        format!("#{number}")
    }
}
