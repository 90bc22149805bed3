//! Properties of texts and of turning the board, over random games.

use domain::{Game, Header, Notation, Side};
use nasvet_chess::{
    Board, Chess, Convert, Full, Small, View, read_epd, read_fen, read_move, write_epd_fields,
    write_fen, write_san, write_uci,
};
use proptest::prelude::*;
use shakmaty::{Color, EnPassantMode, Position};

/// Starts with castling of both kinds, promotions, en passant, and few pieces.
const STARTS: [&str; 7] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/1p6/8/P1k5/8/8/3K4/8 b - - 0 1",
    "8/8/8/3k4/8/8/1R6/K7 w - - 0 1",
];

/// A position some random moves after one of the starts, as one colour sees it.
fn positions() -> impl Strategy<Value = (Full, View)> {
    (
        0..STARTS.len(),
        prop::collection::vec(any::<u16>(), 0..120),
        any::<bool>(),
    )
        .prop_map(|(start, choices, is_white)| {
            let us = Color::from_white(is_white);
            let mut position = Full::new(read_fen(STARTS[start]).expect("a good start"), us);
            for choice in choices {
                let moves = position.moves();
                let Some(idx) = usize::from(choice).checked_rem(moves.len()) else {
                    break;
                };
                position = position.play(moves[idx]);
            }
            (position, View { us })
        })
}

proptest! {
    #![proptest_config(testing::config(2000))]

    #[test]
    fn a_position_survives_writing_and_reading((position, view) in positions()) {
        let fen = write_fen(&position, view);
        let chess = read_fen(&fen).unwrap();
        prop_assert_eq!(
            chess.to_setup(EnPassantMode::Legal),
            position.to_chess(view.us).to_setup(EnPassantMode::Legal)
        );
        prop_assert_eq!(Full::new(chess, view.us), position.clone());
        let short = write_epd_fields(&position, view);
        prop_assert!(fen.starts_with(&short));
        prop_assert_eq!(Full::new(read_fen(&short).unwrap(), view.us), position.clone());
        let epd = read_epd(&format!("{short} bm Kb2 Rc1; id \"a; b\"; D1 20;")).unwrap();
        prop_assert_eq!(read_epd(&epd.to_string()).unwrap(), epd);
    }

    #[test]
    fn a_move_survives_writing_and_reading((position, view) in positions()) {
        for m in position.moves() {
            let san = write_san(&position, view, m);
            prop_assert_eq!(read_move(&position, view, &san), Ok(m), "{} in {:?}", san, position);
            let uci = write_uci(&position, view, m);
            prop_assert_eq!(read_move(&position, view, &uci), Ok(m), "{} in {:?}", uci, position);
            let bare = san.trim_end_matches(['+', '#']).replace(['x', '='], "").replace('O', "0");
            prop_assert_eq!(read_move(&position, view, &bare), Ok(m), "{} in {:?}", bare, position);
            let capital = uci.to_uppercase();
            prop_assert_eq!(read_move(&position, view, &capital), Ok(m), "{} in {:?}", capital, position);
        }
    }

    #[test]
    fn a_turned_board_has_the_mirrored_moves((position, view) in positions()) {
        let chess = position.to_chess(view.us);
        let white = Full::new(chess.clone(), Color::White);
        let black = Full::new(chess, Color::Black);
        for side in Side::BOTH {
            for role in shakmaty::Role::ALL {
                prop_assert_eq!(white.men(side, role).flip_vertical(), black.men(!side, role));
            }
        }
        prop_assert_eq!(white.turn(), !black.turn());
        let mut of_white: Vec<_> = white.moves().into_iter().collect();
        let mut of_black: Vec<_> = black.moves().into_iter().map(|m| m.to_mirrored()).collect();
        for m in &of_white {
            prop_assert_eq!(
                white.play(*m).to_chess(Color::White),
                black.play(m.to_mirrored()).to_chess(Color::Black)
            );
        }
        of_white.sort_by_key(|m| format!("{m:?}"));
        of_black.sort_by_key(|m| format!("{m:?}"));
        prop_assert_eq!(of_white, of_black);
        // Colours swapped on the board itself: we are still us, so everything is the same, order included.
        let swapped = position.to_chess(view.us).to_setup(EnPassantMode::Always).into_mirrored();
        let swapped: shakmaty::Chess = swapped.position(position.as_chess().castles().mode()).unwrap();
        prop_assert_eq!(Full::new(swapped, !view.us).moves(), position.moves());
    }

    #[test]
    fn small_and_full_agree_wherever_both_apply((position, _) in positions()) {
        if let Some(small) = Small::from_board(&position) {
            prop_assert_eq!(small.to_full(), position.clone());
            prop_assert_eq!(small.moves(), position.moves());
            for m in small.moves() {
                prop_assert!(small.is_legal(m) && position.is_legal(m));
                prop_assert_eq!(Some(small.play(m)), Small::from_board(&position.play(m)));
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}", piece in "[KQRBNPkqrbnp1-9/ w-]{0,80}", m in "[a-hA-HKQRBNkqrbnxO0o1-8=+#-]{0,8}") {
        let _ = (read_fen(&text), read_epd(&text), read_fen(&piece), read_epd(&piece));
        let (position, view) = (Full::new(read_fen(STARTS[1]).unwrap(), Color::Black), View { us: Color::Black });
        let _ = (read_move(&position, view, &text), read_move(&position, view, &m));
        let words: Vec<&str> = text.split_whitespace().collect();
        let _ = Chess::<Full>::new().read_header(&words);
    }

    #[test]
    fn a_damaged_fen_is_read_or_refused((position, view) in positions(), at in any::<prop::sample::Index>(), ch in any::<char>()) {
        let mut chars: Vec<char> = write_fen(&position, view).chars().collect();
        let at = at.index(chars.len());
        chars[at] = ch;
        let damaged: String = chars.into_iter().collect();
        if let Ok(chess) = read_fen(&damaged) {
            // What is accepted can be played.
            let full = Full::new(chess, view.us);
            for m in full.moves() {
                full.play(m).moves();
            }
        }
        let _ = Chess::<Small>::new().read_position(&damaged, &Header::default());
    }
}
