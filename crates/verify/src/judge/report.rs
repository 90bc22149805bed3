//! The judge's findings in numbers.

use chess::{Board, Small};

use crate::judge::PlayMode;
use crate::judge::fates::Fate;
use crate::judge::survey::{Judged, PART, Root, RootMove};
use crate::material::Material;
use crate::parallel;
use crate::value::Wdl;

/// What was found about one ending.
#[derive(Clone, Debug)]
pub struct EndgameReport {
    /// The men.
    pub material: Material,
    /// How many positions with us to move the advice is about.
    pub positions: u64,
    /// How many others there are.
    pub outside: u64,
    /// How many of them are truly won, drawn and lost for us.
    pub truth: [u64; 3],
    /// The length of wins under best play, over the won positions.
    pub optimum: Lengths,
    /// Half-points given away by single moves.
    pub half_points: HalfPoints,
    /// How often each rule and piece is played, by number.
    pub uses: Vec<Use>,
    /// The results in both modes.
    pub modes: [ModeReport; 2],
}

/// The results in one mode.
#[derive(Clone, Debug)]
pub struct ModeReport {
    /// The mode.
    pub mode: PlayMode,
    /// The fates of positions, by their true results.
    pub crossing: Crossing,
    /// The length of our wins against the longest resistance.
    pub lengths: Lengths,
}

/// Positions by true result (won, drawn, lost for us) and by fate, in the order of [`Fate::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Crossing(pub [[u64; 6]; 3]);

impl Crossing {
    /// How many positions meet a fate.
    pub fn of(&self, fate: Fate) -> u64 {
        self.0.iter().map(|row| row[fate as usize]).sum()
    }

    /// How many positions with a true result meet a fate.
    pub fn of_those(&self, truth: Wdl, fate: Fate) -> u64 {
        self.0[row(truth)][fate as usize]
    }
}

/// The lengths of games, in our moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lengths {
    /// The number of games, by length.
    pub histogram: Vec<u64>,
    /// The number of won games whose length is not known.
    pub unknown: u64,
}

impl Lengths {
    fn add(&mut self, moves: u16) {
        let moves = usize::from(moves);
        if self.histogram.len() <= moves {
            self.histogram.resize(moves + 1, 0);
        }
        self.histogram[moves] += 1;
    }

    /// Adds others.
    fn add_all(&mut self, others: &Lengths) {
        let n_lengths = self.histogram.len().max(others.histogram.len());
        self.histogram.resize(n_lengths, 0);
        for (n, more) in self.histogram.iter_mut().zip(&others.histogram) {
            *n += more;
        }
        self.unknown += others.unknown;
    }

    /// How many games of known length there are.
    pub fn n_games(&self) -> u64 {
        self.histogram.iter().sum()
    }

    /// The longest, if there is any.
    pub fn longest(&self) -> Option<usize> {
        self.histogram.len().checked_sub(1)
    }

    /// The sum of all lengths.
    pub fn sum(&self) -> u64 {
        let weighted = self.histogram.iter().enumerate();
        weighted.map(|(moves, n)| moves as u64 * n).sum()
    }
}

/// Half-points that single moves give away.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HalfPoints {
    /// In how many positions.
    pub positions: u64,
    /// How many in all: one from won to drawn or from drawn to lost, two from won to lost.
    pub given: u64,
    /// By piece.
    pub by_piece: Vec<(u16, u64)>,
    /// The first few positions.
    pub examples: Vec<Small>,
}

/// How often a rule plays a piece of advice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// The rule, by number.
    pub rule: u16,
    /// The piece, by number.
    pub piece: u16,
    /// In how many positions.
    pub positions: u64,
}

/// The most examples that are kept.
const N_EXAMPLES: usize = 3;

impl Judged<'_> {
    /// The findings in numbers.
    pub fn report(&self) -> EndgameReport {
        let n_reported = self.n_reported();
        let parts = (0..n_reported).step_by(PART).collect();
        let parts = parallel::map(parts, |first: usize| {
            let mut part = EndgameReport::about(self.endings[0].material());
            let some = first..(first + PART).min(n_reported);
            match &self.only {
                Some(only) => {
                    for id in only[some].iter().map(|id| *id as usize) {
                        part.note(self, id, &self.roots.get(id));
                    }
                }
                None => {
                    for (id, root) in self.roots.range(some) {
                        part.note(self, id, &root);
                    }
                }
            }
            part
        });
        let mut whole = EndgameReport::about(self.endings[0].material());
        for part in parts {
            whole.add(part);
        }
        whole.uses.sort_by_key(|uses| (uses.rule, uses.piece));
        whole
    }
}

impl EndgameReport {
    /// Nothing has been found yet.
    fn about(material: Material) -> EndgameReport {
        EndgameReport {
            material,
            positions: 0,
            outside: 0,
            truth: [0; 3],
            optimum: Lengths::default(),
            half_points: HalfPoints::default(),
            uses: Vec::new(),
            modes: PlayMode::BOTH.map(|mode| ModeReport {
                mode,
                crossing: Crossing::default(),
                lengths: Lengths::default(),
            }),
        }
    }

    /// Notes what was found about a root.
    fn note(&mut self, judged: &Judged<'_>, id: usize, root: &Root) {
        if !judged.is_about(id) {
            self.outside += 1;
            return;
        }
        self.positions += 1;
        let position = root.position(&judged.endings);
        let wdl = judged.results.of(id);
        if let Some(wdl) = wdl {
            self.truth[row(wdl)] += 1;
        }
        if wdl == Some(Wdl::Win) {
            match judged.truth.plies(&position) {
                Some(plies) => self.optimum.add(plies.div_ceil(2)),
                None => self.optimum.unknown += 1,
            }
        }
        for mode in PlayMode::BOTH {
            let (fate, moves) = judged.fates[mode as usize].of(id);
            let of_mode = &mut self.modes[mode as usize];
            let row = wdl.map_or(0, row);
            of_mode.crossing.0[row][fate as usize] += 1;
            if fate == Fate::Won {
                match judged.fates[mode as usize].is_exact(id) {
                    true => of_mode.lengths.add(moves),
                    false => of_mode.lengths.unknown += 1,
                }
            }
        }
        if let RootMove::Move { rule, piece, m } = root.played {
            count(&mut self.uses, Use::once(rule, piece));
            let after = judged.truth.wdl(&position.play(m));
            self.half_points.note(wdl, after, piece, &position);
        }
    }

    /// Adds what was found about later roots.
    fn add(&mut self, later: EndgameReport) {
        self.positions += later.positions;
        self.outside += later.outside;
        for (n, more) in self.truth.iter_mut().zip(later.truth) {
            *n += more;
        }
        self.optimum.add_all(&later.optimum);
        self.half_points.add(later.half_points);
        for uses in later.uses {
            count(&mut self.uses, uses);
        }
        for (mode, later) in self.modes.iter_mut().zip(later.modes) {
            let rows = mode.crossing.0.iter_mut().zip(later.crossing.0);
            for (n, more) in rows.flat_map(|(row, more)| row.iter_mut().zip(more)) {
                *n += more;
            }
            mode.lengths.add_all(&later.lengths);
        }
    }
}

impl HalfPoints {
    fn note(&mut self, before: Option<Wdl>, after: Option<Wdl>, piece: u16, position: &Small) {
        let given = given_away(before, after);
        if given == 0 {
            return;
        }
        self.positions += 1;
        self.given += given;
        self.add_to_piece(piece, given);
        if self.examples.len() < N_EXAMPLES {
            self.examples.push(*position);
        }
    }

    fn add_to_piece(&mut self, piece: u16, given: u64) {
        match self.by_piece.iter_mut().find(|(of, _)| *of == piece) {
            Some((_, n)) => *n += given,
            None => self.by_piece.push((piece, given)),
        }
    }

    /// Adds what later roots give away.
    fn add(&mut self, later: HalfPoints) {
        self.positions += later.positions;
        self.given += later.given;
        for (piece, given) in later.by_piece {
            self.add_to_piece(piece, given);
        }
        self.examples.extend(later.examples);
        self.examples.truncate(N_EXAMPLES);
    }
}

/// The half-points that a move gives away, by the true results before it and, for them, after it.
pub(crate) fn given_away(before: Option<Wdl>, after: Option<Wdl>) -> u64 {
    let worth = |wdl: Wdl| 2 - row(wdl) as u64;
    match (before, after) {
        // After our move the result is theirs.
        (Some(before), Some(after)) => worth(before).saturating_sub(2 - worth(after)),
        (None, _) | (_, None) => 0,
    }
}

impl Use {
    fn once(rule: u16, piece: u16) -> Use {
        Use {
            rule,
            piece,
            positions: 1,
        }
    }
}

fn count(uses: &mut Vec<Use>, more: Use) {
    match uses
        .iter_mut()
        .find(|uses| uses.rule == more.rule && uses.piece == more.piece)
    {
        Some(found) => found.positions += more.positions,
        None => uses.push(more),
    }
}

/// Won, drawn, lost.
fn row(truth: Wdl) -> usize {
    match truth {
        Wdl::Win => 0,
        Wdl::Draw => 1,
        Wdl::Loss => 2,
    }
}
