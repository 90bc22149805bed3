//! A task: a position with the learner to move, what is to be reached, the moves so far, and how it can end.

use documents::TaskResultName;
use verify::{GameValue, Wdl};

use crate::position::Position;
use crate::practice::board::{is_whites_move, man_name, nobody_can_mate, pawns, sorted_men};
use crate::practice::judging::moves_to_mate;
use crate::referee::Worth;

/// Where a task comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// An example of the chapter.
    Example,
    /// A position that was missed before.
    Repeat,
    /// Chance.
    Drawn,
    /// The learner gave it.
    Given,
}

/// What is to be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Goal {
    /// A win, or a draw against best play.
    pub(crate) result: Wdl,
    /// After so many moves that keep the result the task is solved; none: it is played to its end.
    pub(crate) moves: Option<usize>,
}

/// A draw is held for so many moves: long enough for the attacker to try everything once.
const HELD: usize = 15;

/// A position that was missed is about one decision; two moves more show that it was understood.
const REPEATED: usize = 3;

impl Goal {
    /// The goal of a task with this result.
    pub(crate) fn new(result: Wdl, origin: Origin) -> Goal {
        let moves = match (origin, result) {
            (Origin::Repeat, _) => Some(REPEATED),
            (_, Wdl::Draw) => Some(HELD),
            (_, Wdl::Win | Wdl::Loss) => None,
        };
        Goal { result, moves }
    }

    /// What is asked of the side to move.
    pub(crate) fn sentence(self, side: &str) -> String {
        match (self.result, self.moves) {
            (Wdl::Win, None) => format!("{side} to move and win."),
            (Wdl::Win, Some(n)) => format!("{side} to move and keep the win for {n} moves."),
            (Wdl::Draw | Wdl::Loss, Some(n)) => format!("{side} to move and hold for {n} moves."),
            (Wdl::Draw | Wdl::Loss, None) => format!("{side} to move and hold."),
        }
    }
}

/// A task in progress.
#[derive(Clone, Debug)]
pub(crate) struct LearnerTask {
    pub(crate) origin: Origin,
    pub(crate) goal: Goal,
    /// The idea that it is about, if the chapter has one for it.
    pub(crate) idea: Option<String>,
    /// All positions, the learner's move and theirs in turn.
    pub(crate) positions: Vec<Position>,
    /// The moves between them.
    pub(crate) moves: Vec<String>,
    /// What each move in the last position is worth.
    pub(crate) worths: Vec<Worth>,
    /// What each position with the learner to move was worth.
    pub(crate) values: Vec<GameValue>,
    /// Before this many moves the learner was last told that nothing is gained.
    pub(crate) told: usize,
    /// Hints that were given in this position.
    pub(crate) hints: usize,
    /// Positions in which the result was given away, or the solution shown.
    pub(crate) missed: Vec<String>,
    /// Was there any help?
    pub(crate) helped: bool,
    /// How it has ended.
    pub(crate) end: Option<TaskEnd>,
}

/// How a task has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TaskEnd {
    /// What happened, in sentences.
    pub(crate) sentence: String,
    /// Is the goal reached?
    pub(crate) is_reached: bool,
}

/// The first position is drawn, and each side makes a move: so many half-moves without progress are a draw.
const FIFTY_MOVES: usize = 100;

impl LearnerTask {
    /// A task from a position, with what its moves are worth.
    pub(crate) fn new(
        origin: Origin,
        position: Position,
        idea: Option<String>,
        worths: Vec<Worth>,
    ) -> Option<LearnerTask> {
        let value = worths.first()?.outcome;
        Some(LearnerTask {
            origin,
            goal: Goal::new(value.wdl(), origin),
            idea,
            positions: vec![position],
            moves: Vec::new(),
            worths,
            values: vec![value],
            told: 0,
            hints: 0,
            missed: Vec::new(),
            helped: false,
            end: None,
        })
    }

    /// The position that it has come to.
    pub(crate) fn position(&self) -> &Position {
        let last = self.positions.last();
        last.expect("a task has a first position")
    }

    /// The position that it began with.
    pub(crate) fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Is the learner Black?
    pub(crate) fn is_black(&self) -> bool {
        !is_whites_move(&self.start().text())
    }

    /// How many moves the learner has made.
    pub(crate) fn n_moves(&self) -> usize {
        self.moves.len().div_ceil(2)
    }

    /// How it went, once it has ended.
    pub(crate) fn result(&self) -> TaskResultName {
        let is_reached = self.end.as_ref().is_some_and(|end| end.is_reached);
        match (is_reached && self.missed.is_empty(), self.helped) {
            (false, _) => TaskResultName::Failed,
            (true, true) => TaskResultName::Helped,
            (true, false) => TaskResultName::Solved,
        }
    }

    /// Goes on with a move, the learner's or theirs.
    pub(crate) fn play(&mut self, m: &str, next: Position) {
        self.moves.push(m.to_owned());
        self.positions.push(next);
    }

    /// The learner is to move again, with what the moves are worth now.
    pub(crate) fn turn(&mut self, worths: Vec<Worth>) {
        self.values.extend(worths.first().map(|best| best.outcome));
        self.worths = worths;
        self.hints = 0;
    }

    /// Takes the last move of each side back, with what the moves are worth then.
    pub(crate) fn take_back(&mut self, worths: Vec<Worth>) {
        let n_moves = self.moves.len().saturating_sub(2);
        self.moves.truncate(n_moves);
        self.positions.truncate(n_moves + 1);
        self.values.truncate(n_moves / 2 + 1);
        self.told = self.told.min(n_moves / 2);
        self.worths = worths;
        self.hints = 0;
    }

    /// Is it over, after a move that kept the result? `by_learner` says who made the move.
    pub(crate) fn ending(&self, by_learner: bool) -> Option<TaskEnd> {
        let position = self.position();
        let text = position.text();
        let last = self.moves.last()?;
        let over = |sentence: &str, is_reached: bool| {
            Some(TaskEnd {
                sentence: sentence.into(),
                is_reached,
            })
        };
        let draw = |what: &str| {
            let is_reached = self.goal.result == Wdl::Draw;
            let then = match is_reached {
                true => "The draw is held.",
                false => "The win has slipped away.",
            };
            over(&format!("{what} {then}"), is_reached)
        };
        if position.is_over() {
            return match last.ends_with('#') {
                true => over("Checkmate.", by_learner),
                false => draw("Stalemate: a draw."),
            };
        }
        if nobody_can_mate(&text) {
            return draw("Nobody can mate with the men that are left: a draw.");
        }
        if let Some(changed) = self.changed_men() {
            return over(&changed, true);
        }
        let times = self.positions.iter().filter(|other| *other == position);
        if times.count() >= 3 {
            return draw("The same position for the third time: a draw.");
        }
        if self.n_quiet() >= FIFTY_MOVES {
            return draw("Fifty moves without a capture or a pawn move: a draw.");
        }
        let wanted = self.goal.moves?;
        if self.n_moves() < wanted {
            return None;
        }
        match self.goal.result {
            Wdl::Win => over(&format!("The win is kept for {wanted} moves."), true),
            Wdl::Draw | Wdl::Loss => over(&format!("The draw is held for {wanted} moves."), true),
        }
    }

    /// A man was taken or a pawn has become another man: the ending that was practised is over.
    fn changed_men(&self) -> Option<String> {
        let (men, now) = (
            sorted_men(&self.start().text()),
            sorted_men(&self.position().text()),
        );
        if men == now {
            return None;
        }
        let gone: Vec<char> = men
            .iter()
            .filter(|man| !now.contains(man))
            .copied()
            .collect();
        let new: Vec<char> = now
            .iter()
            .filter(|man| !men.contains(man))
            .copied()
            .collect();
        let what = match (&gone[..], &new[..]) {
            ([pawn], [man]) if pawn.eq_ignore_ascii_case(&'P') => {
                format!("The pawn has become a {}.", man_name(*man))
            }
            ([man, ..], _) => format!("The {} is taken.", man_name(*man)),
            ([], _) => "Other men are on the board now.".into(),
        };
        let then = match self.goal.result {
            Wdl::Win => "The rest is won.",
            Wdl::Draw | Wdl::Loss => "The draw is held.",
        };
        Some(format!("{what} {then}"))
    }

    /// Half-moves since the last capture or pawn move.
    fn n_quiet(&self) -> usize {
        let state = |position: &Position| {
            let text = position.text();
            (sorted_men(&text), pawns(&text))
        };
        let now = state(self.position());
        let before = self.positions.iter().rev().skip(1);
        before.take_while(|position| state(position) == now).count()
    }

    /// What is said to one who moves to and fro: mate is no nearer than three moves ago, or the position is not new.
    ///
    /// It is asked when the learner is to move again, and told at most once in three moves.
    pub(crate) fn shuffling(&mut self) -> Option<String> {
        const LOOK_BACK: usize = 3;
        let n_moves = self.values.len() - 1;
        if self.goal.result != Wdl::Win {
            return None;
        }
        let position = self.position();
        let earlier = &self.positions[..self.positions.len() - 1];
        if let Some(idx) = earlier.iter().rposition(|other| other == position) {
            self.told = n_moves;
            let when = match idx / 2 {
                0 => "at the beginning".to_owned(),
                n => format!("after move {n}"),
            };
            return Some(format!(
                "This position was on the board {when}: nothing is gained. The third time it is a draw."
            ));
        }
        if n_moves < self.told + LOOK_BACK {
            return None;
        }
        let (then, now) = (
            moves_to_mate(self.values[n_moves - LOOK_BACK])?,
            moves_to_mate(self.values[n_moves])?,
        );
        (now >= then).then(|| {
            self.told = n_moves;
            format!("Three moves, and no progress: it was mate in {then}, and it is mate in {now}.")
        })
    }
}
