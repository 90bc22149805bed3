//! A reasoner and its answer own what they need, so they can be stored and sent to other threads.

use crate::common::graphs::{ask, chapter};
use games::{AndOr, Nim};
use nasvet_reason::{Conclusion, Control, Planner, ReasonedAnswer, Reasoner};

#[test]
fn reasoners_can_be_sent_to_other_threads() {
    fn check<T: Send + 'static>() {}
    check::<Reasoner<AndOr>>();
    check::<Reasoner<Nim>>();
    check::<Planner<Nim>>();
    check::<ReasonedAnswer<AndOr>>();
}

/// The answer outlives its reasoner, and is finished on another thread.
#[test]
fn an_answer_is_plain_data() {
    let graph = "a = b and d; goal b d";
    let answer = ask(
        &chapter(),
        graph,
        "goal(a)",
        Control::default(),
        Reasoner::answer,
    );
    let said = std::thread::spawn(move || (answer.conclusion, answer.sentence)).join();
    let expected = (Conclusion::Yes, Some("a can be solved".to_owned()));
    assert_eq!(said.expect("the thread does not panic"), expected);
}
