//! Which names an expression mentions, and an order in which nothing rests on what comes later.

use crate::syntax::{Constraint, ConstraintKind, Expr, ExprKind};

/// The names that may refer to definitions, without parameters and quantified items.
pub(super) fn names_in_expr<'a>(
    expr: &'a Expr,
    bound: &mut Vec<&'a str>,
    names: &mut Vec<&'a str>,
) {
    let mut all = |exprs: &mut dyn Iterator<Item = &'a Expr>| {
        for expr in exprs {
            names_in_expr(expr, bound, names);
        }
    };
    match &expr.kind {
        ExprKind::Number(_)
        | ExprKind::Truth(_)
        | ExprKind::Our
        | ExprKind::Their
        | ExprKind::Can(..) => {}
        ExprKind::Name(name) => {
            if !bound.contains(&name.text.as_str()) {
                names.push(&name.text);
            }
        }
        ExprKind::Call(name, args) => {
            all(&mut args.iter());
            if !bound.contains(&name.text.as_str()) {
                names.push(&name.text);
            }
        }
        ExprKind::Property(of, _, args) => all(&mut std::iter::once(&**of).chain(args)),
        ExprKind::At(_, of)
        | ExprKind::ForThem(of)
        | ExprKind::AnySide(of)
        | ExprKind::OverMoves(_, of)
        | ExprKind::Not(of)
        | ExprKind::Negate(of) => {
            all(&mut std::iter::once(&**of));
        }
        ExprKind::And(parts) | ExprKind::Or(parts) | ExprKind::Set(parts) => all(&mut parts.iter()),
        ExprKind::Compare(_, a, b)
        | ExprKind::In(a, _, b)
        | ExprKind::Arithmetic(_, a, b)
        | ExprKind::Combine(_, a, b) => all(&mut [&**a, &**b].into_iter()),
        ExprKind::InRange(a, _, b, c) => all(&mut [&**a, &**b, &**c].into_iter()),
        ExprKind::If(cases, otherwise) => {
            all(&mut cases
                .iter()
                .flat_map(|(a, b)| [a, b])
                .chain(otherwise.as_deref()));
        }
        ExprKind::Quantified(_, variable, set, body) => {
            names_in_expr(set, bound, names);
            bound.push(&variable.text);
            names_in_expr(body, bound, names);
            bound.pop();
        }
    }
}

/// The constraints that a constraint names.
pub(super) fn names_in_constraint<'a>(constraint: &'a Constraint, names: &mut Vec<&'a str>) {
    match &constraint.kind {
        ConstraintKind::Any
        | ConstraintKind::None
        | ConstraintKind::Man(_)
        | ConstraintKind::Of(_)
        | ConstraintKind::Walk(..) => {}
        ConstraintKind::Named(name, _) => names.push(&name.text),
        ConstraintKind::Then(parts) => {
            for part in parts {
                names_in_constraint(part, names);
            }
        }
        ConstraintKind::That(inner, _, _)
        | ConstraintKind::When(inner, _)
        | ConstraintKind::By(inner, _, _)
        | ConstraintKind::First(inner, _)
        | ConstraintKind::Going(inner, _) => names_in_constraint(inner, names),
    }
}

/// An order of `0..edges.len()` in which each comes after those it points to, and the circles that were found,
/// each as a path that leads back to its first member. Members of a circle are left out of the order.
pub(super) fn sorted(edges: &[Vec<usize>]) -> (Vec<usize>, Vec<Vec<usize>>) {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
        InCircle,
    }
    let mut states = vec![State::New; edges.len()];
    let (mut order, mut circles) = (Vec::new(), Vec::new());
    for root in 0..edges.len() {
        if states[root] != State::New {
            continue;
        }
        // The path from the root, each with the next edge to follow.
        let mut path: Vec<(usize, usize)> = vec![(root, 0)];
        states[root] = State::Open;
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            if let Some(&target) = edges[node].get(*next) {
                *next += 1;
                match states[target] {
                    State::New => {
                        states[target] = State::Open;
                        path.push((target, 0));
                    }
                    State::Open | State::InCircle => {
                        if let Some(start) = path.iter().position(|(open, _)| *open == target) {
                            let members: Vec<usize> =
                                path[start..].iter().map(|(open, _)| *open).collect();
                            if members.iter().all(|member| states[*member] == State::Open) {
                                circles.push(members.clone());
                            }
                            for member in members {
                                states[member] = State::InCircle;
                            }
                        }
                    }
                    State::Done => {}
                }
            } else {
                path.pop();
                if states[node] == State::Open {
                    states[node] = State::Done;
                    order.push(node);
                }
            }
        }
    }
    (order, circles)
}

#[cfg(test)]
mod tests {
    use super::sorted;

    #[test]
    fn what_others_rest_on_comes_first_and_circles_are_named() {
        let check = |edges: &[&[usize]], order: &[usize], circles: &[&[usize]]| {
            let edges: Vec<Vec<usize>> = edges.iter().map(|edges| edges.to_vec()).collect();
            let circles: Vec<Vec<usize>> = circles.iter().map(|circle| circle.to_vec()).collect();
            assert_eq!(sorted(&edges), (order.to_vec(), circles));
        };
        check(&[&[1], &[2], &[]], &[2, 1, 0], &[]);
        check(&[&[0]], &[], &[&[0]]);
        check(&[&[1], &[2], &[0], &[0]], &[3], &[&[0, 1, 2]]);
        check(&[&[], &[0], &[0, 1]], &[0, 1, 2], &[]);
    }
}
