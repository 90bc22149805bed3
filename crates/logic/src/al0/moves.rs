//! Move constraints of AL0 as constraints of ours, and how far they look ahead.

use lang::{Diagnostic, nearest};

use super::importer::{Importer, with_meant};
use super::standard::{MOVES, StandardMoves};
use super::table::{AdviceClause, Al0Moves, Al0Name, DepthTest};

/// A piece looks at most so many plies ahead.
const MAX_PLIES: u32 = 200;

impl Importer<'_> {
    /// After how many plies nobody can move any more; none if that is too many.
    pub(super) fn bound(&self, clause: &AdviceClause) -> Option<u32> {
        (0..=MAX_PLIES).find(|depth| {
            let ours = depth % 2 == 0;
            !self.may_move(if ours { &clause.us } else { &clause.them }, *depth, ours)
        })
    }

    fn may_move(&self, moves: &Al0Moves, depth: u32, ours: bool) -> bool {
        match moves {
            Al0Moves::Name(name) => is_known(&name.text, ours),
            Al0Moves::And(a, b) => self.may_move(a, depth, ours) && self.may_move(b, depth, ours),
            Al0Moves::Then(a, b) => self.may_move(a, depth, ours) || self.may_move(b, depth, ours),
            Al0Moves::Depth(test) => test.holds(depth),
        }
    }

    /// Names tests that are never true where this side moves: at even depths it is we who move.
    pub(super) fn check_depths(&mut self, moves: &Al0Moves, parity: u32) {
        match moves {
            Al0Moves::Name(_) => {}
            Al0Moves::And(a, b) | Al0Moves::Then(a, b) => {
                self.check_depths(a, parity);
                self.check_depths(b, parity);
            }
            Al0Moves::Depth(test) => {
                let mut depths = (parity..=MAX_PLIES + 1).step_by(2);
                if depths.any(|depth| test.holds(depth)) {
                    return;
                }
                let (who, when) = match parity {
                    0 => ("White", "0, 2, 4, …"),
                    _ => ("Black", "1, 3, 5, …"),
                };
                let sign = if test.is_less { "<" } else { "=" };
                let message = format!(
                    "`depth {sign} {}` is never true where {who} moves",
                    test.number
                );
                let help = format!("{who} moves at the depths {when}");
                self.warn("depth-parity", test.span, message, help);
            }
        }
    }

    /// A move constraint where somebody moves at these depths; none if it has no moves there.
    pub(super) fn moves(&mut self, moves: &Al0Moves, depths: &[u32], ours: bool) -> Option<String> {
        match moves {
            Al0Moves::Name(name) => self.named_moves(name, ours),
            Al0Moves::Then(a, b) => {
                let (a, b) = (self.moves(a, depths, ours), self.moves(b, depths, ours));
                match (a, b) {
                    (Some(a), Some(b)) => Some(format!("{a}, then {b}")),
                    (a, b) => a.or(b),
                }
            }
            Al0Moves::Depth(test) => {
                let message = "a test of the depth alone makes no move";
                let help = "write which moves are meant: `(depth = 0) and legal`";
                self.refuse("al0-depth", test.span, message, help);
                None
            }
            Al0Moves::And(..) => self.narrowed(moves, depths, ours),
        }
    }

    /// Constraints that are joined with `and`: the first that is no test generates, the others filter.
    fn narrowed(&mut self, moves: &Al0Moves, depths: &[u32], ours: bool) -> Option<String> {
        let (mut tests, mut others) = (Vec::new(), Vec::new());
        flatten(moves, &mut tests, &mut others);
        let left: Vec<u32> = depths
            .iter()
            .copied()
            .filter(|depth| tests.iter().all(|test| test.holds(*depth)))
            .collect();
        let Some((generator, filters)) = others.split_first() else {
            let test = tests.first()?;
            return self.moves(&Al0Moves::Depth(**test), depths, ours);
        };
        let generated = self.moves(generator, &left, ours);
        let mut conditions = Vec::new();
        for filter in filters {
            conditions.extend(self.filter(filter, &left, ours)?);
        }
        let generated = generated.filter(|_| !left.is_empty())?;
        let mut text = match generator {
            Al0Moves::Then(..) if generated.contains(", then ") => format!("({generated})"),
            Al0Moves::Then(..) | Al0Moves::Name(_) | Al0Moves::And(..) | Al0Moves::Depth(_) => {
                generated
            }
        };
        if !conditions.is_empty() {
            text += &format!(" that {}", conditions.join(" and "));
        }
        let needed = tests
            .iter()
            .filter(|test| !depths.iter().all(|depth| test.holds(*depth)));
        let needed: Vec<String> = needed.map(|test| depth_text(**test)).collect();
        if !needed.is_empty() {
            text += &format!(" when {}", needed.join(" and "));
        }
        Some(text)
    }

    /// A constraint as a condition on a move: nothing to say if all moves pass, and none at all if no move does.
    fn filter(&mut self, moves: &Al0Moves, depths: &[u32], ours: bool) -> Option<Option<String>> {
        match moves {
            Al0Moves::Name(name) => {
                self.named_moves(name, ours)?;
                let filter = StandardMoves::named(&name.text)?
                    .in_dialect(self.dialect)
                    .filter;
                Some((filter != "true").then(|| format!("({filter})")))
            }
            Al0Moves::Depth(test) if depths.iter().all(|depth| test.holds(*depth)) => Some(None),
            Al0Moves::Depth(test) => Some(Some(format!("({})", depth_text(*test)))),
            Al0Moves::And(a, b) => {
                let (a, b) = (self.filter(a, depths, ours)?, self.filter(b, depths, ours)?);
                Some(match (a, b) {
                    (Some(a), Some(b)) => Some(format!("({a} and {b})")),
                    (a, b) => a.or(b),
                })
            }
            Al0Moves::Then(a, b) => {
                match (self.filter(a, depths, ours), self.filter(b, depths, ours)) {
                    (Some(Some(a)), Some(Some(b))) => Some(Some(format!("({a} or {b})"))),
                    (Some(None), _) | (_, Some(None)) => Some(None),
                    (Some(Some(one)), None) | (None, Some(Some(one))) => Some(Some(one)),
                    (None, None) => None,
                }
            }
        }
    }

    /// The constraint of this name; none if it has no moves.
    fn named_moves(&mut self, name: &Al0Name, ours: bool) -> Option<String> {
        if name.text == "nomove" {
            return None;
        }
        if is_known(&name.text, ours) {
            if !ours {
                return Some("any".to_owned());
            }
            self.need_moves(&name.text);
            return Some(name.text.clone());
        }
        if self.told.insert(format!("moves {ours} {}", name.text)) {
            self.found.push(self.unknown_moves(name, ours));
        }
        None
    }

    fn unknown_moves(&self, name: &Al0Name, ours: bool) -> Diagnostic {
        let text = &name.text;
        let clause = self
            .predicates
            .get("move")
            .into_iter()
            .flatten()
            .find(|predicate| {
                predicate
                    .args
                    .first()
                    .is_some_and(|arg| arg.atom() == Some(text))
            });
        if let Some(clause) = clause {
            let message = format!(
                "`{text}` is a move constraint of the author's own, which cannot be translated"
            );
            return Diagnostic::error("own-moves", clause.span, message).help(format!(
                "take it out of the table, import it, and write `moves {text} = rook moves that …` in the chapter"
            ));
        }
        if StandardMoves::named(text).is_some() {
            let message =
                format!("`{text}` is about White's moves; Black has none that it permits");
            return Diagnostic::warning("undefined-moves", name.span, message)
                .help("write `legal` or `nomove`");
        }
        let message = format!(
            "`{text}` is no move constraint that anything defines; Prolog finds no moves by it"
        );
        let finding = Diagnostic::warning("undefined-moves", name.span, message);
        let known = MOVES
            .iter()
            .map(|moves| moves.name)
            .filter(|known| is_known(known, ours));
        let known: Vec<&str> = known.chain(["nomove"]).collect();
        let begins = known.iter().copied().find(|known| text.starts_with(known));
        let meant = nearest(text, known.iter().copied()).or(begins);
        let help = "the standard library has `legal`, `kingdiagfirst`, `rookmove`, `checkmove` and `nomove`";
        with_meant(finding, name.span, meant, help)
    }

    fn need_moves(&mut self, name: &str) {
        let Some(standard) = StandardMoves::named(name) else {
            return;
        };
        if self.parts.moves.insert(standard.name) {
            let said = standard.in_dialect(self.dialect);
            said.needs.iter().for_each(|needed| self.need_moves(needed));
            said.definitions
                .iter()
                .for_each(|needed| self.need_definition(needed));
        }
    }
}

/// Is it a constraint of the standard library that permits moves to this side?
fn is_known(name: &str, ours: bool) -> bool {
    match ours {
        true => StandardMoves::named(name).is_some(),
        false => name == "legal",
    }
}

/// The tests and the other constraints that are joined with `and`.
fn flatten<'a>(
    moves: &'a Al0Moves,
    tests: &mut Vec<&'a DepthTest>,
    others: &mut Vec<&'a Al0Moves>,
) {
    match moves {
        Al0Moves::And(a, b) => {
            flatten(a, tests, others);
            flatten(b, tests, others);
        }
        Al0Moves::Depth(test) => tests.push(test),
        Al0Moves::Name(_) | Al0Moves::Then(..) => others.push(moves),
    }
}

fn depth_text(test: DepthTest) -> String {
    let sign = if test.is_less { "<" } else { "=" };
    format!("depth {sign} {}", test.number)
}
