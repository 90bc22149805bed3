//! The truth about results: endgame tables, asked about shakmaty's positions.

use chess::{Full, Small};
use nasvet::{TableStore, Watch};
use shakmaty::{Chess, Move, Position, san::SanPlus};
use verify::{BuildError, EndgameTables, GameValue, Holds, Material};

/// A result, for the side that is spoken of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

impl Grade {
    /// As documents write it.
    pub fn name(self) -> &'static str {
        match self {
            Grade::Loss => "loss",
            Grade::Draw => "draw",
            Grade::Win => "win",
        }
    }
}

/// A result with the number of plies to mate, counted from the position that is spoken of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Graded {
    /// The result.
    pub grade: Grade,
    /// The plies to mate with best play; 0 in a draw.
    pub plies: u32,
}

impl Graded {
    /// The winner's moves to mate.
    pub fn moves(self) -> u32 {
        self.plies.div_ceil(2)
    }

    /// The greater, the better: a faster win, a slower loss.
    pub fn merit(self) -> i64 {
        match self.grade {
            Grade::Win => 100_000 - i64::from(self.plies),
            Grade::Draw => 0,
            Grade::Loss => i64::from(self.plies) - 100_000,
        }
    }
}

/// A legal move and what it is worth to the side that makes it.
#[derive(Clone, Debug)]
pub(crate) struct MoveGrade {
    pub(crate) m: Move,
    pub(crate) written: String,
    pub(crate) graded: Graded,
}

/// Endgame tables, and nothing else.
#[derive(Clone, Default)]
pub struct Arbiter {
    tables: EndgameTables,
}

impl Arbiter {
    /// Without tables.
    pub fn new() -> Arbiter {
        Arbiter::default()
    }

    /// Builds the tables of an ending such as `KRK`, and of all that it can turn into.
    pub fn learn(&mut self, men: &str) {
        let material: Material = men.parse().expect("the men of a chapter");
        self.tables
            .build(material, Holds::Mate, &Watch::new())
            .expect("nobody stops it");
    }

    /// The result for the side to move.
    pub(crate) fn grade(&self, position: &Chess) -> Graded {
        let full = Full::new(position.clone(), position.turn());
        let small = Small::from_board(&full).expect("an ending has few men");
        let value = self.tables.probe(&small);
        match value.expect("tables are built before positions are asked about") {
            GameValue::Loss(plies) => Graded {
                grade: Grade::Loss,
                plies: plies.into(),
            },
            GameValue::Draw => Graded {
                grade: Grade::Draw,
                plies: 0,
            },
            GameValue::Win(plies) => Graded {
                grade: Grade::Win,
                plies: plies.into(),
            },
        }
    }

    /// The result of a move for the side that makes it.
    pub(crate) fn grade_move(&self, position: &Chess, m: Move) -> Graded {
        let mut after = position.clone();
        after.play_unchecked(m);
        let theirs = self.grade(&after);
        match theirs.grade {
            Grade::Loss => Graded {
                grade: Grade::Win,
                plies: theirs.plies + 1,
            },
            Grade::Draw => theirs,
            Grade::Win => Graded {
                grade: Grade::Loss,
                plies: theirs.plies + 1,
            },
        }
    }

    /// All legal moves with their results.
    pub(crate) fn grade_moves(&self, position: &Chess) -> Vec<MoveGrade> {
        let moves = position.legal_moves();
        let graded = moves.into_iter().map(|m| MoveGrade {
            m,
            written: SanPlus::from_move(position.clone(), m).to_string(),
            graded: self.grade_move(position, m),
        });
        graded.collect()
    }
}

/// The same tables for those who are audited, so that nothing is built twice.
impl TableStore for Arbiter {
    fn provide(
        &mut self,
        tables: &mut EndgameTables,
        material: Material,
        watch: &Watch,
    ) -> Result<(), BuildError> {
        for material in material.needed() {
            if tables.get(material).is_some() {
                continue;
            }
            match self.tables.get(material) {
                Some(table) => tables.insert(table.clone()),
                None => tables.build(material, Holds::Mate, watch)?,
            }
        }
        Ok(())
    }
}
