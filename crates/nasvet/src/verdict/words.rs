//! The verdict in words: what becomes of the result, and what shows it.

use verify::Wdl;

use super::{MoveVerdict, Sight, Upshot};

/// The first sentence of an explanation. `chosen` is the move that is played, if the one that is judged is another.
pub(crate) fn verdict(of: &MoveVerdict, chosen: Option<&str>) -> String {
    let m = &of.m;
    match (of.had.wdl, of.has.wdl) {
        (_, Wdl::Win) if of.is_mate() => format!("{m} is mate."),
        (Wdl::Win, Wdl::Win) => won(of, chosen),
        (Wdl::Draw, Wdl::Draw) => {
            let stalemate = match of.is_stalemate() {
                true => ": it is stalemate",
                false => "",
            };
            match chosen {
                _ if of.is_only() => {
                    format!(
                        "The position is drawn, and {m} is the only move that keeps the draw{stalemate}."
                    )
                }
                Some(chosen) if chosen != m => {
                    format!("The position is drawn, and {m} also draws{stalemate}.")
                }
                Some(_) | None => {
                    format!("The position is drawn, and {m} keeps the draw{stalemate}.")
                }
            }
        }
        (Wdl::Loss, _) => lost(of),
        (Wdl::Win, Wdl::Draw) => format!("{m} only draws: {}.", consequence(of)),
        (Wdl::Win | Wdl::Draw, Wdl::Loss) => format!("{m} loses: {}.", consequence(of)),
        // A move cannot have more than the position had.
        (Wdl::Draw, Wdl::Win) => format!("{m} wins."),
    }
}

fn won(of: &MoveVerdict, chosen: Option<&str>) -> String {
    let m = &of.m;
    let Some((mate, least)) = of.has.mate_in.zip(of.had.mate_in) else {
        return match chosen {
            _ if of.is_only() => format!("{m} is the only move that wins."),
            Some(chosen) if chosen != m => format!("{m} also wins."),
            Some(_) | None => format!("{m} wins."),
        };
    };
    if of.is_only() {
        return format!("{m} is the only move that wins: mate in {mate}.");
    }
    match chosen {
        Some(chosen) if chosen != m && mate > least => {
            format!(
                "{m} also wins: mate in {mate}; {} mates in {least}.",
                of.best
            )
        }
        Some(chosen) if chosen != m => {
            format!("{m} also wins: mate in {mate}, and nothing is faster.")
        }
        Some(_) | None => format!("{m} wins: mate in {mate} with best play."),
    }
}

fn lost(of: &MoveVerdict) -> String {
    let m = &of.m;
    let Some((mate, most)) = of.has.mate_in.zip(of.had.mate_in) else {
        return "The position is lost: every move loses against best play.".into();
    };
    match (mate < most, of.n_moves) {
        (_, 1) => format!(
            "The position is lost: {m} is the only move, and mate follows in {}.",
            moves(mate)
        ),
        (true, _) => format!(
            "The position is lost. {m} loses faster: mate in {mate}; {} holds out for {}.",
            of.best,
            moves(most)
        ),
        (false, _) => format!("The position is lost. {m} holds out longest: mate in {mate}."),
    }
}

/// What a bad move comes to: `Kxd4, and the rook is lost`.
fn consequence(of: &MoveVerdict) -> String {
    let Some(reply) = of.line.get(1) else {
        return match of.end == Upshot::Stalemate {
            true => "it is stalemate".into(),
            false => "it is mate".into(),
        };
    };
    // What is seen comes before what follows from it.
    let (reply, seen) = match sights(&of.facts) {
        "" => (reply.clone(), ""),
        seen => (format!("after {reply} {seen}"), seen),
    };
    match of.end {
        Upshot::Taken(man) => format!("{reply}, and the {man} is lost"),
        Upshot::Exchanged(man) => format!("{reply}, and the {man} is exchanged"),
        Upshot::Unsaved(man) => format!("{reply}, and the {man} cannot be saved"),
        Upshot::OneOfTwo(a, b) => format!("{reply}, and the {a} or the {b} is lost"),
        Upshot::Queens if of.line.len() == 2 => format!("{reply}, and there is a new queen"),
        Upshot::Queens => format!("{reply}, and the pawn queens"),
        Upshot::Mate if of.line.len() == 2 => format!("{reply} is mate"),
        Upshot::Mate => format!("{reply}, and mate follows"),
        Upshot::Stalemate => format!("{reply}, and it is stalemate"),
        Upshot::NoWin { n_saving: 1 } if seen.is_empty() => {
            format!("{reply} is the one reply that saves them")
        }
        Upshot::NoWin { .. } => format!("{reply}, and there is no win any more"),
        Upshot::ZeroAgain => format!("{reply} leaves a digital sum of zero"),
        Upshot::MateFollows
        | Upshot::LongestDefence
        | Upshot::BestTry { .. }
        | Upshot::Dead
        | Upshot::Zero
        | Upshot::ZeroAlready => match of.has.mate_in {
            // Their reply is the first of these moves.
            Some(mate) => format!(
                "{reply}, and mate follows in {}",
                moves(mate.saturating_sub(1).max(1))
            ),
            None => reply.clone(),
        },
    }
}

/// The sentences that show a verdict by moves, with how many moves of the line each speaks of.
pub(crate) fn evidence(of: &MoveVerdict) -> Vec<(String, Vec<String>)> {
    let mut said = Vec::new();
    let rest = of.line.get(1..).unwrap_or_default();
    let shown = rest.join(" ");
    let line = |text: String| (text, of.line.clone());
    if of.had.wdl == Wdl::Loss && rest.len() == 1 && of.has.mate_in.is_some() {
        said.push(line(match matches!(of.end, Upshot::Mate) {
            true => format!("They play {shown}, and it is mate."),
            false => format!("They play {}.", consequence(of)),
        }));
        return said;
    }
    match of.end {
        Upshot::Queens | Upshot::Taken(_) | Upshot::Exchanged(_) | Upshot::Mate
            if rest.len() > 1 =>
        {
            said.push(line(format!("The line is {} {shown}.", of.m)));
        }
        Upshot::MateFollows if rest.len() > 1 => {
            said.push(line(format!("Play goes {} {shown}.", of.m)));
        }
        Upshot::Unsaved(_) | Upshot::OneOfTwo(..) if rest.len() > 1 => {
            said.push(line(format!("For example {} {shown}.", of.m)));
        }
        Upshot::NoWin { .. } if rest.len() > 1 => {
            let seen = match sights(&of.later) {
                "" => String::new(),
                seen => format!(", and {seen}"),
            };
            said.push(line(format!("For example {} {shown}{seen}.", of.m)));
        }
        Upshot::LongestDefence => said.push(line(format!("The longest defence is {shown}."))),
        Upshot::BestTry { n_answers } => {
            if let [reply, answer] = rest {
                said.push(line(match n_answers {
                    1 => format!("Their best try is {reply}, and then only {answer} holds."),
                    usize::MAX => {
                        format!("After {reply}, for example, whatever we play still draws.")
                    }
                    _ => format!("Their best try is {reply}; {answer} is an answer."),
                }));
            }
        }
        Upshot::Dead => said.push(line("Nobody has anything left to win with.".into())),
        Upshot::Stalemate if rest.len() > 1 => {
            said.push(line(format!("The line is {} {shown}.", of.m)));
        }
        Upshot::Zero => said.push(line(
            "The digital sum of the heaps is zero, and it is their turn.".into(),
        )),
        Upshot::ZeroAlready => said.push(line(
            "The digital sum of the heaps is zero already, so every move spoils it.".into(),
        )),
        Upshot::Mate
        | Upshot::Stalemate
        | Upshot::Taken(_)
        | Upshot::Exchanged(_)
        | Upshot::Unsaved(_)
        | Upshot::OneOfTwo(..)
        | Upshot::Queens
        | Upshot::MateFollows
        | Upshot::NoWin { .. }
        | Upshot::ZeroAgain => {}
    }
    said
}

/// What is to be said of a win that rests on their having to move.
pub(crate) fn zugzwang(of: &MoveVerdict) -> Option<&'static str> {
    of.is_zugzwang
        .then_some("They are in zugzwang: if they could pass, there would be no win.")
}

/// What becomes of a natural move that fails: `Kg4 would lose: Rc6, and the knight is lost.`
pub(crate) fn trap(of: &MoveVerdict) -> String {
    let fails = match of.has.wdl {
        Wdl::Loss => "would lose",
        Wdl::Draw | Wdl::Win => "would only draw",
    };
    format!("{} {fails}: {}.", of.m, consequence(of))
}

fn sights(facts: &[Sight]) -> &'static str {
    // One is enough.
    let fact = facts.first().map(|sight| match sight {
        Sight::Opposition => "they have the opposition",
        Sight::BeforePawn => "their king stands before the pawn",
        Sight::InSquare => "their king is in the square of the pawn",
        Sight::OnKeySquare => "their king stands on a key square",
        Sight::OutsideSquare => "our king is outside the square of the pawn",
        Sight::GuardsKnight => "their king guards the knight",
        Sight::KnightIsSafe => "the knight is safe",
    });
    fact.unwrap_or_default()
}

fn moves(n: u16) -> String {
    match n {
        1 => "one move".into(),
        n => format!("{n} moves"),
    }
}
