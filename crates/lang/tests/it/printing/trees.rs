//! Random syntax trees: every variant, with names chosen to be mistaken for words of the language.

use nasvet_lang::Span;
use nasvet_lang::syntax::*;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

/// Names that no reserved word is among, but most words that are special in one place only.
const NAMES: [&str; 25] = [
    "room",
    "rook",
    "king",
    "e4",
    "s",
    "_x1",
    "poteza_črna",
    "close",
    "sum",
    "the",
    "count",
    "some",
    "are",
    "largest",
    "loses",
    "union",
    "without",
    "where",
    "move",
    "of",
    "to",
    "fires",
    "wins",
    "library",
    "against",
];

const PROPERTIES: [&str; 6] = ["king", "pawns", "in", "moves", "if", "sum"];

fn named(text: &str) -> Name {
    Name {
        text: text.to_owned(),
        span: Span::default(),
    }
}

fn name() -> impl Strategy<Value = Name> + Clone {
    select(&NAMES[..]).prop_map(named)
}

fn of_kind(kind: ExprKind) -> Expr {
    Expr {
        span: Span::default(),
        kind,
    }
}

fn plain() -> impl Strategy<Value = String> + Clone {
    vec(
        select(
            &[
                'a', 'b', ' ', ' ', '"', '\\', '{', '}', '#', 'š', '`', '\t', '.',
            ][..],
        ),
        0..12,
    )
    .prop_map(|chars| chars.into_iter().collect())
}

fn text() -> impl Strategy<Value = Text> + Clone {
    plain().prop_map(|value| Text {
        value,
        span: Span::default(),
    })
}

fn template() -> impl Strategy<Value = Template> + Clone {
    let part = prop_oneof![
        plain().prop_map(TemplatePart::Plain),
        expr_of_height(2).prop_map(TemplatePart::Value),
    ];
    vec(part, 0..4).prop_map(|mut parts| {
        parts.retain(|part| *part != TemplatePart::Plain(String::new()));
        parts.dedup_by(|a, b| matches!((a, b), (TemplatePart::Plain(_), TemplatePart::Plain(_))));
        Template {
            parts,
            span: Span::default(),
        }
    })
}

pub(crate) fn expr() -> impl Strategy<Value = Expr> + Clone {
    expr_of_height(5)
}

fn expr_of_height(height: u32) -> BoxedStrategy<Expr> {
    let leaf = prop_oneof![
        3 => name().prop_map(|name| of_kind(ExprKind::Name(name))),
        1 => (0i64..20).prop_map(|number| of_kind(ExprKind::Number(number))),
        1 => select(vec![
            ExprKind::Truth(true),
            ExprKind::Truth(false),
            ExprKind::Our,
            ExprKind::Their,
            ExprKind::Number(i64::MAX),
        ])
        .prop_map(of_kind),
        1 => (piece(), option::weighted(0.3, name()))
            .prop_map(|(piece, against)| of_kind(ExprKind::Can(piece, against))),
    ];
    leaf.prop_recursive(height, 40, 3, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        let membership = || select(&[Membership::In, Membership::NotIn][..]);
        let property = select(&PROPERTIES[..]).prop_map(named);
        let moves_of_plan = vec(inner.clone(), 0..3)
            .prop_map(|args| Box::new(of_kind(ExprKind::Call(named("moves"), args))));
        prop_oneof![
            (name(), vec(inner.clone(), 0..4)).prop_map(|(name, args)| ExprKind::Call(name, args)),
            (boxed.clone(), property, vec(inner.clone(), 0..3))
                .prop_map(|(of, name, args)| ExprKind::Property(of, name, args)),
            (
                select(&[Time::Before, Time::Root, Time::After][..]),
                boxed.clone()
            )
                .prop_map(|(time, of)| ExprKind::At(time, of)),
            boxed.clone().prop_map(ExprKind::ForThem),
            boxed.clone().prop_map(ExprKind::AnySide),
            (
                select(&[Extreme::Least, Extreme::Greatest][..]),
                boxed.clone()
            )
                .prop_map(|(extreme, of)| ExprKind::OverMoves(extreme, of)),
            boxed.clone().prop_map(ExprKind::Not),
            vec(inner.clone(), 2..5).prop_map(ExprKind::And),
            vec(inner.clone(), 2..5).prop_map(ExprKind::Or),
            (comparison(), boxed.clone(), boxed.clone())
                .prop_map(|(comparison, left, right)| ExprKind::Compare(comparison, left, right)),
            (boxed.clone(), membership(), boxed.clone())
                .prop_map(|(item, membership, set)| ExprKind::In(item, membership, set)),
            (boxed.clone(), membership(), boxed.clone(), boxed.clone()).prop_map(
                |(item, membership, low, high)| ExprKind::InRange(item, membership, low, high)
            ),
            (operation(), boxed.clone(), boxed.clone())
                .prop_map(|(operation, left, right)| ExprKind::Arithmetic(operation, left, right)),
            boxed.clone().prop_map(ExprKind::Negate),
            (
                select(
                    &[
                        Combination::Union,
                        Combination::Intersect,
                        Combination::Without
                    ][..]
                ),
                boxed.clone(),
                boxed.clone()
            )
                .prop_map(|(combination, left, right)| ExprKind::Combine(
                    combination,
                    left,
                    right
                )),
            vec(inner.clone(), 0..4).prop_map(ExprKind::Set),
            (
                vec((inner.clone(), inner.clone()), 1..4),
                option::of(boxed.clone())
            )
                .prop_map(|(cases, otherwise)| ExprKind::If(cases, otherwise)),
            (
                select(&Quantifier::ALL[..]),
                name(),
                prop_oneof![4 => boxed.clone(), 1 => moves_of_plan],
                boxed
            )
                .prop_map(|(quantifier, name, set, body)| ExprKind::Quantified(
                    quantifier, name, set, body
                )),
        ]
        .prop_map(of_kind)
    })
    .boxed()
}

fn comparison() -> impl Strategy<Value = Comparison> + Clone {
    select(vec![
        Comparison::Equal,
        Comparison::Unequal,
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
    ])
}

fn operation() -> impl Strategy<Value = Operation> + Clone {
    select(vec![
        Operation::Add,
        Operation::Subtract,
        Operation::Multiply,
        Operation::Divide,
        Operation::Modulo,
    ])
}

pub(crate) fn constraint() -> BoxedStrategy<Constraint> {
    let whole = |kind| Constraint {
        span: Span::default(),
        kind,
    };
    let part = || expr_of_height(3);
    let leaf = prop_oneof![
        Just(ConstraintKind::Any),
        Just(ConstraintKind::None),
        name().prop_map(ConstraintKind::Man),
        part().prop_map(ConstraintKind::Of),
        (name(), vec(part(), 0..3)).prop_map(|(name, args)| ConstraintKind::Named(name, args)),
        (name(), part(), option::of(part()))
            .prop_map(|(name, targets, length)| ConstraintKind::Walk(name, targets, length)),
    ];
    leaf.prop_map(whole)
        .prop_recursive(4, 12, 3, move |inner| {
            let boxed = inner.clone().prop_map(Box::new);
            let order = select(&[Order::SmallestFirst, Order::LargestFirst][..]);
            prop_oneof![
                vec(inner, 2..4).prop_map(ConstraintKind::Then),
                (boxed.clone(), any::<bool>(), part())
                    .prop_map(|(moves, are, value)| ConstraintKind::That(moves, are, value)),
                (boxed.clone(), part())
                    .prop_map(|(moves, value)| ConstraintKind::When(moves, value)),
                (boxed.clone(), order, part())
                    .prop_map(|(moves, order, value)| ConstraintKind::By(moves, order, value)),
                (boxed.clone(), part())
                    .prop_map(|(moves, count)| ConstraintKind::First(moves, count)),
                (boxed, vec(name(), 1..4))
                    .prop_map(|(moves, directions)| ConstraintKind::Going(moves, directions)),
            ]
            .prop_map(whole)
        })
        .boxed()
}

fn depth() -> impl Strategy<Value = WrittenDepth> + Clone {
    (0i64..4, select(&[Unit::Plies, Unit::Moves][..])).prop_map(|(count, unit)| WrittenDepth {
        count: of_kind(ExprKind::Number(count)),
        unit,
        shortest_first: false,
        span: Span::default(),
    })
}

fn parameters() -> impl Strategy<Value = Vec<WrittenParameter>> + Clone {
    let ty = prop_oneof![4 => name(), 1 => Just(named("plan"))];
    vec(
        (name(), option::of(ty)).prop_map(|(name, ty)| WrittenParameter { name, ty }),
        0..3,
    )
}

fn definition() -> impl Strategy<Value = Definition> {
    (
        any::<bool>(),
        name(),
        parameters(),
        expr(),
        option::weighted(0.2, (template(), option::of(template()))),
    )
        .prop_map(|(is_let, name, parameters, body, meanings)| {
            let (keyword, parameters) = if is_let {
                (DefinitionKeyword::Let, Vec::new())
            } else {
                (DefinitionKeyword::Def, parameters)
            };
            Definition {
                keyword,
                name,
                parameters,
                body,
                means: meanings.as_ref().map(|(means, _)| means.clone()),
                means_not: meanings.and_then(|(_, means_not)| means_not),
            }
        })
}

fn advice() -> impl Strategy<Value = Advice> {
    let field = prop_oneof![
        expr().prop_map(FieldKind::Better),
        expr().prop_map(FieldKind::Holding),
        constraint().prop_map(FieldKind::Us),
        constraint().prop_map(FieldKind::Them),
        depth().prop_map(FieldKind::Within),
        name().prop_map(FieldKind::Convention),
        template().prop_map(FieldKind::Because),
        remark().prop_map(FieldKind::Teach),
    ]
    .prop_map(|kind| Field {
        span: Span::default(),
        kind,
    });
    (
        name(),
        parameters(),
        option::of(text()),
        vec(field, 0..6),
        depth_by_parameter(),
    )
        .prop_map(|(name, parameters, doc, mut fields, depth)| {
            // Only a piece with parameters has a depth that is made of them.
            if !parameters.is_empty() {
                fields.push(Field {
                    span: Span::default(),
                    kind: FieldKind::Within(depth),
                });
            }
            Advice {
                name,
                parameters,
                doc,
                fields,
            }
        })
}

/// `n`, `squeeze(2)`
fn piece() -> impl Strategy<Value = WrittenPiece> + Clone {
    let number = (0i64..20).prop_map(|number| of_kind(ExprKind::Number(number)));
    let parameter = name().prop_map(|name| of_kind(ExprKind::Name(name)));
    let args = vec(prop_oneof![number, parameter], 0..3);
    (name(), args).prop_map(|(name, args)| WrittenPiece {
        name,
        args,
        span: Span::default(),
    })
}

/// `n moves`, `n - 1 plies`
fn depth_by_parameter() -> impl Strategy<Value = WrittenDepth> + Clone {
    let name = select(&["n", "room", "move", "e4"][..]).prop_map(named);
    let count = (name, option::of((operation(), 0i64..4))).prop_map(|(name, rest)| {
        let name = of_kind(ExprKind::Name(name));
        match rest {
            None => name,
            Some((operation, number)) => {
                let number = of_kind(ExprKind::Number(number));
                let (name, number) = (Box::new(name), Box::new(number));
                of_kind(ExprKind::Arithmetic(operation, name, number))
            }
        }
    });
    let unit = select(&[Unit::Plies, Unit::Moves][..]);
    (count, unit, any::<bool>()).prop_map(|(count, unit, shortest_first)| WrittenDepth {
        count,
        unit,
        shortest_first,
        span: Span::default(),
    })
}

fn remark() -> impl Strategy<Value = WrittenRemark> {
    (template(), option::of(expr())).prop_map(|(text, when)| WrittenRemark { text, when })
}

fn table() -> impl Strategy<Value = Table> {
    let entry = (piece(), option::weighted(0.3, expr()))
        .prop_map(|(piece, guard)| WrittenEntry { piece, guard });
    let rule = (
        option::of(expr()),
        vec(entry, 1..6),
        option::weighted(0.2, template()),
    )
        .prop_map(|(condition, entries, because)| Rule {
            span: Span::default(),
            condition,
            entries,
            because,
        });
    let header = vec(
        select(&["us", "them", "K", "R", "if"][..]).prop_map(named),
        0..4,
    );
    (header, vec(rule, 0..4)).prop_map(|(header, rules)| Table { header, rules })
}

fn example() -> impl Strategy<Value = Example> {
    let expectation = prop_oneof![
        piece().prop_map(WrittenExpectation::Fires),
        piece().prop_map(WrittenExpectation::Fails),
        text().prop_map(WrittenExpectation::Plays),
    ];
    (text(), vec(expectation, 0..3), option::of(expr())).prop_map(
        |(position, mut expects, shown)| {
            if let Some(shown) = shown.or(expects.is_empty().then_some(of_kind(ExprKind::Our))) {
                expects.push(WrittenExpectation::Shows(shown));
            }
            Example { position, expects }
        },
    )
}

fn claim() -> impl Strategy<Value = Claim> {
    let promise = prop_oneof![
        Just(WrittenPromise::Wins),
        Just(WrittenPromise::KeepsWins),
        Just(WrittenPromise::KeepsDraws),
        name().prop_map(WrittenPromise::NeverLoses),
        expr().prop_map(WrittenPromise::Never),
        (0..i64::MAX).prop_map(WrittenPromise::WinsAtLeast),
        (0..i64::MAX).prop_map(WrittenPromise::GivesAwayAtMost),
    ];
    let mode = prop_oneof![Just(ClaimedMode::Strong), Just(ClaimedMode::Weak)];
    (
        promise,
        vec(select(&["us", "them", "K", "Q"][..]).prop_map(named), 0..3),
        option::of(depth()),
        option::of(mode),
        option::of(expr()),
    )
        .prop_map(|(promise, ending, within, mode, condition)| Claim {
            promise,
            ending,
            within,
            mode,
            condition,
        })
}

fn hypothesis() -> impl Strategy<Value = Hypothesis> {
    let keyword = select(&[HypothesisKeyword::Hypothesis, HypothesisKeyword::Object][..]);
    let means = option::of((template(), option::of(template())));
    (keyword, name(), parameters(), option::of(template()), means).prop_map(
        |(keyword, name, parameters, asks, means)| {
            let (means, means_not) = means.unzip();
            Hypothesis {
                keyword,
                name,
                parameters,
                asks,
                means,
                means_not: means_not.flatten(),
            }
        },
    )
}

fn plan() -> impl Strategy<Value = Plan> {
    let field = prop_oneof![
        expr().prop_map(PlanFieldKind::Better),
        expr().prop_map(PlanFieldKind::Holding),
        constraint().prop_map(PlanFieldKind::Us),
        template().prop_map(PlanFieldKind::Means),
    ]
    .prop_map(|kind| Field {
        span: Span::default(),
        kind,
    });
    (name(), parameters(), option::of(text()), vec(field, 0..5)).prop_map(
        |(name, parameters, doc, fields)| Plan {
            name,
            parameters,
            doc,
            fields,
        },
    )
}

fn method() -> impl Strategy<Value = Method> {
    let keyword = select(
        &[
            MethodKeyword::Lemma,
            MethodKeyword::Method,
            MethodKeyword::Referee,
        ][..],
    );
    let fields = vec(
        method_field().prop_map(|kind| Field {
            span: Span::default(),
            kind,
        }),
        0..5,
    );
    (keyword, name(), option::of(text()), fields).prop_map(|(keyword, name, doc, fields)| Method {
        keyword,
        name,
        doc,
        fields,
    })
}

fn bound() -> impl Strategy<Value = WrittenBound> {
    (0..1_000_000i64).prop_map(|number| WrittenBound {
        number,
        span: Span::default(),
    })
}

fn method_field() -> impl Strategy<Value = MethodFieldKind> {
    let standing = select(&[Standing::True, Standing::False, Standing::Open][..]);
    let pattern =
        (name(), vec(expr(), 0..3), option::of(standing)).prop_map(|(name, args, standing)| {
            WrittenPattern {
                name,
                args,
                standing,
            }
        });
    let cost = prop_oneof![
        name().prop_map(Cost::Word),
        (0..1_000_000i64).prop_map(|number| Cost::Number(number, Span::default())),
    ];
    let each = option::of((name(), expr()));
    let proposal = (name(), vec(expr(), 0..3), each, option::of(expr())).prop_map(
        |(name, args, each, when)| WrittenProposal {
            name,
            args,
            each,
            when,
        },
    );
    let right = option::of((select(&[Arrow::Implies, Arrow::Iff][..]), expr()));
    let formula = (expr(), right).prop_map(|(left, right)| Formula { left, right });
    let fact = (formula.clone(), option::of(expr()), option::of(template())).prop_map(
        |(formula, when, because)| Fact {
            formula,
            when,
            because,
        },
    );
    prop_oneof![
        vec(pattern, 1..3).prop_map(MethodFieldKind::Given),
        expr().prop_map(MethodFieldKind::When),
        cost.clone().prop_map(MethodFieldKind::Cost),
        (bound(), option::of((bound(), cost)))
            .prop_map(|(bound, again)| MethodFieldKind::Within(bound, again)),
        proposal.prop_map(MethodFieldKind::Propose),
        formula.prop_map(MethodFieldKind::Solve),
        fact.prop_map(MethodFieldKind::Fact),
    ]
}

/// Statements that may stand anywhere.
pub(crate) fn statements() -> impl Strategy<Value = Vec<Statement>> {
    let moves =
        (name(), parameters(), constraint()).prop_map(|(name, parameters, body)| WrittenMoves {
            name,
            parameters,
            body,
        });
    let kind = prop_oneof![
        1 => name().prop_map(StatementKind::Import),
        1 => name().prop_map(StatementKind::Convention),
        4 => definition().prop_map(StatementKind::Definition),
        2 => moves.prop_map(StatementKind::Moves),
        2 => advice().prop_map(StatementKind::Advice),
        2 => table().prop_map(StatementKind::Table),
        1 => hypothesis().prop_map(StatementKind::Hypothesis),
        1 => plan().prop_map(StatementKind::Plan),
        2 => method().prop_map(StatementKind::Method),
        1 => example().prop_map(StatementKind::Example),
        1 => claim().prop_map(StatementKind::Claim),
        1 => expr().prop_map(StatementKind::Positions),
        1 => (select(&RemarkKind::ALL[..]), remark())
            .prop_map(|(kind, remark)| StatementKind::Remark(kind, remark)),
    ];
    vec(
        kind.prop_map(|kind| Statement {
            span: Span::default(),
            kind,
        }),
        0..7,
    )
}

/// Whole programs, most with a title and header lines.
pub(crate) fn program() -> impl Strategy<Value = Program> {
    let title = (
        select(&["endgame", "library", "us"][..]).prop_map(named),
        name(),
        text(),
    )
        .prop_map(|(opening, game, title)| {
            let game = (opening.text == "library").then_some(game);
            StatementKind::Title {
                opening,
                game,
                title,
            }
        });
    let words = (
        select(&["us", "them", "piles"][..]),
        vec(select(&["K", "R", "if", "q8"][..]), 1..3),
    );
    let header = words.prop_map(|(first, rest)| {
        StatementKind::Header(std::iter::once(first).chain(rest).map(named).collect())
    });
    (
        option::weighted(0.8, (title, vec(header, 0..3))),
        statements(),
    )
        .prop_map(|(opening, statements)| {
            let opening = opening
                .into_iter()
                .flat_map(|(title, headers)| std::iter::once(title).chain(headers));
            let opening = opening.map(|kind| Statement {
                span: Span::default(),
                kind,
            });
            Program {
                statements: opening.chain(statements).collect(),
                ..Program::default()
            }
        })
}
