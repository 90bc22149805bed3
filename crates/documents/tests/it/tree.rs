//! Tree documents: what is written is read back, and what is wrong is refused with its place.

use std::collections::HashMap;
use std::sync::Arc;

use domain::{Game, Header, Notation, Rules, Side};
use games::nim::{Nim, NimMove, NimPosition};
use lang::Form;
use lang::checked::{PieceId, Program};
use nasvet_documents::{Replayed, TreeDocument, TreeError, TreeQuestion, digest_of_piece};
use proof::{NodeId, Tree, TreeBuilder, Verdict};
use testing::program_about;

/// A program about Nim with the piece `win`.
fn program() -> Arc<Program> {
    let text = "nim \"Nim\"\nadvice win {\n  better  no_moves and them_to_move\n}\n";
    program_about(&[&Nim], Form::Plain, text)
}

fn position(text: &str) -> NimPosition {
    Nim.read_position(text, &Header::default())
        .expect("a Nim position")
        .0
}

/// Takes a tree through its document, and says how many nodes that has.
fn round_trip(root: &NimPosition, tree: &Tree<NimMove>, verdict: Verdict) -> usize {
    let program = program();
    let asked = TreeQuestion {
        chapter: "nim",
        program: &program,
        piece: program.piece_named("win").expect("it has this piece"),
        verdict,
    };
    let document = TreeDocument::new(&Nim, asked, root, (), tree).expect("a small tree");
    let json = document.to_json().expect("a short document");
    let read = TreeDocument::from_json(json.as_bytes()).expect("what is written can be read");
    assert_eq!(read, document);
    assert_eq!(
        (read.verdict(), &read.chapter[..], &read.piece[..]),
        (verdict, "nim", "win")
    );
    let replayed = read
        .replay(&Nim, &program)
        .expect("what is written can be played");
    assert_eq!((&replayed.position, &replayed.tree), (root, tree));
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    value["tree"].as_array().expect("a list of nodes").len()
}

/// Us by Bouton's rule and them anything, with every position once.
fn bouton(
    now: &NimPosition,
    builder: &mut TreeBuilder<NimMove>,
    known: &mut HashMap<NimPosition, NodeId>,
) -> NodeId {
    if let Some(id) = known.get(now) {
        return *id;
    }
    let mut moves = Nim.legal_moves(now);
    if now.turn == Side::Us {
        moves.retain(|m| Nim.play(now, *m).heaps.iter().fold(0, |sum, n| sum ^ n) == 0);
        moves.truncate(1);
    }
    let branches: Vec<_> = moves
        .into_iter()
        .map(|m| (m, bouton(&Nim.play(now, m), builder, known)))
        .collect();
    let id = builder.node(branches);
    known.insert(now.clone(), id);
    id
}

#[test]
fn a_document_keeps_what_is_shared_in_one_position() {
    let root = position("15 10 7 3");
    let mut builder = TreeBuilder::default();
    let id = bouton(&root, &mut builder, &mut HashMap::new());
    let tree = builder.tree(id);
    assert!(tree.size() > 1_000_000_000, "{}", tree.size());
    assert_eq!(
        round_trip(&root, &tree, Verdict::Satisfied),
        tree.nodes().len()
    );
    assert_eq!(round_trip(&root, &Tree::leaf(), Verdict::Cut), 1);
}

#[test]
fn what_is_shared_between_positions_is_written_for_each() {
    let mut builder = TreeBuilder::default();
    let leaf = builder.node(vec![]);
    let take = |heap, left| NimMove { heap, left };
    let shared = builder.node(vec![(take(1, 0), leaf), (take(2, 0), leaf)]);
    let root = builder.node(vec![(take(0, 2), shared), (take(0, 1), shared)]);
    let tree = builder.tree(root);
    assert_eq!(tree.nodes().len(), 3);
    assert_eq!(round_trip(&position("3 2 2"), &tree, Verdict::Refuted), 4);
}

#[test]
fn a_tree_that_would_be_too_large_is_not_written() {
    // Their replies lead to one node, in ever more positions.
    let mut builder = TreeBuilder::default();
    let mut node = builder.node(vec![]);
    for left in (0..30).rev() {
        let left = 29 - left;
        node = builder.node((0..30).map(|heap| (NimMove { heap, left }, node)));
    }
    let root = position(&["30"; 30].join(" "));
    let program = program();
    let asked = TreeQuestion {
        chapter: "nim",
        program: &program,
        piece: program.piece_named("win").expect("it has this piece"),
        verdict: Verdict::Cut,
    };
    let found = TreeDocument::new(&Nim, asked, &root, (), &builder.tree(node));
    let expected = "the tree has more than 754032 moves once it is written out";
    assert_eq!(found, Err(TreeError::Refused(expected.into())));
}

const GOOD: &str = r#"{
  "format": "nasvet-tree", "version": 1, "chapter": "nim", "game": "nim", "position": "2 1",
  "piece": "win", "verdict": "satisfied",
  "tree": [[], [["1→0", 0]], [["1→0", 0]], [["1→0", 1], ["2:1→0", 2]], [["2→1", 3]]]
}"#;

fn read(json: &str) -> Result<Replayed<Nim>, TreeError> {
    TreeDocument::from_json(json.as_bytes())?.replay(&Nim, &program())
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    assert_eq!(read(GOOD).unwrap().tree.size(), 5);
    #[track_caller]
    fn check(from: &str, to: &str, expected: &str) {
        assert!(GOOD.contains(from));
        let found = read(&GOOD.replacen(from, to, 1)).map(|replayed| replayed.tree);
        let found = found.map_err(|error| error.to_string());
        assert_eq!(found, Err(expected.into()));
    }
    check(
        "nasvet-tree",
        "tree\\u001b",
        "expected the format `nasvet-tree`, found `tree\\u{1b}`",
    );
    check(
        "1,",
        "3,",
        "only the versions 1 and 2 are known, and this is 3",
    );
    check("1,", "2,", "the digest of the advice is missing");
    let digest = digest_of_piece(Nim.vocabulary(), &program(), PieceId(0)).to_string();
    let with = |version: &str, digest: &str| format!("{version}, \"digest\": \"{digest}\",");
    check(
        "1,",
        &with("1", &digest),
        "version 1 has no digest, but this document has one",
    );
    check(
        "1,",
        &with("2", &"0".repeat(64)),
        &format!(
            "the tree was made from other advice than `win` is now: its digest is 000000000000…, that of the piece is \
             {}…; the tree must be made anew",
            &digest[..12]
        ),
    );
    check("win", "lose", "the chapter has no piece of advice `lose`");
    check(
        "\"nim\", \"position",
        "\"go\", \"position",
        "the tree is about the game `go`, not nim",
    );
    check(
        "2 1",
        "2 x",
        "the position `2 x`: expected the size of a heap, found `x`",
    );
    check("2→1", "3→1", "node 4, move `3→1`: no heap has 3 matches");
    check(
        "2→1",
        "2→2",
        "node 4, move `2→2`: a move takes at least one match",
    );
    check("2→1", "2→1\\n", "node 4, move `2→1\\n`: this is no move");
    check(
        "2→1\", 3",
        "2→1\", 4",
        "node 4, move `2→1`: it must lead to an earlier node, not 4",
    );
    check(
        "0\", 2]",
        "0\", 1]",
        "node 3, move `2:1→0`: node 1 belongs to another position",
    );
    check(
        ", [[\"2→1\", 3]]]",
        ", [[\"2→1\", 0]]]",
        "node 3 is not reached from the root",
    );
    check(
        "[[], [",
        "[[], [], [], [",
        "the tree has 7 nodes, but only 5 moves lead to them",
    );
    let tree = &GOOD[GOOD.find("[[]").unwrap()..GOOD.len() - 2];
    check(tree, "[]", "the tree has no node");
    check(
        "satisfied",
        "won",
        "not a tree document: unknown variant `won`, expected one of `satisfied`, `refuted`, `cut` at line 3 column 34",
    );
    let long = format!("{GOOD}{}", " ".repeat(16 << 20));
    let message = format!(
        "a tree document has at most 16777216 bytes, and this has {}",
        long.len()
    );
    assert_eq!(
        read(&long).map(|replayed| replayed.tree),
        Err(TreeError::Refused(message))
    );
}

#[test]
fn too_many_moves_for_such_a_position_are_refused() {
    let heaps = ["1"; 20_000].join(" ");
    let moves = vec![r#"["1→0",0]"#; 2_000].join(",");
    let json = GOOD.replacen("2 1", &heaps, 1);
    let tree = json.find("[[]").unwrap();
    let json = format!("{}[[],[{moves}]]}}", &json[..tree]);
    let expected = "the tree has 2000 moves; here at most 1677 are read";
    assert_eq!(
        read(&json).map(|replayed| replayed.tree),
        Err(TreeError::Refused(expected.into()))
    );
}

#[test]
fn damaged_documents_never_panic() {
    let mut seed = 1983_u64;
    let mut below = |n: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    let mut n_read = 0;
    for _ in 0..5_000 {
        let mut bytes = GOOD.as_bytes().to_vec();
        for _ in 0..=below(3) {
            let at = below(bytes.len());
            match below(4) {
                0 => bytes[at] = below(256) as u8,
                1 => bytes[at] = b"0123456789[]{},:\""[below(17)],
                2 if bytes.len() > 1 => drop(bytes.remove(at)),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let read = TreeDocument::from_json(&bytes).and_then(|d| d.replay(&Nim, &program()));
        n_read += usize::from(read.is_ok());
    }
    assert!((10..4_000).contains(&n_read), "{n_read}");
}
