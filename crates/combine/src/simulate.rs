//! The optimistic simulation: does a plan succeed if the opponent plays exactly as hoped?
//!
//! Section 2.3.1. A plan is rejected if it is impossible, if it does not win enough even then, or if it is
//! absurd: its end wins less than its beginning.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use crate::board::PlanBoard;
use crate::plan::{PlanStatement, SquareChange, SquareState};
use crate::values::Scales;

/// What the simulation says of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Feasibility {
    /// It is worth trying.
    Accepted,
    /// A piece is not where the plan needs it.
    Impossible,
    /// It does not win enough.
    Insufficient,
    /// Its end is worth less than its beginning.
    Absurd,
}

impl Feasibility {
    /// Its name in a trace.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Feasibility::Accepted => "accepted",
            Feasibility::Impossible => "impossible",
            Feasibility::Insufficient => "insufficient",
            Feasibility::Absurd => "absurd",
        }
    }
}

/// The situation in which a plan is simulated.
#[derive(Clone, Copy)]
pub(crate) struct Situation<'a> {
    /// The board, with the owner of the plan to move.
    pub(crate) board: &'a PlanBoard,
    /// The player who must reach the goal.
    pub(crate) first_player: Color,
    /// What the first player has won so far.
    pub(crate) gain: i32,
    pub(crate) scales: &'a Scales,
}

/// Simulates a plan.
pub(crate) fn simulate(
    situation: Situation<'_>,
    plan: impl Iterator<Item = PlanStatement>,
) -> Feasibility {
    let mut run = Simulation {
        board: situation.board.clone(),
        us: situation.board.turn,
        scales: situation.scales,
        won: 0,
        last: None,
        has_moved: false,
        is_open: false,
        payoff: None,
        missed: false,
    };
    let suffices = |won: i32| {
        let gain = match situation.first_player == situation.board.turn {
            true => situation.gain + won,
            false => situation.gain - won,
        };
        situation.scales.suffices(gain) == (situation.first_player == situation.board.turn)
    };
    for statement in plan {
        match run.step(statement) {
            StepOutcome::GoesOn => {}
            StepOutcome::Wins(won) if suffices(won) => return Feasibility::Accepted,
            StepOutcome::Wins(_) => {}
            StepOutcome::Ends => return Feasibility::Accepted,
            StepOutcome::Fails => return Feasibility::Impossible,
        }
    }
    match run.payoff {
        None if run.missed => Feasibility::Impossible,
        None if run.is_open => Feasibility::Accepted,
        None => match suffices(run.won) {
            true => Feasibility::Accepted,
            false => Feasibility::Insufficient,
        },
        Some(payoff) if !suffices(run.won + payoff) && !run.is_open => Feasibility::Insufficient,
        Some(payoff) if payoff < run.won => Feasibility::Absurd,
        Some(_) => Feasibility::Accepted,
    }
}

enum StepOutcome {
    GoesOn,
    /// A threat that can be carried out at once wins this much.
    Wins(i32),
    /// A later analysis decides.
    Ends,
    Fails,
}

struct Simulation<'a> {
    board: PlanBoard,
    us: Color,
    scales: &'a Scales,
    /// What we have won so far, minus sacrifices.
    won: i32,
    /// Where the piece that we moved last stands.
    last: Option<Square>,
    /// Have we moved yet? Before our first move the opponent cannot help.
    has_moved: bool,
    /// Are there gains that are not known yet?
    is_open: bool,
    /// What the smallest threat at the end of the plan wins; the opponent parries the others.
    payoff: Option<i32>,
    /// Is there a final threat that cannot be carried out?
    missed: bool,
}

impl Simulation<'_> {
    fn step(&mut self, statement: PlanStatement) -> StepOutcome {
        match statement {
            PlanStatement::Move {
                from,
                to,
                threat: true,
            } => self.threaten(from, to),
            PlanStatement::Move {
                from,
                to,
                threat: false,
            } => self.make(from, to),
            PlanStatement::Plays(square) => {
                if !self.board.of(self.us).contains(square) {
                    return StepOutcome::Fails;
                }
                self.board.pieces.discard_piece_at(square);
                self.begin(None);
                StepOutcome::GoesOn
            }
            PlanStatement::Modify {
                square,
                change,
                threat,
            } => self.modify(square, change, threat),
            PlanStatement::Verify { square, state } => self.hope(square, state),
            PlanStatement::Analysis(_) => StepOutcome::Ends,
        }
    }

    /// Begins a new step of the plan: earlier threats are not final.
    fn begin(&mut self, last: Option<Square>) {
        self.has_moved = true;
        self.last = last;
        self.payoff = None;
        self.missed = false;
    }

    fn worth(&self, square: Square) -> i32 {
        self.board
            .pieces
            .role_at(square)
            .map_or(0, |role| self.scales.of(role))
    }

    /// What a move of ours wins; `None` if it is impossible.
    fn win_of(&self, from: Square, to: Square) -> Option<i32> {
        let piece = self
            .board
            .piece(from)
            .filter(|piece| piece.color == self.us)?;
        if self.board.of(self.us).contains(to) {
            return None;
        }
        let occupied = self.board.pieces.occupied();
        let reaches = match piece.role {
            Role::Pawn => {
                let diagonal = attacks::pawn_attacks(piece.color, from).contains(to);
                let forward = piece.color.fold_wb(8, -8);
                let is_free =
                    !occupied.contains(to) && (attacks::between(from, to) & occupied).is_empty();
                let pushes =
                    from.offset(forward) == Some(to) || from.offset(2 * forward) == Some(to);
                diagonal && (occupied.contains(to) || !self.has_moved) || pushes && is_free
            }
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
                attacks::attacks(from, piece, occupied).contains(to)
            }
            // Castling is also a move of the king.
            Role::King => attacks::king_attacks(from).contains(to) || from.rank() == to.rank(),
        };
        let promotes = piece.role == Role::Pawn && Bitboard::BACKRANKS.contains(to);
        let more = match promotes {
            true => self.scales.of(Role::Queen) - self.scales.of(Role::Pawn),
            false => 0,
        };
        reaches.then(|| self.worth(to) + more)
    }

    fn threaten(&mut self, from: Square, to: Square) -> StepOutcome {
        let is_capture = self.board.of(!self.us).contains(to);
        match self.win_of(from, to).filter(|_| is_capture) {
            Some(won) if !self.has_moved => StepOutcome::Wins(self.won + won),
            Some(won) => {
                self.payoff = Some(self.payoff.map_or(won, |payoff| payoff.min(won)));
                StepOutcome::GoesOn
            }
            // The simulation does not hope that a threat becomes possible.
            None => {
                self.missed = true;
                StepOutcome::GoesOn
            }
        }
    }

    fn make(&mut self, from: Square, to: Square) -> StepOutcome {
        let Some(won) = self.win_of(from, to) else {
            return StepOutcome::Fails;
        };
        let Some(piece) = self.board.pieces.remove_piece_at(from) else {
            return StepOutcome::Fails;
        };
        let promotes = piece.role == Role::Pawn && Bitboard::BACKRANKS.contains(to);
        let role = if promotes { Role::Queen } else { piece.role };
        // What the promoted piece attacks is not known yet.
        self.is_open |= promotes;
        self.board.pieces.set_piece_at(to, role.of(piece.color));
        self.begin(Some(to));
        self.won += won;
        StepOutcome::GoesOn
    }

    /// A modification that is not yet turned into moves succeeds.
    fn modify(&mut self, square: Square, change: SquareChange, threat: bool) -> StepOutcome {
        let wanted = change.wanted();
        if wanted.holds(&self.board, square, self.us) {
            return StepOutcome::GoesOn;
        }
        let them = !self.us;
        match change {
            SquareChange::FriendToVacant | SquareChange::FriendAway => {
                self.board.pieces.discard_piece_at(square);
                self.is_open |= threat;
            }
            SquareChange::EnemyToVacant | SquareChange::PieceAway(_) => {
                if self.board.of(self.us).contains(square) {
                    return StepOutcome::Fails;
                }
                self.board.pieces.discard_piece_at(square);
                // Removing the piece may win something.
                self.is_open = true;
            }
            SquareChange::PieceReplaced(role) => {
                let Some(taker) = self.taker(square, |other| other != role) else {
                    return StepOutcome::Fails;
                };
                self.moves_to(taker, square);
                self.is_open = true;
            }
            SquareChange::VacantToOccupied => {
                self.board.pieces.set_piece_at(square, Role::Pawn.of(them));
                self.is_open |= threat;
            }
            SquareChange::EnemyComes => {
                let Some(taker) = self.taker(square, |_| true) else {
                    return StepOutcome::Fails;
                };
                self.moves_to(taker, square);
                self.is_open = true;
            }
            SquareChange::PieceComes(role) => {
                let Some(taker) = self.taker(square, |other| other == role) else {
                    return StepOutcome::Fails;
                };
                self.moves_to(taker, square);
                self.is_open = true;
            }
        }
        self.begin(None);
        StepOutcome::GoesOn
    }

    /// After our first move a state is hoped for; before it, the state must hold.
    fn hope(&mut self, square: Square, state: SquareState) -> StepOutcome {
        if state.holds(&self.board, square, self.us) {
            return StepOutcome::GoesOn;
        }
        if !self.has_moved {
            return StepOutcome::Fails;
        }
        match state {
            SquareState::Vacant | SquareState::NoSuchEnemy(_) => {
                if self.board.of(self.us).contains(square) {
                    return StepOutcome::Fails;
                }
                self.goes_away(square);
                StepOutcome::GoesOn
            }
            SquareState::Enemy => self.is_taken_on(square, |_| true),
            SquareState::SuchEnemy(role) => self.is_taken_on(square, |other| other == role),
            SquareState::OtherEnemy(role) => self.is_taken_on(square, |other| other != role),
            SquareState::Occupied | SquareState::NoFriend => StepOutcome::Fails,
        }
    }

    /// The enemy piece leaves the square: it recaptures, or runs away from a threat.
    fn goes_away(&mut self, square: Square) {
        let is_threatened = self.payoff.is_some();
        let ours = self.board.of(self.us) & !self.board.pieces.kings();
        let takes = self.board.pieces.attacks_from(square) & ours;
        let taken = self
            .last
            .filter(|last| takes.contains(*last))
            .or_else(|| takes.into_iter().max_by_key(|square| self.worth(*square)));
        match taken.filter(|_| !is_threatened) {
            Some(taken) => {
                self.won -= self.worth(taken);
                self.moves_to(square, taken);
            }
            None => self.board.pieces.discard_piece_at(square),
        }
    }

    /// An enemy piece captures ours on the square.
    fn is_taken_on(&mut self, square: Square, is_wanted: impl Fn(Role) -> bool) -> StepOutcome {
        let Some(taker) = self.taker(square, is_wanted) else {
            return StepOutcome::Fails;
        };
        if self.board.of(self.us).contains(square) {
            self.won -= self.worth(square);
        }
        self.moves_to(taker, square);
        StepOutcome::GoesOn
    }

    /// The least valuable enemy piece that can move to a square.
    fn taker(&self, square: Square, is_wanted: impl Fn(Role) -> bool) -> Option<Square> {
        let takers = self.board.attackers(square, !self.us) & !Bitboard::from(square);
        takers
            .into_iter()
            .filter(|taker| self.board.pieces.role_at(*taker).is_some_and(&is_wanted))
            .min_by_key(|taker| self.worth(*taker))
    }

    fn moves_to(&mut self, from: Square, to: Square) {
        if let Some(piece) = self.board.pieces.remove_piece_at(from) {
            self.board.pieces.set_piece_at(to, piece);
        }
    }
}
