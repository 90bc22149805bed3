//! The game that the first judge shows for a broken claim: is it legal, by the chapter's moves, a breach, and short?

use chess::{ROLES, Small};
use domain::Side;
use lang::checked::{Claim, Promise};
use verify::{ExampleEnd, ExampleGame};

use crate::board;
use crate::games::{End, GoesOn};
use crate::plans::is_true;
use crate::rulings::{Court, Fares, SlowRuling, our_points};

/// A game played again by the second judge.
struct Replayed {
    /// The places with us to move, from the first.
    places: Vec<usize>,
    n_moves: u32,
    last: Small,
    /// How the game ended, if it did.
    end: Option<End>,
}

impl Court<'_> {
    /// Says what is wrong with the example of a broken claim.
    pub(crate) fn examine(
        &self,
        claim: &Claim,
        slow: &SlowRuling,
        game: &ExampleGame,
    ) -> Result<(), String> {
        match slow.fares.get(&game.start) {
            Some(Fares::Broken) => {}
            fares => return Err(format!("the game begins where the claim is {fares:?}")),
        }
        let replayed = self.replay(game)?;
        let shortest = slow.fares.iter().filter_map(|(start, fares)| {
            let after = slow.broken_after.get(self.games.starts[start]);
            after.copied().flatten().filter(|_| *fares == Fares::Broken)
        });
        let shortest = shortest.min();
        let ends_so = match (game.ending, replayed.end) {
            (ExampleEnd::Silent | ExampleEnd::Outside, Some(End::NoAdvice)) => true,
            (ExampleEnd::Won, Some(End::Mated)) => true,
            (ExampleEnd::Lost, Some(End::WeAreMated)) => true,
            (ExampleEnd::Drawn, Some(End::Stalemate)) => true,
            (ending, Some(End::TableSpeaks(Some(worth), position))) => {
                let expected = match our_points(worth, position) {
                    0 => ExampleEnd::Lost,
                    1 => ExampleEnd::Drawn,
                    _ => ExampleEnd::Won,
                };
                ending == expected || ending == ExampleEnd::Breaks
            }
            (ExampleEnd::Breaks, _) => true,
            (ExampleEnd::Repeats(after), None) => {
                let first = replayed.places.get(after / 2);
                after % 2 == 0 && first == replayed.places.last()
            }
            _ => false,
        };
        if !ends_so {
            return Err(format!("{:?} is {:?}", game.ending, replayed.end));
        }
        let is_breach = match (&claim.promise, game.ending) {
            (Promise::Wins | Promise::KeepsWins | Promise::WinsAtLeast(_), ending) => {
                match ending {
                    ExampleEnd::Won => {
                        let within = claim
                            .within
                            .map(|within| within.plies(Side::Us).div_ceil(2));
                        let rest = replayed.end.map_or(0, |end| self.still_takes(end).0);
                        within.is_some_and(|within| replayed.n_moves + rest > u32::from(within))
                    }
                    ExampleEnd::Breaks | ExampleEnd::Stopped => false,
                    ExampleEnd::Lost
                    | ExampleEnd::Silent
                    | ExampleEnd::Outside
                    | ExampleEnd::Drawn
                    | ExampleEnd::Repeats(_) => true,
                }
            }
            (Promise::KeepsDraws, ending) => matches!(
                ending,
                ExampleEnd::Lost | ExampleEnd::Silent | ExampleEnd::Outside
            ),
            (Promise::Never(what), ExampleEnd::Breaks) => {
                is_true(self.chess, self.program, what, replayed.last)
            }
            (Promise::NeverLoses(man), ExampleEnd::Breaks) => {
                // The game goes on to the capture.
                let role = ROLES[usize::from(man.0)];
                let last = game.steps.last();
                let is_theirs = game.steps.len().is_multiple_of(2);
                is_theirs && last.is_some_and(|step| step.m.capture() == Some(role))
            }
            (Promise::GivesAwayAtMost(_), ExampleEnd::Breaks) => {
                let place = replayed.places.last().expect("a game begins somewhere");
                self.gives_away_here(*place)
            }
            _ => false,
        };
        if !is_breach {
            return Err(format!("{:?} is no breach", game.ending));
        }
        match (game.ending, shortest) {
            (ExampleEnd::Repeats(_) | ExampleEnd::Won, Some(shortest)) => Err(format!(
                "{:?}, but {shortest} moves are enough",
                game.ending
            )),
            (_, Some(shortest)) if shortest != replayed.n_moves => Err(format!(
                "{} moves, but {shortest} are enough",
                replayed.n_moves
            )),
            _ => Ok(()),
        }
    }

    /// Plays the game by the chapter's moves.
    fn replay(&self, game: &ExampleGame) -> Result<Replayed, String> {
        let start = self.games.starts[&game.start];
        let mut replayed = Replayed {
            places: vec![start],
            n_moves: 0,
            last: game.start,
            end: None,
        };
        let mut steps = game.steps.iter();
        loop {
            let place = *replayed.places.last().expect("a game begins somewhere");
            let stand = &self.games.stands[place];
            let Some(ours) = steps.next() else {
                if let GoesOn::Ends(end) = stand.goes_on {
                    replayed.end = Some(end);
                }
                return Ok(replayed);
            };
            let (m, after) = match &stand.goes_on {
                GoesOn::Ends(end) => return Err(format!("it goes on after {end:?}")),
                GoesOn::Finishes { m, after, .. } | GoesOn::Moves { m, after, .. } => (*m, *after),
            };
            if m != ours.m {
                return Err(format!("{} is played, not {m}", ours.m));
            }
            (replayed.n_moves, replayed.last) = (replayed.n_moves + 1, after);
            let theirs = steps.next();
            match (&stand.goes_on, theirs) {
                (GoesOn::Finishes { end, .. }, None) => {
                    replayed.end = Some(*end);
                    return Ok(replayed);
                }
                (_, None) => return Ok(replayed),
                (GoesOn::Moves { replies, .. }, Some(reply)) => {
                    let next = replies.iter().find(|(m, _)| *m == reply.m);
                    let (_, next) = next.ok_or_else(|| format!("{} is not legal", reply.m))?;
                    replayed.places.push(*next);
                    replayed.last = self.games.stands[*next].position;
                }
                (GoesOn::Finishes { end, after, .. }, Some(reply)) => {
                    // Where the table speaks, a reply may be shown, but no more.
                    let legal = board::moves(*after);
                    let next = legal.iter().find(|(m, _)| *m == reply.m);
                    let is_last = steps.next().is_none();
                    match (end, next) {
                        (End::TableSpeaks(..), Some((_, next))) if is_last => {
                            (replayed.end, replayed.last) = (Some(*end), *next);
                            return Ok(replayed);
                        }
                        _ => return Err("it goes on after its end".to_owned()),
                    }
                }
                (GoesOn::Ends(_), Some(_)) => {
                    return Err("it goes on after its end".to_owned());
                }
            }
        }
    }
}
