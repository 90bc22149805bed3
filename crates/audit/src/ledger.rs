//! What came of reading one answer: claims that hold, claims that do not, and words that nobody could read.

/// The account of one answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    /// How many claims were judged.
    pub(crate) claims: usize,
    /// What is false, and why.
    pub(crate) falsehoods: Vec<String>,
    /// Sentences or clauses that fit no template.
    pub(crate) unread: Vec<String>,
    /// A sentence has said what the move, or the position, is worth.
    pub(crate) has_verdict: bool,
    /// A sentence has said what happens after a move that changes the result.
    pub(crate) has_consequence: bool,
}

impl Ledger {
    /// Enters a claim, and why it is false if it does not hold.
    pub(crate) fn claim(&mut self, holds: bool, reason: impl FnOnce() -> String) {
        self.claims += 1;
        if !holds {
            self.falsehoods.push(reason());
        }
    }

    /// Enters a claim that is false.
    pub(crate) fn refute(&mut self, reason: impl Into<String>) {
        self.claims += 1;
        self.falsehoods.push(reason.into());
    }
}
