//! What became of a claim, in words.

use super::{ClaimDocument, OutcomeName, RulingDocument};
use crate::numbers::grouped;

impl ClaimDocument {
    /// In how many positions it was tested, is broken, or something is missing: a sentence without its beginning.
    pub(crate) fn about(&self) -> String {
        let n = grouped(self.positions);
        let positions = match self.positions {
            1 => "1 position".to_owned(),
            _ => format!("{n} positions"),
        };
        let all = |of: &dyn Fn(&RulingDocument) -> String| {
            let modes = self.modes.iter();
            let modes: Vec<String> = modes
                .map(|ruling| format!("{} in {} mode", of(ruling), ruling.mode.name()))
                .collect();
            modes.join(", ")
        };
        let is_counted = self.modes.iter().any(|ruling| ruling.counted.is_some());
        let counted = || all(&|ruling| grouped(ruling.counted.unwrap_or(0)));
        match self.outcome {
            OutcomeName::NotKnown if self.modes.is_empty() => "it was not ruled on".into(),
            OutcomeName::NotKnown if self.positions == 0 => "there is no such position".into(),
            OutcomeName::Holds | OutcomeName::Broken if is_counted => {
                format!("{}; {positions}", counted())
            }
            OutcomeName::Holds => positions,
            OutcomeName::Broken => format!(
                "in {}",
                all(&|ruling| match ruling.mode == self.modes[0].mode {
                    true => format!("{} of {positions}", grouped(ruling.broken)),
                    false => grouped(ruling.broken),
                })
            ),
            OutcomeName::NotKnown => {
                let missing = self.modes.iter().map(RulingDocument::missing);
                let missing: Vec<String> = missing.filter(|text| !text.is_empty()).collect();
                match missing.is_empty() {
                    true => {
                        format!("of {positions}, none breaks it; the others were not looked at")
                    }
                    false => format!("of {positions}, {}", missing.join("; ")),
                }
            }
        }
    }
}

impl RulingDocument {
    /// What is missing, if anything is.
    fn missing(&self) -> String {
        let missing = &self.missing;
        let kinds = [
            (missing.answers, "lead to a search that was cut off"),
            (missing.advice, "lead to a position without advice"),
            (
                missing.lengths,
                "are won in a number of moves that is not known",
            ),
            (missing.results, "have a result that is not known"),
        ];
        let kinds = kinds.iter().filter(|(n, _)| *n > 0);
        let kinds: Vec<String> = kinds
            .map(|(n, what)| format!("{} {what}", grouped(*n)))
            .collect();
        match kinds.is_empty() {
            true => String::new(),
            false => format!("{} in {} mode", kinds.join(" and "), self.mode.name()),
        }
    }
}
