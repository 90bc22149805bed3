//! The verifier as its users meet it: faults are found, claims are ruled on, and the figures are those that others found.
//!
//! `cases/faulty/` holds chapters with a fault, each with the report about it. The figures of other people are in
//! `suites/verification.md`.

use std::fs;

use documents::{ClaimDocument, OutcomeName, Shows, VerificationDocument};
use domain::Watch;
use nasvet::{Questions, judged_material, verify_program};
use nasvet_cli::files::load;
use testing::{CasePage, root};
use verify::{EndgameTables, Holds};

use crate::cases::check_pages;
use crate::{nasvet, scratch};

/// A piece that plays any rook move: sooner or later the rook is taken.
const WANDER: &str = r#"endgame "<script>alert('1')</script> & co"
us K R
them K

advice wander {
  "Go <b>anywhere</b>, 'there' & back."
  better   them_to_move
  us       rook moves
  within   1 move
}

table {
  otherwise wander
}

claim wins from every position
claim keeps every draw
claim never loses the rook
claim never loses the rook where distance(our.king, our.rook) = 1 and distance(their.king, our.rook) > 4
"#;

/// What `krk-van-emden` would have to prove.
const CLAIMS: &str = "
claim wins from every position
claim wins from every position within 37 moves
claim wins from every position within 36 moves
claim wins from every position where corner(their.king)
claim keeps every win
claim keeps every draw
claim never loses the rook
claim never stalemate
";

/// Verifies a source.
fn verified(name: &str) -> VerificationDocument {
    verified_within(name, None)
}

/// Verifies a source, each piece looking at no more than so many positions.
fn verified_within(name: &str, nodes: Option<u64>) -> VerificationDocument {
    let loaded = load(name).expect("the source can be read");
    let program = loaded.program.as_ref().expect("the source has no faults");
    let material = judged_material(program).expect("an ending of chess");
    let mut tables = EndgameTables::new();
    let built = tables.build(material, Holds::Mate, &Watch::new());
    built.expect("three men fit");
    let questions = Questions {
        nodes,
        room: 1 << 30,
        spare: None,
        games: 2,
        group: true,
    };
    let found = verify_program(program, &tables, questions, &Watch::new());
    found
        .expect("it can be verified")
        .document("chapter", &loaded)
}

/// With a limit nothing is carried from one position to the next, so this is the verifier as it was before it could
/// remember. The chapter mates by pieces of up to three moves that look neither back nor at the root.
#[test]
fn what_is_remembered_changes_nothing() {
    let json = |nodes| {
        let document = verified_within("kqk", nodes);
        serde_json::to_string(&document).expect("a document is JSON")
    };
    assert_eq!(json(None), json(Some(10_000_000)));
}

/// The plans of kqk take more than a kilobyte.
#[test]
fn plans_that_do_not_fit_are_refused_with_the_mend() {
    let run = nasvet(&["verify", "kqk", "--memory", "0"])
        .env("NASVET_CACHE", env!("CARGO_TARGET_TMPDIR"))
        .run();
    assert_eq!(run.status, Some(2), "{}", run.err);
    assert!(run.err.contains("--memory"), "{}", run.err);
}

/// A faulty chapter has the report that its page shows, with these parts.
fn check_faulty(name: &str, parts: &[&str]) {
    let path = format!("cases/faulty/{name}.md");
    assert_eq!(check_pages(&[CasePage::read(&path)]), 1);
    let CasePage { text, .. } = CasePage::read(&path);
    for part in parts {
        assert!(text.contains(part), "no `{part}` in {path}");
    }
}

/// Ka3, Rb2 against ka1, mirrored at the long diagonal, is the first position that the judge comes to. The counts of
/// all pieces that do not bring the rook home are those of the book's AL0 table, whose keeproom has the same fault.
#[test]
fn a_careless_king_stalemates() {
    let game = "\
  a draw: 8/8/8/8/8/8/1R6/k1K5 w - -
      1. Kc2             keep_room
";
    let shown = [
        "BROKEN  claim never stalemate",
        game,
        "mate_in_two        6,188",
        "squeeze          116,504",
        "approach          16,180",
        "keep_room          3,384",
    ];
    check_faulty("careless-king", &shown);
}

/// Every wrong move is in one group.
#[test]
fn wrong_moves_are_sorted_by_pattern() {
    let chapter = root().join("cases/faulty/careless-king.md");
    let document = verified(chapter.to_str().expect("a path of letters"));
    let half_points = &document.half_points;
    let groups = half_points.groups.as_ref().expect("groups were asked for");
    assert!(half_points.positions > 0);
    let sum: u64 = groups.iter().map(|group| group.positions).sum();
    assert_eq!(sum, half_points.positions);
    assert!(groups.is_sorted_by(|a, b| a.positions >= b.positions));
    let by_piece = half_points.by_piece.iter();
    for (piece, given) in by_piece {
        // No move of this chapter loses a won game, so a wrong move gives one half-point away.
        let groups = groups.iter().filter(|group| group.piece == *piece);
        assert_eq!(groups.map(|group| group.positions).sum::<u64>(), *given);
    }
}

#[test]
fn a_mate_in_two_is_planned_for_ever() {
    let shown = [
        "BROKEN  claim wins from every position",
        "holds   claim never stalemate",
        "holds   claim keeps every draw",
        "from here again and again",
    ];
    check_faulty("mate-in-two", &shown);
}

/// All figures but the claims' were found by running the printed program under Prolog.
#[test]
fn van_emden_is_judged_as_under_prolog() {
    let source = root().join("chapters/krk-van-emden.md");
    let source = fs::read_to_string(source).expect("the chapter is shipped");
    let text = format!("{source}\n```advice\n{CLAIMS}\n```\n");
    let name = scratch("van-emden").file("van-emden.md", text);
    let document = verified(&name);
    assert_eq!(document.positions, 175_168);
    let [strong, weak] = &document.modes[..] else {
        panic!("there are two modes");
    };
    assert_eq!((strong.won, strong.circle), (175_168, 0));
    assert_eq!((weak.won, weak.circle), (163_830, 11_338));
    let lengths = [&strong.lengths, &weak.lengths, &document.optimum];
    let lengths = lengths.map(|of| (of.longest, of.mean));
    assert_eq!(
        lengths,
        [
            (Some(37), Some(20.94)),
            (Some(38), Some(20.04)),
            (Some(16), Some(9.86))
        ]
    );
    let fired = document
        .pieces
        .iter()
        .map(|of| (&of.piece[..], of.positions));
    assert_eq!(
        fired.collect::<Vec<_>>(),
        [
            ("mate", 3_728),
            ("squeeze", 115_884),
            ("approach", 17_908),
            ("keep_room", 3_712),
            ("divide", 33_936)
        ]
    );
    assert_eq!(document.half_points.given, 0);
    assert_eq!(document.half_points.groups.as_deref(), Some(&[][..]));

    // All failures are by `divide`, and no group is forgotten.
    assert_eq!(strong.groups.as_deref(), Some(&[][..]));
    let groups = weak.groups.as_ref().expect("groups were asked for");
    let is_divide = |piece: &Option<String>| piece.as_deref() == Some("divide");
    assert!(groups.iter().all(|group| is_divide(&group.piece)));
    assert!(groups.iter().all(|group| group.shows == Shows::Circle));
    let sum: u64 = groups.iter().map(|group| group.positions).sum();
    assert_eq!(sum, 11_338);
    assert!(groups.is_sorted_by(|a, b| a.positions >= b.positions));

    // A circle breaks a promise to win, and no other.
    // The chapter's own claims come first.
    let n_own = document.claims.len() - CLAIMS.lines().filter(|line| !line.is_empty()).count();
    let (own, claims) = document.claims.split_at(n_own);
    assert!(own.iter().all(|claim| claim.outcome == OutcomeName::Holds));
    let broken: Vec<[u64; 2]> = claims.iter().map(broken).collect();
    assert_eq!(broken[0], [0, 11_338]);
    let over = |n: usize| -> [u64; 2] {
        let longer = |of: &[u64]| of.iter().skip(n + 1).sum::<u64>();
        [
            longer(&strong.lengths.histogram),
            longer(&weak.lengths.histogram) + 11_338,
        ]
    };
    assert_eq!(broken[1], over(37));
    assert_eq!(broken[1][0], 0);
    assert_eq!(broken[2], over(36));
    assert!(broken[2][0] > 0);
    assert_eq!(broken[4], broken[0]);
    assert_eq!(broken[5..], [[0, 0]; 3]);
    let in_corner = &claims[3];
    assert!(0 < in_corner.positions && in_corner.positions < document.positions);
    assert_eq!(document.outcome(), OutcomeName::Broken);
}

/// In how many positions a claim is broken, in strong and in weak mode.
fn broken(claim: &ClaimDocument) -> [u64; 2] {
    [0, 1].map(|mode| claim.modes[mode].broken)
}

/// The claims of the wandering rook, and its page.
#[test]
fn a_wandering_rook_is_lost() {
    let name = scratch("wander").file("wander.advice", WANDER);
    let document = verified(&name);
    let told = |claim: &ClaimDocument| {
        let [strong, weak] = broken(claim);
        (claim.outcome == OutcomeName::Holds, strong == weak)
    };
    let claims: Vec<(bool, bool)> = document.claims.iter().map(told).collect();
    // It never loses, but it does not win either; plans of one move are the same in both modes.
    assert_eq!(
        claims,
        [(false, true), (true, true), (false, true), (false, true)]
    );
    // A condition leaves fewer positions, and fewer that break the claim.
    let [anywhere, far] = [&document.claims[2], &document.claims[3]];
    assert!(0 < far.positions && far.positions < anywhere.positions);
    assert!(0 < broken(far)[0] && broken(far)[0] < broken(anywhere)[0]);
    let game = document.claims[2].game.as_ref().expect("a game shows it");
    assert_eq!(game.shows, Shows::Breach);
    assert!(document.half_points.given > 0);

    check_page(&document);
}

/// The page is well-formed, needs nothing from elsewhere, and has the figures of the document.
fn check_page(document: &VerificationDocument) {
    let page = document.page();
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..roxmltree::ParsingOptions::default()
    };
    let tree = roxmltree::Document::parse_with_options(&page, options)
        .unwrap_or_else(|error| panic!("{error}"));
    let elements: Vec<_> = tree
        .descendants()
        .filter(|node| node.is_element())
        .collect();
    let named = |name: &str| {
        let elements = elements
            .iter()
            .filter(|node| node.tag_name().name() == name);
        elements.copied().collect::<Vec<_>>()
    };
    let texts = |name: &str| -> Vec<String> {
        let text = |node: &roxmltree::Node<'_, '_>| -> String {
            let parts = node.descendants().filter(|node| node.is_text());
            parts.filter_map(|node| node.text()).collect()
        };
        named(name).iter().map(text).collect()
    };
    for name in ["script", "link", "img", "iframe", "b"] {
        let of_chapter = named(name).len() - usize::from(name == "b") * document.claims.len();
        assert_eq!(of_chapter, 0, "{name}");
    }
    for attribute in elements.iter().flat_map(|node| node.attributes()) {
        let (name, value) = (attribute.name(), attribute.value());
        assert!(!name.starts_with("on") && name != "src", "{name}");
        assert!(name != "href" || value.starts_with("#man-"), "{value}");
    }
    assert!(!page.contains("url(") && !page.contains("@import"));
    assert_eq!(texts("h1"), std::slice::from_ref(&document.title));
    let small = texts("small");
    let says = document.pieces[0]
        .says
        .as_ref()
        .expect("a piece with a text");
    assert!(small.contains(says), "{small:?}");

    let rows = texts("tr");
    for mode in &document.modes {
        for (name, n) in [
            ("won", mode.won),
            ("drawn", mode.drawn),
            ("lost", mode.lost),
        ] {
            let has = |row: &String| row.starts_with(name) && row.contains(&grouped(n));
            assert!(rows.iter().any(has), "{name} {n} in {rows:?}");
        }
    }
    let n_games: usize = document.modes.iter().map(|mode| mode.games.len()).sum();
    let n_broken = document.claims.iter();
    let n_broken = n_broken.filter(|claim| claim.game.is_some()).count();
    assert_eq!(named("article").len(), n_games + n_broken);
    assert_eq!(named("li").len(), document.claims.len());
    let codes = texts("code");
    for game in document.modes.iter().flat_map(|mode| &mode.games) {
        assert!(codes.contains(&game.start), "{}", game.start);
    }
    for text in document.claims.iter().map(|claim| &claim.claim) {
        assert!(codes.contains(text), "{text}");
    }
}

fn grouped(n: u64) -> String {
    let mut text = n.to_string();
    let mut place = text.len();
    while place > 3 {
        place -= 3;
        text.insert(place, ',');
    }
    text
}

/// The reports that are kept are about what others know: the longest wins there are, and what was proved of a program.
#[test]
fn the_kept_reports_have_the_figures_of_others() {
    let figures = fs::read_to_string(root().join("suites/verification.md"));
    let figures = figures.expect("the figures are there");
    let rows: Vec<Vec<&str>> = figures
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert!(rows.len() > 10, "{rows:?}");
    for row in rows {
        let [chapter, line, cells, _] = row[..] else {
            panic!("four columns in {row:?}");
        };
        let name = chapter.trim_matches('`');
        let report = root().join(format!("verification/{name}.txt"));
        let report = fs::read_to_string(report).expect("the report is kept");
        let is_meant = |found: &&str| found.trim_start().starts_with(line);
        let found = report.lines().find(is_meant);
        let found = found.unwrap_or_else(|| panic!("no line `{line}` in {name}"));
        let found: Vec<&str> = found.trim_start()[line.len()..]
            .split_whitespace()
            .collect();
        let cells: Vec<&str> = cells.split_whitespace().collect();
        assert_eq!(found.len(), cells.len(), "{name}: {found:?}");
        for (found, expected) in found.iter().zip(&cells) {
            assert!(
                *expected == "*" || found == expected,
                "{name}, {line}: {found} and not {expected}"
            );
        }
    }
}
