//! What the moves of a line do for each other, by the names that players have for it.
//!
//! A plan says what it is after, but not whether that came about. A deed is three moves that belong together: ours, the
//! reply to it, and our next move, which the two have made possible.

use shakmaty::{Board, Color, Role, Square, attacks};

use crate::board::PlanBoard;
use crate::motif::Motif;
use crate::moves::TreeMove;
use crate::notation::{move_text, role_name};
use crate::trapped::{is_en_prise, is_trapped};
use crate::values::Values;

/// Something that a move does for a later one.
pub(crate) struct Deed {
    pub(crate) motif: Motif,
    /// How many moves of the line come before it.
    pub(crate) n_before: usize,
    /// A sentence.
    pub(crate) text: String,
    /// The squares that it mentions.
    pub(crate) squares: Vec<Square>,
    /// The moves that it mentions.
    pub(crate) arrows: Vec<(Square, Square)>,
}

/// A move of a line.
struct PlayedMove {
    m: TreeMove,
    from: Square,
    to: Square,
    /// What moved, before it was promoted.
    role: Role,
    before: PlanBoard,
    after: PlanBoard,
}

impl PlayedMove {
    /// The kind of man that the move captures.
    fn taken(&self) -> Option<Role> {
        self.before.captured(self.m).map(|(_, role)| role)
    }

    fn gives_check(&self) -> bool {
        self.after.is_checked(self.after.turn)
    }

    fn gives_mate(&self) -> bool {
        self.gives_check() && !self.after.has_steps()
    }

    fn is_promotion(&self) -> bool {
        matches!(self.m, TreeMove::Step { promotion, .. } if promotion.is_some())
    }

    fn san(&self) -> String {
        move_text(&self.before, self.m)
    }
}

/// The deeds of the side to move first, in the order of the line.
pub(crate) fn deeds(start: &PlanBoard, moves: &[TreeMove]) -> Vec<Deed> {
    let mut board = start.clone();
    let mut line = Vec::new();
    for m in moves {
        // An open move or a pass is no move of a line that was announced.
        let (Some(from), Some(to)) = (m.from(), m.to()) else {
            break;
        };
        let Some(role) = board.pieces.role_at(from) else {
            break;
        };
        let after = board.play(*m);
        line.push(PlayedMove {
            m: *m,
            from,
            to,
            role,
            before: board,
            after: after.clone(),
        });
        board = after;
    }
    let mut deeds = Vec::new();
    for n_before in (0..line.len()).step_by(2) {
        let scene = DeedScene {
            line: &line,
            n_before,
            us: start.turn,
        };
        deeds.extend(scene.deeds());
    }
    deeds
}

/// A move of ours, and what comes before and after it.
struct DeedScene<'a> {
    line: &'a [PlayedMove],
    n_before: usize,
    us: Color,
}

impl DeedScene<'_> {
    fn deeds(&self) -> Vec<Deed> {
        let mut deeds = Vec::new();
        deeds.extend(self.discovered_check());
        let Some([ours, reply, next]) = self.line.get(self.n_before..self.n_before + 3) else {
            return deeds;
        };
        deeds.extend(self.decoy(ours, reply, next));
        deeds.extend(self.overloading(ours, reply, next));
        deeds.extend(self.deflection(ours, reply, next));
        deeds.extend(self.removal_of_the_guard(ours, reply, next));
        deeds.extend(self.interference(ours, reply, next));
        deeds.extend(self.clearance(ours, reply, next));
        deeds.extend(self.discovered_attack(ours, reply, next));
        deeds.extend(self.trapped_piece(ours, reply, next));
        deeds.extend(self.in_between_move(ours, reply, next));
        deeds
    }

    fn deed(&self, motif: Motif, text: String, squares: &[Square]) -> Deed {
        let ours = &self.line[self.n_before];
        Deed {
            motif,
            n_before: self.n_before,
            text,
            squares: squares.to_vec(),
            arrows: vec![(ours.from, ours.to)],
        }
    }

    /// Our man is taken, and the taker is attacked where he now stands; a king is given check, another is taken later.
    fn decoy(&self, ours: &PlayedMove, reply: &PlayedMove, next: &PlayedMove) -> Option<Deed> {
        if reply.to != ours.to {
            return None;
        }
        let lured = role_name(reply.role);
        let (lost, then) = match reply.role {
            Role::King if next.gives_mate() => (true, "is mate"),
            Role::King => (next.gives_check(), "is check"),
            Role::Queen | Role::Rook => {
                let attacks = next.after.attackers(reply.to, self.us).contains(next.to);
                let last = self.line.get(self.n_before + 4);
                let taken = last.is_some_and(|m| m.to == reply.to && m.taken() == Some(reply.role));
                (next.to != reply.to && attacks && taken, "attacks it")
            }
            Role::Bishop | Role::Knight | Role::Pawn => return None,
        };
        let text = format!(
            "{} draws the {lured} to {}, where {} {then}.",
            ours.san(),
            reply.to,
            next.san()
        );
        lost.then(|| self.deed(Motif::Decoy, text, &[reply.to]))
    }

    /// The square that a man had to leave unguarded in reply to our move, as our next move shows.
    fn unguarded(
        &self,
        ours: &PlayedMove,
        reply: &PlayedMove,
        next: &PlayedMove,
    ) -> Option<Square> {
        let is_forced = reply.to == ours.to || ours.gives_check();
        let guarded = next.to;
        let guards = |board: &PlanBoard, from: Square, square: Square| {
            board.attackers(square, !self.us).contains(from)
        };
        let was_guard = guards(&ours.after, reply.from, guarded) && reply.to != guarded;
        let still_guards = guards(&next.after, reply.to, guarded);
        let gains = next.taken().is_some() || next.is_promotion() || next.gives_mate();
        // A king that steps out of check leaves only what he guarded and is now lost.
        let is_duty = match reply.role {
            Role::Pawn => false,
            Role::King if reply.to != ours.to => {
                next.is_promotion()
                    || (next.taken().is_some()
                        && next.before.piece(guarded) == ours.after.piece(guarded))
            }
            Role::King | Role::Queen | Role::Rook | Role::Bishop | Role::Knight => true,
        };
        (is_forced && was_guard && !still_guards && gains && is_duty).then_some(guarded)
    }

    fn deflection(&self, ours: &PlayedMove, reply: &PlayedMove, next: &PlayedMove) -> Option<Deed> {
        let guarded = self.unguarded(ours, reply, next)?;
        let draws = match reply.to == ours.to {
            true => "draws",
            false => "drives",
        };
        let text = format!(
            "{} {draws} the {} from {}, where it guarded {guarded}.",
            ours.san(),
            role_name(reply.role),
            reply.from
        );
        Some(self.deed(Motif::Deflection, text, &[reply.from, guarded]))
    }

    /// One man guards two that are taken one after the other.
    fn overloading(
        &self,
        ours: &PlayedMove,
        reply: &PlayedMove,
        next: &PlayedMove,
    ) -> Option<Deed> {
        let guarded = self.unguarded(ours, reply, next)?;
        let (first, second) = (ours.taken()?, next.taken()?);
        if reply.to != ours.to || reply.role == Role::King {
            return None;
        }
        let text = format!(
            "The {} on {} is overloaded: it guards the {} on {} and the {} on {guarded}.",
            role_name(reply.role),
            reply.from,
            role_name(first),
            ours.to,
            role_name(second)
        );
        let squares = [reply.from, ours.to, guarded];
        Some(self.deed(Motif::Overloading, text, &squares))
    }

    /// We take a man, and then what he guarded.
    fn removal_of_the_guard(
        &self,
        ours: &PlayedMove,
        reply: &PlayedMove,
        next: &PlayedMove,
    ) -> Option<Deed> {
        let guard = ours.taken()?;
        let target = ours.before.piece(next.to)?;
        let guarded = ours.before.attackers(next.to, !self.us).contains(ours.to);
        let is_there = next.before.piece(next.to) == Some(target) && reply.to != next.to;
        let by_another = next.from != ours.to;
        let text = format!(
            "{} removes the {} that guards the {} on {}.",
            ours.san(),
            role_name(guard),
            role_name(target.role),
            next.to
        );
        (guarded && is_there && by_another)
            .then(|| self.deed(Motif::RemovalOfTheGuard, text, &[ours.to, next.to]))
    }

    /// A man comes between one of theirs and what he guards.
    fn interference(
        &self,
        ours: &PlayedMove,
        reply: &PlayedMove,
        next: &PlayedMove,
    ) -> Option<Deed> {
        let target = next.to;
        let captured = next.before.piece(target)?;
        [ours, reply].into_iter().find_map(|comer| {
            let before = &comer.before;
            let is_there = before.piece(target) == Some(captured);
            let mut guards = before.attackers(target, !self.us).into_iter();
            let cut_off = guards.find(|guard| {
                attacks::between(*guard, target).contains(comer.to)
                    && next.before.piece(*guard) == before.piece(*guard)
                    && !next.before.attackers(target, !self.us).contains(*guard)
            })?;
            let comes_by_itself = next.from != comer.to && comer.taken().is_none();
            let text = format!(
                "{} cuts the {} on {cut_off} off from {target}.",
                comer.san(),
                before.pieces.role_at(cut_off).map_or("piece", role_name)
            );
            (is_there && comes_by_itself)
                .then(|| self.deed(Motif::Interference, text, &[comer.to, cut_off, target]))
        })
    }

    /// A man of ours leaves a square, or a line, that another one then uses.
    fn clearance(&self, ours: &PlayedMove, reply: &PlayedMove, next: &PlayedMove) -> Option<Deed> {
        let uses = ours.from == next.to || attacks::between(next.from, next.to).contains(ours.from);
        let is_slider = matches!(next.role, Role::Bishop | Role::Rook | Role::Queen);
        let stood = ours.before.piece(next.from) == next.before.piece(next.from);
        let is_quiet = ours.taken().is_none() && next.taken().is_none() && !ours.is_promotion();
        let leaves_for_it = reply.to == ours.to || !ours.gives_check();
        let text = format!(
            "{} clears {} for the {}.",
            ours.san(),
            ours.from,
            role_name(next.role)
        );
        (uses && is_slider && stood && is_quiet && leaves_for_it)
            .then(|| self.deed(Motif::Clearance, text, &[ours.from, next.to]))
    }

    /// A man of ours leaves the line of another one, which then takes what stands there.
    fn discovered_attack(
        &self,
        ours: &PlayedMove,
        reply: &PlayedMove,
        next: &PlayedMove,
    ) -> Option<Deed> {
        let target = ours.after.piece(next.to)?;
        let attacks = |board: &PlanBoard| board.attackers(next.to, self.us).contains(next.from);
        let is_opened = attacks::between(next.from, next.to).contains(ours.from)
            && attacks(&ours.after)
            && !attacks(&ours.before);
        let text = format!(
            "When the {} leaves {}, the {} on {} attacks the {} on {}.",
            role_name(ours.role),
            ours.from,
            role_name(next.role),
            next.from,
            role_name(target.role),
            next.to
        );
        (is_opened && reply.to != next.to && next.from != ours.to)
            .then(|| self.deed(Motif::DiscoveredAttack, text, &[next.from, next.to]))
    }

    /// A man of ours leaves a line, and another one gives check.
    fn discovered_check(&self) -> Option<Deed> {
        let ours = &self.line[self.n_before];
        let king = ours.after.pieces.king_of(!self.us)?;
        let checkers = ours.after.attackers(king, self.us).without(ours.to);
        let checker = checkers
            .into_iter()
            .find(|checker| ours.before.piece(*checker) == ours.after.piece(*checker))?;
        let text = format!(
            "When the {} leaves {}, the {} on {checker} gives check.",
            role_name(ours.role),
            ours.from,
            ours.after
                .pieces
                .role_at(checker)
                .map_or("piece", role_name)
        );
        Some(self.deed(Motif::DiscoveredCheck, text, &[checker, king]))
    }

    /// A piece of theirs is attacked, has no safe square, and is taken.
    fn trapped_piece(
        &self,
        ours: &PlayedMove,
        reply: &PlayedMove,
        next: &PlayedMove,
    ) -> Option<Deed> {
        let taken = next.taken()?;
        let square = match reply.to == next.to {
            true => reply.from,
            false => next.to,
        };
        let (board, them) = (&ours.after.pieces, !self.us);
        let is_piece = !matches!(taken, Role::Pawn | Role::King)
            && board.piece_at(square) == Some(taken.of(them));
        let text = format!(
            "After {} the {} on {square} is trapped: it has no safe square.",
            ours.san(),
            role_name(taken)
        );
        (is_piece
            && !ours.gives_check()
            && !is_pinned(board, square, them)
            && is_en_prise(board, square, &Values::PITRAT)
            && is_trapped(board, square, them, &Values::PITRAT))
        .then(|| self.deed(Motif::TrappedPiece, text, &[square]))
    }

    /// Something of theirs can be taken, and we play another forcing move first.
    fn in_between_move(
        &self,
        ours: &PlayedMove,
        reply: &PlayedMove,
        next: &PlayedMove,
    ) -> Option<Deed> {
        let square = next.to;
        next.taken()?;
        let before = &ours.before;
        let mut takers = before.attackers(square, self.us).into_iter();
        let could_take = takers.any(|from| before.can_step(from, square));
        let waits = match self.n_before.checked_sub(1) {
            // They have just taken there, and not what we offered.
            Some(last) => {
                let (offered, theirs) = (&self.line[last - 1], &self.line[last]);
                theirs.taken().is_some() && theirs.to == square && offered.to != square
            }
            // Nobody knows the move before: an unguarded piece stands there.
            None => {
                let is_piece = before.pieces.role_at(square) != Some(Role::Pawn);
                let is_there = before.piece(square) == next.before.piece(square);
                let is_forcing = ours.gives_check() || ours.taken().is_some();
                let stood = before.can_step(next.from, square) && next.from != ours.to;
                let unguarded = before.attackers(square, !self.us).is_empty();
                is_piece && is_there && is_forcing && stood && unguarded && reply.to != square
            }
        };
        let text = format!("{} comes first: {square} can be taken later.", ours.san());
        (waits && could_take && ours.to != square)
            .then(|| self.deed(Motif::InBetweenMove, text, &[square]))
    }
}

/// Would the king of a side be in check without this man of it?
fn is_pinned(board: &Board, square: Square, side: Color) -> bool {
    let occupied = board.occupied().without(square);
    let is_attacked = |king: Square| board.attacks_to(king, !side, occupied).any();
    board.king_of(side).is_some_and(is_attacked)
}

#[cfg(test)]
mod tests {
    use chess::read_fen;
    use shakmaty::Position;
    use shakmaty::san::San;

    use super::*;

    /// The deeds of a line, as `motif: sentence`.
    fn check(fen: &str, line: &str, expected: &[&str]) {
        let mut position = read_fen(fen).unwrap();
        let start = PlanBoard::new(&position);
        let moves: Vec<TreeMove> = line
            .split(' ')
            .map(|san| {
                let m = san.parse::<San>().unwrap().to_move(&position).unwrap();
                position.play_unchecked(m);
                TreeMove::of(m)
            })
            .collect();
        let found = deeds(&start, &moves).into_iter();
        let found: Vec<String> = found
            .map(|deed| format!("{}: {}", deed.motif, deed.text))
            .collect();
        assert_eq!(found, expected, "{fen} {line}");
    }

    #[test]
    fn a_guard_is_drawn_away_or_taken() {
        check(
            "5r1k/q3b1pn/7N/p1p1P3/2Q5/P5B1/1P4PP/3r1R1K w - -",
            "Qg8 Rxg8 Nf7",
            &["deflection: Qg8+ draws the rook from f8, where it guarded f7."],
        );
        check(
            "3qk2r/1prbppbp/p2p1npB/8/P2NP3/1PN2P2/2PQ2PP/R4RK1 b k -",
            "Bxh6 Qxh6 Rxc3",
            &[
                "overloading: The queen on d2 is overloaded: it guards the bishop on h6 and the knight on c3.",
                "deflection: Bxh6 draws the queen from d2, where it guarded c3.",
            ],
        );
        check(
            "4kb1r/qp2pppp/2np1n2/8/2P5/Q4B2/PP3PPP/R4RK1 w k -",
            "Bxc6 bxc6 Qxa7",
            &["removal of the guard: Bxc6+ removes the knight that guards the queen on a7."],
        );
    }

    #[test]
    fn a_king_is_drawn_to_a_bad_square() {
        check(
            "1k1r4/pP2q3/8/Q7/8/6bP/6P1/2R4K w - -",
            "Rc8 Rxc8 Qxa7 Kxa7 bxc8=N",
            &[
                "decoy: Qxa7+ draws the king to a7, where bxc8=N+ is check.",
                "deflection: Qxa7+ draws the king from b8, where it guarded c8.",
            ],
        );
    }

    #[test]
    fn a_line_is_cut_or_opened_or_cleared() {
        check(
            "8/2Rb3p/1p3pp1/4p3/1kP5/3rNP1P/6PK/8 w - -",
            "Nd5 Kb3 Rxd7",
            &["interference: Nd5+ cuts the rook on d3 off from d7."],
        );
        check(
            "2r2rk1/p4pp1/1p1p1n1p/3bp3/Q3B2q/2P5/P2B1PPP/R3R1K1 w - -",
            "Bh7 Kxh7 Qxh4",
            &[
                "discovered attack: When the bishop leaves e4, the queen on a4 attacks the queen on h4.",
            ],
        );
        check(
            "2r3k1/3qbNPp/6r1/ppp1pR2/3pP1QP/1P1P4/1PP3P1/7K w - -",
            "Nh6 Rxh6 Rf8",
            &["clearance: Nh6+ clears f7 for the rook."],
        );
        check(
            "r3r1k1/pp3pB1/2q3pp/3R4/8/P4Q2/BP3PPP/1b4K1 w - -",
            "Qxf7 Kxf7 Rd7",
            &[
                "decoy: Qxf7+ draws the king to f7, where Rd7# is mate.",
                "discovered check: When the rook leaves d5, the bishop on a2 gives check.",
            ],
        );
    }

    #[test]
    fn a_piece_is_trapped_or_waits_to_be_taken() {
        check(
            "r3k2r/pp2nppp/2n5/4P3/3p1P2/1QP1N3/P5PP/qN3R1K w kq -",
            "Nc2 Qxc3 Nxc3",
            &["trapped piece: After Nc2 the queen on a1 is trapped: it has no safe square."],
        );
        check(
            "2kr4/pp1r4/2p1p2p/4B3/P4nP1/1K5P/8/2RR4 w - -",
            "Rxd7 Kxd7 Bxf4",
            &["in-between move: Rxd7 comes first: f4 can be taken later."],
        );
    }

    #[test]
    fn moves_that_do_nothing_for_each_other_have_no_name() {
        check("4k3/8/8/3q4/8/2N5/8/4K2R w K -", "Nxd5 Kd7 Rh7", &[]);
    }
}
