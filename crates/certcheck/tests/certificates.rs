//! True certificates are accepted; false ones and damaged ones are not, unless they are still true.

mod support;

use std::path::Path;
use std::process::Command;

use certcheck::ending::KnownPlaces;
use certcheck::unpack::unwrap;
use certcheck::{check_content, check_file};
use support::damage::{Tally, damage};
use support::judge::{decode, is_true};
use support::makers::{self, Table};
use support::{DIGEST, Dice, Draft, World, file};

struct Bench {
    world: World,
    table: Table,
    known: KnownPlaces,
}

impl Bench {
    fn new() -> Bench {
        let mut world = World::default();
        let table = makers::table(&mut world);
        Bench {
            world,
            table,
            known: KnownPlaces::default(),
        }
    }

    /// The small ones, which can be checked thousands of times.
    fn small(&mut self) -> Vec<Draft> {
        let (world, table) = (&mut self.world, &self.table);
        vec![
            makers::strong_queen(world, table),
            makers::pawn(world, table),
            makers::kings(world),
            makers::lone_king(world),
            makers::kept_queen(world, table),
        ]
    }

    /// What the checker says, rejected or unreadable alike.
    fn check(&mut self, content: &[u8]) -> Result<String, String> {
        check_content(content, None, &mut self.known)?
    }

    fn check_draft(&mut self, draft: &Draft) -> Result<String, String> {
        let content = draft.content(&mut self.world);
        self.check(&content)
    }

    /// The certificate is rejected, and the fault has these words.
    fn rejects(&mut self, draft: &Draft, words: &str) {
        let fault = self.check_draft(draft).expect_err(words);
        assert!(fault.contains(words), "{words}: {fault}");
    }
}

#[test]
fn true_certificates_are_accepted() {
    let mut bench = Bench::new();
    let queen = makers::queen(&mut bench.world, &bench.table);
    let said = bench.check_draft(&queen).expect("a proof");
    // King and queen against king: 10 moves are the known longest mate.
    assert!(said.contains("the longest win takes 10 moves"), "{said}");
    let content = queen.content(&mut bench.world);
    let ruled = check_file(&file(&content), Some(DIGEST)).expect("readable");
    assert_eq!(ruled.len(), 1);
    assert_eq!(ruled[0].as_ref(), Ok(&said));
    for draft in bench.small() {
        let said = bench.check_draft(&draft);
        assert!(said.is_ok(), "{}: {said:?}", draft.claim);
        let content = draft.content(&mut bench.world);
        let decoded = decode(&content, &mut bench.world).expect("readable");
        assert!(is_true(&decoded, &mut bench.world), "{}", draft.claim);
    }
}

#[test]
fn false_certificates_are_rejected_with_the_right_fault() {
    let mut bench = Bench::new();
    let queen = makers::queen(&mut bench.world, &bench.table);
    let kqk = bench.world.ending("KQK");
    let of = |n: u32, table: &Table| {
        let mut found = table.iter().filter(|(_, (measure, _))| *measure == n);
        *found.next().expect("there is one").0
    };
    let (mate, two) = (of(1, &bench.table), of(2, &bench.table));

    // A loop: a move after which a reply leads to a position that is no nearer.
    let mut draft = queen.clone();
    let far = of(10, &bench.table);
    let table = bench.table.clone();
    let wasted = table.iter().find_map(|(place, (measure, _))| {
        let is_wasted = |m: &support::OurMove| {
            let stays = |place: &usize| table.get(place).is_some_and(|(n, _)| n >= measure);
            m.replies.iter().all(|(spot, _)| spot.0 == kqk)
                && m.replies.iter().any(|(spot, _)| stays(&spot.1))
        };
        let moves = bench.world.moves_once((kqk, *place));
        Some((*place, *measure, moves.iter().position(is_wasted)?))
    });
    let (place, measure, number) = wasted.expect("a move can be wasted");
    draft.plan((kqk, place), measure, number);
    bench.rejects(&draft, "the measure does not fall");

    // The measure stays while the moves are right.
    let mut draft = queen.clone();
    let (_, number) = bench.table[&two];
    draft.plan((kqk, two), 1, number);
    bench.rejects(&draft, "the measure does not fall");

    // No measure at all.
    let mut draft = makers::strong_queen(&mut bench.world, &bench.table);
    let plans = draft.section(kqk).plans.values_mut();
    plans.flatten().for_each(|plan| plan.measure = 0);
    bench.rejects(&draft, "the measure 0 is not possible");

    // A position is missing.
    let mut draft = queen.clone();
    draft.section(kqk).said.remove(&far);
    draft.section(kqk).plans.remove(&far);
    bench.rejects(&draft, "has no plan");

    // Everything is missing, and so nothing is claimed.
    let mut draft = queen.clone();
    draft.section(kqk).said.clear();
    draft.section(kqk).plans.clear();
    bench.rejects(&draft, "has no plan");
    draft.listed = Some(Vec::new());
    bench.rejects(&draft, "too few positions");

    // The replies are not all there.
    let mut draft = makers::strong_queen(&mut bench.world, &bench.table);
    let plans = draft.section(kqk).plans.values_mut().flatten();
    let mut longer = plans.filter(|plan| plan.goes_on.len() > 1);
    longer.next().expect("a plan with replies").goes_on.pop();
    bench.rejects(&draft, "other replies");

    // A plan goes on with one that is not there.
    let mut draft = makers::strong_queen(&mut bench.world, &bench.table);
    let plans = draft.section(kqk).plans.values_mut().flatten();
    let mut longer = plans.filter(|plan| !plan.goes_on.is_empty());
    longer.next().expect("a plan with replies").goes_on[0] = 3;
    bench.rejects(&draft, "there is no plan 3");

    // An illegal move.
    let mut draft = queen.clone();
    draft.plan((kqk, mate), 1, 200);
    bench.rejects(&draft, "illegal move");

    // Stalemate counted as mate.
    let mut draft = queen.clone();
    let stalemates = bench.table.keys().find_map(|place| {
        let moves = bench.world.moves_once((kqk, *place));
        let found = moves.iter().position(|m| !m.mates && m.replies.is_empty());
        Some((*place, found?))
    });
    let (place, number) = stalemates.expect("a queen can stalemate");
    draft.plan((kqk, place), 9, number);
    bench.rejects(&draft, "stalemates");

    // The queen is left to be taken: two kings have no section.
    let mut draft = queen.clone();
    let loses = |m: &support::OurMove| m.replies.iter().any(|(_, takes)| takes.is_some());
    let lost = bench.table.keys().find_map(|place| {
        let number = bench
            .world
            .moves_once((kqk, *place))
            .iter()
            .position(loses)?;
        Some((*place, number))
    });
    let (place, number) = lost.expect("a queen can be lost");
    draft.plan((kqk, place), 50, number);
    bench.rejects(&draft, "KK, which has no section");
    let mut draft = makers::kept_queen(&mut bench.world, &bench.table);
    draft.plan((kqk, place), 1, number);
    bench.rejects(&draft, "a queen is lost");

    // The wrong hand-over: the ending after the promotion says nothing of its positions.
    let mut draft = makers::pawn(&mut bench.world, &bench.table);
    draft.section(kqk).said.clear();
    draft.section(kqk).plans.clear();
    bench.rejects(&draft, "there is no plan 0");

    // All drawn: won positions are said not to be won, first one and then all of them.
    let won = |draft: &Draft, ending: usize| -> Vec<usize> {
        let section = draft
            .sections
            .iter()
            .find(|s| s.ending == ending)
            .expect("a section");
        section.plans.keys().copied().collect()
    };
    let kpk = bench.world.ending("KPK");
    let mut draft = makers::pawn(&mut bench.world, &bench.table);
    for ending in [kpk, kqk] {
        for place in won(&draft, ending) {
            draft.section(ending).said.insert(place, 1);
            draft.section(ending).plans.remove(&place);
        }
    }
    bench.rejects(&draft, "not shown to be not won");

    // A drawn position is said to be lost.
    let mut draft = makers::lone_king(&mut bench.world);
    let kkq = bench.world.ending("KKQ");
    let held = won(&draft, kkq)[0];
    draft.section(kkq).said.insert(held, 3);
    draft.section(kkq).plans.remove(&held);
    bench.rejects(&draft, "not shown to be lost");

    // Another claim than the plans prove.
    let claims = [
        (
            "wins from every position within 9 moves",
            "it takes 10 moves",
        ),
        ("wins at least 200000 positions", "too few"),
        ("keeps every draw", "is not possible"),
        (
            "wins from every position where easy",
            "not those of its claim",
        ),
        ("wins from every position in perfect mode", ""),
        ("wins from every position within some moves", "wrong number"),
        ("gives away at most 3 half-points", "not understood"),
    ];
    for (claim, words) in claims {
        let mut draft = queen.clone();
        draft.claim = claim.into();
        match words {
            "" => assert!(bench.check_draft(&draft).is_ok(), "{claim}"),
            words => bench.rejects(&draft, words),
        }
    }
    let mut draft = queen.clone();
    draft.mode = "weak".into();
    draft.claim = "wins from every position in strong mode".into();
    bench.rejects(&draft, "not those of its claim");
}

#[test]
fn damaged_files_are_not_read() {
    let mut world = World::default();
    let draft = makers::kings(&mut world);
    let whole = file(&draft.content(&mut world));
    let check = |bytes: &[u8], words: &str| {
        let problem = check_file(bytes, None).expect_err(words);
        assert!(problem.contains(words), "{words}: {problem}");
    };
    assert!(check_file(&whole, None).is_ok_and(|ruled| ruled[0].is_ok()));
    check(b"", "too short");
    check(&whole[..20], "too short");
    check(&whole[..whole.len() - 1], "cut off");
    let changed = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        bytes
    };
    check(&changed(0, b'X'), "not a certificate");
    check(&changed(8, 2), "version 2");
    check(&changed(12, whole[12] ^ 1), "checksum");
    check(
        &changed(whole.len() - 9, whole[whole.len() - 9] ^ 1),
        "checksum",
    );
    check(&changed(20, 1), "too long");
    check(&changed(17, 0), "unpacked");
    let mut twice = whole.clone();
    twice.extend(b"more");
    check(&twice, "too short");
    twice.truncate(whole.len());
    twice.extend(whole.clone());
    assert_eq!(check_file(&twice, None).map(|ruled| ruled.len()), Ok(2));
    // A digest other than that of the chapter is rejected, not unreadable.
    let other = DIGEST.replace('0', "1");
    let ruled = check_file(&whole, Some(&other)).expect("readable");
    assert!(ruled[0].as_ref().is_err_and(|fault| fault.contains(DIGEST)));
}

/// Bytes of the content are changed at random, and the checksum would be right again. What is still accepted must be
/// shown to be true by the slow judge, which looks at no measure.
///
/// With `NASVET_DEEP`, more often, and then the certificates of shipped chapters.
#[test]
fn damaged_certificates_are_rejected_or_still_true() {
    let mut bench = Bench::new();
    let mut dice = Dice(0x2026_1116);
    let is_deep = std::env::var_os("NASVET_DEEP").is_some();
    let n_each = if is_deep { 2_000 } else { 200 };
    let mut tally = Tally::default();
    for draft in bench.small() {
        let contents = [draft.content(&mut bench.world)];
        tally += damage(&contents, n_each, &mut bench.world, &mut dice);
    }
    println!("{tally:?}");
    let n_true = tally.n_same + tally.n_other;
    assert_eq!(tally.n_rejected + n_true, 5 * n_each);
    // All of it happens often, or the test would show little.
    assert!(
        tally.n_rejected > n_true && n_true > n_each / 20 && tally.n_other > 0,
        "{tally:?}"
    );
    if is_deep {
        let chapters = ["kqk", "krk", "krk-van-emden", "kpk", "kpk-defence"];
        let made = chapters.map(|chapter| (chapter, contents_of(chapter)));
        std::thread::scope(|scope| {
            for (seed, (chapter, contents)) in (1..).zip(&made) {
                scope.spawn(move || {
                    let tally = damage(contents, n_each, &mut World::default(), &mut Dice(seed));
                    println!("{chapter}: {tally:?}");
                });
            }
        });
    }
}

/// The contents of the certificates that `nasvet verify` makes of a chapter. The program is compiled as for the tests.
fn contents_of(chapter: &str) -> Vec<Vec<u8>> {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{chapter}.cert"));
    let cargo = "run --quiet --profile test --package nasvet-cli -- verify";
    let made = Command::new(std::env::var_os("CARGO").expect("cargo runs tests"))
        .args(cargo.split(' '))
        .args([chapter, "--certificate"])
        .arg(&file)
        .output()
        .expect("cargo runs");
    assert!(made.status.success(), "{chapter}: {made:?}");
    let bytes = std::fs::read(&file).expect("it was written");
    let (mut contents, mut rest) = (Vec::new(), &bytes[..]);
    while !rest.is_empty() {
        let (content, others) = unwrap(rest).expect("readable");
        contents.push(content);
        rest = others;
    }
    contents
}
