//! The figures of the AL2 paper: the forcing tree of Fig. 3 and the statistics of Fig. 4, from a chapter in the
//! language.

use chess::{Chess, Small};
use domain::Domain;
use lang::{Form, Source, compile};
use nasvet::{Games, Shelf, check_source};
use search::{Answer, Engine, Limits, Options};

const CHAPTER: &str = r#"
endgame "King and pawn against king"
us K P
them K

let king  = our.king
let pawn  = our.pawn
let enemy = their.king

def pawn_safe = count(our.men) = 2
def in_front = up(up(pawn))
def far_key = if file(enemy) >= file(pawn) then left(in_front) else right(in_front)
def they_have_opposition = us_to_move and same_file(king, enemy) and rank_distance(king, enemy) mod 2 = 0

advice push_pawn {
  better   not empty(our.queens)
  holding  pawn_safe
  us       pawn moves that not promote or promotion = queen
  them     king moves that capture, then king walks to queening_square(pawn)
  within   9 plies
}

advice bring_king_in_front_of_pawn {
  better   us_to_move and rank(king) > rank(pawn) and file_distance(king, pawn) <= 1
  holding  pawn_safe and not they_have_opposition
  us       king walks to root.far_key within 4 moves
  them     king walks to in_front within 4 moves
  within   8 plies
}

table {
  otherwise push_pawn, bring_king_in_front_of_pawn
}
"#;

#[test]
fn figures_3_and_4() {
    let games = Games::new();
    let source = Source::from_text("kpk", Form::Plain, CHAPTER).unwrap();
    let loaded = check_source(source, &games, &Shelf::shipped());
    assert_eq!(loaded.diagnostics, []);
    let program = loaded.program.unwrap();
    let chess = Chess::<Small>::new();
    let compiled = compile(&chess, &program);
    let mut engine = Engine::new(&compiled, Options::default());
    let (position, view) = chess.read_position("5k2/8/8/8/8/2P5/8/3K4 w - -", &program.header).unwrap();
    let advised = engine.advise(&position, Limits::nodes(100_000));
    for tried in &advised.tried {
        eprintln!("{:?} {:?} {:?}", tried.piece, tried.outcome, tried.statistics.by_depth());
    }
    assert_eq!(advised.tried[0].statistics.by_depth(), [1, 5, 1, 5, 1, 4, 1, 1]);
    assert_eq!(advised.tried[1].statistics.by_depth(), [3, 9, 6, 15, 10, 15]);
    let (_, tree) = advised.chosen.unwrap();
    assert_eq!(chess.write_move(&position, view, tree.first_move().unwrap()), "Kc2");
    assert_eq!((tree.size(), tree.depth()), (31, 6));
    let _ = Answer::<()>::Refuted;
}
