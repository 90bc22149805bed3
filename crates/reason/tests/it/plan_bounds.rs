//! Methods that make plans without end, or plans of enormous size: each question ends, with a reason.

use domain::{Header, Notation, Plan, Watch};
use games::Nim;
use nasvet_reason::{Conclusion, Control, Reasoner, Undecided};

use crate::common::nim;

const START: &str = "nim \"Bounds\"
plan take(n: number) { better all_matches = 0 and them_to_move
  us any that taken = 1 and n >= 0 }
plan clear(n: number) { better all_matches = 0 and n >= 0 }
hypothesis suc(p: plan)
hypothesis ref(q: plan, p: plan)
";

/// What is said to a question in a position.
fn ask(statements: &str, position: &str, question: &str) -> Conclusion {
    let text = format!("{START}{statements}");
    let program = nim::program(&text);
    let compiled = code::compile(&Nim, &program);
    let asked = nim::question(&program, question);
    let problem = Nim.read_position(position, &Header::default());
    let problem = problem.expect("a position");
    let control = Control {
        max_cycles: 1_000,
        ..Control::default()
    };
    let mut reasoner = Reasoner::new(
        &compiled,
        problem,
        &asked,
        control,
        &Watch::nodes(1_000_000),
    );
    let verdict = reasoner.run();
    // The best try joins what has been thought of, and is bounded too.
    if verdict == troubled(Undecided::Plans(Plan::MAX_SIZE)) {
        let proposal = reasoner.proposal().expect("something can be tried");
        for plan in std::iter::once(&proposal.plan).chain(&proposal.against) {
            assert!(plan.size() <= Plan::MAX_SIZE);
        }
    }
    verdict
}

fn troubled(trouble: Undecided) -> Conclusion {
    Conclusion::Unknown(trouble)
}

/// Joining plans that are there comes to an end: nothing new comes of a plan and its own parts.
#[test]
fn plans_that_are_joined_again_are_the_same() {
    for joined in ["p or p", "p mod p", "p or our.take(0)", "our.take(0) mod p"] {
        let method = format!("method grow {{ given suc(p)\n propose suc({joined}) }}");
        let verdict = ask(&method, "2 1", "suc(our.clear(0))");
        assert_eq!(verdict, troubled(Undecided::Exhausted), "{joined}");
    }
}

/// Who adds a new plan in every cycle is stopped.
#[test]
fn plans_do_not_grow_without_end() {
    for word in ["or", "mod"] {
        let given = format!("p {word} our.take(n)");
        let grown = format!("({given}) {word} our.take(n + 1)");
        for line in [
            format!("propose suc({grown})"),
            format!("fact suc(p) => suc({grown})"),
        ] {
            let method = format!("method grow {{ given suc({given})\n {line} }}");
            let asked = format!("suc(our.clear(0) {word} our.take(0))");
            let verdict = ask(&method, "2 1", &asked);
            assert_eq!(
                verdict,
                troubled(Undecided::Plans(Plan::MAX_SIZE)),
                "{line}"
            );
        }
    }
}

/// The largest plan there can be is searched at once, and so is a contest of two of them.
#[test]
fn the_largest_plans_are_searched() {
    let search = "method search { given suc(p)\n fact suc(p) <=> can p }
                  method refute { given ref(q, p)\n fact ref(q, p) <=> not can p against q }";
    for word in [" or ", " mod "] {
        let all = |plan: &str| {
            let plans: Vec<String> = (0..Plan::MAX_SIZE)
                .map(|n| format!("{plan}({n})"))
                .collect();
            plans.join(word)
        };
        let (ours, theirs) = (all("our.take"), all("their.clear"));
        // Who takes one match at a time gets the last of an odd number, if the others have no choice.
        for (position, succeeds) in [("1 1 1", true), ("1 1", false), ("2 them to move", false)] {
            let expected = if succeeds {
                Conclusion::Yes
            } else {
                Conclusion::No
            };
            assert_eq!(ask(search, position, &format!("suc({ours})")), expected);
            let refuted = format!("ref({theirs}, {ours})");
            let expected = if succeeds {
                Conclusion::No
            } else {
                Conclusion::Yes
            };
            assert_eq!(ask(search, position, &refuted), expected);
        }
    }
}

/// Goals of the largest size that the checker allows are too many parts, once enough of them are joined.
#[test]
fn plans_with_enormous_goals_are_not_compiled() {
    let goal = vec!["all_matches = 1"; 4_000].join(" or ");
    let statements = format!(
        "plan large(n: number) {{ better n >= 0 and ({goal}) }}
         method search {{ given suc(p)\n fact suc(p) <=> can p }}"
    );
    assert_eq!(
        ask(&statements, "2 1", "suc(our.large(0))"),
        Conclusion::Yes
    );
    let many: Vec<String> = (0..Plan::MAX_SIZE)
        .map(|n| format!("our.large({n})"))
        .collect();
    let many = many.join(" or ");
    let verdict = ask(&statements, "2 1", &format!("suc({many})"));
    assert!(
        matches!(verdict, Conclusion::Unknown(Undecided::WrittenOut(_))),
        "{verdict:?}"
    );
}

/// A heap has as many moves as matches, too many to generate all of them.
#[test]
fn positions_with_endless_moves_are_given_up() {
    let expand = "method expand { given suc(p)
        fact suc(p) <=> some m in moves(p) : suc(p)
        fact suc(p) <=> every m in replies(p) : suc(p) }";
    for position in ["9000000000000000000", "9000000000000000000 them to move"] {
        let verdict = ask(expand, position, "suc(our.clear(0))");
        assert!(
            matches!(verdict, Conclusion::Unknown(Undecided::Stopped(_))),
            "{verdict:?}"
        );
    }
}

/// A plan that counts its moves is another plan after one of them: nothing is said of it by looking ahead. The search
/// counts from where the plan begins.
#[test]
fn plans_that_count_their_moves_are_not_expanded() {
    let hasty = "plan hasty { better all_matches = 0\n us any that depth < 2 and taken = 1 }";
    let expand = format!(
        "{hasty}
         method expand {{ given suc(p)
           fact suc(p) <=> reached(p) or (some m in moves(p) : suc(p))
           fact suc(p) <=> reached(p) or (every m in replies(p) : suc(p)) }}"
    );
    let search = format!("{hasty}\nmethod search {{ given suc(p)\n fact suc(p) <=> can p }}");
    // Three matches are too many for one move of ours and one of theirs, though a fresh plan could take the last.
    assert_eq!(ask(&search, "1 1 1", "suc(our.hasty)"), Conclusion::No);
    assert_eq!(
        ask(&expand, "1 1 1", "suc(our.hasty)"),
        Conclusion::Unknown(Undecided::Exhausted)
    );
}

/// Whether a plan refutes another of the same side is no question: nothing is said.
#[test]
fn plans_of_one_side_do_not_meet() {
    let refute = "method refute { given ref(q, p)\n fact ref(q, p) <=> not can p against q }";
    assert_eq!(
        ask(refute, "2 1", "ref(our.take(0), our.clear(0))"),
        Conclusion::Unknown(Undecided::Exhausted)
    );
    assert_eq!(
        ask(refute, "2 1", "ref(their.take(0), our.clear(0))"),
        Conclusion::No
    );
}
