//! A digest changes with the meaning of advice, and with nothing else.

use std::sync::Arc;

use chess::{Chess, Small};
use domain::Game;
use games::graph::AndOr;
use games::nim::Nim;
use lang::Form;
use lang::checked::Program;
use nasvet_documents::{Digest, digest_of_chapter, digest_of_piece};
use testing::program_about;

/// `win` asks `balance`, which calls two definitions.
const NIM: &str = r#"
nim "Nim"

def even = digital_sum = 0
def theirs = them_to_move and even

advice balance {
  "Balance the heaps."
  better   theirs
  us       any
  within   1 move
  because  "the heaps are balanced"
}

advice win {
  better   no_moves and them_to_move or can balance
  holding  us_to_move or even
  them     any when us_to_move
}

advice unrelated {
  better   us_to_move
}

table {
  if not even then win, balance
  otherwise unrelated
}
"#;

fn nim(text: &str) -> Arc<Program> {
    program_about(&[&Nim], Form::Plain, text)
}

fn of_piece(text: &str, piece: &str) -> Digest {
    let program = nim(text);
    let piece = program.piece_named(piece).expect("the piece is there");
    digest_of_piece(Nim.vocabulary(), &program, piece)
}

fn of_chapter(text: &str) -> Digest {
    digest_of_chapter(Nim.vocabulary(), &nim(text))
}

/// The text with one part replaced.
fn with(from: &str, to: &str) -> String {
    assert!(NIM.contains(from), "{from}");
    NIM.replacen(from, to, 1)
}

#[test]
fn comments_layout_prose_and_names_do_not_matter() {
    #[track_caller]
    fn check(text: &str) {
        assert_eq!(of_piece(text, "win"), of_piece(NIM, "win"), "{text}");
        assert_eq!(of_chapter(text), of_chapter(NIM), "{text}");
    }
    check(&with("nim \"Nim\"", "nim \"Another title\""));
    check(&with("def even =", "# a comment\ndef even   ="));
    check(&with("Balance the heaps.", "Make it even."));
    check(&with("the heaps are balanced", "{digital_sum} is nothing"));
    check(&NIM.replace("even", "balanced_heaps"));
    check(&with("def even", "def unused = 1\ndef even"));
    check(&with(
        "them_to_move and even",
        "(them_to_move)\n    and even",
    ));
}

#[test]
fn whatever_a_piece_calls_matters() {
    #[track_caller]
    fn check(from: &str, to: &str) {
        let changed = with(from, to);
        assert_ne!(of_piece(&changed, "win"), of_piece(NIM, "win"), "{to}");
        assert_ne!(of_chapter(&changed), of_chapter(NIM), "{to}");
    }
    // A goal of the piece that is asked, and a definition two calls away.
    check("better   theirs", "better   theirs and not us_to_move");
    check("digital_sum = 0", "digital_sum = 1");
    check("digital_sum = 0", "digital_sum <= 0");
    check("within   1 move", "within   1 ply");
    check("within   1 move", "within   2 moves");
    check("us       any", "us       none");
    check("any when us_to_move", "any when them_to_move");
    check("nim \"Nim\"\n", "nim \"Nim\"\nconvention al0\n");
}

#[test]
fn what_a_piece_does_not_call_matters_to_the_chapter_alone() {
    #[track_caller]
    fn check(from: &str, to: &str) {
        let changed = with(from, to);
        assert_eq!(of_piece(&changed, "win"), of_piece(NIM, "win"), "{to}");
        assert_ne!(of_chapter(&changed), of_chapter(NIM), "{to}");
    }
    check("better   us_to_move\n", "better   them_to_move\n");
    check("win, balance", "balance, win");
    check("if not even then", "if even then");
    check("otherwise unrelated\n", "otherwise unrelated when even\n");
}

#[test]
fn the_header_and_the_game_matter() {
    let chess = Chess::<Small>::new();
    let of = |text: &str| {
        let program = program_about(&[&chess], Form::Plain, text);
        digest_of_chapter(chess.vocabulary(), &program)
    };
    let krk = "endgame \"\"\nus K R\nthem K\nadvice go {\n  better  them_to_move\n}\n";
    assert_eq!(of(krk), of(krk));
    assert_ne!(of(krk), of(&krk.replace("K R", "K Q")));
    assert_ne!(
        of(krk),
        of(&krk.replace("K R", "K").replace("them K", "them K R"))
    );
    assert_ne!(
        of("endgame \"\"\nadvice go {\n  better  them_to_move\n}\n"),
        of_chapter("nim \"\"\nadvice go {\n  better  them_to_move\n}\n")
    );
}

/// Something of every kind that can be said about chess.
const CHESS: &str = r#"
endgame "Everything"
us K R
them K P

def cut(e, r) = if e < r then r - 1 else if e > r then 8 - r
def room = cut(file(their.king), file(our.rook)) * cut(rank(their.king), rank(our.rook))
def near(s) = distance(our.king, s) in 1..2 or file(s) not in {1, 8}
def some_things = count s in board : s in {a1, h8} union our.attacks without {e4} and near(s)

moves checks = rook moves that check, then any
moves to_corner = king walks to {a1, h8} within 4 moves

advice drive {
  better   room < before.room and not exists(their.pawn) and some_things >= -1
  holding  for them (distance(our.king, their.king) != 1) or depth = 0 or root.room = room
  us       checks, then to_corner, then king moves by largest room
  them     any
  within   6 plies
}

table for us K R them K {
  if us_to_move then drive when room > 2
}

claim wins from every position within 40 moves
claim never stalemate
"#;

/// Something of every kind that the reasoner knows.
const GRAPHS: &str = r#"
graphs "Problems"

hypothesis goal(x: node)

lemma goaltest {
  given  goal(x)
  fact   goal(x) when goal_node(x)
}

method expand {
  given  goal(x)
  when   not goal_node(x)
  cost   easy
  fact   goal(x) <=> (every y in successors(x) : goal(y)) when and_node(x)
  fact   goal(x) <=> (some y in successors(x) : goal(y)) when or_node(x)
  fact   not goal(x) when empty(successors(x))
}
"#;

/// Whoever keeps a document keeps its digest: it must be the same after an update of Nasvet, unless the language has
/// changed and `LANGUAGE_VERSION` with it.
#[test]
fn a_digest_stays_what_it_is() {
    let (chess, graphs) = (Chess::<Small>::new(), AndOr);
    let of = |game: &dyn Game, text: &str| {
        let program = program_about(&[game], Form::Plain, text);
        digest_of_chapter(game.vocabulary(), &program).to_string()
    };
    let found = [
        of_piece(NIM, "win").to_string(),
        of(&Nim, NIM),
        of(&chess, CHESS),
        of(&graphs, GRAPHS),
    ];
    let expected = [
        "060587bffc03a00d667b353aec2df41fcf1445cb4b35e7995d88895aee9fa55e",
        "b03ed8a3e3c666d5ee6fc6796b924f35bf6a31d59a1cd0961613f4d9152656d8",
        "ec01500fd5180905e59070bab2abcb4db88a547e74002aa195fd67a7c1265d89",
        "1967e31280d040654de050815f4bc87ed1eb3b4f2569cd96a16db113f9298053",
    ];
    assert_eq!(found, expected);
}
