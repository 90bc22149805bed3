//! Pieces of advice, and the table that says which to try.

use super::{Parsed, Parser};
use crate::fix::Fix;
use crate::lexer::TokenKind;
use crate::syntax::{
    Advice, FieldKind, Lasting, Name, RemarkKind, Rule, StatementKind, Table, WrittenEntry,
    WrittenPiece, WrittenRemark,
};

/// Words that begin a line of a piece of advice.
pub(crate) const FIELD_WORDS: [&str; 10] = [
    "better",
    "holding",
    "us",
    "them",
    "within",
    "lasting",
    "make",
    "convention",
    "because",
    "teach",
];

impl Parser<'_> {
    /// `advice squeeze { … }`.
    pub(super) fn advice(&mut self) -> Parsed<StatementKind> {
        let start = self.bump().span;
        let name = self.new_name("the name of the piece of advice")?;
        self.defines = Some(name.clone());
        let parameters = self.opt_parameters()?;
        self.symbol_of("{", "a piece of advice is written `advice name { … }`")?;
        let doc = self.opt_doc()?;
        self.has_parameters = !parameters.is_empty();
        let fields = self.fields(start, "the piece of advice", &FIELD_WORDS, Self::field);
        self.has_parameters = false;
        Ok(StatementKind::Advice(Advice {
            name,
            parameters,
            doc,
            fields: fields?,
        }))
    }

    /// `squeeze`, `win_in(2)`; and the height of the constants.
    pub(super) fn piece(&mut self, what: &str) -> Parsed<(WrittenPiece, usize)> {
        let name = self.name(what)?;
        let (args, height) = self.opt_args()?;
        let args = args.unwrap_or_default();
        let span = name.span.to(self.previous_span());
        Ok((WrittenPiece { name, args, span }, height))
    }

    fn field(&mut self) -> Parsed<FieldKind> {
        let word = self.first_word(&FIELD_WORDS, |word| match word {
            "goal" | "aim" | "target" | "reach" | "until" => {
                Some(("the goal is written `better …`", Some("better")))
            }
            "hold" | "keep" | "safe" | "while" => Some((
                "what must stay true is written `holding …`",
                Some("holding"),
            )),
            "depth" | "in" | "moves" => {
                Some(("the depth is written `within 3 moves`", Some("within")))
            }
            "for" | "forever" | "always" => Some((
                "what is kept without end is written `lasting for ever`",
                Some("lasting for"),
            )),
            "however" => Some((
                "without a bound the piece is written with `lasting however long`",
                Some("lasting however"),
            )),
            "smaller" | "lower" | "decrease" => Some((
                "a number that is to fall is written `make smaller …`",
                Some("make smaller"),
            )),
            "reason" | "why" | "text" => {
                Some(("the reason is written `because \"…\"`", Some("because")))
            }
            _ => None,
        })?;
        match word {
            "better" => Ok(FieldKind::Better(self.expr()?)),
            "holding" => Ok(FieldKind::Holding(self.expr()?)),
            "us" => Ok(FieldKind::Us(self.constraint()?)),
            "them" => Ok(FieldKind::Them(self.constraint()?)),
            "within" => {
                let mut depth = self.depth_bound()?;
                if self.take_symbol(",") {
                    let form = "write `within 4 moves, shortest first`";
                    self.word_of("shortest", form)?;
                    self.word_of("first", form)?;
                    depth.shortest_first = true;
                    depth.span = depth.span.to(self.previous_span());
                }
                Ok(FieldKind::Within(depth))
            }
            "lasting" => Ok(FieldKind::Lasting(self.lasting()?)),
            "make" => {
                self.word_of(
                    "smaller",
                    "a number that is to fall is written `make smaller …`",
                )?;
                Ok(FieldKind::Smaller(self.expr()?))
            }
            "convention" => Ok(FieldKind::Convention(
                self.name("the name of a convention")?,
            )),
            "teach" => Ok(FieldKind::Teach(self.remark()?)),
            _ => Ok(FieldKind::Because(
                self.template("a text, in quotation marks")?,
            )),
        }
    }

    /// `for ever`, `however long`.
    fn lasting(&mut self) -> Parsed<Lasting> {
        let form = "without a bound a piece is `lasting for ever`, or `lasting however long`";
        if self.take_word("for") {
            self.word_of("ever", form)?;
            return Ok(Lasting::ForEver);
        }
        if self.take_word("however") {
            self.word_of("long", form)?;
            return Ok(Lasting::HoweverLong);
        }
        Err(self.expected_word(&["for", "however"], Some(form), None))
    }

    /// `"the box opened" when room > before.room`.
    pub(super) fn remark(&mut self) -> Parsed<WrittenRemark> {
        let text = self.template("a text, in quotation marks")?;
        let when = match self.take_word("when") {
            true => Some(self.expr()?),
            false => None,
        };
        Ok(WrittenRemark { text, when })
    }

    /// `slip "…" when …`, `gain "…" when …`.
    pub(super) fn remark_statement(&mut self, kind: RemarkKind) -> Parsed<StatementKind> {
        self.bump();
        Ok(StatementKind::Remark(kind, self.remark()?))
    }

    /// `table { if … then … }`.
    pub(super) fn table(&mut self) -> Parsed<StatementKind> {
        let start = self.bump().span;
        let mut header = Vec::new();
        if self.take_word("for") {
            while self.peek().kind == TokenKind::Word {
                let token = self.bump();
                header.push(Name {
                    text: self.text_of(token).to_owned(),
                    span: token.span,
                });
            }
        }
        self.symbol_of("{", "a table is written `table { … }`")?;
        let rules = self.lines(start, "the table", &["if", "otherwise"], Self::rule)?;
        Ok(StatementKind::Table(Table { header, rules }))
    }

    fn rule(&mut self) -> Parsed<Rule> {
        let start = self.peek().span;
        let condition = if self.take_word("if") {
            let condition = self.expr()?;
            self.word_of("then", "a rule is written `if … then …, …`")?;
            Some(condition)
        } else if self.take_word("otherwise") {
            None
        } else if self.peek().starts_line {
            let is_else = self.at_word("else");
            let form = is_else.then_some("the last rule of a table is `otherwise …`");
            let fix = is_else.then(|| Fix::replace(self.peek().span, "otherwise"));
            return Err(self.expected_word(&["if", "otherwise"], form, fix));
        } else {
            let form = "between two pieces stands a comma";
            let fix = self.at_name().then(|| self.missing_comma(None)).flatten();
            return Err(self.expected_fixed("the end of the line", form, fix));
        };
        let mut entries = Vec::new();
        loop {
            let (piece, _) = self.piece("the name of a piece of advice")?;
            let guard = if self.take_word("when") {
                Some(self.expr()?)
            } else {
                None
            };
            entries.push(WrittenEntry { piece, guard });
            if !self.take_symbol(",") {
                break;
            }
        }
        let because = if self.take_word("because") {
            Some(self.template("a text, in quotation marks")?)
        } else {
            None
        };
        Ok(Rule {
            span: start.to(self.previous_span()),
            condition,
            entries,
            because,
        })
    }
}
