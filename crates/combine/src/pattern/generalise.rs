//! From a plan in a position to a pattern: squares become places, and only what the plan rests on is kept.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::{
    CombinationPattern, MAX_CONDITIONS, MAX_PLACES, MAX_STEPS, PatternChange, PatternCondition,
    PatternMan, PatternPlace, PatternState, PatternStep,
};
use crate::board::PlanBoard;
use crate::exchange::{exchange, is_profitable};
use crate::plan::{PlanStatement, SquareChange, SquareState};
use crate::values::Scales;

/// What a plan guards: the man that attacks, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Guarding {
    pub(crate) attacker: Square,
    pub(crate) target: Square,
}

/// With fewer conditions a pattern would fit everywhere.
const MIN_CONDITIONS: usize = 3;

/// The pattern behind a plan of the side to move; `None` if there is no saying what it rests on.
///
/// Name, counts and origin are left to the caller.
pub(crate) fn generalise(
    board: &PlanBoard,
    plan: &[PlanStatement],
    guarding: Option<Guarding>,
    scales: &Scales,
) -> Option<CombinationPattern> {
    let mut generaliser = Generaliser {
        board,
        us: board.turn,
        scales,
        squares: Vec::new(),
        moved: Vec::new(),
        conditions: Vec::new(),
    };
    let mut steps = Vec::new();
    for statement in plan {
        if generaliser.is_needed(*statement, plan) {
            steps.push(generaliser.step(*statement)?);
        }
    }
    if let Some(guarding) = guarding {
        generaliser.guards(guarding)?;
    }
    let has_meaning = generaliser.conditions.len() >= MIN_CONDITIONS && generaliser.is_connected();
    let is_small = generaliser.squares.len() <= MAX_PLACES
        && generaliser.conditions.len() <= MAX_CONDITIONS
        && steps.len() <= MAX_STEPS;
    let men = generaliser.squares.iter().map(|square| {
        board.piece(*square).map_or(PatternMan::Empty, |piece| {
            match piece.color == generaliser.us {
                true => PatternMan::Ours(piece.role),
                false => PatternMan::Theirs {
                    role: piece.role,
                    or_more: !matches!(piece.role, Role::King | Role::Queen),
                },
            }
        })
    });
    let pattern = CombinationPattern {
        remarks: Vec::new(),
        name: String::new(),
        men: men.collect(),
        conditions: generaliser.conditions,
        plan: steps,
        seen: 1,
        won: 0,
        origins: Vec::new(),
    };
    (has_meaning && is_small).then(|| pattern.canonical())
}

struct Generaliser<'a> {
    board: &'a PlanBoard,
    us: Color,
    scales: &'a Scales,
    /// The squares of the places.
    squares: Vec<Square>,
    /// Men of ours that have moved: where they are, and where they stood at first.
    moved: Vec<(Square, Square)>,
    conditions: Vec<PatternCondition>,
}

impl Generaliser<'_> {
    fn place(&mut self, square: Square) -> PatternPlace {
        let known = self.squares.iter().position(|other| *other == square);
        let idx = known.unwrap_or_else(|| {
            self.squares.push(square);
            self.squares.len() - 1
        });
        // A pattern with so many places is given up in the end.
        PatternPlace(u8::try_from(idx).unwrap_or(u8::MAX))
    }

    fn step(&mut self, statement: PlanStatement) -> Option<PatternStep> {
        Some(match statement {
            PlanStatement::Move { from, to, threat } => {
                self.relate(from, to, threat)?;
                PatternStep::Move {
                    from: self.place(from),
                    to: self.place(to),
                    threat,
                }
            }
            PlanStatement::Plays(square) => {
                self.board.of(self.us).contains(square).then_some(())?;
                PatternStep::Plays(self.place(square))
            }
            PlanStatement::Modify {
                square,
                change,
                threat,
            } => PatternStep::Modify {
                change: self.change(square, change)?,
                at: self.place(square),
                threat,
            },
            PlanStatement::Verify { square, state } => {
                self.hope(square, state)?;
                PatternStep::Verify {
                    state: self.state(square, state)?,
                    at: self.place(square),
                }
            }
            PlanStatement::Analysis(square) => PatternStep::Analysis(self.place(square)),
        })
    }

    /// Does a statement mean anything here? A change may be there already, and a threat may be against nobody.
    fn is_needed(&self, statement: PlanStatement, plan: &[PlanStatement]) -> bool {
        match statement {
            PlanStatement::Modify { square, change, .. } => {
                !change.wanted().holds(self.board, square, self.us)
            }
            PlanStatement::Move {
                to, threat: true, ..
            } => {
                let is_lured = |other: &PlanStatement| match *other {
                    PlanStatement::Modify { square, change, .. } => {
                        square == to && !change.wanted().holds(self.board, square, self.us)
                    }
                    PlanStatement::Verify { square, state } => {
                        square == to
                            && matches!(state, SquareState::SuchEnemy(_) | SquareState::Enemy)
                    }
                    PlanStatement::Move { .. }
                    | PlanStatement::Plays(_)
                    | PlanStatement::Analysis(_) => false,
                };
                self.board.piece(to).is_some() || plan.iter().any(is_lured)
            }
            PlanStatement::Move { threat: false, .. }
            | PlanStatement::Plays(_)
            | PlanStatement::Verify { .. }
            | PlanStatement::Analysis(_) => true,
        }
    }

    /// Is this kind of man of theirs the one that stands there at first?
    fn is_theirs(&self, square: Square, role: Role) -> Option<()> {
        let piece = self.board.piece(square)?;
        (piece.color != self.us && piece.role == role).then_some(())
    }

    fn change(&self, square: Square, change: SquareChange) -> Option<PatternChange> {
        let is_of = |side: Color| self.board.of(side).contains(square).then_some(());
        Some(match change {
            SquareChange::FriendToVacant => {
                is_of(self.us)?;
                PatternChange::OursVacates
            }
            SquareChange::FriendAway => {
                is_of(self.us)?;
                PatternChange::OursLeaves
            }
            SquareChange::EnemyToVacant => {
                is_of(!self.us)?;
                PatternChange::TheirsVacates
            }
            SquareChange::PieceAway(role) => {
                self.is_theirs(square, role)?;
                PatternChange::TheirsLeaves
            }
            SquareChange::PieceReplaced(role) => {
                self.is_theirs(square, role)?;
                PatternChange::TheirsIsReplaced
            }
            SquareChange::VacantToOccupied => PatternChange::IsBlocked,
            SquareChange::EnemyComes => PatternChange::TheyCome,
            SquareChange::PieceComes(role) => PatternChange::Comes(role),
        })
    }

    fn state(&self, square: Square, state: SquareState) -> Option<PatternState> {
        Some(match state {
            SquareState::Vacant => PatternState::Empty,
            SquareState::Occupied => PatternState::Occupied,
            SquareState::NoFriend => PatternState::NotOurs,
            SquareState::Enemy => PatternState::Theirs,
            SquareState::SuchEnemy(role) => PatternState::IsThere(role),
            SquareState::NoSuchEnemy(role) => {
                self.is_theirs(square, role)?;
                PatternState::Gone
            }
            SquareState::OtherEnemy(role) => {
                self.is_theirs(square, role)?;
                PatternState::Replaced
            }
        })
    }

    /// What a hope rests on: the man that is to take ours, where it went last, can do so.
    fn hope(&mut self, square: Square, state: SquareState) -> Option<()> {
        let Some((last, _)) = self.moved.last().copied() else {
            return Some(());
        };
        let takers = self.board.attackers(last, !self.us);
        let role = |taker: &Square| self.board.pieces.role_at(*taker);
        let taker = match state {
            SquareState::Vacant | SquareState::NoSuchEnemy(_) => {
                Some(square).filter(|square| takers.contains(*square))
            }
            SquareState::SuchEnemy(wanted) if square == last => {
                takers.into_iter().find(|taker| role(taker) == Some(wanted))
            }
            SquareState::Enemy if square == last => takers
                .into_iter()
                .min_by_key(|taker| role(taker).map(|role| self.scales.of(role))),
            SquareState::Enemy
            | SquareState::SuchEnemy(_)
            | SquareState::OtherEnemy(_)
            | SquareState::NoFriend
            | SquareState::Occupied => None,
        };
        match taker {
            Some(taker) => self.reaches(taker, taker, last, true).map(|_| ()),
            None => Some(()),
        }
    }

    /// Do the conditions hold all places together?
    fn is_connected(&self) -> bool {
        let mut reached = vec![false; self.squares.len()];
        if let Some(first) = reached.first_mut() {
            *first = true;
        }
        // Each round reaches one place more, or no more are reached.
        for _ in 0..self.squares.len() {
            for condition in &self.conditions {
                let is_reached = |place: PatternPlace| reached[usize::from(place.0)];
                if condition.mentioned().any(is_reached) {
                    let mentioned: Vec<PatternPlace> = condition.mentioned().collect();
                    for place in mentioned {
                        reached[usize::from(place.0)] = true;
                    }
                }
            }
        }
        reached.into_iter().all(|is_reached| is_reached)
    }

    /// What a move of ours rests on: the man reaches the square, and what it does there.
    fn relate(&mut self, from: Square, to: Square, threat: bool) -> Option<()> {
        let moved = self.moved.iter().position(|(now, _)| *now == from);
        let origin = moved.map_or(from, |idx| self.moved[idx].1);
        let piece = self.board.piece(origin)?;
        // A man that has gone elsewhere is not here any more.
        let is_gone = moved.is_none() && self.moved.iter().any(|(_, other)| *other == from);
        if piece.color != self.us || is_gone {
            return None;
        }
        let is_attack = threat || self.board.of(!self.us).contains(to);
        let past = self.reaches(origin, from, to, is_attack)?;
        let man = self.place(origin);
        let at = self.place(from);
        if self.board.piece(to) == Some((!self.us).king()) && from != origin {
            self.check(man, origin, at, from, &past);
        }
        // A man that we attack now and do not simply take must be guarded.
        let front = past.first().copied().unwrap_or(to);
        if from == origin && self.is_guarded_against(origin, front) {
            let front = self.place(front);
            self.note(PatternCondition::Guarded(front));
        }
        if !threat {
            self.moved.retain(|(now, _)| *now != to && *now != from);
            self.moved.push((to, origin));
        }
        Some(())
    }

    /// Their man on the square is guarded, and taking it with ours wins nothing.
    fn is_guarded_against(&self, by: Square, target: Square) -> bool {
        self.board.of(!self.us).contains(target)
            && self.board.attackers(target, self.us).contains(by)
            && self.board.attackers(target, !self.us).any()
            && !is_profitable(&self.board.pieces, by, target, self.scales)
    }

    /// Notes that a man reaches a square from another, and returns the squares of the men between, nearest first.
    fn reaches(
        &mut self,
        origin: Square,
        from: Square,
        to: Square,
        is_attack: bool,
    ) -> Option<Vec<Square>> {
        let piece = self.board.piece(origin)?;
        // A pawn on the last rank is no pawn any more.
        if piece.role == Role::Pawn && Bitboard::BACKRANKS.contains(from) {
            return None;
        }
        if !is_reached(piece, from, to, is_attack) {
            return None;
        }
        let between = attacks::between(from, to) & self.board.pieces.occupied();
        let mut past: Vec<Square> = (between & !Bitboard::from(origin)).into_iter().collect();
        if from > to {
            past.reverse();
        }
        if past
            .iter()
            .any(|square| self.board.pieces.role_at(*square) == Some(Role::King))
        {
            return None;
        }
        let condition = PatternCondition::Reaches {
            man: self.place(origin),
            from: (from != origin).then(|| self.place(from)),
            to: self.place(to),
            // Only a pawn goes otherwise than it takes.
            attacks: is_attack,
            past: past.iter().map(|square| self.place(*square)).collect(),
        };
        self.note(condition);
        Some(past)
    }

    fn note(&mut self, condition: PatternCondition) {
        if !self.conditions.contains(&condition) {
            self.conditions.push(condition);
        }
    }

    /// Our man attacks the king from its new square: can the king leave, or is the man safe there?
    fn check(
        &mut self,
        man: PatternPlace,
        origin: Square,
        at: PatternPlace,
        square: Square,
        past: &[Square],
    ) {
        let pieces = arranged(self.board, origin, square, past.iter().copied());
        if is_boxed(&pieces, self.us, square) {
            self.note(PatternCondition::Boxed { man, at });
        } else if past.is_empty() && is_safe(&pieces, self.us, square, self.scales) {
            self.note(PatternCondition::Safe { man, at });
        }
    }

    /// The plan guards a man of ours that is attacked, and perhaps pinned.
    fn guards(&mut self, guarding: Guarding) -> Option<()> {
        let Guarding { attacker, target } = guarding;
        self.is_theirs(attacker, self.board.pieces.role_at(attacker)?)?;
        if !self.board.of(self.us).contains(target) {
            return None;
        }
        self.reaches(attacker, attacker, target, true)?;
        let (guard, origin) = self.moved.last().copied()?;
        self.reaches(origin, guard, target, true)?;
        let king = self.board.pieces.king_of(self.us)?;
        let is_pinned = attacks::between(attacker, king) & self.board.pieces.occupied()
            == Bitboard::from(target);
        let piece = self.board.piece(attacker)?;
        if is_pinned && is_reached(piece, attacker, king, true) {
            self.reaches(attacker, attacker, king, true)?;
        }
        Some(())
    }
}

/// Does a man go or take like that on an empty board?
pub(super) fn is_reached(
    piece: shakmaty::Piece,
    from: Square,
    to: Square,
    is_attack: bool,
) -> bool {
    let is_push = || {
        let forward = piece.color.fold_wb(8, -8);
        let home = piece
            .color
            .fold_wb(shakmaty::Rank::Second, shakmaty::Rank::Seventh);
        from.offset(forward) == Some(to)
            || from.rank() == home && from.offset(2 * forward) == Some(to)
    };
    match (piece.role, is_attack) {
        (Role::Pawn, false) => is_push(),
        (_, _) => attacks::attacks(from, piece, Bitboard::EMPTY).contains(to),
    }
}

/// The board with some men gone and one moved.
pub(super) fn arranged(
    board: &PlanBoard,
    from: Square,
    to: Square,
    gone: impl Iterator<Item = Square>,
) -> shakmaty::Board {
    let mut pieces = board.pieces.clone();
    gone.for_each(|square| pieces.discard_piece_at(square));
    if let Some(piece) = pieces.remove_piece_at(from) {
        pieces.set_piece_at(to, piece);
    }
    pieces
}

/// Does the king of the other side have no square, except perhaps that of our man?
pub(super) fn is_boxed(pieces: &shakmaty::Board, us: Color, man: Square) -> bool {
    let Some(king) = pieces.king_of(!us) else {
        return false;
    };
    let flights = attacks::king_attacks(king) & !pieces.by_color(!us) & !Bitboard::from(man);
    let without_king = pieces.occupied() & !Bitboard::from(king);
    flights
        .into_iter()
        .all(|flight| pieces.attacks_to(flight, us, without_king).any())
}

/// Does nobody win our man there?
pub(super) fn is_safe(pieces: &shakmaty::Board, us: Color, man: Square, scales: &Scales) -> bool {
    let takers = pieces.attacks_to(man, !us, pieces.occupied());
    let guards = pieces.attacks_to(man, us, pieces.occupied());
    takers.into_iter().all(|taker| match pieces.role_at(taker) {
        Some(Role::King) => guards.any(),
        Some(_) | None => exchange(pieces, taker, man, scales) <= 0,
    })
}
