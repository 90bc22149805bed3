//! Dangerous moves, and the six classes of plans against them (2.4).
//!
//! A dangerous move is a move of the opponent after which a player fails. New captures come first and old plans that
//! have become possible late; in between the move is made impossible, by playing something else before it.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use crate::analysis::Idea;
use crate::analysis::{analyse_attacker, analyse_king, goes};
use crate::board::Move;
use crate::exchange::{exchange, is_profitable};
use crate::finder::Finder;
use crate::plan::{Change, Statement};
use crate::shelf::PlanId;
use crate::tree::{Entry, NAME_SQUARES, NodeId, WhyId};
use crate::ways::{Obstacles, attack_squares, move_squares, rearranged};
use crate::why::Cause;

/// Where a dangerous move is made impossible: after this node, in place of this answer.
struct Level {
    after: NodeId,
    answer: NodeId,
}

impl Finder {
    /// Makes the plans of one class against a dangerous move.
    pub(crate) fn correct(&mut self, danger: NodeId, class: u8) {
        if class > 4 && class < NAME_SQUARES && self.is_hypothetical(danger) {
            return;
        }
        match class {
            1 => self.new_captures(danger),
            2..=4 => {
                self.parry_check(danger, class);
                self.destroy(danger, class);
            }
            5 => self.interfere(danger),
            6 => self.analyse_again(danger),
            NAME_SQUARES => self.name_squares(danger),
            _ => {}
        }
    }

    /// Has somebody passed on the way? Then the answer is to play something instead of passing.
    fn is_hypothetical(&self, danger: NodeId) -> bool {
        let line = self.tree.line(danger);
        line.into_iter().any(|id| self.tree.is_pass(id))
    }

    /// The friendly move before a dangerous one, if it is a real one.
    fn move_before(&self, danger: NodeId) -> Option<NodeId> {
        let before = self.tree.node(danger).parent?;
        let is_root = self.tree.node(before).parent.is_none();
        (!is_root).then_some(before)
    }

    /// Class 1: captures that the last two moves have made possible, alone and followed by the old plan.
    fn new_captures(&mut self, danger: NodeId) {
        let before = self.move_before(danger);
        let node = self.tree.node(danger);
        let board = &node.board;
        let us = board.turn;
        let last = before.map(|before| self.tree.node(before).m);
        let mut changed = Bitboard::EMPTY;
        for m in [Some(node.m), last].into_iter().flatten() {
            changed |= Bitboard::from_iter(m.from());
            changed |= Bitboard::from_iter(m.to());
        }
        let mut captures: Vec<(Square, Square)> = Vec::new();
        for square in changed {
            match board.man(square) {
                Some(man) if man.color == us => {
                    let targets = board.men.attacks_from(square) & board.of(!us);
                    captures.extend(targets.into_iter().map(|target| (square, target)));
                }
                Some(_) => {
                    let takers = board.attackers(square, us);
                    captures.extend(takers.into_iter().map(|taker| (taker, square)));
                }
                None => captures.extend(self.through(danger, square)),
            }
        }
        captures.extend(self.left_alone(danger));
        let mut kept: Vec<(Square, Square)> = Vec::new();
        for (from, to) in captures {
            if !kept.contains(&(from, to)) && board.can_step(from, to) {
                let promotes =
                    board.men.role_at(from) == Some(Role::Pawn) && Bitboard::BACKRANKS.contains(to);
                if promotes || is_profitable(&board.men, from, to, &self.scales) {
                    kept.push((from, to));
                }
            }
        }
        if let Some(capture) = self.new_en_passant(danger) {
            kept.push(capture);
        }
        let rests: Vec<Entry> = before.map_or(Vec::new(), |before| self.rests(before));
        for (from, to) in kept {
            self.offer(danger, &[goes(from, to)], None, Cause::NewCapture, None);
            for rest in &rests {
                let cause = Cause::NewCapture;
                self.offer(
                    danger,
                    &[goes(from, to)],
                    Some(rest.plan),
                    cause,
                    Some(rest.why),
                );
            }
        }
    }

    /// Captures along a line that a square no longer obstructs.
    fn through(&self, danger: NodeId, square: Square) -> Vec<(Square, Square)> {
        let board = &self.tree.node(danger).board;
        let us = board.turn;
        let occupied = board.men.occupied();
        let sliders = board.of(us) & board.men.sliders() & attacks::queen_attacks(square, occupied);
        let mut captures = Vec::new();
        for slider in sliders {
            let targets = board.men.attacks_from(slider) & board.of(!us);
            let behind = targets
                .into_iter()
                .filter(|target| attacks::between(slider, *target).contains(square));
            captures.extend(behind.map(|target| (slider, target)));
        }
        captures
    }

    /// Captures of men that the dangerous move protects no longer.
    fn left_alone(&self, danger: NodeId) -> Vec<(Square, Square)> {
        let node = self.tree.node(danger);
        let (Some(from), Some(before)) = (node.m.from(), node.parent) else {
            return Vec::new();
        };
        let board = &node.board;
        let protected = self.tree.node(before).board.men.attacks_from(from);
        let mut captures = Vec::new();
        for target in protected & board.of(!board.turn) {
            let takers = board.attackers(target, board.turn);
            captures.extend(takers.into_iter().map(|taker| (taker, target)));
        }
        captures
    }

    /// A pawn that has just gone two squares can be taken in passing.
    fn new_en_passant(&self, danger: NodeId) -> Option<(Square, Square)> {
        let node = self.tree.node(danger);
        let (from, to) = (node.m.from()?, node.m.to()?);
        if node.board.men.role_at(to) != Some(Role::Pawn) || from.distance(to) != 2 {
            return None;
        }
        let passed = attacks::between(from, to).first()?;
        let pawns = node.board.of(node.board.turn) & node.board.men.by_role(Role::Pawn);
        let mut pawns = (attacks::pawn_attacks(!node.board.turn, passed) & pawns).into_iter();
        pawns
            .find(|pawn| node.board.can_step(*pawn, passed))
            .map(|pawn| (pawn, passed))
    }

    /// Where a dangerous move is made impossible.
    ///
    /// In place of the answer before it; but a check leaves no time for that, and whoever passes has not answered. A
    /// second capture on a square is also made impossible where the first one is.
    fn levels(&self, danger: NodeId) -> Vec<Level> {
        let node = self.tree.node(danger);
        let taken = self.captured_by(danger);
        let takes_king = taken.is_some_and(|(_, role)| role == Role::King);
        let mut levels = Vec::new();
        let mut next = node.parent;
        while let Some(answer) = next {
            let Some(after) = self.tree.node(answer).parent else {
                break;
            };
            let enemy = self.tree.node(after);
            next = enemy.parent;
            let is_check = !takes_king && enemy.board.is_checked(enemy.board.turn);
            let took_there =
                taken.is_some() && enemy.m.to() == node.m.to() && self.captured_by(after).is_some();
            if !is_check && !self.tree.is_pass(after) {
                levels.push(Level { after, answer });
                if !took_there {
                    break;
                }
            }
        }
        levels
    }

    /// What a move in the tree takes.
    fn captured_by(&self, id: NodeId) -> Option<(Square, Role)> {
        let node = self.tree.node(id);
        self.tree.node(node.parent?).board.captured(node.m)
    }

    /// Classes 2 to 4: the dangerous move is made impossible.
    fn destroy(&mut self, danger: NodeId, class: u8) {
        for level in self.levels(danger) {
            self.destroy_at(danger, class, &level);
        }
        if class == 4 {
            self.name_square_against(danger);
        }
    }

    fn destroy_at(&mut self, danger: NodeId, class: u8, level: &Level) {
        let node = self.tree.node(danger);
        let (Some(from), Some(to)) = (node.m.from(), node.m.to()) else {
            return;
        };
        let us = node.board.turn;
        let before = self
            .tree
            .node(danger)
            .parent
            .map(|parent| &self.tree.node(parent).board);
        let taken = before.and_then(|board| board.captured(node.m));
        let mover = before.and_then(|board| board.man(from));
        let there = self.tree.node(level.after);
        let is_good = self.is_good(us, there.gain);
        let answers = self.tree.node(level.answer).made_by.clone();
        let mut rests: Vec<Option<Entry>> = answers.into_iter().map(Some).collect();
        if is_good {
            rests.push(None);
        }
        let stands_there = mover.is_some() && there.board.man(from) == mover;
        let mut statements: Vec<Statement> = Vec::new();
        match class {
            2 | 3 => {
                let Some((square, _)) =
                    taken.filter(|(square, _)| there.board.of(us).contains(*square))
                else {
                    return;
                };
                if class == 3 || is_good {
                    statements.push(Statement::Modify {
                        square,
                        change: Change::FriendAway,
                        threat: class == 3,
                    });
                }
            }
            _ => {
                if let Some(mover) = mover.filter(|_| stands_there) {
                    statements.push(Statement::Modify {
                        square: from,
                        change: Change::ManAway(mover.role),
                        threat: false,
                    });
                    let line = attacks::between(from, to) & !there.board.men.occupied();
                    statements.extend(line.into_iter().map(|square| Statement::Modify {
                        square,
                        change: Change::VacantToOccupied,
                        threat: !is_good,
                    }));
                }
            }
        }
        for by in statements {
            for rest in &rests {
                let by = self.kept_for_capture(by, rest.map(|entry| entry.plan));
                let cause = Cause::Destroys { danger, by };
                let (plan, why) = (rest.map(|entry| entry.plan), rest.map(|entry| entry.why));
                self.offer(level.after, &[by], plan, cause, why);
            }
        }
        if class == 4 {
            self.protect(danger, level, &rests);
        }
    }

    /// A man that is to be removed from a square where the plan captures later must be replaced there.
    fn kept_for_capture(&self, by: Statement, rest: Option<PlanId>) -> Statement {
        let Statement::Modify {
            square,
            change: Change::ManAway(role),
            threat,
        } = by
        else {
            return by;
        };
        let captures_there = rest.is_some_and(|rest| {
            self.shelf
                .statements(rest)
                .any(|statement| match statement {
                    Statement::Move { to, .. } => to == square,
                    Statement::Plays(_)
                    | Statement::Modify { .. }
                    | Statement::Verify { .. }
                    | Statement::Analysis(_) => false,
                })
        });
        match captures_there {
            true => Statement::Modify {
                square,
                change: Change::ManReplaced(role),
                threat,
            },
            false => by,
        }
    }

    /// Class 4: another man controls the square where the dangerous move captures, so that it does not pay.
    fn protect(&mut self, danger: NodeId, level: &Level, rests: &[Option<Entry>]) {
        let node = self.tree.node(danger);
        let us = node.board.turn;
        let (Some(from), Some(to), Some(before)) = (node.m.from(), node.m.to(), node.parent) else {
            return;
        };
        // The board just before the dangerous move, on which another man of ours is to stand elsewhere.
        let last = self.tree.node(before);
        let is_capture = last
            .board
            .captured(node.m)
            .is_some_and(|(_, role)| role != Role::King);
        if !is_capture {
            return;
        }
        // A quiet move costs time; whoever must win something has it only against a king that takes.
        let is_good = self.is_good(us, self.tree.node(level.after).gain);
        if !is_good && last.board.men.role_at(from) != Some(Role::King) {
            return;
        }
        let there = &self.tree.node(level.after).board;
        let mut moves: Vec<(Square, Square)> = Vec::new();
        for by in there.of(us) & last.board.of(us) & !Bitboard::from(to) {
            let Some(man) = there.man(by).filter(|man| last.board.man(by) == Some(*man)) else {
                continue;
            };
            for at in move_squares(there, by, attack_squares(man, to)) {
                if at == to || !there.can_step(by, at) || last.board.man(at).is_some() {
                    continue;
                }
                let men = rearranged(&last.board, by, at, Obstacles::default());
                let pays = match men.role_at(from) {
                    Some(Role::King) => men
                        .attacks_to(to, us, men.occupied() & !Bitboard::from(from))
                        .is_empty(),
                    Some(_) => exchange(&men, from, to, &self.scales) > 0,
                    None => true,
                };
                if !pays {
                    moves.push((by, at));
                }
            }
        }
        for (by, at) in moves {
            for rest in rests {
                let cause = Cause::Protects { danger };
                let (plan, why) = (rest.map(|entry| entry.plan), rest.map(|entry| entry.why));
                self.offer(level.after, &[goes(by, at)], plan, cause, why);
            }
        }
    }

    /// A check is a threat to take the king; it is parried at once, and then the old plan goes on.
    fn parry_check(&mut self, danger: NodeId, class: u8) {
        let node = self.tree.node(danger);
        let us = node.board.turn;
        let Some(king) = node.board.men.king_of(us) else {
            return;
        };
        let checkers = node.board.attackers(king, !us);
        if checkers.is_empty() {
            return;
        }
        let is_good = self.is_good(us, node.gain);
        let mut rests: Vec<Option<Entry>> = vec![None];
        if let Some(before) = self.move_before(danger) {
            rests.extend(self.rests(before).into_iter().map(Some));
        }
        let mut statements: Vec<Statement> = Vec::new();
        match class {
            2 | 3 => statements.push(Statement::Modify {
                square: king,
                change: Change::FriendAway,
                threat: class == 3,
            }),
            _ => {
                for checker in checkers {
                    let Some(role) = node.board.men.role_at(checker) else {
                        continue;
                    };
                    statements.push(Statement::Modify {
                        square: checker,
                        change: Change::ManAway(role),
                        threat: false,
                    });
                    for square in attacks::between(checker, king) {
                        statements.push(Statement::Modify {
                            square,
                            change: Change::VacantToOccupied,
                            threat: !is_good,
                        });
                    }
                }
            }
        }
        for by in statements {
            for rest in &rests {
                let cause = Cause::Parries { danger, by };
                let (plan, why) = (rest.map(|entry| entry.plan), rest.map(|entry| entry.why));
                self.offer(danger, &[by], plan, cause, why);
            }
        }
    }

    /// An open move of ours before a dangerous capture gets the squares from which it would help.
    fn name_square_against(&mut self, danger: NodeId) {
        let node = self.tree.node(danger);
        let us = node.board.turn;
        let (Some(from), Some(to)) = (node.m.from(), node.m.to()) else {
            return;
        };
        let Some(open) = self.open_move_before(danger, us) else {
            return;
        };
        let Some(before) = self.tree.node(open).parent else {
            return;
        };
        let board = &self.tree.node(before).board;
        let Some(square) = self.tree.node(open).m.from() else {
            return;
        };
        let Some(man) = board.man(square) else {
            return;
        };
        let helps = attack_squares(man, to) | attacks::between(from, to) | Bitboard::from(from);
        let squares = board.destinations(square) & helps;
        self.name(open, squares, Cause::NamesSquare { danger });
    }

    fn open_move_before(&self, danger: NodeId, us: Color) -> Option<NodeId> {
        let mut next = self.tree.node(danger).parent;
        while let Some(id) = next {
            let node = self.tree.node(id);
            if matches!(node.m, Move::Open(_)) && node.board.turn != us && !node.is_closed {
                return Some(id);
            }
            next = node.parent;
        }
        None
    }

    /// Puts the moves of an open move to certain squares beside it.
    fn name(&mut self, open: NodeId, squares: Bitboard, cause: Cause) {
        let node = self.tree.node(open);
        let (Some(before), Some(from)) = (node.parent, node.m.from()) else {
            return;
        };
        let made_by = node.made_by.clone();
        for to in squares {
            for entry in &made_by {
                let rest = self.shelf.rest(entry.plan);
                self.offer(before, &[goes(from, to)], rest, cause, Some(entry.why));
            }
        }
        self.tree.refresh(before, &self.scales);
    }

    /// Nothing is left against an open move, so its owner must say where it goes.
    fn name_squares(&mut self, open: NodeId) {
        let node = self.tree.node(open);
        let (Some(before), Some(from)) = (node.parent, node.m.from()) else {
            return;
        };
        let squares = self.tree.node(before).board.destinations(from);
        self.tree.node_mut(open).is_closed = true;
        self.name(open, squares, Cause::NamesSquare { danger: open });
    }

    /// Class 5: plans of the initial position in whose way nothing stands any more.
    fn interfere(&mut self, danger: NodeId) {
        let us = self.tree.node(danger).board.turn;
        let mut tried: Vec<(Vec<Statement>, Idea)> = Vec::new();
        for found in self.initial_of(us) {
            let board = &self.tree.node(danger).board;
            let is_done = |statement: &Statement| match statement {
                Statement::Modify { square, change, .. } => {
                    change.wanted().holds(board, *square, us)
                }
                Statement::Move { .. }
                | Statement::Plays(_)
                | Statement::Verify { .. }
                | Statement::Analysis(_) => false,
            };
            let plan = &found.plan.0;
            let n_done = plan
                .iter()
                .take_while(|statement| is_done(statement))
                .count();
            let was_hindered = matches!(plan.first(), Some(Statement::Modify { .. }));
            if was_hindered && n_done == 0 {
                continue;
            }
            if let Idea::Capture { by, target } = found.idea
                && !is_profitable(&board.men, by, target, &self.scales)
            {
                continue;
            }
            tried.push((plan[n_done..].to_vec(), found.idea));
        }
        for (plan, idea) in tried {
            self.offer(
                danger,
                &plan,
                None,
                Cause::Interferes { danger, idea },
                None,
            );
        }
    }

    /// Class 6: a limited analysis of what the last two moves have changed.
    fn analyse_again(&mut self, danger: NodeId) {
        let node = self.tree.node(danger);
        let us = node.board.turn;
        let board = node.board.clone();
        let cause = Cause::Analyses;
        if let Some(to) = node.m.to() {
            self.offer(danger, &[Statement::Analysis(to)], None, cause, None);
        }
        let Some(before) = self.move_before(danger) else {
            return;
        };
        let last = self.tree.node(before);
        let mut found = Vec::new();
        if let Some(man) = last.m.to().filter(|to| board.of(us).contains(*to)) {
            found.extend(analyse_attacker(&board, us, man, &self.scales));
        }
        let was_check = last.board.is_checked(last.board.turn);
        let king_moved = self
            .tree
            .node(danger)
            .m
            .to()
            .is_some_and(|to| board.men.role_at(to) == Some(Role::King));
        if !king_moved {
            // A parried check is worth another look at the king; otherwise only a mate is looked for.
            let attacks = analyse_king(&board, us, &self.scales).into_iter();
            found.extend(
                attacks.filter(|item| was_check || matches!(item.idea, Idea::Boxed { .. })),
            );
        }
        for item in found {
            let cause = Cause::SawThere { idea: item.idea };
            self.offer(danger, &item.plan.0, None, cause, None::<WhyId>);
        }
    }
}
