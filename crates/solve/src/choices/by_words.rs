//! What a table plays in the 64 positions of a word, for all of them together.
//!
//! [`Choices::at`] generates the moves of one position and looks up where each leads. Here one move of a man is tried in
//! all positions in which the others stand alike, and where it is good follows from the word into which it leads. A
//! position for which the first good move is found is done with; where moves are put in order each keeps the best so far.
//!
//! Not everything is told so: trees longer than a move, orders that are not known, and promotions are left to those who look at one position after the other.

use std::ops::ControlFlow;

use domain::Side;
use lang::checked::PieceId;
use shakmaty::{Move, Role, Square};
use verify::{LowestMan, MovesOfWord, Region, SeesMoves};

use super::{ASK, Choices, MoveGoal, OUTSIDE, Play, PlayedKind, PlayedMoves, SILENT, TableChoice};
use crate::endless::{Distances, Remaining};
use crate::orders::{PlacesInWord, PlacesOf};
use crate::solution::Solution;
use crate::thresholds::Thresholds;

/// What a table plays in the positions of a word, as far as it is told for all of them together. A bit of a word is a
/// position.
pub struct ChoicesOfWord<'s> {
    /// No piece works.
    pub silent: u64,
    /// The chapter is not about the position.
    pub outside: u64,
    /// A move is played.
    pub plays: u64,
    table: usize,
    by_code: &'s [Play],
    codes: [u8; 64],
    moves: [Move; 64],
}

/// What stands where there is no move.
const NO_MOVE: Move = Move::Put {
    role: Role::King,
    to: Square::A1,
};

impl ChoicesOfWord<'_> {
    /// The table and the rule, the piece, and the move that are played in a position of the word, if they are told.
    #[inline]
    pub fn played(&self, lane: usize) -> Option<((usize, usize), PieceId, Move)> {
        let is_told = self.plays >> lane & 1 == 1;
        let play = is_told.then(|| self.by_code.get(usize::from(self.codes[lane])))??;
        Some(((self.table, play.rule), play.piece, self.moves[lane]))
    }

    /// The same as one of all choices; nothing if it is not told.
    pub fn at(&self, lane: usize) -> Option<TableChoice> {
        if let Some((rule, piece, m)) = self.played(lane) {
            return Some(TableChoice::Plays { rule, piece, m });
        }
        let is_silent = self.silent >> lane & 1 == 1;
        let is_outside = self.outside >> lane & 1 == 1;
        match (is_silent, is_outside) {
            (true, _) => Some(TableChoice::Silent),
            (_, true) => Some(TableChoice::Outside),
            (false, false) => None,
        }
    }
}

impl Solution {
    /// What the table of the ending plays in some positions of a word of numbers with us to move; all of them are legal.
    pub fn choices_of_word(&self, at: usize, among: u64) -> ChoicesOfWord<'_> {
        let mut found = ChoicesOfWord {
            silent: 0,
            outside: 0,
            plays: 0,
            table: 0,
            by_code: &[],
            codes: [ASK; 64],
            moves: [NO_MOVE; 64],
        };
        if let Some(choices) = self.choices.as_ref().filter(|_| among != 0) {
            choices.tell_word(self, at, among, &mut found);
        }
        found
    }
}

impl Choices {
    fn tell_word<'s>(
        &'s self,
        solution: &Solution,
        at: usize,
        among: u64,
        found: &mut ChoicesOfWord<'s>,
    ) {
        found.table = self.table;
        found.by_code = &self.plays;
        found.codes = self.codes.word(at);
        let mut rest = among;
        while rest != 0 {
            let code = found.codes[rest.trailing_zeros() as usize];
            let same = rest & lanes_where(&found.codes, |other| other == code);
            rest &= !same;
            match code {
                ASK => {}
                SILENT => found.silent = same,
                OUTSIDE => found.outside = same,
                code => {
                    let play = &self.plays[usize::from(code)];
                    if let Some(moves) = play.moves.as_ref().filter(|moves| moves.is_told()) {
                        let word = WordOfPiece {
                            solution,
                            piece: play.piece,
                            moves,
                            at,
                        };
                        found.plays |= word.first_moves(same, &mut found.moves);
                    }
                }
            }
        }
    }
}

impl PlayedMoves {
    /// Can the first good move be told for all positions of a word together?
    fn is_told(&self) -> bool {
        let mut kinds = self.kinds.iter();
        kinds.all(|kind| kind.places.is_some())
    }
}

/// A piece that is played in positions of a word.
struct WordOfPiece<'w> {
    solution: &'w Solution,
    piece: PieceId,
    moves: &'w PlayedMoves,
    at: usize,
}

/// What a good move leads to.
enum GoalOfWord<'g> {
    Into(&'g Region),
    /// A byte of the position after it is at most this, by lane.
    Within(BytesAfter<'g>, Box<[u8; 64]>),
}

/// Bytes of the positions after moves.
#[derive(Clone, Copy)]
enum BytesAfter<'g> {
    /// How many moves remain.
    Remaining(&'g Remaining),
    /// From which number of the root on they succeed.
    Thresholds(&'g Thresholds),
}

impl BytesAfter<'_> {
    fn word(self, ending: usize, word: usize) -> Option<[u8; 64]> {
        match self {
            BytesAfter::Remaining(remaining) => remaining.word(ending, word),
            BytesAfter::Thresholds(thresholds) => Some(thresholds.word(ending, word)),
        }
    }

    fn at(self, ending: usize, number: usize) -> Option<u8> {
        match self {
            BytesAfter::Remaining(remaining) => remaining.at(ending, number),
            BytesAfter::Thresholds(thresholds) => Some(thresholds.at(ending, number)),
        }
    }
}

impl WordOfPiece<'_> {
    /// Writes the first good move of each of these positions, and says of which it is told.
    fn first_moves(&self, lanes: u64, found: &mut [Move; 64]) -> u64 {
        let terrain = self.solution.terrain();
        let word = terrain.moves_of_word(terrain.n_endings() - 1, Side::Us, self.at);
        let mut rest = lanes & !word.promoting();
        let mut told = 0;
        while rest != 0 {
            let (lanes, goal) = self.goal(rest);
            rest &= !lanes;
            if let Some((goal, lanes)) = goal {
                told |= self.first_with(&word, &goal, lanes, found);
            }
        }
        told
    }

    /// The positions with the same goal as the first of some, and that goal with those of them for which it is known.
    fn goal(&self, lanes: u64) -> (u64, Option<(GoalOfWord<'_>, u64)>) {
        let (solution, first) = (self.solution, lanes.trailing_zeros() as usize);
        let main = solution.terrain().n_endings() - 1;
        if self.moves.plies.is_none() {
            let needed = solution.needed.in_word(self.piece, main, self.at);
            let remaining = solution.remaining.get(&self.piece);
            let goal = needed.zip(remaining).map(|(needed, remaining)| {
                let never = lanes_where(&needed, |moves| moves == Distances::NEVER);
                let at_most = needed.map(|moves| moves.saturating_sub(1));
                let remaining = BytesAfter::Remaining(remaining);
                let goal = GoalOfWord::Within(remaining, Box::new(at_most));
                (goal, lanes & !never)
            });
            return (lanes, goal);
        }
        if let Some(thresholds) = solution.thresholds.get(&self.piece) {
            let below = self.moves.plies.map(|plies| (Side::Them, plies - 1));
            let nodes = below.and_then(|node| thresholds.below_word((main, self.at), node));
            let goal = nodes.map(|(nodes, ranks)| {
                let goal = GoalOfWord::Within(BytesAfter::Thresholds(nodes), Box::new(ranks));
                (goal, lanes)
            });
            return (lanes, goal);
        }
        let same = match solution.root_numbers.get(&self.piece) {
            None => lanes,
            Some(numbers) => {
                let value = |lane: usize| numbers.at(main, self.at << 6 | lane);
                let of_first = value(first);
                each(lanes)
                    .filter(|lane| value(*lane) == of_first)
                    .fold(0, |same, lane| same | 1 << lane)
            }
        };
        let goal = solution.goal_of_moves(self.piece, self.moves, self.at << 6 | first);
        let goal = goal.and_then(|goal| match goal {
            MoveGoal::Into(region) => Some((GoalOfWord::Into(region), same)),
            MoveGoal::Remaining(..) | MoveGoal::Succeeding(_) => None,
        });
        (same, goal)
    }

    /// The first good moves with one goal: kind by kind, since those of an earlier kind come first.
    fn first_with(
        &self,
        word: &MovesOfWord<'_>,
        goal: &GoalOfWord<'_>,
        mut lanes: u64,
        moves: &mut [Move; 64],
    ) -> u64 {
        let mut told = 0;
        for kind in &self.moves.kinds {
            let Some(places) = &kind.places else {
                break;
            };
            let mut search = KindInWord {
                from: (self.solution.terrain().n_endings() - 1, self.at << 6),
                kind,
                places,
                goal,
                open: lanes,
                found: 0,
                unknown: 0,
                best: [0; 64],
                moves,
            };
            // It ends early where nothing is open any more.
            let _ = word.visit(kind.moves, &mut search);
            told |= search.found & !search.unknown;
            lanes &= !(search.found | search.unknown);
            if lanes == 0 {
                break;
            }
        }
        told
    }
}

/// Looks for the first good moves of one kind.
struct KindInWord<'k> {
    /// The ending and the first number of the word.
    from: (usize, usize),
    kind: &'k PlayedKind,
    places: &'k PlacesOf,
    goal: &'k GoalOfWord<'k>,
    /// The positions in which a move that is seen now may be the first.
    open: u64,
    found: u64,
    /// Those of which something is not known.
    unknown: u64,
    /// The least places that were found, where there are places.
    best: [u16; 64],
    moves: &'k mut [Move; 64],
}

impl<'k> KindInWord<'k> {
    /// A good move with a place, in an open position.
    #[inline]
    fn take(&mut self, lane: usize, place: u16, m: Move) {
        let bit = 1 << lane;
        match self.places {
            PlacesOf::Equal => self.open &= !bit,
            // Of moves that are alike the one that is listed first stays.
            PlacesOf::Different(_) => {
                if self.found & bit != 0 && self.best[lane] <= place {
                    return;
                }
                self.best[lane] = place;
            }
        }
        self.found |= bit;
        self.moves[lane] = m;
    }

    fn give_up(&mut self, lanes: u64) {
        self.unknown |= lanes;
        self.open &= !lanes;
    }

    fn is_done(&self) -> ControlFlow<()> {
        match self.open {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    /// May a lane lead to a number of an ending, by what is compared of both?
    fn permits(&self, lane: usize, to: (usize, usize)) -> bool {
        let (ending, first) = self.from;
        let mut compared = self.kind.compared.iter();
        compared.all(|compared| compared.permits((ending, first | lane), to))
    }

    /// Of which lanes into a word of an ending a move of the kind is good; none if that is not known.
    #[inline]
    fn good(&self, lanes: u64, ending: usize, word: usize) -> Option<u64> {
        let mut good = lanes;
        if let Some(after) = &self.kind.after {
            good &= after.set(ending).word(word);
        }
        if good == 0 {
            return Some(0);
        }
        good &= match self.goal {
            GoalOfWord::Into(region) => region.set(ending).word(word),
            GoalOfWord::Within(bytes, at_most) => {
                let bytes = bytes.word(ending, word)?;
                let both = bytes.iter().zip(&**at_most).rev();
                both.fold(0, |within, (byte, at_most)| {
                    within << 1 | u64::from(byte <= at_most)
                })
            }
        };
        if self.kind.compared.is_some() {
            let permitted =
                each(good).filter(|lane| self.permits(*lane, (ending, word << 6 | lane)));
            good = permitted.fold(0, |lanes, lane| lanes | 1 << lane);
        }
        Some(good)
    }

    /// What the squares are worth to the lowest man; none if that is not known.
    fn worth_to(&self, man: &LowestMan<'_>) -> Option<WorthOfSquares<'k>> {
        let mut worth = WorthOfSquares {
            good: 0,
            bytes: [Distances::NEVER; 64],
            places: PlacesInWord::Equal,
            quiet: man.quiet(),
            captured: [Captured::default(); 4],
            n_captured: 0,
        };
        let is_after = |ending: usize, number: usize| {
            let mut after = self.kind.after.iter();
            after.all(|after| after.set(ending).contains(number))
        };
        if let Some((ending, word)) = man.quiet() {
            worth.good = match &self.kind.after {
                Some(after) => after.set(ending).word(word),
                None => u64::MAX,
            };
            worth.places = self.places.word(ending, word)?;
            let goal = self.goal;
            match goal {
                GoalOfWord::Into(region) => worth.good &= region.set(ending).word(word),
                GoalOfWord::Within(bytes, _) => worth.bytes = bytes.word(ending, word)?,
            }
        }
        for (to, ending, number) in man.captures() {
            let mut is_good = is_after(ending, number);
            match self.goal {
                GoalOfWord::Into(region) => is_good &= region.set(ending).contains(number),
                GoalOfWord::Within(bytes, _) => worth.bytes[to] = bytes.at(ending, number)?,
            }
            worth.good &= !(1 << to);
            worth.good |= u64::from(is_good) << to;
            worth.captured[worth.n_captured] = Captured {
                to,
                after: (ending, number),
                place: self.places.at(ending, number)?,
            };
            worth.n_captured += 1;
        }
        Some(worth)
    }
}

/// What the squares are worth to the man in the lowest field.
struct WorthOfSquares<'p> {
    /// To which of them it may go.
    good: u64,
    /// The bytes of the positions after that, where they matter.
    bytes: [u8; 64],
    /// The places of the positions in which it stands there; the word of these.
    places: PlacesInWord<'p>,
    quiet: Option<(usize, usize)>,
    captured: [Captured; 4],
    n_captured: usize,
}

/// A capture by the man in the lowest field.
#[derive(Clone, Copy, Default)]
struct Captured {
    to: usize,
    /// The ending and the number after it.
    after: (usize, usize),
    place: u16,
}

impl WorthOfSquares<'_> {
    #[inline]
    fn place(&self, to: usize) -> u16 {
        let captured = self.captured(to);
        captured.map_or_else(|| self.places.at(to), |captured| captured.place)
    }

    fn captured(&self, to: usize) -> Option<&Captured> {
        let mut captured = self.captured[..self.n_captured].iter();
        captured.find(|captured| captured.to == to)
    }

    /// The ending and the number of the position after a move to a square.
    fn after(&self, to: usize) -> Option<(usize, usize)> {
        match self.captured(to) {
            Some(captured) => Some(captured.after),
            None => self.quiet.map(|(ending, word)| (ending, word << 6 | to)),
        }
    }
}

impl SeesMoves for KindInWord<'_> {
    #[inline]
    fn in_lanes(&mut self, m: Move, lanes: u64, ending: usize, word: usize) -> ControlFlow<()> {
        let lanes = lanes & self.open;
        let Some(good) = self.good(lanes, ending, word) else {
            self.give_up(lanes);
            return self.is_done();
        };
        if good == 0 {
            return ControlFlow::Continue(());
        }
        match self.places.word(ending, word) {
            Some(places) => each(good).for_each(|lane| self.take(lane, places.at(lane), m)),
            None => self.give_up(good),
        }
        self.is_done()
    }

    fn in_lane(&mut self, m: Move, lane: usize, ending: usize, number: usize) -> ControlFlow<()> {
        if self.open >> lane & 1 == 0 {
            return ControlFlow::Continue(());
        }
        let mut after = self.kind.after.iter();
        let is_after = after.all(|after| after.set(ending).contains(number));
        let is_good = match self.goal {
            GoalOfWord::Into(region) => Some(region.set(ending).contains(number)),
            GoalOfWord::Within(bytes, at_most) => {
                let byte = bytes.at(ending, number);
                byte.map(|byte| byte <= at_most[lane])
            }
        };
        match (is_good, is_after && self.permits(lane, (ending, number))) {
            (Some(true), true) => match self.places.at(ending, number) {
                Some(place) => self.take(lane, place, m),
                None => self.give_up(1 << lane),
            },
            (Some(_), _) => {}
            (None, _) => self.give_up(1 << lane),
        }
        self.is_done()
    }

    fn of_lowest(&mut self, man: &LowestMan<'_>) -> ControlFlow<()> {
        let Some(worth) = self.worth_to(man) else {
            self.give_up(self.open);
            return self.is_done();
        };
        let mut rest = if worth.good == 0 { 0 } else { self.open };
        while rest != 0 {
            let (lanes, good) = match self.goal {
                GoalOfWord::Into(_) => (rest, worth.good),
                GoalOfWord::Within(_, at_most) => {
                    let of_first = at_most[rest.trailing_zeros() as usize];
                    let lanes = rest & lanes_where(at_most, |at_most| at_most == of_first);
                    let within = lanes_where(&worth.bytes, |byte| byte <= of_first);
                    (lanes, worth.good & within)
                }
            };
            rest &= !lanes;
            if good == 0 {
                continue;
            }
            for lane in each(lanes) {
                let mut targets = man.targets(lane) & good;
                if self.kind.compared.is_some() {
                    let permitted = each(targets).filter(|to| {
                        let after = worth.after(*to);
                        after.is_some_and(|after| self.permits(lane, after))
                    });
                    targets = permitted.fold(0, |squares, to| squares | 1 << to);
                }
                if targets == 0 {
                    continue;
                }
                // The highest square is listed first.
                let mut first = targets.ilog2() as usize;
                let mut place = worth.place(first);
                if matches!(self.places, PlacesOf::Different(_)) {
                    targets &= !(1 << first);
                    while targets != 0 {
                        let to = targets.ilog2() as usize;
                        targets &= !(1 << to);
                        let other = worth.place(to);
                        if other < place {
                            (first, place) = (to, other);
                        }
                    }
                }
                self.take(lane, place, man.to_move(lane, first));
            }
        }
        self.is_done()
    }
}

/// The lanes of which the value is so.
#[inline]
fn lanes_where(values: &[u8; 64], is_so: impl Fn(u8) -> bool) -> u64 {
    let values = values.iter().rev();
    values.fold(0, |lanes, value| lanes << 1 | u64::from(is_so(*value)))
}

/// The lanes of a word, in rising order.
#[inline]
fn each(mut lanes: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (lanes != 0).then(|| {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            lane
        })
    })
}
