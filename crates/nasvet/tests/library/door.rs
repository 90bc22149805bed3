//! The library as other programs meet it: owned values, two threads, sessions without a terminal.

use std::thread;

use nasvet::session::{Beginning, Rehearsal, Session};
use nasvet::{Advice, Chapter, NoAdvice, Player, Position, Stop, Stopped, Watch, WhyError};

const ROOK: &str = "8/8/8/3k4/8/8/1R6/K7 w - -";

#[test]
fn chapters_players_and_sessions_can_be_kept_and_sent() {
    fn kept<T: Send + 'static>() {}
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Chapter>();
    shared::<Position>();
    kept::<Player>();
    kept::<Session>();
}

/// Every position of a short game, asked in two threads at once, gets the same advice as in one.
#[test]
fn two_threads_ask_one_chapter() {
    let chapter = Chapter::shipped("krk").expect("a shipped chapter");
    fn play(chapter: Chapter) -> Vec<Advice> {
        let mut player = Player::new(&chapter);
        let mut position = chapter.position(ROOK).expect("a position");
        let mut advised: Vec<Advice> = Vec::new();
        for reply in ["Kd4", "Kd3", "Kc4"] {
            let advice = player.advise(&position, &Watch::new());
            let m = advice.m.clone().expect("the rook wins everywhere");
            advised.push(advice);
            let next = position.play(&m.text).expect("advice is legal");
            match next.play(reply) {
                Ok(after) => position = after,
                Err(_) => break,
            }
        }
        advised
    }
    let alone = play(chapter.clone());
    assert!(!alone.is_empty());
    let other = chapter.clone();
    let there = thread::spawn(move || play(other));
    let here = play(chapter);
    assert_eq!(here, alone);
    assert_eq!(there.join().expect("the thread ends"), alone);
}

/// Without a table the move is that of a plan: in Réti's study the king goes along the diagonal. Where the other side
/// wins the race by two moves there is none.
#[test]
fn a_chapter_that_thinks_plays_by_its_plans() {
    let chapter = Chapter::shipped("kpkp").expect("a shipped chapter");
    let mut player = Player::new(&chapter);
    let mut advised = |position: &str| {
        let position = chapter.position(position).expect("a position");
        player.advise(&position, &Watch::new())
    };
    let reti = advised("7K/8/k1P5/7p/8/8/8/8 w - -");
    assert_eq!(reti.m.map(|m| m.text).as_deref(), Some("Kg7"));
    assert_eq!((reti.piece, reti.none), (None, None));
    let idea = reti.idea.expect("a plan");
    assert!(
        idea.starts_with("White's plan: run with the pawn on c6"),
        "{idea}"
    );
    let lost = advised("8/4P3/8/8/2K5/4p2k/8/8 b - -");
    assert_eq!((lost.m, lost.idea), (None, None));
    assert_eq!(lost.none, Some(NoAdvice::Lost));
}

/// And says so where nobody has tables: the verdict is its own.
#[test]
fn a_chapter_that_thinks_says_why_without_tables() {
    let chapter = Chapter::shipped("kpkp").expect("a shipped chapter");
    let mut player = Player::new(&chapter);
    let position = chapter.position("8/8/8/1K6/4p2P/5k2/8/8 b - -");
    let why = player.why(&position.expect("a position"), &Watch::new());
    let said = why.expect("it thinks").text();
    let expected = "e3 wins.\nBlack's pawn wins the race, and its queen wins: \
                    White's king comes too late for Black's pawn.\n";
    assert_eq!(said, expected);
}

#[test]
fn strong_players_follow_their_strategy_and_others_look_anew() {
    let chapter = Chapter::shipped("kpk").expect("a shipped chapter");
    let start = chapter
        .position("5k2/8/8/8/8/2P5/8/3K4 w - -")
        .expect("a position");
    let mut player = Player::new(&chapter);
    let first = player.advise(&start, &Watch::new());
    assert!(!first.is_followed);
    let m = first.m.expect("the paper's Kc2").text;
    assert_eq!(m, "Kc2");
    let after = start.play(&m).and_then(|next| next.play("Ke7"));
    let after = after.expect("legal moves");
    assert!(player.advise(&after, &Watch::new()).is_followed);
    // A position that no reply leads to is looked at by itself.
    assert!(!player.advise(&start, &Watch::new()).is_followed);
}

#[test]
fn what_is_missing_is_said() {
    let chapter = Chapter::shipped("krk").expect("a shipped chapter");
    let mut player = Player::new(&chapter);
    let theirs = chapter
        .position("8/8/8/3k4/8/8/1R6/K7 b - -")
        .expect("a position");
    let advice = player.advise(&theirs, &Watch::new());
    assert_eq!(advice.none, Some(NoAdvice::TheirMove));
    assert_eq!(player.why(&theirs, &Watch::new()), Err(WhyError::TheirMove));
    let ours = chapter.position(ROOK).expect("a position");
    let bad = player.why_not(&ours, "Rz9", &Watch::new());
    assert!(matches!(bad, Err(WhyError::BadMove(_))), "{bad:?}");
    let stop = Stop::new();
    stop.raise();
    let stopped = player.advise(&ours, &Watch::new().with_stop(&stop));
    assert_eq!(stopped.none, Some(NoAdvice::Stopped(Stopped::Asked)));
}

#[test]
fn a_position_lists_and_plays_its_moves() {
    let chapter = Chapter::shipped("nim").expect("a shipped chapter");
    let heaps = chapter.position("2 1").expect("a position");
    let moves: Vec<String> = heaps.moves().into_iter().map(|m| m.text).collect();
    assert_eq!(moves.len(), 3, "{moves:?}");
    for m in &moves {
        assert!(heaps.play(m).is_ok(), "{m}");
    }
    assert!(heaps.play("9→0").is_err());
}

/// A session that is driven line by line, as a page or a server would, and moved to another thread between two lines.
#[test]
fn a_session_answers_every_line_once() {
    let beginning = Beginning {
        position: Some(ROOK.into()),
        ..Beginning::of("krk")
    };
    let begun = Session::begin(Box::new(Rehearsal::new()), beginning);
    let (mut session, first) = begun.expect("a shipped chapter");
    assert!(first.success && first.text.contains("Rook") || first.text.contains("rook"));
    assert!(session.line("why").text.len() > 20);
    let mut session = thread::spawn(move || {
        assert!(!session.line("xyzzy").success);
        session
    })
    .join()
    .expect("the thread ends");
    assert_eq!(session.n_failures(), 1);
    let before = session.moment();
    assert!(before.moves.iter().any(|m| m.starts_with('K')));
    assert!(session.line("chapter nim").success);
    assert_eq!(session.moment().record.game, "nim");
    assert!(session.line("resume").success);
    assert_eq!(session.moment().position, before.position);
    session.line("quit");
    assert!(session.is_over());
    assert!(!session.line("why").success);
}
