//! Thoughts counted over all positions of an ending: where something can be kept, and from which values a number falls.

use chess::{Board as _, Chess, Small, View};
use documents::{KeptWithin, LoweredValue};
use domain::{Notation as _, Side, Stopped, Watch};
use lang::checked::{Expr, PieceId, Program};
use lang::reference::{Budget, Evaluator, Scene};
use solve::Solution;
use verify::{EndgameTables, Index, Material, Oracle as _, Wdl};

/// How many positions are shown.
const MAX_EXAMPLES: usize = 5;

/// A thought that was solved for all positions of an ending. Its pieces have the numbers after those of the program.
#[derive(Clone, Copy)]
pub struct TriedThought<'a> {
    /// The program, which says which positions it is about.
    pub program: &'a Program,
    /// The ending.
    pub material: Material,
    /// What was found out about its pieces.
    pub solution: &'a Solution,
}

impl TriedThought<'_> {
    /// In how many positions that are not lost a piece can be kept, or reached by another.
    pub fn kept(
        &self,
        (keep, reach): (PieceId, PieceId),
        tables: &EndgameTables,
        watch: &Watch,
    ) -> Result<KeptCount, Stopped> {
        let mut counted = KeptCount::default();
        let chess = Chess::<Small>::new();
        let mut evaluator = Evaluator::new(&chess, self.program, Budget::steps(u64::MAX));
        for position in self.ours_to_move() {
            watch.check()?;
            if !self.is_about(&mut evaluator, &position)? {
                continue;
            }
            // Where nothing can be moved the game is over.
            if !position.has_moves() || tables.wdl(&position) == Some(Wdl::Loss) {
                continue;
            }
            counted.not_lost += 1;
            let moves = match self.solution.can(keep, &position) {
                Some(true) => Some(0),
                Some(false) | None => self.solution.moves_needed().at(reach, &position).flatten(),
            };
            counted.note(moves, || written(&position));
        }
        Ok(counted)
    }

    /// From which values of an expression a piece is reached.
    pub fn lowered(
        &self,
        piece: PieceId,
        expr: &Expr,
        watch: &Watch,
    ) -> Result<Vec<LoweredValue>, Stopped> {
        let chess = Chess::<Small>::new();
        let mut evaluator = Evaluator::new(&chess, self.program, Budget::steps(u64::MAX));
        let mut values: Vec<LoweredValue> = Vec::new();
        for position in self.ours_to_move() {
            watch.check()?;
            if !self.is_about(&mut evaluator, &position)? {
                continue;
            }
            let value = match self.solution.measure(piece, &position) {
                Some(value) => value,
                None => {
                    let value = evaluator.value(expr, Scene::of(&position))?;
                    value.map(|value| value.number())
                }
            };
            let Some(value) = value else {
                continue;
            };
            let at = values.binary_search_by_key(&value, |known| known.value);
            let at = at.unwrap_or_else(|at| {
                let new = LoweredValue {
                    value,
                    positions: 0,
                    lowered: 0,
                    longest: 0,
                    stuck: None,
                };
                values.insert(at, new);
                at
            });
            let counted = &mut values[at];
            counted.positions += 1;
            match self.solution.moves_needed().at(piece, &position).flatten() {
                Some(moves) => {
                    counted.lowered += 1;
                    counted.longest = counted.longest.max(moves);
                }
                None if counted.stuck.is_none() => counted.stuck = Some(written(&position)),
                None => {}
            }
        }
        Ok(values)
    }

    /// Every position of the ending with us to move.
    fn ours_to_move(&self) -> impl Iterator<Item = Small> {
        let index = Index::new(self.material);
        let numbered = index.positions(0..index.n_numbers() / 2);
        numbered.map(|(_, position)| position)
    }

    /// Is the program about a position?
    fn is_about(
        &self,
        evaluator: &mut Evaluator<'_, Chess<Small>>,
        position: &Small,
    ) -> Result<bool, Stopped> {
        let Some(about) = &self.program.positions else {
            return Ok(true);
        };
        let value = evaluator.value(about, Scene::of(position))?;
        Ok(value.is_some_and(|value| value.truth()))
    }
}

/// How many positions keep something, by the moves that they need first.
#[derive(Default)]
pub struct KeptCount {
    /// Positions that are not lost.
    pub not_lost: u64,
    by_moves: Vec<u64>,
    /// Those that never can.
    pub never: u64,
    /// Some of these.
    pub examples: Vec<String>,
}

impl KeptCount {
    fn note(&mut self, moves: Option<u32>, example: impl FnOnce() -> String) {
        match moves {
            Some(moves) => {
                let moves = moves as usize;
                if self.by_moves.len() <= moves {
                    self.by_moves.resize(moves + 1, 0);
                }
                self.by_moves[moves] += 1;
            }
            None => {
                self.never += 1;
                if self.examples.len() < MAX_EXAMPLES {
                    self.examples.push(example());
                }
            }
        }
    }

    /// How many can after so many moves at most.
    pub fn within(&self) -> Vec<KeptWithin> {
        let sums = self.by_moves.iter().scan(0, |sum, n| {
            *sum += n;
            Some(*sum)
        });
        let mut within: Vec<KeptWithin> = (0..)
            .zip(sums)
            .map(|(moves, positions)| KeptWithin { moves, positions })
            .collect();
        if within.is_empty() {
            within.push(KeptWithin {
                moves: 0,
                positions: 0,
            });
        }
        within
    }
}

fn written(position: &Small) -> String {
    debug_assert_eq!(position.turn(), Side::Us);
    Chess::<Small>::new().write_position(
        position,
        View {
            us: shakmaty::Color::White,
        },
    )
}
