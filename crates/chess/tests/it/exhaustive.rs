//! Every position of some endgames: the small board says exactly what shakmaty says.
//!
//! Positions are built from raw squares on both sides, so that legality is compared too; then the moves, in order,
//! for every position, and the position after each of them, for every seventh placement of the pieces and for all with
//! en passant. With `NASVET_DEEP=1` in the environment, for all.

#![allow(clippy::print_stderr)]

use std::ops::ControlFlow;

use domain::{BySide, N_ONLY_MEN, Side, only_man};
use nasvet_chess::{Board, Convert, Full, PlacedPiece, RoleMoves, Small, man_of};
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, File, FromSetup, Position, PositionError, Rank, Role,
    Setup, Square, attacks,
};
use testing::is_deep;

/// What was seen, by the side to move.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Seen {
    positions: BySide<u64>,
    moves: u64,
    en_passant: u64,
}

impl Seen {
    fn add(&mut self, other: Seen) {
        self.positions.us += other.positions.us;
        self.positions.them += other.positions.them;
        self.moves += other.moves;
        self.en_passant += other.en_passant;
    }
}

/// How far a position is followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Its moves.
    Moves,
    /// Also what they lead to.
    Next,
}

/// All squares for each of the pieces, both sides to move, on two threads.
fn compare_all(men: &[(Side, Role)]) -> Seen {
    let is_deep = is_deep();
    let mut seen = Seen::default();
    std::thread::scope(|scope| {
        let halves = [0..32, 32..64].map(|our_kings: std::ops::Range<u32>| {
            scope.spawn(move || {
                let mut seen = Seen::default();
                for our_king in our_kings {
                    for their_king in Square::ALL {
                        let kings = BySide {
                            us: Square::new(our_king),
                            them: their_king,
                        };
                        let n_placements = 1usize << (6 * men.len());
                        for idx in 0..n_placements {
                            let others = placed(men, idx);
                            // Seven shares no factor with the squares, so all of them come up.
                            let reach = if is_deep || idx % 7 == 0 {
                                Reach::Next
                            } else {
                                Reach::Moves
                            };
                            for turn in Side::BOTH {
                                compare_with_en_passant(turn, kings, &others, reach, &mut seen);
                            }
                        }
                    }
                }
                seen
            })
        });
        for half in halves {
            seen.add(half.join().expect("no comparison fails"));
        }
    });
    seen
}

/// The pieces on the squares that a number spells, six bits a piece.
fn placed(men: &[(Side, Role)], idx: usize) -> Vec<PlacedPiece> {
    let square = |man_idx: usize| Square::new((idx >> (6 * man_idx) & 63) as u32);
    men.iter()
        .enumerate()
        .map(|(i, &(side, role))| PlacedPiece {
            side,
            role,
            square: square(i),
        })
        .collect()
}

/// Compares without en passant, and with it on each file where a pawn can just have passed.
fn compare_with_en_passant(
    turn: Side,
    kings: BySide<Square>,
    others: &[PlacedPiece],
    reach: Reach,
    seen: &mut Seen,
) {
    compare(turn, kings, others, None, reach, seen);
    let (rank, behind) = match turn {
        Side::Us => (Rank::Fifth, 8),
        Side::Them => (Rank::Fourth, -8),
    };
    for man in others
        .iter()
        .filter(|man| man.side != turn && man.role == Role::Pawn)
    {
        if man.square.rank() == rank {
            compare(
                turn,
                kings,
                others,
                man.square.offset(behind),
                Reach::Next,
                seen,
            );
        }
    }
}

fn compare(
    turn: Side,
    kings: BySide<Square>,
    others: &[PlacedPiece],
    en_passant: Option<Square>,
    reach: Reach,
    seen: &mut Seen,
) {
    let small = Small::new(turn, kings, others, en_passant);
    let full = from_scratch(turn, kings, others, en_passant);
    assert_eq!(
        small.is_some(),
        full.is_some(),
        "{turn:?} {kings:?} {others:?} {en_passant:?}"
    );
    let (Some(small), Some(full)) = (small, full) else {
        return;
    };
    assert_eq!(small.en_passant(), full.en_passant(), "{full:?}");
    // A square where no capture goes is no en passant position of its own.
    if en_passant.is_some() && small.en_passant().is_none() {
        return;
    }
    let moves = full.moves();
    let mut expected = moves.iter();
    let _ = small.visit_next(|m, next| {
        assert_eq!(Some(&m), expected.next(), "{full:?}");
        assert_eq!(next, small.play(m), "{full:?} {m:?}");
        if reach == Reach::Next {
            assert_eq!(
                Some(next),
                Small::from_board(&full.play(m)),
                "{full:?} {m:?}"
            );
        }
        ControlFlow::Continue(())
    });
    assert_eq!(expected.next(), None, "{full:?}");
    assert_eq!(small.has_moves(), !moves.is_empty(), "{full:?}");
    for role in Role::ALL {
        let Some(found) = small.only_moves(role) else {
            let one = small.men(small.turn(), role).single_square().is_some();
            assert!(!one || role == Role::Pawn, "{full:?} {role:?}");
            continue;
        };
        assert_eq!(
            small.men(small.turn(), role),
            Bitboard::from_square(found.from)
        );
        let of_man = moves.iter().filter(|m| m.role() == role);
        // From h8 down to a1.
        let to = found.to.into_iter().rev();
        let expected = of_man.map(|m| (m.to(), m.is_capture()));
        let targets = to.map(|to| (to, found.captures.contains(to)));
        assert!(targets.eq(expected), "{full:?} {role:?}");
        if reach == Reach::Next {
            compare_quiet_moves(small, &found);
        }
    }
    if reach == Reach::Next {
        for (side, role) in Side::BOTH
            .into_iter()
            .flat_map(|side| Role::ALL.map(|role| (side, role)))
        {
            assert_eq!(small.men(side, role), full.men(side, role), "{full:?}");
            let only = full.men(side, role).single_square();
            assert_eq!(small.only(side, role), only, "{full:?}");
            let (mut places, idx) = ([0; N_ONLY_MEN], only_man(side, man_of(role)));
            let there = small.only_men(&mut places);
            let told = idx.filter(|idx| there >> idx & 1 != 0);
            let told = told.map(|idx| Square::new(places[idx] as u32));
            assert_eq!(told, only, "{full:?}");
        }
        assert_eq!(Small::from_board(&full), Some(small));
        assert_eq!(small.to_full(), full);
        assert_eq!(small.in_check(), full.in_check(), "{full:?}");
    }
    seen.moves += moves.len() as u64;
    seen.positions[turn] += 1;
    seen.en_passant += u64::from(en_passant.is_some());
}

/// What is known of all quiet moves of a piece at once, against the positions after them.
fn compare_quiet_moves(small: Small, moves: &RoleMoves) {
    let (checks, mobile) = (small.checks(moves), small.leave_moves(moves, moves.to));
    for to in moves.to & !moves.captures {
        let next = small.play_quiet(moves, to);
        if let Some(checks) = checks {
            assert_eq!(checks.contains(to), next.in_check(), "{next:?}");
        }
        assert!(!mobile.contains(to) || next.has_moves(), "{next:?}");
    }
}

/// The position by shakmaty alone.
fn from_scratch(
    turn: Side,
    kings: BySide<Square>,
    others: &[PlacedPiece],
    en_passant: Option<Square>,
) -> Option<Full> {
    let color = |side| {
        if side == Side::Us {
            Color::White
        } else {
            Color::Black
        }
    };
    let mut setup = Setup::empty();
    let mut occupied = Bitboard::EMPTY;
    for side in Side::BOTH {
        setup.board.set_piece_at(kings[side], color(side).king());
        occupied |= kings[side];
    }
    for man in others {
        setup
            .board
            .set_piece_at(man.square, man.role.of(color(man.side)));
        occupied |= man.square;
    }
    setup.turn = color(turn);
    setup.ep_square = en_passant;
    if occupied.count() != others.len() + 2 {
        return None;
    }
    let chess = Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .ok()?;
    assert!(chess.castles().is_empty());
    Some(Full::new(chess, Color::White))
}

fn check(men: &[(Side, Role)]) -> Seen {
    let seen = compare_all(men);
    eprintln!("{men:?}: {seen:?}");
    seen
}

/// The same pieces with the sides exchanged.
fn exchanged(men: &[(Side, Role)]) -> Vec<(Side, Role)> {
    men.iter().map(|&(side, role)| (!side, role)).collect()
}

/// Both orientations see the same numbers, with the sides to move exchanged.
fn check_both(men: &[(Side, Role)]) -> Seen {
    let strong = check(men);
    let weak = check(&exchanged(men));
    let mirrored = BySide {
        us: weak.positions.them,
        them: weak.positions.us,
    };
    assert_eq!((strong.positions, strong.moves), (mirrored, weak.moves));
    strong
}

#[test]
fn krk_is_the_same_on_both_boards() {
    let seen = check_both(&[(Side::Us, Role::Rook)]);
    // Van Emden's count, with the rook's side to move.
    assert_eq!(seen.positions.us, 175_168);
    // Without the rook there are 3,612 ways to place two kings, and 62 squares are left for it: all of these are
    // legal with the lone king to move.
    assert_eq!(seen.positions.them, 3_612 * 62);
}

#[test]
fn kpk_is_the_same_on_both_boards() {
    let seen = check_both(&[(Side::Us, Role::Pawn)]);
    // With the lone king to move every placement is legal: 48 squares for the pawn, less those of the kings.
    let kings = |square: Square| Bitboard::FULL.count() - attacks::king_attacks(square).count() - 1;
    let on_pawn_ranks = Square::ALL
        .into_iter()
        .filter(|square| !Bitboard::BACKRANKS.contains(*square));
    let taken: usize = on_pawn_ranks.map(|square| 2 * kings(square)).sum();
    assert_eq!(seen.positions.them, 3_612 * 48 - taken as u64);
    assert_eq!(seen.positions.us, 163_328);
}

#[test]
fn krkn_is_the_same_on_both_boards() {
    let seen = check_both(&[(Side::Us, Role::Rook), (Side::Them, Role::Knight)]);
    assert_eq!(
        seen.positions,
        BySide {
            us: 10_780_728,
            them: 12_535_256
        }
    );
    assert_eq!(seen.moves, 297_720_328);
}

/// The two orientations are one here, with both sides to move.
#[test]
fn kpkp_is_the_same_on_both_boards() {
    let seen = check(&[(Side::Us, Role::Pawn), (Side::Them, Role::Pawn)]);
    assert_eq!(seen.positions.us, seen.positions.them);
    assert_eq!(seen.en_passant, 87_572);
}

/// Five pieces with two pawns that can both capture, sliders and pins among them, where en passant is trickiest.
#[test]
fn en_passant_with_five_men_is_the_same_on_both_boards() {
    let mut seen = Seen::default();
    for slider in [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ] {
        for slider_side in Side::BOTH {
            for (turn, pawn_side) in [(Side::Us, Side::Them), (Side::Them, Side::Us)] {
                let rank = if turn == Side::Us {
                    Rank::Fifth
                } else {
                    Rank::Fourth
                };
                for (file, beside) in [(File::A, File::B), (File::D, File::C), (File::D, File::E)] {
                    let pawn = |side, file| PlacedPiece {
                        side,
                        role: Role::Pawn,
                        square: Square::from_coords(file, rank),
                    };
                    for idx in (0..1u32 << 18).step_by(11) {
                        let [us, them, square] =
                            [idx >> 12, idx >> 6 & 63, idx & 63].map(Square::new);
                        let third = PlacedPiece {
                            side: slider_side,
                            role: slider,
                            square,
                        };
                        let others = [pawn(pawn_side, file), pawn(turn, beside), third];
                        compare_with_en_passant(
                            turn,
                            BySide { us, them },
                            &others,
                            Reach::Moves,
                            &mut seen,
                        );
                    }
                }
            }
        }
    }
    eprintln!("en passant with five pieces: {seen:?}");
    assert!(seen.en_passant > 500_000);
}
