//! A board for any position says what the full board says, and holds a position in one way only.

use std::ops::ControlFlow;

use domain::{N_ONLY_MEN, Side};
use nasvet_chess::{AnyBoard, Board, Convert, Full, Small};
use shakmaty::{Role, Square};

use crate::words::positions::positions;

/// All that a board tells, beside moves and images.
fn compare(board: &AnyBoard, full: &Full) {
    assert_eq!(board.to_full(), *full);
    assert_eq!(board.small(), Small::from_full(full).ok());
    assert_eq!(board.turn(), full.turn());
    assert_eq!(board.en_passant(), full.en_passant());
    assert_eq!(board.n_images(), full.n_images());
    assert_eq!(board.occupied(), full.occupied());
    assert_eq!(board.has_moves(), full.has_moves());
    let told = |board: &dyn Fn(&mut [u64; N_ONLY_MEN]) -> u64| {
        let mut places = [0; N_ONLY_MEN];
        let there = board(&mut places);
        let places = places.into_iter().enumerate();
        let places = places.map(|(idx, place)| (there >> idx & 1 == 1).then_some(place));
        places.collect::<Vec<_>>()
    };
    assert_eq!(
        told(&|places| board.only_men(places)),
        told(&|places| full.only_men(places))
    );
    for side in Side::BOTH {
        assert_eq!(board.all_men(side), full.all_men(side));
        for role in Role::ALL {
            assert_eq!(board.men(side, role), full.men(side, role));
            assert_eq!(board.only(side, role), full.only(side, role));
        }
        for square in Square::ALL {
            let occupied = full.occupied();
            let expected = full.attackers(side, square, occupied);
            assert_eq!(board.attackers(side, square, occupied), expected);
            if !full.men(!full.turn(), Role::King).contains(square) {
                assert_eq!(board.captured_on(square), full.captured_on(square));
            }
        }
    }
}

#[test]
fn any_board_is_the_full_board() {
    let (mut n_small, mut n_shrunk) = (0, 0);
    for full in positions(400, 600) {
        let board = AnyBoard::from_full(&full).expect("every position fits");
        compare(&board, &full);
        n_small += usize::from(board.small().is_some());
        let mut moves = Vec::new();
        let _ = board.visit_moves(|m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        assert_eq!(moves, full.moves().to_vec());
        let mut next = Vec::new();
        let _ = board.visit_next(|m, after| {
            next.push((m, after));
            ControlFlow::Continue(())
        });
        assert!(next.iter().map(|(m, _)| m).eq(&moves));
        for (m, after) in next {
            compare(&after, &full.play(m));
            assert_eq!(after, board.play(m));
            n_shrunk += usize::from(board.small().is_none() && after.small().is_some());
            if let Some(known) = board.only_moves(m.role())
                && m.promotion().is_none()
                && !m.is_capture()
            {
                assert_eq!(board.play_quiet(&known, m.to()), after);
            }
        }
        for idx in 0..board.n_images() {
            compare(&board.image(idx), &full.image(idx));
        }
    }
    // Both boards come up, and captures lead from one to the other.
    assert!(
        (300..700).contains(&n_small) && n_shrunk > 30,
        "{n_small}, {n_shrunk}"
    );
}
