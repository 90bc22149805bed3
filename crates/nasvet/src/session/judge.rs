//! The referee's word: whether the user's last move and the answer to it kept the result, and what the position is worth.

use domain::Domain;
use verify::{GameValue, Wdl};

use crate::referee::Worth;
use crate::session::record::By;
use crate::session::seat::{Said, Sitting};
use crate::session::wording::sentence;

impl<D: Domain> Sitting<'_, D> {
    /// What each move in the position at an index is worth, by the tables.
    pub(crate) fn worths(&mut self, ply: usize) -> Result<Vec<Worth>, String> {
        let position = self
            .seat
            .domain
            .write_position(&self.seat.positions[ply], self.seat.view);
        let game = self.session.record.game.clone();
        let stop = self
            .session
            .host
            .search_begins(self.session.settings.seconds);
        let worths = self.session.host.worths(&game, &position, &stop);
        self.seat.interruption = self.session.host.search_ends();
        worths
    }

    /// Says whether the last moves kept the result, the user's first, and what the position is worth now.
    pub(crate) fn judge(&mut self) -> Said {
        let mut said = String::new();
        let plies = &self.session.record.plies;
        let is_users = |idx: usize| plies[idx].by == By::Hand;
        let last = plies.len().checked_sub(1);
        // An answer that came at once does not hide the user's own move.
        let users = last
            .filter(|last| !is_users(*last))
            .and_then(|last| last.checked_sub(1))
            .filter(|before| is_users(*before));
        let named = [
            users.map(|idx| (idx, "Your move ")),
            last.map(|idx| (idx, if users.is_some() { "The answer " } else { "" })),
        ];
        for (idx, who) in named.into_iter().flatten() {
            let m = self.session.record.plies[idx].text.clone();
            let worths = self.worths(idx).map_err(|problem| sentence(&problem))?;
            said += &self.wrapped(&format!("{who}{}", judged(&m, &worths)));
        }
        let side = self.side(self.turn());
        let worths = self
            .worths(self.ply())
            .map_err(|problem| sentence(&problem))?;
        said += &match worths.first() {
            None => "The game is over.\n".to_string(),
            Some(best) => self.wrapped(&format!("{side} to move: {}.", worth(best.outcome))),
        };
        Ok(said)
    }
}

/// What a move did to the result.
fn judged(m: &str, worths: &[Worth]) -> String {
    let Some((best, of)) = worths.first().zip(worths.iter().find(|worth| worth.m == m)) else {
        return format!("{m} is not known to the tables.");
    };
    let name = |wdl| match wdl {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    };
    let (had, has) = (best.outcome.wdl(), of.outcome.wdl());
    if has < had {
        let now = match has {
            Wdl::Draw => "it is a draw now",
            Wdl::Loss | Wdl::Win => "it is lost now",
        };
        return format!(
            "{m} gives the {} away: {now}. {} kept it.",
            name(had),
            best.m
        );
    }
    match (of.outcome, best.outcome) {
        (GameValue::Win(plies), GameValue::Win(least)) if plies > least => format!(
            "{m} keeps the win, with mate in {}; {} mates in {}.",
            plies.div_ceil(2),
            best.m,
            least.div_ceil(2)
        ),
        (GameValue::Win(plies), _) => {
            format!(
                "{m} keeps the win, and nothing is faster: mate in {}.",
                plies.div_ceil(2)
            )
        }
        (GameValue::Draw, _) => format!("{m} keeps the draw."),
        (GameValue::Loss(plies), GameValue::Loss(most)) if plies < most => format!(
            "{m} is lost like every move, with mate in {}; {} holds out for {}.",
            plies.div_ceil(2),
            best.m,
            most.div_ceil(2)
        ),
        (GameValue::Loss(plies), _) => format!(
            "{m} is lost like every move, and holds out longest: mate in {}.",
            plies.div_ceil(2)
        ),
    }
}

fn worth(outcome: GameValue) -> String {
    match outcome {
        GameValue::Win(plies) => format!("a win, with mate in {}", plies.div_ceil(2)),
        GameValue::Draw => "a draw".into(),
        GameValue::Loss(plies) => format!("a loss, with mate in {}", plies.div_ceil(2)),
    }
}
