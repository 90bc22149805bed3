//! The checker's rules of chess are those of shakmaty.

#[expect(dead_code, reason = "other tests use the rest")]
mod support;

use certcheck::ending::EndingMen;
use certcheck::rules::{Setting, Step};
use shakmaty::{Chess, EnPassantMode, Position};

use support::{chess_at, legal_moves};

fn same(setting: &Setting, chess: &Chess) {
    let fen = shakmaty::fen::Epd::from_position(chess, EnPassantMode::Legal).to_string();
    assert_eq!(setting.to_string(), fen);
    assert_eq!(setting.in_check(), chess.is_check(), "{fen}");
}

/// Every nth place holds a position or not, and of every nth of these the moves and replies are the same; returns how
/// many positions there were.
fn check(men: &str, every: usize, every_position: usize) -> usize {
    let ending = EndingMen::parse(men).expect("an ending");
    assert_eq!(ending.to_string(), men);
    let (mut n, mut n_passed) = (0, 0);
    for place in (0..ending.n_places()).step_by(every) {
        let chess = chess_at(men, place);
        let setting = ending.setting(place);
        assert_eq!(setting.is_some(), chess.is_some(), "{men} {place}");
        let (Some(setting), Some(chess)) = (setting, chess) else {
            continue;
        };
        let has_passed = chess.ep_square(EnPassantMode::Legal).is_some();
        n += 1;
        n_passed += usize::from(has_passed);
        assert_eq!(ending.place(&setting), Some(place), "{setting}");
        if n % every_position > 0 && !has_passed {
            continue;
        }
        same(&setting, &chess);
        for step in same_moves(&setting, &chess) {
            same_moves(&step.0.then, &step.1);
        }
    }
    let may_pass = men.matches('P').count() > 1 && men.ends_with('P') && !men.ends_with("PP");
    assert_eq!(n_passed > 0, may_pass, "{men}");
    n
}

fn same_moves(setting: &Setting, chess: &Chess) -> Vec<(Step, Chess)> {
    let ours: Vec<Step> = setting.moves().collect();
    let theirs = legal_moves(chess);
    assert_eq!(ours.len(), theirs.len(), "{setting}");
    let both = ours.into_iter().zip(theirs).map(|(step, m)| {
        let promotion = m.promotion().map(|role| format!("={}", role.upper_char()));
        let (from, to) = (m.from().expect("no drops"), m.to());
        let name = format!("{from}{to}{}", promotion.unwrap_or_default());
        assert_eq!(step.to_string(), name, "{setting}");
        let mut after = chess.clone();
        after.play_unchecked(m);
        same(&step.then, &after);
        (step, after)
    });
    both.collect()
}

#[test]
fn all_positions_of_two_and_three_men() {
    assert_eq!(check("KK", 1, 1), 3_612);
    // The count of van Emden.
    assert_eq!(check("KRK", 1, 97), 175_168);
    // The number of all positions with the lone king to move: no check is impossible for it.
    assert_eq!(check("KKN", 1, 97), 3_612 * 62);
    check("KQK", 1, 197);
    check("KPK", 1, 47);
    check("KKP", 1, 47);
}

#[test]
fn positions_of_four_men() {
    for (men, every) in [
        ("KPKP", 61),
        ("KRKP", 499),
        ("KPPK", 499),
        ("KKPP", 499),
        ("KNKB", 997),
        ("KBBK", 997),
        ("KQKR", 1_999),
    ] {
        assert!(check(men, every, 9) > 4_000, "{men}");
    }
}

#[test]
fn endings_are_written_in_one_way() {
    for men in [
        "", "K", "KR", "KRKK", "RKK", "KNRK", "KRPK ", "KRKBN", "krk", "KXK",
    ] {
        assert_eq!(EndingMen::parse(men), None, "{men}");
    }
}
