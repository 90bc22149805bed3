//! What a move did to the result, how a mistake is punished, and the defence that resists longest: exact, by the tables.

use domain::Stop;
use verify::GameValue;

use crate::position::Position;
use crate::referee::Worth;
use crate::session::Host;
use crate::verdict::MoveVerdict;

/// The tables, as the host has them.
pub(crate) struct Tables<'h>(pub(crate) &'h mut dyn Host);

impl Tables<'_> {
    /// What each legal move of a position is worth, the best first.
    pub(crate) fn worths(&mut self, position: &Position) -> Result<Vec<Worth>, String> {
        self.searching(|host, stop| host.worths(GAME, &position.text(), stop))
    }

    /// What a move does to the result, and the moves that show it.
    pub(crate) fn verdict(&mut self, position: &Position, m: &str) -> Result<MoveVerdict, String> {
        self.searching(|host, stop| host.verdict(GAME, &position.text(), Some(m), stop))
    }

    /// Lets something be searched for that the user may stop.
    pub(crate) fn searching<T>(&mut self, search: impl FnOnce(&mut dyn Host, &Stop) -> T) -> T {
        let stop = self.0.search_begins(None);
        let found = search(self.0, &stop);
        self.0.search_ends();
        found
    }

    /// Their move that resists longest, or where a draw is all they can have, leaves the fewest answers; none if there
    /// is no move.
    ///
    /// Whoever is lost does not mind to repeat himself. Whoever tries to win a drawn position does: of moves that are
    /// worth the same, one that leads to a new position comes first.
    pub(crate) fn defence(
        &mut self,
        position: &Position,
        before: &[Position],
    ) -> Result<Option<String>, String> {
        let worths = self.worths(position)?;
        let Some(best) = worths.first() else {
            return Ok(None);
        };
        let is_new = |worth: &&Worth| {
            let next = position.play(&worth.m);
            next.is_ok_and(|next| !before.contains(&next))
        };
        let mut equals = worths
            .iter()
            .take_while(|worth| worth.outcome == GameValue::Draw);
        Ok(Some(equals.find(is_new).unwrap_or(best).m.clone()))
    }
}

/// The game that there are tables for.
pub(crate) const GAME: &str = "chess";

/// What a move did to the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct JudgedMove {
    /// What the position was worth, with the best move.
    pub(crate) had: GameValue,
    /// What it is worth after this move.
    pub(crate) has: GameValue,
    /// How many moves kept the result.
    pub(crate) n_keeping: usize,
    /// How many moves there were.
    pub(crate) n_moves: usize,
}

impl JudgedMove {
    /// Judges one of the moves of a position; none if it is not among them.
    pub(crate) fn new(worths: &[Worth], m: &str) -> Option<JudgedMove> {
        let had = worths.first()?.outcome;
        let of = worths.iter().find(|worth| worth.m == m)?;
        let keeping = worths
            .iter()
            .filter(|worth| worth.outcome.wdl() == had.wdl());
        Some(JudgedMove {
            had,
            has: of.outcome,
            n_keeping: keeping.count(),
            n_moves: worths.len(),
        })
    }

    /// Is the result worse than it was?
    pub(crate) fn gives_away(self) -> bool {
        self.has.wdl() < self.had.wdl()
    }

    /// Is no move better?
    pub(crate) fn is_best(self) -> bool {
        self.has == self.had
    }
}

/// Moves until mate, with this one; none for a draw.
pub(crate) fn moves_to_mate(value: GameValue) -> Option<u64> {
    value.plies().map(|plies| u64::from(plies.div_ceil(2)))
}
