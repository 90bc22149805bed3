//! The longest wins that are known from the literature.
//!
//! Sources: K. Thompson, *Retrograde analysis of certain endgames*, ICCA Journal 9(3), 1986; E. V. Nalimov,
//! G. McC. Haworth, E. A. Heinz, *Space-efficient indexing of chess endgame tables*, ICGA Journal 23(3), 2000, with
//! the list of longest mates; for rook against knight also T. Ströhlein's thesis, Munich 1970.

use verify::{Holds, Index, Material, Outcome, Tables, Watch};

/// The longest win of either side in moves, by whatever `probe` measures, with the winner to move.
fn longest(
    tables: &Tables,
    text: &str,
    probe: fn(&Tables, &chess::Small) -> Option<Outcome>,
) -> u16 {
    let index = Index::new(text.parse().expect("an ending"));
    let wins = index
        .positions(0..index.n_numbers())
        .filter_map(|(_, position)| {
            let outcome = probe(tables, &position).expect("the table is built");
            matches!(outcome, Outcome::Win(_)).then_some(outcome.plies()?)
        });
    wins.max().map_or(0, |plies| plies.div_ceil(2))
}

#[test]
fn longest_mates_are_as_published() {
    let mut tables = Tables::new();
    for (text, moves) in [
        ("KQK", 10),
        ("KRK", 16),
        ("KPK", 28),
        ("KBK", 0),
        ("KNK", 0),
        ("KQKR", 35),
        ("KRKN", 40),
    ] {
        let material: Material = text.parse().unwrap();
        tables
            .build(material, Holds::Mate, &Watch::nobody())
            .unwrap();
        let found = longest(&tables, text, Tables::probe);
        eprintln!("{text}: mate in {found}");
        assert_eq!(found, moves, "{text}");
    }
}
