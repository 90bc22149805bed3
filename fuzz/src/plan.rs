//! Plans of combinations: what is read can be written, reads back as the same, and can be tried.

use chess::read_fen;
use combine::{CombinationGoal, CombinationOptions, CombinationPlan, find};
use domain::Watch;

/// A position in which much can be done.
const POSITION: &str = "3r2k1/p4ppp/1q6/2rn4/8/2N1P3/P1R1QPPP/2R3K1 b - -";

/// Reads a plan, writes it, and tries it for a moment.
pub fn plan(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(plan) = text.parse::<CombinationPlan>() else {
        return;
    };
    let written = plan.to_string();
    assert_eq!(
        written.parse::<CombinationPlan>(),
        Ok(plan.clone()),
        "{written}"
    );
    let position = read_fen(POSITION).expect("the position is legal");
    let options = CombinationOptions {
        plans: vec![plan],
        ..CombinationOptions::new(CombinationGoal::Gain(30))
    };
    let watch = Watch::nodes(50);
    find(&position, &options, &watch);
}
