//! Speed, as ratios in one run: the engine on a chapter against the same advice written by hand in Rust.
//!
//! `cargo bench --bench speed` plays van Emden's advice over all 175,168 positions of king and rook against king,
//! once by the compiled chapter and once by the twin below, which shares the board with the engine and nothing
//! else. Both must fire the same piece, play the same move and count the same positions. Then the two pieces of the
//! AL2 paper are searched in every position of king and pawn against king.

#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

use std::ops::ControlFlow;
use std::time::Instant;

use chess::{Board, Chess, PlacedPiece, Small};
use code::compile;
use domain::{BySide, Side, Watch};
use search::{Engine, Options};
use shakmaty::{Move, Role, Square};

fn main() {
    let rounds = 3;
    let positions = positions_with(Role::Rook);
    let program = testing::chapter("krk-van-emden");
    let chess = Chess::<Small>::new();
    let compiled = compile(&chess, &program);
    let mut engine = Engine::new(&compiled, Options::default());

    println!(
        "king and rook against king, {} positions, best of {rounds} rounds",
        positions.len()
    );
    let (mut by_engine, mut by_hand) = (f64::MAX, f64::MAX);
    let (mut nodes, mut twin_nodes) = (0, 0);
    for _ in 0..rounds {
        let start = Instant::now();
        let mut engine_choices = Vec::with_capacity(positions.len());
        nodes = 0;
        for position in &positions {
            let advised = engine.advise(position, &Watch::nodes(1_000_000));
            nodes += advised.nodes();
            engine_choices.push(
                advised
                    .chosen
                    .map(|(piece, tree)| (piece.0 as usize, tree.first_move())),
            );
        }
        by_engine = by_engine.min(start.elapsed().as_secs_f64());

        let start = Instant::now();
        let mut twin = Twin::default();
        let twin_choices: Vec<_> = positions
            .iter()
            .map(|position| twin.advise(*position))
            .collect();
        by_hand = by_hand.min(start.elapsed().as_secs_f64());
        twin_nodes = twin.nodes;
        for ((position, engine), twin) in positions.iter().zip(engine_choices).zip(twin_choices) {
            assert_eq!(
                engine,
                twin.map(|(piece, m)| (piece, Some(m))),
                "{position:?}"
            );
        }
    }
    assert_eq!(nodes, twin_nodes, "both count the same positions");
    let report = |name: &str, seconds: f64| {
        let rate = nodes as f64 / seconds / 1e6;
        let each = seconds * 1e6 / positions.len() as f64;
        println!("{name:<10} {seconds:.3} s  {rate:.2} M positions/s  {each:.2} us a move");
    };
    println!("{nodes} positions searched");
    report("by hand", by_hand);
    report("engine", by_engine);
    println!(
        "ratio      {:.2} (engine's speed, by hand = 1)",
        by_hand / by_engine
    );
    pawn_ending(&chess, rounds);
}

fn pawn_ending(chess: &Chess<Small>, rounds: usize) {
    let program = testing::chapter("kpk");
    let compiled = compile(chess, &program);
    let mut engine = Engine::new(&compiled, Options::default());
    let positions = positions_with(Role::Pawn);
    let pieces = ["push_pawn", "bring_king_in_front_of_pawn"];
    println!(
        "king and pawn against king, {} positions, {}",
        positions.len(),
        pieces.join(" and ")
    );
    let pieces = pieces.map(|name| {
        program
            .piece_named(name)
            .expect("the piece is in the chapter")
    });
    let (mut seconds, mut nodes) = (f64::MAX, 0);
    for _ in 0..rounds {
        let start = Instant::now();
        nodes = 0;
        for position in &positions {
            for piece in pieces {
                nodes += engine
                    .decide(piece, position, &Watch::nodes(1_000_000))
                    .statistics
                    .nodes();
            }
        }
        seconds = seconds.min(start.elapsed().as_secs_f64());
    }
    println!("{nodes} positions searched");
    println!(
        "engine     {seconds:.3} s  {:.2} M positions/s",
        nodes as f64 / seconds / 1e6
    );
}

/// All positions of two kings and one man of ours, with us to move.
fn positions_with(role: Role) -> Vec<Small> {
    let mut positions = Vec::new();
    for us in Square::ALL {
        for them in Square::ALL {
            for square in Square::ALL {
                let man = [PlacedPiece {
                    side: Side::Us,
                    role,
                    square,
                }];
                positions.extend(Small::new(Side::Us, BySide { us, them }, &man, None));
            }
        }
    }
    positions
}

/// Van Emden's advice by hand.
#[derive(Default)]
struct Twin {
    nodes: u64,
}

/// The squares of a position; no rook once it is taken.
#[derive(Clone, Copy)]
struct Men {
    king: Square,
    enemy: Square,
    rook: Option<Square>,
}

const MATE: usize = 0;
const SQUEEZE: usize = 1;
const APPROACH: usize = 2;
const KEEP_ROOM: usize = 3;
const DIVIDE: usize = 4;

impl Twin {
    fn advise(&mut self, position: Small) -> Option<(usize, Move)> {
        let men = men(position);
        let close = manhattan(men.enemy, men.king) < 4 && is_edge(men.enemy);
        let order = [MATE, SQUEEZE, APPROACH, KEEP_ROOM, DIVIDE];
        order
            .into_iter()
            .filter(|piece| *piece != MATE || close)
            .find_map(|piece| {
                let moves = match piece {
                    MATE => 2,
                    DIVIDE => 3,
                    _ => 1,
                };
                self.our_move(piece, position, moves).map(|m| (piece, m))
            })
    }

    /// The first move that works, with so many moves left.
    fn our_move(&mut self, piece: usize, position: Small, moves: u32) -> Option<Move> {
        let before = men(position);
        let mut legal: Vec<Move> = Vec::new();
        let _ = position.visit(|m| {
            legal.push(m);
            ControlFlow::Continue(())
        });
        match piece {
            MATE => {
                let rook = rook_moves(&legal, &before);
                let mut tried = Vec::new();
                for m in rook
                    .iter()
                    .copied()
                    .filter(|m| gives_check(position.play(*m)))
                {
                    if is_stalemate(position.play(m)) {
                        continue;
                    }
                    tried.push(m);
                    if self.works(piece, position, m, &before, moves) {
                        return Some(m);
                    }
                }
                let rest = rook
                    .into_iter()
                    .chain(king_moves(&legal))
                    .filter(|m| !tried.contains(m));
                rest.into_iter()
                    .find(|m| self.permitted_and_works(piece, position, *m, &before, moves))
            }
            SQUEEZE => rook_moves(&legal, &before)
                .into_iter()
                .find(|m| self.permitted_and_works(piece, position, *m, &before, moves)),
            APPROACH | KEEP_ROOM => king_moves(&legal)
                .into_iter()
                .find(|m| self.permitted_and_works(piece, position, *m, &before, moves)),
            _ => rook_moves(&legal, &before)
                .into_iter()
                .chain(king_moves(&legal))
                .find(|m| self.permitted_and_works(piece, position, *m, &before, moves)),
        }
    }

    fn permitted_and_works(
        &mut self,
        piece: usize,
        position: Small,
        m: Move,
        before: &Men,
        moves: u32,
    ) -> bool {
        !is_stalemate(position.play(m)) && self.works(piece, position, m, before, moves)
    }

    fn works(&mut self, piece: usize, position: Small, m: Move, before: &Men, moves: u32) -> bool {
        self.nodes += 1;
        let next = position.play(m);
        let men = men(next);
        if rook_lost(&men) {
            return false;
        }
        if better(piece, next, &men, before) {
            return true;
        }
        self.they_cannot_avoid(piece, next, moves - 1)
    }

    fn they_cannot_avoid(&mut self, piece: usize, position: Small, moves: u32) -> bool {
        if moves == 0 {
            return !has_moves(position);
        }
        let mut replies = [position; 8];
        let mut n_replies = 0;
        let _ = position.visit_next(|_, next| {
            self.nodes += 1;
            replies[n_replies] = next;
            n_replies += 1;
            ControlFlow::Continue(())
        });
        replies[..n_replies]
            .iter()
            .all(|reply| self.our_move(piece, *reply, moves).is_some())
    }
}

fn better(piece: usize, next: Small, men: &Men, before: &Men) -> bool {
    match piece {
        MATE => is_mate(next),
        SQUEEZE => room(men) < room(before) && !exposed(men) && divides(men),
        APPROACH => {
            nearer_critical(men, before)
                && !exposed(men)
                && (divides(men) || l_pattern(men))
                && space_to_turn(men)
        }
        KEEP_ROOM => {
            divides(men)
                && !exposed(men)
                && rook_distance(men) <= rook_distance(before)
                && space_to_turn(men)
        }
        _ => !exposed(men) && divides(men),
    }
}

fn men(position: Small) -> Men {
    Men {
        king: position.king(Side::Us),
        enemy: position.king(Side::Them),
        rook: position.others().next().map(|man| man.square),
    }
}

fn rook_moves(legal: &[Move], men: &Men) -> Vec<Move> {
    let Some(rook) = men.rook else {
        return Vec::new();
    };
    let (north, south) = (
        rank(men.king).max(rank(men.enemy)),
        rank(men.king).min(rank(men.enemy)),
    );
    let (east, west) = (
        file(men.king).max(file(men.enemy)),
        file(men.king).min(file(men.enemy)),
    );
    let mut keyed: Vec<(i32, Move)> = Vec::new();
    for m in legal.iter().filter(|m| m.role() == Role::Rook) {
        let to = m.to();
        let (right, up) = (file(to) - file(rook), rank(to) - rank(rook));
        let direction = if up > 0 && rank(to) <= north {
            0
        } else if up < 0 && rank(to) >= south {
            1
        } else if right > 0 && file(to) <= east {
            2
        } else if right < 0 && file(to) >= west {
            3
        } else {
            continue;
        };
        keyed.push((direction * 8 - right.abs().max(up.abs()), *m));
    }
    keyed.sort_by_key(|(key, _)| *key);
    keyed.into_iter().map(|(_, m)| m).collect()
}

fn king_moves(legal: &[Move]) -> Vec<Move> {
    let order = |m: &Move| {
        let Some(from) = m.from() else { return 8 };
        match (file(m.to()) - file(from), rank(m.to()) - rank(from)) {
            (1, 1) => 0,
            (1, -1) => 1,
            (-1, 1) => 2,
            (-1, -1) => 3,
            (0, 1) => 4,
            (0, -1) => 5,
            (1, 0) => 6,
            _ => 7,
        }
    };
    let mut moves: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|m| m.role() == Role::King)
        .collect();
    moves.sort_by_key(order);
    moves
}

fn file(square: Square) -> i32 {
    i32::from(square.file()) + 1
}

fn rank(square: Square) -> i32 {
    i32::from(square.rank()) + 1
}

fn distance(a: Square, b: Square) -> i32 {
    (file(a) - file(b)).abs().max((rank(a) - rank(b)).abs())
}

fn manhattan(a: Square, b: Square) -> i32 {
    (file(a) - file(b)).abs() + (rank(a) - rank(b)).abs()
}

fn is_edge(square: Square) -> bool {
    matches!(file(square), 1 | 8) || matches!(rank(square), 1 | 8)
}

fn side(k: i32, r: i32) -> Option<i32> {
    match k.cmp(&r) {
        std::cmp::Ordering::Less => Some(r - 1),
        std::cmp::Ordering::Greater => Some(8 - r),
        std::cmp::Ordering::Equal => None,
    }
}

fn room(men: &Men) -> i32 {
    let area = men.rook.and_then(|rook| {
        Some(side(file(men.enemy), file(rook))? * side(rank(men.enemy), rank(rook))?)
    });
    area.unwrap_or(100)
}

fn is_between(x: i32, a: i32, b: i32) -> bool {
    (a < x && x < b) || (b < x && x < a)
}

fn divides(men: &Men) -> bool {
    men.rook.is_some_and(|rook| {
        is_between(file(rook), file(men.enemy), file(men.king))
            || is_between(rank(rook), rank(men.enemy), rank(men.king))
    })
}

/// Asked after our move only.
fn exposed(men: &Men) -> bool {
    men.rook
        .is_some_and(|rook| distance(men.enemy, rook) < distance(men.king, rook))
}

fn rook_lost(men: &Men) -> bool {
    men.rook
        .is_some_and(|rook| distance(men.enemy, rook) == 1 && distance(men.king, rook) != 1)
}

fn rook_distance(men: &Men) -> i32 {
    men.rook.map_or(0, |rook| distance(men.king, rook))
}

fn nearer_critical(men: &Men, before: &Men) -> bool {
    let Some(rook) = men.rook.filter(|_| men.rook == before.rook) else {
        return false;
    };
    let (f, r) = (
        file(rook) + (file(men.enemy) - file(rook)).signum(),
        rank(rook) + (rank(men.enemy) - rank(rook)).signum(),
    );
    let away = |king: Square| (file(king) - f).abs() + (rank(king) - r).abs();
    away(men.king) < away(before.king)
}

fn l_pattern(men: &Men) -> bool {
    let Some(rook) = men.rook else { return false };
    let across = rank(men.king) == rank(men.enemy)
        && (file(men.king) - file(men.enemy)).abs() == 2
        && file(rook) == file(men.king)
        && (rank(rook) - rank(men.enemy)).abs() == 1;
    let along = file(men.king) == file(men.enemy)
        && (rank(men.king) - rank(men.enemy)).abs() == 2
        && rank(rook) == rank(men.king)
        && (file(rook) - file(men.enemy)).abs() == 1;
    across || along
}

fn space_to_turn(men: &Men) -> bool {
    room(men) > 2 || !is_edge(men.king)
}

fn has_moves(position: Small) -> bool {
    position.visit(|_| ControlFlow::Break(())).is_break()
}

fn gives_check(position: Small) -> bool {
    position.in_check()
}

fn is_mate(position: Small) -> bool {
    position.in_check() && !has_moves(position)
}

fn is_stalemate(position: Small) -> bool {
    !position.in_check() && !has_moves(position)
}
