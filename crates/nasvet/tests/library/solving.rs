//! Pieces solved for all positions at once say what a search says, and the definition.

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::sync::Arc;

use chess::{Board, Chess, Small};
use code::compile;
use domain::{Side, Watch};
use lang::Form;
use lang::checked::{PieceId, Program};
use lang::reference::{Budget, Evaluator, Verdict};
use search::{Answer, Engine, Options};
use shakmaty::{Bitboard, Move, Role, Square};
use solve::{MovesNeeded, Solution, Which, solve};
use verify::Material;

/// Every n-th position is searched, and of those every m-th, if it is given, evaluated by the definition: without memory
/// it takes too long where pieces ask about pieces that ask about pieces.
fn compare(name: &str, n: usize, m: Option<usize>) {
    compare_program(name, &testing::chapter(name), n, m);
}

fn compare_program(name: &str, program: &Arc<Program>, n: usize, m: Option<usize>) {
    let chess = Chess::<Small>::new();
    let material = Material::of_header(&program.header).expect("the men of the chapter");
    let watch = Watch::new();
    let solution = solve(&chess, program, material, Which::All, usize::MAX, &watch)
        .expect("nobody stops it")
        .expect("no pawns of both sides");
    let mut engine = Engine::new(&compile(&chess, program), Options::default());
    let ending = testing::Ending::of(&program.header).expect("few men");
    let (mut n_searched, mut n_satisfied, mut n_defined) = (0, 0, 0);
    for (idx, position) in ending.sample(n).enumerate() {
        for piece in (0..program.pieces.len() as u32).map(PieceId) {
            let Some(can) = solution.can(piece, &position) else {
                continue;
            };
            let named = || format!("{name}: {} in {position:?}", program.piece(piece).name);
            let answer = engine.decide(piece, &position, &watch).answer;
            assert_eq!(matches!(answer, Answer::Satisfied(_)), can, "{}", named());
            n_searched += 1;
            n_satisfied += usize::from(can);
            let plies = program
                .piece(piece)
                .depth
                .map_or(0, |depth| depth.plies(Side::Us));
            if m.is_some_and(|m| idx % m == 0) && plies <= 3 {
                let mut evaluator = Evaluator::new(&chess, program, Budget::steps(u64::MAX));
                let verdict = evaluator.verdict(piece, &position, Side::Us);
                assert_eq!(verdict == Ok(Verdict::Satisfied), can, "{}", named());
                n_defined += 1;
            }
        }
    }
    assert!(
        solution.n_solved() > 0 && n_searched > 100,
        "{name}: nothing was compared"
    );
    assert!(
        0 < n_satisfied && n_satisfied < n_searched,
        "{name}: {n_satisfied} of {n_searched}"
    );
    assert_eq!(
        n_defined > 10,
        m.is_some(),
        "{name}: asked the definition {n_defined} times"
    );
}

#[test]
fn sets_say_what_searches_say_of_three_men() {
    compare("krk", 211, Some(7));
    compare("kqk", 211, Some(7));
    // The race, where moves are listed, and what asks about it.
    compare("kpk", 1511, None);
}

/// Moves by where they begin and end: as a square before the move, after it, and compared; of men that capture, too.
const ENDS: &str = r#"
endgame "The rook against the knight"
us K R
them K N

let king   = our.king
let rook   = our.rook
let enemy  = their.king
let knight = their.knight

def reach_of_knight = distance(enemy, knight)

advice near {
  "Come nearer to the knight, by whatever they do near it."
  better   us_to_move and distance(king, knight) < 3
  holding  exists(rook)
  us       king moves that distance(to, knight) < distance(from, knight)
  them     knight moves that distance(to, enemy) <= reach_of_knight,
           then king moves that same_line(to, king)
  within   4 plies
}

advice take {
  "Take on the knight's file, from another rank."
  better   them_to_move and count(their.men) = 1
  us       rook moves that file(to) = file(knight) and rank(from) != rank(knight)
  within   1 move
}

advice keep {
  "Keep the rook, whoever comes nearer to it."
  better   us_to_move and exists(rook)
  us       rook moves that file(to) > file(from), then king moves that rank(rook) < rank(from)
  them     king moves that distance(to, rook) < distance(from, rook),
           then knight moves that not (file(to) = file(rook) or same_line(to, king)) and rank(from) != 1
  within   2 plies
}

table {
  otherwise take, near, keep
}
"#;

#[test]
fn moves_by_their_ends_are_sets() {
    let program = testing::program(Form::Plain, ENDS);
    let chess = Chess::<Small>::new();
    let material = Material::of_header(&program.header).expect("the men of the chapter");
    assert_eq!(
        solve::solvable(&chess, &program, material).len(),
        program.pieces.len()
    );
    compare_program("ends", &program, 19_997, Some(20));
}

/// The depth and the position before our move in goals, and numbers compared over a move of either side.
const BACK: &str = r#"
endgame "King and rook against king"
us K R
them K

let rook  = our.rook
let enemy = their.king
def apart = distance(our.king, enemy)

advice nearer {
  "Come nearer, once."
  better   them_to_move and apart < before.apart and not (before.apart < apart)
  within   1 move
}

advice hold {
  "Keep the rook for two moves; they may only come nearer."
  better   us_to_move and depth >= 4
  holding  depth != 1 or exists(rook)
  us       any that after.apart <= apart
  them     any that after.apart <= apart
  within   4 plies
}

advice falls {
  "What they do brings them nearer to our rook than they were in the root."
  better   us_to_move and distance(rook, enemy) < root.distance(rook, enemy)
  holding  exists(rook)
  us       king moves that after.apart < apart
  within   2 plies
}

advice one_step {
  "Be nearer than in the root, by a move that brings us nearer; they may be asked about it, too."
  better   them_to_move and apart < root.apart
  us       any that after.apart <= apart
  within   1 move
}

advice asks {
  "Whatever we play, it can still be done with them to move."
  better   them_to_move and can one_step
  within   1 move
}

table {
  otherwise nearer, hold, falls, one_step, asks
}
"#;

#[test]
fn what_looks_back_is_solved() {
    let program = testing::program(Form::Plain, BACK);
    let material = "KRK".parse().expect("men");
    let solvable = solve::solvable(&Chess::new(), &program, material);
    assert_eq!(solvable.len(), program.pieces.len());
    compare_program("back", &program, 23, Some(40));
}

/// Numbers that are compared with the root, upwards and downwards, over moves that compare numbers too; men that are gone
/// leave no number.
const THRESHOLDS: &str = r#"
endgame "Four men"
us K R
them K N

let king   = our.king
let enemy  = their.king
let knight = their.knight
def way    = 2 * distance(king, knight) + corner_distance(enemy)
def apart  = manhattan(enemy, knight)
def sound  = exists(our.rook) and not stalemate

advice nearer {
  "Nearer to the knight than at the root, never far from where we are."
  better   us_to_move and way < root.way
  holding  sound
  us       any that after.way <= way + 1 by after.way
  within   4 plies
}

advice torn {
  "The knight is further from their king, or gone; it never comes much nearer."
  better   (us_to_move and apart > root.apart) or not exists(knight)
  holding  sound and (apart + 2 >= root.apart or not exists(knight))
  us       king moves that after.apart > apart - 3, then rook moves
  them     knight moves, then king moves that not capture
  within   4 plies
}

advice shrink {
  "Nearer to the corner in three moves, and whoever is asked can take the knight or come nearer."
  better   us_to_move and corner_distance(enemy) < root.corner_distance(enemy) and can nearer
  holding  sound
  us       rook moves that after.way < way + 2
  within   2 moves
}

table {
  otherwise nearer, torn, shrink
}
"#;

#[test]
fn what_compares_with_the_root_is_solved_by_thresholds() {
    for (us, them, n) in [
        ("us K R\nthem K N", "knight", 60_013),
        ("us K R\nthem K B", "bishop", 60_013),
        ("us K R\nthem K P", "pawn", 40_009),
    ] {
        let text = THRESHOLDS.replace("us K R\nthem K N", us);
        let text = text.replace("knight", them);
        let program = testing::program(Form::Plain, &text);
        let material = Material::of_header(&program.header).expect("the men of the chapter");
        let solvable = solve::solvable(&Chess::new(), &program, material);
        assert_eq!(solvable.len(), program.pieces.len(), "{them}");
        compare_program(them, &program, n, Some(10));
    }
}

/// A chapter of one sentence about king and rook.
const ONE_SENTENCE: &str = r#"
endgame "King and rook against king"
us K R
them K

let rook  = our.rook
let enemy = their.king
def wide =
    if file(enemy) < file(rook) then file(rook) - 1
    else if file(enemy) > file(rook) then 8 - file(rook)
    else 8
def tall =
    if rank(enemy) < rank(rook) then rank(rook) - 1
    else if rank(enemy) > rank(rook) then 8 - rank(rook)
    else 8

advice smaller {
  "Make the shorter side of the box smaller."
  make     smaller min(wide, tall)
  better   mate
  holding  not stalemate
}

advice follow {
  "Stay within three steps of their king."
  holding  distance(our.king, their.king) <= 3
  us       king moves
  lasting  for ever
}

advice to_corner {
  "Drive their king into a corner, and keep the rook."
  better   us_to_move and corner(their.king) and exists(rook)
  holding  exists(rook) and not stalemate
  lasting  however long
}
"#;

/// The solution of the chapter above.
fn one_sentence() -> (Arc<Program>, Solution) {
    let program = testing::program(Form::Plain, ONE_SENTENCE);
    let chess = Chess::<Small>::new();
    let material = Material::of_header(&program.header).expect("the men of the chapter");
    let solution = solve(
        &chess,
        &program,
        material,
        Which::Endless,
        usize::MAX,
        &Watch::new(),
    );
    let solution = solution.expect("nobody stops it").expect("no pawns");
    (program, solution)
}

/// The shorter side of the box, by plain arithmetic; none without a rook.
fn shorter_side(position: &Small) -> Option<u32> {
    let rook = position.others().next()?.square;
    let enemy = position.king(Side::Them);
    let side = |rook: u32, enemy: u32| match rook.cmp(&enemy) {
        Ordering::Greater => rook,
        Ordering::Less => 7 - rook,
        Ordering::Equal => 8,
    };
    let of = |square: Square| (u32::from(square.file()), u32::from(square.rank()));
    let ((rook_file, rook_rank), (file, rank)) = (of(rook), of(enemy));
    Some(side(rook_file, file).min(side(rook_rank, rank)))
}

/// How many moves are needed after every reply, if `after` tells it of each; none if a reply prevents it.
fn after_every_reply(
    position: &Small,
    no_reply: Option<u32>,
    after: &dyn Fn(&Small) -> Option<u32>,
) -> Option<u32> {
    let mut most: Option<Option<u32>> = None;
    let _ = position.visit_next(|_, next| {
        let needed = after(&next);
        most = Some(match most {
            None => needed,
            Some(most) => most.zip(needed).map(|(a, b)| a.max(b)),
        });
        ControlFlow::Continue(())
    });
    most.unwrap_or(no_reply)
}

/// What a position after their reply comes to, for a root and the number of moves that is noted there.
type AfterReply<'a> = dyn Fn(&Small, &Small, Option<u32>) -> Option<u32> + 'a;

/// The number of moves in every position is one more than after the best move and the worst reply, and where there is
/// no number no move leads to one. So it falls with every move, and nothing that can be forced is missing.
fn check_numbers(
    piece: &str,
    is_ours: &dyn Fn(Move) -> bool,
    no_reply: &dyn Fn(&Small) -> Option<u32>,
    after: &AfterReply<'_>,
) -> [usize; 2] {
    let (program, solution) = one_sentence();
    let piece = program.piece_named(piece).expect("a piece of the chapter");
    let ending = testing::Ending::of(&program.header).expect("few men");
    let mut n = [0; 2];
    for position in ending
        .sample(13)
        .filter(|position| position.turn() == Side::Us)
    {
        let needed = |next: &Small| {
            solution
                .moves_needed()
                .at(piece, next)
                .expect("a position of it")
        };
        let mut fewest: Option<u32> = None;
        let _ = position.visit_next(|m, next| {
            if is_ours(m) {
                let of_reply = |reply: &Small| after(&position, reply, needed(reply));
                let here = after_every_reply(&next, no_reply(&next), &of_reply);
                fewest = fewest.into_iter().chain(here).min();
            }
            ControlFlow::Continue(())
        });
        let expected = fewest.map(|fewest| fewest + 1);
        assert_eq!(needed(&position), expected, "{position:?}");
        n[usize::from(expected.is_some())] += 1;
    }
    n
}

#[test]
fn a_number_that_falls_falls_with_every_move() {
    let mate_only = |position: &Small| position.in_check().then_some(0);
    let after = |root: &Small, reply: &Small, needed: Option<u32>| match shorter_side(reply)?
        .cmp(&shorter_side(root)?)
    {
        Ordering::Less => Some(0),
        Ordering::Equal => needed,
        Ordering::Greater => None,
    };
    let n = check_numbers("smaller", &|_| true, &mate_only, &after);
    // One sentence is enough in every position.
    assert_eq!(n[0], 0);
    assert!(n[1] > 10_000);
}

#[test]
fn what_is_reached_comes_nearer_with_every_move() {
    let is_corner = |square: Square| Bitboard::CORNERS.contains(square);
    let after = |_: &Small, reply: &Small, needed: Option<u32>| {
        let has_rook = reply.others().next().is_some();
        match is_corner(reply.king(Side::Them)) && has_rook {
            true => Some(0),
            false => needed.filter(|_| has_rook),
        }
    };
    // Where they are mated there is no reply, and the line has ended well.
    let mate_only = |position: &Small| position.in_check().then_some(0);
    let n = check_numbers("to_corner", &|_| true, &mate_only, &after);
    assert!(n[1] > 10_000, "{n:?}");
}

#[test]
fn what_is_kept_for_ever_is_a_closed_set() {
    let distance = |position: &Small| position.king(Side::Us).distance(position.king(Side::Them));
    let after =
        |_: &Small, reply: &Small, needed: Option<u32>| needed.filter(|_| distance(reply) <= 3);
    let king = |m: Move| m.role() == Role::King;
    let succeeds = |position: &Small| (distance(position) <= 3).then_some(0);
    let (program, solution) = one_sentence();
    let piece = program
        .piece_named("follow")
        .expect("a piece of the chapter");
    let ending = testing::Ending::of(&program.header).expect("few men");
    let mut n = [0; 2];
    for position in ending
        .sample(13)
        .filter(|position| position.turn() == Side::Us)
    {
        let needed = |next: &Small| {
            solution
                .moves_needed()
                .at(piece, next)
                .expect("a position of it")
        };
        let mut can = false;
        let _ = position.visit_next(|m, next| {
            let of_reply = |reply: &Small| after(&position, reply, needed(reply));
            can |= king(m)
                && distance(&next) <= 3
                && after_every_reply(&next, succeeds(&next), &of_reply).is_some();
            ControlFlow::Continue(())
        });
        assert_eq!(needed(&position).is_some(), can, "{position:?}");
        n[usize::from(can)] += 1;
    }
    assert!(n[0] > 1_000 && n[1] > 1_000, "{n:?}");
}

#[test]
fn sets_say_what_searches_say_of_four_men() {
    compare("knkr", 50_021, None);
}

/// What is kept comes back as it was, and nothing that was changed is believed.
#[test]
fn moves_needed_are_kept() {
    let (program, solution) = one_sentence();
    let material = Material::of_header(&program.header).expect("the men of the chapter");
    let needed = solution.moves_needed();
    let bytes = needed.to_bytes();
    assert!(bytes.len() as u64 <= MovesNeeded::most_bytes(material, program.pieces.len()));
    let read = MovesNeeded::from_bytes(material, &bytes).expect("it was just written");
    let ending = testing::Ending::of(&program.header).expect("few men");
    let mut n_forced = 0;
    for position in ending.sample(7) {
        for piece in (0..program.pieces.len() as u32).map(PieceId) {
            let there = needed.at(piece, &position);
            assert_eq!(there, read.at(piece, &position), "{position:?}");
            n_forced += usize::from(there.flatten().is_some());
        }
    }
    assert!(n_forced > 1_000, "{n_forced}");

    let other_men: Material = "KQK".parse().expect("men");
    let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    let shorter = &bytes[..bytes.len() - 1];
    for damaged in [&longer, shorter, &[]] {
        assert!(MovesNeeded::from_bytes(material, damaged).is_none());
    }
    // The numbers of another ending are as many, and which ending it is stands in the name under which they are kept.
    assert!(MovesNeeded::from_bytes(other_men, &bytes).is_some());
    for at in (0..bytes.len()).step_by(997) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(
            MovesNeeded::from_bytes(material, &changed).is_none(),
            "byte {at}"
        );
    }
}
