//! Speed, as ratios in one run: the engine on a chapter against the same advice written by hand in Rust.
//!
//! `cargo bench -p nasvet-search --bench speed` plays van Emden's advice over all 175,168 positions of king and rook against king,
//! once by the compiled chapter and once by the twin below, which knows these three men and shares nothing with
//! the engine. Both must fire the same piece, play the same move and count the same positions. Then the two pieces of the
//! AL2 paper are searched in every position of king and pawn against king.

#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

use std::sync::Arc;
use std::time::Instant;

use chess::{Chess, PlacedPiece, Small};
use code::compile;
use domain::{BySide, Side, Watch};
use lang::checked::Program;
use lang::{Form, NoLibrary, Source};
use nasvet_search::{Engine, Options};
use shakmaty::{Bitboard, Role, Square, attacks};

fn main() {
    let rounds = 3;
    let positions = positions_with(Role::Rook);
    let chess = Chess::<Small>::new();
    let program = program(&chess, include_str!("../../../chapters/krk-van-emden.md"));
    let compiled = compile(&chess, &program);
    let mut engine = Engine::new(&compiled, Options::default());

    println!(
        "king and rook against king, {} positions, best of {rounds} rounds",
        positions.len()
    );
    let men: Vec<Men> = positions.iter().map(men).collect();
    let mut twin = Twin::new();
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
        twin.nodes = 0;
        let twin_choices: Vec<_> = men.iter().map(|men| twin.advise(*men)).collect();
        by_hand = by_hand.min(start.elapsed().as_secs_f64());
        twin_nodes = twin.nodes;
        for ((position, engine), twin) in positions.iter().zip(engine_choices).zip(twin_choices) {
            let engine = engine.map(|(piece, m)| {
                let m = m.expect("our move comes first");
                let from = m.from().expect("a piece moves");
                (piece, (from as u8, m.to() as u8))
            });
            assert_eq!(engine, twin, "{position:?}");
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
    let program = program(chess, include_str!("../../../chapters/kpk.md"));
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

/// The program of a chapter that imports nothing.
fn program(chess: &Chess<Small>, chapter: &str) -> Arc<Program> {
    let source =
        Source::from_text("chapter", Form::Chapter, chapter).expect("the text is well formed");
    let checked = lang::check(source, &[chess], &NoLibrary).into_program();
    checked.expect("a shipped chapter has no mistakes")
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

fn men(position: &Small) -> Men {
    let mut others = position.others();
    Men {
        king: position.king(Side::Us) as u8,
        rook: others.next().expect("a rook").square as u8,
        enemy: position.king(Side::Them) as u8,
    }
}

/// Van Emden's advice by hand, as fast as we could make it: three squares, tables of what king and rook reach, no list
/// on the heap.
struct Twin {
    nodes: u64,
    tables: Box<Tables>,
}

/// Sets of squares, and numbers, that depend on two squares at most.
struct Tables {
    /// Where a king may step.
    king: [u64; 64],
    /// What a rook reaches with our king in its way.
    rook: [[u64; 64]; 64],
    /// Steps of a king.
    distance: [[i8; 64]; 64],
    /// Files and ranks added.
    manhattan: [[i8; 64]; 64],
    /// The box that the rook leaves their king.
    room: [[i8; 64]; 64],
}

/// The squares of the three men. A rook that could be taken ends the search, so there always is one.
#[derive(Clone, Copy)]
struct Men {
    king: u8,
    rook: u8,
    enemy: u8,
}

const MATE: usize = 0;
const SQUEEZE: usize = 1;
const APPROACH: usize = 2;
const KEEP_ROOM: usize = 3;
const DIVIDE: usize = 4;

/// The king's steps in their order: north-east, south-east, north-west, south-west, north, south, east, west.
const STEPS: [(i8, i8); 8] = [
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
    (0, 1),
    (0, -1),
    (1, 0),
    (-1, 0),
];

impl Twin {
    fn new() -> Twin {
        let tables = Box::new(Tables::new());
        Twin { nodes: 0, tables }
    }

    /// The piece that fires, and the squares of its move.
    fn advise(&mut self, men: Men) -> Option<(usize, (u8, u8))> {
        let close = self.tables.manhattan[at(men.enemy)][at(men.king)] < 4 && is_edge(men.enemy);
        let mate = close.then(|| self.our_move::<MATE>(men, 2)).flatten();
        None.or(mate.map(|next| (MATE, next)))
            .or_else(|| Some((SQUEEZE, self.our_move::<SQUEEZE>(men, 1)?)))
            .or_else(|| Some((APPROACH, self.our_move::<APPROACH>(men, 1)?)))
            .or_else(|| Some((KEEP_ROOM, self.our_move::<KEEP_ROOM>(men, 1)?)))
            .or_else(|| Some((DIVIDE, self.our_move::<DIVIDE>(men, 3)?)))
            .map(|(piece, next)| {
                let of_king = (men.king, next.king);
                let of_rook = (men.rook, next.rook);
                (
                    piece,
                    if men.king == next.king {
                        of_rook
                    } else {
                        of_king
                    },
                )
            })
    }

    /// The position after the first move that works, with so many moves left.
    fn our_move<const PIECE: usize>(&mut self, men: Men, moves: u32) -> Option<Men> {
        match PIECE {
            MATE => self
                .rook_move::<PIECE>(men, moves, Some(true))
                .or_else(|| self.rook_move::<PIECE>(men, moves, Some(false)))
                .or_else(|| self.king_move::<PIECE>(men, moves)),
            SQUEEZE => self.rook_move::<PIECE>(men, moves, None),
            APPROACH | KEEP_ROOM => self.king_move::<PIECE>(men, moves),
            _ => self
                .rook_move::<PIECE>(men, moves, None)
                .or_else(|| self.king_move::<PIECE>(men, moves)),
        }
    }

    /// The rook goes as far as it can, north, south, east, west, but not beyond the lines of both kings.
    fn rook_move<const PIECE: usize>(
        &mut self,
        men: Men,
        moves: u32,
        gives_check: Option<bool>,
    ) -> Option<Men> {
        let reached = self.tables.rook[at(men.rook)][at(men.king)];
        let (file, rank) = (men.rook & 7, men.rook >> 3);
        let (king, enemy) = (men.king, men.enemy);
        let north = (king >> 3).max(enemy >> 3);
        let south = (king >> 3).min(enemy >> 3);
        let east = (king & 7).max(enemy & 7);
        let west = (king & 7).min(enemy & 7);
        let mut try_square = |square: u8| {
            let next = Men {
                rook: square,
                ..men
            };
            let is_asked = reached & bit(square) != 0
                && gives_check.is_none_or(|asked| self.tables.is_check(next) == asked);
            (is_asked && self.works::<PIECE>(next, men, moves)).then_some(next)
        };
        None.or_else(|| {
            let mut ranks = (rank + 1..=north).rev();
            ranks.find_map(|rank| try_square(rank * 8 + file))
        })
        .or_else(|| (south..rank).find_map(|rank| try_square(rank * 8 + file)))
        .or_else(|| {
            let mut files = (file + 1..=east).rev();
            files.find_map(|file| try_square(rank * 8 + file))
        })
        .or_else(|| (west..file).find_map(|file| try_square(rank * 8 + file)))
    }

    fn king_move<const PIECE: usize>(&mut self, men: Men, moves: u32) -> Option<Men> {
        let tables = &self.tables;
        let may_step = tables.king[at(men.king)] & !tables.king[at(men.enemy)] & !bit(men.rook);
        STEPS.into_iter().find_map(|(right, up)| {
            let king = (men.king as i8 + up * 8 + right) as u8 & 63;
            let next = Men { king, ..men };
            let is_step = may_step & bit(king) != 0 && (king & 7).abs_diff(men.king & 7) < 2;
            (is_step && self.works::<PIECE>(next, men, moves)).then_some(next)
        })
    }

    /// Does our move work that led to `next`? It must not stalemate.
    fn works<const PIECE: usize>(&mut self, next: Men, before: Men, moves: u32) -> bool {
        let replies = self.tables.replies(next);
        let is_check = self.tables.is_check(next);
        if replies == 0 && !is_check {
            return false;
        }
        self.nodes += 1;
        if self.tables.rook_lost(next) {
            return false;
        }
        if PIECE == MATE {
            if replies == 0 {
                return true;
            }
        } else if self.tables.better::<PIECE>(next, before) {
            return true;
        }
        if moves == 1 {
            return replies == 0;
        }
        self.nodes += u64::from(replies.count_ones());
        squares(replies).all(|enemy| {
            self.our_move::<PIECE>(Men { enemy, ..next }, moves - 1)
                .is_some()
        })
    }
}

impl Tables {
    fn new() -> Tables {
        let pairs = |number: fn(i32, i32, i32, i32) -> i32| {
            std::array::from_fn(|a| {
                std::array::from_fn(|b| {
                    let of = |square: usize| ((square & 7) as i32, (square >> 3) as i32);
                    let ((f, r), (g, s)) = (of(a), of(b));
                    number(f, r, g, s) as i8
                })
            })
        };
        let distance: [[i8; 64]; 64] = pairs(|f, r, g, s| (f - g).abs().max((r - s).abs()));
        Tables {
            king: std::array::from_fn(|a| {
                (0..64)
                    .filter(|b| distance[a][*b] == 1)
                    .map(|b| 1 << b)
                    .sum()
            }),
            rook: std::array::from_fn(|rook| {
                std::array::from_fn(|king| {
                    let king = Bitboard::from_square(Square::new(king as u32));
                    (attacks::rook_attacks(Square::new(rook as u32), king) & !king).0
                })
            }),
            distance,
            manhattan: pairs(|f, r, g, s| (f - g).abs() + (r - s).abs()),
            room: pairs(|f, r, g, s| {
                // The rook is on f and r, their king on g and s.
                let side = |k: i32, r: i32| match k.cmp(&r) {
                    std::cmp::Ordering::Less => Some(r),
                    std::cmp::Ordering::Greater => Some(7 - r),
                    std::cmp::Ordering::Equal => None,
                };
                side(g, f).zip(side(s, r)).map_or(100, |(a, b)| a * b)
            }),
        }
    }

    /// Where their king may go. The rook sees through him.
    fn replies(&self, men: Men) -> u64 {
        let rook = bit(men.rook);
        let ours = self.king[at(men.king)];
        let attacked = ours | self.rook[at(men.rook)][at(men.king)];
        self.king[at(men.enemy)] & !attacked & !(rook & ours)
    }

    fn is_check(&self, men: Men) -> bool {
        self.rook[at(men.rook)][at(men.king)] & bit(men.enemy) != 0
    }

    fn rook_lost(&self, men: Men) -> bool {
        let rook = bit(men.rook);
        self.king[at(men.enemy)] & rook != 0 && self.king[at(men.king)] & rook == 0
    }

    fn better<const PIECE: usize>(&self, men: Men, before: Men) -> bool {
        match PIECE {
            SQUEEZE => self.room(men) < self.room(before) && !self.exposed(men) && divides(men),
            APPROACH => {
                self.nearer_critical(men, before)
                    && !self.exposed(men)
                    && (divides(men) || l_pattern(men))
                    && self.space_to_turn(men)
            }
            KEEP_ROOM => {
                divides(men)
                    && !self.exposed(men)
                    && self.rook_distance(men) <= self.rook_distance(before)
                    && self.space_to_turn(men)
            }
            _ => !self.exposed(men) && divides(men),
        }
    }

    fn room(&self, men: Men) -> i8 {
        self.room[at(men.rook)][at(men.enemy)]
    }

    fn rook_distance(&self, men: Men) -> i8 {
        self.distance[at(men.king)][at(men.rook)]
    }

    /// Asked after our move only.
    fn exposed(&self, men: Men) -> bool {
        self.distance[at(men.enemy)][at(men.rook)] < self.rook_distance(men)
    }

    /// Asked of a king move only, so the rook stands.
    fn nearer_critical(&self, men: Men, before: Men) -> bool {
        let towards = |king: u8, rook: u8| rook as i8 + (king as i8 - rook as i8).signum();
        let file = towards(men.enemy & 7, men.rook & 7);
        let rank = towards(men.enemy >> 3, men.rook >> 3);
        let critical = &self.manhattan[(rank * 8 + file) as usize];
        critical[at(men.king)] < critical[at(before.king)]
    }

    fn space_to_turn(&self, men: Men) -> bool {
        self.room(men) > 2 || !is_edge(men.king)
    }
}

fn at(square: u8) -> usize {
    usize::from(square & 63)
}

fn bit(square: u8) -> u64 {
    1 << (square & 63)
}

/// From h8 down to a1, the order of moves in which nothing is asked.
fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let last = set.checked_ilog2()? as u8;
        set ^= bit(last);
        Some(last)
    })
}

fn is_edge(square: u8) -> bool {
    const EDGE: u64 = 0xff81_8181_8181_81ff;
    EDGE & bit(square) != 0
}

fn divides(men: Men) -> bool {
    let is_between = |x: u8, a: u8, b: u8| (a < x && x < b) || (b < x && x < a);
    is_between(men.rook & 7, men.enemy & 7, men.king & 7)
        || is_between(men.rook >> 3, men.enemy >> 3, men.king >> 3)
}

fn l_pattern(men: Men) -> bool {
    let file = |square: u8| square & 7;
    let rank = |square: u8| square >> 3;
    let across = rank(men.king) == rank(men.enemy)
        && file(men.king).abs_diff(file(men.enemy)) == 2
        && file(men.rook) == file(men.king)
        && rank(men.rook).abs_diff(rank(men.enemy)) == 1;
    let along = file(men.king) == file(men.enemy)
        && rank(men.king).abs_diff(rank(men.enemy)) == 2
        && rank(men.rook) == rank(men.king)
        && file(men.rook).abs_diff(file(men.enemy)) == 1;
    across || along
}
