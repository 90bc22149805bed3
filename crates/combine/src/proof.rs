//! Does an announced combination hold against every legal reply?
//!
//! Knows the rules of chess and the moves that were announced, and nothing of plans. Follows the announced tree; every
//! reply that it does not mention is answered by a search of all moves, to mate or to a quiet position. A reply without
//! an answer is a refutation, which the finder then has to think about.

mod checks;
mod runners;
mod trapped;

use rustc_hash::FxHashMap;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position, Role, Square};

use crate::analysis::is_race;
use crate::moves::TreeMove;
use crate::report::ReducedBranch;
use crate::values::{CombinationGoal, Values};

/// How many plies of all moves are looked at after a reply that the tree does not mention, in rising order.
const HORIZONS: [u32; 2] = [2, 4];
/// The same where few pieces are left: there are fewer moves, and what decides comes later.
const RACE_HORIZONS: [u32; 6] = [2, 4, 6, 8, 10, 12];
/// The same where mate is the goal: mate in one, two and three.
const MATE_HORIZONS: [u32; 3] = [1, 3, 5];
/// The most positions for one such reply: what takes longer is for the finder to think about.
const POSITIONS_A_REPLY: u64 = 20_000;
/// In the last look at an announcement one reply may take this part of all positions.
const PART_A_REPLY_AGAIN: u64 = 4;
/// The most plies by which a line is made longer, and where few pieces are left.
const MAX_MORE: usize = 6;
const MAX_RACE: usize = 12;
/// The most captures in a row at the end of a line.
const MAX_CAPTURES: u32 = 10;
/// Tells what is known at the first look from what is known at the last, and after captures.
const LAST_LOOK: u32 = 100;
/// For so many of them an announcement is asked whether the attacker may stop there.
const STRICT_CAPTURES: u32 = 2;
/// So many of the first of them may also be checks by the defender.
const CHECKS: u32 = 2;

/// What became of an attempt to prove an announcement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Proof {
    /// Every legal reply has an answer.
    Holds,
    /// This line ends with a reply that has none.
    Refuted(Vec<Move>),
    /// The budget ran out before the reply at the end of this line was settled.
    Open(Vec<Move>),
}

/// The judge of one announcement.
pub(crate) struct ReplyProver {
    goal: CombinationGoal,
    values: Values,
    attacker: Color,
    /// The most positions for the whole proof, and for what is looked at now.
    max_positions: u64,
    limit: u64,
    /// Positions looked at.
    pub(crate) n_positions: u64,
    /// The positions on the way, by their hash: a repetition is a draw.
    path: Vec<u64>,
    /// The moves on the way.
    line: Vec<Move>,
    /// What is known of positions without hints: hash, gain and depth.
    known: FxHashMap<(u64, i32, u32), bool>,
    /// The last good answer at each depth.
    killers: [Option<Move>; 16],
    /// Is what captures win looked at once more, to see whether it lasts?
    is_strict: bool,
    /// Is this that look?
    is_last_look: bool,
}

/// The budget ran out.
struct OutOfBudget;

impl ReplyProver {
    pub(crate) fn new(position: &Chess, goal: CombinationGoal, values: Values) -> ReplyProver {
        ReplyProver {
            goal,
            values,
            attacker: position.turn(),
            max_positions: 0,
            limit: 0,
            n_positions: 0,
            path: Vec::new(),
            line: Vec::new(),
            known: FxHashMap::default(),
            killers: [None; 16],
            is_strict: false,
            is_last_look: false,
        }
    }

    /// Judges the announced moves, looking at no more than so many positions.
    pub(crate) fn prove(
        &mut self,
        position: &Chess,
        tree: &[ReducedBranch],
        max_positions: u64,
    ) -> Proof {
        self.max_positions = max_positions;
        self.limit = max_positions;
        self.path.clear();
        self.line.clear();
        self.n_positions = 0;
        match self.follow(position, tree, 0) {
            Ok(true) => Proof::Holds,
            Ok(false) => Proof::Refuted(std::mem::take(&mut self.line)),
            Err(OutOfBudget) => Proof::Open(std::mem::take(&mut self.line)),
        }
    }

    /// Judges again what was found to hold: captures at the end of a line win something only if it lasts, whatever is
    /// replied. That takes longer, so it is not for what is only tried.
    pub(crate) fn prove_again(
        &mut self,
        position: &Chess,
        tree: &[ReducedBranch],
        max_positions: u64,
    ) -> Proof {
        if self.goal == CombinationGoal::Mate {
            self.n_positions = 0;
            return Proof::Holds;
        }
        self.is_strict = true;
        self.known.clear();
        let proof = self.prove(position, tree, max_positions);
        self.is_strict = false;
        self.known.clear();
        proof
    }

    fn is_reached(&self, gain: i32) -> bool {
        match self.goal {
            CombinationGoal::Mate => false,
            CombinationGoal::Gain(wanted) => gain >= wanted,
        }
    }

    /// Has a piece more been won than was announced? Then it is enough that nothing can be won back at once.
    fn has_to_spare(&self, gain: i32) -> bool {
        self.is_reached(gain - self.values.of(Role::Knight))
    }

    /// Does the announced part of the tree hold from here? If not, the line ends with what refutes it.
    fn follow(
        &mut self,
        position: &Chess,
        hints: &[ReducedBranch],
        gain: i32,
    ) -> Result<bool, OutOfBudget> {
        self.count()?;
        if let Some(end) = self.end(position) {
            return Ok(end);
        }
        // Where the announced line ends, the defender may still have checks, and the win may be a draw.
        if hints.is_empty()
            && position.turn() != self.attacker
            && self.is_reached(gain)
            && let Some(check) = self.endless_check(position, gain)?
        {
            self.line.push(check);
            return Err(OutOfBudget);
        }
        self.path.push(hash(position));
        let holds = match position.turn() == self.attacker {
            true => self.follow_attack(position, hints, gain)?,
            false => self.follow_defence(position, hints, gain)?,
        };
        self.path.pop();
        Ok(holds)
    }

    fn follow_attack(
        &mut self,
        position: &Chess,
        hints: &[ReducedBranch],
        gain: i32,
    ) -> Result<bool, OutOfBudget> {
        let legal = position.legal_moves();
        for hint in hints {
            let Some(m) = legal.iter().find(|m| is_same(**m, hint.m)) else {
                continue;
            };
            let n_line = self.line.len();
            self.line.push(*m);
            let (next, won) = self.play(position, *m);
            if self.follow(&next, &hint.after, gain + won)? {
                self.line.truncate(n_line);
                return Ok(true);
            }
            // The refutation stands in the line; another move of ours may still do.
            let refutation = std::mem::take(&mut self.line);
            self.line = refutation[..n_line].to_vec();
            if !self.line.is_empty() && self.answers(position, gain)? {
                return Ok(true);
            }
            self.line = refutation;
            return Ok(false);
        }
        self.answers(position, gain)
    }

    fn follow_defence(
        &mut self,
        position: &Chess,
        hints: &[ReducedBranch],
        gain: i32,
    ) -> Result<bool, OutOfBudget> {
        for m in self.ordered(position) {
            self.line.push(m);
            let hint = hints.iter().find(|hint| is_same(m, hint.m));
            let (next, won) = self.play(position, m);
            let after = hint.map_or(&[][..], |hint| &hint.after);
            if !self.follow(&next, after, gain - won)? {
                return Ok(false);
            }
            self.line.pop();
        }
        Ok(true)
    }

    /// How a line that ends with a threat goes on until the goal is reached. The man that has just moved is taken, if
    /// it can be: that shows the idea; other answers are stubborn.
    pub(crate) fn goes_on(
        &mut self,
        position: &Chess,
        gain: i32,
        last: Option<Square>,
    ) -> Vec<Move> {
        self.path.clear();
        self.n_positions = 0;
        self.max_positions = POSITIONS_A_REPLY;
        self.limit = POSITIONS_A_REPLY;
        let mut moves = Vec::new();
        let (mut position, mut gain, mut last) = (position.clone(), gain, last);
        let most = match is_race(position.board()) {
            true => MAX_RACE,
            false => MAX_MORE,
        };
        while moves.len() < most && !self.is_reached(gain) && self.end(&position).is_none() {
            let next = match position.turn() == self.attacker {
                true => self.answer(&position, gain),
                false => match self.accepting(&position, last) {
                    Some(m) => Ok(Some(m)),
                    None => self.stubborn(&position, gain),
                },
            };
            let Ok(Some(m)) = next else {
                break;
            };
            let (after, won) = self.play(&position, m);
            gain += match position.turn() == self.attacker {
                true => won,
                false => -won,
            };
            position = after;
            last = Some(m.to());
            moves.push(m);
        }
        // A line does not end with an answer to it.
        if position.turn() == self.attacker {
            moves.pop();
        }
        moves
    }

    /// A move that reaches the goal, as soon as possible.
    fn answer(&mut self, position: &Chess, gain: i32) -> Result<Option<Move>, OutOfBudget> {
        let horizons = self.horizons(position);
        for plies in std::iter::once(1).chain(horizons.iter().copied()) {
            for m in self.ordered(position) {
                let (next, won) = self.play(position, m);
                if self.defend(&next, gain + won, plies - 1)? {
                    return Ok(Some(m));
                }
            }
        }
        Ok(None)
    }

    /// A reply after which captures alone do not reach the goal, or any.
    fn stubborn(&mut self, position: &Chess, gain: i32) -> Result<Option<Move>, OutOfBudget> {
        let moves = self.ordered(position);
        for m in &moves {
            let (next, won) = self.play(position, *m);
            if !self.attack(&next, gain - won, 1)? {
                return Ok(Some(*m));
            }
        }
        Ok(moves.first().copied())
    }

    /// How far a search of all moves looks, in rising order.
    fn horizons(&self, position: &Chess) -> &'static [u32] {
        match self.goal {
            CombinationGoal::Mate => &MATE_HORIZONS,
            CombinationGoal::Gain(_) if is_race(position.board()) => &RACE_HORIZONS,
            CombinationGoal::Gain(_) => &HORIZONS,
        }
    }

    /// Does the attacker have an answer here, by a search of all moves?
    fn answers(&mut self, position: &Chess, gain: i32) -> Result<bool, OutOfBudget> {
        let horizons = self.horizons(position);
        // The search puts the position on the way itself.
        let here = self.path.pop();
        let n_path = self.path.len();
        let most = match self.is_strict {
            true => self.max_positions / PART_A_REPLY_AGAIN,
            false => POSITIONS_A_REPLY,
        };
        self.limit = self.max_positions.min(self.n_positions + most);
        let at_once = (self.is_strict && self.has_to_spare(gain)).then_some(&0);
        let mut found = Ok(false);
        for plies in at_once.into_iter().chain(horizons) {
            found = self.attack(position, gain, *plies);
            if !matches!(found, Ok(false)) {
                break;
            }
        }
        self.limit = self.max_positions;
        self.path.truncate(n_path);
        self.path.extend(here);
        match found {
            // What is only tried is not worth more; an announcement stays open.
            Err(OutOfBudget) if self.n_positions < self.max_positions && !self.is_strict => {
                Ok(false)
            }
            found => found,
        }
    }

    /// The attacker to move: is there a move that reaches the goal within so many plies?
    fn attack(&mut self, position: &Chess, gain: i32, plies: u32) -> Result<bool, OutOfBudget> {
        self.count()?;
        if let Some(end) = self.end(position) {
            return Ok(end);
        }
        if plies == 0 {
            return self.attack_quietly(position, gain, 0);
        }
        let look = plies + LAST_LOOK * u32::from(self.is_strict);
        let key = (hash(position), gain, look);
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        self.path.push(key.0);
        let mut moves = self.ordered(position);
        let killer = self.killers[(plies as usize).min(15)];
        if let Some(idx) = moves.iter().position(|m| Some(*m) == killer) {
            moves[..=idx].rotate_right(1);
        }
        let mut holds = false;
        for m in moves {
            let (next, won) = self.play(position, m);
            // The last move before a mate, or before a mate in two when it takes too long, is a check.
            if self.goal == CombinationGoal::Mate && (plies == 1 || plies > 3) && !next.is_check() {
                continue;
            }
            if self.seems_to_hold(&next, gain + won, plies - 1)?
                && self.defend(&next, gain + won, plies - 1)?
            {
                self.killers[(plies as usize).min(15)] = Some(m);
                holds = true;
                break;
            }
        }
        self.path.pop();
        self.known.insert(key, holds);
        Ok(holds)
    }

    /// What does not even hold at the first look, which is quick, need not be looked at again.
    fn seems_to_hold(
        &mut self,
        position: &Chess,
        gain: i32,
        plies: u32,
    ) -> Result<bool, OutOfBudget> {
        if !self.is_strict {
            return Ok(true);
        }
        self.is_strict = false;
        let seems = self.defend(position, gain, plies);
        self.is_strict = true;
        seems
    }

    /// The defender to move: does every move leave the attacker an answer within so many plies?
    fn defend(&mut self, position: &Chess, gain: i32, plies: u32) -> Result<bool, OutOfBudget> {
        self.count()?;
        if let Some(end) = self.end(position) {
            return Ok(end);
        }
        if plies == 0 {
            return self.defend_quietly(position, gain, 0);
        }
        self.path.push(hash(position));
        let mut holds = true;
        for m in self.ordered(position) {
            let (next, won) = self.play(position, m);
            if !self.attack(&next, gain - won, plies - 1)? {
                holds = false;
                break;
            }
        }
        self.path.pop();
        Ok(holds)
    }

    /// The attacker to move; only captures, promotions and answers to checks.
    fn attack_quietly(
        &mut self,
        position: &Chess,
        gain: i32,
        n_captures: u32,
    ) -> Result<bool, OutOfBudget> {
        if !self.is_strict {
            return self.attack_by_captures(position, gain, n_captures);
        }
        // The last looks come to the same positions again and again.
        let look = LAST_LOOK * (2 + u32::from(self.is_last_look)) + n_captures;
        let key = (hash(position), gain, look);
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let holds = self.attack_by_captures(position, gain, n_captures)?;
        self.known.insert(key, holds);
        Ok(holds)
    }

    fn attack_by_captures(
        &mut self,
        position: &Chess,
        gain: i32,
        n_captures: u32,
    ) -> Result<bool, OutOfBudget> {
        self.count()?;
        // Among captures, too, two men may be attacked at once, of which only one can be saved.
        let is_leaf = n_captures == 0
            || (self.is_strict && n_captures <= STRICT_CAPTURES && !self.has_to_spare(gain));
        if self.is_reached(gain)
            && !position.is_check()
            && !self.is_outrun(position)
            && !self.has_trapped_piece(position)
            && (!is_leaf || self.is_quiet(position, gain, n_captures)?)
        {
            return Ok(true);
        }
        if is_leaf && self.is_reached(gain) {
            // Something is threatened: it must be answered, by whatever move.
            for m in self.ordered(position) {
                let (next, won) = self.play(position, m);
                if self.defend_quietly(&next, gain + won, n_captures + 1)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        if n_captures >= MAX_CAPTURES {
            return Ok(false);
        }
        for m in self.forcing(position, false) {
            let (next, won) = self.play(position, m);
            if self.defend_quietly(&next, gain + won, n_captures + 1)?
                && self.lasts(&next, gain + won)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The defender to move, after captures by which enough was won: does it last, whatever he plays? A quiet move may
    /// attack what has just taken something.
    fn lasts(&mut self, position: &Chess, gain: i32) -> Result<bool, OutOfBudget> {
        let is_enough = !self.is_strict || self.is_last_look || self.has_to_spare(gain);
        if is_enough || position.is_check() {
            return Ok(true);
        }
        self.is_last_look = true;
        let mut lasts = Ok(true);
        for m in self.ordered(position) {
            let (next, won) = self.play(position, m);
            lasts = self.attack_quietly(&next, gain - won, 0);
            if !matches!(lasts, Ok(true)) {
                break;
            }
        }
        self.is_last_look = false;
        lasts
    }

    /// The attacker to move, with enough won: could the defender take it back, or mate, if it were his move?
    fn is_quiet(
        &mut self,
        position: &Chess,
        gain: i32,
        n_captures: u32,
    ) -> Result<bool, OutOfBudget> {
        let Ok(passed) = position.clone().swap_turn() else {
            return Ok(true);
        };
        self.defend_quietly(&passed, gain, n_captures)
    }

    /// The defender to move; only captures, promotions and answers to checks.
    fn defend_quietly(
        &mut self,
        position: &Chess,
        gain: i32,
        n_captures: u32,
    ) -> Result<bool, OutOfBudget> {
        self.count()?;
        if let Some(end) = self.end(position) {
            return Ok(end);
        }
        if !position.is_check() && !self.is_reached(gain) {
            return Ok(false);
        }
        if n_captures >= MAX_CAPTURES {
            return Ok(self.is_reached(gain));
        }
        let is_at_rest = !position.is_check();
        if is_at_rest && (self.is_outrun(position) || self.has_trapped_piece(position)) {
            return Ok(false);
        }
        for m in self.forcing(position, n_captures < CHECKS) {
            let (next, won) = self.play(position, m);
            if !self.attack_quietly(&next, gain - won, n_captures + 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How the game has ended here, if it has: does the attacker have what was announced?
    fn end(&self, position: &Chess) -> Option<bool> {
        if position.is_insufficient_material() {
            return Some(false);
        }
        let repeats = self.path.len() >= 4 && self.path.contains(&hash(position));
        if repeats {
            return Some(false);
        }
        let is_over = position.legal_moves().is_empty();
        is_over.then(|| position.is_check() && position.turn() != self.attacker)
    }

    fn count(&mut self) -> Result<(), OutOfBudget> {
        self.n_positions += 1;
        match self.n_positions > self.limit {
            true => Err(OutOfBudget),
            false => Ok(()),
        }
    }

    /// The position after a move, and what the move wins.
    fn play(&self, position: &Chess, m: Move) -> (Chess, i32) {
        let mut next = position.clone();
        next.play_unchecked(m);
        (next, self.worth(m))
    }

    /// What a move wins.
    #[inline]
    pub(crate) fn worth(&self, m: Move) -> i32 {
        let captured = m.capture().map_or(0, |role| self.values.of(role));
        let promoted = m
            .promotion()
            .map_or(0, |role| self.values.of(role) - self.values.of(Role::Pawn));
        captured + promoted
    }

    /// All moves: those that win most first.
    fn ordered(&self, position: &Chess) -> Vec<Move> {
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        moves.sort_by_cached_key(|m| (-self.worth(*m), self.values.of(m.role())));
        moves
    }

    /// The move that takes what is offered on a square, by the cheapest man.
    fn accepting(&self, position: &Chess, square: Option<Square>) -> Option<Move> {
        let legal = position.legal_moves();
        let takes = legal.iter().filter(|m| {
            let taken = m.capture().filter(|_| Some(m.to()) == square);
            taken.is_some_and(|taken| self.values.is_offer(taken, m.role()))
        });
        takes.min_by_key(|m| self.values.of(m.role())).copied()
    }

    /// Captures and promotions, perhaps checks, or all moves in check.
    fn forcing(&self, position: &Chess, checks: bool) -> Vec<Move> {
        let mut moves = self.ordered(position);
        if !position.is_check() {
            moves
                .retain(|m| self.worth(*m) > 0 || (checks && self.play(position, *m).0.is_check()));
        }
        moves
    }
}

fn hash(position: &Chess) -> u64 {
    let Zobrist64(hash) = position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal);
    hash
}

/// Is it the same move?
pub(crate) fn is_same(m: Move, other: TreeMove) -> bool {
    match other {
        TreeMove::Null | TreeMove::Open(_) => false,
        TreeMove::Castle { king, rook } => m == Move::Castle { king, rook },
        TreeMove::Step {
            from,
            to,
            promotion,
        } => !m.is_castle() && m.from() == Some(from) && m.to() == to && m.promotion() == promotion,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White has won a knight and is to move at the end of a line: does he keep it?
    fn keeps(fen: &str) -> bool {
        let position = chess::read_fen(fen).unwrap();
        let values = Values::PITRAT;
        let mut prover = ReplyProver::new(&position, CombinationGoal::Gain(values.knight), values);
        prover.limit = 1_000;
        let Ok(keeps) = prover.attack_quietly(&position, values.knight, 0) else {
            panic!("out of budget");
        };
        keeps
    }

    #[test]
    fn what_is_won_is_not_kept_if_mate_follows() {
        // The rook mates on e1, and nothing stops it.
        assert!(!keeps("4r3/1N6/8/8/8/6k1/8/7K w - -"));
        // The king goes to g2.
        assert!(keeps("4r3/1N6/8/8/6k1/8/8/7K w - -"));
        // The knight comes back in time.
        assert!(keeps("4r3/8/8/8/5N2/6k1/8/7K w - -"));
    }

    #[test]
    fn what_is_won_is_not_kept_if_a_quiet_move_wins_it_back() {
        // The queen takes the knight, and Bf6 wins her or the bishop behind her.
        let fen = "r4rk1/pqp1bppp/1p6/4n3/2P5/1PQ3P1/PB2PP1P/R2R2K1 w - -";
        let position = chess::read_fen(fen).unwrap();
        let values = Values::PITRAT;
        let goal = CombinationGoal::Gain(values.knight);
        let mut prover = ReplyProver::new(&position, goal, values);
        prover.limit = 10_000;
        prover.is_strict = true;
        assert!(matches!(prover.attack_quietly(&position, 0, 0), Ok(false)));
        // With nothing behind her she can go where she likes.
        let alone = chess::read_fen("r4rk1/pqp1bppp/1p6/4n3/2P5/1PQ3P1/P3PP1P/2RR2K1 w - -");
        assert!(matches!(
            prover.attack_quietly(&alone.unwrap(), 0, 0),
            Ok(true)
        ));
    }

    #[test]
    fn what_is_won_is_not_kept_if_the_piece_that_took_it_is_trapped() {
        // The bishop has taken a pawn. The king comes to b2, a rook to a1, and the bishop is lost.
        let fen = "r4rk1/5ppp/1p6/8/1p2P1P1/1P1B3P/b1P5/2KR1R2 b - -";
        let position = chess::read_fen(fen).unwrap();
        let values = Values::PITRAT;
        let goal = CombinationGoal::Gain(values.pawn);
        let mut prover = ReplyProver::new(&position, goal, values);
        prover.limit = 100_000;
        prover.is_strict = true;
        assert!(matches!(
            prover.attack(&position, values.pawn, 2),
            Ok(false)
        ));
        // With the pawn on b2 it goes back the way it came.
        let open = chess::read_fen("r4rk1/5ppp/1p6/8/1p2P1P1/3B3P/bPP5/2KR1R2 b - -").unwrap();
        assert!(matches!(prover.attack(&open, values.pawn, 2), Ok(true)));
    }

    #[test]
    fn what_is_won_is_not_kept_if_it_must_be_given_for_a_pawn() {
        // By the tables this is a draw: their king goes with the pawn, and the rook must be given for it.
        assert!(!keeps("2R5/1K6/8/8/5k2/5p2/8/8 w - -"));
        // Their king is far away, and the rook stops the pawn alone.
        assert!(keeps("2R5/1K6/8/8/8/5p2/8/k7 w - -"));
        // Our king is there himself.
        assert!(keeps("2R5/8/8/8/5k2/5p2/8/5K2 w - -"));
    }
}
