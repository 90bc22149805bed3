//! Each word agrees with a slow definition written another way.

use std::cell::Cell;

use domain::{Item, ItemSet, Meaning, Scope, Side, Value, Word, WordId};
use nasvet_chess::{Board, Chess, Full};
use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{
    Bitboard, CastlingMode, Color, FromSetup, Move, Position, Role, Setup, Square, attacks,
};

use super::positions::*;

/// Asks words by name, of one position, from our side.
struct Asked<'a> {
    game: &'a Chess<Full>,
    position: &'a Full,
}

impl Asked<'_> {
    fn word(&self, scope: Scope, name: &str, args: &[Value]) -> WordId {
        let fits = |word: &Word| {
            let types = argument_types(word);
            types.len() == args.len()
                && types.iter().zip(args).all(|(&ty, arg)| is_of_type(ty, arg))
        };
        all_words(self.game)
            .find(|(_, word)| word.name == name && word.scope == scope && fits(word))
            .map(|(id, _)| id)
            .unwrap_or_else(|| panic!("no word {name}{args:?}"))
    }

    fn opt(&self, name: &str, args: &[Value]) -> Option<Value> {
        self.game.word(
            self.word(Scope::Position, name, args),
            self.position,
            Side::Us,
            args,
        )
    }

    fn value(&self, name: &str, args: &[Value]) -> Value {
        self.opt(name, args)
            .unwrap_or_else(|| panic!("{name}{args:?} has no value in {:?}", self.position))
    }

    fn truth(&self, name: &str, args: &[Value]) -> bool {
        self.value(name, args).truth()
    }

    fn number(&self, name: &str, args: &[Value]) -> i64 {
        self.value(name, args).number()
    }

    fn set(&self, name: &str, args: &[Value]) -> Bitboard {
        Bitboard(self.value(name, args).set().low_bits())
    }

    fn of_move(&self, name: &str, m: Move, args: &[Value]) -> Option<Value> {
        self.game.move_word(
            self.word(Scope::Move, name, args),
            self.position,
            m,
            Side::Us,
            args,
        )
    }

    fn move_truth(&self, name: &str, m: Move) -> bool {
        self.of_move(name, m, &[])
            .expect("a truth value is never missing")
            .truth()
    }
}

/// The file and the rank of a square, from 1 to 8.
fn xy(s: Square) -> (i64, i64) {
    (
        i64::from(u32::from(s.file())) + 1,
        i64::from(u32::from(s.rank())) + 1,
    )
}

/// Asks the given questions of many positions.
fn in_many_positions(check: impl Fn(&Asked<'_>, &shakmaty::Board)) {
    let game = Chess::<Full>::new();
    for position in &positions(1000, 1000) {
        check(
            &Asked {
                game: &game,
                position,
            },
            position.as_chess().board(),
        );
    }
}

fn sq(square: Square) -> Value {
    Value::Item(Item(square.into()))
}

fn kind(role: Role) -> Option<Value> {
    Some(Value::Item(Item(nasvet_chess::man_of(role).0.into())))
}

/// Each side with its colour.
const SIDES: [(Side, Color); 2] = [(Side::Us, Color::White), (Side::Them, Color::Black)];

#[test]
fn men_are_where_the_board_says() {
    let names = [
        (Role::King, "king", "kings"),
        (Role::Queen, "queen", "queens"),
        (Role::Rook, "rook", "rooks"),
        (Role::Bishop, "bishop", "bishops"),
        (Role::Knight, "knight", "knights"),
        (Role::Pawn, "pawn", "pawns"),
    ];
    in_many_positions(|asked, board| {
        for (side, color) in SIDES {
            let side = [Value::Side(side)];
            for (role, one, all) in names {
                let squares: Vec<Square> = Square::ALL
                    .into_iter()
                    .filter(|&s| board.piece_at(s) == Some(role.of(color)))
                    .collect();
                assert_eq!(asked.set(all, &side), squares.iter().copied().collect());
                let only = (squares.len() == 1).then(|| sq(squares[0]));
                assert_eq!(asked.opt(one, &side), only);
            }
            assert_eq!(asked.set("men", &side), board.by_color(color));
        }
        for square in Square::ALL {
            let piece = board.piece_at(square);
            assert_eq!(
                asked.opt("man_on", &[sq(square)]),
                piece.and_then(|piece| kind(piece.role))
            );
            let owner = piece.map(|piece| {
                if piece.color.is_white() {
                    Side::Us
                } else {
                    Side::Them
                }
            });
            assert_eq!(asked.opt("owner", &[sq(square)]), owner.map(Value::Side));
            assert_eq!(asked.set("occupied", &[]).contains(square), piece.is_some());
            assert_eq!(asked.set("vacant", &[]).contains(square), piece.is_none());
        }
    });
}

#[test]
fn attacks_agree_with_the_board() {
    in_many_positions(|asked, board| {
        for (side, color) in SIDES {
            let attackers = |square| board.attacks_to(square, color, board.occupied());
            let enemies = |square| board.attacks_to(square, !color, board.occupied());
            let mut attacked = Bitboard::EMPTY;
            for square in Square::ALL {
                let args = [Value::Side(side), sq(square)];
                assert_eq!(asked.set("attackers", &args), attackers(square));
                assert_eq!(asked.truth("controls", &args), attackers(square).any());
                if attackers(square).any() {
                    attacked.add(square);
                }
                let mut moved = board.clone();
                moved.discard_piece_at(board.king_of(color).expect("there is a king"));
                moved.set_piece_at(square, color.king());
                let safe = moved
                    .attacks_to(square, !color, moved.occupied())
                    .is_empty();
                assert_eq!(asked.truth("safe", &args), safe);
                if board.color_at(square) == Some(color) {
                    assert_eq!(asked.truth("guarded", &args[1..]), attackers(square).any());
                    assert_eq!(asked.truth("attacked", &args[1..]), enemies(square).any());
                    assert_eq!(asked.set("reach", &args[1..]), board.attacks_from(square));
                } else if board.piece_at(square).is_none() {
                    assert!(
                        !asked.truth("guarded", &args[1..]) && !asked.truth("attacked", &args[1..])
                    );
                    assert!(asked.set("reach", &args[1..]).is_empty());
                }
            }
            assert_eq!(asked.set("attacks", &[Value::Side(side)]), attacked);
            let enemy_king = board.king_of(!color).expect("there is a king");
            assert_eq!(
                asked.set("checkers", &[Value::Side(side)]),
                attackers(enemy_king)
            );
            let loose = board.by_color(color).into_iter().filter(|&square| {
                board.role_at(square) != Some(Role::King)
                    && enemies(square).any()
                    && attackers(square).is_empty()
            });
            assert_eq!(asked.set("loose", &[Value::Side(side)]), loose.collect());
            let bishops = board.by_color(color).into_iter();
            let bishops = bishops.filter(|s| board.role_at(*s) == Some(Role::Bishop));
            let colours: std::collections::BTreeSet<i64> =
                bishops.map(|s| (xy(s).0 + xy(s).1) % 2).collect();
            let both = asked.truth("bishops_of_both_colours", &[Value::Side(side)]);
            assert_eq!(both, colours.len() == 2);
        }
    });
}

#[test]
fn a_pinned_man_is_one_whose_removal_exposes_the_king() {
    in_many_positions(|asked, board| {
        for (side, color) in SIDES {
            let king = board.king_of(color).expect("there is a king");
            let enemies =
                |board: &shakmaty::Board| board.attacks_to(king, !color, board.occupied());
            let pinned = board.by_color(color).into_iter().filter(|&square| {
                let mut without = board.clone();
                without.discard_piece_at(square);
                square != king && enemies(&without) != enemies(board)
            });
            assert_eq!(asked.set("pinned", &[Value::Side(side)]), pinned.collect());
        }
    });
}

/// Where a piece could go if it were its turn, by trying every square: no castling, no en passant.
fn targets(board: &shakmaty::Board, from: Square) -> Vec<Square> {
    let piece = board.piece_at(from).expect("a piece to move");
    let could_go = |to: Square| match (piece.role, board.piece_at(to)) {
        (_, Some(other)) if other.color == piece.color || other.role == Role::King => false,
        (Role::Pawn, None) => {
            let up = if piece.color.is_white() { 8 } else { -8 };
            let one = from.offset(up).filter(|&s| board.piece_at(s).is_none());
            let at_home = piece.color.relative_rank(from.rank()) == shakmaty::Rank::Second;
            one == Some(to) || at_home && one.is_some_and(|s| s.offset(up) == Some(to))
        }
        _ => attacks::attacks(from, piece, board.occupied()).contains(to),
    };
    let is_legal = |to: &Square| {
        let mut after = board.clone();
        after.discard_piece_at(from);
        after.set_piece_at(*to, piece);
        let king = after.king_of(piece.color).expect("there is a king");
        after
            .attacks_to(king, !piece.color, after.occupied())
            .is_empty()
    };
    Square::ALL
        .into_iter()
        .filter(|&to| could_go(to))
        .filter(is_legal)
        .collect()
}

#[test]
fn mobility_counts_the_moves_that_leave_the_king_safe() {
    in_many_positions(|asked, board| {
        for (side, color) in SIDES {
            let mut all = 0;
            for from in board.by_color(color) {
                let targets = targets(board, from);
                let promotes = |to: &&Square| {
                    board.role_at(from) == Some(Role::Pawn) && to.rank() == (!color).backrank()
                };
                let n_moves = (targets.len() + 3 * targets.iter().filter(promotes).count()) as i64;
                assert_eq!(
                    asked.number("mobility", &[sq(from)]),
                    n_moves,
                    "{from} in {:?}",
                    asked.position
                );
                all += n_moves;
                if board.role_at(from) == Some(Role::King) {
                    assert_eq!(
                        asked.set("king_steps", &[Value::Side(side)]),
                        targets.into_iter().collect()
                    );
                }
            }
            assert_eq!(asked.number("mobility", &[Value::Side(side)]), all);
            if asked.position.turn() == side {
                let moves = asked.position.moves();
                let special = moves
                    .iter()
                    .filter(|m| m.is_castle() || m.is_en_passant())
                    .count();
                assert_eq!(all, (moves.len() - special) as i64);
            }
        }
        for square in !board.occupied() {
            assert_eq!(asked.opt("mobility", &[sq(square)]), None);
        }
    });
}

/// A piece is dominated if each of its moves puts it where an enemy can take it.
#[test]
fn motifs_are_what_trying_every_move_says() {
    let worth = |role: Role| [1, 3, 3, 5, 9, 100][role as usize - 1];
    let [n_dominated, n_forked, n_held, n_cut] = [const { Cell::new(0u32) }; 4];
    let count = |counter: &Cell<u32>, holds: bool| counter.set(counter.get() + u32::from(holds));
    in_many_positions(|asked, board| {
        for from in board.occupied() {
            let piece = board.piece_at(from).expect("it is occupied");
            let loses_it = |to: &Square| {
                let mut after = board.clone();
                after.discard_piece_at(from);
                after.set_piece_at(*to, piece);
                after.attacks_to(*to, !piece.color, after.occupied()).any()
            };
            let expected = piece.role != Role::King && targets(board, from).iter().all(loses_it);
            assert_eq!(asked.truth("dominated", &[sq(from)]), expected, "{from}");
            count(&n_dominated, expected);
        }
        for square in !board.occupied() {
            assert!(!asked.truth("dominated", &[sq(square)]));
        }
        for (side, color) in SIDES {
            let king = board.king_of(color).expect("there is a king");
            let inside = |s: &Square| (2..8).contains(&xy(*s).0) && (2..8).contains(&xy(*s).1);
            let steps_off = targets(board, king).iter().any(inside);
            let held = !inside(&king) && !steps_off;
            assert_eq!(asked.truth("driven_to_edge", &[Value::Side(side)]), held);
            count(&n_held, held);
            let forks = |from: Square| {
                let by = board.piece_at(from).expect("it is occupied");
                let hit = |to: &Square| {
                    let man = board.piece_at(*to).filter(|man| man.color == color);
                    let is_hit = attacks::attacks(from, by, board.occupied()).contains(*to);
                    let is_loose = board.attacks_to(*to, color, board.occupied()).is_empty();
                    is_hit
                        && man.is_some_and(|man| {
                            man.role == Role::King || is_loose || worth(man.role) > worth(by.role)
                        })
                };
                Square::ALL.iter().filter(|to| hit(to)).count() > 1
            };
            let expected = board.by_color(!color).into_iter().any(forks);
            assert_eq!(asked.truth("forked", &[Value::Side(side)]), expected);
            count(&n_forked, expected);
            let (x, y) = xy(king);
            for to in [Square::A1, Square::E4, Square::H6] {
                let (to_x, to_y) = xy(to);
                let separates = |s: Square| {
                    let (i, j) = xy(s);
                    (i - x) * (i - to_x) < 0 || (j - y) * (j - to_y) < 0
                };
                let enemies = board.by_color(!color).into_iter();
                let mut heavy =
                    enemies.filter(|s| matches!(board.role_at(*s), Some(Role::Rook | Role::Queen)));
                let expected = heavy.any(separates);
                let args = [Value::Side(side), sq(to)];
                assert_eq!(asked.truth("cut_off", &args), expected, "{to}");
                count(&n_cut, expected);
            }
        }
    });
    for counter in [n_dominated, n_forked, n_held, n_cut] {
        assert!(counter.get() > 50, "{counter:?}");
    }
}

/// Compares check, mate and stalemate with the rules; counts the mates and the stalemates.
fn check_state(positions: &[Full]) -> (usize, usize) {
    let game = Chess::<Full>::new();
    for position in positions {
        let (asked, chess) = (
            Asked {
                game: &game,
                position,
            },
            position.as_chess(),
        );
        assert_eq!(asked.truth("in_check", &[]), chess.is_check());
        assert_eq!(asked.truth("mate", &[]), chess.is_checkmate());
        assert_eq!(asked.truth("stalemate", &[]), chess.is_stalemate());
        assert_eq!(
            asked.number("legal_moves", &[]),
            chess.legal_moves().len() as i64
        );
    }
    let count = |holds: fn(&shakmaty::Chess) -> bool| {
        positions.iter().filter(|p| holds(p.as_chess())).count()
    };
    (count(Position::is_checkmate), count(Position::is_stalemate))
}

#[test]
fn the_state_of_the_game_agrees_with_the_rules() {
    check_state(&positions(2000, 2000));
    assert_eq!(check_state(&rook_endings()), (216, 68));
}

/// All positions with king and rook against king, them to move.
fn rook_endings() -> Vec<Full> {
    let mut endings = Vec::new();
    for [king, rook, enemy] in triples() {
        let mut setup = Setup::empty();
        setup.turn = Color::Black;
        setup.board.set_piece_at(king, Color::White.king());
        setup.board.set_piece_at(rook, Color::White.rook());
        setup.board.set_piece_at(enemy, Color::Black.king());
        if let Ok(chess) = shakmaty::Chess::from_setup(setup, CastlingMode::Standard) {
            endings.push(Full::new(chess, Color::White));
        }
    }
    endings
}

fn triples() -> impl Iterator<Item = [Square; 3]> {
    let pairs = Square::ALL
        .into_iter()
        .flat_map(|a| Square::ALL.into_iter().map(move |b| (a, b)));
    let triples = pairs.flat_map(|(a, b)| Square::ALL.into_iter().map(move |c| [a, b, c]));
    triples.filter(|[a, b, c]| a != b && b != c && a != c)
}

#[test]
fn pawns_know_their_way() {
    in_many_positions(|asked, board| {
        for (side, color) in SIDES {
            let mut passed = Bitboard::EMPTY;
            for square in Square::ALL {
                let pawn = board.piece_at(square) == Some(color.pawn());
                if !pawn && board.role_at(square) == Some(Role::Pawn) {
                    continue; // The other side's turn comes.
                }
                let rank = |s: Square| u32::from(color.relative_rank(s.rank()));
                let opposed = board.by_piece((!color).pawn()).into_iter().any(|enemy| {
                    enemy.file().distance(square.file()) <= 1 && rank(enemy) > rank(square)
                });
                assert_eq!(asked.truth("passed", &[sq(square)]), pawn && !opposed);
                if pawn && !opposed {
                    passed.add(square);
                }
                let queening_square = Square::from_coords(square.file(), (!color).backrank());
                assert_eq!(
                    asked.opt("queening_square", &[sq(square)]),
                    pawn.then(|| sq(queening_square))
                );
                let steps = [0, 5, 5, 4, 3, 2, 1, 0][rank(square) as usize];
                assert_eq!(
                    asked.opt("steps_to_queen", &[sq(square)]),
                    pawn.then_some(Value::Number(steps))
                );
                let catching = Square::ALL
                    .into_iter()
                    .filter(|s| pawn && i64::from(s.distance(queening_square)) <= steps);
                assert_eq!(asked.set("pawn_square", &[sq(square)]), catching.collect());
                assert_eq!(asked.set("key_squares", &[sq(square)]).is_empty(), !pawn);
            }
            assert_eq!(asked.set("passed_pawns", &[Value::Side(side)]), passed);
        }
    });
}

#[test]
fn key_squares_are_those_of_the_textbooks() {
    let game = Chess::<Full>::new();
    let check = |fen: &str, pawn: Square, expected: &str| {
        let chess = nasvet_chess::read_fen(fen).expect("a position");
        let position = Full::new(chess, Color::White);
        let keys = Asked {
            game: &game,
            position: &position,
        }
        .set("key_squares", &[sq(pawn)]);
        let keys: Vec<String> = keys.into_iter().map(|s| s.to_string()).collect();
        assert_eq!(keys.join(" "), expected);
    };
    check("7k/8/8/8/8/8/4P3/K7 w - - 0 1", Square::E2, "d4 e4 f4");
    check("7k/8/8/8/2P5/8/8/K7 w - - 0 1", Square::C4, "b6 c6 d6");
    check(
        "7k/8/8/2P5/8/8/8/K7 w - - 0 1",
        Square::C5,
        "b6 c6 d6 b7 c7 d7",
    );
    check(
        "7k/8/2P5/8/8/8/8/K7 w - - 0 1",
        Square::C6,
        "b7 c7 d7 b8 c8 d8",
    );
    check(
        "7k/2P5/8/8/8/8/8/K7 w - - 0 1",
        Square::C7,
        "b7 d7 b8 c8 d8",
    );
    check("7k/8/8/8/8/P7/8/K7 w - - 0 1", Square::A3, "b7 b8");
    check("k7/8/7P/8/8/8/8/K7 w - - 0 1", Square::H6, "g7 g8");
    check("7k/8/8/4p3/8/8/8/K7 w - - 0 1", Square::E5, "d3 e3 f3");
    check(
        "7k/8/8/8/8/8/2p5/K7 w - - 0 1",
        Square::C2,
        "b1 c1 d1 b2 d2",
    );
}

#[test]
fn squares_and_lines_are_what_their_coordinates_say() {
    let game = Chess::<Full>::new();
    let position = Full::new(shakmaty::Chess::default(), Color::White);
    let asked = Asked {
        game: &game,
        position: &position,
    };
    let at = |x: i64, y: i64| Square::ALL.into_iter().find(|&s| xy(s) == (x, y));
    let all = |holds: &dyn Fn(i64, i64) -> bool| -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|&s| holds(xy(s).0, xy(s).1))
            .collect()
    };
    let rim = |x: i64, y: i64| (x - 1).min(8 - x).min(y - 1).min(8 - y);

    assert_eq!(asked.set("board", &[]), all(&|_, _| true));
    assert_eq!(asked.set("edges", &[]), all(&|x, y| rim(x, y) == 0));
    assert_eq!(
        asked.set("corners", &[]),
        all(&|x, y| [1, 8].contains(&x) && [1, 8].contains(&y))
    );
    assert_eq!(asked.set("centre", &[]), all(&|x, y| rim(x, y) == 3));
    for a in Square::ALL {
        let (x, y) = xy(a);
        let one = [sq(a)];
        assert_eq!(asked.truth("edge", &one), rim(x, y) == 0);
        assert_eq!(
            asked.truth("corner", &one),
            [1, 8].contains(&x) && [1, 8].contains(&y)
        );
        assert_eq!(asked.truth("light", &one), (x + y) % 2 == 1);
        assert_eq!(
            (asked.number("file", &one), asked.number("rank", &one)),
            (x, y)
        );
        assert_eq!(
            asked.opt("square", &[Value::Number(x), Value::Number(y)]),
            Some(sq(a))
        );
        assert_eq!(asked.number("edge_distance", &one), rim(x, y));
        for (name, right, up) in [
            ("up", 0, 1),
            ("down", 0, -1),
            ("left", -1, 0),
            ("right", 1, 0),
        ] {
            assert_eq!(
                asked.opt(name, &one),
                at(x + right, y + up).map(sq),
                "{name}"
            );
        }
        assert_eq!(asked.set("file_squares", &one), all(&|i, _| i == x));
        assert_eq!(asked.set("rank_squares", &one), all(&|_, j| j == y));
        assert_eq!(
            asked.set("diagonal_squares", &one),
            all(&|i, j| (i - x).abs() == (j - y).abs())
        );
        assert_eq!(asked.set("ahead", &one), all(&|i, j| i == x && j > y));
        assert_eq!(asked.set("behind", &one), all(&|i, j| i == x && j < y));
        assert_eq!(
            asked.set("neighbours", &one),
            all(&|i, j| (i - x).abs().max((j - y).abs()) == 1)
        );
        assert_eq!(
            asked.set("knight_jumps", &one),
            all(&|i, j| ((i - x) * (j - y)).abs() == 2)
        );
        for b in Square::ALL {
            let two = [sq(a), sq(b)];
            let (bx, by) = xy(b);
            let (dx, dy) = ((bx - x).abs(), (by - y).abs());
            assert_eq!(asked.number("distance", &two), dx.max(dy));
            assert_eq!(asked.number("manhattan", &two), dx + dy);
            assert_eq!(asked.number("file_distance", &two), dx);
            assert_eq!(asked.number("rank_distance", &two), dy);
            assert_eq!(asked.truth("adjacent", &two), dx.max(dy) == 1);
            let straight = i64::from(dx > 0) + i64::from(dy > 0);
            assert_eq!(asked.number("rook_distance", &two), straight);
            let oblique = match (dx, dy) {
                (0, 0) => 0,
                _ if dx == dy => 1,
                _ => 2,
            };
            let bishop = ((dx + dy) % 2 == 0).then_some(Value::Number(oblique));
            assert_eq!(asked.opt("bishop_distance", &two), bishop);
            let queen = straight.min(oblique);
            assert_eq!(asked.number("queen_distance", &two), queen);
            // Two squares are on one diagonal if it has one number.
            let same = asked.number("diagonal", &one) == asked.number("diagonal", &[sq(b)]);
            assert_eq!(same, bx - x == by - y);
            let same = asked.number("antidiagonal", &one) == asked.number("antidiagonal", &[sq(b)]);
            assert_eq!(same, bx - x == y - by);
            assert_eq!(asked.truth("same_colour", &two), (dx + dy) % 2 == 0);
            assert_eq!(asked.truth("same_file", &two), dx == 0);
            assert_eq!(asked.truth("same_rank", &two), dy == 0);
            assert_eq!(asked.truth("same_diagonal", &two), dx == dy);
            let same_line = dx == 0 || dy == 0 || dx == dy;
            assert_eq!(asked.truth("same_line", &two), same_line);
            let cross = |i: i64, j: i64| (i - x) * (by - y) - (j - y) * (bx - x);
            let line = all(&|i, j| a != b && same_line && cross(i, j) == 0);
            assert_eq!(asked.set("line", &two), line);
            let inside = all(&|i, j| (i - x) * (i - bx) <= 0 && (j - y) * (j - by) <= 0);
            assert_eq!(asked.set("box", &two), inside);
            assert_eq!(
                asked.set("between", &two),
                line & inside & !Bitboard::from(a) & !Bitboard::from(b)
            );
            assert_eq!(
                asked.truth("opposition", &two),
                [(0, 2), (2, 0)].contains(&(dx, dy))
            );
            let distant = [(0, 4), (4, 0), (0, 6), (6, 0)];
            assert_eq!(
                asked.truth("distant_opposition", &two),
                distant.contains(&(dx, dy))
            );
            assert_eq!(asked.truth("diagonal_opposition", &two), (dx, dy) == (2, 2));
        }
    }
    for (x, low, high) in (0..64).map(|n| (n % 4, n / 4 % 4, n / 16)) {
        let between = (low < x && x < high) || (high < x && x < low);
        assert_eq!(
            asked.truth("between", &[x, low, high].map(Value::Number)),
            between
        );
    }
    assert_eq!(asked.number("corner_distance", &[sq(Square::B4)]), 3);
    assert_eq!(asked.number("centre_distance", &[sq(Square::B4)]), 2);
    assert_eq!(
        asked.number("knight_distance", &[sq(Square::A1), sq(Square::B2)]),
        4
    );
    let near = asked.set("near", &[sq(Square::B4), Value::Number(2)]);
    assert_eq!(near, all(&|x, y| x <= 4 && (2..=6).contains(&y)));
    // A wall on the b-file that leaves b8 open; its own square does not hold the walker back.
    let wall: ItemSet = (0..7).map(|rank| Item(8 * rank + 1)).collect();
    let walk = |from, to| asked.opt("walk", &[sq(from), sq(to), Value::Set(wall.clone())]);
    assert_eq!(walk(Square::A1, Square::C1), Some(Value::Number(14)));
    assert_eq!(walk(Square::B2, Square::C1), Some(Value::Number(1)));
    assert_eq!(walk(Square::C1, Square::B2), None);
    let reachable = |from| asked.set("reachable", &[sq(from), Value::Set(wall.clone())]);
    assert_eq!(reachable(Square::A1), all(&|i, j| i != 2 || j == 8));
    // From a square of the wall itself, it and all but the rest of the wall.
    let from_wall = reachable(Square::B2);
    assert_eq!(from_wall, all(&|i, j| i != 2 || j == 8 || j == 2));
    let numbers =
        |square| ["diagonal", "antidiagonal"].map(|word| asked.number(word, &[sq(square)]));
    assert_eq!(numbers(Square::A1), [8, 1]);
    assert_eq!(numbers(Square::A8), [1, 8]);
    assert_eq!(numbers(Square::H1), [15, 8]);
    assert_eq!(numbers(Square::E4), [9, 8]);
    let targets = Value::Set(
        [Square::A8, Square::H1]
            .map(|s| Item(s.into()))
            .into_iter()
            .collect(),
    );
    assert_eq!(asked.number("distance_to", &[sq(Square::C3), targets]), 5);
    assert_eq!(
        asked.opt("distance_to", &[sq(Square::C3), Value::Set(ItemSet::EMPTY)]),
        None
    );
}

#[test]
fn moves_do_what_is_said_of_them() {
    let special = Cell::new([0; 3]);
    let names = [
        "north",
        "northeast",
        "east",
        "southeast",
        "south",
        "southwest",
        "west",
        "northwest",
    ];
    let steps = [
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
        (-1, 0),
        (-1, 1),
    ];
    in_many_positions(|asked, board| {
        for m in asked.position.moves() {
            let [castles, en_passants, promotions] = special.get();
            special.set([
                castles + u32::from(m.is_castle()),
                en_passants + u32::from(m.is_en_passant()),
                promotions + u32::from(m.is_promotion()),
            ]);
            let Some(Value::Item(from)) = asked.of_move("from", m, &[]) else {
                panic!("{m:?} begins somewhere")
            };
            let Some(Value::Item(to)) = asked.of_move("to", m, &[]) else {
                panic!("{m:?} ends somewhere")
            };
            let [from, to] = [from, to].map(|item| Square::new(item.0));
            let after = asked.position.play(m);
            let after_board = after.as_chess().board();

            // What moves, and what it takes or becomes, shows on the two boards.
            let mover = board.piece_at(from).expect("a piece moves");
            let arrived = after_board.piece_at(to).expect("a piece arrives");
            assert_eq!(asked.of_move("man", m, &[]), kind(mover.role));
            let became = (arrived.role != mover.role).then_some(arrived.role);
            assert_eq!(asked.of_move("promotion", m, &[]), became.and_then(kind));
            assert_eq!(asked.move_truth("promote", m), became.is_some());
            let lost = board.by_color(!mover.color) & !after_board.by_color(!mover.color);
            let captured = lost.single_square().and_then(|s| board.role_at(s));
            assert_eq!(asked.of_move("captured", m, &[]), captured.and_then(kind));
            assert_eq!(asked.move_truth("capture", m), captured.is_some());
            assert_eq!(
                asked.move_truth("en_passant", m),
                captured.is_some() && board.piece_at(to).is_none()
            );
            let n_moved =
                (board.by_color(mover.color) & !after_board.by_color(mover.color)).count();
            assert_eq!(asked.move_truth("castle", m), n_moved == 2);

            // Notation says whether it is check or mate, or castling.
            let san = SanPlus::from_move(asked.position.as_chess().clone(), m);
            assert_eq!(asked.move_truth("check", m), san.suffix.is_some());
            assert_eq!(
                asked.move_truth("mating", m),
                san.suffix == Some(Suffix::Checkmate)
            );
            assert_eq!(
                asked.move_truth("castle", m),
                matches!(san.san, San::Castle(_))
            );

            // The way from one square to the other.
            let right = i32::from(to.file()) - i32::from(from.file());
            let up = i32::from(to.rank()) - i32::from(from.rank());
            let length = right.abs().max(up.abs());
            assert_eq!(
                asked.of_move("length", m, &[]),
                Some(Value::Number(length.into()))
            );
            assert_eq!(asked.move_truth("forward", m), up > 0);
            assert_eq!(asked.move_truth("backward", m), up < 0);
            assert_eq!(
                asked.move_truth("double_step", m),
                mover.role == Role::Pawn && up.abs() == 2
            );
            assert_eq!(asked.move_truth("diagonal", m), right.abs() == up.abs());
            assert_eq!(asked.move_truth("straight", m), right == 0 || up == 0);
            for (name, (x, y)) in names.into_iter().zip(steps) {
                assert_eq!(
                    asked.move_truth(name, m),
                    (x * length, y * length) == (right, up),
                    "{name} {m:?}"
                );
            }
            for goal in [Square::A1, Square::D4, Square::G7] {
                let (before, now) = (from.distance(goal), to.distance(goal));
                assert_eq!(
                    asked.of_move("toward", m, &[sq(goal)]),
                    Some(Value::Truth(now < before))
                );
                assert_eq!(
                    asked.of_move("away", m, &[sq(goal)]),
                    Some(Value::Truth(now > before))
                );
            }
        }
    });
    assert!(
        special.get().into_iter().all(|n| n > 20),
        "moves of every kind were tried: {special:?}"
    );
}
