//! Holds a session without a terminal: every line gets one reply.

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use nasvet::session::{Beginning, Rehearsal, Session};

fn main() -> Result<(), String> {
    let beginning = Beginning {
        position: Some("8/8/8/3k4/8/8/1R6/K7 w - -".into()),
        ..Beginning::of("krk")
    };
    let (mut session, first) = Session::begin(Box::new(Rehearsal::new()), beginning)?;
    print!("{}", first.text);
    for line in ["why", "Kd4", "why not Ra1", "quit"] {
        let prompt = session.moment().prompt;
        print!("{prompt}{line}\n{}", session.line(line).text);
    }
    Ok(())
}
