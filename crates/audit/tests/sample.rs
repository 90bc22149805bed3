//! A small sample of answers has no fault. `cargo xtask check` asks about more.

use nasvet_audit::{AUDITED, AuditRequest, audit};

/// Chapters whose answers are quick, with the positions that are asked about.
const SAMPLE: &[(&str, usize)] = &[
    ("krk", 6),
    ("kqk", 4),
    ("kpk", 6),
    ("kpk-defence", 10),
    ("krk-box", 6),
    ("krk-van-emden", 6),
    ("krk-memoryless", 6),
    ("nim", 10),
];

#[test]
fn every_sentence_is_read_and_true() {
    for (name, positions) in SAMPLE {
        let chapters = AUDITED.iter().filter(|chapter| chapter.name == *name);
        let report = audit(&AuditRequest {
            chapters: chapters.copied().collect(),
            positions: *positions,
            seed: 2026,
        });
        assert!(report.tallies[0].claims > 0);
        assert_eq!(report.n_faults(), 0, "{report}");
    }
}
