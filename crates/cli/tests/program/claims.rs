//! What claims mean, in small chapters whose fate is plain to see: each was once called proved, or breaks off where it
//! was once believed.

use std::fs;

use documents::{ClaimDocument, ModeName, OutcomeName, Shows, VerificationDocument};
use domain::Watch;
use nasvet::{Questions, judged_material, verify_program};
use nasvet_cli::files::load;
use testing::root;
use verify::{EndgameTables, Holds};

use crate::{nasvet, scratch};

fn verified(name: &str, text: &str, nodes: Option<u64>) -> VerificationDocument {
    let file = scratch(name).file(&format!("{name}.advice"), text);
    let loaded = load(&file).expect("the source can be read");
    let program = loaded.program.as_ref().expect("the source has no faults");
    let material = judged_material(program).expect("an ending of chess");
    let mut tables = EndgameTables::new();
    let built = tables.build(material, Holds::Mate, &Watch::new());
    built.expect("three men fit");
    let questions = Questions {
        nodes,
        room: 1 << 30,
        spare: None,
        games: 0,
        group: false,
    };
    let found = verify_program(program, &tables, questions, &Watch::new());
    found.expect("it can be verified").document(name, &loaded)
}

fn outcomes(document: &VerificationDocument) -> Vec<OutcomeName> {
    let claims = document.claims.iter();
    claims.map(|claim| claim.outcome).collect()
}

fn in_mode(claim: &ClaimDocument, mode: ModeName) -> OutcomeName {
    let mut modes = claim.modes.iter();
    let found = modes.find(|ruling| ruling.mode == mode);
    found.expect("the claim is about this mode").outcome
}

/// The first move is harmless, and the second puts the rook where it can be taken: only who follows the plan loses it.
#[test]
fn a_rook_that_is_lost_inside_a_plan_is_lost() {
    let text = r#"endgame "A rook that is lost on the second move"
us K R
them K

def rook_lost = them_to_move and our.rook in our.loose

advice blunder {
  better   them_to_move and depth = 3 and adjacent(our.rook, their.king) and not adjacent(our.rook, our.king)
  us       king moves when depth = 0, then rook moves when depth = 2
  holding  depth = 3 or not rook_lost
  within   2 moves
}

advice wait {
  better   them_to_move
  holding  not rook_lost and not stalemate
  us       any
  within   1 move
}

table {
  if rank(our.king) = 1 then blunder, wait
  otherwise wait
}

claim never loses the rook
claim never rook_lost
claim never loses the rook in weak mode
claim keeps every draw
"#;
    let document = verified("lost-inside", text, None);
    for claim in &document.claims[..2] {
        assert_eq!(in_mode(claim, ModeName::Strong), OutcomeName::Broken);
        assert_eq!(in_mode(claim, ModeName::Weak), OutcomeName::Holds);
    }
    let holds = [OutcomeName::Holds; 2];
    assert_eq!(outcomes(&document)[2..], holds);
    let game = document.claims[0].game.as_ref().expect("a game shows it");
    assert_eq!((game.shows, game.moves.len()), (Shows::Breach, 4));
    let last = game.moves.last().expect("there are moves");
    assert!(last.m.starts_with("Kx"), "{}", last.m);
}

const HANGS: &str = r#"endgame "A rook that is hung"
us K R
them K

advice hang {
  better   them_to_move and adjacent(our.rook, their.king) and not adjacent(our.rook, our.king)
  us       rook moves
  within   1 move
}

advice wait {
  better them_to_move
  within 1 move
}

table {
  otherwise hang, wait
}

claim never loses the rook
claim wins from every position
claim gives away at most 1000000 half-points
"#;

/// Where no search is finished nothing is known, and nothing is proved.
#[test]
fn a_search_that_is_cut_off_proves_nothing() {
    let [known, unknown] = [None, Some(0)].map(|nodes| verified("hangs", HANGS, nodes));
    assert_eq!(
        outcomes(&known),
        [OutcomeName::Broken, OutcomeName::Broken, OutcomeName::Holds]
    );
    assert_eq!(outcomes(&unknown), [OutcomeName::NotKnown; 3]);
    for ruling in unknown.claims.iter().flat_map(|claim| &claim.modes) {
        assert_eq!(ruling.broken, 0);
        // We are neither mated nor stalemated anywhere in this ending.
        assert_eq!(ruling.missing.answers, 175_168);
    }
}

/// A chapter is answerable for the ending after a promotion, if it plays it.
#[test]
fn a_queen_that_is_given_away_after_the_promotion_is_lost() {
    let text = r#"endgame "Promotes safely, then gives the queen away"
us K P
them K

advice promote {
  better   them_to_move and not empty(our.queens) and not stalemate and not (our.queen in our.loose)
  us       pawn moves that promotion = queen
  within   1 move
}

advice push {
  better   them_to_move and not stalemate
  us       pawn moves that not promote, then king moves
  within   1 move
}

advice give_queen {
  better   them_to_move and adjacent(our.queen, their.king) and not adjacent(our.queen, our.king)
  us       queen moves
  within   1 move
}

advice wait {
  better   them_to_move
  within   1 move
}

table {
  otherwise promote, push, wait
}

table for us K Q them K {
  otherwise give_queen, wait
}

claim never loses the queen
claim keeps every draw in the ending us K Q them K
claim wins from every position in the ending us K Q them K
"#;
    let document = verified("gives-queen", text, None);
    assert_eq!(
        outcomes(&document),
        [OutcomeName::Broken, OutcomeName::Holds, OutcomeName::Broken]
    );
    let game = document.claims[0].game.as_ref().expect("a game shows it");
    assert_eq!((game.shows, game.moves.len()), (Shows::Breach, 4));
    assert!(game.moves[0].m.contains("=Q"), "{:?}", game.moves);
    // The known number of positions with us to move.
    assert_eq!(document.claims[2].positions, 144_508);
}

/// A claim about no position, and one about positions without advice.
#[test]
fn what_is_tested_nowhere_does_not_hold() {
    let text = r#"endgame "Advice for half of the board"
us K R
them K

advice first {
  better them_to_move
  within 1 move
}

table {
  if rank(our.king) <= 4 then first
}

claim wins from every position where them_to_move
claim never loses the rook where distance(our.king, their.king) = 1
claim never loses the rook where rank(our.king) > 4
"#;
    let document = verified("nowhere", text, None);
    assert_eq!(outcomes(&document), [OutcomeName::NotKnown; 3]);
    let positions: Vec<u64> = document
        .claims
        .iter()
        .map(|claim| claim.positions)
        .collect();
    assert_eq!(positions[..2], [0, 0]);
    let last = &document.claims[2];
    assert_eq!(last.modes[0].missing.advice, last.positions);
    let file = scratch("nowhere").file("nowhere.advice", text);
    let run = nasvet(&["verify", &file, "--games", "0"])
        .env("NASVET_CACHE", env!("CARGO_TARGET_TMPDIR"))
        .run();
    assert_eq!(run.status, Some(3), "{}", run.err);
    assert!(run.out.contains("there is no such position"), "{}", run.out);
}

/// A chapter that answers questions and plays no move is refused, at once and with the reason.
#[test]
fn a_chapter_without_a_table_for_its_men_is_refused() {
    let only_queen = "endgame \"x\"\nus K R\nthem K\nadvice a {\n  better them_to_move\n  within 1 move\n}\n\
                      table for us K Q them K {\n  otherwise a\n}\n";
    let file = scratch("no-table").file("no-table.advice", only_queen);
    for chapter in ["kpkp", &file] {
        let run = nasvet(&["verify", chapter])
            .env("NASVET_CACHE", env!("CARGO_TARGET_TMPDIR"))
            .run();
        assert_eq!(run.status, Some(2), "{chapter}: {}", run.err);
        assert!(run.err.contains("no table for its own men"), "{}", run.err);
    }
}

/// Outside the positions that a chapter is about, nothing is advised, asked or counted.
#[test]
fn a_chapter_keeps_to_its_positions() {
    let text = r#"endgame "The upper half"
us K R
them K

let upper = rank(our.king) >= 5
    means "our king stands in the upper half"
    else "our king stands in the lower half"

positions where upper

advice up {
  better them_to_move and rank(our.king) >= 5
  within 1 move
}

advice down {
  better them_to_move
  us     king moves
  within 1 move
}

table {
  if rank(our.king) >= 6 then up
  otherwise down
}

claim keeps every draw
"#;
    let document = verified("upper", text, None);
    assert_eq!(document.positions + document.outside, 175_168);
    // The board is as wide above as below.
    assert_eq!(document.positions, document.outside);
    assert_eq!(outcomes(&document), [OutcomeName::Broken]);
    let game = document.claims[0].game.as_ref().expect("a game shows it");
    assert_eq!(game.shows, Shows::Outside);

    let file = scratch("upper").file("upper.advice", text);
    let run = nasvet(&["advise", &file, "8/8/8/3k4/8/8/1R6/K7 w - -"]).run();
    let told = format!("{}{}", run.out, run.err);
    assert!(told.contains("not about this position"), "{told}");
}

#[test]
fn nobody_reasons_about_positions_outside_a_chapter() {
    let kpkp = fs::read_to_string(root().join("chapters/kpkp.md")).expect("it is shipped");
    let apart = "them K P

let apart = file_distance(our.pawn, their.pawn) >= 2
    means \"the pawns are apart\"
    else \"the pawns are on one file or on neighbouring ones\"

positions where apart
";
    let text = kpkp.replacen("them K P\n", apart, 1);
    let file = scratch("apart").file("apart.md", text);
    let fen = "8/8/4k3/8/3p4/4P3/3K4/8 w - -";
    let run = nasvet(&["ask", &file, fen, "can White win?"]).run();
    assert_eq!(run.status, Some(2), "{}", run.out);
    let why =
        "The chapter is not about this position: the pawns are on one file or on neighbouring ones";
    let told = run.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains(why), "{told}");
}
