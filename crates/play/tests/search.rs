//! The search finds what everybody knows to be there, and finds the same each time.

use domain::{Stop, Watch};
use nasvet_play::{PlayRequest, PlayScore, PositionTable, find_move};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a FEN");
    fen.into_position(CastlingMode::Standard)
        .expect("a position")
}

fn best(request: &PlayRequest, nodes: u64) -> (String, PlayScore, u64) {
    let table = PositionTable::new(4);
    let found = find_move(request, &table, &Watch::nodes(nodes), &mut |_| ());
    let found = found.expect("there is a legal move");
    let m = found.lines[0].moves[0].to_uci(CastlingMode::Standard);
    (m.to_string(), found.lines[0].score, found.nodes)
}

/// Mates that can be checked on a board.
#[test]
fn mates_are_found() {
    let check = |fen: &str, m: &str, moves: i32| {
        let (found, score, _) = best(&PlayRequest::new(position(fen)), 300_000);
        assert_eq!((found.as_str(), score.mate_in()), (m, Some(moves)), "{fen}");
    };
    check("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", 1);
    check(
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        "h5f7",
        1,
    );
    // Smothered: Qg8+, Rxg8, Nf7.
    check("5r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - 0 1", "b3g8", 2);
}

#[test]
fn whoever_is_mated_knows_it() {
    let mated = position("7k/R7/1R6/8/8/8/8/7K b - - 0 1");
    let (m, score, _) = best(&PlayRequest::new(mated), 10_000);
    assert_eq!((m.as_str(), score.mate_in()), ("h8g8", Some(-1)));
}

#[test]
fn a_hanging_queen_is_taken_and_a_draw_is_saved() {
    let check = |fen: &str, m: &str| {
        assert_eq!(
            best(&PlayRequest::new(position(fen)), 100_000).0,
            m,
            "{fen}"
        );
    };
    check("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1", "c3d5");
    // The only drawing move: the king takes the opposition.
    check("4k3/8/8/4P3/4K3/8/8/8 b - - 0 1", "e8e7");
}

#[test]
fn the_same_nodes_give_the_same_answer() {
    let request = PlayRequest::new(position(
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    ));
    let first = best(&request, 20_000);
    assert_eq!(first, best(&request, 20_000));
    assert!(first.2 <= 20_000);
}

#[test]
fn a_repetition_is_a_draw_for_the_side_that_is_behind() {
    // Black has a queen more, so White is glad to repeat, and Black does not.
    let at = position("7k/8/8/8/8/8/q5PP/4R2K w - - 10 40");
    let mut request = PlayRequest::new(at.clone());
    let after = at
        .play(
            UciMove::from_ascii(b"e1e8")
                .expect("a move")
                .to_move(&position("7k/8/8/8/8/8/q5PP/4R2K w - - 10 40"))
                .expect("it is legal"),
        )
        .expect("it is legal");
    request.game = vec![after];
    request.moves = vec![
        UciMove::from_ascii(b"e1e8")
            .expect("a move")
            .to_move(&request.position)
            .expect("it is legal"),
    ];
    let (_, score, _) = best(&request, 1_000);
    assert_eq!(score, PlayScore::DRAW);
}

#[test]
fn several_lines_have_different_first_moves() {
    let mut request = PlayRequest::new(Chess::default());
    (request.n_lines, request.max_depth) = (4, 3);
    let table = PositionTable::new(1);
    let found = find_move(&request, &table, &Watch::new(), &mut |_| ()).expect("there are moves");
    let mut firsts: Vec<String> = found
        .lines
        .iter()
        .map(|line| line.moves[0].to_uci(CastlingMode::Standard).to_string())
        .collect();
    assert!(found.lines.is_sorted_by(|a, b| a.score >= b.score));
    firsts.sort();
    firsts.dedup();
    assert_eq!((firsts.len(), found.depth), (4, 3));
}

#[test]
fn even_a_raised_stop_leaves_a_move() {
    let stop = Stop::new();
    stop.raise();
    let table = PositionTable::new(1);
    let watch = Watch::new().with_stop(&stop);
    let found = find_move(
        &PlayRequest::new(Chess::default()),
        &table,
        &watch,
        &mut |_| (),
    );
    assert_eq!(found.map(|found| found.depth), Some(1));
}

#[test]
fn threads_agree_about_a_mate() {
    let mut request = PlayRequest::new(position("5r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - 0 1"));
    request.n_threads = 2;
    assert_eq!(best(&request, 300_000).1.mate_in(), Some(2));
}
