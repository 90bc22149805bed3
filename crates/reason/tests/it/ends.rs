//! Where the lines of an answer end, and why, in games of Nim that can be played through by hand.

use domain::{Header, Notation, Watch};
use games::Nim;
use nasvet_reason::{Conclusion, Control, LineEnd, Reasoner};

use crate::common::nim;

/// The side that takes the last match clears the table; the other side loses.
const CLEARING: &str = "nim \"Clearing\"
let cleared = all_matches = 0 and them_to_move means \"{our}: the last match is taken\"
let lost = all_matches = 0 and us_to_move means \"{our}: no match is left to take\"
let few = all_matches <= 1

plan clear { better cleared
  holding not lost }
plan beat { better few and (if few then for them (lost) else cleared)
  holding not (lost or for them (cleared)) }

let enough = all_matches >= 2 means \"there are enough\" else \"{our}: too few are left\"

plan empty { better all_matches = 0 and them_to_move }
plan never { better us_to_move and them_to_move }
plan keep { holding enough }

hypothesis suc(p: plan)
hypothesis ref(q: plan, p: plan)
lemma glance { given suc(p)
  fact suc(p) when reached(p) }
method search { given suc(p) is open
  cost difficult
  fact suc(p) <=> can p }
method refute { given ref(q, p) is open
  cost difficult
  fact ref(q, p) <=> not can p against q }
";

/// The answer, where its lines end, and what is seen at once.
fn ask(position: &str, question: &str) -> (Conclusion, Vec<LineEnd>, Option<String>) {
    let program = nim::program(CLEARING);
    let compiled = code::compile(&Nim, &program);
    let asked = nim::question(&program, question);
    let problem = Nim.read_position(position, &Header::default());
    let problem = problem.expect("a position");
    let control = Control::default();
    let watch = Watch::nodes(1_000_000);
    let answer = Reasoner::new(&compiled, problem, &asked, control, &watch).answer();
    (answer.conclusion, answer.ends, answer.seen_at_once)
}

fn one(why: &str) -> Vec<LineEnd> {
    vec![LineEnd {
        why: Some(why.into()),
        n_positions: 1,
    }]
}

/// From 2 1 we go to 1 1 and take the last match, whichever they take: two lines, one end.
#[test]
fn a_success_ends_where_the_goal_is_reached() {
    let (conclusion, ends, _) = ask("2 1", "suc(our.clear)");
    assert_eq!(conclusion, Conclusion::Yes);
    assert_eq!(ends, one("us: the last match is taken"));
}

/// From 1 1 they take the last match.
#[test]
fn a_failure_ends_where_what_is_held_is_lost() {
    let (conclusion, ends, _) = ask("1 1", "suc(our.clear)");
    assert_eq!(conclusion, Conclusion::No);
    assert_eq!(ends, one("us: no match is left to take"));
}

/// Reasons are found below `and`, `if`, `or`, `not` and on the other side of the table, and say whose they are.
#[test]
fn a_reason_is_said_by_the_side_that_sees_it() {
    let (conclusion, ends, _) = ask("2 1", "suc(our.beat)");
    assert_eq!(conclusion, Conclusion::Yes);
    assert_eq!(ends, one("them: no match is left to take"));
    let (conclusion, ends, _) = ask("1 1", "suc(our.beat)");
    assert_eq!(conclusion, Conclusion::No);
    assert_eq!(ends, one("us: no match is left to take"));
}

/// Goals without words end lines too.
#[test]
fn ends_without_words_are_counted() {
    let (conclusion, ends, _) = ask("2 1", "suc(our.empty)");
    assert_eq!(conclusion, Conclusion::Yes);
    let unnamed = LineEnd {
        why: None,
        n_positions: 1,
    };
    assert_eq!(ends, [unnamed]);
}

/// A plan also succeeds where the one against it loses what it has to keep: we take two of three matches.
#[test]
fn a_line_may_end_where_the_other_plan_breaks() {
    let (conclusion, ends, _) = ask("2 1", "ref(their.keep, our.never)");
    assert_eq!(conclusion, Conclusion::No);
    assert_eq!(ends, one("them: too few are left"));
}

/// Without a move there is no tree, and the reason is that of the position itself.
#[test]
fn what_needs_no_move_is_seen_at_once() {
    let (conclusion, ends, seen) = ask("0 0 them to move", "suc(our.clear)");
    assert_eq!(conclusion, Conclusion::Yes);
    assert_eq!(ends, []);
    assert_eq!(seen.as_deref(), Some("us: the last match is taken"));
}
