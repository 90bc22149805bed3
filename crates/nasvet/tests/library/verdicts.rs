//! What is said first of a move: whether it keeps the result, and what shows it.
//!
//! The results come from Syzygy tables and from the endgame books; the positions are those of which an independent
//! reading found that the answers were false or silent.

use nasvet::{Chapter, NoLibrary, Player, Watch};

/// The answer about a move begins like this.
fn check(chapter: &str, position: &str, m: &str, begins: &str) {
    let chapter = Chapter::shipped(chapter).expect("a shipped chapter");
    let position = chapter.position(position).expect("a position");
    let mut player = Player::new(&chapter);
    let said = player.why_not(&position, m, &Watch::new());
    let text = said.expect("an answer").text();
    assert!(text.starts_with(begins), "{m}: {text}");
}

/// The first sentence about the move of the chapter.
fn check_why(chapter: &str, position: &str, begins: &str) {
    let chapter = Chapter::shipped(chapter).expect("a shipped chapter");
    let position = chapter.position(position).expect("a position");
    let mut player = Player::new(&chapter);
    let text = player
        .why(&position, &Watch::new())
        .expect("an answer")
        .text();
    assert!(text.starts_with(begins), "{text}");
}

#[test]
fn a_mistake_is_told_with_the_reply_that_punishes_it() {
    let straight_back = "8/4k3/4P3/3K4/8/8/8/8 b - -";
    check(
        "kpk-defence",
        straight_back,
        "Kd8",
        "Kd8 loses: after Kd6 they have the opposition, and the pawn queens.",
    );
    check(
        "kpk-defence",
        straight_back,
        "Ke8",
        "The position is drawn, and Ke8 is the only move that keeps the draw.",
    );
    check("krk", "8/8/8/3k4/8/8/1R6/K7 w - -", "Rd2", "Rd2+ also wins");
    check(
        "krk",
        "8/8/8/8/4k3/8/3R4/K7 w - -",
        "Rd3",
        "Rd3 only draws: Kxd3, and the rook is lost.",
    );
    check(
        "kqk",
        "k7/2Q5/8/8/8/8/8/7K w - -",
        "Kg2",
        "Kg2 only draws: it is stalemate.",
    );
}

#[test]
fn a_lost_or_drawn_position_is_called_so_first() {
    check(
        "kpk-defence",
        "8/8/8/2p5/8/2k5/8/6K1 w - -",
        "Kh1",
        "The position is lost. Kh1 loses faster",
    );
    check_why(
        "kpk-defence",
        "8/4k3/8/4K3/4P3/8/8/8 b - -",
        "The position is lost.",
    );
    check_why(
        "kpk",
        "8/4k3/8/4K3/4P3/8/8/8 w - -",
        "The position is drawn, and ",
    );
    check_why("nim", "1 2 3", "The position is lost: every move loses");
}

#[test]
fn the_only_move_is_called_so() {
    // The second figure of the AL2 paper: only Kc2 wins.
    check_why(
        "kpk",
        "5k2/8/8/8/8/2P5/8/3K4 w - -",
        "Kc2 is the only move that wins: mate in ",
    );
    check_why("nim", "2 1 1", "2→0 is the only move that wins.");
    check(
        "nim",
        "2 1 1",
        "1→0",
        "1→0 loses: 2→1 leaves a digital sum of zero.",
    );
}

/// A page paints a move by `keeps` alone.
#[test]
fn documents_say_which_moves_keep_the_result() {
    let chapter = Chapter::shipped("kpk").expect("a shipped chapter");
    let position = chapter
        .position("5k2/8/8/8/8/2P5/8/3K4 w - -")
        .expect("a position");
    let mut player = Player::new(&chapter);
    for m in position.moves() {
        let said = player
            .why_not(&position, &m.text, &Watch::new())
            .expect("an answer");
        let verdict = said.verdict.expect("three men have tables");
        assert_eq!(verdict.keeps, m.text == "Kc2", "{m}");
    }
}

/// What was tried is told on request.
#[test]
fn more_is_told_on_request() {
    let chapter = Chapter::shipped("kpk").expect("a shipped chapter");
    let position = chapter
        .position("5k2/8/8/8/8/2P5/8/3K4 w - -")
        .expect("a position");
    let short = Player::new(&chapter)
        .why(&position, &Watch::new())
        .expect("an answer");
    assert!(short.more.is_empty());
    let mut player = Player::new(&chapter).with_more(true);
    let long = player.why(&position, &Watch::new()).expect("an answer");
    assert_eq!(long.sentences, short.sentences);
    assert!(
        long.more_text()
            .contains("“Run with the pawn” does not work")
    );
}

/// Pieces without a bound that ask about each other have no line to tell, and the rest is told as ever.
#[test]
fn more_does_not_follow_lines_without_end() {
    let text = "endgame \"x\"\nus K R\nthem K\n\
        advice mate_him {\n better mate\n holding edge(their.king)\n lasting however long\n}\n\
        advice to_the_edge {\n better mate or (us_to_move and can mate_him)\n \
        holding not stalemate and not empty(our.rooks)\n lasting however long\n}\n\
        advice play_on {\n better them_to_move\n within 1 move\n}\n\
        table {\n otherwise mate_him, to_the_edge, play_on\n}\n";
    let chapter = Chapter::from_text("x.advice", text, &NoLibrary).expect("no mistakes");
    let position = chapter
        .position("8/8/8/3k4/8/8/1R6/K7 w - -")
        .expect("a position");
    let watch = Watch::new();
    let mut player = Player::new(&chapter);
    let mut thorough = Player::new(&chapter).with_more(true);
    let (short, long) = (
        player.why(&position, &watch),
        thorough.why(&position, &watch),
    );
    assert_eq!(
        long.expect("an answer").sentences,
        short.expect("an answer").sentences
    );
    let short = player.why_not(&position, "Rb8", &watch);
    let long = thorough.why_not(&position, "Rb8", &watch);
    assert_eq!(
        long.expect("an answer").sentences,
        short.expect("an answer").sentences
    );
}
