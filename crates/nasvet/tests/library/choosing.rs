//! What sets say that a table plays is what its engine plays when it is asked, down to the move.

use std::sync::Arc;

use chess::{Chess, Small};
use code::compile;
use domain::{Side, Watch};
use lang::Form;
use lang::checked::Program;
use search::Options;
use solve::{Solution, TableChoice, Which, solve};
use verify::Material;

/// What was compared.
#[derive(Default, Debug)]
struct Compared {
    /// Moves that were told for all positions of a word together.
    told: usize,
    /// Those that were not, though sets tell them.
    untold: usize,
    plays: usize,
    silent: usize,
    outside: usize,
    asked: usize,
    follows: usize,
}

/// Every n-th position of the ending, by sets and by an engine that searches.
fn compare(program: &Arc<Program>, n: usize) -> Compared {
    let chess = Chess::<Small>::new();
    let material = Material::of_header(&program.header).expect("the men of the chapter");
    let watch = Watch::new();
    let solution = solve(&chess, program, material, Which::All, usize::MAX, &watch)
        .expect("nobody stops it")
        .expect("no pawns of both sides");
    let mut compared = words(&solution, n.div_ceil(64));
    let mut engine = boards::engine(&compile(&chess, program), Options::default());
    let ending = testing::Ending::of(&program.header).expect("few men");
    let ours = ending.sample(n).filter(|position| {
        chess::Board::turn(position) == Side::Us && chess::Board::has_moves(position)
    });
    for position in ours {
        let choice = solution.choice(&position);
        if choice == TableChoice::Ask {
            compared.asked += 1;
            continue;
        }
        let advised = engine.advise(&position, &watch);
        let expected = match (advised.chosen, advised.table.zip(advised.rule)) {
            (Some((piece, _)), Some(rule)) if matches!(choice, TableChoice::Follows { .. }) => {
                TableChoice::Follows { rule, piece }
            }
            _ if advised.is_outside => TableChoice::Outside,
            (Some((piece, tree)), Some(rule)) => TableChoice::Plays {
                rule,
                piece,
                m: tree.first_move().expect("a tree begins with a move"),
            },
            (_, _) => TableChoice::Silent,
        };
        assert_eq!(choice, expected, "{position:?}");
        match choice {
            TableChoice::Plays { .. } => compared.plays += 1,
            TableChoice::Follows { .. } => compared.follows += 1,
            TableChoice::Silent => compared.silent += 1,
            TableChoice::Outside => compared.outside += 1,
            TableChoice::Ask => {}
        }
    }
    compared
}

/// Every n-th word of the ending: what is told of its positions together is what is told of each by itself.
fn words(solution: &Solution, n: usize) -> Compared {
    let terrain = solution.terrain();
    let main = terrain.n_endings() - 1;
    let index = terrain.index(main);
    let mut compared = Compared::default();
    for at in (0..index.n_numbers() / 128).step_by(n) {
        let numbers = at << 6..(at + 1) << 6;
        let positions: Vec<_> = index.positions(numbers).collect();
        let legal = positions
            .iter()
            .fold(0, |legal, (number, _)| legal | 1 << (number % 64));
        // Only some of them are asked about.
        for among in [legal, legal & 0x3c5a_9669_a55a_0ff0] {
            let told = solution.choices_of_word(at, among);
            for (number, position) in &positions {
                let lane = number % 64;
                let choice = solution.choice(position);
                let is_plain = matches!(choice, TableChoice::Silent | TableChoice::Outside);
                match told.at(lane) {
                    Some(_) if among >> lane & 1 == 0 => panic!("nobody asked: {position:?}"),
                    Some(told) => {
                        assert_eq!(told, choice, "{position:?}");
                        compared.told += usize::from(!is_plain);
                    }
                    None if among >> lane & 1 == 1 => {
                        assert!(!is_plain, "{position:?}");
                        let plays = matches!(choice, TableChoice::Plays { .. });
                        compared.untold += usize::from(plays);
                    }
                    None => {}
                }
            }
        }
    }
    compared
}

#[test]
fn shipped_chapters_play_what_sets_say() {
    // Most of their plans are longer than a move.
    for name in ["krk", "kqk"] {
        let compared = compare(&testing::chapter(name), 17);
        assert!(compared.plays > 50, "{name}: {compared:?}");
        assert!(compared.told > 1_000, "{name}: {compared:?}");
    }
}

/// Two bishops are equal men, and may stand in either order.
#[test]
fn equal_men_are_played_alike() {
    let compared = compare(&testing::chapter("kbbk"), 40_009);
    assert!(compared.plays > 100, "{compared:?}");
    assert!(compared.told > 1_000, "{compared:?}");
}

/// Rules, guards, what the chapter is about, kinds of moves, orders by one key and by two, captures.
const TABLE: &str = r#"
endgame "King and rook against king"
us K R
them K

positions where distance(our.king, their.king) < 7

let rook  = our.rook
let enemy = their.king
def apart = distance(our.king, enemy)
def far   = distance(rook, enemy)
def near_edge = edge_distance(enemy) < 2

moves tidy = any by largest after.far by after.apart

advice finish {
  "Mate."
  better   them_to_move and mate
  us       rook moves that mating, then any that mating
  within   1 move
}

advice give_check {
  "Give check, the nearest first."
  better   them_to_move
  holding  us_to_move or exists(rook)
  us       rook moves that check by after.far
  within   1 move
}

advice together {
  "Bring the king nearer, and keep the rook."
  better   us_to_move and exists(rook) and apart < root.apart
  holding  us_to_move or not stalemate
  us       tidy
  within   2 plies
}

advice reached {
  "Be near."
  better   us_to_move and apart < 3
  us       king moves by after.apart, then rook moves by largest after.far
  within   2 plies
}

advice waits {
  "Keep the rook."
  holding  exists(rook)
  us       tidy
  lasting  for ever
}

advice moved_kings {
  "A key that is no number of the next position alone."
  better   them_to_move
  us       king moves by distance(to, enemy)
  within   1 move
}

table {
  if near_edge and apart < 4 then finish, reached when far > 1, together
  if rank(rook) = 1 then finish, give_check when far > 3, moved_kings when file(rook) = 1
  if file(rook) = 8 then finish
  otherwise finish, together, waits
}
"#;

#[test]
fn rules_guards_and_orders_are_followed() {
    let compared = compare(&testing::program(Form::Plain, TABLE), 3);
    let Compared {
        plays,
        silent,
        outside,
        asked,
        follows,
        told,
        untold,
    } = compared;
    assert!(told > 10_000 && untold < told / 10, "{compared:?}");
    assert!(
        plays > 10_000 && silent > 500 && outside > 500 && follows > 50,
        "{compared:?}"
    );
    assert!(asked + follows < plays / 10, "{compared:?}");
}

/// A pawn in the lowest field, which promotes, and a lone king who takes it.
#[test]
fn pawns_go_on_and_are_taken() {
    let pushing = r#"
endgame "King and pawn against king"
us K P
them K

let pawn = our.pawn

advice push {
  "Push the pawn, or else move."
  better   them_to_move and (empty(our.pawns) or rank(pawn) > 3)
  us       pawn moves by after.distance(our.king, pawn), then king moves
  within   1 move
}

advice go_on {
  "Go on as fast as the pawn stays safe."
  better   us_to_move and depth = 2 and not empty(our.pawns)
  us       any by largest after.rank(pawn)
  within   2 plies
}

table {
  if file(pawn) > 3 then push, go_on
  otherwise go_on, push
}
"#;
    let compared = compare(&testing::program(Form::Plain, pushing), 7);
    assert!(compared.told > 10_000, "{compared:?}");
    let taking = r#"
endgame "King against king and pawn"
us K
them K P

def gone = empty(their.pawns)

advice take {
  "Take the pawn."
  better   them_to_move and gone
  us       any that capture
  within   1 move
}

advice wait {
  "Take the pawn, or stay near it."
  better   us_to_move and depth = 2
  holding  us_to_move or not stalemate
  us       any that not capture by after.distance(our.king, their.king), then any
  within   2 plies
}

table {
  if file(our.king) > 5 then take, wait
  otherwise wait
}
"#;
    let compared = compare(&testing::program(Form::Plain, taking), 7);
    assert!(compared.told > 10_000, "{compared:?}");
    assert_eq!(compared.untold, 0, "{compared:?}");
}

/// The lowest man and our king take the knight above it.
#[test]
fn men_that_are_taken_leave_the_board() {
    let taking = r#"
endgame "King and rook against king and knight"
us K R
them K N

def gone = empty(their.knights)

advice take {
  "Take the knight."
  better   them_to_move and gone
  us       king moves, then any
  within   1 move
}

advice keep {
  "Keep the rook, and come near."
  better   us_to_move and depth = 2 and not empty(our.rooks)
  us       rook moves that capture, then any by after.distance(our.king, their.king)
  within   2 plies
}

advice step {
  "Take what there is, or move."
  better   them_to_move
  us       any by largest after.count(their.men) by after.distance(our.king, their.king)
  within   1 move
}

table {
  if file(our.king) < 3 then take, keep, step
  if file(our.king) < 6 then step
  otherwise keep, step
}
"#;
    let compared = compare(&testing::program(Form::Plain, taking), 20_011);
    assert!(compared.told > 10_000, "{compared:?}");
    assert_eq!(compared.untold, 0, "{compared:?}");
}

/// The depth, the position before our move, and numbers of the next position compared with this one.
const LOOKING_BACK: &str = r#"
endgame "King and rook against king"
us K R
them K

let king  = our.king
let rook  = our.rook
let enemy = their.king
def apart = distance(king, enemy)
def way   = manhattan(king, enemy) + distance(rook, enemy)

advice mate_at_once {
  "Mate."
  better   them_to_move and mate
  us       rook moves that check
  within   1 move
}

advice step {
  "Come nearer than before our move."
  better   them_to_move and manhattan(king, enemy) + 1 < before.manhattan(king, enemy)
  us       king moves that after.way < way
  within   1 move
}

advice tighten {
  "After their reply they are nearer than before our move, and the rook is safe."
  better   us_to_move and depth = 2 and exists(rook) and way < before.way
  holding  not stalemate and (depth != 1 or not adjacent(rook, enemy))
  us       any that after.way < way - 1 by after.way
  within   2 plies
}

advice press {
  "Keep the rook, and come as near as it goes."
  better   us_to_move and 2 = depth and exists(rook)
  holding  depth < 1 or not stalemate
  us       any that not capture and after.way <= way + 3 by after.way
  within   2 plies
}

table {
  otherwise mate_at_once, step, tighten, press
}
"#;

#[test]
fn what_looks_one_move_back_is_followed() {
    let program = testing::program(Form::Plain, LOOKING_BACK);
    let solvable = solve::solvable(&Chess::new(), &program, "KRK".parse().expect("men"));
    assert_eq!(solvable.len(), program.pieces.len());
    let compared = compare(&program, 3);
    assert!(compared.plays > 10_000, "{compared:?}");
    assert_eq!(compared.asked + compared.follows, 0, "{compared:?}");
    let bishops = LOOKING_BACK.replace("us K R", "us K B B");
    let bishops = bishops.replace(
        "let rook  = our.rook",
        "let rook  = the b in our.bishops : light(b)",
    );
    let bishops = bishops.replace("rook moves that check", "bishop moves that check");
    let compared = compare(&testing::program(Form::Plain, &bishops), 30_011);
    assert!(compared.plays > 100, "{compared:?}");
    assert_eq!(compared.asked + compared.follows, 0, "{compared:?}");
}
