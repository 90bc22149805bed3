//! Every word of chess, and the rules, in Prolog against ours.
//!
//! A chapter is made up in which each word has a definition that adds up its values, and each word about moves a
//! constraint that lists them, for us and for them. It is exported and asked about full positions, with castling, en
//! passant and promotions. Like all tests that need `swipl`, this is run by `cargo xtask check`.

use std::sync::Arc;

use chess::{Chess, Full, KIND, SQUARE};
use domain::{Game, Notation, Scope, Type, Word};
use lang::Form;
use lang::checked::{DefinitionId, Program};
use lang::reference::{Budget, Evaluator, Scene};
use shakmaty::{CastlingSide, Color, Move, Role, Square};
use testing::{is_deep, program};

use crate::swipl;

/// Positions with everything in them, and how many lines of one, two and three moves the rules allow there; the numbers
/// are those that all chess programs agree on.
const POSITIONS: &[(&str, [u64; 3])] = &[
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        [20, 400, 8_902],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        [48, 2_039, 97_862],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        [14, 191, 2_812],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        [6, 264, 9_467],
    ),
    (
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        [6, 264, 9_467],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        [44, 1_486, 62_379],
    ),
];

/// More positions for the words: a pawn that is pinned when it would take in passing, one that may, few men.
const MORE_POSITIONS: [&str; 4] = [
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "8/8/8/1k6/3Pp3/8/8/4KR2 b - d3 0 1",
    "8/8/8/3k4/8/8/1R6/K7 b - - 0 1",
    "8/1P6/k7/8/K7/8/8/8 w - - 0 1",
];

/// All positions in which words are asked.
fn fens() -> Vec<&'static str> {
    let known = POSITIONS.iter().map(|(fen, _)| *fen);
    known.chain(MORE_POSITIONS).collect()
}

/// An expression of any type as a number.
fn as_number(expr: &str, ty: Type) -> String {
    match ty {
        Type::Truth => format!("(if {expr} then 1 else 0)"),
        Type::Number => format!("(if exists({expr}) then {expr} else 77)"),
        Type::Side => format!("(if {expr} = our then 1 else if {expr} = their then 2 else 0)"),
        Type::Item(KIND) => format!(
            "(if {expr} = king then 1 else if {expr} = queen then 2 else if {expr} = rook then 3 \
             else if {expr} = bishop then 4 else if {expr} = knight then 5 else if {expr} = pawn then 6 else 0)"
        ),
        Type::Item(_) => {
            format!("(if exists({expr}) then file({expr}) * 8 + rank({expr}) else 77)")
        }
        Type::Set(_) => format!("(sum t in {expr} : file(t) * 8 + rank(t))"),
        Type::Plan => panic!("no word gives a plan"),
    }
}

/// The values of a word for many arguments, added up with weights that tell them apart.
fn added_up(word: &Word, name: &str) -> String {
    let mut n_squares = 0;
    let mut n_numbers = 0;
    let args: Vec<&str> = word
        .takes
        .iter()
        .map(|parameter| match parameter.ty {
            Type::Item(SQUARE) => {
                n_squares += 1;
                ["a", "b"][n_squares - 1]
            }
            Type::Number => {
                n_numbers += 1;
                ["file(a) + 1", "rank(a)", "4"][n_numbers - 1]
            }
            Type::Set(_) => "(our.pawns union {e4})",
            Type::Truth | Type::Side | Type::Item(_) | Type::Plan => panic!("no word takes this"),
        })
        .collect();
    let expr = match args.is_empty() {
        true => name.to_owned(),
        false => format!("{name}({})", args.join(", ")),
    };
    let value = as_number(&expr, word.gives);
    match (n_squares, n_numbers) {
        (0, 0) => value,
        (2.., _) => format!(
            "(sum a in few : (sum b in few : {value} * (file(a) + 9 * rank(a) + 81 * file(b) + 700 * rank(b))))"
        ),
        (_, _) => format!("(sum a in board : {value} * (file(a) + 11 * rank(a)))"),
    }
}

/// The names of what the chapter defines, with its text.
struct Made {
    text: String,
    values: Vec<String>,
    lists: Vec<String>,
}

fn made_up(chess: &Chess<Full>) -> Made {
    let mut made = Made {
        text: "endgame \"Words\"\nus any\nthem any\n\
               let few = {a1, b3, c6, d4, e8, f2, g7, h5, e4} union our.kings union their.kings\n\
               advice move { better them_to_move us any within 1 move }\ntable { otherwise move }\n"
            .into(),
        values: Vec::new(),
        lists: Vec::new(),
    };
    made.list("any");
    // What chapters have proved is a set of positions, and has no Prolog.
    let words = chess.vocabulary().words.iter();
    for word in words.filter(|word| word.topic != "proved endings") {
        let names = match word.of_side {
            true => vec![format!("our.{}", word.name), format!("their.{}", word.name)],
            false => vec![word.name.to_owned()],
        };
        for name in names {
            match word.scope {
                Scope::Position => {
                    let value = added_up(word, &name);
                    made.value(&value);
                    made.value(&format!("for them {value}"));
                }
                Scope::Move => {
                    let expr = match word.takes.len() {
                        0 => name,
                        _ => format!("{name}(e4)"),
                    };
                    let value = as_number(&expr, word.gives);
                    made.list(&format!("any by {value}"));
                    made.list(&format!("any by largest for them {value}"));
                }
            }
        }
    }
    // What looks at other positions, and at a part of a list.
    for value in [
        "(if from any side (our.king in {a1, b1, c3, g1, e4}) then 1 else 0)",
        "(sum a in board : if from any side (a = b2 and our.king in {a1, b1, c3, d2, g1}) then file(a) + 9 * rank(a) else 0)",
        "(sum a in few : if from any side (count(our.men intersect (near(a, 1) without {a1, a2})) > 1) then file(a) else 0)",
        "(if exists(least over moves : count(our.loose)) then (least over moves : count(our.loose)) else 77)",
        "(sum a in {a1, our.king} : (greatest over moves : distance(a, their.king) + count(their.men)) * rank(a))",
        "(if exists(greatest over moves : distance(our.king, our.queen)) then 1 else 0)",
        "min(7, file(our.king), count(our.men)) + max(count(our.attacks), 3, rank(their.king), 8)",
    ] {
        made.value(value);
        made.value(&format!("for them ({value})"));
    }
    for list in [
        "any by largest rank(to), first 3",
        "any, first file(our.king)",
        "(any that capture, first 2), then king moves, first -1",
        "any by length, first rank(our.queen) - 4",
    ] {
        made.list(list);
    }
    made
}

impl Made {
    /// Needs the position and the side, whatever the word needs, so that all are asked alike.
    fn value(&mut self, value: &str) {
        let name = format!("value_{}", self.values.len());
        self.text += &format!("def {name} = if exists(our.king) then {value}\n");
        self.values.push(name);
    }

    fn list(&mut self, moves: &str) {
        let name = format!("list_{}", self.lists.len());
        self.text += &format!("moves {name} = {moves} when exists(our.king)\n");
        self.lists.push(name);
    }
}

/// From, to, and what a pawn becomes, as the colour that is us names the squares.
fn coordinates(us: Color, m: Move) -> String {
    let shown = |square: Square| match us {
        Color::White => square,
        Color::Black => square.flip_vertical(),
    };
    let from = m.from().expect("a man leaves a square");
    let to = match m.castling_side() {
        None => m.to(),
        Some(side) => Square::from_coords(CastlingSide::king_to_file(side), from.rank()),
    };
    let promotion = m.promotion().map(Role::char);
    let promotion = promotion.map_or(String::new(), String::from);
    format!("{}{}{promotion}", shown(from), shown(to))
}

fn ours(chess: &Chess<Full>, program: &Arc<Program>, made: &Made, fen: &str) -> Vec<String> {
    let (position, view) = chess
        .read_position(fen, &program.header)
        .expect("the position is legal");
    let mut evaluator = Evaluator::new(chess, program, Budget::steps(u64::MAX));
    let scene = Scene::of(&position);
    let mut lines = Vec::new();
    for name in &made.values {
        let defined = program.definitions.iter();
        let idx = defined.into_iter().position(|found| found.name == *name);
        let id = DefinitionId(idx.expect("it is defined") as u32);
        let value = evaluator.call(id, Vec::new(), scene).expect("no limit");
        let number = value.expect("it has a value").number();
        lines.push(format!("{name} {number}"));
    }
    for name in &made.lists {
        let mut named = program.constraints.iter();
        let found = named
            .find(|found| found.name == *name)
            .expect("it is there");
        let moves = evaluator.moves(&found.body, scene).expect("no limit");
        let moves = moves.into_iter().map(|m| coordinates(view.us, m));
        lines.push(format!("{name} [{}]", moves.collect::<Vec<_>>().join(",")));
    }
    lines
}

#[test]
fn every_word_means_the_same() {
    let chess = Chess::<Full>::new();
    let made = made_up(&chess);
    let program = program(Form::Plain, &made.text);
    let ask = format!(
        ":- initialization(main, main).
         main :- read_line_to_string(user_input, Line), ( Line == end_of_file -> true ; answer(Line), main ).
         answer(Line) :-
             read_position(Line, View, Pos),
             forall(member(Name, [{}]), ( call(Name, Pos, us, Value), format(\"~w ~w~n\", [Name, Value]) )),
             forall(member(Name, [{}]), (
                 atom_concat(moves_, Name, Predicate), call(Predicate, Pos, us, Moves),
                 maplist(move_text(View, Pos), Moves, Texts), format(\"~w ~w~n\", [Name, Texts]) )).",
        made.values.join(", "),
        made.lists.join(", ")
    );
    let exported = swipl::exported_text("words.advice", &made.text);
    let fens = fens();
    let answers = swipl::run(&[&exported, &ask], &(fens.join("\n") + "\n"));
    let expected: Vec<(String, &str)> = fens
        .into_iter()
        .flat_map(|fen| {
            let lines = ours(&chess, &program, &made, fen);
            lines.into_iter().map(move |line| (line, fen))
        })
        .collect();
    let defined = |name: &str| {
        let wanted = format!(" {name} = ");
        made.text
            .lines()
            .find(|line| line.contains(&wanted))
            .map(str::to_owned)
    };
    let different: Vec<String> = expected
        .iter()
        .zip(&answers)
        .filter(|((ours, _), theirs)| ours != *theirs)
        .map(|((ours, fen), theirs)| {
            let name = ours.split(' ').next().expect("a name");
            format!("{fen}\n{:?}\nours   {ours}\nProlog {theirs}", defined(name))
        })
        .collect();
    assert!(
        different.is_empty(),
        "{} differ\n{}",
        different.len(),
        different[0]
    );
    assert_eq!(answers.len(), expected.len());
}

/// Two moves deep; three with `NASVET_DEEP=1` in the environment.
#[test]
fn the_rules_allow_as_many_lines_as_everywhere() {
    let depth = if is_deep() { 3 } else { 2 };
    let exported = swipl::exported_text("words.advice", &made_up(&Chess::<Full>::new()).text);
    let ask = format!(
        ":- initialization(main, main).
         main :- read_line_to_string(user_input, Line), ( Line == end_of_file -> true ; answer(Line), main ).
         answer(Line) :- read_position(Line, _, Pos), lines({depth}, Pos, N), format(\"~d~n\", [N]).
         lines(0, _, 1) :- !.
         lines(Depth, Pos, N) :-
             Rest is Depth - 1,
             legal_moves(Pos, Moves),
             aggregate_all(sum(M), ( member(Move, Moves), play(Pos, Move, After), lines(Rest, After, M) ), N)."
    );
    let input: String = POSITIONS
        .iter()
        .map(|(fen, _)| format!("{fen}\n"))
        .collect();
    let answers = swipl::run(&[&exported, &ask], &input);
    let expected: Vec<String> = POSITIONS
        .iter()
        .map(|(_, lines)| lines[depth - 1].to_string())
        .collect();
    assert_eq!(answers, expected);
}
