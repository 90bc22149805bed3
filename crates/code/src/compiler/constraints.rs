//! Constraints: where the moves come from, and what is done to the list.
//!
//! Filtering before or after a stable sort gives the same list, so filters are deferred until the move is about to be
//! tried where that is cheaper. A named constraint is written out, its parameters with it.

use std::rc::Rc;

use domain::{Fast, Native, Side, Type};

use super::assembler::{Assembler, Binding, Surroundings};
use super::same::men_alone;
use super::{Compiler, OrderIdentity};
use crate::compiled::{
    AfterFilter, Code, Constraint, ListStep, MAX_DIRECTIONS, MoveSource, Repeats, Selector,
    ShapeFn, ShapeOrder, SortKey, Within, WordCode,
};
use lang::Builtin;
use lang::checked::{self, ConstraintKind, Expr, ExprKind, Membership, Order, Reads, Time};

impl<'a, D: Fast> Compiler<'a, D> {
    /// A constraint as this side sees it.
    pub(super) fn constraint(
        &mut self,
        constraint: &'a checked::Constraint,
        viewer: Side,
    ) -> Constraint<D> {
        let mut selectors = self.selectors(constraint, &Surroundings::of(viewer));
        for selector in &mut selectors {
            self.ask_filters_late(selector);
            let is_of_next = |filter| matches!(filter, &AfterFilter::Not(_) | &AfterFilter::Is(..));
            selector.asks_of_next_alone =
                selector.late_filters.is_empty() && selector.after_filters.iter().all(is_of_next);
        }
        let is_any = match &selectors[..] {
            [only] => {
                matches!(only.source, MoveSource::Legal)
                    && only.steps.is_empty()
                    && only.late_filters.is_empty()
                    && only.after_filters.is_empty()
            }
            _ => false,
        };
        Constraint {
            repeats: repeats(&selectors),
            selectors,
            is_any,
        }
    }

    /// The parts of `then`, which are tried one after the other.
    fn selectors(
        &mut self,
        constraint: &'a checked::Constraint,
        s: &Surroundings<'a>,
    ) -> Vec<Selector<D>> {
        match &constraint.kind {
            ConstraintKind::Then(parts) => parts
                .iter()
                .flat_map(|part| self.selectors(part, s))
                .collect(),
            ConstraintKind::Named(id, args) => {
                let (body, inner) = self.named(*id, args, s);
                self.selectors(body, &inner)
            }
            ConstraintKind::Any
            | ConstraintKind::None
            | ConstraintKind::Man(_)
            | ConstraintKind::Of(_)
            | ConstraintKind::Walk(..)
            | ConstraintKind::That(..)
            | ConstraintKind::When(..)
            | ConstraintKind::By(..)
            | ConstraintKind::Going(..)
            | ConstraintKind::First(..)
            | ConstraintKind::Joined(..) => vec![self.selector(constraint, s)],
            ConstraintKind::ForThem(inner) => self.selectors(inner, &s.as_they_see()),
        }
    }

    fn named(
        &mut self,
        id: checked::ConstraintId,
        args: &'a [Expr],
        s: &Surroundings<'a>,
    ) -> (&'a checked::Constraint, Surroundings<'a>) {
        let program = self.program;
        let bindings = args.iter().map(|arg| {
            if let ExprKind::Local(local) = &arg.kind {
                s.local(*local).clone()
            } else {
                Binding::Expr(arg, s.clone())
            }
        });
        (
            &program.constraint(id).body,
            Surroundings {
                locals: Rc::new(bindings.collect()),
                ..s.clone()
            },
        )
    }

    fn selector(
        &mut self,
        constraint: &'a checked::Constraint,
        s: &Surroundings<'a>,
    ) -> Selector<D> {
        let source = match &constraint.kind {
            ConstraintKind::Any => MoveSource::Legal,
            ConstraintKind::None => MoveSource::None,
            ConstraintKind::Man(man) => MoveSource::Man(*man),
            ConstraintKind::Of(places) => MoveSource::Of(self.code_in(places, s)),
            ConstraintKind::Named(id, args) => {
                let (body, inner) = self.named(*id, args, s);
                return self.selector(body, &inner);
            }
            ConstraintKind::Walk(man, targets, within) => MoveSource::Walk {
                man: *man,
                targets: self.code_in(targets, s),
                within: within.as_ref().map(|length| self.code_in(length, s)),
            },
            ConstraintKind::Then(_) => MoveSource::Then(self.selectors(constraint, s)),
            ConstraintKind::First(inner, count) => {
                let count = Assembler::assemble_once(self, count, s);
                MoveSource::First(self.selectors(inner, s), count)
            }
            ConstraintKind::Joined(a, b) => {
                MoveSource::Joined(self.selectors(a, s), self.selectors(b, s))
            }
            ConstraintKind::ForThem(inner) => return self.selector(inner, &s.as_they_see()),
            ConstraintKind::That(inner, condition) => {
                let mut selector = self.selector(inner, s);
                for part in conjuncts(condition) {
                    if self.plays_the_move(part) {
                        let filter = self.after_filter(part, s);
                        selector.after_filters.push(filter);
                    } else {
                        let filter = self.filter(part, s);
                        selector.steps.push(filter);
                    }
                }
                return selector;
            }
            ConstraintKind::When(inner, condition) => {
                let mut selector = self.selector(inner, s);
                selector.steps.insert(
                    0,
                    ListStep::When(Assembler::assemble_once(self, condition, s)),
                );
                return selector;
            }
            ConstraintKind::By(inner, order, key) => {
                let mut selector = self.selector(inner, s);
                let largest_first = *order == Order::LargestFirst;
                let key = self.sort_key(key, s);
                selector.steps.push(ListStep::Sort { largest_first, key });
                return selector;
            }
            ConstraintKind::Going(inner, directions) => {
                let mut selector = self.selector(inner, s);
                let directions = directions
                    .iter()
                    .map(|word| (self.meaning(*word), s.viewer))
                    .collect();
                selector.steps.push(ListStep::Going { directions });
                return selector;
            }
        };
        Selector {
            source,
            steps: Vec::new(),
            is_of_man_by_shape: false,
            asks_of_next_alone: false,
            late_filters: Vec::new(),
            after_filters: Vec::new(),
        }
    }

    /// The sort key of a list. A key that reads only the position after the move is evaluated there, where men are
    /// quick to find.
    fn sort_key(&mut self, key: &'a Expr, s: &Surroundings<'a>) -> SortKey<D> {
        if let ExprKind::At(Time::After, part) = &key.kind
            && self.looks_at_now_alone(part)
        {
            return SortKey::OfNext(Assembler::assemble_once(self, part, s));
        }
        SortKey::OfMove(self.code_in(key, s))
    }

    /// Does the expression read nothing but one position, and no parameters?
    fn looks_at_now_alone(&self, expr: &Expr) -> bool {
        let mut elsewhere = matches!(
            expr.kind,
            ExprKind::Builtin(Builtin::Depth, _)
                | ExprKind::Local(_)
                | ExprKind::MoveWord(..)
                | ExprKind::Can(_)
                | ExprKind::At(..)
        );
        if let ExprKind::Call(id, _) = &expr.kind {
            let definition = self.program.definition(*id);
            elsewhere = definition.reads != Reads::default() || definition.asks;
        }
        let mut parts = expr.parts().into_iter();
        !elsewhere && parts.all(|part| self.looks_at_now_alone(part))
    }

    /// A filter that looks at the position after the move.
    fn after_filter(&mut self, condition: &'a Expr, s: &Surroundings<'a>) -> AfterFilter<D> {
        if let ExprKind::Not(part) = &condition.kind
            && let ExprKind::At(Time::After, part) = &part.kind
            && let ExprKind::Word(word, _) = &part.kind
            && let WordCode::Native(Native::WithoutMoves(word)) = self.meaning(*word)
        {
            return AfterFilter::Not(word);
        }
        if let ExprKind::MoveWord(word, _) = &condition.kind
            && let WordCode::Native(Native::After(meaning)) = self.meaning(*word)
        {
            return AfterFilter::Is(*word, meaning);
        }
        AfterFilter::Code(Assembler::assemble_in(self, condition, s.clone(), true))
    }

    /// A filter that does not play the move. Where a word about its shape must be in a set that is the same for all
    /// moves (`to in on_file`), the set is computed once.
    fn filter(&mut self, condition: &'a Expr, s: &Surroundings<'a>) -> ListStep<D> {
        if let ExprKind::In(item, membership, set) = &condition.kind
            && let ExprKind::MoveWord(word, _) = &item.kind
            && let WordCode::Native(Native::Shape(word)) = self.meaning(*word)
            && D::WORD_SETS
            && !self.asks_of_move(set, s)
        {
            let mut code = Assembler::assemble_once(self, set, s);
            let of_men = men_alone(&mut code.ops).map(|of_men| of_men.men);
            let parts = of_men.map(|men| self.set_parts(set, men, s));
            return ListStep::Within(Within {
                word,
                viewer: s.viewer,
                membership: *membership,
                set: code,
                of_men,
                parts: parts.unwrap_or_default(),
                identity: s
                    .locals
                    .is_empty()
                    .then(|| std::ptr::from_ref::<Expr>(set).addr()),
            });
        }
        ListStep::Filter(self.code_in(condition, s))
    }

    /// Sorting by shape alone, or not at all, is cheap: then all filters can be deferred until a move is about to be
    /// tried.
    fn ask_filters_late(&mut self, selector: &mut Selector<D>) {
        let mut sort = None;
        let mut directions = Vec::new();
        for step in &selector.steps {
            match step {
                ListStep::Filter(_) | ListStep::Within(_) | ListStep::When(_) => {}
                ListStep::Sort { largest_first, key }
                    if sort.is_none() && directions.is_empty() =>
                {
                    let shape_word = match key {
                        SortKey::OfMove(code) => code.shape_word(),
                        SortKey::OfNext(_) => None,
                    };
                    match shape_word {
                        Some((word, viewer)) => sort = Some((word, viewer, *largest_first)),
                        None => return,
                    }
                }
                ListStep::Going { directions: words } if directions.is_empty() => {
                    for (meaning, viewer) in words {
                        match meaning {
                            WordCode::Native(Native::Shape(word)) => {
                                directions.push((*word, *viewer))
                            }
                            WordCode::Native(
                                Native::Position(_)
                                | Native::OfSide(_)
                                | Native::WithoutMoves(_)
                                | Native::Timeless(_)
                                | Native::Move(_)
                                | Native::After(_),
                            )
                            | WordCode::Slow(_) => return,
                        }
                    }
                }
                ListStep::Sort { .. } | ListStep::Going { .. } | ListStep::Shaped(_) => return,
            }
        }
        if D::SHAPES == 0 || directions.len() > MAX_DIRECTIONS {
            return;
        }
        let is_ordered = sort.is_some() || !directions.is_empty();
        let mut within = None;
        let mut filters = Vec::new();
        let mut steps = Vec::new();
        for step in std::mem::take(&mut selector.steps) {
            match step {
                ListStep::Filter(code) => filters.push(code),
                ListStep::Within(choice) if is_ordered && within.is_none() => within = Some(choice),
                ListStep::Within(_) | ListStep::When(_) => steps.push(step),
                ListStep::Sort { .. } | ListStep::Going { .. } | ListStep::Shaped(_) => {}
            }
        }
        if is_ordered {
            let table = self.order_table(within.as_ref(), sort, &directions);
            steps.push(ListStep::Shaped(ShapeOrder {
                table,
                within,
                sort,
                directions,
            }));
        }
        selector.is_of_man_by_shape = matches!(selector.source, MoveSource::Man(_))
            && steps
                .iter()
                .all(|step| matches!(step, ListStep::When(_) | ListStep::Shaped(_)));
        (selector.steps, selector.late_filters) = (steps, filters);
    }

    /// The table of an order by shape, which orders that are the same share.
    fn order_table(
        &mut self,
        within: Option<&Within<D>>,
        sort: Option<(ShapeFn<D>, Side, bool)>,
        directions: &[(ShapeFn<D>, Side)],
    ) -> usize {
        let new = self.n_tables;
        let chosen = within.map(|within| {
            let is_in = within.membership == Membership::In;
            Some((within.word as usize, within.viewer, is_in, within.identity?))
        });
        let table = match chosen {
            // A set that depends on parameters is like no other.
            Some(None) => new,
            chosen => {
                let identity = OrderIdentity {
                    chosen: chosen.flatten(),
                    sort: sort.map(|(word, viewer, largest)| (word as usize, viewer, largest)),
                    directions: directions
                        .iter()
                        .map(|(word, viewer)| (*word as usize, *viewer))
                        .collect(),
                };
                *self.orders.entry(identity).or_insert(new)
            }
        };
        self.n_tables = self.n_tables.max(table + 1);
        table
    }

    /// Code whose parameters are written out.
    fn code_in(&mut self, expr: &'a Expr, s: &Surroundings<'a>) -> Code<D> {
        Assembler::assemble_in(self, expr, s.clone(), false)
    }

    /// Does the expression read the position after the move, directly or through a definition?
    fn plays_the_move(&self, expr: &Expr) -> bool {
        let mut plays = matches!(expr.kind, ExprKind::At(Time::After, _));
        if let ExprKind::MoveWord(word, _) = &expr.kind {
            plays = matches!(self.meaning(*word), WordCode::Native(Native::After(_)));
        }
        if let ExprKind::Call(id, _) = &expr.kind {
            plays |= self.plays_the_move(&self.program.definition(*id).body);
        }
        plays
            || expr
                .parts()
                .into_iter()
                .any(|part| self.plays_the_move(part))
    }

    /// Does the value of the expression differ from move to move?
    fn asks_of_move(&self, expr: &Expr, s: &Surroundings<'a>) -> bool {
        let mut asks = matches!(
            expr.kind,
            ExprKind::MoveWord(..) | ExprKind::At(Time::After, _)
        );
        if let ExprKind::Call(id, _) = &expr.kind {
            asks |= self.program.definition(*id).reads.the_move;
        }
        if let ExprKind::Local(local) = &expr.kind
            && let Some(Binding::Expr(arg, outer)) = s.locals.get(usize::from(local.0))
        {
            asks |= self.asks_of_move(arg, outer);
        }
        asks || expr
            .parts()
            .into_iter()
            .any(|part| self.asks_of_move(part, s))
    }
}

/// May a selector list a move that one before it has listed?
fn repeats<D: Fast>(selectors: &[Selector<D>]) -> Repeats {
    // Moves of different men are different moves.
    let mut men = Vec::new();
    let may_repeat = selectors.iter().any(|selector| match selector.source {
        MoveSource::Man(man) if !men.contains(&man) => {
            men.push(man);
            false
        }
        MoveSource::Man(_)
        | MoveSource::Legal
        | MoveSource::None
        | MoveSource::Of(_)
        | MoveSource::Walk { .. }
        | MoveSource::Then(_)
        | MoveSource::First(..)
        | MoveSource::Joined(..) => selectors.len() > 1,
    });
    let is_by_man = |selector: &Selector<D>| selector.is_of_man_by_shape;
    match may_repeat {
        false => Repeats::Never,
        true if selectors.iter().all(is_by_man) => Repeats::ByMan,
        true => Repeats::Somehow,
    }
}

/// The parts of an `and`, or the expression itself.
fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    debug_assert!(expr.ty == Type::Truth);
    if let ExprKind::And(parts) = &expr.kind {
        parts.iter().flat_map(conjuncts).collect()
    } else {
        vec![expr]
    }
}
