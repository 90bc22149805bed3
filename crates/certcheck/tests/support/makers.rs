//! True certificates, made by brute force.

use std::collections::{BTreeMap, BTreeSet};

use shakmaty::Position;

use super::{DIGEST, Draft, DraftPlan, OurMove, Spot, World};

/// Moves to mate and the best move of every position of king and queen against king.
pub(crate) type Table = BTreeMap<usize, (u32, usize)>;

fn draft(claim: &str, listed: Option<Vec<usize>>, mode: &str) -> Draft {
    Draft {
        claim: claim.into(),
        mode: mode.into(),
        listed,
        digest: DIGEST.into(),
        sections: Vec::new(),
    }
}

/// Solves king and queen against king by rounds: a position is won in n if a move leaves only replies to earlier ones.
pub(crate) fn table(world: &mut World) -> Table {
    const LEFT: u32 = u32::MAX;
    let kqk = world.ending("KQK");
    let places = world.places(kqk);
    // For each position and move the places after the replies: [`LEFT`] is none of them, and no reply is mate.
    let mut graph: Vec<Vec<Vec<u32>>> = Vec::new();
    for place in places.iter() {
        let moves = world.moves_once((kqk, *place)).into_iter().map(|m| {
            let replies = m.replies.iter().map(|(spot, _)| match spot.0 == kqk {
                true => spot.1 as u32,
                false => LEFT,
            });
            match m.mates || !m.replies.is_empty() {
                true => replies.collect(),
                false => vec![LEFT],
            }
        });
        graph.push(moves.collect());
    }
    let mut solved = Table::new();
    let mut measures = vec![0u32; 64 * 64 * 64];
    let mut open: Vec<usize> = (0..places.len()).collect();
    for n in 1.. {
        let is_won = |place: &u32| *place != LEFT && measures[*place as usize] > 0;
        let wins = |replies: &Vec<u32>| replies.iter().all(is_won);
        let found = open
            .iter()
            .filter_map(|idx| Some((*idx, graph[*idx].iter().position(wins)?)));
        let found: Vec<(usize, usize)> = found.collect();
        if found.is_empty() {
            break;
        }
        for (idx, number) in &found {
            measures[places[*idx]] = n;
            solved.insert(places[*idx], (n, *number));
        }
        open.retain(|idx| measures[places[*idx]] == 0);
    }
    solved
}

/// King and queen against king is won from every position.
pub(crate) fn queen(world: &mut World, table: &Table) -> Draft {
    let kqk = world.ending("KQK");
    let mut draft = draft("wins from every position within 10 moves", None, "both");
    for (place, (measure, number)) in table {
        draft.plan((kqk, *place), *measure, *number);
    }
    draft
}

/// Says what is needed of the table to win from these positions.
fn hand_over(world: &mut World, table: &Table, draft: &mut Draft, mut spots: Vec<Spot>) {
    let kqk = world.ending("KQK");
    while let Some((ending, place)) = spots.pop() {
        assert_eq!(ending, kqk);
        if draft.said((kqk, place)) > 0 {
            continue;
        }
        let (measure, number) = table[&place];
        draft.plan((kqk, place), measure, number);
        let moves = world.moves((kqk, place));
        spots.extend(moves[number].replies.iter().map(|(spot, _)| *spot));
    }
}

/// Some positions of king and queen against king, those with mate in two or less, won in strong mode: plans go on.
pub(crate) fn strong_queen(world: &mut World, table: &Table) -> Draft {
    let kqk = world.ending("KQK");
    let of = |n: u32| table.iter().filter(move |(_, (m, _))| *m == n);
    let listed: Vec<usize> = of(2).map(|(place, _)| *place).step_by(97).collect();
    let claim = "wins from every position within 2 moves where near in strong mode";
    let mut draft = draft(claim, Some(listed.clone()), "strong");
    for place in listed {
        let (measure, number) = table[&place];
        draft.plan((kqk, place), measure, number);
        let replies = &world.moves((kqk, place))[number].replies;
        for (spot, _) in replies {
            let (measure, number) = table[&spot.1];
            let section = draft.section(kqk);
            // Two further plans that do the same.
            let plan = DraftPlan {
                measure,
                number: number as u32,
                goes_on: Vec::new(),
            };
            section
                .plans
                .entry(spot.1)
                .or_insert(vec![plan.clone(), plan]);
        }
        let goes_on = (0..replies.len() as u32).map(|idx| 1 + idx % 2).collect();
        draft
            .section(kqk)
            .plans
            .get_mut(&place)
            .expect("it has a plan")[0]
            .goes_on = goes_on;
    }
    draft
}

/// Positions with a pawn: won ones that promote at once, and some of a rook's pawn that cannot be won.
pub(crate) fn pawn(world: &mut World, table: &Table) -> Draft {
    let (kpk, kqk, kk) = (world.ending("KPK"), world.ending("KQK"), world.ending("KK"));
    let mut draft = draft("keeps every win where simple", Some(Vec::new()), "both");
    for ending in [kpk, kqk, kk] {
        draft.section(ending);
    }
    let places = world.places(kpk);
    let (mut listed, mut spots) = (Vec::new(), Vec::new());
    let square = |place: usize, man: usize| place >> (6 * (2 - man)) & 63;
    for place in places.iter().step_by(61).filter(|p| square(**p, 1) >= 48) {
        let moves = world.moves((kpk, *place));
        let queens = moves.iter().position(|m| {
            let is_queen = |(spot, _): &(Spot, _)| spot.0 == kqk;
            !m.replies.is_empty() && m.replies.iter().all(is_queen)
        });
        if let Some(number) = queens {
            let replies = &moves[number].replies;
            let longest = replies
                .iter()
                .map(|(spot, _)| table[&spot.1].0)
                .max()
                .expect("there are replies");
            draft.plan((kpk, *place), longest + 1, number);
            spots.extend(replies.iter().map(|(spot, _)| *spot));
            listed.push(*place);
        }
    }
    hand_over(world, table, &mut draft, spots);
    // Their king shuffles in the corner; whatever can leave the set is taken out until nothing can.
    let corner = [56, 57, 48, 49, 58, 50];
    let mut kept: BTreeSet<Spot> = places
        .iter()
        .filter(|place| square(**place, 1) % 8 == 0 && corner.contains(&square(**place, 2)))
        .map(|place| (kpk, *place))
        .collect();
    kept.extend(world.places(kk).iter().map(|place| (kk, *place)));
    loop {
        let leaves = |spot: &Spot| {
            let moves = world.moves(*spot);
            let stays = |m: &OurMove| match m.replies.is_empty() {
                true => !m.mates,
                false => m.replies.iter().any(|(spot, _)| kept.contains(spot)),
            };
            !moves.iter().all(stays)
        };
        let leaving: Vec<Spot> = kept.iter().copied().filter(leaves).collect();
        if leaving.is_empty() {
            break;
        }
        leaving.iter().for_each(|spot| {
            kept.remove(spot);
        });
    }
    // Some of them, and what they rest on: one reply to every move.
    let is_pawn = |spot: &&Spot| spot.0 == kpk;
    let sample = kept.iter().filter(is_pawn).step_by(41);
    let mut open: Vec<Spot> = sample.copied().collect();
    listed.extend(open.iter().map(|(_, place)| *place));
    while let Some((ending, place)) = open.pop() {
        if draft.said((ending, place)) > 0 {
            continue;
        }
        draft.section(ending).said.insert(place, 1);
        for m in world.moves((ending, place)).iter() {
            let mut replies = m.replies.iter().map(|(spot, _)| *spot);
            open.extend(replies.find(|spot| kept.contains(spot)));
        }
    }
    draft.listed = Some(listed);
    draft
}

/// Two kings alone are a draw.
pub(crate) fn kings(world: &mut World) -> Draft {
    let kk = world.ending("KK");
    let mut draft = draft("keeps every draw", None, "weak");
    for (idx, place) in world.places(kk).iter().enumerate() {
        let n_moves = world.moves((kk, *place)).len();
        draft.plan((kk, *place), 1, idx % n_moves);
    }
    draft
}

/// A king near the corner against a queen: it takes her if it can, and some positions are lost.
pub(crate) fn lone_king(world: &mut World) -> Draft {
    let (kkq, kk) = (world.ending("KKQ"), world.ending("KK"));
    let mut draft = draft(
        "keeps every draw where near the corner",
        Some(Vec::new()),
        "both",
    );
    draft.section(kkq);
    for place in world.places(kk).iter() {
        draft.plan((kk, *place), 1, 0);
    }
    let near = |place: &&usize| {
        let (our, their) = (*place >> 12, *place >> 6 & 63);
        our < 3 && their / 8 < 4 && their % 8 < 4
    };
    let places = world.places(kkq);
    let near: Vec<usize> = places.iter().filter(near).copied().collect();
    let mut listed = Vec::new();
    let mut lost: BTreeMap<usize, u32> = BTreeMap::new();
    for depth in 0..3 {
        let found: Vec<usize> = near
            .iter()
            .copied()
            .filter(|place| {
                let moves = world.moves((kkq, *place));
                let is_lost = |(spot, _): &(Spot, _)| spot.0 == kkq && lost.contains_key(&spot.1);
                !lost.contains_key(place)
                    && (!moves.is_empty() || world.chess((kkq, *place)).expect("legal").is_check())
                    && moves.iter().all(|m| m.replies.iter().any(is_lost))
            })
            .collect();
        lost.extend(found.into_iter().map(|place| (place, depth)));
    }
    for place in near {
        let moves = world.moves((kkq, place));
        let takes = |m: &OurMove| m.replies.iter().all(|(spot, _)| spot.0 == kk);
        if let Some(measure) = lost.get(&place) {
            draft.section(kkq).said.insert(place, 2 * measure + 1);
            listed.push(place);
        } else if let Some(number) = moves.iter().position(takes) {
            draft.plan((kkq, place), 1, number);
            listed.push(place);
        }
    }
    draft.listed = Some(listed);
    draft
}

/// From some positions the queen is never lost, as the table plays.
pub(crate) fn kept_queen(world: &mut World, table: &Table) -> Draft {
    let kqk = world.ending("KQK");
    let listed: Vec<usize> = table.keys().copied().step_by(1999).collect();
    let mut draft = draft(
        "never loses the queen where few",
        Some(listed.clone()),
        "weak",
    );
    let spots = listed.iter().map(|place| (kqk, *place)).collect();
    hand_over(world, table, &mut draft, spots);
    let section = draft.section(kqk);
    section.said.values_mut().for_each(|said| *said = 2);
    let plans = section.plans.values_mut().flatten();
    plans.for_each(|plan| plan.measure = 1);
    draft
}
