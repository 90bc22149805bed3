//! The search of one thread: alpha-beta with a zero window, quiescence, null moves and shallower looks at late moves.

use domain::{Stopped, Watch};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, MoveList, Position};

use crate::evaluation::{evaluate, worth};
use crate::order::Habits;
use crate::score::{MATE, MATE_BOUND, MAX_DEPTH};
use crate::table::{PositionTable, ScoreBound, TableEntry, code};

/// The number of a position, by which it is known again.
pub(crate) fn key(position: &Chess) -> u64 {
    let hash: Zobrist64 = position.zobrist_hash(EnPassantMode::Legal);
    hash.0
}

/// A search in progress.
pub(crate) struct LineSearch<'a> {
    table: &'a PositionTable,
    watch: &'a Watch,
    habits: Habits,
    /// The positions of the game and of the line at hand.
    path: Vec<u64>,
    /// The best line from each ply on.
    lines: Vec<Vec<Move>>,
    pub(crate) nodes: u64,
    /// The deepest ply that was looked at.
    pub(crate) deepest: usize,
}

/// The part of the score between which the answer matters.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    /// The same as the other side sees it.
    fn turned(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    fn is_zero(self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// Lines end here; check after check may go beyond the depth.
const MAX_PLY: usize = MAX_DEPTH as usize + 28;

impl<'a> LineSearch<'a> {
    /// A search after a game of these positions, the one at hand not among them.
    pub(crate) fn new(table: &'a PositionTable, watch: &'a Watch, game: &[u64]) -> LineSearch<'a> {
        LineSearch {
            table,
            watch,
            habits: Habits::new(MAX_PLY + 1),
            path: game.to_vec(),
            lines: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            deepest: 0,
        }
    }

    /// The best of these moves, its score and line.
    pub(crate) fn root(
        &mut self,
        position: &Chess,
        moves: &[Move],
        depth: i32,
    ) -> Result<(i32, Vec<Move>), Stopped> {
        let key = key(position);
        self.path.push(key);
        let found = self.root_moves(position, moves, depth);
        self.path.pop();
        let (score, line) = found?;
        if let Some(first) = line.first() {
            let found = TableEntry {
                score,
                depth,
                bound: ScoreBound::Exact,
                best: code(*first),
            };
            self.table.put(key, 0, found);
        }
        Ok((score, line))
    }

    fn root_moves(
        &mut self,
        position: &Chess,
        moves: &[Move],
        depth: i32,
    ) -> Result<(i32, Vec<Move>), Stopped> {
        let mut best: Option<(i32, Vec<Move>)> = None;
        for m in moves {
            let next = played(position, *m);
            let alpha = best.as_ref().map_or(-MATE, |(score, _)| *score);
            let window = Window { alpha, beta: MATE };
            let mut score = alpha;
            if best.is_some() {
                let zero = Window {
                    alpha,
                    beta: alpha + 1,
                };
                score = -self.node(&next, depth - 1, 1, zero.turned(), true)?;
            }
            if best.is_none() || score > alpha {
                score = -self.node(&next, depth - 1, 1, window.turned(), true)?;
            }
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                let rest = self.lines[1].iter().copied();
                best = Some((score, std::iter::once(*m).chain(rest).collect()));
            }
        }
        Ok(best.unwrap_or((0, Vec::new())))
    }

    /// What a position is worth to the side to move, within the window.
    fn node(
        &mut self,
        position: &Chess,
        depth: i32,
        ply: usize,
        window: Window,
        may_pass: bool,
    ) -> Result<i32, Stopped> {
        self.lines[ply].clear();
        self.count()?;
        self.deepest = self.deepest.max(ply);
        // Step 1. A line that repeats itself, or in which nobody can win, is a draw.
        let key = key(position);
        let moves = position.legal_moves();
        let in_check = position.is_check();
        if moves.is_empty() {
            return Ok(if in_check { ply as i32 - MATE } else { 0 });
        }
        if self.is_repeated(key, position.halfmoves())
            || position.halfmoves() >= 100
            || position.is_insufficient_material()
        {
            return Ok(0);
        }
        if ply >= MAX_PLY {
            return Ok(evaluate(position));
        }
        // Step 2. A mate that was found nearer the root makes others of no interest.
        let alpha = window.alpha.max(ply as i32 - MATE);
        let beta = window.beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return Ok(alpha);
        }
        let mut window = Window { alpha, beta };
        // Step 3. Out of check one looks a ply deeper; at the end of the depth, at captures only.
        let depth = if in_check { depth + 1 } else { depth };
        if depth <= 0 {
            return self.quiet(position, ply, window);
        }
        // Step 4. What is remembered may be enough.
        let remembered = self.table.get(key, ply);
        if let Some(found) = remembered
            && found.depth >= depth
            && window.is_zero()
        {
            let is_enough = match found.bound {
                ScoreBound::Exact => true,
                ScoreBound::AtLeast => found.score >= window.beta,
                ScoreBound::AtMost => found.score <= window.alpha,
            };
            if is_enough {
                return Ok(found.score);
            }
        }
        // Step 5. If even a pass is too good for them, a move is. Where only pawns are left, a pass may be the best.
        if may_pass
            && !in_check
            && depth >= 3
            && window.is_zero()
            && has_pieces(position)
            && evaluate(position) >= window.beta
            && let Ok(passed) = position.clone().swap_turn()
        {
            let zero = Window {
                alpha: window.beta - 1,
                beta: window.beta,
            };
            self.path.push(key);
            let score = self.node(&passed, depth - 3, ply + 1, zero.turned(), false);
            self.path.pop();
            let score = -score?;
            if score >= window.beta && score.abs() < MATE_BOUND {
                return Ok(score);
            }
        }
        // Step 6. The moves, the most promising first; late quiet ones are looked at less deep, unless they are good.
        let best_before = remembered.map_or(0, |found| found.best);
        self.path.push(key);
        let found = self.moves(position, moves, depth, ply, &mut window, best_before);
        self.path.pop();
        let (score, best) = found?;
        // Step 7. It is remembered.
        let bound = match score {
            score if score >= beta => ScoreBound::AtLeast,
            score if score > alpha => ScoreBound::Exact,
            _ => ScoreBound::AtMost,
        };
        let found = TableEntry {
            score,
            depth,
            bound,
            best,
        };
        self.table.put(key, ply, found);
        Ok(score)
    }

    fn moves(
        &mut self,
        position: &Chess,
        mut moves: MoveList,
        depth: i32,
        ply: usize,
        window: &mut Window,
        best_before: u16,
    ) -> Result<(i32, u16), Stopped> {
        let color = position.turn();
        let in_check = position.is_check();
        self.habits.sort(&mut moves, color, ply, best_before);
        let (mut most, mut best) = (-MATE, 0);
        for (idx, m) in moves.iter().enumerate() {
            let next = played(position, *m);
            let is_quiet = !m.is_capture() && !m.is_promotion();
            let score = if idx == 0 {
                -self.node(&next, depth - 1, ply + 1, window.turned(), true)?
            } else {
                let is_late = is_quiet && !in_check && idx >= 4 && depth >= 3 && !next.is_check();
                let less = match is_late {
                    true => 1 + i32::from(idx >= 12),
                    false => 0,
                };
                let zero = Window {
                    alpha: window.alpha,
                    beta: window.alpha + 1,
                };
                let mut score =
                    -self.node(&next, depth - 1 - less, ply + 1, zero.turned(), true)?;
                if score > window.alpha && less > 0 {
                    score = -self.node(&next, depth - 1, ply + 1, zero.turned(), true)?;
                }
                if score > window.alpha && score < window.beta {
                    score = -self.node(&next, depth - 1, ply + 1, window.turned(), true)?;
                }
                score
            };
            if score > most {
                (most, best) = (score, code(*m));
            }
            if score > window.alpha {
                window.alpha = score;
                let rest = std::mem::take(&mut self.lines[ply + 1]);
                let line = &mut self.lines[ply];
                line.clear();
                line.push(*m);
                line.extend_from_slice(&rest);
                self.lines[ply + 1] = rest;
            }
            if window.alpha >= window.beta {
                if is_quiet {
                    self.habits.learn(color, *m, ply, depth);
                }
                break;
            }
        }
        Ok((most, best))
    }

    /// Captures until there is quiet; out of check, every move.
    fn quiet(&mut self, position: &Chess, ply: usize, mut window: Window) -> Result<i32, Stopped> {
        self.lines[ply].clear();
        self.deepest = self.deepest.max(ply);
        let in_check = position.is_check();
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return Ok(if in_check { ply as i32 - MATE } else { 0 });
        }
        let stand = evaluate(position);
        if ply >= MAX_PLY {
            return Ok(stand);
        }
        let mut most = -MATE;
        if !in_check {
            most = stand;
            if most >= window.beta {
                return Ok(most);
            }
            window.alpha = window.alpha.max(most);
            moves.retain(|m| m.is_capture() || m.promotion() == Some(shakmaty::Role::Queen));
        }
        self.habits.sort(&mut moves, position.turn(), ply, 0);
        for m in &moves {
            // What cannot reach the window even with a pawn more is not looked at.
            let gain = m.capture().map_or(0, worth) + m.promotion().map_or(0, worth);
            if !in_check && stand + gain + 150 <= window.alpha {
                continue;
            }
            self.count()?;
            let score = -self.quiet(&played(position, *m), ply + 1, window.turned())?;
            most = most.max(score);
            window.alpha = window.alpha.max(score);
            if window.alpha >= window.beta {
                break;
            }
        }
        Ok(most)
    }

    /// Was this position there before, since the last capture or pawn move?
    fn is_repeated(&self, key: u64, halfmoves: u32) -> bool {
        let mut before = self.path.iter().rev().take(halfmoves as usize);
        before.any(|other| *other == key)
    }

    fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.watch.max_nodes() {
            return Err(Stopped::Nodes(self.nodes));
        }
        self.nodes += 1;
        match self.nodes.is_multiple_of(512) {
            true => self.watch.check(),
            false => Ok(()),
        }
    }
}

/// The position after a legal move.
pub(crate) fn played(position: &Chess, m: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(m);
    next
}

/// Has the side to move anything but king and pawns?
fn has_pieces(position: &Chess) -> bool {
    let board = position.board();
    let ours = board.by_color(position.turn());
    (ours & !board.pawns() & !board.kings()).any()
}
