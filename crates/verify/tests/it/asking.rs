//! Asking in parts comes to the same as asking at once: kept answers, shares, a run that was stopped, and only what can
//! follow some positions.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use chess::Small;
use domain::{Stop, Stopped, Watch};
use nasvet_verify::{
    AnswerKeeper, AskingScope, Bounds, Decision, EndgameTables, Fate, Hearing, Holds, Index,
    Judged, Material, ParcelKey, PlayMode, Share, Team, TeamPlayer, ask_share, judge, judge_by,
    missing_parcels,
};

use crate::judge::Dice;
use crate::material;

/// Keeps answers in memory.
#[derive(Default)]
struct Shelf(Mutex<HashMap<ParcelKey, Vec<u8>>>);

impl AnswerKeeper for Shelf {
    fn find(&self, key: ParcelKey) -> Option<Vec<u8>> {
        self.0.lock().expect("nobody panics").get(&key).cloned()
    }

    fn keep(&self, key: ParcelKey, bytes: Vec<u8>) {
        let before = self.0.lock().expect("nobody panics").insert(key, bytes);
        assert!(before.is_none(), "{key:?} was asked about twice");
    }

    fn bounds(&self) -> Bounds {
        Bounds {
            rules: 1,
            pieces: 3,
            claims: 0,
        }
    }
}

/// Counts how often a team is asked, and stops it after so many questions.
struct Counted<'d> {
    dice: &'d Dice,
    asked: AtomicUsize,
    until: Option<(usize, Stop)>,
}

impl<'d> Counted<'d> {
    fn new(dice: &'d Dice) -> Counted<'d> {
        Counted {
            dice,
            asked: AtomicUsize::new(0),
            until: None,
        }
    }
}

impl Team for Counted<'_> {
    fn covers(&self, material: Material) -> bool {
        self.dice.covers(material)
    }

    fn player(&self, material: Material, watch: &Watch) -> Box<dyn TeamPlayer + '_> {
        struct Player<'c>(&'c Counted<'c>, Box<dyn TeamPlayer + 'c>);
        impl TeamPlayer for Player<'_> {
            fn decide(&mut self, position: &Small) -> Decision {
                let n = self.0.asked.fetch_add(1, Ordering::Relaxed);
                if let Some((_, stop)) = self.0.until.as_ref().filter(|(until, _)| n >= *until) {
                    stop.raise();
                }
                self.1.decide(position)
            }
        }
        Box::new(Player(self, self.dice.player(material, watch)))
    }
}

fn dice(men: &[&str]) -> Dice {
    let covers: Vec<Material> = men.iter().map(|men| material(men)).collect();
    let mut tables = EndgameTables::new();
    let built = tables.build(covers[0], Holds::Mate, &Watch::new());
    built.expect("three men fit");
    Dice {
        covers,
        tables,
        seed: 5,
    }
}

fn hearing<'t>(team: &'t dyn Team, dice: &'t Dice) -> Hearing<'t> {
    Hearing {
        material: dice.covers[0],
        others: &[],
        team,
        truth: &dice.tables,
        claims: None,
        conditions: None,
        room: usize::MAX,
        room_for_replies: None,
        terrain: None,
    }
}

/// The fates of all positions of an ending.
fn fates(judged: &Judged<'_>, material: Material) -> Vec<[Option<(Fate, u16)>; 2]> {
    let index = Index::new(material);
    let positions = index.positions(0..index.n_numbers() / 2);
    positions
        .map(|(_, position)| PlayMode::BOTH.map(|mode| judged.fate(mode, &position)))
        .collect()
}

/// Three shares, one of which was stopped and goes on: nothing is asked twice, and the judgement is the same.
#[test]
fn shares_come_to_the_same() {
    let dice = dice(&["KPK", "KQK"]);
    let whole = judge(hearing(&dice, &dice), &Watch::new()).expect("nobody stops it");
    let shelf = Shelf::default();
    let share = |idx| Share { idx, of: 3 };
    for idx in [0, 2] {
        let asked = ask_share(hearing(&dice, &dice), &shelf, share(idx), &Watch::new());
        asked.expect("nobody stops it");
    }
    let (missing, all) = missing_parcels(&hearing(&dice, &dice), &shelf);
    assert_eq!(missing, (all + 1) / 3);
    let stop = Stop::new();
    let team = Counted {
        until: Some((20_000, stop.clone())),
        ..Counted::new(&dice)
    };
    let watch = Watch::new().with_stop(&stop);
    let asked = ask_share(hearing(&team, &dice), &shelf, share(1), &watch);
    assert_eq!(asked, Err(Stopped::Asked));
    let (still, _) = missing_parcels(&hearing(&dice, &dice), &shelf);
    assert!(0 < still && still < missing, "{still} of {missing}");
    let asked = ask_share(hearing(&dice, &dice), &shelf, share(1), &Watch::new());
    asked.expect("nobody stops it");

    let team = Counted::new(&dice);
    let inquiry = AskingScope {
        keeper: Some(&shelf),
        ..AskingScope::default()
    };
    let merged = judge_by(hearing(&team, &dice), inquiry, &Watch::new()).expect("nobody stops it");
    assert_eq!(team.asked.load(Ordering::Relaxed), 0);
    for men in &dice.covers {
        assert_eq!(fates(&merged, *men), fates(&whole, *men), "{men}");
    }
}

/// What a stopped run says of a position is what the whole run says, or that it does not know.
#[test]
fn a_stopped_run_knows_less_and_nothing_else() {
    let dice = dice(&["KRK"]);
    let whole = judge(hearing(&dice, &dice), &Watch::new()).expect("nobody stops it");
    let stop = Stop::new();
    let team = Counted {
        until: Some((100_000, stop.clone())),
        ..Counted::new(&dice)
    };
    let watch = Watch::new().with_stop(&stop);
    let inquiry = AskingScope {
        is_partial_welcome: true,
        ..AskingScope::default()
    };
    let part = judge_by(hearing(&team, &dice), inquiry, &watch).expect("a part is welcome");
    let asked = part.part().expect("it was stopped");
    assert!(0 < asked.asked && asked.asked < asked.of, "{asked:?}");
    assert_eq!(asked.of, 175_168);
    let krk = dice.covers[0];
    let (mut known, mut unknown) = (0, 0);
    for (part, whole) in fates(&part, krk).into_iter().zip(fates(&whole, krk)) {
        let [Some(part), Some(whole)] = [part[0], whole[0]] else {
            panic!("every position has a fate");
        };
        match part.0 {
            Fate::Stopped => unknown += 1,
            // A way to something better than the unknown may be a detour around what is worse.
            Fate::Won | Fate::Lost | Fate::Silent => {
                known += 1;
                assert_eq!(part.0, whole.0);
            }
            Fate::Drawn | Fate::Circle => {
                known += 1;
                assert_ne!(whole.0, Fate::Won);
            }
        }
    }
    assert!(known > 0 && unknown > 0, "{known} {unknown}");
}

/// From some positions: far fewer are asked about, and those positions have the fates that they have among all.
#[test]
fn what_follows_some_positions_decides_their_fates() {
    for men in [&["KRK"][..], &["KPK", "KQK"], &["KKP"]] {
        let dice = dice(men);
        let whole = judge(hearing(&dice, &dice), &Watch::new()).expect("nobody stops it");
        let index = Index::new(dice.covers[0]);
        let positions = index.positions(0..index.n_numbers() / 2);
        let starts: Vec<Small> = positions
            .map(|(_, position)| position)
            .step_by(40_009)
            .collect();
        let inquiry = AskingScope {
            starts: Some(&starts),
            ..AskingScope::default()
        };
        let team = Counted::new(&dice);
        let some =
            judge_by(hearing(&team, &dice), inquiry, &Watch::new()).expect("nobody stops it");
        assert!(some.is_excerpt() && starts.len() > 1);
        for (position, mode) in starts
            .iter()
            .flat_map(|at| PlayMode::BOTH.map(|mode| (at, mode)))
        {
            let fate = whole.fate(mode, position);
            assert_eq!(
                some.fate(mode, position),
                fate,
                "{men:?} {mode:?} {position:?}"
            );
        }
        let report = some.report();
        assert_eq!(report.positions, starts.len() as u64);
        let (asked, all) = (
            team.asked.load(Ordering::Relaxed),
            fates(&whole, dice.covers[0]).len(),
        );
        assert!(asked < all, "{men:?}: {asked} of {all}");
    }
}

/// Bytes that were changed are refused or read as something that fits, and never end the program.
#[test]
fn changed_parcels_do_no_harm() {
    let dice = dice(&["KRK"]);
    let shelf = Shelf::default();
    let share = Share { idx: 3, of: 64 };
    let asked = ask_share(hearing(&dice, &dice), &shelf, share, &Watch::new());
    asked.expect("nobody stops it");
    let kept = shelf.0.into_inner().expect("nobody panics");
    let (key, bytes) = kept.iter().min_by_key(|(key, _)| **key).expect("a parcel");
    for idx in (0..bytes.len()).step_by(bytes.len().div_ceil(300)) {
        let mut changed = bytes.clone();
        changed[idx] ^= 1 << (idx % 8);
        let shelf = Forgetful(Shelf(Mutex::new(HashMap::from([(*key, changed)]))));
        let one = Share {
            idx: key.parcel,
            of: 1 << 20,
        };
        let asked = ask_share(hearing(&dice, &dice), &shelf, one, &Watch::new());
        asked.expect("nobody stops it");
    }
}

/// Keeps nothing new.
struct Forgetful(Shelf);

impl AnswerKeeper for Forgetful {
    fn find(&self, key: ParcelKey) -> Option<Vec<u8>> {
        self.0.find(key)
    }

    fn keep(&self, _key: ParcelKey, _bytes: Vec<u8>) {}

    fn bounds(&self) -> Bounds {
        self.0.bounds()
    }
}
