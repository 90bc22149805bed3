//! What an audit found: counts by chapter, and every fault with the command that shows it.

use std::fmt::{self, Write as _};
use std::time::Duration;

/// What can be wrong with an answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FaultKind {
    /// A claim does not hold.
    False,
    /// A sentence fits no template.
    Unread,
    /// The answer does not begin with what the move is worth.
    NoVerdict,
    /// A move changes the result, and nothing is said of what follows.
    NoConsequence,
    /// No reason is particular to the position.
    NoReason,
    /// Too many words.
    Wordy,
    /// Words that no player would say.
    MachineTalk,
    /// The document's verdict is not that of the tables.
    Document,
    /// There is no answer.
    NoAnswer,
}

impl FaultKind {
    /// All of them, the gravest first.
    pub const ALL: [FaultKind; 9] = [
        FaultKind::False,
        FaultKind::Unread,
        FaultKind::NoVerdict,
        FaultKind::NoConsequence,
        FaultKind::NoReason,
        FaultKind::Wordy,
        FaultKind::MachineTalk,
        FaultKind::Document,
        FaultKind::NoAnswer,
    ];

    fn title(self) -> &'static str {
        match self {
            FaultKind::False => "false",
            FaultKind::Unread => "unread",
            FaultKind::NoVerdict => "no verdict first",
            FaultKind::NoConsequence => "no consequence",
            FaultKind::NoReason => "no reason",
            FaultKind::Wordy => "too long",
            FaultKind::MachineTalk => "machine talk",
            FaultKind::Document => "document",
            FaultKind::NoAnswer => "no answer",
        }
    }
}

/// Something that is wrong with an answer.
#[derive(Clone, Debug)]
pub struct Fault {
    /// What it is.
    pub kind: FaultKind,
    /// The words it is about.
    pub words: String,
    /// Why it is one.
    pub reason: String,
    /// What to type to see the answer.
    pub command: String,
}

/// The account of one chapter.
#[derive(Clone, Debug)]
pub struct ChapterTally {
    /// Its name.
    pub chapter: String,
    /// How many positions were asked about.
    pub positions: usize,
    /// How many answers were read.
    pub answers: usize,
    /// How many sentences they have.
    pub sentences: usize,
    /// How many claims were judged in them.
    pub claims: usize,
    /// How many moves change the result.
    pub blunders: usize,
    /// The number of words of each answer.
    pub words: Vec<usize>,
    /// The slowest answer, and what was asked.
    pub slowest: (Duration, String),
    /// What is wrong.
    pub faults: Vec<Fault>,
    /// Answers to `why`: the command, and the words.
    pub answers_to_why: Vec<(String, String)>,
}

impl ChapterTally {
    /// Nothing has been asked yet.
    pub fn new(chapter: &str) -> ChapterTally {
        ChapterTally {
            chapter: chapter.into(),
            positions: 0,
            answers: 0,
            sentences: 0,
            claims: 0,
            blunders: 0,
            words: Vec::new(),
            slowest: (Duration::ZERO, String::new()),
            faults: Vec::new(),
            answers_to_why: Vec::new(),
        }
    }

    /// How many faults of a kind there are.
    pub fn count(&self, kind: FaultKind) -> usize {
        self.faults
            .iter()
            .filter(|fault| fault.kind == kind)
            .count()
    }

    fn median_words(&self) -> usize {
        let mut words = self.words.clone();
        words.sort_unstable();
        words.get(words.len() / 2).copied().unwrap_or(0)
    }
}

/// The account of all chapters.
#[derive(Clone, Debug, Default)]
pub struct AuditReport {
    /// One for each chapter.
    pub tallies: Vec<ChapterTally>,
    /// How many different faults of each kind are shown.
    pub shown: usize,
}

impl AuditReport {
    /// How many faults there are.
    pub fn n_faults(&self) -> usize {
        self.tallies.iter().map(|tally| tally.faults.len()).sum()
    }

    fn table(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(
            text,
            "{:15}{:>7}{:>8}{:>10}{:>8}{:>9}{:>7}{:>8}{:>9}{:>8}{:>8}{:>6}{:>8}{:>9}{:>7}{:>9}",
            "chapter",
            "pos.",
            "answers",
            "sentences",
            "claims",
            "blunders",
            "false",
            "unread",
            "no verd.",
            "no cons.",
            "no reas.",
            "long",
            "machine",
            "document",
            "words",
            "slowest"
        );
        for tally in &self.tallies {
            let count = |kind| tally.count(kind);
            let _ = writeln!(
                text,
                "{:15}{:>7}{:>8}{:>10}{:>8}{:>9}{:>7}{:>8}{:>9}{:>8}{:>8}{:>6}{:>8}{:>9}{:>7}{:>6} ms",
                tally.chapter,
                tally.positions,
                tally.answers,
                tally.sentences,
                tally.claims,
                tally.blunders,
                count(FaultKind::False),
                count(FaultKind::Unread),
                count(FaultKind::NoVerdict),
                count(FaultKind::NoConsequence),
                count(FaultKind::NoReason),
                count(FaultKind::Wordy),
                count(FaultKind::MachineTalk),
                count(FaultKind::Document) + count(FaultKind::NoAnswer),
                tally.median_words(),
                tally.slowest.0.as_millis(),
            );
        }
        text
    }

    fn examples(&self, kind: FaultKind) -> String {
        let mut text = String::new();
        for tally in &self.tallies {
            let mut shapes: Vec<(String, usize, &Fault)> = Vec::new();
            for fault in tally.faults.iter().filter(|fault| fault.kind == kind) {
                let shape = shape(&fault.words);
                match shapes.iter_mut().find(|(known, ..)| *known == shape) {
                    Some((_, n, _)) => *n += 1,
                    None => shapes.push((shape, 1, fault)),
                }
            }
            shapes.sort_by_key(|(_, n, _)| std::cmp::Reverse(*n));
            for (_, n, fault) in shapes.iter().take(self.shown) {
                let title = kind.title();
                let _ = writeln!(text, "{title}, {n} × “{}”", fault.words);
                if !fault.reason.is_empty() {
                    let _ = writeln!(text, "    {}", fault.reason);
                }
                let _ = writeln!(text, "    {}", fault.command);
            }
        }
        text
    }
}

/// The words without what is particular, so that faults of one kind come together.
fn shape(words: &str) -> String {
    let words =
        words
            .split_whitespace()
            .map(|word| match word.contains(|c: char| c.is_ascii_digit()) {
                true => "#",
                false => word,
            });
    words.collect::<Vec<_>>().join(" ")
}

impl fmt::Display for AuditReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.table())?;
        for kind in FaultKind::ALL {
            f.write_str(&self.examples(kind))?;
        }
        for tally in &self.tallies {
            let (time, command) = &tally.slowest;
            writeln!(
                f,
                "slowest in {}: {} ms, {command}",
                tally.chapter,
                time.as_millis()
            )?;
        }
        Ok(())
    }
}
